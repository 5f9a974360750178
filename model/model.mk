# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
#
# The model, layer by layer: a layer may include only earlier ones. The library exists in
# variants (release, asan, fuzz), each in a folder of its own.

RVT_LAYERS   := base wire program ingress modes encoder decoder draft stream transport/frame \
    transport/stp transport/syst \
                transport/carrier index element check random cores lockstep/report
RVT_CORE_C   := $(foreach layer,$(RVT_LAYERS),$(sort $(wildcard model/$(layer)/*.c)))
RVT_LOCKSTEP_C := $(filter-out $(RVT_CORE_C),$(sort $(wildcard model/lockstep/*.c \
    model/lockstep/*/*.c)))
RVT_IO_C     := $(sort $(wildcard model/io/*.c model/io/*/*.c))
RVT_GOLDEN_C := $(sort $(wildcard model/golden/*.c model/golden/*/*.c))
RVT_API_C    := $(sort $(wildcard model/api/*.c model/api/*/*.c))
RVT_TOOLS_C  := $(sort $(wildcard model/tools/*.c model/tools/*/*.c))
RVT_MODEL_H  := $(sort $(wildcard model/*/*.h))
RVT_IO_LIBS  := -lyaml -lelf -lz -ljansson -lexpat

RVT_FLAGS_release := $(CFLAGS)
RVT_FLAGS_asan    := $(SANITIZE)
RVT_FLAGS_fuzz    := -O2 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
RVT_CC_release    := $(CC)
RVT_CC_asan       := $(CC)
RVT_CC_fuzz       := $(CLANG)

# $(1): variant. Objects, librvt_model.a (core), librvt_lockstep.a (the comparison),
# librvt_io.a (files), librvt_golden.a (golden vectors), librvt_api.a (the public interface), rvt
# (command line). What others link, librvt.so and librvt.a, is made of these, without the golden
# vectors, in packaging/packaging.mk.
define rvt_variant
$(BUILD)/$(1)/obj/%.o: %.c
	$$(call say,CC,$$< ($(1)))
	$$(Q)mkdir -p $$(dir $$@)
	$$(Q)$$(RVT_CC_$(1)) $$(CSTD) $$(RVT_FLAGS_$(1)) $$(WARNINGS) -fPIC -fvisibility=hidden -Iinclude \
	  -Imodel -I. -MMD -MP -c $$< -o $$@

$(BUILD)/$(1)/librvt_model.a: $$(RVT_CORE_C:%.c=$(BUILD)/$(1)/obj/%.o)
	$$(call say,AR,$$@)
	$$(Q)rm -f $$@ && ar rcs $$@ $$^

$(BUILD)/$(1)/librvt_lockstep.a: $$(RVT_LOCKSTEP_C:%.c=$(BUILD)/$(1)/obj/%.o)
	$$(call say,AR,$$@)
	$$(Q)rm -f $$@ && ar rcs $$@ $$^

$(BUILD)/$(1)/librvt_io.a: $$(RVT_IO_C:%.c=$(BUILD)/$(1)/obj/%.o)
	$$(call say,AR,$$@)
	$$(Q)rm -f $$@ && ar rcs $$@ $$^

$(BUILD)/$(1)/librvt_golden.a: $$(RVT_GOLDEN_C:%.c=$(BUILD)/$(1)/obj/%.o)
	$$(call say,AR,$$@)
	$$(Q)rm -f $$@ && ar rcs $$@ $$^

$(BUILD)/$(1)/librvt_api.a: $$(RVT_API_C:%.c=$(BUILD)/$(1)/obj/%.o)
	$$(call say,AR,$$@)
	$$(Q)rm -f $$@ && ar rcs $$@ $$^

$(BUILD)/$(1)/rvt: $$(RVT_TOOLS_C:%.c=$(BUILD)/$(1)/obj/%.o) $(BUILD)/$(1)/librvt_api.a \
    $(BUILD)/$(1)/librvt_golden.a $(BUILD)/$(1)/librvt_io.a $(BUILD)/$(1)/librvt_lockstep.a \
    $(BUILD)/$(1)/librvt_model.a
	$$(call say,LINK,$$@)
	$$(Q)$$(RVT_CC_$(1)) $$(RVT_FLAGS_$(1)) $$(LDFLAGS) $$^ $$(RVT_IO_LIBS) -o $$@

-include $$(patsubst %.c,$(BUILD)/$(1)/obj/%.d,$$(RVT_CORE_C) $$(RVT_LOCKSTEP_C) \
    $$(RVT_IO_C) $$(RVT_GOLDEN_C) $$(RVT_API_C) $$(RVT_TOOLS_C))
endef
$(foreach variant,release asan fuzz,$(eval $(call rvt_variant,$(variant))))

RVT      := $(BUILD)/release/rvt
RVT_LIB  := $(BUILD)/release/librvt_model.a
RVT_IO   := $(BUILD)/release/librvt_io.a

.PHONY: tools
tools: $(RVT) ## build the command line, build/release/rvt
