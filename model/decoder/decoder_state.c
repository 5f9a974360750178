/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "decoder/decoder_state.h"

#include "decoder/packet_processor.h"

enum { STATES_IN_WORD = 8 };

struct writer {
    void (*put)(void *context, uint64_t word);
    void *context;
};

static void put(const struct writer *writer, uint64_t word)
{
    writer->put(writer->context, word);
}

static void put_options(const struct writer *writer, const struct rvt_options *options)
{
    put(writer, (uint64_t)options->implicit_return | (uint64_t)options->implicit_exception << 1 |
                    (uint64_t)options->full_address << 2 |
                    (uint64_t)options->jump_target_cache << 3 |
                    (uint64_t)options->branch_prediction << 4 |
                    (uint64_t)options->sequentially_inferred_jumps << 5 |
                    (uint64_t)options->data_trace << 6 | (uint64_t)options->no_address << 7 |
                    (uint64_t)options->no_data << 8 | (uint64_t)options->full_data_address << 9 |
                    (uint64_t)options->full_data << 10);
}

static void put_path(const struct writer *writer, const struct rvt_path *path)
{
    put_options(writer, &path->mode);
    put(writer, path->outcomes.map.bits);
    put(writer, path->outcomes.map.count);
    put(writer, path->outcomes.predicted);
    put(writer, path->pc);
    put(writer, path->pair ? path->pair_target : 0);
    put(writer, (uint64_t)path->outcomes.failed | (uint64_t)path->pair << 1 |
                    (uint64_t)path->counted << 2 | (uint64_t)path->dropped << 3 |
                    (uint64_t)path->trained << 4 | (uint64_t)path->expected << 5 |
                    (uint64_t)path->returned << 6 | (uint64_t)path->branched << 7 |
                    (uint64_t)path->before_change.valid << 8 | (uint64_t)path->passed << 9 |
                    (uint64_t)path->end << 16 | (uint64_t)path->irets << 32);
    put(writer, path->before_change.valid ? path->before_change.successor : 0);
    put(writer, path->before_change.valid ? path->before_change.address : 0);
}

static void put_follower(const struct writer *writer, const struct rvt_follower *follower)
{
    put_path(writer, &follower->path);
    put(writer, (uint64_t)follower->resync_off | (uint64_t)follower->gap << 1 |
                    (uint64_t)follower->reported << 2 | (uint64_t)follower->sync_next << 3 |
                    (uint64_t)follower->sync_flagged << 4 | (uint64_t)follower->sync_denied << 5 |
                    (uint64_t)follower->pop_open << 6 | (uint64_t)follower->privilege << 8);
    put(writer, follower->base);
    put(writer, follower->context);
}

static void put_predictor(const struct writer *writer, const struct rvt_branch_predictor *predictor)
{
    uint64_t word = 0;

    for (uint64_t i = 0; i <= predictor->mask; i++) {
        word = word << 8 | predictor->state[i];
        if (i % STATES_IN_WORD == STATES_IN_WORD - 1 || i == predictor->mask)
            put(writer, word);
    }
}

/* Entries that are not valid have no value; a valid one may have any address, also 0. */
static void put_cache(const struct writer *writer, const struct rvt_jump_cache *cache)
{
    for (uint64_t i = 0; i <= cache->mask; i++) {
        bool valid = cache->entry[i].epoch == cache->epoch;

        put(writer, valid);
        if (valid)
            put(writer, cache->entry[i].target);
    }
}

static void put_stack(const struct writer *writer, const struct rvt_return_stack *stack)
{
    uint32_t at = stack->next;

    put(writer, stack->depth);
    for (uint32_t i = 0; i < stack->depth; i++) {
        at = (at == 0 ? stack->capacity : at) - 1;
        put(writer, stack->entry[at].address);
        put(writer, stack->entry[at].again);
    }
}

/* Whether everything that is not a word is as after open. */
static bool is_settled(const struct rvt_packet_processor *processor)
{
    const struct rvt_follower *follower = &processor->follower;

    return processor->rules == NULL && follower->place == RVT_PLACE_PATH && !follower->inferred &&
           processor->deferred.count == 0 && processor->suspects.count == 0 &&
           !processor->losses.open && processor->buffer.reported;
}

bool rvt_decoder_state(const struct rvt_decoder *decoder,
                       void (*put_word)(void *context, uint64_t word), void *context)
{
    const struct rvt_packet_processor *processor = rvt_decoder_processor(decoder);
    const struct writer writer = {.put = put_word, .context = context};

    if (processor == NULL || !is_settled(processor))
        return false;
    put_options(&writer, &processor->config.options);
    put_follower(&writer, &processor->follower);
    put(&writer, processor->ordinal - processor->sync);
    put(&writer, processor->buffer.latest);
    put_predictor(&writer, &processor->tables.predictor);
    put_cache(&writer, &processor->tables.cache);
    put_stack(&writer, &processor->tables.stack);
    return true;
}
