//! Values of the full document that llvm-mca's has not, beside those in the text.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use crate::full_json::runs::{Kernel, document, kernels, run};

#[test]
fn what_only_the_text_has_is_the_same() {
    let mut compared = 0;
    for (number, kernel) in kernels().iter().enumerate() {
        // The CPUs that the kernel was written for, and one more.
        let cpus = kernel.runs.iter().flatten().filter(|word| word.starts_with("-mcpu="));
        let mut cpus: BTreeSet<String> = cpus.cloned().collect();
        cpus.insert(another_cpu(kernel, number));
        compared += cpus.iter().map(|cpu| compare_statistics(kernel, cpu)).sum::<usize>();
    }
    assert!(compared > 300, "{compared} regions");
}

/// The option for a CPU of the kernel's target, in turns.
fn another_cpu(kernel: &Kernel, number: usize) -> String {
    let cpus = kernel.target.cpus;
    format!("-mcpu={}", cpus[number % cpus.len()])
}

/// Compares the statistics of a kernel on a CPU; gives the number of regions.
fn compare_statistics(kernel: &Kernel, cpu: &str) -> usize {
    let path: &Path = &kernel.path;
    let options = [
        kernel.target.triple,
        cpu,
        "-iterations=20",
        "-all-views",
        "-show-encoding",
        "-show-barriers",
        "-skip-unsupported-instructions=any",
    ];
    let text = run(path, &options);
    let full = document(path, &[options.as_slice(), &["--json=full"]].concat());
    assert_eq!(text.is_some(), full.is_some(), "{}", path.display());
    let (Some(text), Some(full)) = (text, full) else { return 0 };
    let regions = full["regions"].as_array().unwrap();
    let parts: Vec<&str> = text.split("Iterations:  ").skip(1).collect();
    assert_eq!(parts.len(), regions.len(), "{}", path.display());
    for (region, text) in regions.iter().zip(parts) {
        let check = |what: &str, found: String, expected: String| {
            assert_eq!(found, expected, "{what}, {cpu} {}", path.display());
        };
        check("scheduler", scheduler(region), shown_scheduler(text));
        check("retirement", retirement(region), shown_retirement(text));
        check("register files", register_files(region), shown_register_files(text));
        check("instructions", instructions(region), shown_instructions(text));
        check("waiting", wait_times(region), shown_wait_times(text));
        check("critical sequence", critical_sequence(region), shown_critical_sequence(text));
    }
    regions.len()
}

#[test]
fn what_only_full_instruction_tables_have_is_the_same() {
    let mut compared = 0;
    for (number, kernel) in kernels().iter().enumerate() {
        let cpu = another_cpu(kernel, number);
        let options = [
            kernel.target.triple,
            &cpu,
            "-instruction-tables=full",
            "-skip-unsupported-instructions=any",
        ];
        let Some(text) = run(&kernel.path, &options) else { continue };
        let full = document(&kernel.path, &[options.as_slice(), &["--json=full"]].concat());
        let full = full.unwrap();
        let rows = rows(&full["regions"]).flat_map(|region| {
            rows(&region["instructions"]).zip(rows(&region["instruction_info"]))
        });
        let found: Vec<String> =
            rows.map(|(instruction, info)| table_row(instruction, info)).collect();
        let tables = text.split(" Instructions:\n").skip(1).step_by(2);
        let shown = tables.flat_map(|table| table.lines().take_while(|line| !line.is_empty()));
        let shown: Vec<&str> = shown.map(|line| line.get(43..).unwrap_or_default()).collect();
        assert_eq!(shown.len(), found.len(), "{cpu} {}", kernel.path.display());
        for (shown, found) in shown.iter().zip(found) {
            let count = found.split_whitespace().count();
            let shown: Vec<&str> = shown.split_whitespace().take(count).collect();
            assert_eq!(shown.join(" "), found, "{cpu} {}", kernel.path.display());
            compared += 1;
        }
    }
    assert!(compared > 1000, "{compared} instructions");
}

