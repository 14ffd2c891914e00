//! The forms of reports.

/// A form of report.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Format {
    /// llvm-mca's text.
    Text,
    /// llvm-mca's JSON.
    LlvmJson,
    /// JSON with everything that is known: see [`full`](crate::report::json::full).
    FullJson,
    /// The dependency graphs of regions in the language of Graphviz.
    Dot,
    /// The timelines of regions as a drawing.
    Svg,
    /// A page with everything, which needs nothing else.
    Html,
}
