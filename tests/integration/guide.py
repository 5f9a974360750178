# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The code blocks of a guide, and what executes them. The first line of a block states its
language and what it is:

  sh run                 commands, which must succeed
  sh run fails           commands, the last of which must fail
  text output            what the commands before it print; `...` stands for any text, or, alone in
                         a line, for any lines
  LANGUAGE file=NAME     the content of a file
  systemverilog lint     compiled with the modules of your_modules.sv
  LANGUAGE fragment: WHY not executed, for this reason

Anything else is an error, so that no block escapes."""

import pathlib
import re
import subprocess
from typing import NamedTuple

SECONDS = 600
FENCE = re.compile(r"^```(.*)$")
KINDS = {
    "run": re.compile(r"sh run"),
    "fails": re.compile(r"sh run fails"),
    "output": re.compile(r"text output"),
    "file": re.compile(r"\w+ file=(\S+)"),
    "lint": re.compile(r"systemverilog lint"),
    "fragment": re.compile(r"\w+ fragment: (.{10,})"),
}


class GuideError(Exception):
    """The guide has a block that is none of the kinds above."""


class Block(NamedTuple):
    """A code block: the number of its first line, its kind, the name or reason in its first line,
    and its text."""

    line: int
    kind: str
    detail: str
    text: str


def kind_of(info, line):
    """The kind that the first line of a block states, and its detail."""
    for kind, pattern in KINDS.items():
        found = pattern.fullmatch(info)
        if found:
            return kind, found[1] if found.groups() else ""
    raise GuideError(f"line {line}: a block is neither executed nor a fragment: {info!r}")


def blocks_of(path):
    """The code blocks of a document, in order."""
    blocks, opened, body = [], None, []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        fence = FENCE.match(line)
        if not fence:
            body.append(line)
        elif opened is None:
            opened, body = (number, *kind_of(fence[1].strip(), number)), []
        else:
            blocks.append(Block(*opened, "\n".join(body) + "\n"))
            opened = None
    if opened is not None:
        raise GuideError(f"line {opened[0]}: the block does not end")
    return blocks


def pattern_of(shown):
    """The expression for text that is shown with `...` for what is left out."""
    lines = []
    for line in shown.splitlines():
        if line.strip() == "...":
            lines.append(r"(?:.*\n)*?")
        else:
            lines.append(".*".join(map(re.escape, line.split("..."))) + r"\n")
    return re.compile("^" + "".join(lines), re.M)


class Runner:
    """Executes blocks in a folder, with these environment variables."""

    def __init__(self, folder, environment, compiler):
        """compiler: the command that compiles a file of SystemVerilog, whose path is added."""
        self.folder, self.environment, self.compiler = folder, environment, compiler
        self.printed = ""

    def shell(self, command):
        """Runs shell commands and keeps what they print. Returns the exit status."""
        ran = subprocess.run(
            ["bash", "-euc", command],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        self.printed = ran.stdout
        return ran.returncode

    def fault_of(self, block):
        """Executes a block. Returns what is wrong, or None."""
        return getattr(self, block.kind)(block)

    def run(self, block):
        """Commands that must succeed."""
        status = self.shell(block.text)
        return f"exit status {status}\n{self.printed}" if status else None

    def fails(self, block):
        """Commands that must fail."""
        return None if self.shell(block.text) else f"the commands succeed\n{self.printed}"

    def output(self, block):
        """What the commands before it must have printed."""
        if pattern_of(block.text).search(self.printed):
            return None
        return f"the guide shows\n{block.text}\nbut this was printed\n{self.printed}"

    def file(self, block):
        """The content of a file, which must not exist unless rvt kit made it to be edited."""
        path = pathlib.Path(self.folder, block.detail)
        if path.exists() and not path.name.startswith(("connect.", "core.")):
            return f"{path} exists"
        path.write_text(block.text, encoding="utf-8")
        return None

    def lint(self, block):
        """SystemVerilog that must compile."""
        path = pathlib.Path(self.folder, f"line_{block.line}.sv")
        path.write_text(block.text, encoding="utf-8")
        ran = subprocess.run(
            [*self.compiler, path], cwd=self.folder, capture_output=True, text=True, check=False
        )
        return f"{ran.stdout}{ran.stderr}" if ran.returncode else None

    def fragment(self, block):
        """Nothing is executed; the reason is in the guide."""
        del block
