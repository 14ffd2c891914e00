//! Loop bodies to measure with. Wide vector instructions are those of SVE, narrow ones those of Advanced SIMD.

use std::fmt::Write as _;

use crate::random::Random;
use crate::target::workload::{Shape, Vector};

/// Pointers and the loop's counter, which only the end of the loop writes.
const POINTERS: &[&str] = &["x0", "x1", "x2"];
const COUNTER: &str = "x3";
const END: &str = "x4";

/// Registers that results go to. A chain keeps to the first two.
const WORK: &[&str] = &["x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17"];
/// Vector registers that results go to, likewise, and those that hold constants.
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
        format!("add\t{COUNTER}, {COUNTER}, #64"),
        format!("cmp\t{COUNTER}, {END}"),
        "b.lo\tloop".to_owned(),
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
            (0, _) => format!("ldr\t{}, [{base}, #{offset}]", self.result()),
            (1, _) => format!("ldrb\tw{}, [{base}, #{offset}]", &self.result()[1..]),
            (_, Vector::Narrow) => format!("ldr\tq{}, [{base}, #{offset}]", self.vector_result()),
            (_, Vector::Wide) => {
                format!("ld1w\t{{z{}.s}}, p0/z, [{base}, {COUNTER}, lsl #2]", self.vector_result())
            }
        }
    }

    fn store(&mut self) -> String {
        let (offset, base) = self.address();
        match (self.random.below(2), self.vector) {
            (0, _) => format!("str\t{}, [{base}, #{offset}]", self.operand()),
            (_, Vector::Narrow) => format!("str\tq{}, [{base}, #{offset}]", self.vector_operand()),
            (_, Vector::Wide) => {
                format!("st1w\t{{z{}.s}}, p0, [{base}, {COUNTER}, lsl #2]", self.vector_operand())
            }
        }
    }

    fn integer(&mut self) -> String {
        let (from, to) = (self.operand(), self.result());
        let second = if self.chained { to } else { self.operand() };
        match self.random.below(12) {
            0..5 => {
                let name = self.random.pick(&["add", "sub", "eor", "and", "orr"]);
                format!("{name}\t{to}, {second}, {from}")
            }
            5 => format!("add\t{to}, {from}, #8"),
            6 => format!("lsl\t{to}, {from}, #{}", 1 + self.random.below(31)),
            7 => format!("madd\t{to}, {second}, {from}, {to}"),
            8 => format!("add\t{to}, {second}, {from}, lsl #3"),
            9 => format!("ubfx\t{to}, {from}, #3, #9"),
            10 => format!("mov\t{to}, #{}", self.random.below(2000)),
            _ => format!("mov\t{to}, {from}"),
        }
    }

    fn arithmetic(&mut self) -> String {
        let (from, to) = (self.vector_operand(), self.vector_result());
        let second = if self.chained { to } else { self.vector_operand() };
        let name = |random: &mut Random, names: &[&'static str]| random.pick(names);
        match (self.vector, self.random.below(8)) {
            (Vector::Narrow, 0) => format!("fmla\tv{to}.4s, v{from}.4s, v{second}.4s"),
            (Vector::Narrow, 1) => format!("dup\tv{to}.4s, v{from}.s[1]"),
            (Vector::Narrow, 2) => format!("shl\tv{to}.4s, v{from}.4s, #3"),
            (Vector::Narrow, _) => {
                let name = name(&mut self.random, &["fadd", "fmul", "add", "smax", "fmax", "mul"]);
                format!("{name}\tv{to}.4s, v{from}.4s, v{second}.4s")
            }
            (Vector::Wide, 0) => format!("fmla\tz{to}.s, p0/m, z{from}.s, z{second}.s"),
            (Vector::Wide, 1) => format!("mov\tz{to}.s, z{from}.s[1]"),
            (Vector::Wide, 2) => format!("lsl\tz{to}.s, z{from}.s, #3"),
            (Vector::Wide, _) => {
                let name =
                    name(&mut self.random, &["fadd", "fmul", "add", "sub", "sqadd", "uqsub"]);
                format!("{name}\tz{to}.s, z{from}.s, z{second}.s")
            }
        }
    }

    fn divide(&mut self) -> String {
        let (from, to) = (self.vector_operand(), self.vector_result());
        match self.vector {
            Vector::Narrow => format!("fdiv\tv{to}.4s, v{from}.4s, v{to}.4s"),
            Vector::Wide => format!("fdiv\tz{to}.s, p0/m, z{to}.s, z{from}.s"),
        }
    }

    /// Returns the memory that does not depend on results, except now and then in a chain.
    fn address(&mut self) -> (usize, &'static str) {
        let offset = 16 * self.random.below(32);
        let base = match self.chained && self.random.below(4) == 0 {
            true => WORK[0],
            false => self.random.pick(POINTERS),
        };
        (offset, base)
    }

    fn result(&mut self) -> &'static str {
        WORK[self.turn % if self.chained { CHAIN } else { WORK.len() }]
    }

    fn operand(&mut self) -> &'static str {
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
