/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Compares a capture with its index, a block at a time. */
#ifndef RVT_TOOLS_INDEX_INDEX_CHECK_H
#define RVT_TOOLS_INDEX_INDEX_CHECK_H

#include <rvt/index.h>
#include <rvt/source.h>

/* Compares the whole block that has byte at, as far as the index covers it; source is at the
 * beginning of this block or before. RVT_ERR_CHECKSUM: the capture is another one;
 * RVT_ERR_TRUNCATED: it ends before; RVT_ERR_MEMORY; else as those of rvt_source_seek. */
RVT_MUST_USE
enum rvt_status rvt_index_check_block(const struct rvt_index *index, struct rvt_source *source,
                                      uint64_t at, struct rvt_diagnosis *diagnosis);

/* The same for all blocks, from the beginning of source on. */
RVT_MUST_USE
enum rvt_status rvt_index_check_all(const struct rvt_index *index, struct rvt_source *source,
                                    struct rvt_diagnosis *diagnosis);

#endif
