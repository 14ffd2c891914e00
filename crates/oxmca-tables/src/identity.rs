//! The identity of the tables: a data set made with them can say so.

/// The LLVM release that the tables were imported from.
pub const LLVM_VERSION: &str = "22.1.8";

/// Returns the hash of a target's tables, `x86`, `aarch64` or `riscv`: 16 hexadecimal digits that differ if any of its
/// table files does. `None` if the target is not built in.
///
/// ```
/// use oxmca_tables::identity::tables_hash;
///
/// # #[cfg(feature = "x86")]
/// assert_eq!(tables_hash("x86").map(str::len), Some(16));
/// assert_eq!(tables_hash("pdp11"), None);
/// ```
pub fn tables_hash(target: &str) -> Option<&'static str> {
    match target {
        "aarch64" => option_env!("OXMCA_AARCH64_TABLES_HASH"),
        "riscv" => option_env!("OXMCA_RISCV_TABLES_HASH"),
        "x86" => option_env!("OXMCA_X86_TABLES_HASH"),
        _ => None,
    }
}
