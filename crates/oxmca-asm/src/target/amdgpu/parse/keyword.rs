//! Operands that a keyword begins, and the choice of a method for an operand class.

use oxmca_tables::MatchClassId;
use oxmca_tables::schema::match_class_kind;

use super::cursor::{
    attempt, eat_negated, eat_word, eat_word_and, is_word, parse_number, parse_prefixed,
    parse_prefixed_name,
};
use super::statement::{Attempt, AttemptResult, Operands, Statement};
use super::{cache_policy, lanes, message, names, operand, register, swizzle, wait};
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::target::amdgpu::format;
use crate::target::amdgpu::operand::{ImmKind, OperandKind, ParsedOperand};
use crate::target::known_names::Known;

/// The methods that parse operands.
pub const KNOWN: Known = Known { knows: |_, it| Method::named(it.text).is_some(), file: file!() };

/// Keywords that forms have as tokens and that are parsed as such.
const TOKENS: &[&str] = &["addr64", "idxen", "offen", "off"];
/// Keywords that forms have as tokens and that are parsed as constants, with whether `no` before them is passed over.
const BITS: &[(&str, ImmKind, bool)] = &[
    ("done", ImmKind::Done, true),
    ("lds", ImmKind::Lds, true),
    ("row_en", ImmKind::RowEn, true),
    ("gds", ImmKind::Gds, false),
    ("tfe", ImmKind::Tfe, false),
];

/// Returns whether a token of a form is a keyword that is parsed here.
pub fn is_token(text: &str) -> bool {
    TOKENS.contains(&text) || BITS.iter().any(|bit| bit.0 == text)
}

/// Ways to write parts of a register.
const SDWA_PARTS: &[&str] = &["BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD"];
const SDWA_UNUSED: &[&str] = &["UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE"];

/// A method that parses operands, as the tables name it.
enum Method<'t> {
    RealSource {
        takes_imm: bool,
    },
    IntSource {
        takes_imm: bool,
    },
    Source,
    Register,
    RegisterOrOff,
    /// `WORD:NUMBER` with what the number must be.
    Number {
        word: &'t str,
        kind: ImmKind,
        check: &'t str,
    },
    /// `WORD`, or `noWORD`, which is passed over or is 0.
    Bit {
        word: &'t str,
        kind: ImmKind,
        ignores_negative: bool,
    },
    /// `WORD:[0,1,...]`
    Bits {
        word: &'t str,
        kind: ImmKind,
    },
    SdwaPart {
        word: &'t str,
        kind: ImmKind,
    },
    SdwaUnused,
    MatrixName {
        word: &'static str,
        kind: ImmKind,
        names: &'static [&'static str],
    },
    IndexKey {
        kind: ImmKind,
        most: i64,
    },
    Named(&'t str),
}

