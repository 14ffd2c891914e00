//! Operands that are names: barriers, coprocessors, status registers and conditions.

use super::statement::{Attempt, AttemptResult, Statement};
use crate::lexer::TokenKind;
use crate::parser::ErrorReported;
use crate::target::arm::condition;
use crate::target::arm::feature_bits::Feature;
use crate::target::arm::operand::OperandKind;

/// Names of memory barriers with their codes; the last four need version 8.
const BARRIERS: [(&[u8], i64); 16] = [
    (b"sy", 15),
    (b"st", 14),
    (b"sh", 11),
    (b"ish", 11),
    (b"shst", 10),
    (b"ishst", 10),
    (b"nsh", 7),
    (b"un", 7),
    (b"nshst", 6),
    (b"unst", 6),
    (b"osh", 3),
    (b"oshst", 2),
    (b"ld", 13),
    (b"ishld", 9),
    (b"nshld", 5),
    (b"oshld", 1),
];

/// The number of barriers that all versions have.
const BARRIERS_BEFORE_V8: usize = 12;

/// Returns the number behind a letter: of `p15`, or `c7` and `cr7`.
fn coprocessor(name: &[u8], letter: u8) -> Option<i64> {
    let name = name.strip_prefix(&[letter])?;
    let digits = name.strip_prefix(b"r").unwrap_or(name);
    match digits {
        [digit @ b'0'..=b'9'] => Some((digit - b'0').into()),
        [b'1', digit @ b'0'..=b'5'] => Some(10 + i64::from(digit - b'0')),
        _ => None,
    }
}

/// Returns the bits of letters, each of which may be there once.
fn flags(letters: &[u8], bits: &[(u8, i64)]) -> Option<i64> {
    letters.iter().try_fold(0, |flags, letter| {
        let (_, bit) = bits.iter().find(|(known, _)| known == letter)?;
        (flags & bit == 0).then_some(flags | bit)
    })
}

impl Statement<'_, '_> {
    /// Goes past the current name and adds an operand.
    fn take_name(&mut self, kind: OperandKind<'static>) -> AttemptResult {
        let loc = self.loc();
        self.parser.lex();
        self.push(kind, loc);
        Ok(Attempt::Parsed)
    }

    /// Returns the current name in lower case.
    fn name(&self) -> Option<Vec<u8>> {
        self.at(TokenKind::Identifier).then(|| self.tok().text.to_ascii_lowercase())
    }

    /// Parses the condition of a block.
    pub fn parse_condition(&mut self) -> AttemptResult {
        match self.name().and_then(|name| condition::code_of(&name)) {
            Some(code) => self.take_name(OperandKind::Condition(code)),
            None => Ok(Attempt::NoMatch),
        }
    }

    /// Parses the number of a coprocessor.
    pub fn parse_coprocessor(&mut self) -> AttemptResult {
        let number = self.name().and_then(|name| coprocessor(&name, b'p'));
        // The others are taken by the floating-point unit and by vectors.
        let is_valid = |number: &i64| match number {
            14 | 15 => !self.has(Feature::V8_1mMainline),
            8 | 9 => !self.has(Feature::V8) && !self.has(Feature::V8_1mMainline),
            _ => !self.has(Feature::V8),
        };
        match number.filter(is_valid) {
            Some(number) => self.take_name(OperandKind::CoprocessorNumber(number)),
            None => Ok(Attempt::NoMatch),
        }
    }

    /// Parses a register of a coprocessor.
    pub fn parse_coprocessor_register(&mut self) -> AttemptResult {
        match self.name().and_then(|name| coprocessor(&name, b'c')) {
            Some(number) => self.take_name(OperandKind::CoprocessorRegister(number)),
            None => Ok(Attempt::NoMatch),
        }
    }

    /// Parses an option of a coprocessor in braces.
    pub fn parse_coprocessor_option(&mut self) -> AttemptResult {
        let loc = self.loc();
        if !self.eat(TokenKind::LCurly) {
            return Ok(Attempt::NoMatch);
        }
        const RANGE: &str = "coprocessor option must be an immediate in range [0, 255]";
        let at = self.loc();
        let number = self.parse_number("illegal expression", RANGE)?;
        if !(0..256).contains(&number) {
            return self.fail_at(at, RANGE);
        }
        if !self.eat(TokenKind::RCurly) {
            // LLVM leaves the statement out and says nothing.
            return Err(ErrorReported);
        }
        self.push(OperandKind::CoprocessorOption(number), loc);
        Ok(Attempt::Parsed)
    }

    /// Parses the number of a barrier.
    fn parse_barrier_number(&mut self, of: fn(i64) -> OperandKind<'static>) -> AttemptResult {
        let loc = self.loc();
        if !self.eat_hash() && !self.at(TokenKind::Integer) {
            return self.fail("expected an immediate or barrier type");
        }
        let at = self.loc();
        let number = self.parse_number("illegal expression", "constant expression expected")?;
        if number as i32 & !15 != 0 {
            return self.fail_at(at, "immediate value out of range");
        }
        self.push(of(number & 15), loc);
        Ok(Attempt::Parsed)
    }

