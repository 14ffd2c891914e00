//! A second of each fuzz target, from a fixed seed, on inputs made of the golden tests' texts.

use std::any::Any;
use std::panic::catch_unwind;
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use oxmca_fuzz as targets;
use oxmca_testing::random::Random;

/// Names the seconds that each target runs, if it is not one.
const SECONDS: &str = "OXMCA_FUZZ_SECONDS";
/// Longest that one input may take.
const LIMIT: Duration = Duration::from_secs(5);

/// The lines of the files in a folder of the repository whose names `is_taken` accepts.
fn lines(folder: &str, extension: &str, is_taken: impl Fn(&str) -> bool) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let entries = std::fs::read_dir(folder).expect("a folder of texts");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    let stem = |path: &Path| path.file_stem().map(|name| name.to_string_lossy().into_owned());
    paths.retain(|path| {
        let has_extension = path.extension().is_some_and(|it| it == extension);
        has_extension && stem(path).is_some_and(|name| is_taken(&name))
    });
    paths.sort();
    let mut lines: Vec<Vec<u8>> = Vec::new();
    for path in paths {
        let text = std::fs::read(path).expect("a text");
        lines.extend(text.split(|byte| *byte == b'\n').map(<[u8]>::to_vec));
    }
    lines
}

/// The lines of each target, which are in files that begin with its name. Files of the first have any other name. A target may
/// have a folder of its own.
fn lines_by_target(folder: &str, extension: &str) -> Vec<Vec<Vec<u8>>> {
    let names = targets::target_names();
    let target_of = |file: &str| {
        let is_named = |name: &&str| file == *name || file.starts_with(&format!("{name}-"));
        names.iter().position(is_named).unwrap_or_default()
    };
    let of_target = |target: usize| {
        let own = format!("tests/targets/{}", names[target]);
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        if root.join(&own).is_dir() {
            let found = lines(&own, extension, |_| true);
            // Requests of any target are like those of others.
            return if found.is_empty() { lines(folder, extension, |_| true) } else { found };
        }
        lines(folder, extension, |file| target_of(file) == target)
    };
    (0..names.len()).map(of_target).collect()
}

/// Appends some of the lines, in the order they have or any order, some of them damaged.
fn append_text(numbers: &mut Random, lines: &[Vec<u8>], damage: bool, input: &mut Vec<u8>) {
    let mut at = numbers.below(lines.len());
    let in_order = numbers.below(2) == 0;
    for _ in 0..1 + numbers.below(30) {
        at = if in_order { (at + 1) % lines.len() } else { numbers.below(lines.len()) };
        let mut line = lines[at].clone();
        if damage && numbers.below(4) == 0 {
            damage_line(numbers, lines, &mut line);
        }
        input.extend(line);
        input.push(b'\n');
    }
}

fn damage_line(numbers: &mut Random, lines: &[Vec<u8>], line: &mut Vec<u8>) {
    const SYMBOLS: &[u8] = b"%$,()*{}[]:;.@+-~!<>=\"'\\#/ \t\n0179aAfFxXbBhHrzkst";
    let at = numbers.below(line.len() + 1);
    match numbers.below(6) {
        0 => line.truncate(at),
        1 => line.insert(at, SYMBOLS[numbers.below(SYMBOLS.len())]),
        2 => line.insert(at, numbers.below(256) as u8),
        3 if at < line.len() => drop(line.remove(at)),
        4 if at < line.len() => line[at] = SYMBOLS[numbers.below(SYMBOLS.len())],
        _ => {
            let other = &lines[numbers.below(lines.len())];
            let from = numbers.below(other.len() + 1);
            line.truncate(at);
            line.extend(&other[from..]);
        }
    }
}

/// Runs a target for a while on inputs that `make` makes.
fn run(target: fn(&[u8]), mut make: impl FnMut(&mut Random) -> Vec<u8>) {
    let (inputs, received) = mpsc::channel::<Vec<u8>>();
    let (outcomes, outcome) = mpsc::channel::<Result<(), Box<dyn Any + Send>>>();
    thread::spawn(move || {
        for input in received {
            if outcomes.send(catch_unwind(|| target(&input))).is_err() {
                break;
            }
        }
    });
    let mut numbers = Random::new(1);
    let start = Instant::now();
    let mut count = 0;
    let seconds = std::env::var(SECONDS).ok().and_then(|seconds| seconds.parse().ok());
    let duration = Duration::from_secs(seconds.unwrap_or(1));
    while start.elapsed() < duration {
        let input = make(&mut numbers);
        inputs.send(input.clone()).expect("the thread runs");
        match outcome.recv_timeout(LIMIT) {
            Ok(Ok(())) => count += 1,
            Ok(Err(_)) => panic!("input {count} panics:\n{}", input.escape_ascii()),
            Err(_) => panic!("input {count} takes too long:\n{}", input.escape_ascii()),
        }
    }
    println!("{count} inputs");
}

