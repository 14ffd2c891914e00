//! Extended mnemonics: instructions that only the assembler knows, and those that they stand for.

use oxmca_tables::schema::instr_flag;
use oxmca_tables::{Opcode, Tables};
use smallvec::SmallVec;

use super::negative::negative_operand;
use crate::inst::{Inst, Operand};

/// The flag of instructions of 8 bytes. Some of them are extended, all others are pseudo-instructions.
const IS_PREFIXED: u64 = 1 << 7;

/// The way to make an operand of those of the extended instruction.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// The operand of that number.
    Same(u8),
    /// Its negative.
    Negative(u8),
    /// The same of a number; symbols have none.
    NegativeNumber(u8),
    /// A constant.
    Constant(i64),
    /// A constant, and the third and the fourth operand times a number each.
    Sum(i64, i64, i64),
    /// The first and the last bit that is set in the mask that the fourth operand is.
    FirstOfMask,
    LastOfMask,
}

use Part::{Constant, FirstOfMask, LastOfMask, Negative, NegativeNumber, Same, Sum};

/// An extended instruction.
struct Extended {
    from: &'static str,
    to: &'static str,
    /// Set if there is another pair of the same names with `_rec`, which sets condition bits.
    has_record_form: bool,
    parts: &'static [Part],
}

const fn plain(from: &'static str, to: &'static str, parts: &'static [Part]) -> Extended {
    Extended { from, to, has_record_form: false, parts }
}

const fn recording(from: &'static str, to: &'static str, parts: &'static [Part]) -> Extended {
    Extended { from, to, has_record_form: true, parts }
}

const THIRD: Part = Sum(0, 1, 0);
const FOURTH: Part = Sum(0, 0, 1);
const SUBTRACTION: &[Part] = &[Same(0), Same(1), Negative(2)];
const TOUCH: &[Part] = &[Same(2), Same(0), Same(1)];

