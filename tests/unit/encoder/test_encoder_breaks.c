/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A context that changes precisely at the target of an uninferable jump. If the packet before it
 * reported a target that the path had passed already, a decoder may take that report for the last
 * instruction before a break, and the F3/0 for what follows the break: "?". AMB-105, AMB-110.
 */
#include "tests/unit/encoder_rig.h"

struct path {
    uint64_t target;   /* of the first jump; 1004, 1008 and the jump at 100c precede it */
    uint64_t second;   /* of a further jump before the change; 0: none */
    bool in_line;      /* the change is not at the target of a jump */
    bool at_once;      /* the change follows the first target directly */
    bool same_context; /* only the privilege changes */
    unsigned calls;    /* inferable jumps between the sync packet and 1004 */
    bool nocontext;    /* packets have no context */
    uint64_t context;  /* before the change */
    bool imprecise;    /* ctype has one bit: the privilege changes, and the context imprecisely */
    bool branch;       /* 1008 is a branch that is not taken */
    enum rvt_ctype3 how;
    const char *packets;
};

static void change(struct rig *rig, const struct path *path, uint64_t address)
{
    rig->ctype = path->same_context ? 0 : RVT_CTYPE_PRECISE;
    if (path->imprecise)
        rig->ctype = RVT_CTYPE_IMPRECISE;
    rig->context = path->same_context ? path->context : 7;
    rig->priv = path->same_context || path->imprecise ? 1 : 3;
    plain(rig, address);
}

static void step(struct rig *rig, const struct path *path, uint64_t address)
{
    if (path->branch && address == 0x1008)
        nottaken(rig, address);
    else
        plain(rig, address);
}

static void run_with(const struct path *path, bool predicts)
{
    struct rvt_config config = plain_config();
    struct rig rig;

    config.params.bpred_size_p = 4;
    config.options.branch_prediction = predicts;
    config.params.nocontext_p = path->nocontext;
    config.params.context_width_p = 8;
    if (path->imprecise)
        config.params.ctype_width_p = 1;
    config.switches.ctype3 = path->how;
    begin(&rig, &config);
    rig.context = path->context;
    plain(&rig, 0x1000);
    for (unsigned i = 0; i < path->calls; i++)
        block(&rig, 0x3000 + 0x100 * (uint64_t)i, 2, RVT_ITYPE_INFERABLE_JUMP);
    plain(&rig, 0x1004);
    step(&rig, path, 0x1008);
    jump(&rig, 0x100c);
    if (path->at_once) {
        jump(&rig, path->target);
        change(&rig, path, 0x5000);
    } else {
        step(&rig, path, path->target);
        if (path->in_line) {
            plain(&rig, path->target + 4);
            change(&rig, path, path->target + 8);
        } else {
            jump(&rig, path->target + 4);
            if (path->second != 0)
                jump(&rig, path->second);
            change(&rig, path, 0x5000);
        }
    }
    end(&rig, path->packets);
}

/* No path has enough branches for a count: with prediction the encoder sends the same, although no
 * instruction is plain to it. */
static void run(const struct path *path)
{
    run_with(path, false);
    run_with(path, true);
}

/* Shows: ETR-CTX-003, ETR-DEC-012 */
Test(encoder_breaks, a_change_at_a_target_after_a_loop)
{
    static const struct path paths[] = {
        {.target = 0x1008, .packets = "+ S:1000 A:1008 S:5000? rep-"},
        {.target = 0x1004, .packets = "+ S:1000 A:1004 S:5000? rep-"},
        {.target = 0x100c, .packets = "+ S:1000 A:100c S:5000? rep-"},
        {.target = 0x1010, .packets = "+ S:1000 A:1010 S:5000 rep-"},
        {.target = 0x1000, .packets = "+ S:1000 A:1000 S:5000 rep-"},
        {.target = 0x1008, .in_line = true, .packets = "+ S:1000 A:1008 S:1010 rep-"},
        {.target = 0x1008, .at_once = true, .packets = "+ S:1000 A:1008u S:5000 rep-"},
        {.target = 0x1008, .same_context = true, .packets = "+ S:1000 A:1008 S:5000/1 rep-"},
        {.target = 0x1008,
         .same_context = true,
         .context = 9,
         .packets = "+ S:1000 A:1008 S:5000/1 rep-"},
        {.target = 0x1008, .context = 7, .packets = "+ S:1000 A:1008 S:5000 rep-"},
        {.target = 0x1008, .imprecise = true, .packets = "+ S:1000 A:1008 S:5000/1 rep-"},
        {.target = 0x1008, .nocontext = true, .packets = "+ S:1000 A:1008 S:5000 rep-"},
        {.target = 0x1008, .second = 0x2000, .packets = "+ S:1000 A:1008 A:2000u S:5000 rep-"},
        {.target = 0x1008,
         .how = RVT_CTYPE3_SUPPORT_BREAK,
         .packets = "+ S:1000 A:1008 S:5000 rep-"},
        {.target = 0x1004, .branch = true, .packets = "+ S:1000 B1.1:1004 S:5000 rep-"},
        {.target = 0x1008, .branch = true, .packets = "+ S:1000 B2.3:1008 S:5000 rep-"},
        {.target = 0x100c, .branch = true, .packets = "+ S:1000 B1.1:100c S:5000? rep-"},
    };

    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
        run(&paths[i]);
}

