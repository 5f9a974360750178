/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "api/tree/last_errors.h"

#include <stdio.h>
#include <stdlib.h>

void rvt_last_errors_fini(struct rvt_last_errors *errors)
{
    free(errors->source);
}

enum rvt_status rvt_last_errors_reserve(struct rvt_last_errors *errors)
{
    struct rvt_last_error *larger =
        realloc(errors->source, (errors->sources + 1) * sizeof *errors->source);

    if (larger == NULL)
        return RVT_ERR_MEMORY;
    errors->source = larger;
    return RVT_OK;
}

static size_t find(const struct rvt_last_errors *errors, unsigned id)
{
    size_t i = 0;

    while (i < errors->sources && errors->source[i].id != id)
        i++;
    return i;
}

void rvt_last_errors_add(struct rvt_last_errors *errors, unsigned id)
{
    errors->source[errors->sources++] = (struct rvt_last_error){.id = id};
}

void rvt_last_errors_remove(struct rvt_last_errors *errors, unsigned id)
{
    size_t i = find(errors, id);

    if (i < errors->sources)
        errors->source[i] = errors->source[--errors->sources];
}

static void keep(struct rvt_last_error *error, const struct rvt_log_entry *entry)
{
    error->entry = *entry;
    (void)snprintf(error->text, sizeof error->text, "%s", entry->text);
}

void rvt_last_errors_keep(struct rvt_last_errors *errors, const struct rvt_log_entry *entry)
{
    size_t i = entry->has_id ? find(errors, entry->id) : errors->sources;

    keep(&errors->tree, entry);
    if (i < errors->sources)
        keep(&errors->source[i], entry);
}

void rvt_last_errors_clear(struct rvt_last_errors *errors)
{
    errors->tree.entry.size = 0;
    for (size_t i = 0; i < errors->sources; i++)
        errors->source[i].entry.size = 0;
}

const struct rvt_last_error *rvt_last_errors_of(const struct rvt_last_errors *errors, unsigned id)
{
    size_t i = find(errors, id);

    return i < errors->sources ? &errors->source[i] : NULL;
}
