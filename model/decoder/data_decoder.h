/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The data trace decoder: from te_data packets to accesses. It needs no program, but it needs the
 * te_inst packets between them, which synchronise it. Spec: E-Trace, "Data Trace Encoder Output
 * Packets" (ETR-DAT-001..013); decision 0003.
 */
#ifndef RVT_DECODER_DATA_DECODER_H
#define RVT_DECODER_DATA_DECODER_H

#include "base/text.h"
#include "ingress/access.h"
#include "modes/data_history.h"
#include "wire/packet.h"

enum rvt_access_phase {
    RVT_PHASE_WHOLE,    /* one packet reported all of it */
    RVT_PHASE_REQUEST,  /* of a split load or atomic; the response comes later */
    RVT_PHASE_RESPONSE, /* includes what its request reported */
};

/* An access as the trace reports it. */
struct rvt_data_report {
    enum rvt_access_phase phase;
    enum rvt_dtype dtype;
    unsigned size;                           /* 2^size bytes */
    bool has_address, has_operand, has_data; /* what is reported */
    bool partial;                            /* a value is relative to one that is not known */
    bool error;                              /* the response was an error: no data */
    uint8_t lrid;                            /* split */
    uint64_t address, operand, data;
};

/* A split load or atomic in progress. */
struct rvt_data_request {
    bool known, has_address;
    bool maybe; /* not known, but its packet may be lost: a response is no error */
    uint8_t dtype, size;
    uint64_t address;
};

struct rvt_data_decoder {
    const struct rvt_config *config; /* borrowed */
    struct rvt_data_history history;
    struct rvt_data_request request[RVT_LRIDS_MAX]; /* by lrid */
    struct rvt_data_pending pending;                /* for rvt_data_read */
    bool lossy;   /* packets are missing since the latest synchronisation */
    bool skipped; /* one that is relative to them was reported as a finding */
};

/* Begins before the first packet: no value is known. config is borrowed. */
void rvt_data_decoder_init(struct rvt_data_decoder *decoder, const struct rvt_config *config);

/* Takes a te_inst packet at its place in the stream: synchronisation, data loss, end of tracing.
 * Spec: ETR-DAT-011, ETR-FMT-005. */
void rvt_data_decoder_inst(struct rvt_data_decoder *decoder, const struct rvt_packet *packet);

/* Reports te_data that was lost or unreadable. No earlier value is known any more, and any request
 * may be missing. */
void rvt_data_decoder_break(struct rvt_data_decoder *decoder);

/*
 * Takes the next te_data packet, as rvt_data_read returned it. *decoded: *report is valid, and has
 * what could be resolved. RVT_ERR_SEQUENCE: a value of the packet is relative to one that no packet
 * since the synchronisation or the latest loss reported, or it is a response without a matching
 * request, after which the decoder continues as after rvt_data_decoder_break; RVT_ERR_RESERVED: a
 * code without a meaning in this configuration. After RVT_ERR_SEQUENCE, packets that have this
 * error again return RVT_OK up to the next synchronisation packet or loss: it stands for them all.
 * diag receives field, value and clause.
 */
RVT_MUST_USE
enum rvt_status rvt_data_decoder_packet(struct rvt_data_decoder *decoder,
                                        const struct rvt_data_packet *packet,
                                        struct rvt_data_report *report, bool *decoded,
                                        struct rvt_diag *diag);

/*
 * Appends report as words: type, request or response, size=BYTES, lrid=, addr=, operand=, data=
 * (hexadecimal; unreported parts are left out), error. Types: load store mma.load mma.store csrrw
 * csrrs csrrc swap add and or xor max min scfail casfail; "?" if unknown.
 */
void rvt_data_report_text(const struct rvt_data_report *report, struct rvt_text *text);

/* Name of a type as above; static. */
const char *rvt_dtype_name(enum rvt_dtype dtype);

#endif
