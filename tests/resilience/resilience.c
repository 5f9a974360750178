/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Damages a byte of an encapsulated stream, in many trials, and examines the decoder's output. The
 * framing is right again by the second synchronisation sequence after the damage. Synchronisation
 * packets before that cannot be read; the decoder is synchronised by the second one that can. From
 * there on all of its output is right. It reports a loss where it had to notice one: a packet could
 * not be read, or the instructions that it reports are on no path of the program. Damage that
 * leaves the trace of another execution cannot be noticed; it is counted, and its share is limited.
 * Damage that makes a support packet report other modes is counted separately: the modes remain
 * until the next support packet (ETR-SUP-004), so the packets between the two are not checked, and
 * the decoder is synchronised by the first readable synchronisation packet after the second one.
 * For this, streams have several support packets, and only these are damaged.
 *
 * Shows: ETR-DEC-019, ETR-RSY-010, ETR-SUP-012, ENC-012
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/config_check.h"
#include "random/random.h"
#include "subject.h"
#include "tests/junit.h"

enum kind { FLIP, DROP, INSERT, TRUNCATE, SUPPORT, KINDS };

static const char *const kind_names[KINDS] = {"flip", "drop", "insert", "truncate", "support"};

enum {
    SUBJECTS = 48,
    ROWS = 2500, /* initially */
    ROWS_MAX = 20000,
    SYNCS = 8,     /* of a stream at least */
    PARTS = 5,     /* of streams with damaged modes; the encoder is disabled between them */
    CHANGES = 600, /* trials with damaged modes */
    FAULTS_SHOWN = 20,
    UNNOTICED_MOST = 30, /* percent of the trials of a kind of damage */
    LIMITED = 400,       /* trials of a kind from which on this holds */
};

/* A byte of packet `packet`, or of the nulls after it. */
struct damage {
    enum kind kind;
    size_t packet;
    size_t at;               /* byte of the stream */
    size_t removed;          /* bytes */
    uint8_t value;           /* to insert, or bits to flip */
    size_t sync[RVT_PLACES]; /* the first synchronisation packets after it */
};

/* The result of a trial. */
struct outcome {
    bool framed;           /* the second synchronisation packet after the damage is read */
    bool in_step[2];       /* by the first, by the second readable one */
    bool modes;            /* a support packet reported other modes */
    bool back, back_wrong; /* ... and a later one the right ones; the output after it is wrong */
    bool changed;          /* something is missing or wrong */
    bool reported;         /* and the decoder reports a loss */
    bool before_wrong;     /* output before the damage is wrong */
    bool after_wrong;      /* output after a loss is wrong */
    bool range_wrong;      /* a loss has wrong neighbours */
    bool unreported;       /* the decoder had to notice a loss, and reported none */
    size_t lost, invented; /* instructions and words of traps */
    size_t packets;        /* from the damaged packet to the one that synchronises */
};

struct row {
    uint64_t trials, modes, back, first, second, silent, faults;
    uint64_t packets, packets_max, lost, lost_max, invented, invented_max;
};

/* Encodes as many rows as necessary. */
static bool make_stream(struct subject *subject, const struct rvt_config *config,
                        const struct trace *trace, size_t parts)
{
    for (size_t rows = ROWS; rows <= ROWS_MAX; rows *= 2) {
        size_t syncs = 0;
        bool good = subject_init(subject, config, trace, rows, parts);
        for (size_t i = 0; i < subject->packets; i++)
            syncs += subject->packet[i].sync;
        if (good && syncs >= SYNCS)
            return true;
        subject_fini(subject);
        if (!good)
            return false;
    }
    return false;
}

/* A stream with any options, resynchronisation and encapsulation. False for a trace that is hardly
 * ever synchronised. */
static bool make_subject(struct subject *subject, const struct traces *traces,
                         struct rvt_random *random, size_t parts)
{
    const struct trace *trace = &traces->trace[rvt_random_below(random, (unsigned)traces->count)];
    bool all = rvt_random_chance(random, 50);
    struct rvt_config config;

