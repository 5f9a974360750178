/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Encapsulated packets have no mark, and their header widths are not in them. Where a packet ends
 * follows from its length, the whole bytes of srcID and the bytes of a timestamp (ENC-002 to 006):
 * with the wrong widths, headers come from the middle of payloads.
 */
#include <inttypes.h>

#include "tools/identify/clue.h"

enum { SRCID_BYTES_MAX = 2, TIMESTAMP_BYTES_MAX = 8, SOURCES_MAX = 16, FEW_PACKETS = 4 };

/* The packets of a sample with certain widths. */
struct walk {
    unsigned srcid_bytes, timestamp_bytes;
    uint64_t packets, nulls, timestamps;
    uint64_t flows[4];
    uint16_t source[SOURCES_MAX];
    unsigned sources;
    uint64_t latest; /* timestamp */
    bool fits;
};

static uint64_t little_endian(const uint8_t *data, unsigned bytes)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < bytes; i++)
        value |= (uint64_t)data[i] << (8 * i);
    return value;
}

/* False if there are too many sources. */
static bool note_source(struct walk *walk, uint16_t source)
{
    for (unsigned i = 0; i < walk->sources; i++)
        if (walk->source[i] == source)
            return true;
    if (walk->sources == SOURCES_MAX)
        return false;
    walk->source[walk->sources++] = source;
    return true;
}

/* A normal packet with its header at data; false if it contradicts the widths. */
static bool take_packet(struct walk *walk, const uint8_t *data)
{
    bool extend = data[0] >> 7 != 0;

    walk->packets++;
    walk->flows[data[0] >> 5 & 3]++;
    if (!note_source(walk, (uint16_t)little_endian(data + 1, walk->srcid_bytes)))
        return false;
    if (!extend)
        return true;
    uint64_t time = little_endian(data + 1 + walk->srcid_bytes, walk->timestamp_bytes);
    bool good = walk->timestamp_bytes > 0 && (walk->timestamps == 0 || time >= walk->latest);
    walk->timestamps++;
    walk->latest = time;
    return good;
}

static void walk_sample(const struct rvt_sample *sample, struct walk *walk)
{
    size_t at = 0;

    walk->fits = true;
    while (walk->fits && at < sample->bytes) {
        const uint8_t *data = sample->data + at;
        unsigned length = data[0] & 0x1f, extend = data[0] >> 7;
        size_t bytes = 1;

        if (length > 0)
            bytes += walk->srcid_bytes + extend * walk->timestamp_bytes + length;
        if (at + bytes > sample->bytes) {
            walk->fits = !sample->whole;
            break;
        }
        walk->nulls += length == 0;
        walk->fits = length == 0 || take_packet(walk, data);
        at += bytes;
    }
}

/* Flow is the same in all packets. Few packets prove little: they must be all of the file. */
static bool is_plausible(const struct walk *walk, const struct rvt_sample *sample)
{
    unsigned flows = 0;

    for (unsigned i = 0; i < 4; i++)
        flows += walk->flows[i] > 0;
    return walk->fits && walk->packets > 0 && flows == 1 &&
           (walk->packets >= FEW_PACKETS || sample->whole);
}

static void describe(const struct walk *walk, struct rvt_clue *clue)
{
    rvt_text_add(&clue->why, "%" PRIu64 " packets of %u source%s and %" PRIu64 " nulls with ",
                 walk->packets, walk->sources, walk->sources == 1 ? "" : "s", walk->nulls);
    if (walk->srcid_bytes == 0)
        rvt_text_add(&clue->why, "srcid_bits below 8");
    else
        rvt_text_add(&clue->why, "srcid_bits %u or more", 8 * walk->srcid_bytes);
    if (walk->timestamps > 0)
        rvt_text_add(&clue->why, " and timestamp_bytes %u: times never fall",
                     walk->timestamp_bytes);
    else
        rvt_text_add(&clue->why, "; no packet has a timestamp");
}

void rvt_clue_encap(const struct rvt_sample *sample, struct rvt_clue *clue)
{
    for (unsigned source = 0; source <= SRCID_BYTES_MAX; source++)
        for (unsigned time = 0; time <= TIMESTAMP_BYTES_MAX; time++) {
            struct walk walk = {.srcid_bytes = source, .timestamp_bytes = time};

            walk_sample(sample, &walk);
            if (!is_plausible(&walk, sample))
                continue;
            clue->fits = true;
            describe(&walk, clue);
            return;
        }
    rvt_text_add(&clue->why, "no widths of srcID and timestamp make packets of these bytes");
}
