/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The table of the specification that a te_data packet follows, what that table carries, and the
 * names of its parts. Spec: E-Trace, "Data Trace Encoder Output Packets" (ETR-DAT-001..015).
 */
#ifndef RVT_WIRE_DATA_FORM_H
#define RVT_WIRE_DATA_FORM_H

#include <stdbool.h>

#include "base/params.h"
#include "wire/te_data.h"

/* The tables of the specification. */
enum rvt_data_form {
    RVT_FORM_ACCESS,              /* load or store with address and data: ETR-DAT-003 */
    RVT_FORM_ACCESS_ADDRESS,      /* ETR-DAT-004 */
    RVT_FORM_ACCESS_DATA,         /* ETR-DAT-005 */
    RVT_FORM_LOAD_REQUEST,        /* split: ETR-DAT-006 */
    RVT_FORM_RESPONSE,            /* split load; extension: split atomic too. ETR-DAT-006 */
    RVT_FORM_ATOMIC,              /* ETR-DAT-007 */
    RVT_FORM_ATOMIC_ADDRESS,      /* ETR-DAT-007 */
    RVT_FORM_ATOMIC_DATA,         /* ETR-DAT-007 */
    RVT_FORM_ATOMIC_REQUEST,      /* split: ETR-DAT-008 */
    RVT_FORM_ATOMIC_REQUEST_DATA, /* split, without address (2.0.5): ETR-DAT-008 */
    RVT_FORM_ATOMIC_RESPONSE,     /* split: ETR-DAT-008 */
    RVT_FORM_CSR,                 /* ETR-DAT-009 */
    RVT_FORM_CSR_ADDRESS,         /* ETR-DAT-009 */
    RVT_FORM_CAS_FAILURE,         /* extension */
    RVT_FORM_NONE,                /* no such packet in this configuration */
};

/* How a table carries a value. */
enum rvt_data_part {
    RVT_PART_ABSENT,
    RVT_PART_COUNTED, /* a *_len field gives its bytes */
    RVT_PART_WIDE,    /* data_width_p bits */
};

/* The fields of a table, for choosing and resolving codes. */
struct rvt_data_shape {
    enum rvt_data_part operand, data;
    bool address;      /* in full, or coded against an earlier one */
    bool full_address; /* always in full */
    bool lrid;
    unsigned diff_bits; /* 1 or 2; 0: resp instead */
};

/* The table of packet by its codes. */
enum rvt_data_form rvt_data_form(const struct rvt_config *config,
                                 const struct rvt_data_packet *packet);

/* The table that an access of type dtype is sent in: by a unified hart, or the request of a split
 * one. RVT_FORM_NONE: not sent at all. */
enum rvt_data_form rvt_data_form_of(const struct rvt_config *config, enum rvt_dtype dtype);

struct rvt_data_shape rvt_data_shape_of(const struct rvt_config *config, enum rvt_data_form form);

/* Sets the codes (format, subformat, subtype) of an access; unaligned: for loads and stores. */
void rvt_data_set_type(const struct rvt_config *config, struct rvt_data_packet *packet,
                       enum rvt_dtype dtype, bool unaligned);

/* Sets the codes of the response to a split load or atomic. */
void rvt_data_set_response(const struct rvt_config *config, struct rvt_data_packet *packet,
                           bool atomic);

/* The type that the codes give; false for a response, which has no type. */
bool rvt_data_type(const struct rvt_config *config, const struct rvt_data_packet *packet,
                   enum rvt_dtype *dtype, bool *unaligned);

/* Short name for messages: "load", "load.request", "load.response", "store", "atomic",
 * "atomic.request", "atomic.response", "response", "csr", "mma.load", ...; static. */
const char *rvt_data_name(const struct rvt_config *config, const struct rvt_data_packet *packet);

/* The requirement that defines a field of packet, such as "ETR-DAT-013"; static. */
const char *rvt_data_clause(const struct rvt_config *config, const struct rvt_data_packet *packet,
                            const char *field);

#endif
