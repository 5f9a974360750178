/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Encapsulated packets by themselves, under any configuration: random packets that are written,
 * also with values too wide, and bytes that are read, at each length.
 */
#include "any_config.h"
#include "regression.h"

#include "wire/encap.h"

enum { GROUPS = 300, PACKETS = 60, BYTES = RVT_ENCAP_BYTES_MAX + 4 };

static void note_field(void *context, const char *name, uint64_t value, unsigned width,
                       size_t at_bit)
{
    regression_note(context, "field %s %" PRIx64 " %u %zu", name, value, width, at_bit);
}

static void note_bytes(struct regression *regression, const char *what, const uint8_t *byte,
                       size_t bytes)
{
    char text[2 * BYTES + 1] = "";

    for (size_t i = 0; i < bytes; i++)
        (void)snprintf(text + 2 * i, 3, "%02x", byte[i]);
    regression_note(regression, "%s %s", what, text);
}

static void note_visit(struct regression *regression, const struct rvt_config *config,
                       const struct rvt_encap *encap)
{
    enum rvt_status status = rvt_encap_visit(config, encap, note_field, regression);

    regression_note(regression, "visit %s", rvt_status_text(status));
}

static bool note_read(struct regression *regression, const struct rvt_config *config,
                      const uint8_t *data, size_t available)
{
    struct rvt_encap encap = {.length = 0};
    struct rvt_diag diag;
    size_t used = 0;

    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_encap_read(config, data, available, &encap, &used, &diag);
    regression_diag(regression, "read", status, &diag);
    if (available > 0)
        regression_note(regression, "peek %zu", rvt_encap_peek_bytes(config, data[0]));
    if (status != RVT_OK)
        return false;
    regression_note(regression, "%zu: %d %u %u %d %u %u %" PRIx64 " %u", used, (int)encap.kind,
                    encap.length, encap.flow, encap.extend, encap.srcid, encap.type,
                    encap.timestamp, encap.index);
    if (encap.kind == RVT_ENCAP_NORMAL) {
        note_bytes(regression, "payload", encap.payload.byte, encap.payload.bytes);
        regression_note(regression, "%u %u", encap.payload.bits, encap.payload.bits_full);
        if (config->encap.framing == RVT_FRAMING_STANDARD)
            regression_note(regression, "srcid %u", rvt_encap_peek_srcid(config, data));
    }
    note_visit(regression, config, &encap);
    return true;
}

/* Bytes whose first one often is a short length. */
static void read_bytes(struct regression *regression, struct rvt_random *random,
                       const struct rvt_config *config)
{
    uint8_t byte[BYTES];

    for (size_t i = 0; i < sizeof(byte); i++)
        byte[i] = (uint8_t)rvt_random_bits(random);
    if (rvt_random_chance(random, 50))
        byte[0] &= 0xe7;
    if (rvt_random_chance(random, 15))
        byte[0] = rvt_random_chance(random, 50) ? 0 : 0x80;
    if (rvt_random_chance(random, 30)) { /* bits that copy the one before them */
        uint8_t fill = rvt_random_chance(random, 50) ? 0 : 0xff;
        memset(byte + 2, fill, sizeof(byte) - 2);
    }
    (void)note_read(regression, config, byte, rvt_random_below(random, sizeof(byte) + 1));
}

static struct rvt_encap any_encap(struct rvt_random *random, const struct rvt_config *config)
{
    const struct rvt_encap_config *e = &config->encap;
    struct rvt_encap encap = {.kind = (enum rvt_encap_kind)(
                                  rvt_random_chance(random, 90) ? 0 : rvt_random_below(random, 3))};
    struct rvt_payload *payload = &encap.payload;

    encap.flow = (uint8_t)any_value(random, 2);
    encap.extend = rvt_random_chance(random, e->timestamp_bytes > 0 ? 60 : 5);
    encap.srcid = (uint16_t)any_value(random, e->srcid_bits);
    encap.type = (uint8_t)any_value(random, e->type_bits);
    encap.timestamp = any_value(random, 8 * e->timestamp_bytes);
    encap.index = (uint16_t)rvt_random_bits(random);
    payload->bytes = (uint8_t)rvt_random_below(random, RVT_PAYLOAD_BYTES_MAX + 1);
    payload->bits = (uint16_t)(8 * payload->bytes);
    if (payload->bytes > 0)
        payload->bits = (uint16_t)(payload->bits - rvt_random_below(random, 8));
    for (size_t i = 0; i < payload->bytes; i++)
        payload->byte[i] = (uint8_t)rvt_random_bits(random);
    if (payload->bits > 0)
        rvt_bits_sign_pad(payload->byte, payload->bits, payload->bytes);
    payload->bits_full = payload->bits;
    return encap;
}

static void write_packet(struct regression *regression, struct rvt_random *random,
                         const struct rvt_config *config)
{
    struct rvt_encap encap = any_encap(random, config);
    uint8_t out[BYTES];
    struct rvt_diag diag;
    size_t bytes = 0;
    size_t capacity = rvt_random_chance(random, 85) ? RVT_ENCAP_BYTES_MAX
                                                    : rvt_random_below(random, RVT_ENCAP_BYTES_MAX);

    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_encap_write(config, &encap, out, capacity, &bytes, &diag);
    regression_diag(regression, "write", status, &diag);
    note_visit(regression, config, &encap);
    if (status != RVT_OK)
        return;
    note_bytes(regression, "bytes", out, bytes);
    for (size_t available = bytes > 3 ? bytes - 3 : 0; available <= bytes; available++)
        (void)note_read(regression, config, out, available);
    unsigned bit = rvt_random_below(random, 8 * (unsigned)bytes);
    out[bit / 8] ^= (uint8_t)(1u << bit % 8);
    (void)note_read(regression, config, out, bytes);
}

/* One of four has no srcID, type and timestamps, as most configurations have it. */
static void configure(struct rvt_random *random, struct rvt_config *config)
{
    static const char *const names[] = {"srcid_bits",      "srcid",   "type_bits",
                                        "timestamp_bytes", "framing", "encap_compress",
                                        "ts_align",        "padding", "header"};

    any_config(random, config);
    for (unsigned i = rvt_random_chance(random, 75) ? 12 : 0; i > 0; i--) {
        const char *name = names[rvt_random_below(random, sizeof(names) / sizeof(names[0]))];
        const struct rvt_key *key = rvt_config_keys();
        while (strcmp(key->name, name) != 0)
            key++;
        unsigned before = rvt_config_get(config, key);
        rvt_config_set(config, key, any_key_value(random, key, true));
        if (rvt_config_check(config, NULL) != RVT_OK)
            rvt_config_set(config, key, before);
    }
    if (config->encap.framing == RVT_FRAMING_INDEXED && rvt_random_chance(random, 60))
        config->encap.framing = RVT_FRAMING_STANDARD;
}

Test(regression, encapsulated_packets_are_as_before)
{
    struct regression regression;
    struct rvt_random random;
    struct rvt_config config;

    regression_open(&regression, "encap");
    for (unsigned i = 0; i < GROUPS; i++) {
        regression_begin(&regression);
        rvt_random_seed(&random, 870000 + regression.group);
        configure(&random, &config);
        for (unsigned k = 0; k < PACKETS; k++) {
            read_bytes(&regression, &random, &config);
            write_packet(&regression, &random, &config);
        }
        regression_end(&regression);
    }
    regression_close(&regression);
}
