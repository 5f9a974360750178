/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What cases about the payload of one packet share. */
#ifndef RVT_GOLDEN_PAYLOAD_H
#define RVT_GOLDEN_PAYLOAD_H

#include "golden/golden_case.h"
#include "wire/packet.h"

enum { RVT_GOLDEN_POISON = 0xa5 }; /* content of buffers before they are written */

/* Compares payload with bits, bits_full and bytes of the expect node. */
RVT_MUST_USE
enum rvt_status rvt_golden_compare_payload(struct rvt_golden_case *c,
                                           const struct rvt_payload *payload,
                                           struct rvt_diag *diag);

/* Reads bytes of data, and on success compares the result with packet. */
typedef enum rvt_status (*rvt_golden_read_back)(struct rvt_golden_case *c, const uint8_t *data,
                                                size_t bytes, const void *packet,
                                                struct rvt_diag *fault);

/* Reports a disagreement unless payload can be read at every length between its own and the padded
 * full one with optional_bits more, and is rejected with one byte more. */
void rvt_golden_read_every_length(struct rvt_golden_case *c, const struct rvt_payload *payload,
                                  unsigned optional_bits, rvt_golden_read_back read,
                                  const void *packet);

/* Cases of configurations, input config: check; bits_max gives the longest packet. */
RVT_MUST_USE
enum rvt_status rvt_golden_check(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                                 bool valid, unsigned (*bits_max)(const struct rvt_config *config),
                                 struct rvt_diag *diag);

#endif
