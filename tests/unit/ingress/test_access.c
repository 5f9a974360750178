/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The rules of the data interface, at the limits of every signal. */
#include <string.h>

#include "tests/unit/checks.h"
#include "tests/unit/random.h"

#include "base/bits.h"
#include "ingress/access.h"

static struct rvt_config config;
static struct rvt_access access;

/* Every signal has another width, and all are below 64 bits. */
static void start(bool split)
{
    rvt_config_defaults(&config, RVT_PROFILE_V2_0_5_DRAFT);
    config.options.data_trace = true;
    config.params.iaddress_width_p = 48;
    config.params.retires_p = 8;
    config.params.iretire_width_p = 8;
    config.params.blocks_p = 4;
    config.params.daddress_width_p = 44;
    config.params.data_width_p = 64;
    config.params.dtype_width_p = 4;
    config.params.dsize_width_p = 3;
    config.params.dblock_width_p = 2;
    config.params.iaddr_lsbs_width_p = 7;
    config.params.lrid_width_p = 5;
    config.params.lresp_width_p = 2;
    config.params.ldata_width_p = 34;
    config.params.sdata_width_p = 35;
    config.switches.dat_signalling = split ? RVT_DAT_SPLIT : RVT_DAT_UNIFIED;
    access = (struct rvt_access){.dretire = true, .dsize = 2};
}

static enum rvt_status check(unsigned accesses, struct rvt_diag *diag)
{
    struct rvt_row row = {.priv = 3, .blocks = 4, .accesses = (uint8_t)accesses, .access = &access};

    for (unsigned i = 0; i < 3; i++) /* the last block retires nothing */
        row.block[i] = (struct rvt_block){.iaddr = 0x1000, .iretire = 4, .ilastsize = 1};
    row.block[3] = (struct rvt_block){.iaddr = 0x1000, .itype = RVT_ITYPE_EXCEPTION};
    rvt_diag_clear(diag);
    return rvt_accesses_check(&config, &row, diag);
}

static void expect_good(const char *what)
{
    struct rvt_diag diag;

    cr_expect(eq(int, (int)check(1, &diag), RVT_OK), "%s: %s", what, diag.text);
}

static void expect_refused(const char *field, uint64_t value, const char *clause)
{
    struct rvt_diag diag;

    cr_expect(eq(int, (int)check(1, &diag), RVT_ERR_INGRESS), "%s", field);
    cr_assert(diag.field != NULL && diag.clause != NULL, "%s", field);
    cr_expect(eq(str, TEXT(diag.field), TEXT(field)));
    cr_expect(eq(u64, diag.value, value), "%s", field);
    cr_expect(eq(str, TEXT(diag.clause), TEXT(clause)), "%s", field);
    cr_expect(strncmp(diag.text, field, strlen(field)) == 0, "%s: %s", field, diag.text);
}

/* Shows: ETR-DISC-003 */
Test(access, addresses_and_identifiers_fit_their_widths)
{
    start(true);
    access.daddr = (UINT64_C(1) << 44) - 4;
    access.iaddr_lsbs = 127;
    access.dblock = 2;
    access.lrid = 31;
    access.sdata = (UINT64_C(1) << 35) - 1;
    expect_good("the largest values");
    access.daddr = UINT64_C(1) << 44;
    expect_refused("daddr", UINT64_C(1) << 44, "ETR-DISC-003");
    start(true);
    access.iaddr_lsbs = 128;
    expect_refused("iaddr_lsbs", 128, "ETR-DISC-003");
    start(true);
    access.lrid = 32;
    expect_refused("lrid", 32, "ETR-DISC-003");
    start(true);
    access.sdata = UINT64_C(1) << 35;
    expect_refused("sdata", UINT64_C(1) << 35, "ETR-DISC-003");
    start(true);
    config.params.sdata_width_p = 63;
    access.sdata = UINT64_C(1) << 63;
    expect_refused("sdata", UINT64_C(1) << 63, "ETR-DISC-003");
    start(false); /* unified signalling has neither */
    access.lrid = 32;
    access.sdata = UINT64_C(1) << 35;
    expect_good("signals of split accesses");
    start(true);
    config.params.dblock_width_p = 1;
    access.dblock = 2;
    expect_refused("dblock", 2, "ETR-DISC-003");
    start(true);
    config.params.dsize_width_p = 1;
    access.dsize = 2;
    expect_refused("dsize", 2, "ETR-DISC-003");
    start(true);
    config.params.dtype_width_p = 3;
    access.dtype = 8;
    expect_refused("dtype", 8, "ETR-DISC-003");
}

