//! The facts that a target states about itself, which shared code asks for before there is a triple or tables.
//!
//! A target's folder has one [`TargetDescriptor`]. Deliberately absent: code that reads or prints instructions, which is
//! behind [`Target`](super::Target).

use std::fmt;

use oxmca_tables::hardware::{HardwareModels, InstructionTrait};

use super::object_facts::ObjectMachine;
use crate::region::ByteMarkers;
use crate::syntax::Dialect;

/// A target's facts.
#[derive(Debug)]
pub struct TargetDescriptor {
    /// The name of its Cargo feature and of the folder of its tables.
    pub name: &'static str,
    /// The architectures whose instructions it reads. The first one that fits is chosen.
    pub architectures: &'static [Architecture],
    /// Its dialects. LLVM's assembler and printer number them by their place here.
    pub dialects: &'static [Dialect],
    /// Set if LLVM's printer takes any number for a dialect. One that no dialect has is the first's.
    pub takes_any_dialect: bool,
    /// Directives that switch to a dialect, with its number.
    pub dialect_directives: &'static [(&'static str, usize)],
    /// The codes that delimit regions for IACA and OSACA; `None` if these do not know the target.
    pub byte_markers: Option<ByteMarkers>,
    /// The instructions that mark regions for other analyzers.
    pub text_markers: TextMarkers,
    /// Object files that have its code.
    pub object_machines: &'static [ObjectMachine],
    /// The machines of the target that the program runs on; `None` if there are none.
    pub host: Option<HostFacts>,
    /// Traits of its instructions that hardware files can ask for; 32 at most. [`HardwareFacts`](super::HardwareFacts)
    /// have a bit for each, in this order.
    pub instruction_traits: &'static [InstructionTrait],
}

impl TargetDescriptor {
    /// The facts of a target that states nothing about itself but its names.
    pub const PLAIN: TargetDescriptor = TargetDescriptor {
        name: "",
        architectures: &[],
        dialects: &[Dialect::STANDARD],
        takes_any_dialect: true,
        dialect_directives: &[],
        byte_markers: None,
        text_markers: TextMarkers::NONE,
        object_machines: &[],
        host: None,
        instruction_traits: &[],
    };

    /// Returns the hardware models that are built in for it.
    pub fn hardware_models(&self) -> HardwareModels {
        HardwareModels::new(self.name, self.instruction_traits)
    }

    /// Returns the number of the dialect that a directive of a text switches to; `None` if it is no such directive.
    pub fn dialect_of_directive(&self, line: &[u8]) -> Option<usize> {
        let mut directives = self.dialect_directives.iter();
        directives.find(|(name, _)| line.starts_with(name.as_bytes())).map(|(_, dialect)| *dialect)
    }
}

/// An architecture: one kind of processors that a triple or `-march` names.
#[derive(Debug)]
pub struct Architecture {
    /// The name that begins a triple.
    pub name: &'static str,
    /// Names that begin triples; the same as `name` is among them.
    pub spellings: &'static [&'static str],
    /// Returns whether a name that is not among these begins a triple, too: names with versions have a rule.
    pub spells: fn(name: &str) -> bool,
    /// The name under which LLVM registers its target.
    pub target_name: &'static str,
    /// Other names for it (`-march`).
    pub other_target_names: &'static [&'static str],
    /// The width of addresses.
    pub address_bits: u32,
    /// Set if bytes are stored least significant first.
    pub is_little_endian: bool,
    /// Set if its object files are ELF on every system unless the triple says otherwise.
    pub is_always_elf: bool,
    /// Set for the architecture of a target that a CPU's name alone stands for.
    pub is_main: bool,
    /// The names that disassemblers give to formats of its files (`elf64-x86-64`): for each, the parts that all are in
    /// it.
    pub file_formats: &'static [&'static [&'static str]],
    /// Directives that show a text to be for it: the beginning of the line, and a part of the line.
    pub directives: &'static [(&'static str, &'static str)],
}

impl Architecture {
    /// An architecture of 64 bits that stores the least significant byte first.
    pub const LITTLE_64: Architecture = Architecture {
        name: "",
        spellings: &[],
        spells: |_| false,
        target_name: "",
        other_target_names: &[],
        address_bits: 64,
        is_little_endian: true,
        is_always_elf: false,
        is_main: false,
        file_formats: &[],
        directives: &[],
    };
}

/// An architecture that has a target here.
#[derive(Clone, Copy)]
pub struct Arch {
    target: &'static TargetDescriptor,
    facts: &'static Architecture,
}

impl Arch {
    /// Returns the architectures of a target.
    pub fn of(target: &'static TargetDescriptor) -> impl Iterator<Item = Arch> + Clone {
        target.architectures.iter().map(move |facts| Arch { target, facts })
    }

    /// Returns the facts about the architecture.
    pub fn facts(self) -> &'static Architecture {
        self.facts
    }

    /// Returns the facts about its target.
    pub fn target(self) -> &'static TargetDescriptor {
        self.target
    }

    /// Returns the name of the architecture in a triple.
    pub fn canonical(self) -> &'static str {
        self.facts.name
    }

    /// Returns the name under which LLVM registers its target.
    pub fn target_name(self) -> &'static str {
        self.facts.target_name
    }

    /// Returns the Cargo feature that builds its target in.
    pub fn feature(self) -> &'static str {
        self.target.name
    }
}

impl PartialEq for Arch {
    fn eq(&self, other: &Arch) -> bool {
        std::ptr::eq(self.facts, other.facts) || self.facts.name == other.facts.name
    }
}

impl Eq for Arch {}

impl fmt::Debug for Arch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.facts.name)
    }
}

/// The instructions that mark regions of a target for IACA and OSACA: one sets a register to a number, and bytes that
/// are no usual instruction follow.
#[derive(Debug)]
pub struct TextMarkers {
    /// The instructions that begin a region, in lower case and without blanks.
    pub begin: &'static [&'static str],
    /// The instructions that end a region, in the same form.
    pub end: &'static [&'static str],
    /// The bytes that follow, as `.byte` lists them.
    pub bytes: &'static [&'static [u8]],
    /// The instructions that the bytes are to disassemblers, without blanks.
    pub disassembled: &'static [&'static str],
}

impl TextMarkers {
    /// The markers of a target that IACA and OSACA do not know.
    pub const NONE: TextMarkers =
        TextMarkers { begin: &[], end: &[], bytes: &[], disassembled: &[] };
}

/// Facts about machines that the program itself may run on.
#[derive(Debug)]
pub struct HostFacts {
    /// The names of their architectures in Rust (`std::env::consts::ARCH`).
    pub rust_names: &'static [&'static str],
    /// Returns the first component of the triple for an architecture in Rust's name and an operating system.
    pub triple_arch: fn(arch: &'static str, os: &str) -> &'static str,
    /// The vendor in triples of Linux.
    pub linux_vendor: &'static str,
    /// Returns the name of the CPU that the program runs on, as `-mcpu` takes it. The parameter gives the text of
    /// Linux's `/proc/cpuinfo`, on macOS the number `hw.cpufamily` of `sysctl`.
    pub cpu_name: fn(read_cpuinfo: &mut dyn FnMut() -> String) -> &'static str,
    /// Features that tell CPUs apart, as `-mattr` names them, each with whether the CPU that the program runs on has it.
    /// Empty where that is not known.
    pub features: fn() -> Vec<(&'static str, bool)>,
}
