#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""usage: tests/vectors/rvt_adapter.py RVT [--fault FAULT]

Answers the requests of golden vectors with the commands of the program RVT: encode, decode, dump
and config. What these cannot say is answered with "skip". --fault makes it a decoder with a fault:
  lost-trap    a decoder does not report traps
  low-address  a reader of te_inst has 16 bits for addresses
exit: 0 at the end of the requests, 2 usage
"""
import copy
import hashlib
import json
import os
import subprocess
import sys
import tempfile


class Rvt:
    """The commands of rvt, in a folder of their own."""

    def __init__(self, program, folder):
        """program: its path."""
        self.program, self.folder = os.path.abspath(program), folder

    def run(self, *arguments):
        """The exit code and what the command prints: results, findings."""
        done = subprocess.run(
            [self.program, *arguments], cwd=self.folder, capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout, done.stderr

    def write(self, name, content):
        """Writes a file, text or bytes. Returns its name."""
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
        return name

    def config(self, values):
        """Writes a configuration, once. Returns its name."""
        text = json.dumps(values)
        name = hashlib.sha256(text.encode()).hexdigest()[:16] + ".yaml"
        if not os.path.exists(os.path.join(self.folder, name)):
            self.write(name, text)
        return name


def read_packet(rvt, request, member, mark=""):
    """Tasks read-te_inst and read-te_data: the fields of a payload."""
    if "pending" in request["input"]:
        return {"skip": "rvt dump starts without split atomics"}
    payload = request["input"]["bytes"]
    if not payload:
        return {"verdict": "invalid"}
    values = copy.deepcopy(request["config"])
    name = rvt.write("packets.hex", mark + payload + "\n")
    code, printed, _ = rvt.run("dump", "-c", rvt.config(values), name, "--json")
    if code == 2 and values["switches"]["ir_profile"] == "ext_irets":  # of one edition alone
        values["spec_profile"] = "v2.0.5-draft"
        values["switches"]["support_layout"] = "ext_v0_8"
        code, printed, _ = rvt.run("dump", "-c", rvt.config(values), name, "--json")
    found = json.loads(printed)[0] if printed else {}
    if "packet" in found and (code == 0 or found.get("error", {}).get("field") == "privilege"):
        return {"verdict": "valid", member: found["packet"]}  # the field is there, reserved or not
    return {"verdict": "invalid"}


def read_encap(rvt, request):
    """Task read-encap: the header and the fields of an encapsulated packet."""
    values, found = copy.deepcopy(request["config"]), [{}]
    name = rvt.write("packet.bin", bytes.fromhex(request["input"]["bytes"]))
    for _ in range(2):  # the second time as the source that sent it
        header = found[0].get("encapsulation", {})
        values["encapsulation"]["srcid"] = header.get("srcID", 0)
        values["encapsulation"]["type_inst"] = header.get("type", 0)
        values["encapsulation"]["type_data"] = 1 - min(header.get("type", 0), 1)
        _, printed, _ = rvt.run("dump", "-c", rvt.config(values), name, "--as", "encap", "--json")
        found = json.loads(printed) if printed else []
        if len(found) != 1 or "encapsulation" not in found[0]:
            return {"verdict": "invalid"}
    kind = found[0]["name"].replace(".", "_")
    return dict(found[0], verdict="valid", kind=kind if "null" in kind else "normal")


def memory_of(program):
    """Pieces of memory of a program: (address, bytes)."""
    pieces = []
    for instruction in sorted(program, key=lambda each: int(each["address"], 16)):
        address, code = int(instruction["address"], 16), bytes.fromhex(instruction["bytes"])
        if pieces and pieces[-1][0] + len(pieces[-1][1]) == address:
            pieces[-1][1].extend(code)
        else:
            pieces.append((address, bytearray(code)))
    return pieces


def decode(rvt, request):
    """Task decode: the instructions that retired."""
    given = request["input"]
    arguments = ["-c", rvt.config(request["config"])]
    for number, (address, code) in enumerate(memory_of(given["program"])):
        arguments += ["-p", f"0x{address:x}:" + rvt.write(f"memory{number}", bytes(code))]
    if "step_limit" in given:
        arguments += ["--steps", str(given["step_limit"])]
    name = rvt.write("packets.hex", "".join(payload + "\n" for payload in given["payloads"]))
    code, printed, findings = rvt.run("decode", *arguments, name)
    if code != 0 and "more than once" not in findings:  # a warning
        return {"verdict": "invalid"}
    lines = [line for line in printed.splitlines() if line[0] != "#" or line[:6] == "# trap"]
    return {"verdict": "valid", "listing": lines}


def encode(rvt, request):
    """Task encode: the packets that rows give."""
    given = request["input"]
    if "idle" in given:
        return {"skip": "rvt encode has no cycles after the last row"}
    control = rvt.write("control.yaml", "".join(f"- {json.dumps(w)}\n" for w in given["control"]))
    tip = rvt.write("rows.csv", given["tip"])
    config = rvt.config(request["config"])
    code, printed, findings = rvt.run("encode", "-c", config, "--control", control, tip)
    if "reads back" in findings:
        return {"skip": "rvt encode refuses writes that a register cannot hold"}
    if code != 0:
        return {"verdict": "invalid"}
    packets = [
        {"te_data": line.startswith("d:"), "bytes": line[2:] if line.startswith("d:") else line}
        for line in printed.splitlines()
    ]
    return {"verdict": "valid", "packets": packets}


def check_config(rvt, request):
    """Task check-config: whether a configuration is legal; not its longest packet."""
    code, _, _ = rvt.run("config", rvt.config(request["config"]))
    return {"verdict": "invalid"} if code else {"skip": "rvt config does not print bits_max"}


TASKS = {
    "read-te_inst": lambda rvt, request: read_packet(rvt, request, "packet"),
    "read-te_data": lambda rvt, request: read_packet(rvt, request, "data", "d:"),
    "read-encap": read_encap,
    "decode": decode,
    "encode": encode,
    "check-config": check_config,
}


def spoil(answer, fault):
    """An answer as a decoder with that fault gives it."""
    packet = answer.get("packet", {})
    if fault == "low-address" and "address" in packet:
        packet["address"] = hex(int(packet["address"], 16) & 0xFFFF)
    if fault == "lost-trap" and "listing" in answer:
        answer["listing"] = [line for line in answer["listing"] if line[0] != "#"]
    return answer


def main():
    """Answers one request a line. Returns the exit status."""
    arguments = sys.argv[1:]
    if len(arguments) not in (1, 3) or len(arguments) == 3 and arguments[1] != "--fault":
        print(__doc__.strip(), file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        rvt = Rvt(arguments[0], folder)
        for line in sys.stdin:
            request = json.loads(line)
            task = TASKS.get(request["task"])
            answer = task(rvt, request) if task else {"skip": "no command of rvt does that"}
            print(json.dumps(spoil(answer, arguments[2] if arguments[2:] else "")), flush=True)
    return 0


sys.exit(main())
