//! The number of times that a loop goes around, by values of its registers.
//!
//! A branch that ends a loop reads flags of an instruction before it, or a register that it names. The loop is run up to there
//! once, twice and three times, and registers are looked at: one that goes on by the same amount each time, or the bound that it
//! is compared with, decides when the loop ends. Which register of the beginning that is, is found by changing each.

use std::fs;
use std::ops::Range;
use std::sync::OnceLock;

use crate::block::Block;
use crate::decision::Decision;
use crate::error::MeasureError;
use crate::job::{Unit, Variation};
use crate::registers::NUM_REGISTERS;
use crate::registers::Registers;
use crate::registers::here::STACK_POINTER;
use crate::start::Start;

/// Registers with which a loop goes around fewer and more times, from few to many.
pub(crate) struct Trips {
    pub registers: Vec<Registers>,
    /// A register that goes on by the same amount in each iteration, and the amount.
    pub counter: usize,
    pub stride: i64,
    /// The loop's end is the way out.
    pub leaves: bool,
    /// The difference of passes of one length, if there can be one.
    pub variation: Option<Variation>,
}

/// Runs code once: returns the registers at its end, and whether it left by the way out.
pub(crate) type RegistersAfter<'a> =
    dyn Fn(Unit, &Start) -> Result<(Registers, bool), MeasureError> + 'a;

/// Iterations of the longest program, at most, and at least.
const MOST_ITERATIONS: i64 = 4000;
const LEAST_ITERATIONS: i64 = 40;
/// Lengths that are timed, the shortest one half of the longest: the end of a loop, and instructions that were wrongly guessed to
/// follow it, take some time, which depends on the length.
const NUM_LENGTHS: usize = 5;
/// Iterations between which the end of a loop of a cycle begins to cost up to forty cycles more (measured on Zen 5, also for
/// loops of `nop`): all lengths are below or above.
const END_CHANGES: Range<i64> = 144..184;
/// Least distance of lengths above from the longest.
const LEAST_ABOVE: i64 = 64;
/// Iterations by which passes of one length differ, at most, as steps of so many.
const MOST_VARIED: i64 = 8;
/// A change of a register that shows what depends on it.
const CHANGE: i64 = 4096;

/// Finds registers that end a loop.
///
/// # Errors
/// When nothing does, or the loop cannot be run.
pub(crate) fn find(
    registers_after: &RegistersAfter<'_>,
    block: &Block,
    start: &Start,
) -> Result<Trips, MeasureError> {
    let after = |copies, then, start: &Start| {
        registers_after(block.straight(copies, then), start).map(|it| it.0)
    };
    let end = block.instructions.len();
    let ends = [after(0, end, start)?, after(1, end, start)?, after(2, end, start)?];
    let strides = common_strides(&ends);
    // It goes on from the value that was set: one that goes on from what memory holds counts what was before, too.
    let goes_on = |it: &Counter| {
        let mut changed = start.clone();
        let value = &mut changed.registers[it.number];
        *value = value.wrapping_add(CHANGE as u64);
        // A change can make an address that does not exist.
        let end = after(0, end, &changed).ok()?;
        Some(change(ends[0][it.number], end[it.number]) == CHANGE)
    };
    let counters = (0..NUM_REGISTERS)
        .filter_map(|number| strides[number].map(|stride| Counter { number, stride }))
        .filter(|it| it.stride != 0 && it.passed(&start.registers, &ends[0]) == 1)
        .filter(|it| goes_on(it).unwrap_or(false));
    let counters: Vec<Counter> = counters.collect();
    let stride = |register: Option<usize>| register.and_then(|it| strides[it]).unwrap_or(0);
    let bytes = block.addresses.iter().map(|it| {
        stride(it.base).saturating_add(stride(it.index).saturating_mul(it.scale)).saturating_abs()
    });
    let bytes = bytes.fold(0, i64::saturating_add);
    let iterations = match bytes {
        0 => MOST_ITERATIONS,
        _ => (most_bytes() / bytes).clamp(LEAST_ITERATIONS, MOST_ITERATIONS),
    };
    let lengths = lengths(iterations);
    let mut error = MeasureError::EndNotKnown;
    for exit in exits(block) {
        // What went on by the same amount three times need not go on so.
        for counter in &counters {
            match by_exit(registers_after, block, start, exit, &lengths, *counter) {
                Ok(trips) => return Ok(trips),
                Err(MeasureError::OutOfReach) => return Err(MeasureError::OutOfReach),
                Err(why) => error = why,
            }
        }
    }
    Err(error)
}

