//! Directives about functions, their frames and their global pointer.

use super::Directive;
use crate::inst::Expr;
use crate::lexer::TokenKind;
use crate::parser::ParseResult;

const INVALID: &str = "invalid register";
const NO_ADDRESS: &str = "expected register containing function address";

impl Directive<'_, '_> {
    /// Parses `.cpadd $REGISTER`.
    pub(super) fn parse_cpadd(&mut self) -> ParseResult {
        let (number, loc) = self.parse_general("expected register", INVALID)?;
        self.expect_end()?;
        self.parser.lex();
        self.note_general(number, loc);
        self.state().has_code = true;
        Ok(())
    }

    /// Parses `.cpload $REGISTER`, whose instructions are not simulated.
    pub(super) fn parse_cpload(&mut self) -> ParseResult {
        if self.state().choices.reorders {
            let message = ".cpload should be inside a noreorder section";
            self.parser.warning(self.loc, message);
        }
        if self.is_in_mips_16() {
            return Err(self.parser.token_error(".cpload is not supported in Mips16 mode"));
        }
        let (number, loc) = self.parse_general(NO_ADDRESS, INVALID)?;
        self.expect_end()?;
        self.note_general(number, loc);
        self.state().has_code = true;
        Ok(())
    }

    fn is_in_mips_16(&self) -> bool {
        self.parser.features().contains(self.mips.bits.mips_16)
    }

    /// Parses `.cplocal $REGISTER`.
    pub(super) fn parse_cplocal(&mut self) -> ParseResult {
        if !self.mips.abi.has_wide_registers() {
            let message = ".cplocal is allowed only in N32 or N64 mode";
            return Err(self.parser.token_error(message));
        }
        let (number, loc) =
            self.parse_general("expected register containing global pointer", INVALID)?;
        self.expect_end()?;
        self.parser.lex();
        self.note_general(number, loc);
        let state = self.state();
        if state.is_position_independent {
            state.global_pointer = Some(number);
        }
        state.has_code = true;
        Ok(())
    }

    /// Parses `.cprestore OFFSET`.
    pub(super) fn parse_cprestore(&mut self) -> ParseResult {
        if self.is_in_mips_16() {
            return Err(self.parser.token_error(".cprestore is not supported in Mips16 mode"));
        }
        let offset = self.parse_constant(
            "expected stack offset value",
            "stack offset is not an absolute expression",
        )?;
        if offset < 0 {
            let message = ".cprestore with negative stack offset has no effect";
            self.parser.warning(self.loc, message);
            self.state().restored_from = None;
        } else {
            self.state().restored_from = Some(i64::from(offset as i32));
        }
        self.expect_end()?;
        self.state().has_code = true;
        self.parser.lex();
        Ok(())
    }

    /// Parses `.cpsetup $REGISTER, PLACE, SYMBOL`, whose instructions are not simulated.
    pub(super) fn parse_cpsetup(&mut self) -> ParseResult {
        let (number, loc) = self.parse_general(NO_ADDRESS, INVALID)?;
        self.note_general(number, loc);
        // LLVM goes on without a comma.
        self.expect_comma().ok();
        let at = self.parser.tok().loc;
        let mut reading = super::Reading::new(self.mips, b"");
        match reading.parse_register(self.parser) {
            Some((register, loc)) if register.is_general() => {
                self.note_general(register.number, loc);
            }
            Some((_, loc)) => return Err(self.parser.error(loc, INVALID)),
            None => {
                let expr = self.parser.parse_expression();
                let value = expr.ok().and_then(|(expr, _)| self.parser.evaluate(&expr));
                if value.is_none() {
                    let message = "expected save register or stack offset";
                    return Err(self.parser.error(at, message));
                }
            }
        }
        self.expect_comma().ok();
        let Ok((expr, _)) = self.parser.parse_expression() else {
            return Err(self.parser.token_error("expected expression"));
        };
        if !matches!(expr, Expr::Symbol { .. }) {
            return Err(self.parser.token_error("expected symbol"));
        }
        self.state().has_code = true;
        Ok(())
    }

    /// Parses `.ent NAME`.
    pub(super) fn parse_ent(&mut self) -> ParseResult {
        let Some(name) = self.parser.parse_identifier() else {
            return Err(self.parser.token_error("expected identifier after .ent"));
        };
        if !self.parser.at(TokenKind::EndOfStatement) {
            if !self.parser.eat(TokenKind::Comma) {
                return self.expect_end();
            }
            self.parse_constant(
                "expected number after comma",
                "expected an absolute expression after comma",
            )?;
        }
        self.expect_end()?;
        self.parser.symbols.intern(name);
        let name = Box::from(name);
        let state = self.state();
        state.function = Some(name);
        state.restored_from = None;
        Ok(())
    }

    /// Parses `.end NAME`.
    pub(super) fn parse_end(&mut self) -> ParseResult {
        let Some(name) = self.parser.parse_identifier() else {
            return Err(self.parser.token_error("expected identifier after .end"));
        };
        self.expect_end()?;
        match &self.state().function {
            None => return Err(self.parser.token_error(".end used without .ent")),
            Some(known) if **known != *name => {
                return Err(self.parser.token_error(".end symbol does not match .ent symbol"));
            }
            Some(_) => {}
        }
        let state = self.state();
        state.function = None;
        state.restored_from = None;
        Ok(())
    }

    /// Parses `.frame $STACK, SIZE, $RETURN`.
    pub(super) fn parse_frame(&mut self) -> ParseResult {
        const GENERAL: &str = "expected general purpose register";
        let (stack, loc) = self.parse_general("expected stack register", GENERAL)?;
        self.note_general(stack, loc);
        self.expect_comma()?;
        self.parse_constant("expected frame size value", "frame size not an absolute expression")?;
        self.expect_comma()?;
        let (number, loc) = self.parse_general("expected return register", GENERAL)?;
        self.expect_end()?;
        self.note_general(number, loc);
        self.state().restored_from = None;
        Ok(())
    }

    /// Parses `.mask BITS, OFFSET`.
    pub(super) fn parse_mask(&mut self) -> ParseResult {
        self.parse_constant("expected bitmask value", "bitmask not an absolute expression")?;
        self.expect_comma()?;
        self.parse_constant(
            "expected frame offset value",
            "frame offset not an absolute expression",
        )?;
        self.expect_end()
    }
}
