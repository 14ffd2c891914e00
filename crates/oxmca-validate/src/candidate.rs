//! Blocks that are yet to be measured, as lines of JSON.

use serde_json::{Map, Value};

use crate::block::{MIN_MEASURED_CYCLES, object, request};
use crate::{FieldNames, LineError};

/// A line with code, whose cycles somebody measures.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    members: Map<String, Value>,
    /// The member with the measured cycles.
    label: String,
    request: Vec<u8>,
}

/// The member with the difference between measurements.
const SPREAD: &str = "spread";
/// The member with the reason why there are no cycles.
const NOT_MEASURED: &str = "not_measured";

impl Candidate {
    /// Reads a line. Cycles that it has already are passed over.
    ///
    /// # Errors
    /// The line is no JSON, or has no code.
    pub fn read(line: &[u8], fields: &FieldNames) -> Result<Candidate, LineError> {
        let mut members = object(line)?;
        let request = request(members.clone(), fields.code.as_deref())?;
        [SPREAD, NOT_MEASURED].iter().for_each(|name| drop(members.remove(*name)));
        Ok(Candidate { members, label: fields.label.clone(), request })
    }

    /// Returns a request that names the CPU and has the code: a line of JSON without its end.
    pub fn request(&self) -> &[u8] {
        &self.request
    }

    /// Returns the line with measured cycles and their spread, as a share.
    pub fn measured(mut self, cycles: f64, spread: f64) -> Vec<u8> {
        let cycles = cycles.max(MIN_MEASURED_CYCLES);
        self.members.insert(self.label.clone(), cycles.into());
        self.members.insert(SPREAD.to_owned(), spread.into());
        self.line()
    }

    /// Returns the line without cycles, and the reason.
    pub fn not_measured(mut self, reason: &str) -> Vec<u8> {
        self.members.insert(self.label.clone(), Value::Null);
        self.members.insert(NOT_MEASURED.to_owned(), reason.into());
        self.line()
    }

    fn line(&self) -> Vec<u8> {
        // No key is anything but text.
        serde_json::to_vec(&self.members).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Block, Measurement};

    #[test]
    fn measured_lines_are_blocks_again() {
        let fields = FieldNames { label: "took".to_owned(), code: None, other: None };
        let line =
            br#"{"id":7,"cpu":"znver3","hex":"90","took":3,"not_measured":"busy","note":"kept"}"#;
        let candidate = Candidate::read(line, &fields).unwrap();
        let request: Value = serde_json::from_slice(candidate.request()).unwrap();
        assert_eq!(request, serde_json::json!({ "cpu": "znver3", "hex": "90" }));
        let measured = candidate.clone().measured(0.25, 0.001);
        assert_eq!(
            String::from_utf8_lossy(&measured),
            r#"{"cpu":"znver3","hex":"90","id":7,"note":"kept","spread":0.001,"took":0.25}"#
        );
        let Ok(Measurement::Measured(block)) = Block::read(&measured, &fields) else {
            panic!("{measured:?}");
        };
        assert_eq!(block.measured_cycles, 0.25);
        let other = candidate.not_measured("busy");
        let read = Block::read(&other, &fields);
        assert_eq!(read, Ok(Measurement::Unmeasured { cpu: Some("znver3".into()) }));
        assert!(Candidate::read(br#"{"took":1}"#, &fields).is_err());
        assert!(Candidate::read(b"[", &fields).is_err());
    }
}
