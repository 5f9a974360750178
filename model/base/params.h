/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The configuration: discovery parameters, run-time options, resynchronisation, encapsulation, and
 * the named switches that settle what the specification leaves open. Validated once, then passed
 * down const. Spec: E-Trace, "Discovery of encoder parameter values" (ETR-DISC-001..005).
 */
#ifndef RVT_BASE_PARAMS_H
#define RVT_BASE_PARAMS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/custom_insn.h"
#include "base/support_layout.h"

#define RVT_BLOCKS_MAX 4 /* blocks per cycle that a row can hold */

/* Discovery parameters with the specification's names; widths in bits. */
struct rvt_params {
    unsigned iaddress_width_p;    /* 8..64 */
    unsigned iaddress_lsb_p;      /* 0..2; 0 only for a stream with full byte addresses */
    unsigned itype_width_p;       /* 3 or 4 */
    unsigned ecause_width_p;      /* 1..64; causes are below 2^32 */
    unsigned privilege_width_p;   /* 1..3 */
    unsigned context_width_p;     /* 1..64 */
    unsigned time_width_p;        /* 1..64 */
    unsigned ctype_width_p;       /* 1..2 */
    unsigned iretire_width_p;     /* 1..32 */
    unsigned ilastsize_width_p;   /* 1..2 */
    unsigned return_stack_size_p; /* log2 of entries, 0..15, 0: none */
    unsigned call_counter_size_p; /* bits, 0..15, 0: none */
    unsigned bpred_size_p;        /* log2 of entries, 0..15, 0: none */
    unsigned cache_size_p;        /* log2 of entries, 0..15, 0: none */
    unsigned f0s_width_p;         /* 0..2 */
    unsigned blocks_p;            /* blocks per cycle, 1..RVT_BLOCKS_MAX */
    unsigned retires_p;           /* instructions in a block, 1..255; 1: iretire counts them */
    unsigned impdef_width_p;      /* 1..32 */
    unsigned comparators_p;       /* pairs of comparators, 0..8; 0: none */
    unsigned filters_p;           /* 0..16, 0: none */
    unsigned ecause_choice_p;     /* log2 of the causes that a filter can choose among, 1..6 */
    unsigned filter_excint_p; /* log2 of the nested traps that a filter counts, 0: no such filter */
    bool filter_context_p;    /* inputs that comparators and filters have */
    bool filter_time_p;       /* kept for discovery alone: no register selects time */
    bool filter_privilege_p;
    bool filter_tval_p;
    bool nocontext_p;
    bool notime_p;
    bool sijump_p;
    bool notval_p;         /* draft: no tval in any packet (DRF-006) */
    unsigned ntkn_width_p; /* draft: width of ntkn, 0..8, 0: the hart has none (DRA-009) */
    /* data trace; ETR-DISC-003 */
    unsigned daddress_width_p;   /* 1..64 */
    unsigned data_width_p;       /* 8, 16, 32, 64 or 128; a value has at most 64 */
    unsigned dtype_width_p;      /* 1: loads and stores; 3: and CSRs; 4: and atomics */
    unsigned dsize_width_p;      /* 1..3 */
    unsigned dblock_width_p;     /* 0..2 */
    unsigned iaddr_lsbs_width_p; /* 0..16 */
    unsigned lrid_width_p;       /* 1..8 */
    unsigned lresp_width_p;      /* 1..2 */
    unsigned ldata_width_p;      /* 8..64 */
    unsigned sdata_width_p;      /* 8..64 */
};

/* Run-time modes (ioptions, doptions). */
struct rvt_options {
    bool implicit_return;
    bool implicit_exception;
    bool full_address;
    bool jump_target_cache;
    bool branch_prediction;
    bool sequentially_inferred_jumps;
    bool data_trace;
    bool no_address;        /* te_data without addresses */
    bool no_data;           /* te_data without data */
    bool full_data_address; /* addresses of te_data are never differences */
    bool full_data;         /* data of te_data is never compressed against earlier data */
};

