/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Files of packets: written and read in each form, damaged, of other sources. */
#include "tests/unit/api/fixture.h"
#include "tests/unit/scratch.h"

enum { PACKETS = 3 };

/* Payloads of 1, 3 and 31 bytes. */
static const uint8_t PAYLOAD[PACKETS][RVT_TE_PAYLOAD_BYTES] = {
    {0x7f}, {0x11, 0x22, 0x33}, {1, 2, 3, 4, [30] = 0x80}};
static const size_t BYTES[PACKETS] = {1, 3, RVT_TE_PAYLOAD_BYTES};

static struct rvt_configuration *configuration; /* of each test */
static struct rvt_trace_item item;
static struct rvt_diagnosis why;
static unsigned findings;

static void take_finding(void *context, const struct rvt_rule_finding *finding)
{
    (void)context;
    findings += finding->severity != RVT_RULE_INFO;
}

/* srcID 5, types 0 (te_inst) and 1 (te_data); te_data has the longest payload that still fits. */
static void begin(void)
{
    scratch_init();
    configuration = default_configuration();
    put(configuration, "srcid_bits", 8);
    put(configuration, "srcid", 5);
    put(configuration, "type_bits", 2);
    put(configuration, "type_inst", 0);
    put(configuration, "type_data", 1);
    put(configuration, "data_trace", 1);
    RVT_CLEAR(&item);
    RVT_CLEAR(&why);
    findings = 0;
}

static void close_test(void)
{
    rvt_configuration_free(configuration);
    scratch_fini();
}

TestSuite(trace_file, .init = begin, .fini = close_test);

/* Every second payload is te_data. The longest one does not fit with a type (ENC-006). */
static unsigned write_all(enum rvt_trace_form form, const char *path)
{
    struct rvt_trace_file *file = NULL;
    unsigned packets = form == RVT_TRACE_HEX ? PACKETS : PACKETS - 1;

    cr_assert_eq(rvt_trace_file_create(path, configuration, form, &file, &why), RVT_OK, "%s",
                 why.text);
    for (unsigned i = 0; i < packets; i++)
        cr_assert_eq(rvt_trace_file_write(file, i % 2 == 1, PAYLOAD[i], BYTES[i], 10 * i, &why),
                     RVT_OK, "%s", why.text);
    cr_assert_eq(rvt_trace_file_close(file, &why), RVT_OK);
    return packets;
}

static struct rvt_trace_file *open_file(enum rvt_trace_form form, const char *path)
{
    struct rvt_trace_file *file = NULL;

    cr_assert_eq(rvt_trace_file_open(path, configuration, form, take_finding, NULL, &file, NULL),
                 RVT_OK);
    return file;
}

/* The next packet that is no null. */
static enum rvt_status next(struct rvt_trace_file *file, bool *end)
{
    enum rvt_status status;

    do
        status = rvt_trace_file_read(file, &item, end, &why);
    while (status == RVT_OK && !*end && item.foreign != NULL && strcmp(item.foreign, "null") == 0);
    return status;
}

