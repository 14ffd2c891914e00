//! The predicates that decide x86 operand classes.

use oxmca_tables::schema::ImmediateRange;
use oxmca_tables::{Reg, Tables};

use super::operand::{Memory, OperandKind, ParsedOperand};
use super::registers::{Registers, kind};
use crate::inst::Expr;
use crate::target::known_names::Known;

/// A predicate of the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Predicate {
    /// Any immediate, or an expression.
    Immediate,
    /// An immediate in a range. Of some, expressions are, too.
    Fits { range: ImmediateRange, takes_expressions: bool },
    /// A register of one of these kinds.
    Register(u32),
    /// Memory of that access size in bits, 0 for any.
    Memory(u16),
    /// Memory of that access size, indexed by a vector register of that kind; `low` means one of
    /// the first sixteen.
    VectorIndexed { size_bits: u16, index: u32, low: bool },
    /// Memory of 512 bits addressed by registers of that kind.
    Addressed(u32),
    /// Memory that is not relative to the instruction pointer.
    NotIpRelative,
    /// An address alone, which may be a branch target.
    Absolute,
    /// The same in 16-bit mode.
    AbsoluteIn16BitMode,
    /// An address alone that may be an 8-bit displacement.
    Absolute8,
    /// The source of a string instruction, of that access size.
    StringSource(u16),
    /// The destination of a string instruction, of that access size.
    StringDestination(u16),
    /// An address alone, by mode and access size.
    Offset { mode_bits: u8, size_bits: u16 },
    /// An address alone that needs more than 32 bits.
    Offset64,
}

/// The names that [`Predicate::named`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| Predicate::named(it.text, it.range).is_some(), file: file!() };

impl Predicate {
    /// Returns the predicate of that name in the tables, with the range that these give it.
    pub fn named(name: &str, range: ImmediateRange) -> Option<Predicate> {
        use Predicate as P;
        let gather = |size_bits, index, low| P::VectorIndexed { size_bits, index, low };
        let offset = |mode_bits, size_bits| P::Offset { mode_bits, size_bits };
        Some(match name {
            "isImm" | "isAVX512RC" => P::Immediate,
            "isVK1Pair" | "isVK2Pair" | "isVK4Pair" | "isVK8Pair" | "isVK16Pair" => {
                P::Register(kind::MASK)
            }
            "isGR32orGR64" => P::Register(kind::GR32 | kind::GR64),
            "isGR16orGR32orGR64" => P::Register(kind::GR16 | kind::GR32 | kind::GR64),
            "isMem" => P::Memory(0),
            "isMem8" => P::Memory(8),
            "isMem16" => P::Memory(16),
            "isMem32" => P::Memory(32),
            "isMem64" => P::Memory(64),
            "isMem80" => P::Memory(80),
            "isMem128" => P::Memory(128),
            "isMem256" => P::Memory(256),
            "isMem512" => P::Memory(512),
            "isMem32_RC128" => gather(32, kind::XMM, true),
            "isMem64_RC128" => gather(64, kind::XMM, true),
            "isMem32_RC256" => gather(32, kind::YMM, true),
            "isMem64_RC256" => gather(64, kind::YMM, true),
            "isMem32_RC128X" => gather(32, kind::XMM, false),
            "isMem64_RC128X" => gather(64, kind::XMM, false),
            "isMem32_RC256X" => gather(32, kind::YMM, false),
            "isMem64_RC256X" => gather(64, kind::YMM, false),
            "isMem32_RC512" => gather(32, kind::ZMM, false),
            "isMem64_RC512" => gather(64, kind::ZMM, false),
            "isMem512_GR16" => P::Addressed(kind::GR16),
            "isMem512_GR32" => P::Addressed(kind::GR32),
            "isMem512_GR64" => P::Addressed(kind::GR64),
            "isSibMem" => P::NotIpRelative,
            "isAbsMem" => P::Absolute,
            "isAbsMemMode16" => P::AbsoluteIn16BitMode,
            "isAbsMem8" => P::Absolute8,
            "isSrcIdx8" => P::StringSource(8),
            "isSrcIdx16" => P::StringSource(16),
            "isSrcIdx32" => P::StringSource(32),
            "isSrcIdx64" => P::StringSource(64),
            "isDstIdx8" => P::StringDestination(8),
            "isDstIdx16" => P::StringDestination(16),
            "isDstIdx32" => P::StringDestination(32),
            "isDstIdx64" => P::StringDestination(64),
            "isMemOffs16_8" => offset(16, 8),
            "isMemOffs16_16" => offset(16, 16),
            "isMemOffs16_32" => offset(16, 32),
            "isMemOffs32_8" => offset(32, 8),
            "isMemOffs32_16" => offset(32, 16),
            "isMemOffs32_32" => offset(32, 32),
            "isMemOffs32_64" => offset(32, 64),
            "isMemOffs64_8" => offset(64, 8),
            "isMemOffs64_16" => offset(64, 16),
            "isMemOffs64_32" => offset(64, 32),
            "isMemOffs64_64" => offset(64, 64),
            "isMemConstOffs64" => P::Offset64,
            _ if range.is_empty() => return None,
            "isImmUnsignedi4" | "isImmUnsignedi6" => P::Fits { range, takes_expressions: false },
            _ => P::Fits { range, takes_expressions: true },
        })
    }

