/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * te_data packets: bytes <-> struct, every format of E-Trace v2.0.4, and those of the MMA/CAS
 * extension of 2.0.5 (switches.mmacas_ext). One walk per table of the specification serves reading,
 * writing, measuring and dumping. Which table a packet has follows from its codes and from the
 * configuration (no_address, no_data, dat_signalling). Spec: E-Trace, "Data Trace Encoder Output
 * Packets" (ETR-DAT-001..014); decision 0003.
 */
#ifndef RVT_WIRE_DATA_H
#define RVT_WIRE_DATA_H

#include "base/bits.h"
#include "base/params.h"
#include "wire/payload.h"

#define RVT_LRIDS_MAX     256 /* 2^8, the largest lrid_width_p */
#define RVT_DATA_SIZE_MAX 3   /* accesses of 1 to 8 bytes */

/* dtype of the ingress; 2, 3 and 7 come with the MMA/CAS extension. Spec: ETR-DAT-015. */
enum rvt_dtype {
    RVT_DTYPE_LOAD = 0,
    RVT_DTYPE_STORE = 1,
    RVT_DTYPE_MMA_LOAD = 2,
    RVT_DTYPE_MMA_STORE = 3,
    RVT_DTYPE_CSR_RW = 4,
    RVT_DTYPE_CSR_RS = 5,
    RVT_DTYPE_CSR_RC = 6,
    RVT_DTYPE_CAS_FAILURE = 7,
    RVT_DTYPE_SWAP = 8,
    RVT_DTYPE_ADD = 9,
    RVT_DTYPE_AND = 10,
    RVT_DTYPE_OR = 11,
    RVT_DTYPE_XOR = 12,
    RVT_DTYPE_MAX = 13,
    RVT_DTYPE_MIN = 14,
    RVT_DTYPE_SC_FAILURE = 15,
};

enum rvt_data_format { /* ETR-DAT-001 */
                       RVT_DATA_LOAD = 0,
                       RVT_DATA_LOAD_UNALIGNED = 1,
                       RVT_DATA_STORE = 2,
                       RVT_DATA_STORE_UNALIGNED = 3,
                       RVT_DATA_LOAD_RESPONSE = 4,
                       RVT_DATA_CSR = 5,
                       RVT_DATA_ATOMIC = 6,
                       RVT_DATA_ATOMIC_RESPONSE = 7, /* whatever code it travels with, AMB-170 */
};

enum rvt_mmacas_format { /* of the extension */
                         RVT_MMACAS_ACCESS = 0,
                         RVT_MMACAS_MMA = 1,
                         RVT_MMACAS_ATOMIC_CSR = 2,
                         RVT_MMACAS_RESPONSE = 3,
};

enum rvt_data_resp { /* ETR-DAT-006 */
                     RVT_RESP_ERROR = 0,
                     RVT_RESP_XOR = 1,
                     RVT_RESP_FULL = 2,
                     RVT_RESP_DIFF = 3,
};

enum rvt_data_diff { /* 2 bits, ETR-DAT-010; 1 bit: 0 full, 1 not */
                     RVT_DIFF_FULL = 0,
                     RVT_DIFF_XOR_DATA = 1,
                     RVT_DIFF_FULL_DATA = 2,
                     RVT_DIFF_DIFF_DATA = 3,
};

/* A packet; members that its table does not carry are 0. Widths are those on the wire. */
struct rvt_data_packet {
    uint8_t format;    /* 2 or 3 bits, enum rvt_data_format; extension: 0..2, rvt_mmacas_format */
    uint8_t subformat; /* extension: 2 or 4 bits */
    uint8_t subtype;   /* atomic 3 bits, CSR 2 bits */
    uint8_t size;      /* 1..3 bits; of a split atomic response: of its request, not on the wire */
    uint8_t lrid;      /* lrid_width_p */
    uint8_t diff;      /* 1 or 2 bits */
    uint8_t resp;      /* 2 bits, enum rvt_data_resp */
    uint8_t op_len;    /* size bits, CSR 2 or 3: bytes of operand - 1 */
    uint8_t data_len;  /* size bits, CSR 2 or 3: bytes of data - 1 */
    uint64_t operand;  /* 8 * (op_len + 1) bits, or data_width_p, of which 64 are kept */
    uint64_t data;     /* 8 * (data_len + 1) bits, or data_width_p, of which 64 are kept */
    uint64_t address;  /* daddress_width_p: shifted right by size in the aligned formats and
                          atomics; CSR: 12 bits, in two parts; a difference if diff says so */
};

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
    RVT_PART_COUNTED, /* a *_len field tells its bytes */
    RVT_PART_WIDE,    /* data_width_p bits */
};

