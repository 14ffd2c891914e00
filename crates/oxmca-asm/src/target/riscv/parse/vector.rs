//! Vector types as operands.

use super::statement::{Attempt, AttemptResult, Operands, Statement};
use crate::lexer::{Token, TokenKind};
use crate::parser::Parser;
use crate::target::riscv::operand::{IntegerWidth, OperandKind, ParsedOperand};
use crate::target::riscv::vtype::{self, GroupSize, VectorType, is_element_width};

/// Parts of a vector type. Each may be left out, but they come in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Part {
    None,
    ElementWidth,
    GroupSize,
    TailPolicy,
    MaskPolicy,
}

/// A vector type as far as it is read.
struct Reading {
    /// The part that was read last.
    last: Part,
    element_bits: u32,
    is_alternative: bool,
    group: GroupSize,
    is_tail_agnostic: bool,
    is_mask_agnostic: bool,
}

/// Returns a number in decimal digits.
fn number(digits: &[u8]) -> Option<u32> {
    let text = std::str::from_utf8(digits).ok()?;
    text.bytes().all(|it| it.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

impl Reading {
    /// Reads one part; `None` if a name is none that may come here.
    fn read(&mut self, name: &[u8]) -> Option<Part> {
        if self.last < Part::ElementWidth
            && let Some(width) = name.strip_prefix(b"e")
        {
            (self.element_bits, self.is_alternative) = element_width(width)?;
            return Some(Part::ElementWidth);
        }
        if self.last < Part::GroupSize
            && let Some(size) = name.strip_prefix(b"m")
        {
            // The policy may stand where the size is left out.
            if matches!(size, b"a" | b"u") {
                self.is_mask_agnostic = size == b"a";
                return Some(Part::MaskPolicy);
            }
            let fraction = size.strip_prefix(b"f");
            let group = GroupSize {
                registers: number(fraction.unwrap_or(size))?,
                is_fraction: fraction.is_some(),
            };
            self.group = group.is_valid().then_some(group)?;
            return Some(Part::GroupSize);
        }
        if self.last < Part::TailPolicy && name.starts_with(b"t") {
            self.is_tail_agnostic = policy(name, b"ta", b"tu")?;
            return Some(Part::TailPolicy);
        }
        if self.last < Part::MaskPolicy && name.starts_with(b"m") {
            self.is_mask_agnostic = policy(name, b"ma", b"mu")?;
            return Some(Part::MaskPolicy);
        }
        None
    }
}

fn policy(name: &[u8], agnostic: &[u8], undisturbed: &[u8]) -> Option<bool> {
    match name {
        _ if name == agnostic => Some(true),
        _ if name == undisturbed => Some(false),
        _ => None,
    }
}

/// Returns the width of elements, and whether they are in the other format of it: `16`, `8alt`.
fn element_width(text: &[u8]) -> Option<(u32, bool)> {
    let found = match text {
        b"16alt" => (16, true),
        b"8alt" => (8, true),
        digits => (number(digits)?, false),
    };
    is_element_width(found.0).then_some(found)
}

/// Parses `e32, m1, ta, ma`, of which parts may be missing.
pub(super) fn parse_type<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
) -> AttemptResult {
    let loc = parser.tok().loc;
    let mut reading = Reading {
        last: Part::None,
        element_bits: 8,
        is_alternative: false,
        group: GroupSize::ONE,
        is_tail_agnostic: false,
        is_mask_agnostic: false,
    };
    // Elements that are narrower than these stand in fractions of registers.
    let widest_bits = if statement.features.has_64_bit_elements { 64 } else { 32 };
    loop {
        let tok = parser.tok();
        let is_name = tok.is(TokenKind::Identifier);
        let Some(part) = is_name.then(|| reading.read(tok.text)).flatten() else {
            if reading.last == Part::None {
                return Ok(Attempt::NoMatch);
            }
            break;
        };
        if part == Part::GroupSize
            && reading.group.is_fraction
            && reading.group.registers > widest_bits / 8
        {
            let message = format!(
                "use of vtype encodings with LMUL < SEWMIN/ELEN == mf{} is reserved",
                widest_bits / 8
            );
            parser.warning(tok.loc, message);
        }
        reading.last = part;
        parser.lex();
        if !parser.eat(TokenKind::Comma) {
            break;
        }
    }
    if !parser.at(TokenKind::EndOfStatement) {
        return Err(parser.error(loc, vtype::EXPECTED));
    }
    if reading.group.is_fraction {
        let most_bits = widest_bits / reading.group.registers;
        if most_bits >= 8 && reading.element_bits > most_bits {
            let message = format!(
                "use of vtype encodings with SEW > {most_bits} and LMUL == mf{} may not be compatible \
                 with all RVV implementations",
                reading.group.registers
            );
            parser.warning(loc, message);
        }
    }
    let vector = VectorType::new(
        reading.element_bits,
        reading.group,
        reading.is_tail_agnostic,
        reading.is_mask_agnostic,
        reading.is_alternative,
    );
    operands.push(ParsedOperand::new(OperandKind::VectorType(vector), loc));
    Ok(Attempt::Parsed)
}

/// Parses `i4` or `i8`, the width of elements of SpacemiT's matrix instructions.
pub(super) fn parse_integer_width<'a>(
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
) -> AttemptResult {
    let tok = parser.tok();
    if !tok.is(TokenKind::Identifier) {
        let message = "operand must be a valid SpacemiT's Integer Matrix VType mnemonic";
        return Err(parser.token_error(message));
    }
    let Some(width) = IntegerWidth::named(tok.text) else {
        return Err(parser.token_error("SpacemiT's Integer Matrix only supports [i4|i8] mode"));
    };
    operands.push(ParsedOperand::new(OperandKind::IntegerWidth(width), tok.loc));
    parser.lex();
    Ok(Attempt::Parsed)
}

