//! The contents of a sample as flags that mean the same on every processor.
//!
//! Everything that differs between families is settled here; the conditions of events are then masks.

use crate::cpu::Traits;
use crate::payload::{FetchRegisters, OpRegisters};

bitflags::bitflags! {
    /// The properties of a sampled op.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct OpFlags: u64 {
        /// It loads.
        const LOAD = 1 << 0;
        /// It stores.
        const STORE = 1 << 1;
        /// It loads or stores.
        const ACCESS = 1 << 2;
        /// It is a branch that retired. The next three are set for those only.
        const BRANCH = 1 << 3;
        /// The branch was taken.
        const TAKEN = 1 << 4;
        /// The branch was mispredicted.
        const MISPREDICTED = 1 << 5;
        /// The branch is a return.
        const RETURN = 1 << 6;
        /// It caused a resync.
        const RESYNC = 1 << 7;
        /// It is a branch fused with a comparison.
        const FUSED = 1 << 8;
        /// It comes from microcode.
        const MICROCODE = 1 << 9;
        /// The first DTLB had its address.
        const L1_DTLB_HIT = 1 << 10;
        /// The second DTLB had its address, the first had not.
        const L2_DTLB_HIT = 1 << 11;
        /// Neither DTLB had its address.
        const DTLB_MISS = 1 << 12;
        /// It missed the data cache.
        const DC_MISS = 1 << 13;
        /// It missed the L2 cache.
        const L2_MISS = 1 << 14;
        /// Its access crosses a boundary.
        const MISALIGNED = 1 << 15;
        /// A load with a bank conflict.
        const BANK_CONFLICT_LOAD = 1 << 16;
        /// A store with a bank conflict.
        const BANK_CONFLICT_STORE = 1 << 17;
        /// A store's data was forwarded to it.
        const FORWARDED = 1 << 18;
        /// Forwarding was cancelled.
        const CANCELLED = 1 << 19;
        /// It accesses uncacheable memory.
        const UNCACHEABLE = 1 << 20;
        /// It accesses write-combining memory.
        const WRITE_COMBINING = 1 << 21;
        /// It is locked.
        const LOCKED = 1 << 22;
        /// It hit a miss that was under way, or allocated no miss buffer.
        const MISS_BUFFER_HIT = 1 << 23;
        /// The first DTLB had a page of 4 KiB.
        const L1_DTLB_4K = 1 << 24;
        /// The first DTLB had a page of 2 MiB.
        const L1_DTLB_2M = 1 << 25;
        /// The first DTLB had a page of 1 GiB.
        const L1_DTLB_1G = 1 << 26;
        /// The second DTLB had a page of 4 KiB.
        const L2_DTLB_4K = 1 << 27;
        /// The second DTLB had a page of 2 MiB.
        const L2_DTLB_2M = 1 << 28;
        /// The second DTLB had a page of 1 GiB.
        const L2_DTLB_1G = 1 << 29;
        /// A load was served from outside the core's caches, and it is known from where. The flags
        /// of sources below are set with it only.
        const NORTHBRIDGE = 1 << 30;
        /// The source belongs to another node.
        const REMOTE = 1 << 31;
        /// The L3 cache, or (Zen 4) a cache of the same core complex.
        const L3 = 1 << 32;
        /// A core's cache in the same node.
        const NEAR_CACHE = 1 << 33;
        /// A core's cache in another node.
        const FAR_CACHE = 1 << 34;
        /// Memory.
        const DRAM = 1 << 35;
        /// Devices, configuration space, APIC.
        const MMIO = 1 << 36;
        /// Memory of long latency.
        const LONG_LATENCY_MEMORY = 1 << 37;
        /// Extension memory (CXL and such).
        const EXTENSION_MEMORY = 1 << 38;
        /// Coherent memory of a processor of another kind.
        const PEER_MEMORY = 1 << 39;
        /// The cache had the line as modified.
        const MODIFIED = 1 << 40;
        /// The cache had the line as owned.
        const OWNED = 1 << 41;
        /// A load caused a resync.
        const LOAD_RESYNC = 1 << 42;
        /// It is a software prefetch.
        const SOFTWARE_PREFETCH = 1 << 43;
        /// The refill latency of the DTLB is valid and not 0.
        const REFILLED = 1 << 44;
        /// The address of the instruction is unknown.
        const RIP_INVALID = 1 << 45;
    }
}

