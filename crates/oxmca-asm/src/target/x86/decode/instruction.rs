//! The instruction that prefixes, opcode byte and ModRM byte are.

use oxmca_tables::{Opcode, Tables};

use super::code::{Code, Failure};
use super::maps::{Map, Maps, Space, attribute, context, plain_context};
use super::mode::Mode;
use super::modrm::{ModRm, Rm};
use super::prefixes::{Prefixes, Vector};

/// A code that is taken apart.
pub(super) struct Decoding<'d, 'b> {
    pub tables: &'d Tables<'d>,
    pub maps: &'d Maps,
    pub mode: Mode,
    pub code: Code<'b>,
    pub prefixes: Prefixes,
    pub map: Map,
    pub opcode_byte: u8,
    /// Set once the ModRM byte has been read.
    pub has_modrm: bool,
    /// The ModRM byte, or zeros until it has been read.
    pub modrm: ModRm,
}

/// No instruction.
const NONE: Opcode = Opcode(0);

impl Decoding<'_, '_> {
    /// Reads the bytes that belong to the opcode.
    ///
    /// # Errors
    /// [`Failure`].
    #[inline]
    pub fn read_opcode(&mut self) -> Result<(), Failure> {
        let map = match self.prefixes.vector {
            Vector::None if self.prefixes.rex2 & 0x80 != 0 => Map::Escape0f,
            Vector::None => return self.read_legacy_opcode(),
            Vector::Evex([first, ..]) => match first & 7 {
                1 => Map::Escape0f,
                2 => Map::Escape0f38,
                3 => Map::Escape0f3a,
                4 => Map::Map4,
                5 => Map::Map5,
                6 => Map::Map6,
                7 => Map::Map7,
                _ => return Err(Failure::Unknown),
            },
            Vector::Vex { map, .. } => match map {
                1 => Map::Escape0f,
                2 => Map::Escape0f38,
                3 => Map::Escape0f3a,
                5 => Map::Map5,
                6 => Map::Map6,
                7 => Map::Map7,
                _ => return Err(Failure::Unknown),
            },
            Vector::Xop { map, .. } => match map {
                8 => Map::Xop8,
                9 => Map::Xop9,
                10 => Map::Xopa,
                _ => return Err(Failure::Unknown),
            },
        };
        self.map = map;
        self.opcode_byte = self.code.byte()?;
        Ok(())
    }

    #[inline]
    fn read_legacy_opcode(&mut self) -> Result<(), Failure> {
        self.opcode_byte = self.code.byte()?;
        if self.opcode_byte != 0x0f {
            // A prefix can only be a part of opcodes after an escape byte.
            self.prefixes.mandatory = 0;
            return Ok(());
        }
        self.opcode_byte = self.code.byte()?;
        self.map = match self.opcode_byte {
            0x38 => Map::Escape0f38,
            0x3a => Map::Escape0f3a,
            0x0f => {
                // The byte that says which instruction it is comes after the operands.
                self.need_modrm()?;
                Map::ThreeDNow
            }
            _ => {
                self.map = Map::Escape0f;
                return Ok(());
            }
        };
        self.opcode_byte = self.code.byte()?;
        Ok(())
    }

    /// Reads the ModRM byte, unless it has been read.
    ///
    /// # Errors
    /// [`Failure::Truncated`], when it is read.
    #[inline]
    pub fn need_modrm(&mut self) -> Result<(), Failure> {
        if self.has_modrm { Ok(()) } else { self.read_modrm() }
    }

    fn read_modrm(&mut self) -> Result<(), Failure> {
        self.modrm.read(&mut self.code, &self.prefixes)?;
        self.has_modrm = true;
        if self.modrm.is_complete { Ok(()) } else { Err(Failure::Truncated) }
    }

    /// Returns the instruction with certain attributes.
    #[inline]
    fn lookup(&mut self, attributes: u16) -> Result<Opcode, Failure> {
        self.lookup_in(context(self.map, attributes))
    }

    #[inline]
    fn lookup_in(&mut self, (space, context): (Space, usize)) -> Result<Opcode, Failure> {
        let tables = self.tables;
        let decision = self.maps.decision(tables, self.map, self.opcode_byte, space, context);
        let Some(decision) = decision else { return Ok(NONE) };
        if decision.needs_modrm() {
            self.need_modrm()?;
        }
        Ok(tables.modrm_opcodes[decision.row(self.modrm.byte)])
    }

    /// Returns the same, where speed does not count.
    #[cold]
    fn lookup_again(&mut self, attributes: u16) -> Result<Opcode, Failure> {
        self.lookup(attributes)
    }

    /// Returns the instruction.
    ///
    /// # Errors
    /// [`Failure`].
    #[inline]
    pub fn instruction(&mut self) -> Result<Opcode, Failure> {
        let opcode = match self.prefixes.is_plain && !self.may_be_another() {
            true => self.lookup_in(plain_context(self.map, self.prefixes.w()))?,
            false => self.choose()?,
        };
        if opcode == NONE { Err(Failure::Unknown) } else { Ok(opcode) }
    }

