/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "session.h"

#include "tests/property/run.h"

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
    sum->distrusted += other->distrusted;
    sum->instructions += other->instructions;
    sum->states += other->states;
    sum->packets += other->packets;
    sum->bytes += other->bytes;
    rvt_coverage_add(&sum->coverage, &other->coverage);
}

static void cover(struct session *session, const struct rvt_packet *packet,
                  const struct rvt_origin *origin)
{
    struct rvt_coverage_reason reason = {.decision = origin->decision};
    struct rvt_insn insn;

    if (packet->format != RVT_FORMAT_SYNC &&
        rvt_image_insn(session->image, origin->iaddr, &insn, NULL) == RVT_OK)
        reason.branch = insn.kind == RVT_INSN_BRANCH;
    rvt_coverage_packet(session->coverage, session->config, packet, &reason);
}

/* Over the wire and into the decoder, until that takes no more: what is sent is counted all the
 * same. */
static enum rvt_status transmit(void *context, const struct rvt_packet *packet,
                                const struct rvt_origin *origin)
{
    struct session *session = context;
    struct rvt_payload payload;
    struct rvt_packet copy;
    enum rvt_status status = rvt_packet_write(session->config, packet, &payload, &session->diag);

    session->packets++;
    session->ambiguous += origin->ambiguous;
    if (status == RVT_OK)
        status =
            rvt_packet_read(session->config, payload.byte, payload.bytes, &copy, &session->diag);
    if (status != RVT_OK)
        return status;
    session->bytes += payload.bytes;
    cover(session, &copy, origin);
    if (session->broken == 0 &&
        rvt_decoder_packet(session->decoder, &copy, &session->diag) != RVT_OK)
        session->broken = session->packets;
    return RVT_OK;
}

bool session_open(struct session *session, const struct rvt_config *config, struct expect *expect,
                  struct rvt_coverage *coverage)
{
    struct rvt_decoder_output output = {.range = expect_got_range,
                                        .trap = expect_got_trap,
                                        .event = expect_got_event,
                                        .context = expect};

    *session = (struct session){
        .config = config, .image = expect->image, .expect = expect, .coverage = coverage};
    rvt_diag_clear(&session->diag);
    rvt_coverage_restart(coverage);
    return rvt_encoder_open(config, transmit, session, &session->encoder) == RVT_OK &&
           rvt_decoder_open(config, expect->image, &output, 0, &session->decoder) == RVT_OK;
}

bool session_control(struct session *session, uint64_t cycle, const struct rvt_control *control)
{
    struct rvt_row row = {.cycle = cycle};

    return rvt_encoder_control(session->encoder, &row, control, &session->diag) == RVT_OK;
}

bool session_row(struct session *session, const struct rvt_row *row)
{
    return rvt_encoder_row(session->encoder, row, &session->diag) == RVT_OK;
}

bool session_close(struct session *session, bool good, struct sum *sum, char *text, size_t capacity)
{
    good = good && session->broken == 0;
    good = good && rvt_decoder_finish(session->decoder, &session->diag) == RVT_OK;
    bool found = good && expect_complete(session->expect);
    bool ambiguous = !found && session->ambiguous > 0;
    char diag[200];

    rvt_diag_format(&session->diag, diag, sizeof(diag));
    (void)snprintf(text, capacity, "packet %llu of %llu: %s; %s",
                   (unsigned long long)session->broken, (unsigned long long)session->packets, diag,
                   session->expect->fault);
    sum->runs++;
    sum->passed += found;
    sum->ambiguous += ambiguous;
    sum->failed += !found && !ambiguous;
    sum->instructions += found ? session->expect->retired : 0;
    sum->states += session->expect->states;
    sum->packets += session->packets;
    sum->bytes += session->bytes;
    rvt_encoder_close(session->encoder);
    rvt_decoder_close(session->decoder);
    return found || ambiguous;
}

/* Row as an interface with narrower signals shows it: where ctype has one bit, every change of
 * context is imprecise; where that restarts the tables at a place that nobody tells, it is not
 * reported (AMB-071). */
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

void session_expect(struct expect *expect, const struct rvt_config *config,
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

bool session_trace(const struct rvt_config *config, const struct trace *trace,
                   struct expect *expect, struct sum *sum, char *text, size_t capacity)
{
    struct session session;
    bool narrows = config->params.itype_width_p < 4 || config->params.ctype_width_p < 2 ||
                   config->switches.table_reset == RVT_TABLE_RESET_ANY_F3;

    expect->config = config;
    expect_rewind(expect);
    bool good = session_open(&session, config, expect, &sum->coverage) &&
                session_control(&session, trace->row[0].cycle, &tracing);
    for (size_t i = 0; good && i < trace->rows; i++) {
        if (narrows) {
            struct rvt_row row = trace->row[i];
            narrow(&row, config);
            good = session_row(&session, &row);
        } else {
            good = session_row(&session, &trace->row[i]);
        }
    }
    good = good && session_control(&session, trace->row[trace->rows - 1].cycle + 1, &disabled);
    return session_close(&session, good, sum, text, capacity);
}

/* The rows of a random program, with losses and changes of control mixed in if disturb. */
static bool play(struct session *session, struct run *run, struct rvt_random *random, bool disturb)
{
    struct rvt_control on = {.enable = true, .inst_tracing = true, .inst_trig_enable = true};
    struct expect *expect = session->expect;
    bool enabled = true;

    on.inst_trig_enable = rvt_random_chance(random, 70);
    expect_control(expect, &on);
    bool good = session_control(session, 0, &on);
    for (size_t i = 0; good && i < run->rows; i++) {
        struct rvt_row *row = &run->row[i];
        row->lost = disturb && rvt_random_chance(random, 1);
        if (disturb && rvt_random_below(random, 300) == 0) {
            enabled = !enabled;
            on.inst_tracing = rvt_random_chance(random, 80);
            expect_control(expect, enabled ? &on : &disabled);
            good = session_control(session, row->cycle, enabled ? &on : &disabled);
        }
        expect->epc_known = true;
        expect->epc = run->epc[i];
        expect_row(expect, row);
        good = good && session_row(session, row);
    }
    return good &&
           (!enabled || session_control(session, run->row[run->rows - 1].cycle + 5, &disabled));
}

/* Mostly short, now and then long enough for thousands of turns of a loop. */
static uint64_t choose_length(struct rvt_random *random)
{
    unsigned dice = rvt_random_below(random, 100);

    if (dice < 2)
        return 20000;
    return dice < 12 ? 4000 : 300 + rvt_random_below(random, 500);
}

bool session_random(const struct rvt_config *config, uint64_t seed, bool disturb, struct sum *sum,
                    char *text, size_t capacity)
{
    struct rvt_random random;
    struct run run;
    struct session session;
    char what[400] = "";

    rvt_random_seed(&random, seed);
    uint64_t length = choose_length(&random);
    struct rvt_random_options options = random_options(&random, seed, length);
    options.passages = true;
    if (!run_init(&run, config, &options)) {
        sum->runs++;
        sum->failed++;
        (void)snprintf(text, capacity, "seed %llu: no program", (unsigned long long)seed);
        return false;
    }
    struct expect expect = {.config = &run.config, .image = run.image, .coverage = &sum->coverage};
    bool good = session_open(&session, &run.config, &expect, &sum->coverage) &&
                play(&session, &run, &random, disturb);
    good = session_close(&session, good, sum, what, sizeof what);
    (void)snprintf(text, capacity, "seed %llu, %zu rows, %s", (unsigned long long)seed, run.rows,
                   what);
    expect_fini(&expect);
    run_fini(&run);
    return good;
}
