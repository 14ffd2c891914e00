//! Call frame information: `.cfi_*`. Checked, and forgotten.

use crate::lexer::TokenKind;
use crate::parser::error::ParseResult;
use crate::parser::interface::{Parser, StatementName};
use crate::source::Loc;

/// The operands of a directive about the frame.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operand {
    Register,
    Value,
}

impl<'a> Parser<'a> {
    /// Parses `.cfi_sections section, ...`.
    pub(super) fn parse_cfi_sections(&mut self, _: StatementName<'a>) -> ParseResult {
        if self.eat(TokenKind::EndOfStatement) {
            return Ok(());
        }
        loop {
            self.expect_name("expected .eh_frame, .debug_frame, or .sframe")?;
            if self.eat(TokenKind::EndOfStatement) {
                return Ok(());
            }
            self.expect_comma()?;
        }
    }

    /// Parses `.cfi_startproc [simple]`.
    pub(super) fn parse_cfi_start(&mut self, _: StatementName<'a>) -> ParseResult {
        if !self.eat(TokenKind::EndOfStatement) {
            if self.parse_identifier() != Some(b"simple") {
                return Err(self.error(self.tok().loc, "unexpected token"));
            }
            self.expect_end_of_statement()?;
        }
        let section = self.sections.current();
        if self.frames.open.last() == Some(&section) {
            let message = "starting new .cfi frame before finishing the previous one";
            self.context_error(self.lexer.loc(), message);
            return Ok(());
        }
        self.frames.begin(section);
        self.lay_out_frame();
        Ok(())
    }

    /// Parses `.cfi_endproc`.
    pub(super) fn parse_cfi_end(&mut self, statement: StatementName<'a>) -> ParseResult {
        self.expect_end_of_statement()?;
        if self.check_in_frame(statement.loc) {
            self.frames.end();
            self.lay_out_frame_end();
        }
        Ok(())
    }

    /// Returns whether a frame is open; reports that one must be if not.
    fn check_in_frame(&mut self, loc: Loc) -> bool {
        if !self.frames.open.is_empty() {
            return true;
        }
        let message =
            "this directive must appear between .cfi_startproc and .cfi_endproc directives";
        self.context_error(loc, message);
        false
    }

    /// Parses a directive about the frame, with operands and commas between them.
    pub(super) fn parse_cfi(
        &mut self,
        statement: StatementName<'a>,
        operands: &[Operand],
    ) -> ParseResult {
        for (index, operand) in operands.iter().enumerate() {
            if index > 0 {
                self.expect_comma()?;
            }
            match operand {
                Operand::Register => self.parse_cfi_register()?,
                Operand::Value => {
                    self.parse_absolute_expression()?;
                }
            }
        }
        self.expect_end_of_statement()?;
        self.check_in_frame(statement.loc);
        Ok(())
    }

    /// Parses a register by name, or by an expression that begins with a number.
    fn parse_cfi_register(&mut self) -> ParseResult {
        if self.at(TokenKind::Integer) {
            self.parse_absolute_expression()?;
        } else if let Err(error) = self.target.parse_register(self) {
            self.point_errors_at_their_end();
            return Err(error);
        }
        Ok(())
    }

    /// Parses `.cfi_llvm_vector_registers register, vector, lane, bits[, vector, lane, bits ...]`.
    pub(super) fn parse_cfi_vector_registers(
        &mut self,
        statement: StatementName<'a>,
    ) -> ParseResult {
        self.parse_cfi_register()?;
        self.expect_comma()?;
        loop {
            self.parse_cfi_register()?;
            self.expect_comma()?;
            self.parse_integer_token("expected a lane number")?;
            self.expect_comma()?;
            self.parse_absolute_expression()?;
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect_end_of_statement()?;
        self.check_in_frame(statement.loc);
        Ok(())
    }

    /// Parses a directive of a target's own about the frame, without operands, written at `loc`.
    pub(crate) fn parse_plain_cfi(&mut self, loc: Loc) -> ParseResult {
        self.expect_end_of_statement()?;
        self.check_in_frame(loc);
        Ok(())
    }

    /// Parses `.cfi_escape value, ...`.
    pub(super) fn parse_cfi_escape(&mut self, statement: StatementName<'a>) -> ParseResult {
        self.parse_absolute_expression()?;
        while self.at(TokenKind::Comma) {
            self.lex();
            self.parse_absolute_expression()?;
        }
        self.check_in_frame(statement.loc);
        Ok(())
    }

    /// Parses `.cfi_personality encoding[, symbol]` and `.cfi_lsda`.
    pub(super) fn parse_cfi_personality(&mut self, statement: StatementName<'a>) -> ParseResult {
        const OMIT: i64 = 0xff;
        let encoding = self.parse_absolute_expression()?;
        if encoding == OMIT {
            return Ok(());
        }
        let format_is_known = matches!(encoding & 0xf, 0x0 | 0x2..=0x4 | 0x8 | 0xa..=0xc);
        let is_pc_relative_or_absolute = matches!(encoding & 0x70, 0x00 | 0x10);
        if encoding & !0xff != 0 || !format_is_known || !is_pc_relative_or_absolute {
            return Err(self.error(self.tok().loc, "unsupported encoding."));
        }
        self.expect_comma()?;
        let name = self.expect_identifier("expected identifier in directive")?;
        self.symbols.intern(name);
        self.expect_end_of_statement()?;
        self.check_in_frame(statement.loc);
        Ok(())
    }

    /// Parses `.cfi_label name`.
    pub(super) fn parse_cfi_label(&mut self, statement: StatementName<'a>) -> ParseResult {
        let name = self.expect_name("expected identifier")?;
        self.expect_end_of_statement()?;
        self.symbols.intern(name);
        self.check_in_frame(statement.loc);
        Ok(())
    }
}
