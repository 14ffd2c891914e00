//! The blocks of a function, and which of them every way to another one passes.

use std::ops::Range;

use super::Flow;

/// No block.
pub(super) const NONE: usize = usize::MAX;
/// Steps in the search for dominators, which code that no compiler writes can make long. Loops are then not found.
const MAX_STEPS: usize = 1 << 26;

/// Instructions that run one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    first: usize,
    end: usize,
    next: usize,
    target: usize,
    is_conditional: bool,
}

impl Block {
    /// Returns the indices of its instructions.
    pub fn instructions(&self) -> Range<usize> {
        self.first..self.end
    }

    /// Returns the block that follows, if control can go there.
    pub fn next(&self) -> Option<usize> {
        (self.next != NONE).then_some(self.next)
    }

    /// Returns the block of the function that a branch at the end leads to.
    pub fn target(&self) -> Option<usize> {
        (self.target != NONE).then_some(self.target)
    }

    /// Returns whether it ends with a conditional branch.
    pub fn is_conditional(&self) -> bool {
        self.is_conditional
    }

    /// Returns the blocks of the function that can come after it.
    pub fn successors(&self) -> impl Iterator<Item = usize> + use<> {
        let target = if self.target == self.next { NONE } else { self.target };
        [self.next, target].into_iter().filter(|it| *it != NONE)
    }
}

/// The blocks of a function.
#[derive(Debug)]
pub struct Graph {
    blocks: Vec<Block>,
    pub(super) predecessors: Vec<Vec<usize>>,
    /// Blocks in reverse postorder.
    pub(super) order: Vec<usize>,
    /// The place of each block in it.
    pub(super) place: Vec<usize>,
    /// For each block in the order, true if the search began there.
    is_entry: Vec<bool>,
}

impl Graph {
    /// Creates the blocks of a function with these instructions.
    pub fn new(flows: &[Flow]) -> Graph {
        let count = flows.len();
        let index = |target: u32| Some(target as usize).filter(|it| *it < count);
        let mut is_first = vec![false; count];
        if let Some(first) = is_first.first_mut() {
            *first = true;
        }
        for (at, flow) in flows.iter().enumerate() {
            let target = match *flow {
                Flow::Next => continue,
                Flow::Jump(target) => Some(target),
                Flow::Branch(target) => target,
                Flow::Leave => None,
            };
            if let Some(target) = target.and_then(index) {
                is_first[target] = true;
            }
            if let Some(next) = is_first.get_mut(at + 1) {
                *next = true;
            }
        }
        let firsts: Vec<usize> = (0..count).filter(|at| is_first[*at]).collect();
        let block_of = |target: u32| {
            index(target).and_then(|at| firsts.binary_search(&at).ok()).unwrap_or(NONE)
        };
        let ends = firsts.iter().skip(1).copied().chain([count]);
        let block = |(number, (first, end)): (usize, (&usize, usize))| {
            let following = if number + 1 < firsts.len() { number + 1 } else { NONE };
            let (next, target) = match flows[end - 1] {
                Flow::Next => (following, NONE),
                Flow::Branch(target) => (following, target.map_or(NONE, block_of)),
                Flow::Jump(target) => (NONE, block_of(target)),
                Flow::Leave => (NONE, NONE),
            };
            let is_conditional = matches!(flows[end - 1], Flow::Branch(_));
            Block { first: *first, end, next, target, is_conditional }
        };
        Graph::between(firsts.iter().zip(ends).enumerate().map(block).collect())
    }

    fn between(blocks: Vec<Block>) -> Graph {
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
        Graph { blocks, predecessors, order, place, is_entry }
    }

    /// Returns the blocks, in the order of their instructions.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Returns the block of an instruction.
    pub fn block_of(&self, instruction: usize) -> Option<usize> {
        let next = self.blocks.partition_point(|it| it.first <= instruction);
        let block = next.checked_sub(1)?;
        (instruction < self.blocks[block].end).then_some(block)
    }

    /// Returns which blocks dominate which; `None` if that takes too long to find out.
    pub(super) fn domination(&self) -> Option<Domination> {
        self.dominators().map(|dominators| Domination::new(&dominators))
    }

    /// Returns the immediate dominator of each place in the order, one more than the last place for
    /// entries.
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
pub(super) struct Domination {
    number: Vec<usize>,
    len: Vec<usize>,
}

impl Domination {
    fn new(dominators: &[usize]) -> Domination {
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
        Domination { number, len }
    }

    /// Returns whether the block at one place of the order dominates that at another.
    pub fn holds(&self, dominator: usize, place: usize) -> bool {
        let first = self.number[dominator];
        (first..first + self.len[dominator]).contains(&self.number[place])
    }
}
