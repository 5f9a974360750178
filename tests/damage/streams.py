# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Good streams to damage: random programs in all forms, with what the dump commands say of them."""

import dataclasses
import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONFIGS = ROOT / "vectors/configs"
FORMS = ("hex", "encap", "frame", "stp")


@dataclasses.dataclass
class Damage:
    """A damaged stream, and the one rule that it breaks at one place."""

    rule: str
    stream: bytes
    place: tuple  # ("line", 7), ("byte", 17) or ("nibble", 35); None: the stream as a whole
    form: str
    config: pathlib.Path
    program: pathlib.Path = None
    what: str = ""


class Base:
    """A good stream."""

    def __init__(self, rvt, folder, config, seed, form, extra=""):
        """Makes the stream; extra: appended to the configuration."""
        self.rvt, self.form = rvt, form
        self.folder = folder / f"{config}-{form}-{seed}{'-extra' if extra else ''}"
        self.folder.mkdir()
        self.config = self.folder / "config.yaml"
        self.program = self.folder / "run.elf"
        text = (CONFIGS / f"{config}.yaml").read_text(encoding="utf-8")
        self.config.write_text(text + extra, encoding="utf-8")
        self.rows, self.path = self.folder / "run.csv", self.folder / f"run.{form}"
        program = ["-o", self.rows, "-p", self.program, "--storms"]
        self.run("random", "-c", self.config, "--seed", seed, "--instructions", 3000, *program)
        self.run("encode", "-c", self.config, self.rows, "--as", form, "-o", self.path)
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

    def damage(self, rule, stream, place, what, decode=True):
        """A damaged copy."""
        program = self.program if decode else None
        return Damage(rule, stream, place, self.form, self.config, program, what)


def good_streams(rvt, folder):
    """The arguments of checks that find nothing: random programs in every configuration and form,
    and the committed captures."""
    for path in sorted(CONFIGS.glob("*.yaml")):
        for form in FORMS:
            base = Base(rvt, folder, path.stem, 9, form)
            against = [] if "draft" in path.stem else ["--against", base.rows]
            yield ["-c", base.config, "--as", form, "-p", base.program, *against, base.path]
    for width, config in ((64, "rv64-delta"), (32, "rv32-itype3")):
        config = CONFIGS / f"{config}.yaml"
        for rows in sorted((ROOT / f"vectors/tip/rv{width}").glob(f"*-rv{width}.csv.gz")):
            stream = folder / f"{rows.name}.bin"
            command = [rvt, "encode", "-c", config, rows, "--as", "encap", "-o", stream]
            subprocess.run(command, check=True)
            program = rows.with_name(rows.name.replace(".csv.gz", ".elf"))
            yield ["-c", config, "--as", "encap", "-p", program, "--against", rows, stream]
