//! The fields of the registers, by name: for reports of single samples and for comparing with perf.

use crate::cpu::Traits;
use crate::payload::{FetchRegisters, OpRegisters};

/// A register with named fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Register {
    /// `IBS_FETCH_CTL`.
    FetchCtl,
    /// `IBS_FETCH_CTL_EXTD`.
    FetchExtended,
    /// `IBS_OP_CTL`.
    OpCtl,
    /// `IBS_OP_DATA`.
    OpData,
    /// `IBS_OP_DATA2`.
    OpData2,
    /// `IBS_OP_DATA3`.
    OpData3,
    /// `IBS_OP_DATA4`.
    OpData4,
}

/// Some bits of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The register that has it.
    pub register: Register,
    /// The name in AMD's manuals, without prefix.
    pub name: &'static str,
    /// Its lowest bit.
    pub low: u32,
    /// The number of bits.
    pub width: u32,
    /// The traits that a processor must have for the field to exist.
    pub requires: Traits,
    /// The traits that the processor must not have.
    pub excludes: Traits,
}

impl Field {
    /// Returns whether the field exists with these traits.
    #[must_use]
    pub fn exists(&self, traits: Traits) -> bool {
        traits.contains(self.requires) && !traits.intersects(self.excludes)
    }

    /// Returns the field's value in a register.
    #[must_use]
    pub fn of(&self, register: u64) -> u64 {
        register >> self.low & (u64::MAX >> (64 - self.width))
    }
}

const fn field(register: Register, name: &'static str, low: u32, width: u32) -> Field {
    Field { register, name, low, width, requires: Traits::empty(), excludes: Traits::empty() }
}

impl Field {
    const fn requires(self, requires: Traits) -> Self {
        Self { requires, ..self }
    }

    const fn excludes(self, excludes: Traits) -> Self {
        Self { excludes, ..self }
    }
}

use Register::{FetchCtl, FetchExtended, OpCtl, OpData, OpData2, OpData3, OpData4};

