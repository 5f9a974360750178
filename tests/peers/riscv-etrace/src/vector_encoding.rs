// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//! The task of golden vectors that makes packets from rows, with the crate's generator.

use riscv_etrace::generator::error::Error;
use riscv_etrace::generator::hart2enc::{CType, IType};
use riscv_etrace::generator::step::{Kind, Step};
use riscv_etrace::generator::{self, Event as Request, Generator};
use riscv_etrace::instruction::Size;
use riscv_etrace::packet::encoder::Encode;
use riscv_etrace::packet::payload::{AddressInfo, Branch, InstructionTrace};
use riscv_etrace::packet::sync::{QualStatus, Synchronization};
use riscv_etrace::packet::unit::Unit;
use riscv_etrace::types::Context;
use riscv_etrace::types::trap::Info;

use crate::hart_rows::{self, Block, Event, SILENT};
use crate::json::Value;
use crate::packet_fields::TeInst;
use crate::support_units::NamedUnit;
use crate::vector_tasks::Task;
use crate::vectors::{Answer, Refusal, invalid, skip};
use crate::writer::{HartStep, SEQUENTIAL};

/// The trigger that asks for a packet.
const NOTIFY: u8 = 4;

/// Why the generator makes nothing: a mode that it does not have, or an error in its input.
fn refusal_of(error: Error) -> Refusal {
    match error {
        Error::UnsupportedFeature(name) => Refusal::Skip(name.to_string()),
        _ => invalid(error),
    }
}

/// Why the generator is not asked: rows that the encoder does not see; or what is wrong with the
/// rows, a reason that faults.yaml does not list.
fn skip_of(why: String) -> Refusal {
    Refusal::Skip(if why.ends_with(SILENT) { SILENT.to_string() } else { why })
}

/// Faults of the generator at the end of a trace that a request may ask to correct.
const END_WITH_FLAG: &str = "end-with-updiscon-flag";
const ENDED_NTR: &str = "ended-ntr-behind-other-packet";

/// Corrects the packets of the end: the reports, and the support packet behind them, which tells of
/// the last of all packets before it.
fn correct_end<U: NamedUnit>(packets: &mut [TeInst<U>], first: usize, names: &[&str]) {
    let Some((support, before)) = packets.split_last_mut() else {
        return;
    };
    let (mut behind_target, count) = (false, before.len());
    for packet in &mut before[first.min(count.saturating_sub(1))..] {
        behind_target = match packet {
            InstructionTrace::Address(info) => correct_report(info, names),
            InstructionTrace::Branch(Branch { address: Some(info), .. }) => {
                correct_report(info, names)
            }
            _ => false,
        };
    }
    if let InstructionTrace::Synchronization(Synchronization::Support(support)) = support
        && names.contains(&ENDED_NTR)
        && !behind_target
    {
        support.qual_status = QualStatus::EndedRep;
    }
}

/// True if the report may be that of the target of an uninferable discontinuity.
fn correct_report(info: &mut AddressInfo, names: &[&str]) -> bool {
    if names.contains(&END_WITH_FLAG) {
        info.updiscon = false;
    }
    !info.notify
}

/// Before which row tracing ends, if it does. Tracing has to begin with the first.
fn end_of(control: &Value) -> Result<Option<usize>, Refusal> {
    let word = |at: usize| control.list().get(at).map_or(&[][..], Value::list);
    let begins = matches!(word(0), [cycle, word] if cycle.number() == Some(0)
        && matches!(word.text(), "trace" | "trace_triggers"));
    match word(1) {
        [] if begins => Ok(None),
        [cycle, word] if begins && control.list().len() == 2 && word.text() == "off" => {
            Ok(cycle.number().map(|cycle| cycle as usize))
        }
        _ => skip("control registers"),
    }
}

/// The triggers of rows, as they are written.
fn triggers(tip: &str) -> impl Iterator<Item = &str> {
    let mut lines = tip.lines();
    let place = lines.next().and_then(|header| header.split(',').position(|one| one == "trigger"));
    lines.filter_map(move |line| line.split(',').nth(place?))
}

