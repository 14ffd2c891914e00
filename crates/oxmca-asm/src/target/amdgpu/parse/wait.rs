//! Things that instructions wait for: `vmcnt(0) lgkmcnt(0)`, `instid0(VALU_DEP_1)`, `depctr_va_vdst(0)`.

use super::cursor::{parse_number, parse_number_or};
use super::message::{Field, parse_fields};
use super::statement::Statement;
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};
use crate::target::amdgpu::wait::{
    Counter, DELAY_CONDITIONS, DELAY_SKIPS, DEPENDENCY_COUNTERS, WaitLayout,
    default_dependency_counters,
};

/// Parses the counters of `s_waitcnt`, or a number.
pub fn parse_counters(statement: &Statement<'_>, parser: &mut Parser<'_>) -> ParseResult<i64> {
    let layout = WaitLayout::of(statement.generation.isa_major());
    if !parser.at(TokenKind::Identifier) || !parser.peek().is(TokenKind::LParen) {
        return parse_number(parser);
    }
    let mut value = layout.mask();
    while !parser.at(TokenKind::EndOfStatement) {
        let name = parser.tok();
        parser.expect(TokenKind::Identifier, "expected a counter name")?;
        parser.expect(TokenKind::LParen, "expected a left parenthesis")?;
        let loc = parser.tok().loc;
        let count = parse_number(parser)?;
        let (stem, is_saturated) = match name.text.strip_suffix(b"_sat") {
            Some(stem) => (stem, true),
            None => (name.text, false),
        };
        let shown = String::from_utf8_lossy(name.text);
        let Some(counter) = Counter::named(stem) else {
            return Err(parser.error(name.loc, format!("invalid counter name {shown}")));
        };
        value = match layout.with(value, counter, count) {
            Some(value) => value,
            None if is_saturated => layout.with_most(value, counter),
            None => return Err(parser.error(loc, format!("too large value for {shown}"))),
        };
        parser.expect(TokenKind::RParen, "expected a closing parenthesis")?;
        pass_separator(parser)?;
    }
    Ok(value)
}

/// Goes past `&` or a comma, behind which another counter must stand.
fn pass_separator(parser: &mut Parser<'_>) -> ParseResult {
    let is_there = parser.eat(TokenKind::Amp) || parser.eat(TokenKind::Comma);
    if is_there && parser.at(TokenKind::EndOfStatement) {
        return Err(parser.error(parser.tok().loc, "expected a counter name"));
    }
    Ok(())
}

/// Parses the counters of `s_waitcnt_depctr`, or a number.
pub fn parse_dependency_counters(
    statement: &Statement<'_>,
    parser: &mut Parser<'_>,
) -> ParseResult<i64> {
    let is_gfx10b = statement.generation.is_gfx10b();
    if !parser.at(TokenKind::Identifier) || !parser.peek().is(TokenKind::LParen) {
        return parse_number(parser);
    }
    let mut value = default_dependency_counters(is_gfx10b);
    let mut seen = Vec::new();
    while !parser.at(TokenKind::EndOfStatement) {
        let name = parser.tok();
        parser.expect(TokenKind::Identifier, "expected a counter name")?;
        parser.expect(TokenKind::LParen, "expected a left parenthesis")?;
        let count = parse_number(parser)?;
        let shown = String::from_utf8_lossy(name.text).into_owned();
        let known = DEPENDENCY_COUNTERS.iter().position(|it| it.name.as_bytes() == name.text);
        let message = match known {
            None => Some(format!("invalid counter name {shown}")),
            Some(row) if DEPENDENCY_COUNTERS[row].needs_gfx10b && !is_gfx10b => {
                Some(format!("{shown} is not supported on this GPU"))
            }
            Some(row) if seen.contains(&row) => Some(format!("duplicate counter name {shown}")),
            Some(row) if !(0..=DEPENDENCY_COUNTERS[row].most).contains(&count) => {
                Some(format!("invalid value for {shown}"))
            }
            Some(_) => None,
        };
        if let Some(message) = message {
            return Err(parser.error(name.loc, message));
        }
        if let Some(row) = known {
            seen.push(row);
            value = DEPENDENCY_COUNTERS[row].set(value, count);
        }
        parser.expect(TokenKind::RParen, "expected a closing parenthesis")?;
        pass_separator(parser)?;
    }
    Ok(value)
}

/// Parses the conditions of `s_delay_alu`, or a number.
pub fn parse_delay(parser: &mut Parser<'_>) -> ParseResult<i64> {
    if !parser.at(TokenKind::Identifier) || !parser.peek().is(TokenKind::LParen) {
        return parse_number(parser);
    }
    let mut value = 0;
    loop {
        let field = parser.tok();
        parser.expect(TokenKind::Identifier, "expected a field name")?;
        parser.expect(TokenKind::LParen, "expected a left parenthesis")?;
        let name = parser.tok();
        parser.expect(TokenKind::Identifier, "expected a value name")?;
        parser.expect(TokenKind::RParen, "expected a right parenthesis")?;
        let (shift, names) = match field.text {
            b"instid0" => (0, DELAY_CONDITIONS),
            b"instskip" => (4, DELAY_SKIPS),
            b"instid1" => (7, DELAY_CONDITIONS),
            text => {
                let message = format!("invalid field name {}", String::from_utf8_lossy(text));
                return Err(parser.error(field.loc, message));
            }
        };
        let Some(code) = names.iter().position(|it| it.as_bytes() == name.text) else {
            let message = format!("invalid value name {}", String::from_utf8_lossy(name.text));
            return Err(parser.error(name.loc, message));
        };
        value |= (code as i64) << shift;
        if !parser.eat(TokenKind::Pipe) {
            return Ok(value);
        }
    }
}

/// Parses the operand of `s_wait_event`.
pub fn parse_event(statement: &Statement<'_>, parser: &mut Parser<'_>) -> ParseResult<i64> {
    let name = match statement.generation.is_gfx11() {
        true => "dont_wait_export_ready",
        false => "export_ready",
    };
    let mut fields = [Field::new(name, "bit value", 1, 0)];
    let loc = parser.tok().loc;
    let value = match parse_fields(parser, &mut fields)? {
        true => {
            fields[0].check(parser)?;
            fields[0].value
        }
        false => parse_number_or(parser, "structured immediate")?,
    };
    if u16::try_from(value).is_err() {
        return Err(parser.error(loc, "invalid immediate: only 16-bit values are legal"));
    }
    Ok(value)
}
