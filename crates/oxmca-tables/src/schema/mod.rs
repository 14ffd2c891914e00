//! Row types of a target's tables. Every row is plain old data, so that a packed image can be
//! borrowed as slices of rows without parsing.
//!
//! Rows refer to each other by index: [`Text`] points into the string pool, [`Span`] selects a run
//! of rows of another table. Which table a span selects from is said beside each field and is what
//! [`crate::Tables`] methods resolve.

mod span;

use bytemuck::{Pod, Zeroable};

pub use span::{ShortSpan, ShortText, Span, Text};

/// Declares a 16-bit index type.
macro_rules! index_type {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[repr(transparent)]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Pod, Zeroable)]
        pub struct $name(pub u16);

        impl $name {
            /// The index as a `usize`, for slices.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

index_type! {
    /// An instruction opcode: index into `instructions`. Numbering is LLVM's enumeration.
    Opcode
}
index_type! {
    /// A physical register: index into `registers`. `Reg(0)` is "no register".
    Reg
}
index_type! {
    /// A register class: index into `register_classes`.
    RegClassId
}
index_type! {
    /// A CPU name: index into `cpus`.
    CpuId
}
index_type! {
    /// A scheduling model: index into `models`.
    ModelId
}
index_type! {
    /// A scheduling class, the same numbering in every model of a target. `SchedClassId(0)` is invalid.
    SchedClassId
}
index_type! {
    /// A processor resource of one model: index into that model's resources. 0 is invalid.
    ResourceId
}
index_type! {
    /// An operand class of the assembler's matcher: index into `match_classes`.
    MatchClassId
}

impl Reg {
    /// "No register".
    pub const NONE: Reg = Reg(0);

    /// Returns whether this names a register at all.
    #[inline]
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }
}

/// A set of subtarget features, by feature bit.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Pod, Zeroable)]
pub struct FeatureSet(pub [u64; 6]);

impl FeatureSet {
    /// Returns whether `bit` is in the set.
    #[inline]
    pub const fn contains(&self, bit: u16) -> bool {
        let word = (bit >> 6) as usize;
        word < 6 && self.0[word] >> (bit & 63) & 1 != 0
    }

    /// Adds `bit`; bits of 384 and above are ignored.
    pub const fn insert(&mut self, bit: u16) {
        let word = (bit >> 6) as usize;
        if word < 6 {
            self.0[word] |= 1 << (bit & 63);
        }
    }

    /// Removes `bit`.
    pub const fn remove(&mut self, bit: u16) {
        let word = (bit >> 6) as usize;
        if word < 6 {
            self.0[word] &= !(1 << (bit & 63));
        }
    }

    /// Adds every feature of `other`.
    pub fn union_with(&mut self, other: &FeatureSet) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }
}

/// A set of conditions that the matcher tests, by row of `asm_features`.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Pod, Zeroable)]
pub struct AsmFeatureSet(pub [u64; 4]);

impl AsmFeatureSet {
    /// Number of conditions there is room for.
    pub const MAX: usize = 256;

    /// Returns whether row `index` is in the set.
    #[inline]
    pub const fn contains(&self, index: usize) -> bool {
        index < Self::MAX && self.0[index / 64] >> (index % 64) & 1 != 0
    }

    /// Adds row `index`; rows of [`MAX`](Self::MAX) and above are ignored.
    pub const fn insert(&mut self, index: usize) {
        if index < Self::MAX {
            self.0[index / 64] |= 1 << (index % 64);
        }
    }

    /// Returns whether every member of `other` is in the set.
    #[inline]
    pub fn contains_all(&self, other: &AsmFeatureSet) -> bool {
        self.lacks(other).is_empty()
    }

    /// Returns the members of `other` that the set does not have.
    #[inline]
    #[must_use]
    pub fn lacks(&self, other: &AsmFeatureSet) -> AsmFeatureSet {
        AsmFeatureSet(std::array::from_fn(|word| other.0[word] & !self.0[word]))
    }

    /// Returns whether the set has no members.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |bits, word| bits | word) == 0
    }

    /// Returns the number of members.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}

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

