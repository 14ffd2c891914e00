//! Kinds of x86 registers, gathered once from the tables.

use oxmca_tables::{Reg, Tables};

/// Kinds of registers, one bit each.
pub(super) mod kind {
    /// 16-bit general purpose register.
    pub const GR16: u32 = 1 << 0;
    /// 32-bit general purpose register.
    pub const GR32: u32 = 1 << 1;
    /// 64-bit general purpose register, or `rip`.
    pub const GR64: u32 = 1 << 2;
    /// `mm0`..`mm7`.
    pub const MMX: u32 = 1 << 3;
    /// `xmm0`..`xmm31`.
    pub const XMM: u32 = 1 << 4;
    /// `ymm0`..`ymm31`.
    pub const YMM: u32 = 1 << 5;
    /// `zmm0`..`zmm31`.
    pub const ZMM: u32 = 1 << 6;
    /// Segment register.
    pub const SEGMENT: u32 = 1 << 7;
    /// Mask register `k0`..`k7`.
    pub const MASK: u32 = 1 << 8;
    /// Needs an extension bit of a prefix, e.g. `r8` or `xmm8`.
    pub const EXTENDED: u32 = 1 << 9;
    /// `r16` to `r31` and their parts.
    pub const APX: u32 = 1 << 10;
    /// `ah`, `bh`, `ch`, `dh`.
    pub const HIGH_BYTE: u32 = 1 << 11;
    /// `spl`, `bpl`, `sil`, `dil`: need a REX prefix.
    pub const REX_LOW_BYTE: u32 = 1 << 12;
    /// 8-bit general purpose register.
    pub const GR8: u32 = 1 << 13;
    /// Control or debug register.
    pub const SYSTEM: u32 = 1 << 14;

    /// A vector register.
    pub const VECTOR: u32 = MMX | XMM | YMM | ZMM;
    /// A general purpose register.
    pub const GENERAL: u32 = GR8 | GR16 | GR32 | GR64;
}

/// Returns the kinds that follow from membership in a register class.
fn kinds_of_class(name: &[u8]) -> u32 {
    match name {
        b"GR8" => kind::GR8,
        b"GR16" => kind::GR16,
        b"GR32" => kind::GR32,
        b"GR64" => kind::GR64,
        b"VR64" => kind::MMX,
        b"VR128X" => kind::XMM,
        b"VR256X" => kind::YMM,
        b"VR512" => kind::ZMM,
        b"SEGMENT_REG" => kind::SEGMENT,
        b"VK1" => kind::MASK,
        b"CONTROL_REG" | b"DEBUG_REG" => kind::SYSTEM,
        _ => 0,
    }
}

/// Declares the registers that rules name, found by their LLVM names.
macro_rules! named_registers {
    ($($field:ident $name:literal,)*) => {
        /// Registers that rules name; [`Reg::NONE`] where the tables lack one.
        #[derive(Clone, Copy, Default, Debug)]
        pub(super) struct Named {
            $(pub $field: Reg,)*
        }

        impl Named {
            fn set(&mut self, name: &[u8], reg: Reg) {
                match name {
                    $($name => self.$field = reg,)*
                    _ => {}
                }
            }
        }
    };
}

named_registers! {
    eip b"EIP", rip b"RIP", eiz b"EIZ", riz b"RIZ",
    esp b"ESP", rsp b"RSP",
    bx b"BX", bp b"BP", si b"SI", esi b"ESI", rsi b"RSI", di b"DI", edi b"EDI", rdi b"RDI",
    dx b"DX", es b"ES", k0 b"K0",
    st0 b"ST0", st1 b"ST1", st2 b"ST2", st3 b"ST3", st4 b"ST4", st5 b"ST5", st6 b"ST6", st7 b"ST7",
    k0_k1 b"K0_K1", k2_k3 b"K2_K3", k4_k5 b"K4_K5", k6_k7 b"K6_K7",
}

/// The kinds of each register.
#[derive(Debug)]
pub(super) struct Registers {
    kinds: Box<[u32]>,
    encodings: Box<[u16]>,
    /// Open-addressed, at most three quarters full: packed name and register.
    by_name: Box<[(u64, Reg)]>,
    pub named: Named,
}

