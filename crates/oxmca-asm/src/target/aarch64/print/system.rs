//! System instructions that are shown by the operation they ask for: `dc zva, x0`.

use super::context::Printing;
use crate::inst::{Inst, Operand};
use crate::target::aarch64::named_operands::OperandList;

/// The fields of a system instruction.
#[derive(Clone, Copy)]
struct Fields {
    op1: i64,
    crn: i64,
    crm: i64,
    op2: i64,
}

impl Fields {
    /// Returns the fields in four operands.
    fn of(operands: &[Operand]) -> Option<Self> {
        let [Operand::Imm(op1), Operand::Imm(crn), Operand::Imm(crm), Operand::Imm(op2), ..] =
            operands[..]
        else {
            return None;
        };
        Some(Self { op1, crn, crm, op2 })
    }

    /// Returns the number that stands for an operation in the tables.
    fn encoding(self) -> i64 {
        self.op1 << 11 | self.crn << 7 | self.crm << 3 | self.op2
    }
}

/// An operation that a system instruction asks for.
struct Operation<'t> {
    mnemonic: &'static str,
    name: &'t str,
    needs_register: bool,
    may_take_register: bool,
}

impl<'p> Printing<'p> {
    /// Returns an operation of a list, if it is to be had.
    fn operation(
        &self,
        mnemonic: &'static str,
        list: OperandList,
        encoding: i64,
    ) -> Option<Operation<'p>> {
        let operand = list.of_encoding(self.tables(), encoding)?;
        let bits = &self.aarch64.feature_bits;
        operand.is_available(self.features, bits).then(|| Operation {
            mnemonic,
            name: operand.name,
            needs_register: operand.needs_register,
            may_take_register: operand.may_take_register && bits.has_tlbid(self.features),
        })
    }

    /// Returns an operation that restricts predictions.
    fn prediction_restriction(&self, op2: i64) -> Option<Operation<'p>> {
        let bits = &self.aarch64.feature_bits;
        let (mnemonic, is_available) = match op2 {
            4 => ("cfp", bits.has_predres(self.features)),
            5 => ("dvp", bits.has_predres(self.features)),
            6 => ("cosp", bits.has_specres2(self.features)),
            7 => ("cpp", bits.has_predres(self.features)),
            _ => return None,
        };
        is_available.then_some(Operation {
            mnemonic,
            name: "rctx",
            needs_register: true,
            may_take_register: false,
        })
    }

    fn sys_operation(&self, fields: Fields) -> Option<Operation<'p>> {
        let operation = |mnemonic, list| self.operation(mnemonic, list, fields.encoding());
        match (fields.crn, fields.crm) {
            (7, 1) if fields.op1 == 0 => operation("ic", OperandList::InstructionCache),
            (7, 3) if fields.op1 == 3 => self.prediction_restriction(fields.op2),
            (7, 5) => operation("ic", OperandList::InstructionCache),
            (7, 4 | 6 | 10..=14) => operation("dc", OperandList::DataCache),
            (7, 8 | 9) => operation("at", OperandList::AddressTranslation),
            (7, 15) => operation("at", OperandList::AddressTranslation)
                .or_else(|| operation("dc", OperandList::DataCache)),
            (8 | 9, _) => operation("tlbi", OperandList::Tlbi),
            (10, _) => operation("plbi", OperandList::Plbi),
            (12, 0) => operation("gsb", OperandList::InterruptControllerBarrier),
            (12, _) => operation("gic", OperandList::InterruptController),
            _ => None,
        }
    }

    /// Appends `sys` as the operation it asks for. `None` if it asks for none.
    pub(super) fn print_sys(&self, inst: &Inst, out: &mut String) -> Option<()> {
        let operation = self.sys_operation(Fields::of(&inst.operands)?)?;
        let reg = self.name(inst.operands.get(4)?.reg()?);
        let has_register = reg != "xzr";
        let takes_register = operation.needs_register || operation.may_take_register;
        if has_register && !takes_register {
            return None;
        }
        push_operation(operation.mnemonic, operation.name, out);
        if operation.needs_register || has_register {
            out.push_str(", ");
            out.push_str(reg);
        }
        Some(())
    }

    /// Appends `sysl` as the operation it asks for. `None` if it asks for none.
    pub(super) fn print_sysl(&self, inst: &Inst, out: &mut String) -> Option<()> {
        let (reg, fields) = inst.operands.split_first()?;
        let fields = Fields::of(fields).filter(|it| it.crn == 12 && it.crm == 3)?;
        let list = OperandList::InterruptControllerRead;
        let name = self.available_name(list, fields.encoding())?;
        out.push_str("\tgicr\t");
        out.push_str(self.name(reg.reg()?));
        out.push_str(", ");
        out.push_str(&name.to_ascii_lowercase());
        Some(())
    }

    /// Appends `sysp` as the operation it asks for. `None` if it asks for none.
    pub(super) fn print_sysp(&self, inst: &Inst, out: &mut String) -> Option<()> {
        let fields = Fields::of(&inst.operands)?;
        let name = self.available_name(OperandList::Tlbip, fields.encoding())?;
        let pair = inst.operands.get(4)?.reg()?;
        push_operation("tlbip", name, out);
        out.push_str(", ");
        match self.name(pair) {
            "xzr" => out.push_str("xzr, xzr"),
            _ => self.push_pair(pair, out),
        }
        Some(())
    }

    /// Appends `prfm` with a register offset as `rprfm`, if its operation is one of those. The offset's register is
    /// then one of 64 bits, and its extend a part of the operation.
    pub(super) fn print_range_prefetch(
        &self,
        has_64_bit_offset: bool,
        inst: &Inst,
        out: &mut String,
    ) -> Option<()> {
        let [
            Operand::Imm(operation),
            Operand::Reg(base),
            Operand::Reg(offset),
            Operand::Imm(is_signed),
            Operand::Imm(is_scaled),
        ] = inst.operands[..]
        else {
            return None;
        };
        if operation & 0x18 != 0x18 {
            return None;
        }
        let tables = self.tables();
        let offset = match has_64_bit_offset {
            true => offset,
            false => *tables.super_registers(offset).first()?,
        };
        let number =
            is_signed << 5 | i64::from(has_64_bit_offset) << 4 | is_scaled << 3 | operation & 7;
        out.push_str("\trprfm ");
        match OperandList::RangePrefetch.of_encoding(tables, number) {
            Some(operand) => out.push_str(operand.name),
            None => self.push_immediate(number, out),
        }
        out.push_str(", ");
        out.push_str(self.name(offset));
        out.push_str(", [");
        out.push_str(self.name(base));
        out.push(']');
        Some(())
    }
}

fn push_operation(mnemonic: &str, name: &str, out: &mut String) {
    out.push('\t');
    out.push_str(mnemonic);
    out.push('\t');
    out.push_str(&name.to_ascii_lowercase());
}
