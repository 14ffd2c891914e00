//! The predicates that decide operand classes.

use super::operand::{Kinds, OperandKind, ParsedOperand, Value, WrittenRegister};
use super::template::{Template, is_signed, is_unsigned};
use crate::inst::Expr;
use crate::target::known_names::Known;

/// A predicate of operand classes.
#[derive(Clone, Copy, Debug)]
pub enum Predicate {
    /// A register that may be of a kind, whose numbers end at `most`.
    Register {
        kind: Kinds,
        most: u32,
        /// It must be written as one of the kind.
        is_strict: bool,
    },
    GeneralZero,
    GeneralNonZero,
    /// One of the registers, by a bit for each number.
    Short {
        numbers: u32,
    },
    /// Any value.
    Value,
    /// Any constant.
    Constant,
    Zero,
    /// A constant within limits.
    Range {
        least: i64,
        most: i64,
    },
    /// A constant that is so many bits above an offset.
    Unsigned {
        bits: u32,
        offset: i64,
    },
    Signed {
        bits: u32,
        offset: i64,
    },
    /// A constant without sign that is a multiple.
    ScaledUnsigned {
        bits: u32,
        shift: u32,
    },
    /// A constant of so many bits, or an expression.
    UnsignedOrExpression {
        bits: u32,
    },
    SignedOrExpression {
        bits: u32,
    },
    /// A constant of so many bits with or without sign, or an expression.
    AnyOrExpression {
        bits: u32,
    },
    /// A multiple, or a symbol with one.
    ScaledOrSymbol {
        bits: u32,
        shift: u32,
    },
    Memory,
    /// An address whose offset is a multiple of so many bits, or only the linker knows it.
    MemoryOffset {
        bits: u32,
        shift: u32,
    },
    /// The same with as many bits as pointers have.
    MemoryPointer,
    /// An address whose base is one of the eight registers of short instructions.
    MemoryShortBase,
    /// An address on the stack.
    MemoryStack {
        bits: u32,
        shift: u32,
    },
    /// An address relative to the global pointer.
    MemoryGlobal {
        bits: u32,
    },
    List,
    /// A list of registers that a short instruction has.
    ShortList,
}

/// The names that [`Predicate::named`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| Predicate::named(it.text).is_some(), file: file!() };

/// The registers of short instructions.
const SHORT: u32 = numbers(&[2, 3, 4, 5, 6, 7, 16, 17]);

/// Returns a set of numbers.
const fn numbers(list: &[u32]) -> u32 {
    let (mut set, mut at) = (0, 0);
    while at < list.len() {
        set |= 1 << list[at];
        at += 1;
    }
    set
}

