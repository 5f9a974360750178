// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//! The task of golden vectors that follows a program, as the crate is and with faults corrected.

use std::fmt::Debug;

use riscv_etrace::binary;
use riscv_etrace::config::{AddressMode, Parameters};
use riscv_etrace::instruction::{Instruction, Kind, base};
use riscv_etrace::packet::payload::InstructionTrace;
use riscv_etrace::packet::sync::{QualStatus, Support, Synchronization};
use riscv_etrace::packet::unit::{NoOptions, PULP};
use riscv_etrace::tracer::{self, Item, Tracer, error};
use riscv_etrace::types::stack::VecStack;

use crate::corrections::Corrections;
use crate::hart_rows::Event;
use crate::json::Value;
use crate::packet_fields::TeInst;
use crate::program_image::ProgramImage;
use crate::reader::{Layout, Packet, Peer, event_of};
use crate::support_units::NamedUnit;
use crate::vector_tasks::{Task, bytes_of};
use crate::vectors::{Answer, Refusal, invalid, skip};

/// Instructions for one packet, unless the request has a limit.
const STEPS: usize = 1 << 16;

type Program = binary::basic::SimpleMap<Vec<(u64, Instruction)>, Option<Kind>>;

impl<U: NamedUnit> Task<'_, U> {
    /// True if the configuration has a mode.
    pub fn has_mode(&self, name: &str) -> bool {
        let options = self.config.get("options");
        let is = |name| options.get(name).number() == Some(1);
        match name {
            "sijump" => is("sequentially_inferred_jumps"),
            "delta_address" => !is("full_address"),
            _ => is(name),
        }
    }

    /// The parameters, with the mode in which a tracer begins.
    pub fn parameters(&self) -> Parameters {
        Parameters { sijump_p: self.has_mode("sijump"), ..self.layout.parameters }
    }

    fn xlen(&self) -> u8 {
        if self.layout.parameters.iaddress_width_p.get() > 32 { 64 } else { 32 }
    }

    /// decode: what payloads report of a program.
    pub fn decode(&self, input: &Value) -> Answer {
        let mut tracer = self.tracer(input.get("program"))?;
        let limit = input.get("step_limit").number().unwrap_or(STEPS as u64);
        let mut listing = Vec::new();
        for payload in input.get("payloads").list() {
            let packet = self.packet(&bytes_of(payload.text()))?;
            tracer.process_te_inst(&packet).map_err(refusal_of)?;
            let mut steps = 0;
            for item in tracer.by_ref() {
                let item = item.map_err(refusal_of)?;
                steps += u64::from(item.instruction().is_some());
                if steps > limit {
                    return Err(invalid("too many instructions"));
                }
                listing.extend(line_of(&item).map(Value::Text));
            }
        }
        Ok(Value::object([("listing", Value::List(listing))]))
    }

    /// decode, with some faults corrected.
    pub fn decode_corrected(&self, input: &Value, corrections: Corrections) -> Answer {
        let image = ProgramImage::of_instructions(self.xlen(), instructions(input.get("program")));
        let layout = Layout { parameters: self.parameters(), ..*self.layout };
        let mut peer = Peer::new(&layout, &image, corrections).map_err(invalid)?;
        let mut listing = Vec::new();
        let mut take = |packet: &Packet| {
            peer.take(packet, |event, epc| {
                listing.push(Value::Text(line_of_event(event, epc)));
                if listing.len() > STEPS {
                    Err("too many instructions".to_string())
                } else {
                    Ok(())
                }
            })
        };
        take(&self.modes()).map_err(Refusal::Invalid)?;
        for payload in input.get("payloads").list() {
            let packet = self.packet(&bytes_of(payload.text()))?;
            take(&self.with_pulp_modes(&packet)).map_err(Refusal::Invalid)?;
        }
        Ok(Value::object([("listing", Value::List(listing))]))
    }

    /// The modes of the configuration as a support packet.
    fn modes(&self) -> Packet {
        let support = Support {
            ienable: true,
            encoder_mode: Default::default(),
            qual_status: QualStatus::NoChange,
            ioptions: PULP::options(&|name| self.has_mode(name)).0,
            denable: false,
            dloss: false,
            doptions: NoOptions,
        };
        Synchronization::Support(support).into()
    }

    /// A packet of this unit as one of the unit for which there are corrections.
    fn with_pulp_modes(&self, packet: &TeInst<U>) -> Packet {
        let support = match packet {
            InstructionTrace::Extension(packet) => return (*packet).into(),
            InstructionTrace::Branch(packet) => return (*packet).into(),
            InstructionTrace::Address(packet) => return (*packet).into(),
            InstructionTrace::Synchronization(sync) => match sync {
                Synchronization::Start(packet) => return (*packet).into(),
                Synchronization::Trap(packet) => return (*packet).into(),
                Synchronization::Context(packet) => return (*packet).into(),
                Synchronization::Support(support) => support,
            },
        };
        let named = U::names(&support.ioptions, &support.doptions);
        let is = |name: &str| match named.iter().find(|(known, _)| *known == name) {
            Some((_, on)) => *on,
            None if name == "delta_address" => !named.contains(&("full_address", true)),
            None => self.has_mode(name),
        };
        let support = Support {
            ienable: support.ienable,
            encoder_mode: support.encoder_mode,
            qual_status: support.qual_status,
            ioptions: PULP::options(&is).0,
            denable: support.denable,
            dloss: support.dloss,
            doptions: NoOptions,
        };
        Synchronization::Support(support).into()
    }

    /// A tracer in the modes of the configuration.
    fn tracer(&self, program: &Value) -> Result<Tracer<Program, VecStack>, Refusal> {
        for (name, words) in
            [("jump_target_cache", "jump target cache"), ("branch_prediction", "branch prediction")]
        {
            if self.has_mode(name) {
                return skip(words);
            }
        }
        let set = if self.xlen() > 32 { base::Set::Rv64I } else { base::Set::Rv32I };
        let mut code: Vec<(u64, Instruction)> = instructions(program)
            .iter()
            .filter_map(|(address, bytes)| Some((*address, Instruction::extract(bytes, &set)?.0)))
            .collect();
        code.sort_by_key(|(address, _)| *address);
        tracer::builder()
            .with_params(&self.parameters())
            .with_address_mode(AddressMode::from_full(self.has_mode("full_address")))
            .with_implicit_return(self.has_mode("implicit_return"))
            .with_binary(binary::from_sorted_map(code).ok_or_else(|| invalid("unsorted"))?)
            .build()
            .map_err(refusal_of)
    }
}

