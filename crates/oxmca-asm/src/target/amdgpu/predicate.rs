//! Predicates that decide the classes of operands.

use oxmca_tables::RegClassId;

use super::immediate::Scalar::{
    self, Bf16, F16, F32, F64, I16, I32, I64, V2Bf16, V2F16, V2F32, V2I16, V2I32,
};
use super::operand::ImmKind;
use crate::target::known_names::Known;

/// The predicates that this target knows.
pub const KNOWN: Known =
    Known { knows: |_, it| Predicate::named(it.text).is_some(), file: file!() };

/// A predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Predicate {
    Source(&'static Source),
    Keyword(ImmKind),
    /// A keyword's constant in so many bits.
    KeywordBits(ImmKind, u32),
    /// The constant of a cache policy that returns the value before, or does not.
    CachePolicy {
        returns: bool,
    },
    FlatOffset,
    /// Any constant.
    AnyImm,
    /// A plain constant.
    PlainImm,
    /// A plain constant in 16 bits without a sign.
    Unsigned16,
    /// A plain constant in 16 bits, with a sign or without.
    Any16,
    Unsigned8,
    Unsigned32NotUnsigned8,
    RegisterOrImm,
    BranchTarget,
    Register32OrOff,
    InputRegister,
    /// A register of one of two classes.
    LoadStore32,
    Boolean,
    Sdwa(Scalar),
    DppCtrl,
    InlineI32,
}

/// A source operand: a register of a class, or a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Source {
    name: &'static str,
    /// The class of registers.
    pub class: &'static str,
    /// The type for which constants may be inline.
    pub inline: &'static [Scalar],
    /// The types for which constants may be literals.
    pub literal: &'static [Scalar],
    /// Set if modifiers are allowed.
    pub modifiers: bool,
    pub expression: Expression,
}

/// Set if an expression that only the linker can evaluate is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expression {
    No,
    Yes,
    /// The places in which literals may have 64 bits.
    WithLiterals64,
}

const fn plain(
    name: &'static str,
    class: &'static str,
    inline: &'static [Scalar],
    literal: &'static [Scalar],
) -> Source {
    Source { name, class, inline, literal, modifiers: false, expression: Expression::No }
}

const fn with_expression(source: Source) -> Source {
    Source { expression: Expression::Yes, ..source }
}

const fn modified(
    name: &'static str,
    class: &'static str,
    inline: &'static [Scalar],
    literal: &'static [Scalar],
) -> Source {
    Source { name, class, inline, literal, modifiers: true, expression: Expression::No }
}

