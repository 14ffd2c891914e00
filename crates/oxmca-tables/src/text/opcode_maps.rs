//! `opcode-maps.tbl`.

use std::collections::HashMap;

use super::builder::{Builder, Names, Runs, short_span};
use super::error::{SourceFile, TextError};
use super::lines::{Line, for_each_line, list};
use crate::schema::*;

/// Classes of the ModRM byte: 8 of memory, by the `REG` field, and each of the 64 of registers.
const MODRM_CLASSES: usize = 72;

/// The instruction of each class; the first instruction of a target, which has no code, stands for none.
type Decision = [Opcode; MODRM_CLASSES];

/// A map while it is read.
struct MapText {
    /// The values of each field. The last field varies fastest.
    fields: Vec<Vec<String>>,
    contexts: usize,
    /// The decisions of each opcode byte that has any instruction, by context.
    opcodes: HashMap<u8, Vec<Decision>>,
}

/// Parses `map NAME FIELD=VALUE,...` and `INSTRUCTION MAP/OPCODE/MODRM[/VALUES.VALUES]...
/// [operands=PLACE,...]`.
pub(super) fn read_opcode_maps(b: &mut Builder, file: &SourceFile<'_>) -> Result<(), TextError> {
    let mut names = Names::new("opcode map");
    let mut places = Names::new("place of an operand");
    let mut maps: Vec<MapText> = Vec::new();
    let mut operand_runs = Runs::default();
    b.tables.decoded_operands = vec![ShortSpan::default(); b.tables.instructions.len()];
    for_each_line(file.name, file.text, |line| {
        if line.keyword() == "map" {
            let name = line.word(1, "name")?;
            names.add(line, name)?;
            let name = b.text(name);
            let fields = line.pairs(2).map(|(_, values)| list(values).map(str::to_owned).collect());
            let fields: Vec<Vec<String>> = fields.collect();
            let contexts = fields.iter().map(Vec::len).product();
            if !(1..1 << 16).contains(&contexts) {
                return Err(line.error("a map has between 1 and 65535 contexts"));
            }
            b.tables.opcode_maps.push(OpcodeMap { name, contexts: contexts as u32, entries: 0 });
            maps.push(MapText { fields, contexts, opcodes: HashMap::new() });
            return Ok(());
        }
        let opcode = Opcode(b.instructions.find(line, line.keyword())?);
        for word in &line.words[1..] {
            let Some(operands) = word.strip_prefix("operands=") else {
                add_code(line, word, opcode, &names, &mut maps)?;
                continue;
            };
            let mut rows = Vec::new();
            for place in list(operands) {
                let known = places.get(place);
                if known.is_none() {
                    let text = b.text(place);
                    b.tables.operand_places.push(text);
                }
                rows.push(known.map_or_else(|| places.add(line, place), Ok)?);
            }
            let span = operand_runs.span(&mut b.tables.operand_place_lists, &rows);
            b.tables.decoded_operands[opcode.index()] = short_span(line, span)?;
        }
        Ok(())
    })?;
    pack(b, &maps).map_err(|message| TextError::of_file(file.name, message))
}

/// Adds `MAP/OPCODE/MODRM[/VALUES.VALUES]`.
fn add_code(
    line: &Line<'_>,
    word: &str,
    instruction: Opcode,
    names: &Names,
    maps: &mut [MapText],
) -> Result<(), TextError> {
    let mut parts = word.split('/');
    let mut part = |what: &str| {
        parts.next().ok_or_else(|| line.error_at(word, format!("missing {what} in `{word}`")))
    };
    let map = &mut maps[usize::from(names.find(line, part("map")?)?)];
    let opcodes = part("opcode")?;
    let (first, last) = opcodes.split_once('-').unwrap_or((opcodes, opcodes));
    let (first, last) = (hex(line, first)?, hex(line, last)?);
    let classes = modrm_classes(line, part("ModRM byte")?)?;
    let mut allowed: Vec<Vec<bool>> =
        map.fields.iter().map(|values| vec![true; values.len()]).collect();
    for values in parts.next().unwrap_or_default().split('.').filter(|text| !text.is_empty()) {
        let field = map.fields.iter().position(|field| {
            let first = values.split('+').next();
            field.iter().any(|value| Some(value.as_str()) == first)
        });
        let field = field.ok_or_else(|| line.error_at(values, "no prefix of the map"))?;
        allowed[field] = vec![false; map.fields[field].len()];
        for value in values.split('+') {
            let value = map.fields[field].iter().position(|known| known == value);
            let value = value.ok_or_else(|| line.error_at(values, "no prefix of the map"))?;
            allowed[field][value] = true;
        }
    }
    let holds = |context: usize| {
        let mut rest = context;
        allowed.iter().rev().all(|values| {
            let value = rest % values.len();
            rest /= values.len();
            values[value]
        })
    };
    let contexts: Vec<usize> = (0..map.contexts).filter(|context| holds(*context)).collect();
    for opcode in first..=last {
        let empty = || vec![[Opcode(0); MODRM_CLASSES]; map.contexts];
        let decisions = map.opcodes.entry(opcode).or_insert_with(empty);
        for context in &contexts {
            for class in &classes {
                let known = std::mem::replace(&mut decisions[*context][*class], instruction);
                if known != Opcode(0) {
                    let message = format!("`{word}` is another instruction already");
                    return Err(line.error_at(word, message));
                }
            }
        }
    }
    Ok(())
}

