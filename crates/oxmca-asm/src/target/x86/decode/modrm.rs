//! The ModRM byte, the SIB byte and the displacement.

use super::code::{Code, Failure, sign_extended};
use super::prefixes::Prefixes;

/// The base of an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Base {
    None,
    /// The instruction pointer in 64-bit mode, elsewhere none.
    InstructionPointer,
    /// A general register of the address's size.
    Register(u8),
    /// One of the eight 16-bit bases, two of which are sums.
    Bits16(u8),
}

/// The SIB byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sib {
    pub scale: u8,
    /// The number of the index; `None` where the byte says that there is none.
    pub index: Option<u8>,
}

/// The register-or-memory field, and what follows the ModRM byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rm {
    /// A register, extended by the prefixes.
    Register(u8),
    Memory {
        base: Base,
        sib: Option<Sib>,
        displacement: i64,
        displacement_bytes: u8,
    },
}

/// The ModRM byte and the bytes after it that belong to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ModRm {
    pub byte: u8,
    /// The register field, extended by the prefixes.
    pub reg: u8,
    pub rm: Rm,
    /// Set unless the code ends before the SIB byte or the displacement does. As in LLVM, this is an error when the
    /// bytes are read and no error when they are asked for again: what is missing is zero then.
    pub is_complete: bool,
}

impl ModRm {
    /// Zeros, before it is read.
    pub const UNREAD: ModRm = ModRm { byte: 0, reg: 0, rm: Rm::Register(0), is_complete: false };

    /// Reads it.
    ///
    /// # Errors
    /// [`Failure::Truncated`], if not even the first byte is there.
    #[inline]
    pub fn read(&mut self, code: &mut Code<'_>, prefixes: &Prefixes) -> Result<(), Failure> {
        let byte = code.byte()?;
        self.byte = byte;
        self.reg = byte >> 3 & 7 | prefixes.r();
        (self.rm, self.is_complete) = if byte >= 0xc0 {
            (Rm::Register(byte & 7 | prefixes.b()), true)
        } else if prefixes.address_bytes == 2 {
            Self::read_16_bit(code, byte)
        } else {
            Self::read_memory(code, byte, prefixes)
        };
        Ok(())
    }

    fn read_16_bit(code: &mut Code<'_>, byte: u8) -> (Rm, bool) {
        let number = byte & 7;
        let (base, displacement_bytes) = match byte >> 6 {
            0 if number == 6 => (Base::None, 2),
            0 => (Base::Bits16(number), 0),
            1 => (Base::Bits16(number), 1),
            _ => (Base::Bits16(number), 2),
        };
        let displacement = read_displacement(code, displacement_bytes);
        let is_complete = displacement.is_ok();
        let displacement = displacement.unwrap_or(0);
        (Rm::Memory { base, sib: None, displacement, displacement_bytes }, is_complete)
    }

    #[inline]
    fn read_memory(code: &mut Code<'_>, byte: u8, prefixes: &Prefixes) -> (Rm, bool) {
        // Whether there is a SIB byte or no base does not depend on the prefixes.
        let number = byte & 7;
        let mut displacement_bytes = match byte >> 6 {
            0 => 0,
            1 => 1,
            _ => 4,
        };
        let mut base = Base::Register(number | prefixes.b());
        let mut sib = None;
        if number == 4 {
            let Ok(byte) = code.byte() else {
                let sib = Some(Sib { scale: 0, index: None });
                let rm = Rm::Memory { base: Base::None, sib, displacement: 0, displacement_bytes };
                return (rm, false);
            };
            let index = byte >> 3 & 7 | prefixes.x();
            sib = Some(Sib { scale: 1 << (byte >> 6), index: (index != 4).then_some(index) });
            let number = byte & 7 | prefixes.b();
            base = Base::Register(number);
            // Unlike above, the bit of weight 16 counts, as LLVM has it.
            if displacement_bytes == 0 && (number == 5 || number == 13) {
                base = Base::None;
                displacement_bytes = 4;
            }
        } else if number == 5 && displacement_bytes == 0 {
            base = Base::InstructionPointer;
            displacement_bytes = 4;
        }
        let displacement = read_displacement(code, displacement_bytes);
        let is_complete = displacement.is_ok();
        let displacement = displacement.unwrap_or(0);
        (Rm::Memory { base, sib, displacement, displacement_bytes }, is_complete)
    }
}

#[inline]
fn read_displacement(code: &mut Code<'_>, size_bytes: u8) -> Result<i64, Failure> {
    if size_bytes == 0 {
        return Ok(0);
    }
    let size_bytes = usize::from(size_bytes);
    Ok(sign_extended(code.number(size_bytes)?, size_bytes))
}
