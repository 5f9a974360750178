/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <rvt/lockstep_transport.h>

#include <stdlib.h>

#include "api/configuration.h"
#include "api/report_file.h"
#include "api/stp_element.h"
#include "api/structure.h"
#include "io/report/transport_report.h"
#include "lockstep/transport/arbiter_scoreboard.h"
#include "lockstep/transport/frame_scoreboard.h"
#include "lockstep/transport/stp_scoreboard.h"
#include "lockstep/transport/syst_scoreboard.h"
#include "lockstep/items/transport_scoreboard.h"
#include "lockstep/transport/tunnel_scoreboard.h"

_Static_assert((int)RVT_PORT_NULL == (int)RVT_STP_WRITE_NULL, "kinds of one code");
_Static_assert((int)RVT_ARBITER_SOURCES == (int)RVT_ARBITER_SOURCES_MAX, "arbiters of one size");
_Static_assert(RVT_PORT_LOCATION == RVT_SYST_HAS_LOC && RVT_PORT_LENGTH == RVT_SYST_HAS_LEN &&
                   RVT_PORT_CHECKSUM == RVT_SYST_HAS_CHK && RVT_PORT_TIMESTAMP == RVT_SYST_HAS_TS &&
                   RVT_PORT_GUID == RVT_SYST_HAS_GUID,
               "fields of one code");

enum kind { STP, ARBITER, SYST, TUNNEL, FRAME };

struct rvt_transport_comparison {
    enum kind kind;
    unsigned shown;   /* findings that rvt_transport_comparison_next_finding returned */
    uint64_t cycle;   /* of the latest call */
    void *scoreboard; /* of that kind */
};

/* A comparison without a scoreboard yet; null: there can be none, as *status says. */
static struct rvt_transport_comparison *make(enum kind kind, bool usable, enum rvt_status *status)
{
    struct rvt_transport_comparison *made = usable ? calloc(1, sizeof *made) : NULL;

    *status = !usable ? RVT_ERR_PARAMETER : made == NULL ? RVT_ERR_MEMORY : RVT_OK;
    if (made != NULL)
        made->kind = kind;
    return made;
}

/* Gives what was made to the caller, with its scoreboard, or frees it. */
static enum rvt_status give(struct rvt_transport_comparison *made, void *scoreboard,
                            enum rvt_status status, struct rvt_transport_comparison **comparison)
{
    if (status != RVT_OK) {
        free(made);
        return status;
    }
    made->scoreboard = scoreboard;
    *comparison = made;
    return RVT_OK;
}

static enum rvt_status refuse(struct rvt_transport_comparison *comparison)
{
    rvt_transport_fault(comparison->scoreboard, comparison->cycle,
                        "the call does not fit this kind of comparison, or its structure has the "
                        "wrong size or a value that is too wide [ComparisonCall]");
    return RVT_ERR_PARAMETER;
}

/* True for a call of the comparison's own kind; any other one is the finding. */
static bool takes(struct rvt_transport_comparison *comparison, enum kind kind, uint64_t cycle)
{
    comparison->cycle = cycle;
    if (comparison->kind != kind)
        (void)refuse(comparison);
    return comparison->kind == kind;
}

static enum rvt_status take_write(struct rvt_stp_port_write *taken,
                                  const struct rvt_port_write *write)
{
    struct rvt_port_write copy;
    const struct rvt_port_write *known = rvt_structure_view(&copy, sizeof copy, write);

    if (known == NULL)
        return RVT_ERR_PARAMETER;
    *taken = (struct rvt_stp_port_write){.kind = known->kind,
                                         .size = known->data_size,
                                         .marker = known->marker,
                                         .stamp = known->stamp,
                                         .master = known->master,
                                         .channel = known->channel,
                                         .data = known->data,
                                         .time = known->time};
    return RVT_OK;
}

static enum rvt_status take_message(struct rvt_syst_input *taken,
                                    const struct rvt_port_message *message)
{
    struct rvt_port_message copy;
    const struct rvt_port_message *known = rvt_structure_view(&copy, sizeof copy, message);

    if (known == NULL)
        return RVT_ERR_PARAMETER;
    *taken = (struct rvt_syst_input){.header = known->header,
                                     .second = known->second,
                                     .length = known->length,
                                     .tag = known->tag,
                                     .location = known->location,
                                     .timestamp = known->timestamp,
                                     .marked = known->marked,
                                     .master = known->master,
                                     .channel = known->channel};
    memcpy(taken->guid, known->guid, sizeof taken->guid);
    return RVT_OK;
}

/* ---- every kind ---- */

void rvt_transport_comparison_close(struct rvt_transport_comparison *comparison)
{
    if (comparison == NULL)
        return;
    rvt_transport_close(comparison->scoreboard);
    free(comparison);
}