Test(trace_file, there_and_back_in_each_form)
{
    for (unsigned form = RVT_TRACE_HEX; form <= RVT_TRACE_STP; form++) {
        const char *path = scratch_path(form % 2 == 0 ? "file.bin" : "file.bin.gz");
        unsigned packets = write_all((enum rvt_trace_form)form, path);
        struct rvt_trace_file *file = open_file((enum rvt_trace_form)form, path);
        uint64_t position = 0;
        bool end = false;

        cr_assert_eq(rvt_trace_file_check(file, &why), RVT_ERR_SEQUENCE);
        for (unsigned i = 0; i < packets; i++) {
            cr_assert_eq(next(file, &end), RVT_OK, "form %u: %s", form, why.text);
            cr_assert_not(end);
            cr_assert_null(item.foreign, "%s", item.foreign);
            cr_assert_eq(item.is_data, i % 2 == 1);
            cr_assert_str_eq(item.unit, form == RVT_TRACE_HEX ? "line" : "byte");
            cr_assert(i == 0 || item.position > position);
            position = item.position;
            cr_assert_eq(item.packet->payload_bytes, BYTES[i]);
            cr_assert_arr_eq(item.packet->payload, PAYLOAD[i], BYTES[i]);
            cr_assert_eq(item.packet->srcid, form == RVT_TRACE_HEX ? 0 : 5);
        }
        cr_assert_eq(rvt_trace_file_check(file, &why), RVT_OK);
        cr_assert_eq(next(file, &end), RVT_OK);
        cr_assert(end);
        cr_assert_null(item.packet);
        cr_assert_eq(findings, 0);
        cr_assert_eq(rvt_trace_file_place(file), scratch_size(path));
        cr_assert_eq(rvt_trace_file_close(file, &why), RVT_OK);
    }
}

Test(trace_file, packets_of_others)
{
    const char *path = scratch_path("file.bin");
    struct rvt_trace_file *file;
    bool end = false;

    (void)write_all(RVT_TRACE_ENCAP, path);
    put(configuration, "srcid", 6);
    file = open_file(RVT_TRACE_ENCAP, path);
    while (!end) {
        cr_assert_eq(next(file, &end), RVT_OK);
        cr_assert(end || strcmp(item.foreign, "other source") == 0);
    }
    cr_assert_eq(rvt_trace_file_check(file, &why), RVT_ERR_SEQUENCE);
    cr_assert_str_eq(why.clause, "ENC-015");
    cr_assert_not_null(strstr(why.text, "none of the 2 packets"), "%s", why.text);
    cr_assert_eq(rvt_trace_file_close(file, NULL), RVT_OK);
    put(configuration, "srcid", 5);
    put(configuration, "data_trace", 0);
    file = open_file(RVT_TRACE_ENCAP, path);
    cr_assert_eq(next(file, &end), RVT_OK);
    cr_assert_null(item.foreign);
    cr_assert_eq(next(file, &end), RVT_OK);
    cr_assert_str_eq(item.foreign, "other type");
    cr_assert_eq(rvt_trace_file_close(file, NULL), RVT_OK);
}

Test(trace_file, faults_have_their_place_and_reading_goes_on)
{
    const char *path = scratch_text("file.hex", "7f\n# a comment\n" /* line 3 is too long */
                                                "000102030405060708090a0b0c0d0e0f10111213141516171"
                                                "8191a1b1c1d1e1f\nd:112233\nzz\n");
    struct rvt_trace_file *file = open_file(RVT_TRACE_HEX, path);
    bool end = false;

    cr_assert_eq(rvt_trace_file_read(file, &item, &end, &why), RVT_OK);
    cr_assert_eq(item.position, 1);
    cr_assert_eq(rvt_trace_file_read(file, &item, &end, &why), RVT_ERR_CAPACITY);
    cr_assert_eq(item.position, 3);
    cr_assert_null(item.packet);
    cr_assert_str_eq(why.unit, "line");
    cr_assert_eq(why.position, 3);
    cr_assert_eq(rvt_trace_file_read(file, &item, &end, &why), RVT_OK);
    cr_assert(item.is_data);
    cr_assert_eq(rvt_trace_file_read(file, &item, &end, &why), RVT_ERR_SYNTAX);
    cr_assert_eq(why.position, 5);
    cr_assert_eq(rvt_trace_file_close(file, NULL), RVT_OK);
}

