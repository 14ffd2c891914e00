//! Loop bodies to measure with. Wide vector instructions are those on the 64 vector registers; in place of narrow ones
//! stand scalar ones on floating-point numbers.

use std::fmt::Write as _;

use crate::random::Random;
use crate::target::workload::{Shape, Vector};

/// Pointers, which nothing writes, and the loop's counter.
const POINTERS: &[usize] = &[3, 4, 5];
const COUNTER: usize = 6;

/// Registers that results go to. A chain keeps to the first two.
const WORK: &[usize] = &[7, 8, 9, 10, 11, 12, 14, 15, 16, 17];
/// Vector and floating-point registers that results go to, likewise, and those that hold constants.
const VECTOR_WORK: usize = 24;
const VECTORS: usize = 32;
const CHAIN: usize = 2;

/// Returns a loop body of `count` instructions, its end included. A seed always gives the same.
pub fn kernel(seed: u64, shape: Shape, vector: Vector, count: usize) -> String {
    let mut writer = Writer {
        random: Random(seed),
        shape,
        vector,
        chained: false,
        left: 0,
        turn: 0,
        text: String::new(),
    };
    for _ in 3..count {
        writer.instruction();
    }
    let mut text = writer.text;
    let end = [
        format!("addi\t{COUNTER}, {COUNTER}, 64"),
        format!("cmpld\t{COUNTER}, 18"),
        "bne\t0, loop".to_owned(),
    ];
    for line in end.iter().take(count) {
        let _ = writeln!(text, "\t{line}");
    }
    text
}

struct Writer {
    random: Random,
    shape: Shape,
    vector: Vector,
    /// Set if the present stretch is a chain; with the number of its instructions that are left.
    chained: bool,
    left: usize,
    /// Result number, for results that take turns.
    turn: usize,
    text: String,
}

impl Writer {
    fn instruction(&mut self) {
        if self.left == 0 {
            self.left = 8 + self.random.below(17);
            self.chained = match self.shape {
                Shape::Parallel => false,
                Shape::Chained => true,
                Shape::Mixed => self.random.below(2) == 0,
            };
        }
        self.left -= 1;
        self.turn += 1;
        let line = match self.random.below(100) {
            0..20 => self.load(),
            20..28 => self.store(),
            28..58 => self.integer(),
            58..98 => self.arithmetic(),
            _ => self.divide(),
        };
        let _ = writeln!(self.text, "\t{line}");
    }

    fn load(&mut self) -> String {
        let (offset, base) = self.address();
        match (self.random.below(3), self.vector) {
            (0, _) => format!("ld\t{}, {offset}({base})", self.result()),
            (1, _) => format!("lbz\t{}, {offset}({base})", self.result()),
            (_, Vector::Narrow) => format!("lfd\t{}, {offset}({base})", self.vector_result()),
            (_, Vector::Wide) => format!("lxvd2x\t{}, 0, {base}", self.vector_result()),
        }
    }

    fn store(&mut self) -> String {
        let (offset, base) = self.address();
        match (self.random.below(2), self.vector) {
            (0, _) => format!("std\t{}, {offset}({base})", self.operand()),
            (_, Vector::Narrow) => format!("stfd\t{}, {offset}({base})", self.vector_operand()),
            (_, Vector::Wide) => format!("stxvd2x\t{}, 0, {base}", self.vector_operand()),
        }
    }

    fn integer(&mut self) -> String {
        let (from, to) = (self.operand(), self.result());
        let second = if self.chained { to } else { self.operand() };
        match self.random.below(12) {
            0..6 => {
                let name = self.random.pick(&["add", "subf", "xor", "and", "or"]);
                format!("{name}\t{to}, {second}, {from}")
            }
            6 => format!("addi\t{to}, {from}, 8"),
            7 => format!("sldi\t{to}, {from}, {}", 1 + self.random.below(31)),
            8 => format!("mulld\t{to}, {second}, {from}"),
            9 => format!("rlwinm\t{to}, {from}, 5, 3, 20"),
            10 => format!("li\t{to}, {}", self.random.below(2000)),
            _ => format!("mr\t{to}, {from}"),
        }
    }

    fn arithmetic(&mut self) -> String {
        let (from, to) = (self.vector_operand(), self.vector_result());
        let second = if self.chained { to } else { self.vector_operand() };
        let names: &[&str] = match self.vector {
            Vector::Narrow => &["fadd", "fmul", "fsub", "fadds"],
            Vector::Wide => &["xvadddp", "xvmuldp", "xvmaddadp", "xxland", "xvmaxdp", "xvaddsp"],
        };
        format!("{}\t{to}, {from}, {second}", self.random.pick(names))
    }

    fn divide(&mut self) -> String {
        let (from, to) = (self.vector_operand(), self.vector_result());
        let name = if self.vector == Vector::Narrow { "fdiv" } else { "xvdivdp" };
        format!("{name}\t{to}, {from}, {to}")
    }

    /// Returns the memory that does not depend on results, except now and then in a chain.
    fn address(&mut self) -> (usize, usize) {
        let offset = 8 * self.random.below(32);
        let base = match self.chained && self.random.below(4) == 0 {
            true => WORK[0],
            false => self.random.pick(POINTERS),
        };
        (offset, base)
    }

    fn result(&mut self) -> usize {
        WORK[self.turn % if self.chained { CHAIN } else { WORK.len() }]
    }

    fn operand(&mut self) -> usize {
        match (self.chained, self.random.below(4)) {
            (true, _) => WORK[(self.turn + 1) % CHAIN],
            (false, 0) => self.random.pick(WORK),
            (false, _) => self.random.pick(POINTERS),
        }
    }

    fn vector_result(&mut self) -> usize {
        self.turn % if self.chained { CHAIN } else { VECTOR_WORK }
    }

    fn vector_operand(&mut self) -> usize {
        match (self.chained, self.random.below(4)) {
            (true, _) => (self.turn + 1) % CHAIN,
            (false, 0) => self.random.below(VECTOR_WORK),
            (false, _) => VECTOR_WORK + self.random.below(VECTORS - VECTOR_WORK),
        }
    }
}
