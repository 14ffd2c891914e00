//! Directives that choose another processor, architecture or floating-point unit.

use oxmca_tables::{FeatureSet, Tables};

use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::subtarget::Subtarget;
use crate::target::arm::architecture;
use crate::target::arm::feature_bits::Feature;
use crate::target::arm::target::Arm;

/// A floating-point unit.
struct Unit {
    name: &'static str,
    /// Its version; 35 and 55 are 3 and 5 with numbers of 16 bits.
    version: u8,
    size: Size,
    vectors: Vectors,
}

/// The registers of a floating-point unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Size {
    Whole,
    /// 16 registers of 64 bits.
    Half,
    /// Single precision only.
    Single,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Vectors {
    None,
    Some,
    WithCrypto,
}

const fn unit(name: &'static str, version: u8, size: Size, vectors: Vectors) -> Unit {
    Unit { name, version, size, vectors }
}

const UNITS: [Unit; 23] = [
    unit("none", 0, Size::Whole, Vectors::None),
    unit("vfp", 20, Size::Whole, Vectors::None),
    unit("vfpv2", 20, Size::Whole, Vectors::None),
    unit("vfpv3", 30, Size::Whole, Vectors::None),
    unit("vfpv3-fp16", 35, Size::Whole, Vectors::None),
    unit("vfpv3-d16", 30, Size::Half, Vectors::None),
    unit("vfpv3-d16-fp16", 35, Size::Half, Vectors::None),
    unit("vfpv3xd", 30, Size::Single, Vectors::None),
    unit("vfpv3xd-fp16", 35, Size::Single, Vectors::None),
    unit("vfpv4", 40, Size::Whole, Vectors::None),
    unit("vfpv4-d16", 40, Size::Half, Vectors::None),
    unit("fpv4-sp-d16", 40, Size::Single, Vectors::None),
    unit("fpv5-d16", 50, Size::Half, Vectors::None),
    unit("fpv5-sp-d16", 50, Size::Single, Vectors::None),
    unit("fp-armv8", 50, Size::Whole, Vectors::None),
    unit("fp-armv8-fullfp16-d16", 55, Size::Half, Vectors::None),
    unit("fp-armv8-fullfp16-sp-d16", 55, Size::Single, Vectors::None),
    unit("neon", 30, Size::Whole, Vectors::Some),
    unit("neon-fp16", 35, Size::Whole, Vectors::Some),
    unit("neon-vfpv4", 40, Size::Whole, Vectors::Some),
    unit("neon-fp-armv8", 50, Size::Whole, Vectors::Some),
    unit("crypto-neon-fp-armv8", 50, Size::Whole, Vectors::WithCrypto),
    unit("softvfp", 0, Size::Whole, Vectors::None),
];

/// Other names of floating-point units.
const UNIT_NAMES: [(&str, &str); 12] = [
    ("vfp2", "vfpv2"),
    ("vfp3", "vfpv3"),
    ("vfp4", "vfpv4"),
    ("vfp3-d16", "vfpv3-d16"),
    ("vfp4-d16", "vfpv4-d16"),
    ("fp4-sp-d16", "fpv4-sp-d16"),
    ("vfpv4-sp-d16", "fpv4-sp-d16"),
    ("fp4-dp-d16", "vfpv4-d16"),
    ("fpv4-dp-d16", "vfpv4-d16"),
    ("fp5-sp-d16", "fpv5-sp-d16"),
    ("fp5-dp-d16", "fpv5-d16"),
    ("neon-vfpv3", "neon"),
];

/// The features of floating-point units, in the order in which they are switched, with the version that has them and
/// the least registers that they need.
const UNIT_FEATURES: [(&str, u8, Size); 18] = [
    ("vfp2", 20, Size::Half),
    ("vfp2sp", 20, Size::Single),
    ("vfp3", 30, Size::Whole),
    ("vfp3d16", 30, Size::Half),
    ("vfp3d16sp", 30, Size::Single),
    ("vfp3sp", 30, Size::Whole),
    ("fp16", 35, Size::Single),
    ("vfp4", 40, Size::Whole),
    ("vfp4d16", 40, Size::Half),
    ("vfp4d16sp", 40, Size::Single),
    ("vfp4sp", 40, Size::Whole),
    ("fp-armv8", 50, Size::Whole),
    ("fp-armv8d16", 50, Size::Half),
    ("fp-armv8d16sp", 50, Size::Single),
    ("fp-armv8sp", 50, Size::Whole),
    ("fullfp16", 55, Size::Single),
    ("fp64", 20, Size::Half),
    ("d32", 30, Size::Whole),
];

const VECTOR_FEATURES: [(&str, Vectors); 3] =
    [("neon", Vectors::Some), ("sha2", Vectors::WithCrypto), ("aes", Vectors::WithCrypto)];

