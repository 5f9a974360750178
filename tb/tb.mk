# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
#
# The Verilator/SystemC bench: one program per RTL configuration,
# build/cosim/<configuration>/rvt_cosim. Run-time options come from the same YAML file. WAVES=1
# builds into another folder, with --waves.

WAVES ?= 0
RVT_COSIM_DIR   := $(BUILD)/cosim$(if $(filter 1,$(WAVES)),-waves)

# Lists of runs, and the builds that they name: as a makefile, which only goals that need it read.
RVT_COSIM_RUNS    := tests/cosim/runs.yaml
RVT_MUTANT_RUNS   := tests/mutants/runs.yaml
RVT_NETLISTS      := tests/mutants/netlist.yaml
RVT_COVERAGE_RUNS := tests/coverage/runs.yaml
RVT_BUILD_LISTS   := RVT_COSIM_BUILDS=$(RVT_COSIM_RUNS) RVT_MUTANT_BUILDS=$(RVT_MUTANT_RUNS) \
                     RVT_NETLIST_BUILDS=$(RVT_NETLISTS) RVT_COVERAGE_BUILDS=$(RVT_COVERAGE_RUNS)
RVT_BUILD_GOALS   := cosim-build cosim-runs soak mutants mutants-quick mutants-netlist coverage \
                     farm-programs
$(BUILD)/builds.mk: $(RVT_COSIM_RUNS) $(RVT_MUTANT_RUNS) $(RVT_NETLISTS) $(RVT_COVERAGE_RUNS) \
		scripts/cosim/builds
	$(Q)mkdir -p $(dir $@) && scripts/cosim/builds $(RVT_BUILD_LISTS) > $@
ifneq ($(filter $(RVT_BUILD_GOALS),$(MAKECMDGOALS)),)
include $(BUILD)/builds.mk
endif

RVT_COSIM       := $(RVT_COSIM_BUILDS:%=$(RVT_COSIM_DIR)/%/rvt_cosim)

