/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Lockstep of the transports: hardware that carries trace (STP transmitters, arbiters, SyS-T
 * sources, tunnels, trace formatters) compared with the model, for programs that embed the
 * comparison. The program says what the hardware took and what it sent, cycle by cycle; the
 * comparison predicts each byte or write, compares it with what was sent, and explains each
 * difference. The specifications leave choices to the sender; decision 0005 of the project
 * fixes them. Spec: STP-001..015, SYST-001..018, FRM-001..015, ENC-014.
 *
 * That is the verdict bit-exact. For hardware that chooses otherwise there is decode-exact in its
 * place (rvt_transport_comparison_configure): what the hardware sent is decoded, and must say what
 * went in, however it is written.
 *
 * After a difference both go on where both sides agree again. Bit-exact compares bytes, or writes
 * where the hardware sends those: twelve bytes or three writes in a row must be equal, within 64
 * bytes of STP, 128 bytes of frames or of a tunnel, or 32 writes. Of decode-exact it is three
 * packets, messages or bytes of sources within 32. The difference is one finding, which says how
 * much differs, is missing or is extra; so it comes then, or when the hardware reports idle, or at
 * the end. If both sides do not agree again, the finding says that, and nothing is compared until
 * they do. What bit-exact finds without looking further is a finding at once: what was sent before
 * it can be known, or belongs to nothing, and a report of idle while something is outstanding.
 *
 * Calls come in the order of time: cycle, which counts the cycles of the clock, never falls. The
 * function that opens a comparison names the order within a cycle. What goes wrong in the hardware
 * becomes a finding. A call of another kind than the comparison, a structure that is null or of
 * wrong size, and a value with more bits than its comment says become a finding as well
 * [ComparisonCall]; functions with such a structure then return
 * RVT_ERR_PARAMETER.
 */
#ifndef RVT_LOCKSTEP_TRANSPORT_H
#define RVT_LOCKSTEP_TRANSPORT_H

#include <rvt/config.h>
#include <rvt/lockstep.h>
#include <rvt/stp.h>

/* Opaque; one for each unit of hardware, opened by the function of its kind. */
struct rvt_transport_comparison;

enum { RVT_ARBITER_SOURCES = 64 }; /* the most of an arbiter */

/* How a comparison compares. Input structure; all 0 is what every comparison begins with. */
struct rvt_transport_comparison_options {
    size_t size;
    bool decode_exact;     /* the verdict; else bit-exact. Of all kinds but arbiters */
    unsigned findings_max; /* findings, without waived ones, after which nothing is compared; 0
                              means 1 */
    const struct rvt_configuration *configuration; /* whose waivers apply; copied; null: none */
};

/* What a write to the port of an STP transmitter asks for. */
enum rvt_port_kind {
    RVT_PORT_DATA,
    RVT_PORT_FLAG,
    RVT_PORT_TRIG,
    RVT_PORT_FREQ, /* FREQ_40 if the value needs more than 32 bits */
    RVT_PORT_MERR, /* never with a timestamp, like GERR */
    RVT_PORT_GERR,
    RVT_PORT_NULL
};

/* A write to that port, in the cycle in which it is taken. Input structure. */
struct rvt_port_write {
    size_t size;
    uint8_t kind;      /* enum rvt_port_kind; any other number becomes a finding */
    uint8_t data_size; /* of data: 0 D4, 1 D8, 2 D16, 3 D32, 4 D64; any other one as above */
    bool marker;       /* of data: it ends a record (DnM, DnMTS) */
    bool stamp;        /* with a timestamp */
    uint16_t master;   /* where the packet has one */
    uint16_t channel;
    uint64_t data; /* the packet carries as many low bits as it has */
    uint64_t time; /* of STP transmitters alone: the timestamp */
};

/* Bits of the first word of a SyS-T message that announce optional fields. Spec: SYST-001. */
enum rvt_port_field {
    RVT_PORT_LOCATION = 1 << 8,
    RVT_PORT_LENGTH = 1 << 9,
    RVT_PORT_CHECKSUM = 1 << 10,
    RVT_PORT_TIMESTAMP = 1 << 11,
    RVT_PORT_GUID = 1 << 23
};

/* A message without its payload, as a source of SyS-T messages takes it in one cycle. Input
 * structure. */
