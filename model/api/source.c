/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <rvt/source.h>

#include <stdlib.h>
#include <string.h>

#include "api/diagnosis.h"
#include "io/input.h"

enum { SHOWN_LEAST = 4096 };

struct rvt_source {
    struct rvt_input *input;
    uint8_t *held; /* of a ring buffer: what is shown last; owned */
    size_t held_bytes;
    uint64_t index; /* of the next byte */
    size_t shown;   /* of the held bytes, skipped */
    bool ended;     /* they are shown */
};

static enum rvt_status open_input(const char *path, struct rvt_source **source,
                                  struct rvt_diag *diag)
{
    struct rvt_source *made = calloc(1, sizeof *made);

    if (made == NULL)
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    enum rvt_status status = rvt_input_open(path, &made->input, diag);
    if (status == RVT_OK)
        *source = made;
    else
        free(made);
    return status;
}

enum rvt_status rvt_source_open(const char *path, struct rvt_source **source,
                                struct rvt_diagnosis *diagnosis)
{
    struct rvt_diag diag = {.status = RVT_OK};

    if (path == NULL || source == NULL)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL, "a null argument");
    return rvt_diagnosis_set(diagnosis, &diag, open_input(path, source, &diag));
}

/* Holds the next bytes, up to bytes, of the file. */
static enum rvt_status hold_piece(struct rvt_source *source, uint64_t bytes, struct rvt_diag *diag)
{
    const uint8_t *data = NULL;
    size_t available = 0;
    enum rvt_status status = rvt_input_peek(source->input, SHOWN_LEAST, &data, &available, diag);

    if (status != RVT_OK)
        return status;
    if (available == 0)
        return rvt_diag_set(diag, RVT_ERR_PARAMETER, "write", source->held_bytes + bytes, NULL,
                            "the write pointer is beyond the end of the file, which has %zu bytes",
                            source->held_bytes);
    if (available > bytes)
        available = (size_t)bytes;
    uint8_t *larger = realloc(source->held, source->held_bytes + available);
    if (larger == NULL)
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    memcpy(larger + source->held_bytes, data, available);
    source->held = larger;
    source->held_bytes += available;
    rvt_input_skip(source->input, available);
    return RVT_OK;
}

enum rvt_status rvt_source_open_ring(const char *path, uint64_t write, struct rvt_source **source,
                                     struct rvt_diagnosis *diagnosis)
{
    struct rvt_diag diag = {.status = RVT_OK};
    struct rvt_source *made = NULL;

    if (path == NULL || source == NULL)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL, "a null argument");
    enum rvt_status status = open_input(path, &made, &diag);
    while (status == RVT_OK && made != NULL && made->held_bytes < write)
        status = hold_piece(made, write - made->held_bytes, &diag);
    if (status == RVT_OK)
        *source = made;
    else
        rvt_source_close(made);
    return rvt_diagnosis_set(diagnosis, &diag, status);
}

void rvt_source_close(struct rvt_source *source)
{
    if (source == NULL)
        return;
    rvt_input_close(source->input);
    free(source->held);
    free(source);
}

enum rvt_status rvt_source_show(struct rvt_source *source, const uint8_t **data, size_t *bytes,
                                struct rvt_diagnosis *diagnosis)
{
    struct rvt_diag diag = {.status = RVT_OK};

    if (source == NULL || data == NULL || bytes == NULL)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL, "a null argument");
    enum rvt_status status = rvt_input_peek(source->input, SHOWN_LEAST, data, bytes, &diag);
    if (status == RVT_OK && *bytes == 0 && source->shown < source->held_bytes) {
        *data = source->held + source->shown;
        *bytes = source->held_bytes - source->shown;
        source->ended = true;
    }
    return rvt_diagnosis_set(diagnosis, &diag, status);
}

void rvt_source_skip(struct rvt_source *source, size_t bytes)
{
    source->index += bytes;
    if (source->ended)
        source->shown += bytes;
    else
        rvt_input_skip(source->input, bytes);
}

/* Of a ring buffer: shows and skips up to byte index. */
static enum rvt_status skip_to(struct rvt_source *source, uint64_t index,
                               struct rvt_diagnosis *diagnosis)
{
    const uint8_t *data = NULL;
    size_t bytes = 0;

    while (source->index < index) {
        enum rvt_status status = rvt_source_show(source, &data, &bytes, diagnosis);
        if (status != RVT_OK)
            return status;
        if (bytes == 0)
            return rvt_diagnosis_refuse(diagnosis, RVT_ERR_TRUNCATED, "index",
                                        "the source ends before this byte");
        uint64_t left = index - source->index;
        rvt_source_skip(source, bytes < left ? bytes : (size_t)left);
    }
    return rvt_diagnosis_set(diagnosis, NULL, RVT_OK);
}

enum rvt_status rvt_source_seek(struct rvt_source *source, uint64_t index,
                                struct rvt_diagnosis *diagnosis)
{
    struct rvt_diag diag = {.status = RVT_OK};

    if (source == NULL || index < source->index)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, "index",
                                    "a null argument, or a byte before the next one");
    if (source->held != NULL)
        return skip_to(source, index, diagnosis);
    enum rvt_status status = rvt_input_seek(source->input, index, &diag);
    if (status == RVT_OK)
        source->index = index;
    return rvt_diagnosis_set(diagnosis, &diag, status);
}

uint64_t rvt_source_index(const struct rvt_source *source)
{
    return source->index;
}

uint64_t rvt_source_bytes(const struct rvt_source *source)
{
    return rvt_input_bytes(source->input);
}

uint64_t rvt_source_place(const struct rvt_source *source)
{
    return source->held != NULL ? source->index : rvt_input_place(source->input);
}
