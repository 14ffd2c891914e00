//! Hardware registers, messages, modes of indexing, and values in braces.

use super::cursor::{eat_word, eat_word_and, parse_number, parse_number_or};
use super::statement::Statement;
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::target::amdgpu::named_numbers::{
    Found, HARDWARE_REGISTERS, MESSAGES, Message, number_of,
};

const ONLY_16_BITS: &str = "invalid immediate: only 16-bit values are legal";

/// A field of a value in braces: `{id: 1, offset: 2, size: 3}`.
pub struct Field {
    name: &'static str,
    description: &'static str,
    bits: u32,
    pub value: i64,
    loc: Loc,
    is_written: bool,
    is_symbolic: bool,
    counts_from_1: bool,
}

impl Field {
    /// Creates a field with its default.
    pub fn new(name: &'static str, description: &'static str, bits: u32, value: i64) -> Field {
        Field {
            name,
            description,
            bits,
            value,
            loc: Loc::NONE,
            is_written: false,
            is_symbolic: false,
            counts_from_1: false,
        }
    }

    /// Checks the value.
    pub fn check(&self, parser: &mut Parser<'_>) -> ParseResult {
        if self.counts_from_1 {
            let is_valid = (1..=1i64 << self.bits).contains(&self.value);
            return match is_valid {
                true => Ok(()),
                false => {
                    let message = "invalid bitfield width: only values from 1 to 32 are legal";
                    Err(parser.error(self.loc, message))
                }
            };
        }
        if self.is_symbolic && self.value == UNSUPPORTED {
            let message = format!("invalid {}: not supported on this GPU", self.description);
            return Err(parser.error(self.loc, message));
        }
        if !(0..1i64 << self.bits).contains(&self.value) {
            let message =
                format!("invalid {}: only {}-bit values are legal", self.description, self.bits);
            return Err(parser.error(self.loc, message));
        }
        Ok(())
    }
}

/// The value of a name that another generation has.
const UNSUPPORTED: i64 = -2;

/// Parses a value in braces into its fields. Returns whether there is one.
pub fn parse_fields(parser: &mut Parser<'_>, fields: &mut [Field]) -> ParseResult<bool> {
    if !parser.eat(TokenKind::LCurly) {
        return Ok(false);
    }
    let mut is_first = true;
    while !parser.eat(TokenKind::RCurly) {
        if !is_first {
            parser.expect(TokenKind::Comma, "comma or closing brace expected")?;
        }
        let name = parser.tok();
        parser.expect(TokenKind::Identifier, "field name expected")?;
        parser.expect(TokenKind::Colon, "colon expected")?;
        let field = fields.iter_mut().find(|it| it.name.as_bytes() == name.text);
        let Some(field) = field else { return Err(parser.error(name.loc, "unknown field")) };
        if field.is_written {
            return Err(parser.error(name.loc, "duplicate field"));
        }
        field.loc = parser.tok().loc;
        field.value = parse_number(parser)?;
        field.is_written = true;
        is_first = false;
    }
    Ok(true)
}

/// Parses `hwreg(NAME, OFFSET, SIZE)`, its fields in braces, or a number.
pub fn parse_hardware_register(
    statement: &Statement<'_>,
    parser: &mut Parser<'_>,
) -> ParseResult<i64> {
    let loc = parser.tok().loc;
    let size = Field { counts_from_1: true, ..Field::new("size", "bitfield width", 5, 32) };
    let mut fields = [
        Field::new("id", "hardware register", 6, 0),
        Field::new("offset", "bit offset", 5, 0),
        size,
    ];
    let is_structured = parse_fields(parser, &mut fields)?
        || parse_hardware_register_function(statement, parser, &mut fields)?;
    let value = if is_structured {
        for field in &fields {
            field.check(parser)?;
        }
        let [id, offset, size] = &fields;
        id.value | offset.value << 6 | (size.value - 1) << 11
    } else {
        parse_number_or(parser, "a hwreg macro, structured immediate")?
    };
    if u16::try_from(value).is_err() {
        return Err(parser.error(loc, ONLY_16_BITS));
    }
    Ok(value)
}

fn parse_hardware_register_function(
    statement: &Statement<'_>,
    parser: &mut Parser<'_>,
    [id, offset, size]: &mut [Field; 3],
) -> ParseResult<bool> {
    if !eat_word_and(parser, "hwreg", TokenKind::LParen) {
        return Ok(false);
    }
    let name = parser.tok();
    id.loc = name.loc;
    let found = match name.is(TokenKind::Identifier) {
        true => number_of(HARDWARE_REGISTERS, name.text, statement.generation),
        false => Found::Unknown,
    };
    id.is_symbolic = found != Found::Unknown;
    id.value = match found {
        Found::Number(number) => number,
        Found::Unsupported => UNSUPPORTED,
        Found::Unknown => parse_number_or(parser, "a register name")?,
    };
    if id.is_symbolic {
        parser.lex();
    }
    if parser.eat(TokenKind::RParen) {
        return Ok(true);
    }
    parser.expect(TokenKind::Comma, "expected a comma or a closing parenthesis")?;
    offset.loc = parser.tok().loc;
    offset.value = parse_number(parser)?;
    parser.expect(TokenKind::Comma, "expected a comma")?;
    size.loc = parser.tok().loc;
    size.value = parse_number(parser)?;
    parser.expect(TokenKind::RParen, "expected a closing parenthesis")?;
    Ok(true)
}

