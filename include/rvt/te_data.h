/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Packets of data trace, te_data: payloads to fields and back, in every format of E-Trace v2.0.4
 * and those of the MMA/CAS extension (switch mmacas_ext). What they mean one after the other is the
 * decoder's matter (rvt/decoder.h). Spec: E-Trace, "Data Trace Encoder Output Packets"
 * (ETR-DAT-001..014).
 */
#ifndef RVT_TE_DATA_H
#define RVT_TE_DATA_H

#include <rvt/te_inst.h>

/* dtype of the data interface. Spec: ETR-DAT-015. */
enum rvt_te_data_type {
    RVT_TE_DATA_LOAD = 0,
    RVT_TE_DATA_STORE = 1,
    RVT_TE_DATA_MMA_LOAD = 2,
    RVT_TE_DATA_MMA_STORE = 3,
    RVT_TE_DATA_CSR_RW = 4,
    RVT_TE_DATA_CSR_RS = 5,
    RVT_TE_DATA_CSR_RC = 6,
    RVT_TE_DATA_CAS_FAILURE = 7,
    RVT_TE_DATA_SWAP = 8,
    RVT_TE_DATA_ADD = 9,
    RVT_TE_DATA_AND = 10,
    RVT_TE_DATA_OR = 11,
    RVT_TE_DATA_XOR = 12,
    RVT_TE_DATA_MAX = 13,
    RVT_TE_DATA_MIN = 14,
    RVT_TE_DATA_SC_FAILURE = 15
};

/* A packet, input and output structure. Members that its table does not carry are 0. */
struct rvt_te_data {
    size_t size;
    uint8_t format;    /* 3 bits; extension: 2 */
    uint8_t subformat; /* extension alone */
    uint8_t subtype;   /* atomics 3 bits, CSRs 2 */
    uint8_t data_size; /* field size: 2^size bytes */
    uint8_t lrid;      /* lrid_width_p */
    uint8_t diff;      /* 1 or 2 bits */
    uint8_t resp;      /* 2 bits */
    uint8_t op_len;    /* bytes of operand less 1 */
    uint8_t data_len;  /* bytes of data less 1 */
    uint64_t operand, data;
    uint64_t address; /* the transmitted field: shifted, and a difference where diff says so */
};

RVT_BEGIN_C

/*
 * Reads a payload of bytes bytes, from fully compressed to fully padded. RVT_ERR_TRUNCATED: no
 * bytes; RVT_ERR_TRAILING: what may not follow; RVT_ERR_RESERVED: codes without a table in this
 * configuration; RVT_ERR_SEQUENCE: a response of a split atomic, whose size only its request has
 * (the decoder knows it); RVT_ERR_PARAMETER: null, or a wrong size. Spec: ETR-DAT-001..010.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_te_data_read(const struct rvt_configuration *configuration,
                                                      const uint8_t *payload, size_t bytes,
                                                      struct rvt_te_data *packet,
                                                      struct rvt_diagnosis *diagnosis);

/* Writes packet as a payload into payload, which has RVT_TE_PAYLOAD_BYTES bytes, and its length
 * into *bytes. RVT_ERR_CAPACITY: a value does not fit its field; RVT_ERR_RESERVED,
 * RVT_ERR_PARAMETER as above. */
RVT_API RVT_MUST_USE enum rvt_status
rvt_te_data_write(const struct rvt_configuration *configuration, const struct rvt_te_data *packet,
                  uint8_t *payload, size_t *bytes, struct rvt_diagnosis *diagnosis);

/* The short name of a packet: "load", "store", "csr", "atomic", "load.request", "load.response",
 * ...; static; null for a packet of wrong size. */
RVT_API const char *rvt_te_data_name(const struct rvt_configuration *configuration,
                                     const struct rvt_te_data *packet);

/* Calls field for each field of packet in transmission order. Errors as rvt_te_data_write. */
RVT_API RVT_MUST_USE enum rvt_status
rvt_te_data_fields(const struct rvt_configuration *configuration, const struct rvt_te_data *packet,
                   rvt_field_callback field, void *context);

/* Writes name and fields as one line into text, as rvt_te_inst_format does. */
RVT_API RVT_MUST_USE enum rvt_status
rvt_te_data_format(const struct rvt_configuration *configuration, const struct rvt_te_data *packet,
                   char *text, size_t capacity);

/* The name of a type of access: "load", "store", "csrrw", "swap", ...; "?" for any other number;
 * static. */
RVT_API const char *rvt_te_data_type_name(unsigned type);

RVT_END_C

#endif
