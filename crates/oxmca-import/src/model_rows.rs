//! The rows of scheduling models in a dump, to which CPUs refer by number.

use anyhow::{Context, Result};

use super::cxx::between;

/// Returns the models of a dump in order, each with the text of its fields.
pub fn texts(source: &str) -> Result<impl Iterator<Item = Result<(&str, &str)>>> {
    let models = between(source, "llvm::MCSchedModel ", "\n};")?;
    Ok(models.split("\n{ // ").skip(1).map(|text| text.split_once('\n').context("name of a model")))
}

/// Returns the names of all models in the order in which CPUs refer to them.
pub fn names(source: &str) -> Result<Vec<&str>> {
    texts(source)?.map(|text| Ok(text?.0)).collect()
}
