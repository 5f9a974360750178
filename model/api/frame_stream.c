/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <rvt/frame.h>

#include <stdlib.h>

#include "api/rule_finding.h"
#include "api/structure.h"
#include "transport/frame/deformatter.h"
#include "transport/frame/formatter.h"

struct rvt_frame_receiver {
    struct rvt_frame_callbacks callbacks;
    struct rvt_deformatter deformatter;
};

struct rvt_frame_sender {
    struct rvt_formatter formatter;
};

static void data(void *context, const struct rvt_frame_batch *batch)
{
    const struct rvt_frame_callbacks *callbacks =
        &((struct rvt_frame_receiver *)context)->callbacks;

    for (size_t i = 0; i < batch->runs && callbacks->data != NULL; i++) {
        size_t first = batch->run[i].first;
        size_t end = i + 1 < batch->runs ? batch->run[i + 1].first : batch->bytes;
        if (end > first)
            callbacks->data(callbacks->context, batch->run[i].id, batch->data + first,
                            batch->position + first, end - first);
    }
}

static void finding(void *context, const struct rvt_finding *found)
{
    const struct rvt_frame_callbacks *callbacks =
        &((struct rvt_frame_receiver *)context)->callbacks;

    rvt_rule_finding_pass(callbacks->finding, callbacks->context, found);
}

enum rvt_status rvt_frame_receiver_open(bool streaming, const struct rvt_frame_callbacks *callbacks,
                                        struct rvt_frame_receiver **receiver)
{
    struct rvt_frame_callbacks known;
    struct rvt_deformatter_config config;

    if (rvt_structure_take(&known, sizeof known, callbacks) != RVT_OK || receiver == NULL)
        return RVT_ERR_PARAMETER;
    struct rvt_frame_receiver *made = calloc(1, sizeof *made);
    if (made == NULL)
        return RVT_ERR_MEMORY;
    const struct rvt_deformatter_output output = {
        .data = data, .finding = finding, .context = made};
    made->callbacks = known;
    rvt_deformatter_defaults(&config, streaming);
    rvt_deformatter_init(&made->deformatter, &config, &output);
    *receiver = made;
    return RVT_OK;
}

void rvt_frame_receiver_push(struct rvt_frame_receiver *receiver, const uint8_t *data, size_t bytes)
{
    rvt_deformatter_push(&receiver->deformatter, data, bytes);
}

void rvt_frame_receiver_finish(struct rvt_frame_receiver *receiver)
{
    rvt_deformatter_finish(&receiver->deformatter);
}

void rvt_frame_receiver_close(struct rvt_frame_receiver *receiver)
{
    free(receiver);
}

enum rvt_status rvt_frame_sender_open(const struct rvt_frame_options *options,
                                      void (*bytes)(void *context, const uint8_t *data,
                                                    size_t bytes),
                                      void *context, struct rvt_frame_sender **sender)
{
    struct rvt_frame_options known = {.size = sizeof known};

    if (bytes == NULL || sender == NULL ||
        (options != NULL && rvt_structure_take(&known, sizeof known, options) != RVT_OK))
        return RVT_ERR_PARAMETER;
    struct rvt_frame_sender *made = calloc(1, sizeof *made);
    if (made == NULL)
        return RVT_ERR_MEMORY;
    const struct rvt_formatter_config config = {.fsync_frames = known.fsync_frames,
                                                .hsync_halfwords = known.hsync_halfwords,
                                                .id_frames = known.id_frames,
                                                .id_after_fsync = known.id_after_fsync,
                                                .no_delay = known.no_delay};
    rvt_formatter_init(&made->formatter, &config, bytes, context);
    *sender = made;
    return RVT_OK;
}

enum rvt_status rvt_frame_sender_write(struct rvt_frame_sender *sender, unsigned id,
                                       const uint8_t *data, size_t bytes)
{
    return rvt_formatter_write(&sender->formatter, id, data, bytes, NULL);
}

void rvt_frame_sender_flush(struct rvt_frame_sender *sender)
{
    rvt_formatter_flush(&sender->formatter);
}

void rvt_frame_sender_close(struct rvt_frame_sender *sender)
{
    free(sender);
}