/// The extended instructions. Rotations by fewer bits than registers have begin or end where the fields do.
const EXTENDED: &[Extended] = &[
    recording("EXTLWI", "RLWINM", &[Same(0), Same(1), FOURTH, Constant(0), Sum(-1, 1, 0)]),
    recording("EXTRWI", "RLWINM", &[Same(0), Same(1), Sum(0, 1, 1), Sum(32, -1, 0), Constant(31)]),
    recording(
        "INSLWI",
        "RLWIMI",
        &[Same(0), Same(0), Same(1), Sum(32, 0, -1), FOURTH, Sum(-1, 1, 1)],
    ),
    recording(
        "INSRWI",
        "RLWIMI",
        &[Same(0), Same(0), Same(1), Sum(32, -1, -1), FOURTH, Sum(-1, 1, 1)],
    ),
    recording("ROTRWI", "RLWINM", &[Same(0), Same(1), Sum(32, -1, 0), Constant(0), Constant(31)]),
    recording("SLWI", "RLWINM", &[Same(0), Same(1), THIRD, Constant(0), Sum(31, -1, 0)]),
    recording("SRWI", "RLWINM", &[Same(0), Same(1), Sum(32, -1, 0), THIRD, Constant(31)]),
    recording("CLRRWI", "RLWINM", &[Same(0), Same(1), Constant(0), Constant(0), Sum(31, -1, 0)]),
    recording("CLRLSLWI", "RLWINM", &[Same(0), Same(1), FOURTH, Sum(0, 1, -1), Sum(31, 0, -1)]),
    recording("EXTLDI", "RLDICR", &[Same(0), Same(1), FOURTH, Sum(-1, 1, 0)]),
    recording("EXTRDI", "RLDICL", &[Same(0), Same(1), Sum(0, 1, 1), Sum(64, -1, 0)]),
    recording("INSRDI", "RLDIMI", &[Same(0), Same(0), Same(1), Sum(64, -1, -1), FOURTH]),
    recording("ROTRDI", "RLDICL", &[Same(0), Same(1), Sum(64, -1, 0), Constant(0)]),
    recording("SLDI", "RLDICR", &[Same(0), Same(1), THIRD, Sum(63, -1, 0)]),
    recording("SRDI", "RLDICL", &[Same(0), Same(1), Sum(64, -1, 0), THIRD]),
    recording("CLRRDI", "RLDICR", &[Same(0), Same(1), Constant(0), Sum(63, -1, 0)]),
    recording("CLRLSLDI", "RLDIC", &[Same(0), Same(1), FOURTH, Sum(0, 1, -1)]),
    recording("RLWINMbm", "RLWINM", &[Same(0), Same(1), Same(2), FirstOfMask, LastOfMask]),
    recording("RLWIMIbm", "RLWIMI", &[Same(0), Same(0), Same(1), Same(2), FirstOfMask, LastOfMask]),
    recording("RLWNMbm", "RLWNM", &[Same(0), Same(1), Same(2), FirstOfMask, LastOfMask]),
    recording("SUBIC", "ADDIC", SUBTRACTION),
    plain("SUBI", "ADDI", SUBTRACTION),
    plain("PSUBI", "PADDI", SUBTRACTION),
    plain("SUBIS", "ADDIS", SUBTRACTION),
    plain("SUBPCIS", "ADDPCIS", &[Same(0), NegativeNumber(1)]),
    plain("LAx", "LA", &[Same(0), Same(2), Same(1)]),
    plain("PLA", "PADDI", &[Same(0), Same(1), Same(2)]),
    plain("PLA8", "PADDI8", &[Same(0), Same(1), Same(2)]),
    plain("PLApc", "PADDIpc", &[Same(0), Constant(0), Same(1)]),
    plain("PLA8pc", "PADDI8pc", &[Same(0), Constant(0), Same(1)]),
    plain("DCBTx", "DCBT", &[Constant(0), Same(0), Same(1)]),
    plain("DCBTT", "DCBT", &[Constant(16), Same(0), Same(1)]),
    plain("DCBTSTx", "DCBTST", &[Constant(0), Same(0), Same(1)]),
    plain("DCBTSTT", "DCBTST", &[Constant(16), Same(0), Same(1)]),
    plain("DCBTCT", "DCBT", TOUCH),
    plain("DCBTDS", "DCBT", TOUCH),
    plain("DCBTSTCT", "DCBTST", TOUCH),
    plain("DCBTSTDS", "DCBTST", TOUCH),
    plain("DCBFx", "DCBF", &[Constant(0), Same(0), Same(1)]),
    plain("DCBFL", "DCBF", &[Constant(1), Same(0), Same(1)]),
    plain("DCBFLP", "DCBF", &[Constant(3), Same(0), Same(1)]),
    plain("DCBFPS", "DCBF", &[Constant(4), Same(0), Same(1)]),
    plain("DCBSTPS", "DCBF", &[Constant(6), Same(0), Same(1)]),
];

