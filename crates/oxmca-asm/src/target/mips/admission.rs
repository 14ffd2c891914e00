//! Conditions on the operands of an instruction together.

use oxmca_tables::{FeatureSet, Opcode, Reg, Tables};

use super::matching::Reason;
use super::registers::File;
use super::target::Mips;
use crate::inst::{Inst, Operand};

/// The flag of instructions that take a bit of the floating-point unit first.
const HAS_CONDITION: u64 = 1 << 6;

/// A condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// The second operand is not the register that is always 0.
    SecondNotZero,
    /// The first two operands differ.
    Different,
    /// The first and the third operand differ.
    DifferentFromThird,
    /// The number is 0 before MIPS32.
    SyncOfZero,
    /// The last number is 0 before MIPS32.
    SelectorOfZero,
    /// The first operand is not the register that is always 0.
    FirstNotZero,
    /// The first two operands are not that register, and differ.
    TwoRegisters,
    /// Position and size lie within limits.
    Field { least: i32, most: i32, message: &'static str },
    /// The first and the third operand are the same.
    SameAsThird,
}

const RANGE_0_32: Condition = Condition::Field {
    least: 0,
    most: 32,
    message: "size plus position are not in the range 0 .. 32",
};
const RANGE_33_64: &str = "size plus position are not in the range 33 .. 64";

const CONDITIONS: &[(&[&str], Condition)] = &[
    (&["DAUI"], Condition::SecondNotZero),
    (&["JALR_HB", "JALR_HB64", "JALRC_HB_MMR6", "JALRC_MMR6"], Condition::Different),
    (&["LWP_MM"], Condition::DifferentFromThird),
    (&["SYNC"], Condition::SyncOfZero),
    (&["MFC0", "MTC0", "MTC2", "MFC2"], Condition::SelectorOfZero),
    (
        &[
            "BLEZC",
            "BLEZC_MMR6",
            "BGEZC",
            "BGEZC_MMR6",
            "BGTZC",
            "BGTZC_MMR6",
            "BLTZC",
            "BLTZC_MMR6",
            "BEQZC",
            "BEQZC_MMR6",
            "BNEZC",
            "BNEZC_MMR6",
            "BLEZC64",
            "BGEZC64",
            "BGTZC64",
            "BLTZC64",
            "BEQZC64",
            "BNEZC64",
        ],
        Condition::FirstNotZero,
    ),
    (
        &[
            "BGEC",
            "BGEC_MMR6",
            "BLTC",
            "BLTC_MMR6",
            "BGEUC",
            "BGEUC_MMR6",
            "BLTUC",
            "BLTUC_MMR6",
            "BEQC",
            "BEQC_MMR6",
            "BNEC",
            "BNEC_MMR6",
            "BGEC64",
            "BLTC64",
            "BGEUC64",
            "BLTUC64",
            "BEQC64",
            "BNEC64",
        ],
        Condition::TwoRegisters,
    ),
    (&["DINS"], RANGE_0_32),
    (&["DINSM", "DINSU"], Condition::Field { least: 33, most: 64, message: RANGE_33_64 }),
    (
        &["DEXT"],
        Condition::Field {
            least: 1,
            most: 63,
            message: "size plus position are not in the range 1 .. 63",
        },
    ),
    (&["DEXTM", "DEXTU"], Condition::Field { least: 32, most: 64, message: RANGE_33_64 }),
    (
        &["CRC32B", "CRC32CB", "CRC32H", "CRC32CH", "CRC32W", "CRC32CW", "CRC32D", "CRC32CD"],
        Condition::SameAsThird,
    ),
];

/// The opcodes that have a condition.
#[derive(Debug)]
pub struct Conditions(Vec<(Opcode, Condition)>);

impl Conditions {
    /// Looks the opcodes up.
    pub fn new(tables: &Tables<'_>) -> Self {
        let mut found = Vec::new();
        for (names, condition) in CONDITIONS {
            let opcodes = names.iter().filter_map(|name| tables.opcode_named(name.as_bytes()));
            found.extend(opcodes.map(|opcode| (opcode, *condition)));
        }
        found.sort_unstable_by_key(|(opcode, _)| *opcode);
        Conditions(found)
    }

    fn of(&self, opcode: Opcode) -> Option<Condition> {
        let at = self.0.binary_search_by_key(&opcode, |(opcode, _)| *opcode).ok()?;
        Some(self.0[at].1)
    }
}

/// Checks an instruction whose operands match one by one.
pub fn check(mips: &Mips<'_>, features: &FeatureSet, inst: &Inst) -> Result<(), Reason> {
    const NO_ZERO: Reason = Reason::Statement("invalid operand ($zero) for instruction");
    const DIFFERENT: Reason = Reason::Statement("source and destination must be different");
    let reg = |at: usize| inst.operands.get(at).and_then(Operand::reg).unwrap_or(Reg::NONE);
    let imm = |at: usize| inst.operands.get(at).and_then(Operand::imm).unwrap_or_default();
    let is_zero = |at: usize| mips.registers.is_zero(reg(at));
    let has_mips_32 = features.contains(mips.bits.mips_32);
    let conditions = mips.conditions.get_or_init(|| Conditions::new(&mips.tables));
    let check = |holds: bool, reason: Reason| if holds { Ok(()) } else { Err(reason) };
    if let Some(condition) = conditions.of(inst.opcode) {
        return match condition {
            Condition::SecondNotZero => check(!is_zero(1), NO_ZERO),
            Condition::FirstNotZero => check(!is_zero(0), NO_ZERO),
            Condition::Different => check(reg(0) != reg(1), DIFFERENT),
            Condition::DifferentFromThird => check(reg(0) != reg(2), DIFFERENT),
            Condition::SyncOfZero => check(
                imm(0) == 0 || has_mips_32,
                Reason::Statement("s-type must be zero or unspecified for pre-MIPS32 ISAs"),
            ),
            Condition::SelectorOfZero => check(
                imm(2) == 0 || has_mips_32,
                Reason::Statement("selector must be zero for pre-MIPS32 ISAs"),
            ),
            Condition::TwoRegisters => {
                check(!is_zero(0) && !is_zero(1), NO_ZERO)?;
                check(reg(0) != reg(1), Reason::Statement("registers must be different"))
            }
            Condition::Field { least, most, message } => {
                let end = (imm(2) as i32).wrapping_add(imm(3) as i32);
                check((least..=most).contains(&end), Reason::Field(message))
            }
            Condition::SameAsThird => {
                check(reg(0) == reg(2), Reason::Statement("source and destination must match"))
            }
        };
    }
    let has_condition = mips.tables.instruction(inst.opcode).target_flags & HAS_CONDITION != 0;
    let is_first = reg(0) == mips.registers.numbered(File::Condition, 0);
    let has_eight = has_mips_32 || features.contains(mips.bits.mips_4);
    check(
        !has_condition || is_first || has_eight,
        Reason::Operand("non-zero fcc register doesn't exist in current ISA level".to_owned()),
    )
}
