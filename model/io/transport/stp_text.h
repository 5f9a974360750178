/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * STP streams as text, a line a packet: position (byte, hexadecimal, then '.' and nibble), name,
 * payload, '@' and timestamp; what stands behind '#' is a comment (master, channel, time).
 * Payload and timestamp have as many hexadecimal digits as they have nibbles, most significant
 * first; the second part of VERSION is a word of its own. LOST and the digits of nibbles in order
 * of time: no packet. So every nibble of the stream is told, and text to bytes to text gives the
 * same text. When text is written to a stream, positions are not looked at and may be left out.
 */
#ifndef RVT_IO_TRANSPORT_STP_TEXT_H
#define RVT_IO_TRANSPORT_STP_TEXT_H

#include "io/output.h"
#include "transport/stp/stp_track.h"

/* Appends the line of event; a fault sticks in output. */
void rvt_stp_text_event(struct rvt_output *output, const struct rvt_stp_event *event);

/*
 * The same as a JSON object without newline: byte, nibble, packet ("LOST" for none), payload,
 * version, timestamp, timestamp_nibbles, time, trusted, master, channel, as far as the packet has
 * them. payload, version, timestamp and time are strings "0x..."; of LOST nibbles in order of time.
 */
void rvt_stp_json_event(struct rvt_output *output, const struct rvt_stp_event *event);

/* A finding likewise: byte, nibble, packet "finding", and what rvt_finding_json tells. */
void rvt_stp_json_finding(struct rvt_output *output, const struct rvt_finding *finding);

/* The nibbles of lines one after the other. Set format and le_always before the first line. */
struct rvt_stp_text {
    struct rvt_stp_format format; /* what packets look like; follows VERSION */
    bool le_always;               /* as in struct rvt_stp_config */
    struct rvt_output *output;    /* borrowed */
    bool odd;                     /* half holds a nibble that was not written yet */
    uint8_t half;
};

/*
 * Appends what a line (length characters, no newline) stands for to text->output, in whole bytes;
 * empty lines stand for nothing. RVT_ERR_SYNTAX for anything else than the form above, with the
 * column in diag; errors of rvt_stp_write for a packet that cannot be; RVT_ERR_IO if a fault
 * sticks in output. On failure nothing of the line was appended.
 */
RVT_MUST_USE
enum rvt_status rvt_stp_text_line(struct rvt_stp_text *text, const char *line, size_t length,
                                  struct rvt_diag *diag);

/* Completes the last byte with a NULL packet. RVT_ERR_IO as above. */
RVT_MUST_USE
enum rvt_status rvt_stp_text_finish(struct rvt_stp_text *text);

#endif
