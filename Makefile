# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
#
# rvt: golden reference for RISC-V trace hardware. `make help` lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules

BUILD     ?= build
CC        := gcc
CLANG     ?= clang
VERILATOR ?= verilator
YOSYS     ?= yosys
PYTHON    ?= python3
JOBS      ?= $(shell nproc)
V         ?= 0

# Quiet by default: one short tag a line; V=1 shows the commands.
ifeq ($(V),0)
  Q   := @
  say  = @printf '  %-9s %s\n' '$(1)' '$(2)'
else
  Q   :=
  say  = @:
endif

WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual \
            -Wswitch-enum -Wmissing-prototypes -Wvla -Wundef -Werror
CSTD     := -std=c11 -D_POSIX_C_SOURCE=200809L
CFLAGS   ?= -O2 -g
SANITIZE := -O1 -g1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
# What is linked often and never installed: gold links four times as fast as bfd.
RVT_FAST_LINK := $(if $(shell command -v ld.gold),-fuse-ld=gold)

.PHONY: all
all: tools ## same as tools

include model/model.mk
-include rtl/rtl.mk
include dpi/dpi.mk
include tb/tb.mk
-include tb/transport/transport.mk
include tests/tests.mk
include scripts/farm/farm.mk
include tests/rvfi/rvfi.mk
include tests/cores/cores.mk
include packaging/packaging.mk
include plugins/opencsd/opencsd.mk
include python/python.mk
include tests/report/report.mk
include scripts/registers/registers.mk
-include vectors/vectors.mk

.PHONY: clean help
clean: ## remove all generated files
	$(Q)rm -rf $(BUILD)

help: ## list the targets
	@grep -hE '^[a-z][a-z-]*:.*## ' $(MAKEFILE_LIST) | sort -u | \
	  awk -F ':.*## ' '{printf "  %-21s %s\n", $$1, $$2}'
