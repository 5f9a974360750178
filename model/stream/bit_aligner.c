/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "stream/bit_aligner.h"

#include "stream/sync_sequence.h"

void rvt_bit_aligner_init(struct rvt_bit_aligner *aligner, const struct rvt_encap_config *config)
{
    *aligner = (struct rvt_bit_aligner){.needed = 8u * rvt_encap_null_run(config) + 7,
                                        .sure = config->timestamp_bytes > 0};
}

static unsigned zeros_below(unsigned byte)
{
    unsigned count = 0;

    for (; count < 8 && (byte >> count & 1) == 0; count++)
        ;
    return count;
}

static unsigned zeros_above(unsigned byte)
{
    unsigned count = 0;

    for (; count < 8 && (byte >> (7 - count) & 1) == 0; count++)
        ;
    return count;
}

/*
 * Whether a run of zeros that ends with a 1 ends a synchronisation sequence. Without timestamps, a
 * packet of zeros and a header that begins with four more make as many zeros. Then the known
 * boundary wins, unless more zeros contradict it.
 */
static bool ends_sequence(const struct rvt_bit_aligner *aligner, uint64_t zeros, bool on_boundary)
{
    return zeros > aligner->needed ||
           (zeros == aligner->needed &&
            (aligner->sure || !aligner->aligned || aligner->doubt || on_boundary));
}

size_t rvt_bit_aligner_take(struct rvt_bit_aligner *aligner, const uint8_t *data, size_t bytes,
                            uint8_t *out, size_t capacity, size_t *count, bool *begins)
{
    size_t at = 0, written = 0;

    *begins = false;
    while (at < bytes && written < capacity && !*begins) {
        unsigned byte = data[at], below = zeros_below(byte);
        bool on_boundary = aligner->aligned && (aligner->have + below) % 8 == 7;
        uint64_t zeros = aligner->zeros + below;

        if (written > 0 && zeros == aligner->needed)
            break;
        at++;
        *begins = byte != 0 && ends_sequence(aligner, zeros, on_boundary);
        aligner->zeros = byte == 0 ? aligner->zeros + 8 : zeros_above(byte);
        if (aligner->aligned && (!*begins || on_boundary)) {
            out[written++] = (uint8_t)(aligner->rest | byte << aligner->have);
            aligner->rest = byte >> (8 - aligner->have);
        }
        if (*begins) {
            aligner->rest = byte >> (below + 1);
            aligner->have = 7 - below;
            aligner->aligned = true;
            aligner->doubt = false;
        }
        aligner->bytes++;
    }
    *count = written;
    return at;
}

uint64_t rvt_bit_aligner_position(const struct rvt_bit_aligner *aligner)
{
    return aligner->bytes - (aligner->have > 0);
}
