/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "wire/packet.h"

#include <inttypes.h>
#include <string.h>

#include "wire/draft_packet.h"
#include "wire/field_pass.h"
#include "wire/packet_clause.h"

/*
 * The format walks: one function per table of the specification, fields in the table's order. A
 * field's name is the specification's; its width is computed from the parameters. The cursor's mode
 * decides what happens to *p.
 */

/* Size class of a branch map with branches (1..31) valid bits. Spec: ETR-FMT-021. */
static unsigned map_bits(unsigned branches)
{
    return branches <= 1 ? 1 : branches <= 3 ? 3 : branches <= 7 ? 7 : branches <= 15 ? 15 : 31;
}

/* The map field; bits above the valid ones have no meaning (ETR-FMT-024) and are dropped when read.
 * With map_fill sign they copy the newest outcome when written (AMB-067). */
static void walk_branch_map(struct rvt_bits *bits, const struct rvt_config *config,
                            struct rvt_packet *p, unsigned width, unsigned valid)
{
    bool fill = bits->mode != RVT_BITS_READ && config->switches.map_fill == RVT_MAP_FILL_SIGN;

    if (fill)
        p->branch_map =
            (uint32_t)(rvt_sign_extend(p->branch_map & rvt_mask(valid), valid) & rvt_mask(width));
    rvt_pass_u32(bits, "branch_map", &p->branch_map, width);
    p->branch_map &= (uint32_t)rvt_mask(valid);
}

/* A flag relative to the bit before it, or plain in the dialect of config. */
static void walk_flag(struct rvt_bits *bits, const struct rvt_config *config, const char *name,
                      bool *flag)
{
    if (config->dialect.flags == RVT_FLAGS_PLAIN)
        rvt_pass_flag(bits, name, flag);
    else
        rvt_bits_relative(bits, name, flag);
}

