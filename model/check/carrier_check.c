/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "check/carrier_check.h"

#include <stdlib.h>

#include "check/carrier_units.h"
#include "transport/frame/deformatter.h"
#include "transport/syst/syst_stream.h"

struct rvt_carrier_check {
    struct rvt_compliance *compliance;
    struct rvt_carrier_units units;
    struct rvt_syst_stream *stp; /* one of the two, or none */
    struct rvt_deformatter *frames;
};

static void found(void *context, const struct rvt_finding *finding)
{
    struct rvt_carrier_check *check = context;
    struct rvt_compliance_finding broken = rvt_compliance_of_finding(finding);

    rvt_carrier_units_broken(&check->units, finding->rule);
    rvt_compliance_break(check->compliance, &broken);
}

static void took_frame(void *context, const struct rvt_frame_event *event)
{
    struct rvt_carrier_check *check = context;

    rvt_carrier_units_frame(&check->units, event);
}

static void took_packet(void *context, const struct rvt_stp_event *event)
{
    struct rvt_carrier_check *check = context;

    rvt_carrier_units_packet(&check->units, event);
}

static void took_message(void *context, const struct rvt_syst_arrival *arrival)
{
    struct rvt_carrier_check *check = context;

    rvt_carrier_units_message(&check->units, arrival);
}

static enum rvt_status open_frames(struct rvt_carrier_check *check,
                                   const struct rvt_transport_config *transport)
{
    struct rvt_deformatter_config config;
    struct rvt_deformatter_output output = {
        .event = took_frame, .finding = found, .context = check};

    check->frames = malloc(sizeof *check->frames);
    if (check->frames == NULL)
        return RVT_ERR_MEMORY;
    rvt_deformatter_defaults(&config, transport->frame_stream);
    rvt_deformatter_init(check->frames, &config, &output);
    check->units.streaming = config.streaming;
    return RVT_OK;
}

static enum rvt_status open_carrier(struct rvt_carrier_check *check, enum rvt_carrier carrier,
                                    const struct rvt_transport_config *transport)
{
    struct rvt_syst_stream_config config = {.syst = {.sbd = true}};
    struct rvt_syst_stream_sinks sinks = {
        .message = took_message, .finding = found, .packet = took_packet, .context = check};

    if (carrier == RVT_CARRIER_FRAME)
        return open_frames(check, transport);
    return carrier == RVT_CARRIER_STP ? rvt_syst_stream_open(&config, &sinks, &check->stp) : RVT_OK;
}

enum rvt_status rvt_carrier_check_open(enum rvt_carrier carrier,
                                       const struct rvt_transport_config *transport,
                                       struct rvt_compliance *compliance,
                                       struct rvt_carrier_check **check)
{
    struct rvt_carrier_check *made = calloc(1, sizeof *made);
    enum rvt_status status = made != NULL ? RVT_OK : RVT_ERR_MEMORY;

    if (status == RVT_OK) {
        made->compliance = compliance;
        made->units.compliance = compliance;
        status = open_carrier(made, carrier, transport);
    }
    if (status == RVT_OK)
        *check = made;
    else
        rvt_carrier_check_close(made);
    return status;
}

void rvt_carrier_check_close(struct rvt_carrier_check *check)
{
    if (check == NULL)
        return;
    rvt_syst_stream_close(check->stp);
    free(check->frames);
    free(check);
}

enum rvt_status rvt_carrier_check_push(struct rvt_carrier_check *check, const uint8_t *data,
                                       size_t bytes)
{
    if (check->stp != NULL)
        return rvt_syst_stream_bytes(check->stp, data, bytes);
    if (check->frames != NULL)
        rvt_deformatter_push(check->frames, data, bytes);
    return RVT_OK;
}

enum rvt_status rvt_carrier_check_finish(struct rvt_carrier_check *check)
{
    enum rvt_status status = RVT_OK;

    if (check->stp != NULL)
        status = rvt_syst_stream_finish(check->stp);
    if (check->frames != NULL)
        rvt_deformatter_finish(check->frames);
    rvt_carrier_units_end(&check->units,
                          check->frames != NULL ? RVT_RULE_FRM_011 : RVT_RULE_STP_010);
    return status;
}
