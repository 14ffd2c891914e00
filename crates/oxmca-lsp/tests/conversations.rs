//! Recorded conversations: one trial per file.
//!
//! `conversations/NAME.txt` has the client's messages, each in a line after `> `, and below each what the server answers, in
//! lines that begin with `< `. `OXMCA_BLESS=1` records the answers anew.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use oxmca_lsp::{Incoming, answers};
use serde_json::Value;

use crate::files::{MemoryFiles, host};

/// Returns the conversations of a folder.
fn conversations() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conversations");
    let entries = fs::read_dir(folder).expect("a folder of conversations");
    let mut paths: Vec<PathBuf> = entries.map(|it| it.expect("a file").path()).collect();
    paths.sort();
    paths
}

/// Answers the messages of a conversation: after each, what the server says.
fn replayed(text: &str) -> String {
    let said: Vec<&str> = text.lines().filter(|line| !line.starts_with("< ")).collect();
    let message = |line: &str| match serde_json::from_str(line) {
        Ok(message) => Incoming::Message(message),
        Err(error) => Incoming::Malformed(error.to_string()),
    };
    let mut out = String::new();
    let mut seen = 0;
    for (at, line) in said.iter().enumerate() {
        out.push_str(&format!("{line}\n"));
        if !line.starts_with("> ") {
            continue;
        }
        // The server has no state but that of its messages: those so far give what it said so far.
        let so_far = said[..=at].iter().filter_map(|line| line.strip_prefix("> ")).map(message);
        let all = answers(so_far, host(), Arc::new(MemoryFiles::default()), true);
        let new = all[seen..].iter().map(|it: &Value| format!("< {it}\n"));
        out.extend(new);
        seen = all.len();
    }
    out
}

#[test]
fn conversations_go_as_recorded() {
    let mut problems = Vec::new();
    for path in conversations() {
        let recorded = fs::read_to_string(&path).expect("a conversation");
        let now = replayed(&recorded);
        if now == recorded {
            continue;
        }
        if std::env::var_os("OXMCA_BLESS").is_some() {
            fs::write(&path, &now).expect("a conversation that can be written");
            continue;
        }
        let mut lines = now.lines().zip(recorded.lines());
        let first = lines.find(|(now, recorded)| now != recorded);
        problems.push(format!("{}: {first:#?}", path.display()));
    }
    assert!(problems.is_empty(), "OXMCA_BLESS=1 records them anew:\n{}", problems.join("\n"));
}
