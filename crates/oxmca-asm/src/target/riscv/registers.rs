//! Registers: names, and the registers of other widths that a name stands for.

use oxmca_tables::{MatchClassId, Reg, RegClassId, Tables};

/// Registers and classes that the assembler looks at. If the tables lack one, it is no register, or a
/// class without members.
#[derive(Debug)]
pub struct Registers {
    pub x0: Reg,
    /// The first register of each kind that is numbered alike.
    pub f0_double: Reg,
    f0_single: Reg,
    f0_half: Reg,
    f0_quad: Reg,
    f0_octuple: Reg,
    x0_capability: Reg,
    x0_half: Reg,
    x0_single: Reg,
    pub v0: Reg,
    pub general: RegClassId,
    general_compressed: RegClassId,
    pub pairs: RegClassId,
    doubles: RegClassId,
    doubles_compressed: RegClassId,
    vectors: RegClassId,
    /// Classes of the matcher that names of other registers are read for.
    coerced: Coerced,
    /// Classes of aligned groups of vector registers: of the matcher, and of registers.
    groups: [(Option<MatchClassId>, RegClassId); 3],
    /// Classes in the order of [`RegisterClass`].
    named_classes: [RegClassId; 7],
}

/// Classes that predicates of operands ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegisterClass {
    General,
    Capabilities,
    Pairs,
    PairsCompressed,
    PairsWithoutZero,
    /// Integer registers as half-precision ones.
    GeneralAsHalf,
    /// Integer registers as single-precision ones.
    GeneralAsSingle,
}

/// Classes of the matcher by what they take in place of registers of their own.
#[derive(Debug)]
struct Coerced {
    capability: Option<MatchClassId>,
    octuple: Option<MatchClassId>,
    quad: Option<MatchClassId>,
    single: Option<MatchClassId>,
    single_compressed: Option<MatchClassId>,
    half: Option<MatchClassId>,
    general_as_half: Option<MatchClassId>,
    general_as_single: Option<MatchClassId>,
    general_as_double: Option<MatchClassId>,
}

/// The features that decide which registers an operand may stand for.
#[derive(Clone, Copy, Debug)]
pub struct Width {
    /// Registers have 64 bits.
    pub is_64_bit: bool,
    /// Doubles are kept in integer registers.
    pub has_doubles_in_general: bool,
}

impl Registers {
    /// Looks up what the assembler needs.
    pub fn new(tables: &Tables<'_>) -> Self {
        let reg = |name| tables.register_named(name).unwrap_or(Reg::NONE);
        let class = |name| tables.register_class_named(name).unwrap_or(RegClassId(u16::MAX));
        let matched = |name: &str| tables.match_class_named(name);
        Self {
            x0: reg("X0"),
            f0_double: reg("F0_D"),
            f0_single: reg("F0_F"),
            f0_half: reg("F0_H"),
            f0_quad: reg("F0_Q"),
            f0_octuple: reg("F0_Q2"),
            x0_capability: reg("X0_Y"),
            x0_half: reg("X0_H"),
            x0_single: reg("X0_W"),
            v0: reg("V0"),
            general: class("GPR"),
            general_compressed: class("GPRC"),
            pairs: class("GPRPair"),
            doubles: class("FPR64"),
            doubles_compressed: class("FPR64C"),
            vectors: class("VR"),
            coerced: Coerced {
                capability: matched("YGPR"),
                octuple: matched("FPR256"),
                quad: matched("FPR128"),
                single: matched("FPR32"),
                single_compressed: matched("FPR32C"),
                half: matched("FPR16"),
                general_as_half: matched("GPRAsFPR16"),
                general_as_single: matched("GPRAsFPR32"),
                general_as_double: matched("GPRF64AsFPR"),
            },
            groups: [("VRM2"), ("VRM4"), ("VRM8")].map(|name| (matched(name), class(name))),
            named_classes: [
                "GPR",
                "YGPR",
                "GPRPair",
                "GPRPairC",
                "GPRPairNoX0",
                "GPRF16",
                "GPRF32",
            ]
            .map(class),
        }
    }

    /// Returns whether a register belongs to a class.
    pub fn is_in(&self, tables: &Tables<'_>, class: RegisterClass, reg: Reg) -> bool {
        has(tables, self.named_classes[class as usize], reg)
    }

    /// Returns whether a register is an integer, floating-point or vector register.
    pub fn is_any(&self, tables: &Tables<'_>, reg: Reg) -> bool {
        [self.general, self.doubles, self.vectors].iter().any(|class| has(tables, *class, reg))
    }

    /// Returns whether a register is one that compressed instructions reach.
    pub fn is_any_compressed(&self, tables: &Tables<'_>, reg: Reg) -> bool {
        let classes = [self.general_compressed, self.doubles_compressed];
        classes.iter().any(|class| has(tables, *class, reg))
    }