/// Parses `L1` to `L64`, the number of rows of a tile.
pub(super) fn parse_tile_rows<'a>(
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
) -> AttemptResult {
    let tok = parser.tok();
    let digits = match tok.text {
        [b'L' | b'l', digits @ ..] if tok.is(TokenKind::Identifier) => digits,
        _ => return Ok(Attempt::NoMatch),
    };
    let Some(rows) = number(digits).filter(|rows| rows.is_power_of_two() && *rows < 128) else {
        let message = "operand must be L1, L2, L4, L8, L16, L32, or L64";
        return Err(parser.error(tok.loc, message));
    };
    parser.lex();
    let code = rows.trailing_zeros() + 1;
    let operand = ParsedOperand::of_constant(code.into(), tok.loc);
    operands.push(operand.until(tok.range().end));
    Ok(Attempt::Parsed)
}

/// Parses `e16, w2`, a type of SiFive's matrix instructions.
pub(super) fn parse_matrix_type<'a>(
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
) -> AttemptResult {
    let loc = parser.tok().loc;
    let Some(vector) = read_matrix_type(parser) else {
        return Err(parser.error(loc, "operand must be e[8|16|16alt|32|64],w[1|2|4]"));
    };
    operands.push(ParsedOperand::new(OperandKind::VectorType(vector), loc));
    Ok(Attempt::Parsed)
}

fn read_matrix_type(parser: &mut Parser<'_>) -> Option<VectorType> {
    let name = |tok: Token<'_>, prefix: &[u8]| {
        let text = tok.is(TokenKind::Identifier).then_some(tok.text)?;
        text.strip_prefix(prefix).map(<[u8]>::to_owned)
    };
    let width = name(parser.tok(), b"e")?;
    let (element_bits, is_alternative) = element_width(&width)?;
    if is_alternative && element_bits != 16 {
        return None;
    }
    parser.lex();
    if !parser.eat(TokenKind::Comma) {
        return None;
    }
    let widening = number(&name(parser.tok(), b"w")?)?;
    if !matches!(widening, 1 | 2 | 4) {
        return None;
    }
    parser.lex();
    let is_whole = parser.at(TokenKind::EndOfStatement);
    is_whole.then(|| VectorType::matrix(element_bits, widening, is_alternative))
}
