/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The differences between an expected and an observed packet, by the specification's fields.
 */
#ifndef RVT_CHECK_DIFFERENCE_H
#define RVT_CHECK_DIFFERENCE_H

#include "base/params.h"
#include "wire/packet.h"

/* differs alone is valid when it is false. */
struct rvt_difference {
    bool differs;
    enum rvt_status
        status;        /* not RVT_OK: the observed payload cannot be read; observed is the value
                               of the fault */
    bool in_length;    /* expected and observed are sizes of the payload in bytes */
    bool absent;       /* the observed packet has no such field */
    const char *field; /* the specification's name; "payload" if no field differs */
    uint64_t expected, observed; /* values of the field, or bytes (field "payload") */
    unsigned width;              /* of the field in bits; 0: not known */
    unsigned bit;                /* first bit of the difference in the expected payload */
    const char *clause; /* the requirement that defines the field, or the choice of the format; or
                           the ambiguity (AMB-041) */
};

enum { RVT_DIFFERENCES_MAX = 32 };

/* Differences between two packets, in transmission order. */
struct rvt_differences {
    unsigned count;
    struct rvt_difference of[RVT_DIFFERENCES_MAX]; /* the first count are valid */
};

/* Appends a difference; one that does not fit is left out. */
void rvt_differences_add(struct rvt_differences *differences,
                         const struct rvt_difference *difference);

/*
 * Compares an observed payload with the expected packet: first the format, then field by field in
 * transmission order. Fields after a difference are compared as far as both packets have the same
 * fields, but not if format or subformat differ. Bits that the specification leaves free are
 * masked: the map bits above branches carry no information, whatever the switch map_fill makes this
 * model write (ETR-FMT-024, AMB-067). The address of F3/1 with thaddr 0 is compared; its clause is
 * AMB-041, which says what the switch thaddr0_addr selects. Last, the bytes are compared with those
 * of a packet with the observed fields: unused bits and padding (ETR-FMT-029, ETR-CMP-005), then
 * length (ETR-CMP-001). Never fails: an observed payload that cannot be read differs in field
 * "payload" alone, with status, bit and clause of the fault; so does an expected packet that config
 * does not allow.
 */
void rvt_differences_find(const struct rvt_config *config, const struct rvt_packet *expected,
                          const uint8_t *observed, size_t bytes,
                          struct rvt_differences *differences);

/* Compares the fields of two packets alone, in the same way. */
void rvt_differences_find_fields(const struct rvt_config *config, const struct rvt_packet *expected,
                                 const struct rvt_packet *observed,
                                 struct rvt_differences *differences);

/* The difference of a payload that could not be read, for the reason in diag. */
struct rvt_difference rvt_difference_unreadable(const struct rvt_diag *diag);

/* Formats the difference as one line: "address: expected 0x10, observed 0x12 (bit 2,
 * ETR-FMT-025)". Values have as many digits as the width of the field needs. capacity >= 1. */
void rvt_difference_format(const struct rvt_difference *difference, char *text, size_t capacity);

#endif
