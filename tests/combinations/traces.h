/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The committed programs in memory: rows, images and trap handlers. */
#ifndef RVT_TESTS_COMBINATIONS_TRACES_H
#define RVT_TESTS_COMBINATIONS_TRACES_H

#include "base/params.h"
#include "ingress/tip.h"
#include "program/image.h"

struct trace {
    char name[40];
    unsigned xlen;
    struct rvt_image *image;
    struct rvt_row *row; /* with itypes of 4 bits */
    size_t rows;
    uint64_t *epc;       /* EPC of the interrupt in each row, by the return of its handler */
    uint64_t handler[8]; /* by privilege of the handler; 0: no trap led there */
};

struct traces {
    struct trace *trace;
    size_t count;
};

#define EPC_UNKNOWN UINT64_MAX

/* Parameters that fit the committed traces of a given XLEN, with tables of the usual sizes. */
void traces_config(struct rvt_config *config, enum rvt_spec_profile profile, unsigned xlen);

/*
 * Loads every NAME.csv.gz of folder with its NAME.elf; limit: rows of each at most, 0: all. False
 * on failure, which is reported on stderr; also if a trap handler is not the one of its level.
 */
bool traces_load(struct traces *traces, const char *folder, size_t limit);
void traces_fini(struct traces *traces);

#endif
