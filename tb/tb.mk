# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
#
# The Verilator/SystemC bench: one program per RTL configuration, build/cosim/<configuration>/rvt_cosim. Run-time options
# come from the same YAML file. WAVES=1 builds into another folder, with --waves.

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

RVT_VERILATE := --sc --exe --assert -Wall --top-module tb_top --x-initial unique --x-assign unique -O3 \
                -CFLAGS "-std=gnu++17 -O2" $(if $(filter 1,$(WAVES)),--trace-fst --trace-structs)

$(BUILD)/tb/%.o: tb/sc/%.cpp
	$(call say,CXX,$<)
	$(Q)mkdir -p $(dir $@)
	$(Q)$(CXX) -std=gnu++17 -O2 -g $(RVT_TB_WARNINGS) -Imodel -MMD -MP -c $< -o $@

# The parameters of the RTL come from the configuration; -Wno-UNUSED*: the bench's look at parameters that the RTL does not use.
$(RVT_COSIM_DIR)/%/rvt_cosim: vectors/configs/%.yaml $(RVT_RTL) $(RVT_DPI_SV) $(RVT_TB_SV) $(RVT_TB_WAIVERS) \
                              tb/sc/main.cpp $(RVT_TB_O) $(RVT_DPI_O) $(RVT_TB_LIBS) $(RVT)
	$(call say,VERILATE,$@)
	$(Q)mkdir -p $(dir $@)
	$(Q)parameters=$$($(RVT) config --verilator $<) && \
	  $(VERILATOR) $(RVT_VERILATE) $$parameters --Mdir $(dir $@)obj -o $(abspath $@) \
	    -CFLAGS "-I$(abspath tb/sc) -I$(abspath model)" \
	    -LDFLAGS "$(abspath $(RVT_TB_O) $(RVT_DPI_O) $(RVT_TB_LIBS)) $(RVT_IO_LIBS)" \
	    $(abspath $(RVT_TB_WAIVERS) $(RVT_RTL) $(RVT_DPI_SV) $(RVT_TB_SV) tb/sc/main.cpp)
	$(Q)rm -f $@ && $(MAKE) --no-print-directory -C $(dir $@)obj -f Vtb_top.mk $(if $(filter 0,$(V)),> $(dir $@)make.log 2>&1 || { cat $(dir $@)make.log; exit 1; })

-include $(RVT_TB_O:.o=.d)

$(RVT_EXPECT): $(BUILD)/release/obj/tests/cosim/expect.o $(RVT_IO) $(RVT_LIB)
	$(call say,LINK,$@)
	$(Q)mkdir -p $(dir $@)
	$(Q)$(CC) $(CFLAGS) $^ $(RVT_IO_LIBS) -o $@

-include $(BUILD)/release/obj/tests/cosim/expect.d

.PHONY: cosim-build cosim-runs cosim
cosim-build: $(RVT_COSIM)
cosim-runs: $(RVT_COSIM) $(RVT_EXPECT) $(RVT)
	@scripts/regress --build $(RVT_COSIM_DIR) --rvt $(RVT) --expect $(RVT_EXPECT) $(RVT_COSIM_RUNS)
cosim: ## install what is missing, build the bench, run RTL against model
	@scripts/deps cosim
	@$(MAKE) --no-print-directory cosim-runs
