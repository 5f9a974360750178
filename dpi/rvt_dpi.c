/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The DPI border: converts the simulator's plain C types and calls the comparison of librvt,
 * nothing else. It is compiled with the header that the simulator generates from rvt_dpi_pkg.sv
 * (-include), so that every prototype is checked.
 */
#include <rvt/rvt.h>

#include <stdio.h>
#include <stdlib.h>

#include "rvt_dpi_types.h"

/* What a chandle points to. */
struct border {
    struct rvt_comparison *comparison; /* null: not usable, error says why */
    struct rvt_program *program;
    struct rvt_configuration *config;
    const char *file;                               /* being read, while opening */
    struct rvt_tip_access access[RVT_TIP_ACCESSES]; /* of the next row */
    unsigned accesses;
    char error[512];
    char record_fault[512]; /* why nothing is recorded; "": it is, or need not be */
    char report_fault[512]; /* why the latest report cannot be written */
    char point[256];        /* latest result of c_dpi_rvt_coverage_name */
    char summary[4096];     /* latest result of c_dpi_rvt_summary */
};

static struct rvt_comparison_moment moment(rvt_longint cycle, rvt_longint held)
{
    const struct rvt_comparison_moment now = {.cycle = cycle, .held_cycles = held};
    return now;
}

static struct rvt_comparison *comparison_of(void *handle)
{
    return ((struct border *)handle)->comparison;
}

/* Why nothing can be opened; null: it can be tried. */
static const char *refusal(const char *config_path, const char *elf_path,
                           const struct rvt_comparison_options *options)
{
    if (config_path[0] == '\0')
        return "no configuration: name one with +rvt_config=FILE or config_p";
    if (options->decode_exact && elf_path[0] == '\0')
        return "decode-exact needs the program: name it with +rvt_elf=FILE";
    if (options->packets || options->bytes)
        return NULL;
    if (elf_path[0] == '\0')
        return "without packets_p and bytes_p only the ingress is checked, which needs the "
               "program: "
               "name it with +rvt_elf=FILE";
    return options->unchecked_rows ? "without packets_p and bytes_p nothing is compared but the "
                                     "ingress, and +rvt_ingress=unchecked turns that off"
                                   : NULL;
}

static enum rvt_status open_files(struct border *border, const char *config_path,
                                  const char *elf_path,
                                  const struct rvt_comparison_options *options,
                                  struct rvt_diagnosis *why)
{
    enum rvt_status status = rvt_configuration_load(config_path, &border->config, why);
    if (status == RVT_OK && elf_path[0] != '\0') {
        border->file = elf_path;
        status = rvt_program_new(border->config, false, &border->program);
        if (status == RVT_OK)
            status = rvt_program_add_elf(border->program, elf_path, why);
    }
    if (status == RVT_OK)
        status =
            rvt_comparison_open(border->config, border->program, options, &border->comparison, why);
    return status;
}

void *c_dpi_rvt_open(const char *config_path, const char *elf_path, svBit packets, svBit bytes,
                     svBit decode_exact, unsigned int latency_max, unsigned int early_max,
                     unsigned int findings_max, svBit output_losses, svBit unchecked_rows,
                     svBit requirements, svBit same_fields)
{
    struct border *border = calloc(1, sizeof *border);
    if (border == NULL)
        return NULL;
    const struct rvt_comparison_options options = {.size = sizeof options,
                                                   .packets = packets != 0,
                                                   .bytes = bytes != 0,
                                                   .decode_exact = decode_exact != 0,
                                                   .latency_max = latency_max,
                                                   .early_max = early_max,
                                                   .findings_max = findings_max,
                                                   .output_losses = output_losses != 0,
                                                   .unchecked_rows = unchecked_rows != 0,
                                                   .requirements = requirements != 0,
                                                   .same_fields = same_fields != 0};
    const char *refused = refusal(config_path, elf_path, &options);
    char reason[256] = "";
    struct rvt_diagnosis why;
    enum rvt_status status = RVT_ERR_PARAMETER;

    RVT_CLEAR(&why);
    border->file = config_path;
    if (refused == NULL)
        status = open_files(border, config_path, elf_path, &options, &why);
    if (status == RVT_OK)
        return border;
    rvt_diagnosis_format(&why, reason, sizeof reason);
    if (refused == NULL)
        refused = reason[0] != '\0' ? reason : rvt_status_name(status);
    (void)snprintf(border->error, sizeof border->error, "%s%s%s", border->file,
                   border->file[0] != '\0' ? ": " : "", refused);
    return border;
}

const char *c_dpi_rvt_error(void *handle)
{
    return handle != NULL ? ((struct border *)handle)->error : "out of memory";
}

