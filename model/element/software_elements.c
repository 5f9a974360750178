/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "element/software_elements.h"

#include <stdlib.h>
#include <string.h>

#include "element/byte_indices.h"
#include "transport/syst/syst_stream.h"

struct rvt_software_elements {
    struct rvt_software_elements_options options;
    struct rvt_syst_stream *stream;
    struct rvt_byte_indices indices;
    uint64_t packets;             /* of STP */
    uint64_t end;                 /* nibble after the latest packet */
    bool began, synchronised;     /* the first element was added; ASYNC came since a loss */
    bool losing;                  /* frames lost bytes after the nibbles that come now */
    enum rvt_element_loss reason; /* not synchronised: why */
};

uint64_t rvt_software_elements_index(const struct rvt_software_elements *software, uint64_t nibble)
{
    return rvt_byte_indices_find(&software->indices, nibble / 2);
}

static struct rvt_element element_at(const struct rvt_software_elements *software,
                                     enum rvt_element_kind kind, uint64_t nibble)
{
    return (struct rvt_element){.kind = kind,
                                .id = software->options.id,
                                .index = rvt_software_elements_index(software, nibble),
                                .packet = software->packets};
}

static void add(struct rvt_software_elements *software, const struct rvt_element *element)
{
    rvt_element_queue_add(software->options.queue, element);
}

static void lose(struct rvt_software_elements *software, enum rvt_element_loss reason,
                 uint64_t nibble)
{
    struct rvt_element element = element_at(software, RVT_ELEMENT_NO_SYNC, nibble);

    if (software->began && !software->synchronised)
        return;
    software->began = true;
    software->synchronised = false;
    element.loss.reason = software->reason = reason;
    add(software, &element);
}

static void begin(struct rvt_software_elements *software, uint64_t nibble)
{
    if (!software->began)
        lose(software, RVT_ELEMENT_LOSS_START, nibble);
}

static void synchronise(struct rvt_software_elements *software, uint64_t nibble)
{
    struct rvt_element element = element_at(software, RVT_ELEMENT_TRACE_ON, nibble);

    if (software->synchronised)
        return;
    software->synchronised = true;
    element.trace_on.reason = software->reason == RVT_ELEMENT_LOSS_START
                                  ? RVT_ELEMENT_TRACE_ON_START
                                  : RVT_ELEMENT_TRACE_ON_RESTART;
    add(software, &element);
}

/* A packet with data, a flag or a trigger. */
static void add_packet(struct rvt_software_elements *software, const struct rvt_stp_event *event,
                       const struct rvt_stp_form *form)
{
    struct rvt_element element = element_at(software, RVT_ELEMENT_SWTRACE, event->at);
    uint8_t payload[8];
    size_t bytes = ((size_t)form->payload_nibbles + 1) / 2;

    if (form->kind == RVT_STP_KIND_TRIGGER) {
        element.kind = RVT_ELEMENT_EVENT;
        element.event.type = RVT_ELEMENT_EVENT_TRIGGER;
        add(software, &element);
        return;
    }
    for (size_t i = 0; i < bytes; i++)
        payload[i] = (uint8_t)(event->packet.payload >> 8 * i);
    element.swtrace = (struct rvt_element_swtrace){.master = event->master,
                                                   .channel = event->channel,
                                                   .marker = form->marker,
                                                   .flag = form->kind == RVT_STP_KIND_FLAG,
                                                   .has_time = event->timed,
                                                   .time_trusted = event->trusted,
                                                   .time = event->timed ? event->time : 0,
                                                   .payload = payload,
                                                   .bytes = bytes};
    if (element.swtrace.flag)
        element.swtrace.bytes = 0;
    add(software, &element);
}

static void take_lost(struct rvt_software_elements *software, const struct rvt_stp_event *event)
{
    lose(software, software->losing ? RVT_ELEMENT_LOSS_CARRIER : RVT_ELEMENT_LOSS_FAULT, event->at);
}

