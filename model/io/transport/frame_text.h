/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Streams of formatter frames as text, a line an event: position (hexadecimal, of its first byte),
 * name, words; what stands behind '#' is a comment.
 *   frame WORD...     the 15 slots: two digits, a byte of data; =ID, an ID from the next byte on;
 *                     +ID, a delayed ID. hsync or hsync*N between two of them: HSYNC stands there
 *   fsync, hsync      between frames
 *   cut BYTE...       the beginning of a frame, as it stands in the stream
 *   skip BYTE...      bytes that belong to no frame
 * These tell every byte of the stream: text to bytes to text gives the same text. And for those who
 * write streams, or read what is in them:
 *   data ID BYTE...   data of a source; frames are made of them (ID --: unknown, is only written)
 *   flush, reset      completes the frame; four FSYNC
 * All numbers are hexadecimal, the positions may be left out.
 */
#ifndef RVT_IO_TRANSPORT_FRAME_TEXT_H
#define RVT_IO_TRANSPORT_FRAME_TEXT_H

#include "io/output.h"
#include "transport/frame/deformatter.h"

/* Appends the line of event. */
void rvt_frame_text_event(struct rvt_output *output, const struct rvt_frame_event *event);

/* Appends a data line for each run of batch that is not empty. */
void rvt_frame_text_data(struct rvt_output *output, const struct rvt_frame_batch *batch);

/*
 * Appends the same as JSON objects, each behind separator: position, event, and bytes in
 * hexadecimal; of data id and the positions of all bytes; of a finding what rvt_finding_json tells.
 * RVT_ERR_MEMORY; errors of output.
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
