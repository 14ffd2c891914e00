//! The index of a decoder: which rows a code can match, found by a few of its bit fields.

use crate::image::TablesBuf;
use crate::schema::{DecoderNode, Decoding};

/// Widest field that a node looks at.
const MAX_FIELD_BITS: u8 = 8;

/// A field of the code.
#[derive(Clone, Copy)]
struct Field {
    code_bit: u8,
    width_bits: u8,
}

impl Field {
    /// The bits of the code that the field is.
    fn mask(self) -> u64 {
        ((1 << self.width_bits) - 1) << self.code_bit
    }

    /// Calls `each` for every value of the field with which a row can match.
    fn for_each_value(self, row: &Decoding, mut each: impl FnMut(usize)) {
        let ones = (1_u64 << self.width_bits) - 1;
        let mask = row.fixed_mask >> self.code_bit & ones;
        let bits = row.fixed_bits >> self.code_bit & ones;
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

    /// Number of values with which a row can match.
    fn values(self, row: &Decoding) -> u32 {
        let ones = (1_u64 << self.width_bits) - 1;
        let mask = row.fixed_mask >> self.code_bit & ones;
        1 << (u32::from(self.width_bits) - mask.count_ones())
    }
}

/// Appends the nodes for rows of `decodings`, in the order of trial; gives the root.
pub(super) fn build(tables: &mut TablesBuf, rows: &[u16], width_bits: u16) -> u32 {
    let root = tables.decoder_nodes.len();
    tables.decoder_nodes.push(DecoderNode::default());
    let unknown = u64::MAX >> (64 - width_bits.clamp(1, 64));
    fill(tables, root, rows, unknown);
    root as u32
}

/// Makes `node` find `rows`. `unknown` has the bits that no node above it looks at.
fn fill(tables: &mut TablesBuf, node: usize, rows: &[u16], unknown: u64) {
    let Some(field) = best_field(&tables.decodings, rows, unknown) else {
        let first = tables.decoder_candidates.len() as u32;
        tables.decoder_candidates.extend_from_slice(rows);
        tables.decoder_nodes[node] =
            DecoderNode { first, len: rows.len() as u16, ..DecoderNode::default() };
        return;
    };
    let mut children = vec![Vec::new(); 1 << field.width_bits];
    for row in rows {
        let decoding = &tables.decodings[usize::from(*row)];
        field.for_each_value(decoding, |value| children[value].push(*row));
    }
    let first = tables.decoder_nodes.len();
    tables.decoder_nodes.resize(first + children.len(), DecoderNode::default());
    tables.decoder_nodes[node] = DecoderNode {
        first: first as u32,
        len: 0,
        code_bit: field.code_bit,
        width_bits: field.width_bits,
    };
    for (value, child) in children.iter().enumerate() {
        fill(tables, first + value, child, unknown & !field.mask());
    }
}

/// The field of `unknown` bits that leaves the fewest rows to try, on average over the rows; `None` if none leaves
/// fewer.
fn best_field(decodings: &[Decoding], rows: &[u16], unknown: u64) -> Option<Field> {
    if rows.len() < 2 {
        return None;
    }
    // More children than this do not pay for their space.
    let most_children = (4 * rows.len()).next_power_of_two();
    let mut best: Option<(f64, Field)> = None;
    let mut lens = Vec::new();
    for code_bit in 0..64 {
        for field_bits in 1..=MAX_FIELD_BITS.min(64 - code_bit) {
            let field = Field { code_bit, width_bits: field_bits };
            if field.mask() & !unknown != 0 || 1 << field_bits > most_children {
                break;
            }
            lens.clear();
            lens.resize(1 << field_bits, 0_u32);
            let rows = || rows.iter().map(|row| &decodings[usize::from(*row)]);
            rows().for_each(|row| field.for_each_value(row, |value| lens[value] += 1));
            let mut left = 0.0;
            for row in rows() {
                let mut sum = 0;
                field.for_each_value(row, |value| sum += lens[value]);
                left += f64::from(sum) / f64::from(field.values(row));
            }
            // A wider field must leave clearly fewer rows.
            let cost = left * (1.0 + f64::from(field_bits) / 64.0);
            if best.is_none_or(|(known, _)| cost < known) {
                best = Some((cost, field));
            }
        }
    }
    let all = (rows.len() * rows.len()) as f64;
    best.filter(|(cost, _)| *cost < 0.95 * all).map(|(_, field)| field)
}
