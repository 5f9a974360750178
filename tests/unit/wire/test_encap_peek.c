/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What a packet's first bytes show, and what reading it gives, for every width of srcID, every
 * timestamp, type and alignment. Shows: ENC-002, ENC-004, ENC-005, ENC-015 */
#include "tests/unit/checks.h"
#include "tests/unit/random.h"

#include "base/bits.h"
#include "base/config_check.h"
#include "wire/encap.h"

static void compare(const struct rvt_config *config, uint64_t *state)
{
    uint8_t data[RVT_ENCAP_BYTES_MAX];
    struct rvt_encap encap;
    size_t used = 0;

    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)next_random(state);
    size_t peeked = rvt_encap_peek_bytes(config, data[0]);
    enum rvt_status status = rvt_encap_read(config, data, sizeof data, &encap, &used, NULL);
    cr_expect(eq(int, status == RVT_OK, peeked > 0), "header %02x", data[0]);
    if (status != RVT_OK)
        return;
    cr_expect(eq(sz, peeked, used));
    if (encap.kind != RVT_ENCAP_NORMAL)
        return;
    cr_expect(eq(uint, rvt_encap_peek_srcid(config, data), encap.srcid),
              "%u bits, header %02x, %u bytes of time", config->encap.srcid_bits, data[0],
              config->encap.timestamp_bytes);
    cr_expect(encap.srcid <= rvt_mask(config->encap.srcid_bits));
}

Test(encap_peek, the_source_of_every_packet)
{
    uint64_t state = 1;

    for (unsigned bits = 0; bits <= 16; bits++)
        for (unsigned time = 0; time <= 8; time++)
            for (unsigned align = 0; align < 2; align++) {
                struct rvt_config config;

                rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
                config.encap = (struct rvt_encap_config){
                    .srcid_bits = bits, .timestamp_bytes = time, .type_bits = bits % 3};
                config.switches.ts_align = (enum rvt_ts_align)align;
                for (unsigned i = 0; i < 200; i++)
                    compare(&config, &state);
            }
}
