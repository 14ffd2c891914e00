//! Instructions that a hardware model treats apart.

use super::ports::MicroOps;

/// A line about instructions.
#[derive(Clone, Debug)]
pub(super) struct FormRule {
    /// Names of opcodes, with `*` for any characters and `#` for digits.
    pub patterns: Vec<String>,
    pub conditions: Vec<FormCondition>,
    pub change: FormChange,
}

impl FormRule {
    pub fn matches(&self, opcode: &str) -> bool {
        self.patterns.iter().any(|pattern| matches(pattern.as_bytes(), opcode.as_bytes()))
    }
}

/// Declares conditions by their names.
macro_rules! conditions {
    ($($name:ident $text:literal, $doc:literal;)*) => {
        /// A condition on an instruction.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum FormCondition {
            $(#[doc = $doc] $name,)*
        }

        impl FormCondition {
            /// All conditions with their names in files.
            pub const ALL: &'static [(&'static str, FormCondition)] =
                &[$(($text, FormCondition::$name)),*];
        }
    };
}

conditions! {
    SameSources "same-sources", "Its sources are one and the same register.";
    DifferentRegisters "different-registers", "Source and destination are different registers.";
    Indexed "indexed", "Its address has an index.";
    Scaled "scaled", "Its address has an index with a factor above 1.";
    ThreeComponents "three-components", "Its address has base, index and displacement.";
    RelativeAddress "relative", "Its address is relative to the next instruction.";
    Writes16 "16-bit", "It writes 16 bits of a register.";
    Writes32 "32-bit", "It writes 32 bits of a register.";
    Writes64 "64-bit", "It writes 64 bits of a register.";
    HighByte "high-byte", "It reads the second byte of a register.";
    Encodes4 "encodes-4", "The number of its register is 4 in the low three bits.";
    Locked "locked", "Its access is indivisible.";
    SeveralMicroOps "several-micro-ops", "The scheduling model has several micro-ops for it.";
    SeveralFlags "several-flags", "Its condition asks for more than one flag.";
}

/// All that a hardware model changes about an instruction. All that is `None` or false stays as the scheduling model has it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FormChange {
    /// Micro-ops that it is decoded into, in the fused domain.
    pub decoded_micro_ops: Option<u16>,
    /// Only a decoder for instructions of several micro-ops takes it.
    pub is_complex: bool,
    /// Micro-ops that execute, besides those that access memory.
    pub computes: Option<Vec<MicroOps>>,
    /// Cycles from its operands, but not the address, to its result.
    pub latency_cycles: Option<u16>,
    /// Cycles that the divider is taken.
    pub divider_cycles: Option<u16>,
    /// The result depends on the register that it overwrites.
    pub reads_destination: bool,
    /// A move between registers that the renamer does.
    pub is_eliminated_move: bool,
    /// The result is zero, whatever the operands: no micro-op executes.
    pub is_zero_idiom: bool,
    /// The result is the same whatever the operands.
    pub breaks_dependency: bool,
    /// No micro-op executes.
    pub is_free: bool,
    /// Its micro-op with an indexed address is split before it is renamed, or not, whatever the processor's rule.
    pub splits: Option<bool>,
    /// It is one with a branch after it, whatever the branch's condition, or never.
    pub fuses: Option<bool>,
    /// The addition of a small constant takes no time.
    pub adds_at_rename: bool,
    /// It begins when all before it have retired, and nothing after it begins before.
    pub serializes: bool,
    /// No other instruction is decoded in the same cycle.
    pub is_decoded_alone: bool,
    /// Cycles that its results take longer from flags than from other operands.
    pub flag_delay_cycles: u8,
    /// Its first micro-op gives the registers and does not wait for flags; the others give the flags.
    pub has_flags_apart: bool,
    /// It waits until all stores before it have been written.
    pub drains_stores: bool,
}

impl FormChange {
    /// Takes over what a later line says.
    pub(super) fn take(&mut self, later: &FormChange) {
        /// Overwrites what is given.
        fn set<T: Clone>(to: &mut Option<T>, from: &Option<T>) {
            if from.is_some() {
                to.clone_from(from);
            }
        }
        set(&mut self.decoded_micro_ops, &later.decoded_micro_ops);
        set(&mut self.computes, &later.computes);
        set(&mut self.latency_cycles, &later.latency_cycles);
        set(&mut self.divider_cycles, &later.divider_cycles);
        set(&mut self.splits, &later.splits);
        set(&mut self.fuses, &later.fuses);
        self.is_complex |= later.is_complex;
        self.reads_destination |= later.reads_destination;
        self.is_eliminated_move |= later.is_eliminated_move;
        self.is_zero_idiom |= later.is_zero_idiom;
        self.breaks_dependency |= later.breaks_dependency;
        self.is_free |= later.is_free;
        self.adds_at_rename |= later.adds_at_rename;
        self.serializes |= later.serializes;
        self.has_flags_apart |= later.has_flags_apart;
        self.is_decoded_alone |= later.is_decoded_alone;
        self.flag_delay_cycles = self.flag_delay_cycles.max(later.flag_delay_cycles);
        self.drains_stores |= later.drains_stores;
    }
}

/// Returns whether a name is as a pattern says: `*` stands for any characters, `#` for one digit or more.
fn matches(pattern: &[u8], name: &[u8]) -> bool {
    match pattern {
        [] => name.is_empty(),
        [b'*', rest @ ..] => (0..=name.len()).any(|skipped| matches(rest, &name[skipped..])),
        [b'#', rest @ ..] => {
            let digits = name.iter().take_while(|byte| byte.is_ascii_digit()).count();
            digits > 0 && matches(rest, &name[digits..])
        }
        [byte, rest @ ..] => name.first() == Some(byte) && matches(rest, &name[1..]),
    }
}
