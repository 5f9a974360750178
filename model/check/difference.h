/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The first difference between an expected and an observed packet, by the specification's field.
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
    unsigned bit;                /* first bit of the difference in the expected payload */
    const char *clause; /* the requirement that defines the field, or the choice of the format */
};

/*
 * Compares an observed payload with the expected packet: first the format, then field by field in
 * transmission order. Bits that the specification leaves free are masked: the map bits above
 * branches carry no information, whatever the switch map_fill makes this model write (ETR-FMT-024,
 * AMB-067). The address of F3/1 with thaddr 0 is a matter of the profile, and is compared. If all
 * fields agree, the bytes are compared: unused bits and padding (ETR-FMT-029, ETR-CMP-005), then
 * length (ETR-CMP-001). Never fails: an observed payload that cannot be read differs in field
 * "payload", with status, bit and clause of the fault; so does an expected packet that config does
 * not allow.
 */
void rvt_difference_find(const struct rvt_config *config, const struct rvt_packet *expected,
                         const uint8_t *observed, size_t bytes, struct rvt_difference *difference);

/* Compares the fields of two packets alone, in the same way. */
void rvt_difference_find_fields(const struct rvt_config *config, const struct rvt_packet *expected,
                                const struct rvt_packet *observed,
                                struct rvt_difference *difference);

/* The difference of a payload that could not be read, for the reason in diag. */
struct rvt_difference rvt_difference_unreadable(const struct rvt_diag *diag);

/* Formats the difference as one line: "address: expected 0x10, observed 0x12 (bit 2,
 * ETR-FMT-025)". capacity >= 1. */
void rvt_difference_format(const struct rvt_difference *difference, char *text, size_t capacity);

#endif
