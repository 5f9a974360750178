/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Elements as text. In a text, each line begins with the number of the packet in the capture where
 * the index of the element points ("?": at no packet).
 */
#ifndef RVT_TESTS_UNIT_ELEMENT_RIG_H
#define RVT_TESTS_UNIT_ELEMENT_RIG_H

#include "tests/unit/decoder_rig.h"

#include <rvt/tree.h>

#include "base/text.h"
#include "element/element_text.h"
#include "transport/frame/formatter.h"
#include "transport/syst/syst_sender.h"
#include "wire/encap.h"

enum { ELEMENT_BYTES = 8192, ELEMENT_PACKETS = 400 };

/* Bytes of a capture, and where its packets begin. */
struct capture {
    uint8_t byte[ELEMENT_BYTES];
    size_t bytes;
    uint64_t at[ELEMENT_PACKETS];
    unsigned packets;
};

static inline void capture_bytes(struct capture *capture, const void *data, size_t bytes)
{
    cr_assert(capture->bytes + bytes <= ELEMENT_BYTES && capture->packets < ELEMENT_PACKETS);
    capture->at[capture->packets++] = capture->bytes;
    memcpy(capture->byte + capture->bytes, data, bytes);
    capture->bytes += bytes;
}

/* Appends a payload of the source that config describes. time 0: without timestamp. */
static inline void capture_payload(struct capture *capture, const struct rvt_config *config,
                                   unsigned type, uint64_t time, const struct rvt_payload *payload)
{
    const struct rvt_encap encap = {.kind = RVT_ENCAP_NORMAL,
                                    .srcid = (uint16_t)config->encap.srcid,
                                    .type = (uint8_t)type,
                                    .extend = time != 0,
                                    .timestamp = time,
                                    .payload = *payload};
    uint8_t out[RVT_ENCAP_BYTES_MAX];
    size_t bytes;

    cr_assert(rvt_encap_write(config, &encap, out, sizeof out, &bytes, NULL) == RVT_OK);
    capture_bytes(capture, out, bytes);
}

static inline void capture_packet(struct capture *capture, const struct rvt_config *config,
                                  uint64_t time, const struct rvt_packet *packet)
{
    struct rvt_payload payload;

    cr_assert(rvt_packet_write(config, packet, &payload, NULL) == RVT_OK);
    capture_payload(capture, config, config->encap.type_inst, time, &payload);
}

/* ---- captures of STP ---- */

static inline struct rvt_stp_encoder stp_sender(void)
{
    const struct rvt_stp_encoder_config config = {.time_type = RVT_STP_TIME_NATDELTA};
    struct rvt_stp_encoder encoder;

    cr_assert(rvt_stp_encoder_init(&encoder, &config) == RVT_OK);
    return encoder;
}

static inline void capture_stp(struct capture *capture, struct rvt_stp_encoder *encoder,
                               const struct rvt_stp_record *record)
{
    uint8_t out[RVT_STP_ENCODER_BYTES_MAX];
    size_t bytes;

    cr_assert(rvt_stp_encoder_put(encoder, record, out, sizeof out, &bytes) == RVT_OK);
    capture_bytes(capture, out, bytes);
}

/* A SyS-T message of type RAW and protocol 1 with this body, of master 1 and channel 2. */
static inline void capture_message(struct capture *capture, struct rvt_stp_encoder *encoder,
                                   uint64_t time, const uint8_t *body, size_t bytes)
{
    uint8_t message[ELEMENT_BYTES] = {0x06, 0x00, 0x00, 0x01};
    struct rvt_stp_record record;

    memcpy(message + 4, body, bytes);
    struct rvt_syst_sender sender = {
        .master = 1, .channel = 2, .time = time, .byte = message, .bytes = bytes + 4};
    while (rvt_syst_sender_next(&sender, &record))
        capture_stp(capture, encoder, &record);
}

static inline void capture_stp_end(struct capture *capture, struct rvt_stp_encoder *encoder)
{
    uint8_t out[RVT_STP_ENCODER_BYTES_MAX];
    size_t bytes;

    cr_assert(rvt_stp_encoder_finish(encoder, out, sizeof out, &bytes) == RVT_OK);
    capture_bytes(capture, out, bytes);
}

/* ---- captures of frames ---- */

/* A sink of a formatter; context is a struct capture. */
static inline void capture_frame(void *context, const uint8_t *data, size_t bytes)
{
    capture_bytes(context, data, bytes);
}

/* Elements as text. */
struct listing {
    const struct capture *capture; /* null: indices as they are */
    struct rvt_text text;
    char line[16384];
    enum rvt_response response; /* to each element */
    unsigned elements;
};

static inline void listing_init(struct listing *listing, const struct capture *capture)
{
    *listing = (struct listing){.capture = capture, .response = RVT_RESP_CONT};
    rvt_text_init(&listing->text, listing->line, sizeof listing->line);
}

/* Number of the packet at index; the number of packets: none. */
static inline unsigned capture_find(const struct capture *capture, uint64_t index)
{
    unsigned packet = 0;

    while (packet < capture->packets && capture->at[packet] != index)
        packet++;
    return packet;
}

/* A sink of elements; context is a struct listing. */
static inline enum rvt_response list_element(void *context, const struct rvt_element *element)
{
    struct listing *listing = context;
    struct rvt_text text;
    char line[1024];

    rvt_text_init(&text, line, sizeof line);
    rvt_element_text(element, &text);
    cr_assert(element->size == sizeof *element && !text.cut);
    listing->elements++;
    const char *words = strstr(line, " index=") + strlen(" index=");
    if (listing->capture == NULL) {
        rvt_text_add(&listing->text, "%u@%s\n", element->id, words);
        return listing->response;
    }
    unsigned packet = capture_find(listing->capture, element->index);
    words = strchr(words, ' ');
    if (packet < listing->capture->packets)
        rvt_text_add(&listing->text, "%u%s\n", packet, words);
    else
        rvt_text_add(&listing->text, "%s%s\n",
                     element->index == listing->capture->bytes ? "end" : "?", words);
    return listing->response;
}

#define EXPECT_LISTING(listing, expected)                                                          \
    cr_expect((listing).text.cut == false && strcmp((listing).line, expected) == 0,                \
              "got\n%s\nnot\n%s", (listing).line, expected)

#endif
