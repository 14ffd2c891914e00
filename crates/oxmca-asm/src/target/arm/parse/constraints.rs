//! Checks of instructions whose operands fit one by one but not together.

use oxmca_tables::Reg;

use super::statement::Statement;
use crate::inst::{Expr, Inst, Operand};
use crate::parser::ParseResult;
use crate::source::Loc;
use crate::target::arm::condition::ALWAYS;
use crate::target::arm::feature_bits::Feature;
use crate::target::arm::operand::OperandKind;
use crate::target::arm::registers::Class;
use crate::target::arm::rewrite::{imm, reg};

/// A load or a store of one register by the name of its instruction.
struct Access<'n> {
    is_load: bool,
    is_of_thumb: bool,
    /// Letters between `LDR` or `STR` and the way its base changes: `SH`.
    width: &'n str,
    /// The way its base changes: `PRE_IMM`.
    update: &'n str,
}

impl<'n> Access<'n> {
    fn named(name: &'n str) -> Option<Self> {
        let is_of_thumb = name.starts_with("t2");
        let stem = name.strip_prefix("t2").unwrap_or(name);
        let (width, update) = stem.get(3..)?.split_once('_')?;
        let is_load = stem.starts_with("LDR");
        let is_access = is_load || stem.starts_with("STR");
        (is_access && matches!(width, "" | "B" | "H" | "SB" | "SH")).then_some(Self {
            is_load,
            is_of_thumb,
            width,
            update,
        })
    }
}

impl Statement<'_, '_> {
    /// Checks an instruction's operands against each other.
    pub fn check_together(&mut self, inst: &Inst, loc: Loc) -> ParseResult {
        let name = self.arm.tables.opcode_name(inst.opcode);
        if let Some(access) = Access::named(name) {
            return self.check_access(inst, &access);
        }
        match name {
            "LDRD" | "LDRD_PRE" | "LDRD_POST" | "STRD" | "STRD_PRE" | "STRD_POST" | "t2LDRDi8"
            | "t2LDRD_PRE" | "t2LDRD_POST" | "t2STRD_PRE" | "t2STRD_POST" => {
                self.check_double(inst, name)
            }
            "t2BXJ" if reg(inst, 0) == self.arm.registers.sp() && !self.has(Feature::V8) => {
                self.fail_explicit(0, "r13 (SP) is an unpredictable operand to BXJ")
            }
            "SBFX" | "t2SBFX" | "UBFX" | "t2UBFX" if imm(inst, 3) >= 32 - imm(inst, 2) => {
                self.fail_explicit(2, "bitfield width must be in range [1,32-lsb]")
            }
            "tADDrSP" if !self.has(Feature::Thumb2) && reg(inst, 0) != reg(inst, 2) => {
                self.fail_explicit(2, "source register must be the same as destination")
            }
            "t2ADDrr" | "t2ADDrs" | "t2SUBrr" | "t2SUBrs" => {
                let sp = self.arm.registers.sp();
                if reg(inst, 0) == sp && reg(inst, 1) != sp {
                    let message = "source register must be sp if destination is sp";
                    return self.fail_explicit(1, message);
                }
                Ok(())
            }
            "MOVi16" | "MOVTi16" | "t2MOVi16" | "t2MOVTi16" => self.check_half(),
            "tADDi8" => self.check_byte(if self.value_at(1).is_some() { 1 } else { 2 }, "adds"),
            "tMOVi8" => self.check_byte(1, "movs"),
            "HINT" | "t2HINT" if imm(inst, 1) != ALWAYS => match imm(inst, 0) {
                0x10 if self.has(Feature::Ras) => self.fail_not_conditional("esb"),
                0x14 => self.fail_not_conditional("csdb"),
                _ => Ok(()),
            },
            "DSB" | "t2DSB" if inst.operands.len() >= 2 && imm(inst, 1) != ALWAYS => {
                match imm(inst, 0) {
                    0 => self.fail_not_conditional("ssbb"),
                    4 => self.fail_not_conditional("pssbb"),
                    _ => Ok(()),
                }
            }
            "VMOVRRS" if !self.follow(inst, 2) => {
                self.fail_explicit(2, "source operands must be sequential")
            }
            "VMOVSRR" if !self.follow(inst, 0) => {
                self.fail_explicit(0, "destination operands must be sequential")
            }
            _ => self.check_rest(name, inst, loc),
        }
    }

