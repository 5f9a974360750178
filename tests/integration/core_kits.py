# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""What rvt kit --core writes: it passes Verilator's lint with all warnings; it finds what a core
loses, repeats or does not tell; and an encoder behind its adapter sends packets that decode to
what the core's RVFI says."""

import concurrent.futures
import os
import re
import shutil
from xml.etree import ElementTree

from lib.records import load

# Configurations that differ in the ports that they have, and options that select others.
LINTED = [
    ("tests/cores/rv32.yaml", []),
    ("tests/cores/rv32.yaml", ["--traps", "none", "--top", "own_core"]),
    ("vectors/configs/rv64-context-time.yaml", ["--traps", "csrs", "--nret", "2"]),
    ("tests/cosim/builds/filters4.yaml", ["--bytes", "--nret", "3"]),
    ("tests/integration/every_signal.yaml", ["--packets", "--traps", "csrs", "--accesses", "2"]),
]
SIGNAL = re.compile(r"^logic (\[.*\] )?([\w, ]+);", re.M)
CONNECTION = re.compile(r"^  \.(\w+) *\((\w+)\)", re.M)
INPUTS = ("clk", "core_rst_n")

# Columns of a log of vectors/cores.
PC_RDATA, PC_WDATA, TRAP_VALID = 6, 7, 12
# A record after a sequential instruction, in a straight line of the program.
PLACE = 999


def lost(lines):
    """A record is lost, and the one before it leads to the next one."""
    lines[PLACE - 1][PC_WDATA] = lines[PLACE][PC_WDATA]
    del lines[PLACE]


def repeated(lines):
    """A record comes twice, and leads to itself the first time."""
    lines.insert(PLACE, list(lines[PLACE]))
    lines[PLACE][PC_WDATA] = lines[PLACE][PC_RDATA]


def swapped(lines):
    """Two records have changed places, and lead to each other."""
    lines[PLACE : PLACE + 2] = [lines[PLACE + 1], lines[PLACE]]
    lines[PLACE - 1][PC_WDATA] = lines[PLACE][PC_RDATA]
    lines[PLACE][PC_WDATA] = lines[PLACE + 1][PC_RDATA]
    lines[PLACE + 1][PC_WDATA] = lines[PLACE + 2][PC_RDATA]


def torn(lines):
    """A record is lost, and nothing else changes."""
    del lines[PLACE]


def unreported(lines):
    """A trap without an event."""
    next(line for line in lines if line[TRAP_VALID] == "1")[TRAP_VALID] = "0"


# Faults of a core, and the rule of the first finding.
FAULTS = [
    (lost, "ETR-ING-004"),
    (repeated, "ETR-ING-004"),
    (swapped, "ETR-ING-004"),
    (torn, "RvfiNext"),
    (unreported, "RvfiTrap"),
]
FINDING = re.compile(r"^rvt: ingress: cycle \d+: ingress: .*\[(?:.* )?([\w-]+)\]$", re.M)
FAILED = re.compile(r"^rvt: ingress: FAILED, \d+ finding", re.M)
PROVEN = re.compile(
    r"^rvt: decode-exact: passed, 0 findings\n"
    r"rvt: instructions: (\d+) retired, (\d+) proven;[\s\S]*"
    r"^log: (\d+) instructions, (\d+) traps equal; 0 gaps, ",
    re.M,
)
CHECKED = "only the ingress was checked: "
INSTRUCTIONS, TRAPS = 27286, 195  # of the log of the guide


def empty_core(signals, connection):
    """The name of the module that core.svh instantiates, and its text: ports as wide as the signals
    of rvt_core.svh."""
    widths = {"clk": "", "core_rst_n": ""}
    for width, names in SIGNAL.findall(signals):
        widths.update(dict.fromkeys(names.split(", "), width))
    name = re.search(r"^(\w+) u_core \(", connection, re.M)[1]
    ports = [
        f"  {'input' if signal in INPUTS else 'output'} logic {widths[signal]}{port}"
        for port, signal in CONNECTION.findall(connection)
    ]
    off = "// verilator lint_off UNUSEDSIGNAL\n// verilator lint_off UNDRIVEN\n"
    return name, f"{off}module {name} (\n" + ",\n".join(ports) + "\n);\nendmodule\n"


