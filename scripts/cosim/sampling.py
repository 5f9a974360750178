# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Sampled co-simulation runs: the seed of the random program decides everything else.

That is what software programs before tracing begins and writes during the run, idle cycles,
back-pressure and disturbances.
"""

import json
import os
import random
import subprocess

BUILDS = "tests/cosim/builds"
BASES = (0x80000000, 0x10000, 0xFFFFFFFF80000000, 0x7FFFFFFFFFFF0000)  # of random programs
MASK = 6  # function of the secondary comparison: its match value is a mask
# Options of the configuration, and the parameter without which the encoder does not have it.
MODES = {
    "full_address": None,
    "implicit_return": ("return_stack_size_p", "call_counter_size_p"),
    "branch_prediction": ("bpred_size_p",),
    "jump_target_cache": ("cache_size_p",),
    "sequentially_inferred_jumps": ("sijump_p",),
}
RESYNC = {
    "off": 1,
    "packets": 5,
    "cycles": 9,
    "halfwords": 9,
}  # and the values of max that short programs come to


def further_parameters(build):
    """Parameters of the RTL that the configuration of a build does not show."""
    path = f"{BUILDS}/parameters/{build}.params"
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        return dict(word.split("=") for word in file.read().split())


def sampled_options(seed, build, pressure):
    """Options of the bench, and the largest size of a block. pressure: the sink is not always
    ready."""
    chance = random.Random(seed)
    options = {
        "--idle": chance.choice([0, 0, 5, 20, 50]),
        "--stall": chance.choice([10, 30, 60, 90]) if pressure else 0,
        "--sideband": chance.choice([0, 0, 2, 10]),
        "--sessions": chance.choice([1, 1, 3, 20]),
        "--seed": seed,
    }
    block = chance.choice([1, 2, 4, 8, 8, 16])
    words = ["--overflow"] * (seed % 2)
    for name, value in options.items():
        if value not in (0, 1) or name == "--seed":
            words += [name, str(value)]
    if "--sessions" not in words or chance.random() < 0.5:
        words.append("--reprogram")
    if further_parameters(build).get("ts_internal_p") == "1" and chance.random() < 0.5:
        words.append("--internal-time")
    return words, block


def sample(seed, config):
    """Samples modes, resynchronisation and options of data trace in a configuration. Any eight
    consecutive seeds include each way to resynchronise, both stalling and losing rows. Returns
    true if the configuration has to name the trap handlers of the program."""
    chance = random.Random(f"configuration {seed}")
    options, params = config["options"], config["parameters"]
    for option, needed in MODES.items():
        if needed is None or any(params[name] for name in needed):
            options[option] = chance.random() < (0.3 if needed is None else 0.8)
    if chance.random() < 0.05:
        options["implicit_exception"] = True
    # software may switch the mode on
    handlers = options["implicit_exception"] or random.Random(f"trap vectors {seed}").random() < 0.5
    mode = list(RESYNC)[seed // 2 % len(RESYNC)]
    config["resync"] = {"mode": mode, "max": chance.randrange(RESYNC[mode])}
    if options["data_trace"] and not options["full_data"]:
        left_out = chance.choice([None, None, "no_address", "no_data"])
        options.update({name: name == left_out for name in ("no_address", "no_data")})
        options["full_data_address"] = chance.random() < 0.3
    return handlers


def sample_filters(seed, config):
    """Samples every register of filters and comparators. Match values are close to what random
    programs have: their addresses, or their lowest bits alone."""
    chance = random.Random(f"filters {seed}")
    params, data = config["parameters"], config["options"]["data_trace"]
    width, traps = params["iaddress_width_p"], params["filter_excint_p"] > 0
    begin = chance.choice(BASES[:2] if width == 32 else BASES)
    registers = config["registers"] = {}

    def some(bits):
        """A mask of bits, of which most are 1."""
        return chance.getrandbits(bits) | chance.getrandbits(bits) if bits else 0

    def flag(place, percent, built=True):
        """The bit at a place, or 0."""
        return int(built and chance.randrange(100) < percent) << place

    def value(selected):
        """A match value for an input of a comparator."""
        if selected == 1:
            return chance.getrandbits(chance.randint(1, params["context_width_p"]))
        if selected == 0 or chance.random() < 0.3:
            return begin + 2 * chance.randrange(0x300)
        return chance.getrandbits(chance.choice((8, 16, 31, 32)))

    inputs = [0, 0]
    inputs += [1] if params["filter_context_p"] else []
    inputs += [2] if params["filter_tval_p"] and traps else []
    inputs += [3, 3] if data else []
    for j in range(params["comparators_p"]):
        primary, secondary, function = (
            chance.choice(inputs),
            chance.choice(inputs),
            chance.randrange(8),
        )
        registers[f"trTeComp{j}Control"] = (
            primary
            | secondary << 2
            | chance.randrange(8) << 4
            | function << 8
            | chance.randrange(4) << 12
            | flag(14, 20)
            | flag(15, 20)
        )
        second = some(64) & chance.choice((0xFFF, ~0)) if function == MASK else value(secondary)
        for side, number in (("P", value(primary)), ("S", second)):
            registers[f"trTeComp{j}{side}MatchLow"] = number & 0xFFFFFFFF
            registers[f"trTeComp{j}{side}MatchHigh"] = number >> 32 & 0xFFFFFFFF
    comparators = params["comparators_p"]
    causes = 1 << min(params["ecause_choice_p"], params["ecause_width_p"]) if traps else 0
    for i in range(params["filters_p"]):
        control = flag(0, 90) | flag(1, 30, params["filter_privilege_p"])
        control |= flag(2, 20, traps) | flag(3, 20, traps) | flag(16, 20, params["impdef_width_p"])
        for place in (4, 8, 12):
            control |= flag(place, 35, comparators)
            control |= chance.randrange(comparators or 1) << (place + 1)
        control |= flag(24, 30, data) | flag(25, 30, data)
        levels = some(1 << params["privilege_width_p"]) if params["filter_privilege_p"] else 0
        ecauses = some(causes)
        impdef = params["impdef_width_p"]
        kinds = some(1 << params["dtype_width_p"]) | some(1 << params["dsize_width_p"]) << 16
        name = f"trTeFilter{i}"
        registers[f"{name}Control"] = control
        registers[f"{name}MatchInst"] = levels | flag(8, 50, traps)
        registers[f"{name}MatchEcauseLow"] = ecauses & 0xFFFFFFFF
        registers[f"{name}MatchEcauseHigh"] = ecauses >> 32
        registers[f"{name}MatchValueImpdef"] = chance.getrandbits(impdef) if impdef else 0
        registers[f"{name}MatchMaskImpdef"] = chance.getrandbits(impdef) if impdef else 0
        if data:
            registers[f"{name}MatchData"] = kinds
    every = (1 << params["filters_p"]) - 1
    registers["trTeInstFilters"] = chance.randint(0, every)
    if data:
        registers["trTeDataFilters"] = chance.randint(0, every)


def sample_software(seed, config):
    """Samples what else software writes: sometimes a resynchronisation after a few cycles or
    half-words, and timestamps, which the RTL has, or the source ID or both switched off; the source
    ID also where there is none. Returns options of the bench that belong to it, sometimes with many
    disturbances."""
    chance, encapsulation = random.Random(f"software {seed}"), config["encapsulation"]
    options, way = [], chance.random()
    if way < 0.2 and encapsulation["timestamp_bytes"] > 0:
        encapsulation["timestamp_bytes"] = 0
        options = ["--unstamped"]
    if way < 0.05 or 0.2 <= way < 0.4:
        encapsulation.update(srcid_bits=0, srcid=0)
        options.append("--inhibit")
    if chance.random() < 0.4:
        config["resync"] = {
            "mode": chance.choice(["cycles", "halfwords"]),
            "max": chance.randrange(2),
        }
    if chance.random() < 0.3:
        options += ["--sideband", "40"]
    if config["parameters"]["comparators_p"] > 0:
        sample_filters(seed, config)
    return options


def resync_config(run, folder, rvt):
    """Writes the configuration of a run with its way to resynchronise. Returns its path."""
    done = subprocess.run([rvt, "config", "--json", run.config], stdout=subprocess.PIPE, check=True)
    config = json.loads(done.stdout)
    mode, maximum = run.resync
    config["resync"] = {"mode": mode, "max": maximum}
    path = f"{folder}/config.yaml"
    with open(path, "w", encoding="utf-8") as file:
        json.dump(config, file, indent=1)
    return path


def prepare_config(run, folder, rvt):
    """Writes the configuration of a run that has one of its own, and notes it in the run."""
    if run.sampled:
        run.config, run.random_config, run.handlers = sampled_config(run, folder, rvt)
    if run.resync:
        run.config = resync_config(run, folder, rvt)


def sampled_config(run, folder, rvt):
    """Writes the configuration that the seed of a run samples from the one of the run. Returns its
    path, the configuration of the random program, and whether the first one has to name the trap
    handlers of that program.

    With resynchronisation off, the decoder recognises discontinuities of the context (type 3) by
    what precedes them. Disturbances, mode changes and notifications would remove that, so the
    program then has no such discontinuities.
    """
    done = subprocess.run([rvt, "config", "--json", run.config], stdout=subprocess.PIPE, check=True)
    config = json.loads(done.stdout)
    handlers = sample(run.seed, config)
    if run.record.get("software"):
        run.options += sample_software(run.seed, config)
    disturbed = {"--sideband", "--reprogram"} & set(run.options) or config["parameters"][
        "comparators_p"
    ] > 0
    path = f"{folder}/config.yaml"
    with open(path, "w", encoding="utf-8") as file:
        json.dump(config, file, indent=1)
    return path, run.config if disturbed else path, handlers
