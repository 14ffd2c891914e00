//! Arch strings: `rv64gc_zba1p0`, `rva22u64_v`. `.option arch` and `.attribute arch` take them.

mod extension_set;
mod rules;
#[cfg(test)]
mod tests;

pub use rules::may_conflict;

use std::collections::BTreeSet;

use extension_set::error;
pub use extension_set::{Arch, ArchError};

/// Standard extensions of one letter, other than those that begin a string.
const SINGLE_LETTERS: &str = "mafdqlcbkjtpvnh";
/// The extensions that `g` stands for.
const GENERAL: [&str; 5] = ["i", "m", "a", "f", "d"];
/// Extensions that `g` stands for, too, and that may yet be written.
const GENERAL_UNLESS_WRITTEN: [&str; 2] = ["zicsr", "zifencei"];

/// The version of an extension.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Version {
    pub major: u32,
    pub minor: u32,
}

/// An extension that the assembler knows.
#[derive(Clone, Debug)]
pub struct Extension {
    pub name: String,
    pub version: Version,
    /// It must be written with its version, and its feature's name begins with `experimental-`.
    pub is_experimental: bool,
    /// The extensions that it brings along, by their positions in the catalog.
    pub implied: Vec<usize>,
}

/// A name for a set of extensions.
#[derive(Clone, Debug)]
pub struct Profile {
    pub name: String,
    pub is_64_bit: bool,
    /// The extensions, by their positions in the catalog.
    pub extensions: Vec<usize>,
}

/// The extensions and profiles of a version of LLVM.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    /// In the order of their names.
    extensions: Vec<Extension>,
    profiles: Vec<Profile>,
}

/// A name with its version as written, and what follows.
struct Versioned<'a> {
    version: Option<Version>,
    text: String,
    rest: &'a str,
}

impl Catalog {
    /// Makes a catalog of extensions in the order of their names.
    pub fn new(extensions: Vec<Extension>, profiles: Vec<Profile>) -> Self {
        Self { extensions, profiles }
    }

    fn extension(&self, name: &str) -> Option<&Extension> {
        let found = self.extensions.binary_search_by(|it| it.name.as_str().cmp(name));
        Some(&self.extensions[found.ok()?])
    }

    /// Returns whether a subtarget feature stands for an extension.
    pub fn is_extension_feature(&self, feature: &str) -> bool {
        let name = feature.strip_prefix("experimental-");
        let found = self.extension(name.unwrap_or(feature));
        found.is_some_and(|it| it.is_experimental == name.is_some())
    }

    /// Returns the name of the subtarget feature of an extension, which may be written with its version.
    pub fn feature_of(&self, written: &str) -> Option<String> {
        let (name, version) = written.split_at(name_len(written));
        if !version.is_empty() && self.version(name, version).is_err() {
            return None;
        }
        let extension = self.extension(name)?;
        Some(match extension.is_experimental {
            true => format!("experimental-{name}"),
            false => name.to_owned(),
        })
    }

    /// Reads an arch string.
    ///
    /// # Errors
    /// When the string has another form, names unknown extensions or such that exclude each other.
    pub fn read(&self, text: &str) -> Result<Arch, ArchError> {
        let is_allowed = |it: u8| it.is_ascii_digit() || it.is_ascii_lowercase() || it == b'_';
        if !text.bytes().all(is_allowed) {
            return error("string may only contain [a-z0-9_]");
        }
        let (xlen_bits, text) = if let Some(text) = text.strip_prefix("rv32") {
            (32, text)
        } else if let Some(text) = text.strip_prefix("rv64") {
            (64, text)
        } else {
            return self.read_profile(text);
        };
        let Some(base) = text.chars().next() else { return error(NO_BASE) };
        let mut arch = Arch { xlen_bits, extensions: BTreeSet::new() };
        let mut text = &text[1..];
        match base {
            'e' | 'i' => {
                let base = base.to_string();
                text = self.version(&base, text)?.rest;
                arch.add(&base);
            }
            // Integers with capabilities.
            'y' => {
                text = self.version("y", text)?.rest;
                arch.add("y");
                arch.add("i");
            }
            'g' if text.starts_with(|it: char| it.is_ascii_digit()) => {
                return error("version not supported for 'g'");
            }
            'g' => GENERAL.iter().for_each(|name| _ = arch.add(name)),
            _ => {
                return error(format!(
                    "first letter after 'rv{xlen_bits}' should be 'e', 'i', 'g' or 'y'"
                ));
            }
        }
        while !text.is_empty() {
            if let Some(rest) = text.strip_prefix('_') {
                if rest.is_empty() || rest.starts_with('_') {
                    return error("extension name missing after separator '_'");
                }
                text = rest;
            }
            let end = text.find('_').unwrap_or(text.len());
            self.read_extensions(&text[..end], &mut arch)?;
            text = &text[end..];
        }
        if base == 'g' {
            GENERAL_UNLESS_WRITTEN.iter().for_each(|name| _ = arch.add(name));
        }
        self.complete(&mut arch);
        rules::check(&arch)?;
        Ok(arch)
    }

