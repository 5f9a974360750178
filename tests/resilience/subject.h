/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* An encapsulated stream with what is in it, and what a decoder says of its bytes. */
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

/* A stream: bytes, where its packets begin, and which of them report a position by themselves. */
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
    struct words words; /* what an undamaged stream reports */
};

/*
 * Encodes the first rows of trace; each synchronisation packet comes after a synchronisation
 * sequence of nulls (ENC-010). parts: between so many parts of equal length the encoder is disabled
 * and enabled again. False on failure. The caller calls subject_fini.
 */
bool subject_init(struct subject *subject, const struct rvt_config *config,
                  const struct trace *trace, size_t rows, size_t parts);
void subject_fini(struct subject *subject);

enum { RVT_PLACES = 3 };

/* What a decoder reports of a stream. */
struct reception {
    const struct subject *subject;
    struct words words;
    struct loss {
        struct rvt_loss loss;
        size_t at; /* words reported before */
        bool before_known, after_known;
        uint64_t before, after; /* the instructions next to it that were reported */
    } * loss;
    size_t losses, loss_capacity;
    bool other_modes; /* at some time, than the stream has */
    bool last_known;
    uint64_t last; /* instruction that was reported */
    struct {
        size_t offset; /* asked for: where a packet begins */
        bool met;      /* a packet was read there */
        size_t after;  /* words reported up to and including it */
    } place[RVT_PLACES];
    size_t moved_from, added, removed; /* asked for: bytes of the stream after it lie further */
    struct {
        bool met;      /* other modes were reported, and then those of the stream again */
        size_t packet; /* the first synchronisation packet that was read from there on */
        size_t after;  /* words reported up to and including it */
    } again;
};

/* Decodes the file at path as a stream of reception->subject. False if it cannot be read at all. */
bool reception_take(struct reception *reception, const char *path);
void reception_fini(struct reception *reception);

#endif
