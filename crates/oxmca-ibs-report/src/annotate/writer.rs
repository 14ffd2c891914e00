//! Texts of decoded instructions.

use oxmca::Session;
use oxmca_asm::inst::{Expr, Operand};
use oxmca_asm::printer::PrintOptions;
use oxmca_object::ListedInst;

use super::options::Syntax;

/// The symbol that stands for the target while a branch is written.
const TARGET: &str = "target";

/// Writes instructions of a session.
pub struct Writer<'a> {
    session: &'a Session,
    printing: PrintOptions,
}

impl<'a> Writer<'a> {
    /// Returns a writer of instructions of a session's target.
    pub fn new(session: &'a Session, syntax: Syntax) -> Self {
        let dialect = u8::from(syntax == Syntax::Intel);
        Self { session, printing: PrintOptions { dialect, ..PrintOptions::default() } }
    }

    /// Returns the text of an instruction, without the target of a direct branch.
    pub fn text(&self, instruction: &ListedInst) -> String {
        let mut inst = instruction.inst.clone();
        if let Some(operand) = self.session.target().relative_operand(&inst) {
            let symbol = Expr::Symbol { name: TARGET.into(), specifier: None };
            inst.operands[operand] = Operand::Expr(Box::new(symbol));
        }
        let mut text = String::new();
        self.session.print_inst(&inst, &self.printing, &mut text);
        aligned(&text)
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
