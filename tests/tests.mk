# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
#
# The rings of the test pyramid. Each target ends with "N passed, N failed"; `make check` runs them all.

RVT_UNIT_C     := $(sort $(wildcard tests/unit/*.c))
RVT_PROPERTY_C := $(sort $(wildcard tests/property/*.c))
RVT_GOLDEN_C   := $(sort $(wildcard tests/golden/*.c))

# $(1): variant. Unit and property programs: one per source file; golden: one program of all its sources.
# Unit tests may reach the lock-step core of the DPI layer as well, which needs no simulator.
define rvt_test_variant
$(BUILD)/$(1)/tests/%: $(BUILD)/$(1)/obj/tests/%.o $(BUILD)/$(1)/obj/dpi/rvt_lockstep.o $(BUILD)/$(1)/librvt_io.a $(BUILD)/$(1)/librvt.a
	$$(call say,LINK,$$@)
	$$(Q)mkdir -p $$(dir $$@)
	$$(Q)$$(RVT_CC_$(1)) $$(RVT_FLAGS_$(1)) $$^ $$(RVT_IO_LIBS) -lcriterion -o $$@

$(BUILD)/$(1)/tests/golden/golden: $$(RVT_GOLDEN_C:%.c=$(BUILD)/$(1)/obj/%.o) $(BUILD)/$(1)/librvt_io.a $(BUILD)/$(1)/librvt.a
	$$(call say,LINK,$$@)
	$$(Q)mkdir -p $$(dir $$@)
	$$(Q)$$(RVT_CC_$(1)) $$(RVT_FLAGS_$(1)) $$^ $$(RVT_IO_LIBS) -lcriterion -o $$@

-include $$(patsubst %.c,$(BUILD)/$(1)/obj/%.d,$$(RVT_UNIT_C) $$(RVT_PROPERTY_C) $$(RVT_GOLDEN_C))
endef
$(foreach variant,release asan clang,$(eval $(call rvt_test_variant,$(variant))))
.SECONDARY:

T ?= *
unit_programs = $(patsubst tests/unit/%.c,$(BUILD)/$(1)/tests/unit/%,$(sort $(wildcard tests/unit/test_$(T).c)))
property_programs = $(patsubst tests/property/%.c,$(BUILD)/$(1)/tests/property/%,$(sort $(wildcard tests/property/$(T).c)))

.PHONY: unit unit-asan property property-asan golden golden-asan cli cli-asan conformance
unit: $(call unit_programs,release) ## unit tests (one: make unit T=encap)
	@scripts/suite $^
unit-asan: $(call unit_programs,asan)
	@scripts/suite $^
property: $(call property_programs,release) ## random round trips and truncations
	@scripts/suite $^
property-asan: $(call property_programs,asan)
	@scripts/suite $^
