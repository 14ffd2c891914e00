//! Shows instructions.

mod constant;
mod keyword;
mod packed;

use oxmca_tables::schema::operand_flag;
use oxmca_tables::{FeatureSet, Reg, RegClassId};

use super::expression;
use super::flag;
use super::format;
use super::generation::Generation;
use super::names::Name;
use super::operand::source_modifier;
use super::print_method::Method;
use super::target::AmdGpu;
use crate::inst::{Expr, Inst, Operand};
use crate::printer::{PrintTarget, RegisterNames, print_expr};

/// The features that an instruction is shown with.
pub(super) struct Printing<'p> {
    gpu: &'p AmdGpu<'p>,
    features: &'p FeatureSet,
    generation: Generation<'p>,
}

/// Appends an instruction as LLVM's printer shows it, without comments. It begins with a tab.
pub(super) fn print_inst(gpu: &AmdGpu<'_>, features: &FeatureSet, inst: &Inst, out: &mut String) {
    let printing = Printing { gpu, features, generation: gpu.features.of(features) };
    gpu.printer.print(&gpu.tables, &printing, features, 0, inst, out);
}

impl RegisterNames for Printing<'_> {
    fn push_register(&self, reg: Reg, out: &mut String) {
        out.push_str(self.gpu.tables.printed_name(reg));
    }
}

