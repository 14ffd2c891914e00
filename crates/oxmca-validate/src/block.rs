//! Measured blocks, as lines of JSON.

use serde_json::{Map, Value};

/// Members that a block and a request have in common, beside the code.
const PASSED_ON: [&str; 5] = ["cpu", "triple", "features", "syntax", "base"];
/// Members whose code is assembly are called so, or end with this after a `_`.
const ASSEMBLY: &str = "asm";

/// The least measured cycles, by which errors are divided.
pub(crate) const MIN_MEASURED_CYCLES: f64 = 1e-6;
/// The most cycles, measured or predicted by another tool.
const MAX_CYCLES: f64 = 1e12;

/// The names of members with a block's code and cycles.
#[derive(Clone, Debug)]
pub struct FieldNames {
    /// The measured cycles.
    pub label: String,
    /// The code; `None` for `hex`, or else `asm`.
    pub code: Option<String>,
    /// The cycles that another tool predicts, if they are there, too.
    pub other: Option<String>,
}

/// A line that is no block, or no prediction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineError {
    /// The problem.
    pub message: String,
    /// The column of a mistake in the JSON, from 1.
    pub column: Option<usize>,
}

impl LineError {
    pub(crate) fn new(message: impl Into<String>) -> LineError {
        LineError { message: message.into(), column: None }
    }
}

/// A line of the input.
#[derive(Clone, PartialEq, Debug)]
pub enum Measurement {
    /// A block with measured cycles.
    Measured(Block),
    /// A block without, on this CPU if it names one.
    Unmeasured {
        /// The CPU.
        cpu: Option<Box<str>>,
    },
}

/// A block with measured cycles.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// Its id as JSON.
    pub id: Option<Box<str>>,
    /// The CPU that it was measured on, if it names one.
    pub cpu: Option<Box<str>>,
    /// The target triple, if it names one.
    pub triple: Option<Box<str>>,
    /// Measured cycles, from 10^-6 to 10^12.
    pub measured_cycles: f64,
    /// The cycles that another tool predicts, if they are in the same line.
    pub other_cycles: Option<f64>,
    /// A request for its prediction: a line of JSON without its end.
    pub request: Box<[u8]>,
}

impl Block {
    /// Reads a line.
    ///
    /// # Errors
    /// The line is no JSON, or has no code, or cycles that are no positive number.
    pub fn read(line: &[u8], fields: &FieldNames) -> Result<Measurement, LineError> {
        let members = object(line)?;
        let cpu = text(&members, "cpu")?;
        let Some(measured_cycles) = number(&members, &fields.label)? else {
            return Ok(Measurement::Unmeasured { cpu });
        };
        if !(MIN_MEASURED_CYCLES..=MAX_CYCLES).contains(&measured_cycles) {
            return Err(LineError::new(format!(
                "\"{}\" must be from {MIN_MEASURED_CYCLES} to {MAX_CYCLES:e}",
                fields.label
            )));
        }
        let other_cycles = match &fields.other {
            Some(name) => cycles(&members, name)?,
            None => None,
        };
        let id = id(&members);
        let triple = members.get("triple").and_then(Value::as_str).map(Into::into);
        let request = request(members, fields.code.as_deref())?.into();
        Ok(Measurement::Measured(Block { id, cpu, triple, measured_cycles, other_cycles, request }))
    }
}

/// Returns the request for a block's prediction.
pub(crate) fn request(
    mut members: Map<String, Value>,
    code: Option<&str>,
) -> Result<Vec<u8>, LineError> {
    let is_there = |name: &&str| members.get(*name).is_some_and(|it| !it.is_null());
    let name = match code {
        Some(name) => Some(name).filter(is_there),
        None => ["hex", ASSEMBLY].into_iter().find(is_there),
    };
    let Some(name) = name else {
        return Err(LineError::new(match code {
            Some(name) => format!("there is no \"{name}\""),
            None => "there is no \"hex\" and no \"asm\"".to_owned(),
        }));
    };
    let is_assembly = name == ASSEMBLY || name.ends_with("_asm");
    let code = match members.remove(name) {
        Some(Value::String(text)) => Some(text),
        Some(Value::Array(lines)) => {
            let lines = lines.iter().map(Value::as_str);
            lines.collect::<Option<Vec<_>>>().map(|lines| lines.join("\n"))
        }
        _ => None,
    };
    let code =
        code.ok_or_else(|| LineError::new(format!("\"{name}\" must be text, or a list of lines")))?;
    let mut request = Map::new();
    request.insert(if is_assembly { ASSEMBLY } else { "hex" }.to_owned(), code.into());
    for name in PASSED_ON {
        // An address belongs to machine code.
        if let Some(value) = members.remove(name).filter(|_| name != "base" || !is_assembly) {
            request.insert(name.to_owned(), value);
        }
    }
    serde_json::to_vec(&request).map_err(|error| LineError::new(error.to_string()))
}

/// Returns the members of a line.
pub(crate) fn object(line: &[u8]) -> Result<Map<String, Value>, LineError> {
    let value = serde_json::from_slice(line).map_err(|error| {
        let message = error.to_string();
        let end = message.rfind(" at line ").unwrap_or(message.len());
        LineError { message: message[..end].to_owned(), column: Some(error.column()) }
    })?;
    match value {
        Value::Object(members) => Ok(members),
        _ => Err(LineError::new("the line is no JSON object")),
    }
}

