/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Which rules a te_inst packet obeys by what it means: the decoder followed it without a fault. And
 * which it breaks all the same. */
#ifndef RVT_CHECK_PATH_CHECK_H
#define RVT_CHECK_PATH_CHECK_H

#include "base/params.h"
#include "check/compliance.h"
#include "check/updiscon_order.h"
#include "decoder/decoder_output.h"
#include "program/image.h"

/* Takes what a followed packet breaks; its position is the packet. */
typedef void (*rvt_path_check_sink)(void *context, const struct rvt_diag *fault);

/* Members are the object's own. */
struct rvt_path_check {
    struct rvt_image *image;
    struct rvt_compliance *compliance;
    rvt_path_check_sink fault;
    void *context;
    bool trapped;   /* the latest packet was F3/1 with thaddr 0 */
    bool at_return; /* the latest range ends with a return */
    struct rvt_range latest;
    uint64_t returns; /* that were passed since the latest packet */
    bool repeats; /* the last report may be a repetition, whose flags say nothing new (AMB-131) */
    bool names_traps;        /* a path may pass an ECALL or EBREAK */
    bool passed_trap;        /* a range had an ECALL or EBREAK, */
    uint64_t passing_packet; /* the latest one of this packet */
    struct rvt_updiscon_order order;
    bool flagged; /* a packet was followed whose updiscon flag asks for one of format 3 */
    uint64_t flagged_packet; /* its ordinal */
};

/* Begins; image, which is that of the decoder, and compliance are borrowed. */
void rvt_path_check_init(struct rvt_path_check *check, const struct rvt_config *config,
                         struct rvt_image *image, struct rvt_compliance *compliance,
                         rvt_path_check_sink fault, void *context);

/* Takes the next te_inst packet, before the decoder; null: one that cannot be read.
 * RVT_ERR_SEQUENCE: it should be of format 3, as diag says (ETR-FMT-027). */
RVT_MUST_USE
enum rvt_status rvt_path_check_read(struct rvt_path_check *check, const struct rvt_packet *packet,
                                    struct rvt_diag *diag);

/* The decoder cannot use a packet: nothing later shows that an earlier one was right. */
void rvt_path_check_fault(struct rvt_path_check *check);

/* Takes what the range callback of a decoder reports, before the meaning of its packet. Selects
 * executor, who executed the range, in image. */
void rvt_path_check_range(struct rvt_path_check *check, const struct rvt_range *range,
                          const struct rvt_executor *executor);

/* Takes what the meaning callback of a decoder reports. config: with the modes of the stream.
 * Spec: ETR-DEC-001..021. */
void rvt_path_check_packet(struct rvt_path_check *check, const struct rvt_config *config,
                           const struct rvt_packet_meaning *meaning);

#endif
