/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tests/unit/tip_rows.h"

TestSuite(tip_file, .init = scratch_init, .fini = scratch_fini);

#define HEAD "itype_0,cause,tval,priv,iaddr_0,iretire_0,ilastsize_0"

static struct rvt_tip_reader *opened(const char *path, const struct rvt_config *config)
{
    struct rvt_tip_reader *reader = NULL;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    cr_assert(eq(int, rvt_tip_open(path, config, &reader, &diag), RVT_OK), "%s", diag.text);
    return reader;
}

static struct rvt_row next_row(struct rvt_tip_reader *reader)
{
    struct rvt_row row = {0};
    struct rvt_diag diag;
    bool end = true;

    rvt_diag_clear(&diag);
    cr_assert(eq(int, rvt_tip_read(reader, &row, &end, &diag), RVT_OK), "%s", diag.text);
    cr_assert(not(end));
    return row;
}

static void expect_end(struct rvt_tip_reader *reader)
{
    struct rvt_row row = {.cycle = 4711};
    struct rvt_diag diag;
    bool end = false;

    rvt_diag_clear(&diag);
    cr_expect(eq(int, rvt_tip_read(reader, &row, &end, &diag), RVT_OK));
    cr_expect(end);
    cr_expect(eq(u64, row.cycle, 4711));
    rvt_tip_close(reader);
}

static void expect_equal(const struct rvt_row *a, const struct rvt_row *b)
{
    cr_assert(eq(u64, a->cycle, b->cycle));
    cr_assert(eq(u64, a->tval, b->tval));
    cr_assert(eq(u64, a->context, b->context));
    cr_assert(eq(u64, a->time, b->time));
    cr_assert(eq(u64, a->stalled, b->stalled));
    cr_assert(eq(u32, a->cause, b->cause));
    cr_assert(eq(u32, a->trigger, b->trigger));
    cr_assert(eq(u32, a->impdef, b->impdef));
    cr_assert(eq(u8, a->priv, b->priv));
    cr_assert(eq(u8, a->ctype, b->ctype));
    cr_assert(eq(int, a->halted, b->halted));
    cr_assert(eq(int, a->reset, b->reset));
    cr_assert(eq(int, a->lost, b->lost));
    cr_assert(eq(u8, a->blocks, b->blocks));
    for (unsigned i = 0; i < a->blocks; ++i) {
        cr_assert(eq(u64, a->block[i].iaddr, b->block[i].iaddr));
        cr_assert(eq(u32, a->block[i].iretire, b->block[i].iretire));
        cr_assert(eq(u8, a->block[i].itype, b->block[i].itype));
        cr_assert(eq(u8, a->block[i].ilastsize, b->block[i].ilastsize));
        cr_assert(eq(int, a->block[i].sijump, b->block[i].sijump));
        cr_assert(eq(u8, a->block[i].ntkn, b->block[i].ntkn));
    }
}

Test(tip_file, every_column_reaches_its_member)
{
    struct rvt_config config = wide(2);
    struct rvt_tip_reader *reader =
        opened(scratch_text("t.csv",
                            "ilastsize_1,iretire_1,sijump_1,iaddr_1,itype_1,lost,impdef,reset,"
                            "halted,trigger,ctype,time,context,cycle,stalled,sijump_0," HEAD "\r\n"
                            "1,9,1,8000001c,14,1,3,0,0,5,3,aB,10,77,76,0,0,11,F0,1,80000010,6,0"),
               &config);
    struct rvt_row row = next_row(reader);
    struct rvt_row want = {
        .cycle = 77,
        .tval = 0xf0,
        .context = 0x10,
        .time = 0xab,
        .stalled = 76,
        .cause = 11,
        .trigger = 5,
        .impdef = 3,
        .priv = 1,
        .ctype = 3,
        .blocks = 2,
        .lost = true,
        .block = {
            {.iaddr = 0x80000010, .iretire = 6},
            {.iaddr = 0x8000001c, .iretire = 9, .itype = 14, .ilastsize = 1, .sijump = true}}};

    expect_equal(&row, &want);
    cr_expect(eq(uint, rvt_tip_columns(reader), 0x43ff));
    expect_end(reader);
}

