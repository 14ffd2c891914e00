//! The dependency graph section as text: a graph in the language of Graphviz.

use std::fmt::Write;

use oxmca_names::graphviz;
use rustc_hash::FxHashSet;

use super::{Context, RenderText};
use crate::steady_state::LinkCause;
use crate::view::dependency_graph::DependencyGraph;

/// Colour of the slowest loop-carried chain.
const CHAIN: &str = "#c0392b";
/// Colour of the longest path within an iteration.
const PATH: &str = "#2471a3";

impl RenderText for DependencyGraph {
    fn render_text(&self, context: &Context<'_>, out: &mut String) {
        let name = context.texts.name;
        let _ =
            writeln!(out, "digraph {} {{", graphviz(if name.is_empty() { "region" } else { name }));
        out.push_str("  // Red: the slowest loop-carried chain. Blue: the longest path within an iteration.\n");
        out.push_str(
            "  // Dashed: to a later iteration. Labels: cycles, and the register or memory.\n",
        );
        out.push_str("  node [shape=box, fontname=\"monospace\"];\n");
        let chain_edges = self.chain_edges.iter().filter_map(|at| self.edges.get(*at as usize));
        let on_chain: FxHashSet<u32> = chain_edges.map(|edge| edge.from_instruction).collect();
        let on_path: FxHashSet<u32> = self.critical_path.iter().copied().collect();
        for (at, text) in context.instructions.iter().enumerate() {
            let label = format!("[{at}] {}", text.replace('\t', " "));
            let colour = match at as u32 {
                at if on_chain.contains(&at) => format!(", color=\"{CHAIN}\", penwidth=2"),
                at if on_path.contains(&at) => format!(", color=\"{PATH}\", penwidth=2"),
                _ => String::new(),
            };
            let _ = writeln!(out, "  n{at} [label={}{colour}];", graphviz(&label));
        }
        let steps = self.critical_path.windows(2).map(|pair| (pair[0], pair[1]));
        let steps: FxHashSet<(u32, u32)> = steps.collect();
        for (at, edge) in self.edges.iter().enumerate() {
            let (from, to) = (edge.from_instruction, edge.to_instruction);
            let cause = match edge.dependency {
                LinkCause::Register(reg) => (context.texts.register_name)(reg),
                LinkCause::Memory => "memory".to_owned(),
                LinkCause::Order => "order".to_owned(),
            };
            let mut style = String::new();
            if self.chain_edges.binary_search(&(at as u32)).is_ok() {
                let _ = write!(style, ", color=\"{CHAIN}\", fontcolor=\"{CHAIN}\", penwidth=2");
            } else if edge.iterations == 0 && steps.contains(&(from, to)) {
                let _ = write!(style, ", color=\"{PATH}\", fontcolor=\"{PATH}\", penwidth=2");
            }
            if edge.iterations > 0 {
                style.push_str(", style=dashed, constraint=false");
            }
            let label = graphviz(&format!("{} {cause}", edge.cycles));
            let _ = writeln!(out, "  n{from} -> n{to} [label={label}{style}];");
        }
        out.push_str("}\n");
    }
}
