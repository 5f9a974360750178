/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Formatter frames, STP and SyS-T. */
#include "tests/unit/api/fixture.h"

struct taken {
    uint8_t sent[1024], got[256];
    size_t bytes, got_bytes;
    unsigned findings, elements, messages;
    char finding[160], opcode[16];
    uint64_t time;
    struct rvt_message message;
    uint8_t body[64];
};

static void take_bytes(void *context, const uint8_t *data, size_t bytes)
{
    struct taken *taken = context;

    cr_assert_leq(taken->bytes + bytes, sizeof taken->sent);
    memcpy(taken->sent + taken->bytes, data, bytes);
    taken->bytes += bytes;
}

static void take_finding(void *context, const struct rvt_rule_finding *finding)
{
    struct taken *taken = context;

    taken->findings += finding->severity != RVT_RULE_INFO;
    rvt_rule_finding_format(finding, taken->finding, sizeof taken->finding);
}

static void take_data(void *context, unsigned id, const uint8_t *data, const uint64_t *position,
                      size_t bytes)
{
    struct taken *taken = context;

    for (size_t i = 0; i < bytes && id == 5; i++) {
        cr_assert_lt(position[i], 64);
        taken->got[taken->got_bytes++] = data[i];
    }
}

Test(frame, there_and_back)
{
    static const uint8_t data[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17};
    struct taken taken = {.bytes = 0};
    struct rvt_frame_sender *sender = NULL;
    struct rvt_frame_receiver *receiver = NULL;
    struct rvt_frame_callbacks callbacks;

    RVT_CLEAR(&callbacks);
    callbacks.context = &taken;
    callbacks.data = take_data;
    callbacks.finding = take_finding;
    cr_assert_eq(rvt_frame_sender_open(NULL, take_bytes, &taken, &sender), RVT_OK);
    cr_assert_eq(rvt_frame_sender_write(sender, 5, data, sizeof data), RVT_OK);
    cr_assert_eq(rvt_frame_sender_write(sender, 0x70, data, 1), RVT_ERR_PARAMETER);
    rvt_frame_sender_flush(sender);
    rvt_frame_sender_close(sender);
    cr_assert_eq(taken.bytes, 32);
    cr_assert_eq(taken.sent[0], 5 << 1 | 1);
    cr_assert_eq(rvt_frame_receiver_open(false, &callbacks, &receiver), RVT_OK);
    for (size_t i = 0; i < taken.bytes; i++)
        rvt_frame_receiver_push(receiver, taken.sent + i, 1);
    rvt_frame_receiver_finish(receiver);
    cr_assert_eq(taken.got_bytes, sizeof data);
    cr_assert_arr_eq(taken.got, data, sizeof data);
    cr_assert_eq(taken.findings, 0);
    rvt_frame_receiver_close(receiver);
    cr_assert_eq(rvt_frame_receiver_open(false, &callbacks, &receiver), RVT_OK);
    rvt_frame_receiver_push(receiver, taken.sent, 7);
    rvt_frame_receiver_finish(receiver);
    cr_assert_eq(taken.findings, 1);
    cr_assert_not_null(strstr(taken.finding, "FRM-"), "%s", taken.finding);
    rvt_frame_receiver_close(receiver);
    rvt_frame_receiver_close(NULL);
    rvt_frame_sender_close(NULL);
    cr_assert_eq(rvt_frame_receiver_open(false, NULL, &receiver), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_frame_sender_open(NULL, NULL, NULL, &sender), RVT_ERR_PARAMETER);
}

static void take_element(void *context, const struct rvt_stp_element *element)
{
    struct taken *taken = context;

    taken->elements++;
    if (element->lost || strcmp(element->opcode, "NULL") == 0)
        return;
    (void)strncpy(taken->opcode, element->opcode, sizeof taken->opcode - 1);
    taken->time = element->time;
    if (strcmp(element->opcode, "D32TS") == 0) {
        cr_assert_eq(element->payload, 0x12345678);
        cr_assert_eq(element->master, 5);
        cr_assert_eq(element->channel, 7);
        cr_assert(element->timed && element->trusted);
    }
}

static struct rvt_stp_sender *open_sender(struct taken *taken)
{
    struct rvt_stp_format_options format;
    struct rvt_stp_sender *sender = NULL;

    RVT_CLEAR(&format);
    cr_assert_eq(rvt_stp_sender_open(&format, take_bytes, taken, &sender), RVT_ERR_PARAMETER);
    format.time = RVT_STP_CLOCK_NAT;
    cr_assert_eq(rvt_stp_sender_open(&format, take_bytes, taken, &sender), RVT_OK);
    return sender;
}

