/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Data trace round trip: random accesses of random programs, under random configurations, encoded,
 * written, read and decoded, give the accesses of the rows in order. The test computes from the
 * rows what a packet may leave out. Shows: ETR-DAT-003, ETR-DAT-004, ETR-DAT-005, ETR-DAT-006,
 * ETR-DAT-007, ETR-DAT-008, ETR-DAT-009, ETR-DAT-010, ETR-DAT-011, ETR-DAT-012, ETR-DAT-013,
 * ETR-DAT-014
 */
#include <criterion/criterion.h>
#include <string.h>

#include "decoder/data_decoder.h"
#include "draft/encoder_profile.h"
#include "random/random_data.h"
#include "run.h"

enum { REPORTS_MAX = 1 << 16 };

struct stream {
    struct rvt_config config;
    struct rvt_data_decoder decoder;
    struct rvt_data_report reported[REPORTS_MAX]; /* expected accesses */
    size_t expected, got;
    struct rvt_access request[RVT_LRIDS_MAX]; /* as shown, by lrid */
    bool requested[RVT_LRIDS_MAX];
    bool lossy;          /* the report is a part of the access */
    uint64_t sync_cycle; /* of the latest sync packet */
    uint64_t data_cycle; /* of the latest te_data that retired */
    uint64_t packets, syncs;
    char fault[400];
};

static void note_fault(struct stream *s, const char *what, const struct rvt_data_report *got)
{
    struct rvt_text text;

    if (s->fault[0] != '\0')
        return;
    rvt_text_init(&text, s->fault, sizeof(s->fault));
    rvt_text_add(&text, "packet %llu: %s", (unsigned long long)s->packets, what);
    if (got != NULL) {
        rvt_text_add(&text, ": got ");
        rvt_data_report_text(got, &text);
    }
    if (got != NULL && s->got < s->expected) {
        rvt_text_add(&text, ", expected ");
        rvt_data_report_text(&s->reported[s->got], &text);
    }
}

static bool same_report(const struct rvt_data_report *a, const struct rvt_data_report *b)
{
    bool lost = a->phase == RVT_PHASE_RESPONSE && !a->has_address; /* that of the request */

    return a->phase == b->phase && a->dtype == b->dtype && a->size == b->size &&
           (a->has_address == b->has_address || lost) && a->has_operand == b->has_operand &&
           a->has_data == b->has_data && a->error == b->error && a->lrid == b->lrid &&
           (!a->has_address || a->address == b->address) &&
           (!a->has_operand || a->operand == b->operand) && (!a->has_data || a->data == b->data);
}

static enum rvt_status take_inst(void *context, const struct rvt_packet *packet,
                                 const struct rvt_origin *origin)
{
    struct stream *s = context;

    s->packets++;
    rvt_data_decoder_inst(&s->decoder, packet);
    if (!rvt_packet_is_sync(packet))
        return RVT_OK;
    s->syncs++;
    s->sync_cycle = origin->cycle;
    if (origin->cycle < s->data_cycle)
        note_fault(s, "te_data of a later instruction comes before its sync packet", NULL);
    return RVT_OK;
}

/* Writes the packet, reads it at a random legal length, and passes it to the decoder. */
static enum rvt_status take_data(void *context, const struct rvt_data_packet *packet,
                                 const struct rvt_data_origin *origin)
{
    struct stream *s = context;
    struct rvt_payload payload;
    struct rvt_data_packet copy;
    struct rvt_data_report report;
    struct rvt_diag diag;
    bool reported = false;

    s->packets++;
    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_data_write(&s->config, packet, &payload, &diag);
    if (status == RVT_OK)
        status = rvt_data_read(&s->config, payload.byte, payload.bytes, &s->decoder.pending, &copy,
                               &diag);
    if (status == RVT_OK)
        status = rvt_data_decoder_packet(&s->decoder, &copy, &report, &reported, &diag);
    if (status != RVT_OK) {
        note_fault(s, diag.text, NULL);
        return status;
    }
    if (origin->iaddr != 0 && origin->cycle < s->sync_cycle)
        note_fault(s, "te_data comes after the sync packet of a later instruction", &report);
    if (origin->iaddr != 0)
        s->data_cycle = origin->cycle;
    while (s->lossy && s->got < s->expected && !same_report(&report, &s->reported[s->got]))
        s->got++;
    if (!reported || s->got >= s->expected || !same_report(&report, &s->reported[s->got]))
        note_fault(s, reported ? "another access" : "nothing reported", &report);
    s->got++;
    return RVT_OK;
}

