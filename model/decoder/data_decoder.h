/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The data trace decoder: te_data packets to accesses. Needs no program; needs to be told of the
 * te_inst synchronisation packets between them. Spec: E-Trace, "Data Trace Encoder Output Packets"
 * (ETR-DAT-001..013); decision 0003.
 */
#ifndef RVT_DECODER_DATA_DECODER_H
#define RVT_DECODER_DATA_DECODER_H

#include "base/text.h"
#include "ingress/access.h"
#include "modes/data_history.h"
#include "wire/packet.h"

enum rvt_access_phase {
    RVT_PHASE_WHOLE,    /* one packet told it */
    RVT_PHASE_REQUEST,  /* of a split load or atomic; the response comes later */
    RVT_PHASE_RESPONSE, /* with what its request told */
};

/* An access as the trace tells it. */
struct rvt_data_report {
    enum rvt_access_phase phase;
    enum rvt_dtype dtype;
    unsigned size;                           /* 2^size bytes */
    bool has_address, has_operand, has_data; /* what is told */
    bool error;                              /* the response was an error: no data */
    uint8_t lrid;                            /* split */
    uint64_t address, operand, data;
};

/* A split load or atomic in progress. */
struct rvt_data_request {
    bool known, has_address;
    bool maybe; /* not known: its packet may be lost, so that a response is no surprise */
    uint8_t dtype, size;
    uint64_t address;
};

struct rvt_data_decoder {
    const struct rvt_config *config; /* borrowed */
    struct rvt_data_history history;
    struct rvt_data_request request[RVT_LRIDS_MAX]; /* by lrid */
    struct rvt_data_pending pending;                /* for rvt_data_read */
    bool astray; /* packets are missing: what cannot be resolved is passed over */
};

void rvt_data_decoder_init(struct rvt_data_decoder *decoder, const struct rvt_config *config);

/* Tells of a te_inst packet in its place: synchronisation, data loss, the end of tracing.
 * Spec: ETR-DAT-011, ETR-FMT-005. */
void rvt_data_decoder_inst(struct rvt_data_decoder *decoder, const struct rvt_packet *packet);

/* Tells of te_data that was lost or unreadable: up to the next synchronisation packet, what needs
 * an earlier packet is passed over in silence, and so are responses whose requests may be lost. */
void rvt_data_decoder_break(struct rvt_data_decoder *decoder);

/*
 * Takes the next te_data packet, as rvt_data_read gave it. *told: whether *report says something.
 * Returns RVT_OK; RVT_ERR_SEQUENCE for a packet that is told against what no packet since the
 * synchronisation told, a response that answers nothing or not what was asked; RVT_ERR_RESERVED for
 * codes without a table. After an error as after rvt_data_decoder_break. diag gets field, value and
 * clause.
 */
RVT_MUST_USE
enum rvt_status rvt_data_decoder_packet(struct rvt_data_decoder *decoder,
                                        const struct rvt_data_packet *packet,
                                        struct rvt_data_report *report, bool *told,
                                        struct rvt_diag *diag);

/*
 * Appends report as words: type, request or response, size=BYTES, lrid=, addr=, operand=, data=
 * (hexadecimal; what is not told is left out), error. Types: load store mma.load mma.store csrrw
 * csrrs csrrc swap add and or xor max min scfail casfail; "?" where it is not known.
 */
void rvt_data_report_text(const struct rvt_data_report *report, struct rvt_text *text);

/* Name of a type as above; static. */
const char *rvt_dtype_name(enum rvt_dtype dtype);

#endif
