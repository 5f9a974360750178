/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* More than 4 GiB of a stream in one piece, which is the same pages of a file again and again. */
#include "tests/unit/checks.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "stream/encap_parser.h"

enum { PACKET = 32, PIECE = 1 << 21, PIECES = (1 << 11) + 1 };

/* Maps a file of PACKETs of 0x1f (their header, too) PIECES times in a row. */
static const uint8_t *map_packets(size_t bytes)
{
    static uint8_t piece[PIECE];
    FILE *file = tmpfile();

    cr_assert(file != NULL);
    memset(piece, 0x1f, sizeof piece);
    cr_assert(fwrite(piece, 1, sizeof piece, file) == sizeof piece && fflush(file) == 0);
    uint8_t *mapped = mmap(NULL, bytes, PROT_READ, MAP_SHARED, fileno(file), 0);
    cr_assert(mapped != MAP_FAILED);
    for (size_t at = 0; at < bytes; at += sizeof piece)
        cr_assert(mmap(mapped + at, sizeof piece, PROT_READ, MAP_SHARED | MAP_FIXED, fileno(file),
                       0) == mapped + at);
    cr_assert(fclose(file) == 0);
    return mapped;
}

struct tally {
    uint64_t packets, end;
};

static void count_packets(void *context, const struct rvt_encap_view *packet, size_t count)
{
    struct tally *tally = context;

    tally->packets += count;
    tally->end = packet[count - 1].position + packet[count - 1].bytes;
}

/* Shows: ENC-004 */
Test(encap_long, a_piece_may_be_longer_than_4_gib)
{
    static struct rvt_encap_parser parser;
    const size_t bytes = (size_t)PIECE * PIECES;
    const uint8_t *data = map_packets(bytes);
    struct tally tally = {.packets = 0};
    const struct rvt_encap_parser_output output = {.packets = count_packets, .context = &tally};
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.encap = (struct rvt_encap_config){.srcid_bits = 0};
    rvt_encap_parser_init(&parser, &config, true, &output);
    rvt_encap_parser_push(&parser, data, bytes);
    rvt_encap_parser_finish(&parser);
    cr_expect(eq(u64, tally.packets, bytes / PACKET));
    cr_expect(eq(u64, tally.end, bytes));

    /* one packet at a time, with 4 GiB and one byte available */
    struct rvt_encap_view view;
    struct rvt_diag diag;
    size_t used = 0;

    for (size_t available = ((size_t)1 << 32) - 1; available <= ((size_t)1 << 32) + 1;
         available++) {
        rvt_encap_parser_restart(&parser, 0);
        cr_expect(rvt_encap_parser_next(&parser, data, available, false, &used, &view, &diag) ==
                  RVT_ENCAP_FOUND_PACKET);
        cr_expect(eq(sz, used, PACKET));
    }
    cr_expect(munmap((void *)(uintptr_t)data, bytes) == 0);
}
