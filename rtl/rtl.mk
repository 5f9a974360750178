# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
#
# The trace encoder, the modules after it, and the adapter of cores: sources in order (packages
# first), lint, synthesis check and proofs.

BUILD     ?= build
VERILATOR ?= verilator
YOSYS     ?= yosys
Q         ?= @
say       ?= @printf '  %-9s %s\n' '$(1)' '$(2)'

RVT_RTL_DIR := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
RVT_RTL_TOP := rvt_trace_encoder
RVT_RTL_MODULES := \
	rvt_encoder_limits \
	rvt_apb_regs rvt_timestamp rvt_filter_regs rvt_compare rvt_access_compare rvt_comparator \
	rvt_filter rvt_filters rvt_control \
	rvt_ingress_port rvt_qualifier rvt_ingress_fifo rvt_item_splitter rvt_item_window \
	rvt_block_group rvt_branch_map \
	rvt_branch_predictor rvt_jump_cache rvt_return_stack \
	rvt_resync rvt_decision rvt_item_stream rvt_packetizer \
	rvt_data_regs rvt_data_loads rvt_data_ingress rvt_data_order rvt_data_coder rvt_data_history \
	rvt_data_fields rvt_data_packetizer rvt_packet_merge rvt_data_trace \
	rvt_sign_compressor rvt_encapsulator \
	rvt_stream_out rvt_packet_output $(RVT_RTL_TOP) rvt_atb_adapter rvt_axis_adapter \
	rvt_sync_inserter \
	rvt_stream_fifo rvt_stp_arbiter rvt_stp_packet rvt_stp_sequencer rvt_nibble_packer \
	rvt_stp_transmitter \
	rvt_syst_source rvt_syst_clock rvt_trace_tunnel \
	rvt_frame_pairs rvt_frame_lanes rvt_frame_formatter \
	rvt_rvfi_class rvt_rvfi_records rvt_rvfi_traps rvt_rvfi_rows rvt_rvfi_former rvt_rvfi_ingress
