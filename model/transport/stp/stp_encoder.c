/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "transport/stp/stp_encoder.h"

#include <string.h>

#include "base/bits.h"

enum { FIRST_MINOR = 2, LAST_MINOR = 4 };

/* The record being sent: after the half byte, up to the end of buffer. */
struct sending {
    struct rvt_stp_encoder encoder; /* replaces the caller's on success */
    uint8_t buffer[RVT_STP_ENCODER_BYTES_MAX];
    size_t at; /* nibble of buffer */
    enum rvt_status status;
};

/* The first nibble of VERSION. */
static unsigned version_nibble(const struct rvt_stp_encoder_config *config)
{
    static const unsigned NIBBLES[] = {[RVT_STP_TIME_LEGACY] = 0,
                                       [RVT_STP_TIME_NATDELTA] = 2,
                                       [RVT_STP_TIME_NAT] = 3,
                                       [RVT_STP_TIME_GRAY] = 4};

    return NIBBLES[config->time_type] | (config->minor != 0 ? 8U : 0U);
}

enum rvt_status rvt_stp_encoder_init(struct rvt_stp_encoder *encoder,
                                     const struct rvt_stp_encoder_config *config)
{
    bool minor = config->minor >= FIRST_MINOR && config->minor <= LAST_MINOR;

    if (config->time_type < RVT_STP_TIME_LEGACY || config->time_type > RVT_STP_TIME_GRAY ||
        (config->minor != 0 && !minor) || (config->le && !minor) || config->frequency >> 40 != 0)
        return RVT_ERR_PARAMETER;
    memset(encoder, 0, sizeof *encoder);
    encoder->config = *config;
    encoder->format.time_type = config->time_type;
    encoder->format.le = config->le || config->le_always;
    return RVT_OK;
}

static void send(struct sending *sending, const struct rvt_stp_packet *packet)
{
    unsigned nibbles = 0;

    if (sending->status != RVT_OK)
        return;
    sending->status = rvt_stp_write(&sending->encoder.format, packet, sending->buffer, sending->at,
                                    2 * sizeof sending->buffer, &nibbles);
    sending->at += nibbles;
    sending->encoder.at += nibbles;
}

static void send_payload(struct sending *sending, enum rvt_stp_opcode opcode, uint64_t payload)
{
    struct rvt_stp_packet packet = {.opcode = opcode, .payload = payload};

    send(sending, &packet);
}

/* ASYNC, VERSION, FREQ. Spec: STP-001, STP-002. */
static void send_sync(struct sending *sending)
{
    struct rvt_stp_encoder *encoder = &sending->encoder;
    const struct rvt_stp_encoder_config *config = &encoder->config;
    struct rvt_stp_packet version = {.opcode = RVT_STP_VERSION, .payload = version_nibble(config)};

    if (config->minor != 0)
        version.version = (uint8_t)((config->le ? 0x80U : 0U) | (config->minor - 1));
    encoder->async_at = encoder->at;
    send_payload(sending, RVT_STP_ASYNC, 0);
    send(sending, &version);
    encoder->started = true;
    encoder->master_set = false;
    encoder->whole_due = true;
    if (config->frequency != 0)
        send_payload(sending, config->frequency >> 32 != 0 ? RVT_STP_FREQ_40 : RVT_STP_FREQ,
                     config->frequency);
}

/* Spec: STP-006, STP-011. */
static void send_scope(struct sending *sending, const struct rvt_stp_record *record, bool channel)
{
    struct rvt_stp_encoder *encoder = &sending->encoder;

    if (!encoder->master_set || encoder->master != record->master) {
        send_payload(sending, record->master > UINT8_MAX ? RVT_STP_M16 : RVT_STP_M8,
                     record->master);
        encoder->master = record->master;
        encoder->channel = 0;
        encoder->master_set = true;
    }
    if (channel && encoder->channel != record->channel) {
        if ((encoder->channel ^ record->channel) >> 8 != 0)
            send_payload(sending, RVT_STP_C16, record->channel);
        else
            send_payload(sending, RVT_STP_C8, record->channel & UINT8_MAX);
        encoder->channel = record->channel;
    }
}

/* The shortest length that a size can state and that holds the ones of value. */
static unsigned length_of(uint64_t value)
{
    unsigned nibbles = 0;

    while (value >> (4 * nibbles) != 0) /* ends at 16: a longer shift is undefined */
        if (++nibbles == 16)
            break;
    return nibbles == 13 ? 14 : nibbles == 15 ? 16 : nibbles;
}