/// Bypass latency, resources and opcode, as full instruction tables show them.
fn table_row(instruction: &Value, info: &Value) -> String {
    let uses = rows(&info["resources"]).map(|used| {
        let name = used["resource"].as_str().unwrap();
        match (
            used["acquire_at_cycle"].as_u64().unwrap(),
            used["release_at_cycle"].as_u64().unwrap(),
        ) {
            (_, ..=1) => name.to_owned(),
            (0, release) => format!("{name}[{release}]"),
            (acquire, release) => format!("{name}[{acquire},{release}]"),
        }
    });
    let uses = uses.collect::<Vec<_>>().join(",");
    let space = if uses.is_empty() { "" } else { " " };
    // The text wraps below zero.
    let bypass = info["bypass_latency_cycles"].as_i64().unwrap() as u32;
    format!("{bypass} {uses}{space}{}", instruction["opcode"].as_str().unwrap())
}

/// The lines after `heading` up to an empty one, as words.
fn lines_after<'t>(text: &'t str, heading: &str) -> Vec<Vec<&'t str>> {
    let Some((_, rest)) = text.split_once(heading) else { return Vec::new() };
    let lines = rest.lines().skip_while(|line| line.is_empty());
    let lines = lines.take_while(|line| !line.is_empty());
    lines.map(|line| line.split([' ', ',']).filter(|word| !word.is_empty()).collect()).collect()
}

/// The number after each place where `label` is.
fn numbers_after(text: &str, label: &str) -> Vec<u64> {
    let rest = text.split(label).skip(1);
    rest.map(|rest| rest.split_whitespace().next().unwrap().parse().unwrap()).collect()
}

