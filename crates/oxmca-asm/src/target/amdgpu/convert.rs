//! Makes all machine operands of statements whose forms are too many for steps in the tables: an operand may be left out,
//! modifiers get operands of their own, and `op_sel` and the like are distributed over them.

mod lanes;
mod packed;
mod pairs;
pub mod push;

use oxmca_tables::schema::OperandInfo;

use super::matching::Matching;
use super::names::Name;
use super::operand::{ImmKind, ParsedOperand};
use super::operand_type::OperandType;
use super::render::Converter;
use crate::inst::{Inst, Operand};
use oxmca_tables::Reg;
use push::{push, push_with_modifiers};

/// Makes the machine operands of an instruction whose opcode is set.
pub fn convert(matching: &Matching<'_>, converter: Converter, inst: &mut Inst) {
    let mut conversion = Conversion { matching, inst, rest: matching.operands };
    match converter {
        Converter::Buffer { is_atomic } => conversion.buffer(is_atomic),
        Converter::Export => conversion.export(),
        Converter::Vop3 => conversion.vop3(),
        Converter::Vop3OpSel => {
            conversion.vop3();
            conversion.packed();
            conversion.set_result_half();
        }
        Converter::Vop3P => {
            conversion.vop3();
            conversion.packed();
        }
        Converter::Vop3Interp => conversion.interp(),
        Converter::Vinterp => conversion.vinterp(),
        Converter::ScaledMatrix => conversion.scaled_matrix(),
        Converter::SparseMatrix => conversion.sparse_matrix(),
        Converter::Pair => conversion.pair(),
        Converter::Dpp { is_dpp8 } => conversion.dpp(is_dpp8),
        Converter::Vop3Dpp { is_dpp8 } => conversion.vop3_dpp(is_dpp8),
        Converter::Sdwa(kind) => conversion.sdwa(kind),
    }
}

/// A conversion at work.
struct Conversion<'c, 'm> {
    matching: &'c Matching<'m>,
    inst: &'c mut Inst,
    /// Written operands that are not yet converted.
    rest: &'c [ParsedOperand<'m>],
}

