//! Enumerations that options have, and words.

/// A word that an option can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word {
    /// The word.
    pub word: &'static str,
    /// Its label on a control.
    pub title: &'static str,
    /// Its meaning, one line without a full stop.
    pub text: &'static str,
}

/// Instruction tables instead of a simulation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum InstructionTables {
    /// Simulate.
    #[default]
    None,
    /// Static tables.
    Normal,
    /// Static tables with bypass latency, resources and opcode names.
    Full,
}

/// The style in which text shows the ports of an annotated instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum AnnotationStyle {
    /// Numbers of cycles.
    #[default]
    Plain,
    /// A bar with a shade for each port.
    Shaded,
    /// The same in the colours of terminals.
    Coloured,
}
