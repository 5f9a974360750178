/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "wire/draft_packet.h"

#include <string.h>

#include "wire/field_pass.h"

unsigned rvt_draft_map_bits(unsigned branches)
{
    return branches <= 1 ? 1 : branches <= 9 ? 9 : branches <= 17 ? 17 : branches <= 25 ? 25 : 31;
}

/* Bits above the valid ones have no meaning and are dropped when read. */
static void walk_branch_map(struct rvt_bits *bits, struct rvt_packet *p, unsigned width,
                            unsigned valid)
{
    rvt_pass_u32(bits, "branch_map", &p->branch_map, width);
    if (bits->mode == RVT_BITS_READ)
        p->branch_map &= (uint32_t)rvt_mask(valid);
}

static void walk_address(struct rvt_bits *bits, const struct rvt_config *config,
                         struct rvt_packet *p)
{
    rvt_bits_field(bits, "address", &p->address, rvt_address_bits(config));
}

/* Format 1: with address, map alone, count alone. DRF-001, DRF-002, DRF-004, DRF-005. */
static void walk_diff_delta(struct rvt_bits *bits, const struct rvt_config *config,
                            struct rvt_packet *p)
{
    rvt_pass_u8(bits, "branches", &p->branches, 5);
    if (p->branches) {
        walk_branch_map(bits, p, rvt_draft_map_bits(p->branches), p->branches);
        walk_address(bits, config, p);
        return;
    }
    rvt_pass_u8(bits, "branch_fmt", &p->branch_fmt, 1);
    if (p->branch_fmt == RVT_DRAFT_BRANCH_FMT_MAP) {
        walk_branch_map(bits, p, 31, 31);
    } else {
        rvt_pass_u32(bits, "branch_count", &p->branch_count, 16);
        rvt_pass_flag(bits, "no_mispred", &p->no_mispred);
    }
}

/* The first fields of subformats 0 and 1. */
static void walk_place(struct rvt_bits *bits, const struct rvt_config *config, struct rvt_packet *p,
                       bool address)
{
    if (!config->params.nocontext_p)
        rvt_bits_field(bits, "context", &p->context, config->params.context_width_p);
    rvt_pass_u8(bits, "privilege", &p->privilege, config->params.privilege_width_p);
    rvt_pass_flag(bits, "branch", &p->branch);
    if (address)
        walk_address(bits, config, p);
}

/* Format 3 subformat 1: the cause after the address, no thaddr, tval for interrupts as well.
 * DRF-006, DRF-007. */
static void walk_exception(struct rvt_bits *bits, const struct rvt_config *config,
                           struct rvt_packet *p)
{
    walk_place(bits, config, p, !config->options.implicit_exception);
    rvt_pass_u32(bits, "ecause", &p->ecause, config->params.ecause_width_p);
    rvt_pass_flag(bits, "interrupt", &p->interrupt);
    if (!config->params.notval_p)
        rvt_bits_field(bits, "tval", &p->tval, config->params.iaddress_width_p);
}

static void walk_sync(struct rvt_bits *bits, const struct rvt_config *config, struct rvt_packet *p)
{
    rvt_pass_u8(bits, "subformat", &p->subformat, 2);
    switch (p->subformat) {
    case RVT_SUBFORMAT_START:
        walk_place(bits, config, p, true);
        break;
    case RVT_SUBFORMAT_TRAP:
        walk_exception(bits, config, p);
        break;
    case RVT_SUBFORMAT_CONTEXT: /* nothing but the context, DRF-008 */
        if (config->params.nocontext_p)
            rvt_bits_fail(bits, RVT_ERR_RESERVED, "subformat");
        else
            rvt_bits_field(bits, "context", &p->context, config->params.context_width_p);
        break;
    case RVT_SUBFORMAT_SUPPORT: /* DRF-009, DRF-012 */
        rvt_support_walk(bits, rvt_support_layout(config), &p->support);
        break;
    default:
        rvt_bits_fail(bits, RVT_ERR_RESERVED, "subformat");
        break;
    }
}

void rvt_draft_walk(struct rvt_bits *bits, const struct rvt_config *config, struct rvt_packet *p)
{
    rvt_pass_u8(bits, "format", &p->format, 2);
    if (bits->status != RVT_OK)
        return;
    switch (p->format) {
    case RVT_FORMAT_DIFF_DELTA:
        walk_diff_delta(bits, config, p);
        break;
    case RVT_FORMAT_ADDR_ONLY:
        walk_address(bits, config, p);
        break;
    case RVT_FORMAT_SYNC:
        walk_sync(bits, config, p);
        break;
    default: /* format 0 is free for later use */
        rvt_bits_fail(bits, RVT_ERR_RESERVED, "format");
        break;
    }
}

const char *rvt_draft_clause(const struct rvt_packet *packet, const char *field)
{
    static const struct {
        const char *field, *clause;
    } clauses[] = {
        {"format", "DRF-014"},       {"branches", "DRF-001"},    {"branch_fmt", "DRF-001"},
        {"branch_map", "DRF-002"},   {"branch", "DRF-003"},      {"branch_count", "DRF-004"},
        {"no_mispred", "DRF-005"},   {"tval", "DRF-006"},        {"ecause", "DRF-007"},
        {"interrupt", "DRF-007"},    {"subformat", "DRF-008"},   {"context", "DRF-008"},
        {"privilege", "DRF-008"},    {"qual_status", "DRF-009"}, {"address", "DRF-010"},
        {"encoder_mode", "DRF-012"}, {"payload", "DRF-014"},
    };

    for (size_t i = 0; i < sizeof clauses / sizeof clauses[0]; ++i)
        if (strcmp(clauses[i].field, field) == 0)
            return clauses[i].clause;
    return packet->format == RVT_FORMAT_SYNC && packet->subformat == RVT_SUBFORMAT_SUPPORT
               ? "DRF-012"
               : NULL;
}
