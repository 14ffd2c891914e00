//! Variants of x86 instructions.

mod combination;
mod memory;
mod packed;
mod registers;
mod replacement;
mod stepping;

use oxmca_tables::{FeatureSet, Opcode, Reg};
use smallvec::SmallVec;

use super::X86;
use super::hardware::mnemonic;
use super::registers::kind;
use crate::inst::{Inst, Operand};
use crate::target::variants::{
    Combination, Division, IntegerDivision, Packing, Transfer, Variants,
};

impl X86<'_> {
    /// Returns the mnemonic in Intel's syntax.
    fn intel_mnemonic(&self, inst: &Inst) -> &str {
        std::str::from_utf8(mnemonic(&self.tables, inst)).unwrap_or_default()
    }

    /// Returns the mnemonic in Intel's syntax, without the letter of newer forms.
    fn short_mnemonic(&self, inst: &Inst) -> &str {
        let mnemonic = self.intel_mnemonic(inst);
        mnemonic.strip_prefix('v').unwrap_or(mnemonic)
    }

    /// Returns the opcode whose name is that of another one after a change.
    fn renamed(&self, opcode: Opcode, change: impl Fn(&str) -> Option<String>) -> Option<Opcode> {
        self.tables.opcode_named(change(self.tables.opcode_name(opcode))?.as_bytes())
    }

    fn names_mask(&self, inst: &Inst) -> bool {
        inst.operands.iter().filter_map(Operand::reg).any(|reg| self.registers.is(reg, kind::MASK))
    }
}

