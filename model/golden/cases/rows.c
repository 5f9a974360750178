/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "golden/cases/rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/config_check.h"
#include "draft/encoder_profile.h"
#include "golden/repeat.h"
#include "io/tip/tip_file.h"

enum rvt_status rvt_golden_read_rows(const struct rvt_yaml_node *input,
                                     struct rvt_golden_rows *rows, struct rvt_diag *diag)
{
    const struct rvt_yaml_node *control = NULL, *idle = rvt_yaml_get(input, "idle");
    memset(rows, 0, sizeof(*rows));
    enum rvt_status status = rvt_yaml_need(input, "control", &control, diag);
    rows->has_idle = idle != NULL;
    if (status == RVT_OK && idle != NULL)
        status = rvt_yaml_unsigned(idle, &rows->idle, diag);
    return status == RVT_OK ? rvt_control_read(control, &rows->script, diag) : status;
}

/* Writes text into a temporary file, whose name goes to path. False on failure. */
static bool write_temporary(const char *text, char *path, size_t capacity)
{
    const char *folder = getenv("TMPDIR");
    (void)snprintf(path, capacity, "%s/rvt-golden-XXXXXX", folder == NULL ? "/tmp" : folder);
    int descriptor = mkstemp(path);
    if (descriptor < 0)
        return false;
    size_t length = strlen(text);
    bool good = write(descriptor, text, length) == (ssize_t)length;
    return close(descriptor) == 0 && good;
}

static enum rvt_status play(const struct rvt_config *config, struct rvt_tip_reader *reader,
                            struct rvt_golden_rows rows, struct rvt_encoder *encoder,
                            struct rvt_diag *fault)
{
    struct rvt_row row;
    struct rvt_registers registers;
    bool end = false;
    enum rvt_status status = RVT_OK;
    rvt_registers_init(&registers, config);
    while (status == RVT_OK) {
        status = rvt_tip_read(reader, &row, &end, fault);
        if (status != RVT_OK || end)
            break;
        status = rvt_control_play(&rows.script, &registers, encoder, row.cycle, fault);
        if (status == RVT_OK)
            status = rvt_encoder_row(encoder, &row, fault);
    }
    if (status == RVT_OK)
        status = rvt_control_play(&rows.script, &registers, encoder, UINT64_MAX, fault);
    if (status == RVT_OK && rows.has_idle)
        status = rvt_encoder_idle(encoder, rows.idle, fault);
    return status;
}

enum rvt_status rvt_golden_run_rows(struct rvt_golden_case *c, const struct rvt_yaml_node *tip,
                                    const struct rvt_golden_rows *rows,
                                    const struct rvt_golden_sinks *sinks, struct rvt_diag *fault,
                                    struct rvt_diag *diag)
{
    char path[256];
    struct rvt_tip_reader *reader = NULL;
    struct rvt_encoder *encoder = NULL;
    enum rvt_status status = rvt_yaml_expect(tip, RVT_YAML_SCALAR, diag);
    if (status != RVT_OK)
        return status;
    char *text = rvt_golden_repeat(tip->text);
    if (text == NULL)
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "no memory");
    bool written = write_temporary(text, path, sizeof(path));
    free(text);
    if (!written)
        return rvt_diag_set(diag, RVT_ERR_IO, NULL, 0, NULL, "no temporary file");
    rvt_diag_clear(fault);
    enum rvt_status got = rvt_config_check(&c->config, fault);
    if (got == RVT_OK)
        got = rvt_tip_open(path, &c->config, &reader, fault);
    if (got == RVT_OK)
        got = rvt_encoder_profile_open(&c->config, sinks->inst, sinks->context, &encoder);
    *sinks->encoder = encoder;
    if (got == RVT_OK && sinks->data != NULL)
        rvt_encoder_data_sink(encoder, sinks->data, sinks->context);
    if (got == RVT_OK)
        got = play(&c->config, reader, *rows, encoder, fault);
    if (got != fault->status)
        rvt_golden_disagree(c, c->node, "returned '%s', diagnosed '%s'", rvt_status_text(got),
                            rvt_status_text(fault->status));
    rvt_encoder_close(encoder);
    rvt_tip_close(reader);
    (void)unlink(path);
    return RVT_OK;
}
