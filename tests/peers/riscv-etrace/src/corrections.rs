// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//! Corrections of the crate's known faults, from the outside. tests/peers/faults.yaml has their
//! clauses; each correction is on only in the runs that need it.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use riscv_etrace::binary::Binary;
use riscv_etrace::instruction::info::Info;
use riscv_etrace::instruction::{Instruction, Kind, base};
use riscv_etrace::types::stack::{ReturnStack, VecStack};

use crate::program_image::ProgramImage;

/// A set of corrections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Corrections(u16);

/// F3/1 with thaddr 1 starts a new branch map.
pub const TRAP_STARTS_MAP: Corrections = Corrections(1);
/// A sync packet clears the return stack.
pub const SYNC_CLEARS_STACK: Corrections = Corrections(2);
/// An EPC need not be an address of the program.
pub const EPC_NOT_FETCHED: Corrections = Corrections(4);
/// Addresses have no more bits than the address width.
pub const ADDRESSES_MASKED: Corrections = Corrections(8);
/// The target of a sequentially inferable jump has bit 0 clear.
pub const JUMP_CLEARS_BIT_0: Corrections = Corrections(16);
/// URET, MNRET and DRET are trap returns.
pub const ALL_TRAP_RETURNS: Corrections = Corrections(32);
/// A function return is not a sequentially inferable jump.
pub const RETURNS_NOT_SEQUENTIAL: Corrections = Corrections(64);
/// F3/2 changes nothing but the context.
pub const CONTEXT_KEEPS_STATE: Corrections = Corrections(128);

/// Whether an instruction was reached by an uninferable discontinuity is a matter of the step, not
/// of the opcode before it.
pub const ARRIVAL_BY_STEP: Corrections = Corrections(256);

/// An F3/0 that is not the very next instruction proves the later arrival at a reported address.
pub const LATE_SYNC_IS_LATER: Corrections = Corrections(512);

/// irdepth is compared at the return that failed: after all branches of its packet; and on the way
/// to the later arrival, with the irdepth of the packet that gave the address.
pub const DEPTH_OF_ITS_RETURN: Corrections = Corrections(1024);

/// An F3/0 of another privilege level is reached by a trap return alone.
pub const SYNC_COMPARES_PRIVILEGE: Corrections = Corrections(2048);

/// A report without irdepth is where the encoder has none to send.
pub const ABSENT_DEPTH_DECIDES: Corrections = Corrections(4096);

/// All of them by the names in faults.yaml, in the order in which they are left out.
pub const NAMED: [(&str, Corrections); 13] = [
    ("absent-depth-fits-anywhere", ABSENT_DEPTH_DECIDES),
    ("trap-keeps-branch-map", TRAP_STARTS_MAP),
    ("sync-keeps-return-stack", SYNC_CLEARS_STACK),
    ("epc-is-fetched", EPC_NOT_FETCHED),
    ("addresses-not-masked", ADDRESSES_MASKED),
    ("jump-keeps-bit-0", JUMP_CLEARS_BIT_0),
    ("unknown-trap-returns", ALL_TRAP_RETURNS),
    ("sequential-function-return", RETURNS_NOT_SEQUENTIAL),
    ("context-packet-ends-tentative-stop", CONTEXT_KEEPS_STATE),
    ("arrival-by-opcode", ARRIVAL_BY_STEP),
    ("first-arrival-before-late-sync", LATE_SYNC_IS_LATER),
    ("depth-of-another-return", DEPTH_OF_ITS_RETURN),
    ("sync-ignores-privilege", SYNC_COMPARES_PRIVILEGE),
];

impl Corrections {
    /// Every correction.
    pub fn all() -> Self {
        NAMED.iter().fold(Self::default(), |set, (_, one)| Self(set.0 | one.0))
    }

    /// Those with these names; none if there is no such name.
    pub fn named<'a>(names: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        names.into_iter().try_fold(Self::default(), |set, name| {
            let (_, one) = NAMED.iter().find(|(known, _)| *known == name)?;
            Some(Self(set.0 | one.0))
        })
    }

    /// True if the set has all of these.
    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The set without these.
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The names of the set.
    pub fn names(self) -> Vec<&'static str> {
        NAMED.iter().filter(|(_, one)| self.has(*one)).map(|(name, _)| *name).collect()
    }
}

/// No depth: that of no stack.
const NONE: usize = usize::MAX;
/// What stands in a report for the irdepth that it does not have, with ABSENT_DEPTH_DECIDES.
pub const ABSENT: usize = usize::MAX - 1;

