//! Instructions that the assembler checks, replaces or expands, by their names.

use std::collections::HashMap;

use oxmca_tables::schema::instr_flag;
use oxmca_tables::{Opcode, Tables};

use super::opcodes::Op;

/// A relation of two numbers on which a branch is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    Less,
    LessEqual,
    GreaterEqual,
    Greater,
}

/// An instruction by its width and direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rotation {
    pub is_left: bool,
    pub is_wide: bool,
}

/// The direction and source of a move between threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThreadMove {
    pub is_from: bool,
    pub place: ThreadPlace,
}

/// The kind of registers of another thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThreadPlace {
    System,
    General,
    /// A part of an accumulator: the lower half, the upper half, or the extension.
    Accumulator {
        part: u8,
    },
    Dsp,
    Float {
        is_high: bool,
    },
    FloatControl,
}

/// The way in which the assembler treats an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Treatment {
    LoadImmediate {
        is_32_bit: bool,
    },
    LoadAddress {
        is_32_bit: bool,
        has_base: bool,
    },
    ShortBranch,
    Multiple {
        is_store: bool,
    },
    JumpRegister {
        has_link: bool,
    },
    /// A branch that compares with a constant.
    EqualImmediate {
        op: Op,
        is_likely: bool,
    },
    ConditionalBranch {
        relation: Relation,
        is_unsigned: bool,
        is_likely: bool,
    },
    Division {
        is_wide: bool,
        is_signed: bool,
        is_remainder: bool,
    },
    Truncation {
        is_double: bool,
        op: Op,
        rounded: Op,
    },
    SingleToGeneral,
    SingleToFloat,
    DoubleToGeneral,
    DoubleToFloat {
        op: Op,
    },
    UnalignedHalf {
        is_signed: bool,
    },
    UnalignedStoreHalf,
    UnalignedWord {
        is_load: bool,
    },
    /// An operation with a constant that may be too large: with a register, and with a constant if it is another one.
    Immediate {
        is_signed: bool,
        with_register: Op,
        short: Option<Op>,
    },
    /// The same where no instruction takes a constant.
    NoImmediate {
        with_register: Op,
    },
    SetGreaterEqual {
        with_register: Op,
    },
    SetGreaterEqualImmediate {
        with_register: Op,
        with_constant: Op,
    },
    SetGreaterImmediate {
        with_register: Op,
    },
    SetLessEqual {
        with_register: Op,
    },
    SetLessEqualImmediate {
        with_register: Op,
    },
    Rotate(Rotation),
    RotateImmediate(Rotation),
    Absolute,
    MultiplyImmediate {
        op: Op,
    },
    MultiplyOverflow {
        is_wide: bool,
    },
    MultiplyOverflowUnsigned {
        is_wide: bool,
    },
    MultiplyWide,
    DoubleWord {
        is_load: bool,
    },
    StoreDouble,
    SetEqual,
    SetEqualImmediate,
    SetNotEqual,
    SetNotEqualImmediate,
    ThreadMove(ThreadMove),
    AtomicAdd {
        op: Op,
    },
}

const fn branch(relation: Relation, is_unsigned: bool, is_likely: bool) -> Treatment {
    Treatment::ConditionalBranch { relation, is_unsigned, is_likely }
}

const fn division(is_wide: bool, is_signed: bool, is_remainder: bool) -> Treatment {
    Treatment::Division { is_wide, is_signed, is_remainder }
}

const fn immediate(is_signed: bool, with_register: Op) -> Treatment {
    Treatment::Immediate { is_signed, with_register, short: None }
}

const fn thread(is_from: bool, place: ThreadPlace) -> Treatment {
    Treatment::ThreadMove(ThreadMove { is_from, place })
}

