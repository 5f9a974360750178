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

#include "io/json_build.h"

static void set_hex(json_t **object, const char *name, uint64_t number)
{
    char text[24];

    (void)snprintf(text, sizeof text, "0x%" PRIx64, number);
    rvt_json_put_text(object, name, text);
}

/* A value of one side; null: the packet has no such field. */
static void set_value(json_t **object, const char *name, const struct rvt_mismatch_value *value)
{
    if (!value->known)
        return;
    if (value->absent)
        rvt_json_put(object, name, json_null());
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
    rvt_json_put_text(&side, "bytes", bytes);
    rvt_json_put_text(&side, "line", packet->line);
    rvt_json_put(object, name, side);
}

static json_t *pack_blocks(const struct rvt_mismatch *found)
{
    json_t *blocks = json_array();

    for (unsigned i = 0; i < found->blocks; i++) {
        const struct rvt_past_block *past = &found->block[i];
        json_t *block = json_object();
        rvt_json_put_number(&block, "cycle", past->cycle);
        set_hex(&block, "first", past->first);
        set_hex(&block, "last", past->last);
        rvt_json_put_number(&block, "iretire", past->iretire);
        rvt_json_put_number(&block, "itype", past->itype);
        rvt_json_put_number(&block, "priv", past->priv);
        rvt_json_put(&block, "lost", json_boolean(past->lost));
        rvt_json_append(&blocks, block);
    }
    return blocks;
}

static json_t *pack_cause(const struct rvt_mismatch_cause *cause)
{
    json_t *object = json_object();

    rvt_json_put_text(&object, "decision", cause->decision);
    rvt_json_put_text(&object, "clause", cause->clause);
    set_hex(&object, "iaddr", cause->iaddr);
    rvt_json_put_number(&object, "item_cycle", cause->cycle);
    rvt_json_put_number(&object, "decision_cycle", cause->decided);
    return object;
}

static json_t *pack_finding(const struct rvt_run_report *report, unsigned verdict,
                            const struct rvt_mismatch_entry *entry)
{
    const struct rvt_mismatch *found = &entry->found;
    json_t *object = json_object();

    rvt_json_put_text(&object, "verdict", rvt_run_report_verdict(report, verdict));
    rvt_json_put_text(&object, "compared", rvt_mismatch_verdict_name(found->verdict));
    rvt_json_put_text(&object, "kind", rvt_mismatch_kind_name(found->kind));
    rvt_json_put_number(&object, "cycle", found->cycle);
    rvt_json_put_text(&object, "clause", found->clause);
    if (found->has_packet) {
        rvt_json_put_text(&object, "stream", found->encapsulated ? "bytes" : "packets");
        rvt_json_put_number(&object, "packet", found->packet);
        rvt_json_put_text(&object, "packet_kind", found->packet_name);
    }
    if (found->count > 0)
        rvt_json_put_number(&object, "count", found->count);
    rvt_json_put_text(&object, "field", found->field);
    set_value(&object, "expected", &found->expected_value);
    set_value(&object, "observed", &found->observed_value);
    if (found->cause.known)
        rvt_json_put(&object, "cause", pack_cause(&found->cause));
    set_packet(&object, "expected_packet", &found->expected);
    set_packet(&object, "observed_packet", &found->observed);
    rvt_json_put_text(&object, "retired", found->retired);
    rvt_json_put_text(&object, "decoded", found->decoded);
    rvt_json_put_text(&object, "reason", found->reason);
    if (!report->run.transport)
        rvt_json_put(&object, "blocks", pack_blocks(found));
    rvt_json_put_text(&object, "text", entry->text);
    return object;
}

static json_t *pack_clauses(const struct rvt_clause_tally *tally)
{
    json_t *clauses = json_array();

    for (unsigned i = 0; i < tally->count; i++) {
        json_t *clause = json_object();
        rvt_json_put_text(&clause, "clause", tally->clause[i].clause);
        rvt_json_put_number(&clause, "found", tally->clause[i].found);
        rvt_json_put_number(&clause, "waived", tally->clause[i].waived);
        rvt_json_append(&clauses, clause);
    }
    return clauses;
}

static json_t *pack_verdicts(const struct rvt_run_report *report)
{
    json_t *verdicts = json_array();

    for (unsigned i = 0; i < report->verdicts; i++) {
        const struct rvt_mismatch_log *log = &report->run.logs[i];
        json_t *object = json_object();
        rvt_json_put_text(&object, "verdict", rvt_run_report_verdict(report, i));
        rvt_json_put_text(&object, "result", rvt_run_report_result(report, i));
        rvt_json_put(&object, "decides", json_boolean(report->decides == i));
        rvt_json_put_number(&object, "findings", log->count);
        rvt_json_put(&object, "clauses", pack_clauses(&log->clauses));
        rvt_json_put_number(&object, "others", log->clauses.others);
        rvt_json_append(&verdicts, object);
    }
    return verdicts;
}

