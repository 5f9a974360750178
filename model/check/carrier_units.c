/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "check/carrier_units.h"

#include <string.h>

#define LIST(...) __VA_ARGS__, RVT_RULES

void rvt_carrier_units_broken(struct rvt_carrier_units *units, enum rvt_rule rule)
{
    units->broken[rule] = true;
}

/* The unit obeys the rules of a list that ends with RVT_RULES, but for broken ones. */
static void obey(const struct rvt_carrier_units *units, const enum rvt_rule *rules)
{
    for (; *rules != RVT_RULES; rules++)
        if (!units->broken[*rules])
            rvt_compliance_obey(units->compliance, rvt_rule_text(*rules)->number, 1);
}

static void obey_if(const struct rvt_carrier_units *units, bool concerned, enum rvt_rule rule)
{
    if (concerned)
        obey(units, (const enum rvt_rule[]){LIST(rule)});
}

/* Forgets what was broken of the rules from first to last. */
static void forget(struct rvt_carrier_units *units, enum rvt_rule first, enum rvt_rule last)
{
    memset(units->broken + first, 0, (last - first + 1) * sizeof units->broken[0]);
}

/* ---- frames ---- */

static void take_slots(struct rvt_carrier_units *units, const uint8_t *bytes)
{
    static const enum rvt_rule of_id[] = {LIST(RVT_RULE_FRM_007, RVT_RULE_FRM_013)};
    struct rvt_frame frame;
    bool data = false;

    rvt_frame_read(bytes, &frame);
    for (unsigned slot = 0; slot < RVT_FRAME_SLOTS; slot++) {
        data |= frame.slot[slot].kind == RVT_FRAME_DATA;
        if (frame.slot[slot].kind == RVT_FRAME_DATA)
            continue;
        obey(units, of_id);
        obey_if(units, units->identified, RVT_RULE_FRM_006);
        units->identified = true;
    }
    obey_if(units, data, RVT_RULE_FRM_005);
    obey_if(units, frame.slot[RVT_FRAME_SLOTS - 1].kind != RVT_FRAME_DATA, RVT_RULE_FRM_004);
}

void rvt_carrier_units_frame(struct rvt_carrier_units *units, const struct rvt_frame_event *event)
{
    static const enum rvt_rule of_stream[] = {LIST(RVT_RULE_FRM_014, RVT_RULE_FRM_015)};
    static const enum rvt_rule of_frame[] = {LIST(RVT_RULE_FRM_008, RVT_RULE_FRM_009)};

    units->cut = event->kind == RVT_FRAME_EVENT_CUT || event->kind == RVT_FRAME_EVENT_SKIP;
    if (event->kind == RVT_FRAME_EVENT_FSYNC && !units->began && units->streaming)
        obey(units, of_stream);
    units->began |= event->kind == RVT_FRAME_EVENT_FSYNC || event->kind == RVT_FRAME_EVENT_FRAME;
    if (event->kind == RVT_FRAME_EVENT_FRAME) {
        take_slots(units, event->data);
        if (units->streaming)
            obey(units, of_frame);
    }
    forget(units, RVT_RULE_FRM_004, RVT_RULE_FRM_014);
}

/* ---- STP ---- */

static void take_kind(struct rvt_carrier_units *units, const struct rvt_stp_form *form)
{
    bool version = form->kind == RVT_STP_KIND_VERSION;

    obey_if(units, units->began && form->kind == RVT_STP_KIND_ASYNC, RVT_RULE_STP_005);
    obey_if(units, version, RVT_RULE_STP_002);
    obey_if(units, version && units->versioned, RVT_RULE_STP_008);
    units->versioned |= version;
    obey_if(units, form->kind == RVT_STP_KIND_DATA, RVT_RULE_STP_006);
    obey_if(units, form->kind == RVT_STP_KIND_MASTER || form->kind == RVT_STP_KIND_CHANNEL,
            RVT_RULE_STP_011);
}

/* A packet with a timestamp. */
static void take_time(struct rvt_carrier_units *units)
{
    obey_if(units, true, RVT_RULE_STP_004);
    obey_if(units, units->timed, RVT_RULE_STP_007);
    obey_if(units, units->frequency, RVT_RULE_STP_013);
    units->timed = true;
    units->frequency = false;
}

void rvt_carrier_units_packet(struct rvt_carrier_units *units, const struct rvt_stp_event *event)
{
    static const enum rvt_rule of_packet[] = {LIST(RVT_RULE_STP_003, RVT_RULE_STP_015)};
    const struct rvt_stp_form *form = rvt_stp_form(event->packet.opcode);

    units->cut = event->lost;
    if (event->lost)
        return;
    obey_if(units, !units->began, RVT_RULE_STP_001);
    obey(units, of_packet);
    take_kind(units, form);
    units->began = true;
    if (event->timed)
        take_time(units);
    units->frequency |= form->kind == RVT_STP_KIND_FREQUENCY;
    forget(units, RVT_RULE_STP_001, RVT_RULE_STP_015);
}

