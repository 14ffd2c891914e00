//! The instructions of a function: the loop in which it spends its time, and the values that they pass on.

mod hot_loop;
mod registers;

use oxmca_asm::decoder::InstructionSet;
use oxmca_asm::target::ControlFlow;
use oxmca_asm::{Subtarget, Target};
use oxmca_object::{CodePart, ListedInst, Listing, ObjectFile};

pub use hot_loop::{Heat, Loop, hottest_loop, loop_between};
pub use registers::{Dependence, producers};

use crate::attribution::Function;

/// The instructions of a function.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// The instructions by address.
    pub listing: Listing,
    /// Bytes that were not looked at, since the function is too long or the file lacks them.
    pub missing_bytes: u64,
}

impl Code {
    /// Decodes a function, one instruction after the other from its start.
    #[must_use]
    pub fn of(
        target: &(dyn Target + '_),
        subtarget: &Subtarget,
        image: &ObjectFile<'_>,
        function: &Function,
    ) -> Self {
        let bytes = image.bytes_at(function.start, function.len);
        let part =
            CodePart { address: function.start, bytes, instruction_set: InstructionSet::Usual };
        let bits = image.address_bits();
        let listing = Listing::decode(target, subtarget, [part], bits, &|_| None);
        let missing_bytes = function.len - bytes.len() as u64 + listing.omitted_bytes;
        Self { listing, missing_bytes }
    }
}

/// Returns the address that a direct branch or call names. Addresses have `address_bits` bits.
#[must_use]
pub fn branch_target(
    target: &(dyn Target + '_),
    instruction: &ListedInst,
    address_bits: u32,
) -> Option<u64> {
    let ListedInst { inst, address, length_bytes, control_flow, .. } = instruction;
    let is_branch =
        matches!(control_flow, ControlFlow::Jump | ControlFlow::Branch | ControlFlow::Call);
    let value = inst.operands[target.relative_operand(inst).filter(|_| is_branch)?].imm()?;
    let next = address.wrapping_add(u64::from(*length_bytes));
    let mask = if address_bits < u64::BITS { (1 << address_bits) - 1 } else { u64::MAX };
    Some(target.branch_target(inst, value, *address, next) & mask)
}

#[cfg(test)]
mod tests {
    use oxmca_asm::target;
    use oxmca_asm::triple::Triple;

    use super::*;

    /// Returns the target of programs in 64-bit or 32-bit mode, and a CPU.
    pub fn machine(is_64_bit: bool) -> (Box<dyn Target>, Subtarget) {
        let triple = if is_64_bit { "x86_64-unknown-unknown" } else { "i386-unknown-unknown" };
        let target = target::create(Triple::new(triple)).unwrap();
        let subtarget = Subtarget::resolve(&*target, "znver4", []).0.unwrap();
        (target, subtarget)
    }

    pub fn decoded(bytes: &[u8], address: u64, is_64_bit: bool) -> Listing {
        let (target, subtarget) = machine(is_64_bit);
        let bits = if is_64_bit { 64 } else { 32 };
        let part = CodePart { address, bytes, instruction_set: InstructionSet::Usual };
        Listing::decode(&*target, &subtarget, [part], bits, &|_| None)
    }

    #[test]
    fn branches_name_their_targets() {
        // vaddps (%rdi,%rax,4), %ymm9, %ymm0; add $-16, %rdi; jne back
        let bytes = [0xc5, 0xb4, 0x58, 0x04, 0x87, 0x48, 0x83, 0xc7, 0xf0, 0x75, 0xf5, 0x06, 0x0f];
        let listing = decoded(&bytes, 0x1000, true);
        let (target, _) = machine(true);
        let targets: Vec<_> =
            listing.instructions.iter().map(|it| branch_target(&*target, it, 64)).collect();
        assert_eq!(targets, [None, None, Some(0x1000)]);
        assert_eq!(listing.undecodable_bytes, 2);
        assert_eq!(listing.index_at(0x1005), Some(1));
        assert_eq!(listing.index_at(0x1008), Some(1));
        assert_eq!(listing.index_at(0xfff), None);
        assert_eq!(listing.index_at(0x100b), None);
    }
}
