//! Programs whose debug information is made so that tables read from it take far more memory or time than the file.
//!
//! All are ELF files for x86-64 with one function, a loop, and DWARF of version 4.

use crate::bytes::Bytes;

/// The address of the code.
pub const ADDRESS: u64 = 0x40_1000;

/// The place of the code in the file: after the headers of the file and of one segment.
pub const OFFSET: u64 = 64 + 56;

const SECTION_OFFSET: u8 = 0x17;
const ADDRESS_FORM: u8 = 0x01;
const DATA_1: u8 = 0x0b;
const DATA_4: u8 = 0x06;
const STRING: u8 = 0x08;
const REFERENCE: u8 = 0x13;
const PRESENT: u8 = 0x19;

const UNIT: u8 = 0x11;
const FUNCTION: u8 = 0x2e;
const INLINED: u8 = 0x1d;

const LINES: (u8, u8) = (0x10, SECTION_OFFSET);
const FIRST: (u8, u8) = (0x11, ADDRESS_FORM);
const LENGTH: (u8, u8) = (0x12, DATA_4);
const RANGES: (u8, u8) = (0x55, SECTION_OFFSET);
const NAME: (u8, u8) = (0x03, STRING);
const FOLDER: (u8, u8) = (0x1b, STRING);
const ORIGIN: (u8, u8) = (0x31, REFERENCE);
const CALL_FILE: (u8, u8) = (0x58, DATA_1);
const CALL_LINE: (u8, u8) = (0x59, DATA_1);
const EXTERNAL: (u8, u8) = (0x3f, PRESENT);

/// A program, and what it is made to do.
pub struct Forged {
    /// The name of the class.
    pub name: &'static str,
    /// The bytes of the file.
    pub bytes: Vec<u8>,
}

