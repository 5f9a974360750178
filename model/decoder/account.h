/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What one packet tells of the path, held back until the whole packet fits the program: a packet
 * that does not fit tells nothing. Memory is fixed; what goes beyond it is told in a second pass.
 */
#ifndef RVT_DECODER_ACCOUNT_H
#define RVT_DECODER_ACCOUNT_H

#include "decoder/decoder.h"

#define RVT_ACCOUNT_MAX 4096

enum rvt_account_mode {
    RVT_ACCOUNT_HOLD,   /* entries wait for rvt_account_tell */
    RVT_ACCOUNT_DIRECT, /* the packet is proven: entries are told at once */
    RVT_ACCOUNT_SILENT, /* a trial: nothing is told */
};

struct rvt_account {
    const struct rvt_decoder_output *output; /* borrowed */
    const struct rvt_packet *packet;         /* borrowed; goes with events */
    uint64_t ordinal;                        /* of packet */
    enum rvt_account_mode mode;
    bool overflow;  /* there was more than could be held */
    uint32_t count; /* entries */
    uint32_t sound; /* so many of them hold even if the rest of the packet does not */
    struct rvt_trap trap;
    uint64_t instructions; /* told since rvt_account_begin */
    uint64_t first, last;  /* of them; meant if instructions > 0 */
    uint64_t latest;       /* the last instruction told of any packet, if any was */
    bool told;
    struct rvt_account_entry {
        uint64_t first, last;
        uint32_t count;
        uint8_t last_size;
        uint8_t kind; /* 0 range, 1 trap, 2 + enum rvt_trace_event */
    } entry[RVT_ACCOUNT_MAX];
};

/* Starts the account of packet. */
void rvt_account_begin(struct rvt_account *account, const struct rvt_packet *packet,
                       uint64_t ordinal);

/* All that was said so far holds even if the rest of the packet does not. */
static inline void rvt_account_vouch(struct rvt_account *account)
{
    account->sound = account->count;
}

/* Tells what is held: all of it, or what is sound. RVT_ERR_SINK. */
RVT_MUST_USE
enum rvt_status rvt_account_tell(struct rvt_account *account, bool sound_only);

/* A range, a trap (one a packet), an event. RVT_ERR_SINK. */
RVT_MUST_USE
enum rvt_status rvt_account_say(struct rvt_account *account, const struct rvt_account_entry *entry);
RVT_MUST_USE
enum rvt_status rvt_account_event(struct rvt_account *account, enum rvt_trace_event event);
RVT_MUST_USE
enum rvt_status rvt_account_trap(struct rvt_account *account, const struct rvt_trap *trap);

/* count instructions first..last, the last one of last_size bytes. */
RVT_MUST_USE
static inline enum rvt_status rvt_account_range(struct rvt_account *account, uint64_t first,
                                                uint64_t last, uint32_t count, uint8_t last_size)
{
    if (account->mode == RVT_ACCOUNT_HOLD && account->count < RVT_ACCOUNT_MAX) {
        struct rvt_account_entry *entry = &account->entry[account->count++];
        entry->first = first;
        entry->last = last;
        entry->count = count;
        entry->last_size = last_size;
        entry->kind = 0;
        return RVT_OK;
    }
    struct rvt_account_entry entry = {
        .first = first, .last = last, .count = count, .last_size = last_size};
    return rvt_account_say(account, &entry);
}

#endif