/* trTeInstSyncMode and trTeInstSyncMax. Spec: ETR-RSY-001. */
enum rvt_resync_mode {
    RVT_RESYNC_OFF = 0,
    RVT_RESYNC_PACKETS = 1,
    RVT_RESYNC_CYCLES = 2,
    RVT_RESYNC_HALFWORDS = 3,
};

struct rvt_resync_config {
    enum rvt_resync_mode mode;
    unsigned max; /* 0..15; or 0..59 with resync_cmp legacy: threshold 2^(max + 4) */
};

/* How a stream frames packets: the encapsulation; or a byte of length, which counts itself, and an
 * index of 16 bits, as the ESP32-C6 has it. */
enum rvt_framing { RVT_FRAMING_STANDARD, RVT_FRAMING_INDEXED };

/* Null packets that hardware may send: any; none; those of a sink whose stream has no frames, or
 * has some. Readers accept any. */
enum rvt_nulls { RVT_NULLS_ANY, RVT_NULLS_NONE, RVT_NULLS_UNFRAMED, RVT_NULLS_FRAMED };
enum rvt_sync_unit { RVT_SYNC_UNIT_PACKETS, RVT_SYNC_UNIT_BYTES };

/* Encapsulation of one source. Spec: ENC-001..007, ENC-015, ENC-016. */
struct rvt_encap_config {
    unsigned srcid_bits;      /* 0..16 */
    unsigned srcid;           /* below 2^srcid_bits */
    unsigned type_bits;       /* 0..8 */
    unsigned type_inst;       /* type code of te_inst, below 2^type_bits */
    unsigned type_data;       /* type code of te_data, with data trace below 2^type_bits */
    unsigned flow;            /* 0..3 */
    unsigned timestamp_bytes; /* T, 0..8; 0: extend is always 0 */
    enum rvt_framing framing; /* AMB-150 */
    enum rvt_nulls nulls;     /* ENC-011 */
    unsigned sync_period;     /* 0..1048576 packets (bytes of packets) from one synchronisation
                                 sequence to the next; 0: none is needed. ENC-019 */
    enum rvt_sync_unit sync_unit;
    unsigned block_bytes; /* memory of such blocks, each of which begins with a header; 0: no
                             blocks. ENC-017 */
    bool unaligned; /* bits of an unframed stream whose byte boundaries are not known. ENC-010 */
};

/* What carries the encapsulated bytes, if anything does. Spec: decision 0005. */
struct rvt_transport_config {
    unsigned frame_id;     /* of the source in formatter frames, 1..0x6f. FRM-007 */
    bool frame_stream;     /* frames with FSYNC and HSYNC; else memory-aligned. FRM-011 */
    unsigned fsync_frames; /* frame_stream: FSYNC before so many frames, 1..65535. FRM-008 */
    unsigned master;       /* of the source in STP, 16 bits. STP-006 */
    unsigned channel;      /* 16 bits */
    unsigned protocol;     /* subtype of its RAW messages, 6 bits. SYST-003 */
    bool checksum;         /* messages have one. SYST-008 */
    bool marked;           /* messages end with DnM; else with FLAG. SEQ-003 */
    unsigned stp_sync; /* ASYNC and VERSION after so many bytes; 0: at the start alone. STP-012 */
};

/*
 * Which document a stream follows; refflow is the official reference flow as published (AMB-002).
 */
