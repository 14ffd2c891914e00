//! Loads and stores that take several instructions.

use oxmca_tables::schema::operand_type;
use oxmca_tables::{Opcode, Reg};

use super::{Expander, expr_of, specified};
use crate::inst::{Expr, Inst, Operand};
use crate::parser::ParseResult;
use crate::target::mips::abi::Abi;
use crate::target::mips::opcodes::Op;
use crate::target::mips::registers::File;
use crate::target::mips::target::Mips;
use crate::target::mips::template::is_signed;

/// A load or store whose address takes instructions of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::target::mips) enum Reach {
    /// The offset has 16 bits.
    Half,
    /// It has nine.
    Nine,
}

/// Returns the bits of an address's offset that are too few for the one that is written.
pub(in crate::target::mips) fn needs_expansion(mips: &Mips<'_>, inst: &Inst) -> Option<Reach> {
    let operands = mips.tables.operands(inst.opcode);
    if !matches!(operands.len(), 3 | 4) {
        return None;
    }
    let reach = match operands.last()?.kind {
        operand_type::MEMORY | operand_type::UNKNOWN => Reach::Half,
        operand_type::FIRST_TARGET => Reach::Nine,
        _ => return None,
    };
    let needs = match inst.operands.get(operands.len() - 1)? {
        Operand::Imm(value) => !is_signed(if reach == Reach::Nine { 9 } else { 16 }, *value),
        Operand::Expr(expr) => !is_specified(expr),
        Operand::Reg(_) => false,
    };
    needs.then_some(reach)
}

/// Returns whether specifiers say which part of all symbols in an expression is meant.
fn is_specified(expr: &Expr) -> bool {
    match expr {
        Expr::Constant(_) | Expr::Register(_) | Expr::Specifier { .. } => true,
        Expr::Symbol { specifier, .. } => specifier.is_some(),
        Expr::Unary(_, operand) => is_specified(operand),
        Expr::Binary(_, sides) => is_specified(&sides.0) && is_specified(&sides.1),
    }
}

/// A load or store: the opcode, its registers and its offset.
struct Access {
    opcode: Opcode,
    reg: Reg,
    base: Reg,
    /// Set if the register is written first, too.
    is_repeated: bool,
    /// The register for the address.
    temporary: Reg,
}

impl Expander<'_, '_> {
    /// Emits a load or store with the address in a register.
    pub(in crate::target::mips) fn access(
        &mut self,
        inst: &Inst,
        reach: Reach,
        is_load: bool,
    ) -> ParseResult {
        let start = usize::from(inst.operands.len() == 4);
        let reg = |at: usize| inst.operands.get(at).and_then(Operand::reg).unwrap_or_default();
        let Some(offset) = inst.operands.get(start + 2) else { return Ok(()) };
        let (to, base) = (reg(start), reg(start + 1));
        let class = self.mips.tables.operands(inst.opcode)[start].reg_class;
        let classes = ["GPR32", "GPR64"].map(|it| self.mips.tables.register_class_named(it));
        let is_general = classes.iter().flatten().any(|it| i32::from(it.0) == i32::from(class));
        let temporary = match is_load && is_general && base != to {
            true => to,
            false => self.own_register()?,
        };
        let is_repeated = start == 1;
        let access = Access { opcode: inst.opcode, reg: to, base, is_repeated, temporary };
        match reach {
            Reach::Half => self.access_half(&access, offset),
            Reach::Nine => {
                let is_32_bit = !self.mips.abi.has_wide_pointers();
                // LLVM goes on behind an error.
                let loaded = match offset {
                    Operand::Imm(value) => {
                        self.load_immediate(*value, temporary, Some(base), is_32_bit, true)
                    }
                    offset => self.load_symbol(&expr_of(offset), temporary, Some(base)),
                };
                self.emit_access(&access, Operand::Imm(0));
                loaded
            }
        }
    }

    fn emit_access(&mut self, access: &Access, offset: Operand) {
        let mut operands = vec![Operand::Reg(access.reg)];
        if access.is_repeated {
            operands.push(Operand::Reg(access.reg));
        }
        operands.extend([Operand::Reg(access.temporary), offset]);
        let operands = operands.into_iter().collect();
        self.parser.emit(Inst { opcode: access.opcode, flags: 0, operands }, self.loc);
    }

