/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The tree: what it refuses, and several sources in one capture. Shows: FRM-001, FRM-007 */
#include "tests/unit/element/element_rig.h"

#include "element/decode_tree.h"

static const struct program line = PROGRAM(ADD, ADD, ADD, ADD, ADD, JR, ADD);

struct tree_rig {
    struct rvt_config config;
    struct rvt_image *image;
    struct rvt_decode_tree *tree;
    struct capture capture;
    struct listing listing;
    enum rvt_status status; /* of the latest operation */
};

static void list_finding(void *context, bool has_id, unsigned id, const struct rvt_finding *finding)
{
    struct listing *listing = context;

    rvt_text_add(&listing->text, "finding %s byte %llu", rvt_rule_text(finding->rule)->number,
                 (unsigned long long)finding->byte);
    rvt_text_add(&listing->text, has_id ? " of %u\n" : "\n", id);
}

static void open_rig(struct tree_rig *rig, enum rvt_tree_framing framing)
{
    const struct rvt_decode_tree_options options = {.framing = framing,
                                                    .context = &rig->listing,
                                                    .element = list_element,
                                                    .finding = list_finding};

    *rig = (struct tree_rig){.config = full_config()};
    rig->config.params.nocontext_p = true;
    rig->config.transport.master = 1;
    rig->config.transport.channel = 2;
    rig->config.transport.protocol = 1;
    rig->image = assemble(line.code, line.count);
    listing_init(&rig->listing, NULL);
    cr_assert(rvt_decode_tree_open(&options, &rig->tree) == RVT_OK);
}

static void close_rig(struct tree_rig *rig)
{
    rvt_decode_tree_close(rig->tree);
    rvt_image_close(rig->image);
}

static enum rvt_status attach_hart(struct tree_rig *rig, unsigned carrier_id, unsigned id,
                                   bool tunnelled)
{
    const struct rvt_decode_tree_source source = {.carrier_id = carrier_id, .id = id};
    const struct rvt_hart_elements_options options = {
        .config = &rig->config, .image = rig->image, .tunnelled = tunnelled};

    return rvt_decode_tree_attach_hart(rig->tree, &source, &options);
}

static enum rvt_status attach_software(struct tree_rig *rig, unsigned carrier_id, unsigned id)
{
    const struct rvt_decode_tree_source source = {.carrier_id = carrier_id, .id = id};
    const struct rvt_software_elements_options options = {.messages = true};

    return rvt_decode_tree_attach_software(rig->tree, &source, &options);
}

static enum rvt_response operate(struct tree_rig *rig, enum rvt_operation operation)
{
    return rvt_decode_tree_process(rig->tree, operation, 0, NULL, 0, NULL, &rig->status);
}

/* The whole capture, with index as that of its first byte. */
static enum rvt_response process(struct tree_rig *rig, uint64_t index, size_t *used)
{
    return rvt_decode_tree_process(rig->tree, RVT_OP_DATA, index, rig->capture.byte,
                                   rig->capture.bytes, used, &rig->status);
}

static void decode(struct tree_rig *rig, uint64_t index)
{
    size_t used = 0;

    cr_assert(process(rig, index, &used) == RVT_RESP_CONT && used == rig->capture.bytes);
    cr_assert(operate(rig, RVT_OP_EOT) == RVT_RESP_CONT);
}

/* After a reset, byte by byte: the elements come in the same order. */
static void expect_the_same_in_pieces(struct tree_rig *rig)
{
    static char whole[sizeof rig->listing.line];

    memcpy(whole, rig->listing.line, sizeof whole);
    listing_init(&rig->listing, NULL);
    cr_assert(operate(rig, RVT_OP_RESET) == RVT_RESP_CONT);
    for (size_t i = 0; i < rig->capture.bytes; i++) {
        size_t used = 0;

        cr_assert(rvt_decode_tree_process(rig->tree, RVT_OP_DATA, i, rig->capture.byte + i, 1,
                                          &used, &rig->status) == RVT_RESP_CONT);
    }
    cr_assert(operate(rig, RVT_OP_EOT) == RVT_RESP_CONT);
    EXPECT_LISTING(rig->listing, whole);
}

