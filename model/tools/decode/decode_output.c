/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/decode/decode_output.h"

#include <inttypes.h>
#include <stdio.h>

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
static uint64_t common_size(const struct rvt_decoder_range *range)
{
    uint64_t span = range->last - range->first;

    if (span == 2 * (range->count - 1))
        return 2;
    return span == 4 * (range->count - 1) ? 4 : 0;
}

static enum rvt_status pc_instruction(void *context, uint64_t pc)
{
    return put_pc(((struct rvt_decode_output *)context)->output, pc);
}

static enum rvt_status pc_range(void *context, const struct rvt_decoder_range *range)
{
    struct rvt_decode_output *decode = context;
    uint64_t step = common_size(range);
    uint64_t pc = range->first;
    enum rvt_status status = RVT_OK;

    if (step == 0)
        return rvt_trace_decoder_instructions(decode->decoder, range, pc_instruction, decode);
    for (uint64_t left = range->count; left && status == RVT_OK; left--) {
        status = put_pc(decode->output, pc);
        pc += step;
    }
    return status;
}

static enum rvt_status pc_trap(void *context, const struct rvt_decoder_trap *trap)
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

/* The same for what the decoder reports of a packet. */
static void begin_packet(struct rvt_decode_output *decode, uint64_t packet)
{
    const struct rvt_positions *positions = &decode->positions;

    begin_at(decode, positions->unit, rvt_positions_of(positions, packet));
}

static void begin_item(struct rvt_decode_output *decode)
{
    begin_at(decode, decode->item->unit, decode->item->position);
}

static enum rvt_status json_range(void *context, const struct rvt_decoder_range *range)
{
    struct rvt_decode_output *decode = context;

    begin_packet(decode, range->packet);
    return rvt_output_print(decode->output,
                            "\"range\":{\"first\":\"0x%" PRIx64 "\",\"last\":\"0x%" PRIx64
                            "\",\"count\":%" PRIu64 ",\"last_size\":%u}}",
                            range->first, range->last, range->count, range->last_size);
}

static enum rvt_status json_trap(void *context, const struct rvt_decoder_trap *trap)
{
    struct rvt_decode_output *decode = context;

    begin_packet(decode, trap->packet);
    rvt_output_print(decode->output, "\"trap\":{\"cause\":%" PRIu32 ",\"interrupt\":%s,",
                     trap->ecause, trap->interrupt ? "true" : "false");
    if (trap->epc_known)
        rvt_output_print(decode->output, "\"epc\":\"0x%" PRIx64 "\",", trap->epc);
    else
        rvt_output_print(decode->output, "\"epc\":null,");
    return rvt_output_print(decode->output, "\"tval\":\"0x%" PRIx64 "\"}}", trap->tval);
}

static const char *event_text(enum rvt_decoder_event_kind kind)
{
    static const char *const texts[] = {[RVT_DECODER_SYNC] = "sync",
                                        [RVT_DECODER_ENDED] = "ended",
                                        [RVT_DECODER_LOST] = "lost",
                                        [RVT_DECODER_CONTEXT] = "context",
                                        [RVT_DECODER_SUPPORT] = "support"};

    return (size_t)kind < sizeof texts / sizeof texts[0] ? texts[kind] : "?";
}

/* Time and context are left out if the trace has none. */
static void put_context(struct rvt_decode_output *decode, const struct rvt_te_inst *packet)
{
    rvt_output_print(decode->output, ",\"privilege\":%u", packet->privilege);
    if (!decode->no_time)
        rvt_output_print(decode->output, ",\"time\":\"0x%" PRIx64 "\"", packet->time);
    if (!decode->no_context)
        rvt_output_print(decode->output, ",\"context\":\"0x%" PRIx64 "\"", packet->context);
}

static enum rvt_status json_event(void *context, const struct rvt_decoder_event *event)
{
    struct rvt_decode_output *decode = context;
    const struct rvt_te_inst *packet = event->te_inst;

    if (decode->muted)
        return RVT_OK;
    begin_packet(decode, event->packet);
    rvt_output_print(decode->output, "\"event\":\"%s\"", event_text(event->kind));
    if (packet != NULL && event->kind == RVT_DECODER_CONTEXT)
        put_context(decode, packet);
    return rvt_output_print(decode->output, "}");
}

