/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Rows of the ingress: from the public structure to that of the model, and back. */
#ifndef RVT_API_INGRESS_ROW_H
#define RVT_API_INGRESS_ROW_H

#include <rvt/tip.h>

#include "ingress/access.h"
#include "ingress/tip.h"

/* A row of the model with the accesses that it points to. */
struct rvt_ingress_row {
    struct rvt_row row;
    struct rvt_access access[RVT_ACCESSES_MAX];
};

/* Takes what the caller gives. RVT_ERR_PARAMETER: as rvt_structure_take of row, blocks or accesses,
 * or more of them than fit. */
RVT_MUST_USE
enum rvt_status rvt_ingress_row_take(struct rvt_ingress_row *taken, const struct rvt_tip_row *row);

/* A row of the model as the caller sees it. */
struct rvt_ingress_view {
    struct rvt_tip_block block[RVT_TIP_BLOCKS];
    struct rvt_tip_access access[RVT_TIP_ACCESSES];
};

/* Sets the caller's *row, whose arrays are those of view. RVT_ERR_PARAMETER as
 * rvt_structure_give. */
RVT_MUST_USE
enum rvt_status rvt_ingress_row_give(struct rvt_tip_row *row, struct rvt_ingress_view *view,
                                     const struct rvt_row *given);

#endif
