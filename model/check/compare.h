/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Expected against observed packet: the first differing field, in the words of the specification.
 */
#ifndef RVT_CHECK_COMPARE_H
#define RVT_CHECK_COMPARE_H

#include "base/params.h"
#include "wire/packet.h"

struct rvt_difference {
    bool differs;
    const char *field; /* the specification's name; "payload" where the fields agree but the bytes do not */
    uint64_t expected, observed;
    unsigned bit;       /* of the field in the expected payload */
    const char *clause; /* requirement number that defines the field, or the format choice */
};

/*
 * Compares an observed payload with the expected packet, field by field in transmission order; formats first. Fields that
 * the specification leaves undefined are masked (address of F3/1 thaddr 0 where undefined is a matter of the profile and is compared).
 * If all fields agree, the bytes are compared (length and padding, ETR-CMP-001, -005). Never fails: an observed payload that cannot be
 * read differs in field "payload", clause of the reading fault.
 */
void rvt_compare_payload(const struct rvt_config *config, const struct rvt_packet *expected,
                         const uint8_t *observed, size_t bytes, struct rvt_difference *difference);

/* One line: "address: expected 0x10, observed 0x12 (bit 2, ETR-FMT-025)". capacity >= 1. */
void rvt_difference_format(const struct rvt_difference *difference, char *text, size_t capacity);

#endif