/// One instruction (opcode) as LLVM describes it.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct Instruction {
    /// LLVM's name, e.g. `ADD32rm`.
    pub name: ShortText,
    /// Explicit operands, definitions first: rows of `operands`.
    pub operands: ShortSpan,
    /// Registers read beside the operands: rows of `register_lists`.
    pub implicit_uses: ShortSpan,
    /// Registers written beside the operands: rows of `register_lists`.
    pub implicit_defs: ShortSpan,
    /// Syntax in dialect 0 and 1 (x86: AT&T, Intel) up to the first operand, as a rule the mnemonic and
    /// a tab. Empty, as is the rest, when the instruction cannot be printed (pseudos).
    pub mnemonics: [ShortText; Instruction::DIALECTS],
    /// The rest, which many instructions have in common: rows of `asm_pieces`.
    pub syntax: [ShortSpan; Instruction::DIALECTS],
    /// Bits of [`instr_flag`].
    pub flags: u64,
    /// The target's own flag word (x86: encoding form, prefixes, opcode byte), LLVM's `TSFlags`.
    pub target_flags: u64,
    /// Scheduling class.
    pub sched_class: SchedClassId,
    /// Number of operands that are definitions; they come first.
    pub num_defs: u16,
    /// Encoded size in bytes where it is fixed, else 0.
    pub size_bytes: u16,
    /// Unused.
    pub reserved: u16,
}

impl Instruction {
    /// Most dialects in which instructions are printed.
    pub const DIALECTS: usize = 2;
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
    /// Unused.
    pub reserved: u16,
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

/// A form under which the printer shows an instruction instead of its own syntax.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct PrintAlias {
    /// Conditions on the operands, all of which must hold: rows of `alias_conditions`.
    pub conditions: Span,
    /// Syntax: rows of `asm_pieces`.
    pub syntax: Span,
    /// The instruction.
    pub opcode: Opcode,
    /// Dialect this alias belongs to.
    pub dialect: u8,
    /// Number of machine operands the instruction must have.
    pub num_operands: u8,
}

/// Kinds of [`AliasCondition`]: properties that the operand at its position must have.
pub mod alias_condition {
    /// No property.
    pub const IGNORE: u16 = 0;
    /// A register of class `value`.
    pub const REG_CLASS: u16 = 1;
    /// The same register as operand `value`.
    pub const TIED_REG: u16 = 2;
    /// The immediate `value`.
    pub const IMM: u16 = 3;
    /// The register `value`.
    pub const REG: u16 = 4;
    /// Feature bit `value` present (consumes no operand).
    pub const FEATURE: u16 = 5;
    /// Feature bit `value` absent (consumes no operand).
    pub const NOT_FEATURE: u16 = 6;
    /// A predicate method, `value` is an index into `print_methods` names (custom).
    pub const CUSTOM: u16 = 7;
    /// Feature bit `value` present, or another condition of the same run of `OR` conditions
    /// (consumes no operand).
    pub const OR_FEATURE: u16 = 8;
    /// Feature bit `value` absent, or another of the run (consumes no operand).
    pub const OR_NOT_FEATURE: u16 = 9;
    /// Ends a run of `OR` conditions (consumes no operand).
    pub const END_OR: u16 = 10;
    /// A register of the class that row `value` of `mode_classes` gives.
    pub const MODE_CLASS: u16 = 11;
}

/// One condition of a [`PrintAlias`].
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct AliasCondition {
    /// The value compared with.
    pub value: i64,
    /// One of [`alias_condition`].
    pub kind: u16,
    /// Unused.
    pub reserved: [u16; 3],
}

/// A physical register.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct Register {
    /// LLVM's name, e.g. `RAX`.
    pub name: Text,
    /// The assembler's name, e.g. `rax`; empty if it cannot be written.
    pub asm_name: Text,
    /// Further names the assembler reads, each empty if the register lacks it: rows of
    /// `register_names`. Their position tells them apart (AArch64: `v0` as a whole, `v0` in a list).
    pub other_names: Span,
    /// All sub-registers, transitively, LLVM's order: rows of `sub_registers`.
    pub sub_registers: Span,
    /// All super-registers, transitively, LLVM's order: rows of `register_lists`.
    pub super_registers: Span,
    /// Register units: rows of `register_units`. Two registers overlap iff they share a unit.
    pub units: Span,
    /// Hardware encoding.
    pub encoding: u16,
    /// Class the matcher gives this register (`Table[Reg]` of LLVM's `validateOperandClass`).
    pub match_class: MatchClassId,
    /// 1 if reads always give the same value and writes are ignored.
    pub is_constant: u8,
    /// 1 if the register exists for allocation only and cannot be written in assembly.
    pub is_artificial: u8,
    /// DWARF register number of the main (64-bit) numbering, or -1.
    pub dwarf_number: i16,
}

