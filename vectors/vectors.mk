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

# One archive for others: vectors, schemas, guide, and a runner that needs Python alone.
RVT_VECTORS_BUNDLE := $(BUILD)/rvt-vectors-$(RVT_VERSION).tar.gz
.PHONY: vectors-bundle vectors
vectors-bundle: $(RVT) ## pack the golden vectors for other encoders and decoders
	@scripts/vectors/bundle --rvt $(RVT) --out $(RVT_VECTORS_BUNDLE)
vectors: $(RVT) ## test the bundle: schemas, same bytes, the runner with rvt as decoder, with faults
	@tests/vectors/check --rvt $(RVT) --build $(BUILD)/vectors