static bool is_between(unsigned value, unsigned low, unsigned high)
{
    return value >= low && value <= high;
}

/* The part of an access that the trace reports; false: nothing. */
static bool expect_retired(const struct rvt_config *c, const struct rvt_access *a,
                           struct rvt_data_report *reported)
{
    bool csr = is_between(a->dtype, RVT_DTYPE_CSR_RW, RVT_DTYPE_CSR_RC);
    bool atomic = is_between(a->dtype, RVT_DTYPE_SWAP, RVT_DTYPE_MIN);
    bool load = a->dtype == RVT_DTYPE_LOAD || a->dtype == RVT_DTYPE_MMA_LOAD;
    bool failed = a->dtype == RVT_DTYPE_SC_FAILURE || a->dtype == RVT_DTYPE_CAS_FAILURE;
    bool split = c->switches.dat_signalling == RVT_DAT_SPLIT && !csr;
    bool request = split && (load || atomic) && !c->options.no_data;
    unsigned size = csr ? (c->params.iaddress_width_p > 32 ? 3 : 2) : a->dsize;
    uint64_t mask = size == 3 ? UINT64_MAX : (UINT64_C(1) << (8u << size)) - 1;

    if (load && request && c->options.no_address)
        return false;
    if (failed && c->options.no_address)
        return false;
    if (a->dtype == RVT_DTYPE_SC_FAILURE && !c->options.no_data &&
        c->switches.dat_sc_failure != RVT_DAT_SC_FAILURE_ALWAYS)
        return false;
    *reported = (struct rvt_data_report){
        .phase = request ? RVT_PHASE_REQUEST : RVT_PHASE_WHOLE,
        .dtype = (enum rvt_dtype)a->dtype,
        .size = size,
        .lrid = request ? a->lrid : 0,
        .has_address = csr || !c->options.no_address,
        .address = a->daddr,
        .has_data = !c->options.no_data && !request && !failed,
        .data = (split ? a->sdata : a->data) & mask,
        .has_operand = !c->options.no_data && (atomic || a->dtype == RVT_DTYPE_CAS_FAILURE ||
                                               (csr && (a->daddr & 0xc00) != 0xc00)),
        .operand = (split ? a->sdata : a->operand) & mask,
    };
    return true;
}

static void expect_one(struct stream *s, const struct rvt_data_report *reported)
{
    if (s->expected == REPORTS_MAX)
        note_fault(s, "too many accesses", NULL);
    else
        s->reported[s->expected++] = *reported;
}

static void expect_response(struct stream *s, const struct rvt_access *a)
{
    const struct rvt_config *c = &s->config;
    const struct rvt_access *r = &s->request[a->lid];
    bool load = r->dtype == RVT_DTYPE_LOAD || r->dtype == RVT_DTYPE_MMA_LOAD;
    bool whole = load && c->options.no_address;
    bool error = a->lresp == 3;
    uint64_t mask = r->dsize == 3 ? UINT64_MAX : (UINT64_C(1) << (8u << r->dsize)) - 1;
    const struct rvt_data_report reported = {
        .phase = whole ? RVT_PHASE_WHOLE : RVT_PHASE_RESPONSE,
        .dtype = (enum rvt_dtype)r->dtype,
        .size = r->dsize,
        .lrid = whole ? 0 : a->lid,
        .has_address = !c->options.no_address,
        .address = r->daddr,
        .has_data = !error,
        .data = a->ldata & mask,
        .error = error,
    };

    s->requested[a->lid] = false;
    if (!c->options.no_data && !(whole && error))
        expect_one(s, &reported);
}

/* The accesses of a row in the order of decision 0003. */
static void expect_row(struct stream *s, const struct rvt_row *row)
{
    bool taken[RVT_ACCESSES_MAX] = {false};
    struct rvt_data_report reported;

    for (unsigned i = 0; i < row->accesses; i++) {
        const struct rvt_access *a = &row->access[i];
        taken[i] = a->lresp != 0 && s->requested[a->lid];
        if (taken[i])
            expect_response(s, a);
    }
    for (unsigned i = 0; i < row->accesses; i++) {
        const struct rvt_access *a = &row->access[i];
        bool load = a->dtype == RVT_DTYPE_LOAD || a->dtype == RVT_DTYPE_MMA_LOAD;
        if (!a->dretire)
            continue;
        if (s->config.switches.dat_signalling == RVT_DAT_SPLIT &&
            (load || is_between(a->dtype, RVT_DTYPE_SWAP, RVT_DTYPE_MIN))) {
            s->request[a->lrid] = *a;
            s->requested[a->lrid] = true;
        }
        if (expect_retired(&s->config, a, &reported))
            expect_one(s, &reported);
    }
    for (unsigned i = 0; i < row->accesses; i++)
        if (row->access[i].lresp != 0 && !taken[i] && s->requested[row->access[i].lid])
            expect_response(s, &row->access[i]);
}

