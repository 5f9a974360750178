/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/packets/packet_match.h"

#include <string.h>

#include "lockstep/packets/coverage_sampling.h"
#include "lockstep/packets/packet_alignment.h"
#include "lockstep/packets/packet_difference.h"

/* Expected packets that are kept while nothing is compared. */
enum { LOST_WINDOW = 4 * RVT_ALIGNMENT_WINDOW };

enum rvt_status rvt_packet_match_init(struct rvt_packet_match *match,
                                      const struct rvt_config *config,
                                      const struct rvt_block_history *history,
                                      struct rvt_mismatch_log *findings, enum rvt_equality equality,
                                      bool packets, bool bytes)
{
    memset(match, 0, sizeof *match);
    match->config = *config;
    match->equality = equality;
    rvt_field_reading_init(&match->fields, config);
    match->history = history;
    match->report.config = *config;
    match->report.history = history;
    match->report.findings = findings;
    if (config->options.data_trace && config->switches.dat_signalling == RVT_DAT_SPLIT)
        match->responses_max = 1u << config->params.lrid_width_p;
    enum rvt_status status = rvt_expected_queue_init(&match->queue, packets, bytes);
    for (unsigned i = 0; i < RVT_OBSERVERS && status == RVT_OK; i++)
        status = rvt_observed_queue_init(
            &match->observed[i], RVT_EARLY_CAPACITY + match->responses_max + RVT_ALIGNMENT_WINDOW);
    if (status != RVT_OK)
        rvt_packet_match_fini(match);
    return status;
}

void rvt_packet_match_fini(struct rvt_packet_match *match)
{
    rvt_expected_queue_fini(&match->queue);
    for (unsigned i = 0; i < RVT_OBSERVERS; i++)
        rvt_observed_queue_fini(&match->observed[i]);
}

/* --- one packet ------------------------------------------------------------------------------- */

/* The configuration to read packets with, while expected is compared. */
static const struct rvt_config *reading(struct rvt_packet_match *match,
                                        const struct rvt_expected_packet *expected)
{
    struct rvt_config *config =
        match->equality == RVT_EQUAL_FIELDS ? &match->fields.config : &match->config;

    config->options = expected->options;
    return config;
}

/* How a packet differs from the expected one. */
static void find_differences(struct rvt_packet_match *match, enum rvt_observer observer,
                             const struct rvt_expected_packet *expected,
                             const struct rvt_observed_packet *packet,
                             struct rvt_differences *differences)
{
    rvt_packet_differences_find(reading(match, expected), match->equality, observer, expected,
                                packet, differences);
}

/* The hardware sent an expected te_inst packet. */
static void sample(struct rvt_packet_match *match, const struct rvt_expected_packet *expected)
{
    if (match->coverage != NULL)
        rvt_coverage_sampling_packet(match->coverage, &match->config, match->history, expected);
    if (match->requirements != NULL)
        rvt_requirement_tally_packet(match->requirements, &match->config, &expected->packet,
                                     &expected->origin);
}

/* A packet has the expected fields: reports the first one whose padding the dialect does not
 * have. */
static void check_padding(struct rvt_packet_match *match, enum rvt_observer observer,
                          const struct rvt_expected_packet *expected,
                          const struct rvt_observed_packet *packet)
{
    struct rvt_diag diag;

    if (match->equality != RVT_EQUAL_FIELDS || match->padding_reported[observer] ||
        rvt_field_reading_padding(&match->config, observer, expected, packet, &diag))
        return;
    match->padding_reported[observer] = true;
    rvt_packet_match_report_padding(&match->report, expected, packet, &diag);
}

/* The oldest packets of both queues are one and the same: checks when it was sent, reports a
 * difference, and passes both. */
static void pass_both(struct rvt_packet_match *match, enum rvt_observer observer,
                      const struct rvt_differences *differences)
{
    struct rvt_expected_packet *expected = rvt_expected_queue_front(&match->queue, observer);
    const struct rvt_observed_packet *packet = rvt_observed_queue_at(&match->observed[observer], 0);
    uint64_t cycles = rvt_expected_packet_age(expected, packet->at);

    match->comparisons++;
    match->data_comparisons += expected->is_data;
    match->latency = cycles > match->latency ? cycles : match->latency;
    if (match->latency_max > 0 && cycles > match->latency_max && !expected->reported[observer])
        rvt_packet_match_report_late(&match->report, packet->at.cycle, expected, cycles,
                                     match->latency_max);
    match->config.options = expected->options;
    if (differences->count > 0)
        rvt_packet_match_report_differences(&match->report, expected, packet, differences);
    else
        check_padding(match, observer, expected, packet);
    if (differences->count == 0 && !expected->is_data &&
        (observer == RVT_OBSERVER_BYTES || !match->queue.present[RVT_OBSERVER_BYTES]))
        sample(match, expected);
    rvt_expected_queue_pass(&match->queue, observer);
    rvt_observed_queue_pass(&match->observed[observer]);
}

