/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <rvt/encoder.h>

#include <stdlib.h>

#include "api/configuration.h"
#include "api/diagnosis.h"
#include "api/ingress_row.h"
#include "api/trace_packet.h"
#include "draft/encoder_profile.h"
#include "encoder/doubt.h"
#include "encoder/encoder.h"
#include "ingress/registers.h"
#include "io/control_file.h"

_Static_assert((int)RVT_ENCODER_DOUBT_RETURN == (int)RVT_DOUBT_RETURN &&
                   (int)RVT_ENCODER_DOUBT_BREAK == (int)RVT_DOUBT_BREAK &&
                   (int)RVT_ENCODER_DOUBT_HIDDEN_RETURN == (int)RVT_DOUBT_HIDDEN_RETURN &&
                   (int)RVT_ENCODER_DOUBT_HANDLER == (int)RVT_DOUBT_HANDLER &&
                   (int)RVT_ENCODER_DOUBT_LOST_BRANCH == (int)RVT_DOUBT_LOST_BRANCH &&
                   (int)RVT_ENCODER_DOUBT_TRAP_RETURN == (int)RVT_DOUBT_TRAP_RETURN &&
                   (int)RVT_ENCODER_DOUBT_TRAPPED == (int)RVT_DOUBT_TRAPPED &&
                   (int)RVT_ENCODER_DOUBT_TRAP_AGAIN == (int)RVT_DOUBT_TRAP_AGAIN,
               "doubts of one code");

struct rvt_trace_encoder {
    struct rvt_config config;
    struct rvt_encoder *encoder;
    struct rvt_registers registers;
    rvt_encoder_callback packet;
    void *context;
    struct rvt_diag diag; /* of the call in progress */
};

/* The row of a doubt; null: no such. */
static const struct rvt_doubt_text *find_doubt(enum rvt_encoder_doubt doubt)
{
    const struct rvt_doubt_text *text;

    for (unsigned i = 0; (text = rvt_doubt_text(i)) != NULL; i++)
        if ((unsigned)text->doubt == (unsigned)doubt)
            break;
    return text;
}

const char *rvt_encoder_doubt_text(enum rvt_encoder_doubt doubt)
{
    const struct rvt_doubt_text *text = find_doubt(doubt);

    return text != NULL ? text->reason : NULL;
}

const char *rvt_encoder_doubt_clause(enum rvt_encoder_doubt doubt)
{
    const struct rvt_doubt_text *text = find_doubt(doubt);

    return text != NULL ? text->clause : NULL;
}

static enum rvt_status send(const struct rvt_trace_encoder *encoder,
                            struct rvt_encoder_packet *packet, const struct rvt_payload *payload)
{
    packet->size = sizeof *packet;
    packet->payload = payload->byte;
    packet->bytes = payload->bytes;
    return encoder->packet(encoder->context, packet);
}

static enum rvt_status take_inst(void *context, const struct rvt_packet *packet,
                                 const struct rvt_origin *origin)
{
    struct rvt_trace_encoder *encoder = context;
    const struct rvt_te_inst te_inst = rvt_te_inst_of(packet);
    struct rvt_encoder_packet made = {.cycle = origin->cycle,
                                      .time = origin->time,
                                      .iaddr = origin->iaddr,
                                      .reason = rvt_decision_text(origin->decision),
                                      .clause = rvt_decision_clause(origin->decision),
                                      .te_inst = &te_inst,
                                      .doubts = origin->doubts};
    struct rvt_payload payload;
    enum rvt_status status =
        rvt_packet_write(rvt_encoder_config(encoder->encoder), packet, &payload, &encoder->diag);

    return status == RVT_OK ? send(encoder, &made, &payload) : status;
}

static enum rvt_status take_data(void *context, const struct rvt_data_packet *packet,
                                 const struct rvt_data_origin *origin)
{
    struct rvt_trace_encoder *encoder = context;
    const struct rvt_te_data te_data = rvt_te_data_of(packet);
    struct rvt_encoder_packet made = {.is_data = true,
                                      .cycle = origin->cycle,
                                      .time = origin->time,
                                      .iaddr = origin->iaddr,
                                      .te_data = &te_data};
    struct rvt_payload payload;
    enum rvt_status status =
        rvt_data_write(rvt_encoder_config(encoder->encoder), packet, &payload, &encoder->diag);

    return status == RVT_OK ? send(encoder, &made, &payload) : status;
}

