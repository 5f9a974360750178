/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The encapsulated bytes of a trace source, out of the file that carries them: as they stand, in
 * the data of an ID of formatter frames, or in the RAW messages of SyS-T on STP. Read from front to
 * back through a window, as io/input.h does. Spec: decision 0005.
 */
#ifndef RVT_TRANSPORT_CARRIER_CARRIED_H
#define RVT_TRANSPORT_CARRIER_CARRIED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/finding.h"
#include "base/params.h"
#include "transport/frame/frame.h"

enum rvt_carrier { RVT_CARRIER_NONE, RVT_CARRIER_FRAME, RVT_CARRIER_STP };

struct rvt_carried; /* opaque */

/* What the carrier had so far that was not asked for. */
struct rvt_carried_others {
    uint64_t messages; /* RAW messages of another master, channel or protocol; of the first one: */
    uint16_t master, channel;
    uint8_t protocol;
    bool id[RVT_FRAME_ID_MAX + 1]; /* of frames: sources that had data */
};

/*
 * Opens path ("-": stdin). transport says which ID, or which master, channel and protocol the bytes
 * come from; it is borrowed until close. sink (null: nobody is told) gets what the carrier breaks
 * without losing data of theirs, when bytes are read; of the rest see rvt_carried_broken.
 * RVT_ERR_IO, RVT_ERR_MEMORY. The caller closes *carried.
 */
RVT_MUST_USE
enum rvt_status rvt_carried_open(const char *path, enum rvt_carrier carrier,
                                 const struct rvt_transport_config *transport,
                                 rvt_finding_sink sink, void *sink_context,
                                 struct rvt_carried **carried, struct rvt_diag *diag);

/* Closes and frees; null is accepted. */
void rvt_carried_close(struct rvt_carried *carried);

/*
 * Shows the bytes that come next: at least wanted (up to RVT_INPUT_PEEK_MAX) unless the file ends
 * before; *available is what is there. *data is borrowed until the next call. Errors as those of
 * rvt_input_peek; RVT_ERR_MEMORY.
 */
RVT_MUST_USE
enum rvt_status rvt_carried_peek(struct rvt_carried *carried, size_t wanted, const uint8_t **data,
                                 size_t *available, struct rvt_diag *diag);

/*
 * Whether the carrier lost something in front of the next byte: what was to come between the byte
 * before and that one may be missing. Then *finding tells why, and it is told no more. Losses are:
 * in frames, an error (FRM) and bytes under no ID; in STP, nibbles that are no packet, error
 * packets that reach the channel, and messages of it that are not delivered. A peek shows no byte
 * beyond the next loss; without bytes in front of it, it shows none.
 */
bool rvt_carried_broken(struct rvt_carried *carried, struct rvt_finding *finding);

/* Whether such a loss stands behind so many bytes, counted from the next one, and none before. */
bool rvt_carried_ends(const struct rvt_carried *carried, size_t ahead);

/* Whether that byte, counted from the next one, is the first of a message of STP. */
bool rvt_carried_begins(const struct rvt_carried *carried, size_t ahead);

/* Borrowed. */
const struct rvt_carried_others *rvt_carried_others(const struct rvt_carried *carried);

/* Passes bytes that a peek has shown. */
void rvt_carried_skip(struct rvt_carried *carried, size_t bytes);

/* Where in the file that byte stands, counted from the next one, that a peek has shown: of frames
 * the byte itself, of STP the packet that carries it; behind them, what is read next. */
uint64_t rvt_carried_place(const struct rvt_carried *carried, size_t ahead);

#endif
