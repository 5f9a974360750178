/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt kit: a bench for a trace encoder or a core, written from a configuration and the templates of
 * kit/. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <rvt/config.h>

#include "io/output.h"
#include "tools/command.h"
#include "tools/installation.h"
#include "tools/template.h"

static const char HELP[] =
    "usage: rvt kit -c CFG -o DIR [--packets] [--bytes] [--bind | --core] [OPTION...]\n"
    "\n"
    "Writes a bench for a trace encoder that is described by a configuration: the scoreboard\n"
    "with the right widths, a player of tip traces, a Makefile for Verilator. What remains is\n"
    "to connect the encoder: edit DIR/connect.svh. See docs/integration.md.\n"
    "\n"
    "With --core, the bench is for a core with RVFI: an adapter makes the rows, which are\n"
    "compared with the program and with RVFI; no encoder is needed. Edit DIR/core.svh.\n"
    "\n"
    "  -c, --config CFG   configuration of the encoder; it is copied to DIR/rvt.yaml\n"
    "  -o, --output DIR   folder for the files; it is created if it does not exist\n"
    "      --packets      observe te_inst packets; default, unless there is --bytes or --core\n"
    "      --bytes        observe encapsulated bytes; with --packets, both\n"
    "      --lanes N      bytes of a beat, with --bytes: 1 to 8, default 8\n"
    "      --no-last      no signal marks the last beat of a packet, with --bytes\n"
    "      --accesses N   groups of the data interface, with data trace: 1 to 4, default 1\n"
    "      --player       a bench with a player of tip traces; default\n"
    "      --bind         for your own bench: a bind statement, DIR/connect.sv\n"
    "      --core         a bench for a core with RVFI; with --packets or --bytes, an encoder\n"
    "                     behind it is observed, too\n"
    "      --top MODULE   with --core: the module of the core, default your_core\n"
    "      --nret N       with --core: channels of RVFI, 1 to 8, default 1\n"
    "      --traps FROM   with --core: what shows the causes of traps: port (default), a port\n"
    "                     of its own; csrs, rvfi_csr_*; none\n"
    "      --force        overwrite what rvt kit wrote before, but not DIR/connect.*, DIR/core.*\n"
    "  -h, --help         print this text\n"
    "\n"
    "exit: 0 success, 2 usage, input or output error\n";

/* What the rows come from. */
enum source { PLAYER, BIND, CORE };

/* What shows the causes of traps; the numbers are those of the adapter's trap_source_p. */
enum traps { TRAPS_PORT, TRAPS_CSRS, TRAPS_NONE, TRAPS };
static const char *const TRAPS_NAMES[TRAPS] = {"port", "csrs", "none"};

/* What the command line asks for. */
struct request {
    const char *config_path, *folder;
    enum source source;
    unsigned lanes, accesses;
    bool packets, bytes, last, force;
    const char *top; /* of --core, as the next two */
    unsigned nret;
    enum traps traps;
    struct rvt_configuration *configuration;
    struct rvt_installation installation;
};

/* Where a file of the kit is used: a bit for each source. */
enum { WITH_PLAYER = 1 << PLAYER, WITH_BIND = 1 << BIND, WITH_CORE = 1 << CORE };
enum { ALWAYS = WITH_PLAYER | WITH_BIND | WITH_CORE };

/* The files; the first one, a copy of the configuration, has no template. */
static const struct file {
    const char *name, *summary;
    unsigned use;
    bool encoder;         /* only if an encoder is observed */
    bool edited;          /* by the user, so that it is never overwritten */
    const char *template; /* null: it has the name of the file */
} FILES[] = {
    {"rvt.yaml", "the configuration", ALWAYS, false, false, NULL},
    {"rvt_check.sv", "the scoreboard with the widths of the configuration", ALWAYS, false, false,
     NULL},
    {"rvt_bench.sv", "clock, reset, end of the run", WITH_PLAYER | WITH_CORE, false, false, NULL},
    {"rvt_player.svh", "the player of tip traces", WITH_PLAYER, false, false, NULL},
    {"rvt_core.svh", "signals of RVFI, adapter to the ingress port", WITH_CORE, false, false, NULL},
    {"rvt_rvfi_log.sv", "writes RVFI as a log", WITH_CORE, false, false, NULL},
    {"core.svh", "the instance of your core", WITH_CORE, false, true, NULL},
    {"connect.svh", "the instance of your encoder", WITH_PLAYER | WITH_CORE, true, true, NULL},
    {"connect.sv", "the scoreboard bound to your encoder", WITH_BIND, false, true, NULL},
    {"Makefile", "builds and runs it with Verilator", ALWAYS, false, false, NULL},
    {"simulators.md", "commands for other simulators", ALWAYS, false, false, NULL},
    {"README.md", "the order of work", WITH_CORE, false, false, "core.md"},
};

