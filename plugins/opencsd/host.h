/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What a decoder asks of OpenCSD, its host: target memory, log, elements, packets. */
#ifndef RVT_OPENCSD_HOST_H
#define RVT_OPENCSD_HOST_H

#include "packets.h"

struct rvt_opencsd_host {
    ocsd_extern_dcd_cb_fns calls;
    uint8_t cs_id;
    ocsd_mem_space_acc_t memory_space;
    ocsd_datapath_resp_t response; /* the worst one of the call in progress */
};

/* Reads target memory; rvt_program_memory with a struct rvt_opencsd_host as context. OpenCSD gives
 * nothing for a read over the end of a region: shorter reads follow. */
size_t rvt_opencsd_host_read(void *context, uint64_t address, uint8_t *data, size_t bytes);

/* Writes to the error log of OpenCSD, and notes the severity in response. */
void rvt_opencsd_host_log(struct rvt_opencsd_host *host, ocsd_err_severity_t severity,
                          enum rvt_status code, uint64_t index, const char *text);

/* Delivers an element of OpenCSD, and notes the answer. */
enum rvt_response rvt_opencsd_host_element(struct rvt_opencsd_host *host, uint64_t index,
                                           const ocsd_generic_trace_elem *element);

/* Shows a packet, or an operation without one (null), to the packet monitor, if there is one. */
void rvt_opencsd_host_monitor(const struct rvt_opencsd_host *host, ocsd_datapath_op_t operation,
                              uint64_t index, const struct rvt_opencsd_packet *packet);

/* Delivers a packet, or an operation without one (null), to the packet sink, if there is one, and
 * notes the answer. */
enum rvt_response rvt_opencsd_host_packet(struct rvt_opencsd_host *host,
                                          ocsd_datapath_op_t operation, uint64_t index,
                                          const struct rvt_opencsd_packet *packet);

/* What the call in progress returns to OpenCSD, after response of the decode tree. */
ocsd_datapath_resp_t rvt_opencsd_host_answer(const struct rvt_opencsd_host *host,
                                             enum rvt_response response);

#endif
