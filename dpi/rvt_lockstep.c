/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "rvt_lockstep.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check/compare.h"
#include "wire/encap.h"

#include "rvt_explain.h"
#include "rvt_findings.h"
#include "rvt_retired.h"

enum { DIFFERENCE_CAPACITY = 256, ENCAP_LENGTH_MASK = 0x1f, ENCAP_EXTEND = 0x80 };

struct rvt_lockstep {
    struct rvt_config config;
    struct rvt_lockstep_options options;
    struct rvt_encoder *encoder;
    struct rvt_image *image;     /* null: no program */
    struct rvt_retired *retired; /* null: no decode-exact verdict */
    struct rvt_expected_queue queue;
    struct rvt_history history;
    struct rvt_findings findings[RVT_VERDICTS];
    struct rvt_lockstep_statistics statistics;
    struct rvt_instant now;
    uint8_t encap[RVT_ENCAP_BYTES_MAX]; /* the packet that the byte stream is in the middle of */
    size_t encap_have, encap_need;
    bool ended;
};

/* --- findings of the bit-exact verdict -------------------------------------------------------- */

static bool stopped(const struct rvt_lockstep *lockstep)
{
    return rvt_findings_full(&lockstep->findings[RVT_VERDICT_BIT_EXACT]);
}

static bool add(struct rvt_lockstep *lockstep, struct rvt_text *text)
{
    return rvt_findings_add(&lockstep->findings[RVT_VERDICT_BIT_EXACT], lockstep->now.cycle, text);
}

/* A fault of the input or of the machine, not of the hardware: no verdict can be good. */
static void add_fault(struct rvt_lockstep *lockstep, const char *what, enum rvt_status status,
                      const struct rvt_diag *diag)
{
    for (unsigned i = 0; i < RVT_VERDICTS; i++) {
        struct rvt_text text;
        if (!rvt_findings_add(&lockstep->findings[i], lockstep->now.cycle, &text))
            continue;
        rvt_text_add(&text, "cycle %" PRIu64 ": %s: %s", lockstep->now.cycle, what,
                     rvt_status_text(status));
        if (diag->status != RVT_OK) {
            char reason[DIFFERENCE_CAPACITY];
            rvt_diag_format(diag, reason, sizeof reason);
            rvt_text_add(&text, "\n  because   %s", reason);
        }
        rvt_history_print(&lockstep->history, lockstep->history.count, &text);
    }
}

static void add_difference(struct rvt_lockstep *lockstep, const struct rvt_expected *expected,
                           const struct rvt_difference *difference, const uint8_t *payload,
                           size_t bytes)
{
    struct rvt_text text;
    char line[DIFFERENCE_CAPACITY];
    if (!add(lockstep, &text))
        return;
    rvt_difference_format(difference, line, sizeof line);
    rvt_text_add(&text, "cycle %" PRIu64 ": packet %" PRIu64 " (%s) differs [%s]\n  field     %s",
                 lockstep->now.cycle, expected->number, rvt_packet_name(&expected->packet),
                 difference->clause != NULL ? difference->clause : "-", line);
    rvt_explain_expected(&lockstep->config, expected, &text);
    rvt_text_add(&text, "\n  observed  ");
    rvt_explain_payload(&lockstep->config, payload, bytes, &text);
    rvt_history_print(&lockstep->history, expected->blocks, &text);
}

static void add_encap_difference(struct rvt_lockstep *lockstep, const struct rvt_expected *expected)
{
    struct rvt_text text;
    struct rvt_difference difference;
    char line[DIFFERENCE_CAPACITY];
    if (!add(lockstep, &text))
        return;
    rvt_explain_encap(&lockstep->config, expected, lockstep->encap, lockstep->encap_need,
                      &difference);
    rvt_difference_format(&difference, line, sizeof line);
    rvt_text_add(&text,
                 "cycle %" PRIu64 ": encapsulated packet %" PRIu64 " (%s) differs [%s]\n  field     %s",
                 lockstep->now.cycle, expected->number, rvt_packet_name(&expected->packet),
                 difference.clause != NULL ? difference.clause : "-", line);
    rvt_explain_expected(&lockstep->config, expected, &text);
    rvt_text_add(&text, "\n  encap     expected");
    rvt_explain_bytes(expected->encap, expected->encap_bytes, &text);
    rvt_text_add(&text, "\n            observed");
    rvt_explain_bytes(lockstep->encap, lockstep->encap_need, &text);
    rvt_history_print(&lockstep->history, expected->blocks, &text);
}

