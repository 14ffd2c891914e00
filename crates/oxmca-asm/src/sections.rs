//! Sections the text puts its contents in.

use crate::symbols::{NameMap, SectionId, SymbolId};

/// ELF section types.
pub(crate) mod section_type {
    pub const PROGBITS: u32 = 1;
    pub const NOTE: u32 = 7;
    pub const NOBITS: u32 = 8;
    pub const INIT_ARRAY: u32 = 14;
    pub const FINI_ARRAY: u32 = 15;
    pub const PREINIT_ARRAY: u32 = 16;
    pub const GNU_SFRAME: u32 = 0x6fff_fff4;
    /// Those of LLVM's own, from this one.
    pub const LLVM: u32 = 0x6fff_4c00;
    /// Of x86, whose name is known on every target.
    pub const UNWIND: u32 = 0x7000_0001;
}

/// ELF section flags.
pub(crate) mod section_flag {
    pub const WRITE: u32 = 1;
    pub const ALLOC: u32 = 2;
    pub const EXECINSTR: u32 = 4;
    pub const MERGE: u32 = 0x10;
    pub const STRINGS: u32 = 0x20;
    pub const LINK_ORDER: u32 = 0x80;
    pub const GROUP: u32 = 0x200;
    pub const TLS: u32 = 0x400;
    pub const GNU_RETAIN: u32 = 0x20_0000;
    pub const EXCLUDE: u32 = 0x8000_0000;
}

/// COFF section flags.
pub(crate) mod coff_flag {
    pub const CODE: u32 = 0x20;
    pub const INITIALIZED_DATA: u32 = 0x40;
    pub const UNINITIALIZED_DATA: u32 = 0x80;
    pub const INFO: u32 = 0x200;
    pub const REMOVE: u32 = 0x800;
    pub const COMDAT: u32 = 0x1000;
    pub const DISCARDABLE: u32 = 0x200_0000;
    pub const SHARED: u32 = 0x1000_0000;
    pub const EXECUTE: u32 = 0x2000_0000;
    pub const READ: u32 = 0x4000_0000;
    pub const WRITE: u32 = 0x8000_0000;
}

/// Mach-O section types and attributes.
pub(crate) mod macho_type {
    pub const REGULAR: u32 = 0;
    pub const ZEROFILL: u32 = 1;
    pub const CSTRING_LITERALS: u32 = 2;
    pub const LITERALS_4_BYTE: u32 = 3;
    pub const LITERALS_8_BYTE: u32 = 4;
    pub const LITERAL_POINTERS: u32 = 5;
    pub const NON_LAZY_SYMBOL_POINTERS: u32 = 6;
    pub const LAZY_SYMBOL_POINTERS: u32 = 7;
    pub const SYMBOL_STUBS: u32 = 8;
    pub const MOD_INIT_FUNC_POINTERS: u32 = 9;
    pub const MOD_TERM_FUNC_POINTERS: u32 = 10;
    pub const COALESCED: u32 = 11;
    pub const GB_ZEROFILL: u32 = 12;
    pub const LITERALS_16_BYTE: u32 = 14;
    pub const THREAD_LOCAL_REGULAR: u32 = 17;
    pub const THREAD_LOCAL_ZEROFILL: u32 = 18;
    pub const THREAD_LOCAL_VARIABLES: u32 = 19;
    pub const THREAD_LOCAL_VARIABLE_POINTERS: u32 = 20;
    pub const THREAD_LOCAL_INIT_FUNCTION_POINTERS: u32 = 21;

    /// Names of the types, by number; empty where a type cannot be written.
    pub const NAMES: [&str; 23] = [
        "regular",
        "zerofill",
        "cstring_literals",
        "4byte_literals",
        "8byte_literals",
        "literal_pointers",
        "non_lazy_symbol_pointers",
        "lazy_symbol_pointers",
        "symbol_stubs",
        "mod_init_funcs",
        "mod_term_funcs",
        "coalesced",
        "",
        "interposing",
        "16byte_literals",
        "",
        "",
        "thread_local_regular",
        "thread_local_zerofill",
        "thread_local_variables",
        "thread_local_variable_pointers",
        "thread_local_init_function_pointers",
        "",
    ];

