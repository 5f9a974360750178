/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "decoder/data_decoder.h"

#include <string.h>

#include "base/bits.h"

/* A packet being decoded. */
struct reading {
    struct rvt_data_decoder *decoder;
    const struct rvt_data_packet *packet;
    struct rvt_data_shape shape;
    struct rvt_data_meaning meaning;
    struct rvt_data_latest *latest;
    bool unaligned;
    struct rvt_data_report *report;
    struct rvt_diag *diag;
};

void rvt_data_decoder_init(struct rvt_data_decoder *decoder, const struct rvt_config *config)
{
    *decoder = (struct rvt_data_decoder){.config = config};
}

/* Disabling the encoder discards the loads in progress. */
static void take_support(struct rvt_data_decoder *decoder, const struct rvt_support *support)
{
    if (support->value[RVT_SUPPORT_IENABLE] == 0) {
        memset(decoder->request, 0, sizeof decoder->request);
        memset(&decoder->pending, 0, sizeof decoder->pending);
    }
    if (support->value[RVT_SUPPORT_DLOSS]) /* AMB-185 */
        rvt_data_decoder_break(decoder);
}

void rvt_data_decoder_inst(struct rvt_data_decoder *decoder, const struct rvt_packet *packet)
{
    if (packet->format == RVT_FORMAT_SYNC && packet->subformat == RVT_SUBFORMAT_SUPPORT)
        take_support(decoder, &packet->support);
    if (!rvt_data_history_resets(decoder->config, packet))
        return;
    rvt_data_history_reset(&decoder->history, decoder->config);
    decoder->lossy = decoder->skipped = false;
}

/* Packets are missing: nothing is known of earlier values, and requests may be among them. */
static void forget(struct rvt_data_decoder *decoder)
{
    memset(&decoder->history, 0, sizeof decoder->history);
    decoder->lossy = true;
    for (unsigned lrid = 0; lrid < RVT_LRIDS_MAX; lrid++) {
        struct rvt_data_request *request = &decoder->request[lrid];
        request->maybe = !request->known;
        if (request->maybe)
            decoder->pending.size_plus_1[lrid] = RVT_DATA_SIZE_ANY;
    }
}

void rvt_data_decoder_break(struct rvt_data_decoder *decoder)
{
    forget(decoder);
    decoder->skipped = false;
}

/* The value that the packet is relative to is unknown. Spec: ETR-DAT-011. */
static enum rvt_status unknown_base(const struct reading *r, const char *what)
{
    bool resp = r->shape.diff_bits == 0;

    return rvt_diag_set(r->diag, RVT_ERR_SEQUENCE, resp ? "resp" : "diff",
                        resp ? r->packet->resp : r->packet->diff, "ETR-DAT-011",
                        "%s is relative to an earlier one of the same size, %s", what,
                        r->decoder->lossy ? "which is missing" : "but there is none");
}

/* The value in a field of that kind, as a number of the access's width. */
static uint64_t field_value(enum rvt_data_part part, uint64_t field, unsigned len, unsigned width)
{
    uint64_t value = part == RVT_PART_COUNTED ? rvt_sign_extend(field, 8 * (len + 1)) : field;

    return value & rvt_mask(width);
}

static enum rvt_status resolve_data(const struct reading *r, const uint64_t *base)
{
    unsigned width = 8u << r->report->size;

    if (r->shape.data == RVT_PART_ABSENT)
        return RVT_OK;
    if (r->meaning.data != RVT_CODING_FULL && base == NULL)
        return unknown_base(r, "data");
    r->report->has_data = true;
    r->report->data = rvt_data_uncode(
        r->meaning.data, field_value(r->shape.data, r->packet->data, r->packet->data_len, width),
        base ? *base : 0, width);
    return RVT_OK;
}

static enum rvt_status resolve_operand(const struct reading *r, const uint64_t *base)
{
    unsigned width = 8u << r->report->size;

    if (r->shape.operand == RVT_PART_ABSENT)
        return RVT_OK;
    if (r->meaning.operand != RVT_CODING_FULL && base == NULL)
        return unknown_base(r, "operand");
    r->report->has_operand = true;
    r->report->operand =
        rvt_data_uncode(r->meaning.operand,
                        field_value(r->shape.operand, r->packet->operand, r->packet->op_len, width),
                        base ? *base : 0, width);
    return RVT_OK;
}

/* The bits of the address that alignment makes redundant. Spec: ETR-DAT-012. */
static unsigned shift_of(const struct reading *r)
{
    return rvt_dtype_is_csr(r->report->dtype) || r->unaligned ? 0 : r->report->size;
}