    fn access_half(&mut self, access: &Access, offset: &Operand) -> ParseResult {
        let abi = self.mips.abi;
        let add = if abi.has_wide_pointers() { Op::Daddu } else { Op::Addu };
        let Access { base, temporary, .. } = *access;
        let has_base = !self.mips.registers.is_zero(base);
        let expr = match offset {
            Operand::Imm(value) => {
                let low = i64::from(*value as i16);
                let high = value.wrapping_sub(low);
                if high != 0 {
                    let is_32_bit = is_signed(32, *value);
                    self.load_immediate(high, temporary, None, is_32_bit, true)?;
                }
                if has_base {
                    self.emit_three(add, temporary, temporary, base);
                }
                self.emit_access(access, Operand::Imm(low));
                return Ok(());
            }
            offset => expr_of(offset),
        };
        if self.is_position_independent() {
            let value = self.parser.evaluate_relocatable(&expr);
            let Some(value) = value.filter(|it| !it.has_specifier) else {
                return Err(self.error("expected relocatable expression"));
            };
            if value.sub.is_some() {
                return Err(self.error("expected relocatable expression with only one symbol"));
            }
            let Some(id) = value.add else {
                return Err(self.error("expected relocatable expression"));
            };
            let symbol = self.parser.symbol_expr(id, None);
            let loaded = self.load_symbol(&symbol, temporary, Some(base));
            self.emit_access(access, Operand::Imm(i64::from(value.constant as i16)));
            return loaded;
        }
        if abi == Abi::N64 {
            self.load_upper_parts(&expr, temporary);
            if has_base {
                self.emit_three(Op::Daddu, temporary, temporary, base);
            }
        } else {
            self.emit(Op::Lui, &[Operand::Reg(temporary), specified("hi", &expr)]);
            if base != self.zero() {
                self.emit_three(Op::Addu, temporary, temporary, base);
            }
        }
        self.emit_access(access, specified("lo", &expr));
        Ok(())
    }

    /// Emits a load or store of several registers.
    pub(super) fn multiple(&mut self, inst: &mut Inst, is_store: bool) {
        const STACK_POINTER: usize = 29;
        const RETURN_ADDRESS: usize = 31;
        /// The operands of the longest short instruction, and one.
        const SHORT: usize = 8;
        let count = inst.operands.len();
        let number = |from_end: usize| {
            let reg = inst.operands.get(count.wrapping_sub(from_end)).and_then(Operand::reg);
            reg.and_then(|reg| self.mips.registers.any_general_number(reg))
        };
        let is_near = matches!(inst.operands.last(), Some(Operand::Imm(0..=60)));
        let is_short = count < SHORT
            && is_near
            && number(2) == Some(STACK_POINTER)
            && number(3) == Some(RETURN_ADDRESS);
        let is_revision_6 = self.has(self.mips.bits.short) && self.has(self.mips.bits.mips_32_r6);
        let op = match (is_short, is_revision_6, is_store) {
            (false, _, true) => Op::Swm32,
            (false, _, false) => Op::Lwm32,
            (true, true, true) => Op::Swm16R6,
            (true, true, false) => Op::Lwm16R6,
            (true, false, true) => Op::Swm16,
            (true, false, false) => Op::Lwm16,
        };
        inst.opcode = self.mips.opcodes().get(op);
        self.parser.emit(inst.clone(), self.loc);
    }

    /// Returns an address's register and offset for accesses that reach `further` bytes beyond an offset.
    fn near_address(
        &mut self,
        own: Option<Reg>,
        base: Reg,
        offset: i64,
        further: i64,
    ) -> ParseResult<(Reg, i64, bool)> {
        if is_signed(16, offset.wrapping_add(further)) && is_signed(16, offset) {
            return Ok((base, offset, false));
        }
        let own = match own {
            Some(own) => own,
            None => {
                self.warn_of_macro();
                self.own_register()?
            }
        };
        let is_32_bit = !self.mips.abi.has_wide_pointers();
        self.load_immediate(offset, own, Some(base), is_32_bit, true)?;
        Ok((own, 0, true))
    }

    /// Reports an instruction that revision 6 does not have.
    pub(super) fn check_revision(&mut self) -> ParseResult {
        match self.has(self.mips.bits.mips_32_r6) || self.has(self.mips.bits.mips_64_r6) {
            true => Err(self.error("instruction not supported on mips32r6 or mips64r6")),
            false => Ok(()),
        }
    }

    /// Emits a load of a half word at any address.
    pub(super) fn unaligned_half(
        &mut self,
        is_signed: bool,
        to: Reg,
        base: Reg,
        offset: i64,
    ) -> ParseResult {
        self.warn_of_macro();
        let own = self.own_register()?;
        let (base, offset, is_large) = self.near_address(Some(own), base, offset, 1)?;
        let (mut first, mut second) = (offset, offset + 1);
        if self.mips.syntax.little_endian {
            std::mem::swap(&mut first, &mut second);
        }
        let (upper, lower) = if is_large { (to, own) } else { (own, to) };
        self.emit_constant(if is_signed { Op::Lb } else { Op::Lbu }, upper, base, first);
        self.emit_constant(Op::Lbu, lower, base, second);
        self.emit_constant(Op::Sll, upper, upper, 8);
        self.emit_three(Op::Or, to, to, own);
        Ok(())
    }

    /// Emits a store of a half word at any address.
    pub(super) fn unaligned_store_half(
        &mut self,
        from: Reg,
        base: Reg,
        offset: i64,
    ) -> ParseResult {
        self.warn_of_macro();
        let own = self.own_register()?;
        let (base, offset, is_large) = self.near_address(Some(own), base, offset, 1)?;
        let (mut first, mut second) = (offset + 1, offset);
        if self.mips.syntax.little_endian {
            std::mem::swap(&mut first, &mut second);
        }
        self.emit_constant(Op::Sb, from, base, first);
        if is_large {
            self.emit_constant(Op::Srl, from, from, 8);
            self.emit_constant(Op::Sb, from, base, second);
            self.emit_constant(Op::Lbu, own, own, 0);
            self.emit_constant(Op::Sll, from, from, 8);
            self.emit_three(Op::Or, from, from, own);
        } else {
            self.emit_constant(Op::Srl, own, from, 8);
            self.emit_constant(Op::Sb, own, base, second);
        }
        Ok(())
    }

