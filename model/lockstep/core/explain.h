/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Words for a mismatch: what was expected and why, what was observed, and what the hart did just
 * before. */
#ifndef RVT_LOCKSTEP_CORE_EXPLAIN_H
#define RVT_LOCKSTEP_CORE_EXPLAIN_H

#include <stddef.h>
#include <stdint.h>

#include "base/params.h"
#include "base/text.h"
#include "check/compare.h"
#include "ingress/tip.h"

#include "lockstep/core/expected.h"

enum { RVT_HISTORY_BLOCKS = 1024, RVT_HISTORY_SHOWN = 8 };

/* A block as the history keeps it. */
struct rvt_past {
    uint64_t cycle;
    uint64_t first, last; /* addresses of its first and last instruction */
    uint32_t iretire;
    uint8_t itype;
    uint8_t priv;
    bool lost;
};

/* The latest blocks, numbered from 0; a block is one with instructions or a trap. */
struct rvt_history {
    uint64_t count;
    struct rvt_past past[RVT_HISTORY_BLOCKS];
};

/* Adds the blocks of a row. */
void rvt_history_add(struct rvt_history *history, const struct rvt_params *params,
                     const struct rvt_row *row);

/* Appends one line each for the last RVT_HISTORY_SHOWN blocks before number end, as far as they are
 * kept. */
void rvt_history_print(const struct rvt_history *history, uint64_t end, struct rvt_text *text);

/* Appends a packet as one line: its name, then each field in transmission order, name=value. */
void rvt_explain_packet(const struct rvt_config *config, const struct rvt_packet *packet,
                        struct rvt_text *text);

/* The same for a payload as observed, followed by its bytes; one that cannot be read is said to be
 * so, with the reason. */
void rvt_explain_payload(const struct rvt_config *config, const uint8_t *payload, size_t bytes,
                         struct rvt_text *text);

/* Appends the lines "expected" and "because" of an entry. */
void rvt_explain_expected(const struct rvt_config *config, const struct rvt_expected *expected,
                          struct rvt_text *text);

/* Appends bytes as hexadecimal pairs, each after a space. */
void rvt_explain_bytes(const uint8_t *data, size_t bytes, struct rvt_text *text);

/*
 * Finds the first field in which an observed encapsulated packet differs from the expected one:
 * header, srcID, type, timestamp, then the fields of the payload, then the bytes as a whole.
 * Requires that the bytes differ.
 */
void rvt_explain_encap(const struct rvt_config *config, const struct rvt_expected *expected,
                       const uint8_t *observed, size_t bytes, struct rvt_difference *difference);

#endif