enum { FILE_COUNT = sizeof FILES / sizeof FILES[0], PATH_BYTES = 8192 };

static bool observes_encoder(const struct request *request)
{
    return request->packets || request->bytes;
}

static bool is_used(const struct request *request, const struct file *file)
{
    return (file->use >> request->source & 1) != 0 && (!file->encoder || observes_encoder(request));
}

/* Bits of an address register of the hart. */
static unsigned xlen_of(const struct request *request)
{
    unsigned width = 0;

    return rvt_configuration_get(request->configuration, "iaddress_width_p", &width) == RVT_OK &&
                   width > 32
               ? 64
               : 32;
}

/* A value of a template: what the command line says, paths, and each key of the configuration. */
static bool value_of(void *context, const char *name, char value[RVT_TEMPLATE_VALUE])
{
    const struct request *request = context;
    const struct {
        const char *name;
        unsigned value;
    } numbers[] = {{"packets", request->packets},
                   {"bytes", request->bytes},
                   {"last", request->last},
                   {"lanes", request->lanes},
                   {"accesses", request->accesses},
                   {"encoder", observes_encoder(request)},
                   {"player", request->source == PLAYER},
                   {"bind", request->source == BIND},
                   {"core", request->source == CORE},
                   {"bench", request->source != BIND},
                   {"nret", request->nret},
                   {"xlen", xlen_of(request)},
                   {"trap_source", request->traps},
                   {"trap_port", request->traps == TRAPS_PORT},
                   {"trap_csrs", request->traps == TRAPS_CSRS}};
    unsigned number = 0;

    if (strcmp(name, "top") == 0) {
        (void)snprintf(value, RVT_TEMPLATE_VALUE, "%s", request->top);
        return true;
    }
    if (rvt_installation_value(&request->installation, name, value, RVT_TEMPLATE_VALUE))
        return true;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (strcmp(name, numbers[i].name) == 0) {
            (void)snprintf(value, RVT_TEMPLATE_VALUE, "%u", numbers[i].value);
            return true;
        }
    if (rvt_configuration_get(request->configuration, name, &number) != RVT_OK)
        return false;
    (void)snprintf(value, RVT_TEMPLATE_VALUE, "%u", number);
    return true;
}

/* Reads the text at path ("-": stdin), ended by a zero byte; the caller frees it. Null, after a
 * complaint, if it cannot be read. */
static char *read_text(const char *path)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    size_t capacity = 1 << 16, bytes = 0;
    char *text = malloc(capacity);
    bool read = file != NULL && text != NULL;

    while (read && !feof(file)) {
        bytes += fread(text + bytes, 1, capacity - bytes - 1, file);
        read = !ferror(file);
        if (read && bytes == capacity - 1) {
            char *larger = realloc(text, capacity *= 2);
            read = larger != NULL;
            text = read ? larger : text;
        }
    }
    if (!read)
        (void)fprintf(stderr, "rvt: %s: cannot read: %s\n", rvt_input_name(path), strerror(errno));
    if (file != NULL && file != stdin)
        (void)fclose(file);
    if (!read) {
        free(text);
        return NULL;
    }
    text[bytes] = '\0';
    return text;
}

/* Reads the configuration; complains of one that is refused, or that the scoreboard has no ports
 * for. */
static bool parse(struct request *request, const char *text)
{
    struct rvt_diagnosis diagnosis;
    unsigned ntkn = 0;

    RVT_CLEAR(&diagnosis);
    if (rvt_configuration_parse(text, strlen(text), &request->configuration, &diagnosis) !=
        RVT_OK) {
        rvt_complain_diagnosis(request->config_path, &diagnosis);
        return false;
    }
    if (rvt_configuration_get(request->configuration, "ntkn_width_p", &ntkn) != RVT_OK ||
        ntkn > 0) {
        (void)fprintf(stderr,
                      "rvt: %s: ntkn_width_p %u: the scoreboard has no port ntkn [DRA-009]\n",
                      rvt_input_name(request->config_path), ntkn);
        return false;
    }
    return true;
}

