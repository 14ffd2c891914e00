//! Answers to the matcher.

use std::cell::{Cell, RefCell};

use oxmca_tables::schema::ImmediateRange;
use oxmca_tables::{MatchClassId, Opcode, Reg, RegClassId};

use super::convert;
use super::flag;
use super::generation::Generation;
use super::immediate::{Constants, Scalar};
use super::operand::{ImmKind, OperandKind, ParsedOperand};
use super::predicate::{Expression, Predicate};
use super::render::Render;
use super::target::AmdGpu;
use super::validate::pairs::is_encoding_wanted;
use crate::inst::Inst;
use crate::matcher::MatchTarget;
use crate::source::Loc;
use crate::target::known_names::Known;

/// The encoding that a suffix of the mnemonic asks for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Forced {
    pub is_32_bit: bool,
    pub is_64_bit: bool,
    pub is_dpp: bool,
    pub is_sdwa: bool,
}

impl Forced {
    /// Splits a mnemonic into its name and what its suffix asks for.
    pub fn split(mnemonic: &[u8]) -> (&[u8], Forced) {
        let suffixes: [(&[u8], Forced); 5] = [
            (b"_e64_dpp", Forced { is_64_bit: true, is_dpp: true, ..Forced::default() }),
            (b"_e64", Forced { is_64_bit: true, ..Forced::default() }),
            (b"_e32", Forced { is_32_bit: true, ..Forced::default() }),
            (b"_dpp", Forced { is_dpp: true, ..Forced::default() }),
            (b"_sdwa", Forced { is_sdwa: true, ..Forced::default() }),
        ];
        let mut found = suffixes.iter();
        let found =
            found.find_map(|(suffix, forced)| Some((mnemonic.strip_suffix(*suffix)?, *forced)));
        found.unwrap_or((mnemonic, Forced::default()))
    }

    /// Returns the variants of the matcher that are tried, by their numbers in the tables.
    pub fn variants(self) -> &'static [usize] {
        match self {
            Forced { is_dpp: true, is_64_bit: true, .. } => &[5],
            Forced { is_32_bit: true, .. } => &[0],
            Forced { is_64_bit: true, .. } => &[1],
            Forced { is_sdwa: true, .. } => &[2, 3],
            Forced { is_dpp: true, .. } => &[4],
            _ => &[0, 1, 2, 3, 4, 5],
        }
    }

    /// Returns the name of the variant in messages.
    pub fn variant_name(self) -> Option<&'static str> {
        match self {
            Forced { is_dpp: true, is_64_bit: true, .. } => Some("e64_dpp"),
            Forced { is_32_bit: true, .. } => Some("e32"),
            Forced { is_64_bit: true, .. } => Some("e64"),
            Forced { is_sdwa: true, .. } => Some("sdwa"),
            Forced { is_dpp: true, .. } => Some("dpp"),
            _ => None,
        }
    }
}

/// A keyword that a form has as a token, and that is parsed as a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Special {
    Keyword(ImmKind),
    /// A register of at least 64 bits, in whose place `null` may stand.
    Null,
    Predicate(Predicate),
}

/// Classes that more operands are of than the tables say.
#[derive(Debug)]
pub struct SpecialClasses(Vec<(MatchClassId, Special)>);

impl SpecialClasses {
    /// Looks the classes up.
    pub fn new(tables: &oxmca_tables::Tables<'_>) -> Self {
        let null = ["SReg_64", "SReg_64_XEXEC", "SReg_96", "SReg_128", "SReg_256", "SReg_512"];
        let keywords = [
            ("addr64", ImmKind::Addr64),
            ("gds", ImmKind::Gds),
            ("lds", ImmKind::Lds),
            ("idxen", ImmKind::Idxen),
            ("offen", ImmKind::Offen),
            ("tfe", ImmKind::Tfe),
            ("done", ImmKind::Done),
            ("row_95_en", ImmKind::RowEn),
        ];
        let predicates = [
            ("SSrc_b32", "isSSrc_b32"),
            ("SSrc_f32", "isSSrc_f32"),
            ("SOPPBrTarget", "isSOPPBrTarget"),
        ];
        let find = |name: &str| {
            let row = tables.match_classes.iter().position(|row| tables.text(row.name) == name);
            row.map(|row| MatchClassId(row as u16))
        };
        let null = null.iter().filter_map(|name| Some((find(name)?, Special::Null)));
        let keywords =
            keywords.iter().filter_map(|(name, kind)| Some((find(name)?, Special::Keyword(*kind))));
        let predicates = predicates.iter().filter_map(|(name, predicate)| {
            Some((find(name)?, Special::Predicate(Predicate::named(predicate)?)))
        });
        SpecialClasses(null.chain(keywords).chain(predicates).collect())
    }
}

