/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tests/unit/tip_rows.h"

TestSuite(tip_binary, .init = scratch_init, .fini = scratch_fini);

/* Reads to the end or the first fault. */
static enum rvt_status read_through(const char *path, const struct rvt_config *config,
                                    unsigned *rows, struct rvt_diag *diag)
{
    struct rvt_tip_reader *reader = NULL;
    struct rvt_row row;
    bool end = false;

    *rows = 0;
    rvt_diag_clear(diag);
    enum rvt_status status = rvt_tip_open(path, config, &reader, diag);
    while (status == RVT_OK && !end) {
        status = rvt_tip_read(reader, &row, &end, diag);
        *rows += status == RVT_OK && !end;
    }
    rvt_tip_close(reader);
    return status;
}

/* An incomplete trace never passes for a shorter one. Runs under sanitizers as well. */
Test(tip_binary, incomplete_or_damaged_binary_traces_are_reported)
{
    struct rvt_config config = wide(2);
    struct rvt_diag diag;
    uint64_t random = 3;
    unsigned rows = 0;
    size_t bytes = 0;

    write_random(scratch_path("t.tip"), &config, RVT_TIP_BINARY, 20);
    char *file = scratch_read(scratch_path("t.tip"), &bytes);
    for (size_t length = 0; length < bytes; ++length) {
        enum rvt_status status =
            read_through(scratch_bytes("cut.tip", file, length), &config, &rows, &diag);
        cr_expect(ne(int, status, RVT_OK), "%zu of %zu bytes", length, bytes);
        cr_expect(ne(ptr, (void *)(uintptr_t)diag.unit, NULL));
    }
    for (unsigned round = 0; round < 3000; ++round) {
        size_t at = 16 + random_below(&random, (unsigned)bytes - 16);
        char kept = file[at];
        file[at] = (char)next_random(&random);
        (void)read_through(scratch_bytes("bad.tip", file, bytes), &config, &rows, &diag);
        file[at] = kept;
    }
    free(file);
}

Test(tip_binary, a_binary_trace_of_another_interface_is_refused)
{
    struct rvt_config config = wide(2);
    struct rvt_config other;
    struct rvt_diag diag;
    unsigned rows = 0;

    write_random(scratch_path("t.tip"), &config, RVT_TIP_BINARY, 3);
    other = config;
    other.params.retires_p = 1;
    cr_expect(eq(int, read_through(scratch_path("t.tip"), &other, &rows, &diag), RVT_ERR_SYNTAX));
    cr_expect(eq(str, TEXT(diag.clause), "ETR-ING-002"));
    other = config;
    other.params.blocks_p = 1;
    cr_expect(eq(int, read_through(scratch_path("t.tip"), &other, &rows, &diag), RVT_ERR_SYNTAX));
    cr_expect(eq(str, TEXT(diag.clause), "ETR-ING-008"));
    other = config;
    other.params.itype_width_p = 3;
    write_random(scratch_path("t.tip"), &config, RVT_TIP_BINARY, 0);
    cr_expect(eq(int, read_through(scratch_path("t.tip"), &other, &rows, &diag), RVT_OK));
    write_random(scratch_path("t.tip"), &other, RVT_TIP_BINARY, 0);
    cr_expect(eq(int, read_through(scratch_path("t.tip"), &config, &rows, &diag), RVT_ERR_SYNTAX));
    cr_expect(eq(str, TEXT(diag.clause), "ETR-ING-006"));
}