/// A branch that can end a loop, and what decides it.
#[derive(Clone, Copy)]
struct Exit {
    /// The instruction whose flags it reads.
    decided_by: usize,
    decision: Decision,
    /// Set if it leaves by the way out rather than at the end.
    leaves: bool,
}

/// Returns the branches that can end a loop and depend on registers: its last one first.
fn exits(block: &Block) -> Vec<Exit> {
    let last = block.instructions.len() - 1;
    let branches = (0..=last).rev().filter(|it| block.instructions[*it].is_conditional);
    let exit = |branch: usize| {
        let decides = |it: &usize| block.instructions[*it].writes_flags;
        // A branch that reads no flags decides itself.
        let decided_by = match block.instructions[branch].decision {
            Some(_) => branch,
            None => (0..branch).rev().find(decides)?,
        };
        let decision = block.instructions[decided_by].decision?;
        Some(Exit { decided_by, decision, leaves: branch != last })
    };
    branches.filter_map(exit).collect()
}

/// Returns the bytes of memory that a loop may go through: two thirds of the first-level cache.
fn most_bytes() -> i64 {
    /// If the system does not tell.
    const SMALLEST_CACHE_BYTES: i64 = 32 << 10;
    static CACHE_BYTES: OnceLock<i64> = OnceLock::new();
    let of_system = || {
        let size = fs::read_to_string("/sys/devices/system/cpu/cpu0/cache/index0/size").ok()?;
        size.trim().strip_suffix('K')?.parse::<i64>().ok()?.checked_mul(1 << 10)
    };
    2 * CACHE_BYTES.get_or_init(|| of_system().unwrap_or(SMALLEST_CACHE_BYTES)) / 3
}

/// Returns the lengths that are timed, of so many iterations at most.
fn lengths(most: i64) -> [i64; NUM_LENGTHS] {
    let (least, most) = if most / 2 >= END_CHANGES.end || most <= END_CHANGES.start {
        (most / 2, most)
    } else if most - END_CHANGES.end >= LEAST_ABOVE {
        (END_CHANGES.end, most)
    } else {
        (END_CHANGES.start / 2, END_CHANGES.start)
    };
    let last = NUM_LENGTHS as i64 - 1;
    std::array::from_fn(|at| least + (most - least) * at as i64 / last)
}

