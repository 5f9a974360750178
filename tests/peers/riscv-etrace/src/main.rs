// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//! Compares the crate riscv-etrace with streams of rvt, and writes streams with its generator.
//!
//! Reads jobs from standard input, one per line, as words KEY=VALUE:
//!
//!   job=read tip=FILE elf=FILE stream=FILE form=hex|encap marked=0|1 PARAMETER=NUMBER...
//!
//! The crate decodes a stream; marked: the encoder warned that no decoder can follow it everywhere.
//! Answer: `ok AGREED PACKETS LEFT FAULTS`: how many instructions and traps agree; the packets; how
//! many instructions and traps stand between a fault that nothing corrects and the next trap; and
//! the known faults. Or `differs TEXT`.
//!
//!   job=write tip=FILE elf=FILE stream=FILE form=hex|encap full_address=0|1 notify=N
//!     PARAMETER=NUMBER...
//!
//! The generator writes the stream, with a notification every N instructions, 0: never. Answer:
//! `ok EVENTS PACKETS 0 FAULTS`.
//!
//!   job=list tip=FILE elf=FILE listing=FILE addresses_of_traps=0|1
//!
//! Compares what `rvt decode` printed with what retired; addresses_of_traps: the stream reports
//! some as instructions. Answer: `ok EVENTS 0 0 FAULTS`.
//!
//! FAULTS are known ones, with commas between them; `-`: none. Any other answer is a difference.
//!
//! With the argument `vectors` it answers requests of the bundle of golden vectors instead.

mod corrections;
mod hart_rows;
mod json;
mod packet_fields;
mod program_image;
mod reader;
mod support_units;
mod vector_decoding;
mod vector_encoding;
mod vector_tasks;
mod vectors;
mod writer;

use std::collections::{BTreeSet, HashMap};
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use corrections::{Corrections, NAMED};
use hart_rows::{Block, Event};
use program_image::ProgramImage;
use reader::{Difference, Layout, Place};
use riscv_etrace::packet::unit::PULPIOptions;
use writer::Drive;

/// The program and trace of the latest job; the next one often has the same.
#[derive(Default)]
struct Cache {
    names: (String, String),
    loaded: Option<(ProgramImage, Vec<Block>, Vec<Event>)>,
}

type Job<'a> = HashMap<&'a str, &'a str>;

fn field<'a>(job: &Job<'a>, name: &str) -> Result<&'a str, String> {
    job.get(name).copied().ok_or_else(|| format!("no {name}"))
}

impl Cache {
    fn load(&mut self, job: &Job) -> Result<&(ProgramImage, Vec<Block>, Vec<Event>), String> {
        let names = (field(job, "tip")?.to_string(), field(job, "elf")?.to_string());
        if self.names != names || self.loaded.is_none() {
            let image = ProgramImage::load(&names.1)?;
            let blocks = hart_rows::load(&names.0)?;
            let events = hart_rows::events(&blocks, &image)?;
            self.loaded = Some((image, blocks, events));
            self.names = names;
        }
        self.loaded.as_ref().ok_or_else(|| "nothing loaded".to_string())
    }
}

fn layout_of(job: &Job) -> Result<Layout, String> {
    Layout::new(|name| job.get(name).and_then(|value| value.parse().ok()).unwrap_or(0))
}

/// True if a branch to itself is taken in these events.
fn loops_on_branch(image: &ProgramImage, events: &[Event]) -> bool {
    events.windows(2).any(|pair| match pair[0] {
        Event::Instruction(address) => {
            pair[0] == pair[1] && corrections::branch_offset(image, address) == Some(0)
        }
        Event::Trap { .. } => false,
    })
}

/// Why nothing after a difference can be compared, where that is known.
fn limit(
    first: &Difference,
    image: &ProgramImage,
    events: &[Event],
    marked: bool,
) -> Option<&'static str> {
    let around = &events[first.restart..events.len().min(first.event + 1)];
    if loops_on_branch(image, around) {
        Some("branch-to-itself")
    } else if first.returns {
        Some("position-after-implicit-returns")
    } else if marked {
        Some("marked-by-encoder")
    } else {
        None
    }
}

/// The smallest set of corrections with which the crate agrees: those that cannot be left out.
fn read(job: &Job, cache: &mut Cache) -> Result<String, String> {
    let layout = layout_of(job)?;
    let stream = field(job, "stream")?;
    let bytes = std::fs::read(stream).map_err(|error| format!("{stream}: {error}"))?;
    let packets = match field(job, "form")? {
        "encap" => layout.encapsulated(&bytes)?,
        _ => layout.payloads(std::str::from_utf8(&bytes).map_err(|error| error.to_string())?)?,
    };
    let (image, _, events) = cache.load(job)?;
    let marked = field(job, "marked")? != "0";
    let compare = |set| agreement(&layout, image, &packets, events, marked, set);
    let as_it_is = compare(Corrections::default());
    let mut best = as_it_is.clone();
    let mut needed = Corrections::default();
    if as_it_is.first.is_some() || !as_it_is.limits.is_empty() {
        needed = Corrections::all();
        best = compare(needed);
        if let Some(first) = best.first {
            let before = as_it_is.first.map_or(String::new(), |first| first.to_string());
            return Ok(format!("differs {first}; uncorrected: {before}"));
        }
        for (_, one) in NAMED {
            let fewer = compare(needed.without(one));
            if fewer.agreed == best.agreed && fewer.first.is_none() {
                needed = needed.without(one);
            }
        }
    }
    let names = best.limits.iter().copied().chain(needed.names());
    let left = events.len() - best.agreed;
    Ok(format!("ok {} {} {left} {}", best.agreed, packets.len(), joined(names)))
}

