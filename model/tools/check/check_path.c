/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/check/check_path.h"

#include <stdio.h>
#include <stdlib.h>

#include "check/path_check.h"
#include "draft/decoder_profile.h"
#include "tools/position.h"

struct rvt_check_path {
    struct rvt_compliance *compliance;
    struct rvt_decoder *decoder;
    struct rvt_path_check check;
    struct rvt_positions positions;
    const char *name[RVT_POSITIONS]; /* of the latest packets, as positions has them */
};

/* Puts packet number ordinal into a finding. */
static void place(const struct rvt_check_path *path, uint64_t ordinal,
                  struct rvt_compliance_finding *finding)
{
    finding->unit = path->positions.unit;
    finding->position = rvt_positions_of(&path->positions, ordinal);
    finding->has_packet = true;
    finding->packet = ordinal;
    if (path->positions.count - ordinal <= RVT_POSITIONS)
        finding->name = path->name[ordinal % RVT_POSITIONS];
}

/* A finding on packet number ordinal. */
static void find(const struct rvt_check_path *path, uint64_t ordinal, const struct rvt_diag *fault)
{
    struct rvt_compliance_finding finding = rvt_compliance_of_diag(fault);

    place(path, ordinal, &finding);
    rvt_compliance_break(path->compliance, &finding);
}

/* A packet that the decoder followed breaks a rule. */
static void take_broken(void *context, const struct rvt_diag *fault)
{
    find(context, fault->position, fault);
}

static void find_ambiguous(struct rvt_check_path *path, const struct rvt_packet_meaning *meaning)
{
    bool sync = meaning->te_inst->format == RVT_FORMAT_SYNC;
    struct rvt_compliance_finding finding =
        rvt_compliance_of_rule(sync ? "AMB-021" : "ETR-MODE-010");

    place(path, meaning->packet, &finding);
    (void)snprintf(finding.text, sizeof finding.text,
                   "implicit returns lead to this address more than once");
    rvt_compliance_break(path->compliance, &finding);
}

static enum rvt_status take_meaning(void *context, const struct rvt_packet_meaning *meaning)
{
    struct rvt_check_path *path = context;

    if (meaning->te_inst != NULL && meaning->ambiguous)
        find_ambiguous(path, meaning);
    path->positions.losing = false;
    rvt_path_check_packet(&path->check, rvt_decoder_config(path->decoder), meaning);
    return RVT_OK;
}

static enum rvt_status take_range(void *context, const struct rvt_range *range)
{
    struct rvt_check_path *path = context;

    rvt_path_check_range(&path->check, range, rvt_decoder_executor(path->decoder));
    return RVT_OK;
}

enum rvt_status rvt_check_path_open(const struct rvt_config *config, struct rvt_image *image,
                                    uint64_t steps, struct rvt_compliance *compliance,
                                    struct rvt_check_path **path)
{
    struct rvt_check_path *made = calloc(1, sizeof *made);
    struct rvt_decoder_output output = {
        .range = take_range, .meaning = take_meaning, .context = made};

    if (made == NULL)
        return RVT_ERR_MEMORY;
    made->compliance = compliance;
    rvt_path_check_init(&made->check, config, image, compliance, take_broken, made);
    enum rvt_status status =
        rvt_decoder_profile_open(config, image, &output, steps, &made->decoder);
    if (status == RVT_OK)
        *path = made;
    else
        free(made);
    return status;
}

void rvt_check_path_close(struct rvt_check_path *path)
{
    if (path == NULL)
        return;
    rvt_decoder_close(path->decoder);
    free(path);
}

const struct rvt_config *rvt_check_path_config(const struct rvt_check_path *path)
{
    return rvt_decoder_config(path->decoder);
}

/* The decoder cannot use a packet. */
static void take_fault(struct rvt_check_path *path, const struct rvt_diag *fault)
{
    find(path, fault->position, fault);
    rvt_positions_lose(&path->positions, fault->position);
    rvt_path_check_fault(&path->check);
}

static void add(struct rvt_check_path *path, const struct rvt_stream_item *item, const char *name)
{
    path->name[path->positions.count % RVT_POSITIONS] = name;
    rvt_positions_add(&path->positions, item->unit, item->position);
}

void rvt_check_path_packet(struct rvt_check_path *path, const struct rvt_stream_item *item,
                           const struct rvt_packet *packet)
{
    struct rvt_diag fault;

    rvt_diag_clear(&fault);
    add(path, item, rvt_packet_name(packet));
    if (rvt_path_check_read(&path->check, packet, &fault) != RVT_OK)
        find(path, path->positions.count - 1, &fault);
    rvt_diag_clear(&fault);
    if (rvt_decoder_packet(path->decoder, packet, &fault) != RVT_OK)
        take_fault(path, &fault);
}

void rvt_check_path_break(struct rvt_check_path *path, const struct rvt_stream_item *item)
{
    add(path, item, NULL);
    enum rvt_status status = rvt_path_check_read(&path->check, NULL, NULL);

    (void)status; /* what cannot be read has no format */
    status = rvt_decoder_break(path->decoder);
    (void)status; /* no callback refuses anything */
    rvt_positions_lose(&path->positions, path->positions.count - 1);
}

void rvt_check_path_finish(struct rvt_check_path *path)
{
    struct rvt_diag fault;

    rvt_diag_clear(&fault);
    if (rvt_decoder_finish(path->decoder, &fault) != RVT_OK)
        take_fault(path, &fault);
}
