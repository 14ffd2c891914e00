//! The scheduling models of targets, and the CPUs that use each.

use oxmca::SessionBuilder;
use oxmca_asm::target::{Arch, architectures};
use serde::Serialize;

/// A scheduling model, with the CPUs that use it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ModelFigures {
    /// Its name.
    pub name: String,
    /// Set if it executes out of order.
    pub is_out_of_order: bool,
    /// Micro-ops dispatched per cycle.
    pub issue_width_micro_ops: u32,
    /// Size of the reorder buffer; `None` in order.
    pub reorder_buffer_size_micro_ops: Option<u32>,
    /// CPUs that it describes.
    pub described_cpus: Vec<String>,
    /// CPUs that use it for want of one of their own.
    pub borrowing_cpus: Vec<String>,
}

/// Returns the names of the targets that are built in, as `-march` takes them.
pub fn target_names() -> Vec<&'static str> {
    let main = architectures().filter(|it| it.facts().is_main && it.is_enabled());
    main.map(Arch::target_name).collect()
}

/// Returns the scheduling models of a target, by its name or a triple.
///
/// # Errors
/// When there is no such target.
pub fn models(target: &str) -> Result<Vec<ModelFigures>, String> {
    let builder = match Arch::from_target_name(target) {
        Some(arch) => SessionBuilder::new(&format!("{}-unknown-linux-gnu", arch.canonical())),
        None => SessionBuilder::new(target),
    };
    if builder.triple().arch().is_none() {
        let names = target_names().join(", ");
        return Err(format!("there is no target '{target}'; those that there are: {names}"));
    }
    let catalog = builder.catalog().map_err(|error| error.to_string())?;
    let model = |it: oxmca::session::ModelEntry| ModelFigures {
        name: it.name,
        is_out_of_order: it.is_out_of_order,
        issue_width_micro_ops: it.issue_width_micro_ops,
        reorder_buffer_size_micro_ops: it.reorder_buffer_size_micro_ops,
        described_cpus: it.described_cpus,
        borrowing_cpus: it.borrowing_cpus,
    };
    Ok(catalog.models.into_iter().map(model).collect())
}
