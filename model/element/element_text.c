/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "element/element_text.h"

#include <inttypes.h>

#include "base/status.h"
#include "decoder/data_decoder.h"

/* A member of an element, as both forms have it. */
enum value_kind {
    VALUE_HEX,
    VALUE_NUMBER,
    VALUE_FLAG, /* text: only if it is true */
    VALUE_WORD,
    VALUE_BYTES
};

struct value {
    enum value_kind kind;
    const char *name;
    uint64_t number;  /* of VALUE_BYTES their count */
    const void *data; /* the word, or the bytes */
};

/* Receives the members in order. */
typedef void (*value_sink)(struct rvt_text *text, const struct value *value);

struct writer {
    struct rvt_text *text;
    value_sink sink;
};

static void put(const struct writer *writer, enum value_kind kind, const char *name,
                uint64_t number)
{
    writer->sink(writer->text, &(struct value){.kind = kind, .name = name, .number = number});
}

static void put_word(const struct writer *writer, const char *name, const char *word)
{
    writer->sink(writer->text, &(struct value){.kind = VALUE_WORD, .name = name, .data = word});
}

static const char *class_word(enum rvt_insn_class class)
{
    static const char *const words[] = {
        [RVT_INSN_CLASS_SEQUENTIAL] = "sequential",   [RVT_INSN_CLASS_BRANCH] = "branch",
        [RVT_INSN_CLASS_INFERABLE] = "inferable",     [RVT_INSN_CLASS_UNINFERABLE] = "uninferable",
        [RVT_INSN_CLASS_TRAP_RETURN] = "trap_return", [RVT_INSN_CLASS_TRAPS] = "traps",
        [RVT_INSN_CLASS_UNKNOWN] = "unknown",
    };

    return words[class];
}

static const char *loss_word(enum rvt_element_loss reason)
{
    static const char *const words[] = {
        [RVT_ELEMENT_LOSS_START] = "start",     [RVT_ELEMENT_LOSS_ENDED] = "ended",
        [RVT_ELEMENT_LOSS_ENCODER] = "encoder", [RVT_ELEMENT_LOSS_CARRIER] = "carrier",
        [RVT_ELEMENT_LOSS_FAULT] = "fault",
    };

    return words[reason];
}

static const char *trace_on_word(enum rvt_element_trace_on reason)
{
    static const char *const words[] = {
        [RVT_ELEMENT_TRACE_ON_START] = "start",
        [RVT_ELEMENT_TRACE_ON_OVERFLOW] = "overflow",
        [RVT_ELEMENT_TRACE_ON_RESTART] = "restart",
    };

    return words[reason];
}

static void put_range(const struct writer *writer, const struct rvt_element_range *range)
{
    put(writer, VALUE_HEX, "start", range->start);
    put(writer, VALUE_HEX, "end", range->end);
    put(writer, VALUE_NUMBER, "count", range->count);
    put(writer, VALUE_NUMBER, "xlen", range->xlen);
    if (range->count == 0)
        return;
    put(writer, VALUE_HEX, "last", range->last);
    put(writer, VALUE_NUMBER, "last_bytes", range->last_bytes);
    put_word(writer, "last_class", class_word(range->last_class));
    put(writer, VALUE_NUMBER, "last_itype", range->last_itype);
    put(writer, VALUE_FLAG, "conditional", range->last_conditional);
    put(writer, VALUE_FLAG, "executed", range->last_executed);
}

static void put_context(const struct writer *writer, const struct rvt_element_context *context)
{
    if (context->privilege_known)
        put(writer, VALUE_NUMBER, "privilege", context->privilege);
    if (context->context_known) {
        put(writer, VALUE_HEX, "context", context->context);
        put(writer, VALUE_NUMBER, "context_width", context->context_width);
    }
    put(writer, VALUE_NUMBER, "xlen", context->xlen);
}

static void put_exception(const struct writer *writer,
                          const struct rvt_element_exception *exception)
{
    put(writer, VALUE_NUMBER, "number", exception->number);
    put(writer, VALUE_FLAG, "interrupt", exception->interrupt);
    if (exception->has_address)
        put(writer, VALUE_HEX, "epc", exception->address);
    put(writer, VALUE_FLAG, "at_branch_target", exception->at_branch_target);
    put(writer, VALUE_HEX, "tval", exception->tval);
}