/* Spec: ETR-DAT-011, ETR-DAT-012. */
static enum rvt_status resolve_address(const struct reading *r)
{
    bool csr = rvt_dtype_is_csr(r->report->dtype);
    unsigned width = csr ? 12 : r->decoder->config->params.daddress_width_p;
    unsigned shift = shift_of(r);

    if (!r->shape.address && !r->shape.full_address)
        return RVT_OK;
    if (r->meaning.address != RVT_CODING_FULL && !r->latest->address_known)
        return unknown_base(r, "address");
    r->report->has_address = true;
    r->report->address =
        rvt_data_uncode(r->meaning.address, r->packet->address,
                        rvt_data_address_base(r->decoder->config, r->latest, shift), width)
            << shift &
        rvt_mask(width);
    return RVT_OK;
}

/* The values of the packet against which its other value may be coded: those that it has. */
static struct rvt_data_bases bases_of(const struct reading *r)
{
    const struct rvt_data_report *report = r->report;

    return rvt_data_bases(r->decoder->config, r->latest, report->dtype,
                          report->has_data ? &report->data : NULL,
                          report->has_operand ? &report->operand : NULL);
}

/* Resolves data and operand, the one first that the packet has first. */
static enum rvt_status resolve_values(const struct reading *r)
{
    bool csr = rvt_dtype_is_csr(r->report->dtype);
    enum rvt_status first =
        csr ? resolve_data(r, bases_of(r).data) : resolve_operand(r, bases_of(r).operand);
    enum rvt_status second =
        csr ? resolve_operand(r, bases_of(r).operand) : resolve_data(r, bases_of(r).data);

    return first != RVT_OK ? first : second;
}

/* Resolves each part on its own. A part that cannot be resolved was unknown, and remains so for the
 * next packet of its size, which is relative to it. */
static enum rvt_status resolve(const struct reading *r)
{
    const struct rvt_config *config = r->decoder->config;
    const struct rvt_data_report *report = r->report;
    enum rvt_status address = resolve_address(r);
    enum rvt_status values = resolve_values(r);

    if (report->has_address)
        rvt_data_latest_address(config, r->latest, report->dtype, report->address, shift_of(r));
    rvt_data_latest_values(config, r->latest, report->dtype,
                           report->has_data ? &report->data : NULL,
                           report->has_operand ? &report->operand : NULL);
    return address != RVT_OK ? address : values;
}

/* Records that a response is to come. An older request with the same lrid was never answered: the
 * encoder does not see the loads of a halted hart. Spec: ETR-DAT-006. */
static void begin_request(struct reading *r)
{
    struct rvt_data_decoder *decoder = r->decoder;
    const struct rvt_data_report *report = r->report;

    decoder->request[report->lrid] = (struct rvt_data_request){.known = true,
                                                               .has_address = report->has_address,
                                                               .dtype = (uint8_t)report->dtype,
                                                               .size = (uint8_t)report->size,
                                                               .address = report->address};
    decoder->pending.size_plus_1[report->lrid] =
        report->dtype >= RVT_DTYPE_SWAP ? (uint8_t)(report->size + 1) : 0;
}

static enum rvt_status take_access(struct reading *r, enum rvt_dtype dtype)
{
    const struct rvt_config *config = r->decoder->config;
    bool request = r->shape.lrid;

    r->report->phase = request ? RVT_PHASE_REQUEST : RVT_PHASE_WHOLE;
    r->report->dtype = dtype;
    r->report->size = rvt_dtype_is_csr(dtype) ? rvt_csr_size(config) : r->packet->size;
    r->report->lrid = r->packet->lrid;
    if (r->shape.full_address && r->packet->address >> 10 == 3)
        r->shape.operand = RVT_PART_ABSENT; /* a read-only CSR */
    r->meaning = rvt_data_meaning(config, &r->shape, r->packet->diff);
    r->latest = rvt_data_history_at(&r->decoder->history, config, dtype, r->report->size);
    enum rvt_status status = resolve(r);
    if (request)
        begin_request(r); /* even if unresolved, so that its response is recognised */
    return status;
}

/* Checks a response against its request. Spec: ETR-DAT-006, ETR-DAT-008. */
static enum rvt_status check_response(const struct reading *r,
                                      const struct rvt_data_request *request,
                                      enum rvt_data_form form)
{
    const struct rvt_data_packet *packet = r->packet;
    bool atomic = request->dtype >= RVT_DTYPE_SWAP;
    bool extension = r->decoder->config->switches.mmacas_ext;

