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
    disturbed = {"--sideband", "--reprogram"} & set(run.options) or config["parameters"][
        "comparators_p"
    ] > 0
    handlers = sample(run.seed, config)
    path = f"{folder}/config.yaml"
    with open(path, "w", encoding="utf-8") as file:
        json.dump(config, file, indent=1)
    return path, run.config if disturbed else path, handlers
