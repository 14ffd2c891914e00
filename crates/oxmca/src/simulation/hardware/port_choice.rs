//! The port of each micro-op, which is chosen when it is renamed.

use std::iter;

use oxmca_tables::hardware::{PortChoice, PortSet};
use smallvec::SmallVec;

use super::code::Code;
use super::dataflow::Dataflow;
use super::instruction::{AtRename, Instruction, Kind};
use crate::options::{HardwareOptions, HardwareParts};
use crate::processor::hardware::HardwareProcessor;

/// Chooses ports.
pub(super) struct Ports {
    policy: PortChoice,
    /// The schedulers that are for a few ports.
    schedulers: Vec<Scheduler>,
    /// By port: its place among them.
    scheduler_of: Vec<Option<u8>>,
    load: PortSet,
    /// Which of two load ports was taken last.
    last_load_port: usize,
    /// The port of the instruction's micro-op before, if it was one of two.
    last_of_instruction: Option<usize>,
    /// Micro-ops that read three operands so far.
    third_operands: usize,
    /// The scheduler of the access before, among those that are for a few ports.
    last_scheduler: usize,
    /// Parts of a scheduler between which micro-ops are scattered.
    parts: Vec<PortSet>,
    scatter: Scatter,
    /// Micro-ops bound to each port when the cycle began.
    bound: Vec<u32>,
    /// The turns of sets of ports in such schedulers that were asked for in the cycle.
    turns: Vec<Turns>,
    /// Sets of ports of schedulers with a size of their own, each with the micro-ops so far that one of them was chosen for.
    chosen: Vec<(PortSet, usize)>,
}

/// A scheduler that is for a few ports.
#[derive(Debug)]
struct Scheduler {
    ports: PortSet,
    /// The micro-ops that it holds.
    size: u32,
    /// The size is its own.
    has_own_size: bool,
    /// The micro-ops that it had when the cycle began.
    bound: u32,
}

/// The order in which the ports of a set are chosen in a cycle.
#[derive(Debug)]
struct Turns {
    ports: PortSet,
    /// Micro-ops for which one of them was chosen.
    given: usize,
    order: SmallVec<[u8; 8]>,
}

impl Turns {
    /// Returns the port of the micro-op after `more` others.
    fn port(&self, more: usize) -> usize {
        self.order[(self.given + more) % self.order.len()].into()
    }
}

impl Ports {
    pub fn new(code: &Code<'_>, hardware: &HardwareProcessor, options: &HardwareOptions) -> Ports {
        let model = &hardware.model;
        let is_on = options.has(HardwareParts::PORT_CHOICE);
        let schedulers = model.ports.schedulers.iter().map(|it| Scheduler {
            ports: it.ports,
            size: it.size.unwrap_or(code.numbers.port_scheduler),
            has_own_size: it.size.is_some(),
            bound: 0,
        });
        let schedulers: Vec<_> = schedulers.filter(|it| is_on && it.size > 0).collect();
        let parts = match is_on && model.policies.port_choice == PortChoice::Shared {
            true => model.ports.parts.clone(),
            false => Vec::new(),
        };
        let place = |port: usize| schedulers.iter().position(|it| it.ports.0 >> port & 1 != 0);
        Ports {
            policy: match model.policies.port_choice {
                PortChoice::BySlot | PortChoice::ByPairs if !is_on => PortChoice::LeastUsed,
                policy => policy,
            },
            scheduler_of: (0..hardware.num_ports).map(|it| place(it).map(|it| it as u8)).collect(),
            schedulers,
            load: model.ports.load,
            last_load_port: 0,
            last_of_instruction: None,
            third_operands: 0,
            last_scheduler: 0,
            parts,
            scatter: Scatter::default(),
            bound: vec![0; hardware.num_ports],
            turns: Vec::new(),
            chosen: Vec::new(),
        }
    }

    /// Returns whether some ports are chosen as if at random, so that nothing comes again.
    pub fn are_scattered(&self) -> bool {
        !self.parts.is_empty()
    }

    /// Begins a cycle.
    pub fn begin_cycle(&mut self, dataflow: &Dataflow) {
        self.bound.copy_from_slice(dataflow.bound());
        for it in &mut self.schedulers {
            it.bound = members(it.ports).map(|port| self.bound[port]).sum();
        }
        self.turns.clear();
    }

    /// Takes note of the port of an access to memory.
    pub fn takes_turn(&mut self, port: usize) {
        if let Some(scheduler) = self.scheduler(port) {
            self.last_scheduler = scheduler;
        }
    }

