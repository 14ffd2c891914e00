//! Generations of processors, and what features say of them.

use oxmca_tables::{FeatureSet, Tables};

/// Declares features by the names of their constants.
macro_rules! features {
    ($($name:ident $text:literal,)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Feature { $($name,)* }

        const CONSTANTS: &[&str] = &[$($text,)*];
    };
}

features! {
    SouthernIslands "FeatureSouthernIslands", SeaIslands "FeatureSeaIslands",
    VolcanicIslands "FeatureVolcanicIslands", Gfx9 "FeatureGFX9", Gfx10 "FeatureGFX10", Gfx11 "FeatureGFX11",
    Gfx12 "FeatureGFX12", Gfx13 "FeatureGFX13", Gfx1250Insts "FeatureGFX1250Insts",
    Gfx90AInsts "FeatureGFX90AInsts", Gfx940Insts "FeatureGFX940Insts", Gfx10B "FeatureGFX10_BEncoding",
    Wave32 "FeatureWavefrontSize32", Wave64 "FeatureWavefrontSize64", Inv2Pi "FeatureInv2PiInlineImm",
    Literals64 "Feature64BitLiterals", Vopd "FeatureVOPDInsts", Vscnt "FeatureVscnt", R128A16 "FeatureR128A16",
    MimgR128 "FeatureMIMG_R128", A16 "FeatureA16", FlatSignedOffset "FeatureFlatSignedOffset",
    FlatOffset12 "FeatureFlatOffsetBits12", FlatOffset24 "FeatureFlatOffsetBits24", Dpalu "FeatureDPALU_DPP",
    PermissiveWaveSize "FeatureAssemblerPermissiveWavesize", Xnack "FeatureSupportsXNACK", GlobalScratch "FeatureGloballyAddressableScratch",
    AlignedVgprs "FeatureRequiresAlignedVGPRs", DppSrc1Sgpr "FeatureDPPSrc1SGPR", FlatOffsets "FeatureFlatInstOffsets",
    G16 "FeatureG16", Gcn3 "FeatureGCN3Encoding", Gds "FeatureGDS", Gfx10A "FeatureGFX10_AEncoding",
    IntClamp "FeatureIntClamp", MfmaLiteralBug "FeatureMFMAInlineLiteralBug", PartialNsa "FeaturePartialNSAEncoding",
    Gfx950 "FeatureGFX950Insts", FmaMix "FeatureFmaMixInsts", Mai "FeatureMAIInsts", Gfx1170 "FeatureGFX11_7Insts",
    Nsa "FeatureNSAEncoding", True16 "FeatureTrue16BitInsts", UnpackedD16 "FeatureUnpackedD16VMem", Vop3Literal "FeatureVOP3Literal",
    ArchitectedFlatScratch "FeatureArchitectedFlatScratch", KernargPreload "FeatureKernargPreload",
    XnackOn "FeatureXNACK", XnackModes "FeatureXNACKOnOffModes", SramEcc "FeatureSupportsSRAMECC", SramEccOn "FeatureSRAMECC",
    ClampAndIeeeMode "FeatureDX10ClampAndIEEEMode", SgprInitBug "FeatureSGPRInitBug", Vgprs1024 "Feature1024AddressableVGPRs",
}

/// The bits of the features.
#[derive(Debug)]
pub struct FeatureBits(Vec<Option<u16>>);

impl FeatureBits {
    /// Looks the features up.
    pub fn new(tables: &Tables<'_>) -> Self {
        let bit = |constant: &&str| {
            let row = tables.features.iter().find(|row| tables.text(row.constant) == *constant)?;
            Some(row.bit)
        };
        FeatureBits(CONSTANTS.iter().map(bit).collect())
    }

    /// Returns what the features in force say.
    pub fn of<'f>(&'f self, features: &'f FeatureSet) -> Generation<'f> {
        Generation { bits: self, features }
    }
}

/// Features in force.
#[derive(Clone, Copy, Debug)]
pub struct Generation<'f> {
    bits: &'f FeatureBits,
    features: &'f FeatureSet,
}

/// Modes of a processor that a kernel must know and no instruction shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Accesses that fail are replayed.
    Xnack,
    /// Errors of memory are corrected.
    SramEcc,
}

impl Mode {
    /// All of them, in the order in which LLVM warns of them.
    pub const ALL: [Mode; 2] = [Mode::Xnack, Mode::SramEcc];

    /// Returns its name in features and names of processors.
    pub const fn name(self) -> &'static str {
        match self {
            Mode::Xnack => "xnack",
            Mode::SramEcc => "sramecc",
        }
    }
}

/// Declares questions that a feature answers.
macro_rules! questions {
    ($($name:ident $feature:ident,)*) => {
        impl Generation<'_> {
            $(pub fn $name(self) -> bool { self.has(Feature::$feature) })*
        }
    };
}

questions! {
    is_gfx6 SouthernIslands, is_gfx7 SeaIslands, is_gfx8 VolcanicIslands, is_gfx9 Gfx9, is_gfx10 Gfx10,
    is_gfx11 Gfx11, is_gfx12 Gfx12, is_gfx13 Gfx13, is_gfx1250_plus Gfx1250Insts, is_gfx90a Gfx90AInsts,
    is_gfx940 Gfx940Insts, is_gfx10b Gfx10B, is_wave32 Wave32, is_wave64 Wave64, has_inv2pi Inv2Pi,
    has_literals64 Literals64, has_vopd Vopd, has_vscnt Vscnt, has_r128_a16 R128A16, has_a16 A16,
    has_flat_signed_offset FlatSignedOffset, has_dpalu Dpalu, has_xnack Xnack, has_global_scratch GlobalScratch,
    has_aligned_vgprs AlignedVgprs, has_dpp_src1_sgpr DppSrc1Sgpr, has_flat_offsets FlatOffsets, has_g16 G16,
    has_gcn3_encoding Gcn3, has_gds Gds, is_gfx10a Gfx10A, has_int_clamp IntClamp,
    has_mfma_literal_bug MfmaLiteralBug, has_partial_nsa PartialNsa, has_true16 True16, has_mai Mai,
    has_unpacked_d16 UnpackedD16, has_vop3_literal Vop3Literal,
    has_architected_flat_scratch ArchitectedFlatScratch, has_kernarg_preload KernargPreload,
    is_gfx950 Gfx950, has_fma_mix FmaMix, is_gfx1170 Gfx1170, has_nsa Nsa,
    has_clamp_and_ieee_mode ClampAndIeeeMode, has_sgpr_init_bug SgprInitBug, has_1024_vgprs Vgprs1024,
}

