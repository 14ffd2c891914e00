//! Messages to the language server.

use std::io;
use std::sync::Arc;
use std::time::SystemTime;

use oxmca_lsp::{Files, Incoming, answers, read_message};
use oxmca_queries::Host;
use serde_json::{Value, json};

use super::choices::Choices;

/// Most edits of a text.
const MAX_EDITS: usize = 6;
/// The address of the text.
const URI: &str = "file:///a.s";
/// Methods that are asked about a text, each of which has an answer for any position.
const METHODS: [&str; 8] = [
    "textDocument/inlayHint",
    "textDocument/hover",
    "textDocument/codeLens",
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
/// Each request must have one answer, and a text that was edited the hints of one that is opened as it is then.
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

fn edited(choices: &mut Choices<'_>, initialize: Value) {
    let target = ["", "aarch64", "riscv64", "arm"][choices.below(4)];
    let count = choices.below(MAX_EDITS);
    let edits: Vec<[usize; 5]> =
        (0..count).map(|_| [8, 40, 8, 40, 4].map(|most| choices.below(most))).collect();
    let asked = [choices.below(20), choices.below(40)];
    let text = String::from_utf8_lossy(choices.0).into_owned();
    let settings = json!({"triple": target, "modelOf": "llvm"});
    let mut begin = initialize;
    begin["params"]["initializationOptions"] = settings;
    let open = |text: &str| {
        let document = json!({"uri": URI, "languageId": "asm", "version": 1, "text": text});
        json!({"method": "textDocument/didOpen", "params": {"textDocument": document}})
    };
    let mut messages = vec![begin.clone(), open(&text)];
    let mut now = text;
    for (version, [line, column, to_line, to_column, what]) in edits.into_iter().enumerate() {
        let new = ["", "\n", "\tnop\n", "\u{1f600}x"][what];
        let range = json!({
            "start": {"line": line, "character": column},
            "end": {"line": to_line, "character": to_column},
        });
        let document = json!({"uri": URI, "version": version + 2});
        let params =
            json!({"textDocument": document, "contentChanges": [{"range": range, "text": new}]});
        messages.push(json!({"method": "textDocument/didChange", "params": params}));
        let (from, to) = (offset(&now, line, column), offset(&now, to_line, to_column));
        now.replace_range(from..to.max(from), new);
    }
    // The target of a text is looked for when it is opened and saved.
    let saved = json!({"textDocument": {"uri": URI}});
    messages.push(json!({"method": "textDocument/didSave", "params": saved}));
    for (id, method) in METHODS.iter().enumerate() {
        let position = json!({"line": asked[0], "character": asked[1]});
        let range =
            json!({"start": {"line": 0, "character": 0}, "end": {"line": 99999, "character": 0}});
        let params = json!({
            "textDocument": {"uri": URI},
            "position": position,
            "range": range,
            "context": {"includeDeclaration": true, "triggerKind": 1},
        });
        messages.push(json!({"id": id + 1, "method": method, "params": params}));
    }
    let edited = served(messages.iter().map(message).collect());
    let answer = |answers: &[Value], id: usize| {
        let mut found = answers.iter().filter(|it| it["id"] == id && it.get("method").is_none());
        let answer = found.next().expect("an answer").clone();
        assert!(found.next().is_none(), "two answers");
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].clone()
    };
    let fresh = [begin, open(&now), messages[messages.len() - METHODS.len()].clone()];
    let fresh = served(fresh.iter().map(message).collect());
    assert_eq!(answer(&edited, 1), answer(&fresh, 1), "other hints of the same text");
    (2..=METHODS.len()).for_each(|id| drop(answer(&edited, id)));
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
