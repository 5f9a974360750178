# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
#
# The rings of the test pyramid. Each target ends with "N passed, N failed" and writes a JUnit
# report to the file that RVT_JUNIT names; `make check` runs them all.

RVT_UNIT_C     := $(sort $(wildcard tests/unit/*/*.c tests/unit/*/*/*.c))
RVT_PROPERTY_C := $(sort $(wildcard tests/property/*.c))
RVT_LARGE_C    := $(sort $(wildcard tests/large/*.c))
RVT_REGRESSION_C := $(sort $(wildcard tests/regression/*.c))

# Functions that test_allocations.c and test_tree_reset.c replace.
RVT_WRAP := -Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc -Wl,--wrap=free

# $(1): variant. Unit, property and golden programs: one per source file. Unit tests may use the
# comparison engines as well, which need no simulator.
define rvt_test_variant
$(BUILD)/$(1)/tests/%: $(BUILD)/$(1)/obj/tests/%.o $(BUILD)/$(1)/librvt_api.a \
    $(BUILD)/$(1)/librvt_lockstep.a $(BUILD)/$(1)/librvt_golden.a $(BUILD)/$(1)/librvt_io.a \
    $(BUILD)/$(1)/librvt_model.a
	$$(call say,LINK,$$@)
	$$(Q)mkdir -p $$(dir $$@)
	$$(Q)$$(RVT_CC_$(1)) $$(RVT_FLAGS_$(1)) $$(RVT_WRAPPED) $(RVT_FAST_LINK) \
	  $$^ $$(RVT_IO_LIBS) -lcriterion -o $$@
$(BUILD)/$(1)/tests/unit/transport/carrier/test_allocations \
$(BUILD)/$(1)/tests/unit/element/test_tree_reset: RVT_WRAPPED := $(RVT_WRAP)

-include $$(patsubst %.c,$(BUILD)/$(1)/obj/%.d,$$(RVT_UNIT_C) $$(RVT_PROPERTY_C) \
    $$(RVT_REGRESSION_C) $$(RVT_LARGE_C) tests/golden/golden.c)
endef
$(foreach variant,release asan,$(eval $(call rvt_test_variant,$(variant))))
# Unit tests run once, and to optimise them takes longer. With the sanitizers they are compiled with
# -Og, which finds what only an optimising compiler can warn of.
$(BUILD)/release/obj/tests/unit/%: RVT_FLAGS_release = $(CFLAGS) -O0
$(BUILD)/asan/obj/tests/unit/%: RVT_FLAGS_asan = $(SANITIZE) -Og

# Programs over the committed traces: each has a main of its own and shares the rest.
RVT_TRACE_MAINS  := combinations/combinations combinations/efficiency resilience/resilience
RVT_TRACE_C      := $(sort $(wildcard tests/combinations/*.c tests/resilience/*.c))
RVT_TRACE_SHARED := $(filter-out $(RVT_TRACE_MAINS:%=tests/%.c),$(RVT_TRACE_C)) tests/junit.c
RVT_TRACE_DIR    := $(BUILD)/release/tests
$(RVT_TRACE_MAINS:%=$(RVT_TRACE_DIR)/%): $(RVT_TRACE_DIR)/%: $(BUILD)/release/obj/tests/%.o \
    $(RVT_TRACE_SHARED:%.c=$(BUILD)/release/obj/%.o) $(RVT_IO) $(RVT_LIB)
	$(call say,LINK,$@)
	$(Q)mkdir -p $(dir $@)
	$(Q)$(CC) $(CFLAGS) $^ $(RVT_IO_LIBS) -lm -o $@
-include $(patsubst %.c,$(BUILD)/release/obj/%.d,$(RVT_TRACE_C) tests/junit.c)

.PHONY: combinations combinations-quick efficiency resilience
RESILIENCE_SEED   ?= 1
RESILIENCE_TRIALS ?= 10000
combinations: ## test every combination of options and every pair of switches
combinations: $(RVT_TRACE_DIR)/combinations/combinations
	@$< $(if $(filter quick,$(COMBINATIONS)),--quick) --jobs $(JOBS) vectors/tip
combinations-quick: ## run combinations in seconds: parts of the programs, few random ones
	@$(MAKE) --no-print-directory combinations COMBINATIONS=quick
efficiency: ## measure bits per instruction with each mode, on every committed program
efficiency: $(RVT_TRACE_DIR)/combinations/efficiency
	@$< vectors/tip
resilience: ## damage streams; measure when a decoder recovers (RESILIENCE_SEED, RESILIENCE_TRIALS)
resilience: $(RVT_TRACE_DIR)/resilience/resilience
	@$< vectors/tip $(RESILIENCE_SEED) $(RESILIENCE_TRIALS) $(BUILD)/resilience.bin
RESILIENCE_CLI_TRIALS ?= 10000
.PHONY: resilience-cli resilience-cli-quick
resilience-cli: $(BUILD)/asan/rvt $(RVT) ## give damaged files to every command, with sanitizers
	@tests/resilience/commands $(BUILD)/asan/rvt --plain $(RVT) --seed $(RESILIENCE_SEED) \
	  --trials $(RESILIENCE_CLI_TRIALS)
resilience-cli-quick: ## run resilience-cli in seconds
	@$(MAKE) --no-print-directory resilience-cli RESILIENCE_CLI_TRIALS=300
.SECONDARY:

T ?= *
unit_programs = $(patsubst tests/unit/%.c,$(BUILD)/$(1)/tests/unit/%,$(sort \
    $(wildcard tests/unit/*/test_$(T).c tests/unit/*/*/test_$(T).c)))
