// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//! The crate's packets as fields with the names of the golden vectors, and back.

use riscv_etrace::packet::ext::{BranchCount, BranchKind, Extension, JumpTargetIndex};
use riscv_etrace::packet::payload::{AddressInfo, Branch, InstructionTrace};
use riscv_etrace::packet::sync::{Context, QualStatus, Start, Support, Synchronization, Trap};
use riscv_etrace::packet::unit::Unit;
use riscv_etrace::types::{branch, trap};

use crate::json::Value;
use crate::reader::Layout;
use crate::support_units::NamedUnit;

/// A te_inst of a unit.
pub type TeInst<U> = InstructionTrace<<U as Unit>::IOptions, <U as Unit>::DOptions>;

type Members = Vec<(&'static str, Value)>;

/// A full branch map, which is sent as branches 0.
const FULL: u64 = 31;

/// The fields of a packet.
pub fn fields_of<U: NamedUnit>(packet: &TeInst<U>, layout: &Layout) -> Value {
    let fields = Fields(layout);
    let (format, mut members) = match packet {
        InstructionTrace::Extension(extension) => (0u64, fields.extension(extension)),
        InstructionTrace::Branch(branch) => (1, fields.branch(branch)),
        InstructionTrace::Address(info) => (2, fields.report(info)),
        InstructionTrace::Synchronization(sync) => (3, fields.sync::<U>(sync)),
    };
    members.push(("format", format.into()));
    Value::object(members)
}

/// What makes members of packets of a layout.
struct Fields<'a>(&'a Layout);

impl Fields<'_> {
    /// An address as it is transmitted.
    fn address(&self, address: u64) -> Value {
        let (lsb, width) = (self.0.parameters.iaddress_lsb_p, self.0.address_bits());
        ((address >> lsb) & (u64::MAX >> (64 - width))).into()
    }

    fn irreport(&self, depth: Option<usize>) -> Members {
        let sent = depth.map_or(0, |depth| depth as u64);
        vec![("irreport", u64::from(depth.is_some()).into()), ("irdepth", sent.into())]
    }

    fn report(&self, info: &AddressInfo) -> Members {
        let mut members = self.irreport(info.irdepth);
        members.push(("address", self.address(info.address as u64)));
        members.push(("notify", u64::from(info.notify).into()));
        members.push(("updiscon", u64::from(info.updiscon).into()));
        members
    }

    fn extension(&self, extension: &Extension) -> Members {
        match extension {
            Extension::BranchCount(BranchCount { branch_count, kind }) => {
                let branch_fmt: u64 = match kind {
                    BranchKind::NoAddr => 0,
                    BranchKind::Addr(_) => 2,
                    BranchKind::AddrFail(_) => 3,
                };
                let mut members = kind.address_info().map_or(vec![], |info| self.report(info));
                members.push(("subformat", 0.into()));
                members.push(("branch_count", u64::from(*branch_count).into()));
                members.push(("branch_fmt", branch_fmt.into()));
                members
            }
            Extension::JumpTargetIndex(JumpTargetIndex { index, branch_map, irdepth }) => {
                let mut members = self.irreport(*irdepth);
                members.push(("subformat", 1.into()));
                members.push(("index", (*index as u64).into()));
                members.push(("branches", u64::from(branch_map.count()).into()));
                members.push(("branch_map", u64::from(branch_map.raw_map()).into()));
                members
            }
        }
    }

    fn branch(&self, branch: &Branch) -> Members {
        let count = branch.address.map_or(0, |_| branch.branch_map.count());
        let mut members = branch.address.map_or(vec![], |info| self.report(&info));
        members.push(("branches", u64::from(count).into()));
        members.push(("branch_map", u64::from(branch.branch_map.raw_map()).into()));
        members
    }

    fn context(&self, context: &Context) -> Members {
        vec![
            ("privilege", u64::from(u8::from(context.privilege)).into()),
            ("time", context.time.unwrap_or(0).into()),
            ("context", context.context.into()),
        ]
    }

    fn sync<U: NamedUnit>(
        &self,
        sync: &Synchronization<<U as Unit>::IOptions, <U as Unit>::DOptions>,
    ) -> Members {
        let mut members = sync.as_context().map_or(vec![], |context| self.context(context));
        let subformat: u64 = match sync {
            Synchronization::Start(start) => {
                members.push(("branch", u64::from(start.branch).into()));
                members.push(("address", self.address(start.address)));
                0
            }
            Synchronization::Trap(trap) => {
                members.push(("branch", u64::from(trap.branch).into()));
                members.push(("ecause", u64::from(trap.info.ecause).into()));
                members.push(("interrupt", u64::from(trap.info.is_interrupt()).into()));
                members.push(("thaddr", u64::from(trap.thaddr).into()));
                members.push(("address", self.address(trap.address)));
                members.extend(trap.info.tval.map(|tval| ("tval", tval.into())));
                1
            }
            Synchronization::Context(_) => 2,
            Synchronization::Support(support) => {
                members.push(("ienable", u64::from(support.ienable).into()));
                members.push(("encoder_mode", u64::from(u8::from(support.encoder_mode)).into()));
                let status = QUALIFICATION.iter().position(|one| *one == support.qual_status);
                members.push(("qual_status", (status.unwrap_or(0) as u64).into()));
                members.push(("denable", u64::from(support.denable).into()));
                members.push(("dloss", u64::from(support.dloss).into()));
                let named = U::names(&support.ioptions, &support.doptions);
                members.extend(named.into_iter().map(|(name, on)| (name, u64::from(on).into())));
                3
            }
        };
        members.push(("subformat", subformat.into()));
        members
    }
}

