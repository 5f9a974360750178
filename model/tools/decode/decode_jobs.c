/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/decode/decode_jobs.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/command.h"

enum { MEMORY_BYTES = 64 << 20, TRIES = 8 };

enum stage { STAGE_FREE, STAGE_FILLING, STAGE_QUEUED, STAGE_RUNNING, STAGE_DONE };

struct slot {
    enum stage stage;
    struct rvt_piece piece;
};

struct rvt_decode_jobs {
    struct rvt_decode_jobs_options options;
    pthread_mutex_t mutex; /* of stage and ending; a piece belongs to one thread at a time */
    pthread_cond_t changed;
    pthread_t *thread;
    unsigned threads;
    bool ending;
    struct slot *slot; /* a ring, in the order of the stream */
    size_t slots;
    size_t oldest, filling;          /* to be settled next; that takes items */
    struct slot *previous;           /* it waits for the first items of the filling one; or null */
    struct rvt_piece_decoder *store; /* one for each slot at first; owned */
    struct rvt_piece_decoder *current;
    struct rvt_piece_cut cut; /* of current, in the piece that is to be settled */
    struct rvt_output *output;
    uint8_t support[RVT_TE_PAYLOAD_BYTES];
    size_t support_bytes;
    unsigned accepted, refused;
    bool stopped;
};

/* ---- threads ---- */

/* The oldest piece that waits; null: none. */
static struct slot *next_queued(const struct rvt_decode_jobs *jobs)
{
    for (size_t i = 0; i < jobs->slots; i++) {
        struct slot *slot = &jobs->slot[(jobs->oldest + i) % jobs->slots];
        if (slot->stage == STAGE_QUEUED)
            return slot;
    }
    return NULL;
}

static void *work(void *context)
{
    struct rvt_decode_jobs *jobs = context;

    (void)pthread_mutex_lock(&jobs->mutex);
    while (!jobs->ending) {
        struct slot *slot = next_queued(jobs);
        if (slot == NULL) {
            (void)pthread_cond_wait(&jobs->changed, &jobs->mutex);
            continue;
        }
        slot->stage = STAGE_RUNNING;
        (void)pthread_mutex_unlock(&jobs->mutex);
        rvt_piece_decode(&slot->piece);
        (void)pthread_mutex_lock(&jobs->mutex);
        slot->stage = STAGE_DONE;
        (void)pthread_cond_broadcast(&jobs->changed);
    }
    (void)pthread_mutex_unlock(&jobs->mutex);
    return NULL;
}

static void set_stage(struct rvt_decode_jobs *jobs, struct slot *slot, enum stage stage)
{
    (void)pthread_mutex_lock(&jobs->mutex);
    slot->stage = stage;
    (void)pthread_cond_broadcast(&jobs->changed);
    (void)pthread_mutex_unlock(&jobs->mutex);
}

static bool is_free(struct rvt_decode_jobs *jobs, const struct slot *slot)
{
    (void)pthread_mutex_lock(&jobs->mutex);
    bool free = slot->stage == STAGE_FREE;
    (void)pthread_mutex_unlock(&jobs->mutex);
    return free;
}

/* Waits until no thread has the piece. */
static void wait_for(struct rvt_decode_jobs *jobs, const struct slot *slot)
{
    (void)pthread_mutex_lock(&jobs->mutex);
    while (slot->stage == STAGE_QUEUED || slot->stage == STAGE_RUNNING)
        (void)pthread_cond_wait(&jobs->changed, &jobs->mutex);
    (void)pthread_mutex_unlock(&jobs->mutex);
}

/* ---- pieces in their turn ---- */

static bool is_limit(const struct rvt_decode_jobs *jobs)
{
    return jobs->options.limit > 0 && jobs->current->out.findings >= jobs->options.limit;
}

/* Whether the decoder of the piece has done what the current one would do. */
static bool is_right(const struct rvt_decode_jobs *jobs, const struct rvt_piece *piece)
{
    const struct rvt_decode_output *out = &jobs->current->out;

    return piece->decoded && (out->form == RVT_DECODE_PC || out->items > 0) &&
           rvt_piece_same_cut(&jobs->cut, &piece->begins);
}

/* The decoder of the piece becomes the current one, and its output counts. */
static enum rvt_status accept(struct rvt_decode_jobs *jobs, struct rvt_piece *piece)
{
    struct rvt_piece_decoder *before = jobs->current, *now = piece->decoder;
    const struct rvt_piece_cut ends = jobs->cut;

    now->out.findings = before->out.findings;
    now->out.positions.since = before->out.positions.since;
    now->out.output = jobs->output;
    now->out.trial = false;
    piece->decoder = before;
    jobs->current = now;
    jobs->cut = piece->ends;
    piece->ends = ends;
    jobs->accepted++;
    return rvt_output_empty(now->memory, jobs->output);
}

