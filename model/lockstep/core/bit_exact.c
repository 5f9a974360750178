/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/core/bit_exact.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check/difference.h"
#include "wire/encap.h"

#include "lockstep/core/coverage_sampling.h"
#include "lockstep/core/data_explanation.h"
#include "lockstep/core/explanation.h"

enum { DIFFERENCE_CAPACITY = 256 };

static const char *const STREAM[RVT_OBSERVERS] = {"packet", "encapsulated packet"};

enum rvt_status rvt_bit_exact_init(struct rvt_bit_exact *bit_exact, const struct rvt_config *config,
                                   const struct rvt_block_history *history,
                                   struct rvt_mismatch_log *findings, bool packets, bool bytes)
{
    memset(bit_exact, 0, sizeof *bit_exact);
    bit_exact->config = *config;
    bit_exact->history = history;
    bit_exact->findings = findings;
    if (config->options.data_trace && config->switches.dat_signalling == RVT_DAT_SPLIT)
        bit_exact->responses_max = 1u << config->params.lrid_width_p;
    enum rvt_status status = rvt_expected_queue_init(&bit_exact->queue, packets, bytes);
    for (unsigned i = 0; i < RVT_OBSERVERS && status == RVT_OK; i++) {
        bit_exact->early[i] =
            calloc(RVT_EARLY_CAPACITY + bit_exact->responses_max, sizeof *bit_exact->early[i]);
        if (bit_exact->early[i] == NULL)
            status = RVT_ERR_MEMORY;
    }
    if (status != RVT_OK)
        rvt_bit_exact_fini(bit_exact);
    return status;
}

void rvt_bit_exact_fini(struct rvt_bit_exact *bit_exact)
{
    rvt_expected_queue_fini(&bit_exact->queue);
    for (unsigned i = 0; i < RVT_OBSERVERS; i++) {
        free(bit_exact->early[i]);
        bit_exact->early[i] = NULL;
    }
}

/* --- texts ---------------------------------------------------------------------------------- */

static const char *name_of(const struct rvt_bit_exact *bit_exact,
                           const struct rvt_expected_packet *expected)
{
    return expected->is_data ? rvt_data_name(&bit_exact->config, &expected->data)
                             : rvt_packet_name(&expected->packet);
}

/* The payload that was observed in place of expected. */
static void explain_observed(const struct rvt_bit_exact *bit_exact,
                             const struct rvt_expected_packet *expected, bool is_data,
                             const uint8_t *data, size_t bytes, struct rvt_text *text)
{
    static const struct rvt_data_packet none = {.format = 0};

    if (is_data)
        rvt_explain_data_payload(&bit_exact->config, expected != NULL ? &expected->data : &none,
                                 data, bytes, text);
    else
        rvt_explain_payload(&bit_exact->config, data, bytes, text);
}

static void add_difference(struct rvt_bit_exact *bit_exact, uint64_t cycle,
                           enum rvt_observer observer, const struct rvt_expected_packet *expected,
                           const struct rvt_difference *difference, bool is_data,
                           const uint8_t *data, size_t bytes)
{
    struct rvt_text text;
    char line[DIFFERENCE_CAPACITY];

    if (!rvt_mismatch_log_add(bit_exact->findings, cycle, &text))
        return;
    rvt_difference_format(difference, line, sizeof line);
    rvt_text_add(&text, "cycle %" PRIu64 ": %s %" PRIu64 " (%s) differs [%s]\n  field     %s",
                 cycle, STREAM[observer], expected->number, name_of(bit_exact, expected),
                 difference->clause != NULL ? difference->clause : "-", line);
    rvt_explain_expected(&bit_exact->config, expected, &text);
    if (observer == RVT_OBSERVER_PACKETS) {
        rvt_text_add(&text, "\n  observed  ");
        explain_observed(bit_exact, expected, is_data, data, bytes, &text);
    } else {
        rvt_text_add(&text, "\n  encap     expected");
        rvt_explain_bytes(expected->encap, expected->encap_bytes, &text);
        rvt_text_add(&text, "\n            observed");
        rvt_explain_bytes(data, bytes, &text);
    }
    rvt_block_history_print(bit_exact->history, expected->blocks, &text);
}

