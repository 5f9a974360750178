/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Generic trace elements as text and as JSON: a line each, in a form that later versions keep. */
#ifndef RVT_ELEMENT_ELEMENT_TEXT_H
#define RVT_ELEMENT_ELEMENT_TEXT_H

#include <rvt/element.h>

#include "base/text.h"

/* The name of a kind, such as "INSTR_RANGE"; static; null: no such kind. */
const char *rvt_element_kind_name(enum rvt_element_kind kind);

/* Writes the element without newline, such as "id=1 index=0x2f EVENT type=notify address=0x1008". A
 * control character in a text becomes a blank. */
void rvt_element_text(const struct rvt_element *element, struct rvt_text *text);

/* Writes the element as one JSON object. Addresses and other values are strings "0x...", id, index
 * and counts are numbers; a payload is a string of hexadecimal bytes. Schema: rvt-element/1. */
void rvt_element_json(const struct rvt_element *element, struct rvt_text *text);

#endif
