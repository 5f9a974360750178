/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What decode-exact verdicts on the writes of SyS-T messages share: the model's receiver collects
 * writes to messages. A rule of the sequence or of the format that they break is a finding of the
 * comparison. Spec: MIPI SyS-T, Data Protocol (SYST-001..015) and STPv2 Protocol Encoding
 * (SEQ-001..013).
 */
#ifndef RVT_LOCKSTEP_TRANSPORT_SYST_COLLECTOR_H
#define RVT_LOCKSTEP_TRANSPORT_SYST_COLLECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"
#include "transport/stp/stp_encoder.h"
#include "transport/syst/syst.h"

#include "lockstep/items/item_match.h"

/* A message whose latest write was observed. Everything is borrowed for the call. */
struct rvt_syst_received {
    uint64_t cycle;
    uint64_t at; /* its first write, counted from 0 */
    uint16_t master, channel;
    const uint8_t *byte;
    size_t bytes;
    const struct rvt_syst_message *message; /* null: no receiver accepts it */
};

struct rvt_syst_collector_sink {
    void *context;
    void (*message)(void *context, const struct rvt_syst_received *received); /* accepted ones */
    /* Appends evidence to the finding on a message that no receiver accepts: lines that each begin
     * with a newline. Null: none. */
    void (*evidence)(void *context, struct rvt_text *text,
                     const struct rvt_syst_received *received);
};

struct rvt_syst_collector; /* opaque */

/* Opens a collector for the first write. Findings go to scoreboard (transport_scoreboard.h) and to
 * match, which are borrowed; sink is copied. RVT_ERR_MEMORY: *collector is null. */
RVT_MUST_USE
enum rvt_status rvt_syst_collector_open(void *scoreboard, struct rvt_item_match *match,
                                        const struct rvt_syst_collector_sink *sink,
                                        struct rvt_syst_collector **collector);

/* Frees; null is accepted. */
void rvt_syst_collector_close(struct rvt_syst_collector *collector);

/* A write was observed. */
void rvt_syst_collector_write(struct rvt_syst_collector *collector, uint64_t cycle,
                              const struct rvt_stp_record *record);

/* A write was observed that no STP packet can carry; found: a finding says so that is not waived.
 */
void rvt_syst_collector_lose(struct rvt_syst_collector *collector, uint64_t cycle, bool found);

/* The run is over: a message that never ended breaks a rule. */
void rvt_syst_collector_end(struct rvt_syst_collector *collector, uint64_t cycle);

#endif
