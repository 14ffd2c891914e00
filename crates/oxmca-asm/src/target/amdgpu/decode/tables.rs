//! The tables of the decoder in the order in which they are tried.

use crate::target::amdgpu::generation::Generation;

/// A table that is tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attempt {
    pub table: u8,
    pub width_bits: u16,
    /// The number of bytes before those of a literal.
    pub read_bytes: usize,
}

/// The tables, in the order in which the importer lists them.
#[derive(Clone, Copy)]
enum Table {
    Gfx1250x128,
    Gfx940x128,
    Gfx1170x96,
    Gfx1170Fake16x96,
    Gfx11x96,
    Gfx11Fake16x96,
    Gfx1250x96,
    Gfx1250Fake16x96,
    Gfx12x96,
    Gfx12Fake16x96,
    Gfx12Wave64x96,
    Gfx13x96,
    Gfx13Fake16x96,
    Gfx10Bx64,
    Gfx8Unpackedx64,
    Gfx950x64,
    Gfx9Mixx64,
    Gfx940x64,
    Gfx90Ax64,
    Gfx8x64,
    Gfx9x64,
    Gfx10x64,
    Gfx1250x64,
    Gfx1250Fake16x64,
    Gfx12x64,
    Gfx12Fake16x64,
    Gfx1170x64,
    Gfx1170Fake16x64,
    Gfx11x64,
    Gfx11Fake16x64,
    Gfx1170Wave64x64,
    Gfx11Wave64x64,
    Gfx12Wave64x64,
    Gfx13x64,
    Gfx13Fake16x64,
    Gfx8x32,
    Allx32,
    Gfx9x32,
    Gfx950x32,
    Gfx90Ax32,
    Gfx10Bx32,
    Gfx10x32,
    Gfx1170x32,
    Gfx1170Fake16x32,
    Gfx11x32,
    Gfx11Fake16x32,
    Gfx1250x32,
    Gfx1250Fake16x32,
    Gfx12x32,
    Gfx12Fake16x32,
    Gfx13x32,
    Gfx13Fake16x32,
}

/// Tries tables until one has the instruction. Returns whether one has.
pub(super) fn attempts(
    generation: Generation<'_>,
    length: usize,
    mut attempt: impl FnMut(Attempt) -> bool,
) -> bool {
    let g = generation;
    let is_8 = g.is_gfx8();
    let is_9 = g.is_gfx9();
    let is_10 = g.is_gfx10();
    let is_11 = g.is_gfx11();
    let is_12 = g.is_gfx12();
    let is_13 = g.is_gfx13();
    let is_1170 = g.is_gfx1170();
    let is_1250 = g.is_gfx1250_plus() && !is_13;
    let mut any = |width_bits: u16, read_bytes: usize, tables: &[(Table, bool)]| {
        let mut tried = tables.iter().filter(|(_, is_tried)| *is_tried);
        tried.any(|(table, _)| attempt(Attempt { table: *table as u8, width_bits, read_bytes }))
    };
    if g.is_gfx1250_plus() && length >= 16 && any(128, 16, &[(Table::Gfx1250x128, true)]) {
        return true;
    }
    if g.is_gfx11_plus() && length >= 12 {
        let tables = [
            (Table::Gfx1170x96, is_1170),
            (Table::Gfx1170Fake16x96, is_1170),
            (Table::Gfx11x96, is_11),
            (Table::Gfx11Fake16x96, is_11),
            (Table::Gfx1250x96, is_1250),
            (Table::Gfx1250Fake16x96, is_1250),
            (Table::Gfx12x96, is_12),
            (Table::Gfx12Fake16x96, is_12),
            (Table::Gfx12Wave64x96, is_12),
            (Table::Gfx13x96, is_13),
            (Table::Gfx13Fake16x96, is_13),
        ];
        if any(96, 12, &tables) {
            return true;
        }
        // Words of 32 bits with a literal of 64.
        if g.has_literals64() && any(96, 4, &[(Table::Gfx1250x96, is_1250)]) {
            return true;
        }
    } else if length >= 16 && g.is_gfx950() && any(128, 16, &[(Table::Gfx940x128, true)]) {
        return true;
    }
    if length >= 8 {
        let tables = [
            (Table::Gfx10Bx64, g.is_gfx10b()),
            (Table::Gfx8Unpackedx64, g.has_unpacked_d16()),
            (Table::Gfx950x64, g.is_gfx950()),
            (Table::Gfx9Mixx64, g.has_fma_mix()),
            (Table::Gfx940x64, g.is_gfx940()),
            (Table::Gfx90Ax64, g.is_gfx90a()),
            (Table::Gfx8x64, is_8 || is_9),
            (Table::Gfx9x64, is_9),
            (Table::Gfx10x64, is_10),
            (Table::Gfx1250x64, is_1250),
            (Table::Gfx1250Fake16x64, is_1250),
            (Table::Gfx12x64, is_12),
            (Table::Gfx12Fake16x64, is_12),
            (Table::Gfx1170x64, is_1170),
            (Table::Gfx1170Fake16x64, is_1170),
            (Table::Gfx11x64, is_11),
            (Table::Gfx11Fake16x64, is_11),
            (Table::Gfx1170Wave64x64, is_1170),
            (Table::Gfx11Wave64x64, is_11),
            (Table::Gfx12Wave64x64, is_12),
            (Table::Gfx13x64, is_13),
            (Table::Gfx13Fake16x64, is_13),
        ];
        if any(64, 8, &tables) {
            return true;
        }
    }
    let tables = [
        (Table::Gfx8x32, is_8 || is_9),
        (Table::Allx32, true),
        (Table::Gfx9x32, is_9),
        (Table::Gfx950x32, g.is_gfx950()),
        (Table::Gfx90Ax32, g.is_gfx90a()),
        (Table::Gfx10Bx32, g.is_gfx10b()),
        (Table::Gfx10x32, is_10),
        (Table::Gfx1170x32, is_1170),
        (Table::Gfx1170Fake16x32, is_1170),
        (Table::Gfx11x32, is_11),
        (Table::Gfx11Fake16x32, is_11),
        (Table::Gfx1250x32, is_1250),
        (Table::Gfx1250Fake16x32, is_1250),
        (Table::Gfx12x32, is_12),
        (Table::Gfx12Fake16x32, is_12),
        (Table::Gfx13x32, is_13),
        (Table::Gfx13Fake16x32, is_13),
    ];
    length >= 4 && any(32, 4, &tables)
}