enum rvt_spec_profile {
    RVT_PROFILE_V2_0_4,
    RVT_PROFILE_V2_0_3,
    RVT_PROFILE_V2_0_5_DRAFT,
    RVT_PROFILE_DRAFT_0_026,
    RVT_PROFILE_REFFLOW,
};
enum { RVT_PROFILES = RVT_PROFILE_REFFLOW + 1 }; /* how many there are */
enum rvt_chart { RVT_CHART_V204, RVT_CHART_V200 };
enum rvt_compress {
    RVT_COMPRESS_WHOLE,
    RVT_COMPRESS_ADDR_ONLY,
    RVT_COMPRESS_NONE,
    RVT_COMPRESS_ADDR_BYTES, /* rv_tracer: addresses of 8 k + 1 bits, notify has no meaning */
};
enum rvt_trap_layout { RVT_TRAP_LAYOUT_THADDR, RVT_TRAP_LAYOUT_TVALEPC };
enum rvt_encap_compress { RVT_ENCAP_COMPRESS_JOINT, RVT_ENCAP_COMPRESS_SEPARATE };
enum rvt_resync_cmp { RVT_RESYNC_CMP_FSM, RVT_RESYNC_CMP_LEGACY };
enum rvt_resync_point { RVT_RESYNC_POINT_BLOCK_END, RVT_RESYNC_POINT_ANY_ITEM };
enum rvt_thaddr0_addr { RVT_THADDR0_EPC_OR_ZERO, RVT_THADDR0_IADDR };
enum rvt_int_at_updiscon {
    RVT_INT_AT_UPDISCON_DEFER,
    RVT_INT_AT_UPDISCON_THADDR0,
    RVT_INT_AT_UPDISCON_LITERAL,
};
enum rvt_first_trap { RVT_FIRST_TRAP_V204, RVT_FIRST_TRAP_V203 };
enum rvt_trap_cause_sel { RVT_TRAP_CAUSE_SEL_CHART204, RVT_TRAP_CAUSE_SEL_ISSUE144 };
enum rvt_xret_sync { RVT_XRET_SYNC_ON_PRIV_CHANGE, RVT_XRET_SYNC_ALWAYS };
enum rvt_ctype3 { RVT_CTYPE3_REPORT_LAST_THEN_F30, RVT_CTYPE3_CHART, RVT_CTYPE3_SUPPORT_BREAK };
enum rvt_updiscon_bit { RVT_UPDISCON_BIT_ONLY_BEFORE_SYNC, RVT_UPDISCON_BIT_EVERY_TARGET };
enum rvt_ir_profile { RVT_IR_PROFILE_V2_0_IRDEPTH, RVT_IR_PROFILE_EXT_IRETS };
enum rvt_ir_depth_at_mispredict { RVT_IR_DEPTH_BEFORE, RVT_IR_DEPTH_AFTER };
enum rvt_ir_sync_call { RVT_IR_SYNC_CALL_COUNTED, RVT_IR_SYNC_CALL_DROPPED };
enum rvt_ir_classes { RVT_IR_CLASSES_TABLE, RVT_IR_CLASSES_PSEUDO204 };
enum rvt_ir_swap { RVT_IR_SWAP_NONE, RVT_IR_SWAP_POP_PUSH };
enum rvt_ccs_max { RVT_CCS_MAX_MINUS_ONE, RVT_CCS_MAX_FULL };
enum rvt_sijump_across_sync { RVT_SIJUMP_ACROSS_SYNC_INFER, RVT_SIJUMP_ACROSS_SYNC_REPORT };
enum rvt_map_fill { RVT_MAP_FILL_ZERO, RVT_MAP_FILL_SIGN };
enum rvt_bpred_sync_branch { RVT_BPRED_SYNC_TRAIN_AFTER_INIT, RVT_BPRED_SYNC_DISCARD };
enum rvt_table_reset {
    RVT_TABLE_RESET_EVERY_SYNC,
    RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF,
    RVT_TABLE_RESET_ANY_F3,
};
enum rvt_jtc_write { RVT_JTC_WRITE_UPDISCON_ONLY, RVT_JTC_WRITE_ANY_ADDRESS };
enum rvt_jtc_implicit_return { RVT_JTC_IMPLICIT_RETURN_NO_WRITE, RVT_JTC_IMPLICIT_RETURN_WRITE };
enum rvt_jtc_mispredict_return { RVT_JTC_MISPREDICT_UPDATE, RVT_JTC_MISPREDICT_INVALIDATE };
enum rvt_jtc_sync_populate { RVT_JTC_SYNC_NEVER, RVT_JTC_SYNC_NON_START_IF_RESYNC_OFF };
enum rvt_jtc_choose { RVT_JTC_CHOOSE_ALWAYS_INDEX, RVT_JTC_CHOOSE_SHORTER_BYTES };
enum rvt_jtc_before_sync { RVT_JTC_BEFORE_SYNC_INDEX, RVT_JTC_BEFORE_SYNC_FALLBACK_F12 };
enum rvt_jtc_xret { RVT_JTC_XRET_WRITE, RVT_JTC_XRET_INVALIDATE, RVT_JTC_XRET_IGNORE };
enum rvt_dec_arrival { RVT_DEC_ARRIVAL_BY_STEP, RVT_DEC_ARRIVAL_BY_OPCODE };
enum rvt_ts_align { RVT_TS_ALIGN_BIT, RVT_TS_ALIGN_AFTER_SRCID_BYTE };
enum rvt_ir_fill { RVT_IR_FILL_REPLICATE, RVT_IR_FILL_ONES };
enum rvt_jalr_x0 { RVT_JALR_X0_INFERABLE_ABSOLUTE, RVT_JALR_X0_UNINFERABLE };
enum rvt_addr_extend { RVT_ADDR_EXTEND_ZERO, RVT_ADDR_EXTEND_SIGN };
enum rvt_filter_gran { RVT_FILTER_GRAN_CYCLE, RVT_FILTER_GRAN_BLOCK, RVT_FILTER_GRAN_INST };
enum rvt_cfg_change { RVT_CFG_CHANGE_SUPPORT_THEN_SYNC, RVT_CFG_CHANGE_SUPPORT_ONLY };
enum rvt_protocol_ver { RVT_PROTOCOL_VER_0_0, RVT_PROTOCOL_VER_2_1 };
enum rvt_support_layout_name {
    RVT_SUPPORT_MODES, /* refflow, and a bit for sequentially inferable jumps if sijump_p */
    RVT_SUPPORT_REFFLOW,
    RVT_SUPPORT_EXT_V0_8,
    RVT_SUPPORT_RV_TRACER,
    RVT_SUPPORT_DRAFT_0_026,
    RVT_SUPPORT_OWN, /* that of rvt_config.support_layout */
};
enum rvt_dat_signalling { RVT_DAT_UNIFIED, RVT_DAT_SPLIT };
enum rvt_dat_compress { RVT_DAT_COMPRESS_BOTH, RVT_DAT_COMPRESS_XOR, RVT_DAT_COMPRESS_DIFF };
enum rvt_dat_addr_compress { RVT_DAT_ADDR_DIFF, RVT_DAT_ADDR_XOR };
enum rvt_dat_hist { RVT_DAT_HIST_SIZE, RVT_DAT_HIST_SIZE_CLASS };
enum rvt_dat_operand {
    RVT_DAT_OPERAND_FULL,
    RVT_DAT_OPERAND_SHARED,
    RVT_DAT_OPERAND_OWN,
    RVT_DAT_OPERAND_CHAINED
};
enum rvt_dat_first { RVT_DAT_FIRST_FULL, RVT_DAT_FIRST_ZERO };
enum rvt_dat_addr_base { RVT_DAT_ADDR_BASE_ADDRESS, RVT_DAT_ADDR_BASE_FIELD };
enum rvt_dat_code_01 { RVT_DAT_CODE_01_XOR, RVT_DAT_CODE_01_DIFF };
enum rvt_dat_atomic_codes { RVT_DAT_ATOMIC_CODES_DTYPE, RVT_DAT_ATOMIC_CODES_REFFLOW };
enum rvt_dat_sc_failure { RVT_DAT_SC_FAILURE_NO_DATA, RVT_DAT_SC_FAILURE_ALWAYS };

