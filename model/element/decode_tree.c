/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "element/decode_tree.h"

#include <stdlib.h>

#include "element/tree_work.h"

/* A decoder: of a hart, or of software. */
struct attachment {
    struct rvt_decode_tree *tree;
    struct rvt_decode_tree_source source;
    struct rvt_hart_elements *hart;
    struct rvt_software_elements *software;
};

struct rvt_decode_tree {
    struct rvt_decode_tree_options options;
    struct attachment **attachment; /* owned */
    size_t attachments;
    struct rvt_deformatter *deformatter; /* null without frames */
    struct rvt_element_queue queue;
    struct rvt_tree_works works;
    size_t at;            /* the attachment that has the work in progress */
    bool given;           /* ... and took it */
    uint64_t base, bytes; /* index of the first byte; bytes used */
    uint64_t skipped;
    bool waits, ended;
    enum rvt_status fault; /* the first one; nothing is processed any more */
};

/* ---- frames to work ---- */

static void take_data(void *context, const struct rvt_frame_batch *batch)
{
    struct rvt_decode_tree *tree = context;

    for (size_t run = 0; run < batch->runs; run++) {
        size_t first = batch->run[run].first, count = rvt_frame_run_bytes(batch, run);

        if (count > 0 && batch->run[run].id != RVT_FRAME_ID_NULL)
            rvt_tree_works_data(&tree->works, batch->run[run].id, batch->data + first,
                                batch->position + first, count);
    }
}

static void take_frame(void *context, const struct rvt_frame_event *event)
{
    const struct rvt_decode_tree *tree = context;
    struct rvt_frame_event placed = *event;

    placed.position += tree->base;
    placed.end += tree->base;
    if (tree->options.raw_frame != NULL)
        tree->options.raw_frame(tree->options.context, &placed);
}

static void report(const struct rvt_decode_tree *tree, const struct attachment *attachment,
                   const struct rvt_finding *finding)
{
    struct rvt_finding placed = *finding;

    placed.byte += tree->base;
    if (tree->options.finding != NULL)
        tree->options.finding(tree->options.context, attachment != NULL,
                              attachment != NULL ? attachment->source.id : 0, &placed);
}

/* Bytes that have no ID, or that no frame holds, may be of any source. */
static void take_finding(void *context, const struct rvt_finding *finding)
{
    struct rvt_decode_tree *tree = context;

    if (rvt_rule_text(finding->rule)->severity == RVT_SEVERITY_ERROR ||
        finding->rule == RVT_RULE_FRM_005 || finding->rule == RVT_RULE_FRM_014)
        rvt_tree_works_loss(&tree->works, finding);
    report(tree, NULL, finding);
}

static void start_frames(struct rvt_decode_tree *tree)
{
    struct rvt_deformatter_config config;
    const struct rvt_deformatter_output output = {
        .data = take_data, .event = take_frame, .finding = take_finding, .context = tree};

    if (tree->deformatter == NULL)
        return;
    rvt_deformatter_defaults(&config, tree->options.framing == RVT_TREE_FRAME_STREAM);
    rvt_deformatter_init(tree->deformatter, &config, &output);
}

/* ---- work to elements ---- */

static enum rvt_status give_data(struct rvt_decode_tree *tree, const struct attachment *attachment,
                                 const struct rvt_tree_work *work)
{
    const uint8_t *data = tree->works.data + work->first;
    const uint64_t *index = tree->deformatter != NULL ? tree->works.position + work->first : NULL;

    return attachment->hart != NULL
               ? rvt_hart_elements_feed(attachment->hart, data, index, work->count)
               : rvt_software_elements_feed(attachment->software, data, index, work->count);
}

/* Gives the work to the decoder. */
static enum rvt_status give(struct rvt_decode_tree *tree, const struct attachment *attachment,
                            const struct rvt_tree_work *work)
{
    switch (work->kind) {
    case RVT_TREE_WORK_DATA:
        return give_data(tree, attachment, work);
    case RVT_TREE_WORK_LOSS:
        return attachment->hart != NULL ? rvt_hart_elements_lose(attachment->hart, &work->loss)
                                        : rvt_software_elements_lose(attachment->software);
    case RVT_TREE_WORK_END:
        return attachment->hart != NULL
                   ? rvt_hart_elements_end(attachment->hart, tree->bytes)
                   : rvt_software_elements_end(attachment->software, tree->bytes);
    }
    return RVT_OK;
}

