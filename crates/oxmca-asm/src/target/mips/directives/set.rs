//! `.set`: choices for what follows, and assignments.

use oxmca_tables::FeatureSet;

use super::{Directive, EXPECTED_END};
use crate::lexer::TokenKind;
use crate::parser::{Assignment, ParseResult};
use crate::target::mips::parse::number_of_name;

/// Words that switch a feature: the feature, whether on or off, whether the end of the statement is read, and whether
/// code begins there.
const FEATURES: &[(&str, &str, bool, Rest)] = &[
    ("msa", "msa", true, Rest::LEFT),
    ("nomsa", "msa", false, Rest::LEFT),
    ("dsp", "dsp", true, Rest::LEFT),
    ("dspr2", "dspr2", true, Rest::LEFT),
    ("nodsp", "dsp", false, Rest::LEFT),
    ("mips3d", "mips3d", true, Rest::LEFT),
    ("nomips3d", "mips3d", false, Rest::LEFT),
    ("mips16", "mips16", true, Rest::READ),
    ("nomips16", "mips16", false, Rest::READ),
    ("oddspreg", "nooddspreg", false, Rest::LEFT),
    ("nooddspreg", "nooddspreg", true, Rest::LEFT),
    ("mt", "mt", true, Rest { is_read: true, is_code: false }),
    ("nomt", "mt", false, Rest::READ),
    ("softfloat", "soft-float", true, Rest::LEFT),
    ("hardfloat", "soft-float", false, Rest::LEFT),
    ("crc", "crc", true, Rest { is_read: false, is_code: false }),
    ("nocrc", "crc", false, Rest { is_read: false, is_code: false }),
    ("virt", "virt", true, Rest { is_read: false, is_code: false }),
    ("novirt", "virt", false, Rest { is_read: false, is_code: false }),
    ("ginv", "ginv", true, Rest { is_read: false, is_code: false }),
    ("noginv", "ginv", false, Rest { is_read: false, is_code: false }),
];

/// The effects of a directive beside switching a feature.
#[derive(Clone, Copy, Debug)]
struct Rest {
    /// The end of the statement is read.
    is_read: bool,
    /// `.module` is too late afterwards.
    is_code: bool,
}

impl Rest {
    const LEFT: Rest = Rest { is_read: false, is_code: true };
    const READ: Rest = Rest { is_read: true, is_code: true };
}

/// Architectures that `.set NAME` chooses.
const ARCHITECTURES: [&str; 15] = [
    "mips1", "mips2", "mips3", "mips4", "mips5", "mips32", "mips32r2", "mips32r3", "mips32r5",
    "mips32r6", "mips64", "mips64r2", "mips64r3", "mips64r5", "mips64r6",
];

impl Directive<'_, '_> {
    /// Parses `.set CHOICE` or `.set NAME, VALUE`.
    pub(super) fn parse_set(&mut self) -> ParseResult {
        let tok = self.parser.tok();
        let word = tok.text;
        let text = std::str::from_utf8(word).unwrap_or_default();
        if let Some((_, feature, is_on, rest)) = FEATURES.iter().find(|(name, ..)| *name == text) {
            self.parser.lex();
            self.expect_end()?;
            self.switch(feature, *is_on, false);
            self.state().has_code |= rest.is_code;
            if rest.is_read {
                self.parser.lex();
            }
            return Ok(());
        }
        let is_short = self.parser.features().contains(self.mips.bits.short);
        if let Some(name) = ARCHITECTURES.iter().find(|name| **name == text) {
            if *name == "mips64r6" && is_short {
                let message = "MIPS64R6 is not supported with microMIPS";
                return Err(self.parser.error(tok.loc, message));
            }
            self.parser.lex();
            self.expect_end()?;
            self.select_architecture(name);
            return Ok(());
        }
        match text {
            "noat" => {
                self.state().choices.own_register = 0;
                self.parser.lex();
                self.finish()
            }
            "at" => self.parse_own_register(),
            "arch" => self.parse_architecture(),
            "bopt" => {
                self.parser.warning(tok.loc, "'bopt' feature is unsupported");
                self.parser.lex();
                Ok(())
            }
            "nobopt" => {
                self.parser.lex();
                Ok(())
            }
            "fp" => {
                self.parser.lex();
                if !self.parser.eat(TokenKind::Equal) {
                    let message = "unexpected token, expected equals sign '='";
                    return Err(self.parser.token_error(message));
                }
                if !self.parse_float_width(".set", false)? {
                    return Ok(());
                }
                self.finish()
            }
            "push" => {
                self.parser.lex();
                self.expect_end()?;
                let features = *self.parser.features();
                let state = self.state();
                state.kept.push((state.choices, features));
                state.has_code = true;
                Ok(())
            }
            "pop" => {
                self.parser.lex();
                self.expect_end()?;
                let Some((choices, features)) = self.state().kept.pop() else {
                    return Err(self.parser.error(tok.loc, ".set pop with no .set push"));
                };
                self.state().choices = choices;
                self.state().has_code = true;
                self.set_features(features);
                Ok(())
            }
            "reorder" | "noreorder" => {
                self.parser.lex();
                self.expect_end()?;
                self.state().choices.reorders = text == "reorder";
                self.finish()
            }
            "macro" => {
                self.parser.lex();
                self.expect_end()?;
                self.state().choices.has_macros = true;
                self.finish()
            }
            "nomacro" => {
                self.parser.lex();
                self.expect_end()?;
                if self.state().choices.reorders {
                    let message = "`noreorder' must be set before `nomacro'";
                    return Err(self.parser.token_error(message));
                }
                self.state().choices.has_macros = false;
                self.finish()
            }
            "nomicromips" => {
                self.switch("micromips", false, false);
                self.state().has_code = true;
                self.parser.eat_to_end_of_statement();
                Ok(())
            }
            "micromips" => {
                if self.parser.features().contains(self.mips.bits.mips_64_r6) {
                    let message = ".set micromips directive is not supported with MIPS64R6";
                    return Err(self.parser.error(tok.loc, message));
                }
                self.parser.lex();
                self.expect_end()?;
                self.switch("micromips", true, false);
                self.state().has_code = true;
                Ok(())
            }
            "mips0" => {
                self.parser.lex();
                self.expect_end()?;
                let features = self.state().initial_features;
                self.set_features(features.unwrap_or(*self.parser.features()));
                self.state().has_code = true;
                Ok(())
            }
            _ => self.parse_set_assignment(),
        }
    }

