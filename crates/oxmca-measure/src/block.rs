//! Code to run, made from instructions.

use oxmca::hardware::Delivery;
use oxmca::{Inst, Session};
use oxmca_asm::Operand;
use oxmca_asm::target::ControlFlow;
use oxmca_asm::target::HardwareFacts;
use oxmca_asm::target::hardware::RegisterPart;

use crate::decision::Decision;
use crate::error::{MeasureError, NOT_HERE, Refusal};
use crate::job::{FixedPlace, Fixup, Unit};
use crate::machine::{HERE, Machine};
use crate::refusal::refusal;

/// Most bytes of the code of a block.
const MAX_CODE_BYTES: usize = 1 << 14;
/// Instructions of a loop of copies, of the shorter of two programs. With 120, the end of the loop is as much as a twelfth of the
/// difference (measured on Zen 3).
const COPIED_INSTRUCTIONS: usize = 480;
/// Most bytes of its code, if that is enough for two copies. Twice as many are in the micro-op caches of all processors, also
/// where their lines hold few micro-ops (on Redwood Cove some 1,100 shifts of what is in memory by a constant: measured).
const COPIED_BYTES: usize = 2048;
/// Code to run: instructions that may run, as machine code.
#[derive(Clone, Debug)]
pub struct Block {
    machine: &'static Machine,
    pub(crate) unit: Unit,
    pub(crate) instructions: Vec<BlockInstruction>,
    pub(crate) delivery: Delivery,
    /// The code ends with a branch of its own to its beginning.
    pub(crate) is_own_loop: bool,
    /// The addresses of accesses, but for their constants: each once.
    pub(crate) addresses: Vec<BlockAddress>,
}

/// An address without its constant. Registers have the numbers of machine code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BlockAddress {
    pub base: Option<usize>,
    pub index: Option<usize>,
    pub scale: i64,
}

/// An instruction of a block, as far as running it goes.
#[derive(Clone, Debug)]
pub(crate) struct BlockInstruction {
    /// Offset of its first byte in the code.
    pub offset: usize,
    /// It changes flags that branches read.
    pub writes_flags: bool,
    /// A branch that depends on flags, or on a register that it names.
    pub is_conditional: bool,
    /// The number that its flags depend on or, if it is a branch that reads none, its way, if that is known.
    pub decision: Option<Decision>,
}

impl Block {
    /// Returns the copies in a loop of copies, of the shorter of two programs.
    pub(crate) fn copies_of_loop(&self) -> usize {
        let by_instructions = COPIED_INSTRUCTIONS.div_ceil(self.instructions.len().max(1));
        by_instructions.min(COPIED_BYTES / self.unit.code.len().max(1)).max(2)
    }

    /// Makes a block of instructions. A direct branch at the end leads back to the beginning, if code is delivered as a
    /// loop; others must not be taken. Names and constants in memory get places of their own.
    ///
    /// # Errors
    /// When an instruction must not run, or there are none or too many.
    pub fn new(
        session: &Session,
        insts: &[Inst],
        delivery: Delivery,
    ) -> Result<Block, MeasureError> {
        Block::of_machine(&HERE, session, insts, delivery)
    }

