//! A text that was edited has the hints of one that is opened as it is now, and the same in a long text, of which only a part
//! is read at once.

use std::fmt::Write;
use std::sync::Arc;

use oxmca_lsp::answers;
use serde_json::{Value, json};

use crate::files::{MemoryFiles, all_hints, host, initialize, message, open, result};

const URI: &str = "file:///long.s";

/// Returns a text of functions, each with a loop.
fn text(functions: usize) -> String {
    let mut text = "\t.text\n".to_owned();
    for at in 0..functions {
        let _ = write!(
            text,
            "\t.globl\tf{at}\n\t.type\tf{at},@function\nf{at}:\n\txorl\t%eax, %eax\n.L{at}:\n\
             \taddss\t{offset}(%rdi,%rax,4), %xmm{register}\n\timulq\t%rcx, %rdx\n\tincq\t%rax\n\
             \tcmpq\t%rax, %rsi\n\tjne\t.L{at}\n\tretq\n\t.size\tf{at}, .-f{at}\n",
            offset = 4 * (at % 9),
            register = at % 16,
        );
    }
    text
}

fn change(version: u32, line: u32, to: u32, text: &str) -> Value {
    let range =
        json!({"start": {"line": line, "character": 0}, "end": {"line": to, "character": 0}});
    let document = json!({"uri": URI, "version": version});
    let changes = json!([{"range": range, "text": text}]);
    json!({"method": "textDocument/didChange", "params": {"textDocument": document, "contentChanges": changes}})
}

/// The lines and labels of hints.
fn hints(answers: &[Value], id: u32) -> Vec<(u64, String)> {
    let found = result(answers, id).as_array().expect("hints").iter();
    let hint = |it: &Value| {
        (
            it["position"]["line"].as_u64().expect("a line"),
            it["label"].as_str().expect("a label").to_owned(),
        )
    };
    found.map(hint).collect()
}

/// Applies edits of whole lines.
fn edited(text: &str, edits: &[(u32, u32, &str)]) -> String {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    for (line, to, text) in edits {
        let new = text.split_inclusive('\n').map(str::to_owned);
        lines.splice(*line as usize..*to as usize, new);
    }
    lines.concat()
}

fn check(text: &str, edits: &[(u32, u32, &str)]) {
    let settings = json!({"cpu": "skylake", "modelOf": "llvm"});
    // Costs of all loops are known before the first edit.
    let mut messages = vec![
        initialize(&settings, true),
        open(URI, "asm", text),
        all_hints(1, URI),
        all_hints(2, URI),
    ];
    for (at, (line, to, new)) in edits.iter().enumerate() {
        messages.push(change(2 + at as u32, *line, *to, new));
        messages.push(all_hints(10 + at as u32, URI));
    }
    let files = Arc::new(MemoryFiles::default());
    let at_once = answers(messages.iter().map(message), host(), Arc::clone(&files) as _, false);
    for at in 0..edits.len() {
        let now = edited(text, &edits[..=at]);
        let fresh = [initialize(&settings, false), open(URI, "asm", &now), all_hints(1, URI)];
        let fresh = answers(fresh.iter().map(message), host(), Arc::clone(&files) as _, false);
        assert_eq!(hints(&at_once, 10 + at as u32), hints(&fresh, 1), "after edit {at}");
    }
}

#[test]
fn edits_of_a_short_text_are_seen() {
    check(
        &text(5),
        &[(7, 7, "\tnop\n"), (0, 3, ""), (20, 22, "\taddq %rax, %rbx\n.Lx:\n"), (1, 1, "\n\n\n")],
    );
}

#[test]
fn edits_of_a_long_text_are_seen_at_once() {
    let text = text(1000);
    assert!(text.len() > 130 << 10);
    // Within a loop, before it, around it, and a new function between two.
    check(&text, &[(607, 607, "\timulq\t%rdx, %rdx\n")]);
    check(&text, &[(603, 604, "")]);
    check(&text, &[(603, 612, "g:\n.Lg:\n\taddss %xmm1, %xmm1\n\tjmp .Lg\n")]);
    check(&text, &[(601, 601, "h:\n.Lh:\n\tmulss %xmm1, %xmm1\n\tjmp .Lh\n")]);
    // Two edits near each other, and one that joins lines.
    check(
        &text,
        &[(607, 607, "\timulq\t%rdx, %rdx\n"), (610, 611, ""), (640, 640, "\tnop\n\tnop\n")],
    );
}
