/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt identify: what a file is, and why; and the advice of other commands. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "io/json_build.h"
#include "tools/command.h"
#include "tools/identify/identity.h"
#include "tools/inputs.h"

static const char HELP[] =
    "usage: rvt identify FILE [-o OUT] [--json]\n"
    "\n"
    "Says what a file is, and why, from its first 64 KiB (uncompressed): an ELF file, an index, a\n"
    "tip trace, an instruction log, a configuration, a decode tree, a control script, a packet\n"
    "list, an STP stream, formatter frames, SyS-T messages, their collateral, or encapsulated\n"
    "packets, with the widths of their headers. Any may be compressed with gzip. Encapsulated\n"
    "packets have no mark: other bytes can look like them.\n"
    "\n"
    "  -o, --output OUT  output file; default: standard output\n"
    "      --json        print an object with every kind that was considered\n"
    "  -h, --help        print this text\n"
    "\n"
    "exit: 0 the file is known, 1 it is not, 2 usage, input or output error\n";

static void print_text(struct rvt_output *output, const char *path,
                       const struct rvt_identity *identity)
{
    const struct rvt_candidate *best = identity->best;

    rvt_output_print(output, "%.512s: %s%s\n", rvt_input_name(path),
                     best != NULL ? best->kind : "unknown", identity->gzip ? ", gzip" : "");
    if (best != NULL)
        rvt_output_print(output, "read by %s%s%s\n", best->use, best->form != NULL ? "; --as " : "",
                         best->form != NULL ? best->form : "");
    rvt_output_print(output, "\n");
    for (unsigned i = 0; i < identity->count; i++) {
        const struct rvt_candidate *candidate = &identity->candidate[i];

        rvt_output_print(output, "%-4s%s: %s\n", candidate->fits ? "yes" : "no", candidate->kind,
                         candidate->why);
    }
}

static json_t *text_or_null(const char *text)
{
    return text != NULL ? json_string(text) : json_null();
}

static json_t *candidate_json(const struct rvt_candidate *candidate)
{
    json_t *object = json_object();

    rvt_json_put(&object, "kind", json_string(candidate->kind));
    rvt_json_put(&object, "use", json_string(candidate->use));
    rvt_json_put(&object, "as", text_or_null(candidate->form));
    rvt_json_put(&object, "fits", json_boolean(candidate->fits));
    rvt_json_put(&object, "why", json_string(candidate->why));
    return object;
}

static enum rvt_status print_json(struct rvt_output *output, const struct rvt_identity *identity)
{
    const struct rvt_candidate *best = identity->best;
    json_t *object = json_object(), *candidates = json_array();

    for (unsigned i = 0; i < identity->count; i++)
        rvt_json_append(&candidates, candidate_json(&identity->candidate[i]));
    rvt_json_put(&object, "schema", json_string("rvt-identify/1"));
    rvt_json_put(&object, "kind", text_or_null(best != NULL ? best->kind : NULL));
    rvt_json_put(&object, "as", text_or_null(best != NULL ? best->form : NULL));
    rvt_json_put(&object, "gzip", json_boolean(identity->gzip));
    rvt_json_put(&object, "candidates", candidates);
    return rvt_json_write(output, object, JSON_INDENT(2));
}

static enum rvt_exit run(const char *path, const char *output_path, bool json)
{
    struct rvt_identity identity;
    struct rvt_output *output;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    if (rvt_identify(path, &identity, &diag) != RVT_OK) {
        rvt_complain(path, &diag);
        return diag.status == RVT_ERR_SYNTAX ? RVT_EXIT_FINDINGS : RVT_EXIT_UNUSABLE;
    }
    output = rvt_create_output(output_path);
    if (output == NULL)
        return RVT_EXIT_UNUSABLE;
    enum rvt_status status = RVT_OK;
    if (json)
        status = print_json(output, &identity);
    else
        print_text(output, path, &identity);
    if (!rvt_settle(status, output, path, output_path, &diag))
        return RVT_EXIT_UNUSABLE;
    return identity.best != NULL ? RVT_EXIT_GOOD : RVT_EXIT_FINDINGS;
}

enum rvt_exit rvt_command_identify(int argc, char **argv)
{
    static const struct option options[] = {{"output", required_argument, NULL, 'o'},
                                            {"json", no_argument, NULL, 'j'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    const char *output_path = "-";
    bool json = false;
    int option = 0;

    while ((option = getopt_long(argc, argv, "o:h", options, NULL)) != -1) {
        if (option == 'h')
            return rvt_help(HELP);
        if (option == '?')
            return rvt_misused(argv[0]);
        if (option == 'o')
            output_path = optarg;
        else
            json = true;
    }
    if (argc - optind != 1)
        return rvt_misuse(argv[0], "exactly one FILE is needed");
    rvt_input_note(argv[optind]);
    return run(argv[optind], output_path, json);
}

void rvt_advise_form(const char *path, enum rvt_trace_form form)
{
    struct rvt_identity identity;
    enum rvt_trace_form other;
    struct rvt_diag diag;
    char text[RVT_CLUE_BYTES + 128];

    rvt_diag_clear(&diag);
    if (strcmp(path, "-") == 0 || rvt_identify(path, &identity, &diag) != RVT_OK ||
        identity.best == NULL)
        return;
    const struct rvt_candidate *best = identity.best;
    for (unsigned i = 0; i < identity.count; i++) {
        const struct rvt_candidate *candidate = &identity.candidate[i];
        if (candidate->fits && candidate->form != NULL && rvt_parse_form(candidate->form, &other) &&
            other == form)
            return;
    }
    (void)snprintf(text, sizeof text, "it looks like: %s (%s)%s%s", best->kind, best->why,
                   best->form != NULL ? "; try --as " : "", best->form != NULL ? best->form : "");
    rvt_say(path, text);
}
