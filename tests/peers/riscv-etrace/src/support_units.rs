// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//! Layouts of the support packet: the crate's units that golden vectors use, and one of ours for
//! the layout of the reference flow with a bit for sequentially inferable jumps.

use riscv_etrace::config::AddressMode;
use riscv_etrace::packet::decoder::{Decode, Decoder};
use riscv_etrace::packet::encoder::{Encode, Encoder};
use riscv_etrace::packet::error::Error;
use riscv_etrace::packet::sync::QualStatus;
use riscv_etrace::packet::unit::{
    IOptions, NoOptions, PULP, PULPIOptions, Reference, ReferenceDOptions, ReferenceIOptions, Unit,
};

/// Names of options, and whether they are on.
pub type Named = Vec<(&'static str, bool)>;

/// A unit whose options have the names of the golden vectors.
pub trait NamedUnit: Unit<Self> + Copy + Sized {
    /// The options of a packet.
    fn names(i: &Self::IOptions, d: &Self::DOptions) -> Named;
    /// The options for a packet.
    fn options(is: &dyn Fn(&str) -> bool) -> (Self::IOptions, Self::DOptions);
}

fn reference_options(is: &dyn Fn(&str) -> bool) -> (ReferenceIOptions, ReferenceDOptions) {
    let ioptions = ReferenceIOptions {
        implicit_return: is("implicit_return"),
        implicit_exception: is("implicit_exception"),
        full_address: is("full_address"),
        jump_target_cache: is("jump_target_cache"),
        branch_prediction: is("branch_prediction"),
    };
    let doptions = ReferenceDOptions {
        no_address: is("noaddr"),
        no_data: is("nodata"),
        full_address: is("full_daddress"),
        full_data: is("full_data"),
    };
    (ioptions, doptions)
}

fn reference_names(i: &ReferenceIOptions, d: &ReferenceDOptions) -> Named {
    vec![
        ("implicit_return", i.implicit_return),
        ("implicit_exception", i.implicit_exception),
        ("full_address", i.full_address),
        ("jump_target_cache", i.jump_target_cache),
        ("branch_prediction", i.branch_prediction),
        ("noaddr", d.no_address),
        ("nodata", d.no_data),
        ("full_daddress", d.full_address),
        ("full_data", d.full_data),
    ]
}

impl NamedUnit for Reference {
    fn names(i: &Self::IOptions, d: &Self::DOptions) -> Named {
        reference_names(i, d)
    }

    fn options(is: &dyn Fn(&str) -> bool) -> (Self::IOptions, Self::DOptions) {
        reference_options(is)
    }
}

impl NamedUnit for PULP {
    fn names(i: &Self::IOptions, _: &Self::DOptions) -> Named {
        vec![
            ("jump_target_cache", i.jump_target_cache),
            ("branch_prediction", i.branch_prediction),
            ("implicit_return", i.implicit_return),
            ("sijump", i.sijump),
            ("implicit_exception", i.implicit_exception),
            ("full_address", i.full_address),
            ("delta_address", i.delta_address),
        ]
    }

    fn options(is: &dyn Fn(&str) -> bool) -> (Self::IOptions, Self::DOptions) {
        let ioptions = PULPIOptions {
            delta_address: is("delta_address"),
            full_address: is("full_address"),
            implicit_exception: is("implicit_exception"),
            sijump: is("sijump"),
            implicit_return: is("implicit_return"),
            branch_prediction: is("branch_prediction"),
            jump_target_cache: is("jump_target_cache"),
        };
        (ioptions, NoOptions)
    }
}

/// The unit of the reference flow with one more option: sequentially inferable jumps.
#[derive(Clone, Copy, Debug)]
pub struct WithJumps;

/// Its options.
#[derive(Clone, Copy, Debug)]
pub struct WithJumpsIOptions {
    reference: ReferenceIOptions,
    sijump: bool,
}

const PAIRS: [QualStatus; 4] =
    [QualStatus::NoChange, QualStatus::EndedRep, QualStatus::TraceLost, QualStatus::EndedNtr];

/// Two bits, which the crate reads and writes for others only as a qual_status.
fn pair<U>(decoder: &mut Decoder<U>) -> Result<[bool; 2], Error> {
    let found = QualStatus::decode(decoder)?;
    let bits = PAIRS.iter().position(|one| *one == found).unwrap_or(0);
    Ok([bits & 1 != 0, bits & 2 != 0])
}

fn write_pair<U>(encoder: &mut Encoder<U>, bits: [bool; 2]) -> Result<(), Error> {
    encoder.encode(&PAIRS[usize::from(bits[0]) + 2 * usize::from(bits[1])])
}

impl<U> Unit<U> for WithJumps {
    type IOptions = WithJumpsIOptions;
    type DOptions = ReferenceDOptions;

    fn encoder_mode_width(&self) -> u8 {
        Unit::<U>::encoder_mode_width(&Reference)
    }

    fn decode_ioptions(decoder: &mut Decoder<U>) -> Result<Self::IOptions, Error> {
        let [implicit_return, implicit_exception] = pair(decoder)?;
        let [full_address, jump_target_cache] = pair(decoder)?;
        let [branch_prediction, sijump] = pair(decoder)?;
        let reference = ReferenceIOptions {
            implicit_return,
            implicit_exception,
            full_address,
            jump_target_cache,
            branch_prediction,
        };
        Ok(WithJumpsIOptions { reference, sijump })
    }

    fn decode_doptions(decoder: &mut Decoder<U>) -> Result<Self::DOptions, Error> {
        decoder.decode()
    }
}

impl<'d, U> Encode<'d, U> for WithJumpsIOptions {
    fn encode(&self, encoder: &mut Encoder<'d, U>) -> Result<(), Error> {
        let options = &self.reference;
        write_pair(encoder, [options.implicit_return, options.implicit_exception])?;
        write_pair(encoder, [options.full_address, options.jump_target_cache])?;
        write_pair(encoder, [options.branch_prediction, self.sijump])
    }
}

impl IOptions for WithJumpsIOptions {
    fn address_mode(&self) -> Option<AddressMode> {
        self.reference.address_mode()
    }

    fn sequentially_inferred_jumps(&self) -> Option<bool> {
        Some(self.sijump)
    }

    fn implicit_return(&self) -> Option<bool> {
        self.reference.implicit_return()
    }

    fn implicit_exception(&self) -> Option<bool> {
        self.reference.implicit_exception()
    }

    fn branch_prediction(&self) -> Option<bool> {
        self.reference.branch_prediction()
    }

    fn jump_target_cache(&self) -> Option<bool> {
        self.reference.jump_target_cache()
    }
}

impl NamedUnit for WithJumps {
    fn names(i: &Self::IOptions, d: &Self::DOptions) -> Named {
        let mut named = reference_names(&i.reference, d);
        named.push(("sijump", i.sijump));
        named
    }

    fn options(is: &dyn Fn(&str) -> bool) -> (Self::IOptions, Self::DOptions) {
        let (reference, doptions) = reference_options(is);
        (WithJumpsIOptions { reference, sijump: is("sijump") }, doptions)
    }
}
