/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The targets that an encoder may report by an index: when it looks one up in its jump target
 * cache, and when it writes one. Spec: E-Trace, "Jump target cache mode" (ETR-MODE-040..049); the
 * switches jtc_*.
 */
#ifndef RVT_MODES_JUMP_TARGETS_H
#define RVT_MODES_JUMP_TARGETS_H

#include "modes/jump_cache.h"

/* What led to a reported instruction. */
enum rvt_jump_source {
    RVT_JUMP_NONE,          /* nothing uninferable: reported for another reason (ETR-MODE-045) */
    RVT_JUMP_PLAIN,         /* an uninferable jump, or a return without a call (ETR-MODE-042) */
    RVT_JUMP_TRAP_RETURN,   /* AMB-086 */
    RVT_JUMP_FAILED_RETURN, /* a mispredicted return (ETR-MODE-044) */
};

struct rvt_jump_targets {
    bool enabled;                        /* the option is on */
    const struct rvt_switches *switches; /* borrowed */
    struct rvt_jump_cache cache;
    uint64_t reports; /* number of reports so far, plus one */
    uint64_t *moved;  /* owned; for each entry the value of reports when an implicit return last
                         changed it; 0: never */
};

/* Opens a cache without entries; it exists even if the option is off. config is borrowed.
 * RVT_ERR_MEMORY. rvt_jump_targets_close frees it; a zeroed or closed one may be closed too. */
RVT_MUST_USE
enum rvt_status rvt_jump_targets_open(struct rvt_jump_targets *targets,
                                      const struct rvt_config *config);
void rvt_jump_targets_close(struct rvt_jump_targets *targets);

/* Reads the option from config again; no entries. */
void rvt_jump_targets_restart(struct rvt_jump_targets *targets, const struct rvt_config *config);

/* No entries: a synchronisation packet was sent. ETR-MODE-046. */
static inline void rvt_jump_targets_clear(struct rvt_jump_targets *targets)
{
    rvt_jump_cache_clear(&targets->cache);
}

/*
 * address is going to be reported; counted: by a packet that has no room for an index. True if the
 * cache holds it, so that its index can be sent; if not, it may be written. ETR-MODE-041,
 * ETR-MODE-047.
 */
bool rvt_jump_targets_report(struct rvt_jump_targets *targets, uint64_t address,
                             enum rvt_jump_source source, bool counted);

/* The target of a correctly predicted return was reached. ETR-MODE-043, AMB-081. */
void rvt_jump_targets_returned(struct rvt_jump_targets *targets, uint64_t address);

/* An instruction was reported by any packet. */
static inline void rvt_jump_targets_reported(struct rvt_jump_targets *targets)
{
    targets->reports++;
}

/*
 * True if the index of address meant another target earlier on the path since the latest report,
 * because an implicit return changed the entry: a decoder cannot distinguish a return that is
 * reported there from a later one. Never with jtc_implicit_return no_write. AMB-081.
 */
static inline bool rvt_jump_targets_moved(const struct rvt_jump_targets *targets, uint64_t address)
{
    return targets->moved[rvt_jump_cache_index(&targets->cache, address)] == targets->reports;
}

/* address got a synchronisation packet, after the cache was cleared; start: the first one of the
 * trace. AMB-082. */
void rvt_jump_targets_synced(struct rvt_jump_targets *targets, uint64_t address,
                             enum rvt_jump_source source, bool start, bool resync_off);

#endif