static void add_unexpected(struct rvt_lockstep *lockstep, const char *what, uint64_t number,
                           const uint8_t *payload, size_t bytes, bool readable)
{
    struct rvt_text text;
    if (!add(lockstep, &text))
        return;
    rvt_text_add(&text, "cycle %" PRIu64 ": %s %" PRIu64 " observed, none expected [ETR-ALG-001]",
                 lockstep->now.cycle, what, number);
    rvt_text_add(&text, "\n  observed ");
    if (readable) {
        rvt_text_add(&text, " ");
        rvt_explain_payload(&lockstep->config, payload, bytes, &text);
    } else {
        rvt_explain_bytes(payload, bytes, &text);
    }
    rvt_history_print(&lockstep->history, lockstep->history.count, &text);
}

static void add_missing(struct rvt_lockstep *lockstep, const char *what,
                        const struct rvt_expected *expected, uint64_t waiting)
{
    struct rvt_text text;
    if (!add(lockstep, &text))
        return;
    rvt_text_add(&text, "cycle %" PRIu64 ": %s %" PRIu64 " (%s) missing, %" PRIu64 " expected [%s]",
                 lockstep->now.cycle, what, expected->number, rvt_packet_name(&expected->packet),
                 waiting, rvt_decision_clause(expected->origin.decision));
    rvt_explain_expected(&lockstep->config, expected, &text);
    rvt_history_print(&lockstep->history, expected->blocks, &text);
}

/* --- latency ------------------------------------------------------------------------------------ */

/* Cycles from the decision of an entry until now, without those in which the sink held the output. */
static uint64_t age(const struct rvt_lockstep *lockstep, const struct rvt_expected *expected)
{
    uint64_t cycles = lockstep->now.cycle - expected->since.cycle;
    uint64_t held = lockstep->now.held_cycles - expected->since.held_cycles;
    return cycles > held ? cycles - held : 0;
}

static void check_late(struct rvt_lockstep *lockstep)
{
    static const char *const what[RVT_OBSERVERS] = {"packet", "encapsulated packet"};
    for (unsigned i = 0; i < RVT_OBSERVERS; i++) {
        enum rvt_observer observer = (enum rvt_observer)i;
        const struct rvt_expected *expected = rvt_expected_front(&lockstep->queue, observer);
        if (expected != NULL && lockstep->options.latency_max > 0 &&
            age(lockstep, expected) > lockstep->options.latency_max) {
            add_missing(lockstep, what[i], expected,
                        rvt_expected_waiting(&lockstep->queue, observer));
            return;
        }
    }
}

/* Time passes to now. */
static void advance(struct rvt_lockstep *lockstep, struct rvt_instant now)
{
    assert(now.cycle >= lockstep->now.cycle && now.held_cycles >= lockstep->now.held_cycles);
    lockstep->now = now;
    if (!stopped(lockstep))
        check_late(lockstep);
}

static void note_latency(struct rvt_lockstep *lockstep, const struct rvt_expected *expected)
{
    uint64_t cycles = age(lockstep, expected);
    if (cycles > lockstep->statistics.latency_max)
        lockstep->statistics.latency_max = cycles;
}

/* --- the model's side ----------------------------------------------------------------------------- */

static enum rvt_status encapsulate(struct rvt_lockstep *lockstep, struct rvt_expected *expected)
{
    const struct rvt_encap_config *config = &lockstep->config.encap;
    struct rvt_encap encap = {.kind = RVT_ENCAP_NORMAL,
                              .flow = (uint8_t)config->flow,
                              .extend = config->timestamp_bytes > 0,
                              .srcid = (uint16_t)config->srcid,
                              .type = (uint8_t)config->type_inst,
                              .payload = expected->payload};
    encap.timestamp = expected->origin.time & rvt_mask(8 * config->timestamp_bytes);
    return rvt_encap_write(&lockstep->config, &encap, expected->encap, sizeof expected->encap,
                           &expected->encap_bytes, NULL);
}

