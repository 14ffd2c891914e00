//! Registers and their names.

use oxmca_tables::{Reg, RegClassId, Tables};

use crate::method_table::MethodTable;

/// Kinds of registers that are written differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegisterKind {
    /// `x0`, `w0`, `d0` and the like.
    Scalar,
    /// `v0` with lanes of a fixed number.
    Neon,
    /// `z0`, whose length the processor decides.
    Scalable,
    /// `p0`.
    Predicate,
    /// `pn0`, a predicate that counts elements.
    Counter,
    /// `za` and its tiles.
    Matrix,
    /// `zt0`.
    LookupTable,
}

impl RegisterKind {
    /// Returns the number of registers of a kind, modulo which lists of them count.
    pub fn count(self) -> u16 {
        match self {
            RegisterKind::Scalar | RegisterKind::Neon | RegisterKind::Scalable => 32,
            RegisterKind::Predicate | RegisterKind::Counter | RegisterKind::Matrix => 16,
            RegisterKind::LookupTable => 1,
        }
    }
}

/// Registers from which others are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum First {
    B,
    H,
    S,
    D,
    Q,
    Z,
    P,
    Counter,
    W,
    X,
    FramePointer,
    LinkRegister,
    StackPointer,
    StackPointer32,
    Zero,
    Zero32,
    Matrix,
    TileB,
    TileH,
    TileS,
    TileD,
    TileQ,
    LookupTable,
    Pair32,
    Pair64,
    Eight,
    PairD,
    TripleD,
    QuadrupleD,
    PairQ,
    TripleQ,
    QuadrupleQ,
    PairZ,
    TripleZ,
    QuadrupleZ,
    PairP,
    StridedPairZ,
    StridedPairZ16,
    StridedQuadrupleZ,
    StridedQuadrupleZ16,
    Flags,
    Control,
    Status,
    Mode,
    FaultRegister,
    VectorGranule,
}

impl First {
    /// Creates the first of the registers that lists of this kind are made of.
    pub fn of_lists(self) -> First {
        match self {
            First::Z | First::PairZ | First::TripleZ | First::QuadrupleZ => First::Z,
            First::P | First::PairP => First::P,
            _ => First::Q,
        }
    }
}

const FIRST_NAMES: [&str; 46] = [
    "B0",
    "H0",
    "S0",
    "D0",
    "Q0",
    "Z0",
    "P0",
    "PN0",
    "W0",
    "X0",
    "FP",
    "LR",
    "SP",
    "WSP",
    "XZR",
    "WZR",
    "ZA",
    "ZAB0",
    "ZAH0",
    "ZAS0",
    "ZAD0",
    "ZAQ0",
    "ZT0",
    "W0_W1",
    "X0_X1",
    "X0_X1_X2_X3_X4_X5_X6_X7",
    "D0_D1",
    "D0_D1_D2",
    "D0_D1_D2_D3",
    "Q0_Q1",
    "Q0_Q1_Q2",
    "Q0_Q1_Q2_Q3",
    "Z0_Z1",
    "Z0_Z1_Z2",
    "Z0_Z1_Z2_Z3",
    "P0_P1",
    "Z0_Z8",
    "Z16_Z24",
    "Z0_Z4_Z8_Z12",
    "Z16_Z20_Z24_Z28",
    "NZCV",
    "FPCR",
    "FPSR",
    "FPMR",
    "FFR",
    "VG",
];

/// Register classes that operands are asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClassName(u8);

const CLASS_NAMES: [&str; 39] = [
    "FPR8",
    "FPR16",
    "FPR32",
    "FPR64",
    "FPR128",
    "FPR16_lo",
    "FPR64_lo",
    "FPR128_lo",
    "FPR128_0to7",
    "GPR32",
    "GPR32all",
    "GPR64",
    "GPR64all",
    "GPR64common",
    "GPR64sp",
    "GPR64x8Class",
    "WSeqPairsClass",
    "XSeqPairsClass",
    "MPR",
    "MPR8",
    "MPR16",
    "MPR32",
    "MPR64",
    "MPR128",
    "PNR",
    "PNR_p8to15",
    "PPR",
    "PPRMul2",
    "PPR_3b",
    "PPR_p8to15",
    "PPRorPNR",
    "ZPR",
    "ZPRMul2",
    "ZPRMul2_Hi",
    "ZPRMul2_Lo",
    "ZPRMul4",
    "ZPR_3b",
    "ZPR_4b",
    "ZPR_K",
];

