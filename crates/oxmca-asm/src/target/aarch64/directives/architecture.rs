//! Directives that change the features that statements are parsed under: `.arch`, `.cpu`, `.arch_extension`.

use oxmca_tables::schema::FeatureLiteral;
use oxmca_tables::{FeatureSet, TableRow, Tables};

use crate::lexer::TokenKind;
use crate::parser::error::message;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::subtarget::{Notice, Subtarget};
use crate::target::aarch64::extensions::EXTENSIONS;
use crate::target::aarch64::target::AArch64;

/// Architectures, by the names of their features, in which `crypto` also means `sha2` and `aes`.
const CRYPTO_OF_TWO: [&str; 3] = ["v8.1a", "v8.2a", "v8.3a"];
/// Architectures in which `crypto` also means `sm4`, `sha3`, `sha2` and `aes`.
const CRYPTO_OF_FOUR: [&str; 11] = [
    "v8.4a", "v8.5a", "v8.6a", "v8.7a", "v8.8a", "v8.9a", "v9a", "v9.1a", "v9.2a", "v9.3a", "v9.4a",
];
/// The architecture in which `crypto` means the four, but `nocrypto` does not.
const CRYPTO_ONE_WAY: &str = "v8r";

/// Parses `.arch ARCHITECTURE+EXTENSION+noEXTENSION`.
pub(super) fn parse_arch(aarch64: &AArch64<'_>, parser: &mut Parser<'_>) -> ParseResult {
    let loc = parser.tok().loc;
    let text = parser.take_text_to_end_of_statement().trim_ascii();
    let (name, extensions) = split_at_plus(text);
    let Some(architecture) = Architecture::written(&aarch64.tables, name) else {
        return Err(parser.error(loc, "unknown arch name"));
    };
    parser.expect(TokenKind::EndOfStatement, "unexpected token")?;
    let mut features = features_of_cpu(aarch64, "generic");
    for constant in std::iter::once(architecture.bit).chain(architecture.defaults()) {
        features.insert(constant);
    }
    aarch64.tables.close_features(&mut features);
    apply(aarch64, parser, features, architecture.name, extensions, loc.offset(name.len()))
}

/// Parses `.cpu NAME+EXTENSION+noEXTENSION`.
pub(super) fn parse_cpu(aarch64: &AArch64<'_>, parser: &mut Parser<'_>) -> ParseResult {
    let loc = parser.tok().loc;
    let text = parser.take_text_to_end_of_statement().trim_ascii();
    let (name, extensions) = split_at_plus(text);
    parser.expect(TokenKind::EndOfStatement, "unexpected token")?;
    let tables = &aarch64.tables;
    let cpu = std::str::from_utf8(name).ok();
    let Some((cpu, row)) = cpu.and_then(|cpu| Some((cpu, tables.cpu_named(cpu)?))) else {
        return Err(parser.error(loc, "unknown CPU name"));
    };
    let mut features = features_of_cpu(aarch64, cpu);
    let architecture = Architecture::newest(tables, &features).map_or("v8a", |it| it.name);
    if tables.cpus[row.index()].is_alias != 0 {
        // As in LLVM, the architecture of another name is known, but the features are not.
        parser.plain_warning(Notice::UnknownCpu(cpu.to_owned()).to_string());
        features = FeatureSet::default();
    }
    apply(aarch64, parser, features, architecture, extensions, loc.offset(name.len()))
}

/// Parses `.arch_extension EXTENSION` or `.arch_extension noEXTENSION`.
pub(super) fn parse_arch_extension(aarch64: &AArch64<'_>, parser: &mut Parser<'_>) -> ParseResult {
    let loc = parser.tok().loc;
    let text = parser.take_text_to_end_of_statement().trim_ascii();
    parser.expect_end_of_statement()?;
    let (name, is_on) = without_negation(text);
    let mut features = *parser.features();
    if !switch(&aarch64.tables, &mut features, name, is_on) {
        return Err(unsupported(parser, loc, name));
    }
    parser.set_features(features);
    Ok(())
}

