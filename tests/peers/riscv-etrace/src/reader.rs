// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//! The crate decodes a stream; what it finds is compared with what retired.

use std::fmt;
use std::num::NonZeroU8;
use std::sync::Arc;

use riscv_etrace::config::{AddressMode, Parameters};
use riscv_etrace::packet::payload::{AddressInfo, InstructionTrace, Payload};
use riscv_etrace::packet::sync::{self, QualStatus, Start, Support, Synchronization};
use riscv_etrace::packet::unit::{IOptions, NoOptions, PULP, PULPIOptions};
use riscv_etrace::packet::{self};
use riscv_etrace::tracer::{self, Tracer};
use riscv_etrace::types::Privilege;

use crate::corrections::{self, Corrections, Memory, Opcode, Path, SharedStack};
use crate::hart_rows::Event;
use crate::program_image::ProgramImage;

pub type Packet = InstructionTrace<PULPIOptions, NoOptions>;

/// Widths of the fields of a stream, as the configuration of rvt names them.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    pub parameters: Parameters,
    pub srcid_bits: u8,
    pub type_bits: u8,
    pub timestamp_bytes: u8,
}

impl Layout {
    /// A layout out of name=value pairs; a missing one is 0.
    pub fn new(value: impl Fn(&str) -> u8) -> Result<Self, String> {
        let width = |name: &str| NonZeroU8::new(value(name)).unwrap_or(NonZeroU8::MIN);
        let parameters = Parameters {
            iaddress_width_p: NonZeroU8::new(value("iaddress_width_p"))
                .ok_or("no address width")?,
            iaddress_lsb_p: value("iaddress_lsb_p"),
            ecause_width_p: width("ecause_width_p"),
            privilege_width_p: width("privilege_width_p"),
            nocontext_p: value("context_width_p") == 0,
            context_width_p: width("context_width_p"),
            notime_p: value("time_width_p") == 0,
            time_width_p: width("time_width_p"),
            cache_size_p: value("cache_size_p"),
            f0s_width_p: value("f0s_width_p"),
            return_stack_size_p: value("return_stack_size_p"),
            call_counter_size_p: value("call_counter_size_p"),
            sijump_p: value("sijump_p") != 0,
        };
        Ok(Self {
            parameters,
            srcid_bits: value("srcid_bits"),
            type_bits: value("type_bits"),
            timestamp_bytes: value("timestamp_bytes"),
        })
    }

    /// The width of an address in a packet.
    pub fn address_bits(&self) -> u8 {
        self.parameters.iaddress_width_p.get() - self.parameters.iaddress_lsb_p
    }

    /// What reads and writes packets of this layout.
    pub fn builder(&self) -> packet::Builder<PULP> {
        packet::builder()
            .with_params(&self.parameters)
            .for_unit(PULP)
            .with_hart_index_width(self.srcid_bits)
            .with_trace_type_width(self.type_bits)
            .with_timestamp_width(self.timestamp_bytes)
    }

    /// Reads payloads, one per line in hexadecimal.
    pub fn payloads(&self, text: &str) -> Result<Vec<Packet>, String> {
        let mut packets = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let bytes = (0..line.len() / 2)
                .map(|at| u8::from_str_radix(&line[2 * at..2 * at + 2], 16))
                .collect::<Result<Vec<u8>, _>>()
                .map_err(|error| format!("line {}: {error}", number + 1))?;
            let packet = self.builder().decoder(&bytes).decode_payload();
            packets.push(packet.map_err(|error| format!("packet {}: {error:?}", number + 1))?);
        }
        Ok(packets)
    }

    /// Reads encapsulated packets; null packets are skipped.
    pub fn encapsulated(&self, bytes: &[u8]) -> Result<Vec<Packet>, String> {
        let mut decoder = self.builder().decoder(bytes);
        let mut packets = Vec::new();
        while decoder.bytes_left() > 0 {
            let bad = |error| format!("packet {}: {error:?}", packets.len() + 1);
            let Some(normal) = decoder.decode_encap_packet().map_err(bad)?.into_normal() else {
                continue;
            };
            if let Payload::InstructionTrace(packet) = normal.decode_payload().map_err(bad)? {
                packets.push(packet);
            }
        }
        Ok(packets)
    }
}

