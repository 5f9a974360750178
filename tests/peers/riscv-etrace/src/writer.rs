// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//! The crate's generator makes packets from what retired, and a listing of `rvt decode` is compared
//! with what retired.

use std::collections::BTreeSet;

use riscv_etrace::generator::hart2enc::{CType, IType};
use riscv_etrace::generator::step::{Kind, Step};
use riscv_etrace::generator::{self, Event as Request, Generator};
use riscv_etrace::instruction::Size;
use riscv_etrace::packet::encap::{self, Normal};
use riscv_etrace::packet::payload::{InstructionTrace, Payload};
use riscv_etrace::packet::sync::Synchronization;
use riscv_etrace::packet::unit::{NoOptions, PULPIOptions};
use riscv_etrace::types::Context;
use riscv_etrace::types::trap::Info;

use crate::hart_rows::{Block, Event};
use crate::program_image::ProgramImage;
use crate::reader::{Layout, Packet};

/// One instruction, a block of them, or one trap.
#[derive(Clone, Debug)]
pub struct HartStep {
    pub address: u64,
    /// from the address to the last instruction
    pub last_offset: u64,
    pub kind: Kind,
    pub ctype: CType,
    pub context: Context,
    pub time: u64,
}

impl Step for HartStep {
    fn address(&self) -> u64 {
        self.address
    }

    fn last_offset(&self) -> u64 {
        self.last_offset
    }

    fn kind(&self) -> Kind {
        self.kind
    }

    fn ctype(&self) -> CType {
        self.ctype
    }

    fn context(&self) -> Context {
        self.context
    }

    fn timestamp(&self) -> Option<u64> {
        Some(self.time)
    }
}

fn size_of(image: &ProgramImage, address: u64) -> Size {
    if image.length(address) == Some(2) { Size::Compressed } else { Size::Normal }
}

/// Jumps to which sijump applies: uninferable ones that are no function returns.
pub const SEQUENTIAL: [u8; 5] = [6, 8, 10, 12, 14];

/// The steps of a block: its instructions, one by one, and its trap. The generator takes whole
/// blocks as well, but puts the branch at the end of a block into a packet that reports its start.
fn steps_of(block: &Block, image: &ProgramImage) -> Result<Vec<HartStep>, String> {
    let unknown = |what: &str, value: u8| format!("{what} {value} is unknown to the crate");
    let privilege = block.privilege.try_into().map_err(|value| unknown("privilege", value))?;
    let context = Context { privilege, context: block.context };
    let ctype = CType::try_from(block.ctype).map_err(|value| unknown("ctype", value))?;
    let step = |address, kind, ctype| HartStep {
        address,
        last_offset: 0,
        kind,
        ctype,
        context,
        time: block.time,
    };
    let addresses = block.addresses(image)?;
    let itype = if block.is_trap() { 0 } else { block.itype };
    let itype = IType::try_from(itype).map_err(|value| unknown("itype", value))?;
    let mut steps = Vec::new();
    let mut ctype = Some(ctype);
    let mut take = || ctype.take().unwrap_or_default();
    if let Some((last, others)) = addresses.split_last() {
        let inferable = block.sijump && SEQUENTIAL.contains(&block.itype);
        let kind = Kind::from_hart(itype, 0, 0, size_of(image, *last), true, inferable);
        for address in others {
            let kind = Kind::Retirement { insn_size: size_of(image, *address) };
            steps.push(step(*address, kind, take()));
        }
        steps.push(step(*last, kind, take()));
    }
    if let Some(Event::Trap { cause, interrupt, tval }) = block.trap() {
        let info = Info { ecause: cause, tval: (!interrupt).then_some(tval) };
        let address = match addresses.last() {
            _ if interrupt => 0,
            Some(last) => last + u64::from(size_of(image, *last)),
            None => block.address,
        };
        steps.push(step(address, Kind::Trap { insn_size: None, info }, take()));
    }
    Ok(steps)
}

/// How the generator is driven.
pub struct Drive {
    pub options: PULPIOptions,
    /// Steps between notifications, 0: none. Synchronisations are not requested: the chart reports
    /// nothing before them, so that no decoder can follow them into a loop (AMB-109).
    pub notify: usize,
}

/// Packets of the generator, with their times.
#[derive(Default)]
pub struct Generated {
    pub packets: Vec<(Packet, u64)>,
    /// An F3/0 stands where nothing retired, with an address that is that of no instruction.
    pub sync_at_trap: bool,
    /// The last packet reports the address of a trap as an instruction.
    pub end_at_trap: bool,
}

