/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * te_data packets under any configuration: random bytes that are read, random packets that are
 * written, and payloads of each length; and what the decoder of data trace makes of them.
 */
#include "any_config.h"
#include "regression.h"

#include "decoder/data_decoder.h"
#include "wire/data.h"

enum { GROUPS = 300, PACKETS = 40 };

struct bench {
    struct regression *regression;
    struct rvt_random random;
    struct rvt_config config;
    struct rvt_data_decoder decoder;
};

static void note_field(void *context, const char *name, uint64_t value, unsigned width,
                       size_t at_bit)
{
    regression_note(context, "field %s %" PRIx64 " %u %zu", name, value, width, at_bit);
}

static void note_shape(struct regression *regression, const struct rvt_config *config,
                       enum rvt_data_form form)
{
    struct rvt_data_shape shape;

    regression_note(regression, "form %d", (int)form);
    if (form == RVT_FORM_NONE)
        return;
    shape = rvt_data_shape_of(config, form);
    regression_note(regression, "shape %d %d %d%d%d %u", (int)shape.operand, (int)shape.data,
                    shape.address, shape.full_address, shape.lrid, shape.diff_bits);
    for (unsigned code = 1; code < 4; code++) {
        struct rvt_data_meaning meaning = rvt_data_meaning(config, &shape, code);
        regression_note(regression, "code %u %d %d %d", code, (int)meaning.address,
                        (int)meaning.data, (int)meaning.operand);
    }
}

static void note_packet(struct bench *bench, const struct rvt_data_packet *p)
{
    static const char *const fields[] = {"format", "subformat", "subtype", "size",     "lrid",
                                         "diff",   "resp",      "op_len",  "data_len", "operand",
                                         "data",   "address",   "payload", "other"};
    struct regression *regression = bench->regression;
    enum rvt_dtype dtype = RVT_DTYPE_LOAD;
    bool unaligned = false;

    regression_note(regression, "%u %u %u %u %u %u %u %u %u %" PRIx64 " %" PRIx64 " %" PRIx64,
                    p->format, p->subformat, p->subtype, p->size, p->lrid, p->diff, p->resp,
                    p->op_len, p->data_len, p->operand, p->data, p->address);
    enum rvt_data_form form = rvt_data_form(&bench->config, p);
    note_shape(regression, &bench->config, form);
    if (form == RVT_FORM_NONE)
        return;
    bool typed = rvt_data_type(&bench->config, p, &dtype, &unaligned);
    regression_note(regression, "name %s %d %s %d", rvt_data_name(&bench->config, p), typed,
                    typed ? rvt_dtype_name(dtype) : "-", typed && unaligned);
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
        const char *clause = rvt_data_clause(&bench->config, p, fields[i]);
        regression_note(regression, "%s %s", fields[i], clause == NULL ? "-" : clause);
    }
    enum rvt_status status = rvt_data_visit(&bench->config, p, note_field, regression);
    regression_note(regression, "visit %s", rvt_status_text(status));
}

static void note_report(struct bench *bench, const struct rvt_data_report *report)
{
    char out[300];
    struct rvt_text text;

    rvt_text_init(&text, out, sizeof(out));
    rvt_data_report_text(report, &text);
    regression_note(bench->regression, "report %s", out);
    regression_note(bench->regression, "%d %d %u %d%d%d%d%d %u", (int)report->phase,
                    (int)report->dtype, report->size, report->has_address, report->has_operand,
                    report->has_data, report->partial, report->error, report->lrid);
    regression_note(bench->regression, "%" PRIx64 " %" PRIx64 " %" PRIx64, report->address,
                    report->operand, report->data);
}

static void decode(struct bench *bench, const struct rvt_data_packet *packet)
{
    struct rvt_data_report report;
    struct rvt_diag diag;
    bool decoded = false;

    rvt_diag_clear(&diag);
    enum rvt_status status =
        rvt_data_decoder_packet(&bench->decoder, packet, &report, &decoded, &diag);
    regression_diag(bench->regression, decoded ? "decoded" : "not decoded", status, &diag);
    if (decoded)
        note_report(bench, &report);
}

/* Reads with the state of the decoder. decodes: the decoder takes the packet. */
static bool note_read(struct bench *bench, const uint8_t *data, size_t bytes, bool decodes,
                      struct rvt_data_packet *packet)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    enum rvt_status status =
        rvt_data_read(&bench->config, data, bytes, &bench->decoder.pending, packet, &diag);
    regression_diag(bench->regression, "read", status, &diag);
    if (status == RVT_OK || status == RVT_ERR_TRAILING)
        note_packet(bench, packet);
    if (decodes && status == RVT_OK)
        decode(bench, packet);
    else if (decodes && rvt_random_chance(&bench->random, 20))
        rvt_data_decoder_break(&bench->decoder);
    return status == RVT_OK;
}

static bool note_write(struct bench *bench, const struct rvt_data_packet *packet,
                       struct rvt_payload *payload)
{
    struct rvt_diag diag;
    char text[2 * RVT_PAYLOAD_BYTES_MAX + 1];

    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_data_write(&bench->config, packet, payload, &diag);
    regression_diag(bench->regression, "write", status, &diag);
    if (status != RVT_OK)
        return false;
    for (unsigned i = 0; i < RVT_PAYLOAD_BYTES_MAX; i++)
        (void)snprintf(text + 2 * i, 3, "%02x", payload->byte[i]);
    regression_note(bench->regression, "payload %s %u %u %u", text, payload->bytes, payload->bits,
                    payload->bits_full);
    return true;
}