    #[inline]
    fn attributes(&mut self) -> u16 {
        let mut attributes = if self.mode == Mode::Bits64 { attribute::MODE_64 } else { 0 };
        attributes |= match self.prefixes.vector {
            Vector::None => self.legacy_attributes(),
            Vector::Evex(bytes) => self.evex_attributes(bytes),
            Vector::Vex { last, is_short, .. } => {
                let changes_address = is_short && last & 3 == 1 && self.prefixes.address_size;
                vex_attributes(last) | if changes_address { attribute::ADDRESS_SIZE } else { 0 }
            }
            Vector::Xop { last, .. } => vex_attributes(last),
        };
        if self.prefixes.w() {
            attributes |= attribute::W;
            attributes &= !attribute::ADDRESS_SIZE;
        }
        let has_rex2_form = matches!(self.opcode_byte, 0x50..=0x5f | 0xa1);
        if self.map == Map::OneByte && self.prefixes.has_rex2 && has_rex2_form {
            attributes |= attribute::REX2;
        }
        if self.mode == Mode::Bits16 {
            // Of branches, sizes of displacements and counters are those of 16 bits unless a prefix changes them.
            match (self.map, self.opcode_byte) {
                (Map::OneByte, 0xe3) => attributes ^= attribute::ADDRESS_SIZE,
                (Map::OneByte, 0xe8 | 0xe9) | (Map::Escape0f, 0x80..=0x8f)
                    if !self.prefixes.operand_size =>
                {
                    attributes |= attribute::OPERAND_SIZE;
                }
                _ => {}
            }
        }
        attributes
    }

    #[inline]
    fn legacy_attributes(&self) -> u16 {
        let prefixes = &self.prefixes;
        let mut attributes = 0;
        let operand_size = || if self.mode == Mode::Bits16 { 0 } else { attribute::OPERAND_SIZE };
        let address_size = if prefixes.address_size { attribute::ADDRESS_SIZE } else { 0 };
        match prefixes.mandatory {
            0 => {
                if prefixes.operand_size {
                    attributes |= operand_size();
                }
                attributes |= address_size;
                // Of the one-byte map, only `pause` has a prefix as a part of its opcode.
                let is_part = self.map != Map::OneByte || self.opcode_byte == 0x90;
                match prefixes.repeat {
                    0xf2 if self.map != Map::OneByte => attributes |= attribute::F2,
                    0xf3 if is_part => attributes |= attribute::F3,
                    _ => {}
                }
            }
            0xf2 => attributes |= attribute::F2,
            0xf3 => attributes |= attribute::F3,
            _ => attributes |= operand_size() | address_size,
        }
        attributes
    }

    fn evex_attributes(&mut self, [_, second, third]: [u8; 3]) -> u16 {
        let mut attributes = attribute::EVEX | prefix_attribute(second);
        if third & 0x80 != 0 {
            attributes |= attribute::ZEROING_MASK;
        }
        if self.is_no_flags(second, third)
            && self.need_modrm().is_ok()
            && !self.is_conditional_compare()
        {
            attributes |= attribute::NO_FLAGS;
        } else if third & 7 != 0 && self.map != Map::Map4 {
            attributes |= attribute::MASK;
        }
        if third & 0x10 != 0 {
            attributes |= attribute::EVEX_B;
            let is_register = |modrm: &ModRm| matches!(modrm.rm, Rm::Register(_));
            if second & 4 == 0 && self.need_modrm().is_ok() && is_register(&self.modrm) {
                attributes |= attribute::EVEX_U;
            }
        }
        if third & 0x20 != 0 {
            attributes |= attribute::LENGTH_256;
        }
        if third & 0x40 != 0 {
            attributes |= attribute::LENGTH_512;
        }
        attributes
    }

    /// Returns whether EVEX.NF, which is a bit of the mask elsewhere, has its own meaning and is set.
    fn is_no_flags(&self, second: u8, third: u8) -> bool {
        let has_no_flags = match self.map {
            Map::Map4 => true,
            Map::Escape0f38 => {
                second & 3 == 0 && matches!(self.opcode_byte, 0xf2 | 0xf3 | 0xf5 | 0xf7)
            }
            _ => false,
        };
        third & 4 != 0 && has_no_flags
    }

    /// Returns whether the opcode is one of `ccmp` and `ctest`, which have a condition and flags in EVEX.
    pub fn is_conditional_compare(&self) -> bool {
        let digit = self.modrm.byte >> 3 & 7;
        self.map == Map::Map4
            && match self.opcode_byte {
                0x38..=0x3b | 0x84 | 0x85 => true,
                0x80 | 0x81 | 0x83 => digit == 7,
                0xf6 | 0xf7 => digit == 0,
                _ => false,
            }
    }

