//! Registers by their number.

use oxmca_tables::schema::operand_flag;
use oxmca_tables::{Opcode, Reg, RegClassId, Tables};

/// A kind of registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum File {
    /// General registers of 32 bits.
    General,
    /// The same, but 0 is the number.
    GeneralOrZero,
    /// General registers of 64 bits.
    Wide,
    /// The same, but 0 is the number.
    WideOrZero,
    Float,
    /// Pairs, by the number of the first.
    FloatPair,
    /// General registers of 64 bits of the signal processing extension.
    Signal,
    /// The scalar parts of vector registers.
    VectorScalar,
    Vector,
    /// Floating-point registers as vectors, then vector registers.
    VectorScalars,
    /// Floating-point registers, then the scalar parts of vector registers.
    Scalars,
    /// Pairs of vectors, by the number of the first.
    VectorPair,
    Accumulator,
    WideAccumulator,
    WideAccumulatorHigh,
    MatrixRow,
    MatrixRowPair,
    Matrix,
    MatrixPair,
    ConditionField,
    ConditionBit,
}

/// The first registers of sequences.
#[derive(Debug)]
pub struct Registers {
    general: Reg,
    zero: Reg,
    wide: Reg,
    wide_zero: Reg,
    float: Reg,
    float_pair: Reg,
    signal: Reg,
    vector_scalar: Reg,
    vector: Reg,
    vector_low: Reg,
    vector_pair: Reg,
    accumulator: Reg,
    wide_accumulator: Reg,
    wide_accumulator_high: Reg,
    matrix_row: Reg,
    matrix_row_pair: Reg,
    matrix: Reg,
    matrix_pair: Reg,
    condition_field: Reg,
    /// By the two lowest bits of the number: less, greater, equal, unordered.
    condition_bits: [Reg; 4],
    /// Vector registers as instructions number them that take all 64.
    numbered_vector: Reg,
    /// Classes of operands that take all 64 vector registers: of scalars, and of vectors.
    scalar_classes: [Option<RegClassId>; 2],
    vector_class: Option<RegClassId>,
    pub link: Reg,
    pub wide_link: Reg,
    pub count: Reg,
    pub wide_count: Reg,
}

impl Registers {
    /// Looks the registers up.
    pub fn new(tables: &Tables<'_>) -> Self {
        let named = |name: &str| tables.register_named(name).unwrap_or_default();
        Self {
            general: named("R0"),
            zero: named("ZERO"),
            wide: named("X0"),
            wide_zero: named("ZERO8"),
            float: named("F0"),
            float_pair: named("Fpair0"),
            signal: named("S0"),
            vector_scalar: named("VF0"),
            vector: named("V0"),
            vector_low: named("VSL0"),
            vector_pair: named("VSRp0"),
            accumulator: named("ACC0"),
            wide_accumulator: named("WACC0"),
            wide_accumulator_high: named("WACC_HI0"),
            matrix_row: named("DMRROW0"),
            matrix_row_pair: named("DMRROWp0"),
            matrix: named("DMR0"),
            matrix_pair: named("DMRp0"),
            condition_field: named("CR0"),
            condition_bits: ["CR0LT", "CR0GT", "CR0EQ", "CR0UN"].map(named),
            numbered_vector: named("VSX32"),
            scalar_classes: ["VSSRC", "VSFRC"].map(|it| tables.register_class_named(it)),
            vector_class: tables.register_class_named("VSRC"),
            link: named("LR"),
            wide_link: named("LR8"),
            count: named("CTR"),
            wide_count: named("CTR8"),
        }
    }

