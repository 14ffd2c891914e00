//! Loads and stores of NEON, and its instructions that are decoded as a whole.

use oxmca_tables::Reg;

use super::decoding::{Decoding, field, push};
use crate::decoder::Operands;
use crate::inst::Operand;
use crate::target::arm::feature_bits::Feature;
use crate::target::arm::registers::Class;

/// Values of the field of an index: none at all, and none but the base that changes.
const NO_CHANGE: u32 = 15;
const NO_INDEX: u32 = 13;

/// The lane of a load or store of one element of each vector.
struct Lane {
    index: u32,
    alignment: u32,
    /// The distance of the vectors.
    step: u32,
}

impl Lane {
    /// Returns the lane of so many vectors; `None` if its bits are reserved.
    fn of(code: u32, vectors: u32) -> Option<Lane> {
        let size = field(code, 10, 2);
        let (low, high) = (field(code, 4, 1), field(code, 4, 2));
        let index = match size {
            0 => field(code, 5, 3),
            1 => field(code, 6, 2),
            2 => field(code, 7, 1),
            _ => return None,
        };
        let step = match size {
            0 => 1,
            1 => 1 + field(code, 5, 1),
            _ => 1 + field(code, 6, 1),
        };
        let alignment = match (vectors, size) {
            (1, 0) if low == 0 => 0,
            (1, 1) if field(code, 5, 1) == 0 => 2 * low,
            (1, 2) if field(code, 6, 1) == 0 => match high {
                0 => 0,
                3 => 4,
                _ => return None,
            },
            (2, 0) => 2 * low,
            (2, 1) => 4 * low,
            (2, 2) if field(code, 5, 1) == 0 => 8 * low,
            (3, 0 | 1) if low == 0 => 0,
            (3, 2) if high == 0 => 0,
            (4, 0) => 4 * low,
            (4, 1) => 8 * low,
            (4, 2) if high != 3 => {
                if high == 0 {
                    0
                } else {
                    4 << high
                }
            }
            _ => return None,
        };
        Some(Lane { index, alignment, step })
    }
}

/// Returns the number of a vector at a place of its four bits, and of its fifth.
fn vector(code: u32, low: u32, fifth: u32) -> u32 {
    field(code, low, 4) | field(code, fifth, 1) << 4
}

impl Decoding<'_, '_> {
    /// Adds vectors from one on, at a distance.
    fn vectors_from(
        &self,
        first: u32,
        count: u32,
        step: u32,
        wraps: bool,
        o: &mut Operands,
    ) -> Option<()> {
        let limit = if wraps { 32 } else { u32::MAX };
        (0..count).try_for_each(|at| self.double((first + at * step) % limit, o))
    }

    /// Adds the index by which a base changes: nothing if it does not.
    fn index(&self, index: u32, o: &mut Operands) -> Option<()> {
        match index {
            NO_CHANGE => Some(()),
            NO_INDEX => {
                o.push(Operand::Reg(Reg::NONE));
                Some(())
            }
            index => self.general(index, o),
        }
    }

    /// Decodes a load or store of whole vectors.
    pub(in crate::target::arm) fn whole_vectors(&self, code: u32, o: &mut Operands) -> Option<()> {
        let (kind, size, alignment) = (field(code, 8, 4), field(code, 6, 2), field(code, 4, 2));
        let name = self.name();
        let count = u32::from(name.as_bytes().get(3)?.wrapping_sub(b'0'));
        let is_reserved = match count {
            1 => match kind {
                6 | 7 => alignment & 2 != 0,
                10 => alignment == 3,
                _ => false,
            },
            2 => size == 3 || matches!(kind, 8 | 9) && alignment == 3,
            3 => size == 3 || alignment & 2 != 0,
            _ => size == 3,
        };
        if is_reserved {
            return None;
        }
        let is_load = field(code, 21, 1) != 0;
        let (base, index) = (field(code, 16, 4), field(code, 0, 4));
        let (is_fixed, is_new) = (name.ends_with("wb_fixed"), name.contains("wb_"));
        let has_update = name.ends_with("_UPD");
        if is_load {
            self.listed_vectors(code, count, o)?;
        }
        if is_new {
            if !is_load && index == NO_CHANGE {
                return None;
            }
            push(0, o);
        }
        if has_update {
            self.general(base, o)?;
        }
        self.general(base, o)?;
        push(if alignment == 0 { 0 } else { 4 << alignment }, o);
        let is_of_one = is_load && count == 1 && is_new;
        match is_fixed && (!is_load || count == 2) || is_of_one && index == NO_INDEX {
            true => {}
            false => self.index(index, o)?,
        }
        if !is_load {
            self.listed_vectors(code, count, o)?;
        }
        self.block_condition(o);
        Some(())
    }