    /// Names of the attributes. Some have none, so that nothing at all is an attribute too.
    pub const ATTRIBUTES: [&str; 9] = [
        "pure_instructions",
        "no_toc",
        "strip_static_syms",
        "no_dead_strip",
        "live_support",
        "self_modifying_code",
        "debug",
        "",
        "none",
    ];
}

/// The unique id of a section that has none.
pub(crate) const NOT_UNIQUE: u32 = u32::MAX;

/// The properties that a directive asks a section to have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SectionRequest<'n> {
    pub name: &'n [u8],
    pub kind: u32,
    pub flags: u32,
    pub entry_size: u32,
    pub group: &'n [u8],
    pub comdat: bool,
    pub unique_id: u32,
    pub linked_to: &'n [u8],
}

impl<'n> SectionRequest<'n> {
    /// Returns a section with a name, type and flags only.
    pub fn plain(name: &'n [u8], kind: u32, flags: u32) -> SectionRequest<'n> {
        SectionRequest {
            name,
            kind,
            flags,
            entry_size: 0,
            group: b"",
            comdat: false,
            unique_id: NOT_UNIQUE,
            linked_to: b"",
        }
    }
}

/// A section.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    pub name: Box<[u8]>,
    pub kind: u32,
    pub flags: u32,
    pub entry_size: u32,
    pub group: Box<[u8]>,
    pub comdat: bool,
    /// Set if it holds no bytes in the file.
    pub is_bss: bool,
    /// The symbol for its start.
    pub symbol: Option<SymbolId>,
    /// The symbol its COMDAT is named by.
    pub comdat_symbol: Option<SymbolId>,
}

/// A section and a number that orders what is put in it.
pub(crate) type SectionPosition = Option<(SectionId, u32)>;

#[derive(Clone, Copy, Debug, Default)]
struct StackedSection {
    current: SectionPosition,
    previous: SectionPosition,
}

/// All sections, and the one in force.
#[derive(Debug)]
pub(crate) struct Sections {
    sections: Vec<Section>,
    by_key: NameMap<SectionId>,
    stack: Vec<StackedSection>,
}

impl Sections {
    pub fn new() -> Sections {
        Sections {
            sections: Vec::new(),
            by_key: NameMap::default(),
            stack: vec![StackedSection::default()],
        }
    }

    /// Returns the number of sections.
    pub fn len(&self) -> usize {
        self.sections.len()
    }

    pub fn get(&self, id: SectionId) -> &Section {
        &self.sections[id.0 as usize]
    }

    /// Returns the section that sections of this key are, if there is one.
    pub fn find(&self, request: &SectionRequest<'_>) -> Option<SectionId> {
        self.by_key.get(key(request).as_slice()).copied()
    }

    /// Adds a section.
    pub fn add(&mut self, request: &SectionRequest<'_>, symbol: Option<SymbolId>) -> SectionId {
        let id = SectionId(self.sections.len() as u32);
        self.sections.push(Section {
            name: request.name.into(),
            kind: request.kind,
            flags: request.flags,
            entry_size: request.entry_size,
            group: request.group.into(),
            comdat: request.comdat,
            is_bss: request.kind == section_type::NOBITS,
            symbol,
            comdat_symbol: None,
        });
        self.by_key.insert(key(request).into(), id);
        id
    }

    pub fn get_mut(&mut self, id: SectionId) -> &mut Section {
        &mut self.sections[id.0 as usize]
    }

    /// Returns the COFF section that a request means, if there is one.
    pub fn find_coff(&self, request: &SectionRequest<'_>) -> Option<SectionId> {
        self.by_key.get(coff_key(request).as_slice()).copied()
    }

