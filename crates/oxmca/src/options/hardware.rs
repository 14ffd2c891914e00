//! Options of hardware mode.

use bitflags::bitflags;
use oxmca_asm::Inst;
use oxmca_asm::target::{ControlFlow, Target};
use oxmca_tables::{Reg, Tables};

use super::initial_registers::NamedRegister;

/// The way in which a processor gets the code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Delivery {
    /// Copies of the code follow each other, so that each is decoded.
    Unrolled,
    /// The code is a loop that the processor has decoded before.
    Loop,
}

impl Delivery {
    /// Returns the way in which code is delivered if nothing else is asked for: as a loop if it ends with a branch.
    pub fn usual(target: &dyn Target, last: Option<&Inst>) -> Delivery {
        match last.is_some_and(|inst| target.control_flow(inst) == ControlFlow::Branch) {
            true => Delivery::Loop,
            false => Delivery::Unrolled,
        }
    }
}

/// The values of registers before the first iteration, by which addresses are compared.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum InitialRegisters {
    /// All are different, and different from all constants.
    #[default]
    Distinct,
    /// All general purpose registers are the same, as are all words of memory, as in measurements by the method of
    /// BHive; stack pointer and frame pointer are near.
    Equal,
    /// These have known values; all others are different.
    Known(Vec<(Reg, u64)>),
    /// The same by their names; names of no register are passed over.
    Named(Vec<NamedRegister>),
}

impl InitialRegisters {
    /// Returns the registers of those that are named.
    pub(crate) fn found(&self, tables: &Tables<'_>) -> Option<InitialRegisters> {
        let InitialRegisters::Named(named) = self else { return None };
        let found = named.iter().filter_map(|it| Some((it.register(tables).ok()?, it.value)));
        Some(InitialRegisters::Known(found.collect()))
    }
}

/// A part of hardware mode that can be left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct HardwarePart {
    /// Its name.
    pub name: &'static str,
    /// The part as a set of parts.
    pub part: HardwareParts,
    /// A sentence about it.
    pub doc: &'static str,
}

/// Declares parts by the names that leave them out.
macro_rules! parts {
    ($($name:ident = $bit:literal $text:literal, $doc:literal;)*) => {
        bitflags! {
            /// Parts of hardware mode that can be left out.
            #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
            pub struct HardwareParts: u32 {
                $(#[doc = $doc] const $name = 1 << $bit;)*
            }
        }

        impl HardwareParts {
            /// All parts, in the order in which documents list them.
            pub const LIST: &'static [HardwarePart] =
                &[$(HardwarePart { name: $text, part: HardwareParts::$name, doc: $doc }),*];
        }
    };
}

parts! {
    FRONT_END = 0 "front-end", "Fetching, predecoding and decoding.";
    LENGTH_CHANGE = 1 "length-change", "Length-changing prefixes.";
    COMPLEX_DECODE = 2 "complex-decode", "Instructions that only one decoder takes, beyond those of several micro-ops.";
    MICRO_FUSION = 3 "micro-fusion", "Loads and stores counted together with what computes.";
    SPLITTING = 4 "splitting", "Splitting of micro-ops with indexed addresses before renaming.";
    DISPATCH_LIMITS = 23 "dispatch-limits", "Kinds of micro-ops of which the renamer takes few in a cycle, and instructions that it does not cut.";
    SUSTAINED_RATE = 24 "sustained-rate", "The rate at which micro-ops of wide vectors execute for long.";
    WIDE_VECTORS = 25 "wide-vectors", "A port that executes no vectors beside those of 512 bits.";
    MACRO_FUSION = 5 "macro-fusion", "Comparisons and branches as one micro-op.";
    MOVE_ELIMINATION = 6 "move-elimination", "Moves that the renamer does.";
    ZERO_IDIOMS = 7 "zero-idioms", "Results that do not depend on operands.";
    MEMORY = 8 "memory", "Dependences through memory.";
    BLOCKED_FORWARDING = 9 "blocked-forwarding", "Loads of parts of stores that cannot be forwarded.";
    ALIASING = 10 "4k-aliasing", "Loads at a distance from a store that is a multiple of 4096, where both addresses are known.";
    POINTER_LOADS = 11 "pointer-loads", "Shorter loads by a register that was loaded.";
    FALSE_DEPENDENCES = 12 "false-dependences", "Results that depend on the register that they overwrite.";
    CORRECTIONS = 13 "corrections", "Latencies, ports and micro-ops of single instructions.";
    PORT_CHOICE = 14 "port-choice", "Ports chosen when micro-ops are renamed, by their order, rather than the least used.";
    STACK_ENGINE = 15 "stack-engine", "Changes of the stack pointer without micro-ops.";
    VALUE_FORWARDING = 18 "value-forwarding", "Values of stores that the renamer gives to loads.";
    STORE_LINES = 19 "store-lines", "Stores that leave together only if they are to one line.";
    LINE_CROSSINGS = 22 "line-crossings", "Loads and stores of bytes in two lines of the cache.";
    NEW_PAGES = 26 "new-pages", "First accesses of straight code to pages.";
    BANKS = 17 "banks", "Loads of the same bank in different lines, one after the other.";
    VECTOR_STATES = 20 "vector-states", "Upper halves of vector registers that are saved, or merged with.";
    SERIALIZATION = 21 "serialization", "Instructions that wait for all before them, and let all after them wait.";
    CONSTANT_ADDITION = 16 "constant-addition", "Additions of constants that the renamer does.";
}
