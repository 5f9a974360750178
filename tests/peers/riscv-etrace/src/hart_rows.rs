// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//! What retired: the rows of a tip trace (docs/files.md), and the instructions and traps in them.

use std::collections::HashMap;
use std::fs;

use crate::program_image::ProgramImage;

/// One retired instruction, or one trap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    Instruction(u64),
    Trap { cause: u16, interrupt: bool, tval: u64 },
}

/// One block of one row.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    pub itype: u8,
    pub cause: u16,
    pub tval: u64,
    pub privilege: u8,
    pub context: u64,
    pub time: u64,
    pub ctype: u8,
    pub address: u64,
    pub halfwords: u64,
    /// size of the last instruction: 2^ilastsize half-words
    pub ilastsize: u8,
    pub sijump: bool,
    /// that of the row
    pub trigger: u8,
}

const EXCEPTION: u8 = 1;
const INTERRUPT: u8 = 2;

impl Block {
    /// True if the block ends with an exception or interrupt.
    pub fn is_trap(&self) -> bool {
        matches!(self.itype, EXCEPTION | INTERRUPT)
    }

    /// The trap at the end of the block.
    pub fn trap(&self) -> Option<Event> {
        self.is_trap().then_some(Event::Trap {
            cause: self.cause,
            interrupt: self.itype == INTERRUPT,
            tval: if self.itype == INTERRUPT { 0 } else { self.tval },
        })
    }

    /// The addresses of the instructions of the block.
    pub fn addresses(&self, image: &ProgramImage) -> Result<Vec<u64>, String> {
        let (mut address, end) = (self.address, self.address + 2 * self.halfwords);
        let mut found = Vec::new();
        while address < end {
            found.push(address);
            address += image
                .length(address)
                .ok_or_else(|| format!("{address:x} retired, but is not in the program"))?;
        }
        if address == end {
            Ok(found)
        } else {
            Err(format!("the block at {:x} does not end with an instruction", self.address))
        }
    }
}

/// Reads the blocks of a tip trace, oldest first. Triggers are refused: the traces of the
/// comparison have none.
pub fn load(path: &str) -> Result<Vec<Block>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let blocks: Vec<Block> = rows(&text, path)?.into_iter().flatten().collect();
    match blocks.iter().find(|block| block.trigger != 0) {
        Some(block) => Err(format!("{path}: a trigger at {:x}", block.address)),
        None => Ok(blocks),
    }
}

/// Why a trace is refused that has rows which the encoder does not see.
pub const SILENT: &str = "rows halted, in reset or lost";

/// The blocks of each row. Rows that the encoder does not see (halted, reset, lost) are refused.
pub fn rows(text: &str, path: &str) -> Result<Vec<Vec<Block>>, String> {
    let mut lines = text.lines().enumerate();
    let (_, header) = lines.next().ok_or_else(|| format!("{path}: empty"))?;
    let columns: HashMap<&str, usize> =
        header.split(',').enumerate().map(|(index, name)| (name, index)).collect();
    let place = |name: &str| columns.get(name).copied();
    let required = |name: &str| place(name).ok_or_else(|| format!("{path}: no column {name}"));
    let common = (required("cause")?, required("tval")?, required("priv")?);
    let (context, time, ctype) = (place("context"), place("time"), place("ctype"));
    let trigger = place("trigger");
    let silent: Vec<usize> = ["halted", "reset", "lost"].into_iter().filter_map(place).collect();
    let groups = (0..)
        .map_while(|index| {
            let group = |name: &str| place(&format!("{name}_{index}"));
            let sizes = (group("iretire")?, group("ilastsize"));
            Some((group("itype")?, group("iaddr")?, sizes, group("sijump")))
        })
        .collect::<Vec<_>>();
    let mut rows = Vec::new();
    for (line, row) in lines {
        let fields: Vec<&str> = row.split(',').collect();
        let bad = || format!("{path}:{}: not a row", line + 1);
        let number = |at: usize, radix: u32| {
            fields.get(at).and_then(|field| u64::from_str_radix(field, radix).ok()).ok_or_else(bad)
        };
        let optional = |at: Option<usize>, radix: u32| at.map_or(Ok(0), |at| number(at, radix));
        for at in &silent {
            if number(*at, 10)? != 0 {
                return Err(format!("{path}:{}: {SILENT}", line + 1));
            }
        }
        let mut blocks = Vec::new();
        for (itype, address, (halfwords, ilastsize), sijump) in &groups {
            let block = Block {
                itype: number(*itype, 10)? as u8,
                cause: number(common.0, 10)? as u16,
                tval: number(common.1, 16)?,
                privilege: number(common.2, 10)? as u8,
                context: optional(context, 16)?,
                time: optional(time, 16)?,
                ctype: optional(ctype, 10)? as u8,
                address: number(*address, 16)?,
                halfwords: number(*halfwords, 10)?,
                ilastsize: optional(*ilastsize, 10)? as u8,
                sijump: optional(*sijump, 10)? != 0,
                trigger: optional(trigger, 10)? as u8,
            };
            if block.halfwords != 0 || block.itype != 0 {
                blocks.push(block);
            }
        }
        rows.push(blocks);
    }
    Ok(rows)
}

/// What retired, in order.
pub fn events(blocks: &[Block], image: &ProgramImage) -> Result<Vec<Event>, String> {
    let mut events = Vec::new();
    for block in blocks {
        events.extend(block.addresses(image)?.into_iter().map(Event::Instruction));
        events.extend(block.trap());
    }
    Ok(events)
}