/// Source operands by their predicates.
static SOURCES: &[Source] = &[
    plain("isSCSrc_b32", "SReg_32", &[I32], &[]),
    plain("isSCSrc_b64", "SReg_64", &[I64], &[]),
    with_expression(plain("isSSrc_b32", "SReg_32", &[I32], &[I32])),
    plain("isSSrc_b16", "SReg_32", &[I16], &[I16]),
    Source {
        expression: Expression::WithLiterals64,
        ..plain("isSSrc_b64", "SReg_64", &[I64], &[I64])
    },
    with_expression(plain("isSSrc_f32", "SReg_32", &[I32], &[F32])),
    plain("isSSrc_bf16", "SReg_32", &[I16], &[Bf16]),
    plain("isSSrc_f16", "SReg_32", &[I16], &[F16]),
    with_expression(plain("isSSrcOrLds_b32", "SRegOrLds_32", &[I32], &[I32])),
    plain("isVCSrc_b32", "VS_32", &[I32], &[]),
    plain("isVCSrc_b32_Lo256", "VS_32_Lo256", &[I32], &[]),
    plain("isVCSrc_b64_Lo256", "VS_64_Lo256", &[I64], &[]),
    plain("isVCSrc_b64", "VS_64", &[I64], &[]),
    plain("isVCSrcT_b16", "VS_16", &[I16], &[]),
    plain("isVCSrc_b16", "VS_32", &[I16], &[]),
    plain("isVCSrc_v2b16", "VS_32", &[I16], &[]),
    plain("isVCSrc_f32", "VS_32", &[F32], &[]),
    plain("isVCSrc_f64", "VS_64", &[F64], &[]),
    plain("isVCSrcT_f16", "VS_16", &[F16], &[]),
    plain("isVCSrcT_bf16", "VS_16", &[F16], &[]),
    plain("isVCSrc_bf16", "VS_32", &[Bf16], &[]),
    plain("isVCSrc_f16", "VS_32", &[F16], &[]),
    plain("isVCSrc_v2bf16", "VS_32", &[Bf16], &[]),
    plain("isVCSrc_v2f16", "VS_32", &[F16], &[]),
    plain("isVCSrc_v2b32", "VS_64", &[I64], &[]),
    with_expression(plain("isVSrc_b32", "VS_32", &[F32], &[I32])),
    plain("isVSrc_b64", "VS_64", &[F64], &[I64]),
    plain("isVSrc_v2b64", "VS_128", &[I64], &[I64]),
    plain("isVSrc_v2f64", "VS_128", &[F64], &[F64]),
    plain("isVSrcT_b16", "VS_16", &[I16], &[I16]),
    plain("isVSrcT_b16_Lo128", "VS_16_Lo128", &[Bf16], &[I16]),
    plain("isVSrcFake16_b16_Lo128", "VS_32_Lo128", &[I16], &[I16]),
    plain("isVSrc_b16", "VS_32", &[I16], &[I16]),
    plain("isVSrc_v2b16", "VS_32", &[I16], &[I16, V2I16]),
    plain("isVSrc_v2f32", "VS_64", &[F64], &[F64, V2F32]),
    plain("isVSrc_v2b32", "VS_64", &[F64], &[I64, V2I32]),
    with_expression(plain("isVSrc_f32", "VS_32", &[F32], &[F32])),
    plain("isVSrc_f64", "VS_64", &[F64], &[F64]),
    plain("isVSrcT_bf16", "VS_16", &[Bf16], &[Bf16]),
    plain("isVSrcT_f16", "VS_16", &[F16], &[F16]),
    plain("isVSrcT_bf16_Lo128", "VS_16_Lo128", &[Bf16], &[Bf16]),
    plain("isVSrcT_f16_Lo128", "VS_16_Lo128", &[F16], &[F16]),
    plain("isVSrcFake16_bf16_Lo128", "VS_32_Lo128", &[Bf16], &[Bf16]),
    plain("isVSrcFake16_f16_Lo128", "VS_32_Lo128", &[F16], &[F16]),
    plain("isVSrc_bf16", "VS_32", &[Bf16], &[Bf16]),
    plain("isVSrc_f16", "VS_32", &[F16], &[F16]),
    plain("isVSrc_v2bf16", "VS_32", &[Bf16], &[Bf16, V2Bf16]),
    plain("isVSrc_v2f16", "VS_32", &[F16], &[F16, V2F16]),
    plain("isVSrc_v2f16_splat", "VS_32", &[F16], &[F16, V2F16]),
    plain("isVSrc_NoInline_v2f16", "VS_32", &[F16], &[F16, V2F16]),
    plain("isVISrc_64_bf16", "VReg_64", &[Bf16], &[]),
    plain("isVISrc_64_f16", "VReg_64", &[F16], &[]),
    plain("isVISrc_64_b32", "VReg_64", &[I32], &[]),
    plain("isVISrc_64_f64", "VReg_64", &[F64], &[]),
    plain("isVISrc_256_b32", "VReg_256", &[I32], &[]),
    plain("isVISrc_256_f32", "VReg_256", &[F32], &[]),
    plain("isVISrc_256_f64", "VReg_256", &[F64], &[]),
    plain("isVISrc_512_f64", "VReg_512", &[F64], &[]),
    plain("isVISrc_128_b32", "VReg_128", &[I32], &[]),
    plain("isVISrc_128_f32", "VReg_128", &[F32], &[]),
    plain("isVISrc_128_bf16", "VReg_128", &[Bf16], &[]),
    plain("isVISrc_128_f16", "VReg_128", &[F16], &[]),
    plain("isVISrc_512_b32", "VReg_512", &[I32], &[]),
    plain("isVISrc_512_f32", "VReg_512", &[F32], &[]),
    plain("isVISrc_1024_b32", "VReg_1024", &[I32], &[]),
    plain("isVISrc_1024_f32", "VReg_1024", &[F32], &[]),
    plain("isAISrc_64_f64", "AReg_64", &[F64], &[]),
    plain("isAISrc_128_b32", "AReg_128", &[I32], &[]),
    plain("isAISrc_128_f32", "AReg_128", &[F32], &[]),
    plain("isAISrc_256_f64", "AReg_256", &[F64], &[]),
    plain("isAISrc_512_b32", "AReg_512", &[I32], &[]),
    plain("isAISrc_512_f32", "AReg_512", &[F32], &[]),
    plain("isAISrc_1024_b32", "AReg_1024", &[I32], &[]),
    plain("isAISrc_1024_f32", "AReg_1024", &[F32], &[]),
    plain("isKImmFP32", "", &[], &[F32]),
    plain("isKImmFP16", "", &[], &[F16]),
    plain("isKImmFP64", "", &[], &[F64]),
    modified("isRegOrImmWithIntT16InputMods<true>", "VS_32", &[I16], &[I16]),
    modified("isRegOrImmWithIntT16InputMods<false>", "VS_16", &[I16], &[I16]),
    modified("isRegOrImmWithInt32InputMods", "VS_32", &[I32], &[I32]),
    modified("isRegOrInlineImmWithIntT16InputMods<true>", "VS_32", &[I16], &[]),
    modified("isRegOrInlineImmWithIntT16InputMods<false>", "VS_16", &[I16], &[]),
    modified("isRegOrInlineImmWithInt32InputMods", "VS_32", &[I32], &[]),
    modified("isRegOrImmWithInt64InputMods", "VS_64", &[I64], &[I64]),
    modified("isRegOrImmWithFP16InputMods", "VS_32", &[F16], &[F16]),
    modified("isRegOrImmWithFPT16InputMods<true>", "VS_32", &[F16], &[F16]),
    modified("isRegOrImmWithFPT16InputMods<false>", "VS_16", &[F16], &[F16]),
    modified("isRegOrImmWithFP32InputMods", "VS_32", &[F32], &[F32]),
    modified("isRegOrImmWithFP64InputMods", "VS_64", &[F64], &[F64]),
    modified("isRegOrInlineImmWithFP16InputMods<true>", "VS_32", &[F16], &[]),
    modified("isRegOrInlineImmWithFP16InputMods<false>", "VS_16", &[F16], &[]),
    modified("isRegOrInlineImmWithFP32InputMods", "VS_32", &[F32], &[]),
    modified("isRegOrInlineImmWithFP64InputMods", "VS_64", &[F64], &[]),
    modified("isVRegWithFP32InputMods", "VGPR_32", &[], &[]),
    modified("isVRegWithFP64InputMods", "VReg_64", &[], &[]),
    modified("isPackedFP16InputMods", "VS_32", &[V2F16], &[V2F16]),
    modified("isPackedVGPRFP32InputMods", "VReg_64", &[V2F32], &[V2F32]),
    modified("isT16_Lo128VRegWithInputMods<true>", "VGPR_32_Lo128", &[], &[]),
    modified("isT16_Lo128VRegWithInputMods<false>", "VGPR_16_Lo128", &[], &[]),
    modified("isT16VRegWithInputMods<true>", "VGPR_32", &[], &[]),
    modified("isT16VRegWithInputMods<false>", "VGPR_16", &[], &[]),
];

