/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The record of a run: its files, and what ends it early. */
#include "tests/unit/scratch.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "ingress/access.h"
#include "ingress/register_map.h"
#include "io/record/run_record.h"
#include "tests/unit/data_config.h"

TestSuite(run_record, .init = scratch_init, .fini = scratch_fini);

static struct rvt_config configure(void)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.params.iaddress_width_p = 64;
    return config;
}

/* A record in the folder of the test. */
static struct rvt_run_record *opened(const struct rvt_config *config, bool packets, bool bytes)
{
    const struct rvt_run_record_options options = {
        .folder = scratch_folder, .packets = packets, .bytes = bytes};
    struct rvt_run_record *record = NULL;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    cr_assert(eq(int, rvt_run_record_open(&options, config, &record, &diag), RVT_OK), "%s",
              diag.text);
    return record;
}

static void expect_file(const char *name, const char *text)
{
    char *content = scratch_read(scratch_path(name), NULL);

    cr_expect(eq(str, content, TEXT(text)), "%s", name);
    free(content);
}

static bool exists(const char *name)
{
    return access(scratch_path(name), F_OK) == 0;
}

static struct rvt_row row_at(uint64_t cycle)
{
    return (struct rvt_row){.cycle = cycle,
                            .priv = 3,
                            .blocks = 1,
                            .block = {{.iaddr = 0x1000, .iretire = 2, .ilastsize = 1}}};
}

static const struct rvt_control tracing = {.enable = true, .inst_tracing = true};
static const struct rvt_control disabled = {.enable = false};

#define HEAD                                                                                       \
    "cycle,cause,tval,priv,context,time,ctype,trigger,halted,reset,impdef,lost,stalled,"           \
    "itype_0,iaddr_0,sijump_0,iretire_0,ilastsize_0\n"

Test(run_record, has_what_happened)
{
    static const uint8_t payload[] = {0x1f, 0x02}, stream[] = {0x02, 0x1f, 0x02};
    const struct rvt_config config = configure();
    struct rvt_run_record *record = opened(&config, true, true);
    struct rvt_row row = row_at(9);

    rvt_run_record_control(record, 5, &tracing);
    rvt_run_record_stall(record, 9, 2);
    rvt_run_record_row(record, &row);
    row.cycle = 10;
    row.lost = true;
    rvt_run_record_row(record, &row);
    rvt_run_record_packet(record, 12, false, payload, 2);
    rvt_run_record_packet(record, 13, true, payload, 1);
    rvt_run_record_packet(record, 14, false, payload, 0);
    rvt_run_record_bytes(record, 15, stream, 3);
    rvt_run_record_write(record, 16, RVT_TE_INST_FEATURES, 0x1);
    rvt_run_record_write(record, 16, 0xff0, 0x2);
    rvt_run_record_control(record, 17, &disabled);
    cr_expect(eq(ptr, (void *)(uintptr_t)rvt_run_record_fault(record), NULL));
    rvt_run_record_close(record);
    expect_file("control.yaml", "- [5, trace]\n"
                                "- [16, trTeInstFeatures, 0x1]\n"
                                "- [16, 0xff0, 0x2]\n"
                                "- [17, off]\n");
    expect_file("trace.csv", HEAD "9,0,0,3,0,0,0,0,0,0,0,0,2,0,1000,0,2,1\n"
                                  "10,0,0,3,0,0,0,0,0,0,0,1,0,0,1000,0,2,1\n");
    expect_file("packets.hex", "1f02 # cycle 12\n"
                               "d:1f # cycle 13\n"
                               " # cycle 14, a packet without bytes\n");
    expect_file("stream.bin", "\x02\x1f\x02");
    cr_expect(exists("config.yaml"));
    cr_expect(exists("replay.sh"));
}