impl Registers {
    pub fn new(tables: &Tables<'_>) -> Registers {
        let mut kinds = vec![0; tables.registers.len()].into_boxed_slice();
        for class in tables.register_classes {
            let bits = kinds_of_class(tables.bytes(class.name));
            if bits != 0 {
                for reg in &tables.register_lists[class.members.range()] {
                    kinds[reg.index()] |= bits;
                }
            }
        }
        let slots = (tables.registers.len() * 4).div_ceil(3).next_power_of_two();
        let mut by_name = vec![(0, Reg::NONE); slots].into_boxed_slice();
        let mut named = Named::default();
        for (index, row) in tables.registers.iter().enumerate() {
            let reg = Reg(index as u16);
            let name = tables.bytes(row.name);
            named.set(name, reg);
            let extensible = kind::GENERAL | kind::VECTOR | kind::SYSTEM;
            if kinds[index] & extensible != 0 && row.encoding >= 8 {
                kinds[index] |= kind::EXTENDED;
                if kinds[index] & kind::GENERAL != 0 && row.encoding >= 16 {
                    kinds[index] |= kind::APX;
                }
            }
            match name {
                b"AH" | b"BH" | b"CH" | b"DH" => kinds[index] |= kind::HIGH_BYTE,
                b"SPL" | b"BPL" | b"SIL" | b"DIL" => kinds[index] |= kind::REX_LOW_BYTE,
                _ => {}
            }
            if let Some(key) = pack(tables.bytes(row.asm_name)) {
                let slot = slot_of(&by_name, key);
                if by_name[slot].0 == 0 {
                    by_name[slot] = (key, reg);
                }
            }
        }
        let encodings = tables.registers.iter().map(|row| row.encoding).collect();
        Registers { kinds, encodings, by_name, named }
    }

    /// Returns whether there is a register of that number.
    #[inline]
    pub fn contains(&self, reg: Reg) -> bool {
        reg.index() < self.kinds.len()
    }

    /// Returns whether a register is of any of `kinds`. No register is of none.
    #[inline]
    pub fn is(&self, reg: Reg, kinds: u32) -> bool {
        self.kinds[reg.index()] & kinds != 0
    }

    /// Returns the hardware encoding.
    #[inline]
    pub fn encoding(&self, reg: Reg) -> u16 {
        self.encodings[reg.index()]
    }

    /// Returns the register of a kind that has that hardware encoding.
    pub fn with_encoding(&self, kind: u32, encoding: i64) -> Option<Reg> {
        let of_kind = (0..self.kinds.len()).map(|index| Reg(index as u16));
        of_kind
            .into_iter()
            .find(|reg| self.is(*reg, kind) && i64::from(self.encoding(*reg)) == encoding)
    }

    /// Returns the register of that name, as written after `%`; upper case is understood too.
    pub fn by_name(&self, name: &[u8]) -> Option<Reg> {
        let key = pack(name)?;
        self.by_key(key).or_else(|| self.by_key(pack(&name.to_ascii_lowercase())?))
    }

    fn by_key(&self, key: u64) -> Option<Reg> {
        let (found, reg) = self.by_name[slot_of(&self.by_name, key)];
        (found == key).then_some(reg)
    }

    /// Returns the register that shares `reg`'s bytes and has the given size (one of the `GR`
    /// kinds).
    pub fn resized(&self, tables: &Tables<'_>, reg: Reg, size: u32) -> Reg {
        if self.is(reg, size) {
            return reg;
        }
        let supers = tables.super_registers(reg).iter().copied();
        let subs = tables.sub_registers(reg).iter().map(|sub| sub.reg);
        supers.chain(subs).find(|other| self.is(*other, size)).unwrap_or(reg)
    }

    /// Returns the part of a kind of a register, not one that begins elsewhere; the register itself if it is of that kind.
    pub fn with_part(&self, tables: &Tables<'_>, whole: Reg, kind: u32) -> Option<Reg> {
        if self.is(whole, kind) {
            return Some(whole);
        }
        let parts = tables.sub_registers(whole).iter().map(|sub| sub.reg);
        parts.into_iter().find(|it| self.is(*it, kind) && !self.is(*it, kind::HIGH_BYTE))
    }

    /// Returns `st(index)`, for an index below 8.
    pub fn stack(&self, index: i64) -> Option<Reg> {
        let n = &self.named;
        let stack = [n.st0, n.st1, n.st2, n.st3, n.st4, n.st5, n.st6, n.st7];
        usize::try_from(index).ok().and_then(|index| stack.get(index).copied())
    }
}

/// Returns a name of at most eight bytes as a number; longer names are not registers.
fn pack(name: &[u8]) -> Option<u64> {
    if name.is_empty() || name.len() > 8 {
        return None;
    }
    Some(name.iter().rev().fold(0, |key, byte| key << 8 | u64::from(*byte)))
}

/// Returns the slot that holds `key`, or the free one where it belongs. The number of slots is a power
/// of two.
fn slot_of(by_name: &[(u64, Reg)], key: u64) -> usize {
    let mask = by_name.len() - 1;
    let mut slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
    while by_name[slot].0 != 0 && by_name[slot].0 != key {
        slot = (slot + 1) & mask;
    }
    slot
}
