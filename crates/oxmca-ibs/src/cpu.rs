//! The processor that recorded, and what its IBS can tell.

use thiserror::Error;

bitflags::bitflags! {
    /// The capabilities of a processor's IBS, as the kernel reports them: `EAX` of CPUID leaf `8000_001B`, or 7 if the leaf is
    /// absent. Every raw sample begins with this word.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Capabilities: u32 {
        /// The leaf is valid.
        const VALID = 1 << 0;
        /// Fetch sampling.
        const FETCH = 1 << 1;
        /// Op sampling.
        const OP = 1 << 2;
        /// The op counter can be read and written.
        const READ_WRITE_OP_COUNTER = 1 << 3;
        /// Dispatched ops can be counted in place of cycles.
        const DISPATCHED_OPS = 1 << 4;
        /// The target of branches is recorded.
        const BRANCH_TARGET = 1 << 5;
        /// Seven more bits of the maximum count.
        const LONG_COUNT = 1 << 6;
        /// Samples say when their instruction pointer is invalid.
        const RIP_INVALID = 1 << 7;
        /// Samples say when a branch was fused.
        const BRANCH_FUSION = 1 << 8;
        /// The extended fetch control register exists.
        const FETCH_EXTENDED = 1 << 9;
        /// The fourth op data register exists.
        const OP_DATA4 = 1 << 10;
        /// The additions of Zen 4: filtering of L3 misses, misses of op cache and L3, more data sources.
        const ZEN4 = 1 << 11;
        /// Loads can be filtered by latency.
        const LOAD_LATENCY_FILTER = 1 << 12;
        /// The disable bit exists.
        const DISABLE = 1 << 13;
        /// Fetches can be filtered by latency.
        const FETCH_LATENCY_FILTER = 1 << 14;
        /// Samples can be filtered by bit 63 of their address.
        const ADDRESS_FILTER = 1 << 15;
        /// Streaming stores and remote sockets are told.
        const REMOTE_SOCKET = 1 << 16;
        /// The memory profiler exists.
        const MEMORY_PROFILER = 1 << 18;
        /// The size of translated pages is a field, and valid only with the physical address.
        const PAGE_SIZE_FIELD = 1 << 19;
        const _ = !0;
    }
}

bitflags::bitflags! {
    /// Facts about the samples of a processor: the bits that exist, and errata.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Traits: u64 {
        /// Fetches say whether the L2 cache missed.
        const FETCH_L2_MISS = 1 << 0;
        /// Fetches say how long the refill of the ITLB took.
        const ITLB_REFILL = 1 << 1;
        /// Misses of the instruction cache can be relied on (erratum 1238).
        const IC_MISS = 1 << 2;
        /// Fetches say whether the op cache and the L3 cache missed.
        const FETCH_L3_MISS = 1 << 3;
        /// Fetches can be from pages of 16 KiB (erratum 1347).
        const FETCH_PAGE_16K_SECOND = 1 << 4;
        /// Without a valid physical address, only the control part of a fetch is meaningful.
        const FETCH_NEEDS_ADDRESS = 1 << 5;
        /// Ops say that they caused a resync.
        const RESYNC = 1 << 6;
        /// The bit for an invalid instruction pointer exists.
        const RIP_INVALID = 1 << 7;
        /// The bit for fused branches exists.
        const BRANCH_FUSION = 1 << 8;
        /// The bit for microcode exists.
        const MICROCODE = 1 << 9;
        /// Bank conflicts of loads.
        const BANK_CONFLICT_LOAD = 1 << 10;
        /// Bank conflicts of stores.
        const BANK_CONFLICT_STORE = 1 << 11;
        /// Forwarding from stores to loads.
        const FORWARDING = 1 << 12;
        /// Cancelled forwarding.
        const CANCELLED_FORWARDING = 1 << 13;
        /// Pages of 1 GiB in the first DTLB.
        const L1_DTLB_1G = 1 << 14;
        /// Pages of 1 GiB in the second DTLB.
        const L2_DTLB_1G = 1 << 15;
        /// L2 miss, software prefetch, width, outstanding requests, and refill latency of the DTLB.
        const MEMORY_DETAILS = 1 << 16;
        /// The size of translated pages is a field, and valid only with the physical address.
        const PAGE_SIZE_FIELD = 1 << 17;
        /// The refill latency of the DTLB is valid only with the physical address.
        const REFILL_NEEDS_ADDRESS = 1 << 18;
        /// The bits for the remote node and the state of the cache line exist.
        const NODE_BITS = 1 << 19;
        /// The state of the cache line can be relied on.
        const CACHE_STATE = 1 << 20;
        /// The local L3 cache is a data source.
        const L3_SOURCE = 1 << 21;
        /// Data sources are those of Zen.
        const ZEN_SOURCES = 1 << 22;
        /// Data sources have two more bits (Zen 4).
        const LONG_SOURCE = 1 << 23;
        /// Streaming stores and remote sockets are told.
        const REMOTE_SOCKET = 1 << 24;
        /// Loads say that they caused a resync.
        const LOAD_RESYNC = 1 << 25;
        /// Data source and L2 miss are unusable for prefetches and misses without a buffer (erratum
        /// 1293).
        const SOURCE_NEEDS_BUFFER = 1 << 26;
        /// The data source is invalid for write-combining accesses (erratum 484).
        const NO_SOURCE_IF_COMBINING = 1 << 27;
        /// A hit in the miss buffers counts only with a miss (erratum 717).
        const BUFFER_HIT_NEEDS_MISS = 1 << 28;
        /// A page of 16 KiB is the fourth size of fetched pages.
        const FETCH_PAGE_16K_LAST = 1 << 29;
        /// The current count has 27 bits rather than 20.
        const LONG_CURRENT_COUNT = 1 << 30;
        /// The control registers have a bit for filtering by L3 misses.
        const L3_MISS_ONLY = 1 << 31;
        /// The op control register has fields for filtering by load latency.
        const LOAD_LATENCY_FILTER = 1 << 32;
        /// Seven more bits of the maximum count.
        const LONG_COUNT = 1 << 33;
        /// The op control register says what is counted.
        const COUNT_CONTROL = 1 << 34;
    }
}

