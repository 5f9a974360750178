/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * STP to elements: the data that software wrote to the channels of a system trace source, as whole
 * SyS-T messages or packet by packet, and triggers. The elements go to a queue. Spec: STP-001..015,
 * SYST-001..018, SEQ-001..015.
 */
#ifndef RVT_ELEMENT_SOFTWARE_ELEMENTS_H
#define RVT_ELEMENT_SOFTWARE_ELEMENTS_H

#include "element/element_queue.h"
#include "transport/stp/stp_track.h"

struct rvt_software_elements; /* opaque; memory grows with channels and their longest messages */

struct rvt_software_elements_options {
    struct rvt_stp_config stp;
    unsigned id;                     /* of the elements */
    bool messages;                   /* SyS-T messages; else each packet with data */
    struct rvt_element_queue *queue; /* borrowed */
    rvt_finding_sink finding;        /* of STP and SyS-T; bytes count those of the source */
    rvt_stp_event_sink packet;       /* each STP packet; null: not reported */
    void *context;                   /* of both */
};

/* Opens a decoder before the first byte. RVT_ERR_MEMORY; RVT_ERR_PARAMETER: a value of stp. */
RVT_MUST_USE
enum rvt_status rvt_software_elements_open(const struct rvt_software_elements_options *options,
                                           struct rvt_software_elements **software);

/* Frees; null is accepted. */
void rvt_software_elements_close(struct rvt_software_elements *software);

/* Returns to the state after open. Allocates nothing. */
void rvt_software_elements_reset(struct rvt_software_elements *software);

/* Decodes bytes, each with its index in the capture; index null: all bytes of the capture are those
 * of the source. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_software_elements_feed(struct rvt_software_elements *software,
                                           const uint8_t *data, const uint64_t *index,
                                           size_t count);

/* Frames lost bytes here. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_software_elements_lose(struct rvt_software_elements *software);

/* Ends the bytes, and adds EO_TRACE with index, that after the last byte of the capture.
 * RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_software_elements_end(struct rvt_software_elements *software, uint64_t index);

/* The index in the capture of a nibble of the source. */
uint64_t rvt_software_elements_index(const struct rvt_software_elements *software, uint64_t nibble);

#endif
