//! Names of architectures, as triples begin with them: `armv7`, `thumbebv8.1m.main`.

use oxmca_tables::Tables;

/// Other names of versions than those that their features have after `arm`. Numbers of versions with a letter behind
/// them have regular ones (`v8.1a` for `v8.1-a`), which are not here.
const OTHER_VERSIONS: [(&str, &str); 25] = [
    ("v5", "v5t"),
    ("v5e", "v5te"),
    ("v6hl", "v6k"),
    ("v6j", "v6"),
    ("v6m", "v6-m"),
    ("v6s-m", "v6-m"),
    ("v6sm", "v6-m"),
    ("v6z", "v6kz"),
    ("v6zk", "v6kz"),
    ("v7", "v7-a"),
    ("v7a", "v7-a"),
    ("v7em", "v7e-m"),
    ("v7hl", "v7-a"),
    ("v7l", "v7-a"),
    ("v7m", "v7-m"),
    ("v7r", "v7-r"),
    ("v8", "v8-a"),
    ("v8.1m.main", "v8.1-m.main"),
    ("v8a", "v8-a"),
    ("v8l", "v8-a"),
    ("v8m.base", "v8-m.base"),
    ("v8m.main", "v8-m.main"),
    ("v8r", "v8-r"),
    ("v9", "v9-a"),
    ("v9a", "v9-a"),
];

/// The instruction set and the byte order that the beginning of a triple names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    pub is_thumb: bool,
    pub is_big_endian: bool,
}

/// Returns the instruction set and the byte order of an architecture's name; `None` if it is none of Arm's. Versions are
/// not checked, but Thumb begins with the fourth, and the sixth for microcontrollers has nothing else.
pub fn order(name: &str) -> Option<Order> {
    let is_thumb = name.starts_with("thumb");
    let rest = name.strip_prefix("thumb").or_else(|| name.strip_prefix("arm"))?;
    let is_big_endian = rest.starts_with("eb") || rest.ends_with("eb");
    let version = version(name)?;
    if is_thumb && (version.starts_with("v2") || version.starts_with("v3")) {
        return None;
    }
    let has_only_thumb = version == "m" || version_of_feature(version) == "v6-m";
    Some(Order { is_thumb: is_thumb || has_only_thumb, is_big_endian })
}

/// Returns an architecture's name without instruction set and byte order, as `v7em`; the whole name if nothing else is in it.
/// `None` if it cannot be one.
fn version(name: &str) -> Option<&str> {
    if name.starts_with("arm64") {
        return None;
    }
    let Some(rest) = name.strip_prefix("arm").or_else(|| name.strip_prefix("thumb")) else {
        return Some(name.strip_suffix("eb").unwrap_or(name));
    };
    let version = rest.strip_prefix("eb").or_else(|| rest.strip_suffix("eb")).unwrap_or(rest);
    match version.as_bytes() {
        [] => Some(name),
        [_] | [b'v', b'0'..=b'9', ..] if !version.contains("eb") => Some(version),
        _ => None,
    }
}

/// Returns a version as its feature has it after `arm`.
pub fn version_of_feature(version: &str) -> String {
    let other = OTHER_VERSIONS.iter().find(|(other, _)| *other == version);
    if let Some((_, name)) = other {
        return (*name).to_owned();
    }
    match version.strip_suffix('a') {
        Some(number)
            if number.contains('.') && number.ends_with(|it: char| it.is_ascii_digit()) =>
        {
            format!("{number}-a")
        }
        _ => version.to_owned(),
    }
}

/// Returns the feature, to be switched on, of the architecture that a triple begins with. A part of its version's name is
/// enough, as in LLVM, which takes the first one that ends so. `None` if the triple names no version.
pub fn feature(tables: &Tables<'_>, name: &str) -> Option<String> {
    let version = version_of_feature(version(name)?);
    let names = tables.features.iter().map(|row| tables.text(row.name));
    let architectures =
        names.filter(|it| it.starts_with("armv") || matches!(*it, "iwmmxt" | "iwmmxt2" | "xscale"));
    architectures.into_iter().find(|it| it.ends_with(&version)).map(|it| format!("+{it}"))
}

#[cfg(test)]
mod tests {
    use super::{Order, order, version_of_feature};

    fn check(names: &[&str], is_thumb: bool, is_big_endian: bool) {
        for name in names {
            assert_eq!(order(name), Some(Order { is_thumb, is_big_endian }), "{name}");
        }
    }

    #[test]
    fn names_have_an_instruction_set_and_a_byte_order() {
        check(&["arm", "armv7", "armv", "arm7", "arma", "armv99", "armv8.9a"], false, false);
        check(&["armeb", "armebv8a", "armv7eb"], false, true);
        check(&["thumb", "thumbv4t", "thumbv8.1m.main", "armv6m", "armv6sm", "armm"], true, false);
        check(&["thumbeb", "thumbebv7", "thumbv7eb", "armebv6m"], true, true);
        for name in ["x86_64", "arm64", "arm64_32", "armva", "thumbv3", "armv6ebm", "army", "armed"]
        {
            let is_letter = name == "army";
            assert_eq!(order(name).is_some(), is_letter, "{name}");
        }
    }

    #[test]
    fn versions_have_features() {
        assert_eq!(version_of_feature("v8.6a"), "v8.6-a");
        assert_eq!(version_of_feature("v7"), "v7-a");
        assert_eq!(version_of_feature("v8.1m.main"), "v8.1-m.main");
        assert_eq!(version_of_feature("v7ve"), "v7ve");
    }
}