    /// Adds the vectors of a load or store. Lists of one opcode have one register that stands for all of them.
    fn listed_vectors(&self, code: u32, count: u32, o: &mut Operands) -> Option<()> {
        let first = vector(code, 12, 22);
        let kind = self.name().as_bytes().get(4).copied()?;
        match (count, kind) {
            (1, b'q') | (2, b'd') => self.doubles_of(first, Class::DoublePair, o),
            (2, b'b') => self.doubles_of(first, Class::DoublePairSpaced, o),
            (1 | 2, _) => self.double(first, o),
            (_, kind) => {
                let step = if kind == b'q' { 2 } else { 1 };
                self.vectors_from(first, count, step, true, o)
            }
        }
    }

    /// Decodes a load of one element to all lanes.
    pub(in crate::target::arm) fn all_lanes(
        &self,
        code: u32,
        count: u32,
        o: &mut Operands,
    ) -> Option<()> {
        let (base, index) = (field(code, 16, 4), field(code, 0, 4));
        let (first, size) = (vector(code, 12, 22), field(code, 6, 2));
        let step = field(code, 5, 1) + 1;
        let is_aligned = field(code, 4, 1);
        let alignment = match (count, size) {
            (1, 0) if is_aligned != 0 => return None,
            (1 | 2, size) => (is_aligned * count) << size,
            (3, _) => 0,
            (_, 3) if is_aligned == 0 => return None,
            (_, 3) => 16,
            (_, 2) => 8 * is_aligned,
            (_, size) => (4 << size) * is_aligned,
        };
        let name = self.name();
        match count {
            1 if name.starts_with("VLD1DUPq") => self.doubles_of(first, Class::DoublePair, o)?,
            2 if name.contains("x2") => self.doubles_of(first, Class::DoublePairSpaced, o)?,
            2 => self.doubles_of(first, Class::DoublePair, o)?,
            1 => self.double(first, o)?,
            count => self.vectors_from(first, count, step, true, o)?,
        }
        if index != NO_CHANGE {
            match count {
                2 => push(0, o),
                _ => self.general(base, o)?,
            }
        }
        self.general(base, o)?;
        push(alignment, o);
        if count > 2 || index != NO_INDEX {
            self.index(index, o)?;
        }
        self.block_condition(o);
        Some(())
    }

    /// Decodes a load or store of one lane of some vectors.
    pub(in crate::target::arm) fn one_lane(
        &self,
        code: u32,
        count: u32,
        is_load: bool,
        o: &mut Operands,
    ) -> Option<()> {
        let Lane { index: lane, alignment, step } = Lane::of(code, count)?;
        let (base, index) = (field(code, 16, 4), field(code, 0, 4));
        let first = vector(code, 12, 22);
        if is_load {
            self.vectors_from(first, count, step, false, o)?;
        }
        if index != NO_CHANGE {
            self.general(base, o)?;
        }
        self.general(base, o)?;
        push(alignment, o);
        self.index(index, o)?;
        self.vectors_from(first, count, step, false, o)?;
        push(lane, o);
        self.block_condition(o);
        Some(())
    }

    fn double_or_quad(&self, number: u32, is_quad: bool, o: &mut Operands) -> Option<()> {
        if is_quad { self.quad(number, o) } else { self.double(number, o) }
    }

