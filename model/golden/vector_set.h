/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Sets of golden vectors: a folder such as vectors/, a bundle, or its unpacked folder. A set has
 * vector files in folders of topics ("packet/format-3/x.yaml") and configurations in configs/.
 */
#ifndef RVT_GOLDEN_VECTOR_SET_H
#define RVT_GOLDEN_VECTOR_SET_H

#include "golden/golden_case.h"

/* The longest name of a file, with its zero byte. */
enum { RVT_GOLDEN_NAME_BYTES = 256 };

struct rvt_golden_set; /* opaque */

/*
 * Lists the vector files of the folder or archive at path, sorted by name. configs: the folder of
 * the configurations, null for that of the set. Both texts are borrowed for the life of the set.
 * RVT_ERR_IO, RVT_ERR_MEMORY; RVT_ERR_SYNTAX: no folder, and no archive, or one with
 * a name twice. The caller closes *set.
 */
RVT_MUST_USE
enum rvt_status rvt_golden_set_open(const char *path, const char *configs,
                                    struct rvt_golden_set **set, struct rvt_diag *diag);

/* Frees; null is accepted. */
void rvt_golden_set_close(struct rvt_golden_set *set);

/* The path of the set as it was opened. */
const char *rvt_golden_set_root(const struct rvt_golden_set *set);

size_t rvt_golden_set_count(const struct rvt_golden_set *set);

/* The name of vector file index, such as "packet/format-3/x.yaml". */
const char *rvt_golden_set_name(const struct rvt_golden_set *set, size_t index);

/* Reads a file of the set by its name; *data, which the caller frees, ends with a zero byte that
 * *bytes does not count. RVT_ERR_IO: there is none; RVT_ERR_CAPACITY, RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_golden_set_load(const struct rvt_golden_set *set, const char *name,
                                    uint8_t **data, size_t *bytes, struct rvt_diag *diag);

/* The name of a topic, which is that of its folder. */
const char *rvt_golden_topic_text(enum rvt_golden_topic topic);

/* The topic of a file by its name; false if its first folder is none. */
bool rvt_golden_topic_of(const char *name, enum rvt_golden_topic *topic);

#endif