/// Changes the features in force to `features` and what extensions written at `loc` make of them.
fn apply(
    aarch64: &AArch64<'_>,
    parser: &mut Parser<'_>,
    mut features: FeatureSet,
    architecture: &str,
    extensions: &[u8],
    mut loc: Loc,
) -> ParseResult {
    let written = extensions.split(|byte| *byte == b'+').filter(|_| !extensions.is_empty());
    let names: Vec<&[u8]> = written.collect();
    let implied = implied_by_crypto(architecture, &names);
    for name in names.into_iter().chain(implied.iter().map(|name| name.as_bytes())) {
        loc = loc.offset(1);
        let (name, is_on) = without_negation(name);
        if !switch(&aarch64.tables, &mut features, name, is_on) {
            // As in LLVM, operands are checked against the new features, but instructions are still matched
            // under the old ones.
            parser.set_operand_features(features);
            return Err(unsupported(parser, loc, name));
        }
        loc = loc.offset(name.len());
    }
    parser.set_features(features);
    Ok(())
}

/// Returns the extensions that `crypto` or `nocrypto` adds to those written.
fn implied_by_crypto(architecture: &str, written: &[&[u8]]) -> &'static [&'static str] {
    let is_one_way = architecture == CRYPTO_ONE_WAY;
    let (of_two, of_four) =
        (CRYPTO_OF_TWO.contains(&architecture), CRYPTO_OF_FOUR.contains(&architecture));
    if written.contains(&&b"nocrypto"[..]) {
        match (of_two, of_four) {
            (true, _) => &["nosha2", "noaes"],
            (_, true) => &["nosm4", "nosha3", "nosha2", "noaes"],
            _ => &[],
        }
    } else if written.contains(&&b"crypto"[..]) {
        match (of_two, of_four || is_one_way) {
            (true, _) => &["sha2", "aes"],
            (_, true) => &["sm4", "sha3", "sha2", "aes"],
            _ => &[],
        }
    } else {
        &[]
    }
}

/// Splits a text at its first `+`.
fn split_at_plus(text: &[u8]) -> (&[u8], &[u8]) {
    match text.iter().position(|byte| *byte == b'+') {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (text, b""),
    }
}

/// Returns an extension's name without the `no` before it, and whether there was none.
fn without_negation(name: &[u8]) -> (&[u8], bool) {
    match name {
        [b'n' | b'N', b'o' | b'O', rest @ ..] => (rest, false),
        _ => (name, true),
    }
}

/// Switches an extension on with all that it implies, or off with all that implies it. Returns whether the
/// extension is known.
fn switch(tables: &Tables<'_>, features: &mut FeatureSet, name: &[u8], is_on: bool) -> bool {
    let Some((_, constants)) = EXTENSIONS.iter().find(|(known, _)| known.as_bytes() == name) else {
        return false;
    };
    for bit in constants.iter().filter_map(|constant| tables.feature_bit(constant)) {
        match is_on {
            true => features.insert(bit),
            false => tables.remove_feature(features, bit),
        }
    }
    tables.close_features(features);
    true
}

fn unsupported(parser: &mut Parser<'_>, loc: Loc, name: &[u8]) -> crate::parser::ErrorReported {
    parser.error(loc, message!["unsupported architectural extension: ", name])
}

/// Returns the features of a CPU without those that the command line adds or removes.
fn features_of_cpu(aarch64: &AArch64<'_>, name: &str) -> FeatureSet {
    let (subtarget, _) = Subtarget::resolve(aarch64, name, []);
    subtarget.map(|subtarget| subtarget.features).unwrap_or_default()
}

/// An architecture, such as Armv8.1-A.
struct Architecture<'t> {
    /// The name of its feature.
    name: &'t str,
    bit: u16,
    major: i64,
    minor: i64,
    profile: &'t str,
    defaults: &'t [FeatureLiteral],
}

impl<'t> Architecture<'t> {
    /// Returns all architectures.
    fn all(tables: &Tables<'t>) -> impl Iterator<Item = Architecture<'t>> {
        let tables = *tables;
        let table = tables.named_table("Architecture64");
        table.into_iter().flat_map(move |table| {
            let column = move |name| table.column(name).unwrap_or(usize::MAX);
            table.rows().filter_map(move |row: TableRow<'t>| {
                let name = row.text(column("Name"));
                Some(Architecture {
                    name,
                    bit: tables.feature_named(name)?.bit,
                    major: row.number(column("Major")),
                    minor: row.number(column("Minor")),
                    profile: row.text(column("Profile")),
                    defaults: row.features(column("DefaultExts")),
                })
            })
        })
    }

