/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Reading the packets of both sides for a comparison of fields: their meaning, with any padding,
 * and whether the padding is what the dialect has.
 */
#ifndef RVT_LOCKSTEP_PACKETS_FIELD_READING_H
#define RVT_LOCKSTEP_PACKETS_FIELD_READING_H

#include "base/params.h"

#include "lockstep/packets/expected_packet.h"
#include "lockstep/packets/observed_queue.h"

struct rvt_field_reading {
    struct rvt_config config; /* with padding any, and the modes of the packet that is compared */
    struct rvt_meaning_reader expected, observed[RVT_OBSERVERS];
};

/* The streams begin; config is copied. The reading must not be moved. */
void rvt_field_reading_init(struct rvt_field_reading *reading, const struct rvt_config *config);

/* Sets the meaning of the next expected packet, and of the next one that an observer saw. */
void rvt_field_reading_expect(struct rvt_field_reading *reading,
                              struct rvt_expected_packet *expected);
void rvt_field_reading_observe(struct rvt_field_reading *reading, enum rvt_observer observer,
                               struct rvt_observed_packet *packet);

/* True if the padding of packet, which has the fields of expected, is that of the dialect of
 * config, which has the options of expected; else diag says what is wrong with it. */
bool rvt_field_reading_padding(const struct rvt_config *config, enum rvt_observer observer,
                               const struct rvt_expected_packet *expected,
                               const struct rvt_observed_packet *packet, struct rvt_diag *diag);

#endif
