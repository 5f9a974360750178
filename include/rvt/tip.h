/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The ingress port: what a hart shows a trace encoder, one row a cycle; and files of such rows, tip
 * traces, as text (.csv) or binary (.tip), plain or compressed with gzip.
 * Spec: E-Trace, "Hart to encoder interface" (ETR-ING-001..020), "Data Trace Interface"
 * (ETR-DAT-015).
 */
#ifndef RVT_TIP_H
#define RVT_TIP_H

#include <rvt/config.h>

enum { RVT_TIP_BLOCKS = 4, RVT_TIP_ACCESSES = 4 }; /* the most of a row */

/* Bits of trigger. Spec: ETR-ING-019. */
enum {
    RVT_TIP_TRACE_ON = 1,
    RVT_TIP_TRACE_OFF = 2,
    RVT_TIP_TRACE_NOTIFY = 4 /* of block 0; of block k it is this << k */
};

/* A block: instructions at contiguous addresses, of which only the last may change the flow. Input
 * and output structure. In an array every block has the size of the first one. */
struct rvt_tip_block {
    size_t size;
    uint64_t iaddr;    /* address of the first instruction; for an exception without retirement,
                          the faulting address */
    uint32_t iretire;  /* half-words retired; with retires_p 1 instructions, 0 or 1 */
    uint8_t itype;     /* enum rvt_insn_itype, itype_width_p bits */
    uint8_t ilastsize; /* the last instruction has 2^ilastsize half-words */
    uint8_t ntkn;      /* draft-0.026 alone: branches not taken in the block */
    bool sijump;       /* the jump is sequentially inferable */
};

/* A data access that retired, the response to an earlier split one, or both. Input and output
 * structure; arrays as of blocks. */
struct rvt_tip_access {
    size_t size;
    uint64_t daddr;
    uint64_t data;    /* of CSRs and unified atomics the low half of the signal: what was stored */
    uint64_t operand; /* of those the high half: what was loaded, or the operand */
    uint64_t sdata;   /* split: store data, or the operand of an atomic */
    uint64_t ldata;   /* split: load data, with lresp 2 */
    uint32_t iaddr_lsbs;
    uint8_t dtype, dsize, dblock; /* 2^dsize bytes */
    uint8_t lrid;                 /* split: of the request */
    uint8_t lresp;                /* split: 0 none, 2 okay, 3 error */
    uint8_t lid;                  /* split: which request lresp answers */
    bool dretire;
};

/* One cycle of the port. Input and output structure; the arrays are borrowed. */
struct rvt_tip_row {
    size_t size;
    uint64_t cycle; /* rises strictly from row to row; cycles left out are idle */
    uint64_t tval, context, time;
    uint32_t cause;
    uint32_t trigger; /* RVT_TIP_TRACE_... */
    uint32_t impdef;  /* for filters alone */
    uint8_t priv;
    uint8_t ctype; /* 0 unreported, 1 imprecise, 2 precise, 3 asynchronous discontinuity */
    bool halted, reset;
    bool lost;       /* the encoder had no room for what retired in this row */
    unsigned blocks; /* 0..RVT_TIP_BLOCKS, oldest first */
    const struct rvt_tip_block *block;
    unsigned accesses; /* 0..RVT_TIP_ACCESSES */
    const struct rvt_tip_access *access;
};

struct rvt_tip_file; /* opaque; memory does not grow with the file */

RVT_BEGIN_C

/*
 * Checks row by itself: reserved codes, itype 1 and 2 in the newest block only, widths, alignment,
 * iretire and ilastsize. RVT_ERR_INGRESS, with field, value and ETR-ING number in diagnosis;
 * RVT_ERR_PARAMETER: more blocks or accesses than fit, null, or a wrong size.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_tip_check(const struct rvt_configuration *configuration,
                                                   const struct rvt_tip_row *row,
                                                   struct rvt_diagnosis *diagnosis);

/*
 * Opens the trace at path ("-": standard input) for reading; its content says which kind it is. The
 * configuration is copied. The caller owns *file and closes it. RVT_ERR_IO; RVT_ERR_SYNTAX: a
 * missing, unknown or repeated column; RVT_ERR_PARAMETER: the configuration fails its check;
 * RVT_ERR_MEMORY.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_tip_file_open(const char *path, const struct rvt_configuration *configuration,
                  struct rvt_tip_file **file, struct rvt_diagnosis *diagnosis);

/*
 * Reads the next row into *row, whose arrays are borrowed until the next call. *end: there was
 * none, and *row is unset. Rows are checked. RVT_ERR_SYNTAX or RVT_ERR_INGRESS, with the line
 * (text) or row (binary) in diagnosis; RVT_ERR_IO; RVT_ERR_PARAMETER: the file was opened for
 * writing.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_tip_file_read(struct rvt_tip_file *file,
                                                       struct rvt_tip_row *row, bool *end,
                                                       struct rvt_diagnosis *diagnosis);

/*
 * Creates the trace at path ("-": standard output): binary if its name ends in .tip or .tip.gz,
 * else text, compressed if it ends in .gz. The file appears when it is closed. RVT_ERR_IO,
 * RVT_ERR_PARAMETER, RVT_ERR_MEMORY.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_tip_file_create(const char *path, const struct rvt_configuration *configuration,
                    struct rvt_tip_file **file, struct rvt_diagnosis *diagnosis);

/* Appends a row. RVT_ERR_CAPACITY: more blocks or accesses than blocks_p; RVT_ERR_PARAMETER: as
 * rvt_tip_check, or the file was opened for reading; RVT_ERR_IO. */
RVT_API RVT_MUST_USE enum rvt_status rvt_tip_file_write(struct rvt_tip_file *file,
                                                        const struct rvt_tip_row *row,
                                                        struct rvt_diagnosis *diagnosis);

/* Closes and frees; null is accepted. Of a file that was created: RVT_ERR_IO if anything could not
 * be written, and then no file appears. */
RVT_API enum rvt_status rvt_tip_file_close(struct rvt_tip_file *file,
                                           struct rvt_diagnosis *diagnosis);

RVT_END_C

#endif
