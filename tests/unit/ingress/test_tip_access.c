/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The data interface in tip traces, and the rules of its signals. */
#include "ingress/access.h"
#include "tests/unit/tip_rows.h"

TestSuite(tip_access, .init = scratch_init, .fini = scratch_fini);

/* Everything that the data interface can show, over two blocks a cycle. */
static struct rvt_config tracing(bool split)
{
    struct rvt_config config = wide(2);

    config.options.data_trace = true;
    config.encap.type_bits = 1;
    config.params.daddress_width_p = 64;
    config.params.data_width_p = 64;
    config.params.ldata_width_p = 64;
    config.params.sdata_width_p = 64;
    config.params.dtype_width_p = 4;
    config.params.iaddr_lsbs_width_p = 6;
    config.params.lrid_width_p = 5;
    config.params.lresp_width_p = 2;
    config.switches.dat_signalling = split ? RVT_DAT_SPLIT : RVT_DAT_UNIFIED;
    return config;
}

#define HEADER "itype_0,iaddr_0,iretire_0,ilastsize_0,cause,tval,priv,"

/* Reads the first row of a trace with these data columns and values. */
static enum rvt_status read_first(const struct rvt_config *config, const char *columns,
                                  const char *values, struct rvt_row *row,
                                  struct rvt_access *access, struct rvt_diag *diag)
{
    char text[512];
    struct rvt_tip_reader *reader = NULL;
    bool end = false;

    (void)snprintf(text, sizeof text, HEADER "%s\n0,80000000,4,1,0,0,3,%s\n", columns, values);
    rvt_diag_clear(diag);
    enum rvt_status status = rvt_tip_open(scratch_text("t.csv", text), config, &reader, diag);
    if (status == RVT_OK)
        status = rvt_tip_read(reader, row, &end, diag);
    if (status == RVT_OK)
        memcpy(access, row->access, row->accesses * sizeof *access);
    rvt_tip_close(reader);
    return status;
}

/* Shows: ETR-DAT-015 */
Test(tip_access, columns_carry_the_signals)
{
    struct rvt_config config = tracing(true);
    struct rvt_access access[RVT_ACCESSES_MAX] = {{0}};
    struct rvt_row row = {0};
    struct rvt_diag diag;

    cr_assert(eq(int,
                 read_first(&config,
                            "dretire_0,dtype_0,daddr_0,dsize_0,data_0,operand_0,iaddr_lsbs_0,"
                            "dblock_0,lrid_0,lresp_0,lid_0,sdata_0,ldata_0,dretire_1,lresp_1,"
                            "daddr_1",
                            "1,9,fffff000,3,12,34,2,0,17,3,5,abcdef0123456789,77,0,0,99", &row,
                            access, &diag),
                 RVT_OK),
              "%s", diag.text);
    cr_assert(eq(u8, row.accesses, 1), "an idle group does not count");
    cr_expect(access[0].dretire);
    cr_expect(eq(u8, access[0].dtype, RVT_DTYPE_ADD));
    cr_expect(eq(u64, access[0].daddr, 0xfffff000));
    cr_expect(eq(u8, access[0].dsize, 3));
    cr_expect(eq(u64, access[0].data, 0x12));
    cr_expect(eq(u64, access[0].operand, 0x34));
    cr_expect(eq(u32, access[0].iaddr_lsbs, 2));
    cr_expect(eq(u8, access[0].lrid, 17));
    cr_expect(eq(u8, access[0].lresp, RVT_LRESP_ERROR));
    cr_expect(eq(u8, access[0].lid, 5));
    cr_expect(eq(u64, access[0].sdata, UINT64_C(0xabcdef0123456789)));
    cr_expect(eq(u64, access[0].ldata, 0x77));
}