static void path_of(const struct request *request, const struct file *file, char path[PATH_BYTES])
{
    (void)snprintf(path, PATH_BYTES, "%s/%s", request->folder, file->name);
}

/* Creates the folder; complains of a file that would be overwritten, and of a folder that cannot be
 * used. */
static bool prepare(const struct request *request)
{
    char path[PATH_BYTES];

    if (mkdir(request->folder, 0777) != 0 && errno != EEXIST) {
        (void)fprintf(stderr, "rvt: %s: cannot create: %s\n", request->folder, strerror(errno));
        return false;
    }
    for (int i = 0; i < FILE_COUNT && !request->force; i++) {
        path_of(request, &FILES[i], path);
        if (is_used(request, &FILES[i]) && access(path, F_OK) == 0) {
            (void)fprintf(stderr, "rvt: %s exists: --force overwrites it\n", path);
            return false;
        }
    }
    return true;
}

/* Writes a file: the configuration as it is, anything else from its template. */
static bool write_file(struct request *request, const struct file *file, const char *configuration)
{
    char path[PATH_BYTES], source[PATH_BYTES];
    struct rvt_diagnosis none;
    struct rvt_output *output;
    enum rvt_status status;
    char *template = NULL;
    unsigned line = 0;

    RVT_CLEAR(&none);
    path_of(request, file, path);
    if (file != &FILES[0]) {
        (void)snprintf(source, sizeof source, "%s/%s", request->installation.kit,
                       file->template != NULL ? file->template : file->name);
        template = read_text(source);
        if (template == NULL)
            return false;
    }
    output = rvt_create_output(path);
    if (output == NULL) {
        free(template);
        return false;
    }
    status = template == NULL ? rvt_output_write(output, configuration, strlen(configuration))
                              : rvt_template_expand(template, value_of, request, output, &line);
    free(template);
    if (status == RVT_ERR_SYNTAX) {
        (void)fprintf(stderr, "rvt: %s: line %u: unknown name or unfinished part\n", source, line);
        rvt_output_discard(output);
        return false;
    }
    return rvt_settle_diagnosis(status, output, path, path, &none);
}

static bool write_files(struct request *request, const char *configuration)
{
    char path[PATH_BYTES];

    for (int i = 0; i < FILE_COUNT; i++) {
        if (!is_used(request, &FILES[i]))
            continue;
        path_of(request, &FILES[i], path);
        bool kept = FILES[i].edited && access(path, F_OK) == 0;
        if (!kept && !write_file(request, &FILES[i], configuration))
            return false;
        (void)printf("%s %s: %s\n", kept ? "kept " : "wrote", path, FILES[i].summary);
    }
    return true;
}

static void print_next(const struct request *request)
{
    if (request->source == CORE)
        (void)printf("next: connect your core in %s/core.svh (see %s/README.md), then\n"
                     "  make -C %s SOURCES='-f CORE.f' ELF=PROGRAM\n",
                     request->folder, request->folder, request->folder);
    else if (request->source == BIND)
        (void)printf("next: bind your encoder in %s/connect.sv, then\n"
                     "  make -C %s SOURCES='ENCODER.sv BENCH.sv' TOP=BENCH ELF=PROGRAM\n",
                     request->folder, request->folder);
    else
        (void)printf("next: connect your encoder in %s/connect.svh, then\n"
                     "  make -C %s SOURCES='ENCODER.sv'\n",
                     request->folder, request->folder);
}

static enum rvt_exit run(struct request *request)
{
    enum rvt_exit verdict = RVT_EXIT_UNUSABLE;
    char *text = read_text(request->config_path);

    if (text != NULL && parse(request, text) && rvt_installation_find(&request->installation) &&
        prepare(request) && write_files(request, text)) {
        print_next(request);
        if (fflush(stdout) == 0)
            verdict = RVT_EXIT_GOOD;
    }
    rvt_configuration_free(request->configuration);
    free(text);
    return verdict;
}

/* The number of an option, from 1 to the largest. */
static bool parse_count(const char *text, unsigned largest, unsigned *count)
{
    uint64_t number = 0;

    if (!rvt_parse_number(text, &number) || number < 1 || number > largest)
        return false;
    *count = (unsigned)number;
    return true;
}

