/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The data trace encoder: accesses of the data interface to te_data packets, one by one.
 * data_trace.h decides when a packet is sent among the te_inst packets. Spec: E-Trace, "Data Trace
 * Encoder Output Packets" (ETR-DAT-001..015); decision 0003.
 */
#ifndef RVT_ENCODER_DATA_ENCODER_H
#define RVT_ENCODER_DATA_ENCODER_H

#include "ingress/access.h"
#include "modes/data_history.h"

/* Where a te_data packet comes from. */
struct rvt_data_origin {
    uint64_t cycle; /* of the row that shows the access, or the response */
    uint64_t time;  /* of that row: source of the encapsulation timestamp */
    uint64_t iaddr; /* of the instruction; 0 for a response */
};

/*
 * Takes a packet; it and origin are borrowed for the call. Any status but RVT_OK stops the encoder
 * call, which returns RVT_ERR_SINK.
 */
typedef enum rvt_status (*rvt_data_sink)(void *context, const struct rvt_data_packet *packet,
                                         const struct rvt_data_origin *origin);

/* A split load or atomic in progress. */
struct rvt_data_load {
    bool known;  /* its request was seen */
    bool traced; /* and is in the trace */
    uint8_t dtype, size;
    bool unaligned;
};

struct rvt_data_encoder {
    const struct rvt_config *config; /* borrowed */
    rvt_data_sink sink;              /* null: nothing is sent */
    void *context;
    bool refused;  /* the sink refused a packet of this call; nothing more is sent */
    uint64_t sent; /* packets */
    struct rvt_data_history history;
    struct rvt_data_load load[RVT_LRIDS_MAX]; /* by lrid */
};

void rvt_data_encoder_init(struct rvt_data_encoder *encoder, const struct rvt_config *config);

/* A te_inst synchronisation packet was sent, or the report of a loss: the next access of each size
 * is reported in full; loads in progress remain so. Spec: ETR-DAT-011; AMB-185. */
void rvt_data_encoder_restart(struct rvt_data_encoder *encoder);

/* Takes an access that retired. traced false: neither it nor its response is sent. Nothing is sent
 * either if the configuration has no packet for it, see decision 0003. */
void rvt_data_encoder_retire(struct rvt_data_encoder *encoder, const struct rvt_access *access,
                             bool traced, const struct rvt_data_origin *origin);

/* True if an access that is traced brings a packet: its own, or that of its response. */
bool rvt_data_encoder_reports(const struct rvt_config *config, const struct rvt_access *access);

/* True if the response of access to load brings a packet. */
bool rvt_data_encoder_reports_response(const struct rvt_config *config,
                                       const struct rvt_data_load *load,
                                       const struct rvt_access *access);

/* Takes the response of access; sent if its request was traced. */
void rvt_data_encoder_respond(struct rvt_data_encoder *encoder, const struct rvt_access *access,
                              const struct rvt_data_origin *origin);

#endif
