//! Relocation specifiers: `x@ha`.

/// Specifiers in ELF files, as they are shown.
pub const SPECIFIERS: &[&str] = &[
    "DTPREL",
    "GOT",
    "got@ha",
    "got@h",
    "got@l",
    "ha",
    "h",
    "high",
    "higha",
    "higher",
    "highera",
    "highest",
    "highesta",
    "l",
    "PCREL",
    "PLT",
    "tlsgd",
    "tlsld",
    "toc",
    "tocbase",
    "toc@ha",
    "toc@h",
    "toc@l",
    "TPREL",
    "gd",
    "m",
    "ie",
    "ld",
    "le",
    "ml",
    "dtpmod",
    "dtprel@ha",
    "dtprel@h",
    "dtprel@high",
    "dtprel@higha",
    "dtprel@higher",
    "dtprel@highera",
    "dtprel@highest",
    "dtprel@highesta",
    "dtprel@l",
    "got@dtprel",
    "got@dtprel@ha",
    "got@dtprel@h",
    "got@dtprel@l",
    "got@pcrel",
    "got@tlsgd",
    "got@tlsgd@ha",
    "got@tlsgd@h",
    "got@tlsgd@l",
    "got@tlsgd@pcrel",
    "got@tlsld",
    "got@tlsld@ha",
    "got@tlsld@h",
    "got@tlsld@l",
    "got@tlsld@pcrel",
    "got@tprel",
    "got@tprel@ha",
    "got@tprel@h",
    "got@tprel@l",
    "got@tprel@pcrel",
    "local",
    "notoc",
    PCREL_OPT,
    "tls",
    TLS_PCREL,
    "tprel@ha",
    "tprel@h",
    "tprel@high",
    "tprel@higha",
    "tprel@higher",
    "tprel@highera",
    "tprel@highest",
    "tprel@highesta",
    "tprel@l",
];

/// The specifier of the compiler's hints to the linker, which nobody can write.
pub const PCREL_OPT: &str = "<<invalid>>";
/// The specifier of the thread pointer, where addresses are relative to the program counter.
pub const TLS_PCREL: &str = "tls@pcrel";

/// Returns whether a specifier names the thread pointer.
pub fn is_thread_pointer(name: &str) -> bool {
    matches!(name, "tls" | TLS_PCREL)
}

/// Returns whether a specifier selects 16 bits of a number.
pub fn selects_bits(name: &str) -> bool {
    evaluate(name, 0).is_some()
}

/// Returns the 16 bits of a number that a specifier selects. The ones for addition (`ha`) count in the sign of the bits
/// below.
pub fn evaluate(name: &str, value: i64) -> Option<i64> {
    let (shift, is_adjusted) = match name {
        "l" => (0, false),
        "h" | "high" => (16, false),
        "ha" | "higha" => (16, true),
        "higher" => (32, false),
        "highera" => (32, true),
        "highest" => (48, false),
        "highesta" => (48, true),
        _ => return None,
    };
    let value = if is_adjusted { value.wrapping_add(0x8000) } else { value };
    Some(value >> shift & 0xffff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specifiers_select_bits() {
        let value = 0x1234_5678_9abc_def0_u64 as i64;
        for (name, bits) in [
            ("l", 0xdef0),
            ("h", 0x9abc),
            ("ha", 0x9abd),
            ("higher", 0x5678),
            ("highera", 0x5678),
            ("highest", 0x1234),
            ("highesta", 0x1234),
        ] {
            assert_eq!(evaluate(name, value), Some(bits), "{name}");
        }
        assert_eq!(evaluate("toc", value), None);
    }
}
