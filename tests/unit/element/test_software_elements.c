/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* STP to elements: packets, messages, triggers, losses. ASYNC and VERSION have 26 nibbles, M8 and
 * C8 have 3 each. Shows: STP-001, STP-003, STP-006 */
#include "tests/unit/element/element_rig.h"

#include "element/software_elements.h"

static void list_finding(void *context, const struct rvt_finding *finding)
{
    struct listing *listing = context;

    rvt_text_add(&listing->text, "finding %s %llu\n", rvt_rule_text(finding->rule)->number,
                 (unsigned long long)finding->byte);
}

static void list_packet(void *context, const struct rvt_stp_event *event)
{
    struct listing *listing = context;

    rvt_text_add(&listing->text, "packet %llu\n", (unsigned long long)event->at);
}

struct software_rig {
    struct rvt_element_queue queue;
    struct rvt_software_elements *software;
    struct listing listing;
    bool monitored;
};

static void open_rig(struct software_rig *rig, bool messages, bool monitored)
{
    cr_assert(rvt_element_queue_init(&rig->queue, list_element, &rig->listing) == RVT_OK);
    const struct rvt_software_elements_options options = {.id = 4,
                                                          .messages = messages,
                                                          .queue = &rig->queue,
                                                          .finding = list_finding,
                                                          .packet = monitored ? list_packet : NULL,
                                                          .context = &rig->listing};
    listing_init(&rig->listing, NULL);
    cr_assert(rvt_software_elements_open(&options, &rig->software) == RVT_OK);
}

static void close_rig(struct software_rig *rig)
{
    rvt_software_elements_close(rig->software);
    rvt_element_queue_fini(&rig->queue);
}

static void feed(struct software_rig *rig, const struct capture *capture)
{
    for (size_t at = 0; at < capture->bytes; at++)
        cr_assert(rvt_software_elements_feed(rig->software, capture->byte + at, NULL, 1) == RVT_OK);
}

static void end(struct software_rig *rig, uint64_t index)
{
    cr_assert(rvt_software_elements_end(rig->software, index) == RVT_OK);
}

static void add_records(struct capture *capture)
{
    struct rvt_stp_encoder encoder = stp_sender();
    const struct rvt_stp_record record[] = {
        {.opcode = RVT_STP_D8, .master = 1, .channel = 0, .payload = 0x41},
        {.opcode = RVT_STP_D16M, .master = 1, .channel = 0, .payload = 0x4243},
        {.opcode = RVT_STP_D32TS, .master = 1, .channel = 3, .payload = 0x44454647, .time = 0x99},
        {.opcode = RVT_STP_D64MTS, .master = 1, .channel = 3, .payload = 0x50515253, .time = 0x9a},
        {.opcode = RVT_STP_D4, .master = 1, .channel = 3, .payload = 0xc},
        {.opcode = RVT_STP_FLAG, .master = 1, .channel = 3},
        {.opcode = RVT_STP_TRIG, .master = 1, .channel = 3, .payload = 7},
    };

    for (size_t i = 0; i < sizeof record / sizeof *record; i++)
        capture_stp(capture, &encoder, &record[i]);
    capture_stp_end(capture, &encoder);
}

Test(software_elements, each_packet_with_data_is_an_element)
{
    struct capture capture = {.bytes = 0};
    struct software_rig rig;

    add_records(&capture);
    open_rig(&rig, false, false);
    feed(&rig, &capture);
    end(&rig, capture.bytes);
    EXPECT_LISTING(
        rig.listing,
        "4@0x0 NO_SYNC reason=start\n"
        "4@0x0 TRACE_ON reason=start\n"
        "4@0xe SWTRACE master=1 channel=0 payload=41\n"
        "4@0x10 SWTRACE master=1 channel=0 marker payload=4342\n"
        "4@0x14 SWTRACE master=1 channel=3 time=0x99 time_trusted payload=47464544\n"
        "4@0x1b SWTRACE master=1 channel=3 marker time=0x9a time_trusted payload=5352515000000000\n"
        "4@0x24 SWTRACE master=1 channel=3 payload=0c\n"
        "4@0x25 SWTRACE master=1 channel=3 flag payload=\n"
        "4@0x26 EVENT type=trigger\n"
        "4@0x29 EO_TRACE\n");
    close_rig(&rig);
}

static const uint8_t body[] = {1, 2, 3, 4, 5};

Test(software_elements, a_message_is_one_element)
{
    struct capture capture = {.bytes = 0};
    struct rvt_stp_encoder encoder = stp_sender();
    const struct rvt_stp_record trigger = {.opcode = RVT_STP_TRIG, .master = 1, .channel = 2};
    struct software_rig rig;

    capture_message(&capture, &encoder, 0x10, body, sizeof body);
    capture_stp(&capture, &encoder, &trigger);
    capture_message(&capture, &encoder, 0x20, body, 2);
    capture_stp_end(&capture, &encoder);
    open_rig(&rig, true, false);
    feed(&rig, &capture);
    end(&rig, capture.bytes);
    EXPECT_LISTING(
        rig.listing,
        "4@0x0 NO_SYNC reason=start\n"
        "4@0x0 TRACE_ON reason=start\n"
        "4@0x10 SWTRACE master=1 channel=2 message time=0x10 time_trusted "
        "payload=060000010102030405\n"
        "4@0x1d EVENT type=trigger\n"
        "4@0x20 SWTRACE master=1 channel=2 message time=0x20 time_trusted payload=060000010102\n"
        "4@0x2a EO_TRACE\n");
    close_rig(&rig);
}

