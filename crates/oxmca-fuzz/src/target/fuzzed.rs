//! Facts about a target that fuzzing needs.

use oxmca::Session;
use oxmca_asm::Inst;
use oxmca_tables::Tables;
use oxmca_tables::text::SourceFile;

/// A target that is fuzzed. Adding one means adding a file here and a line in `TARGETS` of `mod.rs`.
pub trait FuzzedTarget: Sync {
    /// Returns its name, which is that of the folder of its tables.
    fn name(&self) -> &'static str;

    /// Triples for its modes, syntaxes and object formats. The first is that of most code.
    fn triples(&self) -> &'static [&'static str];

    /// Returns features that only a triple sets.
    fn features_of_triples(&self) -> &'static [&'static str];

    /// Returns CPUs of different kinds, for batches.
    fn batch_cpus(&self) -> [&'static str; 4];

    /// Returns its packed tables.
    fn image(&self) -> &'static [u8];

    /// Returns files of its tables with one small model.
    fn table_files(&self) -> &'static [SourceFile<'static>];

    /// Returns the name of that model.
    fn model_name(&self) -> &'static str;

    /// Returns features of the CPU, called `x`, that the model is for.
    fn features_of_x(&self) -> &'static str;

    /// Returns words of directives that change how following instructions are read, but not how they are printed and
    /// encoded.
    fn mode_directives(&self) -> &'static [&'static str];

    /// Returns flags of an instruction that may be others once its print is read.
    fn free_flags(&self, _printed: &str) -> u32 {
        0
    }

    /// Returns whether LLVM reads an instruction, named `name` in the tables, for which it has no machine code either.
    fn lacks_code(&self, _name: &str, _inst: &Inst) -> bool {
        false
    }

    /// Returns whether an instruction has several codes, of which its encoding is one, or one that is read otherwise.
    fn has_several_codes(&self, _session: &Session) -> bool {
        false
    }

    /// Returns whether unused bits of a code alone give its instruction another name, which its own code does not have.
    fn is_named_by_unused_bits(&self, _name: &str) -> bool {
        false
    }

    /// Returns whether an instruction that is printed in a dialect is one that LLVM does not read from there.
    fn is_unreadable(&self, _tables: &Tables<'_>, _inst: &Inst, _dialect: usize) -> bool {
        false
    }

    /// Returns whether LLVM prints an instruction, named `name` in the tables, as it prints another one that it
    /// reads from that.
    fn is_ambiguous(&self, _name: &str, _printed: &str, _inst: &Inst, _dialect: usize) -> bool {
        false
    }

    /// Returns whether an instruction that is printed so has a number in the tables and an expression once that is read: a
    /// distance from itself.
    fn is_distance(&self, _printed: &str) -> bool {
        false
    }

    /// Returns whether expressions that are printed in a dialect can be read as others.
    fn changes_expressions(&self, _dialect: usize) -> bool {
        false
    }
}

/// The files of a target's tables with these names below `data/FOLDER`.
macro_rules! table_files {
    ($folder:literal: $($name:literal),* $(,)?) => {
        [$(SourceFile {
            name: $name,
            text: include_str!(concat!("../../../oxmca-tables/data/", $folder, "/", $name)),
        }),*]
    };
}
pub(super) use table_files;