/// A target, settings and a text of the target's lines, now and then of any bytes.
fn assembly(lines: &[Vec<Vec<u8>>], damage: bool) -> impl FnMut(&mut Random) -> Vec<u8> {
    /// More than the settings of any fuzz target take.
    const SETTINGS: usize = 28;
    move |numbers| {
        let target = numbers.below(lines.len());
        let mut input = vec![target as u8];
        input.extend(numbers.bytes(SETTINGS));
        if damage && numbers.below(20) == 0 {
            input.extend(numbers.bytes(300));
        } else {
            append_text(numbers, &lines[target], damage, &mut input);
        }
        input
    }
}

#[test]
fn parse_does_not_panic() {
    run(targets::parse_does_not_panic, assembly(&lines_by_target("tests/golden", "s"), true));
}

#[test]
fn analyze_terminates() {
    run(targets::analyze_terminates, assembly(&lines_by_target("tests/golden", "s"), true));
}

#[test]
fn print_parse_round_trip() {
    run(targets::print_parse_round_trip, assembly(&lines_by_target("tests/golden", "s"), false));
}

#[test]
fn decode_encode_round_trip() {
    let targets = targets::target_names().len();
    run(targets::decode_encode_round_trip, |numbers| {
        let mut input = vec![numbers.below(targets) as u8];
        input.extend(numbers.bytes(300));
        input
    });
}

#[test]
fn tables_load_does_not_panic() {
    let lines_of = |target: &str| {
        let folder = format!("crates/oxmca-tables/data/{target}");
        let models = lines(&format!("{folder}/cpu"), "tbl", |_| true);
        [models, lines(&folder, "tbl", |_| true)].concat()
    };
    let lines: Vec<Vec<Vec<u8>>> = targets::target_names().into_iter().map(lines_of).collect();
    run(targets::tables_load_does_not_panic, |numbers| {
        let target = numbers.below(lines.len());
        let kind = numbers.below(8);
        let mut input = vec![target as u8];
        match kind {
            0 => {
                input.push(0);
                let len = numbers.below(2_000);
                input.extend(numbers.bytes(len));
            }
            1 => {
                input.push(1 + numbers.below(2) as u8);
                let changes = 1 + numbers.below(3);
                input.extend(numbers.bytes(5 * changes));
            }
            _ => {
                input.push(3);
                input.extend(numbers.bytes(2));
                append_text(numbers, &lines[target], true, &mut input);
            }
        }
        input
    });
}

#[test]
fn models_do_not_panic() {
    let lines = lines("crates/oxmca-tables/tests/models/cases", "tbl", |_| true);
    let is_begin = |line: &Vec<u8>| line.starts_with(b"model Jaguar2 ");
    let begin = lines.iter().position(is_begin).expect("jaguar.tbl") + 1;
    // The lines of a file end with an empty one.
    let len = lines[begin..].iter().position(Vec::is_empty).expect("the end of jaguar.tbl");
    let sound = &lines[begin..begin + len];
    run(targets::models_do_not_panic, |numbers| {
        let mut input: Vec<u8> = numbers.bytes(3).collect();
        for _ in 0..1 + numbers.below(6) {
            let mut line = sound[numbers.below(sound.len())].clone();
            if numbers.below(6) == 0 {
                damage_line(numbers, &lines, &mut line);
            }
            input.extend(line);
            input.push(b'\n');
        }
        input
    });
}

#[test]
fn hardware_files_do_not_panic() {
    let lines = lines("crates/oxmca-tables/data/x86/hardware", "tbl", |_| true);
    // A first line of a file is one only at the beginning.
    let is_sound = |line: &&Vec<u8>| !line.starts_with(b"hardware ") && !line.starts_with(b"cpus ");
    let sound: Vec<&Vec<u8>> = lines.iter().filter(is_sound).collect();
    run(targets::hardware_files_do_not_panic, |numbers| {
        let mut input: Vec<u8> = numbers.bytes(24).collect();
        for _ in 0..numbers.below(5) {
            let mut line = sound[numbers.below(sound.len())].clone();
            if numbers.below(4) == 0 {
                damage_line(numbers, &lines, &mut line);
            }
            input.extend(line);
            input.push(b'\n');
        }
        input
    });
}

#[test]
fn objects_do_not_panic() {
    run(targets::objects_do_not_panic, |numbers| {
        let changes = numbers.below(8);
        let mut input: Vec<u8> = numbers.bytes(1 + 3 * changes).collect();
        // Headers are at the beginning and, in ELF files, at the end; some objects are cut off.
        if numbers.below(2) == 0 {
            input.iter_mut().skip(2).step_by(3).for_each(|it| *it = 0);
        }
        let cut = usize::from(numbers.below(4) == 0);
        input.extend(numbers.bytes(cut));
        input
    });
}