/* A row, and why it is refused; field null: it is legal. */
static const struct {
    bool split;
    const char *columns, *values, *field, *clause;
} rules[] = {
    {false, "dretire_0,dtype_0,dsize_0", "1,0,2", NULL, NULL},
    {false, "dretire_0,dtype_0,dsize_0", "0,2,9", NULL, NULL}, /* no access */
    {false, "dretire_0,dtype_0", "1,2", "dtype", "ETR-DAT-015"},
    {false, "dretire_0,dtype_0", "1,7", "dtype", "ETR-DAT-015"},
    {false, "dretire_0,dtype_0,dsize_0", "1,0,4", "dsize", "ETR-DAT-002"},
    {false, "dretire_0,dtype_0,daddr_0", "1,4,1000", "daddr", "ETR-DAT-009"},
    {false, "dretire_0,dtype_0,dsize_0,daddr_0", "1,8,2,1002", "daddr", "ETR-DAT-007"},
    {false, "dretire_0,dtype_0,dsize_0,daddr_0", "1,15,3,1004", "daddr", "ETR-DAT-007"},
    {false, "dretire_0,dtype_0,dsize_0,daddr_0", "1,0,2,1002", NULL, NULL},
    {false, "dretire_0,dretire_1", "0,1", "dretire", "ETR-ING-008"},
    {false, "dretire_0,dblock_0", "1,1", "dblock", "ETR-ING-008"},
    {false, "dretire_0,iaddr_lsbs_0", "1,40", "iaddr_lsbs", "ETR-DISC-003"},
    {false, "dretire_0,lresp_0", "0,2", "lresp", "ETR-DAT-006"},
    {true, "dretire_0,lresp_0", "0,2", NULL, NULL},
    {true, "dretire_0,lresp_0", "0,1", "lresp", "ETR-DAT-006"},
    {true, "dretire_0,lresp_0,lid_0", "0,2,32", "lid", "ETR-DISC-003"},
    {true, "dretire_0,lrid_0", "1,32", "lrid", "ETR-DISC-003"},
};

/* Shows: ETR-DAT-015, ETR-DISC-003 */
Test(tip_access, a_row_that_breaks_a_rule_is_refused_with_its_clause)
{
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        struct rvt_config config = tracing(rules[i].split);
        struct rvt_access access[RVT_ACCESSES_MAX];
        struct rvt_row row = {0};
        struct rvt_diag diag;
        enum rvt_status status =
            read_first(&config, rules[i].columns, rules[i].values, &row, access, &diag);

        cr_expect(eq(int, status, rules[i].field == NULL ? RVT_OK : RVT_ERR_INGRESS),
                  "rule %zu: %s", i, diag.text);
        if (rules[i].field == NULL || status == RVT_OK)
            continue;
        cr_expect(eq(str, TEXT(diag.field), TEXT(rules[i].field)), "rule %zu", i);
        cr_expect(eq(str, TEXT(diag.clause), TEXT(rules[i].clause)), "rule %zu", i);
        cr_expect(eq(u64, diag.position, 2));
    }
}

/* Without data trace nothing is checked. */
Test(tip_access, columns_are_passed_over_without_data_trace)
{
    struct rvt_config config = tracing(false);
    struct rvt_access access[RVT_ACCESSES_MAX];
    struct rvt_row row = {0};
    struct rvt_diag diag;

    config.options.data_trace = false;
    cr_expect(
        eq(int, read_first(&config, "dretire_0,dtype_0", "1,7", &row, access, &diag), RVT_OK));
}

Test(tip_access, a_group_needs_dretire_and_values_their_range)
{
    struct rvt_config config = tracing(false);
    struct rvt_access access[RVT_ACCESSES_MAX];
    struct rvt_row row = {0};
    struct rvt_diag diag;

    cr_expect(eq(int, read_first(&config, "daddr_0", "1", &row, access, &diag), RVT_ERR_SYNTAX));
    cr_expect(eq(str, diag.text, "column 'dretire_0' is missing"));
    cr_expect(eq(int, read_first(&config, "dretire_0,dretire_4", "1,1", &row, access, &diag),
                 RVT_ERR_SYNTAX));
    cr_expect(eq(int, read_first(&config, "dretire_0,dretire_0", "1,1", &row, access, &diag),
                 RVT_ERR_SYNTAX));
    cr_expect(eq(int, read_first(&config, "dretire_0,dtype_0", "1,16", &row, access, &diag),
                 RVT_ERR_SYNTAX));
    cr_expect(eq(int,
                 read_first(&config, "dretire_0,iaddr_lsbs_0", "1,100000000", &row, access, &diag),
                 RVT_ERR_SYNTAX));
}

