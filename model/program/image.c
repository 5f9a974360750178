/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "program/image.h"

#include <stdlib.h>

#include "base/bits.h"
#include "base/compiler.h"

/* Pieces of a run across pages. Bounds what is read ahead in memory that holds no code. */
enum { PIECES_MAX = 128, PAGES_DEFAULT = 1024 };

struct rvt_image {
    struct rvt_isa isa;
    struct rvt_custom_insns custom; /* isa points to it if there are any */
    struct rvt_memory memory;       /* with spaces: the view of who executes */
    struct rvt_spaces *spaces;      /* owned; null: one space */
    rvt_memory_read read;           /* memory on demand without spaces, or that of all executors */
    void *read_context;
    size_t pages;
};

enum rvt_status rvt_image_open(unsigned xlen, bool uninferable_jalr_x0, struct rvt_image **image)
{
    if (xlen != 32 && xlen != 64)
        return RVT_ERR_PARAMETER;
    struct rvt_image *opened = calloc(1, sizeof(*opened));
    if (opened == NULL)
        return RVT_ERR_MEMORY;
    opened->pages = PAGES_DEFAULT;
    opened->isa = (struct rvt_isa){.xlen = xlen, .uninferable_jalr_x0 = uninferable_jalr_x0};
    rvt_memory_init(&opened->memory, rvt_mask(xlen));
    *image = opened;
    return RVT_OK;
}

void rvt_image_close(struct rvt_image *image)
{
    if (image == NULL)
        return;
    rvt_spaces_close(image->spaces);
    rvt_memory_fini(&image->memory);
    free(image);
}

unsigned rvt_image_xlen(const struct rvt_image *image)
{
    return image->isa.xlen;
}

bool rvt_image_zcm(const struct rvt_image *image)
{
    return image->isa.zcm;
}

/* ---- what the image holds ---- */

static void forget_runs(struct rvt_image *image)
{
    if (image->spaces != NULL)
        rvt_spaces_forget_runs(image->spaces);
    else
        rvt_memory_forget_runs(&image->memory);
}

void rvt_image_set_zcm(struct rvt_image *image, bool zcm)
{
    image->isa.zcm = zcm;
    forget_runs(image);
}

void rvt_image_set_custom(struct rvt_image *image, const struct rvt_custom_insns *custom)
{
    image->custom = *custom;
    image->isa.custom = custom->count ? &image->custom : NULL;
    forget_runs(image);
}

void rvt_image_set_classifier(struct rvt_image *image, rvt_insn_classifier classifier,
                              void *context)
{
    image->isa.classifier = classifier;
    image->isa.context = context;
    forget_runs(image);
}

enum rvt_status rvt_image_add(struct rvt_image *image, uint64_t address, const uint8_t *data,
                              size_t bytes)
{
    uint64_t highest = image->memory.highest;

    if (bytes == 0)
        return RVT_OK;
    if (address > highest || bytes - 1 > highest - address)
        return RVT_ERR_PARAMETER;
    return image->spaces != NULL ? rvt_spaces_add(image->spaces, address, data, bytes)
                                 : rvt_memory_add(&image->memory, address, data, bytes);
}

/* Memory on demand that is the same for all executors. */
static size_t read_for_all(void *context, const struct rvt_executor *executor, uint64_t address,
                           uint8_t *data, size_t bytes)
{
    const struct rvt_image *image = context;

    (void)executor;
    return image->read(image->read_context, address, data, bytes);
}

enum rvt_status rvt_image_set_source(struct rvt_image *image, rvt_memory_read read, void *context,
                                     size_t pages)
{
    enum rvt_status status =
        image->spaces != NULL
            ? rvt_spaces_set_source(image->spaces, read != NULL ? read_for_all : NULL, image, false,
                                    pages)
            : rvt_memory_set_source(&image->memory, read, context, pages);

    if (status != RVT_OK)
        return status;
    image->read = read;
    image->read_context = context;
    image->pages = pages;
    return RVT_OK;
}

/* Divides the image into spaces, if it is not. */
static enum rvt_status divide(struct rvt_image *image)
{
    if (image->spaces != NULL)
        return RVT_OK;
    enum rvt_status status = rvt_spaces_open(&image->memory, image->pages, &image->spaces);
    if (status == RVT_OK && image->read != NULL)
        status = rvt_image_set_source(image, image->read, image->read_context, image->pages);
    return status;
}

enum rvt_status rvt_image_set_space(struct rvt_image *image, const struct rvt_executor *space)
{
    enum rvt_status status = divide(image);

    return status == RVT_OK ? rvt_spaces_set(image->spaces, space) : status;
}

