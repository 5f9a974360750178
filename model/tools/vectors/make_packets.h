/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The case of a golden vector for a decoder, made of a packet list. */
#ifndef RVT_TOOLS_VECTORS_MAKE_PACKETS_H
#define RVT_TOOLS_VECTORS_MAKE_PACKETS_H

#include "base/params.h"
#include "io/bytes/output.h"
#include "program/image.h"

/*
 * Appends input and expect of a case: the te_inst payloads of the list at path, the instructions of
 * the program that retired, and their listing. RVT_ERR_CAPACITY: more instructions or packets than
 * a vector has; and the errors of reading and decoding.
 */
RVT_MUST_USE
enum rvt_status rvt_make_packets(const char *path, const struct rvt_config *config,
                                 struct rvt_image *image, struct rvt_output *output,
                                 struct rvt_diag *diag);

/* The same without a program: the first payload of the list, and its fields. */
RVT_MUST_USE
enum rvt_status rvt_make_packet(const char *path, const struct rvt_config *config,
                                struct rvt_output *output, struct rvt_diag *diag);

#endif
