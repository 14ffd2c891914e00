//! Registers: numbers, some of which have a name of their own.

use oxmca_tables::{Reg, Tables};

/// The numbers of registers that machine code shows under another name than `r` and the number.
const NAMED: [(&str, u8); 7] =
    [("PC", 2), ("SP", 4), ("FP", 5), ("RV", 8), ("RR1", 10), ("RR2", 11), ("RCA", 15)];

/// The registers by number.
#[derive(Debug)]
pub struct Registers {
    /// As machine code shows them.
    shown: [Reg; 32],
    /// The number of each register of the tables.
    numbers: Box<[u8]>,
    /// `r0`, which is always 0.
    pub zero: Reg,
}

impl Registers {
    /// Looks up the registers.
    pub fn new(tables: &Tables<'_>) -> Self {
        let find = |name: &str| tables.register_named(name).unwrap_or(Reg::NONE);
        let mut numbers = vec![0; tables.registers.len()];
        let mut shown = [Reg::NONE; 32];
        let mut note = |reg: Reg, number: u8| {
            if let Some(entry) = numbers.get_mut(usize::from(reg.0)) {
                *entry = number;
            }
            shown[usize::from(number)] = reg;
        };
        for number in 0..32 {
            note(find(&format!("R{number}")), number);
        }
        for (name, number) in NAMED {
            note(find(name), number);
        }
        Self { shown, numbers: numbers.into(), zero: find("R0") }
    }

    /// Returns the register that machine code shows for a number.
    pub fn shown(&self, number: u64) -> Reg {
        self.shown[(number & 31) as usize]
    }

    /// Returns the number of a register in machine code.
    pub fn number(&self, reg: Reg) -> u64 {
        self.numbers.get(usize::from(reg.0)).copied().unwrap_or_default().into()
    }
}