/// Parses `sendmsg(NAME, OPERATION, STREAM)`, or a number.
pub fn parse_message(statement: &Statement<'_>, parser: &mut Parser<'_>) -> ParseResult<i64> {
    let loc = parser.tok().loc;
    if !eat_word_and(parser, "sendmsg", TokenKind::LParen) {
        let value = parse_number_or(parser, "a sendmsg macro")?;
        if u16::try_from(value).is_err() {
            return Err(parser.error(loc, ONLY_16_BITS));
        }
        return Ok(value);
    }
    let generation = statement.generation;
    let name = parser.tok();
    let id_loc = name.loc;
    let found = match name.is(TokenKind::Identifier) {
        true => number_of(MESSAGES, name.text, generation),
        false => Found::Unknown,
    };
    let is_symbolic = found != Found::Unknown;
    let id = match found {
        Found::Number(number) => number,
        Found::Unsupported => UNSUPPORTED,
        Found::Unknown => parse_number_or(parser, "a message name")?,
    };
    if is_symbolic {
        parser.lex();
    }
    let mut message = Message { id, operation: 0, stream: 0 };
    let (mut operation_loc, mut stream_loc) = (None, None);
    if parser.eat(TokenKind::Comma) {
        let name = parser.tok();
        operation_loc = Some(name.loc);
        let found = match name.is(TokenKind::Identifier) {
            true => number_of(message.operations(), name.text, generation),
            false => Found::Unknown,
        };
        message.operation = match found {
            Found::Number(number) => number,
            Found::Unsupported => UNSUPPORTED,
            Found::Unknown => parse_number_or(parser, "an operation name")?,
        };
        if found != Found::Unknown {
            parser.lex();
        }
        if parser.eat(TokenKind::Comma) {
            stream_loc = Some(parser.tok().loc);
            message.stream = parse_number(parser)?;
        }
    }
    parser.expect(TokenKind::RParen, "expected a closing parenthesis")?;
    let at = [id_loc, operation_loc.unwrap_or(id_loc), stream_loc.unwrap_or(id_loc)];
    let has = [operation_loc.is_some(), stream_loc.is_some()];
    match fault(statement, message, is_symbolic, has) {
        Some((place, text)) => Err(parser.error(at[place], text)),
        None => Ok(message.encode()),
    }
}

/// Returns what is wrong with a message, and which part is at fault. A message that is written as a number only must fit.
fn fault(
    statement: &Statement<'_>,
    message: Message,
    is_symbolic: bool,
    [has_operation, has_stream]: [bool; 2],
) -> Option<(usize, &'static str)> {
    let generation = statement.generation;
    let most = if generation.is_gfx11_plus() { 0xff } else { 0xf };
    if is_symbolic && message.id == UNSUPPORTED {
        return Some((0, "specified message id is not supported on this GPU"));
    }
    if !is_symbolic && !(0..=most).contains(&message.id) {
        return Some((0, "invalid message id"));
    }
    if is_symbolic && message.needs_operation(generation) != has_operation {
        return Some(match has_operation {
            true => (1, "message does not support operations"),
            false => (0, "missing message operation"),
        });
    }
    let is_valid = match is_symbolic {
        true => message.has_valid_operation(generation),
        false => (0..8).contains(&message.operation),
    };
    if !is_valid {
        return Some(match message.operation {
            UNSUPPORTED => (1, "specified operation id is not supported on this GPU"),
            _ => (1, "invalid operation id"),
        });
    }
    if is_symbolic && has_stream && !message.takes_stream(generation) {
        return Some((2, "message operation does not support streams"));
    }
    let is_valid = match is_symbolic {
        true => message.has_valid_stream(generation),
        false => (0..4).contains(&message.stream),
    };
    (!is_valid).then_some((2, "invalid message stream id"))
}

/// Names of registers that are indexed, by their bits.
pub const INDEXED: [&str; 4] = ["SRC0", "SRC1", "SRC2", "DST"];

/// Parses `gpr_idx(SRC0,DST)`, or a number.
pub fn parse_index_mode(parser: &mut Parser<'_>) -> ParseResult<i64> {
    let loc = parser.tok().loc;
    if !eat_word_and(parser, "gpr_idx", TokenKind::LParen) {
        let value = parser.parse_absolute_expression()?;
        if !(0..16).contains(&value) {
            return Err(parser.error(loc, "invalid immediate: only 4-bit values are legal"));
        }
        return Ok(value);
    }
    if parser.eat(TokenKind::RParen) {
        return Ok(0);
    }
    let mut value = 0;
    loop {
        let loc = parser.tok().loc;
        let Some(bit) = INDEXED.iter().position(|word| eat_word(parser, word)) else {
            let message = match value {
                0 => "expected a VGPR index mode or a closing parenthesis",
                _ => "expected a VGPR index mode",
            };
            return Err(parser.error(loc, message));
        };
        if value >> bit & 1 != 0 {
            return Err(parser.error(loc, "duplicate VGPR index mode"));
        }
        value |= 1 << bit;
        if parser.eat(TokenKind::RParen) {
            return Ok(value);
        }
        parser.expect(TokenKind::Comma, "expected a comma or a closing parenthesis")?;
    }
}
