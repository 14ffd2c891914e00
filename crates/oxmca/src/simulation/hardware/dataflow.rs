//! Micro-ops that wait for results, and the ports that execute them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use oxmca_tables::hardware::{HardwareNumbers, PortSet, Ports};
use smallvec::SmallVec;

use super::banks::Banks;
use super::bound_counts::BoundCounts;
use super::calendar::Calendar;
use super::early::EarlyWakeup;
use super::in_flight::{InFlight, Needs, Operand, Ready};
use super::in_order::{InOrder, has_place};
use super::instruction::{Kind, Space, Unit};
use super::pages::PagesInFlight;
use super::port_results::PortResults;
use super::recurrence::Fingerprint;
use super::third_operands::ThirdOperands;
use super::units::Units;
use super::watch::{Begun, Bound, ResultId, Watch};
use super::window::Window;

/// A cycle that is not known yet.
pub(super) const UNKNOWN: u32 = u32::MAX;
const NONE: u32 = u32::MAX;
/// Results that are kept at least: more than usual reorder buffers have between the oldest and the youngest.
const MOST_USUAL_RESULTS: usize = 1 << 16;
/// Results of the simulation of a usual loop.
const USUAL_RESULTS: usize = 1 << 11;

#[derive(Clone, Copy, Debug)]
struct Outcome {
    cycle: u32,
    /// Micro-ops that were bound to it and are not done.
    missing: u16,
    is_load: bool,
    /// The cycle in which it would be known if a port were free for the micro-op, which is ready; [`UNKNOWN`] if it is not.
    announced_cycle: u32,
    /// First of a list of waiters.
    waiters: u32,
}

impl Outcome {
    const fn new(missing: u16, is_load: bool) -> Outcome {
        Outcome { cycle: 0, missing, is_load, announced_cycle: UNKNOWN, waiters: NONE }
    }
}

/// A micro-op that waits for a result.
#[derive(Clone, Copy, Debug)]
struct Waiter {
    micro_op: u32,
    next: u32,
    delay_cycles: u32,
}

/// A micro-op that has not begun.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    micro_op: InFlight,
    /// Its number among all micro-ops.
    number: u32,
    /// Its number among those that begin in order.
    order: u32,
    /// It needs more than its operands and a port.
    has_needs: bool,
    /// Some of its operands were not known when it was renamed.
    has_waited: bool,
    /// Times that younger ones passed it, since it could not have its result.
    passed: u8,
    /// Operands that are not known.
    missing: u16,
    port: u8,
    /// The cycle in which those that are known are.
    ready_cycle: u32,
    /// The operand that is known last comes from another micro-op that computes, and was not known when this one was renamed.
    is_forwarded: bool,
}

/// Results, micro-ops and ports.
#[derive(Debug)]
pub(super) struct Dataflow {
    results: Window<Outcome>,
    waiters: Vec<Waiter>,
    /// First of the list of those that are free.
    free_waiter: u32,
    /// Micro-ops that have not begun, by slots, and slots of others.
    micro_ops: Vec<Waiting>,
    /// By slot, what a micro-op needs that needs more than others, and the first cycle in which it could begin.
    needs: Vec<(Needs, u32)>,
    free_slots: Vec<u32>,
    /// Micro-ops so far.
    num_micro_ops: u32,
    in_order: InOrder,
    /// The result of the one that was bound last.
    last_bound: ResultId,
    /// Micro-ops whose operands will be known.
    coming: Calendar,
    /// Micro-ops that ask for their ports before, if there are such.
    early: Option<EarlyWakeup>,
    /// Slots of micro-ops that became ready in this cycle and let others ask early.
    announcing: Vec<u32>,
    /// Micro-ops that asked for a port in vain in this cycle, each with the port.
    in_vain: Vec<(Ready, usize)>,
    /// By port, the micro-ops that are ready, by their number.
    ready: Vec<BinaryHeap<Reverse<Ready>>>,
    bound: BoundCounts,
    /// Bits of the ports with micro-ops that are ready.
    ports_with_ready: u32,
    /// Micro-ops in the scheduler, and in that of vectors.
    waiting: [u32; 2],
    /// Ports whose micro-ops wait in the scheduler of vectors; none if there is no such scheduler.
    vector_ports: PortSet,
    /// Ports of parts of a scheduler, and for data of vectors' stores.
    parts: PortSet,
    data_ports: PortSet,
    port_results: PortResults,
    third_operands: ThirdOperands,
    pages: PagesInFlight,
    /// A micro-op that was ready has lost its turn in this cycle.
    has_lost_turn: bool,
    units: Units,
    /// The first cycle in which each port is free again after a micro-op that keeps it, and the last of all.
    port_free: Vec<u32>,
    last_port_free: u32,
    held: Vec<Ready>,
    chosen: Vec<(Ready, usize)>,
    is_immediate: bool,
    /// Ports begin all micro-ops that are ready, rather than one.
    pub begins_all: bool,
    /// Some micro-op can be taken by another port.
    has_shared: bool,
}

