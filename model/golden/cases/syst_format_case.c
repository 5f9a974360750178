/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Cases of vectors/syst about arguments. input: format, arguments (packed bytes), machine (32 or
 * 64). Expected when valid: text, and packing (typed, eight or four); when invalid: misfit (the
 * fault), at (its byte offset) and the text up to it.
 */
#include <string.h>

#include "golden/cases/syst_fields.h"
#include "io/transport/syst_printf.h"

static const char *const INPUT_KEYS[] = {"format", "arguments", "machine", NULL};
static const char *const EXPECT_KEYS[] = {"verdict", "text", "packing", "misfit", "at", NULL};
static const char *const PACKINGS[] = {"typed", "eight", "four", NULL};
static const char *const MISFITS[] = {"fits",         "bad_format", "missing",
                                      "unterminated", "left_over",  NULL};

static enum rvt_status read_args(struct rvt_golden_case *c, uint8_t *data,
                                 struct rvt_syst_args *args, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *format = rvt_yaml_get(c->input, "format");
    const struct rvt_yaml_node *node = NULL;
    uint64_t machine = 0;
    enum rvt_status status = rvt_yaml_only(c->input, INPUT_KEYS, diag);
    if (status == RVT_OK)
        status = rvt_yaml_expect(format, RVT_YAML_SCALAR, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->input, "arguments", &node, diag);
    if (status == RVT_OK)
        status = rvt_yaml_bytes(node, data, RVT_GOLDEN_SYST_BYTES, &args->bytes, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->input, "machine", &node, diag);
    if (status == RVT_OK)
        status = rvt_yaml_unsigned(node, &machine, diag);
    args->format = format->text;
    args->format_bytes = status == RVT_OK ? strlen(format->text) : 0;
    args->data = data;
    args->p64 = machine == 64;
    return status;
}

static enum rvt_status expect_choice(struct rvt_golden_case *c, const char *key,
                                     const char *const *values, unsigned got, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *node = NULL;
    unsigned wanted = 0;
    enum rvt_status status = rvt_yaml_need(c->expect, key, &node, diag);
    if (status == RVT_OK)
        status = rvt_yaml_choice(node, values, &wanted, diag);
    if (status == RVT_OK && wanted != got)
        rvt_golden_disagree(c, node, "%s is %s", key, values[got]);
    return status;
}

enum rvt_status rvt_golden_syst_format(struct rvt_golden_case *c, struct rvt_diag *diag)
{
    uint8_t data[RVT_GOLDEN_SYST_BYTES] = {0};
    char out[4096];
    struct rvt_syst_args args = {.format = NULL};
    struct rvt_text text;
    enum rvt_syst_packing packing = RVT_SYST_PACKING_TYPED;
    const struct rvt_yaml_node *node = NULL;
    uint64_t wanted = 0;
    size_t at = 0;
    bool valid = false;
    enum rvt_status status = read_args(c, data, &args, diag);
    if (status == RVT_OK)
        status = rvt_golden_verdict(c, &valid, diag);
    if (status == RVT_OK)
        status = rvt_yaml_only(c->expect, EXPECT_KEYS, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->expect, "text", &node, diag);
    if (status != RVT_OK)
        return status;
    rvt_text_init(&text, out, sizeof(out));
    enum rvt_syst_misfit misfit = rvt_syst_print(&args, &text, &packing);
    if (strcmp(out, node->text) != 0)
        rvt_golden_disagree(c, node, "the text is '%s'", out);
    if (valid != (misfit == RVT_SYST_FITS))
        rvt_golden_disagree(c, c->node, "misfit is %s", MISFITS[misfit]);
    if (valid)
        return expect_choice(c, "packing", PACKINGS, packing, diag);
    status = expect_choice(c, "misfit", MISFITS, misfit, diag);
    if (status == RVT_OK)
        status = rvt_yaml_need(c->expect, "at", &node, diag);
    if (status == RVT_OK)
        status = rvt_yaml_unsigned(node, &wanted, diag);
    (void)rvt_syst_args_infer(&args, &packing, &at);
    if (status == RVT_OK && wanted != at)
        rvt_golden_disagree(c, node, "the fault is at %zu", at);
    return status;
}
