//! Values of registers before the first iteration, as text names them.

use std::fmt;

use oxmca_tables::{Reg, Tables};

/// A register and its value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct NamedRegister {
    /// Its name in assembly, without `%`.
    pub name: String,
    /// Its value.
    pub value: u64,
    /// The line that names it, from 1; 0 if it is from no text.
    pub line: u32,
    /// The column of its name, from 1.
    pub column: u32,
}

impl NamedRegister {
    /// Returns a register that is from no text.
    pub fn new(name: &str, value: u64) -> NamedRegister {
        let name = name.strip_prefix('%').unwrap_or(name).to_ascii_lowercase();
        NamedRegister { name, value, line: 0, column: 0 }
    }

    /// Returns the register of that name.
    ///
    /// # Errors
    /// There is none, or it is a part of another.
    pub fn register(&self, tables: &Tables<'_>) -> Result<Reg, InitialRegisterProblem> {
        let found = tables.register_written(self.name.as_bytes());
        let reg = found.ok_or(InitialRegisterProblem::Unknown)?;
        let mut supers = tables.super_registers(reg).iter();
        match supers.all(|it| tables.register(*it).is_artificial != 0) {
            true => Ok(reg),
            false => Err(InitialRegisterProblem::IsPart),
        }
    }
}

/// A mistake in values of registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum InitialRegisterProblem {
    /// A line is neither empty nor a register and its value.
    NoPair,
    /// The value is no number of 64 bits.
    NoNumber,
    /// The register was named before.
    Twice,
    /// The target has no such register.
    Unknown,
    /// The register is a part of another one.
    IsPart,
}

impl fmt::Display for InitialRegisterProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            InitialRegisterProblem::NoPair => "expected a register and its value",
            InitialRegisterProblem::NoNumber => "the value is no number of 64 bits",
            InitialRegisterProblem::Twice => "the register has a value already",
            InitialRegisterProblem::Unknown => "there is no such register",
            InitialRegisterProblem::IsPart => "the register is a part of another: name that",
        })
    }
}

/// The place of a mistake in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct InitialRegistersError {
    /// The line, from 1.
    pub line: u32,
    /// The column, in bytes from 1.
    pub column: u32,
    /// The mistake.
    pub problem: InitialRegisterProblem,
}

impl fmt::Display for InitialRegistersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.problem)
    }
}

impl std::error::Error for InitialRegistersError {}

/// Reads lines of a register and its value, as in `%rdi 0x1000`. `#` begins a comment.
///
/// # Errors
/// The first mistake.
pub fn read_initial_registers(text: &str) -> Result<Vec<NamedRegister>, InitialRegistersError> {
    let mut registers: Vec<NamedRegister> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line_number = u32::try_from(number + 1).unwrap_or(u32::MAX);
        let column = |word: &str| (word.as_ptr() as usize - line.as_ptr() as usize) as u32 + 1;
        let error = |word: &str, problem| InitialRegistersError {
            line: line_number,
            column: column(word),
            problem,
        };
        let code = line.split('#').next().unwrap_or_default();
        let mut words = code.split_ascii_whitespace();
        let Some(name) = words.next() else { continue };
        let (Some(value), None) = (words.next(), words.next()) else {
            return Err(error(name, InitialRegisterProblem::NoPair));
        };
        let found = number_of(value).ok_or(error(value, InitialRegisterProblem::NoNumber))?;
        let register = NamedRegister {
            line: line_number,
            column: column(name),
            ..NamedRegister::new(name, found)
        };
        if registers.iter().any(|other| other.name == register.name) {
            return Err(error(name, InitialRegisterProblem::Twice));
        }
        registers.push(register);
    }
    Ok(registers)
}

/// Returns a number, decimal or hexadecimal, with or without a sign.
fn number_of(text: &str) -> Option<u64> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let is_digits =
        |text: &str, radix| !text.is_empty() && text.chars().all(|it| it.is_digit(radix));
    let value = match digits.strip_prefix("0x") {
        Some(digits) if is_digits(digits, 16) => u64::from_str_radix(digits, 16).ok()?,
        None if is_digits(digits, 10) => digits.parse().ok()?,
        _ => return None,
    };
    match is_negative {
        true if value > 1 << 63 => None,
        true => Some(value.wrapping_neg()),
        false => Some(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_are_read() {
        let read = read_initial_registers("# a comment\n%RDI 0x1000 # here\n\n  rsi -8\n").unwrap();
        let values: Vec<_> = read.iter().map(|it| (it.name.as_str(), it.value)).collect();
        assert_eq!(values, [("rdi", 0x1000), ("rsi", u64::MAX - 7)]);
        assert_eq!((read[1].line, read[1].column), (4, 3));
    }

    #[test]
    fn mistakes_are_located() {
        for (text, place, problem) in [
            ("rdi\n", (1, 1), InitialRegisterProblem::NoPair),
            ("\n rdi 1 2\n", (2, 2), InitialRegisterProblem::NoPair),
            ("rdi 0x\n", (1, 5), InitialRegisterProblem::NoNumber),
            ("rdi 18446744073709551616\n", (1, 5), InitialRegisterProblem::NoNumber),
            ("rdi +1\n", (1, 5), InitialRegisterProblem::NoNumber),
            ("rdi 1\n%rdi 2\n", (2, 1), InitialRegisterProblem::Twice),
        ] {
            let error = read_initial_registers(text).unwrap_err();
            assert_eq!(((error.line, error.column), error.problem), (place, problem), "{text}");
        }
    }
}
