/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * SyS-T messages as lines of text: TYPE.SUBTYPE and the present fields, as key=value, in
 * transmission order; lengths and checksums as words, since they are computed. Bytes that are no
 * message are "bytes" and hexadecimal digits. syst_line.h reads the lines. docs/files.md describes
 * the form.
 */
#ifndef RVT_IO_TRANSPORT_SYST_TEXT_H
#define RVT_IO_TRANSPORT_SYST_TEXT_H

#include "base/text.h"
#include "transport/syst/syst_check.h"

/* The longest line that a message or 65600 bytes need. */
#define RVT_SYST_LINE_MAX (4 * RVT_SYST_PAYLOAD_BYTES_MAX + 1024)

/* Appends the line of message, with master, channel and time if place has them, and with the
 * excess_bytes bytes after it. */
void rvt_syst_text_message(const struct rvt_syst_message *message,
                           const struct rvt_syst_place *place, const uint8_t *excess,
                           size_t excess_bytes, struct rvt_text *line);

/* Appends the line of bytes that are no message. */
void rvt_syst_text_bytes(const uint8_t *data, size_t bytes, struct rvt_text *line);

/* Appends text to the line as a comment, which a reader ignores. */
void rvt_syst_text_comment(const char *text, size_t length, struct rvt_text *line);

/* Append bytes as hexadecimal digits; as text, with \xNN for all but printable ASCII. */
void rvt_syst_text_hex(const uint8_t *data, size_t bytes, struct rvt_text *line);
void rvt_syst_text_escaped(const uint8_t *data, size_t bytes, struct rvt_text *line);

#endif
