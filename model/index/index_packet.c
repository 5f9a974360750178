/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "index/index_packet.h"

#include "wire/encap.h"

enum { EXTEND_BIT = 7 };

void rvt_index_packets_init(struct rvt_index_packets *packets, const struct rvt_config *config)
{
    const struct rvt_encap_config *encap = &config->encap;
    bool aligned = config->switches.ts_align == RVT_TS_ALIGN_AFTER_SRCID_BYTE;

    packets->config = *config;
    packets->implicit_exception = config->options.implicit_exception;
    packets->direct =
        encap->framing != RVT_FRAMING_INDEXED && config->dialect.header == RVT_HEADER_STANDARD;
    packets->format_bit[0] = 8 + encap->srcid_bits + encap->type_bits;
    packets->format_bit[1] = packets->format_bit[0] + 8 * encap->timestamp_bytes;
    packets->time_bit = 8 + (aligned ? encap->srcid_bits / 8 * 8 : encap->srcid_bits);
}

/* width (<= 64) bits of the packet from bit at on, which are there. */
static uint64_t peek(const uint8_t *data, unsigned at, unsigned width)
{
    uint64_t value = 0;
    unsigned shift = at % 8, bytes = (shift + width + 7) / 8;

    data += at / 8;
    for (unsigned i = 0; i < bytes && i < 8; i++)
        value |= (uint64_t)data[i] << 8 * i;
    value >>= shift;
    if (bytes > 8)
        value |= (uint64_t)data[8] << (64 - shift);
    return value & rvt_mask(width);
}

static void read_inst(struct rvt_index_packets *packets, const struct rvt_payload *payload,
                      bool implicit_exception, struct rvt_index_saying *saying)
{
    struct rvt_diag none = {.status = RVT_OK};

    packets->config.options.implicit_exception = implicit_exception;
    enum rvt_status status =
        rvt_packet_read(&packets->config, payload->byte, payload->bytes, &saying->te_inst, &none);
    saying->is_te_inst = (status == RVT_OK || rvt_payload_only_padding(&packets->config, status)) &&
                         saying->te_inst.format == RVT_FORMAT_SYNC;
    if (saying->is_te_inst)
        saying->payload = *payload;
}

void rvt_index_packets_take(struct rvt_index_packets *packets, const struct rvt_encap *encap,
                            bool implicit_exception, struct rvt_index_saying *saying)
{
    const struct rvt_encap_config *config = &packets->config.encap;

    saying->is_te_inst = false;
    saying->has_time = encap->extend;
    saying->time = encap->timestamp;
    bool other = packets->direct && peek(encap->payload.byte, 0, 2) != RVT_FORMAT_SYNC;
    if (!other && (config->type_bits == 0 || encap->type == config->type_inst))
        read_inst(packets, &encap->payload, implicit_exception, saying);
}

/* Reads all of the packet. */
static void read_whole(struct rvt_index_packets *packets, const struct rvt_encap_view *view,
                       bool implicit_exception, struct rvt_index_saying *saying)
{
    struct rvt_encap encap;
    size_t used = 0;

    if (rvt_encap_read(&packets->config, view->data, view->bytes, &encap, &used, NULL) == RVT_OK)
        rvt_index_packets_take(packets, &encap, implicit_exception, saying);
}

void rvt_index_packets_read(struct rvt_index_packets *packets, const struct rvt_encap_view *view,
                            bool implicit_exception, struct rvt_index_saying *saying)
{
    bool extend = view->data[0] >> EXTEND_BIT != 0;
    unsigned at = packets->format_bit[extend], bits = 8u * view->bytes;

    saying->has_time = saying->is_te_inst = false;
    if (!packets->direct) {
        read_whole(packets, view, implicit_exception, saying);
        return;
    }
    /* a format that the packet leaves out copies its last bit */
    if (at + 2 > bits || peek(view->data, at, 2) == RVT_FORMAT_SYNC) {
        read_whole(packets, view, implicit_exception, saying);
        return;
    }
    saying->has_time = extend;
    if (extend)
        saying->time =
            peek(view->data, packets->time_bit, 8 * packets->config.encap.timestamp_bytes);
}
