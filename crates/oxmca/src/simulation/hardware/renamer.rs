//! Renaming: registers and memory become results, micro-ops are bound to ports.

use std::iter;

use oxmca_asm::target::hardware::{Access, Address, Effect, StackUse};
use oxmca_tables::hardware::{Bypass, PortSet, RenamerForwarding};
use smallvec::SmallVec;

use super::code::Code;
use super::dataflow::{Dataflow, InFlight, MemorySource, Operand, UNKNOWN};
use super::instruction::{AtRename, Instruction, Kind, MemoryAccess, MicroOp};
use super::port_choice::Ports;
use super::stores::{Source, Store, StorePlace, Stores};
use super::values::{AccessAddresses, Value, Values};
use super::vectors::UpperHalves;
use super::watch::ResultId;
use super::watch::{Part, Watch};
use crate::options::{Delivery, HardwareOptions, HardwareParts};
use crate::processor::hardware::{HardwareProcessor, Slot, is_status};

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
    /// Something depends on addresses.
    follows_addresses: bool,
    registers: Vec<ResultId>,
    /// By register: the instructions that know its result earlier than others.
    bypasses: Vec<Bypass>,
    values: Values<'a>,
    stores: Stores,
    moves: Vec<SharedMove>,
    /// By register: whether a place among those remembers it.
    is_shared: Vec<bool>,
    /// The stack pointer was changed by the stack engine and must be brought up to date when it is used otherwise.
    has_stack_change: bool,
    ports: Ports,
    code_offset: u64,
    stack_pointer: Slot,
    upper_halves: UpperHalves,
}

/// An instruction that was renamed, as the reorder buffer sees it.
#[derive(Clone, Debug)]
pub(super) struct Renamed {
    /// Its micro-ops that are executed.
    pub micro_ops: u16,
    /// One of them is in a slot of its own.
    pub takes_slot: bool,
    /// The end of all its micro-ops.
    pub completion: ResultId,
    /// Its retirement, if loads may wait for it.
    pub retirement: Option<ResultId>,
    /// The addresses of its stores, one per micro-op that takes data.
    pub stores: SmallVec<[StoreTarget; 1]>,
}

/// The place to which a store writes.
#[derive(Clone, Copy, Debug)]
pub(super) struct StoreTarget {
    /// The address, if it is known.
    pub address: Option<Value>,
    /// Its bytes are in two lines of the cache.
    pub crosses_line: bool,
}

/// The operands that a micro-op takes of those of its instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Taken {
    All,
    Flags,
    AllButFlags,
}

/// The data of a store.
struct Stored<'s> {
    /// The result, if micro-ops compute one.
    computed: Option<ResultId>,
    loaded: &'s [ResultId],
    completion: ResultId,
    addresses: AccessAddresses,
}

/// The results of an instruction.
struct Results {
    /// All that is no other.
    main: ResultId,
    flags: Option<ResultId>,
    /// Those of bases of addresses, in the order in which the instruction has them.
    bases: SmallVec<[ResultId; 1]>,
    /// The result of each load.
    loaded: SmallVec<[ResultId; 2]>,
}

impl Results {
    /// Returns what becomes of a register.
    fn of(&self, instruction: &Instruction, slot: Slot) -> ResultId {
        if let Some(at) = instruction.updated_bases.iter().position(|it| *it == slot) {
            return self.bases[at];
        }
        let of_load = instruction.loaded_registers.iter().find(|(it, _)| *it == slot);
        if let (Some((_, load)), Some(last)) = (of_load, self.loaded.last()) {
            return *self.loaded.get(usize::from(*load)).unwrap_or(last);
        }
        self.flags.filter(|_| is_status(slot)).unwrap_or(self.main)
    }
}

/// The place and time of a micro-op that is renamed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slotted {
    pub cycle: u32,
    /// The slot of the cycle in which its first micro-op is, from 0.
    pub slot: u32,
    /// The instruction, counted from the first that was renamed.
    pub instruction: u32,
}

