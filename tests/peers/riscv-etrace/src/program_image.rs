// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//! The program: the loaded segments of an ELF file.

use std::fs;

/// Bytes of the program by address.
pub struct ProgramImage {
    segments: Vec<(u64, Vec<u8>)>,
    /// 32 or 64
    pub xlen: u8,
}

const LOADED: u64 = 1;

fn number(bytes: &[u8], at: usize, size: usize) -> Option<u64> {
    let field = bytes.get(at..at.checked_add(size)?)?;
    Some(field.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte)))
}

fn segments_of(bytes: &[u8]) -> Option<(u8, Vec<(u64, Vec<u8>)>)> {
    if bytes.get(0..4)? != b"\x7fELF" {
        return None;
    }
    let wide = *bytes.get(4)? == 2;
    // Places of the fields in the file header and in a program header: 64 bits, 32 bits.
    let place = |wide_at: usize, narrow_at: usize| if wide { wide_at } else { narrow_at };
    let word = place(8, 4);
    let table = number(bytes, place(0x20, 0x1c), word)? as usize;
    let size = number(bytes, place(0x36, 0x2a), 2)? as usize;
    let count = number(bytes, place(0x38, 0x2c), 2)? as usize;
    let mut segments = Vec::new();
    for at in (0..count).map(|index| table + index * size) {
        if number(bytes, at, 4)? != LOADED {
            continue;
        }
        let offset = number(bytes, at + place(8, 4), word)? as usize;
        let address = number(bytes, at + place(16, 8), word)?;
        let length = number(bytes, at + place(32, 16), word)? as usize;
        segments.push((address, bytes.get(offset..offset.checked_add(length)?)?.to_vec()));
    }
    Some((if wide { 64 } else { 32 }, segments))
}

impl ProgramImage {
    /// Reads a file.
    pub fn load(path: &str) -> Result<Self, String> {
        let bytes = fs::read(path).map_err(|error| format!("{path}: {error}"))?;
        let (xlen, segments) =
            segments_of(&bytes).ok_or_else(|| format!("{path}: not a readable ELF file"))?;
        Ok(Self { segments, xlen })
    }

    /// The image of single instructions, each a segment.
    pub fn of_instructions(xlen: u8, instructions: Vec<(u64, Vec<u8>)>) -> Self {
        Self { segments: instructions, xlen }
    }

    /// The bytes from an address to the end of its segment; none if the address is in no segment.
    pub fn bytes(&self, address: u64) -> &[u8] {
        self.segments
            .iter()
            .find_map(|(start, bytes)| {
                let offset = usize::try_from(address.checked_sub(*start)?).ok()?;
                bytes.get(offset..).filter(|rest| rest.len() >= 2)
            })
            .unwrap_or(&[])
    }

    /// Length in bytes of the instruction at an address, by its lowest bits.
    pub fn length(&self, address: u64) -> Option<u64> {
        self.bytes(address).first().map(|low| if low & 3 == 3 { 4 } else { 2 })
    }
}