enum rvt_status rvt_image_set_space_source(struct rvt_image *image, rvt_space_read read,
                                           void *context, size_t pages)
{
    enum rvt_status status = divide(image);

    if (status == RVT_OK)
        status = rvt_spaces_set_source(image->spaces, read, context, true, pages);
    if (status == RVT_OK)
        image->pages = pages;
    return status;
}

bool rvt_image_has_spaces(const struct rvt_image *image)
{
    return image->spaces != NULL;
}

void rvt_image_select(struct rvt_image *image, const struct rvt_executor *executor)
{
    if (image->spaces != NULL)
        rvt_spaces_select(image->spaces, executor);
}

void rvt_image_select_set(struct rvt_image *image)
{
    if (image->spaces != NULL)
        rvt_spaces_select_set(image->spaces);
}

void rvt_image_invalidate(struct rvt_image *image, uint64_t first, uint64_t last)
{
    if (image->spaces != NULL)
        rvt_spaces_invalidate(image->spaces, first, last);
    else
        rvt_memory_invalidate(&image->memory, first, last);
}

/* ---- instructions ---- */

static enum rvt_status no_code(uint64_t pc, enum rvt_status status, struct rvt_diag *diag)
{
    return rvt_diag_set(diag, status, "pc", pc, "ETR-DEC-002",
                        status == RVT_ERR_MEMORY
                            ? "out of memory for the code at this address"
                            : "the program has no instruction at this address");
}

/* Two bytes at pc, which is even. RVT_ERR_NO_CODE, RVT_ERR_MEMORY. */
static enum rvt_status read_half(struct rvt_image *image, uint64_t pc, uint32_t *half)
{
    const struct rvt_page *page = rvt_memory_find(&image->memory, pc >> RVT_PAGE_BITS);
    unsigned offset = (unsigned)(pc % RVT_PAGE_BYTES);
    enum rvt_status status = RVT_OK;

    if (page == NULL || !rvt_page_has_half(page, offset)) {
        page = rvt_memory_need(&image->memory, pc, &status);
        if (page != NULL)
            page = rvt_memory_need(&image->memory, pc + 1, &status);
        if (page == NULL)
            return status;
    }
    *half = (uint32_t)page->data[offset] | (uint32_t)page->data[offset + 1] << 8;
    return RVT_OK;
}

/* The instruction word at pc. RVT_ERR_NO_CODE, RVT_ERR_MEMORY. */
static enum rvt_status fetch(struct rvt_image *image, uint64_t pc, uint32_t *word)
{
    uint32_t upper = 0;

    *word = 0;
    if ((pc & 1) != 0)
        return RVT_ERR_NO_CODE;
    enum rvt_status status = read_half(image, pc, word);
    if (status != RVT_OK || (*word & 3) != 3)
        return status;
    status = image->memory.highest - pc < 3 ? RVT_ERR_NO_CODE : read_half(image, pc + 2, &upper);
    *word |= upper << 16;
    return status;
}

bool rvt_image_word(struct rvt_image *image, uint64_t pc, uint32_t *word)
{
    return fetch(image, pc, word) == RVT_OK;
}

bool rvt_image_is_zcmp(struct rvt_image *image, uint64_t pc)
{
    enum { MASK = 0xe003, ZCMP = 0xa002 };
    uint32_t word;

    return image->isa.zcm && rvt_image_word(image, pc, &word) && (word & MASK) == ZCMP;
}

/* The instruction at pc of a page that is decoded. False: the instruction has to be classified. */
static bool find_insn(struct rvt_image *image, uint64_t pc, struct rvt_insn *insn)
{
    const struct rvt_page *page = rvt_memory_find(&image->memory, pc >> RVT_PAGE_BITS);

    return page != NULL && page->runs != NULL && (pc & 1) == 0 &&
           rvt_page_runs_insn(page, (unsigned)(pc % RVT_PAGE_BYTES), insn);
}

enum rvt_status rvt_image_insn(struct rvt_image *image, uint64_t pc, struct rvt_insn *insn,
                               struct rvt_diag *diag)
{
    uint32_t word;

    if (find_insn(image, pc, insn))
        return RVT_OK;
    enum rvt_status status = fetch(image, pc, &word);

    if (status != RVT_OK)
        return no_code(pc, status, diag);
    *insn = rvt_insn_classify_isa(word, pc, &image->isa);
    return RVT_OK;
}

struct rvt_insn rvt_image_classify(const struct rvt_image *image, uint32_t word, uint64_t pc)
{
    return rvt_insn_classify_isa(word, pc, &image->isa);
}

/* ---- runs ---- */

