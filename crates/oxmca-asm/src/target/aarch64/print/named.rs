//! Operands that are shown by name.

use super::context::Printing;
use super::immediate::push_plain;
use crate::target::aarch64::named_operands::OperandList;
use crate::target::aarch64::print_method::Method;
use crate::target::aarch64::system_registers::{Access, push_generic, shown_name};

impl<'p> Printing<'p> {
    /// Appends the name that a list has for a number, or else the number as immediates are shown.
    fn push_named(&self, list: OperandList, number: i64, out: &mut String) {
        match list.of_encoding(self.tables(), number) {
            Some(operand) => out.push_str(operand.name),
            None => self.push_immediate(number, out),
        }
    }

    /// Appends the name that a list has for a number, or else the number in decimal.
    fn push_barrier(&self, list: OperandList, number: i64, out: &mut String) {
        match list.of_encoding(self.tables(), number) {
            Some(operand) => out.push_str(operand.name),
            None => push_plain(number, out),
        }
    }

    /// Returns the name that a list has for a number, if the operand is to be had.
    pub(super) fn available_name(&self, list: OperandList, number: i64) -> Option<&'p str> {
        let operand = list.of_encoding(self.tables(), number)?;
        operand.is_available(self.features, &self.aarch64.feature_bits).then_some(operand.name)
    }

    /// Appends an immediate that has names.
    pub(super) fn push_by_name(&self, method: Method, opcode: &str, number: i64, out: &mut String) {
        match method {
            Method::Barrier => {
                let list = match opcode {
                    "ISB" => OperandList::InstructionBarrier,
                    _ => OperandList::Barrier,
                };
                self.push_barrier(list, number, out);
            }
            Method::BarrierNxs => self.push_barrier(OperandList::BarrierNxs, number, out),
            Method::Prefetch { is_sve: true } => {
                self.push_named(OperandList::SvePrefetch, number, out);
            }
            Method::Prefetch { is_sve: false } => {
                match self.available_name(OperandList::Prefetch, number) {
                    Some(name) => out.push_str(name),
                    None => self.push_immediate(number, out),
                }
            }
            Method::RangePrefetch => self.push_named(OperandList::RangePrefetch, number, out),
            Method::ThreadIndexHint => self.push_named(OperandList::ThreadIndex, number, out),
            Method::SvePattern => self.push_named(OperandList::SvePattern, number, out),
            Method::SveVectorLength => self.push_named(OperandList::SveVectorLength, number, out),
            Method::StreamingControl => self.push_named(OperandList::StreamingControl, number, out),
            Method::ProcessState => {
                let lists = [OperandList::ProcessStateOf4Bits, OperandList::ProcessStateOf1Bit];
                match lists.into_iter().find_map(|list| self.available_name(list, number)) {
                    Some(name) => out.push_str(name),
                    None => self.push_immediate(number, out),
                }
            }
            Method::SystemRegister { is_read } => {
                let access = if is_read { Access::Read } else { Access::Write };
                let bits = &self.aarch64.feature_bits;
                match shown_name(self.tables(), number, access, self.features, bits) {
                    Some(name) => out.push_str(name),
                    None => push_generic(number as u16, out),
                }
            }
            _ => {}
        }
    }
}
