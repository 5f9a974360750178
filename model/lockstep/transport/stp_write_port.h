/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The write port wr_* of an STP transmitter, and the packet that carries a write. */
#ifndef RVT_LOCKSTEP_TRANSPORT_STP_WRITE_PORT_H
#define RVT_LOCKSTEP_TRANSPORT_STP_WRITE_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"
#include "transport/stp/stp_encoder.h"

/* Kinds of writes; the numbers are those of the port wr_kind. */
enum rvt_stp_write_kind {
    RVT_STP_WRITE_DATA,
    RVT_STP_WRITE_FLAG,
    RVT_STP_WRITE_TRIG,
    RVT_STP_WRITE_FREQ, /* FREQ_40 if the value needs more than 32 bits */
    RVT_STP_WRITE_MERR, /* never with a timestamp, like GERR */
    RVT_STP_WRITE_GERR,
    RVT_STP_WRITE_NULL,
    RVT_STP_WRITE_KINDS
};

/* A write, as the port shows it in the cycle in which it is taken. */
struct rvt_stp_port_write {
    unsigned kind;   /* enum rvt_stp_write_kind */
    unsigned size;   /* data: 0 D4, 1 D8, 2 D16, 3 D32, 4 D64 */
    bool marker;     /* data: DnM, DnMTS */
    bool stamp;      /* with a timestamp: time */
    uint16_t master; /* where the packet has one */
    uint16_t channel;
    uint64_t data; /* the packet carries as many low bits as it has */
    uint64_t time;
};

/* The packet that carries write, in *record. RVT_ERR_PARAMETER: reserved kind or size. */
RVT_MUST_USE
enum rvt_status rvt_stp_port_write_record(const struct rvt_stp_port_write *write,
                                          struct rvt_stp_record *record);

/* True if both carry the same; their times do not matter. */
bool rvt_stp_record_is_equal(const struct rvt_stp_record *one, const struct rvt_stp_record *other);

/* Appends a packet as text: "D8TS 7f, master 0x5, channel 0x2". */
void rvt_stp_record_print(struct rvt_text *text, const struct rvt_stp_record *record);

#endif