impl Variants for X86<'_> {
    fn whole(&self, reg: Reg) -> Reg {
        registers::whole(self, reg)
    }

    fn counterpart(&self, reg: Reg, whole: Reg) -> Option<Reg> {
        registers::counterpart(self, reg, whole)
    }

    fn interchangeable(&self, whole: Reg) -> Vec<Reg> {
        registers::interchangeable(self, whole)
    }

    fn displaced(&self, inst: &Inst, address: usize, by: i64) -> Option<Inst> {
        memory::displaced(self, inst, address, by)
    }

    fn stepping(&self, inst: &Inst, step: i64) -> Option<Inst> {
        stepping::stepping(self, inst, step)
    }

    fn combination(&self, inst: &Inst) -> Option<Combination> {
        combination::combination(self, inst)
    }

    fn moved(&self, inst: &Inst) -> Option<(u8, u8)> {
        let name = self.short_mnemonic(inst);
        let [Operand::Reg(to), Operand::Reg(from)] = inst.operands[..] else { return None };
        let is_copy = match name {
            "mov" => [to, from].iter().all(|it| self.registers.is(*it, kind::GR32 | kind::GR64)),
            "movaps" | "movapd" | "movdqa" | "movups" | "movupd" | "movdqu" => true,
            "movdqa32" | "movdqa64" | "movdqu8" | "movdqu16" | "movdqu32" | "movdqu64" => true,
            _ => false,
        };
        is_copy.then_some((0, 1))
    }

    fn ignores_registers(&self, inst: &Inst) -> bool {
        let num_defs = usize::from(self.tables.instruction(inst.opcode).num_defs);
        let is_one = match inst.operands.get(num_defs..) {
            Some([Operand::Reg(one), Operand::Reg(two)]) => one == two,
            _ => false,
        };
        const NAMES: &[&str] = &[
            "xor", "sub", "xorps", "xorpd", "pxor", "pxord", "pxorq", "psubb", "psubw", "psubd",
            "psubq", "pcmpeqb", "pcmpeqw", "pcmpeqd", "pcmpeqq", "pcmpgtb", "pcmpgtw", "pcmpgtd",
        ];
        is_one && NAMES.contains(&self.short_mnemonic(inst))
    }

    fn kept_rest(&self, inst: &Inst) -> Option<Reg> {
        registers::kept_rest(self, inst)
    }

    fn cleared(&self, reg: Reg, inst: &Inst) -> Option<Inst> {
        registers::cleared(self, reg, inst)
    }

    fn transfer(&self, inst: &Inst) -> Option<Transfer> {
        memory::transfer(self, inst)
    }

    fn in_register(&self, inst: &Inst, whole: Reg) -> Option<Inst> {
        memory::in_register(self, inst, whole)
    }

    fn division(&self, inst: &Inst) -> Option<Division> {
        replacement::division(self, inst)
    }

    fn integer_division(&self, inst: &Inst) -> Option<IntegerDivision> {
        // Quotients of 32 bits follow exactly from products of 64 bits.
        let is_it = self.tables.opcode_name(inst.opcode) == "DIV32r";
        is_it.then(|| {
            Some(IntegerDivision { upper: Some(self.tables.register_named("RDX")?), divisor: 0 })
        })?
    }

    fn integer_product(
        &self,
        inst: &Inst,
        spare: [Reg; 2],
        needs_remainder: bool,
    ) -> Option<Vec<Inst>> {
        replacement::integer_product(self, inst, spare, needs_remainder)
    }

    fn cheaper(&self, inst: &Inst) -> Option<Vec<Inst>> {
        replacement::cheaper(self, inst)
    }

    fn narrower_division(&self, inst: &Inst) -> Option<Inst> {
        replacement::narrower_division(self, inst)
    }

    fn newer_form(&self, inst: &Inst) -> Option<Inst> {
        let opcode = self.renamed(inst.opcode, |name| Some(format!("V{name}")))?;
        // Others have one more source.
        let is_alike = self.tables.operands(opcode).len() == inst.operands.len();
        is_alike.then(|| Inst { opcode, ..inst.clone() })
    }

    fn gathered(&self, inst: &Inst) -> Option<(Reg, Reg)> {
        let is_gather = self.intel_mnemonic(inst).starts_with("vgather");
        let destination = inst.operands.first()?.reg()?;
        let last = inst.operands.last()?.reg().filter(|it| it.is_some());
        let mask = match last.filter(|it| self.registers.is(*it, kind::XMM | kind::YMM)) {
            Some(mask) => mask,
            None => {
                let second = inst.operands.get(1)?.reg();
                second.filter(|it| it.is_some() && self.registers.is(*it, kind::MASK))?
            }
        };
        is_gather.then_some((destination, mask))
    }

    fn sets_all_bits(&self, inst: &Inst) -> bool {
        let name = self.intel_mnemonic(inst);
        let is_of_one = inst.operands.get(1).is_some_and(|one| inst.operands.get(2) == Some(one));
        match name.strip_prefix("kxnor") {
            Some(_) => is_of_one,
            None => self.ignores_registers(inst) && self.short_mnemonic(inst).starts_with("pcmpeq"),
        }
    }

    fn extending_load(&self, inst: &Inst) -> Option<Transfer> {
        let is_load = matches!(self.tables.opcode_name(inst.opcode), "MOVZX32rm8" | "MOVZX32rm16");
        is_load.then_some(Transfer { register: 0, is_store: false })
    }

    fn wide_transfer_register(&self, load: &Inst) -> Option<Reg> {
        let is_widest = self.tables.opcode_name(load.opcode) == "MOV64rm";
        is_widest.then(|| self.registers.with_encoding(kind::ZMM, 0))?
    }

    fn vector_bits(&self, needs_integers: bool, features: &FeatureSet) -> u16 {
        packed::vector_bits(self, needs_integers, features)
    }

    fn vector_register(&self, _: &FeatureSet) -> Option<Reg> {
        self.registers.with_encoding(kind::ZMM, 0)
    }

    fn packed(
        &self,
        inst: &Inst,
        packing: &Packing,
        features: &FeatureSet,
    ) -> Option<SmallVec<[Inst; 2]>> {
        packed::packed(self, inst, packing, features)
    }

    fn are_denormals_slow(&self) -> bool {
        true
    }

    fn twice_as_wide(&self, inst: &Inst, whole: Reg, features: &FeatureSet) -> Option<Inst> {
        memory::twice_as_wide(self, inst, whole, features)
    }
}
