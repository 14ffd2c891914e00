//! Operands as they are written.

use oxmca_tables::Reg;

use crate::inst::Expr;
use crate::source::Loc;

/// An operand as written.
#[derive(Clone, Debug)]
pub struct ParsedOperand<'a> {
    pub kind: OperandKind<'a>,
    /// Changes of the value of a register or a plain constant before it is used.
    pub modifiers: Modifiers,
    /// Its start; [`Loc::NONE`] if it was not written.
    pub loc: Loc,
}

/// Kinds of [`ParsedOperand`].
#[derive(Clone, Debug)]
pub enum OperandKind<'a> {
    /// A word that is part of the syntax, or a bracket.
    Token(&'a [u8]),
    Register(Reg),
    Immediate(Immediate),
    /// An expression that only the linker can evaluate.
    Expression(Expr),
}

/// A constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Immediate {
    /// Its value; the bits of a double if it is written as a real number.
    pub value: i64,
    pub kind: ImmKind,
    pub is_real: bool,
    /// The literal that it is to be even if it could be inline.
    pub literal: Option<Literal>,
}

/// A literal that is asked for: `lit(1)`, `lit64(1)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Literal {
    Bits32,
    Bits64,
}

impl Literal {
    const ALL: [Literal; 2] = [Literal::Bits32, Literal::Bits64];

    /// Returns the name of the function that asks for it.
    pub fn name(self) -> &'static str {
        match self {
            Literal::Bits32 => "lit",
            Literal::Bits64 => "lit64",
        }
    }

    /// Returns the literal that a function asks for.
    pub fn named(name: &[u8]) -> Option<Literal> {
        Literal::ALL.into_iter().find(|it| it.name().as_bytes() == name)
    }
}

/// Modifiers of a source operand.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Modifiers {
    pub abs: bool,
    pub neg: bool,
    pub sext: bool,
}

/// Bits of modifiers in machine operands.
pub mod source_modifier {
    /// The value is negated.
    pub const NEG: i64 = 1;
    /// The absolute value is taken.
    pub const ABS: i64 = 1 << 1;
    /// The high half of a packed value is negated.
    pub const NEG_HI: i64 = ABS;
    /// The high half is the source of the low result.
    pub const OP_SEL_0: i64 = 1 << 2;
    /// The high half is the source of the high result.
    pub const OP_SEL_1: i64 = 1 << 3;
    /// The result is the high half of its register.
    pub const DST_OP_SEL: i64 = 1 << 3;
    /// The value is extended by its sign.
    pub const SEXT: i64 = 1 << 4;
}

impl Modifiers {
    /// Returns whether there are any of real numbers.
    pub fn is_real(self) -> bool {
        self.abs || self.neg
    }

    /// Returns whether there are any.
    pub fn is_some(self) -> bool {
        self.is_real() || self.sext
    }

    /// Returns the machine operand of them.
    pub fn bits(self) -> i64 {
        let bit = |is_set: bool, bit: i64| if is_set { bit } else { 0 };
        match self.is_real() {
            true => bit(self.abs, source_modifier::ABS) | bit(self.neg, source_modifier::NEG),
            false => bit(self.sext, source_modifier::SEXT),
        }
    }
}

impl<'a> ParsedOperand<'a> {
    /// Creates an operand without modifiers.
    pub fn new(kind: OperandKind<'a>, loc: Loc) -> Self {
        ParsedOperand { kind, modifiers: Modifiers::default(), loc }
    }

    /// Creates a constant.
    pub fn of_imm(value: i64, kind: ImmKind, loc: Loc) -> Self {
        Self::new(
            OperandKind::Immediate(Immediate { value, kind, is_real: false, literal: None }),
            loc,
        )
    }

    /// Returns the constant, if the operand is one.
    pub fn imm(&self) -> Option<Immediate> {
        match self.kind {
            OperandKind::Immediate(imm) => Some(imm),
            _ => None,
        }
    }