impl Printing<'_> {
    fn flags(&self, inst: &Inst) -> u64 {
        self.gpu.tables.instruction(inst.opcode).target_flags
    }

    fn index(&self, inst: &Inst, name: Name) -> Option<usize> {
        self.gpu.names.index(&self.gpu.tables, inst.opcode, name)
    }

    fn imm(&self, inst: &Inst, index: usize) -> i64 {
        inst.operands.get(index).and_then(Operand::imm).unwrap_or_default()
    }

    /// Appends the register of conditions, which instructions of a kind read or write without naming it.
    fn push_vcc(&self, is_first: bool, out: &mut String) {
        let registers = &self.gpu.registers;
        let vcc = if self.generation.is_wave32() { registers.vcc_lo } else { registers.vcc };
        if !is_first {
            out.push_str(", ");
        }
        self.push_register(vcc, out);
        if is_first {
            out.push_str(", ");
        }
    }

    /// Returns whether an instruction writes the register of conditions without naming it.
    fn writes_vcc(&self, inst: &Inst) -> bool {
        let registers = &self.gpu.registers;
        let written = self.gpu.tables.implicit_defs(inst.opcode);
        written.iter().any(|reg| *reg == registers.vcc || *reg == registers.vcc_lo)
    }

    /// Returns whether a comparison is shown with the register of conditions that it writes.
    fn shows_vcc(&self, inst: &Inst) -> bool {
        self.flags(inst) & flag::VOPC != 0
            && !self.gpu.suffixes.is_asm_only(inst.opcode)
            && self.writes_vcc(inst)
    }

    /// Returns whether an instruction carries: it reads and writes the register of conditions, and its syntax does not
    /// name it.
    fn carries(&self, inst: &Inst) -> bool {
        self.generation.is_gfx10_plus() && self.writes_vcc(inst) && self.selects(inst)
    }

    /// Returns whether an instruction reads the register of conditions without naming it.
    fn selects(&self, inst: &Inst) -> bool {
        let registers = &self.gpu.registers;
        let read = self.gpu.tables.implicit_uses(inst.opcode);
        self.flags(inst) & (flag::VOP2 | flag::DPP | flag::SDWA) != 0
            && self.flags(inst) & (flag::VOP3 | flag::VOPC) == 0
            && read.iter().any(|reg| *reg == registers.vcc || *reg == registers.vcc_lo)
            && !self.names_vcc(inst)
    }

    /// Returns whether the syntax of an instruction names the register of conditions.
    fn names_vcc(&self, inst: &Inst) -> bool {
        let tables = &self.gpu.tables;
        let syntax: oxmca_tables::Span = tables.instruction_syntax(inst.opcode).syntax[0].into();
        let mut pieces = tables.asm_pieces[syntax.range()].iter();
        pieces.any(|piece| tables.text(piece.text).contains("vcc"))
    }

    /// Appends an operand, and after the second source the register of conditions if the instruction reads it.
    fn push_regular(&self, inst: &Inst, index: usize, out: &mut String) {
        self.push_bare(inst, index, out);
        self.push_read_vcc(inst, index, out);
    }

    /// Appends the register of conditions behind the second source of an instruction that reads it.
    fn push_read_vcc(&self, inst: &Inst, index: usize, out: &mut String) {
        if self.index(inst, Name::Src1) == Some(index) && self.selects(inst) {
            self.push_vcc(false, out);
        }
    }

    /// Appends an operand alone.
    fn push_bare(&self, inst: &Inst, index: usize, out: &mut String) {
        let Some(operand) = inst.operands.get(index) else {
            out.push_str(&format!("/*Missing OP{index}*/"));
            return;
        };
        match operand {
            Operand::Reg(reg) => {
                self.push_register(*reg, out);
                self.push_class_comment(inst, index, *reg, out);
            }
            Operand::Imm(value) => self.push_constant(inst, index, *value, out),
            Operand::Expr(expr) => self.push_expression(expr, out),
        }
        if self.flags(inst) & flag::MTBUF != 0 && self.index(inst, Name::SOffset) == Some(index) {
            let format = self.index(inst, Name::Format).map_or(1, |at| self.imm(inst, at));
            format::print(format, self.generation, out);
        }
    }

    /// Appends an expression, or a literal that is asked for.
    fn push_expression(&self, expr: &Expr, out: &mut String) {
        match expression::literal(expr) {
            Some((literal, value)) => out.push_str(&format!("{}({value:#x})", literal.name())),
            None => print_expr(expr, self, out),
        }
    }

    /// Appends a comment on a register that is not of the class that the instruction is described with.
    fn push_class_comment(&self, inst: &Inst, index: usize, reg: Reg, out: &mut String) {
        let tables = &self.gpu.tables;
        let Some(row) = tables.operands(inst.opcode).get(index) else { return };
        let Ok(class) = usize::try_from(row.reg_class) else { return };
        let is_by_mode = row.flags & operand_flag::LOOKUP_BY_HW_MODE != 0;
        let (class, name) = match is_by_mode {
            true => {
                let row = &tables.mode_classes[class];
                let classes = &tables.class_lists[row.classes.range()];
                (classes[tables.hw_mode(self.features)], tables.text(row.name))
            }
            false => (RegClassId(class as u16), ""),
        };
        let written = self.gpu.registers.written(reg);
        let is_of_wave = name.starts_with("SReg_1");
        let is_fine = tables.class_contains(class, written)
            || self.gpu.registers.is_inline_value(written)
            || is_of_wave
            || reg == Reg::NONE;
        if !is_fine {
            let name = tables.text(tables.register_classes[class.index()].name);
            out.push_str(&format!("/*Invalid register, operand has '{name}' register class*/"));
        }
    }

    fn push_operand(&self, inst: &Inst, index: usize, out: &mut String) {
        let has_modifiers = self.index(inst, Name::Src0Modifiers).is_some();
        let is_dpp = self.flags(inst) & flag::DPP != 0;
        if (index == 0 || index == 1 && is_dpp && has_modifiers) && self.shows_vcc(inst) {
            self.push_vcc(true, out);
        }
        self.push_regular(inst, index, out);
    }

    fn push_result(&self, inst: &Inst, index: usize, out: &mut String) {
        if index == 0 {
            let flags = self.flags(inst);
            let is = |bit: u64| flags & bit != 0;
            let is_single = |encoding| self.gpu.suffixes.is_single(encoding, inst.opcode);
            out.push_str(if is(flag::VOP3) && is(flag::DPP) {
                "_e64_dpp"
            } else if is(flag::VOP3) {
                if is_single(2) { "" } else { "_e64" }
            } else if is(flag::DPP) {
                "_dpp"
            } else if is(flag::SDWA) {
                "_sdwa"
            } else if is(flag::VOP1) && !is_single(0) || is(flag::VOP2) && !is_single(1) {
                "_e32"
            } else {
                ""
            });
            out.push(' ');
        }
        self.push_regular(inst, index, out);
        if self.carries(inst) {
            self.push_vcc(false, out);
        }
    }

    /// Returns whether the register of conditions stands before an operand with modifiers.
    fn begins_with_vcc(&self, inst: &Inst, index: usize) -> bool {
        index == 0 && self.flags(inst) & flag::DPP != 0 && self.shows_vcc(inst)
    }

    fn push_real_source(&self, inst: &Inst, index: usize, out: &mut String) {
        if self.begins_with_vcc(inst, index) {
            self.push_vcc(true, out);
        }
        let modifiers = self.imm(inst, index);
        let is_negated = modifiers & source_modifier::NEG != 0;
        let is_absolute = modifiers & source_modifier::ABS != 0;
        // `-1` is a number, so that negated numbers are shown another way.
        let is_number = matches!(inst.operands.get(index + 1), Some(Operand::Imm(_)));
        let is_named = is_negated && !is_absolute && is_number;
        if is_negated {
            out.push_str(if is_named { "neg(" } else { "-" });
        }
        if is_absolute {
            out.push('|');
        }
        self.push_bare(inst, index + 1, out);
        // With these encodings the condition is shown as part of the source.
        let is_within = self.flags(inst) & flag::DPP != 0
            && (self.generation.is_gfx12_plus() || self.index(inst, Name::Dpp8).is_some());
        if is_within {
            self.push_read_vcc(inst, index + 1, out);
        }
        if is_absolute {
            out.push('|');
        }
        if is_named {
            out.push(')');
        }
        if !is_within {
            self.push_read_vcc(inst, index + 1, out);
        }
    }

    fn push_int_source(&self, inst: &Inst, index: usize, out: &mut String) {
        if self.begins_with_vcc(inst, index) {
            self.push_vcc(true, out);
        }
        let is_extended = self.imm(inst, index) & source_modifier::SEXT != 0;
        if is_extended {
            out.push_str("sext(");
        }
        self.push_bare(inst, index + 1, out);
        if is_extended {
            out.push(')');
        }
        self.push_read_vcc(inst, index + 1, out);
    }

    /// Appends a source of an export. Those of two halves are shown twice.
    fn push_export_source(&self, inst: &Inst, index: usize, number: usize, out: &mut String) {
        let value = |name: Name| self.index(inst, name).map_or(0, |at| self.imm(inst, at));
        let is_compressed = value(Name::Compr) != 0;
        let index = if is_compressed { index - number + number / 2 } else { index };
        match inst.operands.get(index).and_then(Operand::reg) {
            Some(reg) if value(Name::En) >> number & 1 != 0 => self.push_register(reg, out),
            _ => out.push_str("off"),
        }
    }
}

