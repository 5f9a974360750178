# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
#
# The DPI border. Its sources are compiled with the headers that Verilator generates for the
# imports, so a prototype that differs does not compile. They include <rvt/rvt.h> alone and link
# with librvt.a.

RVT_DPI_SV     := dpi/rvt_plusargs_pkg.sv dpi/rvt_dpi_pkg.sv dpi/rvt_scoreboard.sv
RVT_DPI_HEADER := $(BUILD)/dpi/hdr/Vrvt_scoreboard__Dpi.h
RVT_DPI_O      := $(BUILD)/dpi/rvt_dpi.o
RVT_TRANSPORT_SV     := dpi/rvt_plusargs_pkg.sv dpi/rvt_transport_dpi_pkg.sv \
    $(sort $(wildcard dpi/rvt_*_scoreboard.sv))
RVT_TRANSPORT_HEADER := $(BUILD)/dpi/transport/Vrvt_transport__Dpi.h
RVT_TRANSPORT_O      := $(BUILD)/dpi/rvt_transport_dpi.o
RVT_TIP_SV     := dpi/rvt_plusargs_pkg.sv dpi/rvt_tip_dpi_pkg.sv dpi/rvt_tip_player.sv
RVT_TIP_HEADER := $(BUILD)/dpi/tip/Vrvt_tip__Dpi.h
RVT_TIP_O      := $(BUILD)/dpi/rvt_tip_dpi.o
RVT_SVDPI      ?= /usr/share/verilator/include/vltstd

$(RVT_DPI_HEADER): $(RVT_DPI_SV)
	$(call say,VERILATE,$@)
	$(Q)mkdir -p $(dir $@)
	$(Q)$(VERILATOR) --cc --dpi-hdr-only --assert --top-module rvt_scoreboard $^ --Mdir $(dir $@)

$(RVT_DPI_O): dpi/rvt_dpi.c $(RVT_DPI_HEADER)
	$(call say,CC,$<)
	$(Q)$(CC) $(CSTD) $(CFLAGS) $(WARNINGS) -fPIC -Iinclude -isystem $(RVT_SVDPI) \
	  -include $(RVT_DPI_HEADER) -MMD -MP -c $< -o $@

# The same with the types of the header that other simulators generate.
RVT_DPI_UINT64_O := $(BUILD)/dpi/uint64/rvt_dpi.o
$(RVT_DPI_UINT64_O): dpi/rvt_dpi.c dpi/rvt_dpi_types.h $(RVT_DPI_HEADER)
	$(call say,CC,$< (uint64_t))
	$(Q)mkdir -p $(dir $@)
	$(Q)sed 's/unsigned long long/uint64_t/g; s/^#include "svdpi.h"/&\n#include <stdint.h>/' \
	  $(RVT_DPI_HEADER) > $(dir $@)header.h
	$(Q)grep -q uint64_t $(dir $@)header.h
	$(Q)$(CC) $(CSTD) $(CFLAGS) $(WARNINGS) -fPIC -DRVT_LONGINT=uint64_t -Iinclude \
	  -isystem $(RVT_SVDPI) -include $(dir $@)header.h -c $< -o $@

# The same of the transports.
$(RVT_TRANSPORT_HEADER): $(RVT_TRANSPORT_SV)
	$(call say,VERILATE,$@)
	$(Q)mkdir -p $(dir $@)
	$(Q)$(VERILATOR) --cc --dpi-hdr-only --assert -Wno-MULTITOP --prefix Vrvt_transport $^ --Mdir \
	  $(dir $@)

$(RVT_TRANSPORT_O): dpi/rvt_transport_dpi.c $(RVT_TRANSPORT_HEADER)
	$(call say,CC,$<)
	$(Q)$(CC) $(CSTD) $(CFLAGS) $(WARNINGS) -fPIC -Iinclude -isystem $(RVT_SVDPI) \
	  -include $(RVT_TRANSPORT_HEADER) -MMD -MP -c $< -o $@

# The same of the player of tip traces.
$(RVT_TIP_HEADER): $(RVT_TIP_SV)
	$(call say,VERILATE,$@)
	$(Q)mkdir -p $(dir $@)
	$(Q)$(VERILATOR) --cc --dpi-hdr-only --assert --top-module rvt_tip_player --prefix Vrvt_tip $^ \
	  --Mdir $(dir $@)

$(RVT_TIP_O): dpi/rvt_tip_dpi.c $(RVT_TIP_HEADER)
	$(call say,CC,$<)
	$(Q)$(CC) $(CSTD) $(CFLAGS) $(WARNINGS) -fPIC -Iinclude -isystem $(RVT_SVDPI) \
	  -include $(RVT_TIP_HEADER) -MMD -MP -c $< -o $@

# All of it and librvt, as other simulators load it (-sv_lib). It shows the imports alone. The types
# of longint unsigned differ in name only, so that it fits every simulator of the platform.
RVT_DPI_SHARED := $(BUILD)/dpi/librvt_dpi.so
$(RVT_DPI_SHARED): $(RVT_DPI_O) $(RVT_TRANSPORT_O) $(RVT_TIP_O) $(BUILD)/release/librvt.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(notdir $@) -Wl,-z,defs -Wl,--as-needed \
	  -Wl,--exclude-libs,ALL $^ $(RVT_IO_LIBS) -o $@

-include $(RVT_DPI_O:.o=.d) $(RVT_TRANSPORT_O:.o=.d) $(RVT_TIP_O:.o=.d)

.PHONY: dpi
dpi: ## build what a simulator links or loads: objects, librvt_dpi.so (docs/integration.md)
dpi: $(RVT_DPI_O) $(RVT_TRANSPORT_O) $(RVT_TIP_O) $(BUILD)/release/librvt.a $(RVT_DPI_SHARED) $(RVT)
