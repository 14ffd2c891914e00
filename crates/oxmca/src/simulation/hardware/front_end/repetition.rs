//! Delivery of loops: from the cache of micro-ops, and from the loop buffer.

use oxmca_tables::hardware::{HardwareNumbers, WindowsByEnd};

use super::progress::Progress;
use super::queue::Queue;
use crate::simulation::hardware::code::{Code, Cursor};
use crate::simulation::hardware::instruction::Instruction;
use crate::simulation::hardware::watch::Watch;

/// Delivers lines of the cache of micro-ops.
#[derive(Debug)]
pub(in crate::simulation::hardware) struct Cache<'a> {
    code: Code<'a>,
    /// The beginnings of lines, and the end of the code and of its copies.
    lines: Vec<Line>,
    line: usize,
    next: Cursor,
    /// Micro-ops of the next instruction that were delivered already.
    begun: u32,
    /// Cycles that it still waits.
    wait_cycles: u32,
}

/// The beginning of a line of the cache of micro-ops.
#[derive(Clone, Copy, Debug)]
struct Line {
    position: u32,
    window: u64,
    /// An instruction of several micro-ops can be one.
    entries: u32,
    /// Displacements and immediates.
    constants: u32,
    micro_ops: u32,
    /// Nothing after it is delivered in the same cycle.
    ends_cycle: bool,
    /// Cycles that pass before the line after it.
    gap_cycles: u32,
}

impl<'a> Cache<'a> {
    pub fn new(code: Code<'a>) -> Cache<'a> {
        let numbers = code.numbers;
        let mut lines = vec![Line::new(0, 0)];
        let mut address = 0;
        let all = (0..code.copies).flat_map(|_| code.instructions.iter().enumerate());
        for (count, (position, instruction)) in all.enumerate() {
            if !instruction.is_fused {
                let own_micro_ops = u32::from(instruction.decoded_micro_ops);
                let branch = code.instructions.get(position + 1).filter(|it| it.is_fused);
                let own = Line {
                    entries: own_micro_ops.div_ceil(numbers.cache_entry_micro_ops.max(1)),
                    constants: u32::from(instruction.facts.constants)
                        + branch.map_or(0, |it| u32::from(it.facts.constants)),
                    micro_ops: own_micro_ops,
                    ..Line::new(count as u32, code.window(address))
                };
                match lines.last_mut() {
                    Some(line) if count == 0 || line.takes(&own, numbers) => line.add(&own),
                    _ => lines.push(own),
                }
            }
            address += length_bytes(instruction);
        }
        if code.policies.cache_delivers_windows {
            let own_lines = lines.len();
            lines.extend(
                lone_branch(&code).map(|window| Line { entries: 1, ..Line::new(0, window) }),
            );
            set_gaps(&mut lines, numbers.cache_lines, numbers.decoded_micro_ops);
            // No cursor stops at the branch: what its window takes comes after the one before it.
            let of_branch: u32 = lines.drain(own_lines..).map(|it| 1 + it.gap_cycles).sum();
            if let Some(last) = lines.last_mut() {
                last.gap_cycles += of_branch;
            }
        }
        set_gaps_of_groups(&mut lines, numbers);
        // The window that the last branch reaches into is delivered for it alone where windows that are full are (measured on Zen 3, in
        // loops of 65 bytes); where windows are not, the renamer takes so long anyway.
        let has_second = code.window(address.saturating_sub(1)) != lines[lines.len() - 1].window;
        if numbers.cache_group_lines > 0
            && has_second
            && let Some(last) = lines.last_mut()
        {
            last.gap_cycles += 1;
        }
        let position = code.instructions.len() as u32 * code.copies;
        lines.push(Line::new(position, u64::MAX));
        Cache { code, lines, line: 0, next: Cursor::default(), begun: 0, wait_cycles: 0 }
    }

    /// Returns what decides how it goes on, and the iteration of the instruction that is delivered next.
    pub fn progress(&self) -> Progress {
        let Cursor { position, iteration } = self.next;
        let copy = iteration % self.code.copies;
        Progress::new(iteration, &[position, self.begun, self.wait_cycles, copy])
    }

    pub fn cycle<W: Watch>(&mut self, queue: &mut Queue, cycle: u32, watch: &mut W) {
        let numbers = self.code.numbers;
        if self.wait_cycles > 0 {
            self.wait_cycles -= 1;
            return;
        }
        let (mut micro_ops, mut lines) = (0, 0);
        while micro_ops < numbers.cache_micro_ops && lines < numbers.cache_lines {
            let instruction = self.code.at(self.next);
            let own = u32::from(instruction.decoded_micro_ops);
            if !queue.takes(instruction, numbers) {
                return;
            }
            let part = (own - self.begun).min(numbers.cache_micro_ops - micro_ops);
            micro_ops += part;
            self.begun += part;
            if self.begun < own {
                return;
            }
            self.begun = 0;
            queue.push(instruction);
            watch.decoded(cycle, self.next);
            self.next = self.code.after(self.next);
            let copy = self.next.iteration % self.code.copies;
            if self.next.position == 0 && copy == 0 {
                self.wait_cycles = self.lines[self.line].gap_cycles;
                self.line = 0;
                if self.code.copies == 1 || self.code.policies.cache_delivers_windows {
                    // A branch that is taken ends what a cycle delivers, and so does a window.
                    return;
                }
                lines += 1;
                continue;
            }
            let position = copy * self.code.instructions.len() as u32 + self.next.position;
            let [current, following] = [self.lines[self.line], self.lines[self.line + 1]];
            if position >= following.position {
                lines += 1;
                self.line += 1;
                let ends_window = current.window != following.window;
                if current.ends_cycle || self.code.policies.cache_delivers_windows && ends_window {
                    self.wait_cycles = current.gap_cycles;
                    return;
                }
            }
        }
    }
}

impl Line {
    /// Returns whether another one can be a part of it.
    fn takes(&self, other: &Line, numbers: &HardwareNumbers) -> bool {
        let constants = self.constants + other.constants;
        let in_entries = constants.saturating_sub(numbers.cache_line_own_constants).div_ceil(2);
        let has_room = self.entries + other.entries + in_entries <= numbers.cache_line_micro_ops;
        let most = numbers.cache_line_constants;
        self.window == other.window
            && (self.entries == 0 || has_room && (most == 0 || constants <= most))
    }