/* irreport and irdepth, or irets in its place (ETR-FMT-031), relative to the bit before them. */
static void walk_irreport(struct rvt_bits *bits, const struct rvt_config *config,
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
static unsigned address_bytes_width(const struct rvt_bits *bits, unsigned full, uint64_t address,
                                    size_t left)
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
static void walk_address(struct rvt_bits *bits, const struct rvt_config *config,
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
static void walk_address_report(struct rvt_bits *bits, const struct rvt_config *config,
                                struct rvt_packet *p)
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
static void walk_branch_count(struct rvt_bits *bits, const struct rvt_config *config,
                              struct rvt_packet *p)
{
    rvt_pass_u32(bits, "branch_count", &p->branch_count, 32);
    rvt_pass_u8(bits, "branch_fmt", &p->branch_fmt, 2);
    if (p->branch_fmt == RVT_BRANCH_FMT_ADDR || p->branch_fmt == RVT_BRANCH_FMT_ADDR_FAIL)
        walk_address_report(bits, config, p);
    else if (p->branch_fmt != RVT_BRANCH_FMT_NO_ADDR)
        rvt_bits_fail(bits, RVT_ERR_RESERVED, "branch_fmt");
}

/* Format 0 subformat 1, with and without branch map. Spec: ETR-FMT-043..045, ETR-FMT-049. */
static void walk_jump_target_index(struct rvt_bits *bits, const struct rvt_config *config,
                                   struct rvt_packet *p)
{
    rvt_pass_u32(bits, "index", &p->index, config->params.cache_size_p);
    rvt_pass_u8(bits, "branches", &p->branches, 5);
    if (p->branches)
        walk_branch_map(bits, config, p, map_bits(p->branches), p->branches);
    if (config->switches.f0s1_irreport) /* AMB-087 */
        walk_irreport(bits, config, p);
}

/* Format 0: a subformat exists where its table does, and is implied at width 0. Spec: ETR-FMT-046,
 * -047. */
static void walk_optional(struct rvt_bits *bits, const struct rvt_config *config,
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
static void walk_diff_delta(struct rvt_bits *bits, const struct rvt_config *config,
                            struct rvt_packet *p)
{
    rvt_pass_u8(bits, "branches", &p->branches, 5);
    if (p->branches) {
        walk_branch_map(bits, config, p, map_bits(p->branches), p->branches);
        walk_address_report(bits, config, p);
    } else {
        walk_branch_map(bits, config, p, 31, 31);
    }
}

/* privilege, time and context of format 3. Spec: ETR-FMT-008. */
static void walk_context(struct rvt_bits *bits, const struct rvt_config *config,
                         struct rvt_packet *p)
{
    rvt_pass_u8(bits, "privilege", &p->privilege, config->params.privilege_width_p);
    if (!config->params.notime_p)
        rvt_bits_field(bits, "time", &p->time, config->params.time_width_p);
    if (!config->params.nocontext_p)
        rvt_bits_field(bits, "context", &p->context, config->params.context_width_p);
}

/* Format 3 subformat 0. Spec: ETR-FMT-002. */
static void walk_start(struct rvt_bits *bits, const struct rvt_config *config, struct rvt_packet *p)
{
    rvt_pass_flag(bits, "branch", &p->branch);
    walk_context(bits, config, p);
    walk_address(bits, config, p, 0);
}

/* Causes have at most 32 bits; a wider field holds zeros above them. */
static void walk_ecause(struct rvt_bits *bits, const struct rvt_config *config,
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
static void walk_trap(struct rvt_bits *bits, const struct rvt_config *config, struct rvt_packet *p)
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

/* Format 3. Spec: ETR-FMT-002..005. */
static void walk_sync(struct rvt_bits *bits, const struct rvt_config *config, struct rvt_packet *p)
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
        rvt_support_walk(bits, rvt_support_layout(config), &p->support);
        break;
    }
}

/* Any packet. Spec: ETR-FMT-001. */
static void walk_packet(struct rvt_bits *bits, const struct rvt_config *config,
                        struct rvt_packet *p)
{
    if (rvt_is_draft(config)) {
        rvt_draft_walk(bits, config, p);
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

/* Makes a diagnosis of the cursor's first fault. */
static enum rvt_status diagnose(const struct rvt_config *config, const struct rvt_bits *bits,
                                const struct rvt_packet *packet, struct rvt_diag *diag)
{
    bool fresh = diag && diag->status == RVT_OK;
    const char *field = bits->fault_field;
    rvt_diag_set(diag, bits->status, field, bits->fault_value,
                 rvt_packet_clause(config, packet, field),
                 bits->status == RVT_ERR_RESERVED ? "%s: %s 0x%" PRIx64
                                                    " does not exist in this configuration"
                 : bits->status == RVT_ERR_TRUNCATED
                     ? "%s: the payload ends before the end of %s, after 0x%" PRIx64
                     : "%s: %s 0x%" PRIx64 " does not fit its field or the payload",
                 rvt_packet_name(packet), field, bits->fault_value);
    if (fresh)
        diag->bit = (unsigned)bits->fault_bit;
    return bits->status;
}

/* Codes that no configuration has, before a walk would find them too wide. */
static enum rvt_status check_codes(const struct rvt_config *config, const struct rvt_packet *packet,
                                   struct rvt_diag *diag)
{
    unsigned branch_fmts = rvt_is_draft(config) ? 2 : 4;
    unsigned subformats = packet->format == RVT_FORMAT_SYNC ? 4 : 2;
    bool has_subformat = packet->format == RVT_FORMAT_SYNC || packet->format == RVT_FORMAT_OPT_EXT;

    if (packet->format > RVT_FORMAT_SYNC)
        return rvt_diag_set(diag, RVT_ERR_RESERVED, "format", packet->format, "ETR-FMT-001",
                            "format %u does not exist", packet->format);
    if (has_subformat && packet->subformat >= subformats)
        return rvt_diag_set(diag, RVT_ERR_RESERVED, "subformat", packet->subformat,
                            rvt_packet_clause(config, packet, "subformat"),
                            "subformat %u of format %u does not exist", packet->subformat,
                            packet->format);
    if (packet->branch_fmt >= branch_fmts)
        return rvt_diag_set(diag, RVT_ERR_RESERVED, "branch_fmt", packet->branch_fmt,
                            rvt_is_draft(config) ? "DRF-001" : "ETR-FMT-042",
                            "branch_fmt %u does not exist", packet->branch_fmt);
    return RVT_OK;
}

/*
 * The fewest bits that compression must leave. Spec: ETR-CMP-001, -002: at the least the address
 * field of format 1 and 2 packets is compressed; format 0 is not named there, so addr_only sends it
 * in full.
 */
static size_t fewest_bits(const struct rvt_config *config, const struct rvt_packet *packet,
                          size_t full)
{
    switch (config->switches.compress) {
    case RVT_COMPRESS_WHOLE:
        return 1;
    case RVT_COMPRESS_ADDR_ONLY: /* one bit of the address stays */
        if (packet->format == RVT_FORMAT_ADDR_ONLY)
            return 2 + 1;
        if (packet->format == RVT_FORMAT_DIFF_DELTA && packet->branches)
            return 2 + 5 + 1 +
                   (rvt_is_draft(config) ? rvt_draft_map_bits(packet->branches)
                                         : map_bits(packet->branches));
        return full;
    case RVT_COMPRESS_NONE:
    case RVT_COMPRESS_ADDR_BYTES: /* done by the walk */
        return full;
    }
    return full;
}

enum rvt_status rvt_packet_write(const struct rvt_config *config, const struct rvt_packet *packet,
                                 struct rvt_payload *payload, struct rvt_diag *diag)
{
    struct rvt_packet copy = *packet;
    struct rvt_bits bits;

    if (check_codes(config, packet, diag) != RVT_OK)
        return RVT_ERR_RESERVED;
    rvt_bits_write(&bits, payload->byte, sizeof payload->byte);
    walk_packet(&bits, config, &copy);
    if (bits.status != RVT_OK)
        return diagnose(config, &bits, packet, diag);
    rvt_payload_finish(config, payload, bits.at, fewest_bits(config, packet, bits.at));
    return RVT_OK;
}

enum rvt_status rvt_packet_read(const struct rvt_config *config, const uint8_t *data, size_t bytes,
                                struct rvt_packet *packet, struct rvt_diag *diag)
{
    struct rvt_bits bits;

    if (bytes == 0)
        return rvt_diag_set(diag, RVT_ERR_TRUNCATED, "payload", 0, "ETR-CMP-004",
                            "a payload has at least one byte");
    memset(packet, 0, sizeof *packet);
    rvt_bits_read(&bits, data, bytes, RVT_TAIL_SIGN);
    walk_packet(&bits, config, packet);
    if (bits.status != RVT_OK)
        return diagnose(config, &bits, packet, diag);
    if (config->switches.compress == RVT_COMPRESS_ADDR_BYTES && bytes == (bits.at + 7) / 8)
        return RVT_OK; /* padded with zeros */
    return rvt_payload_check_padding(config, data, bytes, bits.at, diag);
}

enum rvt_status rvt_packet_visit(const struct rvt_config *config, const struct rvt_packet *packet,
                                 rvt_bits_visit visit, void *context)
{
    struct rvt_packet copy = *packet;
    struct rvt_bits bits;

    if (check_codes(config, packet, NULL) != RVT_OK)
        return RVT_ERR_RESERVED;
    rvt_bits_measure(&bits);
    rvt_bits_observe(&bits, visit, context);
    walk_packet(&bits, config, &copy);
    return bits.status;
}

/* Uncompressed size of a packet; 0 if config does not have it. */
static unsigned measure(const struct rvt_config *config, struct rvt_packet packet)
{
    struct rvt_bits bits;

    rvt_bits_measure(&bits);
    walk_packet(&bits, config, &packet);
    return bits.status == RVT_OK ? (unsigned)bits.at : 0;
}

/* Without a branch count: its subformat has at most 2 bits, so that it is not longer than format 1
 * with 31 outcomes. */
unsigned rvt_packet_bits_max(const struct rvt_config *config)
{
    static const struct rvt_packet longest_of_each[] = {
        {.format = RVT_FORMAT_OPT_EXT,
         .subformat = RVT_SUBFORMAT_JUMP_TARGET_INDEX,
         .branches = 31},
        {.format = RVT_FORMAT_DIFF_DELTA, .branches = 31},
        {.format = RVT_FORMAT_ADDR_ONLY},
        {.format = RVT_FORMAT_SYNC, .subformat = RVT_SUBFORMAT_START},
        {.format = RVT_FORMAT_SYNC, .subformat = RVT_SUBFORMAT_TRAP},
        {.format = RVT_FORMAT_SYNC, .subformat = RVT_SUBFORMAT_CONTEXT},
        {.format = RVT_FORMAT_SYNC, .subformat = RVT_SUBFORMAT_SUPPORT},
    };
    unsigned longest = 0;

    for (size_t i = 0; i < sizeof longest_of_each / sizeof longest_of_each[0]; ++i) {
        unsigned size = measure(config, longest_of_each[i]);

        if (size > longest)
            longest = size;
    }
    return longest;
}
