//! The cycle of a graph with the most delay per iteration.

use oxmca_asm::Interrupt;

use crate::ratio::Ratio;

/// A node can begin `delay` cycles after the other began, `distance` iterations earlier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Edge<T> {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) delay: u32,
    /// Edges within an iteration lead to higher nodes.
    pub(crate) distance: u32,
    pub(crate) label: T,
}

/// Number of edges looked at after which the search is given up.
const MAX_STEPS: u64 = 300_000_000;

/// The reason why a search was given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GivenUp {
    TooLarge,
    Interrupted,
}

/// Returns the edges of the cycle with the highest ratio of delay to distance, in order; none if no
/// cycle has any delay.
///
/// A guess is raised to the ratio of any cycle that exceeds it until there is none.
pub(crate) fn critical_cycle<T: Copy>(
    nodes: usize,
    edges: &mut [Edge<T>],
    interrupt: &Interrupt,
) -> Result<Vec<Edge<T>>, GivenUp> {
    edges.sort_by_key(|edge| (edge.to, edge.from));
    let mut best: Vec<Edge<T>> = Vec::new();
    let mut steps = 0;
    loop {
        let guess = ratio(&best);
        match exceeding(nodes, edges, guess, &mut steps, interrupt)? {
            Some(cycle) => best = cycle,
            None => return Ok(best),
        }
    }
}

/// Returns the delay per iteration of a cycle.
pub(crate) fn ratio<T>(cycle: &[Edge<T>]) -> Ratio {
    let delay = cycle.iter().map(|edge| u64::from(edge.delay)).sum();
    Ratio::new(delay, cycle.iter().map(|edge| u64::from(edge.distance)).sum())
}

/// Returns a cycle whose ratio exceeds `guess`, found by longest paths: these never settle if there
/// is one.
fn exceeding<T: Copy>(
    nodes: usize,
    edges: &[Edge<T>],
    guess: Ratio,
    steps: &mut u64,
    interrupt: &Interrupt,
) -> Result<Option<Vec<Edge<T>>>, GivenUp> {
    let weight = |edge: &Edge<T>| {
        i128::from(edge.delay) * i128::from(guess.denominator())
            - i128::from(edge.distance) * i128::from(guess.numerator())
    };
    let mut lengths = vec![0i128; nodes];
    let mut parents: Vec<Option<u32>> = vec![None; nodes];
    loop {
        let mut has_changed = false;
        for (number, edge) in edges.iter().enumerate() {
            let length = lengths[edge.from as usize] + weight(edge);
            if length > lengths[edge.to as usize] {
                lengths[edge.to as usize] = length;
                parents[edge.to as usize] = Some(number as u32);
                has_changed = true;
            }
        }
        if !has_changed {
            return Ok(None);
        }
        if let Some(cycle) = cycle_of_parents(&parents, edges) {
            return Ok(Some(cycle));
        }
        *steps += (edges.len() + nodes) as u64;
        if *steps > MAX_STEPS {
            return Err(GivenUp::TooLarge);
        }
        if interrupt.is_requested() {
            return Err(GivenUp::Interrupted);
        }
    }
}

/// Returns a cycle among the edges by which paths came, in the direction of the edges.
fn cycle_of_parents<T: Copy>(parents: &[Option<u32>], edges: &[Edge<T>]) -> Option<Vec<Edge<T>>> {
    let mut visited_from = vec![u32::MAX; parents.len()];
    for start in 0..parents.len() as u32 {
        let mut node = start;
        while visited_from[node as usize] == u32::MAX {
            visited_from[node as usize] = start;
            let Some(parent) = parents[node as usize] else { break };
            node = edges[parent as usize].from;
        }
        if visited_from[node as usize] != start || parents[node as usize].is_none() {
            continue;
        }
        let mut cycle = Vec::new();
        let mut current = node;
        while let Some(parent) = parents[current as usize] {
            let edge = edges[parent as usize];
            cycle.push(edge);
            current = edge.from;
            if current == node {
                cycle.reverse();
                return Some(cycle);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(from: u32, to: u32, delay: u32, distance: u32) -> Edge<()> {
        Edge { from, to, delay, distance, label: () }
    }

    #[test]
    fn the_slowest_cycle_is_found() {
        // 0 -> 1 -> 2 -> 0 takes 7 in one iteration, 1 -> 1 takes 4, 2 -> 3 -> 2 takes 15 in two.
        let mut edges = vec![
            edge(0, 1, 3, 0),
            edge(1, 2, 2, 0),
            edge(2, 0, 2, 1),
            edge(1, 1, 4, 1),
            edge(2, 3, 10, 1),
            edge(3, 2, 5, 1),
        ];
        let cycle = critical_cycle(4, &mut edges, &Interrupt::NEVER).unwrap();
        assert_eq!((ratio(&cycle), cycle.len()), (Ratio::new(15, 2), 2));
        edges.retain(|edge| edge.from != 3);
        let cycle = critical_cycle(4, &mut edges, &Interrupt::NEVER).unwrap();
        assert_eq!((ratio(&cycle), cycle.len()), (Ratio::new(7, 1), 3));
        assert!(cycle.iter().zip(cycle.iter().cycle().skip(1)).all(|(a, b)| a.to == b.from));
    }

    #[test]
    fn without_delay_there_is_no_cycle() {
        let mut edges = vec![edge(0, 1, 3, 0), edge(1, 2, 3, 1), edge(0, 0, 0, 1)];
        assert_eq!(critical_cycle(3, &mut edges, &Interrupt::NEVER), Ok(Vec::new()));
    }
}