impl Dataflow {
    /// Creates a dataflow that remembers at least `results_in_flight` results.
    pub fn new(num_ports: usize, results_in_flight: usize) -> Dataflow {
        let mut results = Window::new(results_in_flight.max(MOST_USUAL_RESULTS), USUAL_RESULTS);
        results.push(Outcome::new(0, false));
        Dataflow {
            results,
            waiters: Vec::new(),
            free_waiter: NONE,
            micro_ops: Vec::new(),
            needs: Vec::new(),
            free_slots: Vec::new(),
            num_micro_ops: 0,
            in_order: InOrder::default(),
            last_bound: ResultId::PAST,
            coming: Calendar::new(),
            early: None,
            announcing: Vec::new(),
            in_vain: Vec::new(),
            ready: (0..num_ports).map(|_| BinaryHeap::new()).collect(),
            bound: BoundCounts::new(num_ports),
            ports_with_ready: 0,
            waiting: [0; 2],
            vector_ports: PortSet::default(),
            parts: PortSet::default(),
            data_ports: PortSet::default(),
            port_results: PortResults::default(),
            third_operands: ThirdOperands::default(),
            pages: PagesInFlight::default(),
            has_lost_turn: false,
            units: Units::new(num_ports),
            port_free: vec![0; num_ports],
            last_port_free: 0,
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

    /// Counts the micro-ops apart, too, that wait for ports of parts of a scheduler, and for those for data of vectors' stores.
    pub fn with_parts(self, ports: &Ports) -> Dataflow {
        Dataflow { parts: ports.in_parts(), data_ports: ports.vector_store_data, ..self }
    }

    /// Lets micro-ops for some ports ask for them before their operands are known.
    pub fn with_early_wakeup(self, early: Option<EarlyWakeup>) -> Dataflow {
        Dataflow { early, ..self }
    }

    /// Lets loads of new pages take so many cycles until they are not in vain.
    pub fn with_page_cycles(self, cycles: u32) -> Dataflow {
        Dataflow { pages: PagesInFlight::new(cycles), ..self }
    }

    /// Lets ports read third operands through others.
    pub fn with_third_operands(self, third_operands: ThirdOperands) -> Dataflow {
        Dataflow { third_operands, ..self }
    }

    pub fn with_port_results(self, port_results: PortResults) -> Dataflow {
        Dataflow { port_results, ..self }
    }

    /// Lets at most so many instructions begin per cycle, in the order of the program; 0 if their order does not matter.
    pub fn with_in_order(mut self, most_instructions: u32) -> Dataflow {
        self.in_order.most_instructions = most_instructions;
        self
    }

    /// Returns the number of the scheduler in which micro-ops wait for a port.
    fn scheduler(&self, port: usize) -> usize {
        usize::from(self.vector_ports.0 >> port & 1 != 0)
    }

    /// Returns whether the schedulers have room for micro-ops. Those that are more than a scheduler holds have it alone.
    #[inline]
    pub fn has_room(&self, space: &Space, numbers: &HardwareNumbers) -> bool {
        let vectors = if self.vector_ports.is_empty() { 0 } else { space.vectors };
        let fits = |used: u32, more: u32, size: u32| used == 0 || used + more <= size;
        let [used, used_by_vectors] = self.waiting;
        fits(used, space.micro_ops - vectors, numbers.scheduler)
            && fits(used_by_vectors, vectors, numbers.vector_scheduler)
            && (numbers.parts_scheduler == 0
                || fits(self.bound_to(self.parts), space.in_parts, numbers.parts_scheduler))
            && (numbers.data_scheduler == 0
                || fits(self.bound_to(self.data_ports), space.data, numbers.data_scheduler))
    }

    /// Returns the micro-ops that wait for some ports.
    fn bound_to(&self, ports: PortSet) -> u32 {
        let (mut left, mut bound) = (ports.0, 0);
        while left != 0 {
            bound += self.bound.all[left.trailing_zeros() as usize];
            left &= left - 1;
        }
        bound
    }

    /// Makes a result that is known when the given number of micro-ops, or calls of [`Dataflow::settle`], are done.
    pub fn result(&mut self, missing: u16, is_load: bool) -> ResultId {
        ResultId(self.results.push(Outcome::new(missing, is_load)))
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

    /// Returns the result of the micro-op that was bound last.
    pub const fn last_bound(&self) -> ResultId {
        self.last_bound
    }

    /// Micro-ops that are bound to each port and count where one of two ports is chosen for others.
    pub fn counted(&self) -> &[u32] {
        &self.bound.counted
    }

    /// Micro-ops that are bound to each port.
    pub fn bound(&self) -> &[u32] {
        &self.bound.all
    }

    /// Creates a dataflow whose results are known at once, for those who only follow dependencies.
    pub fn immediate(num_ports: usize) -> Dataflow {
        Dataflow { is_immediate: true, ..Dataflow::new(num_ports, 0) }
    }

    /// Takes note that one of the parts of a result is known in a cycle.
    pub fn settle(&mut self, id: ResultId, cycle: u32) {
        let result = &mut self.results[id.0];
        result.cycle = result.cycle.max(cycle);
        result.missing = result.missing.saturating_sub(1);
        if result.missing > 0 || result.waiters == NONE {
            return;
        }
        let Outcome { cycle, is_load, .. } = *result;
        let is_announced = result.announced_cycle != UNKNOWN;
        let first = std::mem::replace(&mut result.waiters, NONE);
        let mut at = first;
        loop {
            let Waiter { micro_op, next, delay_cycles } = self.waiters[at as usize];
            self.arrive(micro_op, cycle + delay_cycles, !is_load);
            if !is_announced {
                self.arrive_early(micro_op, cycle + delay_cycles);
            }
            if next == NONE {
                break;
            }
            at = next;
        }
        self.waiters[at as usize].next = self.free_waiter;
        self.free_waiter = first;
    }

    /// Takes note that one of the operands of a micro-op is known in a cycle.
    fn arrive(&mut self, slot: u32, cycle: u32, is_computed: bool) {
        let waiting = &mut self.micro_ops[slot as usize];
        if cycle > waiting.ready_cycle {
            waiting.ready_cycle = cycle;
            waiting.is_forwarded = is_computed;
        }
        waiting.missing -= 1;
        if waiting.missing == 0 {
            self.coming.add(slot, waiting.ready_cycle);
        }
    }

    /// Takes note that one of the operands of a micro-op is known in a cycle, or would be if ports were free.
    fn arrive_early(&mut self, slot: u32, cycle: u32) {
        if let Some(early) = &mut self.early {
            early.arrive(slot, self.micro_ops[slot as usize].number, cycle);
        }
    }

    /// Lets micro-ops that wait for results of those that became ready in a cycle ask for their ports as if these began now.
    fn announce(&mut self, cycle: u32) {
        let mut announcing = std::mem::take(&mut self.announcing);
        for slot in announcing.drain(..) {
            let InFlight { result: id, latency_cycles, .. } =
                self.micro_ops[slot as usize].micro_op;
            let Some(result) = self.results.get_mut(id.0) else { continue };
            if result.missing != 1 || result.announced_cycle != UNKNOWN {
                continue;
            }
            let known_cycle = cycle + u32::from(latency_cycles);
            result.announced_cycle = known_cycle;
            let mut at = result.waiters;
            while at != NONE {
                let Waiter { micro_op, next, delay_cycles } = self.waiters[at as usize];
                self.arrive_early(micro_op, known_cycle + delay_cycles);
                at = next;
            }
        }
        self.announcing = announcing;
    }

    /// Lets a micro-op that was bound, with operands that are not known, ask for its port once they are announced.
    fn follow_early(&mut self, slot: u32, cycle: u32, operands: impl Iterator<Item = Operand>) {
        let Waiting { number, port, .. } = self.micro_ops[slot as usize];
        let Some(early) = self.early.as_mut().filter(|it| it.is_for(port.into())) else { return };
        let (mut missing, mut known_cycle) = (0, cycle + 1);
        for operand in operands {
            let Some(result) = self.results.get(operand.result.0) else { continue };
            let cycle = if result.missing == 0 { result.cycle } else { result.announced_cycle };
            match cycle {
                UNKNOWN => missing += 1,
                cycle => known_cycle = known_cycle.max(cycle + operand.delay_cycles),
            }
        }
        early.follow(slot, number, missing, known_cycle);
    }

    /// Lets the micro-op of a slot wait for an operand. Returns the cycle in which that is known, if it is, or 0 and the number
    /// of those that are not.
    fn wait(&mut self, operand: Operand, slot: u32) -> (u32, u16) {
        let Operand { result: id, delay_cycles } = operand;
        let Some(result) = self.results.get_mut(id.0) else { return (0, 0) };
        if result.missing == 0 {
            return (result.cycle + delay_cycles, 0);
        }
        let waiter = Waiter { micro_op: slot, next: result.waiters, delay_cycles };
        match self.waiters.get_mut(self.free_waiter as usize) {
            Some(free) => {
                result.waiters = self.free_waiter;
                self.free_waiter = free.next;
                *free = waiter;
            }
            None => {
                result.waiters = self.waiters.len() as u32;
                self.waiters.push(waiter);
            }
        }
        (0, 1)
    }

    /// Binds a micro-op to a port. It can begin in the next cycle at the earliest, and once its operands are known.
    pub fn bind<W: Watch>(
        &mut self,
        micro_op: InFlight,
        needs: Option<&Needs>,
        (port, cycle): (usize, u32),
        operands: &[Operand],
        watch: &mut W,
    ) {
        let memory = needs.and_then(|it| it.memory);
        if W::IS_WATCHING {
            for operand in operands {
                let cycles = u32::from(micro_op.latency_cycles) + operand.delay_cycles;
                watch.waits(operand.result, micro_op.result, cycles);
            }
            if let Some(source) = memory {
                watch.waits(source.result, micro_op.result, source.cycles.saturating_sub(1));
            }
        }
        self.last_bound = micro_op.result;
        if self.is_immediate {
            self.settle(micro_op.result, cycle);
            return;
        }
        self.has_shared |= !micro_op.others.is_empty();
        let slot = self.free_slots.pop().unwrap_or(self.micro_ops.len() as u32);
        let (mut ready_cycle, mut missing) = (cycle + 1, 0);
        let mut wait_for = |it: &mut Dataflow, operand| {
            let (known_cycle, more) = it.wait(operand, slot);
            ready_cycle = ready_cycle.max(known_cycle);
            missing += more;
        };
        for operand in operands {
            wait_for(self, *operand);
        }
        if let Some(source) = memory {
            wait_for(self, source.result.into());
        }
        if let Some(needs) = needs {
            if slot as usize >= self.needs.len() {
                self.needs.resize(slot as usize + 1, Default::default());
            }
            self.needs[slot as usize] = (*needs, cycle + 1);
        }
        let number = self.num_micro_ops;
        self.num_micro_ops += 1;
        watch.bound(Bound { number, result: micro_op.result, cycle });
        let order = self.in_order.bind(micro_op.kind);
        let has_needs = needs.is_some();
        let waiting = Waiting {
            micro_op,
            number,
            order,
            has_needs,
            has_waited: missing > 0,
            passed: 0,
            missing,
            port: port as u8,
            ready_cycle,
            is_forwarded: false,
        };
        match self.micro_ops.get_mut(slot as usize) {
            Some(free) => *free = waiting,
            None => self.micro_ops.push(waiting),
        }
        self.bound.add(port, &micro_op);
        self.waiting[self.scheduler(port)] += 1;
        if missing == 0 {
            self.coming.add(slot, ready_cycle);
        } else if self.early.is_some() {
            let memory = memory.map(|it| it.result.into());
            self.follow_early(slot, cycle, operands.iter().copied().chain(memory));
        }
    }

    /// Adds what decides how it goes on.
    pub fn mark(&self, fingerprint: &mut Fingerprint) {
        self.waiting.iter().for_each(|it| fingerprint.add(*it));
        fingerprint.add_until(self.last_port_free);
        self.units.mark(fingerprint);
    }

    /// Returns the next cycle in which [`Dataflow::execute`] can do anything, after one in which it did nothing; `None` if
    /// nothing waits but for what is unknown.
    pub fn next_due(&self, cycle: u32) -> Option<u32> {
        let ready = self.ports_with_ready != 0;
        let free = self.units.free();
        let busy = (self.last_port_free > cycle).then_some(self.port_free.iter().copied());
        let free = free.chain(busy.into_iter().flatten());
        let free = free.filter(|it| ready && *it > cycle).min();
        self.coming.next_due().into_iter().chain(free).min()
    }

    /// Lets every port begin one micro-op. Returns whether anything changed. Of loads whose banks conflict, the oldest begins.
    pub fn execute<W: Watch>(&mut self, cycle: u32, banks: &Banks, watch: &mut W) -> bool {
        let Dataflow { coming, early, announcing, micro_ops, ready, ports_with_ready, .. } = self;
        let mut early = early.as_mut();
        coming.take(cycle, |slot| {
            let Waiting { number, port, micro_op, has_waited, .. } = micro_ops[slot as usize];
            if let Some(early) = &mut early {
                let asks = early.asks(slot, number);
                early.forget(slot);
                if early.announces(&micro_op, has_waited, asks) && early.is_for(port.into()) {
                    announcing.push(slot);
                }
                if asks {
                    return;
                }
            }
            ready[usize::from(port)].push(Reverse(Ready { number, slot }));
            *ports_with_ready |= 1 << port;
        });
        if let Some(early) = early {
            let let_loads_ask = early.announces_asking();
            early.take(cycle, |slot| {
                let Waiting { number, port, micro_op, .. } = micro_ops[slot as usize];
                if let_loads_ask && micro_op.kind == Kind::Load {
                    announcing.push(slot);
                }
                ready[usize::from(port)].push(Reverse(Ready { number, slot }));
                *ports_with_ready |= 1 << port;
            });
            self.announce(cycle);
        }
        if self.ports_with_ready == 0 {
            return false;
        }
        self.port_results.count_from(cycle);
        let mut chosen = std::mem::take(&mut self.chosen);
        chosen.clear();
        let is_in_order = self.in_order.most_instructions > 0 && !self.begins_all;
        let mut unasked = self.ports_with_ready;
        while unasked != 0 {
            let port = unasked.trailing_zeros() as usize;
            unasked &= unasked - 1;
            if self.is_busy(port, cycle) {
                continue;
            }
            while let Some(ready) = self.next(port, cycle) {
                chosen.push((ready, port));
                if !self.begins_all && !is_in_order {
                    break;
                }
            }
        }
        let has_shared = match is_in_order {
            true => {
                self.keep_next(&mut chosen, cycle);
                false
            }
            false => {
                self.has_shared && self.ports_with_ready != 0 && self.share(&mut chosen, cycle)
            }
        };
        let has_lost_turn = std::mem::take(&mut self.has_lost_turn);
        let has_begun = self.begin_chosen(&mut chosen, cycle, banks, watch);
        self.chosen = chosen;
        let mut in_vain = std::mem::take(&mut self.in_vain);
        for (ready, port) in in_vain.drain(..) {
            if self.early.as_mut().is_some_and(|it| it.asks_again(ready.slot)) {
                self.return_to(port, ready);
            }
        }
        self.in_vain = in_vain;
        has_shared || has_lost_turn || has_begun
    }

    /// Begins the micro-ops that were chosen, the oldest first: it gets what ports share: the divider, indivisible accesses,
    /// banks. Returns whether there was one that need not wait.
    fn begin_chosen<W: Watch>(
        &mut self,
        chosen: &mut [(Ready, usize)],
        cycle: u32,
        banks: &Banks,
        watch: &mut W,
    ) -> bool {
        if chosen.len() > 1 {
            chosen.sort_unstable_by_key(|(ready, _)| ready.number);
        }
        // Reading a third operand comes before all else of that port.
        let mut read_through = 0;
        if !self.begins_all && self.third_operands.exist() {
            for (ready, port) in &*chosen {
                read_through |= self.reads_through(*ready, *port, cycle);
            }
        }
        // Ports through which one was read while others wait for them.
        let mut read = 0;
        let mut has_begun = false;
        for (at, (ready, port)) in chosen.iter().copied().enumerate() {
            let is_delayed = banks.exist() && {
                let read = |it: Ready| self.needs_of(it)?.read;
                let others = chosen[..at].iter().filter_map(|(other, _)| read(*other));
                read(ready).is_some_and(|own| banks.delay(own, &others))
            };
            let own = if read_through != 0 {
                self.reads_through(ready, port, cycle) & self.ports_with_ready
            } else {
                0
            };
            let is_second = own & read != 0;
            read |= own;
            let is_in_use = read_through >> port & 1 != 0 && !self.needs_no_port(ready, cycle);
            let is_delayed = is_delayed
                || is_second
                || is_in_use
                || self.in_order.most_instructions > 0 && !self.is_next(ready, cycle);
            match is_delayed || self.waits(ready, cycle) {
                true => self.return_to(port, ready),
                false => {
                    has_begun = true;
                    self.begin(port, ready.slot, cycle, watch);
                }
            }
        }
        has_begun
    }

    /// Returns the ports through which a micro-op that begins reads an operand.
    fn reads_through(&self, ready: Ready, port: usize, cycle: u32) -> u32 {
        let Some(third) = self.needs_of(ready).and_then(|it| it.third_operand) else { return 0 };
        let known_cycle = self.cycle(third.result).saturating_add(third.delay_cycles);
        let is_bypassed = self.third_operands.are_bypassed && known_cycle == cycle;
        if is_bypassed { 0 } else { self.third_operands.read_through(port) }
    }

    /// Returns whether a micro-op gives a store what was computed just before, for which it does not need its port.
    fn needs_no_port(&self, ready: Ready, cycle: u32) -> bool {
        let Waiting { micro_op, ready_cycle, is_forwarded, .. } =
            &self.micro_ops[ready.slot as usize];
        self.third_operands.are_bypassed
            && micro_op.is_bypassed
            && *is_forwarded
            && *ready_cycle == cycle
    }

    /// Returns whether a micro-op that is ready can begin before all that begin after it in the order of the program.
    fn is_next(&self, ready: Ready, cycle: u32) -> bool {
        let Waiting { micro_op, order, .. } = &self.micro_ops[ready.slot as usize];
        self.begins_all || self.in_order.is_next(micro_op, *order, cycle)
    }

    fn micro_op(&self, ready: Ready) -> &InFlight {
        &self.micro_ops[ready.slot as usize].micro_op
    }

    /// Returns what a micro-op needs beside its operands and a port, if that is anything.
    fn needs_of(&self, ready: Ready) -> Option<&Needs> {
        let slot = ready.slot as usize;
        self.micro_ops[slot].has_needs.then(|| &self.needs[slot].0)
    }

    /// Lets a micro-op that was chosen wait for its port again.
    fn return_to(&mut self, port: usize, ready: Ready) {
        self.ready[port].push(Reverse(ready));
        self.ports_with_ready |= 1 << port;
    }

    /// Keeps, of all micro-ops that are ready, those that can begin together in the order of the program, each on a port of
    /// its own.
    fn keep_next(&mut self, chosen: &mut Vec<(Ready, usize)>, cycle: u32) {
        chosen.sort_unstable_by_key(|(ready, _)| ready.number);
        let mut busy = self.busy_ports(cycle);
        let mut num_next = 0;
        let mut number = 0;
        while let Some((ready, port)) = chosen.get(number).copied() {
            let Waiting { micro_op, order, .. } = self.micro_ops[ready.slot as usize];
            let free = (1 << port | micro_op.others.0) & !busy;
            if free == 0 || !self.in_order.is_turn(&micro_op, order, num_next) {
                self.return_to(port, ready);
                chosen.remove(number);
                continue;
            }
            let new = if free >> port & 1 != 0 { port } else { free.trailing_zeros() as usize };
            if new != port {
                self.rebind(ready, port, new);
                chosen[number].1 = new;
            }
            busy |= 1 << new;
            num_next += u32::from(has_place(micro_op.kind));
            number += 1;
        }
    }

    /// Lets a micro-op that is no longer among those that are ready on its port wait for another one.
    fn rebind(&mut self, ready: Ready, old: usize, new: usize) {
        let micro_op = &self.micro_ops[ready.slot as usize].micro_op;
        self.bound.remove(old, micro_op);
        self.bound.add(new, micro_op);
        let [from, to] = [old, new].map(|it| self.scheduler(it));
        self.waiting[from] -= 1;
        self.waiting[to] += 1;
        self.micro_ops[ready.slot as usize].port = new as u8;
    }

    /// Lets ports without a micro-op that is ready take the oldest one that waits for another port and could be theirs.
    /// Returns whether one came to another port.
    fn share(&mut self, chosen: &mut Vec<(Ready, usize)>, cycle: u32) -> bool {
        let taken = chosen.iter().chain(&self.in_vain);
        let busy = taken.fold(self.busy_ports(cycle), |ports, (_, port)| ports | 1 << port);
        // The oldest micro-op that is ready and waits for each port.
        let first = |it: &Dataflow, port: usize| {
            let Reverse(ready) = *it.ready[port].peek()?;
            Some((ready, port, it.micro_op(ready).others.0 & !busy))
        };
        let mut waiting = SmallVec::<[(Ready, usize, u32); 16]>::new();
        let ports = 0..self.ready.len();
        waiting.extend(ports.filter_map(|port| first(self, port)));
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
            let could_take = |it: &usize| {
                let (ready, _, others) = waiting[*it];
                let micro_op = self.micro_op(ready);
                let has_access = micro_op.kind == Kind::Load && self.units.load_free(idle) > cycle;
                others >> idle & 1 != 0
                    && !has_access
                    && !self.port_results.has(idle, micro_op.latency_cycles)
            };
            let oldest =
                (0..waiting.len()).filter(could_take).min_by_key(|it| waiting[*it].0.number);
            let Some(oldest) = oldest else { continue };
            let (ready, from, _) = waiting[oldest];
            has_moved |= from != idle;
            self.ready[from].pop();
            match self.early.as_ref().is_some_and(|it| it.asks(ready.slot, ready.number)) {
                true => self.in_vain.push((ready, from)),
                false => {
                    self.rebind(ready, from, idle);
                    chosen.push((ready, idle));
                }
            }
            match first(self, from) {
                Some(next) => waiting[oldest] = next,
                None => {
                    self.ports_with_ready &= !(1 << from);
                    waiting.swap_remove(oldest);
                }
            }
        }
    }

    /// Takes the oldest micro-op that is ready on a port and need not wait for the divider or an indivisible access.
    fn next(&mut self, port: usize, cycle: u32) -> Option<Ready> {
        let load_free = self.units.load_free(port);
        let has_one_result = !self.begins_all && self.port_results.are_of(port);
        let ready = &mut self.ready[port];
        let mut found = None;
        while let Some(Reverse(next)) = ready.pop() {
            if let Some(early) = &self.early
                && early.asks(next.slot, next.number)
            {
                self.in_vain.push((next, port));
                self.has_lost_turn = true;
                break;
            }
            let Waiting { micro_op, has_needs, passed, .. } =
                &mut self.micro_ops[next.slot as usize];
            let waits = micro_op.kind == Kind::Load && load_free > cycle
                || *has_needs && self.units.are_taken(&self.needs[next.slot as usize].0, cycle);
            if !waits
                && has_one_result
                && micro_op.kind == Kind::Compute
                && self.port_results.has(port, micro_op.latency_cycles)
            {
                self.held.push(next);
                self.has_lost_turn = true;
                if !self.port_results.may_be_passed(*passed) {
                    break;
                }
                *passed += 1;
                continue;
            }
            if !waits {
                found = Some(next);
                break;
            }
            self.held.push(next);
        }
        if !self.held.is_empty() {
            ready.extend(self.held.drain(..).map(Reverse));
        }
        if ready.is_empty() {
            self.ports_with_ready &= !(1 << port);
        }
        found
    }

    /// Returns whether a micro-op keeps a port.
    fn is_busy(&self, port: usize, cycle: u32) -> bool {
        self.last_port_free > cycle && !self.begins_all && self.port_free[port] > cycle
    }

    /// Returns the ports that micro-ops keep.
    fn busy_ports(&self, cycle: u32) -> u32 {
        if self.last_port_free <= cycle || self.begins_all {
            return 0;
        }
        let busy = (0..self.ready.len()).filter(|port| self.port_free[*port] > cycle);
        busy.fold(0, |ports, port| ports | 1 << port)
    }

    /// Returns whether a micro-op has to wait for the divider or an indivisible access.
    fn waits(&self, ready: Ready, cycle: u32) -> bool {
        self.needs_of(ready).is_some_and(|needs| self.units.are_taken(needs, cycle))
    }

    fn begin<W: Watch>(&mut self, port: usize, slot: u32, cycle: u32, watch: &mut W) {
        let Waiting { micro_op, number, has_needs, ready_cycle, .. } =
            self.micro_ops[slot as usize];
        let needs = has_needs.then(|| self.needs[slot as usize]);
        if let Some((needs, _)) = &needs {
            let known_from = self.pages.known_from(needs.page, cycle);
            if known_from > cycle {
                self.coming.add(slot, known_from);
                return;
            }
        }
        self.waiting[self.scheduler(port)] -= 1;
        self.free_slots.push(slot);
        self.bound.remove(port, &micro_op);
        self.in_order.begin(&micro_op, cycle);
        let mut latency = u32::from(micro_op.latency_cycles);
        if micro_op.kind == Kind::Compute {
            self.port_results.begin(port, latency, micro_op.has_one_port);
        }
        let (mut unit, mut unit_cycles, mut locked_cycles, mut port_cycles) =
            (Unit::default(), 0, 0, 1);
        if let Some((needs, _)) = &needs {
            latency += needs.later_on.0 >> port & 1;
        }
        let mut done = match micro_op.kind {
            Kind::Load | Kind::Compute => cycle + latency,
            Kind::StoreAddress | Kind::StoreData => cycle + 1,
        };
        if let Some((needs, first_cycle)) = needs {
            (unit, unit_cycles) = (needs.unit, self.units.take(&needs, port, cycle));
            locked_cycles = needs.locked_cycles;
            if needs.busy_cycles > 1 {
                port_cycles = needs.busy_cycles;
                self.port_free[port] = cycle + u32::from(port_cycles);
                self.last_port_free = self.last_port_free.max(self.port_free[port]);
            }
            if let Some(source) = needs.memory {
                let known = |it: Operand| self.cycle(it.result) + it.delay_cycles;
                let [one, two] = source.address.map(known);
                let own = cycle.min(first_cycle.max(one).max(two)) + latency;
                let forwarded = (self.cycle(source.result) + source.cycles).saturating_sub(1);
                done = own.max(forwarded).max(cycle + 1);
            }
        }
        self.settle(micro_op.result, done);
        if micro_op.completion != ResultId::PAST {
            self.settle(micro_op.completion, done);
        }
        watch.begun(Begun {
            number,
            instruction: micro_op.instruction,
            port,
            unit,
            unit_cycles,
            port_cycles,
            locked_cycles,
            ready_cycle,
            cycle,
            done_cycle: done,
        });
    }
}
