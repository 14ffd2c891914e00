//! Checks of instructions that the tables do not make: registers that must differ, offsets that must be equal.

use oxmca_tables::Reg;

use super::statement::Statement;
use crate::inst::{Inst, Operand};
use crate::parser::ParseResult;
use crate::source::Loc;
use crate::target::aarch64::movprfx::{Fault, Prefix};
use crate::target::aarch64::operand::{OperandKind, ParsedOperand};
use crate::target::aarch64::registers::First;
use crate::target::aarch64::state::State;

impl Statement<'_, '_> {
    /// Checks an instruction that was found.
    pub(super) fn validate(&mut self, inst: &Inst, loc: Loc) -> ParseResult {
        let prefix = Prefix::of(self.aarch64, inst);
        let before = match self.parser.target_state.get_mut::<State>() {
            Some(state) => std::mem::replace(&mut state.prefix, prefix),
            None => None,
        };
        match before.map_or(Ok(()), |before| before.check(self.aarch64, inst)) {
            Ok(()) => {}
            Err(Fault::OfInstruction(message)) => return self.fail_at(loc, message),
            Err(Fault::OfOperand(message)) => {
                let at = self.operands.first().map_or(loc, |operand| operand.loc);
                return self.fail_at(at, message);
            }
        }
        self.warn_of_disallowed(inst, loc);
        let name = self.aarch64.tables.text(self.aarch64.tables.instruction(inst.opcode).name);
        let fault = self.check_addresses(name, inst).err().or(check_copies(name, inst).err());
        if let Some((operand, message)) = fault {
            let at = self.operands.get(operand).map_or(loc, |operand| operand.loc);
            return self.fail_at(at, message);
        }
        self.check_added_symbol(name, inst)
    }

    /// Warns of registers that Windows does not allow where x86 code is emulated.
    fn warn_of_disallowed(&mut self, inst: &Inst, loc: Loc) {
        if !self.aarch64.triple.as_str().starts_with("arm64ec") {
            return;
        }
        let tables = &self.aarch64.tables;
        for reg in inst.operands.iter().filter_map(Operand::reg) {
            let name = tables.text(tables.register(reg).name);
            let is_upper =
                |letters: &[char]| name.strip_prefix(letters).and_then(|it| it.parse::<u8>().ok());
            let general =
                is_upper(&['W', 'X']).is_some_and(|it| [13, 14, 23, 24, 28].contains(&it));
            let vector = is_upper(&['Q', 'D', 'S', 'H', 'B']).is_some_and(|it| it >= 16);
            if general || vector {
                let message = format!("register {name} is disallowed on ARM64EC.");
                self.parser.warning(loc, message);
            }
        }
    }

    /// Returns whether a register is another one or part of it.
    fn is_part(&self, whole: Reg, part: Reg) -> bool {
        whole == part || self.aarch64.tables.super_registers(part).contains(&whole)
    }

    /// Checks loads and stores. A fault is the number of an operand and what is wrong with it.
    fn check_addresses(&self, name: &str, inst: &Inst) -> Result<(), (usize, &'static str)> {
        let reg =
            |index: usize| inst.operands.get(index).and_then(Operand::reg).unwrap_or_default();
        let imm = |index: usize| inst.operands.get(index).and_then(Operand::imm);
        let (family, writes_back) = match name {
            name if name.ends_with("pre") => (&name[..name.len() - 3], true),
            name if name.ends_with("post") => (&name[..name.len() - 4], true),
            name => (name, false),
        };
        match name {
            "LDPSWpre" | "LDPWpost" | "LDPWpre" | "LDPXpost" | "LDPXpre" => {
                const MESSAGE: &str =
                    "unpredictable LDP instruction, writeback base is also a destination";
                for (operand, index) in [(0, 1), (1, 2)] {
                    if self.is_part(reg(3), reg(index)) {
                        return Err((operand, MESSAGE));
                    }
                }
                // LLVM goes on with the rule of `ldr za`, which finds no two immediates here.
                return Ok(());
            }
            "LDR_ZA" | "STR_ZA" => {
                return match (imm(2), imm(4)) {
                    (Some(tile), Some(offset)) if tile != offset => {
                        Err((1, "unpredictable instruction, immediate and offset mismatch."))
                    }
                    _ => Ok(()),
                };
            }
            "STXRB" | "STXRH" | "STXRW" | "STXRX" | "STLXRB" | "STLXRH" | "STLXRW" | "STLXRX" => {
                let message = "unpredictable STXR instruction, status is also a source";
                return self.check_status(reg(0), &[reg(1)], reg(2), message);
            }
            "STXPW" | "STXPX" | "STLXPW" | "STLXPX" => {
                let message = "unpredictable STXP instruction, status is also a source";
                return self.check_status(reg(0), &[reg(1), reg(2)], reg(3), message);
            }
            "LDRABwriteback" | "LDRAAwriteback" if reg(0) == reg(1) => {
                let message =
                    "unpredictable LDRA instruction, writeback base is also a destination";
                return Err((0, message));
            }
            _ => {}
        }
        match family {
            "LDPDi" | "LDPQi" | "LDPSi" | "LDPSWi" | "LDPWi" | "LDPXi" if reg(0) == reg(1) => {
                Err((1, "unpredictable LDP instruction, Rt2==Rt"))
            }
            "LDPD" | "LDPQ" | "LDPS" | "LDPSW" if writes_back && reg(1) == reg(2) => {
                Err((1, "unpredictable LDP instruction, Rt2==Rt"))
            }
            "STPD" | "STPQ" | "STPS" | "STPW" | "STPX" if writes_back => {
                let message = "unpredictable STP instruction, writeback base is also a source";
                let is_part = |index| self.is_part(reg(3), reg(index));
                match (is_part(1), is_part(2)) {
                    (true, _) => Err((0, message)),
                    (_, true) => Err((1, message)),
                    _ => Ok(()),
                }
            }
            "LDRBB" | "LDRB" | "LDRHH" | "LDRH" | "LDRSBW" | "LDRSBX" | "LDRSHW" | "LDRSHX"
            | "LDRSW" | "LDRW" | "LDRX"
                if writes_back && self.is_part(reg(2), reg(1)) =>
            {
                Err((0, "unpredictable LDR instruction, writeback base is also a source"))
            }
            "STRBB" | "STRB" | "STRHH" | "STRH" | "STRW" | "STRX"
                if writes_back && self.is_part(reg(2), reg(1)) =>
            {
                Err((0, "unpredictable STR instruction, writeback base is also a source"))
            }
            _ => Ok(()),
        }
    }

