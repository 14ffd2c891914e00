//! The operands of an instruction, by their places in the code.

use oxmca_tables::{Opcode, Reg};

use super::code::{Failure, sign_extended};
use super::instruction::Decoding;
use super::mode::Mode;
use super::modrm::{Base, Rm};
use super::place::{ImmediateKind, ImmediateSize, Place, RegisterKind};
use super::prefixes::Vector;
use super::registers::*;
use crate::decoder::Operands as Out;
use crate::inst::Operand;

/// Most operands that have places.
const MAX_PLACES: usize = 8;

/// The operands of an instruction, being decoded.
pub(super) struct Operands<'o, 'd, 'b> {
    pub decoding: &'o mut Decoding<'d, 'b>,
    pub places: &'d [Place],
    pub registers: &'d [Reg],
    pub out: &'o mut Out,
    /// Set once the code is known to be none of an instruction, while its bytes are still to be read: after how many
    /// bytes the next instruction begins depends on them.
    pub is_invalid: bool,
}

impl<'d> Operands<'_, 'd, '_> {
    /// Reads all operands of an instruction.
    ///
    /// # Errors
    /// [`Failure`].
    #[inline]
    pub fn read(&mut self, opcode: Opcode) -> Result<(), Failure> {
        let mode = self.decoding.mode;
        let tables = self.decoding.tables;
        let vvvv = self.decoding.prefixes.vvvv(mode);
        // A register in `vvvv` must be an operand.
        let mut unused_vvvv = vvvv.unwrap_or(0);
        let mut register_byte = None;
        let mut immediate_bytes = self.decoding.prefixes.immediate_bytes;
        // Where the operand of each place begins.
        let mut starts = [0_u8; MAX_PLACES];
        let mut repeats = false;
        let places = tables.operand_places_of(opcode);
        for (at, place) in places.iter().enumerate() {
            starts[at % MAX_PLACES] = self.out.len() as u8;
            match self.places[usize::from(*place)] {
                Place::Repeated(_) => {
                    repeats = true;
                    self.push(Reg::NONE);
                }
                Place::Reg(kind) => {
                    self.decoding.need_modrm()?;
                    self.push(self.register(kind, self.decoding.modrm.reg)?);
                }
                Place::RmRegister(kind) => self.rm_register(kind)?,
                Place::RmMemory(shift) => {
                    self.decoding.need_modrm()?;
                    self.push_memory(shift, None, false)?;
                }
                Place::SibMemory => {
                    if !has_sib(self.decoding.modrm.rm) {
                        return Err(Failure::Unknown);
                    }
                    self.push_memory(0, None, true)?;
                }
                Place::VectorMemory(vectors, shift) => {
                    // The highest bit belongs to the index.
                    unused_vvvv &= 0xf;
                    self.decoding.need_modrm()?;
                    if !has_sib(self.decoding.modrm.rm) {
                        return Err(Failure::Unknown);
                    }
                    self.push_memory(shift, Some(vectors), false)?;
                }
                Place::Vvvv(kind) => {
                    unused_vvvv = 0;
                    let number = vvvv.ok_or(Failure::Unknown)?;
                    let number = if mode == Mode::Bits64 { number } else { number & 7 };
                    self.push(self.register(kind, number)?);
                }
                Place::OpcodeRegister(size_bytes) => {
                    let number = self.decoding.prefixes.b() | self.decoding.opcode_byte & 7;
                    let kind = match size_bytes {
                        1 => RegisterKind::Gr8,
                        2 => RegisterKind::Gr16,
                        4 => RegisterKind::Gr32,
                        8 => RegisterKind::Gr64,
                        _ => RegisterKind::OperandSized,
                    };
                    self.push(self.register(kind, number)?);
                }
                Place::Mask => match self.decoding.prefixes.vector {
                    Vector::Evex([_, _, third]) => {
                        self.push(self.at(MASKS + usize::from(third & 7)))
                    }
                    _ => return Err(Failure::Unknown),
                },
                Place::Immediate(size, kind) => {
                    let size_bytes = match size {
                        ImmediateSize::Bytes(size_bytes) => size_bytes,
                        ImmediateSize::Operand => immediate_bytes,
                        ImmediateSize::Address => self.decoding.prefixes.address_bytes,
                    };
                    if let (1, Some(byte)) = (size_bytes, register_byte) {
                        // The low half of the byte whose high half is a register.
                        self.push_immediate((byte & 0xf) as i64);
                    } else {
                        let value = self.decoding.code.number(size_bytes.into())?;
                        immediate_bytes = size_bytes;
                        if matches!(kind, ImmediateKind::Register(_)) {
                            register_byte = Some(value);
                        }
                        self.immediate(value, size, kind);
                    }
                }
                Place::Condition => {
                    let condition = match self.decoding.prefixes.vector {
                        Vector::Evex([_, _, third]) if self.decoding.is_conditional_compare() => {
                            third
                        }
                        _ => self.decoding.opcode_byte,
                    };
                    self.push_immediate((condition & 0xf).into());
                }
                Place::ConditionFlags => {
                    // They are in `vvvv`.
                    unused_vvvv = 0;
                    let Vector::Evex([_, second, _]) = self.decoding.prefixes.vector else {
                        return Err(Failure::Unknown);
                    };
                    self.push_immediate((second >> 3 & 0xf).into());
                }
                Place::Rounding => {
                    let Vector::Evex([_, _, third]) = self.decoding.prefixes.vector else {
                        return Err(Failure::Unknown);
                    };
                    self.push_immediate((third >> 5 & 3).into());
                }
                Place::Stack => {
                    let byte = self.decoding.modrm.byte;
                    self.push(self.at(STACK + usize::from(byte & 7)));
                }
                Place::StringSource => {
                    self.push(self.string_register(6));
                    self.push(self.segment());
                }
                Place::StringDestination => self.push(self.string_register(7)),
                Place::Unsupported => return Err(Failure::Unknown),
            }
        }
        if unused_vvvv != 0 || self.is_invalid || places.len() > MAX_PLACES {
            return Err(Failure::Unknown);
        }
        if repeats {
            self.repeat(places, &starts);
        }
        Ok(())
    }

