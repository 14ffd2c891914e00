//! The dependency graph section.

use serde::Serialize;

use super::Texts;
use super::sections::RenderDocument;
use crate::report::Report;
use crate::steady_state::LinkCause;
use crate::view::dependency_graph::DependencyGraph;

#[derive(Clone, Debug, Serialize)]
pub(crate) struct DependencyGraphDocument {
    edges: Vec<DependencyDocument>,
    critical_path: Vec<u32>,
    critical_path_cycles: u64,
}

#[derive(Clone, Debug, Serialize)]
struct DependencyDocument {
    from_instruction: u32,
    to_instruction: u32,
    iterations: u32,
    cycles: u32,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    register: Option<String>,
    is_on_slowest_chain: bool,
}

impl RenderDocument for DependencyGraph {
    type Document = DependencyGraphDocument;

    fn document(&self, _: &Report, texts: &Texts<'_>) -> DependencyGraphDocument {
        let edges = self.edges.iter().enumerate().map(|(at, edge)| {
            let (kind, register) = match edge.dependency {
                LinkCause::Register(reg) => ("register", Some((texts.register_name)(reg))),
                LinkCause::Memory => ("memory", None),
                LinkCause::Order => ("order", None),
            };
            DependencyDocument {
                from_instruction: edge.from_instruction,
                to_instruction: edge.to_instruction,
                iterations: edge.iterations,
                cycles: edge.cycles,
                kind,
                register,
                is_on_slowest_chain: self.chain_edges.binary_search(&(at as u32)).is_ok(),
            }
        });
        DependencyGraphDocument {
            edges: edges.collect(),
            critical_path: self.critical_path.clone(),
            critical_path_cycles: self.critical_path_cycles,
        }
    }
}
