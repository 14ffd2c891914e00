//! Opcode maps: which instruction each opcode byte is under which prefixes, from the generated disassembler of a
//! target whose code has such maps (x86).

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Context, Result, bail, ensure};

use super::cxx::number;
use super::words::push_folded;

/// Attributes of a code in LLVM's table of contexts: bits of its index.
mod attribute {
    pub const MODE_64: usize = 1 << 0;
    pub const F3: usize = 1 << 1;
    pub const F2: usize = 1 << 2;
    pub const W: usize = 1 << 3;
    pub const OPERAND_SIZE: usize = 1 << 4;
    pub const ADDRESS_SIZE: usize = 1 << 5;
    pub const VEX: usize = 1 << 6;
    pub const LENGTH_256: usize = 1 << 7;
    pub const EVEX: usize = 1 << 8;
    pub const LENGTH_512: usize = 1 << 9;
    pub const MASK: usize = 1 << 10;
    pub const ZEROING_MASK: usize = 1 << 11;
    pub const EVEX_B: usize = 1 << 12;
    pub const REX2: usize = 1 << 13;
    pub const NO_FLAGS: usize = 1 << 14;
    pub const EVEX_U: usize = 1 << 15;
}
use attribute::*;

/// A property of a code's prefixes: its name, and its values with the attributes that each sets.
type Field = (&'static str, &'static [(&'static str, usize)]);

const MODE: Field = ("mode", &[("m32", 0), ("m64", MODE_64)]);
const REPEAT: Field = ("repeat", &[("np", 0), ("f3", F3), ("f2", F2)]);
const OPERAND: Field = ("operand", &[("no66", 0), ("66", OPERAND_SIZE)]);
const ADDRESS: Field = ("address", &[("no67", 0), ("67", ADDRESS_SIZE)]);
const WIDTH: Field = ("width", &[("w0", 0), ("w1", W)]);
const PAUSE: Field = ("repeat", &[("np", 0), ("f3", F3)]);
const EXTENDED: Field = ("extended", &[("norex2", 0), ("rex2", REX2)]);
const PREFIX: Field = ("prefix", &[("np", 0), ("66", OPERAND_SIZE), ("f3", F3), ("f2", F2)]);
const SHORT_LENGTH: Field = ("length", &[("l0", 0), ("l1", LENGTH_256)]);
const LENGTH: Field = ("length", &[("l0", 0), ("l1", LENGTH_256), ("l2", LENGTH_512)]);
const MASKING: Field = ("mask", &[("k0", 0), ("k", MASK), ("kz", ZEROING_MASK)]);
const BROADCAST: Field = ("broadcast", &[("b0", 0), ("b1", EVEX_B)]);
const ADDRESS_PREFIX: Field = ("prefix", &[("66", OPERAND_SIZE), ("f3", F3), ("f2", F2)]);

/// A kind of prefix: the attributes that it always sets, and what it tells beside the map.
struct Space {
    name: &'static str,
    attributes: usize,
    fields: &'static [Field],
    /// Names of its maps and of LLVM's tables for them.
    maps: &'static [(&'static str, &'static str)],
}

const EVEX_MAPS: &[(&str, &str)] = &[
    ("0f", "TwoByte"),
    ("0f38", "ThreeByte38"),
    ("0f3a", "ThreeByte3A"),
    ("4", "Map4"),
    ("5", "Map5"),
    ("6", "Map6"),
    ("7", "Map7"),
];

const SPACES: &[Space] = &[
    Space {
        name: "legacy",
        attributes: 0,
        fields: &[MODE, PAUSE, OPERAND, ADDRESS, WIDTH, EXTENDED],
        maps: &[("1", "OneByte")],
    },
    Space {
        name: "legacy",
        attributes: 0,
        fields: &[MODE, REPEAT, OPERAND, ADDRESS, WIDTH],
        maps: &[
            ("0f", "TwoByte"),
            ("0f38", "ThreeByte38"),
            ("0f3a", "ThreeByte3A"),
            ("0f0f", "3DNow"),
        ],
    },
    Space {
        name: "vex",
        attributes: VEX,
        fields: &[PREFIX, WIDTH, SHORT_LENGTH],
        maps: &[
            ("0f", "TwoByte"),
            ("0f38", "ThreeByte38"),
            ("0f3a", "ThreeByte3A"),
            ("5", "Map5"),
            ("6", "Map6"),
            ("7", "Map7"),
            ("xop8", "XOP8"),
            ("xop9", "XOP9"),
            ("xopa", "XOPA"),
        ],
    },
    Space {
        name: "evex",
        attributes: EVEX,
        fields: &[PREFIX, WIDTH, LENGTH, MASKING, BROADCAST],
        maps: EVEX_MAPS,
    },
    // Rounding of 256-bit vectors.
    Space {
        name: "evex-u",
        attributes: EVEX | EVEX_B | EVEX_U,
        fields: &[PREFIX, WIDTH, MASKING],
        maps: EVEX_MAPS,
    },
    // Instructions that leave the flags alone.
    Space {
        name: "evex-nf",
        attributes: EVEX | NO_FLAGS,
        fields: &[PREFIX, WIDTH, BROADCAST],
        maps: EVEX_MAPS,
    },
    // Addresses of another size, where that selects the instruction.
    Space {
        name: "evex-67",
        attributes: EVEX | ADDRESS_SIZE,
        fields: &[ADDRESS_PREFIX],
        maps: EVEX_MAPS,
    },
];

/// Values of a ModRM byte that tables tell apart: 8 of memory, by the `REG` field, and each of the 64 of registers.
const MODRM_CLASSES: usize = 72;

/// The instructions of one opcode byte in one context, by class of the ModRM byte; 0 for none.
type Decision = [u16; MODRM_CLASSES];

/// Maps of which the dump shares equal rows among maps and contexts, in the order of its table of indices.
const SHARING_MAPS: &[&str] = &["XOP8", "XOP9", "XOPA", "3DNow", "Map4", "Map5", "Map6", "Map7"];

/// Kind and place in the table of ModRM bytes of each opcode byte.
type Rows<'a> = Vec<(&'a str, usize)>;

/// The opcode, the instruction and the classes of the ModRM byte of codes, each with the contexts in which the opcode means this instruction.
type Codes = BTreeMap<(usize, u16, Vec<u8>), Vec<usize>>;

/// The generated disassembler's tables.
#[derive(Default)]
struct Dump<'a> {
    /// Operands of instructions, by set.
    operand_sets: Vec<Vec<String>>,
    /// Name and operand set of instructions, by number.
    instructions: Vec<(&'a str, usize)>,
    /// Context of attributes.
    contexts: Vec<&'a str>,
    modrm_table: Vec<u16>,
    /// The opcode bytes of each of LLVM's maps in each of its contexts that have an instruction.
    maps: BTreeMap<&'a str, BTreeMap<&'a str, Rows<'a>>>,
}

/// Returns the text of `opcode-maps.tbl`; `None` if the target's disassembler has no such maps.
pub fn text(disassembler: &str) -> Result<Option<String>> {
    if !disassembler.contains("struct ContextDecision") {
        return Ok(None);
    }
    let dump = Dump::read(disassembler)?;
    let mut out = String::from(
        "# Opcode maps, for decoding. A line `map` has a map's name and what its prefixes tell beside the map, each\n\
         # with its values. The others have an instruction, its codes and the places of its operands. A code is\n\
         # MAP/OPCODE/MODRM/PREFIXES; `70-7f` are opcodes from 70 to 7f. `mem` and `reg` are memory and registers, `m2` and `r2` those with 2 in the REG\n\
         # field, `c1` the byte 0xc1, `any` every byte; of prefixes, what is left out may have any value.\n",
    );
    let mut codes: BTreeMap<u16, Vec<String>> = BTreeMap::new();
    for space in SPACES {
        for (map, table) in space.maps {
            let name = format!("{}.{map}", space.name);
            let entries = dump.codes(space, table)?;
            if entries.is_empty() {
                continue;
            }
            let _ = write!(out, "map {name}");
            for (field, values) in space.fields {
                let values: Vec<&str> = values.iter().map(|(value, _)| *value).collect();
                let _ = write!(out, " {field}={}", values.join(","));
            }
            out.push('\n');
            for ((instruction, classes, contexts), opcodes) in by_meaning(entries) {
                for cube in cover(space.fields, &contexts) {
                    for run in opcodes.chunk_by(|a, b| a + 1 == *b) {
                        let mut code = format!("{name}/{:02x}", run[0]);
                        if run.len() > 1 {
                            let _ = write!(code, "-{:02x}", run[run.len() - 1]);
                        }
                        let _ = write!(code, "/{}", modrm_text(&classes));
                        push_cube(space.fields, &cube, &mut code);
                        codes.entry(instruction).or_default().push(code);
                    }
                }
            }
        }
    }
    for (instruction, codes) in codes {
        let (name, operands) = dump.instructions[usize::from(instruction)];
        let operands = &dump.operand_sets[operands];
        let words = codes.iter().map(String::as_str);
        let operands = (!operands.is_empty()).then(|| format!("operands={}", operands.join(",")));
        out.push_str(name);
        push_folded(&mut out, words.chain(operands.as_deref()));
        out.push('\n');
    }
    Ok(Some(out))
}

impl<'a> Dump<'a> {
    fn read(source: &'a str) -> Result<Dump<'a>> {
        let mut dump = Dump::default();
        let mut section = "";
        let mut map = "";
        let mut context = "";
        // Rows that maps share, the first of which is empty, and those of each sharing map by context.
        let mut shared: Vec<Rows<'a>> = Vec::new();
        let mut uses: Vec<Vec<(&str, usize)>> = Vec::new();
        for line in source.lines() {
            if let Some(declared) = line.strip_prefix("static const ") {
                section = declared;
                if let Some(declared) = declared.strip_prefix("struct ContextDecision ")
                    && let Some((_, name)) = declared.split_once("Disassembler")
                {
                    map = name.split("Opcodes").next().unwrap_or_default();
                    section = "map";
                }
                continue;
            }
            let line = line.trim();
            if section.starts_with("struct OperandSpecifier") {
                if line.starts_with("{ /*") {
                    dump.operand_sets.push(Vec::new());
                } else if let Some(text) = line.strip_prefix("{ ENCODING_") {
                    let set = dump.operand_sets.last_mut().context("operand outside of a set")?;
                    set.extend(operand(text)?);
                }
            } else if section.starts_with("struct InstructionSpecifier") {
                if let Some(set) = line.strip_suffix(',').and_then(|text| number(text).ok()) {
                    dump.instructions.push(("", set));
                } else if let Some(name) =
                    line.strip_prefix("/* ").and_then(|text| text.strip_suffix(" */"))
                {
                    dump.instructions.last_mut().context("name without a row")?.0 = name;
                }
            } else if section.starts_with("uint8_t") {
                dump.contexts.extend(line.split_once(',').map(|(name, _)| name));
            } else if section.starts_with("InstrUID") {
                if line.starts_with("0x") {
                    let digits = line.split(',').next().unwrap_or(line);
                    dump.modrm_table.push(number(digits)?);
                }
            } else if section.starts_with("struct OpcodeDecision") {
                if line == "{}," || line.starts_with("{ /* struct") {
                    shared.push(Vec::new());
                } else if let Some(entry) = entry(line)? {
                    shared.last_mut().context("entry outside of a row")?.push(entry);
                }
            } else if section.starts_with("uint16_t") {
                if line == "{" {
                    uses.push(Vec::new());
                } else if let Some((row, context)) = line.split_once(", // ") {
                    let map = uses.last_mut().context("index outside of a map")?;
                    map.push((context, number(row)?));
                }
            } else if section == "map" {
                if let Some(entry) = entry(line)? {
                    let contexts = dump.maps.entry(map).or_default();
                    contexts.entry(context).or_default().push(entry);
                } else if let Some(comment) = line.strip_prefix("/*IC") {
                    let (name, _) = comment.split_once("*/").context("comment in a map")?;
                    context = &line["/*".len()..][..name.len() + "IC".len()];
                }
            }
        }
        ensure!(uses.len() == SHARING_MAPS.len(), "{} maps share rows", uses.len());
        for (map, contexts) in SHARING_MAPS.iter().zip(uses) {
            for (context, row) in contexts.into_iter().filter(|it| it.1 != 0) {
                let rows = shared.get(row).context("shared row of a map")?.clone();
                dump.maps.entry(map).or_default().insert(context, rows);
            }
        }
        let bad = dump.maps.values().flat_map(BTreeMap::values).any(|rows| rows.len() != 256);
        ensure!(!bad, "a context of a map has not 256 opcodes");
        ensure!(dump.contexts.len() == 1 << 16, "the table of contexts is incomplete");
        Ok(dump)
    }

    /// Returns the contexts, by opcode, instruction and classes of the ModRM byte, in which codes of a map are
    /// instructions.
    fn codes(&self, space: &Space, table: &str) -> Result<Codes> {
        let mut codes: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        let map = self.maps.get(table).with_context(|| format!("no map {table}"))?;
        for context in 0..contexts(space.fields) {
            let attributes = space.attributes | attributes_of(space.fields, context);
            for opcode in 0..256 {
                let attributes = attributes & !unused_attributes(table, opcode);
                let Some(rows) = map.get(self.contexts[attributes]) else { continue };
                let decision = self.decision(&rows[opcode])?;
                let mut by_instruction: BTreeMap<u16, Vec<u8>> = BTreeMap::new();
                for (class, instruction) in decision.iter().enumerate() {
                    by_instruction.entry(*instruction).or_default().push(class as u8);
                }
                by_instruction.remove(&0);
                for (instruction, classes) in by_instruction {
                    codes.entry((opcode, instruction, classes)).or_default().push(context);
                }
            }
        }
        Ok(codes)
    }

    fn decision(&self, (kind, place): &(&str, usize)) -> Result<Decision> {
        let at = |offset: usize| {
            let instruction = self.modrm_table.get(place + offset);
            instruction.copied().context("place in the table of ModRM bytes")
        };
        let mut decision = [0; MODRM_CLASSES];
        for (class, instruction) in decision.iter_mut().enumerate() {
            *instruction = at(match (*kind, class) {
                ("ONEENTRY", _) => 0,
                ("SPLITRM", 0..8) => 0,
                ("SPLITRM", _) => 1,
                ("SPLITREG", 0..8) => class,
                ("SPLITREG", _) => 8 + (class - 8) / 8,
                ("SPLITMISC", _) => class,
                _ => bail!("unknown kind of entry `{kind}`"),
            })?;
        }
        Ok(decision)
    }
}

/// Returns kind and place of an opcode byte, from `/*0xNN*/{MODRM_KIND, PLACE},`.
fn entry(line: &str) -> Result<Option<(&str, usize)>> {
    let Some((_, entry)) = line.split_once("*/{MODRM_") else { return Ok(None) };
    let (kind, place) = entry.split_once(", ").context("entry of a map")?;
    Ok(Some((kind, number(place.split('}').next().unwrap_or(place))?)))
}

/// Returns the opcodes of each instruction, classes of the ModRM byte and contexts, in their order.
fn by_meaning(codes: Codes) -> BTreeMap<(u16, Vec<u8>, Vec<usize>), Vec<usize>> {
    let mut meanings: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for ((opcode, instruction, classes), contexts) in codes {
        meanings.entry((instruction, classes, contexts)).or_default().push(opcode);
    }
    meanings
}

/// Returns the place of an operand, `REG, TYPE_R32 },` as `reg:r32`; `None` for one that is absent.
fn operand(text: &str) -> Result<Option<String>> {
    let (place, rest) = text.split_once(", TYPE_").context("operand of a disassembler")?;
    let kind = rest.split(' ').next().unwrap_or(rest).to_lowercase();
    if place == "NONE" {
        return Ok(None);
    }
    let place = place.to_lowercase().replace("_cd", "*");
    Ok(Some(if place == "dup" { kind } else { format!("{place}:{kind}") }))
}

/// Returns the number of contexts of a map with these fields.
fn contexts(fields: &[Field]) -> usize {
    fields.iter().map(|(_, values)| values.len()).product()
}

/// Attributes that LLVM's disassembler sets for a few opcodes of the one-byte map only.
fn unused_attributes(table: &str, opcode: usize) -> usize {
    // `pause`, and the opcode of `xchg` that is looked up in its place.
    let repeat = if matches!(opcode, 0x90 | 0x91) { 0 } else { F3 };
    let extended = if matches!(opcode, 0x50..=0x5f | 0xa1) { 0 } else { REX2 };
    if table == "OneByte" { repeat | extended } else { 0 }
}

/// Returns the value of each field in a context. The last field varies fastest.
fn values_of(fields: &[Field], context: usize) -> Vec<usize> {
    let mut rest = context;
    let mut values = vec![0; fields.len()];
    for (value, (_, names)) in values.iter_mut().zip(fields).rev() {
        *value = rest % names.len();
        rest /= names.len();
    }
    values
}

fn attributes_of(fields: &[Field], context: usize) -> usize {
    let values = values_of(fields, context);
    let set = fields.iter().zip(values).map(|((_, names), value)| names[value].1);
    let attributes = set.fold(0, |a, b| a | b);
    // Only 64-bit mode has these prefixes: that other modes have the same instructions shortens the text.
    if attributes & (W | REX2) != 0 { attributes | MODE_64 } else { attributes }
}

/// The values that each field may have.
type Cube = Vec<Vec<usize>>;

/// Returns the fewest cubes found that have each of the contexts once.
fn cover(fields: &[Field], contexts: &[usize]) -> Vec<Cube> {
    let points: Vec<Vec<usize>> =
        contexts.iter().map(|context| values_of(fields, *context)).collect();
    cover_points(fields.len(), &points)
}

fn cover_points(fields: usize, points: &[Vec<usize>]) -> Vec<Cube> {
    let values = |field: usize| {
        let mut values: Vec<usize> = points.iter().map(|point| point[field]).collect();
        values.sort_unstable();
        values.dedup();
        values
    };
    let hull: Cube = (0..fields).map(values).collect();
    if hull.iter().map(Vec::len).product::<usize>() == points.len() {
        return vec![hull];
    }
    let mut best: Option<Vec<Cube>> = None;
    for field in (0..fields).filter(|field| hull[*field].len() > 1) {
        // Values of the field with which the others have the same values stay together.
        let mut groups: BTreeMap<Vec<Vec<usize>>, Vec<usize>> = BTreeMap::new();
        for value in &hull[field] {
            let of_value = points.iter().filter(|point| point[field] == *value);
            let others = of_value.map(|point| {
                let mut point = point.clone();
                point[field] = 0;
                point
            });
            groups.entry(others.collect()).or_default().push(*value);
        }
        if groups.len() < 2 {
            continue;
        }
        let mut cubes = Vec::new();
        for (others, values) in groups {
            cubes.extend(cover_points(fields, &others).into_iter().map(|mut cube| {
                cube[field].clone_from(&values);
                cube
            }));
        }
        if best.as_ref().is_none_or(|best| cubes.len() < best.len()) {
            best = Some(cubes);
        }
    }
    best.unwrap_or_default()
}

/// Appends `/VALUES.VALUES`, of the fields that not every value is in.
fn push_cube(fields: &[Field], cube: &Cube, out: &mut String) {
    let mut separator = '/';
    for ((_, names), values) in fields.iter().zip(cube) {
        if values.len() < names.len() {
            out.push(separator);
            separator = '.';
            let values: Vec<&str> = values.iter().map(|value| names[*value].0).collect();
            out.push_str(&values.join("+"));
        }
    }
}

/// Returns classes of the ModRM byte as text.
fn modrm_text(classes: &[u8]) -> String {
    if classes.len() == MODRM_CLASSES {
        return "any".to_owned();
    }
    let has = |class: usize| classes.contains(&(class as u8));
    let mut parts = Vec::new();
    if (0..8).all(has) {
        parts.push("mem".to_owned());
    } else {
        parts.extend((0..8).filter(|class| has(*class)).map(|class| format!("m{class}")));
    }
    if (8..MODRM_CLASSES).all(has) {
        parts.push("reg".to_owned());
    } else {
        for digit in 0..8 {
            let mut bytes = (8 + 8 * digit)..(16 + 8 * digit);
            if bytes.clone().all(has) {
                parts.push(format!("r{digit}"));
            } else {
                let bytes = bytes.by_ref().filter(|class| has(*class));
                parts.extend(bytes.map(|class| format!("{:02x}", 0xc0 + class - 8)));
            }
        }
    }
    parts.join("+")
}
