//! Micro-ops that wait for results, and the ports that execute them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use oxmca_tables::hardware::{HardwareNumbers, PortSet};
use smallvec::SmallVec;

use super::code::InFlightLimits;
use super::instruction::{Kind, MicroOp};
use super::values::Value;
use super::watch::{Begun, Bound, ResultId, Watch};
use super::window::Window;

/// A cycle that is not known yet.
pub(super) const UNKNOWN: u32 = u32::MAX;
const NONE: u32 = u32::MAX;
/// Micro-ops and results that are kept at least: more than usual reorder buffers have between the oldest and the youngest.
const USUAL_IN_FLIGHT: usize = 1 << 16;
/// Operands of a micro-op that are kept at least.
const USUAL_OPERANDS: usize = 4;

#[derive(Clone, Copy, Debug)]
struct Outcome {
    cycle: u32,
    /// Micro-ops that were bound to it and are not done.
    missing: u16,
    is_load: bool,
    /// First of a list of waiters.
    waiters: u32,
}

#[derive(Clone, Copy, Debug)]
struct Waiter {
    micro_op: u32,
    next: u32,
    delay_cycles: u32,
}

/// A result that a micro-op waits for, and the given number of cycles more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand {
    pub result: ResultId,
    pub delay_cycles: u32,
}

impl From<ResultId> for Operand {
    fn from(result: ResultId) -> Operand {
        Operand { result, delay_cycles: 0 }
    }
}

/// A store that a load waits for.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemorySource {
    pub result: ResultId,
    /// Cycles from that result to the loaded value.
    pub cycles: u32,
}

/// A micro-op that was renamed.
#[derive(Clone, Copy, Debug)]
pub(super) struct InFlight {
    pub kind: Kind,
    pub latency_cycles: u16,
    pub divider_half_cycles: u16,
    pub locked_cycles: u16,
    /// The result that it contributes to.
    pub result: ResultId,
    /// The end of its instruction, which it contributes to, too.
    pub completion: ResultId,
    /// The instruction, counted from the first that was renamed.
    pub instruction: u32,
    pub memory: Option<MemorySource>,
    /// The address of a load.
    pub at: Option<Value>,
    /// Cycles after its own in which no load begins.
    pub crossing_cycles: u16,
    /// Of a load that waits for a store, what its address depends on, and the first cycle in which it can begin.
    address: [ResultId; 2],
    first_cycle: u32,
    port: u8,
    /// No other port could execute it.
    has_one_port: bool,
    /// Bits of the ports that can take it from its own.
    others: u32,
    /// Bits of the ports that begin nothing else in the cycle in which it begins.
    reads_through: u32,
    missing: u16,
    ready_cycle: u32,
}

impl InFlight {
    pub const fn new(kind: Kind, latency_cycles: u16, result: ResultId) -> InFlight {
        InFlight {
            kind,
            latency_cycles,
            divider_half_cycles: 0,
            locked_cycles: 0,
            result,
            completion: ResultId::PAST,
            instruction: 0,
            memory: None,
            at: None,
            crossing_cycles: 0,
            address: [ResultId::PAST; 2],
            first_cycle: 0,
            port: 0,
            has_one_port: false,
            others: 0,
            reads_through: 0,
            missing: 0,
            ready_cycle: 0,
        }
    }

    /// Sets the end of its instruction.
    pub const fn completing(self, completion: ResultId) -> InFlight {
        InFlight { completion, ..self }
    }

    /// Sets whether no other port could execute it.
    pub const fn with_one_port(self, has_one_port: bool) -> InFlight {
        InFlight { has_one_port, ..self }
    }

    /// Sets the ports that can take it from the one to which it is bound.
    pub const fn shared_by(self, ports: PortSet) -> InFlight {
        InFlight { others: ports.0, ..self }
    }

    /// Sets the ports through which it reads an operand, which begin nothing else in the same cycle.
    pub const fn reading_through(self, ports: PortSet) -> InFlight {
        InFlight { reads_through: ports.0, ..self }
    }

    /// Sets its instruction.
    pub const fn of(self, instruction: u32) -> InFlight {
        InFlight { instruction, ..self }
    }
}

/// A port with the micro-ops that are bound to it.
#[derive(Debug, Default)]
struct Port {
    /// Micro-ops by the cycle in which they are ready, and their number in the lower half.
    coming: BinaryHeap<Reverse<u64>>,
    /// Micro-ops that are ready, by their number.
    ready: BinaryHeap<Reverse<u32>>,
    bound: u32,
    /// Of a port that has one result in a cycle: the cycles from the present one on in which it has one, a bit each.
    results: u64,
}