static enum rvt_status on_packet(void *context, const struct rvt_packet *packet,
                                 const struct rvt_origin *origin)
{
    struct rvt_lockstep *lockstep = context;
    struct rvt_expected *expected;
    if (stopped(lockstep))
        return RVT_OK;
    enum rvt_status status = rvt_expected_add(&lockstep->queue, &expected);
    if (status != RVT_OK)
        return status;
    expected->packet = *packet;
    expected->origin = *origin;
    expected->since = lockstep->now;
    expected->blocks = lockstep->history.count;
    status = rvt_packet_write(&lockstep->config, packet, &expected->payload, NULL);
    return status == RVT_OK ? encapsulate(lockstep, expected) : status;
}

void rvt_lockstep_control(struct rvt_lockstep *lockstep, struct rvt_instant now, uint64_t time,
                          const struct rvt_control *control)
{
    const struct rvt_row row = {.cycle = now.cycle, .time = time};
    struct rvt_diag diag;
    rvt_diag_clear(&diag);
    advance(lockstep, now);
    enum rvt_status status = rvt_encoder_control(lockstep->encoder, &row, control, &diag);
    if (status == RVT_OK && lockstep->retired != NULL)
        status = rvt_retired_control(lockstep->retired, control);
    if (status != RVT_OK)
        add_fault(lockstep, "control", status, &diag);
}

static void count_row(struct rvt_lockstep *lockstep, const struct rvt_row *row)
{
    lockstep->statistics.rows++;
    lockstep->statistics.rows_lost += row->lost;
    for (unsigned i = 0; i < row->blocks; i++) {
        const struct rvt_block *block = &row->block[i];
        struct rvt_run run;
        if (block->iretire == 0)
            continue;
        lockstep->statistics.blocks++;
        if (lockstep->image == NULL)
            continue;
        uint64_t pc = block->iaddr, last = rvt_block_last(&lockstep->config.params, block);
        while (pc < last && rvt_image_run(lockstep->image, pc, &run, NULL) == RVT_OK &&
               run.last < last) {
            lockstep->statistics.instructions += run.count;
            pc = run.last + run.insn.size;
        }
        struct rvt_insn insn;
        for (; pc < last && rvt_image_insn(lockstep->image, pc, &insn, NULL) == RVT_OK;
             pc += insn.size)
            lockstep->statistics.instructions++;
        lockstep->statistics.instructions++;
    }
}

void rvt_lockstep_row(struct rvt_lockstep *lockstep, struct rvt_instant now,
                      const struct rvt_row *row)
{
    struct rvt_diag diag;
    rvt_diag_clear(&diag);
    advance(lockstep, now);
    rvt_history_add(&lockstep->history, &lockstep->config.params, row);
    count_row(lockstep, row);
    enum rvt_status status = rvt_encoder_row(lockstep->encoder, row, &diag);
    if (status == RVT_OK && lockstep->retired != NULL)
        status = rvt_retired_row(lockstep->retired, row);
    if (status != RVT_OK)
        add_fault(lockstep, "row", status, &diag);
}

void rvt_lockstep_idle(struct rvt_lockstep *lockstep, struct rvt_instant now)
{
    struct rvt_diag diag;
    rvt_diag_clear(&diag);
    advance(lockstep, now);
    enum rvt_status status = rvt_encoder_idle(lockstep->encoder, now.cycle, &diag);
    if (status == RVT_OK && lockstep->retired != NULL)
        status = rvt_retired_idle(lockstep->retired, now.cycle);
    if (status != RVT_OK)
        add_fault(lockstep, "idle cycle", status, &diag);
}

/* --- the hardware's side ---------------------------------------------------------------------------- */