/// All fields, by register and from the lowest bit.
pub const FIELDS: &[Field] = &[
    field(FetchCtl, "MaxCnt", 0, 16),
    field(FetchCtl, "Cnt", 16, 16),
    field(FetchCtl, "FetchLat", 32, 16),
    field(FetchCtl, "En", 48, 1),
    field(FetchCtl, "Val", 49, 1),
    field(FetchCtl, "Comp", 50, 1),
    field(FetchCtl, "IcMiss", 51, 1).requires(Traits::IC_MISS),
    field(FetchCtl, "PhyAddrValid", 52, 1),
    field(FetchCtl, "L1TlbPgSz", 53, 2),
    field(FetchCtl, "L1TlbMiss", 55, 1),
    field(FetchCtl, "L2TlbMiss", 56, 1),
    field(FetchCtl, "RandEn", 57, 1),
    field(FetchCtl, "L2Miss", 58, 1).requires(Traits::FETCH_L2_MISS),
    field(FetchCtl, "L3MissOnly", 59, 1).requires(Traits::L3_MISS_ONLY),
    field(FetchCtl, "OcMiss", 60, 1).requires(Traits::FETCH_L3_MISS),
    field(FetchCtl, "L3Miss", 61, 1).requires(Traits::FETCH_L3_MISS),
    field(FetchExtended, "ItlbRefillLat", 0, 16).requires(Traits::ITLB_REFILL),
    field(OpCtl, "MaxCnt", 0, 16),
    field(OpCtl, "L3MissOnly", 16, 1).requires(Traits::L3_MISS_ONLY),
    field(OpCtl, "En", 17, 1),
    field(OpCtl, "Val", 18, 1),
    field(OpCtl, "CntCtl", 19, 1).requires(Traits::COUNT_CONTROL),
    field(OpCtl, "MaxCntExt", 20, 7).requires(Traits::LONG_COUNT),
    field(OpCtl, "CurCnt", 32, 20).excludes(Traits::LONG_CURRENT_COUNT),
    field(OpCtl, "CurCnt", 32, 27).requires(Traits::LONG_CURRENT_COUNT),
    field(OpCtl, "LdLatThrsh", 59, 4).requires(Traits::LOAD_LATENCY_FILTER),
    field(OpCtl, "LdLatEn", 63, 1).requires(Traits::LOAD_LATENCY_FILTER),
    field(OpData, "CompToRet", 0, 16),
    field(OpData, "TagToRet", 16, 16),
    field(OpData, "BrnResync", 32, 1).requires(Traits::RESYNC),
    field(OpData, "MispReturn", 33, 1).requires(Traits::RESYNC),
    field(OpData, "Return", 34, 1),
    field(OpData, "BrnTaken", 35, 1),
    field(OpData, "BrnMisp", 36, 1),
    field(OpData, "BrnRet", 37, 1),
    field(OpData, "RipInvalid", 38, 1).requires(Traits::RIP_INVALID),
    field(OpData, "BrnFuse", 39, 1).requires(Traits::BRANCH_FUSION),
    field(OpData, "Microcode", 40, 1).requires(Traits::MICROCODE),
    field(OpData2, "DataSrc", 0, 3),
    field(OpData2, "RmtNode", 4, 1).requires(Traits::NODE_BITS),
    field(OpData2, "CacheHitSt", 5, 1).requires(Traits::CACHE_STATE),
    field(OpData2, "DataSrcHi", 6, 2).requires(Traits::LONG_SOURCE),
    field(OpData2, "StrmSt", 8, 1).requires(Traits::REMOTE_SOCKET),
    field(OpData2, "RmtSocket", 9, 1).requires(Traits::REMOTE_SOCKET),
    field(OpData3, "LdOp", 0, 1),
    field(OpData3, "StOp", 1, 1),
    field(OpData3, "DcL1TlbMiss", 2, 1),
    field(OpData3, "DcL2TlbMiss", 3, 1),
    field(OpData3, "L1TlbHit2M", 4, 1).excludes(Traits::PAGE_SIZE_FIELD),
    field(OpData3, "L1TlbHit1G", 5, 1)
        .requires(Traits::L1_DTLB_1G)
        .excludes(Traits::PAGE_SIZE_FIELD),
    field(OpData3, "DtlbPgSize", 4, 2).requires(Traits::PAGE_SIZE_FIELD),
    field(OpData3, "L2TlbHit2M", 6, 1).excludes(Traits::PAGE_SIZE_FIELD),
    field(OpData3, "DcMiss", 7, 1),
    field(OpData3, "MisAcc", 8, 1),
    field(OpData3, "LdBnkCon", 9, 1).requires(Traits::BANK_CONFLICT_LOAD),
    field(OpData3, "StBnkCon", 10, 1).requires(Traits::BANK_CONFLICT_STORE),
    field(OpData3, "StToLdFwd", 11, 1).requires(Traits::FORWARDING),
    field(OpData3, "StToLdCan", 12, 1).requires(Traits::CANCELLED_FORWARDING),
    field(OpData3, "WcMemAcc", 13, 1),
    field(OpData3, "UcMemAcc", 14, 1),
    field(OpData3, "LockedOp", 15, 1),
    field(OpData3, "MabHit", 16, 1),
    field(OpData3, "LinAddrValid", 17, 1),
    field(OpData3, "PhyAddrValid", 18, 1),
    field(OpData3, "L2TlbHit1G", 19, 1)
        .requires(Traits::L2_DTLB_1G)
        .excludes(Traits::PAGE_SIZE_FIELD),
    field(OpData3, "L2Miss", 20, 1).requires(Traits::MEMORY_DETAILS),
    field(OpData3, "SwPf", 21, 1).requires(Traits::MEMORY_DETAILS),
    field(OpData3, "MemWidth", 22, 4).requires(Traits::MEMORY_DETAILS),
    field(OpData3, "OpenMemReqs", 26, 6).requires(Traits::MEMORY_DETAILS),
    field(OpData3, "DcMissLat", 32, 16),
    field(OpData3, "TlbRefillLat", 48, 16).requires(Traits::MEMORY_DETAILS),
    field(OpData4, "LdResync", 0, 1).requires(Traits::LOAD_RESYNC),
];

