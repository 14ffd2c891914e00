//! Facts about a target that the proofs need.

use anyhow::Result;
use oxmca_tables::Tables;
use oxmca_tables::schema::MatchEntry;

use super::workload::Workload;
use crate::random::Random;

/// A target that is proved. Adding one means adding a folder here and a line in `TARGETS`.
pub trait ProvedTarget: Sync {
    /// Returns its name on the command line, and of its folder in tests/bad-inputs.
    fn name(&self) -> &'static str;

    /// Returns its tables.
    fn tables(&self) -> Result<Tables<'static>>;

    /// Returns its modes. The first is that of most code.
    fn modes(&self) -> &'static [Mode];

    /// Returns the matcher's variant whose forms are tried in a mode.
    fn variant(&self, _: Mode) -> usize {
        0
    }

    /// Returns whether form number `index` is tried in a mode.
    fn tries(&self, tables: &Tables<'_>, mode: Mode, entry: &MatchEntry, index: usize) -> bool;

    /// Returns the number of modes, counted from the first, that random programs are made for.
    fn modes_of_programs(&self) -> usize;

    /// Returns one CPU name for each scheduling model.
    fn cpus(&self) -> &'static [&'static str];

    /// Returns CPU names without a model of their own that are tried as well.
    fn generic_cpus(&self) -> &'static [&'static str];

    /// Returns CPUs that issue in order, which few do.
    fn in_order_cpus(&self) -> &'static [&'static str];

    /// Returns CPUs that know nearly every instruction.
    fn wide_cpus(&self) -> &'static [&'static str];

    /// Returns the CPUs on which the machine code of all forms is compared.
    fn encoded_cpus(&self) -> &'static [&'static str] {
        &["generic"]
    }

    /// Dialects other than the default one.
    fn dialects(&self) -> &'static [Dialect];

    /// Returns the text before the name of a register in the default dialect.
    fn register_prefix(&self) -> &'static str;

    /// Returns whether a register can be written in a mode.
    fn register_exists(&self, name: &str, mode: Mode) -> bool;

    /// Returns an operand in the default dialect of a matcher class that is neither a token nor a register
    /// class; empty where it is left out.
    fn operand(&self, class: &str, mode: Mode, random: &mut Random) -> Option<String>;

    /// Returns an operand of a class that must be the register of another, which is written as
    /// `tied`.
    fn tied_operand(&self, _class: &str, tied: &str) -> String {
        tied.to_owned()
    }

    /// Returns a mnemonic of the tables as it is written.
    fn written_mnemonic(&self, mnemonic: &str) -> String;

    /// Returns what follows a line that must not change how those after it are read, because it may have begun a block of
    /// conditional instructions. It has no code that is compared.
    fn end_of_blocks(&self, _: Mode) -> &'static str {
        ""
    }

    /// Returns a line for random programs that is no instruction of the tables' forms, if one is to be
    /// inserted.
    fn inserted_line(&self, random: &mut Random) -> Option<String>;

    /// Returns the text before an instruction that selects this form where another one would be
    /// preferred.
    fn form_prefix(&self, opcode: &str) -> &'static str;

    /// Returns the text before an operand. `line` is the text up to there, the mnemonic included, and `predecessor` the operand
    /// before it, empty if there is none.
    fn separator(&self, line: &str, predecessor: &str, operand: &str) -> &'static str;

    /// Returns a generated instruction with what its target needs around it, in the same line.
    fn completed_line(&self, _: Mode, line: String) -> String {
        line
    }

    /// Returns a compiled or disassembled line without what the reference crashes on.
    fn sound_line(&self, line: String) -> String {
        line
    }

    /// Returns options without which the reference writes beyond its memory on a CPU, which changes what it prints.
    fn sound_options(&self, _cpu: &str) -> &'static [&'static str] {
        &[]
    }

    /// Compilers and their options for tests/corpus.
    fn compilers(&self) -> &'static Compilers;

    /// Returns the compiled code on this machine, and how to disassemble it.
    fn libraries(&self) -> &'static Libraries;

    /// Returns the code and CPUs to measure with.
    fn workload(&self) -> &'static Workload;

    /// Returns whether an assembler makes two instructions of a call that assembly has as one.
    fn expands_calls(&self) -> bool {
        false
    }

    /// Returns whether the words of a line of assembly are a jump to an address in a register or table.
    fn is_indirect_jump(&self, words: &[&str]) -> bool;

    /// Returns whether the decoder gives other operands for the words of a line of assembly than the parser, as LLVM's does,
    /// or an instruction where the parser has none.
    fn is_decoded_otherwise(&self, _words: &[&str]) -> bool {
        false
    }

    /// Folders of LLVM's llvm-mca tests that need this target alone.
    fn conformance_tests(&self) -> &'static [&'static str];
}

