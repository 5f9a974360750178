/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * STP streams as text, one line per packet: position (byte, hexadecimal, then '.' and nibble),
 * name, payload, '@' and timestamp; '#' begins a comment (master, channel, time). Payload and
 * timestamp have as many hexadecimal digits as they have nibbles, most significant first; the
 * second part of VERSION is a separate word. LOST and digits: nibbles that are no packet, in order
 * of time. The lines describe every nibble of the stream, so text to bytes to text gives the same
 * text. Positions are ignored in input and may be left out.
 */
#ifndef RVT_IO_TRANSPORT_STP_TEXT_H
#define RVT_IO_TRANSPORT_STP_TEXT_H

#include "io/bytes/output.h"
#include "transport/stp/stp_track.h"

/* Appends the line of event. A write error stays in output. */
void rvt_stp_text_event(struct rvt_output *output, const struct rvt_stp_event *event);

/*
 * The same as a JSON object without newline: byte, nibble, packet ("LOST" for none), payload,
 * version, timestamp, timestamp_nibbles, time, trusted, master, channel, as far as the packet has
 * them. payload, version, timestamp and time are strings "0x..."; of LOST nibbles in order of time.
 */
void rvt_stp_json_event(struct rvt_output *output, const struct rvt_stp_event *event);

/* The same for a finding: byte, nibble, packet "finding", and the members of rvt_finding_json. */
void rvt_stp_json_finding(struct rvt_output *output, const struct rvt_finding *finding);

/* A stream made of lines. Set format and le_always before the first line. */
struct rvt_stp_text {
    struct rvt_stp_format format; /* of the next packets; follows VERSION */
    bool le_always;               /* as in struct rvt_stp_config */
    struct rvt_output *output;    /* borrowed */
    bool odd;                     /* half holds a nibble that is not written yet */
    uint8_t half;
};

/*
 * Appends the packet of a line (length characters, no newline) to text->output, in whole bytes;
 * empty lines are ignored. RVT_ERR_SYNTAX for anything but the form above, with the column in diag;
 * errors of rvt_stp_write for an impossible packet; RVT_ERR_IO after a write error. On failure
 * nothing of the line was appended.
 */
RVT_MUST_USE
enum rvt_status rvt_stp_text_line(struct rvt_stp_text *text, const char *line, size_t length,
                                  struct rvt_diag *diag);

/* Completes the last byte with a NULL packet. RVT_ERR_IO as above. */
RVT_MUST_USE
enum rvt_status rvt_stp_text_finish(struct rvt_stp_text *text);

#endif
