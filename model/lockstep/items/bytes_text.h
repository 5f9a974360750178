/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Bytes in findings. */
#ifndef RVT_LOCKSTEP_ITEMS_BYTES_TEXT_H
#define RVT_LOCKSTEP_ITEMS_BYTES_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/* Appends bytes as text, "01 ff"; "nothing" if there are none. */
void rvt_bytes_print(struct rvt_text *text, const uint8_t *data, size_t bytes);

#endif
