/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/report/report_json.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rvt/version.h>

/* Text as a value; bytes that are not UTF-8, as in names of files and instances, become '?'. */
static json_t *pack_text(const char *text)
{
    json_t *value = json_string(text);

    if (value != NULL)
        return value;
    size_t length = strlen(text);
    char *plain = malloc(length + 1);
    for (size_t i = 0; plain != NULL && i <= length; i++)
        plain[i] = (char)((unsigned char)text[i] < 0x80 ? text[i] : '?');
    value = plain != NULL ? json_string(plain) : NULL;
    free(plain);
    return value;
}

/* Adds a member to *object. If memory runs out or value is null, *object becomes null, and then so
 * does what it is added to, up to the whole report. */
static void put(json_t **object, const char *name, json_t *value)
{
    if (json_object_set_new(*object, name, value) == 0)
        return;
    json_decref(*object);
    *object = NULL;
}

/* The same for an element of *array. */
static void append(json_t **array, json_t *value)
{
    if (json_array_append_new(*array, value) == 0)
        return;
    json_decref(*array);
    *array = NULL;
}

/* A text that is null or "" is left out. */
static void set_text(json_t **object, const char *name, const char *text)
{
    if (text != NULL && text[0] != '\0')
        put(object, name, pack_text(text));
}

static void set_number(json_t **object, const char *name, uint64_t number)
{
    put(object, name, json_integer((json_int_t)number));
}

static void set_hex(json_t **object, const char *name, uint64_t number)
{
    char text[24];

    (void)snprintf(text, sizeof text, "0x%" PRIx64, number);
    set_text(object, name, text);
}

/* A value of one side; null: the packet has no such field. */
static void set_value(json_t **object, const char *name, const struct rvt_mismatch_value *value)
{
    if (!value->known)
        return;
    if (value->absent)
        put(object, name, json_null());
    else
        set_hex(object, name, value->number);
}

static void set_packet(json_t **object, const char *name, const struct rvt_mismatch_packet *packet)
{
    char bytes[2 * RVT_ENCAP_BYTES_MAX + 1] = "";

    if (!packet->known)
        return;
    json_t *side = json_object();
    for (size_t i = 0; i < packet->bytes; i++)
        (void)snprintf(bytes + 2 * i, 3, "%02x", packet->byte[i]);
    set_text(&side, "bytes", bytes);
    set_text(&side, "line", packet->line);
    put(object, name, side);
}

static json_t *pack_blocks(const struct rvt_mismatch *found)
{
    json_t *blocks = json_array();

    for (unsigned i = 0; i < found->blocks; i++) {
        const struct rvt_past_block *past = &found->block[i];
        json_t *block = json_object();
        set_number(&block, "cycle", past->cycle);
        set_hex(&block, "first", past->first);
        set_hex(&block, "last", past->last);
        set_number(&block, "iretire", past->iretire);
        set_number(&block, "itype", past->itype);
        set_number(&block, "priv", past->priv);
        put(&block, "lost", json_boolean(past->lost));
        append(&blocks, block);
    }
    return blocks;
}

static json_t *pack_cause(const struct rvt_mismatch_cause *cause)
{
    json_t *object = json_object();

    set_text(&object, "decision", cause->decision);
    set_text(&object, "clause", cause->clause);
    set_hex(&object, "iaddr", cause->iaddr);
    set_number(&object, "item_cycle", cause->cycle);
    set_number(&object, "decision_cycle", cause->decided);
    return object;
}