/* What a table carries, for those who choose and resolve codes. */
struct rvt_data_shape {
    enum rvt_data_part operand, data;
    bool address;      /* in full, or told against an earlier one */
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

/* What the codes say; false for a response, which says no type. */
bool rvt_data_type(const struct rvt_config *config, const struct rvt_data_packet *packet,
                   enum rvt_dtype *dtype, bool *unaligned);

/* Bytes of a CSR as a size code: 2 or 3. Spec: ETR-DAT-009, with XLEN by iaddress_width_p. */
static inline unsigned rvt_csr_size(const struct rvt_config *config)
{
    return config->params.iaddress_width_p > 32 ? 3 : 2;
}

/* Sizes of the split atomics in progress, by lrid: size + 1; 0: none; RVT_DATA_SIZE_ANY: perhaps
 * one whose request was lost, of which a response is read up to resp. Spec: AMB-171. */
#define RVT_DATA_SIZE_ANY 255

struct rvt_data_pending {
    uint8_t size_plus_1[RVT_LRIDS_MAX];
};

/* Short name for messages: "load", "load.request", "load.response", "store", "atomic",
 * "atomic.request", "atomic.response", "response", "csr", "mma.load", ...; static. */
const char *rvt_data_name(const struct rvt_config *config, const struct rvt_data_packet *packet);

/*
 * Writes packet as a payload, compressed as switches.compress says: as a whole, or only the address
 * that ends it, or not at all. Members that its table does not carry are ignored. Returns RVT_OK;
 * RVT_ERR_CAPACITY if a value does not fit its field; RVT_ERR_RESERVED for codes without a table in
 * config, a diff code that its table reserves, or a size that data_width_p does not hold. diag gets
 * field, bit and clause. On failure *payload is unset.
 */
RVT_MUST_USE
enum rvt_status rvt_data_write(const struct rvt_config *config,
                               const struct rvt_data_packet *packet, struct rvt_payload *payload,
                               struct rvt_diag *diag);

/*
 * Reads a payload of bytes bytes, at any length from fully compressed to fully padded. pending (may
 * be null): needed for split atomic responses. Returns RVT_OK; RVT_ERR_TRUNCATED for no bytes;
 * RVT_ERR_TRAILING for what may not follow; RVT_ERR_RESERVED as for writing, and for a split atomic
 * packet of which dat_split_atomic_rsp 6 leaves open whether it is request or response;
 * RVT_ERR_SEQUENCE for a split atomic response without an atomic in progress. diag gets field, bit
 * and clause. On failure *packet is unset.
 */
RVT_MUST_USE
enum rvt_status rvt_data_read(const struct rvt_config *config, const uint8_t *data, size_t bytes,
                              const struct rvt_data_pending *pending,
                              struct rvt_data_packet *packet, struct rvt_diag *diag);

/* Reports each field of packet in transmission order; as rvt_packet_visit. */
RVT_MUST_USE
enum rvt_status rvt_data_visit(const struct rvt_config *config,
                               const struct rvt_data_packet *packet, rvt_bits_visit visit,
                               void *context);

/* Bits of the longest packet that config can produce. */
unsigned rvt_data_bits_max(const struct rvt_config *config);

/* The requirement that defines a field of packet, such as "ETR-DAT-013"; static. */
const char *rvt_data_clause(const struct rvt_config *config, const struct rvt_data_packet *packet,
                            const char *field);

#endif
