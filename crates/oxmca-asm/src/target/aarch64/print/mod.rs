//! Shows instructions.
//!
//! The tables say how most are shown. By hand are those that bitfield moves, wide moves and system instructions
//! are other names of, and the loads and stores of vectors in Apple's dialect.

mod apple;
mod bitfield;
mod condition;
mod context;
mod immediate;
mod named;
mod operand;
mod register;
mod system;
mod wide_move;

use oxmca_tables::FeatureSet;

use super::print_method::Method;
use super::target::AArch64;
use crate::inst::{Inst, Operand};
use crate::printer::{PrintOptions, PrintTarget};

use context::Printing;

/// Appends an instruction as LLVM's printer shows it. It begins with a tab.
pub(super) fn print_inst(
    aarch64: &AArch64<'_>,
    features: &FeatureSet,
    inst: &Inst,
    options: &PrintOptions,
    out: &mut String,
) {
    let printing = Printing { aarch64, features, options };
    let tables = &aarch64.tables;
    if options.dialect == apple::DIALECT && apple::print(&printing, inst, out) {
        return;
    }
    let name = tables.opcode_name(inst.opcode);
    if printing.print_by_hand(name, inst, out) {
        return;
    }
    aarch64.printer.print(tables, &printing, features, options.dialect, inst, out);
    if printing.drops_acquire(name, inst) {
        out.push(' ');
        out.push_str(aarch64.syntax.comment);
        out.push_str(" acquire semantics dropped since destination is zero");
    }
}

impl Printing<'_> {
    /// Appends an instruction that is shown as another. Returns whether this is one; nothing is appended if not.
    fn print_by_hand(&self, name: &str, inst: &Inst, out: &mut String) -> bool {
        let shown = match name {
            "SYSxt" => self.print_sys(inst, out),
            "SYSLxt" => self.print_sysl(inst, out),
            "SYSPxt" | "SYSPxt_XZR" => self.print_sysp(inst, out),
            "PRFMroX" => self.print_range_prefetch(true, inst, out),
            "PRFMroW" => self.print_range_prefetch(false, inst, out),
            "SBFMXri" => self.print_bitfield_move(true, 64, inst, out),
            "SBFMWri" => self.print_bitfield_move(true, 32, inst, out),
            "UBFMXri" => self.print_bitfield_move(false, 64, inst, out),
            "UBFMWri" => self.print_bitfield_move(false, 32, inst, out),
            "BFMXri" => self.print_bitfield_insert(64, inst, out),
            "BFMWri" => self.print_bitfield_insert(32, inst, out),
            "MOVZXi" => self.print_move_wide(false, 64, inst, out),
            "MOVZWi" => self.print_move_wide(false, 32, inst, out),
            "MOVNXi" => self.print_move_wide(true, 64, inst, out),
            "MOVNWi" => self.print_move_wide(true, 32, inst, out),
            "MOVKXi" | "MOVKWi" => self.print_move_keep(inst, out),
            "ORRXri" => self.print_logical_move(64, inst, out),
            "ORRWri" => self.print_logical_move(32, inst, out),
            _ => None,
        };
        shown.is_some()
    }

    /// Returns whether an atomic instruction loses its acquire semantics, as those do that write the zero register.
    fn drops_acquire(&self, name: &str, inst: &Inst) -> bool {
        const STEMS: [&str; 9] =
            ["LDADD", "LDCLR", "LDEOR", "LDSET", "LDSMAX", "LDSMIN", "LDUMAX", "LDUMIN", "SWP"];
        const SUFFIXES: [&str; 8] = ["AB", "AH", "AW", "AX", "ALB", "ALH", "ALW", "ALX"];
        let suffix = || STEMS.iter().find_map(|stem| name.strip_prefix(stem));
        inst.operands.first().and_then(Operand::reg).is_some_and(|reg| self.is_zero_register(reg))
            && suffix().is_some_and(|suffix| SUFFIXES.contains(&suffix))
    }
}

