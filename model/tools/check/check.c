/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt check: every rule that a stream can obey or break, by number. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "api/configuration.h"
#include "io/report/compliance_write.h"
#include "tools/check/check_against.h"
#include "tools/check/check_rules.h"
#include "tools/check/check_stream.h"
#include "tools/command.h"
#include "tools/program_image.h"

static const char HELP[] =
    "usage: rvt check -c CFG STREAM [--as FORM] [-p PROGRAM] [OPTION...]\n"
    "       rvt check --rules [--json]   list the rules\n"
    "\n"
    "Checks every rule that the stream can obey or break, in each of its layers: what carries it,\n"
    "encapsulation, packets, with a program the decoding, and with a tip trace what was decoded.\n"
    "For each rule, it reports how often it was obeyed, where it was broken, or that nothing in\n"
    "the stream exercised it.\n"
    "\n"
    "  -c, --config CFG  configuration (YAML); its waivers accept findings\n"
    "  -o, --output OUT  output file; default: standard output\n"
    "      --as FORM     hex, encap, frame, stp: as for rvt decode; hex if it is left out\n"
    "  -p, --program PROGRAM\n"
    "                    as for rvt decode; may be repeated\n"
    "      --zcm         as for rvt decode\n"
    "      --steps N     as for rvt decode\n"
    "      --against TIP with -p: the rows that were traced; the packets must decode to exactly\n"
    "                    these, and packets that differ from the model's are warnings\n"
    "      --rules       list all rules: number, layer, severity, sentence\n"
    "      --json        as --out json; with --rules, an array with clauses and examples\n"
    "      --out FORM    text, json, junit, sarif: the form of the report; text if it is left out\n"
    "      --report FILE also writes this report, in the form of its ending (.json, .xml for\n"
    "                    JUnit, .sarif, else text); may be repeated\n"
    "      --fail-on SEVERITY\n"
    "                    findings of this severity or worse fail the check: error (default),\n"
    "                    warning or info\n"
    "      --allow RULE[@REASON]\n"
    "                    findings of this rule are accepted; may be repeated\n"
    "      --waivers FILE\n"
    "                    the same for a file with a section waivers, as a configuration has it\n"
    "      --allow-empty a stream without packets is no finding\n"
    "  -h, --help        print this text\n"
    "\n"
    "exit: 0 success, 1 findings that fail the check, 2 usage, input or output error\n";

enum { REPORTS_MAX = 8 };

struct check {
    const char *config_path, *stream_path, *output_path, *tip_path, *waivers_path;
    enum rvt_trace_form form;
    struct rvt_programs programs;
    struct rvt_configuration *configuration;
    struct rvt_image *image;
    struct rvt_check_waivers waivers;
    struct rvt_check_against *against; /* null without a tip trace */
    struct rvt_compliance compliance;
    enum rvt_compliance_form form_out;
    const char *report_path[REPORTS_MAX];
    unsigned reports;
    enum rvt_severity limit;
    uint64_t steps;
    bool allow_empty, rules;
};

static const char *form_name(enum rvt_trace_form form)
{
    static const char *const names[] = {"hex", "encap", "frame", "stp"};

    return names[form];
}

/* The report of what was asked for; the layers are those that the form has. */
static struct rvt_compliance_report report_of(const struct check *check)
{
    bool stp = check->form == RVT_TRACE_STP;

    return (struct rvt_compliance_report){
        .compliance = &check->compliance,
        .stream = rvt_input_name(check->stream_path),
        .config = check->config_path,
        .form = form_name(check->form),
        .against = check->tip_path,
        .program = check->programs.count > 0 ? check->programs.name[0] : NULL,
        .checked = {[RVT_CHECK_STREAM] = true,
                    [RVT_CHECK_FRAMING] = check->form == RVT_TRACE_FRAME,
                    [RVT_CHECK_STP] = stp,
                    [RVT_CHECK_SEQUENCE] = stp,
                    [RVT_CHECK_SYST] = stp,
                    [RVT_CHECK_ENCAPSULATION] = check->form != RVT_TRACE_HEX,
                    [RVT_CHECK_PACKETS] = true,
                    [RVT_CHECK_DATA] = check->configuration->config.options.data_trace,
                    [RVT_CHECK_DECODING] = check->image != NULL,
                    [RVT_CHECK_LOSSLESS] = check->against != NULL,
                    [RVT_CHECK_CHOICES] = check->against != NULL &&
                                          rvt_check_against_choices(&check->configuration->config)},
        .draft = rvt_is_draft(&check->configuration->config),
        .limit = check->limit,
    };
}

