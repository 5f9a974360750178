/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#define _XOPEN_SOURCE 700 /* realpath; NOLINT(bugprone-reserved-identifier) */
#include "io/record/run_record.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/config_print.h"
#include "io/bytes/file.h"
#include "io/packet_list.h"
#include "io/record/control_steps.h"
#include "io/record/folder.h"
#include "io/record/replay_script.h"
#include "io/tip/tip_column.h"
#include "io/tip/tip_text.h"

/* The files that grow during the run. */
enum file { CONTROL, TRACE, PACKETS, BYTES, FILES };

static const char *const NAMES[FILES] = {RVT_RECORD_CONTROL, RVT_RECORD_TRACE, RVT_RECORD_PACKETS,
                                         RVT_RECORD_BYTES};

struct rvt_run_record {
    char *folder;
    struct rvt_output *output[FILES]; /* null: not observed */
    struct rvt_control_steps steps;
    unsigned columns, blocks, groups;
    struct rvt_row latest; /* without blocks and accesses */
    bool begun;            /* there is a row */
    uint64_t stall_end;    /* the cycle after the latest stall */
    uint64_t stalled;      /* cycles of this stall that no row has reported yet */
    uint64_t cycle;        /* the latest */
    uint64_t flushed;      /* cycle in which the files had everything */
    bool ended;            /* by a fault */
    char fault[512];
};

/* The record ends. */
static void end(struct rvt_run_record *record, enum file at, const struct rvt_diag *why)
{
    char reason[sizeof why->text + 64];

    rvt_diag_format(why, reason, sizeof reason);
    (void)snprintf(record->fault, sizeof record->fault,
                   "%s/%s: %s; the record ends in cycle %" PRIu64, record->folder, NAMES[at],
                   reason, record->cycle);
    record->ended = true;
    for (enum file i = 0; i < FILES; i++)
        if (record->output[i] != NULL)
            (void)rvt_output_whole(record->output[i], true);
}

/* After something was written to a file. */
static void settle(struct rvt_run_record *record, enum file at, bool now)
{
    struct rvt_diag why;

    if (rvt_output_whole(record->output[at], now) == RVT_OK)
        return;
    rvt_diag_clear(&why);
    rvt_output_explain(record->output[at], &why);
    end(record, at, &why);
}

void rvt_run_record_flush(struct rvt_run_record *record)
{
    for (enum file i = 0; i < FILES && !record->ended; i++)
        if (record->output[i] != NULL)
            settle(record, i, true);
    record->flushed = record->cycle;
}

/* Writes a row, with the stall before it. */
static void write_row(struct rvt_run_record *record, const struct rvt_row *row)
{
    uint64_t before = record->begun ? row->cycle - record->latest.cycle - 1 : row->cycle;
    struct rvt_row shown = *row;

    if (record->stall_end == row->cycle)
        shown.stalled = record->stalled < before ? record->stalled : before;
    rvt_tip_text_write(record->output[TRACE], record->columns, record->blocks, record->groups,
                       &shown);
    record->latest = *row;
    record->latest.trigger = record->latest.blocks = record->latest.accesses = 0;
    record->latest.lost = false;
    record->begun = true;
    record->stalled = 0;
    settle(record, TRACE, false);
}

/* No row came in the cycle after a stall: an idle one reports it. */
static void report_stall(struct rvt_run_record *record)
{
    struct rvt_row idle = record->latest;

    idle.cycle = record->stall_end;
    if (record->begun && record->stalled > 0 && !record->ended)
        write_row(record, &idle);
    record->stalled = 0;
}

/* Time advances to cycle. False: the record has ended. */
static bool advance(struct rvt_run_record *record, uint64_t cycle)
{
    if (cycle > record->stall_end)
        report_stall(record);
    if (cycle > record->cycle)
        record->cycle = cycle;
    if (!record->ended && record->cycle - record->flushed >= RVT_RECORD_CYCLES)
        rvt_run_record_flush(record);
    return !record->ended;
}