    /// Returns the bits of the extensions that are on by default.
    fn defaults(&self) -> impl Iterator<Item = u16> + use<'t> {
        self.defaults.iter().map(|row| row.bit)
    }

    /// Returns the architecture that `.arch` names: `armv8.1-a`, `v8.1a`, `arm64v9` and the like.
    fn written(tables: &Tables<'t>, name: &[u8]) -> Option<Self> {
        let name = std::str::from_utf8(name).ok()?;
        let version = version_of(name)?;
        // `8.1a` means `8.1-a`, but no other part of a name may be left out.
        let version = match version {
            "8" | "8a" | "8l" => "8-a".to_owned(),
            "9" => "9-a".to_owned(),
            _ => match version.strip_suffix(['a', 'r']).filter(|rest| !rest.ends_with('-')) {
                Some(rest) => format!("{rest}-{}", &version[rest.len()..]),
                None => version.to_owned(),
            },
        };
        Self::all(tables).find(|it| it.version() == version)
    }

    /// Returns its version and profile: `8-a`, `8.1-a`.
    fn version(&self) -> String {
        match self.minor {
            0 => format!("{}-{}", self.major, self.profile),
            minor => format!("{}.{minor}-{}", self.major, self.profile),
        }
    }

    /// Returns the newest architecture among features.
    fn newest(tables: &Tables<'t>, features: &FeatureSet) -> Option<Self> {
        Self::all(tables)
            .filter(|it| features.contains(it.bit))
            .max_by_key(|it| (it.major, it.minor, it.profile == "r"))
    }
}

/// Returns the part of an architecture's name behind its `v`.
fn version_of(name: &str) -> Option<&str> {
    const PREFIXES: [&str; 7] =
        ["arm64_32", "arm64e", "arm64", "aarch64_32", "arm", "thumb", "aarch64"];
    let prefix = PREFIXES.into_iter().find(|prefix| name.starts_with(prefix));
    let rest = match prefix {
        Some("aarch64") if name.contains("eb") => return None,
        Some("aarch64") => {
            let rest = &name["aarch64".len()..];
            rest.strip_prefix("_be").unwrap_or(rest)
        }
        Some(prefix) => &name[prefix.len()..],
        None => name,
    };
    let rest = match (prefix, rest.strip_prefix("eb")) {
        (Some(_), Some(rest)) => rest,
        _ => rest.strip_suffix("eb").unwrap_or(rest),
    };
    if prefix.is_some() && rest.contains("eb") {
        return None;
    }
    rest.strip_prefix('v')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn architectures_have_several_names() {
        let tables = Tables::embedded("aarch64").unwrap();
        let name =
            |written: &str| Architecture::written(&tables, written.as_bytes()).map(|it| it.name);
        for written in
            ["armv8-a", "armv8a", "armv8l", "v8", "arm64v8-a", "aarch64_bev8", "armv8-aeb"]
        {
            assert_eq!(name(written), Some("v8a"), "{written}");
        }
        assert_eq!(name("armv9.4a"), Some("v9.4a"));
        assert_eq!(name("armv8r"), Some("v8r"));
        for wrong in
            ["", "arm64", "armv8.1", "armv8.0-a", "v9l", "ARMv8-a", "aarch64ebv8-a", "armv7-a"]
        {
            assert_eq!(name(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn architectures_have_default_extensions() {
        let tables = Tables::embedded("aarch64").unwrap();
        for architecture in Architecture::all(&tables) {
            assert!(architecture.defaults().count() >= 2, "{}", architecture.name);
        }
    }

    #[test]
    fn every_extension_has_features() {
        let tables = Tables::embedded("aarch64").unwrap();
        for (name, constants) in EXTENSIONS {
            for constant in constants {
                assert!(tables.feature_bit(constant).is_some(), "{name}: {constant}");
            }
        }
    }

    #[test]
    fn crypto_depends_on_the_architecture() {
        let of = |architecture, name: &str| implied_by_crypto(architecture, &[name.as_bytes()]);
        assert_eq!(of("v8a", "crypto"), &[""; 0]);
        assert_eq!(of("v8.2a", "crypto"), ["sha2", "aes"]);
        assert_eq!(of("v9a", "nocrypto"), ["nosm4", "nosha3", "nosha2", "noaes"]);
        assert_eq!(of("v8r", "crypto").len(), 4);
        assert_eq!(of("v8r", "nocrypto"), &[""; 0]);
    }
}
