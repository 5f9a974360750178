/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * SyS-T messages as lines of text, both ways: TYPE.SUBTYPE and the fields that are there, as
 * key=value, in transmission order; lengths and checksums as words, since they are computed. What
 * is no message is "bytes" and hexadecimal. docs/files.md tells the form.
 */
#ifndef RVT_IO_TRANSPORT_SYST_TEXT_H
#define RVT_IO_TRANSPORT_SYST_TEXT_H

#include "base/text.h"
#include "transport/syst/syst_check.h"

/* The longest line that a message or 65600 bytes need. */
#define RVT_SYST_LINE_MAX (4 * RVT_SYST_PAYLOAD_BYTES_MAX + 1024)

/* Appends the line of message, with master, channel and time where place has them, and with
 * excess_bytes bytes that stand behind it. */
void rvt_syst_text_message(const struct rvt_syst_message *message,
                           const struct rvt_syst_place *place, const uint8_t *excess,
                           size_t excess_bytes, struct rvt_text *line);

/* Appends the line of bytes that are no message. */
void rvt_syst_text_bytes(const uint8_t *data, size_t bytes, struct rvt_text *line);

/* Appends text to the line as a remark, which reading passes over. */
void rvt_syst_text_remark(const char *text, size_t length, struct rvt_text *line);

/* Appends bytes as hexadecimal; and as text, with what is no printable ASCII as \xNN. */
void rvt_syst_text_hex(const uint8_t *data, size_t bytes, struct rvt_text *line);
void rvt_syst_text_escaped(const uint8_t *data, size_t bytes, struct rvt_text *line);

#endif
