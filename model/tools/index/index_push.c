/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/index/index_push.h"

#include "tools/progress.h"

enum rvt_status rvt_index_push_source(struct rvt_index *index, const char *path,
                                      struct rvt_source *source, uint64_t end,
                                      struct rvt_diagnosis *diagnosis)
{
    struct rvt_progress progress;
    size_t bytes = 1;
    enum rvt_status status = rvt_source_seek(source, rvt_index_next(index), diagnosis);

    rvt_progress_start(&progress, "bytes");
    rvt_progress_of(&progress, path);
    while (status == RVT_OK && bytes > 0 && rvt_source_index(source) < end) {
        const uint8_t *data = NULL;
        uint64_t left = end - rvt_source_index(source);

        status = rvt_source_show(source, &data, &bytes, diagnosis);
        bytes = bytes < left ? bytes : (size_t)left;
        if (status == RVT_OK && bytes > 0)
            status = rvt_index_push(index, data, bytes);
        if (status == RVT_OK)
            rvt_source_skip(source, bytes);
        rvt_progress_to(&progress, rvt_source_index(source), rvt_source_place(source));
    }
    rvt_progress_clear();
    return status;
}
