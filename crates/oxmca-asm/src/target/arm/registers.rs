//! Registers and classes of them that code asks for by name.

use oxmca_tables::{Reg, RegClassId, Tables};

/// A class of registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    General,
    GeneralNoPc,
    /// General registers without `pc`, and `sp` where the architecture forbids it.
    Restricted,
    Low,
    GeneralOrFlags,
    GeneralPair,
    Single,
    Double,
    Quad,
    MveQuad,
    MveQuadPair,
    MveQuadQuadruple,
    DoublePair,
    DoublePairSpaced,
    FloatWithVpr,
}

/// The names of the classes, in the order of [`Class`].
const NAMES: [&str; 15] = [
    "GPR",
    "GPRnopc",
    "rGPR",
    "tGPR",
    "GPRwithAPSRnosp",
    "GPRPair",
    "SPR",
    "DPR",
    "QPR",
    "MQPR",
    "MQQPR",
    "MQQQQPR",
    "DPair",
    "DPairSpc",
    "FPWithVPR",
];

/// Names of general registers beside those of the tables, by their number.
const OTHER_NAMES: [(&[u8], u16); 16] = [
    (b"ip", 12),
    (b"a1", 0),
    (b"a2", 1),
    (b"a3", 2),
    (b"a4", 3),
    (b"v1", 4),
    (b"v2", 5),
    (b"v3", 6),
    (b"v4", 7),
    (b"v5", 8),
    (b"v6", 9),
    (b"v7", 10),
    (b"v8", 11),
    (b"sb", 9),
    (b"sl", 10),
    (b"fp", 11),
];

/// The registers.
#[derive(Debug)]
pub struct Registers {
    /// By number; the last three are `sp`, `lr` and `pc`.
    general: [Reg; 16],
    /// The condition flags.
    pub flags: Reg,
    /// `apsr` in lists.
    pub apsr: Reg,
    pub vpr: Reg,
    pub p0: Reg,
    /// The pseudo-register of an authentication code.
    pub auth_code: Reg,
    pub first_single: Reg,
    pub first_double: Reg,
    pub first_quad: Reg,
    /// The condition flags as a destination of moves.
    pub apsr_nzcv: Reg,
    /// The register of zero.
    pub zero: Reg,
    /// The status of floating-point units, and its flags.
    pub float_status: Reg,
    pub float_flags: Reg,
    classes: [Option<RegClassId>; NAMES.len()],
}

impl Registers {
    /// Looks the registers up.
    pub fn new(tables: &Tables<'_>) -> Self {
        let named = |name: &str| tables.register_named(name).unwrap_or(Reg::NONE);
        let general = |number: usize| match number {
            13 => named("SP"),
            14 => named("LR"),
            15 => named("PC"),
            number => named(&format!("R{number}")),
        };
        Self {
            general: std::array::from_fn(general),
            flags: named("CPSR"),
            apsr: named("APSR"),
            vpr: named("VPR"),
            p0: named("P0"),
            auth_code: named("RA_AUTH_CODE"),
            first_single: named("S0"),
            first_double: named("D0"),
            first_quad: named("Q0"),
            apsr_nzcv: named("APSR_NZCV"),
            zero: named("ZR"),
            float_status: named("FPSCR"),
            float_flags: named("FPSCR_NZCV"),
            classes: NAMES.map(|name| tables.register_class_named(name)),
        }
    }

    /// Returns general register number `number`.
    pub fn general(&self, number: u16) -> Reg {
        self.general.get(usize::from(number)).copied().unwrap_or(Reg::NONE)
    }

    pub fn sp(&self) -> Reg {
        self.general[13]
    }

    pub fn lr(&self) -> Reg {
        self.general[14]
    }

    pub fn pc(&self) -> Reg {
        self.general[15]
    }

    /// Returns whether a register is one of `r0` to `r7`.
    pub fn is_low(&self, reg: Reg) -> bool {
        self.general[..8].contains(&reg)
    }

    /// Returns whether a register is one of `d16` to `d31`, which smaller units lack.
    pub fn is_upper_double(&self, reg: Reg) -> bool {
        let number = reg.0.wrapping_sub(self.first_double.0);
        (16..32).contains(&number)
    }

    /// Returns the class.
    pub fn class(&self, class: Class) -> Option<RegClassId> {
        self.classes[class as usize]
    }

    /// Returns whether a register is in a class.
    pub fn is_in(&self, tables: &Tables<'_>, class: Class, reg: Reg) -> bool {
        self.class(class).is_some_and(|class| tables.class_contains(class, reg))
    }

    /// Returns the register of a name in lower case.
    pub fn named(&self, tables: &Tables<'_>, name: &[u8]) -> Option<Reg> {
        let other = || OTHER_NAMES.iter().find(|(known, _)| *known == name);
        tables.register_written(name).or_else(|| other().map(|(_, number)| self.general(*number)))
    }

    /// Returns the register after another, by number: after `pc` comes `r0`.
    pub fn next(&self, reg: Reg) -> Reg {
        match self.general.iter().position(|it| *it == reg) {
            Some(number) => self.general[(number + 1) % 16],
            None => offset(reg, 1),
        }
    }

    /// Returns the register of a class whose part of the given index is a register.
    pub fn whole_of(
        &self,
        tables: &Tables<'_>,
        part: Reg,
        index: &str,
        class: Class,
    ) -> Option<Reg> {
        let mut wholes = tables.super_registers(part).iter().copied();
        wholes.find(|whole| {
            self.is_in(tables, class, *whole) && part_of(tables, *whole, index) == Some(part)
        })
    }
}

/// Returns the register so many places behind another in the enumeration, where vector registers are in order.
pub fn offset(reg: Reg, by: u16) -> Reg {
    Reg(reg.0.saturating_add(by))
}

/// Returns the part of a register of an index of the tables, e.g. `dsub_0`.
pub fn part_of(tables: &Tables<'_>, reg: Reg, index: &str) -> Option<Reg> {
    let mut parts = tables.sub_registers(reg).iter();
    let text = |index: u16| tables.text(tables.sub_register_indices[usize::from(index)]);
    parts.find(|part| text(part.index) == index).map(|part| part.reg)
}