/* The page of pc, decoded, as far as it is there. Null: nothing is there, or there is no memory to
 * decode it; then each instruction is decoded alone. */
RVT_NEVER_INLINE static const struct rvt_page *decoded_page(struct rvt_image *image, uint64_t pc)
{
    struct rvt_page *page = rvt_memory_find(&image->memory, pc >> RVT_PAGE_BITS);

    if (page == NULL)
        return NULL;
    if (page->runs == NULL)
        page->runs = rvt_page_runs_make(page, &image->isa);
    return page->runs != NULL ? page : NULL;
}

/* The part of the run from pc that lies in its page. Null: there is no instruction that is complete
 * in what is there of the page. */
static inline const struct rvt_run_cell *find_cell(struct rvt_image *image, uint64_t pc,
                                                   const struct rvt_run **end)
{
    const struct rvt_page *page = image->memory.latest;

    if (page == NULL || page->number != pc >> RVT_PAGE_BITS || page->runs == NULL)
        page = decoded_page(image, pc);
    if (page == NULL || (pc & 1) != 0)
        return NULL;
    const struct rvt_run_cell *cell = &page->runs->cell[pc % RVT_PAGE_BYTES / 2];
    *end = &page->runs->end[cell->end];
    return cell->count > 0 ? cell : NULL;
}

/* The part of the run from pc that lies in its page, or an instruction across its end. */
static enum rvt_status find_piece(struct rvt_image *image, uint64_t pc, struct rvt_run *run)
{
    const struct rvt_run *end;
    const struct rvt_run_cell *cell = find_cell(image, pc, &end);
    uint32_t word;

    if (cell == NULL) {
        enum rvt_status status = fetch(image, pc, &word);
        if (status != RVT_OK)
            return status;
        cell = find_cell(image, pc, &end); /* its bytes may be there now */
    }
    if (cell == NULL) {
        *run = (struct rvt_run){
            .last = pc, .insn = rvt_insn_classify_isa(word, pc, &image->isa), .count = 1};
        return RVT_OK;
    }
    *run = *end;
    run->count = cell->count;
    return RVT_OK;
}

/* A run that is more than a part of its page. */
RVT_NEVER_INLINE static enum rvt_status join_pieces(struct rvt_image *image, uint64_t pc,
                                                    struct rvt_run *run, struct rvt_diag *diag)
{
    enum rvt_status status = find_piece(image, pc, run);

    if (status != RVT_OK)
        return no_code(pc, status, diag);
    for (int i = 0; i < PIECES_MAX && run->insn.kind == RVT_INSN_SEQUENTIAL; i++) {
        struct rvt_run more;
        if (image->memory.highest - run->last < run->insn.size ||
            find_piece(image, run->last + run->insn.size, &more) != RVT_OK)
            break;
        if (more.count == 1)
            more.pair =
                rvt_insn_is_pair(&run->insn, &more.insn, image->isa.xlen, &more.pair_target);
        more.count += run->count;
        *run = more;
    }
    return RVT_OK;
}

enum rvt_status rvt_image_run(struct rvt_image *image, uint64_t pc, struct rvt_run *run,
                              struct rvt_diag *diag)
{
    const struct rvt_run *end;
    const struct rvt_run_cell *cell = find_cell(image, pc, &end);

    if (cell == NULL || end->insn.kind == RVT_INSN_SEQUENTIAL)
        return join_pieces(image, pc, run, diag);
    *run = *end;
    run->count = cell->count;
    return RVT_OK;
}

bool rvt_image_is_branch(struct rvt_image *image, uint64_t pc)
{
    const struct rvt_run *end;
    const struct rvt_run_cell *cell = find_cell(image, pc, &end);
    struct rvt_insn insn = {.size = 0};

    if (cell != NULL)
        return cell->count == 1 && end->insn.kind == RVT_INSN_BRANCH;
    return rvt_image_insn(image, pc, &insn, NULL) == RVT_OK && insn.kind == RVT_INSN_BRANCH;
}

bool rvt_image_leads(struct rvt_image *image, uint64_t pc, uint64_t to, uint32_t *count)
{
    const struct rvt_page *page = NULL;
    enum rvt_status status;
    struct rvt_run run = {0};

    if (to < pc || rvt_image_run(image, pc, &run, NULL) != RVT_OK || to > run.last)
        return false;
    for (*count = 1; pc < to; ++*count) {
        if (page == NULL || page->number != pc >> RVT_PAGE_BITS)
            page = rvt_memory_need(&image->memory, pc, &status);
        if (page == NULL)
            return false;
        pc += (page->data[pc % RVT_PAGE_BYTES] & 3) == 3 ? 4 : 2;
    }
    return pc == to;
}
