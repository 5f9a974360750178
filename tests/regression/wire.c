/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * te_inst packets under any configuration: random bytes that are read, random packets that are
 * written, and payloads of each length.
 */
#include "any_config.h"
#include "regression.h"

#include "wire/draft_packet.h"
#include "wire/packet.h"
#include "wire/packet_clause.h"

enum { GROUPS = 400, PACKETS = 48 };

static void note_field(void *context, const char *name, uint64_t value, unsigned width,
                       size_t at_bit)
{
    regression_note(context, "field %s %" PRIx64 " %u %zu", name, value, width, at_bit);
}

static void note_packet(struct regression *regression, const struct rvt_config *config,
                        const struct rvt_packet *p)
{
    regression_note(regression,
                    "%s %u %u %d %u %d%d %" PRIx32 " %" PRIx64 " %" PRIx64 " %" PRIx64 " %" PRIx64,
                    rvt_packet_name(p), p->format, p->subformat, p->branch, p->privilege,
                    p->interrupt, p->thaddr, p->ecause, p->time, p->context, p->tval, p->address);
    regression_note(regression, "%u %" PRIx32 " %" PRIx32 " %u %" PRIx32 " %d%d%d%d %" PRIx32,
                    p->branches, p->branch_map, p->branch_count, p->branch_fmt, p->index,
                    p->no_mispred, p->notify, p->updiscon, p->irreport, p->irdepth);
    regression_note(regression, "sync %d address %d", rvt_packet_is_sync(p),
                    rvt_packet_has_address(p, config));
    for (unsigned i = 0; i < RVT_SUPPORT_FIELDS; i++)
        if (p->support.value[i] != 0)
            regression_note(regression, "support %u %x", i, p->support.value[i]);
}

static void note_payload(struct regression *regression, const struct rvt_payload *payload)
{
    char text[2 * RVT_PAYLOAD_BYTES_MAX + 1];

    for (unsigned i = 0; i < RVT_PAYLOAD_BYTES_MAX; i++)
        (void)snprintf(text + 2 * i, 3, "%02x", payload->byte[i]);
    regression_note(regression, "payload %s %u %u %u", text, payload->bytes, payload->bits,
                    payload->bits_full);
}

static void note_visit(struct regression *regression, const struct rvt_config *config,
                       const struct rvt_packet *packet)
{
    enum rvt_status status = rvt_packet_visit(config, packet, note_field, regression);

    regression_note(regression, "visit %s", rvt_status_text(status));
}

/* Reads; *packet is that of the payload if the answer is true. */
static bool note_read(struct regression *regression, const struct rvt_config *config,
                      const uint8_t *data, size_t bytes, struct rvt_packet *packet)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_packet_read(config, data, bytes, packet, &diag);
    regression_diag(regression, "read", status, &diag);
    if (status != RVT_OK && status != RVT_ERR_TRAILING)
        return false;
    note_packet(regression, config, packet);
    return true;
}

static bool note_write(struct regression *regression, const struct rvt_config *config,
                       const struct rvt_packet *packet, struct rvt_payload *payload)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_packet_write(config, packet, payload, &diag);
    regression_diag(regression, "write", status, &diag);
    if (status == RVT_OK)
        note_payload(regression, payload);
    return status == RVT_OK;
}

/* Bytes of which the last ones are often copies of a sign. */
static size_t any_bytes(struct rvt_random *random, uint8_t *byte, size_t capacity)
{
    size_t bytes = rvt_random_below(random, (unsigned)capacity + 1);
    size_t random_bytes = rvt_random_below(random, (unsigned)bytes + 1);
    uint8_t fill = rvt_random_chance(random, 50) ? 0 : 0xff;

    for (size_t i = 0; i < bytes; i++)
        byte[i] = i < random_bytes ? (uint8_t)rvt_random_bits(random) : fill;
    if (bytes > 0 && rvt_random_chance(random, 30)) /* a support packet */
        byte[0] |= 0xf;
    return bytes;
}