/// Results, micro-ops and ports.
#[derive(Debug)]
pub(super) struct Dataflow {
    results: Window<Outcome>,
    waiters: Window<Waiter>,
    micro_ops: Window<InFlight>,
    ports: Vec<Port>,
    /// Micro-ops in the scheduler, and in that of vectors.
    waiting: [u32; 2],
    /// Ports whose micro-ops wait in the scheduler of vectors; none if there is no such scheduler.
    vector_ports: PortSet,
    /// Ports that have one result in a cycle.
    one_result: PortSet,
    /// The cycle from which results of ports are counted.
    results_cycle: u32,
    /// A micro-op that was ready has lost its turn in this cycle.
    has_lost_turn: bool,
    /// Halves of cycles until which the divider is taken.
    divider_taken: u64,
    lock_free: u32,
    load_free: u32,
    held: Vec<u32>,
    chosen: Vec<(usize, u32)>,
    is_immediate: bool,
    /// Ports begin all micro-ops that are ready, rather than one.
    pub begins_all: bool,
    /// Some micro-op can be taken by another port.
    has_shared: bool,
}

/// The banks of the cache, in which only the given number of loads of a cycle may meet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Banks {
    /// Bits of an address that choose the bank; 0 if there are no conflicts.
    pub bank: u64,
    /// Bits of an address that choose the set: loads of one set do not meet. 0 if they do.
    pub set: u64,
    /// Loads of a cycle in one bank.
    pub most_loads: u32,
}

impl Banks {
    const fn exist(self) -> bool {
        self.bank != 0
    }

    fn meet(self, one: Value, two: Value) -> bool {
        let difference = one.difference(two);
        difference
            .is_some_and(|bits| bits & self.bank == 0 && (self.set == 0 || bits & self.set != 0))
    }
}

impl Dataflow {
    pub fn new(num_ports: usize, limits: InFlightLimits) -> Dataflow {
        let micro_ops = limits.micro_ops.max(USUAL_IN_FLIGHT);
        let operands = limits.operands.max(USUAL_OPERANDS);
        let mut results = Window::new(micro_ops);
        results.push(Outcome { cycle: 0, missing: 0, is_load: false, waiters: NONE });
        Dataflow {
            results,
            waiters: Window::new(operands * micro_ops),
            micro_ops: Window::new(micro_ops),
            ports: (0..num_ports).map(|_| Port::default()).collect(),
            waiting: [0; 2],
            vector_ports: PortSet::default(),
            one_result: PortSet::default(),
            results_cycle: 0,
            has_lost_turn: false,
            divider_taken: 0,
            lock_free: 0,
            load_free: 0,
            held: Vec::new(),
            chosen: Vec::new(),
            is_immediate: false,
            begins_all: false,
            has_shared: false,
        }
    }

    /// Lets micro-ops for some ports wait in a scheduler of their own.
    pub fn with_vector_scheduler(self, ports: PortSet) -> Dataflow {
        Dataflow { vector_ports: ports, ..self }
    }

    /// Lets some ports have one result in a cycle.
    pub fn with_one_result(self, ports: PortSet) -> Dataflow {
        Dataflow { one_result: ports, ..self }
    }

    /// Returns the number of the scheduler in which micro-ops wait for a port.
    fn scheduler(&self, port: usize) -> usize {
        usize::from(self.vector_ports.0 >> port & 1 != 0)
    }

    /// Returns whether the schedulers have room for the micro-ops of an instruction. One that is larger than a scheduler
    /// has it alone.
    pub fn has_room(&self, micro_ops: &[MicroOp], numbers: &HardwareNumbers) -> bool {
        let is_vector = |it: &&MicroOp| it.ports.0 & !self.vector_ports.0 == 0;
        let vectors = match self.vector_ports.0 {
            0 => 0,
            _ => micro_ops.iter().filter(is_vector).count() as u32,
        };
        let others = micro_ops.len() as u32 - vectors;
        let fits = |used: u32, more: u32, size: u32| used == 0 || used + more <= size;
        let [used, used_by_vectors] = self.waiting;
        fits(used, others, numbers.scheduler)
            && fits(used_by_vectors, vectors, numbers.vector_scheduler)
    }

    /// Makes a result that is known when the given number of micro-ops, or calls of [`Dataflow::settle`], are done.
    pub fn result(&mut self, missing: u16, is_load: bool) -> ResultId {
        ResultId(self.results.push(Outcome { cycle: 0, missing, is_load, waiters: NONE }))
    }