const QUALIFICATION: [QualStatus; 4] =
    [QualStatus::NoChange, QualStatus::EndedRep, QualStatus::TraceLost, QualStatus::EndedNtr];

/// The packet with these fields; none if the crate's types cannot hold one of them.
pub fn packet_of<U: NamedUnit>(fields: &Value, layout: &Layout) -> Option<TeInst<U>> {
    let given = Given { fields, layout };
    Some(match (given.number("format"), given.subformat()) {
        (0, 0) => given.branch_count()?.into(),
        (0, _) => given.jump_target_index()?.into(),
        (1, _) => given.branch()?.into(),
        (2, _) => given.report().into(),
        (3, 0) => {
            let (branch, ctx) = (given.is("branch"), given.context()?);
            Start { branch, ctx, address: given.address() as u64 }.into()
        }
        (3, 1) => given.trap()?.into(),
        (3, 2) => given.context()?.into(),
        (3, 3) => given.support::<U>()?.into(),
        _ => return None,
    })
}

/// The fields of a packet to write; those that are not given are 0.
struct Given<'a> {
    fields: &'a Value,
    layout: &'a Layout,
}

impl Given<'_> {
    fn number(&self, name: &str) -> u64 {
        self.fields.get(name).number().unwrap_or(0)
    }

    fn is(&self, name: &str) -> bool {
        self.number(name) != 0
    }

    /// Where format 0 has no field for it, the other fields tell.
    fn subformat(&self) -> u64 {
        let index = self.fields.get("index").number().is_some();
        self.fields.get("subformat").number().unwrap_or(index.into())
    }

    /// An address of the packet, with its sign. One that does not fit is left as it is.
    fn address(&self) -> i64 {
        let (sent, width) = (self.number("address"), self.layout.address_bits());
        let unused = 64 - u32::from(width);
        let fits = sent <= u64::MAX >> unused;
        let value = if fits { (sent << unused) as i64 >> unused } else { sent as i64 };
        value << self.layout.parameters.iaddress_lsb_p
    }

    fn irdepth(&self) -> Option<usize> {
        self.is("irreport").then(|| self.number("irdepth") as usize)
    }

    fn report(&self) -> AddressInfo {
        AddressInfo {
            address: self.address(),
            notify: self.is("notify"),
            updiscon: self.is("updiscon"),
            irdepth: self.irdepth(),
        }
    }

    /// A map of that many branches.
    fn map(&self, count: u64) -> Option<branch::Map> {
        let (sent, mut map) = (self.number("branch_map"), branch::Map::default());
        for at in 0..count {
            map.push_branch_taken(sent >> at & 1 == 0).ok()?;
        }
        (u64::from(map.raw_map()) == sent).then_some(map)
    }

    fn branch(&self) -> Option<Branch> {
        let count = self.number("branches");
        let address = (count > 0).then(|| self.report());
        let branch_map = self.map(if count > 0 { count } else { FULL })?;
        Some(Branch { branch_map, address })
    }

    fn branch_count(&self) -> Option<BranchCount> {
        let kind = match self.number("branch_fmt") {
            0 => BranchKind::NoAddr,
            2 => BranchKind::Addr(self.report()),
            3 => BranchKind::AddrFail(self.report()),
            _ => return None,
        };
        Some(BranchCount { branch_count: self.number("branch_count").try_into().ok()?, kind })
    }

    fn jump_target_index(&self) -> Option<JumpTargetIndex> {
        Some(JumpTargetIndex {
            index: self.number("index") as usize,
            branch_map: self.map(self.number("branches"))?,
            irdepth: self.irdepth(),
        })
    }

    fn context(&self) -> Option<Context> {
        let privilege = u8::try_from(self.number("privilege")).ok()?.try_into().ok()?;
        Some(Context {
            privilege,
            time: self.fields.get("time").number(),
            context: self.number("context"),
        })
    }

    fn trap(&self) -> Option<Trap> {
        let ecause = self.number("ecause").try_into().ok()?;
        let tval = (!self.is("interrupt")).then(|| self.number("tval"));
        Some(Trap {
            branch: self.is("branch"),
            ctx: self.context()?,
            thaddr: self.is("thaddr"),
            address: self.address() as u64,
            info: trap::Info { ecause, tval },
        })
    }

    fn support<U: NamedUnit>(
        &self,
    ) -> Option<Support<<U as Unit>::IOptions, <U as Unit>::DOptions>> {
        let (ioptions, doptions) = U::options(&|name| self.is(name));
        Some(Support {
            ienable: self.is("ienable"),
            encoder_mode: u8::try_from(self.number("encoder_mode")).ok()?.try_into().ok()?,
            qual_status: *QUALIFICATION.get(self.number("qual_status") as usize)?,
            ioptions,
            denable: self.is("denable"),
            dloss: self.is("dloss"),
            doptions,
        })
    }
}
