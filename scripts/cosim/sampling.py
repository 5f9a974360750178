# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Co-simulation runs of which the seed of the random program draws everything else: what software programs before tracing
begins and writes on the way, idle cycles, back-pressure, disturbances."""

import json
import os
import random
import subprocess

BUILDS = "tests/cosim/builds"
VECTOR = "0x80000060"  # of the traps of random programs
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


def parameters_beside(build):
    """Parameters of the RTL that the configuration of a build does not show."""
    path = f"{BUILDS}/parameters/{build}.params"
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        return dict(word.split("=") for word in file.read().split())


def drawn_words(seed, build, freely):
    """Options of the bench, sizes of blocks. freely: the sink takes everything at once."""
    chance = random.Random(seed)
    options = {
        "--idle": chance.choice([0, 0, 5, 20, 50]),
        "--stall": 0 if freely else chance.choice([10, 30, 60, 90]),
        "--sideband": chance.choice([0, 0, 2, 10]),
        "--sessions": chance.choice([1, 1, 3, 20]),
        "--seed": seed,
    }
    words = [f"block={chance.choice([1, 2, 4, 8, 8, 16])}"] + ["--overflow"] * (seed % 2)
    words += [
        word
        for name, value in options.items()
        if value not in (0, 1) or name == "--seed"
        for word in (name, str(value))
    ]
    if "--sessions" not in words or chance.random() < 0.5:
        words.append("--reprogram")
    if parameters_beside(build).get("ts_internal_p") == "1" and chance.random() < 0.5:
        words.append("--internal-time")
    return words


def draw(seed, config):
    """Draws modes, resynchronisation and options of data trace in a configuration. Eight seeds in a row have each way to
    resynchronise, stalling and losing rows."""
    chance = random.Random(f"configuration {seed}")
    options, params = config["options"], config["parameters"]
    for option, needed in MODES.items():
        if needed is None or any(params[name] for name in needed):
            options[option] = chance.random() < (0.3 if needed is None else 0.8)
    if chance.random() < 0.05:
        options["implicit_exception"] = True
        config["trap_vectors"] = {"m": VECTOR}
    mode = list(RESYNC)[seed // 2 % len(RESYNC)]
    config["resync"] = {"mode": mode, "max": chance.randrange(RESYNC[mode])}
    if options["data_trace"] and not options["full_data"]:
        left_out = chance.choice([None, None, "no_address", "no_data"])
        options.update({name: name == left_out for name in ("no_address", "no_data")})
        options["full_data_address"] = chance.random() < 0.3


def drawn_config(run, folder, rvt):
    """Writes the configuration that the seed of the run draws from its own one. Returns its path, and the configuration of the
    program. One with discontinuities of the context (type 3), which has resynchronisation off, tells its decoder where they are
    by what stands before them, and disturbances, mode changes or notifications would take that away: then it has none.
    """
    done = subprocess.run([rvt, "config", "--json", run.config], stdout=subprocess.PIPE, check=True)
    config = json.loads(done.stdout)
    disturbed = {"--sideband", "--reprogram"} & set(run.options) or config["parameters"][
        "comparators_p"
    ] > 0
    draw(run.seed, config)
    path = f"{folder}/config.yaml"
    with open(path, "w", encoding="utf-8") as file:
        json.dump(config, file, indent=1)
    return path, run.config if disturbed else path