class CoreKits:
    """The tests, which report to a suite."""

    def __init__(self, suite, kits, guide):
        """kits: the tests of the other kits; guide: the folder in which the guide was followed."""
        self.suite, self.kits, self.guide = suite, kits, guide
        self.program = guide / "ibex-user.elf"

    def lint(self, number, config, options):
        """Lints a kit with an empty core, and an encoder that sends nothing. Returns what is wrong,
        or None."""
        folder, fault = self.kits.write(f"core-{number}", config, "--core", *options)
        if fault:
            return fault
        signals = (folder / "rvt_core.svh").read_text(encoding="utf-8")
        name, core = empty_core(signals, (folder / "core.svh").read_text(encoding="utf-8"))
        (folder / f"{name}.sv").write_text(core, encoding="utf-8")
        connection = folder / "connect.svh"
        silent = "assign {stall, lost} = '0;\n"
        if "--packets" in options:
            silent += "assign {pkt_valid, pkt_data, pkt_bytes, pkt_payload} = '0;\n"
        if "--bytes" in options:
            silent += "assign {out_valid, out_data, out_bytes, out_last} = '0;\n"
        if connection.exists():
            connection.write_text(silent, encoding="utf-8")
        status, printed = self.kits.run(
            "make", "-s", "-C", str(folder), "lint", f"SOURCES={name}.sv"
        )
        return printed or f"exit status {status}" if status or printed else None

    def lint_all(self):
        """Lints all kits of LINTED."""
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            faults = list(pool.map(lambda at: self.lint(at, *LINTED[at]), range(len(LINTED))))
        for (config, options), fault in zip(LINTED, faults):
            title = f"lint {' '.join([config, '--core', *options])}"
            self.suite.check(title, fault, bool(fault))

    def find_faults(self):
        """Runs the core of the guide with each fault of FAULTS."""
        for change, rule in FAULTS:
            fault = self.fault_of_change(change, rule)
            self.suite.check(f"core: {change.__doc__}", fault, bool(fault))

    def simulate(self, name, *plusargs):
        """Replays a log in the bench of the guide. Returns the status, and what is printed."""
        bench = self.guide / "core"
        return self.kits.run(
            str(bench / "build/sim"),
            f"+rvt_config={bench / 'rvt.yaml'}",
            f"+rvt_elf={self.program}",
            f"+log={self.guide / name}.log",
            *plusargs,
        )

    def fault_of_change(self, change, rule):
        """Replays the log with a change. Returns what is wrong, or None: the verdict must fail, and
        the first finding name the rule."""
        text = (self.guide / "recorded.log").read_text(encoding="ascii")
        lines = [line.split() for line in text.splitlines()]
        change(lines)
        log = self.guide / f"{change.__name__}.log"
        log.write_text("\n".join(map(" ".join, lines)) + "\n", encoding="ascii")
        status, printed = self.simulate(change.__name__)
        found = FINDING.search(printed)
        if status == 0 or not FAILED.search(printed) or not found or found[1] != rule:
            return f"exit status {status}, {rule} is wanted\n{printed[-3000:]}"
        return None

    def report(self):
        """Reports a run of the core of the guide, with a fault and without, in both forms."""
        for name, result in (("recorded", "passed"), ("lost", "failed")):
            fault = self.fault_of_report(name, result)
            self.suite.check(f"core: the report of a run that {result}", fault, bool(fault))

    def fault_of_report(self, name, result):
        """Replays a log and reports. Returns what is wrong, or None: the verdict ingress decides
        and has this result, and no other verdict is given."""
        path = self.guide / f"{name}.json"
        status, printed = self.simulate(name, f"+rvt_report={path}")
        data = load(path, "rvt-report/1").data
        verdicts = [(one["verdict"], one["result"], one["decides"]) for one in data["verdicts"]]
        wanted = [("ingress", result, True), ("decode-exact", "not compared", False)]
        counts = [data["counts"][key] for key in ("instructions", "packets", "comparisons")]
        if verdicts != wanted or counts != [INSTRUCTIONS - (result == "failed"), 0, 0]:
            return f"exit status {status}, {verdicts}, {counts}\n{printed[-2000:]}"
        path = self.guide / f"{name}.xml"
        status, printed = self.simulate(name, f"+rvt_report={path}")
        suite = ElementTree.parse(path).getroot().find("testsuite")
        cases = {case.get("name"): [child.tag for child in case] for case in suite.iter("testcase")}
        failure = ["failure"] if result == "failed" else []
        said = suite.findtext("system-out", "")
        if cases != {"ingress": failure, "decode-exact": ["skipped"]} or CHECKED not in said:
            return f"exit status {status}, {cases}, {said}"
        return None

    def encode(self):
        """The foreign encoder behind the adapter, with causes from the trap CSRs, and two channels
        of RVFI: every instruction of the log is proven."""
        fault = self.fault_of_encoder()
        self.suite.check("an encoder behind the adapter", fault, bool(fault))

    def fault_of_encoder(self):
        """What is wrong with the run of the foreign encoder, or None."""
        root = self.kits.root
        text = (root / "tests/foreign/foreign.yaml").read_text(encoding="utf-8")
        config = self.kits.folder / "foreign32.yaml"
        config.write_text(
            text.replace("iaddress_width_p: 64", "iaddress_width_p: 32"), encoding="utf-8"
        )
        options = ["--core", "--packets", "--traps", "csrs", "--nret", "2"]
        folder, fault = self.kits.write("core-encoder", config, *options)
        if fault:
            return fault
        shutil.copy(root / "tests/integration/replayed_core.svh", folder / "core.svh")
        connection = (self.guide / "bench/connect.svh").read_text(encoding="utf-8")
        (folder / "connect.svh").write_text(
            connection.replace("#(", "#(.iaddress_width_p(32), "), encoding="utf-8"
        )
        sources = ("foreign/foreign_encoder.sv", "cores/rvfi_log_player.sv")
        status, printed = self.kits.run(
            "make",
            "-C",
            str(folder),
            "SOURCES=" + " ".join(f"{root}/tests/{name}" for name in sources),
            f"ELF={self.program}",
            "VERDICT=decode",
            f"PLUSARGS=+log={self.guide / 'recorded.log'}",
        )
        found = PROVEN.search(printed)
        wanted = (INSTRUCTIONS, INSTRUCTIONS, INSTRUCTIONS, TRAPS)
        if status or not found or tuple(map(int, found.groups())) != wanted:
            return f"exit status {status}, {wanted} are wanted\n{printed[-3000:]}"
        return None
