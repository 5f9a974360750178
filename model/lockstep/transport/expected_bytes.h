/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Bytes that are predicted in order, and bytes that are observed in the same order. */
#ifndef RVT_LOCKSTEP_TRANSPORT_EXPECTED_BYTES_H
#define RVT_LOCKSTEP_TRANSPORT_EXPECTED_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

enum {
    RVT_EXPECTED_BYTES_MAX = 1 << 16,     /* that are remembered, a power of two */
    RVT_EXPECTED_BYTES_HISTORY = 1 << 12, /* of these, bytes that were compared already */
};

/* Caller's storage, zero at first. */
struct rvt_expected_bytes {
    uint64_t due; /* bytes predicted */
    uint64_t at;  /* bytes observed, all as predicted */
    uint8_t byte[RVT_EXPECTED_BYTES_MAX];
};

/* Predicts more bytes; false, and nothing is predicted, without room for them. */
bool rvt_expected_bytes_put(struct rvt_expected_bytes *lanes, const uint8_t *data, size_t bytes);

/*
 * Compares the bytes of one beat. Returns how many are as predicted; at goes on by as many. Fewer
 * than bytes: the next one differs, or none was predicted (at == due).
 */
size_t rvt_expected_bytes_compare(struct rvt_expected_bytes *lanes, const uint8_t *data,
                                  size_t bytes);

/* Byte of that position (below due, and at most RVT_EXPECTED_BYTES_HISTORY before at). */
uint8_t rvt_expected_bytes_byte(const struct rvt_expected_bytes *lanes, uint64_t position);

/* Appends bytes as text: "01 ff", "nothing" without any. */
void rvt_bytes_print(struct rvt_text *text, const uint8_t *data, size_t bytes);

#endif
