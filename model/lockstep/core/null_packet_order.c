/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/core/null_packet_order.h"

enum { NULL_IDLE = 0x00, NULL_ALIGNMENT = 0x80, LENGTH_MASK = 0x1f, PAYLOAD_BYTES = 31 };

void rvt_null_order_init(struct rvt_null_order *order, const struct rvt_encap_config *config)
{
    *order = (struct rvt_null_order){
        .config = config,
        .run_max = PAYLOAD_BYTES + config->timestamp_bytes + config->srcid_bits / 8,
        .since = config->sync_period,
    };
}

static const char *take_header(struct rvt_null_order *order)
{
    const struct rvt_encap_config *config = order->config;
    unsigned run = order->run;

    order->run = 0;
    order->alone = false;
    if (config->nulls == RVT_NULLS_UNFRAMED && run > 0)
        return "a packet follows null.idle instead of null.alignment [ENC-011]";
    if (config->sync_period > 0 && order->since >= config->sync_period) {
        order->since = 0;
        return "the required synchronisation sequence of N + 1 null packets is missing [ENC-010, "
               "ENC-019]";
    }
    return NULL;
}

/* A null packet must have flow 0, and null.alignment must be the last null or the (N + 1)th. */
static const char *take_null(struct rvt_null_order *order, uint8_t byte)
{
    bool unframed = order->config->nulls == RVT_NULLS_UNFRAMED;
    bool alone = order->alone;
    bool whole = order->run == order->run_max && (byte == NULL_ALIGNMENT || !unframed);

    if (byte == NULL_ALIGNMENT)
        order->run = 0;
    else if (order->run < order->run_max)
        order->run++;
    order->alone = byte == NULL_ALIGNMENT && !whole;
    if (whole)
        order->since = 0;
    if (byte != NULL_IDLE && byte != NULL_ALIGNMENT)
        return "flow is 1 in a null packet [ENC-009]";
    if (unframed && alone)
        return "null.alignment ends neither a series of null packets nor a synchronisation "
               "sequence "
               "[ENC-013]";
    return NULL;
}

const char *rvt_null_order_take(struct rvt_null_order *order, uint8_t byte)
{
    if ((byte & LENGTH_MASK) != 0)
        return take_header(order);
    if (order->config->nulls == RVT_NULLS_NONE)
        return "a null packet was sent, but the configuration allows none [ENC-009]";
    return order->config->nulls == RVT_NULLS_ANY && order->config->sync_period == 0
               ? NULL
               : take_null(order, byte);
}

void rvt_null_order_packet(struct rvt_null_order *order, size_t bytes)
{
    order->since += order->config->sync_unit == RVT_SYNC_UNIT_BYTES ? bytes : 1;
}

void rvt_null_order_check(struct rvt_null_order *order, uint8_t byte, uint64_t cycle,
                          struct rvt_mismatch_log *findings)
{
    const char *broken = rvt_null_order_take(order, byte);

    if (broken == NULL || rvt_mismatch_log_full(findings))
        return;
    struct rvt_mismatch found = {.kind = RVT_MISMATCH_NULL_PACKET,
                                 .cycle = cycle,
                                 .encapsulated = true,
                                 .field = "header",
                                 .observed_value = {.known = true, .number = byte}};
    struct rvt_text text;
    rvt_mismatch_set_message(&found, broken);
    rvt_text_init(&text, found.detail, sizeof found.detail);
    rvt_text_add(&text, "\n  observed  0x%02x", byte);
    (void)rvt_mismatch_log_add(findings, &found);
}
