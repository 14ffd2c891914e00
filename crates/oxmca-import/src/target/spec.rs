//! The form of facts about a target that no dump states.

use anyhow::{Context, Result};

/// Facts about a target that its dumps do not state.
pub struct TargetSpec {
    /// LLVM's name, which the dumps' names begin with.
    pub name: &'static str,
    /// The namespace of names in the dumps, if it is not the target's name.
    pub namespace: &'static str,
    /// The file that states these facts.
    pub file: &'static str,
    /// Folder under `data`.
    pub folder: &'static str,
    /// Names of the assembler dialects, in LLVM's order of variants.
    pub dialects: &'static [&'static str],
    /// Names of the matcher's variants, in LLVM's order, if they are not the dialects.
    pub variants: &'static [&'static str],
    /// The target's own operand types that come first, in the order of their enumeration; others that
    /// the dump has follow.
    pub operand_types: &'static [&'static str],
    /// Operand records whose names groups of machine operands get where several have the same.
    pub preferred_groups: &'static [&'static str],
    /// Enumerators that predicates compare immediates with.
    pub constants: &'static [(&'static str, i64)],
    /// Functions of an immediate that give some of its bits: name, first bit, number of bits.
    pub bit_fields: &'static [(&'static str, u8, u8)],
    /// The set of alternative register names that is printed, if it is not the registers' own.
    pub printed_names: Option<&'static str>,
    /// Set if LLVM's printer does not ask for aliases, though there are some.
    pub prints_no_aliases: bool,
    /// Searchable tables that are imported as they are.
    pub tables: &'static [&'static str],
    /// Searchable tables that nothing here needs.
    pub unneeded_tables: &'static [&'static str],
    /// Sets of instructions that searchable tables tell.
    pub instruction_sets: &'static [InstructionSet],
    /// Classes of records that are imported as tables.
    pub record_tables: &'static [RecordTable],
    /// Relations between instructions that are imported as tables.
    pub relations: &'static [Relation],
    /// Searchable tables that choose scheduling classes.
    pub class_choices: &'static [ClassChoiceTable],
    /// The searchable table whose pseudo-instructions exist only to have scheduling classes. Those that
    /// nothing else names are not imported.
    pub class_pseudos: Option<&'static str>,
    /// The tables of the disassembler, in the order in which they are tried.
    pub decoders: &'static [DecoderTable],
    /// Set if the program has code for all decoder methods, also for those of which steps can be made.
    pub decodes_by_methods: bool,
    /// Tables of the dump that LLVM's disassembler does not try.
    pub untried_decoders: &'static [&'static str],
    /// Features without a name for users that the program asks about: they become conditions of the assembler's.
    pub unnamed_features: &'static [&'static str],
    /// Set if the records number the bits of machine code from the highest one.
    pub first_bit_is_highest: bool,
    /// Functions of LLVM's parser that make machine operands, by the steps that do the same.
    pub converters: &'static [Converter],
    /// Set if functions of LLVM's parser that make all machine operands have their likes in the program.
    pub converts_by_methods: bool,
    /// Set if the program asks for operands of instructions by their names.
    pub operand_names: bool,
    /// Set if most registers are tuples of others, which are too many to be spelled out: their names are short, their
    /// parts are lists by distance, classes are ranges, and units and super-registers are left out.
    pub register_tuples: bool,
    /// Set if the tables are so large that their lines share words by shorthands, and stand for several rows where these are
    /// alike.
    pub shares_words: bool,
    /// Set if instructions that the assembler does not accept and no decoder has are left out.
    pub leaves_out_unwritten: bool,
    /// CPU names that LLVM's lists of them leave out.
    pub unlisted_cpus: &'static [&'static str],
    /// Ranges and messages of operand classes, as `OperandFacts` reads them.
    pub operands: &'static str,
}

/// The steps that stand for a function of LLVM's parser.
pub struct Converter {
    /// The function.
    pub name: &'static str,
    /// The number of operand classes of the forms that this is for.
    pub classes: usize,
    /// The steps, as the text tables write them.
    pub steps: &'static str,
}

/// A table of the generated disassembler.
pub struct DecoderTable {
    /// The name after `DecoderTable`.
    pub table: &'static str,
    /// Width of the codes it decodes.
    pub width_bits: u16,
    /// Set if it is tried by itself: the program decides when.
    pub is_separate: bool,
}

/// A set of instructions: those whose rows in a searchable table have a flag.
pub struct InstructionSet {
    /// The name that the set gets.
    pub name: &'static str,
    /// The table, whose column `Opcode` has the instructions.
    pub table: &'static str,
    /// The column of the flag; empty if all rows count.
    pub column: &'static str,
}