Test(tip_file, rows_without_a_cycle_column_are_numbered_and_idle_slots_are_dropped)
{
    struct rvt_config config = wide(2);
    struct rvt_tip_reader *reader =
        opened(scratch_text("t.csv", HEAD ",itype_1,iaddr_1,iretire_1,ilastsize_1\n\n"
                                          "0,0,0,3,80000000,2,1,0,ffff,0,1\n"
                                          "0,9,9,9,3,0,1,0,0,0,0\n\n"
                                          "4,0,0,3,80000004,2,1,5,80000008,1,0\n"),
               &config);
    struct rvt_row row = next_row(reader);

    cr_expect(eq(u64, row.cycle, 0));
    cr_expect(eq(u8, row.blocks, 1));
    row = next_row(reader);
    cr_expect(eq(u64, row.cycle, 1));
    cr_expect(eq(u8, row.blocks, 0));
    row = next_row(reader);
    cr_expect(eq(u64, row.cycle, 2));
    cr_expect(eq(u8, row.blocks, 2));
    expect_end(reader);
}

/* Shows: ETR-ING-006 */
Test(tip_file, a_narrow_interface_sees_narrow_codes)
{
    static const uint8_t narrow[16] = {0, 1, 2, 3, 4, 5, 6, 0, 6, 0, 6, 0, 6, 6, 6, 0};

    for (unsigned itype = 0; itype < 16; ++itype) {
        struct rvt_config config = wide(1);
        char text[160];
        config.params.itype_width_p = 3;
        (void)snprintf(text, sizeof text, HEAD "\n%u,0,0,3,80000000,2,1\n", itype);
        if (itype == 7)
            continue; /* reserved in both */
        struct rvt_tip_reader *reader = opened(scratch_text("t.csv", text), &config);
        struct rvt_row row = next_row(reader);
        cr_expect(eq(u8, row.block[0].itype, narrow[itype]), "itype %u", itype);
        expect_end(reader);
    }
}

/* Shows: ETR-ING-001 ETR-ING-003 ETR-ING-005 ETR-ING-007 ETR-ING-008 ETR-ING-012 */
Test(tip_file, bad_rows_have_line_field_and_clause)
{
    static const struct {
        const char *row;
        enum rvt_status status;
        const char *clause;
    } cases[] = {
        {"7,0,0,3,80000000,2,1", RVT_ERR_INGRESS, "ETR-ING-005"},
        {"6,0,0,3,80000000,2,1", RVT_ERR_INGRESS, "ETR-ING-005"},
        {"16,0,0,3,80000000,2,1", RVT_ERR_INGRESS, "ETR-DISC-001"},
        {"3,0,0,3,80000000,0,1", RVT_ERR_INGRESS, "ETR-ING-001"},
        {"0,0,0,3,80000000,1,1", RVT_ERR_INGRESS, "ETR-ING-003"},
        {"0,0,0,2,80000000,2,1", RVT_ERR_INGRESS, "ETR-ING-012"},
        {"0,0,0,7,80000000,2,1", RVT_ERR_INGRESS, "ETR-DISC-001"},
        {"1,64,0,3,80000000,0,1", RVT_ERR_INGRESS, "ETR-DISC-001"},
        {"0,0,0,3,80000001,2,1", RVT_ERR_INGRESS, "ETR-FMT-006"},
        {"", RVT_OK, NULL},
        {"0", RVT_ERR_SYNTAX, NULL},
        {"0,0,0,3,80000000,2,", RVT_ERR_SYNTAX, NULL},
        {"0,0,0,3,80000000,2,1,", RVT_ERR_SYNTAX, NULL},
        {"0,0,0,3,0x80000000,2,1", RVT_ERR_SYNTAX, NULL},
        {"0,0,0,3,10000000000000000,2,1", RVT_ERR_SYNTAX, NULL},
        {"256,0,0,3,80000000,2,1", RVT_ERR_SYNTAX, NULL},
        {"-1,0,0,3,80000000,2,1", RVT_ERR_SYNTAX, NULL},
        {"0, 0,0,3,80000000,2,1", RVT_ERR_SYNTAX, NULL},
        {"a,0,0,3,80000000,2,1", RVT_ERR_SYNTAX, NULL},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct rvt_config config = wide(1);
        struct rvt_row row;
        struct rvt_diag diag;
        bool end = false;
        char text[256];
        (void)snprintf(text, sizeof text, HEAD "\n0,0,0,3,80000000,2,1\n%s\n", cases[i].row);
        struct rvt_tip_reader *reader = opened(scratch_text("t.csv", text), &config);
        (void)next_row(reader);
        rvt_diag_clear(&diag);
        cr_expect(eq(int, rvt_tip_read(reader, &row, &end, &diag), cases[i].status), "%s",
                  cases[i].row);
        cr_expect(eq(u64, diag.position, cases[i].status == RVT_OK ? 0 : 3), "%s", cases[i].row);
        cr_expect(eq(str, TEXT(diag.clause ? diag.clause : "-"),
                     TEXT(cases[i].clause ? cases[i].clause : "-")),
                  "%s", cases[i].row);
        rvt_tip_close(reader);
    }
}

