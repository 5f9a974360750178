/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* A write to an STP transmitter, as the port wr_* tells it, and the packet that carries it. */
#ifndef RVT_LOCKSTEP_TRANSPORT_STP_WRITE_PORT_H
#define RVT_LOCKSTEP_TRANSPORT_STP_WRITE_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"
#include "transport/stp/stp_encoder.h"

/* What can be written to a transmitter; the numbers are those of the port wr_kind. */
enum rvt_stp_write_kind {
    RVT_STP_WRITE_DATA,
    RVT_STP_WRITE_FLAG,
    RVT_STP_WRITE_TRIG,
    RVT_STP_WRITE_FREQ, /* beyond 32 bits FREQ_40 */
    RVT_STP_WRITE_MERR, /* never stamped, as GERR */
    RVT_STP_WRITE_GERR,
    RVT_STP_WRITE_NULL,
    RVT_STP_WRITE_KINDS
};

/* A write, in the cycle in which it is taken. */
struct rvt_stp_port_write {
    unsigned kind;   /* enum rvt_stp_write_kind */
    unsigned size;   /* data: 0 D4, 1 D8, 2 D16, 3 D32, 4 D64 */
    bool marker;     /* data: DnM, DnMTS */
    bool stamp;      /* with the time */
    uint16_t master; /* where the packet has them */
    uint16_t channel;
    uint64_t data; /* as many low bits as the packet has */
    uint64_t time;
};

/* The packet that carries write; RVT_ERR_PARAMETER for a kind or size that there is not. */
RVT_MUST_USE
enum rvt_status rvt_stp_port_write_record(const struct rvt_stp_port_write *write,
                                          struct rvt_stp_record *record);

/* Appends the packet as text: "D8TS 7f, master 0x5, channel 0x2". */
void rvt_stp_record_print(struct rvt_text *text, const struct rvt_stp_record *record);

#endif
