/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Where a packet begins in encapsulated bytes that may begin in the middle of one, as those of a
 * ring buffer in memory do, without runs of null bytes (ENC-012). From each of the first bytes a
 * chain of packets is followed: a header, a payload that can be read, and so on. Chains that are
 * plausible to the end of the bytes join the true one sooner or later. The first byte where all of
 * them are begins a packet, if there are enough packets from there on, and one of them is an F3/0,
 * or an F3/1 with the handler: decoding can begin.
 */
#ifndef RVT_STREAM_PACKET_BOUNDARY_H
#define RVT_STREAM_PACKET_BOUNDARY_H

#include "wire/encap.h"

enum {
    /*
     * A run has so many te_inst packets of the source. While the true chain is undamaged, a wrong
     * byte is never accepted, however short the run: the true chain is one of those that have to
     * be there. The run guards against bytes that are no packets. Measured over 2 * 10^7 random
     * places, one in 10 begins a packet (iaddress_width_p 64; with 32 one in 17, with srcID one in
     * 650), and one of these in 10 has another one after it, and so on: 16 in a row at a place have
     * a chance of 10^-16.
     */
    RVT_BOUNDARY_PACKETS = 16,
    RVT_BOUNDARY_WINDOW = 4096 /* bytes that are looked at */
};

/* Looks for a packet in bytes bytes (1..RVT_BOUNDARY_WINDOW) at data: not of unaligned bits. True:
 * one begins at *offset. */
bool rvt_packet_boundary_find(const struct rvt_config *config, const uint8_t *data, size_t bytes,
                              size_t *offset);

#endif
