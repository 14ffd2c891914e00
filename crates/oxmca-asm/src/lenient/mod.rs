//! Texts that compilers and disassemblers write and LLVM's assembler refuses, as assembly that it takes.
//!
//! [`prepare`] rewrites a text line by line: line N of the result is line N of the text. It turns disassembly into
//! statements with labels (`listing`), markers of other analyzers into LLVM-MCA's (`marker`), and asks the target
//! for the statements that it knows ([`TargetInfo::rewrite`](crate::target::TargetInfo::rewrite)). A text that needs nothing of this stays as it is.
//! [`Options::lenient`](crate::Options::lenient) then skips what still cannot be read.

mod format;
mod listing;
mod listing_line;
mod marker;
mod object_target;
mod prepare;

pub use format::{guess_arch, guess_format};
pub use object_target::target_of;
pub use prepare::{Prepared, TextKind, prepare};
