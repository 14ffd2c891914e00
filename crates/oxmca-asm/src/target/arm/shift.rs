//! Shifts, and the machine operands that have them or a sign beside an offset.

/// A kind of shift.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shift {
    None,
    Asr,
    Lsl,
    Lsr,
    Ror,
    Rrx,
    Uxtw,
}

const ALL: [Shift; 7] =
    [Shift::None, Shift::Asr, Shift::Lsl, Shift::Lsr, Shift::Ror, Shift::Rrx, Shift::Uxtw];

impl Shift {
    /// Returns the shift of a name in any case.
    pub fn named(name: &[u8]) -> Option<Self> {
        Some(match &*name.to_ascii_lowercase() {
            b"asl" | b"lsl" => Self::Lsl,
            b"lsr" => Self::Lsr,
            b"asr" => Self::Asr,
            b"ror" => Self::Ror,
            b"rrx" => Self::Rrx,
            b"uxtw" => Self::Uxtw,
            _ => return None,
        })
    }

    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Asr => "asr",
            Self::Lsl => "lsl",
            Self::Lsr => "lsr",
            Self::Ror => "ror",
            Self::Rrx => "rrx",
            Self::Uxtw => "uxtw",
        }
    }

    /// Returns its number in machine operands.
    pub fn code(self) -> i64 {
        ALL.iter().position(|it| *it == self).unwrap_or_default() as i64
    }

    /// Returns the shift of such a number.
    pub fn of_code(code: i64) -> Self {
        ALL.get((code & 7) as usize).copied().unwrap_or(Self::None)
    }

    /// Returns whether a shift by so many bits can be written.
    pub fn allows(self, amount: i64) -> bool {
        let most = match self {
            Self::Lsl | Self::Ror => 31,
            Self::Lsr | Self::Asr => 32,
            _ => i64::MAX,
        };
        (0..=most).contains(&amount)
    }
}

/// A shift and its amount, as an operand of its own has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShifterOperand {
    pub shift: Shift,
    pub amount: i64,
}

impl ShifterOperand {
    /// Returns the machine operand.
    pub fn pack(self) -> i64 {
        self.shift.code() | self.amount << 3
    }

    /// Takes a machine operand apart.
    pub fn unpack(operand: i64) -> Self {
        Self { shift: Shift::of_code(operand), amount: (operand as u32 >> 3).into() }
    }
}

/// An offset with a sign and a shift, as address mode 2 has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShiftedOffset {
    pub is_negative: bool,
    pub amount: i64,
    pub shift: Shift,
}

impl ShiftedOffset {
    /// Returns the machine operand.
    pub fn pack(self) -> i64 {
        self.amount & 0xfff | i64::from(self.is_negative) << 12 | self.shift.code() << 13
    }

    /// Takes a machine operand apart.
    pub fn unpack(operand: i64) -> Self {
        Self {
            is_negative: operand >> 12 & 1 != 0,
            amount: operand & 0xfff,
            shift: Shift::of_code(operand >> 13),
        }
    }
}

/// The number that stands for the offset `#-0`.
pub const MINUS_ZERO: i64 = i32::MIN as i64;

/// An offset of eight bits with a sign, as address modes 3 and 5 have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ByteOffset {
    pub is_negative: bool,
    pub amount: i64,
}

impl ByteOffset {
    /// Returns the offset of a number as written.
    pub fn of_number(value: i64) -> Self {
        let value = i64::from(value as i32);
        let amount = if value == MINUS_ZERO { 0 } else { value.abs() };
        Self { is_negative: value < 0, amount }
    }

    /// Returns the machine operand.
    pub fn pack(self) -> i64 {
        self.amount & 0xff | i64::from(self.is_negative) << 8
    }

    /// Takes a machine operand apart.
    pub fn unpack(operand: i64) -> Self {
        Self { is_negative: operand >> 8 & 1 != 0, amount: operand & 0xff }
    }
}
