/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Values and addresses of each length, 1 to 8 bytes, through every te_data table: encoded, written,
 * read and decoded they are what was accessed, and each length did occur in each field of each
 * table. Shows: ETR-DAT-003, ETR-DAT-004, ETR-DAT-005, ETR-DAT-006, ETR-DAT-007, ETR-DAT-008,
 * ETR-DAT-009, ETR-DAT-010, ETR-DAT-013
 */
#include <criterion/criterion.h>
#include <string.h>

#include "base/config_check.h"
#include "decoder/data_decoder.h"
#include "encoder/data_encoder.h"
#include "wire/data.h"
#include "wire/data_form.h"

enum { LENGTHS = 8, FORMS = RVT_FORM_NONE };

/* Which lengths occurred, a bit each, by table; summed over all configurations. */
static unsigned data_seen[FORMS], operand_seen[FORMS], address_seen[FORMS];

struct passage {
    struct rvt_config config;
    struct rvt_data_encoder encoder;
    struct rvt_data_decoder decoder;
    struct rvt_data_report got;
    unsigned packets; /* of the latest access */
    uint64_t compared;
};

static unsigned bytes_of(uint64_t value)
{
    unsigned bytes = 1;

    while (bytes < LENGTHS) {
        uint64_t cut = value << (64 - 8 * bytes);
        uint64_t sign = cut >> 63 ? UINT64_MAX << (8 * bytes) : 0;
        if ((cut >> (64 - 8 * bytes) | sign) == value)
            break;
        bytes++;
    }
    return bytes;
}

/* The least positive or negative value, almost, that needs so many bytes (1..8). */
static uint64_t value_of(unsigned bytes, bool negative)
{
    uint64_t value = UINT64_C(1) << (8 * (bytes - 1));

    return negative ? ~value : value;
}

static void note_lengths(const struct rvt_config *config, const struct rvt_data_packet *packet)
{
    enum rvt_data_form form = rvt_data_form(config, packet);
    struct rvt_data_shape shape = rvt_data_shape_of(config, form);

    if (shape.data == RVT_PART_COUNTED)
        data_seen[form] |= 1u << packet->data_len;
    else if (shape.data == RVT_PART_WIDE)
        data_seen[form] |= 1u << (bytes_of(packet->data) - 1);
    if (shape.operand == RVT_PART_COUNTED)
        operand_seen[form] |= 1u << packet->op_len;
    else if (shape.operand == RVT_PART_WIDE)
        operand_seen[form] |= 1u << (bytes_of(packet->operand) - 1);
    if (shape.address)
        address_seen[form] |= 1u << (bytes_of(packet->address) - 1);
}

/* Writes, reads and decodes a packet. */
static enum rvt_status take(void *context, const struct rvt_data_packet *packet,
                            const struct rvt_data_origin *origin)
{
    struct passage *p = context;
    struct rvt_payload payload;
    struct rvt_data_packet read;
    struct rvt_diag diag;
    bool decoded = false;

    (void)origin;
    note_lengths(&p->config, packet);
    rvt_diag_clear(&diag);
    cr_assert(rvt_data_write(&p->config, packet, &payload, &diag) == RVT_OK, "%s", diag.text);
    cr_assert(rvt_data_read(&p->config, payload.byte, payload.bytes, &p->decoder.pending, &read,
                            &diag) == RVT_OK,
              "%s", diag.text);
    cr_assert(rvt_data_decoder_packet(&p->decoder, &read, &p->got, &decoded, &diag) == RVT_OK &&
                  decoded,
              "%s", diag.text);
    p->packets++;
    return RVT_OK;
}

static bool is_csr(unsigned dtype)
{
    return dtype >= RVT_DTYPE_CSR_RW && dtype <= RVT_DTYPE_CSR_RC;
}

/* Compares what was decoded with the access. */
static void compare(struct passage *p, const struct rvt_access *access, bool response)
{
    uint64_t mask = access->dsize == 3 ? UINT64_MAX : (UINT64_C(1) << (8u << access->dsize)) - 1;
    bool split = p->config.switches.dat_signalling == RVT_DAT_SPLIT && !is_csr(access->dtype);
    uint64_t data = response ? access->ldata : split ? access->sdata : access->data;
    uint64_t operand = split ? access->sdata : access->operand;

    if (p->packets == 0)
        return;
    p->compared++;
    cr_assert(p->got.dtype == access->dtype);
    cr_assert(!p->got.has_address || p->got.address == access->daddr, "address %llx, decoded %llx",
              (unsigned long long)access->daddr, (unsigned long long)p->got.address);
    cr_assert(!p->got.has_data || p->got.data == (data & mask), "data %llx, decoded %llx",
              (unsigned long long)data, (unsigned long long)p->got.data);
    cr_assert(!p->got.has_operand || p->got.operand == (operand & mask),
              "operand %llx, decoded %llx", (unsigned long long)operand,
              (unsigned long long)p->got.operand);
}

