/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What the jump target cache of an encoder looks up and writes, for every source, switch and
 * occasion. Shows: ETR-MODE-041, ETR-MODE-042, ETR-MODE-043, ETR-MODE-044, ETR-MODE-045,
 * ETR-MODE-047 */
#include <criterion/criterion.h>

#include "modes/jump_targets.h"

enum { TARGET = 0x1008, OTHER = 0x2008 /* of the same entry */ };

static void open_targets(struct rvt_jump_targets *targets, struct rvt_config *config)
{
    rvt_config_defaults(config, RVT_PROFILE_V2_0_4);
    config->params.cache_size_p = 4;
    config->options.jump_target_cache = true;
    cr_assert(rvt_jump_targets_open(targets, config) == RVT_OK);
}

static bool holds(const struct rvt_jump_targets *targets, uint64_t address)
{
    uint64_t held = 0;

    return rvt_jump_cache_read(&targets->cache, rvt_jump_cache_index(&targets->cache, address),
                               &held) &&
           held == address;
}

/* The source, and what the switches do with a target that the cache does not hold. */
enum effect { NOTHING, WRITTEN, DROPPED };

static enum effect effect_of(enum rvt_jump_source source, const struct rvt_switches *switches)
{
    if (source == RVT_JUMP_TRAP_RETURN)
        return switches->jtc_xret == RVT_JTC_XRET_WRITE        ? WRITTEN
               : switches->jtc_xret == RVT_JTC_XRET_INVALIDATE ? DROPPED
                                                               : NOTHING;
    if (source == RVT_JUMP_FAILED_RETURN)
        return switches->jtc_mispredict_return == RVT_JTC_MISPREDICT_INVALIDATE ? DROPPED : WRITTEN;
    return source == RVT_JUMP_PLAIN ? WRITTEN : NOTHING;
}

static void expect_effect(struct rvt_jump_targets *targets, enum effect effect, unsigned number)
{
    cr_expect(holds(targets, TARGET) == (effect == WRITTEN), "case %u", number);
    cr_expect(holds(targets, OTHER) == (effect == NOTHING), "case %u", number);
}

Test(jump_targets, a_report_looks_up_and_writes)
{
    for (unsigned number = 0; number < 4 * 3 * 2 * 2 * 2 * 2; number++) {
        enum rvt_jump_source source = (enum rvt_jump_source)(number % 4);
        bool counted = number / 48 % 2, hit = number / 96 % 2;
        struct rvt_jump_targets targets;
        struct rvt_config config;

        open_targets(&targets, &config);
        config.switches.jtc_xret = (enum rvt_jtc_xret)(number / 4 % 3);
        config.switches.jtc_mispredict_return = (enum rvt_jtc_mispredict_return)(number / 12 % 2);
        config.switches.jtc_update_on_f0s0 = number / 24 % 2;
        config.switches.jtc_write = RVT_JTC_WRITE_UPDISCON_ONLY;
        rvt_jump_cache_write(&targets.cache, hit ? TARGET : OTHER);
        bool ignored = source == RVT_JUMP_NONE || (source == RVT_JUMP_TRAP_RETURN &&
                                                   config.switches.jtc_xret == RVT_JTC_XRET_IGNORE);
        bool found = rvt_jump_targets_report(&targets, TARGET, source, counted);
        cr_expect(found == (hit && !ignored), "case %u", number);
        if (hit)
            cr_expect(holds(&targets, TARGET), "case %u", number);
        else
            expect_effect(&targets,
                          counted && !config.switches.jtc_update_on_f0s0
                              ? NOTHING
                              : effect_of(source, &config.switches),
                          number);
        rvt_jump_targets_close(&targets);
    }
}

Test(jump_targets, any_reported_address_can_be_written)
{
    for (unsigned number = 0; number < 4; number++) {
        bool counted = number % 2, update = number / 2;
        struct rvt_jump_targets targets;
        struct rvt_config config;

        open_targets(&targets, &config);
        config.switches.jtc_write = RVT_JTC_WRITE_ANY_ADDRESS;
        config.switches.jtc_update_on_f0s0 = update;
        rvt_jump_cache_write(&targets.cache, OTHER);
        cr_expect(!rvt_jump_targets_report(&targets, TARGET, RVT_JUMP_NONE, counted));
        expect_effect(&targets, counted && !update ? NOTHING : WRITTEN, number);
        rvt_jump_targets_close(&targets);
    }
}