#[test]
fn columns_do_not_panic() {
    run(targets::columns_do_not_panic, |numbers| {
        let changes = numbers.below(4);
        let mut input: Vec<u8> = numbers.bytes(1 + 3 * changes).collect();
        // Metadata has most places where a byte matters.
        if numbers.below(2) == 0 {
            input.iter_mut().skip(2).step_by(3).for_each(|it| *it &= 1);
        }
        let cut = usize::from(numbers.below(8) == 0);
        input.extend(numbers.bytes(cut));
        input
    });
}

#[test]
fn perf_data_does_not_panic() {
    run(targets::perf_data_does_not_panic, |numbers| {
        let mut input: Vec<u8> = numbers.bytes(2).collect();
        let most = if numbers.below(4) == 0 { 600 } else { 12 };
        let len = 1 + numbers.below(most);
        input.extend(numbers.bytes(len));
        input
    });
}

#[test]
fn batch_lines_are_answered() {
    run(targets::batch_lines_are_answered, assembly(&lines_by_target("tests/many", "jsonl"), true));
}

#[test]
fn editors_are_answered() {
    let texts = lines_by_target("tests/golden", "s");
    let messages = lines("crates/oxmca-lsp/tests/conversations", "txt", |_| true);
    let messages: Vec<Vec<u8>> =
        messages.iter().filter_map(|line| Some(line.strip_prefix(b"> ")?.to_vec())).collect();
    run(targets::editors_are_answered, |numbers| {
        let kind = numbers.below(4);
        let mut input = vec![kind.min(2) as u8];
        match kind {
            0 => {
                for _ in 0..1 + numbers.below(4) {
                    let mut line = messages[numbers.below(messages.len())].clone();
                    if numbers.below(3) == 0 {
                        damage_line(numbers, &messages, &mut line);
                    }
                    let length =
                        if numbers.below(8) == 0 { numbers.below(200) } else { line.len() };
                    input.extend(format!("Content-Length: {length}\r\n\r\n").bytes());
                    input.extend(line);
                }
            }
            1 => append_text(numbers, &messages, true, &mut input),
            _ => {
                const CHOICES: usize = 40;
                input.extend(numbers.bytes(CHOICES));
                let target = numbers.below(texts.len());
                append_text(numbers, &texts[target], true, &mut input);
            }
        }
        input
    });
}

/// Parts of names that mean something in a medium.
const PARTS: [&str; 44] = [
    "\n",
    "\r",
    "\t",
    " ",
    "\u{2003}",
    "\u{2028}",
    "\u{85}",
    "\u{1b}[8m",
    "\u{9b}2J",
    "\u{1b}]0;x\u{7}",
    "\u{202e}",
    "\u{2066}",
    "\u{fffe}",
    "\0",
    "::",
    "::stop-commands::x",
    "##[error]",
    "#",
    "%0A",
    ",line=1",
    "\"",
    "\\",
    "\\n",
    "'",
    "`",
    "```",
    "|",
    "<!--",
    "</code>",
    "<b>",
    "&lt;",
    "&amp;",
    "[a](b)",
    "![a](b)",
    "@user",
    "http://a.b",
    "www.a.b",
    "=1+1",
    "-",
    "+",
    "**a**",
    "dot(float*, int)",
    "end",
    "ä",
];

/// Names, each after its length.
fn append_names(numbers: &mut Random, input: &mut Vec<u8>) {
    for _ in 0..1 + numbers.below(8) {
        let mut name: Vec<u8> = Vec::new();
        for _ in 0..numbers.below(6) {
            match numbers.below(8) {
                0 => name.push(numbers.below(256) as u8),
                _ => name.extend(PARTS[numbers.below(PARTS.len())].as_bytes()),
            }
        }
        name.truncate(63);
        input.push(name.len() as u8);
        input.extend(name);
    }
}

#[test]
fn names_are_shown_as_names() {
    run(targets::names_are_shown_as_names, |numbers| {
        let mut input = Vec::new();
        append_names(numbers, &mut input);
        input
    });
}

#[test]
fn baselines_survive_names() {
    run(targets::baselines_survive_names, |numbers| {
        let changes = numbers.below(4);
        let mut input = vec![1, changes as u8];
        input.extend(numbers.bytes(4 * changes));
        append_names(numbers, &mut input);
        input
    });
}

#[test]
fn matching_is_fair() {
    run(targets::matching_is_fair, |numbers| {
        let len = numbers.below(300);
        numbers.bytes(len).collect()
    });
}
