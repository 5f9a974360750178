/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Text in XML. */
#ifndef RVT_IO_REPORT_XML_TEXT_H
#define RVT_IO_REPORT_XML_TEXT_H

#include <stddef.h>

#include "io/bytes/output.h"

/* Appends text, or length bytes of it, as XML; characters that XML does not have become '?'. */
void rvt_xml_part(struct rvt_output *output, const char *text, size_t length);
void rvt_xml_text(struct rvt_output *output, const char *text);

#endif
