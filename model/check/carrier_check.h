/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The rules of what carries encapsulated bytes: formatter frames, or STP with SyS-T messages. All
 * channels and IDs are checked, not those of the source alone. A rule is obeyed by each frame, ID,
 * packet or message that it is about and that did not break it.
 */
#ifndef RVT_CHECK_CARRIER_CHECK_H
#define RVT_CHECK_CARRIER_CHECK_H

#include "base/params.h"
#include "check/compliance.h"
#include "transport/carrier/carrier_decoder.h"

struct rvt_carrier_check; /* opaque */

/* Opens a check for the first byte; transport says how frames lie in the bytes. compliance is
 * borrowed until close. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_carrier_check_open(enum rvt_carrier carrier,
                                       const struct rvt_transport_config *transport,
                                       struct rvt_compliance *compliance,
                                       struct rvt_carrier_check **check);

/* Frees; null is accepted. */
void rvt_carrier_check_close(struct rvt_carrier_check *check);

/* Takes bytes of the carrier. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_carrier_check_push(struct rvt_carrier_check *check, const uint8_t *data,
                                       size_t bytes);

/* Ends the carrier. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_carrier_check_finish(struct rvt_carrier_check *check);

#endif