/* True if the width in the configuration applies: context and time of an encoder that has none may
 * have any width, and so may impdef without filters. */
static bool is_compared(const struct rvt_configuration *config, const char *name)
{
    unsigned nocontext = 0, notime = 0, filters = 0;
    bool known = rvt_configuration_get(config, "nocontext_p", &nocontext) == RVT_OK &&
                 rvt_configuration_get(config, "notime_p", &notime) == RVT_OK &&
                 rvt_configuration_get(config, "filters_p", &filters) == RVT_OK;

    if (strcmp(name, "context_width_p") == 0 || strcmp(name, "ctype_width_p") == 0)
        return known && nocontext == 0;
    if (strcmp(name, "impdef_width_p") == 0)
        return known && filters > 0;
    return known && (strcmp(name, "time_width_p") != 0 || notime == 0);
}

/* Nothing is compared any more; error says why. */
static void give_up(struct border *border)
{
    rvt_comparison_close(border->comparison);
    border->comparison = NULL;
}

void c_dpi_rvt_parameter(void *handle, const char *name, unsigned int value)
{
    struct border *border = handle;
    unsigned configured = 0;

    if (border == NULL || border->comparison == NULL || !is_compared(border->config, name))
        return;
    if (rvt_configuration_get(border->config, name, &configured) != RVT_OK)
        (void)snprintf(border->error, sizeof border->error, "the configuration has no parameter %s",
                       name);
    else if (configured != value)
        (void)snprintf(border->error, sizeof border->error,
                       "%s is %u at the scoreboard and %u in the configuration", name, value,
                       configured);
    if (border->error[0] != '\0')
        give_up(border);
}

void c_dpi_rvt_exact(void *handle, unsigned int decision, unsigned int packet, unsigned int lanes,
                     unsigned int depth, unsigned int waiting)
{
    struct border *border = handle;
    const struct rvt_comparison_timing timing = {.size = sizeof timing,
                                                 .decision = decision,
                                                 .packet = packet,
                                                 .lanes = lanes,
                                                 .depth = depth,
                                                 .outstanding = waiting};

    if (border == NULL || border->comparison == NULL)
        return;
    enum rvt_status status = rvt_comparison_time(border->comparison, &timing);
    if (status == RVT_OK)
        return;
    (void)snprintf(border->error, sizeof border->error, "exact cycles are not possible: %s",
                   rvt_status_name(status));
    give_up(border);
}

void c_dpi_rvt_record(void *handle, const char *folder, const char *elf_path)
{
    struct border *border = handle;
    const struct rvt_comparison_record_options record = {
        .size = sizeof record, .folder = folder, .program = elf_path[0] != '\0' ? elf_path : NULL};
    char reason[256];
    struct rvt_diagnosis why;

    if (border == NULL || border->comparison == NULL)
        return;
    RVT_CLEAR(&why);
    if (rvt_comparison_record(border->comparison, &record, &why) == RVT_OK)
        return;
    rvt_diagnosis_format(&why, reason, sizeof reason);
    (void)snprintf(border->record_fault, sizeof border->record_fault, "%s: %s; nothing is recorded",
                   folder, reason);
}

const char *c_dpi_rvt_record_fault(void *handle)
{
    struct border *border = handle;

    if (border->record_fault[0] != '\0' || border->comparison == NULL)
        return border->record_fault;
    const char *fault = rvt_comparison_record_fault(border->comparison);
    return fault != NULL ? fault : "";
}

void c_dpi_rvt_control(void *handle, rvt_longint cycle, rvt_longint held, rvt_longint stalled,
                       rvt_longint time_value, svBit enable, svBit inst_tracing, svBit trig_enable)
{
    const struct rvt_te_control control = {.size = sizeof control,
                                           .enable = enable != 0,
                                           .inst_tracing = inst_tracing != 0,
                                           .inst_trig_enable = trig_enable != 0};
    (void)rvt_comparison_control(comparison_of(handle), moment(cycle, held), stalled, time_value,
                                 &control);
}

void c_dpi_rvt_write(void *handle, unsigned int offset, unsigned int value)
{
    rvt_comparison_write(comparison_of(handle), offset, value);
}