    /// Copies registers that are operands twice.
    #[inline]
    fn repeat(&mut self, places: &[u16], starts: &[u8; MAX_PLACES]) {
        for (place, start) in places.iter().zip(starts) {
            if let Place::Repeated(other) = self.places[usize::from(*place)] {
                let from = starts.get(usize::from(other)).map(|from| usize::from(*from));
                let reg = from.and_then(|from| self.out.get(from)).and_then(Operand::reg);
                self.out[usize::from(*start)] = Operand::Reg(reg.unwrap_or_default());
            }
        }
    }

    #[inline]
    fn push(&mut self, reg: Reg) {
        self.out.push(Operand::Reg(reg));
    }

    #[inline]
    fn push_immediate(&mut self, value: i64) {
        self.out.push(Operand::Imm(value));
    }

    fn at(&self, place: usize) -> Reg {
        self.registers.get(place).copied().unwrap_or_default()
    }

    fn segment(&self) -> Reg {
        self.decoding.prefixes.segment(self.registers)
    }

    /// Returns `si` or `di` of the address's size.
    fn string_register(&self, number: usize) -> Reg {
        self.at(self.general() + number)
    }

    /// Returns general registers of the address's size.
    fn general(&self) -> usize {
        match self.decoding.prefixes.address_bytes {
            2 => GR16,
            4 => GR32,
            _ => GR64,
        }
    }

    /// Returns the register of a kind with a number.
    #[inline]
    fn register(&self, kind: RegisterKind, number: u8) -> Result<Reg, Failure> {
        let number = usize::from(number);
        let below = |bound: usize| if number < bound { Ok(number) } else { Err(Failure::Unknown) };
        let place = match kind {
            RegisterKind::Gr8 if self.decoding.prefixes.rex != 0 && (4..8).contains(&number) => {
                REX_GR8 + number - 4
            }
            RegisterKind::Gr8 => GR8 + number,
            RegisterKind::Gr16 => GR16 + number,
            RegisterKind::Gr32 => GR32 + number,
            RegisterKind::Gr64 => GR64 + number,
            RegisterKind::OperandSized => match self.decoding.prefixes.register_bytes {
                2 => GR16 + number,
                4 => GR32 + number,
                _ => GR64 + number,
            },
            RegisterKind::Mmx => MMX + (number & 7),
            RegisterKind::Xmm => XMM + number,
            RegisterKind::Ymm => YMM + number,
            RegisterKind::Zmm => ZMM + number,
            RegisterKind::Mask if number & 0xf > 7 => return Err(Failure::Unknown),
            RegisterKind::Mask => MASKS + (number & 7),
            RegisterKind::MaskPair => MASK_PAIRS + below(8)? / 2,
            RegisterKind::Segment if number & 7 > 5 => return Err(Failure::Unknown),
            RegisterKind::Segment => SEGMENTS + (number & 7),
            RegisterKind::Debug => DEBUG + below(16)?,
            RegisterKind::Control => CONTROL + below(16)?,
            RegisterKind::Tile => TILES + below(8)?,
        };
        Ok(self.at(place))
    }