impl<'t> Method<'t> {
    fn named(name: &'t str) -> Option<Method<'t>> {
        if let Some((method, arguments)) = name.strip_suffix(')').and_then(|it| it.split_once('('))
        {
            let mut arguments = arguments.split(',');
            let word = arguments.next()?;
            let kind = ImmKind::named(arguments.next()?)?;
            let check = arguments.next().unwrap_or_default();
            return Some(match method {
                "parseIntWithPrefix" => Method::Number { word, kind, check },
                "parseNamedBit" => Method::Bit { word, kind, ignores_negative: check == "true" },
                "parseOperandArrayWithPrefix" => Method::Bits { word, kind },
                "parseSDWASel" => Method::SdwaPart { word, kind },
                _ => return None,
            });
        }
        let matrix = |word, kind, names| Method::MatrixName { word, kind, names };
        Some(match name {
            "parseRegOrImm" => Method::Source,
            "parseRegOrImmWithFPInputMods" => Method::RealSource { takes_imm: true },
            "parseRegWithFPInputMods" => Method::RealSource { takes_imm: false },
            "parseRegOrImmWithIntInputMods" => Method::IntSource { takes_imm: true },
            "parseRegWithIntInputMods" => Method::IntSource { takes_imm: false },
            "parseBoolReg" => Method::Register,
            "parseVReg32OrOff" => Method::RegisterOrOff,
            "parseSDWADstUnused" => Method::SdwaUnused,
            "parseMatrixAFMT" => {
                matrix("matrix_a_fmt", ImmKind::MatrixAFmt, format::MATRIX_FORMATS)
            }
            "parseMatrixBFMT" => {
                matrix("matrix_b_fmt", ImmKind::MatrixBFmt, format::MATRIX_FORMATS)
            }
            "parseMatrixAScale" => {
                matrix("matrix_a_scale", ImmKind::MatrixAScale, format::MATRIX_SCALES)
            }
            "parseMatrixBScale" => {
                matrix("matrix_b_scale", ImmKind::MatrixBScale, format::MATRIX_SCALES)
            }
            "parseMatrixAScaleFmt" => {
                matrix("matrix_a_scale_fmt", ImmKind::MatrixAScaleFmt, format::MATRIX_SCALE_FORMATS)
            }
            "parseMatrixBScaleFmt" => {
                matrix("matrix_b_scale_fmt", ImmKind::MatrixBScaleFmt, format::MATRIX_SCALE_FORMATS)
            }
            "parseIndexKey8bit" => Method::IndexKey { kind: ImmKind::IndexKey8, most: 3 },
            "parseIndexKey16bit" => Method::IndexKey { kind: ImmKind::IndexKey16, most: 1 },
            "parseIndexKey32bit" => Method::IndexKey { kind: ImmKind::IndexKey32, most: 1 },
            "parseBLGP" | "parseCPol" | "parseDPP8" | "parseDPPCtrl" | "parseDepCtr"
            | "parseDim" | "parseEndpgm" | "parseExpTgt" | "parseFORMAT" | "parseFlatOffset"
            | "parseGPRIdxMode" | "parseHwreg" | "parseInterpAttr" | "parseInterpSlot"
            | "parseOModSI" | "parseR128A16" | "parseSDelayALU" | "parseSOPPBrTarget"
            | "parseSWaitCnt" | "parseSendMsg" | "parseSwizzle" | "parseWaitEvent" => {
                Method::Named(name)
            }
            _ => return None,
        })
    }
}

/// Parses an operand as those of a class are parsed.
pub fn parse_class<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    class: MatchClassId,
    operands: &mut Operands<'a>,
) -> AttemptResult {
    let tables = &statement.gpu.tables;
    let row = &tables.match_classes[class.index()];
    if row.kind == match_class_kind::TOKEN {
        let text = tables.text(row.text);
        if let Some((word, kind, ignores)) = BITS.iter().find(|bit| bit.0 == text) {
            return parse_bit(statement, parser, operands, word, *kind, *ignores);
        }
        let token = parser.tok();
        let is_there = eat_word(parser, text);
        if is_there {
            operands.push(ParsedOperand::new(OperandKind::Token(token.text), token.loc));
        }
        return attempt(is_there);
    }
    let Some(method) = Method::named(tables.text(row.parser)) else { return Ok(Attempt::NoMatch) };
    let loc = parser.tok().loc;
    match method {
        Method::RealSource { takes_imm } => {
            operand::parse_with_real_modifiers(statement, parser, operands, takes_imm)
        }
        Method::IntSource { takes_imm } => {
            operand::parse_with_int_modifiers(statement, parser, operands, takes_imm)
        }
        Method::Source => operand::parse_register_or_imm(statement, parser, operands),
        Method::Register => register::parse(statement, parser, operands),
        Method::RegisterOrOff => {
            if eat_word(parser, "off") {
                operands.push(ParsedOperand::of_imm(0, ImmKind::Off, loc));
                return Ok(Attempt::Parsed);
            }
            register::parse(statement, parser, operands)
        }
        Method::Number { word, kind, check } => {
            let value = parse_prefixed(parser, word)?;
            let value = value.map(|value| checked(parser, statement, (word, check), value, loc));
            push(operands, value.transpose()?, kind, loc)
        }
        Method::Bit { word, kind, ignores_negative } => {
            parse_bit(statement, parser, operands, word, kind, ignores_negative)
        }
        Method::Bits { word, kind } => {
            let value = parse_bits(parser, word)?;
            push(operands, value, kind, loc)
        }
        Method::SdwaPart { word, kind } => {
            let value = parse_prefixed_name(parser, word, SDWA_PARTS)?;
            push(operands, value, kind, loc)
        }
        Method::SdwaUnused => {
            let value = parse_prefixed_name(parser, "dst_unused", SDWA_UNUSED)?;
            push(operands, value, ImmKind::SdwaDstUnused, loc)
        }
        Method::MatrixName { word, kind, names } => {
            let value = parse_prefixed_name(parser, word, names)?;
            push(operands, value, kind, loc)
        }
        Method::IndexKey { kind, most } => {
            let value = parse_prefixed(parser, "index_key")?;
            if value.is_some_and(|value| !(0..=most).contains(&value)) {
                return Err(parser.error(loc, "out of range index_key"));
            }
            push(operands, value, kind, loc)
        }
        Method::Named(name) => parse_named(statement, parser, operands, name),
    }
}

