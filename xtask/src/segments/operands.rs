//! Instructions whose operands are independent of each other.

use oxmca_asm::{Inst, Operand};
use oxmca_tables::schema::{OperandInfo, operand_flag};
use oxmca_tables::{Opcode, Reg, Tables};

/// Returns copies of an instruction. The registers that they write take turns; no copy reads the written
/// register of another one unless the instruction reads what it writes. `None` if an operand's class is empty.
pub fn independent_copies(tables: &Tables<'_>, opcode: Opcode, copies: usize) -> Option<Vec<Inst>> {
    let row = tables.instruction(opcode);
    let operands = &tables.operands[row.operands.range()];
    let num_defs = usize::from(row.num_defs);
    let tied = |index: usize| usize::try_from(operands[index].tied_to).ok();
    let mut read: Vec<Reg> = Vec::new();
    for (index, operand) in operands.iter().enumerate().skip(num_defs) {
        if let Some(members) = members(tables, operand)
            && tied(index).is_none()
        {
            let is_new = |reg: &&Reg| !read.iter().any(|it| overlap(tables, *it, **reg));
            let reg = members.iter().rev().find(is_new).or(members.last());
            read.push(*reg?);
        }
    }
    let copy = |number: usize| {
        let mut inst = Inst { opcode, ..Inst::default() };
        let mut written: Vec<Reg> = Vec::new();
        let mut next_read = read.iter();
        for (index, operand) in operands.iter().enumerate() {
            let operand = match (members(tables, operand), tied(index)) {
                (_, Some(other)) => inst.operands.get(other)?.clone(),
                (None, None) => Operand::Imm(0),
                (Some(_), None) if index >= num_defs => Operand::Reg(*next_read.next()?),
                (Some(members), None) => {
                    let is_free = |reg: &&Reg| {
                        let mut taken = read.iter().chain(&written);
                        !taken.any(|it| overlap(tables, *it, **reg))
                    };
                    let free: Vec<Reg> = members.iter().filter(is_free).copied().collect();
                    let reg = match free.len() {
                        0 => *members.first()?,
                        len => free[number % len],
                    };
                    written.push(reg);
                    Operand::Reg(reg)
                }
            };
            inst.operands.push(operand);
        }
        Some(inst)
    };
    (0..copies).map(copy).collect()
}

/// Returns the registers of an operand's class, those of the first mode if it has several; `None` if it is no
/// register.
fn members<'t>(tables: &Tables<'t>, operand: &OperandInfo) -> Option<&'t [Reg]> {
    let index = usize::try_from(operand.reg_class).ok()?;
    let index = match operand.flags & operand_flag::LOOKUP_BY_HW_MODE {
        0 => index,
        _ => tables.class_lists[tables.mode_classes.get(index)?.classes.range()].first()?.index(),
    };
    let class = tables.register_classes.get(index)?;
    Some(&tables.register_lists[class.members.range()])
}

/// Returns whether registers have a part in common.
fn overlap(tables: &Tables<'_>, a: Reg, b: Reg) -> bool {
    let parts =
        |reg: Reg| std::iter::once(reg).chain(tables.sub_registers(reg).iter().map(|sub| sub.reg));
    parts(a).any(|part| parts(b).any(|other| part == other))
}