    /// Makes a block for a kind of machine.
    pub(crate) fn of_machine(
        machine: &'static Machine,
        session: &Session,
        insts: &[Inst],
        delivery: Delivery,
    ) -> Result<Block, MeasureError> {
        let target = session.target();
        check(machine, session)?;
        if insts.is_empty() {
            return Err(MeasureError::Empty);
        }
        let unused_register = (machine.unused_register)(session, insts)?;
        let mut block = Block {
            machine,
            unit: Unit { unused_register, ..Unit::default() },
            instructions: Vec::with_capacity(insts.len()),
            delivery,
            is_own_loop: false,
            addresses: Vec::new(),
        };
        let mut constants = Constants::default();
        for (index, inst) in insts.iter().enumerate() {
            let refused = |refusal| MeasureError::Refused { instruction: index, refusal };
            let flow = target.control_flow(inst);
            let relative = target.relative_operand(inst);
            let is_branch = matches!(flow, ControlFlow::Branch | ControlFlow::Jump);
            if let Some(refusal) = refusal(machine, session, inst, is_branch && relative.is_some())
            {
                return Err(refused(refusal));
            }
            let is_last = index + 1 == insts.len();
            let place = match flow {
                ControlFlow::Branch | ControlFlow::Jump if is_last => {
                    block.is_own_loop = true;
                    Some(FixedPlace::Start)
                }
                ControlFlow::Jump => Some(FixedPlace::Next),
                ControlFlow::Branch => Some(FixedPlace::Exit),
                _ => relative.map(|at| FixedPlace::Constant(constants.number(&inst.operands[at]))),
            };
            let offset = block.unit.code.len();
            let inst = with_numbers(machine, inst, relative, &mut constants);
            match (place, relative) {
                (Some(place), Some(at)) => {
                    let append = machine.append_with_distance;
                    let fixup = append(session, &inst, at, place, &mut block.unit);
                    fixup.ok_or_else(|| refused(Refusal::NotEncoded))?;
                }
                _ => session
                    .encode(&inst, &mut block.unit.code)
                    .map_err(|_| refused(Refusal::NotEncoded))?,
            }
            if block.unit.code.len() > MAX_CODE_BYTES {
                return Err(MeasureError::TooLong { limit_bytes: MAX_CODE_BYTES });
            }
            let facts =
                target.hardware_facts(&inst, &block.unit.code[offset..]).unwrap_or_default();
            block.note_addresses(session, &facts);
            block.instructions.push(BlockInstruction {
                offset,
                writes_flags: !facts.status_written.is_empty(),
                is_conditional: flow == ControlFlow::Branch,
                decision: (machine.decision)(session, &inst, &facts),
            });
        }
        if block.is_own_loop && delivery == Delivery::Unrolled {
            // Copies follow each other: the branch is not taken, or leads to the next copy.
            for fixup in &mut block.unit.fixups {
                if fixup.place == FixedPlace::Start {
                    fixup.place = FixedPlace::Next;
                }
            }
            block.is_own_loop = false;
        }
        Ok(block)
    }

    fn note_addresses(&mut self, session: &Session, facts: &HardwareFacts) {
        for address in &facts.addresses {
            let number = |part: Option<RegisterPart>| {
                let number = (self.machine.register_number)(session.tables(), part?.root);
                number.filter(|_| !address.is_gather)
            };
            let noted = BlockAddress {
                base: number(address.base),
                index: number(address.index),
                scale: address.scale.into(),
            };
            if !self.addresses.contains(&noted) {
                self.addresses.push(noted);
            }
        }
    }

    /// Returns the same code with branches that reach further, where there are such: those out of it, and those to its beginning
    /// that do not reach it, as assemblers choose them.
    pub(crate) fn with_far_branches(&self) -> Block {
        let mut far = Block {
            unit: Unit { code: Vec::new(), fixups: Vec::new(), ..self.unit },
            ..self.clone()
        };
        let old = &self.unit.code;
        let mut done = 0;
        for fixup in &self.unit.fixups {
            let offset = fixup.offset as usize;
            let code = &mut far.unit.code;
            code.extend(&old[done..offset]);
            done = offset;
            let mut fixup = *fixup;
            if let Some(opcode) = code.last().copied()
                && let Some(branch) = (self.machine.far_branch)(&fixup, opcode, code.len())
            {
                code.pop();
                code.extend(branch.opcode);
                done += fixup.field.bytes();
                fixup = Fixup { offset: code.len() as u32, field: branch.field, ..fixup };
                code.extend(vec![0; fixup.field.bytes()]);
            } else {
                fixup.offset = code.len() as u32;
            }
            let longer_bytes = code.len() - done;
            far.unit.fixups.push(fixup);
            for (inst, before) in far.instructions.iter_mut().zip(&self.instructions) {
                if before.offset >= done {
                    inst.offset = before.offset + longer_bytes;
                }
            }
        }
        far.unit.code.extend(&old[done..]);
        far
    }

