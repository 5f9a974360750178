/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The switches that change bits on the wire and no decision of the encoder. The bytes are put
 * together by hand from the tables of the specification. */
#include <criterion/criterion.h>

#include <string.h>

#include "wire/encap.h"
#include "wire/packet.h"

/* 32-bit addresses, lsb 1, privilege 2 and ecause 5 bits; one subformat bit, 16 targets. */
static struct rvt_config wire_config(void)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.params.ecause_width_p = 5;
    config.params.f0s_width_p = 1;
    config.params.cache_size_p = 4;
    return config;
}

/* packet is sent as bytes, full bits long, and comes back as it was. */
static void expect_payload(const struct rvt_config *config, const struct rvt_packet *packet,
                           unsigned full, const char *bytes, size_t count)
{
    struct rvt_payload payload;
    struct rvt_packet back;

    cr_assert(rvt_packet_write(config, packet, &payload, NULL) == RVT_OK);
    cr_expect(payload.bits_full == full, "%u bits, not %u", payload.bits_full, full);
    cr_assert(payload.bytes == count, "%u bytes, not %zu", payload.bytes, count);
    for (size_t i = 0; i < count; i++)
        cr_expect(payload.byte[i] == (uint8_t)bytes[i], "byte %zu: %02x, not %02x", i,
                  payload.byte[i], (uint8_t)bytes[i]);
    cr_assert(rvt_packet_read(config, payload.byte, payload.bytes, &back, NULL) == RVT_OK);
    cr_expect(back.branch_map == packet->branch_map);
    cr_expect(back.address == packet->address);
    cr_expect(back.tval == packet->tval);
    cr_expect(back.irreport == packet->irreport);
    cr_expect(back.irdepth == packet->irdepth);
    cr_expect(back.index == packet->index);
}

/* Shows: ETR-FMT-024 */
Test(wire_switches, the_map_is_filled_with_zeros_or_the_newest_outcome)
{
    static const struct rvt_packet with_address = {
        .format = RVT_FORMAT_DIFF_DELTA, .branches = 2, .branch_map = 2};
    static const struct rvt_packet with_index = {
        .subformat = RVT_SUBFORMAT_JUMP_TARGET_INDEX, .index = 5, .branches = 2, .branch_map = 2};
    struct rvt_config config = wire_config();

    /* 10 | 01000 | 010 | zeros */
    expect_payload(&config, &with_address, 2 + 5 + 3 + 31 + 3, "\x09\x01", 2);
    /* 00 1 | 1010 | 01000 | 010 | 0 */
    expect_payload(&config, &with_index, 3 + 4 + 5 + 3 + 1, "\x2c\x21", 2);
    config.switches.map_fill = RVT_MAP_FILL_SIGN;
    expect_payload(&config, &with_address, 2 + 5 + 3 + 31 + 3, "\x09\x03", 2);
    expect_payload(&config, &with_index, 3 + 4 + 5 + 3 + 1, "\x2c\xe1", 2);
}

/* Shows: ETR-FMT-044, ETR-FMT-049 */
Test(wire_switches, a_jump_target_index_can_do_without_irreport)
{
    struct rvt_packet packet = {.subformat = RVT_SUBFORMAT_JUMP_TARGET_INDEX, .index = 5};
    struct rvt_config config = wire_config();

    config.params.return_stack_size_p = 3;
    expect_payload(&config, &packet, 3 + 4 + 5 + 1 + 4, "\x2c", 1);
    packet.irreport = true;
    packet.irdepth = 9; /* 1 | 1001 after 12 bits, then padding */
    expect_payload(&config, &packet, 3 + 4 + 5 + 1 + 4, "\x2c\x30\xff", 3);
    config.switches.f0s1_irreport = false;
    packet.irreport = false;
    packet.irdepth = 0;
    expect_payload(&config, &packet, 3 + 4 + 5, "\x2c", 1);
}