/* A finding of the verdict with this name, and its text. */
static json_t *pack_finding(const char *verdict, const struct rvt_mismatch *found, const char *text)
{
    json_t *object = json_object();

    set_text(&object, "verdict", verdict);
    set_text(&object, "compared", rvt_mismatch_verdict_name(found->verdict));
    set_text(&object, "kind", rvt_mismatch_kind_name(found->kind));
    set_number(&object, "cycle", found->cycle);
    set_text(&object, "clause", found->clause);
    if (found->has_packet) {
        set_text(&object, "stream", found->encapsulated ? "bytes" : "packets");
        set_number(&object, "packet", found->packet);
        set_text(&object, "packet_kind", found->packet_name);
    }
    if (found->count > 0)
        set_number(&object, "count", found->count);
    set_text(&object, "field", found->field);
    set_value(&object, "expected", &found->expected_value);
    set_value(&object, "observed", &found->observed_value);
    if (found->cause.known)
        put(&object, "cause", pack_cause(&found->cause));
    set_packet(&object, "expected_packet", &found->expected);
    set_packet(&object, "observed_packet", &found->observed);
    set_text(&object, "retired", found->retired);
    set_text(&object, "decoded", found->decoded);
    set_text(&object, "reason", found->reason);
    put(&object, "blocks", pack_blocks(found));
    set_text(&object, "text", text);
    return object;
}

static json_t *pack_clauses(const struct rvt_clause_tally *tally)
{
    json_t *clauses = json_array();

    for (unsigned i = 0; i < tally->count; i++) {
        json_t *clause = json_object();
        set_text(&clause, "clause", tally->clause[i].clause);
        set_number(&clause, "found", tally->clause[i].found);
        set_number(&clause, "waived", tally->clause[i].waived);
        append(&clauses, clause);
    }
    return clauses;
}

static json_t *pack_verdicts(const struct rvt_run_report *report)
{
    json_t *verdicts = json_array();

    for (unsigned i = 0; i < RVT_VERDICTS; i++) {
        enum rvt_verdict verdict = (enum rvt_verdict)i;
        json_t *object = json_object();
        set_text(&object, "verdict", rvt_lockstep_verdict_name(report->lockstep, verdict));
        set_text(&object, "result", rvt_run_report_result(report, verdict));
        put(&object, "decides", json_boolean(report->decides == verdict));
        set_number(&object, "findings", rvt_lockstep_findings(report->lockstep, verdict));
        const struct rvt_clause_tally *tally = rvt_lockstep_clauses(report->lockstep, verdict);
        put(&object, "clauses", pack_clauses(tally));
        set_number(&object, "others", tally->others);
        append(&verdicts, object);
    }
    return verdicts;
}

static json_t *pack_findings(const struct rvt_run_report *report)
{
    json_t *findings = json_array();

    for (unsigned i = 0; i < RVT_VERDICTS; i++)
        for (unsigned index = 0; index < RVT_REPORT_FINDINGS_MAX; index++) {
            enum rvt_verdict verdict = (enum rvt_verdict)i;
            const struct rvt_mismatch *found =
                rvt_lockstep_mismatch(report->lockstep, verdict, index);
            if (found == NULL)
                break;
            const char *text = rvt_lockstep_finding(report->lockstep, verdict, index);
            const char *name = rvt_lockstep_verdict_name(report->lockstep, verdict);
            append(&findings, pack_finding(name, found, text));
        }
    return findings;
}

static json_t *pack_counts(const struct rvt_run_report *report)
{
    struct rvt_lockstep_statistics counts;
    json_t *object = json_object();

    rvt_lockstep_statistics(report->lockstep, &counts);
    set_number(&object, "cycles", report->cycles);
    set_number(&object, "rows", counts.rows);
    set_number(&object, "rows_lost", counts.rows_lost);
    set_number(&object, "blocks", counts.blocks);
    set_number(&object, "instructions", counts.instructions);
    set_number(&object, "packets", counts.packets);
    set_number(&object, "bytes", counts.bytes);
    set_number(&object, "comparisons", counts.comparisons);
    set_number(&object, "te_data", counts.te_data);
    set_number(&object, "timed", counts.timed);
    set_number(&object, "decoded", counts.decoded);
    set_number(&object, "undecodable", counts.undecodable);
    set_number(&object, "skipped", counts.skipped);
    set_number(&object, "latency_max", counts.latency_max);
    return object;
}

