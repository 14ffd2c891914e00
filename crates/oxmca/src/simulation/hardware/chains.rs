//! Loop-carried chains: instructions each of which waits for the one before, through registers and memory, and the first
//! for the last of an earlier iteration.

use oxmca_asm::Interrupt;
use oxmca_tables::Reg;

use super::code::{Code, Cursor};
use super::dataflow::Dataflow;
use super::renamer::{Renamer, Slotted};
use super::watch::ResultId;
use super::watch::{Part, Watch};
use crate::cycle_ratio::{self, Edge, GivenUp, critical_cycle};
use crate::error::ErrorKind;
use crate::options::{Delivery, HardwareOptions};
use crate::processor::hardware::HardwareProcessor;
use crate::ratio::Ratio;

/// The iteration whose dependencies are looked at. Those on up to as many iterations before are seen.
const RECORDED: u32 = 2;
/// Instructions that are followed before the interrupt is asked again.
const INSTRUCTIONS_PER_INTERRUPT: u32 = 1 << 10;
/// Most chains that are listed.
const MOST_CHAINS: usize = 8;
/// The part of a node that is a result which was there at the beginning.
const NO_NODE: u32 = u32::MAX;

/// A loop-carried chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Chain {
    /// Cycles per iteration.
    pub cycles: Ratio,
    /// The dependencies from each of its instructions to the next, beginning with the first in the code.
    pub links: Vec<HardwareDependency>,
}

/// A dependency between two instructions, or two results of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct HardwareDependency {
    /// Position of the instruction waited for.
    pub from: u32,
    /// Position of the instruction that waits.
    pub to: u32,
    /// Iterations between the two.
    pub iterations: u32,
    /// Cycles from one result to the other at the least.
    pub cycles: u32,
    /// A load waits for a store.
    pub is_through_memory: bool,
    /// The register that carries it, as the scheduling model names it, whose instructions may read and write others than
    /// those of hardware mode; `None` through memory, and where instructions wait for their order.
    pub register: Option<Reg>,
}

/// Returns the slowest chains that have no instruction's result in common, the slowest first.
///
/// # Errors
/// [`ErrorKind::Interrupted`].
pub(super) fn chains(
    code: Code<'_>,
    hardware: &HardwareProcessor,
    delivery: Delivery,
    options: &HardwareOptions,
    register: &RegisterBetween<'_>,
    interrupt: &Interrupt,
) -> Result<Vec<Chain>, ErrorKind> {
    let mut recorder = record(code, hardware, delivery, options, interrupt)?;
    recorder.add_retirement(code);
    recorder.chains(code.instructions.len() * NODES as usize, register, interrupt)
}

/// Returns the dependencies of the instructions of an iteration on others.
///
/// # Errors
/// [`ErrorKind::Interrupted`].
pub(super) fn dependencies(
    code: Code<'_>,
    hardware: &HardwareProcessor,
    delivery: Delivery,
    options: &HardwareOptions,
    register: &RegisterBetween<'_>,
    interrupt: &Interrupt,
) -> Result<Vec<HardwareDependency>, ErrorKind> {
    let recorder = record(code, hardware, delivery, options, interrupt)?;
    let edges = recorder.edges.iter().map(|edge| dependency(edge, [edge.from, edge.to], register));
    Ok(edges.filter(|it| it.from != it.to || it.iterations > 0).collect())
}

/// Returns the register that leads from the instruction at a position to that at another.
pub(super) type RegisterBetween<'a> = dyn Fn(u32, u32) -> Option<Reg> + 'a;

/// Returns the dependency of an edge between two nodes.
fn dependency(
    edge: &Edge<()>,
    [from_node, to_node]: [u32; 2],
    register: &RegisterBetween<'_>,
) -> HardwareDependency {
    let is_through_memory = is_through_memory(part_of(from_node), part_of(to_node));
    let (from, to) = (position_of(from_node), position_of(to_node));
    HardwareDependency {
        from,
        to,
        iterations: edge.distance,
        cycles: edge.delay,
        is_through_memory,
        register: if is_through_memory { None } else { register(from, to) },
    }
}