    pub fn parse_memory_barrier(&mut self) -> AttemptResult {
        let Some(name) = self.name() else {
            return self.parse_barrier_number(OperandKind::MemoryBarrier);
        };
        let known = if self.has(Feature::V8) { BARRIERS.len() } else { BARRIERS_BEFORE_V8 };
        match BARRIERS[..known].iter().find(|(known, _)| *known == name) {
            Some((_, code)) => self.take_name(OperandKind::MemoryBarrier(*code)),
            None => Ok(Attempt::NoMatch),
        }
    }

    pub fn parse_instruction_barrier(&mut self) -> AttemptResult {
        match self.name() {
            Some(name) if name == b"sy" => self.take_name(OperandKind::InstructionBarrier(15)),
            Some(_) => Ok(Attempt::NoMatch),
            None => self.parse_barrier_number(OperandKind::InstructionBarrier),
        }
    }

    pub fn parse_trace_barrier(&mut self) -> AttemptResult {
        match self.name() {
            Some(name) if name == b"csync" => self.take_name(OperandKind::TraceBarrier),
            _ => Ok(Attempt::NoMatch),
        }
    }

    /// Parses the interrupts that `cps` switches.
    pub fn parse_interrupt_flags(&mut self) -> AttemptResult {
        let Some(name) = self.name() else { return Ok(Attempt::NoMatch) };
        let bits = match self.tok().text {
            b"none" => Some(0),
            _ => flags(&name, &[(b'a', 4), (b'i', 2), (b'f', 1)]),
        };
        match bits {
            Some(bits) => self.take_name(OperandKind::InterruptFlags(bits)),
            None => Ok(Attempt::NoMatch),
        }
    }

    /// Returns whether the operand before is a status register already.
    fn follows_status(&self) -> bool {
        matches!(
            self.operands.last().map(|it| &it.kind),
            Some(OperandKind::StatusMask(_) | OperandKind::BankedRegister(_))
        )
    }

    /// Parses a status register with its fields, or a special register of the M profile.
    pub fn parse_status_mask(&mut self) -> AttemptResult {
        if self.follows_status() {
            return Ok(Attempt::NoMatch);
        }
        let tok = self.tok();
        if tok.is(TokenKind::Integer) {
            if !(0..256).contains(&tok.value) {
                return Ok(Attempt::NoMatch);
            }
            return self.take_name(OperandKind::StatusMask(tok.value));
        }
        let Some(name) = self.name() else { return Ok(Attempt::NoMatch) };
        let mask = match self.has(Feature::MProfile) {
            true => self.special_register(&name),
            false => status_mask(&name, tok.text),
        };
        match mask {
            Some(mask) => self.take_name(OperandKind::StatusMask(mask)),
            None => Ok(Attempt::NoMatch),
        }
    }

    /// Returns the number of a special register of the M profile.
    fn special_register(&self, name: &[u8]) -> Option<i64> {
        let table = self.arm.tables.named_table("MClassSysRegsList")?;
        let row = table.row_named(std::str::from_utf8(name).ok()?)?;
        let is_there = row.features_hold(table.column("Requires")?, self.parser.features());
        is_there.then_some(row.number(table.column("Encoding")?) & 0xfff)
    }

    /// Parses a register of another mode.
    pub fn parse_banked_register(&mut self) -> AttemptResult {
        let name = self.name().filter(|_| !self.follows_status());
        let number = name.and_then(|name| {
            let table = self.arm.tables.named_table("BankedRegsList")?;
            let row = table.row_named(std::str::from_utf8(&name).ok()?)?;
            Some(row.number(table.column("Encoding")?))
        });
        match number {
            Some(number) => self.take_name(OperandKind::BankedRegister(number)),
            None => Ok(Attempt::NoMatch),
        }
    }
}

/// Returns the number of a status register with its fields: `cpsr_fc`. Names of fields are in lower case.
fn status_mask(name: &[u8], written: &[u8]) -> Option<i64> {
    let underscore = name.iter().position(|byte| *byte == b'_');
    let register = &name[..underscore.unwrap_or(name.len())];
    let fields = underscore.map_or(&b""[..], |at| &written[at + 1..]);
    match register {
        b"apsr" => Some(match fields {
            b"" | b"nzcvq" => 8,
            b"g" => 4,
            b"nzcvqg" => 12,
            _ => return None,
        }),
        b"cpsr" | b"spsr" => {
            let fields = if matches!(fields, b"" | b"all") { b"fc" } else { fields };
            let mask = flags(fields, &[(b'c', 1), (b'x', 2), (b's', 4), (b'f', 8)])?;
            Some(if register == b"spsr" { mask | 16 } else { mask })
        }
        _ => None,
    }
}
