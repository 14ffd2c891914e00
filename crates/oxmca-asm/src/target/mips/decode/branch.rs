//! Branches whose registers decide which ones they are.

use super::{Decoding, field};
use crate::decoder::Operands;
use crate::inst::Operand;
use crate::target::mips::decoder_method::Group;
use crate::target::mips::registers::File;
use crate::target::mips::template::sign_extended;

impl Decoding<'_, '_> {
    /// Adds the operands of a branch and chooses its opcode.
    pub(super) fn decode_branch(
        &self,
        group: Group,
        code: u64,
        operands: &mut Operands,
    ) -> Option<()> {
        // The fields change places in microMIPS.
        let (upper, lower) = (field(code, 21, 5), field(code, 16, 5));
        let distance = sign_extended(16, field(code, 0, 16) as i64);
        let (name, registers, unit): (&str, &[u64], i64) = match group {
            Group::Overflow { is_negated, is_short } => {
                let (first, second) = if is_short { (lower, upper) } else { (upper, lower) };
                let name = match (is_negated, is_short) {
                    (false, false) => ["BOVC", "BEQC", "BEQZALC"],
                    (true, false) => ["BNVC", "BNEC", "BNEZALC"],
                    (false, true) => ["BOVC_MMR6", "BEQC_MMR6", "BEQZALC_MMR6"],
                    (true, true) => ["BNVC_MMR6", "BNEC_MMR6", "BNEZALC_MMR6"],
                };
                let unit = if is_short { 2 } else { 4 };
                if first >= second {
                    let registers = if is_short { [second, first] } else { [first, second] };
                    return self.push_branch(name[0], &registers, distance * unit, operands);
                } else if first != 0 {
                    (name[1], &[first, second], 4)
                } else {
                    (name[2], &[second], unit)
                }
            }
            Group::Compared { names, is_short } => {
                let (first, second) = if is_short { (lower, upper) } else { (upper, lower) };
                match (first, second) {
                    (_, 0) => return None,
                    (0, _) => (names[0], &[second], 4),
                    (first, second) if first == second => (names[1], &[second], 4),
                    _ => (names[2], &[first, second], 4),
                }
            }
            Group::Greater { is_short: false } => match (upper, lower) {
                (_, 0) => ("BGTZ", &[upper], 4),
                (0, _) => ("BGTZALC", &[lower], 4),
                (first, second) if first == second => ("BLTZALC", &[upper], 4),
                _ => ("BLTUC", &[upper, lower], 4),
            },
            Group::Greater { is_short: true } => match (lower, upper) {
                (_, 0) => return None,
                (0, _) => ("BGTZALC_MMR6", &[upper], 2),
                (first, second) if first == second => ("BLTZALC_MMR6", &[lower], 2),
                _ => ("BLTUC_MMR6", &[lower, upper], 4),
            },
            Group::Less { is_short: false } => match (upper, lower) {
                (_, 0) => return None,
                (0, _) => ("BLEZALC", &[lower], 4),
                (first, second) if first == second => ("BGEZALC", &[lower], 4),
                _ => ("BGEUC", &[upper, lower], 4),
            },
            Group::Less { is_short: true } => match (lower, upper) {
                (_, 0) => return None,
                (0, _) => ("BLEZALC_MMR6", &[upper], 2),
                (first, second) if first == second => ("BGEZALC_MMR6", &[upper], 2),
                _ => ("BGEUC_MMR6", &[lower, upper], 4),
            },
        };
        let is_truncated =
            matches!(group, Group::Greater { is_short: true } | Group::Less { is_short: true });
        // LLVM keeps these distances in 32 bits without sign.
        let distance = distance * unit;
        if is_truncated {
            let distance = i64::from((distance + SLOT) as u32) - SLOT;
            return self.push_branch(name, registers, distance, operands);
        }
        self.push_branch(name, registers, distance, operands)
    }

    fn push_branch(
        &self,
        name: &str,
        registers: &[u64],
        distance: i64,
        operands: &mut Operands,
    ) -> Option<()> {
        self.rename(name)?;
        registers.iter().for_each(|number| self.push(File::General, *number, operands));
        operands.push(Operand::Imm(distance + SLOT));
        Some(())
    }
}

/// Distances count from behind the instruction.
const SLOT: i64 = 4;
