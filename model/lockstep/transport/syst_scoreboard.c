/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/syst_scoreboard.h"

#include <inttypes.h>

#include "base/text.h"

#include "lockstep/transport/syst_bit_exact.h"
#include "lockstep/transport/syst_decode_exact.h"
#include "lockstep/items/transport_scoreboard.h"

struct rvt_syst_scoreboard {
    struct rvt_transport_scoreboard base;
    uint64_t writes, bytes; /* compared, all equal; of decode-exact, writes that were sent */
    uint32_t fields;
    struct rvt_syst_taking taking; /* the latest message */
    uint64_t taken;                /* messages taken */
    struct rvt_syst_bit_exact *bit_exact;
    struct rvt_syst_decode_exact *decode_exact;
};

/* ---- what comes in ---- */

/* The port was used against its protocol: nothing is known about what must be sent. */
static void fault_of_input(struct rvt_syst_scoreboard *scoreboard, uint64_t cycle,
                           const char *message)
{
    rvt_transport_fault(scoreboard, cycle, message);
    rvt_transport_lose(scoreboard);
}

/* More of the latest message is known. */
static void know(struct rvt_syst_scoreboard *scoreboard, uint64_t cycle)
{
    const struct rvt_syst_taking *taking = &scoreboard->taking;

    if (taking->whole && !rvt_syst_taking_is_valid(taking))
        fault_of_input(scoreboard, cycle, "the message that was taken is not valid [SystMessage]");
    else if (!scoreboard->base.decode_exact)
        rvt_syst_bit_exact_know(scoreboard->bit_exact, cycle, taking);
    else if (taking->whole)
        rvt_syst_decode_exact_message(scoreboard->decode_exact, cycle,
                                      &(struct rvt_syst_taken){.master = taking->input.master,
                                                               .channel = taking->input.channel,
                                                               .payload_at = taking->payload_at,
                                                               .byte = taking->byte,
                                                               .bytes = taking->bytes});
}

void rvt_syst_scoreboard_message(struct rvt_syst_scoreboard *scoreboard, uint64_t cycle,
                                 const struct rvt_syst_input *taken)
{
    if (!rvt_transport_comparing(scoreboard))
        return;
    if (scoreboard->taken > 0 && !scoreboard->taking.whole) {
        fault_of_input(scoreboard, cycle,
                       "a message was taken before the previous one was complete [SystOrder]");
        return;
    }
    if (!rvt_syst_taking_begin(&scoreboard->taking, cycle, taken, scoreboard->fields)) {
        fault_of_input(scoreboard, cycle, "the message that was taken is not valid [SystMessage]");
        return;
    }
    if (!scoreboard->base.decode_exact)
        rvt_syst_bit_exact_begin(scoreboard->bit_exact, scoreboard->taken, false,
                                 &scoreboard->taking);
    scoreboard->taken++;
    know(scoreboard, cycle);
}

void rvt_syst_scoreboard_payload(struct rvt_syst_scoreboard *scoreboard, uint64_t cycle,
                                 uint32_t data, unsigned bytes, bool last)
{
    if (!rvt_transport_comparing(scoreboard))
        return;
    if (scoreboard->taken > 0 && rvt_syst_taking_payload(&scoreboard->taking, data, bytes, last))
        know(scoreboard, cycle);
    else
        fault_of_input(scoreboard, cycle,
                       "payload that belongs to no message was taken [SystOrder]");
}

/* ---- what goes out ---- */

void rvt_syst_scoreboard_write(struct rvt_syst_scoreboard *scoreboard, uint64_t cycle,
                               const struct rvt_stp_port_write *write)
{
    struct rvt_stp_record record;

    if (!rvt_transport_comparing(scoreboard))
        return;
    if (rvt_stp_port_write_record(write, &record) != RVT_OK) {
        bool found = rvt_transport_fault(scoreboard, cycle,
                                         "the write that was sent fits no STP packet [StpWrite]");
        if (scoreboard->base.decode_exact)
            rvt_syst_decode_exact_lose(scoreboard->decode_exact, cycle, found);
        else if (found)
            rvt_item_match_lose(rvt_syst_bit_exact_writes(scoreboard->bit_exact));
        return;
    }
    if (scoreboard->base.decode_exact) {
        rvt_syst_decode_exact_write(scoreboard->decode_exact, cycle, &record);
        scoreboard->writes++;
    } else {
        rvt_syst_bit_exact_write(scoreboard->bit_exact, cycle, &record);
    }
}

