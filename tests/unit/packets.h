/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Configurations, and a comparison member by member, for the tests of packets, encapsulation and
 * differences. */
#ifndef RVT_TESTS_UNIT_PACKETS_H
#define RVT_TESTS_UNIT_PACKETS_H

#include "checks.h"
#include "random.h"

#include "wire/packet.h"

/* Set-up of the transport chapter: GV-1 to GV-4. */
static inline struct rvt_config chapter_config(void)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.params.nocontext_p = false;
    config.params.context_width_p = 32;
    config.params.ecause_width_p = 5;
    config.params.iaddress_width_p = 40;
    config.params.iaddress_lsb_p = 0;
    config.options.full_address = true;
    return config;
}

/* Set-up of GV-5 and later. */
static inline struct rvt_config delta_config(void)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.params.ecause_width_p = 5;
    config.params.f0s_width_p = 1;
    config.params.bpred_size_p = 4;
    config.params.cache_size_p = 4;
    return config;
}

/* Every field of every format has a width, and no two neighbours have the same. */
static inline struct rvt_config wide_config(void)
{
    struct rvt_config config = delta_config();

    config.params.iaddress_width_p = 39;
    config.params.iaddress_lsb_p = 2;
    config.params.privilege_width_p = 3;
    config.params.notime_p = false;
    config.params.time_width_p = 17;
    config.params.nocontext_p = false;
    config.params.context_width_p = 11;
    config.params.ecause_width_p = 6;
    config.params.return_stack_size_p = 3;
    config.params.f0s_width_p = 2;
    config.params.cache_size_p = 7;
    return config;
}

static inline void expect_same_packet(const struct rvt_packet *actual,
                                      const struct rvt_packet *expected, const char *title)
{
    cr_expect(eq(u8, actual->format, expected->format), "%s: format", title);
    cr_expect(eq(u8, actual->subformat, expected->subformat), "%s: subformat", title);
    cr_expect(eq(int, actual->branch, expected->branch), "%s: branch", title);
    cr_expect(eq(u8, actual->privilege, expected->privilege), "%s: privilege", title);
    cr_expect(eq(int, actual->interrupt, expected->interrupt), "%s: interrupt", title);
    cr_expect(eq(int, actual->thaddr, expected->thaddr), "%s: thaddr", title);
    cr_expect(eq(u32, actual->ecause, expected->ecause), "%s: ecause", title);
    cr_expect(eq(u64, actual->time, expected->time), "%s: time", title);
    cr_expect(eq(u64, actual->context, expected->context), "%s: context", title);
    cr_expect(eq(u64, actual->tval, expected->tval), "%s: tval", title);
    cr_expect(eq(u64, actual->address, expected->address), "%s: address", title);
    cr_expect(eq(u8, actual->branches, expected->branches), "%s: branches", title);
    cr_expect(eq(u32, actual->branch_map, expected->branch_map), "%s: branch_map", title);
    cr_expect(eq(u32, actual->branch_count, expected->branch_count), "%s: branch_count", title);
    cr_expect(eq(u8, actual->branch_fmt, expected->branch_fmt), "%s: branch_fmt", title);
    cr_expect(eq(int, actual->no_mispred, expected->no_mispred), "%s: no_mispred", title);
    cr_expect(eq(u32, actual->index, expected->index), "%s: index", title);
    cr_expect(eq(int, actual->notify, expected->notify), "%s: notify", title);
    cr_expect(eq(int, actual->updiscon, expected->updiscon), "%s: updiscon", title);
    cr_expect(eq(int, actual->irreport, expected->irreport), "%s: irreport", title);
    cr_expect(eq(u32, actual->irdepth, expected->irdepth), "%s: irdepth", title);
    for (unsigned i = 0; i < RVT_SUPPORT_FIELDS; ++i)
        cr_expect(eq(u16, actual->support.value[i], expected->support.value[i]), "%s: %s", title,
                  rvt_support_field_name((enum rvt_support_field)i));
}