    /// Returns the register of a kind that has a number, which is one of the kind's.
    pub fn numbered(&self, file: File, number: i64) -> Reg {
        let number = number as u16;
        let of = |first: Reg| Reg(first.0 + number);
        let second = |first: Reg| Reg(first.0 + number - 32);
        match file {
            File::GeneralOrZero if number == 0 => self.zero,
            File::General | File::GeneralOrZero => of(self.general),
            File::WideOrZero if number == 0 => self.wide_zero,
            File::Wide | File::WideOrZero => of(self.wide),
            File::Float => of(self.float),
            File::FloatPair => Reg(self.float_pair.0 + number / 2),
            File::Signal => of(self.signal),
            File::VectorScalar => of(self.vector_scalar),
            File::Vector => of(self.vector),
            File::VectorScalars if number < 32 => of(self.vector_low),
            File::VectorScalars => second(self.vector),
            File::Scalars if number < 32 => of(self.float),
            File::Scalars => second(self.vector_scalar),
            File::VectorPair => Reg(self.vector_pair.0 + number / 2),
            File::Accumulator => of(self.accumulator),
            File::WideAccumulator => of(self.wide_accumulator),
            File::WideAccumulatorHigh => of(self.wide_accumulator_high),
            File::MatrixRow => of(self.matrix_row),
            File::MatrixRowPair => of(self.matrix_row_pair),
            File::Matrix => of(self.matrix),
            File::MatrixPair => of(self.matrix_pair),
            File::ConditionField => of(self.condition_field),
            File::ConditionBit => Reg(self.condition_bits[usize::from(number & 3)].0 + number / 4),
        }
    }

    /// Returns the first general register of 32 or 64 bits.
    pub fn general(&self, number: i64, is_64_bit: bool) -> Reg {
        self.numbered(if is_64_bit { File::Wide } else { File::General }, number)
    }

    /// Returns the register as an operand of an instruction shows and encodes it: where it may be one of all 64 vector
    /// registers, the upper ones have other numbers than among the vector registers alone.
    pub fn of_operand(&self, tables: &Tables<'_>, opcode: Opcode, operand: usize, reg: Reg) -> Reg {
        let row = tables.operands(opcode).get(operand);
        let row = row.filter(|it| it.flags & operand_flag::LOOKUP_BY_HW_MODE == 0);
        let class = row.and_then(|it| u16::try_from(it.reg_class).ok()).map(RegClassId);
        let first = if class.is_none() {
            return reg;
        } else if self.vector_class == class {
            self.vector
        } else if self.scalar_classes.contains(&class) {
            self.vector_scalar
        } else {
            return reg;
        };
        match reg.0.checked_sub(first.0) {
            Some(number @ 0..32) => Reg(self.numbered_vector.0 + number),
            _ => reg,
        }
    }

    /// Returns whether a register is the first general one of 32 bits, which addresses show as 0.
    pub fn is_general_zero(&self, reg: Reg) -> bool {
        reg == self.general
    }

    /// Returns the number of a condition field, if a register is one.
    pub fn condition_field(&self, reg: Reg) -> Option<u16> {
        reg.0.checked_sub(self.condition_field.0).filter(|number| *number < 8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_of_a_kind_follow_each_other() {
        let Ok(tables) = Tables::embedded("powerpc") else { return };
        let registers = Registers::new(&tables);
        let name =
            |file, number| tables.text(tables.register(registers.numbered(file, number)).name);
        for (file, number, expected) in [
            (File::General, 31, "R31"),
            (File::GeneralOrZero, 0, "ZERO"),
            (File::Wide, 31, "X31"),
            (File::WideOrZero, 0, "ZERO8"),
            (File::Float, 31, "F31"),
            (File::FloatPair, 30, "Fpair30"),
            (File::Signal, 31, "S31"),
            (File::VectorScalar, 31, "VF31"),
            (File::Vector, 31, "V31"),
            (File::VectorScalars, 31, "VSL31"),
            (File::VectorScalars, 63, "V31"),
            (File::Scalars, 31, "F31"),
            (File::Scalars, 63, "VF31"),
            (File::VectorPair, 62, "VSRp31"),
            (File::Accumulator, 7, "ACC7"),
            (File::WideAccumulator, 7, "WACC7"),
            (File::WideAccumulatorHigh, 7, "WACC_HI7"),
            (File::MatrixRow, 63, "DMRROW63"),
            (File::MatrixRowPair, 31, "DMRROWp31"),
            (File::Matrix, 7, "DMR7"),
            (File::MatrixPair, 3, "DMRp3"),
            (File::ConditionField, 7, "CR7"),
            (File::ConditionBit, 28, "CR7LT"),
            (File::ConditionBit, 31, "CR7UN"),
        ] {
            assert_eq!(name(file, number), expected);
        }
    }
}
