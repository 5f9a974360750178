/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/vectors_yaml.h"

static const char *const NAMES[] = {"m", "s", "u", "vs", NULL};

enum { VECTORED = 1, MODE = 3 }; /* of xtvec */

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

static enum rvt_status read_entry(const struct rvt_yaml_node *map, const char *name, bool *known,
                                  uint64_t *value, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *node = rvt_yaml_get(map, name);

    *known = node != NULL;
    if (node == NULL)
        return RVT_OK;
    enum rvt_status status = rvt_yaml_unsigned(node, value, diag);
    if (status == RVT_OK && (*value & MODE) > VECTORED)
        status = rvt_yaml_refuse(node, RVT_ERR_PARAMETER, "AMB-047", diag,
                                 "mode %u of a trap vector is reserved", (unsigned)(*value & MODE));
    return status;
}

enum rvt_status rvt_vectors_read(const struct rvt_yaml_node *node, struct rvt_trap_vectors *vectors,
                                 struct rvt_diag *diag)
{
    enum rvt_status status = rvt_yaml_expect(node, RVT_YAML_MAPPING, diag);

    if (status == RVT_OK)
        status = rvt_yaml_only(node, NAMES, diag);
    if (status == RVT_OK)
        status = read_entry(node, NAMES[0], &vectors->m_known, &vectors->m, diag);
    if (status == RVT_OK)
        status = read_entry(node, NAMES[1], &vectors->s_known, &vectors->s, diag);
    if (status == RVT_OK)
        status = read_entry(node, NAMES[2], &vectors->u_known, &vectors->u, diag);
    if (status == RVT_OK)
        status = read_entry(node, NAMES[3], &vectors->vs_known, &vectors->vs, diag);
    return status;
}