const TREATMENTS: &[(&[&str], Treatment)] = {
    use Relation::{Greater, GreaterEqual, Less, LessEqual};
    use Treatment as T;
    &[
        (&["LoadImm32"], T::LoadImmediate { is_32_bit: true }),
        (&["LoadImm64"], T::LoadImmediate { is_32_bit: false }),
        (&["LoadAddrImm32"], T::LoadAddress { is_32_bit: true, has_base: false }),
        (&["LoadAddrImm64"], T::LoadAddress { is_32_bit: false, has_base: false }),
        (&["LoadAddrReg32"], T::LoadAddress { is_32_bit: true, has_base: true }),
        (&["LoadAddrReg64"], T::LoadAddress { is_32_bit: false, has_base: true }),
        (&["B_MM_Pseudo", "B_MMR6_Pseudo"], T::ShortBranch),
        (&["SWM_MM"], T::Multiple { is_store: true }),
        (&["LWM_MM"], T::Multiple { is_store: false }),
        (&["JalOneReg"], T::JumpRegister { has_link: false }),
        (&["JalTwoReg"], T::JumpRegister { has_link: true }),
        (&["BneImm"], T::EqualImmediate { op: Op::Bne, is_likely: false }),
        (&["BeqImm"], T::EqualImmediate { op: Op::Beq, is_likely: false }),
        (&["BEQLImmMacro"], T::EqualImmediate { op: Op::Beql, is_likely: true }),
        (&["BNELImmMacro"], T::EqualImmediate { op: Op::Bnel, is_likely: true }),
        (&["BLT", "BLTImmMacro"], branch(Less, false, false)),
        (&["BLE", "BLEImmMacro"], branch(LessEqual, false, false)),
        (&["BGE", "BGEImmMacro"], branch(GreaterEqual, false, false)),
        (&["BGT", "BGTImmMacro"], branch(Greater, false, false)),
        (&["BLTU", "BLTUImmMacro"], branch(Less, true, false)),
        (&["BLEU", "BLEUImmMacro"], branch(LessEqual, true, false)),
        (&["BGEU", "BGEUImmMacro"], branch(GreaterEqual, true, false)),
        (&["BGTU", "BGTUImmMacro"], branch(Greater, true, false)),
        (&["BLTL", "BLTLImmMacro"], branch(Less, false, true)),
        (&["BLEL", "BLELImmMacro"], branch(LessEqual, false, true)),
        (&["BGEL", "BGELImmMacro"], branch(GreaterEqual, false, true)),
        (&["BGTL", "BGTLImmMacro"], branch(Greater, false, true)),
        (&["BLTUL", "BLTULImmMacro"], branch(Less, true, true)),
        (&["BLEUL", "BLEULImmMacro"], branch(LessEqual, true, true)),
        (&["BGEUL", "BGEULImmMacro"], branch(GreaterEqual, true, true)),
        (&["BGTUL", "BGTULImmMacro"], branch(Greater, true, true)),
        (&["SDivMacro", "SDivIMacro"], division(false, true, false)),
        (&["SRemMacro", "SRemIMacro"], division(false, true, true)),
        (&["DSDivMacro", "DSDivIMacro"], division(true, true, false)),
        (&["DSRemMacro", "DSRemIMacro"], division(true, true, true)),
        (&["UDivMacro", "UDivIMacro"], division(false, false, false)),
        (&["URemMacro", "URemIMacro"], division(false, false, true)),
        (&["DUDivMacro", "DUDivIMacro"], division(true, false, false)),
        (&["DURemMacro", "DURemIMacro"], division(true, false, true)),
        (
            &["PseudoTRUNC_W_S"],
            T::Truncation { is_double: false, op: Op::TruncWS, rounded: Op::CvtWS },
        ),
        (
            &["PseudoTRUNC_W_D32"],
            T::Truncation { is_double: true, op: Op::TruncWD32, rounded: Op::CvtWD32 },
        ),
        (
            &["PseudoTRUNC_W_D"],
            T::Truncation { is_double: true, op: Op::TruncWD64, rounded: Op::CvtWD64 },
        ),
        (&["LoadImmSingleGPR"], T::SingleToGeneral),
        (&["LoadImmSingleFGR"], T::SingleToFloat),
        (&["LoadImmDoubleGPR"], T::DoubleToGeneral),
        (&["LoadImmDoubleFGR"], T::DoubleToFloat { op: Op::Ldc164 }),
        (&["LoadImmDoubleFGR_32"], T::DoubleToFloat { op: Op::Ldc1 }),
        (&["Ulh"], T::UnalignedHalf { is_signed: true }),
        (&["Ulhu"], T::UnalignedHalf { is_signed: false }),
        (&["Ush"], T::UnalignedStoreHalf),
        (&["Ulw"], T::UnalignedWord { is_load: true }),
        (&["Usw"], T::UnalignedWord { is_load: false }),
        (&["NORImm"], T::NoImmediate { with_register: Op::Nor }),
        (&["NORImm64"], T::NoImmediate { with_register: Op::Nor64 }),
        (&["SGE"], T::SetGreaterEqual { with_register: Op::Slt }),
        (&["SGEU"], T::SetGreaterEqual { with_register: Op::Sltu }),
        (
            &["SGEImm", "SGEImm64"],
            T::SetGreaterEqualImmediate { with_register: Op::Slt, with_constant: Op::Slti },
        ),
        (
            &["SGEUImm", "SGEUImm64"],
            T::SetGreaterEqualImmediate { with_register: Op::Sltu, with_constant: Op::Sltiu },
        ),
        (&["SGTImm", "SGTImm64"], T::SetGreaterImmediate { with_register: Op::Slt }),
        (&["SGTUImm", "SGTUImm64"], T::SetGreaterImmediate { with_register: Op::Sltu }),
        (&["SLE"], T::SetLessEqual { with_register: Op::Slt }),
        (&["SLEU"], T::SetLessEqual { with_register: Op::Sltu }),
        (&["SLEImm", "SLEImm64"], T::SetLessEqualImmediate { with_register: Op::Slt }),
        (&["SLEUImm", "SLEUImm64"], T::SetLessEqualImmediate { with_register: Op::Sltu }),
        (
            &["SLTImm64"],
            T::Immediate { is_signed: true, with_register: Op::Slt64, short: Some(Op::Slti64) },
        ),
        (
            &["SLTUImm64"],
            T::Immediate { is_signed: true, with_register: Op::Sltu64, short: Some(Op::Sltiu64) },
        ),
        (&["ADDi"], immediate(true, Op::Add)),
        (&["ADDi_MM"], immediate(true, Op::AddShort)),
        (&["ADDiu"], immediate(true, Op::Addu)),
        (&["ADDiu_MM"], immediate(true, Op::AdduShort)),
        (&["SLTi"], immediate(true, Op::Slt)),
        (&["SLTi_MM"], immediate(true, Op::SltShort)),
        (&["SLTiu"], immediate(true, Op::Sltu)),
        (&["SLTiu_MM"], immediate(true, Op::SltuShort)),
        (&["ANDi"], immediate(false, Op::And)),
        (&["ANDi_MM"], immediate(false, Op::AndShort)),
        (&["ANDi64"], immediate(false, Op::And64)),
        (&["ORi"], immediate(false, Op::Or)),
        (&["ORi_MM"], immediate(false, Op::OrShort)),
        (&["ORi64"], immediate(false, Op::Or64)),
        (&["XORi"], immediate(false, Op::Xor)),
        (&["XORi_MM"], immediate(false, Op::XorShort)),
        (&["XORi64"], immediate(false, Op::Xor64)),
        (&["ROL"], T::Rotate(Rotation { is_left: true, is_wide: false })),
        (&["ROR"], T::Rotate(Rotation { is_left: false, is_wide: false })),
        (&["DROL"], T::Rotate(Rotation { is_left: true, is_wide: true })),
        (&["DROR"], T::Rotate(Rotation { is_left: false, is_wide: true })),
        (&["ROLImm"], T::RotateImmediate(Rotation { is_left: true, is_wide: false })),
        (&["RORImm"], T::RotateImmediate(Rotation { is_left: false, is_wide: false })),
        (&["DROLImm"], T::RotateImmediate(Rotation { is_left: true, is_wide: true })),
        (&["DRORImm"], T::RotateImmediate(Rotation { is_left: false, is_wide: true })),
        (&["ABSMacro"], T::Absolute),
        (&["MULImmMacro"], T::MultiplyImmediate { op: Op::Mult }),
        (&["DMULImmMacro"], T::MultiplyImmediate { op: Op::Dmult }),
        (&["MULOMacro"], T::MultiplyOverflow { is_wide: false }),
        (&["DMULOMacro"], T::MultiplyOverflow { is_wide: true }),
        (&["MULOUMacro"], T::MultiplyOverflowUnsigned { is_wide: false }),
        (&["DMULOUMacro"], T::MultiplyOverflowUnsigned { is_wide: true }),
        (&["DMULMacro"], T::MultiplyWide),
        (&["LDMacro"], T::DoubleWord { is_load: true }),
        (&["SDMacro"], T::DoubleWord { is_load: false }),
        (&["SDC1_M1"], T::StoreDouble),
        (&["SEQMacro"], T::SetEqual),
        (&["SEQIMacro"], T::SetEqualImmediate),
        (&["SNEMacro"], T::SetNotEqual),
        (&["SNEIMacro"], T::SetNotEqualImmediate),
        (&["MFTC0"], thread(true, ThreadPlace::System)),
        (&["MTTC0"], thread(false, ThreadPlace::System)),
        (&["MFTGPR"], thread(true, ThreadPlace::General)),
        (&["MTTGPR"], thread(false, ThreadPlace::General)),
        (&["MFTLO"], thread(true, ThreadPlace::Accumulator { part: 0 })),
        (&["MTTLO"], thread(false, ThreadPlace::Accumulator { part: 0 })),
        (&["MFTHI"], thread(true, ThreadPlace::Accumulator { part: 1 })),
        (&["MTTHI"], thread(false, ThreadPlace::Accumulator { part: 1 })),
        (&["MFTACX"], thread(true, ThreadPlace::Accumulator { part: 2 })),
        (&["MTTACX"], thread(false, ThreadPlace::Accumulator { part: 2 })),
        (&["MFTDSP"], thread(true, ThreadPlace::Dsp)),
        (&["MTTDSP"], thread(false, ThreadPlace::Dsp)),
        (&["MFTC1"], thread(true, ThreadPlace::Float { is_high: false })),
        (&["MTTC1"], thread(false, ThreadPlace::Float { is_high: false })),
        (&["MFTHC1"], thread(true, ThreadPlace::Float { is_high: true })),
        (&["MTTHC1"], thread(false, ThreadPlace::Float { is_high: true })),
        (&["CFTC1"], thread(true, ThreadPlace::FloatControl)),
        (&["CTTC1"], thread(false, ThreadPlace::FloatControl)),
        (&["SaaAddr"], T::AtomicAdd { op: Op::Saa }),
        (&["SaadAddr"], T::AtomicAdd { op: Op::Saad }),
    ]
};