RVT_RTL := $(foreach module,rvt_pkg rvt_reg_pkg $(RVT_RTL_MODULES), \
	$(wildcard $(RVT_RTL_DIR)/*/$(module).sv))
RVT_RTL_WAIVERS := $(RVT_RTL_DIR)/lint/waivers.vlt
RVT_RTL_DEPS := $(RVT_RTL) $(RVT_RTL_WAIVERS) $(RVT_RTL_DIR)/rtl.mk

# Parameter sets of the top: those that are linted and synthesised; those that are linted, and
# synthesised only by `make sizes`.
RVT_RTL_SETS := minimal typical full rv64 rv32 wide narrow modes filters blocks4 filters2 single \
	data split data4 datafilters
RVT_RTL_LARGE := filters4
RVT_RTL_SET_minimal := iaddress_width_p=32 itype_width_p=3 ecause_width_p=4 iretire_width_p=5 \
	fifo_depth_p=4 out_bytes_p=1 compressor_register_p=0
RVT_RTL_SET_rv64   := iaddress_width_p=64 itype_width_p=4
RVT_RTL_SET_rv32   := iaddress_width_p=32 itype_width_p=3 ctype_width_p=1 ecause_width_p=4 \
	iretire_width_p=5
RVT_RTL_SET_wide   := nocontext_p=0 notime_p=0 srcid_bits_p=6 type_bits_p=1 timestamp_bytes_p=4 \
	return_stack_size_p=3
RVT_RTL_SET_narrow := out_bytes_p=4 srcid_bits_p=12 iaddress_lsb_p=2 privilege_width_p=3 \
	fifo_depth_p=11 call_counter_size_p=3
RVT_RTL_SET_typical := return_stack_size_p=2 bpred_size_p=4
RVT_RTL_SET_modes   := bpred_size_p=6 cache_size_p=4 f0s_width_p=1 sijump_p=1 return_stack_size_p=3
RVT_RTL_SET_blocks4 := blocks_p=4 retires_p=16 iretire_width_p=6
RVT_RTL_SET_single  := blocks_p=2 retires_p=1 iretire_width_p=1 sijump_p=1 return_stack_size_p=2
RVT_RTL_SET_data    := data_p=1 type_bits_p=1 iaddress_width_p=32 dtype_width_p=1 dsize_width_p=2 \
	iaddr_lsbs_width_p=8
RVT_RTL_SET_split   := data_p=1 dat_signalling_p=1 type_bits_p=1 daddress_width_p=64 \
	data_width_p=64 dtype_width_p=4 iaddr_lsbs_width_p=8 \
	lrid_width_p=2 lresp_width_p=2 ldata_width_p=64 sdata_width_p=64
RVT_RTL_SET_data4   := $(RVT_RTL_SET_data) blocks_p=4 dblock_width_p=2 retires_p=16 \
	iretire_width_p=6
RVT_RTL_SET_filters := filters_p=2 comparators_p=4 iretire_width_p=5 impdef_width_p=4 \
	filter_excint_p=2 ecause_choice_p=4
RVT_RTL_SET_filters4 := $(RVT_RTL_SET_filters) blocks_p=4 retires_p=16
RVT_RTL_SET_datafilters = $(call RVT_RTL_OVER,$(RVT_RTL_SET_data4),blocks_p=2 dblock_width_p=1 \
	retires_p=8 iretire_width_p=4 filters_p=2 comparators_p=2)
RVT_RTL_SET_filters2 = $(call RVT_RTL_OVER,$(RVT_RTL_SET_minimal),blocks_p=2 retires_p=4 \
	iretire_width_p=3 filters_p=1 comparators_p=1 \
	impdef_width_p=4 timestamp_bytes_p=4 ts_internal_p=1)
RVT_RTL_SET_full     = $(call RVT_RTL_OVER,$(RVT_RTL_SET_wide),$(RVT_RTL_SET_modes) filters_p=1 \
	comparators_p=1 iretire_width_p=5)

# The cost of an option: the minimal set with it, or the set NAME_OF with it if the option needs
# more. Only `make sizes` synthesises these.
RVT_RTL_COSTS := itype4 address64 context time srcid stamp clock fifo16 lanes8 register
RVT_RTL_COSTS += stack counter predictor cache sijump filter comparator
RVT_RTL_COST_itype4     := itype_width_p=4
RVT_RTL_COST_address64  := iaddress_width_p=64
RVT_RTL_COST_context    := nocontext_p=0
RVT_RTL_COST_time       := notime_p=0
RVT_RTL_COST_srcid      := srcid_bits_p=8
RVT_RTL_COST_stamp      := timestamp_bytes_p=4
RVT_RTL_COST_clock      := ts_internal_p=1
RVT_RTL_COST_clock_OF   := stamp
RVT_RTL_COST_fifo16     := fifo_depth_p=16
RVT_RTL_COST_lanes8     := out_bytes_p=8
RVT_RTL_COST_register   := compressor_register_p=1
RVT_RTL_COST_predictor  := bpred_size_p=4
RVT_RTL_COST_cache      := cache_size_p=3
RVT_RTL_COST_sijump     := sijump_p=1
RVT_RTL_COST_filter     := filters_p=1
RVT_RTL_COST_stack      := return_stack_size_p=2
RVT_RTL_COST_stack_OF   := itype4
RVT_RTL_COST_counter    := call_counter_size_p=3
RVT_RTL_COST_counter_OF := itype4
RVT_RTL_COST_comparator := comparators_p=1
RVT_RTL_COST_comparator_OF := filter

# Sets of the modules beside the encoder, each with its own top: NAME_TOP and NAME.
RVT_RTL_EGRESS := atb32 atb64 axis sync stp stp1 arbiter syst syst0 clockmsg tunnel tunnel_length \
	frame4 frame16
RVT_RTL_EGRESS_atb32_TOP := rvt_atb_adapter
RVT_RTL_EGRESS_atb32     := data_bytes_p=4
RVT_RTL_EGRESS_atb64_TOP := rvt_atb_adapter
RVT_RTL_EGRESS_atb64     := data_bytes_p=8
RVT_RTL_EGRESS_axis_TOP  := rvt_axis_adapter
RVT_RTL_EGRESS_axis      := data_bytes_p=8
RVT_RTL_EGRESS_sync_TOP  := rvt_sync_inserter
RVT_RTL_EGRESS_sync      := data_bytes_p=8 timestamp_bytes_p=4 srcid_bits_p=12 async_bytes_p=1
RVT_RTL_EGRESS_frame4_TOP := rvt_frame_formatter
RVT_RTL_EGRESS_frame4     := out_bytes_p=4
RVT_RTL_EGRESS_frame16_TOP := rvt_frame_formatter
RVT_RTL_EGRESS_frame16     := sources_p=8 out_bytes_p=16

# Transports.
RVT_RTL_EGRESS_stp_TOP     := rvt_stp_transmitter
RVT_RTL_EGRESS_stp         := out_bytes_p=8 fifo_depth_p=4
RVT_RTL_EGRESS_stp1_TOP    := rvt_stp_transmitter
RVT_RTL_EGRESS_stp1        := out_bytes_p=1 fifo_depth_p=2
RVT_RTL_EGRESS_arbiter_TOP := rvt_stp_arbiter
RVT_RTL_EGRESS_arbiter     := sources_p=4
RVT_RTL_EGRESS_syst_TOP    := rvt_syst_source
RVT_RTL_EGRESS_syst        := guid_p=1
RVT_RTL_EGRESS_syst0_TOP   := rvt_syst_source
RVT_RTL_EGRESS_syst0       := guid_p=0 location_p=0 length_p=0 timestamp_p=0 checksum_p=0
RVT_RTL_EGRESS_clockmsg_TOP := rvt_syst_clock
RVT_RTL_EGRESS_tunnel_TOP  := rvt_trace_tunnel
RVT_RTL_EGRESS_tunnel      := in_bytes_p=8
RVT_RTL_EGRESS_tunnel_length_TOP := rvt_trace_tunnel
RVT_RTL_EGRESS_tunnel_length     := in_bytes_p=8 length_p=1

# The adapter of a core: the defaults; several instructions per cycle; two single ones, with the
# trap CSRs; no source of traps, with Zcmp.
RVT_RTL_EGRESS += rvfi rvfi_wide rvfi_csrs rvfi_none
RVT_RTL_EGRESS_rvfi_TOP      := rvt_rvfi_ingress
RVT_RTL_EGRESS_rvfi          := nret_p=1
RVT_RTL_EGRESS_rvfi_wide_TOP := rvt_rvfi_ingress
RVT_RTL_EGRESS_rvfi_wide     := nret_p=4 blocks_p=2 iretire_width_p=4 iaddress_width_p=39
RVT_RTL_EGRESS_rvfi_csrs_TOP := rvt_rvfi_ingress
RVT_RTL_EGRESS_rvfi_csrs     := nret_p=2 blocks_p=2 retires_p=1 iretire_width_p=1 \
	iaddress_width_p=32 itype_width_p=3 ctype_width_p=1 trap_source_p=1
RVT_RTL_EGRESS_rvfi_none_TOP := rvt_rvfi_ingress
RVT_RTL_EGRESS_rvfi_none     := trap_source_p=2 zcm_p=1 iaddress_width_p=32 privilege_width_p=3

# Top module and parameters of a set.
RVT_RTL_TOP_OF  = $(or $(RVT_RTL_EGRESS_$(1)_TOP),$(RVT_RTL_TOP))
RVT_RTL_SET_OF  = $(strip $(if $(filter $(1),$(RVT_RTL_COSTS)), \
	$(call RVT_RTL_COST_OF,$(1)),$(RVT_RTL_SET_$(1)) $(RVT_RTL_EGRESS_$(1))))
RVT_RTL_COST_OF = $(call RVT_RTL_OVER, \
	$(call RVT_RTL_SET_OF,$(or $(RVT_RTL_COST_$(1)_OF),minimal)),$(RVT_RTL_COST_$(1)))

# The parameters of $(1) that $(2) does not have, and $(2).
RVT_RTL_OVER = $(filter-out $(foreach p,$(2),$(firstword $(subst =, ,$(p)))=%),$(1)) $(2)

RVT_RTL_LINT  := $(patsubst %,$(BUILD)/lint-rtl/top-%.ok,$(RVT_RTL_SETS) $(RVT_RTL_LARGE) \
	$(RVT_RTL_EGRESS)) \
	$(RVT_RTL_MODULES:%=$(BUILD)/lint-rtl/%.ok)
# `make synth` takes those that together have every option; `make sizes` takes all.
RVT_RTL_SAMPLE := minimal full narrow filters2 single data4 split
RVT_RTL_SYNTH := $(patsubst %,$(BUILD)/synth/%.ok,$(RVT_RTL_SAMPLE) $(RVT_RTL_EGRESS))
RVT_RTL_SIZES := $(patsubst %,$(BUILD)/sizes/%.ok,$(RVT_RTL_SETS) $(RVT_RTL_LARGE) \
	$(RVT_RTL_EGRESS) $(RVT_RTL_COSTS))
# The sets that `make synth` optimises as far as `make sizes` does. The others are large: each would
# take two to three times as long.
RVT_RTL_OPTIMISED := minimal $(RVT_RTL_EGRESS)

# Proof benches, formal/rvt_formal_NAME.sv.
RVT_RTL_PROOFS := ingress items blocks payload data atb axis sync arbiter nibbles stp syst pairs \
	lanes frame rvfi
RVT_RTL_FORMAL := $(RVT_RTL_PROOFS:%=$(BUILD)/formal-rtl/%.ok)
RVT_RTL_FAULTS := $(RVT_RTL_DIR)/formal/faults.yaml
RVT_RTL_RESET  := $(RVT_RTL_DIR)/formal/rvt_formal_reset.sv
# The bench that items and blocks share.
RVT_RTL_STREAM := $(RVT_RTL_DIR)/formal/rvt_formal_stream.sv

# A check leaves NAME.log, and NAME.ok (its summary, if any) only if it passed. The target then
# shows, reports and counts all checks, so a failing check neither hides the others nor is current.
# NAME.xml, if it exists, contains the test cases of the check.
RVT_RTL_COUNT = scripts/lib/junit.py outcomes --suite $@ $(1)

# Verilator: top module, its parameters.
RVT_RTL_LINT_RUN = $(VERILATOR) --lint-only -Wall -Wpedantic -DRVT_ASSERT $(2) --top-module $(1) \
	$(RVT_RTL_WAIVERS) $(RVT_RTL)

# Options of Verilator for the parameters of the set, in the recipe of its lint.
RVT_RTL_LINT_SET = $(patsubst %,-G%,$(call RVT_RTL_SET_OF,$*))

# Script of yosys: parameter set, file for the statistics, options of the reader, synthesis. Flat,
# so that constants propagate through module boundaries as in any real synthesis.
RVT_RTL_SCRIPT = read_verilog $(3) -sv $(RVT_RTL); \
	hierarchy -check -top $(call RVT_RTL_TOP_OF,$(1)) \
	$(foreach p,$(call RVT_RTL_SET_OF,$(1)),-chparam $(subst =, ,$(p))); \
	$(4); tee -o $(2) stat; tee -a $(2) ltp -noff

# Synthesis as for sizes; and the steps of it that lead to gates, each once instead of until nothing
# changes, without sharing and abc, which only make the netlist smaller. As in the whole synthesis,
# wires without a driver are found before memories are mapped: a memory whose depth is no power of
# two leaves some.
RVT_RTL_OPTIMISE = synth -flatten -top $(call RVT_RTL_TOP_OF,$(1))
RVT_RTL_MAP      = proc; flatten; opt_expr; opt_clean; check; opt_muxtree; opt_reduce; \
	opt_merge; opt_dff -nodffe -nosdff; opt_expr; wreduce; opt_clean; alumacc; \
	memory -nomap; memory_map; opt_expr -undriven -fine; opt_merge; opt_clean; \
	techmap; opt_clean; hierarchy -check; check

# Script of yosys: bench, file for a counterexample. Temporal induction: valid for all time. The
# first proof elaborates every module, with its assertions; the others what their bench
# instantiates.
RVT_RTL_PROOF = read_verilog $(if $(filter-out $(firstword $(RVT_RTL_PROOFS)),$(1)),-defer) \
	  -sv -formal -D RVT_ASSERT $(RVT_RTL) \
	  $(RVT_RTL_RESET) $(RVT_RTL_STREAM) $(RVT_RTL_DIR)/formal/rvt_formal_$(1).sv; \
	hierarchy -check -top rvt_formal_$(1); proc; flatten; memory; async2sync; opt; \
	sat -verify -tempinduct -prove-asserts -set-assumes -seq 1 -maxsteps 4 -dump_vcd $(2)

.PHONY: lint-rtl synth sizes formal-rtl formal-faults

lint-rtl: $(RVT_RTL_LINT) ## lint the RTL: the top with each parameter set, and every module alone
	@$(call RVT_RTL_COUNT,$^)

synth: $(RVT_RTL_SYNTH) ## synthesise the RTL to gates with yosys, a sample of the parameter sets
	@$(call RVT_RTL_COUNT,$^)

sizes: $(RVT_RTL_SIZES) ## synthesise the RTL, optimised; print its size and the cost of each option
	@$(call RVT_RTL_COUNT,$^)
	@scripts/measure/sizes --build $(BUILD)/sizes $(RVT_RTL_SETS) $(RVT_RTL_LARGE) \
	  $(RVT_RTL_EGRESS) \
	  $(foreach c,$(RVT_RTL_COSTS),$(c):$(or $(RVT_RTL_COST_$(c)_OF),minimal):$(RVT_RTL_COST_$(c)))

formal-rtl: ## prove the assertions of the RTL with yosys; seed one fault for each proof
formal-rtl: $(RVT_RTL_FORMAL) $(BUILD)/formal-rtl/first-faults.ok
	@$(call RVT_RTL_COUNT,$^)

formal-faults: ## seed every fault of the proofs; each must be found, each assertion must fail
formal-faults: $(BUILD)/formal-rtl/faults.ok
	@$(call RVT_RTL_COUNT,$^)

$(BUILD)/lint-rtl/top-%.ok: $(RVT_RTL_DEPS)
	@mkdir -p $(@D) && rm -f $@
	$(call say,LINT,$(call RVT_RTL_TOP_OF,$*) ($*))
	$(Q)if $(call RVT_RTL_LINT_RUN,$(call RVT_RTL_TOP_OF,$*),$(RVT_RTL_LINT_SET)) \
	    > $(@:.ok=.log) 2>&1; \
	  then touch $@; fi

$(BUILD)/lint-rtl/rvt_%.ok: $(RVT_RTL_DEPS)
	@mkdir -p $(@D) && rm -f $@
	$(call say,LINT,rvt_$*)
	$(Q)if $(call RVT_RTL_LINT_RUN,rvt_$*) > $(@:.ok=.log) 2>&1; then touch $@; fi

# Quiet yosys prints warnings and errors only. A warning means that it may have misread the source,
# or that it found a combinational loop; no cell means that it removed the logic, or that the
# statistics are not those of one flat module. For every set but minimal, yosys elaborates only what
# its top instantiates.
define RVT_RTL_SYNTHESISE
	@mkdir -p $(@D) && rm -f $@ $(@:.ok=.stat)
	$(call say,SYNTH,$(call RVT_RTL_TOP_OF,$*) ($*))
	$(Q)cells=0; \
	  if $(YOSYS) -q -p '$(call RVT_RTL_SCRIPT,$*,$(@:.ok=.stat),$(1),$(2))' \
	      > $(@:.ok=.log) 2>&1 && \
	    [ ! -s $(@:.ok=.log) ] && [ -s $(@:.ok=.stat) ]; then \
	    cells=$$(awk '/Number of cells:/ { n = $$4; modules++ } /\(length=/ { paths++ } \
	        END { print modules == 1 && paths == 1 ? n + 0 : 0 }' $(@:.ok=.stat)); fi; \
	  echo "synth: $$cells cells ($*)" >> $(@:.ok=.log); \
	  if [ $$cells -gt 0 ]; then touch $@; fi
endef

$(RVT_RTL_OPTIMISED:%=$(BUILD)/synth/%.ok): $(BUILD)/synth/%.ok: $(RVT_RTL_DEPS)
	$(call RVT_RTL_SYNTHESISE,$(if $(filter-out minimal,$*),-defer),$(call RVT_RTL_OPTIMISE,$*))

$(BUILD)/synth/%.ok: $(RVT_RTL_DEPS)
	$(call RVT_RTL_SYNTHESISE,-defer,$(RVT_RTL_MAP))

$(BUILD)/sizes/%.ok: $(RVT_RTL_DEPS)
	$(call RVT_RTL_SYNTHESISE,,$(call RVT_RTL_OPTIMISE,$*))

$(BUILD)/formal-rtl/%.ok: $(RVT_RTL_DIR)/formal/rvt_formal_%.sv $(RVT_RTL_RESET) $(RVT_RTL_STREAM) \
		$(RVT_RTL_DEPS)
	@mkdir -p $(@D) && rm -f $@ $(@:.ok=.vcd)
	$(call say,PROVE,rvt_formal_$*)
	$(Q)if $(YOSYS) -q -p '$(call RVT_RTL_PROOF,$*,$(@:.ok=.vcd))' > $(@:.ok=.log) 2>&1 && \
	    [ ! -s $(@:.ok=.log) ]; then touch $@; \
	  else echo "counterexample, if there is one: $(@:.ok=.vcd)" >> $(@:.ok=.log); fi

# A fault that no proof finds, or an assertion that no fault breaks, would show that a proof is
# empty.
$(BUILD)/formal-rtl/first-faults.ok: RVT_RTL_FAULTS_CHOSEN := --one-each
$(BUILD)/formal-rtl/faults.ok $(BUILD)/formal-rtl/first-faults.ok: $(RVT_RTL_FAULTS) \
		$(RVT_RTL_RESET) $(RVT_RTL_STREAM) $(RVT_RTL_DEPS) \
		$(RVT_RTL_PROOFS:%=$(RVT_RTL_DIR)/formal/rvt_formal_%.sv) scripts/faults/prove-faults
	@mkdir -p $(@D) && rm -f $@ $(@:.ok=.xml)
	$(call say,PROVE,$(RVT_RTL_FAULTS))
	$(Q)if scripts/faults/prove-faults $(RVT_RTL_FAULTS) $(RVT_RTL_FAULTS_CHOSEN) \
	  --proofs $(RVT_RTL_PROOFS) --rtl $(RVT_RTL_DIR) --build $(@:.ok=) \
	  --report $(@:.ok=.xml) --yosys $(YOSYS) > $(@:.ok=.log) 2>&1; \
	  then tail -1 $(@:.ok=.log) > $@; fi
