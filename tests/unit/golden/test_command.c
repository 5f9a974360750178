/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Programs that answer: those that do, and those that say too little, too much or end badly. */
#include <stdlib.h>
#include <string.h>

#include "golden/exchange/command.h"
#include "tests/unit/checks.h"

enum { LONG_BYTES = 300000 }; /* more than a pipe holds */

/* Asks the command so many times, with a text of so many bytes. Returns the status of the last
 * answer; *end is how the command ended. */
static enum rvt_status ask(const char *line, unsigned times, size_t bytes, enum rvt_status *end)
{
    struct rvt_command *command = NULL;
    struct rvt_diag diag;
    enum rvt_status status = RVT_OK;
    char *text = malloc(bytes + 1);

    memset(text, 'x', bytes);
    text[bytes] = '\0';
    json_t *request = json_pack("{s:s}", "text", text);
    rvt_diag_clear(&diag);
    cr_assert(eq(int, rvt_command_open(line, 1, &command, &diag), RVT_OK));
    for (unsigned i = 0; i < times; i++) {
        json_t *answer = NULL;
        status = rvt_command_ask(command, request, &answer, &diag);
        cr_expect(eq(int, json_is_object(answer), status == RVT_OK));
        if (strcmp(line, "cat") == 0)
            cr_expect(eq(int, json_equal(answer, request), 1));
        json_decref(answer);
    }
    *end = rvt_command_close(command, &diag);
    json_decref(request);
    free(text);
    return status;
}

static void expect(const char *line, unsigned times, size_t bytes, enum rvt_status last,
                   enum rvt_status end)
{
    enum rvt_status ended = RVT_OK;
    enum rvt_status status = ask(line, times, bytes, &ended);

    cr_expect(eq(int, (int)status, (int)last), "%s: %s", line, rvt_status_text(status));
    cr_expect(eq(int, (int)ended, (int)end), "%s: %s", line, rvt_status_text(ended));
}

Test(command, answers)
{
    expect("cat", 3, 1, RVT_OK, RVT_OK);
    expect("cat", 2, LONG_BYTES, RVT_OK, RVT_OK);
    expect("head -n 1", 3, 1, RVT_OK, RVT_OK);          /* started anew each time */
    expect("printf '{}'", 2, 1, RVT_OK, RVT_OK);        /* without newline */
    expect("echo '{}'", 2, LONG_BYTES, RVT_OK, RVT_OK); /* without reading */
}

Test(command, no_answer)
{
    expect("true", 2, 1, RVT_ERR_TRUNCATED, RVT_OK);
    expect("exit 3", 1, 1, RVT_ERR_TRUNCATED, RVT_ERR_TRUNCATED);
    expect("echo '[]'", 1, 1, RVT_ERR_SYNTAX, RVT_OK);
    expect("echo '{\"a\": 1, \"a\": 2}'", 1, 1, RVT_ERR_SYNTAX, RVT_OK);
    expect("exec sleep 1000", 1, LONG_BYTES, RVT_ERR_CAPACITY, RVT_OK);
    expect("printf '{'; sleep 1000", 1, 1, RVT_ERR_CAPACITY, RVT_OK);
    expect("exec cat /dev/zero", 1, 1, RVT_ERR_CAPACITY, RVT_OK);
}

Test(command, more_than_answers)
{
    expect("while read x; do echo '{}'; echo '{}'; done", 2, 1, RVT_OK, RVT_ERR_TRAILING);
    expect("while read x; do echo '{}'; done; echo", 2, 1, RVT_OK, RVT_ERR_TRAILING);
    expect("exec yes '{}'", 3, LONG_BYTES, RVT_OK, RVT_ERR_TRAILING);
}

Test(command, bad_ends)
{
    expect("read x; echo '{}'; exit 3", 1, 1, RVT_OK, RVT_ERR_TRUNCATED);
    expect("read x; echo '{}'; exit 3", 2, 1, RVT_OK, RVT_ERR_TRUNCATED);
    expect("read x; echo '{}'; kill -SEGV $$", 1, 1, RVT_OK, RVT_ERR_TRUNCATED);
    expect("read x; echo '{}'; exec sleep 1000", 1, 1, RVT_OK, RVT_ERR_CAPACITY);
    expect("read x; echo '{}'; exec >&-; exec sleep 1000", 1, 1, RVT_OK, RVT_ERR_CAPACITY);
}
