/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The order of null packets in a byte stream: alignment before packets, length and distance of
 * synchronisation sequences, as the configuration says.
 * Spec: ENC-009..011, ENC-013, ENC-019.
 */
#ifndef RVT_LOCKSTEP_CORE_NULL_ORDER_H
#define RVT_LOCKSTEP_CORE_NULL_ORDER_H

#include <stddef.h>
#include <stdint.h>

#include "base/params.h"
#include "lockstep/mismatch_log.h"

struct rvt_null_order {
    const struct rvt_encap_config *config; /* borrowed */
    unsigned run_max;                      /* N */
    unsigned run;                          /* idles in a row, up to N */
    bool alone;                            /* the latest byte is an alignment in no sequence */
    uint64_t since;                        /* packets or bytes since the latest sequence */
};

/* A stream begins; a period that is configured asks for a sequence first. */
void rvt_null_order_init(struct rvt_null_order *order, const struct rvt_encap_config *config);

/*
 * Takes the first byte of a packet, null packets included. Returns null, or the rule that it
 * breaks, with its clause in brackets; later bytes are judged as if it had not.
 */
const char *rvt_null_order_take(struct rvt_null_order *order, uint8_t byte);

/* A normal packet of bytes bytes has ended. */
void rvt_null_order_packet(struct rvt_null_order *order, size_t bytes);

/* The same; one that may not come there in cycle becomes a finding. */
void rvt_null_order_check(struct rvt_null_order *order, uint8_t byte, uint64_t cycle,
                          struct rvt_mismatch_log *findings);

#endif