/* A stall before a change of the encoder is an idle row with the sideband of the row before. */
Test(run_record, has_stalls_without_a_row)
{
    const struct rvt_config config = configure();
    struct rvt_run_record *record = opened(&config, true, false);
    struct rvt_row row = row_at(3);

    rvt_run_record_stall(record, 2, 1); /* before the first row it has no effect */
    row.halted = true;
    row.trigger = 1;
    rvt_run_record_row(record, &row);
    rvt_run_record_stall(record, 8, 9); /* no more cycles than since the row */
    rvt_run_record_control(record, 8, &disabled);
    rvt_run_record_idle(record, 9);
    row = row_at(10);
    rvt_run_record_row(record, &row);
    rvt_run_record_close(record);
    expect_file("trace.csv", HEAD "3,0,0,3,0,0,0,1,1,0,0,0,0,0,1000,0,2,1\n"
                                  "8,0,0,3,0,0,0,0,1,0,0,0,4,0,0,0,0,0\n"
                                  "10,0,0,3,0,0,0,0,0,0,0,0,0,0,1000,0,2,1\n");
}

Test(run_record, has_all_groups_of_the_data_interface)
{
    const struct rvt_config config = configure_data(0, 4, 64);
    struct rvt_run_record *record = opened(&config, true, false);
    struct rvt_access group[RVT_ACCESSES_MAX] = {{.dretire = true}};
    struct rvt_row row = row_at(3);

    row.accesses = RVT_ACCESSES_MAX;
    row.access = group;
    group[3] = (struct rvt_access){.dretire = true, .daddr = 0xabcd, .ldata = 0x77};
    rvt_run_record_row(record, &row);
    rvt_run_record_close(record);
    char *content = scratch_read(scratch_path("trace.csv"), NULL);
    cr_expect(ne(ptr, strstr(content, ",ldata_3\n"), NULL));
    cr_expect(ne(ptr, strstr(content, ",1,0,abcd,0,0,0,0,0,0,0,0,0,77\n"), NULL), "%s", content);
    free(content);
}

/* trTeDataControl is written before the encoder is enabled. */
Test(run_record, has_the_control_of_data_trace)
{
    const struct rvt_config config = configure_data(0, 4, 64);
    struct rvt_run_record *record = opened(&config, true, false);
    const struct rvt_control control = {
        .enable = true, .data_tracing = false, .data_trig_enable = true, .inst_trig_enable = true};

    rvt_run_record_control(record, 5, &control);
    rvt_run_record_close(record);
    char *content = scratch_read(scratch_path("control.yaml"), NULL);
    char *step = strstr(content, "- [5, trTeDataControl, 0x");
    cr_assert(ne(ptr, step, NULL), "%s", content);
    cr_expect(eq(u32, (uint32_t)strtoul(step + 23, NULL, 16) & 0x6, 0x4), "%s", content);
    cr_expect(ne(ptr, strstr(content, "\n- [5, triggers]\n# Still enabled"), NULL), "%s", content);
    free(content);
}

Test(run_record, without_steps_is_a_script)
{
    const struct rvt_config config = configure();

    rvt_run_record_close(opened(&config, true, false));
    expect_file("control.yaml", "[]\n");
}

Test(run_record, replaces_an_earlier_one)
{
    const struct rvt_config config = configure();
    struct rvt_run_record *record = opened(&config, true, false);
    const struct rvt_row row = row_at(3);

    rvt_run_record_row(record, &row);
    rvt_run_record_close(record);
    cr_expect(exists("packets.hex"));
    cr_expect(not(exists("stream.bin")));
    rvt_run_record_close(opened(&config, false, true));
    cr_expect(exists("stream.bin"));
    cr_expect(not(exists("packets.hex")));
    expect_file("trace.csv", HEAD);
}

