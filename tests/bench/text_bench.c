/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Lines of text: an STP packet, a frame, a packet field by field. Each beside one call of printf
 * that makes the same line, which does not depend on the machine.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/dump.h"
#include "io/file.h"
#include "io/transport/frame_text.h"
#include "io/transport/stp_text.h"
#include "tests/bench/transport.h"
#include "wire/packet.h"

enum { LINES = 100000, COMPARED = 2000 };

/* A kind of lines: number counts them. */
struct kind {
    const char *name;
    void (*put)(struct rvt_output *output, uint64_t number);
    void (*print)(struct rvt_output *output, uint64_t number);
    double bar; /* times as fast as printf */
};

/* ---- STP ---- */

static void put_stp(struct rvt_output *output, uint64_t number)
{
    const struct rvt_stp_event event = {.at = 2 * number + 1,
                                        .packet = {.opcode = RVT_STP_D32TS,
                                                   .payload = (uint32_t)(number * 0x9e3779b1),
                                                   .timestamp = number & 15,
                                                   .timestamp_nibbles = 1},
                                        .master = 16,
                                        .channel = 3,
                                        .timed = true,
                                        .time = number,
                                        .trusted = true};

    rvt_stp_text_event(output, &event);
}

static void print_stp(struct rvt_output *output, uint64_t number)
{
    rvt_output_print(output,
                     "%08" PRIx64 ".%u D32TS %08" PRIx32 " @%" PRIx64
                     "%*s# master %u channel %u time 0x%" PRIx64 "\n",
                     number, 1, (uint32_t)(number * 0x9e3779b1), number & 15, 28, "", 16, 3,
                     number);
}

/* ---- frames ---- */

/* Frame bytes without IDs, which are the data: bit 0 of an even byte is in the last one. */
static void make_frame(uint64_t number, uint8_t *frame)
{
    memset(frame, 0, RVT_FRAME_BYTES);
    for (unsigned i = 0; i < RVT_FRAME_BYTES - 1; i++)
        frame[i] = (uint8_t)((number >> i) & 0xfe);
}

static void put_frame(struct rvt_output *output, uint64_t number)
{
    uint8_t frame[RVT_FRAME_BYTES];
    struct rvt_frame_event event = {.kind = RVT_FRAME_EVENT_FRAME,
                                    .position = 16 * number,
                                    .end = 16 * number + 16,
                                    .data = frame,
                                    .bytes = sizeof frame};

    for (unsigned i = 0; i < RVT_FRAME_BYTES / 2; i++)
        event.halfword[i] = event.position + 2 * (uint64_t)i;
    make_frame(number, frame);
    rvt_frame_text_event(output, &event);
}

static void print_frame(struct rvt_output *output, uint64_t number)
{
    uint8_t b[RVT_FRAME_BYTES];

    make_frame(number, b);
    rvt_output_print(output,
                     "%08" PRIx64 "  frame %02x %02x %02x %02x %02x %02x %02x %02x %02x %02x %02x "
                     "%02x %02x %02x %02x\n",
                     16 * number, b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10],
                     b[11], b[12], b[13], b[14]);
}

/* ---- packets ---- */

static const struct rvt_config *default_config(void)
{
    static struct rvt_config config;

    if (config.params.iaddress_width_p == 0)
        rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    return &config;
}

static void put_packet(struct rvt_output *output, uint64_t number)
{
    const struct rvt_packet packet = {.format = RVT_FORMAT_ADDR_ONLY, .address = 2 * number};
    struct rvt_stream_item item = {.form = RVT_STREAM_HEX, .position = number};

    for (item.encap.payload.bytes = 0; item.encap.payload.bytes < 5; item.encap.payload.bytes++)
        item.encap.payload.byte[item.encap.payload.bytes] = (uint8_t)number;
    rvt_dump_text(output, default_config(), &item, &packet);
}

static void print_packet(struct rvt_output *output, uint64_t number)
{
    unsigned byte = number & 0xff;

    rvt_output_print(output,
                     "%6" PRIu64 "  %s format=%u address=0x%" PRIx64
                     " notify=%u updiscon=%u irreport=%u | %02x%02x%02x%02x%02x\n",
                     number, "F2", 2, 2 * number, 0, 0, 0, byte, byte, byte, byte, byte);
}

/* ---- measurement ---- */

static const struct kind KINDS[] = {
    {"STP packets", put_stp, print_stp, 3},
    {"frames", put_frame, print_frame, 3},
    {"packets field by field", put_packet, print_packet, 1.5},
};

struct load {
    void (*line)(struct rvt_output *output, uint64_t number);
    struct rvt_output *output;
};

static void run(void *context)
{
    const struct load *load = context;

    for (uint64_t number = 0; number < LINES; number++)
        load->line(load->output, number);
    (void)rvt_output_empty(load->output, NULL);
}

/* A file of lines, as a string that the caller frees; null: it cannot be written or read. */
static char *lines_of(void (*line)(struct rvt_output *output, uint64_t number))
{
    char path[] = "/tmp/rvt-text-bench-XXXXXX";
    int fd = mkstemp(path);
    struct rvt_output *output = NULL;
    uint8_t *text = NULL;
    size_t bytes = 0;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    if (fd < 0 || close(fd) != 0 || rvt_output_open(path, &output, &diag) != RVT_OK)
        return NULL;
    for (uint64_t number = 0; number < COMPARED; number++)
        line(output, number);
    if (rvt_output_finish(output, &diag) != RVT_OK ||
        rvt_file_load(path, SIZE_MAX - 1, &text, &bytes, &diag) != RVT_OK)
        text = NULL;
    (void)unlink(path);
    return (char *)text;
}

static bool is_same(const struct kind *kind)
{
    char *put = lines_of(kind->put), *printed = lines_of(kind->print);
    bool same = put != NULL && printed != NULL && *put != '\0' && strcmp(put, printed) == 0;

    if (!same)
        (void)fprintf(stderr, "text_bench: %s: '%.100s' instead of '%.100s'\n", kind->name,
                      put != NULL ? put : "", printed != NULL ? printed : "");
    free(put);
    free(printed);
    return same;
}

/* Measures both by turns, and compares the fastest pass of each. */
static bool measure(const struct kind *kind, struct rvt_output *output)
{
    struct load put = {kind->put, output}, print = {kind->print, output};
    double seconds = bench_pass(run, &put), printing = bench_pass(run, &print);

    for (int pass = 1; pass < BENCH_PASSES; pass++) {
        double again = bench_pass(run, &put), printing_again = bench_pass(run, &print);

        seconds = again < seconds ? again : seconds;
        printing = printing_again < printing ? printing_again : printing;
    }
    (void)printf("  %-6s %-32s %9.1f  M lines/s\n", "", kind->name, 1e-6 * LINES / seconds);
    return bench_bar(kind->name, printing / seconds, kind->bar, "times printf");
}

int main(void)
{
    struct rvt_output *output = NULL;
    bool good = true;

    if (rvt_output_open_memory((size_t)LINES * 128, &output) != RVT_OK)
        return 2;
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++)
        good &= is_same(&KINDS[i]) && measure(&KINDS[i], output);
    rvt_output_discard(output);
    return good ? 0 : 1;
}