/// Where the crate and the hart differ first.
#[derive(Clone, Debug, Default)]
pub struct Difference {
    /// index of the packet
    pub packet: usize,
    /// index of the first event that differs
    pub event: usize,
    /// index of the instruction of the latest F3/1 with thaddr 1, where all begins anew
    pub restart: usize,
    /// The path to it has implicit returns, or that of one of the two packets before it.
    pub returns: bool,
    pub text: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "packet {}, event {}: {}", self.packet + 1, self.event, self.text)
    }
}

/// The crate's decoder with some of its faults corrected.
pub struct Peer<'a> {
    tracer: Tracer<Memory<'a>, SharedStack, Opcode>,
    path: Arc<Path>,
    image: &'a ProgramImage,
    corrections: Corrections,
    mask: u64,
    address: u64,
    full: bool,
    privilege: Privilege,
    /// The latest packet but F3/2 has an address that may have been passed once more.
    tentative: bool,
    /// The packet is the first one of this comparison, though not of the stream.
    joining: bool,
}

impl<'a> Peer<'a> {
    /// A decoder at the start of a stream.
    pub fn new(
        layout: &Layout,
        image: &'a ProgramImage,
        corrections: Corrections,
    ) -> Result<Self, String> {
        let (memory, path) = Memory::of_tracer(image, corrections);
        let tracer = tracer::builder()
            .with_params(&layout.parameters)
            .with_binary(memory)
            .build()
            .map_err(|error| format!("{error:?}"))?;
        let width = layout.parameters.iaddress_width_p.get();
        Ok(Self {
            tracer,
            path,
            image,
            corrections,
            mask: u64::MAX >> (64 - width),
            address: 0,
            full: false,
            privilege: Privilege::default(),
            tentative: false,
            joining: false,
        })
    }

    /// The packet as a decoder without the corrected faults would see it. Some are not for the
    /// crate at all.
    fn correct(&mut self, packet: &Packet) -> Option<Packet> {
        let mut packet = *packet;
        match &mut packet {
            InstructionTrace::Branch(branch) => {
                let info = branch.address.as_mut();
                info.map(|info| self.correct_report(info));
            }
            InstructionTrace::Address(info) => self.correct_report(info),
            InstructionTrace::Synchronization(Synchronization::Start(start)) => {
                self.address = start.address;
            }
            InstructionTrace::Synchronization(Synchronization::Trap(trap)) => {
                self.address = trap.address;
            }
            InstructionTrace::Synchronization(Synchronization::Support(support)) => {
                self.full = support.ioptions.address_mode() == Some(AddressMode::Full);
            }
            InstructionTrace::Synchronization(Synchronization::Context(_)) => {
                if self.corrections.has(corrections::CONTEXT_KEEPS_STATE) {
                    return None;
                }
            }
            _ => (),
        }
        Some(packet)
    }

    fn correct_report(&mut self, info: &mut AddressInfo) {
        self.mask_address(&mut info.address);
        let returns = self.tracer.features().implicit_returns;
        if returns && self.corrections.has(corrections::ABSENT_DEPTH_DECIDES) {
            info.irdepth.get_or_insert(corrections::ABSENT);
        }
    }

    /// Gives an address field the value that leads to an address within the address width.
    fn mask_address(&mut self, field: &mut i64) {
        let base = if self.full { 0 } else { self.address };
        let address = base.wrapping_add_signed(*field) & self.mask;
        self.address = address;
        if self.corrections.has(corrections::ADDRESSES_MASKED) {
            *field = address.wrapping_sub(base) as i64;
        }
    }

    /// A support packet with the modes as they are.
    fn support(&self, qual_status: QualStatus) -> Packet {
        let features = self.tracer.features();
        let support = Support {
            ienable: true,
            encoder_mode: Default::default(),
            qual_status,
            ioptions: PULPIOptions {
                delta_address: !self.full,
                full_address: self.full,
                implicit_exception: false,
                sijump: features.sequentially_inferred_jumps,
                implicit_return: features.implicit_returns,
                branch_prediction: false,
                jump_target_cache: false,
            },
            denable: false,
            dloss: false,
            doptions: NoOptions,
        };
        Synchronization::Support(support).into()
    }

