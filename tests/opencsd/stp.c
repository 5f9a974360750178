/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * STP streams through OpenCSD and through rvt, packet by packet and element by element: random
 * streams of every packet that both know; and streams on which OpenCSD 1.3.3 differs, with its
 * results. tests/opencsd/README.md lists them. Shows: STP-003, STP-004, STP-006
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "tests/junit.h"
#include "tests/opencsd/peer.h"
#include "tests/unit/random.h"
#include "transport/stp/stp_decoder.h"

enum { STREAMS = 3000, PACKETS = 200, STREAM_BYTES = 8192, KNOWN_VERSION = 0x010303 };

struct stream {
    uint64_t seed;
    uint8_t byte[STREAM_BYTES];
    size_t nibbles;
    struct rvt_stp_format format;
};

struct own {
    size_t events;
    struct rvt_stp_event event[PEER_MAX];
};

static struct peer peer;
static struct own own;
static uint64_t compared_packets, compared_elements;

static void on_event(void *context, const struct rvt_stp_event *event)
{
    struct own *list = context;

    if (list->events < PEER_MAX)
        list->event[list->events] = *event;
    list->events++;
}

static bool decode(const struct stream *stream)
{
    const struct rvt_stp_config config = {0};
    const struct rvt_stp_sinks sinks = {.event = on_event, .event_context = &own};
    struct rvt_stp_decoder decoder;

    own.events = 0;
    if (rvt_stp_decoder_init(&decoder, &config, &sinks) != RVT_OK)
        return false;
    rvt_stp_decoder_bytes(&decoder, stream->byte, (stream->nibbles + 1) / 2);
    rvt_stp_decoder_finish(&decoder);
    return own.events <= PEER_MAX;
}

static void put(struct stream *stream, const struct rvt_stp_packet *packet)
{
    unsigned nibbles = 0;

    if (rvt_stp_write(&stream->format, packet, stream->byte, stream->nibbles,
                      2 * sizeof stream->byte, &nibbles) == RVT_OK)
        stream->nibbles += nibbles;
}

/* ASYNC and VERSION. */
static void put_sync(struct stream *stream, bool gray)
{
    put(stream, &(struct rvt_stp_packet){.opcode = RVT_STP_ASYNC});
    put(stream, &(struct rvt_stp_packet){.opcode = RVT_STP_VERSION, .payload = gray ? 4 : 3});
    stream->format.time_type = gray ? RVT_STP_TIME_GRAY : RVT_STP_TIME_NAT;
}

/* What OpenCSD 1.3.3 knows: no M16, FREQ_TS, FREQ_40, CERR. */
static const enum rvt_stp_opcode SHARED[] = {
    RVT_STP_NULL,  RVT_STP_NULL_TS, RVT_STP_M8,      RVT_STP_M8,     RVT_STP_C8,    RVT_STP_C8,
    RVT_STP_C16,   RVT_STP_MERR,    RVT_STP_GERR,    RVT_STP_FLAG,   RVT_STP_D4,    RVT_STP_D4M,
    RVT_STP_D4TS,  RVT_STP_D4MTS,   RVT_STP_D8,      RVT_STP_D8M,    RVT_STP_D8TS,  RVT_STP_D8MTS,
    RVT_STP_D16,   RVT_STP_D16M,    RVT_STP_D16TS,   RVT_STP_D16MTS, RVT_STP_D32,   RVT_STP_D32M,
    RVT_STP_D32TS, RVT_STP_D32MTS,  RVT_STP_D64,     RVT_STP_D64M,   RVT_STP_D64TS, RVT_STP_D64MTS,
    RVT_STP_TRIG,  RVT_STP_TRIG_TS, RVT_STP_FLAG_TS, RVT_STP_FREQ,
};

/* Random packets; with gray, timestamps below 2^31 (its Gray code fails beyond). */
static void make_stream(struct stream *stream, bool gray)
{
    memset(stream->byte, 0, sizeof stream->byte);
    stream->nibbles = 0;
    put_sync(stream, gray);
    for (unsigned i = random_below(&stream->seed, PACKETS); i > 0; i--) {
        static const uint8_t LENGTHS[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16};
        struct rvt_stp_packet packet = {
            .opcode = SHARED[random_below(&stream->seed, sizeof SHARED / sizeof SHARED[0])]};
        const struct rvt_stp_form *form = rvt_stp_form(packet.opcode);

        if (random_below(&stream->seed, 25) == 0)
            put_sync(stream, gray);
        packet.payload = next_random(&stream->seed) & rvt_mask(4U * form->payload_nibbles);
        if (random_below(&stream->seed, 5) == 0)
            packet.payload = rvt_mask(4U * form->payload_nibbles);
        if (form->timestamp) {
            packet.timestamp_nibbles = LENGTHS[random_below(&stream->seed, sizeof LENGTHS)];
            packet.timestamp = next_random(&stream->seed) & rvt_mask(4U * packet.timestamp_nibbles);
            if (gray)
                packet.timestamp &= 0x7fffffff;
        }
        put(stream, &packet);
    }
    stream->nibbles += stream->nibbles & 1;
}