/* Shows: ETR-FMT-003 */
Test(wire_switches, tval_can_be_there_for_interrupts)
{
    struct rvt_packet packet = {.format = RVT_FORMAT_SYNC,
                                .subformat = RVT_SUBFORMAT_TRAP,
                                .branch = true,
                                .privilege = 3,
                                .ecause = 7,
                                .interrupt = true,
                                .thaddr = true,
                                .address = 0x80000100 >> 1};
    struct rvt_config config = wire_config();

    expect_payload(&config, &packet, 45, "\xf7\x33\x20\x00\x00\xf0", 6);
    config.switches.tval_always = true;
    expect_payload(&config, &packet, 45 + 32, "\xf7\x33\x20\x00\x00\x10", 6);
    packet.tval = 0x12; /* 0 | 1001 0 after 45 bits: bits 46 and 49 */
    expect_payload(&config, &packet, 45 + 32, "\xf7\x33\x20\x00\x00\x50\x02", 7);
}

/* Shows: ETR-FMT-006, ETR-FMT-020, ETR-FMT-025 */
Test(wire_switches, addresses_can_be_sent_unshifted)
{
    struct rvt_packet delta = {.format = RVT_FORMAT_ADDR_ONLY, .address = 0x10 >> 1};
    struct rvt_packet start = {
        .format = RVT_FORMAT_SYNC, .branch = true, .privilege = 3, .address = 0x80000000 >> 1};
    struct rvt_config config = wire_config();

    expect_payload(&config, &delta, 2 + 31 + 3, "\x22", 1);
    expect_payload(&config, &start, 2 + 2 + 1 + 2 + 31, "\x73\x00\x00\x00\xe0", 5);
    config.switches.addr_shift = false;
    cr_expect(rvt_address_bits(&config) == 32 && rvt_address_shift(&config) == 0);
    delta.address = 0x10;
    start.address = 0x80000000;
    expect_payload(&config, &delta, 2 + 32 + 3, "\x42", 1);
    expect_payload(&config, &start, 2 + 2 + 1 + 2 + 32, "\x73\x00\x00\x00\xc0", 5);
}

/* An address of 64 bits has one more copy of its sign, so that its width is 8 k + 1.
 * Shows: ETR-FMT-025, AMB-141 */
Test(wire_switches, an_address_compressed_to_bytes_can_have_64_bits)
{
    struct rvt_packet start = {.format = RVT_FORMAT_SYNC,
                               .branch = true,
                               .privilege = 3,
                               .address = UINT64_C(0x8000000000000000)};
    struct rvt_config config = wire_config();

    config.params.iaddress_width_p = 64;
    config.switches.addr_shift = false;
    config.switches.compress = RVT_COMPRESS_ADDR_BYTES;
    cr_expect(rvt_address_bits(&config) == 64);
    expect_payload(&config, &start, 2 + 2 + 1 + 2 + 65, "\x73\x00\x00\x00\x00\x00\x00\x00\xc0", 9);
}

/* The packet of 5 payload bytes after srcID, timestamp ts and type 2. */
static void expect_encap(const struct rvt_config *config, unsigned srcid, uint64_t ts,
                         const char *bytes, size_t count)
{
    struct rvt_encap encap = {.extend = ts != 0,
                              .srcid = (uint16_t)srcid,
                              .type = 2,
                              .timestamp = ts,
                              .payload = {.byte = {0x32, 4, 0, 0, 2}, .bytes = 5, .bits = 40}};
    uint8_t out[RVT_ENCAP_BYTES_MAX];
    struct rvt_encap back;
    size_t size, used;

    cr_assert(rvt_encap_write(config, &encap, out, sizeof(out), &size, NULL) == RVT_OK);
    cr_assert(size == count, "%zu bytes, not %zu", size, count);
    for (size_t i = 0; i < count; i++)
        cr_expect(out[i] == (uint8_t)bytes[i], "byte %zu: %02x, not %02x", i, out[i],
                  (uint8_t)bytes[i]);
    cr_assert(rvt_encap_read(config, out, size, &back, &used, NULL) == RVT_OK);
    cr_expect(used == size);
    cr_expect(back.srcid == srcid && back.timestamp == ts && back.type == 2);
    cr_expect(memcmp(back.payload.byte, encap.payload.byte, 5) == 0);
}

