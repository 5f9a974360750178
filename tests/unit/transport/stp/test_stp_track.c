/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Every member of each event and finding of random STP packets, with every switch, compared with a
 * second computation by the contract of stp_track.h. Shows: STP-002, STP-003, STP-004, STP-006,
 * STP-007, STP-008, STP-009, STP-011, STP-012, STP-013, STP-014
 */
#include <criterion/criterion.h>

#include <string.h>

#include "tests/unit/random.h"
#include "transport/stp/stp_track.h"

enum { STREAMS = 20000, PACKETS = 40, FINDINGS_MAX = 8 };

/* What the track reported in one call. */
struct report {
    struct rvt_stp_event event;
    unsigned events, findings;
    struct rvt_finding finding[FINDINGS_MAX];
};

/* What is known of a stream so far. */
struct known {
    struct rvt_stp_config config;
    enum rvt_stp_time_type type, announced;
    bool le, version, clean; /* clean: nothing was lost since the first ASYNC */
    bool said_002, said_004, said_006;
    bool has_master, has_async, has_frequency, changed_frequency, trusted, has_last;
    uint16_t master, channel;
    uint64_t async, frequency, time, last, nulls, first_null;
    struct report report; /* the expected one */
};

static unsigned seen[RVT_RULES]; /* findings by rule */

static void take_event(void *context, const struct rvt_stp_event *event)
{
    struct report *report = context;

    report->event = *event;
    report->events++;
}

static void take_finding(void *context, const struct rvt_finding *finding)
{
    struct report *report = context;

    cr_assert(report->events == 0, "findings precede their event");
    cr_assert(report->findings < FINDINGS_MAX);
    report->finding[report->findings++] = *finding;
}

/* ---- the second computation ---- */

static struct rvt_finding *expect(struct known *k, enum rvt_rule rule, uint64_t at,
                                  const char *field, uint64_t value)
{
    struct rvt_finding *finding = &k->report.finding[k->report.findings++];

    *finding = (struct rvt_finding){.rule = rule,
                                    .field = field,
                                    .value = value,
                                    .byte = at / 2,
                                    .has_nibble = true,
                                    .nibble = at % 2};
    return finding;
}

static struct rvt_finding *expect_in_channel(struct known *k, enum rvt_rule rule, uint64_t at,
                                             const char *field, uint64_t value)
{
    struct rvt_finding *finding = expect(k, rule, at, field, value);

    finding->has_channel = true;
    finding->master = k->master;
    finding->channel = k->channel;
    return finding;
}

static void expect_distance(struct known *k, uint64_t at)
{
    uint64_t nibbles = at - k->async, bytes = nibbles / 2 + nibbles % 2;

    if (k->has_async && k->config.async_bytes_max > 0 && bytes > k->config.async_bytes_max) {
        struct rvt_finding *finding = expect(k, RVT_RULE_STP_012, at, "bytes since ASYNC", bytes);
        finding->expects = "at most";
        finding->expected = k->config.async_bytes_max;
    }
}

static void know_version(struct known *k, const struct rvt_stp_packet *packet, uint64_t at)
{
    static const enum rvt_stp_time_type types[] = {
        RVT_STP_TIME_LEGACY, RVT_STP_TIME_LEGACY,  RVT_STP_TIME_NATDELTA, RVT_STP_TIME_NAT,
        RVT_STP_TIME_GRAY,   RVT_STP_TIME_UNKNOWN, RVT_STP_TIME_UNKNOWN,  RVT_STP_TIME_UNKNOWN,
    };
    bool has_byte = packet->payload >= 8;
    unsigned minor = packet->version % 128;
    bool first = k->announced == RVT_STP_TIME_UNKNOWN;

    k->version = true;
    k->type = types[packet->payload % 8];
    k->le = k->config.le_always || (has_byte && packet->version >= 128);
    if (k->type == RVT_STP_TIME_UNKNOWN || (has_byte && (minor < 1 || minor > 3)))
        (void)expect(k, RVT_RULE_STP_003, at, "VERSION", packet->payload * 256 + packet->version);
    if (k->type != RVT_STP_TIME_UNKNOWN && !first && k->announced != k->type) {
        (void)expect(k, RVT_RULE_STP_008, at, "VERSION", packet->payload);
        k->has_last = false;
    }
    if (k->type != RVT_STP_TIME_UNKNOWN)
        k->announced = k->type;
    if (k->type != RVT_STP_TIME_NATDELTA)
        k->trusted = false;
    else if (first && k->clean)
        k->trusted = true;
    k->said_006 = false;
    if (k->config.version_scope == RVT_STP_VERSION_RESETS) {
        k->master = k->channel = 0;
        k->has_master = false;
    }
    if (k->config.version_scope == RVT_STP_VERSION_CLEARS_CHANNEL_HIGH)
        k->channel %= 256;
}

