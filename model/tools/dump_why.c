/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/dump_why.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check/packet_reasons.h"
#include "draft/decoder_profile.h"
#include "tools/null_run.h"

/* An item whose line waits. */
struct line {
    struct rvt_stream_item item;
    struct rvt_packet packet;
    struct rvt_data_packet data;
    enum { LINE_PACKET, LINE_DATA, LINE_FOREIGN, LINE_BAD } kind;
    uint64_t ordinal; /* of a packet */
    bool settled;     /* nothing more will be said of it */
    bool stepped, reasoned;
    struct rvt_packet_meaning meaning;
    struct rvt_reason reason;
    struct rvt_diag fault;
};

struct rvt_dump_why {
    const struct rvt_config *config;
    struct rvt_output *output;
    struct rvt_decoder *decoder;
    struct rvt_reasons why;
    struct rvt_null_run nulls; /* of the lines that were printed */
    struct line *line;         /* a queue: first..first+count-1, modulo capacity */
    size_t first, count, capacity;
    uint64_t packets;
};

static struct line *line_at(struct rvt_dump_why *why, size_t i)
{
    return &why->line[(why->first + i) % why->capacity];
}

/* The line of a packet that waits, or null. */
static struct line *find(struct rvt_dump_why *why, uint64_t ordinal)
{
    for (size_t i = 0; i < why->count; i++)
        if (line_at(why, i)->kind == LINE_PACKET && line_at(why, i)->ordinal == ordinal)
            return line_at(why, i);
    return NULL;
}

/* Packets up to ordinal are settled: what was not said of them is not said any more. */
static void settle(struct rvt_dump_why *why, uint64_t ordinal)
{
    for (size_t i = 0; i < why->count; i++)
        if (line_at(why, i)->kind == LINE_PACKET && line_at(why, i)->ordinal <= ordinal)
            line_at(why, i)->settled = true;
}

static void print_reason(struct rvt_dump_why *why, const struct rvt_reason *reason)
{
    const char *between = " (or";

    rvt_output_print(why->output, "; %s %s", rvt_decision_clause(reason->decision),
                     rvt_decision_text(reason->decision));
    if (rvt_reason_is_sure(reason))
        return;
    for (unsigned d = 0; d < 64; d++) {
        if ((reason->possible >> d & 1) == 0 || d == reason->decision)
            continue;
        rvt_output_print(why->output, "%s %s", between, rvt_decision_text((enum rvt_decision)d));
        between = ", or";
    }
    rvt_output_print(why->output, ")");
}

static const char *path_end_text(enum rvt_path_end end)
{
    switch (end) {
    case RVT_PATH_END_NONE:
        return "refers to no instruction";
    case RVT_PATH_END_START:
        return "starts here";
    case RVT_PATH_END_HANDLER:
        return "after a trap";
    case RVT_PATH_END_BREAK:
        return "after a context change with discontinuity";
    case RVT_PATH_END_INFERABLE:
        return "by an inferable path";
    case RVT_PATH_END_RETURN:
        return "by an implicit return";
    case RVT_PATH_END_SIJUMP:
        return "by a sequentially inferable jump";
    case RVT_PATH_END_UPDISCON:
        return "by an uninferable discontinuity";
    }
    return "";
}

static void print_why(struct rvt_dump_why *why, const struct line *line)
{
    const struct rvt_packet_meaning *meaning = &line->meaning;

    if (line->fault.status != RVT_OK) {
        char text[256];
        rvt_diag_format(&line->fault, text, sizeof text);
        rvt_output_print(why->output, "        cannot be followed: %s\n", text);
        return;
    }
    if (!line->stepped) {
        rvt_output_print(why->output, "        skipped: the position is unknown\n");
        return;
    }
    rvt_output_print(why->output, "        %s", path_end_text(meaning->end));
    if (meaning->instructions > 0)
        rvt_output_print(why->output, "; proves %" PRIu64 " instruction%s, %" PRIx64 " to %" PRIx64,
                         meaning->instructions, meaning->instructions == 1 ? "" : "s",
                         meaning->first, meaning->last);
    if (meaning->ambiguous)
        rvt_output_print(why->output, "; implicit returns lead here more than once [%s]",
                         line->packet.format == RVT_FORMAT_SYNC ? "AMB-021" : "ETR-MODE-010");
    if (line->reasoned)
        print_reason(why, &line->reason);
    rvt_output_print(why->output, "\n");
}

static void print_line(struct rvt_dump_why *why, const struct line *line)
{
    if (line->kind != LINE_FOREIGN)
        rvt_null_run_end(&why->nulls, why->config, why->output);
    switch (line->kind) {
    case LINE_PACKET:
        rvt_dump_text(why->output, why->config, &line->item, &line->packet);
        print_why(why, line);
        break;
    case LINE_DATA:
        rvt_dump_data_text(why->output, why->config, &line->item, &line->data);
        break;
    case LINE_FOREIGN:
        if (!rvt_null_run_take(&why->nulls, why->config, why->output, &line->item))
            rvt_dump_text(why->output, why->config, &line->item, NULL);
        break;
    case LINE_BAD:
        rvt_dump_text_fault(why->output, &line->item, &line->fault);
        break;
    }
}

/* Prints the lines of which all is said. */
static enum rvt_status print_settled(struct rvt_dump_why *why)
{
    while (why->count > 0 && line_at(why, 0)->settled) {
        print_line(why, line_at(why, 0));
        why->first = (why->first + 1) % why->capacity;
        why->count--;
    }
    return rvt_output_write(why->output, NULL, 0);
}

