/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, madvise */
#include "tests/unit/checks.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "transport/stp/stp_decoder.h"

/* More than 4 GiB, and a multiple of the size of a page. */
static const size_t PIECE = (UINT64_C(1) << 32) + 4096;

struct log {
    uint64_t next;  /* the nibble that the next event must begin with */
    uint64_t async; /* where the latest ASYNC begins; 0: none */
};

static void take(void *context, const struct rvt_stp_event *event)
{
    struct log *log = context;

    cr_assert(eq(u64, event->at, log->next));
    log->next += event->nibbles;
    if (!event->lost && event->packet.opcode == RVT_STP_ASYNC)
        log->async = event->at;
}

/* ASYNC begins at the end of a piece of more than 4 GiB: 16 of its nibbles are held back, and the
 * next piece has the others. Shows: STP-001, STP-005 */
Test(stp_pieces, async_continues_after_a_piece_of_4_gib)
{
    static const uint8_t rest[] = {0xff, 0xff, 0x0f, 0x00, 0x00, 0x00};
    struct rvt_stp_config config = {.start = RVT_STP_START_HUNT};
    struct log log = {.next = 0};
    const struct rvt_stp_sinks sinks = {.event = take, .event_context = &log};
    struct rvt_stp_decoder decoder;
    uint8_t *piece = mmap(NULL, PIECE, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    cr_assert(ne(ptr, piece, MAP_FAILED));
    (void)madvise(piece, PIECE, MADV_HUGEPAGE);
    memset(piece + PIECE - 8, 0xff, 8);
    cr_assert(eq(int, rvt_stp_decoder_init(&decoder, &config, &sinks), RVT_OK));
    rvt_stp_decoder_bytes(&decoder, piece, PIECE);
    rvt_stp_decoder_bytes(&decoder, rest, sizeof rest);
    rvt_stp_decoder_finish(&decoder);
    cr_expect(eq(u64, log.async, 2 * (PIECE - 8)));
    cr_expect(eq(u64, log.next, 2 * (PIECE + sizeof rest)));
    (void)munmap(piece, PIECE);
}
