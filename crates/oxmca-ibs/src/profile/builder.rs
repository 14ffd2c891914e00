//! From records to processes, modules and samples with a place.

use rustc_hash::FxHashMap;

use super::pending::{Pending, SiteKey};
use super::sums::{Module, ModuleId, ModuleKind, Process, ProcessId, Profile, Tally};
use crate::address_space::{AddressSpace, Mapping};
use crate::counts::Measured;
use crate::cpu::{Capabilities, Cpu, Traits};
use crate::flags::{FetchFlags, OpFlags};
use crate::payload::{FetchRegisters, OpRegisters, PayloadError};
use crate::perf_data::{Header, Mode, Record, SampleKind, SampleRecord};

/// Adds up records.
pub struct Builder {
    profile: Profile,
    events: Vec<Option<SampleKind>>,
    by_pid: FxHashMap<u32, u32>,
    spaces: Vec<AddressSpace>,
    /// For each process, true if it has samples.
    sampled: Vec<bool>,
    by_module: FxHashMap<Module, u32>,
    pending: Pending,
    /// Modules that are no files, by the mode of samples in them; the last is for unknown addresses.
    others: [Option<u32>; 5],
    /// The last capability word, and what follows from it.
    last_caps: Option<(Capabilities, Traits)>,
}

impl Builder {
    pub fn new(cpu: Cpu, header: Header, events: Vec<Option<SampleKind>>) -> Self {
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
            pending: Pending::default(),
            others: [None; 5],
            last_caps: None,
        }
    }

    /// Adds a record. They come in the order of their times.
    pub fn add(&mut self, record: Record<'_>) {
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

    /// Returns the sums.
    pub fn finish(mut self) -> Profile {
        self.pending.add_up(&mut self.profile);
        self.profile
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

    /// Returns the process that now has a number.
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

    /// Returns the module of a mapping.
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

    /// Returns the module of addresses that no mapping has.
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

    /// Adds what a sample says to what waits for its address.
    fn add_measured(
        &mut self,
        kind: SampleKind,
        mode: Mode,
        sample: &SampleRecord<'_>,
        (ip, measured): (u64, Measured),
    ) {
        let process = self.process(sample.pid);
        self.sampled[process as usize] = true;
        let mapping = matches!(mode, Mode::User | Mode::Unknown)
            .then(|| self.spaces[process as usize].find(ip).copied())
            .flatten();
        let (module, address) = match mapping {
            Some(mapping) => (mapping.module, mapping.offset_of(ip)),
            None => (self.other_module(mode), ip),
        };
        let place = SiteKey { process: ProcessId(process), module: ModuleId(module), address };
        self.pending.push(place, kind, measured, &mut self.profile);
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
        let measured = Measured::of_op(&sample, flags, record.period);
        self.add_measured(SampleKind::Op, mode, record, (sample.rip, measured));
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
        let measured = Measured::of_fetch(&sample, flags, record.period);
        self.add_measured(SampleKind::Fetch, mode, record, (sample.linear_address, measured));
    }
}
