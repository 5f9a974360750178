/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "wire/te_data_walk.h"

#include "wire/data_form.h"
#include "wire/field_pass.h"

/* The format walks: one function per table of the specification, fields in the table's order, as in
 * wire/packet.c. */
static void pass(struct rvt_data_walk *w, const char *name, uint8_t *value, unsigned width)
{
    rvt_pass_u8(&w->bits, name, value, width);
}

/* A value of data_width_p bits, of which 64 are kept; the others copy the last of them. */
static void pass_wide(struct rvt_data_walk *w, const char *name, uint64_t *value)
{
    unsigned width = w->config->params.data_width_p;
    uint64_t above = 0;

    rvt_bits_field(&w->bits, name, value, width > 64 ? 64 : width);
    above = *value >> 63 ? rvt_mask(width > 64 ? width - 64 : 0) : 0;
    if (width > 64)
        rvt_bits_field(&w->bits, name, &above, width - 64);
}

static unsigned clog2(unsigned value)
{
    unsigned bits = 0;

    while (1u << bits < value)
        bits++;
    return bits;
}

/* Spec: ETR-DAT-002. */
static void pass_size(struct rvt_data_walk *w)
{
    unsigned bytes = w->config->params.data_width_p / 8;
    unsigned width = clog2(clog2(bytes + 1));

    pass(w, "size", &w->p->size, width > 1 ? width : 1);
    if (w->p->size > RVT_DATA_SIZE_MAX || 1u << w->p->size > bytes)
        rvt_bits_fail(&w->bits, RVT_ERR_RESERVED, "size");
}

/* Code 10 is reserved in packets without an address. Spec: ETR-DAT-005. */
static void pass_diff(struct rvt_data_walk *w, unsigned width, bool reserves_full_data)
{
    pass(w, "diff", &w->p->diff, width);
    if (reserves_full_data && w->p->diff == RVT_DIFF_FULL_DATA)
        rvt_bits_fail(&w->bits, RVT_ERR_RESERVED, "diff");
}

static unsigned open_diff_bits(const struct rvt_data_walk *w)
{
    return w->config->switches.dat_diff_bits;
}

static unsigned request_diff_bits(const struct rvt_data_walk *w)
{
    return w->config->switches.mmacas_ext ? 2 : open_diff_bits(w);
}

static void pass_lrid(struct rvt_data_walk *w)
{
    pass(w, "lrid", &w->p->lrid, w->config->params.lrid_width_p);
}

/* Spec: ETR-DAT-013. */
static void pass_operand(struct rvt_data_walk *w, unsigned len_bits)
{
    if (w->bits.status == RVT_OK)
        pass(w, "op_len", &w->p->op_len, len_bits);
    if (w->bits.status == RVT_OK)
        rvt_bits_field(&w->bits, "operand", &w->p->operand, 8 * (w->p->op_len + 1u));
}

static void pass_data(struct rvt_data_walk *w, unsigned len_bits)
{
    if (w->bits.status == RVT_OK)
        pass(w, "data_len", &w->p->data_len, len_bits);
    if (w->bits.status == RVT_OK)
        rvt_bits_field(&w->bits, "data", &w->p->data, 8 * (w->p->data_len + 1u));
}

static void pass_address(struct rvt_data_walk *w)
{
    rvt_bits_field(&w->bits, "address", &w->p->address, w->config->params.daddress_width_p);
}

/* Load or store, with address and data. Spec: ETR-DAT-003. */
static void walk_access(struct rvt_data_walk *w)
{
    pass_size(w);
    pass_diff(w, 2, false);
    pass_data(w, w->p->size);
    pass_address(w);
}

/* Load or store, with address only; atomic with address only. Spec: ETR-DAT-004, ETR-DAT-007. */
static void walk_address(struct rvt_data_walk *w)
{
    pass_size(w);
    pass_diff(w, 1, false);
    pass_address(w);
}

/* Load or store, with data only. Spec: ETR-DAT-005. */
static void walk_access_data(struct rvt_data_walk *w)
{
    pass_size(w);
    pass_diff(w, open_diff_bits(w), true);
    pass_wide(w, "data", &w->p->data);
}

