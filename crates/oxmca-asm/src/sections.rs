//! Sections the text puts its contents in.

use crate::symbols::{NameMap, SymbolId};

/// A section: index into [`Sections`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SectionId(u32);

/// ELF section types.
pub(crate) mod section_type {
    pub const PROGBITS: u32 = 1;
    pub const NOTE: u32 = 7;
    pub const NOBITS: u32 = 8;
    pub const INIT_ARRAY: u32 = 14;
    pub const FINI_ARRAY: u32 = 15;
    pub const PREINIT_ARRAY: u32 = 16;
    pub const GNU_SFRAME: u32 = 0x6fff_fff4;
    pub const X86_64_UNWIND: u32 = 0x7000_0001;
    /// Those of LLVM's own, from this one.
    pub const LLVM: u32 = 0x6fff_4c00;
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
    pub const X86_64_LARGE: u32 = 0x1000_0000;
    pub const EXCLUDE: u32 = 0x8000_0000;
}

/// The unique id of a section that has none.
pub(crate) const NOT_UNIQUE: u32 = u32::MAX;

/// What a section is asked to be.
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
    /// A section with a name, type and flags only.
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
    /// Whether it holds no bytes in the file.
    pub is_bss: bool,
    /// The symbol for its start.
    pub symbol: Option<SymbolId>,
}

/// A section and a number that orders what is put in it.
pub(crate) type Place = Option<(SectionId, u32)>;

#[derive(Clone, Copy, Debug, Default)]
struct Level {
    current: Place,
    previous: Place,
}

/// All sections, and the one in force.
#[derive(Debug)]
pub(crate) struct Sections {
    sections: Vec<Section>,
    by_key: NameMap<SectionId>,
    stack: Vec<Level>,
}

impl Sections {
    pub fn new() -> Sections {
        Sections { sections: Vec::new(), by_key: NameMap::default(), stack: vec![Level::default()] }
    }

    pub fn get(&self, id: SectionId) -> &Section {
        &self.sections[id.0 as usize]
    }

    /// The section that sections of this key are, if there is one.
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
        });
        self.by_key.insert(key(request).into(), id);
        id
    }

    fn top(&mut self) -> &mut Level {
        if self.stack.is_empty() {
            self.stack.push(Level::default());
        }
        let last = self.stack.len() - 1;
        &mut self.stack[last]
    }

    /// The section in force.
    pub fn current(&self) -> Option<SectionId> {
        self.stack.last()?.current.map(|(section, _)| section)
    }

    /// The section before the one in force.
    pub fn previous(&self) -> Place {
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
        self.stack.push(Level { current: level.current, previous: level.previous });
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

/// Type, flags and entry size of the sections that exist in ELF before the text names any.
pub(crate) fn standard_elf(name: &[u8], eh_frame_type: u32) -> Option<(u32, u32, u32)> {
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
        "names",
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
            Some("str") => Some((PROGBITS, MERGE | STRINGS | EXCLUDE, 1)),
            Some(dwo) => DWARF_DWO.contains(&dwo).then_some((PROGBITS, EXCLUDE, 0)),
            None if matches!(debug, "str" | "line_str") => Some((PROGBITS, MERGE | STRINGS, 1)),
            None => DWARF.contains(&debug).then_some((PROGBITS, 0, 0)),
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
        | ".pseudo_probe" | ".pseudo_probe_desc" | ".llvm_stats" => (PROGBITS, 0, 0),
        _ => return None,
    })
}
