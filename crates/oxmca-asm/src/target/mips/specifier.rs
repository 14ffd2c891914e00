//! Relocation specifiers: `%lo(x)`.

/// The specifiers.
pub const SPECIFIERS: &[&str] = &[
    "call16",
    "call_hi",
    "call_lo",
    "dtprel_hi",
    "dtprel_lo",
    "got",
    "got_disp",
    "got_hi",
    "got_lo",
    "got_ofst",
    "got_page",
    "gottprel",
    "gp_rel",
    "hi",
    "higher",
    "highest",
    "lo",
    "neg",
    "pcrel_hi",
    "pcrel_lo",
    "tlsgd",
    "tlsldm",
    "tprel_hi",
    "tprel_lo",
];
