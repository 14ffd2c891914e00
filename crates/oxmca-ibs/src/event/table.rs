//! The events: those of the IBS chapter of CodeXL's guide, and some of ours.

use super::definition::{Event, Latency, OURS, fetch, op};
use crate::cpu::Traits;
use crate::flags::{FetchFlags, OpFlags};

/// The number of events.
pub(super) const COUNT: usize = 82;

/// All events: the 63 of the guide by select code, then ours.
pub const EVENTS: [Event; COUNT] = [
    // Fetches.
    fetch(0xF000, "All IBS fetch samples", "IBS fetch", "IBS_FETCH_ALL"),
    fetch(0xF001, "IBS fetch killed", "IBS fetch killed", "IBS_FETCH_KILLED")
        .fetch_none(FetchFlags::ATTEMPTED),
    fetch(0xF002, "IBS fetch attempted", "IBS fetch attempt", "IBS_FETCH_ATTEMPTED")
        .fetch_all(FetchFlags::ATTEMPTED),
    fetch(0xF003, "IBS fetch completed", "IBS fetch comp", "IBS_FETCH_COMPLETED")
        .fetch_all(FetchFlags::ATTEMPTED.union(FetchFlags::COMPLETED)),
    fetch(0xF004, "IBS fetch aborted", "IBS fetch abort", "IBS_FETCH_ABORTED")
        .fetch_all(FetchFlags::ATTEMPTED)
        .fetch_none(FetchFlags::COMPLETED),
    fetch(0xF005, "IBS ITLB hit", "IBS L1 ITLB hit", "IBS_FETCH_ITLB_HITS")
        .fetch_all(FetchFlags::ITLB_HIT),
    fetch(
        0xF006,
        "IBS L1 ITLB misses (and L2 ITLB hits)",
        "IBS ITLB L1M L2H",
        "IBS_FETCH_L1_ITLB_MISSES_L2_ITLB_HITS",
    )
    .fetch_all(FetchFlags::L2_ITLB_HIT),
    fetch(
        0xF007,
        "IBS L1 L2 ITLB miss",
        "IBS ITLB L1M L2M",
        "IBS_FETCH_L1_ITLB_MISSES_L2_ITLB_MISSES",
    )
    .fetch_all(FetchFlags::ITLB_MISS),
    fetch(0xF008, "IBS instruction cache misses", "IBS IC miss", "IBS_FETCH_ICACHE_MISSES")
        .fetch_all(FetchFlags::IC_MISS)
        .requires(Traits::IC_MISS),
    fetch(0xF009, "IBS instruction cache hit", "IBS IC hit", "IBS_FETCH_ICACHE_HITS")
        .fetch_all(FetchFlags::IC_HIT)
        .requires(Traits::IC_MISS),
    fetch(0xF00A, "IBS 4K page translation", "IBS 4K page", "IBS_FETCH_4K_PAGE")
        .fetch_all(FetchFlags::PAGE_4K),
    fetch(0xF00B, "IBS 2M page translation", "IBS 2M page", "IBS_FETCH_2M_PAGE")
        .fetch_all(FetchFlags::PAGE_2M),
    fetch(0xF00E, "IBS fetch latency", "IBS fetch lat", "IBS_FETCH_LATENCY")
        .fetch_all(FetchFlags::ATTEMPTED)
        .cycles(Latency::Fetch),
    fetch(0xF00F, "IBS fetch L2 cache miss", "IBS fetch l2c miss", "IBS_FETCH_L2C_MISS")
        .fetch_all(FetchFlags::L2_MISS)
        .requires(Traits::FETCH_L2_MISS),
    fetch(0xF010, "IBS ITLB refill latency", "IBS itlb refill lat", "IBS_ITLB_REFILL_LAT")
        .fetch_all(FetchFlags::ATTEMPTED)
        .cycles(Latency::ItlbRefill)
        .requires(Traits::ITLB_REFILL),
    // All ops, branches, returns.
    op(0xF100, "All IBS op samples", "IBS all ops", "IBS_OP_ALL"),
    op(0xF101, "IBS tag-to-retire cycles", "IBS tag-to-ret", "IBS_OP_TAG_TO_RETIRE")
        .cycles(Latency::TagToRetire),
    op(0xF102, "IBS completion-to-retire cycles", "IBS comp-to-ret", "IBS_OP_COMP_TO_RETIRE")
        .cycles(Latency::CompletionToRetire),
    op(0xF103, "IBS branch op", "IBS BR", "IBS_OP_BRANCH_RETIRED").op_all(OpFlags::BRANCH),
    op(0xF104, "IBS mispredicted branch op", "IBS misp BR", "IBS_OP_MISPREDICTED_BRANCH")
        .op_all(OpFlags::BRANCH.union(OpFlags::MISPREDICTED)),
    op(0xF105, "IBS taken branch op", "IBS taken BR", "IBS_OP_TAKEN_BRANCH")
        .op_all(OpFlags::BRANCH.union(OpFlags::TAKEN)),
    op(
        0xF106,
        "IBS mispredicted taken branch op",
        "IBS misp taken BR",
        "IBS_OP_MISPREDICTED_BRANCH_TAKEN",
    )
    .op_all(OpFlags::BRANCH.union(OpFlags::TAKEN).union(OpFlags::MISPREDICTED)),
    op(0xF107, "IBS return op", "IBS RET", "IBS_OP_RETURNS")
        .op_all(OpFlags::BRANCH.union(OpFlags::RETURN)),
    op(0xF108, "IBS mispredicted return op", "IBS misp RET", "IBS_OP_MISPREDICTED_RETURNS")
        .op_all(OpFlags::BRANCH.union(OpFlags::RETURN).union(OpFlags::MISPREDICTED)),
    op(0xF109, "IBS resync op", "IBS resync", "IBS_OP_RESYNC")
        .op_all(OpFlags::RESYNC)
        .requires(Traits::RESYNC),
    // Loads and stores.
    op(0xF200, "IBS all load store ops", "IBS load/store", "IBS_OP_ALL_LOAD_STORE")
        .op_all(OpFlags::ACCESS),
    op(0xF201, "IBS load ops", "IBS load", "IBS_OP_LOAD").op_all(OpFlags::LOAD),
    op(0xF202, "IBS store ops", "IBS store", "IBS_OP_STORE").op_all(OpFlags::STORE),
    op(0xF203, "IBS L1 DTLB hit", "IBS L1 DTLB hit", "IBS_OP_L1_DTLB_HITS")
        .op_all(OpFlags::L1_DTLB_HIT),
    op(0xF204, "IBS L1 DTLB misses L2 hits", "IBS DTLB L1M L2H", "IBS_OP_L1_DTLB_MISS_L2_DTLB_HIT")
        .op_all(OpFlags::L2_DTLB_HIT),
    op(0xF205, "IBS L1 and L2 DTLB misses", "IBS DTLB L1M L2M", "IBS_OP_L1_L2_DTLB_MISS")
        .op_all(OpFlags::DTLB_MISS),
    op(0xF206, "IBS data cache misses", "IBS DC miss", "IBS_OP_DATA_CACHE_MISS")
        .op_all(OpFlags::ACCESS.union(OpFlags::DC_MISS)),
    op(0xF207, "IBS data cache hits", "IBS DC hit", "IBS_OP_DATA_HITS")
        .op_all(OpFlags::ACCESS)
        .op_none(OpFlags::DC_MISS),
    op(0xF208, "IBS misaligned data access", "IBS misalign acc", "IBS_OP_MISALIGNED_DATA_ACC")
        .op_all(OpFlags::MISALIGNED),
    op(0xF209, "IBS bank conflict on load op", "IBS bank conf load", "IBS_OP_BANK_CONF_LOAD")
        .op_all(OpFlags::BANK_CONFLICT_LOAD)
        .requires(Traits::BANK_CONFLICT_LOAD),
    op(0xF20A, "IBS bank conflict on store op", "IBS bank conf store", "IBS_OP_BANK_CONF_STORE")
        .op_all(OpFlags::BANK_CONFLICT_STORE)
        .requires(Traits::BANK_CONFLICT_STORE),
    op(0xF20B, "IBS store-to-load forwarded", "IBS forwarded", "IBS_OP_FORWARD")
        .op_all(OpFlags::LOAD.union(OpFlags::FORWARDED))
        .requires(Traits::FORWARDING),
    op(0xF20C, "IBS store-to-load cancelled", "IBS STLF cancelled", "IBS_OP_CANCELLED")
        .op_all(OpFlags::LOAD.union(OpFlags::CANCELLED))
        .requires(Traits::CANCELLED_FORWARDING),
    op(0xF20D, "IBS UC memory access", "IBS UC mem acc", "IBS_OP_DCUC_MEM_ACC")
        .op_all(OpFlags::UNCACHEABLE),
    op(0xF20E, "IBS WC memory access", "IBS WC mem acc", "IBS_OP_DCWC_MEM_ACC")
        .op_all(OpFlags::WRITE_COMBINING),
    op(0xF20F, "IBS locked operation", "IBS locked op", "IBS_OP_LOCKED").op_all(OpFlags::LOCKED),
    op(0xF210, "IBS MAB hit", "IBS MAB hit", "IBS_OP_MAB_HIT").op_all(OpFlags::MISS_BUFFER_HIT),
    op(0xF211, "IBS L1 DTLB 4K page", "IBS L1 DTLB 4K", "IBS_OP_L1_DTLB_4K")
        .op_all(OpFlags::L1_DTLB_4K),
    op(0xF212, "IBS L1 DTLB 2M page", "IBS L1 DTLB 2M", "IBS_OP_L1_DTLB_2M")
        .op_all(OpFlags::L1_DTLB_2M),
    op(0xF213, "IBS L1 DTLB 1G page", "IBS L1 DTLB 1G", "IBS_OP_L1_DTLB_1G")
        .op_all(OpFlags::L1_DTLB_1G)
        .requires(Traits::L1_DTLB_1G),
    op(0xF215, "IBS L2 DTLB 4K page", "IBS L2 DTLB 4K", "IBS_OP_L2_DTLB_4K")
        .op_all(OpFlags::L2_DTLB_4K),
    op(0xF216, "IBS L2 DTLB 2M page", "IBS L2 DTLB 2M", "IBS_OP_L2_DTLB_2M")
        .op_all(OpFlags::L2_DTLB_2M),
    op(0xF217, "IBS L2 DTLB 1G page", "IBS L2 DTLB 1G", "IBS_OP_L2_DTLB_1G")
        .op_all(OpFlags::L2_DTLB_1G)
        .requires(Traits::L2_DTLB_1G),
    op(0xF219, "IBS data cache miss load latency", "IBS DC miss lat", "IBS_OP_DC_LOAD_LAT")
        .op_all(OpFlags::LOAD.union(OpFlags::DC_MISS))
        .cycles(Latency::DcMiss),
    op(0xF21C, "IBS load resync", "IBS load resync", "IBS_LS_DC_LD_RESYNC")
        .op_all(OpFlags::LOAD_RESYNC)
        .requires(Traits::LOAD_RESYNC),
    // Northbridge: loads served from outside the core.
    op(0xF240, "IBS Northbridge local", "IBS NB local", "IBS_OP_NB_LOCAL_ONLY")
        .op_all(OpFlags::NORTHBRIDGE)
        .op_none(OpFlags::REMOTE),
    op(0xF241, "IBS Northbridge remote", "IBS NB remote", "IBS_OP_NB_REMOTE_ONLY")
        .op_all(OpFlags::NORTHBRIDGE.union(OpFlags::REMOTE))
        .requires(Traits::NODE_BITS),
    op(0xF242, "IBS Northbridge local L3", "IBS NB local L3", "IBS_OP_NB_LOCAL_L3")
        .op_all(OpFlags::NORTHBRIDGE.union(OpFlags::L3))
        .op_none(OpFlags::REMOTE)
        .requires(Traits::L3_SOURCE),
    op(
        0xF243,
        "IBS Northbridge local core L1 or L2 cache",
        "IBS NB local cache",
        "IBS_OP_NB_LOCAL_CACHE",
    )
    .op_all(OpFlags::NORTHBRIDGE.union(OpFlags::NEAR_CACHE)),
    op(
        0xF244,
        "IBS Northbridge local core L1, L2, L3 cache",
        "IBS NB remote cache",
        "IBS_OP_NB_REMOTE_CACHE",
    )
    .op_all(OpFlags::NORTHBRIDGE.union(OpFlags::FAR_CACHE))
    .requires(Traits::NODE_BITS),
    op(0xF245, "IBS Northbridge local DRAM", "IBS NB local DRAM", "IBS_OP_NB_LOCAL_DRAM")
        .op_all(OpFlags::NORTHBRIDGE.union(OpFlags::DRAM))
        .op_none(OpFlags::REMOTE),
    op(0xF246, "IBS Northbridge remote DRAM", "IBS NB remote DRAM", "IBS_OP_NB_REMOTE_DRAM")
        .op_all(OpFlags::NORTHBRIDGE.union(OpFlags::DRAM).union(OpFlags::REMOTE))
        .requires(Traits::NODE_BITS),
    op(
        0xF247,
        "IBS Northbridge local APIC MMIO Config PCI",
        "IBS NB local other",
        "IBS_OP_NB_LOCAL_OTHER",
    )
    .op_all(OpFlags::NORTHBRIDGE.union(OpFlags::MMIO))
    .op_none(OpFlags::REMOTE),
    op(
        0xF248,
        "IBS Northbridge remote APIC MMIO Config PCI",
        "IBS NB remote other",
        "IBS_OP_NB_REMOTE_OTHER",
    )
    .op_all(OpFlags::NORTHBRIDGE.union(OpFlags::MMIO).union(OpFlags::REMOTE))
    .requires(Traits::NODE_BITS),
    op(
        0xF249,
        "IBS Northbridge cache modified state",
        "IBS NB cache Modified",
        "IBS_OP_NB_CACHE_MODIFIED",
    )
    .op_all(OpFlags::MODIFIED)
    .requires(Traits::CACHE_STATE),
    op(0xF24A, "IBS Northbridge cache owned state", "IBS NB cache Owned", "IBS_OP_NB_CACHE_OWNED")
        .op_all(OpFlags::OWNED)
        .requires(Traits::CACHE_STATE),
    op(
        0xF24B,
        "IBS Northbridge local cache latency",
        "IBS NB local lat",
        "IBS_OP_NB_LOCAL_CACHE_LAT",
    )
    .op_all(OpFlags::NORTHBRIDGE)
    .op_none(OpFlags::REMOTE)
    .cycles(Latency::DcMiss),
    op(
        0xF24C,
        "IBS Northbridge remote cache latency",
        "IBS NB remote lat",
        "IBS_OP_NB_REMOTE_CACHE_LAT",
    )
    .op_all(OpFlags::NORTHBRIDGE.union(OpFlags::REMOTE))
    .cycles(Latency::DcMiss)
    .requires(Traits::NODE_BITS),
    // Ours: what later processors tell and the guide does not have.
    fetch(OURS, "1G page translation", "1G page", "FETCH_1G_PAGE").fetch_all(FetchFlags::PAGE_1G),
    fetch(OURS, "16K page translation", "16K page", "FETCH_16K_PAGE")
        .fetch_all(FetchFlags::PAGE_16K),
    fetch(OURS, "Fetches that miss the op cache", "op cache miss", "FETCH_OP_CACHE_MISS")
        .fetch_all(FetchFlags::OP_CACHE_MISS)
        .requires(Traits::FETCH_L3_MISS),
    fetch(OURS, "Fetches that miss the L3 cache", "fetch L3 miss", "FETCH_L3_MISS")
        .fetch_all(FetchFlags::L3_MISS)
        .requires(Traits::FETCH_L3_MISS),
    op(OURS, "Branches fused with a comparison", "fused BR", "OP_FUSED_BRANCH")
        .op_all(OpFlags::BRANCH.union(OpFlags::FUSED))
        .requires(Traits::BRANCH_FUSION),
    op(OURS, "Ops from microcode", "microcode", "OP_MICROCODE")
        .op_all(OpFlags::MICROCODE)
        .requires(Traits::MICROCODE),
    op(OURS, "Loads that miss the data cache", "DC miss load", "LOAD_DC_MISS")
        .op_all(OpFlags::LOAD.union(OpFlags::DC_MISS)),
    op(OURS, "Loads that miss the L2 cache", "L2 miss load", "LOAD_L2_MISS")
        .op_all(OpFlags::LOAD.union(OpFlags::DC_MISS).union(OpFlags::L2_MISS))
        .requires(Traits::MEMORY_DETAILS),
    op(OURS, "Software prefetches", "SW prefetch", "SOFTWARE_PREFETCH")
        .op_all(OpFlags::SOFTWARE_PREFETCH)
        .requires(Traits::MEMORY_DETAILS),
    op(OURS, "Page walks", "page walk", "PAGE_WALK")
        .op_all(OpFlags::REFILLED)
        .requires(Traits::MEMORY_DETAILS),
    op(OURS, "Page walk latency", "walk lat", "PAGE_WALK_LATENCY")
        .op_all(OpFlags::REFILLED)
        .cycles(Latency::DtlbRefill)
        .requires(Traits::MEMORY_DETAILS),
    op(OURS, "Loads from long-latency memory", "long-latency", "SOURCE_LONG_LATENCY")
        .op_all(OpFlags::NORTHBRIDGE.union(OpFlags::LONG_LATENCY_MEMORY))
        .requires(Traits::LONG_SOURCE),
    op(OURS, "Loads from extension memory", "extension", "SOURCE_EXTENSION")
        .op_all(OpFlags::NORTHBRIDGE.union(OpFlags::EXTENSION_MEMORY))
        .requires(Traits::LONG_SOURCE),
    op(OURS, "Loads from memory of another kind of processor", "peer memory", "SOURCE_PEER")
        .op_all(OpFlags::NORTHBRIDGE.union(OpFlags::PEER_MEMORY))
        .requires(Traits::LONG_SOURCE),
    op(OURS, "Latency of loads from the local L3", "L3 lat", "LATENCY_L3")
        .op_all(OpFlags::NORTHBRIDGE.union(OpFlags::L3))
        .op_none(OpFlags::REMOTE)
        .cycles(Latency::DcMiss)
        .requires(Traits::L3_SOURCE),
    op(
        OURS,
        "Latency of loads from a cache of the same node",
        "near cache lat",
        "LATENCY_NEAR_CACHE",
    )
    .op_all(OpFlags::NORTHBRIDGE.union(OpFlags::NEAR_CACHE))
    .cycles(Latency::DcMiss),
    op(OURS, "Latency of loads from a cache of another node", "far cache lat", "LATENCY_FAR_CACHE")
        .op_all(OpFlags::NORTHBRIDGE.union(OpFlags::FAR_CACHE))
        .cycles(Latency::DcMiss)
        .requires(Traits::NODE_BITS),
    op(OURS, "Latency of loads from local DRAM", "local DRAM lat", "LATENCY_LOCAL_DRAM")
        .op_all(OpFlags::NORTHBRIDGE.union(OpFlags::DRAM))
        .op_none(OpFlags::REMOTE)
        .cycles(Latency::DcMiss),
    op(OURS, "Latency of loads from remote DRAM", "remote DRAM lat", "LATENCY_REMOTE_DRAM")
        .op_all(OpFlags::NORTHBRIDGE.union(OpFlags::DRAM).union(OpFlags::REMOTE))
        .cycles(Latency::DcMiss)
        .requires(Traits::NODE_BITS),
];
