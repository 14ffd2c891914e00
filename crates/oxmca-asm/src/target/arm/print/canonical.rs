//! Instructions that are shown under another name.

use super::{Printing, imm, reg};
use crate::inst::{Inst, Operand};
use crate::printer::PrintTarget;
use crate::target::arm::print_method::Method;
use crate::target::arm::shift::{Shift, ShifterOperand};

impl Printing<'_> {
    /// Appends an instruction that is shown as another. Returns whether this is one; nothing is appended if not.
    pub(super) fn print_canonical(&self, name: &str, inst: &Inst, out: &mut String) -> bool {
        let is_stack = |index| reg(inst, index) == self.arm.registers.sp();
        match name {
            "VLLDM" | "VLLDM_T2" | "VLSTM" | "VLSTM_T2" => {
                let mnemonic = if name.starts_with("VLLDM") { "vlldm" } else { "vlstm" };
                out.push_str(&format!("\t{mnemonic}\t"));
                self.reg(reg(inst, 0), out);
                out.push_str(if name.ends_with("_T2") { ", {d0 - d31}" } else { ", {d0 - d15}" });
            }
            "MOVsr" | "MOVsi" => self.print_shift(name == "MOVsr", inst, out),
            "STMDB_UPD" | "t2STMDB_UPD" | "LDMIA_UPD" | "t2LDMIA_UPD"
                if is_stack(0) && inst.operands.len() > 5 =>
            {
                let mnemonic = if name.contains("STM") { "push" } else { "pop" };
                let suffix = if name.starts_with("t2") { ".w" } else { "" };
                self.print_listed(mnemonic, suffix, inst, out);
            }
            "STR_PRE_IMM" if is_stack(2) && imm(inst, 3) == -4 => {
                self.print_only("push", 4, 1, inst, out);
            }
            "LDR_POST_IMM" if is_stack(2) && imm(inst, 4) == 4 => {
                self.print_only("pop", 5, 0, inst, out);
            }
            "VSTMSDB_UPD" | "VSTMDDB_UPD" if is_stack(0) => {
                self.print_listed("vpush", "", inst, out);
            }
            "VLDMSIA_UPD" | "VLDMDIA_UPD" if is_stack(0) => {
                self.print_listed("vpop", "", inst, out);
            }
            "tLDMIA" => {
                let base = reg(inst, 0);
                let listed = inst.operands.get(3..).unwrap_or_default();
                let has_base = listed.iter().any(|operand| operand.reg() == Some(base));
                out.push_str("\tldm");
                self.print_operand(Method::Condition, inst, 1, out);
                out.push('\t');
                self.reg(base, out);
                out.push_str(if has_base { ", " } else { "!, " });
                self.print_operand(Method::RegisterList, inst, 3, out);
            }
            "TSB" | "t2TSB" => out.push_str("\ttsb\tcsync"),
            "t2DSB" if matches!(inst.operands.first(), Some(Operand::Imm(0))) => {
                out.push_str("\tssbb");
            }
            "t2DSB" if matches!(inst.operands.first(), Some(Operand::Imm(4))) => {
                out.push_str("\tpssbb");
            }
            _ => return false,
        }
        true
    }

    /// Appends a move of a shifted register as the shift.
    fn print_shift(&self, by_register: bool, inst: &Inst, out: &mut String) {
        let shifter_at = if by_register { 3 } else { 2 };
        let ShifterOperand { shift, amount } = ShifterOperand::unpack(imm(inst, shifter_at));
        out.push('\t');
        out.push_str(shift.name());
        self.print_operand(Method::SetsFlags, inst, shifter_at + 3, out);
        self.print_operand(Method::Condition, inst, shifter_at + 1, out);
        out.push('\t');
        self.reg(reg(inst, 0), out);
        out.push_str(", ");
        self.reg(reg(inst, 1), out);
        if by_register {
            out.push_str(", ");
            self.reg(reg(inst, 2), out);
        } else if shift != Shift::Rrx {
            out.push_str(&format!(", #{}", if amount == 0 { 32 } else { amount }));
        }
    }

    /// Appends a load or store of several registers at the stack pointer.
    fn print_listed(&self, mnemonic: &str, suffix: &str, inst: &Inst, out: &mut String) {
        out.push('\t');
        out.push_str(mnemonic);
        self.print_operand(Method::Condition, inst, 2, out);
        out.push_str(suffix);
        out.push('\t');
        self.print_operand(Method::RegisterList, inst, 4, out);
    }

    /// Appends a load or store of one register at the stack pointer.
    fn print_only(
        &self,
        mnemonic: &str,
        condition: usize,
        moved: usize,
        inst: &Inst,
        out: &mut String,
    ) {
        out.push('\t');
        out.push_str(mnemonic);
        self.print_operand(Method::Condition, inst, condition, out);
        out.push_str("\t{");
        self.reg(reg(inst, moved), out);
        out.push('}');
    }
}
