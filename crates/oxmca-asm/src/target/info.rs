//! Facts about a target, and the plain data that it and the parser share.

use std::any::Any;
use std::fmt;

use oxmca_tables::{FeatureSet, Tables};

use super::descriptor::TargetDescriptor;
use crate::syntax::{Dialect, Syntax};
use crate::triple::Triple;

/// The facts about the target of one triple that the parser, the printer and the simulator share.
pub trait TargetInfo: fmt::Debug + Send + Sync {
    /// Returns the triple it was made for.
    fn triple(&self) -> &Triple;

    /// Returns its tables.
    fn tables(&self) -> &Tables<'_>;

    /// Returns the lexical and syntactic choices of assembly for its triple.
    fn syntax(&self) -> &Syntax;

    /// Returns the facts that do not depend on the triple.
    fn descriptor(&self) -> &'static TargetDescriptor;

    /// Returns its dialects. LLVM's assembler and printer number them by their place here.
    fn dialects(&self) -> &'static [Dialect] {
        self.descriptor().dialects
    }

    /// Returns the number of the dialect that its triple has unless the user chooses one.
    fn default_dialect(&self) -> usize {
        0
    }

    /// Returns features that its triple switches on and off, as in `-mattr`.
    fn mode_features(&self) -> &'static [&'static str];

    /// Returns a feature that its triple stands for where no CPU does: its name is empty or `generic`.
    fn generic_feature(&self) -> Option<String> {
        None
    }

    /// Returns the CPU that `generic` stands for, if it is one with another name.
    fn generic_cpu(&self) -> Option<&'static str> {
        None
    }

    /// Returns the warning that LLVM gives of a feature that is on.
    fn feature_warning(&self, _features: &FeatureSet) -> Option<&'static str> {
        None
    }

    /// Adds features that several others imply together.
    fn complete_features(&self, _features: &mut FeatureSet) {}

    /// Returns the number of the dialect that a statement shows itself to be in; `None` if it may be in any.
    fn dialect_of(&self, _statement: &[u8]) -> Option<usize> {
        None
    }

    /// Rewrites a statement that other assemblers read, or that disassemblers write, and that LLVM's refuses, into
    /// one that means the same. `None` to leave it as it is. There are no blanks around it.
    fn rewrite(&self, _statement: &[u8], _style: TextStyle) -> Option<Vec<u8>> {
        None
    }
}

/// The way in which a statement is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextStyle {
    /// The number of its dialect.
    pub dialect: usize,
    /// Set if a disassembler wrote it.
    pub is_disassembly: bool,
}

/// A target's answer about an instrument: `# LLVM-MCA-LATENCY 100` and the like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InstrumentSupport {
    /// It does.
    Supported,
    /// There is no instrument of that kind.
    Unknown,
    /// The kind exists, but what follows it makes no sense.
    BadData,
}

/// State of a target between the statements of a text (a mode that a directive switches on).
pub trait TargetState: Any + fmt::Debug {
    /// Returns whether a statement means the same here as at the beginning of a text.
    fn is_initial(&self) -> bool;
}

/// The state of a target on which no statement decides the meaning of another.
#[derive(Debug)]
pub(in crate::target) struct NoState;

impl TargetState for NoState {
    fn is_initial(&self) -> bool {
        true
    }
}

impl dyn TargetState {
    /// Returns the state as the type of one target; `None` if it belongs to another target.
    pub fn get<S: TargetState>(&self) -> Option<&S> {
        (self as &dyn Any).downcast_ref()
    }

    /// Does the same as `get`, to change it.
    pub fn get_mut<S: TargetState>(&mut self) -> Option<&mut S> {
        (self as &mut dyn Any).downcast_mut()
    }
}
