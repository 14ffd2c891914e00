//! Messages to the language server.

use std::io;
use std::sync::Arc;
use std::time::SystemTime;

use oxmca_lsp::{Files, Incoming, answers, read_message};
use oxmca_queries::Host;
use serde_json::{Value, json};

use super::choices::Choices;
use super::target::TARGETS;

/// Most edits of a text.
const MAX_EDITS: usize = 6;
/// The address of the text.
const URI: &str = "file:///a.s";
const HINTS: &str = "textDocument/inlayHint";
const LENSES: &str = "textDocument/codeLens";
const FORMAT: &str = "textDocument/formatting";
const FORMAT_RANGE: &str = "textDocument/rangeFormatting";
/// Runs the command of a lens.
const RUN: &str = "workspace/executeCommand";
/// The code of an error that is not the client's.
const REQUEST_FAILED: i32 = -32803;
/// Methods that are asked about a text, each of which has an answer for any position.
const METHODS: [&str; 10] = [
    HINTS,
    LENSES,
    FORMAT,
    FORMAT_RANGE,
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/documentSymbol",
];

/// No files.
struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::NotFound.into())
    }

    fn modified(&self, _: &str) -> Option<SystemTime> {
        None
    }

    fn list(&self, _: &str) -> Vec<String> {
        Vec::new()
    }
}

fn host() -> Host {
    Host { triple: "x86_64-unknown-linux-gnu".to_owned(), cpu: "skylake".to_owned() }
}

fn served(messages: Vec<Incoming>) -> Vec<Value> {
    answers(messages, host(), Arc::new(NoFiles), true)
}

fn message(value: &Value) -> Incoming {
    match serde_json::from_value(value.clone()) {
        Ok(message) => Incoming::Message(message),
        Err(error) => Incoming::Malformed(error.to_string()),
    }
}

/// Serves a client that sends what the input says: bytes as they are, lines that each are a message, or a text with edits.
/// Each request must have one answer; a text that was edited the hints of one that is opened as it is then, and after its
/// formatting hints with the same labels; a lens a loop that its command finds.
pub fn editors_are_answered(data: &[u8]) {
    let mut choices = Choices(data);
    let initialize = json!({"id": 0, "method": "initialize", "params": {"capabilities": {}}});
    match choices.below(3) {
        0 => {
            let mut bytes = choices.0;
            let mut messages = vec![message(&initialize)];
            while let Ok(Some(it)) = read_message(&mut bytes) {
                messages.push(it);
            }
            served(messages);
        }
        1 => {
            let lines = choices.0.split(|byte| *byte == b'\n');
            let lines = lines.map(|line| match serde_json::from_slice(line) {
                Ok(message) => Incoming::Message(message),
                Err(error) => Incoming::Malformed(error.to_string()),
            });
            served([message(&initialize)].into_iter().chain(lines).collect());
        }
        _ => edited(&mut choices, initialize),
    }
}

/// Sends a text, edits, and each request about it.
fn edited(choices: &mut Choices<'_>, mut begin: Value) {
    // Without a target it is that of the text.
    let target = choices.below(TARGETS.len() + 1).checked_sub(1).map(|place| TARGETS[place]);
    let count = choices.below(MAX_EDITS);
    let edits: Vec<[usize; 5]> =
        (0..count).map(|_| [8, 40, 8, 40, 4].map(|most| choices.below(most))).collect();
    let asked = [choices.below(20), choices.below(40)];
    let (blanks, command) = (choices.below(16), choices.below(256));
    let mut now = String::from_utf8_lossy(choices.0).into_owned();
    begin["params"]["initializationOptions"] = json!({
        "triple": target.map_or("", |it| it.triples()[0]),
        "modelOf": "llvm",
        "comparedCpus": target.unwrap_or(TARGETS[0]).batch_cpus(),
    });
    let mut messages = vec![begin.clone(), open(&now)];
    for (version, edit) in edits.into_iter().enumerate() {
        messages.push(change(&mut now, version + 2, edit));
    }
    // The target of a text is looked for when it is opened and saved.
    let saved = json!({"textDocument": {"uri": URI}});
    messages.push(json!({"method": "textDocument/didSave", "params": saved}));
    for (at, method) in METHODS.iter().enumerate() {
        messages.push(request(at + 1, method, asked, blanks));
    }
    let edited = served(messages.iter().map(message).collect());
    let results: Vec<Result<Value, Value>> =
        (1..=METHODS.len()).map(|id| answer(&edited, id)).collect();
    let of = |method: &str| {
        let found = METHODS.iter().position(|it| *it == method).map(|at| &results[at]);
        found.expect("a method that is asked")
    };
    for (method, result) in METHODS.iter().zip(&results) {
        // Blanks within quotes and arguments of macros.
        let may_be_refused = method.ends_with("ormatting");
        assert!(result.is_ok() || may_be_refused, "{method}: {result:?}");
    }

    let hints = of(HINTS).as_ref().expect("hints");
    let mut again = vec![begin.clone(), open(&now), request(1, HINTS, asked, blanks)];
    let lenses = of(LENSES).as_ref().ok().and_then(Value::as_array);
    let lens = lenses.and_then(|it| it.get(command % it.len().max(1)));
    again.extend(lens.map(|it| json!({"id": 2, "method": RUN, "params": it["command"]})));
    let fresh = served(again.iter().map(message).collect());
    assert_eq!(Ok(hints), answer(&fresh, 1).as_ref(), "other hints of the same text");
    if lens.is_some()
        && let Err(error) = answer(&fresh, 2)
    {
        // Some loops cannot be simulated.
        assert_eq!(error["code"], REQUEST_FAILED, "{error}");
        let reason = error["message"].as_str().expect("a reason");
        assert!(!reason.contains("any more") && !reason.contains("has changed"), "{error}");
    }
    if let Ok(Value::Array(edits)) = of(FORMAT)
        && !edits.is_empty()
    {
        check_formatted(begin, &formatted(&now, edits), hints, blanks);
    }
}