/// The tracer's way along the execution path, as its calls show it.
#[derive(Debug)]
pub struct Path {
    /// A step is being taken: the next instruction is not fetched yet.
    in_step: AtomicBool,
    /// The latest step followed an uninferable discontinuity: no return address, no loaded
    /// register.
    uninferable: AtomicBool,
    /// Branches whose outcome is known and not used.
    branches: AtomicUsize,
    /// The path leads to the later arrival at the address of the packet before.
    to_later_arrival: AtomicBool,
    /// Those of them that belong to the instruction that the packet reports: 0 or 1.
    reported: AtomicUsize,
    /// irdepth of the packet before, and of this one.
    depths: [AtomicUsize; 2],
    /// Implicit returns that were taken.
    returns: AtomicUsize,
    /// The latest step was an implicit return.
    return_step: AtomicBool,
    /// There was a return since the latest call, and no branch since that return.
    after_return: AtomicBool,
    /// The path leads to an F3/0 of another privilege level.
    to_other_privilege: AtomicBool,
    /// The latest step of this packet followed anything but a trap return.
    ordinary_step: AtomicBool,
}

impl Default for Path {
    fn default() -> Self {
        Self {
            in_step: false.into(),
            uninferable: false.into(),
            branches: 0.into(),
            reported: 0.into(),
            to_later_arrival: false.into(),
            depths: [NONE.into(), NONE.into()],
            returns: 0.into(),
            return_step: false.into(),
            after_return: false.into(),
            to_other_privilege: false.into(),
            ordinary_step: false.into(),
        }
    }
}

impl Path {
    /// A packet without sync: its branches, and whether it reports a branch; its irdepth; and
    /// whether the address of the packet before may have been passed once more.
    pub fn packet(&self, branches: usize, reported: bool, depth: Option<usize>, tentative: bool) {
        self.branches.fetch_add(branches, Relaxed);
        self.reported.store(reported.into(), Relaxed);
        self.depths[0].store(self.depths[1].load(Relaxed), Relaxed);
        self.depths[1].store(depth.unwrap_or(NONE), Relaxed);
        let reached_by_path = !self.uninferable.load(Relaxed);
        self.to_later_arrival.store(tentative && reached_by_path, Relaxed);
        self.to_other_privilege.store(false, Relaxed);
        self.ordinary_step.store(false, Relaxed);
    }

    /// A sync packet, whose instruction may be a branch, with or without a change of privilege.
    pub fn sync(&self, restarts: bool, branch: bool, privilege: bool) {
        if restarts {
            self.branches.store(0, Relaxed);
        }
        self.packet(branch.into(), branch, None, false);
        self.to_other_privilege.store(privilege, Relaxed);
    }

    /// The instruction of a sync packet was reached: calls and returns before it do not count.
    pub fn synchronised(&self) {
        self.after_return.store(false, Relaxed);
    }

    /// True if the instruction just reached is not that of the F3/0, whatever its address.
    fn is_too_early(&self) -> bool {
        self.to_other_privilege.load(Relaxed) && self.ordinary_step.load(Relaxed)
    }

    /// How many implicit returns were taken until now.
    pub fn returns(&self) -> usize {
        self.returns.load(Relaxed)
    }

    /// True if the latest step is to be compared with a report in which ABSENT stands for irdepth.
    fn is_report_without_depth(&self) -> bool {
        !self.in_step.load(Relaxed) && self.depths[1].load(Relaxed) == ABSENT
    }

    /// True if an encoder that reports the instruction just reached, at this depth, sends no
    /// irdepth. At a branch the outcomes show which arrival is meant.
    fn sends_no_depth(&self, depth: usize) -> bool {
        let unreported = if self.return_step.load(Relaxed) {
            depth > 0
        } else {
            self.after_return.load(Relaxed)
        };
        !unreported || self.reported.load(Relaxed) > 0
    }

    /// True if the return that is being left, at this depth, is the one that failed.
    fn has_failed(&self, depth: usize) -> bool {
        if self.to_later_arrival.load(Relaxed) {
            self.depths[0].load(Relaxed) == depth
        } else {
            let all_used = self.branches.load(Relaxed) == self.reported.load(Relaxed);
            self.depths[1].load(Relaxed) == depth && all_used
        }
    }
}

