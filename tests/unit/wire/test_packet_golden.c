/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Payloads derived by hand or taken from the specification, written and read. */
#include "tests/unit/packets.h"

#include <string.h>

struct vector {
    const char *name;
    struct rvt_packet packet;
    unsigned kept, full; /* bits; 0: not given */
    uint8_t bytes;
    uint8_t byte[RVT_PAYLOAD_BYTES_MAX];
};

static void check_vectors(const struct rvt_config *config, const struct vector *vectors,
                          size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        const struct vector *v = &vectors[i];
        struct rvt_payload payload;
        struct rvt_packet packet;

        cr_assert(eq(int, (int)rvt_packet_write(config, &v->packet, &payload, NULL), RVT_OK), "%s",
                  v->name);
        cr_expect(eq(u8, payload.bytes, v->bytes), "%s", v->name);
        cr_expect(memcmp(payload.byte, v->byte, v->bytes) == 0, "%s: bytes", v->name);
        if (v->full) {
            cr_expect(eq(u16, payload.bits, v->kept), "%s: bits kept", v->name);
            cr_expect(eq(u16, payload.bits_full, v->full), "%s: bits", v->name);
        }
        for (size_t k = payload.bytes; k < sizeof payload.byte; ++k)
            cr_expect(eq(u8, payload.byte[k], 0), "%s: byte %zu after the payload", v->name, k);
        cr_assert(eq(int, (int)rvt_packet_read(config, v->byte, v->bytes, &packet, NULL), RVT_OK),
                  "%s", v->name);
        expect_same_packet(&packet, &v->packet, v->name);
    }
}

/* Shows: GV-1, GV-2, GV-3, GV-4, ETR-FMT-001, ETR-FMT-002, ETR-FMT-003, ETR-FMT-012, ETR-CMP-001 */
Test(packet_golden, examples_of_the_transport_chapter)
{
    const struct rvt_config config = chapter_config();
    static const struct vector vectors[] = {
        {"GV-1",
         {.format = 1, .branches = 15, .branch_map = 0x5555, .address = 0x800001a2},
         0,
         0,
         7,
         {0xbd, 0xaa, 0xaa, 0x68, 0x00, 0x00, 0x20}},
        {"GV-1b",
         {.format = 1, .branches = 1, .branch_map = 0, .address = 0x80000104},
         0,
         0,
         6,
         {0x05, 0x04, 0x01, 0x00, 0x80, 0x00}},
        {"GV-1c", {.format = 2, .address = 0x8000010c}, 0, 0, 5, {0x32, 0x04, 0x00, 0x00, 0x02}},
        {"GV-2",
         {.format = 3,
          .subformat = 1,
          .branch = true,
          .privilege = 3,
          .ecause = 2,
          .address = 0x80000222},
         0,
         0,
         10,
         {0x77, 0x00, 0x00, 0x00, 0x00, 0x81, 0x88, 0x00, 0x00, 0x20}},
        {"GV-3",
         {.format = 3, .subformat = 0, .branch = true, .privilege = 3, .address = 0x20010522},
         0,
         0,
         9,
         {0x73, 0x00, 0x00, 0x00, 0x00, 0x91, 0x82, 0x00, 0x10}},
        {"GV-4",
         {.format = 3,
          .subformat = 1,
          .branch = true,
          .privilege = 3,
          .ecause = 7,
          .interrupt = true,
          .thaddr = true,
          .address = 0x800001b0},
         0,
         0,
         10,
         {0x77, 0x00, 0x00, 0x00, 0x80, 0x33, 0x6c, 0x00, 0x00, 0x20}},
    };

    check_vectors(&config, vectors, sizeof vectors / sizeof vectors[0]);
}

#define DELTA(bytes) ((uint64_t)(bytes) >> 1 & 0x7fffffff)

/* Shows: GV-5, GV-6, GV-7, GV-8, GV-9, GV-10, GV-11, ETR-FMT-020, ETR-FMT-021, ETR-FMT-022,
 * ETR-FMT-023, ETR-FMT-025, ETR-FMT-026, ETR-FMT-027, ETR-FMT-028, ETR-CMP-001, ETR-CMP-009 */
Test(packet_golden, differential_addresses_and_branch_maps)
{
    const struct rvt_config config = delta_config();
    static const struct vector vectors[] = {
        {"GV-5", {.format = 2, .address = DELTA(0x10)}, 7, 36, 1, {0x22}},
        {"GV-6", {.format = 2, .address = DELTA(-0x10)}, 6, 36, 1, {0xe2}},
        {"GV-7",
         {.format = 2, .address = DELTA(0x10), .updiscon = true},
         35,
         36,
         5,
         {0x22, 0x00, 0x00, 0x00, 0xfc}},
        {"GV-8",
         {.format = 2, .address = DELTA(0x10), .notify = true},
         34,
         36,
         5,
         {0x22, 0x00, 0x00, 0x00, 0xfe}},
        {"GV-8b", {.format = 2}, 3, 36, 1, {0x02}},
        {"GV-9",
         {.format = 1, .branches = 3, .branch_map = 3, .address = DELTA(0x148)},
         19,
         44,
         3,
         {0x8d, 0x91, 0x02}},
        {"GV-10",
         {.format = 1, .branches = 12, .branch_map = 0xabc, .address = DELTA(-0x10c)},
         31,
         56,
         4,
         {0x31, 0x5e, 0x85, 0xde}},
        {"GV-11",
         {.format = 1, .branches = 2, .branch_map = 2, .address = DELTA(-0x10c), .updiscon = true},
         43,
         44,
         6,
         {0x09, 0xe9, 0xfd, 0xff, 0xff, 0x03}},
        {"GV-11b taken", {.format = 1}, 2, 38, 1, {0x01}},
        {"GV-11b not taken", {.format = 1, .branch_map = 0x7fffffff}, 8, 38, 1, {0x81}},
    };

    check_vectors(&config, vectors, sizeof vectors / sizeof vectors[0]);
}