    traces_config(&config, RVT_PROFILE_V2_0_5_DRAFT, trace->xlen);
    config.params.nocontext_p = rvt_random_chance(random, 50);
    config.params.notime_p = rvt_random_chance(random, 50);
    config.options.implicit_return = all || rvt_random_chance(random, 30);
    config.options.branch_prediction = all || rvt_random_chance(random, 30);
    config.options.jump_target_cache = all || rvt_random_chance(random, 30);
    config.options.sequentially_inferred_jumps = all || rvt_random_chance(random, 30);
    config.options.full_address = rvt_random_chance(random, 30);
    config.resync.mode = RVT_RESYNC_PACKETS;
    config.resync.max = rvt_random_below(random, 2);
    config.encap.srcid_bits = rvt_random_below(random, 13);
    config.encap.srcid = config.encap.srcid_bits > 2 ? 5 : 0;
    config.encap.type_bits = rvt_random_below(random, 3);
    config.encap.timestamp_bytes = rvt_random_below(random, 5);
    return rvt_config_check(&config, NULL) == RVT_OK && make_stream(subject, &config, trace, parts);
}

/* The synchronisation packet after packet; the number of packets if there is none. */
static size_t next_sync(const struct subject *subject, size_t packet)
{
    for (packet++; packet < subject->packets && !subject->packet[packet].sync;)
        packet++;
    return packet;
}

/* Selects a byte with at least three synchronisation packets after it, so that two are read.
 * support: a byte of a support packet. */
static void choose_damage(const struct subject *subject, struct rvt_random *random, bool support,
                          struct damage *damage)
{
    size_t end;

    do {
        damage->packet = rvt_random_below(random, (unsigned)subject->packets - 1);
        damage->sync[0] = next_sync(subject, damage->packet);
        for (unsigned i = 1; i < RVT_PLACES; i++)
            damage->sync[i] = next_sync(subject, damage->sync[i - 1]);
    } while (damage->sync[RVT_PLACES - 1] >= subject->packets ||
             (support && !subject->packet[damage->packet].support));
    const struct packet *packet = &subject->packet[damage->packet];
    size_t length = support ? packet->bytes : packet[1].offset - packet->offset;
    damage->at = packet->offset + rvt_random_below(random, (unsigned)length);
    damage->kind = support ? SUPPORT : (enum kind)rvt_random_below(random, SUPPORT);
    damage->value = (uint8_t)(1 + rvt_random_below(random, 255));
    end = packet->offset + packet->bytes;
    damage->removed = 0;
    if (damage->kind == DROP)
        damage->removed = 1;
    else if (damage->kind == TRUNCATE)
        damage->removed = (damage->at < end ? end : packet[1].offset) - damage->at;
}

/* Writes the damaged stream. */
static bool write_damaged(const struct subject *subject, const struct damage *damage,
                          const char *path)
{
    FILE *file = fopen(path, "wb");
    size_t rest = damage->at + damage->removed;
    uint8_t flipped = subject->byte[damage->at] ^ damage->value;
    bool good = file != NULL && fwrite(subject->byte, 1, damage->at, file) == damage->at;

    if (damage->kind == FLIP || damage->kind == SUPPORT) {
        good = good && fputc(flipped, file) != EOF;
        rest++;
    } else if (damage->kind == INSERT) {
        good = good && fputc(damage->value, file) != EOF;
    }
    good = good &&
           fwrite(subject->byte + rest, 1, subject->bytes - rest, file) == subject->bytes - rest;
    return (file == NULL || fclose(file) == 0) && good;
}

static bool same(const uint64_t *a, const uint64_t *b, size_t count)
{
    return count == 0 || memcmp(a, b, count * sizeof *a) == 0;
}

/* True if the words after word `after` are those of the stream after its packet `sync`. The
 * instruction of that packet itself may be reported with the next packet, which confirms it. */