impl Predicate {
    /// Returns the predicate of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        let it = Template::new(name)?;
        let register = |kind, most| Self::Register { kind, most, is_strict: false };
        let (bits, offset) = (it.bits(), it.number(1));
        let shift = u32::try_from(offset).unwrap_or_default();
        Some(match it.name {
            "isGPRAsmReg" => register(Kinds::GENERAL, 31),
            "isGPRZeroAsmReg" => Self::GeneralZero,
            "isGPRNonZeroAsmReg" => Self::GeneralNonZero,
            "isFGRAsmReg" => register(Kinds::FLOAT, 31),
            "isStrictlyFGRAsmReg" => {
                Self::Register { kind: Kinds::FLOAT, most: 31, is_strict: true }
            }
            "isFCCAsmReg" => register(Kinds::CONDITION, 7),
            "isACCAsmReg" => register(Kinds::ACCUMULATOR, 3),
            "isCCRAsmReg" => register(Kinds::FLOAT_CONTROL, 31),
            "isHWRegsAsmReg" => register(Kinds::HARDWARE, 31),
            "isCOP0AsmReg" => register(Kinds::SYSTEM, 31),
            "isCOP2AsmReg" => register(Kinds::SECOND, 31),
            "isCOP3AsmReg" => register(Kinds::THIRD, 31),
            "isMSA128AsmReg" => register(Kinds::VECTOR, 31),
            "isMSACtrlAsmReg" => register(Kinds::VECTOR_CONTROL, 7),
            "isMM16AsmReg" => Self::Short { numbers: SHORT },
            "isMM16AsmRegZero" => Self::Short { numbers: numbers(&[0, 2, 3, 4, 5, 6, 7, 17]) },
            "isMM16AsmRegMoveP" => Self::Short { numbers: numbers(&[0, 2, 3, 16, 17, 18, 19, 20]) },
            "isMM16AsmRegMovePPairFirst" => Self::Short { numbers: numbers(&[4, 5, 6]) },
            "isMM16AsmRegMovePPairSecond" => Self::Short { numbers: numbers(&[5, 6, 7, 21, 22]) },
            "isImm" | "isInvNum" => Self::Value,
            "isConstantImm" => Self::Constant,
            "isConstantImmz" => Self::Zero,
            "isLSAImm" => Self::Range { least: 1, most: 4 },
            "isConstantUImmRange" => Self::Range { least: it.number(0), most: it.number(1) },
            "isConstantUImm" => Self::Unsigned { bits, offset },
            "isConstantSImm" => Self::Signed { bits, offset },
            "isScaledUImm" => Self::ScaledUnsigned { bits, shift },
            "isScaledSImm" => Self::ScaledOrSymbol { bits, shift },
            "isUImm" => Self::UnsignedOrExpression { bits },
            "isSImm" => Self::SignedOrExpression { bits },
            "isAnyImm" => Self::AnyOrExpression { bits },
            "isMem" => Self::Memory,
            "isMemWithSimmOffset" => Self::MemoryOffset { bits, shift },
            "isMemWithPtrSizeOffset" => Self::MemoryPointer,
            "isMemWithGRPMM16Base" => Self::MemoryShortBase,
            "isMemWithUimmOffsetSP" => Self::MemoryStack { bits, shift: 0 },
            "isMemWithUimmWordAlignedOffsetSP" => Self::MemoryStack { bits, shift: 2 },
            "isMemWithSimmWordAlignedOffsetGP" => Self::MemoryGlobal { bits },
            "isRegList" => Self::List,
            "isRegList16" => Self::ShortList,
            _ => return None,
        })
    }

    /// Returns whether it holds for an operand. `is_wide` says whether pointers have 64 bits.
    pub fn holds(self, operand: &ParsedOperand, is_wide: bool) -> bool {
        match &operand.kind {
            OperandKind::Token(_) => false,
            OperandKind::Register(register) => self.holds_for_register(register),
            OperandKind::Value(value) => self.holds_for_value(value),
            OperandKind::Memory { base, offset, .. } => {
                self.holds_for_memory(base, offset, is_wide)
            }
            OperandKind::List { numbers, .. } => match self {
                Self::List => true,
                Self::ShortList => is_short_list(numbers),
                _ => false,
            },
        }
    }

    fn holds_for_register(self, register: &WrittenRegister) -> bool {
        match self {
            Self::Register { kind, most, is_strict: false } => register.is_of(kind, most),
            Self::Register { kind, most, is_strict: true } => {
                register.kinds == kind && register.number <= most
            }
            Self::GeneralZero => register.is_of(Kinds::GENERAL, 0),
            Self::GeneralNonZero => register.is_general() && register.number > 0,
            Self::Short { numbers } => is_among(numbers, register),
            _ => false,
        }
    }

    fn holds_for_value(self, value: &Value) -> bool {
        let is_constant = |holds: &dyn Fn(i64) -> bool| value.known.is_some_and(holds);
        let is_unknown_or = |holds: &dyn Fn(i64) -> bool| value.known.is_none_or(holds);
        match self {
            Self::Value => true,
            Self::Constant => value.known.is_some(),
            Self::Zero => value.known == Some(0),
            Self::Range { least, most } => is_constant(&|it| (least..=most).contains(&it)),
            Self::Unsigned { bits, offset } => {
                is_constant(&|it| is_unsigned(bits, it.wrapping_sub(offset)))
            }
            Self::Signed { bits, offset } => {
                is_constant(&|it| is_signed(bits, it.wrapping_sub(offset)))
            }
            Self::ScaledUnsigned { bits, shift } => {
                is_constant(&|it| is_unsigned(bits + shift, it) && is_multiple(shift, it))
            }
            Self::UnsignedOrExpression { bits } => is_unknown_or(&|it| is_unsigned(bits, it)),
            Self::SignedOrExpression { bits } => is_unknown_or(&|it| is_signed(bits, it)),
            Self::AnyOrExpression { bits } => {
                is_unknown_or(&|it| is_signed(bits, it) || is_unsigned(bits, it))
            }
            Self::ScaledOrSymbol { bits, shift } => {
                value.addend.is_some_and(|it| is_signed(bits + shift, it) && is_multiple(shift, it))
            }
            _ => false,
        }
    }

    fn holds_for_memory(self, base: &WrittenRegister, offset: &Value, is_wide: bool) -> bool {
        let is_specified = matches!(offset.expr, Expr::Specifier { .. });
        let fits = |bits, shift| {
            base.is_general()
                && (is_specified
                    || offset
                        .addend
                        .is_some_and(|it| is_signed(bits, it) && is_multiple(shift, it)))
        };
        let is_literal = |holds: &dyn Fn(i64) -> bool| offset.literal().is_some_and(holds);
        match self {
            Self::Memory => true,
            Self::MemoryOffset { bits, shift } => fits(bits + shift, shift),
            Self::MemoryPointer => fits(if is_wide { 64 } else { 32 }, 0),
            Self::MemoryShortBase => is_among(SHORT, base),
            Self::MemoryStack { bits, shift } => {
                is_literal(&|it| is_unsigned(bits, it) && is_multiple(shift, it))
                    && base.is_of(Kinds::GENERAL, 31)
                    && base.number == STACK_POINTER
            }
            Self::MemoryGlobal { bits } => {
                is_literal(&|it| is_signed(bits, it) && is_multiple(2, it))
                    && base.is_of(Kinds::GENERAL, 31)
                    && base.number == GLOBAL_POINTER
            }
            _ => false,
        }
    }

    /// Returns whether it looks at the base of an address as a general register, of which LLVM warns if the register is
    /// the assembler's own.
    pub fn looks_at_base(self, operand: &ParsedOperand) -> bool {
        let OperandKind::Memory { offset, .. } = &operand.kind else { return false };
        let Some(offset) = offset.literal() else { return false };
        match self {
            Self::MemoryStack { bits, shift } => {
                is_unsigned(bits, offset) && is_multiple(shift, offset)
            }
            Self::MemoryGlobal { bits } => is_signed(bits, offset) && is_multiple(2, offset),
            _ => false,
        }
    }
}

/// The number of the stack pointer.
const STACK_POINTER: u32 = 29;
/// The number of the global pointer.
const GLOBAL_POINTER: u32 = 28;

/// Returns whether a register is one of a few.
fn is_among(numbers: u32, register: &WrittenRegister) -> bool {
    register.number < 32 && numbers >> register.number & 1 != 0
}

/// Returns whether the lowest bits of a number are zero.
fn is_multiple(shift: u32, value: i64) -> bool {
    value & !(-1 << shift) == 0
}

/// Returns whether a list has the first registers that are saved, and the return address.
fn is_short_list(numbers: &[u32]) -> bool {
    const FIRST: u32 = 16;
    const RETURN_ADDRESS: u32 = 31;
    let [saved @ .., RETURN_ADDRESS] = numbers else { return false };
    matches!(saved.len(), 1..=4) && saved.iter().copied().eq((FIRST..).take(saved.len()))
}