/* A hart is not stalled in more cycles than there are between two rows. */
Test(tip_file, longer_stalls_are_refused)
{
    struct rvt_config config = wide(1);
    struct rvt_tip_reader *reader = opened(scratch_text("t.csv", "cycle,stalled," HEAD "\n"
                                                                 "5,5,0,0,0,3,80000000,2,1\n"
                                                                 "9,3,0,0,0,3,80000000,2,1\n"
                                                                 "12,3,0,0,0,3,80000000,2,1\n"),
                                           &config);
    struct rvt_row row;
    struct rvt_diag diag;
    bool end = false;

    cr_expect(eq(u64, next_row(reader).stalled, 5));
    cr_expect(eq(u64, next_row(reader).stalled, 3));
    rvt_diag_clear(&diag);
    cr_expect(eq(int, rvt_tip_read(reader, &row, &end, &diag), RVT_ERR_INGRESS));
    cr_expect(eq(str, TEXT(diag.field), TEXT("stalled")));
    cr_expect(eq(u64, diag.position, 4));
    rvt_tip_close(reader);
}

Test(tip_file, bad_headers_are_refused_in_line_1)
{
    static const char *const heads[] = {
        "",
        "itype_0",
        HEAD ",",
        HEAD ",Priv",
        HEAD ",tval",
        HEAD ",itype_1",
        HEAD ",itype_2,iaddr_2,iretire_2,ilastsize_2",
        HEAD ",sijump_3",
        "cause,tval,priv,iaddr_0,iretire_0,ilastsize_0,ctype",
    };

    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; ++i) {
        struct rvt_config config = wide(3);
        struct rvt_tip_reader *reader = NULL;
        struct rvt_diag diag;
        rvt_diag_clear(&diag);
        cr_expect(eq(int, rvt_tip_open(scratch_text("t.csv", heads[i]), &config, &reader, &diag),
                     RVT_ERR_SYNTAX),
                  "%s", heads[i]);
        cr_expect(eq(u64, diag.position, 1), "%s", heads[i]);
        cr_expect(eq(ptr, reader, NULL));
    }
}

static void read_random(const char *path, const struct rvt_config *config, unsigned rows)
{
    struct rvt_tip_reader *reader = opened(path, config);
    uint64_t random = 42;
    uint64_t cycle = 0;

    for (unsigned i = 0; i < rows; ++i) {
        struct rvt_row want = random_row(&random, config->params.blocks_p, cycle);
        struct rvt_row row = next_row(reader);
        expect_equal(&row, &want);
        cycle += 1 + (random_below(&random, 4) ? 0 : next_random(&random) >> 30);
    }
    expect_end(reader);
}

