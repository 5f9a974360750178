/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "api/stp_element.h"

#include "api/structure.h"

_Static_assert((int)RVT_STP_CLOCK_GRAY == (int)RVT_STP_TIME_GRAY, "clocks of one code");

enum rvt_status rvt_stp_options_take(struct rvt_stp_config *config,
                                     const struct rvt_stp_options *options)
{
    struct rvt_stp_options known = {.size = sizeof known};

    if (options != NULL && rvt_structure_take(&known, sizeof known, options) != RVT_OK)
        return RVT_ERR_PARAMETER;
    *config = (struct rvt_stp_config){
        .start = known.in_place ? RVT_STP_START_SYNCED : RVT_STP_START_HUNT,
        .version_scope =
            known.version_keeps_channel ? RVT_STP_VERSION_KEEPS : RVT_STP_VERSION_RESETS,
        .m8_scope = known.m8_keeps_high ? RVT_STP_M8_KEEPS_HIGH : RVT_STP_M8_WHOLE,
        .error_scope = known.error_keeps ? RVT_STP_ERROR_KEEPS : RVT_STP_ERROR_CLEARS,
        .time_type = (enum rvt_stp_time_type)known.time,
        .le_always = known.little_endian,
        .async_bytes_max = known.async_bytes_max};
    return RVT_OK;
}

struct rvt_stp_encoder_config rvt_stp_format_taken(const struct rvt_stp_format_options *format)
{
    return (struct rvt_stp_encoder_config){.time_type = (enum rvt_stp_time_type)format->time,
                                           .minor = format->minor,
                                           .le = format->little_endian,
                                           .le_always = format->little_endian_always,
                                           .sync_bytes = format->sync_bytes,
                                           .frequency = format->frequency};
}

struct rvt_stp_element rvt_stp_element_of(const struct rvt_stp_event *event)
{
    const struct rvt_stp_form *form = event->lost ? NULL : rvt_stp_form(event->packet.opcode);

    return (struct rvt_stp_element){.size = sizeof(struct rvt_stp_element),
                                    .nibble = event->at,
                                    .nibbles = event->nibbles,
                                    .lost = event->lost,
                                    .timed = event->timed,
                                    .trusted = event->trusted,
                                    .marker = form != NULL && form->marker,
                                    .opcode = form != NULL ? form->name : NULL,
                                    .master = event->master,
                                    .channel = event->channel,
                                    .payload = event->packet.payload,
                                    .time = event->time};
}