impl<'a> Renamer<'a> {
    pub fn new(
        code: Code<'_>,
        hardware: &'a HardwareProcessor,
        delivery: Delivery,
        options: &'a HardwareOptions,
        thread: u32,
    ) -> Renamer<'a> {
        let has_banks = code.numbers.bank_bits != 0 && options.has(HardwareParts::BANKS);
        let has_crossings =
            code.numbers.crossing_load_cycles > 0 && options.has(HardwareParts::LINE_CROSSINGS);
        let follows_addresses = code.stores() || has_banks || has_crossings;
        Renamer {
            follows_addresses: follows_addresses && options.has(HardwareParts::MEMORY),
            hardware,
            options,
            delivery,
            registers: vec![ResultId::PAST; hardware.num_slots],
            bypasses: vec![Bypass::default(); hardware.num_slots],
            values: Values::new(&options.initial_registers, hardware, thread),
            stores: Stores::default(),
            moves: Vec::new(),
            is_shared: vec![false; hardware.num_slots],
            has_stack_change: false,
            ports: Ports::new(&code, hardware, options),
            code_offset: 0,
            stack_pointer: hardware.slot(hardware.registers.stack_pointer),
            upper_halves: UpperHalves::default(),
        }
    }

    /// Begins a cycle.
    pub fn begin_cycle(&mut self, dataflow: &Dataflow, cycle: u32) {
        self.ports.begin_cycle(dataflow);
        let numbers = &self.hardware.numbers;
        let longest = numbers.blocked_forwarding_cycles.max(numbers.aliased_load_cycles);
        self.stores.forget(|store| {
            let retired = dataflow.cycle(store.retirement);
            retired != UNKNOWN && retired + longest < cycle
        });
    }

    /// Returns whether schedulers that ports have of their own take the micro-ops of an instruction.
    pub fn has_room(&self, instruction: &Instruction, dataflow: &Dataflow) -> bool {
        self.ports.have_room(instruction, dataflow)
    }

    /// Starts the code anew at its beginning.
    pub fn begin_code(&mut self) {
        self.code_offset = 0;
    }

    /// Returns whether the stack pointer must be brought up to date for an instruction.
    fn needs_stack_pointer(&mut self, instruction: &Instruction) -> bool {
        if instruction.facts.stack != StackUse::None {
            self.has_stack_change = self.options.has(HardwareParts::STACK_ENGINE);
            return false;
        }
        let needs = self.has_stack_change && instruction.uses_stack_pointer;
        self.has_stack_change &= !needs;
        needs
    }

    /// Brings the stack pointer up to date.
    fn synchronize_stack<W: Watch>(
        &mut self,
        completion: ResultId,
        at: Slotted,
        dataflow: &mut Dataflow,
        watch: &mut W,
    ) {
        let register = usize::from(self.stack_pointer);
        let result = dataflow.result(1, false);
        watch.made(result, Part::StackPointer);
        let old = std::mem::replace(&mut self.registers[register], result);
        let port = self.ports.choose(self.hardware.model.ports.stack_update, at.slot, dataflow);
        let micro_op = InFlight::new(Kind::Compute, 1, result).completing(completion);
        let micro_op = micro_op.of(at.instruction);
        dataflow.bind(micro_op, (port, at.cycle), iter::once(old), iter::empty(), watch);
    }

    /// Follows the upper halves of vector registers. Returns the cycles in which nothing is renamed because they are
    /// saved or restored.
    pub fn changes_upper_halves(&mut self, instruction: &Instruction) -> u32 {
        let cycles = self.hardware.numbers.transition_cycles;
        let has_states = cycles > 0 || self.hardware.model.ports.vector_merge != PortSet::default();
        if !has_states || !self.options.has(HardwareParts::VECTOR_STATES) {
            return 0;
        }
        let (next, takes_time) = self.upper_halves.after(instruction.facts.vector_part);
        // Processors that merge never save.
        if cycles == 0 && takes_time {
            return 0;
        }
        self.upper_halves = next;
        if takes_time { cycles } else { 0 }
    }

    /// Returns whether an instruction keeps the upper half of a vector register that it writes, which takes a micro-op.
    fn merges(&self, instruction: &Instruction) -> bool {
        self.hardware.model.ports.vector_merge != PortSet::default()
            && self.upper_halves.merges(instruction.facts.vector_part)
            && self.options.has(HardwareParts::VECTOR_STATES)
            && !instruction.writes.is_empty()
    }

    /// Merges the result of an instruction with what it overwrites. Returns the whole.
    fn merge<W: Watch>(
        &mut self,
        instruction: &Instruction,
        (result, completion): (ResultId, ResultId),
        at: Slotted,
        dataflow: &mut Dataflow,
        watch: &mut W,
    ) -> ResultId {
        let Some(written) = instruction.writes.first() else { return result };
        let old = self.registers[usize::from(*written)];
        let whole = dataflow.result(1, false);
        watch.made(whole, Part::Merge);
        let port = self.ports.choose(self.hardware.model.ports.vector_merge, at.slot, dataflow);
        let micro_op = InFlight::new(Kind::Compute, 1, whole);
        let micro_op = micro_op.completing(completion).of(at.instruction);
        let operands = [result, old].map(Operand::from).into_iter();
        dataflow.bind(micro_op, (port, at.cycle), iter::empty(), operands, watch);
        whole
    }

    /// Renames an instruction.
    pub fn rename<W: Watch>(
        &mut self,
        instruction: &Instruction,
        at: Slotted,
        dataflow: &mut Dataflow,
        watch: &mut W,
    ) -> Renamed {
        let synchronizes = self.needs_stack_pointer(instruction);
        self.code_offset += u64::from(instruction.pair_bytes);
        let addresses = match self.follows_addresses {
            true => self.follow(instruction),
            false => AccessAddresses::new(),
        };
        let shared = match instruction.at_rename {
            AtRename::Move => self.place_of_move(instruction, at.cycle, dataflow),
            _ => None,
        };
        let is_done_at_rename = match instruction.at_rename {
            AtRename::Nothing => false,
            AtRename::Known | AtRename::AddConstant => true,
            AtRename::Move => shared.is_some(),
        };
        let num_computes = if is_done_at_rename { 0 } else { instruction.num_computes };
        let num_others = instruction.micro_ops.len() as u16 - instruction.num_computes;
        let merges = self.merges(instruction);
        let micro_ops = num_others + num_computes + u16::from(merges) + u16::from(synchronizes);
        let completion = match micro_ops {
            0 => ResultId::PAST,
            count => dataflow.result(count, false),
        };

        if synchronizes {
            self.synchronize_stack(completion, at, dataflow, watch);
        }
        let first_data = self.results(&instruction.data).next();
        let mut flags = None;
        let mut loaded = SmallVec::<[ResultId; 2]>::new();
        let bases = self.update_bases(instruction, (completion, at), dataflow, watch);
        for micro_op in instruction.loads() {
            let is_first = micro_op.is_first;
            let result = dataflow.result(1, true);
            watch.made(result, Part::Load);
            let mut load = InFlight::new(Kind::Load, micro_op.latency_cycles, result);
            let accessed = instruction.access_of(micro_op);
            let registers = accessed.map_or(&[][..], |it| &it.registers);
            let pointer = self.results(registers).next();
            if instruction.is_pointer_load
                && self.options.has(HardwareParts::POINTER_LOADS)
                && pointer.is_some_and(|it| dataflow.is_load(it))
            {
                load.latency_cycles = self.hardware.numbers.pointer_load_cycles as u16;
            }
            load.at = address_of(&addresses, micro_op);
            let crossing_cycles = self.hardware.numbers.crossing_load_cycles;
            if crossing_cycles > 0
                && self.crosses_line(load.at, accessed, self.hardware.numbers.load_line_bytes)
            {
                load.crossing_cycles = crossing_cycles as u16;
                load.latency_cycles += 1;
            }
            let mut forwarded = None;
            if is_first && let (Some(at), Some(accessed)) = (load.at, accessed) {
                let numbers = &self.hardware.numbers;
                let alias_bytes =
                    self.options.has(HardwareParts::ALIASING).then_some(numbers.alias_bytes);
                let source = self.stores.source(at, accessed.access.bytes, alias_bytes);
                load.memory = self.memory_source(source, instruction.facts.uses_vectors);
                if let Source::Forwarded { value: Some(value), place, .. } = source
                    && self.takes_value(instruction, &accessed.access)
                    && self.knows_place(place, instruction, &accessed.access)
                {
                    forwarded = Some(value);
                }
            }
            let port = self.ports.choose(micro_op.ports, at.slot, dataflow);
            let load = load.completing(completion).of(at.instruction);
            let address = self.results(registers);
            dataflow.bind(load, (port, at.cycle), address, iter::empty(), watch);
            if is_first || loaded.is_empty() {
                loaded.push(forwarded.unwrap_or(result));
            }
        }

        let result = if is_done_at_rename {
            match instruction.at_rename {
                AtRename::Known => ResultId::PAST,
                _ => first_data.unwrap_or(ResultId::PAST),
            }
        } else if num_computes > 0 {
            let parts = if instruction.has_flags_apart { 1 } else { num_computes };
            let result = dataflow.result(parts, false);
            watch.made(result, Part::Compute);
            if instruction.has_flags_apart {
                let apart = dataflow.result(num_computes - 1, false);
                watch.made(apart, Part::Flags);
                flags = Some(apart);
            }
            let computes = instruction.computes();
            for (number, micro_op) in computes.iter().enumerate() {
                let contributes_to = flags.filter(|_| number > 0).unwrap_or(result);
                let latency = micro_op.latency_cycles;
                let mut compute = InFlight::new(Kind::Compute, latency, contributes_to);
                compute.divider_half_cycles = micro_op.divider_half_cycles;
                compute.locked_cycles = micro_op.locked_cycles;
                let has_one_port = micro_op.ports.0.count_ones() == 1;
                let compute = compute.completing(completion).of(at.instruction);
                let compute = compute.with_one_port(has_one_port);
                let (port, compute) = match micro_op.has_third_operand {
                    true => {
                        let port = self.ports.choose_for_third_operand(micro_op.ports, dataflow);
                        let through = self.hardware.model.ports.of_third_operand(port);
                        (port, compute.reading_through(through))
                    }
                    false => {
                        let shared = self.ports.sharers(micro_op.ports);
                        let slot = at.slot + number as u32;
                        let port = self.ports.choose(micro_op.ports, slot, dataflow);
                        (port, compute.shared_by(shared))
                    }
                };
                let taken = match number {
                    _ if instruction.has_flags_apart && number == 0 => Taken::AllButFlags,
                    _ if instruction.flag_delay_cycles > 0 && number + 1 < computes.len() => {
                        Taken::Flags
                    }
                    _ => Taken::All,
                };
                let operands = self.operands(instruction, taken);
                let loads = if taken == Taken::Flags { &[][..] } else { &loaded };
                let loaded = loads.iter().map(|result| Operand {
                    result: *result,
                    delay_cycles: instruction.load_delay_cycles.into(),
                });
                let first = flags.filter(|_| number > 0).map(|_| Operand::from(result));
                let operands = operands.chain(loaded).chain(first);
                dataflow.bind(compute, (port, at.cycle), iter::empty(), operands, watch);
            }
            result
        } else {
            // What no micro-op computes is what was there. Several loads are done with the last one.
            loaded.last().copied().or(first_data).unwrap_or(ResultId::PAST)
        };

        let mut retirement = None;
        let mut stores = SmallVec::new();
        if instruction.num_stores > 0 {
            let computed = (num_computes > 0).then_some(result);
            let of_data = instruction.store_data().iter();
            let numbers = &self.hardware.numbers;
            let target = |micro_op| {
                let address = address_of(&addresses, micro_op);
                let accessed = instruction.access_of(micro_op);
                let crosses_line = numbers.crossing_store_cycles > 0
                    && self.crosses_line(address, accessed, numbers.line_bytes);
                StoreTarget { address, crosses_line }
            };
            stores = of_data.map(target).collect();
            let stored = Stored { computed, loaded: &loaded, completion, addresses };
            retirement = self.store(instruction, at, &stored, dataflow, watch);
        }
        let result = match merges {
            true => self.merge(instruction, (result, completion), at, dataflow, watch),
            false => result,
        };
        let results = Results { main: result, flags, bases, loaded };
        self.write(instruction, &results, shared);
        Renamed { micro_ops, takes_slot: synchronizes, completion, retirement, stores }
    }

    /// Follows the values of an instruction, and of the other that is one with it. Returns the addresses that it accesses.
    fn follow(&mut self, instruction: &Instruction) -> AccessAddresses {
        let Instruction { facts, writes, absorbed, values_matter, .. } = instruction;
        let offset = self.code_offset;
        if let Some(first) = absorbed.as_ref().filter(|it| it.is_first) {
            self.values.step(&first.facts, writes, offset, first.values_matter);
        }
        let addresses = self.values.step(facts, writes, offset, *values_matter);
        if let Some(second) = absorbed.as_ref().filter(|it| !it.is_first) {
            self.values.step(&second.facts, writes, offset, second.values_matter);
        }
        addresses
    }

    /// Binds the micro-ops that change bases of addresses. Returns their results.
    fn update_bases<W: Watch>(
        &mut self,
        instruction: &Instruction,
        (completion, at): (ResultId, Slotted),
        dataflow: &mut Dataflow,
        watch: &mut W,
    ) -> SmallVec<[ResultId; 1]> {
        if instruction.updated_bases.is_empty() {
            return SmallVec::new();
        }
        let updates = instruction.base_updates().map(|(micro_op, slot)| {
            let result = dataflow.result(1, false);
            watch.made(result, Part::Base);
            let port = self.ports.choose(micro_op.ports, at.slot, dataflow);
            let update = InFlight::new(Kind::Compute, micro_op.latency_cycles, result);
            let update = update.completing(completion).of(at.instruction);
            let old = Operand::from(self.registers[usize::from(slot)]);
            dataflow.bind(update, (port, at.cycle), iter::empty(), iter::once(old), watch);
            result
        });
        updates.collect()
    }

    /// Returns the operands that a micro-op takes of those of its instruction, beside what that
    /// loads.
    fn operands(
        &self,
        instruction: &Instruction,
        taken: Taken,
    ) -> impl Iterator<Item = Operand> + Clone {
        let delay = if taken == Taken::All { u32::from(instruction.flag_delay_cycles) } else { 0 };
        let takes = move |slot: &&Slot| match taken {
            Taken::All => true,
            Taken::Flags => is_status(**slot),
            Taken::AllButFlags => !is_status(**slot),
        };
        instruction.data.iter().filter(takes).map(move |slot| {
            let own = instruction.register_delays.iter().filter(|it| it.0 == *slot);
            let own = own.map(|it| it.1).max().unwrap_or(0);
            let late = self.bypasses[usize::from(*slot)].cycles_to(instruction.bypass);
            Operand {
                result: self.registers[usize::from(*slot)],
                delay_cycles: u32::from(own + late) + if is_status(*slot) { delay } else { 0 },
            }
        })
    }

    /// Returns the results that registers hold.
    fn results(&self, slots: &[Slot]) -> impl Iterator<Item = ResultId> + Clone {
        slots.iter().map(|slot| self.registers[usize::from(*slot)])
    }

    /// Returns whether the renamer compares how the addresses of stores and loads are named.
    fn compares_places(&self) -> bool {
        let forwarding = self.hardware.model.policies.renamer_forwarding;
        matches!(forwarding, RenamerForwarding::NamedPlaces | RenamerForwarding::NamedWords)
            && self.delivery != Delivery::Loop
    }

    /// Returns whether the renamer sees that a load is from where a store was to, or predicts it.
    fn knows_place(&self, place: StorePlace, instruction: &Instruction, load: &Access) -> bool {
        let address = instruction.facts.address_of(load);
        !self.compares_places()
            || place == self.place_of(address)
            || place == StorePlace::STACK && self.is_on_stack(address)
    }

    /// Returns the registers of an address, as they are named and renamed.
    fn place_of(&self, address: Option<&Address>) -> StorePlace {
        if self.is_on_stack(address) {
            return StorePlace::STACK;
        }
        let mut place = StorePlace::STACK;
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
    fn takes_value(&self, instruction: &Instruction, access: &Access) -> bool {
        let facts = &instruction.facts;
        let address = facts.address_of(access);
        let is_simple = address.is_none_or(|it| it.index.is_none() && it.base.is_some());
        let (loads, stores) = (facts.loads(), facts.stores());
        let changes_by_register = loads && stores && !instruction.data.is_empty();
        let extends =
            loads && !stores && !facts.merges_into_destination && (1..4).contains(&access.bytes);
        let forwarding = self.hardware.model.policies.renamer_forwarding;
        let takes = match forwarding {
            RenamerForwarding::None => false,
            RenamerForwarding::SimpleAddresses => is_simple && !changes_by_register,
            RenamerForwarding::NamedPlaces => !extends,
            RenamerForwarding::NamedWords => access.bytes >= 4,
            RenamerForwarding::Stack => !extends && is_simple && self.is_on_stack(address),
        };
        let changes_integer = loads && stores && !facts.uses_vectors && !facts.is_locked;
        let is_known = facts.effect != Effect::Unknown
            || forwarding == RenamerForwarding::NamedWords
                && changes_integer
                && !instruction.is_sequenced;
        takes && is_known && self.options.has(HardwareParts::VALUE_FORWARDING)
    }

    fn is_on_stack(&self, address: Option<&Address>) -> bool {
        let pointers = &self.hardware.registers;
        address.is_none_or(|address| {
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
                let is_on = self.options.has(HardwareParts::BLOCKED_FORWARDING);
                is_on.then_some(MemorySource { result, cycles: numbers.blocked_forwarding_cycles })
            }
            Source::Aliased(result) => {
                let cycles = numbers.aliased_load_cycles;
                (cycles > 0).then_some(MemorySource { result, cycles })
            }
        }
    }

    /// Binds the micro-ops of a store. Returns its retirement, if loads may wait for it.
    fn store<W: Watch>(
        &mut self,
        instruction: &Instruction,
        at: Slotted,
        stored: &Stored<'_>,
        dataflow: &mut Dataflow,
        watch: &mut W,
    ) -> Option<ResultId> {
        for micro_op in instruction.store_addresses() {
            let done = dataflow.result(1, false);
            watch.made(done, Part::StoreAddress);
            let port = self.ports.choose(micro_op.ports, at.slot, dataflow);
            let bound = InFlight::new(micro_op.kind, 1, done);
            let bound = bound.completing(stored.completion).of(at.instruction);
            let accessed = instruction.access_of(micro_op);
            let address = self.results(accessed.map_or(&[], |it| &it.registers));
            dataflow.bind(bound, (port, at.cycle), address, iter::empty(), watch);
        }
        let mut retirement = None;
        for micro_op in instruction.store_data() {
            let done = dataflow.result(1, false);
            watch.made(done, Part::StoreData);
            let port = self.ports.choose(micro_op.ports, at.slot, dataflow);
            let bound = InFlight::new(micro_op.kind, 1, done);
            let bound = bound.completing(stored.completion).of(at.instruction);
            let takes_operands = stored.computed.is_none();
            let loaded = if takes_operands { stored.loaded } else { &[] };
            let computed = stored.computed.into_iter().chain(loaded.iter().copied());
            let operands = self.operands(instruction, Taken::All).filter(|_| takes_operands);
            let data = operands.chain(computed.map(Operand::from));
            let value = only(data.clone().map(|it| it.result));
            dataflow.bind(bound, (port, at.cycle), iter::empty(), data, watch);
            let address = address_of(&stored.addresses, micro_op);
            let accessed = instruction.access_of(micro_op).filter(|_| micro_op.is_first);
            if let (Some(MemoryAccess { access, .. }), Some(address)) = (accessed, address) {
                let id = *retirement.get_or_insert_with(|| dataflow.result(1, false));
                watch.made(id, Part::Retirement);
                watch.waits(done, id, 0);
                let value = value.filter(|_| self.takes_value(instruction, access));
                let place = match value {
                    Some(_) if self.compares_places() => {
                        self.place_of(instruction.facts.address_of(access))
                    }
                    _ => StorePlace::STACK,
                };
                let bytes = access.bytes;
                let store = Store { address, bytes, data: done, value, place, retirement: id };
                self.stores.push(store);
            }
        }
        retirement
    }

    /// Returns whether the bytes of an access are in two lines of the cache. Pointers are taken for multiples of a line's
    /// bytes, but nothing is known of the stack's.
    fn crosses_line(
        &self,
        address: Option<Value>,
        accessed: Option<&MemoryAccess>,
        line_bytes: u32,
    ) -> bool {
        let (Some(address), Some(accessed)) = (address, accessed) else { return false };
        let is_of_stack = accessed.registers.contains(&self.stack_pointer);
        self.options.has(HardwareParts::LINE_CROSSINGS)
            && (address.known().is_some() || !is_of_stack)
            && address.crosses_line(accessed.access.bytes, line_bytes)
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
        self.is_shared[usize::from(*source)] = true;
        self.moves.push(SharedMove { registers, overwritten_by: None });
        Some(self.moves.len() - 1)
    }

    fn write(&mut self, instruction: &Instruction, results: &Results, shared: Option<usize>) {
        // A move that is done here passes on what is known of its operand.
        let bypass = match (shared, instruction.data.first()) {
            (Some(_), Some(source)) => self.bypasses[usize::from(*source)],
            _ => instruction.bypass,
        };
        for slot in &instruction.writes {
            self.registers[usize::from(*slot)] = results.of(instruction, *slot);
            self.bypasses[usize::from(*slot)] = bypass;
            if !std::mem::take(&mut self.is_shared[usize::from(*slot)]) {
                continue;
            }
            for it in &mut self.moves {
                let Some(at) = it.registers.iter().position(|other| other == slot) else {
                    continue;
                };
                it.registers.remove(at);
                if it.registers.len() < 2 {
                    it.overwritten_by = shared.is_none().then_some(results.main);
                }
            }
        }
        if let Some(place) = shared
            && let (Some(it), Some(slot)) = (self.moves.get_mut(place), instruction.writes.first())
        {
            it.registers.push(*slot);
            self.is_shared[usize::from(*slot)] = true;
        }
    }
}

/// Returns the address of the access that a micro-op is a part of.
fn address_of(addresses: &AccessAddresses, micro_op: &MicroOp) -> Option<Value> {
    addresses.get(usize::from(micro_op.access?)).copied().flatten()
}

/// Returns the only result there is, or the past if there is none; `None` if there are several.
fn only(mut results: impl Iterator<Item = ResultId>) -> Option<ResultId> {
    let first = results.next().unwrap_or(ResultId::PAST);
    results.next().is_none().then_some(first)
}
