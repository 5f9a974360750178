/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Indexes: what a short stream has, and what each function refuses. Shows: ETR-FMT-002 */
#include "tests/unit/api/fixture.h"
#include "tests/unit/scratch.h"

/* Packets without srcID and type, whose header's top bit says that a timestamp follows. */
static const uint8_t CAPTURE[] = {
    0x02, 0x1f, 0x00,             /* 0: F3/3, tracing begins */
    0x83, 0x05, 0x73, 0x00, 0x04, /* 3: F3/0 of 0x1000 at time 5 */
    0x03, 0x02, 0x00, 0x04,       /* 8: F2 */
    0x83, 0x09, 0x73, 0x00, 0x08, /* 12: F3/0 of 0x2000 at time 9 */
};

enum { FIRST = 3, SECOND = 12, END = sizeof CAPTURE };

static struct rvt_configuration *configuration; /* of each test */
static struct rvt_index_options options;
static struct rvt_index_event event;
static struct rvt_diagnosis why;

static void begin(void)
{
    scratch_init();
    configuration = default_configuration();
    put(configuration, "iaddress_lsb_p", 1);
    put(configuration, "nocontext_p", 1);
    put(configuration, "notime_p", 1);
    put(configuration, "srcid_bits", 0);
    put(configuration, "type_bits", 0);
    put(configuration, "timestamp_bytes", 1);
    RVT_CLEAR(&options);
    RVT_CLEAR(&event);
    RVT_CLEAR(&why);
    options.framing = RVT_TREE_SINGLE;
}

static void close_test(void)
{
    rvt_configuration_free(configuration);
    scratch_fini();
}

TestSuite(index, .init = begin, .fini = close_test);

static struct rvt_index *make(void)
{
    struct rvt_index *index = NULL;

    cr_assert_eq(rvt_index_open(&options, configuration, &index, &why), RVT_OK, "%s", why.text);
    cr_assert_eq(rvt_index_push(index, CAPTURE, sizeof CAPTURE), RVT_OK);
    return index;
}

static const char *make_file(void)
{
    const char *path = scratch_path("index");
    struct rvt_index *index = make();

    cr_assert_eq(rvt_index_save(index, path, &why), RVT_OK, "%s", why.text);
    rvt_index_close(index);
    return path;
}

/* ---- opening ---- */

static void refuse_options(const char *field)
{
    struct rvt_index *index = NULL;

    cr_assert_eq(rvt_index_open(&options, configuration, &index, &why), RVT_ERR_PARAMETER);
    cr_assert_null(index);
    cr_assert_str_eq(why.field, field);
}

Test(index, refuses_options)
{
    options.framing = (enum rvt_tree_framing)(RVT_TREE_FRAME_STREAM + 1);
    refuse_options("framing");
    options.framing = RVT_TREE_SINGLE;
    options.granularity = 4095;
    refuse_options("granularity");
    options.granularity = (UINT64_C(1) << 40) + 1;
    refuse_options("granularity");
    options.granularity = 0;
    put(configuration, "unaligned", 1);
    refuse_options("unaligned");
    options.mid_packet = options.stp = true;
    refuse_options("mid_packet");
    options.stp = false;
    options.framing = RVT_TREE_FRAMES;
    refuse_options("mid_packet");
    options.framing = RVT_TREE_SINGLE;
    options.stp = true;
    options.framing = RVT_TREE_FRAMES;
    refuse_options("stp");
}

Test(index, refuses_ids)
{
    unsigned id = 1;

    options.id = &id;
    options.ids = 1;
    refuse_options("id");
    options.framing = RVT_TREE_FRAMES;
    id = 0;
    refuse_options("id");
    id = 0x70;
    refuse_options("id");
    options.id = NULL;
    refuse_options("id");
}

Test(index, refuses_null_and_a_wrong_size)
{
    struct rvt_index *index = NULL;

    cr_assert_eq(rvt_index_open(NULL, configuration, &index, &why), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_index_open(&options, NULL, &index, &why), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_index_open(&options, configuration, NULL, &why), RVT_ERR_PARAMETER);
    options.size = 1;
    cr_assert_eq(rvt_index_open(&options, configuration, &index, &why), RVT_ERR_PARAMETER);
    cr_assert_null(index);
}

/* ---- building ---- */