    #[inline]
    fn rm_register(&mut self, kind: RegisterKind) -> Result<(), Failure> {
        self.decoding.need_modrm()?;
        let Rm::Register(mut number) = self.decoding.modrm.rm else {
            self.is_invalid = true;
            return Ok(());
        };
        if let (Vector::Evex([first, ..]), Mode::Bits64) =
            (self.decoding.prefixes.vector, self.decoding.mode)
        {
            let is_general = matches!(
                kind,
                RegisterKind::Gr8
                    | RegisterKind::Gr16
                    | RegisterKind::Gr32
                    | RegisterKind::Gr64
                    | RegisterKind::OperandSized
            );
            // Without an index, its bit extends the number of a vector.
            if !is_general {
                number += (!first & 0x40) >> 2;
            }
        }
        self.push(self.register(kind, number)?);
        Ok(())
    }

    #[inline]
    fn immediate(&mut self, value: u64, size: ImmediateSize, kind: ImmediateKind) {
        match (kind, size) {
            (ImmediateKind::Register(first), _) => {
                self.push(self.at(usize::from(first) + (value >> 4) as usize));
            }
            (ImmediateKind::Address, _) => {
                self.push_immediate(value as i64);
                self.push(self.segment());
            }
            (ImmediateKind::Number | ImmediateKind::Displacement, ImmediateSize::Bytes(size)) => {
                self.push_immediate(sign_extended(value, size.into()));
            }
            _ => self.push_immediate(value as i64),
        }
    }

    /// Appends the five operands of a memory reference.
    #[inline]
    fn push_memory(
        &mut self,
        shift: u8,
        vectors: Option<u16>,
        needs_sib: bool,
    ) -> Result<(), Failure> {
        let rm = self.decoding.modrm.rm;
        let Rm::Memory { base, sib, mut displacement, displacement_bytes } = rm else {
            return Err(Failure::Unknown);
        };
        if displacement_bytes == 1 {
            displacement <<= shift;
        }
        let prefixes = &self.decoding.prefixes;
        let general = self.general();
        let is_64_bit = self.decoding.mode == Mode::Bits64;
        let pointer_size = usize::from(prefixes.address_bytes != 4);
        let mut index = Reg::NONE;
        let mut base_register = Reg::NONE;
        match base {
            Base::None => {}
            Base::InstructionPointer if is_64_bit => {
                base_register = self.at(INSTRUCTION_POINTERS + pointer_size);
            }
            Base::InstructionPointer => {}
            Base::Register(number) => base_register = self.at(general + usize::from(number)),
            Base::Bits16(number) => {
                const BX: u8 = 3;
                const BP: u8 = 5;
                const SI: u8 = 6;
                const DI: u8 = 7;
                const NO_REGISTER: u8 = u8::MAX;
                let (base, added) = [
                    (BX, SI),
                    (BX, DI),
                    (BP, SI),
                    (BP, DI),
                    (SI, NO_REGISTER),
                    (DI, NO_REGISTER),
                    (BP, NO_REGISTER),
                    (BX, NO_REGISTER),
                ][usize::from(number & 7)];
                base_register = self.at(GR16 + usize::from(base));
                if added != NO_REGISTER {
                    index = self.at(GR16 + usize::from(added));
                }
            }
        }
        let mut scale = 1;
        if let Some(sib) = sib {
            scale = sib.scale;
            index = match (vectors, sib.index) {
                (Some(vectors), number) => {
                    let high = match prefixes.vector {
                        Vector::Evex([_, _, third]) if is_64_bit && third & 8 == 0 => 16,
                        _ => 0,
                    };
                    let place = usize::from(vectors) + usize::from(number.unwrap_or(4)) + high;
                    // There is no register after the last vector.
                    self.is_invalid |= place >= MASKS;
                    self.at(place)
                }
                (None, Some(number)) => self.at(general + usize::from(number)),
                (None, None) => {
                    // A SIB byte that the address does not need is shown by an index of zero.
                    let is_needed = match base {
                        Base::Register(number) => number == 4 || number == 12,
                        _ => is_64_bit,
                    };
                    if !needs_sib && (scale != 1 || !is_needed) {
                        self.at(NO_INDEX + pointer_size)
                    } else {
                        Reg::NONE
                    }
                }
            };
        }
        self.push(base_register);
        self.push_immediate(scale.into());
        self.push(index);
        self.push_immediate(displacement);
        self.push(self.segment());
        Ok(())
    }
}

fn has_sib(rm: Rm) -> bool {
    matches!(rm, Rm::Memory { sib: Some(_), .. })
}
