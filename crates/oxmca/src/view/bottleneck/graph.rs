//! The dependency graph and its most expensive path.

use oxmca_tables::Reg;

use crate::view::repeated;

/// Kind of a dependency.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GraphDependency {
    /// A register.
    Register(Reg),
    /// Memory.
    Memory,
    /// A busy resource, by its own bit.
    Resource(u64),
}

impl GraphDependency {
    /// Returns the number that tells dependencies between the same instructions apart. Kinds share
    /// one number space, as in llvm-mca.
    const fn key(self) -> u64 {
        match self {
            GraphDependency::Register(reg) => reg.0 as u64,
            GraphDependency::Memory => 0,
            GraphDependency::Resource(bit) => bit,
        }
    }
}

/// A dependency between two nodes.
#[derive(Clone, Copy, Debug)]
pub struct GraphEdge {
    /// Node that is waited for.
    pub from: u32,
    /// Node that waits.
    pub to: u32,
    /// The kind of the dependency.
    pub dependency: GraphDependency,
    /// Cycles, summed up.
    pub cost: u64,
    /// Number of times it was seen.
    pub frequency: u32,
}

#[derive(Clone, Debug, Default)]
struct Node {
    predecessors: u32,
    outgoing: Vec<GraphEdge>,
}

/// The most expensive path to a node.
#[derive(Clone, Copy, Debug, Default)]
struct Path {
    cost: u64,
    /// Number of its edges.
    depth: u32,
    /// The last of its edges: the node that it leaves, and its position there.
    last: (u32, u32),
    visited_predecessors: u32,
}

/// Dependencies among the instructions of three iterations.
pub struct Graph {
    num_insts: u32,
    nodes: Vec<Node>,
    /// The edges of the path to the most expensive node, first edge first. They stay as they were when the path
    /// was found, also if their costs grow later.
    critical_sequence: Vec<GraphEdge>,
    /// By hash: place of the edge found last among those of its node. Most are found there again.
    found: Vec<u32>,
}

impl Graph {
    /// Creates the graph of a region of `num_insts` instructions, without edges.
    pub fn new(num_insts: u32) -> Self {
        let nodes = vec![Node::default(); num_insts as usize * 3];
        let found = vec![0; (nodes.len() * 4).clamp(64, 1 << 16).next_power_of_two()];
        Graph { num_insts, nodes, critical_sequence: Vec::new(), found }
    }

    /// Counts a dependency of the instruction at position `to` on dynamic instruction `from`. A loop
    /// carried one is laid out over three iterations, so that the graph stays acyclic.
    pub fn depend(&mut self, from: u32, to: u32, dependency: GraphDependency, cost: u32) {
        let size = self.num_insts;
        let from = from % size;
        if from >= to {
            self.add(from, to + size, dependency, cost);
            self.add(from + size, to + size * 2, dependency, cost);
        } else {
            self.add(from + size, to + size, dependency, cost);
        }
    }

    fn add(&mut self, from: u32, to: u32, dependency: GraphDependency, cost: u32) {
        let outgoing = &mut self.nodes[from as usize].outgoing;
        let key = dependency.key();
        let is_same = |edge: &GraphEdge| edge.to == to && edge.dependency.key() == key;
        let hash = (u64::from(from) << 32 | u64::from(to)) ^ key.rotate_left(16);
        let hash = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let place = hash as usize & (self.found.len() - 1);
        let mut position = self.found[place] as usize;
        if !outgoing.get(position).is_some_and(is_same) {
            position = outgoing.iter().position(is_same).unwrap_or(outgoing.len());
            self.found[place] = position as u32;
        }
        if position == outgoing.len() {
            outgoing.push(GraphEdge { from, to, dependency, cost: u64::from(cost), frequency: 1 });
            self.nodes[to as usize].predecessors += 1;
            return;
        }
        let edge = &mut outgoing[position];
        edge.cost = edge.cost.wrapping_add(cost.into());
        edge.frequency = edge.frequency.wrapping_add(1);
    }