bitflags::bitflags! {
    /// The properties of a sampled fetch.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct FetchFlags: u64 {
        /// It looked for its address or its bytes; otherwise it was killed before.
        const ATTEMPTED = 1 << 0;
        /// It delivered.
        const COMPLETED = 1 << 1;
        /// The ITLB had its address.
        const ITLB_HIT = 1 << 2;
        /// The second ITLB had its address, the first had not.
        const L2_ITLB_HIT = 1 << 3;
        /// Neither ITLB had its address.
        const ITLB_MISS = 1 << 4;
        /// It missed the instruction cache.
        const IC_MISS = 1 << 5;
        /// It came from the instruction cache.
        const IC_HIT = 1 << 6;
        /// From a page of 4 KiB.
        const PAGE_4K = 1 << 7;
        /// From a page of 2 MiB.
        const PAGE_2M = 1 << 8;
        /// From a page of 1 GiB.
        const PAGE_1G = 1 << 9;
        /// From a page of 16 KiB (coalesced).
        const PAGE_16K = 1 << 10;
        /// It missed the L2 cache.
        const L2_MISS = 1 << 11;
        /// It missed the op cache.
        const OP_CACHE_MISS = 1 << 12;
        /// It missed the L3 cache.
        const L3_MISS = 1 << 13;
        /// The physical address is valid.
        const ADDRESS_VALID = 1 << 14;
    }
}

/// The flags chosen by a condition each.
macro_rules! flags {
    ($type:ident: $($flag:ident = $value:expr,)*) => {
        $type::from_bits_retain($((($value) as u64 * $type::$flag.bits()))|*)
    };
}

/// Numbers of data sources, where they mean the same wherever they exist.
mod source {
    pub const L3: u64 = 1;
    pub const CACHE: u64 = 2;
    pub const DRAM: u64 = 3;
    /// A cache in another node, before Zen 4.
    pub const FAR_CACHE: u64 = 4;
    /// A cache in another node, from Zen 4 on.
    pub const FAR_COMPLEX: u64 = 5;
    pub const LONG_LATENCY: u64 = 6;
    pub const MMIO: u64 = 7;
    pub const EXTENSION: u64 = 8;
    pub const PEER: u64 = 12;
}