Test(tip_file, random_rows_come_back_in_every_form)
{
    for (unsigned blocks = 1; blocks <= RVT_BLOCKS_MAX; ++blocks) {
        struct rvt_config config = wide(blocks);
        write_random(scratch_path("t.csv"), &config, RVT_TIP_TEXT, 2000);
        read_random(scratch_path("t.csv"), &config, 2000);
        write_random(scratch_path("t.csv.gz"), &config, RVT_TIP_TEXT, 2000);
        read_random(scratch_path("t.csv.gz"), &config, 2000);
        write_random(scratch_path("t.tip"), &config, RVT_TIP_BINARY, 2000);
        read_random(scratch_path("t.tip"), &config, 2000);
        write_random(scratch_path("t.tip.gz"), &config, RVT_TIP_BINARY, 2000);
        read_random(scratch_path("t.tip.gz"), &config, 2000);
    }
}

/* Larger than the window of a file. */
Test(tip_file, large_files_come_back)
{
    struct rvt_config config = wide(4);

    write_random(scratch_path("t.tip"), &config, RVT_TIP_BINARY, 150000);
    read_random(scratch_path("t.tip"), &config, 150000);
    write_random(scratch_path("t.csv"), &config, RVT_TIP_TEXT, 60000);
    read_random(scratch_path("t.csv"), &config, 60000);
}

Test(tip_file, the_form_goes_by_the_name)
{
    cr_expect(eq(int, rvt_tip_form("a.tip"), RVT_TIP_BINARY));
    cr_expect(eq(int, rvt_tip_form("a.tip.gz"), RVT_TIP_BINARY));
    cr_expect(eq(int, rvt_tip_form("a.csv"), RVT_TIP_TEXT));
    cr_expect(eq(int, rvt_tip_form("tip"), RVT_TIP_TEXT));
    cr_expect(eq(int, rvt_tip_form("-"), RVT_TIP_TEXT));
}

Test(tip_file, what_the_file_could_not_give_back_is_not_written)
{
    static const struct {
        const char *field;
        struct rvt_row row;
    } cases[] = {
        {"cycle", {.cycle = 1}},
        {"context", {.context = 1}},
        {"time", {.time = 1}},
        {"ctype", {.ctype = 1}},
        {"trigger", {.trigger = 1}},
        {"impdef", {.impdef = 1}},
        {"halted", {.halted = true}},
        {"reset", {.reset = true}},
        {"lost", {.lost = true}},
        {"stalled", {.stalled = 1}},
        {"sijump", {.blocks = 1, .block = {{.iretire = 2, .sijump = true}}}},
        {"blocks_p", {.blocks = 2}},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct rvt_config config = wide(1);
        struct rvt_tip_writer *writer = NULL;
        struct rvt_diag diag;
        rvt_diag_clear(&diag);
        cr_assert(eq(
            int,
            rvt_tip_create_columns(scratch_path("t.csv"), &config, RVT_TIP_TEXT, 0, &writer, &diag),
            RVT_OK));
        cr_expect(eq(int, rvt_tip_write(writer, &cases[i].row, &diag), RVT_ERR_CAPACITY), "%s",
                  cases[i].field);
        cr_expect(eq(str, TEXT(diag.field), TEXT(cases[i].field)));
        cr_expect(not(rvt_tip_failed(writer)));
        rvt_tip_discard(writer);
        cr_expect(eq(uint, scratch_count(), 0));
    }
}

Test(tip_file, a_full_disk_is_reported)
{
    for (int form = RVT_TIP_TEXT; form <= RVT_TIP_BINARY; ++form) {
        struct rvt_config config = wide(1);
        struct rvt_tip_writer *writer = NULL;
        struct rvt_row row = {0};
        struct rvt_diag diag;
        enum rvt_status status = RVT_OK;
        rvt_diag_clear(&diag);
        cr_assert(eq(int,
                     rvt_tip_create("/dev/full", &config, (enum rvt_tip_form)form, &writer, &diag),
                     RVT_OK));
        for (row.cycle = 0; row.cycle < 100000 && status == RVT_OK; ++row.cycle)
            status = rvt_tip_write(writer, &row, &diag);
        cr_expect(eq(int, status, RVT_ERR_IO));
        cr_expect(rvt_tip_failed(writer));
        cr_expect(eq(int, rvt_tip_finish(writer, &diag), RVT_ERR_IO));
        cr_expect(eq(str, diag.text, "cannot write: No space left on device"));
    }
}
