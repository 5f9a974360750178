/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <rvt/trace_file.h>

#include <inttypes.h>
#include <stdlib.h>

#include "api/configuration.h"
#include "api/diagnosis.h"
#include "api/encap_stream.h"
#include "api/rule_finding.h"
#include "api/structure.h"
#include "io/stream.h"
#include "io/stream_writer.h"

_Static_assert((int)RVT_TRACE_STP == (int)RVT_STREAM_STP, "forms of one code");

struct rvt_trace_file {
    struct rvt_config config;
    rvt_finding_callback finding;
    void *context;
    struct rvt_stream *stream; /* one of the two is null */
    struct rvt_output *output;
    struct rvt_stream_writer writer;
    struct rvt_encap_packet packet; /* the latest one */
    uint64_t packets, foreign;      /* of the source, and normal packets of others */
    enum rvt_status status;         /* the first fault of writing */
};

static enum rvt_status refuse(struct rvt_diagnosis *diagnosis)
{
    return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL,
                                "a null argument, or a structure of the wrong size");
}

/* A file that is not open yet; null, with the reason in diagnosis and *status: there can be none.
 */
static struct rvt_trace_file *make(const char *path, const struct rvt_configuration *configuration,
                                   enum rvt_trace_form form, struct rvt_trace_file **file,
                                   struct rvt_diagnosis *diagnosis, enum rvt_status *status)
{
    *status = rvt_configuration_usable(configuration, diagnosis);
    if (*status != RVT_OK)
        return NULL;
    if (path == NULL || file == NULL || (unsigned)form > RVT_TRACE_STP) {
        *status = refuse(diagnosis);
        return NULL;
    }
    struct rvt_trace_file *made = calloc(1, sizeof *made);
    if (made == NULL)
        *status = rvt_diagnosis_refuse(diagnosis, RVT_ERR_MEMORY, NULL, "out of memory");
    else
        made->config = configuration->config;
    return made;
}

/* Gives what was made to the caller, or frees it if it could not be opened. Returns status, with
 * the reason in diagnosis. */
static enum rvt_status give(struct rvt_trace_file *made, enum rvt_status status,
                            struct rvt_trace_file **file, const struct rvt_diag *diag,
                            struct rvt_diagnosis *diagnosis)
{
    if (status == RVT_OK)
        *file = made;
    else
        free(made);
    return rvt_diagnosis_set(diagnosis, diag, status);
}

static void found(void *context, const struct rvt_finding *finding)
{
    const struct rvt_trace_file *file = context;

    rvt_rule_finding_pass(file->finding, file->context, finding);
}

enum rvt_status rvt_trace_file_open(const char *path, const struct rvt_configuration *configuration,
                                    enum rvt_trace_form form, rvt_finding_callback finding,
                                    void *context, struct rvt_trace_file **file,
                                    struct rvt_diagnosis *diagnosis)
{
    struct rvt_diag diag = {.status = RVT_OK};
    enum rvt_status status;
    struct rvt_trace_file *made = make(path, configuration, form, file, diagnosis, &status);

    if (made == NULL)
        return status;
    made->finding = finding;
    made->context = context;
    status = rvt_stream_open(path, &made->config, (enum rvt_stream_form)form, &made->stream, &diag);
    if (status == RVT_OK)
        rvt_stream_findings(made->stream, found, made);
    return give(made, status, file, &diag, diagnosis);
}

enum rvt_status rvt_trace_file_open_ring(const char *path,
                                         const struct rvt_configuration *configuration,
                                         uint64_t write, struct rvt_trace_file **file,
                                         struct rvt_diagnosis *diagnosis)
{
    struct rvt_diag diag = {.status = RVT_OK};
    enum rvt_status status;
    struct rvt_trace_file *made =
        make(path, configuration, RVT_TRACE_ENCAP, file, diagnosis, &status);

    if (made == NULL)
        return status;
    status = rvt_stream_open_ring(path, &made->config, write, &made->stream, &diag);
    return give(made, status, file, &diag, diagnosis);
}

enum rvt_status rvt_trace_file_seek(struct rvt_trace_file *file, uint64_t position, uint64_t from,
                                    struct rvt_diagnosis *diagnosis)
{
    struct rvt_diag diag = {.status = RVT_OK};

    if (file == NULL || file->stream == NULL)
        return refuse(diagnosis);
    return rvt_diagnosis_set(diagnosis, &diag,
                             rvt_stream_seek(file->stream, position, from, &diag));
}

/* The public view of a packet that was read; counts it. */
static struct rvt_trace_item shown(struct rvt_trace_file *file, const struct rvt_stream_item *read)
{
    const char *foreign = rvt_stream_foreign(&file->config, read);

    file->packets += foreign == NULL;
    file->foreign += foreign != NULL && read->encap.kind == RVT_ENCAP_NORMAL;
    file->packet = rvt_encap_packet_of(&read->encap);
    return (struct rvt_trace_item){.size = sizeof(struct rvt_trace_item),
                                   .unit = read->unit,
                                   .position = read->position,
                                   .is_data = read->data,
                                   .foreign = foreign,
                                   .packet = &file->packet};
}