/// A sub-register of a register.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct SubRegister {
    /// Index into `sub_register_indices` (LLVM's `SubRegIndex`, e.g. `sub_32bit`).
    pub index: u16,
    /// The sub-register.
    pub reg: Reg,
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

/// A hardware mode. Row 0 is the default; it applies when the condition of no later row holds, and
/// otherwise the first later row whose condition holds applies.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct HwMode {
    /// LLVM's name, e.g. `X86_64_X32`.
    pub name: Text,
    /// Rows of `feature_literals`, to be read as for [`AsmFeature`]; empty for row 0.
    pub condition: Span,
}

/// A subtarget feature.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct Feature {
    /// Name as given to `-mattr`, e.g. `avx2`.
    pub name: Text,
    /// Description that `-mattr=help` prints.
    pub description: Text,
    /// Name of its constant in LLVM, e.g. `FeatureAVX2` or `Is64Bit`.
    pub constant: Text,
    /// Features it implies directly.
    pub implies: FeatureSet,
    /// Its bit in a [`FeatureSet`].
    pub bit: u16,
    /// Unused.
    pub reserved: [u16; 3],
}

/// A CPU name with its features and scheduling model.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct Cpu {
    /// Name as given to `-mcpu`.
    pub name: Text,
    /// Features (direct; implied ones are added when the set is resolved).
    pub features: FeatureSet,
    /// Tuning features, likewise.
    pub tune_features: FeatureSet,
    /// Scheduling model.
    pub model: ModelId,
    /// 1 if the model describes other CPUs, 0 if it describes this one or is not known to describe
    /// any.
    pub borrows_model: u16,
    /// Unused.
    pub reserved: [u16; 2],
}

/// A scheduling model, shared by one or more CPU names.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct Model {
    /// LLVM's name, e.g. `Znver4Model`.
    pub name: Text,
    /// Processor resources by [`ResourceId`], entry 0 invalid: rows of `resources`.
    pub resources: Span,
    /// By [`SchedClassId`]: rows of `sched_class_index`, each an index into `sched_classes`.
    /// Empty when the model has no per-class data.
    pub sched_classes: Span,
    /// Instructions with special dependency behaviour, sorted by opcode then kind: rows of `idioms`.
    pub idioms: Span,
    /// Register files, entry 0 invalid: rows of `register_files`.
    pub register_files: Span,
    /// LLVM's processor id (used by its predicates).
    pub processor_id: u32,
    /// Micro-ops dispatched or issued per cycle.
    pub issue_width_uops: u32,
    /// Micro-op buffer: 0 in-order, 1 in-order with bypass, more: out-of-order with that many.
    pub micro_op_buffer_size: i32,
    /// Loop buffer size, or LLVM's default 0.
    pub loop_micro_op_buffer_size: i32,
    /// Load latency in cycles.
    pub load_latency_cycles: u32,
    /// Latency taken as high, in cycles.
    pub high_latency_cycles: u32,
    /// Branch mispredict penalty in cycles.
    pub mispredict_penalty_cycles: u32,
    /// Reorder buffer size in micro-ops; 0 means take `micro_op_buffer_size`.
    pub reorder_buffer_size: u32,
    /// Micro-ops retired per cycle; 0 is unlimited.
    pub max_retire_per_cycle: u32,
    /// Resource describing the load queue, 0 for none.
    pub load_queue: ResourceId,
    /// Resource describing the store queue, 0 for none.
    pub store_queue: ResourceId,
    /// Bits of [`model_flag`].
    pub flags: u32,
    /// Unused.
    pub reserved: u32,
}