static void know_scope(struct known *k, const struct rvt_stp_packet *packet, uint64_t at)
{
    bool keeps = packet->opcode == RVT_STP_M8 && k->config.m8_scope == RVT_STP_M8_KEEPS_HIGH;
    uint64_t value = packet->payload;

    if (packet->opcode == RVT_STP_M8 || packet->opcode == RVT_STP_M16) {
        value += keeps ? k->master / 256 * 256 : 0;
        if (k->has_master && k->master == value && k->channel == 0)
            (void)expect_in_channel(k, RVT_RULE_STP_011, at, "master", value);
        k->master = (uint16_t)value;
        k->channel = 0;
        k->has_master = true;
    } else {
        value += packet->opcode == RVT_STP_C8 ? k->channel / 256 * 256 : 0;
        if (k->has_master && k->channel == value)
            (void)expect_in_channel(k, RVT_RULE_STP_011, at, "channel", value);
        k->channel = (uint16_t)value;
    }
}

/* Gray code, bit by bit: each bit of a number is the parity of those of the code from it on. */
static uint64_t of_gray(uint64_t code)
{
    uint64_t number = 0;

    for (unsigned bit = 64; bit-- > 0;)
        number |= ((number >> bit >> 1 & 1) ^ (code >> bit & 1)) << bit;
    return number;
}

static uint64_t replace_low(uint64_t value, unsigned nibbles, uint64_t low)
{
    for (unsigned i = 0; i < nibbles; i++)
        value = (value & ~(UINT64_C(15) << 4 * i)) | (low & UINT64_C(15) << 4 * i);
    return value;
}

static void know_time(struct known *k, const struct rvt_stp_packet *packet, uint64_t at)
{
    bool whole = packet->timestamp_nibbles == 16;
    uint64_t before = k->time, code = before ^ before / 2;

    if (k->type == RVT_STP_TIME_LEGACY)
        k->time = packet->timestamp;
    if (k->type == RVT_STP_TIME_NATDELTA)
        k->time += packet->timestamp;
    if (k->type != RVT_STP_TIME_NAT && k->type != RVT_STP_TIME_GRAY)
        return;
    if (k->type == RVT_STP_TIME_GRAY)
        k->time = of_gray(replace_low(code, packet->timestamp_nibbles, packet->timestamp));
    else
        k->time = replace_low(before, packet->timestamp_nibbles, packet->timestamp);
    uint64_t old = k->type == RVT_STP_TIME_GRAY ? code : before;
    bool needed = k->changed_frequency || !k->trusted || old >> 56 != packet->timestamp >> 56;
    if (k->changed_frequency && !whole)
        (void)expect_in_channel(k, RVT_RULE_STP_013, at, "timestamp nibbles",
                                packet->timestamp_nibbles);
    if (whole && !needed)
        (void)expect_in_channel(k, RVT_RULE_STP_011, at, "timestamp nibbles", 16);
    k->changed_frequency = false;
    k->trusted = k->trusted || whole;
    if (k->trusted && k->has_last && k->time < k->last) {
        struct rvt_finding *finding =
            expect_in_channel(k, RVT_RULE_STP_007, at, "timestamp", k->time);
        finding->expects = "at least";
        finding->expected = k->last;
    }
    if (k->trusted) {
        k->has_last = true;
        k->last = k->time;
    }
}

static void know_packet(struct known *k, const struct rvt_stp_packet *packet, uint64_t at)
{
    const struct rvt_stp_form *form = rvt_stp_form(packet->opcode);
    unsigned code = rvt_stp_opcode_code(packet->opcode);
    bool exempt = form->kind == RVT_STP_KIND_NULL || form->kind == RVT_STP_KIND_VERSION ||
                  form->kind == RVT_STP_KIND_ASYNC;

    if (!k->version && form->timestamp && !k->said_004) {
        (void)expect(k, RVT_RULE_STP_004, at, "opcode", code);
        k->said_004 = true;
    }
    if (!k->version && !form->timestamp && !exempt && !k->said_002) {
        (void)expect(k, RVT_RULE_STP_002, at, "opcode", code);
        k->said_002 = true;
    }
    if ((form->kind == RVT_STP_KIND_DATA || form->kind == RVT_STP_KIND_FLAG) && !k->has_master &&
        !k->said_006) {
        (void)expect(k, RVT_RULE_STP_006, at, NULL, 0);
        k->said_006 = true;
    }
    if (packet->opcode == RVT_STP_NULL) {
        k->first_null = k->nulls == 0 ? at : k->first_null;
        k->nulls++;
    }
    if (form->kind == RVT_STP_KIND_MASTER || form->kind == RVT_STP_KIND_CHANNEL)
        know_scope(k, packet, at);
    if (form->kind == RVT_STP_KIND_ERROR)
        (void)expect_in_channel(k, RVT_RULE_STP_009, at, form->name, packet->payload);
    if (form->kind == RVT_STP_KIND_FREQUENCY) {
        if (k->has_frequency && k->frequency != packet->payload)
            k->changed_frequency = true;
        k->has_frequency = true;
        k->frequency = packet->payload;
    }
    if (form->kind == RVT_STP_KIND_VERSION)
        know_version(k, packet, at);
    if (form->kind == RVT_STP_KIND_ASYNC) {
        expect_distance(k, at);
        k->has_async = true;
        k->async = at;
        k->version = k->said_002 = k->said_004 = false;
    }
    if (form->timestamp)
        know_time(k, packet, at);
}