static bool concerns(const struct attachment *attachment, const struct rvt_tree_work *work)
{
    return work->kind != RVT_TREE_WORK_DATA || attachment->source.carrier_id == work->id;
}

/* Data that no decoder takes: triggers of the formatter, and other sources. */
static void take_rest(struct rvt_decode_tree *tree, const struct rvt_tree_work *work)
{
    struct rvt_element element = {.kind = RVT_ELEMENT_EVENT, .id = work->id};

    for (size_t i = 0; i < tree->attachments; i++)
        if (concerns(tree->attachment[i], work))
            return;
    if (work->id != RVT_FRAME_ID_TRIGGER)
        tree->skipped += work->count;
    for (size_t i = 0; work->id == RVT_FRAME_ID_TRIGGER && i < work->count; i++) {
        element.index = tree->works.position[work->first + i];
        element.event.type = RVT_ELEMENT_EVENT_TRIGGER;
        rvt_element_queue_add(&tree->queue, &element);
    }
}

/* Does a part of the work in progress. False: there is none. */
static bool proceed(struct rvt_decode_tree *tree)
{
    const struct rvt_tree_work *work = rvt_tree_works_first(&tree->works);

    if (work == NULL)
        return false;
    if (tree->at == tree->attachments) {
        if (work->kind == RVT_TREE_WORK_DATA)
            take_rest(tree, work);
        tree->at = 0;
        rvt_tree_works_next(&tree->works);
        return true;
    }
    const struct attachment *attachment = tree->attachment[tree->at];
    if (!tree->given && concerns(attachment, work)) {
        tree->given = true;
        if (tree->fault == RVT_OK)
            tree->fault = give(tree, attachment, work);
        return true;
    }
    if (!tree->given || attachment->hart == NULL || !rvt_hart_elements_proceed(attachment->hart)) {
        tree->given = false;
        tree->at++;
    }
    return true;
}

/* Delivers what waits, and works until nothing is left. */
static enum rvt_response advance(struct rvt_decode_tree *tree)
{
    const struct rvt_element_queue *queue = &tree->queue;

    (void)rvt_element_queue_deliver(&tree->queue);
    while (queue->response == RVT_RESP_CONT && tree->fault == RVT_OK && proceed(tree))
        if (tree->fault == RVT_OK)
            tree->fault = tree->works.overflow ? RVT_ERR_CAPACITY : queue->fault;
    if (queue->response == RVT_RESP_FATAL && tree->fault == RVT_OK)
        tree->fault = RVT_ERR_SINK;
    tree->waits = queue->response == RVT_RESP_WAIT;
    return tree->fault != RVT_OK ? RVT_RESP_FATAL : queue->response;
}

/* The bytes that are taken at once: their work fits. Several sources of a capture without frames
 * take each byte in turn, so that their elements come in the order of the capture. */
static size_t most_bytes(const struct rvt_decode_tree *tree)
{
    if (tree->deformatter != NULL)
        return RVT_FRAME_BYTES;
    return tree->attachments > 1 ? 1 : RVT_TREE_CHUNK_MAX;
}

static size_t take_bytes(struct rvt_decode_tree *tree, const uint8_t *data, size_t bytes)
{
    size_t most = most_bytes(tree);
    size_t count = bytes < most ? bytes : most;

    tree->bytes += count;
    if (tree->deformatter != NULL)
        rvt_deformatter_push(tree->deformatter, data, count);
    else
        rvt_tree_works_data(&tree->works, 0, data, NULL, count);
    return count;
}

