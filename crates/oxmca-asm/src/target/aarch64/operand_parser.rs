//! Methods that parse operands, as the tables name them.

use super::named_operands::OperandList;
use super::operand::{Equality, Named};
use super::registers::RegisterKind;
use super::template::Template;
use crate::target::known_names::Known;

/// A method that parses operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandParser {
    General { with_shift: bool, equality: Equality },
    GeneralWithZeroIndex,
    GeneralPair,
    EightGeneral,
    ZeroPair,
    Scalable { with_shift: bool, with_suffix: bool },
    Predicate(RegisterKind),
    PredicateOrCounter,
    List(RegisterKind),
    Matrix,
    Tiles,
    Real { zero_is_text: bool },
    ShiftedImmediate,
    Range,
    AdjustedImmediate(i64),
    PageLabel,
    Label,
    Named(Named),
    Prefetch { most: u32, list: OperandList },
    Pattern,
    VectorLength,
    Barrier,
    BarrierNxs,
    SystemRegister,
    ControlRegister,
    StreamingState,
}

/// The names that [`OperandParser::named`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| OperandParser::named(it.text).is_some(), file: file!() };

impl OperandParser {
    /// Returns the method of a name.
    pub fn named(name: &str) -> Option<Self> {
        let it = Template::parse(name);
        Some(match it.name {
            "tryParseGPROperand" => Self::General {
                with_shift: it.is_true(0),
                equality: match it.argument(1) {
                    "EqualsSuperReg" => Equality::Super,
                    "EqualsSubReg" => Equality::Sub,
                    _ => Equality::Same,
                },
            },
            "tryParseGPR64sp0Operand" => Self::GeneralWithZeroIndex,
            "tryParseGPRSeqPair" => Self::GeneralPair,
            "tryParseGPR64x8" => Self::EightGeneral,
            "tryParseSyspXzrPair" => Self::ZeroPair,
            "tryParseSVEDataVector" => {
                Self::Scalable { with_shift: it.is_true(0), with_suffix: it.is_true(1) }
            }
            "tryParseSVEPredicateVector" => Self::Predicate(kind(it.argument(0))?),
            "tryParseSVEPredicateOrPredicateAsCounterVector" => Self::PredicateOrCounter,
            "tryParseVectorList" => Self::List(kind(it.argument(0))?),
            "tryParseMatrixRegister" => Self::Matrix,
            "tryParseMatrixTileList" => Self::Tiles,
            "tryParseFPImm" => Self::Real { zero_is_text: it.is_true(0) },
            "tryParseImmWithOptionalShift" => Self::ShiftedImmediate,
            "tryParseImmRange" => Self::Range,
            "tryParseAdjImm0_63" => Self::AdjustedImmediate(it.number(0)?),
            "tryParseAdrpLabel" => Self::PageLabel,
            "tryParseAdrLabel" => Self::Label,
            "tryParseTIndexHint" => Self::Named(Named::IndexHint),
            "tryParsePrefetch" if it.is_true(0) => {
                Self::Prefetch { most: 15, list: OperandList::SvePrefetch }
            }
            "tryParsePrefetch" => Self::Prefetch { most: 31, list: OperandList::Prefetch },
            "tryParseRPRFMOperand" => Self::Prefetch { most: 63, list: OperandList::RangePrefetch },
            "tryParseSVEPattern" => Self::Pattern,
            "tryParseSVEVecLenSpecifier" => Self::VectorLength,
            "tryParseBarrierOperand" => Self::Barrier,
            "tryParseBarriernXSOperand" => Self::BarrierNxs,
            "tryParseSysReg" => Self::SystemRegister,
            "tryParseSysCROperand" => Self::ControlRegister,
            "tryParseSVCR" => Self::StreamingState,
            _ => return None,
        })
    }
}

fn kind(name: &str) -> Option<RegisterKind> {
    Some(match name {
        "SVEPredicateAsCounter" => RegisterKind::Counter,
        "SVEPredicateVector" => RegisterKind::Predicate,
        "SVEDataVector" => RegisterKind::Scalable,
        _ => return None,
    })
}
