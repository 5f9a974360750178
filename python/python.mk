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
	@$(RVT_PYTEST) $(RVT_JUNIT:%=--junitxml=%) tests/python/api
