//! The predicates that decide operand classes.

use oxmca_tables::Tables;
use oxmca_tables::schema::ImmediateRange;

use super::immediate::{ImmediateRule, is_signed, is_unsigned};
use super::load_fp::code_of;
use super::operand::{IntegerWidth, OperandKind, ParsedOperand, RoundingMode, ValueKind};
use super::registers::{RegisterClass, Registers};
use super::specifier::Specifier;
use crate::target::known_names::Known;

/// A predicate of operand classes.
#[derive(Clone, Copy, Debug)]
pub enum Predicate {
    /// A constant that keeps a rule.
    Immediate(ImmediateRule),
    /// A constant that keeps a rule, or a symbol with one of the specifiers.
    ImmediateOrSymbol(ImmediateRule, &'static [Option<Specifier>]),
    /// A symbol with this specifier, or without.
    Symbol(Option<Specifier>),
    /// Any expression.
    Value,
    /// A constant that a register can hold, or a difference of symbols.
    RegisterWide { takes_differences: bool },
    /// A register of the kind.
    Register(RegisterKind),
    /// The number of a control and status register.
    SystemRegister,
    /// A vector type, or a constant of the given number of bits.
    VectorType { bits: u32 },
    /// A type of SiFive's matrix instructions.
    MatrixType,
    /// A width of elements of SpacemiT's matrix instructions, or only 8 bits.
    IntegerWidth { of_8_bits_only: bool },
    /// The operations that a fence orders.
    Fence,
    /// A rounding mode, or only the one towards zero.
    RoundingMode { towards_zero_only: bool },
    /// A constant that `fli` loads.
    LoadableReal,
    /// A list of registers, perhaps one with `s0`.
    RegisterList { has_s0: bool },
    /// The growth of the stack beside a register list.
    StackAdjustment,
    /// `offset(base)`, both registers.
    RegisterOffset,
}

/// Kinds of registers that no register class of the tables says alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegisterKind {
    Any,
    /// Integer, floating-point or vector.
    Numbered,
    /// One that compressed instructions reach.
    Compressed,
    /// `v0`, as a mask.
    Mask,
    /// In this class of registers.
    Class(RegisterClass),
    /// In this class, where a floating-point operand stands.
    FloatInClass(RegisterClass),
}

/// Specifiers of the lower 12 bits of an address.
const LOWER_12: &[Option<Specifier>] = &[
    Some(Specifier::Lo),
    Some(Specifier::PcrelLo),
    Some(Specifier::TprelLo),
    Some(Specifier::TlsdescLoadLo),
    Some(Specifier::TlsdescAddLo),
];
/// Specifiers of the upper 20 bits of an address.
const UPPER_20: &[Option<Specifier>] = &[Some(Specifier::Hi), Some(Specifier::TprelHi)];
/// Specifiers of the upper 20 bits of a distance.
const UPPER_20_RELATIVE: &[Option<Specifier>] = &[
    Some(Specifier::PcrelHi),
    Some(Specifier::GotPcrelHi),
    Some(Specifier::TlsIePcrelHi),
    Some(Specifier::TlsGdPcrelHi),
    Some(Specifier::TlsdescHi),
];

/// The names that [`Predicate::named`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| Predicate::named(it.text, it.range).is_some(), file: file!() };

impl Predicate {
    /// Returns the predicate of that name in the tables, with the range that these give it.
    pub fn named(name: &str, range: ImmediateRange) -> Option<Self> {
        let rule = ImmediateRule::named(name, range);
        let or_symbol = |specifiers| Some(Self::ImmediateOrSymbol(rule?, specifiers));
        let register = |kind| Some(Self::Register(kind));
        let class = |name| register(RegisterKind::Class(name));
        let float = |name| register(RegisterKind::FloatInClass(name));
        if let Some(bits) = name.strip_prefix("isVTypeI").and_then(|bits| bits.parse().ok()) {
            return Some(Self::VectorType { bits });
        }
        match name {
            "isSImm12LO" => or_symbol(LOWER_12),
            "isSImm20LI" => or_symbol(&[Some(Specifier::QcAbs20)]),
            "isUImm20LUI" => or_symbol(UPPER_20),
            "isUImm20AUIPC" => or_symbol(UPPER_20_RELATIVE),
            _ if name.starts_with("isBareSimmN") => or_symbol(&[None]),
            "isBareSymbol" => Some(Self::Symbol(None)),
            "isCallSymbol" | "isPseudoJumpSymbol" => Some(Self::Symbol(Some(Specifier::Call))),
            "isTPRelAddSymbol" => Some(Self::Symbol(Some(Specifier::TprelAdd))),
            "isQCAccessSymbol" => Some(Self::Symbol(Some(Specifier::QcAccess))),
            "isTLSDESCCallSymbol" => Some(Self::Symbol(Some(Specifier::TlsdescCall))),
            "isImm" => Some(Self::Value),
            "isImmXLenLI" => Some(Self::RegisterWide { takes_differences: true }),
            "isImmXLenLI_Restricted" => Some(Self::RegisterWide { takes_differences: false }),
            "isReg" => register(RegisterKind::Any),
            "isAnyReg" => register(RegisterKind::Numbered),
            "isAnyRegC" => register(RegisterKind::Compressed),
            "isV0Reg" => register(RegisterKind::Mask),
            "isGPR" => class(RegisterClass::General),
            "isYGPR" => class(RegisterClass::Capabilities),
            "isGPRPair" => class(RegisterClass::Pairs),
            "isGPRPairC" => class(RegisterClass::PairsCompressed),
            "isGPRPairNoX0" => class(RegisterClass::PairsWithoutZero),
            "isGPRAsFPR" => float(RegisterClass::General),
            "isGPRAsFPR16" => float(RegisterClass::GeneralAsHalf),
            "isGPRAsFPR32" => float(RegisterClass::GeneralAsSingle),
            "isGPRPairAsFPR64" => float(RegisterClass::Pairs),
            "isCSRSystemRegister" => Some(Self::SystemRegister),
            "isXSfmmVType" => Some(Self::MatrixType),
            "isSMTVType" => Some(Self::IntegerWidth { of_8_bits_only: false }),
            "isSMTI8" => Some(Self::IntegerWidth { of_8_bits_only: true }),
            "isFenceArg" => Some(Self::Fence),
            "isFRMArg" | "isFRMArgLegacy" => Some(Self::RoundingMode { towards_zero_only: false }),
            "isRTZArg" => Some(Self::RoundingMode { towards_zero_only: true }),
            "isLoadFPImm" => Some(Self::LoadableReal),
            "isRegList" => Some(Self::RegisterList { has_s0: false }),
            "isRegListS0" => Some(Self::RegisterList { has_s0: true }),
            "isStackAdj" => Some(Self::StackAdjustment),
            "isRegReg" => Some(Self::RegisterOffset),
            _ => rule.map(Self::Immediate),
        }
    }

