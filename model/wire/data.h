/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * te_data packets between bytes and struct: every format of E-Trace v2.0.4, and those of the
 * MMA/CAS extension of 2.0.5 (switches.mmacas_ext). One walk per table of the specification serves
 * reading, writing, measuring and dumping. Which table a packet has follows from its codes and from
 * the configuration (no_address, no_data, dat_signalling). Spec: E-Trace, "Data Trace Encoder
 * Output Packets" (ETR-DAT-001..014); decision 0003.
 */
#ifndef RVT_WIRE_DATA_H
#define RVT_WIRE_DATA_H

#include "base/bits.h"
#include "base/params.h"
#include "wire/data_form.h"
#include "wire/payload.h"
#include "wire/te_data.h"

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
 * RVT_ERR_TRAILING for what may not follow (*packet has the fields before it); RVT_ERR_RESERVED as
 * for writing, and for a split atomic packet of which dat_split_atomic_rsp 6 leaves open whether it
 * is request or response; RVT_ERR_SEQUENCE for a split atomic response without an atomic in
 * progress. diag gets field, bit and clause. On any other failure *packet is unset.
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

#endif