static enum rvt_response process_data(struct rvt_decode_tree *tree, uint64_t index,
                                      const uint8_t *data, size_t bytes, size_t *used)
{
    enum rvt_response response = RVT_RESP_CONT;

    if (tree->bytes == 0)
        tree->base = tree->queue.base = index;
    while (*used < bytes && response == RVT_RESP_CONT) {
        *used += take_bytes(tree, data + *used, bytes - *used);
        response = advance(tree);
    }
    return response;
}

static enum rvt_response process_end(struct rvt_decode_tree *tree)
{
    tree->ended = true;
    if (tree->deformatter != NULL)
        rvt_deformatter_finish(tree->deformatter);
    rvt_tree_works_end(&tree->works);
    return advance(tree);
}

static enum rvt_response reset(struct rvt_decode_tree *tree)
{
    rvt_element_queue_clear(&tree->queue);
    rvt_tree_works_clear(&tree->works);
    start_frames(tree);
    tree->at = 0;
    tree->given = tree->waits = tree->ended = false;
    tree->base = tree->queue.base = tree->bytes = tree->skipped = 0;
    tree->fault = RVT_OK;
    for (size_t i = 0; i < tree->attachments; i++)
        if (tree->attachment[i]->hart != NULL)
            rvt_hart_elements_reset(tree->attachment[i]->hart);
        else
            rvt_software_elements_reset(tree->attachment[i]->software);
    return RVT_RESP_CONT;
}

/* True if the operation is possible now. */
static bool is_possible(const struct rvt_decode_tree *tree, enum rvt_operation operation)
{
    bool idle = !tree->waits && !tree->ended;

    return tree->fault == RVT_OK && (operation == RVT_OP_FLUSH || idle);
}

enum rvt_response rvt_decode_tree_process(struct rvt_decode_tree *tree,
                                          enum rvt_operation operation, uint64_t index,
                                          const uint8_t *data, size_t bytes, size_t *used,
                                          enum rvt_status *status)
{
    enum rvt_response response = RVT_RESP_FATAL;
    size_t taken = 0;

    if (operation == RVT_OP_RESET) {
        response = reset(tree);
    } else if (!is_possible(tree, operation)) {
        if (tree->fault == RVT_OK)
            tree->fault = RVT_ERR_SEQUENCE;
    } else if (operation == RVT_OP_DATA) {
        response = process_data(tree, index, data, bytes, &taken);
    } else {
        response = operation == RVT_OP_EOT ? process_end(tree) : advance(tree);
    }
    if (used != NULL)
        *used = taken;
    *status = tree->fault;
    return response;
}

void rvt_decode_tree_counts(const struct rvt_decode_tree *tree, uint64_t *bytes, uint64_t *elements,
                            uint64_t *skipped)
{
    *bytes = tree->bytes;
    *elements = tree->queue.delivered;
    *skipped = tree->skipped;
}

/* ---- the tree ---- */

enum rvt_status rvt_decode_tree_open(const struct rvt_decode_tree_options *options,
                                     struct rvt_decode_tree **tree)
{
    struct rvt_decode_tree *made = calloc(1, sizeof *made);
    bool framed = options->framing != RVT_TREE_SINGLE;

    if (made == NULL)
        return RVT_ERR_MEMORY;
    made->options = *options;
    made->deformatter = framed ? malloc(sizeof *made->deformatter) : NULL;
    if (rvt_element_queue_init(&made->queue, options->element, options->context) != RVT_OK ||
        (framed && made->deformatter == NULL)) {
        rvt_decode_tree_close(made);
        return RVT_ERR_MEMORY;
    }
    start_frames(made);
    *tree = made;
    return RVT_OK;
}

static void close_attachment(struct attachment *attachment)
{
    rvt_hart_elements_close(attachment->hart);
    rvt_software_elements_close(attachment->software);
    free(attachment);
}

void rvt_decode_tree_close(struct rvt_decode_tree *tree)
{
    if (tree == NULL)
        return;
    for (size_t i = 0; i < tree->attachments; i++)
        close_attachment(tree->attachment[i]);
    free(tree->attachment);
    free(tree->deformatter);
    rvt_element_queue_fini(&tree->queue);
    free(tree);
}

