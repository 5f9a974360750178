# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Good streams to damage: random programs in all forms, with what the dump commands say of them."""

import dataclasses
import json
import pathlib
import subprocess
import zlib

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONFIGS = ROOT / "vectors/configs"
WHOLE = ("stream", -1)  # the place of a finding that has none


@dataclasses.dataclass
class Damage:
    """A damaged stream, and the one rule that it breaks at one place."""

    rule: str
    stream: bytes
    place: tuple  # ("line", 7), ("byte", 17), ("nibble", 35), ("packet", 6), or WHOLE
    form: str
    config: pathlib.Path
    program: pathlib.Path = None
    what: str = ""
    options: tuple = ()  # of rvt check


def changed_config(name, changes):
    """The text of a configuration with other values in its sections."""
    text = (CONFIGS / f"{name}.yaml").read_text(encoding="utf-8")
    sections = yaml.load(text, yaml.BaseLoader)
    for section, values in changes.items():
        sections.setdefault(section, {}).update(values)
    return yaml.safe_dump(sections) if changes else text


class Base:
    """A good stream."""

    def __init__(self, rvt, folder, config, seed, form, changes=None, sort=("--storms",)):
        """Makes the stream; changes: in sections of the configuration; sort: options of random."""
        self.rvt, self.form = rvt, form
        mark = zlib.crc32(f"{changes}{sort}".encode())
        self.folder = folder / f"{config.replace('/', '-')}-{form}-{seed}-{mark:08x}"
        self.folder.mkdir()
        self.config = self.folder / "config.yaml"
        self.program = self.folder / "run.elf"
        self.config.write_text(changed_config(config, changes or {}), encoding="utf-8")
        self.rows, self.path = self.folder / "run.csv", self.folder / f"run.{form}"
        program = ["-o", self.rows, "-p", self.program, *sort]
        self.run("random", "-c", self.config, "--seed", seed, "--instructions", 3000, *program)
        self.encode()

    def encode(self):
        """Encodes the rows."""
        self.run("encode", "-c", self.config, self.rows, "--as", self.form, "-o", self.path)
        self.data = self.path.read_bytes()

    def run(self, *arguments):
        """What rvt prints."""
        command = [self.rvt, *map(str, arguments)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def items(self):
        """The packets, as rvt dump shows them."""
        return json.loads(
            self.run("dump", "-c", self.config, "--as", self.form, "--json", self.path)
        )

    def reasons(self):
        """What rvt dump says about the path of each packet, and why it was sent."""
        text = self.run("dump", "-c", self.config, self.path, "--why", "-p", self.program)
        found = []
        for line in text.splitlines():
            if line.startswith(" " * 8):
                found[-1] += line
            else:
                found.append("")
        return found

    def damage(self, rule, stream, place, what, decode=True, options=()):
        """A damaged copy."""
        program = self.program if decode else None
        return Damage(rule, stream, place, self.form, self.config, program, what, options)