static void clear_after(struct known *k, enum rvt_stp_opcode opcode)
{
    if (k->config.error_scope == RVT_STP_ERROR_KEEPS)
        return;
    if (opcode == RVT_STP_MERR || opcode == RVT_STP_GERR)
        k->channel = 0;
    if (opcode == RVT_STP_GERR) {
        k->master = 0;
        k->has_master = k->said_006 = false;
    }
}

/* ---- random streams ---- */

/* Any number of bits; small ones and equal ones are frequent. */
static uint64_t number(uint64_t *seed, unsigned nibbles)
{
    unsigned bits = random_below(seed, 4 * nibbles + 1);
    uint64_t value = bits == 0 ? 0 : next_random(seed) >> (64 - bits);

    return random_below(seed, 3) == 0 ? value % 3 : value;
}

static struct rvt_stp_packet random_packet(uint64_t *seed, enum rvt_stp_time_type type)
{
    static const enum rvt_stp_opcode frequent[] = {
        RVT_STP_VERSION, RVT_STP_ASYNC, RVT_STP_M8,   RVT_STP_M16,  RVT_STP_C8,      RVT_STP_C16,
        RVT_STP_MERR,    RVT_STP_GERR,  RVT_STP_FREQ, RVT_STP_D8TS, RVT_STP_FREQ_40, RVT_STP_D32MTS,
    };
    static const uint8_t lengths[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 16, 16};
    struct rvt_stp_packet packet = {.opcode = frequent[random_below(seed, 12)]};

    while (random_below(seed, 2) == 0 || rvt_stp_form(packet.opcode)->name == NULL)
        packet.opcode = (enum rvt_stp_opcode)random_below(seed, RVT_STP_OPCODES);
    const struct rvt_stp_form *form = rvt_stp_form(packet.opcode);
    packet.payload = number(seed, form->payload_nibbles);
    if (packet.opcode == RVT_STP_VERSION && random_below(seed, 2) == 0)
        packet.payload = 2 + random_below(seed, 3);
    if (packet.opcode == RVT_STP_VERSION && packet.payload >= 8)
        packet.version = (uint8_t)(random_below(seed, 5) + 128 * random_below(seed, 2));
    if (form->timestamp) {
        packet.timestamp_nibbles =
            type == RVT_STP_TIME_LEGACY ? 2 : lengths[random_below(seed, sizeof lengths)];
        packet.timestamp = number(seed, packet.timestamp_nibbles);
    }
    return packet;
}

static void compare(struct known *k, const struct rvt_stp_track *track, const struct report *got,
                    uint64_t seed)
{
    const struct report *want = &k->report;
    const struct rvt_stp_event *a = &got->event, *b = &want->event;

    cr_assert(got->events == want->events && got->findings == want->findings,
              "seed %u: %u findings, not %u", (unsigned)seed, got->findings, want->findings);
    for (unsigned i = 0; i < got->findings; i++) {
        const struct rvt_finding *f = &got->finding[i], *g = &want->finding[i];

        seen[f->rule]++;
        cr_assert(f->rule == g->rule && f->byte == g->byte && f->has_nibble &&
                      f->nibble == g->nibble,
                  "seed %u: rule %d, not %d", (unsigned)seed, (int)f->rule, (int)g->rule);
        cr_assert((f->field == NULL) == (g->field == NULL) && f->value == g->value &&
                      (f->field == NULL || strcmp(f->field, g->field) == 0),
                  "seed %u: rule %d", (unsigned)seed, (int)f->rule);
        cr_assert((f->expects == NULL) == (g->expects == NULL) && f->expected == g->expected &&
                      (f->expects == NULL || strcmp(f->expects, g->expects) == 0),
                  "seed %u: rule %d", (unsigned)seed, (int)f->rule);
        cr_assert(f->has_channel == g->has_channel && f->master == g->master &&
                      f->channel == g->channel,
                  "seed %u: rule %d", (unsigned)seed, (int)f->rule);
    }
    cr_assert(a->at == b->at && a->nibbles == b->nibbles && a->lost == b->lost &&
                  a->timed == b->timed,
              "seed %u", (unsigned)seed);
    cr_assert(a->trusted == b->trusted && a->time == b->time, "seed %u: time", (unsigned)seed);
    cr_assert(a->master_set == b->master_set && a->master == b->master && a->channel == b->channel,
              "seed %u: master %x, channel %x", (unsigned)seed, a->master, a->channel);
    cr_assert(memcmp(&a->packet.payload, &b->packet.payload, sizeof a->packet.payload) == 0);
    cr_assert(track->format.time_type == k->type && track->format.le == k->le, "seed %u: format",
              (unsigned)seed);
}

