/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/decode_output.h"

#include <inttypes.h>
#include <stdio.h>

#include "io/dump.h"
#include "tools/command.h"

static enum rvt_status put_pc(struct rvt_output *output, uint64_t pc)
{
    char line[17];
    char *from = line + sizeof line;

    *--from = '\n';
    do {
        *--from = "0123456789abcdef"[pc & 15];
        pc >>= 4;
    } while (pc);
    return rvt_output_write(output, from, (size_t)(line + sizeof line - from));
}

/* Bytes of each instruction of range if they are all of one size, else 0. */
static uint64_t common_size(const struct rvt_range *range)
{
    uint64_t span = range->last - range->first;

    if (span == 2 * (range->count - 1))
        return 2;
    return span == 4 * (range->count - 1) ? 4 : 0;
}

static enum rvt_status pc_range(void *context, const struct rvt_range *range)
{
    struct rvt_decode_output *decode = context;
    uint64_t step = common_size(range);
    uint64_t pc = range->first;
    enum rvt_status status = RVT_OK;

    for (uint64_t left = range->count; left && status == RVT_OK; left--) {
        struct rvt_insn insn = {.size = (uint8_t)step};
        status = put_pc(decode->output, pc);
        if (!step && left > 1 && status == RVT_OK)
            status = rvt_image_insn(decode->image, pc, &insn, NULL);
        pc += insn.size;
    }
    return status;
}

static enum rvt_status pc_trap(void *context, const struct rvt_trap *trap)
{
    struct rvt_decode_output *decode = context;
    char epc[20] = "?";

    if (trap->epc_known)
        (void)snprintf(epc, sizeof epc, "%" PRIx64, trap->epc);
    return rvt_output_print(decode->output,
                            "# trap cause=%" PRIu32 " interrupt=%d epc=%s tval=%" PRIx64 "\n",
                            trap->ecause, trap->interrupt, epc, trap->tval);
}

/* Begins an object of the array of items. */
static void begin_at(struct rvt_decode_output *decode, const char *unit, uint64_t position)
{
    rvt_output_print(decode->output, "%s\n{\"%s\":%" PRIu64 ",", decode->items ? "," : "", unit,
                     position);
    decode->items++;
}

/* The same for what the decoder tells of a packet. */
static void begin_packet(struct rvt_decode_output *decode)
{
    const struct rvt_positions *positions = &decode->positions;

    begin_at(decode, positions->unit,
             rvt_positions_of(positions, rvt_decoder_ordinal(decode->decoder)));
}

static void begin_item(struct rvt_decode_output *decode)
{
    begin_at(decode, decode->item->unit, decode->item->position);
}

static enum rvt_status json_range(void *context, const struct rvt_range *range)
{
    struct rvt_decode_output *decode = context;

    begin_packet(decode);
    return rvt_output_print(decode->output,
                            "\"range\":{\"first\":\"0x%" PRIx64 "\",\"last\":\"0x%" PRIx64
                            "\",\"count\":%" PRIu64 ",\"last_size\":%u}}",
                            range->first, range->last, range->count, range->last_size);
}

static enum rvt_status json_trap(void *context, const struct rvt_trap *trap)
{
    struct rvt_decode_output *decode = context;

    begin_packet(decode);
    rvt_output_print(decode->output, "\"trap\":{\"cause\":%" PRIu32 ",\"interrupt\":%s,",
                     trap->ecause, trap->interrupt ? "true" : "false");
    if (trap->epc_known)
        rvt_output_print(decode->output, "\"epc\":\"0x%" PRIx64 "\",", trap->epc);
    else
        rvt_output_print(decode->output, "\"epc\":null,");
    return rvt_output_print(decode->output, "\"tval\":\"0x%" PRIx64 "\"}}", trap->tval);
}

static const char *event_text(enum rvt_trace_event event)
{
    switch (event) {
    case RVT_EVENT_SYNC:
        return "sync";
    case RVT_EVENT_ENDED:
        return "ended";
    case RVT_EVENT_LOST:
        return "lost";
    case RVT_EVENT_CONTEXT:
        return "context";
    case RVT_EVENT_SUPPORT:
        return "support";
    }
    return "?";
}

static enum rvt_status json_event(void *context, enum rvt_trace_event event,
                                  const struct rvt_packet *packet)
{
    struct rvt_decode_output *decode = context;

    begin_packet(decode);
    rvt_output_print(decode->output, "\"event\":\"%s\"", event_text(event));
    if (packet && event == RVT_EVENT_CONTEXT)
        rvt_output_print(decode->output,
                         ",\"privilege\":%u,\"time\":\"0x%" PRIx64 "\",\"context\":\"0x%" PRIx64
                         "\"",
                         packet->privilege, packet->time, packet->context);
    return rvt_output_print(decode->output, "}");
}