/// What the crate knows of an instruction, corrected.
#[derive(Clone, Debug)]
pub struct Opcode {
    kind: Option<Kind>,
    word: u32,
    corrections: Corrections,
    path: Arc<Path>,
}

const URET: u32 = 0x0020_0073;
const MNRET: u32 = 0x7020_0073;
const DRET: u32 = 0x7b20_0073;
/// A register that no instruction loads.
const NO_REGISTER: u8 = 0xff;

impl Info for Opcode {
    type Register = u8;

    /// Asked in a step, it uses an outcome. Asked after it, it decides whether one outcome may be
    /// left where the path stops; an answer that does not fit what is left lets the path go on.
    fn branch_target(&self) -> Option<i16> {
        let (path, target) = (&self.path, self.kind.branch_target());
        let branches = path.branches.load(Relaxed);
        if path.in_step.load(Relaxed) {
            path.branches.store(branches.saturating_sub(target.is_some().into()), Relaxed);
            path.after_return.fetch_and(target.is_none(), Relaxed);
        } else if self.corrections.has(SYNC_COMPARES_PRIVILEGE) && path.is_too_early() {
            return (branches == 0).then_some(0);
        }
        target
    }

    /// The first question of each step.
    fn inferable_jump_target(&self) -> Option<i32> {
        self.path.in_step.store(true, Relaxed);
        self.path.ordinary_step.store(!self.is_return_from_trap(), Relaxed);
        self.path.uninferable.store(false, Relaxed);
        self.path.return_step.store(false, Relaxed);
        self.kind.inferable_jump_target()
    }

    /// Asked in a step for a sequentially inferable jump, and after it about the instruction that
    /// the step left.
    fn uninferable_jump_target(&self) -> Option<(u8, i16)> {
        let path = &self.path;
        if self.corrections.has(ARRIVAL_BY_STEP)
            && !path.in_step.load(Relaxed)
            && !path.uninferable.load(Relaxed)
        {
            return None;
        }
        let (mut register, mut offset) = self.kind.uninferable_jump_target()?;
        if self.corrections.has(RETURNS_NOT_SEQUENTIAL) && self.kind.is_return() {
            register = NO_REGISTER;
        }
        if self.corrections.has(JUMP_CLEARS_BIT_0) {
            offset &= !1; // the register is even after LUI, AUIPC and C.LUI
        }
        Some((register, offset))
    }

    fn upper_immediate(&self, pc: u64) -> Option<(u8, u64)> {
        self.kind.upper_immediate(pc)
    }

    fn is_return_from_trap(&self) -> bool {
        self.kind.is_return_from_trap()
            || self.corrections.has(ALL_TRAP_RETURNS) && matches!(self.word, URET | MNRET | DRET)
    }

    fn is_ecall_or_ebreak(&self) -> bool {
        self.kind.is_ecall_or_ebreak()
    }

    /// Asked in a step alone.
    fn is_call(&self) -> bool {
        let found = self.kind.is_call();
        self.path.after_return.fetch_and(!found, Relaxed);
        found
    }

    /// Asked in a step alone.
    fn is_return(&self) -> bool {
        let found = self.kind.is_return();
        self.path.after_return.fetch_or(found, Relaxed);
        found
    }

    /// Asked in a step that nothing else resolves.
    fn is_uninferable_discon(&self) -> bool {
        let found =
            self.is_uninferable_jump() || self.is_return_from_trap() || self.is_ecall_or_ebreak();
        self.path.uninferable.store(found, Relaxed);
        if found {
            self.path.to_later_arrival.store(false, Relaxed);
        }
        found
    }

    fn ignored() -> Self {
        Self { kind: None, word: 0, corrections: Corrections::default(), path: Arc::default() }
    }
}

/// The program for the crate.
pub struct Memory<'a> {
    image: &'a ProgramImage,
    corrections: Corrections,
    path: Arc<Path>,
}

impl<'a> Memory<'a> {
    /// The instructions of the image, corrected.
    pub fn new(image: &'a ProgramImage, corrections: Corrections) -> Self {
        Self { image, corrections, path: Arc::default() }
    }

    /// The memory of a tracer, which is to be built next by this thread; and its path.
    pub fn of_tracer(image: &'a ProgramImage, corrections: Corrections) -> (Self, Arc<Path>) {
        let memory = Self::new(image, corrections);
        let path = memory.path.clone();
        SHARED.set(Shared { stack: Rc::default(), path: path.clone(), corrections });
        (memory, path)
    }
}

