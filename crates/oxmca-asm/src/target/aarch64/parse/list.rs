//! Lists of vectors and of tiles, and the matrix register.

use super::register::WrittenVector;
use super::statement::{Attempt, AttemptResult, Statement};
use crate::lexer::TokenKind;
use crate::parser::ParseResult;
use crate::target::aarch64::operand::{Matrix, MatrixPart, OperandKind, Vectors};
use crate::target::aarch64::registers::{First, Lanes, RegisterKind};

const NO_WIDTH: &str = "Expected the register to be followed by element width suffix";

/// A tile of a list as written.
struct Tile {
    number: u16,
    bits: u16,
}

impl<'a> Statement<'_, 'a> {
    /// Returns a vector of a list. `None` if it is none, which is an error if the list cannot be
    /// anything else.
    fn parse_vector_of_list(
        &mut self,
        kind: RegisterKind,
        must_match: bool,
    ) -> ParseResult<Option<WrittenVector<'a>>> {
        let tok = self.tok();
        let parsed = self.parse_vector(kind);
        if let Ok(Some(vector)) = parsed {
            return Ok(Some(vector));
        }
        let is_name = tok.is(TokenKind::Identifier);
        if is_name && parsed.is_ok() && tok.text.eq_ignore_ascii_case(b"zt0") {
            return Ok(None);
        }
        let is_matrix = tok.text.get(..2).is_some_and(|it| it.eq_ignore_ascii_case(b"za"));
        if !is_name || parsed.is_err() || must_match && !is_matrix {
            return self.fail_at(tok.loc, "vector register expected");
        }
        Ok(None)
    }

    /// Parses `{ v0.4s - v3.4s }` or `{ z0.s, z8.s }`, and a lane behind it.
    pub(super) fn parse_list(&mut self, kind: RegisterKind, must_match: bool) -> AttemptResult {
        let curly = self.tok();
        if !curly.is(TokenKind::LCurly) {
            return Ok(Attempt::NoMatch);
        }
        self.parser.lex();
        let Some(first) = self.parse_vector_of_list(kind, must_match)? else {
            self.parser.lexer.unlex(curly);
            return Ok(Attempt::NoMatch);
        };
        let tables = &self.aarch64.tables;
        let (mut count, mut stride) = (1_u16, 1_u16);
        if self.eat(TokenKind::Minus) {
            let loc = self.loc();
            let Some(last) = self.parse_vector_of_list(kind, true)? else {
                return Ok(Attempt::NoMatch);
            };
            if first.suffix != last.suffix {
                return self.fail_at(loc, "mismatched register size suffix");
            }
            let space = match first.reg < last.reg {
                true => last.reg.0 - first.reg.0,
                false => kind.count().saturating_sub(first.reg.0 - last.reg.0),
            };
            if space == 0 || space > 3 {
                return self.fail_at(loc, "invalid number of vectors");
            }
            count += space;
        } else {
            let mut previous = tables.register(first.reg).encoding;
            while self.eat(TokenKind::Comma) {
                let loc = self.loc();
                let Some(next) = self.parse_vector_of_list(kind, true)? else {
                    return Ok(Attempt::NoMatch);
                };
                if first.suffix != next.suffix {
                    return self.fail_at(loc, "mismatched register size suffix");
                }
                let number = tables.register(next.reg).encoding;
                if count == 1 {
                    stride = match previous < number {
                        true => number - previous,
                        false => kind.count().saturating_sub(previous - number),
                    };
                }
                if stride == 0 || number != (previous + stride) % kind.count() {
                    return self.fail_at(loc, "registers must have the same sequential stride");
                }
                previous = number;
                count = count.saturating_add(1);
            }
        }
        self.parser.expect(TokenKind::RCurly, "'}' expected")?;
        if count > 4 {
            return self.fail_at(curly.loc, "invalid number of vectors");
        }
        let vectors =
            Vectors { kind, first: first.reg, count: count as u8, stride, lanes: first.lanes };
        self.push(OperandKind::Vectors(vectors), curly.loc);
        self.parse_lane()?;
        Ok(Attempt::Parsed)
    }

    /// Parses `{ za0.d, za3.d }`.
    pub(super) fn parse_tiles(&mut self) -> AttemptResult {
        let curly = self.tok();
        if !curly.is(TokenKind::LCurly) {
            return Ok(Attempt::NoMatch);
        }
        self.parser.lex();
        let mut tiles = 0;
        if !self.eat(TokenKind::RCurly) {
            if self.tok().text.eq_ignore_ascii_case(b"za") {
                self.parser.lex();
                tiles = u8::MAX;
            } else {
                let Some(first) = self.parse_tile()? else {
                    self.parser.lexer.unlex(curly);
                    return Ok(Attempt::NoMatch);
                };
                tiles = first.parts();
                let mut seen = 1_u16 << first.number;
                let mut previous = first.number;
                while self.eat(TokenKind::Comma) {
                    let loc = self.loc();
                    let Some(next) = self.parse_tile()? else { return Ok(Attempt::NoMatch) };
                    if next.bits != first.bits {
                        return self.fail_at(loc, "mismatched register size suffix");
                    }
                    if next.number <= previous {
                        self.parser.warning(loc, "tile list not in ascending order");
                    }
                    if seen >> next.number & 1 != 0 {
                        self.parser.warning(loc, "duplicate tile in list");
                    }
                    seen |= 1 << next.number;
                    tiles |= next.parts();
                    previous = next.number;
                }
            }
            self.parser.expect(TokenKind::RCurly, "'}' expected")?;
        }
        self.push(OperandKind::Tiles(tiles), curly.loc);
        Ok(Attempt::Parsed)
    }

    /// Returns a tile of a list: `za0.d`.
    fn parse_tile(&mut self) -> ParseResult<Option<Tile>> {
        let name = self.tok().text;
        let is_part = matches!(name.iter().rev().nth(2), Some(b'h' | b'v' | b'H' | b'V'));
        if !name.contains(&b'.') || is_part {
            return Ok(None);
        }
        let tables = &self.aarch64.tables;
        let Some((RegisterKind::Matrix, reg)) = self.aarch64.registers.named(tables, name) else {
            return Ok(None);
        };
        let bits = Lanes::of_suffix(&name[name.len() - 2..], RegisterKind::Matrix);
        let Some(Lanes { bits: bits @ ..=64, .. }) = bits else { return Ok(None) };
        let first = tile_of(bits);
        let number = self.aarch64.registers.position(tables, first, 8, reg).unwrap_or(0);
        self.parser.lex();
        Ok(Some(Tile { number, bits }))
    }

    /// Parses `za`, `za.s`, `za0.s` or `za0h.s`, and the brackets behind it.
    pub(super) fn parse_matrix(&mut self) -> AttemptResult {
        let tok = self.tok();
        let name = tok.text;
        let is_array = name.get(..2).is_some_and(|it| it.eq_ignore_ascii_case(b"za"))
            && matches!(name.get(2), None | Some(b'.'));
        let tables = &self.aarch64.tables;
        let matrix = if is_array {
            self.parser.lex();
            let Some(lanes) = Lanes::of_suffix(&name[2..], RegisterKind::Matrix) else {
                return self.fail(NO_WIDTH);
            };
            let reg = self.aarch64.registers.first(tables, First::Matrix);
            Matrix { reg, bits: lanes.bits, part: MatrixPart::Array }
        } else {
            let found = super::register::register_of_kind(
                self.aarch64,
                self.parser,
                name,
                RegisterKind::Matrix,
            );
            let Some(reg) = found else { return Ok(Attempt::NoMatch) };
            let dot = name.iter().position(|byte| *byte == b'.').unwrap_or(name.len());
            let (head, suffix) = name.split_at(dot);
            let part = match head.last() {
                Some(b'h' | b'H') => MatrixPart::Row,
                Some(b'v' | b'V') => MatrixPart::Column,
                _ => MatrixPart::Tile,
            };
            let Some(lanes) = Lanes::of_suffix(suffix, RegisterKind::Matrix) else {
                return self.fail(NO_WIDTH);
            };
            self.parser.lex();
            Matrix { reg, bits: lanes.bits, part }
        };
        self.push(OperandKind::Matrix(matrix), tok.loc);
        if self.at(TokenKind::LBrac) && self.parse_operand(false, false).is_err() {
            return Ok(Attempt::NoMatch);
        }
        Ok(Attempt::Parsed)
    }
}

impl Tile {
    /// Returns the 64-bit tiles that it consists of, one bit each.
    fn parts(&self) -> u8 {
        let step = self.bits / 8;
        (0..8).filter(|tile| tile % step == self.number).fold(0, |parts, tile| parts | 1 << tile)
    }
}

fn tile_of(bits: u16) -> First {
    match bits {
        8 => First::TileB,
        16 => First::TileH,
        32 => First::TileS,
        _ => First::TileD,
    }
}
