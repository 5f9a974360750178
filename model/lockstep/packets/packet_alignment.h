/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Where two sequences of packets agree again after a difference: how many of the observed packets
 * are extra or different, and how many of the expected ones are missing. Works on numbers; the
 * caller compares the packets, or whatever its sequences are made of.
 */
#ifndef RVT_LOCKSTEP_PACKETS_PACKET_ALIGNMENT_H
#define RVT_LOCKSTEP_PACKETS_PACKET_ALIGNMENT_H

#include <stdbool.h>

enum {
    RVT_ALIGNMENT_WINDOW = 32, /* packets of each sequence that are looked at */
    RVT_ALIGNMENT_ANCHOR = 3,  /* equal packets in a row after which both sequences agree again */
    RVT_ALIGNMENT_WINDOW_MAX = 128,
    RVT_ALIGNMENT_STEPS_MAX = 2 * RVT_ALIGNMENT_WINDOW_MAX,
};

/* How far it looks. Of packets RVT_ALIGNMENT_WINDOW and RVT_ALIGNMENT_ANCHOR. */
struct rvt_alignment_reach {
    unsigned window; /* elements of each sequence, <= RVT_ALIGNMENT_WINDOW_MAX */
    unsigned anchor; /* equal elements in a row after which both sequences agree again */
};

/* An observed and an expected packet. */
enum rvt_packet_pair {
    RVT_PAIR_EQUAL,
    RVT_PAIR_DIFFERS,
    RVT_PAIR_APART, /* they differ, and one cannot stand for the other: one is missing, one extra */
};

/* Compares observed packet observed with expected packet expected; both count from 0. */
typedef enum rvt_packet_pair rvt_packets_compare(void *context, unsigned observed,
                                                 unsigned expected);

enum rvt_alignment_step { RVT_STEP_EQUAL, RVT_STEP_DIFFERS, RVT_STEP_MISSING, RVT_STEP_EXTRA };

/* The steps that lead from the first difference to the place where both sequences agree. */
struct rvt_alignment {
    enum rvt_alignment_step step[RVT_ALIGNMENT_STEPS_MAX];
    unsigned steps;
};

/*
 * The shortest way to a place after which reach->anchor packets are equal; a packet that differs
 * counts less than one that is missing and another that is extra. observed, expected: packets that
 * there are so far, of which the first reach->window are looked at. False: more packets are needed
 * to tell, or the windows have no such place; alignment is then undefined.
 */
bool rvt_alignment_find(const struct rvt_alignment_reach *reach, unsigned observed,
                        unsigned expected, rvt_packets_compare *compare, void *context,
                        struct rvt_alignment *alignment);

/* The same at the end of both sequences: the shortest way to the end of both, of which at most
 * RVT_ALIGNMENT_WINDOW_MAX packets are left each. The last optional of the expected ones, <=
 * expected, need not have been sent; as many of them are missing as makes the way short. */
void rvt_alignment_finish(unsigned observed, unsigned expected, unsigned optional,
                          rvt_packets_compare *compare, void *context,
                          struct rvt_alignment *alignment);

#endif