/* The nibbles are those of vectors/stp/encoder.yaml, case first: ASYNC f003 105 307 f6... */
Test(stp, there_and_back)
{
    static const uint8_t after_async[] = {0x0f, 0x30, 0x01, 0x35, 0x70};
    struct taken taken = {.bytes = 0};
    struct rvt_stp_sender *sender = open_sender(&taken);
    struct rvt_stp_receiver *receiver = NULL;
    struct rvt_stp_callbacks callbacks;

    RVT_CLEAR(&callbacks);
    callbacks.context = &taken;
    callbacks.element = take_element;
    callbacks.finding = take_finding;
    cr_assert_eq(rvt_stp_sender_packet(sender, "D32TS", 5, 7, 0x12345678, 0x1234), RVT_OK);
    cr_assert_eq(rvt_stp_sender_packet(sender, "D33", 5, 7, 0, 0), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_stp_sender_packet(sender, NULL, 5, 7, 0, 0), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_stp_sender_packet(sender, "ASYNC", 5, 7, 0, 0), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_stp_sender_packet(sender, "D8", 5, 7, 0x100, 0), RVT_ERR_CAPACITY);
    rvt_stp_sender_finish(sender);
    rvt_stp_sender_close(sender);
    cr_assert_arr_eq(taken.sent + 11, after_async, sizeof after_async);
    cr_assert_eq(rvt_stp_receiver_open(NULL, &callbacks, &receiver), RVT_OK);
    rvt_stp_receiver_push(receiver, taken.sent, taken.bytes);
    rvt_stp_receiver_finish(receiver);
    rvt_stp_receiver_close(receiver);
    cr_assert_eq(taken.findings, 0, "%s", taken.finding);
    cr_assert_str_eq(taken.opcode, "D32TS");
    cr_assert_eq(taken.time, 0x1234);
    cr_assert_eq(rvt_stp_receiver_open(NULL, &callbacks, &receiver), RVT_OK);
    rvt_stp_receiver_push(receiver, taken.sent, taken.bytes / 2);
    rvt_stp_receiver_finish(receiver);
    cr_assert_geq(taken.findings, 1);
    rvt_stp_receiver_close(receiver);
    rvt_stp_receiver_close(NULL);
    rvt_stp_sender_close(NULL);
    cr_assert_eq(rvt_stp_receiver_open(NULL, NULL, &receiver), RVT_ERR_PARAMETER);
}

static void take_message(void *context, const struct rvt_syst_delivery *delivery)
{
    struct taken *taken = context;

    taken->messages++;
    taken->message = *delivery->message;
    memcpy(taken->body, delivery->message->body, delivery->message->body_bytes);
    cr_assert_eq(delivery->master, 1);
    cr_assert_eq(delivery->channel, 2);
    cr_assert_eq(delivery->time, 77);
}

Test(syst, messages_on_stp)
{
    struct taken taken = {.bytes = 0};
    struct rvt_stp_sender *sender = open_sender(&taken);
    struct rvt_syst_receiver *receiver = NULL;
    struct rvt_syst_callbacks callbacks;
    struct rvt_message message, read;
    struct rvt_diagnosis why;
    uint8_t out[64];
    size_t bytes = 0, used = 0;

    RVT_CLEAR(&callbacks);
    RVT_CLEAR(&message);
    RVT_CLEAR(&read);
    RVT_CLEAR(&why);
    callbacks.context = &taken;
    callbacks.message = take_message;
    callbacks.finding = take_finding;
    message.type = RVT_MESSAGE_RAW;
    message.subtype = 3;
    message.has_checksum = true;
    message.body = (const uint8_t *)"trace";
    message.body_bytes = 5;
    cr_assert_eq(rvt_message_write(&message, out, sizeof out, &bytes, &why), RVT_OK, "%s",
                 why.text);
    cr_assert_eq(rvt_message_read(out, bytes, &read, &used, &why), RVT_OK);
    cr_assert_eq(used, bytes);
    cr_assert_eq(read.type, RVT_MESSAGE_RAW);
    cr_assert_eq(read.subtype, 3);
    cr_assert_eq(read.body_bytes, 5);
    cr_assert_eq(rvt_stp_sender_message(sender, 1, 2, 77, false, out, bytes), RVT_OK);
    cr_assert_eq(rvt_stp_sender_message(sender, 1, 2, 77, false, out, 3), RVT_ERR_PARAMETER);
    rvt_stp_sender_finish(sender);
    rvt_stp_sender_close(sender);
    cr_assert_eq(rvt_syst_receiver_open(NULL, &callbacks, &receiver), RVT_OK);
    cr_assert_eq(rvt_syst_receiver_push(receiver, taken.sent, taken.bytes), RVT_OK);
    cr_assert_eq(rvt_syst_receiver_finish(receiver), RVT_OK);
    rvt_syst_receiver_close(receiver);
    rvt_syst_receiver_close(NULL);
    cr_assert_eq(taken.messages, 1);
    cr_assert_eq(taken.findings, 0, "%s", taken.finding);
    cr_assert_eq(taken.message.subtype, 3);
    cr_assert_arr_eq(taken.body, "trace", 5);
    out[bytes - 1] ^= 1;
    cr_assert_eq(rvt_message_read(out, bytes, &read, &used, &why), RVT_ERR_CHECKSUM);
    cr_assert_eq(rvt_message_read(out, 3, &read, &used, &why), RVT_ERR_TRUNCATED);
    out[0] = 0x0f;
    cr_assert_eq(rvt_message_read(out, bytes, &read, &used, &why), RVT_ERR_RESERVED);
    cr_assert_eq(rvt_message_write(&message, out, 4, &bytes, &why), RVT_ERR_CAPACITY);
    cr_assert_eq(rvt_message_write(NULL, out, sizeof out, &bytes, &why), RVT_ERR_PARAMETER);
    message.body = NULL;
    cr_assert_eq(rvt_message_write(&message, out, sizeof out, &bytes, &why), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_syst_receiver_open(NULL, NULL, &receiver), RVT_ERR_PARAMETER);
}

Test(finding, text_of_wrong_structures)
{
    struct rvt_rule_finding finding;
    char text[64] = "before";

    RVT_CLEAR(&finding);
    rvt_rule_finding_format(&finding, text, sizeof text);
    cr_assert_str_eq(text, "");
    finding.rule = "NO-001";
    rvt_rule_finding_format(&finding, text, sizeof text);
    cr_assert_str_eq(text, "");
    finding.rule = "STP-003";
    rvt_rule_finding_format(&finding, text, sizeof text);
    cr_assert_not_null(strstr(text, "STP-003"), "%s", text);
}