/* Split load, request. Spec: ETR-DAT-006. */
static void walk_load_request(struct rvt_data_walk *w)
{
    pass_size(w);
    pass_lrid(w);
    pass_diff(w, 1, false);
    pass_address(w);
}

/* Split load, data. Spec: ETR-DAT-006. */
static void walk_response(struct rvt_data_walk *w)
{
    pass_size(w);
    pass_lrid(w);
    pass(w, "resp", &w->p->resp, 2);
    if (w->p->resp != RVT_RESP_ERROR)
        pass_wide(w, "data", &w->p->data);
}

/* Unified atomic, with address and data. Spec: ETR-DAT-007. */
static void walk_atomic(struct rvt_data_walk *w)
{
    pass_size(w);
    pass_diff(w, 2, false);
    pass_operand(w, w->p->size);
    pass_data(w, w->p->size);
    pass_address(w);
}

/* Unified atomic, with data only. Spec: ETR-DAT-007. */
static void walk_atomic_data(struct rvt_data_walk *w)
{
    pass_size(w);
    pass_diff(w, open_diff_bits(w), true);
    pass_operand(w, w->p->size);
    pass_wide(w, "data", &w->p->data);
}

/* Split atomic, request. Spec: ETR-DAT-008. */
static void walk_atomic_request(struct rvt_data_walk *w)
{
    pass_size(w);
    pass_lrid(w);
    pass_diff(w, request_diff_bits(w), false);
    pass_operand(w, w->p->size);
    pass_address(w);
}

/* Split atomic, request without address. Spec: ETR-DAT-008; E-Trace 2.0.5. */
static void walk_atomic_request_data(struct rvt_data_walk *w)
{
    pass_size(w);
    pass_lrid(w);
    pass_diff(w, request_diff_bits(w), true);
    pass_wide(w, "operand", &w->p->operand);
}

/* Split atomic, data. data_len is as wide as the request's size says. Spec: ETR-DAT-008,
 * AMB-171. */
static void walk_atomic_response(struct rvt_data_walk *w)
{
    pass_lrid(w);
    pass(w, "resp", &w->p->resp, 2);
    if (w->p->resp == RVT_RESP_ERROR || w->bits.status != RVT_OK)
        return;
    if (w->bits.mode == RVT_BITS_READ) {
        unsigned known = w->pending ? w->pending->size_plus_1[w->p->lrid] : 0;
        if (!known)
            rvt_bits_fail(&w->bits, RVT_ERR_SEQUENCE, "resp");
        w->cut = known == RVT_DATA_SIZE_ANY;
        if (w->cut)
            return;
        w->p->size = known ? (uint8_t)(known - 1) : 0;
    }
    if (w->p->size > RVT_DATA_SIZE_MAX)
        rvt_bits_fail(&w->bits, RVT_ERR_RESERVED, "size");
    else
        pass_data(w, w->p->size);
}

static unsigned csr_len_bits(const struct rvt_data_walk *w)
{
    return rvt_csr_size(w->config);
}

/* One half of the 12 bits of a CSR's address, from bit at on. */
static void pass_csr_address(struct rvt_data_walk *w, const char *name, unsigned at)
{
    uint64_t part = w->p->address >> at & 63;

    if (at && w->p->address >> 12)
        part = w->p->address >> at; /* too wide: the cursor refuses it */
    rvt_bits_field(&w->bits, name, &part, 6);
    if (w->bits.mode == RVT_BITS_READ)
        w->p->address |= part << at;
}

/* CSR, with address, data and, unless the CSR is read-only, operand. Spec: ETR-DAT-009. */
static void walk_csr(struct rvt_data_walk *w)
{
    pass_diff(w, open_diff_bits(w), true);
    pass_data(w, csr_len_bits(w));
    pass_csr_address(w, "addr_msbs", 6);
    if (w->p->address >> 10 != 3)
        pass_operand(w, csr_len_bits(w));
    pass_csr_address(w, "addr_lsbs", 0);
}

/* CSR, with address only. Spec: ETR-DAT-009, AMB-172. */
static void walk_csr_address(struct rvt_data_walk *w)
{
    pass_diff(w, 1, false);
    pass_csr_address(w, "addr_msbs", 6);
    pass_csr_address(w, "addr_lsbs", 0);
}