/// Sections of debug information by their names.
type Sections = Vec<(&'static str, Vec<u8>)>;

/// Returns a program of each class.
pub fn all() -> Vec<Forged> {
    let units = 3000;
    let plain = abbreviation(1, UNIT, false, &[LINES, FIRST, LENGTH]);
    let unit = |offset: u32| unit(offset, &unit_entry(1, 0x1000));
    let of = |name, instructions: usize, sections: Sections| Forged {
        name,
        bytes: program(instructions, &sections),
    };
    let tables = |abbreviations: Vec<u8>, info: Vec<u8>, lines: Vec<u8>| {
        vec![(".debug_abbrev", abbreviations), (".debug_info", info), (".debug_line", lines)]
    };
    let ended = |table: &[u8]| [table, &[0]].concat();
    let shared = |lines| tables(ended(&plain), unit(0).repeat(units), lines);

    let with_ranges = ended(&abbreviation(1, UNIT, false, &[LINES, RANGES, FIRST]));
    let ranged = |list: u32| {
        let entry = Bytes::new().u8(1).u32(0).u32(list).u64(ADDRESS);
        self::unit(0, &entry.0)
    };
    let mut list = Bytes::new();
    for at in 0..4000 {
        list = list.u64(1 + 2 * at).u64(2 + 2 * at);
    }
    let list = list.u64(0).u64(0).0;
    let lists = |info, abbreviations| {
        let mut sections = tables(abbreviations, info, line_program(100, 1, ADDRESS));
        sections.push((".debug_ranges", list.clone()));
        sections
    };
    let overlapping = (0..units as u32).flat_map(|it| ranged(16 * (it % 4000))).collect();

    let inside = |attributes: &[(u8, u8)], has_children, tag| {
        ended(
            &[
                abbreviation(1, UNIT, true, &[LINES, FIRST, LENGTH]),
                abbreviation(2, FUNCTION, true, &[FIRST, LENGTH, NAME]),
                abbreviation(3, tag, has_children, attributes),
            ]
            .concat(),
        )
    };
    let function = Bytes::new().u8(2).u64(ADDRESS).u32(0x1000).text(b"f").0;
    let entries = |many: &[u8], count: usize| {
        let all = [&unit_entry(1, 0x1000)[..], &function, &many.repeat(count), &[0, 0]].concat();
        self::unit(0, &all)
    };

    let many: Vec<u8> =
        (0..20_000).flat_map(|it| abbreviation(10 + it, 0x24, false, &[])).collect();
    let mut different = Vec::new();
    let mut offsets = Vec::new();
    for number in 0..6000 {
        offsets.push(different.len() as u32);
        different.extend(abbreviation(1 + number, UNIT, false, &[LINES, FIRST, LENGTH]));
    }
    let numbers = 1..=units as u64;
    let overlapping_tables = numbers.zip(&offsets).flat_map(|(number, offset)| {
        let entry = [uleb128(number), unit_entry(1, 0x1000)[1..].to_vec()].concat();
        self::unit(*offset, &entry)
    });
    let overlapping_tables = overlapping_tables.collect();

    vec![
        of("line programs that are shared", 20, shared(line_program(60_000, 1, 0x50_0000))),
        of("file names that are shared", 20, shared(line_program(10, 15_000, ADDRESS))),
        of("units that have the same addresses", 16_000, {
            let unit = self::unit(0, &unit_entry(1, 0x2_0000));
            tables(ended(&plain), unit.repeat(20_000), line_program(1, 1, 0x50_0000))
        }),
        of("paths that are long", 20, {
            let table = abbreviation(1, UNIT, false, &[LINES, FIRST, LENGTH, FOLDER]);
            let entry = [unit_entry(1, 0x1000), vec![b'/'; 60_000], vec![0]].concat();
            tables(ended(&table), self::unit(0, &entry), line_program(10, 20_000, ADDRESS))
        }),
        of(
            "ranges of units that are shared",
            20,
            lists(ranged(0).repeat(units), with_ranges.clone()),
        ),
        of("ranges of units that overlap", 20, lists(overlapping, with_ranges)),
        of("ranges after an address of another form", 20, {
            let first = (FIRST.0, SECTION_OFFSET);
            let table = ended(&abbreviation(1, UNIT, false, &[first, RANGES, LINES]));
            let entry = Bytes::new().u8(1).u32(0).u32(0).u32(0);
            lists(self::unit(0, &entry.0).repeat(units), table)
        }),
        of("ranges after other ranges", 20, {
            let table = ended(&abbreviation(1, UNIT, false, &[RANGES, RANGES, LINES]));
            // The first list is empty.
            let entry = Bytes::new().u8(1).u32(16 * 4000).u32(0).u32(0);
            lists(self::unit(0, &entry.0).repeat(units), table)
        }),
        of("ranges of functions that are shared", 20, {
            lists(entries(&[3, 0, 0, 0, 0], 8000), inside(&[RANGES], false, FUNCTION))
        }),
        of("ranges of inlined functions that are shared", 20, {
            lists(entries(&[3, 0, 0, 0, 0], 8000), inside(&[RANGES], false, INLINED))
        }),
        of("abbreviations that are shared", 20, {
            let table = [&plain[..], &many, &[0]].concat();
            tables(table, unit(0).repeat(units), line_program(10, 1, ADDRESS))
        }),
        of("abbreviations that overlap", 20, {
            tables(ended(&different), overlapping_tables, line_program(10, 1, ADDRESS))
        }),
        of("attributes without bytes", 20, {
            let table = inside(&[EXTERNAL; 50_000], false, INLINED);
            tables(table, entries(&[3], 80_000), line_program(10, 1, ADDRESS))
        }),
        of("deep nests", 16_000, nest(13_200, 1)),
        of("nests of long names", 16_000, nest(500, 30_000)),
    ]
}

/// Returns a program whose loop has the first lines of a file of any path.
pub fn of_source(path: &str) -> Vec<u8> {
    let table = [abbreviation(1, UNIT, false, &[LINES, FIRST, LENGTH]), vec![0]].concat();
    let sections = vec![
        (".debug_abbrev", table),
        (".debug_info", unit(0, &unit_entry(1, 0x1000))),
        (".debug_line", line_program_of(path, 100, 1, ADDRESS)),
    ];
    program(4, &sections)
}

/// Returns a program whose unit has so many attributes without bytes, beside those of all units.
pub fn with_attributes(count: usize) -> Vec<u8> {
    let attributes = [&[LINES, FIRST, LENGTH][..], &vec![EXTERNAL; count]].concat();
    let table = [abbreviation(1, UNIT, false, &attributes), vec![0]].concat();
    let sections = vec![
        (".debug_abbrev", table),
        (".debug_info", unit(0, &unit_entry(1, 0x1000))),
        (".debug_line", line_program(100, 1, ADDRESS)),
    ];
    program(4, &sections)
}

/// Returns functions that are inlined into each other, each with a name and a path of so many bytes.
fn nest(levels: usize, name_bytes: usize) -> Sections {
    let table = [
        abbreviation(1, UNIT, true, &[LINES, FIRST, LENGTH, FOLDER]),
        abbreviation(2, FUNCTION, true, &[FIRST, LENGTH, NAME]),
        abbreviation(3, INLINED, true, &[FIRST, LENGTH, ORIGIN, CALL_FILE, CALL_LINE]),
        abbreviation(4, FUNCTION, false, &[NAME]),
        vec![0],
    ];
    let own = [unit_entry(1, 0x2_0000), vec![b'/'; name_bytes], vec![0]].concat();
    let name = [&[4], &vec![b'n'; name_bytes][..], &[0]].concat();
    let function = Bytes::new().u8(2).u64(ADDRESS).u32(0x2_0000).text(b"f").0;
    // The header of a unit has 11 bytes.
    let origin = 11 + own.len() as u32;
    let inlined = Bytes::new().u8(3).u64(ADDRESS).u32(0x2_0000).u32(origin).u8(1).u8(7).0;
    let entries = [own, name, function, inlined.repeat(levels), vec![0; levels + 2]].concat();
    vec![
        (".debug_abbrev", table.concat()),
        (".debug_info", unit(0, &entries)),
        (".debug_line", line_program(17_000, 1, ADDRESS)),
    ]
}

/// Returns the entry of a unit with the line program at 0 and so many bytes of code.
fn unit_entry(abbreviation: u8, code_bytes: u32) -> Vec<u8> {
    Bytes::new().u8(abbreviation).u32(0).u64(ADDRESS).u32(code_bytes).0
}

fn unit(abbreviations: u32, entries: &[u8]) -> Vec<u8> {
    let rest = Bytes::new().u16(4).u32(abbreviations).u8(8).bytes(entries);
    Bytes::new().u32(rest.0.len() as u32).bytes(&rest.0).0
}

fn abbreviation(number: u64, tag: u8, has_children: bool, attributes: &[(u8, u8)]) -> Vec<u8> {
    let start = [uleb128(number), vec![tag, u8::from(has_children)]].concat();
    let attributes = attributes.iter().flat_map(|(name, form)| [*name, *form]);
    start.into_iter().chain(attributes).chain([0, 0]).collect()
}

fn uleb128(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

/// Returns a line program of so many rows, for a byte of code each, and file names.
fn line_program(rows: usize, files: usize, address: u64) -> Vec<u8> {
    line_program_of("a.c", rows, files, address)
}

fn line_program_of(path: &str, rows: usize, files: usize, address: u64) -> Vec<u8> {
    const OPCODE_BASE: u8 = 13;
    const LINE_BASE: i8 = -5;
    const LINE_RANGE: u8 = 14;
    // The next line at the next address.
    let row = OPCODE_BASE + LINE_RANGE + LINE_BASE.unsigned_abs() + 1;
    let opcode_lengths = [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1];
    let header = Bytes::new().u8(1).u8(1).u8(1).u8(LINE_BASE as u8).u8(LINE_RANGE);
    let header = header.u8(OPCODE_BASE).bytes(&opcode_lengths).u8(0);
    let file = [path.as_bytes(), &[0; 4]].concat();
    let header = header.bytes(&file.repeat(files)).u8(0);
    let program = Bytes::new().bytes(&[0, 9, 2]).u64(address).bytes(&vec![row; rows]);
    let program = program.bytes(&[0, 1, 1]);
    let rest = Bytes::new().u16(4).u32(header.0.len() as u32).bytes(&header.0).bytes(&program.0);
    Bytes::new().u32(rest.0.len() as u32).bytes(&rest.0).0
}

/// Returns a loop of so many additions.
fn code(additions: usize) -> Vec<u8> {
    let body = b"\xf3\x0f\x58\xc1".repeat(additions);
    let back = -(body.len() as i32 + 6);
    Bytes::new().bytes(&body).bytes(b"\x0f\x85").u32(back as u32).u8(0xc3).0
}

/// Returns an ELF file.
fn program(instructions: usize, debug: &Sections) -> Vec<u8> {
    const HEADER_BYTES: usize = 64;
    const SEGMENT_BYTES: usize = 56;
    const PROGRAM_BITS: u32 = 1;
    const SYMBOLS: u32 = 2;
    const STRINGS: u32 = 3;
    let code = code(instructions);
    let code_bytes = code.len() as u64;
    let symbols = Bytes::new().bytes(&[0; 24]).u32(1).u8(0x12).u8(0).u16(1);
    let symbols = symbols.u64(ADDRESS).u64(code_bytes).0;
    let mut sections = vec![(".text", PROGRAM_BITS, code)];
    sections.extend(debug.iter().map(|(name, data)| (*name, PROGRAM_BITS, data.clone())));
    sections.push((".symtab", SYMBOLS, symbols));
    sections.push((".strtab", STRINGS, b"\0f\0".to_vec()));
    let names: Vec<u8> = sections.iter().flat_map(|it| it.0.bytes().chain([0])).collect();
    let names = [b"\0", &names[..], b".shstrtab\0"].concat();
    sections.push((".shstrtab", STRINGS, names));

    let (mut contents, mut headers, mut name) = (Vec::new(), vec![0; HEADER_BYTES], 1);
    for (number, (own_name, kind, data)) in (1..).zip(&sections) {
        contents.resize(contents.len().next_multiple_of(16), 0);
        let offset = (HEADER_BYTES + SEGMENT_BYTES + contents.len()) as u64;
        let is_code = number == 1;
        let (flags, address) = if is_code { (6, ADDRESS) } else { (0, 0) };
        let (link, info, entry) = if *kind == SYMBOLS { (number + 1, 1, 24) } else { (0, 0, 0) };
        let header = Bytes::new().u32(name).u32(*kind).u64(flags).u64(address).u64(offset);
        let header = header.u64(data.len() as u64).u32(link).u32(info).u64(1).u64(entry);
        headers.extend(header.0);
        contents.extend(data);
        name += own_name.len() as u32 + 1;
    }
    let offset = (HEADER_BYTES + SEGMENT_BYTES) as u64;
    let count = sections.len() as u16 + 1;
    let header = Bytes::new().bytes(b"\x7fELF\x02\x01\x01").bytes(&[0; 9]).u16(2).u16(62).u32(1);
    let header = header.u64(ADDRESS).u64(HEADER_BYTES as u64).u64(offset + contents.len() as u64);
    let header = header.u32(0).u16(64).u16(56).u16(1).u16(64).u16(count).u16(count - 1);
    let segment = Bytes::new().u32(1).u32(5).u64(offset).u64(ADDRESS).u64(ADDRESS);
    let segment = segment.u64(code_bytes).u64(code_bytes).u64(16);
    [header.0, segment.0, contents, headers].concat()
}