static void add_unexpected(struct rvt_bit_exact *bit_exact, uint64_t cycle,
                           enum rvt_observer observer, uint64_t number, bool is_data,
                           const uint8_t *data, size_t bytes)
{
    struct rvt_text text;

    if (!rvt_mismatch_log_add(bit_exact->findings, cycle, &text))
        return;
    rvt_text_add(&text, "cycle %" PRIu64 ": %s %" PRIu64 " observed, none expected [ETR-ALG-020]",
                 cycle, STREAM[observer], number);
    rvt_text_add(&text, "\n  observed ");
    if (observer == RVT_OBSERVER_PACKETS) {
        rvt_text_add(&text, " ");
        explain_observed(bit_exact, NULL, is_data, data, bytes, &text);
    } else {
        rvt_explain_bytes(data, bytes, &text);
    }
    rvt_block_history_print(bit_exact->history, bit_exact->history->count, &text);
}

/* The requirement that makes the model send what is expected. */
static const char *clause_of(const struct rvt_expected_packet *expected)
{
    return expected->is_data ? "ETR-DAT-011" : rvt_decision_clause(expected->origin.decision);
}

static void add_missing(struct rvt_bit_exact *bit_exact, uint64_t cycle, enum rvt_observer observer)
{
    const struct rvt_expected_packet *expected =
        rvt_expected_queue_front(&bit_exact->queue, observer);
    struct rvt_text text;

    if (!rvt_mismatch_log_add(bit_exact->findings, cycle, &text))
        return;
    bit_exact->config.options = expected->options;
    rvt_text_add(&text, "cycle %" PRIu64 ": %s %" PRIu64 " (%s) missing, %" PRIu64 " expected [%s]",
                 cycle, STREAM[observer], expected->number, name_of(bit_exact, expected),
                 rvt_expected_queue_outstanding(&bit_exact->queue, observer), clause_of(expected));
    rvt_explain_expected(&bit_exact->config, expected, &text);
    rvt_block_history_print(bit_exact->history, expected->blocks, &text);
}

static void add_late(struct rvt_bit_exact *bit_exact, uint64_t cycle, enum rvt_observer observer,
                     const struct rvt_expected_packet *expected, uint64_t cycles)
{
    struct rvt_text text;

    if (!rvt_mismatch_log_add(bit_exact->findings, cycle, &text))
        return;
    bit_exact->config.options = expected->options;
    rvt_text_add(&text,
                 "cycle %" PRIu64 ": %s %" PRIu64 " (%s) late: %" PRIu64
                 " cycles after its decision, %" PRIu64 " allowed [%s]",
                 cycle, STREAM[observer], expected->number, name_of(bit_exact, expected), cycles,
                 bit_exact->latency_max, clause_of(expected));
    rvt_explain_expected(&bit_exact->config, expected, &text);
}

/* --- comparing ------------------------------------------------------------------------------ */

/* te_inst in place of te_data, or the other way round. */
static struct rvt_difference kind_differs(const struct rvt_bit_exact *bit_exact, bool is_data)
{
    const struct rvt_encap_config *encap = &bit_exact->config.encap;

    return (struct rvt_difference){.differs = true,
                                   .field = "type",
                                   .expected = is_data ? encap->type_inst : encap->type_data,
                                   .observed = is_data ? encap->type_data : encap->type_inst,
                                   .clause = "ETR-DAT-016"};
}

/* Compares an observed packet with the front of the queue, which exists, and passes it. */
static void compare(struct rvt_bit_exact *bit_exact, uint64_t cycle, enum rvt_observer observer,
                    bool is_data, const uint8_t *data, size_t bytes)
{
    const struct rvt_expected_packet *expected =
        rvt_expected_queue_front(&bit_exact->queue, observer);
    struct rvt_difference difference = {.differs = false};

    bit_exact->comparisons++;
    bit_exact->data_comparisons += expected->is_data;
    bit_exact->config.options = expected->options;
    if (observer == RVT_OBSERVER_PACKETS) {
        const struct rvt_payload *payload = &expected->payload;
        bool same = bytes == payload->bytes && memcmp(data, payload->byte, bytes) == 0;
        if (is_data != expected->is_data)
            difference = kind_differs(bit_exact, is_data);
        else if (!same && is_data)
            rvt_explain_data_difference(&bit_exact->config, &expected->data, payload->bytes, data,
                                        bytes, &difference);
        else if (!same)
            rvt_difference_find(&bit_exact->config, &expected->packet, data, bytes, &difference);
    } else if (bytes != expected->encap_bytes || memcmp(data, expected->encap, bytes) != 0) {
        rvt_explain_encap(&bit_exact->config, expected, data, bytes, &difference);
    }
    if (difference.differs)
        add_difference(bit_exact, cycle, observer, expected, &difference, is_data, data, bytes);
    else if (!expected->is_data && bit_exact->coverage != NULL &&
             (observer == RVT_OBSERVER_BYTES || !bit_exact->queue.present[RVT_OBSERVER_BYTES]))
        rvt_coverage_sampling_packet(bit_exact->coverage, &bit_exact->config, bit_exact->history,
                                     expected);
    rvt_expected_queue_pass(&bit_exact->queue, observer);
}

