/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* GUIDs read and written. */
#include "tests/unit/checks.h"

#include <string.h>

#include "io/transport/guid_text.h"

static const uint8_t guid[16] = {0x49, 0x4e, 0x54, 0x43, 0x8a, 0x9c, 0x40, 0x14,
                                 0xa6, 0x5a, 0x2f, 0x36, 0xa3, 0x6d, 0x96, 0xe4};

Test(guid_text, reads_either_case_with_or_without_braces)
{
    static const char *const texts[] = {"{494E5443-8A9C-4014-A65A-2F36A36D96E4}",
                                        "494e5443-8a9c-4014-a65a-2f36a36d96e4"};

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        uint8_t out[16] = {0};

        cr_assert(rvt_guid_parse(texts[i], out));
        cr_expect(memcmp(out, guid, sizeof guid) == 0);
    }
}

Test(guid_text, refuses_everything_else)
{
    static const char *const texts[] = {"",
                                        "{",
                                        "494e5443-8a9c-4014-a65a-2f36a36d96e",
                                        "494e5443-8a9c-4014-a65a-2f36a36d96e44",
                                        "494e5443-8a9c-4014-a65a-2f36a36d96e4}",
                                        "{494e5443-8a9c-4014-a65a-2f36a36d96e4",
                                        "494e54438a9c-4014-a65a-2f36a36d96e4",
                                        "g94e5443-8a9c-4014-a65a-2f36a36d96e4"};

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        uint8_t out[16];

        cr_expect(not(rvt_guid_parse(texts[i], out)), "%s", texts[i]);
    }
}

Test(guid_text, writes_lower_case_with_braces)
{
    char text[RVT_GUID_TEXT_BYTES];

    rvt_guid_format(guid, text);
    cr_expect(eq(str, text, TEXT("{494e5443-8a9c-4014-a65a-2f36a36d96e4}")));
}
