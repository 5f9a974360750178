/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "transport/syst/syst_payload.h"

#include "base/utf8.h"
#include "transport/syst/syst_args.h"

/* Byte offset of the body in the message. */
static size_t body_at(const struct rvt_syst_subject *subject)
{
    return (size_t)(subject->message->body - subject->data);
}

/* Spec: SYST-102. */
static void check_utf8(const struct rvt_syst_subject *subject, size_t at, size_t bytes)
{
    size_t legal = rvt_utf8_legal(subject->data + at, bytes);

    if (legal < bytes)
        rvt_syst_report(subject, RVT_RULE_SYST_102, at + legal, "byte", subject->data[at + legal],
                        NULL, 0);
}

/* A payload that is only text. Spec: SYST-014, SYST-101. */
static void check_text(const struct rvt_syst_subject *subject)
{
    size_t at = body_at(subject), text = 0, rest = 0;
    bool ended = rvt_syst_split(subject->message, &text, &rest);

    check_utf8(subject, at, text);
    if (!ended)
        rvt_syst_report(subject, RVT_RULE_SYST_101, at, "bytes", text, NULL, 0);
    if (rest > 0)
        rvt_syst_report(subject, RVT_RULE_SYST_014, at + text + 1, "bytes", rest, "not", 0);
}

/* Spec: SYST-102. */
static void check_argument_texts(const struct rvt_syst_subject *subject,
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
            check_utf8(subject, (size_t)(value.text - subject->data), value.text_bytes);
    }
}

/* Arguments and their format; format_at: the place reported for a fault in the format. Spec:
 * SYST-013, SYST-014, SYST-018. */
static void check_args(const struct rvt_syst_subject *subject, const struct rvt_syst_args *args,
                       size_t format_at)
{
    size_t args_at = (size_t)(args->data - subject->data);
    enum rvt_syst_packing packing;
    size_t at = 0;

    switch (rvt_syst_args_infer(args, &packing, &at)) {
    case RVT_SYST_FITS:
        check_argument_texts(subject, args, packing);
        break;
    case RVT_SYST_BAD_FORMAT:
        rvt_syst_report(subject, RVT_RULE_SYST_018, format_at, "place in the format", at, NULL, 0);
        break;
    case RVT_SYST_MISSING:
        rvt_syst_report(subject, RVT_RULE_SYST_018, args_at + at, "bytes left", args->bytes - at,
                        NULL, 0);
        break;
    case RVT_SYST_UNTERMINATED:
        rvt_syst_report(subject, RVT_RULE_SYST_013, args_at + at, "bytes", args->bytes - at, NULL,
                        0);
        break;
    case RVT_SYST_LEFT_OVER:
        rvt_syst_report(subject, RVT_RULE_SYST_014, args_at + at, "bytes", args->bytes - at, "not",
                        0);
        break;
    }
}

/* Spec: SYST-013. */
static void check_printf(const struct rvt_syst_subject *subject)
{
    const struct rvt_syst_message *message = subject->message;
    struct rvt_syst_args args;

    if (!rvt_syst_args_of(message, NULL, &args)) {
        rvt_syst_report(subject, RVT_RULE_SYST_013, body_at(subject), "bytes", message->body_bytes,
                        NULL, 0);
        return;
    }
    check_utf8(subject, body_at(subject), args.format_bytes);
    check_args(subject, &args, body_at(subject));
}

/* Spec: SYST-103. */
static void check_catalog(const struct rvt_syst_subject *subject)
{
    const struct rvt_syst_message *message = subject->message;
    const char *format;
    struct rvt_syst_args args;

    if (subject->lookup == NULL)
        return;
    format = subject->lookup(subject->lookup_context, subject->place, message);
    if (format == NULL)
        rvt_syst_report(subject, RVT_RULE_SYST_103, message->payload_at, "ID", message->value, NULL,
                        0);
    else if (rvt_syst_args_of(message, format, &args))
        check_args(subject, &args, message->payload_at);
}

/* Spec: SYST-010, SYST-016. */
static void check_clock(const struct rvt_syst_subject *subject)
{
    const struct rvt_syst_message *message = subject->message;
    unsigned head = rvt_syst_head_bytes(message->type, message->subtype);

    if (message->body_bytes > 0)
        rvt_syst_report(subject, RVT_RULE_SYST_010, message->payload_at + head, "payload",
                        head + message->body_bytes, "not", head);
    if (message->frequency == 0)
        rvt_syst_report(subject, RVT_RULE_SYST_016, message->payload_at + 8, "frequency", 0, NULL,
                        0);
}

/* Spec: SYST-013. */
static void check_sbd(const struct rvt_syst_subject *subject)
{
    const struct rvt_syst_message *message = subject->message;
    size_t text = 0, rest = 0;

    if (!rvt_syst_has_text(message))
        return;
    if (!rvt_syst_split(message, &text, &rest))
        rvt_syst_report(subject, RVT_RULE_SYST_013, body_at(subject), "bytes", text, NULL, 0);
    check_utf8(subject, body_at(subject), text);
}

void rvt_syst_check_payload(const struct rvt_syst_subject *subject)
{
    const struct rvt_syst_message *message = subject->message;

    if (!rvt_syst_known_subtype(message->type, message->subtype))
        return;
    switch (message->type) {
    case RVT_SYST_BUILD:
        if (message->body_bytes > 0)
            check_text(subject);
        break;
    case RVT_SYST_STRING:
        if (message->subtype >= RVT_SYST_STRING_PRINTF_32)
            check_printf(subject);
        else
            check_text(subject);
        break;
    case RVT_SYST_CATALOG:
        check_catalog(subject);
        break;
    case RVT_SYST_CLOCK:
        check_clock(subject);
        break;
    case RVT_SYST_SBD:
        check_sbd(subject);
        break;
    default:
        break;
    }
}
