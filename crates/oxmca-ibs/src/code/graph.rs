//! Blocks of a function, how control goes between them, and the loops that it makes.

use super::{Code, Flow};

/// No block.
pub const NONE: usize = usize::MAX;
/// Steps in the search for dominators, which code that no compiler writes can make long. Loops are
/// then not found.
const MAX_STEPS: usize = 1 << 26;

/// Instructions that run one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    pub first: usize,
    /// The index after the last one.
    pub end: usize,
    /// The next block, if control can go there.
    pub next: usize,
    /// The block that a branch at the end leads to.
    pub target: usize,
    /// True if it ends with a conditional branch.
    pub is_conditional: bool,
}

impl Block {
    /// Returns the blocks of the function that can follow.
    pub fn successors(&self) -> impl Iterator<Item = usize> + use<> {
        let target = if self.target == self.next { NONE } else { self.target };
        [self.next, target].into_iter().filter(|it| *it != NONE)
    }
}

/// The blocks of a function.
pub struct Graph {
    /// By address.
    pub blocks: Vec<Block>,
    predecessors: Vec<Vec<usize>>,
    /// Blocks in reverse postorder.
    order: Vec<usize>,
    /// The place of each block in it.
    place: Vec<usize>,
    /// For each block in the order, true if the search began there.
    is_entry: Vec<bool>,
}

impl Graph {
    /// The blocks of some code.
    pub fn of(code: &Code) -> Self {
        let count = code.instructions.len();
        let index_of = |address: u64| {
            let index = code.index_at(address)?;
            (code.instructions[index].address() == address).then_some(index)
        };
        let mut is_first = vec![false; count];
        if let Some(first) = is_first.first_mut() {
            *first = true;
        }
        for (index, instruction) in code.instructions.iter().enumerate() {
            let target = match instruction.flow() {
                Flow::Next => continue,
                Flow::Branch(target) => Some(target),
                Flow::Jump(target) => target,
                Flow::Leave => None,
            };
            if let Some(target) = target.and_then(index_of) {
                is_first[target] = true;
            }
            if let Some(next) = is_first.get_mut(index + 1) {
                *next = true;
            }
        }
        let firsts: Vec<usize> = (0..count).filter(|index| is_first[*index]).collect();
        let block_of = |address: u64| {
            index_of(address).and_then(|index| firsts.binary_search(&index).ok()).unwrap_or(NONE)
        };
        let ends = firsts.iter().skip(1).copied().chain([count]);
        let block = |(number, (first, end)): (usize, (&usize, usize))| {
            let following = if number + 1 < firsts.len() { number + 1 } else { NONE };
            let flow = code.instructions[end - 1].flow();
            let (next, target) = match flow {
                Flow::Next => (following, NONE),
                Flow::Branch(target) => (following, block_of(target)),
                Flow::Jump(target) => (NONE, target.map_or(NONE, block_of)),
                Flow::Leave => (NONE, NONE),
            };
            let is_conditional = matches!(flow, Flow::Branch(_));
            Block { first: *first, end, next, target, is_conditional }
        };
        Self::between(firsts.iter().zip(ends).enumerate().map(block).collect())
    }

    fn between(blocks: Vec<Block>) -> Self {
        let mut predecessors = vec![Vec::new(); blocks.len()];
        for (number, block) in blocks.iter().enumerate() {
            block.successors().for_each(|successor| predecessors[successor].push(number));
        }
        // Depth first, from the first block, and then from each that was not reached.
        let mut postorder: Vec<(usize, bool)> = Vec::with_capacity(blocks.len());
        let mut is_seen = vec![false; blocks.len()];
        for root in 0..blocks.len() {
            if std::mem::replace(&mut is_seen[root], true) {
                continue;
            }
            let mut stack = vec![(root, blocks[root].successors())];
            while let Some((block, successors)) = stack.last_mut() {
                match successors.find(|it| !is_seen[*it]) {
                    Some(successor) => {
                        is_seen[successor] = true;
                        stack.push((successor, blocks[successor].successors()));
                    }
                    None => {
                        postorder.push((*block, *block == root));
                        stack.pop();
                    }
                }
            }
        }
        postorder.reverse();
        let mut place = vec![0; blocks.len()];
        for (at, (block, _)) in postorder.iter().enumerate() {
            place[*block] = at;
        }
        let (order, is_entry) = postorder.into_iter().unzip();
        Self { blocks, predecessors, order, place, is_entry }
    }

