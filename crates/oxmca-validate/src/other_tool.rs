//! Predictions of another tool.

use rustc_hash::FxHashMap;

use crate::block::{self, LineError};

/// Another tool, whose predictions are in a file of their own or in the lines of the blocks.
#[derive(Clone, Debug)]
pub struct OtherTool {
    name: String,
    /// Those of a file, by CPU and id.
    cycles: Option<FxHashMap<Box<str>, CyclesById>>,
}

/// Predictions for one CPU.
type CyclesById = FxHashMap<Box<str>, f64>;

impl OtherTool {
    /// Returns a tool whose predictions are members of the lines with the blocks.
    pub fn in_lines(name: &str) -> OtherTool {
        OtherTool { name: name.to_owned(), cycles: None }
    }

    /// Returns a tool whose predictions are added by [`OtherTool::add_line`].
    pub fn in_file(name: &str) -> OtherTool {
        OtherTool { name: name.to_owned(), cycles: Some(FxHashMap::default()) }
    }

    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Adds the prediction in a line of its file: the member `field` of an object with an `id` and, unless it is the
    /// default one, a `cpu`. One that is null or not there is left out.
    ///
    /// # Errors
    /// The line is no prediction, or there is another one for the block.
    pub fn add_line(
        &mut self,
        line: &[u8],
        field: &str,
        default_cpu: &str,
    ) -> Result<(), LineError> {
        let members = block::object(line)?;
        let cpu = block::text(&members, "cpu")?.unwrap_or_else(|| default_cpu.into());
        let id = block::id(&members).ok_or_else(|| LineError::new("there is no \"id\""))?;
        let Some(cycles) = block::cycles(&members, field)? else { return Ok(()) };
        let of_cpu = self.cycles.get_or_insert_default().entry(cpu).or_default();
        match of_cpu.insert(id, cycles) {
            None => Ok(()),
            Some(_) => Err(LineError::new("the block has another prediction before this one")),
        }
    }

    /// Returns its prediction for a block, of which `in_line` is what the block's line has.
    pub(crate) fn prediction(
        &self,
        cpu: &str,
        id: Option<&str>,
        in_line: Option<f64>,
    ) -> Option<f64> {
        match &self.cycles {
            None => in_line,
            Some(cycles) => cycles.get(cpu)?.get(id?).copied(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predictions_are_found_by_cpu_and_id() {
        let mut tool = OtherTool::in_file("tool");
        let mut add = |line: &str| tool.add_line(line.as_bytes(), "cycles", "skylake");
        assert_eq!(add(r#"{"id":"a","cpu":"haswell","cycles":2}"#), Ok(()));
        assert_eq!(add(r#"{"id":"a","cycles":3}"#), Ok(()));
        assert_eq!(add(r#"{"id":7,"cycles":4}"#), Ok(()));
        assert_eq!(add(r#"{"id":8,"cycles":null}"#), Ok(()));
        let error = |it: Result<(), LineError>| it.unwrap_err().message;
        assert_eq!(error(add(r#"{"cycles":3}"#)), "there is no \"id\"");
        assert!(error(add(r#"{"id":"a","cpu":"skylake","cycles":3}"#)).contains("another"));
        assert_eq!(tool.prediction("haswell", Some("\"a\""), None), Some(2.0));
        assert_eq!(tool.prediction("skylake", Some("\"a\""), Some(9.0)), Some(3.0));
        assert_eq!(tool.prediction("skylake", Some("7"), None), Some(4.0));
        assert_eq!(tool.prediction("skylake", Some("8"), None), None);
        assert_eq!(tool.prediction("skylake", None, Some(9.0)), None);
        let in_lines = OtherTool::in_lines("tool");
        assert_eq!(in_lines.prediction("skylake", None, Some(9.0)), Some(9.0));
    }
}