/* Shows: ETR-DISC-003, ETR-DAT-002 */
Test(access, values_fit_the_width_of_data)
{
    static const unsigned widths[] = {8, 16, 32, 64, 128};

    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++)
        for (unsigned operand = 0; operand < 2; operand++) {
            unsigned width = widths[i];
            uint64_t largest = width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;

            start(false);
            config.params.data_width_p = width;
            access.dsize = 0;
            *(operand ? &access.operand : &access.data) = largest;
            expect_good("data");
            if (width >= 64)
                continue;
            *(operand ? &access.operand : &access.data) = largest + 1;
            expect_refused("data", largest + 1, "ETR-DISC-003");
        }
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++)
        for (unsigned size = 0; size < 8; size++) { /* 2^size bytes, of which 8 are supported */
            start(false);
            config.params.data_width_p = widths[i];
            access.dsize = (uint8_t)size;
            if (size <= 3 && 8u << size <= widths[i])
                expect_good("dsize");
            else
                expect_refused("dsize", size, "ETR-DAT-002");
        }
    for (unsigned wide = 0; wide < 2; wide++) { /* two reasons */
        struct rvt_diag diag;

        start(false);
        config.params.data_width_p = wide ? 128 : 64;
        access.dsize = 4;
        cr_expect(eq(int, (int)check(1, &diag), RVT_ERR_INGRESS));
        cr_expect(eq(int, strstr(diag.text, "rvt supports") != NULL, wide != 0), "%s", diag.text);
    }
}

/* Shows: ETR-DAT-006, ETR-DISC-003 */
Test(access, responses_fit_their_widths)
{
    for (unsigned response = 1; response < 4; response++) {
        start(true);
        access = (struct rvt_access){.lresp = (uint8_t)response, .lid = 31};
        access.ldata = (UINT64_C(1) << 34) - 1;
        if (response == 1) {
            expect_refused("lresp", 1, "ETR-DAT-006");
            continue;
        }
        expect_good("the largest values");
        access.ldata++;
        if (response == RVT_LRESP_OKAY)
            expect_refused("ldata", UINT64_C(1) << 34, "ETR-DISC-003");
        else
            expect_good("an error has no data");
        access.ldata = 0;
        access.lid = 32;
        expect_refused("lid", 32, "ETR-DISC-003");
        config.switches.dat_signalling = RVT_DAT_UNIFIED;
        expect_refused("lresp", response, "ETR-DAT-006");
    }
    start(true);
    access = (struct rvt_access){.lid = 32, .ldata = UINT64_MAX};
    expect_good("no response");
}

/* Codes that the edition and the width have: of 2, 3 and 7 only with the extension, 7 with 4 bits.
 * Shows: ETR-DAT-015 */
Test(access, types_are_those_of_edition_and_width)
{
    for (unsigned width = 1; width <= 4; width++)
        for (unsigned extension = 0; extension < 2; extension++)
            for (unsigned dtype = 0; dtype < 1u << width; dtype++) {
                bool added = dtype == 2 || dtype == 3 || dtype == 7;
                bool known = !added || (extension && (dtype != 7 || width == 4));

                start(false);
                config.params.dtype_width_p = width;
                config.switches.mmacas_ext = extension != 0;
                access.dtype = (uint8_t)dtype;
                if (known)
                    expect_good("dtype");
                else
                    expect_refused("dtype", dtype, "ETR-DAT-015");
            }
}

/* A CSR has a number of 12 bits, the address of an atomic is aligned to its size. Shows:
 * ETR-DAT-007, ETR-DAT-009 */
Test(access, addresses_depend_on_the_type)
{
    for (unsigned dtype = 0; dtype < 16; dtype++)
        for (unsigned size = 0; size <= 3; size++)
            for (uint64_t address = 0xff8; address <= 0x1008; address++) {
                bool csr = dtype >= 4 && dtype <= 6, atomic = dtype >= 7;

                start(false);
                config.switches.mmacas_ext = true;
                access.dtype = (uint8_t)dtype;
                access.dsize = (uint8_t)size;
                access.daddr = address;
                if (csr && address > 0xfff)
                    expect_refused("daddr", address, "ETR-DAT-009");
                else if (atomic && address % (1u << size) != 0)
                    expect_refused("daddr", address, "ETR-DAT-007");
                else
                    expect_good("daddr");
            }
}

/* Groups are filled from 0; each access belongs to a block that retires something. Shows:
 * ETR-ING-008 */
