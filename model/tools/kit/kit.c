/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt kit: benches for a trace encoder or a core, written from configurations and the templates of
 * kit/. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "tools/command.h"
#include "tools/kit/kit_bench.h"

static const char HELP[] =
    "usage: rvt kit -c CFG... -o DIR [--packets] [--bytes] [--bind | --core] [OPTION...]\n"
    "\n"
    "Writes a bench for a trace encoder that is described by a configuration: the scoreboard\n"
    "with the right widths, a player of tip traces, a Makefile for Verilator. What remains is\n"
    "to connect the encoder: edit DIR/connect.svh. See docs/integration.md.\n"
    "\n"
    "With --core, the bench is for a core with RVFI: an adapter makes the rows, which are\n"
    "compared with the program and with RVFI; no encoder is needed. Edit DIR/core.svh.\n"
    "\n"
    "  -c, --config CFG   configuration of the encoder; it is copied to DIR/rvt.yaml. With "
    "several\n"
    "                     of them, each has a bench in DIR/NAME, with the name of its file; all\n"
    "                     have one DIR/connect.svh, and DIR/Makefile runs all\n"
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

static bool parse_traps(const char *text, enum rvt_kit_traps *traps)
{
    static const char *const NAMES[] = {"port", "csrs", "none"}; /* enum rvt_kit_traps */
    unsigned place = 0;
    bool good = rvt_parse_word(text, NAMES, sizeof NAMES / sizeof NAMES[0], &place);

    *traps = (enum rvt_kit_traps)place;
    return good;
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
    struct rvt_kit kit = {.lanes = 8, .accesses = 1, .last = true, .top = "your_core", .nret = 1};
    bool of_source[RVT_KIT_CORE + 1] = {false};
    bool of_bytes = false, of_core = false;
    int option = 0;

    while ((option = getopt_long(argc, argv, "c:o:h", options, NULL)) != -1) {
        switch (option) {
        case 'h':
            return rvt_help(HELP);
        case 'c':
            if (kit.configs == RVT_KIT_CONFIGS_MAX)
                return rvt_misuse(argv[0], "more than %d configurations", RVT_KIT_CONFIGS_MAX);
            kit.config[kit.configs++].path = optarg;
            break;
        case 'o':
            kit.folder = optarg;
            break;
        case PACKETS:
            kit.packets = true;
            break;
        case BYTES:
            kit.bytes = true;
            break;
        case LANES:
            of_bytes = true;
            if (!parse_count(optarg, 8, &kit.lanes))
                return rvt_misuse(argv[0], "--lanes %s: expected 1 to 8", optarg);
            break;
        case NO_LAST:
            of_bytes = true;
            kit.last = false;
            break;
        case ACCESSES:
            if (!parse_count(optarg, 4, &kit.accesses))
                return rvt_misuse(argv[0], "--accesses %s: expected 1 to 4", optarg);
            break;
        case OF_PLAYER:
        case OF_BIND:
        case OF_CORE:
            kit.source = (enum rvt_kit_source)(option - OF_PLAYER);
            of_source[kit.source] = true;
            break;
        case TOP:
            of_core = true;
            kit.top = optarg;
            if (!is_identifier(optarg))
                return rvt_misuse(argv[0], "--top %s: expected the name of a module", optarg);
            break;
        case NRET:
            of_core = true;
            if (!parse_count(optarg, 8, &kit.nret))
                return rvt_misuse(argv[0], "--nret %s: expected 1 to 8", optarg);
            break;
        case OF_TRAPS:
            of_core = true;
            if (!parse_traps(optarg, &kit.traps))
                return rvt_misuse(argv[0], "--traps %s: expected port, csrs or none", optarg);
            break;
        case FORCE:
            kit.force = true;
            break;
        default:
            return rvt_misused(argv[0]);
        }
    }
    if (optind != argc)
        return rvt_misuse(argv[0], "unexpected argument '%s'", argv[optind]);
    if (kit.configs == 0 || kit.folder == NULL)
        return rvt_misuse(argv[0], "-c CFG and -o DIR are needed");
    if (of_source[RVT_KIT_PLAYER] + of_source[RVT_KIT_BIND] + of_source[RVT_KIT_CORE] > 1)
        return rvt_misuse(argv[0], "--player, --bind and --core cannot be used together");
    if (of_core && kit.source != RVT_KIT_CORE)
        return rvt_misuse(argv[0], "--top, --nret and --traps need --core");
    if (of_bytes && !kit.bytes)
        return rvt_misuse(argv[0], "--lanes and --no-last need --bytes");
    kit.packets = kit.packets || (!kit.bytes && kit.source != RVT_KIT_CORE);
    if (kit.configs > 1 && kit.source != RVT_KIT_PLAYER)
        return rvt_misuse(argv[0], "several configurations need --player");
    return rvt_kit_write(&kit) ? RVT_EXIT_GOOD : RVT_EXIT_UNUSABLE;
}
