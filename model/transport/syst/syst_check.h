/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The checker of SyS-T messages: the rules of one message, and those over time, per origin. It
 * reports each fault with its place, and delivers what can be delivered in spite of it. A message
 * with a wrong checksum is never delivered. Spec: SyS-T Data Protocol (SYST-001..018), and pitfalls
 * for readers (SYST-101..106).
 */
#ifndef RVT_TRANSPORT_SYST_SYST_CHECK_H
#define RVT_TRANSPORT_SYST_SYST_CHECK_H

#include "base/finding.h"
#include "transport/syst/clock.h"
#include "transport/syst/syst.h"
#include "transport/syst/syst_place.h"

struct rvt_syst_config {
    bool sbd;               /* the protocol in use has SBD: no SYST-104. Default: edition 1.0 */
    size_t origins;         /* the most origins that are checked over time; 0: 1024 */
    rvt_syst_lookup lookup; /* null: there is no collateral, and SYST-103 is not checked */
    void *lookup_context;
};

struct rvt_syst_checker; /* opaque */

/* Opens a checker; config is copied; sink receives findings and may be null. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_syst_checker_open(const struct rvt_syst_config *config, rvt_finding_sink sink,
                                      void *sink_context, struct rvt_syst_checker **checker);

/* Frees; null is accepted. */
void rvt_syst_checker_close(struct rvt_syst_checker *checker);

/* Returns to the state after open. Allocates nothing. */
void rvt_syst_checker_reset(struct rvt_syst_checker *checker);

/*
 * Checks the message of bytes bytes at data, and delivers it: if *delivered is true, *message and
 * *used are set as by rvt_syst_read; message->body points into data. The byte of a finding is
 * place->byte plus the offset in the message: of the wrong field; of the first byte that is missing
 * or left over; of the first byte of an unterminated string.
 */
void rvt_syst_check(struct rvt_syst_checker *checker, const struct rvt_syst_place *place,
                    const uint8_t *data, size_t bytes, struct rvt_syst_message *message,
                    size_t *used, bool *delivered);

/*
 * The clock of the message's timestamp: that of the latest CLOCK message of its origin, or else of
 * one without GUID on its channel; null if the transport gave no such message a time. Borrowed
 * until the next message.
 */
const struct rvt_clock *rvt_syst_clock(const struct rvt_syst_checker *checker,
                                       const struct rvt_syst_place *place,
                                       const struct rvt_syst_message *message);

#endif
