//! Micro-ops and constants of which a cycle of the renamer takes few.

use super::{AtRename, Instruction, Kind, MicroOp};
use oxmca_tables::hardware::{DispatchLimit, Limited, MAX_DISPATCH_LIMITS, PortSet};

/// Micro-ops and constants for which there are [`DispatchLimit`]s, a byte for each limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::simulation::hardware) struct Dispatched(u64);

impl Dispatched {
    /// The highest bit of each byte: no number reaches it unless a limit is passed.
    const PASSED: u64 = 0x8080_8080_8080_8080;

    /// Returns nothing dispatched: the bytes begin so far below their highest bit as micro-ops are allowed.
    pub fn none(limits: &[DispatchLimit]) -> Dispatched {
        Dispatched::packed(limits.iter().map(|it| i8::MAX as u8 - it.micro_ops.min(i8::MAX as u8)))
    }

    /// Counts the micro-ops of an instruction that are executed. A change of a place in memory has one place in a
    /// scheduler for the address. A branch counts also for what it is one with. More of them than a limit have a cycle for
    /// themselves.
    pub fn of(instruction: &Instruction, limits: &[DispatchLimit]) -> Dispatched {
        let is_executed = instruction.at_rename == AtRename::Nothing;
        let is_counted = |op: &MicroOp| match op.kind {
            Kind::Compute => is_executed,
            Kind::StoreAddress => instruction.num_loads == 0,
            Kind::Load | Kind::StoreData => true,
        };
        Dispatched::packed(limits.iter().map(|limit| {
            let is_own = |own: PortSet, ports: PortSet| !ports.is_empty() && own.contains(ports);
            let count = match limit.of {
                Limited::Ports(own) => {
                    let is_branch = !instruction.branch_ports.is_empty();
                    let ports = |op: &MicroOp| match op.kind == Kind::Compute && is_branch {
                        true => instruction.branch_ports,
                        false => op.ports,
                    };
                    let counted = |op: &&MicroOp| is_own(own, ports(op)) && is_counted(op);
                    instruction.micro_ops.iter().filter(counted).count()
                }
                Limited::Vectors if instruction.is_on_vectors => {
                    instruction.renamed_micro_ops.into()
                }
                Limited::Constants if is_executed => instruction.constant_words.into(),
                Limited::Vectors | Limited::Constants => 0,
            };
            count.min(limit.micro_ops.into()).min(i8::MAX as usize) as u8
        }))
    }

    /// Returns whether more can be dispatched in the same cycle.
    pub const fn has_room(self, more: Dispatched) -> bool {
        (self.0 + more.0) & Dispatched::PASSED == 0
    }

    /// Takes note that more is dispatched.
    pub fn add(&mut self, more: Dispatched) {
        self.0 += more.0;
    }

    fn packed(bytes: impl Iterator<Item = u8>) -> Dispatched {
        let bytes = bytes.take(MAX_DISPATCH_LIMITS).enumerate();
        Dispatched(bytes.fold(0, |all, (at, byte)| all | u64::from(byte) << (8 * at)))
    }
}