/// The steps of a block: what retires, and a trap.
fn steps_of(block: &Block, counts_instructions: bool) -> Result<Vec<HartStep>, Refusal> {
    let context =
        Context { privilege: block.privilege.try_into().map_err(invalid)?, context: block.context };
    let last = 2u64 << block.ilastsize;
    let bytes = if counts_instructions { last * block.halfwords } else { 2 * block.halfwords };
    let mut ctype = Some(CType::try_from(block.ctype).map_err(invalid)?);
    let mut step = |address, last_offset, kind| HartStep {
        address,
        last_offset,
        kind,
        ctype: ctype.take().unwrap_or_default(),
        context,
        time: block.time,
    };
    let mut steps = Vec::new();
    if bytes > 0 {
        let itype = IType::try_from(if block.is_trap() { 0 } else { block.itype });
        let size = if last == 2 { Size::Compressed } else { Size::Normal };
        let inferable = block.sijump && SEQUENTIAL.contains(&block.itype);
        let kind = Kind::from_hart(itype.map_err(invalid)?, 0, 0, size, true, inferable);
        steps.push(step(block.address, bytes.saturating_sub(last), kind));
    }
    if let Some(Event::Trap { cause, interrupt, tval }) = block.trap() {
        let info = Info { ecause: cause, tval: (!interrupt).then_some(tval) };
        let address = if interrupt { 0 } else { block.address + bytes };
        steps.push(step(address, 0, Kind::Trap { insn_size: None, info }));
    }
    Ok(steps)
}

impl<U> Task<'_, U>
where
    U: NamedUnit,
    for<'d> <U as Unit>::IOptions: Encode<'d, U> + Clone,
    for<'d> <U as Unit>::DOptions: Encode<'d, U> + Clone,
{
    /// encode: the packets of rows, while software does nothing but turn the encoder on and off.
    pub fn encode(&self, input: &Value, correct: &Value) -> Answer {
        let end = end_of(input.get("control"))?;
        let header = input.get("tip").text().lines().next().unwrap_or("");
        if header.split(',').any(|name| name == "cycle") {
            return skip("rows with pauses");
        }
        let mut rows = hart_rows::rows(input.get("tip").text(), "tip").map_err(skip_of)?;
        if triggers(input.get("tip").text()).any(|trigger| !matches!(trigger, "0" | "4")) {
            return skip("triggers but notify");
        }
        if end.is_some_and(|end| end < rows.len()) {
            return skip("rows without trace");
        }
        rows.retain(|row| !row.is_empty());
        let (ioptions, doptions) = U::options(&|name| self.has_mode(name));
        let mut generator: Generator<HartStep, _, _> =
            generator::builder().with_params(&self.parameters()).build().map_err(refusal_of)?;
        let support = generator.begin_qualification(ioptions, doptions).map_err(refusal_of)?;
        let mut packets = vec![support.into()];
        let one = self.config.get("parameters").get("retires_p").number() == Some(1);
        let later = rows.iter_mut().flat_map(|row| row.iter_mut().skip(1));
        later.for_each(|block| (block.ctype, block.trigger) = (0, 0)); // those of the first
        for block in rows.iter().flatten() {
            for step in steps_of(block, one)? {
                let notify = block.trigger & NOTIFY != 0 && !step.kind().is_exc_only();
                for packet in generator.process_step(step, notify.then_some(Request::Notify)) {
                    packets.push(packet.map_err(refusal_of)?);
                }
            }
        }
        if end.is_some() {
            let first = packets.len();
            for packet in generator.end_qualification(false) {
                packets.push(packet.map_err(refusal_of)?);
            }
            let names: Vec<&str> = correct.list().iter().map(Value::text).collect();
            correct_end::<U>(&mut packets, first, &names);
        }
        let mut found = Vec::new();
        for packet in &packets {
            let bytes = self.written(packet)?.get("bytes").clone();
            found.push(Value::object([("te_data", Value::Bool(false)), ("bytes", bytes)]));
        }
        Ok(Value::object([("packets", Value::List(found))]))
    }
}
