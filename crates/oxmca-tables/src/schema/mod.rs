//! Row types of a target's tables. Every row is plain old data, so that a packed image can be
//! borrowed as slices of rows without parsing.
//!
//! Rows refer to each other by index: [`Text`] points into the string pool, [`Span`] selects a run
//! of rows of another table. Which table a span selects from is said beside each field and is what
//! [`crate::Tables`] methods resolve.

mod decoding;
mod encoding;
mod ids;
mod instruction;
mod matcher;
mod model;
mod name_index;
mod named_table;
mod opcode_map;
mod print_alias;
mod register;
mod rewrite;
mod span;
mod subtarget;
mod variant;

pub use decoding::{CodePart, DecodeStep, Decoder, DecoderNode, Decoding, decode_step};
pub use encoding::{CodeForm, DecodingWay, Encoding, EncodingField, EncodingForm};
pub use ids::{CpuId, MatchClassId, ModelId, Opcode, Reg, RegClassId, ResourceId, SchedClassId};
pub use instruction::{
    AsmPiece, Instruction, InstructionEffects, InstructionRow, InstructionSyntax, OperandInfo,
    instr_flag, operand_flag, operand_type,
};
pub use matcher::{
    ConvertStep, ImmediateRange, Interval, MatchClass, MatchDiagnostic, MatchEntry, MatcherVariant,
    Mnemonic, MnemonicAlias, OperandParser, OperandTypeClass, convert_kind, match_class_kind,
};
pub use model::{
    ClassChoice, ItineraryStage, Model, ReadAdvance, RegisterCost, RegisterFile, Resource,
    ResourceUse, SchedClass, WriteLatency, model_flag, resource_selection, sched_class_flag,
};
pub use name_index::{NameIndex, name_kind};
pub use named_table::{NamedTable, TableColumn, column_kind};
pub use opcode_map::{ModRmDecision, OpcodeMap, OpcodeMapEntry, modrm_kind};
pub use print_alias::{AliasCondition, PrintAlias, alias_condition};
pub use register::{
    ModeClass, Register, RegisterClass, RegisterRelations, SubRegister, SubRegisterOffset,
    SubRegisters,
};
pub use rewrite::{
    Rewrite, RewriteCondition, RewriteOperand, rewrite_condition, rewrite_kind, rewrite_operand,
};
pub use span::{ShortSpan, ShortText, Span, Text};
pub use subtarget::{AsmFeature, AsmFeatureSet, Cpu, Feature, FeatureLiteral, FeatureSet, HwMode};
pub use variant::{Idiom, PredicateNode, VariantCase, idiom_kind, predicate};
