/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "encoder/data_encoder.h"

#include <string.h>

#include "base/bits.h"

/* An access, or the part of it that one packet carries. */
struct content {
    enum rvt_dtype dtype;
    unsigned size;       /* 2^size bytes */
    unsigned value_bits; /* of data and operand: 8 * 2^size */
    unsigned shift;      /* of the address: the bits that alignment makes redundant */
    unsigned address_bits;
    uint64_t address, data, operand;
};

/* A way to code it, and the bits that takes. */
struct choice {
    unsigned code; /* diff or resp */
    struct rvt_data_meaning meaning;
    unsigned bits;
};

void rvt_data_encoder_init(struct rvt_data_encoder *encoder, const struct rvt_config *config)
{
    *encoder = (struct rvt_data_encoder){.config = config};
    rvt_data_history_reset(&encoder->history, config);
}

void rvt_data_encoder_restart(struct rvt_data_encoder *encoder)
{
    rvt_data_history_reset(&encoder->history, encoder->config);
}

/* Bits of the shortest two's complement form of value, whose top bit is bit 63: 1..64. */
static unsigned significant_bits(uint64_t value)
{
    uint64_t folded = value >> 63 ? ~value : value;
    unsigned bits = 1;

    while (folded) {
        folded >>= 1;
        bits++;
    }
    return bits;
}

static unsigned significant_bytes(uint64_t value)
{
    return (significant_bits(value) + 7) / 8;
}

/* Bits of a value in a field of that kind. */
static unsigned cost(enum rvt_data_part part, uint64_t value)
{
    if (part == RVT_PART_ABSENT)
        return 0;
    return part == RVT_PART_COUNTED ? 8 * significant_bytes(value) : significant_bits(value);
}

/* value against base, as a number of 64 bits. */
static uint64_t extended(const struct content *content, enum rvt_data_coding coding, uint64_t value,
                         uint64_t base)
{
    return rvt_sign_extend(rvt_data_code(coding, value, base, content->value_bits),
                           content->value_bits);
}

/* The values against which content is coded. */
static struct rvt_data_bases bases_of(const struct rvt_config *config,
                                      const struct content *content,
                                      const struct rvt_data_shape *shape,
                                      const struct rvt_data_latest *latest)
{
    return rvt_data_bases(config, latest, content->dtype, shape->data ? &content->data : NULL,
                          shape->operand ? &content->operand : NULL);
}

static uint64_t value_or_0(const uint64_t *value)
{
    return value != NULL ? *value : 0;
}

/* True if config and the history allow this coding. Spec: ETR-DAT-011, ETR-DAT-014. */
static bool is_allowed(const struct rvt_config *config, const struct rvt_data_shape *shape,
                       const struct rvt_data_meaning *meaning, const struct rvt_data_latest *latest,
                       const struct rvt_data_bases *bases)
{
    bool full_data = (!shape->data || meaning->data == RVT_CODING_FULL) &&
                     (!shape->operand || meaning->operand == RVT_CODING_FULL);
    enum rvt_dat_compress compress = config->switches.dat_compress;

    if (meaning->address != RVT_CODING_FULL &&
        (config->options.full_data_address || !latest->address_known))
        return false;
    if (full_data)
        return true;
    if (config->options.full_data)
        return false;
    if (compress != RVT_DAT_COMPRESS_BOTH &&
        (meaning->data == RVT_CODING_XOR) != (compress == RVT_DAT_COMPRESS_XOR))
        return false;
    if (shape->data != RVT_PART_ABSENT && bases->data == NULL)
        return false;
    return shape->operand == RVT_PART_ABSENT || bases->operand != NULL;
}

/* Bits that data and operand take. */
static unsigned measure(const struct content *content, const struct rvt_data_shape *shape,
                        const struct rvt_data_meaning *meaning, const struct rvt_data_bases *bases)
{
    uint64_t data = extended(content, meaning->data, content->data, value_or_0(bases->data));
    uint64_t operand =
        extended(content, meaning->operand, content->operand, value_or_0(bases->operand));

    return cost(shape->data, data) + cost(shape->operand, operand);
}

/* True if a is preferred to b: an address difference to a full address, then the shorter one, then
 * the simpler coding. */