static void add_packets(struct tree_rig *rig)
{
    const struct rvt_packet packet[] = {START(0x1000), ADDRESS(0x1008)};

    capture_packet(&rig->capture, &rig->config, 0, &packet[0]);
    capture_packet(&rig->capture, &rig->config, 0, &packet[1]);
}

/* ---- refusals ---- */

Test(decode_tree, refuses_an_id_that_has_a_decoder)
{
    struct tree_rig rig;

    open_rig(&rig, RVT_TREE_SINGLE);
    cr_expect(attach_hart(&rig, 0, 3, false) == RVT_OK);
    cr_expect(attach_hart(&rig, 0, 3, false) == RVT_ERR_PARAMETER);
    cr_expect(attach_software(&rig, 0, 3) == RVT_ERR_PARAMETER);
    cr_expect(attach_software(&rig, 0, 4) == RVT_OK);
    cr_expect(rvt_decode_tree_detach(rig.tree, 3) == RVT_OK);
    cr_expect(rvt_decode_tree_detach(rig.tree, 3) == RVT_ERR_PARAMETER);
    cr_expect(attach_hart(&rig, 0, 3, false) == RVT_OK);
    close_rig(&rig);
}

Test(decode_tree, attaches_only_before_the_first_byte)
{
    struct tree_rig rig;

    open_rig(&rig, RVT_TREE_SINGLE);
    add_packets(&rig);
    cr_assert(process(&rig, 0, NULL) == RVT_RESP_CONT);
    cr_expect(attach_hart(&rig, 0, 3, false) == RVT_ERR_PARAMETER);
    cr_assert(operate(&rig, RVT_OP_RESET) == RVT_RESP_CONT);
    cr_expect(attach_hart(&rig, 0, 3, false) == RVT_OK);
    cr_assert(operate(&rig, RVT_OP_EOT) == RVT_RESP_CONT);
    cr_expect(attach_hart(&rig, 0, 4, false) == RVT_ERR_PARAMETER);
    close_rig(&rig);
}

Test(decode_tree, a_configuration_of_stp_that_there_is_not_attaches_nothing)
{
    const struct rvt_decode_tree_source source = {.id = 3};
    const struct rvt_software_elements_options options = {
        .stp = {.time_type = (enum rvt_stp_time_type)77}};
    struct tree_rig rig;

    open_rig(&rig, RVT_TREE_SINGLE);
    cr_expect(rvt_decode_tree_attach_software(rig.tree, &source, &options) == RVT_ERR_PARAMETER);
    cr_expect(rvt_decode_tree_detach(rig.tree, 3) == RVT_ERR_PARAMETER);
    close_rig(&rig);
}

/* Only a reset helps, and it brings all of the tree back. */
Test(decode_tree, data_while_it_waits_is_fatal)
{
    struct tree_rig rig;
    size_t used = 1;

    open_rig(&rig, RVT_TREE_SINGLE);
    cr_assert(attach_hart(&rig, 0, 0, false) == RVT_OK);
    add_packets(&rig);
    rig.listing.response = RVT_RESP_WAIT;
    cr_expect(process(&rig, 0, &used) == RVT_RESP_WAIT);
    cr_expect(rig.listing.elements == 1);
    cr_expect(rvt_decode_tree_detach(rig.tree, 0) == RVT_ERR_PARAMETER);
    cr_expect(process(&rig, 0, &used) == RVT_RESP_FATAL);
    cr_expect(used == 0 && rig.status == RVT_ERR_SEQUENCE);
    cr_expect(operate(&rig, RVT_OP_FLUSH) == RVT_RESP_FATAL);
    cr_expect(operate(&rig, RVT_OP_EOT) == RVT_RESP_FATAL);
    cr_expect(rig.listing.elements == 1);
    cr_expect(operate(&rig, RVT_OP_RESET) == RVT_RESP_CONT);
    listing_init(&rig.listing, NULL);
    decode(&rig, 0);
    cr_expect(rig.listing.elements == 6);
    close_rig(&rig);
}

