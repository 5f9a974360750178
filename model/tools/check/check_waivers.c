/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/check/check_waivers.h"

#include <stdio.h>
#include <string.h>

#include "io/waivers_yaml.h"
#include "io/yaml_value.h"
#include "tools/command.h"

bool rvt_check_waivers_append(struct rvt_check_waivers *waivers, const struct rvt_waivers *added)
{
    struct rvt_waivers *all = &waivers->waivers;

    if (all->count + added->count > RVT_WAIVERS_MAX)
        return false;
    memcpy(all->waiver + all->count, added->waiver, added->count * sizeof added->waiver[0]);
    all->count += added->count;
    return true;
}

static enum rvt_status read_file(struct rvt_check_waivers *waivers, const struct rvt_yaml *yaml,
                                 struct rvt_diag *diag)
{
    const struct rvt_yaml_node *root = rvt_yaml_root(yaml), *section = NULL;
    struct rvt_waivers added = {.count = 0};
    enum rvt_status status = rvt_yaml_expect(root, RVT_YAML_MAPPING, diag);

    if (status == RVT_OK)
        status = rvt_yaml_need(root, "waivers", &section, diag);
    if (status == RVT_OK)
        status = rvt_waivers_read(section, &added, diag);
    if (status == RVT_OK && !rvt_check_waivers_append(waivers, &added))
        status = rvt_yaml_refuse(section, RVT_ERR_CAPACITY, NULL, diag, "more than %d waivers",
                                 RVT_WAIVERS_MAX);
    return status;
}

bool rvt_check_waivers_load(struct rvt_check_waivers *waivers, const char *path)
{
    struct rvt_yaml *yaml = NULL;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_yaml_open(path, &yaml, &diag);
    if (status == RVT_OK)
        status = read_file(waivers, yaml, &diag);
    rvt_yaml_close(yaml);
    if (status != RVT_OK)
        rvt_complain(path, &diag);
    return status == RVT_OK;
}

const char *rvt_check_waivers_allow(struct rvt_check_waivers *waivers, const char *text)
{
    struct rvt_waivers *all = &waivers->waivers;
    const char *reason = strchr(text, '@');
    size_t length = reason != NULL ? (size_t)(reason - text) : strlen(text);
    struct rvt_waiver waiver = {.optional = true};
    unsigned rule = 0;

    if (all->count == RVT_WAIVERS_MAX)
        return "too many waivers";
    (void)snprintf(waiver.clause, sizeof waiver.clause, "%.*s", (int)length, text);
    (void)snprintf(waiver.reason, sizeof waiver.reason, "%s",
                   reason != NULL ? reason + 1 : "--allow");
    if (!rvt_compliance_rule_find(waiver.clause, &rule))
        return "there is no such rule; rvt check --rules lists them";
    all->waiver[all->count++] = waiver;
    return NULL;
}

/* The finding as one of a scoreboard: what a waiver can name. */
static struct rvt_mismatch mismatch_of(const struct rvt_compliance_finding *finding)
{
    const struct rvt_compliance_rule *rule = rvt_compliance_rule(finding->rule);
    bool nothing = rule->layer == RVT_CHECK_STREAM && rule->severity == RVT_SEVERITY_ERROR;
    struct rvt_mismatch found = {
        .kind = nothing ? RVT_MISMATCH_NOTHING : RVT_MISMATCH_UNDECODABLE,
        .verdict =
            rule->layer == RVT_CHECK_CHOICES ? RVT_MISMATCH_BIT_EXACT : RVT_MISMATCH_DECODE_EXACT,
        .packet_name = finding->name,
        .is_data = rule->layer == RVT_CHECK_DATA,
        .field = finding->field,
        .observed_value = {.known = finding->field != NULL, .number = finding->value},
    };

    rvt_mismatch_set_clause(&found, rule->number);
    return found;
}

const char *rvt_check_waive(void *context, const struct rvt_compliance_finding *finding)
{
    struct rvt_check_waivers *waivers = context;
    struct rvt_mismatch found = mismatch_of(finding);

    for (unsigned i = 0; i < waivers->waivers.count; i++) {
        const struct rvt_waiver *waiver = &waivers->waivers.waiver[i];

        if (!rvt_waiver_matches(waiver, &found) ||
            (waiver->count > 0 && waivers->used[i] >= waiver->count))
            continue;
        waivers->used[i]++;
        return waiver->reason;
    }
    return NULL;
}

void rvt_check_waivers_settle(const struct rvt_check_waivers *waivers,
                              struct rvt_compliance *compliance)
{
    for (unsigned i = 0; i < waivers->waivers.count; i++) {
        struct rvt_compliance_finding finding = rvt_compliance_of_rule("CHK-005");
        struct rvt_waiver waiver = waivers->waivers.waiver[i];

        if (waivers->used[i] > 0)
            rvt_compliance_obey(compliance, "CHK-005", 1);
        if (waiver.optional || waivers->used[i] > 0)
            continue;
        rvt_waiver_print(&waiver);
        (void)snprintf(finding.text, sizeof finding.text, "no finding matches the waiver %s",
                       waiver.text);
        rvt_compliance_break(compliance, &finding);
    }
}
