/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Byte streams of draft 0.026: bytes of zero are filling, and align. */
#include "tests/unit/scratch.h"

#include "io/stream.h"

TestSuite(draft_stream, .init = scratch_init, .fini = scratch_fini);

static struct rvt_config draft_config(void)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_DRAFT_0_026);
    config.encap.srcid_bits = 8;
    config.encap.timestamp_bytes = 2;
    return config;
}

static struct rvt_stream *opened(const uint8_t *bytes, size_t count,
                                 const struct rvt_config *config)
{
    struct rvt_stream *stream = NULL;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    cr_assert(eq(int,
                 (int)rvt_stream_open(scratch_bytes("s.bin", bytes, count), config,
                                      RVT_STREAM_ENCAP, &stream, &diag),
                 RVT_OK));
    return stream;
}

/* Shows: DRF-014 */
Test(draft_stream, a_byte_of_zero_is_filling)
{
    /* F2: length 1, index 5; then with a time tag of 0x1234 */
    static const uint8_t bytes[] = {0x00, 0x01, 0x05, 0x22, 0x00, 0x81, 0x05, 0x34, 0x12, 0x22};
    static const struct {
        enum rvt_encap_kind kind;
        uint64_t position, timestamp;
    } want[] = {{RVT_ENCAP_NULL_IDLE, 0, 0},
                {RVT_ENCAP_NORMAL, 1, 0},
                {RVT_ENCAP_NULL_IDLE, 4, 0},
                {RVT_ENCAP_NORMAL, 5, 0x1234}};
    struct rvt_config config = draft_config();
    struct rvt_stream *stream = opened(bytes, sizeof bytes, &config);

    for (size_t i = 0; i < sizeof want / sizeof want[0]; ++i) {
        struct rvt_stream_item item;
        struct rvt_diag diag;
        bool end = false;
        rvt_diag_clear(&diag);
        cr_assert(eq(int, (int)rvt_stream_read(stream, &item, &end, &diag), RVT_OK));
        cr_assert(not(end));
        cr_expect(eq(int, (int)item.encap.kind, (int)want[i].kind));
        cr_expect(eq(u64, item.position, want[i].position));
        cr_expect(eq(u64, item.encap.timestamp, want[i].timestamp));
        cr_expect(eq(uint, item.encap.srcid, want[i].kind == RVT_ENCAP_NORMAL ? 5 : 0));
    }
    rvt_stream_close(stream);
}

/* After a byte that is no header, thirty-two bytes of zero align the stream, whatever its index
 * and time tag. Shows: DRF-014 */
Test(draft_stream, a_run_of_thirty_two_zeros_aligns)
{
    for (unsigned zeros = 31; zeros <= 32; ++zeros) {
        struct rvt_config config = draft_config();
        uint8_t bytes[64] = {0x20, 0x01, 0x05}; /* length 0, flow 1 */
        struct rvt_stream_item item;
        struct rvt_diag diag;
        bool end = false;

        bytes[3 + zeros] = 0x01;
        bytes[4 + zeros] = 0x05;
        bytes[5 + zeros] = 0x22;
        struct rvt_stream *stream = opened(bytes, 6 + zeros, &config);
        rvt_diag_clear(&diag);
        cr_expect(eq(int, (int)rvt_stream_read(stream, &item, &end, &diag), RVT_ERR_RESERVED));
        cr_expect(eq(str, (char *)(uintptr_t)diag.clause, (char *)(uintptr_t) "DRF-014"));
        rvt_diag_clear(&diag);
        cr_assert(eq(int, (int)rvt_stream_read(stream, &item, &end, &diag), RVT_OK));
        cr_expect(eq(int, end, zeros == 31));
        if (!end) {
            cr_expect(eq(u64, item.position, 3 + zeros));
            cr_expect(eq(u8, item.encap.payload.byte[0], 0x22));
        }
        rvt_stream_close(stream);
    }
}
