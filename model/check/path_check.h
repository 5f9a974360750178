/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Which rules a te_inst packet obeys by what it means: the decoder followed it without a fault. */
#ifndef RVT_CHECK_PATH_CHECK_H
#define RVT_CHECK_PATH_CHECK_H

#include "base/params.h"
#include "check/compliance.h"
#include "decoder/decoder_output.h"

struct rvt_path_check {
    struct rvt_compliance *compliance; /* borrowed */
    bool trapped;                      /* the latest packet was F3/1 with thaddr 0 */
    bool at_return;                    /* the latest range ends with a return */
    uint64_t returns;                  /* that were passed since the latest packet */
};

/* Takes what the range callback of a decoder reports, before the meaning of its packet. */
void rvt_path_check_range(struct rvt_path_check *check, const struct rvt_range *range);

/* Takes what the meaning callback of a decoder reports. config: with the modes of the stream.
 * Spec: ETR-DEC-001..021. */
void rvt_path_check_packet(struct rvt_path_check *check, const struct rvt_config *config,
                           const struct rvt_packet_meaning *meaning);

#endif
