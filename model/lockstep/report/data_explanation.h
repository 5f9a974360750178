/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The text of a mismatch of te_data: a packet field by field, and the fields that differ. */
#ifndef RVT_LOCKSTEP_REPORT_DATA_EXPLANATION_H
#define RVT_LOCKSTEP_REPORT_DATA_EXPLANATION_H

#include <stddef.h>
#include <stdint.h>

#include "base/params.h"
#include "base/text.h"
#include "check/difference.h"
#include "wire/data.h"

/* Appends a packet as one line: its name, then each field in transmission order, name=value. */
void rvt_explain_data_packet(const struct rvt_config *config, const struct rvt_data_packet *packet,
                             struct rvt_text *text);

/* The same for the payload that was observed in place of expected, followed by what is wrong with
 * its padding, if anything is, and its bytes; for an unreadable one the reason. A split atomic
 * response is read with the size of expected. */
void rvt_explain_data_payload(const struct rvt_config *config,
                              const struct rvt_data_packet *expected, const uint8_t *payload,
                              size_t bytes, struct rvt_text *text);

/*
 * Finds the fields in which an observed payload differs from the expected packet, as far as both
 * have the same fields. Requires that their bytes differ; if no field differs, or the payload
 * cannot be read, the field is "payload" with both lengths.
 */
void rvt_explain_data_differences(const struct rvt_config *config,
                                  const struct rvt_data_packet *expected, size_t expected_bytes,
                                  const uint8_t *payload, size_t bytes,
                                  struct rvt_differences *differences);

#endif
