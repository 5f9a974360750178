# SPDX-FileCopyrightText: rvt contributors
# SPDX-License-Identifier: Apache-2.0
# Tip traces of real programs. UPDATE=1 replaces the committed files; TRACE="sort-rv64 priv-rv32"
# takes some of them.

BUILD ?= build
PYTHON ?= python3

.PHONY: capture capture-selftest
capture: ## rebuild and rerun the captured programs; compare with vectors/tip (UPDATE=1 replaces)
	$(Q)$(PYTHON) scripts/capture/capture --out $(BUILD)/capture $(if $(UPDATE),--update) $(TRACE)

capture-selftest: ## test the converter from emulator logs to tip traces
	$(Q)$(PYTHON) scripts/capture/capture --selftest