    /// Returns the cycle in which a result is known, or [`UNKNOWN`].
    pub fn cycle(&self, id: ResultId) -> u32 {
        match self.results.get(id.0) {
            // It was known long ago.
            None => 0,
            Some(result) if result.missing > 0 => UNKNOWN,
            Some(result) => result.cycle,
        }
    }

    pub fn is_load(&self, id: ResultId) -> bool {
        self.results.get(id.0).is_some_and(|it| it.is_load)
    }

    /// Micro-ops that are bound to a port.
    pub fn bound(&self, port: usize) -> u32 {
        self.ports[port].bound
    }

    /// Creates a dataflow whose results are known at once, for those who only follow dependencies.
    pub fn immediate(num_ports: usize) -> Dataflow {
        let limits = InFlightLimits { micro_ops: 0, operands: 0 };
        Dataflow { is_immediate: true, ..Dataflow::new(num_ports, limits) }
    }

    /// Takes note that one of the parts of a result is known in a cycle.
    pub fn settle(&mut self, id: ResultId, cycle: u32) {
        let result = &mut self.results[id.0];
        result.cycle = result.cycle.max(cycle);
        result.missing = result.missing.saturating_sub(1);
        if result.missing > 0 {
            return;
        }
        let cycle = result.cycle;
        let mut at = std::mem::replace(&mut result.waiters, NONE);
        while at != NONE {
            let Waiter { micro_op, next, delay_cycles } = self.waiters[at];
            self.arrive(micro_op, cycle + delay_cycles);
            at = next;
        }
    }

    /// Takes note that one of the operands of a micro-op is known in a cycle.
    fn arrive(&mut self, number: u32, cycle: u32) {
        let micro_op = &mut self.micro_ops[number];
        micro_op.ready_cycle = micro_op.ready_cycle.max(cycle);
        micro_op.missing -= 1;
        if micro_op.missing == 0 {
            let (ready, port) = (micro_op.ready_cycle, usize::from(micro_op.port));
            let entry = u64::from(ready) << 32 | u64::from(number);
            self.ports[port].coming.push(Reverse(entry));
        }
    }

    fn wait(&mut self, operand: Operand, number: u32) -> u32 {
        let Operand { result: id, delay_cycles } = operand;
        let Some(result) = self.results.get_mut(id.0) else { return 0 };
        if result.missing == 0 {
            return result.cycle + delay_cycles;
        }
        let waiter = Waiter { micro_op: number, next: result.waiters, delay_cycles };
        result.waiters = self.waiters.push(waiter);
        self.micro_ops[number].missing += 1;
        0
    }

    /// Binds a micro-op to a port. It can begin in the next cycle at the earliest, and once `address` and `data` are
    /// known.
    pub fn bind<W: Watch>(
        &mut self,
        micro_op: InFlight,
        (port, cycle): (usize, u32),
        address: impl Iterator<Item = ResultId> + Clone,
        data: impl Iterator<Item = Operand> + Clone,
        watch: &mut W,
    ) {
        if W::IS_WATCHING {
            for operand in address.clone().map(Operand::from).chain(data.clone()) {
                let cycles = u32::from(micro_op.latency_cycles) + operand.delay_cycles;
                watch.waits(operand.result, micro_op.result, cycles);
            }
            if let Some(source) = micro_op.memory {
                watch.waits(source.result, micro_op.result, source.cycles.saturating_sub(1));
            }
        }
        if self.is_immediate {
            self.settle(micro_op.result, cycle);
            return;
        }
        let number = self.micro_ops.push(InFlight {
            port: port as u8,
            missing: 1,
            first_cycle: cycle + 1,
            ..micro_op
        });
        self.has_shared |= micro_op.others != 0;
        let mut ready = cycle + 1;
        let waits_for_store = micro_op.memory.is_some();
        for (at, id) in address.enumerate() {
            ready = ready.max(self.wait(id.into(), number));
            if waits_for_store && let Some(part) = self.micro_ops[number].address.get_mut(at) {
                *part = id;
            }
        }
        for operand in data {
            ready = ready.max(self.wait(operand, number));
        }
        if let Some(source) = micro_op.memory {
            ready = ready.max(self.wait(source.result.into(), number));
        }
        self.ports[port].bound += 1;
        self.waiting[self.scheduler(port)] += 1;
        watch.bound(Bound { number, result: micro_op.result, cycle });
        self.arrive(number, ready);
    }