Test(run_record, has_its_folder_alone)
{
    const struct rvt_config config = configure();
    struct rvt_run_record *record = opened(&config, true, false);
    const struct rvt_run_record_options options = {.folder = scratch_folder, .packets = true};
    const struct rvt_row row = row_at(3);
    struct rvt_run_record *second = NULL;
    struct rvt_diag diag;

    rvt_run_record_row(record, &row);
    rvt_diag_clear(&diag);
    cr_expect(eq(int, rvt_run_record_open(&options, &config, &second, &diag), RVT_ERR_IO));
    cr_expect(eq(str, diag.text, TEXT("control.yaml: another run writes it")));
    rvt_run_record_close(record);
    expect_file("trace.csv", HEAD "3,0,0,3,0,0,0,0,0,0,0,0,0,0,1000,0,2,1\n");
}

Test(run_record, makes_its_folder)
{
    const struct rvt_config config = configure();
    static const char *const names[] = {"config.yaml", "control.yaml", "trace.csv", "packets.hex",
                                        "replay.sh"};
    char folder[128], file[192];
    struct rvt_run_record_options options = {.folder = folder, .packets = true};
    struct rvt_run_record *record = NULL;
    struct rvt_diag diag;

    (void)snprintf(folder, sizeof folder, "%s/a/b/", scratch_folder);
    rvt_diag_clear(&diag);
    cr_assert(eq(int, rvt_run_record_open(&options, &config, &record, &diag), RVT_OK));
    rvt_run_record_close(record);
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        (void)snprintf(file, sizeof file, "%s/a/b/%s", scratch_folder, names[i]);
        cr_expect(eq(int, unlink(file), 0), "%s", file);
    }
    cr_expect(eq(int, rmdir(folder), 0));
    cr_expect(eq(int, rmdir(scratch_path("a")), 0));
    (void)scratch_text("file", "");
    options.folder = scratch_path("file/b");
    cr_expect(eq(int, rvt_run_record_open(&options, &config, &record, &diag), RVT_ERR_IO));
    cr_expect(eq(str, diag.text, TEXT("cannot create: Not a directory")));
}

/* At a limit of the file size, as on a full disk, every file ends with a whole line. */
Test(run_record, ends_on_a_full_disk)
{
    const struct rvt_config config = configure();
    struct rvt_run_record *record = opened(&config, true, false);
    struct rlimit limit;
    struct rvt_row row = row_at(1);
    uint64_t rows = 0;
    const char *fault = NULL;

    (void)signal(SIGXFSZ, SIG_IGN);
    cr_assert(eq(int, getrlimit(RLIMIT_FSIZE, &limit), 0));
    limit.rlim_cur = 200000; /* the other limit may be lower than infinity already */
    cr_assert(eq(int, setrlimit(RLIMIT_FSIZE, &limit), 0));
    for (; fault == NULL && rows < 100000; rows++, fault = rvt_run_record_fault(record)) {
        row.cycle = rows;
        rvt_run_record_row(record, &row);
        rvt_run_record_packet(record, row.cycle, false, (const uint8_t *)"\x12", 1);
    }
    cr_assert(ne(ptr, (void *)(uintptr_t)fault, NULL));
    cr_expect(ne(ptr, strstr(fault, "/trace.csv: cannot write: File too large"), NULL), "%s",
              fault);
    cr_expect(ne(ptr, strstr(fault, "; the record ends in cycle "), NULL), "%s", fault);
    rvt_run_record_row(record, &row);
    rvt_run_record_close(record);
    for (unsigned i = 0; i < 2; i++) {
        size_t bytes = 0;
        char *content = scratch_read(scratch_path(i == 0 ? "trace.csv" : "packets.hex"), &bytes);
        cr_assert(gt(sz, bytes, 1000));
        cr_expect(eq(int, content[bytes - 1], '\n'));
        free(content);
    }
}

Test(run_record, ends_at_a_row_that_no_trace_holds)
{
    const struct rvt_config config = configure();
    struct rvt_run_record *record = opened(&config, true, false);
    struct rvt_row row = row_at(7);

    row.blocks = 2;
    rvt_run_record_row(record, &row);
    cr_assert(ne(ptr, (void *)(uintptr_t)rvt_run_record_fault(record), NULL));
    cr_expect(ne(ptr, strstr(rvt_run_record_fault(record), "a row has 2 blocks"), NULL));
    rvt_run_record_close(record);
}

