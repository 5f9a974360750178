/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "check/coverage.h"

#include <assert.h>
#include <stdio.h>

/* Kinds of packets, in the order of their points. */
enum kind { F0S0, F0S0NA, F0S1, F1, F1NA, F2, F30, F31, F32, F33 };

static const char *const kind_names[RVT_COVERAGE_KINDS] = {
    "F0s0", "F0s0 without address", "F0s1", "F1", "F1na", "F2", "F3/0", "F3/1", "F3/2", "F3/3"};

static const uint8_t map_sizes[] = {1, 2, 3, 4, 7, 8, 15, 16, 30, 31};
static const char *const index_maps[] = {"no map",        "a map of 1",   "a map of 2..3",
                                         "a map of 4..7", "one of 8..15", "one of 16..31"};
static const char *const reasons[] = {"6b",     "7 resync",   "7 notify",
                                      "8 trap", "8 ppccd_br", "8 unqualified"};
static const char *const steps[] = {"sequential", "branch", "updiscon", "xRET", "first"};

/* Where the points of each group begin. */
enum {
    AT_KIND = 0,
    AT_MAP = AT_KIND + RVT_COVERAGE_KINDS, /* F1, by branches */
    AT_INDEX = AT_MAP + 10,                /* F0s1, by size of the map */
    AT_COUNT = AT_INDEX + 6,               /* F0s0: each branch_fmt by each range of branch_count */
    AT_AFTER_F1NA = AT_COUNT + 15,         /* each kind but F3/0 and F3/1 */
    AT_START_AFTER = AT_AFTER_F1NA + 8,    /* each kind, then F3/0 */
    AT_TRAP_AFTER = AT_START_AFTER + 10,   /* each kind, then F3/1 */
    AT_END_AFTER = AT_TRAP_AFTER + 10,     /* each kind, then the support packet that ends */
    AT_REASON = AT_END_AFTER + 10,         /* F0s0, F0s1, F1, F2 by reason by branch */
    AT_TRAPS = AT_REASON + 48,             /* predecessor by sequence */
    AT_FLAG = AT_TRAPS + 70,
    AT_END = AT_FLAG + 29,
};
_Static_assert((unsigned)AT_END == (unsigned)RVT_COVERAGE_POINTS, "every point has a group");

/* Flags and codes, in the order of their points. */
enum flag {
    NOTIFY_F0S0,
    NOTIFY_F1,
    NOTIFY_F2,
    UPDISCON_F0S0,
    UPDISCON_F1,
    UPDISCON_F2,
    IRREPORT_F0S0,
    IRREPORT_F0S1,
    IRREPORT_F1,
    IRREPORT_F2,
    TRAP_CODES, /* thaddr by interrupt: 4 */
    START_BRANCH = TRAP_CODES + 4,
    TRAP_BRANCH = START_BRANCH + 2,
    QUAL_STATUS = TRAP_BRANCH + 2,
    IENABLE = QUAL_STATUS + 4,
    IMPLICIT_TRAP = IENABLE + 2, /* by interrupt */
    INDEX_BEFORE_SYNC = IMPLICIT_TRAP + 2,
    LONG_COUNT, /* a count of more than 1000 */
    NEGATIVE_DELTA,
    FLAGS
};
_Static_assert((unsigned)FLAGS == AT_END - AT_FLAG, "every flag has a point");

static const char *const flag_names[] = {
    "F0s0 with notify",
    "F1 with notify",
    "F2 with notify",
    "F0s0 with updiscon",
    "F1 with updiscon",
    "F2 with updiscon",
    "F0s0 with irreport",
    "F0s1 with irreport",
    "F1 with irreport",
    "F2 with irreport",
    "F3/1 thaddr 0 interrupt 0",
    "F3/1 thaddr 0 interrupt 1",
    "F3/1 thaddr 1 interrupt 0",
    "F3/1 thaddr 1 interrupt 1",
    "F3/0 branch 0",
    "F3/0 branch 1",
    "F3/1 branch 0",
    "F3/1 branch 1",
    "F3/3 qual_status 0",
    "F3/3 qual_status 1",
    "F3/3 qual_status 2",
    "F3/3 qual_status 3",
    "F3/3 ienable 0",
    "F3/3 ienable 1",
    "F3/1 without address interrupt 0",
    "F3/1 without address interrupt 1",
    "F0s1 before a sync packet",
    "F0s0 with more than 1000 branches",
    "F1 or F2 with a negative difference",
};

