//! Registers by the names that assembly has for them.

use oxmca_tables::{Reg, Tables};

/// Slots for names: a power of two, several times as many as there are names.
const SLOTS: usize = 1024;

/// A table of names.
#[derive(Debug)]
pub struct RegisterNames(Box<[Slot]>);

/// A name's bytes as a number, with its register; 0 if no name is there.
type Slot = (u128, Reg);

impl RegisterNames {
    /// Gathers all names of all registers. Of registers with one name, it stands for the first.
    pub fn new(tables: &Tables<'_>) -> Self {
        let mut names = Self(vec![(0, Reg::NONE); SLOTS].into());
        for reg in (1..tables.registers.len()).map(|number| Reg(number as u16)) {
            for name in tables.asm_names(reg) {
                names.add(name.as_bytes(), reg);
            }
        }
        names
    }

    fn add(&mut self, name: &[u8], reg: Reg) {
        let Some(key) = key(name) else { return };
        if let Some(slot) = self.slot(key).filter(|slot| self.0[*slot].0 == 0) {
            self.0[slot] = (key, reg);
        }
    }

    /// The register of a name.
    pub fn find(&self, name: &[u8]) -> Option<Reg> {
        let key = key(name)?;
        let (known, reg) = self.0[self.slot(key)?];
        (known == key).then_some(reg)
    }

    /// The slot of a name, or the free one where it belongs; `None` if all are taken.
    fn slot(&self, key: u128) -> Option<usize> {
        let folded = key as u64 ^ (key >> 64) as u64;
        let begin = (folded.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as usize;
        let mut slots = (begin..SLOTS).chain(0..begin);
        slots.find(|slot| self.0[*slot].0 == 0 || self.0[*slot].0 == key)
    }
}

/// The bytes of a name as a number; `None` for names that are longer than those of registers.
fn key(name: &[u8]) -> Option<u128> {
    let mut bytes = [0; 16];
    bytes.get_mut(..name.len())?.copy_from_slice(name);
    Some(u128::from_le_bytes(bytes)).filter(|key| *key != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::builtin_tables;
    use crate::triple::Triple;

    #[test]
    fn each_name_stands_for_the_first_register_that_has_it() {
        let tables = builtin_tables(&Triple::new("riscv64")).unwrap();
        let tables = &tables.tables();
        let names = RegisterNames::new(tables);
        let reg = |name: &str| tables.register_named(name);
        for (name, expected) in [
            ("x0", "X0"),
            ("zero", "X0"),
            ("s0", "X8"),
            ("fp", "X8"),
            ("t6", "X31"),
            ("ft0", "F0_D"),
            ("f31", "F31_D"),
            ("v31", "V31"),
            ("fflags", "FFLAGS"),
            ("sf.vcix_state", "SF_VCIX_STATE"),
        ] {
            assert_eq!(names.find(name.as_bytes()), reg(expected), "{name}");
        }
        for name in ["", "x32", "X0", "x", "v0.t", "register", "names of registers"] {
            assert_eq!(names.find(name.as_bytes()), None, "{name}");
        }
        let regs = (1..tables.registers.len()).map(|number| Reg(number as u16));
        for (reg, name) in regs.flat_map(|reg| tables.asm_names(reg).map(move |name| (reg, name))) {
            assert!(names.find(name.as_bytes()).is_some_and(|first| first <= reg), "{name}");
        }
    }
}