static ocsd_stm_pkt_type type_of(const struct rvt_stp_event *event)
{
    enum rvt_stp_opcode opcode = event->packet.opcode;

    switch (rvt_stp_form(opcode)->kind) {
    case RVT_STP_KIND_NULL:
        return STM_PKT_NULL;
    case RVT_STP_KIND_MASTER:
        return STM_PKT_M8;
    case RVT_STP_KIND_CHANNEL:
        return opcode == RVT_STP_C8 ? STM_PKT_C8 : STM_PKT_C16;
    case RVT_STP_KIND_FLAG:
        return STM_PKT_FLAG;
    case RVT_STP_KIND_ERROR:
        return opcode == RVT_STP_MERR ? STM_PKT_MERR : STM_PKT_GERR;
    case RVT_STP_KIND_TRIGGER:
        return STM_PKT_TRIG;
    case RVT_STP_KIND_FREQUENCY:
        return STM_PKT_FREQ;
    case RVT_STP_KIND_VERSION:
        return STM_PKT_VERSION;
    case RVT_STP_KIND_ASYNC:
        return STM_PKT_ASYNC;
    case RVT_STP_KIND_DATA:
        switch (rvt_stp_form(opcode)->payload_nibbles) {
        case 1:
            return STM_PKT_D4;
        case 2:
            return STM_PKT_D8;
        case 4:
            return STM_PKT_D16;
        case 8:
            return STM_PKT_D32;
        default:
            return STM_PKT_D64;
        }
    case RVT_STP_KIND_RESERVED:
    case RVT_STP_KIND_UNDOCUMENTED:
        break;
    }
    return STM_PKT_RESERVED;
}

static uint64_t payload_of(const ocsd_stm_pkt *packet, unsigned nibbles)
{
    return nibbles <= 2   ? packet->payload.D8
           : nibbles == 4 ? packet->payload.D16
           : nibbles == 8 ? packet->payload.D32
                          : packet->payload.D64;
}

/* There, a packet that begins with the second nibble of a byte has the place of the next byte. */
static bool same_packet(const struct rvt_stp_event *event, const struct peer_packet *theirs)
{
    const struct rvt_stp_form *form = rvt_stp_form(event->packet.opcode);
    const ocsd_stm_pkt *packet = &theirs->packet;
    bool carries = form->payload_nibbles != 0 && form->kind != RVT_STP_KIND_MASTER &&
                   form->kind != RVT_STP_KIND_CHANNEL;
    bool scope = packet->master == event->master && packet->channel == event->channel;

    if (form->kind == RVT_STP_KIND_ERROR) /* there, the state after the packet */
        scope = packet->channel == 0 &&
                packet->master == (event->packet.opcode == RVT_STP_MERR ? event->master : 0);
    return !event->lost && theirs->byte == (event->at + 1) / 2 && packet->type == type_of(event) &&
           scope && (packet->pkt_has_ts != 0) == event->timed &&
           (packet->pkt_has_marker != 0) == form->marker &&
           (!event->timed || (packet->timestamp == event->time &&
                              packet->pkt_ts_bits == 4 * event->packet.timestamp_nibbles)) &&
           (!carries || payload_of(packet, form->payload_nibbles) == event->packet.payload);
}

/* True for events that OpenCSD makes elements of. */
static bool is_element(const struct rvt_stp_event *event)
{
    enum rvt_stp_kind kind = rvt_stp_form(event->packet.opcode)->kind;

    return kind == RVT_STP_KIND_DATA || kind == RVT_STP_KIND_FLAG || kind == RVT_STP_KIND_ERROR ||
           kind == RVT_STP_KIND_TRIGGER || kind == RVT_STP_KIND_FREQUENCY ||
           event->packet.opcode == RVT_STP_NULL_TS;
}

/* Master and channel of the elements: VERSION resets those of its packets, but not these. */
struct scope {
    uint16_t master, channel;
    bool valid;
};