/// The target while a statement is matched.
pub struct Matching<'m> {
    pub gpu: &'m AmdGpu<'m>,
    pub generation: Generation<'m>,
    pub forced: Forced,
    pub operands: &'m [ParsedOperand<'m>],
    /// Machine operands and where they are written, of all conversions so far.
    pub placed: RefCell<Vec<(usize, Loc)>>,
    /// The number of real numbers of all conversions so far that lost their low bits.
    pub shortened: Cell<usize>,
}

impl Matching<'_> {
    /// Returns where a machine operand of the newest conversion is written.
    pub fn place_of(&self, index: usize) -> Option<Loc> {
        let placed = self.placed.borrow();
        placed.iter().rev().find(|it| it.0 == index).map(|it| it.1)
    }

    /// Returns the constants and registers of the processor.
    pub fn constants(&self) -> Constants<'_> {
        Constants { generation: self.generation, registers: &self.gpu.registers }
    }

    fn is_in(&self, operand: &ParsedOperand<'_>, class: Option<RegClassId>) -> bool {
        let (Some(reg), Some(class)) = (operand.register(), class) else { return false };
        self.gpu.tables.class_contains(class, reg)
    }

    fn is_in_named(&self, operand: &ParsedOperand<'_>, class: &str) -> bool {
        self.is_in(operand, self.gpu.tables.register_class_named(class))
    }

    fn is_source(
        &self,
        source: &'static super::predicate::Source,
        operand: &ParsedOperand<'_>,
    ) -> bool {
        let constants = self.constants();
        if let OperandKind::Expression(_) = operand.kind {
            return match source.expression {
                Expression::No => false,
                Expression::Yes => true,
                Expression::WithLiterals64 => self.generation.has_literals64(),
            };
        }
        let is_plain = source.modifiers || !operand.modifiers.is_some();
        let is_register_or_inline = || {
            self.is_in(operand, self.gpu.source_classes.of(source))
                || source.inline.iter().any(|it| constants.is_inline(operand, *it))
        };
        is_plain && is_register_or_inline()
            || source.literal.iter().any(|it| constants.is_literal(operand, *it))
    }

    fn is_sdwa(&self, operand: &ParsedOperand<'_>, scalar: Scalar) -> bool {
        match (self.generation.is_gfx8(), self.generation.is_gfx9_plus()) {
            (true, _) => self.is_in_named(operand, "VGPR_32"),
            (_, true) => {
                self.is_in_named(operand, "VS_32") || self.constants().is_inline(operand, scalar)
            }
            _ => false,
        }
    }

    fn is_boolean(&self, operand: &ParsedOperand<'_>) -> bool {
        let constants = self.constants();
        operand.plain_register().is_some()
            && (self.generation.is_wave64()
                && (self.is_in_named(operand, "SReg_64")
                    || constants.is_inline(operand, Scalar::I64))
                || self.generation.is_wave32()
                    && (self.is_in_named(operand, "SReg_32")
                        || constants.is_inline(operand, Scalar::I32)))
    }
}

/// Returns whether a constant is a control of lanes.
fn is_dpp_control(value: i64) -> bool {
    matches!(value, 0..=0xff | 0x101..=0x10f | 0x111..=0x11f | 0x121..=0x12f | 0x130 | 0x134 | 0x138 | 0x13c
        | 0x140 | 0x141 | 0x142 | 0x143 | 0x150..=0x15f | 0x160..=0x16f)
}

impl<'m> MatchTarget for Matching<'m> {
    type Operand = ParsedOperand<'m>;
    type Predicate = Predicate;
    type Render = Render;
    type Reason = ();

    fn predicate_named(name: &str, _: ImmediateRange) -> Option<Predicate> {
        Predicate::named(name)
    }

    fn render_named(name: &str) -> Option<Render> {
        Render::named(name)
    }

    fn token<'o>(&self, operand: &'o ParsedOperand<'m>) -> Option<&'o [u8]> {
        match operand.kind {
            OperandKind::Token(text) => Some(text),
            _ => None,
        }
    }

    fn register(&self, operand: &ParsedOperand<'m>) -> Option<Reg> {
        operand.plain_register()
    }

