/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Packets of one hart to elements, each with the packet that produced it. Shows: ETR-DEC-001,
 * ETR-DEC-003, ETR-DEC-006, ETR-DEC-019
 */
#include "tests/unit/element/element_rig.h"

#include "element/hart_elements.h"

struct hart_rig {
    const struct rvt_config *config;
    const struct program *program;
    struct capture capture;
    struct rvt_image *image;
    struct rvt_element_queue queue;
    struct rvt_hart_elements *hart;
    struct listing listing;
};

static void open_rig(struct hart_rig *rig, const struct rvt_config *config,
                     const struct program *program)
{
    *rig = (struct hart_rig){.config = config, .program = program};
    rig->image = assemble(program->code, program->count);
    cr_assert(rvt_element_queue_init(&rig->queue, list_element, &rig->listing) == RVT_OK);
    const struct rvt_hart_elements_options options = {
        .config = config, .image = rig->image, .queue = &rig->queue};
    cr_assert(rvt_hart_elements_open(&options, &rig->hart) == RVT_OK);
    listing_init(&rig->listing, &rig->capture);
}

static void add_packets(struct hart_rig *rig, const struct rvt_packet *packet, unsigned packets)
{
    for (unsigned i = 0; i < packets; i++)
        capture_packet(&rig->capture, rig->config, 0, &packet[i]);
}
#define ADD_PACKETS(rig, ...)                                                                      \
    add_packets(rig, (const struct rvt_packet[]){__VA_ARGS__},                                     \
                sizeof((struct rvt_packet[]){__VA_ARGS__}) / sizeof(struct rvt_packet))

/* Decodes the capture to its end. */
static void decode(struct hart_rig *rig)
{
    cr_assert(rvt_hart_elements_feed(rig->hart, rig->capture.byte, NULL, rig->capture.bytes) ==
              RVT_OK);
    cr_assert(rvt_hart_elements_end(rig->hart, rig->capture.bytes) == RVT_OK);
    do
        while (rvt_element_queue_deliver(&rig->queue) == RVT_RESP_WAIT)
            ;
    while (rvt_hart_elements_proceed(rig->hart));
    while (rvt_element_queue_deliver(&rig->queue) == RVT_RESP_WAIT)
        ;
    cr_assert(rig->queue.fault == RVT_OK);
}

static void close_rig(struct hart_rig *rig)
{
    rvt_hart_elements_close(rig->hart);
    rvt_element_queue_fini(&rig->queue);
    rvt_image_close(rig->image);
}

/* The elements of the packets, whether the sink asks for a pause after each of them, or not. */
static void expect_elements(const struct rvt_config *config, const struct program *program,
                            const struct rvt_packet *packet, unsigned packets, const char *expected)
{
    for (unsigned pauses = 0; pauses < 2; pauses++) {
        struct hart_rig rig;

        open_rig(&rig, config, program);
        rig.listing.response = pauses ? RVT_RESP_WAIT : RVT_RESP_CONT;
        add_packets(&rig, packet, packets);
        decode(&rig);
        EXPECT_LISTING(rig.listing, expected);
        close_rig(&rig);
    }
}
#define EXPECT_ELEMENTS(config, program, expected, ...)                                            \
    expect_elements(config, program, (const struct rvt_packet[]){__VA_ARGS__},                     \
                    sizeof((struct rvt_packet[]){__VA_ARGS__}) / sizeof(struct rvt_packet),        \
                    expected)

/* Without context: its elements do not change. */
static struct rvt_config plain_config(void)
{
    struct rvt_config config = full_config();

    config.params.nocontext_p = true;
    return config;
}

#define ON(packet) #packet " TRACE_ON reason=start\n" #packet " PE_CONTEXT privilege=3 xlen=32\n"
#define BEGIN      ON_AT_0
#define ON_AT_0                                                                                    \
    "0 NO_SYNC reason=start\n"                                                                     \
    "0 TRACE_ON reason=start\n"                                                                    \
    "0 PE_CONTEXT privilege=3 xlen=32\n"
