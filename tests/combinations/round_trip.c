/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "round_trip.h"

#include "draft/encoder_profile.h"
#include "tests/property/decoder_check.h"
#include "tests/property/run.h"

struct round_trip {
    const struct rvt_config *config;
    struct rvt_coverage *coverage; /* null, or counts every packet */
    struct rvt_encoder *encoder;
    struct decoder_check decoder_check;
    struct rvt_diag diag;
    uint64_t packets, bytes;
    uint64_t broken; /* ordinal of the packet that the decoder refused or misread; 0: none */
};

void sum_init(struct sum *sum)
{
    *sum = (struct sum){.runs = 0};
    rvt_coverage_init(&sum->coverage);
}

void sum_add(struct sum *sum, const struct sum *other)
{
    sum->runs += other->runs;
    sum->passed += other->passed;
    sum->failed += other->failed;
    sum->ambiguous += other->ambiguous;
    sum->skipped += other->skipped;
    sum->instructions += other->instructions;
    sum->states += other->states;
    sum->packets += other->packets;
    sum->bytes += other->bytes;
    rvt_coverage_add(&sum->coverage, &other->coverage);
}

static void cover(struct round_trip *trip, const struct rvt_packet *packet,
                  const struct rvt_origin *origin)
{
    struct rvt_coverage_reason reason = {.decision = origin->decision};
    struct rvt_insn insn;

    if (trip->coverage == NULL)
        return;
    if (packet->format != RVT_FORMAT_SYNC &&
        rvt_image_insn(trip->decoder_check.expect->image, origin->iaddr, &insn, NULL) == RVT_OK)
        reason.branch = insn.kind == RVT_INSN_BRANCH;
    rvt_coverage_packet(trip->coverage, trip->config, packet, &reason);
}

/* Writes and reads the packet, and passes it to the decoder until the first fault. All packets are
 * counted. */
static enum rvt_status transmit(void *context, const struct rvt_packet *packet,
                                const struct rvt_origin *origin)
{
    struct round_trip *trip = context;
    struct rvt_payload payload;
    struct rvt_packet copy;
    enum rvt_status status = rvt_packet_write(trip->config, packet, &payload, &trip->diag);

    trip->packets++;
    if (status == RVT_OK)
        status = rvt_packet_read(trip->config, payload.byte, payload.bytes, &copy, &trip->diag);
    if (status != RVT_OK)
        return status;
    trip->bytes += payload.bytes;
    cover(trip, &copy, origin);
    if (trip->broken == 0 &&
        decoder_check_packet(&trip->decoder_check, &copy, origin, &trip->diag) != RVT_OK)
        trip->broken = trip->packets;
    return RVT_OK;
}

/* Opens encoder and decoder; all arguments are borrowed. */
static bool open_ends(struct round_trip *trip, const struct rvt_config *config,
                      struct expect *expect, bool skips, struct rvt_coverage *coverage)
{
    *trip = (struct round_trip){
        .config = config,
        .coverage = coverage,
        .decoder_check = {.config = config, .expect = expect, .skips = skips},
    };
    rvt_diag_clear(&trip->diag);
    if (coverage != NULL)
        rvt_coverage_restart(coverage);
    return rvt_encoder_profile_open(config, transmit, trip, &trip->encoder) == RVT_OK &&
           decoder_check_open(&trip->decoder_check);
}

static bool send_control(struct round_trip *trip, uint64_t cycle, const struct rvt_control *control)
{
    struct rvt_row row = {.cycle = cycle};

    return rvt_encoder_control(trip->encoder, &row, control, &trip->diag) == RVT_OK;
}

static bool send_row(struct round_trip *trip, const struct rvt_row *row)
{
    return rvt_encoder_row(trip->encoder, row, &trip->diag) == RVT_OK;
}

/* Closes both ends. good: every call before succeeded. True if everything that is not skipped was
 * found. text: how far it got. */
