//! Relocation specifiers between colons: `:lo12:x`. Those that follow `@` are in the syntax of the triple.

/// A relocation specifier that stands between colons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Specifier {
    Lo12,
    AbsG3,
    AbsG2,
    AbsG2S,
    AbsG2Nc,
    AbsG1,
    AbsG1S,
    AbsG1Nc,
    AbsG0,
    AbsG0S,
    AbsG0Nc,
    PrelG3,
    PrelG2,
    PrelG2Nc,
    PrelG1,
    PrelG1Nc,
    PrelG0,
    PrelG0Nc,
    Dtprel,
    DtprelG2,
    DtprelG1,
    DtprelG1Nc,
    DtprelG0,
    DtprelG0Nc,
    DtprelHi12,
    DtprelLo12,
    DtprelLo12Nc,
    AbsPageNc,
    TprelG2,
    TprelG1,
    TprelG1Nc,
    TprelG0,
    TprelG0Nc,
    TprelHi12,
    TprelLo12,
    TprelLo12Nc,
    TlsdescLo12,
    TlsdescAuthLo12,
    GotPage,
    GotPageLo15,
    GotLo12,
    GotAuthPage,
    GotAuthLo12,
    GottprelPage,
    GottprelLo12Nc,
    GottprelG1,
    GottprelG0Nc,
    TlsdescPage,
    TlsdescAuthPage,
    SecrelLo12,
    SecrelHi12,
}

use Specifier::*;

/// Specifiers with the names they are written and shown by.
const NAMES: [(&str, Specifier); 51] = [
    ("lo12", Lo12),
    ("abs_g3", AbsG3),
    ("abs_g2", AbsG2),
    ("abs_g2_s", AbsG2S),
    ("abs_g2_nc", AbsG2Nc),
    ("abs_g1", AbsG1),
    ("abs_g1_s", AbsG1S),
    ("abs_g1_nc", AbsG1Nc),
    ("abs_g0", AbsG0),
    ("abs_g0_s", AbsG0S),
    ("abs_g0_nc", AbsG0Nc),
    ("prel_g3", PrelG3),
    ("prel_g2", PrelG2),
    ("prel_g2_nc", PrelG2Nc),
    ("prel_g1", PrelG1),
    ("prel_g1_nc", PrelG1Nc),
    ("prel_g0", PrelG0),
    ("prel_g0_nc", PrelG0Nc),
    ("dtprel", Dtprel),
    ("dtprel_g2", DtprelG2),
    ("dtprel_g1", DtprelG1),
    ("dtprel_g1_nc", DtprelG1Nc),
    ("dtprel_g0", DtprelG0),
    ("dtprel_g0_nc", DtprelG0Nc),
    ("dtprel_hi12", DtprelHi12),
    ("dtprel_lo12", DtprelLo12),
    ("dtprel_lo12_nc", DtprelLo12Nc),
    ("pg_hi21_nc", AbsPageNc),
    ("tprel_g2", TprelG2),
    ("tprel_g1", TprelG1),
    ("tprel_g1_nc", TprelG1Nc),
    ("tprel_g0", TprelG0),
    ("tprel_g0_nc", TprelG0Nc),
    ("tprel_hi12", TprelHi12),
    ("tprel_lo12", TprelLo12),
    ("tprel_lo12_nc", TprelLo12Nc),
    ("tlsdesc_lo12", TlsdescLo12),
    ("tlsdesc_auth_lo12", TlsdescAuthLo12),
    ("got", GotPage),
    ("gotpage_lo15", GotPageLo15),
    ("got_lo12", GotLo12),
    ("got_auth", GotAuthPage),
    ("got_auth_lo12", GotAuthLo12),
    ("gottprel", GottprelPage),
    ("gottprel_lo12", GottprelLo12Nc),
    ("gottprel_g1", GottprelG1),
    ("gottprel_g0_nc", GottprelG0Nc),
    ("tlsdesc", TlsdescPage),
    ("tlsdesc_auth", TlsdescAuthPage),
    ("secrel_lo12", SecrelLo12),
    ("secrel_hi12", SecrelHi12),
];

impl Specifier {
    /// Returns the specifier of a name in any case.
    pub fn named(name: &[u8]) -> Option<Self> {
        let mut names = NAMES.iter();
        names.find(|(known, _)| known.as_bytes().eq_ignore_ascii_case(name)).map(|(_, it)| *it)
    }

    /// Returns the name that stands between colons.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(_, it)| *it == self).map_or("", |(name, _)| name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for (name, specifier) in NAMES {
            assert_eq!(Specifier::named(name.to_uppercase().as_bytes()), Some(specifier));
            assert_eq!(specifier.name(), name);
        }
        assert_eq!(Specifier::named(b""), None);
        assert_eq!(Specifier::named(b"hi12"), None);
    }
}
