/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The fields in which the payload of a packet differs from the expected one, for the verdict
 * same-fields: however the payload is compressed and padded, and whatever it is relative to.
 */
#ifndef RVT_LOCKSTEP_PACKETS_FIELD_DIFFERENCE_H
#define RVT_LOCKSTEP_PACKETS_FIELD_DIFFERENCE_H

#include "base/params.h"
#include "check/difference.h"

#include "lockstep/packets/expected_packet.h"
#include "lockstep/packets/observed_queue.h"

/*
 * Compares the fields of a payload of bytes bytes, that of packet, with those of expected, which is
 * of the same kind. config has the options of expected. Addresses and accesses are equal if they
 * are equal as sent or as meant: after a packet that differed, was missing or was extra, the device
 * goes on from its own reference, a reader from the latest one that it saw. A payload that cannot
 * be read differs in field "payload".
 */
void rvt_field_differences_find(const struct rvt_config *config,
                                const struct rvt_expected_packet *expected,
                                const struct rvt_observed_packet *packet, const uint8_t *payload,
                                size_t bytes, struct rvt_differences *differences);

#endif
