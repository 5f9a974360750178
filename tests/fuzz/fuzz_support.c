/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Support packets under any layout of a configuration: a packet that was read is written and read
 * again with the same values. Shows: ETR-FMT-005
 */
#include <string.h>

#include "base/config_check.h"
#include "tests/fuzz/fuzz.h"
#include "wire/packet.h"

/* A layout from the input: each byte is a field and a width. */
static void take_layout(struct fuzz_input *input, struct rvt_config *config)
{
    struct rvt_config trial = *config;
    struct rvt_support_layout *layout = &trial.support_layout;
    unsigned count = fuzz_byte(input) % (RVT_SUPPORT_PLACES_MAX - 1);

    trial.switches.support_layout = RVT_SUPPORT_OWN;
    layout->place[layout->count++] = (struct rvt_support_place){RVT_SUPPORT_IENABLE, 1};
    layout->place[layout->count++] = (struct rvt_support_place){RVT_SUPPORT_QUAL_STATUS, 2};
    for (unsigned i = 0; i < count; i++) {
        uint8_t byte = fuzz_byte(input);
        layout->place[layout->count++] = (struct rvt_support_place){
            (enum rvt_support_field)(byte % RVT_SUPPORT_FIELDS), 1 + byte / 16u};
        if (rvt_config_check(&trial, NULL) != RVT_OK)
            layout->count--;
    }
    if (rvt_config_check(&trial, NULL) == RVT_OK)
        *config = trial;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    struct rvt_config config;
    struct rvt_packet packet, again;
    struct rvt_payload payload;
    struct rvt_diag diag;
    uint8_t bytes[RVT_PAYLOAD_BYTES_MAX];

    fuzz_config(&input, &config);
    take_layout(&input, &config);
    size_t count = input.left < sizeof(bytes) ? input.left : sizeof(bytes);
    memcpy(bytes, input.data, count);
    if (count > 0)
        bytes[0] |= 0xf; /* format 3, subformat 3 */
    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_packet_read(&config, bytes, count, &packet, &diag);
    if (status != RVT_OK) {
        fuzz_explained(status, &diag);
        return 0;
    }
    FUZZ_EXPECT(packet.format == RVT_FORMAT_SYNC && packet.subformat == RVT_SUBFORMAT_SUPPORT);
    if (rvt_packet_write(&config, &packet, &payload, &diag) != RVT_OK)
        return 0; /* a layout beyond 248 bits */
    FUZZ_EXPECT(rvt_packet_read(&config, payload.byte, payload.bytes, &again, &diag) == RVT_OK);
    FUZZ_EXPECT(memcmp(&packet.support, &again.support, sizeof(packet.support)) == 0);
    return 0;
}