enum rvt_status rvt_trace_file_read(struct rvt_trace_file *file, struct rvt_trace_item *item,
                                    bool *end, struct rvt_diagnosis *diagnosis)
{
    struct rvt_stream_item read = {.position = 0};
    struct rvt_diag diag = {.status = RVT_OK};

    if (file == NULL || file->stream == NULL || item == NULL || item->size < sizeof item->size ||
        end == NULL)
        return refuse(diagnosis);
    enum rvt_status status = rvt_stream_read(file->stream, &read, end, &diag);
    struct rvt_trace_item made = {
        .size = sizeof made, .unit = read.unit, .position = read.position};
    if (status == RVT_OK && !*end)
        made = shown(file, &read);
    (void)rvt_structure_give(item, &made, sizeof made);
    return rvt_diagnosis_set(diagnosis, &diag, status);
}

uint64_t rvt_trace_file_place(const struct rvt_trace_file *file)
{
    return file != NULL && file->stream != NULL ? rvt_stream_place(file->stream) : 0;
}

enum rvt_status rvt_trace_file_check(const struct rvt_trace_file *file,
                                     struct rvt_diagnosis *diagnosis)
{
    struct rvt_diag diag = {.status = RVT_OK};
    enum rvt_status status = RVT_OK;

    if (file == NULL || file->stream == NULL)
        return refuse(diagnosis);
    if (file->packets == 0 && file->foreign > 0)
        status =
            rvt_diag_set(&diag, RVT_ERR_SEQUENCE, "srcid", file->config.encap.srcid, "ENC-015",
                         "none of the %" PRIu64 " packets has this source and type", file->foreign);
    else if (file->packets == 0 && rvt_stream_elsewhere(file->stream, &diag))
        status = RVT_ERR_SEQUENCE;
    else if (file->packets == 0)
        status =
            rvt_diag_set(&diag, RVT_ERR_SEQUENCE, NULL, 0, NULL, "the file contains no packets");
    return rvt_diagnosis_set(diagnosis, &diag, status);
}

enum rvt_status rvt_trace_file_create(const char *path,
                                      const struct rvt_configuration *configuration,
                                      enum rvt_trace_form form, struct rvt_trace_file **file,
                                      struct rvt_diagnosis *diagnosis)
{
    struct rvt_diag diag = {.status = RVT_OK};
    enum rvt_status status;
    struct rvt_trace_file *made = make(path, configuration, form, file, diagnosis, &status);

    if (made == NULL)
        return status;
    status = rvt_output_open(path, &made->output, &diag);
    if (status == RVT_OK)
        rvt_stream_writer_init(&made->writer, made->output, &made->config,
                               (enum rvt_stream_form)form);
    return give(made, status, file, &diag, diagnosis);
}

enum rvt_status rvt_trace_file_write(struct rvt_trace_file *file, bool te_data,
                                     const uint8_t *payload, size_t bytes, uint64_t timestamp,
                                     struct rvt_diagnosis *diagnosis)
{
    struct rvt_payload taken = {.bytes = (uint8_t)bytes};
    struct rvt_diag diag = {.status = RVT_OK};

    if (file == NULL || file->output == NULL || payload == NULL || bytes == 0)
        return refuse(diagnosis);
    if (bytes > RVT_TE_PAYLOAD_BYTES)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_CAPACITY, "payload",
                                    "a payload is too long");
    taken.bits = taken.bits_full = (uint16_t)(8 * bytes);
    memcpy(taken.byte, payload, bytes);
    enum rvt_status status =
        rvt_stream_writer_put(&file->writer, &taken, te_data, timestamp, &diag);
    if (status == RVT_ERR_IO)
        rvt_output_explain(file->output, &diag);
    if (file->status == RVT_OK)
        file->status = status;
    return rvt_diagnosis_set(diagnosis, &diag, status);
}

/* Completes a file that was created, or removes it. */
static enum rvt_status finish(struct rvt_trace_file *file, struct rvt_diag *diag)
{
    if (rvt_stream_writer_finish(&file->writer) == RVT_OK && file->status == RVT_OK)
        return rvt_output_finish(file->output, diag);
    rvt_output_explain(file->output, diag);
    rvt_output_discard(file->output);
    return rvt_diag_set(diag, RVT_ERR_IO, NULL, 0, NULL, "a packet could not be written");
}

enum rvt_status rvt_trace_file_close(struct rvt_trace_file *file, struct rvt_diagnosis *diagnosis)
{
    struct rvt_diag diag = {.status = RVT_OK};
    enum rvt_status status = RVT_OK;

    if (file == NULL)
        return rvt_diagnosis_set(diagnosis, &diag, RVT_OK);
    rvt_stream_close(file->stream);
    if (file->output != NULL)
        status = finish(file, &diag);
    free(file);
    return rvt_diagnosis_set(diagnosis, &diag, status);
}
