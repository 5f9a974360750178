/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The framing with an index (AMB-150): a byte that counts the bytes of the packet, itself
 * included, an index of 16 bits, the payload. Each gap in the index is reported once. */
#include "tests/unit/scratch.h"

#include "base/text.h"
#include "io/stream.h"

TestSuite(stream_indexed, .init = scratch_init, .fini = scratch_fini);

enum { BYTES_MAX = 120 };

/* The result of reading: indices in order, "lost N/M" for N packets and M bytes that are
 * missing, "?" for a fault. */
struct row {
    const char *name, *text;
    unsigned block_bytes, bytes;
    uint8_t byte[BYTES_MAX];
};

#define BYTES(...)    .bytes = sizeof((uint8_t[]){__VA_ARGS__}), .byte = {__VA_ARGS__}
#define PACKET(index) 5, (index)&0xff, (index) >> 8, 0x1f, 0x00
#define NULLS         0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0

static struct rvt_config indexed(void)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.encap.framing = RVT_FRAMING_INDEXED;
    return config;
}

static void add_item(struct rvt_text *text, const struct rvt_stream_item *item,
                     enum rvt_status status, const struct rvt_diag *diag)
{
    const char *colon = strchr(diag->text, ':');
    unsigned packets = 0, bytes = 0;

    if (status == RVT_OK && item->encap.kind == RVT_ENCAP_NORMAL)
        rvt_text_add(text, " %u", item->encap.index);
    if (status == RVT_OK)
        return;
    cr_expect_str_eq(diag->clause, strstr(diag->text, "block") != NULL ? "ENC-017" : "AMB-150");
    cr_expect_str_eq(diag->unit, "byte");
    if (status == RVT_ERR_SEQUENCE && colon != NULL &&
        sscanf(colon, ": packets missing: %u, bytes skipped: %u", &packets, &bytes) == 2)
        rvt_text_add(text, " lost %u/%u@%u", packets, bytes, (unsigned)diag->position);
    else
        rvt_text_add(text, " ?");
}

static void expect_row(const struct row *row)
{
    struct rvt_config config = indexed();
    struct rvt_stream_item item = {0};
    struct rvt_stream *stream;
    struct rvt_text text;
    char out[400];
    bool end = false;

    config.encap.block_bytes = row->block_bytes;
    rvt_text_init(&text, out, sizeof out);
    cr_assert(rvt_stream_open(scratch_bytes("s.bin", row->byte, row->bytes), &config,
                              RVT_STREAM_ENCAP, &stream, NULL) == RVT_OK);
    for (unsigned reads = 0; !end && reads < 2 * BYTES_MAX; reads++) {
        struct rvt_diag diag;
        rvt_diag_clear(&diag);
        enum rvt_status status = rvt_stream_read(stream, &item, &end, &diag);
        if (!end)
            add_item(&text, &item, status, &diag);
    }
    cr_expect(end, "%s", row->name);
    cr_expect_str_eq(out[0] == ' ' ? out + 1 : out, row->text, "%s: %s, not %s", row->name, out,
                     row->text);
    rvt_stream_close(stream);
}

Test(stream_indexed, missing_packets_are_reported)
{
    static const struct row table[] = {
        {"in order, from any index on", "7 8 9", BYTES(PACKET(7), PACKET(8), NULLS, PACKET(9))},
        {"the index begins anew", "65535 0", BYTES(PACKET(65535), PACKET(0))},
        {"one is missing", "7 lost 1/0@5 9 10", BYTES(PACKET(7), PACKET(9), PACKET(10))},
        {"many, over the end of the index", "65000 lost 1000/0@5 465",
         BYTES(PACKET(65000), PACKET(465))},
        {"twice", "1 lost 2/0@5 4 lost 1/0@10 6", BYTES(PACKET(1), PACKET(4), PACKET(6))},
        {"repeated: all but one of the 65536", "7 lost 65535/0@5 7 8",
         BYTES(PACKET(7), PACKET(7), PACKET(8))},
        {"an unreadable one: with the bytes of it", "7 ? lost 1/5@24 9",
         BYTES(PACKET(7), 0xe5, 8, 1, 0x1f, 0x20, NULLS, PACKET(9))},
        {"then one without", "7 ? lost 1/5@24 9 lost 1/0@29 11",
         BYTES(PACKET(7), 0xe5, 8, 1, 0x1f, 0x20, NULLS, PACKET(9), PACKET(11))},
        {"bytes that are no packet, and none is missing", "7 ? 8",
         BYTES(PACKET(7), 0xff, 0xff, NULLS, PACKET(8))},
        {"a packet that goes beyond its block is none, the next is in the next block",
         "7 ? lost 1/7@12 9 10", .block_bytes = 12,
         BYTES(PACKET(7), 9, 8, 0, 0x1f, 0, 0, 0, PACKET(9), PACKET(10))},
        {"at the end it is unknown", "7 ?", BYTES(PACKET(7), 5, 8)},
    };

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        expect_row(&table[i]);
}
