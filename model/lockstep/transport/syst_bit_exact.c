/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/syst_bit_exact.h"

#include <inttypes.h>
#include <stdlib.h>

#include "transport/syst/syst_sender.h"

#include "lockstep/items/transport_scoreboard.h"

enum {
    OFFER_BYTES = 4,
    CHECKSUM_BYTES = 4,
    TS_BYTES = 8,
    MESSAGES = 1 << 10,
    OUTSTANDING = 1 << 17
};

/* What findings tell of a message. */
struct message {
    uint64_t number;
    struct rvt_syst_shape shape;
    bool marked;
};

struct rvt_syst_bit_exact {
    void *scoreboard;
    struct rvt_syst_bit_exact_user user;
    struct rvt_decoded_kind kind;
    struct rvt_item_match *match;
    struct message message[MESSAGES]; /* the latest ones, by number */
    uint64_t begun;                   /* messages */
    uint64_t sent;                    /* writes */
    struct rvt_syst_sender sender;    /* of the latest message */
    struct rvt_syst_write next;       /* of that message, without its record */
    bool ahead;
};

/* ---- texts ---- */

static const struct message *message_of(const struct rvt_syst_bit_exact *verdict, uint64_t number)
{
    const struct message *message = &verdict->message[number % MESSAGES];

    return message->number == number ? message : NULL;
}

static void differs(void *context, struct rvt_text *text, const void *observed,
                    const void *expected)
{
    const struct rvt_syst_bit_exact *verdict = context;
    const struct rvt_syst_write *sent = observed, *wanted = expected;
    const struct message *message = message_of(verdict, wanted->message);
    const char *clause = "SystValue", *part = "message";

    if (message != NULL)
        part = rvt_syst_part(&message->shape, wanted->from, &clause);
    if (wanted->record.opcode != sent->record.opcode ||
        wanted->record.master != sent->record.master ||
        wanted->record.channel != sent->record.channel)
        clause = "SystPacket";
    rvt_text_add(text, "write %u of the message of cycle %" PRIu64 " differs [%s]\n  field     ",
                 wanted->index, wanted->message_cycle, clause);
    if (wanted->bytes > 0)
        rvt_text_add(text, "%s, byte %zu of the message", part, wanted->from);
    else
        rvt_text_add(text, "end of the message");
    rvt_text_add(text, ": expected 0x%" PRIx64 ", observed 0x%" PRIx64, wanted->record.payload,
                 sent->record.payload);
    rvt_text_add(text, "\n  expected  ");
    rvt_stp_record_print(text, &wanted->record);
    rvt_text_add(text, "\n  observed  ");
    rvt_stp_record_print(text, &sent->record);
    if (message != NULL)
        rvt_text_add(text, "\n  because   header 0x%08" PRIx32 ", %zu bytes%s, %s",
                     message->shape.header, message->shape.bytes,
                     message->shape.whole ? "" : " so far",
                     message->marked ? "ends with a marker" : "ends with FLAG");
    if (verdict->user.evidence != NULL)
        verdict->user.evidence(verdict->user.context, text, wanted->message);
}

static void early(void *context, struct rvt_text *text, const void *observed)
{
    const struct rvt_syst_bit_exact *verdict = context;

    (void)observed;
    if (rvt_syst_bit_exact_complete(verdict)) {
        rvt_text_add(text, "%s", verdict->user.no_message);
        return;
    }
    rvt_text_add(text, "payload was written before it was taken [SystEarly]");
    if (verdict->user.evidence != NULL)
        verdict->user.evidence(verdict->user.context, text, verdict->next.message);
}

static void unsent(void *context, struct rvt_text *text, uint64_t count, const void *first)
{
    const struct rvt_syst_bit_exact *verdict = context;

    (void)count;
    verdict->user.unsent(verdict->user.context, text, first);
}

static void equal(void *context, const void *expected)
{
    const struct rvt_syst_bit_exact *verdict = context;

    verdict->user.equal(verdict->user.context, expected);
}

/* ---- expected writes ---- */

/* The bits of a write that depend on the timestamp of its message: those of the timestamp and of
 * the checksum. */
static uint64_t timed_bits(const struct rvt_syst_taking *taking, size_t from, size_t bytes)
{
    bool check = (taking->input.header & RVT_SYST_HAS_CHK) != 0;
    uint64_t bits = 0;

    if ((taking->input.header & RVT_SYST_HAS_TS) == 0)
        return 0;
    for (size_t i = 0; i < bytes; i++) {
        size_t at = from + i;
        bool stamp = at < taking->payload_at && at + TS_BYTES >= taking->payload_at;
        if (stamp || (check && taking->whole && at + CHECKSUM_BYTES >= taking->bytes))
            bits |= UINT64_C(0xff) << 8 * i;
    }
    return bits;
}

/* Expects the next write of the message, if the bytes so far determine it; false: they do not, or
 * there is none. */
static bool expect_next(struct rvt_syst_bit_exact *verdict, uint64_t cycle,
                        const struct rvt_syst_taking *taking)
{
    struct rvt_syst_sender *sender = &verdict->sender;
    struct rvt_syst_write *write = &verdict->next;

    sender->bytes = taking->whole ? taking->bytes : RVT_SYST_MESSAGE_BYTES_MAX;
    write->from = sender->sent;
    if ((!taking->whole && sender->sent + OFFER_BYTES > taking->bytes) ||
        !rvt_syst_sender_next(sender, &write->record))
        return false;
    write->item.cycle = cycle;
    write->bytes = sender->sent - write->from;
    write->last = sender->ended;
    write->unknown = verdict->ahead ? timed_bits(taking, write->from, write->bytes) : 0;
    rvt_item_match_expect(verdict->match, write);
    write->index++;
    return true;
}