/* Everything is in the files some cycles after it happened, or after a flush. */
Test(run_record, can_be_read_during_the_run)
{
    const struct rvt_config config = configure();
    struct rvt_run_record *record = opened(&config, true, false);
    const struct rvt_row row = row_at(7);

    expect_file("trace.csv", HEAD);
    rvt_run_record_row(record, &row);
    rvt_run_record_idle(record, RVT_RECORD_CYCLES - 1);
    expect_file("trace.csv", HEAD);
    rvt_run_record_idle(record, RVT_RECORD_CYCLES);
    expect_file("trace.csv", HEAD "7,0,0,3,0,0,0,0,0,0,0,0,0,0,1000,0,2,1\n");
    rvt_run_record_packet(record, RVT_RECORD_CYCLES + 1, false, (const uint8_t *)"\x12", 1);
    rvt_run_record_flush(record);
    expect_file("packets.hex", "12 # cycle 1025\n");
    rvt_run_record_close(record);
}

/* The exit status of replay.sh. The script "tool" takes the place of rvt; its command ends with
 * status, the others with 0. */
static int replay_exit(const char *tool_command, const char *status)
{
    char command[256];

    (void)snprintf(command, sizeof command,
                   "COMMAND=%s STATUS=%s RVT=./tool sh %s/replay.sh >/dev/null 2>&1", tool_command,
                   status, scratch_folder);
    int ended = system(command);
    return WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
}

Test(run_record, quotes_the_program)
{
    const struct rvt_config config = configure();
    const struct rvt_run_record_options options = {
        .folder = scratch_folder, .program = "no/it's $x.elf", .bytes = true};
    struct rvt_run_record *record = NULL;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    cr_assert(eq(int, rvt_run_record_open(&options, &config, &record, &diag), RVT_OK));
    rvt_run_record_close(record);
    char *content = scratch_read(scratch_path("replay.sh"), NULL);
    cr_expect(ne(ptr, strstr(content, " -p 'no/it'\\''s $x.elf' "), NULL), "%s", content);
    cr_expect(eq(ptr, strstr(content, "packets.hex"), NULL), "%s", content);
    free(content);
}

/* A command that cannot start is no difference, and what an earlier replay left does not count. */
Test(run_record, a_replay_that_cannot_decode_fails)
{
    static const char tool[] = "#!/bin/sh\n"
                               "[ $1 != encode ] || : >expected.hex\n"
                               "[ $1 != $COMMAND ] || exit $STATUS\n";
    const struct rvt_config config = configure();
    const struct rvt_run_record_options options = {
        .folder = scratch_folder, .program = "no.elf", .packets = true};
    struct rvt_run_record *record = NULL;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    cr_assert(eq(int, rvt_run_record_open(&options, &config, &record, &diag), RVT_OK));
    rvt_run_record_close(record);
    cr_assert(eq(int, chmod(scratch_text("tool", tool), 0755), 0));
    cr_expect(eq(int, replay_exit("decode", "0"), 2)); /* no output either */
    (void)scratch_text("expected.pc", "80000000\n");
    (void)scratch_text("packets.pc", "80000000\n");
    cr_expect(eq(int, replay_exit("decode", "0"), 0));
    cr_expect(eq(int, replay_exit("encode", "2"), 2));
    cr_expect(eq(int, replay_exit("decode", "2"), 2));
    cr_expect(eq(int, replay_exit("dump", "2"), 2));
    cr_expect(eq(int, replay_exit("dump", "1"), 0));
    (void)scratch_text("packets.pc", "80000002\n");
    cr_expect(eq(int, replay_exit("decode", "1"), 1));
}
