/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <rvt/syst.h>

#include <stdlib.h>

#include "api/diagnosis.h"
#include "api/rule_finding.h"
#include "api/stp_element.h"
#include "api/structure.h"
#include "transport/syst/syst_stream.h"

_Static_assert((int)RVT_MESSAGE_BYTES == (int)RVT_SYST_MESSAGE_BYTES_MAX, "messages of one size");

struct rvt_syst_receiver {
    struct rvt_syst_callbacks callbacks;
    struct rvt_syst_stream *stream;
};

static struct rvt_message shown(const struct rvt_syst_message *message)
{
    struct rvt_message made = {.size = sizeof made,
                               .type = message->type,
                               .severity = message->severity,
                               .subtype = message->subtype,
                               .has_location = message->loc,
                               .has_length = message->len,
                               .has_checksum = message->chk,
                               .has_timestamp = message->ts,
                               .has_guid = message->guid,
                               .origin = message->origin,
                               .location_tag = message->location.tag,
                               .file = message->location.file,
                               .line = message->location.line,
                               .code_address = message->location.address,
                               .timestamp = message->timestamp,
                               .value = message->value,
                               .frequency = message->frequency,
                               .address = message->address,
                               .body = message->body,
                               .body_bytes = message->body_bytes};

    memcpy(made.guid, message->guid_bytes, sizeof made.guid);
    return made;
}

static enum rvt_status take(struct rvt_syst_message *message, const struct rvt_message *given)
{
    struct rvt_message known;

    if (rvt_structure_take(&known, sizeof known, given) != RVT_OK ||
        (known.body == NULL && known.body_bytes > 0))
        return RVT_ERR_PARAMETER;
    *message = (struct rvt_syst_message){.type = known.type,
                                         .severity = known.severity,
                                         .subtype = known.subtype,
                                         .loc = known.has_location,
                                         .len = known.has_length,
                                         .chk = known.has_checksum,
                                         .ts = known.has_timestamp,
                                         .guid = known.has_guid,
                                         .origin = known.origin,
                                         .location = {.tag = known.location_tag,
                                                      .file = known.file,
                                                      .line = known.line,
                                                      .address = known.code_address},
                                         .timestamp = known.timestamp,
                                         .value = known.value,
                                         .frequency = known.frequency,
                                         .address = known.address,
                                         .body = known.body,
                                         .body_bytes = known.body_bytes};
    memcpy(message->guid_bytes, known.guid, sizeof known.guid);
    return RVT_OK;
}

enum rvt_status rvt_message_read(const uint8_t *data, size_t available, struct rvt_message *message,
                                 size_t *used, struct rvt_diagnosis *diagnosis)
{
    struct rvt_syst_message read;
    struct rvt_diag diag = {.status = RVT_OK};

    if ((data == NULL && available > 0) || message == NULL || used == NULL)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL, "a null argument");
    enum rvt_status status = rvt_syst_read(data, available, &read, used, &diag);
    if (status == RVT_OK) {
        const struct rvt_message made = shown(&read);
        status = rvt_structure_give(message, &made, sizeof made);
    }
    return rvt_diagnosis_set(diagnosis, &diag, status);
}

enum rvt_status rvt_message_write(const struct rvt_message *message, uint8_t *out, size_t capacity,
                                  size_t *bytes, struct rvt_diagnosis *diagnosis)
{
    struct rvt_syst_message taken;
    struct rvt_diag diag = {.status = RVT_OK};

    if (out == NULL || bytes == NULL || take(&taken, message) != RVT_OK)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL,
                                    "a null argument, or a structure of the wrong size");
    return rvt_diagnosis_set(diagnosis, &diag, rvt_syst_write(&taken, out, capacity, bytes, &diag));
}

static void arrival(void *context, const struct rvt_syst_arrival *arrival)
{
    const struct rvt_syst_callbacks *callbacks = &((struct rvt_syst_receiver *)context)->callbacks;
    const struct rvt_message message = shown(arrival->message);
    const struct rvt_syst_delivery made = {.size = sizeof made,
                                           .message = &message,
                                           .master = arrival->raw->master,
                                           .channel = arrival->raw->channel,
                                           .time_trusted = arrival->raw->trusted,
                                           .time = arrival->raw->time,
                                           .nibble = arrival->raw->at,
                                           .data = arrival->raw->byte,
                                           .bytes = arrival->raw->bytes};

    if (callbacks->message != NULL)
        callbacks->message(callbacks->context, &made);
}

static void finding(void *context, const struct rvt_finding *found)
{
    const struct rvt_syst_callbacks *callbacks = &((struct rvt_syst_receiver *)context)->callbacks;

    rvt_rule_finding_pass(callbacks->finding, callbacks->context, found);
}

static void packet(void *context, const struct rvt_stp_event *event)
{
    const struct rvt_syst_callbacks *callbacks = &((struct rvt_syst_receiver *)context)->callbacks;
    const struct rvt_stp_element element = rvt_stp_element_of(event);

    callbacks->element(callbacks->context, &element);
}

enum rvt_status rvt_syst_receiver_open(const struct rvt_syst_options *options,
                                       const struct rvt_syst_callbacks *callbacks,
                                       struct rvt_syst_receiver **receiver)
{
    struct rvt_syst_options known = {.size = sizeof known};
    struct rvt_syst_callbacks sinks;
    struct rvt_syst_stream_config config = {.syst = {.sbd = false}};

    if (rvt_structure_take(&sinks, sizeof sinks, callbacks) != RVT_OK || receiver == NULL ||
        (options != NULL && rvt_structure_take(&known, sizeof known, options) != RVT_OK) ||
        rvt_stp_options_take(&config.stp, known.stp) != RVT_OK)
        return RVT_ERR_PARAMETER;
    struct rvt_syst_receiver *made = calloc(1, sizeof *made);
    if (made == NULL)
        return RVT_ERR_MEMORY;
    config.sequence.from_start = known.from_start;
    config.syst.sbd = known.sbd;
    made->callbacks = sinks;
    const struct rvt_syst_stream_sinks out = {.message = arrival,
                                              .finding = finding,
                                              .packet = sinks.element != NULL ? packet : NULL,
                                              .context = made};
    enum rvt_status status = rvt_syst_stream_open(&config, &out, &made->stream);
    if (status != RVT_OK)
        free(made);
    else
        *receiver = made;
    return status;
}

enum rvt_status rvt_syst_receiver_push(struct rvt_syst_receiver *receiver, const uint8_t *data,
                                       size_t bytes)
{
    return rvt_syst_stream_bytes(receiver->stream, data, bytes);
}

enum rvt_status rvt_syst_receiver_finish(struct rvt_syst_receiver *receiver)
{
    return rvt_syst_stream_finish(receiver->stream);
}

void rvt_syst_receiver_close(struct rvt_syst_receiver *receiver)
{
    if (receiver == NULL)
        return;
    rvt_syst_stream_close(receiver->stream);
    free(receiver);
}
