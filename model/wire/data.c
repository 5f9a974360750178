/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "wire/data.h"

#include <inttypes.h>
#include <string.h>

#include "wire/te_data_walk.h"

/* Makes a diagnosis of the cursor's first fault. */
static enum rvt_status diagnose(const struct rvt_data_walk *w, struct rvt_diag *diag)
{
    const struct rvt_bits *bits = &w->bits;
    bool fresh = diag && diag->status == RVT_OK;
    const char *field = bits->fault_field;
    bool wide = bits->status == RVT_ERR_RESERVED && strcmp(field, "size") == 0 &&
                8u << bits->fault_value <= w->config->params.data_width_p;
    const char *why = wide ? "means 16 bytes, but rvt supports accesses of at most 8 bytes"
                      : bits->status == RVT_ERR_RESERVED ? "does not exist in this configuration"
                      : bits->status == RVT_ERR_SEQUENCE ? "belongs to no atomic in progress"
                                                         : "does not fit its field";

    rvt_diag_set(diag, bits->status, field, bits->fault_value,
                 rvt_data_clause(w->config, w->p, field), "%s: %s 0x%" PRIx64 " %s",
                 rvt_data_name(w->config, w->p), field, bits->fault_value, why);
    if (fresh)
        diag->bit = (unsigned)bits->fault_bit;
    return bits->status;
}

/* The fewest bits that compression must leave: the text permits to shorten the last field of a
 * packet, and no more. Spec: ETR-CMP-002. */
static size_t fewest_bits(const struct rvt_data_walk *w)
{
    bool address = rvt_data_shape_of(w->config, rvt_data_form(w->config, w->p)).address;

    switch (w->config->switches.compress) {
    case RVT_COMPRESS_WHOLE:
        return 1;
    case RVT_COMPRESS_ADDR_ONLY:
        return address ? w->bits.field_bit + 1 : w->bits.at;
    case RVT_COMPRESS_NONE:
    case RVT_COMPRESS_ADDR_BYTES: /* of te_inst alone */
        break;
    }
    return w->bits.at;
}

enum rvt_status rvt_data_write(const struct rvt_config *config,
                               const struct rvt_data_packet *packet, struct rvt_payload *payload,
                               struct rvt_diag *diag)
{
    struct rvt_data_packet copy = *packet;
    struct rvt_data_walk w = {.config = config, .p = &copy};

    rvt_payload_begin(&w.bits, payload);
    rvt_data_walk(&w);
    if (w.bits.status != RVT_OK)
        return diagnose(&w, diag);
    rvt_payload_finish(w.config, payload, w.bits.at, fewest_bits(&w));
    return RVT_OK;
}

struct source {
    const struct rvt_config *config;
    const uint8_t *data;
    size_t bytes;
    const struct rvt_data_pending *pending;
};

/* Bits of data that a packet has after its fields: an error response of a split load has no data,
 * but its table counts data_width_p bits, so that both are sent. Spec: ETR-DAT-006; AMB-183. */
static size_t spare_bits(const struct rvt_data_walk *w)
{
    bool error =
        rvt_data_form(w->config, w->p) == RVT_FORM_RESPONSE && w->p->resp == RVT_RESP_ERROR;

    return error ? w->config->params.data_width_p : 0;
}

/* Checks what follows the fields: copies of the last bit, in the last byte, or as data of 0. */
static enum rvt_status check_end(const struct rvt_data_walk *w, const uint8_t *data, size_t bytes,
                                 struct rvt_diag *diag)
{
    size_t used = (w->bits.at + 7) / 8;
    bool zeros = bytes <= (w->bits.at + spare_bits(w) + 7) / 8;

    for (size_t i = used; zeros && i < bytes; i++)
        zeros = data[i] == 0;
    return rvt_payload_check_padding(w->config, data, zeros && bytes > used ? used : bytes,
                                     w->bits.at, diag);
}

/* Reads; response: the code of split atomics means a response. */
static enum rvt_status read_as(const struct source *source, bool response,
                               struct rvt_data_packet *packet, struct rvt_diag *diag)
{
    struct rvt_data_walk w = {
        .config = source->config, .pending = source->pending, .p = packet, .response = response};