RVT_TB_SV       := $(sort $(wildcard tb/sv/*.sv))
RVT_TB_WAIVERS  := rtl/lint/waivers.vlt tb/lint/waivers.vlt dpi/rvt_dpi.vlt
RVT_TB_CPP      := $(filter-out tb/sc/top.cpp,$(sort $(wildcard tb/sc/*.cpp)))
RVT_TB_O        := $(RVT_TB_CPP:tb/sc/%.cpp=$(BUILD)/tb/%.o)
RVT_TB_WARNINGS := -Wall -Wextra -Wshadow -Wundef -Werror
# The command lines run once, and to optimise CLI11 takes ten seconds.
RVT_TB_OPTIMISE := -O2 -g1
$(BUILD)/tb/options.o: RVT_TB_OPTIMISE := -O0 -g1
RVT_TB_LIBS     := $(BUILD)/release/librvt_api.a $(BUILD)/release/librvt_lockstep.a $(RVT_IO) \
    $(RVT_LIB)

RVT_EXPECT      := $(BUILD)/cosim/expect
RVT_EXPECT_C    := $(sort $(wildcard tests/cosim/*.c))

RVT_VERILATE  := --sc --assert --top-module tb_top --x-initial unique --x-assign unique -O3 \
	-DRVT_ASSERT
RVT_VERILATED ?= $(patsubst %/vltstd,%,$(RVT_SVDPI))

# Variants of the programs: options of Verilator, and parts of its runtime.
RVT_VARIANT            := $(if $(filter 1,$(WAVES)),waves,plain)
RVT_VARIANT_waves      := --trace-fst --trace-structs
RVT_VARIANT_coverage   := --coverage-line --coverage-user
RVT_RUNTIME_plain      := verilated verilated_dpi verilated_threads
RVT_RUNTIME_waves      := $(RVT_RUNTIME_plain) verilated_fst_c verilated_fst_sc
RVT_RUNTIME_coverage   := $(RVT_RUNTIME_plain) verilated_cov
RVT_VERILATED_INCLUDES := -isystem $(RVT_VERILATED) -isystem $(RVT_VERILATED)/vltstd
RVT_VERILATED_FLAGS     = -std=gnu++17 -faligned-new -fcf-protection=none \
	$(RVT_VERILATED_INCLUDES) -DVM_SC=1 \
    -DVM_COVERAGE=$(if $(filter coverage,$(1)),1,0) -DVM_TRACE_VCD=0 \
    $(if $(filter waves,$(1)),-DVM_TRACE=1 -DVM_TRACE_FST=1,-DVM_TRACE=0 -DVM_TRACE_FST=0)

$(BUILD)/tb/%.o: tb/sc/%.cpp
	$(call say,CXX,$<)
	$(Q)mkdir -p $(dir $@)
	$(Q)$(CXX) -std=gnu++17 $(RVT_TB_OPTIMISE) $(RVT_TB_WARNINGS) -Iinclude -Imodel \
	  $(RVT_VERILATED_INCLUDES) -DVM_SC=1 -DVM_TRACE=0 -MMD -MP -c $< -o $@

# The RTL as C++ is compiled in two parts: what runs in each cycle, and what runs once. Most of both
# is the headers of SystemC, which are compiled once for each of these levels of optimisation. clang
# compiles such code as fast as gcc with -O1, and the result is a quarter faster.
RVT_MODEL_CXX                ?= clang++
RVT_MODEL_OPT_cycle_plain    := -O2
RVT_MODEL_OPT_cycle_waves    := -O1
RVT_MODEL_OPT_cycle_coverage  = $(if $(filter $*,$(RVT_COVERAGE_LONG)),-O2,-O1)
RVT_MODEL_OPT_once_plain     := -O0
RVT_MODEL_OPT_once_waves     := -O0
RVT_MODEL_OPT_once_coverage  := -O0

define rvt_runtime
$(BUILD)/tb/$(1)/%.o:
	$$(call say,CXX,$$*.cpp of Verilator ($(1)))
	$$(Q)mkdir -p $$(dir $$@)
	$$(Q)$(CXX) -O2 $(call RVT_VERILATED_FLAGS,$(1)) -c $(RVT_VERILATED)/$$*.cpp -o $$@

$(BUILD)/tb/$(1)/%/verilated_headers.hpp.gch: tb/sc/verilated_headers.hpp
	$$(call say,CXX,$$< ($(1), $$*))
	$$(Q)mkdir -p $$(dir $$@)
	$$(Q)$(RVT_MODEL_CXX) -x c++-header $$(RVT_MODEL_OPT_$$*_$(1)) \
	  $(call RVT_VERILATED_FLAGS,$(1)) -c $$< -o $$@
endef
$(foreach variant,plain waves coverage,$(eval $(call rvt_runtime,$(variant))))

# $(1): folder of the programs; $(2): RTL and what is bound to it, package first, % for the
# configuration; $(3): options of Verilator; $(4): variant. A program consists of the RTL as C++,
# compiled once per configuration, and the shared parts: bench, scoreboard, model, runtime.
define rvt_cosim_program
$(1)/%/model.a: $(1)/%/parameters $(2) $(RVT_DPI_SV) $(RVT_TB_SV) $(RVT_TB_WAIVERS) tb/sc/top.cpp \
		tb/sc/top.hpp tb/sc/signals.hpp $(BUILD)/tb/$(4)/cycle/verilated_headers.hpp.gch \
		$(BUILD)/tb/$(4)/once/verilated_headers.hpp.gch
	$$(call say,VERILATE,$$(dir $$@))
	$$(Q)rm -rf $$(dir $$@)obj && mkdir -p $$(dir $$@)obj
	$$(Q)( $(VERILATOR) $(RVT_VERILATE) $(RVT_VARIANT_$(4)) $(3) $$$$(cat $$<) \
	  --Mdir $$(dir $$@)obj \
	    $$(subst %,$$*,$(abspath $(RVT_TB_WAIVERS) $(2) $(RVT_DPI_SV) $(RVT_TB_SV))) && \
	    cd $$(dir $$@)obj && \
	  once='__Slow|__ConstPool|__Syms' && \
	  ls Vtb_top*.cpp | grep -vE "$$$$once" | sed 's/.*/#include "&"/' > cycle.cc && \
	  { ls Vtb_top*.cpp | grep -E "$$$$once"; echo $(abspath tb/sc/top.cpp); } \
	  | sed 's/.*/#include "&"/' > once.cc && \
	  $(RVT_MODEL_CXX) $$(RVT_MODEL_OPT_cycle_$(4)) $(call RVT_VERILATED_FLAGS,$(4)) -I. \
	  -include $(abspath $(BUILD))/tb/$(4)/cycle/verilated_headers.hpp -c cycle.cc && \
	  $(RVT_MODEL_CXX) $(RVT_MODEL_OPT_once_$(4)) $(call RVT_VERILATED_FLAGS,$(4)) -I. \
	  -I$(abspath tb/sc) \
	  -include $(abspath $(BUILD))/tb/$(4)/once/verilated_headers.hpp -c once.cc; \
	) > $$(dir $$@)model.log 2>&1 || { cat $$(dir $$@)model.log; exit 1; }
	$$(Q)rm -f $$@ && ar rcs $$@ $$(dir $$@)obj/cycle.o $$(dir $$@)obj/once.o

$(1)/%/rvt_cosim: $(1)/%/model.a $(RVT_TB_O) $(RVT_RUNTIME_$(4):%=$(BUILD)/tb/$(4)/%.o) \
		$(RVT_DPI_O) $(RVT_TB_LIBS)
	$$(call say,LINK,$$@)
	$$(Q)$(CXX) $(RVT_FAST_LINK) -o $$@ -Wl,--start-group $$^ -Wl,--end-group \
	  $(RVT_IO_LIBS) -lsystemc -pthread
endef

# Parameters of the RTL: those of the configuration, and those that a .params file adds. An
# unchanged file keeps its time stamp, so that nothing is rebuilt.
RVT_COSIM_PARAMETERS = mkdir -p $(dir $@) && \
	{ $(RVT) config --verilator $< && cat $(filter %.params,$^) /dev/null | tr ' ' '\n' \
	| sed 's/^./-G&/'; } > $@.new && \
	if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
define rvt_cosim_parameters
$(1)/%/parameters: vectors/configs/%.yaml $(RVT)
	$$(Q)$$(RVT_COSIM_PARAMETERS)
$(1)/%/parameters: tests/cosim/builds/%.yaml tests/cosim/builds/parameters/%.params $(RVT)
	$$(Q)$$(RVT_COSIM_PARAMETERS)
endef

$(eval $(call rvt_cosim_parameters,$(RVT_COSIM_DIR)))
$(eval $(call rvt_cosim_program,$(RVT_COSIM_DIR),$(RVT_RTL),-Wall,$(RVT_VARIANT)))

-include $(RVT_TB_O:.o=.d)

$(RVT_EXPECT): $(RVT_EXPECT_C:%.c=$(BUILD)/release/obj/%.o) $(RVT_IO) $(RVT_LIB)
	$(call say,LINK,$@)
	$(Q)mkdir -p $(dir $@)
	$(Q)$(CC) $(CFLAGS) $^ $(RVT_IO_LIBS) -o $@

-include $(RVT_EXPECT_C:%.c=$(BUILD)/release/obj/%.d)

.PHONY: cosim-build cosim-runs cosim
cosim-build: $(RVT_COSIM) ## build the bench for each RTL configuration
cosim-runs: ## run cosim without the transports (WAVES=1: write waves of failing runs)
cosim-runs: $(RVT_COSIM) $(RVT_EXPECT) $(RVT)
	@scripts/cosim/regress --build $(RVT_COSIM_DIR) --rvt $(RVT) --expect $(RVT_EXPECT) \
	  --breadth $(if $(filter 1,$(WAVES)),--waves) $(RVT_COSIM_RUNS)
cosim: ## build the bench and compare RTL with model (installs what is missing)
	@scripts/deps cosim
	@$(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,--jobs=$(JOBS)) cosim-runs
	@$(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,--jobs=$(JOBS)) transport-runs
	@$(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,--jobs=$(JOBS)) core-runs

# Random co-simulation without end: make soak N=2000 FIRST=1; FIRST=fresh chooses the first seed.
N     ?= 200
FIRST ?= 1
.PHONY: soak
soak: ## run N seeds of random co-simulation, resumable (N=2000 FIRST=fresh)
soak: $(RVT_COSIM) $(RVT_EXPECT) $(RVT)
	@scripts/cosim/soak --count $(N) --first $(FIRST) --build $(RVT_COSIM_DIR) --rvt $(RVT) \
	  --expect $(RVT_EXPECT)

# Seeded faults: a copy of the RTL that contains all of them, one program per configuration.
RVT_MUTANTS     := tests/mutants/mutants.yaml
RVT_MUTANTS_DIR := $(BUILD)/mutants
RVT_MUTANT_RTL  := $(addprefix $(RVT_MUTANTS_DIR)/rtl/,rvt_mutant_pkg.sv $(notdir $(RVT_RTL)) \
	rvt_mutant_init.sv)
RVT_MUTANT_COSIM := $(RVT_MUTANT_BUILDS:%=$(RVT_MUTANTS_DIR)/%/rvt_cosim)

$(RVT_MUTANT_RTL) &: $(RVT_MUTANTS) $(RVT_RTL) scripts/faults/mutate
	$(call say,MUTATE,$(RVT_MUTANTS_DIR)/rtl)
	$(Q)scripts/faults/mutate $(RVT_MUTANTS) --write $(RVT_MUTANTS_DIR)/rtl

$(eval $(call rvt_cosim_parameters,$(RVT_MUTANTS_DIR)))
$(eval $(call rvt_cosim_program,$(RVT_MUTANTS_DIR),$(RVT_MUTANT_RTL),-Wno-lint -Wno-fatal,plain))

.PHONY: mutants mutants-quick
mutants: $(RVT_MUTANT_COSIM) $(RVT) ## seed faults into the encoder RTL; a run must find each
	@scripts/faults/mutate $(RVT_MUTANTS) --build $(RVT_MUTANTS_DIR) --rvt $(RVT) \
	  $(if $(filter 1,$(KEEP)),--keep)
mutants-quick: $(RVT_MUTANT_COSIM) $(RVT) ## run mutants for every third fault
	@scripts/faults/mutate $(RVT_MUTANTS) --build $(RVT_MUTANTS_DIR) --rvt $(RVT) --part 1/3

# Sampled faults anywhere in the yosys netlists of the listed configurations. MUTANTS_SEED selects
# another sample, or several: 2-20. NETLIST_CONFIGS limits the configurations, NETLIST_NUMBER
# replaces their numbers of faults. NETLIST_PROOFS=quick leaves out the proofs that take long.
MUTANTS_SEED    ?= 1
RVT_NETLIST_DIR := $(BUILD)/mutants-netlist/$(MUTANTS_SEED)
# The shell has the name of the module that it replaces; the first definition of a name is used.
RVT_NETLIST_RTL := $(filter %/rvt_pkg.sv,$(RVT_RTL)) $(RVT_NETLIST_DIR)/%/netlist.v \
	$(RVT_NETLIST_DIR)/%/shell.sv $(filter-out %/rvt_pkg.sv,$(RVT_RTL))
NETLIST_CONFIGS   ?= $(RVT_NETLIST_BUILDS)
RVT_NETLIST_COSIM := $(NETLIST_CONFIGS:%=$(RVT_NETLIST_DIR)/%/rvt_cosim)

$(RVT_NETLIST_DIR)/%/netlist.v $(RVT_NETLIST_DIR)/%/shell.sv $(RVT_NETLIST_DIR)/%/faults.json: \
		$(RVT_NETLIST_DIR)/%/parameters \
		$(RVT_RTL) $(RVT_NETLISTS) scripts/faults/mutate-netlist
	$(call say,MUTATE,$(dir $@))
	$(Q)scripts/faults/mutate-netlist $* --build $(RVT_NETLIST_DIR) --seed $(MUTANTS_SEED) \
	  $(NETLIST_NUMBER:%=--number %) --yosys $(YOSYS) --write $(RVT_RTL)

.PRECIOUS: $(RVT_NETLIST_DIR)/%/parameters $(RVT_NETLIST_DIR)/%/netlist.v \
	$(RVT_NETLIST_DIR)/%/shell.sv $(RVT_NETLIST_DIR)/%/faults.json
$(eval $(call rvt_cosim_parameters,$(RVT_NETLIST_DIR)))
$(eval $(call rvt_cosim_program,$(RVT_NETLIST_DIR),$(RVT_NETLIST_RTL),-Wno-lint -Wno-fatal,plain))

# The quick one: all faults of a configuration.
RVT_NETLIST_QUICK := egress-atb

.PHONY: mutants-netlist mutants-netlist-quick mutants-selftest
mutants-selftest: ## test the equivalence proofs that mutants-netlist uses
	@$(PYTHON) tests/mutants/test_proof.py --yosys $(YOSYS)
mutants-netlist: ## seed sampled faults into netlists; find each, or prove that it changes nothing
mutants-netlist: mutants-selftest $(RVT_NETLIST_COSIM) $(RVT)
	@scripts/faults/mutate-netlist $(NETLIST_CONFIGS) --build $(RVT_NETLIST_DIR) --rvt $(RVT) \
	  --yosys $(YOSYS) --jobs $(JOBS) $(NETLIST_PROOFS:%=--proofs %) $(if $(filter 1,$(KEEP)),--keep)
mutants-netlist-quick: ## run mutants-netlist for one configuration
mutants-netlist-quick: mutants-selftest $(RVT_NETLIST_QUICK:%=$(RVT_NETLIST_DIR)/%/rvt_cosim) $(RVT)
	@scripts/faults/mutate-netlist $(RVT_NETLIST_QUICK) --build $(RVT_NETLIST_DIR) --rvt $(RVT) \
	  --yosys $(YOSYS)

# Faults sampled over the source of the RTL: one build of each configuration contains its sample.
# The seed is fresh unless RTL_SEED gives one; RTL_NUMBER faults instead of those of the list.
RVT_SAMPLES     := tests/mutants/rtl.yaml
RVT_SAMPLE_GOAL := $(filter mutants-rtl,$(MAKECMDGOALS))
RTL_SEED        ?= $(if $(RVT_SAMPLE_GOAL),$(shell od -An -N3 -tu4 /dev/urandom | tr -d ' '),0)
RTL_SEED        := $(RTL_SEED)
RTL_PROOFS      ?= quick
RVT_SAMPLE_DIR  := $(BUILD)/mutants-rtl/$(RTL_SEED)
RVT_SAMPLE_BENCHES := stp syst frame
RTL_CONFIGS     ?= $(shell sed -n 's/^ *- {name: \([^,]*\),.*/\1/p' $(RVT_SAMPLES))
RVT_SAMPLE_RTL  := $(addprefix $(RVT_SAMPLE_DIR)/%/rtl/,rvt_mutant_pkg.sv rvt_pkg.sv \
	$(filter-out rvt_pkg.sv,$(notdir $(RVT_RTL))) rvt_mutant_init.sv)
RVT_PYSLANG     ?= $(BUILD)/venv/bin/python3

$(eval $(call rvt_cosim_parameters,$(RVT_SAMPLE_DIR)))
$(RVT_SAMPLE_BENCHES:%=$(RVT_SAMPLE_DIR)/%/parameters):
	$(Q)mkdir -p $(dir $@) && touch $@
$(RVT_SAMPLE_RTL) &: $(RVT_SAMPLE_DIR)/%/parameters $(RVT_RTL) $(RVT_SAMPLES)
	$(call say,MUTATE,$(dir $<))
	$(Q)$(RVT_PYSLANG) scripts/faults/sample-rtl $* --build $(RVT_SAMPLE_DIR) --seed $(RTL_SEED) \
	  $(RTL_NUMBER:%=--number %) --write
.PRECIOUS: $(RVT_SAMPLE_DIR)/%/parameters $(RVT_SAMPLE_RTL)
$(eval $(call rvt_cosim_program,$(RVT_SAMPLE_DIR),$(RVT_SAMPLE_RTL),-Wno-lint -Wno-fatal,plain))

.PHONY: mutants-rtl
mutants-rtl: ## seed sampled faults into the RTL source, as mutants-netlist (RTL_SEED, RTL_CONFIGS)
mutants-rtl: $(RTL_CONFIGS:%=$(RVT_SAMPLE_DIR)/%/program) $(RVT)
	@$(RVT_PYSLANG) tests/mutants/test_syntax.py
	@scripts/faults/sample-rtl $(RTL_CONFIGS) --build $(RVT_SAMPLE_DIR) --rvt $(RVT) \
	  --yosys $(YOSYS) --proofs $(RTL_PROOFS) --jobs $(JOBS)
$(RVT_SAMPLE_DIR)/%/program: $(RVT_SAMPLE_DIR)/%/rvt_cosim
	@touch $@
$(RVT_SAMPLE_BENCHES:%=$(RVT_SAMPLE_DIR)/%/program): $(RVT_SAMPLE_DIR)/%/program: \
		$(RVT_SAMPLE_DIR)/rvt_%
	@touch $@

# Coverage of the RTL: builds that count lines, branches, toggles and cover properties, and a page
# that shows everything.
RVT_COVERAGE_DIR  := $(BUILD)/coverage
# Builds that count toggles as well, which makes them large. Their registers start from 0: the
# change from an arbitrary value would count.
RVT_COVERAGE_TOGGLES := blocks4 data data-split filters-wide filters4 labels modes-all whole whole4
# Those of them with runs of a million cycles.
RVT_COVERAGE_LONG    := data modes-all
RVT_COVERAGE_OPTIONS  = $(if $(filter $*,$(RVT_COVERAGE_TOGGLES)),--coverage-toggle --x-initial 0)
RVT_COVERAGE      := $(RVT_COVERAGE_BUILDS:%=$(RVT_COVERAGE_DIR)/%/rvt_cosim)

$(eval $(call rvt_cosim_parameters,$(RVT_COVERAGE_DIR)))
$(eval $(call rvt_cosim_program,$(RVT_COVERAGE_DIR),$(RVT_RTL),-Wall $$(RVT_COVERAGE_OPTIONS) \
	$(abspath tests/coverage/parts.vlt),coverage))

# The prerequisites of both makes are built first, so that two makes do not build them at once.
$(RVT_COSIM_DIR)/results.json: | $(RVT_COSIM) $(RVT_EXPECT) $(RVT)
	@$(MAKE) --no-print-directory cosim-runs

.PHONY: coverage
coverage: ## make a page with the coverage of obligations, register fields and RTL code
coverage: $(RVT_COVERAGE) $(RVT_EXPECT) $(RVT) | $(RVT_COSIM_DIR)/results.json
	@scripts/cosim/regress --build $(RVT_COVERAGE_DIR) --rvt $(RVT) --expect $(RVT_EXPECT) \
	  $(RVT_COVERAGE_RUNS)
	@scripts/coverage/coverage --build $(RVT_COSIM_DIR) --code $(RVT_COVERAGE_DIR) \
	  --html $(RVT_COVERAGE_DIR)/index.html --json $(RVT_COVERAGE_DIR)/coverage.json

# The cost of a narrow output: the same encoder with 1 to 8 byte lanes.
RVT_THROUGHPUT_DIR    := $(BUILD)/throughput
RVT_THROUGHPUT_CONFIG := rv64-delta

$(RVT_THROUGHPUT_DIR)/%/parameters: vectors/configs/$(RVT_THROUGHPUT_CONFIG).yaml $(RVT)
	$(Q)mkdir -p $(dir $@) && { $(RVT) config --verilator $< && echo '-Gout_bytes_p=$*'; } > $@
$(eval $(call rvt_cosim_program,$(RVT_THROUGHPUT_DIR),$(RVT_RTL),-Wall,plain))

.PHONY: throughput
throughput: ## measure stalled cycles and lost rows at output widths of 1, 2, 4 and 8 bytes
throughput: $(patsubst %,$(RVT_THROUGHPUT_DIR)/%/rvt_cosim,1 2 4 8)
	@scripts/measure/throughput --build $(RVT_THROUGHPUT_DIR) --config $(RVT_THROUGHPUT_CONFIG)

# Speed and memory.
RVT_BENCH := $(BUILD)/bench/bench

$(RVT_BENCH): $(BUILD)/release/obj/tests/bench/bench.o $(RVT_IO) $(RVT_LIB)
	$(call say,LINK,$@)
	$(Q)mkdir -p $(dir $@)
	$(Q)$(CC) $(CFLAGS) $^ $(RVT_IO_LIBS) -o $@

-include $(BUILD)/release/obj/tests/bench/bench.d

.PHONY: bench
bench: ## measure the speed of model and transports, and the cost of the scoreboard
bench: $(RVT_BENCH) $(RVT) $(RVT_COSIM_DIR)/rv64-delta/rvt_cosim
	@scripts/measure/bench --bench $(RVT_BENCH) --build $(RVT_COSIM_DIR) --rvt $(RVT) \
	  $(RVT_TRANSPORT_SPEED)