/* stderr describes a loss in words. */
static void note_loss(const struct rvt_decode_output *decode, const struct rvt_decoder_loss *loss)
{
    const struct rvt_positions *positions = &decode->positions;
    uint64_t last = rvt_positions_of(positions, loss->last_packet);
    char from[40] = "the beginning", to[40] = "the end", where[64];

    if (loss->from_known)
        (void)snprintf(from, sizeof from, "0x%" PRIx64, loss->from);
    if (loss->to_known)
        (void)snprintf(to, sizeof to, "0x%" PRIx64, loss->to);
    if (last == positions->since)
        (void)snprintf(where, sizeof where, "%s %" PRIu64, positions->unit, last);
    else
        (void)snprintf(where, sizeof where, "%ss %" PRIu64 " to %" PRIu64, positions->unit,
                       positions->since, last);
    (void)fprintf(stderr, "rvt: %s: %s: loss: the instructions between %s and %s are unknown\n",
                  rvt_input_name(decode->stream_path), where, from, to);
}

static enum rvt_status take_loss(void *context, const struct rvt_decoder_loss *loss)
{
    struct rvt_decode_output *decode = context;
    struct rvt_positions *positions = &decode->positions;

    if (decode->trial)
        return RVT_ERR_SINK;
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

static void json_value(struct rvt_decode_output *decode, bool known, const char *name,
                       uint64_t value)
{
    if (known)
        rvt_output_print(decode->output, ",\"%s\":\"0x%" PRIx64 "\"", name, value);
}

static enum rvt_status json_access(void *context, const struct rvt_decoder_access *access)
{
    struct rvt_decode_output *decode = context;
    const char *phase = access->request ? "request" : access->response ? "response" : "whole";

    begin_item(decode);
    rvt_output_print(decode->output, "\"data\":{\"type\":\"%s\",\"phase\":\"%s\",\"size\":%u",
                     rvt_te_data_type_name(access->type), phase, 1u << access->data_size);
    if (access->request || access->response)
        rvt_output_print(decode->output, ",\"lrid\":%u", access->lrid);
    json_value(decode, access->has_address, "address", access->address);
    json_value(decode, access->has_operand, "operand", access->operand);
    json_value(decode, access->has_data, "data", access->data);
    return rvt_output_print(decode->output, "%s}}", access->error ? ",\"error\":true" : "");
}

static enum rvt_status pc_access(void *context, const struct rvt_decoder_access *access)
{
    struct rvt_decode_output *decode = context;
    char line[160];
    enum rvt_status status = rvt_decoder_access_format(access, line, sizeof line);

    return status == RVT_OK ? rvt_output_print(decode->output, "# data %s\n", line) : status;
}

struct rvt_decoder_callbacks rvt_decode_callbacks(struct rvt_decode_output *context)
{
    bool json = context->form == RVT_DECODE_JSON;

    return (struct rvt_decoder_callbacks){.size = sizeof(struct rvt_decoder_callbacks),
                                          .context = context,
                                          .range = json ? json_range : pc_range,
                                          .trap = json ? json_trap : pc_trap,
                                          .event = json ? json_event : NULL,
                                          .loss = take_loss,
                                          .access = json ? json_access : pc_access};
}

void rvt_decode_begin(struct rvt_decode_output *context)
{
    if (context->form == RVT_DECODE_JSON)
        rvt_output_print(context->output, "{\"schema\":\"rvt-decode/1\",\"items\":[");
}

void rvt_decode_end(struct rvt_decode_output *context)
{
    if (context->form == RVT_DECODE_JSON)
        rvt_output_print(context->output, "\n],\"findings\":%" PRIu64 "}\n", context->findings);
}

/* A string of JSON; control characters do not occur in the library's texts. */
static void put_string(struct rvt_output *output, const char *name, const char *text)
{
    rvt_output_print(output, "\"%s\":\"", name);
    for (; *text != '\0'; text++)
        rvt_output_print(output, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    rvt_output_print(output, "\"");
}

enum rvt_status rvt_decode_finding(struct rvt_decode_output *context,
                                   const struct rvt_diagnosis *finding)
{
    struct rvt_output *output = context->output;

    if (context->form == RVT_DECODE_PC)
        return RVT_OK;
    begin_item(context);
    rvt_output_print(output, "\"finding\":{\"position\":%" PRIu64 ",", context->item->position);
    put_string(output, "unit", context->item->unit);
    rvt_output_print(output, ",\"name\":\"?\",\"error\":{");
    put_string(output, "status", rvt_status_name(finding->status));
    rvt_output_print(output, ",");
    put_string(output, "text", finding->text);
    if (finding->field != NULL) {
        rvt_output_print(output, ",");
        put_string(output, "field", finding->field);
        rvt_output_print(output, ",\"value\":\"0x%" PRIx64 "\"", finding->value);
    }
    if (finding->clause != NULL) {
        rvt_output_print(output, ",");
        put_string(output, "clause", finding->clause);
    }
    return rvt_output_print(output, "}}}");
}
