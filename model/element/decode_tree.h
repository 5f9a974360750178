/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A decode tree: the bytes of one capture to the elements of all its sources. Formatter frames are
 * taken apart; each source has a decoder of its own; all elements go to one sink, which may pause
 * the tree. Operations and responses are those of rvt/tree.h.
 */
#ifndef RVT_ELEMENT_DECODE_TREE_H
#define RVT_ELEMENT_DECODE_TREE_H

#include "element/hart_elements.h"
#include "element/software_elements.h"
#include "transport/frame/deformatter.h"

struct rvt_decode_tree; /* opaque */

/* Callbacks but element may be null. Indices are those of the capture. */
struct rvt_decode_tree_options {
    enum rvt_tree_framing framing;
    void *context; /* of all callbacks */
    rvt_element_sink element;
    void (*hart_packet)(void *context, unsigned id, uint64_t index,
                        const struct rvt_payload *payload, const struct rvt_packet *te_inst,
                        const struct rvt_data_packet *te_data);
    void (*stp_packet)(void *context, unsigned id, uint64_t index,
                       const struct rvt_stp_event *event);
    void (*raw_frame)(void *context, const struct rvt_frame_event *event);
    /* A rule that the carrier breaks; has_id: of the STP of a source. */
    void (*finding)(void *context, bool has_id, unsigned id, const struct rvt_finding *finding);
};

/* Where a source is, and the ID of its elements. */
struct rvt_decode_tree_source {
    unsigned carrier_id; /* of frames; 0 without frames */
    unsigned id;
};

/* Opens a tree without decoders. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_decode_tree_open(const struct rvt_decode_tree_options *options,
                                     struct rvt_decode_tree **tree);

/* Frees tree and decoders; null is accepted. */
void rvt_decode_tree_close(struct rvt_decode_tree *tree);

/* Attaches a decoder of a hart: config, image, tunnelled and step_limit of options are the
 * caller's. RVT_ERR_PARAMETER: id has a decoder, or bytes were processed; RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_decode_tree_attach_hart(struct rvt_decode_tree *tree,
                                            const struct rvt_decode_tree_source *source,
                                            const struct rvt_hart_elements_options *options);

/* The same of software: stp and messages of options are the caller's. */
RVT_MUST_USE
enum rvt_status
rvt_decode_tree_attach_software(struct rvt_decode_tree *tree,
                                const struct rvt_decode_tree_source *source,
                                const struct rvt_software_elements_options *options);

/* Detaches a decoder. RVT_ERR_PARAMETER: there is none, or the tree waits. */
RVT_MUST_USE
enum rvt_status rvt_decode_tree_detach(struct rvt_decode_tree *tree, unsigned id);

/* As rvt_tree_process. *status explains RVT_RESP_FATAL: RVT_ERR_MEMORY, RVT_ERR_SEQUENCE (an
 * operation that is not possible here), or RVT_ERR_SINK. */
enum rvt_response rvt_decode_tree_process(struct rvt_decode_tree *tree,
                                          enum rvt_operation operation, uint64_t index,
                                          const uint8_t *data, size_t bytes, size_t *used,
                                          enum rvt_status *status);

/* Bytes used, elements delivered, and bytes of IDs without decoder, since the latest reset. */
void rvt_decode_tree_counts(const struct rvt_decode_tree *tree, uint64_t *bytes, uint64_t *elements,
                            uint64_t *skipped);

#endif