Test(decode_tree, nothing_follows_the_end_but_a_flush)
{
    struct tree_rig rig;

    open_rig(&rig, RVT_TREE_SINGLE);
    cr_assert(attach_hart(&rig, 0, 0, false) == RVT_OK);
    add_packets(&rig);
    cr_assert(process(&rig, 0, NULL) == RVT_RESP_CONT);
    cr_assert(rig.listing.elements == 5);
    rig.listing.response = RVT_RESP_WAIT;
    enum rvt_response response = operate(&rig, RVT_OP_EOT);
    cr_expect(response == RVT_RESP_WAIT && rig.listing.elements == 6);
    cr_expect(operate(&rig, RVT_OP_FLUSH) == RVT_RESP_CONT && rig.listing.elements == 6);
    cr_expect(operate(&rig, RVT_OP_FLUSH) == RVT_RESP_CONT);
    cr_expect(process(&rig, 0, NULL) == RVT_RESP_FATAL && rig.status == RVT_ERR_SEQUENCE);
    close_rig(&rig);
}

Test(decode_tree, the_sink_ends_the_work)
{
    struct tree_rig rig;

    open_rig(&rig, RVT_TREE_SINGLE);
    cr_assert(attach_hart(&rig, 0, 0, false) == RVT_OK);
    add_packets(&rig);
    rig.listing.response = RVT_RESP_FATAL;
    cr_expect(process(&rig, 0, NULL) == RVT_RESP_FATAL);
    cr_expect(rig.status == RVT_ERR_SINK && rig.listing.elements == 1);
    cr_expect(operate(&rig, RVT_OP_FLUSH) == RVT_RESP_FATAL);
    close_rig(&rig);
}

/* ---- sources ---- */

Test(decode_tree, indices_are_those_of_the_capture)
{
    struct tree_rig rig;

    open_rig(&rig, RVT_TREE_SINGLE);
    cr_assert(attach_hart(&rig, 0, 7, false) == RVT_OK);
    add_packets(&rig);
    decode(&rig, 0x10000);
    EXPECT_LISTING(rig.listing,
                   "7@0x10000 NO_SYNC reason=start\n"
                   "7@0x10000 TRACE_ON reason=start\n"
                   "7@0x10000 PE_CONTEXT privilege=3 xlen=32\n"
                   "7@0x10000 INSTR_RANGE start=0x1000 end=0x1004 count=1 xlen=32 last=0x1000 "
                   "last_bytes=4 last_class=sequential last_itype=0 executed\n"
                   "7@0x10004 INSTR_RANGE start=0x1004 end=0x100c count=2 xlen=32 last=0x1008 "
                   "last_bytes=4 last_class=sequential last_itype=0 executed\n"
                   "7@0x10007 EO_TRACE\n");
    close_rig(&rig);
}

Test(decode_tree, without_decoders_all_bytes_are_skipped)
{
    uint64_t bytes, elements, skipped;
    struct tree_rig rig;

    open_rig(&rig, RVT_TREE_SINGLE);
    add_packets(&rig);
    decode(&rig, 0);
    rvt_decode_tree_counts(rig.tree, &bytes, &elements, &skipped);
    cr_expect(bytes == rig.capture.bytes && elements == 0 && skipped == rig.capture.bytes);
    cr_assert(operate(&rig, RVT_OP_RESET) == RVT_RESP_CONT);
    rvt_decode_tree_counts(rig.tree, &bytes, &elements, &skipped);
    cr_expect(bytes == 0 && elements == 0 && skipped == 0);
    close_rig(&rig);
}

