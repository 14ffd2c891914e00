//! Renaming: registers and memory become results, micro-ops are bound to ports.

use oxmca_asm::target::hardware::Effect;
use oxmca_tables::hardware::PortSet;
use smallvec::SmallVec;

use super::dataflow::{Dataflow, InFlight, MemorySource, ResultId, UNKNOWN};
use super::instruction::{AtRename, Instruction, Kind};
use super::options::{Delivery, HardwareOptions, feature};
use super::processor::{HardwareProcessor, Slot};
use super::stores::{Source, Store, StorePlace, Stores};
use super::values::{Accesses, Values};

/// Results that one instruction waits for.
type Results = SmallVec<[ResultId; 4]>;

/// A place that remembers that an eliminated move lets registers share a result.
#[derive(Clone, Debug)]
struct SharedMove {
    registers: SmallVec<[Slot; 4]>,
    /// Once at most one register is left, the result with which the last one was overwritten.
    overwritten_by: Option<ResultId>,
}

/// Registers and memory as results, and the choice of ports.
pub(super) struct Renamer<'a> {
    hardware: &'a HardwareProcessor,
    options: &'a HardwareOptions,
    delivery: Delivery,
    registers: Vec<ResultId>,
    values: Values<'a>,
    stores: Stores,
    moves: Vec<SharedMove>,
    /// The stack pointer was changed by the stack engine and must be brought up to date when it is used otherwise.
    has_stack_change: bool,
    /// Which of two load ports was taken last.
    last_load_port: usize,
    /// Micro-ops bound to each port when the cycle began.
    bound: Vec<u32>,
    code_offset: u64,
}

/// An instruction that was renamed, as the reorder buffer sees it.
#[derive(Clone, Debug, Default)]
pub(super) struct Renamed {
    /// Results that must be known before it retires.
    pub results: Results,
    /// Its retirement, if loads may wait for it.
    pub retirement: Option<ResultId>,
    /// The addresses of its load and store.
    pub accesses: Accesses,
}

