//! The forms that the assembler accepts.

use bytemuck::{Pod, Zeroable};

use super::{MatchClassId, Opcode, ShortSpan, ShortText, Span, Text};

/// A variant of the matcher: a set of forms that are tried together (x86: one for AT&T, one for Intel;
/// AMDGPU: one per kind of encoding).
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct MatcherVariant {
    /// Sorted by text: rows of `mnemonics`.
    pub mnemonics: Span,
    /// In order of application: rows of `mnemonic_aliases`, sorted by `from` (stable).
    pub mnemonic_aliases: Span,
    /// Hash table of the mnemonics: rows of `name_slots`.
    pub mnemonic_slots: Span,
    /// Hash table of the first alias of each name: rows of `name_slots`.
    pub alias_slots: Span,
    /// Most operands that a form of any variant lists.
    pub max_operands: u32,
}

/// A mnemonic with its match entries.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct Mnemonic {
    /// The mnemonic.
    pub text: Text,
    /// Candidates in the order they are tried: rows of `match_entries`.
    pub entries: Span,
    /// Classes of their operands that a method of the target's parses: rows of `operand_parsers`.
    pub operand_parsers: Span,
}

/// An operand of a mnemonic that a method of the target's may parse.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Pod, Zeroable)]
pub struct OperandParser {
    /// A class of the operand whose `parser` names the method.
    pub class: MatchClassId,
    /// The number of the operand, from 0.
    pub operand: u16,
}

/// A mnemonic that stands for another. The first row of a name whose condition holds applies.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct MnemonicAlias {
    /// The mnemonic as it is written.
    pub from: ShortText,
    /// The mnemonic that it stands for.
    pub to: ShortText,
    /// Index into `requirements`.
    pub requirement: u16,
    /// Unused.
    pub reserved: u16,
}

/// A form the assembler accepts.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct MatchEntry {
    /// Operand classes, one per written operand: rows of `match_class_lists`.
    pub classes: ShortSpan,
    /// Steps that make machine operands from the written ones: rows of `convert_steps`.
    pub conversion: ShortSpan,
    /// The instruction.
    pub opcode: Opcode,
    /// Index into `requirements`.
    pub requirement: u16,
}

/// Kinds of [`MatchClass`].
pub mod match_class_kind {
    /// No class (LLVM's `InvalidMatchClass`).
    pub const INVALID: u16 = 0;
    /// The optional operand marker.
    pub const OPTIONAL: u16 = 1;
    /// A fixed token; its text is in `text`.
    pub const TOKEN: u16 = 2;
    /// A register class.
    pub const REGISTER: u16 = 3;
    /// A register class that depends on the hardware mode; `supers` holds one class per mode.
    pub const REGISTER_BY_MODE: u16 = 4;
    /// Decided by the target's predicate method named in `text` (e.g. `isMem32`).
    pub const PREDICATE: u16 = 5;
}

/// An operand class of the matcher.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct MatchClass {
    /// LLVM's name without `MCK_`, e.g. `Mem32`.
    pub name: Text,
    /// Token text or predicate method.
    pub text: Text,
    /// Of an optional class, the target's method that makes the operand where none is written.
    pub default: Text,
    /// The target's name for the error when nothing but this class does not fit; empty if it has none.
    pub diagnostic: Text,
    /// The target's method that parses operands of the class; empty if they need none.
    pub parser: Text,
    /// Classes this one is a subclass of, itself excluded: rows of `match_class_lists`.
    pub supers: Span,
    /// The constants that are of the class, where a range says it all; empty if the predicate needs more than that.
    pub range: ImmediateRange,
    /// One of [`match_class_kind`].
    pub kind: u16,
    /// `supers` as a set: a row of bits in `match_class_bits`, as many words of 64 bits as all classes need.
    pub superclass_set: u16,
}

/// A set of constants: the multiples of a number in some intervals.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Pod, Zeroable)]
pub struct ImmediateRange {
    /// In ascending order: rows of `intervals`.
    pub intervals: ShortSpan,
    /// The number of which all constants are multiples, at least 1 unless there are none.
    pub step: u32,
}

impl ImmediateRange {
    /// Returns whether there is none.
    pub const fn is_empty(self) -> bool {
        self.intervals.is_empty()
    }
}

/// The numbers from one to another.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Pod, Zeroable)]
pub struct Interval {
    /// The first number.
    pub least: i64,
    /// The last number.
    pub most: i64,
}

/// A type of machine operands that patterns ask about, with the class of written operands that it goes with.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct OperandTypeClass {
    /// LLVM's name of the type, e.g. `simm12_lo`.
    pub name: Text,
    /// The class.
    pub class: MatchClassId,
    /// Unused.
    pub reserved: u16,
}

/// The text of an error about operand classes.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct MatchDiagnostic {
    /// Its name in [`MatchClass::diagnostic`].
    pub name: Text,
    /// The message.
    pub message: Text,
}

/// Kinds of [`ConvertStep`].
pub mod convert_kind {
    /// Render method `method` adds `operand`'s machine operands.
    pub const RENDER: u8 = 0;
    /// Copy machine operand number `operand` already added (a tied operand).
    pub const TIED: u8 = 1;
    /// Add the immediate `value`.
    pub const IMM: u8 = 2;
    /// Add the register number `value` (0 is "no register").
    pub const REG: u8 = 3;
}

/// One step of building a machine instruction from written operands.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct ConvertStep {
    /// Constant, for `IMM` and `REG`. For `TIED`, two written operands that must be the same register,
    /// as `first << 8 | second`, or 0 if there is nothing to check.
    pub value: i32,
    /// For `RENDER`, an index into `render_methods` (e.g. `addMemOperands`).
    pub method: u16,
    /// One of [`convert_kind`].
    pub kind: u8,
    /// Written operand (1 is the first after the mnemonic; 0 is the whole statement), or machine operand for `TIED`.
    pub operand: u8,
}
