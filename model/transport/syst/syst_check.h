/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The checker of SyS-T messages: the rules of one message and those over time, per origin. What is
 * wrong is told with its place; what can be delivered all the same is delivered. A message with a
 * wrong checksum never is.
 * Spec: SyS-T Data Protocol (SYST-001..018), and what readers stumble over (SYST-101..106).
 */
#ifndef RVT_TRANSPORT_SYST_SYST_CHECK_H
#define RVT_TRANSPORT_SYST_SYST_CHECK_H

#include "base/finding.h"
#include "transport/syst/clock.h"
#include "transport/syst/syst.h"
#include "transport/syst/syst_place.h"

struct rvt_syst_config {
    bool sbd;       /* SBD is part of the protocol in use: no SYST-104. Default: edition 1.0 */
    size_t origins; /* how many origins are told apart; 0: 1024. Of more, the rules over time
                       say nothing */
    rvt_syst_lookup lookup; /* null: there is no collateral, and SYST-103 is not judged */
    void *lookup_context;
};

struct rvt_syst_checker; /* opaque */

/* Opens a checker; config is copied, sink (may be null) is told of findings. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_syst_checker_open(const struct rvt_syst_config *config, rvt_finding_sink sink,
                                      void *sink_context, struct rvt_syst_checker **checker);

/* Frees; null is accepted. */
void rvt_syst_checker_close(struct rvt_syst_checker *checker);

/*
 * Judges the message of bytes bytes at data, and delivers it: *delivered tells whether *message and
 * *used (as rvt_syst_read gives them; message->body points into data) are set. A finding's byte is
 * place->byte plus the offset in the message: of the field that is wrong; of the first byte that is
 * missing or left over; of the first byte of a string without its end.
 */
void rvt_syst_check(struct rvt_syst_checker *checker, const struct rvt_syst_place *place,
                    const uint8_t *data, size_t bytes, struct rvt_syst_message *message,
                    size_t *used, bool *delivered);

/*
 * The clock by which the message's timestamp is to be read: that of the latest CLOCK message of its
 * origin, or else of one without GUID on its channel; null if there was none that the transport
 * gave a time. Borrowed until the next message.
 */
const struct rvt_clock *rvt_syst_clock(const struct rvt_syst_checker *checker,
                                       const struct rvt_syst_place *place,
                                       const struct rvt_syst_message *message);

#endif