    /// Decodes a move of an immediate to a vector, or an operation with one.
    pub(in crate::target::arm) fn vector_immediate(
        &self,
        code: u32,
        o: &mut Operands,
    ) -> Option<()> {
        let number = vector(code, 12, 22);
        let is_quad = field(code, 6, 1) != 0;
        self.double_or_quad(number, is_quad, o)?;
        let value = field(code, 0, 4)
            | field(code, 16, 3) << 4
            | field(code, 24, 1) << 7
            | field(code, 8, 4) << 8
            | field(code, 5, 1) << 12;
        push(value, o);
        let name = self.name();
        let is_operation = name.starts_with("VORRiv") || name.starts_with("VBICiv");
        if is_operation {
            let is_quad = name.ends_with("8i16") || name.ends_with("4i32");
            self.double_or_quad(number, is_quad, o)?;
        }
        self.block_condition(o);
        Some(())
    }

    /// Decodes a conversion to or from fixed-point numbers, or a move of an immediate in its place.
    pub(in crate::target::arm) fn vector_conversion(
        &self,
        code: u32,
        is_quad: bool,
        o: &mut Operands,
    ) -> Option<()> {
        let (kind, is_inverted) = (field(code, 8, 4), field(code, 5, 1) != 0);
        let number = field(code, 16, 6);
        if number & 0x38 == 0 {
            let pick =
                |double: &'static str, quad: &'static str| if is_quad { quad } else { double };
            let name = match (kind, is_inverted) {
                (15, true) => return None,
                (15, false) => Some(pick("VMOVv2f32", "VMOVv4f32")),
                _ if !self.has(Feature::FullFp16) => None,
                (14, true) => Some(pick("VMOVv1i64", "VMOVv2i64")),
                (14, false) => Some(pick("VMOVv8i8", "VMOVv16i8")),
                (12 | 13, true) => Some(pick("VMVNv2i32", "VMVNv4i32")),
                (12 | 13, false) => Some(pick("VMOVv2i32", "VMOVv4i32")),
                _ => None,
            };
            if let Some(name) = name {
                self.rename(name)?;
            }
            return self.vector_immediate(code, o);
        }
        if number & 0x20 == 0 {
            return None;
        }
        self.double_or_quad(vector(code, 12, 22), is_quad, o)?;
        self.double_or_quad(vector(code, 0, 5), is_quad, o)?;
        push(64 - number, o);
        self.block_condition(o);
        Some(())
    }

    /// Decodes a shift by the width of an element.
    pub(in crate::target::arm) fn widest_shift(&self, code: u32, o: &mut Operands) -> Option<()> {
        self.quad(vector(code, 12, 22), o)?;
        self.double(vector(code, 0, 5), o)?;
        push(8 << field(code, 18, 2), o);
        self.block_condition(o);
        Some(())
    }

    /// Decodes a look-up of bytes in vectors.
    pub(in crate::target::arm) fn table_look_up(&self, code: u32, o: &mut Operands) -> Option<()> {
        let (result, table) = (vector(code, 12, 22), vector(code, 16, 7));
        self.double(result, o)?;
        if field(code, 6, 1) != 0 {
            self.double(result, o)?;
        }
        match self.name() {
            "VTBL2" | "VTBX2" => self.doubles_of(table, Class::DoublePair, o)?,
            _ => self.double(table, o)?,
        }
        self.double(vector(code, 0, 5), o)?;
        self.block_condition(o);
        Some(())
    }

    /// Decodes a multiplication of complex numbers by one of a vector.
    pub(in crate::target::arm) fn complex_lane(&self, code: u32, o: &mut Operands) -> Option<()> {
        let is_quad = field(code, 6, 1) != 0;
        let result = vector(code, 12, 22);
        for number in [result, result, vector(code, 16, 7)] {
            self.double_or_quad(number, is_quad, o)?;
        }
        self.double(vector(code, 0, 5), o)?;
        push(0, o);
        push(field(code, 20, 2), o);
        Some(())
    }
}
