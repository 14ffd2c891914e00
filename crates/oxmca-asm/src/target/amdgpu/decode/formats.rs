//! Products of matrices whose formats choose the instruction.

use oxmca_tables::Reg;

use super::Decoding;
use crate::inst::Operand;
use crate::target::amdgpu::names::Name;
use crate::target::amdgpu::registers::RegisterKind;

/// The part of an instruction's name that tells the formats of both matrices.
const BOTH_8: &str = "_f8_f8";

/// Words of a matrix of products in waves of 64 lanes, by the bits of its elements: 8, 6 and 4.
const MFMA_WORDS: [usize; 3] = [8, 6, 4];
/// The same in waves of 32 lanes.
const WMMA_WORDS: [usize; 3] = [16, 12, 8];

impl Decoding<'_, '_> {
    /// Replaces an instruction by that of the formats which its operands choose. Returns `None` if a matrix is in none of
    /// the registers that the format takes.
    pub(super) fn set_matrix_formats(&mut self) -> Option<()> {
        let name = self.gpu.tables.opcode_name(self.opcode);
        let Some((before, after)) = name.split_once(BOTH_8) else { return Some(()) };
        let is_wmma = self.has(Name::MatrixAFmt);
        let (formats, words) = match is_wmma {
            true => ([Name::MatrixAFmt, Name::MatrixBFmt], WMMA_WORDS),
            false if self.has(Name::Blgp) => ([Name::Cbsz, Name::Blgp], MFMA_WORDS),
            false => return Some(()),
        };
        let formats = formats.map(|name| self.imm(name));
        // Formats without a meaning choose no instruction, or those of 8 bits.
        if is_wmma && formats.iter().any(|it| !(0..=4).contains(it)) {
            return Some(());
        }
        let [first, second] = formats.map(|format| match format {
            2 | 3 => (6, words[1]),
            4 => (4, words[2]),
            _ => (8, words[0]),
        });
        if first.0 == 8 && second.0 == 8 {
            return Some(());
        }
        let other = format!("{before}_f{}_f{}{after}", first.0, second.0);
        let Some(opcode) = self.gpu.tables.opcode_named(other.as_bytes()) else { return Some(()) };
        self.opcode = opcode;
        for (name, (_, words)) in [(Name::Src0, first), (Name::Src1, second)] {
            let Some(at) = self.index(name) else { continue };
            let narrow = self.operands.get(at).and_then(Operand::reg);
            match narrow.and_then(|reg| self.narrowed(reg, words)) {
                Some(narrow) => self.operands[at] = narrow,
                None if matches!(words, 4 | 6 | 12) => return None,
                None => {}
            }
        }
        Some(())
    }

    /// Returns the first words of a register.
    fn narrowed(&self, reg: Reg, words: usize) -> Option<Operand> {
        let tables = &self.gpu.tables;
        let part = |name: &str| {
            let mut parts = tables.sub_registers(reg).iter();
            parts.find(|it| tables.text(tables.sub_register_indices[usize::from(it.index)]) == name)
        };
        if words != 12 {
            let name: Vec<String> = (0..words).map(|word| format!("sub{word}")).collect();
            return Some(Operand::Reg(part(&name.join("_"))?.reg));
        }
        // There is no name for a part of 12 words.
        const NUMBER: u16 = 0x3ff;
        let class = self.gpu.register_classes.of(RegisterKind::Vector, 384)?;
        let first = tables.register(part("sub0")?.reg).encoding;
        let wide = self.member(class, (first & NUMBER).into())?;
        let begins_so = wide.reg().is_some_and(|it| tables.register(it).encoding == first);
        begins_so.then_some(wide)
    }

    /// Returns the register of another width that begins with the same.
    pub(super) fn resized(&self, reg: Reg, width: u32) -> Option<Operand> {
        const ACCUMULATOR: u16 = 1 << 11;
        const VECTOR: u16 = 1 << 10;
        let encoding = self.gpu.tables.register(reg).encoding;
        let kind = match encoding {
            _ if encoding & ACCUMULATOR != 0 => RegisterKind::Accumulator,
            _ if encoding & VECTOR != 0 => RegisterKind::Vector,
            _ => RegisterKind::Scalar,
        };
        let number = u64::from(encoding & 0xff);
        if kind == RegisterKind::Scalar {
            return self.register(kind, width, number / 4);
        }
        (number + u64::from(width / 32) <= 256).then_some(())?;
        self.register(kind, width, number)
    }
}
