//! Versions of instruction sets by the names of processors, from LLVM's `AMDGPUTargetParser.def`.

/// Names that stand for those with a number.
const OTHER_NAMES: &[(&str, &[&str])] = &[
    ("gfx600", &["tahiti"]),
    ("gfx601", &["pitcairn", "verde"]),
    ("gfx602", &["hainan", "oland"]),
    ("gfx700", &["kaveri"]),
    ("gfx701", &["hawaii"]),
    ("gfx703", &["kabini", "mullins"]),
    ("gfx704", &["bonaire"]),
    ("gfx801", &["carrizo"]),
    ("gfx802", &["iceland", "tonga"]),
    ("gfx803", &["fiji", "polaris10", "polaris11"]),
    ("gfx805", &["tongapro"]),
    ("gfx810", &["stoney"]),
];

/// The version of an instruction set: `gfx90a` has 9, 0 and 10.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Version {
    pub major: i64,
    pub minor: i64,
    pub stepping: i64,
}

impl Version {
    /// Returns the version of a processor. It is 0 of unknown ones.
    pub fn of(cpu: &str) -> Version {
        let version = |major, minor, stepping| Version { major, minor, stepping };
        match cpu {
            "generic" => return version(6, 0, 0),
            "generic-hsa" => return version(7, 0, 0),
            "gfx11-generic" => return version(11, 0, 3),
            _ => {}
        }
        let Some(number) = canonical_name(cpu).strip_prefix("gfx") else {
            return Version::default();
        };
        if let Some(family) = number.strip_suffix("-generic") {
            let (major, minor) = family.split_once('-').unwrap_or((family, "0"));
            return version(major.parse().unwrap_or(0), minor.parse().unwrap_or(0), 0);
        }
        let digit = |byte: &u8| i64::from((*byte as char).to_digit(16).unwrap_or(0));
        match number.as_bytes() {
            [_, .., minor, stepping] => {
                let major = number.get(..number.len() - 2).and_then(|it| it.parse().ok());
                version(major.unwrap_or(0), digit(minor), digit(stepping))
            }
            _ => Version::default(),
        }
    }
}

/// Returns the name with a number for another one of the same processor.
pub fn canonical_name(cpu: &str) -> &str {
    let found = OTHER_NAMES.iter().find(|(_, others)| others.contains(&cpu));
    found.map_or(cpu, |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_versions() {
        let parts = |cpu| {
            let Version { major, minor, stepping } = Version::of(cpu);
            (major, minor, stepping)
        };
        assert_eq!(parts("tongapro"), (8, 0, 5));
        assert_eq!(parts("gfx90c"), (9, 0, 12));
        assert_eq!(parts("gfx1310"), (13, 1, 0));
        assert_eq!(parts("gfx9-4-generic"), (9, 4, 0));
        assert_eq!(parts("gfx12-generic"), (12, 0, 0));
        assert_eq!(parts("gfx11-generic"), (11, 0, 3));
        assert_eq!(parts("x"), (0, 0, 0));
    }
}