/// True if the instruction at one address can lead to another one.
pub fn leads_to(image: &ProgramImage, address: u64, next: u64) -> bool {
    let found = Memory::new(image, Corrections::all()).get_insn(address);
    let Ok(Instruction { info: opcode, size }) = found else {
        return true;
    };
    let at = |offset: i64| address.wrapping_add_signed(offset) == next;
    if let Some(offset) = opcode.kind.inferable_jump_target() {
        return at(offset.into());
    }
    opcode.kind.uninferable_jump_target().is_some()
        || opcode.is_return_from_trap()
        || opcode.kind.branch_target().is_some_and(|offset| at(offset.into()))
        || at(size as i64)
}

/// The offset of the branch at an address, if there is one.
pub fn branch_offset(image: &ProgramImage, address: u64) -> Option<i16> {
    let found = Memory::new(image, Corrections::default()).get_insn(address);
    found.ok().and_then(|instruction| instruction.info.kind.branch_target())
}

impl Binary<Opcode> for Memory<'_> {
    type Error = ();

    fn get_insn(&mut self, address: u64) -> Result<Instruction<Opcode>, ()> {
        self.path.in_step.store(false, Relaxed);
        let set = if self.image.xlen == 32 { base::Set::Rv32I } else { base::Set::Rv64I };
        let bytes = self.image.bytes(address);
        let Some((found, _)) = Instruction::<Option<Kind>>::extract(bytes, &set) else {
            let covered = self.corrections.has(EPC_NOT_FETCHED);
            return if covered { Ok(Opcode::ignored().into_instruction()) } else { Err(()) };
        };
        let word = bytes.iter().take(4).rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
        let (corrections, path) = (self.corrections, self.path.clone());
        let info = Opcode { kind: found.info, word, corrections, path };
        Ok(Instruction { size: found.size, info })
    }
}

impl Opcode {
    fn into_instruction(self) -> Instruction<Self> {
        Instruction { size: Default::default(), info: self }
    }
}

thread_local! {
    /// What the stack of the next tracer shares: the crate offers no way to clear a stack.
    static SHARED: RefCell<Shared> = RefCell::default();
}

#[derive(Clone, Default)]
struct Shared {
    stack: Rc<RefCell<Option<VecStack>>>,
    path: Arc<Path>,
    corrections: Corrections,
}

/// The crate's stack, which sync packets can clear.
pub struct SharedStack(Shared);

impl SharedStack {
    /// Clears the stack of the tracer that this thread built last.
    pub fn clear_latest() {
        SHARED.with_borrow(|shared| {
            while shared.stack.borrow_mut().as_mut().is_some_and(|stack| stack.pop().is_some()) {}
        });
    }

    fn with<T>(&self, action: impl FnOnce(&mut VecStack) -> T, otherwise: T) -> T {
        self.0.stack.borrow_mut().as_mut().map_or(otherwise, action)
    }

    /// True if the depths are not the crate's to compare now.
    fn corrects(&self) -> bool {
        self.0.corrections.has(DEPTH_OF_ITS_RETURN) && self.0.path.in_step.load(Relaxed)
    }
}

impl ReturnStack for SharedStack {
    fn new(max_depth: usize) -> Option<Self> {
        let shared = SHARED.with_borrow(Clone::clone);
        *shared.stack.borrow_mut() = Some(VecStack::new(max_depth)?);
        Some(Self(shared))
    }

    fn push(&mut self, address: u64) {
        self.with(|stack| stack.push(address), ());
    }

    fn pop(&mut self) -> Option<u64> {
        if self.corrects() && self.0.path.has_failed(self.with(|stack| stack.depth(), 0)) {
            return None;
        }
        let popped = self.with(|stack| stack.pop(), None);
        self.0.path.returns.fetch_add(popped.is_some().into(), Relaxed);
        self.0.path.return_step.store(popped.is_some(), Relaxed);
        popped
    }

    /// Asked in a step, it decides whether a return failed. Asked after it, whether the path stops.
    fn depth(&self) -> usize {
        let (path, depth) = (&self.0.path, self.with(|stack| stack.depth(), 0));
        if self.corrects() {
            NONE
        } else if path.is_report_without_depth() && path.sends_no_depth(depth) {
            ABSENT
        } else {
            depth
        }
    }

    fn max_depth(&self) -> usize {
        self.with(|stack| stack.max_depth(), 0)
    }
}
