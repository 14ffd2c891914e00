//! Predictions, as answers of `oxmca --batch --steady-state`.

use serde::Deserialize;

/// The reason why a block has no prediction.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NoPrediction {
    /// The kind of error, as batch names it.
    pub kind: String,
    /// The error in words.
    pub message: String,
}

impl NoPrediction {
    fn new(kind: &str, message: &str) -> NoPrediction {
        NoPrediction { kind: kind.to_owned(), message: message.to_owned() }
    }
}

#[derive(Deserialize)]
struct Answer {
    error: Option<Failure>,
    regions: Option<serde::de::IgnoredAny>,
    steady_state: Option<SteadyState>,
    report: Option<Report>,
}

#[derive(Deserialize)]
struct Failure {
    kind: String,
    message: String,
}

#[derive(Deserialize)]
struct SteadyState {
    cycles_per_iteration: Fraction,
}

#[derive(Deserialize)]
struct Fraction {
    value: f64,
}

#[derive(Deserialize)]
struct Report {
    instructions: Vec<Instruction>,
}

#[derive(Deserialize)]
struct Instruction {
    text: String,
}

/// Returns the cycles per iteration that an answer has.
///
/// # Errors
/// The reason why it has none.
pub fn predicted_cycles(answer: &[u8]) -> Result<f64, NoPrediction> {
    let answer: Answer = serde_json::from_slice(answer)
        .map_err(|error| NoPrediction::new("answer", &error.to_string()))?;
    if let Some(Failure { kind, message }) = answer.error {
        return Err(NoPrediction { kind, message });
    }
    if answer.regions.is_some() {
        return Err(NoPrediction::new("regions", "the block marks regions"));
    }
    let cycles = answer.steady_state.map(|it| it.cycles_per_iteration.value);
    cycles.ok_or_else(|| NoPrediction::new("steady_state", "there is no steady state"))
}

/// Returns the instructions of the report that an answer has.
pub fn instruction_texts(answer: &[u8]) -> Vec<String> {
    let answer: Option<Answer> = serde_json::from_slice(answer).ok();
    let report = answer.and_then(|it| it.report);
    report.into_iter().flat_map(|it| it.instructions).map(|it| it.text.replace('\t', " ")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_have_cycles_or_a_reason() {
        let answer = br#"{"id":1,"steady_state":{"cycles_per_iteration":{"value":1.5}}}"#;
        assert_eq!(predicted_cycles(answer), Ok(1.5));
        let error = |answer: &str| predicted_cycles(answer.as_bytes()).unwrap_err().kind;
        assert_eq!(error(r#"{"error":{"kind":"cpu","message":"no"}}"#), "cpu");
        assert_eq!(error(r#"{"regions":[]}"#), "regions");
        assert_eq!(error("{}"), "steady_state");
        assert_eq!(error("{"), "answer");
    }

    #[test]
    fn instructions_are_those_of_the_report() {
        let answer = br#"{"report":{"instructions":[{"text":"movl\t%eax, %ebx"},{"text":"nop"}]}}"#;
        assert_eq!(instruction_texts(answer), ["movl %eax, %ebx", "nop"]);
        assert!(instruction_texts(b"{}").is_empty());
    }
}