/* A row with legal accesses. */
static void add_accesses(uint64_t *random, struct rvt_row *row, struct rvt_access *access)
{
    static const uint8_t types[] = {0, 1, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15};
    bool retire = row->blocks > 0;

    row->access = access;
    row->accesses = (uint8_t)random_below(random, 3);
    for (unsigned i = 0; i < row->accesses; i++) {
        uint64_t wide_value = next_random(random);
        access[i] = (struct rvt_access){.lresp = (uint8_t)(2 + random_below(random, 2))};
        access[i].lid = (uint8_t)random_below(random, 32);
        access[i].ldata = next_random(random);
        retire = retire && random_below(random, 4) > 0;
        if (!retire)
            continue;
        access[i].dretire = true;
        access[i].dtype = types[random_below(random, sizeof types)];
        access[i].dsize = (uint8_t)random_below(random, 4);
        access[i].daddr = access[i].dtype >= 4 && access[i].dtype <= 6 ? wide_value & 0xfff
                                                                       : wide_value & ~UINT64_C(7);
        access[i].data = next_random(random);
        access[i].operand = next_random(random) & rvt_mask(random_below(random, 65));
        access[i].sdata = next_random(random);
        access[i].iaddr_lsbs = random_below(random, 64);
        access[i].dblock = (uint8_t)random_below(random, row->blocks);
        access[i].lrid = (uint8_t)random_below(random, 32);
        if (random_below(random, 2)) { /* no response */
            access[i].lresp = access[i].lid = 0;
            access[i].ldata = 0;
        }
    }
}

/* Shows: nothing of a row is lost on the way through either form. */
Test(tip_access, both_forms_give_back_what_was_written)
{
    static struct rvt_row rows[400];
    static struct rvt_access accesses[400][2];
    struct rvt_config config = tracing(true);
    uint64_t random = 9;

    for (unsigned i = 0; i < 400; i++) {
        rows[i] = random_row(&random, 2, i);
        rows[i].halted = rows[i].lost = false;
        add_accesses(&random, &rows[i], accesses[i]);
    }
    for (int form = RVT_TIP_TEXT; form <= RVT_TIP_BINARY; form++) {
        struct rvt_tip_writer *writer = NULL;
        struct rvt_tip_reader *reader = NULL;
        struct rvt_diag diag;
        struct rvt_row row;
        bool end = false;

        rvt_diag_clear(&diag);
        cr_assert(eq(int,
                     rvt_tip_create_columns(scratch_path("t"), &config, (enum rvt_tip_form)form,
                                            0x7ff, &writer, &diag),
                     RVT_OK));
        for (unsigned i = 0; i < 400; i++)
            cr_assert(eq(int, rvt_tip_write(writer, &rows[i], &diag), RVT_OK), "%s", diag.text);
        cr_assert(eq(int, rvt_tip_finish(writer, &diag), RVT_OK));
        cr_assert(eq(int, rvt_tip_open(scratch_path("t"), &config, &reader, &diag), RVT_OK));
        cr_expect(ne(uint, rvt_tip_columns(reader) & RVT_TIP_DATA, 0));
        for (unsigned i = 0; i < 400; i++) {
            cr_assert(eq(int, rvt_tip_read(reader, &row, &end, &diag), RVT_OK), "row %u: %s", i,
                      diag.text);
            cr_assert(eq(u8, row.accesses, rows[i].accesses), "row %u", i);
            for (unsigned k = 0; k < row.accesses; k++) {
                const struct rvt_access *a = &row.access[k];
                const struct rvt_access *b = &accesses[i][k];
                cr_expect(a->daddr == b->daddr && a->data == b->data && a->operand == b->operand &&
                              a->sdata == b->sdata && a->ldata == b->ldata &&
                              a->iaddr_lsbs == b->iaddr_lsbs && a->dtype == b->dtype &&
                              a->dsize == b->dsize && a->dblock == b->dblock &&
                              a->lrid == b->lrid && a->lresp == b->lresp && a->lid == b->lid &&
                              a->dretire == b->dretire,
                          "row %u, access %u", i, k);
            }
        }
        cr_assert(eq(int, rvt_tip_read(reader, &row, &end, &diag), RVT_OK));
        cr_expect(end);
        rvt_tip_close(reader);
    }
}

