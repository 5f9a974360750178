/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The program as the decoder sees it: segments of bytes, memory that is read on demand, and a cache
 * of straight-line runs, so that walking a run takes the same time whatever its length. A page of
 * the program is decoded when its first instruction is needed.
 */
#ifndef RVT_PROGRAM_IMAGE_H
#define RVT_PROGRAM_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "program/insn.h"
#include "program/memory.h"
#include "program/page_runs.h"
#include "program/spaces.h"

struct rvt_image; /* owns copies of its segments */

/*
 * Creates an empty image for xlen 32 or 64. Returns RVT_OK, RVT_ERR_PARAMETER, RVT_ERR_MEMORY. The
 * caller owns *image and closes it.
 */
RVT_MUST_USE
enum rvt_status rvt_image_open(unsigned xlen, bool uninferable_jalr_x0, struct rvt_image **image);

/* Frees the image; null is accepted. */
void rvt_image_close(struct rvt_image *image);

/*
 * Adds a copy of bytes at address; where two segments overlap the later one wins, and where two
 * touch an instruction may lie across. Takes time in proportion to bytes, whatever the image holds.
 * RVT_ERR_MEMORY, RVT_ERR_PARAMETER (runs past the highest address of xlen); the image is then
 * unchanged.
 */
RVT_MUST_USE
enum rvt_status rvt_image_add(struct rvt_image *image, uint64_t address, const uint8_t *data,
                              size_t bytes);

/*
 * Reads what no segment has by read, page by page, when it is needed (null: no longer), and keeps
 * up to pages (>= 1) pages. Nothing is kept of what read cannot read: it is asked again. read must
 * not use the image. RVT_ERR_MEMORY: nothing has changed.
 */
RVT_MUST_USE
enum rvt_status rvt_image_set_source(struct rvt_image *image, rvt_memory_read read, void *context,
                                     size_t pages);

/*
 * What is added from here on is seen by space alone (struct rvt_executor). Without a call there is
 * one space, and the other functions below work without looking for another. Where spaces overlap,
 * see program/spaces.h. RVT_ERR_MEMORY.
 */
RVT_MUST_USE
enum rvt_status rvt_image_set_space(struct rvt_image *image, const struct rvt_executor *space);

/* As rvt_image_set_source, by a function that also gets who executes; one takes the place of the
 * other. Each of up to RVT_VIEWS_MAX executors has pages pages. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_image_set_space_source(struct rvt_image *image, rvt_space_read read,
                                           void *context, size_t pages);

/* True after one of these calls. */
bool rvt_image_has_spaces(const struct rvt_image *image);

/* The functions below see what executor sees, or what those see who see the space that was set. */
void rvt_image_select(struct rvt_image *image, const struct rvt_executor *executor);
void rvt_image_select_set(struct rvt_image *image);

/* Memory may have changed: what was read on demand on pages with an address in first..last is read
 * again when it is needed. */
void rvt_image_invalidate(struct rvt_image *image, uint64_t first, uint64_t last);

/* The program uses Zcmp and Zcmt instead of Zcd (struct rvt_isa); off after open. */
void rvt_image_set_zcm(struct rvt_image *image, bool zcm);

/* Classifies instructions by these patterns (copied) before the ISA; none after open. */
void rvt_image_set_custom(struct rvt_image *image, const struct rvt_custom_insns *custom);

/* Asks classifier (null: none) before the patterns; none after open. It must give the same answer
 * to the same question, and must not use the image. */
void rvt_image_set_classifier(struct rvt_image *image, rvt_insn_classifier classifier,
                              void *context);

unsigned rvt_image_xlen(const struct rvt_image *image);

/* As rvt_image_set_zcm left it. */
bool rvt_image_zcm(const struct rvt_image *image);

/* The instruction at pc. RVT_ERR_NO_CODE if a byte of it is not in the image (diag: pc), or pc is
 * odd; RVT_ERR_MEMORY: no room for memory read on demand. */
RVT_MUST_USE
enum rvt_status rvt_image_insn(struct rvt_image *image, uint64_t pc, struct rvt_insn *insn,
                               struct rvt_diag *diag);

/* The instruction word at pc (bits 15:0 for a compressed one). False: no code, or pc is odd. */
bool rvt_image_word(struct rvt_image *image, uint64_t pc, uint32_t *word);

/* True if there is an instruction of Zcmp or Zcmt at pc, and the program uses them. */
bool rvt_image_is_zcmp(struct rvt_image *image, uint64_t pc);

/* The instruction word (bits 15:0 for a compressed one) as if it was in the image at pc. */
struct rvt_insn rvt_image_classify(const struct rvt_image *image, uint32_t word, uint64_t pc);

/* True if there is a branch at pc. */
bool rvt_image_is_branch(struct rvt_image *image, uint64_t pc);

/*
 * The straight-line run from pc: the instructions up to and including the first that is not
 * SEQUENTIAL. A run also ends before an address without code (then last is SEQUENTIAL and a later
 * step fails), and after 64 pages. Errors as rvt_image_insn.
 */
RVT_MUST_USE
enum rvt_status rvt_image_run(struct rvt_image *image, uint64_t pc, struct rvt_run *run,
                              struct rvt_diag *diag);

/*
 * True if to is where an instruction of the straight-line run from pc begins; *count is then the
 * number of instructions from pc up to and including it.
 */
bool rvt_image_leads(struct rvt_image *image, uint64_t pc, uint64_t to, uint32_t *count);

#endif