/// A processor by family and model, as CPUID counts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cpu {
    /// Family with the extended family added: `0x19` for Zen 3 and Zen 4.
    pub family: u32,
    /// Model with the extended model.
    pub model: u32,
}

/// The reason for which a text names no processor whose IBS samples can be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CpuError {
    /// Not a vendor, family, model and stepping with commas between.
    #[error("`{0}` is not a processor as perf writes it (vendor,family,model,stepping)")]
    Unreadable(String),
    /// A processor by another vendor.
    #[error(
        "the file was recorded on a processor by `{0}`; Instruction-Based Sampling exists on AMD \
         processors of family 10h and later: record there, with `perf record -R -e ibs_op//`"
    )]
    NotAmd(String),
    /// A family without IBS.
    #[error(
        "AMD family {0:X}h has no Instruction-Based Sampling; family 10h and later ones have it"
    )]
    NoIbs(u32),
}

impl Cpu {
    /// Reads the processor from a header of perf.data, e.g. `AuthenticAMD,25,97,2` (decimal).
    ///
    /// # Errors
    /// When the text has another form, names another vendor, or a family without IBS.
    pub fn from_cpuid(text: &str) -> Result<Self, CpuError> {
        let unreadable = || CpuError::Unreadable(text.chars().take(64).collect());
        let mut parts = text.trim().split(',');
        let vendor = parts.next().unwrap_or_default();
        if vendor != "AuthenticAMD" {
            let is_vendor = parts.next().is_some() && !vendor.is_empty();
            let name = vendor.chars().take(64).collect();
            return Err(if is_vendor { CpuError::NotAmd(name) } else { unreadable() });
        }
        let mut number = || parts.next().and_then(|it| it.parse().ok()).ok_or_else(unreadable);
        let cpu = Self { family: number()?, model: number()? };
        if cpu.family < 0x10 || matches!(cpu.family, 0x11 | 0x13) {
            return Err(CpuError::NoIbs(cpu.family));
        }
        Ok(cpu)
    }

