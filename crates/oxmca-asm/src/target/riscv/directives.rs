//! Directives that only RISC-V has.

use oxmca_tables::FeatureSet;

use super::arch::Arch;
use super::parse::{emit_written, parse_instruction};
use super::state::State;
use super::target::RiscV;
use super::validity::check_extensions;
use crate::inst::{Expr, Inst, Operand};
use crate::lexer::TokenKind;
use crate::parser::error::message;
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::source::Loc;

/// Parses a directive and says whether it is one of RISC-V's.
pub(super) fn parse_directive<'a>(
    riscv: &RiscV<'_>,
    parser: &mut Parser<'a>,
    name: &'a [u8],
    loc: Loc,
) -> ParseResult<bool> {
    match name {
        b".option" => parse_option(riscv, parser)?,
        b".attribute" => parse_attribute(riscv, parser)?,
        b".insn" => parse_insn(riscv, parser, loc)?,
        b".variant_cc" => {
            if parser.parse_identifier().is_none() {
                return Err(parser.token_error("expected symbol name"));
            }
            parser.expect_end_of_statement()?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Changes the features in force for what follows.
fn set_features(parser: &mut Parser<'_>, features: FeatureSet) {
    parser.set_features(features);
}

/// Switches a feature on with all that it implies, or off with all that implies it.
fn switch(riscv: &RiscV<'_>, parser: &mut Parser<'_>, bit: u16, is_on: bool) {
    let mut features = *parser.features();
    if features.contains(bit) == is_on {
        return;
    }
    match is_on {
        true => {
            features.insert(bit);
            riscv.tables.close_features(&mut features);
            riscv.feature_bits.complete(&mut features);
        }
        false => riscv.tables.remove_feature(&mut features, bit),
    }
    set_features(parser, features);
}

fn set_position_independent(parser: &mut Parser<'_>, is_set: bool) {
    if let Some(state) = parser.target_state.get_mut::<State>() {
        state.is_position_independent = is_set;
    }
}

/// Parses `.option NAME`.
fn parse_option(riscv: &RiscV<'_>, parser: &mut Parser<'_>) -> ParseResult {
    let option = parser.tok().text;
    parser.expect(TokenKind::Identifier, "expected identifier")?;
    let at_end = parser.tok().loc;
    let bits = &riscv.feature_bits;
    let changes: &[(u16, bool)] = match option {
        b"arch" => return parse_option_arch(riscv, parser),
        b"exact" => &[(bits.exact, true), (bits.relax, false)],
        b"noexact" => &[(bits.exact, false), (bits.relax, true)],
        b"rvc" => &[(bits.compressed, true)],
        b"norvc" => &[(bits.compressed, false), (bits.compressed_basic, false)],
        b"relax" => &[(bits.relax, true)],
        b"norelax" => &[(bits.relax, false)],
        b"push" | b"pop" | b"pic" | b"nopic" => &[],
        _ => {
            let message = "unknown option, expected 'push', 'pop', 'rvc', 'norvc', 'arch', 'relax', \
                           'norelax', 'exact', or 'noexact'";
            parser.warning(at_end, message);
            parser.eat_to_end_of_statement();
            return Ok(());
        }
    };
    parser.expect_end_of_statement()?;
    match option {
        b"push" => {
            let features = *parser.features();
            if let Some(state) = parser.target_state.get_mut::<State>() {
                let is_position_independent = state.is_position_independent;
                state.kept.push((features, is_position_independent));
            }
        }
        b"pop" => {
            let state = parser.target_state.get_mut::<State>();
            let Some((features, is_position_independent)) =
                state.and_then(|state| state.kept.pop())
            else {
                return Err(parser.error(at_end, ".option pop with no .option push"));
            };
            set_features(parser, features);
            set_position_independent(parser, is_position_independent);
        }
        b"pic" => set_position_independent(parser, true),
        b"nopic" => set_position_independent(parser, false),
        _ => {
            for (bit, is_on) in changes {
                switch(riscv, parser, *bit, *is_on);
            }
        }
    }
    Ok(())
}

/// Parses `.option arch, +NAME, -NAME` or `.option arch, ARCH`.
fn parse_option_arch(riscv: &RiscV<'_>, parser: &mut Parser<'_>) -> ParseResult {
    let mut is_first = true;
    loop {
        parser.expect_comma()?;
        let is_added = if parser.eat(TokenKind::Plus) {
            Some(true)
        } else if parser.eat(TokenKind::Minus) {
            Some(false)
        } else if is_first {
            None
        } else {
            return Err(parser.error(parser.tok().loc, "unexpected token, expected + or -"));
        };
        let tok = parser.tok();
        if !tok.is(TokenKind::Identifier) {
            return Err(parser.error(tok.loc, "unexpected token, expected identifier"));
        }
        let text = String::from_utf8_lossy(tok.text).into_owned();
        parser.lex();
        match is_added {
            None => {
                reset_to(riscv, parser, &text, tok.loc, true)?;
                break;
            }
            Some(is_added) => switch_extension(riscv, parser, &text, tok.loc, is_added)?,
        }
        is_first = false;
        if parser.at(TokenKind::EndOfStatement) {
            break;
        }
    }
    parser.expect_end_of_statement()
}

/// Switches one extension on or off.
fn switch_extension(
    riscv: &RiscV<'_>,
    parser: &mut Parser<'_>,
    text: &str,
    loc: Loc,
    is_added: bool,
) -> ParseResult {
    if text.ends_with(|it: char| it.is_ascii_digit()) {
        let message = "extension version number parsing not currently implemented";
        return Err(parser.error(loc, message));
    }
    let (tables, before) = (&riscv.tables, *parser.features());
    let name = riscv.catalog().feature_of(text).unwrap_or_default();
    if !before.contains(riscv.feature_bits.experimental) && name.starts_with("experimental-") {
        return Err(parser.error(loc, "unexpected experimental extensions"));
    }
    let Some(feature) = tables.feature_named(&name) else {
        return Err(parser.error(loc, "unknown extension feature"));
    };
    let bit = feature.bit;
    if is_added {
        switch(riscv, parser, bit, true);
        let xlen_bits =
            if parser.features().contains(riscv.feature_bits.is_64_bit) { 64 } else { 32 };
        if let Err(error) = check_extensions(riscv, xlen_bits, parser.features()) {
            set_features(parser, before);
            return Err(parser.error(loc, error));
        }
        return Ok(());
    }
    let needs = tables
        .features
        .iter()
        .filter(|other| before.contains(other.bit) && other.implies.contains(bit))
        .map(|other| tables.text(other.name))
        .min();
    if let Some(other) = needs {
        let message =
            format!("can't disable {name} extension; {other} extension requires {name} extension");
        return Err(parser.error(loc, message));
    }
    switch(riscv, parser, bit, false);
    Ok(())
}

/// Replaces the extensions in force by those of an arch string.
fn reset_to(
    riscv: &RiscV<'_>,
    parser: &mut Parser<'_>,
    text: &str,
    loc: Loc,
    keeps_width: bool,
) -> ParseResult {
    let tables = &riscv.tables;
    let bits = &riscv.feature_bits;
    let was_64_bit = parser.features().contains(bits.is_64_bit);
    for feature in tables.features {
        if riscv.catalog().is_extension_feature(tables.text(feature.name)) {
            switch(riscv, parser, feature.bit, false);
        }
    }
    let arch = match riscv.catalog().read(text) {
        Ok(arch) => arch,
        Err(error) => {
            return Err(parser.error(loc, format!("invalid arch name '{text}', {error}")));
        }
    };
    for feature in tables.features {
        if names_extension(&arch, tables.text(feature.name)) {
            switch(riscv, parser, feature.bit, true);
        }
    }
    let is_64_bit = arch.xlen_bits == 64;
    if keeps_width && was_64_bit != is_64_bit {
        let message = match was_64_bit {
            true => "bad arch string switching from rv64 to rv32",
            false => "bad arch string switching from rv32 to rv64",
        };
        return Err(parser.error(loc, message));
    }
    switch(riscv, parser, bits.is_64_bit, is_64_bit);
    Ok(())
}

/// Returns whether a feature is that of an extension of an arch string.
fn names_extension(arch: &Arch, feature: &str) -> bool {
    arch.extensions.contains(feature.strip_prefix("experimental-").unwrap_or(feature))
}

/// Attributes by name. Those with odd numbers are texts.
const ATTRIBUTES: [(&[u8], i64); 7] = [
    (b"stack_align", 4),
    (b"arch", 5),
    (b"unaligned_access", 6),
    (b"priv_spec", 8),
    (b"priv_spec_minor", 10),
    (b"priv_spec_revision", 12),
    (b"atomic_abi", 14),
];
/// The attribute whose text replaces the extensions in force.
const ARCH_ATTRIBUTE: i64 = 5;

/// Parses `.attribute NAME, VALUE`.
fn parse_attribute(riscv: &RiscV<'_>, parser: &mut Parser<'_>) -> ParseResult {
    let tok = parser.tok();
    let number = if tok.is(TokenKind::Identifier) {
        let name = tok.text.strip_prefix(b"Tag_").unwrap_or(tok.text);
        let known = ATTRIBUTES.iter().find(|(known, _)| *known == name);
        let Some((_, number)) = known else {
            let message = message!["attribute name not recognised: ", tok.text];
            return Err(parser.error(tok.loc, message));
        };
        parser.lex();
        *number
    } else {
        constant(parser, tok.loc)?
    };
    parser.expect_comma()?;
    let loc = parser.tok().loc;
    if number % 2 == 0 {
        constant(parser, loc)?;
        return parser.expect_end_of_statement();
    }
    let tok = parser.tok();
    if !tok.is(TokenKind::String) {
        return Err(parser.error(loc, "expected string constant"));
    }
    parser.lex();
    parser.expect_end_of_statement()?;
    if number == ARCH_ATTRIBUTE {
        let text = String::from_utf8_lossy(tok.identifier()).into_owned();
        reset_to(riscv, parser, &text, loc, false)?;
    }
    Ok(())
}

fn constant(parser: &mut Parser<'_>, loc: Loc) -> ParseResult<i64> {
    match parser.parse_expression()?.0 {
        Expr::Constant(value) => Ok(value),
        _ => Err(parser.error(loc, "expected numeric constant")),
    }
}

/// Formats of `.insn` that every processor has.
const FORMATS: [&[u8]; 9] = [b"r", b"r4", b"i", b"b", b"sb", b"u", b"j", b"uj", b"s"];
/// Formats of compressed instructions.
const COMPRESSED_FORMATS: [&[u8]; 9] =
    [b"cr", b"ci", b"ciw", b"css", b"cl", b"cs", b"ca", b"cb", b"cj"];
/// Formats of Qualcomm's instructions for 32-bit registers.
const WIDE_FORMATS: [&[u8]; 5] = [b"qc.eai", b"qc.ei", b"qc.eb", b"qc.ej", b"qc.es"];

/// Parses `.insn FORMAT OPERANDS`, `.insn LENGTH, CODE` or `.insn CODE`.
fn parse_insn(riscv: &RiscV<'_>, parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    let at = parser.tok().loc;
    let Some(format) = parser.parse_identifier() else { return parse_code(riscv, parser, at) };
    let features = parser.features();
    let bits = &riscv.feature_bits;
    let is_known = FORMATS.contains(&format)
        || COMPRESSED_FORMATS.contains(&format) && features.contains(bits.compressed_basic)
        || WIDE_FORMATS.contains(&format) && !features.contains(bits.is_64_bit);
    if !is_known {
        return Err(parser.error(at, "invalid instruction format"));
    }
    let mnemonic = [b".insn_", format].concat();
    parse_instruction(riscv, parser, &mnemonic, loc)
}

/// Parses the rest of `.insn LENGTH, CODE` or `.insn CODE`.
fn parse_code(riscv: &RiscV<'_>, parser: &mut Parser<'_>, at: Loc) -> ParseResult {
    let mut code = parser.parse_absolute_expression()?;
    let mut length_bytes = None;
    if parser.eat(TokenKind::Comma) {
        length_bytes = Some(code);
        code = parser.parse_absolute_expression()?;
    }
    let of_code = if code & 3 == 3 { 4 } else { 2 };
    let fits = |bytes: i64| bytes >= 8 || (code as u64) >> (8 * bytes) == 0;
    let is_odd = length_bytes.is_some_and(|bytes| bytes == 0 || bytes % 2 != 0);
    let is_too_long = length_bytes.is_some_and(|bytes| bytes > 8);
    let is_other = length_bytes.is_some_and(|bytes| bytes <= 4 && bytes != of_code);
    let length = length_bytes.unwrap_or(of_code);
    let has_compressed = parser.features().contains(riscv.feature_bits.compressed_basic);
    let message = if is_odd {
        Some("instruction lengths must be a non-zero multiple of two")
    } else if is_too_long {
        Some("instruction lengths over 64 bits are not supported")
    } else if is_other {
        Some("instruction length does not match the encoding")
    } else if !fits(length) {
        Some("encoding value does not fit into instruction")
    } else if !has_compressed && of_code == 2 {
        Some("compressed instructions are not allowed")
    } else {
        None
    };
    if let Some(message) = message {
        return Err(parser.error(at, message));
    }
    if let Err(error) = parser.expect(TokenKind::EndOfStatement, "invalid operand for instruction")
    {
        parser.eat_to_end_of_statement();
        return Err(error);
    }
    let name = match length {
        2 => "Insn16",
        4 => "Insn32",
        6 => "Insn48",
        _ => "Insn64",
    };
    let opcode = riscv.tables.opcode_named(name.as_bytes()).ok_or(ErrorReported)?;
    let operands = std::iter::once(Operand::Imm(code)).collect();
    emit_written(riscv, parser, Inst { opcode, flags: 0, operands }, Loc::NONE);
    Ok(())
}
