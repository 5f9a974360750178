/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Data trace beside instruction trace: each access waits for the item that covers its instruction,
 * and is sent when that item has been decided on. So its te_data follows the te_inst packets up to
 * its instruction and precedes later ones. Spec: ETR-DAT-011; decision 0003.
 */
#ifndef RVT_ENCODER_DATA_TRACE_H
#define RVT_ENCODER_DATA_TRACE_H

#include "encoder/data_encoder.h"
#include "ingress/tip.h"

/* Waiting entries: the accesses and responses of two rows, and one response for each load in
 * progress. */
#define RVT_DATA_WAITING_MAX (4 * RVT_ACCESSES_MAX + RVT_LRIDS_MAX)

struct rvt_data_waiting {
    struct rvt_access access;
    struct rvt_data_origin origin;
    uint64_t needed; /* items that must have been decided on */
    bool response, traced;
};

struct rvt_data_trace {
    struct rvt_data_encoder encoder;
    uint64_t pushed, decided;                    /* items */
    struct rvt_data_load awaited[RVT_LRIDS_MAX]; /* known: a request without a response so far */
    unsigned first, count;                       /* of waiting, a ring */
    struct rvt_data_waiting waiting[RVT_DATA_WAITING_MAX];
};

/* config is borrowed. */
void rvt_data_trace_init(struct rvt_data_trace *trace, const struct rvt_config *config);

/*
 * Takes the accesses of a row, whose items come next. Responses to loads in progress are sent
 * first, then what retired, then responses to requests of the same cycle. traced: a bit per group.
 */
void rvt_data_trace_row(struct rvt_data_trace *trace, const struct rvt_row *row, unsigned traced);

/* An item came; all items up to it, or up to the one before, are decided on. */
void rvt_data_trace_item(struct rvt_data_trace *trace, bool decided);

/* No item is left to decide on: sends everything. */
void rvt_data_trace_settle(struct rvt_data_trace *trace);

/* Drops the loads in progress: their responses are not sent. */
void rvt_data_trace_forget(struct rvt_data_trace *trace);

/*
 * Takes the accesses of a row that was dropped: neither they nor the responses to its requests are
 * sent. But its requests are in progress and its responses complete loads, as in any row. traced: a
 * bit per group, as if the row were kept. Returns true if te_data is lost with the row: for an
 * access, or for a response to an earlier request. Spec: ETR-FMT-005; decision 0003.
 */
bool rvt_data_trace_miss(struct rvt_data_trace *trace, const struct rvt_row *row, unsigned traced);

#endif
