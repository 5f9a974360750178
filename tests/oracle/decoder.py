# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The decoder: the pseudo-code of the chapter Decoder, with every mode.

The pseudo-code leaves out branch prediction, the jump target cache and implicit exceptions; their
sections say what a decoder does. Where it contradicts them, readings.yaml says so.
"""

from collections import deque, namedtuple

from .bits import BitsError, mask, signed
from .config import Unsupported
from .riscv import LINKS, ProgramError
from .tables import JumpCache, Predictor
from .te_inst import ENDED_NTR, NO_CHANGE, Format

# epc: None if the trace does not contain it.
Trap = namedtuple("Trap", "cause interrupt epc tval")
STEPS = 1 << 20
LUIS = ("lui", "auipc")


class DecodeError(ValueError):
    """A packet that contradicts the program or the packets before it."""


class Outcomes:
    """Outcomes of branches to process, oldest first.

    Each run is [kind, count, bit]: "map", a bit of a branch map or branch field; "right" or
    "wrong", predictions; "plain": a bit that does not train the predictor.
    """

    def __init__(self):
        """None are known."""
        self.runs, self.count = deque(), 0

    def clear(self):
        """Forgets all."""
        self.runs.clear()
        self.count = 0

    def add(self, kind, count=1, bit=0):
        """Appends count outcomes."""
        if count:
            self.runs.append([kind, count, bit])
            self.count += count

    def add_map(self, bits, count):
        """Appends the bits of a branch map."""
        for number in range(count):
            self.add("map", 1, bits >> number & 1)

    def first(self):
        """Kind and bit of the oldest."""
        if not self.runs:
            raise DecodeError("cannot resolve branch")
        return self.runs[0][0], self.runs[0][2]

    def drop(self):
        """Takes the oldest away."""
        self.runs[0][1] -= 1
        self.count -= 1
        if not self.runs[0][1]:
            self.runs.popleft()


class Decoder:
    """Reconstructs the execution of one program. out: addresses (int) and Trap, in order."""

    def __init__(self, config, program, vectors=None):
        """vectors(cause, interrupt, privilege): address of a handler, for implicit exceptions."""
        config.check()
        self.config, self.program, self.vectors = config, program, vectors
        self.p, self.o, self.format = config.p, dict(config.o), Format(config)
        self.lsb, self.space = self.p["iaddress_lsb_p"], mask(self.p["iaddress_width_p"])
        self.out = []
        self.pc = self.last_pc = self.address = 0
        self.privilege = None
        self.outcomes = Outcomes()
        self.stop_at_last_branch = self.inferred_address = False
        self.start_of_trace = True
        self.trapped = False
        self.by_jump = False
        self.stack = []
        self.returns = self.o["implicit_return"]
        stack, counter = self.p["return_stack_size_p"], self.p["call_counter_size_p"]
        self.stack_max = 1 << stack
        if not stack:
            self.stack_max = (1 << counter) - (config.reading("ccs_max") == "2^CCS-1")
        self.predictor = Predictor(config) if self.o["branch_prediction"] else None
        self.cache = JumpCache(config) if self.o["jump_target_cache"] else None
        self.by_step = config.reading("dec_arrival") == "by_step"
        self.table = config.reading("ir_classes") == "table"
        self.trusted = config.reading("epc_after_return") == "address"
        self.implicit_step = False
        self.train_sync = config.reading("bpred_sync_branch") == "train_after_init"
        # The packet that is followed, and the one whose report may not have been reached yet.
        self.packet = self.inferred_packet = None

    def report(self):
        """Reports the program counter."""
        self.out.append(self.pc)

    def restart_tables(self):
        """What a sync packet does to stack, predictor and cache."""
        self.stack.clear()
        if self.predictor:
            self.predictor.reset()
        if self.cache:
            self.cache.reset()

    # Packets.

    def payload(self, data):
        """Takes a payload."""
        try:
            self.process(self.format.decode(data))
        except (BitsError, ProgramError) as error:
            raise DecodeError(str(error)) from error

    def process(self, packet):
        """Takes a packet."""
        self.packet = packet
        if packet["format"] == 3:
            if packet["subformat"] == 3:
                self.process_support(packet)
            elif packet["subformat"] != 2:
                self.process_sync(packet)
            return
        if self.start_of_trace:
            raise DecodeError("expecting trace to start with format 3")
        self.process_report(packet)
        self.follow(packet)

    def process_sync(self, packet):
        """Format 3 subformats 0 and 1."""
        trap = packet["subformat"] == 1
        if trap:
            self.report_trap(packet)
            if not packet["thaddr"]:
                self.trapped = True
                self.inferred_address = False
                self.restart_tables()
                return
        self.inferred_address = False
        self.address = self.sync_address(packet)
        if trap or self.start_of_trace:
            self.outcomes.clear()
        if self.program.get(self.address).kind == "branch":
            self.outcomes.add("map" if self.train_sync else "plain", 1, packet["branch"])
        if not trap and not self.start_of_trace:
            self.follow(packet)
        else:
            self.pc = self.last_pc = self.address
            self.report()
        self.trapped = False
        self.privilege = packet["privilege"]
        self.start_of_trace = False
        self.restart_tables()

    def sync_address(self, packet):
        """The address of a sync packet; that of a handler may be implicit."""
        if packet["subformat"] == 1 and self.o["implicit_exception"]:
            if self.vectors is None:
                raise Unsupported("implicit exceptions without vectors")
            return self.vectors(packet["ecause"], packet["interrupt"], packet["privilege"])
        return packet["address"] << self.lsb

    def process_report(self, packet):
        """What formats 0, 1 and 2 say, before the path is followed.

        Where the previous report had a second occurrence, execution reaches it first: only then
        does the jump target cache hold what an index refers to.
        """
        if self.inferred_address:
            self.to_second_occurrence()
        form = packet["format"]
        if form == 0 and packet["subformat"] == 1:
            if self.cache is None:
                raise DecodeError("an index without a jump target cache")
            found = self.cache.entries.get(packet["index"])
            if found is None:
                raise DecodeError("index of an invalid entry of the jump target cache")
            if self.config.reading("base_after_f0s1") == "updated":
                self.address = found
            self.target = found
            self.outcomes.add_map(packet["branch_map"], packet["branches"])
            self.stop_at_last_branch = False
            return
        has_address = "address" in packet
        self.stop_at_last_branch = not has_address
        if has_address:
            step = signed(packet["address"], self.format.address) << self.lsb
            base = 0 if self.o["full_address"] else self.address
            self.address = base + step & self.space
        self.target = self.address
        if form == 1:
            self.outcomes.add_map(packet["branch_map"], packet["branches"] or 31)
        elif form == 0:
            if self.predictor is None:
                raise DecodeError("a branch count without branch prediction")
            self.outcomes.add("right", packet["branch_count"] + 31)
            self.outcomes.add("wrong", packet["branch_fmt"] in (0, 3))

    def process_support(self, packet):
        """Support packets: what ended, and the mode that needs no table, if the layout has it."""
        status = packet["qual_status"]
        if "sijump" in dict(self.format.support):
            self.o["sequentially_inferred_jumps"] = bool(packet.get("sijump", 0))
        if status != NO_CHANGE:
            self.start_of_trace = True
            self.trapped = False
        if status == ENDED_NTR and self.inferred_address:
            self.to_second_occurrence()

    def to_second_occurrence(self):
        """Iterates again from the previously reported address to find its second occurrence."""
        self.inferred_address = False
        packet, self.packet = self.packet, self.inferred_packet
        place = self.pc
        for _ in range(STEPS):
            stop = self.next_pc(place)
            self.report()
            if stop:
                self.packet = packet
                return
        raise DecodeError("no second occurrence of the reported address")

    # The execution path.

    def unprocessed(self):
        """True if branches are left, other than one at the program counter."""
        return self.outcomes.count != (self.program.get(self.pc).kind == "branch")

    def follow(self, packet):
        """Follows the execution path to the reported address."""
        sync = packet["format"] == 3
        address = self.address if sync else self.target
        index = packet["format"] == 0 and packet["subformat"] == 1
        for _ in range(STEPS):
            stop = self.next_pc(address)
            self.report()
            branch = self.program.get(self.pc).kind == "branch"
            if self.outcomes.count == 1 and branch and self.stop_at_last_branch:
                self.stop_at_last_branch = False
                return
            if stop:
                if self.unprocessed():
                    raise DecodeError("unprocessed branches")
                return
            if self.pc != address or self.stop_at_last_branch or self.unprocessed():
                continue
            if sync:
                if packet["privilege"] == self.privilege or self.after_xret():
                    return
                continue
            if index:
                continue
            if packet["notify"]:
                return
            if (
                not self.arrived_uninferably()
                and not packet["updiscon"]
                and self.depth_fits(packet)
            ):
                self.inferred_address, self.inferred_packet = True, packet
                return
        raise DecodeError(f"address {address:x} is not reached")

    def depth_fits(self, packet):
        """True if irdepth, where it is reported, is the current depth.

        It is reported for the instruction following a return if it is not 0; else a decoder goes
        on to the outermost call. The pseudo-code has no stop there at all (AMB-018).
        """
        if packet["irreport"]:
            return packet["irdepth"] == len(self.stack)
        return not self.implicit_step or not self.stack

    def after_xret(self):
        """True if the previous instruction is a return from a trap."""
        return self.program.get(self.last_pc).kind == "xret"

    def arrived_uninferably(self):
        """True if the previous instruction is an uninferable discontinuity (AMB-018)."""
        return not self.by_step and self.uninferable(self.program.get(self.last_pc))

    def uninferable(self, instruction):
        """True for an uninferable jump or a return from a trap."""
        return instruction.kind == "xret" or (
            instruction.kind == "jalr" and not self.program.inferable_jump(instruction)
        )

    def next_pc(self, address):
        """Goes to the next instruction; True if only the reported address says which it is."""
        instruction, this_pc = self.program.get(self.pc), self.pc
        stop = self.implicit_step = False
        if self.program.inferable_jump(instruction):
            self.pc = self.program.jump_target(instruction, this_pc)
        elif self.is_sequential_jump(instruction):
            self.pc = self.sequential_target(instruction)
        elif self.is_implicit_return(instruction):
            self.pc, self.implicit_step = self.stack.pop(), True
        elif self.uninferable(instruction):
            if self.stop_at_last_branch:
                raise DecodeError("unexpected uninferable discontinuity")
            self.arrive(instruction, address)
            self.pc, stop = address, True
        elif self.is_taken_branch(instruction):
            self.pc += instruction.imm
        else:
            self.pc += instruction.size
        self.pc &= self.space
        if self.is_call(instruction):
            self.push(this_pc + instruction.size & self.space)
        self.last_pc = this_pc
        return stop

    def arrive(self, instruction, address):
        """Keeps cache and stack in step with the encoder's at the target of an updiscon."""
        failed = False
        if self.is_return(instruction) and self.stack and self.returns:
            failed = True
            if self.config.reading("ir_mispredict_pop"):
                self.stack.pop()
        if self.cache is None or self.packet["format"] == 3:
            return
        if instruction.kind == "xret" and self.config.reading("jtc_xret") != "write":
            return
        if self.cache.hit(address):
            return
        if failed and self.config.reading("jtc_mispredict_return") == "invalidate":
            self.cache.invalidate(address)
        else:
            self.cache.store(address)

    def is_taken_branch(self, instruction):
        """Processes a branch; True if it was taken."""
        if instruction.kind != "branch":
            return False
        kind, bit = self.outcomes.first()
        if kind in ("map", "plain"):
            taken = not bit
        else:
            if self.predictor is None:
                raise DecodeError("a prediction without a predictor")
            taken = self.predictor.predict(self.pc) == (kind == "right")
        if self.predictor and kind != "plain":
            self.predictor.train(self.pc, taken)
        self.outcomes.drop()
        return taken

    def is_sequential_jump(self, instruction):
        """True for a sequentially inferable jump; returns are none, as the hart's sijump is
        ignored for them."""
        if instruction.kind != "jalr" or not self.o["sequentially_inferred_jumps"]:
            return False
        if instruction.imm is None:
            return False
        if self.is_return(instruction) and self.p["itype_width_p"] > 3:
            return False
        before = self.program.get(self.last_pc)
        return before.kind in LUIS and before.rd == instruction.rs1

    def sequential_target(self, instruction):
        """The target of a sequentially inferable jump."""
        before = self.program.get(self.last_pc)
        start = self.last_pc if before.kind == "auipc" else 0
        return start + before.imm + instruction.imm & self.space & ~1

    def is_return(self, instruction):
        """True for a return, by the table of jump classes or by the pseudo-code."""
        if instruction.kind != "jalr":
            return False
        if self.table:
            return instruction.rs1 in LINKS and instruction.rd not in LINKS
        return instruction.rs1 == 1 and instruction.rd == 0

    def is_call(self, instruction):
        """True for a call, which pushes its return address."""
        if not self.returns or instruction.kind not in ("jal", "jalr"):
            return False
        if self.table:
            swap = instruction.kind == "jalr" and (
                instruction.rs1 in LINKS and instruction.rs1 != instruction.rd
            )
            return instruction.rd in LINKS and not swap
        return instruction.rd == 1

    def is_implicit_return(self, instruction):
        """True for a return that the encoder predicted."""
        if not self.returns or not self.is_return(instruction):
            return False
        packet = self.packet
        if packet.get("irreport") and packet["irdepth"] == len(self.stack):
            return False
        return bool(self.stack)

    def push(self, link):
        """Pushes a return address; the oldest makes room."""
        if len(self.stack) == self.stack_max:
            self.stack.pop(0)
        self.stack.append(link)

    # Traps.

    def report_trap(self, packet):
        """Reports a trap and, for an exception, its EPC as far as it is known."""
        epc = None
        if not packet["interrupt"]:
            epc = self.exception_address(packet)
        self.out.append(Trap(packet["ecause"], packet["interrupt"], epc, packet.get("tval", 0)))

    def exception_address(self, packet):
        """The address of an exception: what would have been executed next.

        After a trap without retirement it follows from the cause of that trap, not from the
        program.
        """
        if self.start_of_trace and not self.trapped:
            return None if packet["thaddr"] else packet["address"] << self.lsb
        if self.trapped or self.start_of_trace:
            return None
        instruction = self.program.get(self.pc)
        sequential = self.is_sequential_jump(instruction)
        if not packet["thaddr"] and self.uninferable(instruction) and not sequential:
            # A return may have been predicted, and then the address is undefined.
            if not self.is_implicit_return(instruction) or self.trusted:
                return packet["address"] << self.lsb
            return None
        if self.program.inferable_jump(instruction):
            return self.program.jump_target(instruction, self.pc)
        if sequential:
            return self.sequential_target(instruction)
        if self.is_implicit_return(instruction):
            return self.stack[-1]
        if self.uninferable(instruction):
            return None
        if instruction.kind == "branch":
            kind, bit = self.outcomes.first()
            if kind in ("map", "plain"):
                taken = not bit
            else:
                taken = self.predictor.predict(self.pc) == (kind == "right")
            step = instruction.imm if taken else instruction.size
            return self.pc + step & self.space
        return self.pc + instruction.size & self.space


def decode(config, program, payloads, vectors=None):
    """What a program executed, from the payloads of its trace."""
    decoder = Decoder(config, program, vectors)
    for number, data in enumerate(payloads, 1):
        try:
            decoder.payload(data)
        except DecodeError as error:
            raise DecodeError(f"packet {number}: {error}") from error
    return decoder.out
