/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Indexes: what a capture holds, and where, so that a reader can begin anywhere. An index has two
 * levels. The source index is about the capture: its IDs, frame synchronisation, triggers. For each
 * ID there is a stream index: synchronisation packets, traps, times, support packets, losses. Every
 * position is a byte of the capture, also inside of formatter frames and of STP: there that of the
 * STP packet.
 *
 * A sparse index, the default, has the number of events and the first one of each kind for each
 * block of the capture and each ID. Its file is at most 1 % of the capture for up to 12 IDs, if the
 * capture has at least 1 MiB. A full index has every event. Payloads are not decoded: instructions
 * that an encoder was to notify are not events of an index.
 *
 * An index can be built in parts: a program pushes the bytes of a capture, saves the index, and
 * later loads it and goes on at rvt_index_next. Bytes from rvt_index_counts.covered on are not
 * indexed.
 *
 * The file has a checksum of itself, and one for each block of the capture: an index is refused
 * with a capture that it is not of (rvt_index_verify).
 */
#ifndef RVT_INDEX_H
#define RVT_INDEX_H

#include <rvt/config.h>
#include <rvt/te_inst.h>
#include <rvt/tree.h>

struct rvt_index; /* opaque */

enum { RVT_INDEX_SOURCE = 0x10000 }; /* in place of an ID: events of the capture itself */

/* Kinds of events. The comment says what value is. */
enum rvt_index_kind {
    RVT_INDEX_SYNC,    /* a packet at which a decoder can start: the address that it reports */
    RVT_INDEX_TRAP,    /* F3/1: the cause */
    RVT_INDEX_TIME,    /* a timestamp of the encapsulation, or the field time: itself. Of STP also
                             one of RVT_INDEX_SOURCE: of an STP packet */
    RVT_INDEX_SUPPORT, /* F3/3: qual_status; start and end of tracing, and losses of the
                             encoder */
    RVT_INDEX_LOSS,    /* bytes that are no packet, up to the next packet: 0. Without frames they
                             have no ID: RVT_INDEX_SOURCE. Of STP there are both: nibbles that are
                             no packet, and what was lost before a packet of an ID */
    RVT_INDEX_FRAME_SYNC, /* of RVT_INDEX_SOURCE: an FSYNC, or an ASYNC of STP: 0 */
    RVT_INDEX_TRIGGER     /* of RVT_INDEX_SOURCE: a trigger in frames or of STP: its value */
};

enum { RVT_INDEX_KINDS = RVT_INDEX_TRIGGER + 1 };

/* What an index is to be of. Input structure. */
struct rvt_index_options {
    size_t size;
    enum rvt_tree_framing framing;
    bool full;
    uint64_t granularity; /* bytes of a block: 4096 to 2^40; 0: 262144 */
    const unsigned *id;   /* IDs of frames that have E-Trace; null: frame_id of the configuration */
    size_t ids;
    bool stp; /* the bytes are STP, and framing is RVT_TREE_SINGLE: the packets are those in the
                 SyS-T messages that section transport of the configuration names */
    bool mid_packet; /* the bytes are encapsulated packets, and may begin in the middle of one, as
                        those of a ring buffer (rvt_source_open_ring): the first packet is looked
                        for. Bytes before it are an event LOSS at byte 0 */
};

/* What an index has. Output structure. */
struct rvt_index_counts {
    size_t size;
    enum rvt_tree_framing framing;
    bool full;
    uint64_t granularity;
    uint64_t covered; /* bytes of the capture that are indexed */
    size_t sources;   /* IDs with data, and RVT_INDEX_SOURCE if it has events */
    uint64_t events;  /* of all kinds */
    bool stp;         /* as in the options, as the next one */
    bool mid_packet;
};

/* One ID. Output structure. */
struct rvt_index_source {
    size_t size;
    unsigned id;      /* srcID; in frames the ID of the frames; or RVT_INDEX_SOURCE */
    bool is_etrace;   /* it has packets; else only its bytes are counted */
    uint64_t first;   /* byte of its first packet, event or data */
    uint64_t packets; /* or bytes */
    uint64_t count[RVT_INDEX_KINDS];
};

/* An event that a lookup found. Output structure. */
struct rvt_index_event {
    size_t size;
    bool found; /* else the rest is 0 */
    bool exact; /* it is the one; else the bytes from index up to end are the part of the capture to
                   look in, and index is that of the first one of this kind in its block */
    enum rvt_index_kind kind;
    unsigned id;
    uint64_t index;
    uint64_t end; /* byte after the block; with exact that after index */
    uint64_t
        restart;   /* SYNC: where a reader of frames begins, so that it sees byte index; of STP, an
                         ASYNC that a VERSION follows, before the message; else index */
    bool has_time; /* SYNC: of the packet, or the latest one of its ID before it */
    uint64_t time;
    bool has_value;
    uint64_t value;
    /* SYNC: payload of the latest support packet of its ID before it, which a decoder needs to know
     * the modes; 0 bytes: there is none. */
    size_t support_bytes;
    uint8_t support[RVT_TE_PAYLOAD_BYTES];
};

