//! AArch64 instructions on vectors in place of those on one element.

use oxmca_tables::{FeatureSet, Reg};
use smallvec::{SmallVec, smallvec};

use super::AArch64;
use super::hardware::{facts, is_zero};
use super::registers::First;
use crate::inst::{Inst, Operand};
use crate::target::variants::{Packing, Variants};

/// Bits of a vector.
const VECTOR_BITS: u16 = 128;
const VECTOR_BYTES: i64 = VECTOR_BITS as i64 / 8;

/// Operations on two floating-point numbers, or on one, whose forms for vectors have the same operands.
const FLOAT: &[&str] =
    &["FADD", "FSUB", "FMUL", "FDIV", "FMIN", "FMAX", "FMINNM", "FMAXNM", "FSQRT", "FABS", "FNEG"];
/// Sums with a product, and their forms for vectors.
const FUSED: &[(&str, &str)] = &[("FMADD", "FMLA"), ("FMSUB", "FMLS")];
/// Operations on integers, and their forms for vectors, which have elements or are bitwise.
const GENERAL: &[(&str, &str, bool)] = &[
    ("ADD", "ADD", true),
    ("SUB", "SUB", true),
    ("AND", "AND", false),
    ("ORR", "ORR", false),
    ("EOR", "EOR", false),
];

/// Returns the bits of vectors; 0 without them.
pub(super) fn vector_bits(aarch64: &AArch64<'_>, features: &FeatureSet) -> u16 {
    let bit = aarch64.tables.feature_bit("FeatureNEON");
    if bit.is_some_and(|it| features.contains(it)) { VECTOR_BITS } else { 0 }
}

/// Returns the instructions that do on vectors what an instruction does on one element.
pub(super) fn packed(
    aarch64: &AArch64<'_>,
    inst: &Inst,
    packing: &Packing,
) -> Option<SmallVec<[Inst; 2]>> {
    let search = Search { aarch64, packing };
    let name = aarch64.tables.opcode_name(inst.opcode);
    search
        .transfer(inst, name)
        .or_else(|| search.moved(inst))
        .or_else(|| search.float(inst, name))
        .or_else(|| search.general(inst, name))
}

/// An instruction whose form for vectors is looked for.
struct Search<'a> {
    aarch64: &'a AArch64<'a>,
    packing: &'a Packing,
}

