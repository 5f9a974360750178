/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "golden/vector_text.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "wire/te_inst.h"

void rvt_golden_text_head(struct rvt_output *output, const struct rvt_golden_head *head)
{
    rvt_output_print(output,
                     "schema: rvt-vectors/1\n"
                     "title: \"%s\"\n"
                     "spec: \"E-Trace %s\"\n"
                     "config: \"%s\"\n"
                     "source:\n"
                     "  kind: regression\n"
                     "  name: rvt\n"
                     "  version: \"%s\"\n"
                     "  clause: made by the model, not derived from the text\n"
                     "notes: {}\n"
                     "count: 1\n"
                     "cases:\n"
                     "  - id: \"%s\"\n"
                     "    title: \"%s\"\n"
                     "    clause: [%s]\n"
                     "    flags: []\n"
                     "    input:\n",
                     head->title, head->profile, head->config, head->maker, head->id, head->title,
                     head->numbers);
}

void rvt_golden_text_block(struct rvt_output *output, const char *text, unsigned blanks)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        rvt_output_print(output, "%*s%.*s\n", (int)blanks, "", (int)length, text);
        text += length + (text[length] == '\n');
    }
}

/* The fields of a packet, while they are written. */
struct fields {
    struct rvt_output *output;
    bool named; /* the name of the packet tells format and subformat */
    bool some;  /* one was written */
};

static void put_field(void *context, const char *name, uint64_t value, unsigned width,
                      size_t at_bit)
{
    struct fields *fields = context;

    (void)at_bit;
    if (width == 0)
        return;
    if (fields->named && (strcmp(name, "format") == 0 || strcmp(name, "subformat") == 0 ||
                          strcmp(name, "branch_fmt") == 0))
        return;
    if (strcmp(name, "irets") == 0) /* in its place */
        name = "irdepth";
    rvt_output_print(fields->output, "%s%s: 0x%" PRIx64, fields->some ? ", " : "", name, value);
    fields->some = true;
}

enum rvt_status rvt_golden_text_fields(struct rvt_output *output, const struct rvt_config *config,
                                       const struct rvt_packet *packet)
{
    struct fields fields = {.output = output};

    rvt_output_print(output, "{");
    enum rvt_status status = rvt_packet_visit(config, packet, put_field, &fields);
    rvt_output_print(output, "}");
    return status;
}

enum rvt_status rvt_golden_text_packet(struct rvt_output *output, const struct rvt_config *config,
                                       const struct rvt_packet *packet,
                                       const struct rvt_payload *payload)
{
    struct fields fields = {.output = output, .named = true, .some = true};

    rvt_output_print(output, "        - {packet: %s", rvt_packet_name(packet));
    enum rvt_status status = rvt_packet_visit(config, packet, put_field, &fields);
    if (payload != NULL) {
        rvt_output_print(output, ", bytes: \"");
        for (size_t i = 0; i < payload->bytes; i++)
            rvt_output_print(output, "%s%02x", i > 0 ? " " : "", payload->byte[i]);
        rvt_output_print(output, "\"");
    }
    rvt_output_print(output, "}\n");
    return status;
}
