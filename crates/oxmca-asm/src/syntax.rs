//! Differences in the text of assembly between targets and object formats.

/// A way to write the assembly of a target. Targets list theirs in their [descriptor](crate::target::TargetDescriptor).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Dialect {
    name: &'static str,
}

impl Dialect {
    /// The only way to write a target's assembly, or the one that LLVM lists first.
    pub const STANDARD: Dialect = Dialect::new("standard");

    /// Returns the dialect of a name in lower case.
    pub const fn new(name: &'static str) -> Dialect {
        Dialect { name }
    }

    /// Returns its name in lower case, e.g. `att`.
    pub const fn name(self) -> &'static str {
        self.name
    }
}

/// Object file format the assembly is for: decides which section directives exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectFormat {
    /// ELF.
    Elf,
    /// COFF.
    Coff,
    /// Mach-O.
    MachO,
}

/// Lexical and syntactic choices.
#[derive(Clone, Copy, Debug)]
pub struct Syntax {
    /// The text that begins a comment up to the end of the line.
    pub comment: &'static str,
    /// The text that separates statements on a line.
    pub separator: &'static str,
    /// Set if `//`, `/* */` and a `#` that begins a statement are comments too.
    pub additional_comments: bool,
    /// Set if `@` may be inside an identifier (`foo@PLT` is one token).
    pub at_in_identifier: bool,
    /// Set if an identifier may begin with `$`.
    pub dollar_begins_identifier: bool,
    /// Set if an identifier may begin with `@`.
    pub at_begins_identifier: bool,
    /// Set if an identifier may begin with `?`.
    pub question_begins_identifier: bool,
    /// Set if a lone `$` is the current location.
    pub dollar_is_location: bool,
    /// Set if the text after an `@` that is no known specifier is part of the symbol's name.
    pub at_in_name: bool,
    /// Set if `name@specifier` is understood at all.
    pub at_specifiers: bool,
    /// Set if a specifier stands in parentheses behind a symbol: `name(specifier)`.
    pub parenthesized_specifiers: bool,
    /// Specifiers behind symbols, as they are printed; they are recognized in any case.
    pub specifiers: &'static [&'static str],
    /// Operator precedences, macros and conditions as Darwin's assembler has them.
    pub darwin: bool,
    /// Object file format.
    pub object_format: ObjectFormat,
    /// Prefix of assembler-local symbols.
    pub private_prefix: &'static str,
    /// Bytes of a code pointer.
    pub code_pointer_bytes: u8,
    /// Data directives of the target's own, and the bytes of a value of each.
    pub data_directives: &'static [(&'static str, u8)],
    /// Set if `.align` takes bytes rather than a power of two.
    pub align_is_bytes: bool,
    /// Set if the alignment of `.comm` is in bytes rather than a power of two.
    pub comm_alignment_is_bytes: bool,
    /// Set if the alignment of `.lcomm` is in bytes; `None` if it takes none.
    pub lcomm_alignment: Option<bool>,
    /// ELF section type of `.eh_frame`.
    pub eh_frame_section_type: u32,
    /// ELF section type of debug information.
    pub debug_section_type: u32,
    /// ELF section flags of the target's own: their letters in `.section`, and their bits.
    pub elf_section_flags: &'static [(u8, u32)],
    /// Set if `.seh_*` directives describe frames.
    pub windows_unwind: bool,
    /// Set if bytes are stored least significant first.
    pub little_endian: bool,
    /// Set if `>>` shifts in zeros rather than the sign.
    pub logical_shift_right: bool,
}

impl Syntax {
    /// The choices GNU assemblers for ELF make, with `#` comments.
    pub const ELF: Syntax = Syntax {
        comment: "#",
        separator: ";",
        additional_comments: true,
        at_in_identifier: true,
        dollar_begins_identifier: false,
        at_begins_identifier: false,
        question_begins_identifier: false,
        dollar_is_location: false,
        at_in_name: false,
        at_specifiers: true,
        parenthesized_specifiers: false,
        specifiers: &[],
        darwin: false,
        object_format: ObjectFormat::Elf,
        private_prefix: ".L",
        code_pointer_bytes: 8,
        data_directives: &[],
        align_is_bytes: true,
        comm_alignment_is_bytes: true,
        lcomm_alignment: None,
        eh_frame_section_type: 1,
        debug_section_type: 1,
        elf_section_flags: &[],
        windows_unwind: false,
        little_endian: true,
        logical_shift_right: true,
    };
}