/* The state of STP is not saved: the building begins again, and the events are those of before. */
Test(index, of_stp_begins_again_after_a_save)
{
    static const uint8_t async[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                    0xff, 0xff, 0xff, 0xff, 0x0f}; /* 21 times F, then 0 */
    const char *path = scratch_path("index");
    struct rvt_index *index = NULL;
    struct rvt_index_counts counts;

    RVT_CLEAR(&counts);
    options.stp = options.full = true;
    put(configuration, "unaligned", 1); /* messages have bytes */
    cr_assert_eq(rvt_index_open(&options, configuration, &index, &why), RVT_OK, "%s", why.text);
    for (unsigned round = 1; round <= 2; round++) {
        cr_assert_eq(rvt_index_next(index), 0);
        for (unsigned i = 0; i < round; i++)
            cr_assert_eq(rvt_index_push(index, async, sizeof async), RVT_OK);
        cr_assert_eq(rvt_index_save(index, path, &why), RVT_OK);
        cr_assert_eq(rvt_index_count(index, &counts), RVT_OK);
        cr_assert(counts.stp && counts.framing == RVT_TREE_SINGLE);
        cr_assert_eq(counts.events, round);
        cr_assert_eq(counts.covered, round * sizeof async);
        rvt_index_close(index);
        cr_assert_eq(rvt_index_load(path, configuration, &index, &why), RVT_OK);
    }
    cr_assert_eq(rvt_index_find_event(index, RVT_INDEX_SOURCE, RVT_INDEX_FRAME_SYNC, 1, &event),
                 RVT_OK);
    cr_assert(event.found && event.index == sizeof async);
    rvt_index_close(index);
    put(configuration, "channel", 3);
    cr_assert_eq(rvt_index_load(path, configuration, &index, &why), RVT_ERR_SYNTAX);
}

/* Bytes before the first packet are a loss; that they are looked for is part of the file. */
Test(index, of_a_ring_buffer_begins_in_the_middle_of_a_packet)
{
    const char *path = scratch_path("index");
    struct rvt_index *index = NULL;
    struct rvt_index_counts counts;

    RVT_CLEAR(&counts);
    options.mid_packet = options.full = true;
    cr_assert_eq(rvt_index_open(&options, configuration, &index, &why), RVT_OK, "%s", why.text);
    for (unsigned round = 1; round <= 2; round++) {
        cr_assert_eq(rvt_index_next(index), 0);
        cr_assert_eq(rvt_index_push(index, CAPTURE + 1, END - 1), RVT_OK);
        for (unsigned i = 0; i < 8; i++)
            cr_assert_eq(rvt_index_push(index, CAPTURE, END), RVT_OK);
        cr_assert_eq(rvt_index_save(index, path, &why), RVT_OK, "%s", why.text);
        cr_assert_eq(rvt_index_count(index, &counts), RVT_OK);
        cr_assert(counts.mid_packet && !counts.stp);
        rvt_index_close(index);
        cr_assert_eq(rvt_index_load(path, configuration, &index, &why), RVT_OK);
    }
    cr_assert_eq(rvt_index_find_event(index, RVT_INDEX_SOURCE, RVT_INDEX_LOSS, 0, &event), RVT_OK);
    cr_assert(event.found && event.index == 0);
    cr_assert_eq(rvt_index_find_sync(index, 0, 8 * END - 1, &event), RVT_OK);
    cr_assert(event.found && event.index == 7 * END - 1 + SECOND);
    cr_assert_eq(event.restart, event.index);
    rvt_index_close(index);
}

Test(index, takes_bytes_in_any_pieces)
{
    struct rvt_index *index = NULL;
    struct rvt_index_counts counts;

    RVT_CLEAR(&counts);
    cr_assert_eq(rvt_index_open(&options, configuration, &index, &why), RVT_OK);
    for (size_t i = 0; i < sizeof CAPTURE; i++) {
        cr_assert_eq(rvt_index_next(index), i);
        cr_assert_eq(rvt_index_push(index, CAPTURE + i, 1), RVT_OK);
    }
    cr_assert_eq(rvt_index_push(index, NULL, 0), RVT_OK);
    cr_assert_eq(rvt_index_push(index, NULL, 1), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_index_push(NULL, CAPTURE, 1), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_index_count(index, &counts), RVT_OK);
    cr_assert_eq(counts.covered, sizeof CAPTURE);
    rvt_index_close(index);
    rvt_index_close(NULL);
}

