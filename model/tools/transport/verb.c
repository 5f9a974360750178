/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/transport/verb.h"

#include <getopt.h>
#include <string.h>

#include "tools/command.h"
#include "tools/inputs.h"

static const char *const WORDS[] = {
    [RVT_VERB_DECODE] = "decode", [RVT_VERB_CHECK] = "check", [RVT_VERB_ENCODE] = "encode"};

/* The verb that word is; false if it is none, with *verb as it was. */
static bool find(const char *word, enum rvt_verb *verb)
{
    unsigned place = *verb;
    bool good = rvt_parse_word(word, WORDS, sizeof WORDS / sizeof WORDS[0], &place);

    *verb = (enum rvt_verb)place;
    return good;
}

enum rvt_verb rvt_verb_take(int *argc, char ***argv)
{
    enum rvt_verb verb = RVT_VERB_DECODE;

    if (*argc > 1 && find((*argv)[1], &verb)) {
        (*argv)[1] = (*argv)[0];
        ++*argv;
        --*argc;
    }
    return verb;
}

const char *rvt_verb_file(int argc, char **argv)
{
    enum rvt_verb verb = RVT_VERB_DECODE;

    if (argc - optind == 2 && find(argv[optind], &verb))
        (void)rvt_misuse(argv[0], "'%s' must come before the options: %s %s [OPTION...] FILE",
                         argv[optind], argv[0], argv[optind]);
    else if (argc - optind != 1)
        (void)rvt_misuse(argv[0], "exactly one FILE is needed");
    else
        rvt_input_note(argv[optind]);
    return argc - optind == 1 ? argv[optind] : NULL;
}
