/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The format walks of te_inst: one function per table of the specification, fields in the table's
 * order. A field's name is the specification's; its width is computed from the parameters. The
 * cursor's mode decides what happens to *p. All are inline, so that each mode is code of its own
 * that comes from the one walk. Spec: E-Trace, "Instruction Trace Encoder Output Packets"
 * (ETR-FMT-001..049).
 */
#ifndef RVT_WIRE_TE_INST_WALK_H
#define RVT_WIRE_TE_INST_WALK_H

#include "wire/draft_packet.h"
#include "wire/field_pass.h"
#include "wire/te_inst.h"

/* Size class of a branch map with branches (1..31) valid bits. Spec: ETR-FMT-021. */
static inline unsigned rvt_map_bits(unsigned branches)
{
    return branches <= 1 ? 1 : branches <= 3 ? 3 : branches <= 7 ? 7 : branches <= 15 ? 15 : 31;
}

/* The map field; bits above the valid ones have no meaning (ETR-FMT-024) and are dropped when read.
 * With map_fill sign they copy the newest outcome when written (AMB-067). */
static RVT_ALWAYS_INLINE void walk_branch_map(struct rvt_bits *bits,
                                              const struct rvt_config *config, struct rvt_packet *p,
                                              unsigned width, unsigned valid)
{
    bool fill = bits->mode != RVT_BITS_READ && config->switches.map_fill == RVT_MAP_FILL_SIGN;

    if (fill)
        p->branch_map =
            (uint32_t)(rvt_sign_extend(p->branch_map & rvt_mask(valid), valid) & rvt_mask(width));
    rvt_pass_u32(bits, "branch_map", &p->branch_map, width);
    p->branch_map &= (uint32_t)rvt_mask(valid);
}

/* A flag relative to the bit before it, or plain in the dialect of config. */
static RVT_ALWAYS_INLINE void walk_flag(struct rvt_bits *bits, const struct rvt_config *config,
                                        const char *name, bool *flag)
{
    if (config->dialect.flags == RVT_FLAGS_PLAIN)
        rvt_pass_flag(bits, name, flag);
    else
        rvt_bits_relative(bits, name, flag);
}

/* irreport and irdepth, or irets in its place (ETR-FMT-031), relative to the bit before them. */
static RVT_ALWAYS_INLINE void walk_irreport(struct rvt_bits *bits, const struct rvt_config *config,
                                            struct rvt_packet *p)
{
    bool irets = config->switches.ir_profile == RVT_IR_PROFILE_EXT_IRETS;
    const char *name = irets ? "irets" : "irdepth";
    unsigned width = rvt_irdepth_bits(config);
    uint64_t depth = p->irdepth;

    walk_flag(bits, config, "irreport", &p->irreport);
    if (!p->irreport && config->switches.ir_fill == RVT_IR_FILL_ONES) {
        rvt_bits_unused(bits, name, true, width);
        depth = 0;
    } else {
        rvt_bits_replicated(bits, name, p->irreport, &depth, width);
    }
    p->irdepth = (uint32_t)depth;
}

/*
 * Width of an address that is compressed to bytes by itself, 8 k + 1 bits, the uppermost the sign.
 * When read, it follows from the length of the payload: left bits come before the fields after the
 * address. When written, it is the least width whose sign extension gives address. AMB-141.
 */
static RVT_ALWAYS_INLINE unsigned address_bytes_width(const struct rvt_bits *bits, unsigned full,
                                                      uint64_t address, size_t left)
{
    unsigned widest = 8 * ((full + 7) / 8) + 1;
    unsigned width = 9;

    if (bits->mode == RVT_BITS_READ && left >= widest)
        return widest;
    if (bits->mode == RVT_BITS_READ)
        return left < 9 ? 9 : 8 * (unsigned)((left - 1) / 8) + 1;
    while (width < full &&
           (rvt_sign_extend(address & rvt_mask(width), width) & rvt_mask(full)) != address)
        width += 8;
    return width;
}

/* The address; after: bits of the fields that follow it. */
static RVT_ALWAYS_INLINE void walk_address(struct rvt_bits *bits, const struct rvt_config *config,
                                           struct rvt_packet *p, unsigned after)
{
    unsigned full = rvt_address_bits(config);
    uint64_t address = p->address;
    unsigned width = full;
    bool missing = false; /* this form always sends an address that the packet has */