/// Checks that a text that was formatted has hints as before, and that there is no more to format.
fn check_formatted(begin: Value, text: &str, hints: &Value, blanks: usize) {
    let asked = [HINTS, FORMAT].into_iter().zip(1..);
    let asked = asked.map(|(method, id)| request(id, method, [0, 0], blanks));
    let messages: Vec<Value> = [begin, open(text)].into_iter().chain(asked).collect();
    let answers = served(messages.iter().map(message).collect());
    let labels = |hints: &Value| -> Vec<(Value, Value)> {
        let hints = hints.as_array().into_iter().flatten();
        hints.map(|it| (it["position"]["line"].clone(), it["label"].clone())).collect()
    };
    let now = answer(&answers, 1).expect("hints");
    assert_eq!(labels(hints), labels(&now), "other hints of the formatted text {text:?}");
    assert_eq!(answer(&answers, 2), Ok(json!([])), "formatted again: {text:?}");
}

/// Returns the notification that opens a text.
fn open(text: &str) -> Value {
    let document = json!({"uri": URI, "languageId": "asm", "version": 1, "text": text});
    json!({"method": "textDocument/didOpen", "params": {"textDocument": document}})
}

/// Edits a text. Returns the notification of it.
fn change(
    text: &mut String,
    version: usize,
    [line, column, to_line, to_column, what]: [usize; 5],
) -> Value {
    let new = ["", "\n", "\tnop\n", "\u{1f600}x"][what];
    let range = json!({
        "start": {"line": line, "character": column},
        "end": {"line": to_line, "character": to_column},
    });
    let (from, to) = (offset(text, line, column), offset(text, to_line, to_column));
    text.replace_range(from..to.max(from), new);
    let document = json!({"uri": URI, "version": version});
    let params =
        json!({"textDocument": document, "contentChanges": [{"range": range, "text": new}]});
    json!({"method": "textDocument/didChange", "params": params})
}

/// Returns a request about a position, or about the whole text.
fn request(id: usize, method: &str, [line, column]: [usize; 2], blanks: usize) -> Value {
    let first = if method == FORMAT_RANGE { line } else { 0 };
    let start = json!({"line": first, "character": 0});
    let params = json!({
        "textDocument": {"uri": URI},
        "position": {"line": line, "character": column},
        "range": {"start": start, "end": {"line": 99999, "character": 0}},
        "context": {"includeDeclaration": true, "triggerKind": 1},
        "options": {"tabSize": blanks / 2, "insertSpaces": blanks.is_multiple_of(2)},
    });
    json!({"id": id, "method": method, "params": params})
}

/// Returns the only answer to a request: its result.
///
/// # Errors
/// When it is an error, which is returned.
fn answer(answers: &[Value], id: usize) -> Result<Value, Value> {
    let mut found = answers.iter().filter(|it| it["id"] == id && it.get("method").is_none());
    let answer = found.next().expect("an answer");
    assert!(found.next().is_none(), "two answers");
    match answer.get("error") {
        Some(error) => Err(error.clone()),
        None => Ok(answer["result"].clone()),
    }
}

/// Returns a text after edits, which are in the order of their places.
fn formatted(text: &str, edits: &[Value]) -> String {
    let mut text = text.to_owned();
    for edit in edits.iter().rev() {
        let at = |end: &str| {
            let number = |name: &str| edit["range"][end][name].as_u64().expect("a number") as usize;
            offset(&text, number("line"), number("character"))
        };
        let new = edit["newText"].as_str().expect("a text");
        text.replace_range(at("start")..at("end"), new);
    }
    text
}

/// Returns the offset of a position of UTF-16 in a text.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let Some(start) = text
        .split_inclusive('\n')
        .map(str::len)
        .scan(0, |at, length| {
            let start = *at;
            *at += length;
            Some(start)
        })
        .chain(text.ends_with('\n').then_some(text.len()))
        .nth(line)
    else {
        return if text.is_empty() { 0 } else { text.len() };
    };
    let rest = &text[start..];
    let rest = rest.split('\n').next().unwrap_or_default();
    let rest = rest.strip_suffix('\r').unwrap_or(rest);
    let mut units = 0;
    for (at, character) in rest.char_indices() {
        units += character.len_utf16();
        if units > column {
            return start + at;
        }
    }
    start + rest.len()
}
