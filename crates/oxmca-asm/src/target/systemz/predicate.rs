//! Predicates of operands, as the tables name them.

use super::operand::{Memory, MemoryForm, OperandKind, ParsedOperand, Second};
use super::registers::Kind;
use crate::inst::Expr;
use crate::target::known_names::Known;

/// A predicate of operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Predicate {
    Register(Kind),
    /// A register of any kind, or its number.
    AnyRegister,
    /// Any expression.
    Value,
    /// An expression that is no constant outside of a range.
    ValueIn {
        least: i64,
        most: i64,
    },
    CallTarget,
    Memory {
        form: MemoryForm,
        base: Kind,
        displacement: Displacement,
        /// The greatest length, where the form has one that is a constant.
        length: i64,
    },
    /// Holds for no operand: only compilers use the class.
    Never,
}

/// Constants that an address may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Displacement {
    /// 12 bits without a sign.
    Short,
    /// 20 bits with a sign.
    Long,
}

/// The names that [`Predicate::named`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| Predicate::named(it.text).is_some(), file: file!() };

impl Predicate {
    /// Returns the predicate of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        let memory =
            |form, base, displacement| Self::Memory { form, base, displacement, length: 0 };
        let with_length = |length| Self::Memory {
            form: MemoryForm::Length,
            base: Kind::General64,
            displacement: Displacement::Short,
            length,
        };
        Some(match name.strip_prefix("is")? {
            "AnyReg" => Self::AnyRegister,
            "Imm" => Self::Value,
            "ImmTLS" => Self::CallTarget,
            "BDAddr32Disp12" => memory(MemoryForm::Base, Kind::General32, Displacement::Short),
            "BDAddr32Disp20" => memory(MemoryForm::Base, Kind::General32, Displacement::Long),
            "BDAddr64Disp12" => memory(MemoryForm::Base, Kind::General64, Displacement::Short),
            "BDAddr64Disp20" => memory(MemoryForm::Base, Kind::General64, Displacement::Long),
            "BDXAddr64Disp12" => memory(MemoryForm::Index, Kind::General64, Displacement::Short),
            "BDXAddr64Disp20" => memory(MemoryForm::Index, Kind::General64, Displacement::Long),
            "BDLAddr64Disp12Len4" => with_length(1 << 4),
            "BDLAddr64Disp12Len8" => with_length(1 << 8),
            "BDRAddr64Disp12" => {
                memory(MemoryForm::RegisterLength, Kind::General64, Displacement::Short)
            }
            "BDVAddr64Disp12" => {
                memory(MemoryForm::VectorIndex, Kind::General64, Displacement::Short)
            }
            "LXAAddr64Disp20" => {
                memory(MemoryForm::ShortIndex, Kind::General64, Displacement::Long)
            }
            "GRX32" | "ADDR128" | "VF128" => Self::Never,
            name => match name.strip_suffix("Imm") {
                Some(name) => {
                    let bits: u32 =
                        name.get(1..)?.parse().ok().filter(|it| (1..63).contains(it))?;
                    match name.as_bytes().first()? {
                        b'U' => Self::ValueIn { least: 0, most: (1 << bits) - 1 },
                        b'S' => {
                            let limit = 1 << (bits - 1);
                            Self::ValueIn { least: -limit, most: limit - 1 }
                        }
                        _ => return None,
                    }
                }
                None => Self::Register(Kind::named(name)?),
            },
        })
    }

    /// Returns whether it holds for an operand.
    pub fn holds(self, operand: &ParsedOperand) -> bool {
        match (self, &operand.kind) {
            (Self::Register(wanted), OperandKind::Register(kind, _)) => wanted == *kind,
            (Self::AnyRegister, OperandKind::Register(..)) => true,
            (Self::AnyRegister, OperandKind::Value(value)) => is_in(value, 0, 15),
            (Self::Value, OperandKind::Value(_)) => true,
            (Self::ValueIn { least, most }, OperandKind::Value(value)) => is_in(value, least, most),
            (Self::CallTarget, OperandKind::CallTarget(..)) => true,
            (Self::Memory { form, base, displacement, length }, OperandKind::Memory(memory)) => {
                memory.has_form(form)
                    && memory.base_kind == base
                    && displacement.contains(&memory.displacement)
                    && (form != MemoryForm::Length || memory.has_length_up_to(length))
            }
            _ => false,
        }
    }
}

impl Displacement {
    fn contains(self, value: &Expr) -> bool {
        match self {
            Self::Short => is_in(value, 0, 0xfff),
            Self::Long => is_in(value, -(1 << 19), (1 << 19) - 1),
        }
    }
}

impl Memory {
    /// Returns whether it is of a form; an address without an index is also one with an index of none.
    fn has_form(&self, form: MemoryForm) -> bool {
        self.form == form || self.form == MemoryForm::Base && form == MemoryForm::Index
    }

    fn has_length_up_to(&self, most: i64) -> bool {
        matches!(&self.second, Second::Length(Expr::Constant(length)) if (1..=most).contains(length))
    }
}

/// Returns whether an expression is no constant outside of a range.
fn is_in(value: &Expr, least: i64, most: i64) -> bool {
    match value {
        Expr::Constant(value) => (least..=most).contains(value),
        _ => true,
    }
}
