//! Suffixes of mnemonics that choose an encoding: `_e32`, `_e64`, `_dpp`, `_sdwa`.

/// The encoding that a suffix of the mnemonic asks for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Forced {
    pub is_32_bit: bool,
    pub is_64_bit: bool,
    pub is_dpp: bool,
    pub is_sdwa: bool,
}

impl Forced {
    /// Splits a mnemonic into its name and what its suffix asks for.
    pub fn split(mnemonic: &[u8]) -> (&[u8], Forced) {
        let suffixes: [(&[u8], Forced); 5] = [
            (b"_e64_dpp", Forced { is_64_bit: true, is_dpp: true, ..Forced::default() }),
            (b"_e64", Forced { is_64_bit: true, ..Forced::default() }),
            (b"_e32", Forced { is_32_bit: true, ..Forced::default() }),
            (b"_dpp", Forced { is_dpp: true, ..Forced::default() }),
            (b"_sdwa", Forced { is_sdwa: true, ..Forced::default() }),
        ];
        let mut found = suffixes.iter();
        let found =
            found.find_map(|(suffix, forced)| Some((mnemonic.strip_suffix(*suffix)?, *forced)));
        found.unwrap_or((mnemonic, Forced::default()))
    }

    /// Returns the variants of the matcher that are tried, by their numbers in the tables.
    pub fn variants(self) -> &'static [usize] {
        match self {
            Forced { is_dpp: true, is_64_bit: true, .. } => &[5],
            Forced { is_32_bit: true, .. } => &[0],
            Forced { is_64_bit: true, .. } => &[1],
            Forced { is_sdwa: true, .. } => &[2, 3],
            Forced { is_dpp: true, .. } => &[4],
            _ => &[0, 1, 2, 3, 4, 5],
        }
    }

    /// Returns the name of the variant in messages.
    pub fn variant_name(self) -> Option<&'static str> {
        match self {
            Forced { is_dpp: true, is_64_bit: true, .. } => Some("e64_dpp"),
            Forced { is_32_bit: true, .. } => Some("e32"),
            Forced { is_64_bit: true, .. } => Some("e64"),
            Forced { is_sdwa: true, .. } => Some("sdwa"),
            Forced { is_dpp: true, .. } => Some("dpp"),
            _ => None,
        }
    }
}