/* Of a loss stderr tells in words. */
static void note_loss(const struct rvt_decode_output *decode, const struct rvt_loss *loss)
{
    const struct rvt_positions *positions = &decode->positions;
    uint64_t last = rvt_positions_of(positions, loss->last_packet);
    char from[40] = "the beginning", to[40] = "the end", where[64];

    if (loss->from_known)
        (void)snprintf(from, sizeof from, "%" PRIx64, loss->from);
    if (loss->to_known)
        (void)snprintf(to, sizeof to, "%" PRIx64, loss->to);
    if (last == positions->since)
        (void)snprintf(where, sizeof where, "%s %" PRIu64, positions->unit, last);
    else
        (void)snprintf(where, sizeof where, "%ss %" PRIu64 " to %" PRIu64, positions->unit,
                       positions->since, last);
    (void)fprintf(stderr, "rvt: %s: %s: it is not known what retired between %s and %s\n",
                  rvt_input_name(decode->stream_path), where, from, to);
}

static enum rvt_status take_loss(void *context, const struct rvt_loss *loss)
{
    struct rvt_decode_output *decode = context;
    struct rvt_positions *positions = &decode->positions;

    rvt_positions_lose(positions, loss->first_packet);
    positions->losing = false;
    note_loss(decode, loss);
    if (decode->form != RVT_DECODE_JSON)
        return RVT_OK;
    begin_at(decode, positions->unit, positions->since);
    rvt_output_print(decode->output, "\"loss\":{\"last\":%" PRIu64,
                     rvt_positions_of(positions, loss->last_packet));
    if (loss->from_known)
        rvt_output_print(decode->output, ",\"after\":\"0x%" PRIx64 "\"", loss->from);
    if (loss->to_known)
        rvt_output_print(decode->output, ",\"before\":\"0x%" PRIx64 "\"", loss->to);
    return rvt_output_print(decode->output, "}}");
}

static void json_value(struct rvt_decode_output *decode, bool told, const char *name,
                       uint64_t value)
{
    if (told)
        rvt_output_print(decode->output, ",\"%s\":\"0x%" PRIx64 "\"", name, value);
}

static enum rvt_status json_access(struct rvt_decode_output *decode,
                                   const struct rvt_data_report *access)
{
    static const char *const phases[] = {"whole", "request", "response"};

    begin_item(decode);
    rvt_output_print(decode->output, "\"data\":{\"type\":\"%s\",\"phase\":\"%s\",\"size\":%u",
                     rvt_dtype_name(access->dtype), phases[access->phase], 1u << access->size);
    if (access->phase != RVT_PHASE_WHOLE)
        rvt_output_print(decode->output, ",\"lrid\":%u", access->lrid);
    json_value(decode, access->has_address, "address", access->address);
    json_value(decode, access->has_operand, "operand", access->operand);
    json_value(decode, access->has_data, "data", access->data);
    return rvt_output_print(decode->output, "%s}}", access->error ? ",\"error\":true" : "");
}

enum rvt_status rvt_decode_access(struct rvt_decode_output *context,
                                  const struct rvt_data_report *access)
{
    struct rvt_text text;
    char line[160];

    if (context->form == RVT_DECODE_JSON)
        return json_access(context, access);
    rvt_text_init(&text, line, sizeof line);
    rvt_data_report_text(access, &text);
    return rvt_output_print(context->output, "# data %s\n", line);
}

struct rvt_decoder_output rvt_decode_callbacks(struct rvt_decode_output *context)
{
    bool json = context->form == RVT_DECODE_JSON;

    return (struct rvt_decoder_output){.range = json ? json_range : pc_range,
                                       .trap = json ? json_trap : pc_trap,
                                       .event = json ? json_event : NULL,
                                       .loss = take_loss,
                                       .context = context};
}

void rvt_decode_begin(struct rvt_decode_output *context)
{
    if (context->form == RVT_DECODE_JSON)
        rvt_output_print(context->output, "{\"schema\":\"rvt-decode/1\",\"items\":[");
}

void rvt_decode_end(struct rvt_decode_output *context, uint64_t findings)
{
    if (context->form == RVT_DECODE_JSON)
        rvt_output_print(context->output, "\n],\"findings\":%" PRIu64 "}\n", findings);
}

enum rvt_status rvt_decode_finding(struct rvt_decode_output *context, const struct rvt_diag *diag)
{
    if (context->form == RVT_DECODE_PC)
        return RVT_OK;
    begin_item(context);
    rvt_output_print(context->output, "\"finding\":");
    enum rvt_status status = rvt_dump_json_fault(context->output, context->item, diag);
    rvt_output_print(context->output, "}");
    return status;
}
