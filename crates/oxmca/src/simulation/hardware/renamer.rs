//! Renaming: registers and memory become results, micro-ops are bound to ports.

use oxmca_tables::hardware::{Bypass, PortSet};

use super::address_trace::AddressTrace;
use super::banks::Read;
use super::code::Code;
use super::dataflow::{Dataflow, UNKNOWN};
use super::in_flight::{InFlight, MemorySource, Needs, Operand};
use super::instruction::{AtRename, Instruction, Kind, MemoryAccess, MicroOp, ThirdOperand};
use super::moves::Moves;
use super::pages::Pages;
use super::port_choice::Ports;
use super::recurrence::Fingerprint;
use super::results::Results;
use super::store_buffer::StoreTarget;
use super::stores::{Source, Store, StorePlace, Stores};
use super::values::{AccessAddresses, Value, Values};
use super::vectors::UpperHalves;
use super::watch::ResultId;
use super::watch::{Part, Watch};
use crate::options::{Delivery, HardwareOptions, HardwareParts};
use crate::processor::hardware::{HardwareProcessor, Slot};

mod forwarding;

/// A register as it is renamed.
#[derive(Clone, Copy, Debug)]
struct Register {
    result: ResultId,
    /// The instructions that know its result earlier than others.
    bypass: Bypass,
    /// A place that remembers a move remembers it.
    is_shared: bool,
}

impl Register {
    /// A register that nothing has written yet.
    const PAST: Register = Register {
        result: ResultId::PAST,
        bypass: Bypass { row: 0, late_cycles: 0, is_domain: false },
        is_shared: false,
    };
}

/// Indivisible accesses after another store that wait for it: of four on Emerald Rapids the first two take longer (measured).
const MOST_DELAYED_LOCKS: u8 = 2;

/// Registers and memory as results, and the choice of ports.
pub(super) struct Renamer<'a> {
    hardware: &'a HardwareProcessor,
    options: &'a HardwareOptions,
    delivery: Delivery,
    /// Something depends on addresses.
    follows_addresses: bool,
    /// The addresses, if they matter and can change from iteration to iteration.
    address_trace: Option<AddressTrace>,
    registers: Vec<Register>,
    values: Values<'a>,
    stores: Stores,
    pages: Pages,
    moves: Moves,
    /// The stack pointer was changed by the stack engine and must be brought up to date when it is used otherwise.
    has_stack_change: bool,
    ports: Ports,
    code_offset: u64,
    /// The cycle from which on ports are open that wide vectors close.
    beside_wide_until: u32,
    /// Indivisible accesses since the last store that is none, as far as they wait for it.
    locks_since_store: u8,
    stack_pointer: Slot,
    upper_halves: UpperHalves,
    /// The state of upper halves of vector registers matters.
    has_upper_halves: bool,
    /// Of the instruction at hand: the addresses of its accesses, if something depends on them; its results; the places to which it
    /// stores, one per micro-op that takes data.
    addresses: AccessAddresses,
    results: Results,
    store_targets: Vec<StoreTarget>,
    /// Operands of the micro-op at hand.
    operands: Vec<Operand>,
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
}

/// The operands that a micro-op takes of those of its instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Taken {
    All,
    Flags,
    AllButFlags,
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

/// An instruction that is being renamed.
#[derive(Clone, Copy, Debug)]
struct Renaming<'i> {
    instruction: &'i Instruction,
    at: Slotted,
    /// The end of its micro-ops; [`ResultId::PAST`] if there is at most one.
    completion: ResultId,
}