enum rvt_draft_bpred_init { RVT_DRAFT_BPRED_INIT_SYNC, RVT_DRAFT_BPRED_INIT_ENABLE };
enum rvt_draft_double_trap { RVT_DRAFT_DOUBLE_TRAP_LAST_ONLY, RVT_DRAFT_DOUBLE_TRAP_CHART };
enum rvt_draft_looplabel { RVT_DRAFT_LOOPLABEL_FIRST, RVT_DRAFT_LOOPLABEL_SECOND };

/* One member per named switch; the AMB number names the question that it answers
 * (docs/ambiguities.md). */
struct rvt_switches {
    enum rvt_chart chart;                                   /* AMB-001 */
    enum rvt_compress compress;                             /* AMB-141 */
    enum rvt_encap_compress encap_compress;                 /* AMB-143 */
    enum rvt_resync_cmp resync_cmp;                         /* AMB-101 */
    enum rvt_resync_point resync_point;                     /* AMB-104 */
    enum rvt_thaddr0_addr thaddr0_addr;                     /* AMB-041 */
    enum rvt_int_at_updiscon int_at_updiscon;               /* AMB-042 */
    enum rvt_first_trap first_trap;                         /* AMB-044 */
    enum rvt_ir_fill ir_fill;                               /* AMB-019 */
    enum rvt_jalr_x0 jalr_x0;                               /* AMB-032 */
    enum rvt_addr_extend addr_extend;                       /* AMB-151 */
    enum rvt_support_layout_name support_layout;            /* AMB-122 */
    enum rvt_trap_layout trap_layout;                       /* AMB-046 */
    enum rvt_trap_cause_sel trap_cause_sel;                 /* AMB-040 */
    enum rvt_xret_sync xret_sync;                           /* AMB-033 */
    enum rvt_ctype3 ctype3;                                 /* AMB-105 */
    enum rvt_updiscon_bit updiscon_bit;                     /* AMB-129 */
    enum rvt_ir_profile ir_profile;                         /* AMB-010 */
    enum rvt_ir_depth_at_mispredict ir_depth_at_mispredict; /* AMB-011 */
    enum rvt_ccs_max ccs_max;                               /* AMB-012 */
    enum rvt_ir_sync_call ir_sync_call;                     /* AMB-015 */
    enum rvt_ir_classes ir_classes;                         /* AMB-016 */
    enum rvt_ir_swap ir_swap;                               /* AMB-016 */
    enum rvt_sijump_across_sync sijump_across_sync;         /* AMB-035 */
    enum rvt_map_fill map_fill;                             /* AMB-067 */
    enum rvt_bpred_sync_branch bpred_sync_branch;           /* AMB-064 */
    enum rvt_table_reset table_reset;                       /* AMB-071 */
    enum rvt_jtc_write jtc_write;                           /* AMB-080 */
    enum rvt_jtc_implicit_return jtc_implicit_return;       /* AMB-081 */
    enum rvt_jtc_mispredict_return jtc_mispredict_return;   /* AMB-081 */
    enum rvt_jtc_sync_populate jtc_sync_populate;           /* AMB-082 */
    enum rvt_jtc_choose jtc_choose;                         /* AMB-083 */
    enum rvt_jtc_before_sync jtc_before_sync;               /* AMB-083 */
    enum rvt_jtc_xret jtc_xret;                             /* AMB-086 */
    enum rvt_dec_arrival dec_arrival;                       /* AMB-018 */
    enum rvt_ts_align ts_align;                             /* AMB-145 */
    enum rvt_filter_gran filter_gran;                       /* AMB-130 */
    enum rvt_cfg_change cfg_change;                         /* AMB-126 */
    enum rvt_protocol_ver protocol_ver;                     /* AMB-002 */
    unsigned inst_mode_rb;                        /* AMB-006: what trTeInstMode reads, 6 or 7 */
    enum rvt_draft_bpred_init draft_bpred_init;   /* DRA-004 */
    enum rvt_draft_double_trap draft_double_trap; /* DRA-011 */
    enum rvt_draft_looplabel draft_looplabel;     /* DRD-003 */
    enum rvt_dat_signalling dat_signalling;       /* decision 0003: no parameter is named for it */
    enum rvt_dat_compress dat_compress;           /* AMB-176: data compressions that are offered */
    enum rvt_dat_addr_compress dat_addr_compress; /* AMB-179 */
    enum rvt_dat_hist dat_hist;                   /* AMB-177 */
    enum rvt_dat_operand dat_operand;             /* AMB-177 */
    enum rvt_dat_first dat_first;                 /* AMB-175 */
    enum rvt_dat_addr_base dat_addr_base;         /* AMB-186 */
    enum rvt_dat_code_01 dat_code_01;             /* AMB-179 */
    enum rvt_dat_atomic_codes dat_atomic_codes;   /* AMB-178 */
    enum rvt_dat_sc_failure dat_sc_failure;       /* decision 0003 */
    unsigned dat_split_atomic_rsp; /* AMB-170: format of a split atomic response, 6 or 7 */
    unsigned dat_diff_bits;        /* AMB-176: 1 or 2 bits where the text leaves it open */
    unsigned ir_partial_bits;  /* AMB-017: low address bits that a return stack compares, 0: all */
    unsigned bcount_min;       /* AMB-061: 31 or 32 */
    unsigned bcount_max;       /* AMB-063: branch_count that forces a packet; less only for tests */
    bool ir_mispredict_pop;    /* AMB-014: a return that failed its prediction pops the stack */
    bool ir_flush_before_sync; /* AMB-021: pending implicit returns are reported before F3/0 */
    bool ecall_retires;        /* AMB-031: ecall and ebreak retire, then trap */
    bool zcm;                  /* AMB-034: the hart has Zcmp and Zcmt, and not Zcd */
    bool tval_always;          /* AMB-046: tval is sent for interrupts as well */
    bool report_last_trap;     /* AMB-049: a trap whose handler is not traced is reported */
    bool jtc_update_on_f0s0;   /* AMB-084 */
    bool jtc_zero_invalid;     /* AMB-085: an entry that holds address 0 is not valid */
    bool f0s1_irreport;        /* AMB-087: F0s1 has irreport and irdepth */
    bool resync_cycles_gated;  /* AMB-100: cycles count only while tracing is qualified */
    bool resync_s2_skip;       /* AMB-101: nothing pending: F3/0 without the step between */
    bool early_filter;         /* AMB-121: qualification of the next item is known in time */
    bool addr_shift;           /* AMB-151: address fields are shifted right by iaddress_lsb_p */
    bool updiscon_xret;        /* AMB-030: itype 3 is an uninferable discontinuity */
    bool trap_dup_refflow;     /* AMB-043: report a trap again although it was reported */
    bool final_repeat;         /* AMB-131: repeat the last address at the end */
    bool resync_count_support; /* AMB-100: support and context packets count */
    bool cci_latch;            /* AMB-107 */
    bool support_on_restart;   /* AMB-123: a support packet before every restart */
    bool notify_trig_enable;   /* AMB-127: trigger[2+k] acts with trTeInstTrigEnable alone */
    bool draft_swap_updiscon;  /* DRA-008: a co-routine swap is an uninferable discontinuity */
    bool draft_sijump;         /* DRA-007: a jump whose register lui or auipc loaded is inferable */
    bool mmacas_ext;           /* te_data of the MMA/CAS extension of 2.0.5 */
};