    /// Emits a load or store of a word at any address.
    pub(super) fn unaligned_word(
        &mut self,
        is_load: bool,
        reg: Reg,
        base: Reg,
        offset: i64,
    ) -> ParseResult {
        let is_moved = is_load
            && base == reg
            && is_signed(16, offset.wrapping_add(3))
            && is_signed(16, offset);
        let mut to = reg;
        if is_moved {
            self.warn_of_macro();
            to = self.own_register()?;
        }
        let (base, offset, _) = self.near_address(None, base, offset, 3)?;
        let (mut left, mut right) = (offset, offset + 3);
        if self.mips.syntax.little_endian {
            std::mem::swap(&mut left, &mut right);
        }
        let ops = if is_load { (Op::Lwl, Op::Lwr) } else { (Op::Swl, Op::Swr) };
        self.emit_constant(ops.0, to, base, left);
        self.emit_constant(ops.1, to, base, right);
        if is_moved {
            let zero = self.zero();
            self.emit_three(Op::Or, reg, to, zero);
        }
        Ok(())
    }

    /// Emits a load or store of two registers.
    pub(super) fn double_word(
        &mut self,
        is_load: bool,
        first: Reg,
        base: Reg,
        offset: i64,
    ) -> ParseResult {
        let op = if is_load { Op::Lw } else { Op::Sw };
        let number = self.mips.registers.general_number(first).unwrap_or_default();
        let second = self.mips.registers.general((number + 1) % 32, false);
        let offsets = self.pair_offsets(first, offset)?;
        let mut pairs = [(first, offsets[0]), (second, offsets[1])];
        // The base must not be overwritten by the first load.
        if is_load && first == base {
            pairs.reverse();
        }
        for (reg, offset) in pairs {
            self.emit_with(op, reg, base, Operand::Imm(offset));
        }
        Ok(())
    }

    /// Emits a store of a pair of floating-point registers.
    pub(super) fn store_double(&mut self, first: Reg, base: Reg, offset: i64) -> ParseResult {
        let registers = &self.mips.registers;
        let number = registers.number_in(File::Pair, first);
        let single = |number| registers.numbered(File::Single, number);
        let (reg, second) = match number {
            Some(number) => (first, single(number + 1)),
            None => {
                let number = registers.number_in(File::Single, first).unwrap_or_default();
                (first, single((number + 1) % 32))
            }
        };
        let offsets = self.pair_offsets(first, offset)?;
        let mut regs = [reg, second];
        if !self.mips.syntax.little_endian {
            regs.reverse();
        }
        for (reg, offset) in regs.into_iter().zip(offsets) {
            self.emit_with(Op::Swc1, reg, base, Operand::Imm(offset));
        }
        Ok(())
    }

    /// Returns the offsets of two words.
    fn pair_offsets(&mut self, first: Reg, offset: i64) -> ParseResult<[i64; 2]> {
        if self.mips.abi != Abi::O32 {
            return Err(crate::parser::ErrorReported);
        }
        self.warn_of_macro();
        // LLVM compares the number of the register among all registers.
        let own = self.choices().own_register;
        if own != 0 && u32::from(first.0) == own {
            let message = format!("used $at (currently ${own}) without \".set noat\"");
            self.parser.warning(self.loc, message);
        }
        let next = i64::from((offset as i32).wrapping_add(4));
        match is_signed(16, offset) && is_signed(16, next) {
            true => Ok([offset, next]),
            false => Err(crate::parser::ErrorReported),
        }
    }

    /// Loads the global pointer from its place on the stack.
    pub(in crate::target::mips) fn load_global_pointer(&mut self, offset: i64) {
        let general = |number| self.mips.registers.general(number, false);
        let (global, stack) = (general(28), general(29));
        if is_signed(16, offset) {
            return self.emit_constant(Op::Lw, global, stack, offset);
        }
        let low = i64::from(offset as i16);
        self.load_upper(global, offset.wrapping_sub(low) >> 16 & 0xffff);
        self.emit_three(Op::Addu, global, global, stack);
        self.emit_constant(Op::Lw, global, global, low);
    }

    /// Emits an atomic addition with the address in a register.
    pub(super) fn atomic_add(
        &mut self,
        op: Op,
        reg: Reg,
        base: Reg,
        offset: &Operand,
    ) -> ParseResult {
        self.warn_of_macro();
        if *offset == Operand::Imm(0) {
            self.emit_two(op, reg, base);
            return Ok(());
        }
        let own = self.own_register()?;
        let is_32_bit = !self.is_wide();
        self.load_address(own, Some(base), offset, is_32_bit)?;
        self.emit_two(op, reg, own);
        Ok(())
    }
}
