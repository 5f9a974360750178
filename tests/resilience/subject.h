/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* An encapsulated stream and its content, and the output of a decoder for its bytes. */
#ifndef RVT_TESTS_RESILIENCE_SUBJECT_H
#define RVT_TESTS_RESILIENCE_SUBJECT_H

#include "decoder/decoder.h"
#include "tests/combinations/traces.h"
#include "wire/packet.h"

/* Addresses of instructions, and marks, causes and values of traps, in order. */
struct words {
    uint64_t *word;
    size_t count, capacity;
};

/* A stream: its bytes, the places of its packets, and which of them synchronise. */
struct subject {
    const struct trace *trace;
    struct rvt_config config;
    uint8_t *byte;
    size_t bytes, byte_capacity;
    struct packet {
        size_t offset; /* of its first byte */
        size_t bytes;
        size_t after; /* words reported up to and including this packet */
        bool sync;    /* F3/0, or F3/1 with the address of the handler */
        bool support; /* F3/3 */
    } * packet;
    size_t packets, packet_capacity;
    struct words words; /* decoded from the undamaged stream */
};

/*
 * Encodes the first rows of trace. A synchronisation sequence of nulls precedes each
 * synchronisation packet (ENC-010). parts: the encoder is disabled and enabled again between so
 * many parts of equal length. False on failure. The caller calls subject_fini.
 */
bool subject_init(struct subject *subject, const struct rvt_config *config,
                  const struct trace *trace, size_t rows, size_t parts);
void subject_fini(struct subject *subject);

enum { RVT_PLACES = 3 };

/* The output of a decoder for a stream. */
struct reception {
    const struct subject *subject;
    struct words words;
    struct loss {
        struct rvt_loss loss;
        size_t at; /* words reported before it */
        bool before_known, after_known;
        uint64_t before, after; /* the reported instructions next to it */
    } * loss;
    size_t losses, loss_capacity;
    bool other_modes; /* at some time the modes were not those of the stream */
    bool last_known;
    uint64_t last; /* instruction that was reported */
    struct rvt_insn last_insn;
    bool on_path;    /* the next instruction is one to which last leads */
    unsigned breaks; /* instructions to which the one before does not lead, without a loss */
    uint64_t *fault; /* numbers of packets with a fault, and of what cannot be read */
    size_t faults, fault_capacity;
    struct {
        size_t offset; /* set by the caller: where a packet begins */
        bool met;      /* a packet was read there */
        size_t after;  /* words reported up to and including it */
    } place[RVT_PLACES];
    size_t moved_from, added,
        removed; /* set by the caller: how far the bytes after the damage are shifted */
    struct {
        bool met;      /* other modes were reported, and then those of the stream again */
        size_t packet; /* the first synchronisation packet that was read after that */
        size_t after;  /* words reported up to and including it */
    } again;
};

/* Decodes the file at path as a stream of reception->subject. False if it cannot be read at all. */
bool reception_take(struct reception *reception, const char *path);
void reception_fini(struct reception *reception);

#endif