    fn add(&mut self, other: &Line) {
        self.window = other.window;
        self.entries += other.entries;
        self.constants += other.constants;
        self.micro_ops += other.micro_ops;
    }

    fn new(position: u32, window: u64) -> Line {
        Line {
            position,
            window,
            entries: 0,
            constants: 0,
            micro_ops: 0,
            ends_cycle: false,
            gap_cycles: 0,
        }
    }
}

/// Windows with one line more than a cycle delivers, among which one gap is enough.
pub(in crate::simulation::hardware) const WINDOWS_OF_GAP: usize = 3;

fn length_bytes(instruction: &Instruction) -> u64 {
    instruction.length_bytes.into()
}

/// Returns the window of the branch of a loop if the branch is apart from the instruction that it could be one with.
fn lone_branch(code: &Code<'_>) -> Option<u64> {
    let [.., first, branch] = code.instructions else { return None };
    let of_copy: u64 = code.instructions.iter().map(length_bytes).sum();
    let end = of_copy * u64::from(code.copies);
    let begin = end - length_bytes(first) - length_bytes(branch);
    let [of_first, of_branch] = [begin, end.saturating_sub(1)].map(|it| code.window(it));
    let can_be_apart = code.policies.cache_windows_by_end == WindowsByEnd::Branches;
    (can_be_apart && branch.is_fused && of_first != of_branch).then_some(of_branch)
}

/// Sets the gaps after windows where each is delivered apart. Between the cycles that deliver parts of a window, of which each
/// brings at most so many lines, others pass. The second part can be one line: then they pass after the first of three such windows
/// that follow each other, or after each of fewer, but after none of several that are not full. Windows with very many lines come as
/// fast as decoders deliver them.
/// Source: measured on Zen 5 (family 26, model 2), in 190 loops of one to twenty windows of `nop` with one to nine bytes. It is simpler
/// than the processor, which is slow where it delivers more than is renamed, as it seems.
fn set_gaps(lines: &mut [Line], lines_per_cycle: u32, decoded_micro_ops: u32) {
    const MOST_LINES: usize = 10;
    let lines_per_cycle = (lines_per_cycle as usize).max(1);
    // The ends of short windows that follow each other, and their micro-ops.
    let (mut short, mut micro_ops) = (Vec::new(), 0);
    let mut first = 0;
    while first < lines.len() {
        let window = lines[first].window;
        let count = lines[first..].iter().take_while(|it| it.window == window).count();
        let last = first + count - 1;
        let own = lines[first..=last].iter().map(|it| it.micro_ops).sum::<u32>();
        if count == lines_per_cycle + 1 {
            short.push(last);
            micro_ops += own;
        } else {
            set_short_gaps(lines, &short, micro_ops);
            (short, micro_ops) = (Vec::new(), 0);
            let parts = count.div_ceil(lines_per_cycle) as u32;
            lines[last].gap_cycles = match count > MOST_LINES {
                true => own.div_ceil(decoded_micro_ops.max(1)).saturating_sub(parts),
                false => parts - 1,
            };
        }
        first = last + 1;
    }
    set_short_gaps(lines, &short, micro_ops);
}

/// Sets the gaps after windows that follow each other and have one line more than a cycle delivers, by their last lines.
fn set_short_gaps(lines: &mut [Line], short: &[usize], micro_ops: u32) {
    const FULL_MICRO_OPS: u32 = 14;
    const MORE_MICRO_OPS: u32 = 2;
    let is_full = micro_ops > FULL_MICRO_OPS * short.len() as u32 + MORE_MICRO_OPS;
    if short.len() > 1 && !is_full {
        return;
    }
    for windows in short.chunks(WINDOWS_OF_GAP) {
        let gaps = if windows.len() == WINDOWS_OF_GAP { 1 } else { windows.len() };
        windows[..gaps].iter().for_each(|last| lines[*last].gap_cycles = 1);
    }
}

/// Sets the gaps between groups of lines of one window, each of which takes so many cycles if another follows. The last one
/// shares its cycles with no other window.
fn set_gaps_of_groups(lines: &mut [Line], numbers: &HardwareNumbers) {
    let most = numbers.cache_group_lines as usize;
    let windows = lines.chunk_by_mut(|one, two| one.window == two.window);
    for window in windows.filter(|_| most > 0) {
        let last = window.len() - 1;
        for group in window[..last].chunks_exact_mut(most) {
            let micro_ops = group.iter().map(|it| it.micro_ops).sum::<u32>();
            let of_micro_ops = micro_ops.div_ceil(numbers.cache_micro_ops.max(1));
            let cycles = of_micro_ops.max((most as u32).div_ceil(numbers.cache_lines.max(1)));
            let end = &mut group[most - 1];
            end.ends_cycle = true;
            end.gap_cycles = numbers.cache_group_cycles.saturating_sub(cycles);
        }
        window[last].ends_cycle = last >= most;
    }
}

/// Repeats a loop from the queue of micro-ops itself.
#[derive(Debug)]
pub(in crate::simulation::hardware) struct Buffer<'a> {
    code: Code<'a>,
    /// Micro-ops of the copies of the loop that the queue holds, which are delivered apart from the next ones.
    period: u32,
    /// Micro-ops of them that were delivered.
    delivered: u32,
    /// Micro-ops of the instruction delivered last that take the place of others in the next cycle.
    late: u32,
    next: Cursor,
}

