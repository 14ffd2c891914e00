//! Instructions whose operands must go together.

use oxmca_tables::{Opcode, Tables};

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

    /// Returns the condition of an opcode.
    pub fn of(&self, opcode: Opcode) -> Option<Condition> {
        let at = self.0.binary_search_by_key(&opcode, |(opcode, _)| *opcode).ok()?;
        Some(self.0[at].1)
    }
}

/// The reason why an instruction does not match.
#[derive(Clone, Debug)]
pub enum Reason {
    /// A message about the operand at fault.
    Operand(String),
    /// A message about the statement.
    Statement(&'static str),
    /// A message about the third and fourth operand.
    Field(&'static str),
}
