/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/vectors_yaml.h"

#include "program/vectors.h"

static enum rvt_status read_entry(const struct rvt_yaml_node *node, const char *name,
                                  struct rvt_trap_vectors *vectors, struct rvt_diag *diag)
{
    struct rvt_diag fault = {.status = RVT_OK};
    uint64_t value = 0;
    enum rvt_status status = rvt_yaml_unsigned(node, &value, diag);

    if (status != RVT_OK)
        return status;
    status = rvt_vectors_set(vectors, name, value, &fault);
    return status == RVT_OK ? RVT_OK
                            : rvt_yaml_refuse(node, status, fault.clause, diag, "%s", fault.text);
}

enum rvt_status rvt_vectors_read(const struct rvt_yaml_node *node, struct rvt_trap_vectors *vectors,
                                 struct rvt_diag *diag)
{
    const char *const *names = rvt_vectors_names();
    enum rvt_status status = rvt_yaml_expect(node, RVT_YAML_MAPPING, diag);

    *vectors = (struct rvt_trap_vectors){0};
    if (status == RVT_OK)
        status = rvt_yaml_only(node, names, diag);
    for (; status == RVT_OK && *names != NULL; names++) {
        const struct rvt_yaml_node *entry = rvt_yaml_get(node, *names);
        if (entry != NULL)
            status = read_entry(entry, *names, vectors, diag);
    }
    return status;
}