impl<'a> Buffer<'a> {
    pub fn new(code: Code<'a>) -> Buffer<'a> {
        let micro_ops = code.renamed_micro_ops().max(1);
        let numbers = code.numbers;
        let copies = match numbers.loop_buffer_lines {
            0 => numbers.loop_buffer_micro_ops / micro_ops,
            lines => {
                let own = code.instructions.iter().filter(|it| !it.is_fused);
                let decoded: u32 = own.map(|it| u32::from(it.decoded_micro_ops)).sum();
                lines / decoded.div_ceil(numbers.cache_line_micro_ops).max(1)
            }
        };
        let period = micro_ops * copies.clamp(1, numbers.loop_buffer_copies);
        Buffer { code, period, delivered: 0, late: 0, next: Cursor::default() }
    }

    /// Returns what decides how it goes on, and the iteration of the instruction that is delivered next.
    pub fn progress(&self) -> Progress {
        let Cursor { position, iteration } = self.next;
        Progress::new(iteration, &[position, self.delivered, self.late])
    }

    pub fn cycle<W: Watch>(&mut self, queue: &mut Queue, cycle: u32, watch: &mut W) {
        let width = self.code.numbers.renamed_micro_ops;
        let mut micro_ops = self.late;
        // Micro-ops of the last and of the first copy are not delivered together.
        while micro_ops < width {
            let instruction = self.code.at(self.next);
            if queue.micro_ops > 2 * width {
                break;
            }
            queue.push(instruction);
            watch.decoded(cycle, self.next);
            self.next = self.code.after(self.next);
            let own = u32::from(instruction.renamed_micro_ops);
            micro_ops += own;
            self.delivered += own;
            if self.delivered >= self.period {
                self.delivered = 0;
                self.late = if micro_ops > width { width } else { 0 };
                return;
            }
        }
        self.late = micro_ops.saturating_sub(width);
    }
}