    /// Returns the instruction. Mostly, one look at the tables gives it.
    #[inline]
    fn choose(&mut self) -> Result<Opcode, Failure> {
        let attributes = self.attributes();
        let opcode = self.lookup(attributes)?;
        let is_sized_by_address = self.is_sized_by_address();
        let is_16_bit = self.mode == Mode::Bits16;
        let has_narrow =
            (is_16_bit || self.prefixes.operand_size) && attributes & attribute::OPERAND_SIZE == 0;
        let is_nop = self.is_nop();
        let has_w = self.mode != Mode::Bits64 && self.vector_w();
        if is_sized_by_address || has_narrow || is_nop || has_w {
            return self.choose_again(opcode, attributes, has_w, is_sized_by_address);
        }
        Ok(opcode)
    }

    /// Returns whether the size of the address, by prefixes in any order, chooses the instruction.
    #[inline]
    fn is_sized_by_address(&self) -> bool {
        match self.map {
            Map::OneByte => self.opcode_byte & 0xfc == 0xa0,
            Map::Escape0f => self.opcode_byte == 0xae,
            Map::Escape0f38 | Map::Map4 => self.opcode_byte == 0xf8,
            _ => false,
        }
    }

    #[inline]
    fn is_nop(&self) -> bool {
        self.map == Map::OneByte && self.opcode_byte == 0x90
    }

    /// Returns whether the instruction may be another than the one in the context of the prefixes, if these are plain.
    #[inline]
    fn may_be_another(&self) -> bool {
        self.is_nop() || self.is_sized_by_address()
    }

    /// Returns the instruction, where several contexts are tried.
    #[cold]
    fn choose_again(
        &mut self,
        opcode: Opcode,
        mut attributes: u16,
        has_w: bool,
        is_sized_by_address: bool,
    ) -> Result<Opcode, Failure> {
        let name = |opcode| self.tables.bytes(self.tables.instruction(opcode).name);
        if has_w {
            // W may be a part of the opcode, or the size of a general register.
            let Ok(wide) = self.lookup_again(attributes | attribute::W) else { return Ok(opcode) };
            if !name(wide).windows(2).any(|digits| digits == b"64") {
                return Ok(wide);
            }
        }
        let is_16_bit = self.mode == Mode::Bits16;
        if is_sized_by_address {
            // Prefixes count here in whatever order they come.
            if self.prefixes.address_size {
                attributes |= attribute::ADDRESS_SIZE;
            }
            if self.prefixes.operand_size {
                attributes |= attribute::OPERAND_SIZE;
            }
            if is_16_bit {
                attributes ^= attribute::ADDRESS_SIZE;
                // The operand's size is that of the mode for moves only.
                if self.map == Map::OneByte {
                    attributes ^= attribute::OPERAND_SIZE;
                }
            }
            return self.lookup_again(attributes);
        }
        if (is_16_bit || self.prefixes.operand_size) && attributes & attribute::OPERAND_SIZE == 0 {
            // The same operation on 16 bits, if there is one.
            let narrow = self.lookup_again(attributes | attribute::OPERAND_SIZE);
            let Ok(narrow) = narrow else { return Ok(opcode) };
            let takes_narrow = is_16_bit != self.prefixes.operand_size
                && is_16_bit_version(name(opcode), name(narrow));
            return Ok(if takes_narrow { narrow } else { opcode });
        }
        if self.prefixes.rex & 1 != 0 {
            // The opcode of `nop` is that of `xchg` of `eax` with itself, and with `r8` the latter.
            self.opcode_byte = 0x91;
            let exchange = self.lookup_again(attributes);
            self.opcode_byte = 0x90;
            return Ok(exchange.unwrap_or(opcode));
        }
        Ok(opcode)
    }

    /// Returns whether W of a prefix that is no REX is set.
    fn vector_w(&self) -> bool {
        match self.prefixes.vector {
            Vector::None => false,
            Vector::Vex { last, .. } | Vector::Xop { last, .. } => last & 0x80 != 0,
            Vector::Evex([_, second, _]) => second & 0x80 != 0,
        }
    }
}

fn vex_attributes(last: u8) -> u16 {
    let length = if last & 4 != 0 { attribute::LENGTH_256 } else { 0 };
    attribute::VEX | prefix_attribute(last) | length
}

/// Returns the attribute of the field `pp`.
fn prefix_attribute(byte: u8) -> u16 {
    [0, attribute::OPERAND_SIZE, attribute::F3, attribute::F2][usize::from(byte & 3)]
}

/// Returns whether an instruction, by its name in the tables, is that on 16 bits where another is on 32 or 64: `W` for
/// `L` or `Q`, `16` for `32` or `64`.
fn is_16_bit_version(name: &[u8], narrow: &[u8]) -> bool {
    name.len() == narrow.len()
        && name.iter().zip(narrow).all(|(wide, narrow)| {
            wide == narrow
                || matches!(
                    (wide, narrow),
                    (b'Q' | b'L', b'W') | (b'6' | b'3', b'1') | (b'4' | b'2', b'6')
                )
        })
}