    /// Returns whether an operand is of the class.
    pub fn holds(
        self,
        tables: &Tables<'_>,
        registers: &Registers,
        operand: &ParsedOperand<'_>,
    ) -> bool {
        match &operand.kind {
            OperandKind::Immediate(value) => match self {
                Predicate::Immediate => true,
                Predicate::Fits { range, takes_expressions } => match *value {
                    Expr::Constant(value) => tables.is_in_range(range, value),
                    _ => takes_expressions,
                },
                _ => false,
            },
            OperandKind::Register(reg) => match self {
                Predicate::Register(kinds) => registers.is(*reg, kinds),
                _ => false,
            },
            OperandKind::Memory(memory) => self.holds_for_memory(registers, memory),
            OperandKind::Token(_) | OperandKind::DxInParentheses => false,
        }
    }

    fn holds_for_memory(self, registers: &Registers, memory: &Memory) -> bool {
        let size = |bits: u16| memory.size_bits == 0 || memory.size_bits == bits;
        let named = &registers.named;
        let no_registers = !memory.base.is_some() && !memory.index.is_some() && memory.scale == 1;
        // Segment overrides are no branch targets.
        let target = no_registers && !memory.segment.is_some() && memory.may_be_target;
        match self {
            Predicate::Immediate | Predicate::Fits { .. } | Predicate::Register(_) => false,
            Predicate::Memory(0) => true,
            Predicate::Memory(bits) => size(bits),
            Predicate::VectorIndexed { size_bits, index, low } => {
                size(size_bits)
                    && registers.is(memory.index, index)
                    && (!low || registers.encoding(memory.index) < 16)
            }
            Predicate::Addressed(kind) => size(512) && addressed_by(registers, memory, kind),
            Predicate::NotIpRelative => memory.base != named.rip && memory.base != named.eip,
            Predicate::Absolute => target,
            Predicate::AbsoluteIn16BitMode => target && memory.mode_bits == 16,
            Predicate::Absolute8 => {
                let short = |expr: &Expr| match expr {
                    Expr::Constant(value) => i8::try_from(*value).is_ok(),
                    _ => true,
                };
                target && size(8) && short(&memory.displacement)
            }
            Predicate::StringSource(bits) => {
                let base = [named.rsi, named.esi, named.si].contains(&memory.base);
                size(bits) && base && is_plain(memory)
            }
            Predicate::StringDestination(bits) => {
                let base = [named.rdi, named.edi, named.di].contains(&memory.base);
                let segment = !memory.segment.is_some() || memory.segment == named.es;
                size(bits) && base && segment && is_plain(memory)
            }
            Predicate::Offset { mode_bits, size_bits } => {
                no_registers && memory.mode_bits == mode_bits && size(size_bits)
            }
            Predicate::Offset64 => {
                no_registers
                    && memory.mode_bits == 64
                    && matches!(memory.displacement, Expr::Constant(value) if i32::try_from(value).is_err())
            }
        }
    }
}

/// Returns whether the reference is a base register and nothing else that matters to string
/// instructions.
fn is_plain(memory: &Memory) -> bool {
    !memory.index.is_some() && memory.scale == 1 && memory.has_zero_displacement()
}

/// Returns whether base and index, where present, are registers of `kind` or its stand-ins.
fn addressed_by(registers: &Registers, memory: &Memory, kind: u32) -> bool {
    let named = &registers.named;
    let (ip, zero) = match kind {
        kind::GR64 => (named.rip, named.riz),
        kind::GR32 => (named.eip, named.eiz),
        _ => (Reg::NONE, Reg::NONE),
    };
    let fits = |reg: Reg, other| !reg.is_some() || registers.is(reg, kind) || reg == other;
    // Only the base tells 16-bit addresses apart: their index is always a 16-bit register.
    fits(memory.base, ip) && (kind == kind::GR16 || fits(memory.index, zero))
}
