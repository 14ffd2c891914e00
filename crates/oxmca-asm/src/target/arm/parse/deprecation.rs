//! Warnings about instructions that later versions of the architecture advise against.

use super::statement::Statement;
use crate::inst::{Inst, Operand};
use crate::source::Loc;
use crate::target::arm::feature_bits::Feature;

const RESERVED: &str =
    "since v7, cp10 and cp11 are reserved for advanced SIMD or floating point instructions";

impl Statement<'_, '_> {
    /// Warns about an instruction that is deprecated.
    pub fn warn_of_deprecation(&mut self, inst: &Inst, loc: Loc) {
        if let Some(message) = self.deprecation(inst) {
            self.parser.warning(loc, message);
        }
    }

    fn deprecation(&self, inst: &Inst) -> Option<&'static str> {
        let imm = |index: usize| inst.operands.get(index).and_then(Operand::imm);
        let registers = &self.arm.registers;
        let lists = |wanted| inst.operands.iter().skip(4).any(|it| it.reg() == Some(wanted));
        let has_v7 = || self.has(Feature::V7);
        let is_float = |index: usize| matches!(imm(index), Some(10 | 11));
        match self.arm.tables.opcode_name(inst.opcode) {
            "SETEND" | "tSETEND" => self.has(Feature::V8).then_some("deprecated"),
            "LDMIA" | "LDMDA" | "LDMDB" | "LDMIB" | "LDMIA_UPD" | "LDMDA_UPD" | "LDMDB_UPD"
            | "LDMIB_UPD" => (lists(registers.pc()) && lists(registers.lr()))
                .then_some("use of LR and PC simultaneously in the list is deprecated"),
            "STMIA" | "STMDA" | "STMDB" | "STMIB" | "STMIA_UPD" | "STMDA_UPD" | "STMDB_UPD"
            | "STMIB_UPD" => lists(registers.pc()).then_some("use of PC in the list is deprecated"),
            "MCR" | "t2MCR" if has_v7() => {
                let barrier = [0, 1, 3, 4, 5].map(imm);
                match barrier.map(|it| it.unwrap_or(-1)) {
                    [15, 0, 7, 5, 4] => Some("deprecated since v7, use 'isb'"),
                    [15, 0, 7, 10, 4] => Some("deprecated since v7, use 'dsb'"),
                    [15, 0, 7, 10, 5] => Some("deprecated since v7, use 'dmb'"),
                    _ => is_float(0).then_some(RESERVED),
                }
            }
            "MRC" => (has_v7() && is_float(1)).then_some(RESERVED),
            _ => None,
        }
    }
}
