/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/report/xml_text.h"

#include <string.h>

void rvt_xml_part(struct rvt_output *output, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte == '&')
            rvt_output_print(output, "&amp;");
        else if (byte == '<')
            rvt_output_print(output, "&lt;");
        else if (byte == '>')
            rvt_output_print(output, "&gt;");
        else if (byte == '"')
            rvt_output_print(output, "&quot;");
        else
            rvt_output_print(output, "%c",
                             byte == '\n' || (byte >= ' ' && byte < 0x7f) ? byte : '?');
    }
}

void rvt_xml_text(struct rvt_output *output, const char *text)
{
    rvt_xml_part(output, text, strlen(text));
}
