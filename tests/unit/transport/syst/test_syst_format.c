/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Conversions of a format string that ends without a zero byte. */
#include <criterion/criterion.h>

#include <string.h>

#include "transport/syst/syst_format.h"

/* A conversion that the end of the format cuts is incomplete, whatever is in memory after it. */
Test(syst_format, nothing_after_the_end_belongs_to_a_format)
{
    static const char *const formats[] = {"%", "%-", "%08", "%.", "%.3", "%l", "%ll", "%h", "%*"};

    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        struct rvt_syst_conversion conversion = {.from = 99};
        char text[16] = "ab";
        size_t at = 0, bytes;
        bool found = true;

        strcat(text, formats[i]);
        bytes = strlen(text);
        strcat(text, "d");
        cr_expect(rvt_syst_conversion_next(text, bytes, &at, &conversion, &found) == RVT_ERR_SYNTAX,
                  "%s", formats[i]);
        cr_expect(conversion.from == 2 && at == 0, "%s", formats[i]);
        cr_expect(rvt_syst_conversion_next(text, bytes + 1, &at, &conversion, &found) == RVT_OK &&
                      found && conversion.to == bytes + 1,
                  "%s", text);
    }
}
