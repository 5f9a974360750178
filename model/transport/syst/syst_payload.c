/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The rules of what messages hold: texts, arguments, clocks. */
#include "base/utf8.h"
#include "transport/syst/syst_args.h"
#include "transport/syst/syst_judge.h"

/* Byte offset of the body in the message. */
static size_t body_at(const struct rvt_syst_judge *judge)
{
    return (size_t)(judge->message->body - judge->data);
}

/* Spec: SYST-102. */
static void judge_utf8(const struct rvt_syst_judge *judge, size_t at, size_t bytes)
{
    size_t legal = rvt_utf8_legal(judge->data + at, bytes);

    if (legal < bytes)
        rvt_syst_tell(judge, RVT_RULE_SYST_102, at + legal, "byte", judge->data[at + legal], NULL,
                      0);
}

/* A payload that is text and no more. Spec: SYST-014, SYST-101. */
static void judge_text(const struct rvt_syst_judge *judge)
{
    size_t at = body_at(judge), text = 0, rest = 0;
    bool ended = rvt_syst_split(judge->message, &text, &rest);

    judge_utf8(judge, at, text);
    if (!ended)
        rvt_syst_tell(judge, RVT_RULE_SYST_101, at, "bytes", text, NULL, 0);
    if (rest > 0)
        rvt_syst_tell(judge, RVT_RULE_SYST_014, at + text + 1, "bytes", rest, "not", 0);
}

/* Spec: SYST-102. */
static void judge_argument_texts(const struct rvt_syst_judge *judge,
                                 const struct rvt_syst_args *args, enum rvt_syst_packing packing)
{
    struct rvt_syst_conversion conversion;
    struct rvt_syst_value value;
    size_t format_at = 0, at = 0;
    int32_t star;
    bool found = true;

    while (rvt_syst_conversion_next(args->format, args->format_bytes, &format_at, &conversion,
                                    &found) == RVT_OK &&
           found) {
        if ((conversion.width_star &&
             rvt_syst_args_star(args, packing, &at, &star) != RVT_SYST_FITS) ||
            (conversion.precision_star &&
             rvt_syst_args_star(args, packing, &at, &star) != RVT_SYST_FITS))
            return;
        if (conversion.argument == RVT_SYST_ARGUMENT_NONE)
            continue;
        if (rvt_syst_args_take(args, packing, &conversion, &at, &value) != RVT_SYST_FITS)
            return;
        if (conversion.argument == RVT_SYST_ARGUMENT_STRING)
            judge_utf8(judge, (size_t)(value.text - judge->data), value.text_bytes);
    }
}

/* Arguments under their format; format_at: what a fault in the format is told of. Spec: SYST-013,
 * SYST-014, SYST-018. */
static void judge_args(const struct rvt_syst_judge *judge, const struct rvt_syst_args *args,
                       size_t format_at)
{
    size_t args_at = (size_t)(args->data - judge->data);
    enum rvt_syst_packing packing;
    size_t at = 0;

    switch (rvt_syst_args_infer(args, &packing, &at)) {
    case RVT_SYST_FITS:
        judge_argument_texts(judge, args, packing);
        break;
    case RVT_SYST_BAD_FORMAT:
        rvt_syst_tell(judge, RVT_RULE_SYST_018, format_at, "place in the format", at, NULL, 0);
        break;
    case RVT_SYST_MISSING:
        rvt_syst_tell(judge, RVT_RULE_SYST_018, args_at + at, "bytes left", args->bytes - at, NULL,
                      0);
        break;
    case RVT_SYST_UNTERMINATED:
        rvt_syst_tell(judge, RVT_RULE_SYST_013, args_at + at, "bytes", args->bytes - at, NULL, 0);
        break;
    case RVT_SYST_LEFT_OVER:
        rvt_syst_tell(judge, RVT_RULE_SYST_014, args_at + at, "bytes", args->bytes - at, "not", 0);
        break;
    }
}

/* Spec: SYST-013. */
static void judge_printf(const struct rvt_syst_judge *judge)
{
    const struct rvt_syst_message *message = judge->message;
    struct rvt_syst_args args;

    if (!rvt_syst_args_of(message, NULL, &args)) {
        rvt_syst_tell(judge, RVT_RULE_SYST_013, body_at(judge), "bytes", message->body_bytes, NULL,
                      0);
        return;
    }
    judge_utf8(judge, body_at(judge), args.format_bytes);
    judge_args(judge, &args, body_at(judge));
}

/* Spec: SYST-103. */
static void judge_catalog(const struct rvt_syst_judge *judge)
{
    const struct rvt_syst_message *message = judge->message;
    const struct rvt_syst_config *config = judge->config;
    const char *format;
    struct rvt_syst_args args;

    if (config->lookup == NULL)
        return;
    format = config->lookup(config->lookup_context, judge->place, message);
    if (format == NULL)
        rvt_syst_tell(judge, RVT_RULE_SYST_103, message->payload_at, "ID", message->value, NULL, 0);
    else if (rvt_syst_args_of(message, format, &args))
        judge_args(judge, &args, message->payload_at);
}

/* Spec: SYST-010, SYST-016. */
static void judge_clock(const struct rvt_syst_judge *judge)
{
    const struct rvt_syst_message *message = judge->message;
    unsigned head = rvt_syst_head_bytes(message->type, message->subtype);

    if (message->body_bytes > 0)
        rvt_syst_tell(judge, RVT_RULE_SYST_010, message->payload_at + head, "payload",
                      head + message->body_bytes, "not", head);
    if (message->frequency == 0)
        rvt_syst_tell(judge, RVT_RULE_SYST_016, message->payload_at + 8, "frequency", 0, NULL, 0);
}

/* Spec: SYST-013. */
static void judge_sbd(const struct rvt_syst_judge *judge)
{
    const struct rvt_syst_message *message = judge->message;
    size_t text = 0, rest = 0;

    if (!rvt_syst_has_text(message))
        return;
    if (!rvt_syst_split(message, &text, &rest))
        rvt_syst_tell(judge, RVT_RULE_SYST_013, body_at(judge), "bytes", text, NULL, 0);
    judge_utf8(judge, body_at(judge), text);
}

void rvt_syst_judge_payload(const struct rvt_syst_judge *judge)
{
    const struct rvt_syst_message *message = judge->message;

    if (!rvt_syst_known_subtype(message->type, message->subtype))
        return;
    switch (message->type) {
    case RVT_SYST_BUILD:
        if (message->body_bytes > 0)
            judge_text(judge);
        break;
    case RVT_SYST_STRING:
        if (message->subtype >= RVT_SYST_STRING_PRINTF_32)
            judge_printf(judge);
        else
            judge_text(judge);
        break;
    case RVT_SYST_CATALOG:
        judge_catalog(judge);
        break;
    case RVT_SYST_CLOCK:
        judge_clock(judge);
        break;
    case RVT_SYST_SBD:
        judge_sbd(judge);
        break;
    default:
        break;
    }
}