/* Failed compare and swap. Spec: MMA/CAS extension v0.8. */
static void walk_cas_failure(struct rvt_data_walk *w)
{
    pass_size(w);
    pass_diff(w, 2, false);
    pass_operand(w, w->p->size);
    pass_address(w);
}

static unsigned format_bits(const struct rvt_config *config)
{
    bool split = config->switches.dat_signalling == RVT_DAT_SPLIT;
    unsigned types = config->params.dtype_width_p;

    if (config->switches.mmacas_ext)
        return split ? 2 : clog2(types);
    return !split && types <= 2 ? 2 : 3;
}

/* The codes of the extension. */
static void walk_extension_codes(struct rvt_data_walk *w)
{
    pass(w, "format", &w->p->format, format_bits(w->config));
    if (w->p->format == RVT_MMACAS_ATOMIC_CSR)
        pass(w, "subformat", &w->p->subformat, 4);
    else if (w->p->format != RVT_MMACAS_RESPONSE)
        pass(w, "subformat", &w->p->subformat, 2);
}

/* format and subtype. Spec: ETR-DAT-001, AMB-170. */
static void walk_codes(struct rvt_data_walk *w)
{
    unsigned rsp = w->config->switches.dat_split_atomic_rsp;
    uint64_t code = w->p->format == RVT_DATA_ATOMIC_RESPONSE ? rsp : w->p->format;
    struct rvt_data_packet plain = {0}; /* of that format, whose subtype always exists */

    rvt_bits_field(&w->bits, "format", &code, format_bits(w->config));
    if (w->bits.mode == RVT_BITS_READ) {
        w->p->format = w->response && code == rsp ? RVT_DATA_ATOMIC_RESPONSE : (uint8_t)code;
        if (code == RVT_DATA_ATOMIC_RESPONSE && rsp != code)
            rvt_bits_fail(&w->bits, RVT_ERR_RESERVED, "format");
    }
    plain.format = w->p->format;
    if (rvt_data_form(w->config, &plain) == RVT_FORM_NONE)
        rvt_bits_fail(&w->bits, RVT_ERR_RESERVED, "format");
    if (w->p->format == RVT_DATA_CSR)
        pass(w, "subtype", &w->p->subtype, 2);
    else if (w->p->format == RVT_DATA_ATOMIC)
        pass(w, "subtype", &w->p->subtype, 3);
}

/* The fields after the codes. */
static void walk_form(struct rvt_data_walk *w, enum rvt_data_form form)
{
    static void (*const walks[])(struct rvt_data_walk *) = {
        [RVT_FORM_ACCESS] = walk_access,
        [RVT_FORM_ACCESS_ADDRESS] = walk_address,
        [RVT_FORM_ACCESS_DATA] = walk_access_data,
        [RVT_FORM_LOAD_REQUEST] = walk_load_request,
        [RVT_FORM_RESPONSE] = walk_response,
        [RVT_FORM_ATOMIC] = walk_atomic,
        [RVT_FORM_ATOMIC_ADDRESS] = walk_address,
        [RVT_FORM_ATOMIC_DATA] = walk_atomic_data,
        [RVT_FORM_ATOMIC_REQUEST] = walk_atomic_request,
        [RVT_FORM_ATOMIC_REQUEST_DATA] = walk_atomic_request_data,
        [RVT_FORM_ATOMIC_RESPONSE] = walk_atomic_response,
        [RVT_FORM_CSR] = walk_csr,
        [RVT_FORM_CSR_ADDRESS] = walk_csr_address,
        [RVT_FORM_CAS_FAILURE] = walk_cas_failure,
    };

    walks[form](w);
}

void rvt_data_walk(struct rvt_data_walk *w)
{
    enum rvt_data_form form;

    if (w->config->switches.mmacas_ext)
        walk_extension_codes(w);
    else
        walk_codes(w);
    if (w->bits.status != RVT_OK)
        return;
    form = rvt_data_form(w->config, w->p);
    if (form == RVT_FORM_NONE)
        rvt_bits_fail(&w->bits, RVT_ERR_RESERVED,
                      w->bits.field_bit == 0           ? "format"
                      : w->config->switches.mmacas_ext ? "subformat"
                                                       : "subtype");
    else
        walk_form(w, form);
}