/* Any modes and switches of data trace. */
static void random_data_config(struct rvt_random *random, struct rvt_config *config)
{
    static const unsigned widths[] = {8, 16, 32, 32, 64, 64, 64, 128};
    do {
        struct rvt_params *p = &config->params;
        struct rvt_switches *s = &config->switches;
        random_config(random, config);
        config->options.data_trace = true;
        config->options.no_data = rvt_random_chance(random, 20);
        config->options.no_address = rvt_random_chance(random, 20);
        config->options.full_data = rvt_random_chance(random, 20);
        config->options.full_data_address = rvt_random_chance(random, 20);
        config->encap.type_bits = 1;
        p->data_width_p = widths[rvt_random_below(random, 8)];
        p->daddress_width_p = pick(random, 12, 64);
        p->dtype_width_p = pick(random, 1, 4);
        p->dblock_width_p = pick(random, 0, 2);
        p->iaddr_lsbs_width_p = pick(random, 0, 8);
        p->lrid_width_p = pick(random, 1, rvt_random_chance(random, 90) ? 4 : 8);
        p->lresp_width_p = 2;
        p->ldata_width_p = pick(random, 8, 64);
        p->sdata_width_p = pick(random, 8, 64);
        s->dat_signalling = (enum rvt_dat_signalling)pick(random, 0, 1);
        s->dat_compress = (enum rvt_dat_compress)pick(random, 0, 2);
        s->dat_diff_bits = pick(random, 1, 2);
        s->dat_addr_compress = (enum rvt_dat_addr_compress)pick(random, 0, 1);
        s->dat_hist = (enum rvt_dat_hist)pick(random, 0, 1);
        s->dat_operand = (enum rvt_dat_operand)pick(random, 0, 2);
        s->dat_sc_failure = (enum rvt_dat_sc_failure)pick(random, 0, 1);
        s->mmacas_ext = rvt_random_chance(random, 30);
        s->compress = (enum rvt_compress)(rvt_random_chance(random, 80) ? 0 : pick(random, 1, 2));
        if (s->mmacas_ext)
            s->support_layout = RVT_SUPPORT_EXT_V0_8;
    } while (rvt_config_check(config, NULL) != RVT_OK);
}

/* Encodes the rows of run with random accesses. disturb: with losses and disabling. */
static bool play(struct stream *s, struct run *run, struct rvt_random *random,
                 struct rvt_encoder *encoder, bool disturb)
{
    struct rvt_control on = {.enable = true, .inst_tracing = true, .data_tracing = true};
    const struct rvt_control off = {.enable = false};
    struct rvt_random_data data;
    struct rvt_row row = {.cycle = 0};
    uint64_t lag = 0;
    bool enabled = true;

    rvt_random_data_init(&data, &s->config, rvt_random_bits(random), pick(random, 1, 4), 60);
    if (rvt_encoder_control(encoder, &row, &on, NULL) != RVT_OK)
        return false;
    for (size_t i = 0; i < run->rows; i++) {
        row = run->row[i];
        row.cycle += lag;
        if (disturb && rvt_random_below(random, 200) == 0) {
            enabled = !enabled;
            on.inst_tracing = rvt_random_chance(random, 80);
            on.data_tracing = rvt_random_chance(random, 80);
            on.data_trig_enable = rvt_random_chance(random, 50);
            if (rvt_encoder_control(encoder, &row, enabled ? &on : &off, NULL) != RVT_OK)
                return false;
        }
        rvt_random_data_row(&data, &row);
        row.lost = disturb && rvt_random_chance(random, 1);
        expect_row(s, &row);
        if (rvt_encoder_row(encoder, &row, NULL) != RVT_OK)
            return false;
        if (!rvt_random_chance(random, 5)) /* an idle cycle with responses only */
            continue;
        row = (struct rvt_row){.cycle = row.cycle + 1, .priv = row.priv};
        lag++;
        rvt_random_data_row(&data, &row);
        expect_row(s, &row);
        if (row.accesses > 0 && rvt_encoder_row(encoder, &row, NULL) != RVT_OK)
            return false;
    }
    row = (struct rvt_row){.cycle = row.cycle + 2};
    return !enabled || rvt_encoder_control(encoder, &row, &off, NULL) == RVT_OK;
}

