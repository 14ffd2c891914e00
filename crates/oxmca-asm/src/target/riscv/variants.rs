//! Variants of RISC-V instructions.

use oxmca_tables::{FeatureSet, Reg};
use smallvec::SmallVec;

use super::RiscV;
use super::hardware::base_position;
use crate::inst::{Inst, Operand};
use crate::target::variants::{
    Combination, Combining, Division, IntegerDivision, Transfer, Variants,
};

/// Registers of a kind.
const COUNT: u16 = 32;
/// The first register that calls may change, and no platform keeps for itself.
const FIRST_FREE: u16 = 5;

impl RiscV<'_> {
    /// Returns the first register of the kind of a register of full width.
    fn first_of(&self, reg: Reg) -> Option<Reg> {
        let firsts = [self.registers.x0, self.registers.f0_double, self.registers.v0];
        firsts.into_iter().find(|first| {
            reg.0.checked_sub(first.0).is_some_and(|number| number < COUNT && first.is_some())
        })
    }
}

/// Returns the name of the form of full length that an instruction has the operands of.
fn full_name(name: &str) -> &str {
    match name.strip_prefix("C_") {
        Some(short) => short.strip_suffix("SP").unwrap_or(short),
        None => name,
    }
}

impl Variants for RiscV<'_> {
    fn whole(&self, reg: Reg) -> Reg {
        let supers = self.tables.super_registers(reg).iter().copied();
        supers.chain([reg]).find(|it| self.first_of(*it).is_some()).unwrap_or(reg)
    }

    fn is_zero(&self, reg: Reg) -> bool {
        reg == self.registers.x0
    }

    fn counterpart(&self, reg: Reg, whole: Reg) -> Option<Reg> {
        let own = self.whole(reg);
        if self.first_of(own)? != self.first_of(whole)? {
            return None;
        }
        if own == reg {
            return Some(whole);
        }
        let parts = |of: Reg| self.tables.sub_registers(of).iter();
        let index = parts(own).find(|it| it.reg == reg)?.index;
        parts(whole).find(|it| it.index == index).map(|it| it.reg)
    }

    fn interchangeable(&self, whole: Reg) -> Vec<Reg> {
        let Some(first) = self.first_of(whole) else { return Vec::new() };
        let start = if first == self.registers.f0_double { 0 } else { FIRST_FREE };
        match first == self.registers.v0 {
            // Registers in groups.
            true => Vec::new(),
            false => (start..COUNT).map(|number| Reg(first.0 + number)).collect(),
        }
    }

    fn displaced(&self, inst: &Inst, address: usize, by: i64) -> Option<Inst> {
        let at = base_position(self, inst).filter(|_| address == 0)? + 1;
        let sum = inst.operands.get(at)?.imm()?.checked_add(by)?;
        // Compressed forms have other ranges.
        let name = full_name(self.tables.opcode_name(inst.opcode));
        let opcode = self.tables.opcode_named(name.as_bytes())?;
        let mut changed = Inst { opcode, ..inst.clone() };
        *changed.operands.get_mut(at)? = Operand::Imm(sum);
        (-2048..2048).contains(&sum).then_some(changed)
    }

    fn stepping(&self, inst: &Inst, step: i64) -> Option<Inst> {
        let (opcode, to) = match (self.tables.opcode_name(inst.opcode), &inst.operands[..]) {
            ("ADDI" | "ADDIW", [to, from, Operand::Imm(_)]) if to == from => (inst.opcode, to),
            ("C_ADDI", [to, ..]) => (self.tables.opcode_named(b"ADDI")?, to),
            ("C_ADDIW", [to, ..]) => (self.tables.opcode_named(b"ADDIW")?, to),
            _ => return None,
        };
        let operands = [to.clone(), to.clone(), Operand::Imm(step)].into_iter().collect();
        (-2048..2048).contains(&step).then_some(Inst { opcode, operands, ..inst.clone() })
    }

    fn increment(&self, whole: Reg, step: i64) -> Option<Inst> {
        let opcode = self.tables.opcode_named(b"ADDI")?;
        let operands = [Operand::Reg(whole), Operand::Reg(whole), Operand::Imm(step)];
        let is_general = self.first_of(whole) == Some(self.registers.x0);
        let inst = Inst { opcode, flags: 0, operands: operands.into_iter().collect() };
        (is_general && (-2048..2048).contains(&step)).then_some(inst)
    }

    fn combination(&self, inst: &Inst) -> Option<Combination> {
        let name = full_name(self.tables.opcode_name(inst.opcode));
        let (name, is_float) = match name.rsplit_once('_') {
            Some((stem, "D" | "S" | "H")) if stem.starts_with('F') => (stem, true),
            _ => (name, false),
        };
        let (operation, accumulators): (_, &[u8]) = match name {
            // The other one is shifted.
            "SH1ADD" | "SH2ADD" | "SH3ADD" | "ADD_UW" => (Combining::Sum, &[2]),
            "SH1ADD_UW" | "SH2ADD_UW" | "SH3ADD_UW" => (Combining::Sum, &[2]),
            "FADD" | "ADD" | "ADDW" => (Combining::Sum, &[1, 2]),
            "FSUB" | "SUB" | "SUBW" => (Combining::Sum, &[1]),
            "FMADD" => (Combining::Sum, &[3]),
            "FNMSUB" => (Combining::Sum, &[3]),
            "FMUL" | "MUL" | "MULW" => (Combining::Product, &[1, 2]),
            "FMIN" | "MIN" | "MINU" => (Combining::Minimum, &[1, 2]),
            "FMAX" | "MAX" | "MAXU" => (Combining::Maximum, &[1, 2]),
            "AND" => (Combining::Bitwise(0), &[1, 2]),
            "OR" => (Combining::Bitwise(1), &[1, 2]),
            "XOR" => (Combining::Bitwise(2), &[1, 2]),
            _ => return None,
        };
        let accumulators = SmallVec::from_slice(accumulators);
        Some(Combination { operation, is_float, accumulators, kept: None })
    }

    fn moved(&self, inst: &Inst) -> Option<(u8, u8)> {
        match (self.tables.opcode_name(inst.opcode), &inst.operands[..]) {
            ("ADDI", [_, Operand::Reg(_), Operand::Imm(0)]) => Some((0, 1)),
            ("C_MV", [_, Operand::Reg(_)]) => Some((0, 1)),
            ("FSGNJ_D" | "FSGNJ_S", [_, one, two]) if one == two => Some((0, 1)),
            _ => None,
        }
    }

    fn ignores_registers(&self, _: &Inst) -> bool {
        false
    }

    fn kept_rest(&self, _: &Inst) -> Option<Reg> {
        None
    }

    fn cleared(&self, _: Reg, _: &Inst) -> Option<Inst> {
        None
    }

    fn transfer(&self, inst: &Inst) -> Option<Transfer> {
        let is_store = match full_name(self.tables.opcode_name(inst.opcode)) {
            "LD" | "LW" | "LWU" | "LH" | "LHU" | "LB" | "LBU" | "FLD" | "FLW" | "FLH" => false,
            "SD" | "SW" | "SH" | "SB" | "FSD" | "FSW" | "FSH" => true,
            _ => return None,
        };
        Some(Transfer { register: 0, is_store })
    }

    fn in_register(&self, inst: &Inst, whole: Reg) -> Option<Inst> {
        let transfer = self.transfer(inst)?;
        let own = inst.operands.first()?.reg()?;
        let other = self.counterpart(own, whole)?;
        let (to, from) = if transfer.is_store { (other, own) } else { (own, other) };
        let name = full_name(self.tables.opcode_name(inst.opcode));
        let make = |name: &str, last: Operand| {
            let opcode = self.tables.opcode_named(name.as_bytes())?;
            let operands = [Operand::Reg(to), Operand::Reg(from), last].into_iter().collect();
            Some(Inst { opcode, flags: 0, operands })
        };
        match name {
            "FLD" | "FSD" => make("FSGNJ_D", Operand::Reg(from)),
            "FLW" | "FSW" => make("FSGNJ_S", Operand::Reg(from)),
            // Narrow loads make values longer, as these do.
            "LW" if self.xlen_bits() == 64 => make("ADDIW", Operand::Imm(0)),
            "LBU" => make("ANDI", Operand::Imm(0xff)),
            "LD" | "LW" | "SD" | "SW" | "SH" | "SB" => make("ADDI", Operand::Imm(0)),
            _ => None,
        }
    }

    fn division(&self, inst: &Inst) -> Option<Division> {
        let name = self.tables.opcode_name(inst.opcode);
        let rest = name.strip_prefix("FDIV_").filter(|it| matches!(*it, "D" | "S" | "H"))?;
        let opcode = self.tables.opcode_named(format!("FMUL_{rest}").as_bytes())?;
        Some(Division { divisor: 2, product: Inst { opcode, ..inst.clone() } })
    }

    fn integer_division(&self, inst: &Inst) -> Option<IntegerDivision> {
        let name = self.tables.opcode_name(inst.opcode);
        matches!(name, "DIVUW").then_some(IntegerDivision { upper: None, divisor: 2 })
    }

    fn integer_product(
        &self,
        inst: &Inst,
        [reciprocal, product]: [Reg; 2],
        needs_remainder: bool,
    ) -> Option<Vec<Inst>> {
        let [to, dividend, _] = &inst.operands[..] else { return None };
        let named = |name: &str, operands: [Operand; 3]| {
            let opcode = self.tables.opcode_named(name.as_bytes())?;
            Some(Inst { opcode, flags: 0, operands: operands.into_iter().collect() })
        };
        // The dividend, in the upper half, by a reciprocal of 64 bits: the quotient is in the upper half.
        let [reciprocal, product] = [reciprocal, product].map(Operand::Reg);
        let shifted = named("SLLI", [product.clone(), dividend.clone(), Operand::Imm(32)])?;
        let upper = named("MULHU", [product.clone(), product.clone(), reciprocal])?;
        let quotient = named("SRLI", [to.clone(), product, Operand::Imm(32)])?;
        (!needs_remainder).then(|| vec![shifted, upper, quotient])
    }

    fn narrower_division(&self, inst: &Inst) -> Option<Inst> {
        let name = match self.tables.opcode_name(inst.opcode) {
            "DIV" => "DIVW",
            "REM" => "REMW",
            _ => return None,
        };
        let opcode =
            self.tables.opcode_named(name.as_bytes()).filter(|_| self.xlen_bits() == 64)?;
        Some(Inst { opcode, ..inst.clone() })
    }

    fn has_strided_vectors(&self) -> bool {
        true
    }

    fn vector_register(&self, features: &FeatureSet) -> Option<Reg> {
        let bit = self.tables.feature_bit("FeatureStdExtZve32x");
        bit.filter(|bit| features.contains(*bit)).map(|_| self.registers.v0)
    }
}