static bool is_better(const struct choice *a, const struct choice *b)
{
    bool a_full = a->meaning.address == RVT_CODING_FULL;
    bool b_full = b->meaning.address == RVT_CODING_FULL;

    if (a_full != b_full)
        return b_full;
    return a->bits != b->bits ? a->bits < b->bits : a->meaning.data < b->meaning.data;
}

/* Chooses among the codes of the packet's table. Decision 0003. */
static struct choice choose(const struct rvt_config *config, const struct content *content,
                            const struct rvt_data_shape *shape,
                            const struct rvt_data_latest *latest,
                            const struct rvt_data_bases *bases)
{
    unsigned codes = shape->diff_bits == 1 ? 2 : 4;
    bool reserves = !shape->address && shape->diff_bits == 2;
    struct choice best = {.bits = 0};
    bool found = false;

    for (unsigned code = shape->diff_bits ? 0 : RVT_RESP_XOR; code < codes; code++) {
        struct choice choice = {.code = code, .meaning = rvt_data_meaning(config, shape, code)};
        if ((reserves && code == RVT_DIFF_FULL_DATA) ||
            !is_allowed(config, shape, &choice.meaning, latest, bases))
            continue;
        choice.bits = measure(content, shape, &choice.meaning, bases);
        if (!found || is_better(&choice, &best))
            best = choice;
        found = true;
    }
    return best;
}

/* Puts a value into a field of that kind, and its length. */
static void put_value(const struct rvt_config *config, enum rvt_data_part part, uint64_t value,
                      uint64_t *field, uint8_t *len)
{
    unsigned width = config->params.data_width_p;
    unsigned bytes = significant_bytes(value);

    if (part == RVT_PART_COUNTED)
        *len = (uint8_t)(bytes - 1);
    if (part == RVT_PART_COUNTED)
        *field = value & rvt_mask(8 * bytes);
    else if (part == RVT_PART_WIDE)
        *field = value & rvt_mask(width > 64 ? 64 : width);
}

/* Codes content into packet as chosen, and records it in the history. */
static void code_content(struct rvt_data_encoder *encoder, const struct content *content,
                         const struct rvt_data_shape *shape, struct rvt_data_packet *packet)
{
    const struct rvt_config *config = encoder->config;
    struct rvt_data_latest *latest =
        rvt_data_history_at(&encoder->history, config, content->dtype, content->size);
    struct rvt_data_bases bases = bases_of(config, content, shape, latest);
    struct choice choice = choose(config, content, shape, latest, &bases);
    uint64_t data = extended(content, choice.meaning.data, content->data, value_or_0(bases.data));
    uint64_t operand =
        extended(content, choice.meaning.operand, content->operand, value_or_0(bases.operand));

    if (shape->diff_bits)
        packet->diff = (uint8_t)choice.code;
    else
        packet->resp = (uint8_t)choice.code;
    put_value(config, shape->data, data, &packet->data, &packet->data_len);
    put_value(config, shape->operand, operand, &packet->operand, &packet->op_len);
    if (shape->address)
        packet->address = rvt_data_code(choice.meaning.address, content->address >> content->shift,
                                        rvt_data_address_base(config, latest, content->shift),
                                        content->address_bits);
    if (shape->address || shape->full_address)
        rvt_data_latest_address(config, latest, content->dtype, content->address, content->shift);
    rvt_data_latest_values(config, latest, content->dtype, shape->data ? &content->data : NULL,
                           shape->operand ? &content->operand : NULL);
}

static void send(struct rvt_data_encoder *encoder, const struct rvt_data_packet *packet,
                 const struct rvt_data_origin *origin)
{
    if (encoder->refused || encoder->sink == NULL)
        return;
    encoder->sent++;
    encoder->refused = encoder->sink(encoder->context, packet, origin) != RVT_OK;
}

static bool is_unaligned(const struct rvt_access *access)
{
    return (access->daddr & ((UINT64_C(1) << access->dsize) - 1)) != 0;
}

/* The content of access: the signals that are valid for its type and the protocol of the hart. */
static struct content content_of(const struct rvt_config *config, const struct rvt_access *access)
{
    bool csr = rvt_dtype_is_csr(access->dtype);
    bool split = config->switches.dat_signalling == RVT_DAT_SPLIT && !csr;
    bool pair = access->dtype <= RVT_DTYPE_MMA_STORE;
    unsigned size = csr ? rvt_csr_size(config) : access->dsize;
    uint64_t mask = rvt_mask(8u << size);