static json_t *pack_findings(const struct rvt_run_report *report)
{
    json_t *findings = json_array();
    const struct rvt_mismatch_entry *entry;

    for (unsigned i = 0; i < report->verdicts; i++)
        for (unsigned j = 0; (entry = rvt_run_report_finding(report, i, j)) != NULL; j++)
            rvt_json_append(&findings, pack_finding(report, i, entry));
    return findings;
}

static json_t *pack_counts(const struct rvt_run_report *report)
{
    json_t *object = json_object();

    for (unsigned i = 0; i < report->counts; i++)
        rvt_json_put_number(&object, report->count[i].name, report->count[i].value);
    return object;
}

/* Null without decode-exact: nothing is proven. */
static json_t *pack_instructions(const struct rvt_run_result *run)
{
    if (!run->compared[RVT_MISMATCH_DECODE_EXACT])
        return json_null();
    uint64_t known = run->proven + run->untraced + run->lost;
    json_t *object = json_object();
    rvt_json_put_number(&object, "retired", run->instructions);
    rvt_json_put_number(&object, "proven", run->proven);
    rvt_json_put_number(&object, "untraced", run->untraced);
    rvt_json_put_number(&object, "lost", run->lost);
    rvt_json_put_number(&object, "not_compared",
                        run->instructions > known ? run->instructions - known : 0);
    return object;
}

static json_t *pack_waivers(const struct rvt_run_report *report)
{
    const struct rvt_waivers *known = report->run.waivers;
    json_t *waivers = json_array();

    for (unsigned i = 0; i < known->count; i++) {
        json_t *object = json_object();
        rvt_json_put_text(&object, "waiver", known->waiver[i].text);
        rvt_json_put_text(&object, "reason", known->waiver[i].reason);
        uint64_t uses[RVT_MISMATCH_VERDICTS] = {0};
        for (unsigned j = 0; j < report->verdicts; j++)
            uses[report->run.logs[j].verdict] = report->run.logs[j].waived[i];
        rvt_json_put_number(&object, "bit_exact", uses[RVT_MISMATCH_BIT_EXACT]);
        rvt_json_put_number(&object, "decode_exact", uses[RVT_MISMATCH_DECODE_EXACT]);
        rvt_json_put_number(&object, "same_fields", uses[RVT_MISMATCH_SAME_FIELDS]);
        rvt_json_put_number(&object, "ingress", uses[RVT_MISMATCH_INGRESS]);
        rvt_json_append(&waivers, object);
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
        rvt_json_put_text(&object, "requirement", sorted.entry[i].requirement);
        rvt_json_put_number(&object, "packets", sorted.entry[i].packets);
        rvt_json_append(&requirements, object);
    }
    return requirements;
}

/* A text that names a value of a configuration. */
static void set_choice(json_t **object, const char *name, const struct rvt_key *key, unsigned value)
{
    char line[64];
    struct rvt_text text;

    rvt_text_init(&text, line, sizeof line);
    rvt_key_value_print(key, value, &text);
    rvt_json_put_text(object, name, line);
}

static json_t *pack_choices(const struct rvt_config *config)
{
    json_t *choices = json_array();
    struct rvt_config_choice choice;

    for (unsigned i = 0; rvt_config_choice(config, i, &choice); i++) {
        json_t *object = json_object();
        rvt_json_put_text(&object, "section", choice.key->section);
        rvt_json_put_text(&object, "key", choice.key->name);
        set_choice(&object, "value", choice.key, choice.value);
        set_choice(&object, "default", choice.key, choice.standard);
        rvt_json_put_text(&object, "clause", choice.key->clause);
        rvt_json_append(&choices, object);
    }
    return choices;
}

enum rvt_status rvt_report_json(struct rvt_output *output, const struct rvt_run_report *report)
{
    json_t *root = json_object();

    rvt_json_put_text(&root, "schema", report->schema);
    rvt_json_put_text(&root, "version", RVT_VERSION_STRING);
    rvt_json_put(&root, "instance", rvt_json_text(report->instance));
    rvt_json_put(&root, "passed", json_boolean(report->passed));
    rvt_json_put_text(&root, "summary", report->summary);
    rvt_json_put(&root, "verdicts", pack_verdicts(report));
    rvt_json_put(&root, "counts", pack_counts(report));
    if (!report->run.transport)
        rvt_json_put(&root, "instructions", pack_instructions(&report->run));
    rvt_json_put(&root, "findings", pack_findings(report));
    rvt_json_put(&root, "waivers", pack_waivers(report));
    if (!report->run.transport) {
        rvt_json_put_text(&root, "profile",
                          rvt_spec_profile_text(report->run.config->spec_profile));
        rvt_json_put(&root, "choices", pack_choices(report->run.config));
        rvt_json_put(&root, "requirements", pack_requirements(report));
    }
    return rvt_json_write(output, root, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
}
