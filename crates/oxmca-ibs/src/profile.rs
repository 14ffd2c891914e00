//! A recording, added up by address.
//!
//! Samples are not kept: each is added to the sums of its process, file and address. All coarser sums
//! are sums of those.

use std::hash::Hash;
use std::io::{Read, Seek};
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use crate::address_space::{AddressSpace, Mapping};
use crate::counts::{Counts, FetchCounts, Met, OpCounts};
use crate::cpu::{Capabilities, Cpu, Traits};
use crate::event::EventId;
use crate::flags::{FetchFlags, OpFlags};
use crate::payload::{FetchRegisters, OpRegisters, PayloadError};
use crate::perf_data::{Header, Mode, ReadError, Record, Recording, SampleKind, SampleRecord};

/// How to read a recording.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The processor, for recordings that do not name it.
    pub cpu: Option<Cpu>,
}

/// A recording, added up.
#[derive(Clone, Debug)]
pub struct Profile {
    header: Header,
    cpu: Cpu,
    tally: Tally,
    processes: Vec<Process>,
    modules: Vec<Module>,
    sites: Vec<Site>,
    ops: Vec<OpCounts>,
    fetches: Vec<FetchCounts>,
}

/// How many records there were, and what became of them.
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
    /// What all samples of ops can tell.
    pub op_traits: Traits,
    /// What all samples of fetches can tell.
    pub fetch_traits: Traits,
    /// Whether dispatched ops were counted: `None` without ops, or if there are both.
    pub counts_ops: Option<bool>,
    /// Samples of ops in another mode of counting than the first.
    pub ops_of_other_mode: u64,
}

impl Tally {
    /// Whether the kernel hid physical addresses, and with them whether fetches knew theirs: ITLB hits
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

/// What code belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Module {
    /// Which kind.
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
    ops: u32,
    fetches: u32,
}

/// No counts.
const NONE: u32 = u32::MAX;

impl Profile {
    /// Reads and adds up a file. `progress` is told how many bytes were read of how many, and can end
    /// the reading.
    ///
    /// # Errors
    /// When the file cannot be read, has no IBS samples or is damaged: the message says what to do.
    pub fn read_file<R: Read + Seek>(
        reader: R,
        options: &ReadOptions,
        progress: &mut dyn FnMut(u64, Option<u64>) -> ControlFlow<()>,
    ) -> Result<Self, ReadError> {
        Self::read(Recording::open_file(reader)?, options, progress)
    }

    /// Reads and adds up a stream, as `perf record -o -` writes it.
    ///
    /// # Errors
    /// As for files.
    pub fn read_stream<R: Read>(
        reader: R,
        options: &ReadOptions,
        progress: &mut dyn FnMut(u64, Option<u64>) -> ControlFlow<()>,
    ) -> Result<Self, ReadError> {
        Self::read(Recording::open_stream(reader)?, options, progress)
    }

    fn read<R: Read>(
        recording: Recording<R>,
        options: &ReadOptions,
        progress: &mut dyn FnMut(u64, Option<u64>) -> ControlFlow<()>,
    ) -> Result<Self, ReadError> {
        let cpu = match (recording.cpu(), options.cpu) {
            (Ok(cpu), _) | (Err(ReadError::NoCpu), Some(cpu)) => cpu,
            (Err(error), _) => return Err(error),
        };
        let events = recording.ibs_events()?;
        let mut builder = Builder::new(cpu, recording.header().clone(), events);
        let len = recording.data_len();
        let mut progress = |position| progress(position, len);
        recording.read_records(&mut |record| builder.add(record), &mut progress)?;
        Ok(builder.profile)
    }

    /// What the recording says of itself.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The processor that recorded.
    #[must_use]
    pub fn cpu(&self) -> Cpu {
        self.cpu
    }

    /// How many records there were.
    #[must_use]
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The processes with records.
    #[must_use]
    pub fn processes(&self) -> &[Process] {
        &self.processes
    }

