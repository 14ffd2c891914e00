//! Registers and register classes.

use bytemuck::{Pod, Zeroable};

use super::{MatchClassId, Reg, ShortSpan, ShortText, Span, Text};

/// A physical register.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct Register {
    /// LLVM's name, e.g. `RAX`.
    pub name: ShortText,
    /// The assembler's name, e.g. `rax`; empty if it cannot be written.
    pub asm_name: ShortText,
    /// Its other names, and the registers that overlap with it: a row of `register_relations`.
    pub relations: u16,
    /// Hardware encoding.
    pub encoding: u16,
    /// Class the matcher gives this register (`Table[Reg]` of LLVM's `validateOperandClass`).
    pub match_class: MatchClassId,
    /// DWARF register number of the main (64-bit) numbering, or -1.
    pub dwarf_number: i16,
    /// 1 if reads always give the same value and writes are ignored.
    pub is_constant: u8,
    /// 1 if the register exists for allocation only and cannot be written in assembly.
    pub is_artificial: u8,
    /// The set of the superclasses of `match_class`, which is asked for often: its row of `match_class_bits`.
    pub superclass_set: u16,
}

/// The lists of a register. Registers that are parts of others in the same way have the same row.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Pod, Zeroable)]
pub struct RegisterRelations {
    /// Further names the assembler reads, each empty if the register lacks it: rows of
    /// `register_names`. Their position tells them apart (AArch64: `v0` as a whole, `v0` in a list).
    pub other_names: ShortSpan,
    /// All sub-registers, transitively, LLVM's order: rows of `sub_registers`.
    pub sub_registers: Span,
    /// All super-registers, transitively, LLVM's order: rows of `register_lists`.
    pub super_registers: ShortSpan,
    /// Register units: rows of `register_units`. Two registers overlap iff they share a unit.
    pub units: ShortSpan,
}

/// A sub-register of a register, by its distance: registers that are parts of wider ones in the same way have the same
/// list.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Pod, Zeroable)]
pub struct SubRegisterOffset {
    /// Index into `sub_register_indices` (LLVM's `SubRegIndex`, e.g. `sub_32bit`).
    pub index: u16,
    /// The number of the sub-register less that of the register, modulo 65,536.
    pub distance: u16,
}

/// A sub-register of a register.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SubRegister {
    /// Index into `sub_register_indices` (LLVM's `SubRegIndex`, e.g. `sub_32bit`).
    pub index: u16,
    /// The sub-register.
    pub reg: Reg,
}

/// The sub-registers of a register.
#[derive(Clone, Copy, Debug)]
pub struct SubRegisters<'a> {
    whole: Reg,
    offsets: &'a [SubRegisterOffset],
}

impl SubRegisterOffset {
    /// Returns the row for a sub-register of `whole`.
    pub const fn of(whole: Reg, part: SubRegister) -> Self {
        SubRegisterOffset { index: part.index, distance: part.reg.0.wrapping_sub(whole.0) }
    }

    /// Returns the sub-register of `whole` that this stands for.
    #[inline]
    pub const fn part(self, whole: Reg) -> SubRegister {
        SubRegister { index: self.index, reg: Reg(whole.0.wrapping_add(self.distance)) }
    }
}

impl<'a> SubRegisters<'a> {
    /// Creates the list of a register from its rows.
    pub const fn new(whole: Reg, offsets: &'a [SubRegisterOffset]) -> Self {
        SubRegisters { whole, offsets }
    }

    /// Returns the sub-registers in LLVM's order.
    #[inline]
    pub fn iter(
        self,
    ) -> impl DoubleEndedIterator<Item = SubRegister> + ExactSizeIterator + Clone + 'a {
        self.offsets.iter().map(move |it| it.part(self.whole))
    }

    /// Returns the first sub-register.
    pub fn first(self) -> Option<SubRegister> {
        self.iter().next()
    }
}

/// A register class.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct RegisterClass {
    /// LLVM's name, e.g. `GR32`.
    pub name: Text,
    /// Members in LLVM's order: rows of `register_lists`.
    pub members: Span,
    /// Membership bits, one per register number, low bit first: rows of `register_bits`.
    pub bits: Span,
    /// The number of bytes of bits before them, in which none is set.
    pub first_byte: u32,
}

/// A register class that depends on the hardware mode (x86: pointer width).
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct ModeClass {
    /// LLVM's name, e.g. `ptr_rc_nosp`.
    pub name: Text,
    /// One class per hardware mode, in their order: rows of `class_lists`.
    pub classes: Span,
}
