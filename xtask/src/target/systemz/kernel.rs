//! Loop bodies to measure with. Wide vector instructions are those of the vector facility; in place of narrow ones stand
//! scalar ones on floating-point numbers.

use std::fmt::Write as _;

use crate::random::Random;
use crate::target::workload::{Shape, Vector};

/// Pointers, which nothing writes, and the loop's counter.
const POINTERS: &[&str] = &["%r2", "%r3", "%r4"];
const COUNTER: &str = "%r5";

/// Registers that results go to. A chain keeps to the first two.
const WORK: &[&str] = &["%r0", "%r1", "%r6", "%r7", "%r8", "%r9", "%r10", "%r11"];
/// Vector registers that results go to, likewise; the others hold constants.
const VECTOR_WORK: usize = 11;
const VECTORS: usize = 16;
const CHAIN: usize = 2;

/// Returns a loop body of `count` instructions, its end included. A seed always gives the same.
pub fn kernel(seed: u64, shape: Shape, vector: Vector, count: usize) -> String {
    let random = Random(seed);
    let mut writer =
        Writer { random, shape, vector, chained: false, left: 0, turn: 0, text: String::new() };
    for _ in 2..count {
        writer.instruction();
    }
    let mut text = writer.text;
    let end = ["la\t%r12, 64(%r12)".to_owned(), format!("brctg\t{COUNTER}, loop")];
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
            (0, _) => format!("lg\t{}, {address}", self.result()),
            (1, _) => format!("llgc\t{}, {address}", self.result()),
            (_, Vector::Narrow) => format!("ld\t%f{}, {address}", self.vector_result()),
            (_, Vector::Wide) => format!("vl\t%v{}, {address}", self.vector_result()),
        }
    }

    fn store(&mut self) -> String {
        let address = self.address();
        match (self.random.below(2), self.vector) {
            (0, _) => format!("stg\t{}, {address}", self.operand()),
            (_, Vector::Narrow) => format!("std\t%f{}, {address}", self.vector_operand()),
            (_, Vector::Wide) => format!("vst\t%v{}, {address}", self.vector_operand()),
        }
    }

    fn integer(&mut self) -> String {
        let (from, to) = (self.operand(), self.result());
        match self.random.below(10) {
            0..5 => {
                let name = self.random.pick(&["agr", "sgr", "xgr", "ngr", "ogr"]);
                format!("{name}\t{to}, {from}")
            }
            5 => format!("aghi\t{to}, 8"),
            6 => format!("sllg\t{to}, {from}, {}", 1 + self.random.below(31)),
            7 => format!("msgr\t{to}, {from}"),
            8 => format!("lghi\t{to}, {}", self.random.below(2000)),
            _ => format!("lgr\t{to}, {from}"),
        }
    }

    fn arithmetic(&mut self) -> String {
        let (from, to) = (self.vector_operand(), self.vector_result());
        let second = if self.chained { to } else { self.vector_operand() };
        match (self.vector, self.random.below(6)) {
            (Vector::Narrow, 0) => format!("madbr\t%f{to}, %f{from}, %f{second}"),
            (Vector::Narrow, _) => {
                let name = self.random.pick(&["adbr", "mdbr", "sdbr", "aebr", "ldr"]);
                format!("{name}\t%f{to}, %f{from}")
            }
            (Vector::Wide, 0) => format!("vfmadb\t%v{to}, %v{from}, %v{second}, %v{to}"),
            (Vector::Wide, _) => {
                let name = self.random.pick(&["vfadb", "vfmdb", "vag", "vn", "vmlf", "vmxg"]);
                format!("{name}\t%v{to}, %v{from}, %v{second}")
            }
        }
    }

    fn divide(&mut self) -> String {
        let (from, to) = (self.vector_operand(), self.vector_result());
        match self.vector {
            Vector::Narrow => format!("ddbr\t%f{to}, %f{from}"),
            Vector::Wide => format!("vfddb\t%v{to}, %v{from}, %v{to}"),
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
