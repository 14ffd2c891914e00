//! Answers to the matcher.

use oxmca_tables::schema::ImmediateRange;
use oxmca_tables::{MatchClassId, Opcode, Reg};

use super::convert::push::push;
use super::immediate::Scalar;
use super::matching::Matching;
use super::names::Name;
use super::operand::{ImmKind, OperandKind, ParsedOperand};
use super::predicate::Predicate;
use super::render::Render;
use super::special_classes::Special;
use super::validate::pairs::is_encoding_wanted;
use super::{convert, flag};
use crate::inst::Inst;
use crate::matcher::MatchTarget;
use crate::source::Loc;
use crate::target::known_names::Known;

/// The selection of a whole register.
const WHOLE_REGISTER: i64 = 6;

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
        if contradicts || writes_part_of_sum(self, inst) || !is_encoding_wanted(self, inst) {
            Err(())
        } else {
            Ok(())
        }
    }

    fn default_operand(&self, method: &str) -> Option<ParsedOperand<'m>> {
        default_operand(method)
    }

    fn render(&self, method: Render, operand: &ParsedOperand<'m>, inst: &mut Inst) {
        if method == Render::Plain {
            push(self, operand, true, inst);
        }
    }

    fn render_all(&self, method: Render, inst: &mut Inst) {
        if let Render::All(converter) = method {
            convert::convert(self, converter, inst);
        }
    }
}

/// Returns whether an instruction adds to a part of a register, which `v_mac` on parts of registers cannot.
fn writes_part_of_sum(matching: &Matching<'_>, inst: &Inst) -> bool {
    let tables = &matching.gpu.tables;
    let name = tables.opcode_name(inst.opcode);
    name.starts_with("V_MAC_F")
        && name.ends_with("_sdwa_vi")
        && matching.gpu.names.imm(tables, inst, Name::DstSel) != Some(WHOLE_REGISTER)
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
