//! From operands to instructions, or to an error.

use std::cell::RefCell;

use oxmca_tables::Opcode;
use oxmca_tables::schema::instr_flag;

use crate::inst::{Inst, Operand};
use crate::matcher::{Mismatch, Request};
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::source::{Loc, LocRange};
use crate::target::mips::conditions::Reason;
use crate::target::mips::encode::lacks_number;
use crate::target::mips::expand::{Expander, Expansion, needs_expansion};
use crate::target::mips::matching::{Doubt, Matching};
use crate::target::mips::opcodes::Op;
use crate::target::mips::operand::{Operands, ParsedOperand};
use crate::target::mips::state::State;
use crate::target::mips::target::Mips;
use crate::target::mips::treatment::{Treatment, Treatments};

/// The flag of instructions that go elsewhere.
const IS_TRANSFER: u64 = 1 << 4;
/// The flag of instructions that must not be followed by such a one.
const HAS_FORBIDDEN_SLOT: u64 = 1 << 5;

/// Finds the instruction of a statement and emits what it stands for.
pub(super) fn match_and_emit(
    mips: &Mips<'_>,
    parser: &mut Parser<'_>,
    mnemonic: &[u8],
    operands: &Operands,
    loc: Loc,
) -> ParseResult {
    let own_register = parser.target_state.get::<State>().map_or(0, |it| it.choices.own_register);
    let features = *parser.features();
    let doubts = RefCell::default();
    let matching = Matching { mips, features: &features, own_register, doubts };
    let mut inst = Inst::default();
    let request = Request { variant: 0, mnemonic, conditions: parser.match_conditions() };
    let found = mips.matcher.find(&mips.tables, &matching, &request, operands, &mut inst);
    let doubts = matching.doubts.take();
    let failure =
        (!found).then(|| mips.matcher.explain(&mips.tables, &matching, &request, operands));
    for (loc, doubt) in doubts {
        report_doubt(parser, loc, doubt);
    }
    let Some(failure) = failure else {
        if is_strange_upper(mips, &inst, operands) {
            return Err(parser.error(loc, "source and destination must match"));
        }
        return Expander { mips, parser, loc }.process(inst, operands);
    };
    let operand = |at: usize| operands.get(at);
    let at_operand = failure.operand.and_then(operand).map_or(loc, |it| it.loc);
    let (at, message) = match failure.mismatch {
        Mismatch::Mnemonic => (loc, "invalid instruction".to_owned()),
        Mismatch::Features(_) => {
            (loc, "instruction requires a CPU feature not currently enabled".to_owned())
        }
        Mismatch::Tied => (loc, "operand must match destination register".to_owned()),
        Mismatch::Target(Reason::Statement(message)) => (loc, message.to_owned()),
        Mismatch::Target(Reason::Operand(message)) => (at_operand, message),
        Mismatch::Target(Reason::Field(message)) => {
            let range = operand(2).zip(operand(3));
            let range = range.map_or(LocRange::NONE, |(first, last)| LocRange {
                start: first.loc,
                end: last.end,
            });
            return Err(parser.error_in(range.start, range, message));
        }
        Mismatch::Operand => match failure.operand {
            Some(number) if number >= operands.len() => {
                (loc, "too few operands for instruction".to_owned())
            }
            _ => (at_operand, "invalid operand for instruction".to_owned()),
        },
    };
    Err(parser.error(at, message))
}

/// Reports something doubtful about an operand.
fn report_doubt(parser: &mut Parser<'_>, loc: Loc, doubt: Doubt) {
    const ODD: &str = "-mno-odd-spreg prohibits the use of odd FPU registers";
    match doubt {
        Doubt::OwnRegister(number) => {
            let message = format!("used $at (currently ${number}) without \".set noat\"");
            parser.warning(loc, message);
        }
        Doubt::OddPair => parser.warning(loc, "Float register should be even."),
        Doubt::Odd { is_strict: true } => {
            parser.error(loc, ODD);
        }
        Doubt::Odd { is_strict: false } => parser.context_error(loc, ODD),
    }
}

/// Returns whether an instruction that adds to the upper parts of a register is written with two different ones.
fn is_strange_upper(mips: &Mips<'_>, inst: &Inst, operands: &Operands) -> bool {
    if !matches!(mips.tables.opcode_name(inst.opcode), "DATI" | "DAHI") {
        return false;
    }
    let register = |at: usize| operands.get(at).and_then(ParsedOperand::register);
    match (register(0), register(1)) {
        (Some(first), Some(second)) => first != second,
        _ => true,
    }
}

