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
    /// The schedulers that are for a few ports, each with the micro-ops that it had when the cycle began; and the number of
    /// micro-ops that each of them holds.
    schedulers: Vec<(PortSet, u32)>,
    scheduler_size: u32,
    /// By port: its place among them.
    scheduler_of: Vec<Option<u8>>,
    load: PortSet,
    /// Which of two load ports was taken last.
    last_load_port: usize,
    /// Micro-ops that read three operands so far.
    third_operands: usize,
    /// Micro-ops bound to each port when the cycle began.
    bound: Vec<u32>,
    /// The sets of ports in such schedulers from which one was chosen in the cycle, and how often.
    chosen: Chosen,
}

type Chosen = SmallVec<[(PortSet, usize); 8]>;

impl Ports {
    pub fn new(code: &Code<'_>, hardware: &HardwareProcessor, options: &HardwareOptions) -> Ports {
        let model = &hardware.model;
        let scheduler_size = code.numbers.port_scheduler;
        let is_on = options.has(HardwareParts::PORT_CHOICE);
        let schedulers: Vec<_> = match is_on && scheduler_size > 0 {
            true => model.ports.schedulers.iter().map(|it| (*it, 0)).collect(),
            false => Vec::new(),
        };
        let place = |port: usize| schedulers.iter().position(|it| it.0.0 >> port & 1 != 0);
        Ports {
            policy: match model.policies.port_choice {
                PortChoice::BySlot if !is_on => PortChoice::LeastUsed,
                policy => policy,
            },
            scheduler_of: (0..hardware.num_ports).map(|it| place(it).map(|it| it as u8)).collect(),
            schedulers,
            scheduler_size,
            load: model.ports.load,
            last_load_port: 0,
            third_operands: 0,
            bound: vec![0; hardware.num_ports],
            chosen: Chosen::new(),
        }
    }

    /// Begins a cycle.
    pub fn begin_cycle(&mut self, dataflow: &Dataflow) {
        self.bound.copy_from_slice(dataflow.bound());
        for (ports, bound) in &mut self.schedulers {
            *bound = members(*ports).map(|port| self.bound[port]).sum();
        }
        self.chosen.clear();
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

    /// Returns the ports that can take a micro-op from the one that was chosen.
    pub fn sharers(&self, ports: PortSet) -> PortSet {
        match self.policy {
            PortChoice::Shared if !self.have_schedulers(ports) => ports,
            PortChoice::Shared | PortChoice::BySlot | PortChoice::LeastUsed => PortSet::default(),
        }
    }

    /// Returns whether the schedulers of the ports that the micro-ops of an instruction would get have room for them. An
    /// instruction that is larger than a scheduler has it alone.
    pub fn have_room(&self, instruction: &Instruction, dataflow: &Dataflow) -> bool {
        if self.schedulers.is_empty() {
            return true;
        }
        let (mut chosen, mut added) = (self.chosen.clone(), SmallVec::<[usize; 8]>::new());
        let computes = instruction.at_rename == AtRename::Nothing;
        let executed =
            instruction.micro_ops.iter().filter(|it| computes || it.kind != Kind::Compute);
        for micro_op in executed.filter(|it| self.have_schedulers(it.ports)) {
            let port = self.ranked(micro_op.ports, &mut chosen);
            let Some(scheduler) = self.scheduler(port) else { continue };
            let ports = self.schedulers[scheduler].0;
            let bound: u32 = members(ports).map(|port| dataflow.bound()[port]).sum();
            let more = added.iter().filter(|it| **it == scheduler).count() as u32;
            if bound > 0 && bound + more >= self.scheduler_size {
                return false;
            }
            added.push(scheduler);
        }
        true
    }

    /// Returns the port whose turn it is: the first micro-op of a cycle that can go to any of some ports goes to the one
    /// whose scheduler had the fewest when the cycle began, the next one to that with the second fewest, and so on.
    /// Source: measured on Zen 3 (family 25, model 1), beside instructions that keep some of the ports busy.
    fn ranked(&self, ports: PortSet, chosen: &mut Chosen) -> usize {
        let of_set = match chosen.iter().position(|it| it.0 == ports) {
            Some(found) => &mut chosen[found].1,
            None => {
                chosen.push((ports, 0));
                let last = chosen.len() - 1;
                &mut chosen[last].1
            }
        };
        let waiting = |port: usize| self.scheduler(port).map_or(0, |it| self.schedulers[it].1);
        let mut ranks: SmallVec<[(u32, usize); 8]> =
            members(ports).map(|port| (waiting(port), port)).collect();
        ranks.sort_unstable();
        let (_, port) = ranks[*of_set % ranks.len()];
        *of_set += 1;
        port
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

    /// Chooses the port of a micro-op that is renamed in the `slot`-th slot of the cycle. By slots, the port with the
    /// fewest micro-ops is taken in even slots, the one with the second fewest in odd ones unless it has three more.
    /// Source: the text of the uiCA paper, section "Renamer".
    pub fn choose(&mut self, ports: PortSet, slot: u32, dataflow: &Dataflow) -> usize {
        let count = ports.0.count_ones();
        if count <= 1 {
            return ports.0.trailing_zeros() as usize % self.bound.len().max(1);
        }
        if self.have_schedulers(ports) {
            let mut chosen = std::mem::take(&mut self.chosen);
            let port = self.ranked(ports, &mut chosen);
            self.chosen = chosen;
            return port;
        }
        // The highest port is the first of those that are equal.
        let members = || members(ports);
        if self.policy != PortChoice::BySlot {
            return members().min_by_key(|port| dataflow.bound()[*port]).unwrap_or(0);
        }
        if count == 2 && ports == self.load {
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

/// Returns the ports of a set, the highest first.
fn members(ports: PortSet) -> impl Iterator<Item = usize> {
    let mut left = ports.0;
    iter::from_fn(move || {
        let port = left.checked_ilog2()?;
        left &= !(1 << port);
        Some(port as usize)
    })
}
