//! Pairs of instructions: their registers must be in different banks.

use oxmca_tables::Reg;

use super::Check;
use crate::inst::{Inst, Operand};
use crate::source::Loc;
use crate::target::amdgpu::flag;
use crate::target::amdgpu::immediate::{is_inline_32, is_inline_64};
use crate::target::amdgpu::matching::Matching;
use crate::target::amdgpu::names::Name;
use crate::target::amdgpu::operand::OperandKind;
use crate::target::amdgpu::operand_type::OperandType;
use crate::target::amdgpu::registers::share_part;

/// Names of the results and sources of the first instruction and of the second.
const PARTS: [(Name, &[Name]); 2] = [
    (Name::VdstX, &[Name::Src0X, Name::Vsrc1X, Name::Vsrc2X, Name::Src2X, Name::ImmX]),
    (Name::VdstY, &[Name::Src0Y, Name::Vsrc1Y, Name::Vsrc2Y, Name::Src2Y]),
];

/// Names of the modifiers of sources in the encoding with three sources.
const MODIFIERS: [[Name; 3]; 2] = [
    [Name::Src0XModifiers, Name::Vsrc1XModifiers, Name::Vsrc2XModifiers],
    [Name::Src0YModifiers, Name::Vsrc1YModifiers, Name::Vsrc2YModifiers],
];
/// The places of the sources behind the result, by the number of sources that have modifiers.
const PLACES: [[usize; 3]; 4] = [[1, 2, 3], [2, 3, 4], [2, 4, 5], [2, 4, 6]];

/// Banks of results and of each source, as masks of numbers of registers.
const BANKS: [u32; 4] = [1, 3, 3, 1];
/// Banks of the encoding with three sources.
const WIDE_BANKS: [u32; 4] = [1, 3, 3, 3];

/// Numbers of results and sources whose registers are in the way of one another: 0 is the result.
type Part = usize;

/// A pair that is looked at.
struct Pair<'p> {
    matching: &'p Matching<'p>,
    inst: &'p Inst,
}

impl Pair<'_> {
    fn index(&self, name: Name) -> Option<usize> {
        let gpu = self.matching.gpu;
        gpu.names.index(&gpu.tables, self.inst.opcode, name)
    }

    fn name(&self) -> &str {
        self.matching.gpu.tables.opcode_name(self.inst.opcode)
    }

    /// Returns the number of sources of an instruction that have modifiers: all, and those that LLVM's check knows, which
    /// finds no modifiers where real numbers are of the type `bf16`.
    fn modifiers(&self, part: usize) -> (usize, usize) {
        let all = MODIFIERS[part].iter().filter(|name| self.index(**name).is_some()).count();
        let source = self.index(PARTS[part].1[0]);
        let rows = self.matching.gpu.tables.operands(self.inst.opcode);
        let kind = source.and_then(|index| rows.get(index)).and_then(OperandType::of);
        (all, if kind.is_some_and(OperandType::is_bf16) { 0 } else { all })
    }

    /// Returns the operands that are checked in the encoding with three sources: other ones than the sources if there are
    /// modifiers that the check does not know.
    fn wide_operands(&self, part: usize) -> Vec<&Operand> {
        let counts = [self.modifiers(0), self.modifiers(1)];
        if counts.iter().all(|(all, known)| all == known) {
            return self.operands(part);
        }
        let is_there = |name: &&Name| self.index(**name).is_some();
        let before = match part {
            0 => 0,
            _ => PARTS[0].1.iter().filter(is_there).count() + counts[0].1,
        };
        let own = PARTS[part].1.iter().filter(is_there).count();
        let places = PLACES[counts[part].1.min(3)].into_iter().take(own);
        let result = self.index(PARTS[part].0).into_iter();
        let indices = result.chain(places.map(|place| place + 1 + before));
        indices.filter_map(|index| self.inst.operands.get(index)).collect()
    }

    /// Returns the operands of an instruction: its result, then its sources in their order.
    fn operands(&self, part: usize) -> Vec<&Operand> {
        let (result, sources) = PARTS[part];
        let mut indices: Vec<usize> = sources.iter().filter_map(|it| self.index(*it)).collect();
        // A literal that both may have is that of the one in whose place it is.
        if let Some(imm) = self.index(Name::Imm) {
            let first_of_second = self.index(Name::Src0Y).unwrap_or(0);
            if (imm > first_of_second) == (part == 1) {
                indices.push(imm);
            }
        }
        indices.sort_unstable();
        let all = self.index(result).into_iter().chain(indices);
        all.filter_map(|index| self.inst.operands.get(index)).collect()
    }

    /// Returns the vector register of an operand.
    fn vector(&self, operand: Option<&&Operand>) -> Option<Reg> {
        let gpu = self.matching.gpu;
        let reg = operand.and_then(|it| it.reg())?;
        let written = gpu.registers.written(reg);
        (reg.is_some() && !gpu.registers.is_scalar(&gpu.tables, written)).then_some(reg)
    }

    /// Returns the number of a register and whether it is of 64 bits.
    fn number(&self, reg: Reg) -> (u32, bool) {
        let name = self.matching.gpu.tables.printed_name(reg);
        let digits = name.trim_start_matches(|it: char| !it.is_ascii_digit());
        let end = digits.find(|it: char| !it.is_ascii_digit()).unwrap_or(digits.len());
        (digits[..end].parse().unwrap_or(0), name.contains(':'))
    }

    fn shares_bank(&self, one: Reg, two: Reg, mask: u32) -> bool {
        let ((one, is_wide), (two, is_other_wide)) = (self.number(one), self.number(two));
        one & mask == two & mask
            || is_wide && (one + 1) & mask == two & mask
            || is_other_wide && one & mask == (two + 1) & mask
    }

    /// Returns the result or source that is against the rules, by its number. The operands that are no registers of the encoding
    /// with three sources count as one.
    fn conflict(&self, is_wide: bool) -> Option<Part> {
        let generation = self.matching.generation;
        if is_wide && let Some(part) = self.literal() {
            return Some(part);
        }
        let flags = self.matching.gpu.tables.instruction(self.inst.opcode).target_flags;
        let operands = |part| match flags & flag::VOPD3 != 0 {
            true => self.wide_operands(part),
            false => self.operands(part),
        };
        let (first, second) = (operands(0), operands(1));
        let skips_sources = self.name().starts_with("V_DUAL_MOV_B32_e32_X_MOV_B32_e32")
            && !self.name().ends_with("_gfx11");
        let banks = if is_wide { WIDE_BANKS } else { BANKS };
        for (part, mask) in banks.into_iter().enumerate() {
            let registers = (self.vector(first.get(part)), self.vector(second.get(part)));
            let (Some(one), Some(two)) = registers else { continue };
            if self.number(one).0 >> 8 != self.number(two).0 >> 8 {
                return Some(part);
            }
            if skips_sources && part > 0 {
                continue;
            }
            if part == 0 {
                if share_part(&self.matching.gpu.tables, one, two) {
                    return Some(part);
                }
                if is_wide {
                    continue;
                }
            }
            let may_be_same = generation.is_gfx12_plus() && part > 0 && one == two;
            if self.shares_bank(one, two, mask) && !may_be_same {
                return Some(part);
            }
        }
        None
    }

    /// Returns the index of a literal, which the encoding with three sources does not have.
    fn literal(&self) -> Option<Part> {
        let has_inv2pi = self.matching.generation.has_inv2pi();
        let imm = |index: &usize| self.inst.operands.get(*index).and_then(Operand::imm);
        let is_inline =
            |it: i64| is_inline_32(it as i32, has_inv2pi) || is_inline_64(it, has_inv2pi);
        let first = [Name::Src0X, Name::Src0Y].into_iter().filter_map(|name| self.index(name));
        let mut first = first.filter(|index| imm(index).is_some_and(|it| !is_inline(it)));
        let others = [Name::Vsrc1X, Name::Vsrc1Y, Name::Vsrc2X, Name::Vsrc2Y, Name::Imm];
        let others = others.into_iter().filter_map(|name| self.index(name));
        let mut others = others.filter(|index| imm(index).is_some());
        first.next().or_else(|| others.next())
    }

    /// Returns whether only the encoding with three sources takes the registers.
    fn needs_three_sources(&self) -> bool {
        self.conflict(false).is_some()
            && match self.conflict(true) {
                Some(part) => part == 0,
                None => true,
            }
    }

    /// Returns whether the shorter encoding can be used.
    fn can_be_short(&self) -> bool {
        let tables = &self.matching.gpu.tables;
        let name = self.name();
        let short = name.replace("_e96", "");
        if tables.opcode_named(short.as_bytes()).is_none() || name.contains("CNDMASK") {
            return false;
        }
        let imm = |name| {
            self.index(name).and_then(|index| self.inst.operands.get(index)).and_then(Operand::imm)
        };
        MODIFIERS.into_iter().flatten().all(|name| imm(name).unwrap_or(0) == 0)
            && !self.needs_three_sources()
    }
}