/// A mode of a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mode {
    /// Index in [`ProvedTarget::modes`].
    pub index: usize,
    /// The triple that selects it.
    pub triple: &'static str,
    /// Features that it switches, as `-mattr` takes them; empty if there are none.
    pub features: &'static str,
}

impl Mode {
    /// Returns its triple and, if it switches features, its number.
    pub fn name(self) -> String {
        match self.features.is_empty() {
            true => self.triple.to_owned(),
            false => format!("{} (mode {})", self.triple, self.index),
        }
    }

    /// Returns the options that select it.
    pub fn arguments(self) -> Vec<String> {
        let mut arguments = vec![format!("-mtriple={}", self.triple)];
        if !self.features.is_empty() {
            arguments.push(format!("-mattr={}", self.features));
        }
        arguments
    }
}

/// A dialect of a target's syntax.
#[derive(Debug)]
pub struct Dialect {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its number in the tables.
    pub number: u8,
    /// The option of llvm-mca and llvm-objdump that selects it.
    pub option: &'static str,
    /// A directive that selects it.
    pub directive: &'static str,
    /// The option of compilers that selects it.
    pub compiler_flag: &'static str,
}

/// Compilers for a target.
pub struct Compilers {
    /// Of C, each with options that it always gets. The first one takes `--target`.
    pub c: &'static [&'static str],
    /// Of C++, likewise.
    pub cxx: &'static [&'static str],
    /// Options that all of them take, each set for a listing of its own.
    pub flags: &'static [&'static str],
    /// Options for other systems, whose headers are not here, or for another dialect, which headers break. For
    /// C alone, whose sources include none.
    pub elsewhere: &'static [Elsewhere],
    /// Words that exclude all else in a source's first line.
    pub kinds: &'static [&'static str],
    /// The crates of this workspace are compiled, too: rustc is taken to be for the target.
    pub has_crates: bool,
}

/// Compiler options for code that not every source can be compiled to.
pub struct Elsewhere {
    /// The options.
    pub flags: &'static str,
    /// The triple to read the result for.
    pub triple: &'static str,
    /// Words that exclude it in a source's first line.
    pub kinds: &'static [&'static str],
    /// Only the first compiler takes the options.
    pub only_first: bool,
}

/// Shared libraries with code of a target.
pub struct Libraries {
    /// Folders they are looked for in.
    pub folders: &'static [&'static str],
    /// Beginnings of names of libraries with hand-written or much vectorized code.
    pub rich: &'static [&'static str],
    /// Numbers of the machines in headers of ELF files.
    pub elf_machines: &'static [u16],
    /// Length of the longest instruction.
    pub longest_instruction_bytes: u64,
    /// Addresses of instructions are multiples of it.
    pub alignment_bytes: u64,
    /// Options with which code is read.
    pub arguments: &'static [&'static str],
    /// Triples that code is read for now and then, each once in 32 times: in another mode than its own, it has
    /// instructions that no compiler writes; other systems have other comments, local symbols and directives.
    pub other_triples: &'static [&'static str],
    /// Triples of files whose code is not that of the first mode: 64 bits or 32, the least significant byte first or last.
    pub file_triples: &'static [FileTriple],
}

/// The triple of files with a width of addresses and an order of bytes.
#[derive(Debug)]
pub struct FileTriple {
    /// Set if addresses have 64 bits.
    pub is_64_bit: bool,
    /// Set if the least significant byte comes first.
    pub is_little_endian: bool,
    /// The triple.
    pub triple: &'static str,
}