Test(trace_file, a_loss_of_the_carrier_is_a_sequence)
{
    const char *path = scratch_path("file.stp");
    struct rvt_trace_file *file;
    size_t bytes = 0, at = 0;
    bool end = false, lost = false;

    (void)write_all(RVT_TRACE_STP, path);
    char *content = scratch_read(path, &bytes);
    at = bytes - 4; /* within the second message */
    content[at] ^= 0x0f;
    path = scratch_bytes("damaged.stp", content, bytes);
    free(content);
    file = open_file(RVT_TRACE_STP, path);
    while (!end) {
        enum rvt_status status = rvt_trace_file_read(file, &item, &end, &why);
        lost = lost || status == RVT_ERR_SEQUENCE;
        cr_assert(status == RVT_OK || status == RVT_ERR_SEQUENCE, "%s", why.text);
    }
    cr_assert(lost);
    cr_assert_eq(rvt_trace_file_close(file, NULL), RVT_OK);
}

Test(trace_file, errors)
{
    const char *path = scratch_path("file.bin");
    struct rvt_trace_file *file = NULL;
    bool end = false;
    const uint8_t long_payload[RVT_TE_PAYLOAD_BYTES + 1] = {0};

    cr_assert_eq(
        rvt_trace_file_open("/nowhere/file", configuration, RVT_TRACE_HEX, NULL, NULL, &file, &why),
        RVT_ERR_IO);
    cr_assert_eq(rvt_trace_file_open(path, NULL, RVT_TRACE_HEX, NULL, NULL, &file, &why),
                 RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_trace_file_open(NULL, configuration, RVT_TRACE_HEX, NULL, NULL, &file, &why),
                 RVT_ERR_PARAMETER);
    cr_assert_eq(
        rvt_trace_file_open(path, configuration, (enum rvt_trace_form)4, NULL, NULL, &file, &why),
        RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_trace_file_create("/nowhere/file", configuration, RVT_TRACE_HEX, &file, &why),
                 RVT_ERR_IO);
    cr_assert_eq(rvt_trace_file_create(path, configuration, RVT_TRACE_ENCAP, NULL, &why),
                 RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_trace_file_create(path, configuration, RVT_TRACE_ENCAP, &file, &why), RVT_OK);
    cr_assert_eq(rvt_trace_file_read(file, &item, &end, &why), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_trace_file_check(file, &why), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_trace_file_write(file, false, NULL, 1, 0, &why), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_trace_file_write(file, false, long_payload, 0, 0, &why), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_trace_file_write(file, false, long_payload, 32, 0, &why), RVT_ERR_CAPACITY);
    cr_assert_eq(access(path, F_OK), -1);
    cr_assert_eq(rvt_trace_file_close(file, &why), RVT_OK);
    cr_assert_eq(access(path, F_OK), 0);
    cr_assert_eq(rvt_trace_file_close(NULL, &why), RVT_OK);
    file = open_file(RVT_TRACE_ENCAP, path);
    cr_assert_eq(rvt_trace_file_write(file, false, long_payload, 1, 0, &why), RVT_ERR_PARAMETER);
    item.size = 1;
    cr_assert_eq(rvt_trace_file_read(file, &item, &end, &why), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_trace_file_read(file, NULL, &end, &why), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_trace_file_close(file, NULL), RVT_OK);
}

/* A packet that could not be written leaves no file. */
Test(trace_file, no_file_after_a_fault)
{
    const char *path = scratch_path("file.bin");
    struct rvt_trace_file *file = NULL;

    cr_assert_eq(rvt_trace_file_create(path, configuration, RVT_TRACE_ENCAP, &file, &why), RVT_OK);
    cr_assert_eq(rvt_trace_file_write(file, false, PAYLOAD[2], BYTES[2], 0, &why),
                 RVT_ERR_CAPACITY);
    cr_assert_eq(rvt_trace_file_close(file, &why), RVT_ERR_IO);
    cr_assert_eq(access(path, F_OK), -1);
}

/* ---- from a place on ---- */