/* Bits after the last field of an uncompressed payload: copies of the last bit, zeros, or whatever,
 * also whole bytes. */
enum rvt_padding { RVT_PADDING_SIGN, RVT_PADDING_ZERO, RVT_PADDING_ANY };

/* notify, updiscon and irreport: relative to the bit before, or the flag itself. */
enum rvt_flags_coding { RVT_FLAGS_RELATIVE, RVT_FLAGS_PLAIN };

/* The header of an encapsulated packet: that of the encapsulation; or a byte with the length at the
 * same place, and bits of the encoder's own above it. */
enum rvt_header { RVT_HEADER_STANDARD, RVT_HEADER_LENGTH };

/* How an encoder deviates from the standard encoding, whatever the reading of the text. */
struct rvt_dialect {
    enum rvt_padding padding;    /* ETR-CMP-005 */
    enum rvt_flags_coding flags; /* ETR-FMT-026..028 */
    enum rvt_header header;      /* ENC-002 */
};

/* The trap vectors of the hart, which a decoder needs in implicit exception mode: mtvec, stvec,
 * utvec and vstvec with their mode bits. Not known: false and 0. ETR-MODE-062, AMB-047. */
struct rvt_trap_vectors {
    bool m_known, s_known, u_known, vs_known;
    uint64_t m, s, u, vs;
};

