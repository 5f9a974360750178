/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Data accesses of a hart to elements. Shows: ETR-DAT-001, ETR-DAT-011 */
#include "tests/unit/checks.h"
#include "tests/unit/data_config.h"
#include "tests/unit/element/element_rig.h"

#include "element/hart_elements.h"
#include "wire/data.h"

/* Packet 0 synchronises; the data packets follow. */
static void expect_accesses(unsigned mode, const struct rvt_data_packet *packet, unsigned packets,
                            const char *expected)
{
    static const struct program line = PROGRAM(ADD, ADD);
    const struct rvt_config config = configure_data(mode, 4, 64);
    struct rvt_image *image = assemble(line.code, line.count);
    const struct rvt_packet sync = START(0x1000);
    struct capture capture = {.bytes = 0};
    struct rvt_element_queue queue;
    struct rvt_hart_elements *hart;
    struct listing listing;
    struct rvt_payload payload;

    capture_packet(&capture, &config, 0, &sync);
    for (unsigned i = 0; i < packets; i++) {
        cr_assert(rvt_data_write(&config, &packet[i], &payload, NULL) == RVT_OK);
        capture_payload(&capture, &config, config.encap.type_data, 0, &payload);
    }
    cr_assert(rvt_element_queue_init(&queue, list_element, &listing) == RVT_OK);
    const struct rvt_hart_elements_options options = {
        .config = &config, .image = image, .queue = &queue};
    cr_assert(rvt_hart_elements_open(&options, &hart) == RVT_OK);
    listing_init(&listing, &capture);
    cr_assert(rvt_hart_elements_feed(hart, capture.byte, NULL, capture.bytes) == RVT_OK);
    cr_assert(rvt_hart_elements_end(hart, capture.bytes) == RVT_OK);
    cr_assert(rvt_hart_elements_proceed(hart) == false);
    const char *data = strstr(listing.line, "executed\n") + strlen("executed\n");
    cr_expect(strcmp(data, expected) == 0, "got\n%s\nnot\n%s", data, expected);
    rvt_hart_elements_close(hart);
    rvt_element_queue_fini(&queue);
    rvt_image_close(image);
}
#define EXPECT_ACCESSES(mode, expected, ...)                                                       \
    expect_accesses(mode, (const struct rvt_data_packet[]){__VA_ARGS__},                           \
                    sizeof((struct rvt_data_packet[]){__VA_ARGS__}) /                              \
                        sizeof(struct rvt_data_packet),                                            \
                    expected)

Test(hart_data, loads_and_stores_have_address_and_value)
{
    EXPECT_ACCESSES(0,
                    "1 DATA_ADDR type=load bytes=4 value=0x40\n"
                    "1 DATA_VAL type=load bytes=4 value=0x55\n"
                    "2 DATA_ADDR type=store bytes=1 value=0x80\n"
                    "2 DATA_VAL type=store bytes=1 value=0x7\n"
                    "end EO_TRACE\n",
                    {.format = RVT_DATA_LOAD, .size = 2, .address = 0x10, .data = 0x55},
                    {.format = RVT_DATA_STORE, .size = 0, .address = 0x80, .data = 7});
}

Test(hart_data, only_what_the_trace_has)
{
    EXPECT_ACCESSES(NO_DATA, "1 DATA_ADDR type=load bytes=4 value=0x40\nend EO_TRACE\n",
                    {.format = RVT_DATA_LOAD, .size = 2, .address = 0x10});
    EXPECT_ACCESSES(NO_ADDRESS, "1 DATA_VAL type=load bytes=4 value=0x55\nend EO_TRACE\n",
                    {.format = RVT_DATA_LOAD, .size = 2, .data = 0x55});
}

Test(hart_data, atomics_and_csrs_have_operands)
{
    EXPECT_ACCESSES(
        0,
        "1 DATA_ADDR type=swap bytes=4 value=0x44\n"
        "1 DATA_VAL type=swap operand bytes=4 value=0x30\n"
        "1 DATA_VAL type=swap bytes=4 value=0x50\n"
        "2 DATA_ADDR type=csrrw bytes=4 value=0x300\n"
        "2 DATA_VAL type=csrrw operand bytes=4 value=0x9\n"
        "2 DATA_VAL type=csrrw bytes=4 value=0x8\n"
        "end EO_TRACE\n",
        {.format = RVT_DATA_ATOMIC, .size = 2, .address = 0x11, .operand = 0x30, .data = 0x50},
        {.format = RVT_DATA_CSR, .address = 0x300, .operand = 9, .data = 8});
}

Test(hart_data, split_accesses_have_request_and_response)
{
    EXPECT_ACCESSES(
        SPLIT,
        "1 DATA_ADDR type=load request lrid=3 bytes=4 value=0x40\n"
        "2 DATA_ADDR type=load request lrid=5 bytes=8 value=0x88\n"
        "3 DATA_ADDR type=load response lrid=3 bytes=4 value=0x40\n"
        "3 DATA_VAL type=load response lrid=3 bytes=4 value=0x55\n"
        "4 DATA_ADDR type=load response error lrid=5 bytes=8 value=0x88\n"
        "4 DATA_VAL type=load response error lrid=5 bytes=8 value=0x0\n"
        "end EO_TRACE\n",
        {.format = RVT_DATA_LOAD, .size = 2, .lrid = 3, .address = 0x10},
        {.format = RVT_DATA_LOAD, .size = 3, .lrid = 5, .address = 0x11},
        {.format = RVT_DATA_LOAD_RESPONSE, .size = 2, .lrid = 3, .resp = 2, .data = 0x55},
        {.format = RVT_DATA_LOAD_RESPONSE, .size = 3, .lrid = 5, .resp = 0});
}

/* The position of the hart is known all the same. */
Test(hart_data, a_value_without_a_base_is_unknown)
{
    EXPECT_ACCESSES(0,
                    "1 UNKNOWN status=sequence clause=ETR-DAT-011 text=address is relative to an "
                    "earlier one of the same size, but there is none\n"
                    "2 DATA_ADDR type=store bytes=4 value=0x40\n"
                    "2 DATA_VAL type=store bytes=4 value=0x1\n"
                    "end EO_TRACE\n",
                    {.format = RVT_DATA_STORE, .size = 2, .diff = 1, .address = 1, .data = 1},
                    {.format = RVT_DATA_STORE, .size = 2, .address = 0x10, .data = 1});
}
