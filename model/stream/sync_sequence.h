/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The length of a synchronisation sequence: so many null bytes in a row that no packet can hold
 * them. Spec: ENC-010, ENC-012.
 */
#ifndef RVT_STREAM_SYNC_SEQUENCE_H
#define RVT_STREAM_SYNC_SEQUENCE_H

#include "base/params.h"

/* The longest payload that the length field of a header can state, in bytes. Spec: ENC-002. */
enum { RVT_ENCAP_LENGTH_MAX = 31 };

/*
 * N, the most bytes with five low bits of 0 that a packet of this configuration can hold in a row,
 * in bytes. A sequence has more than N of them. Spec: ENC-010.
 */
unsigned rvt_encap_null_run(const struct rvt_encap_config *config);

#endif