/* --- after a difference ----------------------------------------------------------------------- */

struct pair {
    struct rvt_packet_match *match;
    enum rvt_observer observer;
};

static bool is_equal(struct rvt_packet_match *match, enum rvt_observer observer,
                     const struct rvt_expected_packet *expected,
                     const struct rvt_observed_packet *packet)
{
    return rvt_packet_is_equal(reading(match, expected), match->equality, observer, expected,
                               packet);
}

/* True if packet may have been sent in the place of expected: not before what that reports, and not
 * later than allowed. */
static bool is_near(const struct rvt_packet_match *match,
                    const struct rvt_expected_packet *expected,
                    const struct rvt_observed_packet *packet)
{
    return rvt_expected_packet_precedes(expected, packet->at.cycle) &&
           (match->latency_max == 0 ||
            rvt_expected_packet_age(expected, packet->at) <= match->latency_max);
}

static enum rvt_packet_pair compare_pair(void *context, unsigned observed, unsigned expected)
{
    const struct pair *pair = context;
    struct rvt_packet_match *match = pair->match;
    const struct rvt_expected_packet *want =
        rvt_expected_queue_at(&match->queue, pair->observer, expected);
    const struct rvt_observed_packet *packet =
        rvt_observed_queue_at(&match->observed[pair->observer], observed);

    if (is_equal(match, pair->observer, want, packet))
        return RVT_PAIR_EQUAL;
    return is_near(match, want, packet) ? RVT_PAIR_DIFFERS : RVT_PAIR_APART;
}

/* The next count expected packets are missing by cycle. */
static void pass_missing(struct rvt_packet_match *match, enum rvt_observer observer, uint64_t cycle,
                         uint64_t count)
{
    bool reported = true;

    for (uint64_t i = 0; i < count; i++)
        reported =
            reported && rvt_expected_queue_at(&match->queue, observer, i)->reported[observer];
    if (count > 0 && !reported)
        rvt_packet_match_report_missing(&match->report, cycle,
                                        rvt_expected_queue_front(&match->queue, observer), count);
    for (; count > 0; count--)
        rvt_expected_queue_pass(&match->queue, observer);
}

/* The next count observed packets are extra: a finding, if there is none yet for any of them. */
static void pass_extra(struct rvt_packet_match *match, enum rvt_observer observer, unsigned count)
{
    struct rvt_observed_queue *queue = &match->observed[observer];
    bool reported = false;

    for (unsigned i = 0; i < count; i++)
        reported = reported || rvt_observed_queue_at(queue, i)->reported;
    if (count > 0 && !reported)
        rvt_packet_match_report_extra(&match->report, rvt_observed_queue_at(queue, 0), count);
    for (; count > 0; count--)
        rvt_observed_queue_pass(queue);
}

/* Takes steps that lead through both queues; a packet missing at their end was missing by cycle. */
static void take_steps(struct rvt_packet_match *match, enum rvt_observer observer, uint64_t cycle,
                       const struct rvt_alignment *alignment)
{
    const struct rvt_observed_queue *queue = &match->observed[observer];

    for (unsigned i = 0, run; i < alignment->steps; i += run) {
        enum rvt_alignment_step step = alignment->step[i];
        for (run = 1; i + run < alignment->steps && alignment->step[i + run] == step; run++)
            ;
        if (step == RVT_STEP_MISSING)
            pass_missing(match, observer,
                         queue->count > 0 ? rvt_observed_queue_at(queue, 0)->at.cycle : cycle, run);
        else if (step == RVT_STEP_EXTRA)
            pass_extra(match, observer, run);
        for (unsigned j = 0; j < run && (step == RVT_STEP_EQUAL || step == RVT_STEP_DIFFERS); j++) {
            struct rvt_differences differences;
            find_differences(match, observer, rvt_expected_queue_front(&match->queue, observer),
                             rvt_observed_queue_at(queue, 0), &differences);
            pass_both(match, observer, &differences);
        }
    }
}

/* The streams do not agree again: reports that, and compares nothing until they do. */
static void lose(struct rvt_packet_match *match, enum rvt_observer observer)
{
    const struct rvt_expected_packet *expected = rvt_expected_queue_front(&match->queue, observer);
    const struct rvt_observed_packet *packet = rvt_observed_queue_at(&match->observed[observer], 0);
    struct rvt_differences differences;

    if (expected != NULL) {
        find_differences(match, observer, expected, packet, &differences);
        rvt_packet_match_report_lost(&match->report, expected, packet, &differences,
                                     RVT_ALIGNMENT_WINDOW);
    }
    match->state[observer] = RVT_STREAM_LOST;
}

