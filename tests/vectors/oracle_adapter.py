#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""usage: tests/vectors/oracle_adapter.py DEFAULTS

Answers the requests of golden vectors with the oracle (tests/oracle), which knows neither the model
nor the vectors: tasks read-te_inst and decode. DEFAULTS is the configuration that rvt prints for
one without values (rvt config --json): what a request changes and the oracle does not have is
answered with "skip". exit: 0 at the end of the requests, 2 usage
"""
import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from oracle import config as cfg
from oracle.bits import BitsError
from oracle.decoder import DecodeError, Decoder
from oracle.golden import RVT, vectors_of
from oracle.riscv import Program, ProgramError
from oracle.te_inst import Format

SECTIONS = {"parameters": "p", "options": "o", "resync": "resync", "encapsulation": "encapsulation"}


def settings_of(values, defaults):
    """The configuration of a request, for the oracle. Raises Unsupported."""
    found = cfg.Config({"spec_profile": values["spec_profile"]}, RVT)
    for section, name in SECTIONS.items():
        own = getattr(found, name)
        for key, value in values[section].items():
            if key in own:
                own[key] = value
            elif value != defaults[section][key]:
                raise cfg.Unsupported(f"{section}: {key}")
    for key, value in values["switches"].items():
        if value != defaults["switches"][key]:
            found.switches[key] = value
    if "support_layout" in values or "custom_instructions" in values:
        raise cfg.Unsupported("a layout or instructions of the encoder's own")
    found.check()
    return found


def read_packet(settings, request):
    """The fields of a payload."""
    packet = Format(settings).decode(bytes.fromhex(request["input"]["bytes"]))
    return {"verdict": "valid", "packet": {"irdepth": 0, **packet}}  # not sent: 0


def line_of(item):
    """An item of the oracle's output as a line of a listing."""
    if isinstance(item, int):
        return f"{item:x}"
    epc = "?" if item.epc is None else f"{item.epc:x}"
    return f"# trap cause={item.cause} interrupt={item.interrupt} epc={epc} tval={item.tval:x}"


def decode(settings, request):
    """The instructions of a program that packets report."""
    given, vectors = request["input"], request["config"].get("trap_vectors")
    if "step_limit" in given:
        raise cfg.Unsupported("step limit")
    xlen = 64 if settings.p["iaddress_width_p"] > 32 else 32
    program = Program(
        xlen, settings.reading("jalr_x0"), request["config"]["switches"].get("zcm", False)
    )
    for instruction in given["program"]:
        program.add(int(instruction["address"], 16), bytes.fromhex(instruction["bytes"]))
    known = {name: int(str(value), 0) for name, value in (vectors or {}).items()}
    decoder = Decoder(settings, program, vectors_of(known or None))
    form = Format(settings)
    for payload in given["payloads"]:
        decoder.process(form.decode(bytes.fromhex(payload)))
    return {"verdict": "valid", "listing": [line_of(item) for item in decoder.out]}


TASKS = {"read-te_inst": read_packet, "decode": decode}


def answer(request, defaults):
    """The answer to a request."""
    task = TASKS.get(request["task"])
    try:
        if task is None:
            raise cfg.Unsupported("no task of the oracle")
        return task(settings_of(request["config"], defaults), request)
    except (cfg.Unsupported, cfg.Undecided) as error:
        return {"skip": str(error)}
    except (BitsError, DecodeError, ProgramError):
        return {"verdict": "invalid"}


def main():
    """Answers one request a line. Returns the exit status."""
    if len(sys.argv) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    with open(sys.argv[1], encoding="utf-8") as file:
        defaults = json.load(file)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line), defaults)), flush=True)
    return 0


sys.exit(main())
