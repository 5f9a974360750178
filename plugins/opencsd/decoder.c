/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "decoder.h"

#include <stdlib.h>

#include "byte_runs.h"
#include "configuration.h"
#include "host.h"
#include "translation.h"

struct rvt_opencsd_decoder {
    struct rvt_opencsd_decoder *self; /* OpenCSD gives handles back as const */
    char name[sizeof RVT_OPENCSD_NAME];
    int flags;
    struct rvt_opencsd_host host;
    struct rvt_configuration *configuration;
    struct rvt_program *program;
    struct rvt_tree *tree;
    struct rvt_opencsd_byte_runs runs;
    struct rvt_opencsd_packets packets;
    bool waits;     /* for a flush */
    bool was_reset; /* what begins, begins anew */
    bool ending;    /* the packet sink has not had the end yet */
    struct rvt_opencsd_packet monitored;
};

static bool processes_packets(const struct rvt_opencsd_decoder *decoder)
{
    return (decoder->flags & OCSD_CREATE_FLG_PACKET_PROC) != 0;
}

static struct rvt_opencsd_decoder *decoder_of(const void *handle)
{
    const struct rvt_opencsd_decoder *decoder = handle;

    return decoder->self;
}

/* ---- elements ---- */

static enum rvt_response deliver(struct rvt_opencsd_decoder *decoder,
                                 const struct rvt_element *element)
{
    ocsd_generic_trace_elem out;

    rvt_opencsd_translate(element, decoder->was_reset, &out);
    return rvt_opencsd_host_element(
        &decoder->host, rvt_opencsd_byte_runs_find(&decoder->runs, element->index), &out);
}

static enum rvt_response deliver_fault(struct rvt_opencsd_decoder *decoder,
                                       const struct rvt_element *element)
{
    const struct rvt_diagnosis *why = element->unknown.diagnosis;

    rvt_opencsd_host_log(&decoder->host, OCSD_ERR_SEV_ERROR, why->status,
                         rvt_opencsd_byte_runs_find(&decoder->runs, element->index), why->text);
    if ((decoder->flags & OCSD_OPFLG_PKTDEC_HALT_BAD_PKTS) == 0)
        return deliver(decoder, element);
    decoder->host.response = OCSD_RESP_FATAL_INVALID_DATA;
    return RVT_RESP_FATAL;
}

static enum rvt_response take_element(void *context, const struct rvt_element *element)
{
    struct rvt_opencsd_decoder *decoder = context;

    if (processes_packets(decoder))
        return RVT_RESP_CONT;
    return element->kind == RVT_ELEMENT_UNKNOWN ? deliver_fault(decoder, element)
                                                : deliver(decoder, element);
}

/* ---- packets and log ---- */

static void take_packet(void *context, const struct rvt_monitored_packet *packet)
{
    struct rvt_opencsd_decoder *decoder = context;
    uint64_t index = rvt_opencsd_byte_runs_find(&decoder->runs, packet->index);

    if (decoder->host.calls.packetCBFlags == 0)
        return;
    rvt_opencsd_packet_set(packet, decoder->configuration, &decoder->monitored);
    rvt_opencsd_host_monitor(&decoder->host, OCSD_OP_DATA, index, &decoder->monitored);
    if (processes_packets(decoder) &&
        !rvt_opencsd_packets_add(&decoder->packets, index, &decoder->monitored))
        decoder->host.response = OCSD_RESP_FATAL_SYS_ERR;
}

/* The packets that wait, up to a pause. */
static enum rvt_response deliver_packets(struct rvt_opencsd_decoder *decoder)
{
    enum rvt_response response = RVT_RESP_CONT;
    const struct rvt_opencsd_queued *queued = NULL;

    if (OCSD_DATA_RESP_IS_FATAL(decoder->host.response))
        return RVT_RESP_FATAL;
    while (response == RVT_RESP_CONT &&
           (queued = rvt_opencsd_packets_next(&decoder->packets)) != NULL)
        response =
            rvt_opencsd_host_packet(&decoder->host, OCSD_OP_DATA, queued->index, &queued->packet);
    if (response != RVT_RESP_CONT || !decoder->ending)
        return response;
    decoder->ending = false;
    return rvt_opencsd_host_packet(&decoder->host, OCSD_OP_EOT, 0, NULL);
}

