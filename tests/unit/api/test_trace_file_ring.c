/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Files of a ring buffer: in the order of memory, and from the middle of a packet on. */
#include "tests/unit/api/fixture.h"
#include "tests/unit/scratch.h"

/* Two packets of four bytes without srcID and type: F3/0 of 0x1000, and F2. */
static const uint8_t TURN[] = {0x03, 0x73, 0x00, 0x04, 0x03, 0x02, 0x00, 0x04};

/* The oldest byte of the file is WRITE, and byte CUT of a turn. The last packet begins at LAST. */
enum { PACKET = 4, TURN_BYTES = 8, BYTES = 20 * TURN_BYTES, CUT = 2, WRITE = 51, LAST = 154 };

static struct rvt_configuration *configuration; /* of each test */
static struct rvt_trace_item item;
static struct rvt_diagnosis why;
static const char *path;

static void begin(void)
{
    uint8_t memory[BYTES - CUT];

    scratch_init();
    configuration = default_configuration();
    put(configuration, "iaddress_lsb_p", 1);
    put(configuration, "nocontext_p", 1);
    put(configuration, "notime_p", 1);
    put(configuration, "srcid_bits", 0);
    put(configuration, "type_bits", 0);
    put(configuration, "timestamp_bytes", 0);
    RVT_CLEAR(&item);
    RVT_CLEAR(&why);
    for (size_t i = 0; i < sizeof memory; i++)
        memory[(WRITE + i) % sizeof memory] = TURN[(CUT + i) % TURN_BYTES];
    path = scratch_bytes("ring.bin", memory, sizeof memory);
}

static void close_test(void)
{
    rvt_configuration_free(configuration);
    scratch_fini();
}

TestSuite(trace_file_ring, .init = begin, .fini = close_test);

static struct rvt_trace_file *open_ring(uint64_t write)
{
    struct rvt_trace_file *file = NULL;

    cr_assert_eq(rvt_trace_file_open_ring(path, configuration, write, &file, &why), RVT_OK, "%s",
                 why.text);
    return file;
}

/* Reads the next packet; false at the end. It is one of those that were written. */
static bool read_next(struct rvt_trace_file *file)
{
    bool end = false;

    cr_assert_eq(rvt_trace_file_read(file, &item, &end, &why), RVT_OK, "%s", why.text);
    if (end)
        return false;
    cr_assert_eq((item.position + CUT) % PACKET, 0);
    cr_assert_eq(item.packet->payload_bytes, PACKET - 1);
    cr_assert_arr_eq(item.packet->payload, &TURN[(item.position + CUT) % TURN_BYTES + 1],
                     PACKET - 1);
    return true;
}

Test(trace_file_ring, is_read_in_the_order_of_time)
{
    struct rvt_trace_file *file = open_ring(WRITE);
    unsigned packets = 1;

    cr_assert_eq(rvt_trace_file_check(file, &why), RVT_ERR_SEQUENCE);
    cr_assert(read_next(file));
    cr_expect(item.position >= PACKET - CUT); /* skipped: the rest of a packet */
    cr_expect(item.position < 16 * PACKET);
    for (uint64_t before = item.position; read_next(file); before = item.position, packets++)
        cr_assert_eq(item.position, before + PACKET);
    cr_expect_gt(packets, 20);
    cr_expect_eq(rvt_trace_file_check(file, &why), RVT_OK);
    cr_expect_eq(rvt_trace_file_close(file, &why), RVT_OK);
}

/* Too few packets follow to find one, but a packet is known to begin there. */
Test(trace_file_ring, goes_on_at_a_packet)
{
    struct rvt_trace_file *file = open_ring(WRITE);

    cr_assert_eq(rvt_trace_file_seek(file, LAST, LAST, &why), RVT_OK, "%s", why.text);
    cr_assert(read_next(file));
    cr_expect_eq(item.position, LAST);
    cr_assert_not(read_next(file));
    cr_expect_eq(rvt_trace_file_close(file, &why), RVT_OK);
}

Test(trace_file_ring, refuses_a_write_pointer_beyond_the_file)
{
    struct rvt_trace_file *file = NULL;

    cr_expect_eq(rvt_trace_file_open_ring(path, configuration, BYTES, &file, &why),
                 RVT_ERR_PARAMETER);
    cr_expect_str_eq(why.field, "write");
    cr_expect_eq(rvt_trace_file_open_ring(NULL, configuration, 0, &file, &why), RVT_ERR_PARAMETER);
    cr_expect_eq(rvt_trace_file_open_ring(path, configuration, 0, NULL, &why), RVT_ERR_PARAMETER);
    cr_expect_eq(rvt_trace_file_open_ring(path, NULL, 0, &file, &why), RVT_ERR_PARAMETER);
    cr_expect_eq(rvt_trace_file_open_ring(scratch_path("none"), configuration, 0, &file, &why),
                 RVT_ERR_IO);
    cr_expect_null(file);
}