/* Null without decode-exact: nothing is proven. */
static json_t *pack_instructions(const struct rvt_run_report *report)
{
    struct rvt_lockstep_statistics counts;

    if (!rvt_lockstep_has_verdict(report->lockstep, RVT_VERDICT_DECODE_EXACT))
        return json_null();
    rvt_lockstep_statistics(report->lockstep, &counts);
    uint64_t known = counts.proven + counts.untraced + counts.lost;
    json_t *object = json_object();
    set_number(&object, "retired", counts.instructions);
    set_number(&object, "proven", counts.proven);
    set_number(&object, "untraced", counts.untraced);
    set_number(&object, "lost", counts.lost);
    set_number(&object, "not_compared",
               counts.instructions > known ? counts.instructions - known : 0);
    return object;
}

static json_t *pack_waivers(const struct rvt_run_report *report)
{
    json_t *waivers = json_array();
    const struct rvt_waiver *waiver = rvt_lockstep_waiver(report->lockstep, 0);

    for (unsigned i = 0; waiver != NULL; waiver = rvt_lockstep_waiver(report->lockstep, ++i)) {
        json_t *object = json_object();
        set_text(&object, "waiver", waiver->text);
        set_text(&object, "reason", waiver->reason);
        uint64_t uses[RVT_MISMATCH_VERDICTS] = {0};
        for (unsigned j = 0; j < RVT_VERDICTS; j++)
            uses[rvt_lockstep_compares(report->lockstep, (enum rvt_verdict)j)] =
                rvt_lockstep_waived(report->lockstep, (enum rvt_verdict)j, i);
        set_number(&object, "bit_exact", uses[RVT_MISMATCH_BIT_EXACT]);
        set_number(&object, "decode_exact", uses[RVT_MISMATCH_DECODE_EXACT]);
        set_number(&object, "same_fields", uses[RVT_MISMATCH_SAME_FIELDS]);
        set_number(&object, "ingress", uses[RVT_MISMATCH_INGRESS]);
        append(&waivers, object);
    }
    return waivers;
}

static int by_number(const void *one, const void *other)
{
    const struct rvt_requirement_count *a = one;
    const struct rvt_requirement_count *b = other;

    return strcmp(a->requirement, b->requirement);
}

/* Null: they were not counted. */
static json_t *pack_requirements(const struct rvt_run_report *report)
{
    const struct rvt_requirement_tally *tally = rvt_lockstep_requirements(report->lockstep);

    if (tally == NULL)
        return json_null();
    struct rvt_requirement_tally sorted = *tally;
    json_t *requirements = json_array();
    qsort(sorted.entry, sorted.count, sizeof *sorted.entry, by_number);
    for (unsigned i = 0; i < sorted.count; i++) {
        json_t *object = json_object();
        set_text(&object, "requirement", sorted.entry[i].requirement);
        set_number(&object, "packets", sorted.entry[i].packets);
        append(&requirements, object);
    }
    return requirements;
}

/* A write error stays in the output. */
static int write_part(const char *text, size_t bytes, void *output)
{
    return rvt_output_write(output, text, bytes) == RVT_OK ? 0 : -1;
}

enum rvt_status rvt_report_json(struct rvt_output *output, const struct rvt_run_report *report)
{
    json_t *root = json_object();

    set_text(&root, "schema", "rvt-report/1");
    set_text(&root, "version", RVT_VERSION_STRING);
    put(&root, "instance", pack_text(report->instance));
    put(&root, "passed", json_boolean(rvt_lockstep_passed(report->lockstep)));
    put(&root, "verdicts", pack_verdicts(report));
    put(&root, "counts", pack_counts(report));
    put(&root, "instructions", pack_instructions(report));
    put(&root, "findings", pack_findings(report));
    put(&root, "waivers", pack_waivers(report));
    put(&root, "requirements", pack_requirements(report));
    int wrong = json_dump_callback(root, write_part, output, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
    json_decref(root);
    if (wrong != 0 && !rvt_output_failed(output))
        return RVT_ERR_MEMORY;
    return rvt_output_write(output, "\n", 1);
}