struct rvt_port_message {
    size_t size;
    uint32_t header; /* first word; of short messages and compact builds all of it */
    uint32_t second; /* second word of SHORT64 and COMPACT64 */
    uint16_t length; /* bytes of payload, with RVT_PORT_LENGTH */
    uint8_t tag;     /* of the location, with RVT_PORT_LOCATION */
    bool marked;     /* the message ends with a marked packet (DnM); else with FLAG */
    uint16_t master, channel;
    uint64_t location;
    uint64_t timestamp; /* with RVT_PORT_TIMESTAMP */
    uint8_t guid[16];   /* with RVT_PORT_GUID; most significant byte first */
};

/* What a tunnel puts into the header of its messages beside their type, RAW. Input structure. */
struct rvt_port_header {
    size_t size;
    uint8_t protocol; /* 6 bits, the subtype */
    uint8_t severity; /* 3 bits */
    uint16_t origin;  /* 11 bits */
    bool guid, checksum, stamp;
};

RVT_BEGIN_C

/* Closes and frees; null is accepted. */
RVT_API void rvt_transport_comparison_close(struct rvt_transport_comparison *comparison);

/* Sets how it compares, between open and the first call. RVT_ERR_PARAMETER: this kind of comparison
 * has no decode-exact, null, or a wrong size; RVT_ERR_MEMORY. Nothing has changed then. */
RVT_API RVT_MUST_USE enum rvt_status
rvt_transport_comparison_configure(struct rvt_transport_comparison *comparison,
                                   const struct rvt_transport_comparison_options *options);

/* The run is over and the hardware has sent everything: what is missing, or differs and is no
 * finding yet, becomes one, and so do a waiver that matched nothing and is not optional, and, if
 * every finding is waived, a difference after which both sides did not agree again. */
RVT_API void rvt_transport_comparison_end(struct rvt_transport_comparison *comparison,
                                          uint64_t cycle);

/* The program itself found a fault of the hardware, such as a signal with a value that is none:
 * "cycle N: " and message become a finding. message is copied; it names its rule at the end, in
 * brackets. */
RVT_API void rvt_transport_comparison_fault(struct rvt_transport_comparison *comparison,
                                            uint64_t cycle, const char *message);

/* True if there is no finding and something was compared; after rvt_transport_comparison_end. */
RVT_API bool rvt_transport_comparison_passed(const struct rvt_transport_comparison *comparison);

/* The text of the first finding: several lines, no newline at the end; null while there is none.
 * Borrowed until close. */
RVT_API const char *
rvt_transport_comparison_finding(const struct rvt_transport_comparison *comparison);

/* The same of the next finding that this function has not returned yet; null: there is none. */
RVT_API const char *
rvt_transport_comparison_next_finding(struct rvt_transport_comparison *comparison);

/* How many findings there are. */
RVT_API unsigned
rvt_transport_comparison_findings(const struct rvt_transport_comparison *comparison);

/* How much was compared so far and found equal: bytes, or of arbiters and sources of messages
 * writes; with decode-exact packets, messages, or bytes of sources. */
RVT_API uint64_t
rvt_transport_comparison_compared(const struct rvt_transport_comparison *comparison);

/* The same in words, such as "2 sources, 17 of 18 writes compared". Borrowed until the next call or
 * close. */
RVT_API const char *rvt_transport_comparison_summary(struct rvt_transport_comparison *comparison);

/*
 * Writes a report of what was found and compared so far, up to the cycle of the latest call: the
 * verdict, what was compared, the first 1,000 findings, how often each clause was broken, and
 * waivers with their uses. The verdict is passed as rvt_transport_comparison_passed says, so a
 * report belongs after rvt_transport_comparison_end. JSON has the schema rvt-transport-report/1.
 * RVT_ERR_IO: the file cannot be written, with the system's reason in diagnosis; then no file
 * appears. RVT_ERR_PARAMETER: null, or a wrong size; RVT_ERR_MEMORY.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_transport_comparison_report(const struct rvt_transport_comparison *comparison,
                                const struct rvt_comparison_report_options *options,
                                struct rvt_diagnosis *diagnosis);

/*
 * An STP transmitter takes writes and sends bytes. Opens its comparison before the first write. In
 * a cycle: idle, sync, write, flush, bytes. format: how the transmitter writes; its sync_bytes and
 * frequency are ignored, they come with the writes. With decode-exact, packets are compared with
 * master, channel, size, value, marker and time. The transmitter is free in where it synchronises,
 * in repeated masters, channels and frequencies and their sizes, in the nibbles of a timestamp, in
 * NULL packets, and in the order of data, FLAG and TRIG of different masters and channels; but a
 * packet that breaks a rule of the protocol is a finding. The caller owns *comparison.
 * RVT_ERR_PARAMETER: a format that no VERSION announces, null, or a wrong size; RVT_ERR_MEMORY.
 * Spec: STP-001..006, STP-011..014.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_stp_comparison_open(const struct rvt_stp_format_options *format,
                        struct rvt_transport_comparison **comparison);

/* The next write begins with ASYNC. */
RVT_API void rvt_stp_comparison_sync(struct rvt_transport_comparison *comparison);

