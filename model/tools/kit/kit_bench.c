/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/kit/kit_bench.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <rvt/config.h>

#include "io/bytes/output.h"
#include "tools/kit/template.h"

/* Where a file of the kit is used: a bit for each source. */
enum {
    WITH_PLAYER = 1 << RVT_KIT_PLAYER,
    WITH_BIND = 1 << RVT_KIT_BIND,
    WITH_CORE = 1 << RVT_KIT_CORE
};
enum { ALWAYS = WITH_PLAYER | WITH_BIND | WITH_CORE };

/* The files; the first one, a copy of the configuration, has no template. */
static const struct file {
    const char *name, *summary;
    unsigned use;
    bool common;          /* to all benches */
    bool encoder;         /* only if an encoder is observed */
    bool edited;          /* by the user, so that it is never overwritten */
    const char *template; /* null: it has the name of the file */
} FILES[] = {
    {"rvt.yaml", "the configuration", ALWAYS, false, false, false, NULL},
    {"rvt_check.sv", "the scoreboard with the widths of the configuration", ALWAYS, false, false,
     false, NULL},
    {"rvt_bench.sv", "clock, reset, end of the run", WITH_PLAYER | WITH_CORE, false, false, false,
     NULL},
    {"rvt_player.svh", "the player of tip traces", WITH_PLAYER, false, false, false, NULL},
    {"rvt_core.svh", "signals of RVFI, adapter to the ingress port", WITH_CORE, false, false, false,
     NULL},
    {"rvt_rvfi_log.sv", "writes RVFI as a log", WITH_CORE, false, false, false, NULL},
    {"core.svh", "the instance of your core", WITH_CORE, true, false, true, NULL},
    {"connect.svh", "the instance of your encoder", WITH_PLAYER | WITH_CORE, true, true, true,
     NULL},
    {"connect.sv", "the scoreboard bound to your encoder", WITH_BIND, true, false, true, NULL},
    {"Makefile", "builds and runs it with Verilator", ALWAYS, true, false, false, NULL},
    {"simulators.md", "commands for other simulators", ALWAYS, true, false, false, NULL},
    {"README.md", "the order of work", WITH_CORE, true, false, false, "core.md"},
};

enum { FILE_COUNT = sizeof FILES / sizeof FILES[0], PATH_BYTES = 8192 };

/* A bench while it is written: the kit, and the number of its configuration. */
struct bench {
    const struct rvt_kit *kit;
    unsigned number;
};

static bool observes_encoder(const struct rvt_kit *kit)
{
    return kit->packets || kit->bytes;
}

static bool is_used(const struct rvt_kit *kit, const struct file *file)
{
    return (file->use >> kit->source & 1) != 0 && (!file->encoder || observes_encoder(kit));
}

/* Bits of an address register of the hart. */
static unsigned xlen_of(const struct rvt_configuration *configuration)
{
    unsigned width = 0;

    return rvt_configuration_get(configuration, "iaddress_width_p", &width) == RVT_OK && width > 32
               ? 64
               : 32;
}

/* The names of the benches, with spaces between them; "" if there is one. */
static void list_benches(const struct rvt_kit *kit, char value[RVT_TEMPLATE_VALUE])
{
    size_t length = 0;

    value[0] = '\0';
    for (unsigned i = 0; i < kit->configs && kit->configs > 1; i++)
        length += (size_t)snprintf(value + length, RVT_TEMPLATE_VALUE - length, "%s%s",
                                   i > 0 ? " " : "", kit->config[i].name);
}

/* What the command line says, as numbers. False: nothing of that name. */
static bool number_of(const struct bench *bench, const char *name, unsigned *number)
{
    const struct rvt_kit *kit = bench->kit;
    const struct {
        const char *name;
        unsigned value;
    } numbers[] = {{"packets", kit->packets},
                   {"bytes", kit->bytes},
                   {"last", kit->last},
                   {"lanes", kit->lanes},
                   {"accesses", kit->accesses},
                   {"encoder", observes_encoder(kit)},
                   {"player", kit->source == RVT_KIT_PLAYER},
                   {"bind", kit->source == RVT_KIT_BIND},
                   {"core", kit->source == RVT_KIT_CORE},
                   {"bench", kit->source != RVT_KIT_BIND},
                   {"several", kit->configs > 1},
                   {"nret", kit->nret},
                   {"xlen", xlen_of(kit->config[bench->number].configuration)},
                   {"trap_source", kit->traps},
                   {"trap_port", kit->traps == RVT_KIT_TRAPS_PORT},
                   {"trap_csrs", kit->traps == RVT_KIT_TRAPS_CSRS}};

    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (strcmp(name, numbers[i].name) == 0) {
            *number = numbers[i].value;
            return true;
        }
    return false;
}