void rvt_run_record_control(struct rvt_run_record *record, uint64_t cycle,
                            const struct rvt_control *control)
{
    if (!advance(record, cycle))
        return;
    rvt_control_steps_control(&record->steps, cycle, control);
    settle(record, CONTROL, false);
}

void rvt_run_record_write(struct rvt_run_record *record, uint64_t cycle, uint32_t offset,
                          uint32_t value)
{
    if (!advance(record, cycle))
        return;
    rvt_control_steps_write(&record->steps, cycle, offset, value);
    settle(record, CONTROL, false);
}

void rvt_run_record_stall(struct rvt_run_record *record, uint64_t cycle, uint64_t stalled_cycles)
{
    if (!advance(record, cycle) || stalled_cycles == 0 || record->stall_end == cycle)
        return;
    record->stall_end = cycle;
    record->stalled = stalled_cycles;
}

void rvt_run_record_row(struct rvt_run_record *record, const struct rvt_row *row)
{
    struct rvt_diag why;

    if (!advance(record, row->cycle))
        return;
    if (row->blocks > record->blocks) {
        rvt_diag_clear(&why);
        (void)rvt_diag_set(&why, RVT_ERR_CAPACITY, "blocks_p", record->blocks, NULL,
                           "a row has %u blocks", row->blocks);
        end(record, TRACE, &why);
        return;
    }
    write_row(record, row);
}

void rvt_run_record_packet(struct rvt_run_record *record, uint64_t cycle, bool data,
                           const uint8_t *payload, size_t bytes)
{
    if (!advance(record, cycle) || record->output[PACKETS] == NULL)
        return;
    if (bytes > 0)
        rvt_packet_list_put(record->output[PACKETS], payload, bytes, data);
    rvt_output_print(record->output[PACKETS], " # cycle %" PRIu64 "%s\n", cycle,
                     bytes > 0 ? "" : ", a packet without bytes");
    settle(record, PACKETS, false);
}

void rvt_run_record_bytes(struct rvt_run_record *record, uint64_t cycle, const uint8_t *data,
                          size_t count)
{
    if (!advance(record, cycle) || record->output[BYTES] == NULL)
        return;
    rvt_output_write(record->output[BYTES], data, count);
    settle(record, BYTES, false);
}

void rvt_run_record_idle(struct rvt_run_record *record, uint64_t cycle)
{
    (void)advance(record, cycle);
}

const char *rvt_run_record_fault(const struct rvt_run_record *record)
{
    return record->ended ? record->fault : NULL;
}

/* --- opening and closing ---------------------------------------------------------------------- */

/* The path of a file of the record; the caller frees it. */
static char *path_of(const char *folder, const char *name)
{
    size_t bytes = strlen(folder) + 1 + strlen(name) + 1;
    char *path = malloc(bytes);

    if (path != NULL)
        (void)snprintf(path, bytes, "%s/%s", folder, name);
    return path;
}

/* Opens a file that grows, or removes that of an earlier record if it is not observed. */
static enum rvt_status open_file(struct rvt_run_record *record, enum file at, bool observed,
                                 struct rvt_diag *diag)
{
    char *path = path_of(record->folder, NAMES[at]);
    enum rvt_status status = RVT_ERR_MEMORY;

    if (path == NULL)
        return rvt_diag_set(diag, status, NULL, 0, NULL, "out of memory");
    status = RVT_OK;
    if (observed)
        status = rvt_output_open_in_place(path, &record->output[at], diag);
    else if (unlink(path) != 0 && errno != ENOENT)
        status = rvt_file_fault(diag, "cannot remove", errno);
    free(path);
    return status;
}

