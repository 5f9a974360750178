# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
#
# The Verilator/SystemC bench: one program per RTL configuration,
# build/cosim/<configuration>/rvt_cosim. Run-time options come from the same YAML file. WAVES=1
# builds into another folder, with --waves.

WAVES ?= 0
RVT_COSIM_DIR   := $(BUILD)/cosim$(if $(filter 1,$(WAVES)),-waves)
RVT_COSIM_RUNS  := tests/cosim/runs.txt
RVT_COSIM_BUILDS := $(shell awk '!/^#/ && NF { print $$2 }' $(RVT_COSIM_RUNS) 2>/dev/null | sort -u)
RVT_COSIM       := $(RVT_COSIM_BUILDS:%=$(RVT_COSIM_DIR)/%/rvt_cosim)

RVT_TB_SV       := $(sort $(wildcard tb/sv/*.sv))
RVT_TB_WAIVERS  := rtl/lint/waivers.vlt tb/lint/waivers.vlt
RVT_TB_CPP      := $(filter-out tb/sc/main.cpp,$(sort $(wildcard tb/sc/*.cpp)))
RVT_TB_O        := $(RVT_TB_CPP:tb/sc/%.cpp=$(BUILD)/tb/%.o)
RVT_TB_WARNINGS := -Wall -Wextra -Wshadow -Wundef -Werror
RVT_TB_LIBS     := $(BUILD)/release/librvt_lockstep.a $(RVT_IO) $(RVT_LIB)

RVT_EXPECT      := $(BUILD)/cosim/expect

RVT_VERILATE := --sc --exe --assert --top-module tb_top --x-initial unique --x-assign unique -O3 -DRVT_ASSERT \
                -CFLAGS "-std=gnu++17 -O2" $(if $(filter 1,$(WAVES)),--trace-fst --trace-structs)

$(BUILD)/tb/%.o: tb/sc/%.cpp
	$(call say,CXX,$<)
	$(Q)mkdir -p $(dir $@)
	$(Q)$(CXX) -std=gnu++17 -O2 -g $(RVT_TB_WARNINGS) -Imodel -MMD -MP -c $< -o $@

# $(1): folder of the programs; $(2): RTL and what is bound to it, package first; $(3): options of
# Verilator; $(4): configuration, and a file with more parameters of the RTL if there is one.
# Objects and libraries are no prerequisites in Verilator's own makefile: relink.
define rvt_cosim_program
$(1)/%/rvt_cosim: $(4) $(2) $(RVT_DPI_SV) $(RVT_TB_SV) $(RVT_TB_WAIVERS) \
                  tb/sc/main.cpp $(RVT_TB_O) $(RVT_DPI_O) $(RVT_TB_LIBS) $(RVT)
	$$(call say,VERILATE,$$@)
	$$(Q)mkdir -p $$(dir $$@) && rm -f $$@
	$$(Q)parameters=$$$$($(RVT) config --verilator $$< && cat $$(filter %.params,$$^) /dev/null | tr ' ' '\n' | sed 's/^./-G&/') && \
	  $(VERILATOR) $(RVT_VERILATE) $(3) $$$$parameters --Mdir $$(dir $$@)obj -o $$(abspath $$@) \
	    -CFLAGS "-I$(abspath tb/sc) -I$(abspath model)" \
	    -LDFLAGS "$(abspath $(RVT_TB_O) $(RVT_DPI_O) $(RVT_TB_LIBS)) $(RVT_IO_LIBS)" \
	    $(abspath $(RVT_TB_WAIVERS) $(2) $(RVT_DPI_SV) $(RVT_TB_SV) tb/sc/main.cpp) \
	    $(if $(filter 0,$(V)),> $$(dir $$@)verilator.log 2>&1 || { cat $$(dir $$@)verilator.log; exit 1; })
	$$(Q)$(MAKE) --no-print-directory -C $$(dir $$@)obj -f Vtb_top.mk \
	    $(if $(filter 0,$(V)),> $$(dir $$@)make.log 2>&1 || { cat $$(dir $$@)make.log; exit 1; })
endef
$(eval $(call rvt_cosim_program,$(RVT_COSIM_DIR),$(RVT_RTL),-Wall,vectors/configs/%.yaml))
$(eval $(call rvt_cosim_program,$(RVT_COSIM_DIR),$(RVT_RTL),-Wall,tests/cosim/builds/%.yaml tests/cosim/builds/%.params))

-include $(RVT_TB_O:.o=.d)

$(RVT_EXPECT): $(BUILD)/release/obj/tests/cosim/expect.o $(RVT_IO) $(RVT_LIB)
	$(call say,LINK,$@)
	$(Q)mkdir -p $(dir $@)
	$(Q)$(CC) $(CFLAGS) $^ $(RVT_IO_LIBS) -o $@

-include $(BUILD)/release/obj/tests/cosim/expect.d

.PHONY: cosim-build cosim-runs cosim
cosim-build: $(RVT_COSIM)
cosim-runs: $(RVT_COSIM) $(RVT_EXPECT) $(RVT)
	@scripts/regress --build $(RVT_COSIM_DIR) --rvt $(RVT) --expect $(RVT_EXPECT) \
	  $(if $(filter 1,$(WAVES)),--waves) $(RVT_COSIM_RUNS)
cosim: ## install what is missing, build the bench, run RTL against model
	@scripts/deps cosim
	@$(MAKE) --no-print-directory cosim-runs

# Random co-simulation without end: make soak N=2000 FIRST=1.
N     ?= 200
FIRST ?= 1
.PHONY: soak
soak: $(RVT_COSIM) $(RVT_EXPECT) $(RVT) ## N seeds of random co-simulation, resumable (make soak N=2000)
	@scripts/soak --count $(N) --first $(FIRST) --build $(RVT_COSIM_DIR) --rvt $(RVT) --expect $(RVT_EXPECT)

# Seeded faults: a copy of the RTL that holds them all, one program per configuration.
RVT_MUTANTS     := tests/mutants/mutants.txt
RVT_MUTANTS_DIR := $(BUILD)/mutants
RVT_MUTANT_RTL  := $(addprefix $(RVT_MUTANTS_DIR)/rtl/,rvt_mutant_pkg.sv $(notdir $(RVT_RTL)) rvt_mutant_init.sv)
RVT_MUTANT_COSIM := $(patsubst %,$(RVT_MUTANTS_DIR)/%/rvt_cosim,$(shell awk '!/^\#/ && NF { print $$2 }' tests/mutants/runs.txt | sort -u))

$(RVT_MUTANT_RTL) &: $(RVT_MUTANTS) $(RVT_RTL) scripts/mutate
	$(call say,MUTATE,$(RVT_MUTANTS_DIR)/rtl)
	$(Q)scripts/mutate $(RVT_MUTANTS) --write $(RVT_MUTANTS_DIR)/rtl

$(eval $(call rvt_cosim_program,$(RVT_MUTANTS_DIR),$(RVT_MUTANT_RTL),-Wno-lint -Wno-fatal,vectors/configs/%.yaml))
$(eval $(call rvt_cosim_program,$(RVT_MUTANTS_DIR),$(RVT_MUTANT_RTL),-Wno-lint -Wno-fatal,tests/cosim/builds/%.yaml tests/cosim/builds/%.params))

.PHONY: mutants
mutants: $(RVT_MUTANT_COSIM) $(RVT) ## seed faults into the RTL; each must be found
	@scripts/mutate $(RVT_MUTANTS) --build $(RVT_MUTANTS_DIR) --rvt $(RVT)

# Speed and memory.
RVT_BENCH := $(BUILD)/bench/bench

$(RVT_BENCH): $(BUILD)/release/obj/tests/bench/bench.o $(RVT_IO) $(RVT_LIB)
	$(call say,LINK,$@)
	$(Q)mkdir -p $(dir $@)
	$(Q)$(CC) $(CFLAGS) $^ $(RVT_IO_LIBS) -o $@

-include $(BUILD)/release/obj/tests/bench/bench.d

.PHONY: bench
bench: $(RVT_BENCH) $(RVT) $(RVT_COSIM_DIR)/rv64-delta/rvt_cosim ## speed of the model, cost of the scoreboard
	@scripts/bench --bench $(RVT_BENCH) --build $(RVT_COSIM_DIR) --rvt $(RVT)
