//! Instructions that this machine has not.

use oxmca::Session;

use crate::machine::HERE;

/// Returns whether machine code begins as only instructions do that this machine has not, if it is of this machine's architecture.
/// Extensions with encodings of their own are looked at: on x86-64 AVX-512 and APX, on AArch64 SVE and SME.
pub fn is_missing_here(session: &Session, code: &[u8]) -> bool {
    HERE.is_of(session) && crate::machine::is_missing_here(code)
}