/* Frames of ID 1: the hart; of ID 2: STP of software; of ID 3: nobody; and a trigger. */
Test(decode_tree, a_hart_and_software_in_frames)
{
    static const uint8_t body[] = {1, 2, 3};
    const struct rvt_formatter_config config = {.fsync_frames = 0};
    struct capture hart = {.bytes = 0}, stp = {.bytes = 0};
    struct rvt_stp_encoder encoder = stp_sender();
    const struct rvt_packet packet[] = {START(0x1000), ADDRESS(0x1008)};
    uint64_t bytes, elements, skipped;
    struct rvt_formatter formatter;
    struct tree_rig rig;

    open_rig(&rig, RVT_TREE_FRAMES);
    cr_assert(attach_hart(&rig, 1, 1, false) == RVT_OK);
    cr_assert(attach_software(&rig, 2, 2) == RVT_OK);
    capture_packet(&hart, &rig.config, 0, &packet[0]);
    capture_packet(&hart, &rig.config, 0, &packet[1]);
    capture_message(&stp, &encoder, 0x10, body, sizeof body);
    capture_stp_end(&stp, &encoder);
    rvt_formatter_init(&formatter, &config, capture_frame, &rig.capture);
    cr_assert(rvt_formatter_write(&formatter, 1, hart.byte, 3, NULL) == RVT_OK);
    cr_assert(rvt_formatter_write(&formatter, 2, stp.byte, 20, NULL) == RVT_OK);
    cr_assert(rvt_formatter_write(&formatter, 3, stp.byte, 4, NULL) == RVT_OK);
    rvt_formatter_trigger(&formatter, 0x55);
    cr_assert(rvt_formatter_write(&formatter, 2, stp.byte + 20, stp.bytes - 20, NULL) == RVT_OK);
    cr_assert(rvt_formatter_write(&formatter, 1, hart.byte + 3, hart.bytes - 3, NULL) == RVT_OK);
    rvt_formatter_flush(&formatter);
    decode(&rig, 0);
    EXPECT_LISTING(
        rig.listing,
        "2@0x5 NO_SYNC reason=start\n"
        "2@0x5 TRACE_ON reason=start\n"
        "125@0x21 EVENT type=trigger\n"
        "2@0x16 SWTRACE master=1 channel=2 message time=0x10 time_trusted payload=06000001010203\n"
        "1@0x1 NO_SYNC reason=start\n"
        "1@0x1 TRACE_ON reason=start\n"
        "1@0x1 PE_CONTEXT privilege=3 xlen=32\n"
        "1@0x1 INSTR_RANGE start=0x1000 end=0x1004 count=1 xlen=32 last=0x1000 last_bytes=4 "
        "last_class=sequential last_itype=0 executed\n"
        "1@0x2d INSTR_RANGE start=0x1004 end=0x100c count=2 xlen=32 last=0x1008 last_bytes=4 "
        "last_class=sequential last_itype=0 executed\n"
        "1@0x40 EO_TRACE\n"
        "finding STP-014 byte 43 of 2\n"
        "2@0x40 EO_TRACE\n");
    rvt_decode_tree_counts(rig.tree, &bytes, &elements, &skipped);
    cr_expect(bytes == rig.capture.bytes && elements == rig.listing.elements && skipped == 4);
    close_rig(&rig);
}