static void count_equal(void *context, const struct rvt_syst_write *write)
{
    struct rvt_syst_scoreboard *scoreboard = context;

    scoreboard->writes++;
    scoreboard->bytes += write->bytes;
}

/* ---- the verdict ---- */

static void unsent_words(struct rvt_text *text, uint64_t cycle, size_t bytes, unsigned writes,
                         size_t sent)
{
    rvt_text_add(text,
                 "the message of cycle %" PRIu64 " was never completed "
                 "[SystMissing]\n  expected  %zu bytes\n  observed  %u writes, %zu bytes",
                 cycle, bytes, writes, sent);
}

static void unsent(void *context, struct rvt_text *text, const struct rvt_syst_write *first)
{
    const struct rvt_syst_scoreboard *scoreboard = context;

    unsent_words(text, first->message_cycle,
                 rvt_syst_bit_exact_bytes(scoreboard->bit_exact, first->message), first->index,
                 first->from);
}

static void end_bit_exact(struct rvt_syst_scoreboard *scoreboard, uint64_t cycle)
{
    struct rvt_item_match *writes = rvt_syst_bit_exact_writes(scoreboard->bit_exact);
    bool open = rvt_item_match_agrees(writes) && rvt_item_match_outstanding(writes) == 0 &&
                !rvt_syst_bit_exact_complete(scoreboard->bit_exact);
    struct rvt_text text;

    rvt_item_match_finish(writes, cycle, 0);
    if (!open || !rvt_transport_begin(scoreboard, RVT_MISMATCH_MISSING, cycle, &text))
        return;
    unsent_words(&text, scoreboard->taking.cycle, scoreboard->taking.bytes,
                 rvt_syst_bit_exact_known(scoreboard->bit_exact), scoreboard->taking.bytes);
    rvt_transport_found(scoreboard);
}

static void end(void *context, uint64_t cycle)
{
    struct rvt_syst_scoreboard *scoreboard = context;

    if (!scoreboard->base.decode_exact) {
        end_bit_exact(scoreboard, cycle);
        return;
    }
    if (scoreboard->taken > 0 && !scoreboard->taking.whole)
        fault_of_input(scoreboard, cycle,
                       "the payload of the latest message never ended [SystOrder]");
    rvt_syst_decode_exact_end(scoreboard->decode_exact, cycle);
}

static uint64_t compared(const void *context)
{
    const struct rvt_syst_scoreboard *scoreboard = context;

    return scoreboard->base.decode_exact ? rvt_syst_decode_exact_compared(scoreboard->decode_exact)
                                         : scoreboard->writes;
}

static void counts(const void *context, struct rvt_text *text)
{
    const struct rvt_syst_scoreboard *scoreboard = context;

    if (scoreboard->base.decode_exact) {
        rvt_text_add(text, "%" PRIu64 " writes, ", scoreboard->writes);
        rvt_syst_decode_exact_counts(scoreboard->decode_exact, text);
        return;
    }
    rvt_text_add(text, "%" PRIu64 " messages, %" PRIu64 " writes with %" PRIu64 " bytes compared",
                 scoreboard->taken, scoreboard->writes, scoreboard->bytes);
}

static void free_verdicts(void *context)
{
    struct rvt_syst_scoreboard *scoreboard = context;

    rvt_syst_decode_exact_close(scoreboard->decode_exact);
    rvt_syst_bit_exact_close(scoreboard->bit_exact);
}

enum rvt_status rvt_syst_scoreboard_open(uint32_t fields, struct rvt_syst_scoreboard **scoreboard)
{
    static const struct rvt_transport_kind KIND = {sizeof **scoreboard, end, compared, counts,
                                                   free_verdicts,       true};
    struct rvt_syst_scoreboard *opened = rvt_transport_open(&KIND);

    *scoreboard = NULL;
    if (opened == NULL)
        return RVT_ERR_MEMORY;
    const struct rvt_syst_bit_exact_user user = {
        .context = opened,
        .no_message = "a write belongs to no message [SystNoMessage]",
        .unsent = unsent,
        .equal = count_equal};
    opened->fields = fields;
    if (rvt_syst_decode_exact_open(opened, &opened->decode_exact) != RVT_OK ||
        rvt_syst_bit_exact_open(opened, &user, &opened->bit_exact) != RVT_OK) {
        rvt_transport_close(opened);
        return RVT_ERR_MEMORY;
    }
    *scoreboard = opened;
    return RVT_OK;
}
