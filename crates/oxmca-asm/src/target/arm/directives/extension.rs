//! Extensions of architectures: `.arch_extension`.

use oxmca_tables::FeatureSet;

use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::target::arm::target::Arm;

/// An extension that can be switched.
struct Extension {
    name: &'static str,
    /// Features that must be there; one behind `!` must not.
    required: &'static [&'static str],
    features: &'static [&'static str],
}

const fn extension(
    name: &'static str,
    required: &'static [&'static str],
    features: &'static [&'static str],
) -> Extension {
    Extension { name, required, features }
}

const V7_AR: &[&str] = &["HasV7Ops", "!FeatureMClass"];
const V8: &[&str] = &["HasV8Ops"];
const V8_1M: &[&str] = &["HasV8_1MMainlineOps"];

/// Extensions without features are known and cannot be switched.
const EXTENSIONS: [Extension; 20] = [
    extension("crc", V8, &["FeatureCRC"]),
    extension("aes", V8, &["FeatureAES", "FeatureNEON", "FeatureFPARMv8"]),
    extension("sha2", V8, &["FeatureSHA2", "FeatureNEON", "FeatureFPARMv8"]),
    extension("crypto", V8, &["FeatureCrypto", "FeatureNEON", "FeatureFPARMv8"]),
    extension("mve.fp", V8_1M, &["HasMVEFloatOps"]),
    extension("fp", V8, &["FeatureVFP2_SP", "FeatureFPARMv8"]),
    extension("idiv", V7_AR, &["FeatureHWDivThumb", "FeatureHWDivARM"]),
    extension("mp", V7_AR, &["FeatureMP"]),
    extension("simd", V8, &["FeatureNEON", "FeatureVFP2_SP", "FeatureFPARMv8"]),
    extension("sec", &["HasV6KOps"], &["FeatureTrustZone"]),
    extension("virt", &["HasV7Ops"], &["FeatureVirtualization"]),
    extension("fp16", &["HasV8_2aOps"], &["FeatureFPARMv8", "FeatureFullFP16"]),
    extension("ras", V8, &["FeatureRAS"]),
    extension("lob", V8_1M, &["FeatureLOB"]),
    extension("pacbti", V8_1M, &["FeaturePACBTI"]),
    extension("os", &[], &[]),
    extension("iwmmxt", &[], &[]),
    extension("iwmmxt2", &[], &[]),
    extension("maverick", &[], &[]),
    extension("xscale", &[], &[]),
];

/// Names of other extensions, which the directive does not have.
const OTHERS: [&str; 17] = [
    "none", "dotprod", "dsp", "fp.dp", "mve", "fp16fml", "bf16", "sb", "i8mm", "cdecp0", "cdecp1",
    "cdecp2", "cdecp3", "cdecp4", "cdecp5", "cdecp6", "cdecp7",
];

/// Parses `.arch_extension NAME`. `no` before the name switches the extension off.
pub(super) fn parse_arch_extension(arm: &Arm<'_>, parser: &mut Parser<'_>) -> ParseResult {
    let tok = parser.tok();
    if !tok.is(TokenKind::Identifier) {
        return Err(parser.error(tok.loc, "expected architecture extension name"));
    }
    parser.lex();
    parser.expect_end_of_statement()?;
    let name = String::from_utf8_lossy(tok.text).into_owned();
    let mut result = Ok(());
    if name == "nocrypto" {
        result = result.and(switch(arm, parser, "nosha2", tok.loc));
        result = result.and(switch(arm, parser, "noaes", tok.loc));
    }
    result.and(switch(arm, parser, &name, tok.loc))
}

/// Switches an extension, which is named with `no` before it if it is to be off.
fn switch(arm: &Arm<'_>, parser: &mut Parser<'_>, written: &str, loc: Loc) -> ParseResult {
    let negated = written.get(..2).filter(|start| start.eq_ignore_ascii_case("no"));
    let name = negated.map_or(written, |start| &written[start.len()..]);
    let Some(extension) = EXTENSIONS.iter().find(|it| it.name == name) else {
        // Of a name that it knows, LLVM shows all.
        let shown = if OTHERS.contains(&name) { written } else { name };
        return Err(parser.error(loc, format!("unknown architectural extension: {shown}")));
    };
    if extension.features.is_empty() {
        return Err(parser.error(loc, format!("unsupported architectural extension: {name}")));
    }
    let (tables, mut features) = (&arm.tables, *parser.features());
    let has = |features: &FeatureSet, constant: &str| {
        tables.feature_bit(constant).is_some_and(|bit| features.contains(bit))
    };
    let may_be = extension.required.iter().all(|required| match required.strip_prefix('!') {
        Some(excluded) => !has(&features, excluded),
        None => has(&features, required),
    });
    if !may_be {
        let message = format!(
            "architectural extension '{name}' is not allowed for the current base architecture"
        );
        return Err(parser.error(loc, message));
    }
    for bit in extension.features.iter().filter_map(|constant| tables.feature_bit(constant)) {
        match negated {
            Some(_) => tables.remove_feature(&mut features, bit),
            None => features.insert(bit),
        }
    }
    tables.close_features(&mut features);
    parser.set_features(features);
    Ok(())
}
