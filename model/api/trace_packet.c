/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "api/trace_packet.h"

#include <inttypes.h>

#include "api/configuration.h"
#include "api/diagnosis.h"
#include "api/structure.h"
#include "base/text.h"
#include "decoder/data_decoder.h"

_Static_assert(sizeof((struct rvt_te_inst *)0)->support / sizeof(uint16_t) == RVT_SUPPORT_FIELDS,
               "support packets of one size");
_Static_assert((int)RVT_TE_PAYLOAD_BYTES == (int)RVT_PAYLOAD_BYTES_MAX, "payloads of one size");
_Static_assert((int)RVT_TE_DATA_SC_FAILURE == (int)RVT_DTYPE_SC_FAILURE, "types of one code");

struct rvt_te_inst rvt_te_inst_of(const struct rvt_packet *packet)
{
    struct rvt_te_inst made = {.size = sizeof made,
                               .format = packet->format,
                               .subformat = packet->subformat,
                               .privilege = packet->privilege,
                               .branch = packet->branch,
                               .interrupt = packet->interrupt,
                               .thaddr = packet->thaddr,
                               .ecause = packet->ecause,
                               .time = packet->time,
                               .context = packet->context,
                               .tval = packet->tval,
                               .address = packet->address,
                               .branches = packet->branches,
                               .branch_fmt = packet->branch_fmt,
                               .branch_map = packet->branch_map,
                               .branch_count = packet->branch_count,
                               .index = packet->index,
                               .no_mispred = packet->no_mispred,
                               .notify = packet->notify,
                               .updiscon = packet->updiscon,
                               .irreport = packet->irreport,
                               .irdepth = packet->irdepth};

    memcpy(made.support, packet->support.value, sizeof made.support);
    return made;
}

static enum rvt_status take(struct rvt_packet *packet, const struct rvt_te_inst *given)
{
    struct rvt_te_inst known;

    if (rvt_structure_take(&known, sizeof known, given) != RVT_OK)
        return RVT_ERR_PARAMETER;
    *packet = (struct rvt_packet){.format = known.format,
                                  .subformat = known.subformat,
                                  .privilege = known.privilege,
                                  .branch = known.branch,
                                  .interrupt = known.interrupt,
                                  .thaddr = known.thaddr,
                                  .ecause = known.ecause,
                                  .time = known.time,
                                  .context = known.context,
                                  .tval = known.tval,
                                  .address = known.address,
                                  .branches = known.branches,
                                  .branch_fmt = known.branch_fmt,
                                  .branch_map = known.branch_map,
                                  .branch_count = known.branch_count,
                                  .index = known.index,
                                  .no_mispred = known.no_mispred,
                                  .notify = known.notify,
                                  .updiscon = known.updiscon,
                                  .irreport = known.irreport,
                                  .irdepth = known.irdepth};
    memcpy(packet->support.value, known.support, sizeof known.support);
    return RVT_OK;
}

struct rvt_te_data rvt_te_data_of(const struct rvt_data_packet *packet)
{
    return (struct rvt_te_data){.size = sizeof(struct rvt_te_data),
                                .format = packet->format,
                                .subformat = packet->subformat,
                                .subtype = packet->subtype,
                                .data_size = packet->size,
                                .lrid = packet->lrid,
                                .diff = packet->diff,
                                .resp = packet->resp,
                                .op_len = packet->op_len,
                                .data_len = packet->data_len,
                                .operand = packet->operand,
                                .data = packet->data,
                                .address = packet->address};
}

static enum rvt_status take_data(struct rvt_data_packet *packet, const struct rvt_te_data *given)
{
    struct rvt_te_data known;

    if (rvt_structure_take(&known, sizeof known, given) != RVT_OK)
        return RVT_ERR_PARAMETER;
    *packet = (struct rvt_data_packet){.format = known.format,
                                       .subformat = known.subformat,
                                       .subtype = known.subtype,
                                       .size = known.data_size,
                                       .lrid = known.lrid,
                                       .diff = known.diff,
                                       .resp = known.resp,
                                       .op_len = known.op_len,
                                       .data_len = known.data_len,
                                       .operand = known.operand,
                                       .data = known.data,
                                       .address = known.address};
    return RVT_OK;
}

static enum rvt_status refuse(struct rvt_diagnosis *diagnosis)
{
    return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL,
                                "a null argument, or a structure of the wrong size");
}

/* ---- te_inst ---- */

enum rvt_status rvt_te_inst_read(const struct rvt_configuration *configuration,
                                 const uint8_t *payload, size_t bytes, struct rvt_te_inst *packet,
                                 struct rvt_diagnosis *diagnosis)
{
    struct rvt_packet read;
    struct rvt_diag diag = {.status = RVT_OK};

    if (configuration == NULL || (payload == NULL && bytes > 0) || packet == NULL)
        return refuse(diagnosis);
    enum rvt_status status = rvt_packet_read(&configuration->config, payload, bytes, &read, &diag);
    if (status == RVT_OK) {
        const struct rvt_te_inst made = rvt_te_inst_of(&read);
        status = rvt_structure_give(packet, &made, sizeof made);
    }
    return rvt_diagnosis_set(diagnosis, &diag, status);
}

enum rvt_status rvt_te_inst_write(const struct rvt_configuration *configuration,
                                  const struct rvt_te_inst *packet, uint8_t *payload, size_t *bytes,
                                  struct rvt_diagnosis *diagnosis)
{
    struct rvt_packet taken;
    struct rvt_payload written;
    struct rvt_diag diag = {.status = RVT_OK};