enum rvt_status
rvt_transport_comparison_configure(struct rvt_transport_comparison *comparison,
                                   const struct rvt_transport_comparison_options *options)
{
    struct rvt_transport_comparison_options known;

    if (comparison == NULL || rvt_structure_take(&known, sizeof known, options) != RVT_OK)
        return RVT_ERR_PARAMETER;
    const struct rvt_transport_options taken = {
        .decode_exact = known.decode_exact,
        .findings_max = known.findings_max > 0 ? known.findings_max : 1,
        .waivers = known.configuration != NULL ? &known.configuration->waivers : NULL};
    return rvt_transport_configure(comparison->scoreboard, &taken);
}

void rvt_transport_comparison_end(struct rvt_transport_comparison *comparison, uint64_t cycle)
{
    comparison->cycle = cycle;
    rvt_transport_end(comparison->scoreboard, cycle);
}

void rvt_transport_comparison_fault(struct rvt_transport_comparison *comparison, uint64_t cycle,
                                    const char *message)
{
    rvt_transport_fault(comparison->scoreboard, cycle, message);
}

bool rvt_transport_comparison_passed(const struct rvt_transport_comparison *comparison)
{
    return rvt_transport_passed(comparison->scoreboard);
}

const char *rvt_transport_comparison_finding(const struct rvt_transport_comparison *comparison)
{
    return rvt_transport_finding(comparison->scoreboard, 0);
}

const char *rvt_transport_comparison_next_finding(struct rvt_transport_comparison *comparison)
{
    const char *next = rvt_transport_finding(comparison->scoreboard, comparison->shown);

    comparison->shown += next != NULL;
    return next;
}

unsigned rvt_transport_comparison_findings(const struct rvt_transport_comparison *comparison)
{
    return rvt_transport_findings(comparison->scoreboard);
}

uint64_t rvt_transport_comparison_compared(const struct rvt_transport_comparison *comparison)
{
    return rvt_transport_compared(comparison->scoreboard);
}

const char *rvt_transport_comparison_summary(struct rvt_transport_comparison *comparison)
{
    return rvt_transport_counts(comparison->scoreboard);
}

enum rvt_status rvt_transport_comparison_report(const struct rvt_transport_comparison *comparison,
                                                const struct rvt_comparison_report_options *options,
                                                struct rvt_diagnosis *diagnosis)
{
    struct rvt_comparison_report_options known;
    enum rvt_status status = rvt_report_take(&known, comparison, options, diagnosis);

    if (status != RVT_OK)
        return status;
    const struct rvt_run_report report =
        rvt_transport_report(comparison->scoreboard, known.instance, comparison->cycle);
    return rvt_report_write(&report, known.path, diagnosis);
}

/* ---- STP transmitter ---- */

enum rvt_status rvt_stp_comparison_open(const struct rvt_stp_format_options *format,
                                        struct rvt_transport_comparison **comparison)
{
    struct rvt_stp_format_options known;
    struct rvt_stp_scoreboard *scoreboard = NULL;
    enum rvt_status status;
    bool usable = rvt_structure_take(&known, sizeof known, format) == RVT_OK && comparison != NULL;
    struct rvt_transport_comparison *made = make(STP, usable, &status);

    if (made == NULL)
        return status;
    const struct rvt_stp_encoder_config config = rvt_stp_format_taken(&known);
    status = rvt_stp_scoreboard_open(&config, &scoreboard);
    return give(made, scoreboard, status, comparison);
}

void rvt_stp_comparison_sync(struct rvt_transport_comparison *comparison)
{
    if (takes(comparison, STP, comparison->cycle))
        rvt_stp_scoreboard_sync(comparison->scoreboard);
}

enum rvt_status rvt_stp_comparison_write(struct rvt_transport_comparison *comparison,
                                         uint64_t cycle, const struct rvt_port_write *write,
                                         uint64_t sync_bytes, uint64_t frequency)
{
    struct rvt_stp_port_write taken;

    if (!takes(comparison, STP, cycle) || take_write(&taken, write) != RVT_OK)
        return refuse(comparison);
    rvt_stp_scoreboard_write(comparison->scoreboard, cycle, &taken, sync_bytes, frequency);
    return RVT_OK;
}

void rvt_stp_comparison_flush(struct rvt_transport_comparison *comparison, uint64_t cycle)
{
    if (takes(comparison, STP, cycle))
        rvt_stp_scoreboard_flush(comparison->scoreboard, cycle);
}

void rvt_stp_comparison_bytes(struct rvt_transport_comparison *comparison, uint64_t cycle,
                              const uint8_t *data, size_t bytes)
{
    if (takes(comparison, STP, cycle))
        rvt_stp_scoreboard_bytes(comparison->scoreboard, cycle, data, bytes);
}

