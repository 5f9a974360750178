/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "program/image.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"

/* The run that starts at a half-word: instructions (0: no complete instruction here) and how it
 * ends. */
struct cell {
    uint32_t count;
    uint32_t end; /* index */
};

/* The last instruction of a run. */
struct end {
    uint64_t last;
    uint64_t pair_target;
    struct rvt_insn insn;
    bool pair; /* the instruction before it in the run makes it a sequentially inferable jump */
};

/* Bytes at contiguous addresses. Segments neither overlap nor touch, and are sorted. */
struct segment {
    uint64_t base;
    uint64_t bytes;
    uint8_t *data;
    struct cell *cell; /* cell[0] is at base with bit 0 cleared */
    size_t cells;
    struct end *end;
    size_t ends, capacity;
};

struct rvt_image {
    struct rvt_isa isa;
    struct rvt_custom_insns custom; /* isa points to it if there are any */
    struct segment *segment;
    size_t segments;
    size_t latest; /* where the last look-up ended: code is local */
};

enum rvt_status rvt_image_open(unsigned xlen, bool uninferable_jalr_x0, struct rvt_image **image)
{
    if (xlen != 32 && xlen != 64)
        return RVT_ERR_PARAMETER;
    struct rvt_image *opened = calloc(1, sizeof(*opened));
    if (opened == NULL)
        return RVT_ERR_MEMORY;
    opened->isa = (struct rvt_isa){.xlen = xlen, .uninferable_jalr_x0 = uninferable_jalr_x0};
    *image = opened;
    return RVT_OK;
}

static void segment_fini(struct segment *segment)
{
    free(segment->data);
    free(segment->cell);
    free(segment->end);
}

