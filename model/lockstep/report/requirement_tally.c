/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/report/requirement_tally.h"

#include <assert.h>
#include <ctype.h>
#include <stddef.h>
#include <string.h>

#include "encoder/decision.h"
#include "wire/packet.h"
#include "wire/packet_clause.h"

/* Whether clause is the number of a requirement: "ETR-FMT-027"; not "step 4". */
static bool is_requirement(const char *clause)
{
    return clause != NULL && isupper((unsigned char)clause[0]) && strchr(clause, '-') != NULL &&
           strchr(clause, ' ') == NULL;
}

/* Counts the latest packet of the tally for a requirement, once. */
static void add(struct rvt_requirement_tally *tally, const char *clause)
{
    unsigned i = 0;

    if (!is_requirement(clause))
        return;
    while (i < tally->count && strcmp(tally->entry[i].requirement, clause) != 0)
        i++;
    assert(i < RVT_TALLY_REQUIREMENTS);
    struct rvt_requirement_count *entry = &tally->entry[i];
    if (i == tally->count) {
        tally->count++;
        entry->requirement = clause;
    }
    entry->packets += entry->latest != tally->packets;
    entry->latest = tally->packets;
}

struct fields {
    struct rvt_requirement_tally *tally;
    const struct rvt_config *config;
    const struct rvt_packet *packet;
};

/* The address of a trap packet without handler is that of the switch. */
static bool is_switch_address(const struct fields *fields, const char *name)
{
    const struct rvt_packet *packet = fields->packet;

    return !rvt_is_draft(fields->config) && packet->format == RVT_FORMAT_SYNC &&
           packet->subformat == RVT_SUBFORMAT_TRAP && !packet->thaddr &&
           strcmp(name, "address") == 0;
}

static void visit(void *context, const char *name, uint64_t value, unsigned width, size_t at_bit)
{
    const struct fields *fields = context;

    (void)value;
    (void)at_bit;
    if (width > 0 && is_switch_address(fields, name))
        add(fields->tally, "AMB-041");
    else if (width > 0)
        add(fields->tally, rvt_packet_clause(fields->config, fields->packet, name));
}

/* How the model came to send the packet. In the draft, its chart decides about the format as well.
 */
static void add_choice(struct rvt_requirement_tally *tally, const struct rvt_config *config,
                       const struct rvt_packet *packet, const struct rvt_origin *origin)
{
    bool begins =
        origin->decision == RVT_DECISION_FIRST || origin->decision == RVT_DECISION_FIRST_EXCEPTION;

    add(tally, rvt_decision_clause(origin->decision));
    if (tally->ended && begins) /* between the two, something was not qualified */
        add(tally, "ETR-ALG-020");
    tally->ended |= origin->decision == RVT_DECISION_SUPPORT_END;
    if (rvt_is_draft(config))
        add(tally, "DRA-017");
    else if (packet->format != RVT_FORMAT_SYNC)
        add(tally, rvt_format_why_clause(origin->format_why));
}

void rvt_requirement_tally_packet(struct rvt_requirement_tally *tally,
                                  const struct rvt_config *config, const struct rvt_packet *packet,
                                  const struct rvt_origin *origin)
{
    struct fields fields = {.tally = tally, .config = config, .packet = packet};

    tally->packets++;
    add_choice(tally, config, packet, origin);
    enum rvt_status status = rvt_packet_visit(config, packet, visit, &fields);
    assert(status == RVT_OK); /* the hardware sent it */
    (void)status;
}
