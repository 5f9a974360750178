/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "program/vectors.h"

enum { LEVEL_U = 0, LEVEL_S = 1, LEVEL_M = 3, LEVEL_VS = 6 }; /* ETR-ING-012 */
enum { MODE_MASK = 3, MODE_VECTORED = 1 };

/* The register of a level. False: unknown. */
static bool read_register(const struct rvt_trap_vectors *vectors, unsigned level, uint64_t *xtvec)
{
    switch (level) {
    case LEVEL_U:
        *xtvec = vectors->u;
        return vectors->u_known;
    case LEVEL_S:
        *xtvec = vectors->s;
        return vectors->s_known;
    case LEVEL_M:
        *xtvec = vectors->m;
        return vectors->m_known;
    case LEVEL_VS:
        *xtvec = vectors->vs;
        return vectors->vs_known;
    default:
        return false;
    }
}

bool rvt_vectors_find(void *context, const struct rvt_packet *packet, uint64_t *address)
{
    uint64_t xtvec;

    if (!read_register(context, packet->privilege, &xtvec) || (xtvec & MODE_MASK) > MODE_VECTORED)
        return false;
    *address = xtvec & ~(uint64_t)MODE_MASK;
    if ((xtvec & MODE_MASK) == MODE_VECTORED && packet->interrupt)
        *address += 4 * (uint64_t)packet->ecause;
    return true;
}