impl PrintTarget for Printing<'_> {
    type Method = Method;

    fn method_named(name: &str) -> Option<Method> {
        Method::named(name)
    }

    fn print_operand(&self, method: Method, inst: &Inst, operand: usize, out: &mut String) {
        match method {
            Method::Operand => self.push_operand(inst, operand, out),
            Method::Regular => self.push_regular(inst, operand, out),
            Method::Result => self.push_result(inst, operand, out),
            Method::InterpResult => {
                let is_first = self.generation.is_gfx6() || self.generation.is_gfx7();
                out.push_str(if is_first { " " } else { "_e32 " });
                self.push_regular(inst, operand, out);
            }
            Method::RealSource => self.push_real_source(inst, operand, out),
            Method::IntSource => self.push_int_source(inst, operand, out),
            Method::FirstOfPair => {
                let reg = inst.operands.get(operand).and_then(Operand::reg).unwrap_or_default();
                let tables = &self.gpu.tables;
                let name =
                    |index: u16| tables.text(tables.sub_register_indices[usize::from(index)]);
                let first =
                    tables.sub_registers(reg).iter().find(|part| name(part.index) == "sub0");
                self.push_register(first.map_or(reg, |part| part.reg), out);
            }
            Method::ExportSource(number) => self.push_export_source(inst, operand, number, out),
            Method::OpSel | Method::OpSelHi | Method::NegLo | Method::NegHi => {
                self.push_packed(method, inst, out);
            }
            _ => self.push_keyword(method, inst, operand, out),
        }
    }
}