#define RANGE(packet, start, end, count, last)                                                     \
#packet " INSTR_RANGE start=" #start " end=" #end " count=" #count " xlen=32 last=" #last      \
            " last_bytes=4 "
#define PLAIN  "last_class=sequential last_itype=0 executed\n"
#define JUMPED "last_class=uninferable last_itype=10 executed\n"
#define BRANCH "last_class=branch last_itype=0 conditional"
#define TAKEN  BRANCH " executed\n"
#define PASSED BRANCH "\n"

static const struct program line = PROGRAM(ADD, ADD, ADD, ADD, ADD, JR, ADD);

Test(hart_elements, a_capture_without_bytes_never_synchronises)
{
    const struct rvt_config config = plain_config();
    struct hart_rig rig;

    open_rig(&rig, &config, &line);
    decode(&rig);
    EXPECT_LISTING(rig.listing, "end NO_SYNC reason=start\nend EO_TRACE\n");
    cr_expect(!rvt_hart_elements_proceed(rig.hart), "EO_TRACE comes once");
    close_rig(&rig);
}

Test(hart_elements, packets_before_synchronisation_are_unknown)
{
    const struct rvt_config config = plain_config();

    EXPECT_ELEMENTS(&config, &line,
                    "0 NO_SYNC reason=start\n"
                    "0 UNKNOWN status=sequence clause=ETR-DEC-001 text=a sync packet must come "
                    "first\n"
                    "1 TRACE_ON reason=start\n"
                    "1 PE_CONTEXT privilege=3 xlen=32\n" RANGE(1, 0x1000, 0x1004, 1, 0x1000) PLAIN
                    "end EO_TRACE\n",
                    ADDRESS(0x1004), START(0x1000));
}

Test(hart_elements, tracing_that_ended_starts_again)
{
    const struct rvt_config config = plain_config();

    EXPECT_ELEMENTS(
        &config, &line,
        BEGIN RANGE(0, 0x1000, 0x1004, 1, 0x1000) PLAIN RANGE(2, 0x1004, 0x100c, 2, 0x1008) PLAIN
        "3 NO_SYNC reason=ended\n"
        "4 TRACE_ON reason=start\n" RANGE(4, 0x100c, 0x1010, 1, 0x100c) PLAIN "end EO_TRACE\n",
        START(0x1000), ENABLED, ADDRESS(0x1008), ENDED_REP, START(0x100c));
}

/* What retired meanwhile lies between the instruction after the last known one and the first known
 * one. */
Test(hart_elements, the_encoder_lost_packets)
{
    const struct rvt_config config = plain_config();

    EXPECT_ELEMENTS(&config, &line,
                    BEGIN RANGE(0, 0x1000, 0x1004, 1, 0x1000) PLAIN
                    "1 NO_SYNC reason=encoder\n"
                    "2 I_RANGE_NOPATH start=0x1004 end=0x100c count=0 xlen=32\n"
                    "2 TRACE_ON reason=overflow\n" RANGE(2, 0x100c, 0x1010, 1, 0x100c) PLAIN
                    "end EO_TRACE\n",
                    START(0x1000), SUPPORT(1, RVT_QUAL_TRACE_LOST), START(0x100c));
}

/* Fault: the path does not lead to the address. */
Test(hart_elements, a_contradiction_is_unknown_and_loses_the_position)
{
    static const struct program loop = PROGRAM(ADD, LOOP, ADD, ADD, ADD);
    const struct rvt_config config = plain_config();

    EXPECT_ELEMENTS(
        &config, &loop,
        BEGIN RANGE(0, 0x1000, 0x1004, 1, 0x1000) PLAIN
        "1 UNKNOWN status=step limit clause=ETR-DEC-020 text=at 0x1004: the path is in a loop that "
        "never reaches the address\n"
        "1 NO_SYNC reason=fault\n"
        "3 I_RANGE_NOPATH start=0x1004 end=0x1008 count=0 xlen=32\n"
        "3 TRACE_ON reason=restart\n" RANGE(3, 0x1008, 0x100c, 1, 0x1008) PLAIN "end EO_TRACE\n",
        START(0x1000), ADDRESS(0x1010), ADDRESS(0x1010), START(0x1008));
}

