//! Relocation specifiers.

/// Specifiers behind symbols (`x@GOTENT`), as they are printed.
pub const SPECIFIERS: &[&str] =
    &["DTPOFF", "GOT", "GOTENT", "INDNTPOFF", "NTPOFF", "PLT", "TLSGD", "TLSLD", "TLSLDM"];

/// Tags before the symbol that a call is for (`:tls_gdcall:x`), and the specifiers that its relocations have.
pub const TAGS: [(&str, &str); 2] = [("tls_gdcall", "TLSGD"), ("tls_ldcall", "TLSLDM")];