/* A packet of config: all transmitted members are random, the others 0. */
static inline struct rvt_packet random_packet(const struct rvt_config *config, uint64_t *state)
{
    const struct rvt_params *p = &config->params;
    struct rvt_packet packet = {.format = (uint8_t)random_below(state, 4)};
    unsigned address_bits = random_below(state, rvt_address_bits(config) + 1);
    uint64_t address = next_random(state) & rvt_mask(address_bits);
    bool map = false;

    if (packet.format == RVT_FORMAT_OPT_EXT && !p->bpred_size_p && !p->cache_size_p)
        packet.format = RVT_FORMAT_ADDR_ONLY;
    if (next_random(state) & 1) /* close to all ones as often as to all zeros */
        address = ~address & rvt_mask(rvt_address_bits(config));
    if (packet.format == RVT_FORMAT_OPT_EXT) {
        packet.subformat = p->bpred_size_p == 0 || (p->cache_size_p && next_random(state) & 1);
        if (packet.subformat == RVT_SUBFORMAT_BRANCH_COUNT) {
            static const uint8_t fmt[] = {0, 2, 3};

            packet.branch_fmt = fmt[random_below(state, 3)];
            packet.branch_count = (uint32_t)next_random(state) >> random_below(state, 32);
        } else {
            packet.index = (uint32_t)(next_random(state) & rvt_mask(p->cache_size_p));
            map = next_random(state) & 1;
        }
    } else if (packet.format == RVT_FORMAT_DIFF_DELTA) {
        map = random_below(state, 8) > 0;
        if (!map)
            packet.branch_map = (uint32_t)next_random(state) & 0x7fffffff;
    } else if (packet.format == RVT_FORMAT_SYNC) {
        packet.subformat = (uint8_t)random_below(state, 4);
    }
    if (map) {
        packet.branches = (uint8_t)(1 + random_below(state, 31));
        packet.branch_map = (uint32_t)(next_random(state) & rvt_mask(packet.branches));
    }
    if (packet.format != RVT_FORMAT_SYNC && rvt_packet_has_address(&packet, config)) {
        packet.notify = next_random(state) & 1;
        packet.updiscon = next_random(state) & 1;
    }
    if (packet.format != RVT_FORMAT_SYNC &&
        (rvt_packet_has_address(&packet, config) ||
         (packet.format == RVT_FORMAT_OPT_EXT && packet.subformat == 1))) {
        packet.irreport = next_random(state) & 1;
        if (packet.irreport)
            packet.irdepth = (uint32_t)(next_random(state) & rvt_mask(rvt_irdepth_bits(config)));
    }
    if (packet.format == RVT_FORMAT_SYNC && packet.subformat == RVT_SUBFORMAT_SUPPORT) {
        rvt_support_fill(&packet.support, config, next_random(state) & 1,
                         (enum rvt_qual_status)random_below(state, 4));
        return packet;
    }
    if (packet.format == RVT_FORMAT_SYNC) {
        packet.privilege = (uint8_t)(next_random(state) & rvt_mask(p->privilege_width_p));
        packet.time = next_random(state) & rvt_mask(rvt_time_bits(p));
        packet.context = next_random(state) & rvt_mask(rvt_context_bits(p));
        packet.branch = packet.subformat != RVT_SUBFORMAT_CONTEXT && next_random(state) & 1;
        if (packet.subformat == RVT_SUBFORMAT_TRAP) {
            packet.ecause = (uint32_t)(next_random(state) & rvt_mask(p->ecause_width_p));
            packet.interrupt = next_random(state) & 1;
            packet.thaddr = next_random(state) & 1;
            if (!packet.interrupt)
                packet.tval = next_random(state) & rvt_mask(p->iaddress_width_p);
        }
    }
    if (rvt_packet_has_address(&packet, config))
        packet.address = address;
    return packet;
}

#endif