static uint64_t round_trip(uint64_t seed, bool disturb)
{
    static struct stream s;
    struct rvt_random random;
    struct run run;
    struct rvt_encoder *encoder = NULL;

    memset(&s, 0, sizeof(s));
    rvt_random_seed(&random, seed);
    random_data_config(&random, &s.config);
    s.lossy = disturb;
    struct rvt_random_options options = random_options(&random, seed, 1500);
    options.sideband = disturb;
    bool made = run_init(&run, &s.config, &options);
    rvt_data_decoder_init(&s.decoder, &s.config);
    made = made && rvt_encoder_profile_open(&s.config, take_inst, &s, &encoder) == RVT_OK;
    if (made)
        rvt_encoder_data_sink(encoder, take_data, &s);
    bool played = made && play(&s, &run, &random, encoder, disturb);
    if (played && !disturb && s.got != s.expected)
        note_fault(&s, "accesses are missing", NULL);
    rvt_encoder_close(encoder);
    run_fini(&run);
    cr_assert(played, "seed %llu: the encoder refuses: %s", (unsigned long long)seed, s.fault);
    cr_assert(s.fault[0] == '\0', "seed %llu: %s", (unsigned long long)seed, s.fault);
    return s.got;
}

Test(data, what_was_accessed_is_what_is_decoded)
{
    uint64_t accesses = 0;

    for (uint64_t seed = 1; seed <= 400; seed++)
        accesses += round_trip(seed, false);
    cr_log_info("%llu accesses", (unsigned long long)accesses);
    cr_assert(accesses > 100000, "%llu accesses", (unsigned long long)accesses);
}

Test(data, losses_and_switching_off_leave_nothing_that_cannot_be_decoded)
{
    uint64_t accesses = 0;

    for (uint64_t seed = 1001; seed <= 1200; seed++)
        accesses += round_trip(seed, true);
    cr_assert(accesses > 20000, "%llu accesses", (unsigned long long)accesses);
}

/* Reads, decodes and writes random bytes: nothing crashes, and what was read is written back. */
Test(data, any_bytes_are_taken_or_refused)
{
    struct rvt_random random;
    uint64_t read = 0;

    rvt_random_seed(&random, 77);
    for (unsigned round = 0; round < 300; round++) {
        struct rvt_config config;
        struct rvt_data_decoder decoder;
        random_data_config(&random, &config);
        config.switches.dat_split_atomic_rsp = pick(&random, 6, 7);
        rvt_data_decoder_init(&decoder, &config);
        for (unsigned i = 0; i < 300; i++) {
            uint8_t bytes[RVT_PAYLOAD_BYTES_MAX + 1];
            size_t count = rvt_random_below(&random, sizeof(bytes) + 1);
            struct rvt_data_packet packet, again;
            struct rvt_data_report report;
            struct rvt_payload payload;
            struct rvt_diag diag;
            bool reported = false;
            rvt_diag_clear(&diag);
            for (size_t k = 0; k < count; k++)
                bytes[k] = (uint8_t)(rvt_random_bits(&random) & rvt_random_bits(&random));
            enum rvt_status status =
                rvt_data_read(&config, bytes, count, &decoder.pending, &packet, &diag);
            cr_expect(status == diag.status);
            if (status != RVT_OK) {
                rvt_data_decoder_break(&decoder);
                continue;
            }
            read++;
            cr_assert(rvt_data_write(&config, &packet, &payload, NULL) == RVT_OK);
            if (config.switches.dat_split_atomic_rsp == 7) {
                cr_assert(rvt_data_read(&config, payload.byte, payload.bytes, &decoder.pending,
                                        &again, NULL) == RVT_OK);
                cr_expect(memcmp(&packet, &again, sizeof(packet)) == 0);
            }
            diag.status = RVT_OK;
            status = rvt_data_decoder_packet(&decoder, &packet, &report, &reported, &diag);
            cr_expect(status == RVT_OK || !reported || report.partial);
        }
    }
    cr_assert(read > 1000, "%llu packets", (unsigned long long)read);
}
