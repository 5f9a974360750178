# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The encoder: the flow chart of the reference algorithm, for single retirement.

Spec: Reference Compressed Branch Trace Algorithm. The chart is the one that the text of version
2.0.4 defines (trep, ntf, resync2_br, resync3), drawn in testAlgo.svg of its repository (AMB-001).
Decisions that report the current instruction do not apply to a trap without retirement, which has
none (AMB-050).
"""

from collections import Counter, namedtuple

from .bits import mask
from .config import Undecided, Unsupported
from .filters import Filters
from .riscv import CALL, INFERABLE_CALL, JUMP, NOT_TAKEN, OTHER, RETURN, SWAP, TAKEN
from .riscv import UNINFERABLE, XRET
from .tables import JumpCache, Predictor
from .te_inst import ENDED_NTR, ENDED_REP, NO_CHANGE, TRACE_LOST, Format
from .tip import Item, Row, row_items

JUMPS = frozenset((UNINFERABLE, CALL, JUMP, SWAP, OTHER))
BRANCHES = (NOT_TAKEN, TAKEN)
COUNT_MAX = 0xFFFFFFFF
# What the chart decides on: the items, and the state before the decision. base: the table of the
# packet that set the base of differences.
Moment = namedtuple("Moment", "item previous following branches pbc updiscon state base first")
RESYNC = {"off": None, "packets": "packets", "cycles": "cycles", "halfwords": "halfwords"}


class Encoder:
    """One encoder. packets: what it sent so far, as dictionaries; whys: the decision of each;
    moments: its Moment, None of support packets; events: how often other things happened.
    """

    def __init__(self, config):
        """config: refused with Unsupported if it is beyond this implementation."""
        config.check()
        self.config, self.format = config, Format(config)
        self.p, self.o = config.p, config.o
        self.packets, self.whys, self.moments, self.events = [], [], [], Counter()
        self.moment = self.synced = None
        self.flagged = self.lost = False
        # Rows whose instructions no packet has identified so far; the latest one that was; and, by
        # the number of the packet that reports a loss, the one before it.
        self.unreported, self.identified, self.losses = [], None, {}
        self.undecodable, self.reported_at = False, None
        # A report of a return without an updiscon field, then F3/0: open text (README.md).
        self.return_then_sync = self.reported_return = False
        self.report_end = 0
        self.passed, self.return_depths = set(), set()
        self.address_mask = mask(self.format.address)
        self.lsb = self.p["iaddress_lsb_p"]
        self.predictor = Predictor(config) if self.o["branch_prediction"] else None
        self.cache = JumpCache(config) if self.o["jump_target_cache"] else None
        self.returns = self.o["implicit_return"]
        stack = self.p["return_stack_size_p"]
        self.compares = bool(stack)
        self.depth_max = self.deepest(stack, self.p["call_counter_size_p"])
        if self.resync_mode() and self.config.reading("resync_cmp") != "fsm":
            raise Unsupported("resync_cmp")
        self.resync_max = 1 << (config.resync["max"] + 4)
        self.enabled = self.tracing = False
        self.triggers, self.filters = False, Filters(config)
        self.was_qualified = False
        self.previous = self.waiting = self.off_cycle = None
        self.trep = self.updiscon = self.jumped = False
        self.forget()

    def resync_mode(self):
        """What the resync counter counts, or None."""
        return RESYNC[self.config.resync["mode"]]

    def deepest(self, stack, counter):
        """The most calls that a stack or counter can hold (AMB-012)."""
        if stack:
            return 1 << stack
        if counter:
            return (1 << counter) - (self.config.reading("ccs_max") == "2^CCS-1")
        return 0

    def forget(self):
        """Starts from nothing, as when the encoder is enabled."""
        self.base, self.base_name = 0, None
        self.branches = self.map = self.pbc = 0
        self.failed = False
        self.stack, self.depth = [], 0
        self.return_failed = None
        self.was_return = self.returned = self.branch_since = False
        self.count, self.sync_cycle, self.state = 0, 0, 1
        self.cci = False
        if self.predictor:
            self.predictor.reset()
        if self.cache:
            self.cache.reset()

    def forget_path(self):
        """Forgets what was passed: addresses, and depths of implicit returns."""
        self.passed.clear()
        self.return_depths.clear()

    # Packets.

    def send(self, packet, why):
        """Puts out a packet; every packet but a sync packet advances the resync counter."""
        self.packets.append(packet)
        self.whys.append(why)
        self.moments.append(None if why == "support" else self.moment)
        if self.resync_mode() == "packets":
            self.count += 1

    def support(self, qual_status):
        """Sends a support packet."""
        packet = {
            "format": 3,
            "subformat": 3,
            "ienable": int(self.enabled),
            "encoder_mode": 0,
            "qual_status": qual_status,
            "denable": 0,
            "dloss": 0,
            "sijump": int(self.o["sequentially_inferred_jumps"]),
        }
        for name, width in self.format.support:
            packet.setdefault(name, int(self.o.get(name, 0)) if width else 0)
        self.send(packet, "support")

    def place(self, item, packet):
        """Adds the fields of the current item's place in time and context."""
        packet["privilege"] = item.priv
        if not self.p["notime_p"]:
            packet["time"] = item.time
        if not self.p["nocontext_p"]:
            packet["context"] = item.context
        return packet

    def sync(self, item, packet, address, why):
        """Sends a sync packet, after which everything starts anew."""
        taken = item.kind == "inst" and item.itype == TAKEN
        packet["branch"] = 0 if taken else 1
        packet["address"] = address >> self.lsb & self.address_mask
        self.send(self.place(item, packet), why)
        self.synced = item
        self.events["notify at a sync packet"] += bool(item.ntf)
        self.base, self.base_name = address, self.format.name(packet)
        self.forget_path()
        self.branches = self.map = self.pbc = 0
        self.failed = False
        self.depth, self.stack = 0, []
        self.returned = self.branch_since = False
        self.count, self.sync_cycle, self.state = 0, item.cycle, 1
        self.cci = False
        if self.cache:
            self.events["sync packet, cache not empty"] += bool(self.cache.entries)
            self.cache.reset()
        if self.predictor:
            self.events["sync packet, predictor trained"] += bool(self.predictor.states)
            self.predictor.reset()
            if item.itype in BRANCHES and (
                self.config.reading("bpred_sync_branch") == "train_after_init"
            ):
                self.predictor.train(item.addr, item.itype == TAKEN)

    def start(self, item, why):
        """Format 3 subformat 0.

        Three cases have no remedy in the text. After a mispredicted return this packet cannot say
        so, and a decoder takes the return for predicted. In the others it stops too early. If the
        packet before it reported the target of an updiscon with updiscon = 0, a decoder takes an
        earlier fall-through to that address for the reported one: Format 2 notify and updiscon
        fields, cases 1 and 3. If the address of this packet itself was passed since the latest
        report, a decoder stops where it was passed (AMB-110).
        """
        last = self.reported_at
        if last is not None and all(p["format"] == 3 for p in self.packets[last:]):
            self.undecodable = True
        if self.reported_return and all(p["format"] == 3 for p in self.packets[self.report_end :]):
            self.return_then_sync = True
        if self.return_failed is not None and why in ("ppccd", "resync3"):
            self.undecodable = True
        if item.addr in self.passed and why in ("ppccd", "resync3"):
            self.undecodable = True
        self.sync(item, {"format": 3, "subformat": 0}, item.addr, why)

    def trap(self, item, cause, thaddr, why):
        """Format 3 subformat 1 at the current item, with the cause of the item cause.

        The address with thaddr = 0 is the EPC for an exception at an updiscon target or on the
        first traced instruction, else undefined (AMB-041).
        """
        cause.row.reported = True
        packet = {
            "format": 3,
            "subformat": 1,
            "ecause": cause.cause & mask(self.p["ecause_width_p"]),
            "interrupt": cause.interrupt,
            "thaddr": thaddr,
        }
        if not cause.interrupt:
            packet["tval"] = cause.tval
        epc = why in ("updiscon exception", "first exception")
        if self.config.reading("thaddr0_addr") == "epc_or_zero":
            epc = item.kind == "trap" and not item.interrupt
        self.sync(item, packet, item.addr if thaddr or epc else 0, why)

    def report(self, item, following, why):
        """Format 0, 1 or 2 with an address, for the current instruction."""
        at_target = self.updiscon
        packet, hit = {}, False
        if at_target and self.cache and self.jumped:
            hit = self.look_up(item.addr)
        if self.pbc >= 31:
            fail = self.failed
            packet.update(format=0, subformat=0, branch_count=self.pbc - 31)
            packet["branch_fmt"] = 3 if fail else 2
        elif hit:
            packet.update(format=0, subformat=1, index=self.cache.index(item.addr))
            packet.update(branches=self.branches, branch_map=self.map)
        elif self.branches:
            packet.update(format=1, branches=self.branches, branch_map=self.map)
        else:
            packet.update(format=2)
        known = following is not None and following.kind != "lost"
        resync = self.state == 2 and known and following.qualified
        before_sync = following is not None and (
            following.kind == "trap" and following.qualified or self.ppccd(item, following)
        )
        self.flagged = at_target and (before_sync or resync)
        if not hit or self.pbc >= 31:
            base = 0 if self.o["full_address"] else self.base
            packet["address"] = (item.addr - base) >> self.lsb & self.address_mask
            packet["notify"] = int(bool(item.ntf) and not at_target)
            packet["updiscon"] = int(self.flagged)
            self.base, self.base_name = item.addr, self.format.name(packet)
        elif self.config.reading("base_after_f0s1") == "updated":
            self.base, self.base_name = item.addr, self.format.name(packet)
        last = following is None or not following.qualified
        ends = last and self.config.reading("ir_at_end") == "reported"
        depth = self.depth_to_report(before_sync or resync or ends)
        packet["irreport"] = int(depth is not None)
        if depth is not None:
            packet["irdepth"] = depth
            # A decoder takes a return at that depth for the one that failed (AMB-010).
            self.undecodable = self.undecodable or depth in self.return_depths
        self.branches = self.map = self.pbc = 0
        self.failed = False
        self.send(packet, why)
        self.forget_path()
        if why == "updiscon" and not packet.get("updiscon"):
            self.reported_at = len(self.packets)
        self.report_end = len(self.packets)
        silent = "updiscon" not in packet or packet.get("notify")
        self.reported_return = item.itype == RETURN and self.returns and silent

    def look_up(self, address):
        """Looks for a jump target in the cache, which it enters if it is not there."""
        if self.cache.hit(address):
            return True
        if self.return_failed is not None and (
            self.config.reading("jtc_mispredict_return") == "invalidate"
        ):
            self.cache.invalidate(address)
        else:
            self.cache.store(address)
        return False

    def depth_to_report(self, before_sync):
        """The value of irdepth, or None if irreport reports nothing.

        Spec: Format 2 irreport and irdepth.
        """
        if not self.returns:
            return None
        if self.return_failed is not None:
            return self.return_failed
        if not before_sync:
            return None
        if self.was_return:
            return self.depth or None
        if self.updiscon and self.config.reading("ir_at_updiscon") == "not_reported":
            return None
        if not self.returned or self.branch_since:
            return None
        return self.depth

    # Decisions.

    def ppccd(self, item, following):
        """True if the instruction after item has another privilege, or a context to report.

        ctype alone decides: it is not zero when a time value should be reported, either.
        """
        if following.kind != "inst" or not following.qualified:
            return False
        return following.priv != item.priv or following.ctype in (2, 3)

    def ends_context(self, item, following):
        """True if the next instruction has a context change of type 3, before which the last
        instruction has to be reported even without branches (AMB-105)."""
        return (
            following.kind == "inst"
            and following.qualified
            and following.ctype == 3
            and self.config.reading("ctype3") == "report_last_then_f30"
        )

    def update_branches(self, item):
        """The box Update branch map/predictor."""
        taken = item.itype == TAKEN
        right = False
        if self.predictor:
            right = self.predictor.predict(item.addr) == taken
            self.events[f"predictor {self.predictor.state(item.addr):02b} {int(taken)}"] += 1
            self.predictor.train(item.addr, taken)
        self.branch_since = True
        if right and self.pbc == self.branches:
            self.pbc += 1
        self.failed = self.pbc >= 31 and not right
        if self.branches < 31:
            self.map |= (0 if taken else 1) << self.branches
        self.branches += 1

    def traverse(self, item, following):
        """One traversal of the chart, for a qualified item."""
        if item.kind == "inst" and item.itype in BRANCHES:
            self.update_branches(item)
        previous = self.previous
        first = not self.was_qualified
        reported = False
        if self.resync_mode():
            self.step_resync(item)
        state = self.state
        sent = len(self.packets)
        self.moment = Moment(
            item,
            previous,
            following,
            self.branches,
            self.pbc,
            self.updiscon,
            state,
            self.base_name,
            first,
        )
        self.events["trap while resynchronisation is due"] += state > 1 and item.kind == "trap"
        if previous is not None and previous.kind == "trap":
            reported = self.after_trap(item, previous)
        elif item.kind == "trap":
            reported = self.at_trap(item, first)
        elif first or self.ppccd(previous, item) or state == 3:
            self.start(item, "first" if first else "resync3" if state == 3 else "ppccd")
        elif self.updiscon:
            self.report(item, following, "updiscon")
        elif (state == 2 and self.branches) or item.ntf:
            self.report(item, following, "ntf" if item.ntf else "resync2_br")
        elif following is None or not following.qualified:
            self.report(item, following, "last")
        elif following.kind == "trap":
            self.report(item, following, "next trap")
        elif self.branches and self.ppccd(item, following) or self.ends_context(item, following):
            self.report(item, following, "ppccd_br")
        elif self.failed or self.branches >= 31 > self.pbc:
            self.report_branches()
        synced = any(p["format"] == 3 and p["subformat"] < 2 for p in self.packets[sent:])
        self.imprecise(item, sent != len(self.packets), synced)
        if self.state == 2 == state:
            self.state = 3
        self.trep = reported
        if item.kind == "inst" and self.resync_mode() == "halfwords":
            if not synced or self.config.reading("resync_synced_halfwords") == "counted":
                self.count += item.size // 2

    def after_trap(self, item, previous):
        """The decisions for an item after a trap. True if it is a trap that is now reported."""
        if item.kind == "trap":
            if self.trep:
                self.trap(item, item, 0, "trap after reported trap")
                return True
            self.trap(item, previous, 0, "trap after trap")
            # A decoder that starts here takes the address for the EPC of previous, which it is not.
            starts = not self.was_qualified and not previous.interrupt
            self.undecodable = self.undecodable or starts
            return False
        if self.trep:
            self.start(item, "handler of reported trap")
        else:
            self.trap(item, previous, 1, "handler")
        return False

    def at_trap(self, item, first):
        """The decisions for a trap without retirement after an instruction, or as the first
        item. True if it is reported."""
        if first:
            if not item.interrupt:
                self.trap(item, item, 0, "first exception")
                return True
            self.events["interrupt first"] += 1
            if self.config.reading("int_first") == "undecided":
                raise Undecided("AMB-044", "an interrupt before any traced instruction")
            return False
        if not self.updiscon:
            return False
        if item.interrupt and self.config.reading("int_at_updiscon") != "thaddr0":
            self.events["interrupt after an updiscon"] += 1
            if self.config.reading("int_at_updiscon") == "undecided":
                raise Undecided("AMB-042", "an interrupt directly after an updiscon")
            return False
        self.trap(item, item, 0, "updiscon exception")
        return True

    def report_branches(self):
        """The box of rpt_br: branches without an address."""
        if self.pbc >= 31:
            packet = {"format": 0, "subformat": 0}
            packet.update(branch_count=self.pbc - 31, branch_fmt=0)
        else:
            packet = {"format": 1, "branches": 0, "branch_map": self.map}
        self.branches = self.map = self.pbc = 0
        self.failed = False
        self.send(packet, "rpt_br")

    def imprecise(self, item, sent, synced):
        """The decision cci.

        Reporting Behavior of ctype 1: at the earliest convenient opportunity. So a change waits
        when another packet without context was sent (AMB-107).
        """
        if item.ctype == 1:
            self.cci = not synced
            if sent and not self.config.reading("cci_latch"):
                self.cci = False
        if sent or not self.cci:
            return
        if item.kind == "trap" and self.config.reading("cci_at_trap") == "not_sent":
            return
        self.cci = False
        self.send(self.place(item, {"format": 3, "subformat": 2}), "cci")

    # The resync state machine.

    def step_resync(self, item):
        """Leaves state 1 as soon as the count has reached the maximum."""
        if self.resync_mode() == "cycles":
            self.count = item.cycle - self.sync_cycle
        if self.state == 1 and self.count >= self.resync_max:
            self.state = 2

    # Calls and returns, and whether the next instruction comes after an updiscon.

    def leave(self, item, following):
        """What a traced instruction means for the one after it."""
        self.updiscon = self.jumped = False
        self.return_failed = None
        self.was_return = False
        if item.kind != "inst":
            return
        itype = item.itype
        if itype == RETURN:
            self.updiscon = self.jumped = not self.implicit(item, following)
            self.was_return, self.returned, self.branch_since = True, True, False
        elif itype == XRET:
            self.updiscon = bool(self.config.reading("updiscon_xret"))
            self.jumped = self.config.reading("jtc_xret") == "write"
        elif itype in JUMPS:
            self.updiscon = self.jumped = not self.sequential(item)
        if self.returns and itype in (CALL, INFERABLE_CALL):
            self.call(item)

    def sequential(self, item):
        """True if a jump is treated as sequentially inferable: the instruction before it was
        traced as well."""
        if not item.sijump or not self.o["sequentially_inferred_jumps"]:
            return False
        before = self.previous
        traced = before is not None and before.kind == "inst" and before.qualified
        self.events["sijump inferred" if traced else "sijump after an untraced load"] += 1
        return traced

    def call(self, item):
        """Counts a call, and keeps the address that it is expected to return to."""
        self.returned = False
        self.events["call"] += 1
        self.events["call that is synchronized"] += self.synced is item
        self.events["call at the greatest depth"] += self.depth == self.depth_max
        self.stack.append(item.addr + item.size & mask(self.p["iaddress_width_p"]))
        self.depth += 1
        if self.depth > self.depth_max:
            self.depth -= 1
            self.stack.pop(0)

    def implicit(self, item, following):
        """True if a return is inferable. What a wrong prediction means is kept for the report."""
        if not self.returns:
            return False
        if self.depth == 0:
            self.events["return at depth 0"] += 1
            return False
        predicted = self.stack[-1]
        if self.compares:
            if following is None or following.kind in ("gap", "lost"):
                return False
            if following.interrupt:
                return self.config.reading("ir_interrupted") == "inferable"
            if following.addr != predicted:
                self.events["return mispredicted"] += 1
                self.return_failed = self.depth
                if self.config.reading("ir_mispredict_pop"):
                    self.stack.pop()
                    self.depth -= 1
                return False
        self.events["return by the stack" if self.compares else "return by the counter"] += 1
        self.events["return, with a cache"] += self.cache is not None
        self.events["return after a sequential jump, with a cache"] += bool(
            self.cache is not None and self.events["sijump inferred"]
        )
        self.return_depths.add(self.depth)
        self.stack.pop()
        self.depth -= 1
        return True

    # Rows.

    def enable(self):
        """trTeEnable becomes 1."""
        self.enabled = True
        self.forget()
        self.support(NO_CHANGE)

    def disable(self):
        """trTeEnable becomes 0. A trace that goes on until then ends here."""
        self.flush()
        self.report_loss()
        self.enabled = False
        self.support(self.ended() if self.was_qualified else NO_CHANGE)
        self.was_qualified = self.trep = False
        self.previous = None

    def control(self, enable, tracing, triggers):
        """What software sets: trTeEnable, trTeInstTracing, trTeInstTrigEnable."""
        if self.enabled and not enable:
            self.disable()
        self.triggers = triggers
        if enable and not self.enabled:
            self.enable()
        if self.tracing and not tracing and enable:
            self.interrupt()
        self.tracing = tracing

    def interrupt(self):
        """Tracing stops, whether an instruction retires meanwhile or not."""
        gap = Item("gap", Row())
        gap.qualified = False
        self.take(gap)

    def ended(self):
        """The qual_status that says how a qualified range ended (AMB-120).

        A packet with the flag updiscon has said that no second one reports its target. An index
        has no such flag: reading ended_index.
        """
        if self.whys[-1] != "updiscon":
            return ENDED_REP
        if "updiscon" in self.packets[-1]:
            return ENDED_REP if self.packets[-1]["updiscon"] else ENDED_NTR
        alike = self.config.reading("ended_index") == "as_flag"
        return ENDED_REP if alike and self.flagged else ENDED_NTR

    def lose(self):
        """Packets are lost: what was not reported so far never will be. The first packet after it
        says so."""
        for row in self.unreported:
            row.traced = False
        self.unreported.clear()
        # A decoder cannot know whether the target of an updiscon was passed before.
        self.undecodable = self.undecodable or self.reported_at == len(self.packets)
        self.lost = True
        self.was_qualified = self.trep = self.updiscon = self.jumped = False
        self.previous = self.return_failed = None

    def report_loss(self):
        """Says that packets were lost, if they were."""
        if self.lost:
            self.lost = False
            self.losses[len(self.packets)] = self.identified
            self.support(TRACE_LOST)

    def step(self, item, following):
        """Takes one item; following: the one after it, None at the end of the trace."""
        if item.kind == "lost":
            self.lose()
            return
        self.report_loss()
        if not item.qualified:
            self.events["unqualified item"] += 1
            self.events["unqualified branch"] += item.itype in BRANCHES
            if self.was_qualified:
                self.events["end after an unreported trap"] += self.previous.kind == "trap"
                self.support(self.ended())
            self.was_qualified = self.trep = False
        else:
            if item.kind == "inst" and item.size == 0 and self.resync_mode():
                raise Undecided("AMB-104", "resynchronisation within a block")
            self.events[f"itype {item.itype}"] += 1
            sent = len(self.packets)
            if item.kind == "inst":
                self.unreported.append(item.row)
            self.traverse(item, following)
            if any(
                packet["format"] < 3 or packet["subformat"] < 2 for packet in self.packets[sent:]
            ):
                self.unreported.clear()
                self.identified = item.addr if item.kind == "inst" else self.identified
            if item.kind == "inst":
                self.passed.add(item.addr)
            self.was_qualified = True
        self.leave(item, following)
        self.previous = item

    def run(self, trace):
        """Encodes a trace; the encoder is enabled before it and disabled after it."""
        self.control(True, True, trace.triggers)
        for row in trace.rows:
            self.row(row)
        self.disable()
        return self.packets

    def row(self, row):
        """Takes a row. Of a lost one only the sideband signals act."""
        items = self.qualify(row)
        if row.whole.lost and items and items[0].kind != "gap":
            row.traced = False
            if not items[0].qualified:
                raise Undecided("AMB-124", "a loss while nothing is traced")
            if self.waiting is None or self.waiting.kind != "lost":
                self.take(Item("lost", row))
            return
        for item in items:
            self.take(item)

    def take(self, item):
        """Takes an item; it is traversed when the one after it is known."""
        if self.waiting is not None:
            self.step(self.waiting, item)
        self.waiting = item

    def flush(self):
        """Traverses the last item."""
        if self.waiting is not None:
            self.step(self.waiting, None)
        self.waiting = None

    def qualify(self, row):
        """The items of a row, each marked as qualified or not.

        Trace-on acts from the oldest instruction of its cycle, trace-off after the newest. Only
        trace-on in the next cycle lets tracing continue unimpeded.
        """
        items = row_items(self.config, row)
        trigger = 0 if row.halted or row.reset else row.trigger
        if self.off_cycle is not None:
            if not trigger & 1 or row.cycle != self.off_cycle + 1:
                self.interrupt()
            self.off_cycle = None
        if self.triggers and trigger & 1:
            self.tracing = True
        found, asked = self.filtered(row)
        row.traced = self.enabled and self.tracing and bool(found)
        for item in items:
            item.qualified = item.qualified and row.traced
            if item.size and row.final:
                item.ntf |= asked >> item.group & 1
        if self.triggers and trigger & 2 and self.tracing:
            self.tracing, self.off_cycle = False, row.cycle
        return items

    def filtered(self, row):
        """What the filters say about a row: once for all instructions of a cycle."""
        if row.whole.found is None:
            row.whole.found = self.filters.row(row.whole)
        return row.whole.found


def encode(config, trace):
    """The payloads of a trace."""
    encoder = Encoder(config)
    return [encoder.format.encode(packet) for packet in encoder.run(trace)]
