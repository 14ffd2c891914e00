//! The kinds of machines that code can be measured on: the instructions that must not run there, and how code is read and
//! changed before it runs.
//!
//! The code that runs around it there is in `worker/program`, its states in `worker/sandbox`; nothing else of this crate
//! depends on the kind of machine.

#[cfg(any(test, target_arch = "aarch64"))]
pub(crate) mod aarch64;
#[cfg(any(test, not(target_arch = "aarch64")))]
pub(crate) mod x86_64;

use oxmca::{Inst, Session};
use oxmca_asm::target::HardwareFacts;
use oxmca_tables::{Reg, Tables};

use crate::decision::Decision;
use crate::error::{MeasureError, Refusal};
use crate::field::Field;
use crate::job::{FixedPlace, Fixup, Unit};

#[cfg(target_arch = "aarch64")]
pub(crate) use self::aarch64::{AARCH64 as HERE, is_missing_here};
// Builds for machines that no code can be measured on have some kind, too.
#[cfg(not(target_arch = "aarch64"))]
pub(crate) use self::x86_64::{X86_64 as HERE, is_missing_here};

/// A kind of machine.
#[derive(Debug)]
pub(crate) struct Machine {
    /// Its architecture, as `oxmca_asm` names it.
    pub arch: &'static str,
    /// Returns the number of a general purpose register in machine code, of the stack pointer, or of a part of one of them.
    pub register_number: fn(&Tables<'_>, Reg) -> Option<usize>,
    /// Returns the reason why an instruction must not run although it goes on to the next one, if there is one.
    pub refusal: fn(&Session, &Inst) -> Option<Refusal>,
    /// Returns what the flags that an instruction writes depend on, or a branch that reads none; `None` if that is not known.
    pub decision: fn(&Session, &Inst, &HardwareFacts) -> Option<Decision>,
    /// Appends the code of an instruction with a distance at an operand, and where that is; `None` if it has no code.
    pub append_with_distance: fn(&Session, &Inst, usize, FixedPlace, &mut Unit) -> Option<()>,
    /// Returns the branch that reaches further than the one of a distance, and does the same; `None` if there is none. Given are
    /// the byte before the distance, and the bytes back to the beginning of the code.
    pub far_branch: fn(&Fixup, u8, usize) -> Option<FarBranch>,
    /// Returns a general purpose register that the instructions do not use, if running them needs one.
    pub unused_register: fn(&Session, &[Inst]) -> Result<Option<u8>, MeasureError>,
    /// The first of the addresses for names whose place is an absolute number, if instructions have such.
    pub named_addresses: Option<i64>,
    /// Returns the bytes of straight code of the shorter program: the longer one has twice as many.
    pub straight_bytes: fn() -> usize,
    /// Straight code that is timed is longer than any cache of decoded instructions, so that it can be run again and again.
    pub repeats_straight_code: bool,
    /// Threads can share a core, which is noticed by `nop` that are slower than the core can do them.
    pub shares_cores: bool,
    /// `nop` that a core to itself does in a cycle, if nothing else is known.
    pub least_nops_per_cycle: f64,
}

impl Machine {
    /// Returns whether a session's target is of its architecture.
    pub fn is_of(&self, session: &Session) -> bool {
        session.target().triple().arch().is_some_and(|it| it.facts().name == self.arch)
    }
}

/// A branch in place of a shorter one.
pub(crate) struct FarBranch {
    /// The bytes before the distance.
    pub opcode: Vec<u8>,
    pub field: Field,
}

/// Returns whether a text is in a list, of which `*` stands for any end.
fn is_listed(text: &str, list: &[&str]) -> bool {
    list.iter().any(|it| match it.strip_suffix('*') {
        Some(beginning) => text.starts_with(beginning),
        None => text == *it,
    })
}