void rvt_stp_comparison_idle(struct rvt_transport_comparison *comparison, uint64_t cycle)
{
    if (takes(comparison, STP, cycle))
        rvt_stp_scoreboard_idle(comparison->scoreboard, cycle);
}

/* ---- arbiter ---- */

enum rvt_status rvt_arbiter_comparison_open(unsigned sources, bool round_robin,
                                            struct rvt_transport_comparison **comparison)
{
    struct rvt_arbiter_scoreboard *scoreboard = NULL;
    enum rvt_status status;
    struct rvt_transport_comparison *made = make(ARBITER, comparison != NULL, &status);

    if (made == NULL)
        return status;
    status = rvt_arbiter_scoreboard_open(sources, round_robin, &scoreboard);
    return give(made, scoreboard, status, comparison);
}

void rvt_arbiter_comparison_offers(struct rvt_transport_comparison *comparison, uint64_t cycle,
                                   uint64_t offered, uint64_t taken)
{
    if (takes(comparison, ARBITER, cycle))
        rvt_arbiter_scoreboard_offers(comparison->scoreboard, cycle, offered, taken);
}

enum rvt_status rvt_arbiter_comparison_take(struct rvt_transport_comparison *comparison,
                                            uint64_t cycle, unsigned source,
                                            const struct rvt_port_write *write)
{
    struct rvt_stp_port_write taken;

    if (!takes(comparison, ARBITER, cycle) || take_write(&taken, write) != RVT_OK)
        return refuse(comparison);
    rvt_arbiter_scoreboard_take(comparison->scoreboard, cycle, source, &taken);
    return RVT_OK;
}

enum rvt_status rvt_arbiter_comparison_write(struct rvt_transport_comparison *comparison,
                                             uint64_t cycle, const struct rvt_port_write *write)
{
    struct rvt_stp_port_write taken;

    if (!takes(comparison, ARBITER, cycle) || take_write(&taken, write) != RVT_OK)
        return refuse(comparison);
    rvt_arbiter_scoreboard_write(comparison->scoreboard, cycle, &taken);
    return RVT_OK;
}

/* ---- source of SyS-T messages ---- */

enum rvt_status rvt_syst_comparison_open(uint32_t fields,
                                         struct rvt_transport_comparison **comparison)
{
    struct rvt_syst_scoreboard *scoreboard = NULL;
    enum rvt_status status;
    struct rvt_transport_comparison *made = make(SYST, comparison != NULL, &status);

    if (made == NULL)
        return status;
    status = rvt_syst_scoreboard_open(fields, &scoreboard);
    return give(made, scoreboard, status, comparison);
}

enum rvt_status rvt_syst_comparison_message(struct rvt_transport_comparison *comparison,
                                            uint64_t cycle, const struct rvt_port_message *message)
{
    struct rvt_syst_input taken;

    if (!takes(comparison, SYST, cycle) || take_message(&taken, message) != RVT_OK)
        return refuse(comparison);
    rvt_syst_scoreboard_message(comparison->scoreboard, cycle, &taken);
    return RVT_OK;
}

void rvt_syst_comparison_payload(struct rvt_transport_comparison *comparison, uint64_t cycle,
                                 uint32_t data, unsigned bytes, bool last)
{
    if (takes(comparison, SYST, cycle))
        rvt_syst_scoreboard_payload(comparison->scoreboard, cycle, data, bytes, last);
}

enum rvt_status rvt_syst_comparison_write(struct rvt_transport_comparison *comparison,
                                          uint64_t cycle, const struct rvt_port_write *write)
{
    struct rvt_stp_port_write taken;

    if (!takes(comparison, SYST, cycle) || take_write(&taken, write) != RVT_OK)
        return refuse(comparison);
    rvt_syst_scoreboard_write(comparison->scoreboard, cycle, &taken);
    return RVT_OK;
}

/* ---- tunnel ---- */

enum rvt_status rvt_tunnel_comparison_open(bool length,
                                           struct rvt_transport_comparison **comparison)
{
    struct rvt_tunnel_scoreboard *scoreboard = NULL;
    enum rvt_status status;
    struct rvt_transport_comparison *made = make(TUNNEL, comparison != NULL, &status);

    if (made == NULL)
        return status;
    status = rvt_tunnel_scoreboard_open(length, &scoreboard);
    return give(made, scoreboard, status, comparison);
}