    /// Returns the extensions of the features that are on, and those that they imply.
    ///
    /// # Errors
    /// When extensions exclude each other.
    pub fn of_features<'f>(
        &self,
        xlen_bits: u32,
        features: impl Iterator<Item = &'f str>,
    ) -> Result<Arch, ArchError> {
        let mut arch = Arch { xlen_bits, extensions: BTreeSet::new() };
        for feature in features.filter(|feature| self.is_extension_feature(feature)) {
            arch.add(feature.strip_prefix("experimental-").unwrap_or(feature));
        }
        self.complete(&mut arch);
        rules::check(&arch)?;
        Ok(arch)
    }

    /// Reads a string that begins with a profile.
    fn read_profile(&self, text: &str) -> Result<Arch, ArchError> {
        let begins = self.profiles.iter().filter(|it| text.starts_with(&it.name));
        let Some(profile) = begins.max_by_key(|it| it.name.len()) else { return error(NO_BASE) };
        let rest = &text[profile.name.len()..];
        if !rest.is_empty() && !rest.starts_with('_') {
            return error("additional extensions must be after separator '_'");
        }
        self.read(&format!("{}{rest}", self.arch_of(profile)))
    }

    /// Returns the arch string that a profile stands for.
    fn arch_of(&self, profile: &Profile) -> String {
        let extensions = profile.extensions.iter().map(|at| &self.extensions[*at]);
        let mut extensions: Vec<&Extension> = extensions.collect();
        // The base comes first.
        extensions.sort_by_key(|it| !matches!(it.name.as_str(), "i" | "e"));
        let written =
            |it: &Extension| format!("{}{}p{}", it.name, it.version.major, it.version.minor);
        let written: Vec<String> = extensions.into_iter().map(written).collect();
        format!("rv{}{}", if profile.is_64_bit { 64 } else { 32 }, written.join("_"))
    }

    /// Reads what stands between two underscores: several extensions of one letter, the last of which may
    /// be one with a longer name.
    fn read_extensions(&self, mut text: &str, arch: &mut Arch) -> Result<(), ArchError> {
        while let Some(first) = text.chars().next() {
            let is_single = SINGLE_LETTERS.contains(first);
            let kind = match first {
                _ if is_single => "standard user-level extension",
                _ => match long_kind(first) {
                    Some(kind) => kind,
                    None => {
                        return error(format!("invalid standard user-level extension '{first}'"));
                    }
                },
            };
            let len = if is_single { 1 } else { name_len(text) };
            let (name, version) = text.split_at(len);
            if !is_single && len == 1 {
                return error(format!("{kind} name missing after '{first}'"));
            }
            let versioned = self.version(name, version)?;
            text = if is_single { versioned.rest } else { "" };
            if self.extension(name).is_none() {
                return unsupported(name);
            }
            if !arch.add(name) {
                return error(format!("duplicated {kind} '{name}'"));
            }
        }
        Ok(())
    }

    /// Reads the version at the start of `text`, which may be missing, and checks it.
    fn version<'a>(&self, name: &str, text: &'a str) -> Result<Versioned<'a>, ArchError> {
        let found = split_version(name, text)?;
        let written = found.version.unwrap_or_default();
        let extension = self.extension(name);
        if let Some(known) = extension.filter(|it| it.is_experimental) {
            if found.version.is_none() {
                return error(format!(
                    "experimental extension requires explicit version number `{name}`"
                ));
            }
            if written != known.version {
                let Version { major, minor } = known.version;
                return error(format!(
                    "unsupported version number {} for experimental extension '{name}' (this compiler \
                     supports {major}.{minor})",
                    found.text
                ));
            }
            return Ok(found);
        }
        match extension {
            _ if found.version.is_none() => Ok(found),
            Some(known) if known.version == written => Ok(found),
            None => unsupported(name),
            Some(_) => {
                error(format!("unsupported version number {} for extension '{name}'", found.text))
            }
        }
    }

    /// Adds the extensions that others bring along or stand for.
    fn complete(&self, arch: &mut Arch) {
        let written = arch.extensions.iter().filter_map(|name| self.extension(name));
        let mut extensions: Vec<&Extension> = written.collect();
        while let Some(extension) = extensions.pop() {
            for implied in extension.implied.iter().map(|at| &self.extensions[*at]) {
                if arch.add(&implied.name) {
                    extensions.push(implied);
                }
            }
        }
        rules::complete(arch);
        loop {
            let missing = rules::COMBINED.iter().find(|name| {
                let has = |at: &usize| arch.has(&self.extensions[*at].name);
                !arch.has(name) && self.extension(name).is_some_and(|it| it.implied.iter().all(has))
            });
            match missing {
                Some(name) => _ = arch.add(name),
                None => return,
            }
        }
    }
}

