/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What rvt index prints: text, or JSON (schema rvt-index/1). */
#ifndef RVT_TOOLS_INDEX_INDEX_SHOW_H
#define RVT_TOOLS_INDEX_INDEX_SHOW_H

#include <rvt/index.h>

#include "io/bytes/output.h"

/* What the index has: a line of the whole, and one for each source. RVT_ERR_IO. */
RVT_MUST_USE
enum rvt_status rvt_index_show(const struct rvt_index *index, bool json, struct rvt_output *output);

/* What a lookup found, which may be nothing. RVT_ERR_IO. */
RVT_MUST_USE
enum rvt_status rvt_index_show_event(const struct rvt_index_event *event, bool json,
                                     struct rvt_output *output);

#endif
