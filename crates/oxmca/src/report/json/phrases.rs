//! Texts that recur in documents.

use super::double::Doubles;

/// Texts that occur in one document after another: copying one takes less time than making it.
#[derive(Clone, Debug, Default)]
pub struct Phrases {
    /// Buffer of the last text.
    pub(super) memory: String,
    pub(super) doubles: Doubles,
    pub(super) rows: Vec<Row>,
}

/// An object without its values.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    /// Depth of the array around it.
    pub(super) depth: usize,
    pub(super) keys: &'static [&'static str],
    /// Text before the value of each key, and before the first value of a further object.
    pub(super) before: Vec<String>,
    /// The same texts followed by false, and by true.
    pub(super) truths: [Vec<String>; 2],
    /// Text after the last value of the last object.
    pub(super) end: String,
}