void rvt_coverage_init(struct rvt_coverage *coverage)
{
    *coverage = (struct rvt_coverage){.before = RVT_COVERAGE_KINDS};
    rvt_coverage_restart(coverage);
}

void rvt_coverage_restart(struct rvt_coverage *coverage)
{
    coverage->before = RVT_COVERAGE_KINDS;
    coverage->step = RVT_COVERAGE_GAP;
    coverage->traps = 0;
    coverage->interrupts = 0;
}

static void hit(struct rvt_coverage *coverage, unsigned point)
{
    assert(point < RVT_COVERAGE_POINTS);
    coverage->count[point]++;
}

static void hit_flag(struct rvt_coverage *coverage, bool set, unsigned flag)
{
    if (set)
        hit(coverage, AT_FLAG + flag);
}

static enum kind kind_of(const struct rvt_packet *packet)
{
    switch (packet->format) {
    case RVT_FORMAT_OPT_EXT:
        if (packet->subformat == RVT_SUBFORMAT_JUMP_TARGET_INDEX)
            return F0S1;
        return packet->branch_fmt == RVT_BRANCH_FMT_NO_ADDR ? F0S0NA : F0S0;
    case RVT_FORMAT_DIFF_DELTA:
        return packet->branches == 0 ? F1NA : F1;
    case RVT_FORMAT_ADDR_ONLY:
        return F2;
    default:
        return (enum kind)(F30 + packet->subformat);
    }
}

/* 0: no map; 1..5: the sizes that mapbits distinguishes. */
static unsigned map_class(unsigned branches)
{
    unsigned class = 0;

    for (; branches > 0; branches >>= 1)
        class ++;
    return class;
}

/* Ranges of branch_count: 31 branches, 32, up to 62, up to 1000, more. */
static unsigned count_class(uint32_t branch_count)
{
    if (branch_count < 2)
        return branch_count;
    return branch_count < 32 ? 2 : branch_count <= 1000 - 31 ? 3 : 4;
}

static void count_branches(struct rvt_coverage *coverage, const struct rvt_packet *packet,
                           enum kind kind)
{
    unsigned format = packet->branch_fmt == RVT_BRANCH_FMT_NO_ADDR ? 0 : packet->branch_fmt - 1u;

    if (kind == F1)
        for (unsigned i = 0; i < sizeof map_sizes; i++)
            if (packet->branches == map_sizes[i])
                hit(coverage, AT_MAP + i);
    if (kind == F0S1)
        hit(coverage, AT_INDEX + map_class(packet->branches));
    if (kind == F0S0 || kind == F0S0NA) {
        hit(coverage, AT_COUNT + 5 * format + count_class(packet->branch_count));
        hit_flag(coverage, packet->branch_count > 1000 - 31, LONG_COUNT);
    }
}

/* The flags of formats 0 to 2. */
static void count_flags(struct rvt_coverage *coverage, const struct rvt_config *config,
                        const struct rvt_packet *packet, enum kind kind)
{
    const struct rvt_params *params = &config->params;
    unsigned shift = config->switches.addr_shift ? params->iaddress_lsb_p : 0;
    unsigned top = params->iaddress_width_p - shift - 1;

    hit_flag(coverage, kind == F0S1 && packet->irreport, IRREPORT_F0S1);
    if (kind != F0S0 && kind != F1 && kind != F2)
        return;
    unsigned of = kind == F0S0 ? 0 : kind == F1 ? 1 : 2;
    hit_flag(coverage, packet->notify, NOTIFY_F0S0 + of);
    hit_flag(coverage, packet->updiscon, UPDISCON_F0S0 + of);
    hit_flag(coverage, packet->irreport, kind == F0S0 ? IRREPORT_F0S0 : IRREPORT_F1 + of - 1);
    hit_flag(coverage,
             kind != F0S0 && !config->options.full_address && (packet->address >> top & 1) != 0,
             NEGATIVE_DELTA);
}