impl ClassName {
    /// Returns the class with LLVM's name, if operands are asked about it.
    pub const fn known(name: &str) -> ClassName {
        match ClassName::find(name.as_bytes()) {
            Some(class) => class,
            None => panic!("a class that is not in the list"),
        }
    }

    /// Returns the class with LLVM's name.
    pub fn named(name: &str) -> Option<ClassName> {
        ClassName::find(name.as_bytes())
    }

    const fn find(name: &[u8]) -> Option<ClassName> {
        let mut index = 0;
        while index < CLASS_NAMES.len() {
            let candidate = CLASS_NAMES[index].as_bytes();
            let mut same = candidate.len() == name.len();
            let mut at = 0;
            while same && at < name.len() {
                same = candidate[at] == name[at];
                at += 1;
            }
            if same {
                return Some(ClassName(index as u8));
            }
            index += 1;
        }
        None
    }
}

/// Registers and classes by name, each looked up when it is first needed.
#[derive(Debug)]
pub struct Registers {
    first: MethodTable<Reg>,
    classes: MethodTable<RegClassId>,
}

impl Registers {
    /// Creates registers of which none has been looked up.
    pub fn new() -> Self {
        Self {
            first: MethodTable::new(FIRST_NAMES.len()),
            classes: MethodTable::new(CLASS_NAMES.len()),
        }
    }

    /// Returns the register from which others are counted.
    #[inline]
    pub fn first(&self, tables: &Tables<'_>, first: First) -> Reg {
        let index = first as usize;
        let found = self.first.get(index, || tables.register_named(FIRST_NAMES[index]));
        found.unwrap_or(Reg::NONE)
    }

    /// Returns the register that is `number` after another.
    #[inline]
    pub fn nth(&self, tables: &Tables<'_>, first: First, number: u16) -> Reg {
        Reg(self.first(tables, first).0.wrapping_add(number))
    }

    /// Returns the position of a register after another, if it is within `count` of it.
    #[inline]
    pub fn position(&self, tables: &Tables<'_>, first: First, count: u16, reg: Reg) -> Option<u16> {
        let distance = reg.0.checked_sub(self.first(tables, first).0)?;
        (distance < count).then_some(distance)
    }

    /// Returns whether a register is of a class.
    #[inline]
    pub fn is_in(&self, tables: &Tables<'_>, class: ClassName, reg: Reg) -> bool {
        let index = usize::from(class.0);
        let found = self.classes.get(index, || tables.register_class_named(CLASS_NAMES[index]));
        found.is_some_and(|class| reg.is_some() && tables.class_contains(class, reg))
    }

    /// Returns the general register of 64 bits with a number; 31 is zero.
    pub fn general_64(&self, tables: &Tables<'_>, number: u16) -> Reg {
        match number {
            29 => self.first(tables, First::FramePointer),
            30 => self.first(tables, First::LinkRegister),
            31 => self.first(tables, First::Zero),
            _ => self.nth(tables, First::X, number),
        }
    }

    /// Returns the general register of 32 bits with a number; 31 is zero.
    pub fn general_32(&self, tables: &Tables<'_>, number: u16) -> Reg {
        match number {
            31 => self.first(tables, First::Zero32),
            _ => self.nth(tables, First::W, number),
        }
    }

    /// Returns the 64-bit register that a 32-bit one is part of; other registers are themselves.
    pub fn widened(&self, tables: &Tables<'_>, reg: Reg) -> Reg {
        if reg == self.first(tables, First::StackPointer32) {
            return self.first(tables, First::StackPointer);
        }
        if reg == self.first(tables, First::Zero32) {
            return self.first(tables, First::Zero);
        }
        match self.position(tables, First::W, 31, reg) {
            Some(number) => self.general_64(tables, number),
            None => reg,
        }
    }

