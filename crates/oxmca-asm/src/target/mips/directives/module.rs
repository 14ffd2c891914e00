//! `.module`: choices for the whole text.

use super::Directive;
use crate::lexer::TokenKind;
use crate::parser::ParseResult;
use crate::parser::error::message;
use crate::target::mips::abi::Abi;

/// The options that switch a feature, and whether on or off.
const OPTIONS: &[(&str, &str, bool)] = &[
    ("oddspreg", "nooddspreg", false),
    ("nooddspreg", "nooddspreg", true),
    ("softfloat", "soft-float", true),
    ("hardfloat", "soft-float", false),
    ("mt", "mt", true),
    ("crc", "crc", true),
    ("nocrc", "crc", false),
    ("virt", "virt", true),
    ("novirt", "virt", false),
    ("ginv", "ginv", true),
    ("noginv", "ginv", false),
];

impl Directive<'_, '_> {
    /// Parses `.module OPTION`.
    pub(super) fn parse_module(&mut self) -> ParseResult {
        let loc = self.parser.tok().loc;
        if self.state().has_code {
            let message = ".module directive must appear before any code";
            return Err(self.parser.token_error(message));
        }
        let Some(option) = self.parser.parse_identifier() else {
            return Err(self.parser.token_error("expected .module option identifier"));
        };
        if option == b"fp" {
            return self.parse_module_float();
        }
        let known = OPTIONS.iter().find(|(name, ..)| name.as_bytes() == option);
        let Some((name, feature, is_on)) = known else {
            let message = message!["'", option, "' is not a valid .module option."];
            return Err(self.parser.error(loc, message));
        };
        if *name == "nooddspreg" && self.mips.abi != Abi::O32 {
            let message = "'.module nooddspreg' requires the O32 ABI";
            return Err(self.parser.error(loc, message));
        }
        self.switch(feature, *is_on, true);
        self.expect_end()
    }

    fn parse_module_float(&mut self) -> ParseResult {
        if !self.parser.eat(TokenKind::Equal) {
            let message = "unexpected token, expected equals sign '='";
            return Err(self.parser.token_error(message));
        }
        if !self.parse_float_width(".module", true)? {
            return Ok(());
        }
        self.expect_end()?;
        self.parser.lex();
        Ok(())
    }

    /// Parses the width of floating-point registers. Returns whether there is one.
    pub(super) fn parse_float_width(
        &mut self,
        directive: &str,
        is_module: bool,
    ) -> ParseResult<bool> {
        const UNSUPPORTED: &str = "unsupported value, expected 'xx', '32' or '64'";
        let tok = self.parser.tok();
        let (is_either, is_wide) = match tok.kind {
            TokenKind::Identifier => {
                self.parser.lex();
                if tok.text != b"xx" {
                    return Err(self.parser.token_error(UNSUPPORTED));
                }
                (true, false)
            }
            TokenKind::Integer => {
                self.parser.lex();
                match tok.value as u32 {
                    32 => (false, false),
                    64 => (false, true),
                    _ => return Err(self.parser.token_error(UNSUPPORTED)),
                }
            }
            _ => return Ok(false),
        };
        if !is_wide && self.mips.abi != Abi::O32 {
            let value: &[u8] = if is_either { b"xx" } else { b"32" };
            let message =
                message!["'", directive.as_bytes(), " fp=", value, "' requires the O32 ABI"];
            return Err(self.parser.token_error(message));
        }
        self.switch("fpxx", is_either, is_module);
        self.switch("fp64", is_wide, is_module);
        Ok(true)
    }
}
