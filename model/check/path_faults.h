/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What a te_inst packet says that its path contradicts, although the decoder follows it. */
#ifndef RVT_CHECK_PATH_FAULTS_H
#define RVT_CHECK_PATH_FAULTS_H

#include "decoder/decoder_output.h"
#include "program/image.h"

/*
 * RVT_OK; RVT_ERR_FLOW: notify of an F0, F1 or F2 is 1, but an uninferable discontinuity leads to
 * the reported instruction (ETR-FMT-026), or updiscon is 1 too, and none does (ETR-FMT-027). diag
 * gets field, value, clause and text; its position is the packet.
 */
RVT_MUST_USE
enum rvt_status rvt_path_fault_of_flags(const struct rvt_packet_meaning *meaning,
                                        struct rvt_diag *diag);

/*
 * RVT_OK; RVT_ERR_FLOW: branch of an F3/0 or F3/1 is 0, but the instruction that it reports, the
 * last one of the latest range, is not a branch (ETR-FMT-007). diag as above.
 */
RVT_MUST_USE
enum rvt_status rvt_path_fault_of_branch(const struct rvt_packet_meaning *meaning,
                                         const struct rvt_range *latest, struct rvt_diag *diag);

/*
 * RVT_OK; RVT_ERR_FLOW: an ECALL or EBREAK lies in range, and does not retire (ETR-ING-016). diag
 * as above. image is that of the decoder, with the executor of the range selected.
 */
RVT_MUST_USE
enum rvt_status rvt_path_fault_of_range(struct rvt_image *image, const struct rvt_range *range,
                                        struct rvt_diag *diag);

#endif
