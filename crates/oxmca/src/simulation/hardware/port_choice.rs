//! The port of each micro-op, which is chosen when it is renamed.

use std::iter;

use oxmca_tables::hardware::{PortChoice, PortSet};
use smallvec::SmallVec;

use super::dataflow::Dataflow;
use super::instruction::{AtRename, Instruction, Kind};
use crate::options::{HardwareOptions, HardwareParts};
use crate::processor::hardware::HardwareProcessor;

/// Chooses ports.
pub(super) struct Ports {
    policy: PortChoice,
    /// Ports with schedulers of their own, and the micro-ops that each of them holds.
    own: PortSet,
    own_size: u32,
    load: PortSet,
    /// Which of two load ports was taken last.
    last_load_port: usize,
    /// Micro-ops bound to each port when the cycle began.
    bound: Vec<u32>,
    /// The sets of ports with schedulers of their own from which one was chosen in the cycle, and how often.
    chosen: Chosen,
}

type Chosen = SmallVec<[(PortSet, usize); 8]>;

impl Ports {
    pub fn new(hardware: &HardwareProcessor, options: &HardwareOptions) -> Ports {
        let model = &hardware.model;
        let own_size = hardware.numbers.port_scheduler;
        let is_on = options.has(HardwareParts::PORT_CHOICE);
        Ports {
            policy: match model.policies.port_choice {
                PortChoice::BySlot if !is_on => PortChoice::LeastUsed,
                policy => policy,
            },
            own: if is_on && own_size > 0 { model.ports.own } else { PortSet::default() },
            own_size,
            load: model.ports.load,
            last_load_port: 0,
            bound: vec![0; hardware.num_ports],
            chosen: Chosen::new(),
        }
    }

    /// Begins a cycle.
    pub fn begin_cycle(&mut self, dataflow: &Dataflow) {
        for (port, bound) in self.bound.iter_mut().enumerate() {
            *bound = dataflow.bound(port);
        }
        self.chosen.clear();
    }

    /// Returns whether each of some ports has a scheduler of its own.
    fn are_own(&self, ports: PortSet) -> bool {
        !ports.is_empty() && self.own.contains(ports)
    }

    /// Returns the ports that can take a micro-op from the one that was chosen.
    pub fn sharers(&self, ports: PortSet) -> PortSet {
        match self.policy {
            PortChoice::Shared if !self.are_own(ports) => ports,
            PortChoice::Shared | PortChoice::BySlot | PortChoice::LeastUsed => PortSet::default(),
        }
    }

    /// Returns whether the ports that the micro-ops of an instruction would get have room for them. An instruction that
    /// is larger than a scheduler has it alone.
    pub fn have_room(&self, instruction: &Instruction, dataflow: &Dataflow) -> bool {
        if self.own.is_empty() || instruction.at_rename != AtRename::Nothing {
            return true;
        }
        let (mut chosen, mut added) = (self.chosen.clone(), SmallVec::<[usize; 8]>::new());
        let computes = instruction.micro_ops.iter().filter(|it| it.kind == Kind::Compute);
        for micro_op in computes.filter(|it| self.are_own(it.ports)) {
            let port = self.ranked(micro_op.ports, &mut chosen);
            let more = added.iter().filter(|it| **it == port).count() as u32;
            let bound = dataflow.bound(port);
            if bound > 0 && bound + more >= self.own_size {
                return false;
            }
            added.push(port);
        }
        true
    }

    /// Returns the port whose turn it is: the first micro-op of a cycle that can go to any of some ports goes to the one
    /// that had the fewest micro-ops when the cycle began, the next one to that with the second fewest, and so on.
    /// Source: measured on Zen 3 (family 25, model 1), beside instructions that keep some of the ports busy.
    fn ranked(&self, ports: PortSet, chosen: &mut Chosen) -> usize {
        let of_set = match chosen.iter_mut().find(|it| it.0 == ports) {
            Some(found) => found,
            None => {
                chosen.push((ports, 0));
                let last = chosen.len() - 1;
                &mut chosen[last]
            }
        };
        let mut ranks: SmallVec<[(u32, usize); 8]> =
            members(ports).map(|port| (self.bound[port], port)).collect();
        ranks.sort_unstable();
        let (_, port) = ranks[of_set.1 % ranks.len()];
        of_set.1 += 1;
        port
    }

    /// Chooses the port of a micro-op that is renamed in the `slot`-th slot of the cycle. By slots, the port with the
    /// fewest micro-ops is taken in even slots, the one with the second fewest in odd ones unless it has three more.
    /// Source: the text of the uiCA paper, section "Renamer".
    pub fn choose(&mut self, ports: PortSet, slot: u32, dataflow: &Dataflow) -> usize {
        let count = ports.0.count_ones();
        if count <= 1 {
            return ports.0.trailing_zeros() as usize % self.bound.len().max(1);
        }
        if self.are_own(ports) {
            let mut chosen = std::mem::take(&mut self.chosen);
            let port = self.ranked(ports, &mut chosen);
            self.chosen = chosen;
            return port;
        }
        // The highest port is the first of those that are equal.
        let members = || members(ports);
        if self.policy != PortChoice::BySlot {
            return members().min_by_key(|port| dataflow.bound(*port)).unwrap_or(0);
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
