/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Scoreboard of a source of SyS-T messages that writes to an STP transmitter. From the messages and
 * beats of payload that the source takes it predicts the writes, and compares each write that is
 * sent (syst_bit_exact.h), or the messages that the writes carry (syst_decode_exact.h). Needs no
 * simulator. Spec: SYST-001..009; decision 0005.
 */
#ifndef RVT_LOCKSTEP_TRANSPORT_SYST_SCOREBOARD_H
#define RVT_LOCKSTEP_TRANSPORT_SYST_SCOREBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

#include "lockstep/transport/stp_write_port.h"
#include "lockstep/transport/syst_taking.h"

struct rvt_syst_scoreboard; /* opaque; end, verdict and close: transport_scoreboard.h */

/*
 * Opens a scoreboard before the first message. fields: the bits RVT_SYST_HAS_* that the source
 * supports; it sends other ones as 0, without their fields. RVT_ERR_MEMORY: *scoreboard is null.
 */
RVT_MUST_USE
enum rvt_status rvt_syst_scoreboard_open(uint32_t fields, struct rvt_syst_scoreboard **scoreboard);

/*
 * Calls of one cycle, in this order: message, payload, write.
 *
 * payload: a beat of the latest message, 0..4 bytes, first one in bits 7:0. A short message has
 * none; every other message ends with last.
 * write: a write that is sent.
 */
void rvt_syst_scoreboard_message(struct rvt_syst_scoreboard *scoreboard, uint64_t cycle,
                                 const struct rvt_syst_input *taken);
void rvt_syst_scoreboard_payload(struct rvt_syst_scoreboard *scoreboard, uint64_t cycle,
                                 uint32_t data, unsigned bytes, bool last);
void rvt_syst_scoreboard_write(struct rvt_syst_scoreboard *scoreboard, uint64_t cycle,
                               const struct rvt_stp_port_write *write);

#endif
