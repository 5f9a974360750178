/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Input and output through windows, whole files, instruction logs. */
#include "tests/unit/scratch.h"

#include <sys/stat.h>
#include <zlib.h>

#include "io/bytes/file.h"
#include "io/bytes/input.h"
#include "io/bytes/output.h"
#include "io/tip/insn_log.h"

TestSuite(files, .init = scratch_init, .fini = scratch_fini);

static struct rvt_output *created(const char *path)
{
    struct rvt_output *output = NULL;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    cr_assert(eq(int, rvt_output_open(path, &output, &diag), RVT_OK), "%s", diag.text);
    return output;
}

static enum rvt_status finished(struct rvt_output *output, struct rvt_diag *diag)
{
    rvt_diag_clear(diag);
    return rvt_output_finish(output, diag);
}

Test(files, an_output_appears_when_it_is_complete)
{
    const char *path = scratch_path("out");
    struct rvt_output *output = created(path);
    struct rvt_diag diag;
    struct stat info;

    cr_expect(eq(int, rvt_output_print(output, "%s %d\n", "line", 1), RVT_OK));
    cr_expect(eq(int, access(path, F_OK), -1));
    cr_expect(eq(int, finished(output, &diag), RVT_OK));
    char *content = scratch_read(path, NULL);
    cr_expect(eq(str, content, "line 1\n"));
    free(content);
    mode_t mask = umask(0);
    (void)umask(mask);
    cr_expect(eq(int, stat(path, &info), 0));
    cr_expect(eq(uint, info.st_mode & 0777, 0666 & ~mask));
    cr_expect(eq(uint, scratch_count(), 1));
}

Test(files, a_discarded_output_leaves_the_old_file)
{
    const char *path = scratch_text("out", "old");
    struct rvt_output *output = created(path);

    rvt_output_write(output, "new", 3);
    rvt_output_discard(output);
    char *content = scratch_read(path, NULL);
    cr_expect(eq(str, content, "old"));
    cr_expect(eq(uint, scratch_count(), 1));
    free(content);
    rvt_output_discard(NULL);
}

Test(files, an_output_in_memory_passes_on_up_to_its_limit)
{
    static const char text[50000]; /* null bytes */
    const char *path = scratch_path("out");
    struct rvt_output *file = created(path), *memory = NULL;
    struct rvt_diag diag;

    cr_assert(eq(int, rvt_output_open_memory(3 * sizeof text, &memory), RVT_OK));
    cr_expect(eq(int, rvt_output_write(file, "first", 5), RVT_OK));
    for (unsigned i = 0; i < 3; i++)
        cr_expect(eq(int, rvt_output_write(memory, text, sizeof text), RVT_OK));
    cr_expect(eq(int, rvt_output_empty(memory, file), RVT_OK));
    cr_expect(eq(int, rvt_output_write(memory, "last", 4), RVT_OK));
    cr_expect(eq(int, rvt_output_empty(memory, file), RVT_OK));
    for (unsigned i = 0; i < 3; i++)
        cr_expect(eq(int, rvt_output_write(memory, text, sizeof text), RVT_OK));
    cr_expect(eq(int, rvt_output_write(memory, text, 1), RVT_ERR_IO));
    cr_expect(rvt_output_failed(memory));
    cr_expect(eq(int, rvt_output_empty(memory, NULL), RVT_OK));
    cr_expect(not(rvt_output_failed(memory)));
    rvt_output_discard(memory);
    cr_expect(eq(int, finished(file, &diag), RVT_OK));
    size_t bytes = 0;
    char *content = scratch_read(path, &bytes);
    cr_expect(eq(sz, bytes, 5 + 3 * sizeof text + 4));
    cr_expect(eq(int, memcmp(content, "first", 5), 0));
    cr_expect(eq(int, memcmp(content + bytes - 4, "last", 4), 0));
    free(content);
}