    /// Adds a COFF section.
    pub fn add_coff(
        &mut self,
        request: &SectionRequest<'_>,
        symbol: SymbolId,
        comdat_symbol: Option<SymbolId>,
    ) -> SectionId {
        let id = self.add(request, Some(symbol));
        self.by_key.insert(coff_key(request).into(), id);
        let section = self.get_mut(id);
        section.is_bss = request.flags & coff_flag::UNINITIALIZED_DATA != 0;
        section.comdat_symbol = comdat_symbol;
        id
    }

    /// Adds a Mach-O section, whose name in messages is without its segment.
    pub fn add_macho(&mut self, request: &SectionRequest<'_>, name: &[u8]) -> SectionId {
        let id = self.add(request, None);
        let section = self.get_mut(id);
        section.name = name.into();
        section.is_bss = matches!(
            request.kind,
            macho_type::ZEROFILL | macho_type::GB_ZEROFILL | macho_type::THREAD_LOCAL_ZEROFILL
        );
        id
    }

    fn top(&mut self) -> &mut StackedSection {
        if self.stack.is_empty() {
            self.stack.push(StackedSection::default());
        }
        let last = self.stack.len() - 1;
        &mut self.stack[last]
    }

    /// Returns the section in force.
    pub fn current(&self) -> Option<SectionId> {
        self.stack.last()?.current.map(|(section, _)| section)
    }

    /// Returns the section in force, and the number that orders what is put in it.
    pub fn position(&self) -> SectionPosition {
        self.stack.last()?.current
    }

    /// Returns the section before the one in force.
    pub fn previous(&self) -> SectionPosition {
        self.stack.last()?.previous
    }

    /// Changes the section in force; gives whether it is another one than before.
    pub fn switch(&mut self, section: SectionId, subsection: u32) -> bool {
        let level = self.top();
        let place = Some((section, subsection));
        let old = level.current;
        level.previous = old;
        level.current = place;
        old != place
    }

    /// Remembers the section in force.
    pub fn push(&mut self) {
        let level = *self.top();
        self.stack.push(StackedSection { current: level.current, previous: level.previous });
    }

    /// Returns to the section remembered last; gives whether there was one.
    pub fn pop(&mut self) -> bool {
        self.stack.len() > 1 && self.stack.pop().is_some()
    }
}

fn key(request: &SectionRequest<'_>) -> Vec<u8> {
    let mut key = request.name.to_vec();
    let is_plain =
        request.group.is_empty() && request.linked_to.is_empty() && request.unique_id == NOT_UNIQUE;
    if !is_plain {
        key.push(0);
        key.extend_from_slice(request.group);
        key.push(0);
        key.extend_from_slice(request.linked_to);
        key.extend_from_slice(&request.unique_id.to_le_bytes());
    }
    key
}

/// Returns the key of a COFF section, which depends on the way its COMDAT is chosen, too.
fn coff_key(request: &SectionRequest<'_>) -> Vec<u8> {
    let mut key = key(request);
    key.extend_from_slice(&[0, b'c', request.kind as u8]);
    key
}

/// Types of the Mach-O sections that exist before the text names any, where not regular.
pub(crate) fn standard_macho(name: &[u8]) -> Option<u32> {
    Some(match name {
        b"__TEXT,__text" | b"__DATA,__data" | b"__TEXT,__const" | b"__DATA,__const" => {
            macho_type::REGULAR
        }
        b"__TEXT,__eh_frame"
        | b"__TEXT,__textcoal_nt"
        | b"__TEXT,__const_coal"
        | b"__DATA,__datacoal_nt" => macho_type::COALESCED,
        b"__DATA,__thread_data" => macho_type::THREAD_LOCAL_REGULAR,
        b"__DATA,__thread_bss" => macho_type::THREAD_LOCAL_ZEROFILL,
        b"__DATA,__thread_vars" => macho_type::THREAD_LOCAL_VARIABLES,
        b"__DATA,__thread_init" => macho_type::THREAD_LOCAL_INIT_FUNCTION_POINTERS,
        b"__DATA,__thread_ptr" => macho_type::THREAD_LOCAL_VARIABLE_POINTERS,
        b"__TEXT,__cstring" => macho_type::CSTRING_LITERALS,
        b"__TEXT,__literal4" => macho_type::LITERALS_4_BYTE,
        b"__TEXT,__literal8" => macho_type::LITERALS_8_BYTE,
        b"__TEXT,__literal16" => macho_type::LITERALS_16_BYTE,
        b"__DATA,__common" | b"__DATA,__bss" => macho_type::ZEROFILL,
        b"__DATA,__la_symbol_ptr" => macho_type::LAZY_SYMBOL_POINTERS,
        b"__DATA,__nl_symbol_ptr" => macho_type::NON_LAZY_SYMBOL_POINTERS,
        _ => return None,
    })
}

