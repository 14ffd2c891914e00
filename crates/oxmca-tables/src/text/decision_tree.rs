//! The index of a decoder: a tree of bit fields that leads from a code to the few rows that it can match.

use std::collections::HashMap;

use crate::image::TablesBuf;
use crate::schema::DecoderNode;

/// Widest field that a node looks at.
const MAX_FIELD_BITS: u8 = 6;

/// The space that a tree may take.
#[derive(Clone, Copy)]
pub(super) struct Economy {
    /// Rows that are tried one after the other rather than told apart by one more field.
    max_leaf_rows: usize,
    /// Weight of the space that a field takes against the rows it leaves to try.
    space_weight: f64,
}

impl Economy {
    /// Few rows are tried.
    pub const FAST: Economy = Economy { max_leaf_rows: 4, space_weight: 0.3 };
    /// The tree is small, for targets of very many instructions.
    pub const SMALL: Economy = Economy { max_leaf_rows: 12, space_weight: 1.0 };
}

/// A field of the code.
#[derive(Clone, Copy)]
struct Field {
    code_bit: u8,
    width_bits: u8,
}

impl Field {
    /// Returns the bits of the code that the field is.
    fn mask(self) -> u64 {
        ((1 << self.width_bits) - 1) << self.code_bit
    }

    /// Calls `each` for every value of the field with which a row can match.
    fn for_each_value(self, row: Fixed, mut each: impl FnMut(usize)) {
        let ones = (1_u64 << self.width_bits) - 1;
        let mask = row.mask >> self.code_bit & ones;
        let bits = row.bits >> self.code_bit & ones;
        let free = ones & !mask;
        let mut chosen = 0;
        loop {
            each((bits | chosen) as usize);
            if chosen == free {
                return;
            }
            // The next subset of the free bits.
            chosen = chosen.wrapping_sub(free) & free;
        }
    }
}

/// The fixed bits among the lowest 64 of a row.
#[derive(Clone, Copy, Default)]
pub(super) struct Fixed {
    pub mask: u64,
    pub bits: u64,
}

/// A tree while it is made. Equal lists of rows share one subtree.
struct Builder<'t> {
    tables: &'t mut TablesBuf,
    /// By row.
    codes: &'t [Fixed],
    economy: Economy,
    known: HashMap<Vec<u16>, DecoderNode>,
}

/// Appends the nodes for rows with the given fixed bits, in the order of trial; gives the root. Children come before their
/// parents, which shows that a search ends.
pub(super) fn build(
    tables: &mut TablesBuf,
    codes: &[Fixed],
    rows: &[u16],
    width_bits: u16,
    economy: Economy,
) -> u32 {
    let unknown = u64::MAX >> (64 - width_bits.clamp(1, 64));
    let mut builder = Builder { tables, codes, economy, known: HashMap::new() };
    let root = builder.node(rows, unknown);
    tables.decoder_nodes.push(root);
    tables.decoder_nodes.len() as u32 - 1
}

impl Builder<'_> {
    /// Returns the node that finds `rows`. `unknown` has the bits that no node above it looks at.
    fn node(&mut self, rows: &[u16], unknown: u64) -> DecoderNode {
        if let Some(node) = self.known.get(rows) {
            return *node;
        }
        let node = match best_field(self.codes, rows, unknown, self.economy) {
            Some(field) => self.branch(rows, field, unknown),
            None => {
                let first = self.tables.decoder_candidates.len() as u32;
                self.tables.decoder_candidates.extend_from_slice(rows);
                DecoderNode { first, len: rows.len() as u16, ..DecoderNode::default() }
            }
        };
        self.known.insert(rows.to_vec(), node);
        node
    }

    /// Returns the node that tells rows apart by a field.
    fn branch(&mut self, rows: &[u16], field: Field, unknown: u64) -> DecoderNode {
        let mut rows_of_value = vec![Vec::new(); 1 << field.width_bits];
        for row in rows {
            let fixed = self.codes[usize::from(*row)];
            field.for_each_value(fixed, |value| rows_of_value[value].push(*row));
        }
        let unknown = unknown & !field.mask();
        let children: Vec<DecoderNode> =
            rows_of_value.iter().map(|rows| self.node(rows, unknown)).collect();
        let first = self.tables.decoder_nodes.len() as u32;
        self.tables.decoder_nodes.extend(children);
        let Field { code_bit, width_bits } = field;
        DecoderNode { first, len: 0, code_bit, width_bits }
    }
}

/// Returns the field of `unknown` bits that leaves the fewest rows to try, on average over the rows, for the space
/// it takes; `None` if none is worth it.
fn best_field(codes: &[Fixed], rows: &[u16], unknown: u64, economy: Economy) -> Option<Field> {
    if rows.len() <= economy.max_leaf_rows {
        return None;
    }
    let mut best: Option<(f64, Field)> = None;
    let mut lens = Vec::new();
    let decodings = || rows.iter().map(|row| codes[usize::from(*row)]);
    for code_bit in 0..64 {
        for width_bits in 1..=MAX_FIELD_BITS.min(64 - code_bit) {
            let field = Field { code_bit, width_bits };
            if field.mask() & !unknown != 0 || 1 << width_bits > rows.len() {
                break;
            }
            lens.clear();
            lens.resize(1 << width_bits, 0_u32);
            decodings().for_each(|row| field.for_each_value(row, |value| lens[value] += 1));
            let mut left = 0.0;
            for row in decodings() {
                let (mut sum, mut values) = (0, 0_u32);
                field.for_each_value(row, |value| {
                    sum += lens[value];
                    values += 1;
                });
                left += f64::from(sum) / f64::from(values);
            }
            let entries = lens.iter().sum::<u32>() as usize + lens.len() - rows.len();
            let space = entries as f64 / rows.len() as f64;
            let cost =
                left * (1.0 + f64::from(width_bits) / 64.0) * (1.0 + economy.space_weight * space);
            if best.is_none_or(|(known, _)| cost < known) {
                best = Some((cost, field));
            }
        }
    }
    let all = (rows.len() * rows.len()) as f64;
    best.filter(|(cost, _)| *cost < 0.95 * all).map(|(_, field)| field)
}
