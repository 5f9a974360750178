/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What a packet means together with the packets before it in its stream, whatever its coding: the
 * address that it reports in full, although it may be sent as a difference; the access that te_data
 * reports, although it may be compressed relative to earlier ones. Spec: ETR-FMT-025, ETR-DAT-010.
 */
#ifndef RVT_LOCKSTEP_PACKETS_STREAM_MEANING_H
#define RVT_LOCKSTEP_PACKETS_STREAM_MEANING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/params.h"
#include "decoder/data_decoder.h"
#include "wire/te_inst.h"

struct rvt_stream_meaning {
    bool known;       /* false: it has no address and no access, or earlier packets are unknown */
    uint64_t address; /* te_inst: in full, in the unit of the address field */
    struct rvt_data_report access; /* te_data */
};

/* One stream of packets. */
struct rvt_meaning_reader {
    struct rvt_config config; /* with the modes that the stream has reported */
    bool has_reference;
    uint64_t reference; /* the latest address that was reported, in full */
    struct rvt_data_decoder data;
};

/* A stream begins; config is copied. The reader must not be moved. */
void rvt_meaning_reader_init(struct rvt_meaning_reader *reader, const struct rvt_config *config);

/* The meaning of the next packet of the stream. */
struct rvt_stream_meaning rvt_meaning_reader_inst(struct rvt_meaning_reader *reader,
                                                  const struct rvt_packet *packet);
struct rvt_stream_meaning rvt_meaning_reader_data(struct rvt_meaning_reader *reader,
                                                  const struct rvt_data_packet *packet);

/* The next packet of the stream cannot be read: what is relative to it is not known. */
void rvt_meaning_reader_break(struct rvt_meaning_reader *reader);

/* True if both are known and report the same access. */
bool rvt_stream_meaning_same_access(const struct rvt_stream_meaning *one,
                                    const struct rvt_stream_meaning *other);

#endif