    /// The modules that were mapped, or have samples.
    #[must_use]
    pub fn modules(&self) -> &[Module] {
        &self.modules
    }

    /// The addresses with samples.
    #[must_use]
    pub fn sites(&self) -> &[Site] {
        &self.sites
    }

    /// A process.
    #[must_use]
    pub fn process(&self, id: ProcessId) -> &Process {
        &self.processes[id.0 as usize]
    }

    /// A module.
    #[must_use]
    pub fn module(&self, id: ModuleId) -> &Module {
        &self.modules[id.0 as usize]
    }

    /// A site.
    #[must_use]
    pub fn site(&self, id: SiteId) -> &Site {
        &self.sites[id.0 as usize]
    }

    /// The indices of all sites.
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

    /// The sums over all sites.
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

    /// An event's value in a sum; `None` if the samples cannot tell (n/a).
    #[must_use]
    pub fn value(&self, counts: &Counts, id: EventId) -> Option<u64> {
        self.is_available(id).then(|| counts.get(id))
    }

    /// Whether samples can tell of an event: whether there are samples of its kind, on a processor
    /// that has what it needs.
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

    /// Whether an event's value follows our mapping of Northbridge events to Zen.
    #[must_use]
    pub fn is_mapped(&self, id: EventId) -> bool {
        id.event().is_mapped_on(self.tally.op_traits)
    }
}

/// What identifies a site.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct SiteKey {
    process: u32,
    module: u32,
    address: u64,
}

/// Adds up records.
struct Builder {
    profile: Profile,
    events: Vec<Option<SampleKind>>,
    by_pid: FxHashMap<u32, u32>,
    spaces: Vec<AddressSpace>,
    /// Which processes have samples.
    sampled: Vec<bool>,
    by_module: FxHashMap<Module, u32>,
    by_site: FxHashMap<SiteKey, u32>,
    /// Modules that are no files, by the mode of samples in them; the last is for unknown addresses.
    others: [Option<u32>; 5],
    /// The last capability word, and what follows from it.
    last_caps: Option<(Capabilities, Traits)>,
    /// What follows from flags that occurred, at places that follow from them.
    met_by_ops: Vec<(OpFlags, Met)>,
}

/// Programs have few combinations of flags: that many are remembered.
const REMEMBERED: usize = 1 << 10;

impl Builder {
    fn new(cpu: Cpu, header: Header, events: Vec<Option<SampleKind>>) -> Self {
        let tally =
            Tally { op_traits: Traits::all(), fetch_traits: Traits::all(), ..Tally::default() };
        Self {
            profile: Profile {
                header,
                cpu,
                tally,
                processes: Vec::new(),
                modules: Vec::new(),
                sites: Vec::new(),
                ops: Vec::new(),
                fetches: Vec::new(),
            },
            events,
            by_pid: FxHashMap::default(),
            spaces: Vec::new(),
            sampled: Vec::new(),
            by_module: FxHashMap::default(),
            by_site: FxHashMap::default(),
            others: [None; 5],
            last_caps: None,
            met_by_ops: vec![(OpFlags::empty(), Met::by_op(OpFlags::empty())); REMEMBERED],
        }
    }

    fn add(&mut self, record: Record<'_>) {
        match record {
            Record::Sample { event, mode, sample } => match self.events.get(event) {
                Some(Some(SampleKind::Op)) => self.add_op(mode, &sample),
                Some(Some(SampleKind::Fetch)) => self.add_fetch(mode, &sample),
                _ => self.profile.tally.of_other_events += 1,
            },
            Record::Map { pid, address, len, file_offset, path, build_id } => {
                if let Some(last) = len.checked_sub(1).and_then(|len| address.checked_add(len)) {
                    let module = self.mapped_module(path, build_id);
                    let process = self.process(pid);
                    let mapping = Mapping { start: address, last, file_offset, module };
                    self.spaces[process as usize].map(mapping);
                }
            }
            Record::Name { pid, tid, name, executed } => self.add_name(pid, tid, name, executed),
            Record::Fork { pid, parent } if pid != parent => {
                let parent = self.process(parent) as usize;
                let space = self.spaces[parent].clone();
                let name = self.profile.processes[parent].name.clone();
                self.new_process(pid, name, space);
            }
            Record::Fork { .. } => {}
            Record::Lost(count) => {
                let lost = &mut self.profile.tally.lost;
                *lost = lost.saturating_add(count);
            }
            Record::Malformed => self.profile.tally.malformed += 1,
        }
    }

