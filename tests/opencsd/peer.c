/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tests/opencsd/peer.h"

#include <string.h>

enum { TRACE_ID = 0x10, TRACE_ID_AT = 16, PIECE = 65536 };

static void on_packet(const void *context, const ocsd_datapath_op_t op,
                      const ocsd_trc_index_t index, const void *packet, const uint32_t size,
                      const uint8_t *data)
{
    struct peer *peer = *(struct peer *const *)context;

    (void)size;
    (void)data;
    if (op != OCSD_OP_DATA || packet == NULL)
        return;
    if (peer->packets < PEER_MAX) {
        peer->packet[peer->packets].byte = index;
        peer->packet[peer->packets].packet = *(const ocsd_stm_pkt *)packet;
    }
    peer->packets++;
}

static uint64_t payload_of(const ocsd_generic_trace_elem *element)
{
    unsigned bits = element->sw_trace_info.swt_payload_pkt_bitsize;
    uint8_t bytes[8] = {0};
    uint64_t value = 0;

    memcpy(bytes, element->ptr_extended_data, (bits + 7) / 8);
    for (unsigned i = 0; i < 8; i++)
        value |= (uint64_t)bytes[i] << 8 * i;
    return value;
}

static ocsd_datapath_resp_t on_element(const void *context, const ocsd_trc_index_t index,
                                       const uint8_t id, const ocsd_generic_trace_elem *element)
{
    struct peer *peer = *(struct peer *const *)context;

    (void)id;
    if (element->elem_type != OCSD_GEN_TRC_ELEM_SWTRACE)
        return OCSD_RESP_CONT;
    if (peer->elements < PEER_MAX)
        peer->element[peer->elements] =
            (struct peer_element){.byte = index,
                                  .info = element->sw_trace_info,
                                  .has_payload = element->extended_data != 0,
                                  .payload = element->extended_data != 0 ? payload_of(element) : 0,
                                  .has_time = element->has_ts != 0,
                                  .time = element->timestamp};
    peer->elements++;
    return OCSD_RESP_CONT;
}

static ocsd_datapath_resp_t on_counted(const void *context, const ocsd_trc_index_t index,
                                       const uint8_t id, const ocsd_generic_trace_elem *element)
{
    uint64_t *count = *(uint64_t *const *)context;

    (void)index;
    (void)id;
    *count += element->elem_type == OCSD_GEN_TRC_ELEM_SWTRACE ? element->timestamp | 1 : 0;
    return OCSD_RESP_CONT;
}

/* The library takes contexts as pointers to const: they point to a pointer. */
static dcd_tree_handle_t open_tree(FnTraceElemIn element, const void *context)
{
    dcd_tree_handle_t tree = ocsd_create_dcd_tree(OCSD_TRC_SRC_SINGLE, 0);
    ocsd_stm_cfg config = {.reg_tcsr = (uint32_t)TRACE_ID << TRACE_ID_AT};
    unsigned char id = 0;

    if (tree == C_API_INVALID_TREE_HANDLE)
        return tree;
    if (ocsd_dt_create_decoder(tree, OCSD_BUILTIN_DCD_STM, OCSD_CREATE_FLG_FULL_DECODER, &config,
                               &id) == OCSD_OK &&
        ocsd_dt_set_gen_elem_outfn(tree, element, context) == OCSD_OK && id == TRACE_ID)
        return tree;
    ocsd_destroy_dcd_tree(tree);
    return C_API_INVALID_TREE_HANDLE;
}

static bool feed(dcd_tree_handle_t tree, const uint8_t *data, size_t bytes, size_t piece)
{
    for (size_t at = 0; at < bytes;) {
        size_t size = bytes - at < piece ? bytes - at : piece;
        uint32_t used = 0;
        ocsd_datapath_resp_t got = ocsd_dt_process_data(tree, OCSD_OP_DATA, (ocsd_trc_index_t)at,
                                                        (uint32_t)size, data + at, &used);

        if (OCSD_DATA_RESP_IS_FATAL(got) || used == 0)
            return false;
        at += used;
    }
    return !OCSD_DATA_RESP_IS_FATAL(ocsd_dt_process_data(tree, OCSD_OP_EOT, 0, 0, NULL, NULL));
}

bool peer_decode(struct peer *peer, const uint8_t *data, size_t bytes, size_t piece)
{
    struct peer *const context = peer;
    dcd_tree_handle_t tree = open_tree(on_element, (const void *)&context);
    union {
        FnDefPktDataMon function;
        void *pointer;
    } monitor = {.function = on_packet};

    memset(peer, 0, sizeof *peer);
    if (tree == C_API_INVALID_TREE_HANDLE)
        return false;
    if (ocsd_dt_attach_packet_callback(tree, TRACE_ID, OCSD_C_API_CB_PKT_MON, monitor.pointer,
                                       (const void *)&context) != OCSD_OK) {
        ocsd_destroy_dcd_tree(tree);
        return false;
    }
    peer->stopped = !feed(tree, data, bytes, piece);
    ocsd_destroy_dcd_tree(tree);
    return peer->packets <= PEER_MAX && peer->elements <= PEER_MAX;
}

bool peer_run(const uint8_t *data, size_t bytes, uint64_t *elements)
{
    uint64_t *const context = elements;
    dcd_tree_handle_t tree = open_tree(on_counted, (const void *)&context);

    if (tree == C_API_INVALID_TREE_HANDLE)
        return false;
    *elements = 0;
    bool good = feed(tree, data, bytes, PIECE);
    ocsd_destroy_dcd_tree(tree);
    return good;
}