impl Treatment {
    /// Returns whether it is an access at any address, which revision 6 expects of all.
    pub fn is_unaligned(self) -> bool {
        matches!(
            self,
            Self::UnalignedHalf { .. } | Self::UnalignedStoreHalf | Self::UnalignedWord { .. }
        )
    }

    /// Returns whether the last operand may be an expression.
    pub fn takes_expression(self) -> bool {
        matches!(
            self,
            Self::LoadAddress { .. }
                | Self::ShortBranch
                | Self::EqualImmediate { .. }
                | Self::ConditionalBranch { .. }
                | Self::Immediate { short: None, .. }
                | Self::AtomicAdd { .. }
                | Self::Multiple { .. }
                | Self::DoubleWord { .. }
                | Self::StoreDouble
                | Self::SingleToFloat
                | Self::DoubleToGeneral
                | Self::DoubleToFloat { .. }
        )
    }
}

/// A check of the operands of an instruction, or something that is said about them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// The operand is the distance of a branch: its bits, and those below it that are zero. Short instructions have
    /// half of the distance where `halves`.
    Branch { operand: usize, bits: u32, shift: u32, halves: bool },
    /// An instruction that is deprecated from revision 6 on.
    Deprecated,
    /// A branch on a bit, whose number may be in the upper half. Octeon only.
    Bit { most: i32, upper: Option<Op> },
    /// A comparison with a constant of ten bits. Octeon only.
    TenBits,
    /// A division by a register.
    Divisor { dividend: usize },
    /// A division by a constant.
    ConstantDivisor,
    /// A jump, which is a branch in code that is independent of its position.
    Jump,
    /// A call of a symbol.
    Call,
    /// A constant of a short instruction.
    Short { operand: usize, range: ShortRange },
    /// The first register is not the return address.
    NotReturnAddress,
    /// The first two registers are one of the pairs that an instruction can move.
    MovedPair,
}