/* The payload of packet 1 has a format that this configuration reserves. */
Test(hart_elements, a_packet_that_cannot_be_read_is_unknown)
{
    const struct rvt_config config = plain_config();
    struct hart_rig rig;
    struct rvt_payload bad = {.byte = {0x00}, .bytes = 1, .bits = 8};

    open_rig(&rig, &config, &line);
    ADD_PACKETS(&rig, START(0x1000));
    capture_payload(&rig.capture, &config, 0, 0, &bad);
    ADD_PACKETS(&rig, START(0x1008));
    decode(&rig);
    EXPECT_LISTING(
        rig.listing, BEGIN RANGE(0, 0x1000, 0x1004, 1, 0x1000) PLAIN
        "1 UNKNOWN status=reserved clause=ETR-FMT-001 text=F0s1: format 0x0 does not exist in "
        "this configuration\n"
        "1 NO_SYNC reason=fault\n"
        "2 I_RANGE_NOPATH start=0x1004 end=0x1008 count=0 xlen=32\n"
        "2 TRACE_ON reason=restart\n" RANGE(2, 0x1008, 0x100c, 1, 0x1008) PLAIN "end EO_TRACE\n");
    close_rig(&rig);
}

/* The capture ends inside of packet 1. */
Test(hart_elements, bytes_that_are_no_packet_are_unknown)
{
    const struct rvt_config config = plain_config();
    struct hart_rig rig;

    open_rig(&rig, &config, &line);
    ADD_PACKETS(&rig, START(0x1000), ADDRESS(0x1008));
    rig.capture.bytes--;
    decode(&rig);
    EXPECT_LISTING(
        rig.listing, BEGIN RANGE(0, 0x1000, 0x1004, 1, 0x1000) PLAIN
        "1 UNKNOWN status=truncated clause=ENC-004 text=the packet ends inside trace_payload, "
        "after 2 bytes\n"
        "1 NO_SYNC reason=fault\n"
        "end EO_TRACE\n");
    close_rig(&rig);
}

static const struct program branches = PROGRAM(ADD, BEQ(8), ADD, BEQ(4), BEQ(-16), ADD);

Test(hart_elements, a_range_tells_whether_its_last_branch_was_taken)
{
    const struct rvt_config config = plain_config();

    /* not taken, taken to the next instruction, taken */
    EXPECT_ELEMENTS(
        &config, &branches,
        BEGIN RANGE(0, 0x1000, 0x1004, 1, 0x1000) PLAIN RANGE(1, 0x1004, 0x1008, 1, 0x1004)
            PASSED RANGE(1, 0x1008, 0x1010, 2, 0x100c) TAKEN RANGE(1, 0x1010, 0x1014, 1, 0x1010)
                TAKEN RANGE(1, 0x1000, 0x1004, 1, 0x1000) PLAIN "end EO_TRACE\n",
        START(0x1000), BRANCHES(3, 0x1, 0x1000));
    /* taken over an instruction; not taken to the next one */
    EXPECT_ELEMENTS(
        &config, &branches,
        BEGIN RANGE(0, 0x1000, 0x1004, 1, 0x1000) PLAIN RANGE(1, 0x1004, 0x1008, 1, 0x1004)
            TAKEN RANGE(1, 0x100c, 0x1010, 1, 0x100c) PASSED RANGE(1, 0x1010, 0x1014, 1, 0x1010)
                PASSED RANGE(1, 0x1014, 0x1018, 1, 0x1014) PLAIN "end EO_TRACE\n",
        START(0x1000), BRANCHES(3, 0x6, 0x1014));
}

