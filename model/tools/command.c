/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/command.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/finding.h"
#include "base/params.h"
#include "base/text.h"
#include "io/config_yaml.h"
#include "io/bytes/output.h"
#include "tools/inputs.h"
#include "tools/progress.h"

enum { LINE_BYTES = 512 };

const char *rvt_input_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "stdin" : path;
}

static void print_line(const char *first, const char *second, const char *third)
{
    char line[RVT_SAY_BYTES];
    struct rvt_text text;

    rvt_text_init(&text, line, sizeof line);
    rvt_text_add_visible(&text, first);
    rvt_text_add(&text, ": ");
    rvt_text_add_visible(&text, second);
    if (third != NULL) {
        rvt_text_add(&text, ": ");
        rvt_text_add_visible(&text, third);
    }
    rvt_progress_clear();
    (void)fprintf(stderr, "%s\n", line);
}

void rvt_say(const char *file, const char *text)
{
    print_line("rvt", file, text);
}

static void complain(const char *file, const struct rvt_diag *diag)
{
    char line[LINE_BYTES];

    rvt_diag_format(diag, line, sizeof line);
    rvt_say(file, line);
}

void rvt_complain(const char *file, const struct rvt_diag *diag)
{
    complain(rvt_input_name(file), diag);
}

void rvt_complain_diagnosis(const char *file, const struct rvt_diagnosis *diagnosis)
{
    char line[LINE_BYTES];

    rvt_diagnosis_format(diagnosis, line, sizeof line);
    rvt_say(rvt_input_name(file), line);
}

bool rvt_complain_finding(const char *file, const struct rvt_finding *finding)
{
    char line[256];

    if (rvt_rule_text(finding->rule)->severity == RVT_SEVERITY_INFO)
        return false;
    rvt_finding_format(finding, line, sizeof line);
    rvt_say(rvt_input_name(file), line);
    return true;
}

bool rvt_complain_rule(const char *file, const struct rvt_rule_finding *finding)
{
    char line[256];

    if (finding->severity == RVT_RULE_INFO)
        return false;
    rvt_rule_finding_format(finding, line, sizeof line);
    rvt_say(rvt_input_name(file), line);
    return true;
}

void rvt_complain_empty(const char *file, const char *what)
{
    struct rvt_diag empty;

    rvt_diag_clear(&empty);
    (void)rvt_diag_set(&empty, RVT_ERR_SEQUENCE, NULL, 0, NULL, "the file contains no %s", what);
    rvt_complain(file, &empty);
}

void rvt_complain_output(const char *file, const struct rvt_diag *diag)
{
    complain(strcmp(file, "-") == 0 ? "stdout" : file, diag);
}

enum rvt_exit rvt_misused(const char *command)
{
    (void)fprintf(stderr, "%s: try '%s --help'\n", command, command);
    return RVT_EXIT_UNUSABLE;
}

enum rvt_exit rvt_misuse(const char *command, const char *format, ...)
{
    char text[LINE_BYTES];
    va_list arguments;

    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    print_line(command, text, NULL);
    return rvt_misused(command);
}

enum rvt_exit rvt_help(const char *text)
{
    if (fputs(text, stdout) >= 0 && fflush(stdout) == 0)
        return RVT_EXIT_GOOD;
    (void)fprintf(stderr, "rvt: stdout: cannot write: %s\n", strerror(errno));
    return RVT_EXIT_UNUSABLE;
}

bool rvt_settle(enum rvt_status status, struct rvt_output *output, const char *input_path,
                const char *output_path, struct rvt_diag *diag)
{
    const char *at_fault = input_path;

    if (status == RVT_OK) {
        status = rvt_output_finish(output, diag);
        at_fault = output_path;
    } else {
        if (output && diag->status == RVT_OK) {
            rvt_output_explain(output, diag);
            at_fault = diag->status == RVT_OK ? input_path : output_path;
        }
        (void)rvt_diag_set(diag, status, NULL, 0, NULL, "%s", rvt_status_text(status));
        rvt_output_discard(output);
    }
    if (status != RVT_OK && at_fault == output_path)
        rvt_complain_output(at_fault, diag);
    else if (status != RVT_OK)
        rvt_complain(at_fault, diag);
    return status == RVT_OK;
}

bool rvt_settle_diagnosis(enum rvt_status status, struct rvt_output *output, const char *input_path,
                          const char *output_path, const struct rvt_diagnosis *diagnosis)
{
    struct rvt_diag diag = {.status = diagnosis->status,
                            .position = diagnosis->position,
                            .bit = diagnosis->bit,
                            .value = diagnosis->value,
                            .unit = diagnosis->unit,
                            .field = diagnosis->field,
                            .clause = diagnosis->clause};

    memcpy(diag.text, diagnosis->text, sizeof diag.text);
    return rvt_settle(status, output, input_path, output_path, &diag);
}

bool rvt_output_allowed(const char *path)
{
    const char *input = rvt_input_overwritten(path);
    struct rvt_diag diag;

    if (input == NULL)
        return true;
    rvt_diag_clear(&diag);
    (void)rvt_diag_set(&diag, RVT_ERR_IO, NULL, 0, NULL, "the output is the input %s",
                       rvt_input_name(input));
    rvt_complain_output(path, &diag);
    return false;
}

struct rvt_output *rvt_create_output(const char *path)
{
    struct rvt_output *output = NULL;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    if (!rvt_output_allowed(path))
        return NULL;
    if (rvt_output_open(path, &output, &diag) == RVT_OK)
        return output;
    rvt_complain_output(path, &diag);
    return NULL;
}

bool rvt_load_config(const char *path, struct rvt_config *config)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    rvt_input_note(path);
    if (rvt_config_load(path, config, &diag) == RVT_OK)
        return true;
    rvt_complain(path, &diag);
    return false;
}

bool rvt_load_configuration(const char *path, struct rvt_configuration **configuration)
{
    struct rvt_diagnosis diagnosis;

    RVT_CLEAR(&diagnosis);
    rvt_input_note(path);
    if (rvt_configuration_load(path, configuration, &diagnosis) == RVT_OK)
        return true;
    rvt_complain_diagnosis(path, &diagnosis);
    return false;
}

bool rvt_parse_number(const char *text, uint64_t *number)
{
    bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const char *digits = text + (hexadecimal ? 2 : 0);
    char *end = NULL;

    if (strspn(digits, hexadecimal ? "0123456789abcdefABCDEF" : "0123456789") == 0)
        return false;
    errno = 0;
    unsigned long long value = strtoull(digits, &end, hexadecimal ? 16 : 10);
    *number = value;
    return errno == 0 && *end == '\0';
}

bool rvt_parse_word(const char *text, const char *const *words, unsigned count, unsigned *place)
{
    for (unsigned i = 0; i < count; i++)
        if (strcmp(text, words[i]) == 0) {
            *place = i;
            return true;
        }
    return false;
}

bool rvt_parse_form(const char *text, enum rvt_trace_form *form)
{
    static const char *const FORMS[] = {[RVT_TRACE_HEX] = "hex",
                                        [RVT_TRACE_ENCAP] = "encap",
                                        [RVT_TRACE_FRAME] = "frame",
                                        [RVT_TRACE_STP] = "stp"};
    unsigned place = 0;
    bool good = rvt_parse_word(text, FORMS, sizeof FORMS / sizeof FORMS[0], &place);

    *form = (enum rvt_trace_form)place;
    return good;
}