/* More pieces of code than the encoder remembers: any target may have been passed. */
Test(encoder_breaks, after_many_jumps)
{
    run(&(struct path){.target = 0x2000, .calls = 15, .packets = "+ S:1000 A:2000 S:5000 rep-"});
    run(&(struct path){.target = 0x2000, .calls = 16, .packets = "+ S:1000 A:2000 S:5000? rep-"});
    run(&(struct path){.target = 0x3e00, .calls = 15, .packets = "+ S:1000 A:3e00 S:5000? rep-"});
}

/* An F3/0 of a discontinuity follows an index, which does not say that it is the last report, or a
 * full count, which may be sent for that reason alone: "?". Other counts are sent in front of a
 * sync packet alone. Shows: ETR-CTX-004, ETR-FMT-045, AMB-105 */
Test(encoder_breaks, a_discontinuity_after_an_index_or_a_count)
{
    struct rvt_config config = plain_config();
    struct rig rig;

    config.params.nocontext_p = false;
    config.params.cache_size_p = 1;
    config.options.jump_target_cache = true;
    begin(&rig, &config);
    jump(&rig, 0x1000);
    jump(&rig, 0x3002);
    plain(&rig, 0x3002);
    rig.ctype = RVT_CTYPE_DISCONTINUITY;
    plain(&rig, 0x5000);
    end(&rig, "+ S:1000 A:3002 J1:3002 S:5000? rep-");

    for (unsigned full = 0; full < 2; full++) {
        config = plain_config();
        config.params.nocontext_p = false;
        config.params.bpred_size_p = 4;
        config.options.branch_prediction = true;
        config.switches.bcount_max = full ? 2 : 3;
        begin(&rig, &config);
        plain(&rig, 0x1000);
        for (unsigned i = 0; i < 33; i++)
            nottaken(&rig, 0x2000);
        rig.ctype = RVT_CTYPE_DISCONTINUITY;
        plain(&rig, 0x5000);
        end(&rig, full ? "+ S:1000 K33:2000 S:5000? rep-" : "+ S:1000 K33:2000 S:5000 rep-");
    }
}

/* Without prediction no count is reported, and its limit decides nothing.
 * Shows: ETR-CTX-004, AMB-063, AMB-105 */
Test(encoder_breaks, a_discontinuity_where_a_count_may_be_0)
{
    for (unsigned max = 0; max < 2; max++) {
        struct rvt_config config = plain_config();
        struct rig rig;

        config.params.nocontext_p = false;
        config.switches.bcount_max = max;
        begin(&rig, &config);
        plain(&rig, 0x1000);
        plain(&rig, 0x1004);
        rig.ctype = RVT_CTYPE_DISCONTINUITY;
        plain(&rig, 0x5000);
        end(&rig, "+ S:1000 A:1004 S:5000 rep-");
    }
}

/* A full branch map after a second arrival: the packet before the F3/0 is no longer that of the
 * arrival. Shows: ETR-CTX-003, ETR-DEC-012, AMB-105, AMB-110 */
Test(encoder_breaks, a_change_at_a_target_after_a_full_map)
{
    for (unsigned full = 0; full < 2; full++) {
        struct rvt_config config = plain_config();
        struct rig rig;

        config.params.nocontext_p = false;
        config.params.context_width_p = 8;
        begin(&rig, &config);
        plain(&rig, 0x1000);
        plain(&rig, 0x1004);
        jump(&rig, 0x1008);
        plain(&rig, 0x1004);
        for (unsigned i = 0; i < (full ? 31u : 0); i++)
            nottaken(&rig, 0x2000);
        jump(&rig, 0x2004);
        rig.ctype = RVT_CTYPE_PRECISE;
        rig.context = 7;
        plain(&rig, 0x5000);
        end(&rig, full ? "+ S:1000 A:1004 M.7fffffff S:5000 rep-" : "+ S:1000 A:1004 S:5000? rep-");
    }
}
