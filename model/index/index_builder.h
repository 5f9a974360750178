/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The bytes of a capture to an index. Payloads are not decoded: a packet is known by its header and
 * the first bits of its payload. The index does not depend on how the bytes are cut into pieces,
 * nor on how often the building stops and goes on.
 */
#ifndef RVT_INDEX_INDEX_BUILDER_H
#define RVT_INDEX_INDEX_BUILDER_H

#include "base/params.h"
#include "index/index_store.h"

struct rvt_index_builder; /* opaque */

/*
 * Opens a builder that goes on with store, which is empty or was loaded; both, and checksum, are
 * borrowed until close. config is copied. With frames, the rests of store name the IDs that are
 * E-Trace; with STP, config names the source. RVT_ERR_MEMORY.
 */
RVT_MUST_USE
enum rvt_status rvt_index_builder_open(struct rvt_index_store *store,
                                       const struct rvt_config *config, rvt_index_checksum checksum,
                                       struct rvt_index_builder **builder);

/* Frees; null is accepted. */
void rvt_index_builder_close(struct rvt_index_builder *builder);

/* Takes the next bytes of the capture, from store->next on after open. RVT_ERR_MEMORY; then the
 * store is of no more use. */
RVT_MUST_USE
enum rvt_status rvt_index_builder_push(struct rvt_index_builder *builder, const uint8_t *data,
                                       size_t bytes);

/* The byte of the capture that is pushed next. Of STP and with mid_packet it is 0 after settle: the
 * building begins again, since the state of the reader is not part of a store. */
uint64_t rvt_index_builder_next(const struct rvt_index_builder *builder);

/* Puts into the store the events of all packets that are complete. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_index_builder_flush(struct rvt_index_builder *builder);

/* Puts into the store what another builder needs to go on. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_index_builder_settle(struct rvt_index_builder *builder);

#endif
