// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//! Answers the requests of the bundle of golden vectors with the crate (scripts/vectors/guide.md).
//!
//! What the crate does not have is answered with "skip"; what it has and does wrong is not. Beyond
//! the bundle, "correct" in a request of `decode` or `encode` names faults to correct.

use std::fmt::Debug;

use riscv_etrace::packet::encoder::Encode;
use riscv_etrace::packet::unit::{PULP, Reference, Unit};

use crate::corrections::Corrections;
use crate::json::Value;
use crate::reader::Layout;
use crate::support_units::{NamedUnit, WithJumps};
use crate::vector_tasks::Task;

/// No result.
pub enum Refusal {
    /// The crate does not have what is asked for.
    Skip(String),
    /// The crate refuses the input, and why.
    Invalid(String),
}

/// An object without its verdict if that is valid, or none.
pub type Answer = Result<Value, Refusal>;

/// The crate's error as the reason of a refusal.
pub fn invalid(error: impl Debug) -> Refusal {
    Refusal::Invalid(format!("{error:?}"))
}

/// What is answered with "skip", and why.
pub fn skip<T>(why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Skip(why.into()))
}

/// The answer to a request, as a line.
pub fn answer(line: &str) -> String {
    let answer = match Value::parse(line) {
        Ok(request) => respond(&request),
        Err(error) => Value::object([("error", error.as_str().into())]),
    };
    answer.to_string()
}

fn respond(request: &Value) -> Value {
    match Configuration::check(request).and_then(|configuration| configuration.answer(request)) {
        Ok(Value::Object(mut members)) => {
            if !members.iter().any(|(name, _)| name == "verdict") {
                members.push(("verdict".to_string(), "valid".into()));
            }
            Value::Object(members)
        }
        Ok(other) => other,
        Err(Refusal::Invalid(why)) => {
            Value::object([("verdict", "invalid".into()), ("why", why.as_str().into())])
        }
        Err(Refusal::Skip(why)) => Value::object([("skip", why.as_str().into())]),
    }
}

/// What the crate does. Its generator takes instructions, not blocks, and no control registers.
const TASKS: [&str; 7] = [
    "read-te_inst",
    "write-te_inst",
    "read-encap",
    "write-encap",
    "read-encap-stream",
    "decode",
    "encode",
];

/// What a configuration must have: for tasks with this word, section, name, values. The crate has
/// no other value, or reads an open text in this way alone; the first value is rvt's default.
const HAS: [(&str, &str, &str, &str); 37] = [
    ("", "dialect", "padding", "sign"),
    ("", "dialect", "flags", "relative"),
    ("", "dialect", "header", "standard"),
    ("encap", "encapsulation", "framing", "standard"),
    ("encap", "encapsulation", "type_inst", "0"),
    ("encap", "encapsulation", "type_data", "1"),
    ("encap", "encapsulation", "block_bytes", "0"),
    ("encap", "encapsulation", "unaligned", "false"),
    ("", "options", "implicit_exception", "false"),
    ("", "parameters", "notval_p", "false"),
    ("", "switches", "trap_layout", "thaddr"),
    ("", "switches", "addr_shift", "true"),
    ("encode", "options", "branch_prediction", "false"),
    ("encode", "options", "jump_target_cache", "false"),
    ("encode", "options", "data_trace", "false"),
    ("encode", "resync", "mode", "off"),
    ("encode", "switches", "chart", "v204"),
    ("encode", "switches", "ctype3", "report_last_then_f30|chart"),
    ("encode", "switches", "int_at_updiscon", "defer|thaddr0"),
    ("encode", "switches", "report_last_trap", "false"),
    ("encode", "switches", "trap_cause_sel", "chart204"),
    ("encode", "switches", "xret_sync", "on_priv_change"),
    ("encode", "switches", "notify_trig_enable", "false"),
    ("decode", "switches", "addr_extend", "zero"),
    ("", "switches", "ir_profile", "v2.0_irdepth"),
    ("decode", "switches", "ir_depth_at_mispredict", "before"),
    ("decode", "switches", "ir_sync_call", "counted"),
    ("decode", "switches", "ir_swap", "none"),
    ("code", "switches", "sijump_across_sync", "infer"),
    ("", "switches", "map_fill", "zero"),
    ("code", "switches", "updiscon_bit", "only_before_sync"),
    ("", "switches", "f0s1_irreport", "true"),
    ("", "switches", "bcount_min", "31"),
    ("decode", "switches", "bcount_max", "4294967295"),
    ("code", "switches", "final_repeat", "false"),
    ("decode", "switches", "ir_classes", "table"),
    ("decode", "switches", "zcm", "false"),
];