    fn holds(&self, predicate: Predicate, operand: &ParsedOperand<'m>) -> bool {
        let plain = || operand.imm_of(ImmKind::None);
        let signed_16 = |it: i64| i16::try_from(it).is_ok();
        match predicate {
            Predicate::Source(source) => self.is_source(source, operand),
            Predicate::Keyword(kind) => operand.imm_of(kind).is_some(),
            Predicate::KeywordBits(kind, bits) => {
                operand.imm_of(kind).is_some_and(|it| (0..1 << bits).contains(&it))
            }
            Predicate::CachePolicy { returns } => {
                operand.imm_of(ImmKind::CPol).is_some_and(|it| (it & 1 != 0) == returns)
            }
            Predicate::FlatOffset => {
                operand.imm_of(ImmKind::Offset).or(operand.imm_of(ImmKind::InstOffset)).is_some()
            }
            Predicate::AnyImm => operand.imm().is_some(),
            Predicate::PlainImm => plain().is_some(),
            Predicate::Unsigned16 => plain().is_some_and(|it| u16::try_from(it).is_ok()),
            Predicate::Any16 => {
                plain().is_some_and(|it| u16::try_from(it).is_ok() || signed_16(it))
            }
            Predicate::Unsigned8 => plain().is_some_and(|it| u8::try_from(it).is_ok()),
            Predicate::Unsigned32NotUnsigned8 => {
                plain().is_some_and(|it| u8::try_from(it).is_err() && u32::try_from(it).is_ok())
            }
            Predicate::RegisterOrImm => {
                operand.plain_register().is_some() || operand.imm().is_some()
            }
            Predicate::BranchTarget => {
                operand.imm().is_some() || matches!(operand.kind, OperandKind::Expression(_))
            }
            Predicate::Register32OrOff => {
                operand.imm_of(ImmKind::Off).is_some() || self.is_in_named(operand, "VGPR_32")
            }
            Predicate::InputRegister => {
                self.is_in_named(operand, "VGPR_32")
                    || self.generation.has_dpalu() && self.is_in_named(operand, "VReg_64")
            }
            Predicate::LoadStore32 => {
                self.is_in_named(operand, "VGPR_32") || self.is_in_named(operand, "AGPR_32")
            }
            Predicate::Boolean => self.is_boolean(operand),
            Predicate::Sdwa(scalar) => self.is_sdwa(operand, scalar),
            Predicate::DppCtrl => operand.imm_of(ImmKind::DppCtrl).is_some_and(is_dpp_control),
            Predicate::InlineI32 => self.constants().is_inline(operand, Scalar::I32),
        }
    }

    fn coerce(&self, operand: &ParsedOperand<'m>, class: MatchClassId) -> bool {
        let mut classes = self.gpu.special_classes.0.iter();
        let Some((_, special)) = classes.find(|it| it.0 == class) else { return false };
        match *special {
            Special::Keyword(kind) => operand.imm_of(kind).is_some(),
            Special::Null => operand.register() == Some(self.gpu.registers.null),
            Special::Predicate(predicate) => self.holds(predicate, operand),
        }
    }

    fn admit(&self, _: Opcode) -> Result<(), ()> {
        Ok(())
    }

    fn admit_inst(&self, inst: &Inst) -> Result<(), ()> {
        let flags = self.gpu.tables.instruction(inst.opcode).target_flags;
        let is = |bit: u64| flags & bit != 0;
        let forced = self.forced;
        let contradicts = forced.is_32_bit && is(flag::VOP3)
            || forced.is_64_bit && !is(flag::VOP3)
            || forced.is_dpp && !is(flag::DPP)
            || forced.is_sdwa && !is(flag::SDWA);
        if contradicts || !is_encoding_wanted(self, inst) { Err(()) } else { Ok(()) }
    }

    fn default_operand(&self, method: &str) -> Option<ParsedOperand<'m>> {
        default_operand(method)
    }

    fn render(&self, method: Render, operand: &ParsedOperand<'m>, inst: &mut Inst) {
        super::render::render(self, method, operand, inst);
    }

    fn render_all(&self, method: Render, inst: &mut Inst) {
        if let Render::All(converter) = method {
            convert::convert(self, converter, inst);
        }
    }
}

/// The names of operands that stand where none is written.
pub const KNOWN_DEFAULTS: Known =
    Known { knows: |_, it| default_operand(it.text).is_some(), file: file!() };

/// Returns the operand that stands where an optional one is not written, by its name in the tables: `DppRowMask=0xf`.
fn default_operand<'m>(name: &str) -> Option<ParsedOperand<'m>> {
    let (kind, value) = name.split_once('=')?;
    let value = match value.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16).ok()?,
        None => value.parse().ok()?,
    };
    Some(ParsedOperand::of_imm(value, ImmKind::named(kind)?, Loc::NONE))
}