    if (request->maybe)
        return rvt_diag_set(r->diag, RVT_ERR_SEQUENCE, "lrid", packet->lrid, "ETR-DAT-006",
                            "the request with this lrid is missing");
    if (!request->known)
        return rvt_diag_set(r->diag, RVT_ERR_SEQUENCE, "lrid", packet->lrid, "ETR-DAT-006",
                            "no load with this lrid is in progress");
    if (!extension && atomic != (form == RVT_FORM_ATOMIC_RESPONSE))
        return rvt_diag_set(r->diag, RVT_ERR_SEQUENCE, "format", packet->format, "ETR-DAT-008",
                            "the request with this lrid was %s", atomic ? "an atomic" : "a load");
    if (form == RVT_FORM_RESPONSE && packet->size != request->size)
        return rvt_diag_set(r->diag, RVT_ERR_SEQUENCE, "size", packet->size, "ETR-DAT-006",
                            "the request with this lrid was of size %u", request->size);
    return RVT_OK;
}

static enum rvt_status take_response(struct reading *r, enum rvt_data_form form)
{
    struct rvt_data_decoder *decoder = r->decoder;
    const struct rvt_data_packet *packet = r->packet;
    struct rvt_data_request request = decoder->request[packet->lrid];
    enum rvt_status status = check_response(r, &request, form);

    if (status != RVT_OK) /* its content is unknown, but it became the latest value */
        forget(decoder);
    decoder->request[packet->lrid] = (struct rvt_data_request){.known = false};
    decoder->pending.size_plus_1[packet->lrid] = 0;
    if (status != RVT_OK)
        return status;
    *r->report = (struct rvt_data_report){.phase = RVT_PHASE_RESPONSE,
                                          .dtype = (enum rvt_dtype)request.dtype,
                                          .size = request.size,
                                          .has_address = request.has_address,
                                          .error = packet->resp == RVT_RESP_ERROR,
                                          .lrid = packet->lrid,
                                          .address = request.address};
    if (r->report->error)
        return RVT_OK;
    r->meaning = rvt_data_meaning(decoder->config, &r->shape, packet->resp);
    r->latest =
        rvt_data_history_at(&decoder->history, decoder->config, r->report->dtype, r->report->size);
    status = resolve_data(r, bases_of(r).data);
    r->latest->data = r->report->data;
    r->latest->data_known = status == RVT_OK;
    return status;
}

enum rvt_status rvt_data_decoder_packet(struct rvt_data_decoder *decoder,
                                        const struct rvt_data_packet *packet,
                                        struct rvt_data_report *report, bool *decoded,
                                        struct rvt_diag *diag)
{
    const struct rvt_config *config = decoder->config;
    enum rvt_data_form form = rvt_data_form(config, packet);
    bool reported = decoder->skipped; /* an earlier error stands for this packet too */
    struct reading r = {.decoder = decoder,
                        .packet = packet,
                        .shape = rvt_data_shape_of(config, form),
                        .report = report,
                        .diag = reported ? NULL : diag};
    enum rvt_dtype dtype = RVT_DTYPE_LOAD;
    enum rvt_status status;

    *report = (struct rvt_data_report){.phase = RVT_PHASE_WHOLE};
    *decoded = false;
    if (form == RVT_FORM_NONE)
        return rvt_diag_set(diag, RVT_ERR_RESERVED, "format", packet->format, "ETR-DAT-001",
                            "this configuration has no such te_data packet");
    if (rvt_data_type(config, packet, &dtype, &r.unaligned))
        status = take_access(&r, dtype);
    else
        status = take_response(&r, form);
    *decoded = status == RVT_OK || report->has_address || report->has_operand || report->has_data;
    report->partial = status != RVT_OK;
    if (status == RVT_OK || reported)
        return RVT_OK;
    decoder->skipped = true;
    return status;
}

const char *rvt_dtype_name(enum rvt_dtype dtype)
{
    static const char *const names[] = {
        "load", "store", "mma.load", "mma.store", "csrrw", "csrrs", "csrrc", "casfail",
        "swap", "add",   "and",      "or",        "xor",   "max",   "min",   "scfail"};

    return (unsigned)dtype < sizeof names / sizeof names[0] ? names[dtype] : "?";
}

void rvt_data_report_text(const struct rvt_data_report *report, struct rvt_text *text)
{
    static const char *const phases[] = {"", " request", " response"};

    rvt_text_add(text, "%s%s size=%u", rvt_dtype_name(report->dtype), phases[report->phase],
                 1u << report->size);
    if (report->phase != RVT_PHASE_WHOLE)
        rvt_text_add(text, " lrid=%u", report->lrid);
    if (report->has_address)
        rvt_text_add(text, " addr=%llx", (unsigned long long)report->address);
    if (report->has_operand)
        rvt_text_add(text, " operand=%llx", (unsigned long long)report->operand);
    if (report->has_data)
        rvt_text_add(text, " data=%llx", (unsigned long long)report->data);
    if (report->error)
        rvt_text_add(text, " error");
}
