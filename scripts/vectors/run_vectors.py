#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""usage: run_vectors.py --with COMMAND [OPTION...]

Runs golden vectors of E-Trace against any decoder or encoder. Needs Python 3.8 or later, and
nothing else.

COMMAND is a line for the shell. It gets requests on its standard input, one JSON object a line, and
prints an answer to each, one JSON object a line, on its standard output. README.md describes both.
A command that ends is started anew for the next request. It must end with exit code 0, and print
one line for each request.

  --with COMMAND     what is tested
  --task TASK        only requests of this task, such as decode; may be repeated
  --only PREFIX      only vectors whose names begin so, such as packet/format-3
  --number NUMBER    only vectors of this requirement, such as ETR-FMT-020
  --junit FILE       also write the results as JUnit
  --timeout SECONDS  how long one answer may take; default: 60
  --bundle FOLDER    the unpacked bundle; default: the folder of this file
  --list             print the tasks and the number of vectors of each; run nothing
  --quiet            print only what failed, and the counts

Prints a line for each vector that failed or was skipped, and "N passed, N failed, N skipped".
exit: 0 none failed, one or more passed, and the command ended as it should; 1 otherwise; 2 usage,
or a damaged bundle
"""
import argparse
import collections
import hashlib
import json
import os
import re
import select
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET

ANSWER_BYTES = 16 * 1024 * 1024


class NoAnswer(Exception):
    """The command gave no answer; the text says why."""


class Tool:
    """The command that is tested, while it runs."""

    def __init__(self, line, timeout):
        """Nothing is started before the first request."""
        self.line, self.timeout, self.process, self.rest = line, timeout, None, b""
        self.ended = None  # how a process ended that did not end as it should, in words

    def start(self):
        """Starts the command."""
        self.process = subprocess.Popen(
            self.line,
            shell=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        os.set_blocking(self.process.stdin.fileno(), False)

    def kill(self):
        """Kills the command, with all that it started, unless it has ended."""
        if self.process.returncode is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
        self.process, self.rest = None, b""

    def end(self):
        """Closes the input of the command and waits for its end. Returns what is wrong with it."""
        late = time.monotonic() + self.timeout
        self.process.stdin.close()
        if not self.rest and not select.select([self.process.stdout], [], [], self.timeout)[0]:
            return "the command does not end"
        if self.rest or self.process.stdout.read(1):
            return "the command prints more than answers"
        try:
            code = self.process.wait(max(0, late - time.monotonic()))
        except subprocess.TimeoutExpired:
            return "the command does not end"
        if code == 0:
            return None
        return f"the command ended with {'exit code' if code > 0 else 'signal'} {abs(code)}"

    def stop(self):
        """Ends the command, if it runs, and keeps the first fault in how it did."""
        if self.process is None:
            return
        fault = self.end()
        self.ended = self.ended or fault
        self.kill()

    def send(self, text):
        """Writes what the command takes of a text. Returns the rest."""
        try:
            return text[os.write(self.process.stdin.fileno(), text) :]
        except BlockingIOError:
            return text
        except OSError:
            return b""  # it has ended: perhaps it has answered before

    def exchange(self, text):
        """Sends a request, and returns the line that answers it."""
        end = time.monotonic() + self.timeout
        source, sink = self.process.stdout, self.process.stdin
        while b"\n" not in self.rest:
            left = max(0, end - time.monotonic())
            ready, free, _ = select.select([source], [sink] if text else [], [], left)
            if not ready and not free:
                self.kill()
                raise NoAnswer(f"no answer within {self.timeout:g} s")
            if free:
                text = self.send(text)
            piece = os.read(source.fileno(), 65536) if ready else b""
            self.rest += piece
            if ready and not piece:
                break
            if len(self.rest) > ANSWER_BYTES:
                self.kill()
                raise NoAnswer("the answer is too long")
        if not self.rest:
            self.stop()
            raise NoAnswer("the command ended without an answer")
        line, _, self.rest = self.rest.partition(b"\n")
        return line

    def ask(self, request):
        """The answer to a request. Raises NoAnswer."""
        text = json.dumps(request).encode() + b"\n"
        fresh = self.process is None
        if fresh:
            self.start()
        try:
            line = self.exchange(text)
        except NoAnswer as reason:
            if fresh or "ended" not in str(reason):
                raise
            self.start()  # it had ended after its last answer
            line = self.exchange(text)
        try:
            answer = json.loads(line, object_pairs_hook=unique)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise NoAnswer(f"no JSON object: {line[:80].decode('utf-8', 'replace')}")
        return answer


def unique(pairs):
    """The object with these members. Raises ValueError if a name occurs twice."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name occurs twice")
    return found


def number_of(value):
    """The value of a number, or of a text "0x..."; None for anything else."""
    if isinstance(value, (bool, int)):
        return int(value)
    if isinstance(value, str) and re.fullmatch("0[xX][0-9a-fA-F]+", value):
        return int(value, 16)
    return None


def same_text(expected, got):
    """True if texts are the same but for the case of letters; "*" stands for any word."""
    expected, got = expected.lower().split(" "), got.lower().split(" ")
    return len(expected) == len(got) and all(
        b.startswith(a.partition("*")[0]) if "*" in a else a == b for a, b in zip(expected, got)
    )