    memset(packet, 0, sizeof *packet);
    rvt_bits_read(&w.bits, source->data, source->bytes, RVT_TAIL_SIGN);
    rvt_data_walk(&w);
    if (w.bits.status != RVT_OK)
        return diagnose(&w, diag);
    if (w.cut)
        return RVT_OK;
    return check_end(&w, source->data, source->bytes, diag);
}

static bool in_progress(const struct rvt_data_pending *pending, unsigned lrid)
{
    return pending && pending->size_plus_1[lrid];
}

/* Code 110 for both: request or response, where only one can be meant. Spec: AMB-170. */
static enum rvt_status read_shared_code(const struct source *source, struct rvt_data_packet *packet,
                                        struct rvt_diag *diag)
{
    struct rvt_data_packet request, response;
    bool may_request =
        read_as(source, false, &request, NULL) == RVT_OK &&
        !(rvt_data_shape_of(source->config, rvt_data_form(source->config, &request)).lrid &&
          in_progress(source->pending, request.lrid));
    bool may_respond = read_as(source, true, &response, NULL) == RVT_OK &&
                       in_progress(source->pending, response.lrid);

    if (may_request && may_respond)
        return rvt_diag_set(
            diag, RVT_ERR_RESERVED, "format", RVT_DATA_ATOMIC, "AMB-170",
            "ambiguous: format 6 can be the request or the response of a split atomic");
    return read_as(source, may_respond, packet, diag);
}

enum rvt_status rvt_data_read(const struct rvt_config *config, const uint8_t *data, size_t bytes,
                              const struct rvt_data_pending *pending,
                              struct rvt_data_packet *packet, struct rvt_diag *diag)
{
    const struct source source = {config, data, bytes, pending};
    const struct rvt_switches *switches = &config->switches;
    const struct rvt_data_packet answer = {.format = RVT_DATA_ATOMIC_RESPONSE};
    bool ambiguous = !switches->mmacas_ext && switches->dat_split_atomic_rsp == RVT_DATA_ATOMIC &&
                     rvt_data_form(config, &answer) != RVT_FORM_NONE;

    if (bytes == 0)
        return rvt_diag_set(diag, RVT_ERR_TRUNCATED, "payload", 0, "ETR-CMP-004",
                            "a payload has at least one byte");
    if (ambiguous && (data[0] & 7) == RVT_DATA_ATOMIC)
        return read_shared_code(&source, packet, diag);
    return read_as(&source, switches->dat_split_atomic_rsp == RVT_DATA_ATOMIC_RESPONSE, packet,
                   diag);
}

enum rvt_status rvt_data_visit(const struct rvt_config *config,
                               const struct rvt_data_packet *packet, rvt_bits_visit visit,
                               void *context)
{
    struct rvt_data_packet copy = *packet;
    struct rvt_data_walk w = {.config = config, .p = &copy};

    rvt_bits_measure(&w.bits);
    rvt_bits_observe(&w.bits, visit, context);
    rvt_data_walk(&w);
    return w.bits.status;
}

/* Uncompressed size of a packet with values of the largest size; 0 if config does not have it. */
static unsigned measure(const struct rvt_config *config, struct rvt_data_packet packet)
{
    struct rvt_data_walk w = {.config = config, .p = &packet};
    bool csr = rvt_data_form(config, &packet) == RVT_FORM_CSR;

    while (packet.size < RVT_DATA_SIZE_MAX && 16u << packet.size <= config->params.data_width_p)
        packet.size++;
    packet.data_len = packet.op_len =
        (uint8_t)((1u << (csr ? rvt_csr_size(config) : packet.size)) - 1);
    packet.resp = RVT_RESP_FULL;
    rvt_bits_measure(&w.bits);
    rvt_data_walk(&w);
    return w.bits.status == RVT_OK ? (unsigned)w.bits.at : 0;
}

unsigned rvt_data_bits_max(const struct rvt_config *config)
{
    unsigned longest = 0;

    for (int type = RVT_DTYPE_LOAD; type <= RVT_DTYPE_SC_FAILURE + 2; type++) {
        struct rvt_data_packet packet = {0};
        if (type <= RVT_DTYPE_SC_FAILURE)
            rvt_data_set_type(config, &packet, (enum rvt_dtype)type, false);
        else
            rvt_data_set_response(config, &packet, type > RVT_DTYPE_SC_FAILURE + 1);
        unsigned bits = measure(config, packet);
        longest = bits > longest ? bits : longest;
    }
    return longest;
}
