/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Cases of vectors/frame. input is one of
 * - frame: the words of a frame, as rvt frame prints them. Expected: bytes; they are read again.
 * - stream: hexadecimal, and reader, the keys stream, in_place, hsync, reset of the deformatter
 *   that differ from its defaults. Expected: runs, each with id, bytes and the position at of each
 *   byte; findings, [rule, byte]. The stream is pushed in pieces of every size. Valid: no finding
 *   is an error.
 * - pack: steps [ID, bytes], [trigger, byte], [flush], [reset], and formatter, keys of its
 *   configuration. Expected: bytes. The same data are also fed one by one.
 *
 * Shows: FRM-012 (any split of the feeding)
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden/cases/topics.h"
#include "golden/packet_fields.h"
#include "io/transport/frame_line.h"
#include "io/transport/frame_text.h"
#include "transport/frame/deformatter.h"
#include "transport/frame/formatter.h"

static const char *const INPUTS[] = {"frame", "stream", "reader", "pack", "formatter", NULL};
static const char *const BYTES_KEYS[] = {"verdict", "bytes", NULL};
static const char *const STREAM_KEYS[] = {"verdict", "runs", "findings", NULL};
static const char *const RUN_KEYS[] = {"id", "bytes", "at", NULL};
static const char *const READER_KEYS[] = {"stream", "in_place", "hsync", "reset", NULL};

enum { STREAM_BYTES_MAX = 512, FINDINGS_MAX = 32 };

/* Bytes from a formatter. */
struct bytes {
    uint8_t byte[STREAM_BYTES_MAX];
    size_t count;
};

/* What a deformatter reported, or should report. */
struct reported {
    struct {
        unsigned id;
        uint8_t byte;
        uint64_t position;
    } data[STREAM_BYTES_MAX];
    size_t bytes;
    struct {
        const char *rule;
        uint64_t byte;
    } finding[FINDINGS_MAX];
    size_t findings;
    bool error; /* among the findings */
};

static void on_bytes(void *context, const uint8_t *data, size_t bytes)
{
    struct bytes *to = context;

    if (to->count + bytes > sizeof to->byte)
        abort();
    memcpy(to->byte + to->count, data, bytes);
    to->count += bytes;
}

static void on_data(void *context, const struct rvt_frame_batch *batch)
{
    struct reported *reported = context;

    for (size_t run = 0, i = 0; run < batch->runs; run++)
        for (size_t left = rvt_frame_run_bytes(batch, run); left > 0; left--, i++) {
            if (reported->bytes == STREAM_BYTES_MAX)
                abort();
            reported->data[reported->bytes].id = batch->run[run].id;
            reported->data[reported->bytes].byte = batch->data[i];
            reported->data[reported->bytes++].position = batch->position[i];
        }
}

static void on_finding(void *context, const struct rvt_finding *finding)
{
    struct reported *reported = context;
    const struct rvt_rule_text *rule = rvt_rule_text(finding->rule);

    if (reported->findings == FINDINGS_MAX || (finding->field == NULL && finding->value != 0))
        abort();
    reported->error |= rule->severity == RVT_SEVERITY_ERROR;
    reported->finding[reported->findings].rule = rule->number;
    reported->finding[reported->findings++].byte = finding->byte;
}

static enum rvt_status read_run(const struct rvt_yaml_node *node, struct reported *reported,
                                struct rvt_diag *diag)
{
    const struct rvt_yaml_node *id = NULL, *data = NULL, *at = NULL;
    uint8_t bytes[STREAM_BYTES_MAX] = {0};
    uint64_t number = RVT_FRAME_ID_NONE;
    size_t count = 0;
    enum rvt_status status = rvt_yaml_only(node, RUN_KEYS, diag);