    /// Returns the 32-bit part of a 64-bit register; other registers are themselves.
    pub fn narrowed(&self, tables: &Tables<'_>, reg: Reg) -> Reg {
        if reg == self.first(tables, First::StackPointer) {
            return self.first(tables, First::StackPointer32);
        }
        if self.is_in(tables, const { ClassName::known("GPR64") }, reg) {
            let number = tables.register(reg).encoding;
            return self.general_32(tables, number);
        }
        reg
    }

    /// Returns the register that is written with a name, and its kind. Names are not told apart by
    /// case.
    pub fn named(&self, tables: &Tables<'_>, name: &[u8]) -> Option<(RegisterKind, Reg)> {
        let mut lower = [0; 8];
        let lower = lower.get_mut(..name.len())?;
        lower.copy_from_slice(name);
        lower.make_ascii_lowercase();
        let name = &*lower;
        if name.starts_with(b"za") {
            let reg = self.matrix_named(tables, name)?;
            return Some((RegisterKind::Matrix, reg));
        }
        if let Some((letters, number)) = split_number(name) {
            let of = |kind, first, count: u16| {
                (number < count).then(|| (kind, self.nth(tables, first, number)))
            };
            let scalar = |first| of(RegisterKind::Scalar, first, 32);
            return match letters {
                b"x" if number < 32 => {
                    Some((RegisterKind::Scalar, self.general_64(tables, number)))
                }
                b"w" if number < 32 => {
                    Some((RegisterKind::Scalar, self.general_32(tables, number)))
                }
                b"v" => of(RegisterKind::Neon, First::Q, 32),
                b"z" => of(RegisterKind::Scalable, First::Z, 32),
                b"p" => of(RegisterKind::Predicate, First::P, 16),
                b"pn" => of(RegisterKind::Counter, First::Counter, 16),
                b"b" => scalar(First::B),
                b"h" => scalar(First::H),
                b"s" => scalar(First::S),
                b"d" => scalar(First::D),
                b"q" => scalar(First::Q),
                b"zt" => of(RegisterKind::LookupTable, First::LookupTable, 1),
                _ => None,
            };
        }
        let first = match name {
            b"sp" => First::StackPointer,
            b"wsp" => First::StackPointer32,
            b"xzr" => First::Zero,
            b"wzr" => First::Zero32,
            b"fp" => First::FramePointer,
            b"lr" => First::LinkRegister,
            b"nzcv" => First::Flags,
            b"fpcr" => First::Control,
            b"fpsr" => First::Status,
            b"fpmr" => First::Mode,
            b"ffr" => First::FaultRegister,
            b"vg" => First::VectorGranule,
            // The upper halves that only the simulation of sub-registers knows have names, too.
            _ if name.ends_with(b"_hi") => {
                let mut rows = 1..tables.registers.len() as u16;
                let reg = rows.find(|row| tables.printed_name(Reg(*row)).as_bytes() == name)?;
                return Some((RegisterKind::Scalar, Reg(reg)));
            }
            _ => return None,
        };
        Some((RegisterKind::Scalar, self.first(tables, first)))
    }

    /// Returns `za`, `za0.b`, or a row or column of such a tile: `za3h.s`.
    fn matrix_named(&self, tables: &Tables<'_>, name: &[u8]) -> Option<Reg> {
        let (tile, bits) = match name {
            b"za" => return Some(self.first(tables, First::Matrix)),
            [tile @ .., b'.', bits] => (tile, bits),
            _ => return None,
        };
        let tile = tile.strip_suffix(b"h").or(tile.strip_suffix(b"v")).unwrap_or(tile);
        let (b"za", number) = split_number(tile)? else { return None };
        let (first, count) = match bits {
            b'b' => (First::TileB, 1),
            b'h' => (First::TileH, 2),
            b's' => (First::TileS, 4),
            b'd' => (First::TileD, 8),
            b'q' => (First::TileQ, 16),
            _ => return None,
        };
        (number < count).then(|| self.nth(tables, first, number))
    }
}