/* srcID tells the harts of one ID apart. */
Test(decode_tree, two_harts_of_one_carrier)
{
    const struct rvt_packet packet[] = {START(0x1000), START(0x1010), ADDRESS(0x1008)};
    struct tree_rig rig;

    open_rig(&rig, RVT_TREE_SINGLE);
    rig.config.encap.srcid_bits = 4;
    rig.config.encap.srcid = 1;
    cr_assert(attach_hart(&rig, 0, 1, false) == RVT_OK);
    capture_packet(&rig.capture, &rig.config, 0, &packet[0]);
    rig.config.encap.srcid = 2;
    cr_assert(attach_hart(&rig, 0, 2, false) == RVT_OK);
    capture_packet(&rig.capture, &rig.config, 0, &packet[1]);
    rig.config.encap.srcid = 1;
    capture_packet(&rig.capture, &rig.config, 0, &packet[2]);
    decode(&rig, 0);
    EXPECT_LISTING(rig.listing,
                   "1@0x0 NO_SYNC reason=start\n"
                   "1@0x0 TRACE_ON reason=start\n"
                   "1@0x0 PE_CONTEXT privilege=3 xlen=32\n"
                   "1@0x0 INSTR_RANGE start=0x1000 end=0x1004 count=1 xlen=32 last=0x1000 "
                   "last_bytes=4 last_class=sequential last_itype=0 executed\n"
                   "2@0x0 NO_SYNC reason=start\n"
                   "2@0x4 TRACE_ON reason=start\n"
                   "2@0x4 PE_CONTEXT privilege=3 xlen=32\n"
                   "2@0x4 INSTR_RANGE start=0x1010 end=0x1014 count=1 xlen=32 last=0x1010 "
                   "last_bytes=4 last_class=sequential last_itype=0 executed\n"
                   "1@0x8 INSTR_RANGE start=0x1004 end=0x100c count=2 xlen=32 last=0x1008 "
                   "last_bytes=4 last_class=sequential last_itype=0 executed\n"
                   "1@0xc EO_TRACE\n"
                   "2@0xc EO_TRACE\n");
    expect_the_same_in_pieces(&rig);
    close_rig(&rig);
}

/* The messages of the tunnel are data of software, too. */
Test(decode_tree, a_tunnelled_hart_and_software_on_one_stream)
{
    struct rvt_stp_encoder encoder = stp_sender();
    const struct rvt_packet packet[] = {START(0x1000), ADDRESS(0x1008)};
    const struct rvt_stp_record trigger = {.opcode = RVT_STP_TRIG, .master = 1, .channel = 2};
    struct tree_rig rig;

    open_rig(&rig, RVT_TREE_SINGLE);
    cr_assert(attach_hart(&rig, 0, 1, true) == RVT_OK);
    cr_assert(attach_software(&rig, 0, 2) == RVT_OK);
    for (unsigned i = 0; i < 2; i++) {
        struct capture hart = {.bytes = 0};
        capture_packet(&hart, &rig.config, 0, &packet[i]);
        capture_message(&rig.capture, &encoder, 0x10 + i, hart.byte, hart.bytes);
        capture_stp(&rig.capture, &encoder, &trigger);
    }
    capture_stp_end(&rig.capture, &encoder);
    decode(&rig, 0);
    EXPECT_LISTING(
        rig.listing,
        "2@0x0 NO_SYNC reason=start\n"
        "2@0x0 TRACE_ON reason=start\n"
        "2@0x10 SWTRACE master=1 channel=2 message time=0x10 time_trusted "
        "payload=0600000103730004\n"
        "2@0x1c EVENT type=trigger\n"
        "2@0x1e SWTRACE master=1 channel=2 message time=0x11 time_trusted payload=06000001021220\n"
        "2@0x29 EVENT type=trigger\n"
        "1@0x16 NO_SYNC reason=start\n"
        "1@0x16 TRACE_ON reason=start\n"
        "1@0x16 PE_CONTEXT privilege=3 xlen=32\n"
        "1@0x16 INSTR_RANGE start=0x1000 end=0x1004 count=1 xlen=32 last=0x1000 last_bytes=4 "
        "last_class=sequential last_itype=0 executed\n"
        "1@0x24 INSTR_RANGE start=0x1004 end=0x100c count=2 xlen=32 last=0x1008 last_bytes=4 "
        "last_class=sequential last_itype=0 executed\n"
        "1@0x2c EO_TRACE\n"
        "2@0x2c EO_TRACE\n");
    expect_the_same_in_pieces(&rig);
    close_rig(&rig);
}