    if (status == RVT_OK)
        status = rvt_yaml_need(node, "id", &id, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(node, "bytes", &data, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(node, "at", &at, diag);
    if (status == RVT_OK && strcmp(id->text, "none") != 0)
        status = rvt_yaml_unsigned(id, &number, diag);
    if (status == RVT_OK)
        status = rvt_yaml_bytes(data, bytes, sizeof bytes, &count, diag);
    if (status == RVT_OK && (at->count != count || reported->bytes + count > STREAM_BYTES_MAX))
        status = rvt_yaml_refuse(at, RVT_ERR_SYNTAX, NULL, diag, "not a position a byte");
    const struct rvt_yaml_node *position = at == NULL ? NULL : at->first;
    for (size_t i = 0; i < count && status == RVT_OK; i++, position = position->next) {
        reported->data[reported->bytes].id = (unsigned)number;
        reported->data[reported->bytes].byte = bytes[i];
        status = rvt_yaml_unsigned(position, &reported->data[reported->bytes++].position, diag);
    }
    return status;
}

static enum rvt_status read_reported(const struct rvt_golden_case *c, struct reported *reported,
                                     struct rvt_diag *diag)
{
    const struct rvt_yaml_node *runs = NULL, *findings = rvt_yaml_get(c->expect, "findings");
    enum rvt_status status = rvt_yaml_only(c->expect, STREAM_KEYS, diag);

    *reported = (struct reported){.bytes = 0};
    if (status == RVT_OK)
        status = rvt_yaml_need(c->expect, "runs", &runs, diag);
    for (const struct rvt_yaml_node *run = status == RVT_OK ? runs->first : NULL;
         run != NULL && status == RVT_OK; run = run->next)
        status = read_run(run, reported, diag);
    for (const struct rvt_yaml_node *node = findings == NULL ? NULL : findings->first;
         node != NULL && status == RVT_OK; node = node->next) {
        if (node->count != 2 || reported->findings == FINDINGS_MAX)
            return rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "not [rule, byte]");
        reported->finding[reported->findings].rule = node->first->text;
        status = rvt_yaml_unsigned(node->first->next, &reported->finding[reported->findings++].byte,
                                   diag);
    }
    return status;
}

static void compare_reported(struct rvt_golden_case *c, const struct reported *expected,
                             const struct reported *got, size_t piece)
{
    size_t bytes = expected->bytes < got->bytes ? expected->bytes : got->bytes;

    for (size_t i = 0; i < bytes; i++)
        if (expected->data[i].id != got->data[i].id ||
            expected->data[i].byte != got->data[i].byte ||
            expected->data[i].position != got->data[i].position) {
            rvt_golden_disagree(c, c->expect,
                                "pieces of %zu: byte %zu is %02x of ID %02x at %" PRIu64
                                ", expected %02x of ID %02x at %" PRIu64,
                                piece, i, got->data[i].byte, got->data[i].id, got->data[i].position,
                                expected->data[i].byte, expected->data[i].id,
                                expected->data[i].position);
            return;
        }
    if (expected->bytes != got->bytes)
        rvt_golden_disagree(c, c->expect, "pieces of %zu: %zu bytes, expected %zu", piece,
                            got->bytes, expected->bytes);
    for (size_t i = 0; i < expected->findings || i < got->findings; i++)
        if (i >= expected->findings || i >= got->findings ||
            strcmp(expected->finding[i].rule, got->finding[i].rule) != 0 ||
            expected->finding[i].byte != got->finding[i].byte) {
            rvt_golden_disagree(c, c->expect, "pieces of %zu: finding %zu is %s at %" PRIu64, piece,
                                i, i < got->findings ? got->finding[i].rule : "none",
                                i < got->findings ? got->finding[i].byte : 0);
            return;
        }
}

/* The boolean under key; value by default. */
static enum rvt_status read_flag(const struct rvt_yaml_node *map, const char *key, bool *value,
                                 struct rvt_diag *diag)
{
    const struct rvt_yaml_node *node = rvt_yaml_get(map, key);

    return node == NULL ? RVT_OK : rvt_yaml_bool(node, value, diag);
}

static enum rvt_status read_reader(const struct rvt_golden_case *c,
                                   struct rvt_deformatter_config *config, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *node = rvt_yaml_get(c->input, "reader");
    bool streaming = false;
    enum rvt_status status = node == NULL ? RVT_OK : rvt_yaml_only(node, READER_KEYS, diag);

    if (status == RVT_OK)
        status = read_flag(node, "stream", &streaming, diag);
    rvt_deformatter_defaults(config, streaming);
    if (status == RVT_OK)
        status = read_flag(node, "in_place", &config->in_place, diag);
    if (status == RVT_OK)
        status = read_flag(node, "hsync", &config->hsync, diag);
    return status == RVT_OK ? read_flag(node, "reset", &config->reset_on_four, diag) : status;
}

static enum rvt_status run_stream(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                                  bool valid, struct rvt_diag *diag)
{
    struct rvt_deformatter_config config;
    struct rvt_deformatter deformatter;
    struct reported expected, got;
    uint8_t stream[STREAM_BYTES_MAX];
    size_t bytes = 0;
    const struct rvt_deformatter_output output = {
        .data = on_data, .finding = on_finding, .context = &got};
    enum rvt_status status = rvt_yaml_bytes(node, stream, sizeof stream, &bytes, diag);

