/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * te_inst: any bytes as a payload, under any configuration. A packet that was read is written and
 * read again with the same meaning; a fault is explained. Shows: ETR-CMP-003, ETR-DEC-018
 */
#include <string.h>

#include "check/difference.h"
#include "tests/fuzz/fuzz.h"
#include "wire/packet.h"

static void count_bits(void *context, const char *name, uint64_t value, unsigned width,
                       size_t at_bit)
{
    size_t *bits = context;

    (void)name;
    (void)value;
    FUZZ_EXPECT(at_bit == *bits);
    *bits += width;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    struct rvt_config config;
    struct rvt_packet packet, again;
    struct rvt_payload payload;
    struct rvt_diag diag;
    size_t bits = 0;

    fuzz_config(&input, &config);
    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_packet_read(&config, input.data, input.left, &packet, &diag);
    if (status != RVT_OK) {
        fuzz_explained(status, &diag);
        return 0;
    }
    FUZZ_EXPECT(rvt_packet_name(&packet) != NULL);
    FUZZ_EXPECT(rvt_packet_visit(&config, &packet, count_bits, &bits) == RVT_OK);
    FUZZ_EXPECT(rvt_packet_write(&config, &packet, &payload, &diag) == RVT_OK);
    FUZZ_EXPECT(payload.bits_full == bits && payload.bits <= bits);
    FUZZ_EXPECT(payload.bytes == (payload.bits + 7u) / 8);
    FUZZ_EXPECT(rvt_packet_read(&config, payload.byte, payload.bytes, &again, &diag) == RVT_OK);
    FUZZ_EXPECT(memcmp(&packet, &again, sizeof(packet)) == 0);
    return 0;
}