/* Shows: GV-12, GV-13, GV-14, ETR-FMT-002, ETR-FMT-003, ETR-FMT-006, ETR-FMT-007, ETR-FMT-011 */
Test(packet_golden, sync_packets)
{
    const struct rvt_config config = delta_config();
    static const struct vector vectors[] = {
        {"GV-12",
         {.format = 3, .branch = true, .privilege = 3, .address = 0x80000000 >> 1},
         38,
         38,
         5,
         {0x73, 0x00, 0x00, 0x00, 0xe0}},
        {"GV-13",
         {.format = 3,
          .subformat = 1,
          .branch = true,
          .privilege = 3,
          .ecause = 2,
          .thaddr = true,
          .address = 0x80000100 >> 1},
         46,
         77,
         6,
         {0x77, 0x21, 0x20, 0x00, 0x00, 0x10}},
        {"GV-14",
         {.format = 3,
          .subformat = 1,
          .branch = true,
          .privilege = 3,
          .ecause = 7,
          .interrupt = true,
          .thaddr = true,
          .address = 0x80000100 >> 1},
         45,
         45,
         6,
         {0xf7, 0x33, 0x20, 0x00, 0x00, 0xf0}},
    };

    check_vectors(&config, vectors, sizeof vectors / sizeof vectors[0]);
}

/* Shows: GV-15, ETR-MODE-062 */
Test(packet_golden, implicit_exception_leaves_the_handler_address_out)
{
    struct rvt_config config = delta_config();
    static const struct vector vectors[] = {
        {"GV-15",
         {.format = 3, .subformat = 1, .branch = true, .privilege = 3, .ecause = 2, .thaddr = true},
         15,
         46,
         2,
         {0x77, 0x21}},
    };

    config.options.implicit_exception = true;
    check_vectors(&config, vectors, 1);
}

/* Shows: GV-16, GV-17, GV-18, GV-19, GV-20, GV-21, ETR-FMT-040, ETR-FMT-041, ETR-FMT-043,
 * ETR-FMT-044, ETR-FMT-048, ETR-CMP-004 */
Test(packet_golden, optional_formats)
{
    const struct rvt_config config = delta_config();
    static const struct vector vectors[] = {
        {"GV-16", {.format = 0, .branch_count = 31 - 31}, 1, 37, 1, {0x00}},
        {"GV-17", {.format = 0, .branch_count = 100 - 31}, 11, 37, 2, {0x28, 0x02}},
        {"GV-18",
         {.format = 0, .branch_count = 40 - 31, .branch_fmt = 2, .address = DELTA(0x20)},
         43,
         71,
         6,
         {0x48, 0x00, 0x00, 0x00, 0x10, 0x02}},
        {"GV-19", {.format = 0, .subformat = 1, .index = 5}, 7, 13, 1, {0x2c}},
        {"GV-20",
         {.format = 0, .subformat = 1, .index = 5, .branches = 3, .branch_map = 3},
         15,
         16,
         2,
         {0xac, 0x31}},
        {"GV-21",
         {.format = 0, .subformat = 1, .index = 5, .branches = 3, .branch_map = 4},
         15,
         16,
         2,
         {0xac, 0xc1}},
    };

    check_vectors(&config, vectors, sizeof vectors / sizeof vectors[0]);
}

/* The support packet of the transport chapter, full address mode on: 1f 04. Shows: ETR-FMT-005 */
Test(packet_golden, support_packet_of_the_transport_chapter)
{
    const struct rvt_config config = chapter_config();
    struct vector vector = {"support", {.format = 3, .subformat = 3}, 0, 0, 2, {0x1f, 0x04}};

    rvt_support_fill(&vector.packet.support, &config, true, RVT_QUAL_NO_CHANGE);
    check_vectors(&config, &vector, 1);
}

/* Every bit of a support packet set: one byte. Shows: ETR-CMP-004 */
Test(packet_golden, a_payload_of_ones_is_one_byte)
{
    const struct rvt_config config = delta_config();
    const struct rvt_support_layout *layout = rvt_support_layout(&config);
    struct rvt_packet packet = {.format = 3, .subformat = 3};
    struct rvt_payload payload;

    for (unsigned i = 0; i < layout->count; ++i)
        packet.support.value[layout->place[i].field] = (uint16_t)rvt_mask(layout->place[i].width);
    cr_assert(eq(int, (int)rvt_packet_write(&config, &packet, &payload, NULL), RVT_OK));
    cr_expect(eq(u16, payload.bits, 1));
    cr_expect(eq(u8, payload.bytes, 1));
    cr_expect(eq(u8, payload.byte[0], 0xff));
}