static bool close_ends(struct round_trip *trip, bool good, char *text, size_t capacity)
{
    struct decoder_check *decoder_check = &trip->decoder_check;
    char diag[200];

    good = good && trip->broken == 0 && decoder_check_finish(decoder_check, &trip->diag);
    rvt_diag_format(&trip->diag, diag, sizeof(diag));
    (void)snprintf(text, capacity, "packet %llu of %llu, %llu left out: %s; %s",
                   (unsigned long long)trip->broken, (unsigned long long)trip->packets,
                   (unsigned long long)decoder_check->skipped, diag, decoder_check->expect->fault);
    rvt_encoder_close(trip->encoder);
    rvt_decoder_close(decoder_check->decoder);
    return good;
}

/* Adds the outcome of a round trip, and reports it. One that failed is excused if it succeeds when
 * repeated without the undecodable packets; its instructions are not counted. */
static bool add_outcome(struct sum *sum, const struct round_trip *trip, bool found, bool excused,
                        const struct expect *expect)
{
    sum->runs++;
    sum->passed += found;
    sum->ambiguous += excused;
    sum->failed += !found && !excused;
    sum->instructions += found ? expect->retired : 0;
    sum->states += found ? expect->states : 0;
    sum->packets += trip->packets;
    sum->bytes += trip->bytes;
    return found || excused;
}

/* Row as on an interface with narrower signals: if ctype has one bit, every change of context is
 * imprecise; if that would reset the tables at an unreported place, it is not reported
 * (AMB-071). */
static void narrow(struct rvt_row *row, const struct rvt_config *config)
{
    const struct rvt_params *params = &config->params;

    for (unsigned i = 0; i < row->blocks; i++)
        row->block[i].itype =
            (uint8_t)rvt_itype_narrow((enum rvt_itype)row->block[i].itype, params->itype_width_p);
    if (params->ctype_width_p == 1 && row->ctype > RVT_CTYPE_IMPRECISE)
        row->ctype = RVT_CTYPE_IMPRECISE;
    if (config->switches.table_reset == RVT_TABLE_RESET_ANY_F3 && row->ctype == RVT_CTYPE_IMPRECISE)
        row->ctype = RVT_CTYPE_UNREPORTED;
}

static const struct rvt_control tracing = {.enable = true, .inst_tracing = true};
static const struct rvt_control disabled = {.enable = false};

void round_trip_expect(struct expect *expect, const struct rvt_config *config,
                       const struct trace *trace, struct rvt_coverage *coverage)
{
    *expect = (struct expect){.config = config, .image = trace->image, .coverage = coverage};
    rvt_coverage_restart(coverage);
    expect_control(expect, &tracing);
    for (size_t i = 0; i < trace->rows; i++) {
        expect->epc_known = trace->epc[i] != EPC_UNKNOWN;
        expect->epc = trace->epc[i];
        expect_row(expect, &trace->row[i]);
    }
}

static bool send_trace(struct round_trip *trip, const struct rvt_config *config,
                       const struct trace *trace, struct expect *expect, bool skips,
                       struct rvt_coverage *coverage, char *text, size_t capacity)
{
    bool narrows = config->params.itype_width_p < 4 || config->params.ctype_width_p < 2 ||
                   config->switches.table_reset == RVT_TABLE_RESET_ANY_F3;

    expect->config = config;
    expect_rewind(expect);
    bool good = open_ends(trip, config, expect, skips, coverage) &&
                send_control(trip, trace->row[0].cycle, &tracing);
    for (size_t i = 0; good && i < trace->rows; i++) {
        if (narrows) {
            struct rvt_row row = trace->row[i];
            narrow(&row, config);
            good = send_row(trip, &row);
        } else {
            good = send_row(trip, &trace->row[i]);
        }
    }
    good = good && send_control(trip, trace->row[trace->rows - 1].cycle + 1, &disabled);
    return close_ends(trip, good, text, capacity);
}

