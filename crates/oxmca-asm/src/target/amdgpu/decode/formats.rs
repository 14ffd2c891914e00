//! Products of matrices whose formats choose the instruction.

use super::Decoding;
use crate::inst::Operand;
use crate::target::amdgpu::names::Name;
use crate::target::amdgpu::registers::RegisterKind;

/// The part of an instruction's name that tells the formats of both matrices.
const BOTH_8: &str = "_f8_f8";

impl Decoding<'_, '_> {
    /// Replaces an instruction by that of the formats which its operands choose.
    pub(super) fn set_matrix_formats(&mut self) {
        let name = self.gpu.tables.opcode_name(self.opcode);
        let Some((before, after)) = name.split_once(BOTH_8) else { return };
        let (formats, widths) = match self.has(Name::MatrixAFmt) {
            true => ([Name::MatrixAFmt, Name::MatrixBFmt], [512, 384, 256]),
            false if self.has(Name::Blgp) => ([Name::Cbsz, Name::Blgp], [256, 192, 128]),
            false => return,
        };
        let kinds = formats.map(|name| match self.imm(name) {
            0 | 1 => Some((8, widths[0])),
            2 | 3 => Some((6, widths[1])),
            4 => Some((4, widths[2])),
            _ => None,
        });
        let [Some(first), Some(second)] = kinds else { return };
        if first.0 == 8 && second.0 == 8 {
            return;
        }
        let other = format!("{before}_f{}_f{}{after}", first.0, second.0);
        let Some(opcode) = self.gpu.tables.opcode_named(other.as_bytes()) else { return };
        self.opcode = opcode;
        for (name, (_, width)) in [(Name::Src0, first), (Name::Src1, second)] {
            let Some(at) = self.index(name) else { continue };
            let Some(reg) = self.operands.get(at).and_then(Operand::reg) else { continue };
            if let Some(narrow) = self.resized(reg, width) {
                self.operands[at] = narrow;
            }
        }
    }

    /// Returns the register of another width that begins with the same.
    pub(super) fn resized(&self, reg: oxmca_tables::Reg, width: u32) -> Option<Operand> {
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