Test(trace_file, goes_on_at_a_packet)
{
    const char *path = scratch_path("file.bin");
    struct rvt_trace_file *file;
    bool end = false;

    write_all(RVT_TRACE_ENCAP, path);
    file = open_file(RVT_TRACE_ENCAP, path);
    cr_assert_eq(next(file, &end), RVT_OK);
    cr_assert_eq(next(file, &end), RVT_OK);
    uint64_t second = item.position;
    cr_assert_eq(rvt_trace_file_close(file, &why), RVT_OK);
    file = open_file(RVT_TRACE_ENCAP, path);
    cr_assert_eq(rvt_trace_file_seek(file, second, second, &why), RVT_OK, "%s", why.text);
    cr_assert_eq(next(file, &end), RVT_OK);
    cr_assert_not(end);
    cr_assert_eq(item.position, second);
    cr_assert_arr_eq(item.packet->payload, PAYLOAD[1], BYTES[1]);
    cr_assert_eq(rvt_trace_file_close(file, &why), RVT_OK);
}

/* A capture of STP, and the same again: its ASYNC is where the second one begins. */
static const char *make_twice(uint64_t *bytes)
{
    char content[2048];
    size_t size = 0;

    write_all(RVT_TRACE_STP, scratch_path("once.stp"));
    char *once = scratch_read(scratch_path("once.stp"), &size);
    cr_assert(2 * size <= sizeof content);
    memcpy(content, once, size);
    memcpy(content + size, once, size);
    free(once);
    *bytes = size;
    return scratch_bytes("twice.stp", content, 2 * size);
}

/* From an ASYNC on, and from byte 0 on; what comes before the packet is not shown. */
Test(trace_file, goes_on_at_a_packet_of_stp)
{
    uint64_t once = 0, first = 0;
    const char *path = make_twice(&once);
    struct rvt_trace_file *file = open_file(RVT_TRACE_STP, path);
    bool end = false;

    cr_assert_eq(next(file, &end), RVT_OK);
    first = item.position;
    cr_assert_eq(next(file, &end), RVT_OK);
    uint64_t second = item.position;
    cr_assert_eq(rvt_trace_file_close(file, &why), RVT_OK);
    for (unsigned i = 0; i < 2; i++) {
        file = open_file(RVT_TRACE_STP, path);
        cr_assert_eq(rvt_trace_file_seek(file, i * once, once + second, &why), RVT_OK);
        cr_assert_eq(next(file, &end), RVT_OK);
        cr_assert_not(end);
        cr_assert(item.position == once + second && item.position > once + first);
        cr_assert_arr_eq(item.packet->payload, PAYLOAD[1], BYTES[1]);
        cr_assert_eq(next(file, &end), RVT_OK);
        cr_assert(end);
        cr_assert_eq(rvt_trace_file_close(file, &why), RVT_OK);
    }
}

Test(trace_file, refuses_places)
{
    struct rvt_trace_file *file;

    cr_assert_eq(rvt_trace_file_seek(NULL, 0, 0, &why), RVT_ERR_PARAMETER);
    write_all(RVT_TRACE_HEX, scratch_path("file"));
    file = open_file(RVT_TRACE_HEX, scratch_path("file"));
    cr_assert_eq(rvt_trace_file_seek(file, 0, 0, &why), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_trace_file_close(file, &why), RVT_OK);
    write_all(RVT_TRACE_STP, scratch_path("file"));
    file = open_file(RVT_TRACE_STP, scratch_path("file"));
    cr_assert_eq(rvt_trace_file_seek(file, 2, 1, &why), RVT_ERR_PARAMETER);
    cr_assert_eq(rvt_trace_file_close(file, &why), RVT_OK);
    write_all(RVT_TRACE_ENCAP, scratch_path("file"));
    file = open_file(RVT_TRACE_ENCAP, scratch_path("file"));
    cr_assert_eq(rvt_trace_file_seek(file, 1000, 1000, &why), RVT_ERR_TRUNCATED);
    cr_assert_eq(rvt_trace_file_close(file, &why), RVT_OK);
}