impl OpFlags {
    /// Decodes the registers of a processor with these traits.
    #[must_use]
    pub fn of(sample: &OpRegisters, traits: Traits) -> Self {
        let (data, data3) = (sample.data, sample.data3);
        let bit = |register: u64, bit: u32| register >> bit & 1 != 0;
        let has = |it: Traits| traits.contains(it);

        let branch = bit(data, 37);
        let retirement = flags!(OpFlags:
            BRANCH = branch,
            TAKEN = branch & bit(data, 35),
            MISPREDICTED = branch & bit(data, 36),
            RETURN = branch & bit(data, 34),
            RESYNC = bit(data, 32) & has(Traits::RESYNC),
            FUSED = branch & bit(data, 39) & has(Traits::BRANCH_FUSION),
            MICROCODE = bit(data, 40) & has(Traits::MICROCODE),
            RIP_INVALID = bit(data, 38) & has(Traits::RIP_INVALID),
        );
        let access = data3 & 0b11 != 0;
        if !access {
            return retirement;
        }
        let load = bit(data3, 0);
        let address_valid = bit(data3, 18);
        let has_size_field = has(Traits::PAGE_SIZE_FIELD);
        let dc_miss = bit(data3, 7);
        let in_buffer = bit(data3, 16);
        let prefetch = bit(data3, 21) & has(Traits::MEMORY_DETAILS);
        let unusable = has(Traits::SOURCE_NEEDS_BUFFER) & (in_buffer | prefetch);

        let translated = bit(data3, 17) & (address_valid | !has_size_field);
        let (l1_miss, l2_miss) = (bit(data3, 2), bit(data3, 3));
        let l1_hit = translated & !l1_miss;
        let l2_hit = translated & l1_miss & !l2_miss;
        let dtlb_miss = translated & l1_miss & l2_miss;
        // Whether the page is of 4 KiB, 2 MiB, 1 GiB, as the first and as the second DTLB tell.
        let (l1_page, l2_page) = if has_size_field {
            let size = data3 >> 4 & 0b11;
            let page = [size == 0, size == 1, size == 2];
            (page, page)
        } else {
            let large = bit(data3, 4);
            let huge = bit(data3, 5) & has(Traits::L1_DTLB_1G);
            let large_2 = bit(data3, 6);
            let huge_2 = bit(data3, 19) & has(Traits::L2_DTLB_1G);
            (
                [!large & !huge, large, !large & huge],
                [!large_2 & !huge_2, large_2 & !huge_2, !large_2 & huge_2],
            )
        };
        let refill_valid = has(Traits::MEMORY_DETAILS)
            & (address_valid | !has(Traits::REFILL_NEEDS_ADDRESS))
            & (data3 >> 48 != 0);
        let memory = flags!(OpFlags:
            LOAD = load,
            STORE = bit(data3, 1),
            ACCESS = true,
            L1_DTLB_HIT = l1_hit,
            L2_DTLB_HIT = l2_hit,
            DTLB_MISS = dtlb_miss,
            DC_MISS = dc_miss,
            L2_MISS = bit(data3, 20) & has(Traits::MEMORY_DETAILS) & !unusable,
            MISALIGNED = bit(data3, 8),
            BANK_CONFLICT_LOAD = bit(data3, 9) & has(Traits::BANK_CONFLICT_LOAD),
            BANK_CONFLICT_STORE = bit(data3, 10) & has(Traits::BANK_CONFLICT_STORE),
            FORWARDED = load & bit(data3, 11) & has(Traits::FORWARDING),
            CANCELLED = load & bit(data3, 12) & has(Traits::CANCELLED_FORWARDING),
            UNCACHEABLE = bit(data3, 14),
            WRITE_COMBINING = bit(data3, 13),
            LOCKED = bit(data3, 15),
            MISS_BUFFER_HIT = in_buffer & (dc_miss | !has(Traits::BUFFER_HIT_NEEDS_MISS)),
            L1_DTLB_4K = l1_hit & l1_page[0],
            L1_DTLB_2M = l1_hit & l1_page[1],
            L1_DTLB_1G = l1_hit & l1_page[2],
            L2_DTLB_4K = l2_hit & l2_page[0],
            L2_DTLB_2M = l2_hit & l2_page[1],
            L2_DTLB_1G = l2_hit & l2_page[2],
            LOAD_RESYNC = has(Traits::LOAD_RESYNC) & bit(sample.data4.unwrap_or(0), 0),
            SOFTWARE_PREFETCH = prefetch,
            REFILLED = dtlb_miss & refill_valid,
        );
        let missed_l2 = bit(data3, 20) | !has(Traits::MEMORY_DETAILS);
        let combining = bit(data3, 13) & has(Traits::NO_SOURCE_IF_COMBINING);
        let served_outside = load & dc_miss & missed_l2 & !unusable & !combining;
        let outside = if served_outside { Self::of_source(sample, traits) } else { Self::empty() };
        retirement | memory | outside
    }

