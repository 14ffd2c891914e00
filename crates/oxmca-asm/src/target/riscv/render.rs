//! Methods that add machine operands, as the tables name them.

use crate::target::known_names::Known;

/// A method that adds machine operands.
#[derive(Clone, Copy, Debug)]
pub enum Render {
    Register,
    Value,
    /// A constant of the given number of bits that may have been written without its sign.
    Unsigned(u32),
    Real,
    Fence,
    SystemRegister,
    VectorType,
    RegisterList,
    RegisterOffset,
    StackAdjustment,
    RoundingMode,
    IntegerWidth,
}

/// The names that [`Render::named`] takes.
pub const KNOWN: Known = Known { knows: |_, it| Render::named(it.text).is_some(), file: file!() };

impl Render {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "addRegOperands" => Self::Register,
            "addImmOperands" => Self::Value,
            "addSExtImmOperands<8>" => Self::Unsigned(8),
            "addSExtImmOperands<10>" => Self::Unsigned(10),
            "addSMTVTypeOperand" => Self::IntegerWidth,
            "addFPImmOperands" => Self::Real,
            "addFenceArgOperands" => Self::Fence,
            "addCSRSystemRegisterOperands" => Self::SystemRegister,
            "addVTypeIOperands" => Self::VectorType,
            "addRegListOperands" => Self::RegisterList,
            "addRegRegOperands" => Self::RegisterOffset,
            "addStackAdjOperands" => Self::StackAdjustment,
            "addFRMArgOperands" => Self::RoundingMode,
            _ => return None,
        })
    }
}
