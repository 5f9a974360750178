/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The DPI border: converts the simulator's plain C types and calls the lockstep, nothing else. It
 * is compiled with the header that the simulator generates from rvt_dpi_pkg.sv (-include), so that
 * every prototype is checked.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config_keys.h"
#include "io/config_yaml.h"
#include "io/elf_image.h"

#include "lockstep/core/lockstep.h"

/* What a chandle points to. */
struct border {
    struct rvt_lockstep *lockstep; /* null: not usable, error says why */
    struct rvt_image *image;
    struct rvt_config config;
    const char *file;                           /* being read, while opening */
    struct rvt_access access[RVT_ACCESSES_MAX]; /* of the next row */
    unsigned accesses;
    char error[512];
    char point[256]; /* latest result of c_dpi_rvt_coverage_name */
};

static struct rvt_instant instant(unsigned long long cycle, unsigned long long held)
{
    const struct rvt_instant now = {.cycle = cycle, .held_cycles = held};
    return now;
}

static struct rvt_lockstep *lockstep_of(void *handle)
{
    return ((struct border *)handle)->lockstep;
}

static enum rvt_status open_files(struct border *border, const char *config_path,
                                  const char *elf_path, const struct rvt_lockstep_options *options,
                                  struct rvt_diag *diag)
{
    struct rvt_config *config = &border->config;
    border->file = config_path;
    if (config_path[0] == '\0')
        return rvt_diag_set(diag, RVT_ERR_PARAMETER, NULL, 0, NULL,
                            "no configuration: name one with +rvt_config=FILE or config_p");
    if (options->decode_exact && elf_path[0] == '\0')
        return rvt_diag_set(diag, RVT_ERR_PARAMETER, NULL, 0, NULL,
                            "the decode-exact verdict needs the program: +rvt_elf=FILE");
    if (!options->packets && !options->bytes)
        return rvt_diag_set(diag, RVT_ERR_PARAMETER, NULL, 0, NULL,
                            "neither packets nor bytes are observed");
    enum rvt_status status = rvt_config_load(config_path, config, diag);
    if (status == RVT_OK && elf_path[0] != '\0') {
        border->file = elf_path;
        status = rvt_elf_open(elf_path, config, &border->image, diag);
    }
    if (status == RVT_OK)
        status = rvt_lockstep_open(config, options, border->image, &border->lockstep);
    return status;
}

void *c_dpi_rvt_open(const char *config_path, const char *elf_path, svBit packets, svBit bytes,
                     svBit decode_exact, unsigned int latency_max, unsigned int early_max,
                     unsigned int findings_max)
{
    struct border *border = calloc(1, sizeof *border);
    if (border == NULL)
        return NULL;
    const struct rvt_lockstep_options options = {.packets = packets != 0,
                                                 .bytes = bytes != 0,
                                                 .decode_exact = decode_exact != 0,
                                                 .latency_max = latency_max,
                                                 .early_max = early_max,
                                                 .findings_max = findings_max};
    struct rvt_diag diag;
    rvt_diag_clear(&diag);
    enum rvt_status status = open_files(border, config_path, elf_path, &options, &diag);
    if (status != RVT_OK) {
        char reason[256] = "";
        if (diag.status != RVT_OK)
            rvt_diag_format(&diag, reason, sizeof reason);
        (void)snprintf(border->error, sizeof border->error, "%s%s%s", border->file,
                       border->file[0] != '\0' ? ": " : "",
                       diag.status != RVT_OK ? reason : rvt_status_text(status));
    }
    return border;
}

const char *c_dpi_rvt_error(void *handle)
{
    return handle != NULL ? ((struct border *)handle)->error : "out of memory";
}

/* True if the width in the configuration applies: context and time of an encoder that has none may
 * have any width, and so may impdef without filters. */
static bool is_compared(const struct rvt_params *params, const char *name)
{
    if (strcmp(name, "context_width_p") == 0 || strcmp(name, "ctype_width_p") == 0)
        return !params->nocontext_p;
    if (strcmp(name, "impdef_width_p") == 0)
        return params->filters_p > 0;
    return strcmp(name, "time_width_p") != 0 || !params->notime_p;
}

void c_dpi_rvt_parameter(void *handle, const char *name, unsigned int value)
{
    struct border *border = handle;
    const struct rvt_key *key = rvt_config_keys();

    if (border == NULL || border->lockstep == NULL || !is_compared(&border->config.params, name))
        return;
    while (key->name != NULL && strcmp(key->name, name) != 0)
        key++;
    if (key->name == NULL)
        (void)snprintf(border->error, sizeof border->error, "%s is not a parameter", name);
    else if (rvt_config_get(&border->config, key) != value)
        (void)snprintf(border->error, sizeof border->error,
                       "%s is %u at the scoreboard and %u in the configuration", name, value,
                       rvt_config_get(&border->config, key));
    if (border->error[0] == '\0')
        return;
    rvt_lockstep_close(border->lockstep);
    border->lockstep = NULL;
}

