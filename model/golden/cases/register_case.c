/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Cases of vectors/flow on the control registers alone.
 * input:
 * - reset: true: as after power-up; else released and programmed as the configuration says.
 * - accesses: [write, register, value], [read, register, expected value], and
 *   [hardware, tracing | overflow | empty, value], reported by the encoder to its registers.
 *
 * expect: verdict valid only, since the expected values are among the accesses.
 */
#include <inttypes.h>

#include "base/config_check.h"
#include "golden/cases/topics.h"
#include "io/control_file.h"

static const char *const INPUT_KEYS[] = {"reset", "accesses", NULL};
static const char *const EXPECT_KEYS[] = {"verdict", NULL};
static const char *const KINDS[] = {"write", "read", "hardware", NULL};
static const char *const EVENTS[] = {"tracing", "overflow", "empty", NULL};
enum kind { WRITE, READ, HARDWARE };
enum event { TRACING, OVERFLOW, EMPTY };

static enum rvt_status report(const struct rvt_yaml_node *name, uint64_t value,
                              struct rvt_registers *registers, struct rvt_diag *diag)
{
    unsigned event = 0;
    enum rvt_status status = rvt_yaml_choice(name, EVENTS, &event, diag);
    if (status != RVT_OK)
        return status;
    if (event == TRACING)
        rvt_registers_set_tracing(registers, value != 0, registers->data_tracing);
    else if (event == EMPTY)
        registers->busy = value == 0;
    else
        rvt_registers_set_overflow(registers);
    return RVT_OK;
}

static enum rvt_status run_access(struct rvt_golden_case *c, const struct rvt_yaml_node *node,
                                  struct rvt_registers *registers, struct rvt_diag *diag)
{
    uint64_t value = 0;
    uint32_t offset = 0;
    unsigned kind = 0;
    enum rvt_status status = rvt_yaml_expect(node, RVT_YAML_SEQUENCE, diag);
    if (status == RVT_OK && node->count != 3)
        status = rvt_yaml_refuse(node, RVT_ERR_SYNTAX, NULL, diag, "kind, name, value expected");
    if (status == RVT_OK)
        status = rvt_yaml_choice(node->first, KINDS, &kind, diag);
    const struct rvt_yaml_node *name = status == RVT_OK ? node->first->next : NULL;
    if (status == RVT_OK)
        status = rvt_yaml_unsigned(name->next, &value, diag);
    if (status == RVT_OK && kind == HARDWARE)
        return report(name, value, registers, diag);
    if (status == RVT_OK)
        status = rvt_yaml_expect(name, RVT_YAML_SCALAR, diag);
    if (status == RVT_OK)
        status = rvt_control_register(name, name->text, &offset, diag);
    if (status == RVT_OK && value > UINT32_MAX)
        status = rvt_yaml_refuse(name->next, RVT_ERR_SYNTAX, NULL, diag,
                                 "the value does not fit a register of 32 bits");
    if (status != RVT_OK)
        return status;
    if (kind == WRITE) {
        rvt_registers_write(registers, offset, (uint32_t)value);
    } else {
        uint32_t got = rvt_registers_read(registers, offset);
        if (got != value)
            rvt_golden_disagree(c, node, "%s reads 0x%08" PRIx32 ", not 0x%08" PRIx64, name->text,
                                got, value);
    }
    return RVT_OK;
}

enum rvt_status rvt_golden_registers(struct rvt_golden_case *c, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *reset = rvt_yaml_get(c->input, "reset");
    const struct rvt_yaml_node *accesses = rvt_yaml_get(c->input, "accesses");
    struct rvt_registers registers;
    bool valid = false, fresh = false;
    struct rvt_diag fault;
    rvt_diag_clear(&fault);
    enum rvt_status status = rvt_yaml_only(c->input, INPUT_KEYS, diag);
    if (status == RVT_OK)
        status = rvt_yaml_only(c->expect, EXPECT_KEYS, diag);
    if (status == RVT_OK)
        status = rvt_golden_verdict(c, &valid, diag);
    if (status == RVT_OK && !valid)
        status = rvt_yaml_refuse(c->expect, RVT_ERR_SYNTAX, NULL, diag, "registers reject nothing");
    if (status == RVT_OK && reset != NULL)
        status = rvt_yaml_bool(reset, &fresh, diag);
    if (status == RVT_OK)
        status = rvt_yaml_expect(accesses, RVT_YAML_SEQUENCE, diag);
    if (status != RVT_OK)
        return status;
    if (!rvt_golden_succeeded(c, "the configuration", rvt_config_check(&c->config, &fault), &fault))
        return RVT_OK;
    if (fresh)
        rvt_registers_reset(&registers, &c->config);
    else
        rvt_registers_init(&registers, &c->config);
    for (const struct rvt_yaml_node *node = accesses->first; status == RVT_OK && node != NULL;
         node = node->next)
        status = run_access(c, node, &registers, diag);
    return status;
}
