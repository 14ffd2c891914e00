//! Symbols set to values: `=`, `.set`, `.equ`, `.equiv`, `.lto_set_conditional`.

use crate::inst::Expr;
use crate::parser::error::{ParseResult, message};
use crate::parser::interface::{Parser, StatementName};

/// The rules by which a symbol is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Assignment {
    /// `=`, `.set`, `.equ`: it may be set again.
    Again,
    /// `.equiv`: once.
    Once,
    /// `.lto_set_conditional`: once, to a symbol.
    Conditional,
}

impl<'a> Parser<'a> {
    /// Parses `.set name, expression` and the like.
    pub(super) fn parse_set(&mut self, _: StatementName<'a>, kind: Assignment) -> ParseResult {
        let name = self.expect_identifier("expected identifier")?;
        self.expect_comma()?;
        self.parse_assignment(name, kind)
    }

    /// Parses the value `name` is set to, up to and past the end of the statement.
    pub(crate) fn parse_assignment(&mut self, name: &'a [u8], kind: Assignment) -> ParseResult {
        if self.lto_discarded(name) {
            self.eat_to_end_of_statement();
            return Ok(());
        }
        let value_loc = self.tok().loc;
        let Ok((value, _)) = self.parse_expression() else {
            return Err(self.token_error("missing expression"));
        };
        self.expect_end_of_statement()?;
        if let Expr::Symbol { specifier: Some(_), .. } = value {
            let message = "relocation specifier not permitted in symbol equating";
            return Err(self.error(value_loc, message));
        }

        let may_redefine = kind == Assignment::Again;
        let symbol = match self.symbols.lookup(name) {
            Some(symbol) => {
                let known = self.symbols.get(symbol);
                let redefinable = known.redefinable;
                let is_set = known.variable().is_some() || !self.symbols.is_undefined(symbol);
                if is_set && (!may_redefine || !redefinable) {
                    let message = message!["redefinition of '", name, "'"];
                    return Err(self.error(value_loc, message));
                }
                symbol
            }
            // Moves the location counter, of which nothing depends here.
            None if name == b"." => return Ok(()),
            None => self.symbols.intern(name),
        };
        if kind == Assignment::Conditional {
            self.symbols.get_mut(symbol).redefinable = may_redefine;
            if !matches!(value, Expr::Symbol { .. }) {
                return Err(self.error(value_loc, "expected identifier"));
            }
            return Ok(());
        }
        self.symbols.set_variable(symbol, value, may_redefine);
        Ok(())
    }
}