impl Renaming<'_> {
    /// Returns a micro-op of the instruction.
    fn micro_op(&self, kind: Kind, latency_cycles: u16, result: ResultId) -> InFlight {
        InFlight {
            kind,
            latency_cycles,
            result,
            completion: self.completion,
            instruction: self.at.instruction,
            has_one_port: false,
            is_uncounted: false,
            is_bypassed: false,
            others: PortSet::default(),
        }
    }
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
        let are_crossings_slow =
            code.numbers.crossing_load_cycles > 0 || code.policies.crossings_are_two;
        let has_crossings = are_crossings_slow && options.has(HardwareParts::LINE_CROSSINGS);
        let pages = Pages::new(&code, delivery, options, thread);
        let follows_addresses = code.stores() || has_banks || has_crossings || pages.matter();
        let follows_addresses = follows_addresses && options.has(HardwareParts::MEMORY);
        Renamer {
            follows_addresses,
            address_trace: (follows_addresses && code.changes_addresses())
                .then(|| AddressTrace::new(code.bytes_told_apart())),
            hardware,
            options,
            delivery,
            registers: vec![Register::PAST; hardware.num_slots],
            values: Values::new(&options.initial_registers, hardware, thread),
            stores: Stores::default(),
            pages,
            moves: Moves::new(hardware.numbers.move_elimination_slots),
            has_stack_change: false,
            ports: Ports::new(&code, hardware, options),
            code_offset: 0,
            beside_wide_until: 0,
            locks_since_store: MOST_DELAYED_LOCKS,
            stack_pointer: hardware.slot(hardware.registers.stack_pointer),
            upper_halves: UpperHalves::default(),
            has_upper_halves: options.has(HardwareParts::VECTOR_STATES)
                && code.uses_vector_parts()
                && (hardware.numbers.transition_cycles > 0
                    || !hardware.model.ports.vector_merge.is_empty()),
            addresses: AccessAddresses::new(),
            results: Results::new(),
            store_targets: Vec::new(),
            operands: Vec::new(),
        }
    }

    /// Returns whether it can come to a state that it was in before.
    pub fn can_recur(&self) -> bool {
        !self.ports.are_scattered()
    }

    /// Returns the bytes by which addresses have gone on, if they come to pages that matter; 0 if not.
    pub fn travelled_bytes(&self) -> u64 {
        let trace = self.address_trace.as_ref().filter(|_| self.pages.matter());
        trace.map_or(0, AddressTrace::travelled_bytes)
    }

    /// Adds what decides how it goes on.
    pub fn mark(&mut self, fingerprint: &mut Fingerprint) {
        if let Some(trace) = &mut self.address_trace {
            fingerprint.add_long(trace.take());
        }
        fingerprint.add(self.has_stack_change.into());
        fingerprint.add(self.upper_halves as u32);
        fingerprint.add_until(self.beside_wide_until);
        fingerprint.add(self.locks_since_store.into());
        self.moves.mark(fingerprint);
    }

    /// Begins a cycle.
    pub fn begin_cycle(&mut self, dataflow: &Dataflow, cycle: u32) {
        self.ports.begin_cycle(dataflow);
        let numbers = &self.hardware.numbers;
        let longest = numbers
            .blocked_forwarding_cycles
            .max(numbers.aliased_load_cycles)
            .max(numbers.wide_reload_cycles);
        self.stores.forget(|store| {
            let retired = dataflow.cycle(store.retirement);
            retired != UNKNOWN && retired + longest < cycle
        });
    }

    /// Returns whether schedulers that ports have of their own take the micro-ops of an instruction.
    pub fn has_room(&mut self, instruction: &Instruction, dataflow: &Dataflow) -> bool {
        self.ports.have_room(instruction, dataflow)
    }

    /// Starts the code anew at its beginning.
    pub fn begin_code(&mut self) {
        self.code_offset = 0;
    }

    /// Returns whether the stack pointer must be brought up to date for an instruction.
    fn needs_stack_pointer(&mut self, instruction: &Instruction) -> bool {
        if instruction.plan.uses_stack {
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
        renaming: Renaming<'_>,
        dataflow: &mut Dataflow,
        watch: &mut W,
    ) {
        let Slotted { cycle, slot, .. } = renaming.at;
        let result = dataflow.result(1, false);
        watch.made(result, Part::StackPointer);
        let register = &mut self.registers[usize::from(self.stack_pointer)];
        let old = std::mem::replace(&mut register.result, result);
        let port = self.ports.choose(self.hardware.model.ports.stack_update, slot, dataflow);
        let micro_op = renaming.micro_op(Kind::Compute, 1, result);
        dataflow.bind(micro_op, None, (port, cycle), &[old.into()], watch);
    }

    /// Follows the upper halves of vector registers. Returns the cycles in which nothing is renamed because they are
    /// saved or restored.
    pub fn changes_upper_halves(&mut self, instruction: &Instruction) -> u32 {
        if !self.has_upper_halves {
            return 0;
        }
        let cycles = self.hardware.numbers.transition_cycles;
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
        self.has_upper_halves
            && !self.hardware.model.ports.vector_merge.is_empty()
            && self.upper_halves.merges(instruction.facts.vector_part)
            && !instruction.writes.is_empty()
    }

    /// Merges the result of an instruction with what it overwrites.
    fn merge<W: Watch>(&mut self, renaming: Renaming<'_>, dataflow: &mut Dataflow, watch: &mut W) {
        let Some(written) = renaming.instruction.writes.first() else { return };
        let Slotted { cycle, slot, .. } = renaming.at;
        let old = self.result_in(*written);
        let whole = dataflow.result(1, false);
        watch.made(whole, Part::Merge);
        let port = self.ports.choose(self.hardware.model.ports.vector_merge, slot, dataflow);
        let micro_op = renaming.micro_op(Kind::Compute, 1, whole);
        let operands = [self.results.main, old].map(Operand::from);
        dataflow.bind(micro_op, None, (port, cycle), &operands, watch);
        self.results.main = whole;
    }

    /// Renames an instruction.
    pub fn rename<W: Watch>(
        &mut self,
        instruction: &Instruction,
        at: Slotted,
        dataflow: &mut Dataflow,
        watch: &mut W,
    ) -> Renamed {
        if instruction.closes_port(self.hardware) {
            self.beside_wide_until = at.cycle + self.hardware.numbers.wide_vector_cycles;
        }
        self.ports.begin_instruction();
        let synchronizes = self.needs_stack_pointer(instruction);
        self.code_offset += u64::from(instruction.pair_bytes);
        if self.follows_addresses {
            self.follow(instruction);
        }
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
            0 | 1 => ResultId::PAST,
            count => dataflow.result(count, false),
        };
        let renaming = Renaming { instruction, at, completion };

        if synchronizes {
            self.synchronize_stack(renaming, dataflow, watch);
        }
        self.update_bases(renaming, dataflow, watch);
        self.load(renaming, dataflow, watch);
        self.results.flags = None;
        self.results.main = match instruction.at_rename {
            AtRename::Known => ResultId::PAST,
            _ if is_done_at_rename => self.first_operand(instruction),
            _ if num_computes > 0 => self.compute(renaming, dataflow, watch),
            // What no micro-op computes is what was there. Several loads are done with the last one.
            _ => match self.results.loaded.last() {
                Some(last) => *last,
                None => self.first_operand(instruction),
            },
        };
        let retirement = match instruction.num_stores {
            0 => None,
            _ => self.store(renaming, num_computes > 0, dataflow, watch),
        };
        if merges {
            self.merge(renaming, dataflow, watch);
        }
        self.write(instruction, shared);
        let completion = match micro_ops {
            1 => dataflow.last_bound(),
            _ => completion,
        };
        Renamed { micro_ops, takes_slot: synchronizes, completion, retirement }
    }

    /// Follows the values of an instruction, and of the other that is one with it, to the addresses that it accesses.
    fn follow(&mut self, instruction: &Instruction) {
        if !instruction.plan.has_followed_values {
            self.addresses.clear();
            return;
        }
        let Instruction { facts, writes, absorbed, values_matter, .. } = instruction;
        let offset = self.code_offset;
        let of_other = &mut AccessAddresses::new();
        if let Some(first) = absorbed.as_ref().filter(|it| it.is_first) {
            self.values.step(&first.facts, writes, offset, first.values_matter, of_other);
        }
        self.values.step(facts, writes, offset, *values_matter, &mut self.addresses);
        if let Some(second) = absorbed.as_ref().filter(|it| !it.is_first) {
            self.values.step(&second.facts, writes, offset, second.values_matter, of_other);
        }
        if let Some(trace) = &mut self.address_trace {
            self.addresses.iter().for_each(|it| trace.add(*it));
        }
    }

    /// Binds the micro-ops that change bases of addresses.
    fn update_bases<W: Watch>(
        &mut self,
        renaming: Renaming<'_>,
        dataflow: &mut Dataflow,
        watch: &mut W,
    ) {
        self.results.bases.clear();
        if renaming.instruction.updated_bases.is_empty() {
            return;
        }
        let Slotted { cycle, slot, .. } = renaming.at;
        for (micro_op, base) in renaming.instruction.base_updates() {
            let result = dataflow.result(1, false);
            watch.made(result, Part::Base);
            let port = self.ports.choose(micro_op.ports, slot, dataflow);
            let mut update = renaming.micro_op(Kind::Compute, micro_op.latency_cycles, result);
            update.others = self.ports.sharers(micro_op.ports, port);
            let old = self.result_in(base);
            dataflow.bind(update, None, (port, cycle), &[old.into()], watch);
            self.results.bases.push(result);
        }
    }

    /// Returns the new pages of memory.
    pub const fn pages(&self) -> &Pages {
        &self.pages
    }

    /// Binds the micro-ops that load.
    fn load<W: Watch>(&mut self, renaming: Renaming<'_>, dataflow: &mut Dataflow, watch: &mut W) {
        self.results.loaded.clear();
        let Renaming { instruction, at, .. } = renaming;
        for micro_op in instruction.loads() {
            let result = dataflow.result(1, true);
            watch.made(result, Part::Load);
            let mut load = renaming.micro_op(Kind::Load, micro_op.latency_cycles, result);
            let accessed = instruction.access_of(micro_op);
            self.take_address(accessed);
            if instruction.is_pointer_load
                && self.options.has(HardwareParts::POINTER_LOADS)
                && self.operands.first().is_some_and(|it| dataflow.is_load(it.result))
            {
                load.latency_cycles = self.hardware.numbers.pointer_load_cycles as u16;
            }
            let (mut needs, mut forwarded) = (None, None);
            if let (Some(address), Some(accessed)) = (self.address_of(micro_op), accessed) {
                let is_first = micro_op.is_first;
                let read = Read { address, bytes: accessed.access.bytes };
                let needs = needs.insert(Needs { read: Some(read), ..Needs::default() });
                forwarded = self.access(needs, instruction, (address, accessed), is_first);
                let crosses = needs.crossing_cycles > 0 || needs.access_cycles > 0;
                load.latency_cycles += u16::from(crosses);
                needs.page = self.pages.of(Some(address));
            }
            let port = self.ports.choose(micro_op.ports, at.slot, dataflow);
            self.ports.takes_turn(port);
            dataflow.bind(load, needs.as_ref(), (port, at.cycle), &self.operands, watch);
            if micro_op.is_first || self.results.loaded.is_empty() {
                self.results.loaded.push(forwarded.unwrap_or(result));
            }
        }
    }

    /// Finds what a load needs because of its address. Returns the value of a store that the renamer gives it, if there is one.
    fn access(
        &self,
        needs: &mut Needs,
        instruction: &Instruction,
        (address, accessed): (Value, &MemoryAccess),
        is_first: bool,
    ) -> Option<ResultId> {
        let numbers = &self.hardware.numbers;
        let are_two = self.hardware.model.policies.crossings_are_two;
        if (numbers.crossing_load_cycles > 0 || are_two)
            && self.crosses_line(Some(address), Some(accessed), numbers.load_line_bytes)
        {
            needs.crossing_cycles = numbers.crossing_load_cycles as u16;
            needs.access_cycles = u16::from(are_two);
        }
        if !is_first {
            return None;
        }
        let alias_bytes = self.options.has(HardwareParts::ALIASING).then_some(numbers.alias_bytes);
        let source = self.stores.source(address, accessed.access.bytes, alias_bytes);
        needs.memory = self.memory_source(source, instruction.facts.uses_vectors);
        match source {
            Source::Forwarded { value: Some(value), is_whole, place, is_latest, .. }
                if (is_whole || !self.names_places())
                    && self.takes_value(instruction, &accessed.access)
                    && (is_latest || !self.needs_latest_store())
                    && self.knows_place(place, instruction, &accessed.access) =>
            {
                Some(value)
            }
            _ => None,
        }
    }

    /// Binds the micro-ops that compute. Returns their result.
    fn compute<W: Watch>(
        &mut self,
        renaming: Renaming<'_>,
        dataflow: &mut Dataflow,
        watch: &mut W,
    ) -> ResultId {
        let Renaming { instruction, at, .. } = renaming;
        let num_computes = instruction.num_computes;
        let parts = if instruction.has_flags_apart { 1 } else { num_computes };
        let result = dataflow.result(parts, false);
        watch.made(result, Part::Compute);
        if instruction.has_flags_apart {
            let apart = dataflow.result(num_computes - 1, false);
            watch.made(apart, Part::Flags);
            self.results.flags = Some(apart);
        }
        let bypasses_third_operands = self.hardware.model.policies.bypasses_third_operands;
        for (number, micro_op) in instruction.computes().iter().enumerate() {
            let of_flags = self.results.flags.filter(|_| number > 0);
            let contributes_to = of_flags.unwrap_or(result);
            let ports = match at.cycle < self.beside_wide_until {
                true => micro_op.ports_beside_wide,
                false => micro_op.ports,
            };
            let mut compute =
                renaming.micro_op(Kind::Compute, micro_op.latency_cycles, contributes_to);
            compute.has_one_port = ports.0.is_power_of_two();
            compute.is_uncounted = micro_op.is_uncounted;
            let port = match micro_op.has_third_operand && !bypasses_third_operands {
                true => self.ports.choose_for_third_operand(ports, dataflow),
                false => {
                    let port = self.ports.choose(ports, at.slot + number as u32, dataflow);
                    compute.others = self.ports.sharers(ports, port);
                    port
                }
            };
            let taken = match number {
                0 if instruction.has_flags_apart => Taken::AllButFlags,
                _ if instruction.flag_delay_cycles > 0 && number + 1 < num_computes.into() => {
                    Taken::Flags
                }
                _ => Taken::All,
            };
            self.take_registers(instruction, taken);
            if taken != Taken::Flags {
                self.take_loaded(instruction.load_delay_cycles);
            }
            if of_flags.is_some() {
                self.operands.push(result.into());
            }
            let third = micro_op.has_third_operand.then(|| self.third_operand(instruction));
            let needs = micro_op.has_needs().then(|| Needs {
                unit: micro_op.unit,
                unit_hundredths: micro_op.unit_hundredths,
                later_on: micro_op.later_on,
                busy_cycles: micro_op.busy_cycles,
                locked_cycles: micro_op.locked_cycles + self.lock_delay_cycles(micro_op),
                third_operand: third,
                ..Needs::default()
            });
            dataflow.bind(compute, needs.as_ref(), (port, at.cycle), &self.operands, watch);
        }
        result
    }

    /// Sets the operands of a micro-op to those of an instruction's that it takes, beside what that loads.
    fn take_registers(&mut self, instruction: &Instruction, taken: Taken) {
        let flag_delay = if taken == Taken::All { instruction.flag_delay_cycles } else { 0 };
        self.operands.clear();
        for source in &instruction.plan.sources {
            let is_taken = match taken {
                Taken::All => true,
                Taken::Flags => source.is_flag,
                Taken::AllButFlags => !source.is_flag,
            };
            if !is_taken {
                continue;
            }
            let register = self.registers[usize::from(source.slot)];
            let late = register.bypass.cycles_to(source.bypass);
            let of_flag = if source.is_flag { flag_delay } else { 0 };
            let delay_cycles =
                u32::from(source.delay_cycles) + u32::from(late) + u32::from(of_flag);
            self.operands.push(Operand { result: register.result, delay_cycles });
        }
    }

    /// Returns the one of the operands of a micro-op that its instruction reads as the third, or one that was known long ago.
    fn third_operand(&self, instruction: &Instruction) -> Operand {
        let result = match instruction.third_operand {
            ThirdOperand::Unknown => None,
            ThirdOperand::Register(slot) => Some(self.result_in(slot)),
            ThirdOperand::Loaded => self.results.loaded.first().copied(),
        };
        let operand = self.operands.iter().find(|it| Some(it.result) == result);
        operand.copied().unwrap_or(ResultId::PAST.into())
    }

    /// Adds what the instruction at hand loads to the operands of a micro-op.
    fn take_loaded(&mut self, delay_cycles: u8) {
        for result in &self.results.loaded {
            self.operands.push(Operand { result: *result, delay_cycles: delay_cycles.into() });
        }
    }

    /// Sets the operands of a micro-op to those of an address.
    fn take_address(&mut self, accessed: Option<&MemoryAccess>) {
        self.operands.clear();
        for slot in accessed.map_or(&[][..], |it| &it.registers) {
            let register = self.registers[usize::from(*slot)];
            let delay_cycles = register.bypass.cycles_to(Bypass::default()).into();
            self.operands.push(Operand { result: register.result, delay_cycles });
        }
    }

    /// Returns the result that a register holds.
    fn result_in(&self, slot: Slot) -> ResultId {
        self.registers[usize::from(slot)].result
    }

    /// Returns the result that the first operand of an instruction holds.
    fn first_operand(&self, instruction: &Instruction) -> ResultId {
        instruction.data.first().map_or(ResultId::PAST, |slot| self.result_in(*slot))
    }

    /// Returns the address of the access that a micro-op is a part of.
    fn address_of(&self, micro_op: &MicroOp) -> Option<Value> {
        self.addresses.get(usize::from(micro_op.access?)).copied().flatten()
    }

    /// Returns what the load of which the operands are those of its address waits for.
    fn memory_source(&self, source: Source, is_vector: bool) -> Option<MemorySource> {
        let numbers = &self.hardware.numbers;
        let forwarding_cycles = match numbers.vector_forwarding_cycles {
            cycles if is_vector && cycles != 0 => cycles,
            _ => numbers.forwarding_cycles,
        };
        let (result, cycles) = match source {
            Source::Cache => return None,
            Source::Forwarded { data, .. } => (data, forwarding_cycles),
            Source::Blocked { .. } if !self.options.has(HardwareParts::BLOCKED_FORWARDING) => {
                return None;
            }
            Source::Blocked { beginning: Some(data), .. }
                if numbers.wide_reload_cycles > 0 && !is_vector =>
            {
                (data, numbers.wide_reload_cycles)
            }
            Source::Blocked { retirement, .. } => (retirement, numbers.blocked_forwarding_cycles),
            Source::Aliased(_) if numbers.aliased_load_cycles == 0 => return None,
            Source::Aliased(retirement) => (retirement, numbers.aliased_load_cycles),
        };
        let part = |at: usize| self.operands.get(at).copied().unwrap_or(ResultId::PAST.into());
        Some(MemorySource { result, cycles, address: [part(0), part(1)] })
    }

    /// Returns the cycles that a micro-op takes longer if it is indivisible and comes after a store that is not.
    fn lock_delay_cycles(&mut self, micro_op: &MicroOp) -> u16 {
        if micro_op.locked_cycles == 0 || self.locks_since_store == MOST_DELAYED_LOCKS {
            return 0;
        }
        self.locks_since_store += 1;
        self.hardware.numbers.locked_after_store_cycles as u16
    }

    /// Binds the micro-ops of a store. Returns its retirement, if loads may wait for it.
    fn store<W: Watch>(
        &mut self,
        renaming: Renaming<'_>,
        computes: bool,
        dataflow: &mut Dataflow,
        watch: &mut W,
    ) -> Option<ResultId> {
        let Renaming { instruction, at, .. } = renaming;
        if !instruction.facts.is_locked {
            self.locks_since_store = 0;
        }
        for micro_op in instruction.store_addresses() {
            let done = dataflow.result(1, false);
            watch.made(done, Part::StoreAddress);
            let port = self.ports.choose_for_store(micro_op.ports, at.slot, dataflow);
            self.take_address(instruction.access_of(micro_op));
            let bound = renaming.micro_op(micro_op.kind, 1, done);
            dataflow.bind(bound, None, (port, at.cycle), &self.operands, watch);
        }
        if computes {
            self.operands.clear();
            self.operands.push(self.results.main.into());
        } else {
            self.take_registers(instruction, Taken::All);
            self.take_loaded(0);
        }
        let value = match &self.operands[..] {
            [] => Some(ResultId::PAST),
            [only] => Some(only.result),
            _ => None,
        };
        let mut retirement = None;
        for micro_op in instruction.store_data() {
            let done = dataflow.result(1, false);
            watch.made(done, Part::StoreData);
            let port = self.ports.choose(micro_op.ports, at.slot, dataflow);
            let address = self.address_of(micro_op);
            let accessed = instruction.access_of(micro_op);
            let numbers = &self.hardware.numbers;
            let policies = &self.hardware.model.policies;
            let are_crossings_slow = numbers.crossing_store_cycles > 0
                || policies.crossings_are_two
                || policies.writes_stores_in_parts;
            let crosses_line =
                are_crossings_slow && self.crosses_line(address, accessed, numbers.line_bytes);
            let bytes = accessed.map_or(0, |it| u32::from(it.access.bytes));
            let fills_line = bytes >= numbers.line_bytes;
            let mut bound = renaming.micro_op(micro_op.kind, 1, done);
            bound.is_bypassed = !fills_line;
            dataflow.bind(bound, None, (port, at.cycle), &self.operands, watch);
            let is_twice = self.pages.is_early_store(address);
            let target = StoreTarget { address, bytes, crosses_line, fills_line, is_twice };
            self.store_targets.push(target);
            let first = micro_op.access.filter(|_| micro_op.is_first).map_or(0..0, |first| {
                usize::from(first)..usize::from(first) + usize::from(micro_op.num_accesses)
            });
            for at in first {
                let (Some(accessed), Some(Some(address))) =
                    (instruction.accesses.get(at), self.addresses.get(at).copied())
                else {
                    continue;
                };
                let access = &accessed.access;
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
                self.stores.push(Store {
                    address,
                    bytes: access.bytes,
                    data: done,
                    value,
                    place,
                    code_offset: self.code_offset,
                    retirement: id,
                });
            }
        }
        retirement
    }

    /// Removes the places to which the instructions renamed so far store, one per micro-op that takes data.
    pub fn take_store_targets(&mut self) -> impl Iterator<Item = StoreTarget> {
        self.store_targets.drain(..)
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
        let place = self.moves.place_of(*source, cycle, dataflow)?;
        self.registers[usize::from(*source)].is_shared = true;
        Some(place)
    }

    /// Gives registers the results of an instruction.
    fn write(&mut self, instruction: &Instruction, shared: Option<usize>) {
        // A move that is done here passes on what is known of its operand.
        let bypass = match (shared, instruction.data.first()) {
            (Some(_), Some(source)) => self.registers[usize::from(*source)].bypass,
            _ => instruction.bypass,
        };
        let overwritten_by = shared.is_none().then_some(self.results.main);
        let main = Register { result: self.results.main, bypass, is_shared: false };
        for slot in &instruction.plan.main_results {
            self.put(*slot, main, overwritten_by);
        }
        for (slot, of) in &instruction.plan.other_results {
            self.put(*slot, Register { result: self.results.of(*of), ..main }, overwritten_by);
        }
        for (slot, late_cycles) in &instruction.late_writes {
            self.registers[usize::from(*slot)].bypass = Bypass::late_everywhere(*late_cycles);
        }
        if let Some(place) = shared
            && let Some(slot) = instruction.writes.first()
        {
            self.moves.share(place, *slot);
            self.registers[usize::from(*slot)].is_shared = true;
        }
    }

    /// Overwrites a register, with `overwritten_by` as the main result unless a move is done here.
    #[inline]
    fn put(&mut self, slot: Slot, new: Register, overwritten_by: Option<ResultId>) {
        let old = std::mem::replace(&mut self.registers[usize::from(slot)], new);
        if old.is_shared {
            self.moves.forget(slot, overwritten_by);
        }
    }
}
