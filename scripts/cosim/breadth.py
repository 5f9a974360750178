# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Measures how broad a list of co-simulation runs is.

For each interface, mode and setting it counts the builds, configurations and runs that were
compared, and names what is missing. A run counts if something of it was compared and nothing
differed. It counts as stalling if the hart was stalled, and as overflowing if rows were lost."""

import collections
import json
import subprocess

from cosim.sampling import further_parameters

CONFIGURATIONS = 24  # at least; of RTL and registers
SAMPLED = 200  # at least; random programs with random register traffic and back-pressure
ADAPTERS = ("bytes", "ATB", "AXI4-Stream", "null packets")  # by adapter_p
RETURNS = ("implicit return, stack", "implicit return, counter")
HARTS, RESYNC, PRESSURE = (
    ("RV32", "RV64"),
    ("off", "packets", "cycles", "halfwords"),
    ("stall", "overflow"),
)
COLUMNS = HARTS + RESYNC + PRESSURE
# Rows of the table, and the columns in which each of them needs a run; the others are shown.
ROWS = (
    ("ingress", ("blocks_p 1",), COLUMNS),
    ("ingress", ("blocks_p 2",), COLUMNS),
    ("ingress", ("blocks_p 4",), COLUMNS),
    ("ingress", ("single retirement",), ("RV64",) + RESYNC + PRESSURE),
    ("data", ("no data trace",), COLUMNS),
    ("data", ("unified",), HARTS + PRESSURE),
    ("data", ("split",), ("RV64",) + PRESSURE),
    ("data", ("data alone", "address alone", "full data address", "full data"), PRESSURE),
    ("blocks", ("data trace, blocks_p > 1",), HARTS + PRESSURE),
    ("data", ("filters of data", "filters of both"), HARTS + PRESSURE),
    ("blocks", ("filters of data, blocks_p > 1",), HARTS + PRESSURE),
    ("blocks", ("filters, blocks_p > 1", "optional modes, blocks_p > 1"), PRESSURE),
    ("output", ADAPTERS, PRESSURE),
    ("mode", ("delta addresses", "full addresses"), COLUMNS),
    (
        "mode",
        ("every optional mode", "none of them")
        + RETURNS
        + (
            "branch prediction",
            "jump target cache",
            "sequentially inferred jumps",
            "implicit exception",
        ),
        PRESSURE,
    ),
    (
        "ports",
        ("itype of 3 bits", "context", "time", "timestamps", "srcID", "filters", "notification"),
        PRESSURE,
    ),
    (
        "software",
        (
            "sessions",
            "modes rewritten",
            "sequential jumps, decoded",
            "implicit exceptions, decoded",
            "filters rewritten",
            "internal time",
            "filters of data rewritten",
        ),
        PRESSURE,
    ),
)


def configuration(path, rvt):
    """Every value of a configuration, defaults included."""
    done = subprocess.run([rvt, "config", "--json", path], stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def ingress_of(config):
    """The label of the ingress of a configuration."""
    params = config["parameters"]
    if params["retires_p"] == 1:
        return "single retirement"
    return f"blocks_p {params['blocks_p']}"


def data_of(config):
    """The labels of data trace: the interface, and which parts of an access are traced."""
    options = config["options"]
    if not options["data_trace"]:
        return ["no data trace"]
    named = {
        "no_address": "data alone",
        "no_data": "address alone",
        "full_data_address": "full data address",
        "full_data": "full data",
    }
    return [config["switches"]["dat_signalling"]] + [
        label for option, label in named.items() if options[option]
    ]


def blocks_with(labels, config):
    """The labels for what is combined with several blocks per cycle, from the labels of a run."""
    there = {
        "data trace": "no data trace" not in labels,
        "filters": "filters" in labels,
        "filters of data": "filters of data" in labels,
        "optional modes": "none of them" not in labels,
    }
    return [
        f"{label}, blocks_p > 1"
        for label, is_there in there.items()
        if is_there and config["parameters"]["blocks_p"] > 1
    ]


def modes_of(config):
    """The labels of the optional modes and of the form of addresses."""
    options, params = config["options"], config["parameters"]
    named = {
        "branch_prediction": "branch prediction",
        "jump_target_cache": "jump target cache",
        "sequentially_inferred_jumps": "sequentially inferred jumps",
        "implicit_exception": "implicit exception",
    }
    modes = [label for option, label in named.items() if options[option]]
    if options["implicit_return"]:
        modes.append(RETURNS[0] if params["return_stack_size_p"] > 0 else RETURNS[1])
    every = (
        "branch_prediction",
        "jump_target_cache",
        "sequentially_inferred_jumps",
        "implicit_return",
    )
    modes += ["every optional mode"] if all(options[option] for option in every) else []
    modes += [] if modes else ["none of them"]
    return modes + ["full addresses" if options["full_address"] else "delta addresses"]


def selects(writes, register):
    """True if a register of the configuration is programmed with anything but 0."""
    return int(str(writes.get(register, 0)), 0) != 0


def ports_of(config):
    """The labels of optional ports, fields and filters."""
    params, encap = config["parameters"], config["encapsulation"]
    writes = config.get("registers", {})
    there = {
        "itype of 3 bits": params["itype_width_p"] == 3,
        "context": not params["nocontext_p"],
        "time": not params["notime_p"],
        "timestamps": encap["timestamp_bytes"] > 0,
        "srcID": encap["srcid_bits"] > 0,
        "filters": selects(writes, "trTeInstFilters"),
        "filters of data": selects(writes, "trTeDataFilters"),
        "filters of both": selects(writes, "trTeInstFilters")
        and selects(writes, "trTeDataFilters"),
        "notification": any(
            name.startswith("trTeComp") and name.endswith("Control") and int(str(value), 0) & 0xC000
            for name, value in writes.items()
        ),
    }
    return [label for label, is_there in there.items() if is_there]


def software_of(run, result, config):
    """The labels of what software does during the run."""
    options = run.options
    sessions = "--sessions" in options
    rewritten = (sessions or "--rewrite" in options) and config["parameters"]["filters_p"] > 0
    changed = result["changed"]  # modes, in runs that were decoded
    there = {
        "sessions": sessions,
        "modes rewritten": "--reprogram" in options,
        "sequential jumps, decoded": changed.get("sequentially_inferred_jumps"),
        "implicit exceptions, decoded": changed.get("implicit_exception"),
        "internal time": "--internal-time" in options,
        "filters rewritten": rewritten,
        "filters of data rewritten": rewritten and config["options"]["data_trace"],
    }
    return [label for label, is_there in there.items() if is_there]


def facts(run, result, config):
    """The labels of the rows and the columns to which a run counts."""
    parameters = further_parameters(run.build)
    labels = [ingress_of(config), ADAPTERS[int(parameters.get("adapter_p", 0))]]
    labels += (
        data_of(config) + modes_of(config) + ports_of(config) + software_of(run, result, config)
    )
    labels += blocks_with(labels, config)
    if not result["te_data"]:  # filters of data that let nothing pass
        labels = [label for label in labels if not label.startswith("filters of")]
    columns = [HARTS[config["parameters"]["iaddress_width_p"] > 32], config["resync"]["mode"]]
    columns += ["stall"] if result["stalled"] else []
    columns += ["overflow"] if result["lost"] else []
    return labels, columns


def settings(config):
    """What software can program in a build, as text: two runs of one build have the same
    configuration if these are equal."""
    return json.dumps(
        [config[part] for part in ("options", "resync", "encapsulation")]
        + [config.get("registers")]
    )


def compared(run, result):
    """True if everything that the RTL sent in this run was compared with the model."""
    return run.compared and result["verdict"] == "passed" and result.get("comparisons", 0) > 0


def measure(runs, results, rvt):
    """Counts of runs by row and column, builds by row, and configurations by row. The row '' stands
    for everything."""
    configs = {
        path: configuration(path, rvt) for path in {run.config for run in runs if not run.refused}
    }
    cells, builds, variants = (
        collections.Counter(),
        collections.defaultdict(set),
        collections.defaultdict(set),
    )
    for run, result in zip(runs, results):
        if not compared(run, result):
            continue
        labels, columns = facts(run, result, configs[run.config])
        for label in labels + [""]:
            cells[label, "runs"] += 1
            cells[label, "instructions"] += result["instructions"]
            builds[label].add(run.build)
            variants[label].add((run.build, settings(configs[run.config])))
            for column in columns:
                cells[label, column] += 1
    return cells, builds, variants


def missing(cells, variants, sampled):
    """What the list lacks, in words."""
    lacks = [
        f"{label}: no run with {column}"
        for _, labels, needed in ROWS
        for label in labels
        for column in needed
        if not cells[label, column]
    ]
    if len(variants[""]) < CONFIGURATIONS:
        lacks.append(f"{len(variants[''])} configurations, of {CONFIGURATIONS}")
    if sampled < SAMPLED:
        lacks.append(
            f"{sampled} random programs with random register traffic and back-pressure, "
            f"of {SAMPLED}"
        )
    return lacks


def print_table(cells, builds, variants):
    """Prints one row for each label."""
    head = "".join(f" {column:>9}" for column in COLUMNS)
    print(
        f"{'what':9} {'runs that were compared, with':29} {'builds':>6} {'configs':>7} {'runs':>5} "
        f"{'instr':>9}{head}"
    )
    for group, labels, needed in ROWS:
        for label in labels:
            counts = "".join(
                f" {cells[label, column] or ('MISSING' if column in needed else '-'):>9}"
                for column in COLUMNS
            )
            print(
                f"{group:9} {label:29} {len(builds[label]):6} {len(variants[label]):7} "
                f"{cells[label, 'runs']:5} {cells[label, 'instructions']:9}{counts}"
            )


def report(runs, results, rvt):
    """Prints how broad the list is. Returns what it lacks, in words."""
    cells, builds, variants = measure(runs, results, rvt)
    sampled = [run for run, result in zip(runs, results) if run.sampled and compared(run, result)]
    print_table(cells, builds, variants)
    programs = {
        run.program
        for run, result in zip(runs, results)
        if not run.random and not run.file and compared(run, result)
    }
    overflowing = sum("--overflow" in run.options for run in sampled)
    print(
        f"cosim: {len(builds[''])} RTL builds in {len(variants[''])} configurations of modes, "
        f"resynchronisation, filters and data; {len(programs)} captured programs, "
        f"{sum(run.random for run in runs)} random ones, {len(sampled)} of them with everything "
        f"sampled ({overflowing} without stalling)"
    )
    lacks = missing(cells, variants, len(sampled))
    for lack in lacks:
        print(f"cosim: missing: {lack}")
    return lacks
