//! Accesses of images, whose operands choose the sizes of data and address.

use oxmca_tables::Opcode;

use super::Decoding;
use crate::inst::Operand;
use crate::target::amdgpu::flag;
use crate::target::amdgpu::names::Name;

/// An instruction's name: `IMAGE_LOAD_V2_V3_nsa_gfx10`.
struct Form<'n> {
    base: &'n str,
    data: usize,
    address: usize,
    encoding: &'n str,
}

impl<'n> Form<'n> {
    fn of(name: &'n str) -> Option<Self> {
        let places = name
            .match_indices("_V")
            .filter(|(at, _)| name[at + 2..].starts_with(|c: char| c.is_ascii_digit()));
        let places: Vec<usize> = places.map(|it| it.0).collect();
        let [.., data, address] = places[..] else { return None };
        let digits = &name[address + 2..];
        let end = digits.find('_').unwrap_or(digits.len());
        Some(Form {
            base: &name[..data],
            data: name[data + 2..address].parse().ok()?,
            address: digits[..end].parse().ok()?,
            encoding: &digits[end..],
        })
    }

    fn is_nsa(&self) -> bool {
        self.encoding.contains("nsa")
            || self.encoding.contains("gfx12")
            || self.encoding.contains("gfx13")
    }
}

impl Decoding<'_, '_> {
    /// Adds the registers of an address that are not in sequence.
    pub(super) fn add_addresses(&mut self) -> Option<()> {
        let Some((first, end)) = self.index(Name::VAddr0).zip(self.index(Name::SRSrc)) else {
            return Some(());
        };
        let count = end.saturating_sub(first + 1);
        let length = count.div_ceil(4) * 4;
        let numbers = self.bytes.get(self.at..self.at + length)?;
        for (at, number) in numbers[..count].iter().enumerate() {
            let place = first + 1 + at;
            let class = self.gpu.operand_class(self.generation, self.opcode, place)?;
            let reg = self.member(class, (*number).into())?;
            self.insert_at(place, reg);
        }
        self.at += length;
        Some(())
    }

    /// Replaces an instruction by that whose data and address have the size that its operands say.
    pub(super) fn set_image_sizes(&mut self) {
        let tables = self.gpu.tables;
        let name = tables.opcode_name(self.opcode);
        let Some(table) = tables.named_table("MIMGBaseOpcodesTable") else { return };
        let is_ray = name.contains("_BVH");
        if is_ray {
            let base = table.rows().filter(|row| name.starts_with(row.text(0)));
            let base = base.max_by_key(|row| row.text(0).len());
            let a16 = table.column("A16").zip(base).is_some_and(|(at, row)| row.flag(at));
            self.operands.push(Operand::Imm(a16.into()));
            return;
        }
        let Some(form) = Form::of(name) else { return };
        let g = self.generation;
        let mut address = form.address;
        let mut is_partial = false;
        if g.is_gfx10_plus() {
            let Some(size) = self.address_words(&form) else { return };
            address = size;
            if !form.is_nsa() {
                if !self.is_of(flag::VSAMPLE) && address > 12 {
                    address = 16;
                }
            } else if address > form.address {
                if !g.has_partial_nsa() {
                    return;
                }
                is_partial = true;
            }
        }
        let mut data = match self.is_of(flag::GATHER4) {
            true => 4,
            false => ((self.imm(Name::DMask) & 0xf).count_ones() as usize).max(1),
        };
        if self.imm(Name::D16) != 0 && !g.has_unpacked_d16() {
            data = data.div_ceil(2);
        }
        if self.imm(Name::Tfe) != 0 {
            data += 1;
        }
        if data == form.data && address == form.address {
            return;
        }
        let other = format!("{}_V{data}_V{address}{}", form.base, form.encoding);
        let Some(opcode) = tables.opcode_named(other.as_bytes()) else { return };
        let Some(at_data) = self.index(Name::VData) else { return };
        let new_data = match data == form.data {
            true => None,
            false => match self.widened(opcode, at_data, data) {
                None => return,
                data => data,
            },
        };
        let (Some(first), Some(resource)) = (
            self.index(Name::VAddr0).or_else(|| self.index(Name::VAddr)),
            self.index(Name::SRSrc).or_else(|| self.index(Name::RSrc)),
        ) else {
            return;
        };
        let mut new_address = None;
        let at_address = if is_partial { resource - 1 } else { first };
        let is_sequence = !form.is_nsa() || is_partial;
        if g.has_nsa() && is_sequence && address != form.address {
            let words = match is_partial {
                true => address + 1 - (resource - first),
                false => address,
            };
            new_address = self.widened(opcode, at_address, words);
            if new_address.is_none() {
                return;
            }
        }
        self.opcode = opcode;
        if let Some(data) = new_data {
            if let Some(at) = self.index(Name::Vdst) {
                self.operands[at] = data.clone();
            }
            self.operands[at_data] = data;
        }
        if let Some(address) = new_address {
            self.operands[at_address] = address;
        } else if form.is_nsa() {
            let (from, to) = (first + address, first + form.address);
            if from <= to && to <= self.operands.len() {
                self.operands.drain(from..to);
            }
        }
    }

    /// Returns the register of so many words that begins with that of an operand, if another instruction can have it there.
    fn widened(&self, opcode: Opcode, at: usize, words: usize) -> Option<Operand> {
        let reg = self.operands.get(at)?.reg()?;
        let resized = self.resized(reg, 32 * words as u32)?;
        let class = self.gpu.operand_class(self.generation, opcode, at)?;
        let written = self.gpu.registers.written(resized.reg()?);
        self.gpu.tables.class_contains(class, written).then_some(resized)
    }

    /// Returns the number of words of an address.
    fn address_words(&self, form: &Form<'_>) -> Option<usize> {
        let tables = &self.gpu.tables;
        let bases = tables.named_table("MIMGBaseOpcodesTable")?;
        let dimensions = tables.named_table("MIMGDimInfoTable")?;
        let base = bases.row_named(form.base)?;
        let encoding = dimensions.column("Encoding")?;
        let dim = self.imm(Name::Dim);
        let dimension = dimensions.rows().find(|row| row.number(encoding) == dim)?;
        let flag = |name| bases.column(name).is_some_and(|at| base.flag(at));
        let number = |name| dimensions.column(name).map_or(0, |at| dimension.number(at) as usize);
        let is_a16 = self.imm(Name::A16) != 0;
        let coordinates = if flag("Coordinates") { number("NumCoords") } else { 0 };
        let components = coordinates + usize::from(flag("LodOrClampOrMip"));
        let extra = bases.column("NumExtraArgs").map_or(0, |at| base.number(at) as usize);
        let mut words = extra + if is_a16 { components.div_ceil(2) } else { components };
        if flag("Gradients") {
            let gradients = number("NumGradients");
            let is_packed = is_a16 && !self.generation.has_g16() || flag("G16");
            words += if is_packed { (gradients / 2).next_multiple_of(2) } else { gradients };
        }
        Some(words)
    }
}
