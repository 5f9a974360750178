/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "transport/frame/frame_check.h"

#include <string.h>

enum { LAST = RVT_FRAME_SLOTS - 1 };

struct check {
    rvt_finding_sink sink;
    void *context;
};

static void find(const struct check *check, enum rvt_rule rule, uint64_t byte, const char *field,
                 unsigned value)
{
    const struct rvt_finding finding = {.rule = rule, .byte = byte, .field = field, .value = value};

    check->sink(check->context, &finding);
}

static bool is_fsync(const uint8_t *bytes)
{
    static const uint8_t fsync[RVT_FSYNC_BYTES] = {0xff, 0xff, 0xff, 0x7f};

    return memcmp(bytes, fsync, sizeof fsync) == 0;
}

/* An ID of 0x7f: its byte may be synchronisation, which may not occur inside a frame. */
static void check_forbidden(const struct check *check, const uint8_t *bytes, uint64_t byte,
                            unsigned slot)
{
    if (slot >= 2 && is_fsync(bytes + slot - 2))
        return; /* its second half */
    if (slot < LAST && is_fsync(bytes + slot))
        find(check, RVT_RULE_FRM_008, byte, NULL, 0);
    else if (bytes[slot + 1] == RVT_SYNC_END)
        find(check, RVT_RULE_FRM_009, byte, NULL, 0);
    else
        find(check, RVT_RULE_FRM_013, byte, NULL, 0);
}

static void check_id(const struct check *check, const uint8_t *bytes, uint64_t byte, unsigned slot,
                     unsigned id, unsigned current)
{
    if (id == RVT_FRAME_ID_FORBIDDEN)
        check_forbidden(check, bytes, byte, slot);
    else if (rvt_frame_id_class(id) == RVT_FRAME_CLASS_RESERVED)
        find(check, RVT_RULE_FRM_007, byte, "ID", id);
    if (id == current && id != RVT_FRAME_ID_FORBIDDEN)
        find(check, RVT_RULE_FRM_006, byte, "ID", id);
}

bool rvt_frame_check(const uint8_t *bytes, const uint64_t *halfword, unsigned id,
                     bool unknown_reported, rvt_finding_sink sink, void *context)
{
    const struct check check = {sink, context};
    struct rvt_frame frame;
    bool unknown = false;

    rvt_frame_read(bytes, &frame);
    for (unsigned slot = 0, delayed = id; slot < RVT_FRAME_SLOTS; slot++) {
        enum rvt_frame_slot_kind kind = frame.slot[slot].kind;
        uint64_t byte = halfword[slot / 2] + slot % 2;

        if (kind == RVT_FRAME_DATA) {
            if (id == RVT_FRAME_ID_NONE && !unknown && !unknown_reported)
                find(&check, RVT_RULE_FRM_005, byte, NULL, 0);
            unknown |= id == RVT_FRAME_ID_NONE;
            id = delayed;
            continue;
        }
        delayed = frame.slot[slot].value;
        check_id(&check, bytes, byte, slot, delayed, id);
        if (slot == LAST && kind == RVT_FRAME_ID_DELAYED && delayed != RVT_FRAME_ID_FORBIDDEN)
            find(&check, RVT_RULE_FRM_004, byte, "ID", delayed);
        if (kind == RVT_FRAME_ID)
            id = delayed;
    }
    return unknown;
}