static void read_bytes(struct bench *bench)
{
    uint8_t byte[RVT_PAYLOAD_BYTES_MAX + 1];
    size_t bytes = rvt_random_below(&bench->random, sizeof(byte) + 1);
    size_t random_bytes = rvt_random_below(&bench->random, (unsigned)bytes + 1);
    uint8_t fill = rvt_random_chance(&bench->random, 50) ? 0 : 0xff;
    struct rvt_data_packet packet;
    struct rvt_payload payload;

    for (size_t i = 0; i < bytes; i++)
        byte[i] = i < random_bytes ? (uint8_t)rvt_random_bits(&bench->random) : fill;
    if (note_read(bench, byte, bytes, true, &packet))
        (void)note_write(bench, &packet, &payload);
}

/* The codes of an access of any type, of a response, or at random. */
static void any_codes(struct bench *bench, struct rvt_data_packet *packet)
{
    struct rvt_random *random = &bench->random;
    enum rvt_dtype dtype = (enum rvt_dtype)rvt_random_below(random, 16);

    if (rvt_random_chance(random, 20)) {
        packet->format = (uint8_t)any_value(random, 3);
        packet->subformat = (uint8_t)any_value(random, 4);
        packet->subtype = (uint8_t)any_value(random, 3);
        return;
    }
    regression_note(bench->regression, "form of %s: %d", rvt_dtype_name(dtype),
                    (int)rvt_data_form_of(&bench->config, dtype));
    if (rvt_random_chance(random, 20))
        rvt_data_set_response(&bench->config, packet, rvt_random_chance(random, 50));
    else if (rvt_data_form_of(&bench->config, dtype) != RVT_FORM_NONE)
        rvt_data_set_type(&bench->config, packet, dtype, rvt_random_chance(random, 50));
}

static struct rvt_data_packet any_packet(struct bench *bench)
{
    struct rvt_random *random = &bench->random;
    struct rvt_data_packet packet = {.size = (uint8_t)any_value(random, 2)};
    unsigned bytes_width = rvt_random_chance(random, 90) ? packet.size : 3;

    any_codes(bench, &packet);
    packet.lrid = (uint8_t)any_value(random, bench->config.params.lrid_width_p);
    packet.diff = (uint8_t)any_value(random, rvt_random_chance(random, 60) ? 2 : 1);
    packet.resp = (uint8_t)any_value(random, 2);
    packet.op_len = (uint8_t)any_value(random, bytes_width);
    packet.data_len = (uint8_t)any_value(random, bytes_width);
    packet.operand = any_value(random, packet.op_len < 8 ? 8u * (packet.op_len + 1u) : 64);
    packet.data = any_value(random, packet.data_len < 8 ? 8u * (packet.data_len + 1u) : 64);
    packet.address = any_value(
        random, rvt_random_chance(random, 20) ? 12 : bench->config.params.daddress_width_p);
    return packet;
}

/* Reads the payload at every length from one byte too few to one too many; the decoder takes it
 * once. */
static void write_packet(struct bench *bench)
{
    uint8_t byte[RVT_PAYLOAD_BYTES_MAX + 1];
    struct rvt_data_packet packet = any_packet(bench), copy;
    struct rvt_payload payload;

    note_packet(bench, &packet);
    if (!note_write(bench, &packet, &payload))
        return;
    size_t full = (payload.bits_full + 7u) / 8;
    memset(byte, payload.byte[payload.bytes - 1] >> 7 != 0 ? 0xff : 0, sizeof(byte));
    memcpy(byte, payload.byte, payload.bytes);
    for (size_t bytes = payload.bytes - 1u; bytes <= full + 1 && bytes <= sizeof(byte); bytes++)
        (void)note_read(bench, byte, bytes, bytes == payload.bytes, &copy);
    unsigned bit = rvt_random_below(&bench->random, 8u * payload.bytes);
    payload.byte[bit / 8] ^= (uint8_t)(1u << bit % 8);
    (void)note_read(bench, payload.byte, payload.bytes, false, &copy);
}

/* A te_inst packet between them: synchronisation, loss, end. */
static void take_inst(struct bench *bench)
{
    struct rvt_random *random = &bench->random;
    struct rvt_packet packet = {.format = RVT_FORMAT_SYNC,
                                .subformat = (uint8_t)rvt_random_below(random, 4)};

    for (unsigned i = 0; i < RVT_SUPPORT_FIELDS; i++)
        packet.support.value[i] = (uint16_t)rvt_random_below(random, 4);
    regression_note(bench->regression, "resets %d",
                    rvt_data_history_resets(&bench->config, &packet));
    rvt_data_decoder_inst(&bench->decoder, &packet);
}

Test(regression, te_data_packets_are_as_before)
{
    static struct bench bench;
    struct regression regression;

    regression_open(&regression, "data");
    for (unsigned i = 0; i < GROUPS; i++) {
        regression_begin(&regression);
        bench.regression = &regression;
        rvt_random_seed(&bench.random, 860000 + regression.group);
        do
            any_config(&bench.random, &bench.config);
        while (!any_data_trace(&bench.random, &bench.config));
        regression_note(&regression, "longest %u", rvt_data_bits_max(&bench.config));
        rvt_data_decoder_init(&bench.decoder, &bench.config);
        for (unsigned k = 0; k < PACKETS; k++) {
            read_bytes(&bench);
            write_packet(&bench);
            if (rvt_random_chance(&bench.random, 8))
                take_inst(&bench);
        }
        regression_end(&regression);
    }
    regression_close(&regression);
}