property_programs = $(patsubst tests/property/%.c,$(BUILD)/$(1)/tests/property/%,$(sort \
    $(wildcard tests/property/$(T).c)))
regression_programs = $(patsubst tests/regression/%.c,$(BUILD)/$(1)/tests/regression/%,$(sort \
    $(wildcard tests/regression/$(T).c)))

.PHONY: unit unit-asan property property-asan golden golden-asan cli cli-asan conformance
unit: $(call unit_programs,release) ## run the unit tests (one: make unit T=encap)
	@scripts/suite $^
unit-asan: $(call unit_programs,asan) ## run unit with the address and undefined sanitizers
	@scripts/suite $^
property: $(call property_programs,release) ## test random round trips and truncated streams
	@scripts/suite $^
property-asan: $(call property_programs,asan) ## run property with the sanitizers
	@scripts/suite $^

.PHONY: large
large: $(RVT_LARGE_C:%.c=$(BUILD)/release/%) ## test input of gigabytes (not in check)
	@scripts/suite $^

# What the model answers to random and damaged input, compared with the reference of each program.
.PHONY: regression regression-asan regression-write
regression: $(call regression_programs,release) ## compare answers to random input with references
	@scripts/suite $^
regression-asan: $(call regression_programs,asan) ## run regression with the sanitizers
	@scripts/suite $^
regression-write: $(call regression_programs,release) ## write the references of regression anew
	@for program in $^; do RVT_REGRESSION=write $$program >/dev/null || exit 1; done

# Golden vectors: all, or one topic (GOLDEN: a path below vectors/).
GOLDEN ?=
golden: ## run the golden vectors (one: make golden GOLDEN=packet/format-3)
golden: $(BUILD)/release/tests/golden/golden
	@RVT_GOLDEN='$(GOLDEN)' scripts/suite $<
golden-asan: $(BUILD)/asan/tests/golden/golden ## run golden with the sanitizers
	@scripts/suite $<