static void put_swtrace(const struct writer *writer, const struct rvt_element_swtrace *swtrace)
{
    put(writer, VALUE_NUMBER, "master", swtrace->master);
    put(writer, VALUE_NUMBER, "channel", swtrace->channel);
    put(writer, VALUE_FLAG, "message", swtrace->message);
    put(writer, VALUE_FLAG, "marker", swtrace->marker);
    put(writer, VALUE_FLAG, "flag", swtrace->flag);
    if (swtrace->has_time) {
        put(writer, VALUE_HEX, "time", swtrace->time);
        put(writer, VALUE_FLAG, "time_trusted", swtrace->time_trusted);
    }
    writer->sink(writer->text, &(struct value){.kind = VALUE_BYTES,
                                               .name = "payload",
                                               .number = swtrace->bytes,
                                               .data = swtrace->payload});
}

static void put_data(const struct writer *writer, const struct rvt_element_data *data)
{
    put_word(writer, "type", rvt_dtype_name((enum rvt_dtype)data->type));
    put(writer, VALUE_FLAG, "request", data->request);
    put(writer, VALUE_FLAG, "response", data->response);
    put(writer, VALUE_FLAG, "error", data->error);
    put(writer, VALUE_FLAG, "operand", data->operand);
    if (data->request || data->response)
        put(writer, VALUE_NUMBER, "lrid", data->lrid);
    put(writer, VALUE_NUMBER, "bytes", data->bytes);
    put(writer, VALUE_HEX, "value", data->value);
}

static void put_unknown(const struct writer *writer, const struct rvt_diagnosis *diagnosis)
{
    put_word(writer, "status", rvt_status_text(diagnosis->status));
    if (diagnosis->clause != NULL)
        put_word(writer, "clause", diagnosis->clause);
    put_word(writer, "text", diagnosis->text);
}

static void put_members(const struct writer *writer, const struct rvt_element *element)
{
    switch (element->kind) {
    case RVT_ELEMENT_NO_SYNC:
        put_word(writer, "reason", loss_word(element->loss.reason));
        if (element->loss.skipped > 0)
            put(writer, VALUE_NUMBER, "skipped", element->loss.skipped);
        break;
    case RVT_ELEMENT_INSTR_RANGE:
    case RVT_ELEMENT_I_RANGE_NOPATH:
        put_range(writer, &element->range);
        break;
    case RVT_ELEMENT_ADDR_NACC:
        put(writer, VALUE_HEX, "address", element->nacc.address);
        break;
    case RVT_ELEMENT_UNKNOWN:
        put_unknown(writer, element->unknown.diagnosis);
        break;
    case RVT_ELEMENT_TRACE_ON:
        put_word(writer, "reason", trace_on_word(element->trace_on.reason));
        break;
    case RVT_ELEMENT_PE_CONTEXT:
        put_context(writer, &element->context);
        break;
    case RVT_ELEMENT_EXCEPTION:
        put_exception(writer, &element->exception);
        break;
    case RVT_ELEMENT_TIMESTAMP:
        put(writer, VALUE_HEX, "value", element->timestamp.value);
        break;
    case RVT_ELEMENT_EVENT:
        put_word(writer, "type",
                 element->event.type == RVT_ELEMENT_EVENT_TRIGGER ? "trigger" : "notify");
        if (element->event.type == RVT_ELEMENT_EVENT_NOTIFY)
            put(writer, VALUE_HEX, "address", element->event.address);
        break;
    case RVT_ELEMENT_SWTRACE:
        put_swtrace(writer, &element->swtrace);
        break;
    case RVT_ELEMENT_DATA_ADDR:
    case RVT_ELEMENT_DATA_VAL:
        put_data(writer, &element->data);
        break;
    case RVT_ELEMENT_EO_TRACE:
    case RVT_ELEMENT_ADDR_UNKNOWN:
    case RVT_ELEMENT_EXCEPTION_RET:
    case RVT_ELEMENT_CYCLE_COUNT:
    case RVT_ELEMENT_SYNC_MARKER:
    case RVT_ELEMENT_INSTRUMENTATION:
    case RVT_ELEMENT_MEMTRANS:
    case RVT_ELEMENT_BUS_TRANSFER:
    case RVT_ELEMENT_CUSTOM:
        break;
    }
}

static void put_bytes(struct rvt_text *text, const struct value *value)
{
    const uint8_t *data = value->data;

    for (uint64_t i = 0; i < value->number; i++)
        rvt_text_add(text, "%02x", data[i]);
}

/* A text may come from a decoder of the program's own: it stays on its line. */
static void put_plain(struct rvt_text *text, const char *word)
{
    for (; *word != '\0'; word++)
        rvt_text_add(text, "%c", (unsigned char)*word < 0x20 ? ' ' : *word);
}