enum rvt_status rvt_tunnel_comparison_header(struct rvt_transport_comparison *comparison,
                                             const struct rvt_port_header *header)
{
    struct rvt_port_header copy;
    const struct rvt_port_header *known = rvt_structure_view(&copy, sizeof copy, header);

    if (!takes(comparison, TUNNEL, comparison->cycle) || known == NULL ||
        known->protocol >> 6 != 0 || known->severity >> 3 != 0 || known->origin >> 11 != 0)
        return refuse(comparison);
    const struct rvt_tunnel_options options = {.protocol = known->protocol,
                                               .origin = known->origin,
                                               .severity = known->severity,
                                               .guid = known->guid,
                                               .checksum = known->checksum,
                                               .stamp = known->stamp};
    rvt_tunnel_scoreboard_options(comparison->scoreboard, &options);
    return RVT_OK;
}

void rvt_tunnel_comparison_beat(struct rvt_transport_comparison *comparison, uint64_t cycle,
                                const uint8_t *data, size_t bytes, bool last)
{
    if (takes(comparison, TUNNEL, cycle))
        rvt_tunnel_scoreboard_beat(comparison->scoreboard, cycle, data, bytes, last);
}

void rvt_tunnel_comparison_message(struct rvt_transport_comparison *comparison, uint64_t cycle,
                                   uint32_t header, uint16_t length)
{
    if (takes(comparison, TUNNEL, cycle))
        rvt_tunnel_scoreboard_message(comparison->scoreboard, cycle, header, length);
}

void rvt_tunnel_comparison_payload(struct rvt_transport_comparison *comparison, uint64_t cycle,
                                   uint32_t data, unsigned bytes, bool last)
{
    if (takes(comparison, TUNNEL, cycle))
        rvt_tunnel_scoreboard_payload(comparison->scoreboard, cycle, data, bytes, last);
}

enum rvt_status rvt_tunnel_comparison_carrier(struct rvt_transport_comparison *comparison,
                                              const struct rvt_port_message *carrier)
{
    struct rvt_syst_input taken;

    if (!takes(comparison, TUNNEL, comparison->cycle) || take_message(&taken, carrier) != RVT_OK)
        return refuse(comparison);
    rvt_tunnel_scoreboard_carrier(comparison->scoreboard, &taken);
    return RVT_OK;
}

enum rvt_status rvt_tunnel_comparison_write(struct rvt_transport_comparison *comparison,
                                            uint64_t cycle, const struct rvt_port_write *write)
{
    struct rvt_stp_port_write taken;

    if (!takes(comparison, TUNNEL, cycle) || take_write(&taken, write) != RVT_OK)
        return refuse(comparison);
    rvt_tunnel_scoreboard_write(comparison->scoreboard, cycle, &taken);
    return RVT_OK;
}

void rvt_tunnel_comparison_idle(struct rvt_transport_comparison *comparison, uint64_t cycle)
{
    if (takes(comparison, TUNNEL, cycle))
        rvt_tunnel_scoreboard_idle(comparison->scoreboard, cycle);
}

/* ---- trace formatter ---- */

enum rvt_status rvt_frame_comparison_open(unsigned fsync_frames, unsigned hsync_halfwords,
                                          struct rvt_transport_comparison **comparison)
{
    struct rvt_frame_scoreboard *scoreboard = NULL;
    enum rvt_status status;
    struct rvt_transport_comparison *made = make(FRAME, comparison != NULL, &status);

    if (made == NULL)
        return status;
    status = rvt_frame_scoreboard_open(fsync_frames, hsync_halfwords, &scoreboard);
    return give(made, scoreboard, status, comparison);
}

void rvt_frame_comparison_data(struct rvt_transport_comparison *comparison, uint64_t cycle,
                               unsigned id, const uint8_t *data, size_t bytes)
{
    if (takes(comparison, FRAME, cycle))
        rvt_frame_scoreboard_data(comparison->scoreboard, cycle, id, data, bytes);
}

void rvt_frame_comparison_trigger(struct rvt_transport_comparison *comparison, uint64_t cycle)
{
    if (takes(comparison, FRAME, cycle))
        rvt_frame_scoreboard_trigger(comparison->scoreboard, cycle);
}

void rvt_frame_comparison_flush(struct rvt_transport_comparison *comparison, uint64_t cycle)
{
    if (takes(comparison, FRAME, cycle))
        rvt_frame_scoreboard_flush(comparison->scoreboard, cycle);
}

void rvt_frame_comparison_bytes(struct rvt_transport_comparison *comparison, uint64_t cycle,
                                const uint8_t *data, size_t bytes)
{
    if (takes(comparison, FRAME, cycle))
        rvt_frame_scoreboard_bytes(comparison->scoreboard, cycle, data, bytes);
}

void rvt_frame_comparison_idle(struct rvt_transport_comparison *comparison, uint64_t cycle)
{
    if (takes(comparison, FRAME, cycle))
        rvt_frame_scoreboard_idle(comparison->scoreboard, cycle);
}
