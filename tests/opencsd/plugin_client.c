/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * plugin_client KEY=VALUE...: a capture through a decode tree of OpenCSD with the plug-in, to one
 * line for each generic element, in the words of `rvt elements`, and one for each packet. Keys:
 *   config, elf, stream  files
 *   framing              frames (default) or single
 *   wait                 seed: the sink asks for a pause at one of four elements or packets
 *   chunk                bytes of each piece (4096)
 *   reset                bytes after which everything is reset and begins again
 *   packets              monitor: show packets, too; sink: decode no further than to packets
 *   settings             one KEY=VALUE for the configuration
 * Prints also how often it paused, and ranges with a branch inside. exit: 0 the tree went on to the
 * end, 1 otherwise
 */
#include <inttypes.h>
#include <stdlib.h>

#include "examples/opencsd/elf_memory.h"
#include "plugins/opencsd/rvt_opencsd.h"
#include "tests/unit/random.h"

enum { TRACE_ID = 1, LINE_BYTES = 1024 };

struct client {
    const char *config, *elf, *stream, *framing, *packets, *settings;
    uint64_t seed;
    bool pauses, silent;  /* silent: prints nothing */
    bool waiting, broken; /* the sink asked for a pause; it got something before it was over */
    unsigned long chunk, reset, paused;
    ocsd_trace_protocol_t protocol;
    struct elf_memory memory;
    struct rvt_configuration *configuration;
    struct rvt_program *program; /* for the test that ranges are cut */
    dcd_tree_handle_t tree;
};

/* OpenCSD gives contexts back as const. */
static struct client client = {.framing = "frames", .chunk = 4096};

/* ---- elements ---- */

static const char *reason_of(unsync_info_t reason)
{
    static const char *const words[] = {[UNSYNC_UNKNOWN] = "unknown",
                                        [UNSYNC_INIT_DECODER] = "start",
                                        [UNSYNC_RESET_DECODER] = "reset",
                                        [UNSYNC_OVERFLOW] = "encoder",
                                        [UNSYNC_DISCARD] = "carrier",
                                        [UNSYNC_BAD_PACKET] = "fault",
                                        [UNSYNC_EOT] = "ended"};

    return words[reason];
}

/* A range ends at its first branch or jump. */
static bool is_cut(const ocsd_generic_trace_elem *element)
{
    struct rvt_insn_info insn;
    uint64_t pc = element->st_addr;

    RVT_CLEAR(&insn);
    for (uint32_t i = 1; i < element->num_instr_range; i++, pc += insn.bytes)
        if (rvt_program_insn(client.program, pc, &insn) != RVT_OK ||
            insn.insn_class != RVT_INSN_CLASS_SEQUENTIAL)
            return false;
    return true;
}

static void print_range(const ocsd_generic_trace_elem *element)
{
    printf(" start=0x%" PRIx64 " end=0x%" PRIx64 " count=%u", element->st_addr, element->en_addr,
           element->num_instr_range);
    if (element->elem_type == OCSD_GEN_TRC_ELEM_I_RANGE_NOPATH)
        return;
    printf(" last_bytes=%u type=%d subtype=%d isa=%d%s%s%s", (unsigned)element->last_instr_sz,
           (int)element->last_i_type, (int)element->last_i_subtype, (int)element->isa,
           element->last_instr_cond ? " conditional" : "",
           element->last_instr_exec ? " executed" : "", is_cut(element) ? "" : " uncut");
}

static void print_context(const ocsd_pe_context *context)
{
    if (context->el_valid)
        printf(" level=%d", (int)context->exception_level);
    if (context->ctxt_id_valid)
        printf(" context=0x%" PRIx32, context->context_id);
    printf(" xlen=%u", context->bits64 ? 64U : 32U);
}

static void print_exception(const ocsd_generic_trace_elem *element)
{
    printf(" number=%" PRIu32 "%s", element->exception_number & ~RVT_OPENCSD_INTERRUPT,
           element->exception_number & RVT_OPENCSD_INTERRUPT ? " interrupt" : "");
    if (element->excep_ret_addr)
        printf(" epc=0x%" PRIx64, element->en_addr);
    if (element->excep_ret_addr_br_tgt)
        printf(" at_branch_target");
}