static void take_packet(void *context, const struct rvt_stp_event *event)
{
    struct rvt_software_elements *software = context;
    const struct rvt_stp_form *form = event->lost ? NULL : rvt_stp_form(event->packet.opcode);

    if (software->options.packet != NULL && event->nibbles > 0)
        software->options.packet(software->options.context, event);
    begin(software, event->at);
    if (event->lost)
        take_lost(software, event);
    else
        synchronise(software, event->at);
    if (form != NULL && (form->kind == RVT_STP_KIND_TRIGGER ||
                         (!software->options.messages &&
                          (form->kind == RVT_STP_KIND_DATA || form->kind == RVT_STP_KIND_FLAG))))
        add_packet(software, event, form);
    software->packets += event->nibbles > 0;
    software->end = event->at + event->nibbles;
}

static void take_message(void *context, const struct rvt_syst_arrival *arrival)
{
    struct rvt_software_elements *software = context;
    const struct rvt_sequence_message *raw = arrival->raw;
    struct rvt_element element = element_at(software, RVT_ELEMENT_SWTRACE, raw->at);

    if (!software->options.messages)
        return;
    element.swtrace = (struct rvt_element_swtrace){.master = raw->master,
                                                   .channel = raw->channel,
                                                   .message = true,
                                                   .marker = raw->ending != RVT_SEQUENCE_FLAG,
                                                   .has_time = true,
                                                   .time_trusted = raw->trusted,
                                                   .time = raw->time,
                                                   .payload = raw->byte,
                                                   .bytes = raw->bytes};
    add(software, &element);
}

/* Without messages, the data need not be SyS-T. */
static bool concerns(const struct rvt_software_elements *software, enum rvt_rule rule)
{
    return software->options.messages || (rule >= RVT_RULE_STP_001 && rule <= RVT_RULE_STP_015);
}

static void take_finding(void *context, const struct rvt_finding *finding)
{
    struct rvt_software_elements *software = context;
    struct rvt_finding placed = *finding;

    if (software->options.finding == NULL || !concerns(software, finding->rule))
        return;
    placed.byte = rvt_byte_indices_find(&software->indices, finding->byte);
    software->options.finding(software->options.context, &placed);
}

static enum rvt_status open_stream(struct rvt_software_elements *software)
{
    const struct rvt_syst_stream_config config = {.stp = software->options.stp,
                                                  .syst = {.sbd = true}};
    const struct rvt_syst_stream_sinks sinks = {.message = take_message,
                                                .finding = take_finding,
                                                .packet = take_packet,
                                                .context = software};

    return rvt_syst_stream_open(&config, &sinks, &software->stream);
}

enum rvt_status rvt_software_elements_open(const struct rvt_software_elements_options *options,
                                           struct rvt_software_elements **software)
{
    struct rvt_software_elements *made = calloc(1, sizeof *made);

    if (made == NULL)
        return RVT_ERR_MEMORY;
    made->options = *options;
    enum rvt_status status = open_stream(made);
    if (status != RVT_OK) {
        free(made);
        return status;
    }
    *software = made;
    return RVT_OK;
}

void rvt_software_elements_close(struct rvt_software_elements *software)
{
    if (software == NULL)
        return;
    rvt_syst_stream_close(software->stream);
    free(software);
}

void rvt_software_elements_reset(struct rvt_software_elements *software)
{
    rvt_syst_stream_reset(software->stream);
    software->indices.runs = software->indices.next = software->indices.end = 0;
    software->packets = software->end = 0;
    software->began = software->synchronised = software->losing = false;
}

enum rvt_status rvt_software_elements_feed(struct rvt_software_elements *software,
                                           const uint8_t *data, const uint64_t *index, size_t count)
{
    if (index != NULL)
        rvt_byte_indices_add(&software->indices, index, count);
    return rvt_syst_stream_bytes(software->stream, data, count);
}

enum rvt_status rvt_software_elements_lose(struct rvt_software_elements *software)
{
    software->losing = true;
    enum rvt_status status = rvt_syst_stream_lose(software->stream);
    software->losing = false;
    return status;
}

enum rvt_status rvt_software_elements_end(struct rvt_software_elements *software, uint64_t index)
{
    enum rvt_status status = rvt_syst_stream_finish(software->stream);

    begin(software, software->end);
    struct rvt_element element = element_at(software, RVT_ELEMENT_EO_TRACE, software->end);
    element.index = index;
    add(software, &element);
    return status;
}