/// Parses an operand by a method that is for one class.
fn parse_named<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
    name: &str,
) -> AttemptResult {
    let loc = parser.tok().loc;
    let generation = statement.generation;
    match name {
        "parseBLGP" => {
            let mut value = parse_prefixed(parser, "blgp")?;
            if value.is_none() {
                value = parse_bits(parser, "neg")?;
            }
            push(operands, value, ImmKind::Blgp, loc)
        }
        "parseCPol" => {
            let value = cache_policy::parse(statement, parser)?;
            push(operands, value, ImmKind::CPol, loc)
        }
        "parseFlatOffset" => {
            if let Some(value) = parse_prefixed(parser, "offset")? {
                return push(operands, Some(value), ImmKind::Offset, loc);
            }
            let value = parse_prefixed(parser, "inst_offset")?;
            push(operands, value, ImmKind::InstOffset, loc)
        }
        "parseR128A16" => {
            let bit = parse_bit(statement, parser, operands, "r128", ImmKind::R128A16, false)?;
            match bit {
                Attempt::NoMatch => {
                    parse_bit(statement, parser, operands, "a16", ImmKind::A16, false)
                }
                Attempt::Parsed => Ok(bit),
            }
        }
        "parseOModSI" => {
            let value = match parser.tok() {
                token if is_word(&token, "mul") => parse_prefixed(parser, "mul")?
                    .map(|it| (it, "mul", [(1, 0), (2, 1), (4, 2)].as_slice())),
                token if is_word(&token, "div") => parse_prefixed(parser, "div")?
                    .map(|it| (it, "div", [(1, 0), (2, 3)].as_slice())),
                _ => None,
            };
            let Some((value, word, known)) = value else { return Ok(Attempt::NoMatch) };
            let Some((_, code)) = known.iter().find(|it| it.0 == value) else {
                return Err(parser.error(loc, format!("invalid {word} value.")));
            };
            push(operands, Some(*code), ImmKind::OMod, loc)
        }
        "parseDim" => {
            if !generation.is_gfx10_plus() {
                return Ok(Attempt::NoMatch);
            }
            let value = names::parse_dim(statement, parser)?;
            push(operands, value, ImmKind::Dim, loc)
        }
        "parseFORMAT" => names::parse_format(statement, parser, operands),
        "parseEndpgm" => {
            // What is no number is no operand.
            if parser.at(TokenKind::EndOfStatement) {
                return Ok(Attempt::NoMatch);
            }
            let value = parse_number(parser)?;
            if u16::try_from(value).is_err() {
                return Err(parser.error(loc, "expected a 16-bit value"));
            }
            push(operands, Some(value), ImmKind::Endpgm, loc)
        }
        "parseSOPPBrTarget" => parse_branch_target(statement, parser, operands, loc),
        "parseSWaitCnt" => {
            let value = wait::parse_counters(statement, parser)?;
            push(operands, Some(value), ImmKind::None, loc)
        }
        "parseDepCtr" => {
            let value = wait::parse_dependency_counters(statement, parser)?;
            push(operands, Some(value), ImmKind::None, loc)
        }
        "parseSDelayALU" => {
            let value = wait::parse_delay(parser)?;
            push(operands, Some(value), ImmKind::None, loc)
        }
        "parseWaitEvent" => {
            let value = wait::parse_event(statement, parser)?;
            push(operands, Some(value), ImmKind::WaitEvent, loc)
        }
        "parseHwreg" => {
            let value = message::parse_hardware_register(statement, parser)?;
            push(operands, Some(value), ImmKind::Hwreg, loc)
        }
        "parseSendMsg" => {
            let value = message::parse_message(statement, parser)?;
            push(operands, Some(value), ImmKind::SendMsg, loc)
        }
        "parseGPRIdxMode" => {
            let value = message::parse_index_mode(parser)?;
            push(operands, Some(value), ImmKind::GprIdxMode, loc)
        }
        "parseSwizzle" => swizzle::parse(statement, parser, operands),
        "parseDPP8" => lanes::parse_dpp8(statement, parser, operands),
        "parseDPPCtrl" => lanes::parse_control(statement, parser, operands),
        "parseExpTgt" => names::parse_export_target(statement, parser, operands),
        "parseInterpSlot" => names::parse_slot(parser, operands),
        "parseInterpAttr" => names::parse_attribute(parser, operands),
        _ => Ok(Attempt::NoMatch),
    }
}

