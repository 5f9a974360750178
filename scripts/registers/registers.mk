# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
#
# What depends on the registers (rtl/registers/README.md). Only this needs PeakRDL, which is
# installed into the virtual environment of the Python package.

RVT_REGISTERS_DIR := $(BUILD)/registers

$(RVT_PYTHON_VENV)/registers: scripts/registers/requirements.txt $(RVT_PYTHON_VENV)/ready
	$(call say,PIP,$<)
	$(Q)$(RVT_PYTHON) -m pip install --quiet --disable-pip-version-check --requirement $<
	$(Q)touch $@

.PHONY: registers registers-update registers-export
registers: ## check what is made of the registers: files of the tree, C header, RAL, IP-XACT, HTML
registers: $(RVT_PYTHON_VENV)/registers
	$(Q)rm -rf $(RVT_REGISTERS_DIR)
	@$(RVT_PYTHON) scripts/registers/check --out $(RVT_REGISTERS_DIR) --cc $(CC)
registers-update: ## write the files of the tree that are made of the registers
registers-update: $(RVT_PYTHON_VENV)/registers
	@$(RVT_PYTHON) scripts/registers/generate --update
registers-export: ## make C header, RAL, IP-XACT and HTML of the registers (REGISTERS='filters_p=1')
registers-export: $(RVT_PYTHON_VENV)/registers
	$(Q)rm -rf $(RVT_REGISTERS_DIR)
	@$(RVT_PYTHON) scripts/registers/generate --out $(RVT_REGISTERS_DIR) $(REGISTERS)