static void print_members(const ocsd_generic_trace_elem *element)
{
    ocsd_gen_trc_elem_t type = element->elem_type;

    if (type == OCSD_GEN_TRC_ELEM_NO_SYNC)
        printf(" reason=%s", reason_of(element->unsync_eot_info));
    else if (type == OCSD_GEN_TRC_ELEM_TRACE_ON)
        printf(" reason=%s", element->trace_on_reason == TRACE_ON_OVERFLOW ? "overflow" : "normal");
    else if (type == OCSD_GEN_TRC_ELEM_INSTR_RANGE || type == OCSD_GEN_TRC_ELEM_I_RANGE_NOPATH)
        print_range(element);
    else if (type == OCSD_GEN_TRC_ELEM_PE_CONTEXT)
        print_context(&element->context);
    else if (type == OCSD_GEN_TRC_ELEM_EXCEPTION)
        print_exception(element);
    else if (type == OCSD_GEN_TRC_ELEM_ADDR_NACC)
        printf(" address=0x%" PRIx64, element->st_addr);
    else if (type == OCSD_GEN_TRC_ELEM_TIMESTAMP)
        printf(" value=0x%" PRIx64, element->timestamp);
    else if (type == OCSD_GEN_TRC_ELEM_EVENT)
        printf(" type=%d address=0x%" PRIx64, element->trace_event.ev_type, element->st_addr);
}

/* The name that OpenCSD itself gives to the kind, without its prefix; what follows it is cut. */
static void print_kind(const ocsd_generic_trace_elem *element)
{
    static const char prefix[] = "OCSD_GEN_TRC_ELEM_";
    char line[LINE_BYTES] = "";

    if (ocsd_gen_elem_str(element, line, sizeof line) != OCSD_OK ||
        strncmp(line, prefix, sizeof prefix - 1) != 0)
        printf("?");
    else
        printf("%.*s", (int)strcspn(line + sizeof prefix - 1, "("), line + sizeof prefix - 1);
}

/* An element of CUSTOM has what OpenCSD has no element for. */
static void print_element(ocsd_trc_index_t index, uint8_t id,
                          const ocsd_generic_trace_elem *element)
{
    const struct rvt_element *own = element->ptr_extended_data;
    char line[LINE_BYTES] = "?";

    if (client.silent)
        return;
    if (element->elem_type == OCSD_GEN_TRC_ELEM_CUSTOM) {
        struct rvt_element placed = *own;
        placed.index = index;
        if (rvt_element_format(&placed, line, sizeof line) == RVT_OK)
            puts(line);
        return;
    }
    printf("id=%u index=0x%" PRIx64 " ", id, (uint64_t)index);
    print_kind(element);
    print_members(element);
    puts("");
}

/* The answer of a sink: a pause now and then. */
static ocsd_datapath_resp_t answer(void)
{
    client.broken = client.broken || client.waiting;
    if (!client.pauses || random_below(&client.seed, 4) != 0)
        return OCSD_RESP_CONT;
    client.paused++;
    client.waiting = true;
    return OCSD_RESP_WAIT;
}

static ocsd_datapath_resp_t on_element(const void *context, const ocsd_trc_index_t index,
                                       const uint8_t id, const ocsd_generic_trace_elem *element)
{
    (void)context;
    print_element(index, id, element);
    return answer();
}

/* ---- packets ---- */

static void print_packet(ocsd_datapath_op_t operation, ocsd_trc_index_t index, const void *packet)
{
    char line[LINE_BYTES] = "?";

    if (client.silent)
        return;
    if (operation != OCSD_OP_DATA)
        printf("packets %s\n", operation == OCSD_OP_EOT ? "end" : "reset");
    else if (ocsd_pkt_str(client.protocol, packet, line, sizeof line) == OCSD_OK)
        printf("packet %" PRIu64 " %s\n", (uint64_t)index, line);
}

static void on_monitored(const void *context, const ocsd_datapath_op_t operation,
                         const ocsd_trc_index_t index, const void *packet, const uint32_t size,
                         const uint8_t *data)
{
    (void)context;
    (void)size;
    (void)data;
    print_packet(operation, index, packet);
}

static ocsd_datapath_resp_t on_packet(const void *context, const ocsd_datapath_op_t operation,
                                      const ocsd_trc_index_t index, const void *packet)
{
    (void)context;
    print_packet(operation, index, packet);
    return operation == OCSD_OP_RESET ? OCSD_RESP_CONT : answer();
}

/* ---- the tree ---- */

static bool attach(void)
{
    union {
        FnDefPktDataMon monitor;
        FnDefPktDataIn sink;
        void *pointer;
    } callback = {.monitor = on_monitored};
    ocsd_c_api_cb_types type = OCSD_C_API_CB_PKT_MON;

    if (client.packets == NULL)
        return true;
    if (strcmp(client.packets, "sink") == 0) {
        callback.sink = on_packet;
        type = OCSD_C_API_CB_PKT_SINK;
    }
    return ocsd_dt_attach_packet_callback(client.tree, TRACE_ID, type, callback.pointer, NULL) ==
           OCSD_OK;
}