static void follow(struct scope *scope, const struct rvt_stp_event *event)
{
    enum rvt_stp_kind kind = rvt_stp_form(event->packet.opcode)->kind;

    if (kind == RVT_STP_KIND_MASTER)
        *scope = (struct scope){.master = event->master, .valid = true};
    else if (kind == RVT_STP_KIND_CHANNEL)
        scope->channel = event->channel;
    else if (event->packet.opcode == RVT_STP_MERR)
        scope->channel = 0;
    else if (event->packet.opcode == RVT_STP_GERR)
        *scope = (struct scope){.valid = false};
}

static bool same_element(const struct rvt_stp_event *event, const struct scope *scope,
                         const struct peer_element *theirs)
{
    const struct rvt_stp_form *form = rvt_stp_form(event->packet.opcode);
    const ocsd_swt_info_t *info = &theirs->info;

    return theirs->byte == (event->at + 1) / 2 && (info->swt_id_valid != 0) == scope->valid &&
           (!scope->valid ||
            (info->swt_master_id == scope->master && info->swt_channel_id == scope->channel)) &&
           (info->swt_has_timestamp != 0) == event->timed && theirs->has_time == event->timed &&
           (!event->timed || theirs->time == event->time) &&
           (info->swt_marker_packet != 0) == (form->marker || form->kind == RVT_STP_KIND_FLAG) &&
           (info->swt_master_err != 0) == (event->packet.opcode == RVT_STP_MERR) &&
           (info->swt_global_err != 0) == (event->packet.opcode == RVT_STP_GERR) &&
           (info->swt_trigger_event != 0) == (form->kind == RVT_STP_KIND_TRIGGER) &&
           (info->swt_frequency != 0) == (form->kind == RVT_STP_KIND_FREQUENCY) &&
           info->swt_payload_pkt_bitsize == 4U * form->payload_nibbles &&
           theirs->has_payload == (form->payload_nibbles != 0) &&
           theirs->payload == event->packet.payload;
}

static bool compare(const struct stream *stream, unsigned round)
{
    struct scope scope = {.valid = false};
    size_t element = 0;

    if (peer.stopped || peer.packets != own.events) {
        (void)printf("  stream %u: %zu packets, rvt %zu\n", round, peer.packets, own.events);
        return false;
    }
    for (size_t i = 0; i < own.events; i++, compared_packets++) {
        const struct rvt_stp_event *event = &own.event[i];

        if (!same_packet(event, &peer.packet[i])) {
            (void)printf("  stream %u: packet %zu, %s at nibble %" PRIu64 " of %zu, differs\n",
                         round, i, rvt_stp_form(event->packet.opcode)->name, event->at,
                         stream->nibbles);
            return false;
        }
        follow(&scope, event);
        if (!is_element(event))
            continue;
        if (element >= peer.elements || !same_element(event, &scope, &peer.element[element])) {
            (void)printf("  stream %u: element %zu, %s at nibble %" PRIu64 ", differs\n", round,
                         element, rvt_stp_form(event->packet.opcode)->name, event->at);
            return false;
        }
        element++;
        compared_elements++;
    }
    return element == peer.elements;
}

static void random_streams(struct junit *report)
{
    static const size_t PIECES[] = {1, 7, STREAM_BYTES};
    static struct stream stream;

    for (unsigned round = 0; round < STREAMS; round++) {
        stream.seed = round;
        make_stream(&stream, round % 3 == 0);
        bool same = decode(&stream) &&
                    peer_decode(&peer, stream.byte, stream.nibbles / 2, PIECES[round / 3 % 3]) &&
                    compare(&stream, round);
        junit_add(report, same ? NULL : "OpenCSD and rvt differ", "stream of seed %u", round);
    }
}

/* A stream on which OpenCSD 1.3.3 differs: what both report of one packet. */
struct difference {
    const char *what;
    const char *digits; /* after ASYNC, VERSION 3, M8 5, C8 7 (gray: VERSION 4) */
    bool gray;
    bool stops;    /* it stops at the packet */
    size_t packet; /* the number of the packet in the list of OpenCSD, from those digits on */
    uint64_t theirs, ours; /* payload, or time with timed */
    bool timed, lost;      /* lost: rvt reports no packet */
};

