# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
#
# Long runs in shards, on this machine or on a cluster: make farm FARM_JOBS='soak=2000 oracle', and
# make nightly. What the shards call is built here, before them. docs/farm.md explains all this.

FARM          ?= local
FARM_JOBS     ?=
FARM_SEED     ?= fresh
FARM_FLAGS    ?=
NIGHTLY_SCALE ?= 1
NIGHTLY_SEED  ?= fresh

# The programs of each job.
RVT_FARM_COSIM := $(RVT) $(RVT_EXPECT) $(RVT_COSIM)
RVT_FARM_TRANSPORT_MUTANTS := $(RVT_TRANSPORT_BENCHES:%=$(RVT_TRANSPORT_MUTANTS_DIR)/rvt_%)
RVT_FARM_PROGRAMS_soak             := $(RVT_FARM_COSIM)
RVT_FARM_PROGRAMS_oracle           := $(RVT)
RVT_FARM_PROGRAMS_oracle-data      := $(RVT)
RVT_FARM_PROGRAMS_mutants          := $(RVT) $(RVT_MUTANT_COSIM)
RVT_FARM_PROGRAMS_transport-mutants := $(RVT_FARM_TRANSPORT_MUTANTS)
RVT_FARM_PROGRAMS_fuzz             := $(RVT_FUZZ_TARGETS:%=$(BUILD)/fuzz/fuzz_%)
RVT_FARM_PROGRAMS_coverage         := $(RVT_FARM_COSIM) $(RVT_COVERAGE)
# What their benches share with those of other jobs.
RVT_FARM_PROGRAMS_faults-rtl       := $(RVT_FARM_COSIM) $(RVT_FARM_TRANSPORT_MUTANTS)
RVT_FARM_PROGRAMS_faults-netlist   := $(RVT_FARM_COSIM)
RVT_FARM_PROGRAMS_rings = $(foreach kind,unit property regression,$(call $(kind)_programs,asan)) \
    $(BUILD)/asan/tests/golden/golden $(BUILD)/asan/rvt \
    $(addprefix $(RVT_TRACE_DIR)/,combinations/combinations resilience/resilience) \
    $(RVT_LARGE_C:%.c=$(BUILD)/release/%) $(RVT_NETLIST_COSIM)

# The jobs without their amounts; without a job, those of a night.
RVT_FARM_NIGHT := soak faults-rtl faults-netlist oracle fuzz rings mutants transport-mutants
RVT_FARM_NAMES := $(foreach job,$(FARM_JOBS),$(firstword $(subst =, ,$(job))))

.PHONY: farm farm-programs nightly farm-selftest
farm-programs: ## build what the shards of FARM_JOBS call
farm-programs: $(foreach name,$(or $(RVT_FARM_NAMES),$(RVT_FARM_NIGHT)), \
    $(RVT_FARM_PROGRAMS_$(name)))
	@:
farm: ## run FARM_JOBS in shards (FARM=local or slurm, FARM_JOBS='soak=2000 oracle', FARM_SEED)
	@$(MAKE) --no-print-directory --jobs=$(JOBS) farm-programs
	@scripts/farm/farm run $(FARM_JOBS) --farm $(FARM) --seed $(FARM_SEED) \
	  --folder '$(BUILD)/farm/{seed}' $(FARM_FLAGS)
nightly: ## run what belongs to a night in shards (FARM, NIGHTLY_SCALE=100: a hundredth of it)
	@scripts/deps faults
	@$(MAKE) --no-print-directory --jobs=$(JOBS) FARM_JOBS= farm-programs
	@scripts/farm/farm run --farm $(FARM) --scale $(NIGHTLY_SCALE) --seed $(NIGHTLY_SEED) \
	  --folder '$(BUILD)/nightly/{seed}' --reports $(BUILD)/nightly/reports $(FARM_FLAGS)
farm-selftest: $(RVT) ## test the farm: shards that are killed, and what they give in the end
	@tests/farm/test_farm.py