/* ---- messages ---- */

/* Where a message has parts that rules are about. */
static void take_fields(const struct rvt_carrier_units *units,
                        const struct rvt_syst_message *message)
{
    obey_if(units, message->loc || message->len || message->chk || message->ts || message->guid,
            RVT_RULE_SYST_005);
    obey_if(units, message->loc, RVT_RULE_SYST_006);
    obey_if(units, message->len, RVT_RULE_SYST_007);
    obey_if(units, message->chk, RVT_RULE_SYST_008);
    obey_if(units, message->guid, RVT_RULE_SYST_017);
    obey_if(units, message->ts && units->origin_timed && units->origin == message->origin,
            RVT_RULE_SYST_105);
    obey_if(units, message->ts, RVT_RULE_SYST_106);
}

static void take_type(const struct rvt_carrier_units *units, const struct rvt_syst_message *message)
{
    unsigned type = message->type;
    bool is_long = type == RVT_SYST_BUILD && message->subtype == RVT_SYST_BUILD_LONG;
    bool is_short = type == RVT_SYST_SHORT32 || type == RVT_SYST_SHORT64 ||
                    (type == RVT_SYST_BUILD && !is_long);
    bool is_text = rvt_syst_has_text(message);

    obey_if(units, is_short, RVT_RULE_SYST_009);
    obey_if(units, type == RVT_SYST_CLOCK, RVT_RULE_SYST_010);
    obey_if(units, type == RVT_SYST_CLOCK, RVT_RULE_SYST_016);
    obey_if(units, is_long, RVT_RULE_SYST_011);
    obey_if(units, type == RVT_SYST_CATALOG, RVT_RULE_SYST_012);
    obey_if(units, type == RVT_SYST_CATALOG, RVT_RULE_SYST_014);
    obey_if(units, is_text, RVT_RULE_SYST_102);
    obey_if(units, type == RVT_SYST_STRING, RVT_RULE_SYST_101);
    obey_if(units, is_text && type != RVT_SYST_STRING, RVT_RULE_SYST_013);
    obey_if(units, !is_short, RVT_RULE_SYST_004);
    obey_if(units, !is_short, RVT_RULE_SYST_015);
    obey_if(units, is_short, RVT_RULE_SEQ_012);
    obey_if(units, type == RVT_SYST_CLOCK, RVT_RULE_SEQ_014);
}

static void take_sequence(const struct rvt_carrier_units *units,
                          const struct rvt_sequence_message *raw)
{
    static const enum rvt_rule of_message[] = {
        LIST(RVT_RULE_SEQ_006, RVT_RULE_SEQ_010, RVT_RULE_SEQ_013)};
    static const enum rvt_rule of_several[] = {LIST(
        RVT_RULE_SEQ_001, RVT_RULE_SEQ_002, RVT_RULE_SEQ_007, RVT_RULE_SEQ_008, RVT_RULE_SEQ_009)};
    bool again = units->message && units->master == raw->master && units->channel == raw->channel;

    obey(units, of_message);
    if (raw->ending != RVT_SEQUENCE_SINGLE)
        obey(units, of_several);
    obey_if(units, raw->ending == RVT_SEQUENCE_SINGLE, RVT_RULE_SEQ_011);
    obey_if(units, raw->ending == RVT_SEQUENCE_MARKED, RVT_RULE_SEQ_003);
    obey_if(units, raw->ending == RVT_SEQUENCE_FLAG, RVT_RULE_SEQ_004);
    obey_if(units, raw->ending == RVT_SEQUENCE_FLAG, RVT_RULE_SEQ_005);
    obey_if(units, raw->trusted && again, RVT_RULE_SEQ_015);
}

/* The next message can contradict this one. */
static void remember(struct rvt_carrier_units *units, const struct rvt_syst_arrival *arrival)
{
    units->message = true;
    units->master = arrival->raw->master;
    units->channel = arrival->raw->channel;
    units->origin_timed = arrival->message->ts;
    units->origin = arrival->message->origin;
}

void rvt_carrier_units_message(struct rvt_carrier_units *units,
                               const struct rvt_syst_arrival *arrival)
{
    static const enum rvt_rule of_message[] = {
        LIST(RVT_RULE_SYST_001, RVT_RULE_SYST_002, RVT_RULE_SYST_003)};

    obey(units, of_message);
    take_fields(units, arrival->message);
    take_type(units, arrival->message);
    take_sequence(units, arrival->raw);
    remember(units, arrival);
    forget(units, RVT_RULE_SYST_001, RVT_RULE_SYST_106);
    forget(units, RVT_RULE_SEQ_001, RVT_RULE_SEQ_015);
}

void rvt_carrier_units_end(struct rvt_carrier_units *units, enum rvt_rule whole)
{
    obey_if(units, units->began && !units->cut, whole);
}
