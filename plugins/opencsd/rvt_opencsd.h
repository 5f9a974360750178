/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * E-Trace as a custom decoder of OpenCSD. A program registers it once and then creates decoders of
 * the name RVT_OPENCSD_NAME on its decode trees, as of the decoders that OpenCSD has itself. Each
 * is a decode tree of librvt (rvt/tree.h) with one hart; its elements become those of OpenCSD.
 *
 * The target memory is that of the decode tree of OpenCSD. Each element has the index that OpenCSD
 * gives the first byte of its packet, isa ocsd_isa_custom, and the element of librvt as extended
 * data: ptr_extended_data is a const struct rvt_element *, borrowed for the call, whose index
 * counts the bytes of this decoder. README.md has the table of kinds.
 */
#ifndef RVT_OPENCSD_H
#define RVT_OPENCSD_H

#include <opencsd/c_api/opencsd_c_api.h>

#include <rvt/tree.h>

#if OCSD_VER_NUM < 0x010000
#error "the custom decoder needs OpenCSD 1.0.0 or later"
#endif

#define RVT_OPENCSD_NAME "RISCV_ETRACE"

/* Set in exception_number of an interrupt; the other bits are ecause. */
#define RVT_OPENCSD_INTERRUPT 0x80000000U

/* The configuration of a decoder, decoder_cfg of ocsd_dt_create_decoder. Input structure of librvt
 * (rvt/export.h), read before the call returns. */
struct rvt_opencsd_config {
    size_t size;
    uint8_t cs_id;               /* trace ID, 0x01..0x6f; also of a tree without frames */
    bool zcm;                    /* the hart has Zcmp and Zcmt in place of Zcd */
    const char *path;            /* configuration (YAML) of the encoder; null: text */
    const char *text;            /* the same in memory; both null: the defaults */
    size_t bytes;                /* of text */
    const char *const *settings; /* "KEY=VALUE", as rvt_configuration_set_text takes them; the last
                                    one is null; null: none */
    uint64_t step_limit;         /* instructions that one packet may prove; 0: 16777216 */
    ocsd_mem_space_acc_t memory_space; /* of the target memory; 0: OCSD_MEM_SPACE_ANY */
    struct rvt_diagnosis *diagnosis;   /* null, or set to why there is no decoder */
};

/* A packet, for packet monitors and sinks (void *pkt). The plug-in provides it; borrowed for the
 * call, but configuration stays as long as the decoder. */
struct rvt_opencsd_packet {
    size_t size;
    const struct rvt_configuration *configuration;
    bool is_te_inst, is_te_data; /* neither: it cannot be read */
    size_t bytes;
    uint8_t payload[RVT_TE_PAYLOAD_BYTES];
    struct rvt_te_inst te_inst;
    struct rvt_te_data te_data;
};

RVT_BEGIN_C

/*
 * Registers the decoder with OpenCSD and sets *protocol, which may be null, to the number that it
 * got, for packet callbacks. Once in a process, or after ocsd_deregister_decoders.
 * OCSD_ERR_DCDREG_NAME_REPEAT: it is registered; OCSD_ERR_DCDREG_TOOMANY, OCSD_ERR_MEM.
 */
RVT_API RVT_MUST_USE ocsd_err_t rvt_opencsd_register(ocsd_trace_protocol_t *protocol);

RVT_END_C

#endif
