/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/identify/identity.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "io/bytes/input.h"

static const struct question {
    const char *kind, *use, *form;
    void (*ask)(const struct rvt_sample *sample, struct rvt_clue *clue);
    bool unmarked; /* nothing in such a file says what it is: text is not asked */
} QUESTIONS[] = {
    {"ELF file", "rvt decode -p", NULL, rvt_clue_elf, false},
    {"index", "rvt index", NULL, rvt_clue_index, false},
    {"binary tip trace", "rvt encode", NULL, rvt_clue_tip_binary, false},
    {"text tip trace", "rvt encode", NULL, rvt_clue_tip_text, false},
    {"instruction log", "rvt tip", NULL, rvt_clue_insn_log, false},
    {"configuration", "rvt config", NULL, rvt_clue_config, false},
    {"decode tree", "rvt elements --tree", NULL, rvt_clue_tree, false},
    {"control script", "rvt encode --control", NULL, rvt_clue_script, false},
    {"SyS-T collateral", "rvt syst -c", NULL, rvt_clue_collateral, false},
    {"SyS-T messages, mipi", "rvt syst --as mipi", NULL, rvt_clue_syst_mipi, false},
    {"packet list", "rvt decode, rvt dump", "hex", rvt_clue_hex, false},
    {"STP stream", "rvt decode, rvt dump, rvt stp, rvt syst", "stp", rvt_clue_stp, false},
    {"frames with FSYNC", "rvt decode, rvt dump, rvt frame --stream", "frame",
     rvt_clue_frame_stream, false},
    {"frames in memory", "rvt decode, rvt dump, rvt frame", "frame", rvt_clue_frames, true},
    {"SyS-T messages, binary", "rvt syst --as binary", NULL, rvt_clue_syst_binary, true},
    {"encapsulated packets", "rvt decode, rvt dump", "encap", rvt_clue_encap, true},
};

enum { QUESTION_COUNT = sizeof QUESTIONS / sizeof QUESTIONS[0] };
_Static_assert((int)QUESTION_COUNT <= (int)RVT_CLUES_MAX, "a candidate for each question");

static void ask_all(const struct rvt_sample *sample, struct rvt_identity *identity)
{
    for (unsigned i = 0; i < QUESTION_COUNT; i++) {
        struct rvt_candidate *candidate = &identity->candidate[identity->count++];
        struct rvt_clue clue = {.fits = false};

        candidate->kind = QUESTIONS[i].kind;
        candidate->use = QUESTIONS[i].use;
        candidate->form = QUESTIONS[i].form;
        rvt_text_init(&clue.why, candidate->why, sizeof candidate->why);
        if (sample->text && QUESTIONS[i].unmarked)
            rvt_text_add(&clue.why, "the file is text");
        else
            QUESTIONS[i].ask(sample, &clue);
        candidate->fits = clue.fits;
        if (clue.fits && identity->best == NULL)
            identity->best = candidate;
    }
}

static bool is_gzip(const char *path)
{
    uint8_t magic[2] = {0, 0};
    int fd = strcmp(path, "-") == 0 ? -1 : open(path, O_RDONLY | O_CLOEXEC);
    bool gzip = fd >= 0 && pread(fd, magic, sizeof magic, 0) == sizeof magic && magic[0] == 0x1f &&
                magic[1] == 0x8b;

    if (fd >= 0)
        (void)close(fd);
    return gzip;
}

enum rvt_status rvt_identify(const char *path, struct rvt_identity *identity, struct rvt_diag *diag)
{
    struct rvt_sample sample = {.data = NULL};
    struct rvt_input *input = NULL;
    enum rvt_status status = rvt_input_open(path, &input, diag);

    *identity = (struct rvt_identity){.gzip = is_gzip(path)};
    if (status == RVT_OK)
        status = rvt_input_peek(input, RVT_INPUT_PEEK_MAX, &sample.data, &sample.bytes, diag);
    if (status == RVT_OK && sample.bytes == 0)
        status = rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL, "the file is empty");
    if (status == RVT_OK) {
        sample.whole = sample.bytes < RVT_INPUT_PEEK_MAX;
        if (!sample.whole)
            sample.bytes = RVT_INPUT_PEEK_MAX;
        sample.text = rvt_sample_is_text(&sample);
        ask_all(&sample, identity);
    }
    rvt_input_close(input);
    return status;
}
