//! Instances of every form in the assembler's tables.

use oxmca_tables::schema::{MatchClass, MatchEntry, match_class_kind};
use oxmca_tables::{MatchClassId, Tables};

use super::x86;

/// A small deterministic generator (SplitMix64), so that a run can be repeated from its seed.
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    /// One of the items.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// Processor mode an instance is assembled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// 64-bit.
    Bits64,
    /// 32-bit.
    Bits32,
    /// 16-bit.
    Bits16,
}

impl Mode {
    /// The triple that selects it.
    pub fn triple(self) -> &'static str {
        match self {
            Mode::Bits64 => "x86_64-unknown-unknown",
            Mode::Bits32 => "i686-unknown-unknown",
            Mode::Bits16 => "i686-unknown-unknown-code16",
        }
    }

    /// The matcher's name of the mode, as in `In64BitMode`.
    fn feature(self) -> &'static str {
        match self {
            Mode::Bits64 => "64BitMode",
            Mode::Bits32 => "32BitMode",
            Mode::Bits16 => "16BitMode",
        }
    }

    /// Whether a form needs this mode in particular.
    fn suits(self, tables: &Tables<'_>, required: u64) -> bool {
        let mut features = tables.asm_features.iter().enumerate();
        features.all(|(bit, feature)| {
            let name = tables.text(feature.name);
            required >> bit & 1 == 0
                || match (name.strip_prefix("In"), name.strip_prefix("Not")) {
                    (Some(mode), _) => mode == self.feature(),
                    (_, Some(mode)) => mode != self.feature(),
                    _ => true,
                }
        })
    }
}

/// AT&T lines for every form that exists in a mode. The 32- and 16-bit modes take only forms that
/// 64-bit mode does not have, and a sample of the others, since those differ in addressing alone.
pub fn lines(
    tables: &Tables<'_>,
    mode: Mode,
    instances: usize,
    every: usize,
    seed: u64,
) -> Vec<String> {
    let mut random = Random(seed ^ (mode as u64) << 32);
    let mut lines = Vec::new();
    let dialect = &tables.dialects[0];
    let entries = tables.mnemonics[dialect.mnemonics.range()].iter().flat_map(|mnemonic| {
        let text = tables.text(mnemonic.text);
        tables.match_entries[mnemonic.entries.range()].iter().map(move |entry| (text, entry))
    });
    for (index, (mnemonic, entry)) in entries.enumerate() {
        let required = tables.required(entry);
        let needed =
            mode == Mode::Bits64 || !Mode::Bits64.suits(tables, required) || index % 16 == 0;
        if !needed || !mode.suits(tables, required) || index % every != 0 {
            continue;
        }
        for instance in 0..instances {
            if let Some(operands) = operands(tables, mode, entry, &mut random) {
                let prefix = match instance {
                    0 => x86::encoding_prefix(tables.opcode_name(entry.opcode)),
                    _ => "",
                };
                lines.push(format!("{prefix}{mnemonic}{operands}"));
            }
        }
    }
    for alias in &tables.mnemonic_aliases[dialect.mnemonic_aliases.range()] {
        let entries = tables.match_entries(0, tables.text(alias.to).as_bytes());
        let operands = entries.first().and_then(|entry| operands(tables, mode, entry, &mut random));
        lines.push(format!("{}{}", tables.text(alias.from), operands.unwrap_or_default()));
    }
    lines
}

/// The operands of an instance as text, with a leading tab; `None` if a class has no sample.
fn operands(
    tables: &Tables<'_>,
    mode: Mode,
    entry: &MatchEntry,
    random: &mut Random,
) -> Option<String> {
    let mut text = String::new();
    let mut glue = true;
    for &class in &tables.match_class_lists[entry.classes.range()] {
        let row = &tables.match_classes[class.index()];
        let sample = sample(tables, mode, class, row, random)?;
        let attaches = matches!(sample.as_str(), "{" | "}" | "{z}") || sample.starts_with("{1to");
        if text.is_empty() {
            text.push('\t');
        } else if !glue && !attaches {
            text.push_str(", ");
        }
        text.push_str(&sample);
        glue = matches!(sample.as_str(), "{" | "*");
    }
    Some(text)
}

fn sample(
    tables: &Tables<'_>,
    mode: Mode,
    id: MatchClassId,
    class: &MatchClass,
    random: &mut Random,
) -> Option<String> {
    match class.kind {
        match_class_kind::TOKEN => Some(tables.text(class.text).to_owned()),
        match_class_kind::REGISTER => register(tables, mode, id, random),
        _ => x86::sample(tables.text(class.name), mode, random).or_else(|| {
            let message = format!("no sample of operand class {}", tables.text(class.name));
            panic!("{message}")
        }),
    }
}

/// A register of a class, usually one that exists in the mode.
fn register(
    tables: &Tables<'_>,
    mode: Mode,
    class: MatchClassId,
    random: &mut Random,
) -> Option<String> {
    let names: Vec<&str> = tables
        .registers
        .iter()
        .filter(|row| {
            let own = &tables.match_classes[row.match_class.index()];
            row.match_class == class
                || tables.match_class_lists[own.supers.range()].contains(&class)
        })
        .map(|row| tables.text(row.asm_name))
        .filter(|name| !name.is_empty() && x86::register_exists(name, mode))
        .collect();
    (!names.is_empty()).then(|| format!("%{}", random.pick(&names)))
}
