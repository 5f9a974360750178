/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "wire/payload.h"

/* Sets the bits from bits (>= 1) up to the end of their word to copies of the bit before them. */
static void sign_extend_word(struct rvt_payload *payload, size_t bits)
{
    uint8_t *word = payload->byte + (bits - 1) / 64 * 8;

    rvt_words_store(word, rvt_sign_extend(rvt_words_load(word), (unsigned)((bits - 1) % 64 + 1)));
}

/* Clears the bytes from byte on, of which those after the word of bit full are 0. */
static void clear_from(struct rvt_payload *payload, size_t byte, size_t full)
{
    size_t first = byte / 8 * 8;
    uint64_t kept = rvt_words_load(payload->byte + first) & rvt_mask((unsigned)(byte % 8 * 8));

    rvt_words_store(payload->byte + first, kept);
    for (size_t i = first + 8; 8 * i < full; i += 8)
        rvt_words_store(payload->byte + i, 0);
}

void rvt_payload_finish(const struct rvt_config *config, struct rvt_payload *payload, size_t full,
                        size_t keep)
{
    size_t kept = rvt_bits_compressed(payload->byte, full, keep);

    payload->bits_full = (uint16_t)full;
    payload->bits = (uint16_t)kept;
    payload->bytes = (uint8_t)((kept + 7) / 8);
    if (config->dialect.padding != RVT_PADDING_ZERO) /* else they were cleared */
        sign_extend_word(payload, full);
    clear_from(payload, payload->bytes, full);
}

enum rvt_status rvt_payload_check_padding(const struct rvt_config *config, const uint8_t *data,
                                          size_t bytes, size_t full, struct rvt_diag *diag)
{
    bool fresh = diag && diag->status == RVT_OK;
    bool zero = config->dialect.padding == RVT_PADDING_ZERO;
    unsigned used = (unsigned)(full % 8);
    unsigned sign, padding;

    if (config->dialect.padding == RVT_PADDING_ANY)
        return RVT_OK;
    if (bytes > (full + 7) / 8) {
        rvt_diag_set(diag, RVT_ERR_TRAILING, "payload", bytes, "ETR-DEC-018",
                     "%zu bytes for a packet of %zu bits", bytes, full);
    } else if (8 * bytes <= full) {
        return RVT_OK;
    } else {
        sign = zero ? 0 : (unsigned)data[full / 8] >> (used - 1) & 1;
        padding = (unsigned)data[full / 8] >> used;
        if (padding == (sign ? 0xffu >> used : 0))
            return RVT_OK;
        rvt_diag_set(diag, RVT_ERR_TRAILING, "payload", padding, "ETR-CMP-005",
                     zero ? "padding 0x%x is not 0"
                          : "padding 0x%x does not repeat the last bit of the packet",
                     padding);
    }
    if (fresh)
        diag->bit = (unsigned)full;
    return RVT_ERR_TRAILING;
}
