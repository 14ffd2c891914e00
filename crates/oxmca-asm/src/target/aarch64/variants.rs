//! Variants of AArch64 instructions.

use oxmca_tables::{FeatureSet, Reg};
use smallvec::SmallVec;

use super::hardware::{is_zero, mnemonic};
use super::registers::First;
use super::{AArch64, packed};
use crate::inst::{Inst, Operand};
use crate::target::variants::{
    Combination, Combining, Division, IntegerDivision, Packing, Transfer, Variants,
};

/// Kinds of vector registers, the widest first.
const VECTORS: [First; 6] = [First::Z, First::Q, First::D, First::S, First::H, First::B];
/// Registers of a kind.
const COUNT: u16 = 32;
/// Registers that platforms keep for themselves.
const RESERVED: u16 = 18;

/// Operations, whether they are on floating-point numbers, and whether both operands can be the value so far.
const OPERATIONS: &[(&str, Combining, bool, bool)] = &[
    ("fadd", Combining::Sum, true, true),
    ("fsub", Combining::Sum, true, false),
    ("fmul", Combining::Product, true, true),
    ("fminnm", Combining::Minimum, true, true),
    ("fmaxnm", Combining::Maximum, true, true),
    ("fmin", Combining::Minimum, true, true),
    ("fmax", Combining::Maximum, true, true),
    ("add", Combining::Sum, false, true),
    ("sub", Combining::Sum, false, false),
    ("mul", Combining::Product, false, true),
    ("and", Combining::Bitwise(0), false, true),
    ("orr", Combining::Bitwise(1), false, true),
    ("eor", Combining::Bitwise(2), false, true),
    ("smin", Combining::Minimum, false, true),
    ("smax", Combining::Maximum, false, true),
    ("umin", Combining::Minimum, false, true),
    ("umax", Combining::Maximum, false, true),
];

impl AArch64<'_> {
    fn vector(&self, reg: Reg) -> Option<(First, u16)> {
        VECTORS.into_iter().find_map(|first| {
            let number = self.registers.position(&self.tables, first, COUNT, reg)?;
            Some((first, number))
        })
    }

    /// Returns the number of a general purpose register of 64 bits other than the stack pointer and zero.
    fn general(&self, reg: Reg) -> Option<u16> {
        (0..31).find(|number| self.registers.general_64(&self.tables, *number) == reg)
    }

    fn name(&self, inst: &Inst) -> &str {
        mnemonic(&self.tables, inst)
    }
}

