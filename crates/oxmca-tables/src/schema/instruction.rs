//! Instructions: operands, syntax and properties.

use std::ops::Deref;

use bytemuck::{Pod, Zeroable};

use super::{SchedClassId, ShortSpan, ShortText, Text};

/// Properties of an instruction: LLVM's `MCID` flags by their bit here.
pub mod instr_flag {
    /// Declares flag constants together with the table of their names in `.tbl` files.
    macro_rules! flags {
        ($($name:ident = $bit:literal $text:literal, $doc:literal;)*) => {
            $(#[doc = $doc] pub const $name: u64 = 1 << $bit;)*
            /// Each flag with its name in `.tbl` files and the name LLVM gives it.
            pub const NAMES: &[(&str, u64)] = &[$(($text, $name)),*];
        };
    }
    flags! {
        PSEUDO = 0 "Pseudo", "Expands to other instructions; never encoded itself.";
        VARIADIC = 1 "Variadic", "Takes more operands than its description lists.";
        RETURN = 2 "Return", "Returns from a function.";
        CALL = 3 "Call", "Calls a function.";
        BARRIER = 4 "Barrier", "Control never falls through.";
        TERMINATOR = 5 "Terminator", "Ends a basic block.";
        BRANCH = 6 "Branch", "A branch.";
        INDIRECT_BRANCH = 7 "IndirectBranch", "A branch through a register or memory.";
        COMPARE = 8 "Compare", "A comparison.";
        MOVE_IMM = 9 "MoveImm", "Moves an immediate into a register.";
        MOVE_REG = 10 "MoveReg", "Moves a register into a register.";
        BITCAST = 11 "Bitcast", "Reinterprets bits between register classes.";
        SELECT = 12 "Select", "Selects between two values.";
        MAY_LOAD = 13 "MayLoad", "May read memory.";
        MAY_STORE = 14 "MayStore", "May write memory.";
        SIDE_EFFECTS = 15 "UnmodeledSideEffects", "Has effects its operands do not describe.";
        COMMUTABLE = 16 "Commutable", "Two source operands may be exchanged.";
        CONVERTIBLE_TO_3_ADDR = 17 "ConvertibleTo3Addr", "Can become a three-address form.";
        REMATERIALIZABLE = 18 "Rematerializable", "Cheap to recompute.";
        CHEAP_AS_A_MOVE = 19 "CheapAsAMove", "Costs no more than a register move.";
        HAS_OPTIONAL_DEF = 20 "HasOptionalDef", "Has an optional definition.";
        PREDICABLE = 21 "Predicable", "Can be predicated.";
        NOT_DUPLICABLE = 22 "NotDuplicable", "Must not be duplicated.";
        VARIADIC_OPS_ARE_DEFS = 23 "VariadicOpsAreDefs", "Extra operands are definitions.";
        AUTHENTICATED = 24 "Authenticated", "Authenticates a pointer.";
        TRAP = 25 "Trap", "Raises a trap.";
        CONVERGENT = 26 "Convergent", "Must not be made control-dependent on more.";
        META = 27 "Meta", "Emits no machine code.";
        DELAY_SLOT = 28 "DelaySlot", "Has a delay slot.";
        FOLDABLE_AS_LOAD = 29 "FoldableAsLoad", "Can be folded as a load.";
        MAY_RAISE_FP_EXCEPTION = 30 "MayRaiseFPException", "May raise a floating-point exception.";
        ADD = 31 "Add", "An addition.";
        USES_CUSTOM_INSERTER = 32 "UsesCustomInserter", "Expanded by code in LLVM.";
        HAS_POST_ISEL_HOOK = 33 "HasPostISelHook", "Adjusted after selection in LLVM.";
        EXTRA_DEF_REG_ALLOC_REQ = 34 "ExtraDefRegAllocReq", "Definition has extra allocation constraints.";
        EXTRA_SRC_REG_ALLOC_REQ = 35 "ExtraSrcRegAllocReq", "Source has extra allocation constraints.";
        REG_SEQUENCE = 36 "RegSequence", "Builds a register sequence.";
        EXTRACT_SUBREG = 37 "ExtractSubreg", "Extracts a sub-register.";
        INSERT_SUBREG = 38 "InsertSubreg", "Inserts a sub-register.";
        PRE_ISEL_OPCODE = 39 "PreISelOpcode", "Generic opcode before selection.";
        EH_SCOPE_RETURN = 40 "EHScopeReturn", "Returns from an exception scope.";
    }
}

/// One instruction (opcode) as LLVM describes it. Other tables have the parts that many instructions have in common.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct InstructionRow {
    /// LLVM's name, e.g. `ADD32rm`.
    pub name: ShortText,
    /// Explicit operands, definitions first: rows of `operands`.
    pub operands: ShortSpan,
    /// Scheduling class.
    pub sched_class: SchedClassId,
    /// Number of operands that are definitions; they come first.
    pub num_defs: u16,
    /// Encoded size in bytes where it is fixed, else 0.
    pub size_bytes: u16,
    /// A row of `instruction_syntaxes`.
    pub syntax: u16,
    /// A row of `instruction_effects`.
    pub effects: u16,
    /// The form of its machine code: a row of `code_forms`, less 1; 0 if it has none.
    pub code_form: u16,
}

