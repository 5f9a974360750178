/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Cases of vectors/syst. input is one of
 * - message: fields. Expected when valid: bytes, and fields if all of them are listed; then the
 *   bytes are read back. When invalid: status, field, clause.
 * - bytes: of one message, with sbd, catalog ([[ID, format], ...]). Expected: findings; when valid
 *   message, and left, the number of bytes after it (0); when invalid it is not delivered.
 * - messages, format: syst_time_case.c, syst_format_case.c.
 */
#include <inttypes.h>
#include <string.h>

#include "golden/cases/syst_fields.h"
#include "golden/cases/topics.h"
#include "golden/findings.h"
#include "golden/packet_fields.h"
#include "golden/payload.h"

static const char *const WRITE_KEYS[] = {"verdict", "bytes", "fields", NULL};
static const char *const READ_KEYS[] = {"verdict", "message", "findings", "left", NULL};
static const char *const REFUSE_KEYS[] = {"verdict", "findings", NULL};
static const char *const BYTES_INPUT[] = {"bytes", "sbd", "catalog", NULL};
static const char *const MESSAGE_INPUT[] = {"message", NULL};

/* Every field visited, in order: name, width, value, and its bits in data. */
static enum rvt_status compare_fields(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                                      const struct rvt_golden_fields *got, const uint8_t *data,
                                      size_t bytes, struct rvt_diag *diag)
{
    size_t at = 0;
    enum rvt_status status = rvt_yaml_expect(node, RVT_YAML_SEQUENCE, diag);
    for (node = status == RVT_OK ? node->first : NULL; status == RVT_OK && node != NULL;
         node = node->next, at++) {
        uint64_t width = 0, value = 0;
        if (node->kind != RVT_YAML_SEQUENCE || node->count != 3)
            return rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "no [name, width, value]");
        status = rvt_yaml_unsigned(node->first->next, &width, diag);
        if (status == RVT_OK)
            status = rvt_yaml_unsigned(node->first->next->next, &value, diag);
        if (status != RVT_OK || at >= got->count)
            continue;
        if (strcmp(node->first->text, got->field[at].name) != 0 || width != got->field[at].width ||
            value != got->field[at].value)
            rvt_golden_disagree(c, node, "field %zu is %s, %u bits, 0x%" PRIx64, at,
                                got->field[at].name, got->field[at].width, got->field[at].value);
        else if (rvt_golden_bits(data, bytes, got->field[at].at_bit, got->field[at].width) != value)
            rvt_golden_disagree(c, node, "the bits at %zu are another value",
                                got->field[at].at_bit);
    }
    if (status == RVT_OK && at != got->count)
        rvt_golden_disagree(c, c->node, "%zu fields instead of %zu", got->count, at);
    return status;
}

/* Writing succeeds with exactly enough room, and fails with one byte less. */
static void write_into_less(struct rvt_golden_case *c, const struct rvt_syst_message *message,
                            size_t bytes)
{
    uint8_t out[RVT_GOLDEN_SYST_BYTES];
    size_t used = 0;
    enum rvt_status exact = rvt_syst_write(message, out, bytes, &used, NULL);
    enum rvt_status less = rvt_syst_write(message, out, bytes - 1, &used, NULL);
    if (exact != RVT_OK)
        rvt_golden_disagree(c, c->node, "writing into %zu bytes: %s", bytes,
                            rvt_status_text(exact));
    if (less != RVT_ERR_CAPACITY)
        rvt_golden_disagree(c, c->node, "writing into %zu bytes: %s", bytes - 1,
                            rvt_status_text(less));
}