void c_dpi_rvt_access(void *handle, svBit dretire, unsigned char dtype, unsigned char dsize,
                      unsigned char dblock, rvt_longint daddr, rvt_longint data,
                      rvt_longint operand, unsigned int iaddr_lsbs, unsigned char lrid,
                      unsigned char lresp, unsigned char lid, rvt_longint sdata, rvt_longint ldata)
{
    struct border *border = handle;

    if (border->accesses < RVT_TIP_ACCESSES)
        border->access[border->accesses] =
            (struct rvt_tip_access){.size = sizeof(struct rvt_tip_access),
                                    .dretire = dretire != 0,
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
    border->accesses++; /* more than fit: the row is refused */
}

void c_dpi_rvt_row(void *handle, rvt_longint cycle, rvt_longint held, rvt_longint stalled,
                   unsigned int blocks, const rvt_longint *iaddr, const unsigned int *iretire,
                   const unsigned char *itype, const unsigned char *ilastsize,
                   const unsigned char *sijump, unsigned int cause, rvt_longint tval,
                   unsigned char priv, rvt_longint context_value, rvt_longint time_value,
                   unsigned char ctype, unsigned int trigger, unsigned int impdef, svBit halted,
                   svBit reset, svBit lost)
{
    struct border *border = handle;
    struct rvt_tip_block block[RVT_TIP_BLOCKS];
    const struct rvt_tip_row row = {.size = sizeof row,
                                    .cycle = cycle,
                                    .tval = tval,
                                    .context = context_value,
                                    .time = time_value,
                                    .cause = cause,
                                    .trigger = trigger,
                                    .impdef = impdef,
                                    .priv = priv,
                                    .ctype = ctype,
                                    .halted = halted != 0,
                                    .reset = reset != 0,
                                    .lost = lost != 0,
                                    .blocks = blocks,
                                    .block = block,
                                    .accesses = border->accesses,
                                    .access = border->access};
    for (unsigned i = 0; i < blocks && i < RVT_TIP_BLOCKS; i++)
        block[i] = (struct rvt_tip_block){.size = sizeof block[i],
                                          .iaddr = iaddr[i],
                                          .iretire = iretire[i],
                                          .itype = itype[i],
                                          .ilastsize = ilastsize[i],
                                          .sijump = sijump[i] != 0};
    /* a row that is refused is a finding */
    (void)rvt_comparison_row(border->comparison, moment(cycle, held), stalled, &row);
    border->accesses = 0;
}

void c_dpi_rvt_program(void *handle, rvt_longint cycle, rvt_longint held, rvt_longint stalled)
{
    rvt_comparison_program(comparison_of(handle), moment(cycle, held), stalled);
}

void c_dpi_rvt_idle(void *handle, rvt_longint cycle, rvt_longint held)
{
    rvt_comparison_idle(comparison_of(handle), moment(cycle, held));
}

static void payload_bytes(const svBitVecVal *payload, uint8_t byte[RVT_TE_PAYLOAD_BYTES])
{
    for (unsigned i = 0; i < RVT_TE_PAYLOAD_BYTES; i++)
        byte[i] = (uint8_t)(payload[i / 4] >> (8 * (i % 4)));
}

void c_dpi_rvt_packet(void *handle, rvt_longint cycle, rvt_longint held, const svBitVecVal *payload,
                      unsigned int bytes)
{
    uint8_t byte[RVT_TE_PAYLOAD_BYTES];
    payload_bytes(payload, byte);
    rvt_comparison_payload(comparison_of(handle), moment(cycle, held), false, byte, bytes);
}

void c_dpi_rvt_data_packet(void *handle, rvt_longint cycle, rvt_longint held,
                           const svBitVecVal *payload, unsigned int bytes)
{
    uint8_t byte[RVT_TE_PAYLOAD_BYTES];
    payload_bytes(payload, byte);
    rvt_comparison_payload(comparison_of(handle), moment(cycle, held), true, byte, bytes);
}

void c_dpi_rvt_beat(void *handle, rvt_longint cycle, rvt_longint held, rvt_longint offered)
{
    rvt_comparison_beat(comparison_of(handle), moment(cycle, held), offered);
}

void c_dpi_rvt_bytes(void *handle, rvt_longint cycle, rvt_longint held, rvt_longint data,
                     unsigned int count, svBit has_last, svBit last)
{
    uint8_t byte[8];
    for (unsigned i = 0; i < sizeof byte; i++)
        byte[i] = (uint8_t)(data >> (8 * i));
    if (count > sizeof byte) {
        rvt_comparison_fault(comparison_of(handle), moment(cycle, held),
                             "a beat of more than 8 bytes was sent [Beat]");
        return;
    }
    rvt_comparison_bytes(comparison_of(handle), moment(cycle, held), byte, count, has_last != 0,
                         last != 0);
}

void c_dpi_rvt_fault(void *handle, rvt_longint cycle, rvt_longint held, const char *message)
{
    rvt_comparison_fault(comparison_of(handle), moment(cycle, held), message);
}

void c_dpi_rvt_end(void *handle, rvt_longint cycle, rvt_longint held)
{
    rvt_comparison_end(comparison_of(handle), moment(cycle, held));
}

svBit c_dpi_rvt_passed(void *handle)
{
    return rvt_comparison_passed(comparison_of(handle));
}

svBit c_dpi_rvt_gives(void *handle, unsigned int verdict)
{
    return rvt_comparison_has(comparison_of(handle), (enum rvt_comparison_verdict)verdict);
}

unsigned int c_dpi_rvt_findings(void *handle, unsigned int verdict)
{
    return rvt_comparison_findings(comparison_of(handle), (enum rvt_comparison_verdict)verdict);
}

const char *c_dpi_rvt_finding(void *handle, unsigned int verdict, unsigned int index)
{
    const char *text =
        rvt_comparison_finding(comparison_of(handle), (enum rvt_comparison_verdict)verdict, index);
    return text != NULL ? text : "";
}

const char *c_dpi_rvt_summary(void *handle, unsigned int line)
{
    struct border *border = handle;

    return rvt_comparison_summary(border->comparison, line, border->summary,
                                  sizeof border->summary) == RVT_OK
               ? border->summary
               : "";
}

rvt_longint c_dpi_rvt_first_cycle(void *handle)
{
    return rvt_comparison_first_cycle(comparison_of(handle));
}

const char *c_dpi_rvt_report(void *handle, const char *path, const char *instance_name)
{
    struct border *border = handle;
    const struct rvt_comparison_report_options options = {
        .size = sizeof options, .path = path, .instance = instance_name};
    char reason[256];
    struct rvt_diagnosis why;

    RVT_CLEAR(&why);
    border->report_fault[0] = '\0';
    if (rvt_comparison_report(border->comparison, &options, &why) != RVT_OK) {
        rvt_diagnosis_format(&why, reason, sizeof reason);
        (void)snprintf(border->report_fault, sizeof border->report_fault, "%s: %s", path, reason);
    }
    return border->report_fault;
}

static struct rvt_comparison_counts counts_of(void *handle)
{
    struct rvt_comparison_counts counts;
    RVT_CLEAR(&counts);
    if (rvt_comparison_count(comparison_of(handle), &counts) != RVT_OK)
        RVT_CLEAR(&counts);
    return counts;
}

void c_dpi_rvt_statistics(void *handle, rvt_longint *rows, rvt_longint *rows_lost,
                          rvt_longint *blocks, rvt_longint *instructions, rvt_longint *packets,
                          rvt_longint *bytes, rvt_longint *comparisons, rvt_longint *decoded,
                          rvt_longint *latency)
{
    const struct rvt_comparison_counts counts = counts_of(handle);
    *rows = counts.rows;
    *rows_lost = counts.rows_lost;
    *blocks = counts.blocks;
    *instructions = counts.instructions;
    *packets = counts.packets;
    *bytes = counts.bytes;
    *comparisons = counts.comparisons;
    *decoded = counts.decoded;
    *latency = counts.latency_max;
}

rvt_longint c_dpi_rvt_undecodable(void *handle)
{
    const struct rvt_comparison_counts counts = counts_of(handle);
    return counts.undecodable;
}

rvt_longint c_dpi_rvt_skipped(void *handle)
{
    const struct rvt_comparison_counts counts = counts_of(handle);
    return counts.skipped;
}

rvt_longint c_dpi_rvt_undecodable_bound(void *handle, unsigned int index)
{
    return rvt_comparison_undecodable_bound(comparison_of(handle), index);
}

rvt_longint c_dpi_rvt_te_data(void *handle)
{
    const struct rvt_comparison_counts counts = counts_of(handle);
    return counts.te_data;
}

rvt_longint c_dpi_rvt_timed(void *handle)
{
    const struct rvt_comparison_counts counts = counts_of(handle);
    return counts.timed;
}

rvt_longint c_dpi_rvt_coverage_count(void *handle, unsigned int point)
{
    const char *impossible;
    char name[80];
    uint64_t count;

    return rvt_comparison_coverage(comparison_of(handle), point, &count, name, sizeof name,
                                   &impossible) == RVT_OK
               ? count
               : 0;
}

const char *c_dpi_rvt_coverage_name(void *handle, unsigned int point)
{
    struct border *border = handle;
    const char *impossible;
    char name[80];
    uint64_t count;

    if (rvt_comparison_coverage(border->comparison, point, &count, name, sizeof name,
                                &impossible) != RVT_OK)
        return "";
    (void)snprintf(border->point, sizeof border->point, "%s%s%s", name,
                   impossible != NULL ? "\t" : "", impossible != NULL ? impossible : "");
    return border->point;
}

void c_dpi_rvt_close(void *handle)
{
    struct border *border = handle;
    if (border == NULL)
        return;
    rvt_comparison_close(border->comparison);
    rvt_program_free(border->program);
    rvt_configuration_free(border->config);
    free(border);
}