impl Predicate {
    /// Returns the predicate of a name in the tables.
    pub fn named(name: &str) -> Option<Predicate> {
        if let Some(source) = SOURCES.iter().find(|it| it.name == name) {
            return Some(Predicate::Source(source));
        }
        if let Some(kind) = name
            .strip_prefix("isImmTy")
            .and_then(|rest| rest.trim_matches(['(', ')', '<', '>']).strip_prefix("ImmTy"))
        {
            return ImmKind::named(kind).map(Predicate::Keyword);
        }
        Some(match name {
            "isImm" | "isSWaitCnt" | "isSDelayALU" => Predicate::AnyImm,
            "isSMEMOffset" => Predicate::PlainImm,
            "isU16Imm" => Predicate::Unsigned16,
            "isS16Imm" | "isDepCtr" => Predicate::Any16,
            "isSMRDOffset8" => Predicate::Unsigned8,
            "isSMRDLiteralOffset" => Predicate::Unsigned32NotUnsigned8,
            "isRegOrImm" => Predicate::RegisterOrImm,
            "isSOPPBrTarget" => Predicate::BranchTarget,
            "isVReg32OrOff" => Predicate::Register32OrOff,
            "isVRegWithInputMods" => Predicate::InputRegister,
            "isAV_LdSt_32_Align2_RegOp" => Predicate::LoadStore32,
            "isBoolReg" => Predicate::Boolean,
            "isSDWAFP16Operand" => Predicate::Sdwa(F16),
            "isSDWAFP32Operand" => Predicate::Sdwa(F32),
            "isSDWAInt16Operand" => Predicate::Sdwa(I16),
            "isSDWAInt32Operand" => Predicate::Sdwa(I32),
            "isDPPCtrl" => Predicate::DppCtrl,
            "isSplitBarrier" => Predicate::InlineI32,
            "isFlatOffset" => Predicate::FlatOffset,
            "isFORMAT" => Predicate::KeywordBits(ImmKind::Format, 7),
            "isBLGP" => Predicate::KeywordBits(ImmKind::Blgp, 3),
            "isCPol()&&getImm()&GLC" => Predicate::CachePolicy { returns: true },
            "isCPol()&&!(getImm()&GLC)" => Predicate::CachePolicy { returns: false },
            "isCPol" => Predicate::Keyword(ImmKind::CPol),
            "isDPP8" => Predicate::Keyword(ImmKind::Dpp8),
            "isDim" => Predicate::Keyword(ImmKind::Dim),
            "isEndpgm" => Predicate::Keyword(ImmKind::Endpgm),
            "isExpTgt" => Predicate::Keyword(ImmKind::ExpTgt),
            "isGPRIdxMode" => Predicate::Keyword(ImmKind::GprIdxMode),
            "isHwreg" => Predicate::Keyword(ImmKind::Hwreg),
            "isSendMsg" => Predicate::Keyword(ImmKind::SendMsg),
            "isSwizzle" => Predicate::Keyword(ImmKind::Swizzle),
            "isWaitEvent" => Predicate::Keyword(ImmKind::WaitEvent),
            "isInterpSlot" => Predicate::Keyword(ImmKind::InterpSlot),
            "isInterpAttr" => Predicate::Keyword(ImmKind::InterpAttr),
            "isInterpAttrChan" => Predicate::Keyword(ImmKind::InterpAttrChan),
            "isR128A16" => Predicate::Keyword(ImmKind::R128A16),
            "isOModSI" => Predicate::Keyword(ImmKind::OMod),
            "isOpSel" => Predicate::Keyword(ImmKind::OpSel),
            "isOpSelHi" => Predicate::Keyword(ImmKind::OpSelHi),
            "isNegLo" => Predicate::Keyword(ImmKind::NegLo),
            "isNegHi" => Predicate::Keyword(ImmKind::NegHi),
            "isIndexKey8bit" => Predicate::Keyword(ImmKind::IndexKey8),
            "isIndexKey16bit" => Predicate::Keyword(ImmKind::IndexKey16),
            "isIndexKey32bit" => Predicate::Keyword(ImmKind::IndexKey32),
            "isMatrixAFMT" => Predicate::Keyword(ImmKind::MatrixAFmt),
            "isMatrixBFMT" => Predicate::Keyword(ImmKind::MatrixBFmt),
            "isMatrixAScale" => Predicate::Keyword(ImmKind::MatrixAScale),
            "isMatrixBScale" => Predicate::Keyword(ImmKind::MatrixBScale),
            "isMatrixAScaleFmt" => Predicate::Keyword(ImmKind::MatrixAScaleFmt),
            "isMatrixBScaleFmt" => Predicate::Keyword(ImmKind::MatrixBScaleFmt),
            "isSDWADstSel" => Predicate::Keyword(ImmKind::SdwaDstSel),
            "isSDWASrc0Sel" => Predicate::Keyword(ImmKind::SdwaSrc0Sel),
            "isSDWASrc1Sel" => Predicate::Keyword(ImmKind::SdwaSrc1Sel),
            "isSDWADstUnused" => Predicate::Keyword(ImmKind::SdwaDstUnused),
            _ => return None,
        })
    }
}

/// Classes of registers that predicates ask for, in the order of `SOURCES`.
#[derive(Debug)]
pub struct SourceClasses(Vec<Option<RegClassId>>);

impl SourceClasses {
    /// Looks the classes up.
    pub fn new(tables: &oxmca_tables::Tables<'_>) -> Self {
        SourceClasses(SOURCES.iter().map(|it| tables.register_class_named(it.class)).collect())
    }

    /// Returns the class of a source.
    pub fn of(&self, source: &'static Source) -> Option<RegClassId> {
        let row = SOURCES.iter().position(|it| std::ptr::eq(it, source))?;
        self.0[row]
    }
}