/* Bytes before ASYNC, and a reserved opcode (f0 c) with what follows up to the next one. */
Test(software_elements, nibbles_that_are_no_packet_lose_synchronisation)
{
    static const uint8_t garbage[] = {0x0f, 0x0c, 0x11, 0x11};
    struct capture capture = {.bytes = 0};
    struct rvt_stp_encoder encoder = stp_sender();
    const struct rvt_stp_record record = {.opcode = RVT_STP_D8, .master = 1, .payload = 0x41};
    struct software_rig rig;

    capture_bytes(&capture, garbage + 2, 2);
    capture_stp(&capture, &encoder, &record);
    capture_stp_end(&capture, &encoder);
    capture_bytes(&capture, garbage, sizeof garbage);
    encoder = stp_sender();
    capture_stp(&capture, &encoder, &record);
    capture_stp_end(&capture, &encoder);
    open_rig(&rig, false, false);
    feed(&rig, &capture);
    end(&rig, capture.bytes);
    EXPECT_LISTING(rig.listing, "finding STP-001 0\n"
                                "4@0x0 NO_SYNC reason=start\n"
                                "4@0x2 TRACE_ON reason=start\n"
                                "4@0x10 SWTRACE master=1 channel=0 payload=41\n"
                                "finding STP-003 18\n"
                                "4@0x12 NO_SYNC reason=fault\n"
                                "4@0x16 TRACE_ON reason=restart\n"
                                "4@0x24 SWTRACE master=1 channel=0 payload=41\n"
                                "4@0x26 EO_TRACE\n");
    close_rig(&rig);
}

/* Bytes are missing inside of a message. What follows is not taken for packets. */
Test(software_elements, a_message_with_a_hole_is_lost)
{
    struct capture capture = {.bytes = 0}, second = {.bytes = 0};
    struct rvt_stp_encoder encoder = stp_sender();
    struct software_rig rig;

    capture_message(&capture, &encoder, 0x10, body, sizeof body);
    capture_stp_end(&capture, &encoder);
    capture.bytes -= 4;
    encoder = stp_sender();
    const struct rvt_stp_record record = {
        .opcode = RVT_STP_D8M, .master = 1, .channel = 2, .payload = 5};
    capture_stp(&second, &encoder, &record); /* the end of the message, it seems */
    capture_message(&second, &encoder, 0x20, body, 2);
    capture_stp_end(&second, &encoder);
    open_rig(&rig, true, false);
    feed(&rig, &capture);
    cr_assert(rvt_software_elements_lose(rig.software) == RVT_OK);
    feed(&rig, &second);
    end(&rig, capture.bytes + second.bytes);
    EXPECT_LISTING(rig.listing,
                   "4@0x0 NO_SYNC reason=start\n"
                   "4@0x0 TRACE_ON reason=start\n"
                   "finding STP-010 22\n"
                   "4@0x16 NO_SYNC reason=carrier\n"
                   "finding SEQ-008 22\n"
                   "4@0x1a TRACE_ON reason=restart\n"
                   "4@0x2c SWTRACE master=1 channel=2 message time=0x30 payload=060000010102\n"
                   "4@0x36 EO_TRACE\n");
    close_rig(&rig);
}

Test(software_elements, a_capture_without_bytes_never_synchronises)
{
    struct software_rig rig;

    open_rig(&rig, true, false);
    end(&rig, 0);
    EXPECT_LISTING(rig.listing, "4@0x0 NO_SYNC reason=start\n4@0x0 EO_TRACE\n");
    close_rig(&rig);
}

Test(software_elements, a_monitor_sees_each_packet_before_its_element)
{
    struct capture capture = {.bytes = 0};
    struct rvt_stp_encoder encoder = stp_sender();
    const struct rvt_stp_record record = {.opcode = RVT_STP_D8, .master = 1, .payload = 0x41};
    struct software_rig rig;

    capture_stp(&capture, &encoder, &record);
    capture_stp_end(&capture, &encoder);
    open_rig(&rig, false, true);
    feed(&rig, &capture);
    end(&rig, capture.bytes);
    EXPECT_LISTING(rig.listing, "packet 0\n"
                                "4@0x0 NO_SYNC reason=start\n"
                                "4@0x0 TRACE_ON reason=start\n"
                                "packet 22\n"
                                "packet 26\n"
                                "packet 29\n"
                                "4@0xe SWTRACE master=1 channel=0 payload=41\n"
                                "4@0x10 EO_TRACE\n");
    close_rig(&rig);
}

Test(software_elements, a_reset_begins_anew)
{
    struct capture capture = {.bytes = 0};
    struct software_rig rig;

    add_records(&capture);
    open_rig(&rig, true, false);
    feed(&rig, &capture);
    rvt_software_elements_reset(rig.software);
    listing_init(&rig.listing, NULL);
    feed(&rig, &capture);
    end(&rig, capture.bytes);
    EXPECT_LISTING(rig.listing, "4@0x0 NO_SYNC reason=start\n"
                                "4@0x0 TRACE_ON reason=start\n"
                                "finding SEQ-001 27\n"
                                "finding SEQ-011 27\n"
                                "finding SYST-004 27\n"
                                "finding SYST-003 27\n"
                                "finding SYST-007 27\n"
                                "4@0x1b SWTRACE master=1 channel=3 message marker time=0x9a "
                                "time_trusted payload=5352515000000000\n"
                                "finding SEQ-006 36\n"
                                "finding SEQ-004 37\n"
                                "4@0x26 EVENT type=trigger\n"
                                "4@0x29 EO_TRACE\n");
    close_rig(&rig);
}

Test(software_elements, refuses_a_configuration_that_stp_does_not_have)
{
    const struct rvt_software_elements_options options = {
        .stp = {.time_type = (enum rvt_stp_time_type)77}};
    struct rvt_software_elements *software;

    cr_expect(rvt_software_elements_open(&options, &software) == RVT_ERR_PARAMETER);
}