static void take_log(void *context, const struct rvt_log_entry *entry)
{
    static const ocsd_err_severity_t severities[] = {[RVT_LOG_ERROR] = OCSD_ERR_SEV_ERROR,
                                                     [RVT_LOG_WARNING] = OCSD_ERR_SEV_WARN,
                                                     [RVT_LOG_INFO] = OCSD_ERR_SEV_INFO};
    struct rvt_opencsd_decoder *decoder = context;

    rvt_opencsd_host_log(&decoder->host, severities[entry->severity], entry->code,
                         rvt_opencsd_byte_runs_find(&decoder->runs, entry->index), entry->text);
}

/* ---- operations ---- */

/* An operation of the tree without bytes. */
static enum rvt_response operate(struct rvt_opencsd_decoder *decoder, enum rvt_operation operation)
{
    return rvt_tree_process(decoder->tree, operation, 0, NULL, 0, NULL);
}

static enum rvt_response process(struct rvt_opencsd_decoder *decoder, uint64_t index,
                                 const uint8_t *data, size_t bytes, uint32_t *used)
{
    uint64_t position = decoder->runs.next;
    size_t taken = 0;

    rvt_opencsd_byte_runs_add(&decoder->runs, index, bytes);
    enum rvt_response response =
        rvt_tree_process(decoder->tree, RVT_OP_DATA, position, data, bytes, &taken);
    rvt_opencsd_byte_runs_return(&decoder->runs, bytes - taken);
    *used = (uint32_t)taken;
    return response;
}

/* Packets that wait are those of the plug-in. */
static enum rvt_response flush(struct rvt_opencsd_decoder *decoder)
{
    return processes_packets(decoder) ? RVT_RESP_CONT : operate(decoder, RVT_OP_FLUSH);
}

static enum rvt_response end(struct rvt_opencsd_decoder *decoder)
{
    rvt_opencsd_host_monitor(&decoder->host, OCSD_OP_EOT, decoder->runs.end, NULL);
    decoder->ending = processes_packets(decoder);
    return operate(decoder, RVT_OP_EOT);
}

static enum rvt_response reset(struct rvt_opencsd_decoder *decoder)
{
    rvt_opencsd_packets_clear(&decoder->packets);
    rvt_opencsd_byte_runs_reset(&decoder->runs);
    rvt_program_invalidate(decoder->program, 0, 0);
    decoder->ending = false;
    decoder->was_reset = true;
    rvt_opencsd_host_monitor(&decoder->host, OCSD_OP_RESET, 0, NULL);
    enum rvt_response response = operate(decoder, RVT_OP_RESET);
    return response != RVT_RESP_CONT || !processes_packets(decoder)
               ? response
               : rvt_opencsd_host_packet(&decoder->host, OCSD_OP_RESET, 0, NULL);
}

static ocsd_datapath_resp_t on_data(const void *handle, const ocsd_datapath_op_t operation,
                                    const ocsd_trc_index_t index, const uint32_t bytes,
                                    const uint8_t *data, uint32_t *used)
{
    struct rvt_opencsd_decoder *decoder = decoder_of(handle);
    enum rvt_response response = RVT_RESP_FATAL;

    if (used != NULL)
        *used = 0;
    if (decoder->waits && (operation == OCSD_OP_DATA || operation == OCSD_OP_EOT))
        return OCSD_RESP_FATAL_INVALID_OP;
    if (operation == OCSD_OP_DATA && (used == NULL || (data == NULL && bytes > 0)))
        return OCSD_RESP_FATAL_INVALID_PARAM;
    decoder->host.response = OCSD_RESP_CONT;
    if (operation == OCSD_OP_DATA)
        response = process(decoder, index, data, bytes, used);
    else if (operation == OCSD_OP_FLUSH)
        response = flush(decoder);
    else if (operation == OCSD_OP_EOT)
        response = end(decoder);
    else if (operation == OCSD_OP_RESET)
        response = reset(decoder);
    if (response == RVT_RESP_CONT && processes_packets(decoder))
        response = deliver_packets(decoder);
    decoder->waits = response == RVT_RESP_WAIT;
    return rvt_opencsd_host_answer(&decoder->host, response);
}