/// Flags of a [`Model`].
pub mod model_flag {
    /// LLVM schedules after register allocation.
    pub const POST_RA_SCHEDULER: u32 = 1;
    /// Every instruction must have scheduling data.
    pub const COMPLETE: u32 = 2;
    /// Resource intervals (acquire cycles) are in use.
    pub const ENABLE_INTERVALS: u32 = 4;
    /// The model has extra processor info (reorder buffer, register files, queues).
    pub const HAS_EXTRA_INFO: u32 = 8;
    /// The model has itineraries instead of per-class data.
    pub const HAS_ITINERARIES: u32 = 16;
}

/// A processor resource: an execution port, or a group of ports.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct Resource {
    /// Name, e.g. `SKLPort01`.
    pub name: Text,
    /// Members of a group: rows of `resource_lists`. Empty for a plain resource.
    pub sub_units: Span,
    /// Units, [`Resource::MAX_UNITS`] at most.
    pub num_units: u32,
    /// The resource this one is part of, 0 for none.
    pub super_resource: ResourceId,
    /// Unused.
    pub reserved: u16,
    /// Reservation station entries: -1 unified with the scheduler, 0 in-order, 1 in-order with
    /// bypass, more: own buffer.
    pub buffer_size: i32,
}

impl Resource {
    /// Most units of a resource: simulation has one bit for each.
    pub const MAX_UNITS: u32 = 64;
}

/// Scheduling data of one class in one model.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct SchedClass {
    /// Resources consumed: rows of `resource_uses`.
    pub resource_uses: Span,
    /// Latency per definition: rows of `write_latencies`.
    pub write_latencies: Span,
    /// Read-advances: rows of `read_advances`.
    pub read_advances: Span,
    /// Variant classes: cases tried in order, rows of `variant_cases`; empty otherwise. If no case
    /// holds the class does not resolve.
    pub variants: Span,
    /// Micro-ops; [`SchedClass::INVALID_UOPS`] when unsupported, [`SchedClass::VARIANT_UOPS`] for a
    /// variant class.
    pub num_micro_ops: u16,
    /// Bits of [`sched_class_flag`].
    pub flags: u16,
}

impl SchedClass {
    /// `num_micro_ops` of a class the model does not support.
    pub const INVALID_UOPS: u16 = 0x1fff;
    /// `num_micro_ops` of a variant class.
    pub const VARIANT_UOPS: u16 = 0x1ffe;
}

/// Flags of a [`SchedClass`].
pub mod sched_class_flag {
    /// Begins a dispatch group.
    pub const BEGIN_GROUP: u16 = 1;
    /// Ends a dispatch group.
    pub const END_GROUP: u16 = 2;
    /// May retire out of order.
    pub const RETIRE_OUT_OF_ORDER: u16 = 4;
}

/// A resource held by a class between two cycles of its execution.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct ResourceUse {
    /// The resource.
    pub resource: ResourceId,
    /// Cycle (from issue) at which it becomes free.
    pub release_at_cycle: u16,
    /// Cycle (from issue) at which it is taken.
    pub acquire_at_cycle: u16,
}

/// Latency of one definition.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct WriteLatency {
    /// Cycles; negative when unknown.
    pub latency_cycles: i16,
    /// Write resource, matched by read-advances; 0 for none.
    pub write_resource: u16,
}

/// A read that needs its operand later (positive) or earlier (negative) than issue.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct ReadAdvance {
    /// Position among the uses.
    pub use_index: u16,
    /// Write resource it applies to; 0 for any.
    pub write_resource: u16,
    /// Cycles of advance.
    pub cycles: i16,
}

/// One case of a variant class: the first whose predicate holds gives the class.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct VariantCase {
    /// Predicate in prefix form: rows of `predicates`; empty is true.
    pub predicate: Span,
    /// The class to use (which may be variant again).
    pub target: SchedClassId,
    /// Unused.
    pub reserved: u16,
}