/// Returns the id as JSON; `None` if there is none.
pub(crate) fn id(members: &Map<String, Value>) -> Option<Box<str>> {
    members.get("id").filter(|id| !id.is_null()).map(|id| id.to_string().into())
}

/// Returns a text; `None` if it is not there.
pub(crate) fn text(
    members: &Map<String, Value>,
    name: &str,
) -> Result<Option<Box<str>>, LineError> {
    match members.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.as_str().into())),
        Some(_) => Err(LineError::new(format!("\"{name}\" must be text"))),
    }
}

/// Returns a number; `None` if it is not there.
fn number(members: &Map<String, Value>, name: &str) -> Result<Option<f64>, LineError> {
    match members.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match value.as_f64() {
            Some(number) => Ok(Some(number)),
            None => Err(LineError::new(format!("\"{name}\" must be a number"))),
        },
    }
}

/// Returns predicted cycles; `None` if they are not there.
pub(crate) fn cycles(members: &Map<String, Value>, name: &str) -> Result<Option<f64>, LineError> {
    match number(members, name)? {
        Some(number) if !(0.0..=MAX_CYCLES).contains(&number) => {
            Err(LineError::new(format!("\"{name}\" must be from 0 to {MAX_CYCLES:e}")))
        }
        number => Ok(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str, label: &str, code: Option<&str>) -> Result<Measurement, LineError> {
        let code = code.map(str::to_owned);
        let fields = FieldNames { label: label.to_owned(), code, other: Some("tool".to_owned()) };
        Block::read(line.as_bytes(), &fields)
    }

    fn block(line: &str, label: &str, code: Option<&str>) -> Block {
        match read(line, label, code) {
            Ok(Measurement::Measured(block)) => block,
            other => panic!("{other:?}"),
        }
    }

    fn error(line: &str) -> String {
        read(line, "cycles", None).unwrap_err().message
    }

    fn request(block: &Block) -> &str {
        std::str::from_utf8(&block.request).unwrap()
    }

    #[test]
    fn a_line_becomes_a_request() {
        let line = r#"{"id":"a","cpu":"skylake","hex":"90","asm":["nop"],"cycles":0.25,"tool":1,
            "loop":2.5,"loop_hex":"9090","note":"","base":16}"#;
        let found = block(line, "cycles", None);
        assert_eq!(found.id.as_deref(), Some("\"a\""));
        assert_eq!(found.cpu.as_deref(), Some("skylake"));
        assert_eq!((found.measured_cycles, found.other_cycles), (0.25, Some(1.0)));
        assert_eq!(request(&found), r#"{"base":16,"cpu":"skylake","hex":"90"}"#);
        let found = block(line, "loop", Some("loop_hex"));
        assert_eq!(found.measured_cycles, 2.5);
        assert_eq!(request(&found), r#"{"base":16,"cpu":"skylake","hex":"9090"}"#);
        let found = block(line, "cycles", Some("asm"));
        assert_eq!(request(&found), r#"{"asm":"nop","cpu":"skylake"}"#);
        let found = block(r#"{"asm":["nop","ret"],"cycles":1}"#, "cycles", None);
        assert_eq!(request(&found), r#"{"asm":"nop\nret"}"#);
        assert_eq!((found.id, found.cpu, found.other_cycles), (None, None, None));
    }

    #[test]
    fn null_is_not_measured() {
        for line in [r#"{"cpu":"x","cycles":null}"#, r#"{"cpu":"x"}"#] {
            let expected = Measurement::Unmeasured { cpu: Some("x".into()) };
            assert_eq!(read(line, "cycles", None), Ok(expected));
        }
    }

    #[test]
    fn mistakes_are_named() {
        let found = read(r#"{"cycles":}"#, "cycles", None).unwrap_err();
        assert_eq!((found.message.as_str(), found.column), ("expected value", Some(11)));
        assert_eq!(error("[1]"), "the line is no JSON object");
        let outside = "\"cycles\" must be from 0.000001 to 1e12";
        assert_eq!(error(r#"{"hex":"90","cycles":1e13}"#), outside);
        assert_eq!(error(r#"{"hex":"90","cycles":0}"#), outside);
        assert_eq!(error(r#"{"hex":"90","cycles":-1}"#), outside);
        assert_eq!(error(r#"{"hex":"90","cycles":"1"}"#), "\"cycles\" must be a number");
        assert_eq!(error(r#"{"hex":"90","cycles":1,"cpu":1}"#), "\"cpu\" must be text");
        assert_eq!(error(r#"{"cycles":1}"#), "there is no \"hex\" and no \"asm\"");
        assert_eq!(error(r#"{"hex":[1],"cycles":1}"#), "\"hex\" must be text, or a list of lines");
        assert_eq!(
            error(r#"{"hex":"90","cycles":1,"tool":-1}"#),
            "\"tool\" must be from 0 to 1e12"
        );
        assert_eq!(error(r#"{"hex":"90","cycles":1e999}"#), "number out of range");
    }
}
