/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Two processes have different code at the same addresses, and a handler is seen at privilege 3:
 * each packet is decoded with what its context and privilege see. Shows: ETR-DEC-003, ETR-DEC-006
 */
#include "tests/unit/element/element_rig.h"

#include "element/hart_elements.h"

struct rig {
    struct rvt_config config;
    struct rvt_image *image;
    struct rvt_element_queue queue;
    struct rvt_hart_elements *hart;
    struct capture capture;
    struct listing listing;
};

static void add_code(struct rig *rig, bool process, uint64_t context, uint64_t address,
                     const uint32_t *code, unsigned count)
{
    const struct rvt_executor space = {.has_context = process,
                                       .has_privilege = true,
                                       .privilege = process ? 0 : 3,
                                       .context = context};

    cr_assert(rvt_image_set_space(rig->image, &space) == RVT_OK);
    load(rig->image, address, code, count);
}

static void open_rig(struct rig *rig)
{
    static const uint32_t handler[] = {ADD, MRET}, line[] = {ADD, ADD, ECALL},
                          jump[] = {JAL(0, 8), ECALL, BEQ(4), ADD},
                          calls[] = {JAL(1, 12), JAL(1, 8), ADD, RET};

    *rig = (struct rig){.config = full_config()};
    rig->config.params.return_stack_size_p = 3;
    rig->config.options.implicit_return = true;
    cr_assert(rvt_image_open(32, false, &rig->image) == RVT_OK);
    add_code(rig, false, 0, 0x8000, handler, 2);
    add_code(rig, true, 5, 0x1000, line, 3);
    add_code(rig, true, 6, 0x1000, jump, 4);
    add_code(rig, true, 8, 0x1000, calls, 4);
    listing_init(&rig->listing, &rig->capture);
    cr_assert(rvt_element_queue_init(&rig->queue, list_element, &rig->listing) == RVT_OK);
    const struct rvt_hart_elements_options options = {
        .config = &rig->config, .image = rig->image, .queue = &rig->queue};
    cr_assert(rvt_hart_elements_open(&options, &rig->hart) == RVT_OK);
}

static void expect(const struct rvt_packet *packet, unsigned packets, const char *expected)
{
    for (unsigned pauses = 0; pauses < 2; pauses++) {
        struct rig rig;

        open_rig(&rig);
        rig.listing.response = pauses ? RVT_RESP_WAIT : RVT_RESP_CONT;
        for (unsigned i = 0; i < packets; i++)
            capture_packet(&rig.capture, &rig.config, 0, &packet[i]);
        cr_assert(rvt_hart_elements_feed(rig.hart, rig.capture.byte, NULL, rig.capture.bytes) ==
                  RVT_OK);
        cr_assert(rvt_hart_elements_end(rig.hart, rig.capture.bytes) == RVT_OK);
        do {
            const struct rvt_executor nobody = {.has_context = false};
            rvt_image_select(rig.image, &nobody); /* another decoder of the program */
            while (rvt_element_queue_deliver(&rig.queue) == RVT_RESP_WAIT)
                ;
        } while (rvt_hart_elements_proceed(rig.hart));
        EXPECT_LISTING(rig.listing, expected);
        rvt_hart_elements_close(rig.hart);
        rvt_element_queue_fini(&rig.queue);
        rvt_image_close(rig.image);
    }
}
#define EXPECT(expected, ...)                                                                      \
    expect((const struct rvt_packet[]){__VA_ARGS__},                                               \
           sizeof((struct rvt_packet[]){__VA_ARGS__}) / sizeof(struct rvt_packet), expected)

#define RANGE(packet, start, end, count, last, class)                                              \
#packet " INSTR_RANGE start=" #start " end=" #end " count=" #count " xlen=32 last=" #last      \
            " last_bytes=4 last_class=" class "\n"
