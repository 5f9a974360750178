/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/transport/syst_describe.h"

#include <inttypes.h>
#include <string.h>

#include "io/transport/syst_printf.h"

/* Formats an entry's text with the bits of value outside of its mask as argument; a text without
 * conversions is unchanged. */
static void describe_entry(const struct rvt_collateral_entry *entry, uint64_t value, unsigned bytes,
                           struct rvt_text *text)
{
    uint64_t open = value & ~entry->mask;
    uint8_t data[8];
    enum rvt_syst_packing packing;
    const struct rvt_syst_args args = {.format = entry->text,
                                       .format_bytes = strlen(entry->text),
                                       .data = data,
                                       .bytes = bytes,
                                       .p64 = bytes == 8};

    for (unsigned i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(open >> 8 * i);
    (void)rvt_syst_print(&args, text, &packing);
}

/* Appends before, and the text that the body begins with. */
static void describe_text(const struct rvt_syst_message *message, const char *before,
                          struct rvt_text *text)
{
    size_t bytes = 0, rest = 0;

    (void)rvt_syst_split(message, &bytes, &rest);
    if (bytes > 0)
        rvt_text_add(text, "%s%.*s", before, (int)bytes, (const char *)message->body);
}

bool rvt_syst_describe(const struct rvt_collateral *collateral, const struct rvt_syst_place *place,
                       const struct rvt_syst_message *message, struct rvt_text *text)
{
    const struct rvt_collateral_entry *entry =
        collateral ? rvt_collateral_find_entry(collateral, place, message) : NULL;
    enum rvt_syst_packing packing;
    struct rvt_syst_args args;

    if (!rvt_syst_known_subtype(message->type, message->subtype))
        return false;
    if (rvt_syst_args_of(message, entry ? entry->text : NULL, &args)) {
        (void)rvt_syst_print(&args, text, &packing);
        return true;
    }
    switch (message->type) {
    case RVT_SYST_STRING:
        describe_text(message, "", text);
        return true;
    case RVT_SYST_BUILD:
        rvt_text_add(text, "0x%016" PRIx64, message->value);
        describe_text(message, " ", text);
        return true;
    case RVT_SYST_SHORT32:
    case RVT_SYST_SHORT64:
        if (entry != NULL)
            describe_entry(entry, message->value, message->type == RVT_SYST_SHORT64 ? 8 : 4, text);
        return entry != NULL;
    default:
        return false;
    }
}

bool rvt_syst_source(const struct rvt_collateral *collateral, const struct rvt_syst_place *place,
                     const struct rvt_syst_message *message, const char **file, uint64_t *file_id,
                     uint64_t *line)
{
    const struct rvt_collateral_client *client =
        collateral ? rvt_collateral_find_client(collateral, place, message) : NULL;
    const struct rvt_collateral_entry *entry = NULL;

    if (message->loc && message->location.tag <= RVT_SYST_LOCATION_SOURCE32) {
        *file_id = message->location.file;
        *line = message->location.line;
    } else {
        entry = client ? rvt_collateral_find_entry(collateral, place, message) : NULL;
        if (entry == NULL || !entry->has_file || !entry->has_line)
            return false;
        *file_id = entry->file;
        *line = entry->line;
    }
    entry = client ? rvt_collateral_client_find(client, RVT_COLLATERAL_FILE, *file_id) : NULL;
    *file = entry ? entry->text : NULL;
    return true;
}

bool rvt_syst_protocol(const struct rvt_collateral *collateral, const struct rvt_syst_place *place,
                       const struct rvt_syst_message *message, struct rvt_text *text)
{
    const struct rvt_collateral_client *client =
        collateral ? rvt_collateral_find_client(collateral, place, message) : NULL;
    const struct rvt_collateral_entry *entry;

    if (client == NULL || message->type != RVT_SYST_RAW)
        return false;
    entry = rvt_collateral_client_find(client, RVT_COLLATERAL_PROTOCOL, message->subtype);
    if (entry == NULL)
        return false;
    describe_entry(entry, message->subtype, 4, text);
    return true;
}
