/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "element/hart_elements.h"

#include <stdlib.h>
#include <string.h>

#include "draft/decoder_profile.h"
#include "element/hart_packets.h"
#include "element/hart_reports.h"
#include "wire/encap.h"

/* What the decoder of te_inst was called for. */
struct call {
    enum { CALL_NONE, CALL_PACKET, CALL_GAP, CALL_END } kind; /* NONE: no call waits */
    struct rvt_diag fault;        /* GAP: RVT_OK, or why its bytes are no packet */
    enum rvt_element_loss reason; /* GAP */
};

struct rvt_hart_elements {
    struct rvt_hart_elements_options options;
    struct rvt_config config;
    struct rvt_hart_packets *packets;
    struct rvt_decoder *decoder;
    struct rvt_data_decoder data;
    struct rvt_hart_reports reports;
    struct call call;
    uint64_t end;       /* index after the last byte of the capture */
    bool ending, ended; /* no more bytes; EO_TRACE was added */
};

/* ---- te_inst ---- */

/* What a complete call returned; diag has the packet, which may be an earlier one. */
static void take_status(struct rvt_hart_elements *hart, enum rvt_status status,
                        const struct rvt_diag *diag)
{
    if (status == RVT_OK || status == RVT_ERR_SINK)
        return;
    rvt_hart_reports_fault(&hart->reports, diag, diag->position);
    rvt_hart_reports_lose(&hart->reports, RVT_ELEMENT_LOSS_FAULT, diag->position);
}

/* What the decoder still deferred comes before a gap. */
static void end_gap(struct rvt_hart_elements *hart)
{
    uint64_t packet = hart->reports.ordinal - 1;

    if (hart->call.fault.status != RVT_OK)
        rvt_hart_reports_fault(&hart->reports, &hart->call.fault, packet);
    rvt_hart_reports_lose(&hart->reports, hart->call.reason, packet);
}

/* A call of the decoder returned status. Unless it waits, it is complete. */
static void conclude(struct rvt_hart_elements *hart, enum rvt_status status,
                     const struct rvt_diag *diag)
{
    if (status == RVT_WAIT)
        return;
    if (hart->call.kind == CALL_GAP)
        end_gap(hart);
    else
        take_status(hart, status, diag);
    if (hart->call.kind == CALL_END) {
        rvt_hart_reports_end(&hart->reports, hart->end);
        hart->ended = true;
    }
    hart->call.kind = CALL_NONE;
}

/* A gap in the place of a packet. fault: its bytes are there, but no packet. */
static void take_gap(struct rvt_hart_elements *hart, enum rvt_element_loss reason,
                     const struct rvt_diag *fault)
{
    hart->call = (struct call){.kind = CALL_GAP, .reason = reason};
    if (fault != NULL)
        hart->call.fault = *fault;
    rvt_hart_reports_count(&hart->reports);
    rvt_data_decoder_break(&hart->data);
    conclude(hart, rvt_decoder_break(hart->decoder), NULL);
}

static bool has_time(const struct rvt_config *config, const struct rvt_packet *packet)
{
    return packet->format == RVT_FORMAT_SYNC && packet->subformat != RVT_SUBFORMAT_SUPPORT &&
           rvt_time_bits(&config->params) > 0;
}

static void take_inst(struct rvt_hart_elements *hart, const struct rvt_payload *payload,
                      struct rvt_diag *diag)
{
    struct rvt_packet packet;
    enum rvt_status status = rvt_packet_read(rvt_decoder_config(hart->decoder), payload->byte,
                                             payload->bytes, &packet, diag);
    bool good = status == RVT_OK || rvt_payload_only_padding(&hart->config, status);

    if (hart->options.packet != NULL)
        hart->options.packet(hart->options.context, hart->reports.latest, payload,
                             good ? &packet : NULL, NULL);
    if (!good) {
        take_gap(hart, RVT_ELEMENT_LOSS_FAULT, diag);
        return;
    }
    if (has_time(&hart->config, &packet))
        rvt_hart_reports_time(&hart->reports, packet.time);
    if (status != RVT_OK)
        rvt_diag_clear(diag);
    rvt_hart_reports_count(&hart->reports);
    rvt_data_decoder_inst(&hart->data, &packet);
    hart->call.kind = CALL_PACKET;
    conclude(hart, rvt_decoder_packet(hart->decoder, &packet, diag), diag);
}

/* The last packet was taken. */
static void end(struct rvt_hart_elements *hart)
{
    struct rvt_diag diag = {.status = RVT_OK};

    rvt_hart_reports_begin(&hart->reports, hart->end);
    hart->call.kind = CALL_END;
    conclude(hart, rvt_decoder_finish(hart->decoder, &diag), &diag);
}

/* Goes on with the call that waits. */
static void go_on(struct rvt_hart_elements *hart)
{
    struct rvt_diag diag = {.status = RVT_OK};

    conclude(hart, rvt_decoder_flush(hart->decoder, &diag), &diag);
}

/* ---- packets ---- */

static void take_data(struct rvt_hart_elements *hart, const struct rvt_payload *payload,
                      struct rvt_diag *diag)
{
    struct rvt_data_packet packet;
    struct rvt_data_report report;
    bool reported = false;
    enum rvt_status status = rvt_data_read(&hart->config, payload->byte, payload->bytes,
                                           &hart->data.pending, &packet, diag);
    bool good = status == RVT_OK || rvt_payload_only_padding(&hart->config, status);

