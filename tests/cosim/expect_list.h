/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The list of what a decoder must report, one entry per instruction or trap, and the comparison
 * of a listing of "rvt decode --out pc" with it. */
#ifndef RVT_COSIM_EXPECT_LIST_H
#define RVT_COSIM_EXPECT_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* An instruction, or a trap. */
struct entry {
    bool trap;
    bool gap;      /* listing only: any number of entries is omitted here */
    bool optional; /* trap: not traced itself, or the last one before tracing ends */
    bool plain;    /* neither branch nor uninferable jump */
    bool pc_known;
    uint64_t pc; /* of the instruction, or where the trap returns to */
    uint32_t cause;
    bool interrupt;
    uint64_t tval;
};

struct list {
    struct entry *entry;
    size_t count, capacity;
};

/* Appends a copy; ends the program if there is no memory. */
void list_append(struct list *list, const struct entry *entry);

/* Prints an entry as a line of a listing. */
void list_print(FILE *file, const struct entry *entry);

/*
 * Compares the listing at path with list and prints the difference, or how many lines are equal. A
 * line "# gap" stands for any number of omitted entries; the lines after it, up to the next gap or
 * the end, must be consecutive in list. Returns 0 if they are equal, 1 if they differ or no line
 * was compared, 2 if the listing cannot be read.
 */
int list_compare(const struct list *list, const char *path);

#endif