/* The last outcome of a packet is that of the branch that it reports. Shows: ETR-DEC-009 */
Test(hart_elements, a_branch_at_the_end_of_a_packet_has_its_outcome)
{
    const struct rvt_config config = plain_config();

    EXPECT_ELEMENTS(&config, &branches,
                    BEGIN RANGE(0, 0x1000, 0x1004, 1, 0x1000)
                        PLAIN RANGE(1, 0x1004, 0x1008, 1, 0x1004) TAKEN "end EO_TRACE\n",
                    START(0x1000), BRANCHES(1, 0x0, 0x1004));
    EXPECT_ELEMENTS(&config, &branches,
                    BEGIN RANGE(0, 0x1000, 0x1004, 1, 0x1000)
                        PLAIN RANGE(1, 0x1004, 0x1008, 1, 0x1004) PASSED "end EO_TRACE\n",
                    START(0x1000), BRANCHES(1, 0x1, 0x1004));
    EXPECT_ELEMENTS(&config, &branches,
                    BEGIN RANGE(0, 0x1004, 0x1008, 1, 0x1004) PASSED "end EO_TRACE\n",
                    START(0x1004));
    EXPECT_ELEMENTS(&config, &branches,
                    BEGIN RANGE(0, 0x1004, 0x1008, 1, 0x1004) TAKEN "end EO_TRACE\n",
                    START_TAKEN(0x1004));
}

Test(hart_elements, a_range_tells_the_class_of_its_last_instruction)
{
    static const struct program jumps = PROGRAM(JAL(1, 8), ADD, RET, JR, ADD);
    const struct rvt_config config = plain_config();

    EXPECT_ELEMENTS(&config, &jumps,
                    BEGIN RANGE(0, 0x1000, 0x1004, 1,
                                0x1000) "last_class=inferable last_itype=9 "
                                        "executed\n" RANGE(
                                            1, 0x1008, 0x100c, 1,
                                            0x1008) "last_class=uninferable last_itype=13 "
                                                    "executed\n" RANGE(1, 0x100c, 0x1010, 1, 0x100c)
                                                        JUMPED RANGE(2, 0x1010, 0x1014, 1, 0x1010)
                                                            PLAIN "end EO_TRACE\n",
                    START(0x1000), ADDRESS(0x100c), ADDRESS(0x1010));
}

/* Shows: ETR-CTX-006 */
Test(hart_elements, a_context_is_an_element_when_it_changes)
{
    const struct rvt_config config = full_config();

    EXPECT_ELEMENTS(&config, &line,
                    "0 NO_SYNC reason=start\n"
                    "0 TRACE_ON reason=start\n"
                    "0 PE_CONTEXT privilege=1 context=0x5 context_width=8 xlen=32\n" RANGE(
                        0, 0x1000, 0x1004, 1, 0x1000) PLAIN RANGE(1, 0x1004, 0x1008, 1, 0x1004)
                        PLAIN RANGE(2, 0x1008, 0x100c, 1, 0x1008) PLAIN
                    "2 PE_CONTEXT privilege=1 context=0x6 context_width=8 xlen=32\n" RANGE(
                        2, 0x100c, 0x1010, 1, 0x100c) PLAIN RANGE(3, 0x1010, 0x1018, 2, 0x1014)
                        JUMPED
                    "3 PE_CONTEXT privilege=3 context=0x6 context_width=8 xlen=32\n" RANGE(
                        3, 0x1010, 0x1014, 1, 0x1010) PLAIN "end EO_TRACE\n",
                    START_AT(0x1000, 1, 5), START_AT(0x1004, 1, 5), START_AT(0x100c, 1, 6),
                    START_AT(0x1010, 3, 6));
}

static const struct program trapping = PROGRAM(ADD, ADD, JR, ADD, ADD, MRET, ECALL, ADD);