    /// Returns whether an operand is of a class.
    pub fn holds(
        self,
        tables: &Tables<'_>,
        registers: &Registers,
        operand: &ParsedOperand<'_>,
        is_64_bit: bool,
    ) -> bool {
        match &operand.kind {
            OperandKind::Value(value) => self.holds_for_value(tables, value.kind, is_64_bit),
            OperandKind::Register(written) => match self {
                Self::Register(kind) => {
                    kind.contains(tables, registers, written.reg.get(), written.is_float)
                }
                _ => false,
            },
            OperandKind::SystemRegister(_) => matches!(self, Self::SystemRegister),
            OperandKind::VectorType(vector) => match self {
                Self::VectorType { .. } => true,
                Self::MatrixType => vector.widening().is_some(),
                _ => false,
            },
            OperandKind::RoundingMode(mode) => match self {
                Self::RoundingMode { towards_zero_only } => {
                    !towards_zero_only || *mode == RoundingMode::ZERO
                }
                _ => false,
            },
            OperandKind::IntegerWidth(width) => match self {
                Self::IntegerWidth { of_8_bits_only } => {
                    !of_8_bits_only || *width == IntegerWidth::EIGHT
                }
                _ => false,
            },
            OperandKind::Fence(_) => matches!(self, Self::Fence),
            // The smallest normal number differs between formats, so that only its name is taken.
            OperandKind::Real(bits) => {
                matches!(self, Self::LoadableReal) && code_of(*bits).is_some_and(|code| code != 1)
            }
            OperandKind::RegisterList(code) => match self {
                Self::RegisterList { has_s0 } => !has_s0 || *code != super::register_list::RA_ONLY,
                _ => false,
            },
            OperandKind::StackAdjustment(_) => matches!(self, Self::StackAdjustment),
            OperandKind::RegisterOffset { .. } => matches!(self, Self::RegisterOffset),
            OperandKind::Token(_) => false,
        }
    }

    fn holds_for_value(self, tables: &Tables<'_>, value: ValueKind, is_64_bit: bool) -> bool {
        let fits_register = |value| is_64_bit || is_signed(value, 32) || is_unsigned(value, 32);
        match (self, value) {
            (Self::Value, _) => true,
            (
                Self::Immediate(rule) | Self::ImmediateOrSymbol(rule, _),
                ValueKind::Constant(value),
            ) => rule.holds(tables, value, is_64_bit),
            (Self::ImmediateOrSymbol(_, specifiers), ValueKind::Symbol(specifier)) => {
                specifiers.contains(&specifier)
            }
            (Self::ImmediateOrSymbol(_, specifiers), ValueKind::Difference) => {
                specifiers.contains(&None)
            }
            (Self::Symbol(wanted), ValueKind::Symbol(specifier)) => wanted == specifier,
            (Self::Symbol(wanted), ValueKind::Difference) => wanted.is_none(),
            (Self::RegisterWide { .. }, ValueKind::Constant(value)) => fits_register(value),
            (Self::RegisterWide { takes_differences }, ValueKind::Difference) => takes_differences,
            (Self::VectorType { bits }, ValueKind::Constant(value)) => is_unsigned(value, bits),
            (Self::LoadableReal, ValueKind::Constant(value)) => is_unsigned(value, 5),
            _ => false,
        }
    }
}

impl RegisterKind {
    fn contains(
        self,
        tables: &Tables<'_>,
        registers: &Registers,
        reg: oxmca_tables::Reg,
        is_float: bool,
    ) -> bool {
        let in_class = |class| registers.is_in(tables, class, reg);
        match self {
            Self::Any => true,
            Self::Numbered => registers.is_any(tables, reg),
            Self::Compressed => registers.is_any_compressed(tables, reg),
            Self::Mask => reg == registers.v0,
            Self::Class(class) => in_class(class),
            Self::FloatInClass(class) => is_float && in_class(class),
        }
    }
}