    if (status == RVT_OK)
        status = read_reader(c, &config, diag);
    if (status == RVT_OK)
        status = read_reported(c, &expected, diag);
    for (size_t piece = 1; status == RVT_OK && piece <= bytes + 1 && c->faults == 0; piece++) {
        got = (struct reported){.bytes = 0};
        rvt_deformatter_init(&deformatter, &config, &output);
        for (size_t at = 0; at < bytes; at += piece)
            rvt_deformatter_push(&deformatter, stream + at,
                                 bytes - at < piece ? bytes - at : piece);
        rvt_deformatter_finish(&deformatter);
        compare_reported(c, &expected, &got, piece);
        if (got.error == valid)
            rvt_golden_disagree(c, c->expect, "another verdict");
    }
    return status;
}

/* Compares with bytes of the expect node. */
static enum rvt_status compare_bytes(struct rvt_golden_case *c, const char *what,
                                     const struct bytes *got, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *node = NULL;
    uint8_t bytes[STREAM_BYTES_MAX];
    size_t count = 0;
    enum rvt_status status = rvt_yaml_only(c->expect, BYTES_KEYS, diag);

    if (status == RVT_OK)
        status = rvt_yaml_need(c->expect, "bytes", &node, diag);
    if (status == RVT_OK)
        status = rvt_yaml_bytes(node, bytes, sizeof bytes, &count, diag);
    if (status == RVT_OK)
        rvt_golden_compare_bytes(c, node, what, bytes, count, got->byte, got->count);
    return status;
}

/* A frame is read back as the words from which it was written. */
static void read_back(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                      const struct bytes *bytes)
{
    static const char *const marks[] = {"", "=", "+"};
    struct rvt_frame frame;
    char text[RVT_FRAME_SLOTS * 4 + 1] = "";
    size_t length = 0;

    if (bytes->count != RVT_FRAME_BYTES)
        return;
    rvt_frame_read(bytes->byte, &frame);
    for (unsigned slot = 0; slot < RVT_FRAME_SLOTS; slot++)
        length +=
            (size_t)snprintf(text + length, sizeof text - length, "%s%s%02x", slot > 0 ? " " : "",
                             marks[frame.slot[slot].kind], frame.slot[slot].value);
    if (strcmp(text, node->text) != 0)
        rvt_golden_disagree(c, node, "read as %s", text);
}

static enum rvt_status run_frame(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                                 bool valid, struct rvt_diag *diag)
{
    struct bytes bytes = {.count = 0};
    struct rvt_formatter formatter;
    struct rvt_diag fault;
    char line[256];
    int length = snprintf(line, sizeof line, "frame %s", node->text);

    rvt_diag_clear(&fault);
    rvt_formatter_init(&formatter, &(struct rvt_formatter_config){0}, on_bytes, &bytes);
    enum rvt_status got = rvt_frame_line_write(&formatter, line, (size_t)length, &fault);
    if (!valid)
        return rvt_golden_expect_fault(c, got, &fault, diag);
    if (!rvt_golden_succeeded(c, "writing", got, &fault))
        return RVT_OK;
    read_back(c, node, &bytes);
    return compare_bytes(c, "frame", &bytes, diag);
}

static enum rvt_status read_formatter(const struct rvt_golden_case *c,
                                      struct rvt_formatter_config *config, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *map = rvt_yaml_get(c->input, "formatter");
    const struct {
        const char *key;
        unsigned *value;
    } numbers[] = {{"fsync_frames", &config->fsync_frames},
                   {"hsync_halfwords", &config->hsync_halfwords},
                   {"id_frames", &config->id_frames}};
    enum rvt_status status = read_flag(map, "id_after_fsync", &config->id_after_fsync, diag);

    if (status == RVT_OK)
        status = read_flag(map, "no_delay", &config->no_delay, diag);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0] && status == RVT_OK; i++) {
        const struct rvt_yaml_node *node = rvt_yaml_get(map, numbers[i].key);
        uint64_t value = 0;
        status = node == NULL ? RVT_OK : rvt_yaml_unsigned(node, &value, diag);
        *numbers[i].value = (unsigned)value;
    }
    return status;
}

