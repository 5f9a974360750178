# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
#
# The Python package: a wheel with the library inside, and its tests. The wheel needs nothing of one
# version of Python. The tests use it as it is installed, in a virtual environment with the packages
# of tests/python/requirements.txt. cocotb embeds the interpreter, so that its shared library must
# be installed; it is of Debian's.

RVT_PYTHON_BASE  ?= /usr/bin/python3
RVT_PYTHON_DIR   := $(BUILD)/python
RVT_PYTHON_VENV  := $(RVT_PYTHON_DIR)/venv
RVT_PYTHON_STAGE := $(RVT_PYTHON_DIR)/stage
RVT_PYTHON       := $(RVT_PYTHON_VENV)/bin/python
RVT_PYTHON_WHEEL := $(RVT_PYTHON_DIR)/rvt-$(RVT_VERSION)-py3-none-linux_$(shell uname -m).whl
RVT_PYTHON_FILES := $(wildcard python/rvt/*.py) python/rvt/py.typed python/pyproject.toml \
    python/README.md
RVT_PYTEST       := $(RVT_PYTHON) -m pytest -q -p no:cacheprovider -c tests/python/pytest.ini

$(RVT_PYTHON_VENV)/ready: tests/python/requirements.txt
	$(call say,VENV,$(dir $@))
	$(Q)rm -rf $(dir $@)
	$(Q)$(RVT_PYTHON_BASE) -m venv $(dir $@)
	$(Q)$(RVT_PYTHON) -m pip install --quiet --disable-pip-version-check --requirement $<
	$(Q)touch $@

$(RVT_PYTHON_WHEEL): $(RVT_PYTHON_FILES) python/make-abi $(RVT_PUBLIC_H) $(RVT_SHARED) \
    $(RVT_PYTHON_VENV)/ready
	$(call say,WHEEL,$@)
	$(Q)rm -rf $(RVT_PYTHON_STAGE) $(RVT_PYTHON_DIR)/*.whl
	$(Q)mkdir -p $(RVT_PYTHON_STAGE)/rvt
	$(Q)cp $(filter-out python/rvt/%,$(RVT_PYTHON_FILES)) $(RVT_PYTHON_STAGE)
	$(Q)cp $(filter python/rvt/%,$(RVT_PYTHON_FILES)) $(RVT_SHARED) $(RVT_PYTHON_STAGE)/rvt
	$(Q)echo 'VERSION = "$(RVT_VERSION)"' > $(RVT_PYTHON_STAGE)/rvt/_version.py
	$(Q)$(RVT_PYTHON) python/make-abi --cc $(CC) $(RVT_PYTHON_STAGE)/rvt/_abi.py \
	  > $(RVT_PYTHON_DIR)/abi.log
	$(Q)strip --strip-unneeded $(RVT_PYTHON_STAGE)/rvt/$(RVT_SONAME)
	$(Q)$(RVT_PYTHON) -m pip wheel --quiet --disable-pip-version-check --no-build-isolation \
	  --no-deps --wheel-dir $(RVT_PYTHON_DIR) $(RVT_PYTHON_STAGE)
	$(Q)$(RVT_PYTHON) -m wheel tags --remove --platform-tag linux_$(shell uname -m) \
	  $(RVT_PYTHON_DIR)/rvt-$(RVT_VERSION)-py3-none-any.whl > $(RVT_PYTHON_DIR)/tags.log

$(RVT_PYTHON_DIR)/installed: $(RVT_PYTHON_WHEEL)
	$(Q)$(RVT_PYTHON) -m pip install --quiet --disable-pip-version-check --no-deps \
	  --force-reinstall $<
	$(Q)touch $@

.PHONY: python-wheel python
python-wheel: $(RVT_PYTHON_WHEEL) ## build the Python package: build/python/rvt-VERSION-....whl
python: $(RVT_PYTHON_DIR)/installed ## build, install (build/python/venv) and test the package
	@BUILD=$(BUILD) $(RVT_PYTEST) $(RVT_JUNIT:%=--junitxml=%) tests/python/api

# Two encoders as cocotb simulates them with Verilator: the one of tests/foreign, and ours.
RVT_COCOTB_DIR   := $(RVT_PYTHON_DIR)/simulation
RVT_COCOTB_BUILD  = source=$$($(RVT_PYTHON_VENV)/bin/cocotb-config --share) && \
    libraries=$$($(RVT_PYTHON_VENV)/bin/cocotb-config --lib-dir) && \
    $(VERILATOR) --cc --exe --build --vpi --public-flat-rw --prefix Vtop -DCOCOTB_SIM=1 \
    --timescale 1ns/1ps -Wno-lint --Mdir $(dir $@)obj -o ../simulation \
    -MAKEFLAGS 'OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O0' \
    -LDFLAGS "-Wl,-rpath,$$libraries -L$$libraries -lcocotbvpi_verilator" \
    "$$source/lib/verilator/verilator.cpp"
RVT_COCOTB_CONFIG := vectors/configs/rv64-delta.yaml
$(RVT_COCOTB_DIR)/foreign/simulation: tests/foreign/foreign_encoder.sv $(RVT_PYTHON_VENV)/ready
	$(call say,VERILATE,$@)
	$(Q)mkdir -p $(dir $@)
	$(Q)$(RVT_COCOTB_BUILD) --top-module foreign_encoder -Grows_p=1024 -Gpackets_p=64 $< \
	  >$(dir $@)build.log 2>&1 || { cat $(dir $@)build.log; exit 1; }
$(RVT_COCOTB_DIR)/rtl/simulation: $(RVT_RTL) $(RVT_COCOTB_CONFIG) $(RVT) $(RVT_PYTHON_VENV)/ready
	$(call say,VERILATE,$@)
	$(Q)mkdir -p $(dir $@)
	$(Q)$(RVT_COCOTB_BUILD) --top-module rvt_trace_encoder \
	  $$($(RVT) config --verilator $(RVT_COCOTB_CONFIG)) $(RVT_RTL) \
	  >$(dir $@)build.log 2>&1 || { cat $(dir $@)build.log; exit 1; }

.PHONY: cocotb
cocotb: ## test the cocotb scoreboard in simulations of two encoders, with and without faults
cocotb: $(RVT_PYTHON_DIR)/installed $(RVT_COCOTB_DIR)/foreign/simulation \
    $(RVT_COCOTB_DIR)/rtl/simulation
	@BUILD=$(BUILD) $(RVT_PYTEST) $(RVT_JUNIT:%=--junitxml=%) tests/python/simulation

# What a team copies for its own encoder; the schemas of pipelines are in a package.
.PHONY: pipelines
pipelines: ## validate the pipelines of examples/ci, and run an encoder as they do
pipelines: $(RVT) library $(RVT_PYTHON_VENV)/ready
	@$(RVT_PYTHON) tests/pipelines/test_pipelines.py