    /// Checks the rest: lists, branches, vectors, long multiplications and coprocessors.
    fn check_rest(&mut self, name: &str, inst: &Inst, loc: Loc) -> ParseResult {
        if self.check_list(name, inst)? || self.check_branch(name, inst)? {
            return Ok(());
        }
        if is_long_multiplication(name) && reg(inst, 0) == reg(inst, 1) {
            let message = "unpredictable instruction, RdHi and RdLo must be different";
            return self.fail_at(loc, message);
        }
        if name.starts_with("MVE_") {
            return self.check_vectors(name, inst);
        }
        if is_fixed_point(name) && self.explicit_register(0) != self.explicit_register(1) {
            let message = "source and destination registers must be the same";
            return self.fail_explicit(0, message);
        }
        self.check_coprocessor(name, inst)
    }

    /// Checks a load or a store of one register.
    fn check_access(&mut self, inst: &Inst, access: &Access<'_>) -> ParseResult {
        let Access { is_load, is_of_thumb, width, update } = *access;
        let pc = self.arm.registers.pc();
        if is_of_thumb && matches!(update, "OFFSET_imm" | "PRE_imm" | "POST_imm") {
            let is_within = |range: std::ops::RangeInclusive<i64>| {
                let offset = inst.operands.get(2).and_then(Operand::imm);
                offset.is_some_and(|offset| range.contains(&offset))
            };
            // What is no constant is as if it were too large.
            let is_far = !is_within(-255..=255);
            if width.is_empty() {
                if update == "OFFSET_imm" {
                    return Ok(());
                }
                if reg(inst, 0) == reg(inst, 1) {
                    let message = "destination register and base register can't be identical";
                    return self.fail_explicit(0, message);
                }
                if update == "POST_imm" && is_far {
                    return self.fail_explicit(2, "operand must be in range [-255, 255]");
                }
                if !is_load && reg(inst, 0) == pc {
                    return self.fail_explicit(0, "operand must be a register in range [r0, r14]");
                }
                return Ok(());
            }
            if update == "OFFSET_imm" && !is_within(-255..=0) {
                let message = "operand must be in range [0, 255] with a negative sign";
                return self.fail_explicit(2, message);
            }
            if update != "OFFSET_imm" && is_far {
                return self.fail_explicit(2, "operand must be in range [-255, 255]");
            }
            if reg(inst, 0) == pc {
                let (operand, literal) = match width {
                    "B" => (0, "LDRB"),
                    // LLVM shows it behind the address.
                    "SB" => (2, "LDRH"),
                    _ => (0, "LDRH"),
                };
                let message = format!("if operand is PC, should call the {literal} (literal)");
                return self.fail_explicit(operand, &message);
            }
            return Ok(());
        }
        // Loads with a sign and of halves have one form for registers and constants.
        let is_changed = match (is_of_thumb, width) {
            (true, _) | (false, "H" | "SB" | "SH") => matches!(update, "PRE" | "POST"),
            (false, _) => matches!(update, "PRE_IMM" | "PRE_REG" | "POST_IMM" | "POST_REG"),
        };
        if !is_changed {
            return Ok(());
        }
        if is_load && reg(inst, 0) == reg(inst, 2) {
            let message = "destination register and base register can't be identical";
            return self.fail_explicit(0, message);
        }
        if !is_load && reg(inst, 1) == reg(inst, 2) {
            let message = "source register and base register can't be identical";
            return self.fail_explicit(1, message);
        }
        Ok(())
    }

