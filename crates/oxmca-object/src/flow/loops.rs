//! The natural loops of a function.

use std::ops::Range;

use super::graph::{Graph, NONE};

/// A loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Loop {
    /// The block at which it is entered.
    pub header: usize,
    /// The index of the loop around it.
    pub parent: Option<usize>,
    /// The number of loops around it.
    pub depth: u32,
    /// Set if there are loops within it.
    pub has_inner_loops: bool,
}

/// A way around a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// Its blocks, in the order of their instructions.
    pub blocks: Vec<usize>,
    /// Set if there are others: a branch on it has two sides within the loop.
    pub is_one_of_several: bool,
}

/// The loops of a function, outer ones before those within them.
#[derive(Debug)]
pub struct Loops {
    loops: Vec<Loop>,
    /// The header of the innermost loop of each block.
    innermost: Vec<usize>,
    /// The index of the loop of each header.
    index: Vec<usize>,
    /// The place of each loop in a walk of their tree, and the place after the loops within it.
    places: Vec<Range<usize>>,
    has_other_cycles: bool,
    is_too_tangled: bool,
}

/// The search for ways around loops, which remembers blocks that it has seen.
#[derive(Debug)]
pub struct PathSearch<'g> {
    graph: &'g Graph,
    loops: &'g Loops,
    /// For each block, the number of the last search that has seen it.
    seen: Vec<u32>,
    searches: u32,
}

impl Loops {
    /// Creates the loops of a function.
    pub fn new(graph: &Graph) -> Loops {
        let count = graph.blocks().len();
        let mut found = Loops {
            loops: Vec::new(),
            innermost: vec![NONE; count],
            index: vec![NONE; count],
            places: Vec::new(),
            has_other_cycles: false,
            is_too_tangled: false,
        };
        let Some(domination) = graph.domination() else {
            found.is_too_tangled = true;
            return found;
        };
        // The header of the loop around the loop of each header.
        let mut around = vec![NONE; count];
        // The header of a loop around each block, else the block.
        let mut outer: Vec<usize> = (0..count).collect();
        // Inner loops have later headers. They are passed over by their headers, so that each block is looked at few
        // times.
        for header in graph.order.iter().rev().copied() {
            let at = graph.place[header];
            let mut work = Vec::new();
            for predecessor in &graph.predecessors[header] {
                if domination.holds(at, graph.place[*predecessor]) {
                    work.push(*predecessor);
                } else {
                    found.has_other_cycles |= graph.place[*predecessor] >= at;
                }
            }
            if !work.is_empty() {
                found.innermost[header] = header;
            }
            while let Some(block) = work.pop() {
                let block = outermost(&mut outer, block);
                if block == header {
                    continue;
                }
                outer[block] = header;
                if found.innermost[block] == block {
                    around[block] = header;
                } else {
                    found.innermost[block] = header;
                }
                work.extend(&graph.predecessors[block]);
            }
        }
        // Headers of outer loops come first.
        for header in graph.order.iter().copied().filter(|it| found.innermost[*it] == *it) {
            let parent = (around[header] != NONE).then(|| found.index[around[header]]);
            let depth = parent.map_or(0, |it| found.loops[it].depth + 1);
            if let Some(parent) = parent {
                found.loops[parent].has_inner_loops = true;
            }
            found.index[header] = found.loops.len();
            found.loops.push(Loop { header, parent, depth, has_inner_loops: false });
        }
        found.places = places(&found.loops);
        found
    }

    /// Returns all loops, outer ones before those within them.
    pub fn all(&self) -> &[Loop] {
        &self.loops
    }

    /// Returns the index of the innermost loop of a block.
    pub fn innermost(&self, block: usize) -> Option<usize> {
        let header = *self.innermost.get(block)?;
        (header != NONE).then(|| self.index[header])
    }

    /// Returns whether control can go around in a way that is no natural loop, as one that is entered at two places.
    pub fn has_other_cycles(&self) -> bool {
        self.has_other_cycles
    }

    /// Returns whether it would take too long to find the loops, so that none are there.
    pub fn is_too_tangled(&self) -> bool {
        self.is_too_tangled
    }

    /// Returns for each block whether it belongs to a loop, or to one within it.
    pub fn blocks_within(&self, graph: &Graph, index: usize) -> Vec<bool> {
        (0..graph.blocks().len()).map(|block| self.is_within(block, index)).collect()
    }

    /// Returns whether a block belongs to a loop, or to one within it.
    fn is_within(&self, block: usize, index: usize) -> bool {
        let innermost = self.innermost(block);
        innermost.is_some_and(|it| self.places[index].contains(&self.places[it].start))
    }
}