static void read_bytes(struct regression *regression, struct rvt_random *random,
                       const struct rvt_config *config)
{
    uint8_t byte[RVT_PAYLOAD_BYTES_MAX + 3];
    struct rvt_packet packet;
    struct rvt_payload payload;
    size_t bytes = any_bytes(random, byte, sizeof(byte));

    if (!note_read(regression, config, byte, bytes, &packet))
        return;
    note_visit(regression, config, &packet);
    (void)note_write(regression, config, &packet, &payload);
}

static void any_branches(struct rvt_random *random, const struct rvt_config *config,
                         struct rvt_packet *packet)
{
    packet->branches = (uint8_t)any_value(random, 5);
    packet->branch_map = (uint32_t)any_value(random, rvt_random_chance(random, 50) ? 31 : 32);
    packet->branch_count = (uint32_t)any_value(random, rvt_is_draft(config) ? 16 : 32);
    packet->branch_fmt = (uint8_t)any_value(random, rvt_is_draft(config) ? 1 : 2);
    packet->index = (uint32_t)any_value(random, config->params.cache_size_p);
    packet->no_mispred = rvt_random_chance(random, 50);
    packet->notify = rvt_random_chance(random, 30);
    packet->updiscon = rvt_random_chance(random, 30);
    packet->irreport = rvt_random_chance(random, 30);
    packet->irdepth = (uint32_t)any_value(random, rvt_irdepth_bits(config));
}

static struct rvt_packet any_packet(struct rvt_random *random, const struct rvt_config *config)
{
    const struct rvt_params *p = &config->params;
    const struct rvt_support_layout *layout = rvt_support_layout(config);
    struct rvt_packet packet = {.format = (uint8_t)any_value(random, 2)};
    bool sync = packet.format == RVT_FORMAT_SYNC;

    packet.subformat = (uint8_t)any_value(random, sync ? 2 : p->f0s_width_p);
    packet.branch = rvt_random_chance(random, 50);
    packet.privilege = (uint8_t)any_value(random, p->privilege_width_p);
    packet.interrupt = rvt_random_chance(random, 50);
    packet.thaddr = rvt_random_chance(random, 60);
    packet.ecause = (uint32_t)any_value(random, p->ecause_width_p);
    packet.time = any_value(random, p->time_width_p);
    packet.context = any_value(random, p->context_width_p);
    packet.tval = any_value(random, p->iaddress_width_p);
    packet.address = any_value(random, rvt_address_bits(config));
    any_branches(random, config, &packet);
    for (unsigned i = 0; i < layout->count; i++)
        packet.support.value[layout->place[i].field] =
            (uint16_t)any_value(random, layout->place[i].width);
    return packet;
}

/* Reads the payload at every length from one byte too few to one too many. */
static void read_lengths(struct regression *regression, const struct rvt_config *config,
                         const struct rvt_payload *payload)
{
    uint8_t byte[RVT_PAYLOAD_BYTES_MAX + 1];
    size_t full = (payload->bits_full + 7u) / 8;
    uint8_t sign = payload->byte[payload->bytes - 1] >> 7 != 0 ? 0xff : 0;
    struct rvt_packet packet;

    memset(byte, sign, sizeof(byte));
    memcpy(byte, payload->byte, payload->bytes);
    for (size_t bytes = payload->bytes - 1u; bytes <= full + 1 && bytes <= sizeof(byte); bytes++)
        (void)note_read(regression, config, byte, bytes, &packet);
}

static void read_flipped(struct regression *regression, struct rvt_random *random,
                         const struct rvt_config *config, const struct rvt_payload *payload)
{
    struct rvt_payload other = *payload;
    unsigned bit = rvt_random_below(random, 8u * other.bytes);
    struct rvt_packet packet;

    other.byte[bit / 8] ^= (uint8_t)(1u << bit % 8);
    (void)note_read(regression, config, other.byte, other.bytes, &packet);
}

