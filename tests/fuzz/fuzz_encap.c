/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Encapsulation: any bytes as a stream, under any configuration. The parser always advances, never
 * beyond the end. A packet that it reads is written again with the same meaning. Shows: ENC-004,
 * ENC-006
 */
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "wire/encap.h"

/* A payload that fills the packet to the last bit has no room for padding: only joint
 * compression can have sent it. */
static bool cannot_have_been_sent(const struct rvt_config *config, const struct rvt_encap *read)
{
    unsigned before = config->encap.srcid_bits % 8 + config->encap.type_bits;

    if (config->encap.framing == RVT_FRAMING_INDEXED) /* is read only */
        return true;
    return read->kind == RVT_ENCAP_NORMAL &&
           config->switches.encap_compress == RVT_ENCAP_COMPRESS_SEPARATE &&
           before + 8u * read->payload.bytes > RVT_PAYLOAD_BITS_MAX;
}

static void write_again(const struct rvt_config *config, const struct rvt_encap *read)
{
    uint8_t bytes[RVT_ENCAP_BYTES_MAX];
    struct rvt_encap again;
    struct rvt_diag diag;
    size_t count = 0, used = 0;

    rvt_diag_clear(&diag);
    FUZZ_EXPECT(rvt_encap_write(config, read, bytes, sizeof(bytes), &count, &diag) == RVT_OK);
    FUZZ_EXPECT(rvt_encap_read(config, bytes, count, &again, &used, &diag) == RVT_OK);
    FUZZ_EXPECT(used == count && again.kind == read->kind && again.flow == read->flow);
    if (read->kind != RVT_ENCAP_NORMAL)
        return;
    FUZZ_EXPECT(again.srcid == read->srcid && again.type == read->type);
    FUZZ_EXPECT(again.extend == read->extend && again.timestamp == read->timestamp);
    /* It may be compressed further, with the same meaning. */
    FUZZ_EXPECT(again.payload.bytes <= read->payload.bytes);
    for (unsigned i = 0; i < read->payload.bytes; i++) {
        uint8_t sign = (again.payload.byte[again.payload.bytes - 1] & 0x80) != 0 ? 0xff : 0;
        FUZZ_EXPECT((i < again.payload.bytes ? again.payload.byte[i] : sign) ==
                    read->payload.byte[i]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    struct rvt_config config;

    fuzz_config(&input, &config);
    while (input.left > 0) {
        struct rvt_encap encap;
        struct rvt_diag diag;
        size_t used = 0;

        rvt_diag_clear(&diag);
        enum rvt_status status =
            rvt_encap_read(&config, input.data, input.left, &encap, &used, &diag);
        size_t reported = rvt_encap_peek_bytes(&config, input.data[0]);
        FUZZ_EXPECT(status == RVT_OK ? reported == used : reported == 0 || reported > input.left);
        if (status == RVT_OK && cannot_have_been_sent(&config, &encap)) {
            FUZZ_EXPECT(used > 0 && used <= input.left);
        } else if (status == RVT_OK) {
            FUZZ_EXPECT(used > 0 && used <= input.left);
            write_again(&config, &encap);
        } else {
            fuzz_explained(status, &diag);
            used = 1;
        }
        input.data += used;
        input.left -= used;
    }
    return 0;
}
