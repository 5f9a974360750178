# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
#
# The report as HTML pages (scripts/report), and its tests. It runs in the virtual environment of
# the Python package, which lays out packets in bits. The tests in a browser need Debian's chromium
# (scripts/deps browser) and playwright, which is installed only where there is chromium.

RVT_REPORT_DIR  := $(BUILD)/report
RVT_CHROMIUM    ?= $(wildcard /usr/bin/chromium)
RVT_PLAYWRIGHT  := $(if $(RVT_CHROMIUM),$(RVT_PYTHON_VENV)/browser)
# What make report reads, unless FROM names other folders.
RVT_REPORT_FROM  = $(wildcard $(addprefix $(BUILD)/,cosim coverage mutants transport-mutants))

$(RVT_PYTHON_VENV)/browser: tests/report/requirements.txt $(RVT_PYTHON_VENV)/ready
	$(call say,PIP,$<)
	$(Q)$(RVT_PYTHON) -m pip install --quiet --disable-pip-version-check --requirement $<
	$(Q)touch $@

.PHONY: report report-selftest
report: ## make HTML pages of the results in build, or in FROM=FOLDER (TITLE, HISTORY)
report: $(RVT_PYTHON_DIR)/installed $(RVT)
	@$(if $(or $(FROM),$(RVT_REPORT_FROM)),,\
	  echo 'report: there are no results: run make cosim, or name a folder with FROM='; exit 2)
	@$(RVT_PYTHON) scripts/report $(addprefix --from ,$(or $(FROM),$(RVT_REPORT_FROM))) \
	  --out $(RVT_REPORT_DIR) --rvt $(RVT) $(if $(TITLE),--title '$(TITLE)') \
	  $(if $(HISTORY),--history '$(HISTORY)')
report-selftest: ## test the report with runs of the encoder of tests/foreign
report-selftest: $(RVT_PYTHON_DIR)/installed $(RVT) $(BUILD)/foreign/bench \
    $(BUILD)/foreign/link_bench $(RVT_PLAYWRIGHT)
	@$(if $(RVT_CHROMIUM),,echo '  SKIPPED: chromium is not installed; no page was opened')
	@BUILD=$(BUILD) RVT_CHROMIUM=$(RVT_CHROMIUM) $(RVT_PYTEST) -rs \
	  $(RVT_JUNIT:%=--junitxml=%) tests/report