impl<'g> PathSearch<'g> {
    /// Creates a search for ways around the loops of a function.
    pub fn new(graph: &'g Graph, loops: &'g Loops) -> PathSearch<'g> {
        PathSearch { graph, loops, seen: vec![0; graph.blocks().len()], searches: 0 }
    }

    /// Returns the way around a loop that goes straight on at branches wherever it can, as compilers lay out what they
    /// take to run most. It goes through loops within it once at most.
    pub fn straightest_path(&mut self, index: usize) -> Path {
        let (graph, loops) = (self.graph, self.loops);
        let header = loops.loops[index].header;
        self.searches += 1;
        let mut path: Vec<(usize, _)> = Vec::new();
        let mut enter = Some(header);
        loop {
            if let Some(block) = enter.take() {
                self.seen[block] = self.searches;
                path.push((block, graph.blocks()[block].successors()));
            }
            // From each block of a loop there is a way to its header.
            let Some((_, ways)) = path.last_mut() else { break };
            match ways.next() {
                Some(block) if block == header => break,
                Some(block)
                    if self.seen[block] != self.searches && loops.is_within(block, index) =>
                {
                    enter = Some(block);
                }
                Some(_) => {}
                None => {
                    path.pop();
                }
            }
        }
        let mut blocks: Vec<usize> = path.into_iter().map(|it| it.0).collect();
        let forks = |block: &usize| {
            let successors = graph.blocks()[*block].successors();
            successors.filter(|it| loops.is_within(*it, index)).count() > 1
        };
        let is_one_of_several = blocks.iter().any(forks);
        blocks.sort_unstable();
        Path { blocks, is_one_of_several }
    }
}

/// Returns the places of loops in a walk of their tree. Loops come after those around them.
fn places(loops: &[Loop]) -> Vec<Range<usize>> {
    let mut len = vec![1; loops.len()];
    for (index, it) in loops.iter().enumerate().rev() {
        if let Some(parent) = it.parent {
            len[parent] += len[index];
        }
    }
    let mut places: Vec<Range<usize>> = Vec::with_capacity(loops.len());
    // The place of the next loop within each, and of the next one that is in none.
    let mut free: Vec<usize> = Vec::with_capacity(loops.len());
    let mut outermost = 0;
    for (index, it) in loops.iter().enumerate() {
        let next = it.parent.map_or(&mut outermost, |parent| &mut free[parent]);
        let start = *next;
        *next += len[index];
        free.push(start + 1);
        places.push(start..start + len[index]);
    }
    places
}

/// Returns the outermost loop around a block. The blocks on the way are updated, so that the next walk is
/// shorter.
fn outermost(outer: &mut [usize], block: usize) -> usize {
    let mut found = block;
    while outer[found] != found {
        found = outer[found];
    }
    let mut walked = block;
    while outer[walked] != found {
        walked = std::mem::replace(&mut outer[walked], found);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::Flow::{Branch, Jump, Leave, Next};
    use super::*;

    /// Returns the loops of a function: depth, and the instructions of the straightest path.
    fn loops(flows: &[super::super::Flow]) -> Vec<(u32, Vec<usize>)> {
        let graph = Graph::new(flows);
        let found = Loops::new(&graph);
        let path = |index: usize| -> Vec<usize> {
            let blocks = PathSearch::new(&graph, &found).straightest_path(index).blocks;
            blocks.iter().flat_map(|it| graph.blocks()[*it].instructions()).collect()
        };
        found.all().iter().enumerate().map(|(at, it)| (it.depth, path(at))).collect()
    }

    #[test]
    fn outer_loops_come_before_inner_ones() {
        let flows = [Next, Next, Next, Branch(Some(2)), Branch(Some(1)), Leave];
        assert_eq!(loops(&flows), [(0, vec![1, 2, 3, 4]), (1, vec![2, 3])]);
    }

    #[test]
    fn the_path_goes_straight_on_where_it_can() {
        // 1: if .. { 2, jump } else { 4 }; 5: back
        let flows = [Next, Branch(Some(4)), Next, Jump(5), Next, Branch(Some(0)), Leave];
        assert_eq!(loops(&flows), [(0, vec![0, 1, 2, 3, 5])]);
        // Going straight on leaves the loop; it is left at 1 and continues at 4.
        let flows = [Next, Branch(Some(4)), Next, Leave, Next, Branch(Some(0)), Leave];
        assert_eq!(loops(&flows), [(0, vec![0, 1, 4, 5])]);
    }

    #[test]
    fn paths_say_whether_there_are_others() {
        let is_one_of_several = |flows: &[super::super::Flow]| {
            let graph = Graph::new(flows);
            let loops = Loops::new(&graph);
            PathSearch::new(&graph, &loops).straightest_path(0).is_one_of_several
        };
        assert!(!is_one_of_several(&[Next, Branch(None), Branch(Some(0)), Leave]));
        assert!(is_one_of_several(&[Next, Branch(Some(3)), Next, Branch(Some(0)), Leave]));
    }

    #[test]
    fn a_cycle_with_two_entries_is_no_loop_and_is_told() {
        let graph = Graph::new(&[Branch(Some(2)), Next, Next, Branch(Some(1)), Leave]);
        let found = Loops::new(&graph);
        assert!(found.all().is_empty() && found.has_other_cycles());
        // What nothing leads to can have loops.
        let graph = Graph::new(&[Next, Leave, Next, Branch(Some(2)), Jump(0)]);
        let found = Loops::new(&graph);
        assert_eq!((found.all().len(), found.has_other_cycles()), (1, false));
    }

    #[test]
    fn loops_of_any_depth_are_found_quickly() {
        // 3,000 branches to ever earlier places: as many loops within each other.
        let count = 3_000;
        let mut flows = vec![Next; count as usize];
        flows.extend((0..count).rev().map(|it| Branch(Some(it))));
        let graph = Graph::new(&flows);
        let found = Loops::new(&graph);
        assert_eq!(found.all().len(), 3_000);
        assert_eq!(found.all()[2_999].depth, 2_999);
        assert_eq!(found.innermost(0), Some(0));
        let path = PathSearch::new(&graph, &found).straightest_path(0);
        assert_eq!(path.blocks.len(), graph.blocks().len());
    }
}
