// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//! The tasks of golden vectors with single packets, for configurations that the crate has.

use riscv_etrace::packet::encap::{self, Normal};
use riscv_etrace::packet::encoder::Encode;
use riscv_etrace::packet::payload::Payload;
use riscv_etrace::packet::unit::Unit;
use riscv_etrace::packet::{self};

use crate::json::Value;
use crate::packet_fields::{TeInst, fields_of, packet_of};
use crate::reader::Layout;
use crate::support_units::NamedUnit;
use crate::vectors::{Answer, Refusal, invalid, skip};

/// More bytes than any packet has.
const BUFFER: usize = 256;

/// The bytes of a text.
pub fn bytes_of(text: &str) -> Vec<u8> {
    let byte = |at| u8::from_str_radix(&text[at..at + 2], 16).unwrap_or(0);
    (0..text.len() / 2).map(|at| byte(2 * at)).collect()
}

fn hexadecimal(bytes: &[u8]) -> Value {
    Value::Text(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The tasks with packets of a unit, for a configuration.
pub struct Task<'a, U> {
    pub config: &'a Value,
    pub layout: &'a Layout,
    pub builder: packet::Builder<U>,
}

impl<U: NamedUnit> Task<'_, U> {
    /// Reads a payload.
    pub fn packet(&self, bytes: &[u8]) -> Result<TeInst<U>, Refusal> {
        self.builder.decoder(bytes).decode_payload().map_err(invalid)
    }
}

impl<U> Task<'_, U>
where
    U: NamedUnit,
    for<'d> <U as Unit>::IOptions: Encode<'d, U>,
    for<'d> <U as Unit>::DOptions: Encode<'d, U>,
{
    /// read-te_inst: the fields of a payload.
    pub fn read(&self, input: &Value) -> Answer {
        let packet = self.packet(&bytes_of(input.get("bytes").text()))?;
        Ok(Value::object([("packet", fields_of::<U>(&packet, self.layout))]))
    }

    /// write-te_inst: the bytes of a payload.
    pub fn write(&self, input: &Value) -> Answer {
        let packet = packet_of::<U>(input.get("packet"), self.layout);
        self.written(&packet.ok_or_else(|| invalid("no field of the crate"))?)
    }

    /// An item as bytes.
    pub fn written(&self, item: &impl for<'d> Encode<'d, U>) -> Answer {
        let mut buffer = [0; BUFFER];
        let mut encoder = self.builder.encoder(&mut buffer);
        encoder.encode(item).map_err(invalid)?;
        let size = BUFFER - encoder.uncommitted();
        Ok(Value::object([("bytes", hexadecimal(&buffer[..size]))]))
    }

    /// read-encap: the header and the payload of an encapsulated packet.
    pub fn read_encap(&self, input: &Value) -> Answer {
        let bytes = bytes_of(input.get("bytes").text());
        let mut decoder = self.builder.decoder(&bytes);
        let packet = decoder.decode_encap_packet().map_err(invalid)?;
        let mut header = vec![("flow", u64::from(packet.flow()).into())];
        let null = |kind: &str, extend: u64, mut header: Vec<(&str, Value)>| {
            header.extend([("length", 0.into()), ("extend", extend.into())]);
            Value::object([("kind", kind.into()), ("encapsulation", Value::object(header))])
        };
        let normal = match packet {
            encap::Packet::NullIdle { .. } => return Ok(null("null_idle", 0, header)),
            encap::Packet::NullAlign { .. } => return Ok(null("null_alignment", 1, header)),
            encap::Packet::Normal(normal) => normal,
        };
        // The crate does not tell the length; it follows from the bytes that it takes.
        let prefix = 1 + self.layout.srcid_bits / 8 + self.layout.timestamp_bytes;
        let length = bytes.len() - decoder.bytes_left() - usize::from(prefix);
        header.push(("length", (length as u64).into()));
        header.push(("extend", u64::from(normal.timestamp().is_some()).into()));
        header.push(("srcID", u64::from(normal.src_id()).into()));
        header.extend(normal.timestamp().map(|time| ("timestamp", time.into())));
        let mut members = vec![("kind", "normal".into())];
        let kind: u64 = match normal.decode_payload() {
            Ok(Payload::InstructionTrace(packet)) => {
                members.push(("packet", fields_of::<U>(&packet, self.layout)));
                0
            }
            Ok(Payload::DataTrace) => 1,
            Err(packet::Error::UnknownTraceType(kind)) => kind.into(),
            Err(error) => return Err(invalid(error)),
        };
        header.push(("type", kind.into()));
        members.push(("encapsulation", Value::object(header)));
        Ok(Value::object(members))
    }

    /// write-encap: the bytes of an encapsulated packet. The crate writes no payload but the
    /// packets that it knows.
    pub fn write_encap(&self, fields: &Value) -> Answer {
        let number = |name| fields.get(name).number().unwrap_or(0);
        if number("type") != 0 {
            return skip("a payload of data trace, which the crate does not write");
        }
        let payload = sign_extended(bytes_of(fields.get("payload").text()), number("bits"));
        let Ok(packet) = self.packet(&payload) else {
            return skip("a payload that is no te_inst");
        };
        if *self.written(&packet)?.get("bytes") != hexadecimal(&payload) {
            return skip("a payload that the crate cannot hold as a te_inst");
        }
        let flow = number("flow").try_into().map_err(invalid)?;
        let srcid = number("srcid").try_into().map_err(invalid)?;
        let mut normal = Normal::new(flow, srcid, Payload::InstructionTrace(packet));
        if number("extend") != 0 {
            normal = normal.with_timestamp(number("timestamp"));
        }
        self.written(&normal)
    }

    /// read-encap-stream: the packets that follow one another, each with its position.
    pub fn read_stream(&self, input: &Value) -> Answer {
        if ["enter", "enter_bit"].iter().any(|name| *input.get(name) != Value::Null) {
            return skip("a stream that is entered anywhere");
        }
        let bytes = bytes_of(input.get("parse").text());
        let (mut decoder, mut packets) = (self.builder.decoder(&bytes), Vec::new());
        let mut verdict = "valid";
        while decoder.bytes_left() > 0 {
            let start = bytes.len() - decoder.bytes_left();
            let Ok(packet) = decoder.decode_encap_packet() else {
                verdict = "invalid";
                break;
            };
            let end = bytes.len() - decoder.bytes_left();
            if !packet.is_null() {
                let place = (start as u64).into();
                packets.push(Value::List(vec![place, hexadecimal(&bytes[start..end])]));
            }
        }
        Ok(Value::object([("verdict", verdict.into()), ("packets", Value::List(packets))]))
    }
}

/// A payload of so many bits, its last byte filled with the last bit.
fn sign_extended(mut bytes: Vec<u8>, bits: u64) -> Vec<u8> {
    let unused = bytes.len() as u32 * 8 - bits as u32;
    if let Some(last) = bytes.last_mut() {
        *last = ((*last << unused) as i8 >> unused) as u8;
    }
    bytes
}