/* What software writes into the control registers before tracing starts, in this order. */
#define RVT_REGISTER_WRITES_MAX 192
struct rvt_register_writes {
    unsigned count;
    struct rvt_encap_config encap; /* count > 0: as built, before registers switch parts off */
    struct rvt_register_write {
        uint32_t offset, value;
    } write[RVT_REGISTER_WRITES_MAX];
};

struct rvt_config {
    char title[80];
    enum rvt_spec_profile spec_profile;
    struct rvt_params params;
    struct rvt_options options;
    struct rvt_resync_config resync;
    struct rvt_encap_config encap;
    struct rvt_transport_config transport;
    struct rvt_switches switches;
    struct rvt_dialect dialect;
    struct rvt_support_layout support_layout; /* count > 0 with RVT_SUPPORT_OWN alone */
    struct rvt_trap_vectors trap_vectors;     /* of the hart; decoders use them */
    struct rvt_custom_insns custom_insns;     /* of the hart, beside those of its ISA */
    struct rvt_register_writes registers;     /* options, resync and encap are their result */
};

/* The specification's defaults (ETR-DISC-001..004) and the switch defaults of the profile. */
void rvt_config_defaults(struct rvt_config *config, enum rvt_spec_profile profile);

/* True if the stream follows draft 0.026. */
static inline bool rvt_is_draft(const struct rvt_config *config)
{
    return config->spec_profile == RVT_PROFILE_DRAFT_0_026;
}