    fn add_name(&mut self, pid: u32, tid: u32, name: &[u8], executed: bool) {
        let name = String::from_utf8_lossy(name).into_owned();
        if executed {
            // The program that ran before keeps its samples.
            let known = self.by_pid.get(&pid).map(|index| *index as usize);
            match known.filter(|index| !self.sampled[*index]) {
                Some(index) => {
                    self.profile.processes[index].name = name;
                    self.spaces[index] = AddressSpace::default();
                }
                None => {
                    self.new_process(pid, name, AddressSpace::default());
                }
            }
        } else if pid == tid {
            let process = self.process(pid) as usize;
            self.profile.processes[process].name = name;
        }
    }

    /// The process that now has a number.
    fn process(&mut self, pid: u32) -> u32 {
        match self.by_pid.get(&pid) {
            Some(index) => *index,
            None => self.new_process(pid, String::new(), AddressSpace::default()),
        }
    }

    fn new_process(&mut self, pid: u32, name: String, space: AddressSpace) -> u32 {
        let index = self.profile.processes.len() as u32;
        self.profile.processes.push(Process { pid, name });
        self.spaces.push(space);
        self.sampled.push(false);
        self.by_pid.insert(pid, index);
        index
    }

    fn module(&mut self, module: Module) -> u32 {
        let modules = &mut self.profile.modules;
        *self.by_module.entry(module).or_insert_with_key(|module| {
            modules.push(module.clone());
            modules.len() as u32 - 1
        })
    }

    /// The module of a mapping.
    fn mapped_module(&mut self, path: &[u8], build_id: Option<&[u8]>) -> u32 {
        let is_memory = path.is_empty()
            || path.starts_with(b"[")
            || path.starts_with(b"//anon")
            || path.starts_with(b"/memfd:")
            || path.starts_with(b"/dev/zero")
            || path.starts_with(b"/SYSV")
            || path.starts_with(b"anon_inode:");
        let known = || self.profile.header.build_ids.get(path).map(Vec::as_slice);
        let build_id = build_id.or_else(known).filter(|id| !id.is_empty()).map(<[u8]>::to_vec);
        let kind = if is_memory { ModuleKind::Memory } else { ModuleKind::File };
        self.module(Module { kind, path: String::from_utf8_lossy(path).into_owned(), build_id })
    }

    /// The module of addresses that no mapping has.
    fn other_module(&mut self, mode: Mode) -> u32 {
        let (slot, kind, name) = match mode {
            Mode::Kernel => (0, ModuleKind::Kernel, "[kernel]"),
            Mode::Hypervisor => (1, ModuleKind::Virtual, "[hypervisor]"),
            Mode::GuestKernel => (2, ModuleKind::Virtual, "[guest kernel]"),
            Mode::GuestUser => (3, ModuleKind::Virtual, "[guest]"),
            Mode::User | Mode::Unknown => (4, ModuleKind::Unknown, "[unknown]"),
        };
        if let Some(module) = self.others[slot] {
            return module;
        }
        let module = self.module(Module { kind, path: name.to_owned(), build_id: None });
        self.others[slot] = Some(module);
        module
    }

