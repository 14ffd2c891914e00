//! Accesses of images.

use oxmca_tables::TableRow;
use oxmca_tables::schema::instr_flag;

use super::Check;
use crate::target::amdgpu::flag;
use crate::target::amdgpu::names::Name;
use crate::target::amdgpu::operand::ImmKind;

/// Columns of the table of operations on images.
mod operation {
    pub const NAME: usize = 0;
    pub const EXTRA: usize = 6;
    pub const GRADIENTS: usize = 7;
    pub const G16: usize = 8;
    pub const COORDINATES: usize = 9;
    pub const LOD: usize = 10;
    pub const MSAA: usize = 12;
    pub const BVH: usize = 13;
    pub const A16: usize = 14;
}

/// Columns of the table of dimensions.
mod dimension {
    pub const COORDINATES: usize = 1;
    pub const GRADIENTS: usize = 2;
    pub const MSAA: usize = 3;
    pub const ENCODING: usize = 5;
}

/// The most words of an address in one register after the other that were ever written as 8.
const OVERSIZED: u32 = 8;

impl<'c> Check<'c, '_> {
    /// Checks an access of an image.
    pub(super) fn image(&mut self) -> bool {
        if self.is(flag::TENSOR_CNT) && self.imm(Name::R128).unwrap_or(0) != 0 {
            return self.fail(self.keyword(ImmKind::D16), "instruction must set modifier r128=0");
        }
        if !self.is(flag::MIMG | flag::VIMAGE | flag::VSAMPLE) {
            return true;
        }
        let Some(operation) = self.operation() else { return true };
        self.half_data()
            && self.has_dimension(&operation)
            && self.is_multisampled(&operation)
            && self.data_size()
            && self.address_size(&operation)
            && self.atomic_mask()
            && self.gather_mask()
    }

    /// Returns the row of the operation: the one with the longest name that the instruction's begins with.
    fn operation(&self) -> Option<TableRow<'c>> {
        let table = self.matching.gpu.tables.named_table("MIMGBaseOpcodesTable")?;
        let is_prefix = |name: &str| {
            let (head, tail) = match self.name.split_at_checked(name.len()) {
                Some(parts) => parts,
                None => return false,
            };
            head.eq_ignore_ascii_case(name) && (tail.is_empty() || tail.starts_with('_'))
        };
        let rows = table.rows().filter(|row| is_prefix(row.text(operation::NAME)));
        rows.max_by_key(|row| row.text(operation::NAME).len())
    }

    fn dimension(&self) -> Option<TableRow<'c>> {
        let code = self.imm(Name::Dim)?;
        let table = self.matching.gpu.tables.named_table("MIMGDimInfoTable")?;
        table.rows().find(|row| row.number(dimension::ENCODING) == code)
    }

    fn half_data(&mut self) -> bool {
        let generation = self.matching.generation;
        let is_old = generation.is_gfx6() || generation.is_gfx7();
        !is_old
            || self.imm(Name::D16).unwrap_or(0) == 0
            || self.fail(self.keyword(ImmKind::D16), "d16 modifier is not supported on this GPU")
    }

    fn has_dimension(&mut self, operation: &TableRow<'_>) -> bool {
        let mut operands = self.matching.operands.iter();
        !self.matching.generation.is_gfx10_plus()
            || operation.flag(operation::BVH)
            || operands.any(|it| it.imm_of(ImmKind::Dim).is_some())
            || self.fail(self.loc, "missing dim operand")
    }

    fn is_multisampled(&mut self, operation: &TableRow<'_>) -> bool {
        !operation.flag(operation::MSAA)
            || self.dimension().is_none_or(|row| row.flag(dimension::MSAA))
            || self.fail(self.keyword(ImmKind::Dim), "invalid dim; must be MSAA type")
    }

    /// Checks that the data are as large as the mask says.
    fn data_size(&mut self) -> bool {
        let generation = self.matching.generation;
        let Some(data) = self.reg(Name::VData) else { return true };
        let (mask, failure) = (self.imm(Name::DMask), self.imm(Name::Tfe));
        if (mask.is_none() || failure.is_none()) && generation.is_gfx10a() {
            return true;
        }
        let Some(mask) = mask else { return true };
        let mask = (mask & 0xf).max(0);
        let mut size = match self.is(flag::GATHER4) {
            true => 4,
            false => {
                if mask == 0 {
                    1
                } else {
                    mask.count_ones()
                }
            }
        };
        let packs =
            !generation.has_unpacked_d16() && !generation.is_gfx6() && !generation.is_gfx7();
        let half = self.imm(Name::D16).filter(|_| packs);
        if half.is_some_and(|it| it != 0) {
            size = size.div_ceil(2);
        }
        size += u32::from(failure.unwrap_or(0) != 0);
        let modifiers = match (generation.is_gfx90a(), half.is_some()) {
            (true, true) => "dmask and d16",
            (true, false) => "dmask",
            (false, true) => "dmask, d16 and tfe",
            (false, false) => "dmask and tfe",
        };
        self.words(data) == size
            || self.fail(self.loc, format!("image data size does not match {modifiers}"))
    }

    /// Checks that the address has as many words as the dimension takes.
    fn address_size(&mut self, operation: &TableRow<'_>) -> bool {
        let generation = self.matching.generation;
        if !generation.is_gfx10_plus() {
            return true;
        }
        let resource = if self.is(flag::MIMG) { Name::SRSrc } else { Name::RSrc };
        let (Some(first), Some(end)) = (self.index(Name::VAddr0), self.index(resource)) else {
            return true;
        };
        let is_a16 = self.imm(Name::A16).unwrap_or(0) != 0;
        if operation.flag(operation::BVH) {
            return is_a16 == operation.flag(operation::A16)
                || self.fail(self.loc, "image address size does not match a16");
        }
        let Some(dimension) = self.dimension() else { return true };
        let words_at = |index: usize| {
            self.inst.operands.get(index).and_then(|it| it.reg()).map_or(0, |reg| self.words(reg))
        };
        let mut expected = self.expected_words(operation, &dimension, is_a16);
        let count = end.saturating_sub(first);
        let actual = if count > 1 {
            let most = self.most_separate();
            match generation.has_partial_nsa() && expected > most {
                true => count as u32 - 1 + words_at(end - 1),
                false => count as u32,
            }
        } else {
            if expected > 12 {
                expected = 16;
            }
            let actual = words_at(first);
            if actual == OVERSIZED && (5..=7).contains(&expected) {
                return true;
            }
            actual
        };
        actual == expected || self.fail(self.loc, "image address size does not match dim and a16")
    }

    /// Returns the most registers of an address that are not one after the other.
    fn most_separate(&self) -> u32 {
        let generation = self.matching.generation;
        match (generation.is_gfx10(), generation.is_gfx11()) {
            (true, _) if generation.is_gfx10b() => 13,
            (true, _) | (_, true) => 5,
            _ if self.is(flag::VSAMPLE) => 4,
            _ => 5,
        }
    }

    fn expected_words(
        &self,
        operation: &TableRow<'_>,
        dimension: &TableRow<'_>,
        is_a16: bool,
    ) -> u32 {
        let mut words = operation.number(operation::EXTRA) as u32;
        let mut components = u32::from(operation.flag(operation::LOD));
        if operation.flag(operation::COORDINATES) {
            components += dimension.number(dimension::COORDINATES) as u32;
        }
        words += if is_a16 { components.div_ceil(2) } else { components };
        if operation.flag(operation::GRADIENTS) {
            let gradients = dimension.number(dimension::GRADIENTS) as u32;
            let is_short =
                is_a16 && !self.matching.generation.has_g16() || operation.flag(operation::G16);
            words += if is_short { (gradients / 2).next_multiple_of(2) } else { gradients };
        }
        words
    }

    fn atomic_mask(&mut self) -> bool {
        let flags = self.tables().instruction(self.inst.opcode).flags;
        let both = instr_flag::MAY_LOAD | instr_flag::MAY_STORE;
        let Some(mask) = self.imm(Name::DMask).filter(|_| flags & both == both) else {
            return true;
        };
        matches!(mask & 0xf, 1 | 3 | 0xf)
            || self.fail(self.keyword(ImmKind::DMask), "invalid atomic image dmask")
    }

    fn gather_mask(&mut self) -> bool {
        let Some(mask) = self.imm(Name::DMask).filter(|_| self.is(flag::GATHER4)) else {
            return true;
        };
        let message = "invalid image_gather dmask: only one bit must be set";
        (mask & 0xf).count_ones() == 1 || self.fail(self.keyword(ImmKind::DMask), message)
    }
}
