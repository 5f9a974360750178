# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
#
# The test of rtl/core: build/rvfi/NAME/rvfi is the adapter with the parameters of NAME, the core
# that drives it, and the checks of its rows.

RVT_RVFI_DIR   := $(BUILD)/rvfi
RVT_RVFI_RTL   := $(filter %/rvt_pkg.sv %/rvt_ingress_fifo.sv $(RVT_RTL_DIR)/core/%,$(RVT_RTL))
RVT_RVFI_CPP   := $(sort $(wildcard tests/rvfi/*.cpp))
RVT_RVFI_FLAGS := -std=gnu++17 -isystem $(RVT_VERILATED) -DVM_SC=0 -DVM_COVERAGE=0 -DVM_TRACE=0 \
	-DVM_TRACE_FST=0 -DVM_TRACE_VCD=0

# One instruction per cycle; several, in blocks; two single instructions with 3-bit itype, whose
# traps are known from the CSRs; one, of whose traps nothing else is known; the same with Zcmp.
RVT_RVFI_SETS  := single wide csrs none zcm
RVT_RVFI_COMMON := privilege_width_p=2 ecause_width_p=5 context_width_p=16 time_width_p=32
RVT_RVFI_SET_single := $(RVT_RVFI_COMMON) nret_p=1 blocks_p=1 retires_p=8 iaddress_width_p=64 \
	itype_width_p=4 ctype_width_p=2 iretire_width_p=8 trap_source_p=0 zcm_p=0 fifo_depth_p=8
RVT_RVFI_SET_wide   := $(RVT_RVFI_COMMON) nret_p=4 blocks_p=2 retires_p=8 iaddress_width_p=64 \
	itype_width_p=4 ctype_width_p=2 iretire_width_p=4 trap_source_p=0 zcm_p=0 fifo_depth_p=8
RVT_RVFI_SET_csrs   := $(RVT_RVFI_COMMON) nret_p=2 blocks_p=2 retires_p=1 iaddress_width_p=32 \
	itype_width_p=3 ctype_width_p=1 iretire_width_p=1 trap_source_p=1 zcm_p=0 fifo_depth_p=4
RVT_RVFI_SET_none   := $(RVT_RVFI_COMMON) nret_p=1 blocks_p=1 retires_p=8 iaddress_width_p=32 \
	itype_width_p=4 ctype_width_p=2 iretire_width_p=4 trap_source_p=2 zcm_p=0 fifo_depth_p=4
RVT_RVFI_SET_zcm    := $(patsubst zcm_p=0,zcm_p=1,$(RVT_RVFI_SET_none))

# In C++ a function of the model shadows the constructor of the struct with its name.
RVT_RVFI_WARNINGS := $(filter-out -Wshadow,$(RVT_TB_WARNINGS))

$(RVT_RVFI_DIR)/%/rvfi: $(RVT_RVFI_RTL) $(RVT_TB_WAIVERS) $(RVT_RVFI_CPP) \
		$(wildcard tests/rvfi/*.hpp) tests/rvfi/rvfi.mk \
		$(RVT_TRANSPORT_DIR)/runtime/verilated.o $(RVT_TRANSPORT_DIR)/runtime/verilated_threads.o \
		$(RVT_IO) $(RVT_LIB)
	$(call say,VERILATE,$@)
	$(Q)rm -rf $(@D)/obj && mkdir -p $(@D)/obj
	$(Q){ $(VERILATOR) --cc --assert --top-module rvt_rvfi_ingress -O3 -Wall -DRVT_ASSERT \
	    --x-initial unique --x-assign unique $(RVT_RVFI_SET_$*:%=-G%) --Mdir $(@D)/obj \
	    $(abspath $(RVT_TB_WAIVERS) $(RVT_RVFI_RTL)) && \
	  { ls $(@D)/obj/Vrvt_*.cpp | xargs -n1 basename | sed 's/.*/#include "&"/'; } \
	  > $(@D)/obj/all.cc && \
	  $(RVT_MODEL_CXX) -O1 $(RVT_RVFI_FLAGS) -I$(@D)/obj -c $(@D)/obj/all.cc -o $(@D)/obj/all.o && \
	  for source in $(RVT_RVFI_CPP); do \
	    $(CXX) -O1 $(RVT_RVFI_FLAGS) $(RVT_RVFI_WARNINGS) $(RVT_RVFI_SET_$*:%=-DRVFI_%) \
	      -Iinclude -Imodel -isystem $(@D)/obj -c $$source \
	      -o $(@D)/obj/$$(basename $$source .cpp).o || exit 1; \
	  done && \
	  $(CXX) $(RVT_FAST_LINK) -o $@ $(@D)/obj/*.o $(filter %.o %.a,$^) $(RVT_IO_LIBS) -pthread; \
	} > $(@D)/log 2>&1 || { cat $(@D)/log; exit 1; }

$(RVT_RVFI_DIR)/classes: tests/rvfi/classes/rvfi_classes.sv tests/rvfi/classes/classes_main.cpp \
		$(RVT_RVFI_RTL) $(RVT_TB_WAIVERS) $(RVT_TRANSPORT_DIR)/runtime/verilated.o \
		$(RVT_TRANSPORT_DIR)/runtime/verilated_threads.o $(RVT_LIB)
	$(call say,VERILATE,$@)
	$(Q)rm -rf $@_obj && mkdir -p $@_obj
	$(Q){ $(VERILATOR) --cc --top-module rvfi_classes -O3 -Wall --Mdir $@_obj \
	    $(abspath $(RVT_TB_WAIVERS) $(RVT_RVFI_RTL) $<) && \
	  { ls $@_obj/Vrvfi_*.cpp | xargs -n1 basename | sed 's/.*/#include "&"/'; \
	    echo '#include "$(abspath tests/rvfi/classes/classes_main.cpp)"'; } > $@_obj/all.cc && \
	  $(CXX) -O1 $(RVT_RVFI_FLAGS) -Iinclude -Imodel -I$@_obj -c $@_obj/all.cc -o $@_obj/all.o && \
	  $(CXX) $(RVT_FAST_LINK) -o $@ $@_obj/all.o $(filter %.o %.a,$^) -pthread; \
	} > $@_obj/log 2>&1 || { cat $@_obj/log; exit 1; }

.PHONY: rvfi
rvfi: ## test rtl/core: RVFI of captured and random programs, seeded faults
rvfi: $(RVT_RVFI_SETS:%=$(RVT_RVFI_DIR)/%/rvfi) $(RVT_RVFI_DIR)/classes $(RVT)
	@tests/rvfi/check $(RVT) --build $(RVT_RVFI_DIR)