/* Texts among bytes, across the ends of the buffer. */
Test(files, texts_are_appended_whole)
{
    static char want[400000];
    const char *path = scratch_path("out");
    struct rvt_output *output = created(path);
    struct rvt_diag diag;
    size_t bytes = 0, length = 0;

    while (length < sizeof want - 32) {
        struct rvt_text text = rvt_output_text(output, 20);
        rvt_text_decimal(&text, length, 0);
        rvt_text_word(&text, " longer than there is room");
        cr_expect(text.cut);
        cr_expect(eq(int, rvt_output_take(output, &text), RVT_OK));
        cr_expect(eq(int, rvt_output_write(output, "\n", 1), RVT_OK));
        char line[64];
        (void)snprintf(line, sizeof line, "%zu longer than there is room", length);
        length += (size_t)snprintf(want + length, 32, "%.19s\n", line);
    }
    cr_expect(eq(int, finished(output, &diag), RVT_OK));
    char *content = scratch_read(path, &bytes);
    cr_assert(eq(sz, bytes, length));
    cr_expect(eq(int, memcmp(content, want, length), 0));
    free(content);
}

Test(files, texts_in_memory_need_room)
{
    struct rvt_output *memory = NULL;

    cr_assert(eq(int, rvt_output_open_memory(65536 + 8, &memory), RVT_OK));
    for (unsigned i = 0; i < 65536 / 8; i++) {
        struct rvt_text text = rvt_output_text(memory, 16);
        rvt_text_word(&text, "12345678");
        cr_assert(eq(int, rvt_output_take(memory, &text), RVT_OK));
    }
    struct rvt_text text = rvt_output_text(memory, 16);
    rvt_text_word(&text, "9");
    cr_expect(eq(int, rvt_output_take(memory, &text), RVT_ERR_IO));
    rvt_output_discard(memory);
}

Test(files, an_output_goes_where_a_link_leads)
{
    const char *path = scratch_text("file", "old");
    const char *link = scratch_path("link");
    struct rvt_diag diag;
    struct stat info;

    cr_assert(eq(int, symlink("file", link), 0));
    struct rvt_output *output = created(link);
    rvt_output_write(output, "new", 3);
    cr_expect(eq(int, finished(output, &diag), RVT_OK));
    cr_expect(eq(int, lstat(link, &info), 0));
    bool still_link = S_ISLNK(info.st_mode);
    cr_expect(still_link);
    char *content = scratch_read(path, NULL);
    cr_expect(eq(str, content, "new"));
    free(content);
}

Test(files, a_fault_of_the_output_sticks)
{
    struct rvt_output *output = created("/dev/full");
    struct rvt_diag diag;
    enum rvt_status status = RVT_OK;

    for (unsigned i = 0; i < 70000 && status == RVT_OK; ++i)
        status = rvt_output_write(output, "x", 1);
    cr_expect(eq(int, status, RVT_ERR_IO));
    cr_expect(rvt_output_failed(output));
    cr_expect(eq(int, rvt_output_write(output, "x", 1), RVT_ERR_IO));
    rvt_diag_clear(&diag);
    rvt_output_explain(output, &diag);
    cr_expect(eq(str, diag.text, "cannot write: No space left on device"));
    cr_expect(eq(int, finished(output, &diag), RVT_ERR_IO));
    output = created("/dev/full");
    rvt_output_write(output, "x", 1); /* noticed only at the end */
    cr_expect(eq(int, finished(output, &diag), RVT_ERR_IO));
}

Test(files, outputs_that_cannot_be_made)
{
    struct rvt_output *output = NULL;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    cr_expect(eq(int, rvt_output_open(scratch_path("no/such/folder"), &output, &diag), RVT_ERR_IO));
    cr_expect(eq(str, diag.text, "cannot create: No such file or directory"));
    rvt_diag_clear(&diag);
    cr_expect(eq(int, rvt_output_open(scratch_folder, &output, &diag), RVT_ERR_IO));
    cr_expect(eq(ptr, output, NULL));
    output = created(scratch_path("out")); /* more than a line of print takes */
    char *longest = malloc(3000);
    cr_assert(ne(ptr, longest, NULL));
    memset(longest, 'x', 2999);
    longest[2999] = '\0';
    cr_expect(eq(int, rvt_output_print(output, "%s", longest), RVT_ERR_IO));
    cr_expect(eq(int, finished(output, &diag), RVT_ERR_IO));
    cr_expect(eq(uint, scratch_count(), 0));
    free(longest);
}

static struct rvt_input *opened(const char *path)
{
    struct rvt_input *input = NULL;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    cr_assert(eq(int, rvt_input_open(path, &input, &diag), RVT_OK), "%s", diag.text);
    return input;
}