/* FSYNC comes before each frame; six bytes are missing where the third one begins. */
Test(decode_tree, a_damaged_frame_is_a_loss_of_every_source)
{
    const struct rvt_formatter_config config = {.fsync_frames = 1, .id_after_fsync = true};
    struct capture hart = {.bytes = 0}, stp = {.bytes = 0};
    struct rvt_stp_encoder encoder = stp_sender();
    const struct rvt_packet packet[] = {START(0x1000), ADDRESS(0x1008), START(0x100c)};
    struct rvt_formatter formatter;
    struct tree_rig rig;

    open_rig(&rig, RVT_TREE_FRAME_STREAM);
    cr_assert(attach_hart(&rig, 1, 1, false) == RVT_OK);
    cr_assert(attach_hart(&rig, 2, 2, true) == RVT_OK);
    cr_assert(attach_software(&rig, 2, 3) == RVT_OK);
    for (unsigned i = 0; i < 3; i++) {
        struct capture one = {.bytes = 0};
        capture_packet(&one, &rig.config, 0, &packet[i]);
        capture_bytes(&hart, one.byte, one.bytes);
        if (i == 2)
            rvt_stp_encoder_sync(&encoder);
        capture_message(&stp, &encoder, 0x10 + i, one.byte, one.bytes);
    }
    capture_stp_end(&stp, &encoder);
    rvt_formatter_init(&formatter, &config, capture_frame, &rig.capture);
    for (size_t at = 0; at < stp.bytes; at += 6) {
        size_t count = stp.bytes - at < 6 ? stp.bytes - at : 6;
        cr_assert(rvt_formatter_write(&formatter, 2, stp.byte + at, count, NULL) == RVT_OK);
        count = at < hart.bytes ? hart.bytes - at : 0;
        count = count < 6 ? count : 6;
        cr_assert(rvt_formatter_write(&formatter, 1, hart.byte + at, count, NULL) == RVT_OK);
    }
    rvt_formatter_flush(&formatter);
    memmove(rig.capture.byte + 40, rig.capture.byte + 46, rig.capture.bytes - 46);
    rig.capture.bytes -= 6;
    decode(&rig, 0);
    EXPECT_LISTING(rig.listing,
                   "1@0xc NO_SYNC reason=start\n"
                   "1@0xc TRACE_ON reason=start\n"
                   "1@0xc PE_CONTEXT privilege=3 xlen=32\n"
                   "1@0xc INSTR_RANGE start=0x1000 end=0x1004 count=1 xlen=32 last=0x1000 "
                   "last_bytes=4 last_class=sequential last_itype=0 executed\n"
                   "finding FRM-006 byte 24\n"
                   "3@0x5 NO_SYNC reason=start\n"
                   "3@0x5 TRACE_ON reason=start\n"
                   "1@0x10 INSTR_RANGE start=0x1004 end=0x100c count=2 xlen=32 last=0x1008 "
                   "last_bytes=4 last_class=sequential last_itype=0 executed\n"
                   "1@0x21 INSTR_RANGE start=0x100c end=0x1010 count=1 xlen=32 last=0x100c "
                   "last_bytes=4 last_class=sequential last_itype=0 executed\n"
                   "finding FRM-013 byte 54\n"
                   "finding FRM-008 byte 54\n"
                   "1@0x36 NO_SYNC reason=carrier\n"
                   "2@0x27 NO_SYNC reason=start\n"
                   "3@0x27 NO_SYNC reason=carrier\n"
                   "finding FRM-006 byte 78\n"
                   "3@0x47 TRACE_ON reason=restart\n"
                   "finding FRM-006 byte 98\n"
                   "3@0x63 SWTRACE master=1 channel=2 message time=0x1 payload=0600000103730304\n"
                   "1@0x72 EO_TRACE\n"
                   "2@0x69 TRACE_ON reason=start\n"
                   "2@0x69 PE_CONTEXT privilege=3 xlen=32\n"
                   "2@0x69 INSTR_RANGE start=0x100c end=0x1010 count=1 xlen=32 last=0x100c "
                   "last_bytes=4 last_class=sequential last_itype=0 executed\n"
                   "2@0x72 EO_TRACE\n"
                   "finding STP-014 byte 111 of 3\n"
                   "3@0x72 EO_TRACE\n");
    close_rig(&rig);
}
