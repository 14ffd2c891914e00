//! Which operand of an instruction goes into which field of its code.

use oxmca_tables::Reg;
use oxmca_tables::schema::{Instruction, OperandInfo};

use super::context::Context;
use crate::inst::Operand;
use crate::target::EncodeError;
use crate::target::x86::flags::form;
use crate::target::x86::registers::kind;

/// A memory operand.
#[derive(Clone, Copy)]
pub(super) struct Memory<'i> {
    pub base: Reg,
    pub scale: i64,
    pub index: Reg,
    pub displacement: &'i Operand,
    pub segment: Reg,
    /// Set if there is a SIB byte even if the address needs none.
    pub force_sib: bool,
}

/// The register-or-memory field of the ModRM byte, or what takes its place.
#[derive(Clone, Copy)]
pub(super) enum Rm<'i> {
    /// There is no ModRM byte.
    Absent,
    /// There is none, but a register in the low bits of the opcode.
    Opcode(Reg),
    /// A register number that is part of the opcode.
    Fixed(u8),
    /// A register.
    Register(Reg),
    /// Memory.
    Memory(Memory<'i>),
}

/// Returns the position of the address that a string or an offset instruction uses, beside its operands' fields.
#[derive(Clone, Copy, Default)]
pub(super) struct ImplicitAddress {
    /// `si` or `di` in some width, or none.
    pub register: Reg,
    pub segment: Reg,
}

/// The fields of an instruction's code.
pub(super) struct Fields<'i> {
    /// Register field of the ModRM byte: a register or else [`Self::digit`].
    pub reg: Option<Reg>,
    /// Part of the opcode in that field.
    pub digit: u8,
    pub rm: Rm<'i>,
    pub vvvv: Option<Reg>,
    pub mask: Option<Reg>,
    /// Register in the high half of the immediate byte.
    pub immediate_register: Option<Reg>,
    /// Added to the opcode byte: a register or a condition.
    pub opcode_addend: u8,
    /// Flags that `ccmp` and `ctest` set if the condition fails, and the condition.
    pub conditional_compare: Option<(u8, u8)>,
    /// Rounding mode, where it takes the place of the vector length.
    pub rounding: Option<u8>,
    /// For instructions whose address has no field.
    pub address: ImplicitAddress,
    /// Operands left over: the immediates.
    pub immediates: &'i [Operand],
    /// Size of the immediates after the first, where it is not the opcode's.
    pub later_immediates_bytes: Option<usize>,
    /// All operands but the definitions that tied uses repeat.
    pub operands: &'i [Operand],
}

impl<'i> Fields<'i> {
    /// Gives each operand its field.
    ///
    /// # Errors
    /// [`EncodeError::Operands`] if the operands are not those of the opcode's description.
    pub fn assign(
        context: &Context<'_>,
        row: &Instruction<'_>,
        described: &[OperandInfo],
        operands: &'i [Operand],
    ) -> Result<Fields<'i>, EncodeError> {
        let first_operand = first_operand(row, described);
        let flags = context.flags;
        let operands = operands.get(first_operand..described.len()).ok_or(EncodeError::Operands)?;
        let exists = |reg: Reg| context.registers.contains(reg);
        if !operands.iter().filter_map(Operand::reg).all(exists) {
            return Err(EncodeError::Operands);
        }
        let mut walk = FieldAssignment {
            context,
            rest: operands,
            fields: Fields {
                reg: None,
                digit: 0,
                rm: Rm::Absent,
                vvvv: None,
                mask: None,
                immediate_register: None,
                opcode_addend: 0,
                conditional_compare: None,
                rounding: None,
                address: ImplicitAddress::default(),
                immediates: &[],
                later_immediates_bytes: None,
                operands,
            },
        };
        if flags.is_conditional_compare() {
            let condition = walk.last_below(16)?;
            let set_flags = walk.last_below(16)?;
            walk.fields.conditional_compare = Some((set_flags, condition));
        }
        walk.form(flags.form())?;
        walk.fields.immediates = walk.rest;
        Ok(walk.fields)
    }

    /// Returns the memory operand.
    pub fn memory(&self) -> Option<&Memory<'i>> {
        match &self.rm {
            Rm::Memory(memory) => Some(memory),
            _ => None,
        }
    }
}

/// Returns the number of operands at the start that are definitions that a tied use repeats. Uses say what they are
/// tied to, so the layouts that occur are tried in turn.
fn first_operand(row: &Instruction<'_>, described: &[OperandInfo]) -> usize {
    let tied = |operand: usize, to: i16| {
        described.get(operand).is_some_and(|described| described.tied_to == to)
    };
    let repeated = match (row.num_defs, described.len()) {
        // The usual two-address form, and an EVEX scatter, which writes its mask.
        (1, len) => tied(1, 0) || len == 8 && tied(6, 0),
        // Exchanges have two of each. Gathers write their destination and their mask, which comes
        // early under EVEX and last under VEX.
        (2, len) => {
            tied(2, 0) && (len >= 4 && tied(3, 1) || len == 9 && (tied(3, 1) || tied(8, 1)))
        }
        _ => false,
    };
    if repeated { usize::from(row.num_defs) } else { 0 }
}

