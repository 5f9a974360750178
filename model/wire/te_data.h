/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A te_data packet as a struct: its codes and fields, and the state that a reader of split atomics
 * needs. Spec: E-Trace, "Data Trace Encoder Output Packets" (ETR-DAT-001..015).
 */
#ifndef RVT_WIRE_TE_DATA_H
#define RVT_WIRE_TE_DATA_H

#include <stdint.h>

#include "base/params.h"

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

static inline bool rvt_dtype_is_csr(unsigned dtype)
{
    return dtype >= RVT_DTYPE_CSR_RW && dtype <= RVT_DTYPE_CSR_RC;
}

/* ETR-DAT-001 */
enum rvt_data_format {
    RVT_DATA_LOAD = 0,
    RVT_DATA_LOAD_UNALIGNED = 1,
    RVT_DATA_STORE = 2,
    RVT_DATA_STORE_UNALIGNED = 3,
    RVT_DATA_LOAD_RESPONSE = 4,
    RVT_DATA_CSR = 5,
    RVT_DATA_ATOMIC = 6,
    RVT_DATA_ATOMIC_RESPONSE = 7, /* whatever code it travels with, AMB-170 */
};

/* of the extension */
enum rvt_mmacas_format {
    RVT_MMACAS_ACCESS = 0,
    RVT_MMACAS_MMA = 1,
    RVT_MMACAS_ATOMIC_CSR = 2,
    RVT_MMACAS_RESPONSE = 3,
};

/* ETR-DAT-006 */
enum rvt_data_resp {
    RVT_RESP_ERROR = 0,
    RVT_RESP_XOR = 1,
    RVT_RESP_FULL = 2,
    RVT_RESP_DIFF = 3,
};

/* 2 bits, ETR-DAT-010; 1 bit: 0 full, 1 not */
enum rvt_data_diff {
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

#endif
