/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/index/index_check.h"

#include <stdlib.h>
#include <string.h>

#include "tools/progress.h"

/* Reads the bytes that follow; the source may show them in pieces. */
static enum rvt_status gather(struct rvt_source *source, uint8_t *block, size_t size,
                              struct rvt_diagnosis *diagnosis)
{
    for (size_t have = 0; have < size;) {
        const uint8_t *data = NULL;
        size_t bytes = 0;
        enum rvt_status status = rvt_source_show(source, &data, &bytes, diagnosis);

        if (status == RVT_OK && bytes == 0) /* which says why */
            status = rvt_source_seek(source, rvt_source_index(source) + size - have, diagnosis);
        if (status != RVT_OK)
            return status;
        if (bytes > size - have)
            bytes = size - have;
        memcpy(block + have, data, bytes);
        rvt_source_skip(source, bytes);
        have += bytes;
    }
    return RVT_OK;
}

enum rvt_status rvt_index_check_block(const struct rvt_index *index, struct rvt_source *source,
                                      uint64_t at, struct rvt_diagnosis *diagnosis)
{
    struct rvt_index_counts counts;

    RVT_CLEAR(&counts);
    enum rvt_status status = rvt_index_count(index, &counts);
    if (status != RVT_OK || at >= counts.covered)
        return status;
    uint64_t begin = at - at % counts.granularity, left = counts.covered - begin;
    size_t size = (size_t)(left < counts.granularity ? left : counts.granularity);
    uint8_t *block = malloc(size);
    if (block == NULL)
        return RVT_ERR_MEMORY;
    status = rvt_source_seek(source, begin, diagnosis);
    if (status == RVT_OK)
        status = gather(source, block, size, diagnosis);
    if (status == RVT_OK)
        status = rvt_index_verify(index, begin, block, size, diagnosis);
    free(block);
    return status;
}

enum rvt_status rvt_index_check_all(const struct rvt_index *index, struct rvt_source *source,
                                    struct rvt_diagnosis *diagnosis)
{
    struct rvt_index_counts counts;
    struct rvt_progress progress;

    RVT_CLEAR(&counts);
    enum rvt_status status = rvt_index_count(index, &counts);
    rvt_progress_start(&progress, "bytes");
    progress.total = counts.covered;
    for (uint64_t at = 0; status == RVT_OK && at < counts.covered; at += counts.granularity) {
        status = rvt_index_check_block(index, source, at, diagnosis);
        rvt_progress_to(&progress, at + counts.granularity, 0);
    }
    rvt_progress_clear();
    return status;
}
