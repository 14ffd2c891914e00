//! Methods that make machine operands, as the tables name them.

use crate::target::known_names::Known;

/// The render methods that this target knows.
pub const KNOWN: Known = Known { knows: |_, it| Render::named(it.text).is_some(), file: file!() };

/// A way to make machine operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Render {
    /// A register or a constant as it is.
    Plain,
    /// Of all operands of the statement.
    All(Converter),
}

impl Render {
    /// Returns the method of a name in the tables.
    pub fn named(name: &str) -> Option<Render> {
        let name = name.strip_prefix("add")?.strip_suffix("Operands")?;
        match name {
            "Reg" | "Imm" | "RegOrImm" => Some(Render::Plain),
            _ => Converter::named(name).map(Render::All),
        }
    }
}

/// A conversion of all operands of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Converter {
    /// An access of a buffer, perhaps an atomic one.
    Buffer {
        is_atomic: bool,
    },
    Export,
    Vop3,
    Vop3OpSel,
    Vop3P,
    Vop3Interp,
    Vinterp,
    ScaledMatrix,
    SparseMatrix,
    Pair,
    Dpp {
        is_dpp8: bool,
    },
    Vop3Dpp {
        is_dpp8: bool,
    },
    Sdwa(Sdwa),
}

/// Kinds of instructions that read and write parts of registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sdwa {
    Vop1,
    Vop2,
    /// It writes and reads a carry.
    Vop2Carry,
    /// It reads a carry.
    Vop2CarryIn,
    Vopc,
}

impl Converter {
    /// Returns the conversion of LLVM's name.
    pub fn named(name: &str) -> Option<Converter> {
        Some(match name {
            "cvtMubuf" => Converter::Buffer { is_atomic: false },
            "cvtMubufAtomic" => Converter::Buffer { is_atomic: true },
            "cvtExp" => Converter::Export,
            "cvtVOP3" => Converter::Vop3,
            "cvtVOP3OpSel" => Converter::Vop3OpSel,
            "cvtVOP3P" => Converter::Vop3P,
            "cvtVOP3Interp" => Converter::Vop3Interp,
            "cvtVINTERP" => Converter::Vinterp,
            "cvtScaledMFMA" => Converter::ScaledMatrix,
            "cvtSWMMAC" => Converter::SparseMatrix,
            "cvtVOPD" => Converter::Pair,
            "cvtDPP" => Converter::Dpp { is_dpp8: false },
            "cvtDPP8" => Converter::Dpp { is_dpp8: true },
            "cvtVOP3DPP" => Converter::Vop3Dpp { is_dpp8: false },
            "cvtVOP3DPP8" => Converter::Vop3Dpp { is_dpp8: true },
            "cvtSdwaVOP1" => Converter::Sdwa(Sdwa::Vop1),
            "cvtSdwaVOP2" => Converter::Sdwa(Sdwa::Vop2),
            "cvtSdwaVOP2b" => Converter::Sdwa(Sdwa::Vop2Carry),
            "cvtSdwaVOP2e" => Converter::Sdwa(Sdwa::Vop2CarryIn),
            "cvtSdwaVOPC" => Converter::Sdwa(Sdwa::Vopc),
            _ => return None,
        })
    }
}