/* Tries to tell how the streams differ. */
static void align(struct rvt_packet_match *match, enum rvt_observer observer)
{
    static const struct rvt_alignment_reach REACH = {RVT_ALIGNMENT_WINDOW, RVT_ALIGNMENT_ANCHOR};
    struct pair pair = {.match = match, .observer = observer};
    struct rvt_alignment alignment;
    const struct rvt_observed_queue *queue = &match->observed[observer];
    uint64_t outstanding = rvt_expected_queue_outstanding(&match->queue, observer);
    unsigned expected =
        outstanding < RVT_ALIGNMENT_WINDOW ? (unsigned)outstanding : RVT_ALIGNMENT_WINDOW;

    if (rvt_alignment_find(&REACH, queue->count, expected, compare_pair, &pair, &alignment)) {
        match->state[observer] = RVT_STREAM_AGREES;
        take_steps(match, observer, 0, &alignment);
    } else if (queue->count >= RVT_ALIGNMENT_WINDOW && expected == RVT_ALIGNMENT_WINDOW) {
        lose(match, observer);
    }
}

/* True if the latest observed packets are those expected at index and after. */
static bool agrees_at(struct rvt_packet_match *match, enum rvt_observer observer, uint64_t index)
{
    const struct rvt_observed_queue *queue = &match->observed[observer];

    for (unsigned i = RVT_ALIGNMENT_ANCHOR; i-- > 0;)
        if (!is_equal(match, observer, rvt_expected_queue_at(&match->queue, observer, index + i),
                      rvt_observed_queue_at(queue, queue->count - RVT_ALIGNMENT_ANCHOR + i)))
            return false;
    return true;
}

/* Nothing is compared: ends that state if the latest packets are expected ones. */
static void find_again(struct rvt_packet_match *match, enum rvt_observer observer)
{
    struct rvt_observed_queue *queue = &match->observed[observer];
    uint64_t outstanding = rvt_expected_queue_outstanding(&match->queue, observer);

    for (; outstanding > LOST_WINDOW; outstanding--)
        rvt_expected_queue_pass(&match->queue, observer);
    while (queue->count > RVT_ALIGNMENT_WINDOW)
        rvt_observed_queue_pass(queue);
    for (uint64_t i = 0; i + RVT_ALIGNMENT_ANCHOR <= outstanding; i++) {
        if (queue->count < RVT_ALIGNMENT_ANCHOR || !agrees_at(match, observer, i))
            continue;
        while (queue->count > 0)
            rvt_observed_queue_pass(queue);
        for (i += RVT_ALIGNMENT_ANCHOR; i > 0; i--)
            rvt_expected_queue_pass(&match->queue, observer);
        match->state[observer] = RVT_STREAM_AGREES;
        return;
    }
}

/* --- the streams ------------------------------------------------------------------------------ */

/* Compares the packets that both queues have. */
static void compare(struct rvt_packet_match *match, enum rvt_observer observer)
{
    const struct rvt_observed_queue *queue = &match->observed[observer];

    match->report.observer = observer;
    while (match->state[observer] == RVT_STREAM_AGREES && queue->count > 0 &&
           !rvt_mismatch_log_full(match->report.findings) &&
           rvt_expected_queue_outstanding(&match->queue, observer) > 0) {
        struct rvt_differences differences;
        find_differences(match, observer, rvt_expected_queue_front(&match->queue, observer),
                         rvt_observed_queue_at(queue, 0), &differences);
        if (differences.count == 0) {
            pass_both(match, observer, &differences);
            continue;
        }
        match->state[observer] = RVT_STREAM_DIFFERS;
        align(match, observer);
    }
    if (queue->count == 0)
        match->early_reported[observer] = false;
}

/* True if the hardware is not further ahead of the model than it may be. */
static bool is_early(const struct rvt_packet_match *match, const struct rvt_observed_queue *queue)
{
    unsigned max = match->early_max;

    return max > 0 && queue->te_inst <= max && queue->count <= max + match->responses_max;
}