/* True if text is an identifier of SystemVerilog without escapes. */
static bool is_identifier(const char *text)
{
    static const char DIGITS[] = "0123456789";
    static const char CHARACTERS[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

    return text[0] != '\0' && strchr(DIGITS, text[0]) == NULL &&
           text[strspn(text, CHARACTERS)] == '\0';
}

static bool parse_traps(const char *text, enum traps *traps)
{
    for (int i = 0; i < TRAPS; i++)
        if (strcmp(text, TRAPS_NAMES[i]) == 0) {
            *traps = (enum traps)i;
            return true;
        }
    return false;
}

enum rvt_exit rvt_command_kit(int argc, char **argv)
{
    enum { PACKETS = 256, BYTES, LANES, NO_LAST, ACCESSES, OF_PLAYER, OF_BIND, OF_CORE, TOP, NRET };
    enum { OF_TRAPS = NRET + 1, FORCE };
    static const struct option options[] = {{"config", required_argument, NULL, 'c'},
                                            {"output", required_argument, NULL, 'o'},
                                            {"packets", no_argument, NULL, PACKETS},
                                            {"bytes", no_argument, NULL, BYTES},
                                            {"lanes", required_argument, NULL, LANES},
                                            {"no-last", no_argument, NULL, NO_LAST},
                                            {"accesses", required_argument, NULL, ACCESSES},
                                            {"player", no_argument, NULL, OF_PLAYER},
                                            {"bind", no_argument, NULL, OF_BIND},
                                            {"core", no_argument, NULL, OF_CORE},
                                            {"top", required_argument, NULL, TOP},
                                            {"nret", required_argument, NULL, NRET},
                                            {"traps", required_argument, NULL, OF_TRAPS},
                                            {"force", no_argument, NULL, FORCE},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    struct request request = {
        .lanes = 8, .accesses = 1, .last = true, .top = "your_core", .nret = 1};
    bool of_source[CORE + 1] = {false};
    bool of_bytes = false, of_core = false;
    int option = 0;

    while ((option = getopt_long(argc, argv, "c:o:h", options, NULL)) != -1) {
        switch (option) {
        case 'h':
            return rvt_help(HELP);
        case 'c':
            request.config_path = optarg;
            break;
        case 'o':
            request.folder = optarg;
            break;
        case PACKETS:
            request.packets = true;
            break;
        case BYTES:
            request.bytes = true;
            break;
        case LANES:
            of_bytes = true;
            if (!parse_count(optarg, 8, &request.lanes))
                return rvt_misuse(argv[0], "--lanes %s: expected 1 to 8", optarg);
            break;
        case NO_LAST:
            of_bytes = true;
            request.last = false;
            break;
        case ACCESSES:
            if (!parse_count(optarg, 4, &request.accesses))
                return rvt_misuse(argv[0], "--accesses %s: expected 1 to 4", optarg);
            break;
        case OF_PLAYER:
        case OF_BIND:
        case OF_CORE:
            request.source = (enum source)(option - OF_PLAYER);
            of_source[request.source] = true;
            break;
        case TOP:
            of_core = true;
            request.top = optarg;
            if (!is_identifier(optarg))
                return rvt_misuse(argv[0], "--top %s: expected the name of a module", optarg);
            break;
        case NRET:
            of_core = true;
            if (!parse_count(optarg, 8, &request.nret))
                return rvt_misuse(argv[0], "--nret %s: expected 1 to 8", optarg);
            break;
        case OF_TRAPS:
            of_core = true;
            if (!parse_traps(optarg, &request.traps))
                return rvt_misuse(argv[0], "--traps %s: expected port, csrs or none", optarg);
            break;
        case FORCE:
            request.force = true;
            break;
        default:
            return rvt_misused(argv[0]);
        }
    }
    if (optind != argc)
        return rvt_misuse(argv[0], "unexpected argument '%s'", argv[optind]);
    if (request.config_path == NULL || request.folder == NULL)
        return rvt_misuse(argv[0], "-c CFG and -o DIR are needed");
    if (of_source[PLAYER] + of_source[BIND] + of_source[CORE] > 1)
        return rvt_misuse(argv[0], "--player, --bind and --core cannot be used together");
    if (of_core && request.source != CORE)
        return rvt_misuse(argv[0], "--top, --nret and --traps need --core");
    if (of_bytes && !request.bytes)
        return rvt_misuse(argv[0], "--lanes and --no-last need --bytes");
    request.packets = request.packets || (!request.bytes && request.source != CORE);
    return run(&request);
}