/// Splits letters from the number that follows them, which has no needless zeros.
fn split_number(name: &[u8]) -> Option<(&[u8], u16)> {
    let digits = name.iter().position(u8::is_ascii_digit)?;
    let (letters, digits) = name.split_at(digits);
    let number = match digits {
        [one] => u16::from(one - b'0'),
        [ten @ b'1'..=b'9', one] if one.is_ascii_digit() => {
            u16::from(ten - b'0') * 10 + u16::from(one - b'0')
        }
        _ => return None,
    };
    Some((letters, number))
}

/// Lanes of a vector register as written: their number, zero where it is not said, and the bits of each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Lanes {
    pub count: u8,
    pub bits: u16,
}

impl Lanes {
    /// Lanes by the text behind a register of a kind: empty, or `.4s`.
    pub fn of_suffix(suffix: &[u8], kind: RegisterKind) -> Option<Lanes> {
        let Some(suffix) = suffix.strip_prefix(b".") else {
            return suffix.is_empty().then_some(Lanes::default());
        };
        let (letter, digits) = suffix.split_last()?;
        let bits = match letter.to_ascii_lowercase() {
            b'b' => 8,
            b'h' => 16,
            b's' => 32,
            b'd' => 64,
            b'q' => 128,
            _ => return None,
        };
        let count = match digits {
            b"" => 0,
            b"1" => 1,
            b"2" => 2,
            b"4" => 4,
            b"8" => 8,
            b"16" => 16,
            _ => return None,
        };
        let is_known = match kind {
            RegisterKind::Neon => matches!(
                (count, bits),
                (0, 8..=64) | (1, 64 | 128) | (2, 8..=64) | (4, 8..=32) | (8, 8 | 16) | (16, 8)
            ),
            _ => count == 0,
        };
        is_known.then_some(Lanes { count, bits })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_kinds() {
        let tables = Tables::embedded("aarch64").unwrap();
        let registers = Registers::new();
        let name = |name: &str| {
            let (kind, reg) = registers.named(&tables, name.as_bytes())?;
            Some((kind, tables.text(tables.register(reg).name)))
        };
        assert_eq!(name("X29"), Some((RegisterKind::Scalar, "FP")));
        assert_eq!(name("w31"), Some((RegisterKind::Scalar, "WZR")));
        assert_eq!(name("v7"), Some((RegisterKind::Neon, "Q7")));
        assert_eq!(name("PN15"), Some((RegisterKind::Counter, "PN15")));
        assert_eq!(name("za3h.s"), Some((RegisterKind::Matrix, "ZAS3")));
        assert_eq!(name("zt0"), Some((RegisterKind::LookupTable, "ZT0")));
        assert_eq!(name("w30_hi"), Some((RegisterKind::Scalar, "W30_HI")));
        for wrong in ["x01", "x32", "p16", "za2.h", "zt1", "foo", "x"] {
            assert_eq!(name(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn every_class_and_register_exists() {
        let tables = Tables::embedded("aarch64").unwrap();
        for class in CLASS_NAMES {
            assert!(tables.register_class_named(class).is_some(), "{class}");
        }
        for reg in FIRST_NAMES {
            assert!(tables.register_named(reg).is_some(), "{reg}");
        }
    }

    #[test]
    fn lanes_of_suffixes() {
        let neon = |text: &str| Lanes::of_suffix(text.as_bytes(), RegisterKind::Neon);
        assert_eq!(neon(".16B"), Some(Lanes { count: 16, bits: 8 }));
        assert_eq!(neon(".q"), None);
        assert_eq!(neon(".8s"), None);
        let scalable = Lanes::of_suffix(b".q", RegisterKind::Scalable);
        assert_eq!(scalable, Some(Lanes { count: 0, bits: 128 }));
    }
}