    /// Decodes the source of the data of a load that left the core. Up to family 16h the meanings are those of
    /// CodeXL's guide; the mapping for Zen, which that guide predates, is ours.
    fn of_source(sample: &OpRegisters, traits: Traits) -> Self {
        let source = sample.data_source(traits);
        if source == 0 {
            return Self::empty();
        }
        let has_node_bits = traits.contains(Traits::NODE_BITS);
        let node = has_node_bits && sample.data2 >> 4 & 1 != 0;
        let owned = sample.data2 >> 5 & 1 != 0;
        let is_zen = traits.contains(Traits::ZEN_SOURCES);
        let is_zen4 = is_zen && traits.contains(Traits::LONG_SOURCE);
        let (near, far) = match (is_zen, is_zen4) {
            (false, _) => (source == source::CACHE && !node, source == source::CACHE && node),
            (true, false) => (source == source::CACHE, source == source::FAR_CACHE),
            (true, true) => (source == source::CACHE, source == source::FAR_COMPLEX),
        };
        let remote = if is_zen {
            use source::{DRAM, EXTENSION, LONG_LATENCY, MMIO};
            far || node && matches!(source, DRAM | LONG_LATENCY | MMIO | EXTENSION)
        } else {
            node
        };
        let has_l3 = traits.contains(Traits::L3_SOURCE);
        let l3 = source == source::L3 && has_l3;
        let has_state = traits.contains(Traits::CACHE_STATE)
            && match (is_zen, is_zen4) {
                (_, true) => l3 || near || far,
                (true, false) => near,
                (false, _) => near || far,
            };
        flags!(OpFlags:
            NORTHBRIDGE = true,
            REMOTE = remote,
            L3 = l3,
            NEAR_CACHE = near,
            FAR_CACHE = far,
            DRAM = source == source::DRAM,
            MMIO = source == source::MMIO,
            LONG_LATENCY_MEMORY = is_zen4 && source == source::LONG_LATENCY,
            EXTENSION_MEMORY = is_zen4 && source == source::EXTENSION,
            PEER_MEMORY = is_zen4 && source == source::PEER,
            MODIFIED = has_state && !owned,
            OWNED = has_state && owned,
        )
    }
}

impl FetchFlags {
    /// Decodes the registers of a processor with these traits.
    #[must_use]
    pub fn of(sample: &FetchRegisters, traits: Traits) -> Self {
        let bit = |bit: u32| sample.ctl >> bit & 1 != 0;
        let has = |it: Traits| traits.contains(it);
        let address = bit(52);
        let completed = bit(50);
        // Where nothing but the control part is meaningful without an address.
        let told = address | !has(Traits::FETCH_NEEDS_ADDRESS);
        let ic_miss = bit(51) & told;
        let l1_miss = bit(55) & told;
        let l2_miss = bit(56) & told;
        let l2c_miss = bit(58) & has(Traits::FETCH_L2_MISS) & told;
        let attempted = completed | ic_miss | address | l1_miss | l2_miss | l2c_miss;
        let size = sample.ctl >> 53 & 0b11;
        // Which of 4 KiB, 2 MiB, 1 GiB and 16 KiB.
        let page = if has(Traits::FETCH_PAGE_16K_SECOND) {
            [size == 0, size == 2, size == 3, size == 1]
        } else {
            [size == 0, size == 1, size == 2, size == 3 && has(Traits::FETCH_PAGE_16K_LAST)]
        };
        flags!(FetchFlags:
            ATTEMPTED = attempted,
            COMPLETED = completed,
            ITLB_HIT = !l1_miss & address,
            L2_ITLB_HIT = l1_miss & !l2_miss,
            ITLB_MISS = l1_miss & l2_miss,
            IC_MISS = ic_miss & has(Traits::IC_MISS),
            IC_HIT = completed & !ic_miss & told & has(Traits::IC_MISS),
            PAGE_4K = address & page[0],
            PAGE_2M = address & page[1],
            PAGE_1G = address & page[2],
            PAGE_16K = address & page[3],
            L2_MISS = completed & l2c_miss,
            OP_CACHE_MISS = bit(60) & has(Traits::FETCH_L3_MISS) & told,
            L3_MISS = completed & bit(61) & has(Traits::FETCH_L3_MISS) & told,
            ADDRESS_VALID = address,
        )
    }
}