/// The assignment in progress.
struct FieldAssignment<'c, 'i> {
    context: &'c Context<'c>,
    /// Operands without a field so far.
    rest: &'i [Operand],
    fields: Fields<'i>,
}

impl<'i> FieldAssignment<'_, 'i> {
    /// Assigns the operands of a form, in its order. Operands that an opcode lacks are skipped.
    fn form(&mut self, number: u64) -> Result<(), EncodeError> {
        match number {
            form::RAW | form::PREFIX_BYTE => {}
            form::RAW_IMM8 => self.fields.later_immediates_bytes = Some(1),
            form::RAW_IMM16 => self.fields.later_immediates_bytes = Some(2),
            form::RAW_CC => self.fields.opcode_addend = self.last_below(16)?,
            form::RAW_OFFSET => self.fields.address.segment = self.last_register()?,
            form::RAW_SOURCE => {
                self.fields.address.register = self.register()?;
                self.fields.address.segment = self.register()?;
            }
            form::RAW_DESTINATION => self.fields.address.register = self.register()?,
            form::RAW_DESTINATION_SOURCE => {
                self.register()?;
                self.fields.address.register = self.register()?;
                self.fields.address.segment = self.register()?;
            }
            form::OPCODE_REGISTER => {
                let reg = self.register()?;
                self.fields.rm = Rm::Opcode(reg);
                self.fields.opcode_addend = self.context.number(reg);
            }
            form::RM_REGISTER_REG | form::RM_REGISTER_REG_CC => {
                self.new_destination()?;
                self.rm_register()?;
                self.mask()?;
                self.source_vvvv()?;
                self.reg()?;
                if number == form::RM_REGISTER_REG_CC {
                    self.condition()?;
                }
                self.static_length();
            }
            form::RM_MEMORY_REG | form::RM_SIB_REG | form::RM_MEMORY_REG_CC => {
                self.new_destination()?;
                self.rm_memory(number == form::RM_SIB_REG)?;
                self.mask()?;
                self.source_vvvv()?;
                self.reg()?;
                if number == form::RM_MEMORY_REG_CC {
                    self.condition()?;
                }
            }
            form::REG_RM_REGISTER | form::REG_RM_REGISTER_CC => {
                if self.context.flags.has_rounding() {
                    self.fields.rounding = Some(self.last_below(4)?);
                }
                self.new_destination()?;
                self.reg()?;
                self.mask()?;
                self.source_vvvv()?;
                self.rm_register()?;
                self.immediate_register()?;
                if number == form::REG_RM_REGISTER_CC {
                    self.condition()?;
                }
                self.static_length();
            }
            form::REG_RM_MEMORY | form::REG_RM_SIB | form::REG_RM_MEMORY_CC => {
                self.new_destination()?;
                self.reg()?;
                self.mask()?;
                self.source_vvvv()?;
                self.rm_memory(number == form::REG_RM_SIB)?;
                self.immediate_register()?;
                if number == form::REG_RM_MEMORY_CC {
                    self.condition()?;
                }
            }
            form::REG_RM_REGISTER_VVVV => {
                self.reg()?;
                self.rm_register()?;
                self.vvvv()?;
            }
            form::REG_RM_MEMORY_VVVV => {
                self.reg()?;
                self.rm_memory(false)?;
                self.vvvv()?;
            }
            form::REG_RM_MEMORY_VVVV_CC => {
                self.reg()?;
                self.rm_memory(false)?;
                self.vvvv()?;
                self.condition()?;
            }
            form::REG_VVVV_IMM_RM_REGISTER => {
                self.reg()?;
                self.vvvv()?;
                self.immediate_register()?;
                self.rm_register()?;
            }
            form::REG_VVVV_IMM_RM_MEMORY => {
                self.reg()?;
                self.vvvv()?;
                self.immediate_register()?;
                self.rm_memory(false)?;
            }
            form::REG_RM_ZERO => {
                self.reg()?;
                self.fields.rm = Rm::Fixed(0);
            }
            form::RM_REGISTER
            | form::RM_REGISTER_CC
            | form::RM_REGISTER_DIGIT_FIRST..=form::RM_REGISTER_DIGIT_LAST => {
                self.any_vvvv()?;
                self.mask()?;
                self.rm_register()?;
                self.digit(number, form::RM_REGISTER_DIGIT_FIRST);
                if number == form::RM_REGISTER_CC {
                    self.condition()?;
                }
            }
            form::RM_MEMORY
            | form::RM_MEMORY_CC
            | form::RM_MEMORY_DIGIT_FIRST..=form::RM_MEMORY_DIGIT_LAST => {
                self.any_vvvv()?;
                self.mask()?;
                self.rm_memory(false)?;
                self.digit(number, form::RM_MEMORY_DIGIT_FIRST);
                if number == form::RM_MEMORY_CC {
                    self.condition()?;
                }
            }
            form::FIXED_DIGIT_FIRST..=form::FIXED_DIGIT_LAST => {
                self.fields.rm = Rm::Fixed(0);
                self.digit(number, form::FIXED_DIGIT_FIRST);
            }
            form::FIXED_FIRST..=form::FIXED_LAST => {
                self.fields.rm = Rm::Fixed((number & 7) as u8);
                self.digit((number - form::FIXED_FIRST) >> 3, 0);
            }
            _ => return Err(EncodeError::Operands),
        }
        Ok(())
    }

    fn next(&mut self) -> Result<&'i Operand, EncodeError> {
        let (operand, rest) = self.rest.split_first().ok_or(EncodeError::Operands)?;
        self.rest = rest;
        Ok(operand)
    }

    fn last(&mut self) -> Result<&'i Operand, EncodeError> {
        let (operand, rest) = self.rest.split_last().ok_or(EncodeError::Operands)?;
        self.rest = rest;
        Ok(operand)
    }

    fn register(&mut self) -> Result<Reg, EncodeError> {
        self.next()?.reg().ok_or(EncodeError::Operands)
    }

    fn last_register(&mut self) -> Result<Reg, EncodeError> {
        self.last()?.reg().ok_or(EncodeError::Operands)
    }

    /// Returns the last operand, a constant below `bound`.
    fn last_below(&mut self, bound: i64) -> Result<u8, EncodeError> {
        below(self.last()?, bound)
    }

    fn reg(&mut self) -> Result<(), EncodeError> {
        self.fields.reg = Some(self.register()?);
        Ok(())
    }

    fn rm_register(&mut self) -> Result<(), EncodeError> {
        self.fields.rm = Rm::Register(self.register()?);
        Ok(())
    }

    fn rm_memory(&mut self, force_sib: bool) -> Result<(), EncodeError> {
        let base = self.register()?;
        let scale = self.next()?.imm().ok_or(EncodeError::Operands)?;
        let index = self.register()?;
        let displacement = self.next()?;
        if displacement.reg().is_some() {
            return Err(EncodeError::Operands);
        }
        let segment = self.register()?;
        self.fields.rm =
            Rm::Memory(Memory { base, scale, index, displacement, segment, force_sib });
        Ok(())
    }

    fn vvvv(&mut self) -> Result<(), EncodeError> {
        self.fields.vvvv = Some(self.register()?);
        Ok(())
    }

    fn new_destination(&mut self) -> Result<(), EncodeError> {
        if self.context.flags.has_new_destination() { self.vvvv() } else { Ok(()) }
    }

    fn source_vvvv(&mut self) -> Result<(), EncodeError> {
        if self.context.flags.has_new_destination() { Ok(()) } else { self.any_vvvv() }
    }

    fn any_vvvv(&mut self) -> Result<(), EncodeError> {
        if self.context.flags.has_vvvv() { self.vvvv() } else { Ok(()) }
    }

    fn mask(&mut self) -> Result<(), EncodeError> {
        if self.context.flags.has_mask() {
            self.fields.mask = Some(self.register()?);
        }
        Ok(())
    }

    fn immediate_register(&mut self) -> Result<(), EncodeError> {
        if self.context.flags.has_register_in_immediate() {
            self.fields.immediate_register = Some(self.register()?);
        }
        Ok(())
    }

    fn condition(&mut self) -> Result<(), EncodeError> {
        self.fields.opcode_addend = below(self.next()?, 16)?;
        Ok(())
    }

    /// Sets the `REG` field from a form in a run of eight; 0 if it is outside of the run.
    fn digit(&mut self, number: u64, first: u64) {
        self.fields.digit = number.checked_sub(first).map_or(0, |digit| (digit & 7) as u8);
    }

    /// Sets the vector length's bits between registers, where EVEX.b means that they are not a length: they hold the
    /// rounding mode, or 0 if exceptions are only suppressed.
    fn static_length(&mut self) {
        let flags = self.context.flags;
        self.fields.rounding = flags.evex_b().then_some(self.fields.rounding.unwrap_or(0));
    }
}

fn below(operand: &Operand, bound: i64) -> Result<u8, EncodeError> {
    match operand.imm() {
        Some(value) if (0..bound).contains(&value) => Ok(value as u8),
        _ => Err(EncodeError::Operands),
    }
}

impl Context<'_> {
    /// Returns low three bits of a register's encoding.
    pub(super) fn number(&self, reg: Reg) -> u8 {
        (self.registers.encoding(reg) & 7) as u8
    }

    /// Returns whether bit `bit` of a register's encoding is set.
    pub(super) fn encoding_bit(&self, reg: Reg, bit: u32) -> bool {
        self.registers.encoding(reg) >> bit & 1 != 0
    }

    /// Returns whether a register is one of `r16` to `r31` or a part of one.
    pub(super) fn is_extended_general(&self, reg: Reg) -> bool {
        self.registers.is(reg, kind::APX)
    }
}