    /// Returns the scheduler that the address of a store goes to after an access by `last`, if they take turns.
    fn after(&self, last: usize, ports: PortSet) -> Option<usize> {
        if self.policy != PortChoice::Shared || !self.have_schedulers(ports) {
            return None;
        }
        let count = self.schedulers.len();
        let mut others = (1..=count).map(|it| (last + it) % count);
        others.find(|it| self.schedulers[*it].ports.0 & ports.0 != 0)
    }

    /// Chooses the port of a store's address: schedulers take turns with the access before.
    /// Source: measured on Zen 5 (family 26, model 2), in 60 loops of loads of vectors, which one scheduler takes, and stores.
    pub fn choose_for_store(&mut self, ports: PortSet, slot: u32, dataflow: &Dataflow) -> usize {
        let Some(scheduler) = self.after(self.last_scheduler, ports) else {
            return self.choose(ports, slot, dataflow);
        };
        self.last_scheduler = scheduler;
        let own = PortSet(self.schedulers[scheduler].ports.0 & ports.0);
        members(own).min_by_key(|port| dataflow.bound()[*port]).unwrap_or(0)
    }

    /// Begins an instruction.
    pub fn begin_instruction(&mut self) {
        self.last_of_instruction = None;
    }

    /// Returns the place of the scheduler of a port among those that are for a few.
    fn scheduler(&self, port: usize) -> Option<usize> {
        self.scheduler_of.get(port).copied().flatten().map(usize::from)
    }

    /// Returns whether each of some ports is in a scheduler that is for a few.
    fn have_schedulers(&self, ports: PortSet) -> bool {
        !self.schedulers.is_empty()
            && !ports.is_empty()
            && members(ports).all(|port| self.scheduler(port).is_some())
    }

    /// Returns whether ports are in schedulers with a size of their own, where they have turns.
    fn take_turns(&self, ports: PortSet) -> bool {
        let is_own = |port| self.scheduler(port).is_some_and(|it| self.schedulers[it].has_own_size);
        !self.schedulers.is_empty() && !ports.is_empty() && members(ports).all(is_own)
    }

    /// Returns the port of a set that has its turn, or the one with the fewest micro-ops if that has far fewer.
    /// Source: measured on Zen 5 (family 26, model 2): micro-ops for two pipes, and for two and two others, that wait for a chain, and 720
    /// compiled loops; those that do not count: comparisons beside sums, products and others.
    fn in_turn(&self, ports: PortSet, dataflow: &Dataflow) -> usize {
        const FAR: u32 = 5;
        let chosen = self.chosen.iter().find(|it| it.0 == ports).map_or(0, |it| it.1);
        let count = (ports.0.count_ones() as usize).max(1);
        let next = members(ports).nth(chosen % count).unwrap_or(0);
        let is_pair = ports.0.count_ones() == 2;
        let counts = if is_pair { dataflow.counted() } else { dataflow.bound() };
        let bound = |port: usize| counts[port];
        let in_scheduler = |port: usize| -> u32 {
            let own =
                self.scheduler(port).map_or(PortSet::default(), |it| self.schedulers[it].ports);
            members(own).map(bound).sum()
        };
        let least =
            members(ports).min_by_key(|port| (bound(*port), in_scheduler(*port))).unwrap_or(0);
        if bound(next) >= bound(least) + FAR { least } else { next }
    }

    /// Returns the ports that can take a micro-op from the one that was chosen.
    pub fn sharers(&self, ports: PortSet, chosen: usize) -> PortSet {
        match self.policy {
            PortChoice::Shared => {
                let schedulers = self.schedulers.iter().map(|it| &it.ports);
                let mut parts = schedulers.chain(&self.parts);
                let own = parts.find(|it| it.0 >> chosen & 1 != 0);
                PortSet(own.map_or(ports.0, |it| it.0 & ports.0))
            }
            PortChoice::BySlot | PortChoice::ByPairs | PortChoice::LeastUsed => PortSet::default(),
        }
    }

    /// Returns whether the schedulers of the ports that the micro-ops of an instruction would get have room for them. An
    /// instruction that is larger than a scheduler has it alone.
    #[inline]
    pub fn have_room(&mut self, instruction: &Instruction, dataflow: &Dataflow) -> bool {
        self.schedulers.is_empty() || self.schedulers_have_room(instruction, dataflow)
    }

