//! The operands of an instruction, by their places in the code.

use oxmca_tables::{Opcode, Reg};
use smallvec::SmallVec;

use super::Mode;
use super::code::{Failure, sign_extended};
use super::instruction::Decoding;
use super::modrm::{Base, Rm};
use super::place::{ImmediateKind, ImmediateSize, Place, RegisterKind};
use super::prefixes::Vector;
use super::registers::*;
use crate::inst::Operand;

/// Most operands that have places.
const MAX_PLACES: usize = 6;

/// The value found at a place, before it is an operand. All places are read before any is one: which codes LLVM
/// refuses, and after how many bytes, depends on it.
#[derive(Clone, Copy)]
enum Value {
    Register(Reg),
    Immediate(i64),
    /// An address, and its segment.
    Offset(i64),
    /// The register-or-memory field.
    Memory { shift: u8, vectors: Option<u16>, needs_sib: bool },
    Repeated(u8),
    StringSource,
    StringDestination,
}

/// The operands of an instruction, being decoded.
pub(super) struct Operands<'o, 'd, 'b> {
    pub decoding: &'o mut Decoding<'d, 'b>,
    pub places: &'d [Place],
    pub registers: &'d [Reg],
}

impl Operands<'_, '_, '_> {
    /// Reads all operands of an instruction.
    ///
    /// # Errors
    /// [`Failure`].
    #[inline]
    pub fn read(&mut self, opcode: Opcode, out: &mut SmallVec<[Operand; 8]>) -> Result<(), Failure> {
        let mode = self.decoding.mode;
        let tables = self.decoding.tables;
        let vvvv = self.decoding.prefixes.vvvv(mode);
        // A register in `vvvv` must be an operand.
        let mut unused_vvvv = vvvv.unwrap_or(0);
        let mut register_byte = None;
        let mut immediate_bytes = self.decoding.prefixes.immediate_bytes;
        let mut values: SmallVec<[Value; MAX_PLACES]> = SmallVec::new();
        for place in tables.operand_places_of(opcode) {
            values.push(match self.places[usize::from(*place)] {
                Place::Repeated(operand) => Value::Repeated(operand),
                Place::Reg(kind) => {
                    let modrm = self.decoding.modrm()?;
                    Value::Register(self.register(kind, modrm.reg)?)
                }
                Place::RmRegister(kind) => self.rm_register(kind)?,
                Place::RmMemory(shift) => {
                    if matches!(self.decoding.modrm()?.rm, Rm::Register(_)) {
                        return Err(Failure::Unknown);
                    }
                    Value::Memory { shift, vectors: None, needs_sib: false }
                }
                Place::SibMemory => {
                    let is_sib = self.decoding.modrm.is_some_and(|modrm| has_sib(modrm.rm));
                    if !is_sib {
                        return Err(Failure::Unknown);
                    }
                    Value::Memory { shift: 0, vectors: None, needs_sib: true }
                }
                Place::VectorMemory(vectors, shift) => {
                    // The highest bit belongs to the index.
                    unused_vvvv &= 0xf;
                    if !has_sib(self.decoding.modrm()?.rm) {
                        return Err(Failure::Unknown);
                    }
                    Value::Memory { shift, vectors: Some(vectors), needs_sib: false }
                }
                Place::Vvvv(kind) => {
                    unused_vvvv = 0;
                    let number = vvvv.ok_or(Failure::Unknown)?;
                    let number = if mode == Mode::Bits64 { number } else { number & 7 };
                    Value::Register(self.register(kind, number)?)
                }
                Place::OpcodeRegister(size_bytes) => {
                    let prefixes = &self.decoding.prefixes;
                    let number = prefixes.b() | self.decoding.opcode_byte & 7;
                    let size_bytes = match size_bytes {
                        0 => prefixes.register_bytes,
                        size_bytes => size_bytes,
                    };
                    let kind = match size_bytes {
                        1 => RegisterKind::Gr8,
                        2 => RegisterKind::Gr16,
                        4 => RegisterKind::Gr32,
                        _ => RegisterKind::Gr64,
                    };
                    Value::Register(self.register(kind, number)?)
                }
                Place::Mask => match self.decoding.prefixes.vector {
                    Vector::Evex([_, _, third]) => {
                        Value::Register(self.at(MASKS + usize::from(third & 7)))
                    }
                    _ => return Err(Failure::Unknown),
                },
                Place::Immediate(size, kind) => {
                    let size_bytes = match size {
                        ImmediateSize::Bytes(size_bytes) => size_bytes,
                        ImmediateSize::Operand => immediate_bytes,
                        ImmediateSize::Address => self.decoding.prefixes.address_bytes,
                    };
                    match (size_bytes, register_byte) {
                        // The low half of the byte whose high half is a register.
                        (1, Some(byte)) => Value::Immediate(byte & 0xf),
                        _ => {
                            let value = self.decoding.code.number(size_bytes.into())?;
                            immediate_bytes = size_bytes;
                            if matches!(kind, ImmediateKind::Register(_)) {
                                register_byte = Some(value as i64);
                            }
                            self.immediate(value, size, kind)
                        }
                    }
                }
                Place::Condition => match self.decoding.prefixes.vector {
                    Vector::Evex([_, _, third]) if self.decoding.is_conditional_compare() => {
                        Value::Immediate((third & 0xf).into())
                    }
                    _ => Value::Immediate((self.decoding.opcode_byte & 0xf).into()),
                },
                Place::ConditionFlags => {
                    // They are in `vvvv`.
                    unused_vvvv = 0;
                    match self.decoding.prefixes.vector {
                        Vector::Evex([_, second, _]) => Value::Immediate((second >> 3 & 0xf).into()),
                        _ => Value::Immediate(0),
                    }
                }
                Place::Rounding => match self.decoding.prefixes.vector {
                    Vector::Evex([_, _, third]) => Value::Immediate((third >> 5 & 3).into()),
                    _ => Value::Immediate(0),
                },
                Place::Stack => {
                    let byte = self.decoding.modrm.map_or(0, |modrm| modrm.byte);
                    Value::Register(self.at(STACK + usize::from(byte & 7)))
                }
                Place::StringSource => Value::StringSource,
                Place::StringDestination => Value::StringDestination,
                Place::Unsupported => return Err(Failure::Unknown),
            });
        }
        if unused_vvvv != 0 {
            return Err(Failure::Unknown);
        }
        for value in &values {
            let value = match value {
                Value::Repeated(operand) => {
                    let repeated = values.get(usize::from(*operand));
                    repeated.ok_or(Failure::Unknown)?
                }
                value => value,
            };
            self.push(*value, out)?;
        }
        Ok(())
    }

    #[inline]
    fn push(&self, value: Value, out: &mut SmallVec<[Operand; 8]>) -> Result<(), Failure> {
        match value {
            Value::Register(reg) => out.push(Operand::Reg(reg)),
            Value::Immediate(value) => out.push(Operand::Imm(value)),
            Value::Offset(value) => {
                out.push(Operand::Imm(value));
                out.push(Operand::Reg(self.segment()));
            }
            Value::Memory { shift, vectors, needs_sib } => {
                self.push_memory(shift, vectors, needs_sib, out)?;
            }
            Value::StringSource => {
                out.push(Operand::Reg(self.string_register(6)));
                out.push(Operand::Reg(self.segment()));
            }
            Value::StringDestination => out.push(Operand::Reg(self.string_register(7))),
            Value::Repeated(_) => return Err(Failure::Unknown),
        }
        Ok(())
    }

    fn at(&self, place: usize) -> Reg {
        self.registers.get(place).copied().unwrap_or_default()
    }

    fn segment(&self) -> Reg {
        self.decoding.prefixes.segment(self.registers)
    }

    /// `si` or `di` of the address's size.
    fn string_register(&self, number: usize) -> Reg {
        self.at(self.general() + number)
    }

    /// General registers of the address's size.
    fn general(&self) -> usize {
        match self.decoding.prefixes.address_bytes {
            2 => GR16,
            4 => GR32,
            _ => GR64,
        }
    }

    /// The register of a kind with a number.
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
    fn rm_register(&mut self, kind: RegisterKind) -> Result<Value, Failure> {
        let Rm::Register(mut number) = self.decoding.modrm()?.rm else {
            // It is refused only when all bytes have been read.
            return Ok(Value::Repeated(u8::MAX));
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
        Ok(Value::Register(self.register(kind, number)?))
    }

    fn immediate(&self, value: u64, size: ImmediateSize, kind: ImmediateKind) -> Value {
        match (kind, size) {
            (ImmediateKind::Register(first), _) => {
                Value::Register(self.at(usize::from(first) + (value >> 4) as usize))
            }
            (ImmediateKind::Address, _) => Value::Offset(value as i64),
            (ImmediateKind::Unsigned, _) => Value::Immediate(value as i64),
            (_, ImmediateSize::Bytes(size_bytes)) => {
                Value::Immediate(sign_extended(value, size_bytes.into()))
            }
            (_, ImmediateSize::Operand | ImmediateSize::Address) => Value::Immediate(value as i64),
        }
    }

    /// Appends the five operands of a memory reference.
    #[inline]
    fn push_memory(
        &self,
        shift: u8,
        vectors: Option<u16>,
        needs_sib: bool,
        out: &mut SmallVec<[Operand; 8]>,
    ) -> Result<(), Failure> {
        let Some(modrm) = self.decoding.modrm else { return Err(Failure::Unknown) };
        let Rm::Memory { base, sib, mut displacement, displacement_bytes } = modrm.rm else {
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
                    if place >= MASKS {
                        return Err(Failure::Unknown);
                    }
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
        out.push(Operand::Reg(base_register));
        out.push(Operand::Imm(scale.into()));
        out.push(Operand::Reg(index));
        out.push(Operand::Imm(displacement));
        out.push(Operand::Reg(self.segment()));
        Ok(())
    }
}

fn has_sib(rm: Rm) -> bool {
    matches!(rm, Rm::Memory { sib: Some(_), .. })
}