/// Returns the dependencies of a chain of edges from each instruction to the next, beginning with the first in the code.
/// Dependencies within an instruction are added to the one that leads to it.
fn links(dependencies: Vec<HardwareDependency>) -> Vec<HardwareDependency> {
    let mut links: Vec<HardwareDependency> = Vec::new();
    let mut within = 0;
    for it in dependencies {
        match links.last_mut() {
            _ if it.from != it.to || it.iterations > 0 => links.push(it),
            Some(before) => before.cycles += it.cycles,
            None => within += it.cycles,
        }
    }
    if let Some(last) = links.last_mut() {
        last.cycles += within;
    }
    let first = links.iter().enumerate().min_by_key(|(_, it)| it.from).map_or(0, |it| it.0);
    links.rotate_left(first);
    links
}

/// Returns whether a part of an instruction that waits for a part of another is a load that waits for a store.
const fn is_through_memory(from: u32, to: u32) -> bool {
    to == Part::Load as u32 && (from == Part::StoreData as u32 || from == Part::Retirement as u32)
}

/// Follows what waits for what in a few iterations.
///
/// # Errors
/// [`ErrorKind::Interrupted`].
fn record(
    code: Code<'_>,
    hardware: &HardwareProcessor,
    delivery: Delivery,
    options: &HardwareOptions,
    interrupt: &Interrupt,
) -> Result<Recorder, ErrorKind> {
    let mut recorder = Recorder::default();
    let mut dataflow = Dataflow::immediate(hardware.num_ports);
    let mut renamer = Renamer::new(code, hardware, delivery, options, 0);
    let mut at = Cursor::default();
    let mut instruction = 0u32;
    while at.iteration <= RECORDED {
        if at.position == 0 {
            renamer.begin_code();
        }
        if instruction.is_multiple_of(INSTRUCTIONS_PER_INTERRUPT) && interrupt.is_requested() {
            return Err(ErrorKind::Interrupted);
        }
        recorder.at = at;
        // Time passes so slowly that stores are not forgotten.
        let place = Slotted { cycle: instruction, slot: 0, instruction };
        renamer.changes_upper_halves(code.at(at));
        let renamed = renamer.rename(code.at(at), place, &mut dataflow, &mut recorder);
        if let Some(retirement) = renamed.retirement {
            dataflow.settle(retirement, instruction);
        }
        renamer.take_store_targets().for_each(drop);
        instruction += 1;
        at = code.after(at);
    }
    Ok(recorder)
}

/// A result: its node, and the iteration.
#[derive(Clone, Copy, Debug)]
struct Origin {
    node: u32,
    iteration: u32,
}

/// Remembers what waits for what in an iteration. A node is a part of an instruction.
#[derive(Debug, Default)]
struct Recorder {
    at: Cursor,
    /// The instruction of the last result, and its loads so far.
    instruction: Cursor,
    num_loads: u32,
    origins: Vec<Origin>,
    edges: Vec<Edge<()>>,
    /// A load waits for the retirement of a store.
    waits_for_retirement: bool,
}

impl Watch for Recorder {
    fn made(&mut self, result: ResultId, part: Part) {
        let none = Origin { node: NO_NODE, iteration: 0 };
        self.origins.resize(result.0 as usize + 1, none);
        if self.instruction != self.at {
            (self.instruction, self.num_loads) = (self.at, 0);
        }
        let mut node = node(self.at.position, part);
        if part == Part::Load {
            let number = self.num_loads.min(LOADS_APART);
            node += if number == 0 { 0 } else { Part::COUNT as u32 - part as u32 + number - 1 };
            self.num_loads += 1;
        }
        self.origins[result.0 as usize] = Origin { node, iteration: self.at.iteration };
    }

    fn waits(&mut self, from: ResultId, to: ResultId, cycles: u32) {
        if self.at.iteration < RECORDED {
            return;
        }
        let origin =
            |id: ResultId| self.origins.get(id.0 as usize).copied().filter(|it| it.node != NO_NODE);
        if let (Some(from), Some(to)) = (origin(from), origin(to)) {
            self.waits_for_retirement |= part_of(from.node) == Part::Retirement as u32;
            self.edge(from.node, to.node, cycles, to.iteration - from.iteration);
        }
    }
}

