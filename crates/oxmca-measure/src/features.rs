//! Instructions that this machine has not.

/// Returns whether machine code begins as only instructions do that this machine has not. Extensions with encodings of their
/// own are looked at: on x86-64 AVX-512 and APX, on AArch64 SVE and SME.
pub fn is_missing_here(code: &[u8]) -> bool {
    crate::machine::is_missing_here(code)
}