impl<'f> Generation<'f> {
    /// Returns the features in force.
    pub fn features(self) -> &'f FeatureSet {
        self.features
    }
}

impl Generation<'_> {
    fn has(self, feature: Feature) -> bool {
        self.bits.0[feature as usize].is_some_and(|bit| self.features.contains(bit))
    }

    /// Returns whether it is the ninth generation or later.
    pub fn is_gfx9_plus(self) -> bool {
        self.is_gfx9() || self.is_gfx10_plus()
    }

    /// Returns whether it is the tenth generation or later.
    pub fn is_gfx10_plus(self) -> bool {
        self.is_gfx10() || self.is_gfx11_plus()
    }

    /// Returns whether it is the eleventh generation or later.
    pub fn is_gfx11_plus(self) -> bool {
        self.is_gfx11() || self.is_gfx12_plus()
    }

    /// Returns whether it is the twelfth generation or later.
    pub fn is_gfx12_plus(self) -> bool {
        self.is_gfx12() || self.is_gfx13()
    }

    /// Returns whether text may be for waves of 32 lanes.
    pub fn takes_wave32(self) -> bool {
        self.is_wave32() || self.has(Feature::PermissiveWaveSize)
    }

    /// Returns whether text may be for waves of 64 lanes.
    pub fn takes_wave64(self) -> bool {
        self.is_wave64() || self.has(Feature::PermissiveWaveSize)
    }

    /// Returns whether `r128` is a modifier of images.
    pub fn has_mimg_r128(self) -> bool {
        self.has(Feature::MimgR128) && !self.has_r128_a16()
    }

    /// Returns the bits of offsets of flat addresses.
    pub fn flat_offset_bits(self) -> u32 {
        match (self.has(Feature::FlatOffset12), self.has(Feature::FlatOffset24)) {
            (true, _) => 12,
            (_, true) => 24,
            _ => 13,
        }
    }

    /// Returns the length of the longest machine code.
    pub fn longest_code_bytes(self) -> usize {
        match () {
            () if self.has_nsa() => 20,
            () if self.is_gfx950() || self.is_gfx1250_plus() => 16,
            () if self.has_vop3_literal() => 12,
            () => 8,
        }
    }

    /// Returns whether a mode is on.
    pub fn is_on(self, mode: Mode) -> bool {
        self.has(match mode {
            Mode::Xnack => Feature::XnackOn,
            Mode::SramEcc => Feature::SramEccOn,
        })
    }

    /// Returns whether the processor has a mode.
    pub fn supports(self, mode: Mode) -> bool {
        match mode {
            Mode::Xnack => self.has_xnack(),
            Mode::SramEcc => self.has(Feature::SramEcc),
        }
    }

    /// Returns whether a mode can be switched on and off.
    pub fn can_switch(self, mode: Mode) -> bool {
        match mode {
            Mode::Xnack => self.has(Feature::XnackModes),
            Mode::SramEcc => self.supports(mode),
        }
    }

    /// Returns the number of the instruction set; 0 if it is not known.
    pub fn isa_major(self) -> u32 {
        let known = [
            (self.is_gfx6(), 6),
            (self.is_gfx7(), 7),
            (self.is_gfx8(), 8),
            (self.is_gfx9(), 9),
            (self.is_gfx10(), 10),
            (self.is_gfx11(), 11),
            (self.is_gfx12(), 12),
            (self.is_gfx13(), 13),
        ];
        known.iter().find(|it| it.0).map_or(0, |it| it.1)
    }
}

impl FeatureBits {
    fn bit(&self, feature: Feature) -> Option<u16> {
        self.0[feature as usize]
    }

    fn set(&self, feature: Feature, features: &mut FeatureSet, is_on: bool) {
        if let Some(bit) = self.bit(feature) {
            if is_on { features.insert(bit) } else { features.remove(bit) }
        }
    }

    /// Adds what follows where features leave it open: the first generation, and one wave size.
    pub fn complete(&self, features: &mut FeatureSet) {
        let generation = self.of(features);
        let has = [generation.is_wave32(), generation.is_wave64()];
        let is_empty = features.bits().next().is_none();
        let has_32 = generation.is_gfx10_plus();
        if is_empty {
            self.set(Feature::SouthernIslands, features, true);
        }
        match has {
            [false, false] => {
                let size = if has_32 { Feature::Wave32 } else { Feature::Wave64 };
                self.set(size, features, true);
            }
            [true, true] => {
                let other = if has_32 { Feature::Wave64 } else { Feature::Wave32 };
                self.set(other, features, false);
                self.set(Feature::PermissiveWaveSize, features, true);
            }
            _ => {}
        }
    }

    /// Changes the wave size to the other one.
    pub fn swap_wave_size(&self, features: &mut FeatureSet) {
        let is_32 = self.of(features).is_wave32();
        self.set(Feature::Wave32, features, !is_32);
        self.set(Feature::Wave64, features, is_32);
    }
}
