/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* STP in vector files: nibbles, packets, findings, options. */
#ifndef RVT_GOLDEN_STP_FIELDS_H
#define RVT_GOLDEN_STP_FIELDS_H

#include "golden/golden_case.h"
#include "transport/stp/stp_decoder.h"
#include "transport/stp/stp_encoder.h"

enum { RVT_GOLDEN_STP_NIBBLES_MAX = 2048, RVT_GOLDEN_STP_EVENTS_MAX = 256 };

struct rvt_golden_stp_stream {
    uint8_t byte[RVT_GOLDEN_STP_NIBBLES_MAX / 2];
    size_t nibbles;
};

/* An event or finding with members for tables. opcode: RVT_STP_OPCODES is a lost piece. */
struct rvt_golden_stp_event {
    uint64_t at, nibbles, opcode, payload, version, timestamp_nibbles, timestamp, time, master,
        channel;
    bool trusted, set;
};

struct rvt_golden_stp_finding {
    enum rvt_rule rule;
    uint64_t at, value, master, channel;
    bool has_channel;
    const char *field; /* null: none */
};

/* Reads a scalar of hexadecimal digits in order of time; blanks are ignored, ASYNC stands for
 * its 22 nibbles. */
RVT_MUST_USE
enum rvt_status rvt_golden_stp_nibbles(const struct rvt_yaml_node *node,
                                       struct rvt_golden_stp_stream *stream, struct rvt_diag *diag);

/* Reads the mapping of a packet of expect: events. time, trusted, set, master and channel keep the
 * value in *event if missing; other members become 0. at is set if present. */
RVT_MUST_USE
enum rvt_status rvt_golden_stp_event(const struct rvt_yaml_node *node,
                                     struct rvt_golden_stp_event *event, struct rvt_diag *diag);

/* Reports a disagreement for every member that differs. */
void rvt_golden_stp_compare(struct rvt_golden_case *c, const struct rvt_yaml_node *at,
                            const struct rvt_golden_stp_event *expected,
                            const struct rvt_golden_stp_event *got);

/* Reads a mapping of expect: findings; field points into the document. */
RVT_MUST_USE
enum rvt_status rvt_golden_stp_finding(const struct rvt_yaml_node *node,
                                       struct rvt_golden_stp_finding *finding,
                                       struct rvt_diag *diag);

/* Reads options of the decoder and of the encoder; null gives the defaults. */
RVT_MUST_USE
enum rvt_status rvt_golden_stp_options(const struct rvt_yaml_node *node,
                                       struct rvt_stp_config *config, struct rvt_diag *diag);
RVT_MUST_USE
enum rvt_status rvt_golden_stp_encoder(const struct rvt_yaml_node *node,
                                       struct rvt_stp_encoder_config *config,
                                       struct rvt_diag *diag);

/* Reads a record of input: records; packet: sync has no opcode (RVT_STP_OPCODES). */
RVT_MUST_USE
enum rvt_status rvt_golden_stp_record(const struct rvt_yaml_node *node,
                                      struct rvt_stp_record *record, struct rvt_diag *diag);

#endif