/// Returns the type, flags and entry size of the sections that exist in ELF before the text names
/// any. Targets have types of their own for `.eh_frame` and for debug information.
pub(crate) fn standard_elf(
    name: &[u8],
    eh_frame_type: u32,
    debug_type: u32,
) -> Option<(u32, u32, u32)> {
    use section_flag::*;
    use section_type::*;
    const DWARF: &[&str] = &[
        "abbrev",
        "addr",
        "aranges",
        "cu_index",
        "frame",
        "gnu_pubnames",
        "gnu_pubtypes",
        "info",
        "line",
        "loc",
        "loclists",
        "macinfo",
        "macro",
        "pubnames",
        "pubtypes",
        "ranges",
        "rnglists",
        "str_offsets",
        "tu_index",
    ];
    const DWARF_DWO: &[&str] = &[
        "abbrev",
        "info",
        "line",
        "loc",
        "loclists",
        "macinfo",
        "macro",
        "rnglists",
        "str_offsets",
        "types",
    ];
    let name = std::str::from_utf8(name).ok()?;
    if let Some(debug) = name.strip_prefix(".debug_") {
        return match debug.strip_suffix(".dwo") {
            Some("str") => Some((debug_type, MERGE | STRINGS | EXCLUDE, 1)),
            Some(dwo) => DWARF_DWO.contains(&dwo).then_some((debug_type, EXCLUDE, 0)),
            None if matches!(debug, "str" | "line_str") => Some((debug_type, MERGE | STRINGS, 1)),
            None if debug == "names" => Some((PROGBITS, 0, 0)),
            None => DWARF.contains(&debug).then_some((debug_type, 0, 0)),
        };
    }
    Some(match name {
        ".text" => (PROGBITS, EXECINSTR | ALLOC, 0),
        ".data" | ".data.rel.ro" => (PROGBITS, WRITE | ALLOC, 0),
        ".bss" => (NOBITS, WRITE | ALLOC, 0),
        ".rodata" | ".gcc_except_table" | ".llvm_stackmaps" | ".llvm_faultmaps" => {
            (PROGBITS, ALLOC, 0)
        }
        ".tdata" => (PROGBITS, ALLOC | TLS | WRITE, 0),
        ".tbss" => (NOBITS, ALLOC | TLS | WRITE, 0),
        ".rodata.cst4" => (PROGBITS, ALLOC | MERGE, 4),
        ".rodata.cst8" => (PROGBITS, ALLOC | MERGE, 8),
        ".rodata.cst16" => (PROGBITS, ALLOC | MERGE, 16),
        ".rodata.cst32" => (PROGBITS, ALLOC | MERGE, 32),
        ".eh_frame" => (eh_frame_type, ALLOC, 0),
        ".sframe" => (GNU_SFRAME, ALLOC, 0),
        ".llvm.callgraph" => (LLVM + 0xf, 0, 0),
        ".apple_names" | ".apple_objc" | ".apple_namespaces" | ".apple_types" | ".stack_sizes"
        | ".llvm_stats" => (PROGBITS, 0, 0),
        ".pseudo_probe" | ".pseudo_probe_desc" => (debug_type, 0, 0),
        _ => return None,
    })
}
