/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "wire/data_form.h"

#include <string.h>

/* True if an encoder of this configuration can see an access of type dtype. Spec: ETR-DAT-015. */
static bool has_type(const struct rvt_config *config, enum rvt_dtype dtype)
{
    unsigned width = config->params.dtype_width_p;
    bool extension = config->switches.mmacas_ext;

    switch (dtype) {
    case RVT_DTYPE_LOAD:
    case RVT_DTYPE_STORE:
        return true;
    case RVT_DTYPE_MMA_LOAD:
    case RVT_DTYPE_MMA_STORE:
        return extension && width >= 2;
    case RVT_DTYPE_CSR_RW:
    case RVT_DTYPE_CSR_RS:
    case RVT_DTYPE_CSR_RC:
        return width >= 3;
    case RVT_DTYPE_CAS_FAILURE:
        return extension && width == 4;
    case RVT_DTYPE_SWAP:
    case RVT_DTYPE_ADD:
    case RVT_DTYPE_AND:
    case RVT_DTYPE_OR:
    case RVT_DTYPE_XOR:
    case RVT_DTYPE_MAX:
    case RVT_DTYPE_MIN:
    case RVT_DTYPE_SC_FAILURE:
        return width == 4;
    }
    return false;
}

static bool is_split(const struct rvt_config *config)
{
    return config->switches.dat_signalling == RVT_DAT_SPLIT;
}

/* A split hart uses the unified tables where one phase carries everything. Spec: AMB-180. */
static enum rvt_data_form access_form(const struct rvt_config *config, bool load)
{
    if (config->options.no_data)
        return RVT_FORM_ACCESS_ADDRESS;
    if (config->options.no_address)
        return RVT_FORM_ACCESS_DATA;
    return load && is_split(config) ? RVT_FORM_LOAD_REQUEST : RVT_FORM_ACCESS;
}

static enum rvt_data_form atomic_form(const struct rvt_config *config)
{
    if (config->options.no_data)
        return RVT_FORM_ATOMIC_ADDRESS;
    if (config->options.no_address)
        return is_split(config) ? RVT_FORM_ATOMIC_REQUEST_DATA : RVT_FORM_ATOMIC_DATA;
    return is_split(config) ? RVT_FORM_ATOMIC_REQUEST : RVT_FORM_ATOMIC;
}

/* Nothing was stored and nothing loaded: only the address remains. Spec: ETR-DAT-007. */
static enum rvt_data_form sc_failure_form(const struct rvt_config *config)
{
    bool always = config->switches.dat_sc_failure == RVT_DAT_SC_FAILURE_ALWAYS;

    if (config->options.no_data || (always && !config->options.no_address))
        return RVT_FORM_ATOMIC_ADDRESS;
    return RVT_FORM_NONE;
}

static enum rvt_data_form cas_failure_form(const struct rvt_config *config)
{
    if (config->options.no_data)
        return RVT_FORM_ATOMIC_ADDRESS;
    return config->options.no_address ? RVT_FORM_NONE : RVT_FORM_CAS_FAILURE;
}

enum rvt_data_form rvt_data_form_of(const struct rvt_config *config, enum rvt_dtype dtype)
{
    if (!has_type(config, dtype))
        return RVT_FORM_NONE;
    switch (dtype) {
    case RVT_DTYPE_LOAD:
    case RVT_DTYPE_MMA_LOAD:
        return access_form(config, true);
    case RVT_DTYPE_STORE:
    case RVT_DTYPE_MMA_STORE:
        return access_form(config, false);
    case RVT_DTYPE_CSR_RW:
    case RVT_DTYPE_CSR_RS:
    case RVT_DTYPE_CSR_RC: /* no table leaves the address out */
        return config->options.no_data ? RVT_FORM_CSR_ADDRESS : RVT_FORM_CSR;
    case RVT_DTYPE_CAS_FAILURE:
        return cas_failure_form(config);
    case RVT_DTYPE_SC_FAILURE:
        return sc_failure_form(config);
    case RVT_DTYPE_SWAP:
    case RVT_DTYPE_ADD:
    case RVT_DTYPE_AND:
    case RVT_DTYPE_OR:
    case RVT_DTYPE_XOR:
    case RVT_DTYPE_MAX:
    case RVT_DTYPE_MIN:
        return atomic_form(config);
    }
    return RVT_FORM_NONE;
}

