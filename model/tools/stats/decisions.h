/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What the packets of a stream prove with a program: instructions, losses, and for each decision of
 * the encoder's chart how many packets it caused. */
#ifndef RVT_TOOLS_STATS_DECISIONS_H
#define RVT_TOOLS_STATS_DECISIONS_H

#include "base/params.h"
#include "program/image.h"
#include "tools/stats/tally.h"
#include "wire/te_inst.h"

struct rvt_decisions; /* opaque */

/* config, image and tally are borrowed until close; what is proven is counted in tally, decisions
 * but for the draft. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_decisions_open(const struct rvt_config *config, struct rvt_image *image,
                                   struct rvt_tally *tally, struct rvt_decisions **decisions);

/* Frees; null is accepted. */
void rvt_decisions_close(struct rvt_decisions *decisions);

/* The next te_inst packet of the source. */
void rvt_decisions_packet(struct rvt_decisions *decisions, const struct rvt_packet *packet);

/* Packets are missing, or one cannot be read. */
void rvt_decisions_break(struct rvt_decisions *decisions);

/* The stream ends. */
void rvt_decisions_finish(struct rvt_decisions *decisions);

#endif