    fn schedulers_have_room(&mut self, instruction: &Instruction, dataflow: &Dataflow) -> bool {
        // The turns and the schedulers of its micro-ops so far.
        let mut added = SmallVec::<[(Option<usize>, usize); 8]>::new();
        let computes = instruction.at_rename == AtRename::Nothing;
        let mut last = self.last_scheduler;
        for micro_op in &instruction.micro_ops {
            let is_executed = computes || micro_op.kind != Kind::Compute;
            if !is_executed || !self.have_schedulers(micro_op.ports) {
                continue;
            }
            let is_store = micro_op.kind == Kind::StoreAddress;
            let after = if is_store { self.after(last, micro_op.ports) } else { None };
            let (turns, scheduler) = match after {
                Some(scheduler) => (None, scheduler),
                None if self.take_turns(micro_op.ports) => {
                    let port = self.in_turn(micro_op.ports, dataflow);
                    let Some(scheduler) = self.scheduler(port) else { continue };
                    (None, scheduler)
                }
                None => {
                    let turns = self.turns(micro_op.ports);
                    let more = added.iter().filter(|it| it.0 == Some(turns)).count();
                    let port = self.turns[turns].port(more);
                    let Some(scheduler) = self.scheduler(port) else { continue };
                    (Some(turns), scheduler)
                }
            };
            if micro_op.kind != Kind::Compute {
                last = scheduler;
            }
            let Scheduler { ports, size, .. } = self.schedulers[scheduler];
            let bound: u32 = members(ports).map(|port| dataflow.bound()[port]).sum();
            let more = added.iter().filter(|it| it.1 == scheduler).count() as u32;
            if bound > 0 && bound + more >= size {
                return false;
            }
            added.push((turns, scheduler));
        }
        true
    }

    /// Returns the place of the turns of a set of ports: the first micro-op of a cycle that can go to any of them goes to
    /// the one whose scheduler had the fewest when the cycle began, the next one to that with the second fewest, and so on.
    /// Source: measured on Zen 3 (family 25, model 1), beside instructions that keep some of the ports busy.
    fn turns(&mut self, ports: PortSet) -> usize {
        if let Some(found) = self.turns.iter().position(|it| it.ports == ports) {
            return found;
        }
        // Schedulers take turns, and ports of the same one do where it has its next turn.
        let scheduler = |port: usize| self.scheduler(port).unwrap_or(0);
        let by_load = sorted_by(ports, |port| {
            let own = scheduler(port);
            (self.schedulers[own].bound, own, self.bound[port], port)
        });
        let turn = |at: usize| {
            let own = scheduler(by_load[at].into());
            let before = by_load[..at].iter().filter(|it| scheduler(usize::from(**it)) == own);
            before.count()
        };
        let mut order: SmallVec<[(usize, u8); 8]> =
            by_load.iter().enumerate().map(|(at, port)| (turn(at), *port)).collect();
        order.sort_by_key(|it| it.0);
        let order = order.into_iter().map(|it| it.1).collect();
        self.turns.push(Turns { ports, given: 0, order });
        self.turns.len() - 1
    }

    /// Chooses the port of a micro-op that reads three operands: each port has its turn, unless another has far fewer
    /// micro-ops.
    /// Source: measured on Zen 3 (family 25, model 1), in loops of multiplications with additions and stores.
    pub fn choose_for_third_operand(&mut self, ports: PortSet, dataflow: &Dataflow) -> usize {
        const FAR: u32 = 3;
        self.third_operands += 1;
        let count = (ports.0.count_ones() as usize).max(1);
        let next = members(ports).nth(self.third_operands % count).unwrap_or(0);
        let least = members(ports).min_by_key(|port| dataflow.bound()[*port]).unwrap_or(0);
        let is_far = dataflow.bound()[next] >= dataflow.bound()[least] + FAR;
        if is_far { least } else { next }
    }

    /// Returns the port with the fewest micro-ops when the cycle began (`rank` 0), the second fewest (1), and so on; but the one with
    /// the fewest if the other had at least two more.
    /// Source: fitted to 220 loops of chains of one cycle measured on Redwood Cove, in which a port that is chosen badly costs
    /// a cycle; the processor's own rule is not known.
    fn of_rank(&self, rank: usize, ports: PortSet) -> usize {
        const FEW: u32 = 2;
        let bound = |port: usize| self.bound[port];
        let order = sorted_by(ports, bound);
        let (least, ranked) = (order[0].into(), order[rank.min(order.len() - 1)].into());
        if bound(ranked) >= bound(least) + FEW { least } else { ranked }
    }

