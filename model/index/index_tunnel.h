/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Captures whose packets a reader finds (transport/carrier/packet_stream.h) to the events of an
 * index. STP: ASYNC, timestamps and triggers of the capture itself, and the packets of the E-Trace
 * source that SyS-T messages carry. A reader can begin at an ASYNC that a VERSION follows and no
 * message of the source encloses. Ring buffers: the packets from the first one that is found on.
 * Spec: STP-001..STP-014, ENC-012, decision 0005.
 */
#ifndef RVT_INDEX_INDEX_TUNNEL_H
#define RVT_INDEX_INDEX_TUNNEL_H

#include "index/index_channel.h"

struct rvt_index_tunnel; /* opaque */

/* Opens a tunnel, whose packets go to channel; both are borrowed until close. Null without memory.
 */
struct rvt_index_tunnel *rvt_index_tunnel_open(struct rvt_index_store *store,
                                               struct rvt_index_channel *channel);

/* Frees; null is accepted. */
void rvt_index_tunnel_close(struct rvt_index_tunnel *tunnel);

/* Takes bytes of the capture, from byte at on. Byte 0 begins again: the events in the store are
 * removed. Without memory, the status of the store says so. */
void rvt_index_tunnel_push(struct rvt_index_tunnel *tunnel, uint64_t at, const uint8_t *data,
                           size_t bytes);

/* Ends the bytes: the last packets go to the channel. Only byte 0 can follow. */
void rvt_index_tunnel_finish(struct rvt_index_tunnel *tunnel);

#endif