/* A value of a template: what the command line says, paths, and each key of the configuration. */
static bool value_of(void *context, const char *name, char value[RVT_TEMPLATE_VALUE])
{
    const struct bench *bench = context;
    const struct rvt_kit *kit = bench->kit;
    unsigned number = 0;

    if (strcmp(name, "benches") == 0) {
        list_benches(kit, value);
        return true;
    }
    if (strcmp(name, "top") == 0) {
        (void)snprintf(value, RVT_TEMPLATE_VALUE, "%s", kit->top);
        return true;
    }
    if (rvt_installation_value(&kit->installation, name, value, RVT_TEMPLATE_VALUE))
        return true;
    if (!number_of(bench, name, &number) &&
        rvt_configuration_get(kit->config[bench->number].configuration, name, &number) != RVT_OK)
        return false;
    (void)snprintf(value, RVT_TEMPLATE_VALUE, "%u", number);
    return true;
}

/* --- reading ---------------------------------------------------------------------------------- */

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

/* Reads a configuration; complains of one that is refused, or that the scoreboard has no ports
 * for. */
static bool read_config(struct rvt_kit_config *config)
{
    struct rvt_diagnosis diagnosis;
    unsigned ntkn = 0;

    RVT_CLEAR(&diagnosis);
    config->text = read_text(config->path);
    if (config->text == NULL)
        return false;
    if (rvt_configuration_parse(config->text, strlen(config->text), &config->configuration,
                                &diagnosis) != RVT_OK) {
        rvt_complain_diagnosis(config->path, &diagnosis);
        return false;
    }
    if (rvt_configuration_get(config->configuration, "ntkn_width_p", &ntkn) != RVT_OK || ntkn > 0) {
        (void)fprintf(stderr,
                      "rvt: %s: ntkn_width_p %u: the scoreboard has no port ntkn [DRA-009]\n",
                      rvt_input_name(config->path), ntkn);
        return false;
    }
    return true;
}

/* Names the folder of one of several configurations after its file, which must make it a word that
 * no other one is; complains if it does not. */