static void on_monitors(const void *handle, const int flags)
{
    decoder_of(handle)->host.calls.packetCBFlags = flags;
}

/* ---- life ---- */

static enum rvt_status open_tree(struct rvt_opencsd_decoder *decoder, uint64_t step_limit,
                                 struct rvt_diagnosis *why)
{
    struct rvt_tree_options options;
    struct rvt_tree_hart hart;

    RVT_CLEAR(&options);
    options.framing = RVT_TREE_SINGLE;
    options.context = decoder;
    options.element = take_element;
    options.packet = take_packet;
    options.log = take_log;
    options.verbosity = RVT_LOG_INFO;
    enum rvt_status status = rvt_tree_open(&options, &decoder->tree);
    if (status != RVT_OK)
        return status;
    RVT_CLEAR(&hart);
    hart.id = decoder->host.cs_id;
    hart.step_limit = step_limit;
    hart.configuration = decoder->configuration;
    hart.program = decoder->program;
    return rvt_tree_attach_hart(decoder->tree, &hart, why);
}

static enum rvt_status open_parts(struct rvt_opencsd_decoder *decoder,
                                  const struct rvt_opencsd_config *config,
                                  struct rvt_diagnosis *why)
{
    enum rvt_status status = rvt_opencsd_configure(config, &decoder->configuration, why);

    if (status == RVT_OK)
        status = rvt_program_new(decoder->configuration, config->zcm, &decoder->program);
    if (status == RVT_OK)
        status = rvt_program_set_memory(decoder->program, rvt_opencsd_host_read, &decoder->host, 0);
    return status == RVT_OK ? open_tree(decoder, config->step_limit, why) : status;
}

ocsd_err_t rvt_opencsd_decoder_close(const void *handle)
{
    if (handle == NULL)
        return OCSD_ERR_BAD_HANDLE;
    struct rvt_opencsd_decoder *decoder = decoder_of(handle);
    rvt_tree_close(decoder->tree);
    rvt_program_free(decoder->program);
    rvt_configuration_free(decoder->configuration);
    rvt_opencsd_packets_clear(&decoder->packets);
    free(decoder);
    return OCSD_OK;
}

ocsd_err_t rvt_opencsd_decoder_open(int flags, const struct rvt_opencsd_config *config,
                                    const ocsd_extern_dcd_cb_fns *host,
                                    ocsd_extern_dcd_inst_t *instance)
{
    struct rvt_opencsd_decoder *decoder = calloc(1, sizeof *decoder);

    if (decoder == NULL)
        return OCSD_ERR_MEM;
    decoder->self = decoder;
    decoder->flags = flags;
    memcpy(decoder->name, RVT_OPENCSD_NAME, sizeof decoder->name);
    decoder->host.calls = *host;
    decoder->host.cs_id = config->cs_id;
    decoder->host.memory_space =
        config->memory_space != 0 ? config->memory_space : OCSD_MEM_SPACE_ANY;
    enum rvt_status status = open_parts(decoder, config, config->diagnosis);
    if (status != RVT_OK) {
        (void)rvt_opencsd_decoder_close(decoder);
        return status == RVT_ERR_MEMORY ? OCSD_ERR_MEM
               : status == RVT_ERR_IO   ? OCSD_ERR_FILE_ERROR
                                        : OCSD_ERR_INVALID_PARAM_VAL;
    }
    instance->fn_data_in = on_data;
    instance->fn_update_pkt_mon = on_monitors;
    instance->decoder_handle = decoder;
    instance->p_decoder_name = decoder->name;
    instance->cs_id = config->cs_id;
    return OCSD_OK;
}