    /// Returns the cost and frequency of every edge, node by node.
    pub fn counts(&self) -> Vec<Vec<(u64, u32)>> {
        let counts = |edge: &GraphEdge| (edge.cost, edge.frequency);
        self.nodes.iter().map(|node| node.outgoing.iter().map(counts).collect()).collect()
    }

    /// Adds the growth since `marked` another `times` times.
    pub fn repeat(&mut self, marked: &[Vec<(u64, u32)>], times: u32) {
        for (node, marked) in self.nodes.iter_mut().zip(marked) {
            for (number, edge) in node.outgoing.iter_mut().enumerate() {
                // Edges are only ever appended.
                let (cost, frequency) = marked.get(number).copied().unwrap_or((0, 0));
                let grown = edge.cost.wrapping_sub(cost).wrapping_mul(times.into());
                edge.cost = edge.cost.wrapping_add(grown);
                edge.frequency = repeated(frequency, edge.frequency, times);
            }
        }
    }

    /// Drops rare edges and finds the path to the most expensive node.
    pub fn finalize(&mut self, iterations: u32) {
        self.prune(iterations);
        let mut paths = vec![Path::default(); self.nodes.len()];
        let is_root = |node: &Node| node.predecessors == 0 && !node.outgoing.is_empty();
        let mut front: Vec<u32> =
            (0..self.nodes.len() as u32).filter(|id| is_root(&self.nodes[*id as usize])).collect();
        let mut next = Vec::new();
        while !front.is_empty() {
            for id in front.drain(..) {
                let Path { cost, depth, .. } = paths[id as usize];
                for (position, edge) in self.nodes[id as usize].outgoing.iter().enumerate() {
                    let to = &mut paths[edge.to as usize];
                    let total = cost.wrapping_add(edge.cost);
                    if total > to.cost {
                        to.last = (id, position as u32);
                        to.cost = total;
                        to.depth = depth + 1;
                    }
                    to.visited_predecessors += 1;
                    if to.visited_predecessors == self.nodes[edge.to as usize].predecessors {
                        next.push(edge.to);
                    }
                }
            }
            std::mem::swap(&mut front, &mut next);
        }
        self.critical_sequence = self.edges_to_most_expensive(&paths);
    }

    /// Drops edges seen in at most a tenth of the iterations. The last edge takes the place of a
    /// dropped one and is not itself examined, as in llvm-mca.
    fn prune(&mut self, iterations: u32) {
        for id in 0..self.nodes.len() {
            let mut outgoing = std::mem::take(&mut self.nodes[id].outgoing);
            let mut end = outgoing.len();
            let mut position = 0;
            while position < end {
                let edge = outgoing[position];
                let factor = f64::from(edge.frequency) / f64::from(iterations);
                if edge.frequency != iterations && factor <= 0.10 {
                    let to = &mut self.nodes[edge.to as usize].predecessors;
                    *to = to.wrapping_sub(1);
                    end -= 1;
                    outgoing.swap(position, end);
                }
                position += 1;
            }
            outgoing.truncate(end);
            self.nodes[id].outgoing = outgoing;
        }
    }

    /// Returns the edges of the path to the most expensive node, first edge first.
    fn edges_to_most_expensive(&self, paths: &[Path]) -> Vec<GraphEdge> {
        let mut last = 0;
        for (id, path) in paths.iter().enumerate() {
            if paths[last].cost < path.cost {
                last = id;
            }
        }
        let mut sequence = Vec::new();
        let mut path = paths.get(last).copied().unwrap_or_default();
        for _ in 0..path.depth {
            // No path is known to nodes that begin one.
            if path.depth == 0 {
                break;
            }
            let (from, position) = path.last;
            sequence.push(self.nodes[from as usize].outgoing[position as usize]);
            path = paths[from as usize];
        }
        sequence.reverse();
        sequence
    }

    /// Returns the critical sequence that [`Graph::finalize`] found.
    pub fn critical_sequence(&self) -> &[GraphEdge] {
        &self.critical_sequence
    }
}
