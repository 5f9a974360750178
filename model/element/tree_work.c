/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "element/tree_work.h"

#include <string.h>

void rvt_tree_works_clear(struct rvt_tree_works *works)
{
    works->first = works->count = 0;
    works->bytes = 0;
    works->overflow = false;
}

const struct rvt_tree_work *rvt_tree_works_first(const struct rvt_tree_works *works)
{
    return works->first < works->count ? &works->work[works->first] : NULL;
}

void rvt_tree_works_next(struct rvt_tree_works *works)
{
    if (++works->first == works->count)
        rvt_tree_works_clear(works);
}

static struct rvt_tree_work *add(struct rvt_tree_works *works, enum rvt_tree_work_kind kind)
{
    if (works->count == RVT_TREE_WORK_MAX) {
        works->overflow = true;
        return NULL;
    }
    works->work[works->count] = (struct rvt_tree_work){.kind = kind};
    return &works->work[works->count++];
}

void rvt_tree_works_data(struct rvt_tree_works *works, unsigned id, const uint8_t *data,
                         const uint64_t *position, size_t count)
{
    if (count > RVT_TREE_CHUNK_MAX - works->bytes) {
        works->overflow = true;
        return;
    }
    struct rvt_tree_work *work = add(works, RVT_TREE_WORK_DATA);
    if (work == NULL)
        return;
    work->id = id;
    work->first = works->bytes;
    work->count = count;
    memcpy(works->data + works->bytes, data, count);
    if (position != NULL)
        memcpy(works->position + works->bytes, position, count * sizeof *position);
    works->bytes += count;
}

void rvt_tree_works_loss(struct rvt_tree_works *works, const struct rvt_finding *loss)
{
    struct rvt_tree_work *work = add(works, RVT_TREE_WORK_LOSS);

    if (work != NULL)
        work->loss = *loss;
}

void rvt_tree_works_end(struct rvt_tree_works *works)
{
    (void)add(works, RVT_TREE_WORK_END);
}
