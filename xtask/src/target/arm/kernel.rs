//! Loop bodies to measure with: A32 with vector instructions of NEON, the wide ones with all four words.

use std::fmt::Write as _;

use crate::random::Random;
use crate::target::workload::{Shape, Vector};

/// Pointers and the loop's counter, which only the end of the loop writes.
const POINTERS: &[&str] = &["r0", "r1", "r2"];
const COUNTER: &str = "r3";
const END: &str = "r4";

/// Registers that results go to. A chain keeps to the first two.
const WORK: &[&str] = &["r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12"];
/// Vector registers that results go to, likewise, and those that hold constants.
const VECTOR_WORK: usize = 12;
const VECTORS: usize = 16;
const CHAIN: usize = 2;

/// Returns a loop body of `count` instructions, its end included. A seed always gives the same.
pub fn kernel(seed: u64, shape: Shape, vector: Vector, count: usize) -> String {
    let mut writer = Writer {
        random: Random(seed),
        shape,
        letter: if vector == Vector::Wide { 'q' } else { 'd' },
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
        "blo\tloop".to_owned(),
    ];
    for line in end.iter().take(count) {
        let _ = writeln!(text, "\t{line}");
    }
    text
}

struct Writer {
    random: Random,
    shape: Shape,
    /// The first letter of vector registers.
    letter: char,
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
            _ => self.arithmetic(),
        };
        let _ = writeln!(self.text, "\t{line}");
    }

    fn load(&mut self) -> String {
        let (offset, base) = self.address();
        match self.random.below(3) {
            0 => format!("ldr\t{}, [{base}, #{offset}]", self.result()),
            1 => format!("ldrb\t{}, [{base}, #{offset}]", self.result()),
            _ => format!("vld1.32\t{}, [{base}]", self.vector_list()),
        }
    }

    fn store(&mut self) -> String {
        let (offset, base) = self.address();
        match self.random.below(2) {
            0 => format!("str\t{}, [{base}, #{offset}]", self.operand()),
            _ => format!("vst1.32\t{}, [{base}]", self.vector_list()),
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
            7 => format!("mla\t{to}, {second}, {from}, {to}"),
            8 => format!("add\t{to}, {second}, {from}, lsl #3"),
            9 => format!("ubfx\t{to}, {from}, #3, #9"),
            10 => format!("mov\t{to}, #{}", self.random.below(200)),
            _ => format!("mov\t{to}, {from}"),
        }
    }

    fn arithmetic(&mut self) -> String {
        let (from, to, letter) = (self.vector_operand(), self.vector_result(), self.letter);
        let second = if self.chained { to } else { self.vector_operand() };
        match self.random.below(8) {
            0 => format!("vfma.f32\t{letter}{to}, {letter}{from}, {letter}{second}"),
            1 => format!("vdup.32\t{letter}{to}, d{from}[1]"),
            2 => format!("vrev64.32\t{letter}{to}, {letter}{from}"),
            _ => {
                let names =
                    ["vadd.f32", "vsub.f32", "vadd.i32", "vmax.s32", "vmax.f32", "vqdmulh.s32"];
                let name = self.random.pick(&names);
                format!("{name}\t{letter}{to}, {letter}{from}, {letter}{second}")
            }
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

    /// Returns a list of the registers of one vector.
    fn vector_list(&mut self) -> String {
        match (self.letter, self.vector_result()) {
            ('q', result) => format!("{{d{}, d{}}}", 2 * result, 2 * result + 1),
            (_, result) => format!("{{d{result}}}"),
        }
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