    /// Checks a load or a store of two registers.
    fn check_double(&mut self, inst: &Inst, name: &str) -> ParseResult {
        let is_of_thumb = name.starts_with("t2");
        let is_load = name.contains("LDRD");
        let is_updating = name.ends_with("_PRE") || name.ends_with("_POST");
        let at = usize::from(!is_load && is_updating);
        let first = self.encoding(inst, at);
        let second = self.encoding(inst, at + 1);
        if !is_of_thumb {
            if first == 14 {
                return self.fail_explicit(0, "Rt can't be R14");
            }
            if !first.is_multiple_of(2) {
                return self.fail_explicit(0, "Rt must be even-numbered");
            }
            if second != first + 1 {
                let role = if is_load { "destination" } else { "source" };
                let message = format!("{role} operands must be sequential");
                return self.fail_explicit(0, &message);
            }
        } else if is_load && first == second {
            return self.fail_explicit(0, "destination operands can't be identical");
        }
        let base = self.encoding(inst, 3);
        if is_updating && (base == first || base == second) {
            return if is_load {
                let message = "base register needs to be different from destination registers";
                self.fail_explicit(0, message)
            } else {
                self.fail_explicit(2, "source register and base register can't be identical")
            };
        }
        Ok(())
    }

    /// Checks the value of a move of 16 bits: a symbol has a specifier that says which of its halves is meant.
    fn check_half(&mut self) -> ParseResult {
        let at = if self.value_at(0).is_some() { 0 } else { 1 };
        let is_right = match self.value_at(at) {
            Some(Expr::Constant(_)) | None => true,
            Some(Expr::Specifier { name, .. }) => {
                matches!(name.as_ref(), "lower16" | "upper16")
            }
            Some(_) => false,
        };
        if is_right {
            return Ok(());
        }
        self.fail_explicit(at, "immediate expression for mov requires :lower16: or :upper16")
    }

    /// Checks the value of an instruction that takes 8 bits.
    fn check_byte(&mut self, at: usize, mnemonic: &str) -> ParseResult {
        let is_right = match self.value_at(at) {
            Some(Expr::Constant(_)) | None => true,
            Some(Expr::Specifier { name, .. }) => {
                matches!(name.as_ref(), "lower0_7" | "lower8_15" | "upper0_7" | "upper8_15")
            }
            Some(_) => false,
        };
        if is_right {
            return Ok(());
        }
        let message = format!(
            "Immediate expression for Thumb {mnemonic} requires :lower0_7:, :lower8_15:, \
             :upper0_7: or :upper8_15:"
        );
        self.fail_explicit(at, &message)
    }

