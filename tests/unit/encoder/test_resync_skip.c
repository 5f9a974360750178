/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Resynchronisation that skips state 2 where nothing is unreported. */
#include "tests/unit/encoder_rig.h"

/* At the threshold of 16 half-words so many implicit returns are unreported. Shows: ETR-RSY-005,
 * AMB-021, AMB-101 */
Test(resync_skip, implicit_returns_are_reported_before_the_sync_packet)
{
    static const char *const packets[] = {"+ S:1000 S:1020 A:1030 rep-",
                                          "+ S:1000 A:101cr0 S:1020 A:1030 rep-"};

    for (unsigned returns = 0; returns < 2; returns++) {
        struct rvt_config config = plain_config();
        struct rig rig;

        config.params.return_stack_size_p = 3;
        config.options.implicit_return = true;
        config.resync.mode = RVT_RESYNC_HALFWORDS;
        config.resync.max = 0;
        config.switches.resync_s2_skip = true;
        config.switches.ir_flush_before_sync = true;
        config.switches.resync_point = RVT_RESYNC_POINT_ANY_ITEM;
        begin(&rig, &config);
        plain(&rig, 0x1000);
        for (unsigned i = 0; i < returns; i++) {
            call(&rig, 0x1004 + 4 * i);
            ret(&rig, 0x2000);
        }
        for (unsigned i = returns; i < 12; i++)
            plain(&rig, 0x1004 + 4 * i);
        end(&rig, packets[returns]);
    }
}
