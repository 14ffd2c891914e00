//! The options and regions that an excerpt is analyzed under.

use oxmca_tables::Tables;
use oxmca_tables::schema::Cpu;

use super::code::Excerpt;
use crate::random::Random;
use crate::target::ProvedTarget;

/// Switches of which any number may be given, on or off, the later ones deciding.
const SWITCHES: &[&str] = &[
    "all-stats",
    "all-views",
    "bottleneck-analysis",
    "bottleneck-analysis",
    "dispatch-stats",
    "instruction-info",
    "register-file-stats",
    "resource-pressure",
    "retire-stats",
    "scheduler-stats",
    "show-barriers",
    "show-encoding",
    "summary-view",
    "timeline",
    "timeline",
    "timeline",
];

/// Numbers given now and then: name, values, how rarely.
const NUMBERS: &[(&str, &[usize], usize)] = &[
    ("dispatch", &[1, 2, 3, 5, 6, 8, 16], 5),
    ("register-file-size", &[1, 8, 40, 61, 128], 6),
    ("lqueue", &[1, 2, 4, 20], 6),
    ("squeue", &[1, 2, 3, 16], 6),
    ("micro-op-queue-size", &[1, 4, 16, 64], 6),
    ("decoder-throughput", &[1, 2, 4], 6),
    ("call-latency", &[0, 1, 7, 100, 300], 8),
    ("output-asm-variant", &[0, 1], 6),
    ("timeline-max-iterations", &[0, 1, 3, 50], 4),
    ("timeline-max-cycles", &[0, 1, 30, 200], 4),
];

/// Instructions that the reference simulates at most, or seldom at most.
const MANY_INSTRUCTIONS: usize = 20_000;
const VERY_MANY_INSTRUCTIONS: usize = 200_000;

/// Arguments for both programs, and the lines with comments for them.
pub fn choose(
    target: &dyn ProvedTarget,
    excerpt: &Excerpt,
    tables: &Tables<'_>,
    random: &mut Random,
) -> (Vec<String>, Vec<String>) {
    let cpu = cpu(target, tables, random);
    let mut arguments = vec![format!("-mtriple={}", excerpt.triple), format!("-mcpu={cpu}")];
    arguments.extend(target.libraries().arguments.iter().map(|argument| (*argument).to_owned()));
    arguments.extend(excerpt.dialect.map(|dialect| dialect.option.to_owned()));
    let skip = random.pick(&["any", "any", "any", "any", "any", "parse-failure", "lack-sched", ""]);
    if !skip.is_empty() {
        arguments.push(format!("-skip-unsupported-instructions={skip}"));
    }
    let most = match random.below(10) {
        0 => VERY_MANY_INSTRUCTIONS,
        _ => MANY_INSTRUCTIONS,
    };
    let iterations = random.pick(&[0, 1, 2, 3, 7, 30, 100, 101, 333, 1000, 2501, 10_007]);
    let iterations = iterations.min(most / excerpt.lines.len().max(1));
    if iterations != 0 || random.below(4) == 0 {
        arguments.push(format!("-iterations={iterations}"));
    }
    for (name, values, rarely) in NUMBERS {
        if random.below(*rarely) == 0 {
            arguments.push(format!("-{name}={}", random.pick(values)));
        }
    }
    for (switch, rarely) in
        [("-noalias=false", 4), ("-print-imm-hex", 6), ("-json", 6), ("-disable-cb", 16)]
    {
        if random.below(rarely) == 0 {
            arguments.push(switch.to_owned());
        }
    }
    if random.below(8) == 0 {
        let value = random.pick(&["", "=normal", "=full", "=none"]);
        arguments.push(format!("-instruction-tables{value}"));
    }
    if random.below(8) == 0 {
        arguments.push(features(tables, random));
    }
    for _ in 0..random.pick(&[0, 1, 2, 4]) {
        let value = random.pick(&["", "", "=true", "=false"]);
        arguments.push(format!("-{}{value}", random.pick(SWITCHES)));
    }
    // The order decides which of contradicting switches count.
    for last in (1..arguments.len()).rev() {
        arguments.swap(last, random.below(last + 1));
    }
    for option in target.sound_options(cpu) {
        let (name, _) = option.split_once('=').unwrap_or((option, ""));
        arguments.retain(|it| !it.starts_with(name));
        arguments.push((*option).to_owned());
    }
    let mut lines = Vec::new();
    for line in with_comments(&excerpt.lines, random) {
        lines.extend(target.inserted_line(random));
        lines.push(line);
    }
    (arguments, lines)
}

/// Returns a name for each model more often than the many other names, few of those without a
/// model.
fn cpu<'t>(target: &dyn ProvedTarget, tables: &Tables<'t>, random: &mut Random) -> &'t str {
    let has_model = |cpu: &&Cpu| !tables.models[cpu.model.index()].sched_classes.range().is_empty();
    let modelled = || tables.cpus.iter().filter(has_model);
    match random.below(32) {
        0 => tables.text(tables.cpus[random.below(tables.cpus.len())].name),
        1..10 => {
            let one = modelled().nth(random.below(modelled().count()));
            one.map_or("generic", |cpu| tables.text(cpu.name))
        }
        _ => random.pick(target.cpus()),
    }
}

/// Returns a few features switched on or off. Modes are left to the triple: several at once make no
/// sense.
fn features(tables: &Tables<'_>, random: &mut Random) -> String {
    let names = tables.features.iter().map(|feature| tables.text(feature.name));
    let names: Vec<&str> = names.filter(|name| !name.ends_with("bit-mode")).collect();
    let words: Vec<String> = (0..1 + random.below(3))
        .map(|_| {
            let sign = random.pick(&["+", "-"]);
            format!("{sign}{}", random.pick(&names))
        })
        .collect();
    format!("-mattr={}", words.join(","))
}

/// Returns the lines, at times with regions and instruments among them, well nested or not.
fn with_comments(lines: &[String], random: &mut Random) -> Vec<String> {
    let mut lines = lines.to_vec();
    let mut insert = |text: &str, from: usize, random: &mut Random| {
        let at = from + random.below(lines.len() - from + 1);
        lines.insert(at, text.to_owned());
        at
    };
    if random.below(4) == 0 {
        for number in 0..1 + random.below(3) {
            // Two of a name may not overlap.
            let name = match random.below(8) {
                0 => random.pick(&["", " a"]).to_owned(),
                _ => format!(" region {number}"),
            };
            let begin = insert(&format!("# LLVM-MCA-BEGIN{name}"), 0, random);
            if random.below(8) != 0 {
                insert(&format!("# LLVM-MCA-END{name}"), begin + 1, random);
            }
        }
    }
    if random.below(8) == 0 {
        for _ in 0..1 + random.below(3) {
            let latency = random.pick(&["0", "1", "5", "20", "100", "100"]);
            insert(&format!("# LLVM-MCA-LATENCY {latency}"), 0, random);
        }
        if random.below(8) == 0 {
            let wrong = random.pick(&["# LLVM-MCA-", "# LLVM-MCA-LATENCY x", "# LLVM-MCA-LMUL M1"]);
            insert(wrong, 0, random);
        }
    }
    lines
}
