# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Finds and reads results in a folder: reports of the scoreboards, of rvt check, of rvt stats and
of coverage, results of co-simulation and of seeded faults, records of runs, and wave files.

A file says by its schema what it is. It comes from anybody: one that breaks its schema is refused,
and the report says so."""

import functools
import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jsonschema

from lib import records

REPORTS = ("rvt-report/1", "rvt-transport-report/1")
CHECK, STATS, COVERAGE, SUMMARY, MERGED = (
    "rvt-compliance/1",
    "rvt-stats/1",
    "rvt-coverage/1",
    "rvt-report-summary/1",
    "rvt-report-set/1",
)
KNOWN = (*REPORTS, CHECK, STATS, COVERAGE, SUMMARY, MERGED)
NAMES = {schema.partition("/")[0] for schema in KNOWN}
# Lists without a schema, by the folder of their results.json: what each entry must have, and what
# it may have, with the types.
TEXT, COUNT, NONE = str, int, type(None)
LISTS = {
    "cosim": (
        {"run": TEXT, "configuration": TEXT, "program": TEXT, "verdict": TEXT},
        {"why": (TEXT, NONE), "packets": COUNT, "bytes": COUNT, "instructions": COUNT},
    ),
    "mutants": (
        {"file": TEXT, "caught": (TEXT, NONE)},
        {"breaks": TEXT, "clause": (TEXT, NONE)},
    ),
}
LISTS["transport-mutants"] = LISTS["mutants"]
NUMBER_MAX = 1 << 64
WAVES = (".fst", ".vcd", ".vcd.gz")
BYTES_MAX = 1 << 28
DEPTH_MAX = 6


@dataclass
class Source:
    """A file that was read. name: its path below the folder, without the ending."""

    name: str
    path: Path
    schema: str
    data: Any


@dataclass
class Record:
    """A folder that +rvt_record wrote. name: as of a source."""

    name: str
    path: Path


@dataclass
class Refused:
    """A file that cannot be used, and why."""

    path: str
    why: str


@dataclass
class Inputs:
    """What was found. waves: wave files; deep: folders that are too deep to be read; seen: the
    files and records, so that none counts twice."""

    sources: list[Source] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    waves: list[Path] = field(default_factory=list)
    deep: list[str] = field(default_factory=list)
    seen: set[Path] = field(default_factory=set)

    def of(self, *schemas):
        """The sources of these schemas."""
        return [source for source in self.sources if source.schema in schemas]

    def is_new(self, path):
        """True if a file or a folder was not seen before; now it is."""
        known = len(self.seen)
        self.seen.add(path.resolve())
        return len(self.seen) > known


@functools.cache
def validator(schema):
    """What checks content against a schema of scripts/schemas."""
    return jsonschema.Draft7Validator(records.schema_of(schema))


def fault_of(data, schema):
    """How content breaks its schema, in words; None if it does not."""
    error = next(validator(schema).iter_errors(data), None)
    if error is None:
        return None
    place = "/".join(map(str, error.absolute_path))
    return f"{place + ': ' if place else ''}{error.message[:200]}"


def is_list(data, needed, allowed):
    """True for a list of records that all have what is needed, and nothing of another type."""
    types = needed | allowed
    return isinstance(data, list) and all(
        isinstance(entry, dict)
        and needed.keys() <= entry.keys()
        and all(isinstance(entry[key], types[key]) for key in types.keys() & entry.keys())
        for entry in data
    )


def bounded(text):
    """A whole number of a file. ValueError: no counter has so many bits."""
    value = int(text)
    if abs(value) > NUMBER_MAX:
        raise ValueError(f"the number {text[:30]} is too large")
    return value


def finite(text):
    """A number of a file that has an end. ValueError: it has none."""
    value = float(text)
    if not abs(value) <= NUMBER_MAX:
        raise ValueError(f"the number {text[:30]} is too large")
    return value


def schema_of(path, data):
    """The schema that content names, in any version, or the name of a list without one; None: it is
    something else."""
    named = data.get("schema") if isinstance(data, dict) else None
    if isinstance(named, str) and named.partition("/")[0] in NAMES:
        return named[:40]
    return path.parent.name if path.name == "results.json" and path.parent.name in LISTS else None


def wrong_in(data, schema):
    """What is wrong with content of a schema, or of a list, in words; None: nothing."""
    if schema in LISTS:
        return None if is_list(data, *LISTS[schema]) else "no list of results"
    return fault_of(data, schema) if schema in KNOWN else "this version is not known"


def read_file(path, name, inputs):
    """Reads a JSON file into inputs. What has no known schema is left out."""
    try:
        if path.stat().st_size > BYTES_MAX:
            raise ValueError(f"more than {BYTES_MAX >> 20} MiB")
        text = path.read_text(encoding="utf-8")
        data = json.loads(text, parse_int=bounded, parse_float=finite, parse_constant=finite)
    except (OSError, ValueError, RecursionError) as error:
        inputs.refused.append(Refused(name, f"no JSON: {error}"[:300]))
        return
    schema = schema_of(path, data)
    if schema is None:
        return
    wrong = wrong_in(data, schema)
    if wrong:
        inputs.refused.append(Refused(name, f"breaks {schema}: {wrong}"))
    else:
        inputs.sources.append(Source(name.removesuffix(".json"), path, schema, data))


def is_record(names):
    """True for the names of the files of a record (+rvt_record)."""
    return {"config.yaml", "replay.sh", "trace.csv"} <= names


def is_output(folder):
    """True for a folder that holds a report already: it is not read again."""
    return (folder / "summary.json").exists() and (folder / "index.html").exists()


def read_folder(folder, inputs, prefix=""):
    """Reads everything below a folder into inputs, in the order of the names. prefix: of the names
    that the files get."""

    def refuse(error):
        """Names a folder that cannot be read."""
        inputs.refused.append(Refused(str(error.filename), f"no folder: {error.strerror}"))

    for place, folders, names in os.walk(folder, onerror=refuse):
        here = Path(place)
        below = here.relative_to(folder)
        folders[:] = sorted(name for name in folders if not is_output(here / name))
        if len(below.parts) >= DEPTH_MAX:
            inputs.deep += [prefix + str(below / name) for name in folders]
            folders.clear()
        names = sorted(name for name in names if (here / name).is_file())
        if is_record(set(names)) and inputs.is_new(here):
            inputs.records.append(Record(prefix + str(below), here))
        for name in names:
            if not inputs.is_new(here / name):
                continue
            if name.endswith(WAVES):
                inputs.waves.append(here / name)
            elif name.endswith(".json"):
                read_file(here / name, prefix + str(below / name), inputs)


def read_folders(folders):
    """Everything below some folders. If there are several, their names begin those of the files."""
    inputs = Inputs()
    for folder in map(Path, folders):
        read_folder(folder, inputs, f"{folder.name}/" if len(folders) > 1 else "")
    return inputs
