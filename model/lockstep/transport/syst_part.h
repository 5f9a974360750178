/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The parts of a SyS-T message, for findings. */
#ifndef RVT_LOCKSTEP_TRANSPORT_SYST_PART_H
#define RVT_LOCKSTEP_TRANSPORT_SYST_PART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bits of a header that announce optional fields. */
#define RVT_SYST_HAS_LOC  (UINT32_C(1) << 8)
#define RVT_SYST_HAS_LEN  (UINT32_C(1) << 9)
#define RVT_SYST_HAS_CHK  (UINT32_C(1) << 10)
#define RVT_SYST_HAS_TS   (UINT32_C(1) << 11)
#define RVT_SYST_HAS_GUID (UINT32_C(1) << 23)

/* A message, as far as it is known. */
struct rvt_syst_shape {
    uint32_t header;
    size_t payload_at; /* without meaning in short messages */
    size_t bytes;      /* that are known */
    bool whole;        /* these are all */
};

/* The part that byte at belongs to, and in *clause the clause that a wrong byte breaks. */
const char *rvt_syst_part(const struct rvt_syst_shape *shape, size_t at, const char **clause);

#endif