/* Shows: ENC-001, ENC-004, ENC-005 */
Test(wire_switches, a_timestamp_can_stand_behind_the_whole_bytes_of_srcid)
{
    struct rvt_config config = wire_config();

    config.encap = (struct rvt_encap_config){.srcid_bits = 6, .type_bits = 2, .timestamp_bytes = 1};
    expect_encap(&config, 1, 0, "\x06\x81\x32\x04\x00\x00\x02", 7);
    expect_encap(&config, 1, 0xab, "\x86\xc1\xaa\x32\x04\x00\x00\x02", 8); /* 6 | 8 | 2 bits */
    config.switches.ts_align = RVT_TS_ALIGN_AFTER_SRCID_BYTE;
    expect_encap(&config, 1, 0, "\x06\x81\x32\x04\x00\x00\x02", 7);
    expect_encap(&config, 1, 0xab, "\x86\xab\x81\x32\x04\x00\x00\x02", 8);
    config.encap.srcid_bits = 10; /* 8 | timestamp | 2, type, payload */
    expect_encap(&config, 0x1ab, 0x55, "\x86\xab\x55\x29\x43\x00\x00\x20\x00", 9);
    config.encap.srcid_bits = 8;
    expect_encap(&config, 0xab, 0x55, "\x86\xab\x55\xca\x10\x00\x00\x08\x00", 9);
}

Test(wire_switches, a_srcid_that_does_not_fit_is_refused_either_way)
{
    for (unsigned align = 0; align < 2; align++) {
        struct rvt_config config = wire_config();
        struct rvt_encap encap = {
            .extend = true, .srcid = 1u << 10, .payload = {.byte = {2}, .bytes = 1, .bits = 3}};
        uint8_t out[RVT_ENCAP_BYTES_MAX];
        struct rvt_diag diag;
        size_t size;

        config.encap = (struct rvt_encap_config){.srcid_bits = 10, .timestamp_bytes = 2};
        config.switches.ts_align = (enum rvt_ts_align)align;
        rvt_diag_clear(&diag);
        cr_expect(rvt_encap_write(&config, &encap, out, sizeof(out), &size, &diag) ==
                  RVT_ERR_CAPACITY);
        cr_expect_str_eq(diag.field, "srcID");
    }
}

/* Editions without thaddr always report a handler: a packet without one is not written. Shows:
 * ETR-FMT-003 */
Test(wire_switches, a_trap_with_a_tvalepc_word_has_a_handler)
{
    struct rvt_packet packet = {.format = RVT_FORMAT_SYNC,
                                .subformat = RVT_SUBFORMAT_TRAP,
                                .privilege = 3,
                                .ecause = 7,
                                .thaddr = true,
                                .address = 0x80000100 >> 1};
    struct rvt_config config = wire_config();
    struct rvt_payload payload;
    struct rvt_diag diag;

    config.switches.trap_layout = RVT_TRAP_LAYOUT_TVALEPC;
    cr_expect(rvt_packet_write(&config, &packet, &payload, NULL) == RVT_OK);
    packet.thaddr = false;
    rvt_diag_clear(&diag);
    cr_expect(rvt_packet_write(&config, &packet, &payload, &diag) == RVT_ERR_RESERVED);
    cr_expect_str_eq(diag.field, "thaddr");
}

/* A map of 9 bits with one outcome more: what lies above the valid ones has no meaning. Shows:
 * DRF-002 */
Test(wire_switches, a_map_of_the_draft_has_its_valid_bits_alone)
{
    struct rvt_packet packet = {.format = RVT_FORMAT_DIFF_DELTA, .branches = 2, .branch_map = 2};
    struct rvt_packet back;
    struct rvt_payload payload;
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_DRAFT_0_026);
    cr_assert(rvt_packet_write(&config, &packet, &payload, NULL) == RVT_OK);
    payload.byte[1] |= 0xfe; /* bits 7 to 15 are the map */
    cr_assert(rvt_packet_read(&config, payload.byte, payload.bytes, &back, NULL) == RVT_OK);
    cr_expect(back.branches == 2 && back.branch_map == 2, "%x", back.branch_map);
}

/* Each bit of ecause_width_p is a bit of F3/1; a cause has at most 32 bits, and what is above them
 * is 0. Shows: ETR-FMT-012 */