    /// Returns the facts about samples with these capabilities.
    #[must_use]
    pub fn traits(self, caps: Capabilities) -> Traits {
        let Self { family, model } = self;
        let is_15h =
            |models: std::ops::RangeInclusive<u32>| family == 0x15 && models.contains(&model);
        let is_early_15h = is_15h(0..=0xf);
        let is_late_15h = family == 0x15 && model >= 0x60;
        let is_zen = family >= 0x17;
        let is_early_19h = family == 0x19 && model < 0x10;
        let is_zen3 = is_early_19h || family == 0x19 && (0x20..=0x5f).contains(&model);
        let is_after_1ah = family > 0x1a
            || family == 0x1a && matches!(model, 0x50..=0x5f | 0x80..=0xaf | 0xc0..=0xcf);
        let is_new = family == 0x15 && model >= 0x30 || family >= 0x16;
        let has = |capability| caps.contains(capability);
        let rows = [
            (Traits::FETCH_L2_MISS, is_late_15h || is_zen),
            (Traits::ITLB_REFILL, (is_late_15h || is_zen) && has(Capabilities::FETCH_EXTENDED)),
            (Traits::IC_MISS, !is_early_19h),
            (Traits::FETCH_L3_MISS, has(Capabilities::ZEN4)),
            (Traits::FETCH_PAGE_16K_SECOND, is_early_19h),
            (Traits::FETCH_PAGE_16K_LAST, family == 0x17),
            (Traits::FETCH_NEEDS_ADDRESS, is_after_1ah),
            (Traits::RESYNC, matches!(family, 0x10 | 0x12 | 0x14) || is_early_15h),
            (Traits::RIP_INVALID, has(Capabilities::RIP_INVALID) && family != 0x10),
            (Traits::BRANCH_FUSION, has(Capabilities::BRANCH_FUSION) && is_new),
            (Traits::MICROCODE, is_late_15h || is_zen),
            (Traits::BANK_CONFLICT_LOAD, matches!(family, 0x10 | 0x12) || is_early_15h),
            (Traits::BANK_CONFLICT_STORE, matches!(family, 0x10 | 0x12)),
            (Traits::FORWARDING, matches!(family, 0x10 | 0x12 | 0x14 | 0x16) || is_early_15h),
            (Traits::CANCELLED_FORWARDING, matches!(family, 0x10 | 0x12) || is_early_15h),
            (Traits::L1_DTLB_1G, family != 0x14),
            (Traits::L2_DTLB_1G, family != 0x14 && (family != 0x10 || model >= 4)),
            (Traits::MEMORY_DETAILS, is_new),
            (Traits::PAGE_SIZE_FIELD, has(Capabilities::PAGE_SIZE_FIELD)),
            (Traits::REFILL_NEEDS_ADDRESS, has(Capabilities::ZEN4)),
            (Traits::NODE_BITS, !matches!(family, 0x12 | 0x14 | 0x16)),
            (Traits::CACHE_STATE, !matches!(family, 0x12 | 0x14 | 0x16) && !is_zen3),
            (Traits::L3_SOURCE, family == 0x10 || is_early_15h || has(Capabilities::ZEN4)),
            (Traits::ZEN_SOURCES, is_zen),
            (Traits::LONG_SOURCE, has(Capabilities::ZEN4)),
            (Traits::REMOTE_SOCKET, has(Capabilities::REMOTE_SOCKET)),
            (Traits::LOAD_RESYNC, is_15h(0x60..=0x7f) && has(Capabilities::OP_DATA4)),
            (Traits::SOURCE_NEEDS_BUFFER, is_early_19h),
            (Traits::NO_SOURCE_IF_COMBINING, family == 0x14),
            (Traits::BUFFER_HIT_NEEDS_MISS, is_15h(0..=1)),
            (Traits::LONG_CURRENT_COUNT, family != 0x10),
            (Traits::L3_MISS_ONLY, has(Capabilities::ZEN4)),
            (Traits::LOAD_LATENCY_FILTER, has(Capabilities::LOAD_LATENCY_FILTER)),
            (Traits::LONG_COUNT, has(Capabilities::LONG_COUNT)),
            (Traits::COUNT_CONTROL, has(Capabilities::DISPATCHED_OPS)),
        ];
        rows.into_iter().filter(|row| row.1).map(|row| row.0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processors_are_read_in_decimal() {
        assert_eq!(Cpu::from_cpuid("AuthenticAMD,25,97,2"), Ok(Cpu { family: 0x19, model: 0x61 }));
        assert_eq!(
            Cpu::from_cpuid("GenuineIntel,6,69,1"),
            Err(CpuError::NotAmd("GenuineIntel".into()))
        );
        assert_eq!(Cpu::from_cpuid("AuthenticAMD,15,67,2"), Err(CpuError::NoIbs(15)));
        for text in ["", "AuthenticAMD", "AuthenticAMD,x,1", "0x00000000410fd034"] {
            assert!(matches!(Cpu::from_cpuid(text), Err(CpuError::Unreadable(_))), "{text}");
        }
    }
}
