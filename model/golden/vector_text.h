/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Vector files as text: the head of a file with one case, and packets. */
#ifndef RVT_GOLDEN_VECTOR_TEXT_H
#define RVT_GOLDEN_VECTOR_TEXT_H

#include "base/params.h"
#include "io/bytes/output.h"
#include "wire/packet.h"

/* What a file with one case says of itself. Texts are borrowed; they have no control characters,
 * quotation marks and backslashes. */
struct rvt_golden_head {
    const char *title;
    const char *config;  /* the file name of the configuration */
    const char *profile; /* the edition of the specification */
    const char *id;
    const char *numbers; /* requirement numbers, with commas between */
    const char *maker;   /* the version of the model that made the result */
};

/* Appends the file up to the input of its case. Its kind is regression: the model made it. */
void rvt_golden_text_head(struct rvt_output *output, const struct rvt_golden_head *head);

/* Appends text as a block, each line indented by that number of blanks. */
void rvt_golden_text_block(struct rvt_output *output, const char *text, unsigned blanks);

/* Appends a packet as an entry of packets, with the fields that config transmits; payload: its
 * bytes, or null to leave them out. Returns the status of rvt_packet_visit. */
RVT_MUST_USE
enum rvt_status rvt_golden_text_packet(struct rvt_output *output, const struct rvt_config *config,
                                       const struct rvt_packet *packet,
                                       const struct rvt_payload *payload);

/* Appends the fields as one mapping: "{format: 2, address: 0x8}". */
RVT_MUST_USE
enum rvt_status rvt_golden_text_fields(struct rvt_output *output, const struct rvt_config *config,
                                       const struct rvt_packet *packet);

#endif