static bool is_in_step(const struct subject *subject, const struct reception *reception,
                       size_t after, size_t sync)
{
    size_t expected = subject->packet[sync].after;
    size_t rest = subject->words.count - expected;

    for (size_t late = 0; late <= 1 && late <= expected; late++)
        if (reception->words.count - after == rest + late &&
            same(reception->words.word + after, subject->words.word + expected - late, rest + late))
            return true;
    return false;
}

/* True if words from to to of the reception occur contiguously in the stream. */
static bool is_reported(const struct subject *subject, const struct reception *reception,
                        size_t from, size_t to)
{
    size_t count = to - from;

    for (size_t i = 0; i + count <= subject->words.count; i++)
        if (same(reception->words.word + from, subject->words.word + i, count))
            return true;
    return false;
}

/* Compares the words between the common beginning and the synchronisation: missing and wrong
 * ones. */
static void compare(const struct subject *subject, const struct reception *reception,
                    size_t expected, size_t observed, struct outcome *outcome)
{
    const uint64_t *want = subject->words.word, *have = reception->words.word;
    size_t head = 0, tail = 0;

    while (head < expected && head < observed && want[head] == have[head])
        head++;
    while (head + tail < expected && head + tail < observed &&
           want[expected - 1 - tail] == have[observed - 1 - tail])
        tail++;
    outcome->lost = expected - head - tail;
    outcome->invented = observed - head - tail;
    outcome->changed = outcome->lost + outcome->invented > 0;
}

/* True if a loss has its actual neighbours and packets. */
static bool is_right(const struct loss *loss)
{
    const struct rvt_loss *reported = &loss->loss;

    return reported->suspect_packet <= reported->first_packet &&
           reported->first_packet <= reported->last_packet &&
           reported->from_known == loss->before_known && reported->to_known == loss->after_known &&
           (!reported->from_known || reported->from == loss->before) &&
           (!reported->to_known || reported->to == loss->after);
}

/* True if a packet with a fault is in no loss that the decoder reports. */
static bool misses_fault(const struct reception *reception)
{
    for (size_t i = 0; i < reception->faults; i++) {
        bool found = false;
        for (size_t k = 0; k < reception->losses && !found; k++)
            found = reception->loss[k].loss.first_packet <= reception->fault[i] &&
                    reception->fault[i] <= reception->loss[k].loss.last_packet;
        if (!found)
            return true;
    }
    return false;
}

/* Checks the losses that the decoder reports, and its output after them. */
static void check_losses(const struct subject *subject, const struct reception *reception,
                         struct outcome *outcome)
{
    outcome->reported = reception->losses > 0;
    for (size_t i = 0; i < reception->losses; i++) {
        const struct loss *loss = &reception->loss[i];
        size_t end = i + 1 < reception->losses ? reception->loss[i + 1].at : reception->words.count;
        if (!is_reported(subject, reception, loss->at, end))
            outcome->after_wrong = true;
        if (!is_right(loss))
            outcome->range_wrong = true;
    }
}

static void check_result(const struct subject *subject, const struct damage *damage,
                         const struct reception *reception, struct outcome *outcome)
{
    size_t before = damage->packet > 0 ? subject->packet[damage->packet - 1].after : 0;
    size_t read = reception->place[0].met ? 0 : 1; /* the first readable one */

    *outcome = (struct outcome){.packets = damage->sync[read + 1] - damage->packet,
                                .modes = reception->other_modes,
                                .framed = reception->place[1].met && reception->place[2].met};
    outcome->before_wrong = reception->words.count < before ||
                            !same(reception->words.word, subject->words.word, before);
    for (size_t i = 2; i-- > 0 && outcome->framed;) {
        size_t sync = damage->sync[read + i], after = reception->place[read + i].after;
        outcome->in_step[i] = is_in_step(subject, reception, after, sync);
        if (!outcome->in_step[i])
            continue;
        outcome->packets = sync - damage->packet;
        compare(subject, reception, subject->packet[sync].after, after, outcome);
    }
    outcome->back = reception->again.met;
    outcome->back_wrong = outcome->back && !is_in_step(subject, reception, reception->again.after,
                                                       reception->again.packet);
    check_losses(subject, reception, outcome);
    outcome->unreported = reception->breaks > 0 || (outcome->changed && misses_fault(reception));
}