Test(wire_switches, every_width_of_ecause)
{
    for (unsigned width = 1; width <= 64; width++) {
        const struct rvt_packet packet = {.format = RVT_FORMAT_SYNC,
                                          .subformat = RVT_SUBFORMAT_TRAP,
                                          .thaddr = true,
                                          .ecause = width < 32 ? (1u << width) - 1 : UINT32_MAX,
                                          .address = 0x1234};
        struct rvt_config config = wire_config();
        struct rvt_payload payload;
        struct rvt_packet back;

        config.params.ecause_width_p = 1;
        cr_assert(rvt_packet_write(&config,
                                   &(struct rvt_packet){.format = RVT_FORMAT_SYNC,
                                                        .subformat = RVT_SUBFORMAT_TRAP,
                                                        .thaddr = true},
                                   &payload, NULL) == RVT_OK);
        unsigned shortest = payload.bits_full;
        config.params.ecause_width_p = width;
        cr_assert(rvt_packet_write(&config, &packet, &payload, NULL) == RVT_OK, "%u", width);
        cr_expect(payload.bits_full == shortest + width - 1, "width %u: %u bits", width,
                  payload.bits_full);
        cr_assert(rvt_packet_read(&config, payload.byte, payload.bytes, &back, NULL) == RVT_OK);
        cr_expect(back.ecause == packet.ecause && back.address == 0x1234, "width %u", width);
    }
}

/* Each bit of irdepth of each size. Shows: ETR-FMT-029, ETR-FMT-030 */
Test(wire_switches, every_width_of_irdepth)
{
    for (unsigned number = 2; number < 32; number++) {
        unsigned stack = number & 1 ? number / 2 : 0, counter = number & 1 ? 0 : number / 2;
        unsigned width = stack > 0 ? stack + 1 : counter;
        struct rvt_packet packet = {
            .format = RVT_FORMAT_ADDR_ONLY, .address = 0x1234, .irreport = true};
        struct rvt_config config = wire_config();
        struct rvt_payload payload;
        struct rvt_packet back;

        config.params.return_stack_size_p = stack;
        config.params.call_counter_size_p = counter;
        for (unsigned bit = 0; bit < width; bit++) {
            packet.irdepth = UINT32_C(1) << bit;
            cr_assert(rvt_packet_write(&config, &packet, &payload, NULL) == RVT_OK);
            cr_expect(payload.bits_full == 2 + 31 + 3 + width);
            cr_assert(rvt_packet_read(&config, payload.byte, payload.bytes, &back, NULL) == RVT_OK);
            cr_expect(back.irdepth == packet.irdepth, "%u bits, bit %u: %x", width, bit,
                      back.irdepth);
        }
        packet.irdepth = UINT32_C(1) << width;
        cr_expect(rvt_packet_write(&config, &packet, &payload, NULL) == RVT_ERR_CAPACITY, "%u",
                  width);
    }
}

/* An address of 9 bits, 14 to 22, and the flags need 26 bits. Shows: ETR-FMT-025, AMB-141 */
Test(wire_switches, an_address_compressed_to_bytes_is_never_cut_off)
{
    static const uint8_t clear[] = {0x1d, 0, 0, 0}, set[] = {0x1d, 0, 0x40, 0};
    struct rvt_config config = wire_config();
    struct rvt_packet back;

    config.switches.compress = RVT_COMPRESS_ADDR_BYTES;
    cr_assert(rvt_packet_read(&config, clear, sizeof clear, &back, NULL) == RVT_OK);
    cr_expect(back.branches == 7 && back.address == 0, "%llx", (unsigned long long)back.address);
    cr_assert(rvt_packet_read(&config, set, sizeof set, &back, NULL) == RVT_OK);
    cr_expect(back.address == 0x7fffff00, "%llx", (unsigned long long)back.address);
    cr_expect(rvt_packet_read(&config, clear, 3, &back, NULL) == RVT_ERR_TRUNCATED);
    cr_expect(rvt_packet_read(&config, set, 3, &back, NULL) == RVT_ERR_TRUNCATED);
}
