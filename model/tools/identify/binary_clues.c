/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <inttypes.h>
#include <string.h>

#include "tools/identify/clue.h"
#include "transport/frame/deformatter.h"
#include "transport/stp/stp_decoder.h"

/* The header of an ELF file: bytes 4 and 5, and the machine. */
enum { ELF_CLASS = 4, ELF_DATA = 5, ELF_HEADER_BYTES = 20, ELF_RISCV = 243 };

static bool begins(const struct rvt_sample *sample, const char *mark, size_t bytes)
{
    return sample->bytes >= bytes && memcmp(sample->data, mark, bytes) == 0;
}

void rvt_clue_elf(const struct rvt_sample *sample, struct rvt_clue *clue)
{
    static const char *const types[] = {"no file type", "not linked", "executable", "shared",
                                        "core"};
    const uint8_t *data = sample->data;

    clue->fits = begins(sample,
                        "\x7f"
                        "ELF",
                        4) &&
                 sample->bytes >= ELF_HEADER_BYTES;
    if (!clue->fits) {
        rvt_text_add(&clue->why, "the first bytes are not 7f 45 4c 46");
        return;
    }
    unsigned type = data[16] | (unsigned)data[17] << 8,
             machine = data[18] | (unsigned)data[19] << 8;
    rvt_text_add(&clue->why, "ELF%s, %s-endian, %s, machine %u%s",
                 data[ELF_CLASS] == 2 ? "64" : "32", data[ELF_DATA] == 1 ? "little" : "big",
                 type < sizeof types / sizeof types[0] ? types[type] : "another type", machine,
                 machine == ELF_RISCV ? " (RISC-V)" : "");
}

static void find_mark(const struct rvt_sample *sample, const char *mark, size_t bytes,
                      const char *what, struct rvt_clue *clue)
{
    clue->fits = begins(sample, mark, bytes);
    rvt_text_add(&clue->why, "%s mark of %s at the beginning", clue->fits ? "the" : "no", what);
}

void rvt_clue_tip_binary(const struct rvt_sample *sample, struct rvt_clue *clue)
{
    find_mark(sample, "\x89rvttip\n", 8, "binary tip traces", clue);
}

void rvt_clue_index(const struct rvt_sample *sample, struct rvt_clue *clue)
{
    find_mark(sample, "RVTINDEX", 8, "an index", clue);
}

/* What a transport decoder found. */
struct tally {
    uint64_t packets, lost, syncs, findings;
};

static void count_finding(void *context, const struct rvt_finding *finding)
{
    struct tally *tally = context;

    tally->findings += rvt_rule_text(finding->rule)->severity == RVT_SEVERITY_ERROR;
}

static void count_packet(void *context, const struct rvt_stp_event *event)
{
    struct tally *tally = context;

    tally->packets += !event->lost;
    tally->lost += event->lost ? event->nibbles : 0;
    tally->syncs += !event->lost && event->packet.opcode == RVT_STP_ASYNC;
}

void rvt_clue_stp(const struct rvt_sample *sample, struct rvt_clue *clue)
{
    struct tally tally = {0};
    const struct rvt_stp_config config = {0};
    const struct rvt_stp_sinks sinks = {.event = count_packet,
                                        .event_context = &tally,
                                        .finding = count_finding,
                                        .finding_context = &tally};
    struct rvt_stp_decoder decoder;

    if (rvt_stp_decoder_init(&decoder, &config, &sinks) != RVT_OK)
        return;
    rvt_stp_decoder_bytes(&decoder, sample->data, sample->bytes);
    clue->fits = tally.syncs > 0 && tally.lost < sample->bytes; /* less than half of the nibbles */
    rvt_text_add(&clue->why,
                 "%" PRIu64 " ASYNC, %" PRIu64 " packets, %" PRIu64 " nibbles lost, %" PRIu64
                 " errors",
                 tally.syncs, tally.packets, tally.lost, tally.findings);
}

/* Reads the sample as frames. The counts of *reader are the answer. */
static void read_frames(const struct rvt_sample *sample, bool streaming, struct tally *tally,
                        struct rvt_deformatter *reader)
{
    const struct rvt_deformatter_output output = {.finding = count_finding, .context = tally};
    struct rvt_deformatter_config config;

    rvt_deformatter_defaults(&config, streaming);
    rvt_deformatter_init(reader, &config, &output);
    rvt_deformatter_push(reader, sample->data, sample->bytes);
}

void rvt_clue_frame_stream(const struct rvt_sample *sample, struct rvt_clue *clue)
{
    static struct rvt_deformatter reader;
    const struct rvt_deformatter_counts *counts = &reader.counts;
    struct tally tally = {0};

    read_frames(sample, true, &tally, &reader);
    clue->fits = counts->fsyncs > 0 && counts->frames > 50 * tally.findings;
    rvt_text_add(&clue->why, "%" PRIu64 " FSYNC, %" PRIu64 " frames, %" PRIu64 " errors",
                 counts->fsyncs, counts->frames, tally.findings);
}

void rvt_clue_frames(const struct rvt_sample *sample, struct rvt_clue *clue)
{
    static struct rvt_deformatter reader;
    const struct rvt_deformatter_counts *counts = &reader.counts;
    struct tally tally = {0};

    read_frames(sample, false, &tally, &reader);
    uint64_t other = counts->data[RVT_FRAME_CLASS_RESERVED] + counts->data[RVT_FRAME_CLASS_UNKNOWN];
    uint64_t data = counts->data[RVT_FRAME_CLASS_SOURCE];
    clue->fits = counts->frames > 0 && tally.findings == 0 && other == 0 && data > 0;
    rvt_text_add(&clue->why,
                 "%" PRIu64 " frames at multiples of 16 bytes, %" PRIu64 " errors; data: %" PRIu64
                 " of sources, %" PRIu64 " of reserved or unknown IDs",
                 counts->frames, tally.findings, data, other);
}

void rvt_clue_syst_binary(const struct rvt_sample *sample, struct rvt_clue *clue)
{
    size_t at = 0;
    unsigned messages = 0;
    bool good = true;

    while (good && at + 8 <= sample->bytes) {
        const uint8_t *data = sample->data + at;
        size_t size =
            data[0] | (size_t)data[1] << 8 | (size_t)data[2] << 16 | (size_t)data[3] << 24;
        good = size >= 4 && size <= 65578 && (data[4] & 0xf) <= 6; /* types up to CLOCK */
        good = good && (at + 4 + size <= sample->bytes || !sample->whole);
        messages += good;
        at += 4 + size;
    }
    clue->fits = good && messages > 0;
    rvt_text_add(&clue->why, "%u messages with their size before them%s", messages,
                 good ? "" : ", then other bytes");
}