static bool open_tree(void)
{
    bool single = strcmp(client.framing, "single") == 0;
    bool sink = client.packets != NULL && strcmp(client.packets, "sink") == 0;
    const char *const settings[] = {client.settings, NULL};
    struct rvt_opencsd_config config;
    unsigned char id = 0;

    RVT_CLEAR(&config);
    config.cs_id = TRACE_ID;
    config.path = client.config;
    config.settings = settings;
    client.tree =
        single ? ocsd_create_dcd_tree(OCSD_TRC_SRC_SINGLE, 0)
               : ocsd_create_dcd_tree(OCSD_TRC_SRC_FRAME_FORMATTED, OCSD_DFRMTR_FRAME_MEM_ALIGN);
    return client.tree != C_API_INVALID_TREE_HANDLE &&
           rvt_opencsd_register(&client.protocol) == OCSD_OK &&
           ocsd_dt_create_decoder(client.tree, RVT_OPENCSD_NAME,
                                  sink ? OCSD_CREATE_FLG_PACKET_PROC : OCSD_CREATE_FLG_FULL_DECODER,
                                  &config, &id) == OCSD_OK &&
           id == TRACE_ID && attach() &&
           (sink || (elf_memory_open(&client.memory, client.elf, client.tree) &&
                     ocsd_dt_set_gen_elem_outfn(client.tree, on_element, NULL) == OCSD_OK));
}

/* An operation, with a flush after each pause. */
static bool operate(ocsd_datapath_op_t operation, uint64_t index, const uint8_t *data,
                    uint32_t bytes, uint32_t *used)
{
    ocsd_datapath_resp_t response =
        ocsd_dt_process_data(client.tree, operation, (ocsd_trc_index_t)index, bytes, data, used);

    while (OCSD_DATA_RESP_IS_WAIT(response)) {
        client.waiting = false;
        response = ocsd_dt_process_data(client.tree, OCSD_OP_FLUSH, 0, 0, NULL, NULL);
    }
    return OCSD_DATA_RESP_IS_CONT(response) && !client.waiting && !client.broken;
}

static bool process(const uint8_t *data, size_t bytes)
{
    for (size_t at = 0; at < bytes;) {
        size_t piece = bytes - at < client.chunk ? bytes - at : client.chunk;
        uint32_t used = 0;
        if (!operate(OCSD_OP_DATA, at, data + at, (uint32_t)piece, &used) || used == 0)
            return false;
        at += used;
    }
    return true;
}

/* All of the capture; before it, if asked, a part of it and a reset. */
static bool run(const uint8_t *data, size_t bytes)
{
    if (client.reset > 0) {
        client.silent = true;
        if (!process(data, client.reset < bytes ? client.reset : bytes) ||
            !operate(OCSD_OP_RESET, 0, NULL, 0, NULL))
            return false;
        client.silent = false;
    }
    return process(data, bytes) && operate(OCSD_OP_EOT, 0, NULL, 0, NULL);
}

static bool open_program(void)
{
    return rvt_configuration_load(client.config, &client.configuration, NULL) == RVT_OK &&
           rvt_program_new(client.configuration, false, &client.program) == RVT_OK &&
           rvt_program_add_elf(client.program, client.elf, NULL) == RVT_OK;
}

static bool run_file(void)
{
    FILE *file = fopen(client.stream, "rb");
    enum { STREAM_MAX = 1 << 24 };
    uint8_t *data = malloc(STREAM_MAX);
    bool good = file != NULL && data != NULL;
    size_t bytes = good ? fread(data, 1, STREAM_MAX, file) : 0;

    good = good && bytes < STREAM_MAX && run(data, bytes);
    free(data);
    if (file != NULL)
        (void)fclose(file);
    return good;
}

/* ---- arguments ---- */

static bool take_argument(const char *argument)
{
    const struct {
        const char *key;
        const char **value;
    } words[] = {{"config=", &client.config},   {"elf=", &client.elf},
                 {"stream=", &client.stream},   {"framing=", &client.framing},
                 {"packets=", &client.packets}, {"settings=", &client.settings}};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strncmp(argument, words[i].key, strlen(words[i].key)) == 0) {
            *words[i].value = argument + strlen(words[i].key);
            return true;
        }
    client.pauses = client.pauses || strncmp(argument, "wait=", 5) == 0;
    return sscanf(argument, "wait=%" SCNu64, &client.seed) == 1 ||
           sscanf(argument, "chunk=%lu", &client.chunk) == 1 ||
           sscanf(argument, "reset=%lu", &client.reset) == 1;
}

int main(int argc, char **argv)
{
    bool good = argc > 1;

    for (int i = 1; i < argc; i++)
        good = good && take_argument(argv[i]);
    good = good && client.config != NULL && client.elf != NULL && client.stream != NULL &&
           open_program() && open_tree() && run_file();
    printf("pauses=%lu\n", client.paused);
    if (client.tree != C_API_INVALID_TREE_HANDLE)
        ocsd_destroy_dcd_tree(client.tree);
    elf_memory_close(&client.memory);
    rvt_program_free(client.program);
    rvt_configuration_free(client.configuration);
    return good ? 0 : 1;
}
