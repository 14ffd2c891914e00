//! Loop bodies to measure with. Wide vector instructions are those of the vector extension; in place of narrow ones stand
//! scalar ones on floating-point numbers.

use std::fmt::Write as _;

use crate::random::Random;
use crate::target::workload::{Shape, Vector};

/// Pointers, which nothing writes, and the loop's counter.
const POINTERS: &[&str] = &["$4", "$5", "$6"];
const COUNTER: &str = "$7";

/// Registers that results go to. A chain keeps to the first two.
const WORK: &[&str] = &["$2", "$3", "$8", "$9", "$10", "$11", "$12", "$13"];
/// Vector registers that results go to, likewise; the others hold constants.
const VECTOR_WORK: usize = 20;
const VECTORS: usize = 32;
const CHAIN: usize = 2;

/// Returns a loop body of `count` instructions, its end included. A seed always gives the same.
pub fn kernel(seed: u64, shape: Shape, vector: Vector, count: usize) -> String {
    let random = Random(seed);
    let mut writer =
        Writer { random, shape, vector, chained: false, left: 0, turn: 0, text: String::new() };
    for _ in 3..count {
        writer.instruction();
    }
    let mut text = writer.text;
    // The assembler fills the slot behind the branch.
    let end = [format!("addiu\t{COUNTER}, {COUNTER}, -1"), format!("bnez\t{COUNTER}, loop")];
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
        let address = self.address();
        match (self.random.below(3), self.vector) {
            (0, _) => format!("lw\t{}, {address}", self.result()),
            (1, _) => format!("lbu\t{}, {address}", self.result()),
            (_, Vector::Narrow) => format!("ldc1\t$f{}, {address}", self.vector_result()),
            (_, Vector::Wide) => format!("ld.d\t$w{}, {address}", self.vector_result()),
        }
    }

    fn store(&mut self) -> String {
        let address = self.address();
        match (self.random.below(2), self.vector) {
            (0, _) => format!("sw\t{}, {address}", self.operand()),
            (_, Vector::Narrow) => format!("sdc1\t$f{}, {address}", self.vector_operand()),
            (_, Vector::Wide) => format!("st.d\t$w{}, {address}", self.vector_operand()),
        }
    }

    fn integer(&mut self) -> String {
        let (from, to) = (self.operand(), self.result());
        let second = self.operand();
        match self.random.below(10) {
            0..5 => {
                let name = self.random.pick(&["addu", "subu", "xor", "and", "or"]);
                format!("{name}\t{to}, {from}, {second}")
            }
            5 => format!("addiu\t{to}, {from}, 8"),
            6 => format!("sll\t{to}, {from}, {}", 1 + self.random.below(31)),
            7 => format!("mul\t{to}, {from}, {second}"),
            8 => format!("addiu\t{to}, $zero, {}", self.random.below(2000)),
            _ => format!("slt\t{to}, {from}, {second}"),
        }
    }

    fn arithmetic(&mut self) -> String {
        let (from, to) = (self.vector_operand(), self.vector_result());
        let second = if self.chained { to } else { self.vector_operand() };
        match self.vector {
            Vector::Narrow => {
                let name = self.random.pick(&["add.d", "mul.d", "sub.d", "add.s"]);
                format!("{name}\t$f{to}, $f{from}, $f{second}")
            }
            Vector::Wide => {
                let name = self.random.pick(&["fadd.d", "fmul.d", "fmadd.d", "addv.w", "and.v"]);
                format!("{name}\t$w{to}, $w{from}, $w{second}")
            }
        }
    }

    fn divide(&mut self) -> String {
        let (from, to) = (self.vector_operand(), self.vector_result());
        match self.vector {
            Vector::Narrow => format!("div.d\t$f{to}, $f{from}, $f{to}"),
            Vector::Wide => format!("fdiv.d\t$w{to}, $w{from}, $w{to}"),
        }
    }

    /// Returns the memory that does not depend on results, except now and then in a chain.
    fn address(&mut self) -> String {
        let offset = 8 * self.random.below(32);
        let base = match self.chained && self.random.below(4) == 0 {
            true => WORK[1],
            false => self.random.pick(POINTERS),
        };
        format!("{offset}({base})")
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