void rvt_packet_match_observe(struct rvt_packet_match *match, struct rvt_instant now,
                              enum rvt_observer observer, bool is_data, const uint8_t *data,
                              size_t bytes)
{
    struct rvt_observed_queue *queue = &match->observed[observer];

    if (rvt_mismatch_log_full(match->report.findings))
        return;
    if (queue->count == queue->capacity) /* those are reported */
        rvt_observed_queue_pass(queue);
    struct rvt_observed_packet *packet =
        rvt_observed_queue_add(queue, now, match->history->count, is_data, data, bytes);
    if (match->equality == RVT_EQUAL_FIELDS)
        rvt_field_reading_observe(&match->fields, observer, packet);
    match->report.observer = observer;
    if (match->state[observer] == RVT_STREAM_DIFFERS)
        align(match, observer);
    else if (match->state[observer] == RVT_STREAM_LOST)
        find_again(match, observer);
    compare(match, observer);
    if (match->state[observer] != RVT_STREAM_AGREES || queue->count == 0 || is_early(match, queue))
        return;
    packet->reported = true;
    if (!match->early_reported[observer])
        rvt_packet_match_report_extra(&match->report, packet, 1);
    match->early_reported[observer] = true;
}

void rvt_packet_match_settle(struct rvt_packet_match *match, struct rvt_instant now)
{
    for (unsigned i = 0; i < RVT_OBSERVERS && !rvt_mismatch_log_full(match->report.findings); i++) {
        enum rvt_observer observer = (enum rvt_observer)i;
        match->report.observer = observer;
        if (match->observed[i].count > 0) {
            if (match->state[i] == RVT_STREAM_DIFFERS)
                align(match, observer);
            compare(match, observer);
        }
        struct rvt_expected_packet *expected = rvt_expected_queue_front(&match->queue, observer);
        if (expected == NULL || match->state[i] != RVT_STREAM_AGREES || match->latency_max == 0 ||
            expected->reported[i])
            continue;
        uint64_t cycles = rvt_expected_packet_age(expected, now);
        expected->reported[i] = cycles > match->latency_max;
        if (expected->reported[i])
            rvt_packet_match_report_late(&match->report, now.cycle, expected, cycles,
                                         match->latency_max);
    }
}

/* --- expecting ------------------------------------------------------------------------------ */

enum rvt_status rvt_packet_match_expect(struct rvt_packet_match *match, struct rvt_instant now,
                                        const struct rvt_expected_packet *packet)
{
    struct rvt_expected_packet *expected;

    if (rvt_mismatch_log_full(match->report.findings))
        return RVT_OK; /* nothing is compared any more */
    enum rvt_status status = rvt_expected_queue_add(&match->queue, packet, &expected);
    if (status != RVT_OK)
        return status;
    match->config.options = packet->options;
    expected->since = now;
    expected->blocks = match->history->count;
    if (match->equality == RVT_EQUAL_FIELDS)
        rvt_field_reading_expect(&match->fields, expected);
    return RVT_OK;
}

/* The streams are over: reports what is left of them. */
static void finish(struct rvt_packet_match *match, enum rvt_observer observer, uint64_t cycle)
{
    struct pair pair = {.match = match, .observer = observer};
    struct rvt_alignment alignment;
    const struct rvt_observed_queue *queue = &match->observed[observer];
    uint64_t outstanding = rvt_expected_queue_outstanding(&match->queue, observer);
    unsigned observed = queue->count, expected = RVT_ALIGNMENT_WINDOW;

    match->report.observer = observer;
    if (match->state[observer] == RVT_STREAM_LOST)
        return;
    if (observed > RVT_ALIGNMENT_WINDOW)
        observed = RVT_ALIGNMENT_WINDOW;
    if (outstanding < RVT_ALIGNMENT_WINDOW)
        expected = (unsigned)outstanding;
    if (observed > 0) {
        rvt_alignment_finish(observed, expected, 0, compare_pair, &pair, &alignment);
        take_steps(match, observer, cycle, &alignment);
        pass_extra(match, observer, queue->count);
    }
    pass_missing(match, observer, cycle, rvt_expected_queue_outstanding(&match->queue, observer));
}

static void add_nothing(struct rvt_packet_match *match, uint64_t cycle, const char *message)
{
    struct rvt_mismatch found = {.kind = RVT_MISMATCH_NOTHING, .cycle = cycle};

    rvt_mismatch_set_message(&found, message);
    (void)rvt_mismatch_log_add(match->report.findings, &found);
}

void rvt_packet_match_end(struct rvt_packet_match *match, struct rvt_instant now, bool withheld)
{
    for (unsigned i = 0; i < RVT_OBSERVERS; i++)
        finish(match, (enum rvt_observer)i, now.cycle);
    if (match->comparisons == 0)
        add_nothing(match, now.cycle, "nothing was compared");
    if (match->config.options.data_trace && match->data_comparisons == 0 && !withheld)
        add_nothing(match, now.cycle, "no te_data was compared");
}