    /// Returns the ports of the part of a scheduler to which a micro-op goes that has these ones.
    /// Source: measured on Zen 5 (family 26, model 2), in loops of three to thirteen chains of one cycle. The processor's own rule
    /// is not known.
    fn part_of(&mut self, ports: PortSet, dataflow: &Dataflow) -> PortSet {
        const FAR: u32 = 8;
        if self.parts.is_empty() {
            return ports;
        }
        let waiting = |part: &PortSet| members(*part).map(|port| dataflow.bound()[port]).sum();
        let parts = self.parts.iter().filter(|it| it.0 & ports.0 != 0);
        let counted: SmallVec<[(u32, PortSet); 2]> =
            parts.map(|it| (waiting(it), PortSet(it.0 & ports.0))).collect();
        let (Some(least), Some(most)) =
            (counted.iter().min_by_key(|it| it.0), counted.iter().map(|it| it.0).max())
        else {
            return ports;
        };
        if most > least.0 + FAR { least.1 } else { counted[self.scatter.below(counted.len())].1 }
    }

    /// Chooses the port of a micro-op that is renamed in the `slot`-th slot of the cycle. By slots, the port with the
    /// fewest micro-ops is taken in even slots, the one with the second fewest in odd ones unless it has three more.
    /// Source: the text of the uiCA paper, section "Renamer".
    pub fn choose(&mut self, ports: PortSet, slot: u32, dataflow: &Dataflow) -> usize {
        if ports.0 & ports.0.wrapping_sub(1) == 0 {
            let port = ports.0.trailing_zeros() as usize;
            // A micro-op that is for no port takes any.
            return if port < self.bound.len() { port } else { port % self.bound.len().max(1) };
        }
        if self.take_turns(ports) {
            let port = self.in_turn(ports, dataflow);
            match self.chosen.iter_mut().find(|it| it.0 == ports) {
                Some((_, count)) => *count += 1,
                None => self.chosen.push((ports, 1)),
            }
            return port;
        }
        if self.have_schedulers(ports) {
            let at = self.turns(ports);
            let port = self.turns[at].port(0);
            self.turns[at].given += 1;
            return port;
        }
        let ports = self.part_of(ports, dataflow);
        // The highest port is the first of those that are equal.
        let members = || members(ports);
        match self.policy {
            PortChoice::ByPairs if ports.0.count_ones() == 2 => {
                let mut port = self.of_rank(1, ports);
                if self.last_of_instruction == Some(port) {
                    port = (ports.0 & !(1 << port)).trailing_zeros() as usize;
                }
                self.last_of_instruction = Some(port);
                return port;
            }
            PortChoice::ByPairs if ports.0.count_ones() == 3 => {
                return self.of_rank(slot as usize / 2, ports);
            }
            PortChoice::BySlot => {}
            _ => return members().min_by_key(|port| dataflow.bound()[*port]).unwrap_or(0),
        }
        if ports == self.load && ports.0.count_ones() == 2 {
            self.last_load_port ^= 1;
            return members().nth(1 - self.last_load_port).unwrap_or(0);
        }
        let (mut first, mut second) = ((u32::MAX, 0), (u32::MAX, 0));
        for port in members() {
            let bound = self.bound[port];
            if bound < first.0 {
                second = first;
                first = (bound, port);
            } else if bound < second.0 {
                second = (bound, port);
            }
        }
        if slot & 1 == 1 && second.0 - first.0 < 3 { second.1 } else { first.1 }
    }
}

/// Numbers that look random, the same ones in each simulation.
#[derive(Debug)]
struct Scatter(u32);

impl Default for Scatter {
    fn default() -> Self {
        Scatter(0x9e37_79b9)
    }
}

impl Scatter {
    /// Returns the next number, below a count.
    fn below(&mut self, count: usize) -> usize {
        // Marsaglia's generator with shifts 13, 17 and 5.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 >> 8) as usize % count.max(1)
    }
}

/// Returns the ports of a set, the highest first.
fn members(ports: PortSet) -> impl Iterator<Item = usize> {
    let mut left = ports.0;
    iter::from_fn(move || {
        let port = left.checked_ilog2()?;
        left &= !(1 << port);
        Some(port as usize)
    })
}

/// Returns the ports of a set in the order of a key, the highest first of those whose keys are equal.
fn sorted_by<K: Ord>(ports: PortSet, key: impl Fn(usize) -> K) -> SmallVec<[u8; 8]> {
    let mut sorted: SmallVec<[u8; 8]> = members(ports).map(|port| port as u8).collect();
    sorted.sort_by_key(|port| key(usize::from(*port)));
    sorted
}