    /// Returns the constant of a kind.
    pub fn imm_of(&self, kind: ImmKind) -> Option<i64> {
        self.imm().filter(|imm| imm.kind == kind).map(|imm| imm.value)
    }

    /// Returns the register, with or without modifiers.
    pub fn register(&self) -> Option<Reg> {
        match self.kind {
            OperandKind::Register(reg) => Some(reg),
            _ => None,
        }
    }

    /// Returns the register, if the operand is one without modifiers.
    pub fn plain_register(&self) -> Option<Reg> {
        self.register().filter(|_| !self.modifiers.is_some())
    }

    /// Returns whether it is a constant with a keyword.
    pub fn is_keyword(&self) -> bool {
        self.imm().is_some_and(|imm| imm.kind != ImmKind::None)
    }
}

/// Declares the kinds of constants with LLVM's names for them.
macro_rules! imm_kinds {
    ($($name:ident $text:literal,)*) => {
        /// The keyword that a constant belongs to.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum ImmKind { $($name,)* }

        impl ImmKind {
            /// Returns the kind that LLVM calls so.
            pub fn named(name: &str) -> Option<ImmKind> {
                match name {
                    $($text => Some(ImmKind::$name),)*
                    _ => None,
                }
            }
        }
    };
}

imm_kinds! {
    None "None", Gds "GDS", Lds "LDS", Offen "Offen", Idxen "Idxen", Addr64 "Addr64", Offset "Offset",
    InstOffset "InstOffset", Offset0 "Offset0", Offset1 "Offset1", SmemOffsetMod "SMEMOffsetMod", CPol "CPol",
    Tfe "TFE", IsAsync "IsAsync", D16 "D16", Clamp "Clamp", OMod "OModSI", SdwaDstSel "SDWADstSel",
    SdwaSrc0Sel "SDWASrc0Sel", SdwaSrc1Sel "SDWASrc1Sel", SdwaDstUnused "SDWADstUnused", DMask "DMask", Dim "Dim",
    UNorm "UNorm", Da "DA", R128A16 "R128A16", A16 "A16", Lwe "LWE", ExpTgt "ExpTgt", ExpCompr "ExpCompr",
    ExpVm "ExpVM", Done "Done", RowEn "RowEn", Format "FORMAT", Hwreg "Hwreg", Off "Off", SendMsg "SendMsg",
    WaitEvent "WaitEvent", InterpSlot "InterpSlot", InterpAttr "InterpAttr", InterpAttrChan "InterpAttrChan",
    OpSel "OpSel", OpSelHi "OpSelHi", NegLo "NegLo", NegHi "NegHi", IndexKey8 "IndexKey8bit",
    IndexKey16 "IndexKey16bit", IndexKey32 "IndexKey32bit", Dpp8 "DPP8", DppCtrl "DppCtrl",
    DppRowMask "DppRowMask", DppBankMask "DppBankMask", DppBoundCtrl "DppBoundCtrl", DppFi "DppFI",
    Swizzle "Swizzle", GprIdxMode "GprIdxMode", High "High", Blgp "BLGP", Cbsz "CBSZ", Abid "ABID",
    Endpgm "Endpgm", WaitVdst "WaitVDST", WaitExp "WaitEXP", WaitVaVdst "WaitVAVDst", WaitVmVsrc "WaitVMVSrc",
    BitOp3 "BitOp3", MatrixAFmt "MatrixAFMT", MatrixBFmt "MatrixBFMT", MatrixAScale "MatrixAScale",
    MatrixBScale "MatrixBScale", MatrixAScaleFmt "MatrixAScaleFmt", MatrixBScaleFmt "MatrixBScaleFmt",
    MatrixAReuse "MatrixAReuse", MatrixBReuse "MatrixBReuse", ScaleSel "ScaleSel", ByteSel "ByteSel",
}