    if (configuration == NULL || payload == NULL || bytes == NULL || take(&taken, packet) != RVT_OK)
        return refuse(diagnosis);
    enum rvt_status status = rvt_packet_write(&configuration->config, &taken, &written, &diag);
    if (status == RVT_OK) {
        memcpy(payload, written.byte, written.bytes);
        *bytes = written.bytes;
    }
    return rvt_diagnosis_set(diagnosis, &diag, status);
}

const char *rvt_te_inst_name(const struct rvt_te_inst *packet)
{
    struct rvt_packet taken;

    return take(&taken, packet) == RVT_OK ? rvt_packet_name(&taken) : NULL;
}

enum rvt_status rvt_te_inst_fields(const struct rvt_configuration *configuration,
                                   const struct rvt_te_inst *packet, rvt_field_callback field,
                                   void *context)
{
    struct rvt_packet taken;

    if (configuration == NULL || field == NULL || take(&taken, packet) != RVT_OK)
        return RVT_ERR_PARAMETER;
    return rvt_packet_visit(&configuration->config, &taken, field, context);
}

/* Appends " name=value" to the text that is context. */
static void field_text(void *context, const char *name, uint64_t value, unsigned width, size_t bit)
{
    static const char *const wide[] = {"address",    "time",    "context", "tval",
                                       "branch_map", "operand", "data",    NULL};
    struct rvt_text *line = context;
    bool hexadecimal = false;

    (void)width;
    (void)bit;
    for (const char *const *each = wide; *each != NULL; each++)
        hexadecimal = hexadecimal || strcmp(*each, name) == 0;
    rvt_text_add(line, hexadecimal ? " %s=0x%" PRIx64 : " %s=%" PRIu64, name, value);
}

enum rvt_status rvt_te_inst_format(const struct rvt_configuration *configuration,
                                   const struct rvt_te_inst *packet, char *text, size_t capacity)
{
    struct rvt_text line;
    const char *name = rvt_te_inst_name(packet);

    if (text == NULL || capacity == 0 || name == NULL)
        return RVT_ERR_PARAMETER;
    rvt_text_init(&line, text, capacity);
    rvt_text_add(&line, "%s", name);
    return rvt_te_inst_fields(configuration, packet, field_text, &line);
}

enum rvt_status rvt_te_inst_support(const struct rvt_te_inst *packet, const char *name,
                                    unsigned *value)
{
    struct rvt_packet taken;

    if (name == NULL || value == NULL || take(&taken, packet) != RVT_OK)
        return RVT_ERR_PARAMETER;
    for (unsigned i = 0; i < RVT_SUPPORT_FIELDS; i++)
        if (strcmp(rvt_support_field_name((enum rvt_support_field)i), name) == 0) {
            *value = taken.support.value[i];
            return RVT_OK;
        }
    return RVT_ERR_PARAMETER;
}

/* ---- te_data ---- */

enum rvt_status rvt_te_data_read(const struct rvt_configuration *configuration,
                                 const uint8_t *payload, size_t bytes, struct rvt_te_data *packet,
                                 struct rvt_diagnosis *diagnosis)
{
    struct rvt_data_packet read;
    struct rvt_diag diag = {.status = RVT_OK};

    if (configuration == NULL || (payload == NULL && bytes > 0) || packet == NULL)
        return refuse(diagnosis);
    enum rvt_status status =
        rvt_data_read(&configuration->config, payload, bytes, NULL, &read, &diag);
    if (status == RVT_OK) {
        const struct rvt_te_data made = rvt_te_data_of(&read);
        status = rvt_structure_give(packet, &made, sizeof made);
    }
    return rvt_diagnosis_set(diagnosis, &diag, status);
}

enum rvt_status rvt_te_data_write(const struct rvt_configuration *configuration,
                                  const struct rvt_te_data *packet, uint8_t *payload, size_t *bytes,
                                  struct rvt_diagnosis *diagnosis)
{
    struct rvt_data_packet taken;
    struct rvt_payload written;
    struct rvt_diag diag = {.status = RVT_OK};

    if (configuration == NULL || payload == NULL || bytes == NULL ||
        take_data(&taken, packet) != RVT_OK)
        return refuse(diagnosis);
    enum rvt_status status = rvt_data_write(&configuration->config, &taken, &written, &diag);
    if (status == RVT_OK) {
        memcpy(payload, written.byte, written.bytes);
        *bytes = written.bytes;
    }
    return rvt_diagnosis_set(diagnosis, &diag, status);
}

const char *rvt_te_data_name(const struct rvt_configuration *configuration,
                             const struct rvt_te_data *packet)
{
    struct rvt_data_packet taken;

    return configuration != NULL && take_data(&taken, packet) == RVT_OK
               ? rvt_data_name(&configuration->config, &taken)
               : NULL;
}

enum rvt_status rvt_te_data_fields(const struct rvt_configuration *configuration,
                                   const struct rvt_te_data *packet, rvt_field_callback field,
                                   void *context)
{
    struct rvt_data_packet taken;

    if (configuration == NULL || field == NULL || take_data(&taken, packet) != RVT_OK)
        return RVT_ERR_PARAMETER;
    return rvt_data_visit(&configuration->config, &taken, field, context);
}

enum rvt_status rvt_te_data_format(const struct rvt_configuration *configuration,
                                   const struct rvt_te_data *packet, char *text, size_t capacity)
{
    struct rvt_text line;
    const char *name = rvt_te_data_name(configuration, packet);

    if (text == NULL || capacity == 0 || name == NULL)
        return RVT_ERR_PARAMETER;
    rvt_text_init(&line, text, capacity);
    rvt_text_add(&line, "%s", name);
    return rvt_te_data_fields(configuration, packet, field_text, &line);
}

const char *rvt_te_data_type_name(unsigned type)
{
    return type <= RVT_TE_DATA_SC_FAILURE ? rvt_dtype_name((enum rvt_dtype)type) : "?";
}