Test(access, groups_and_blocks)
{
    struct rvt_access group[RVT_ACCESSES_MAX + 1];
    struct rvt_diag diag;

    start(false);
    for (unsigned block = 0; block < 4; block++) {
        access.dblock = (uint8_t)block;
        if (block < 3)
            expect_good("a block that retires");
        else
            expect_refused("dblock", 3, "ETR-ING-008");
    }
    for (unsigned mask = 0; mask < 1u << RVT_ACCESSES_MAX; mask++) {
        struct rvt_row row = {.priv = 3, .blocks = 1, .accesses = RVT_ACCESSES_MAX};
        unsigned gap = 0;

        row.block[0] = (struct rvt_block){.iaddr = 0x1000, .iretire = 4, .ilastsize = 1};
        row.access = group;
        for (unsigned i = 0; i < RVT_ACCESSES_MAX; i++)
            group[i] = (struct rvt_access){.dretire = mask >> i & 1, .dsize = 2};
        while (gap < RVT_ACCESSES_MAX && (mask >> gap & 1) != 0)
            gap++;
        bool good = mask >> gap == 0;
        rvt_diag_clear(&diag);
        enum rvt_status status = rvt_accesses_check(&config, &row, &diag);
        cr_expect(eq(int, (int)status, good ? RVT_OK : RVT_ERR_INGRESS), "groups %x", mask);
        if (good)
            continue;
        while ((mask >> gap & 1) == 0)
            gap++;
        cr_expect(eq(str, TEXT(diag.field), "dretire"));
        cr_expect(eq(u64, diag.value, gap), "groups %x", mask);
        cr_expect(eq(str, TEXT(diag.clause), "ETR-ING-008"));
    }
    access = (struct rvt_access){.dretire = false};
    cr_expect(eq(int, (int)check(RVT_ACCESSES_MAX + 1, &diag), RVT_ERR_INGRESS));
    cr_expect(eq(str, TEXT(diag.field), "accesses"));
    cr_expect(eq(u64, diag.value, RVT_ACCESSES_MAX + 1));
}

/* Loads and atomics that the responses answer; a failed store-conditional and CSRs have none. */
Test(access, requests_are_loads_and_atomics)
{
    for (unsigned split = 0; split < 2; split++)
        for (unsigned dtype = 0; dtype < 16; dtype++) {
            bool load = dtype == RVT_DTYPE_LOAD || dtype == RVT_DTYPE_MMA_LOAD;
            bool atomic = dtype >= 8 && dtype <= 14;

            start(split != 0);
            access.dtype = (uint8_t)dtype;
            cr_expect(eq(int, rvt_access_is_request(&config, &access), split && (load || atomic)),
                      "type %u", dtype);
        }
}

/* The first instruction of the block whose low address bits are those of the access. If the block
 * has none, and if a cycle retires one instruction, it is the last. */
Test(access, the_instruction_follows_from_low_address_bits)
{
    uint64_t random = 5;

    for (unsigned round = 0; round < 20000; round++) {
        struct rvt_row row = {.blocks = 2};
        struct rvt_block *block = &row.block[1];

        start(false);
        config.params.iaddr_lsbs_width_p = random_below(&random, 9);
        config.params.retires_p = 1 + random_below(&random, 8);
        bool single = config.params.retires_p == 1;
        block->ilastsize = (uint8_t)random_below(&random, 2);
        block->iretire = single ? 1 : 2 + random_below(&random, 60);
        block->iaddr = next_random(&random) & rvt_mask(48) & ~UINT64_C(1);
        if (random_below(&random, 8) == 0)
            block->iaddr = rvt_mask(48) - random_below(&random, 64) * 2 - 1;
        access.dblock = 1;
        uint32_t halfwords = single ? 1u << block->ilastsize : block->iretire;
        uint32_t last = halfwords - (1u << block->ilastsize), at = last;
        uint64_t mask = rvt_mask(config.params.iaddr_lsbs_width_p);

        access.iaddr_lsbs = (uint32_t)(next_random(&random) & mask & ~UINT64_C(1));
        for (uint32_t i = last; !single && i <= last; i--)
            if (((block->iaddr + 2 * (uint64_t)i) & mask) == access.iaddr_lsbs)
                at = i;
        uint64_t expected = (block->iaddr + 2 * (uint64_t)at) & rvt_mask(48);
        cr_assert(eq(u64, rvt_access_iaddr(&config, &row, &access), expected), "round %u", round);
    }
}

/* The first access that breaks a rule refuses the row, whatever comes after it.
 * Shows: ETR-DISC-003, ETR-ING-008 */
Test(access, each_group_is_checked)
{
    for (unsigned bad = 0; bad < RVT_ACCESSES_MAX; bad++) {
        struct rvt_access accesses[RVT_ACCESSES_MAX];
        struct rvt_row row = {
            .priv = 3, .blocks = 1, .accesses = RVT_ACCESSES_MAX, .access = accesses};
        struct rvt_diag diag;

        start(false);
        row.block[0] = (struct rvt_block){.iaddr = 0x1000, .iretire = 4, .ilastsize = 1};
        for (unsigned i = 0; i < RVT_ACCESSES_MAX; i++)
            accesses[i] = access;
        rvt_diag_clear(&diag);
        cr_expect(eq(int, (int)rvt_accesses_check(&config, &row, &diag), RVT_OK));
        accesses[bad].iaddr_lsbs = 128;
        cr_expect(eq(int, (int)rvt_accesses_check(&config, &row, &diag), RVT_ERR_INGRESS), "%u",
                  bad);
        cr_expect(eq(str, TEXT(diag.field), TEXT("iaddr_lsbs")), "%u", bad);
    }
}
