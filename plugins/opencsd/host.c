/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "host.h"

/* Reads exactly bytes bytes, or nothing. */
static bool read_all(const struct rvt_opencsd_host *host, uint64_t address, uint8_t *data,
                     size_t bytes)
{
    uint32_t got = (uint32_t)bytes;

    return host->calls.fn_memory_access(host->calls.lib_context, address, host->cs_id,
                                        host->memory_space, &got, data) == OCSD_OK &&
           got == bytes;
}

size_t rvt_opencsd_host_read(void *context, uint64_t address, uint8_t *data, size_t bytes)
{
    const struct rvt_opencsd_host *host = context;
    size_t done = 0, piece = bytes;

    while (done < bytes && piece > 0) {
        size_t wanted = piece < bytes - done ? piece : bytes - done;
        if (read_all(host, address + done, data + done, wanted))
            done += wanted;
        else
            piece = wanted / 2;
    }
    return done;
}

/* That trace and program contradict each other: OpenCSD has a word for it since 1.5.4. */
#if OCSD_VER_NUM >= 0x010504
static const ocsd_err_t BAD_IMAGE = OCSD_ERR_BAD_DECODE_IMAGE;
#else
static const ocsd_err_t BAD_IMAGE = OCSD_ERR_BAD_DECODE_PKT;
#endif

static ocsd_err_t error_of(enum rvt_status code)
{
    switch (code) {
    case RVT_OK:
        return OCSD_OK;
    case RVT_ERR_MEMORY:
        return OCSD_ERR_MEM;
    case RVT_ERR_NO_CODE:
        return OCSD_ERR_MEM_NACC;
    case RVT_ERR_SEQUENCE:
        return OCSD_ERR_BAD_PACKET_SEQ;
    case RVT_ERR_TRUNCATED:
    case RVT_ERR_TRAILING:
    case RVT_ERR_RESERVED:
    case RVT_ERR_CHECKSUM:
        return OCSD_ERR_INVALID_PCKT_HDR;
    case RVT_ERR_FLOW:
    case RVT_ERR_STEP_LIMIT:
        return BAD_IMAGE;
    case RVT_ERR_PARAMETER:
    case RVT_ERR_CAPACITY:
    case RVT_ERR_INGRESS:
    case RVT_ERR_SYNTAX:
    case RVT_ERR_IO:
    case RVT_ERR_SINK:
    case RVT_WAIT:
    case RVT_ERR_STATE:
        break;
    }
    return OCSD_ERR_FAIL;
}

/* The values of OpenCSD rise with what they ask for: go on, go on after a warning, after an error,
 * the same with a pause, stop. */
static void note(struct rvt_opencsd_host *host, ocsd_datapath_resp_t response)
{
    if (response > host->response)
        host->response = response;
}

static enum rvt_response take(struct rvt_opencsd_host *host, ocsd_datapath_resp_t response)
{
    note(host, response);
    return OCSD_DATA_RESP_IS_CONT(response)   ? RVT_RESP_CONT
           : OCSD_DATA_RESP_IS_WAIT(response) ? RVT_RESP_WAIT
                                              : RVT_RESP_FATAL;
}

void rvt_opencsd_host_log(struct rvt_opencsd_host *host, ocsd_err_severity_t severity,
                          enum rvt_status code, uint64_t index, const char *text)
{
    host->calls.fn_log_error(host->calls.lib_context, severity, error_of(code),
                             (ocsd_trc_index_t)index, host->cs_id, text);
    if (severity == OCSD_ERR_SEV_ERROR)
        note(host, OCSD_RESP_ERR_CONT);
    else if (severity == OCSD_ERR_SEV_WARN)
        note(host, OCSD_RESP_WARN_CONT);
}

enum rvt_response rvt_opencsd_host_element(struct rvt_opencsd_host *host, uint64_t index,
                                           const ocsd_generic_trace_elem *element)
{
    return take(host, host->calls.fn_gen_elem_out(host->calls.lib_context, (ocsd_trc_index_t)index,
                                                  host->cs_id, element));
}

void rvt_opencsd_host_monitor(const struct rvt_opencsd_host *host, ocsd_datapath_op_t operation,
                              uint64_t index, const struct rvt_opencsd_packet *packet)
{
    if ((host->calls.packetCBFlags & OCSD_CUST_DCD_PKT_CB_USE_MON) == 0)
        return;
    host->calls.fn_packet_mon(host->calls.lib_context, operation, (ocsd_trc_index_t)index, packet,
                              packet != NULL ? (uint32_t)packet->bytes : 0,
                              packet != NULL ? packet->payload : NULL);
}

enum rvt_response rvt_opencsd_host_packet(struct rvt_opencsd_host *host,
                                          ocsd_datapath_op_t operation, uint64_t index,
                                          const struct rvt_opencsd_packet *packet)
{
    if ((host->calls.packetCBFlags & OCSD_CUST_DCD_PKT_CB_USE_SINK) == 0)
        return RVT_RESP_CONT;
    return take(host, host->calls.fn_packet_data_sink(host->calls.lib_context, operation,
                                                      (ocsd_trc_index_t)index, packet));
}

ocsd_datapath_resp_t rvt_opencsd_host_answer(const struct rvt_opencsd_host *host,
                                             enum rvt_response response)
{
    bool warned = host->response == OCSD_RESP_WARN_CONT || host->response == OCSD_RESP_WARN_WAIT;
    bool failed = host->response == OCSD_RESP_ERR_CONT || host->response == OCSD_RESP_ERR_WAIT;

    if (response == RVT_RESP_FATAL)
        return OCSD_DATA_RESP_IS_FATAL(host->response) ? host->response : OCSD_RESP_FATAL_SYS_ERR;
    if (response == RVT_RESP_WAIT)
        return failed ? OCSD_RESP_ERR_WAIT : warned ? OCSD_RESP_WARN_WAIT : OCSD_RESP_WAIT;
    return failed ? OCSD_RESP_ERR_CONT : warned ? OCSD_RESP_WARN_CONT : OCSD_RESP_CONT;
}
