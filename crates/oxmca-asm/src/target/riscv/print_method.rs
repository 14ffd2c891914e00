//! Methods that print operands, as the tables name them.

use super::operand::RoundingMode;
use super::operand_type::OperandType;
use crate::target::known_names::Known;

/// A print method of the tables, or an operand type that the condition of an alias asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    Operand,
    BranchTarget,
    SystemRegister,
    Fence,
    /// A rounding mode, which is left out if it is this one.
    RoundingMode(RoundingMode),
    Real,
    ZeroOffset,
    VectorType,
    MatrixType,
    RegisterList,
    RegisterOffset,
    StackAdjustment {
        is_negative: bool,
    },
    Mask,
    Scale,
    IntegerWidth,
    TileRows,
    /// A row of [`TYPES`].
    Type(usize),
}

/// Operand types that conditions of aliases ask for.
pub const TYPES: [&str; 9] = [
    "XSfmmVTypeOp",
    "bare_simm13_lsb0",
    "hack_bare_symbol_qc_e_li",
    "simm12_lo",
    "simm21_lsb0_jal",
    "uimm10",
    "uimm20",
    "uimm5",
    "uimm5nonzero",
];

/// The names of methods that [`Method::named`] takes.
pub const KNOWN: Known = Known {
    knows: |_, it| Method::named(it.text).is_some_and(|method| !matches!(method, Method::Type(_))),
    file: file!(),
};

/// The names of operand types that it takes.
pub const KNOWN_TYPES: Known = Known {
    knows: |tables, it| {
        let is_type = matches!(Method::named(it.text), Some(Method::Type(_)));
        is_type && OperandType::named(tables, it.text).is_some()
    },
    file: file!(),
};

impl Method {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "printOperand" => Self::Operand,
            "printBranchOperand" => Self::BranchTarget,
            "printCSRSystemRegister" => Self::SystemRegister,
            "printFenceArg" => Self::Fence,
            "printFRMArg" => Self::RoundingMode(RoundingMode::DYNAMIC),
            "printFRMArgLegacy" => Self::RoundingMode(RoundingMode::NEAREST),
            "printFPImmOperand" => Self::Real,
            "printZeroOffsetMemOp" => Self::ZeroOffset,
            "printVTypeI" => Self::VectorType,
            "printXSfmmVType" => Self::MatrixType,
            "printRegList" => Self::RegisterList,
            "printRegReg" => Self::RegisterOffset,
            "printStackAdj" => Self::StackAdjustment { is_negative: false },
            "printNegStackAdj" => Self::StackAdjustment { is_negative: true },
            "printVMaskReg" => Self::Mask,
            "printVScaleReg" => Self::Scale,
            "printSMTVType" => Self::IntegerWidth,
            "printTileLambda" => Self::TileRows,
            name => Self::Type(TYPES.iter().position(|known| *known == name)?),
        })
    }
}
