//! Methods that print operands, as the tables name them.

use super::float_immediate::ExactReal;
use super::template::Template;
use crate::target::known_names::Known;

/// A width of elements: `b`, `h`, `s`, `d`, `q`, or none.
type Suffix = Option<char>;

/// A print method of the tables, or an operand type that the condition of an alias asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    Operand,
    Imm,
    ImmHex,
    SignedImm { bits: u32 },
    ImmScale { scale: i64 },
    ImmRangeScale { scale: i64, offset: i64 },
    UImm12Offset { scale: i64 },
    AddSubImm,
    LogicalImm { bits: u32 },
    SveLogicalImm { bits: u32 },
    Imm8OptLsl { bits: u32, is_signed: bool },
    FpImm,
    ExactFpImm([ExactReal; 2]),
    ByteMask,
    ComplexRotation { angle: i64, remainder: i64 },
    VectorIndex { scale: i64 },
    MatrixIndex { scale: i64 },
    AlignedLabel,
    PageLabel,
    PostIncrement { bytes: i64 },
    Shifter,
    ShiftedRegister,
    ExtendedRegister,
    ArithExtend,
    MemExtend { source: char, width_bits: u32 },
    RegWithShiftExtend { is_signed: bool, width_bits: u32, source: char, suffix: Suffix },
    VectorRegister,
    SveRegister(Suffix),
    PredicateAsCounter(Suffix),
    Matrix(Suffix),
    MatrixTile,
    MatrixTileVector { is_vertical: bool },
    MatrixTileList,
    VectorList { lanes: u32, kind: Suffix },
    RegisterPair,
    FirstOfEight,
    GeneralAs32,
    ScalarOfVector { sub_register: &'static str },
    ZeroPair,
    SystemCr,
    SystemRegister { is_read: bool },
    ProcessState,
    StreamingControl,
    Barrier,
    BarrierNxs,
    Prefetch { is_sve: bool },
    RangePrefetch,
    ThreadIndexHint,
    SvePattern,
    SveVectorLength,
    Condition { is_inverse: bool },
    Type(OperandType),
}

/// The names of methods that [`Method::named`] takes.
pub const KNOWN: Known = Known {
    knows: |_, it| Method::named(it.text).is_some_and(|method| !matches!(method, Method::Type(_))),
    file: file!(),
};

/// The names of operand types that it takes.
pub const KNOWN_TYPES: Known =
    Known { knows: |_, it| matches!(Method::named(it.text), Some(Method::Type(_))), file: file!() };

impl Method {
    /// Returns the method of that name in the tables, with its template's arguments, e.g.
    /// `printImmScale<4>`.
    pub fn named(name: &str) -> Option<Method> {
        let template = Template::parse(name);
        let mut arguments = template.arguments();
        let mut argument = || arguments.next();
        Some(match template.name {
            "printOperand" => Method::Operand,
            "printImm" => Method::Imm,
            "printImmHex" => Method::ImmHex,
            "printSImm" => Method::SignedImm { bits: number(argument()?)? },
            "printImmScale" => Method::ImmScale { scale: number(argument()?)? },
            "printImmRangeScale" => {
                Method::ImmRangeScale { scale: number(argument()?)?, offset: number(argument()?)? }
            }
            "printUImm12Offset" => Method::UImm12Offset { scale: number(argument()?)? },
            "printAddSubImm" => Method::AddSubImm,
            "printLogicalImm" => Method::LogicalImm { bits: integer_type(argument()?)?.0 },
            "printSVELogicalImm" => Method::SveLogicalImm { bits: integer_type(argument()?)?.0 },
            "printImm8OptLsl" => {
                let (bits, is_signed) = integer_type(argument()?)?;
                Method::Imm8OptLsl { bits, is_signed }
            }
            "printFPImmOperand" => Method::FpImm,
            "printExactFPImm" => {
                Method::ExactFpImm([exact_real(argument()?)?, exact_real(argument()?)?])
            }
            "printSIMDType10Operand" => Method::ByteMask,
            "printComplexRotationOp" => Method::ComplexRotation {
                angle: number(argument()?)?,
                remainder: number(argument()?)?,
            },
            "printVectorIndex" => {
                Method::VectorIndex { scale: argument().map_or(Some(1), number)? }
            }
            "printMatrixIndex" => {
                Method::MatrixIndex { scale: argument().map_or(Some(1), number)? }
            }
            "printAlignedLabel" => Method::AlignedLabel,
            "printAdrAdrpLabel" => Method::PageLabel,
            "printPostIncOperand" => Method::PostIncrement { bytes: number(argument()?)? },
            "printShifter" => Method::Shifter,
            "printShiftedRegister" => Method::ShiftedRegister,
            "printExtendedRegister" => Method::ExtendedRegister,
            "printArithExtend" => Method::ArithExtend,
            "printMemExtend" => {
                let source = character(argument()?)?;
                Method::MemExtend { source, width_bits: number(argument()?)? }
            }
            "printRegWithShiftExtend" => Method::RegWithShiftExtend {
                is_signed: argument()? == "true",
                width_bits: number(argument()?)?,
                source: character(argument()?)?,
                suffix: character(argument()?),
            },
            "printVRegOperand" => Method::VectorRegister,
            "printSVERegOp" => Method::SveRegister(argument().and_then(character)),
            "printPredicateAsCounter" => Method::PredicateAsCounter(width(argument()?)?),
            "printMatrix" => Method::Matrix(width(argument()?)?),
            "printMatrixTile" => Method::MatrixTile,
            "printMatrixTileVector" => Method::MatrixTileVector { is_vertical: argument()? == "1" },
            "printMatrixTileList" => Method::MatrixTileList,
            "printTypedVectorList" => {
                Method::VectorList { lanes: number(argument()?)?, kind: character(argument()?) }
            }
            "printImplicitlyTypedVectorList" => Method::VectorList { lanes: 0, kind: None },
            "printGPRSeqPairsClassOperand" => Method::RegisterPair,
            "printGPR64x8" => Method::FirstOfEight,
            "printGPR64as32" => Method::GeneralAs32,
            "printZPRasFPR" => Method::ScalarOfVector {
                sub_register: match argument()? {
                    "8" => "bsub",
                    "16" => "hsub",
                    "32" => "ssub",
                    "64" => "dsub",
                    "128" => "zsub",
                    _ => return None,
                },
            },
            "printSyspXzrPair" => Method::ZeroPair,
            "printSysCROperand" => Method::SystemCr,
            "printMRSSystemRegister" => Method::SystemRegister { is_read: true },
            "printMSRSystemRegister" => Method::SystemRegister { is_read: false },
            "printSystemPStateField" => Method::ProcessState,
            "printSVCROp" => Method::StreamingControl,
            "printBarrierOption" => Method::Barrier,
            "printBarriernXSOption" => Method::BarrierNxs,
            "printPrefetchOp" => Method::Prefetch { is_sve: argument() == Some("true") },
            "printRPRFMOperand" => Method::RangePrefetch,
            "printTIndexHintOp" => Method::ThreadIndexHint,
            "printSVEPattern" => Method::SvePattern,
            "printSVEVecLenSpecifier" => Method::SveVectorLength,
            "printCondCode" => Method::Condition { is_inverse: false },
            "printInverseCondCode" => Method::Condition { is_inverse: true },
            _ => Method::Type(OperandType::named(name)?),
        })
    }
}