/* Lines of a length that no window size divides, numbered, up to 10 MB: plain and compressed. */
Test(files, lines_across_windows_come_whole)
{
    static const char *const names[] = {"lines", "lines.gz"};

    for (unsigned form = 0; form < 2; ++form) {
        struct rvt_output *output = created(scratch_path(names[form]));
        struct rvt_diag diag;
        for (unsigned i = 0; i < 100000; ++i)
            rvt_output_print(output, "%u,%0*u\n", i, (int)(i % 200), i);
        cr_assert(eq(int, finished(output, &diag), RVT_OK));
        struct rvt_input *input = opened(scratch_path(names[form]));
        for (unsigned i = 0; i <= 100000; ++i) {
            const char *line = NULL;
            size_t length = 0;
            bool end = false;
            char want[256];
            int wanted = snprintf(want, sizeof want, "%u,%0*u", i, (int)(i % 200), i);
            cr_assert(eq(int, rvt_input_line(input, &line, &length, &end, &diag), RVT_OK));
            cr_assert(eq(int, end, i == 100000));
            cr_assert(eq(u64, rvt_input_line_number(input), i + 1));
            if (!end) {
                cr_assert(eq(sz, length, (size_t)wanted));
                cr_assert(eq(int, memcmp(line, want, length), 0));
            }
            if (i == 100)
                cr_expect(lt(u64, rvt_input_place(input), scratch_size(scratch_path(names[form]))));
        }
        cr_expect(eq(u64, rvt_input_place(input), scratch_size(scratch_path(names[form]))));
        rvt_input_close(input);
    }
}

Test(files, bytes_can_be_seen_ahead_and_passed)
{
    struct rvt_input *input = opened(scratch_text("bytes", "abcdef"));
    const uint8_t *data = NULL;
    size_t available = 0;
    struct rvt_diag diag;

    cr_assert(eq(int, rvt_input_peek(input, 2, &data, &available, &diag), RVT_OK));
    cr_expect(ge(sz, available, 2));
    cr_expect(eq(chr, (char)data[0], 'a'));
    rvt_input_skip(input, 4);
    cr_expect(eq(u64, rvt_input_offset(input), 4));
    cr_assert(eq(int, rvt_input_peek(input, 10, &data, &available, &diag), RVT_OK));
    cr_expect(eq(sz, available, 2));
    cr_expect(eq(chr, (char)data[0], 'e'));
    rvt_input_skip(input, 2);
    cr_assert(eq(int, rvt_input_peek(input, 1, &data, &available, &diag), RVT_OK));
    cr_expect(eq(sz, available, 0));
    rvt_input_close(input);
    rvt_input_close(NULL);
}

/* Reads lines to the end or the first fault. */
static enum rvt_status drain(const char *path, struct rvt_diag *diag)
{
    struct rvt_input *input = opened(path);
    const char *line = NULL;
    size_t length = 0;
    bool end = false;
    enum rvt_status status = RVT_OK;

    rvt_diag_clear(diag);
    while (status == RVT_OK && !end)
        status = rvt_input_line(input, &line, &length, &end, diag);
    rvt_input_close(input);
    return status;
}

/* An incomplete gzip file never passes for a shorter one. */
Test(files, an_incomplete_or_damaged_gzip_file_is_reported)
{
    struct rvt_output *output = created(scratch_path("text.gz"));
    struct rvt_diag diag;
    size_t bytes = 0;

    for (unsigned i = 0; i < 300; ++i)
        rvt_output_print(output, "%u\n", i * i);
    cr_assert(eq(int, finished(output, &diag), RVT_OK));
    char *file = scratch_read(scratch_path("text.gz"), &bytes);
    cr_expect(eq(int, drain(scratch_path("text.gz"), &diag), RVT_OK));
    for (size_t length = 3; length < bytes; ++length)
        cr_expect(ne(int, drain(scratch_bytes("cut.gz", file, length), &diag), RVT_OK),
                  "%zu of %zu bytes", length, bytes);
    for (size_t at = bytes - 8; at < bytes; ++at) { /* check sum and length */
        file[at] ^= 0x10;
        cr_expect(eq(int, drain(scratch_bytes("bad.gz", file, bytes), &diag), RVT_ERR_SYNTAX));
        file[at] ^= 0x10;
    }
    free(file);
}