/* Checks all of the stream, and the waivers. */
static enum rvt_status check_all(struct check *check, uint64_t *packets, struct rvt_diag *diag)
{
    struct rvt_check_stream_options options = {.path = check->stream_path,
                                               .config = &check->configuration->config,
                                               .form = (enum rvt_stream_form)check->form,
                                               .image = check->image,
                                               .steps = check->steps,
                                               .allow_empty = check->allow_empty};

    if (check->against != NULL) {
        options.payload = rvt_check_against_payload;
        options.context = check->against;
    }
    enum rvt_status status = rvt_check_stream(&options, &check->compliance, packets, diag);
    if (status != RVT_OK)
        return status;
    if (check->against != NULL)
        rvt_check_against_finish(check->against, &check->waivers);
    rvt_check_waivers_settle(&check->waivers, &check->compliance);
    return RVT_OK;
}

/* Writes the files of --report; false: it has complained. */
static bool write_reports(const struct check *check, const struct rvt_compliance_report *report)
{
    for (unsigned i = 0; i < check->reports; i++) {
        const char *path = check->report_path[i];
        struct rvt_output *output = rvt_create_output(path);
        struct rvt_diag diag;

        if (output == NULL)
            return false;
        rvt_diag_clear(&diag);
        enum rvt_status status = rvt_compliance_write(output, report, rvt_compliance_form_of(path));
        if (!rvt_settle(status, output, path, path, &diag))
            return false;
    }
    return true;
}

static enum rvt_exit run(struct check *check)
{
    struct rvt_compliance_report report = report_of(check);
    struct rvt_output *output = rvt_create_output(check->output_path);
    struct rvt_diag diag;

    if (output == NULL)
        return RVT_EXIT_UNUSABLE;
    rvt_diag_clear(&diag);
    enum rvt_status status = check_all(check, &report.packets, &diag);
    if (status == RVT_OK)
        status = rvt_compliance_write(output, &report, check->form_out);
    if (!rvt_settle(status, output, check->stream_path, check->output_path, &diag))
        return RVT_EXIT_UNUSABLE;
    if (!write_reports(check, &report))
        return RVT_EXIT_UNUSABLE;
    return rvt_compliance_report_passed(&report) ? RVT_EXIT_GOOD : RVT_EXIT_FINDINGS;
}

/* Reads the tip trace, if there is one; false: it has complained. */
static bool load_rows(struct check *check)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    if (check->tip_path == NULL ||
        rvt_check_against_open(check->tip_path, &check->configuration->config,
                               &check->waivers.waivers, check->image, &check->compliance,
                               &check->against, &diag) == RVT_OK)
        return true;
    rvt_complain(check->tip_path, &diag);
    return false;
}

/* Loads what the options name, the waivers of the configuration first; false: it has complained. */
static bool load_all(struct check *check)
{
    struct rvt_waivers allowed = check->waivers.waivers;

    if (!rvt_load_configuration(check->config_path, &check->configuration))
        return false;
    check->waivers.waivers = check->configuration->waivers;
    if (!rvt_check_waivers_append(&check->waivers, &allowed))
        return rvt_misuse("rvt check", "there are more than %d waivers", RVT_WAIVERS_MAX) ==
               RVT_EXIT_GOOD;
    return (check->waivers_path == NULL ||
            rvt_check_waivers_load(&check->waivers, check->waivers_path)) &&
           (check->programs.count == 0 ||
            rvt_programs_image(&check->programs, &check->configuration->config, &check->image)) &&
           load_rows(check);
}

static bool take_form(struct check *check, const char *text)
{
    for (unsigned i = 0; i < RVT_COMPLIANCE_FORMS; i++) {
        check->form_out = (enum rvt_compliance_form)i;
        if (strcmp(text, rvt_compliance_form_name(check->form_out)) == 0)
            return true;
    }
    return false;
}

static bool take_severity(struct check *check, const char *text)
{
    for (unsigned i = RVT_SEVERITY_INFO; i <= RVT_SEVERITY_ERROR; i++) {
        check->limit = (enum rvt_severity)i;
        if (strcmp(text, rvt_severity_text(check->limit)) == 0)
            return true;
    }
    return false;
}