static void write_packet(struct regression *regression, struct rvt_random *random,
                         const struct rvt_config *config)
{
    struct rvt_packet packet = any_packet(random, config);
    struct rvt_payload payload;

    note_packet(regression, config, &packet);
    note_visit(regression, config, &packet);
    if (!note_write(regression, config, &packet, &payload))
        return;
    read_lengths(regression, config, &payload);
    read_flipped(regression, random, config, &payload);
}

/* What the configuration alone decides. */
static void note_config(struct regression *regression, struct rvt_random *random,
                        const struct rvt_config *config)
{
    static const char *const fields[] = {
        "format",     "subformat",   "branch",   "privilege", "ecause",  "interrupt",
        "thaddr",     "time",        "context",  "tval",      "address", "branches",
        "index",      "notify",      "ioptions", "irdepth",   "irets",   "branch_count",
        "branch_fmt", "updiscon",    "irreport", "payload",   "ienable", "branch_map",
        "no_mispred", "qual_status", "padding"};
    struct rvt_support support = {{0}};

    regression_note(regression, "longest %u", rvt_packet_bits_max(config));
    bool ienable = rvt_random_chance(random, 50);
    rvt_support_fill(&support, config, ienable, (enum rvt_qual_status)rvt_random_below(random, 4));
    for (unsigned i = 0; i < RVT_SUPPORT_FIELDS; i++)
        regression_note(regression, "%s %d %x", rvt_support_field_name((enum rvt_support_field)i),
                        rvt_support_has(config, (enum rvt_support_field)i), support.value[i]);
    struct rvt_packet packet = any_packet(random, config);
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
        const char *clause = rvt_packet_clause(config, &packet, fields[i]);
        const char *draft = rvt_draft_clause(&packet, fields[i]);
        regression_note(regression, "%s %s %s", fields[i], clause == NULL ? "-" : clause,
                        draft == NULL ? "-" : draft);
    }
}

static void adopt_support(struct regression *regression, struct rvt_random *random,
                          const struct rvt_config *config)
{
    struct rvt_options o = config->options;
    struct rvt_support support;

    for (unsigned i = 0; i < RVT_SUPPORT_FIELDS; i++)
        support.value[i] = (uint16_t)rvt_random_below(random, 3);
    rvt_support_adopt(config, &support, &o);
    regression_note(regression, "adopt %d%d%d%d%d%d %d%d%d%d%d", o.implicit_return,
                    o.implicit_exception, o.full_address, o.jump_target_cache, o.branch_prediction,
                    o.sequentially_inferred_jumps, o.data_trace, o.no_address, o.no_data,
                    o.full_data_address, o.full_data);
}

/* Packets that nearly fill a payload, if that is legal. */
static void widen(struct rvt_random *random, struct rvt_config *config)
{
    struct rvt_config trial = *config;
    struct rvt_params *p = &trial.params;

    p->iaddress_width_p = 64 - rvt_random_below(random, 4);
    p->nocontext_p = p->notime_p = false;
    p->context_width_p = 40 + rvt_random_below(random, 25);
    p->time_width_p = 1 + rvt_random_below(random, 20);
    p->ecause_width_p = 4 + rvt_random_below(random, 30);
    trial.encap.type_bits = trial.encap.srcid_bits = 0;
    if (rvt_config_check(&trial, NULL) == RVT_OK)
        *config = trial;
}

Test(regression, te_inst_packets_are_as_before)
{
    struct regression regression;
    struct rvt_random random;
    struct rvt_config config;

    regression_open(&regression, "wire");
    for (unsigned i = 0; i < GROUPS; i++) {
        regression_begin(&regression);
        rvt_random_seed(&random, 810000 + regression.group);
        any_config(&random, &config);
        if (i % 4 == 0)
            widen(&random, &config);
        note_config(&regression, &random, &config);
        adopt_support(&regression, &random, &config);
        for (unsigned k = 0; k < PACKETS; k++) {
            read_bytes(&regression, &random, &config);
            write_packet(&regression, &random, &config);
        }
        regression_end(&regression);
    }
    regression_close(&regression);
}
