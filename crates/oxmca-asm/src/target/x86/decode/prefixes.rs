//! Everything before the opcode byte.

use oxmca_tables::Reg;

use super::code::{Code, Failure};
use super::mode::Mode;
use super::registers::SEGMENTS;

/// The prefix that holds bits of the opcode and of registers, and its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Vector {
    None,
    /// Both forms of VEX: second and last byte. The short form's second byte is like that of the long form.
    Vex {
        map: u8,
        last: u8,
        is_short: bool,
    },
    Xop {
        map: u8,
        last: u8,
    },
    /// The bytes after the first.
    Evex([u8; 3]),
}

/// The prefixes of an instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prefixes {
    pub vector: Vector,
    /// REX, or bits of another prefix at the same places; 0 if there is none, else the bit of 0x40 is set.
    pub rex: u8,
    /// The second byte of REX2, or bits of EVEX at the same places.
    pub rex2: u8,
    pub has_rex2: bool,
    pub operand_size: bool,
    pub address_size: bool,
    pub lock: bool,
    /// The last of `f2` and `f3`, or 0.
    pub repeat: u8,
    /// The prefix that is part of the opcode, or 0.
    pub mandatory: u8,
    /// Set if `f2` or `f3` may mean `xacquire` or `xrelease`.
    pub is_transactional: bool,
    /// A segment by its number in the code, if one was chosen.
    pub segment: Option<u8>,
    /// Set if there is no prefix but REX, in 64-bit mode.
    pub is_plain: bool,
    pub register_bytes: u8,
    pub address_bytes: u8,
    pub immediate_bytes: u8,
}

/// The bytes that are or may be prefixes in 64-bit mode.
const IS_PREFIX: [bool; 256] = {
    let mut is_prefix = [false; 256];
    let others = [0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x66, 0x67, 0xf0, 0xf2, 0xf3];
    let vectors_and_rex2 = [0x62, 0x8f, 0xc4, 0xc5, 0xd5];
    let mut at = 0;
    while at < others.len() {
        is_prefix[others[at]] = true;
        at += 1;
    }
    at = 0;
    while at < vectors_and_rex2.len() {
        is_prefix[vectors_and_rex2[at]] = true;
        at += 1;
    }
    at = 0x40;
    while at < 0x50 {
        is_prefix[at] = true;
        at += 1;
    }
    is_prefix
};

impl Prefixes {
    /// No prefixes.
    pub const NONE: Prefixes = Prefixes {
        vector: Vector::None,
        rex: 0,
        rex2: 0,
        has_rex2: false,
        operand_size: false,
        address_size: false,
        lock: false,
        repeat: 0,
        mandatory: 0,
        is_transactional: false,
        segment: None,
        is_plain: false,
        register_bytes: 4,
        address_bytes: 4,
        immediate_bytes: 4,
    };

    /// Reads the prefixes. The opcode byte, or the byte that takes its place, is next then.
    ///
    /// # Errors
    /// [`Failure::Truncated`].
    #[inline]
    pub fn read(&mut self, code: &mut Code<'_>, mode: Mode) -> Result<(), Failure> {
        match mode == Mode::Bits64 && self.read_plain(code) {
            true => Ok(()),
            false => self.read_any(code, mode),
        }
    }

    /// Reads REX or nothing, if there is no other prefix. Returns whether this is so; otherwise nothing is read.
    #[inline]
    fn read_plain(&mut self, code: &mut Code<'_>) -> bool {
        let start = *code;
        let Ok(mut byte) = code.byte() else { return false };
        if byte & 0xf0 == 0x40 {
            self.rex = byte;
            // At the end of the code, REX is an instruction.
            byte = code.byte().unwrap_or(0x40);
        }
        if IS_PREFIX[usize::from(byte)] {
            self.rex = 0;
            *code = start;
            return false;
        }
        code.unread();
        self.is_plain = true;
        self.address_bytes = 8;
        if self.w() {
            self.register_bytes = 8;
        }
        true
    }