/* Spec: STP-004, STP-013. */
static void stamp(struct rvt_stp_encoder *encoder, struct rvt_stp_packet *packet, uint64_t time)
{
    bool gray = encoder->format.time_type == RVT_STP_TIME_GRAY;
    uint64_t now = gray ? rvt_stp_to_gray(time) : time;
    uint64_t before = gray ? rvt_stp_to_gray(encoder->time) : encoder->time;

    if (encoder->format.time_type == RVT_STP_TIME_LEGACY) {
        packet->timestamp_nibbles = 2;
        packet->timestamp = time;
        return;
    }
    if (encoder->format.time_type == RVT_STP_TIME_NATDELTA) {
        packet->timestamp = time - encoder->time;
        packet->timestamp_nibbles = (uint8_t)length_of(packet->timestamp);
    } else {
        packet->timestamp_nibbles = (uint8_t)(encoder->whole_due ? 16 : length_of(now ^ before));
        packet->timestamp = now & rvt_mask(4U * packet->timestamp_nibbles);
    }
    encoder->whole_due = false;
    encoder->time = time;
}

/* Remembers what later packets depend on. Spec: STP-009, STP-013. */
static void remember(struct rvt_stp_encoder *encoder, const struct rvt_stp_packet *packet)
{
    if (packet->opcode == RVT_STP_MERR)
        encoder->channel = 0;
    if (packet->opcode == RVT_STP_GERR)
        encoder->master_set = false;
}

static void send_record(struct sending *sending, const struct rvt_stp_record *record)
{
    struct rvt_stp_encoder *encoder = &sending->encoder;
    const struct rvt_stp_form *form = rvt_stp_form(record->opcode);
    struct rvt_stp_packet packet = {.opcode = record->opcode, .payload = record->payload};
    bool error = form->kind == RVT_STP_KIND_ERROR && record->opcode != RVT_STP_GERR;
    bool channel = form->kind == RVT_STP_KIND_DATA || form->kind == RVT_STP_KIND_FLAG ||
                   form->kind == RVT_STP_KIND_TRIGGER || record->opcode == RVT_STP_CERR;

    if (error || channel)
        send_scope(sending, record, channel);
    if (form->kind == RVT_STP_KIND_FREQUENCY) {
        encoder->whole_due |= encoder->config.frequency != record->payload;
        encoder->config.frequency = record->payload;
    }
    if (form->timestamp)
        stamp(encoder, &packet, record->time);
    send(sending, &packet);
    remember(encoder, &packet);
}

enum rvt_status rvt_stp_encoder_put(struct rvt_stp_encoder *encoder,
                                    const struct rvt_stp_record *record, uint8_t *out,
                                    size_t capacity, size_t *bytes)
{
    struct sending sending = {.encoder = *encoder, .at = encoder->at & 1, .status = RVT_OK};
    enum rvt_stp_kind kind = rvt_stp_form(record->opcode)->kind;
    uint64_t distance = encoder->at - encoder->async_at;

    if (kind <= RVT_STP_KIND_UNDOCUMENTED)
        return RVT_ERR_RESERVED;
    if (kind == RVT_STP_KIND_MASTER || kind == RVT_STP_KIND_CHANNEL ||
        kind == RVT_STP_KIND_VERSION || kind == RVT_STP_KIND_ASYNC)
        return RVT_ERR_PARAMETER;
    sending.buffer[0] = encoder->half;
    if (!encoder->started ||
        (encoder->config.sync_bytes != 0 && distance / 2 >= encoder->config.sync_bytes))
        send_sync(&sending);
    send_record(&sending, record);
    if (sending.status != RVT_OK)
        return sending.status;
    if (sending.at / 2 > capacity)
        return RVT_ERR_CAPACITY;
    *bytes = sending.at / 2;
    memcpy(out, sending.buffer, *bytes);
    *encoder = sending.encoder;
    encoder->half = sending.at & 1 ? sending.buffer[*bytes] & 15U : 0;
    return RVT_OK;
}

void rvt_stp_encoder_sync(struct rvt_stp_encoder *encoder)
{
    encoder->started = false;
}

enum rvt_status rvt_stp_encoder_finish(struct rvt_stp_encoder *encoder, uint8_t *out,
                                       size_t capacity, size_t *bytes)
{
    *bytes = 0;
    if ((encoder->at & 1) == 0)
        return RVT_OK;
    if (capacity == 0)
        return RVT_ERR_CAPACITY;
    out[0] = encoder->half;
    encoder->at++;
    *bytes = 1;
    return RVT_OK;
}
