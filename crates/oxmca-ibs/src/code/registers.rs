//! Dependences among the instructions of a loop, from the registers that they read and write.

use std::collections::HashMap;

use oxmca_asm::{Inst, Subtarget, Target};
use oxmca_tables::schema::idiom_kind;
use oxmca_tables::{Reg, Tables};

/// A value that an instruction reads from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dependence {
    /// The place in the sequence of the instruction that writes it.
    pub producer: usize,
    /// True if the other ran in the iteration before.
    pub is_loop_carried: bool,
}

/// Returns, for each instruction of a sequence that is repeated, those in it whose results it reads, in the
/// order of the registers it names. Values that pass through memory are not seen.
#[must_use]
pub fn producers(
    target: &(dyn Target + '_),
    subtarget: &Subtarget,
    sequence: &[&Inst],
) -> Vec<Vec<Dependence>> {
    let tables = target.tables();
    let uses: Vec<(Vec<Reg>, Vec<Reg>)> =
        sequence.iter().map(|inst| registers(tables, subtarget, inst)).collect();
    let mut writers: HashMap<Reg, (usize, bool)> = HashMap::new();
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

/// Returns the registers that an instruction reads, and those that it writes, each as the widest one that it is a part
/// of.
fn registers(tables: &Tables<'_>, subtarget: &Subtarget, inst: &Inst) -> (Vec<Reg>, Vec<Reg>) {
    let definitions = usize::from(tables.instruction(inst.opcode).num_defs);
    let is_variable = |reg: &Reg| {
        let row = tables.registers.get(reg.index());
        *reg != Reg::NONE && row.is_some_and(|it| it.is_constant == 0)
    };
    let explicit = |operands: &[oxmca_asm::inst::Operand]| -> Vec<Reg> {
        operands.iter().filter_map(|it| it.reg()).filter(is_variable).collect()
    };
    let (written, read) = inst.operands.split_at(definitions.min(inst.operands.len()));
    let (mut written, mut read) = (explicit(written), explicit(read));
    // The difference of a register and itself, and the like.
    let idioms = tables.idioms(subtarget.model(tables), inst.opcode);
    let is_idiom = idioms.iter().any(|it| it.kind != idiom_kind::OPTIMIZABLE_MOVE);
    if is_idiom && read.windows(2).all(|it| it[0] == it[1]) && read.len() > 1 {
        read.clear();
    }
    read.extend(tables.implicit_uses(inst.opcode).iter().filter(|it| is_variable(it)));
    written.extend(tables.implicit_defs(inst.opcode).iter().filter(|it| is_variable(it)));
    let widest = |reg: Reg| {
        let supers = tables.super_registers(reg).iter();
        supers.copied().find(|it| tables.super_registers(*it).is_empty()).unwrap_or(reg)
    };
    (read.into_iter().map(widest).collect(), written.into_iter().map(widest).collect())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{decoded, machine};
    use super::*;

    #[test]
    fn values_come_from_the_last_writer_around_the_loop() {
        // xor %eax, %eax; add (%rdi), %rbx; add $8, %rdi; cmp %rsi, %rdi; jne back
        let bytes =
            [0x31, 0xc0, 0x48, 0x03, 0x1f, 0x48, 0x83, 0xc7, 0x08, 0x48, 0x39, 0xf7, 0x75, 0xf2];
        let listing = decoded(&bytes, 0, true);
        let sequence: Vec<&Inst> = listing.instructions.iter().map(|it| &it.inst).collect();
        let (target, subtarget) = machine(true);
        let found: Vec<Vec<(usize, bool)>> = producers(&*target, &subtarget, &sequence)
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