void rvt_image_close(struct rvt_image *image)
{
    if (image == NULL)
        return;
    for (size_t i = 0; i < image->segments; i++)
        segment_fini(&image->segment[i]);
    free(image->segment);
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

static size_t cells_of(uint64_t base, uint64_t bytes)
{
    return (size_t)((bytes + (base & 1) + 1) / 2);
}

/* The instruction word at pc; false if the segment does not hold all of it. */
static bool fetch(const struct segment *segment, uint64_t pc, uint32_t *word)
{
    uint64_t at = pc - segment->base;

    if (pc < segment->base || at >= segment->bytes || segment->bytes - at < 2)
        return false;
    *word = (uint32_t)segment->data[at] | (uint32_t)segment->data[at + 1] << 8;
    if ((*word & 3) != 3)
        return true;
    if (segment->bytes - at < 4)
        return false;
    *word |= (uint32_t)segment->data[at + 2] << 16 | (uint32_t)segment->data[at + 3] << 24;
    return true;
}

/* Adds an end; false: out of memory. */
static bool add_end(struct segment *segment, const struct end *end, uint32_t *index)
{
    if (segment->ends == segment->capacity) {
        size_t capacity = 2 * segment->capacity + 64;
        struct end *grown = realloc(segment->end, capacity * sizeof(*grown));
        if (grown == NULL)
            return false;
        segment->end = grown;
        segment->capacity = capacity;
    }
    *index = (uint32_t)segment->ends;
    segment->end[segment->ends++] = *end;
    return true;
}

/* A cell whose instruction continues into the cell next. A load directly before a jump makes it
 * another end. */
static bool extend(const struct rvt_image *image, struct segment *segment, struct cell *cell,
                   const struct rvt_insn *insn, const struct cell *next)
{
    struct end end = segment->end[next->end];

    *cell = (struct cell){.count = 1 + next->count, .end = next->end};
    if (next->count > 1 || !rvt_insn_is_pair(insn, &end.insn, image->isa.xlen, &end.pair_target))
        return true;
    end.pair = true;
    return add_end(segment, &end, &cell->end);
}

/* Fills the cells from the end to the start, so that each run is its first instruction and the run
 * after it. RVT_ERR_MEMORY. */
static enum rvt_status predecode(const struct rvt_image *image, struct segment *segment)
{
    uint64_t first = segment->base & ~UINT64_C(1);

    segment->ends = 0;
    for (size_t i = segment->cells; i-- > 0;) {
        uint64_t pc = first + 2 * (uint64_t)i;
        struct cell *cell = &segment->cell[i];
        uint32_t word;
        bool stored;
        *cell = (struct cell){0};
        if (!fetch(segment, pc, &word))
            continue;
        struct rvt_insn insn = rvt_insn_classify_isa(word, pc, &image->isa);
        size_t next = i + insn.size / 2u;
        if (insn.kind == RVT_INSN_SEQUENTIAL && next < segment->cells &&
            segment->cell[next].count > 0 && segment->cell[next].count < UINT32_MAX) {
            stored = extend(image, segment, cell, &insn, &segment->cell[next]);
        } else {
            struct end end = {.last = pc, .insn = insn};
            cell->count = 1;
            stored = add_end(segment, &end, &cell->end);
        }
        if (!stored)
            return RVT_ERR_MEMORY;
    }
    return RVT_OK;
}

/* Fills the cells of all segments anew. RVT_ERR_MEMORY. */
static enum rvt_status predecode_all(struct rvt_image *image)
{
    enum rvt_status status = RVT_OK;

    for (size_t i = 0; i < image->segments && status == RVT_OK; i++)
        status = predecode(image, &image->segment[i]);
    return status;
}

enum rvt_status rvt_image_set_zcm(struct rvt_image *image, bool zcm)
{
    image->isa.zcm = zcm;
    return predecode_all(image);
}

enum rvt_status rvt_image_set_classify(struct rvt_image *image,
                                       const struct rvt_custom_insns *custom)
{
    image->custom = *custom;
    image->isa.custom = custom->count ? &image->custom : NULL;
    return predecode_all(image);
}

/* Last address of a segment; never wraps. */
static uint64_t last_of(const struct segment *segment)
{
    return segment->base + segment->bytes - 1;
}

/* True if the two overlap or touch. */
static bool joins(const struct segment *a, const struct segment *b)
{
    return (last_of(a) >= b->base || b->base - last_of(a) == 1) &&
           (last_of(b) >= a->base || a->base - last_of(b) == 1);
}

/* Makes *joined the union of the old segments first..end-1 (may be none) and the new bytes, which
 * win. */
static enum rvt_status join(const struct rvt_image *image, size_t first, size_t end,
                            const struct segment *added, const uint8_t *data,
                            struct segment *joined)
{
    uint64_t base = added->base;
    uint64_t last = last_of(added);

    if (first < end && image->segment[first].base < base)
        base = image->segment[first].base;
    if (first < end && last_of(&image->segment[end - 1]) > last)
        last = last_of(&image->segment[end - 1]);
    *joined = (struct segment){.base = base, .bytes = last - base + 1};
    joined->cells = cells_of(base, joined->bytes);
    if (joined->bytes == 0) /* the whole address space */
        return RVT_ERR_MEMORY;
    joined->data = malloc((size_t)joined->bytes);
    joined->cell = calloc(joined->cells, sizeof(*joined->cell));
    if (joined->data == NULL || joined->cell == NULL) {
        segment_fini(joined);
        return RVT_ERR_MEMORY;
    }
    for (size_t i = first; i < end; i++) {
        const struct segment *old = &image->segment[i];
        memcpy(joined->data + (old->base - base), old->data, (size_t)old->bytes);
    }
    memcpy(joined->data + (added->base - base), data, (size_t)added->bytes);
    if (predecode(image, joined) == RVT_OK)
        return RVT_OK;
    segment_fini(joined);
    return RVT_ERR_MEMORY;
}

enum rvt_status rvt_image_add(struct rvt_image *image, uint64_t address, const uint8_t *data,
                              size_t bytes)
{
    struct segment added = {.base = address, .bytes = bytes};
    uint64_t highest = rvt_mask(image->isa.xlen);

    if (bytes == 0)
        return RVT_OK;
    if (address > highest || bytes - 1 > highest - address)
        return RVT_ERR_PARAMETER;

    size_t first = 0;
    while (first < image->segments && image->segment[first].base < address &&
           !joins(&image->segment[first], &added))
        first++;
    size_t end = first;
    while (end < image->segments && joins(&image->segment[end], &added))
        end++;

    struct segment joined;
    enum rvt_status status = join(image, first, end, &added, data, &joined);
    if (status != RVT_OK)
        return status;
    struct segment *grown =
        realloc(image->segment, (image->segments + 1) * sizeof(*image->segment));
    if (grown == NULL) {
        segment_fini(&joined);
        return RVT_ERR_MEMORY;
    }
    image->segment = grown;
    for (size_t i = first; i < end; i++)
        segment_fini(&grown[i]);
    memmove(&grown[first + 1], &grown[end], (image->segments - end) * sizeof(*grown));
    grown[first] = joined;
    image->segments += 1 - (end - first);
    image->latest = 0;
    return RVT_OK;
}

static bool holds(const struct segment *segment, uint64_t pc)
{
    return pc >= segment->base && pc - segment->base < segment->bytes;
}

static const struct segment *find(struct rvt_image *image, uint64_t pc)
{
    if (image->latest < image->segments && holds(&image->segment[image->latest], pc))
        return &image->segment[image->latest];
    size_t low = 0;
    size_t high = image->segments;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (holds(&image->segment[middle], pc)) {
            image->latest = middle;
            return &image->segment[middle];
        }
        if (image->segment[middle].base < pc)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

static enum rvt_status no_code(uint64_t pc, struct rvt_diag *diag)
{
    return rvt_diag_set(diag, RVT_ERR_NO_CODE, "pc", pc, "ETR-DEC-002",
                        "the program has no instruction at this address");
}

bool rvt_image_word(struct rvt_image *image, uint64_t pc, uint32_t *word)
{
    const struct segment *segment = find(image, pc);

    return segment != NULL && (pc & 1) == 0 && fetch(segment, pc, word);
}

bool rvt_image_is_zcmp(struct rvt_image *image, uint64_t pc)
{
    enum { MASK = 0xe003, ZCMP = 0xa002 };
    uint32_t word;

    return image->isa.zcm && rvt_image_word(image, pc, &word) && (word & MASK) == ZCMP;
}

enum rvt_status rvt_image_insn(struct rvt_image *image, uint64_t pc, struct rvt_insn *insn,
                               struct rvt_diag *diag)
{
    uint32_t word;

    if (!rvt_image_word(image, pc, &word))
        return no_code(pc, diag);
    *insn = rvt_insn_classify_isa(word, pc, &image->isa);
    return RVT_OK;
}

struct rvt_insn rvt_image_classify(const struct rvt_image *image, uint32_t word, uint64_t pc)
{
    return rvt_insn_classify_isa(word, pc, &image->isa);
}

bool rvt_image_is_branch(struct rvt_image *image, uint64_t pc)
{
    const struct segment *segment = find(image, pc);

    if (segment == NULL || (pc & 1) != 0)
        return false;
    const struct cell *cell = &segment->cell[(size_t)((pc - (segment->base & ~UINT64_C(1))) / 2)];
    return cell->count == 1 && segment->end[cell->end].insn.kind == RVT_INSN_BRANCH;
}

enum rvt_status rvt_image_run(struct rvt_image *image, uint64_t pc, struct rvt_run *run,
                              struct rvt_diag *diag)
{
    const struct segment *segment = find(image, pc);

    if (segment == NULL || (pc & 1) != 0)
        return no_code(pc, diag);
    const struct cell *cell = &segment->cell[(size_t)((pc - (segment->base & ~UINT64_C(1))) / 2)];
    if (cell->count == 0)
        return no_code(pc, diag);
    const struct end *end = &segment->end[cell->end];
    run->last = end->last;
    run->pair_target = end->pair_target;
    run->insn = end->insn;
    run->count = cell->count;
    run->pair = end->pair;
    return RVT_OK;
}

bool rvt_image_leads(struct rvt_image *image, uint64_t pc, uint64_t to, uint32_t *count)
{
    struct rvt_run run = {0};

    if (to < pc || rvt_image_run(image, pc, &run, NULL) != RVT_OK || to > run.last)
        return false;
    const struct segment *segment = find(image, pc);
    for (*count = 1; pc < to; ++*count)
        pc += (segment->data[pc - segment->base] & 3) == 3 ? 4 : 2;
    return pc == to;
}