/// Returns the fields that exist in a register with these traits.
pub fn fields(register: Register, traits: Traits) -> impl Iterator<Item = &'static Field> {
    FIELDS.iter().filter(move |it| it.register == register && it.exists(traits))
}

impl OpRegisters {
    /// Returns a register with fields, where it was stored and belongs to ops.
    #[must_use]
    pub fn register(&self, register: Register) -> Option<u64> {
        match register {
            OpCtl => Some(self.ctl),
            OpData => Some(self.data),
            OpData2 => Some(self.data2),
            OpData3 => Some(self.data3),
            OpData4 => self.data4,
            FetchCtl | FetchExtended => None,
        }
    }

    /// Returns cycles or ops from sample to sample, as the hardware was told.
    #[must_use]
    pub fn max_count(&self, traits: Traits) -> u64 {
        let extension = if traits.contains(Traits::LONG_COUNT) { self.ctl >> 20 & 0x7f } else { 0 };
        (extension << 16 | self.ctl & 0xffff) << 4
    }

    /// Returns whether dispatched ops are counted, not cycles.
    #[must_use]
    pub fn counts_ops(&self, traits: Traits) -> bool {
        traits.contains(Traits::COUNT_CONTROL) && self.ctl >> 19 & 1 != 0
    }

    /// Returns the number of the data source, with the high bits where they exist.
    #[must_use]
    pub fn data_source(&self, traits: Traits) -> u64 {
        let high = if traits.contains(Traits::LONG_SOURCE) { self.data2 >> 6 & 0b11 } else { 0 };
        high << 3 | self.data2 & 0b111
    }

    /// Returns bytes of the memory access, where the processor tells; 0 without an access.
    #[must_use]
    pub fn width_bytes(&self, traits: Traits) -> Option<u64> {
        let field = self.data3 >> 22 & 0xf;
        let width = if field == 0 { 0 } else { 1 << (field - 1) };
        traits.contains(Traits::MEMORY_DETAILS).then_some(width)
    }
}

impl FetchRegisters {
    /// Returns a register with fields, where it was stored and belongs to fetches.
    #[must_use]
    pub fn register(&self, register: Register) -> Option<u64> {
        match register {
            FetchCtl => Some(self.ctl),
            FetchExtended => self.extended,
            OpCtl | OpData | OpData2 | OpData3 | OpData4 => None,
        }
    }

    /// Fetches from sample to sample, as the hardware was told.
    #[must_use]
    pub fn max_count(&self) -> u64 {
        (self.ctl & 0xffff) << 4
    }

    /// Fetches since the last sample.
    #[must_use]
    pub fn count(&self) -> u64 {
        (self.ctl >> 16 & 0xffff) << 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::{Capabilities, Cpu};

    #[test]
    fn fields_of_a_register_do_not_overlap() {
        let cpus = [(0x10, 2), (0x10, 4), (0x12, 0), (0x14, 0), (0x15, 1), (0x15, 0x70), (0x16, 0)];
        let zen = [(0x17, 1), (0x19, 1), (0x19, 0x21), (0x19, 0x61), (0x1a, 0x44), (0x1a, 0x50)];
        for (family, model) in cpus.into_iter().chain(zen) {
            for caps in [0, 0x1f, 0x7ff, 0xbff, 0x81bff, !0] {
                let cpu = Cpu { family, model };
                let traits = cpu.traits(Capabilities::from_bits_retain(caps));
                for register in [FetchCtl, FetchExtended, OpCtl, OpData, OpData2, OpData3, OpData4]
                {
                    let mut seen = 0_u64;
                    for field in fields(register, traits) {
                        let bits = (u64::MAX >> (64 - field.width)) << field.low;
                        assert_eq!(seen & bits, 0, "{} on {cpu:?}", field.name);
                        assert_eq!(field.of(bits), u64::MAX >> (64 - field.width));
                        seen |= bits;
                    }
                }
            }
        }
    }
}