static size_t find(const struct rvt_decode_tree *tree, unsigned id)
{
    size_t i = 0;

    while (i < tree->attachments && tree->attachment[i]->source.id != id)
        i++;
    return i;
}

/* Makes an attachment without a decoder, and room for it. */
static enum rvt_status prepare(struct rvt_decode_tree *tree,
                               const struct rvt_decode_tree_source *source,
                               struct attachment **attachment)
{
    if (find(tree, source->id) < tree->attachments || tree->bytes > 0 || tree->ended)
        return RVT_ERR_PARAMETER;
    struct attachment **larger =
        realloc(tree->attachment, (tree->attachments + 1) * sizeof(struct attachment *));
    if (larger == NULL)
        return RVT_ERR_MEMORY;
    tree->attachment = larger;
    *attachment = calloc(1, sizeof **attachment);
    if (*attachment == NULL)
        return RVT_ERR_MEMORY;
    (*attachment)->tree = tree;
    (*attachment)->source = *source;
    return RVT_OK;
}

/* Adds an attachment whose decoder was opened with status. */
static enum rvt_status add(struct rvt_decode_tree *tree, struct attachment *attachment,
                           enum rvt_status status)
{
    if (status == RVT_OK)
        tree->attachment[tree->attachments++] = attachment;
    else
        close_attachment(attachment);
    return status;
}

static void take_hart_packet(void *context, uint64_t index, const struct rvt_payload *payload,
                             const struct rvt_packet *te_inst,
                             const struct rvt_data_packet *te_data)
{
    const struct attachment *attachment = context;
    const struct rvt_decode_tree *tree = attachment->tree;

    tree->options.hart_packet(tree->options.context, attachment->source.id, tree->base + index,
                              payload, te_inst, te_data);
}

enum rvt_status rvt_decode_tree_attach_hart(struct rvt_decode_tree *tree,
                                            const struct rvt_decode_tree_source *source,
                                            const struct rvt_hart_elements_options *options)
{
    struct rvt_hart_elements_options own = *options;
    struct attachment *attachment;
    enum rvt_status status = prepare(tree, source, &attachment);

    if (status != RVT_OK)
        return status;
    own.id = source->id;
    own.framed = tree->deformatter != NULL;
    own.queue = &tree->queue;
    own.packet = tree->options.hart_packet != NULL ? take_hart_packet : NULL;
    own.context = attachment;
    return add(tree, attachment, rvt_hart_elements_open(&own, &attachment->hart));
}

static void take_stp_packet(void *context, const struct rvt_stp_event *event)
{
    const struct attachment *attachment = context;
    const struct rvt_decode_tree *tree = attachment->tree;

    tree->options.stp_packet(
        tree->options.context, attachment->source.id,
        tree->base + rvt_software_elements_index(attachment->software, event->at), event);
}

static void take_stp_finding(void *context, const struct rvt_finding *finding)
{
    const struct attachment *attachment = context;

    report(attachment->tree, attachment, finding);
}

enum rvt_status rvt_decode_tree_attach_software(struct rvt_decode_tree *tree,
                                                const struct rvt_decode_tree_source *source,
                                                const struct rvt_software_elements_options *options)
{
    struct rvt_software_elements_options own = *options;
    struct attachment *attachment;
    enum rvt_status status = prepare(tree, source, &attachment);

    if (status != RVT_OK)
        return status;
    own.id = source->id;
    own.queue = &tree->queue;
    own.packet = tree->options.stp_packet != NULL ? take_stp_packet : NULL;
    own.finding = take_stp_finding;
    own.context = attachment;
    return add(tree, attachment, rvt_software_elements_open(&own, &attachment->software));
}

enum rvt_status rvt_decode_tree_detach(struct rvt_decode_tree *tree, unsigned id)
{
    size_t i = find(tree, id);

    if (i == tree->attachments || tree->waits)
        return RVT_ERR_PARAMETER;
    close_attachment(tree->attachment[i]);
    for (tree->attachments--; i < tree->attachments; i++)
        tree->attachment[i] = tree->attachment[i + 1];
    return RVT_OK;
}