enum rvt_status rvt_trace_encoder_open(const struct rvt_configuration *configuration,
                                       rvt_encoder_callback packet, void *context,
                                       struct rvt_trace_encoder **encoder,
                                       struct rvt_diagnosis *diagnosis)
{
    if (packet == NULL || encoder == NULL)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL, "a null argument");
    enum rvt_status status = rvt_configuration_usable(configuration, diagnosis);
    if (status != RVT_OK)
        return status;
    struct rvt_trace_encoder *made = calloc(1, sizeof *made);
    if (made == NULL)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_MEMORY, NULL, "out of memory");
    made->config = configuration->config;
    made->packet = packet;
    made->context = context;
    status = rvt_encoder_profile_open(&made->config, take_inst, made, &made->encoder);
    if (status != RVT_OK) {
        free(made);
        return rvt_diagnosis_refuse(diagnosis, status, NULL, rvt_status_text(status));
    }
    rvt_encoder_data_sink(made->encoder, take_data, made);
    rvt_registers_init(&made->registers, &made->config);
    *encoder = made;
    return RVT_OK;
}

void rvt_trace_encoder_close(struct rvt_trace_encoder *encoder)
{
    if (encoder == NULL)
        return;
    rvt_encoder_close(encoder->encoder);
    free(encoder);
}

/* Carries out step in cycle. */
static enum rvt_status program(struct rvt_trace_encoder *encoder, uint64_t cycle,
                               const struct rvt_control_step *step, struct rvt_diagnosis *diagnosis)
{
    const struct rvt_row row = {.cycle = cycle};
    rvt_diag_clear(&encoder->diag);
    rvt_control_follow(&encoder->registers, encoder->encoder);
    rvt_control_step_apply(step, &encoder->registers);
    return rvt_diagnosis_set(
        diagnosis, &encoder->diag,
        rvt_encoder_program(encoder->encoder, &row, &encoder->registers, &encoder->diag));
}

enum rvt_status rvt_trace_encoder_enable(struct rvt_trace_encoder *encoder, uint64_t cycle,
                                         bool triggers, struct rvt_diagnosis *diagnosis)
{
    const struct rvt_control_step step = {.word = triggers ? RVT_CONTROL_TRACE_TRIGGERS
                                                           : RVT_CONTROL_TRACE};

    return program(encoder, cycle, &step, diagnosis);
}

enum rvt_status rvt_trace_encoder_disable(struct rvt_trace_encoder *encoder, uint64_t cycle,
                                          struct rvt_diagnosis *diagnosis)
{
    const struct rvt_control_step step = {.word = RVT_CONTROL_OFF};

    return program(encoder, cycle, &step, diagnosis);
}

enum rvt_status rvt_trace_encoder_write(struct rvt_trace_encoder *encoder, uint64_t cycle,
                                        uint32_t offset, uint32_t value,
                                        struct rvt_diagnosis *diagnosis)
{
    const struct rvt_control_step step = {
        .word = RVT_CONTROL_WRITE, .offset = offset, .value = value};

    return program(encoder, cycle, &step, diagnosis);
}

uint32_t rvt_trace_encoder_read(const struct rvt_trace_encoder *encoder, uint32_t offset)
{
    struct rvt_registers registers = encoder->registers;

    rvt_control_follow(&registers, encoder->encoder);
    return rvt_registers_read(&registers, offset);
}

enum rvt_status rvt_trace_encoder_rows(struct rvt_trace_encoder *encoder,
                                       const struct rvt_tip_row *row, size_t count, size_t *taken,
                                       struct rvt_diagnosis *diagnosis)
{
    const uint8_t *from = (const uint8_t *)row;
    struct rvt_ingress_row next;
    enum rvt_status status = RVT_OK;
    bool known = true;
    size_t done = 0;

    rvt_diag_clear(&encoder->diag);
    while (done < count && status == RVT_OK) {
        known = rvt_ingress_row_take(&next, (const void *)from) == RVT_OK;
        status = known ? rvt_encoder_row(encoder->encoder, &next.row, &encoder->diag)
                       : RVT_ERR_PARAMETER;
        if (status == RVT_OK) {
            done++;
            from += row->size;
        }
    }
    if (taken != NULL)
        *taken = done;
    if (!known)
        return rvt_diagnosis_refuse(diagnosis, status, NULL, "a row of the wrong size");
    return rvt_diagnosis_set(diagnosis, &encoder->diag, status);
}

enum rvt_status rvt_trace_encoder_row(struct rvt_trace_encoder *encoder,
                                      const struct rvt_tip_row *row,
                                      struct rvt_diagnosis *diagnosis)
{
    return rvt_trace_encoder_rows(encoder, row, 1, NULL, diagnosis);
}

enum rvt_status rvt_trace_encoder_idle(struct rvt_trace_encoder *encoder, uint64_t cycle,
                                       struct rvt_diagnosis *diagnosis)
{
    rvt_diag_clear(&encoder->diag);
    return rvt_diagnosis_set(diagnosis, &encoder->diag,
                             rvt_encoder_idle(encoder->encoder, cycle, &encoder->diag));
}

void rvt_trace_encoder_stall(struct rvt_trace_encoder *encoder, uint64_t cycle)
{
    rvt_encoder_stall(encoder->encoder, cycle);
}