Test(files, a_line_without_end_is_refused)
{
    char *text = malloc(RVT_INPUT_PEEK_MAX + 2);
    struct rvt_diag diag;

    cr_assert(ne(ptr, text, NULL));
    memset(text, 'x', RVT_INPUT_PEEK_MAX + 1);
    cr_expect(eq(int, drain(scratch_bytes("t", text, RVT_INPUT_PEEK_MAX - 1), &diag), RVT_OK));
    cr_expect(
        eq(int, drain(scratch_bytes("t", text, RVT_INPUT_PEEK_MAX + 1), &diag), RVT_ERR_SYNTAX));
    cr_expect(eq(u64, diag.position, 1));
    free(text);
}

Test(files, whole_files_have_a_limit)
{
    const char *path = scratch_text("five", "12345");
    uint8_t *data = NULL;
    size_t bytes = 0;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    cr_expect(eq(int, rvt_file_load(path, 5, &data, &bytes, &diag), RVT_OK));
    cr_expect(eq(sz, bytes, 5));
    cr_expect(eq(u8, data[5], 0));
    free(data);
    cr_expect(eq(int, rvt_file_load(path, 4, &data, &bytes, &diag), RVT_ERR_CAPACITY));
}

#define LOG "VALID,ADDRESS,INSN,PRIVILEGE,EXCEPTION,ECAUSE,TVAL,INTERRUPT\n"

static enum rvt_status read_log(const char *text, struct rvt_log_line *line, bool *end,
                                struct rvt_diag *diag)
{
    struct rvt_log *log = NULL;

    rvt_diag_clear(diag);
    enum rvt_status status = rvt_log_open(scratch_text("log", text), &log, diag);
    if (status == RVT_OK)
        status = rvt_log_read(log, line, end, diag);
    rvt_log_close(log);
    return status;
}

Test(files, the_columns_of_an_instruction_log_may_come_in_any_order)
{
    struct rvt_log_line line = {0};
    struct rvt_diag diag;
    bool end = true;

    cr_assert(eq(int,
                 read_log("TVAL,INTERRUPT,ECAUSE,EXCEPTION,PRIVILEGE,INSN,ADDRESS,VALID\n"
                          "1,1,1,1,1,1,1,0\n\n"
                          "fFff,1,b,1,3,30200073,80000012,1\n",
                          &line, &end, &diag),
                 RVT_OK));
    cr_expect(not(end));
    cr_expect(eq(u64, line.number, 4));
    cr_expect(eq(u64, line.address, 0x80000012));
    cr_expect(eq(u32, line.insn, 0x30200073));
    cr_expect(eq(u8, line.privilege, 3));
    cr_expect(line.exception);
    cr_expect(line.interrupt);
    cr_expect(eq(u32, line.ecause, 11));
    cr_expect(eq(u64, line.tval, 0xffff));
}

Test(files, what_is_no_instruction_log_is_refused_with_its_line)
{
    static const struct {
        const char *text;
        unsigned line;
    } cases[] = {
        {"", 1},
        {"VALID\n", 1},
        {"VALID,VALID,ADDRESS,INSN,PRIVILEGE,EXCEPTION,ECAUSE,TVAL\n", 1},
        {"VALID,ADDRESS,INSN,PRIVILEGE,EXCEPTION,ECAUSE,TVAL,INTERRUPT,MORE\n", 1},
        {LOG "1,2,3\n", 2},
        {LOG "1,2,3,3,0,0,0,0,0\n", 2},
        {LOG "1,2,3,8,0,0,0,0\n", 2},
        {LOG "1,2,100000000,3,0,0,0,0\n", 2},
        {LOG "\n2,2,3,3,0,0,0,0\n", 3},
        {LOG "1,x,3,3,0,0,0,0\n", 2},
        {LOG "1,,3,3,0,0,0,0\n", 2},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct rvt_log_line line;
        struct rvt_diag diag;
        bool end = false;
        cr_expect(eq(int, read_log(cases[i].text, &line, &end, &diag), RVT_ERR_SYNTAX), "%s",
                  cases[i].text);
        cr_expect(eq(u64, diag.position, cases[i].line), "%s", cases[i].text);
    }
}