# Fuzzing: one program per target; what a run finds is kept below build/fuzz, the corpus is
# committed.
RVT_FUZZ_TARGETS := $(patsubst tests/fuzz/fuzz_%.c,%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
FUZZ_SECONDS     := $(if $(filter-out *,$(T)),$(T),60)
$(BUILD)/fuzz/fuzz_%: $(BUILD)/fuzz/obj/tests/fuzz/fuzz_%.o $(BUILD)/fuzz/obj/tests/fuzz/fuzz.o \
    $(BUILD)/fuzz/librvt_model.a
	$(call say,LINK,$@)
	$(Q)$(CLANG) $(RVT_FLAGS_fuzz) -fsanitize=fuzzer $^ -o $@
-include $(RVT_FUZZ_TARGETS:%=$(BUILD)/fuzz/obj/tests/fuzz/fuzz_%.d) \
    $(BUILD)/fuzz/obj/tests/fuzz/fuzz.d
.PHONY: fuzz
fuzz: ## fuzz every parser and the decoder, T seconds each (make fuzz T=60)
fuzz: $(RVT_FUZZ_TARGETS:%=$(BUILD)/fuzz/fuzz_%)
	@scripts/fuzz --seconds $(FUZZ_SECONDS) --build $(BUILD)/fuzz $(RVT_FUZZ_TARGETS)

# OpenCSD and the model, where Debian's libopencsd-dev is installed (scripts/deps check does).
RVT_OPENCSD := $(if $(wildcard /usr/include/opencsd/c_api/opencsd_c_api.h),yes)
$(BUILD)/release/tests/opencsd/stp $(BUILD)/bench/opencsd: \
    $(BUILD)/release/obj/tests/opencsd/peer.o $(RVT_LIB)
	$(call say,LINK,$@)
	$(Q)mkdir -p $(dir $@)
	$(Q)$(CC) $(CFLAGS) $(filter %.o,$^) $(RVT_LIB) -lopencsd_c_api -lopencsd -o $@
$(BUILD)/release/tests/opencsd/stp: $(BUILD)/release/obj/tests/opencsd/stp.o \
    $(BUILD)/release/obj/tests/junit.o
$(BUILD)/release/tests/opencsd/frame: $(BUILD)/release/obj/tests/opencsd/frame.o \
    $(BUILD)/release/obj/tests/junit.o $(RVT_LIB)
	$(call say,LINK,$@)
	$(Q)mkdir -p $(dir $@)
	$(Q)$(CC) $(CFLAGS) $^ -lopencsd_c_api -lopencsd -o $@
$(BUILD)/bench/opencsd: $(BUILD)/release/obj/tests/opencsd/speed.o
$(BUILD)/bench/opencsd-frame: $(BUILD)/release/obj/tests/opencsd/frame_speed.o $(RVT_LIB)
	$(call say,LINK,$@)
	$(Q)mkdir -p $(dir $@)
	$(Q)$(CC) $(CFLAGS) $^ -lopencsd_c_api -lopencsd -o $@
-include $(patsubst %.c,$(BUILD)/release/obj/%.d,$(wildcard tests/opencsd/*.c examples/opencsd/*.c))

# The plug-in for OpenCSD: a client for its test, and the example. $(1): variant.
define rvt_plugin_variant
$(BUILD)/$(1)/tests/opencsd/plugin_client: $(BUILD)/$(1)/obj/tests/opencsd/plugin_client.o
$(BUILD)/$(1)/tests/opencsd/opencsd_elements: $(BUILD)/$(1)/obj/examples/opencsd/opencsd_elements.o
$(BUILD)/$(1)/tests/opencsd/plugin_client $(BUILD)/$(1)/tests/opencsd/opencsd_elements: \
    $(BUILD)/$(1)/obj/examples/opencsd/elf_memory.o $(BUILD)/$(1)/librvt_opencsd.a \
    $(BUILD)/$(1)/librvt_api.a $(BUILD)/$(1)/librvt_lockstep.a $(BUILD)/$(1)/librvt_io.a \
    $(BUILD)/$(1)/librvt_model.a
	$$(call say,LINK,$$@)
	$$(Q)mkdir -p $$(dir $$@)
	$$(Q)$$(RVT_CC_$(1)) $$(RVT_FLAGS_$(1)) $$(filter %.o,$$^) $$(filter %.a,$$^) \
	  -lopencsd_c_api -lopencsd $$(RVT_IO_LIBS) -o $$@
endef
$(foreach variant,release asan,$(eval $(call rvt_plugin_variant,$(variant))))
$(BUILD)/release/obj/examples/opencsd/%: RVT_FLAGS_release = $(CFLAGS) -Iplugins/opencsd
$(BUILD)/asan/obj/examples/opencsd/%: RVT_FLAGS_asan = $(SANITIZE) -Iplugins/opencsd

.PHONY: opencsd
OPENCSD_SEED    ?= 1
OPENCSD_VARIANT ?= release
opencsd: ## compare OpenCSD and the model: STP, frames; the plug-in (OPENCSD_SEED, OPENCSD_VARIANT)
opencsd: $(RVT_OPENCSD:%=$(BUILD)/release/tests/opencsd/frame \
    $(BUILD)/release/tests/opencsd/stp) \
    $(RVT_OPENCSD:%=$(addprefix $(BUILD)/$(OPENCSD_VARIANT)/tests/opencsd/,plugin_client \
    opencsd_elements) $(RVT))
	@$(if $(RVT_OPENCSD),failed=0; for program in $(filter %/frame %/stp,$^); do \
	  $$program || failed=1; done; \
	  tests/opencsd/plugin_elements $(filter %/plugin_client %/opencsd_elements,$^) $(RVT) \
	    --build $(BUILD)/opencsd --seed $(OPENCSD_SEED) || failed=1; exit $$failed,\
	  echo '  SKIPPED: libopencsd-dev is not installed; nothing was compared')

# Speed of the transports: one program each, which has its own bars.
RVT_TRANSPORT_BENCH := $(patsubst tests/bench/%_bench.c,$(BUILD)/bench/%,$(sort \
    $(wildcard tests/bench/*_bench.c)))
$(RVT_TRANSPORT_BENCH): $(BUILD)/bench/%: $(BUILD)/release/obj/tests/bench/%_bench.o \
    $(RVT_IO) $(RVT_LIB)
	$(call say,LINK,$@)
	$(Q)mkdir -p $(dir $@)
	$(Q)$(CC) $(CFLAGS) $^ $(RVT_IO_LIBS) -o $@
-include $(patsubst tests/bench/%.c,$(BUILD)/release/obj/tests/bench/%.d,\
    $(wildcard tests/bench/*_bench.c))
RVT_TRANSPORT_SPEED := $(RVT_TRANSPORT_BENCH) \
    $(RVT_OPENCSD:%=$(BUILD)/bench/opencsd $(BUILD)/bench/opencsd-frame) tests/bench/decode
.PHONY: bench-transports
bench: $(RVT_TRANSPORT_SPEED)
bench-transports: ## measure the speed of frames, STP, SyS-T, encapsulation (one: build/bench/NAME)
bench-transports: $(RVT_TRANSPORT_SPEED) | $(RVT)
	@failed=0; for program in $^; do $$program || failed=1; done; exit $$failed

.PHONY: oracle-data
ORACLE_DATA_PROGRAMS ?= 90
oracle-data: $(RVT) ## compare data trace and encapsulation with the oracle (ORACLE_DATA_PROGRAMS)
	@tests/oracle/golden_data
	@tests/oracle/differential_data $(RVT) --programs $(ORACLE_DATA_PROGRAMS) --jobs 2
cli: $(RVT) ## run the test cases of the command line
	@tests/cli/run $(RVT)
damage: $(RVT) ## check damaged streams, each of which breaks one rule at one place
	@tests/damage/damage $(RVT) --good 113 --expect 1465
cli-asan: $(BUILD)/asan/rvt ## run cli with the sanitizers
	@tests/cli/run $(BUILD)/asan/rvt

# The third implementation: programs and seed of its comparison (make oracle N=100000).
# N by itself belongs to the soak of co-simulation.
RVT_ORACLE_N := $(if $(filter command environment,$(firstword $(origin N))),$(N),800)
ORACLE_SEED ?= $(shell od -An -N4 -tu4 /dev/urandom | tr -d ' ')
.PHONY: oracle
oracle: $(RVT) ## compare rvt with the oracle: golden vectors, N random programs
	@failed=0; tests/oracle/oracle golden || failed=1; \
	  tests/oracle/oracle differential --rvt $(RVT) --seed $(ORACLE_SEED) --number $(RVT_ORACLE_N) \
	  --jobs $(JOBS) || failed=1; exit $$failed

conformance: $(RVT) ## decode streams of other implementations, where they are present
	@tests/cli/conformance $(RVT)

# Sampled faults in the model. scripts/faults/sample-model copies the sources below build/faults,
# seeds the faults, and builds this program there, with tests/faults/shim in place of Criterion.
# Without test_tree_reset, which replaces the same functions as test_allocations.
RVT_FAULTS_C := $(filter-out tests/unit/element/test_tree_reset.c,$(RVT_UNIT_C)) \
    $(RVT_PROPERTY_C) $(RVT_REGRESSION_C) tests/golden/golden.c
$(BUILD)/release/tests/faults/runner: $(BUILD)/release/obj/tests/faults/runner.o \
    $(RVT_FAULTS_C:%.c=$(BUILD)/release/obj/%.o) \
    $(BUILD)/release/librvt_api.a $(BUILD)/release/librvt_lockstep.a \
    $(BUILD)/release/librvt_golden.a $(RVT_IO) $(RVT_LIB)
	$(call say,LINK,$@)
	$(Q)mkdir -p $(dir $@)
	$(Q)$(CC) $(CFLAGS) $(RVT_WRAP) $^ $(RVT_IO_LIBS) -lm -o $@
.PHONY: faults-model
FAULTS_NUMBER ?= 200
faults-model: ## seed sampled faults into the model (FAULTS_NUMBER; FAULTS_SEED, default: fresh)
	@scripts/faults/sample-model --number $(FAULTS_NUMBER) $(FAULTS_SEED:%=--seed %)
.PHONY: faults-selftest
faults-selftest: ## test the rules by which a fault of the model has no effect
	@tests/faults/selftest.py

# Another implementation and rvt, where a recent cargo is installed and the crate can be had.
PEERS_SEED     ?= 20261122
PEERS_PROGRAMS ?= 480
.PHONY: peers
peers: ## exchange streams with riscv-etrace (PEERS_PROGRAMS; PEERS_SEED= takes a fresh seed)
peers: $(RVT)
	@tests/peers/compare $(RVT) --build $(BUILD)/peers --programs $(PEERS_PROGRAMS) \
	  $(PEERS_SEED:%=--seed %)

# Lint: each line of scripts/checks/lint is one tool on one part of the tree.
.PHONY: lint format headers layers tree spec-map parameters coverage-quick cosim-selftest
lint: ## lint C, C++, Python and shell
	@RVT_WARNINGS='$(WARNINGS)' scripts/checks/lint
format: ## rewrite C sources with clang-format
	$(Q)git ls-files '*.c' '*.h' | xargs clang-format -i
headers: ## compile every header alone, and all together, as C11 and as C++17
	@scripts/checks/headers
layers: ## print the include matrix; fail on a forbidden include or a cycle
	@scripts/checks/layers
tree: ## check licence lines, line width, blanks and words
	@scripts/checks/tree
cosim-selftest: ## test the scripts that check co-simulation
cosim-selftest: $(RVT_EXPECT) $(RVT) $(RVT_COSIM_DIR)/rv64-delta/rvt_cosim \
    $(RVT_TRANSPORT_DIR)/rvt_stp
	@tests/cosim/selftest.py
coverage-quick: ## check the coverage of the latest co-simulation: packets, reasons, registers
	@tests/coverage/test_unreached.py
	@scripts/coverage/coverage --build $(RVT_COSIM_DIR)
parameters: ## check the values that the encoder's parameters can have: RTL, rvt config, README
parameters: $(RVT)
	@tests/parameters/check --rvt $(RVT) --verilator $(VERILATOR) --waivers $(RVT_RTL_WAIVERS) \
	  --rtl $(RVT_RTL)
spec-map: ## check that map, code and tests name the same requirements
	@scripts/checks/spec-map

.PHONY: vector-kinds
vector-kinds: ## count the golden vectors of each requirement that obey, border on and break it
	@scripts/checks/vector-kinds

# A second, stricter front end: packages first.
RVT_SLANG_SV := $(RVT_DPI_SV) $(RVT_TRANSPORT_SV) $(RVT_TIP_SV) \
    $(sort $(wildcard rtl/formal/*.sv tb/sv/*.sv tb/transport/*.sv tests/foreign/*.sv))
.PHONY: lint-slang
lint-slang: ## read all SystemVerilog with slang, the RTL with each parameter set
	@scripts/deps slang
	@$(RVT_PYSLANG) scripts/checks/slang --rtl $(RVT_RTL) --others $(sort $(RVT_SLANG_SV)) \
	  $(foreach s,$(RVT_RTL_SETS) $(RVT_RTL_LARGE) $(RVT_RTL_EGRESS),--set $(s) \
	  $(call RVT_RTL_TOP_OF,$(s)) $(call RVT_RTL_SET_OF,$(s)))

# The foreign encoder of the tests, by itself. It runs for a second; compilation takes longer, so
# that nothing is optimised.
RVT_FOREIGN_SV := $(addprefix tests/foreign/foreign_,encoder.sv link.sv pair.sv)
$(BUILD)/foreign/selftest: $(RVT_FOREIGN_SV) $(wildcard tests/foreign/*pp) \
    $(BUILD)/release/obj/tests/junit.o
	$(call say,VERILATE,$@)
	$(Q)mkdir -p $(dir $@)
	$(Q)$(VERILATOR) -Wall --cc --exe --build --Mdir $(dir $@)obj --top-module foreign_pair \
	  -CFLAGS '-I$(CURDIR) -std=c++20 -Wall -Wextra -Werror' \
	  -MAKEFLAGS 'OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0' -o ../selftest $(RVT_FOREIGN_SV) \
	  $(CURDIR)/tests/foreign/foreign_selftest.cpp $(abspath $(BUILD)/release/obj/tests/junit.o) \
	  >$(dir $@)build.log 2>&1 || { cat $(dir $@)build.log; exit 1; }
.PHONY: foreign-selftest
foreign-selftest: ## the encoder of tests/foreign alone: hand-written packets, eight faults
foreign-selftest: $(BUILD)/foreign/selftest
	@$<
# The same encoder under the scoreboard, which is loaded with librvt_dpi.so.
RVT_FOREIGN_BENCH := dpi/rvt_dpi.vlt dpi/rvt_plusargs_pkg.sv dpi/rvt_dpi_pkg.sv \
    dpi/rvt_scoreboard.sv $(addprefix tests/foreign/foreign_,encoder.sv link.sv bench.sv benches.sv)
# bench observes packets, link_bench the bytes of the link; benches has two of the first.
RVT_FOREIGN_BENCHES := $(addprefix $(BUILD)/foreign/,bench link_bench benches)
$(BUILD)/foreign/bench: RVT_FOREIGN_TOP := --top-module foreign_bench
$(BUILD)/foreign/link_bench: RVT_FOREIGN_TOP := --top-module foreign_bench "-Glink_p=1'b1"
$(BUILD)/foreign/benches: RVT_FOREIGN_TOP := --top-module foreign_benches
$(RVT_FOREIGN_BENCHES): $(RVT_FOREIGN_BENCH) $(RVT_DPI_SHARED)
	$(call say,VERILATE,$@)
	$(Q)mkdir -p $(dir $@) && rm -f $@ # Verilator would not link it with a new library
	$(Q)$(VERILATOR) --binary --assert --Mdir $@_obj $(RVT_FOREIGN_TOP) \
	  -MAKEFLAGS 'OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O0' -o ../$(@F) \
	  -LDFLAGS '$(abspath $(RVT_DPI_SHARED)) -Wl,-rpath,$(abspath $(dir $(RVT_DPI_SHARED)))' \
	  $(RVT_FOREIGN_BENCH) \
	  >$@.log 2>&1 || { cat $@.log; exit 1; }
.PHONY: foreign
foreign: ## the encoder of tests/foreign under the scoreboard
foreign: $(RVT_FOREIGN_BENCHES) $(RVT_DPI_UINT64_O) $(RVT)
	@tests/foreign/compare $< --link-bench $(BUILD)/foreign/link_bench \
	  --benches $(BUILD)/foreign/benches --rvt $(RVT) --build $(BUILD)/foreign/rows

# The guide, followed with the same encoder, and the benches that rvt kit writes.
.PHONY: integration
integration: ## follow docs/integration.md with the encoder of tests/foreign; test rvt kit
integration: $(RVT) library stage
	@tests/integration/run $(RVT) --installed $(RVT_STAGE)/usr --build $(BUILD)/integration

# The plumbing of the tests themselves.
$(BUILD)/release/tests/rings/writer: $(BUILD)/release/obj/tests/rings/writer.o \
    $(BUILD)/release/obj/tests/junit.o
	$(call say,LINK,$@)
	$(Q)mkdir -p $(dir $@)
	$(Q)$(CC) $(CFLAGS) $^ -o $@
-include $(BUILD)/release/obj/tests/rings/writer.d
.PHONY: rings-selftest
rings-selftest: ## test that scripts/check fails a ring without a fresh, complete report
rings-selftest: $(BUILD)/release/tests/rings/writer
	@tests/rings/test_rings.py $<

# The edit loop: what is fast, and a dozen runs of co-simulation over some of the builds: both
# address widths, packets with context and time, every mode, filters, data trace; stalled, with lost
# rows, with sessions, rewritten registers and sampled settings.
RVT_QUICK_BUILDS := rv64-delta rv64-context-time rv32-itype3 modes-all filters data
RVT_QUICK_RUNS := \
	smooth-rv64-delta-app-graph-rv64 \
	overflow-rv64-delta-straight-rv64 \
	held-rv64-delta-faults-rv64 \
	disturbed-rv64-context-time-straight-rv64 \
	resync-rv64-context-time-context-time-packets-straight-rv64 \
	sessions-rv32-itype3-chain-rv32 \
	quiet-rv32-itype3-random-143 \
	series-modes-all-all-packets-straight-rv64 \
	traffic-modes-all-random-2058 \
	filters-filters-filters-exceptions-random-356 \
	rewriting-filters-filters-privilege-random-342 \
	data-data-data-no-address-random-407 \
	registers-data-random-431
.PHONY: quick lint-changed cosim-quick
lint-changed: ## lint the files that are new or differ from branch main
	@RVT_WARNINGS='$(WARNINGS)' scripts/checks/lint --changed
cosim-quick: ## run some short runs of cosim, with six builds
cosim-quick: $(RVT_QUICK_BUILDS:%=$(RVT_COSIM_DIR)/%/rvt_cosim) $(RVT_EXPECT) $(RVT)
	@scripts/cosim/regress --build $(RVT_COSIM_DIR) --rvt $(RVT) --expect $(RVT_EXPECT) \
	  $(RVT_QUICK_RUNS:%=--only '%') $(RVT_COSIM_RUNS)
quick: ## test while editing, under 90 s: lint-changed, unit, golden, cli, cosim-quick
	@scripts/check layers tree spec-map lint-changed unit golden cli cosim-quick

# The pyramid, cheapest ring first. lint-rtl, synth and cosim come from rtl/ and tb/. What the rings
# beside it build, no other ring builds.
RVT_RINGS := \
	tree layers spec-map vector-kinds rings-selftest farm-selftest capture-selftest \
	faults-selftest \
	unit golden property regression oracle oracle-data cli vectors parameters registers abi manual \
	examples python cocotb integration pipelines \
	combinations-quick \
	efficiency resilience resilience-cli-quick damage conformance peers foreign-selftest foreign \
	report-selftest rvfi \
	cosim-selftest cosim-runs transport-runs core-runs coverage-quick mutants-quick \
	mutants-netlist-quick transport-mutants
RVT_RINGS_BESIDE := \
	headers lint lint-rtl lint-slang synth formal-rtl unit-asan golden-asan property-asan \
	regression-asan cli-asan
.PHONY: check
check: ## run every test and linter (installs what is missing)
	@scripts/deps check
	@scripts/check $(RVT_RINGS) \
	  $$(test -f /usr/include/opencsd/c_api/opencsd_c_api.h && echo opencsd) \
	  --beside $(RVT_RINGS_BESIDE)