/* The layout of docs/files.md, byte by byte. */
Test(tip_binary, the_binary_layout_is_the_documented_one)
{
    static const uint8_t want[] = {0x89, 'r',  'v',  't',  't',  'i',  'p',  '\n', 1,    1,
                                   1,    4,    0x03, 0,    0,    0,    0x19, 0x00, 0x04, 0x03,
                                   0x90, 0x80, 0x80, 0x80, 0x80, 0x10, 2, /* cycle 5, priv, block */
                                   0x21, 0x00, 0x85, 0x01, 0x8d, 0x05, 0x01, /* context, block back
                                                                              */
                                   0x80, 0x00, 0x0b,                         /* only cause */
                                   0x07, 0x00, 0x03};
    struct rvt_config config = wide(1);
    struct rvt_tip_writer *writer = NULL;
    struct rvt_diag diag;
    size_t bytes = 0;
    struct rvt_row rows[3] = {
        {.cycle = 4,
         .priv = 3,
         .blocks = 1,
         .block = {{.iaddr = 0x80000000, .iretire = 2, .ilastsize = 1}}},
        {.cycle = 5,
         .priv = 3,
         .context = 0x85,
         .blocks = 1,
         .block = {{.iaddr = 0x80000001, .iretire = 1, .itype = 13}}},
        {.cycle = 6, .priv = 3, .context = 0x85, .cause = 11},
    };

    rvt_diag_clear(&diag);
    cr_assert(eq(
        int,
        rvt_tip_create_columns(scratch_path("t.tip"), &config, RVT_TIP_BINARY, 3, &writer, &diag),
        RVT_OK));
    for (unsigned i = 0; i < 3; ++i)
        cr_assert(eq(int, rvt_tip_write(writer, &rows[i], &diag), RVT_OK));
    cr_assert(eq(int, rvt_tip_finish(writer, &diag), RVT_OK));
    char *file = scratch_read(scratch_path("t.tip"), &bytes);
    cr_expect(eq(sz, bytes, sizeof want));
    for (size_t i = 0; i < bytes && i < sizeof want; ++i)
        cr_expect(eq(u8, (uint8_t)file[i], want[i]), "byte %zu", i);
    free(file);
}

/* Version 2 adds impdef; a reader of version 1 takes the bit for damage. */
Test(tip_binary, impdef_makes_version_2)
{
    static const uint8_t want[] = {
        0x89, 'r',  'v',  't',  't',  'i',  'p',  '\n', 2,    1,    1,    4,
        0x00, 0x01, 0,    0, /* impdef 300, then unchanged, then 0 */
        0x00, 0x40, 0xac, 0x02, 0x00, 0x00, 0x00, 0x40, 0x00, 0x07, 0x00, 0x03};
    const uint32_t impdef[] = {300, 300, 0};
    struct rvt_config config = wide(1);
    struct rvt_tip_writer *writer = NULL;
    struct rvt_tip_reader *reader = NULL;
    struct rvt_diag diag;
    struct rvt_row row = {0};
    bool end = false;
    unsigned rows = 0;
    size_t bytes = 0;

    rvt_diag_clear(&diag);
    cr_assert(eq(int,
                 rvt_tip_create_columns(scratch_path("t.tip"), &config, RVT_TIP_BINARY,
                                        RVT_TIP_IMPDEF, &writer, &diag),
                 RVT_OK));
    for (row.cycle = 0; row.cycle < 3; ++row.cycle) {
        row.impdef = impdef[row.cycle];
        cr_assert(eq(int, rvt_tip_write(writer, &row, &diag), RVT_OK));
    }
    cr_assert(eq(int, rvt_tip_finish(writer, &diag), RVT_OK));
    char *file = scratch_read(scratch_path("t.tip"), &bytes);
    cr_expect(eq(sz, bytes, sizeof want));
    for (size_t i = 0; i < bytes && i < sizeof want; ++i)
        cr_expect(eq(u8, (uint8_t)file[i], want[i]), "byte %zu", i);
    cr_assert(eq(int, rvt_tip_open(scratch_path("t.tip"), &config, &reader, &diag), RVT_OK));
    for (unsigned i = 0; i < 3; ++i) {
        cr_assert(eq(int, rvt_tip_read(reader, &row, &end, &diag), RVT_OK));
        cr_expect(eq(u32, row.impdef, impdef[i]));
    }
    rvt_tip_close(reader);
    file[8] = 1;
    cr_expect(eq(int, read_through(scratch_bytes("old.tip", file, bytes), &config, &rows, &diag),
                 RVT_ERR_SYNTAX));
    cr_expect(eq(u32, rows, 0));
    file[8] = 4;
    cr_expect(eq(int, read_through(scratch_bytes("new.tip", file, bytes), &config, &rows, &diag),
                 RVT_ERR_SYNTAX));
    free(file);
}