/// Returns whether an instruction that fits is to have the encoding that it has. A pair may have two, of which the shorter one
/// is preferred.
pub fn is_encoding_wanted(matching: &Matching<'_>, inst: &Inst) -> bool {
    let pair = Pair { matching, inst };
    if !matching.generation.is_gfx1250_plus() || pair.index(Name::Src0X).is_none() {
        return true;
    }
    let flags = matching.gpu.tables.instruction(inst.opcode).target_flags;
    match flags & flag::VOPD3 != 0 {
        true => !pair.can_be_short(),
        false => !pair.needs_three_sources(),
    }
}

impl Check<'_, '_> {
    /// Checks the registers of a pair.
    pub(super) fn pair(&mut self) -> bool {
        if !self.is_pair() {
            return true;
        }
        let is_wide = self.is(flag::VOPD3);
        if is_wide {
            for operand in self.matching.operands {
                if operand.modifiers.abs && !operand.is_keyword() {
                    self.complain(operand.loc, "ABS not allowed in VOPD3 instructions");
                }
            }
        }
        let pair = Pair { matching: self.matching, inst: self.inst };
        let Some(part) = pair.conflict(is_wide) else { return true };
        let loc = self.part_place(part);
        let message = match (part, is_wide) {
            (0, true) => "dst registers must be distinct".to_owned(),
            (0, false) => "one dst register must be even and the other odd".to_owned(),
            _ => format!("src{} operands must use different VGPR banks", part - 1),
        };
        self.fail(loc, message)
    }

    /// Returns where a part of the second instruction is written, or else of the first.
    fn part_place(&self, part: Part) -> Loc {
        let operands = self.matching.operands;
        let separator = operands
            .iter()
            .position(|it| matches!(it.kind, OperandKind::Token(text) if text == b"::"));
        let Some(separator) = separator else { return self.loc };
        // The mnemonic of the second follows the separator.
        let second = operands.get(separator + 2 + part);
        let first = operands[..separator].get(part);
        second.or(first).map_or(self.loc, |it| it.loc)
    }
}
