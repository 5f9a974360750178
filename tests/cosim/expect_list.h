/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What a decoder must tell, one entry an instruction or trap, and a listing of "rvt decode --out
 * pc" held against it. */
#ifndef RVT_COSIM_EXPECT_LIST_H
#define RVT_COSIM_EXPECT_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* An instruction, or a trap. */
struct entry {
    bool trap;
    bool gap;      /* of a listing: entries were left out here, and nothing else */
    bool optional; /* trap: not traced itself, or the last before a gap */
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

void list_print(FILE *file, const struct entry *entry);

/*
 * 0 if the listing at path tells list, 1 if not, 2 if it cannot be read; says why, or how many
 * lines are equal. A line "# gap" stands for entries that were left out there, none or any number:
 * what follows has to stand in list behind them, as a whole up to the next gap or the end. A
 * listing of which no line is equal does not tell anything.
 */
int list_compare(const struct list *list, const char *path);

#endif