Test(index, compares_a_capture)
{
    struct rvt_index *index = make();
    uint8_t other[sizeof CAPTURE];

    memcpy(other, CAPTURE, sizeof other);
    other[9] ^= 1;
    cr_assert_eq(rvt_index_verify(index, 0, CAPTURE, sizeof CAPTURE, &why), RVT_OK);
    cr_assert_eq(rvt_index_verify(index, 0, other, sizeof other, &why), RVT_ERR_CHECKSUM);
    cr_assert_str_eq(why.unit, "byte");
    cr_assert_eq(why.position, 0);
    cr_assert_eq(rvt_index_verify(index, 0, other, sizeof other - 1, &why), RVT_OK); /* a part */
    cr_assert_eq(rvt_index_verify(index, 1, other, sizeof other, &why), RVT_OK);
    cr_assert_eq(rvt_index_verify(index, 0, NULL, 1, &why), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_index_verify(NULL, 0, CAPTURE, 1, &why), RVT_ERR_PARAMETER);
    rvt_index_close(index);
}

/* ---- files ---- */

Test(index, goes_on_after_a_load)
{
    const char *path = scratch_path("part");
    struct rvt_index *index = NULL;

    cr_assert_eq(rvt_index_open(&options, configuration, &index, &why), RVT_OK);
    cr_assert_eq(rvt_index_push(index, CAPTURE, SECOND + 1), RVT_OK);
    cr_assert_eq(rvt_index_save(index, path, &why), RVT_OK);
    rvt_index_close(index);
    cr_assert_eq(rvt_index_load(path, configuration, &index, &why), RVT_OK, "%s", why.text);
    cr_assert_eq(rvt_index_next(index), SECOND + 1);
    cr_assert_eq(rvt_index_push(index, CAPTURE + SECOND + 1, END - SECOND - 1), RVT_OK);
    cr_assert_eq(rvt_index_find_sync(index, 0, END, &event), RVT_OK);
    cr_assert_eq(event.index, SECOND);
    rvt_index_close(index);
}

Test(index, loads_without_a_configuration_to_read_only)
{
    struct rvt_index *index = NULL;

    cr_assert_eq(rvt_index_load(make_file(), NULL, &index, &why), RVT_OK, "%s", why.text);
    cr_assert_eq(rvt_index_push(index, CAPTURE, 1), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_index_find_sync(index, 0, FIRST, &event), RVT_OK);
    cr_assert(event.found);
    rvt_index_close(index);
}

static void refuse_file(const char *path, enum rvt_status status)
{
    struct rvt_index *index = NULL;

    cr_assert_eq(rvt_index_load(path, configuration, &index, &why), status, "%s", why.text);
    cr_assert_null(index);
}

Test(index, refuses_files)
{
    const char *path = make_file();
    size_t bytes = 0;
    char *content = scratch_read(path, &bytes);

    refuse_file(scratch_path("none"), RVT_ERR_IO);
    refuse_file(scratch_text("text", "a text that is no index file, however long it may be, or so"),
                RVT_ERR_SYNTAX);
    refuse_file(scratch_bytes("head", content, 10), RVT_ERR_TRUNCATED);
    refuse_file(scratch_bytes("cut", content, bytes - 1), RVT_ERR_CHECKSUM);
    content[bytes / 2] ^= 1;
    refuse_file(scratch_bytes("damaged", content, bytes), RVT_ERR_CHECKSUM);
    free(content);
    put(configuration, "timestamp_bytes", 2);
    refuse_file(path, RVT_ERR_SYNTAX);
    cr_assert_str_eq(why.unit, "byte");
}

Test(index, refuses_paths)
{
    struct rvt_index *index = make(), *loaded = NULL;

    cr_assert_eq(rvt_index_save(index, scratch_path("no/folder"), &why), RVT_ERR_IO);
    cr_assert_eq(rvt_index_save(index, NULL, &why), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_index_save(NULL, scratch_path("index"), &why), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_index_load(NULL, configuration, &loaded, &why), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_index_load(scratch_path("index"), configuration, NULL, &why),
                 RVT_ERR_PARAMETER);
    rvt_index_close(index);
}

/* ---- what it has ---- */