    /// Checks that a store that may fail does not write its status over what it stores.
    fn check_status(
        &self,
        status: Reg,
        stored: &[Reg],
        base: Reg,
        message: &'static str,
    ) -> Result<(), (usize, &'static str)> {
        let stack_pointer = self.aarch64.registers.first(&self.aarch64.tables, First::StackPointer);
        let is_stored = stored.iter().any(|reg| self.is_part(*reg, status));
        let is_base = self.is_part(base, status) && base != stack_pointer;
        if is_stored || is_base { Err((0, message)) } else { Ok(()) }
    }

    /// Checks that a symbol as an immediate is one that `add` takes.
    fn check_added_symbol(&mut self, name: &str, inst: &Inst) -> ParseResult {
        let family =
            ["ADDSWri", "ADDSXri", "ADDWri", "ADDXri", "SUBSWri", "SUBSXri", "SUBWri", "SUBXri"];
        if !matches!(inst.operands.get(2), Some(Operand::Expr(_))) || !family.contains(&name) {
            return Ok(());
        }
        let symbol = self.operands.iter().rev().find_map(|operand| match &operand.kind {
            OperandKind::Value(value) | OperandKind::ShiftedValue { value, .. } => Some(value),
            _ => None,
        });
        let Some(symbol) = symbol.and_then(|value| value.symbol.as_ref()) else { return Ok(()) };
        let is_allowed = name == "ADDXri" && symbol.is_page_offset()
            || matches!(name, "ADDXri" | "ADDWri") && symbol.has_added_specifier();
        if is_allowed {
            return Ok(());
        }
        let at = self.operands.last().map_or(Loc::NONE, |operand: &ParsedOperand<'_>| operand.loc);
        self.fail_at(at, "invalid immediate expression")
    }
}

/// Checks the instructions that copy and set memory.
fn check_copies(name: &str, inst: &Inst) -> Result<(), (usize, &'static str)> {
    let reg = |index: usize| inst.operands.get(index).and_then(Operand::reg);
    let is_step = |name: &str, prefix: &str| {
        name.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(['P', 'M', 'E']))
    };
    let same = |a: usize, b: usize| reg(a).is_some() && reg(a) == reg(b);
    let is_copy = is_step(name, "CPYF") || is_step(name, "CPY");
    if is_copy && inst.operands.len() == 6 {
        if same(3, 4) {
            return Err((
                0,
                "invalid CPY instruction, destination and source registers are the same",
            ));
        }
        if same(3, 5) {
            return Err((
                0,
                "invalid CPY instruction, destination and size registers are the same",
            ));
        }
        if same(4, 5) {
            return Err((0, "invalid CPY instruction, source and size registers are the same"));
        }
    }
    let is_option = is_step(name, "SETGO");
    let is_set = is_step(name, "SET") || is_step(name, "SETG") || name.starts_with("MOPSSETGE");
    if is_option || is_set && inst.operands.len() == 5 {
        if same(2, 3) {
            return Err((
                0,
                "invalid SET instruction, destination and size registers are the same",
            ));
        }
        if !is_option && same(2, 4) {
            return Err((
                0,
                "invalid SET instruction, destination and source registers are the same",
            ));
        }
        if !is_option && same(3, 4) {
            return Err((0, "invalid SET instruction, source and size registers are the same"));
        }
    }
    Ok(())
}
