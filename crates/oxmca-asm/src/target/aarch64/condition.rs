//! Condition codes.

/// A condition code, from 0 (`eq`) to 15 (`nv`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Condition(u8);

const NAMES: [&str; 16] = [
    "eq", "ne", "hs", "lo", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le", "al", "nv",
];

/// Second names, with their codes. All but the first two are those of SVE.
const OTHER_NAMES: [(&str, u8); 12] = [
    ("cs", 2),
    ("cc", 3),
    ("none", 0),
    ("any", 1),
    ("nlast", 2),
    ("last", 3),
    ("first", 4),
    ("nfrst", 5),
    ("pmore", 8),
    ("plast", 9),
    ("tcont", 10),
    ("tstop", 11),
];

impl Condition {
    /// Always.
    pub const AL: Self = Self(14);
    /// Always, with the code that negates `al`.
    pub const NV: Self = Self(15);

    /// Creates the condition of the low 4 bits of a code.
    pub fn of_code(code: i64) -> Self {
        Self((code & 15) as u8)
    }

    /// Returns the code, from 0 to 15.
    pub fn code(self) -> i64 {
        self.0.into()
    }

    /// Returns the name that is shown.
    pub fn name(self) -> &'static str {
        NAMES[usize::from(self.0)]
    }

    /// Returns the condition of a name in any case, also of a second name.
    pub fn named(name: &[u8]) -> Option<Self> {
        let is_name = |known: &str| known.as_bytes().eq_ignore_ascii_case(name);
        let first = NAMES.iter().position(|known| is_name(known)).map(|code| code as u8);
        let other = || OTHER_NAMES.iter().find(|(known, _)| is_name(known)).map(|(_, code)| *code);
        first.or_else(other).map(Self)
    }

    /// Returns the name that was likely meant by one that is no condition's.
    pub fn suggestion(name: &[u8]) -> Option<&'static str> {
        name.eq_ignore_ascii_case(b"nfirst").then_some("nfrst")
    }

    /// Returns the condition that holds where this does not; `al` and `nv` for each other.
    pub fn inverted(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// Returns whether this is `al` or `nv`, which have no inverse.
    pub fn is_always(self) -> bool {
        self.0 >= Self::AL.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for code in 0..16 {
            let condition = Condition::of_code(code);
            assert_eq!(condition.code(), code);
            assert_eq!(Condition::named(condition.name().as_bytes()), Some(condition));
        }
        for (other, name) in [("CS", "hs"), ("cc", "lo"), ("first", "mi"), ("tstop", "lt")] {
            let condition = Condition::named(other.as_bytes());
            assert_eq!(condition.map(Condition::name), Some(name), "{other}");
        }
        assert_eq!(Condition::named(b"nfirst"), None);
        assert_eq!(Condition::suggestion(b"NFirst"), Some("nfrst"));
        assert_eq!(Condition::suggestion(b"nfrst"), None);
    }

    #[test]
    fn inverses() {
        assert_eq!(Condition::of_code(0).inverted().name(), "ne");
        assert_eq!(Condition::of_code(13).inverted().name(), "gt");
        assert!(Condition::AL.is_always() && Condition::NV.is_always());
        assert!(!Condition::of_code(13).is_always());
    }
}