static void count_format3(struct rvt_coverage *coverage, const struct rvt_config *config,
                          const struct rvt_packet *packet, enum kind kind)
{
    const uint16_t *support = packet->support.value;

    if (kind == F30) {
        hit(coverage, AT_FLAG + START_BRANCH + packet->branch);
    } else if (kind == F31) {
        hit(coverage, AT_FLAG + TRAP_CODES + 2u * packet->thaddr + packet->interrupt);
        hit(coverage, AT_FLAG + TRAP_BRANCH + packet->branch);
        hit_flag(coverage, packet->thaddr && config->options.implicit_exception,
                 IMPLICIT_TRAP + packet->interrupt);
    } else if (kind == F33) {
        hit(coverage, AT_FLAG + QUAL_STATUS + (support[RVT_SUPPORT_QUAL_STATUS] & 3));
        hit(coverage, AT_FLAG + IENABLE + (support[RVT_SUPPORT_IENABLE] & 1));
    }
}

static void count_order(struct rvt_coverage *coverage, const struct rvt_packet *packet,
                        enum kind kind)
{
    unsigned before = coverage->before;
    unsigned qual_status = packet->support.value[RVT_SUPPORT_QUAL_STATUS];

    coverage->before = kind;
    if (before >= RVT_COVERAGE_KINDS)
        return;
    if (before == F1NA && kind != F30 && kind != F31)
        hit(coverage, AT_AFTER_F1NA + (kind < F30 ? kind : kind - 2u));
    if (kind == F30)
        hit(coverage, AT_START_AFTER + before);
    if (kind == F31)
        hit(coverage, AT_TRAP_AFTER + before);
    if (kind == F33 && (qual_status == RVT_QUAL_ENDED_REP || qual_status == RVT_QUAL_ENDED_NTR))
        hit(coverage, AT_END_AFTER + before);
    hit_flag(coverage, before == F0S1 && (kind == F30 || kind == F31), INDEX_BEFORE_SYNC);
}

/* final_repeat reports the last instruction twice, which is not a reason by itself (AMB-131). */
static void count_reason(struct rvt_coverage *coverage, const struct rvt_config *config,
                         enum kind kind, const struct rvt_coverage_reason *reason)
{
    static const enum rvt_decision decisions[] = {
        RVT_DECISION_UPDISCON,    RVT_DECISION_RESYNC_BRANCHES, RVT_DECISION_NOTIFY,
        RVT_DECISION_BEFORE_TRAP, RVT_DECISION_BEFORE_PPCCD,    RVT_DECISION_BEFORE_END};
    static const enum kind rows[] = {F0S0, F0S1, F1, F2};

    if (config->switches.final_repeat && reason->decision == RVT_DECISION_BEFORE_END)
        return;
    for (unsigned row = 0; row < 4; row++)
        for (unsigned i = 0; i < 6; i++)
            if (kind == rows[row] && reason->decision == decisions[i])
                hit(coverage, AT_REASON + 12 * row + 2 * i + reason->branch);
}

void rvt_coverage_packet(struct rvt_coverage *coverage, const struct rvt_config *config,
                         const struct rvt_packet *packet, const struct rvt_coverage_reason *reason)
{
    enum kind kind = kind_of(packet);

    hit(coverage, AT_KIND + kind);
    count_branches(coverage, packet, kind);
    count_flags(coverage, config, packet, kind);
    count_format3(coverage, config, packet, kind);
    count_order(coverage, packet, kind);
    if (reason != NULL)
        count_reason(coverage, config, kind, reason);
}

/* Sequences of 1, 2 and 3 traps: 2, 4 and 8 of them. */
static unsigned sequence_point(const struct rvt_coverage *coverage)
{
    return AT_TRAPS + 14 * (unsigned)coverage->step + (1u << coverage->traps) - 2 +
           coverage->interrupts;
}

void rvt_coverage_item(struct rvt_coverage *coverage, enum rvt_coverage_step step)
{
    if (step == RVT_COVERAGE_EXCEPTION || step == RVT_COVERAGE_INTERRUPT) {
        if (coverage->traps < 3 && step == RVT_COVERAGE_INTERRUPT)
            coverage->interrupts |= 1u << coverage->traps;
        coverage->traps++;
        return;
    }
    if (coverage->traps > 0 && coverage->traps <= 3 && step != RVT_COVERAGE_GAP)
        hit(coverage, sequence_point(coverage));
    coverage->traps = 0;
    coverage->interrupts = 0;
    coverage->step = step;
}