/// An operand type that the condition of an alias asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandType {
    /// A condition code that has an inverse.
    InverseCondition,
    /// A logical immediate that repeats an element; if it is preferred, no `cpy` or `dup` makes it.
    SveLogical { element_bits: u32, is_preferred: bool },
}

impl OperandType {
    /// Returns the type of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        let logical = |bits: &str, is_preferred| {
            Some(Self::SveLogical { element_bits: bits.parse().ok()?, is_preferred })
        };
        match name {
            "inv_ccode" => Some(Self::InverseCondition),
            _ => match name.strip_prefix("sve_preferred_logical_imm") {
                Some(bits) => logical(bits, true),
                None => logical(name.strip_prefix("sve_logical_imm")?, false),
            },
        }
    }
}

fn number<T: std::str::FromStr>(argument: &str) -> Option<T> {
    argument.parse().ok()
}

/// Returns the character of a literal in quotes; `None` for 0.
fn character(argument: &str) -> Option<char> {
    argument.trim_matches('\'').chars().next().filter(|it| *it != '0')
}

/// Returns the suffix of elements of the given number of bits; none for 0.
fn width(argument: &str) -> Option<Suffix> {
    Some(match argument {
        "0" => None,
        "8" => Some('b'),
        "16" => Some('h'),
        "32" => Some('s'),
        "64" => Some('d'),
        "128" => Some('q'),
        _ => return None,
    })
}

/// Returns the bits of an integer type (`uint8_t`), and whether it is signed.
fn integer_type(argument: &str) -> Option<(u32, bool)> {
    let bits = argument.strip_suffix("_t")?;
    match bits.strip_prefix("uint") {
        Some(bits) => Some((number(bits)?, false)),
        None => Some((number(bits.strip_prefix("int")?)?, true)),
    }
}

fn exact_real(argument: &str) -> Option<ExactReal> {
    ExactReal::named(argument.rsplit(':').next()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::builtin_tables;
    use crate::triple::Triple;

    #[test]
    fn all_methods_of_the_tables_are_known() {
        let tables = builtin_tables(&Triple::new("aarch64")).unwrap();
        let tables = &tables.tables();
        assert!(tables.print_methods.len() > 100);
        for name in tables.print_methods.iter().map(|name| tables.text(*name)) {
            assert!(Method::named(name).is_some(), "{name}");
        }
    }

    #[test]
    fn arguments_of_templates() {
        for (name, expected) in [
            ("printTypedVectorList<0, 'h'>", Method::VectorList { lanes: 0, kind: Some('h') }),
            ("printTypedVectorList<0,0>", Method::VectorList { lanes: 0, kind: None }),
            ("printSVERegOp<>", Method::SveRegister(None)),
            ("printImmRangeScale<4, 3>", Method::ImmRangeScale { scale: 4, offset: 3 }),
            ("printImm8OptLsl<uint16_t>", Method::Imm8OptLsl { bits: 16, is_signed: false }),
            ("printPrefetchOp<true>", Method::Prefetch { is_sve: true }),
            ("printPrefetchOp", Method::Prefetch { is_sve: false }),
            (
                "printExactFPImm<AArch64ExactFPImm::half, AArch64ExactFPImm::two>",
                Method::ExactFpImm([ExactReal::Half, ExactReal::Two]),
            ),
            (
                "printRegWithShiftExtend<true, 16, 'w', 'd'>",
                Method::RegWithShiftExtend {
                    is_signed: true,
                    width_bits: 16,
                    source: 'w',
                    suffix: Some('d'),
                },
            ),
        ] {
            assert_eq!(Method::named(name), Some(expected), "{name}");
        }
        assert_eq!(Method::named("printSomething"), None);
    }
}