static void put_quoted(struct rvt_text *text, const char *word)
{
    rvt_text_add(text, "\"");
    for (; *word != '\0'; word++)
        if ((unsigned char)*word < 0x20)
            rvt_text_add(text, "\\u%04x", (unsigned)*word);
        else
            rvt_text_add(text, *word == '"' || *word == '\\' ? "\\%c" : "%c", *word);
    rvt_text_add(text, "\"");
}

static void put_text(struct rvt_text *text, const struct value *value)
{
    switch (value->kind) {
    case VALUE_HEX:
        rvt_text_add(text, " %s=0x%" PRIx64, value->name, value->number);
        break;
    case VALUE_NUMBER:
        rvt_text_add(text, " %s=%" PRIu64, value->name, value->number);
        break;
    case VALUE_FLAG:
        if (value->number != 0)
            rvt_text_add(text, " %s", value->name);
        break;
    case VALUE_WORD:
        rvt_text_add(text, " %s=", value->name);
        put_plain(text, value->data);
        break;
    case VALUE_BYTES:
        rvt_text_add(text, " %s=", value->name);
        put_bytes(text, value);
        break;
    }
}

static void put_json(struct rvt_text *text, const struct value *value)
{
    rvt_text_add(text, ",\"%s\":", value->name);
    switch (value->kind) {
    case VALUE_HEX:
        rvt_text_add(text, "\"0x%" PRIx64 "\"", value->number);
        break;
    case VALUE_NUMBER:
        rvt_text_add(text, "%" PRIu64, value->number);
        break;
    case VALUE_FLAG:
        rvt_text_add(text, "%s", value->number != 0 ? "true" : "false");
        break;
    case VALUE_WORD:
        put_quoted(text, value->data);
        break;
    case VALUE_BYTES:
        rvt_text_add(text, "\"");
        put_bytes(text, value);
        rvt_text_add(text, "\"");
        break;
    }
}

const char *rvt_element_kind_name(enum rvt_element_kind kind)
{
    static const char *const names[RVT_ELEMENT_KINDS] = {
        [RVT_ELEMENT_NO_SYNC] = "NO_SYNC",
        [RVT_ELEMENT_INSTR_RANGE] = "INSTR_RANGE",
        [RVT_ELEMENT_I_RANGE_NOPATH] = "I_RANGE_NOPATH",
        [RVT_ELEMENT_ADDR_NACC] = "ADDR_NACC",
        [RVT_ELEMENT_UNKNOWN] = "UNKNOWN",
        [RVT_ELEMENT_TRACE_ON] = "TRACE_ON",
        [RVT_ELEMENT_EO_TRACE] = "EO_TRACE",
        [RVT_ELEMENT_PE_CONTEXT] = "PE_CONTEXT",
        [RVT_ELEMENT_ADDR_UNKNOWN] = "ADDR_UNKNOWN",
        [RVT_ELEMENT_EXCEPTION] = "EXCEPTION",
        [RVT_ELEMENT_EXCEPTION_RET] = "EXCEPTION_RET",
        [RVT_ELEMENT_TIMESTAMP] = "TIMESTAMP",
        [RVT_ELEMENT_CYCLE_COUNT] = "CYCLE_COUNT",
        [RVT_ELEMENT_EVENT] = "EVENT",
        [RVT_ELEMENT_SWTRACE] = "SWTRACE",
        [RVT_ELEMENT_SYNC_MARKER] = "SYNC_MARKER",
        [RVT_ELEMENT_INSTRUMENTATION] = "INSTRUMENTATION",
        [RVT_ELEMENT_MEMTRANS] = "MEMTRANS",
        [RVT_ELEMENT_DATA_ADDR] = "DATA_ADDR",
        [RVT_ELEMENT_DATA_VAL] = "DATA_VAL",
        [RVT_ELEMENT_BUS_TRANSFER] = "BUS_TRANSFER",
        [RVT_ELEMENT_CUSTOM] = "CUSTOM",
    };

    return (unsigned)kind < RVT_ELEMENT_KINDS ? names[kind] : NULL;
}

void rvt_element_text(const struct rvt_element *element, struct rvt_text *text)
{
    const struct writer writer = {.text = text, .sink = put_text};

    rvt_text_add(text, "id=%u index=0x%" PRIx64 " %s", element->id, element->index,
                 rvt_element_kind_name(element->kind));
    put_members(&writer, element);
}

void rvt_element_json(const struct rvt_element *element, struct rvt_text *text)
{
    const struct writer writer = {.text = text, .sink = put_json};

    rvt_text_add(text, "{\"id\":%u,\"index\":%" PRIu64 ",\"kind\":\"%s\"", element->id,
                 element->index, rvt_element_kind_name(element->kind));
    put_members(&writer, element);
    rvt_text_add(text, "}");
}