/* Reads data back. With a checksum, it must be rejected at every shorter length. */
static enum rvt_status read_back(struct rvt_golden_case *c, const struct rvt_syst_message *expected,
                                 const uint8_t *data, size_t bytes, struct rvt_diag *diag)
{
    struct rvt_syst_message got;
    struct rvt_diag fault;
    struct rvt_golden_fields visited = {.count = 0};
    const struct rvt_yaml_node *fields = rvt_yaml_get(c->expect, "fields");
    size_t used = 0;
    for (size_t available = 0; expected->chk && available < bytes; available++)
        if (rvt_syst_read(data, available, &got, &used, NULL) == RVT_OK)
            rvt_golden_disagree(c, c->node, "%zu of %zu bytes are read", available, bytes);
    rvt_diag_clear(&fault);
    memset(&got, RVT_GOLDEN_POISON, sizeof(got));
    if (!rvt_golden_succeeded(c, "reading", rvt_syst_read(data, bytes, &got, &used, &fault),
                              &fault))
        return RVT_OK;
    if (used != bytes)
        rvt_golden_disagree(c, c->node, "%zu of %zu bytes used", used, bytes);
    rvt_golden_compare_syst(c, c->node, expected, &got);
    if (rvt_golden_succeeded(c, "visiting", rvt_syst_visit(&got, rvt_golden_visit, &visited),
                             NULL) &&
        fields != NULL)
        return compare_fields(c, fields, &visited, data, bytes, diag);
    return RVT_OK;
}

static enum rvt_status run_write(struct rvt_golden_case *c, struct rvt_diag *diag)
{
    static struct rvt_golden_syst syst;
    uint8_t out[RVT_GOLDEN_SYST_BYTES], data[RVT_GOLDEN_SYST_BYTES];
    size_t bytes = 0, expected_bytes = 0;
    struct rvt_diag fault;
    const struct rvt_yaml_node *expected = NULL;
    bool valid = false;
    enum rvt_status status = rvt_golden_one_input(c, MESSAGE_INPUT, &valid, diag);
    if (status == RVT_OK)
        status = rvt_golden_read_syst(c->input->first, &syst, diag);
    if (status != RVT_OK)
        return status;
    rvt_diag_clear(&fault);
    memset(out, RVT_GOLDEN_POISON, sizeof(out));
    enum rvt_status got = rvt_syst_write(&syst.message, out, sizeof(out), &bytes, &fault);
    if (!valid)
        return rvt_golden_expect_fault(c, got, &fault, diag);
    status = rvt_yaml_only(c->expect, WRITE_KEYS, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->expect, "bytes", &expected, diag);
    if (status == RVT_OK)
        status = rvt_yaml_bytes(expected, data, sizeof(data), &expected_bytes, diag);
    if (status != RVT_OK || !rvt_golden_succeeded(c, "writing", got, &fault))
        return status;
    rvt_golden_compare_bytes(c, expected, "message", data, expected_bytes, out, bytes);
    write_into_less(c, &syst.message, bytes);
    return read_back(c, &syst.message, data, expected_bytes, diag);
}

/* The format of a catalog message out of [[ID, format], ...]; context: the sequence. */
static const char *lookup(void *context, const struct rvt_syst_place *place,
                          const struct rvt_syst_message *message)
{
    const struct rvt_yaml_node *node = context;
    (void)place;
    for (node = node->first; node != NULL; node = node->next) {
        uint64_t id = 0;
        if (node->count == 2 && rvt_yaml_unsigned(node->first, &id, NULL) == RVT_OK &&
            id == message->value)
            return node->first->next->text;
    }
    return NULL;
}

static enum rvt_status read_config(struct rvt_golden_case *c, struct rvt_syst_config *config,
                                   struct rvt_diag *diag)
{
    const struct rvt_yaml_node *sbd = rvt_yaml_get(c->input, "sbd");
    const struct rvt_yaml_node *catalog = rvt_yaml_get(c->input, "catalog");
    enum rvt_status status = rvt_yaml_only(c->input, BYTES_INPUT, diag);
    *config = (struct rvt_syst_config){.sbd = false};
    if (status == RVT_OK && sbd != NULL)
        status = rvt_yaml_bool(sbd, &config->sbd, diag);
    if (status == RVT_OK && catalog != NULL) {
        status = rvt_yaml_expect(catalog, RVT_YAML_SEQUENCE, diag);
        config->lookup = lookup;
        config->lookup_context = (void *)(uintptr_t)catalog;
    }
    return status;
}

