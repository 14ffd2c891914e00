//! Conversion of decoded instructions to those of oxmca.
//!
//! The text of a decoded instruction is parsed, encoded and compared with the machine code, so that no instruction
//! is simulated as another.

use oxmca::{ParseError, Session};
use oxmca_asm::Inst;
use oxmca_asm::printer::PrintOptions;
use oxmca_ibs::code::{Instruction, TARGET, Writer};

use super::options::Syntax;

/// Converts instructions for a session.
pub struct Assembler<'a> {
    session: &'a Session,
    writer: Writer,
    printing: PrintOptions,
}

/// A converted instruction.
pub struct ReadInstruction {
    /// Its text for reports, without the target of a direct branch.
    pub text: String,
    /// The instruction, or the reason for which it cannot be simulated.
    pub inst: Result<Inst, String>,
}

impl<'a> Assembler<'a> {
    /// Returns a converter for the CPU of a session.
    pub fn new(session: &'a Session, syntax: Syntax) -> Self {
        let dialect = u8::from(syntax == Syntax::Intel);
        Self {
            session,
            writer: Writer::default(),
            printing: PrintOptions { dialect, ..PrintOptions::default() },
        }
    }

    /// Converts an instruction.
    pub fn read(&mut self, instruction: &Instruction) -> ReadInstruction {
        let source = self.writer.text(instruction).to_owned();
        let inst = parse(self.session, &source).and_then(|inst| {
            self.check(instruction, &inst)?;
            Ok(inst)
        });
        let text = match &inst {
            Ok(inst) => self.print(inst),
            Err(_) => source,
        };
        ReadInstruction { text: aligned(&text), inst }
    }

    fn print(&self, inst: &Inst) -> String {
        let mut text = String::new();
        self.session.print_inst(inst, &self.printing, &mut text);
        text
    }

    /// Checks that an instruction has the machine code of the one it was read from.
    fn check(&self, instruction: &Instruction, inst: &Inst) -> Result<(), String> {
        let mut bytes = Vec::new();
        let encoded = self.session.encode(inst, &mut bytes);
        match encoded {
            Ok(()) if instruction.is_encoded_by(&bytes) => Ok(()),
            Ok(()) => Err("is read as another instruction".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }
}

fn parse(session: &Session, source: &str) -> Result<Inst, String> {
    match session.parse(source) {
        Ok(code) => {
            let mut instructions = code.parsed().insts.iter().cloned();
            match (instructions.next(), instructions.next()) {
                (Some(inst), None) => Ok(inst),
                _ => Err("is not one instruction".to_owned()),
            }
        }
        Err(ParseError::Invalid(code)) => Err(code.diagnostics().first().map_or_else(
            || "cannot be read".to_owned(),
            |it| String::from_utf8_lossy(&it.message).into_owned(),
        )),
        Err(error) => Err(error.to_string()),
    }
}

/// Returns an instruction's text with its operands in a column, and without the target of a branch.
fn aligned(text: &str) -> String {
    const MNEMONIC_WIDTH: usize = 7;
    let text = text.trim();
    let text = text.strip_suffix(TARGET).unwrap_or(text).trim_end();
    match text.split_once(['\t', ' ']) {
        Some((mnemonic, operands)) => {
            let operands = operands.trim_start().replace('\t', " ");
            format!("{mnemonic:MNEMONIC_WIDTH$} {operands}")
        }
        None => text.to_owned(),
    }
}