fn rows(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// A histogram as its numbers: seen, in how many cycles.
fn counts(rows_of: &Value, key: &str) -> String {
    rows(rows_of).map(|row| format!("{}:{} ", row[key], row["cycles"])).collect()
}

fn shown_counts(text: &str, heading: &str) -> String {
    lines_after(text, heading).iter().map(|words| format!("{}:{} ", words[0], words[1])).collect()
}

fn scheduler(region: &Value) -> String {
    let section = &region["scheduler_statistics"];
    let mut found = counts(&region["dispatch_statistics"]["dispatched_per_cycle"], "micro_ops");
    found += &counts(&section["issued_per_cycle"], "micro_ops");
    let buffers: Vec<&Value> = rows(&section["buffers"]).collect();
    if buffers.iter().all(|buffer| buffer["max_used_entries"] == 0) {
        return found + "none";
    }
    for buffer in buffers {
        let average = buffer["average_used_entries"].as_f64().unwrap();
        // The text has the integer part of what is rounded to tenths.
        let average = ((average * 10.0 + 0.5).floor() / 10.0) as u64;
        let (name, most) = (buffer["resource"].as_str().unwrap(), &buffer["max_used_entries"]);
        found += &format!("{name} {average} {most} {} ", buffer["size_entries"]);
    }
    found
}

fn shown_scheduler(text: &str) -> String {
    let mut shown = shown_counts(text, "[# dispatched], [# cycles]\n");
    shown += &shown_counts(text, "[# issued], [# cycles]\n");
    if text.contains("No scheduler resources used.") {
        return shown + "none";
    }
    let lines = lines_after(text, "\n [1]            [2]        [3]        [4]\n");
    shown.extend(lines.iter().map(|words| words.join(" ") + " "));
    shown
}

fn retirement(region: &Value) -> String {
    let section = &region["retire_statistics"];
    let buffer = &section["reorder_buffer"];
    let mut found = counts(&section["retired_per_cycle"], "instructions");
    if let Some(average) = buffer["average_used_entries"].as_f64() {
        let (size, most) = (&buffer["size_entries"], &buffer["max_used_entries"]);
        found += &format!("{size} {most} {}", average as u64);
    }
    found
}

fn shown_retirement(text: &str) -> String {
    let mut shown = shown_counts(text, "[# retired], [# cycles]\n");
    let labels =
        ["Total ROB Entries:", "Max Used ROB Entries:", "Average Used ROB Entries per cy:"];
    let numbers = labels.iter().flat_map(|label| numbers_after(text, label));
    shown += &numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(" ");
    shown
}

/// Numbers of all files, one kind after the other. The text leaves out what is 0 for moves.
fn register_files(region: &Value) -> String {
    let files: Vec<&Value> = rows(&region["register_file_statistics"]).collect();
    let mut found = String::new();
    let mut add = |key: &str, is_shown: &dyn Fn(&Value) -> bool| {
        let numbers = files.iter().filter(|file| is_shown(file)).map(|file| file[key].as_u64());
        found += &format!("{:?} ", numbers.flatten().collect::<Vec<_>>());
    };
    add("size_registers", &|_| true);
    add("total_mappings", &|_| true);
    add("max_used_mappings", &|_| true);
    let has_moves = |file: &Value| !file["name"].is_null() && file["optimizable_moves"] != 0;
    add("optimizable_moves", &has_moves);
    add("eliminated_moves", &has_moves);
    add("zero_moves", &has_moves);
    add("max_eliminated_moves_per_cycle", &has_moves);
    found
}

fn shown_register_files(text: &str) -> String {
    let labels = [
        "Number of physical registers: ",
        "Total number of mappings created: ",
        "Max number of mappings used: ",
        "Number of optimizable moves: ",
        "Number of moves eliminated: ",
        "Number of zero moves: ",
        "Max moves eliminated per cycle: ",
    ];
    labels.iter().map(|label| format!("{:?} ", numbers_after(text, label))).collect()
}

/// What is shown of each instruction: barriers, encoding, text.
fn instructions(region: &Value) -> String {
    let infos = rows(&region["instruction_info"]);
    let lines = rows(&region["instructions"]).zip(infos).map(|(instruction, info)| {
        let mark = |key: &str| if info[key] == true { '*' } else { ' ' };
        let encoding = instruction["encoding"].as_str().unwrap();
        let barriers = [mark("is_load_barrier"), mark("is_store_barrier")];
        let size = encoding.split_whitespace().count();
        let text = instruction["text"].as_str().unwrap();
        format!("{}|{}|{size}|{encoding}|{text}\n", barriers[0], barriers[1])
    });
    lines.collect()
}

fn shown_instructions(text: &str) -> String {
    let (_, rest) = text.split_once("Encodings:                    Instructions:\n").unwrap();
    let lines = rest.lines().take_while(|line| !line.is_empty()).map(|line| {
        let size = line[57..63].trim();
        let bytes: usize = size.parse().unwrap();
        let (encoding, text) = line[63..].split_at(bytes * 3);
        format!(
            "{}|{}|{size}|{}|{}\n",
            &line[43..44],
            &line[50..51],
            encoding.trim(),
            text.trim_start()
        )
    });
    lines.collect()
}

fn wait_times(region: &Value) -> String {
    let lines = rows(&region["timeline"]["wait_times"]).map(|row| {
        let iterations = row["iterations"].as_f64().unwrap();
        let average = |key: &str| {
            let total = (row[key].as_f64().unwrap() * iterations).round();
            (total * 10.0 / iterations + 0.5).floor() / 10.0
        };
        format!(
            "{}. {iterations} {:.1} {:.1} {:.1}\n",
            row["instruction"],
            average("average_in_scheduler_cycles"),
            average("average_while_ready_cycles"),
            average("average_before_retirement_cycles"),
        )
    });
    lines.collect()
}

fn shown_wait_times(text: &str) -> String {
    let lines = lines_after(text, "\n      [0]    [1]    [2]    [3]\n");
    let lines = lines.iter().filter(|words| !words.contains(&"<total>"));
    lines.map(|words| words[..5].join(" ") + "\n").collect()
}

fn critical_sequence(region: &Value) -> String {
    let found = &region["bottleneck_analysis"]["found"];
    let lines = rows(&found["critical_sequence"]).map(|edge| {
        let name = |key: &str| edge[key].as_str().unwrap();
        let instruction = &edge["to_instruction"];
        match name("kind") {
            "register" => format!("{instruction}. REGISTER dependency:  {}\n", name("register")),
            "memory" => format!("{instruction}. MEMORY dependency.\n"),
            _ => {
                let iterations = found["iterations"].as_u64().unwrap();
                let probability = edge["seen_iterations"].as_u64().unwrap() * 100 / iterations;
                let resource = name("resource");
                format!(
                    "{instruction}. RESOURCE interference:  {resource} [ probability: {probability}% ]\n"
                )
            }
        }
    });
    lines.collect()
}

fn shown_critical_sequence(text: &str) -> String {
    let lines = text.lines().filter_map(|line| {
        let (instruction, dependency) = line.strip_prefix(" +----> ")?.split_once("## ")?;
        let (index, _) = instruction.split_once('.')?;
        Some(format!("{index}. {dependency}\n"))
    });
    lines.collect()
}
