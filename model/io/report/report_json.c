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

static json_t *pack_finding(const struct rvt_run_report *report, unsigned verdict,
                            const struct rvt_mismatch_entry *entry)
{
    const struct rvt_mismatch *found = &entry->found;
    json_t *object = json_object();

    set_text(&object, "verdict", rvt_run_report_verdict(report, verdict));
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
    if (!report->run.transport)
        put(&object, "blocks", pack_blocks(found));
    set_text(&object, "text", entry->text);
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

    for (unsigned i = 0; i < report->verdicts; i++) {
        const struct rvt_mismatch_log *log = &report->run.logs[i];
        json_t *object = json_object();
        set_text(&object, "verdict", rvt_run_report_verdict(report, i));
        set_text(&object, "result", rvt_run_report_result(report, i));
        put(&object, "decides", json_boolean(report->decides == i));
        set_number(&object, "findings", log->count);
        put(&object, "clauses", pack_clauses(&log->clauses));
        set_number(&object, "others", log->clauses.others);
        append(&verdicts, object);
    }
    return verdicts;
}

static json_t *pack_findings(const struct rvt_run_report *report)
{
    json_t *findings = json_array();
    const struct rvt_mismatch_entry *entry;

    for (unsigned i = 0; i < report->verdicts; i++)
        for (unsigned j = 0; (entry = rvt_run_report_finding(report, i, j)) != NULL; j++)
            append(&findings, pack_finding(report, i, entry));
    return findings;
}

static json_t *pack_counts(const struct rvt_run_report *report)
{
    json_t *object = json_object();

    for (unsigned i = 0; i < report->counts; i++)
        set_number(&object, report->count[i].name, report->count[i].value);
    return object;
}

/* Null without decode-exact: nothing is proven. */
static json_t *pack_instructions(const struct rvt_run_result *run)
{
    if (!run->compared[RVT_MISMATCH_DECODE_EXACT])
        return json_null();
    uint64_t known = run->proven + run->untraced + run->lost;
    json_t *object = json_object();
    set_number(&object, "retired", run->instructions);
    set_number(&object, "proven", run->proven);
    set_number(&object, "untraced", run->untraced);
    set_number(&object, "lost", run->lost);
    set_number(&object, "not_compared", run->instructions > known ? run->instructions - known : 0);
    return object;
}

static json_t *pack_waivers(const struct rvt_run_report *report)
{
    const struct rvt_waivers *known = report->run.waivers;
    json_t *waivers = json_array();

    for (unsigned i = 0; i < known->count; i++) {
        json_t *object = json_object();
        set_text(&object, "waiver", known->waiver[i].text);
        set_text(&object, "reason", known->waiver[i].reason);
        uint64_t uses[RVT_MISMATCH_VERDICTS] = {0};
        for (unsigned j = 0; j < report->verdicts; j++)
            uses[report->run.logs[j].verdict] = report->run.logs[j].waived[i];
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
    if (report->requirements == NULL)
        return json_null();
    struct rvt_requirement_tally sorted = *report->requirements;
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

    set_text(&root, "schema", report->schema);
    set_text(&root, "version", RVT_VERSION_STRING);
    put(&root, "instance", pack_text(report->instance));
    put(&root, "passed", json_boolean(report->passed));
    set_text(&root, "summary", report->summary);
    put(&root, "verdicts", pack_verdicts(report));
    put(&root, "counts", pack_counts(report));
    if (!report->run.transport)
        put(&root, "instructions", pack_instructions(&report->run));
    put(&root, "findings", pack_findings(report));
    put(&root, "waivers", pack_waivers(report));
    if (!report->run.transport)
        put(&root, "requirements", pack_requirements(report));
    int wrong = json_dump_callback(root, write_part, output, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
    json_decref(root);
    if (wrong != 0 && !rvt_output_failed(output))
        return RVT_ERR_MEMORY;
    return rvt_output_write(output, "\n", 1);
}
