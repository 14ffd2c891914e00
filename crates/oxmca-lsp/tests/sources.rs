//! Sources in compiled languages beside their objects.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use oxmca_lsp::answers;
use serde_json::{Value, json};

use crate::files::{MemoryFiles, all_hints, host, initialize, message, open, result};

/// An object of `sums.cpp` with debug lines.
const OBJECT: &str = "../oxmca-object/tests/objects/elf-x86-64.o";

/// Returns the lines and labels of the hints of a source, after some more messages.
fn hints(
    source: &str,
    files: &BTreeMap<String, (u64, Vec<u8>)>,
    extra: &[Value],
) -> Vec<(u64, String)> {
    let uri = format!("file://{source}");
    let settings = json!({"cpu": "skylake", "modelOf": "llvm"});
    let mut messages =
        vec![initialize(&settings, false), open(&uri, "cpp", &"int x;\n".repeat(40))];
    messages.extend(extra.iter().cloned());
    messages.push(all_hints(1, &uri));
    let files = Arc::new(MemoryFiles(files.clone()));
    let found = answers(messages.iter().map(message), host(), files, false);
    let hint = |it: &Value| {
        let line = it["position"]["line"].as_u64().expect("a line");
        (line, it["label"].as_str().expect("a label").to_owned())
    };
    result(&found, 1).as_array().expect("hints").iter().map(hint).collect()
}

#[test]
fn loops_of_the_object_stand_beside_their_lines() {
    let object = Path::new(env!("CARGO_MANIFEST_DIR")).join(OBJECT);
    let object = fs::read(object).expect("an object");
    let database =
        br#"[{"directory":"/p/build","file":"../sums.cpp","command":"c++ -g -c -o o/sums.o ../sums.cpp"}]"#;
    let mut files = BTreeMap::from([
        ("/p/sums.cpp".to_owned(), (1, Vec::new())),
        ("/p/build/compile_commands.json".to_owned(), (1, database.to_vec())),
        ("/p/build/o/sums.o".to_owned(), (2, object)),
    ]);
    let found = hints("/p/sums.cpp", &files, &[]);
    let [(14, label)] = &found[..] else { panic!("one loop on line 15: {found:?}") };
    assert!(label.contains("cycles per iteration, limited by"), "{label}");
    // Nothing is known of another source.
    assert!(hints("/q/other.cpp", &files, &[]).is_empty());
    let document = json!({"uri": "file:///p/sums.cpp", "version": 2});
    let range = json!({"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 0}});
    let change = json!([{"range": range, "text": "x"}]);
    let params = json!({"textDocument": document, "contentChanges": change});
    let edit = json!({"method": "textDocument/didChange", "params": params});
    let edited = hints("/p/sums.cpp", &files, &[edit]);
    assert_eq!(edited[0].1, format!("{label} (as before the edits)"));
    files.insert("/p/sums.cpp".to_owned(), (3, Vec::new()));
    let old = hints("/p/sums.cpp", &files, &[]);
    assert_eq!(old[0].1, format!("{label} (the object is older than this file)"));
    // An object that is named, and one that lies beside the source.
    let object = files.remove("/p/build/o/sums.o").expect("the object");
    files.insert("/p/sums.o".to_owned(), object);
    assert_eq!(hints("/p/sums.cpp", &files, &[]).len(), 1);
}
