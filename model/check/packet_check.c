/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "check/packet_check.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "wire/data_form.h"
#include "wire/packet_clause.h"

enum { RULES_OF_PACKET = 32 };

/* The rules of a packet, each once, and its size. */
struct rules {
    const struct rvt_config *config;
    const struct rvt_packet *packet; /* one of the two */
    const struct rvt_data_packet *data;
    size_t bits;
    unsigned count;
    const char *number[RULES_OF_PACKET]; /* a null: of a field without a rule */
};

static void add(struct rules *rules, const char *number)
{
    for (unsigned i = 0; i < rules->count; i++)
        if (rules->number[i] == number)
            return;
    if (rules->count < RULES_OF_PACKET)
        rules->number[rules->count++] = number;
}

static void visit(void *context, const char *name, uint64_t value, unsigned width, size_t at_bit)
{
    struct rules *rules = context;

    (void)value;
    (void)at_bit;
    rules->bits += width;
    if (width == 0)
        return;
    if (rules->packet != NULL)
        add(rules, rvt_packet_clause(rules->config, rules->packet, name));
    else
        add(rules, rvt_data_clause(rules->config, rules->data, name));
}

static bool is_in(const struct rvt_rule_list *list, const char *number)
{
    for (unsigned i = 0; list != NULL && number != NULL && i < list->count; i++)
        if (strcmp(list->number[i], number) == 0)
            return true;
    return false;
}

/* The rules of that layer, without those of but (null: none). */
static void obey(struct rvt_compliance *compliance, const struct rules *rules,
                 enum rvt_check_layer layer, const struct rvt_rule_list *but)
{
    for (unsigned i = 0; i < rules->count; i++)
        if (!is_in(but, rules->number[i]))
            rvt_compliance_obey_in(compliance, layer, rules->number[i], 1);
}

/* The rules of what follows the fields of a payload. */
static void obey_padding(struct rvt_compliance *compliance, const struct rvt_config *config,
                         const struct rvt_payload *payload, size_t bits)
{
    rvt_compliance_obey(compliance, "ETR-CMP-004", 1);
    if (config->dialect.padding == RVT_PADDING_ANY)
        return;
    rvt_compliance_obey(compliance, "ETR-DEC-018", 1);
    if ((size_t)8 * payload->bytes > bits)
        rvt_compliance_obey(compliance, "ETR-CMP-005", 1);
}

/* The widths of srcID and type: at another width, a packet would not have the configured values. */
static void obey_source(struct rvt_compliance *compliance, const struct rvt_config *config,
                        const struct rvt_encap *encap)
{
    const struct rvt_encap_config *source = &config->encap;
    bool data = config->options.data_trace && encap->type == source->type_data;

    if (source->srcid_bits > 0 && encap->srcid != source->srcid)
        return;
    if (source->srcid_bits > 0)
        rvt_compliance_obey(compliance, "ENC-015", 1);
    if (source->type_bits > 0 && (encap->type == source->type_inst || data))
        rvt_compliance_obey(compliance, "ENC-007", 1);
}

void rvt_rule_list_add(struct rvt_rule_list *list, const char *number)
{
    if (is_in(list, number))
        return;
    assert(list->count < RVT_RULE_LIST_MAX);
    list->number[list->count++] = number;
}

void rvt_packet_check_encap(struct rvt_compliance *compliance, const struct rvt_config *config,
                            const struct rvt_encap *encap)
{
    if (config->encap.unaligned)
        rvt_compliance_obey(compliance, "ENC-010", 1);
    if (config->encap.block_bytes > 0)
        rvt_compliance_obey(compliance, "ENC-017", 1);
    if (config->encap.framing == RVT_FRAMING_INDEXED) {
        rvt_compliance_obey(compliance, "AMB-150", 1);
        return;
    }
    if (encap->kind != RVT_ENCAP_NORMAL)
        return;
    rvt_compliance_obey(compliance, "ENC-004", 1);
    rvt_compliance_obey(compliance, "ENC-006", 1);
    if (config->encap.timestamp_bytes == 0)
        rvt_compliance_obey(compliance, "ENC-005", 1);
    obey_source(compliance, config, encap);
}

void rvt_packet_check_inst(struct rvt_compliance *compliance, const struct rvt_config *config,
                           const struct rvt_packet *packet, const struct rvt_payload *payload,
                           const struct rvt_rule_list *but)
{
    struct rules rules = {.config = config, .packet = packet};

    if (rvt_packet_visit(config, packet, visit, &rules) != RVT_OK)
        return;
    obey(compliance, &rules, RVT_CHECK_PACKETS, but);
    if (packet->format == RVT_FORMAT_SYNC && packet->subformat != RVT_SUBFORMAT_SUPPORT &&
        rvt_packet_check_privilege(packet, NULL) == RVT_OK)
        rvt_compliance_obey(compliance, "ETR-ING-012", 1);
    obey_padding(compliance, config, payload, rules.bits);
}

void rvt_packet_check_data(struct rvt_compliance *compliance, const struct rvt_config *config,
                           const struct rvt_data_packet *packet, const struct rvt_payload *payload)
{
    struct rules rules = {.config = config, .data = packet};

    if (rvt_data_visit(config, packet, visit, &rules) != RVT_OK)
        return;
    obey(compliance, &rules, RVT_CHECK_DATA, NULL);
    obey_padding(compliance, config, payload, rules.bits);
}

void rvt_packet_check_followed(struct rvt_compliance *compliance, const struct rvt_config *config,
                               const struct rvt_packet *packet, const struct rvt_rule_list *but)
{
    struct rules rules = {.config = config, .packet = packet};

    if (rvt_packet_visit(config, packet, visit, &rules) == RVT_OK)
        obey(compliance, &rules, RVT_CHECK_DECODING, but);
}
