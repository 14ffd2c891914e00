//! The lines about models that answers begin with.

use oxmca::session::PredictionModel;
use oxmca_loops::{DEFAULT_COLUMNS, wrap};

/// Returns a line about each of these models, once, and an empty line.
pub fn of<'m>(models: impl Iterator<Item = &'m PredictionModel>) -> String {
    let mut lines: Vec<String> = Vec::new();
    for model in models {
        let mut line = String::new();
        wrap(&model.to_string(), DEFAULT_COLUMNS, &mut line);
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    if lines.is_empty() { String::new() } else { lines.concat() + "\n" }
}