void rvt_coverage_add(struct rvt_coverage *coverage, const struct rvt_coverage *other)
{
    for (unsigned i = 0; i < RVT_COVERAGE_POINTS; i++)
        coverage->count[i] += other->count[i];
}

static void name_traps(unsigned index, char *text, size_t capacity)
{
    char sequence[8] = "";
    unsigned which = index % 14, length = 1;

    for (; which >= 1u << length; length++)
        which -= 1u << length;
    for (unsigned i = 0; i < length; i++)
        sequence[i] = (which >> i & 1) != 0 ? 'I' : 'E';
    (void)snprintf(text, capacity, "traps %s after %s", sequence, steps[index / 14]);
}

void rvt_coverage_name(unsigned point, char *text, size_t capacity)
{
    static const char *const formats[] = {"F0s0", "F0s1", "F1", "F2"};
    static const char *const counts[] = {"31", "32", "33..62", "63..1000", "more than 1000"};
    static const char *const fmt[] = {"00", "10", "11"};

    assert(point < RVT_COVERAGE_POINTS);
    if (point < AT_MAP)
        (void)snprintf(text, capacity, "packet %s", kind_names[point - AT_KIND]);
    else if (point < AT_INDEX)
        (void)snprintf(text, capacity, "F1 with branches %u", map_sizes[point - AT_MAP]);
    else if (point < AT_COUNT)
        (void)snprintf(text, capacity, "F0s1 with %s", index_maps[point - AT_INDEX]);
    else if (point < AT_AFTER_F1NA)
        (void)snprintf(text, capacity, "F0s0 branch_fmt %s, %s branches",
                       fmt[(point - AT_COUNT) / 5], counts[(point - AT_COUNT) % 5]);
    else if (point < AT_START_AFTER)
        (void)snprintf(text, capacity, "F1na then %s",
                       kind_names[point - AT_AFTER_F1NA + (point - AT_AFTER_F1NA < F30 ? 0 : 2)]);
    else if (point < AT_TRAP_AFTER)
        (void)snprintf(text, capacity, "%s then F3/0", kind_names[point - AT_START_AFTER]);
    else if (point < AT_END_AFTER)
        (void)snprintf(text, capacity, "%s then F3/1", kind_names[point - AT_TRAP_AFTER]);
    else if (point < AT_REASON)
        (void)snprintf(text, capacity, "%s then end", kind_names[point - AT_END_AFTER]);
    else if (point < AT_TRAPS)
        (void)snprintf(text, capacity, "%s by %s, %s", formats[(point - AT_REASON) / 12],
                       reasons[(point - AT_REASON) % 12 / 2],
                       (point - AT_REASON) % 2 != 0 ? "at a branch" : "not at a branch");
    else if (point < AT_FLAG)
        name_traps(point - AT_TRAPS, text, capacity);
    else
        (void)snprintf(text, capacity, "%s", flag_names[point - AT_FLAG]);
}

static bool leaves_position(enum kind kind)
{
    return kind == F0S0NA || kind == F1NA || kind == F32;
}

const char *rvt_coverage_impossible(unsigned point)
{
    if (point >= AT_TRAP_AFTER && point < AT_END_AFTER &&
        leaves_position((enum kind)(point - AT_TRAP_AFTER)))
        return "the instruction before a trap is reported (ETR-ALG-033)";
    if (point >= AT_END_AFTER && point < AT_REASON &&
        leaves_position((enum kind)(point - AT_END_AFTER)))
        return "the last instruction is reported (ETR-ALG-033)";
    if (point < AT_REASON || point >= AT_TRAPS)
        return NULL;
    unsigned format = (point - AT_REASON) / 12;
    unsigned reason = (point - AT_REASON) % 12 / 2;
    if (format == 1 && reason != 0)
        return "an index reports only the target of a discontinuity (ETR-FMT-045)";
    if (format == 3 && (point - AT_REASON) % 2 != 0)
        return "the outcome of the branch is pending, so that the packet is F1 (ETR-ALG-052)";
    return NULL;
}