    /// Lets the crate begin at a trap handler as at the start of a trace.
    fn restart(&mut self, trap: &sync::Trap) -> Result<(), String> {
        let start = Start { branch: trap.branch, ctx: trap.ctx, address: trap.address };
        self.process(&self.support(QualStatus::EndedRep))?;
        self.process(&Synchronization::Start(start).into())
    }

    /// Lets the crate go on to the later arrival at the latest address, as before ended_ntr.
    fn go_on(
        &mut self,
        start: &Start,
        report: impl FnMut(Event, Option<u64>) -> Result<(), String>,
    ) -> Result<(), String> {
        self.process(&self.support(QualStatus::EndedNtr))?;
        self.items(report)?;
        self.process(&Synchronization::Context(start.ctx).into())?;
        self.items(|_, _| Ok(()))
    }

    /// Reports what the latest packet led to.
    fn items(
        &mut self,
        mut report: impl FnMut(Event, Option<u64>) -> Result<(), String>,
    ) -> Result<(), String> {
        for item in self.tracer.by_ref() {
            let item = item.map_err(|error| format!("{error:?}"))?;
            if item.instruction().is_some() {
                report(Event::Instruction(item.pc()), None)?;
            } else if let Some(info) = item.trap() {
                report(event_of(info), Some(item.pc()))?;
            }
        }
        Ok(())
    }

    fn process(&mut self, packet: &Packet) -> Result<(), String> {
        self.tracer.process_te_inst(packet).map_err(|error| format!("{error:?}"))
    }

    /// Keeps what the corrections need to know of a packet.
    fn follow(&mut self, packet: &Packet, tentative: bool) {
        let image = self.image;
        let is_branch = |address| corrections::branch_offset(image, address).is_some();
        match packet {
            InstructionTrace::Synchronization(sync) => match sync {
                Synchronization::Start(start) => {
                    let other = start.ctx.privilege != self.privilege;
                    self.path.sync(false, is_branch(start.address), other);
                    self.privilege = start.ctx.privilege;
                }
                Synchronization::Trap(trap) => {
                    if trap.thaddr {
                        self.path.sync(true, is_branch(trap.address), false);
                    }
                    self.privilege = trap.ctx.privilege;
                }
                _ => (),
            },
            _ => {
                let branches = match packet {
                    InstructionTrace::Branch(branch) => branch.branch_map.count(),
                    _ => 0,
                };
                let reported = packet.get_address_info().is_some() && is_branch(self.address);
                let depth = packet.implicit_return_depth();
                self.path.packet(branches.into(), reported, depth, tentative);
            }
        }
    }

    /// The packet if it is to be read when the comparison begins there: of those before, only the
    /// support packets, which give the modes.
    fn joins<'p>(&mut self, packet: &'p Packet, number: usize, from: Place) -> Option<&'p Packet> {
        let support =
            matches!(packet, InstructionTrace::Synchronization(Synchronization::Support(_)));
        self.joining = from.packet > 0 && number == from.packet;
        (number >= from.packet || support).then_some(packet)
    }

    /// Takes a packet and reports what it leads to; and the EPC of a trap, if it is known.
    pub fn take(
        &mut self,
        packet: &Packet,
        mut report: impl FnMut(Event, Option<u64>) -> Result<(), String>,
    ) -> Result<(), String> {
        if let InstructionTrace::Synchronization(Synchronization::Start(start)) = packet
            && self.tentative
            && self.corrections.has(corrections::LATE_SYNC_IS_LATER)
            && !corrections::leads_to(self.image, self.address, start.address)
        {
            self.go_on(start, &mut report)?;
        }
        let tentative = self.tentative;
        self.tentative = match packet {
            InstructionTrace::Synchronization(Synchronization::Context(_)) => self.tentative,
            _ => packet.get_address_info().is_some_and(|info| !info.updiscon && !info.notify),
        };
        let Some(packet) = self.correct(packet) else {
            return Ok(());
        };
        self.follow(&packet, tentative);
        let sync = match &packet {
            InstructionTrace::Synchronization(sync) => Some(*sync),
            _ => None,
        };
        match sync {
            Some(Synchronization::Trap(trap))
                if trap.thaddr
                    && (self.joining || self.corrections.has(corrections::TRAP_STARTS_MAP)) =>
            {
                report(event_of(&trap.info), None)?;
                self.restart(&trap)?;
            }
            _ => self.process(&packet)?,
        }
        self.items(report)?;
        let synchronises =
            matches!(sync, Some(Synchronization::Start(_) | Synchronization::Trap(_)));
        if synchronises {
            self.path.synchronised();
            if self.corrections.has(corrections::SYNC_CLEARS_STACK) {
                SharedStack::clear_latest();
            }
        }
        Ok(())
    }
}

