/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "decoder/recovery.h"

#include <stddef.h>
#include <string.h>

static void begin_suspects(struct rvt_packet_processor *processor)
{
    processor->ordinal = processor->suspects.ordinal;
    processor->suspects.next = 0;
}

/* Takes the suspect packets as ordinary ones, or goes on to. */
static enum rvt_status take_suspects(struct rvt_packet_processor *processor, struct rvt_diag *diag)
{
    struct rvt_suspects *suspects = &processor->suspects;
    enum rvt_status status = RVT_OK;

    while (suspects->next < suspects->count && status == RVT_OK) {
        status =
            processor->taking.stage != RVT_TAKING_NOTHING
                ? rvt_packet_processor_go_on(processor, diag)
                : rvt_packet_processor_take(processor, &suspects->packet[suspects->next], diag);
        suspects->next += status != RVT_WAIT;
    }
    return status;
}

/*
 * True if start, the next F3/0, confirms the suspects: the path from the suspect F3/0 goes on along
 * all the packets after it and leads to start without a jump, since a jump may lead anywhere. A
 * jump to a full address on the way does not count either, since it leads back from any path. This
 * is a trial: nothing is reported. The tables are not restored: where the position is lost, the
 * next one resets them. buffer->reported was true before there were suspects.
 */
static bool is_confirmed(struct rvt_packet_processor *processor, const struct rvt_packet *start)
{
    struct rvt_output_buffer *buffer = &processor->buffer;
    unsigned char before[offsetof(struct rvt_packet_processor, suspects)];
    uint64_t latest = buffer->latest;
    const struct rvt_executor executor = buffer->executor;

    memcpy(before, processor, sizeof(before));
    processor->output = (struct rvt_decoder_output){.context = NULL};
    processor->trying = true;
    begin_suspects(processor);
    bool good = take_suspects(processor, NULL) == RVT_OK &&
                rvt_packet_processor_take(processor, start, NULL) == RVT_OK;
    enum rvt_path_end end = processor->follower.meaning.end;
    good = good && !processor->healed;
    memcpy(processor, before, sizeof(before));
    buffer->latest = latest;
    buffer->executor = executor;
    return good && (end == RVT_PATH_END_INFERABLE || end == RVT_PATH_END_RETURN ||
                    end == RVT_PATH_END_SIJUMP);
}

void rvt_recovery_drop(struct rvt_packet_processor *processor)
{
    if (processor->suspects.count > 0)
        processor->losses.loss.last_packet = rvt_suspects_last(&processor->suspects);
    processor->suspects.count = 0;
}

enum rvt_status rvt_recovery_settle(struct rvt_packet_processor *processor,
                                    const struct rvt_packet *packet, bool *kept,
                                    struct rvt_diag *diag)
{
    struct rvt_suspects *suspects = &processor->suspects;
    enum rvt_status status = RVT_OK;

    *kept = rvt_suspects_add(suspects, packet);
    processor->ordinal += *kept;
    if (*kept)
        return RVT_OK;
    if (!suspects->settling && rvt_suspects_is_start(packet) && is_confirmed(processor, packet)) {
        suspects->settling = true;
        begin_suspects(processor);
    }
    if (suspects->settling) {
        status = take_suspects(processor, diag);
        if (status == RVT_WAIT)
            return RVT_WAIT;
        suspects->settling = false;
        suspects->count = 0;
    }
    rvt_recovery_drop(processor);
    return status;
}