/* Cycles from the decision of an entry until now, without those in which the sink held the
 * output. */
static uint64_t age(const struct rvt_expected_packet *expected, struct rvt_instant now)
{
    uint64_t cycles = now.cycle - expected->since.cycle;
    uint64_t held = now.held_cycles - expected->since.held_cycles;

    return cycles > held ? cycles - held : 0;
}

/* True if one more packet may be ahead of the model. */
static bool may_be_early(const struct rvt_bit_exact *bit_exact, enum rvt_observer observer,
                         bool is_data)
{
    unsigned max = bit_exact->early_max;

    if (!is_data && bit_exact->early_inst[observer] == max)
        return false;
    return max > 0 && bit_exact->early_count[observer] < max + bit_exact->responses_max;
}

void rvt_bit_exact_observe(struct rvt_bit_exact *bit_exact, struct rvt_instant now,
                           enum rvt_observer observer, bool is_data, const uint8_t *data,
                           size_t bytes)
{
    const struct rvt_expected_packet *expected =
        rvt_expected_queue_front(&bit_exact->queue, observer);
    uint64_t number = bit_exact->observed[observer]++;

    if (rvt_mismatch_log_full(bit_exact->findings))
        return;
    if (expected != NULL) {
        uint64_t cycles = age(expected, now);
        bit_exact->latency = cycles > bit_exact->latency ? cycles : bit_exact->latency;
        if (bit_exact->latency_max > 0 && cycles > bit_exact->latency_max)
            add_late(bit_exact, now.cycle, observer, expected, cycles);
        compare(bit_exact, now.cycle, observer, is_data, data, bytes);
    } else if (may_be_early(bit_exact, observer, is_data)) {
        struct rvt_early_packet *early =
            &bit_exact->early[observer][bit_exact->early_count[observer]++];
        assert(bytes <= sizeof early->data);
        memcpy(early->data, data, bytes);
        early->bytes = bytes;
        early->cycle = now.cycle;
        early->is_data = is_data;
        bit_exact->early_inst[observer] += is_data ? 0 : 1;
    } else {
        add_unexpected(bit_exact, now.cycle, observer, number, is_data, data, bytes);
    }
}

void rvt_bit_exact_settle(struct rvt_bit_exact *bit_exact, struct rvt_instant now)
{
    for (unsigned i = 0; i < RVT_OBSERVERS && !rvt_mismatch_log_full(bit_exact->findings); i++) {
        enum rvt_observer observer = (enum rvt_observer)i;
        struct rvt_early_packet *early = bit_exact->early[i];
        unsigned done = 0;
        while (done < bit_exact->early_count[i] &&
               rvt_expected_queue_front(&bit_exact->queue, observer) != NULL) {
            compare(bit_exact, early[done].cycle, observer, early[done].is_data, early[done].data,
                    early[done].bytes);
            bit_exact->early_inst[i] -= early[done].is_data ? 0 : 1;
            done++;
        }
        bit_exact->early_count[i] -= done;
        memmove(early, early + done, bit_exact->early_count[i] * sizeof *early);
        const struct rvt_expected_packet *expected =
            rvt_expected_queue_front(&bit_exact->queue, observer);
        if (expected != NULL && bit_exact->latency_max > 0 &&
            age(expected, now) > bit_exact->latency_max)
            add_missing(bit_exact, now.cycle, observer);
    }
}

/* --- expecting ------------------------------------------------------------------------------ */