/* A write is taken. sync_bytes: ASYNC and VERSION again after so many bytes, 0: never; frequency:
 * of the timestamps in Hz, of the first write, 0: not sent. */
RVT_API enum rvt_status rvt_stp_comparison_write(struct rvt_transport_comparison *comparison,
                                                 uint64_t cycle, const struct rvt_port_write *write,
                                                 uint64_t sync_bytes, uint64_t frequency);

/* Half a byte after the latest write is to be completed. */
RVT_API void rvt_stp_comparison_flush(struct rvt_transport_comparison *comparison, uint64_t cycle);

/* A beat of bytes is sent. */
RVT_API void rvt_stp_comparison_bytes(struct rvt_transport_comparison *comparison, uint64_t cycle,
                                      const uint8_t *data, size_t bytes);

/* The transmitter reports that it holds nothing, not even half a byte. */
RVT_API void rvt_stp_comparison_idle(struct rvt_transport_comparison *comparison, uint64_t cycle);

/*
 * An arbiter has the write ports of 1..RVT_ARBITER_SOURCES sources and sends to one. Opens its
 * comparison before the first write. In a cycle: offers, take (lowest source first), write.
 * round_robin: sources are taken in the order of decision 0005; otherwise in any order. The caller
 * owns *comparison. RVT_ERR_PARAMETER: another number of sources, or null; RVT_ERR_MEMORY.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_arbiter_comparison_open(unsigned sources, bool round_robin,
                            struct rvt_transport_comparison **comparison);

/* In each cycle in which a source offers a write: bit s of offered and of taken is source s. */
RVT_API void rvt_arbiter_comparison_offers(struct rvt_transport_comparison *comparison,
                                           uint64_t cycle, uint64_t offered, uint64_t taken);

/* A write is taken from source. */
RVT_API enum rvt_status rvt_arbiter_comparison_take(struct rvt_transport_comparison *comparison,
                                                    uint64_t cycle, unsigned source,
                                                    const struct rvt_port_write *write);

/* A write is sent, in the cycle in which it is taken or later. */
RVT_API enum rvt_status rvt_arbiter_comparison_write(struct rvt_transport_comparison *comparison,
                                                     uint64_t cycle,
                                                     const struct rvt_port_write *write);

/*
 * A source of SyS-T messages takes messages and payload and sends writes. Opens its comparison
 * before the first message. In a cycle: message, payload, write. fields: the bits of enum
 * rvt_port_field that the source supports; it sends other ones as 0, without their fields. With
 * decode-exact, messages are compared, all bytes, master and channel. The source is free in the
 * size of each write, in how a message ends (marker or FLAG), in NULL without a timestamp, and in
 * the order of messages of different masters and channels; but a message that breaks a rule of the
 * format or of the sequence is a finding. The caller owns *comparison. RVT_ERR_PARAMETER: null;
 * RVT_ERR_MEMORY. Spec: SYST-001..015, SEQ-001..015.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_syst_comparison_open(uint32_t fields, struct rvt_transport_comparison **comparison);

/* A message is taken. */
RVT_API enum rvt_status rvt_syst_comparison_message(struct rvt_transport_comparison *comparison,
                                                    uint64_t cycle,
                                                    const struct rvt_port_message *message);

/* A beat of payload of the latest message is taken: 0..4 bytes, the first one in bits 7:0. A short
 * message has none; every other message ends with last. */
RVT_API void rvt_syst_comparison_payload(struct rvt_transport_comparison *comparison,
                                         uint64_t cycle, uint32_t data, unsigned bytes, bool last);

/* A write is sent. */
RVT_API enum rvt_status rvt_syst_comparison_write(struct rvt_transport_comparison *comparison,
                                                  uint64_t cycle,
                                                  const struct rvt_port_write *write);