    fn read_any(&mut self, code: &mut Code<'_>, mode: Mode) -> Result<(), Failure> {
        let byte = self.read_legacy(code, mode)?;
        match byte {
            0x62 => self.read_evex(code, mode)?,
            0xc4 => self.read_vex3(code, mode)?,
            0xc5 => self.read_vex2(code, mode)?,
            0x8f => self.read_xop(code, mode)?,
            0xd5 if mode == Mode::Bits64 => {
                code.peek().ok_or(Failure::Truncated)?;
                self.has_rex2 = true;
                self.rex2 = code.byte()?;
                self.rex = 0x40 | self.rex2 & 0xf;
            }
            _ => code.unread(),
        }
        self.set_sizes(mode);
        Ok(())
    }

    /// Reads legacy prefixes and REX, and the byte after them, which is returned. At the end of the code it is the
    /// last prefix: that is an instruction then.
    #[inline]
    fn read_legacy(&mut self, code: &mut Code<'_>, mode: Mode) -> Result<u8, Failure> {
        let is_rex = |byte: u8| mode == Mode::Bits64 && byte & 0xf0 == 0x40;
        let mut byte = 0;
        loop {
            let Ok(next) = code.byte() else { return Ok(byte) };
            byte = next;
            match byte {
                // The first prefix is an instruction of its own.
                0xf0 if code.position() == 1 => return Ok(byte),
                0xf0 => self.lock = true,
                0xf2 | 0xf3 => {
                    if self.is_instruction(byte, code) {
                        return Ok(byte);
                    }
                    if let Some(next) = code.peek() {
                        if is_rex(next) {
                            code.byte()?;
                            code.peek().ok_or(Failure::Truncated)?;
                            code.unread();
                        }
                        let is_rex2 = mode == Mode::Bits64 && next == 0xd5;
                        if is_rex(next) || is_rex2 || matches!(next, 0x0f | 0x66) {
                            self.mandatory = byte;
                        }
                        self.repeat = byte;
                    }
                }
                0x26 | 0x2e | 0x36 | 0x3e => self.segment = Some(byte >> 3 & 3),
                0x64 | 0x65 => self.segment = Some(byte & 7),
                0x66 => {
                    self.operand_size = true;
                    let is_mandatory = |next| next == 0x0f || is_rex(next);
                    if self.mandatory == 0 && code.peek().is_some_and(is_mandatory) {
                        self.mandatory = byte;
                    }
                }
                0x67 => self.address_size = true,
                _ if is_rex(byte) => {
                    self.rex = byte;
                    continue;
                }
                _ => return Ok(byte),
            }
            // REX counts only right before the opcode.
            self.rex = 0;
        }
    }

    /// Returns whether `f2` or `f3` is an instruction of its own, since the byte after it is one that it makes
    /// transactional.
    fn is_instruction(&mut self, byte: u8, code: &Code<'_>) -> bool {
        match (byte, code.peek()) {
            // `pause`
            (0xf3, Some(0x90)) => {
                self.is_transactional = true;
                false
            }
            (_, Some(0xf0 | 0x86 | 0x87 | 0x90..=0x97))
            | (0xf3, Some(0x88 | 0x89 | 0xc6 | 0xc7)) => {
                self.is_transactional = true;
                true
            }
            _ => false,
        }
    }

    fn read_evex(&mut self, code: &mut Code<'_>, mode: Mode) -> Result<(), Failure> {
        let first = code.byte()?;
        code.peek().ok_or(Failure::Truncated)?;
        if mode != Mode::Bits64 && first & 0xc0 != 0xc0 {
            code.unread();
            code.unread();
            return Ok(());
        }
        let second = code.byte()?;
        let third = code.byte()?;
        self.vector = Vector::Evex([first, second, third]);
        if mode == Mode::Bits64 {
            self.set_rex(first, second);
            self.rex2 = (!first & 0x10) << 2 | (!second & 4) << 3 | (first & 8) << 1;
        }
        Ok(())
    }