def difference(expected, got, place=""):
    """What differs first between the expected answer and one that was given, or None. An answer
    may have more members; null in the expected one is anything."""
    if expected is None:
        return None
    if isinstance(expected, dict) and isinstance(got, dict):
        for name, value in expected.items():
            found = difference(value, got.get(name), f"{place}.{name}" if place else name)
            if found:
                return found
        return None
    if isinstance(expected, list) and isinstance(got, list):
        for number, (one, other) in enumerate(zip(expected, got)):
            found = difference(one, other, f"{place}[{number}]")
            if found:
                return found
        if len(expected) == len(got):
            return None
        return f"{place} has {len(got)} elements, expected {len(expected)}"
    numbers = number_of(expected), number_of(got)
    if None not in numbers:
        if numbers[0] == numbers[1]:
            return None
    elif isinstance(expected, str) and isinstance(got, str) and same_text(expected, got):
        return None
    shown = "not there" if got is None else json.dumps(got)[:96]
    return f"{place} is {shown}, expected {json.dumps(expected)[:96]}"


def digest(path):
    """The checksum of a file."""
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def verify(bundle):
    """What is wrong with the files of the bundle, in words: their checksums."""
    sums = os.path.join(bundle, "SHA256SUMS")
    try:
        with open(sums, encoding="utf-8") as file:
            lines = [line.rstrip("\n").partition("  ") for line in file]
    except (OSError, ValueError) as error:
        yield f"{sums}: {error}"
        return
    if "vectors.jsonl" not in (name for _, _, name in lines):
        yield f"{sums}: no checksum of vectors.jsonl"
    for wanted, _, name in lines:
        try:
            found = digest(os.path.join(bundle, name))
        except OSError as error:
            yield f"{name}: {error.strerror}"
            continue
        if found != wanted:
            yield f"{name}: the checksum is {found}, not {wanted}"


def read_vectors(bundle, options):
    """The chosen vectors."""
    with open(os.path.join(bundle, "vectors.jsonl"), encoding="utf-8") as lines:
        for line in lines:
            vector = json.loads(line)
            if options.task and vector["task"] not in options.task:
                continue
            if options.number and options.number not in vector["clause"]:
                continue
            if vector["case"].startswith(options.only):
                yield vector


def printable(text):
    """The text without characters that a terminal or XML cannot show."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def run_one(tool, vector):
    """The outcome of a vector, "passed", "failed" or "skipped", and why."""
    request = {name: value for name, value in vector.items() if name != "expect"}
    try:
        answer = tool.ask(request)
    except NoAnswer as reason:
        return "failed", printable(str(reason))
    if "skip" in answer:
        return "skipped", printable(str(answer["skip"]))
    found = difference(vector["expect"], answer)
    return ("failed", found) if found else ("passed", None)


def add_case(suite, vector, outcome, why, seconds):
    """Adds a vector to a suite of JUnit."""
    case = ET.SubElement(
        suite,
        "testcase",
        classname=vector["task"],
        name=vector["case"],
        time=f"{seconds:.3f}",
    )
    if outcome == "failed":
        text = f"{why}\n{vector['title']}\nrequirements: {', '.join(vector['clause'])}"
        ET.SubElement(case, "failure", message=why).text = text
    elif outcome == "skipped":
        ET.SubElement(case, "skipped", message=why)


def run(vectors, options):
    """Runs the vectors. Returns the counts of the outcomes, the suite of JUnit, and what is wrong
    with how the command ended."""
    counts, suite = collections.Counter(), ET.Element("testsuite", name="vectors")
    tool = Tool(getattr(options, "with"), options.timeout)
    for vector in vectors:
        started = time.monotonic()
        outcome, why = run_one(tool, vector)
        counts[outcome] += 1
        add_case(suite, vector, outcome, why, time.monotonic() - started)
        if outcome == "failed" or outcome == "skipped" and not options.quiet:
            print(f"{outcome}: {vector['case']} ({', '.join(vector['clause'])}): {why}")
    tool.stop()
    for key, name in (("tests", None), ("failures", "failed"), ("skipped", "skipped")):
        suite.set(key, str(counts[name] if name else sum(counts.values())))
    if tool.ended:
        suite.set("errors", "1")
        case = ET.SubElement(suite, "testcase", classname="command", name="end", time="0")
        ET.SubElement(case, "error", message=tool.ended)
    return counts, suite, tool.ended


def read_options():
    """The command line."""
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    here = os.path.dirname(os.path.abspath(__file__))
    parser.add_argument("--with")
    parser.add_argument("--task", action="append", default=[])
    parser.add_argument("--only", default="")
    parser.add_argument("--number")
    parser.add_argument("--junit")
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--bundle", default=here)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--quiet", action="store_true")
    parser.add_argument("-h", "--help", action="store_true")
    return parser.parse_args()


def main():
    """Runs what the command line says. Returns the exit status."""
    options = read_options()
    if options.help:
        print(__doc__)
        return 0
    faults = list(verify(options.bundle))
    if faults:
        print("\n".join(faults), file=sys.stderr)
        return 2
    vectors = list(read_vectors(options.bundle, options))
    if options.list:
        for task, number in sorted(collections.Counter(v["task"] for v in vectors).items()):
            print(f"{number:5} {task}")
        return 0
    if not getattr(options, "with"):
        print("run_vectors.py: --with COMMAND is missing; try --help", file=sys.stderr)
        return 2
    counts, suite, ended = run(vectors, options)
    if ended:
        print(ended)
    print(", ".join(f"{counts[name]} {name}" for name in ("passed", "failed", "skipped")))
    if options.junit:
        ET.ElementTree(suite).write(options.junit, encoding="utf-8", xml_declaration=True)
    return 0 if counts["passed"] and not counts["failed"] and not ended else 1


if __name__ == "__main__":
    sys.exit(main())