    /// The immediate dominator of each place in the order, one more than the last place for entries.
    /// `None` if that takes too long.
    fn dominators(&self) -> Option<Vec<usize>> {
        let root = self.order.len();
        let mut dominators = vec![NONE; self.order.len()];
        let (mut changes, mut steps) = (true, 0);
        while changes {
            changes = false;
            for (at, block) in self.order.iter().enumerate() {
                let mut dominator = if self.is_entry[at] { root } else { NONE };
                for predecessor in self.predecessors[*block].iter().map(|it| self.place[*it]) {
                    steps += 1;
                    if dominators[predecessor] == NONE || dominator == root {
                        continue;
                    }
                    let (mut left, mut right) = (dominator, predecessor);
                    if left == NONE {
                        left = right;
                    }
                    // Dominators are earlier in the order, except for the root.
                    while left != right && left != root && right != root {
                        let later = if left > right { &mut left } else { &mut right };
                        *later = dominators[*later];
                        steps += 1;
                    }
                    dominator = if left == right { left } else { root };
                }
                changes |= dominators[at] != dominator;
                dominators[at] = dominator;
                if steps > MAX_STEPS {
                    return None;
                }
            }
        }
        Some(dominators)
    }
}

/// The tree of dominators, for the question whether one block dominates another. Each block has a number in a
/// walk of the tree, and dominates those of the following numbers that are in its part.
struct Domination {
    number: Vec<usize>,
    len: Vec<usize>,
}

impl Domination {
    fn of(dominators: &[usize]) -> Self {
        let mut len = vec![1; dominators.len() + 1];
        for (place, dominator) in dominators.iter().enumerate().rev() {
            len[*dominator] += len[place];
        }
        let mut number = vec![0; dominators.len()];
        // The number of the next child.
        let mut free = vec![0; dominators.len() + 1];
        for (place, dominator) in dominators.iter().enumerate() {
            number[place] = free[*dominator];
            free[*dominator] += len[place];
            free[place] = number[place] + 1;
        }
        Self { number, len }
    }

    fn holds(&self, dominator: usize, place: usize) -> bool {
        let first = self.number[dominator];
        (first..first + self.len[dominator]).contains(&self.number[place])
    }
}

/// The innermost loop of each block. A loop is named by its first block, the header.
pub struct Loops {
    /// The header of the innermost loop of each block.
    pub of_block: Vec<usize>,
    /// The header of the loop around the loop of each header.
    around: Vec<usize>,
}

impl Loops {
    /// The natural loops of a function. Loops within a loop are passed over by their headers, so that
    /// each block is looked at few times.
    pub fn of(graph: &Graph) -> Self {
        let count = graph.blocks.len();
        let mut loops = Self { of_block: vec![NONE; count], around: vec![NONE; count] };
        let Some(dominators) = graph.dominators() else { return loops };
        let domination = Domination::of(&dominators);
        // The header of a loop around each block, else the block.
        let mut outer: Vec<usize> = (0..count).collect();
        // Inner loops have later headers.
        for header in graph.order.iter().rev().copied() {
            let at = graph.place[header];
            let is_latch = |it: &usize| domination.holds(at, graph.place[*it]);
            let mut work: Vec<usize> =
                graph.predecessors[header].iter().copied().filter(is_latch).collect();
            if !work.is_empty() {
                loops.of_block[header] = header;
            }
            while let Some(block) = work.pop() {
                let block = outermost(&mut outer, block);
                if block == header {
                    continue;
                }
                outer[block] = header;
                if loops.of_block[block] == block {
                    loops.around[block] = header;
                } else {
                    loops.of_block[block] = header;
                }
                work.extend(&graph.predecessors[block]);
            }
        }
        loops
    }

    /// Returns for each block whether it belongs to a loop, or to one within it.
    pub fn within(&self, graph: &Graph, header: usize) -> Vec<bool> {
        let mut is_in = vec![false; self.of_block.len()];
        // Headers of outer loops come first.
        for block in &graph.order {
            is_in[*block] = match self.of_block[*block] {
                NONE => false,
                innermost if innermost == header => true,
                innermost if innermost == *block => {
                    self.around[*block] != NONE && is_in[self.around[*block]]
                }
                innermost => is_in[innermost],
            };
        }
        is_in
    }
}

/// The outermost loop around a block. The blocks on the way are updated, so that the next walk is shorter.
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
