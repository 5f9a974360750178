/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "program/vectors.h"

#include <string.h>

enum { LEVEL_U = 0, LEVEL_S = 1, LEVEL_M = 3, LEVEL_VS = 6 }; /* ETR-ING-012 */
enum { MODE_MASK = 3, MODE_VECTORED = 1 };

static const char *const NAMES[] = {"m", "s", "u", "vs", NULL};

const char *const *rvt_vectors_names(void)
{
    return NAMES;
}

const char *rvt_vectors_entry(const struct rvt_trap_vectors *vectors, unsigned number, bool *known,
                              uint64_t *value)
{
    const bool is_known[] = {vectors->m_known, vectors->s_known, vectors->u_known,
                             vectors->vs_known};
    const uint64_t values[] = {vectors->m, vectors->s, vectors->u, vectors->vs};

    if (NAMES[number] == NULL)
        return NULL;
    *known = is_known[number];
    *value = values[number];
    return NAMES[number];
}

enum rvt_status rvt_vectors_set(struct rvt_trap_vectors *vectors, const char *name, uint64_t value,
                                struct rvt_diag *diag)
{
    bool *const is_known[] = {&vectors->m_known, &vectors->s_known, &vectors->u_known,
                              &vectors->vs_known};
    uint64_t *const values[] = {&vectors->m, &vectors->s, &vectors->u, &vectors->vs};

    if ((value & MODE_MASK) > MODE_VECTORED)
        return rvt_diag_set(diag, RVT_ERR_PARAMETER, NULL, value, "AMB-047",
                            "mode %u of a trap vector is reserved", (unsigned)(value & MODE_MASK));
    for (unsigned i = 0; NAMES[i] != NULL; i++) {
        if (strcmp(NAMES[i], name) != 0)
            continue;
        *is_known[i] = true;
        *values[i] = value;
        return RVT_OK;
    }
    return rvt_diag_set(diag, RVT_ERR_PARAMETER, NULL, 0, "AMB-047",
                        "unknown trap vector: expected m, s, u or vs");
}

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
