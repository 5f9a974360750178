# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
#
# The benches of the transports: build/transport/rvt_NAME is tb/transport/tb_NAME.sv, the RTL and
# scoreboards that it instantiates, and tb/transport/NAME_main.cpp.

RVT_TRANSPORT_DIR     := $(BUILD)/transport
RVT_TRANSPORT_RUNS    := tests/cosim/transports.yaml
RVT_TRANSPORT_BENCHES := $(patsubst tb/transport/tb_%.sv,%,$(sort $(wildcard tb/transport/tb_*.sv)))
RVT_TRANSPORT_RTL     := $(filter %/rvt_pkg.sv $(RVT_RTL_DIR)/transport/%,$(RVT_RTL))
RVT_TRANSPORT_CPP     := $(filter-out %_main.cpp,$(sort $(wildcard tb/transport/*.cpp)))
RVT_TRANSPORT_OBJ     := $(RVT_TRANSPORT_CPP:tb/transport/%.cpp=$(RVT_TRANSPORT_DIR)/obj/%.o)
RVT_TRANSPORT_RUNTIME := $(patsubst %,$(RVT_TRANSPORT_DIR)/runtime/%.o,verilated verilated_dpi \
	verilated_threads)
RVT_TRANSPORT_FLAGS   := -std=gnu++17 -isystem $(RVT_VERILATED) -isystem $(RVT_VERILATED)/vltstd \
	-DVM_SC=0 -DVM_COVERAGE=0 -DVM_TRACE=0 -DVM_TRACE_FST=0 -DVM_TRACE_VCD=0
# In C++ a function of the model shadows the constructor of the struct with its name.
RVT_TRANSPORT_WARNINGS := $(filter-out -Wshadow,$(RVT_TB_WARNINGS))

$(RVT_TRANSPORT_DIR)/obj/settings.o: RVT_TB_OPTIMISE := -O0 -g1
$(RVT_TRANSPORT_DIR)/obj/%.o: tb/transport/%.cpp
	$(call say,CXX,$<)
	$(Q)mkdir -p $(dir $@)
	$(Q)$(CXX) $(RVT_TB_OPTIMISE) $(RVT_TRANSPORT_FLAGS) $(RVT_TRANSPORT_WARNINGS) -I. -Iinclude \
	  -Imodel -MMD -MP -c $< -o $@

$(RVT_TRANSPORT_DIR)/runtime/%.o:
	$(call say,CXX,$*.cpp of Verilator (no SystemC))
	$(Q)mkdir -p $(dir $@)
	$(Q)$(CXX) -O2 $(RVT_TRANSPORT_FLAGS) -c $(RVT_VERILATED)/$*.cpp -o $@

# $(1): folder of the programs; $(2): the RTL, package first, % for the bench; $(3): options of
# Verilator; $(4): module that is bound to the bench
define rvt_transport_program
$(1)/rvt_%: tb/transport/tb_%.sv tb/transport/%_main.cpp $(wildcard tb/transport/*.hpp) $(2) \
		$(RVT_TRANSPORT_SV) $(RVT_TB_WAIVERS) \
		$(RVT_TRANSPORT_OBJ) $(RVT_TRANSPORT_RUNTIME) $(RVT_TRANSPORT_O) $(RVT_TB_LIBS)
	$$(call say,VERILATE,$$@)
	$$(Q)rm -rf $(1)/obj_$$* && mkdir -p $(1)/obj_$$*
	$$(Q){ echo '$(if $(4),bind tb_$$* $(4) u_$(4) ();)' > $(1)/obj_$$*/bind.sv && \
	  $(VERILATOR) --cc --assert --top-module tb_$$* --x-initial unique --x-assign unique -O3 \
	  -DRVT_ASSERT $(3) \
	    --Mdir $(1)/obj_$$* \
	    $$(subst %,$$*,$(abspath $(RVT_TB_WAIVERS) $(2) $(RVT_TRANSPORT_SV))) $$(abspath $$<) \
	    $(abspath $(1))/obj_$$*/bind.sv && \
	  { ls $(1)/obj_$$*/Vtb_$$**.cpp | xargs -n1 basename | sed 's/.*/#include "&"/'; } \
	  > $(1)/obj_$$*/all.cc && \
	  $(RVT_MODEL_CXX) -O1 $(RVT_TRANSPORT_FLAGS) -I$(1)/obj_$$* -c $(1)/obj_$$*/all.cc \
	  -o $(1)/obj_$$*/all.o && \
	  $(CXX) -O1 $(RVT_TRANSPORT_FLAGS) $(RVT_TRANSPORT_WARNINGS) -I. -Iinclude -Imodel \
	  -isystem $(1)/obj_$$* -c tb/transport/$$*_main.cpp -o $(1)/obj_$$*/main.o && \
	  $(CXX) $(RVT_FAST_LINK) -o $$@ $(1)/obj_$$*/main.o $(1)/obj_$$*/all.o $(RVT_TRANSPORT_OBJ) \
	  $(RVT_TRANSPORT_RUNTIME) $(RVT_TRANSPORT_O) \
	    -Wl,--start-group $(RVT_TB_LIBS) -Wl,--end-group $(RVT_IO_LIBS) -pthread; \
	} > $(1)/obj_$$*/log 2>&1 || { cat $(1)/obj_$$*/log; exit 1; }
endef

# Verilator inlines modules and then warns that names of one hide names of the other.
$(eval $(call rvt_transport_program,$(RVT_TRANSPORT_DIR),$(RVT_TRANSPORT_RTL),-Wall -Wno-VARHIDDEN))

# Seeded faults, as in tb/tb.mk.
RVT_TRANSPORT_MUTANTS     := tests/mutants/transports.yaml
RVT_TRANSPORT_MUTANTS_DIR := $(BUILD)/mutants/transports
RVT_TRANSPORT_MUTANT_RTL  := $(addprefix $(RVT_TRANSPORT_MUTANTS_DIR)/rtl/,rvt_mutant_pkg.sv \
	$(notdir $(RVT_TRANSPORT_RTL)) rvt_mutant_init.sv)

$(RVT_TRANSPORT_MUTANT_RTL) &: $(RVT_TRANSPORT_MUTANTS) $(RVT_RTL) scripts/faults/mutate
	$(call say,MUTATE,$(RVT_TRANSPORT_MUTANTS_DIR)/rtl)
	$(Q)scripts/faults/mutate $(RVT_TRANSPORT_MUTANTS) \
	  --transports --write $(RVT_TRANSPORT_MUTANTS_DIR)/rtl

$(eval $(call rvt_transport_program,$(RVT_TRANSPORT_MUTANTS_DIR),$(RVT_TRANSPORT_MUTANT_RTL), \
	-Wno-lint -Wno-fatal,rvt_mutant_init))

-include $(RVT_TRANSPORT_OBJ:.o=.d)

.PHONY: transport-mutants
transport-mutants: ## seed faults into the RTL of the transports; a run must find each
transport-mutants: $(RVT_TRANSPORT_BENCHES:%=$(RVT_TRANSPORT_MUTANTS_DIR)/rvt_%)
	@scripts/faults/mutate $(RVT_TRANSPORT_MUTANTS) \
	  --transports --runs tests/mutants/transport-runs.yaml --build $(RVT_TRANSPORT_MUTANTS_DIR)

# Faults sampled over the source, as in tb/tb.mk.
RVT_SAMPLE_TRANSPORT_RTL := $(addprefix $(RVT_SAMPLE_DIR)/%/rtl/,rvt_mutant_pkg.sv rvt_pkg.sv \
	$(filter-out rvt_pkg.sv,$(notdir $(RVT_TRANSPORT_RTL))) rvt_mutant_init.sv)
$(eval $(call rvt_transport_program,$(RVT_SAMPLE_DIR),$(RVT_SAMPLE_TRANSPORT_RTL), \
	-Wno-lint -Wno-fatal,rvt_mutant_init))

# Encoders whose packets are sent through the transports: encoder= of the runs.
RVT_TRANSPORT_ENCODERS := rv64-delta rv64-context-time rv32-itype3

.PHONY: transport-runs
transport-runs: ## run the transports of the RTL against the model
transport-runs: $(RVT_TRANSPORT_BENCHES:%=$(RVT_TRANSPORT_DIR)/rvt_%) \
		$(RVT_TRANSPORT_ENCODERS:%=$(RVT_COSIM_DIR)/%/rvt_cosim) $(RVT_EXPECT) $(RVT)
	@scripts/cosim/transports --build $(RVT_TRANSPORT_DIR) --cosim $(RVT_COSIM_DIR) \
	  --expect $(RVT_EXPECT) --rvt $(RVT) $(RVT_TRANSPORT_RUNS)