/* The message ended with a write that is known, or was sent, without the marker that it needs. */
static void mark_last(struct rvt_syst_bit_exact *verdict, uint64_t cycle)
{
    struct rvt_syst_write *latest = rvt_item_match_latest(verdict->match);

    verdict->sender.ended = true;
    if (latest != NULL) {
        latest->record.opcode = RVT_STP_D32M;
        latest->last = true;
    } else if (rvt_transport_fault(verdict->scoreboard, cycle,
                                   "the last packet was written without its marker "
                                   "[SystPacket]")) {
        rvt_item_match_lose(verdict->match);
    }
}

void rvt_syst_bit_exact_begin(struct rvt_syst_bit_exact *verdict, uint64_t number, bool ahead,
                              const struct rvt_syst_taking *taking)
{
    verdict->begun = number + 1;
    verdict->ahead = ahead;
    verdict->next = (struct rvt_syst_write){.message = number, .message_cycle = taking->cycle};
    verdict->sender = (struct rvt_syst_sender){.master = taking->input.master,
                                               .channel = taking->input.channel,
                                               .marked = taking->input.marked,
                                               .byte = taking->byte};
}

void rvt_syst_bit_exact_know(struct rvt_syst_bit_exact *verdict, uint64_t cycle,
                             const struct rvt_syst_taking *taking)
{
    verdict->message[verdict->next.message % MESSAGES] =
        (struct message){.number = verdict->next.message,
                         .shape = {.header = taking->input.header,
                                   .payload_at = taking->payload_at,
                                   .bytes = taking->bytes,
                                   .whole = taking->whole},
                         .marked = taking->input.marked};
    if (taking->whole && taking->input.marked && taking->bytes > RVT_SYST_HEADER_BYTES &&
        verdict->sender.sent == taking->bytes)
        mark_last(verdict, cycle);
    while (expect_next(verdict, cycle, taking))
        ;
}

/* ---- calls ---- */

/* A write cannot stand for another one that was not known yet when it was sent. */
static enum rvt_packet_pair compare(const void *observed, const void *expected)
{
    const struct rvt_syst_write *sent = observed, *wanted = expected;
    struct rvt_stp_record record = sent->record;

    record.payload ^= (record.payload ^ wanted->record.payload) & wanted->unknown;
    if (rvt_stp_record_is_equal(&record, &wanted->record))
        return RVT_PAIR_EQUAL;
    return wanted->item.cycle <= sent->item.cycle ? RVT_PAIR_DIFFERS : RVT_PAIR_APART;
}

void rvt_syst_bit_exact_write(struct rvt_syst_bit_exact *verdict, uint64_t cycle,
                              const struct rvt_stp_record *record)
{
    const struct rvt_syst_write write = {.item = {.cycle = cycle, .at = verdict->sent++},
                                         .record = *record};

    rvt_item_match_observe(verdict->match, &write);
}

void rvt_syst_bit_exact_forget(struct rvt_syst_bit_exact *verdict)
{
    verdict->sender.ended = true;
}

bool rvt_syst_bit_exact_complete(const struct rvt_syst_bit_exact *verdict)
{
    return verdict->begun == 0 || verdict->sender.ended;
}

unsigned rvt_syst_bit_exact_known(const struct rvt_syst_bit_exact *verdict)
{
    return verdict->next.index;
}

size_t rvt_syst_bit_exact_bytes(const struct rvt_syst_bit_exact *verdict, uint64_t message)
{
    const struct message *known = message_of(verdict, message);

    return known != NULL ? known->shape.bytes : 0;
}

struct rvt_item_match *rvt_syst_bit_exact_writes(const struct rvt_syst_bit_exact *verdict)
{
    return verdict->match;
}

enum rvt_status rvt_syst_bit_exact_open(void *scoreboard,
                                        const struct rvt_syst_bit_exact_user *user,
                                        struct rvt_syst_bit_exact **verdict)
{
    static const struct rvt_exact_words WORDS = {differs, early, unsent, equal};
    struct rvt_syst_bit_exact *opened = calloc(1, sizeof *opened);

    *verdict = NULL;
    if (opened == NULL)
        return RVT_ERR_MEMORY;
    opened->scoreboard = scoreboard;
    opened->user = *user;
    opened->kind = (struct rvt_decoded_kind){
        .bytes = sizeof(struct rvt_syst_write),
        .name = "write",
        .reach = {RVT_ALIGNMENT_WINDOW, RVT_ALIGNMENT_ANCHOR},
        .compare = compare,
        .outstanding_max = OUTSTANDING,
        .overdue = "too many messages were taken and not written [SystOverdue]",
        .exact = &WORDS};
    if (rvt_item_match_open(&opened->kind, scoreboard, &opened->match) != RVT_OK) {
        free(opened);
        return RVT_ERR_MEMORY;
    }
    rvt_item_match_set_context(opened->match, opened);
    *verdict = opened;
    return RVT_OK;
}

void rvt_syst_bit_exact_close(struct rvt_syst_bit_exact *verdict)
{
    if (verdict == NULL)
        return;
    rvt_item_match_close(verdict->match);
    free(verdict);
}