void rvt_lockstep_packet(struct rvt_lockstep *lockstep, struct rvt_instant now,
                         const uint8_t *payload, size_t bytes)
{
    struct rvt_difference difference;
    uint64_t number = lockstep->statistics.packets++;
    advance(lockstep, now);
    if (lockstep->retired != NULL)
        rvt_retired_packet(lockstep->retired, now.cycle, payload, bytes);
    if (stopped(lockstep))
        return;
    const struct rvt_expected *expected = rvt_expected_front(&lockstep->queue, RVT_OBSERVER_PACKETS);
    if (expected == NULL) {
        add_unexpected(lockstep, "packet", number, payload, bytes, true);
        return;
    }
    lockstep->statistics.comparisons++;
    note_latency(lockstep, expected);
    if (bytes != expected->payload.bytes || memcmp(payload, expected->payload.byte, bytes) != 0) {
        rvt_compare_payload(&lockstep->config, &expected->packet, payload, bytes, &difference);
        if (difference.differs)
            add_difference(lockstep, expected, &difference, payload, bytes);
    }
    rvt_expected_pass(&lockstep->queue, RVT_OBSERVER_PACKETS);
}

/* A whole encapsulated packet is in lockstep->encap. */
static void take_encap(struct rvt_lockstep *lockstep)
{
    size_t bytes = lockstep->encap_need;
    const struct rvt_expected *expected = rvt_expected_front(&lockstep->queue, RVT_OBSERVER_BYTES);
    if (lockstep->retired != NULL && !lockstep->options.packets) {
        struct rvt_encap encap;
        size_t used;
        uint8_t none = 0;
        bool readable = rvt_encap_read(&lockstep->config, lockstep->encap, bytes, &encap, &used,
                                       NULL) == RVT_OK;
        rvt_retired_packet(lockstep->retired, lockstep->now.cycle,
                           readable ? encap.payload.byte : &none,
                           readable ? encap.payload.bytes : 0);
        lockstep->statistics.packets++;
    }
    if (stopped(lockstep))
        return;
    if (expected == NULL) {
        add_unexpected(lockstep, "encapsulated packet", lockstep->queue.end, lockstep->encap, bytes,
                       false);
        return;
    }
    lockstep->statistics.comparisons++;
    note_latency(lockstep, expected);
    if (bytes != expected->encap_bytes || memcmp(lockstep->encap, expected->encap, bytes) != 0)
        add_encap_difference(lockstep, expected);
    rvt_expected_pass(&lockstep->queue, RVT_OBSERVER_BYTES);
}

/* Takes one byte; true if it ends a packet or is a null packet. */
static bool take_byte(struct rvt_lockstep *lockstep, uint8_t byte)
{
    const struct rvt_encap_config *config = &lockstep->config.encap;
    if (lockstep->encap_have == 0) {
        size_t length = byte & ENCAP_LENGTH_MASK;
        if (length == 0)
            return true; /* ENC-009 */
        size_t extend = (byte & ENCAP_EXTEND) != 0 ? config->timestamp_bytes : 0;
        lockstep->encap_need = 1 + config->srcid_bits / 8 + extend + length; /* ENC-004 */
    }
    lockstep->encap[lockstep->encap_have++] = byte;
    lockstep->statistics.bytes++;
    if (lockstep->encap_have < lockstep->encap_need)
        return false;
    take_encap(lockstep);
    lockstep->encap_have = 0;
    return true;
}

void rvt_lockstep_bytes(struct rvt_lockstep *lockstep, struct rvt_instant now, const uint8_t *data,
                        size_t count, bool has_last, bool last)
{
    bool end = true;
    advance(lockstep, now);
    for (size_t i = 0; i < count; i++)
        end = take_byte(lockstep, data[i]);
    struct rvt_text text;
    if (!has_last || count == 0 || end == last || stopped(lockstep) || !add(lockstep, &text))
        return;
    rvt_text_add(&text, "cycle %" PRIu64 ": end of packet %s after these bytes [ENC-004]\n  observed ",
                 now.cycle, last ? "marked, but none is" : "not marked, but one is");
    rvt_explain_bytes(data, count, &text);
}

/* --- the end ---------------------------------------------------------------------------------------- */

