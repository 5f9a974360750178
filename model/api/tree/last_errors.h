/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The latest error of a tree, and of each of its sources: one entry each, with its text. */
#ifndef RVT_API_TREE_LAST_ERRORS_H
#define RVT_API_TREE_LAST_ERRORS_H

#include <rvt/tree.h>

enum { RVT_LOG_TEXT_BYTES = 256 };

struct rvt_last_error {
    unsigned id;                /* of the source */
    struct rvt_log_entry entry; /* size 0: there was none; its text is the next member */
    char text[RVT_LOG_TEXT_BYTES];
};

/* Zeroed: of no source, and without an error. */
struct rvt_last_errors {
    struct rvt_last_error tree;    /* of all */
    struct rvt_last_error *source; /* owned */
    size_t sources;
};

/* Frees. */
void rvt_last_errors_fini(struct rvt_last_errors *errors);

/* Makes room for one more source. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_last_errors_reserve(struct rvt_last_errors *errors);

/* Adds a source, for which there is room, or removes one. */
void rvt_last_errors_add(struct rvt_last_errors *errors, unsigned id);
void rvt_last_errors_remove(struct rvt_last_errors *errors, unsigned id);

/* Keeps an error, and a copy of its text. */
void rvt_last_errors_keep(struct rvt_last_errors *errors, const struct rvt_log_entry *entry);

/* Forgets the errors, not the sources. */
void rvt_last_errors_clear(struct rvt_last_errors *errors);

/* That of a source; null: there is no such source. */
const struct rvt_last_error *rvt_last_errors_of(const struct rvt_last_errors *errors, unsigned id);

#endif
