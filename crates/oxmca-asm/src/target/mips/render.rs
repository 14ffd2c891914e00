//! Methods that add machine operands, as the tables name them.

use super::registers::File;
use super::template::Template;
use crate::target::known_names::Known;

/// A method that adds machine operands.
#[derive(Clone, Copy, Debug)]
pub enum Render {
    /// A register of a kind.
    Register(File),
    /// A general register, of which nothing is said if it is the assembler's own.
    Short,
    /// The general register after the one that is written.
    Next,
    /// The register that is always 0.
    Zero,
    /// A constant or an expression.
    Value,
    /// A constant: so many bits of it above an offset, and something added.
    Unsigned {
        bits: u32,
        offset: i64,
        added: i64,
    },
    Signed {
        bits: u32,
        offset: i64,
        added: i64,
    },
    /// So many bits of a constant, or an expression.
    UnsignedOrExpression {
        bits: u32,
    },
    SignedOrExpression {
        bits: u32,
    },
    /// Base and offset. The base has as many bits as pointers, unless a short instruction has it.
    Memory {
        is_short: bool,
    },
    List,
}

/// The names that [`Render::named`] takes.
pub const KNOWN: Known = Known { knows: |_, it| Render::named(it.text).is_some(), file: file!() };

impl Render {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        let it = Template::new(name)?;
        let (bits, offset, added) = (it.bits(), it.number(1), it.number(2));
        Some(match it.name.strip_prefix("add")?.strip_suffix("Operands")? {
            "ConstantUImm" => Self::Unsigned { bits, offset, added },
            "ConstantSImm" => Self::Signed { bits, offset, added },
            "UImm" => Self::UnsignedOrExpression { bits },
            "SImm" => Self::SignedOrExpression { bits },
            "Imm" => Self::Value,
            "Mem" => Self::Memory { is_short: false },
            "MicroMipsMem" => Self::Memory { is_short: true },
            "RegList" => Self::List,
            "NextReg" => Self::Next,
            "Reg" => Self::Zero,
            "GPRMM16AsmReg"
            | "GPRMM16AsmRegZero"
            | "GPRMM16AsmRegMoveP"
            | "GPRMM16AsmRegMovePPairFirst"
            | "GPRMM16AsmRegMovePPairSecond" => Self::Short,
            name => Self::Register(match name.strip_suffix("AsmReg")? {
                "GPR32" | "GPR32Zero" | "GPR32NonZero" => File::General,
                "GPR64" => File::Wide,
                "FGR32" | "StrictlyFGR32" => File::Single,
                "FGR64" | "StrictlyFGR64" => File::Double,
                "AFGR64" | "StrictlyAFGR64" => File::Pair,
                "FCC" => File::Condition,
                "MSA128" => File::Vector,
                "MSACtrl" => File::VectorControl,
                "COP0" => File::System,
                "COP2" => File::Second,
                "COP3" => File::Third,
                "ACC64DSP" => File::Accumulator,
                "HI32DSP" => File::High,
                "LO32DSP" => File::Low,
                "CCR" => File::FloatControl,
                "HWRegs" => File::Hardware,
                _ => return None,
            }),
        })
    }
}
