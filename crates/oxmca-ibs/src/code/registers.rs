//! Dependences among the instructions of a loop, from the registers that they read and write.

use iced_x86::{InstructionInfoFactory, OpAccess, Register};
use rustc_hash::FxHashMap;

use super::Instruction;

/// A register or flag, which carries a value from one instruction to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Carrier {
    /// A register, by its widest form.
    Register(Register),
    /// The flags, taken as one.
    Flags,
}

/// A value that an instruction reads from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dependence {
    /// The place in the sequence of the instruction that writes it.
    pub producer: usize,
    /// True if the other ran in the iteration before.
    pub is_loop_carried: bool,
}

/// For each instruction of a sequence that is repeated, those in it whose results it reads, in the
/// order of the registers it names. Values that pass through memory are not seen.
pub fn producers(sequence: &[&Instruction]) -> Vec<Vec<Dependence>> {
    let mut factory = InstructionInfoFactory::new();
    let uses: Vec<(Vec<Carrier>, Vec<Carrier>)> =
        sequence.iter().map(|instruction| carriers(&mut factory, instruction)).collect();
    let mut writers: FxHashMap<Carrier, (usize, bool)> = FxHashMap::default();
    for (place, (_, writes)) in uses.iter().enumerate() {
        writers.extend(writes.iter().map(|carrier| (*carrier, (place, true))));
    }
    let mut all = Vec::with_capacity(sequence.len());
    for (place, (reads, writes)) in uses.iter().enumerate() {
        let mut found: Vec<Dependence> = Vec::new();
        for (producer, is_loop_carried) in reads.iter().filter_map(|it| writers.get(it).copied()) {
            let dependence = Dependence { producer, is_loop_carried };
            if !found.contains(&dependence) {
                found.push(dependence);
            }
        }
        all.push(found);
        writers.extend(writes.iter().map(|carrier| (*carrier, (place, false))));
    }
    all
}

/// Returns the registers and flags that an instruction reads, and those that it writes.
fn carriers(
    factory: &mut InstructionInfoFactory,
    instruction: &Instruction,
) -> (Vec<Carrier>, Vec<Carrier>) {
    let decoded = &instruction.decoded;
    let (mut reads, mut writes) = (Vec::new(), Vec::new());
    for used in factory.info(decoded).used_registers() {
        let carrier = Carrier::Register(used.register().full_register());
        let access = used.access();
        if matches!(
            access,
            OpAccess::Read | OpAccess::CondRead | OpAccess::ReadWrite | OpAccess::ReadCondWrite
        ) {
            reads.push(carrier);
        }
        if matches!(
            access,
            OpAccess::Write | OpAccess::CondWrite | OpAccess::ReadWrite | OpAccess::ReadCondWrite
        ) {
            writes.push(carrier);
        }
    }
    if decoded.rflags_read() != 0 {
        reads.push(Carrier::Flags);
    }
    if decoded.rflags_modified() != 0 {
        writes.push(Carrier::Flags);
    }
    (reads, writes)
}

#[cfg(test)]
mod tests {
    use super::super::Code;
    use super::*;

    #[test]
    fn values_come_from_the_last_writer_around_the_loop() {
        // xor %eax, %eax; add (%rdi), %rbx; add $8, %rdi; cmp %rsi, %rdi; jne back
        let bytes =
            [0x31, 0xc0, 0x48, 0x03, 0x1f, 0x48, 0x83, 0xc7, 0x08, 0x48, 0x39, 0xf7, 0x75, 0xf2];
        let code = Code::decode(&bytes, 0, true);
        let sequence: Vec<&Instruction> = code.instructions.iter().collect();
        let found: Vec<Vec<(usize, bool)>> = producers(&sequence)
            .iter()
            .map(|it| it.iter().map(|it| (it.producer, it.is_loop_carried)).collect())
            .collect();
        assert_eq!(found[0], []);
        assert_eq!(found[1], [(1, true), (2, true)]);
        assert_eq!(found[2], [(2, true)]);
        assert_eq!(found[3], [(2, false)]);
        assert_eq!(found[4], [(3, false)]);
    }
}