bool round_trip_trace(const struct rvt_config *config, const struct trace *trace,
                      struct expect *expect, struct sum *sum, char *text, size_t capacity)
{
    struct round_trip trip, again;
    bool found = send_trace(&trip, config, trace, expect, false, &sum->coverage, text, capacity);
    bool excused = !found && trip.decoder_check.marks > 0 &&
                   send_trace(&again, config, trace, expect, true, NULL, text, capacity);

    sum->skipped += excused ? again.decoder_check.skipped : 0;
    return add_outcome(sum, &trip, found, excused, expect);
}

/* The rows of a random program; disturb: with losses and changes of control. */
static bool play(struct round_trip *trip, struct run *run, struct rvt_random *random, bool disturb)
{
    struct rvt_control on = {.enable = true, .inst_tracing = true, .inst_trig_enable = true};
    struct expect *expect = trip->decoder_check.expect;
    unsigned every = rvt_random_chance(random, 20) ? 15 : 300; /* rows of a session */
    bool enabled = true;

    on.inst_trig_enable = rvt_random_chance(random, 70);
    expect_control(expect, &on);
    bool good = send_control(trip, 0, &on);
    for (size_t i = 0; good && i < run->rows; i++) {
        struct rvt_row *row = &run->row[i];
        row->lost = disturb && rvt_random_chance(random, 1);
        if (disturb && rvt_random_below(random, every) == 0) {
            enabled = !enabled;
            on.inst_tracing = rvt_random_chance(random, 80);
            expect_control(expect, enabled ? &on : &disabled);
            good = send_control(trip, row->cycle, enabled ? &on : &disabled);
        }
        expect->epc_known = true;
        expect->epc = run->epc[i];
        expect_row(expect, row);
        good = good && send_row(trip, row);
    }
    return good && (!enabled || send_control(trip, run->row[run->rows - 1].cycle + 5, &disabled));
}

enum { LONG = 20000 }; /* instructions: enough for thousands of iterations of a loop */

/* Mostly short, sometimes long. */
static uint64_t choose_length(struct rvt_random *random)
{
    unsigned dice = rvt_random_below(random, 100);

    if (dice < 18)
        return LONG;
    return dice < 26 ? 4000 : 300 + rvt_random_below(random, 500);
}

static bool send_random(struct round_trip *trip, const struct rvt_config *config, uint64_t seed,
                        bool disturb, bool skips, struct expect *expect, char *text,
                        size_t capacity)
{
    struct rvt_coverage *coverage = expect->coverage;
    struct rvt_random random;
    struct run run;
    char what[400] = "";

    rvt_random_seed(&random, seed);
    uint64_t length = choose_length(&random);
    struct rvt_random_options options = random_options(&random, seed, length);
    options.passages = options.breaks = true;
    options.storms = length < LONG && rvt_random_chance(&random, 25);
    if (!run_init(&run, config, &options)) {
        (void)snprintf(text, capacity, "seed %llu: no program", (unsigned long long)seed);
        return false;
    }
    *expect = (struct expect){.config = &run.config, .image = run.image, .coverage = coverage};
    bool good =
        open_ends(trip, &run.config, expect, skips, coverage) && play(trip, &run, &random, disturb);
    good = close_ends(trip, good, what, sizeof what);
    (void)snprintf(text, capacity, "seed %llu, %zu rows, %s", (unsigned long long)seed, run.rows,
                   what);
    expect_fini(expect);
    run_fini(&run);
    return good;
}

bool round_trip_random(const struct rvt_config *config, uint64_t seed, bool disturb,
                       struct sum *sum, char *text, size_t capacity)
{
    struct round_trip trip = {.packets = 0}, again = {.packets = 0};
    struct expect expect = {.coverage = &sum->coverage}, repeated = {.coverage = NULL};
    bool found = send_random(&trip, config, seed, disturb, false, &expect, text, capacity);
    bool excused = !found && trip.decoder_check.marks > 0 &&
                   send_random(&again, config, seed, disturb, true, &repeated, text, capacity);

    sum->skipped += excused ? again.decoder_check.skipped : 0;
    return add_outcome(sum, &trip, found, excused, &expect);
}
