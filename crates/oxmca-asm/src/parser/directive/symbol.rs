//! Directives about symbols.

use std::collections::HashSet;

use crate::lexer::TokenKind;
use crate::parser::error::{ParseResult, message};
use crate::parser::interface::{Parser, StatementName};
use crate::symbols::SymbolId;

impl<'a> Parser<'a> {
    /// Returns a symbol; `message` is reported at the token read last if there is none.
    pub(super) fn expect_symbol(&mut self, message: &str) -> ParseResult<SymbolId> {
        let name = self.expect_name(message)?;
        Ok(self.symbols.intern(name))
    }

    /// Returns whether `.lto_discard` named this symbol.
    pub(in crate::parser) fn lto_discarded(&self, name: &[u8]) -> bool {
        !self.lto_discard.is_empty() && self.lto_discard.contains(name)
    }

    /// Parses `.globl symbol, ...` and its kin.
    pub(super) fn parse_symbol_attribute(
        &mut self,
        statement: StatementName<'a>,
        allow_local: bool,
    ) -> ParseResult {
        self.parse_many(true, |parser| {
            let loc = parser.tok().loc;
            let Some(name) = parser.parse_identifier() else {
                return Err(parser.error(loc, "expected identifier"));
            };
            if parser.lto_discarded(name) {
                return Ok(());
            }
            let symbol = parser.symbols.intern(name);
            if parser.symbols.is_temporary(symbol) && !allow_local {
                return Err(parser.error(loc, "non-local symbol required"));
            }
            if matches!(statement.name, b".globl" | b".global" | b".private_extern") {
                parser.lay_out_global(symbol);
            }
            Ok(())
        })
    }

    /// Parses `.comm symbol, size[, alignment]` and `.lcomm`.
    pub(super) fn parse_common(&mut self, _: StatementName<'a>, is_local: bool) -> ParseResult {
        let loc = self.lexer.loc();
        let symbol = self.expect_symbol("expected identifier in directive")?;
        self.expect_comma()?;
        let size_loc = self.lexer.loc();
        let size = self.parse_absolute_expression()?;
        if self.at(TokenKind::Comma) {
            self.lex();
            let alignment_loc = self.lexer.loc();
            let alignment = self.parse_absolute_expression()?;
            let is_bytes = if is_local {
                match self.syntax.lcomm_alignment {
                    None => {
                        let message = "alignment not supported on this target";
                        return Err(self.error(alignment_loc, message));
                    }
                    Some(is_bytes) => is_bytes,
                }
            } else {
                self.syntax.comm_alignment_is_bytes
            };
            if is_bytes && !(alignment as u64).is_power_of_two() {
                return Err(self.error(alignment_loc, "alignment must be a power of 2"));
            }
        }
        self.expect_end_of_statement()?;
        if size < 0 {
            return Err(self.error(size_loc, "size must be non-negative"));
        }
        self.symbols.forget_if_redefinable(symbol);
        if !self.symbols.is_undefined(symbol) {
            return Err(self.error(loc, "invalid symbol redefinition"));
        }
        Ok(())
    }

    /// Parses `.reloc offset, name[, expression]`.
    pub(super) fn parse_reloc(&mut self, _: StatementName<'a>) -> ParseResult {
        self.parse_expression()?;
        self.expect_comma()?;
        if !self.at(TokenKind::Identifier) {
            return Err(self.error(self.tok().loc, "expected relocation name"));
        }
        self.lex();
        if self.at(TokenKind::Comma) {
            self.lex();
            let loc = self.lexer.loc();
            let expr = self.parse_expression()?.0;
            if self.evaluate_relocatable(&expr).is_none() {
                return Err(self.error(loc, "expression must be relocatable"));
            }
        }
        self.expect_end_of_statement()
    }

    /// Parses `.addrsig`.
    pub(super) fn parse_addrsig(&mut self, _: StatementName<'a>) -> ParseResult {
        self.expect_end_of_statement()
    }

    /// Parses `.addrsig_sym symbol`.
    pub(super) fn parse_addrsig_symbol(&mut self, _: StatementName<'a>) -> ParseResult {
        let name = self.expect_identifier("expected identifier")?;
        self.symbols.intern(name);
        self.expect_end_of_statement()
    }

    /// Parses `.lto_discard symbol, ...`.
    pub(super) fn parse_lto_discard(&mut self, _: StatementName<'a>) -> ParseResult {
        self.lto_discard = HashSet::default();
        self.parse_many(true, |parser| {
            let loc = parser.tok().loc;
            match parser.parse_identifier() {
                Some(name) => {
                    parser.lto_discard.insert(name);
                    Ok(())
                }
                None => Err(parser.error(loc, "expected identifier")),
            }
        })
    }

    /// Parses `.extern`, which says nothing.
    pub(super) fn parse_extern(&mut self, _: StatementName<'a>) -> ParseResult {
        self.eat_to_end_of_statement();
        Ok(())
    }

    /// Parses `.include "file"`. This crate reads no files.
    pub(super) fn parse_include(&mut self, _: StatementName<'a>) -> ParseResult {
        let loc = self.tok().loc;
        if !self.at(TokenKind::String) {
            return Err(self.error(loc, "expected string in '.include' directive"));
        }
        let file = self.parse_escaped_string()?;
        if !self.at(TokenKind::EndOfStatement) {
            let message = "unexpected token in '.include' directive";
            return Err(self.error(self.tok().loc, message));
        }
        Err(self.error(loc, message!["Could not find include file '", file, "'"]))
    }

    /// Parses `.incbin "file"[, skip[, count]]`. This crate reads no files.
    pub(super) fn parse_incbin(&mut self, _: StatementName<'a>) -> ParseResult {
        let loc = self.tok().loc;
        if !self.at(TokenKind::String) {
            return Err(self.error(loc, "expected string in '.incbin' directive"));
        }
        let file = self.parse_escaped_string()?;
        let (mut skip, mut skip_loc) = (0, loc);
        if self.eat(TokenKind::Comma) {
            if !self.at(TokenKind::Comma) {
                skip_loc = self.tok().loc;
                skip = self.parse_absolute_expression()?;
            }
            if self.eat(TokenKind::Comma) {
                self.parse_expression()?;
            }
        }
        self.expect_end_of_statement()?;
        if skip < 0 {
            return Err(self.error(skip_loc, "skip is negative"));
        }
        Err(self.error(loc, message!["Could not find incbin file '", file, "'"]))
    }
}
