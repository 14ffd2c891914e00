//! Small ELF files: code, names for parts of it, a build id.

const HEADER_LEN: u64 = 64;
const PROGRAM_HEADER_LEN: u64 = 56;
/// Where the code is in the file; its address is equal to that modulo the page size.
pub const CODE_AT: u64 = 0x1000;
const EXECUTABLE: u16 = 2;
const X86_64: u16 = 62;

/// A name for some code.
pub struct Symbol {
    pub name: String,
    pub start: u64,
    pub len: u64,
}

#[derive(Clone, Copy, Default)]
struct Section {
    name: u32,
    kind: u32,
    flags: u64,
    address: u64,
    offset: u64,
    len: u64,
    link: u32,
    info: u32,
    entry: u64,
}

fn put(bytes: &mut Vec<u8>, parts: &[&[u8]]) {
    parts.iter().for_each(|part| bytes.extend(*part));
}

/// A file with code at an address, and zeros up to a length.
pub fn file(address: u64, len: u64, code: &[u8], symbols: &[Symbol], build_id: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0; (CODE_AT + len) as usize];
    bytes[CODE_AT as usize..][..code.len()].copy_from_slice(code);
    let mut names = vec![0];
    let mut sections = vec![Section::default()];
    let mut append = |name: &str, section: Section, contents: &[u8]| {
        let section = Section {
            name: names.len() as u32,
            offset: bytes.len() as u64,
            len: contents.len() as u64,
            ..section
        };
        put(&mut names, &[name.as_bytes(), &[0]]);
        bytes.extend(contents);
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        sections.push(section);
    };
    let (mut table, mut strings) = (vec![0; 24], vec![0]);
    for symbol in symbols {
        // A global function in the second section.
        put(&mut table, &[&(strings.len() as u32).to_le_bytes(), &[0x12, 0], &2_u16.to_le_bytes()]);
        put(&mut table, &[&symbol.start.to_le_bytes(), &symbol.len.to_le_bytes()]);
        put(&mut strings, &[symbol.name.as_bytes(), &[0]]);
    }
    let mut note = Vec::new();
    for word in [4, build_id.len() as u32, 3] {
        note.extend(u32::to_le_bytes(word));
    }
    put(&mut note, &[b"GNU\0", build_id]);
    append(".note.gnu.build-id", Section { kind: 7, flags: 2, ..Section::default() }, &note);
    append(".text", Section { kind: 1, flags: 6, address, ..Section::default() }, &[]);
    append(
        ".symtab",
        Section { kind: 2, link: 4, info: 1, entry: 24, ..Section::default() },
        &table,
    );
    append(".strtab", Section { kind: 3, ..Section::default() }, &strings);
    append(".shstrtab", Section { kind: 3, ..Section::default() }, &[]);
    (sections[2].offset, sections[2].len) = (CODE_AT, len);
    (sections[5].offset, sections[5].len) = (bytes.len() as u64, names.len() as u64);
    bytes.extend(&names);
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    let sections_at = bytes.len() as u64;
    for it in &sections {
        put(&mut bytes, &[&it.name.to_le_bytes(), &it.kind.to_le_bytes()]);
        for value in [it.flags, it.address, it.offset, it.len] {
            bytes.extend(value.to_le_bytes());
        }
        put(&mut bytes, &[&it.link.to_le_bytes(), &it.info.to_le_bytes()]);
        put(&mut bytes, &[&8_u64.to_le_bytes(), &it.entry.to_le_bytes()]);
    }
    let mut head = b"\x7fELF\x02\x01\x01".to_vec();
    head.resize(16, 0);
    put(&mut head, &[&EXECUTABLE.to_le_bytes(), &X86_64.to_le_bytes(), &1_u32.to_le_bytes()]);
    for value in [address, HEADER_LEN, sections_at] {
        head.extend(value.to_le_bytes());
    }
    head.extend(0_u32.to_le_bytes());
    for value in [HEADER_LEN as u16, PROGRAM_HEADER_LEN as u16, 1, 64, sections.len() as u16, 5] {
        head.extend(value.to_le_bytes());
    }
    // One loaded, executable segment.
    put(&mut head, &[&1_u32.to_le_bytes(), &5_u32.to_le_bytes()]);
    for value in [CODE_AT, address, address, len, len, 0x1000] {
        head.extend(u64::to_le_bytes(value));
    }
    bytes[..head.len()].copy_from_slice(&head);
    bytes
}
