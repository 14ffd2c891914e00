//! Loop bodies to measure with. Wide vector instructions are those of the vector extension; in place of narrow
//! ones stand scalar ones on floating-point numbers.

use std::fmt::Write as _;

use crate::random::Random;
use crate::target::workload::{Shape, Vector};

/// Pointers and the loop's counter, which only the end of the loop writes.
const POINTERS: &[&str] = &["a0", "a1", "a2"];
const COUNTER: &str = "a3";
const END: &str = "a4";

/// Registers that results go to. A chain keeps to the first two.
const WORK: &[&str] = &["t0", "t1", "t2", "t3", "t4", "t5", "a5", "a6", "a7", "s1"];
/// Vector and floating-point registers that results go to, likewise, and those that hold constants. Each
/// begins a group of two.
const VECTOR_WORK: usize = 12;
const VECTORS: usize = 16;
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
        format!("sltu\ts2, {COUNTER}, {END}"),
        "bnez\ts2, loop".to_owned(),
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
            58..96 => self.arithmetic(),
            96..98 => self.vector_type(),
            _ => self.divide(),
        };
        let _ = writeln!(self.text, "\t{line}");
    }

    fn load(&mut self) -> String {
        let (offset, base) = self.address();
        match (self.random.below(3), self.vector) {
            (0, _) => format!("ld\t{}, {offset}({base})", self.result()),
            (1, _) => format!("lbu\t{}, {offset}({base})", self.result()),
            (_, Vector::Narrow) => format!("fld\tf{}, {offset}({base})", self.vector_result()),
            (_, Vector::Wide) => format!("vle32.v\tv{}, ({base})", self.vector_result()),
        }
    }

    fn store(&mut self) -> String {
        let (offset, base) = self.address();
        match (self.random.below(2), self.vector) {
            (0, _) => format!("sd\t{}, {offset}({base})", self.operand()),
            (_, Vector::Narrow) => format!("fsd\tf{}, {offset}({base})", self.vector_operand()),
            (_, Vector::Wide) => format!("vse32.v\tv{}, ({base})", self.vector_operand()),
        }
    }

    fn integer(&mut self) -> String {
        let (from, to) = (self.operand(), self.result());
        let second = if self.chained { to } else { self.operand() };
        match self.random.below(12) {
            0..5 => {
                let name = self.random.pick(&["add", "sub", "xor", "and", "or"]);
                format!("{name}\t{to}, {second}, {from}")
            }
            5 => format!("addiw\t{to}, {from}, 8"),
            6 => format!("slli\t{to}, {from}, {}", 1 + self.random.below(31)),
            7 => format!("mul\t{to}, {second}, {from}"),
            8 => format!("slt\t{to}, {second}, {from}"),
            9 => format!("srliw\t{to}, {from}, 3"),
            10 => format!("li\t{to}, {}", self.random.below(2000)),
            _ => format!("mv\t{to}, {from}"),
        }
    }

    fn arithmetic(&mut self) -> String {
        let (from, to) = (self.vector_operand(), self.vector_result());
        let second = if self.chained { to } else { self.vector_operand() };
        if self.vector == Vector::Narrow {
            return match self.random.below(4) {
                0 => format!("fmadd.d\tf{to}, f{from}, f{second}, f{to}"),
                _ => {
                    let names = ["fadd.d", "fmul.d", "fsub.d", "fmax.d", "fsgnj.d", "fadd.s"];
                    format!("{}\tf{to}, f{from}, f{second}", self.random.pick(&names))
                }
            };
        }
        let integer = self.random.pick(POINTERS);
        match self.random.below(8) {
            0 => format!("vfmacc.vv\tv{to}, v{from}, v{second}"),
            1 => format!("vadd.vx\tv{to}, v{from}, {integer}"),
            2 => format!("vsll.vi\tv{to}, v{from}, 3"),
            _ => {
                let names = ["vfadd.vv", "vfmul.vv", "vadd.vv", "vand.vv", "vmax.vv", "vmul.vv"];
                format!("{}\tv{to}, v{from}, v{second}", self.random.pick(&names))
            }
        }
    }

    fn vector_type(&mut self) -> String {
        if self.vector == Vector::Narrow {
            return format!("fcvt.d.l\tf{}, {}", self.vector_result(), self.operand());
        }
        let group = self.random.pick(&["m1", "m2"]);
        format!("vsetvli\t{}, a5, e32, {group}, ta, ma", WORK[9])
    }

    fn divide(&mut self) -> String {
        let (from, to) = (self.vector_operand(), self.vector_result());
        match self.vector {
            Vector::Narrow => format!("fdiv.d\tf{to}, f{from}, f{to}"),
            Vector::Wide => format!("vfdiv.vv\tv{to}, v{from}, v{to}"),
        }
    }

    /// Returns the memory that does not depend on results, except now and then in a chain.
    fn address(&mut self) -> (usize, &'static str) {
        let offset = 8 * self.random.below(32);
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
        2 * (self.turn % if self.chained { CHAIN } else { VECTOR_WORK })
    }

    fn vector_operand(&mut self) -> usize {
        2 * match (self.chained, self.random.below(4)) {
            (true, _) => (self.turn + 1) % CHAIN,
            (false, 0) => self.random.below(VECTOR_WORK),
            (false, _) => VECTOR_WORK + self.random.below(VECTORS - VECTOR_WORK),
        }
    }
}