/* The current decoder takes an item. */
static enum rvt_status take_now(struct rvt_decode_jobs *jobs, const struct rvt_piece_item *item)
{
    enum rvt_status status = rvt_piece_take(jobs->current, item);

    jobs->stopped = item->kind != RVT_PIECE_RULE && is_limit(jobs);
    return status;
}

/* The current decoder takes the piece, after what it has of it, and the next one up to the cut. */
static enum rvt_status decode_now(struct rvt_decode_jobs *jobs, const struct rvt_piece *piece)
{
    enum rvt_status status = RVT_OK;
    size_t taken = 0;

    for (size_t i = jobs->cut.items; i < piece->items && status == RVT_OK && !jobs->stopped; i++)
        status = take_now(jobs, &piece->item[i]);
    while (status == RVT_OK && !jobs->stopped && !rvt_piece_cut(&jobs->cut, jobs->current, taken) &&
           taken < piece->next.count)
        status = take_now(jobs, &piece->next.item[taken++]);
    jobs->refused += piece->follows;
    return status;
}

/* Settles the oldest piece. */
static enum rvt_status settle(struct rvt_decode_jobs *jobs)
{
    struct slot *slot = &jobs->slot[jobs->oldest];
    struct rvt_piece *piece = &slot->piece;
    enum rvt_status status = RVT_OK;

    wait_for(jobs, slot);
    if (!jobs->stopped)
        status = is_right(jobs, piece) ? accept(jobs, piece) : decode_now(jobs, piece);
    rvt_piece_clear(piece);
    set_stage(jobs, slot, STAGE_FREE);
    (void)pthread_mutex_lock(&jobs->mutex);
    jobs->oldest = (jobs->oldest + 1) % jobs->slots;
    (void)pthread_mutex_unlock(&jobs->mutex);
    return status;
}

/* ---- the stream in pieces ---- */

/* The first bits of a payload: format 3 and its subformat. ETR-FMT-001. */
static bool is_format_3(const struct rvt_piece_item *item, unsigned subformat)
{
    return item->kind == RVT_PIECE_PACKET && !item->is_data && item->bytes > 0 &&
           (item->payload[0] & 0x0f) == (RVT_TE_INST_SYNCHRONISE | subformat << 2);
}

/* The modes that hold from here on. */
static void note_support(struct rvt_decode_jobs *jobs, const uint8_t *payload, size_t bytes)
{
    jobs->support_bytes = bytes;
    memcpy(jobs->support, payload, bytes);
}

/* All items of the piece are there, and the first ones of the next piece. */
static void submit(struct rvt_decode_jobs *jobs, struct slot *slot)
{
    bool ahead = slot->piece.follows && (jobs->accepted > 0 || jobs->refused < TRIES);

    set_stage(jobs, slot, ahead ? STAGE_QUEUED : STAGE_DONE);
}

/* The first items of the filling piece are there. */
static void submit_previous(struct rvt_decode_jobs *jobs)
{
    if (jobs->previous == NULL)
        return;
    jobs->previous->piece.next = rvt_piece_first(&jobs->slot[jobs->filling].piece);
    submit(jobs, jobs->previous);
    jobs->previous = NULL;
}

/* Begins the next piece, with item. */
static enum rvt_status begin_piece(struct rvt_decode_jobs *jobs, const struct rvt_piece_item *item)
{
    size_t next = (jobs->filling + 1) % jobs->slots;
    enum rvt_status status = RVT_OK;

    if (!is_free(jobs, &jobs->slot[next]))
        status = settle(jobs);
    jobs->previous = &jobs->slot[jobs->filling];
    jobs->filling = next;
    struct rvt_piece *piece = &jobs->slot[next].piece;
    piece->follows = is_format_3(item, RVT_TE_INST_START);
    piece->support_bytes = jobs->support_bytes;
    memcpy(piece->support, jobs->support, sizeof piece->support);
    set_stage(jobs, &jobs->slot[next], STAGE_FILLING);
    return status;
}

enum rvt_status rvt_decode_jobs_add(struct rvt_decode_jobs *jobs, const struct rvt_piece_item *item)
{
    size_t items = jobs->slot[jobs->filling].piece.items;
    enum rvt_status status = RVT_OK;

    if (items >= RVT_PIECE_MOST ||
        (items >= RVT_PIECE_LEAST && is_format_3(item, RVT_TE_INST_START)))
        status = begin_piece(jobs, item);
    struct rvt_piece *piece = &jobs->slot[jobs->filling].piece;
    if (status == RVT_OK)
        status = rvt_piece_add(piece, item);
    if (piece->items == RVT_PIECE_OVERLAP_MOST)
        submit_previous(jobs);
    if (is_format_3(item, RVT_TE_INST_SUPPORT))
        note_support(jobs, item->payload, item->bytes);
    return status;
}

enum rvt_status rvt_decode_jobs_finish(struct rvt_decode_jobs *jobs)
{
    enum rvt_status status = RVT_OK;