/// The constants that a short instruction has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShortRange {
    StackAdjustment,
    Within {
        least: i32,
        most: i32,
        step: i32,
    },
    /// 1, -1, or a multiple of 4 below 28.
    Addend,
    Mask,
    /// A multiple of 4 of 25 bits.
    Relative,
}

const fn distance(operand: usize, bits: u32, shift: u32) -> Check {
    Check::Branch { operand, bits, shift, halves: false }
}

const fn within(operand: usize, least: i32, most: i32, step: i32) -> Check {
    Check::Short { operand, range: ShortRange::Within { least, most, step } }
}

const CHECKS: &[(&[&str], Check)] = &[
    (
        &["BBIT0", "BBIT032", "BBIT1", "BBIT132", "BEQ", "BNE", "BEQ_MM", "BNE_MM"],
        Check::Branch { operand: 2, bits: 18, shift: 2, halves: true },
    ),
    (
        &[
            "BGEZ",
            "BGTZ",
            "BLEZ",
            "BLTZ",
            "BGEZAL",
            "BLTZAL",
            "BC1F",
            "BC1T",
            "BGEZ_MM",
            "BGTZ_MM",
            "BLEZ_MM",
            "BLTZ_MM",
            "BGEZAL_MM",
            "BLTZAL_MM",
            "BC1F_MM",
            "BC1T_MM",
            "BC1EQZC_MMR6",
            "BC1NEZC_MMR6",
            "BC2EQZC_MMR6",
            "BC2NEZC_MMR6",
        ],
        Check::Branch { operand: 1, bits: 18, shift: 2, halves: true },
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
        ],
        distance(2, 18, 2),
    ),
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
        ],
        distance(1, 18, 2),
    ),
    (&["BEQZC", "BEQZC_MMR6", "BNEZC", "BNEZC_MMR6"], distance(1, 23, 2)),
    (&["BEQZ16_MM", "BEQZC16_MMR6", "BNEZ16_MM", "BNEZC16_MMR6"], distance(1, 8, 1)),
    (&["SSNOP"], Check::Deprecated),
    (&["BBIT0"], Check::Bit { most: 63, upper: Some(Op::Bbit032) }),
    (&["BBIT1"], Check::Bit { most: 63, upper: Some(Op::Bbit132) }),
    (&["BBIT032", "BBIT132"], Check::Bit { most: 31, upper: None }),
    (&["SEQi", "SNEi"], Check::TenBits),
    (&["SDivIMacro", "UDivIMacro", "DSDivIMacro", "DUDivIMacro"], Check::ConstantDivisor),
    (&["DSDIV", "SDIV", "UDIV", "DUDIV", "UDIV_MM", "SDIV_MM"], Check::Divisor { dividend: 0 }),
    (
        &[
            "SDivMacro",
            "DSDivMacro",
            "UDivMacro",
            "DUDivMacro",
            "DIV",
            "DIVU",
            "DDIV",
            "DDIVU",
            "DIVU_MMR6",
            "DIV_MMR6",
        ],
        Check::Divisor { dividend: 1 },
    ),
    (&["J", "J_MM"], Check::Jump),
    (&["JAL", "JAL_MM"], Check::Call),
    (&["ADDIUSP_MM"], Check::Short { operand: 0, range: ShortRange::StackAdjustment }),
    (&["SLL16_MM", "SRL16_MM"], within(2, 1, 8, 1)),
    (&["LI16_MM"], within(1, -1, 126, 1)),
    (&["ADDIUR2_MM"], Check::Short { operand: 2, range: ShortRange::Addend }),
    (&["ANDI16_MM"], Check::Short { operand: 2, range: ShortRange::Mask }),
    (&["LBU16_MM"], within(2, -1, 14, 1)),
    (&["SB16_MM", "SB16_MMR6"], within(2, 0, 15, 1)),
    (&["LHU16_MM", "SH16_MM", "SH16_MMR6"], within(2, 0, 30, 2)),
    (&["LW16_MM", "SW16_MM", "SW16_MMR6"], within(2, 0, 60, 4)),
    (&["ADDIUPC_MM"], Check::Short { operand: 1, range: ShortRange::Relative }),
    (&["LWP_MM", "SWP_MM"], Check::NotReturnAddress),
    (&["MOVEP_MM", "MOVEP_MMR6"], Check::MovedPair),
];

