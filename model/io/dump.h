/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Packets as text and JSON: every field by the specification's name, in transmission order. */
#ifndef RVT_IO_DUMP_H
#define RVT_IO_DUMP_H

#include "io/json_build.h"
#include "io/bytes/output.h"
#include "io/stream.h"
#include "wire/data.h"
#include "wire/te_inst.h"

/*
 * Appends a line: position (hexadecimal byte offset, or decimal line), name, and each field in
 * transmission order. Fields that are relative to the bit before them (notify, updiscon, irreport)
 * are resolved: 1 means yes. Addresses, times and the like are hexadecimal. packet: the te_inst
 * packet of item, or null if it is none.
 */
void rvt_dump_text(struct rvt_output *output, const struct rvt_config *config,
                   const struct rvt_stream_item *item, const struct rvt_packet *packet);

/* The same for te_data. */
void rvt_dump_data_text(struct rvt_output *output, const struct rvt_config *config,
                        const struct rvt_stream_item *item, const struct rvt_data_packet *packet);

/* Appends the line of a fault, as diag explains. */
void rvt_dump_text_fault(struct rvt_output *output, const struct rvt_stream_item *item,
                         const struct rvt_diag *diag);

/*
 * Appends the same as a JSON object without newline: position, unit, name, encapsulation, packet,
 * payload. Numbers that are hexadecimal in the text are strings "0x...". RVT_ERR_MEMORY; errors of
 * the walks.
 */
RVT_MUST_USE
enum rvt_status rvt_dump_json(struct rvt_output *output, const struct rvt_config *config,
                              const struct rvt_stream_item *item, const struct rvt_packet *packet);
RVT_MUST_USE
enum rvt_status rvt_dump_data_json(struct rvt_output *output, const struct rvt_config *config,
                                   const struct rvt_stream_item *item,
                                   const struct rvt_data_packet *packet);
/* The fields alone, as the object packet or encapsulation of the same. The caller releases it;
 * null: memory ran out, or the packet has a code or a value that cannot be sent. */
json_t *rvt_dump_inst_fields(const struct rvt_config *config, const struct rvt_packet *packet);
json_t *rvt_dump_data_fields(const struct rvt_config *config, const struct rvt_data_packet *packet);
json_t *rvt_dump_encap_fields(const struct rvt_config *config, const struct rvt_encap *encap);

/* The same of a fault: name "?", and error. is_packet: item is a packet, with a payload that cannot
 * be read; it has encapsulation and payload as well. */
RVT_MUST_USE
enum rvt_status rvt_dump_json_fault(struct rvt_output *output, const struct rvt_config *config,
                                    const struct rvt_stream_item *item, bool is_packet,
                                    const struct rvt_diag *diag);

#endif