void rvt_lockstep_end(struct rvt_lockstep *lockstep, struct rvt_instant now)
{
    struct rvt_text text;
    if (lockstep->ended)
        return;
    lockstep->ended = true;
    rvt_lockstep_idle(lockstep, now);
    if (lockstep->retired != NULL)
        rvt_retired_end(lockstep->retired, now.cycle);
    if (stopped(lockstep))
        return;
    static const char *const what[RVT_OBSERVERS] = {"packet", "encapsulated packet"};
    for (unsigned i = 0; i < RVT_OBSERVERS; i++) {
        enum rvt_observer observer = (enum rvt_observer)i;
        uint64_t waiting = rvt_expected_waiting(&lockstep->queue, observer);
        if (waiting > 0)
            add_missing(lockstep, what[i], rvt_expected_front(&lockstep->queue, observer), waiting);
    }
    if (lockstep->encap_have > 0 && add(lockstep, &text))
        rvt_text_add(&text, "cycle %" PRIu64 ": the byte stream ends inside a packet [ENC-014]",
                     now.cycle);
    if (lockstep->statistics.comparisons == 0 && add(lockstep, &text))
        rvt_text_add(&text, "cycle %" PRIu64 ": nothing was compared", now.cycle);
}

bool rvt_lockstep_judged(const struct rvt_lockstep *lockstep, enum rvt_verdict verdict)
{
    return verdict == RVT_VERDICT_BIT_EXACT || lockstep->retired != NULL;
}

unsigned rvt_lockstep_findings(const struct rvt_lockstep *lockstep, enum rvt_verdict verdict)
{
    return lockstep->findings[verdict].count;
}

const char *rvt_lockstep_finding(const struct rvt_lockstep *lockstep, enum rvt_verdict verdict,
                                 unsigned index)
{
    const struct rvt_findings *findings = &lockstep->findings[verdict];
    return index < findings->count ? findings->entry[index].text : NULL;
}

bool rvt_lockstep_passed(const struct rvt_lockstep *lockstep)
{
    enum rvt_verdict verdict =
        lockstep->options.decode_exact ? RVT_VERDICT_DECODE_EXACT : RVT_VERDICT_BIT_EXACT;
    return lockstep->findings[verdict].count == 0;
}

uint64_t rvt_lockstep_first_cycle(const struct rvt_lockstep *lockstep)
{
    uint64_t cycle = UINT64_MAX;
    for (unsigned i = 0; i < RVT_VERDICTS; i++) {
        const struct rvt_findings *findings = &lockstep->findings[i];
        if (findings->count > 0 && findings->entry[0].cycle < cycle)
            cycle = findings->entry[0].cycle;
    }
    return cycle;
}

void rvt_lockstep_statistics(const struct rvt_lockstep *lockstep,
                             struct rvt_lockstep_statistics *statistics)
{
    *statistics = lockstep->statistics;
    if (lockstep->retired != NULL)
        statistics->decoded = rvt_retired_packets(lockstep->retired);
}

/* --- life cycle --------------------------------------------------------------------------------- */

enum rvt_status rvt_lockstep_open(const struct rvt_config *config,
                                  const struct rvt_lockstep_options *options,
                                  struct rvt_image *image, struct rvt_lockstep **lockstep)
{
    if ((!options->packets && !options->bytes) || (options->decode_exact && image == NULL))
        return RVT_ERR_PARAMETER;
    struct rvt_lockstep *made = calloc(1, sizeof *made);
    if (made == NULL)
        return RVT_ERR_MEMORY;
    unsigned max = options->findings_max > 0 ? options->findings_max : 1;
    made->config = *config;
    made->options = *options;
    made->image = image;
    enum rvt_status status = rvt_expected_init(&made->queue, options->packets, options->bytes);
    for (unsigned i = 0; i < RVT_VERDICTS && status == RVT_OK; i++)
        status = rvt_findings_init(&made->findings[i], max);
    if (status == RVT_OK)
        status = rvt_encoder_open(config, on_packet, made, &made->encoder);
    if (status == RVT_OK && image != NULL)
        status = rvt_retired_open(config, image, &made->findings[RVT_VERDICT_DECODE_EXACT],
                                  &made->retired);
    if (status != RVT_OK) {
        rvt_lockstep_close(made);
        return status;
    }
    *lockstep = made;
    return RVT_OK;
}

void rvt_lockstep_close(struct rvt_lockstep *lockstep)
{
    if (lockstep == NULL)
        return;
    rvt_retired_close(lockstep->retired);
    rvt_encoder_close(lockstep->encoder);
    for (unsigned i = 0; i < RVT_VERDICTS; i++)
        rvt_findings_fini(&lockstep->findings[i]);
    rvt_expected_fini(&lockstep->queue);
    free(lockstep);
}
