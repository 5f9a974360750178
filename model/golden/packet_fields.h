/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* te_inst packets as mappings of the specification's field names. */
#ifndef RVT_GOLDEN_PACKET_FIELDS_H
#define RVT_GOLDEN_PACKET_FIELDS_H

#include "golden/golden_case.h"
#include "wire/packet.h"

/* Reads a mapping; missing fields are 0. Keys in skip (ended by null, or null) are ignored. */
RVT_MUST_USE
enum rvt_status rvt_golden_read_packet(const struct rvt_yaml_node *node, const char *const *skip,
                                       struct rvt_packet *packet, struct rvt_diag *diag);

/* Reads a packet of a flow case: packet (its name) and its fields; ignores why, iaddr and bytes. */
RVT_MUST_USE
enum rvt_status rvt_golden_named_packet(const struct rvt_yaml_node *node, struct rvt_packet *packet,
                                        struct rvt_diag *diag);

/* Reports a disagreement for every field that differs. what: the origin of got. */
void rvt_golden_compare_packet(struct rvt_golden_case *c, const struct rvt_yaml_node *at,
                               const char *what, const struct rvt_packet *expected,
                               const struct rvt_packet *got);

/* width (1..64) bits of data from bit at on; bits after the last byte copy its last bit. */
uint64_t rvt_golden_bits(const uint8_t *data, size_t bytes, size_t at, unsigned width);

/* Reports a disagreement unless the bytes are the same. */
void rvt_golden_compare_bytes(struct rvt_golden_case *c, const struct rvt_yaml_node *at,
                              const char *what, const uint8_t *expected, size_t expected_bytes,
                              const uint8_t *got, size_t got_bytes);

/* Collects visited fields. */
#define RVT_GOLDEN_FIELDS_MAX 64
struct rvt_golden_fields {
    size_t count;
    struct {
        const char *name;
        uint64_t value;
        unsigned width;
        size_t at_bit;
    } field[RVT_GOLDEN_FIELDS_MAX];
};
void rvt_golden_visit(void *context, const char *name, uint64_t value, unsigned width,
                      size_t at_bit);

/*
 * Compares the sequence node [[name, width, value], ...] with the visited fields (name, width,
 * place) and with the bits of data, sign extended (value). The visited value is the same, except
 * for the relative fields of packet (null: none), of which the meaning is visited.
 */
RVT_MUST_USE
enum rvt_status rvt_golden_compare_fields(struct rvt_golden_case *c,
                                          const struct rvt_yaml_node *node,
                                          const struct rvt_golden_fields *got, const uint8_t *data,
                                          size_t bytes, const struct rvt_packet *packet,
                                          struct rvt_diag *diag);

#endif