    /// Returns the next cycle in which [`Dataflow::execute`] can do anything, after one in which it did nothing; `None` if
    /// nothing waits but for what is unknown.
    pub fn next_due(&self, cycle: u32) -> Option<u32> {
        let ready = self.ports.iter().any(|port| !port.ready.is_empty());
        let free = [self.divider_free(), self.lock_free, self.load_free].into_iter();
        let free = free.filter(|it| ready && *it > cycle).min();
        let coming = self.ports.iter().filter_map(|port| port.coming.peek());
        coming.map(|Reverse(entry)| (entry >> 32) as u32).chain(free).min()
    }

    /// Lets every port begin one micro-op. Returns whether anything changed. Of loads whose banks conflict, the oldest begins.
    pub fn execute<W: Watch>(&mut self, cycle: u32, banks: &Banks, watch: &mut W) -> bool {
        let mut chosen = std::mem::take(&mut self.chosen);
        chosen.clear();
        self.count_results_from(cycle);
        let mut has_waiting = false;
        for port in 0..self.ports.len() {
            if self.ports[port].bound == 0 {
                continue;
            }
            while let Some(number) = self.next(port, cycle) {
                chosen.push((port, number));
                if !self.begins_all {
                    break;
                }
            }
            has_waiting |= !self.ports[port].ready.is_empty();
        }
        let has_shared = self.has_shared && has_waiting && self.share(&mut chosen);
        let mut has_changed = has_shared || std::mem::take(&mut self.has_lost_turn);
        let reads = chosen.iter().map(|(_, number)| self.micro_ops[*number].reads_through);
        let read_through = if self.begins_all { 0 } else { reads.fold(0, |all, it| all | it) };
        // Reading a third operand comes before all else of that port. The oldest gets what ports share: the divider, indivisible
        // accesses, banks.
        chosen.sort_unstable_by_key(|(_, number)| *number);
        for (port, number) in &chosen {
            let is_delayed = banks.exist()
                && {
                    let at = |number: u32| self.micro_ops[number].at;
                    let meets = |other: u32| matches!((at(*number), at(other)), (Some(one), Some(two)) if banks.meet(one, two));
                    let older = chosen.iter().filter(|(_, other)| other < number);
                    older.filter(|(_, other)| meets(*other)).count() as u32 >= banks.most_loads
                };
            let is_delayed = is_delayed || read_through >> port & 1 != 0;
            match is_delayed || self.waits(*number, cycle) {
                true => self.ports[*port].ready.push(Reverse(*number)),
                false => {
                    has_changed = true;
                    self.begin(*port, *number, cycle, watch);
                }
            }
        }
        self.chosen = chosen;
        has_changed
    }

    /// Begins to count the results of ports from a cycle.
    fn count_results_from(&mut self, cycle: u32) {
        if self.one_result.is_empty() {
            return;
        }
        let passed = cycle - self.results_cycle;
        self.results_cycle = cycle;
        for port in &mut self.ports {
            port.results = port.results.checked_shr(passed).unwrap_or(0);
        }
    }

    /// Lets ports without a micro-op that is ready take the oldest one that waits for another port and could be theirs.
    /// Returns whether one came to another port.
    fn share(&mut self, chosen: &mut Vec<(usize, u32)>) -> bool {
        let busy = chosen.iter().fold(0u32, |ports, (port, _)| ports | 1 << port);
        // The oldest micro-op that is ready and waits for each port.
        let first = |ports: &[Port], micro_ops: &Window<InFlight>, port: usize| {
            let Reverse(number) = *ports[port].ready.peek()?;
            Some((number, port, micro_ops[number].others & !busy))
        };
        let mut waiting = SmallVec::<[(u32, usize, u32); 16]>::new();
        let ports = 0..self.ports.len();
        waiting.extend(ports.filter_map(|port| first(&self.ports, &self.micro_ops, port)));
        // The ports that could take one, of those that were not asked yet.
        let mut unasked = u32::MAX;
        let mut has_moved = false;
        loop {
            let idle = waiting.iter().fold(0, |ports, it| ports | it.2) & unasked;
            if idle == 0 {
                return has_moved;
            }
            let idle = idle.trailing_zeros() as usize;
            unasked = u32::MAX.checked_shl(idle as u32 + 1).unwrap_or(0);
            let could_take = |it: &usize| waiting[*it].2 >> idle & 1 != 0;
            let oldest = (0..waiting.len()).filter(could_take).min_by_key(|it| waiting[*it].0);
            let Some(oldest) = oldest else { return has_moved };
            let (number, from, _) = waiting[oldest];
            has_moved |= from != idle;
            self.ports[from].ready.pop();
            self.ports[from].bound -= 1;
            self.ports[idle].bound += 1;
            let [old, new] = [from, idle].map(|it| self.scheduler(it));
            self.waiting[old] -= 1;
            self.waiting[new] += 1;
            self.micro_ops[number].port = idle as u8;
            chosen.push((idle, number));
            match first(&self.ports, &self.micro_ops, from) {
                Some(next) => waiting[oldest] = next,
                None => {
                    waiting.swap_remove(oldest);
                }
            }
        }
    }