impl Search<'_> {
    /// Returns the vector that takes the place of a register, if elements of so many bits fill one. Of elements of different
    /// widths, some would have to be made wider.
    fn register(&self, reg: Reg, bits: u16) -> Option<Operand> {
        let whole = self.aarch64.whole(reg);
        let vector = self.packing.registers.iter().find(|it| it.0 == whole);
        let vector = vector.map_or(whole, |it| it.1);
        let is_whole = bits == self.packing.bits && bits * self.packing.lanes == VECTOR_BITS;
        let (registers, tables) = (&self.aarch64.registers, &self.aarch64.tables);
        let number = registers.position(tables, First::Z, 32, vector)?;
        is_whole.then(|| Operand::Reg(registers.nth(tables, First::Q, number)))
    }

    fn inst(&self, name: &str, operands: SmallVec<[Operand; 4]>) -> Option<Inst> {
        let opcode = self.aarch64.tables.opcode_named(name.as_bytes())?;
        Some(Inst { opcode, flags: 0, operands: operands.into_iter().collect() })
    }

    /// Returns the form of an operation on elements of so many bits, such as `v4f32`.
    fn arrangement(&self, letter: char, bits: u16) -> String {
        format!("v{}{letter}{bits}", self.packing.lanes)
    }

    /// Returns loads and stores of as many elements.
    fn transfer(&self, inst: &Inst, name: &str) -> Option<SmallVec<[Inst; 2]>> {
        let verb = name.get(..3).filter(|it| matches!(*it, "LDR" | "STR" | "LDU" | "STU"))?;
        let is_store = verb.starts_with("ST");
        let is_post = name.strip_suffix("post").is_some();
        if !is_post && self.aarch64.transfer(inst).is_none() {
            return None;
        }
        let sizes = ["X", "W", "D", "S"];
        if is_post && !sizes.iter().any(|it| name.get(3..) == Some(&format!("{it}post"))) {
            return None;
        }
        let bytes = i64::from(facts(self.aarch64, inst).access_bytes());
        let bits = (bytes * 8) as u16;
        let stem = if is_store { "ST" } else { "LD" };
        if is_post {
            let [base, value, tied, Operand::Imm(step)] = &inst.operands[..] else { return None };
            let register = self.register(value.reg()?, bits)?;
            let step = step.checked_mul(self.packing.lanes.into())?;
            let operands = smallvec![base.clone(), register, tied.clone(), Operand::Imm(step)];
            let fits = (-256..256).contains(&step);
            return self
                .inst(&format!("{stem}RQpost"), operands)
                .filter(|_| fits)
                .map(|it| smallvec![it]);
        }
        let [value, base, Operand::Imm(offset)] = &inst.operands[..] else { return None };
        let offset = if name.ends_with("ui") { offset.checked_mul(bytes)? } else { *offset };
        let (name, offset) = match () {
            () if offset % VECTOR_BYTES == 0 && (0..4096).contains(&(offset / VECTOR_BYTES)) => {
                (format!("{stem}RQui"), offset / VECTOR_BYTES)
            }
            () if (-256..256).contains(&offset) => (format!("{stem}URQi"), offset),
            () => return None,
        };
        let register = self.register(value.reg()?, bits)?;
        let operands = smallvec![register, base.clone(), Operand::Imm(offset)];
        self.inst(&name, operands).map(|it| smallvec![it])
    }

    /// Returns the copy of a vector.
    fn copy(&self, to: &Operand, from: &Operand) -> Option<Inst> {
        self.inst("ORRv16i8", smallvec![to.clone(), from.clone(), from.clone()])
    }

    fn moved(&self, inst: &Inst) -> Option<SmallVec<[Inst; 2]>> {
        let (to, from) = self.aarch64.moved(inst)?;
        let bits = self.packing.bits;
        let register = |at: u8| self.register(inst.operands.get(usize::from(at))?.reg()?, bits);
        self.copy(&register(to)?, &register(from)?).map(|it| smallvec![it])
    }

    /// Returns operations on floating-point numbers.
    fn float(&self, inst: &Inst, name: &str) -> Option<SmallVec<[Inst; 2]>> {
        let short = name.trim_end_matches('r');
        let (stem, bits) = match short.strip_suffix('S') {
            Some(stem) => (stem, 32),
            None => (short.strip_suffix('D')?, 64),
        };
        let registers = inst.operands.iter().map(|it| self.register(it.reg()?, bits));
        let registers: SmallVec<[Operand; 4]> = registers.collect::<Option<_>>()?;
        let form = self.arrangement('f', bits);
        if FLOAT.contains(&stem) {
            return self.inst(&format!("{stem}{form}"), registers).map(|it| smallvec![it]);
        }
        let vector = FUSED.iter().find(|it| it.0 == stem)?.1;
        self.sum_of_products(&format!("{vector}{form}"), &registers)
    }

    /// Returns a product that is added: the sum so far has to be in the destination before.
    fn sum_of_products(&self, name: &str, registers: &[Operand]) -> Option<SmallVec<[Inst; 2]>> {
        let [to, one, two, sum] = registers else { return None };
        let product =
            self.inst(name, smallvec![to.clone(), to.clone(), one.clone(), two.clone()])?;
        if to == sum {
            return Some(smallvec![product]);
        }
        let is_free = to != one && to != two;
        is_free.then(|| Some(smallvec![self.copy(to, sum)?, product]))?
    }

    /// Returns operations on general purpose registers.
    fn general(&self, inst: &Inst, name: &str) -> Option<SmallVec<[Inst; 2]>> {
        let short = name.trim_end_matches('r').trim_end_matches("rs");
        let (stem, bits) = match short.strip_suffix('W') {
            Some(stem) => (stem, 32),
            None => (short.strip_suffix('X')?, 64),
        };
        let is_zero = |it: &Operand| it.reg().is_some_and(|reg| is_zero(self.aarch64, reg));
        if stem == "MADD" && bits == 32 {
            let [to, one, two, sum] = &inst.operands[..] else { return None };
            let [to, one, two] = [to, one, two].map(|it| self.register(it.reg()?, bits));
            let (to, one, two) = (to?, one?, two?);
            let form = self.arrangement('i', bits);
            return match is_zero(sum) {
                true => self
                    .inst(&format!("MUL{form}"), smallvec![to, one, two])
                    .map(|it| smallvec![it]),
                false => {
                    let sum = self.register(sum.reg()?, bits)?;
                    self.sum_of_products(&format!("MLA{form}"), &[to, one, two, sum])
                }
            };
        }
        let (_, vector, has_elements) = GENERAL.iter().copied().find(|it| it.0 == stem)?;
        // The second source may be shifted by nothing.
        let (registers, shift) = inst.operands.split_at_checked(3)?;
        let is_plain = matches!(shift, [] | [Operand::Imm(0)]) && !registers.iter().any(is_zero);
        let registers = registers.iter().map(|it| self.register(it.reg()?, bits));
        let registers: SmallVec<[Operand; 4]> = registers.collect::<Option<_>>()?;
        let form = if has_elements { self.arrangement('i', bits) } else { "v16i8".to_owned() };
        let found = self.inst(&format!("{vector}{form}"), registers).filter(|_| is_plain);
        found.map(|it| smallvec![it])
    }
}
