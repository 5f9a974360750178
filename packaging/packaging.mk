# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
#
# What others link and install: the shared library (only what include/rvt declares is visible), the
# static one (the same, made of one object whose other names are local), and an installation below
# DESTDIR.

PREFIX  ?= /usr/local
BINDIR  ?= $(PREFIX)/bin
LIBDIR  ?= $(PREFIX)/lib
DESTDIR ?=

RVT_VERSION   := $(shell sed -n 's/^.define RVT_VERSION_STRING *"\(.*\)"/\1/p' \
    include/rvt/version.h)
RVT_SOVERSION := $(firstword $(subst ., ,$(RVT_VERSION)))
RVT_SONAME    := librvt.so.$(RVT_SOVERSION)
RVT_SHARED    := $(BUILD)/release/$(RVT_SONAME)
RVT_STATIC    := $(BUILD)/release/librvt.a
RVT_PARTS     := $(RVT_API_C:%.c=$(BUILD)/release/obj/%.o) $(BUILD)/release/librvt_lockstep.a \
    $(RVT_IO) $(RVT_LIB)
RVT_PUBLIC_H  := $(sort $(wildcard include/rvt/*.h))

$(RVT_SHARED): $(RVT_PARTS)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(RVT_SONAME) -Wl,-z,defs -Wl,--as-needed $^ \
	  $(RVT_IO_LIBS) -o $@

$(RVT_STATIC): $(RVT_PARTS)
	$(call say,AR,$@)
	$(Q)mkdir -p $(BUILD)/release/obj
	$(Q)ld -r $^ -o $(BUILD)/release/obj/librvt.o
	$(Q)objcopy --localize-hidden --strip-debug $(BUILD)/release/obj/librvt.o
	$(Q)rm -f $@ && ar rcs $@ $(BUILD)/release/obj/librvt.o

$(BUILD)/release/rvt.pc: packaging/rvt.pc.in include/rvt/version.h FORCE
	$(Q)mkdir -p $(dir $@)
	$(Q)sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$(RVT_VERSION)|' $< >$@

.PHONY: FORCE library install uninstall
FORCE:
library: $(RVT_SHARED) $(RVT_STATIC) ## build the library: build/release/librvt.so.0, librvt.a

# Everything that is installed, by folder; uninstall removes exactly this.
RVT_DPI_SOURCES := $(sort $(wildcard dpi/*.sv dpi/*.vlt dpi/*.c dpi/*.h))
RVT_KIT_FILES   := $(sort $(filter-out kit/README.md,$(wildcard kit/*)))
# The adapter of cores, for `rvt kit --core`.
RVT_RTL_CORE    := $(sort $(wildcard rtl/core/*.sv))
RVT_RTL_ENCODER := rtl/encoder/rvt_pkg.sv rtl/encoder/rvt_ingress_fifo.sv
RVT_RTL_LINT    := rtl/lint/waivers.vlt
RVT_MAN         := $(BUILD)/man
# librvt_dpi.so needs headers that Verilator generates: without Verilator, it is not installed.
RVT_DPI_INSTALLED := $(if $(shell command -v $(VERILATOR)),$(RVT_DPI_SHARED))
# The plug-in for OpenCSD needs its headers: without them, it is not installed.
RVT_OPENCSD_INSTALLED := $(if $(RVT_OPENCSD),opencsd-plugin)
install: ## install; variables: DESTDIR, PREFIX (/usr/local), LIBDIR
install: library $(RVT) $(BUILD)/release/rvt.pc man $(RVT_DPI_INSTALLED) $(RVT_OPENCSD_INSTALLED)
	$(Q)install -d '$(DESTDIR)$(BINDIR)' '$(DESTDIR)$(LIBDIR)/pkgconfig' \
	  '$(DESTDIR)$(PREFIX)/include/rvt' \
	  '$(DESTDIR)$(PREFIX)/share/rvt/dpi' '$(DESTDIR)$(PREFIX)/share/rvt/kit' \
	  '$(DESTDIR)$(PREFIX)/share/rvt/rtl/core' '$(DESTDIR)$(PREFIX)/share/rvt/rtl/encoder' \
	  '$(DESTDIR)$(PREFIX)/share/rvt/rtl/lint' \
	  '$(DESTDIR)$(PREFIX)/share/bash-completion/completions' \
	  '$(DESTDIR)$(PREFIX)/share/man/man1' '$(DESTDIR)$(PREFIX)/share/man/man3'
	$(Q)install -m 755 $(RVT) '$(DESTDIR)$(BINDIR)/rvt'
	$(Q)install -m 644 $(RVT_PUBLIC_H) '$(DESTDIR)$(PREFIX)/include/rvt'
	$(Q)install -m 644 $(RVT_SHARED) '$(DESTDIR)$(LIBDIR)/librvt.so.$(RVT_VERSION)'
	$(Q)ln -sf librvt.so.$(RVT_VERSION) '$(DESTDIR)$(LIBDIR)/$(RVT_SONAME)'
	$(Q)ln -sf $(RVT_SONAME) '$(DESTDIR)$(LIBDIR)/librvt.so'
	$(Q)install -m 644 $(RVT_STATIC) '$(DESTDIR)$(LIBDIR)/librvt.a'
	$(if $(RVT_DPI_INSTALLED),$(Q)install -D -m 644 -t '$(DESTDIR)$(LIBDIR)/rvt' $(RVT_DPI_SHARED),\
	  @echo 'install: without librvt_dpi.so, which needs Verilator')
	$(if $(RVT_OPENCSD),$(Q)$(MAKE) --no-print-directory -s install-opencsd)
	$(Q)install -m 644 $(BUILD)/release/rvt.pc '$(DESTDIR)$(LIBDIR)/pkgconfig/rvt.pc'
	$(Q)install -m 644 $(RVT_DPI_SOURCES) '$(DESTDIR)$(PREFIX)/share/rvt/dpi'
	$(Q)install -m 644 $(RVT_KIT_FILES) '$(DESTDIR)$(PREFIX)/share/rvt/kit'
	$(Q)install -m 644 $(RVT_RTL_CORE) '$(DESTDIR)$(PREFIX)/share/rvt/rtl/core'
	$(Q)install -m 644 $(RVT_RTL_ENCODER) '$(DESTDIR)$(PREFIX)/share/rvt/rtl/encoder'
	$(Q)install -m 644 $(RVT_RTL_LINT) '$(DESTDIR)$(PREFIX)/share/rvt/rtl/lint'
	$(Q)install -m 644 packaging/rvt.bash '$(DESTDIR)$(PREFIX)/share/bash-completion/completions/rvt'
	$(Q)install -m 644 $(RVT_MAN)/*.1 '$(DESTDIR)$(PREFIX)/share/man/man1'
	$(Q)install -m 644 $(RVT_MAN)/*.3 '$(DESTDIR)$(PREFIX)/share/man/man3'

uninstall: ## remove the files that install installed
	$(Q)rm -f '$(DESTDIR)$(LIBDIR)'/librvt_opencsd.* '$(DESTDIR)$(PREFIX)/include/rvt_opencsd.h'
	$(Q)rm -f '$(DESTDIR)$(BINDIR)/rvt' '$(DESTDIR)$(LIBDIR)/pkgconfig/rvt.pc' \
	  '$(DESTDIR)$(LIBDIR)'/librvt.a \
	  '$(DESTDIR)$(LIBDIR)'/librvt.so '$(DESTDIR)$(LIBDIR)'/librvt.so.$(RVT_SOVERSION)* \
	  '$(DESTDIR)$(PREFIX)/share/bash-completion/completions/rvt' \
	  '$(DESTDIR)$(PREFIX)'/share/man/man1/rvt.1* '$(DESTDIR)$(PREFIX)'/share/man/man1/rvt-*.1* \
	  '$(DESTDIR)$(PREFIX)'/share/man/man3/rvt.3* \
	  '$(DESTDIR)$(PREFIX)'/share/man/man3/rvt_*.3*
	$(Q)rm -rf '$(DESTDIR)$(LIBDIR)/rvt' '$(DESTDIR)$(PREFIX)/include/rvt' \
	  '$(DESTDIR)$(PREFIX)/share/rvt'

# Manual pages: commands from their --help, chapters of the library from the comments of the
# headers.
.PHONY: man
man: $(RVT_MAN)/stamp ## make the manual pages, build/man
$(RVT_MAN)/stamp: packaging/make-man $(RVT_PUBLIC_H) $(RVT)
	$(call say,MAN,$(RVT_MAN))
	$(Q)rm -rf $(RVT_MAN) && packaging/make-man --rvt $(RVT) --out $(RVT_MAN) $(RVT_PUBLIC_H)
	$(Q)touch $@

# Examples against what is installed, with a C and a C++ compiler; ABI against the description that
# is committed.
RVT_STAGE := $(BUILD)/stage
.PHONY: stage examples abi abi-update manual deb
stage: ## test install and uninstall in build/stage; leave it installed
	$(Q)rm -rf $(RVT_STAGE)
	$(Q)$(MAKE) --no-print-directory -s install DESTDIR=$(CURDIR)/$(RVT_STAGE) PREFIX=/usr \
	  LIBDIR=/usr/lib
	$(Q)$(MAKE) --no-print-directory -s uninstall DESTDIR=$(CURDIR)/$(RVT_STAGE) PREFIX=/usr \
	  LIBDIR=/usr/lib
	$(Q)! find $(RVT_STAGE) -type f -o -type l | grep .
	$(Q)$(MAKE) --no-print-directory -s install DESTDIR=$(CURDIR)/$(RVT_STAGE) PREFIX=/usr \
	  LIBDIR=/usr/lib
examples: ## build the examples as C and C++ with pkg-config from build/stage; run them
examples: stage
	@examples/run $(RVT_STAGE)/usr $(BUILD)/examples
abi: library ## check public names and ABI: as declared, as committed
	@packaging/check-abi $(RVT_SHARED) $(RVT_STATIC)
abi-update: library ## rewrite the ABI description after a change of version
	@packaging/check-abi --update $(RVT_SHARED) $(RVT_STATIC)
manual: man ## check that the manual pages render without warnings
	@packaging/check-man $(RVT_MAN)/*.[13]
deb: ## make Debian packages of rvt and its library in build/deb (installs what is missing)
	@scripts/deps deb
	@packaging/make-deb $(BUILD)/deb