    /// Returns whether a register is an integer register that compressed instructions reach.
    pub fn is_general_compressed(&self, tables: &Tables<'_>, reg: Reg) -> bool {
        has(tables, self.general_compressed, reg)
    }

    /// Returns whether a register is a vector register or an aligned group of them.
    pub fn is_vector(&self, tables: &Tables<'_>, reg: Reg) -> bool {
        has(tables, self.vectors, reg) || self.group_size(tables, reg) > 1
    }

    /// Returns the number of vector registers in a group; 1 for a register.
    pub fn group_size(&self, tables: &Tables<'_>, reg: Reg) -> u16 {
        let is_in = |(_, class): &(Option<MatchClassId>, RegClassId)| has(tables, *class, reg);
        self.groups.iter().position(is_in).map_or(1, |log| 2 << log)
    }

    /// Returns whether a register is an integer register.
    pub fn is_general(&self, tables: &Tables<'_>, reg: Reg) -> bool {
        has(tables, self.general, reg)
    }

    /// Returns the number of an integer register.
    pub fn number(&self, reg: Reg) -> u16 {
        reg.0.wrapping_sub(self.x0.0)
    }

    /// Returns the integer register of a number.
    pub fn general_of(&self, number: u16) -> Reg {
        Reg(self.x0.0 + number)
    }

    /// Returns the pair whose even register is `even`.
    pub fn pair_of(&self, tables: &Tables<'_>, even: Reg) -> Option<Reg> {
        of_same_encoding(tables, self.pairs, even)
    }

    /// Returns the even register of a pair; another register as it is.
    pub fn even_of(&self, tables: &Tables<'_>, reg: Reg) -> Reg {
        if has(tables, self.pairs, reg) {
            return self.general_of(tables.register(reg).encoding);
        }
        reg
    }

    /// Returns the register that a written one stands for where a class of the matcher is asked for that
    /// it does not belong to; `None` if there is none.
    pub fn coerced(
        &self,
        tables: &Tables<'_>,
        reg: Reg,
        is_float: bool,
        class: MatchClassId,
        width: Width,
    ) -> Option<Reg> {
        let class = Some(class);
        let moved = |from: Reg, to: Reg| Some(Reg(reg.0 - from.0 + to.0));
        let is_double = has(tables, self.doubles, reg);
        let is_compressed = has(tables, self.doubles_compressed, reg);
        let is_general = has(tables, self.general, reg);
        if is_general && class == self.coerced.capability {
            return moved(self.x0, self.x0_capability);
        }
        if is_double && class == self.coerced.octuple {
            return moved(self.f0_double, self.f0_octuple);
        }
        if is_double && class == self.coerced.quad {
            return moved(self.f0_double, self.f0_quad);
        }
        let is_single = (is_double && class == self.coerced.single)
            || (is_compressed && class == self.coerced.single_compressed);
        if is_single {
            return moved(self.f0_double, self.f0_single);
        }
        if is_double && class == self.coerced.half {
            return moved(self.f0_double, self.f0_half);
        }
        if is_general && is_float && class == self.coerced.general_as_half {
            return moved(self.x0, self.x0_half);
        }
        if is_general && is_float && class == self.coerced.general_as_single {
            return moved(self.x0, self.x0_single);
        }
        // Taken so that the message says what the instruction requires.
        let has_wrong_width = width.has_doubles_in_general && !width.is_64_bit;
        if is_general && has_wrong_width && class == self.coerced.general_as_double {
            return Some(reg);
        }
        if has(tables, self.vectors, reg) {
            let group = self.groups.iter().find(|(group, _)| *group == class)?;
            return of_same_encoding(tables, group.1, reg);
        }
        None
    }
}

fn has(tables: &Tables<'_>, class: RegClassId, reg: Reg) -> bool {
    class.index() < tables.register_classes.len() && tables.class_contains(class, reg)
}

/// Returns the register of a class with the encoding of another.
fn of_same_encoding(tables: &Tables<'_>, class: RegClassId, reg: Reg) -> Option<Reg> {
    let encoding = tables.register(reg).encoding;
    let regs = (1..tables.registers.len()).map(|number| Reg(number as u16));
    regs.into_iter().find(|it| tables.register(*it).encoding == encoding && has(tables, class, *it))
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
            let expected = tables.register_named(expected);
            assert!(expected.is_some(), "{name}");
            assert_eq!(tables.register_written(name.as_bytes()), expected, "{name}");
        }
        for name in ["", "x32", "X0", "x", "v0.t", "register", "names of registers"] {
            assert_eq!(tables.register_written(name.as_bytes()), None, "{name}");
        }
        let regs = (1..tables.registers.len()).map(|number| Reg(number as u16));
        for (reg, name) in regs.flat_map(|reg| tables.asm_names(reg).map(move |name| (reg, name))) {
            let first = tables.register_written(name.as_bytes());
            assert!(first.is_some_and(|first| first <= reg), "{name}");
        }
    }
}
