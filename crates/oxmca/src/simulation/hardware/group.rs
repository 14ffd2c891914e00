//! The instructions that are renamed in one cycle.

use oxmca_tables::hardware::HardwareNumbers;

use super::code::{Code, Cursor};
use super::instruction::{Dispatched, Instruction};
use super::windows::Windows;
use crate::ratio::Ratio;

/// A cycle of the renamer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Group {
    /// Slots that nothing has taken.
    pub slots: u32,
    /// Micro-ops that were taken, before they are split, and those of them that were split.
    unsplit_micro_ops: u32,
    splits: u32,
    dispatched: Dispatched,
    /// Windows of the micro-op cache that micro-ops were taken of, where that matters.
    pub windows: u32,
}

impl Group {
    /// Returns a cycle that nothing has been renamed in.
    pub fn new(code: &Code<'_>) -> Group {
        Group {
            slots: code.numbers.renamed_micro_ops,
            unsplit_micro_ops: 0,
            splits: 0,
            dispatched: Dispatched::none(code.dispatch_limits),
            windows: 0,
        }
    }

    /// Returns whether an instruction can begin in what is left.
    pub fn has_room(&self, instruction: &Instruction, numbers: &HardwareNumbers) -> bool {
        let width = numbers.renamed_micro_ops;
        let micro_ops = u32::from(instruction.renamed_micro_ops);
        let is_late = instruction.begins_cycle && self.slots < width;
        let can_split = !instruction.is_split
            || self.splits < numbers.splits_per_cycle
                && self.unsplit_micro_ops < numbers.split_among_micro_ops;
        let is_cut = instruction.plan.is_whole && micro_ops <= width && self.slots < micro_ops;
        !is_late && !is_cut && can_split && self.dispatched.has_room(instruction.plan.dispatched)
    }

    /// Takes note that an instruction begins.
    pub fn begin(&mut self, instruction: &Instruction) {
        self.dispatched.add(instruction.plan.dispatched);
    }

    /// Takes what it can of the micro-ops that are left of an instruction. Returns their number.
    pub fn take(&mut self, left: u32, instruction: &Instruction, numbers: &HardwareNumbers) -> u32 {
        let most = match instruction.fills_cycles {
            true => numbers.sequencer_micro_ops,
            false => u32::MAX,
        };
        let taken = left.min(self.slots).min(most);
        self.slots -= taken;
        let splits = u32::from(instruction.is_split);
        self.unsplit_micro_ops += taken - splits.min(taken);
        self.splits += splits;
        taken
    }
}

/// Gives every second one of instructions in a row that have other slots then these slots.
pub(super) fn take_slots_in_a_row(instructions: &mut [Instruction]) {
    let others = |it: &Instruction| !it.is_fused && it.slots_in_a_row.is_none();
    // A row can go on from one iteration to the next.
    let last = instructions.iter().rposition(others).unwrap_or(0);
    let (before, after) = instructions.split_at_mut(last);
    let mut is_second = false;
    for instruction in after.iter_mut().chain(before).filter(|it| !it.is_fused) {
        let slots = instruction.slots_in_a_row.filter(|_| is_second);
        is_second = !is_second && instruction.slots_in_a_row.is_some();
        instruction.renamed_micro_ops = slots.unwrap_or(instruction.renamed_micro_ops);
    }
}

/// Returns the cycles that the renamer takes for an iteration if nothing else makes it wait, and the positions of
/// instructions beside which it leaves slots empty.
pub(super) fn cycles_per_iteration(code: &Code<'_>, windows: &Windows) -> (Ratio, Vec<u32>) {
    /// Instructions that are followed at most, if one iteration has not more.
    const MOST_INSTRUCTIONS: usize = 1 << 16;
    /// Iterations that are followed at most. Nearly all code repeats itself after as many as a cycle has slots.
    const MOST_ITERATIONS: usize = 64;

    let has_limits = |it: &Instruction| {
        it.begins_cycle || it.plan.is_whole || it.plan.dispatched != Dispatched::default()
    };
    if !windows.matter() && !code.instructions.iter().any(has_limits) {
        let width = u64::from(code.numbers.renamed_micro_ops.max(1));
        return (Ratio::new(code.renamed_micro_ops().into(), width), Vec::new());
    }
    let mut renamer = Renamer {
        code: *code,
        windows,
        iteration: 0,
        group: Group::new(code),
        cycle: 0,
        sequencer_cycle: 0,
    };
    let most = (MOST_INSTRUCTIONS / code.instructions.len()).clamp(2, MOST_ITERATIONS);
    let mut begins: Vec<((Group, u64, u32), u64, usize)> = Vec::new();
    let mut beside = Vec::new();
    loop {
        let now = renamer.state();
        let before = begins.iter().position(|(state, ..)| *state == now);
        let first = match before {
            Some(first) => first,
            None if begins.len() > most => 1,
            None => {
                begins.push((now, renamer.cycle, beside.len()));
                renamer.iteration(&mut beside);
                continue;
            }
        };
        let (_, cycle, num_beside) = begins[first];
        let cycles = renamer.cycle - cycle;
        beside.drain(..num_beside);
        beside.sort_unstable();
        beside.dedup();
        return (Ratio::new(cycles, (begins.len() - first) as u64), beside);
    }
}

/// A renamer that nothing else makes wait.
struct Renamer<'a> {
    code: Code<'a>,
    windows: &'a Windows,
    iteration: u32,
    group: Group,
    cycle: u64,
    /// The first cycle for what comes from microcode.
    sequencer_cycle: u64,
}

impl Renamer<'_> {
    /// Returns all that the cycles of the next iteration depend on.
    fn state(&self) -> (Group, u64, u32) {
        let copy = self.iteration % self.code.copies;
        (self.group, self.sequencer_cycle.saturating_sub(self.cycle), copy)
    }

    fn next_cycle(&mut self) {
        self.cycle += 1;
        self.group = Group::new(&self.code);
    }

    /// Renames an iteration. Adds the positions of instructions beside which slots stay empty.
    fn iteration(&mut self, beside: &mut Vec<u32>) {
        let numbers = self.code.numbers;
        for (position, instruction) in (0..).zip(self.code.instructions) {
            if instruction.is_fused {
                continue;
            }
            let at = Cursor { position, iteration: self.iteration };
            let waits = instruction.fills_cycles && self.cycle < self.sequencer_cycle
                || self.windows.with(at, self.group.windows).is_none();
            if waits || self.group.slots == 0 || !self.group.has_room(instruction, numbers) {
                if self.group.slots > 0 {
                    beside.push(position);
                }
                self.next_cycle();
            }
            if instruction.fills_cycles {
                self.cycle = self.cycle.max(self.sequencer_cycle);
            }
            self.group.begin(instruction);
            let mut left = u32::from(instruction.renamed_micro_ops);
            loop {
                self.group.windows = self.windows.with(at, self.group.windows).unwrap_or(0);
                left -= self.group.take(left, instruction, numbers);
                if left == 0 {
                    break;
                }
                self.next_cycle();
            }
            if instruction.fills_cycles {
                beside.push(position);
                self.sequencer_cycle = self.cycle + 2;
                self.next_cycle();
            }
        }
        self.iteration += 1;
    }
}