    /// Takes the oldest micro-op that is ready on a port and need not wait for the divider or an indivisible access.
    fn next(&mut self, port: usize, cycle: u32) -> Option<u32> {
        let divider_free = self.divider_free();
        let Port { coming, ready, results, .. } = &mut self.ports[port];
        while let Some(Reverse(entry)) = coming.peek().copied()
            && entry >> 32 <= u64::from(cycle)
        {
            coming.pop();
            ready.push(Reverse(entry as u32));
        }
        let mut found = None;
        while let Some(Reverse(number)) = ready.pop() {
            let micro_op = &self.micro_ops[number];
            let waits = micro_op.divider_half_cycles > 0 && divider_free > cycle
                || micro_op.locked_cycles > 0 && self.lock_free > cycle
                || micro_op.kind == Kind::Load && self.load_free > cycle;
            if !waits
                && !self.begins_all
                && self.one_result.0 >> port & 1 != 0
                && micro_op.kind == Kind::Compute
                && has_result(*results, micro_op)
            {
                self.held.push(number);
                self.has_lost_turn = true;
                break;
            }
            if !waits {
                found = Some(number);
                break;
            }
            self.held.push(number);
        }
        if !self.held.is_empty() {
            ready.extend(self.held.drain(..).map(Reverse));
        }
        found
    }

    /// Returns the first cycle in which the divider can begin: the second half of a cycle is not lost.
    const fn divider_free(&self) -> u32 {
        (self.divider_taken / 2) as u32
    }

    /// Returns whether a micro-op has to wait for the divider or an indivisible access.
    fn waits(&self, number: u32, cycle: u32) -> bool {
        let micro_op = &self.micro_ops[number];
        micro_op.divider_half_cycles > 0 && self.divider_free() > cycle
            || micro_op.locked_cycles > 0 && self.lock_free > cycle
    }

    fn begin<W: Watch>(&mut self, port: usize, number: u32, cycle: u32, watch: &mut W) {
        self.ports[port].bound -= 1;
        self.waiting[self.scheduler(port)] -= 1;
        let micro_op = self.micro_ops[number];
        let mut divider_cycles = 0;
        if micro_op.divider_half_cycles > 0 {
            let start = self.divider_taken.max(2 * u64::from(cycle));
            self.divider_taken = start + u64::from(micro_op.divider_half_cycles);
            divider_cycles = (self.divider_free() - cycle) as u16;
        }
        if micro_op.locked_cycles > 0 {
            self.lock_free = cycle + u32::from(micro_op.locked_cycles);
        }
        if micro_op.crossing_cycles > 0 {
            self.load_free = cycle + 1 + u32::from(micro_op.crossing_cycles);
        }
        let latency = u32::from(micro_op.latency_cycles);
        let has_unit = micro_op.kind == Kind::Compute && micro_op.has_one_port;
        if has_unit && self.one_result.0 >> port & 1 != 0 {
            self.ports[port].results |= 1_u64.checked_shl(latency).unwrap_or(0);
        }
        let done = match (micro_op.kind, micro_op.memory) {
            (Kind::Load, Some(source)) => {
                let [one, two] = micro_op.address.map(|id| self.cycle(id));
                let own = cycle.min(micro_op.first_cycle.max(one).max(two)) + latency;
                let forwarded = (self.cycle(source.result) + source.cycles).saturating_sub(1);
                own.max(forwarded).max(cycle + 1)
            }
            (Kind::Load | Kind::Compute, _) => cycle + latency,
            (Kind::StoreAddress | Kind::StoreData, _) => cycle + 1,
        };
        self.settle(micro_op.result, done);
        if micro_op.completion != ResultId::PAST {
            self.settle(micro_op.completion, done);
        }
        watch.begun(Begun {
            number,
            instruction: micro_op.instruction,
            port,
            divider_cycles,
            locked_cycles: micro_op.locked_cycles,
            ready_cycle: micro_op.ready_cycle,
            cycle,
            done_cycle: done,
        });
    }
}

/// Returns whether a port has a result when a micro-op would have its own if it began now.
const fn has_result(results: u64, micro_op: &InFlight) -> bool {
    let latency = micro_op.latency_cycles as u32;
    latency < u64::BITS && results >> latency & 1 != 0
}