/* The table of a response, where there are responses. */
static enum rvt_data_form response_form(const struct rvt_config *config,
                                        const struct rvt_data_packet *packet)
{
    bool atomics = has_type(config, RVT_DTYPE_SWAP);
    bool loads = !config->options.no_address;

    if (!is_split(config) || config->options.no_data)
        return RVT_FORM_NONE;
    if (config->switches.mmacas_ext)
        return loads || atomics ? RVT_FORM_RESPONSE : RVT_FORM_NONE;
    if (packet->format == RVT_DATA_ATOMIC_RESPONSE)
        return atomics ? RVT_FORM_ATOMIC_RESPONSE : RVT_FORM_NONE;
    return loads ? RVT_FORM_RESPONSE : RVT_FORM_NONE;
}

static bool is_response(const struct rvt_config *config, const struct rvt_data_packet *packet)
{
    if (config->switches.mmacas_ext)
        return packet->format == RVT_MMACAS_RESPONSE;
    return packet->format == RVT_DATA_LOAD_RESPONSE || packet->format == RVT_DATA_ATOMIC_RESPONSE;
}

enum rvt_data_form rvt_data_form(const struct rvt_config *config,
                                 const struct rvt_data_packet *packet)
{
    enum rvt_dtype dtype = RVT_DTYPE_LOAD;
    bool unaligned = false;

    if (is_response(config, packet))
        return response_form(config, packet);
    return rvt_data_type(config, packet, &dtype, &unaligned) ? rvt_data_form_of(config, dtype)
                                                             : RVT_FORM_NONE;
}

struct rvt_data_shape rvt_data_shape_of(const struct rvt_config *config, enum rvt_data_form form)
{
    enum rvt_data_part no = RVT_PART_ABSENT;
    enum rvt_data_part counted = RVT_PART_COUNTED;
    enum rvt_data_part wide = RVT_PART_WIDE;
    unsigned open = config->switches.dat_diff_bits;
    unsigned request = config->switches.mmacas_ext ? 2 : open;
    const struct rvt_data_shape shapes[] = {
        /* operand, data, address, full_address, lrid, diff */
        [RVT_FORM_ACCESS] = {no, counted, true, false, false, 2},
        [RVT_FORM_ACCESS_ADDRESS] = {no, no, true, false, false, 1},
        [RVT_FORM_ACCESS_DATA] = {no, wide, false, false, false, open},
        [RVT_FORM_LOAD_REQUEST] = {no, no, true, false, true, 1},
        [RVT_FORM_RESPONSE] = {no, wide, false, false, true, 0},
        [RVT_FORM_ATOMIC] = {counted, counted, true, false, false, 2},
        [RVT_FORM_ATOMIC_ADDRESS] = {no, no, true, false, false, 1},
        [RVT_FORM_ATOMIC_DATA] = {counted, wide, false, false, false, open},
        [RVT_FORM_ATOMIC_REQUEST] = {counted, no, true, false, true, request},
        [RVT_FORM_ATOMIC_REQUEST_DATA] = {wide, no, false, false, true, request},
        [RVT_FORM_ATOMIC_RESPONSE] = {no, counted, false, false, true, 0},
        [RVT_FORM_CSR] = {counted, counted, false, true, false, open},
        [RVT_FORM_CSR_ADDRESS] = {no, no, true, false, false, 1},
        [RVT_FORM_CAS_FAILURE] = {counted, no, true, false, false, 2},
        [RVT_FORM_NONE] = {no, no, false, false, false, 0},
    };

    return shapes[form];
}

/* The reference flow has no atomic 4; the codes after it are one more. AMB-178. */
static bool skips_code(const struct rvt_config *config)
{
    return config->switches.dat_atomic_codes == RVT_DAT_ATOMIC_CODES_REFFLOW;
}

/* The type of an atomic by its subtype; more than any type if that is reserved. */
static unsigned atomic_of(const struct rvt_config *config, unsigned subtype)
{
    unsigned type = (unsigned)RVT_DTYPE_SWAP + subtype;

    if (!skips_code(config) || type < RVT_DTYPE_XOR)
        return type;
    return type == RVT_DTYPE_XOR ? RVT_DTYPE_SC_FAILURE + 1u : type - 1;
}

void rvt_data_set_type(const struct rvt_config *config, struct rvt_data_packet *packet,
                       enum rvt_dtype dtype, bool unaligned)
{
    bool csr = rvt_dtype_is_csr(dtype);
    bool pair = dtype <= RVT_DTYPE_MMA_STORE;
    uint8_t access = (uint8_t)((dtype & 1u) << 1 | (unaligned ? 1u : 0u));

    packet->subtype = 0;
    packet->subformat = 0;
    if (config->switches.mmacas_ext) {
        packet->format = pair ? (uint8_t)(dtype >> 1) : RVT_MMACAS_ATOMIC_CSR;
        packet->subformat = pair ? access : (uint8_t)dtype;
    } else if (pair) {
        packet->format = access;
    } else {
        packet->format = csr ? RVT_DATA_CSR : RVT_DATA_ATOMIC;
        packet->subtype = (uint8_t)(dtype - (csr ? RVT_DTYPE_CSR_RW : RVT_DTYPE_SWAP));
        if (!csr && skips_code(config) && dtype >= RVT_DTYPE_XOR)
            packet->subtype++;
    }
}