static const struct difference DIFFERENCES[] = {
    {.what = "ASYNC within D32 is taken for data",
     .digits = "61122 fffffffffffffffffffff0 f003",
     .theirs = 0x1122ffff,
     .lost = true},
    {.what = "GRAY of 2^31 and more",
     .digits = "f4abe00000000c0000000",
     .gray = true,
     .theirs = UINT64_MAX - 0x7fffffff,
     .ours = 0x80000000,
     .timed = true},
    {.what = "M16 is refused", .digits = "f10102", .stops = true, .ours = 0x102},
    {.what = "FREQ_TS is refused", .digits = "f090000000111", .stops = true, .ours = 1},
    {.what = "FREQ_40 is refused", .digits = "f0f00000000001", .stops = true, .ours = 1},
    {.what = "VERSION 0 is refused", .digits = "f000", .stops = true, .ours = 0},
    {.what = "VERSION 2 is refused", .digits = "f002", .stops = true, .ours = 2},
    {.what = "VERSION 2.2 is refused", .digits = "f00b01", .stops = true, .ours = 11},
    {.what = "LE is refused", .digits = "f00b81", .stops = true, .ours = 11},
};

static void add_digits(struct stream *stream, const char *digits)
{
    for (; *digits != '\0'; digits++) {
        const char *found = strchr("0123456789abcdef", *digits);

        if (found == NULL)
            continue;
        stream->byte[stream->nibbles / 2] |=
            (uint8_t)((unsigned)(found - "0123456789abcdef") << 4 * (stream->nibbles & 1));
        stream->nibbles++;
    }
}

static bool differs_as_known(const struct difference *row, size_t before)
{
    const struct rvt_stp_event *event = &own.event[before];
    const ocsd_stm_pkt *packet = &peer.packet[before + row->packet].packet;
    bool ours =
        own.events > before &&
        (row->lost ? event->lost : (row->timed ? event->time : event->packet.payload) == row->ours);
    bool refused = peer.stopped && peer.packets > before &&
                   (packet->type == STM_PKT_RESERVED || packet->type == STM_PKT_BAD_SEQUENCE);
    uint64_t theirs = row->timed ? packet->timestamp : packet->payload.D32;

    if (!ours || (row->stops ? !refused : peer.packets <= before || theirs != row->theirs)) {
        (void)printf("  FAILED %s: %zu packets%s, type %d, 0x%" PRIx64 ", rvt 0x%" PRIx64 "\n",
                     row->what, peer.packets, peer.stopped ? ", stopped" : "", packet->type, theirs,
                     row->timed ? event->time : event->packet.payload);
        return false;
    }
    return true;
}

static void known_differences(struct junit *report)
{
    for (size_t i = 0; i < sizeof DIFFERENCES / sizeof DIFFERENCES[0]; i++) {
        struct stream stream = {.nibbles = 0};

        put_sync(&stream, DIFFERENCES[i].gray);
        add_digits(&stream, "105307");
        add_digits(&stream, DIFFERENCES[i].digits);
        add_digits(&stream, stream.nibbles & 1 ? "0" : "");
        bool same = decode(&stream) &&
                    peer_decode(&peer, stream.byte, stream.nibbles / 2, STREAM_BYTES) &&
                    differs_as_known(&DIFFERENCES[i], 4);
        junit_add(report, same ? NULL : "no longer the known difference", "%s",
                  DIFFERENCES[i].what);
    }
}

/* After a second VERSION data belongs to master 0 here, and to the old one there. */
static bool version_resets(void)
{
    struct stream stream = {.nibbles = 0};

    put_sync(&stream, false);
    add_digits(&stream, "105307");
    put_sync(&stream, false);
    add_digits(&stream, "4ab0");
    return decode(&stream) && peer_decode(&peer, stream.byte, stream.nibbles / 2, STREAM_BYTES) &&
           peer.elements == 1 && own.events >= 7 && own.event[6].packet.opcode == RVT_STP_D8 &&
           own.event[6].master == 0 && own.event[6].channel == 0 &&
           peer.element[0].info.swt_master_id == 5 && peer.element[0].info.swt_channel_id == 7;
}

int main(void)
{
    struct junit report;

    junit_open(&report, "opencsd stp");
    random_streams(&report);
    (void)printf("  OpenCSD %s: %u streams, %" PRIu64 " packets and %" PRIu64
                 " elements the same\n",
                 ocsd_get_version_str(), report.passed, compared_packets, compared_elements);
    if (compared_packets < STREAMS || compared_elements < STREAMS)
        junit_add(&report, "less was compared than there are streams", "packets and elements");
    if (ocsd_get_version() == KNOWN_VERSION) {
        unsigned before = report.passed;
        known_differences(&report);
        bool resets = version_resets();
        if (!resets)
            (void)printf("  FAILED VERSION leaves master and channel alone\n");
        junit_add(&report, resets ? NULL : "no longer the known difference",
                  "VERSION resets master and channel");
        (void)printf("  %u known differences of version 1.3.3 as they were\n",
                     report.passed - before);
    } else {
        (void)printf("  SKIPPED: the differences of version 1.3.3\n");
    }
    return junit_close(&report) ? 0 : 1;
}