    fn read_vex3(&mut self, code: &mut Code<'_>, mode: Mode) -> Result<(), Failure> {
        let first = code.peek().ok_or(Failure::Truncated)?;
        if mode != Mode::Bits64 && first & 0xc0 != 0xc0 {
            code.unread();
            return Ok(());
        }
        code.byte()?;
        let last = code.byte().unwrap_or(0);
        self.vector = Vector::Vex { map: first & 0x1f, last, is_short: false };
        if mode == Mode::Bits64 {
            self.set_rex(first, last);
        }
        Ok(())
    }

    fn read_vex2(&mut self, code: &mut Code<'_>, mode: Mode) -> Result<(), Failure> {
        let last = code.peek().ok_or(Failure::Truncated)?;
        if mode != Mode::Bits64 && last & 0xc0 != 0xc0 {
            code.unread();
            return Ok(());
        }
        code.byte()?;
        self.vector = Vector::Vex { map: 1, last: last & 0x7f, is_short: true };
        if mode == Mode::Bits64 {
            self.rex = 0x40 | (!last & 0x80) >> 5;
        }
        self.operand_size |= last & 3 == 1;
        Ok(())
    }

    fn read_xop(&mut self, code: &mut Code<'_>, mode: Mode) -> Result<(), Failure> {
        let first = code.peek().ok_or(Failure::Truncated)?;
        // Else it is `pop`.
        if first & 0x38 == 0 {
            code.unread();
            return Ok(());
        }
        code.byte()?;
        let last = code.byte().unwrap_or(0);
        self.vector = Vector::Xop { map: first & 0x1f, last };
        if mode == Mode::Bits64 {
            self.set_rex(first, last);
        }
        self.operand_size |= last & 3 == 1;
        Ok(())
    }

    /// Takes W, and the inverted R, X and B.
    fn set_rex(&mut self, inverted_rxb: u8, w: u8) {
        self.rex = 0x40 | (w & 0x80) >> 4 | (!inverted_rxb & 0xe0) >> 5;
    }

    fn set_sizes(&mut self, mode: Mode) {
        let operand_bytes = match (mode, self.operand_size) {
            (Mode::Bits16, changed) => {
                if changed {
                    4
                } else {
                    2
                }
            }
            (_, changed) => {
                if changed {
                    2
                } else {
                    4
                }
            }
        };
        self.register_bytes = operand_bytes;
        self.immediate_bytes = operand_bytes;
        self.address_bytes = match (mode, self.address_size) {
            (Mode::Bits16, false) | (Mode::Bits32, true) => 2,
            (Mode::Bits64, false) => 8,
            _ => 4,
        };
        if mode == Mode::Bits64 && self.w() {
            self.register_bytes = 8;
            self.immediate_bytes = 4;
            self.operand_size = false;
        }
    }

    #[inline]
    pub fn w(&self) -> bool {
        self.rex & 8 != 0
    }

    /// Returns bits of weight 8 and 16 of the register field.
    #[inline]
    pub fn r(&self) -> u8 {
        (self.rex & 4) << 1 | (self.rex2 & 0x40) >> 2
    }

    /// Returns bits of weight 8 and 16 of the index.
    #[inline]
    pub fn x(&self) -> u8 {
        (self.rex & 2) << 2 | (self.rex2 & 0x20) >> 1
    }

    /// Returns bits of weight 8 and 16 of the base, of the register-or-memory field or of the opcode's
    /// register.
    #[inline]
    pub fn b(&self) -> u8 {
        (self.rex & 1) << 3 | self.rex2 & 0x10
    }

    /// Returns `vvvv`, if a prefix has it.
    #[inline]
    pub fn vvvv(&self, mode: Mode) -> Option<u8> {
        let low = |byte: u8| !byte >> 3 & 0xf;
        match self.vector {
            Vector::None => None,
            Vector::Vex { last, .. } | Vector::Xop { last, .. } => Some(low(last)),
            Vector::Evex([_, second, _]) if mode != Mode::Bits64 => Some(low(second)),
            Vector::Evex([_, second, third]) => Some(low(second) | (!third & 8) << 1),
        }
    }

    /// Returns the register of the segment that was chosen, or none.
    #[inline]
    pub fn segment(&self, registers: &[Reg]) -> Reg {
        self.segment.map_or(Reg::NONE, |number| registers[SEGMENTS + usize::from(number)])
    }
}