impl PrintTarget for Printing<'_> {
    type Method = Method;

    fn method_named(name: &str) -> Option<Method> {
        Method::named(name)
    }

    fn print_operand(&self, method: Method, inst: &Inst, operand: usize, out: &mut String) {
        self.print(method, inst, operand, out);
    }

    fn condition_holds(&self, method: Method, operand: &Operand) -> bool {
        matches!(method, Method::Type(class) if self.is_of_type(class, operand))
    }
}

#[cfg(test)]
mod tests {
    use oxmca_tables::{Opcode, Reg};

    use super::*;
    use crate::subtarget::Subtarget;
    use crate::target::{Target, create};
    use crate::triple::Triple;

    fn printed(target: &dyn Target, opcode: &str, operands: &[Operand]) -> String {
        let (subtarget, _) = Subtarget::resolve(target, "generic", []);
        let opcode = target.tables().opcode_named(opcode.as_bytes()).unwrap();
        let inst = Inst { opcode, operands: operands.into(), ..Inst::default() };
        let mut out = String::new();
        let options =
            PrintOptions { dialect: target.default_dialect() as u8, ..PrintOptions::default() };
        target.print_inst(&subtarget.unwrap(), &inst, &options, &mut out);
        out
    }

    #[test]
    fn atomic_instructions_say_that_they_lose_their_acquire_semantics() {
        for (triple, comment) in [("aarch64", "//"), ("arm64-apple-macos", ";")] {
            let target = create(Triple::new(triple)).unwrap();
            let reg = |name| Operand::Reg(target.tables().register_named(name).unwrap());
            let operands = |to| [reg(to), reg("W0"), reg("X1")];
            let text = printed(&*target, "SWPALW", &operands("WZR"));
            let note = "acquire semantics dropped since destination is zero";
            assert_eq!(text, format!("\tswpal\tw0, wzr, [x1] {comment} {note}"));
            assert_eq!(printed(&*target, "SWPALW", &operands("W2")), "\tswpal\tw0, w2, [x1]");
            assert_eq!(printed(&*target, "SWPLW", &operands("WZR")), "\tswpl\tw0, wzr, [x1]");
        }
    }

    #[test]
    fn the_triple_chooses_the_dialect() {
        for (triple, text) in [
            ("aarch64", "\tfadd\tv0.2s, v1.2s, v2.2s"),
            ("aarch64-windows", "\tfadd\tv0.2s, v1.2s, v2.2s"),
            ("arm64-apple-ios", "\tfadd.2s\tv0, v1, v2"),
        ] {
            let target = create(Triple::new(triple)).unwrap();
            let regs = ["D0", "D1", "D2"];
            let operands =
                regs.map(|name| Operand::Reg(target.tables().register_named(name).unwrap()));
            assert_eq!(printed(&*target, "FADDv2f32", &operands), text, "{triple}");
        }
    }

    #[test]
    fn operands_out_of_range_or_of_other_kinds_do_no_harm() {
        let target = create(Triple::new("aarch64")).unwrap();
        let tables = target.tables();
        let (subtarget, _) = Subtarget::resolve(&*target, "generic", ["+all"]);
        let print = |opcode, operands: Vec<Operand>| {
            for dialect in [0, 1] {
                let options = PrintOptions { dialect, ..PrintOptions::default() };
                let inst = Inst { opcode, operands: operands.clone().into(), ..Inst::default() };
                let mut out = String::new();
                target.print_inst(&subtarget.unwrap(), &inst, &options, &mut out);
                assert!(out.starts_with('\t'));
            }
        };
        for opcode in (0..tables.instructions.len()).map(|index| Opcode(index as u16)) {
            for value in [i64::MIN, -1, 64, i64::MAX] {
                let described = tables.operands(opcode).iter().map(|row| match row.reg_class {
                    -1 => Operand::Imm(value),
                    _ => Operand::Reg(Reg(1)),
                });
                print(opcode, described.collect());
                print(opcode, vec![Operand::Imm(value); 9]);
            }
            print(opcode, vec![Operand::Reg(Reg::NONE); 9]);
            print(opcode, Vec::new());
        }
    }
}
