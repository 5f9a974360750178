/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* A ring of expected bytes, and how many of them were observed. */
#ifndef RVT_LOCKSTEP_TRANSPORT_EXPECTED_BYTES_H
#define RVT_LOCKSTEP_TRANSPORT_EXPECTED_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

enum {
    RVT_EXPECTED_BYTES_MAX = 1 << 16,     /* bytes of the ring, a power of two */
    RVT_EXPECTED_BYTES_HISTORY = 1 << 12, /* of these, bytes that were observed already */
};

/* Caller's storage, zero at first. */
struct rvt_expected_bytes {
    uint64_t due; /* bytes expected so far */
    uint64_t at;  /* bytes observed so far, all as expected */
    uint8_t byte[RVT_EXPECTED_BYTES_MAX];
};

/* Appends expected bytes. False: there is no room for all of them, and none is appended. */
bool rvt_expected_bytes_put(struct rvt_expected_bytes *expected, const uint8_t *data, size_t bytes);

/*
 * Compares the bytes of a beat and advances at past those that are as expected. Returns how many
 * these are. Fewer than bytes: the next one differs, or none was expected (at == due).
 */
size_t rvt_expected_bytes_compare(struct rvt_expected_bytes *expected, const uint8_t *data,
                                  size_t bytes);

/* The expected byte at position, which is below due and at most RVT_EXPECTED_BYTES_HISTORY before
 * at. */
uint8_t rvt_expected_bytes_byte(const struct rvt_expected_bytes *expected, uint64_t position);

/* Appends bytes as text, "01 ff"; "nothing" if there are none. */
void rvt_bytes_print(struct rvt_text *text, const uint8_t *data, size_t bytes);

#endif
