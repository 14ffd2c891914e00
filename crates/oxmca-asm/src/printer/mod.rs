//! Shows machine instructions as assembly, by the tables.
//!
//! A target writes each operand itself: see [`PrintTarget`].

mod expression;
mod number;

use oxmca_tables::schema::{AsmPiece, PrintAlias, alias_condition};
use oxmca_tables::{FeatureSet, RegClassId, Span, Tables};

use crate::inst::{Inst, Operand};
use crate::method_table::MethodTable;

pub use expression::{RegisterNames, print_expr};
pub use number::{push_decimal, push_hex, push_immediate};

/// Choices about the way instructions are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PrintOptions {
    /// Index into the dialects of the tables' syntax (x86: AT&T, Intel).
    pub dialect: u8,
    /// Immediates in hexadecimal.
    pub hex_immediates: bool,
    /// Index of the dialect whose way of writing registers is used within expressions: there LLVM
    /// keeps to the dialect that was chosen for the input.
    pub expression_dialect: u8,
    /// `@` in a symbol's name asks for no quotes, as the syntax may have it.
    pub at_in_names: bool,
    /// The address from which distances count, if targets that are relative to it are shown as addresses, as
    /// llvm-objdump does, and not as distances: the instruction's, or on x86 that of the next instruction.
    pub address: Option<u64>,
}

/// A target's side of the printer.
pub trait PrintTarget {
    /// A method that writes an operand.
    type Method: Copy;

    /// Returns the method of that name in the tables (e.g. `printdwordmem`), if the target knows
    /// it.
    fn method_named(name: &str) -> Option<Self::Method>;

    /// Appends machine operand number `operand`, and those that belong to it, to `out`.
    fn print_operand(&self, method: Self::Method, inst: &Inst, operand: usize, out: &mut String);

    /// Does the same where the tables give the method a modifier (PowerPC: `cc` asks for a branch's condition).
    fn print_modified_operand(
        &self,
        method: Self::Method,
        _modifier: &str,
        inst: &Inst,
        operand: usize,
        out: &mut String,
    ) {
        self.print_operand(method, inst, operand, out);
    }

    /// Returns whether an alias's condition on an operand that has its own method holds.
    fn condition_holds(&self, _method: Self::Method, _operand: &Operand) -> bool {
        false
    }
}

/// The print methods of a target's tables.
#[derive(Debug)]
pub struct Printer<M> {
    methods: MethodTable<M>,
}

impl<M: Copy> Printer<M> {
    /// Creates a printer for `tables`. Operands with a method the target does not know are not
    /// shown.
    pub fn new(tables: &Tables<'_>) -> Self {
        Printer { methods: MethodTable::new(tables.print_methods.len()) }
    }

    #[inline]
    fn method<T: PrintTarget<Method = M>>(&self, tables: &Tables<'_>, index: usize) -> Option<M> {
        self.method_of(tables, index, T::method_named)
    }

    /// Returns the method of a row of the tables, which is looked up once.
    #[inline]
    pub(crate) fn method_of(
        &self,
        tables: &Tables<'_>,
        index: usize,
        named: impl FnOnce(&str) -> Option<M>,
    ) -> Option<M> {
        self.methods.get(index, || named(tables.text(tables.print_methods[index])))
    }

    /// Appends an instruction: a tab, the mnemonic, a tab and the operands, under an alias if one
    /// holds. Nothing but the tab if the instruction cannot be shown. `tables` must be the ones this
    /// was made from.
    pub fn print<T: PrintTarget<Method = M>>(
        &self,
        tables: &Tables<'_>,
        target: &T,
        features: &FeatureSet,
        dialect: u8,
        inst: &Inst,
        out: &mut String,
    ) {
        let alias = tables.print_aliases(inst.opcode).iter().find(|alias| {
            alias.dialect == dialect && self.alias_holds(tables, target, features, alias, inst)
        });
        out.push('\t');
        if let Some(alias) = alias {
            return self.print_pieces(tables, target, alias.syntax, inst, out);
        }
        let dialect = usize::from(dialect & 1);
        let row = tables.instruction_syntax(inst.opcode);
        out.push_str(tables.text(row.mnemonics[dialect]));
        self.print_pieces(tables, target, row.syntax[dialect].into(), inst, out);
    }

    fn print_pieces<T: PrintTarget<Method = M>>(
        &self,
        tables: &Tables<'_>,
        target: &T,
        syntax: Span,
        inst: &Inst,
        out: &mut String,
    ) {
        for piece in &tables.asm_pieces[syntax.range()] {
            if piece.method == AsmPiece::LITERAL {
                out.push_str(tables.text(piece.text));
            } else if let Some(method) = self.method::<T>(tables, piece.method.into()) {
                let operand = piece.operand.into();
                match tables.text(piece.text) {
                    "" => target.print_operand(method, inst, operand, out),
                    modifier => target.print_modified_operand(method, modifier, inst, operand, out),
                }
            }
        }
    }

    fn alias_holds<T: PrintTarget<Method = M>>(
        &self,
        tables: &Tables<'_>,
        target: &T,
        features: &FeatureSet,
        alias: &PrintAlias,
        inst: &Inst,
    ) -> bool {
        if inst.operands.len() != usize::from(alias.num_operands) {
            return false;
        }
        let mut operands = inst.operands.iter();
        let mut either = false;
        tables.alias_conditions[alias.conditions.range()].iter().all(|condition| {
            let value = condition.value;
            match condition.kind {
                alias_condition::FEATURE => return features.contains(value as u16),
                alias_condition::NOT_FEATURE => return !features.contains(value as u16),
                alias_condition::OR_FEATURE => {
                    either |= features.contains(value as u16);
                    return true;
                }
                alias_condition::OR_NOT_FEATURE => {
                    either |= !features.contains(value as u16);
                    return true;
                }
                alias_condition::END_OR => return std::mem::take(&mut either),
                _ => {}
            }
            let Some(operand) = operands.next() else { return false };
            let is_of = |class| operand.reg().is_some_and(|reg| tables.class_contains(class, reg));
            match condition.kind {
                alias_condition::IGNORE => true,
                alias_condition::REG_CLASS => is_of(RegClassId(value as u16)),
                alias_condition::MODE_CLASS => {
                    let by_mode = tables.mode_classes[value as usize].classes.range();
                    let class = tables.class_lists[by_mode].get(tables.hw_mode(features));
                    class.is_some_and(|class| is_of(*class))
                }
                alias_condition::TIED_REG => operand.reg().is_some_and(|reg| {
                    inst.operands.get(value as usize).and_then(Operand::reg) == Some(reg)
                }),
                alias_condition::IMM => operand.imm() == Some(value),
                alias_condition::REG => operand.reg().is_some_and(|reg| i64::from(reg.0) == value),
                alias_condition::CUSTOM => self
                    .method::<T>(tables, value as usize)
                    .is_some_and(|method| target.condition_holds(method, operand)),
                _ => false,
            }
        })
    }
}
