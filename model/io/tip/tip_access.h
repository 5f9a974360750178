/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The data interface in tip traces: its significant fields, and its part of a binary record.
 * docs/files.md has the layouts. */
#ifndef RVT_IO_TIP_TIP_ACCESS_H
#define RVT_IO_TIP_TIP_ACCESS_H

#include "ingress/access.h"
#include "ingress/tip.h"
#include "io/tip/tip_record.h"

enum { RVT_TIP_ACCESSES_BYTES_MAX = 1 + RVT_ACCESSES_MAX * 80 };

/* Clears fields that have no meaning because dretire or lresp is 0. Returns how many of groups
 * groups are in use: up to the last that is not idle. */
uint8_t rvt_tip_accesses_settle(struct rvt_access *access, unsigned groups);

/* Reads accesses into access[RVT_ACCESSES_MAX]; returns their number. *daddr: of the previous
 * access. */
uint8_t rvt_tip_accesses_read(struct rvt_record *record, uint64_t *daddr,
                              struct rvt_access *access);

/* Writes the accesses of row to to; returns the bytes, RVT_TIP_ACCESSES_BYTES_MAX at most. */
size_t rvt_tip_accesses_put(uint8_t *to, uint64_t *daddr, const struct rvt_row *row);

#endif