/* Takes one option; false if it is misused, complained of. */
static bool take_option(struct check *check, int option, const char *command)
{
    const char *refused = NULL;

    if (option == 'c')
        check->config_path = optarg;
    else if (option == 'o')
        check->output_path = optarg;
    else if (option == 'z')
        check->programs.zcm = true;
    else if (option == 'R')
        check->rules = true;
    else if (option == 'j')
        check->form_out = RVT_COMPLIANCE_JSON;
    else if (option == 'e')
        check->allow_empty = true;
    else if (option == 't')
        check->tip_path = optarg;
    else if (option == 'u' && !take_form(check, optarg))
        return rvt_misuse(command, "--out takes text, json, junit or sarif, not '%s'", optarg) ==
               RVT_EXIT_GOOD;
    else if (option == 'r' && check->reports == REPORTS_MAX)
        return rvt_misuse(command, "--report may be given at most %d times", REPORTS_MAX) ==
               RVT_EXIT_GOOD;
    else if (option == 'r')
        check->report_path[check->reports++] = optarg;
    else if (option == 'w')
        check->waivers_path = optarg;
    else if (option == 'f' && !take_severity(check, optarg))
        return rvt_misuse(command, "--fail-on takes error, warning or info, not '%s'", optarg) ==
               RVT_EXIT_GOOD;
    else if (option == 'l' && (refused = rvt_check_waivers_allow(&check->waivers, optarg)) != NULL)
        return rvt_misuse(command, "--allow '%s': %s", optarg, refused) == RVT_EXIT_GOOD;
    else if (option == 'p' && !rvt_programs_add(&check->programs, optarg))
        return rvt_misuse(command, "-p may be given at most %d times", RVT_PROGRAMS_MAX) ==
               RVT_EXIT_GOOD;
    else if (option == 'a' && !rvt_parse_form(optarg, &check->form))
        return rvt_misuse(command, "--as takes hex, encap, frame or stp, not '%s'", optarg) ==
               RVT_EXIT_GOOD;
    else if (option == 's' && !rvt_parse_number(optarg, &check->steps))
        return rvt_misuse(command, "--steps takes a number of instructions, not '%s'", optarg) ==
               RVT_EXIT_GOOD;
    else if (option == '?')
        return rvt_misused(command) == RVT_EXIT_GOOD;
    return true;
}

enum rvt_exit rvt_command_check(int argc, char **argv)
{
    static const struct option options[] = {{"config", required_argument, NULL, 'c'},
                                            {"output", required_argument, NULL, 'o'},
                                            {"as", required_argument, NULL, 'a'},
                                            {"program", required_argument, NULL, 'p'},
                                            {"zcm", no_argument, NULL, 'z'},
                                            {"steps", required_argument, NULL, 's'},
                                            {"rules", no_argument, NULL, 'R'},
                                            {"json", no_argument, NULL, 'j'},
                                            {"allow-empty", no_argument, NULL, 'e'},
                                            {"against", required_argument, NULL, 't'},
                                            {"out", required_argument, NULL, 'u'},
                                            {"report", required_argument, NULL, 'r'},
                                            {"fail-on", required_argument, NULL, 'f'},
                                            {"allow", required_argument, NULL, 'l'},
                                            {"waivers", required_argument, NULL, 'w'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    struct check check = {.output_path = "-", .limit = RVT_SEVERITY_ERROR};
    enum rvt_exit verdict = RVT_EXIT_UNUSABLE;
    int option = 0;

    while ((option = getopt_long(argc, argv, "c:o:p:h", options, NULL)) != -1) {
        if (option == 'h')
            return rvt_help(HELP);
        if (!take_option(&check, option, argv[0]))
            return RVT_EXIT_UNUSABLE;
    }
    if (check.rules && argc == optind)
        return rvt_check_list(check.output_path, check.form_out == RVT_COMPLIANCE_JSON);
    if (!check.config_path)
        return rvt_misuse(argv[0], "-c CFG is missing");
    if (argc - optind != 1)
        return rvt_misuse(argv[0], "exactly one STREAM is needed");
    if (check.tip_path && !check.programs.count)
        return rvt_misuse(argv[0], "--against needs -p PROGRAM");
    check.stream_path = argv[optind];
    rvt_compliance_init(&check.compliance, rvt_check_waive, &check.waivers);
    if (load_all(&check))
        verdict = run(&check);
    rvt_check_against_close(check.against);
    rvt_compliance_fini(&check.compliance);
    rvt_image_close(check.image);
    rvt_configuration_free(check.configuration);
    return verdict;
}