/// Finds registers with which a branch ends the loop after so many iterations.
fn by_exit(
    registers_after: &RegistersAfter<'_>,
    block: &Block,
    start: &Start,
    exit: Exit,
    lengths: &[i64; NUM_LENGTHS],
    counter: Counter,
) -> Result<Trips, MeasureError> {
    let number_after = |copies, start: &Start| {
        let unit = block.straight(copies, exit.decided_by);
        registers_after(unit, start).map(|it| exit.decision.number(&it.0))
    };
    let numbers = [number_after(0, start)?, number_after(1, start)?, number_after(2, start)?];
    let step = numbers[1].wrapping_sub(numbers[0]);
    if step == 0 || numbers[2].wrapping_sub(numbers[1]) != step {
        return Err(MeasureError::EndNotKnown);
    }
    for register in (0..NUM_REGISTERS).filter(|it| *it != STACK_POINTER) {
        let mut changed = start.clone();
        changed.registers[register] = changed.registers[register].wrapping_add(CHANGE as u64);
        // A change can make an address that does not exist.
        let Ok(number) = number_after(0, &changed) else { continue };
        let change = number.wrapping_sub(numbers[0]);
        if change == 0 || change % CHANGE != 0 {
            continue;
        }
        let factor = change / CHANGE;
        let value_for = |iterations: i64| {
            let last = numbers[0].wrapping_add(step.wrapping_mul(iterations - 1));
            Some(start.registers[register].wrapping_add_signed(shift_to_zero(last, factor)?))
        };
        let start_for = |iterations: i64| {
            let mut start = start.clone();
            start.registers[register] = value_for(iterations)?;
            Some(start)
        };
        let variation = (1..=MOST_VARIED).find_map(|more| {
            let step = value_for(lengths[0] + more)?.wrapping_sub(value_for(lengths[0])?);
            Some(Variation { register, step, iterations: more as u32 })
        });
        let starts: Option<Vec<Start>> = lengths.iter().map(|it| start_for(*it)).collect();
        let Some(starts) = starts else { continue };
        let (ended, has_left) = registers_after(block.unit.clone(), &starts[0])?;
        if has_left != exit.leaves {
            return Err(MeasureError::LeftEarly);
        }
        let passed = counter.passed(&starts[0].registers, &ended);
        if (passed - lengths[0]).abs() > 1 {
            continue;
        }
        return Ok(Trips {
            registers: starts.iter().map(|it| it.registers).collect(),
            counter: counter.number,
            stride: counter.stride,
            leaves: exit.leaves,
            variation,
        });
    }
    Err(MeasureError::EndNotKnown)
}

/// Returns by how much a register must change to make a number zero that changes by `factor` times that; `None` if nothing does.
fn shift_to_zero(number: i64, factor: i64) -> Option<i64> {
    // The least number has no negative, and its quotient by -1 is itself.
    (number.wrapping_rem(factor) == 0).then(|| number.wrapping_div(factor).wrapping_neg())
}

/// A register that goes on by the same amount in each iteration.
#[derive(Clone, Copy)]
struct Counter {
    number: usize,
    stride: i64,
}

impl Counter {
    /// Returns the iterations between two states, rounded down.
    fn passed(self, before: &Registers, after: &Registers) -> i64 {
        change(before[self.number], after[self.number]) / self.stride
    }
}

/// Returns by how much a register goes on. Only its lower half counts: code of 32 bits clears the other one.
pub(crate) fn change(before: u64, after: u64) -> i64 {
    (after.wrapping_sub(before) as i32).into()
}

/// Returns what each register goes on by from one iteration to the next; `None` if it is not the same.
fn common_strides(ends: &[Registers; 3]) -> [Option<i64>; NUM_REGISTERS] {
    let mut strides = [None; NUM_REGISTERS];
    for (number, stride) in strides.iter_mut().enumerate() {
        let steps = [0, 1].map(|at| change(ends[at][number], ends[at + 1][number]));
        *stride = (steps[0] == steps[1]).then_some(steps[0]);
    }
    strides
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_on_one_side_of_where_the_end_changes() {
        assert_eq!(lengths(4000), [2000, 2500, 3000, 3500, 4000]);
        assert_eq!(lengths(256), [184, 202, 220, 238, 256]);
        assert_eq!(lengths(200), [72, 90, 108, 126, 144]);
        assert_eq!(lengths(40), [20, 25, 30, 35, 40]);
    }

    #[test]
    fn a_register_makes_the_number_zero() {
        assert_eq!(shift_to_zero(100, -1), Some(100));
        assert_eq!(shift_to_zero(100, 4), Some(-25));
        assert_eq!(shift_to_zero(101, 4), None);
        let shift = shift_to_zero(i64::MIN, -1).unwrap();
        assert_eq!(i64::MIN.wrapping_add(shift.wrapping_neg()), 0);
    }
}