/// Names with commas between them, `-` for none.
fn joined(names: impl IntoIterator<Item = &'static str>) -> String {
    let names: Vec<_> = names.into_iter().collect();
    if names.is_empty() { "-".to_string() } else { names.join(",") }
}

/// What agrees with some corrections.
#[derive(Clone, Default)]
struct Agreement {
    /// number of events
    agreed: usize,
    /// the known faults behind which the comparison had to begin anew
    limits: BTreeSet<&'static str>,
    /// the first difference without such a reason
    first: Option<Difference>,
}

/// Compares the whole stream: after a fault that nothing corrects, from the next trap on.
fn agreement(
    layout: &Layout,
    image: &ProgramImage,
    packets: &[reader::Packet],
    events: &[Event],
    marked: bool,
    set: Corrections,
) -> Agreement {
    let (mut found, mut from) = (Agreement::default(), Place::default());
    loop {
        let Err(first) = reader::compare(layout, image, packets, events, from, set) else {
            found.agreed += events.len() - from.event;
            return found;
        };
        found.agreed += first.event - from.event;
        let Some(name) = limit(&first, image, events, marked) else {
            found.first = Some(first);
            return found;
        };
        found.limits.insert(name);
        let Some(next) = reader::next_place(packets, events, first.packet.max(from.packet)) else {
            return found;
        };
        from = next;
    }
}

fn number(job: &Job, name: &str) -> usize {
    job.get(name).and_then(|value| value.parse().ok()).unwrap_or(0)
}

/// Lets the crate's generator write the stream.
fn write(job: &Job, cache: &mut Cache) -> Result<String, String> {
    let layout = layout_of(job)?;
    let (image, blocks, events) = cache.load(job)?;
    let full_address = number(job, "full_address") != 0;
    let options = PULPIOptions {
        delta_address: !full_address,
        full_address,
        implicit_exception: false,
        sijump: layout.parameters.sijump_p,
        implicit_return: false,
        branch_prediction: false,
        jump_target_cache: false,
    };
    let drive = Drive { options, notify: number(job, "notify") };
    let made = writer::generate(blocks, image, &layout, &drive)?;
    let srcid = number(job, "srcid") as u16;
    let bytes = writer::write(&made.packets, &layout, srcid, field(job, "form")? == "encap")?;
    let stream = field(job, "stream")?;
    std::fs::write(stream, bytes).map_err(|error| format!("{stream}: {error}"))?;
    let faults = joined(
        [(made.sync_at_trap, "sync-at-trap"), (made.end_at_trap, "end-at-trap")]
            .into_iter()
            .filter_map(|(shows, name)| shows.then_some(name)),
    );
    Ok(format!("ok {} {} 0 {faults}", events.len(), made.packets.len()))
}

/// Compares a listing with what retired.
fn list(job: &Job, cache: &mut Cache) -> Result<String, String> {
    let path = field(job, "listing")?;
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let (_, _, events) = cache.load(job)?;
    let faults = writer::list(&text, events, number(job, "addresses_of_traps") != 0)?;
    Ok(format!("ok {} 0 0 {}", events.len(), joined(faults)))
}

fn run(line: &str, cache: &mut Cache) -> Result<String, String> {
    let job: Job = line.split_whitespace().filter_map(|word| word.split_once('=')).collect();
    match field(&job, "job")? {
        "read" => read(&job, cache),
        "write" => write(&job, cache),
        "list" => list(&job, cache),
        other => Err(format!("unknown job {other}")),
    }
}

/// The answer where there is none.
fn failed(error: &str, of_vectors: bool) -> String {
    if of_vectors { format!("{{\"error\": \"{error}\"}}") } else { format!("error {error}") }
}

fn main() -> io::Result<()> {
    let of_vectors = std::env::args().nth(1).as_deref() == Some("vectors");
    let (mut cache, mut output) = (Cache::default(), io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let line = line?;
        let answer = catch_unwind(AssertUnwindSafe(|| {
            if of_vectors { Ok(vectors::answer(&line)) } else { run(&line, &mut cache) }
        }))
        .unwrap_or_else(|_| Err("panicked".to_string()))
        .unwrap_or_else(|error| failed(&error, of_vectors));
        writeln!(output, "{}", answer.replace('\n', " "))?;
    }
    Ok(())
}