    submit_previous(jobs);
    submit(jobs, &jobs->slot[jobs->filling]);
    while (status == RVT_OK && !is_free(jobs, &jobs->slot[jobs->oldest]))
        status = settle(jobs);
    return status;
}

/* ---- opening ---- */

/* A decoder for a slot. */
static bool open_decoder(const struct rvt_decode_jobs *jobs, struct rvt_piece_decoder *decoder)
{
    const struct rvt_decode_jobs_options *options = &jobs->options;
    struct rvt_diagnosis diagnosis;

    decoder->out.form = options->first->out.form;
    decoder->out.no_time = options->first->out.no_time;
    decoder->out.no_context = options->first->out.no_context;
    decoder->out.stream_path = options->first->out.stream_path;
    const struct rvt_decoder_callbacks callbacks = rvt_decode_step_callbacks(&decoder->out);
    RVT_CLEAR(&diagnosis);
    if (!rvt_programs_load(options->programs, options->configuration, &decoder->program))
        return false;
    enum rvt_status status =
        rvt_trace_decoder_open(options->configuration, decoder->program, &callbacks,
                               options->step_limit, &decoder->out.decoder, &diagnosis);
    if (status == RVT_OK)
        status = rvt_output_open_memory(MEMORY_BYTES, &decoder->memory);
    if (status != RVT_OK)
        rvt_complain_diagnosis(decoder->out.stream_path, &diagnosis);
    return status == RVT_OK;
}

static bool start_threads(struct rvt_decode_jobs *jobs)
{
    while (jobs->threads < jobs->options.jobs &&
           pthread_create(&jobs->thread[jobs->threads], NULL, work, jobs) == 0)
        jobs->threads++;
    return jobs->threads > 0;
}

static bool open_parts(struct rvt_decode_jobs *jobs)
{
    struct rvt_piece_decoder *first = jobs->options.first;

    jobs->slots = 2 * (size_t)jobs->options.jobs + 1;
    jobs->slot = calloc(jobs->slots, sizeof *jobs->slot);
    jobs->store = calloc(jobs->slots, sizeof *jobs->store);
    jobs->thread = calloc(jobs->options.jobs, sizeof *jobs->thread);
    if (jobs->slot == NULL || jobs->store == NULL || jobs->thread == NULL ||
        rvt_output_open_memory(MEMORY_BYTES, &first->memory) != RVT_OK)
        return false;
    for (size_t i = 0; i < jobs->slots; i++) {
        if (rvt_piece_open(&jobs->slot[i].piece) != RVT_OK || !open_decoder(jobs, &jobs->store[i]))
            return false;
        jobs->slot[i].piece.decoder = &jobs->store[i];
    }
    jobs->slot[0].stage = STAGE_FILLING;
    return start_threads(jobs);
}

bool rvt_decode_jobs_open(const struct rvt_decode_jobs_options *options,
                          struct rvt_decode_jobs **jobs)
{
    struct rvt_decode_jobs *made = calloc(1, sizeof *made);

    if (made == NULL)
        return false;
    made->options = *options;
    made->current = options->first;
    made->output = options->first->out.output;
    if (options->support_bytes > 0)
        note_support(made, options->support, options->support_bytes);
    (void)pthread_mutex_init(&made->mutex, NULL);
    (void)pthread_cond_init(&made->changed, NULL);
    *jobs = made;
    return open_parts(made);
}

void rvt_decode_jobs_close(struct rvt_decode_jobs *jobs)
{
    if (jobs == NULL)
        return;
    (void)pthread_mutex_lock(&jobs->mutex);
    jobs->ending = true;
    (void)pthread_cond_broadcast(&jobs->changed);
    (void)pthread_mutex_unlock(&jobs->mutex);
    for (unsigned i = 0; i < jobs->threads; i++)
        (void)pthread_join(jobs->thread[i], NULL);
    for (size_t i = 0; jobs->slot != NULL && i < jobs->slots; i++)
        rvt_piece_close(&jobs->slot[i].piece);
    for (size_t i = 0; jobs->store != NULL && i < jobs->slots; i++) {
        rvt_trace_decoder_close(jobs->store[i].out.decoder);
        rvt_program_free(jobs->store[i].program);
        rvt_output_discard(jobs->store[i].memory);
    }
    rvt_output_discard(jobs->options.first->memory);
    free(jobs->cut.state);
    free(jobs->slot);
    free(jobs->store);
    free(jobs->thread);
    (void)pthread_cond_destroy(&jobs->changed);
    (void)pthread_mutex_destroy(&jobs->mutex);
    free(jobs);
}

bool rvt_decode_jobs_stopped(const struct rvt_decode_jobs *jobs)
{
    return jobs->stopped;
}

struct rvt_piece_decoder *rvt_decode_jobs_current(const struct rvt_decode_jobs *jobs)
{
    return jobs->current;
}