static enum rvt_status encapsulate(const struct rvt_config *config,
                                   struct rvt_expected_packet *expected)
{
    struct rvt_encap encap = {
        .kind = RVT_ENCAP_NORMAL,
        .flow = (uint8_t)config->encap.flow,
        .extend = config->encap.timestamp_bytes > 0,
        .srcid = (uint16_t)config->encap.srcid,
        .type = (uint8_t)(expected->is_data ? config->encap.type_data : config->encap.type_inst),
        .payload = expected->payload};

    encap.timestamp = expected->origin.time & rvt_mask(8 * config->encap.timestamp_bytes);
    return rvt_encap_write(config, &encap, expected->encap, sizeof expected->encap,
                           &expected->encap_bytes, NULL);
}

enum rvt_status rvt_bit_exact_expect(struct rvt_bit_exact *bit_exact, struct rvt_instant now,
                                     const struct rvt_options *options,
                                     const struct rvt_packet *packet,
                                     const struct rvt_origin *origin)
{
    struct rvt_expected_packet *expected;

    if (rvt_mismatch_log_full(bit_exact->findings))
        return RVT_OK; /* nothing is compared any more */
    enum rvt_status status = rvt_expected_queue_add(&bit_exact->queue, &expected);
    if (status != RVT_OK)
        return status;
    expected->is_data = false;
    expected->packet = *packet;
    expected->origin = *origin;
    expected->options = *options;
    bit_exact->config.options = *options;
    expected->since = now;
    expected->blocks = bit_exact->history->count;
    status = rvt_packet_write(&bit_exact->config, packet, &expected->payload, NULL);
    return status == RVT_OK ? encapsulate(&bit_exact->config, expected) : status;
}

enum rvt_status rvt_bit_exact_expect_data(struct rvt_bit_exact *bit_exact, struct rvt_instant now,
                                          const struct rvt_options *options,
                                          const struct rvt_data_packet *packet,
                                          const struct rvt_data_origin *origin)
{
    struct rvt_expected_packet *expected;

    if (rvt_mismatch_log_full(bit_exact->findings))
        return RVT_OK; /* nothing is compared any more */
    enum rvt_status status = rvt_expected_queue_add(&bit_exact->queue, &expected);
    if (status != RVT_OK)
        return status;
    expected->is_data = true;
    expected->data = *packet;
    expected->options = *options;
    bit_exact->config.options = *options;
    expected->origin =
        (struct rvt_origin){.cycle = origin->cycle, .time = origin->time, .iaddr = origin->iaddr};
    expected->since = now;
    expected->blocks = bit_exact->history->count;
    status = rvt_data_write(&bit_exact->config, packet, &expected->payload, NULL);
    return status == RVT_OK ? encapsulate(&bit_exact->config, expected) : status;
}

size_t rvt_bit_exact_bytes(const struct rvt_bit_exact *bit_exact)
{
    const struct rvt_expected_queue *queue = &bit_exact->queue;

    return queue->entry[(queue->end - 1) & (queue->capacity - 1)].encap_bytes;
}

void rvt_bit_exact_end(struct rvt_bit_exact *bit_exact, struct rvt_instant now, bool withheld)
{
    for (unsigned i = 0; i < RVT_OBSERVERS; i++) {
        const struct rvt_early_packet *early = bit_exact->early[i];
        if (rvt_expected_queue_outstanding(&bit_exact->queue, (enum rvt_observer)i) > 0)
            add_missing(bit_exact, now.cycle, (enum rvt_observer)i);
        else if (bit_exact->early_count[i] > 0)
            add_unexpected(bit_exact, early->cycle, (enum rvt_observer)i,
                           bit_exact->observed[i] - bit_exact->early_count[i], early->is_data,
                           early->data, early->bytes);
    }
    struct rvt_text text;
    if (bit_exact->comparisons == 0 && rvt_mismatch_log_add(bit_exact->findings, now.cycle, &text))
        rvt_text_add(&text, "cycle %" PRIu64 ": nothing was compared", now.cycle);
    if (bit_exact->config.options.data_trace && bit_exact->data_comparisons == 0 && !withheld &&
        rvt_mismatch_log_add(bit_exact->findings, now.cycle, &text))
        rvt_text_add(&text, "cycle %" PRIu64 ": no te_data was compared", now.cycle);
}
