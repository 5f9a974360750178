/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* One step of rvt decode: a packet, or a gap in its place, to a decoder; and its findings, with
 * their places in the file. */
#ifndef RVT_TOOLS_DECODE_DECODE_STEP_H
#define RVT_TOOLS_DECODE_DECODE_STEP_H

#include "tools/decode/decode_output.h"

/* The callbacks of a decoder whose output is out. In a trial, a finding or loss ends the decoding
 * and is not shown. */
struct rvt_decoder_callbacks rvt_decode_step_callbacks(struct rvt_decode_output *out);

/* Decodes the packet out->item of the traced source. */
RVT_MUST_USE
enum rvt_status rvt_decode_packet(struct rvt_decode_output *out);

/* Bytes that are no packet, or packets that are missing. */
RVT_MUST_USE
enum rvt_status rvt_decode_gap(struct rvt_decode_output *out, const struct rvt_diagnosis *fault);

#endif