/* Derived widths. Spec: requirement document section 0.2. */
unsigned rvt_time_bits(const struct rvt_params *params);    /* 0 with notime_p */
unsigned rvt_context_bits(const struct rvt_params *params); /* 0 with nocontext_p */

/* LSB; 0 without addr_shift. */
static inline unsigned rvt_address_shift(const struct rvt_config *config)
{
    return config->switches.addr_shift ? config->params.iaddress_lsb_p : 0;
}

/* AW = IW less that shift. */
static inline unsigned rvt_address_bits(const struct rvt_config *config)
{
    return config->params.iaddress_width_p - rvt_address_shift(config);
}

/* ETR-FMT-029, ETR-FMT-031. */
static inline unsigned rvt_irdepth_bits(const struct rvt_config *config)
{
    unsigned stack = config->params.return_stack_size_p;

    if (config->switches.ir_profile == RVT_IR_PROFILE_EXT_IRETS)
        return 8;
    return stack + (stack > 0 ? 1 : 0) + config->params.call_counter_size_p;
}

/* True if iretire counts half-words (block interface), false if it counts instructions, 0 or 1.
 * ETR-ING-002. */
static inline bool rvt_counts_halfwords(const struct rvt_params *params)
{
    return params->retires_p > 1;
}

#endif