/* Runs a step; *got is the status of the formatter. */
static enum rvt_status take_step(struct rvt_formatter *formatter, const struct rvt_yaml_node *step,
                                 size_t piece, enum rvt_status *got, struct rvt_diag *fault,
                                 struct rvt_diag *diag)
{
    const char *word = step->count > 0 ? step->first->text : NULL;
    uint8_t data[STREAM_BYTES_MAX];
    uint64_t id = 0;
    size_t bytes = 0;
    enum rvt_status status = RVT_OK;

    if (word != NULL && strcmp(word, "flush") == 0)
        rvt_formatter_flush(formatter);
    else if (word != NULL && strcmp(word, "reset") == 0)
        rvt_formatter_reset(formatter);
    else if (step->count != 2)
        status = rvt_yaml_refuse(step, RVT_ERR_SYNTAX, NULL, diag, "not [ID, bytes]");
    else
        status = rvt_yaml_bytes(step->first->next, data, sizeof data, &bytes, diag);
    if (status != RVT_OK || bytes == 0)
        return status;
    if (word != NULL && strcmp(word, "trigger") == 0) {
        rvt_formatter_trigger(formatter, data[0]);
        return RVT_OK;
    }
    status = rvt_yaml_unsigned(step->first, &id, diag);
    for (size_t at = 0; at < bytes && status == RVT_OK && *got == RVT_OK; at += piece)
        *got = rvt_formatter_write(formatter, (unsigned)id, data + at,
                                   bytes - at < piece ? bytes - at : piece, fault);
    return status;
}

static enum rvt_status run_pack(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                                bool valid, struct rvt_diag *diag)
{
    struct rvt_formatter_config config = {0};
    struct rvt_formatter formatter;
    enum rvt_status status = read_formatter(c, &config, diag);

    for (size_t piece = 1; status == RVT_OK && piece <= STREAM_BYTES_MAX;
         piece += STREAM_BYTES_MAX - 1) {
        struct bytes bytes = {.count = 0};
        struct rvt_diag fault;
        enum rvt_status got = RVT_OK;

        rvt_diag_clear(&fault);
        rvt_formatter_init(&formatter, &config, on_bytes, &bytes);
        for (const struct rvt_yaml_node *step = node != NULL ? node->first : NULL;
             step != NULL && status == RVT_OK; step = step->next)
            status = take_step(&formatter, step, piece, &got, &fault, diag);
        if (status != RVT_OK)
            return status;
        if (!valid)
            status = rvt_golden_expect_fault(c, got, &fault, diag);
        else if (rvt_golden_succeeded(c, "packing", got, &fault)) {
            rvt_formatter_flush(&formatter);
            status = compare_bytes(c, "stream", &bytes, diag);
        }
    }
    return status;
}

enum rvt_status rvt_golden_frame(struct rvt_golden_case *c, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *frame = rvt_yaml_get(c->input, "frame");
    const struct rvt_yaml_node *stream = rvt_yaml_get(c->input, "stream");
    const struct rvt_yaml_node *pack = rvt_yaml_get(c->input, "pack");
    bool valid = false;
    enum rvt_status status = rvt_yaml_only(c->input, INPUTS, diag);

    if (status == RVT_OK)
        status = rvt_golden_verdict(c, &valid, diag);
    if (status == RVT_OK && (frame != NULL) + (stream != NULL) + (pack != NULL) != 1)
        status = rvt_yaml_refuse(c->input, RVT_ERR_SYNTAX, NULL, diag,
                                 "one of frame, stream and pack is required");
    if (status != RVT_OK)
        return status;
    if (frame != NULL)
        return run_frame(c, frame, valid, diag);
    return stream != NULL ? run_stream(c, stream, valid, diag) : run_pack(c, pack, valid, diag);
}
