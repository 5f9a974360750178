/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <rvt/source.h>

#include <stdlib.h>

#include "api/diagnosis.h"
#include "io/bytes/input.h"

enum { SHOWN_LEAST = 4096 };

struct rvt_source {
    struct rvt_input *input;
};

enum rvt_status rvt_source_open(const char *path, struct rvt_source **source,
                                struct rvt_diagnosis *diagnosis)
{
    return rvt_source_open_ring(path, 0, source, diagnosis);
}

enum rvt_status rvt_source_open_ring(const char *path, uint64_t write, struct rvt_source **source,
                                     struct rvt_diagnosis *diagnosis)
{
    struct rvt_diag diag = {.status = RVT_OK};

    if (path == NULL || source == NULL)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL, "a null argument");
    struct rvt_source *made = calloc(1, sizeof *made);
    if (made == NULL)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_MEMORY, NULL, "out of memory");
    enum rvt_status status = rvt_input_open_ring(path, write, &made->input, &diag);
    if (status == RVT_OK)
        *source = made;
    else
        free(made);
    return rvt_diagnosis_set(diagnosis, &diag, status);
}

void rvt_source_close(struct rvt_source *source)
{
    if (source != NULL)
        rvt_input_close(source->input);
    free(source);
}

enum rvt_status rvt_source_show(struct rvt_source *source, const uint8_t **data, size_t *bytes,
                                struct rvt_diagnosis *diagnosis)
{
    struct rvt_diag diag = {.status = RVT_OK};

    if (source == NULL || data == NULL || bytes == NULL)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL, "a null argument");
    return rvt_diagnosis_set(diagnosis, &diag,
                             rvt_input_peek(source->input, SHOWN_LEAST, data, bytes, &diag));
}

void rvt_source_skip(struct rvt_source *source, size_t bytes)
{
    rvt_input_skip(source->input, bytes);
}

enum rvt_status rvt_source_seek(struct rvt_source *source, uint64_t index,
                                struct rvt_diagnosis *diagnosis)
{
    struct rvt_diag diag = {.status = RVT_OK};

    if (source == NULL || index < rvt_source_index(source))
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, "index",
                                    "a null argument, or a byte before the next one");
    return rvt_diagnosis_set(diagnosis, &diag, rvt_input_seek(source->input, index, &diag));
}

uint64_t rvt_source_index(const struct rvt_source *source)
{
    return rvt_input_offset(source->input);
}

uint64_t rvt_source_bytes(const struct rvt_source *source)
{
    return rvt_input_bytes(source->input);
}

uint64_t rvt_source_place(const struct rvt_source *source)
{
    return rvt_input_place(source->input);
}