/// A table of the records of a class.
pub struct RecordTable {
    /// The class, which is also the table's name.
    pub class: &'static str,
    /// Fields that become columns.
    pub fields: &'static [&'static str],
}

/// A relation between instructions, which the dump has as functions.
pub struct Relation {
    /// The table's name.
    pub name: &'static str,
    /// The functions, each with the number of the case that it is for. The first one that has an instruction is taken.
    pub functions: &'static [(&'static str, u32)],
}

/// A searchable table that gives instructions pseudo-instructions by two numbers.
pub struct ClassChoiceTable {
    /// The table of pseudo-instructions, in whose column `Pseudo` they are.
    pub pseudos: &'static str,
    /// The table that has the instructions, in its column `BaseInstr`: another, or the same.
    pub instructions: &'static str,
    /// Values of columns of that table that tell which of its instructions are meant.
    pub only: &'static [(&'static str, i64)],
    /// Columns that must have the same value: of the instructions and of the pseudo-instructions.
    pub equal: &'static [(&'static str, &'static str)],
    /// Values that columns of the pseudo-instructions must have.
    pub pseudos_with: &'static [(&'static str, i64)],
    /// The columns of the two numbers.
    pub state: [&'static str; 2],
}

/// Changes of the dumps of a target, which an import must notice.
pub struct Rehearsal {
    /// The target.
    pub spec: &'static TargetSpec,
    /// A model, which is copied.
    pub model: &'static str,
    /// The CPU that the copy gets: the name of the first one without its first letter. Texts of names end where others
    /// do, so that the end of a name is a name, too.
    pub cpu: &'static str,
    /// An instruction that gets another name, and that the target's code names.
    pub instruction: &'static str,
    /// A table of the disassembler that gets another name.
    pub decoder_table: &'static str,
    /// Names that get others: the end of the dump's file name, the name, its kind, and the file where it goes.
    pub names: &'static [(&'static str, &'static str, &'static str, &'static str)],
}

impl TargetSpec {
    /// A target that its dumps describe in full.
    pub(super) const PLAIN: TargetSpec = TargetSpec {
        name: "",
        namespace: "",
        file: "",
        folder: "",
        dialects: &[],
        variants: &[],
        operand_types: &[],
        preferred_groups: &[],
        constants: &[],
        bit_fields: &[],
        printed_names: None,
        prints_no_aliases: false,
        tables: &[],
        unneeded_tables: &[],
        instruction_sets: &[],
        record_tables: &[],
        relations: &[],
        class_choices: &[],
        class_pseudos: None,
        decoders: &[],
        decodes_by_methods: false,
        untried_decoders: &[],
        unnamed_features: &[],
        first_bit_is_highest: false,
        converters: &[],
        converts_by_methods: false,
        operand_names: false,
        register_tuples: false,
        shares_words: false,
        leaves_out_unwritten: false,
        unlisted_cpus: &[],
        operands: "",
    };

    /// Names of the matcher's variants.
    pub fn variants(&self) -> &'static [&'static str] {
        if self.variants.is_empty() { self.dialects } else { self.variants }
    }

    /// Returns whether a searchable table is one of those that are imported, asked or left out.
    pub fn knows_table(&self, name: &str) -> bool {
        let choices = self.class_choices.iter().flat_map(|it| [it.pseudos, it.instructions]);
        let sets = self.instruction_sets.iter().map(|it| it.table);
        let known = self.tables.iter().chain(self.unneeded_tables).copied().chain(sets);
        known.chain(choices).chain(self.class_pseudos).any(|it| it == name)
    }

    /// Returns `name` without the target's namespace.
    pub fn unqualified<'a>(&self, name: &'a str) -> Result<&'a str> {
        let namespace = self.namespace();
        name.strip_prefix(namespace)
            .and_then(|rest| rest.strip_prefix("::"))
            .with_context(|| format!("`{name}` is not in namespace {namespace}"))
    }

    /// Returns the namespace of names in the dumps.
    pub fn namespace(&self) -> &'static str {
        if self.namespace.is_empty() { self.name } else { self.namespace }
    }
}

pub(super) const fn decoder(table: &'static str, width_bits: u16) -> DecoderTable {
    DecoderTable { table, width_bits, is_separate: false }
}

pub(super) const fn separate_decoder(table: &'static str, width_bits: u16) -> DecoderTable {
    DecoderTable { table, width_bits, is_separate: true }
}