const NO_BASE: &str =
    "string must begin with rv32{i,e,g,y}, rv64{i,e,g,y}, or a supported profile name";

/// Returns the kind of extensions whose names have several letters, by the first.
fn long_kind(first: char) -> Option<&'static str> {
    match first {
        's' => Some("standard supervisor-level extension"),
        'x' => Some("non-standard user-level extension"),
        'z' => Some("standard user-level extension"),
        _ => None,
    }
}

fn unsupported<T>(name: &str) -> Result<T, ArchError> {
    let kind = match name.chars().next().and_then(long_kind) {
        Some(kind) if name.len() > 1 => kind,
        _ if name.len() == 1 => "standard user-level extension",
        _ => "",
    };
    error(format!("unsupported {kind} '{name}'"))
}

/// Returns the length of the name at the start of `text`, of which the rest is a version.
fn name_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits_before = |mut at: usize| {
        while at > 0 && bytes[at].is_ascii_digit() {
            at -= 1;
        }
        at
    };
    let mut last = digits_before(bytes.len().saturating_sub(1));
    if last > 0 && bytes[last] == b'p' && bytes[last - 1].is_ascii_digit() {
        last = digits_before(last - 1);
    }
    (last + 1).min(text.len())
}

/// Splits `MAJOR` or `MAJORpMINOR` off the start of `text`.
fn split_version<'a>(name: &str, text: &'a str) -> Result<Versioned<'a>, ArchError> {
    let split = |text: &'a str| {
        let end = text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
        text.split_at(end)
    };
    let (major, mut rest) = split(text);
    if major.is_empty() {
        return Ok(Versioned { version: None, text: String::new(), rest });
    }
    let mut minor = "";
    if let Some(after) = rest.strip_prefix('p') {
        (minor, rest) = split(after);
        if minor.is_empty() {
            return error(format!("minor version number missing after 'p' for extension '{name}'"));
        }
    }
    let number = |digits: &str, which: &str| match digits {
        "" => Ok(0),
        digits => digits.parse().map_err(|_| {
            ArchError(format!("Failed to parse {which} version number for extension '{name}'"))
        }),
    };
    let version = Version { major: number(major, "major")?, minor: number(minor, "minor")? };
    let text = if minor.is_empty() { major.to_owned() } else { format!("{major}.{minor}") };
    Ok(Versioned { version: Some(version), text, rest })
}