/// The packets that the crate generates.
pub fn generate(
    blocks: &[Block],
    image: &ProgramImage,
    layout: &Layout,
    drive: &Drive,
) -> Result<Generated, String> {
    let text = |error| format!("generator: {error:?}");
    let mut generator: Generator<HartStep, PULPIOptions, NoOptions> =
        generator::builder().with_params(&layout.parameters).build().map_err(text)?;
    let support = generator.begin_qualification(drive.options, NoOptions).map_err(text)?;
    let mut made = Generated { packets: vec![(support.into(), 0)], ..Default::default() };
    let (mut count, mut time, mut at_trap) = (0, 0, false);
    for block in blocks {
        for step in steps_of(block, image)? {
            let retires = !step.kind.is_exc_only();
            count += usize::from(retires);
            let due = retires && drive.notify != 0 && count % drive.notify == 0;
            let request = due.then_some(Request::Notify);
            time = step.time;
            // The packets are those of the step before.
            for packet in generator.process_step(step, request) {
                let packet = packet.map_err(text)?;
                made.sync_at_trap |= at_trap && is_start(&packet);
                made.packets.push((packet, time));
            }
            at_trap = !retires;
        }
    }
    for packet in generator.end_qualification(false) {
        let packet = packet.map_err(text)?;
        made.sync_at_trap |= at_trap && is_start(&packet);
        made.end_at_trap |= at_trap && packet.get_address_info().is_some();
        made.packets.push((packet, time));
    }
    Ok(made)
}

fn is_start(packet: &Packet) -> bool {
    matches!(packet, InstructionTrace::Synchronization(Synchronization::Start(_)))
}

/// The stream of packets: encapsulated bytes, or lines of payloads.
pub fn write(
    packets: &[(Packet, u64)],
    layout: &Layout,
    srcid: u16,
    encapsulated: bool,
) -> Result<Vec<u8>, String> {
    let mut stream = Vec::new();
    for (packet, time) in packets {
        let mut buffer = [0; 64];
        let mut encoder = layout.builder().encoder(&mut buffer);
        let done = if encapsulated {
            let normal = Normal::new(0, srcid, Payload::from(*packet));
            let stamp = time & ((1 << (8 * layout.timestamp_bytes)) - 1);
            encoder.encode(&encap::Packet::from(normal.with_timestamp(stamp)))
        } else {
            encoder.encode(packet)
        };
        done.map_err(|error| format!("packet encoder: {error:?}"))?;
        let rest = encoder.uncommitted();
        let bytes = &buffer[..buffer.len() - rest];
        if encapsulated {
            stream.extend_from_slice(bytes);
        } else {
            stream.extend(bytes.iter().flat_map(|byte| format!("{byte:02x}").into_bytes()));
            stream.push(b'\n');
        }
    }
    Ok(stream)
}

/// Compares a listing of `rvt decode` with what retired. Returns the known faults of the generator
/// that show, or the first difference.
pub fn list(
    text: &str,
    retired: &[Event],
    addresses_of_traps: bool,
) -> Result<BTreeSet<&'static str>, String> {
    let (mut expected, mut faults, mut latest) = (retired.iter(), BTreeSet::new(), None);
    for (number, line) in text.lines().enumerate() {
        let found = event_of(line).ok_or_else(|| format!("line {}: {line}", number + 1))?;
        let event = expected.clone().next().copied();
        if Some(found) == event {
            expected.next();
        } else if matches!(found, Event::Trap { .. }) && latest == Some(found) {
            faults.insert("trap-reported-twice");
        } else if addresses_of_traps
            && matches!((found, event), (Event::Instruction(_), Some(Event::Trap { .. })))
        {
            continue; // reported where nothing retired
        } else {
            return Err(format!("line {}: decoded {line}, retired {event:x?}", number + 1));
        }
        latest = Some(found);
    }
    match expected.find(|event| matches!(event, Event::Instruction(_))) {
        Some(left) => Err(format!("not decoded: {left:x?}")),
        None => Ok(faults),
    }
}

/// The event that a line of a listing stands for: an address, or
/// `# trap cause=N interrupt=N epc=HEX tval=HEX`.
fn event_of(line: &str) -> Option<Event> {
    let Some(trap) = line.strip_prefix("# trap ") else {
        return u64::from_str_radix(line, 16).ok().map(Event::Instruction);
    };
    let value = |name: &str| trap.split(' ').find_map(|word| word.strip_prefix(name));
    Some(Event::Trap {
        cause: value("cause=")?.parse().ok()?,
        interrupt: value("interrupt=")? == "1",
        tval: u64::from_str_radix(value("tval=")?, 16).ok()?,
    })
}