/// The instructions of a program by address.
fn instructions(program: &Value) -> Vec<(u64, Vec<u8>)> {
    let one = |one: &Value| Some((one.get("address").number()?, bytes_of(one.get("bytes").text())));
    program.list().iter().filter_map(one).collect()
}

/// Why the crate gives no result: a mode that it does not have, or an error in its input.
fn refusal_of<E: Debug>(error: error::Error<E>) -> Refusal {
    match error {
        error::Error::UnsupportedFeature(name) => Refusal::Skip(name.to_string()),
        _ => invalid(error),
    }
}

/// An item as a line of a listing; none for a context.
fn line_of(item: &Item) -> Option<String> {
    if item.instruction().is_some() {
        return Some(line_of_event(Event::Instruction(item.pc()), None));
    }
    Some(line_of_event(event_of(item.trap()?), Some(item.pc())))
}

/// An event as a line of a listing; epc: that of a trap, if it is known.
fn line_of_event(event: Event, epc: Option<u64>) -> String {
    match event {
        Event::Instruction(address) => format!("{address:x}"),
        Event::Trap { cause, interrupt, tval } => {
            let known = epc.filter(|_| !interrupt);
            let epc = known.map_or("?".to_string(), |epc| format!("{epc:x}"));
            let interrupt = u8::from(interrupt);
            format!("# trap cause={cause} interrupt={interrupt} epc={epc} tval={tval:x}")
        }
    }
}