/*
 * A tunnel takes encapsulated packets and sends SyS-T messages of type RAW. Opens its comparison
 * before the first packet. In a cycle: idle, header, carrier, beat, message, payload, write.
 * length: messages have RVT_PORT_LENGTH. With decode-exact, packets are compared: each must be the
 * payload of one message of type RAW, in order, with protocol and origin as header says, and master
 * and channel as carrier does. The tunnel is free in the other fields of the header, the optional
 * fields, the ending, and how payload and writes are cut; a message that breaks a rule is a
 * finding. The caller owns *comparison. RVT_ERR_PARAMETER: null; RVT_ERR_MEMORY. Spec: SYST-002,
 * SYST-007, ENC-014.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_tunnel_comparison_open(bool length, struct rvt_transport_comparison **comparison);

/* The header of messages that begin from now on; all 0 at first. */
RVT_API enum rvt_status rvt_tunnel_comparison_header(struct rvt_transport_comparison *comparison,
                                                     const struct rvt_port_header *header);

/* At least a byte of a packet is taken; last: the packet ends with it. */
RVT_API void rvt_tunnel_comparison_beat(struct rvt_transport_comparison *comparison, uint64_t cycle,
                                        const uint8_t *data, size_t bytes, bool last);

/* The header of the next packet's message is sent, after a byte of the packet was taken, with
 * RVT_PORT_LENGTH all of them; length is then compared, too. */
RVT_API void rvt_tunnel_comparison_message(struct rvt_transport_comparison *comparison,
                                           uint64_t cycle, uint32_t header, uint16_t length);

/* Payload of that message is sent: 1..4 bytes, the first one in bits 7:0. last must be set with the
 * last byte of the packet and with no other. */
RVT_API void rvt_tunnel_comparison_payload(struct rvt_transport_comparison *comparison,
                                           uint64_t cycle, uint32_t data, unsigned bytes,
                                           bool last);

/* In place of message and payload, for a tunnel that writes to an STP transmitter itself: ending,
 * master, channel, GUID and timestamp of messages whose first write is sent from now on. Header,
 * second, length, tag and location are ignored. */
RVT_API enum rvt_status rvt_tunnel_comparison_carrier(struct rvt_transport_comparison *comparison,
                                                      const struct rvt_port_message *carrier);

/* Such a tunnel sends a write. */
RVT_API enum rvt_status rvt_tunnel_comparison_write(struct rvt_transport_comparison *comparison,
                                                    uint64_t cycle,
                                                    const struct rvt_port_write *write);

/* The tunnel reports that no message is under way and that it has no packet to begin one with. */
RVT_API void rvt_tunnel_comparison_idle(struct rvt_transport_comparison *comparison,
                                        uint64_t cycle);

/*
 * A trace formatter takes data of sources and sends frames. Opens its comparison before the first
 * byte. In a cycle: idle, data, trigger, flush, bytes. fsync_frames: frames between FSYNC;
 * hsync_halfwords: halfwords between HSYNC; 0: none. At the end every byte of a complete frame must
 * have been sent; a frame in progress may be incomplete. With decode-exact, the bytes of each ID
 * and the triggers are compared, in their order. The formatter is free in where it synchronises
 * (the periods are not used), in delayed and repeated IDs, in padding with ID 0, in where frames
 * end, and in how IDs are interleaved; but a frame that breaks a rule is a finding. The caller owns
 * *comparison. RVT_ERR_PARAMETER: null; RVT_ERR_MEMORY. Spec: FRM-001..010, FRM-013.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_frame_comparison_open(unsigned fsync_frames, unsigned hsync_halfwords,
                          struct rvt_transport_comparison **comparison);

/* Bytes are taken from the source with that ID. */
RVT_API void rvt_frame_comparison_data(struct rvt_transport_comparison *comparison, uint64_t cycle,
                                       unsigned id, const uint8_t *data, size_t bytes);

/* A trigger, and a request to complete the frame in progress, are taken. */
RVT_API void rvt_frame_comparison_trigger(struct rvt_transport_comparison *comparison,
                                          uint64_t cycle);
RVT_API void rvt_frame_comparison_flush(struct rvt_transport_comparison *comparison,
                                        uint64_t cycle);

/* A beat of bytes is sent. A byte at an even position of a frame is determined by the byte after
 * it, every other byte when it is taken. */
RVT_API void rvt_frame_comparison_bytes(struct rvt_transport_comparison *comparison, uint64_t cycle,
                                        const uint8_t *data, size_t bytes);

/* The formatter reports that it holds no byte. */
RVT_API void rvt_frame_comparison_idle(struct rvt_transport_comparison *comparison, uint64_t cycle);

RVT_END_C

#endif
