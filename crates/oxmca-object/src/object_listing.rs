//! The instructions of functions of objects.

use std::ops::Range;

use oxmca_asm::inst::{BinaryOp, Expr};
use oxmca_asm::target::ControlFlow;
use oxmca_asm::{Inst, Operand, Subtarget, Target};

use crate::file::{CodePart, Function, ObjectFile};
use crate::listing::{ListedInst, Listing};

impl ObjectFile<'_> {
    /// Returns the CPU and features with which code is decoded: those of a CPU, and what the object says
    /// to need.
    #[must_use]
    pub fn decoding_subtarget(
        &self,
        target: &(dyn Target + '_),
        cpu_name: &str,
    ) -> Option<Subtarget> {
        let features = self.features().iter().map(String::as_str);
        Subtarget::resolve(target, cpu_name, features).0
    }

    /// Decodes a function.
    #[must_use]
    pub fn listing(
        &self,
        target: &(dyn Target + '_),
        subtarget: &Subtarget,
        function: &Function,
    ) -> Listing {
        self.decode(target, subtarget, self.code_parts(function))
    }

    /// Decodes the code in a range of addresses.
    #[must_use]
    pub fn listing_between(
        &self,
        target: &(dyn Target + '_),
        subtarget: &Subtarget,
        range: Range<u64>,
    ) -> Listing {
        self.decode(target, subtarget, self.code_parts_between(range))
    }

    fn decode(
        &self,
        target: &(dyn Target + '_),
        subtarget: &Subtarget,
        parts: Vec<CodePart<'_>>,
    ) -> Listing {
        let relocated = |range: Range<u64>| match self.is_relocatable() {
            true => self.relocations_at(range).next().map(|it| it.target),
            false => None,
        };
        Listing::decode(target, subtarget, parts, self.address_bits(), &relocated)
    }

    /// Returns an instruction with the name of the place that it jumps to or calls, as assembly has it, instead of a
    /// distance.
    #[must_use]
    pub fn named(&self, target: &(dyn Target + '_), listed: &ListedInst) -> Inst {
        let mut inst = listed.inst.clone();
        let names_place = matches!(
            listed.control_flow,
            ControlFlow::Jump | ControlFlow::Branch | ControlFlow::Call
        );
        if names_place && let Some(at) = target.relative_operand(&inst) {
            let next = listed.address.wrapping_add(u64::from(listed.length_bytes));
            if let Some(place) = self.place(target, &inst, at, listed.address, next) {
                inst.operands[at] = Operand::Expr(Box::new(place));
            }
        }
        inst
    }

    /// Returns the place that an operand of an instruction at an address names.
    fn place(
        &self,
        target: &(dyn Target + '_),
        inst: &Inst,
        operand: usize,
        address: u64,
        next: u64,
    ) -> Option<Expr> {
        if self.is_relocatable()
            && let Some(it) = self.relocations_at(address..next).next()
        {
            // Distances count from other places than the instruction, which the addend makes up for.
            return match it.target.and_then(|address| self.name_of_address(address)) {
                Some(name) => Some(place(&name.symbol, name.offset)),
                None => Some(place(&it.symbol, 0)),
            };
        }
        let name = self.name_of_address(target.branch_target(
            inst,
            inst.operands.get(operand)?.imm()?,
            address,
            next,
        ))?;
        Some(place(&name.symbol, name.offset))
    }
}

/// Returns a symbol as it is shown, with an offset if there is one.
fn place(symbol: &str, offset: u64) -> Expr {
    let symbol = Expr::Symbol { name: oxmca_names::plain(symbol).into(), specifier: None };
    match i64::try_from(offset) {
        Ok(0) | Err(_) => symbol,
        Ok(offset) => Expr::Binary(BinaryOp::Add, Box::new((symbol, Expr::Constant(offset)))),
    }
}
