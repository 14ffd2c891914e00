//! The bound that the width of dispatch, or in order of issue, sets.

use crate::lower::lowered_flag;
use crate::ratio::Ratio;
use crate::simulation::model::program::Op;

/// The place in a cycle where the next instruction would go.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    /// Micro-ops that still fit.
    free: u32,
    /// Something was issued in this cycle; in-order only.
    is_begun: bool,
}

/// Returns the cycles per iteration if nothing but the width and the rules of groups held up
/// instructions.
pub(super) fn cycles_per_iteration(ops: &[Op], width: u32, is_out_of_order: bool) -> Ratio {
    let width = width.max(1);
    let (mut cycle, mut place) = (0, Place { free: width, is_begun: false });
    // There are few places in a cycle, so iterations soon begin where another one did.
    let mut starts: Vec<(Place, u64)> = Vec::new();
    loop {
        if let Some(first) = starts.iter().position(|start| start.0 == place) {
            return Ratio::new(cycle - starts[first].1, (starts.len() - first) as u64);
        }
        starts.push((place, cycle));
        for op in ops {
            cycle += match is_out_of_order {
                true => place.dispatch(op, width),
                false => place.issue(op, width),
            };
        }
    }
}

impl Place {
    /// Goes on after as many micro-ops as are left over from the last cycle; gives the cycles.
    fn carry(&mut self, micro_ops: u32, width: u32) -> u64 {
        let cycles = micro_ops.div_ceil(width);
        *self = Place { free: cycles * width - micro_ops, is_begun: false };
        cycles.into()
    }

    /// Dispatches an instruction; gives the cycles that passed.
    fn dispatch(&mut self, op: &Op, width: u32) -> u64 {
        let must_be_first = op.has(lowered_flag::BEGIN_GROUP);
        let waits = self.free == 0
            || op.micro_ops.min(width) > self.free
            || must_be_first && self.free != width;
        if waits {
            self.free = width;
        }
        u64::from(waits)
            + if op.micro_ops > width {
                self.carry(op.micro_ops - width, width)
            } else {
                let ends = op.has(lowered_flag::END_GROUP);
                self.free = if ends { 0 } else { self.free - op.micro_ops };
                0
            }
    }

    /// Issues an instruction in order; gives the cycles that passed.
    fn issue(&mut self, op: &Op, width: u32) -> u64 {
        let must_be_first = op.has(lowered_flag::BEGIN_GROUP);
        let waits =
            self.free < op.micro_ops && op.micro_ops <= width || must_be_first && self.is_begun;
        if waits {
            *self = Place { free: width, is_begun: false };
        }
        let mut cycles = u64::from(waits);
        if op.micro_ops > self.free {
            cycles += self.carry(op.micro_ops - self.free, width);
        } else {
            self.free -= op.micro_ops;
            self.is_begun |= op.micro_ops != 0;
        }
        if op.has(lowered_flag::END_GROUP) {
            self.free = 0;
        }
        cycles
    }
}
