/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Counts of the packets of a stream, by source and kind. */
#ifndef RVT_TOOLS_STATS_TALLY_H
#define RVT_TOOLS_STATS_TALLY_H

#include "base/status.h"
#include "io/bytes/output.h"
#include "wire/payload.h"

enum { RVT_TALLY_SOURCES = 64, RVT_TALLY_KINDS = 16, RVT_TALLY_DECISIONS = 64 };

/* Numbers of which least, most and sum are of interest. */
struct rvt_spread {
    uint64_t count, sum, least, most;
};

struct rvt_kind_tally {
    const char *name;        /* of the packets, as rvt dump has it; static */
    struct rvt_spread bytes; /* of their payloads */
};

/* The packets of one source. */
struct rvt_source_tally {
    unsigned id; /* srcID; 0 without one */
    unsigned kinds;
    struct rvt_kind_tally kind[RVT_TALLY_KINDS];
    struct rvt_spread bytes;
    uint64_t size[RVT_PAYLOAD_BYTES_MAX + 1]; /* packets with a payload of so many bytes */
    struct rvt_spread sync;                   /* packets from one sync packet to the next */
    uint64_t since_sync;
    bool synced;
};

/* The packets that a decision of the encoder caused. */
struct rvt_decision_tally {
    uint64_t packets;
    uint64_t open; /* of these: the stream leaves open whether it was this decision */
};

struct rvt_tally {
    unsigned sources;
    struct rvt_source_tally source[RVT_TALLY_SOURCES];
    uint64_t nulls;
    uint64_t not_counted;  /* packets of sources beyond RVT_TALLY_SOURCES */
    uint64_t faults;       /* bytes that are no packet, payloads that cannot be read */
    uint64_t losses;       /* of the carrier, or by the index of a packet */
    bool decoded;          /* the three below are known */
    uint64_t instructions; /* that retired */
    uint64_t decoder_losses;
    struct rvt_decision_tally decision[RVT_TALLY_DECISIONS]; /* by enum rvt_decision */
    uint64_t own_bytes; /* of payloads of the configured source */
};

/* Counts a packet of source id. is_sync: a decoder can begin there. */
void rvt_tally_packet(struct rvt_tally *tally, unsigned id, const char *name, size_t bytes,
                      bool is_sync);

/* Mean of a spread; 0 of none. */
double rvt_spread_mean(const struct rvt_spread *spread);

/* Bits of payload per instruction; 0 if nothing retired. */
double rvt_tally_density(const struct rvt_tally *tally);

/* Prints all as text, or as an object rvt-stats/1. RVT_ERR_IO, RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_tally_text(const struct rvt_tally *tally, struct rvt_output *output);
RVT_MUST_USE
enum rvt_status rvt_tally_json(const struct rvt_tally *tally, struct rvt_output *output);

#endif
