/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/vectors/vectors_set.h"

#include <stdio.h>
#include <string.h>

#include "tools/progress.h"

bool rvt_vectors_open(const struct rvt_vectors_choice *choice, struct rvt_golden_set **set)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    if (rvt_golden_set_open(choice->path, choice->configs, set, &diag) != RVT_OK) {
        rvt_complain(choice->path, &diag);
        return false;
    }
    for (size_t i = 0; i < rvt_golden_set_count(*set); i++)
        if (rvt_vectors_has(choice, rvt_golden_set_name(*set, i)))
            return true;
    rvt_complain_empty(choice->path, "such vectors");
    rvt_golden_set_close(*set);
    return false;
}

/* True if one text begins with the other. */
static bool agree(const char *a, const char *b)
{
    size_t length = strlen(a) < strlen(b) ? strlen(a) : strlen(b);

    return strncmp(a, b, length) == 0;
}

bool rvt_vectors_has(const struct rvt_vectors_choice *choice, const char *name)
{
    char stem[RVT_GOLDEN_NAME_BYTES];

    (void)snprintf(stem, sizeof stem, "%.*s", (int)(strlen(name) - strlen(".yaml")), name);
    return choice->only == NULL || agree(choice->only, stem);
}

bool rvt_vectors_chosen(const struct rvt_vectors_choice *choice, const struct rvt_golden_case *c)
{
    char name[2 * RVT_GOLDEN_NAME_BYTES];

    (void)snprintf(name, sizeof name, "%.*s/%.128s", (int)(strlen(c->name) - strlen(".yaml")),
                   c->name, c->id);
    return choice->only == NULL || strncmp(name, choice->only, strlen(choice->only)) == 0;
}

/* A visitor that lets only chosen cases pass. */
struct sieve {
    const struct rvt_vectors_choice *choice;
    const struct rvt_golden_visitor *to;
    struct rvt_progress progress; /* in vector files */
};

static enum rvt_status pass(void *context, struct rvt_golden_case *c, struct rvt_diag *diag)
{
    struct sieve *sieve = context;

    rvt_progress_step(&sieve->progress);
    return rvt_vectors_chosen(sieve->choice, c) ? sieve->to->take(sieve->to->context, c, diag)
                                                : RVT_OK;
}

enum rvt_status rvt_vectors_visit(const struct rvt_vectors_choice *choice,
                                  const struct rvt_golden_set *set,
                                  const struct rvt_golden_visitor *visitor)
{
    struct sieve sieve = {.choice = choice, .to = visitor};
    const struct rvt_golden_visitor own = {pass, &sieve, visitor->report};
    enum rvt_status first = RVT_OK;

    rvt_progress_start(&sieve.progress, "vectors");
    sieve.progress.total = rvt_golden_set_count(set);
    for (size_t i = 0; i < rvt_golden_set_count(set); i++) {
        const char *name = rvt_golden_set_name(set, i);
        struct rvt_diag diag;

        if (!rvt_vectors_has(choice, name))
            continue;
        sieve.progress.at = i + 1;
        rvt_diag_clear(&diag);
        enum rvt_status status = rvt_golden_file(set, i, &own, &diag);
        if (status != RVT_OK)
            rvt_complain(name, &diag);
        first = first == RVT_OK ? status : first;
    }
    rvt_progress_clear();
    return first;
}
