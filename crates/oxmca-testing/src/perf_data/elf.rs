//! A writer of small ELF files with functions.

/// An ELF file for x86-64.
pub struct Elf<'a> {
    /// Virtual address of the code, which is at the same offset from the start of a page as in the
    /// file.
    pub address: u64,
    /// Offset of the code in the file.
    pub offset: u64,
    /// Length of the code in bytes.
    pub code_len: u64,
    /// Names with virtual addresses and lengths.
    pub functions: &'a [(&'a str, u64, u64)],
    /// Contents of the note that holds the build id.
    pub build_id: &'a [u8],
}

const HEADER_LEN: u64 = 64;
const SEGMENT_LEN: u64 = 56;
const EXECUTABLE: u64 = 5;

fn number(bytes: &mut Vec<u8>, value: u64, len: usize) {
    bytes.extend(&value.to_le_bytes()[..len]);
}

impl Elf<'_> {
    /// Returns the bytes of the file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut names = vec![0];
        let mut symbols = vec![0; 24];
        for (name, address, len) in self.functions {
            number(&mut symbols, names.len() as u64, 4);
            // A global function of the first section.
            symbols.extend([0x12, 0, 1, 0]);
            number(&mut symbols, *address, 8);
            number(&mut symbols, *len, 8);
            names.extend(name.as_bytes());
            names.push(0);
        }
        let mut note = Vec::new();
        number(&mut note, 4, 4);
        number(&mut note, self.build_id.len() as u64, 4);
        number(&mut note, 3, 4);
        note.extend(b"GNU\0");
        note.extend(self.build_id);
        let section_names = b"\0.text\0.symtab\0.strtab\0.note.gnu.build-id\0.shstrtab\0";
        let code_end = self.offset + self.code_len;
        let contents: [&[u8]; 4] = [&symbols, &names, &note, section_names];
        let mut places = Vec::new();
        let mut at = code_end.next_multiple_of(8);
        for it in contents {
            places.push(at);
            at = (at + it.len() as u64).next_multiple_of(8);
        }
        let sections_at = at;

        let mut bytes = b"\x7fELF\x02\x01\x01".to_vec();
        bytes.resize(16, 0);
        for (value, len) in [
            (3, 2),
            (62, 2),
            (1, 4),
            (self.address, 8),
            (HEADER_LEN, 8),
            (sections_at, 8),
            (0, 4),
            (HEADER_LEN, 2),
            (SEGMENT_LEN, 2),
            (1, 2),
            (64, 2),
            (6, 2),
            (5, 2),
            // The code's segment.
            (1, 4),
            (EXECUTABLE, 4),
            (self.offset, 8),
            (self.address, 8),
            (self.address, 8),
            (self.code_len, 8),
            (self.code_len, 8),
            (0x1000, 8),
        ] {
            number(&mut bytes, value, len);
        }
        bytes.resize(self.offset as usize, 0);
        bytes.resize(code_end as usize, 0x90);
        for (it, place) in contents.iter().zip(&places) {
            bytes.resize(*place as usize, 0);
            bytes.extend(*it);
        }
        bytes.resize(sections_at as usize, 0);
        // Name, kind, flags, address, offset, length, link, info, alignment, entry length.
        let len = |index: usize| contents[index].len() as u64;
        let sections = [
            [0; 10],
            [1, 1, 6, self.address, self.offset, self.code_len, 0, 0, 16, 0],
            [7, 2, 0, 0, places[0], len(0), 3, 1, 8, 24],
            [15, 3, 0, 0, places[1], len(1), 0, 0, 1, 0],
            [23, 7, 2, 0, places[2], len(2), 0, 0, 4, 0],
            [42, 3, 0, 0, places[3], len(3), 0, 0, 1, 0],
        ];
        for section in sections {
            for (value, len) in section.into_iter().zip([4, 4, 8, 8, 8, 8, 4, 4, 8, 8]) {
                number(&mut bytes, value, len);
            }
        }
        bytes
    }
}