impl Variants for AArch64<'_> {
    fn whole(&self, reg: Reg) -> Reg {
        match self.vector(reg) {
            Some((_, number)) => self.registers.nth(&self.tables, First::Z, number),
            None => self.registers.widened(&self.tables, reg),
        }
    }

    fn is_zero(&self, reg: Reg) -> bool {
        is_zero(self, reg)
    }

    fn counterpart(&self, reg: Reg, whole: Reg) -> Option<Reg> {
        if let Some((first, _)) = self.vector(reg) {
            let number = self.registers.position(&self.tables, First::Z, COUNT, whole)?;
            return Some(self.registers.nth(&self.tables, first, number));
        }
        let number = self.general(whole)?;
        self.general(self.registers.widened(&self.tables, reg))?;
        Some(match self.general(reg) {
            Some(_) => whole,
            None => self.registers.general_32(&self.tables, number),
        })
    }

    fn interchangeable(&self, whole: Reg) -> Vec<Reg> {
        let tables = &self.tables;
        if self.registers.position(tables, First::Z, COUNT, whole).is_some() {
            return (0..COUNT).map(|it| self.registers.nth(tables, First::Z, it)).collect();
        }
        if self.general(whole).is_none() {
            return Vec::new();
        }
        let usable = (0..29).filter(|number| *number != RESERVED);
        usable.map(|number| self.registers.general_64(tables, number)).collect()
    }

    fn displaced(&self, inst: &Inst, address: usize, by: i64) -> Option<Inst> {
        let name = self.tables.opcode_name(inst.opcode);
        // Offsets in elements, and offsets in bytes.
        let (stem, is_scaled) = match name.strip_suffix("ui") {
            Some(stem) => (stem, true),
            None => (name.strip_prefix("LDUR").or_else(|| name.strip_prefix("STUR"))?, false),
        };
        let at = inst.operands.len().checked_sub(1).filter(|at| address == 0 && *at == 2)?;
        let value = inst.operands.get(at)?.imm()?;
        let facts = super::hardware::facts(self, inst);
        let bytes = i64::from(facts.access_bytes()).max(1);
        let sum = value.checked_mul(if is_scaled { bytes } else { 1 })?.checked_add(by)?;
        let mut changed = inst.clone();
        let fits_scaled = sum >= 0 && sum % bytes == 0 && sum / bytes < 4096;
        let fits_unscaled = (-256..256).contains(&sum);
        let (opcode, value) = match (is_scaled, fits_scaled, fits_unscaled) {
            (true, true, _) => (inst.opcode, sum / bytes),
            (false, _, true) => (inst.opcode, sum),
            (true, false, true) => {
                let (verb, rest) = stem.split_at_checked(3)?;
                let other = format!("{}{rest}i", if verb == "LDR" { "LDUR" } else { "STUR" });
                if !matches!(verb, "LDR" | "STR") {
                    return None;
                }
                (self.tables.opcode_named(other.as_bytes())?, sum)
            }
            (false, true, false) => {
                let rest = stem.strip_suffix('i')?;
                let verb = if name.starts_with("LDUR") { "LDR" } else { "STR" };
                (self.tables.opcode_named(format!("{verb}{rest}ui").as_bytes())?, sum / bytes)
            }
            _ => return None,
        };
        changed.opcode = opcode;
        *changed.operands.get_mut(at)? = Operand::Imm(value);
        Some(changed)
    }

    fn stepping(&self, inst: &Inst, step: i64) -> Option<Inst> {
        let name = self.tables.opcode_name(inst.opcode);
        let is_subtraction = match name {
            "ADDXri" | "ADDWri" | "ADDSXri" | "ADDSWri" => false,
            "SUBXri" | "SUBWri" | "SUBSXri" | "SUBSWri" => true,
            _ => return None,
        };
        let value = if is_subtraction { step.checked_neg()? } else { step };
        let [to, from, Operand::Imm(_), Operand::Imm(0)] = &inst.operands[..] else { return None };
        let fits = to == from && (1..4096).contains(&value);
        let operands = [to.clone(), from.clone(), Operand::Imm(value), Operand::Imm(0)];
        fits.then(|| Inst { operands: operands.into_iter().collect(), ..inst.clone() })
    }

    fn combination(&self, inst: &Inst) -> Option<Combination> {
        let name = self.name(inst);
        let num_defs = self.tables.instruction(inst.opcode).num_defs;
        let opcode = self.tables.opcode_name(inst.opcode);
        if num_defs != 1 || inst.operands.iter().any(|it| matches!(it, Operand::Expr(_))) {
            return None;
        }
        let is_register = |at: usize| matches!(inst.operands.get(at), Some(Operand::Reg(_)));
        let of = |operation, is_float, accumulators: &[u8]| {
            let accumulators = SmallVec::from_slice(accumulators);
            Some(Combination { operation, is_float, accumulators, kept: None })
        };
        match name {
            "fmadd" | "fmsub" if inst.operands.len() == 4 => return of(Combining::Sum, true, &[3]),
            "madd" | "msub" if inst.operands.len() == 4 => return of(Combining::Sum, false, &[3]),
            // The destination is the first source.
            "fmla" | "fmls" | "mla" | "mls" if opcode.contains('v') => {
                return of(Combining::Sum, name.starts_with('f'), &[1]);
            }
            _ => {}
        }
        let (_, operation, is_float, is_commutative) =
            OPERATIONS.iter().copied().find(|it| it.0 == name)?;
        // Predicated forms keep what is not chosen; shifted and extended forms only shift the second source.
        let is_plain = is_register(1) && is_register(2) && inst.operands.len() <= 4;
        let is_shifted = inst.operands.get(3).is_some_and(|it| it.imm() != Some(0));
        let is_predicated = opcode.contains("_Z");
        if !is_plain || is_predicated {
            return None;
        }
        of(operation, is_float, if is_commutative && !is_shifted { &[1, 2] } else { &[1] })
    }

    fn moved(&self, inst: &Inst) -> Option<(u8, u8)> {
        match self.tables.opcode_name(inst.opcode) {
            "FMOVDr" | "FMOVSr" => Some((0, 1)),
            "ORRXrs" | "ORRWrs"
                if inst.operands.get(1)?.reg().is_some_and(|reg| is_zero(self, reg))
                    && inst.operands.get(3)?.imm() == Some(0) =>
            {
                Some((0, 2))
            }
            _ => None,
        }
    }

    fn ignores_registers(&self, inst: &Inst) -> bool {
        let is_one = match inst.operands.get(1..3) {
            Some([Operand::Reg(one), Operand::Reg(two)]) => one == two,
            _ => false,
        };
        is_one && matches!(self.name(inst), "eor" | "sub") && !inst.operands.is_empty()
    }

    fn kept_rest(&self, _: &Inst) -> Option<Reg> {
        None
    }

    fn cleared(&self, _: Reg, _: &Inst) -> Option<Inst> {
        None
    }

    fn transfer(&self, inst: &Inst) -> Option<Transfer> {
        let name = self.tables.opcode_name(inst.opcode);
        const SIZES: &[&str] = &["X", "W", "D", "S", "Q"];
        let size = |prefix: &str, suffix: &str| {
            let size = name.strip_prefix(prefix)?.strip_suffix(suffix)?;
            SIZES.contains(&size).then_some(())
        };
        let is =
            |verb: &str, unscaled: &str| size(verb, "ui").or_else(|| size(unscaled, "i")).is_some();
        let is_store = is("STR", "STUR");
        (is_store || is("LDR", "LDUR")).then_some(Transfer { register: 0, is_store })
    }

    fn in_register(&self, inst: &Inst, whole: Reg) -> Option<Inst> {
        let transfer = self.transfer(inst)?;
        let own = inst.operands.first()?.reg()?;
        let other = self.counterpart(own, whole)?;
        let (to, from) = if transfer.is_store { (other, own) } else { (own, other) };
        let is = |first: First| self.registers.position(&self.tables, first, COUNT, own).is_some();
        let name: &[u8] = match () {
            () if is(First::D) => b"FMOVDr",
            () if is(First::S) => b"FMOVSr",
            () => return None,
        };
        let operands = [Operand::Reg(to), Operand::Reg(from)].into_iter().collect();
        Some(Inst { opcode: self.tables.opcode_named(name)?, flags: 0, operands })
    }

    fn integer_division(&self, inst: &Inst) -> Option<IntegerDivision> {
        let is_known = self.tables.opcode_name(inst.opcode) == "UDIVWr";
        is_known.then_some(IntegerDivision { upper: None, divisor: 2 })
    }

    /// Returns the upper half of the product of the dividend with 2^64 / divisor, rounded up: the quotient of any 32 bits.
    fn integer_product(
        &self,
        inst: &Inst,
        [reciprocal, dividend]: [Reg; 2],
        _: bool,
    ) -> Option<Vec<Inst>> {
        let [to, from, _] = &inst.operands[..] else { return None };
        let to = self.registers.widened(&self.tables, to.reg()?);
        let narrow = self.registers.general_32(&self.tables, self.general(dividend)?);
        let zero = self.tables.register_named("WZR")?;
        let make = |name: &str, operands: Vec<Operand>| {
            let opcode = self.tables.opcode_named(name.as_bytes())?;
            Some(Inst { opcode, flags: 0, operands: operands.into_iter().collect() })
        };
        // This makes the upper half of the widest register zero.
        let widened = vec![Operand::Reg(narrow), Operand::Reg(zero), from.clone(), Operand::Imm(0)];
        let product = [to, dividend, reciprocal].map(Operand::Reg).to_vec();
        Some(vec![make("ORRWrs", widened)?, make("UMULHrr", product)?])
    }

    fn narrower_division(&self, inst: &Inst) -> Option<Inst> {
        let name = match self.tables.opcode_name(inst.opcode) {
            "UDIVXr" => "UDIVWr",
            "SDIVXr" => "SDIVWr",
            _ => return None,
        };
        let mut changed =
            Inst { opcode: self.tables.opcode_named(name.as_bytes())?, ..inst.clone() };
        for operand in &mut changed.operands {
            let number = self.general(operand.reg()?)?;
            *operand = Operand::Reg(self.registers.general_32(&self.tables, number));
        }
        Some(changed)
    }

    fn vector_bits(&self, _: bool, features: &FeatureSet) -> u16 {
        packed::vector_bits(self, features)
    }

    fn vector_register(&self, _: &FeatureSet) -> Option<Reg> {
        Some(self.registers.nth(&self.tables, First::Z, 0))
    }

    fn packed(
        &self,
        inst: &Inst,
        packing: &Packing,
        _: &FeatureSet,
    ) -> Option<SmallVec<[Inst; 2]>> {
        packed::packed(self, inst, packing)
    }

    fn division(&self, inst: &Inst) -> Option<Division> {
        let name = self.tables.opcode_name(inst.opcode);
        let product = match name.strip_prefix("FDIV")? {
            rest @ ("Drr" | "Srr" | "v2f32" | "v4f32" | "v2f64") => format!("FMUL{rest}"),
            _ => return None,
        };
        let opcode = self.tables.opcode_named(product.as_bytes())?;
        Some(Division { divisor: 2, product: Inst { opcode, ..inst.clone() } })
    }
}