    if (hart->options.packet != NULL)
        hart->options.packet(hart->options.context, hart->reports.latest, payload, NULL,
                             good ? &packet : NULL);
    if (good) {
        rvt_diag_clear(diag);
        status = rvt_data_decoder_packet(&hart->data, &packet, &report, &reported, diag);
    } else {
        rvt_data_decoder_break(&hart->data);
    }
    if (status != RVT_OK)
        rvt_hart_reports_fault(&hart->reports, diag, hart->reports.ordinal);
    if (reported)
        rvt_hart_reports_access(&hart->reports, &report);
}

/* diag is clear. */
static void take_packet(struct rvt_hart_elements *hart, const struct rvt_encap *encap,
                        struct rvt_diag *diag)
{
    bool te_data = false;

    if (!rvt_encap_is_own(&hart->config, encap, &te_data))
        return;
    if (encap->extend)
        rvt_hart_reports_time(&hart->reports, encap->timestamp);
    if (te_data)
        take_data(hart, &encap->payload, diag);
    else
        take_inst(hart, &encap->payload, diag);
}

/* Takes the next packet or gap. False: there is none yet. */
static bool take_next(struct rvt_hart_elements *hart)
{
    struct rvt_encap_event event;
    struct rvt_diag diag;
    uint64_t index;

    rvt_diag_clear(&diag);
    enum rvt_encap_event_kind kind = rvt_hart_packets_next(hart->packets, &event, &index, &diag);
    if (kind == RVT_ENCAP_EVENT_NONE)
        return false;
    if (kind == RVT_ENCAP_EVENT_SKIPPED) {
        rvt_hart_reports_skip(&hart->reports, index, event.bytes);
        return true;
    }
    rvt_hart_reports_begin(&hart->reports, index);
    if (kind == RVT_ENCAP_EVENT_PACKET)
        take_packet(hart, &event.encap, &diag);
    else if (kind == RVT_ENCAP_EVENT_FAULT)
        take_gap(hart, RVT_ELEMENT_LOSS_FAULT, &diag);
    else
        take_gap(hart, RVT_ELEMENT_LOSS_CARRIER, NULL);
    return true;
}

/* Does the next step. False: there is none. */
static bool step(struct rvt_hart_elements *hart)
{
    if (hart->call.kind != CALL_NONE)
        go_on(hart);
    else if (take_next(hart))
        return true;
    else if (hart->ending && !hart->ended)
        end(hart);
    else
        return false;
    return true;
}

bool rvt_hart_elements_proceed(struct rvt_hart_elements *hart)
{
    bool more = true;

    while (more && hart->options.queue->response == RVT_RESP_CONT)
        more = step(hart);
    return more;
}

/* ---- the interface ---- */

static enum rvt_status open_parts(struct rvt_hart_elements *hart)
{
    const struct rvt_decoder_output output = rvt_hart_reports_output(&hart->reports);
    enum rvt_hart_carrier carrier = hart->options.tunnelled    ? RVT_HART_CARRIER_STP
                                    : hart->options.framed     ? RVT_HART_CARRIER_FRAMES
                                    : hart->options.mid_packet ? RVT_HART_CARRIER_RING
                                                               : RVT_HART_CARRIER_NONE;
    enum rvt_status status = rvt_hart_packets_open(&hart->config, carrier, &hart->packets);

    return status != RVT_OK ? status
                            : rvt_decoder_profile_open(&hart->config, hart->options.image, &output,
                                                       hart->options.step_limit, &hart->decoder);
}

/* Begins before the first byte. */
static void begin(struct rvt_hart_elements *hart)
{
    rvt_data_decoder_init(&hart->data, &hart->config);
    rvt_hart_reports_init(&hart->reports);
    hart->reports.decoder = hart->decoder;
    hart->call.kind = CALL_NONE;
    hart->ending = hart->ended = false;
    if (hart->options.mid_packet) { /* packets are missing: those before a sync packet are good */
        rvt_hart_reports_count(&hart->reports);
        (void)rvt_decoder_break(hart->decoder);
    }
}

enum rvt_status rvt_hart_elements_open(const struct rvt_hart_elements_options *options,
                                       struct rvt_hart_elements **hart)
{
    struct rvt_hart_elements *made = calloc(1, sizeof *made);

    if (made == NULL)
        return RVT_ERR_MEMORY;
    made->options = *options;
    made->config = *options->config;
    made->options.config = NULL; /* the copy is used */
    made->reports.params = &made->config.params;
    made->reports.xlen = rvt_image_xlen(options->image);
    made->reports.queue = options->queue;
    made->reports.id = options->id;
    enum rvt_status status = open_parts(made);
    if (status != RVT_OK) {
        rvt_hart_elements_close(made);
        return status;
    }
    begin(made);
    *hart = made;
    return RVT_OK;
}

void rvt_hart_elements_close(struct rvt_hart_elements *hart)
{
    if (hart == NULL)
        return;
    rvt_decoder_close(hart->decoder);
    rvt_hart_packets_close(hart->packets);
    free(hart);
}

void rvt_hart_elements_reset(struct rvt_hart_elements *hart)
{
    rvt_decoder_reset(hart->decoder);
    rvt_hart_packets_reset(hart->packets);
    begin(hart);
}

enum rvt_status rvt_hart_elements_feed(struct rvt_hart_elements *hart, const uint8_t *data,
                                       const uint64_t *index, size_t count)
{
    return rvt_hart_packets_feed(hart->packets, data, index, count);
}

enum rvt_status rvt_hart_elements_lose(struct rvt_hart_elements *hart,
                                       const struct rvt_finding *loss)
{
    return rvt_hart_packets_lose(hart->packets, loss);
}

enum rvt_status rvt_hart_elements_end(struct rvt_hart_elements *hart, uint64_t index)
{
    hart->ending = true;
    hart->end = index;
    return rvt_hart_packets_end(hart->packets, index);
}
