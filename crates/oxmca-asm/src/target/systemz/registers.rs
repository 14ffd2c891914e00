//! Registers: groups that are written alike, and the registers of several widths that a number of a group stands for.

use oxmca_tables::{Reg, Tables};

/// A group of registers with a letter and a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    General,
    Float,
    Vector,
    Access,
    Control,
}

impl Group {
    /// Returns the group of a letter.
    pub fn of_letter(letter: u8) -> Option<Self> {
        Some(match letter {
            b'r' => Self::General,
            b'f' => Self::Float,
            b'v' => Self::Vector,
            b'a' => Self::Access,
            b'c' => Self::Control,
            _ => return None,
        })
    }

    /// Returns how many registers it has.
    pub fn len(self) -> u8 {
        if self == Self::Vector { 32 } else { 16 }
    }

    /// Returns the kind of its registers where a statement does not say which.
    pub fn widest(self) -> Kind {
        match self {
            Self::General => Kind::General64,
            Self::Float => Kind::Float64,
            Self::Vector => Kind::Vector128,
            Self::Access => Kind::Access,
            Self::Control => Kind::Control,
        }
    }
}

/// A kind of registers: a group, and a part of its registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    General32,
    GeneralHigh,
    General64,
    General128,
    Float16,
    Float32,
    Float64,
    Float128,
    Vector16,
    Vector32,
    Vector64,
    Vector128,
    Access,
    Control,
}

/// All kinds, with their name in the assembler's operand classes, and the text around the number in names of their
/// registers.
const KINDS: [(Kind, &str, &str, &str); 14] = [
    (Kind::General32, "GR32", "R", "L"),
    (Kind::GeneralHigh, "GRH32", "R", "H"),
    (Kind::General64, "GR64", "R", "D"),
    (Kind::General128, "GR128", "R", "Q"),
    (Kind::Float16, "FP16", "F", "H"),
    (Kind::Float32, "FP32", "F", "S"),
    (Kind::Float64, "FP64", "F", "D"),
    (Kind::Float128, "FP128", "F", "Q"),
    (Kind::Vector16, "VR16", "F", "H"),
    (Kind::Vector32, "VR32", "F", "S"),
    (Kind::Vector64, "VR64", "F", "D"),
    (Kind::Vector128, "VR128", "V", ""),
    (Kind::Access, "AR32", "A", ""),
    (Kind::Control, "CR64", "C", ""),
];

impl Kind {
    /// Returns the kind that operand classes name, also as an address.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "ADDR32" => Some(Self::General32),
            "ADDR64" => Some(Self::General64),
            _ => KINDS.iter().find(|(_, known, ..)| *known == name).map(|(kind, ..)| *kind),
        }
    }

    /// Returns the group that it is a part of.
    pub fn group(self) -> Group {
        match self {
            Self::General32 | Self::GeneralHigh | Self::General64 | Self::General128 => {
                Group::General
            }
            Self::Float16 | Self::Float32 | Self::Float64 | Self::Float128 => Group::Float,
            Self::Vector16 | Self::Vector32 | Self::Vector64 | Self::Vector128 => Group::Vector,
            Self::Access => Group::Access,
            Self::Control => Group::Control,
        }
    }
}

/// The registers of all kinds by number.
#[derive(Debug)]
pub struct Registers {
    by_kind: [[Reg; 32]; KINDS.len()],
}

impl Registers {
    /// Looks up the registers.
    pub fn new(tables: &Tables<'_>) -> Self {
        let by_kind = KINDS.map(|(kind, _, before, after)| {
            let mut number = 0;
            [(); 32].map(|()| {
                let name = format!("{before}{number}{after}");
                let is_there = number < u32::from(kind.group().len());
                number += 1;
                let found = is_there.then(|| tables.register_named(&name)).flatten();
                found.unwrap_or(Reg::NONE)
            })
        });
        Self { by_kind }
    }

    /// Returns the register of a number; `None` if the kind has none, as pairs have of odd numbers.
    pub fn get(&self, kind: Kind, number: u8) -> Option<Reg> {
        let row = KINDS.iter().position(|(known, ..)| *known == kind)?;
        self.by_kind[row].get(usize::from(number)).copied().filter(|reg| reg.is_some())
    }

    /// Returns the register of a number in an address, where 0 is none.
    pub fn in_address(&self, kind: Kind, number: u8) -> Reg {
        match number {
            0 => Reg::NONE,
            number => self.get(kind, number).unwrap_or(Reg::NONE),
        }
    }
}