static enum rvt_status grow(struct rvt_dump_why *why)
{
    size_t capacity = 2 * why->capacity + 64;
    struct line *grown = calloc(capacity, sizeof(*grown));

    if (grown == NULL)
        return RVT_ERR_MEMORY;
    for (size_t i = 0; i < why->count; i++)
        grown[i] = *line_at(why, i);
    free(why->line);
    why->line = grown;
    why->capacity = capacity;
    why->first = 0;
    return RVT_OK;
}

/* A new line at the end of the queue, zeroed but for item; null: out of memory. */
static struct line *add_line(struct rvt_dump_why *why, const struct rvt_stream_item *item)
{
    if (why->count == why->capacity && grow(why) != RVT_OK)
        return NULL;
    struct line *line = line_at(why, why->count++);
    *line = (struct line){.item = *item};
    return line;
}

static enum rvt_status take_reason(void *context, const struct rvt_reason *reason)
{
    struct rvt_dump_why *why = context;
    struct line *line = find(why, reason->packet);

    if (line != NULL) {
        line->reason = *reason;
        line->reasoned = true;
    }
    settle(why, reason->packet);
    return RVT_OK;
}

static enum rvt_status take_step(void *context, const struct rvt_packet_meaning *meaning)
{
    struct rvt_dump_why *why = context;
    struct line *line = find(why, meaning->packet);

    if (line != NULL && meaning->te_inst != NULL)
        line->meaning = *meaning;
    if (line != NULL) {
        line->meaning.end = meaning->end;
        line->stepped = true;
    }
    return rvt_reasons_packet(&why->why, meaning);
}

enum rvt_status rvt_dump_why_open(const struct rvt_config *config, struct rvt_image *image,
                                  struct rvt_output *output, struct rvt_dump_why **why)
{
    struct rvt_dump_why *opened = calloc(1, sizeof(*opened));
    struct rvt_decoder_output callbacks = {.meaning = take_step, .context = opened};

    if (opened == NULL)
        return RVT_ERR_MEMORY;
    opened->config = config;
    opened->output = output;
    rvt_reasons_init(&opened->why, config, take_reason, opened);
    if (rvt_decoder_profile_open(config, image, &callbacks, 0, &opened->decoder) != RVT_OK) {
        free(opened);
        return RVT_ERR_MEMORY;
    }
    *why = opened;
    return RVT_OK;
}

void rvt_dump_why_close(struct rvt_dump_why *why)
{
    if (why == NULL)
        return;
    rvt_decoder_close(why->decoder);
    free(why->line);
    free(why);
}

const struct rvt_config *rvt_dump_why_config(const struct rvt_dump_why *why)
{
    return rvt_decoder_config(why->decoder);
}

/* The reason of the latest report is not printed any more. */
static void break_path(struct rvt_dump_why *why)
{
    enum rvt_status status = rvt_reasons_break(&why->why);

    assert(status == RVT_OK); /* take_reason refuses nothing */
    (void)status;
}

/* The packet of fault was not followed. */
static void take_fault(struct rvt_dump_why *why, const struct rvt_diag *fault)
{
    struct line *line = find(why, fault->position);

    if (line != NULL) {
        line->fault = *fault;
        line->fault.unit = NULL;
    }
    break_path(why);
    settle(why, fault->position);
}

/* Gives the place of its packet to a fault. */
static void place(struct rvt_dump_why *why, struct rvt_diag *diag)
{
    const struct line *line = find(why, diag->position);

    if (line == NULL)
        return;
    diag->position = line->item.position;
    diag->unit = line->item.unit;
}

enum rvt_status rvt_dump_why_packet(struct rvt_dump_why *why, const struct rvt_stream_item *item,
                                    const struct rvt_packet *packet, struct rvt_diag *diag)
{
    struct line *line = add_line(why, item);

    if (line == NULL)
        return RVT_ERR_MEMORY;
    line->kind = LINE_PACKET;
    line->packet = *packet;
    line->ordinal = why->packets++;
    enum rvt_status status = rvt_decoder_packet(why->decoder, packet, diag);
    if (status != RVT_OK) {
        take_fault(why, diag);
        place(why, diag);
    }
    enum rvt_status printed = print_settled(why);
    return printed != RVT_OK ? printed : status;
}

enum rvt_status rvt_dump_why_other(struct rvt_dump_why *why, const struct rvt_stream_item *item,
                                   const struct rvt_data_packet *data, const struct rvt_diag *fault)
{
    struct line *line = add_line(why, item);

    if (line == NULL)
        return RVT_ERR_MEMORY;
    line->kind = fault != NULL ? LINE_BAD : data != NULL ? LINE_DATA : LINE_FOREIGN;
    line->settled = true;
    if (fault != NULL) {
        line->fault = *fault;
        rvt_decoder_break(why->decoder);
        break_path(why);
        settle(why, why->packets++);
    } else if (data != NULL) {
        line->data = *data;
    }
    return print_settled(why);
}

enum rvt_status rvt_dump_why_finish(struct rvt_dump_why *why, struct rvt_diag *diag)
{
    enum rvt_status status = rvt_decoder_finish(why->decoder, diag);

    if (status != RVT_OK) {
        take_fault(why, diag);
        place(why, diag);
    }
    break_path(why);
    settle(why, why->packets);
    enum rvt_status printed = print_settled(why);
    rvt_null_run_end(&why->nulls, why->config, why->output);
    return printed != RVT_OK ? printed : status;
}