    /// The site of a sample.
    fn site(&mut self, mode: Mode, sample: &SampleRecord<'_>, ip: u64) -> usize {
        let process = self.process(sample.pid);
        self.sampled[process as usize] = true;
        let mapping = matches!(mode, Mode::User | Mode::Unknown)
            .then(|| self.spaces[process as usize].find(ip).copied())
            .flatten();
        let (module, address) = match mapping {
            Some(mapping) => (mapping.module, mapping.offset_of(ip)),
            None => (self.other_module(mode), ip),
        };
        let sites = &mut self.profile.sites;
        let key = SiteKey { process, module, address };
        let index = self.by_site.entry(key).or_insert_with(|| {
            let (process, module) = (ProcessId(process), ModuleId(module));
            sites.push(Site { process, module, address, ops: NONE, fetches: NONE });
            sites.len() as u32 - 1
        });
        *index as usize
    }

    fn traits(&mut self, caps: Capabilities) -> Traits {
        match self.last_caps {
            Some((last, traits)) if last == caps => traits,
            _ => {
                let traits = self.profile.cpu.traits(caps);
                self.last_caps = Some((caps, traits));
                traits
            }
        }
    }

    /// The events of an op with these flags.
    fn met_by_op(&mut self, flags: OpFlags) -> Met {
        // The top bits of a product with an odd number depend on all bits.
        let place = flags.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54;
        let slot = &mut self.met_by_ops[place as usize];
        if slot.0 != flags {
            *slot = (flags, Met::by_op(flags));
        }
        slot.1
    }

    fn refuse(&mut self, error: PayloadError) {
        match error {
            PayloadError::NotValid => self.profile.tally.not_valid += 1,
            _ => self.profile.tally.malformed += 1,
        }
    }

    fn add_op(&mut self, mode: Mode, record: &SampleRecord<'_>) {
        let (caps, sample) = match OpRegisters::parse(record.raw) {
            Ok(sample) => sample,
            Err(error) => return self.refuse(error),
        };
        let traits = self.traits(caps);
        let flags = OpFlags::of(&sample, traits);
        let tally = &mut self.profile.tally;
        if flags.contains(OpFlags::RIP_INVALID) {
            tally.ops_without_address += 1;
            return;
        }
        let counts_ops = sample.counts_ops(traits);
        let first = *tally.counts_ops.get_or_insert(counts_ops);
        tally.ops_of_other_mode += u64::from(first != counts_ops);
        tally.op_traits &= traits;
        tally.ops += 1;
        let met = self.met_by_op(flags);
        let site = self.site(mode, record, sample.rip);
        let (index, ops) = (&mut self.profile.sites[site].ops, &mut self.profile.ops);
        if *index == NONE {
            *index = ops.len() as u32;
            ops.push(OpCounts::default());
        }
        ops[*index as usize].add(&sample, met, record.period);
    }

    fn add_fetch(&mut self, mode: Mode, record: &SampleRecord<'_>) {
        let (caps, sample) = match FetchRegisters::parse(record.raw) {
            Ok(sample) => sample,
            Err(error) => return self.refuse(error),
        };
        let mut traits = self.traits(caps);
        if sample.extended.is_none() {
            traits.remove(Traits::ITLB_REFILL);
        }
        let flags = FetchFlags::of(&sample, traits);
        let tally = &mut self.profile.tally;
        tally.fetch_traits &= traits;
        tally.fetches += 1;
        tally.completed_fetches += u64::from(flags.contains(FetchFlags::COMPLETED));
        tally.fetches_with_address += u64::from(flags.contains(FetchFlags::ADDRESS_VALID));
        let site = self.site(mode, record, sample.linear_address);
        let (index, fetches) = (&mut self.profile.sites[site].fetches, &mut self.profile.fetches);
        if *index == NONE {
            *index = fetches.len() as u32;
            fetches.push(FetchCounts::default());
        }
        fetches[*index as usize].add(&sample, Met::by_fetch(flags), record.period);
    }
}