    if (config->switches.compress == RVT_COMPRESS_ADDR_BYTES) {
        size_t left = bits->size_bits > bits->at + after ? bits->size_bits - bits->at - after : 0;

        width = address_bytes_width(bits, full, address, left);
        missing = bits->mode == RVT_BITS_READ && left < width;
        if (width < 64)
            address &= rvt_mask(width);
    }
    rvt_bits_field(bits, "address", &address, width < 64 ? width : 64);
    if (missing)
        rvt_bits_fail(bits, RVT_ERR_TRUNCATED, "address");
    if (width > 64) /* one more copy of the sign */
        rvt_bits_unused(bits, "address", address >> 63, 1);
    if (width < full)
        address = rvt_sign_extend(address, width) & rvt_mask(full);
    p->address = address & rvt_mask(full);
}

/* The fields that end every address report of formats 0, 1 and 2. */
static RVT_ALWAYS_INLINE void
walk_address_report(struct rvt_bits *bits, const struct rvt_config *config, struct rvt_packet *p)
{
    walk_address(bits, config, p, 3 + rvt_irdepth_bits(config));
    if (config->switches.compress == RVT_COMPRESS_ADDR_BYTES)
        rvt_bits_unused(bits, "notify", false, 1); /* the upper bit of the whole address */
    else
        walk_flag(bits, config, "notify", &p->notify);
    walk_flag(bits, config, "updiscon", &p->updiscon);
    walk_irreport(bits, config, p);
}

/* Format 0 subformat 0, without and with address. Spec: ETR-FMT-040..042. */
static RVT_ALWAYS_INLINE void
walk_branch_count(struct rvt_bits *bits, const struct rvt_config *config, struct rvt_packet *p)
{
    rvt_pass_u32(bits, "branch_count", &p->branch_count, 32);
    rvt_pass_u8(bits, "branch_fmt", &p->branch_fmt, 2);
    if (p->branch_fmt == RVT_BRANCH_FMT_ADDR || p->branch_fmt == RVT_BRANCH_FMT_ADDR_FAIL)
        walk_address_report(bits, config, p);
    else if (p->branch_fmt != RVT_BRANCH_FMT_NO_ADDR)
        rvt_bits_fail(bits, RVT_ERR_RESERVED, "branch_fmt");
}

/* Format 0 subformat 1, with and without branch map. Spec: ETR-FMT-043..045, ETR-FMT-049. */
static RVT_ALWAYS_INLINE void
walk_jump_target_index(struct rvt_bits *bits, const struct rvt_config *config, struct rvt_packet *p)
{
    rvt_pass_u32(bits, "index", &p->index, config->params.cache_size_p);
    rvt_pass_u8(bits, "branches", &p->branches, 5);
    if (p->branches)
        walk_branch_map(bits, config, p, rvt_map_bits(p->branches), p->branches);
    if (config->switches.f0s1_irreport) /* AMB-087 */
        walk_irreport(bits, config, p);
}

/* Format 0: a subformat exists where its table does, and is implied at width 0. Spec: ETR-FMT-046,
 * -047. */
static RVT_ALWAYS_INLINE void walk_optional(struct rvt_bits *bits, const struct rvt_config *config,
                                            struct rvt_packet *p)
{
    const struct rvt_params *params = &config->params;
    unsigned width = params->f0s_width_p;

    if (width == 0 && bits->mode == RVT_BITS_READ)
        p->subformat =
            params->bpred_size_p ? RVT_SUBFORMAT_BRANCH_COUNT : RVT_SUBFORMAT_JUMP_TARGET_INDEX;
    else if (width)
        rvt_pass_u8(bits, "subformat", &p->subformat, width);
    if (p->subformat == RVT_SUBFORMAT_BRANCH_COUNT && params->bpred_size_p)
        walk_branch_count(bits, config, p);
    else if (p->subformat == RVT_SUBFORMAT_JUMP_TARGET_INDEX && params->cache_size_p)
        walk_jump_target_index(bits, config, p);
    else
        rvt_bits_fail(bits, RVT_ERR_RESERVED, width ? "subformat" : "format");
}

/* Format 1, with address (branches 1..31) and without (branches 0). Spec: ETR-FMT-021, -022. */
static RVT_ALWAYS_INLINE void walk_diff_delta(struct rvt_bits *bits,
                                              const struct rvt_config *config, struct rvt_packet *p)
{
    rvt_pass_u8(bits, "branches", &p->branches, 5);
    if (p->branches) {
        walk_branch_map(bits, config, p, rvt_map_bits(p->branches), p->branches);
        walk_address_report(bits, config, p);
    } else {
        walk_branch_map(bits, config, p, 31, 31);
    }
}

/* privilege, time and context of format 3. Spec: ETR-FMT-008. */
static RVT_ALWAYS_INLINE void walk_context(struct rvt_bits *bits, const struct rvt_config *config,
                                           struct rvt_packet *p)
{
    rvt_pass_u8(bits, "privilege", &p->privilege, config->params.privilege_width_p);
    if (!config->params.notime_p)
        rvt_bits_field(bits, "time", &p->time, config->params.time_width_p);
    if (!config->params.nocontext_p)
        rvt_bits_field(bits, "context", &p->context, config->params.context_width_p);
}