void rvt_data_set_response(const struct rvt_config *config, struct rvt_data_packet *packet,
                           bool atomic)
{
    packet->subtype = 0;
    packet->subformat = 0;
    if (config->switches.mmacas_ext)
        packet->format = RVT_MMACAS_RESPONSE;
    else
        packet->format = atomic ? RVT_DATA_ATOMIC_RESPONSE : RVT_DATA_LOAD_RESPONSE;
}

bool rvt_data_type(const struct rvt_config *config, const struct rvt_data_packet *packet,
                   enum rvt_dtype *dtype, bool *unaligned)
{
    bool extension = config->switches.mmacas_ext;
    bool pair = packet->format <= (extension ? RVT_MMACAS_MMA : RVT_DATA_STORE_UNALIGNED);
    unsigned access = extension ? packet->subformat : packet->format;
    unsigned code = access >> 1;

    if (is_response(config, packet))
        return false;
    if (extension && pair)
        code = packet->format * 2u + (access >> 1);
    else if (extension)
        code = packet->subformat >= RVT_DTYPE_CSR_RW ? packet->subformat : RVT_DTYPE_SC_FAILURE + 1;
    else if (packet->format == RVT_DATA_CSR)
        code = packet->subtype < 3 ? (unsigned)RVT_DTYPE_CSR_RW + packet->subtype
                                   : RVT_DTYPE_SC_FAILURE + 1;
    else if (packet->format == RVT_DATA_ATOMIC)
        code = atomic_of(config, packet->subtype);
    if (code > RVT_DTYPE_SC_FAILURE || (pair && access > 3))
        return false;
    *dtype = (enum rvt_dtype)code;
    *unaligned = pair && (access & 1) != 0;
    return true;
}

const char *rvt_data_name(const struct rvt_config *config, const struct rvt_data_packet *packet)
{
    enum rvt_dtype dtype = RVT_DTYPE_LOAD;
    bool unaligned = false;
    bool typed = rvt_data_type(config, packet, &dtype, &unaligned);

    switch (rvt_data_form(config, packet)) {
    case RVT_FORM_ACCESS:
    case RVT_FORM_ACCESS_ADDRESS:
    case RVT_FORM_ACCESS_DATA:
        if (dtype >= RVT_DTYPE_MMA_LOAD)
            return dtype == RVT_DTYPE_MMA_LOAD ? "mma.load" : "mma.store";
        return dtype == RVT_DTYPE_LOAD ? "load" : "store";
    case RVT_FORM_LOAD_REQUEST:
        return dtype == RVT_DTYPE_MMA_LOAD ? "mma.load.request" : "load.request";
    case RVT_FORM_RESPONSE:
        return config->switches.mmacas_ext ? "response" : "load.response";
    case RVT_FORM_ATOMIC:
    case RVT_FORM_ATOMIC_ADDRESS:
    case RVT_FORM_ATOMIC_DATA:
    case RVT_FORM_CAS_FAILURE:
        return "atomic";
    case RVT_FORM_ATOMIC_REQUEST:
    case RVT_FORM_ATOMIC_REQUEST_DATA:
        return "atomic.request";
    case RVT_FORM_ATOMIC_RESPONSE:
        return "atomic.response";
    case RVT_FORM_CSR:
    case RVT_FORM_CSR_ADDRESS:
        return "csr";
    case RVT_FORM_NONE:
        break;
    }
    return typed ? "te_data" : "te_data response";
}

const char *rvt_data_clause(const struct rvt_config *config, const struct rvt_data_packet *packet,
                            const char *field)
{
    static const char *const tables[] = {
        "ETR-DAT-003", "ETR-DAT-004", "ETR-DAT-005", "ETR-DAT-006", "ETR-DAT-006",
        "ETR-DAT-007", "ETR-DAT-007", "ETR-DAT-007", "ETR-DAT-008", "ETR-DAT-008",
        "ETR-DAT-008", "ETR-DAT-009", "ETR-DAT-009", "ETR-DAT-007", "ETR-DAT-001",
    };

    if (strcmp(field, "format") == 0 || strcmp(field, "subformat") == 0)
        return "ETR-DAT-001";
    if (strcmp(field, "size") == 0)
        return "ETR-DAT-002";
    if (strcmp(field, "diff") == 0)
        return "ETR-DAT-010";
    if (strcmp(field, "data_len") == 0 || strcmp(field, "op_len") == 0)
        return "ETR-DAT-013";
    return tables[rvt_data_form(config, packet)];
}