Test(tip_access, what_a_file_cannot_hold_is_not_written)
{
    struct rvt_config config = tracing(false);
    struct rvt_tip_writer *writer = NULL;
    struct rvt_access access[3] = {{.dretire = true}, {.dretire = true}, {.dretire = true}};
    struct rvt_row row = {.priv = 3, .accesses = 1, .access = access};
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    cr_assert(eq(
        int, rvt_tip_create_columns(scratch_path("t"), &config, RVT_TIP_BINARY, 0, &writer, &diag),
        RVT_OK));
    cr_expect(eq(int, rvt_tip_write(writer, &row, &diag), RVT_ERR_CAPACITY));
    cr_expect(eq(str, TEXT(diag.field), "dretire"));
    rvt_tip_discard(writer);
    rvt_diag_clear(&diag);
    cr_assert(
        eq(int, rvt_tip_create(scratch_path("t"), &config, RVT_TIP_TEXT, &writer, &diag), RVT_OK));
    row.accesses = 3;
    cr_expect(eq(int, rvt_tip_write(writer, &row, &diag), RVT_ERR_CAPACITY));
    rvt_tip_discard(writer);
}

/* The layout of docs/files.md, byte by byte: after header, mask and block. */
Test(tip_access, the_binary_layout_is_the_documented_one)
{
    static const uint8_t want[] = {
        0x01, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10, 4,          /* mask, block at 80000000 */
        2,                                                          /* accesses */
        0x51, 2,    0x80, 0x40, 5,    6,    7,    8,    0, 9, 3, 4, /* store, response to 3 */
        0x10, 0,    0x01, 0,    0,    0,    0,    0,    0,          /* load one byte before */
    };
    struct rvt_config config = tracing(true);
    struct rvt_tip_writer *writer = NULL;
    struct rvt_access access[2] = {
        {.dretire = true,
         .dtype = 1,
         .dsize = 2,
         .daddr = 0x1000,
         .data = 5,
         .operand = 6,
         .sdata = 7,
         .iaddr_lsbs = 8,
         .lrid = 9,
         .lresp = 2,
         .lid = 3,
         .ldata = 4},
        {.dretire = true, .daddr = 0xfff},
    };
    struct rvt_row row = {.blocks = 1,
                          .block = {{.iaddr = 0x80000000, .iretire = 4, .ilastsize = 0}},
                          .accesses = 2,
                          .access = access};
    struct rvt_diag diag;
    size_t bytes = 0;

    rvt_diag_clear(&diag);
    cr_assert(eq(int, rvt_tip_create(scratch_path("t"), &config, RVT_TIP_BINARY, &writer, &diag),
                 RVT_OK));
    cr_assert(eq(int, rvt_tip_write(writer, &row, &diag), RVT_OK));
    cr_assert(eq(int, rvt_tip_finish(writer, &diag), RVT_OK));
    char *file = scratch_read(scratch_path("t"), &bytes);
    cr_assert(eq(sz, bytes, 16 + sizeof want + 3), "%zu bytes", bytes);
    cr_expect(eq(u8, (uint8_t)file[8], 3));
    for (size_t i = 0; i < sizeof want; i++)
        cr_expect(eq(u8, (uint8_t)file[16 + i], want[i]), "byte %zu", i);
    free(file);
}