Test(hart_elements, exceptions_have_their_epc)
{
    const struct rvt_config config = plain_config();

    /* after the ADD at 0x1000; at the target of the jump, which is reported without handler */
    EXPECT_ELEMENTS(&config, &trapping,
                    BEGIN RANGE(0, 0x1000, 0x1004, 1, 0x1000) PLAIN
                    "1 EXCEPTION number=5 epc=0x1004 tval=0x0\n" RANGE(1, 0x100c, 0x1010, 1, 0x100c)
                        PLAIN "end EO_TRACE\n",
                    START(0x1000), TRAP(5, 0x100c));
    EXPECT_ELEMENTS(&config, &trapping,
                    BEGIN RANGE(0, 0x1008, 0x100c, 1, 0x1008) JUMPED
                    "1 EXCEPTION number=5 epc=0x101c at_branch_target tval=0x0\n" RANGE(
                        2, 0x100c, 0x1010, 1, 0x100c) PLAIN "end EO_TRACE\n",
                    START(0x1008), TRAP_ONLY(5, 0x101c), START(0x100c));
    EXPECT_ELEMENTS(&config, &trapping,
                    BEGIN RANGE(0, 0x1000, 0x1004, 1, 0x1000) PLAIN
                    "1 EXCEPTION number=7 interrupt epc=0x1004 tval=0x0\n" RANGE(
                        1, 0x100c, 0x1010, 1, 0x100c) PLAIN "end EO_TRACE\n",
                    START(0x1000), INTERRUPT(7, 0x100c));
    /* an interrupt at the target of a jump: the trace has no EPC */
    EXPECT_ELEMENTS(&config, &trapping,
                    BEGIN RANGE(0, 0x1008, 0x100c, 1, 0x1008) JUMPED
                    "1 EXCEPTION number=7 interrupt tval=0x0\n" RANGE(1, 0x100c, 0x1010, 1, 0x100c)
                        PLAIN "end EO_TRACE\n",
                    START(0x1008), INTERRUPT(7, 0x100c));
}

Test(hart_elements, a_second_trap_is_at_no_branch_target)
{
    const struct rvt_config config = plain_config();

    EXPECT_ELEMENTS(&config, &trapping,
                    BEGIN RANGE(0, 0x1008, 0x100c, 1, 0x1008) JUMPED
                    "1 EXCEPTION number=7 epc=0x101c at_branch_target tval=0x0\n"
                    "2 EXCEPTION number=2 tval=0x0\n" RANGE(2, 0x100c, 0x1010, 1, 0x100c) PLAIN
                    "end EO_TRACE\n",
                    START(0x1008), TRAP_ONLY(7, 0x101c), TRAP(2, 0x100c));
}

Test(hart_elements, a_trap_return_is_marked)
{
    const struct rvt_config config = plain_config();

    EXPECT_ELEMENTS(&config, &trapping,
                    BEGIN RANGE(0, 0x1010, 0x1014, 1, 0x1010)
                        PLAIN RANGE(1, 0x1014, 0x1018, 1,
                                    0x1014) "last_class=trap_return last_itype=0 "
                                            "executed\n"
                                            "1 EXCEPTION_RET\n" RANGE(1, 0x1000, 0x1004, 1, 0x1000)
                                                PLAIN "end EO_TRACE\n",
                    START(0x1010), ADDRESS(0x1000));
}

Test(hart_elements, a_notified_instruction_is_an_event)
{
    const struct rvt_config config = plain_config();

    EXPECT_ELEMENTS(&config, &line,
                    BEGIN RANGE(0, 0x1000, 0x1004, 1, 0x1000)
                        PLAIN RANGE(1, 0x1004, 0x100c, 2, 0x1008) PLAIN
                    "1 EVENT type=notify address=0x1008\n"
                    "end EO_TRACE\n",
                    START(0x1000), ADDRESS_N(0x1008));
}

