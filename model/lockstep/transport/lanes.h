/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Bytes that are predicted in order, and bytes that are observed in the same order. */
#ifndef RVT_LOCKSTEP_TRANSPORT_LANES_H
#define RVT_LOCKSTEP_TRANSPORT_LANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

enum {
    RVT_LANES_BYTES = 1 << 16,  /* that are remembered, a power of two */
    RVT_LANES_BEHIND = 1 << 12, /* of these, bytes that were compared already */
};

/* Caller's storage, zero at first. */
struct rvt_lanes {
    uint64_t due; /* bytes predicted */
    uint64_t at;  /* bytes observed, all as predicted */
    uint8_t byte[RVT_LANES_BYTES];
};

/* Predicts more bytes; false, and nothing is predicted, without room for them. */
bool rvt_lanes_put(struct rvt_lanes *lanes, const uint8_t *data, size_t bytes);

/*
 * Compares the bytes of one beat. Returns how many are as predicted; at goes on by as many. Fewer
 * than bytes: the next one differs, or none was predicted (at == due).
 */
size_t rvt_lanes_compare(struct rvt_lanes *lanes, const uint8_t *data, size_t bytes);

/* Byte of that position (below due, and at most RVT_LANES_BEHIND before at). */
uint8_t rvt_lanes_byte(const struct rvt_lanes *lanes, uint64_t position);

/* Appends bytes as text: "01 ff", "nothing" without any. */
void rvt_lanes_words(struct rvt_text *text, const uint8_t *data, size_t bytes);

#endif
