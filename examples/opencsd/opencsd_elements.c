/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* opencsd_elements CONFIG ELF FRAMES [ID]: formatter frames in memory that carry the packets of a
 * hart, through a decode tree of OpenCSD with the plug-in, to the generic elements of OpenCSD. */
#include <rvt_opencsd.h>
#include <stdlib.h>

#include "elf_memory.h"

enum { CHUNK_BYTES = 4096, LINE_BYTES = 1024 };

static ocsd_datapath_resp_t take_element(const void *context, const ocsd_trc_index_t index,
                                         const uint8_t id, const ocsd_generic_trace_elem *element)
{
    char line[LINE_BYTES];

    (void)context;
    if (ocsd_gen_elem_str(element, line, sizeof line) != OCSD_OK)
        return OCSD_RESP_FATAL_SYS_ERR;
    printf("Idx:%llu; ID:%x; %s\n", (unsigned long long)index, id, line);
    return OCSD_RESP_CONT;
}

/* Registers the plug-in, and adds its decoder and the target memory to the tree. */
static bool open_decoder(dcd_tree_handle_t tree, char **argv, uint8_t id, struct elf_memory *memory)
{
    struct rvt_opencsd_config config;
    struct rvt_diagnosis why;
    unsigned char created = 0;
    char text[256];

    RVT_CLEAR(&why);
    RVT_CLEAR(&config);
    config.cs_id = id;
    config.path = argv[1];
    config.diagnosis = &why;
    if (rvt_opencsd_register(NULL) != OCSD_OK)
        return false;
    if (ocsd_dt_create_decoder(tree, RVT_OPENCSD_NAME, OCSD_CREATE_FLG_FULL_DECODER, &config,
                               &created) != OCSD_OK) {
        rvt_diagnosis_format(&why, text, sizeof text);
        fprintf(stderr, "opencsd_elements: %s\n", text);
        return false;
    }
    return elf_memory_open(memory, argv[2], tree) &&
           ocsd_dt_set_gen_elem_outfn(tree, take_element, NULL) == OCSD_OK;
}

/* The frames, piece by piece, and their end. */
static bool process(dcd_tree_handle_t tree, FILE *frames)
{
    uint8_t data[CHUNK_BYTES];
    uint32_t used = 0;
    ocsd_trc_index_t index = 0;
    ocsd_datapath_resp_t response = OCSD_RESP_CONT;
    size_t bytes;

    while (OCSD_DATA_RESP_IS_CONT(response) && (bytes = fread(data, 1, sizeof data, frames)) > 0) {
        response = ocsd_dt_process_data(tree, OCSD_OP_DATA, index, (uint32_t)bytes, data, &used);
        index += used;
    }
    if (OCSD_DATA_RESP_IS_CONT(response))
        response = ocsd_dt_process_data(tree, OCSD_OP_EOT, 0, 0, NULL, NULL);
    return OCSD_DATA_RESP_IS_CONT(response);
}

int main(int argc, char **argv)
{
    struct elf_memory memory = {0};
    bool good = argc == 4 || argc == 5;
    FILE *frames = good ? fopen(argv[3], "rb") : NULL;
    unsigned long id = argc == 5 ? strtoul(argv[4], NULL, 0) : 1;
    dcd_tree_handle_t tree =
        ocsd_create_dcd_tree(OCSD_TRC_SRC_FRAME_FORMATTED, OCSD_DFRMTR_FRAME_MEM_ALIGN);

    good = frames != NULL && tree != C_API_INVALID_TREE_HANDLE &&
           open_decoder(tree, argv, (uint8_t)id, &memory) && process(tree, frames);
    if (tree != C_API_INVALID_TREE_HANDLE)
        ocsd_destroy_dcd_tree(tree);
    elf_memory_close(&memory);
    if (frames != NULL)
        (void)fclose(frames);
    if (!good)
        fprintf(stderr, "opencsd_elements: failed (CONFIG ELF FRAMES [ID])\n");
    return good ? 0 : 1;
}