    /// Goes past the end of the statement, after which `.module` is too late.
    fn finish(&mut self) -> ParseResult {
        if !self.parser.at(TokenKind::EndOfStatement) {
            return Err(self.parser.token_error(EXPECTED_END));
        }
        self.state().has_code = true;
        self.parser.lex();
        Ok(())
    }

    /// Changes the features in force. Those before any change are kept.
    fn set_features(&mut self, features: FeatureSet) {
        let before = *self.parser.features();
        self.state().initial_features.get_or_insert(before);
        self.parser.set_features(features);
    }

    /// Switches a feature on with all that it implies, or off with all that implies it.
    pub(super) fn switch(&mut self, name: &str, is_on: bool, is_module: bool) {
        let mut features = *self.parser.features();
        let Some(row) = self.mips.tables.feature_named(name) else { return };
        let bit = row.bit;
        if features.contains(bit) != is_on {
            match is_on {
                true => self.add_feature(&mut features, bit),
                false => self.mips.tables.remove_feature(&mut features, bit),
            }
            self.set_features(features);
        }
        if is_module {
            self.state().initial_features = Some(features);
        }
    }

    /// Adds a feature and those that it implies. Those that others imply stay as they are.
    fn add_feature(&self, features: &mut FeatureSet, bit: u16) {
        let mut added = FeatureSet::default();
        added.insert(bit);
        self.mips.tables.close_features(&mut added);
        features.union_with(&added);
    }

    /// Chooses an architecture in the place of the one in force.
    fn select_architecture(&mut self, name: &str) {
        let mut features = *self.parser.features();
        self.mips.bits.architectures.bits().for_each(|bit| features.remove(bit));
        if let Some(row) = self.mips.tables.feature_named(name) {
            self.add_feature(&mut features, row.bit);
        }
        self.set_features(features);
        self.state().has_code = true;
    }

    /// Parses `.set at` or `.set at=$REGISTER`.
    fn parse_own_register(&mut self) -> ParseResult {
        self.parser.lex();
        if self.parser.at(TokenKind::EndOfStatement) {
            self.state().choices.own_register = 1;
            return self.finish();
        }
        if !self.parser.eat(TokenKind::Equal) {
            return Err(self.parser.token_error("unexpected token, expected equals sign"));
        }
        if !self.parser.eat(TokenKind::Dollar) {
            let message = match self.parser.at(TokenKind::EndOfStatement) {
                true => "no register specified",
                false => "unexpected token, expected dollar sign '$'",
            };
            return Err(self.parser.token_error(message));
        }
        let tok = self.parser.tok();
        let number = match tok.kind {
            TokenKind::Identifier => {
                number_of_name(self.mips, tok.text).map(|(number, _)| i64::from(number))
            }
            TokenKind::Integer => Some(tok.value),
            _ => {
                let message = "unexpected token, expected identifier or integer";
                return Err(self.parser.token_error(message));
            }
        };
        match number.map(|it| it as u32) {
            Some(number @ 0..32) => self.state().choices.own_register = number,
            _ => return Err(self.parser.token_error("invalid register")),
        }
        self.parser.lex();
        self.finish()
    }

    /// Parses `.set arch=NAME`.
    fn parse_architecture(&mut self) -> ParseResult {
        self.parser.lex();
        if !self.parser.at(TokenKind::Equal) {
            return Err(self.parser.token_error("unexpected token, expected equals sign"));
        }
        self.parser.lex();
        let name = self.parser.take_text_to_end_of_statement();
        let name = std::str::from_utf8(name.trim_ascii()).unwrap_or("?");
        if name.is_empty() {
            return Err(self.parser.token_error("expected arch identifier"));
        }
        let feature = match name {
            "octeon" => "cnmips",
            "octeon+" => "cnmipsp",
            "r4000" => "mips3",
            name if ARCHITECTURES.contains(&name) => name,
            _ => return Err(self.parser.token_error("unsupported architecture")),
        };
        if feature == "mips64r6" && self.parser.features().contains(self.mips.bits.short) {
            return Err(self.parser.token_error("mips64r6 does not support microMIPS"));
        }
        self.select_architecture(feature);
        Ok(())
    }

    /// Parses `.set NAME, VALUE`.
    fn parse_set_assignment(&mut self) -> ParseResult {
        let Some(name) = self.parser.parse_identifier() else {
            return Err(self.parser.token_error("expected identifier after .set"));
        };
        self.expect_comma()?;
        if self.parser.at(TokenKind::Dollar) && self.parser.peek().is(TokenKind::Integer) {
            self.parser.lex();
            let tok = self.parser.tok();
            self.state().named.insert(name.into(), tok.value);
            self.parser.lex();
            self.parser.symbols.intern(name);
            return Ok(());
        }
        self.parser.parse_assignment(name, Assignment::Again)
    }
}
