//! Files in memory.

use std::collections::BTreeMap;
use std::io;
use std::time::{Duration, SystemTime};

use oxmca_lsp::{Files, Incoming};
use oxmca_queries::Host;
use serde_json::{Value, json};

/// Files by their paths, each with the second in which it was changed.
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles(pub BTreeMap<String, (u64, Vec<u8>)>);

impl Files for MemoryFiles {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        let found = self.0.get(path).map(|it| it.1.clone());
        found.ok_or_else(|| io::Error::other("there is no such file"))
    }

    fn modified(&self, path: &str) -> Option<SystemTime> {
        let (second, _) = self.0.get(path)?;
        Some(SystemTime::UNIX_EPOCH + Duration::from_secs(*second))
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let within =
            |path: &&String| path.strip_prefix(folder).is_some_and(|it| it.starts_with('/'));
        self.0.keys().filter(within).cloned().collect()
    }
}

/// A machine that tests have in common.
pub fn host() -> Host {
    Host { triple: "x86_64-unknown-linux-gnu".to_owned(), cpu: "skylake".to_owned() }
}

/// Returns a message.
pub fn message(value: &Value) -> Incoming {
    match serde_json::from_value(value.clone()) {
        Ok(message) => Incoming::Message(message),
        Err(error) => Incoming::Malformed(error.to_string()),
    }
}

/// Returns a request that begins a conversation.
pub fn initialize(options: &Value, refreshes: bool) -> Value {
    let capabilities = json!({"workspace": {
        "inlayHint": {"refreshSupport": refreshes},
        "codeLens": {"refreshSupport": refreshes},
    }});
    let params = json!({"capabilities": capabilities, "initializationOptions": options});
    json!({"id": 0, "method": "initialize", "params": params})
}

/// Returns a notification that opens a text.
pub fn open(uri: &str, language: &str, text: &str) -> Value {
    let document = json!({"uri": uri, "languageId": language, "version": 1, "text": text});
    json!({"method": "textDocument/didOpen", "params": {"textDocument": document}})
}

/// Returns a request for all hints of a text.
pub fn all_hints(id: u32, uri: &str) -> Value {
    let range =
        json!({"start": {"line": 0, "character": 0}, "end": {"line": 1_000_000, "character": 0}});
    let params = json!({"textDocument": {"uri": uri}, "range": range});
    json!({"id": id, "method": "textDocument/inlayHint", "params": params})
}

/// Returns the result of the request with an id.
pub fn result(answers: &[Value], id: u32) -> &Value {
    let found = answers.iter().find(|it| it["id"] == id && it.get("method").is_none());
    &found.expect("an answer")["result"]
}
