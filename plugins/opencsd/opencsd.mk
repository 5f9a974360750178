# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
#
# The plug-in for OpenCSD, where its headers are found: librvt_opencsd.so and .a beside librvt. The
# sources see the public headers alone.

RVT_OPENCSD_C      := $(sort $(wildcard plugins/opencsd/*.c))
RVT_OPENCSD_LIBS   := -lopencsd_c_api -lopencsd
RVT_OPENCSD_SONAME := librvt_opencsd.so.$(RVT_SOVERSION)

# $(1): variant.
define rvt_opencsd_variant
$(BUILD)/$(1)/obj/plugins/opencsd/%.o: plugins/opencsd/%.c
	$$(call say,CC,$$< ($(1)))
	$$(Q)mkdir -p $$(dir $$@)
	$$(Q)$$(RVT_CC_$(1)) $$(CSTD) $$(RVT_FLAGS_$(1)) $$(WARNINGS) -fPIC -fvisibility=hidden -Iinclude \
	  -MMD -MP -c $$< -o $$@

$(BUILD)/$(1)/librvt_opencsd.a: $$(RVT_OPENCSD_C:%.c=$(BUILD)/$(1)/obj/%.o)
	$$(call say,AR,$$@)
	$$(Q)rm -f $$@ && ar rcs $$@ $$^
-include $$(patsubst %.c,$(BUILD)/$(1)/obj/%.d,$$(RVT_OPENCSD_C))
endef
$(foreach variant,release asan,$(eval $(call rvt_opencsd_variant,$(variant))))

RVT_OPENCSD_SHARED := $(BUILD)/release/$(RVT_OPENCSD_SONAME)
RVT_OPENCSD_STATIC := $(BUILD)/release/librvt_opencsd.a
$(RVT_OPENCSD_SHARED): $(RVT_OPENCSD_C:%.c=$(BUILD)/release/obj/%.o) $(RVT_SHARED)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(RVT_OPENCSD_SONAME) -Wl,-z,defs \
	  -Wl,--as-needed $^ $(RVT_OPENCSD_LIBS) -o $@

.PHONY: opencsd-plugin
opencsd-plugin: ## build the plug-in for OpenCSD: build/release/librvt_opencsd.so.0, .a
opencsd-plugin: $(if $(RVT_OPENCSD),$(RVT_OPENCSD_SHARED) $(RVT_OPENCSD_STATIC))
	@$(if $(RVT_OPENCSD),true,echo '  SKIPPED: libopencsd-dev is not installed; nothing was built')

# For install, with its variables.
.PHONY: install-opencsd
install-opencsd: $(RVT_OPENCSD_SHARED) $(RVT_OPENCSD_STATIC)
	$(Q)install -m 644 plugins/opencsd/rvt_opencsd.h '$(DESTDIR)$(PREFIX)/include'
	$(Q)install -m 644 $(RVT_OPENCSD_SHARED) \
	  '$(DESTDIR)$(LIBDIR)/librvt_opencsd.so.$(RVT_VERSION)'
	$(Q)ln -sf librvt_opencsd.so.$(RVT_VERSION) '$(DESTDIR)$(LIBDIR)/$(RVT_OPENCSD_SONAME)'
	$(Q)ln -sf $(RVT_OPENCSD_SONAME) '$(DESTDIR)$(LIBDIR)/librvt_opencsd.so'
	$(Q)install -m 644 $(RVT_OPENCSD_STATIC) '$(DESTDIR)$(LIBDIR)/librvt_opencsd.a'