static enum rvt_status compare_delivered(struct rvt_golden_case *c,
                                         const struct rvt_syst_message *message, size_t left,
                                         struct rvt_diag *diag)
{
    static struct rvt_golden_syst expected;
    const struct rvt_yaml_node *node = NULL, *after = rvt_yaml_get(c->expect, "left");
    uint64_t wanted = 0;
    enum rvt_status status = rvt_yaml_only(c->expect, READ_KEYS, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->expect, "message", &node, diag);
    if (status == RVT_OK)
        status = rvt_golden_read_syst(node, &expected, diag);
    if (status == RVT_OK && after != NULL)
        status = rvt_yaml_unsigned(after, &wanted, diag);
    if (status != RVT_OK)
        return status;
    rvt_golden_compare_syst(c, node, &expected.message, message);
    if (left != wanted)
        rvt_golden_disagree(c, c->node, "%zu bytes are left", left);
    return RVT_OK;
}

static enum rvt_status check_result(struct rvt_golden_case *c, const uint8_t *data, size_t bytes,
                                    bool valid, struct rvt_diag *diag)
{
    static struct rvt_golden_findings findings;
    const struct rvt_syst_place place = {.byte = 0};
    struct rvt_syst_config config;
    struct rvt_syst_checker *checker = NULL;
    struct rvt_syst_message message;
    size_t used = 0;
    bool delivered = false;
    enum rvt_status status = read_config(c, &config, diag);
    if (status == RVT_OK)
        status = rvt_syst_checker_open(&config, rvt_golden_collect, &findings, &checker);
    if (status != RVT_OK)
        return status;
    findings.count = 0;
    rvt_syst_check(checker, &place, data, bytes, &message, &used, &delivered);
    rvt_syst_checker_close(checker);
    if (delivered != valid)
        rvt_golden_disagree(c, c->node, "the message is %sdelivered", delivered ? "" : "not ");
    else if (delivered)
        status = compare_delivered(c, &message, bytes - used, diag);
    else
        status = rvt_yaml_only(c->expect, REFUSE_KEYS, diag);
    if (status != RVT_OK)
        return status;
    if (!valid && findings.count == 0)
        rvt_golden_disagree(c, c->node, "refused without a finding");
    return rvt_golden_compare_findings(c, rvt_yaml_get(c->expect, "findings"), &findings, diag);
}

static enum rvt_status run_read(struct rvt_golden_case *c, struct rvt_diag *diag)
{
    uint8_t data[RVT_GOLDEN_SYST_BYTES];
    size_t bytes = 0;
    bool valid = false;
    enum rvt_status status = rvt_golden_verdict(c, &valid, diag);
    if (status == RVT_OK)
        status = rvt_yaml_bytes(rvt_yaml_get(c->input, "bytes"), data, sizeof(data), &bytes, diag);
    return status == RVT_OK ? check_result(c, data, bytes, valid, diag) : status;
}

enum rvt_status rvt_golden_syst(struct rvt_golden_case *c, struct rvt_diag *diag)
{
    if (rvt_yaml_get(c->input, "message") != NULL)
        return run_write(c, diag);
    if (rvt_yaml_get(c->input, "bytes") != NULL)
        return run_read(c, diag);
    if (rvt_yaml_get(c->input, "messages") != NULL)
        return rvt_golden_syst_messages(c, diag);
    if (rvt_yaml_get(c->input, "format") != NULL)
        return rvt_golden_syst_format(c, diag);
    return rvt_yaml_refuse(c->input, RVT_ERR_SYNTAX, NULL, diag,
                           "message, bytes, messages or format expected");
}