void c_dpi_rvt_exact(void *handle, unsigned int decision, unsigned int packet, unsigned int lanes,
                     unsigned int depth, unsigned int waiting)
{
    struct border *border = handle;
    const struct rvt_pipeline_contract contract = {.decision = decision,
                                                   .packet = packet,
                                                   .lanes = lanes,
                                                   .depth = depth,
                                                   .outstanding = waiting};

    if (border == NULL || border->lockstep == NULL)
        return;
    enum rvt_status status = rvt_lockstep_exact(border->lockstep, &contract);
    if (status == RVT_OK)
        return;
    (void)snprintf(border->error, sizeof border->error, "exact cycles: %s",
                   rvt_status_text(status));
    rvt_lockstep_close(border->lockstep);
    border->lockstep = NULL;
}

void c_dpi_rvt_control(void *handle, unsigned long long cycle, unsigned long long held,
                       unsigned long long stalled, unsigned long long time_value, svBit enable,
                       svBit inst_tracing, svBit trig_enable)
{
    const struct rvt_control control = {.enable = enable != 0,
                                        .inst_tracing = inst_tracing != 0,
                                        .inst_trig_enable = trig_enable != 0};
    rvt_lockstep_control(lockstep_of(handle), instant(cycle, held), stalled, time_value, &control);
}

void c_dpi_rvt_write(void *handle, unsigned int offset, unsigned int value)
{
    rvt_lockstep_write(lockstep_of(handle), offset, value);
}

void c_dpi_rvt_access(void *handle, svBit dretire, unsigned char dtype, unsigned char dsize,
                      unsigned char dblock, unsigned long long daddr, unsigned long long data,
                      unsigned long long operand, unsigned int iaddr_lsbs, unsigned char lrid,
                      unsigned char lresp, unsigned char lid, unsigned long long sdata,
                      unsigned long long ldata)
{
    struct border *border = handle;

    if (border->accesses == RVT_ACCESSES_MAX)
        return;
    border->access[border->accesses++] = (struct rvt_access){.dretire = dretire != 0,
                                                             .dtype = dtype,
                                                             .dsize = dsize,
                                                             .dblock = dblock,
                                                             .daddr = daddr,
                                                             .data = data,
                                                             .operand = operand,
                                                             .iaddr_lsbs = iaddr_lsbs,
                                                             .lrid = lrid,
                                                             .lresp = lresp,
                                                             .lid = lid,
                                                             .sdata = sdata,
                                                             .ldata = ldata};
}

void c_dpi_rvt_row(void *handle, unsigned long long cycle, unsigned long long held,
                   unsigned long long stalled, unsigned int blocks, const unsigned long long *iaddr,
                   const unsigned int *iretire, const unsigned char *itype,
                   const unsigned char *ilastsize, const unsigned char *sijump, unsigned int cause,
                   unsigned long long tval, unsigned char priv, unsigned long long context_value,
                   unsigned long long time_value, unsigned char ctype, unsigned int trigger,
                   unsigned int impdef, svBit halted, svBit reset, svBit lost)
{
    struct rvt_row row = {.cycle = cycle,
                          .tval = tval,
                          .context = context_value,
                          .time = time_value,
                          .cause = cause,
                          .trigger = trigger,
                          .impdef = impdef,
                          .priv = priv,
                          .ctype = ctype,
                          .blocks = (uint8_t)blocks,
                          .accesses = (uint8_t)((struct border *)handle)->accesses,
                          .access = ((struct border *)handle)->access,
                          .halted = halted != 0,
                          .reset = reset != 0,
                          .lost = lost != 0};
    for (unsigned i = 0; i < blocks && i < RVT_BLOCKS_MAX; i++) {
        row.block[i].iaddr = iaddr[i];
        row.block[i].iretire = iretire[i];
        row.block[i].itype = itype[i];
        row.block[i].ilastsize = ilastsize[i];
        row.block[i].sijump = sijump[i] != 0;
    }
    rvt_lockstep_row(lockstep_of(handle), instant(cycle, held), stalled, &row);
    ((struct border *)handle)->accesses = 0;
}

void c_dpi_rvt_program(void *handle, unsigned long long cycle, unsigned long long held,
                       unsigned long long stalled)
{
    rvt_lockstep_program(lockstep_of(handle), instant(cycle, held), stalled);
}

void c_dpi_rvt_idle(void *handle, unsigned long long cycle, unsigned long long held)
{
    rvt_lockstep_idle(lockstep_of(handle), instant(cycle, held));
}

static void payload_bytes(const svBitVecVal *payload, uint8_t byte[RVT_PAYLOAD_BYTES_MAX])
{
    for (unsigned i = 0; i < RVT_PAYLOAD_BYTES_MAX; i++)
        byte[i] = (uint8_t)(payload[i / 4] >> (8 * (i % 4)));
}

void c_dpi_rvt_packet(void *handle, unsigned long long cycle, unsigned long long held,
                      const svBitVecVal *payload, unsigned int bytes)
{
    uint8_t byte[RVT_PAYLOAD_BYTES_MAX];
    payload_bytes(payload, byte);
    rvt_lockstep_packet(lockstep_of(handle), instant(cycle, held), byte, bytes);
}

