/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The fields in which a packet that an observer saw differs from the one that the model
 * expects. Spec: E-Trace, packet formats; the encapsulation's header and payload.
 */
#ifndef RVT_LOCKSTEP_PACKETS_PACKET_DIFFERENCE_H
#define RVT_LOCKSTEP_PACKETS_PACKET_DIFFERENCE_H

#include "base/params.h"
#include "check/difference.h"

#include "lockstep/packets/expected_packet.h"
#include "lockstep/packets/observed_queue.h"

/* When packets are equal. */
enum rvt_equality {
    RVT_EQUAL_BITS,   /* byte by byte */
    RVT_EQUAL_FIELDS, /* in the specification's fields (field_difference.h) */
};

/*
 * Compares packet, as observer saw it, with expected. config has the options of expected. A te_inst
 * packet in place of a te_data packet, or the other way round, differs in its type (ETR-DAT-016).
 * Payloads are compared as check/difference.h and data_explanation.h say, or field_difference.h;
 * encapsulated packets first by header, srcID, type and timestamp, and last, with RVT_EQUAL_BITS,
 * by their bytes as a whole, if their fields do not differ.
 */
void rvt_packet_differences_find(const struct rvt_config *config, enum rvt_equality equality,
                                 enum rvt_observer observer,
                                 const struct rvt_expected_packet *expected,
                                 const struct rvt_observed_packet *packet,
                                 struct rvt_differences *differences);

/* True if they do not differ; faster. */
bool rvt_packet_is_equal(const struct rvt_config *config, enum rvt_equality equality,
                         enum rvt_observer observer, const struct rvt_expected_packet *expected,
                         const struct rvt_observed_packet *packet);

#endif