/* Writes a file that does not change during the run. */
static enum rvt_status write_file(const struct rvt_run_record *record, const char *name,
                                  const struct rvt_run_record_options *options,
                                  const struct rvt_config *config, struct rvt_diag *diag)
{
    struct rvt_output *output = NULL;
    char *path = path_of(record->folder, name);

    if (path == NULL)
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    enum rvt_status status = rvt_output_open(path, &output, diag);
    free(path);
    if (status != RVT_OK)
        return status;
    if (config != NULL) {
        rvt_config_print_yaml(output, config, options->waivers);
    } else {
        char *program = options->program != NULL ? realpath(options->program, NULL) : NULL;
        rvt_replay_script_print(output, options->packets, options->bytes,
                                program != NULL ? program : options->program);
        free(program);
    }
    return rvt_output_finish(output, diag);
}

static enum rvt_status open_files(struct rvt_run_record *record,
                                  const struct rvt_run_record_options *options,
                                  const struct rvt_config *config, const char **name,
                                  struct rvt_diag *diag)
{
    const bool observed[FILES] = {true, true, options->packets, options->bytes};
    enum rvt_status status = RVT_OK;

    for (enum file i = 0; i < FILES && status == RVT_OK; i++) {
        *name = NAMES[i];
        status = open_file(record, i, observed[i], diag);
    }
    if (status == RVT_OK) {
        *name = RVT_RECORD_CONFIG;
        status = write_file(record, *name, options, config, diag);
    }
    if (status == RVT_OK) {
        *name = RVT_RECORD_REPLAY;
        status = write_file(record, *name, options, NULL, diag);
    }
    return status;
}

static void choose_columns(struct rvt_run_record *record, const struct rvt_config *config)
{
    record->columns = RVT_TIP_CYCLE | RVT_TIP_CONTEXT | RVT_TIP_TIME | RVT_TIP_CTYPE |
                      RVT_TIP_SIJUMP | RVT_TIP_TRIGGER | RVT_TIP_HALTED | RVT_TIP_RESET |
                      RVT_TIP_IMPDEF | RVT_TIP_LOST | RVT_TIP_STALLED;
    record->columns |= config->params.ntkn_width_p > 0 ? RVT_TIP_NTKN : 0u;
    record->columns |= config->options.data_trace ? RVT_TIP_DATA : 0u;
    record->blocks = config->params.blocks_p;
    record->groups = RVT_ACCESSES_MAX;
}

enum rvt_status rvt_run_record_open(const struct rvt_run_record_options *options,
                                    const struct rvt_config *config, struct rvt_run_record **record,
                                    struct rvt_diag *diag)
{
    struct rvt_diag why;
    const char *name = "";
    struct rvt_run_record *made = calloc(1, sizeof *made);
    char *folder = path_of(options->folder, "");

    if (made == NULL || folder == NULL) {
        free(made);
        free(folder);
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    }
    folder[strlen(folder) - 1] = '\0';
    made->folder = folder;
    rvt_diag_clear(&why);
    enum rvt_status status = rvt_folder_make(folder, &why);
    if (status == RVT_OK)
        status = open_files(made, options, config, &name, &why);
    if (status != RVT_OK) {
        (void)rvt_diag_set(diag, status, NULL, 0, NULL, "%s%s%s", name, name[0] != '\0' ? ": " : "",
                           why.text);
        rvt_run_record_close(made);
        return status;
    }
    choose_columns(made, config);
    rvt_control_steps_init(&made->steps, config, made->output[CONTROL]);
    rvt_tip_text_create(made->output[TRACE], made->columns, made->blocks, made->groups);
    rvt_run_record_flush(made);
    *record = made;
    return RVT_OK;
}

void rvt_run_record_close(struct rvt_run_record *record)
{
    if (record == NULL)
        return;
    report_stall(record);
    if (record->steps.output != NULL && !record->ended)
        rvt_control_steps_finish(&record->steps);
    rvt_run_record_flush(record);
    for (enum file i = 0; i < FILES; i++)
        rvt_output_discard(record->output[i]); /* in place: it stays */
    free(record->folder);
    free(record);
}