/// Adds the constant of a keyword, if there is one.
fn push(operands: &mut Operands<'_>, value: Option<i64>, kind: ImmKind, loc: Loc) -> AttemptResult {
    if let Some(value) = value {
        operands.push(ParsedOperand::of_imm(value, kind, loc));
    }
    attempt(value.is_some())
}

/// Returns a number as the machine operand has it, if it is one that the keyword may have.
fn checked(
    parser: &mut Parser<'_>,
    statement: &Statement<'_>,
    (word, check): (&str, &str),
    value: i64,
    loc: Loc,
) -> ParseResult<i64> {
    let bits = check.strip_prefix("isUInt<").and_then(|it| it.strip_suffix('>'));
    let bits = bits.and_then(|it| it.parse::<u32>().ok());
    let is_valid = match bits {
        Some(bits) => (0..1i64 << bits).contains(&value),
        // 0 stands for 1 in texts of the first generations.
        None if check == "convertDppBoundCtrl" => {
            if value != 0 && value != 1 {
                return Err(parser.error(loc, format!("invalid {word} value.")));
            }
            return Ok(if statement.generation.is_gfx11_plus() { value } else { 1 });
        }
        None => true,
    };
    match is_valid {
        true => Ok(value),
        false => Err(parser.error(loc, format!("invalid {word} value."))),
    }
}

fn parse_bit<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
    word: &str,
    kind: ImmKind,
    ignores_negative: bool,
) -> AttemptResult {
    let generation = statement.generation;
    let loc = parser.tok().loc;
    let value = if eat_word(parser, word) {
        1
    } else if eat_negated(parser, word) {
        if ignores_negative {
            return Ok(Attempt::Parsed);
        }
        0
    } else {
        return Ok(Attempt::NoMatch);
    };
    if word == "r128" && !generation.has_mimg_r128() {
        return Err(parser.error(loc, "r128 modifier is not supported on this GPU"));
    }
    if word == "a16" && !generation.has_a16() {
        return Err(parser.error(loc, "a16 modifier is not supported on this GPU"));
    }
    if value == 0 && word == "gds" && statement.name.starts_with(b"ds_gws") {
        return Err(parser.error(loc, "nogds is not allowed"));
    }
    let is_shared = generation.is_gfx9() && kind == ImmKind::A16;
    let kind = if is_shared { ImmKind::R128A16 } else { kind };
    operands.push(ParsedOperand::of_imm(value, kind, loc));
    Ok(Attempt::Parsed)
}

/// Parses `WORD:[BIT,...]`, of which the first is the lowest.
fn parse_bits(parser: &mut Parser<'_>, word: &str) -> ParseResult<Option<i64>> {
    const MOST: usize = 4;
    if !eat_word_and(parser, word, TokenKind::Colon) {
        return Ok(None);
    }
    parser.expect(TokenKind::LBrac, "expected a left square bracket")?;
    let mut bits = 0;
    for number in 0..MOST {
        let loc = parser.tok().loc;
        let bit = parse_number(parser)?;
        if bit != 0 && bit != 1 {
            return Err(parser.error(loc, format!("invalid {word} value.")));
        }
        bits |= bit << number;
        if parser.eat(TokenKind::RBrac) {
            return Ok(Some(bits));
        }
        if number + 1 < MOST {
            parser.expect(TokenKind::Comma, "expected a comma")?;
        }
    }
    Err(parser.error(parser.tok().loc, "expected a closing square bracket"))
}

/// Parses the target of a branch: a label or a distance in words.
fn parse_branch_target<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
    loc: Loc,
) -> AttemptResult {
    if register::is_here(statement.gpu, parser) || operand::is_modifier(statement, parser) {
        return Ok(Attempt::NoMatch);
    }
    let (expr, _) = parser.parse_expression()?;
    let value = parser.evaluate(&expr);
    let is_label = matches!(expr, crate::inst::Expr::Symbol { .. });
    match value {
        None if !is_label => {
            return Err(parser.error(loc, "expected an absolute expression or a label"));
        }
        Some(value) if i16::try_from(value).is_err() && u16::try_from(value).is_err() => {
            return Err(parser.error(loc, "expected a 16-bit signed jump offset"));
        }
        _ => {}
    }
    operands.push(match value {
        Some(value) => ParsedOperand::of_imm(value, ImmKind::None, loc),
        None => ParsedOperand::new(OperandKind::Expression(expr), loc),
    });
    Ok(Attempt::Parsed)
}
