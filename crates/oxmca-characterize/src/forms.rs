//! The forms of instructions of a CPU.

use oxmca::{Opcode, Reg, Session};
use oxmca_tables::schema::{instr_flag, operand_flag, operand_type};
use oxmca_tables::{RegClassId, Tables};

use crate::form::{Form, FormOperand, Memory};
use crate::registers::{Choices, Family};
use crate::target::{self, TargetFacts};

/// Returns the forms of instructions of a session's CPU that experiments can be made of, in the order of their names.
/// `is_wanted` chooses among the names of opcodes.
pub(crate) fn all(session: &Session, is_wanted: &dyn Fn(&str) -> bool) -> Vec<Form> {
    let Some(target) = target::of(session) else { return Vec::new() };
    let tables = session.tables();
    let opcodes = (0..tables.instructions.len()).map(|it| Opcode(it as u16));
    let named = opcodes.filter(|it| is_wanted(tables.opcode_name(*it)));
    let mut forms: Vec<Form> = named.filter_map(|it| Form::of(target, session, it)).collect();
    forms.sort_by(|one, two| one.name.cmp(&two.name));
    forms
}

impl Form {
    /// Returns the form of an opcode; `None` if experiments cannot be made of it.
    fn of(target: &'static TargetFacts, session: &Session, opcode: Opcode) -> Option<Form> {
        const NEVER: u64 = instr_flag::PSEUDO
            | instr_flag::VARIADIC
            | instr_flag::RETURN
            | instr_flag::CALL
            | instr_flag::BARRIER
            | instr_flag::TERMINATOR
            | instr_flag::BRANCH
            | instr_flag::META
            | instr_flag::TRAP;
        let tables = session.tables();
        let row = tables.instruction(opcode);
        if row.flags & NEVER != 0 || tables.instruction_syntax(opcode).mnemonics[0].is_empty() {
            return None;
        }
        (target.constants)(tables, opcode).iter().find_map(|constants| {
            let form = Form::with_constants(target, tables, opcode, constants)?;
            let mut form = (target.confine)(session, form)?;
            form.stride_bytes = form.places_stride_bytes(session);
            form.is_written(session).then_some(form)
        })
    }

    /// Returns the form of an opcode with a constant for each machine operand, of which those count that are none else.
    fn with_constants(
        target: &'static TargetFacts,
        tables: &Tables<'_>,
        opcode: Opcode,
        constants: &[i64],
    ) -> Option<Form> {
        let row = tables.instruction(opcode);
        let infos = tables.operands(opcode);
        let mut taken: Vec<Reg> = Vec::new();
        taken.extend(tables.implicit_uses(opcode));
        taken.extend(tables.implicit_defs(opcode));
        let accesses = row.flags & (instr_flag::MAY_LOAD | instr_flag::MAY_STORE);
        let memory = match accesses {
            0 => Memory::None,
            instr_flag::MAY_LOAD => Memory::Load,
            instr_flag::MAY_STORE => Memory::Store,
            _ => return None,
        };
        let mut form = Form {
            name: tables.opcode_name(opcode).to_owned(),
            opcode,
            operands: Vec::with_capacity(infos.len()),
            results: Vec::new(),
            sources: Vec::new(),
            memory,
            fixed: tables
                .implicit_uses(opcode)
                .iter()
                .copied()
                .filter(|one| {
                    tables.implicit_defs(opcode).iter().any(|it| tables.do_overlap(*one, *it))
                })
                .filter(|it| (target.family)(tables, *it) == Some(Family::General))
                .collect(),
            renewal: target.renewal,
            stride_bytes: 0,
            address: 0..0,
        };
        while form.operands.len() < infos.len() {
            let at = form.operands.len();
            let info = &infos[at];
            let is_result = at < usize::from(row.num_defs);
            if let Ok(other) = usize::try_from(info.tied_to) {
                form.operands.push(FormOperand::Tied(other));
                form.sources.push(at);
                continue;
            }
            match info.kind {
                // No form has two addresses.
                operand_type::MEMORY if form.address.is_empty() => {
                    form.operands.extend((target.address)(tables, memory)?);
                    form.address = at..form.operands.len();
                }
                operand_type::MEMORY => return None,
                operand_type::PC_RELATIVE => return None,
                _ if info.reg_class >= 0 && info.flags & operand_flag::LOOKUP_BY_HW_MODE == 0 => {
                    let class = RegClassId(u16::try_from(info.reg_class).ok()?);
                    form.operands.push(FormOperand::Register(Choices::of(
                        (target.pools, target.family),
                        tables,
                        class,
                        &taken,
                    )?));
                    match is_result {
                        true => form.results.push(at),
                        false => form.sources.push(at),
                    }
                }
                _ if info.reg_class < 0 => {
                    form.operands.push(FormOperand::Immediate(*constants.get(at)?));
                }
                _ => return None,
            }
        }
        (form.operands.len() == infos.len()).then_some(form)
    }
}
