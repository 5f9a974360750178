/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * E-Trace of one hart to elements: encapsulated bytes to packets, and packets to what retired. The
 * elements go to a queue. Spec: E-Trace, "Decoder"
 * (ETR-DEC-001..021), ETR-DAT-001..013; packet encapsulation (ENC-001..020).
 */
#ifndef RVT_ELEMENT_HART_ELEMENTS_H
#define RVT_ELEMENT_HART_ELEMENTS_H

#include "base/finding.h"
#include "base/params.h"
#include "element/element_queue.h"
#include "program/image.h"
#include "wire/data.h"
#include "wire/packet.h"

struct rvt_hart_elements; /* opaque */

struct rvt_hart_elements_options {
    const struct rvt_config *config; /* copied */
    struct rvt_image *image;         /* borrowed until close */
    unsigned id;                     /* of the elements */
    bool framed;                     /* the bytes come out of formatter frames */
    bool mid_packet;                 /* the capture may begin in the middle of a packet; neither
                                        framed nor tunnelled */
    bool tunnelled;                  /* the bytes are STP, whose SyS-T messages carry packets */
    uint64_t step_limit;             /* per packet; 0: the default */
    struct rvt_element_queue *queue; /* borrowed */
    /* A packet of the source before it is decoded; null: not reported. The structs are null if the
     * payload is not of their kind or cannot be read. */
    void (*packet)(void *context, uint64_t index, const struct rvt_payload *payload,
                   const struct rvt_packet *te_inst, const struct rvt_data_packet *te_data);
    void *context;
};

/* Opens a decoder before the first byte. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_hart_elements_open(const struct rvt_hart_elements_options *options,
                                       struct rvt_hart_elements **hart);

/* Frees; null is accepted. */
void rvt_hart_elements_close(struct rvt_hart_elements *hart);

/* Returns to the state after open. Allocates nothing. */
void rvt_hart_elements_reset(struct rvt_hart_elements *hart);

/* Appends bytes (count >= 1), each with its index in the capture; index null: all bytes of the
 * capture are those of the source. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_hart_elements_feed(struct rvt_hart_elements *hart, const uint8_t *data,
                                       const uint64_t *index, size_t count);

/* What carries the bytes lost some here. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_hart_elements_lose(struct rvt_hart_elements *hart,
                                       const struct rvt_finding *loss);

/* Ends the bytes; index is that after the last byte of the capture. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_hart_elements_end(struct rvt_hart_elements *hart, uint64_t index);

/* Decodes the packets of the bytes, until the sink asks for a pause (true: there may be more), or
 * more bytes are needed, or, after the end, the last element EO_TRACE was added (false). */
bool rvt_hart_elements_proceed(struct rvt_hart_elements *hart);

#endif