RVT_BEGIN_C

/*
 * Opens an empty index, whose building begins with byte 0. The configuration describes the packets
 * of all IDs, and is copied. The caller owns *index. RVT_ERR_PARAMETER: the configuration fails its
 * check, or its streams are unaligned bits without frames; no such framing, a granularity or ID out
 * of range, null, or a wrong size; RVT_ERR_MEMORY.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_index_open(const struct rvt_index_options *options,
                                                    const struct rvt_configuration *configuration,
                                                    struct rvt_index **index,
                                                    struct rvt_diagnosis *diagnosis);

/*
 * Loads the index file at path. The configuration is that with which it was made, or null: then it
 * cannot be extended. The caller owns *index. RVT_ERR_IO; RVT_ERR_SYNTAX: it is no index
 * file, has another byte order or version, is damaged, or of another configuration;
 * RVT_ERR_TRUNCATED: it ends within its head; RVT_ERR_CHECKSUM: it is damaged or incomplete; with
 * the byte in diagnosis.
 * RVT_ERR_PARAMETER, RVT_ERR_MEMORY as rvt_index_open.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_index_load(const char *path,
                                                    const struct rvt_configuration *configuration,
                                                    struct rvt_index **index,
                                                    struct rvt_diagnosis *diagnosis);

/* Saves the index; the file appears when it is complete. It can be extended later. RVT_ERR_IO;
 * RVT_ERR_PARAMETER: null; RVT_ERR_MEMORY. */
RVT_API RVT_MUST_USE enum rvt_status rvt_index_save(struct rvt_index *index, const char *path,
                                                    struct rvt_diagnosis *diagnosis);

/* Closes and frees; null is accepted. */
RVT_API void rvt_index_close(struct rvt_index *index);

/* The byte of the capture that rvt_index_push takes next: after a load it may lie before covered,
 * within an incomplete frame. Of STP, and with mid_packet, it is 0 after a load or save: the
 * building begins again, and all bytes up to covered have to be pushed. */
RVT_API uint64_t rvt_index_next(const struct rvt_index *index);

/* Takes the next bytes of the capture. What it indexes does not depend on how the bytes are cut
 * into pieces. RVT_ERR_PARAMETER: null, or it was loaded without a configuration;
 * RVT_ERR_MEMORY: the index is of no more use. */
RVT_API RVT_MUST_USE enum rvt_status rvt_index_push(struct rvt_index *index, const uint8_t *data,
                                                    size_t bytes);

/*
 * Compares the bytes of the capture from byte at on with the index, as far as they fill its blocks.
 * RVT_ERR_CHECKSUM: a block differs, so the index is not of this capture; diagnosis has its first
 * byte. RVT_ERR_PARAMETER: null.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_index_verify(const struct rvt_index *index, uint64_t at,
                                                      const uint8_t *data, size_t bytes,
                                                      struct rvt_diagnosis *diagnosis);

/* What the index has. RVT_ERR_PARAMETER: null, or a wrong size. */
RVT_API RVT_MUST_USE enum rvt_status rvt_index_count(const struct rvt_index *index,
                                                     struct rvt_index_counts *counts);

/* The source with that number, below rvt_index_counts.sources, in the order in which they occur.
 * RVT_ERR_PARAMETER: no such number, null, or a wrong size. */
RVT_API RVT_MUST_USE enum rvt_status
rvt_index_describe(const struct rvt_index *index, size_t number, struct rvt_index_source *source);

/*
 * Lookups among the events of id. RVT_ERR_PARAMETER: null, no such kind, or a wrong size. Whether
 * there is one: event->found.
 *   sync      the latest synchronisation packet at or before byte at
 *   time      the latest synchronisation packet whose time is at most time; times are as they were
 *             sent, and the lookup takes them for ascending
 *   address   the first synchronisation packet at byte from or after it whose address lies in
 *             low..high
 *   event     the first event of that kind at byte from or after it
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_index_find_sync(const struct rvt_index *index, unsigned id,
                                                         uint64_t at,
                                                         struct rvt_index_event *event);
RVT_API RVT_MUST_USE enum rvt_status rvt_index_find_time(const struct rvt_index *index, unsigned id,
                                                         uint64_t time,
                                                         struct rvt_index_event *event);
RVT_API RVT_MUST_USE enum rvt_status rvt_index_find_address(const struct rvt_index *index,
                                                            unsigned id, uint64_t low,
                                                            uint64_t high, uint64_t from,
                                                            struct rvt_index_event *event);
RVT_API RVT_MUST_USE enum rvt_status rvt_index_find_event(const struct rvt_index *index,
                                                          unsigned id, enum rvt_index_kind kind,
                                                          uint64_t from,
                                                          struct rvt_index_event *event);

/* The name of a kind, such as "sync" or "frame-sync"; static; null: no such kind. */
RVT_API const char *rvt_index_kind_name(enum rvt_index_kind kind);

RVT_END_C

#endif
