# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
#
# Logs of cores (vectors/cores) at signal level: build/cores/tb_core is the player of a log, the
# adapter, the encoder and the scoreboard.

RVT_CORES_DIR  := $(BUILD)/cores
RVT_CORES_SV   := tests/cores/rvfi_log_player.sv tests/cores/tb_core.sv
RVT_CORES_LIBS := $(RVT_DPI_O) $(BUILD)/release/librvt_api.a $(BUILD)/release/librvt_lockstep.a \
	$(RVT_IO) $(RVT_LIB)

$(RVT_CORES_DIR)/tb_core: $(RVT_RTL) $(RVT_TB_WAIVERS) $(RVT_DPI_SV) $(RVT_CORES_SV) \
		tests/cores/rv32.yaml tests/cores/cores.mk $(RVT_CORES_LIBS) $(RVT)
	$(call say,VERILATE,$@)
	$(Q)rm -rf $(@D)/obj && mkdir -p $(@D)/obj
	$(Q)$(RVT) config --sv tests/cores/rv32.yaml > $(@D)/parameters.svh
	$(Q)$(VERILATOR) --binary --timing --assert --top-module tb_core -O3 -Wall -DRVT_ASSERT \
	  --x-initial unique --x-assign unique -I$(@D) --Mdir $(@D)/obj \
	  -MAKEFLAGS 'OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O1' \
	  $(abspath $(RVT_TB_WAIVERS) $(RVT_RTL) $(RVT_DPI_SV) $(RVT_CORES_SV)) \
	  -LDFLAGS '-Wl,--start-group $(abspath $(RVT_CORES_LIBS)) -Wl,--end-group $(RVT_IO_LIBS)' \
	  -o ../tb_core > $(@D)/log 2>&1 || { cat $(@D)/log; exit 1; }

.PHONY: core-runs
core-runs: ## replay logs of open cores: adapter, encoder and scoreboard
core-runs: $(RVT_CORES_DIR)/tb_core $(RVT)
	@tests/cores/check $(RVT) $(RVT_CORES_DIR)/tb_core --build $(RVT_CORES_DIR)/runs