Test(index, counts)
{
    struct rvt_index *index = make();
    struct rvt_index_counts counts;
    struct rvt_index_source source;

    RVT_CLEAR(&counts);
    RVT_CLEAR(&source);
    cr_assert_eq(rvt_index_count(index, &counts), RVT_OK);
    cr_assert_eq(counts.granularity, 262144);
    cr_assert_eq(counts.sources, 1);
    cr_assert_eq(counts.events, 5);
    cr_assert_eq(rvt_index_describe(index, 0, &source), RVT_OK);
    cr_assert_eq(source.id, 0);
    cr_assert(source.is_etrace);
    cr_assert_eq(source.packets, 4);
    cr_assert_eq(source.count[RVT_INDEX_SYNC], 2);
    cr_assert_eq(source.count[RVT_INDEX_TIME], 2);
    cr_assert_eq(source.count[RVT_INDEX_SUPPORT], 1);
    cr_assert_eq(rvt_index_describe(index, 1, &source), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_index_describe(NULL, 0, &source), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_index_count(NULL, &counts), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_index_count(index, NULL), RVT_ERR_PARAMETER);
    counts.size = source.size = 1;
    cr_assert_eq(rvt_index_count(index, &counts), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_index_describe(index, 0, &source), RVT_ERR_PARAMETER);
    rvt_index_close(index);
}

static void expect_event(uint64_t at)
{
    cr_assert(event.found && event.exact);
    cr_assert_eq(event.index, at);
    cr_assert_eq(event.end, at + 1);
}

Test(index, finds)
{
    options.full = true;
    struct rvt_index *index = make();

    cr_assert_eq(rvt_index_find_sync(index, 0, SECOND - 1, &event), RVT_OK);
    expect_event(FIRST);
    cr_assert_eq(event.restart, FIRST);
    cr_assert(event.has_time && event.has_value);
    cr_assert_eq(event.time, 5);
    cr_assert_eq(event.value, 0x1000);
    cr_assert_eq(event.support_bytes, 2);
    cr_assert_arr_eq(event.support, CAPTURE + 1, 2);
    cr_assert_eq(rvt_index_find_sync(index, 0, FIRST - 1, &event), RVT_OK);
    cr_assert_not(event.found);
    cr_assert_eq(rvt_index_find_time(index, 0, 9, &event), RVT_OK);
    expect_event(SECOND);
    cr_assert_eq(rvt_index_find_address(index, 0, 0x1000, 0x1000, 0, &event), RVT_OK);
    expect_event(FIRST);
    cr_assert_eq(rvt_index_find_event(index, 0, RVT_INDEX_SUPPORT, 0, &event), RVT_OK);
    expect_event(0);
    cr_assert_eq(rvt_index_find_event(index, 0, RVT_INDEX_TRAP, 0, &event), RVT_OK);
    cr_assert_not(event.found);
    rvt_index_close(index);
}

/* Each lookup with these arguments. */
static void refuse_lookups(const struct rvt_index *index, struct rvt_index_event *out)
{
    cr_assert_eq(rvt_index_find_sync(index, 0, 0, out), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_index_find_time(index, 0, 0, out), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_index_find_address(index, 0, 0, 1, 0, out), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_index_find_event(index, 0, RVT_INDEX_SYNC, 0, out), RVT_ERR_PARAMETER);
}

/* A sparse index has a part of the capture in which to look. */
Test(index, finds_a_part)
{
    struct rvt_index *index = make();

    cr_assert_eq(rvt_index_find_event(index, 0, RVT_INDEX_TIME, FIRST + 1, &event), RVT_OK);
    cr_assert(event.found);
    cr_assert_not(event.exact);
    cr_assert_eq(event.end, END);
    rvt_index_close(index);
}

Test(index, refuses_lookups)
{
    struct rvt_index *index = make();

    refuse_lookups(NULL, &event);
    refuse_lookups(index, NULL);
    cr_assert_eq(rvt_index_find_event(index, 0, (enum rvt_index_kind)RVT_INDEX_KINDS, 0, &event),
                 RVT_ERR_PARAMETER);
    event.size = 1;
    refuse_lookups(index, &event);
    rvt_index_close(index);
}

Test(index, names_kinds)
{
    cr_assert_str_eq(rvt_index_kind_name(RVT_INDEX_SYNC), "sync");
    cr_assert_str_eq(rvt_index_kind_name(RVT_INDEX_FRAME_SYNC), "frame-sync");
    cr_assert_null(rvt_index_kind_name((enum rvt_index_kind)RVT_INDEX_KINDS));
}