/// The extended instructions of tables.
#[derive(Debug)]
pub struct ExtendedInstructions {
    /// Opcodes of those and of what they stand for, with their parts, sorted.
    rows: Vec<(Opcode, Opcode, &'static [Part])>,
}

impl ExtendedInstructions {
    /// Looks the opcodes up.
    pub fn new(tables: &Tables<'_>) -> Self {
        let mut names: Vec<(String, String, &'static [Part])> = Vec::new();
        for it in EXTENDED {
            let suffixes = if it.has_record_form { &["", "_rec"][..] } else { &[""] };
            let of =
                |suffix: &&str| (it.from.to_owned() + suffix, it.to.to_owned() + suffix, it.parts);
            names.extend(suffixes.iter().map(of));
        }
        names.sort_by(|one, other| one.0.cmp(&other.0));
        let opcodes = (0..tables.instructions.len()).map(|number| Opcode(number as u16));
        let row = |from: Opcode| {
            let name = tables.opcode_name(from);
            let at = names.binary_search_by(|it| it.0.as_str().cmp(name)).ok()?;
            let (_, to, parts) = &names[at];
            Some((from, tables.opcode_named(to.as_bytes())?, *parts))
        };
        Self { rows: opcodes.filter_map(row).collect() }
    }

    /// Replaces an extended instruction by the one it stands for. Gives `false` of operands of which the latter has no
    /// form.
    pub fn replace(&self, inst: &mut Inst) -> bool {
        let Ok(at) = self.rows.binary_search_by_key(&inst.opcode, |row| row.0) else { return true };
        let (_, opcode, parts) = self.rows[at];
        let is_symbol =
            |at: u8| matches!(inst.operands.get(usize::from(at)), Some(Operand::Expr(_)));
        if parts.iter().any(|part| matches!(part, NegativeNumber(at) if is_symbol(*at))) {
            return false;
        }
        let operands = parts.iter().map(|part| part.of(&inst.operands)).collect();
        // A mask whose bits do not follow each other leaves the instruction as it is.
        if let Some(operands) = operands {
            *inst = Inst { opcode, operands, ..*inst };
        }
        true
    }
}

/// Returns whether instructions of an opcode may be extended.
pub fn may_be_extended(tables: &Tables<'_>, opcode: Opcode) -> bool {
    let row = tables.instruction(opcode);
    row.flags & instr_flag::PSEUDO != 0 || row.target_flags & IS_PREFIXED != 0
}

impl Part {
    /// Makes the operand.
    fn of(self, operands: &SmallVec<[Operand; 8]>) -> Option<Operand> {
        let number = |at: usize| operands.get(at).and_then(Operand::imm).unwrap_or_default();
        Some(match self {
            Same(at) => operands.get(usize::from(at))?.clone(),
            Negative(at) | NegativeNumber(at) => negative_operand(operands.get(usize::from(at))?),
            Constant(value) => Operand::Imm(value),
            Sum(constant, third, fourth) => {
                Operand::Imm(constant + third * number(2) + fourth * number(3))
            }
            FirstOfMask => Operand::Imm(bits_of_mask(number(3) as u32)?.0.into()),
            LastOfMask => Operand::Imm(bits_of_mask(number(3) as u32)?.1.into()),
        })
    }
}

/// Returns the numbers of the first and the last bit of a mask, counted from the most significant one; `None` if the
/// bits that are set do not follow each other, where the first one follows the last.
fn bits_of_mask(mask: u32) -> Option<(u32, u32)> {
    let is_run = |mask: u32| {
        let shifted = mask >> (mask.trailing_zeros() & 31);
        mask != 0 && shifted & shifted.wrapping_add(1) == 0
    };
    if is_run(mask) {
        Some((mask.leading_zeros(), 31 - mask.trailing_zeros()))
    } else if mask != 0 && is_run(!mask) {
        Some((32 - (!mask).trailing_zeros(), (!mask).leading_zeros() - 1))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_runs_of_bits() {
        assert_eq!(bits_of_mask(0x000f_fff0), Some((12, 27)));
        assert_eq!(bits_of_mask(0x0000_ffff), Some((16, 31)));
        assert_eq!(bits_of_mask(0xff00_00ff), Some((24, 7)));
        assert_eq!(bits_of_mask(u32::MAX), Some((0, 31)));
        assert_eq!(bits_of_mask(0x8000_0000), Some((0, 0)));
        assert_eq!(bits_of_mask(0x0f0f_0000), None);
        assert_eq!(bits_of_mask(0), None);
    }

    #[test]
    fn the_tables_have_all_instructions() {
        let Ok(tables) = Tables::embedded("powerpc") else { return };
        let count = EXTENDED.iter().map(|it| 1 + usize::from(it.has_record_form)).sum::<usize>();
        assert_eq!(ExtendedInstructions::new(&tables).rows.len(), count);
    }
}
