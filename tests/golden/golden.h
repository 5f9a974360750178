/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The runner of golden vectors: what its parts share. A malformed vector file is rejected as a
 * whole. A case that the library contradicts is a disagreement, printed with file, line and id.
 */
#ifndef RVT_TESTS_GOLDEN_H
#define RVT_TESTS_GOLDEN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/params.h"
#include "io/yaml_value.h"
#include "wire/packet.h"

struct golden_case {
    const char *path; /* of the vector file */
    const char *id;
    struct rvt_config config;         /* the file's, with the values that the case sets */
    const struct rvt_yaml_node *node; /* the case */
    const struct rvt_yaml_node *input, *expect;
    unsigned faults; /* disagreements so far */
};

/* Prints and counts a disagreement; at: the node that was contradicted. */
RVT_PRINTF(3, 4)
void golden_disagree(struct golden_case *c, const struct rvt_yaml_node *at, const char *format,
                     ...);

/* A case of one topic; RVT_OK unless the case is malformed. */
typedef enum rvt_status (*golden_run)(struct golden_case *c, struct rvt_diag *diag);
enum rvt_status golden_packet(struct golden_case *c, struct rvt_diag *diag);
enum rvt_status golden_encap(struct golden_case *c, struct rvt_diag *diag);
enum rvt_status golden_data(struct golden_case *c, struct rvt_diag *diag);
enum rvt_status golden_frame(struct golden_case *c, struct rvt_diag *diag);
enum rvt_status golden_flow(struct golden_case *c, struct rvt_diag *diag);
enum rvt_status golden_syst(struct golden_case *c, struct rvt_diag *diag);
enum rvt_status golden_sequence(struct golden_case *c, struct rvt_diag *diag);
enum rvt_status golden_stp(struct golden_case *c, struct rvt_diag *diag);

/* Cases of encap for whole streams, read and written. */
enum rvt_status golden_encap_parse(struct golden_case *c, struct rvt_diag *diag);
enum rvt_status golden_encap_send(struct golden_case *c, const struct rvt_yaml_node *node,
                                  struct rvt_diag *diag);

/* Cases of flow, recognised by their input: program and packets; opcodes; accesses. */
enum rvt_status golden_decode(struct golden_case *c, struct rvt_diag *diag);
enum rvt_status golden_opcodes(struct golden_case *c, struct rvt_diag *diag);
enum rvt_status golden_registers(struct golden_case *c, struct rvt_diag *diag);

/* ---- vector.c: what every vector file has ---- */

/*
 * Runs every case of the file at path, whose topic is the name of its folder. configs: the folder
 * of the configurations. Adds the number of cases to *passed and *failed. A status other than
 * RVT_OK: the file is rejected, nothing was added.
 */
RVT_MUST_USE
enum rvt_status golden_file(const char *path, const char *configs, unsigned *passed,
                            unsigned *failed, struct rvt_diag *diag);

/* Rejects the case unless its input has exactly one of keys (ended by null); then as
 * golden_verdict. */
RVT_MUST_USE
enum rvt_status golden_one_input(const struct golden_case *c, const char *const *keys, bool *valid,
                                 struct rvt_diag *diag);

/* True for "verdict: valid", false for "verdict: invalid". */
RVT_MUST_USE
enum rvt_status golden_verdict(const struct golden_case *c, bool *valid, struct rvt_diag *diag);

/*
 * Compares the result of a call with an expect node of verdict invalid: status; field, bit, clause
 * and position where the case names them.
 */
RVT_MUST_USE
enum rvt_status golden_expect_fault(struct golden_case *c, enum rvt_status got,
                                    const struct rvt_diag *fault, struct rvt_diag *diag);

/* Reports a disagreement unless got is RVT_OK; true if it is. */
bool golden_succeeded(struct golden_case *c, const char *what, enum rvt_status got,
                      const struct rvt_diag *fault);

/* ---- payload.c: what cases about one packet share ---- */

enum { GOLDEN_POISON = 0xa5 }; /* content of buffers before they are written */

/* Compares payload with bits, bits_full and bytes of the expect node. */
RVT_MUST_USE
enum rvt_status golden_compare_payload(struct golden_case *c, const struct rvt_payload *payload,
                                       struct rvt_diag *diag);

/* Reads bytes of data, and on success compares the result with packet. */
typedef enum rvt_status (*golden_read_back)(struct golden_case *c, const uint8_t *data,
                                            size_t bytes, const void *packet,
                                            struct rvt_diag *fault);

/* Reports a disagreement unless payload can be read at every length between its own and the padded
 * full one with optional_bits more, and is rejected with one byte more. */
void golden_read_every_length(struct golden_case *c, const struct rvt_payload *payload,
                              unsigned optional_bits, golden_read_back read, const void *packet);

/* Cases of configurations, input config: check; bits_max gives the longest packet. */
RVT_MUST_USE
enum rvt_status golden_check(struct golden_case *c, const struct rvt_yaml_node *node, bool valid,
                             unsigned (*bits_max)(const struct rvt_config *config),
                             struct rvt_diag *diag);

/* ---- repeat.c: many equal lines as one ---- */

/*
 * The text with every line "31x A ; B" replaced by the lines A and B, 31 times; other lines are
 * unchanged. The caller frees it; null: no memory.
 */
RVT_MUST_USE
char *golden_repeat(const char *text);

/* ---- packet_fields.c: packets as mappings of the specification's field names ---- */

/* Reads a mapping; missing fields are 0. Keys in skip (ended by null, or null) are ignored. */
RVT_MUST_USE
enum rvt_status golden_read_packet(const struct rvt_yaml_node *node, const char *const *skip,
                                   struct rvt_packet *packet, struct rvt_diag *diag);

/* Reads a packet of a flow case: packet (its name) and its fields; ignores why, iaddr and bytes. */
RVT_MUST_USE
enum rvt_status golden_named_packet(const struct rvt_yaml_node *node, struct rvt_packet *packet,
                                    struct rvt_diag *diag);

/* Reports a disagreement for every field that differs. what: the origin of got. */
void golden_compare_packet(struct golden_case *c, const struct rvt_yaml_node *at, const char *what,
                           const struct rvt_packet *expected, const struct rvt_packet *got);

/* width (1..64) bits of data from bit at on; bits after the last byte copy its last bit. */
uint64_t golden_bits(const uint8_t *data, size_t bytes, size_t at, unsigned width);

/* Reports a disagreement unless the bytes are the same. */
void golden_compare_bytes(struct golden_case *c, const struct rvt_yaml_node *at, const char *what,
                          const uint8_t *expected, size_t expected_bytes, const uint8_t *got,
                          size_t got_bytes);

/* Collects visited fields. */
#define GOLDEN_FIELDS_MAX 64
struct golden_fields {
    size_t count;
    struct {
        const char *name;
        uint64_t value;
        unsigned width;
        size_t at_bit;
    } field[GOLDEN_FIELDS_MAX];
};
void golden_visit(void *context, const char *name, uint64_t value, unsigned width, size_t at_bit);

/*
 * Compares the sequence node [[name, width, value], ...] with the visited fields (name, width,
 * place) and with the bits of data, sign extended (value). The visited value is the same, except
 * for the relative fields of packet (null: none), of which the meaning is visited.
 */
RVT_MUST_USE
enum rvt_status golden_compare_fields(struct golden_case *c, const struct rvt_yaml_node *node,
                                      const struct golden_fields *got, const uint8_t *data,
                                      size_t bytes, const struct rvt_packet *packet,
                                      struct rvt_diag *diag);

#endif