/* The times of the encapsulation, and of the field time of a sync packet. */
Test(hart_elements, times_precede_the_elements_of_their_packet)
{
    struct rvt_config config = plain_config();
    struct hart_rig rig;
    const struct rvt_packet packet[] = {START(0x1000), ADDRESS(0x1004), START(0x1008)};
    struct rvt_packet timed = packet[2];

    config.encap.timestamp_bytes = 4;
    config.params.notime_p = false;
    config.params.time_width_p = 16;
    open_rig(&rig, &config, &line);
    timed.time = 0x77;
    capture_packet(&rig.capture, &config, 0x1234, &packet[0]);
    capture_packet(&rig.capture, &config, 0x1235, &packet[1]);
    capture_packet(&rig.capture, &config, 0, &timed);
    decode(&rig);
    EXPECT_LISTING(
        rig.listing, "0 NO_SYNC reason=start\n"
                     "0 TIMESTAMP value=0x1234\n"
                     "0 TIMESTAMP value=0x0\n"
                     "0 TRACE_ON reason=start\n"
                     "0 PE_CONTEXT privilege=3 xlen=32\n" RANGE(0, 0x1000, 0x1004, 1, 0x1000) PLAIN
        "1 TIMESTAMP value=0x1235\n" RANGE(1, 0x1004, 0x1008, 1, 0x1004) PLAIN
        "2 TIMESTAMP value=0x77\n" RANGE(2, 0x1008, 0x100c, 1, 0x1008) PLAIN "end EO_TRACE\n");
    close_rig(&rig);
}

/* Where tracing begins again, a trap at the first instruction is at no target: the jump of the
 * range before leads elsewhere. Shows: ETR-DEC-006 */
Test(hart_elements, a_trap_after_the_end_of_a_trace_is_at_no_target)
{
    const struct rvt_config config = plain_config();

    EXPECT_ELEMENTS(&config, &line,
                    BEGIN RANGE(0, 0x1014, 0x1018, 1, 0x1014) JUMPED
                    "1 NO_SYNC reason=ended\n"
                    "3 EXCEPTION number=5 epc=0x1004 tval=0x0\n"
                    "4 TRACE_ON reason=start\n" RANGE(4, 0x1008, 0x100c, 1, 0x1008) PLAIN
                    "end EO_TRACE\n",
                    START(0x1014), ENDED_REP, ENABLED, TRAP_ONLY(5, 0x1004), START(0x1008));
}

/* Decoding goes on at the next sync packet. */
Test(hart_elements, a_path_out_of_the_program_is_not_accessible)
{
    const struct rvt_config config = plain_config();

    EXPECT_ELEMENTS(&config, &line,
                    BEGIN RANGE(0, 0x1014, 0x1018, 1, 0x1014) JUMPED
                    "1 ADDR_NACC address=0x8000\n"
                    "1 NO_SYNC reason=fault\n"
                    "3 I_RANGE_NOPATH start=0x1018 end=0x1004 count=0 xlen=32\n"
                    "3 TRACE_ON reason=restart\n" RANGE(3, 0x1004, 0x1008, 1, 0x1004) PLAIN
                    "end EO_TRACE\n",
                    START(0x1014), ADDRESS(0x8000), ADDRESS(0x8008), START(0x1004));
    EXPECT_ELEMENTS(&config, &line,
                    "0 NO_SYNC reason=start\n"
                    "0 ADDR_NACC address=0x9000\n"
                    "1 TRACE_ON reason=start\n"
                    "1 PE_CONTEXT privilege=3 xlen=32\n" RANGE(1, 0x1004, 0x1008, 1, 0x1004) PLAIN
                    "end EO_TRACE\n",
                    START(0x9000), START(0x1004));
    EXPECT_ELEMENTS(
        &config, &line,
        BEGIN RANGE(0, 0x1000, 0x1004, 1, 0x1000) PLAIN RANGE(1, 0x1004, 0x1018, 5, 0x1014) JUMPED
        "1 ADDR_NACC address=0x8000\n"
        "1 NO_SYNC reason=fault\n"
        "2 I_RANGE_NOPATH start=0x1018 end=0x1004 count=0 xlen=32\n"
        "2 TRACE_ON reason=restart\n" RANGE(2, 0x1004, 0x1008, 1, 0x1004) PLAIN "end EO_TRACE\n",
        START(0x1000), ADDRESS(0x8000), START(0x1004));
}