/// Node kinds of a predicate over a machine instruction. A tree is stored in prefix order.
pub mod predicate {
    /// Always true.
    pub const TRUE: u16 = 0;
    /// Always false.
    pub const FALSE: u16 = 1;
    /// All of the next `a` subtrees hold; `value` is the node count of the whole tree, this one included.
    pub const ALL: u16 = 2;
    /// Any of the next `a` subtrees holds; `value` as for `ALL`.
    pub const ANY: u16 = 3;
    /// The next subtree does not hold.
    pub const NOT: u16 = 4;
    /// Operands `a` and `b` are the same register.
    pub const SAME_REG: u16 = 5;
    /// Operand `a` is the register `value`.
    pub const REG_IS: u16 = 6;
    /// Operand `a` is the immediate `value`.
    pub const IMM_IS: u16 = 7;
    /// Operand `a` is a register.
    pub const IS_REG: u16 = 8;
    /// Operand `a` is an immediate.
    pub const IS_IMM: u16 = 9;
    /// The opcode is `value`.
    pub const OPCODE_IS: u16 = 10;
    /// Target function number `a` of `predicate_functions` holds for the instruction.
    pub const FUNCTION: u16 = 11;
    /// Operand `a` as an immediate is less than `value`.
    pub const IMM_LESS: u16 = 12;
    /// Operand `a` as an immediate is greater than `value`.
    pub const IMM_GREATER: u16 = 13;
    /// The instruction has `value` operands.
    pub const NUM_OPERANDS: u16 = 14;
    /// Feature bit `value` of the subtarget is on.
    pub const FEATURE: u16 = 15;
}

/// One node of a predicate tree, see [`predicate`].
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct PredicateNode {
    /// Compared value.
    pub value: i64,
    /// One of [`predicate`].
    pub kind: u16,
    /// First operand index or child count.
    pub a: u16,
    /// Second operand index.
    pub b: u16,
    /// Unused.
    pub reserved: u16,
}

/// Kinds of [`Idiom`].
pub mod idiom_kind {
    /// The result is zero whatever the sources are.
    pub const ZERO: u16 = 0;
    /// The result does not depend on the sources, but is computed.
    pub const DEPENDENCY_BREAKING: u16 = 1;
    /// A register move the renamer may eliminate.
    pub const OPTIMIZABLE_MOVE: u16 = 2;
}

/// An instruction that a model treats specially when its predicate holds.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct Idiom {
    /// Uses that are independent, one bit per use; 0 means every explicit use.
    pub independent_uses: u64,
    /// Predicate: rows of `predicates`; empty is true.
    pub predicate: Span,
    /// The instruction.
    pub opcode: Opcode,
    /// One of [`idiom_kind`].
    pub kind: u16,
    /// Unused.
    pub reserved: u32,
}

/// A physical register file of a model.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct RegisterFile {
    /// Name, e.g. `Zn4FpuPRF`.
    pub name: Text,
    /// Cost per register class: rows of `register_costs`.
    pub costs: Span,
    /// Physical registers; 0 is unlimited.
    pub num_physical_registers: u32,
    /// Register moves eliminated per cycle; 0 is unlimited.
    pub max_moves_eliminated_per_cycle: u32,
    /// 1 if only moves of a known zero are eliminated.
    pub allow_zero_move_elimination_only: u32,
}

/// The physical registers that a write to a register class takes in a register file.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct RegisterCost {
    /// The class.
    pub reg_class: RegClassId,
    /// Physical registers a write takes.
    pub cost: u16,
    /// 1 if moves within the class can be eliminated.
    pub allow_move_elimination: u16,
}

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
}

/// A mnemonic that stands for another. The first row of a name whose condition holds applies.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct MnemonicAlias {
    /// The mnemonic as it is written.
    pub from: Text,
    /// The mnemonic that it stands for.
    pub to: Text,
    /// Index into `requirements`.
    pub requirement: u16,
    /// Unused.
    pub reserved: [u16; 3],
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
    /// One of [`match_class_kind`].
    pub kind: u16,
    /// Unused.
    pub reserved: [u16; 1],
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
    /// Written operand (1 is the first after the mnemonic), or machine operand for `TIED`.
    pub operand: u8,
}

/// A condition on subtarget features that the matcher tests (x86: `In64BitMode`). It holds if, in
/// every group, at least one literal holds.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct AsmFeature {
    /// LLVM's name.
    pub name: Text,
    /// Words that LLVM prints when it is missing, e.g. `64-bit mode`.
    pub description: Text,
    /// Rows of `feature_literals`.
    pub condition: Span,
}

/// A feature bit, on or off.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct FeatureLiteral {
    /// Feature bit.
    pub bit: u16,
    /// Group of alternatives.
    pub group: u16,
    /// 1 if the bit must be off.
    pub negated: u16,
}