static void add(uint64_t *sum, uint64_t *most, size_t value)
{
    *sum += value;
    *most = value > *most ? value : *most;
}

static bool count(struct row *row, const struct outcome *outcome)
{
    bool lost = !outcome->in_step[1] || outcome->after_wrong;
    bool fault = outcome->before_wrong || outcome->range_wrong || outcome->back_wrong ||
                 outcome->unreported || (lost && !outcome->modes);

    row->trials++;
    row->modes += outcome->modes;
    row->back += outcome->back;
    row->first += outcome->in_step[0];
    row->second += outcome->in_step[1];
    row->silent += outcome->changed && !outcome->reported;
    row->faults += fault;
    add(&row->packets, &row->packets_max, outcome->packets);
    add(&row->lost, &row->lost_max, outcome->lost);
    add(&row->invented, &row->invented_max, outcome->invented);
    return fault;
}

/* One trial. False if the files cannot be written or read. */
static bool try(const struct subject *subject, const struct damage *damage, const char *path,
                struct outcome *outcome)
{
    struct reception reception = {.subject = subject,
                                  .moved_from = damage->at,
                                  .added = damage->kind == INSERT,
                                  .removed = damage->removed};

    for (unsigned i = 0; i < RVT_PLACES; i++)
        reception.place[i].offset =
            subject->packet[damage->sync[i]].offset + reception.added - reception.removed;
    bool good = write_damaged(subject, damage, path) && reception_take(&reception, path);
    if (good)
        check_result(subject, damage, &reception, outcome);
    reception_fini(&reception);
    return good;
}

/* Reports a trial, and prints it if it is one of the first failures. */
static void report_trial(struct junit *report, unsigned subject, const struct damage *damage,
                         const struct outcome *outcome, bool fault)
{
    char why[200];

    (void)snprintf(why, sizeof why, "%s%s%s%s%s%s%s", outcome->framed ? "" : " framing not found",
                   outcome->in_step[1] ? "" : " not synchronised again",
                   outcome->before_wrong ? " wrong before the damage" : "",
                   outcome->after_wrong ? " wrong after a loss" : "",
                   outcome->range_wrong ? " a wrong range" : "",
                   outcome->unreported ? " an unreported loss" : "",
                   outcome->back_wrong ? " wrong with the right modes" : "");
    if (fault && report->failed < FAULTS_SHOWN)
        (void)printf("  FAILED trial %u: stream %u, %s byte %zu (packet %zu) by %02x:%s\n",
                     report->passed + report->failed, subject, kind_names[damage->kind], damage->at,
                     damage->packet, damage->value, why);
    junit_add(report, fault ? why : NULL, "trial %u: stream %u, %s byte %zu (packet %zu) by %02x",
              report->passed + report->failed, subject, kind_names[damage->kind], damage->at,
              damage->packet, damage->value);
}

static void print_row(const char *name, const struct row *row)
{
    double trials = row->trials > 0 ? (double)row->trials : 1;

    (void)printf("  %-9s %7" PRIu64 " %7.1f %7" PRIu64 " %8.1f %7" PRIu64 " %8.1f %7" PRIu64
                 " %7" PRIu64 " %7" PRIu64 " %7" PRIu64 " %7" PRIu64 " %7" PRIu64 " %7" PRIu64 "\n",
                 name, row->trials, (double)row->packets / trials, row->packets_max,
                 (double)row->lost / trials, row->lost_max, (double)row->invented / trials,
                 row->invented_max, row->silent, row->first, row->second, row->modes, row->back,
                 row->faults);
}

