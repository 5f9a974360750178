/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Captures of any bytes, plain, in formatter frames, or in SyS-T on STP, under any configuration:
 * every fault is explained, and the packets, faults, losses and findings do not depend on the
 * pieces that are fed. Shows: ENC-012, ENC-017
 */
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "transport/carrier/packet_stream.h"

struct result {
    uint64_t events, findings; /* digests */
};

static void digest(uint64_t *sum, uint64_t value)
{
    *sum = (*sum ^ value) * UINT64_C(0x100000001b3);
}

static void on_packet(void *context, const struct rvt_encap_event *event)
{
    struct result *result = context;

    digest(&result->events, event->position);
    digest(&result->events, event->encap.kind);
    digest(&result->events, event->encap.srcid);
    digest(&result->events, event->encap.payload.bytes);
    for (unsigned i = 0; i < event->encap.payload.bytes; i++)
        digest(&result->events, event->encap.payload.byte[i]);
}

static void on_fault(void *context, enum rvt_encap_event_kind kind, const struct rvt_diag *diag)
{
    struct result *result = context;

    fuzz_explained(diag->status, diag);
    FUZZ_EXPECT(kind == RVT_ENCAP_EVENT_FAULT || diag->status == RVT_ERR_SEQUENCE);
    digest(&result->events, kind);
    digest(&result->events, diag->position);
    digest(&result->events, (uint64_t)diag->clause[4]);
    digest(&result->events, (uint64_t)diag->clause[6]);
}

static void on_finding(void *context, const struct rvt_finding *finding)
{
    struct result *result = context;

    digest(&result->findings, finding->rule);
    digest(&result->findings, finding->byte);
}

static struct result run(const struct rvt_config *config, enum rvt_carrier carrier,
                         const uint8_t *data, size_t size, size_t piece)
{
    struct result result = {.events = 0};
    const struct rvt_packet_stream_output output = {
        .packet = on_packet, .fault = on_fault, .context = &result};
    struct rvt_packet_stream *stream = NULL;

    FUZZ_EXPECT(rvt_packet_stream_open(config, carrier, on_finding, &result, &stream) == RVT_OK);
    for (size_t at = 0; at < size; at += piece)
        FUZZ_EXPECT(rvt_packet_stream_push(stream, data + at, size - at < piece ? size - at : piece,
                                           &output) == RVT_OK);
    FUZZ_EXPECT(rvt_packet_stream_finish(stream, &output) == RVT_OK);
    rvt_packet_stream_close(stream);
    return result;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    struct rvt_config config;
    uint8_t head = fuzz_byte(&input), pieces = fuzz_byte(&input);
    enum rvt_carrier carrier = head % 3 == 0   ? RVT_CARRIER_NONE
                               : head % 3 == 1 ? RVT_CARRIER_FRAME
                                               : RVT_CARRIER_STP;

    fuzz_config(&input, &config);
    config.transport.frame_stream = (head & 4) != 0;
    struct result whole = run(&config, carrier, input.data, input.left, input.left + 1);
    struct result cut = run(&config, carrier, input.data, input.left, 1 + (size_t)(pieces & 63));
    FUZZ_EXPECT(cut.events == whole.events && cut.findings == whole.findings);
    return 0;
}