Test(jump_targets, address_0_is_a_target_or_none)
{
    for (unsigned none = 0; none < 2; none++) {
        struct rvt_jump_targets targets;
        struct rvt_config config;

        open_targets(&targets, &config);
        config.switches.jtc_zero_invalid = none != 0;
        rvt_jump_cache_write(&targets.cache, 0);
        cr_expect(rvt_jump_targets_report(&targets, 0, RVT_JUMP_PLAIN, false) == (none == 0));
        rvt_jump_targets_close(&targets);
    }
}

/* AMB-082 */
Test(jump_targets, a_sync_packet_populates_where_the_switch_says_so)
{
    for (unsigned number = 0; number < 4 * 3 * 2 * 2 * 2 * 2 * 2; number++) {
        enum rvt_jump_source source = (enum rvt_jump_source)(number % 4);
        bool start = number / 24 % 2, resync_off = number / 48 % 2, enabled = number / 96 % 2;
        struct rvt_jump_targets targets;
        struct rvt_config config;

        open_targets(&targets, &config);
        config.switches.jtc_xret = (enum rvt_jtc_xret)(number / 4 % 3);
        config.switches.jtc_mispredict_return = (enum rvt_jtc_mispredict_return)(number / 12 % 2);
        config.switches.jtc_sync_populate =
            number / 192 ? RVT_JTC_SYNC_NON_START_IF_RESYNC_OFF : RVT_JTC_SYNC_NEVER;
        config.options.jump_target_cache = enabled;
        rvt_jump_targets_restart(&targets, &config);
        rvt_jump_cache_write(&targets.cache, OTHER);
        rvt_jump_targets_synced(&targets, TARGET, source, start, resync_off);
        bool populates = enabled && !start && resync_off && number / 192;
        expect_effect(&targets, populates ? effect_of(source, &config.switches) : NOTHING, number);
        rvt_jump_targets_close(&targets);
    }
}

/* AMB-081: an implicit return writes, and its entry has moved until the next report, if it meant
 * another target before. */
Test(jump_targets, an_implicit_return_writes_where_the_switch_says_so)
{
    for (unsigned number = 0; number < 12; number++) {
        bool writes = number % 2, enabled = number / 2 % 2;
        uint64_t before = number / 4 == 0 ? 0 : number / 4 == 1 ? OTHER : TARGET;
        struct rvt_jump_targets targets;
        struct rvt_config config;

        open_targets(&targets, &config);
        config.switches.jtc_implicit_return =
            writes ? RVT_JTC_IMPLICIT_RETURN_WRITE : RVT_JTC_IMPLICIT_RETURN_NO_WRITE;
        config.options.jump_target_cache = enabled;
        rvt_jump_targets_restart(&targets, &config);
        if (before != 0)
            rvt_jump_cache_write(&targets.cache, before);
        rvt_jump_targets_returned(&targets, TARGET);
        cr_expect(holds(&targets, TARGET) == ((writes && enabled) || before == TARGET), "%u",
                  number);
        cr_expect(rvt_jump_targets_moved(&targets, TARGET) ==
                      (writes && enabled && before == OTHER),
                  "%u", number);
        rvt_jump_targets_reported(&targets);
        cr_expect(!rvt_jump_targets_moved(&targets, TARGET), "%u", number);
        rvt_jump_targets_close(&targets);
    }
}

/* Shows: ETR-MODE-046 */
Test(jump_targets, a_restart_and_a_clear_leave_no_entries)
{
    for (unsigned restart = 0; restart < 2; restart++) {
        struct rvt_jump_targets targets;
        struct rvt_config config;

        open_targets(&targets, &config);
        rvt_jump_cache_write(&targets.cache, TARGET);
        if (restart)
            rvt_jump_targets_restart(&targets, &config);
        else
            rvt_jump_targets_clear(&targets);
        cr_expect(!holds(&targets, TARGET));
        rvt_jump_targets_close(&targets);
        rvt_jump_targets_close(&targets); /* a closed one may be closed again */
    }
}

/* More than 2^32 reports ago is not since the latest one. */
Test(jump_targets, reports_are_counted_with_64_bits)
{
    struct rvt_jump_targets targets;
    struct rvt_config config;

    open_targets(&targets, &config);
    config.switches.jtc_implicit_return = RVT_JTC_IMPLICIT_RETURN_WRITE;
    for (unsigned round = 0; round < 2; round++) {
        targets.reports = 5 + ((uint64_t)round << 33);
        cr_expect(!rvt_jump_targets_moved(&targets, TARGET), "round %u", round);
        rvt_jump_cache_write(&targets.cache, OTHER);
        rvt_jump_targets_returned(&targets, TARGET);
        cr_expect(rvt_jump_targets_moved(&targets, TARGET), "round %u", round);
    }
    rvt_jump_targets_close(&targets);
}
