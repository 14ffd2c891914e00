//! Opens an assembly text of 100,000 lines in a server process, edits it, and prints how long answers take and how much memory
//! the server has: `cargo run --release -p oxmca-lsp --example large_file -- SERVER [--check]`. With `--check` it fails where a
//! figure is beyond its bound.

use std::fmt::Write as _;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use lsp_server::Message;
use oxmca_lsp::{Incoming, read_message};
use serde_json::{Value, json};

const LINES: usize = 100_000;
const MAX_OPENING: Duration = Duration::from_secs(1);
const MAX_HINTS: Duration = Duration::from_millis(50);
const MAX_MEMORY_KIB: u64 = 200 << 10;
const URI: &str = "file:///large.s";
/// Edits, one after the other, at places all over the text.
const EDITS: usize = 20;

/// Returns a text of functions with a loop each, all different.
fn text() -> String {
    let registers = ["%rax", "%rbx", "%rcx", "%r8", "%r9", "%r10", "%r11", "%r12"];
    let (mut text, mut lines, mut seed) = (String::from("\t.text\n"), 1, 1_u64);
    let mut below = |most: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % most
    };
    for function in 0.. {
        let mut body = format!(
            "\t.globl\tkernel{function}\n\t.p2align\t4\n\t.type\tkernel{function},@function\nkernel{function}:\n\
             \txorl\t%eax, %eax\n.LBB{function}_1:\n"
        );
        for _ in 0..3 + below(22) {
            let (one, two) = (registers[below(8)], registers[1 + below(7)]);
            let _ = match below(3) {
                0 => writeln!(
                    body,
                    "\tvaddps\t{}(%rdi,%rax,4), %ymm{}, %ymm{}",
                    4 * below(32),
                    below(16),
                    below(16)
                ),
                1 => writeln!(body, "\timulq\t{one}, {two}"),
                _ => writeln!(body, "\taddq\t{one}, {two}"),
            };
        }
        let _ = write!(
            body,
            "\taddq\t$8, %rax\n\tcmpq\t%rdx, %rax\n\tjne\t.LBB{function}_1\n\tretq\n\
             .Lend{function}:\n\t.size\tkernel{function}, .Lend{function}-kernel{function}\n"
        );
        lines += body.lines().count();
        text += &body;
        if lines >= LINES {
            break;
        }
    }
    text
}

/// A server process.
struct Client {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    last_id: i32,
}

impl Client {
    fn start(server: &str) -> std::io::Result<Client> {
        let mut process =
            Command::new(server).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = process.stdin.take().ok_or_else(|| std::io::Error::other("no input"))?;
        let output = process.stdout.take().ok_or_else(|| std::io::Error::other("no output"))?;
        Ok(Client { process, input, output: BufReader::new(output), last_id: 0 })
    }

    fn send(&mut self, message: &Value) -> std::io::Result<()> {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        self.input.flush()
    }

    fn notify(&mut self, method: &str, params: &Value) -> std::io::Result<()> {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
    }

    /// Asks, and returns the answer. Requests of the server have an empty answer.
    fn ask(&mut self, method: &str, params: &Value) -> std::io::Result<Value> {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        loop {
            match read_message(&mut self.output)? {
                Some(Incoming::Message(Message::Response(it))) if it.id == id.into() => {
                    return Ok(it.response_result.unwrap_or_default());
                }
                Some(Incoming::Message(Message::Request(it))) => {
                    let answer = json!({"jsonrpc": "2.0", "id": it.id, "result": null});
                    self.send(&answer)?;
                }
                Some(_) => {}
                None => return Err(std::io::Error::other("the server has gone")),
            }
        }
    }

    /// Asks for the hints of some lines. Returns how many there are.
    fn hints(&mut self, first: usize, last: usize) -> std::io::Result<usize> {
        let range = json!({"start": {"line": first, "character": 0}, "end": {"line": last, "character": 0}});
        let found = self.ask(
            "textDocument/inlayHint",
            &json!({"textDocument": {"uri": URI}, "range": range}),
        )?;
        Ok(found.as_array().map_or(0, Vec::len))
    }

    /// Returns the most memory that the server has had, where the system says so.
    fn memory_kib(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.trim().trim_end_matches(" kB").parse().ok()
    }
}

fn measure(server: &str, is_checked: bool) -> std::io::Result<bool> {
    let text = text();
    let lines = text.lines().count();
    let mut client = Client::start(server)?;
    let capabilities = json!({"workspace": {"inlayHint": {"refreshSupport": true}}});
    client.ask(
        "initialize",
        &json!({"capabilities": capabilities, "initializationOptions": {"cpu": "skylake"}}),
    )?;
    let begin = Instant::now();
    let document = json!({"uri": URI, "languageId": "asm", "version": 1, "text": text});
    client.notify("textDocument/didOpen", &json!({"textDocument": document}))?;
    let count = client.hints(0, 60)?;
    let opening = begin.elapsed();
    println!(
        "{lines} lines, {} bytes: opened, with {count} hints of the first screen, in {opening:.1?}",
        text.len()
    );
    let mut times = Vec::new();
    for edit in 0..EDITS {
        let line = (edit * 7919 + 500) % (lines - 1000);
        let at = json!({"line": line, "character": 0});
        let change = json!([{"range": {"start": at, "end": at}, "text": "\taddq\t%rbx, %rcx\n"}]);
        let document = json!({"uri": URI, "version": edit + 2});
        let begin = Instant::now();
        client.notify(
            "textDocument/didChange",
            &json!({"textDocument": document, "contentChanges": change}),
        )?;
        client.hints(line.saturating_sub(30), line + 30)?;
        times.push(begin.elapsed());
        // As if somebody types.
        std::thread::sleep(Duration::from_millis(150));
    }
    times.sort();
    let (middle, most) = (times[EDITS / 2], times[EDITS - 1]);
    println!(
        "hints of a screen after an edit: {middle:.1?} in the middle, {most:.1?} at most, of {EDITS}"
    );
    // The thread reads the text as a whole meanwhile.
    std::thread::sleep(Duration::from_secs(3));
    let begin = Instant::now();
    let count = client.hints(0, lines + EDITS)?;
    println!(
        "the whole text: {count} hints at once, the others are fetched again: {:.1?}",
        begin.elapsed()
    );
    let memory = client.memory_kib();
    if let Some(memory) = memory {
        println!("memory at most: {} MiB", memory >> 10);
    }
    client.ask("shutdown", &Value::Null)?;
    client.notify("exit", &Value::Null)?;
    client.process.wait()?;
    let is_good =
        opening <= MAX_OPENING && most <= MAX_HINTS && memory.is_none_or(|it| it <= MAX_MEMORY_KIB);
    Ok(!is_checked || is_good)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_checked = arguments.iter().any(|it| it == "--check");
    let Some(server) = arguments.iter().find(|it| !it.starts_with('-')) else {
        eprintln!("the first argument is the program oxmca-lsp");
        return ExitCode::from(2);
    };
    match measure(server, is_checked) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!(
                "a figure is beyond its bound: {MAX_OPENING:?}, {MAX_HINTS:?}, {} MiB",
                MAX_MEMORY_KIB >> 10
            );
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{server}: {error}");
            ExitCode::FAILURE
        }
    }
}
