//! Moves from and to the registers of another thread.

use oxmca_tables::Reg;

use super::Expander;
use crate::inst::{Inst, Operand};
use crate::target::mips::opcodes::Op;
use crate::target::mips::registers::File;
use crate::target::mips::treatment::{ThreadMove, ThreadPlace};

impl Expander<'_, '_> {
    /// Emits a move from or to a register of another thread, which has the number of a general register.
    pub(super) fn move_between_threads(&mut self, thread_move: ThreadMove, inst: &Inst) {
        /// The register that stands for the control register of the extension for signals.
        const DSP_CONTROL: usize = 16;
        let ThreadMove { is_from, place } = thread_move;
        let reg = |at: usize| inst.operands.get(at).and_then(Operand::reg).unwrap_or(Reg::NONE);
        let there = reg(usize::from(is_from));
        let registers = &self.mips.registers;
        let number = |file| registers.number_in(file, there).unwrap_or_default();
        let (mut is_user, mut selector, mut is_high) = (1, 0, 0);
        let there = match place {
            ThreadPlace::System => {
                is_user = 0;
                selector = inst.operands.get(2).and_then(Operand::imm).unwrap_or_default();
                registers.general(number(File::System), false)
            }
            ThreadPlace::General => there,
            ThreadPlace::Accumulator { part } => {
                selector = 1;
                registers.general(4 * number(File::Accumulator) + usize::from(part), false)
            }
            ThreadPlace::Dsp => {
                selector = 1;
                registers.general(DSP_CONTROL, false)
            }
            ThreadPlace::Float { is_high: half } => {
                (selector, is_high) = (2, i64::from(half));
                registers.general(number(File::Single), false)
            }
            ThreadPlace::FloatControl => {
                selector = 3;
                registers.general(number(File::Single), false)
            }
        };
        let op = if is_from { Op::Mftr } else { Op::Mttr };
        let regs = match (is_from, place) {
            (true, _) => [reg(0), there],
            (false, ThreadPlace::Dsp) => [there, reg(0)],
            (false, _) => [there, reg(1)],
        };
        let numbers = [is_user, i64::from(selector as i16), is_high];
        let operands = regs.map(Operand::Reg).into_iter().chain(numbers.map(Operand::Imm));
        self.emit(op, &operands.collect::<Vec<_>>());
    }
}
