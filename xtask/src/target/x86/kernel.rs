//! Loop bodies to measure with. Wide vector instructions are those of AVX without AVX2, narrow ones those of SSE2.

use std::fmt::Write as _;

use crate::random::Random;
use crate::target::workload::{Shape, Vector};

/// Pointers and the loop's counter, which only the end of the loop writes.
const POINTERS: &[&str] = &["rdi", "rsi", "rdx"];
const COUNTER: &str = "rcx";
const END: &str = "rbp";

/// Registers that results go to. A chain keeps to the first two.
const WORK: &[&str] = &["rax", "rbx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"];
/// Vector registers that results go to, likewise, and those that hold constants.
const VECTOR_WORK: usize = 12;
const VECTORS: usize = 16;
const CHAIN: usize = 2;

/// Returns a loop body of `count` instructions, its end included. A seed always gives the same.
pub fn kernel(seed: u64, shape: Shape, vector: Vector, count: usize) -> String {
    let mut writer = Writer::new(seed, shape, vector);
    for _ in 3..count {
        writer.instruction();
    }
    let mut text = writer.text;
    let end = [
        format!("addq\t$64, %{COUNTER}"),
        format!("cmpq\t%{END}, %{COUNTER}"),
        "jne\tloop".to_owned(),
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
    fn new(seed: u64, shape: Shape, vector: Vector) -> Self {
        let random = Random(seed);
        Writer { random, shape, vector, chained: false, left: 0, turn: 0, text: String::new() }
    }

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
            0..14 => self.load(),
            14..22 => self.store(),
            22..30 => self.load_and_add(),
            30..58 => self.integer(),
            58..90 => self.vector_arithmetic(),
            90..99 => self.shuffle(),
            _ => self.divide(),
        };
        let _ = writeln!(self.text, "\t{line}");
    }

    fn load(&mut self) -> String {
        let address = self.address();
        match self.random.below(3) {
            0 => format!("movq\t{address}, %{}", self.result()),
            1 => format!("movzbl\t{address}, %{}", narrow(self.result())),
            _ => {
                let to = self.vector_result();
                self.vector_form("movups", &format!("{address}, "), to, false)
            }
        }
    }

    fn store(&mut self) -> String {
        let address = self.address();
        match self.random.below(2) {
            0 => format!("movq\t%{}, {address}", self.operand()),
            _ => {
                let from = self.vector_operand();
                match self.vector {
                    Vector::Narrow => format!("movups\t%xmm{from}, {address}"),
                    Vector::Wide => format!("vmovups\t%ymm{from}, {address}"),
                }
            }
        }
    }

    fn load_and_add(&mut self) -> String {
        let address = self.address();
        match self.random.below(2) {
            0 => format!("addq\t{address}, %{}", self.result()),
            _ => {
                let to = self.vector_result();
                let from = self.vector_operand();
                match self.vector {
                    Vector::Narrow => format!("addsd\t{address}, %xmm{to}"),
                    Vector::Wide => format!("vaddps\t{address}, %ymm{from}, %ymm{to}"),
                }
            }
        }
    }

    fn integer(&mut self) -> String {
        let (from, to) = (self.operand(), self.result());
        match self.random.below(12) {
            0..5 => {
                let name = self.random.pick(&["addq", "subq", "xorq", "andq", "orq"]);
                format!("{name}\t%{from}, %{to}")
            }
            5 => format!("leaq\t8(%{from},%{COUNTER},4), %{to}"),
            6 => format!("shlq\t${}, %{to}", 1 + self.random.below(31)),
            7 => format!("imulq\t%{from}, %{to}"),
            8 => format!("cmpq\t%{from}, %{to}"),
            9 => format!("cmovlq\t%{from}, %{to}"),
            11 if !self.chained => format!("xorl\t%{0}, %{0}", narrow(to)),
            _ => format!("movq\t%{from}, %{to}"),
        }
    }

    fn vector_arithmetic(&mut self) -> String {
        let (from, to) = (self.vector_operand(), self.vector_result());
        let names = ["mulps", "addps", "subps", "mulpd", "addpd", "maxps", "andps", "xorps"];
        let name = self.random.pick(&names);
        self.vector_form(name, &format!("%REG{from}, "), to, true)
    }

    /// Integers in vectors, which AVX has in narrow registers only.
    fn shuffle(&mut self) -> String {
        let (from, to) = (self.vector_operand(), self.vector_result());
        let name = self.random.pick(&["paddd", "pand", "punpckldq", "pcmpeqd", "psubw"]);
        match (self.vector, self.random.below(4)) {
            (Vector::Narrow, 0) => format!("pshufd\t$177, %xmm{from}, %xmm{to}"),
            (Vector::Wide, 0) => format!("vpshufd\t$177, %xmm{from}, %xmm{to}"),
            (Vector::Narrow, _) => format!("{name}\t%xmm{from}, %xmm{to}"),
            (Vector::Wide, _) => format!("v{name}\t%xmm{from}, %xmm{to}, %xmm{to}"),
        }
    }

    fn divide(&mut self) -> String {
        let (from, to) = (self.vector_operand(), self.vector_result());
        self.vector_form("divps", &format!("%REG{from}, "), to, true)
    }

    /// Returns a vector instruction in the form of the vector extension. `REG` in the source
    /// operand stands for the kind of register.
    fn vector_form(&mut self, name: &str, source: &str, to: usize, reads_result: bool) -> String {
        if self.vector == Vector::Narrow {
            return format!("{name}\t{}%xmm{to}", source.replace("REG", "xmm"));
        }
        let register = self.random.pick(&["xmm", "ymm", "ymm"]);
        let source = source.replace("REG", register);
        let second = match reads_result {
            true => {
                format!("%{register}{}, ", if self.chained { to } else { self.vector_operand() })
            }
            false => String::new(),
        };
        format!("v{name}\t{source}{second}%{register}{to}")
    }

    /// Returns the memory that does not depend on results, except now and then in a chain.
    fn address(&mut self) -> String {
        let offset = 8 * self.random.below(32);
        let base = match self.chained && self.random.below(4) == 0 {
            true => WORK[0],
            false => self.random.pick(POINTERS),
        };
        match self.random.below(2) {
            0 => format!("{offset}(%{base})"),
            _ => format!("{offset}(%{base},%{COUNTER})"),
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

/// Returns the low half of a 64-bit register.
fn narrow(register: &str) -> String {
    match register.strip_prefix("r").filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
        Some(number) => format!("r{number}d"),
        None => register.replacen('r', "e", 1),
    }
}
