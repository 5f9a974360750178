# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""What rvt kit writes, for many configurations: it passes Verilator's lint with all warnings, its
player presents the rows of a file in their cycles, and its bench observes encapsulated bytes. What
an installed rvt writes builds with the installed files."""

import concurrent.futures
import csv
import os
import re
import shutil
import subprocess

# Configurations that differ in the ports that they have, and options that select others.
LINTED = [
    ("vectors/configs/rv64-delta.yaml", []),
    ("vectors/configs/rv64-delta.yaml", ["--bytes", "--lanes", "1"]),
    ("vectors/configs/rv64-delta.yaml", ["--bytes", "--no-last"]),
    ("vectors/configs/rv64-delta.yaml", ["--bind", "--packets", "--bytes"]),
    ("vectors/configs/rv64-context-time.yaml", []),
    ("vectors/configs/rv64-context-time.yaml", ["--bind"]),
    ("vectors/configs/rv32-itype3.yaml", ["--packets", "--bytes"]),
    ("vectors/configs/dialects/esp32-c6.yaml", []),
    ("vectors/configs/dialects/rv-tracer.yaml", ["--bind"]),
    ("tests/cosim/builds/minimal.yaml", []),
    ("tests/cosim/builds/filters4.yaml", []),
    ("tests/cosim/builds/filters4.yaml", ["--bind", "--bytes", "--no-last"]),
    ("tests/cosim/builds/modes-all.yaml", ["--bytes"]),
    ("tests/cosim/builds/data-split.yaml", []),
    ("tests/cosim/builds/filtered-data4.yaml", ["--packets", "--bytes", "--accesses", "4"]),
    ("tests/cosim/builds/filtered-data2.yaml", ["--bind", "--accesses", "2"]),
    ("tests/integration/every_signal.yaml", ["--bind", "--bytes", "--accesses", "2"]),
]
PORT = re.compile(r"^  (?:input wire|output) logic +(\[.*\] +)?(\w+),?(?: +//.*)?$", re.M)
CONNECTION = re.compile(r"^  \.(\w+) *\((\w+)\)", re.M)
CONTRACT = "`define RVT_CHECK_PARAMETERS .decision_cycles_p(3), .packet_cycles_p(3)\n"
# The signals of echo.svh, in its order: columns of a tip trace, the width per block or group (a key
# of the configuration, or bits; None: one for the row), and the radix of the column.
ROW = [
    ("itype", "itype_width_p", 10),
    ("cause", None, 10),
    ("tval", None, 16),
    ("priv", None, 10),
    ("iaddr", "iaddress_width_p", 16),
    ("iretire", "iretire_width_p", 10),
    ("ilastsize", "ilastsize_width_p", 10),
    ("context", None, 16),
    ("ctype", None, 10),
    ("time", None, 16),
    ("sijump", 1, 10),
    ("trigger", None, 10),
    ("halted", None, 10),
    ("reset", None, 10),
]
DATA = [
    ("dretire", 1, 10),
    ("dtype", 4, 10),
    ("dsize", 2, 10),
    ("dblock", 2, 10),
    ("daddr", 64, 16),
    ("data", 64, 16),
    ("iaddr_lsbs", 16, 16),
    ("lrid", 8, 10),
    ("lresp", 2, 10),
    ("lid", 8, 10),
    ("ldata", 64, 16),
]
REQUEST = ("dtype", "dsize", "dblock", "daddr", "data", "iaddr_lsbs", "lrid")
RESPONSE = ("lid", "ldata")
PULSES = {"itype", "iretire", "trigger", "dretire", "lresp"}  # 0 in idle cycles
SHOWN = PULSES | {"halted", "reset"}  # echo.svh prints if one of them is not 0
PARTS = 2  # blocks and groups of every_signal.yaml
INSTRUCTIONS = 3000
VERDICT = re.compile(r"^rvt: bit-exact: (\w+), \d+ finding.*\nrvt: decode-exact: (\w+),", re.M)


def empty_encoder(check, connection, bound):
    """The module your_encoder with the ports that the connection names, as wide as those of
    rvt_check."""
    widths = {name: width for width, name in PORT.findall(check)}
    lines = []
    for left, right in CONNECTION.findall(connection):
        signal, name = (left, right) if bound else (right, left)
        width = "" if signal in ("clk", "rst_n") else widths[signal]
        kind = "output" if name.endswith("_o") else "input"
        lines.append(f"  {'' if bound else kind + ' '}logic {width}{name}")
    off = "// verilator lint_off UNUSEDSIGNAL\n// verilator lint_off UNDRIVEN\n"
    if bound:
        return off + "module your_encoder;\n" + ";\n".join(lines) + ";\nendmodule\n"
    return off + "module your_encoder (\n" + ",\n".join(lines) + "\n);\nendmodule\n"


def presented(path, widths):
    """What a player must present: for each cycle from the first row of a tip trace to the last one
    in which the port is not idle, its number and the values of all signals."""
    with open(path, encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    first = int(rows[0]["cycle"])
    held, found, cycle = {name: 0 for name, _, _ in ROW + DATA}, [], first
    for row in rows:
        for cycle in range(cycle, int(row["cycle"]) + 1):
            held.update(dict.fromkeys(PULSES, 0))
            if cycle == int(row["cycle"]):
                held.update(values_of(row, widths))
            if any(held[name] for name in SHOWN):
                found.append((cycle - first, *(held[name] for name, _, _ in ROW + DATA)))
        cycle += 1
    return found


def values_of(row, widths):
    """The values of all signals of a row, block or group 0 in the lowest bits. A group that neither
    retires nor answers has no values."""
    for i in range(PARTS):
        unused = REQUEST * (row[f"dretire_{i}"] == "0") + RESPONSE * (row[f"lresp_{i}"] == "0")
        row.update({f"{name}_{i}": "0" for name in unused})
    values = {}
    for name, width, radix in ROW + DATA:
        if width is None:
            values[name] = int(row[name], radix)
            continue
        bits = widths.get(width, width)
        values[name] = sum(int(row[f"{name}_{i}"], radix) << (bits * i) for i in range(PARTS))
    return values


class Kits:
    """The tests, which write into a folder and report to a suite."""

    def __init__(self, suite, folder, environment, root):
        """environment: variables that are set; root: the source tree."""
        self.suite, self.folder, self.environment, self.root = suite, folder, environment, root

    def run(self, *command, environment=None):
        """Runs a command. Returns its status and what it prints."""
        ran = subprocess.run(
            command,
            env=environment or self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return ran.returncode, ran.stdout

    def write(self, name, config, *options, environment=None):
        """Writes a kit. Returns its folder, and a fault or None."""
        folder = self.folder / name
        command = ["rvt", "kit", "-c", str(self.root / config), "-o", str(folder), *options]
        status, printed = self.run(*command, environment=environment)
        return folder, printed if status else None

    def lint(self, number, config, options):
        """Lints a kit with an empty encoder. Returns what is wrong, or None."""
        folder, fault = self.write(f"lint-{number}", config, *options)
        if fault:
            return fault
        bound = "--bind" in options
        connection = folder / ("connect.sv" if bound else "connect.svh")
        text = connection.read_text(encoding="utf-8")
        check = (folder / "rvt_check.sv").read_text(encoding="utf-8")
        (folder / "your_encoder.sv").write_text(empty_encoder(check, text, bound), encoding="utf-8")
        if "--bytes" in options and not bound:
            connection.write_text(CONTRACT + text, encoding="utf-8")
        top = ["TOP=your_encoder"] if bound else []
        status, printed = self.run(
            "make", "-s", "-C", str(folder), "lint", "SOURCES=your_encoder.sv", *top
        )
        return printed or f"exit status {status}" if status or printed else None

    def lint_all(self):
        """Lints all kits of LINTED."""
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            numbers = range(len(LINTED))
            faults = list(pool.map(lambda number: self.lint(number, *LINTED[number]), numbers))
        for (config, options), fault in zip(LINTED, faults):
            self.suite.check(f"lint {' '.join([config, *options])}", fault, bool(fault))

    def play(self):
        """Compares what the player presents, under stalls, with the rows of the file."""
        fault = self.fault_of_player()
        self.suite.check("the player presents every row", fault, bool(fault))

    def fault_of_player(self):
        """What is wrong with the rows that the player presents, or None."""
        config = "tests/integration/every_signal.yaml"
        folder, fault = self.write("player", config, "--bytes", "--accesses", str(PARTS))
        if fault:
            return fault
        shutil.copy(self.root / "tests/integration/echo.svh", folder / "connect.svh")
        status, printed = self.run(
            "make",
            "-C",
            str(folder),
            "RANDOM_FLAGS=",
            f"INSTRUCTIONS={INSTRUCTIONS}",
            "PLUSARGS=+rvt_scoreboard=0",
        )
        if status:
            return f"exit status {status}\n{printed[-2000:]}"
        words = re.findall(r"^(?:row (\d+) (.*)|data (.*))$", printed, re.M)
        got = [
            (int(cycle) - 1, *(int(value, 16) for value in (row + " " + data[2]).split()))
            for (cycle, row, _), data in zip(words[::2], words[1::2])
        ]
        trace = folder / f"build/random-1-{INSTRUCTIONS}.csv"
        widths = {name: self.value_of(config, name) for _, name, _ in ROW if isinstance(name, str)}
        wanted = presented(trace, widths)
        if len(wanted) < INSTRUCTIONS // 10:
            return f"the trace has {len(wanted)} rows only"
        for number, (row, other) in enumerate(zip(wanted, got)):
            if row != other:
                return f"row {number}: presented {other}, the file has {row}"
        if len(got) < len(wanted):
            return f"{len(got)} rows of {len(wanted)}"
        names = [name for name, _, _ in ROW + DATA]
        for row in got[len(wanted) :]:  # halted and reset stay
            if any(value for name, value in zip(names, row[1:]) if name in PULSES):
                return f"after the last row of the file: {row}"
        return None

    def value_of(self, config, name):
        """A parameter of a configuration."""
        _, printed = self.run("rvt", "config", "--sv", str(self.root / config))
        return int(re.search(rf" {name} = (\d+);", printed)[1])

    def encapsulate(self):
        """Observes encapsulated bytes of the foreign encoder, with a sink that is rarely ready:
        both verdicts pass, and fail with a fault."""
        folder, fault = self.write("bytes", "tests/foreign/foreign.yaml", "--bytes", "--lanes", "1")
        if not fault:
            shutil.copy(self.root / "tests/integration/encapsulated.svh", folder / "connect.svh")
        for faults, wanted in ((0, "passed"), (4, "FAILED")):
            if not fault:
                fault = self.fault_of_run(folder, f"+bugs={faults} +rvt_ready=70", wanted)
            self.suite.check(f"encapsulated bytes, faults {faults}", fault, bool(fault))
        if not fault:
            for name, test in (
                ("the bench is linked again with a new object", self.fault_of_linking),
                ("a program without its trace is refused", self.fault_of_lone_program),
                ("an encoder that never falls silent", self.fault_of_nulls),
                ("a report that cannot be written fails the run", self.fault_of_no_report),
                ("an encoder that ends the simulation fails the run", self.fault_of_finish),
                ("a program without a result fails make programs", self.fault_of_programs),
            ):
                fault = test(folder)
                self.suite.check(name, fault, bool(fault))

    def fault_of_linking(self, folder):
        """Builds a kit again after an object of the scoreboard has become newer. Returns what is
        wrong, or None."""
        bench, source = folder / "build/sim", f"{self.root}/tests/foreign/foreign_encoder.sv"
        before = bench.stat().st_mtime_ns
        (folder / "build/dpi/rvt_dpi.o").touch()
        status, printed = self.run("make", "-C", str(folder), "sim", f"SOURCES={source}")
        if status:
            return printed[-3000:]
        return None if bench.stat().st_mtime_ns > before else "the bench is the old one"

    def fault_of_lone_program(self, folder):
        """Runs a kit with ELF and without TIP, which must not write to ELF. Returns what is wrong,
        or None."""
        program = folder / "program.elf"
        program.write_text("mine", encoding="utf-8")
        status, printed = self.run("make", "-C", str(folder), f"ELF={program}")
        if status == 0 or "set TIP, too" not in printed:
            return f"exit status {status}\n{printed[-3000:]}"
        return None if program.read_text("utf-8") == "mine" else "the program was overwritten"

    def fault_of_nulls(self, folder):
        """Runs a kit with null packets to the end of the simulation; the run must end, and the
        verdicts see every packet. Returns what is wrong, or None."""
        line = "rvt: the encoder still sends 20000 cycles after enable fell"
        return self.fault_of_run(folder, "+nulls +rvt_drain=20000", "passed", line=line)

    def fault_of_no_report(self, folder):
        """Runs a kit with a report in a folder that does not exist. Returns what is wrong, or
        None."""
        path = folder / "missing" / "report.xml"
        line = f"rvt: +rvt_report: FAILED, {path}: cannot create"
        return self.fault_of_run(folder, f"+rvt_report={path}", "passed", line=line, fails=True)

    def fault_of_finish(self, folder):
        """Runs a kit whose encoder ends the simulation after its first packet, which must not pass.
        Returns what is wrong, or None."""
        status, printed = self.run(*self.simulation(folder, "+finish"))
        if status == 0 or "rvt: the simulation ended before the verdict" not in printed:
            return f"exit status {status}\n{printed[-3000:]}"
        return None

    def fault_of_programs(self, folder):
        """Plays programs of which one has no trace, and so no report, one ends with an error after
        its verdict, and two have one name; and no program. Returns what is wrong, or None."""
        trace = self.root / "vectors/tip/rv64/branches-rv64.csv.gz"
        missing = ["  no report   see reports/missing.log\n", "reports/missing: FAILED, no report"]
        late = ["  no report   see reports/branches-rv64.log\n", "rv64: FAILED, no report\n"]
        for traces, plusargs, good, parts in (
            (trace, "", True, ["passed: 1 of 1 runs passed\n"]),
            (f"{trace} missing.csv", "", False, [*missing, "FAILED: 1 of 2 runs passed\n"]),
            (trace, "+late", False, [*late, "FAILED: 0 of 1 runs passed\n"]),
            (f"{trace} {trace}", "", False, ["rvt: two traces have the name branches-rv64\n"]),
            ("$(wildcard *.tip)", "", False, ["TIPS has no trace: $(wildcard *.tip).  Stop."]),
        ):
            command = [*self.simulation(folder, plusargs), "programs", f"TIPS={traces}"]
            status, printed = self.run(*command)
            if (status == 0) != good or any(part not in printed for part in parts):
                return f"{plusargs}: exit status {status}\n{printed[-3000:]}"
        return None

    def simulation(self, folder, plusargs):
        """The command that runs a kit with the foreign encoder."""
        trace = self.root / "vectors/tip/rv64/branches-rv64"
        return (
            "make",
            "-C",
            str(folder),
            f"SOURCES={self.root}/tests/foreign/foreign_encoder.sv",
            f"TIP={trace}.csv.gz",
            f"ELF={trace}.elf",
            f"PLUSARGS={plusargs}",
        )

    def fault_of_run(self, folder, plusargs, wanted, environment=None, line="", fails=None):
        """Runs a kit with the foreign encoder; both verdicts must be the wanted one, and a line of
        the output begin as line. fails: the run must fail; None: if the verdicts do."""
        status, printed = self.run(*self.simulation(folder, plusargs), environment=environment)
        verdicts = VERDICT.search(printed)
        if not verdicts or set(verdicts.groups()) != {wanted}:
            return f"{wanted} is wanted\n{printed[-3000:]}"
        if not re.search("^" + re.escape(line), printed, re.M):
            return f"no line {line}\n{printed[-3000:]}"
        if fails is None:
            fails = wanted != "passed"
        return None if (status != 0) == fails else f"exit status {status}"

    def install(self, prefix, connection):
        """Writes a kit with an installed rvt, and runs it with the connection of the guide."""
        libraries = prefix / "lib"
        environment = dict(
            self.environment,
            PATH=f"{prefix}/bin:{os.environ['PATH']}",
            LD_LIBRARY_PATH=str(libraries),
            PKG_CONFIG_PATH=str(libraries / "pkgconfig"),
            PKG_CONFIG_SYSROOT_DIR=str(prefix.parent),
            PKG_CONFIG_ALLOW_SYSTEM_CFLAGS="1",
            PKG_CONFIG_ALLOW_SYSTEM_LIBS="1",
        )
        folder, fault = self.write(
            "installed", "tests/foreign/foreign.yaml", environment=environment
        )
        if not fault and str(self.root / "dpi") in (folder / "Makefile").read_text("utf-8"):
            fault = "the kit uses the source tree"
        if not fault:
            shutil.copy(connection, folder / "connect.svh")
            fault = self.fault_of_run(folder, "", "passed", environment=environment)
        self.suite.check("a kit of an installed rvt", fault, bool(fault))