static void expect_event(struct known *k, const struct rvt_stp_event *event)
{
    k->report.event = *event;
    k->report.event.master_set = k->has_master;
    k->report.event.master = k->master;
    k->report.event.channel = k->channel;
    k->report.event.time = k->time;
    k->report.events = 1;
}

static void run_stream(uint64_t seed)
{
    uint64_t state = seed, at = next_random(&state) >> (8 + random_below(&state, 50));
    struct known k = {
        .config = {.start = (enum rvt_stp_start)random_below(&state, 2),
                   .version_scope = (enum rvt_stp_version_scope)random_below(&state, 3),
                   .m8_scope = (enum rvt_stp_m8_scope)random_below(&state, 2),
                   .error_scope = (enum rvt_stp_error_scope)random_below(&state, 2),
                   .time_type = (enum rvt_stp_time_type)random_below(&state, 5),
                   .le_always = random_below(&state, 2) != 0,
                   .async_bytes_max = random_below(&state, 2) * 40}};
    struct report got;
    const struct rvt_stp_sinks sinks = {take_event, &got, take_finding, &got};
    struct rvt_stp_track track;

    k.type = k.config.time_type;
    k.le = k.config.le_always;
    k.version = k.config.start == RVT_STP_START_SYNCED;
    k.clean = k.config.start == RVT_STP_START_HUNT;
    rvt_stp_track_init(&track, &k.config, &sinks);
    for (unsigned i = 0; i < PACKETS; i++) {
        struct rvt_stp_event event = {.at = at, .nibbles = 1 + random_below(&state, 35)};

        memset(&got, 0, sizeof got);
        memset(&k.report, 0, sizeof k.report);
        if (random_below(&state, 30) == 0) {
            event.lost = true;
            event.nibbles = 1 + random_below(&state, 16);
            event.packet.payload = next_random(&state);
            rvt_stp_track_lost(&track, at, event.packet.payload, event.nibbles);
            k.trusted = k.clean = false;
            expect_event(&k, &event);
        } else {
            event.packet = random_packet(&state, k.type);
            rvt_stp_track_packet(&track, &event);
            know_packet(&k, &event.packet, at);
            event.lost = false;
            event.timed = rvt_stp_form(event.packet.opcode)->timestamp;
            event.trusted = k.trusted;
            expect_event(&k, &event);
            clear_after(&k, event.packet.opcode);
        }
        compare(&k, &track, &got, seed);
        at += random_below(&state, 4) == 0 ? random_below(&state, 90) : event.nibbles;
    }
    memset(&got, 0, sizeof got);
    memset(&k.report, 0, sizeof k.report);
    rvt_stp_track_finish(&track, at);
    expect_distance(&k, at);
    if (k.nulls > 0)
        (void)expect(&k, RVT_RULE_STP_014, k.first_null, "NULL packets", k.nulls);
    compare(&k, &track, &got, seed);
}

Test(stp_track, every_member_of_events_and_findings)
{
    static const enum rvt_rule rules[] = {RVT_RULE_STP_002, RVT_RULE_STP_003, RVT_RULE_STP_004,
                                          RVT_RULE_STP_006, RVT_RULE_STP_007, RVT_RULE_STP_008,
                                          RVT_RULE_STP_009, RVT_RULE_STP_011, RVT_RULE_STP_012,
                                          RVT_RULE_STP_013, RVT_RULE_STP_014};

    for (uint64_t seed = 1; seed <= STREAMS; seed++)
        run_stream(seed);
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        cr_expect(seen[rules[i]] > 100, "rule %d: %u", (int)rules[i], seen[rules[i]]);
}