    /// Returns the code up to an instruction, with no branches but those that go on to the next instruction.
    pub(crate) fn straight(&self, copies: u32, then: usize) -> Unit {
        let mut unit = Unit { code: Vec::new(), fixups: Vec::new(), ..self.unit };
        let end = self.instructions.get(then).map_or(self.unit.code.len(), |it| it.offset);
        for copy in 0..=copies {
            let start = unit.code.len() as u32;
            let end = if copy == copies { end } else { self.unit.code.len() };
            unit.code.extend(&self.unit.code[..end]);
            let fixups = self.unit.fixups.iter().filter(|it| (it.offset as usize) < end);
            unit.fixups.extend(fixups.map(|it| Fixup {
                offset: it.offset + start,
                place: match it.place {
                    FixedPlace::Start | FixedPlace::Exit => FixedPlace::Next,
                    place => place,
                },
                ..*it
            }));
        }
        unit
    }
}

/// Checks that code of a session's target can be measured on this machine, as far as its architecture decides that.
///
/// # Errors
/// [`MeasureError::NotHere`].
pub fn check_here(session: &Session) -> Result<(), MeasureError> {
    check(&HERE, session)
}

fn check(machine: &Machine, session: &Session) -> Result<(), MeasureError> {
    if machine.is_of(session) {
        return Ok(());
    }
    let reason = match cfg!(any(target_arch = "x86_64", target_arch = "aarch64")) {
        true => "code of another architecture than this machine's cannot be measured",
        false => NOT_HERE,
    };
    Err(MeasureError::NotHere { reason })
}

/// Numbers of places in memory that code names.
#[derive(Default)]
struct Constants {
    known: Vec<Operand>,
}

impl Constants {
    /// Returns the same number for the same operand.
    fn number(&mut self, operand: &Operand) -> u8 {
        let at = self.known.iter().position(|it| it == operand).unwrap_or_else(|| {
            self.known.push(operand.clone());
            self.known.len() - 1
        });
        (at % 256) as u8
    }
}

/// Returns an instruction with numbers for names, but for the operand that is a distance.
fn with_numbers(
    machine: &Machine,
    inst: &Inst,
    relative: Option<usize>,
    constants: &mut Constants,
) -> Inst {
    let mut inst = inst.clone();
    let Some(first) = machine.named_addresses else { return inst };
    for (index, operand) in inst.operands.iter_mut().enumerate() {
        if matches!(operand, Operand::Expr(_)) && Some(index) != relative {
            let number = constants.number(operand);
            *operand = Operand::Imm(first + 4096 * i64::from(number));
        }
    }
    inst
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::x86_64::X86_64;

    #[test]
    fn short_branches_become_near_ones_where_they_do_not_reach() {
        let session = Session::new("x86_64-unknown-unknown", "skylake", []).unwrap();
        let of = |count: usize| {
            let body = "imulq %rsi, %rdi\n".repeat(count);
            let code = session.parse(format!("0:\n{body}je 1f\ndecq %rcx\njne 0b\n1:")).unwrap();
            let insts = code.first_region().unwrap().instructions().into_owned();
            Block::of_machine(&X86_64, &session, &insts, Delivery::Loop).unwrap()
        };
        // 30 * 4 + 6 + 3 + 2 bytes: the branch back does not reach.
        for (count, code) in [
            (29, &[0x0f, 0x84, 0, 0, 0, 0, 0x48, 0xff, 0xc9, 0x75, 0][..]),
            (30, &[0x0f, 0x84, 0, 0, 0, 0, 0x48, 0xff, 0xc9, 0x0f, 0x85, 0, 0, 0, 0]),
        ] {
            let near = of(count).with_far_branches();
            assert_eq!(&near.unit.code[4 * count..], code);
            let offsets = near.instructions[count..].iter().map(|it| it.offset - 4 * count);
            assert_eq!(offsets.collect::<Vec<_>>(), [0, 6, 9]);
            let distances = near.unit.fixups.iter().map(|it| it.offset as usize - 4 * count);
            assert_eq!(distances.collect::<Vec<_>>(), [2, if count == 29 { 10 } else { 11 }]);
        }
    }
}
