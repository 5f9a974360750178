/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Packet lists: a payload per line in hexadecimal, "d:" before te_data, comments after '#'. */
#ifndef RVT_IO_PACKET_LIST_H
#define RVT_IO_PACKET_LIST_H

#include "io/bytes/input.h"
#include "io/bytes/output.h"
#include "wire/packet.h"

/*
 * Reads the next payload; *data is true if it is marked as te_data, *end if there was none. Empty
 * lines are skipped. RVT_ERR_IO: the file is unreadable; reading is over. RVT_ERR_SYNTAX: the line
 * is no payload; RVT_ERR_CAPACITY: it is too long (ENC-006); the next call reads the next line.
 * diag gets the reason and the line.
 */
RVT_MUST_USE
enum rvt_status rvt_packet_list_read(struct rvt_input *input, struct rvt_payload *payload,
                                     bool *data, bool *end, struct rvt_diag *diag);

/* Appends bytes (at least 1) bytes of payload, of te_data if data, without the end of the line. A
 * write error stays in output. */
void rvt_packet_list_put(struct rvt_output *output, const uint8_t *payload, size_t bytes,
                         bool data);

#endif
