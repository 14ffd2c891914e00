//! Lists, trees and graphs: loops that chase pointers, recursion, and matches with many arms.

pub struct Node {
    pub key: u64,
    pub left: Option<Box<Node>>,
    pub right: Option<Box<Node>>,
}

impl Node {
    #[inline(never)]
    pub fn find(&self, key: u64) -> Option<&Node> {
        let mut node = Some(self);
        while let Some(it) = node {
            if it.key == key {
                return node;
            }
            node = if key < it.key { it.left.as_deref() } else { it.right.as_deref() };
        }
        None
    }

    #[inline(never)]
    pub fn depth(&self) -> usize {
        let depth = |child: &Option<Box<Node>>| child.as_ref().map_or(0, |it| it.depth());
        1 + depth(&self.left).max(depth(&self.right))
    }
}

#[inline(never)]
pub fn distances(edges: &[Vec<usize>], start: usize) -> Vec<Option<u32>> {
    let mut distances = vec![None; edges.len()];
    let mut queue = std::collections::VecDeque::from([(start, 0)]);
    while let Some((node, distance)) = queue.pop_front() {
        if node >= edges.len() || distances[node].is_some() {
            continue;
        }
        distances[node] = Some(distance);
        queue.extend(edges[node].iter().map(|next| (*next, distance + 1)));
    }
    distances
}

#[derive(Clone, Copy)]
pub enum Op {
    Push(i64),
    Add,
    Multiply,
    Negate,
    Duplicate,
    Swap,
    JumpIfZero(usize),
    Jump(usize),
    End,
}

#[inline(never)]
pub fn run(program: &[Op], stack: &mut Vec<i64>) -> Option<i64> {
    let mut at = 0;
    for _ in 0..1_000_000 {
        match *program.get(at)? {
            Op::Push(value) => stack.push(value),
            Op::Add => {
                let value = stack.pop()?;
                *stack.last_mut()? += value;
            }
            Op::Multiply => {
                let value = stack.pop()?;
                *stack.last_mut()? *= value;
            }
            Op::Negate => *stack.last_mut()? *= -1,
            Op::Duplicate => stack.push(*stack.last()?),
            Op::Swap => {
                let len = stack.len();
                stack.get_mut(len.checked_sub(2)?..)?.swap(0, 1);
            }
            Op::JumpIfZero(to) => {
                if stack.pop()? == 0 {
                    at = to;
                    continue;
                }
            }
            Op::Jump(to) => {
                at = to;
                continue;
            }
            Op::End => return stack.pop(),
        }
        at += 1;
    }
    None
}
