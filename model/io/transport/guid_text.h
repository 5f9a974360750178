/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* GUIDs as text. */
#ifndef RVT_IO_TRANSPORT_GUID_TEXT_H
#define RVT_IO_TRANSPORT_GUID_TEXT_H

#include <stdbool.h>
#include <stdint.h>

enum { RVT_GUID_TEXT_BYTES = 39 }; /* with braces and the zero byte */

/*
 * Reads "{494E5443-8A9C-4014-A65A-2F36A36D96E4}", with or without braces and in either case, into
 * guid[16]. False for anything else; guid is then undefined.
 */
bool rvt_guid_parse(const char *text, uint8_t *guid);

/* Writes guid[16] with braces and in lower case into text[RVT_GUID_TEXT_BYTES], null-terminated. */
void rvt_guid_format(const uint8_t *guid, char *text);

#endif
