/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Cases of vectors/syst about time. input: messages, each with bytes, master, channel and transport
 * time; hz: frequency of the transport. Positions are those in the bytes of all messages, one after
 * the other. Expected: findings; times, [number of the message, ticks, numerator, denominator] of
 * every message timestamp that a clock converts into transport time.
 */
#include <inttypes.h>

#include "golden/cases/syst_fields.h"
#include "golden/findings.h"

static const char *const INPUT_KEYS[] = {"messages", "hz", "origins", NULL};
static const char *const MESSAGE_KEYS[] = {"bytes", "master", "channel", "time", NULL};
static const char *const EXPECT_KEYS[] = {"verdict", "findings", "times", NULL};

struct run {
    struct rvt_golden_case *c;
    struct rvt_syst_checker *checker;
    struct rvt_golden_findings findings;
    const struct rvt_yaml_node *time; /* the next one expected */
    uint64_t hz, byte, number;
};

/* Reads an optional number; *has: it is present. */
static enum rvt_status read_number(const struct rvt_yaml_node *map, const char *key,
                                   uint64_t *value, bool *has, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *node = rvt_yaml_get(map, key);
    *has = node != NULL;
    *value = 0;
    return node == NULL ? RVT_OK : rvt_yaml_unsigned(node, value, diag);
}

static enum rvt_status read_place(const struct rvt_yaml_node *node, struct rvt_syst_place *place,
                                  struct rvt_diag *diag)
{
    uint64_t master = 0, channel = 0;
    bool has = false;
    enum rvt_status status = rvt_yaml_only(node, MESSAGE_KEYS, diag);
    if (status == RVT_OK)
        status = read_number(node, "time", &place->time, &place->has_time, diag);
    if (status == RVT_OK)
        status = read_number(node, "master", &master, &has, diag);
    if (status == RVT_OK)
        status = read_number(node, "channel", &channel, &place->has_channel, diag);
    place->master = (uint16_t)master;
    place->channel = (uint16_t)channel;
    return status;
}

static enum rvt_status compare_time(struct run *run, const struct rvt_clock_time *time,
                                    struct rvt_diag *diag)
{
    const uint64_t got[] = {run->number, time->ticks, time->numerator, time->denominator};
    const struct rvt_yaml_node *node = run->time;
    if (node == NULL) {
        rvt_golden_disagree(run->c, run->c->node,
                            "message %" PRIu64 " is at %" PRIu64 ", unexpected", run->number,
                            time->ticks);
        return RVT_OK;
    }
    run->time = node->next;
    if (node->kind != RVT_YAML_SEQUENCE || node->count != 4)
        return rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "four numbers expected");
    const struct rvt_yaml_node *entry = node->first;
    for (unsigned i = 0; i < 4; i++, entry = entry->next) {
        uint64_t wanted = 0;
        enum rvt_status status = rvt_yaml_unsigned(entry, &wanted, diag);
        if (status != RVT_OK)
            return status;
        if (wanted != got[i])
            rvt_golden_disagree(run->c, entry, "it is %" PRIu64, got[i]);
    }
    return RVT_OK;
}

static enum rvt_status run_message(struct run *run, const struct rvt_yaml_node *node,
                                   struct rvt_diag *diag)
{
    uint8_t data[RVT_GOLDEN_SYST_BYTES];
    struct rvt_syst_place place = {.byte = run->byte};
    struct rvt_syst_message message;
    struct rvt_clock_time time;
    size_t bytes = 0, used = 0;
    bool delivered = false;
    const struct rvt_yaml_node *text = NULL;
    enum rvt_status status = read_place(node, &place, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(node, "bytes", &text, diag);
    if (status == RVT_OK)
        status = rvt_yaml_bytes(text, data, sizeof(data), &bytes, diag);
    if (status != RVT_OK)
        return status;
    rvt_syst_check(run->checker, &place, data, bytes, &message, &used, &delivered);
    run->byte += bytes;
    if (!delivered || !message.ts || run->hz == 0)
        return RVT_OK;
    const struct rvt_clock *clock = rvt_syst_clock(run->checker, &place, &message);
    if (clock == NULL || rvt_clock_convert(clock, message.timestamp, run->hz, &time) != RVT_OK)
        return RVT_OK;
    return compare_time(run, &time, diag);
}

enum rvt_status rvt_golden_syst_messages(struct rvt_golden_case *c, struct rvt_diag *diag)
{
    static struct run run;
    struct rvt_syst_config config = {.sbd = false};
    const struct rvt_yaml_node *times = rvt_yaml_get(c->expect, "times");
    const struct rvt_yaml_node *messages = rvt_yaml_get(c->input, "messages");
    uint64_t origins = 0;
    bool valid = false, has = false;
    enum rvt_status status = rvt_yaml_only(c->input, INPUT_KEYS, diag);
    run = (struct run){.c = c, .time = times == NULL ? NULL : times->first};
    if (status == RVT_OK)
        status = rvt_golden_verdict(c, &valid, diag);
    if (status == RVT_OK)
        status = rvt_yaml_only(c->expect, EXPECT_KEYS, diag);
    if (status == RVT_OK)
        status = read_number(c->input, "hz", &run.hz, &has, diag);
    if (status == RVT_OK)
        status = read_number(c->input, "origins", &origins, &has, diag);
    config.origins = (size_t)origins;
    if (status == RVT_OK)
        status = rvt_syst_checker_open(&config, rvt_golden_collect, &run.findings, &run.checker);
    for (const struct rvt_yaml_node *node = messages->first; status == RVT_OK && node != NULL;
         node = node->next, run.number++)
        status = run_message(&run, node, diag);
    rvt_syst_checker_close(run.checker);
    if (status != RVT_OK)
        return status;
    if (run.time != NULL)
        rvt_golden_disagree(c, run.time, "the message has no time");
    if (valid != (run.findings.count == 0))
        rvt_golden_disagree(c, c->node, "another verdict");
    return rvt_golden_compare_findings(c, rvt_yaml_get(c->expect, "findings"), &run.findings, diag);
}