    /// Checks lists of registers. Returns whether the instruction has one.
    fn check_list(&mut self, name: &str, inst: &Inst) -> ParseResult<bool> {
        let registers = &self.arm.registers;
        let (sp, lr, pc, base) = (registers.sp(), registers.lr(), registers.pc(), reg(inst, 0));
        let has_thumb2 = self.arm.feature_bits.is_thumb2(self.parser.features());
        let listed = |from: usize| inst.operands.get(from..).unwrap_or_default().iter();
        let has = |from: usize, wanted: Reg| listed(from).any(|it| it.reg() == Some(wanted));
        let are_low = |from: usize, other: Reg| {
            listed(from).all(|it| it.reg().is_some_and(|it| registers.is_low(it) || it == other))
        };
        const NOT_WITH_BASE: &str =
            "writeback operator '!' not allowed when base register in register list";
        match name {
            "tLDMIA" => {
                let updates = self.explicit_is(1, b"!");
                let has_base = has(3, base);
                if !has_thumb2 && !are_low(3, Reg::NONE) {
                    return self.fail_list("registers must be in range r0-r7");
                }
                if !has_thumb2 && !has_base && !updates {
                    return self.fail_list("writeback operator '!' expected");
                }
                if has_base && updates {
                    return self.fail_explicit(1, NOT_WITH_BASE);
                }
                self.check_loaded(has(3, sp), has(3, lr), has(3, pc))?;
            }
            "LDMIA_UPD" | "LDMDB_UPD" | "LDMIB_UPD" | "LDMDA_UPD" => {
                if self.has(Feature::V7) && has(3, base) {
                    return self.fail_last("writeback register not allowed in register list");
                }
            }
            "t2LDMIA" | "t2LDMDB" => self.check_loaded(has(3, sp), has(3, lr), has(3, pc))?,
            "t2STMIA" | "t2STMDB" => self.check_stored(has(3, sp), has(3, pc))?,
            "t2LDMIA_UPD" | "t2LDMDB_UPD" | "t2STMIA_UPD" | "t2STMDB_UPD" => {
                if has(3, base) {
                    return self.fail_last("writeback register not allowed in register list");
                }
                if name.starts_with("t2LDM") {
                    self.check_loaded(has(3, sp), has(3, lr), has(3, pc))?;
                } else {
                    self.check_stored(has(3, sp), has(3, pc))?;
                }
            }
            "sysLDMIA_UPD" | "sysLDMDA_UPD" | "sysLDMDB_UPD" | "sysLDMIB_UPD" => {
                if !has(3, pc) {
                    let message =
                        "writeback register only allowed on system LDM if PC in register-list";
                    return self.fail_explicit(1, message);
                }
            }
            "sysSTMIA_UPD" | "sysSTMDA_UPD" | "sysSTMDB_UPD" | "sysSTMIB_UPD" => {
                return self.fail_explicit(0, "system STM cannot have writeback register");
            }
            "tPOP" => {
                if !has_thumb2 && !are_low(2, pc) {
                    return self.fail_explicit(0, "registers must be in range r0-r7 or pc");
                }
                let may_have_sp = !self.has(Feature::MProfile);
                self.check_loaded(has(2, sp) && !may_have_sp, has(2, lr), has(2, pc))?;
            }
            "tPUSH" => {
                if !has_thumb2 && !are_low(2, lr) {
                    return self.fail_explicit(0, "registers must be in range r0-r7 or lr");
                }
                self.check_stored(has(2, sp), has(2, pc))?;
            }
            "tSTMIA_UPD" => {
                let are_low = are_low(4, Reg::NONE);
                if !are_low && !has_thumb2 {
                    return self.fail_explicit(2, "registers must be in range r0-r7");
                }
                if !are_low && has(4, base) {
                    return self.fail_explicit(0, NOT_WITH_BASE);
                }
                self.check_stored(has(4, sp), has(4, pc))?;
            }
            "VLLDM" | "VLLDM_T2" | "VLSTM" | "VLSTM_T2" => self.check_lazy_list()?,
            "VLDMDIA" | "VSTMDIA" => {
                let count = match self.operands.get(self.ends + 1).map(|it| &it.kind) {
                    Some(OperandKind::List(list)) => list.registers.len(),
                    _ => 1,
                };
                if !(1..=16).contains(&count) {
                    let message = "list of registers must be at least 1 and at most 16";
                    return self.fail_explicit(1, message);
                }
            }
            "t2CLRM" => {
                let is_wrong = |it: &Operand| {
                    it.reg().is_some_and(|it| !self.is_in(Class::GeneralOrFlags, it))
                };
                if listed(2).any(is_wrong) {
                    let message = "invalid register in register list. Valid registers are r0-r12, lr/r14 and APSR.";
                    return self.fail_explicit(0, message);
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Checks the list of a lazy load or store, which has all registers.
    fn check_lazy_list(&mut self) -> ParseResult {
        let list = match self.operands.get(self.ends + 1..) {
            Some([operand]) => &operand.kind,
            _ => return Ok(()),
        };
        let OperandKind::List(list) = list else { return Ok(()) };
        let count = list.registers.len();
        let at = self.end;
        if count == 32 && !self.has(Feature::V8_1mMainline) {
            return self.fail_at(at, "T2 version requires v8.1-M.Main");
        }
        match (self.has(Feature::D32), count) {
            (_, 32) | (false, 16) => Ok(()),
            (true, _) => self.fail_at(at, "operand must be exactly {d0-d31}"),
            (false, _) => {
                self.fail_at(at, "operand must be exactly {d0-d15} (T1) or {d0-d31} (T2)")
            }
        }
    }

    fn check_loaded(&mut self, has_sp: bool, has_lr: bool, has_pc: bool) -> ParseResult {
        if has_sp {
            return self.fail_list("SP may not be in the register list");
        }
        if has_pc && has_lr {
            return self.fail_list("PC and LR may not be in the register list simultaneously");
        }
        Ok(())
    }

    fn check_stored(&mut self, has_sp: bool, has_pc: bool) -> ParseResult {
        match (has_sp, has_pc) {
            (true, true) => self.fail_list("SP and PC may not be in the register list"),
            (true, false) => self.fail_list("SP may not be in the register list"),
            (false, true) => self.fail_list("PC may not be in the register list"),
            (false, false) => Ok(()),
        }
    }

    /// Checks the range of branches. Returns whether the instruction is one.
    fn check_branch(&mut self, name: &str, inst: &Inst) -> ParseResult<bool> {
        const OUT_OF_RANGE: &str = "branch target out of range";
        const PLACE: &str = "branch location out of range or not a multiple of 2";
        const TARGET: &str = "branch target out of range or not a multiple of 2";
        let is_signed = |bits: u32, at: usize| {
            let limit = 2_i64 << (bits - 1);
            self.is_within(at, -limit..=limit - 2)
        };
        let is_unsigned = |bits: u32, at: usize| self.is_within(at, 0..=(2 << bits) - 2);
        let first = if self.value_at(0).is_some() { 0 } else { 1 };
        let failed = match name {
            "tB" => (!is_signed(11, 0)).then_some((0, OUT_OF_RANGE)),
            "t2B" => {
                // Sums are looked at when symbols are known.
                let is_sum = matches!(self.value_at(first), Some(Expr::Binary(..)));
                (!is_sum && !is_signed(24, first)).then_some((first, OUT_OF_RANGE))
            }
            "tBcc" => (!is_signed(8, 0)).then_some((0, OUT_OF_RANGE)),
            "t2Bcc" => (!is_signed(20, first)).then_some((first, OUT_OF_RANGE)),
            "tCBZ" | "tCBNZ" => (!is_unsigned(6, 1)).then_some((1, OUT_OF_RANGE)),
            "t2BFi" | "t2BFr" | "t2BFLi" | "t2BFLr" | "t2BFic" => {
                let is_nowhere = inst.operands.first().and_then(Operand::imm) == Some(0);
                if !is_unsigned(4, 0) || is_nowhere {
                    Some((0, PLACE))
                } else {
                    match name {
                        "t2BFi" if !is_signed(16, 1) => Some((0, TARGET)),
                        "t2BFLi" if !is_signed(18, 1) => Some((0, TARGET)),
                        "t2BFic" if !is_signed(16, 1) => Some((1, TARGET)),
                        _ => None,
                    }
                }
            }
            _ => return Ok(false),
        };
        if let Some((at, message)) = failed {
            return self.fail_explicit(at, message);
        }
        if name == "t2BFic"
            && let (Some(place), Some(other)) = (
                inst.operands.first().and_then(Operand::imm),
                inst.operands.get(2).and_then(Operand::imm),
            )
            && !matches!(other.wrapping_sub(place), 2 | 4)
        {
            let message = "else branch target must be 2 or 4 greater than the branch location";
            let at = self.operands.get(2).map_or(Loc::NONE, |it| it.loc);
            return self.fail_at(at, message);
        }
        Ok(true)
    }

    /// Checks the registers of instructions of vectors.
    fn check_vectors(&mut self, name: &str, inst: &Inst) -> ParseResult {
        const FIRST: &str = "Qd register and Qn register can't be identical";
        const SECOND: &str = "Qd register and Qm register can't be identical";
        let at = |index: usize| self.explicit_register(index);
        let is_first = at(0).is_some() && at(0) == at(1);
        let is_second = at(0).is_some() && at(0) == at(2);
        let lane = |index: usize| match self.operands.get(self.ends + index).map(|it| &it.kind) {
            Some(OperandKind::Lane(lane)) => *lane,
            _ => 0,
        };
        let failed = match name {
            "MVE_VQDMULLs32bh" | "MVE_VQDMULLs32th" | "MVE_VCMULf32" | "MVE_VMULLBs32"
            | "MVE_VMULLTs32" | "MVE_VMULLBu32" | "MVE_VMULLTu32" => match (is_first, is_second) {
                (true, _) => Some((0, FIRST)),
                (_, true) => Some((0, SECOND)),
                _ => None,
            },
            "MVE_VREV64_8"
            | "MVE_VREV64_16"
            | "MVE_VREV64_32"
            | "MVE_VQDMULL_qr_s32bh"
            | "MVE_VQDMULL_qr_s32th" => is_first.then_some((0, FIRST)),
            "MVE_VCADDi32" | "MVE_VCADDf32" | "MVE_VHCADDs32" => is_second.then_some((0, SECOND)),
            "MVE_SQRSHR" | "MVE_UQRSHL" => {
                is_first.then_some((0, "Rda register and Rm register can't be identical"))
            }
            "MVE_VMOV_rr_q" | "MVE_VMOV_q_rr" => {
                let vector = if name == "MVE_VMOV_rr_q" { 2 } else { 0 };
                if at(vector) != at(vector + 2) {
                    Some((vector, "Q-registers must be the same"))
                } else if lane(vector + 1) != lane(vector + 3).saturating_add(2) {
                    Some((vector + 1, "Q-register indexes must be 2 and 0 or 3 and 1"))
                } else {
                    None
                }
            }
            _ => None,
        };
        if let Some((at, message)) = failed {
            return self.fail_explicit(at, message);
        }
        let Some(stem) = name.strip_prefix("MVE_VLDR") else { return Ok(()) };
        let (vector, address, kind) = if stem.ends_with("_rq") || stem.ends_with("_rq_u") {
            (0, 2, "offset")
        } else if stem.ends_with("_qi") {
            (0, 1, "pointer")
        } else if stem.ends_with("_qi_pre") {
            (1, 2, "pointer")
        } else {
            return Ok(());
        };
        if reg(inst, vector) != reg(inst, address) {
            return Ok(());
        }
        let message =
            format!("destination vector register and vector {kind} register can't be identical");
        self.fail_explicit(0, &message)
    }

    /// Checks the number of a coprocessor: those of the architecture's own extension are apart from others.
    fn check_coprocessor(&mut self, name: &str, inst: &Inst) -> ParseResult {
        if name.starts_with("CDE_") {
            let number = imm(inst, 1);
            let message = match number {
                8.. => "coprocessor must be in the range [p0, p7]",
                _ if self.is_extension(number) => return Ok(()),
                _ => "coprocessor must be configured as CDE",
            };
            return self.fail_operand(0, message);
        }
        let index = match name {
            "t2MRRC" | "t2MRRC2" => 2,
            "t2MRC" | "t2MRC2" => 1,
            _ => 0,
        };
        const STEMS: [&str; 8] =
            ["t2CDP", "t2LDC_", "t2LDC2", "t2LDCL", "t2MCR", "t2MRC", "t2MRRC", "t2STC"];
        let is_access = STEMS.iter().any(|it| name.starts_with(it));
        if is_access && self.is_extension(imm(inst, index)) {
            return self.fail_operand(1, "coprocessor must be configured as GCP");
        }
        Ok(())
    }

    /// Returns whether a coprocessor is one of the architecture's own extension.
    fn is_extension(&self, number: i64) -> bool {
        self.arm.feature_bits.has_coprocessor(self.parser.features(), number)
    }

    /// Returns whether an operand is a symbol, or a constant in a range that is a multiple of 2.
    fn is_within(&self, at: usize, range: std::ops::RangeInclusive<i64>) -> bool {
        match self.value_at(at) {
            Some(Expr::Symbol { .. }) => true,
            Some(Expr::Constant(value)) => value % 2 == 0 && range.contains(value),
            _ => false,
        }
    }

    /// Returns the number of a register operand.
    fn encoding(&self, inst: &Inst, index: usize) -> u16 {
        self.arm.tables.register(reg(inst, index)).encoding
    }

    /// Returns whether the register at `index` is followed by the next one.
    fn follow(&self, inst: &Inst, index: usize) -> bool {
        self.encoding(inst, index + 1) == self.encoding(inst, index) + 1
    }

    fn value_at(&self, index: usize) -> Option<&Expr> {
        self.operands.get(self.ends + index)?.value()
    }

    fn explicit_register(&self, index: usize) -> Option<Reg> {
        self.operands.get(self.ends + index)?.register()
    }

    fn explicit_is(&self, index: usize, text: &[u8]) -> bool {
        self.operands.get(self.ends + index).is_some_and(|it| it.is_token(text))
    }

    /// Reports an error at an explicit operand.
    fn fail_explicit<T>(&mut self, index: usize, message: &str) -> ParseResult<T> {
        self.fail_operand(self.ends + index, message)
    }

    fn fail_operand<T>(&mut self, index: usize, message: &str) -> ParseResult<T> {
        let loc = self.operands.get(index).map_or(Loc::NONE, |it| it.loc);
        self.fail_at(loc, message)
    }

    /// Reports an error at the list of registers.
    fn fail_list<T>(&mut self, message: &str) -> ParseResult<T> {
        let is_list = |kind: &OperandKind<'_>| matches!(kind, OperandKind::List(_));
        let at = self.operands.iter().position(|it| is_list(&it.kind)).unwrap_or(self.ends);
        self.fail_operand(at, message)
    }

    fn fail_last<T>(&mut self, message: &str) -> ParseResult<T> {
        self.fail_operand(self.operands.len().saturating_sub(1), message)
    }

    fn fail_not_conditional<T>(&mut self, name: &str) -> ParseResult<T> {
        let message =
            format!("instruction '{name}' is not predicable, but condition code specified");
        self.fail_operand(0, &message)
    }
}

/// Reports whether an instruction multiplies into two registers.
fn is_long_multiplication(name: &str) -> bool {
    matches!(
        name.strip_prefix("t2").unwrap_or(name),
        "UMAAL"
            | "UMLAL"
            | "UMULL"
            | "SMLAL"
            | "SMLALBB"
            | "SMLALBT"
            | "SMLALD"
            | "SMLALDX"
            | "SMLALTB"
            | "SMLALTT"
            | "SMLSLD"
            | "SMLSLDX"
            | "SMULL"
    )
}

/// Reports whether an instruction converts between numbers with a fixed and a floating point in one register: `VTOSHS`,
/// `VULTOD`.
fn is_fixed_point(name: &str) -> bool {
    let Some(stem) = name.strip_prefix('V').filter(|it| it.len() == 5) else { return false };
    let (is_from, sign, width, precision) = match stem.split_at_checked(2) {
        Some(("TO", rest)) => (false, rest.get(..1), rest.get(1..2), rest.get(2..)),
        _ => (true, stem.get(..1), stem.get(1..2), stem.get(4..)),
    };
    (!is_from || stem.get(2..4) == Some("TO"))
        && matches!(sign, Some("S" | "U"))
        && matches!(width, Some("H" | "L"))
        && matches!(precision, Some("H" | "S" | "D"))
}