/// Branches whose delay slot takes a short instruction.
const SHORT_SLOTS: &[&str] = &[
    "BEQ_MM",
    "BNE_MM",
    "BLTZ_MM",
    "BGEZ_MM",
    "BLEZ_MM",
    "BGTZ_MM",
    "JRC16_MM",
    "JALS_MM",
    "JALRS_MM",
    "JALRS16_MM",
    "BGEZALS_MM",
    "BLTZALS_MM",
    "J_MM",
];

/// The instructions that are treated in a way of their own.
#[derive(Debug)]
pub struct Treatments {
    treatments: Vec<(Opcode, Treatment)>,
    checks: Vec<(Opcode, Check)>,
    short_slots: Vec<Opcode>,
}

impl Treatments {
    /// Looks the instructions up.
    pub fn new(tables: &Tables<'_>) -> Self {
        let short_slots = SHORT_SLOTS.iter().filter_map(|it| tables.opcode_named(it.as_bytes()));
        Treatments {
            treatments: by_opcode(tables, TREATMENTS),
            checks: by_opcode(tables, CHECKS),
            short_slots: short_slots.collect(),
        }
    }

    /// Returns what the assembler makes of an instruction; `None` if it stays as it is.
    pub fn of(&self, opcode: Opcode) -> Option<Treatment> {
        let at = self.treatments.binary_search_by_key(&opcode, |(opcode, _)| *opcode).ok()?;
        Some(self.treatments[at].1)
    }