/* A packet that repeats the address of the position means nothing until the next one comes
 * (AMB-131); the elements have its index, not that of the next one. */
Test(hart_elements, a_deferred_packet_keeps_its_index)
{
    static const struct program self = PROGRAM(ADD, JR, ADD, ADD);
    const struct rvt_config config = plain_config();

    EXPECT_ELEMENTS(
        &config, &self,
        BEGIN RANGE(0, 0x1000, 0x1004, 1, 0x1000) PLAIN RANGE(1, 0x1004, 0x1008, 1, 0x1004)
            JUMPED RANGE(2, 0x1004, 0x1008, 1, 0x1004) JUMPED RANGE(2, 0x1004, 0x1008, 1, 0x1004)
                JUMPED RANGE(3, 0x1008, 0x100c, 1, 0x1008) PLAIN "end EO_TRACE\n",
        START(0x1000), ADDRESS(0x1004), ADDRESS(0x1004), ADDRESS(0x1008));
}

/* The last packet is deferred, and nothing decides what it means. */
Test(hart_elements, an_undecided_packet_at_the_end_is_a_loss)
{
    const struct rvt_config config = plain_config();

    EXPECT_ELEMENTS(&config, &line,
                    BEGIN RANGE(0, 0x1000, 0x1004, 1, 0x1000)
                        PLAIN RANGE(1, 0x1004, 0x100c, 2, 0x1008) PLAIN "2 NO_SYNC reason=fault\n"
                                                                        "end EO_TRACE\n",
                    START(0x1000), ADDRESS(0x1008), ADDRESS(0x1008));
}

/* Packets of other sources, and null packets, are none of this hart. */
Test(hart_elements, takes_only_packets_of_its_source)
{
    struct rvt_config config = plain_config(), other;
    struct hart_rig rig;
    const struct rvt_packet packet[] = {START(0x1000), START(0x1008), ADDRESS(0x1004)};
    static const uint8_t null[] = {0};

    config.encap.srcid_bits = 4;
    config.encap.srcid = 3;
    other = config;
    other.encap.srcid = 4;
    open_rig(&rig, &config, &line);
    capture_packet(&rig.capture, &config, 0, &packet[0]);
    capture_packet(&rig.capture, &other, 0, &packet[1]);
    capture_bytes(&rig.capture, null, sizeof null);
    capture_packet(&rig.capture, &config, 0, &packet[2]);
    decode(&rig);
    EXPECT_LISTING(rig.listing, BEGIN RANGE(0, 0x1000, 0x1004, 1, 0x1000) PLAIN RANGE(
                                    3, 0x1004, 0x1008, 1, 0x1004) PLAIN "end EO_TRACE\n");
    close_rig(&rig);
}

/* As after open: nothing of the earlier capture is left. */
Test(hart_elements, a_reset_begins_anew)
{
    const struct rvt_config config = plain_config();
    struct hart_rig rig;

    open_rig(&rig, &config, &line);
    ADD_PACKETS(&rig, START(0x1000), ADDRESS(0x1008));
    decode(&rig);
    rvt_hart_elements_reset(rig.hart);
    rig.capture = (struct capture){.bytes = 0};
    listing_init(&rig.listing, &rig.capture);
    ADD_PACKETS(&rig, START(0x1004));
    decode(&rig);
    EXPECT_LISTING(rig.listing, BEGIN RANGE(0, 0x1004, 0x1008, 1, 0x1004) PLAIN "end EO_TRACE\n");
    close_rig(&rig);
}