impl Expander<'_, '_> {
    /// Checks an instruction that was found, and emits it or those that it stands for.
    fn process(&mut self, mut inst: Inst, operands: &Operands) -> ParseResult {
        let mips = self.mips;
        let treatments = mips.treatments.get_or_init(|| Treatments::new(&mips.tables));
        let written = inst.opcode;
        let row = mips.tables.instruction(written);
        for check in treatments.checks(written) {
            self.check(check, &mut inst)?;
        }
        let checked = inst.opcode;
        let mut is_call = false;
        for check in treatments.checks(written) {
            is_call |= self.replace_jump(check, &mut inst)?;
        }
        let is_replaced = inst.opcode != checked;
        let is_load = row.flags & instr_flag::MAY_LOAD != 0;
        if (is_load || row.flags & instr_flag::MAY_STORE != 0)
            && inst.opcode == written
            && let Some(reach) = needs_expansion(mips, &inst)
        {
            self.access(&inst, reach, is_load)?;
            return if self.parser.has_pending_errors() { Err(ErrorReported) } else { Ok(()) };
        }
        if self.has(mips.bits.short) {
            if is_load && self.emit_near_global_pointer(&inst) {
                return Ok(());
            }
            for check in treatments.checks(inst.opcode) {
                self.check_short(check, &inst)?;
            }
        }
        let reorders = self.choices().reorders;
        let fills_slot = row.flags & instr_flag::DELAY_SLOT != 0 && reorders;
        let had_forbidden_slot = self.state().is_some_and(|it| it.has_forbidden_slot);
        if had_forbidden_slot && row.target_flags & IS_TRANSFER != 0 {
            self.emit_delay_slot(false);
        }
        let has_forbidden_slot =
            row.target_flags & HAS_FORBIDDEN_SLOT != 0 && !self.has(mips.bits.short) && reorders;
        if let Some(state) = self.parser.target_state.get_mut::<State>() {
            state.has_forbidden_slot = has_forbidden_slot;
        }
        let treatment = treatments.of(inst.opcode);
        let expansion = match treatment {
            Some(treatment) => self.expand(treatment, &mut inst)?,
            None => Expansion::None,
        };
        if expansion == Expansion::None {
            // The instruction that a jump or call becomes has no place in LLVM, so no comment of latencies holds for it.
            let loc = if is_replaced { Loc::NONE } else { self.loc };
            if lacks_number(mips, self.parser.features(), &inst) {
                let at = operands.iter().find_map(ParsedOperand::expression_loc);
                self.parser.note_encoding_error(at.unwrap_or(Loc::NONE), "expected an immediate");
            }
            self.parser.emit(inst.clone(), loc);
        }
        if fills_slot {
            let is_short = self.has_short_slot(inst.opcode, &inst.operands);
            self.emit_delay_slot(is_short);
        }
        if is_call || matches!(treatment, Some(Treatment::JumpRegister { .. })) {
            self.restore_global_pointer(&inst, reorders);
        }
        Ok(())
    }

    /// Emits the load of the global pointer behind a call, where it is kept on the stack.
    fn restore_global_pointer(&mut self, inst: &Inst, reorders: bool) {
        let Some(state) = self.state().filter(|it| it.is_position_independent) else { return };
        if self.mips.abi.has_wide_registers() {
            return;
        }
        let Some(offset) = state.restored_from else {
            self.parser.warning(self.loc, "no .cprestore used in PIC mode");
            return;
        };
        if !reorders {
            let is_short = self.has_short_slot(inst.opcode, &inst.operands);
            self.emit_delay_slot(is_short);
        }
        self.load_global_pointer(offset);
    }

    /// Returns whether the delay slot behind a branch is filled.
    pub(in crate::target::mips) fn fills_slot_of(&self, opcode: Opcode) -> bool {
        let flags = self.mips.tables.instruction(opcode).flags;
        flags & instr_flag::DELAY_SLOT != 0 && self.choices().reorders
    }

    /// Returns whether the delay slot behind a branch takes a short instruction.
    pub(in crate::target::mips) fn has_short_slot(
        &self,
        opcode: Opcode,
        operands: &[Operand],
    ) -> bool {
        let mips = self.mips;
        let treatments = mips.treatments.get_or_init(|| Treatments::new(&mips.tables));
        treatments.has_short_slot(opcode)
            && (mips.tables.opcode_name(opcode) != "J_MM"
                || !matches!(operands.first(), Some(Operand::Reg(_))))
    }

    /// Emits a load near the global pointer as a short instruction. Returns whether it is one.
    fn emit_near_global_pointer(&mut self, inst: &Inst) -> bool {
        use oxmca_tables::schema::operand_type;
        const GLOBAL_POINTER: usize = 28;
        let tables = &self.mips.tables;
        if tables.opcode_name(inst.opcode) == "LWP_MM" {
            return false;
        }
        let reg = |at: usize| inst.operands.get(at).and_then(Operand::reg).unwrap_or_default();
        let registers = &self.mips.registers;
        let is_short = matches!(registers.general_number(reg(0)), Some(2..=7 | 16 | 17));
        let is_global = registers.any_general_number(reg(1)) == Some(GLOBAL_POINTER);
        for (at, row) in tables.operands(inst.opcode).iter().enumerate() {
            if !matches!(row.kind, operand_type::MEMORY | operand_type::UNKNOWN) {
                continue;
            }
            let Some(Operand::Imm(offset)) = inst.operands.get(at) else { continue };
            let offset = *offset as i32;
            if (-256..256).contains(&offset) && offset % 4 == 0 && is_short && is_global {
                let global = registers.general(GLOBAL_POINTER, false);
                let operands =
                    [Operand::Reg(reg(0)), Operand::Reg(global), Operand::Imm(offset.into())];
                self.emit(Op::Lwgp, &operands);
                return true;
            }
        }
        false
    }
}

/// Emits an instruction that does nothing, if the last one must not be followed by a branch.
pub(in crate::target::mips) fn emit_slot_at_end(mips: &Mips<'_>, parser: &mut Parser<'_>) {
    let state = parser.target_state.get_mut::<State>();
    let is_open = state.is_some_and(|it| std::mem::take(&mut it.has_forbidden_slot));
    if is_open {
        Expander { mips, parser, loc: Loc::NONE }.emit_delay_slot(false);
    }
}
