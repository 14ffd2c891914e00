//! Registers by their kind and number.

use oxmca_tables::{Reg, Tables};

/// A kind of registers that instructions name by a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum File {
    /// General registers of 32 bits.
    General,
    /// General registers of 64 bits.
    Wide,
    /// Floating-point registers of 32 bits.
    Single,
    /// Floating-point registers of 64 bits.
    Double,
    /// Pairs of floating-point registers of 32 bits, by the number of the first.
    Pair,
    /// Bits that comparisons of floating-point numbers set.
    Condition,
    Vector,
    VectorControl,
    /// Registers of the system's coprocessor.
    System,
    /// Registers of coprocessor 2.
    Second,
    /// Registers of coprocessor 3.
    Third,
    Accumulator,
    /// The upper halves of accumulators.
    High,
    /// The lower halves of accumulators.
    Low,
    FloatControl,
    /// Registers that `rdhwr` reads.
    Hardware,
}

/// The classes that have the registers of each kind, in the order of the kinds.
const CLASSES: [&str; 16] = [
    "GPR32", "GPR64", "FGR32", "FGR64", "AFGR64", "FCC", "MSA128B", "MSACtrl", "COP0", "COP2",
    "COP3", "ACC64DSP", "HI32DSP", "LO32DSP", "CCR", "HWRegs",
];

/// The registers by kind and number.
#[derive(Debug)]
pub struct Registers([[Reg; 32]; CLASSES.len()]);

impl Registers {
    /// Looks the registers up.
    pub fn new(tables: &Tables<'_>) -> Self {
        let mut files = [[Reg::NONE; 32]; CLASSES.len()];
        let classes = CLASSES.map(|name| tables.register_class_named(name));
        for number in 1..tables.registers.len() {
            let reg = Reg(number as u16);
            let encoding = usize::from(tables.register(reg).encoding);
            for (class, file) in classes.iter().zip(&mut files) {
                if class.is_some_and(|class| tables.class_contains(class, reg))
                    && let Some(place) = file.get_mut(encoding)
                {
                    *place = reg;
                }
            }
        }
        Registers(files)
    }

    /// Returns the register of a kind that has a number, which is below 32.
    pub fn numbered(&self, file: File, number: usize) -> Reg {
        let number = if file == File::Pair { number & !1 } else { number };
        self.0[file as usize].get(number).copied().unwrap_or_default()
    }

    /// Returns a general register of 32 or 64 bits.
    pub fn general(&self, number: usize, is_wide: bool) -> Reg {
        self.numbered(if is_wide { File::Wide } else { File::General }, number)
    }

    /// Returns the number of a general register of 32 bits.
    pub fn general_number(&self, reg: Reg) -> Option<usize> {
        self.number_in(File::General, reg)
    }

    /// Returns the number of a register, if it is of that kind.
    pub fn number_in(&self, file: File, reg: Reg) -> Option<usize> {
        self.0[file as usize].iter().position(|it| *it == reg && reg != Reg::NONE)
    }

    /// Returns the number of a general register of either width.
    pub fn any_general_number(&self, reg: Reg) -> Option<usize> {
        self.general_number(reg).or_else(|| self.number_in(File::Wide, reg))
    }

    /// Returns whether a register is the one that is always 0.
    pub fn is_zero(&self, reg: Reg) -> bool {
        self.any_general_number(reg) == Some(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_have_numbers() {
        let Ok(tables) = Tables::embedded("mips") else { return };
        let registers = Registers::new(&tables);
        let name =
            |file, number| tables.text(tables.register(registers.numbered(file, number)).name);
        for (file, number, expected) in [
            (File::General, 0, "ZERO"),
            (File::General, 31, "RA"),
            (File::Wide, 29, "SP_64"),
            (File::Single, 31, "F31"),
            (File::Double, 31, "D31_64"),
            (File::Pair, 30, "D15"),
            (File::Pair, 31, "D15"),
            (File::Condition, 7, "FCC7"),
            (File::Vector, 31, "W31"),
            (File::VectorControl, 7, "MSAUnmap"),
            (File::System, 31, "COP031"),
            (File::Second, 31, "COP231"),
            (File::Third, 31, "COP331"),
            (File::Accumulator, 3, "AC3"),
            (File::High, 3, "HI3"),
            (File::Low, 3, "LO3"),
            (File::FloatControl, 31, "FCR31"),
            (File::Hardware, 29, "HWR29"),
        ] {
            assert_eq!(name(file, number), expected);
        }
    }
}
