//! Sums of samples by process, module and address.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::counts::{Counts, FetchCounts, OpCounts};
use crate::cpu::{Cpu, Traits};
use crate::event::EventId;
use crate::perf_data::Header;

/// A recording, added up.
#[derive(Clone, Debug)]
pub struct Profile {
    pub(super) header: Header,
    pub(super) cpu: Cpu,
    pub(super) tally: Tally,
    pub(super) processes: Vec<Process>,
    pub(super) modules: Vec<Module>,
    pub(super) sites: Vec<Site>,
    pub(super) ops: Vec<OpCounts>,
    pub(super) fetches: Vec<FetchCounts>,
}

/// Numbers of records by their use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Samples of ops that were added.
    pub ops: u64,
    /// Samples of fetches that were added.
    pub fetches: u64,
    /// Samples of ops that do not know their instruction. They are not among those added.
    pub ops_without_address: u64,
    /// Samples whose registers say that they hold none.
    pub not_valid: u64,
    /// Records that are not what they should be.
    pub malformed: u64,
    /// Samples of events that are not of IBS.
    pub of_other_events: u64,
    /// Records that perf says were lost.
    pub lost: u64,
    /// Fetches that completed.
    pub completed_fetches: u64,
    /// Fetches with a physical address.
    pub fetches_with_address: u64,
    /// The traits that all samples of ops share.
    pub op_traits: Traits,
    /// The traits that all samples of fetches share.
    pub fetch_traits: Traits,
    /// True if the first op was sampled by dispatched ops, false if by cycles; `None` without ops.
    pub counts_ops: Option<bool>,
    /// Samples of ops in another mode of counting than the first.
    pub ops_of_other_mode: u64,
}

impl Tally {
    /// Returns whether the kernel hid physical addresses, and with them the flag that fetches knew theirs. ITLB hits
    /// and page sizes then read as 0, and too many fetches as killed. Kernels from 6.14 on do so for
    /// users without the right to profile the kernel.
    #[must_use]
    pub fn hides_fetch_addresses(&self) -> bool {
        self.completed_fetches > 0 && self.fetches_with_address == 0
    }
}

/// Index of a process in [`Profile::processes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProcessId(pub u32);

/// Index of a module in [`Profile::modules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ModuleId(pub u32);

/// Index of a site in [`Profile::sites`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SiteId(pub u32);

/// A process, from one execution of a program to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Process {
    /// Its number.
    pub pid: u32,
    /// Its name; empty if the recording has none.
    pub name: String,
}

/// A file, the kernel, or other memory with code.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Module {
    /// The kind.
    pub kind: ModuleKind,
    /// The path of a file, else a name in brackets.
    pub path: String,
    /// The file's build id, if the recording has it.
    pub build_id: Option<Vec<u8>>,
}

/// Kinds of modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ModuleKind {
    /// A file that was mapped. Addresses are offsets in it.
    File,
    /// Memory that no file was mapped to: generated code, the vDSO. Addresses are offsets in it.
    Memory,
    /// The kernel and its modules. Addresses are those of samples, also for what follows.
    Kernel,
    /// A hypervisor, or a guest.
    Virtual,
    /// Addresses that the recording has no mapping for.
    Unknown,
}

/// An address of a module in a process, with samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// The process.
    pub process: ProcessId,
    /// The module.
    pub module: ModuleId,
    /// The address: see [`ModuleKind`].
    pub address: u64,
    pub(super) ops: u32,
    pub(super) fetches: u32,
}

impl Site {
    /// Returns whether there are samples of ops. Then an instruction begins at the address.
    #[must_use]
    pub fn has_ops(&self) -> bool {
        self.ops != NONE
    }
}

/// The index of counts that do not exist.
pub(super) const NONE: u32 = u32::MAX;

impl Profile {
    /// Returns the header of the recording.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the processor that recorded.
    #[must_use]
    pub fn cpu(&self) -> Cpu {
        self.cpu
    }

    /// Returns the numbers of records.
    #[must_use]
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Returns the processes with records.
    #[must_use]
    pub fn processes(&self) -> &[Process] {
        &self.processes
    }

    /// Returns the modules that were mapped, or have samples.
    #[must_use]
    pub fn modules(&self) -> &[Module] {
        &self.modules
    }

    /// Returns the addresses with samples.
    #[must_use]
    pub fn sites(&self) -> &[Site] {
        &self.sites
    }

    /// Returns a process.
    #[must_use]
    pub fn process(&self, id: ProcessId) -> &Process {
        &self.processes[id.0 as usize]
    }

    /// Returns a module.
    #[must_use]
    pub fn module(&self, id: ModuleId) -> &Module {
        &self.modules[id.0 as usize]
    }

    /// Returns a site.
    #[must_use]
    pub fn site(&self, id: SiteId) -> &Site {
        &self.sites[id.0 as usize]
    }

    /// Returns the indices of all sites.
    pub fn site_ids(&self) -> impl ExactSizeIterator<Item = SiteId> + use<> {
        (0..self.sites.len() as u32).map(SiteId)
    }

    /// Adds the samples of a site to a sum.
    pub fn add_site(&self, id: SiteId, sum: &mut Counts) {
        let site = self.site(id);
        if let Some(ops) = self.ops.get(site.ops as usize) {
            *sum += ops;
        }
        if let Some(fetches) = self.fetches.get(site.fetches as usize) {
            *sum += fetches;
        }
    }

    /// Returns the sums over all sites.
    #[must_use]
    pub fn total(&self) -> Counts {
        let mut sum = Counts::default();
        for id in self.site_ids() {
            self.add_site(id, &mut sum);
        }
        sum
    }

    /// Sums over the sites of equal keys, e.g. of a process, in the order in which keys first occur.
    /// Sites without a key are left out.
    pub fn sums_by<K: Copy + Eq + Hash>(
        &self,
        mut key: impl FnMut(SiteId) -> Option<K>,
    ) -> Vec<(K, Counts)> {
        let mut indices: FxHashMap<K, usize> = FxHashMap::default();
        let mut sums: Vec<(K, Counts)> = Vec::new();
        for id in self.site_ids() {
            let Some(key) = key(id) else { continue };
            let index = *indices.entry(key).or_insert_with(|| {
                sums.push((key, Counts::default()));
                sums.len() - 1
            });
            self.add_site(id, &mut sums[index].1);
        }
        sums
    }

    /// Returns an event's value in a sum; `None` if the samples cannot tell (n/a).
    #[must_use]
    pub fn value(&self, counts: &Counts, id: EventId) -> Option<u64> {
        self.is_available(id).then(|| counts.get(id))
    }

    /// Returns whether an event has a value: there are samples of its kind, from a processor with the traits that it
    /// requires.
    #[must_use]
    pub fn is_available(&self, id: EventId) -> bool {
        let event = id.event();
        let (count, traits) = if event.is_fetch() {
            (self.tally.fetches, self.tally.fetch_traits)
        } else {
            (self.tally.ops, self.tally.op_traits)
        };
        count > 0 && event.is_available(traits)
    }

    /// Returns whether an event is one of the Northbridge that is mapped to data sources of Zen.
    #[must_use]
    pub fn is_mapped(&self, id: EventId) -> bool {
        id.event().is_mapped_on(self.tally.op_traits)
    }
}