/* Format 3 subformat 0. Spec: ETR-FMT-002. */
static RVT_ALWAYS_INLINE void walk_start(struct rvt_bits *bits, const struct rvt_config *config,
                                         struct rvt_packet *p)
{
    rvt_pass_flag(bits, "branch", &p->branch);
    walk_context(bits, config, p);
    walk_address(bits, config, p, 0);
}

/* Causes have at most 32 bits; a wider field holds zeros above them. */
static RVT_ALWAYS_INLINE void walk_ecause(struct rvt_bits *bits, const struct rvt_config *config,
                                          struct rvt_packet *p)
{
    unsigned width = config->params.ecause_width_p;
    uint64_t upper = 0;

    rvt_pass_u32(bits, "ecause", &p->ecause, width < 32 ? width : 32);
    rvt_bits_field(bits, "ecause", &upper, width < 32 ? 0 : width - 32);
    if (upper != 0)
        rvt_bits_fail(bits, RVT_ERR_RESERVED, "ecause");
}

/* Format 3 subformat 1. Spec: ETR-FMT-003. Editions without thaddr always have a word for tval or
 * EPC. */
static RVT_ALWAYS_INLINE void walk_trap(struct rvt_bits *bits, const struct rvt_config *config,
                                        struct rvt_packet *p)
{
    bool tvalepc = config->switches.trap_layout == RVT_TRAP_LAYOUT_TVALEPC;

    rvt_pass_flag(bits, "branch", &p->branch);
    walk_context(bits, config, p);
    walk_ecause(bits, config, p);
    rvt_pass_flag(bits, "interrupt", &p->interrupt);
    if (!tvalepc)
        rvt_pass_flag(bits, "thaddr", &p->thaddr);
    else if (bits->mode == RVT_BITS_READ)
        p->thaddr = true;
    else if (!p->thaddr)
        rvt_bits_fail(bits, RVT_ERR_RESERVED, "thaddr");
    bool tval = !p->interrupt || tvalepc || config->switches.tval_always; /* AMB-046 */
    if (rvt_packet_has_address(p, config))
        walk_address(bits, config, p, tval ? config->params.iaddress_width_p : 0);
    if (tval)
        rvt_bits_field(bits, "tval", &p->tval, config->params.iaddress_width_p);
}

/* Format 3 subformat 3. Spec: ETR-FMT-005. */
static RVT_ALWAYS_INLINE void walk_support(struct rvt_bits *bits, const struct rvt_config *config,
                                           struct rvt_packet *p)
{
    struct rvt_bits cursor = *bits; /* the address of bits is not passed on */

    rvt_support_walk(&cursor, rvt_support_layout(config), &p->support);
    *bits = cursor;
}

/* Format 3. Spec: ETR-FMT-002..005. */
static RVT_ALWAYS_INLINE void walk_sync(struct rvt_bits *bits, const struct rvt_config *config,
                                        struct rvt_packet *p)
{
    rvt_pass_u8(bits, "subformat", &p->subformat, 2);
    switch (p->subformat) {
    case RVT_SUBFORMAT_START:
        walk_start(bits, config, p);
        break;
    case RVT_SUBFORMAT_TRAP:
        walk_trap(bits, config, p);
        break;
    case RVT_SUBFORMAT_CONTEXT:
        walk_context(bits, config, p);
        break;
    default: /* RVT_SUBFORMAT_SUPPORT: all four exist */
        walk_support(bits, config, p);
        break;
    }
}

/* Any packet. Spec: ETR-FMT-001. */
static RVT_ALWAYS_INLINE void rvt_packet_walk(struct rvt_bits *bits,
                                              const struct rvt_config *config, struct rvt_packet *p)
{
    if (rvt_is_draft(config)) {
        struct rvt_bits cursor = *bits; /* the address of bits is not passed on */
        rvt_draft_walk(&cursor, config, p);
        *bits = cursor;
        return;
    }
    rvt_pass_u8(bits, "format", &p->format, 2);
    if (bits->status != RVT_OK)
        return;
    switch (p->format) {
    case RVT_FORMAT_OPT_EXT:
        walk_optional(bits, config, p);
        break;
    case RVT_FORMAT_DIFF_DELTA:
        walk_diff_delta(bits, config, p);
        break;
    case RVT_FORMAT_ADDR_ONLY: /* ETR-FMT-020 */
        walk_address_report(bits, config, p);
        break;
    default:
        walk_sync(bits, config, p);
        break;
    }
}

#endif
