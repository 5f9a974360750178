/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Reports one case for each argument: it passes, or fails with the text after '='. */
#include <string.h>

#include "tests/junit.h"

int main(int argc, char **argv)
{
    struct junit report;

    junit_open(&report, "writer <C>");
    for (int i = 1; i < argc; i++) {
        char *failure = strchr(argv[i], '=');
        if (failure != NULL)
            *failure++ = '\0';
        junit_add(&report, failure, "%s", argv[i]);
    }
    return junit_close(&report) ? 0 : 1;
}
