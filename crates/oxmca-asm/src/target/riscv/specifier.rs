//! Relocation specifiers: `%hi(x)`.

/// A relocation specifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Specifier {
    Lo,
    Hi,
    PcrelLo,
    PcrelHi,
    GotPcrelHi,
    TprelLo,
    TprelHi,
    TprelAdd,
    TlsIePcrelHi,
    TlsGdPcrelHi,
    TlsdescHi,
    TlsdescLoadLo,
    TlsdescAddLo,
    TlsdescCall,
    QcAbs20,
    QcAccess,
    Pltpcrel,
    Gotpcrel,
    /// The target of a call or a jump by two instructions. It is neither written nor shown.
    Call,
}

impl Specifier {
    const NAMES: [(&'static str, Self); 18] = [
        ("lo", Self::Lo),
        ("hi", Self::Hi),
        ("pcrel_lo", Self::PcrelLo),
        ("pcrel_hi", Self::PcrelHi),
        ("got_pcrel_hi", Self::GotPcrelHi),
        ("tprel_lo", Self::TprelLo),
        ("tprel_hi", Self::TprelHi),
        ("tprel_add", Self::TprelAdd),
        ("tls_ie_pcrel_hi", Self::TlsIePcrelHi),
        ("tls_gd_pcrel_hi", Self::TlsGdPcrelHi),
        ("tlsdesc_hi", Self::TlsdescHi),
        ("tlsdesc_load_lo", Self::TlsdescLoadLo),
        ("tlsdesc_add_lo", Self::TlsdescAddLo),
        ("tlsdesc_call", Self::TlsdescCall),
        ("qc.abs20", Self::QcAbs20),
        ("qc.access", Self::QcAccess),
        ("pltpcrel", Self::Pltpcrel),
        ("gotpcrel", Self::Gotpcrel),
    ];

    /// Returns the specifier that is written with that name.
    pub fn named(name: &[u8]) -> Option<Self> {
        let found = Self::NAMES.iter().find(|(known, _)| known.as_bytes() == name)?;
        Some(found.1)
    }

    /// Returns the name that is written between `%` and `(`; empty for [`Call`](Self::Call).
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, it)| *it == self).map_or("", |(name, _)| name)
    }
}
