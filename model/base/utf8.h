/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Which bytes are UTF-8. Spec: RFC 3629. */
#ifndef RVT_BASE_UTF8_H
#define RVT_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* How many of the first bytes of text (of bytes in all) are whole, legal characters: bytes if all
 * of them are. Overlong forms, surrogates and what lies beyond U+10FFFF are not legal. */
size_t rvt_utf8_legal(const uint8_t *text, size_t bytes);

#endif