/* An access, and its response if it is a request. */
static void pass(struct passage *p, struct rvt_access *access)
{
    const struct rvt_data_origin origin = {.iaddr = 4};

    p->packets = 0;
    rvt_data_encoder_retire(&p->encoder, access, true, &origin);
    compare(p, access, false);
    if (!rvt_access_is_request(&p->config, access))
        return;
    access->lresp = RVT_LRESP_OKAY;
    access->lid = access->lrid;
    p->packets = 0;
    rvt_data_encoder_respond(&p->encoder, access, &origin);
    compare(p, access, true);
}

static void restart(struct passage *p)
{
    const struct rvt_packet sync = {.format = RVT_FORMAT_SYNC};

    rvt_data_encoder_restart(&p->encoder);
    rvt_data_decoder_inst(&p->decoder, &sync);
}

/*
 * Accesses of one type: full values, then values whose exclusive or and whose difference with the
 * one before have the length. All values of an access have different lengths.
 */
static void pass_lengths(struct passage *p, unsigned dtype, bool negative)
{
    struct rvt_access access = {.dretire = true, .dtype = (uint8_t)dtype, .dsize = 3, .lrid = 1};

    for (unsigned how = 0; how < 3; how++) {
        restart(p);
        for (unsigned length = 1; length <= LENGTHS; length++) {
            uint64_t value = value_of(length, negative);
            uint64_t other = value_of(LENGTHS + 1 - length, !negative);
            if (how == 0)
                restart(p);
            uint64_t before = how == 0 ? 0 : access.data;
            access.data = access.sdata = how == 1 ? before ^ value : before + value;
            access.ldata = access.data;
            access.operand = other;
            access.daddr = is_csr(dtype) ? 0x300 + length : access.daddr + (value << 3);
            pass(p, &access);
            if (dtype <= RVT_DTYPE_STORE) { /* its address is not aligned */
                access.daddr += value | 1;
                pass(p, &access);
                access.daddr &= ~UINT64_C(7);
            }
        }
    }
}

/* modes: bit 0 split, 1 without data, 2 without address, 3 uncompressed, 4 differences offered. */
static bool configure(struct rvt_config *config, unsigned modes)
{
    rvt_config_defaults(config, RVT_PROFILE_V2_0_4);
    config->params.iaddress_width_p = 64;
    config->params.data_width_p = 64;
    config->params.daddress_width_p = 64;
    config->params.dtype_width_p = 4;
    config->params.lrid_width_p = 2;
    config->params.lresp_width_p = 2;
    config->options.data_trace = true;
    config->encap.type_bits = 1;
    config->switches.dat_signalling = modes & 1 ? RVT_DAT_SPLIT : RVT_DAT_UNIFIED;
    config->options.no_data = (modes & 2) != 0;
    config->options.no_address = (modes & 4) != 0;
    config->switches.compress = modes & 8 ? RVT_COMPRESS_NONE : RVT_COMPRESS_WHOLE;
    config->switches.dat_compress = modes & 16 ? RVT_DAT_COMPRESS_DIFF : RVT_DAT_COMPRESS_XOR;
    return rvt_config_check(config, NULL) == RVT_OK;
}

static uint64_t pass_types(unsigned modes)
{
    static struct passage p;

    p = (struct passage){.compared = 0};
    if (!configure(&p.config, modes))
        return 0;
    rvt_data_encoder_init(&p.encoder, &p.config);
    rvt_data_decoder_init(&p.decoder, &p.config);
    p.encoder.sink = take;
    p.encoder.context = &p;
    for (unsigned dtype = RVT_DTYPE_LOAD; dtype <= RVT_DTYPE_SC_FAILURE; dtype++) {
        if (dtype > RVT_DTYPE_STORE && dtype < RVT_DTYPE_CSR_RW)
            continue; /* of the extension */
        if (dtype == RVT_DTYPE_CAS_FAILURE)
            continue;
        pass_lengths(&p, dtype, false);
        pass_lengths(&p, dtype, true);
    }
    return p.compared;
}

Test(data_lengths, every_length_passes_every_table)
{
    uint64_t compared = 0;

    for (unsigned modes = 0; modes < 32; modes++)
        compared += pass_types(modes);
    cr_assert(compared > 10000, "%llu accesses", (unsigned long long)compared);
    for (unsigned form = 0; form < FORMS; form++) {
        struct rvt_config config;
        cr_assert(configure(&config, 0));
        struct rvt_data_shape shape = rvt_data_shape_of(&config, (enum rvt_data_form)form);
        unsigned all = (1u << LENGTHS) - 1;
        if (form == RVT_FORM_CAS_FAILURE) /* of the extension */
            continue;
        if (shape.data != RVT_PART_ABSENT)
            cr_expect(data_seen[form] == all, "table %u: data %02x", form, data_seen[form]);
        if (shape.operand != RVT_PART_ABSENT)
            cr_expect(operand_seen[form] == all, "table %u: operand %02x", form,
                      operand_seen[form]);
        if (shape.address && form != RVT_FORM_CSR_ADDRESS) /* of 12 bits */
            cr_expect(address_seen[form] == all, "table %u: address %02x", form,
                      address_seen[form]);
    }
}
