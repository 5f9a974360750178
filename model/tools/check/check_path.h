/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The check of te_inst packets against the program: the decoder's faults are findings. */
#ifndef RVT_TOOLS_CHECK_CHECK_PATH_H
#define RVT_TOOLS_CHECK_CHECK_PATH_H

#include "check/compliance.h"
#include "io/stream.h"
#include "program/image.h"
#include "wire/packet.h"

struct rvt_check_path; /* opaque */

/* Opens a check; config is copied, image and compliance are borrowed until close. steps:
 * instructions that one packet may report; 0: the default. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_check_path_open(const struct rvt_config *config, struct rvt_image *image,
                                    uint64_t steps, struct rvt_compliance *compliance,
                                    struct rvt_check_path **path);

/* Frees; null is accepted. */
void rvt_check_path_close(struct rvt_check_path *path);

/* The configuration that the next packet is to be read with. Borrowed until close. */
const struct rvt_config *rvt_check_path_config(const struct rvt_check_path *path);

/* Takes packet, which item holds. */
void rvt_check_path_packet(struct rvt_check_path *path, const struct rvt_stream_item *item,
                           const struct rvt_packet *packet);

/* At item, a packet is missing or unreadable. */
void rvt_check_path_break(struct rvt_check_path *path, const struct rvt_stream_item *item);

/* The stream ends. */
void rvt_check_path_finish(struct rvt_check_path *path);

#endif