/// The layouts of the support packet that the crate has: those of the reference flow and of PULP.
const REFERENCE: &str = "ienable encoder_mode qual_status implicit_return implicit_exception \
                         full_address jump_target_cache branch_prediction denable dloss noaddr \
                         nodata full_daddress full_data";
const RV_TRACER: &str = "ienable encoder_mode qual_status jump_target_cache branch_prediction \
                         implicit_return sijump implicit_exception full_address delta_address";

/// What the crate has for a configuration.
struct Configuration<'a> {
    config: &'a Value,
    layout: Layout,
}

impl<'a> Configuration<'a> {
    /// The widths of the fields. Skips a configuration that the crate does not have.
    fn check(request: &'a Value) -> Result<Self, Refusal> {
        let (config, task) = (request.get("config"), request.get("task").text());
        if !TASKS.contains(&task) {
            return skip(format!("task {task}"));
        }
        if config.get("spec_profile").text() == "draft-0.026" {
            return skip("profile draft-0.026");
        }
        for (tasks, section, name, has) in HAS {
            let value = config.get(section).get(name);
            let shown = value.to_string();
            let shown = shown.trim_matches('"');
            if task.contains(tasks)
                && *value != Value::Null
                && !has.split('|').any(|one| one == shown)
            {
                return skip(format!("{name}: {shown}"));
            }
        }
        let parameters = config.get("parameters");
        let is = |name| parameters.get(name).number() == Some(1);
        let layout = Layout::new(|name| match name {
            "context_width_p" if is("nocontext_p") => 0,
            "time_width_p" if is("notime_p") => 0,
            _ => {
                let encapsulation = config.get("encapsulation").get(name).number();
                parameters.get(name).number().or(encapsulation).unwrap_or(0) as u8
            }
        });
        let layout = layout.map_err(Refusal::Skip)?;
        Ok(Self { config, layout })
    }

    /// Answers a request with the unit that has the layout of the support packet.
    fn answer(&self, request: &Value) -> Answer {
        let jumps = self.config.get("parameters").get("sijump_p").number() == Some(1);
        let own: Vec<&str> = self.config.get("support_layout").list().iter().map(name_of).collect();
        match (self.config.get("switches").get("support_layout").text(), own.join(" ").as_str()) {
            ("modes", _) if jumps => self.run(request, WithJumps),
            ("modes" | "refflow", _) | ("own", REFERENCE) => self.run(request, Reference),
            ("rv_tracer", _) | ("own", RV_TRACER) => self.run(request, PULP),
            (name, _) => skip(format!("support_layout: {name}")),
        }
    }

    fn run<U>(&self, request: &Value, unit: U) -> Answer
    where
        U: NamedUnit,
        for<'d> <U as Unit>::IOptions: Encode<'d, U> + Clone,
        for<'d> <U as Unit>::DOptions: Encode<'d, U> + Clone,
    {
        let compress = self.config.get("switches").get("compress").text();
        let builder = self.layout.builder().for_unit(unit).with_compression(compress != "none");
        let task = Task { config: self.config, layout: &self.layout, builder };
        let input = request.get("input");
        let task_name = request.get("task").text();
        let writes = task_name.starts_with("write") || task_name == "encode";
        if writes && !matches!(compress, "whole" | "none") {
            return skip(format!("compress: {compress}"));
        }
        match task_name {
            "read-te_inst" => task.read(input),
            "write-te_inst" => task.write(input),
            "read-encap" => task.read_encap(input),
            "write-encap" => task.write_encap(input.get("encap")),
            "read-encap-stream" => task.read_stream(input),
            "decode" if *request.get("correct") != Value::Null => {
                let names = request.get("correct").list().iter().map(Value::text);
                let set = Corrections::named(names).ok_or_else(|| invalid("no such correction"))?;
                task.decode_corrected(input, set)
            }
            "decode" => task.decode(input),
            _ => task.encode(input, request.get("correct")),
        }
    }
}

fn name_of(field: &Value) -> &str {
    field.list().first().map_or("", Value::text)
}
