/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Streams of formatter frames as text, one line per event: position (hexadecimal, of its first
 * byte), name, words; '#' begins a comment.
 *   frame WORD...     the 15 slots: two digits, a byte of data; =ID, an ID from the next byte on;
 *                     +ID, a delayed ID. hsync or hsync*N between two of them: HSYNC
 *   fsync, hsync      between frames
 *   cut BYTE...       the beginning of an incomplete frame
 *   skip BYTE...      bytes that belong to no frame
 * These describe every byte of the stream: text to bytes to text gives the same text. Two more, to
 * write streams or to read their data:
 *   data ID BYTE...   data of a source; packed into frames (ID --: unknown, only in output)
 *   flush, reset      completes the frame; four FSYNC
 * All numbers are hexadecimal. Positions are optional in input.
 */
#ifndef RVT_IO_TRANSPORT_FRAME_TEXT_H
#define RVT_IO_TRANSPORT_FRAME_TEXT_H

#include "io/bytes/output.h"
#include "transport/frame/deformatter.h"

/* Appends the line of event. */
void rvt_frame_text_event(struct rvt_output *output, const struct rvt_frame_event *event);

/* Appends a data line for each run of batch that is not empty. */
void rvt_frame_text_data(struct rvt_output *output, const struct rvt_frame_batch *batch);

/*
 * Appends the same as JSON objects, each after separator[0], which then becomes separator[1], that
 * of further objects: position, event, and bytes in hexadecimal; of data id and the positions of
 * all bytes; of a finding the members of rvt_finding_json. RVT_ERR_MEMORY; errors of output.
 */
RVT_MUST_USE
enum rvt_status rvt_frame_json_event(struct rvt_output *output, const char **separator,
                                     const struct rvt_frame_event *event);
RVT_MUST_USE
enum rvt_status rvt_frame_json_data(struct rvt_output *output, const char **separator,
                                    const struct rvt_frame_batch *batch);
RVT_MUST_USE
enum rvt_status rvt_frame_json_finding(struct rvt_output *output, const char **separator,
                                       const struct rvt_finding *finding);

#endif