/* Damage that cannot be noticed is rare in every kind. */
static void check_unnoticed(const struct row rows[KINDS], struct junit *report)
{
    for (unsigned i = 0; i < KINDS; i++) {
        bool many =
            rows[i].trials >= LIMITED && 100 * rows[i].silent > UNNOTICED_MOST * rows[i].trials;
        if (many)
            (void)printf("  FAILED %s: not noticed in %" PRIu64 " of %" PRIu64 " trials\n",
                         kind_names[i], rows[i].silent, rows[i].trials);
        junit_add(report, many ? "too much damage is not noticed" : NULL, "noticed: %s",
                  kind_names[i]);
    }
}

static void print_table(const struct row rows[KINDS])
{
    (void)printf("  %-9s %7s %15s %16s %16s %7s %15s %7s %7s %7s\n", "", "", "packets lost",
                 "instr lost", "wrong before", "not", "in step by sync", "other", "right", "");
    (void)printf("  %-9s %7s %7s %7s %8s %7s %8s %7s %7s %7s %7s %7s %7s %7s\n", "damage", "trials",
                 "mean", "max", "mean", "max", "mean", "max", "noticed", "1", "2", "modes", "again",
                 "faults");
    for (unsigned i = 0; i < KINDS; i++) {
        print_row(kind_names[i], &rows[i]);
    }
}

/* Runs trials with streams of so many parts. False, with a message, if that is impossible. */
static bool run_trials(const struct traces *traces, struct rvt_random *random, size_t parts,
                       unsigned trials, const char *path, struct row rows[KINDS],
                       struct junit *report)
{
    static struct subject subjects[SUBJECTS];
    bool good = true;

    for (unsigned i = 0, tries = 0; i < SUBJECTS; tries++) {
        i += make_subject(&subjects[i], traces, random, parts);
        if (tries == 4 * SUBJECTS) {
            (void)fputs("resilience: most streams cannot be encoded or decoded\n", stderr);
            return false;
        }
    }
    for (unsigned i = 0; i < trials && good; i++) {
        unsigned number = rvt_random_below(random, SUBJECTS);
        struct damage damage;
        struct outcome outcome;
        choose_damage(&subjects[number], random, parts > 1, &damage);
        good = try(&subjects[number], &damage, path, &outcome);
        if (!good)
            (void)fprintf(stderr, "resilience: %s: cannot be written or read\n", path);
        else
            report_trial(report, number, &damage, &outcome, count(&rows[damage.kind], &outcome));
    }
    for (unsigned i = 0; i < SUBJECTS; i++)
        subject_fini(&subjects[i]);
    return good;
}

static int run(const struct traces *traces, uint64_t seed, unsigned trials, const char *path)
{
    struct rvt_random random;
    struct row rows[KINDS] = {{0}};
    struct junit report;
    bool good;

    junit_open(&report, "resilience");
    rvt_random_seed(&random, seed);
    (void)printf("  seed %" PRIu64 ", %u streams of %u rows\n", seed, SUBJECTS, ROWS);
    good = run_trials(traces, &random, 1, trials, path, rows, &report) &&
           run_trials(traces, &random, PARTS, CHANGES, path, rows, &report);
    if (!good)
        junit_add(&report, "the trials cannot be run", "streams");
    else if (rows[SUPPORT].back == 0)
        junit_add(&report, "no decoder with the right modes synchronised again", "support");
    check_unnoticed(rows, &report);
    print_table(rows);
    return junit_close(&report) ? 0 : 1;
}

int main(int argc, char **argv)
{
    struct traces traces;

    if (argc != 5) {
        (void)fputs("usage: resilience FOLDER SEED TRIALS FILE\n"
                    "FOLDER: committed traces; FILE: for the damaged stream\n",
                    stderr);
        return 2;
    }
    if (!traces_load(&traces, argv[1], ROWS_MAX))
        return 2;
    int status =
        run(&traces, strtoull(argv[2], NULL, 10), (unsigned)strtoul(argv[3], NULL, 10), argv[4]);
    traces_fini(&traces);
    (void)unlink(argv[4]);
    return status;
}