/// Returns the feature of the architecture that a text names.
fn architecture_named(arm: &Arm<'_>, text: &str) -> Option<String> {
    // A name may be the end of one, and LLVM has one for no architecture before all others.
    if "invalid".ends_with(text) {
        return None;
    }
    let text = if matches!(text, "arm64" | "aarch64") { "v8-a" } else { text };
    let feature = architecture::feature(&arm.tables, text)?;
    Some(feature.trim_start_matches('+').to_owned())
}

/// Parses `.arch NAME`.
pub(super) fn parse_arch(arm: &Arm<'_>, parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    let text = take_name(parser);
    let Some(name) = architecture_named(arm, &text) else {
        return Err(parser.error(loc, "Unknown arch name"));
    };
    let mut features = FeatureSet::default();
    if let Some(row) = arm.tables.feature_named(&name) {
        features.insert(row.bit);
        arm.tables.close_features(&mut features);
    }
    set(arm, parser, features, loc);
    parser.expect_end_of_statement()
}

/// Parses `.object_arch NAME`, which is about the object file alone.
pub(super) fn parse_object_arch(arm: &Arm<'_>, parser: &mut Parser<'_>) -> ParseResult {
    let tok = parser.tok();
    if !tok.is(TokenKind::Identifier) {
        return Err(parser.error(tok.loc, "unexpected token"));
    }
    parser.lex();
    let text = String::from_utf8_lossy(tok.text).into_owned();
    if architecture_named(arm, &text).is_none() {
        return Err(parser.error(tok.loc, format!("unknown architecture '{text}'")));
    }
    parser.expect(TokenKind::EndOfStatement, "unexpected token")
}

/// Parses `.cpu NAME`.
pub(super) fn parse_cpu(arm: &Arm<'_>, parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    let name = take_name(parser);
    if arm.tables.cpu_named(&name).is_none() {
        return Err(parser.error(loc, "Unknown CPU name"));
    }
    let (subtarget, _) = Subtarget::resolve(arm, &name, []);
    let features = subtarget.map(|subtarget| subtarget.features).unwrap_or_default();
    set(arm, parser, features, loc);
    parser.expect_end_of_statement()
}

/// Parses `.fpu NAME`.
pub(super) fn parse_fpu(arm: &Arm<'_>, parser: &mut Parser<'_>) -> ParseResult {
    let at = parser.tok().loc;
    let text = take_name(parser);
    let name = canonical(&UNIT_NAMES, &text);
    let Some(unit) = UNITS.iter().find(|it| it.name == name) else {
        return Err(parser.error(at, "Unknown FPU name"));
    };
    let mut features = *parser.features();
    for (name, version, size) in UNIT_FEATURES {
        let is_on = unit.version >= version && unit.size <= size;
        switch(&arm.tables, &mut features, name, is_on);
    }
    for (name, least) in VECTOR_FEATURES {
        switch(&arm.tables, &mut features, name, unit.vectors >= least);
    }
    parser.set_features(features);
    parser.expect_end_of_statement()
}

/// Switches a feature, and with it those that it implies or that imply it.
fn switch(tables: &Tables<'_>, features: &mut FeatureSet, name: &str, is_on: bool) {
    let Some(row) = tables.feature_named(name) else { return };
    if is_on {
        features.insert(row.bit);
        tables.close_features(features);
    } else {
        tables.remove_feature(features, row.bit);
    }
}

/// Puts features into force. The instruction set stays what it is if the features allow it.
fn set(arm: &Arm<'_>, parser: &mut Parser<'_>, mut features: FeatureSet, loc: Loc) {
    let bits = &arm.feature_bits;
    let was_thumb = bits.has(parser.features(), Feature::ThumbMode);
    let Some(mode) = bits.bit(Feature::ThumbMode) else { return };
    if was_thumb != features.contains(mode) {
        let may_stay = match was_thumb {
            true => bits.has(&features, Feature::V4t),
            false => !bits.has(&features, Feature::NoArm),
        };
        match (may_stay, was_thumb) {
            (true, true) => features.insert(mode),
            (true, false) => arm.tables.remove_feature(&mut features, mode),
            (false, _) => {
                let [old, new] = if was_thumb { ["thumb", "arm"] } else { ["arm", "thumb"] };
                let message =
                    format!("new target does not support {old} mode, switching to {new} mode");
                parser.warning(loc, message);
            }
        }
    }
    parser.set_features(features);
}

/// Returns the name that another one stands for.
fn canonical<'n>(names: &[(&str, &'static str)], name: &'n str) -> &'n str {
    names.iter().find(|(other, _)| *other == name).map_or(name, |(_, name)| name)
}

/// Parses the rest of a statement as a name. The end of the statement is left, since what follows it may have messages of
/// its own as soon as it is read.
fn take_name(parser: &mut Parser<'_>) -> String {
    let text = parser.take_text_to_end_of_statement().trim_ascii();
    String::from_utf8_lossy(text).into_owned()
}
