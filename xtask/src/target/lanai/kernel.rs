//! Loop bodies to measure with. There are neither vectors nor floating-point numbers.

use std::fmt::Write as _;

use crate::random::Random;
use crate::target::workload::{Shape, Vector};

/// Pointers, which nothing writes.
const POINTERS: &[&str] = &["%r6", "%r7", "%r18"];

/// Registers that results go to. A chain keeps to the first two.
const WORK: &[&str] = &["%r9", "%r12", "%r13", "%r14", "%r20", "%r21", "%r22", "%r23"];
const CHAIN: usize = 2;

/// Returns a loop body of `count` instructions, its end included. A seed always gives the same.
pub fn kernel(seed: u64, shape: Shape, _: Vector, count: usize) -> String {
    let mut random = Random(seed);
    let mut text = String::new();
    for turn in 3..count {
        let is_chained = match shape {
            Shape::Parallel => false,
            Shape::Chained => true,
            Shape::Mixed => turn / 16 % 2 == 0,
        };
        let place = |it: usize| WORK[it % if is_chained { CHAIN } else { WORK.len() }];
        let (to, from) =
            (place(turn), if is_chained { place(turn + 1) } else { POINTERS[turn % 3] });
        let pointer = random.pick(POINTERS);
        let line = match random.below(100) {
            0..25 => format!("ld\t{}[{pointer}], {to}", 4 * random.below(32)),
            25..35 => format!("st\t{to}, {}[{pointer}]", 4 * random.below(32)),
            35..85 => {
                let name = random.pick(&["add", "sub", "xor", "and", "or"]);
                format!("{name}\t{from}, {}, {to}", random.pick(WORK))
            }
            85..95 => format!("sh\t{from}, {}, {to}", random.below(63) as i64 - 31),
            _ => format!("mov\t{}, {to}", random.below(2000)),
        };
        let _ = writeln!(text, "\t{line}");
    }
    for line in ["sub.f\t%r24, 0x1, %r24", "bne\tloop", "nop"].iter().take(count) {
        let _ = writeln!(text, "\t{line}");
    }
    text
}
