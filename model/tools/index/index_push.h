/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* A capture into an index. */
#ifndef RVT_TOOLS_INDEX_INDEX_PUSH_H
#define RVT_TOOLS_INDEX_INDEX_PUSH_H

#include <rvt/index.h>
#include <rvt/source.h>

/* Indexes source, the file at path, from the byte that index wants next up to byte end, or to its
 * end. Shows the progress. Errors of rvt_source_seek,
 * rvt_source_show and rvt_index_push. */
RVT_MUST_USE
enum rvt_status rvt_index_push_source(struct rvt_index *index, const char *path,
                                      struct rvt_source *source, uint64_t end,
                                      struct rvt_diagnosis *diagnosis);

#endif
