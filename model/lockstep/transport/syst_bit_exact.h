/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The verdict bit-exact on the writes of SyS-T messages: each message becomes the writes of the
 * model's sender as soon as its bytes determine them, and these are compared with the writes that
 * are sent. Spec: SYST-001..009; decision 0005 (SyS-T messages over STP).
 */
#ifndef RVT_LOCKSTEP_TRANSPORT_SYST_BIT_EXACT_H
#define RVT_LOCKSTEP_TRANSPORT_SYST_BIT_EXACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"

#include "lockstep/items/item_match.h"
#include "lockstep/transport/stp_write_port.h"
#include "lockstep/transport/syst_taking.h"

/* A write, of either side. What only an expected one has is 0 in the other. */
struct rvt_syst_write {
    struct rvt_decoded_item item;
    struct rvt_stp_record record;
    uint64_t message, message_cycle; /* number, cycle of its first call */
    unsigned index;                  /* of the write, in its message */
    bool last;                       /* of the message, as far as it is known */
    size_t from, bytes;              /* its bytes of the message */
    uint64_t unknown;                /* bits of its data that are not compared */
};

/* Whose writes they are. */
struct rvt_syst_bit_exact_user {
    void *context;
    const char *no_message; /* the finding on a write that belongs to no message, with its rule */
    void (*unsent)(void *context, struct rvt_text *text, const struct rvt_syst_write *first);
    /* Appends lines of evidence on a write of that message; null: none. */
    void (*evidence)(void *context, struct rvt_text *text, uint64_t message);
    void (*equal)(void *context, const struct rvt_syst_write *write); /* a write was as expected */
};

struct rvt_syst_bit_exact; /* opaque */

/* Opens the verdict. Findings go to scoreboard (transport_scoreboard.h); both are borrowed.
 * RVT_ERR_MEMORY: *verdict is null. */
RVT_MUST_USE
enum rvt_status rvt_syst_bit_exact_open(void *scoreboard,
                                        const struct rvt_syst_bit_exact_user *user,
                                        struct rvt_syst_bit_exact **verdict);

/* Frees; null is accepted. */
void rvt_syst_bit_exact_close(struct rvt_syst_bit_exact *verdict);

/* The writes, for the calls of item_match.h. Borrowed. */
struct rvt_item_match *rvt_syst_bit_exact_writes(const struct rvt_syst_bit_exact *verdict);

/* A message begins, the one before it is complete. ahead: what depends on its timestamp is not
 * compared. */
void rvt_syst_bit_exact_begin(struct rvt_syst_bit_exact *verdict, uint64_t number, bool ahead,
                              const struct rvt_syst_taking *taking);

/* More of that message is known in cycle; call this after begin, too. A last write that was sent
 * before the message ended, without the marker that it needs, is a finding. */
void rvt_syst_bit_exact_know(struct rvt_syst_bit_exact *verdict, uint64_t cycle,
                             const struct rvt_syst_taking *taking);

/* A write was sent. */
void rvt_syst_bit_exact_write(struct rvt_syst_bit_exact *verdict, uint64_t cycle,
                              const struct rvt_stp_record *record);

/* The latest message is given up, after its writes were retracted; another one may begin. */
void rvt_syst_bit_exact_forget(struct rvt_syst_bit_exact *verdict);

/* True if every write of the messages so far is known: the latest message has ended. */
bool rvt_syst_bit_exact_complete(const struct rvt_syst_bit_exact *verdict);

/* How many writes of the latest message are known. */
unsigned rvt_syst_bit_exact_known(const struct rvt_syst_bit_exact *verdict);

/* How many bytes of a message are known; 0: it is too old. */
size_t rvt_syst_bit_exact_bytes(const struct rvt_syst_bit_exact *verdict, uint64_t message);

#endif