void c_dpi_rvt_data_packet(void *handle, unsigned long long cycle, unsigned long long held,
                           const svBitVecVal *payload, unsigned int bytes)
{
    uint8_t byte[RVT_PAYLOAD_BYTES_MAX];
    payload_bytes(payload, byte);
    rvt_lockstep_data_packet(lockstep_of(handle), instant(cycle, held), byte, bytes);
}

void c_dpi_rvt_beat(void *handle, unsigned long long cycle, unsigned long long held,
                    unsigned long long offered)
{
    rvt_lockstep_beat(lockstep_of(handle), instant(cycle, held), offered);
}

void c_dpi_rvt_bytes(void *handle, unsigned long long cycle, unsigned long long held,
                     unsigned long long data, unsigned int count, svBit has_last, svBit last)
{
    uint8_t byte[8];
    for (unsigned i = 0; i < sizeof byte; i++)
        byte[i] = (uint8_t)(data >> (8 * i));
    rvt_lockstep_bytes(lockstep_of(handle), instant(cycle, held), byte, count, has_last != 0,
                       last != 0);
}

void c_dpi_rvt_end(void *handle, unsigned long long cycle, unsigned long long held)
{
    rvt_lockstep_end(lockstep_of(handle), instant(cycle, held));
}

svBit c_dpi_rvt_passed(void *handle)
{
    return rvt_lockstep_passed(lockstep_of(handle));
}

int c_dpi_rvt_findings(void *handle, unsigned int verdict)
{
    const struct rvt_lockstep *lockstep = lockstep_of(handle);
    if (verdict >= RVT_VERDICTS || !rvt_lockstep_has_verdict(lockstep, (enum rvt_verdict)verdict))
        return -1;
    return (int)rvt_lockstep_findings(lockstep, (enum rvt_verdict)verdict);
}

const char *c_dpi_rvt_finding(void *handle, unsigned int verdict, unsigned int index)
{
    if (verdict >= RVT_VERDICTS)
        return "";
    const char *text = rvt_lockstep_finding(lockstep_of(handle), (enum rvt_verdict)verdict, index);
    return text != NULL ? text : "";
}

unsigned long long c_dpi_rvt_first_cycle(void *handle)
{
    return rvt_lockstep_first_cycle(lockstep_of(handle));
}

void c_dpi_rvt_statistics(void *handle, unsigned long long *rows, unsigned long long *rows_lost,
                          unsigned long long *blocks, unsigned long long *instructions,
                          unsigned long long *packets, unsigned long long *bytes,
                          unsigned long long *comparisons, unsigned long long *decoded,
                          unsigned long long *latency)
{
    struct rvt_lockstep_statistics statistics;
    rvt_lockstep_statistics(lockstep_of(handle), &statistics);
    *rows = statistics.rows;
    *rows_lost = statistics.rows_lost;
    *blocks = statistics.blocks;
    *instructions = statistics.instructions;
    *packets = statistics.packets;
    *bytes = statistics.bytes;
    *comparisons = statistics.comparisons;
    *decoded = statistics.decoded;
    *latency = statistics.latency_max;
}

unsigned long long c_dpi_rvt_undecodable(void *handle)
{
    struct rvt_lockstep_statistics statistics;
    rvt_lockstep_statistics(lockstep_of(handle), &statistics);
    return statistics.undecodable;
}

unsigned long long c_dpi_rvt_undecodable_bound(void *handle, unsigned int index)
{
    return rvt_lockstep_undecodable_bound(lockstep_of(handle), index);
}

unsigned long long c_dpi_rvt_te_data(void *handle)
{
    struct rvt_lockstep_statistics statistics;
    rvt_lockstep_statistics(lockstep_of(handle), &statistics);
    return statistics.te_data;
}

unsigned long long c_dpi_rvt_timed(void *handle)
{
    struct rvt_lockstep_statistics statistics;
    rvt_lockstep_statistics(lockstep_of(handle), &statistics);
    return statistics.timed;
}

unsigned long long c_dpi_rvt_coverage_count(void *handle, unsigned int point)
{
    return point < RVT_COVERAGE_POINTS ? rvt_lockstep_coverage(lockstep_of(handle))->count[point]
                                       : 0;
}

const char *c_dpi_rvt_coverage_name(void *handle, unsigned int point)
{
    struct border *border = handle;
    char name[80];

    if (point >= RVT_COVERAGE_POINTS)
        return "";
    const char *why = rvt_coverage_impossible(point);
    rvt_coverage_name(point, name, sizeof name);
    (void)snprintf(border->point, sizeof border->point, "%s%s%s", name, why != NULL ? "\t" : "",
                   why != NULL ? why : "");
    return border->point;
}

void c_dpi_rvt_close(void *handle)
{
    struct border *border = handle;
    if (border == NULL)
        return;
    rvt_lockstep_close(border->lockstep);
    rvt_image_close(border->image);
    free(border);
}