    /// Returns the checks of an instruction.
    pub fn checks(&self, opcode: Opcode) -> impl Iterator<Item = Check> {
        let start = self.checks.partition_point(|(it, _)| *it < opcode);
        let rows = self.checks[start..].iter();
        rows.take_while(move |(it, _)| *it == opcode).map(|(_, check)| *check)
    }

    /// Returns whether the delay slot of a branch takes a short instruction.
    pub fn has_short_slot(&self, opcode: Opcode) -> bool {
        self.short_slots.contains(&opcode)
    }
}

/// Returns rows by the opcodes of their names.
fn by_opcode<T: Copy>(tables: &Tables<'_>, rows: &[(&[&str], T)]) -> Vec<(Opcode, T)> {
    let opcodes = (0..tables.instructions.len()).map(|number| Opcode(number as u16));
    let is_pseudo = |opcode: &Opcode| tables.instruction(*opcode).flags & instr_flag::PSEUDO != 0;
    let pseudos: HashMap<&str, Opcode> =
        opcodes.take_while(is_pseudo).map(|it| (tables.opcode_name(it), it)).collect();
    let opcode =
        |name: &str| pseudos.get(name).copied().or_else(|| tables.opcode_named(name.as_bytes()));
    let mut found = Vec::new();
    for (names, value) in rows {
        let opcodes = names.iter().filter_map(|name| opcode(name));
        found.extend(opcodes.map(|opcode| (opcode, *value)));
    }
    // Rows of one opcode stay in their order.
    found.sort_by_key(|(opcode, _)| *opcode);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_instructions_exist() {
        let Ok(tables) = Tables::embedded("mips") else { return };
        let treated = TREATMENTS.iter().flat_map(|(names, _)| *names);
        let checked = CHECKS.iter().flat_map(|(names, _)| *names);
        for name in treated.chain(checked).chain(SHORT_SLOTS) {
            let opcode = tables.opcode_named(name.as_bytes());
            assert!(opcode.or_else(|| tables.pseudo_named(name.as_bytes())).is_some(), "{name}");
        }
    }
}
