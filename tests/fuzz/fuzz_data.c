/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * te_data: any bytes as a sequence of payloads, under any configuration. A packet that was read is
 * written and read again with the same meaning, unless split atomics share a code and only the
 * received length distinguishes them (AMB-170). The decoder accepts it or reports why not. Shows:
 * ETR-DAT-011
 */
#include <string.h>

#include "decoder/data_decoder.h"
#include "tests/fuzz/fuzz.h"
#include "wire/data.h"

static void write_again(const struct rvt_config *config, const struct rvt_data_packet *packet,
                        const struct rvt_data_pending *before)
{
    struct rvt_data_pending pending = *before;
    struct rvt_data_packet again;
    struct rvt_payload payload;
    struct rvt_diag diag;
    bool shared = config->switches.dat_split_atomic_rsp == RVT_DATA_ATOMIC;

    rvt_diag_clear(&diag);
    FUZZ_EXPECT(rvt_data_write(config, packet, &payload, &diag) == RVT_OK);
    FUZZ_EXPECT(payload.bytes == (payload.bits + 7u) / 8 && payload.bits <= payload.bits_full);
    if (shared && config->switches.dat_signalling == RVT_DAT_SPLIT)
        return;
    FUZZ_EXPECT(rvt_data_read(config, payload.byte, payload.bytes, &pending, &again, &diag) ==
                RVT_OK);
    FUZZ_EXPECT(memcmp(packet, &again, sizeof(again)) == 0);
}

/* A payload: its length, then its bytes. */
static void take_payload(struct fuzz_input *input, struct rvt_data_decoder *decoder)
{
    size_t bytes = fuzz_byte(input) % (RVT_PAYLOAD_BYTES_MAX + 1u);
    const uint8_t *data = input->data;
    struct rvt_data_pending before = decoder->pending;
    struct rvt_data_packet packet;
    struct rvt_data_report report;
    struct rvt_diag diag;
    bool reported = false;

    bytes = bytes < input->left ? bytes : input->left;
    input->data += bytes;
    input->left -= bytes;
    rvt_diag_clear(&diag);
    enum rvt_status status =
        rvt_data_read(decoder->config, data, bytes, &decoder->pending, &packet, &diag);
    if (status == RVT_OK)
        write_again(decoder->config, &packet, &before);
    if (status == RVT_OK)
        status = rvt_data_decoder_packet(decoder, &packet, &report, &reported, &diag);
    else
        rvt_data_decoder_break(decoder);
    if (status != RVT_OK)
        fuzz_explained(status, &diag);
    else if (reported)
        FUZZ_EXPECT(rvt_dtype_name(report.dtype) != NULL);
}

/* A synchronisation packet of the instruction trace. */
static void synchronise(struct rvt_data_decoder *decoder)
{
    static const struct rvt_packet sync = {.format = RVT_FORMAT_SYNC,
                                           .subformat = RVT_SUBFORMAT_START};

    rvt_data_decoder_inst(decoder, &sync);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    struct rvt_config config;
    struct rvt_data_decoder decoder;

    fuzz_config(&input, &config);
    rvt_data_decoder_init(&decoder, &config);
    synchronise(&decoder);
    while (input.left > 0) {
        if (fuzz_byte(&input) % 8 == 0)
            synchronise(&decoder);
        take_payload(&input, &decoder);
    }
    return 0;
}
