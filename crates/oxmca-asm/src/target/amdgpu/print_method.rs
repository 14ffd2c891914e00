//! Methods that show operands, as the tables name them.

use crate::target::known_names::Known;

/// The methods that this target knows.
pub const KNOWN: Known = Known { knows: |_, it| Method::named(it.text).is_some(), file: file!() };

/// A way to show an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// A source or result; before the first of a comparison stands the register that it writes.
    Operand,
    /// The same without that.
    Regular,
    /// A result with the suffix of the encoding before it.
    Result,
    /// A result of an interpolation.
    InterpResult,
    RealSource,
    IntSource,
    /// The first register of a pair.
    FirstOfPair,
    /// ` WORD` if it is not 0.
    Bit(&'static str),
    /// ` WORD:NUMBER` if it is not 0, or always.
    Number {
        word: &'static str,
        in_hexadecimal: bool,
        always: bool,
    },
    Hex16,
    Hex32,
    HexWhole,
    High32,
    Offset,
    FlatOffset,
    CachePolicy,
    Dim,
    R128A16,
    /// Shown by another operand, or not at all.
    Nothing,
    Blgp,
    BitOp3,
    Dpp8,
    DppControl,
    DppBoundCtrl,
    DppFi,
    SdwaPart(&'static str),
    SdwaUnused,
    ExportSource(usize),
    ExportTarget,
    OpSel,
    OpSelHi,
    NegLo,
    NegHi,
    IndexKey,
    MatrixName(&'static str, &'static [&'static str], i64),
    Slot,
    Attribute,
    Channel,
    IndexMode,
    OutputModifier,
    Message,
    WaitEvent,
    Swizzle,
    Counters,
    DependencyCounters,
    Delay,
    HardwareRegister,
    EndProgram,
}

/// Words of keywords that the tables name.
const WORDS: &[&str] = &[
    "a16",
    "clamp",
    "compr",
    "d16",
    "da",
    "gds",
    "high",
    "lwe",
    "matrix_a_reuse",
    "matrix_b_reuse",
    "tfe",
    "unorm",
    "vm",
    "abid",
    "bank_mask",
    "byte_sel",
    "cbsz",
    "dmask",
    "offset",
    "offset0",
    "offset1",
    "row_mask",
    "scale_sel",
    "wait_exp",
    "wait_va_vdst",
    "wait_vdst",
    "wait_vm_vsrc",
];

impl Method {
    /// Returns the method of a name in the tables.
    pub fn named(name: &str) -> Option<Method> {
        use super::format::{MATRIX_FORMATS, MATRIX_SCALE_FORMATS, MATRIX_SCALES};
        if let Some((method, arguments)) = name.strip_suffix(')').and_then(|it| it.split_once('('))
        {
            let mut arguments = arguments.split(',');
            let word = arguments.next()?;
            let word = *WORDS.iter().find(|it| **it == word)?;
            let mut flag = || arguments.next() == Some("true");
            return match method {
                "printNamedBit" => Some(Method::Bit(word)),
                "printNamedInt" => {
                    let in_hexadecimal = flag();
                    Some(Method::Number { word, in_hexadecimal, always: flag() })
                }
                _ => None,
            };
        }
        Some(match name {
            "printOperand" => Method::Operand,
            "printRegularOperand" => Method::Regular,
            "printVOPDst" => Method::Result,
            "printVINTRPDst" => Method::InterpResult,
            "printOperandAndFPInputMods" => Method::RealSource,
            "printOperandAndIntInputMods" => Method::IntSource,
            "printAVLdSt32Align2RegOp" => Method::FirstOfPair,
            "printU16ImmOperand" => Method::Hex16,
            "printU32ImmOperand" | "printSMRDOffset8" | "printSMRDLiteralOffset" => Method::Hex32,
            "printSMEMOffset" => Method::HexWhole,
            "printFP64ImmOperand" => Method::High32,
            "printOffset" => Method::Offset,
            "printFlatOffset" => Method::FlatOffset,
            "printCPol" => Method::CachePolicy,
            "printDim" => Method::Dim,
            "printR128A16" => Method::R128A16,
            "printFORMAT" => Method::Nothing,
            "printBLGP" => Method::Blgp,
            "printBitOp3" => Method::BitOp3,
            "printDPP8" => Method::Dpp8,
            "printDPPCtrl" => Method::DppControl,
            "printDppBoundCtrl" => Method::DppBoundCtrl,
            "printDppFI" => Method::DppFi,
            "printSDWADstSel" => Method::SdwaPart("dst_sel:"),
            "printSDWASrc0Sel" => Method::SdwaPart("src0_sel:"),
            "printSDWASrc1Sel" => Method::SdwaPart("src1_sel:"),
            "printSDWADstUnused" => Method::SdwaUnused,
            "printExpSrc0" => Method::ExportSource(0),
            "printExpSrc1" => Method::ExportSource(1),
            "printExpSrc2" => Method::ExportSource(2),
            "printExpSrc3" => Method::ExportSource(3),
            "printExpTgt" => Method::ExportTarget,
            "printOpSel" => Method::OpSel,
            "printOpSelHi" => Method::OpSelHi,
            "printNegLo" => Method::NegLo,
            "printNegHi" => Method::NegHi,
            "printIndexKey8bit" | "printIndexKey16bit" | "printIndexKey32bit" => Method::IndexKey,
            "printMatrixAFMT" => Method::MatrixName(" matrix_a_fmt:", MATRIX_FORMATS, 7),
            "printMatrixBFMT" => Method::MatrixName(" matrix_b_fmt:", MATRIX_FORMATS, 7),
            "printMatrixAScale" => Method::MatrixName(" matrix_a_scale:", MATRIX_SCALES, 1),
            "printMatrixBScale" => Method::MatrixName(" matrix_b_scale:", MATRIX_SCALES, 1),
            "printMatrixAScaleFmt" => {
                Method::MatrixName(" matrix_a_scale_fmt:", MATRIX_SCALE_FORMATS, 3)
            }
            "printMatrixBScaleFmt" => {
                Method::MatrixName(" matrix_b_scale_fmt:", MATRIX_SCALE_FORMATS, 3)
            }
            "printInterpSlot" => Method::Slot,
            "printInterpAttr" => Method::Attribute,
            "printInterpAttrChan" => Method::Channel,
            "printGPRIdxMode" => Method::IndexMode,
            "printOModSI" => Method::OutputModifier,
            "printSendMsg" => Method::Message,
            "printWaitEvent" => Method::WaitEvent,
            "printSwizzle" => Method::Swizzle,
            "printSWaitCnt" => Method::Counters,
            "printDepCtr" => Method::DependencyCounters,
            "printSDelayALU" => Method::Delay,
            "printHwreg" => Method::HardwareRegister,
            "printEndpgm" => Method::EndProgram,
            _ => return None,
        })
    }
}