/// A trap of the crate.
pub fn event_of(info: &riscv_etrace::types::trap::Info) -> Event {
    Event::Trap { cause: info.ecause, interrupt: info.is_interrupt(), tval: info.tval.unwrap_or(0) }
}

/// Where a comparison begins: indices of a packet and of the event that it reports first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    pub packet: usize,
    pub event: usize,
}

/// Decodes packets and compares with what retired, from the start or from a trap packet. A trap
/// after the last instruction has no packet of its own (AMB-049).
pub fn compare(
    layout: &Layout,
    image: &ProgramImage,
    packets: &[Packet],
    retired: &[Event],
    from: Place,
    corrections: Corrections,
) -> Result<(), Difference> {
    let (mut count, mut restart, mut marks) = (from.event, from.event, [0; 3]);
    let mut peer = Peer::new(layout, image, corrections)
        .map_err(|text| Difference { text, ..Default::default() })?;
    for (number, packet) in packets.iter().enumerate() {
        let Some(packet) = peer.joins(packet, number, from) else {
            continue;
        };
        if !matches!(packet, InstructionTrace::Synchronization(Synchronization::Context(_))) {
            marks = [marks[1], marks[2], peer.path.returns()];
        }
        let taken = peer.take(packet, |event, _| match retired.get(count) {
            Some(expected) if *expected == event => {
                count += 1;
                Ok(())
            }
            other => Err(format!("decoded {event:x?}, retired {other:x?}")),
        });
        taken.map_err(|text| Difference {
            packet: number,
            event: count,
            restart,
            returns: peer.path.returns() > marks[0],
            text,
        })?;
        if handler_of(packet).is_some() {
            restart = count.saturating_sub(1);
        }
    }
    match retired[count..].iter().find(|event| matches!(event, Event::Instruction(_))) {
        Some(event) => Err(Difference {
            packet: packets.len(),
            event: count,
            restart,
            returns: false,
            text: format!("not decoded: {event:x?}"),
        }),
        None => Ok(()),
    }
}

/// The fields of an F3/1, if a packet is one.
fn trap_of(packet: &Packet) -> Option<&sync::Trap> {
    match packet {
        InstructionTrace::Synchronization(Synchronization::Trap(trap)) => Some(trap),
        _ => None,
    }
}

/// The same, if it has the address of the handler.
fn handler_of(packet: &Packet) -> Option<&sync::Trap> {
    trap_of(packet).filter(|trap| trap.thaddr)
}

/// The first place after a packet at which a decoder can begin: an F3/1 with the address of the
/// handler. Every trap before it has its F3/1 as well.
pub fn next_place(packets: &[Packet], retired: &[Event], after: usize) -> Option<Place> {
    let mut numbered = packets.iter().enumerate();
    let packet = numbered.position(|(at, packet)| at > after && handler_of(packet).is_some())?;
    let traps = packets[..packet].iter().filter(|packet| trap_of(packet).is_some()).count();
    let mut places = (0..retired.len()).filter(|at| matches!(retired[*at], Event::Trap { .. }));
    Some(Place { packet, event: places.nth(traps)? })
}