impl<'c, 'm> Conversion<'c, 'm> {
    /// Returns the descriptions of the instruction's operands.
    fn rows(&self) -> &'c [OperandInfo] {
        self.matching.gpu.tables.operands(self.inst.opcode)
    }

    fn target_flags(&self) -> u64 {
        self.matching.gpu.tables.instruction(self.inst.opcode).target_flags
    }

    /// Returns the index of the operand that has a name.
    fn index(&self, name: Name) -> Option<usize> {
        self.matching.gpu.names.index(&self.matching.gpu.tables, self.inst.opcode, name)
    }

    /// Returns whether the next machine operand is the one of that index.
    fn is_next(&self, index: Option<usize>) -> bool {
        index == Some(self.inst.operands.len())
    }

    /// Returns the number of an operand that the next machine operand repeats.
    fn next_tie(&self) -> Option<usize> {
        let row = self.rows().get(self.inst.operands.len())?;
        usize::try_from(row.tied_to).ok()
    }

    /// Returns whether the next machine operand holds the modifiers of a source that is written.
    fn next_is_modifiers(&self) -> bool {
        let at = self.inst.operands.len();
        let Some([row, source]) = self.rows().get(at..at + 2) else { return false };
        OperandType::of(row) == Some(OperandType::InputModifiers)
            && source.reg_class != -1
            && source.tied_to == -1
    }

    /// Repeats a machine operand.
    fn repeat(&mut self, index: usize) {
        if let Some(operand) = self.inst.operands.get(index).cloned() {
            self.inst.operands.push(operand);
        }
    }

    fn push(&mut self, operand: &ParsedOperand<'_>) {
        push(self.matching, operand, true, self.inst);
    }

    fn push_with_modifiers(&mut self, operand: &ParsedOperand<'_>) {
        push_with_modifiers(self.matching, operand, self.inst);
    }

    fn push_imm(&mut self, value: i64) {
        self.inst.operands.push(Operand::Imm(value));
    }

    /// Takes the next written operand.
    fn take(&mut self) -> Option<&'c ParsedOperand<'m>> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    /// Adds the results, which are written first.
    fn push_results(&mut self) {
        let row = self.matching.gpu.tables.instruction(self.inst.opcode);
        for _ in 0..row.num_defs {
            if let Some(operand) = self.take() {
                self.push(operand);
            }
        }
    }

    /// Returns the constant of a keyword that is written, or else the default.
    fn keyword(&self, kind: ImmKind, default: i64) -> i64 {
        let mut written = self.matching.operands.iter().rev();
        written.find_map(|operand| operand.imm_of(kind)).unwrap_or(default)
    }

    /// Adds the constant of a keyword.
    fn push_keyword(&mut self, kind: ImmKind, default: i64) {
        self.push_imm(self.keyword(kind, default));
    }

    /// Adds the constant of a keyword if the instruction has an operand of that name.
    fn push_keyword_if(&mut self, name: Name, kind: ImmKind, default: i64) {
        if self.index(name).is_some() {
            self.push_keyword(kind, default);
        }
    }

    /// Returns the constant at an index.
    fn imm_at(&self, index: usize) -> i64 {
        self.inst.operands.get(index).and_then(Operand::imm).unwrap_or_default()
    }

    /// Sets bits of the constant at an index.
    fn set_bits(&mut self, index: usize, bits: i64) {
        if let Some(Operand::Imm(value)) = self.inst.operands.get_mut(index) {
            *value |= bits;
        }
    }

    fn buffer(&mut self, is_atomic: bool) {
        let returns = is_atomic && self.target_flags() & super::flag::ATOMIC_RETURN != 0;
        let operands = self.rest;
        for (number, operand) in operands.iter().enumerate() {
            if operand.plain_register().is_some() {
                self.push(operand);
                if returns && number == 0 {
                    self.push(operand);
                }
            } else if operand.imm_of(ImmKind::None).is_some() {
                self.push(operand);
            }
        }
        self.push_keyword(ImmKind::Offset, 0);
        self.push_keyword(ImmKind::CPol, 0);
        // Whether addresses are swizzled, which texts do not say.
        self.push_imm(0);
    }

    fn export(&mut self) {
        let operands = self.rest;
        let mut sources = Vec::new();
        for operand in operands {
            if operand.plain_register().is_some() {
                sources.push(self.inst.operands.len());
                self.push(operand);
            } else if operand.imm_of(ImmKind::Off).is_some() {
                sources.push(self.inst.operands.len());
                self.inst.operands.push(Operand::Reg(Reg::NONE));
            } else if operand.imm_of(ImmKind::ExpTgt).is_some() {
                self.push(operand);
            }
        }
        let is_compressed =
            operands.iter().any(|operand| operand.imm_of(ImmKind::ExpCompr).is_some());
        if let ([_, second, third, fourth], true) = (&sources[..], is_compressed) {
            self.inst.operands[*second] = self.inst.operands[*third].clone();
            self.inst.operands[*third] = Operand::Reg(Reg::NONE);
            self.inst.operands[*fourth] = Operand::Reg(Reg::NONE);
        }
        let mut enabled = 0;
        for (number, source) in sources.iter().enumerate() {
            if self.inst.operands[*source].reg().is_some_and(Reg::is_some) {
                enabled |= if is_compressed { 3 << (number * 2) } else { 1 << number };
            }
        }
        self.push_keyword(ImmKind::ExpVm, 0);
        self.push_keyword(ImmKind::ExpCompr, 0);
        self.push_imm(enabled);
    }

    /// Converts results and sources, and keywords other than those of packed values.
    fn vop3(&mut self) {
        self.push_results();
        while let Some(operand) = self.take() {
            if self.next_is_modifiers() {
                self.push_with_modifiers(operand);
            } else if !operand.is_keyword() {
                self.push(operand);
            }
        }
        self.push_keyword_if(Name::ScaleSel, ImmKind::ScaleSel, 0);
        self.push_keyword_if(Name::Clamp, ImmKind::Clamp, 0);
        if self.index(Name::ByteSel).is_some() {
            if self.index(Name::VdstIn).is_some() {
                self.repeat(0);
            }
            self.push_keyword(ImmKind::ByteSel, 0);
        }
        self.push_keyword_if(Name::OMod, ImmKind::OMod, 0);
        if let Some(modifiers) = self.accumulator_modifiers() {
            let result = self.inst.operands.first().cloned();
            if let Some(result) = result.filter(|_| modifiers <= self.inst.operands.len()) {
                self.inst.operands.insert(modifiers, Operand::Imm(0));
                self.inst.operands.insert(modifiers + 1, result);
            }
        }
    }

    /// Returns the index of the modifiers of a third source that is the result's register and is not written, if
    /// the instruction has one.
    fn accumulator_modifiers(&self) -> Option<usize> {
        let modifiers = self.index(Name::Src2Modifiers)?;
        let source = self.index(Name::Src2)?;
        (self.rows().get(source)?.tied_to == 0).then_some(modifiers)
    }
}
