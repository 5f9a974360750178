# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""What a log of vectors/cores says that the core did, as `rvt decode` prints it: the addresses of
retired instructions, and traps with cause, EPC and tval."""

import re

EPC = re.compile(r"epc=\S+")


def trap_line(cause, interrupt, epc, tval):
    """A trap, as `rvt decode` prints it."""
    return f"# trap cause={cause} interrupt={int(interrupt)} epc={epc:x} tval={tval:x}"


class LogError(Exception):
    """The log contradicts itself."""


class Listing:
    """The lines for a log."""

    def __init__(self, text):
        """Reads the text of a log. Traps come from its trap port; if it has CSRs, those of the
        first record of each handler must say the same."""
        lines = text.splitlines()
        names = lines[0].split()
        rows = [
            dict(zip(names, (int(word, 16) for word in line.split()), strict=True))
            for line in lines[1:]
        ]
        self.events = [row for row in rows if row["trap_valid"]]
        self.records = [row for row in rows if row["valid"]]
        self.unknown = 0  # EPCs that the trace of the last comparison did not contain
        self.lines, self.exceptions, self.interrupts = [], 0, 0
        self._list()

    def counts(self):
        """The numbers of records, exceptions and interrupts."""
        return {
            "records": len(self.records),
            "exceptions": self.exceptions,
            "interrupts": self.interrupts,
        }

    def _list(self):
        """Makes the lines."""
        events, last = iter(self.events), None
        for record in self.records:
            if record["intr"] and not (last and last["trap"]):
                self._trap(next(events), record, True)
            if last and last["trap"]:
                self._trap(next(events), record, False)
            if record["trap"]:
                self.exceptions += 1
            else:
                self.lines.append(f"{record['pc_rdata']:x}")
            last = record
        if last["trap"] or next(events, None):
            raise LogError("the log ends in a trap")

    def _trap(self, event, handler, interrupt):
        """A trap, whose handler begins with this record."""
        self.interrupts += interrupt
        cause, epc, tval = event["trap_cause"], event["trap_epc"], event["trap_tval"]
        csrs = {
            "csr_mcause_rdata": int(interrupt) << 31 | cause,
            "csr_mepc_rdata": epc,
            "csr_mtval_rdata": tval,
        }
        for name, value in csrs.items():
            if handler.get(name, value) != value:
                raise LogError(f"{name} {handler[name]:x} is not that of the trap port, {value:x}")
        if event["trap_irq"] != interrupt or event["trap_target"] != handler["pc_rdata"]:
            raise LogError(f"a trap that the records do not have, EPC {epc:x}")
        self.lines.append(trap_line(cause, interrupt, epc, tval))

    def difference(self, printed):
        """The first difference between these lines and what `rvt decode` printed, or None. The
        trace need not contain the EPC of an interrupt."""
        self.unknown = 0
        for number, (wanted, got) in enumerate(zip(self.lines, printed)):
            if " interrupt=1 epc=? " in got:
                self.unknown += 1
                wanted = EPC.sub("epc=?", wanted)
            if wanted != got:
                return f"line {number + 1}: the log has {wanted}, decoded {got}"
        if len(self.lines) != len(printed):
            return f"the log has {len(self.lines)} lines, decoded {len(printed)}"
        return None if self.lines else "the log is empty"