static bool name_config(struct rvt_kit *kit, unsigned number)
{
    static const char CHARACTERS[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    struct rvt_kit_config *config = &kit->config[number];
    const char *slash = strrchr(config->path, '/');
    const char *file = slash != NULL ? slash + 1 : config->path;
    size_t length = strspn(file, CHARACTERS);
    bool good = length > 0 && length < sizeof config->name && file[0] != '-' &&
                (strcmp(file + length, ".yaml") == 0 || strcmp(file + length, ".yml") == 0);

    (void)snprintf(config->name, sizeof config->name, "%.*s", (int)length, file);
    for (unsigned i = 0; i < number; i++)
        good = good && strcmp(kit->config[i].name, config->name) != 0;
    if (!good)
        (void)fprintf(
            stderr,
            "rvt: %s: of several configurations each needs a name of its own, of letters, "
            "digits, _ and -, that ends in .yaml\n",
            rvt_input_name(config->path));
    return good;
}

static bool read_configs(struct rvt_kit *kit)
{
    for (unsigned i = 0; i < kit->configs; i++)
        if (!read_config(&kit->config[i]) || (kit->configs > 1 && !name_config(kit, i)))
            return false;
    return true;
}

/* --- writing ---------------------------------------------------------------------------------- */

/* The path of what belongs to one bench, or of what all have (common); name "": its folder. */
static void path_in(const struct bench *bench, bool common, const char *name, char path[PATH_BYTES])
{
    const struct rvt_kit *kit = bench->kit;
    bool shared = common || kit->configs == 1;

    (void)snprintf(path, PATH_BYTES, "%s%s%s/%s", kit->folder, shared ? "" : "/",
                   shared ? "" : kit->config[bench->number].name, name);
}

static void path_of(const struct bench *bench, const struct file *file, char path[PATH_BYTES])
{
    path_in(bench, file->common, file->name, path);
}

/* True if the file is written with this bench: what all have, with the first one. */
static bool is_written(const struct bench *bench, const struct file *file)
{
    return is_used(bench->kit, file) && (!file->common || bench->number == 0);
}

static bool make_folder(const struct bench *bench, bool common)
{
    char path[PATH_BYTES];

    path_in(bench, common, "", path);
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return true;
    (void)fprintf(stderr, "rvt: %.*s: cannot create: %s\n", (int)strlen(path) - 1, path,
                  strerror(errno));
    return false;
}

/* Creates the folders; complains of a file that would be overwritten, and of a folder that cannot
 * be used. */
static bool prepare(const struct bench *bench)
{
    char path[PATH_BYTES];

    if (!make_folder(bench, true) || !make_folder(bench, false))
        return false;
    for (int i = 0; i < FILE_COUNT && !bench->kit->force; i++) {
        path_of(bench, &FILES[i], path);
        if (is_written(bench, &FILES[i]) && access(path, F_OK) == 0) {
            (void)fprintf(stderr, "rvt: %s exists: --force overwrites it\n", path);
            return false;
        }
    }
    return true;
}

/* Writes a file: the configuration as it is, anything else from its template. */
static bool write_file(struct bench *bench, const struct file *file)
{
    const char *configuration = bench->kit->config[bench->number].text;
    char path[PATH_BYTES], source[PATH_BYTES];
    struct rvt_diagnosis none;
    struct rvt_output *output;
    enum rvt_status status;
    char *template = NULL;
    unsigned line = 0;

    RVT_CLEAR(&none);
    path_of(bench, file, path);
    if (file != &FILES[0]) {
        (void)snprintf(source, sizeof source, "%s/%s", bench->kit->installation.kit,
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
                              : rvt_template_expand(template, value_of, bench, output, &line);
    free(template);
    if (status == RVT_ERR_SYNTAX) {
        (void)fprintf(stderr, "rvt: %s: line %u: unknown name or unfinished part\n", source, line);
        rvt_output_discard(output);
        return false;
    }
    return rvt_settle_diagnosis(status, output, path, path, &none);
}

static bool write_files(struct bench *bench)
{
    char path[PATH_BYTES];

    for (int i = 0; i < FILE_COUNT; i++) {
        if (!is_written(bench, &FILES[i]))
            continue;
        path_of(bench, &FILES[i], path);
        bool kept = FILES[i].edited && access(path, F_OK) == 0;
        if (!kept && !write_file(bench, &FILES[i]))
            return false;
        (void)printf("%s %s: %s\n", kept ? "kept " : "wrote", path, FILES[i].summary);
    }
    return true;
}

static bool write_benches(const struct rvt_kit *kit)
{
    for (unsigned i = 0; i < kit->configs; i++)
        if (!prepare(&(struct bench){kit, i}))
            return false;
    for (unsigned i = 0; i < kit->configs; i++)
        if (!write_files(&(struct bench){kit, i}))
            return false;
    return true;
}

static void print_next(const struct rvt_kit *kit)
{
    if (kit->source == RVT_KIT_CORE)
        (void)printf("next: connect your core in %s/core.svh (see %s/README.md), then\n"
                     "  make -C %s SOURCES='-f CORE.f' ELF=PROGRAM\n",
                     kit->folder, kit->folder, kit->folder);
    else if (kit->source == RVT_KIT_BIND)
        (void)printf("next: bind your encoder in %s/connect.sv, then\n"
                     "  make -C %s SOURCES='ENCODER.sv BENCH.sv' TOP=BENCH ELF=PROGRAM\n",
                     kit->folder, kit->folder);
    else
        (void)printf("next: connect your encoder in %s/connect.svh, then\n"
                     "  make -C %s SOURCES='ENCODER.sv'\n",
                     kit->folder, kit->folder);
}

bool rvt_kit_write(struct rvt_kit *kit)
{
    bool written =
        read_configs(kit) && rvt_installation_find(&kit->installation) && write_benches(kit);

    if (written)
        print_next(kit);
    for (unsigned i = 0; i < kit->configs; i++) {
        rvt_configuration_free(kit->config[i].configuration);
        free(kit->config[i].text);
    }
    return written && fflush(stdout) == 0;
}