/// Loads of an instruction after the first one that have nodes of their own; more share the last one.
const LOADS_APART: u32 = 7;
/// Nodes of an instruction.
const NODES: u32 = Part::COUNT as u32 + LOADS_APART;

const fn node(position: u32, part: Part) -> u32 {
    position * NODES + part as u32
}

const fn position_of(node: u32) -> u32 {
    node / NODES
}

const fn part_of(node: u32) -> u32 {
    match node % NODES {
        part if part < Part::COUNT as u32 => part,
        _ => Part::Load as u32,
    }
}

impl Recorder {
    fn edge(&mut self, from: u32, to: u32, delay: u32, distance: u32) {
        self.edges.push(Edge { from, to, delay, distance, label: () });
    }

    /// Adds that instructions retire in order, if that matters: once they are done and those before have retired.
    fn add_retirement(&mut self, code: Code<'_>) {
        if !self.waits_for_retirement {
            return;
        }
        let origins = std::mem::take(&mut self.origins);
        for origin in &origins {
            if origin.node != NO_NODE && origin.iteration == RECORDED {
                let end = node(position_of(origin.node), Part::Retirement);
                if origin.node != end {
                    self.edge(origin.node, end, 0, 0);
                }
            }
        }
        let mut at = Cursor::default();
        while at.iteration == 0 {
            let next = code.after(at);
            let (from, to) = (at.position, next.position);
            let ends = [from, to].map(|position| node(position, Part::Retirement));
            self.edge(ends[0], ends[1], 0, next.iteration);
            at = next;
        }
    }

    fn chains(
        mut self,
        nodes: usize,
        register: &RegisterBetween<'_>,
        interrupt: &Interrupt,
    ) -> Result<Vec<Chain>, ErrorKind> {
        let nodes = peel(&mut self.edges, nodes, interrupt)?;
        let mut chains = Vec::new();
        while chains.len() < MOST_CHAINS && !self.edges.is_empty() {
            let cycle = match critical_cycle(nodes.len(), &mut self.edges, interrupt) {
                Ok(cycle) if !cycle.is_empty() => cycle,
                Ok(_) | Err(GivenUp::TooLarge) => break,
                Err(GivenUp::Interrupted) => return Err(ErrorKind::Interrupted),
            };
            let mut is_in = vec![false; nodes.len()];
            cycle.iter().for_each(|edge| is_in[edge.to as usize] = true);
            let node = |number: u32| nodes[number as usize];
            let edges = cycle
                .iter()
                .map(|edge| dependency(edge, [node(edge.from), node(edge.to)], register));
            let links = links(edges.collect());
            chains.push(Chain { cycles: cycle_ratio::ratio(&cycle), links });
            self.edges.retain(|edge| !is_in[edge.from as usize] && !is_in[edge.to as usize]);
        }
        Ok(chains)
    }
}

/// Removes edges that are in no cycle because nothing leads to them or on from them, and numbers the remaining nodes
/// anew. Returns their old numbers.
///
/// # Errors
/// [`ErrorKind::Interrupted`].
fn peel(
    edges: &mut Vec<Edge<()>>,
    nodes: usize,
    interrupt: &Interrupt,
) -> Result<Vec<u32>, ErrorKind> {
    while !interrupt.is_requested() {
        let (mut is_reached, mut leads_on) = (vec![false; nodes], vec![false; nodes]);
        for edge in &*edges {
            is_reached[edge.to as usize] = true;
            leads_on[edge.from as usize] = true;
        }
        let before = edges.len();
        edges.retain(|edge| is_reached[edge.from as usize] && leads_on[edge.to as usize]);
        if edges.len() == before {
            return Ok(number_anew(edges));
        }
    }
    Err(ErrorKind::Interrupted)
}

/// Returns numbers the nodes of edges in their order. Returns their old numbers.
fn number_anew(edges: &mut Vec<Edge<()>>) -> Vec<u32> {
    let mut used: Vec<u32> = edges.iter().map(|edge| edge.to).collect();
    used.sort_unstable();
    used.dedup();
    for edge in edges {
        // Every node that is left is the end of an edge.
        edge.from = used.partition_point(|node| *node < edge.from) as u32;
        edge.to = used.partition_point(|node| *node < edge.to) as u32;
    }
    used
}