impl<'a> Renamer<'a> {
    pub fn new(
        hardware: &'a HardwareProcessor,
        delivery: Delivery,
        options: &'a HardwareOptions,
    ) -> Renamer<'a> {
        Renamer {
            hardware,
            options,
            delivery,
            registers: vec![ResultId::PAST; hardware.num_slots],
            values: Values::new(&options.initial_registers, hardware),
            stores: Stores::default(),
            moves: Vec::new(),
            has_stack_change: false,
            last_load_port: 0,
            bound: Vec::new(),
            code_offset: 0,
        }
    }

    /// Begins a cycle.
    pub fn begin_cycle(&mut self, dataflow: &Dataflow, cycle: u32) {
        self.bound.clear();
        self.bound.extend((0..self.hardware.num_ports).map(|port| dataflow.bound(port)));
        let numbers = &self.hardware.numbers;
        let longest = numbers.blocked_forwarding_cycles.max(numbers.aliased_load_cycles);
        self.stores.forget(|store| {
            let retired = dataflow.cycle(store.retirement);
            retired != UNKNOWN && retired + longest < cycle
        });
    }

    /// Code starts anew at its beginning.
    pub fn begin_code(&mut self) {
        self.code_offset = 0;
    }

    /// Chooses the port of a micro-op that is renamed in the `place`-th slot of the cycle. The port with the fewest
    /// micro-ops is taken in even slots, the one with the second fewest in odd ones unless it has three more.
    /// Source: the text of the uiCA paper, section "Renamer".
    fn port(&mut self, ports: PortSet, place: u32, dataflow: &Dataflow) -> usize {
        let members = (0..self.hardware.num_ports).filter(|port| ports.0 >> port & 1 != 0);
        let binds_to_least_used = self.hardware.numbers.binds_to_least_used != 0;
        let count = ports.0.count_ones();
        if count == 1 {
            return ports.0.trailing_zeros() as usize;
        }
        if binds_to_least_used || !self.options.has(feature::PORT_CHOICE) {
            return members.rev().min_by_key(|port| dataflow.bound(*port)).unwrap_or(0);
        }
        if count == 2 && ports == self.hardware.model.ports.load {
            self.last_load_port ^= 1;
            return members.clone().nth(self.last_load_port).unwrap_or(0);
        }
        let mut first = None;
        let mut second = None;
        for port in members.rev() {
            let bound = self.bound[port];
            if first.is_none_or(|it: usize| bound < self.bound[it]) {
                second = first;
                first = Some(port);
            } else if second.is_none_or(|it: usize| bound < self.bound[it]) {
                second = Some(port);
            }
        }
        match (first, second) {
            (Some(one), Some(two)) if place & 1 == 1 && self.bound[two] - self.bound[one] < 3 => {
                two
            }
            (Some(one), _) => one,
            (None, _) => 0,
        }
    }

    /// Brings the stack pointer up to date if an instruction needs it. Returns whether that takes a slot.
    pub fn synchronizes_stack(
        &mut self,
        instruction: &Instruction,
        place: u32,
        cycle: u32,
        dataflow: &mut Dataflow,
    ) -> bool {
        if instruction.facts.stack != oxmca_asm::target::hardware::StackUse::None {
            self.has_stack_change = self.options.has(feature::STACK_ENGINE);
            return false;
        }
        if !self.has_stack_change || !instruction.uses_stack_pointer {
            return false;
        }
        self.has_stack_change = false;
        let slot = usize::from(self.hardware.slot(self.hardware.registers.stack_pointer));
        let result = dataflow.result(1, false);
        let old = std::mem::replace(&mut self.registers[slot], result);
        let port = self.port(self.hardware.model.ports.stack_update, place, dataflow);
        dataflow.bind(InFlight::new(Kind::Compute, 1, result), port, cycle, &[old], &[]);
        true
    }

    /// Renames an instruction, whose first micro-op is in the `place`-th slot of the cycle.
    pub fn rename(
        &mut self,
        instruction: &Instruction,
        place: u32,
        cycle: u32,
        dataflow: &mut Dataflow,
    ) -> Renamed {
        self.code_offset += u64::from(instruction.length_bytes);
        let accesses = match self.options.has(feature::MEMORY) {
            true => self.values.step(instruction, self.code_offset),
            false => Accesses::default(),
        };
        let registers = |slots: &[Slot]| -> Results {
            slots.iter().map(|slot| self.registers[usize::from(*slot)]).collect()
        };
        let (address, data) = (registers(&instruction.address), registers(&instruction.data));
        let mut renamed = Renamed { accesses, ..Renamed::default() };

        let shared = match instruction.at_rename {
            AtRename::Move => self.place_of_move(instruction, cycle, dataflow),
            _ => None,
        };
        let is_done_at_rename = match instruction.at_rename {
            AtRename::Nothing => false,
            AtRename::Known | AtRename::AddConstant => true,
            AtRename::Move => shared.is_some(),
        };

        let mut loaded = None;
        for micro_op in instruction.micro_ops.iter().filter(|it| it.kind == Kind::Load) {
            let result = dataflow.result(1, true);
            let is_short = instruction.is_pointer_load
                && self.options.has(feature::POINTER_LOADS)
                && address.first().is_some_and(|it| dataflow.is_load(*it));
            let mut load = InFlight::new(Kind::Load, micro_op.latency_cycles, result);
            if is_short {
                load.latency_cycles = self.hardware.numbers.pointer_load_cycles as u16;
            }
            load.at = accesses.load;
            let mut forwarded = None;
            if loaded.is_none()
                && let Some(at) = accesses.load
            {
                let sees_aliases = self.options.has(feature::ALIASING);
                let source = self.stores.source(at, accesses.bytes, sees_aliases);
                load.memory = self.memory_source(source, instruction.facts.uses_vectors);
                if let Source::Forwarded { value: Some(value), place, .. } = source
                    && self.takes_value(instruction)
                    && self.knows_place(place, instruction)
                {
                    forwarded = Some(value);
                }
            }
            let port = self.port(micro_op.ports, place, dataflow);
            dataflow.bind(load, port, cycle, &address, &[]);
            loaded.get_or_insert(forwarded.unwrap_or(result));
            renamed.results.push(result);
        }

        let mut operands = data.clone();
        operands.extend(loaded);
        let computes = instruction.micro_ops.iter().filter(|it| it.kind == Kind::Compute);
        let num_computes = computes.clone().count();
        let result = if is_done_at_rename {
            match instruction.at_rename {
                AtRename::Known => ResultId::PAST,
                _ => data.first().copied().unwrap_or(ResultId::PAST),
            }
        } else if num_computes > 0 {
            let result = dataflow.result(num_computes as u16, false);
            for micro_op in computes {
                let mut compute = InFlight::new(Kind::Compute, micro_op.latency_cycles, result);
                compute.divider_cycles = micro_op.divider_cycles;
                compute.locked_cycles = micro_op.locked_cycles;
                let port = self.port(micro_op.ports, place, dataflow);
                dataflow.bind(compute, port, cycle, &[], &operands);
            }
            renamed.results.push(result);
            result
        } else {
            // What no micro-op computes is what was there.
            loaded.or(data.first().copied()).unwrap_or(ResultId::PAST)
        };

        if instruction.num_stores > 0 {
            let computed = [result];
            let stored = if num_computes > 0 { &computed[..] } else { &operands };
            self.store(instruction, (place, cycle), &address, stored, dataflow, &mut renamed);
        }
        self.write(instruction, result, shared.filter(|_| is_done_at_rename));
        renamed
    }

    /// Returns whether the renamer sees that a load is from where a store was to, or predicts it.
    fn knows_place(&self, place: StorePlace, instruction: &Instruction) -> bool {
        self.hardware.numbers.forwards_at_rename != 2
            || self.delivery == Delivery::Loop
            || place == self.place_of(instruction)
            || place == StorePlace::STACK && self.is_on_stack(instruction)
    }

    /// The registers of an address, as they are named and renamed.
    fn place_of(&self, instruction: &Instruction) -> StorePlace {
        if self.is_on_stack(instruction) {
            return StorePlace::STACK;
        }
        let mut place = StorePlace::STACK;
        let address = instruction.facts.address.as_ref();
        let named = [address.and_then(|it| it.base), address.and_then(|it| it.index)];
        for (register, part) in place.registers.iter_mut().zip(named) {
            if let Some(part) = part {
                let slot = self.hardware.slot(part.root);
                *register = (slot, self.registers.get(usize::from(slot)).copied());
            }
        }
        place
    }

    /// Returns whether the renamer can give an instruction the value of a store in place of its load, or take the value
    /// of its store: both are of general purpose registers, by an address without index.
    fn takes_value(&self, instruction: &Instruction) -> bool {
        let facts = &instruction.facts;
        let is_simple =
            facts.address.as_ref().is_none_or(|it| it.index.is_none() && it.base.is_some());
        let changes_by_register =
            instruction.reads_memory && instruction.writes_memory && !instruction.data.is_empty();
        let extends = instruction.reads_memory
            && !instruction.writes_memory
            && !facts.merges_into_destination
            && (1..4).contains(&facts.access_bytes);
        let takes = match self.hardware.numbers.forwards_at_rename {
            0 => false,
            1 => is_simple && !changes_by_register,
            2 => !extends,
            _ => !extends && is_simple && self.is_on_stack(instruction),
        };
        takes && self.options.has(feature::VALUE_FORWARDING) && facts.effect != Effect::Unknown
    }

    fn is_on_stack(&self, instruction: &Instruction) -> bool {
        let pointers = &self.hardware.registers;
        instruction.facts.address.as_ref().is_none_or(|address| {
            let base = address.base.map(|base| base.root);
            base == Some(pointers.stack_pointer) || base == Some(pointers.frame_pointer)
        })
    }

    fn memory_source(&self, source: Source, is_vector: bool) -> Option<MemorySource> {
        let numbers = &self.hardware.numbers;
        let forwarding_cycles = match numbers.vector_forwarding_cycles {
            cycles if is_vector && cycles != 0 => cycles,
            _ => numbers.forwarding_cycles,
        };
        match source {
            Source::Cache => None,
            Source::Forwarded { data: result, .. } => {
                Some(MemorySource { result, cycles: forwarding_cycles })
            }
            Source::Blocked(result) => {
                let is_on = self.options.has(feature::BLOCKED_FORWARDING);
                is_on.then_some(MemorySource { result, cycles: numbers.blocked_forwarding_cycles })
            }
            Source::Aliased(result) => {
                let cycles = numbers.aliased_load_cycles;
                (cycles > 0).then_some(MemorySource { result, cycles })
            }
        }
    }

    /// Binds the micro-ops of a store of `data`.
    fn store(
        &mut self,
        instruction: &Instruction,
        (place, cycle): (u32, u32),
        address: &[ResultId],
        data: &[ResultId],
        dataflow: &mut Dataflow,
        renamed: &mut Renamed,
    ) {
        let Accesses { store: accessed, bytes, .. } = renamed.accesses;
        let value = match data {
            [] => Some(ResultId::PAST),
            [value] => Some(*value),
            _ => None,
        };
        let value = value.filter(|_| self.takes_value(instruction));
        let mut is_first = true;
        for micro_op in &instruction.micro_ops {
            let needs = match micro_op.kind {
                Kind::StoreAddress => address,
                Kind::StoreData => data,
                Kind::Load | Kind::Compute => continue,
            };
            let done = dataflow.result(1, false);
            let port = self.port(micro_op.ports, place, dataflow);
            dataflow.bind(InFlight::new(micro_op.kind, 1, done), port, cycle, needs, &[]);
            renamed.results.push(done);
            if micro_op.kind == Kind::StoreData
                && is_first
                && let Some(at) = accessed
            {
                is_first = false;
                let retirement = dataflow.result(1, false);
                renamed.retirement = Some(retirement);
                let place = value.map_or(StorePlace::STACK, |_| self.place_of(instruction));
                let store = Store { address: at, bytes, data: done, value, place, retirement };
                self.stores.push(store);
            }
        }
    }

    /// Returns the place that remembers an eliminated move, if there is one.
    fn place_of_move(
        &mut self,
        instruction: &Instruction,
        cycle: u32,
        dataflow: &Dataflow,
    ) -> Option<usize> {
        let source = instruction.data.first()?;
        let holds = |it: &SharedMove| it.registers.contains(source);
        if let Some(found) = self.moves.iter().position(holds) {
            return Some(found);
        }
        self.moves.retain(|it| {
            let is_free = it.registers.len() < 2
                && it.overwritten_by.is_none_or(|result| dataflow.cycle(result) <= cycle);
            !is_free
        });
        if self.moves.len() >= self.hardware.numbers.move_elimination_slots as usize {
            return None;
        }
        let registers = SmallVec::from_slice(&[*source]);
        self.moves.push(SharedMove { registers, overwritten_by: None });
        Some(self.moves.len() - 1)
    }

    fn write(&mut self, instruction: &Instruction, result: ResultId, shared: Option<usize>) {
        for slot in &instruction.writes {
            self.registers[usize::from(*slot)] = result;
            if self.moves.is_empty() {
                continue;
            }
            for it in &mut self.moves {
                let Some(at) = it.registers.iter().position(|other| other == slot) else {
                    continue;
                };
                it.registers.remove(at);
                if it.registers.len() < 2 {
                    it.overwritten_by = shared.is_none().then_some(result);
                }
            }
        }
        if let Some(place) = shared
            && let (Some(it), Some(slot)) = (self.moves.get_mut(place), instruction.writes.first())
        {
            it.registers.push(*slot);
        }
    }
}