#define PLAIN  "sequential last_itype=0 executed"
#define JUMP   "inferable last_itype=11 executed"
#define CALL   "inferable last_itype=9 executed"
#define BACK   "uninferable last_itype=13 executed"
#define RETURN "trap_return last_itype=0 executed"
#define TAKEN  "branch last_itype=0 conditional executed"

#define LEVEL(packet, level, ctx)                                                                  \
#packet " PE_CONTEXT privilege=" #level " context=" #ctx " context_width=8 xlen=32\n"

Test(element_spaces, each_context_sees_its_own_code)
{
    static const char *const expected[] = {
        "0 NO_SYNC reason=start\n0 TRACE_ON reason=start\n" LEVEL(0, 3, 0x0),
        RANGE(0, 0x8000, 0x8004, 1, 0x8000, PLAIN),
        RANGE(1, 0x8004, 0x8008, 1, 0x8004, RETURN) "1 EXCEPTION_RET\n" LEVEL(1, 0, 0x5),
        RANGE(1, 0x1000, 0x1004, 1, 0x1000, PLAIN),
        RANGE(2, 0x1004, 0x1008, 1, 0x1004, PLAIN),
        "3 EXCEPTION number=8 epc=0x1008 tval=0x0\n" LEVEL(3, 3, 0x0),
        RANGE(3, 0x8000, 0x8004, 1, 0x8000, PLAIN),
        RANGE(4, 0x8004, 0x8008, 1, 0x8004, RETURN) "4 EXCEPTION_RET\n" LEVEL(4, 0, 0x6),
        RANGE(4, 0x1000, 0x1004, 1, 0x1000, JUMP),
        RANGE(5, 0x1008, 0x100c, 1, 0x1008, TAKEN),
        RANGE(6, 0x100c, 0x1010, 1, 0x100c, PLAIN) "end EO_TRACE\n"};
    char text[4096] = "";

    for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++)
        strcat(text, expected[i]);
    EXPECT(text, START_AT(0x8000, 3, 0), START_AT(0x1000, 0, 5), ADDRESS(0x1004), TRAP(8, 0x8000),
           START_AT(0x1000, 0, 6), BRANCHES(1, 0, 0x1008), ADDRESS(0x100c));
}

/* Decoding goes on in a space that is known. */
Test(element_spaces, code_that_the_context_does_not_see_is_not_accessible)
{
    EXPECT("0 NO_SYNC reason=start\n"
           "0 ADDR_NACC address=0x1000\n"
           "1 TRACE_ON reason=start\n" LEVEL(1, 0, 0x6)
               RANGE(1, 0x1000, 0x1004, 1, 0x1000, JUMP) "2 ADDR_NACC address=0x8000\n"
                                                         "2 NO_SYNC reason=fault\n"
                                                         "end EO_TRACE\n",
           START_AT(0x1000, 0, 7), START_AT(0x1000, 0, 6), START_AT(0x8000, 0, 6));
}

/* What the last report means is found out before it is decoded, with what its context sees: an
 * implicit return leads to its address once more. Shows: ETR-DEC-012, ETR-SUP-005, AMB-131 */
Test(element_spaces, a_repeated_address_is_looked_for_in_its_context)
{
    EXPECT(
        "0 NO_SYNC reason=start\n0 TRACE_ON reason=start\n" LEVEL(0, 0, 0x8) RANGE(
            0, 0x1000, 0x1004, 1, 0x1000, CALL)
            RANGE(1, 0x100c, 0x1010, 1, 0x100c, BACK) "1 EVENT type=notify address=0x100c\n" RANGE(
                2, 0x1004, 0x1008, 1, 0x1004, CALL)
                RANGE(2, 0x100c, 0x1010, 1, 0x100c, BACK) "3 NO_SYNC reason=ended\nend EO_TRACE\n",
        START_AT(0x1000, 0, 8), ADDRESS_N(0x100c), ADDRESS(0x100c), ENDED_REP);
}