/// The way in which an instruction is printed.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct InstructionSyntax {
    /// Syntax in dialect 0 and 1 (x86: AT&T, Intel) up to the first operand, as a rule the mnemonic and
    /// a tab. Empty, as is the rest, when the instruction cannot be printed (pseudos).
    pub mnemonics: [ShortText; InstructionSyntax::DIALECTS],
    /// The rest, which many instructions have in common: rows of `asm_pieces`.
    pub syntax: [ShortSpan; InstructionSyntax::DIALECTS],
}

impl InstructionSyntax {
    /// Most dialects in which instructions are printed.
    pub const DIALECTS: usize = 2;
}

/// Effects of an instruction beside those on its operands.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct InstructionEffects {
    /// Registers read beside the operands: rows of `register_lists`.
    pub implicit_uses: ShortSpan,
    /// Registers written beside the operands: rows of `register_lists`.
    pub implicit_defs: ShortSpan,
    /// Bits of [`instr_flag`].
    pub flags: u64,
    /// The target's own flag word (x86: encoding form, prefixes, opcode byte), LLVM's `TSFlags`.
    pub target_flags: u64,
}

/// An instruction as it is looked up: its row, and what it does.
#[derive(Clone, Copy, Debug)]
pub struct Instruction<'a> {
    /// LLVM's name, e.g. `ADD32rm`.
    pub name: ShortText,
    /// Explicit operands, definitions first: rows of `operands`.
    pub operands: ShortSpan,
    /// Scheduling class.
    pub sched_class: SchedClassId,
    /// Number of operands that are definitions; they come first.
    pub num_defs: u16,
    /// Encoded size in bytes where it is fixed, else 0.
    pub size_bytes: u16,
    /// Its effects beside those on its operands.
    pub effects: &'a InstructionEffects,
}

impl<'a> Instruction<'a> {
    /// Returns the instruction of a row.
    #[inline]
    pub fn new(row: &InstructionRow, effects: &'a [InstructionEffects]) -> Self {
        Instruction {
            name: row.name,
            operands: row.operands,
            sched_class: row.sched_class,
            num_defs: row.num_defs,
            size_bytes: row.size_bytes,
            effects: &effects[usize::from(row.effects)],
        }
    }
}

impl Deref for Instruction<'_> {
    type Target = InstructionEffects;

    #[inline]
    fn deref(&self) -> &InstructionEffects {
        self.effects
    }
}

/// Kinds of operands of an instruction: LLVM's `MCOI::OperandType`.
pub mod operand_type {
    /// Not described further.
    pub const UNKNOWN: u8 = 0;
    /// An immediate.
    pub const IMMEDIATE: u8 = 1;
    /// A register.
    pub const REGISTER: u8 = 2;
    /// A part of a memory reference.
    pub const MEMORY: u8 = 3;
    /// A PC-relative target.
    pub const PC_RELATIVE: u8 = 4;
    /// First of the types of generic opcodes; `FIRST_GENERIC + n` is LLVM's `OPERAND_GENERIC_n`.
    pub const FIRST_GENERIC: u8 = 6;
    /// LLVM's `OPERAND_GENERIC_IMM_0`.
    pub const GENERIC_IMMEDIATE: u8 = 12;
    /// First of the target's own types; `FIRST_TARGET + n` is the target's nth.
    pub const FIRST_TARGET: u8 = 16;
}

/// Flags of an [`OperandInfo`].
pub mod operand_flag {
    /// The register class depends on the hardware mode (x86: pointer width).
    pub const LOOKUP_BY_HW_MODE: u8 = 1;
    /// A predicate operand.
    pub const PREDICATE: u8 = 2;
    /// An optional definition.
    pub const OPTIONAL_DEF: u8 = 4;
    /// A branch target.
    pub const BRANCH_TARGET: u8 = 8;
}

/// One explicit operand of an instruction.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct OperandInfo {
    /// Register class, or -1. With `LOOKUP_BY_HW_MODE`, an index into `mode_classes`.
    pub reg_class: i16,
    /// One of [`operand_type`].
    pub kind: u8,
    /// Bits of [`operand_flag`].
    pub flags: u8,
    /// Index of the operand this one is tied to, or -1.
    pub tied_to: i16,
    /// Its name: a row of `operand_names`, less 1; 0 if the target's code does not ask for it.
    pub name: u16,
}

/// A piece of an instruction's syntax: literal text, or an operand and how to print it.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct AsmPiece {
    /// Literal text when `method` is [`AsmPiece::LITERAL`] (may hold tabs); otherwise the modifier,
    /// usually empty.
    pub text: Text,
    /// [`AsmPiece::LITERAL`] or an index into `print_methods`.
    pub method: u16,
    /// Index of the first machine operand the method prints.
    pub operand: u16,
}

impl AsmPiece {
    /// `method` of a literal piece.
    pub const LITERAL: u16 = u16::MAX;
}
