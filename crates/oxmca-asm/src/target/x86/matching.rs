//! The x86 side of the table-driven matcher.

use oxmca_tables::schema::ImmediateRange;
use oxmca_tables::{Opcode, Reg};

use super::X86;
use super::flags::{Encoding, EncodingFlags, form, opcode_map};
use super::match_class::Predicate;
use super::operand::{OperandKind, ParsedOperand};
use super::pseudo_prefixes::{OpcodePrefix, PseudoPrefixes};
use super::render::Render;
use crate::inst::Inst;
use crate::matcher::MatchTarget;

/// Reasons of x86's own why an instruction does not match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// The encoding asked for, or the registers, exclude it.
    Unsupported,
    /// An immediate must have 4 bits.
    Unsigned4,
    /// An immediate must have 6 bits.
    Unsigned6,
}

/// The facts about a statement that matching needs.
pub(super) struct MatchContext<'m> {
    pub x86: &'m X86<'m>,
    /// The requests of prefixes in braces.
    pub pseudo_prefixes: &'m PseudoPrefixes,
    pub is_64_bit: bool,
    /// Set if an operand names one of `r16` to `r31`.
    pub names_apx_register: bool,
}

impl<'m> MatchTarget for MatchContext<'m> {
    type Operand = ParsedOperand<'m>;
    type Predicate = Predicate;
    type Render = Render;
    type Reason = Reason;

    fn predicate_named(name: &str, range: ImmediateRange) -> Option<Predicate> {
        Predicate::named(name, range)
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

    #[inline]
    fn register(&self, operand: &ParsedOperand<'m>) -> Option<Reg> {
        operand.reg()
    }

    #[inline]
    fn holds(&self, predicate: Predicate, operand: &ParsedOperand<'m>) -> bool {
        predicate.holds(&self.x86.tables, &self.x86.registers, operand)
    }

    fn diagnostic(&self, name: &str, _: &ParsedOperand<'m>) -> Option<Reason> {
        match name {
            "InvalidImmUnsignedi4" => Some(Reason::Unsigned4),
            "InvalidImmUnsignedi6" => Some(Reason::Unsigned6),
            _ => None,
        }
    }

    fn admit(&self, opcode: Opcode) -> Result<(), Reason> {
        let row = self.x86.tables.instruction(opcode);
        let flags = EncodingFlags(row.target_flags);
        let name = || self.x86.tables.bytes(row.name);
        let encoding = flags.encoding();
        let pseudo_prefixes = self.pseudo_prefixes.opcode_prefix;
        let vex_forced = matches!(
            pseudo_prefixes,
            Some(OpcodePrefix::Vex | OpcodePrefix::Vex2 | OpcodePrefix::Vex3)
        );

        let apx_allowed = || !self.names_apx_register || takes_apx_registers(flags, name());
        // The conditional moves that fault on no operand use the same bit for something else.
        let no_flags_as_asked =
            || self.pseudo_prefixes.no_flags == flags.no_flags() || name().starts_with(b"CFCMOV");
        let encoding_as_asked = match pseudo_prefixes {
            None => true,
            Some(OpcodePrefix::Rex | OpcodePrefix::Rex2) => encoding == Encoding::Legacy,
            Some(OpcodePrefix::Vex | OpcodePrefix::Vex2 | OpcodePrefix::Vex3) => {
                encoding == Encoding::Vex
            }
            // `{evex} cmp` and `{evex} test` become conditional comparisons.
            Some(OpcodePrefix::Evex) => {
                encoding == Encoding::Evex || (self.is_64_bit && is_comparison(name()))
            }
        };
        let admitted = encoding_as_asked
            && (vex_forced || !flags.explicit_vex())
            && no_flags_as_asked()
            && apx_allowed();
        if admitted { Ok(()) } else { Err(Reason::Unsupported) }
    }

    fn render(&self, method: Render, operand: &ParsedOperand<'m>, inst: &mut Inst) {
        method.apply(&self.x86.tables, &self.x86.registers, operand, inst);
    }
}

/// Returns whether the instruction of that name is an integer `cmp` or `test`.
fn is_comparison(name: &[u8]) -> bool {
    let rest = name.strip_prefix(b"CMP").or_else(|| name.strip_prefix(b"TEST"));
    rest.is_some_and(|rest| rest.first().is_some_and(u8::is_ascii_digit))
}

/// Returns whether an instruction can encode `r16` to `r31`: by EVEX, or by REX2, which reaches the
/// first two opcode maps only and none of the state-saving instructions.
fn takes_apx_registers(flags: EncodingFlags, name: &[u8]) -> bool {
    match flags.encoding() {
        Encoding::Evex => true,
        Encoding::Vex | Encoding::Xop => false,
        Encoding::Legacy => {
            let map = flags.opcode_map();
            flags.form() != form::PSEUDO
                && (map == opcode_map::ONE_BYTE || map == opcode_map::TWO_BYTE)
                && !name.starts_with(b"XSAVE")
                && !name.starts_with(b"XRSTOR")
        }
    }
}
