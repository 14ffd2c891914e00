//! Calling conventions, which decide the width of pointers and some names of registers.

use crate::triple::Triple;

/// A calling convention.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Abi {
    /// 32 bits.
    O32,
    /// Registers of 64 bits, pointers of 32.
    N32,
    /// 64 bits.
    N64,
}

impl Abi {
    /// Returns the convention of a triple.
    pub fn of(triple: &Triple) -> Abi {
        let name = triple.as_str().split('-').next().unwrap_or_default();
        let environment = triple.environment();
        let is_n32 = environment.starts_with("gnuabin32") || environment.starts_with("muslabin32");
        if is_n32 || environment.is_empty() && name.starts_with("mipsn32") {
            Abi::N32
        } else if triple.arch().is_some_and(|it| it.facts().address_bits == 64) {
            Abi::N64
        } else {
            Abi::O32
        }
    }

    /// Returns whether pointers have 64 bits.
    pub fn has_wide_pointers(self) -> bool {
        self == Abi::N64
    }

    /// Returns whether integers are passed in registers of 64 bits.
    pub fn has_wide_registers(self) -> bool {
        self != Abi::O32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triples_have_conventions() {
        let of = |text| Abi::of(&Triple::new(text));
        assert_eq!(of("mips-linux-gnu"), Abi::O32);
        assert_eq!(of("mips64el-unknown-linux-gnuabi64"), Abi::N64);
        assert_eq!(of("mips64-unknown-linux-gnuabin32"), Abi::N32);
        assert_eq!(of("mipsn32el-unknown-linux"), Abi::N32);
    }
}