    return (struct content){
        .dtype = (enum rvt_dtype)access->dtype,
        .size = size,
        .value_bits = 8u << size,
        .shift = csr || (pair && is_unaligned(access)) ? 0 : size,
        .address_bits = csr ? 12 : config->params.daddress_width_p,
        .address = access->daddr,
        .data = (split ? access->sdata : access->data) & mask,
        .operand = (split ? access->sdata : access->operand) & mask,
    };
}

void rvt_data_encoder_retire(struct rvt_data_encoder *encoder, const struct rvt_access *access,
                             bool traced, const struct rvt_data_origin *origin)
{
    const struct rvt_config *config = encoder->config;
    struct content content = content_of(config, access);
    enum rvt_data_form form = rvt_data_form_of(config, content.dtype);
    struct rvt_data_shape shape = rvt_data_shape_of(config, form);
    struct rvt_data_packet packet = {.size = rvt_dtype_is_csr(content.dtype) ? 0 : access->dsize};
    bool request = rvt_access_is_request(config, access);

    if (request) /* its response has neither type nor address */
        encoder->load[access->lrid] = (struct rvt_data_load){.known = true,
                                                             .traced = traced,
                                                             .dtype = access->dtype,
                                                             .size = access->dsize,
                                                             .unaligned = is_unaligned(access)};
    if (!traced || form == RVT_FORM_NONE)
        return;
    if (request && form == RVT_FORM_ACCESS_DATA)
        return; /* the response carries everything, AMB-180 */
    rvt_data_set_type(config, &packet, content.dtype, is_unaligned(access));
    if (shape.lrid)
        packet.lrid = access->lrid;
    if (shape.full_address)
        packet.address = access->daddr;
    if (form == RVT_FORM_CSR && access->daddr >> 10 == 3)
        shape.operand = RVT_PART_ABSENT;
    code_content(encoder, &content, &shape, &packet);
    send(encoder, &packet, origin);
}

bool rvt_data_encoder_reports(const struct rvt_config *config, const struct rvt_access *access)
{
    return rvt_data_form_of(config, (enum rvt_dtype)access->dtype) != RVT_FORM_NONE;
}

/* The packet of a response: a response packet, or without addresses that of a unified load. */
static enum rvt_data_form start_response(const struct rvt_config *config,
                                         const struct rvt_data_load *load, uint8_t lid,
                                         struct rvt_data_packet *packet)
{
    bool atomic = load->dtype >= RVT_DTYPE_SWAP;

    *packet = (struct rvt_data_packet){.size = load->size};
    if (config->options.no_data)
        return RVT_FORM_NONE;
    if (config->options.no_address && !atomic) {
        rvt_data_set_type(config, packet, (enum rvt_dtype)load->dtype, load->unaligned);
        return RVT_FORM_ACCESS_DATA;
    }
    packet->lrid = lid;
    rvt_data_set_response(config, packet, atomic);
    return rvt_data_form(config, packet);
}

bool rvt_data_encoder_reports_response(const struct rvt_config *config,
                                       const struct rvt_data_load *load,
                                       const struct rvt_access *access)
{
    struct rvt_data_packet packet;
    enum rvt_data_form form = start_response(config, load, access->lid, &packet);

    if (!load->traced || form == RVT_FORM_NONE)
        return false;
    return access->lresp != RVT_LRESP_ERROR || form != RVT_FORM_ACCESS_DATA;
}

void rvt_data_encoder_respond(struct rvt_data_encoder *encoder, const struct rvt_access *access,
                              const struct rvt_data_origin *origin)
{
    const struct rvt_config *config = encoder->config;
    struct rvt_data_load load = encoder->load[access->lid];
    bool error = access->lresp == RVT_LRESP_ERROR;
    struct rvt_data_packet packet;

    encoder->load[access->lid].known = false;
    if (!load.known || !rvt_data_encoder_reports_response(config, &load, access))
        return;
    enum rvt_data_form form = start_response(config, &load, access->lid, &packet);
    struct rvt_data_shape shape = rvt_data_shape_of(config, form);
    if (!error) {
        const struct content content = {.dtype = (enum rvt_dtype)load.dtype,
                                        .size = load.size,
                                        .value_bits = 8u << load.size,
                                        .data = access->ldata & rvt_mask(8u << load.size)};
        code_content(encoder, &content, &shape, &packet);
    }
    send(encoder, &packet, origin);
}