fn hex(line: &Line<'_>, text: &str) -> Result<u8, TextError> {
    u8::from_str_radix(text, 16).map_err(|_| line.error_at(text, format!("`{text}` is no byte")))
}

/// Returns the classes that `mem`, `m2`, `reg`, `r2`, `c1` and `any` stand for, joined by `+`.
fn modrm_classes(line: &Line<'_>, text: &str) -> Result<Vec<usize>, TextError> {
    let mut classes = Vec::new();
    for part in text.split('+') {
        let digit = |prefix| {
            let digit: usize = part.strip_prefix(prefix)?.parse().ok()?;
            (digit < 8).then_some(digit)
        };
        match part {
            "any" => classes.extend(0..MODRM_CLASSES),
            "mem" => classes.extend(0..8),
            "reg" => classes.extend(8..MODRM_CLASSES),
            _ => match (digit('m'), digit('r')) {
                (Some(digit), _) => classes.push(digit),
                (_, Some(digit)) => classes.extend(8 + 8 * digit..16 + 8 * digit),
                _ => match hex(line, part)?.checked_sub(0xc0) {
                    Some(byte) => classes.push(8 + usize::from(byte)),
                    None => return Err(line.error_at(part, format!("`{part}` is no register"))),
                },
            },
        }
    }
    Ok(classes)
}

/// Adds the rows of all maps, equal ones once.
fn pack(b: &mut Builder, maps: &[MapText]) -> Result<(), String> {
    let mut slot_runs = Runs::default();
    let mut decision_runs = Runs::default();
    let mut opcode_runs = Runs::default();
    let none = vec![[Opcode(0); MODRM_CLASSES]; 1];
    for (map, row) in maps.iter().zip(0..) {
        b.tables.opcode_maps[row].entries = b.tables.opcode_map_entries.len() as u32;
        for opcode in 0..=255 {
            let decisions = map.opcodes.get(&opcode).unwrap_or(&none);
            let mut distinct: Vec<ModRmDecision> = Vec::new();
            let mut slots = Vec::with_capacity(map.contexts);
            for decision in decisions {
                let decision = compact(b, decision, &mut opcode_runs)?;
                let slot = distinct.iter().position(|known| *known == decision);
                slots.push(slot.unwrap_or(distinct.len()) as u8);
                if slot.is_none() {
                    distinct.push(decision);
                }
            }
            if distinct.len() > 256 {
                return Err("an opcode has more than 256 meanings".to_owned());
            }
            slots.resize(map.contexts, 0);
            let slots = slot_runs.span(&mut b.tables.opcode_map_slots, &slots).start;
            let decisions = decision_runs.span(&mut b.tables.modrm_decisions, &distinct).start;
            b.tables.opcode_map_entries.push(OpcodeMapEntry { slots, decisions });
        }
    }
    Ok(())
}

/// Returns the shortest form of a decision.
fn compact(
    b: &mut Builder,
    decision: &Decision,
    opcode_runs: &mut Runs,
) -> Result<ModRmDecision, String> {
    let all_equal = |opcodes: &[Opcode]| opcodes.iter().all(|opcode| *opcode == opcodes[0]);
    let (memory, registers) = decision.split_at(8);
    let (kind, opcodes) = if all_equal(decision) {
        (modrm_kind::ANY, vec![decision[0]])
    } else if all_equal(memory) && all_equal(registers) {
        (modrm_kind::MEMORY_OR_REGISTER, vec![memory[0], registers[0]])
    } else if registers.chunks(8).all(all_equal) {
        let by_digit = registers.chunks(8).map(|opcodes| opcodes[0]);
        (modrm_kind::DIGIT, memory.iter().copied().chain(by_digit).collect())
    } else {
        (modrm_kind::BYTE, decision.to_vec())
    };
    let first = opcode_runs.span(&mut b.tables.modrm_opcodes, &opcodes).start;
    let first = u16::try_from(first).map_err(|_| "too many codes")?;
    Ok(ModRmDecision { kind, first })
}
