//! Running both programs on the same input and cutting down what differs.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The two programs.
pub struct Programs {
    /// llvm-mca.
    pub reference: PathBuf,
    /// oxmca.
    pub candidate: PathBuf,
    /// Single lines on which oxmca found that the simulated processor makes no progress.
    pub stuck: AtomicUsize,
    /// Inputs on which the reference's answer depends on places in its memory: it shows one, or takes the lowest one first.
    pub by_address: AtomicUsize,
}

/// Output and exit status of a program.
#[derive(PartialEq, Eq)]
struct Outcome {
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    status: Option<i32>,
}

impl Outcome {
    /// Returns the program found that the simulated processor makes no progress.
    fn is_stuck(&self) -> bool {
        String::from_utf8_lossy(&self.stderr).contains("makes no progress")
    }
}

/// A small input on which the programs differ.
pub struct Difference {
    /// The arguments.
    pub arguments: Vec<String>,
    /// The lines.
    pub lines: Vec<String>,
    /// The first line of output that differs.
    first: String,
}

/// The comparison of the programs on one input.
pub enum Comparison {
    /// Both print the same.
    Same {
        /// And both end with an error.
        refused: bool,
    },
    /// They do not: the first line of output that differs.
    Differs(String),
    /// oxmca finds that the simulated processor makes no progress; the reference is not asked, since
    /// it would simulate for ever.
    Stuck,
    /// The reference crashes or does not end in time.
    NoReference,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "differs: {}", self.arguments.join(" "))?;
        for line in self.lines.iter().take(12) {
            writeln!(f, "    {line}")?;
        }
        if self.lines.len() > 12 {
            writeln!(f, "    ... {} lines", self.lines.len())?;
        }
        write!(f, "{}", self.first)
    }
}

/// Differences looked for in one run at most: a fault that hits every line need not be cut down
/// a thousand times.
const MAX_DIFFERENCES: usize = 25;

/// Time that a program may run before it is ended, which counts as a crash.
const LIMIT_SECONDS: &str = "60";

/// On how many stuck lines the reference is asked whether it ends.
const MAX_STUCK_ASKED: usize = 12;

/// Comparisons made at most to make one difference smaller.
const MAX_STEPS: usize = 300;

/// Time that the reference may run on a single line before it counts as running for ever.
const STUCK_SECONDS: &str = "2";

/// Returns all lines as one region.
pub fn join(lines: &[String]) -> String {
    let mut text = lines.join("\n");
    text.push('\n');
    text
}

/// Returns each line as a region of its own.
pub fn regions(lines: &[String]) -> String {
    lines.iter().map(|line| format!("# LLVM-MCA-BEGIN\n{line}\n# LLVM-MCA-END\n")).collect()
}

impl Programs {
    /// Creates the two programs, not yet looked for.
    pub fn new(reference: &Path, candidate: &Path) -> Self {
        Programs {
            reference: reference.to_owned(),
            candidate: candidate.to_owned(),
            stuck: AtomicUsize::new(0),
            by_address: AtomicUsize::new(0),
        }
    }

    /// Compares the programs on an input, each of which may run for so long.
    pub fn compare(&self, limit_seconds: &str, arguments: &[String], input: &str) -> Comparison {
        let candidate = execute_within(limit_seconds, &self.candidate, arguments, input);
        if candidate.is_stuck() {
            return Comparison::Stuck;
        }
        let reference = execute_within(limit_seconds, &self.reference, arguments, input);
        match reference.status {
            None => Comparison::NoReference,
            Some(status)
                if reference == candidate
                    || self.agrees_elsewhere(arguments, input, &candidate) =>
            {
                Comparison::Same { refused: status != 0 }
            }
            Some(_) => Comparison::Differs(first_difference(&reference, &candidate)),
        }
    }

    /// Returns whether the reference prints the same as the other program where its memory is at other places. Of two results that an
    /// instruction waits for until the same cycle, it names the one whose place is the lowest.
    fn agrees_elsewhere(&self, arguments: &[String], input: &str, candidate: &Outcome) -> bool {
        // Large blocks are given back, so that later ones have higher places.
        const TUNABLES: &str = "GLIBC_TUNABLES=glibc.malloc.tcache_max=64";
        // Nothing else that is printed depends on places.
        if !candidate.stdout.windows(8).any(|it| it == b"Critical") {
            return false;
        }
        let command = Path::new("env");
        let path = self.reference.to_string_lossy().into_owned();
        let more = [TUNABLES.to_owned(), path];
        let outcome = execute(command, &[&more, arguments].concat(), input);
        let agrees = outcome.stdout == candidate.stdout && outcome.status == candidate.status;
        self.by_address.fetch_add(usize::from(agrees), Ordering::Relaxed);
        agrees
    }

    /// Leaves out arguments and lines of an input on which the programs differ, as long as they do.
    pub fn smallest(
        &self,
        limit_seconds: &str,
        arguments: &[String],
        lines: &[String],
    ) -> Difference {
        let mut steps = 0;
        let mut first = String::from("    no difference any more\n");
        let mut differs = |arguments: &[String], lines: &[String]| {
            steps += 1;
            if steps > MAX_STEPS {
                return false;
            }
            match self.compare(limit_seconds, arguments, &join(lines)) {
                Comparison::Differs(text) => {
                    first = text;
                    true
                }
                _ => false,
            }
        };
        let (mut arguments, mut lines) = (arguments.to_vec(), lines.to_vec());
        if differs(&arguments, &lines) {
            // Without its CPU and target, the input would mean something else on each machine.
            let keeps = |argument: &String| {
                argument.starts_with("-mcpu=") || argument.starts_with("-mtriple=")
            };
            arguments = fewer(&arguments, 1, |fewer| {
                arguments.iter().all(|it| !keeps(it) || fewer.contains(it))
                    && differs(fewer, &lines)
            });
            let half = (lines.len() / 2).max(1);
            lines = fewer(&lines, half, |lines| differs(&arguments, lines));
        }
        Difference { arguments, lines, first }
    }

    /// Checks that both programs can be run.
    pub fn check(&self) -> Result<(), String> {
        for program in [&self.reference, &self.candidate] {
            let runs = Command::new(program)
                .arg("--version")
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()
                .is_ok_and(|status| status.success());
            if !runs {
                return Err(format!("`{}` cannot be run", program.display()));
            }
        }
        Ok(())
    }

    /// Returns the smallest sets of lines on which the programs differ; empty if they agree.
    pub fn differences(
        &self,
        arguments: &[String],
        lines: &[String],
        render: fn(&[String]) -> String,
    ) -> Vec<Difference> {
        let mut found = Vec::new();
        self.halve(arguments, lines, render, &mut found);
        found
    }

    /// Appends the smallest sets of lines on which the programs differ. Returns whether they differ on some because the
    /// reference's answer depends on places in memory.
    fn halve(
        &self,
        arguments: &[String],
        lines: &[String],
        render: fn(&[String]) -> String,
        found: &mut Vec<Difference>,
    ) -> bool {
        if found.len() >= MAX_DIFFERENCES || lines.is_empty() {
            return false;
        }
        let input = render(lines);
        let candidate = execute(&self.candidate, arguments, &input);
        let before = found.len();
        if candidate.is_stuck() {
            // The reference would simulate for ever, so it is asked about single lines only.
            let ends = || {
                execute_within(STUCK_SECONDS, &self.reference, arguments, &input).status.is_some()
            };
            let ask =
                lines.len() == 1 && self.stuck.fetch_add(1, Ordering::Relaxed) < MAX_STUCK_ASKED;
            if ask && ends() {
                found.push(Difference {
                    arguments: arguments.to_vec(),
                    lines: lines.to_vec(),
                    first: "    stuck, the reference is not\n".to_owned(),
                });
            }
            if lines.len() > 1 {
                let (left, right) = lines.split_at(lines.len() / 2);
                self.halve(arguments, left, render, found);
                self.halve(arguments, right, render, found);
            }
            return false;
        }
        let reference = execute(&self.reference, arguments, &input);
        if reference == candidate || (lines.len() == 1 && reference.status.is_none()) {
            return false;
        }
        let mut depends = false;
        if lines.len() > 1 {
            let (left, right) = lines.split_at(lines.len() / 2);
            depends |= self.halve(arguments, left, render, found);
            depends |= self.halve(arguments, right, render, found);
        }
        if found.len() == before && !depends && reference.status.is_some() {
            if self.agrees_elsewhere(arguments, &input, &candidate) {
                return true;
            }
            if lines.iter().any(|line| self.shows_addresses(arguments, line)) {
                self.by_address.fetch_add(1, Ordering::Relaxed);
                return true;
            }
            found.push(Difference {
                arguments: arguments.to_vec(),
                lines: lines.to_vec(),
                first: first_difference(&reference, &candidate),
            });
        }
        depends
    }

    /// Returns whether the reference shows a place in its memory of an instruction: it reads a symbol as if it were a number, so that
    /// equal instructions differ, in their text or their machine code, or that it prints something else each time it is run.
    pub fn shows_addresses(&self, arguments: &[String], line: &str) -> bool {
        const COPIES: usize = 16;
        let selects = |it: &&String| {
            ["-mcpu=", "-mtriple=", "-mattr=", "-skip"].iter().any(|option| it.starts_with(option))
        };
        let mut arguments: Vec<String> = arguments.iter().filter(selects).cloned().collect();
        arguments.push("-show-encoding".to_owned());
        let input = format!("{line}\n").repeat(COPIES);
        let outcome = execute(&self.reference, &arguments, &input);
        if outcome != execute(&self.reference, &arguments, &input) {
            return true;
        }
        let text = String::from_utf8_lossy(&outcome.stdout);
        let rows = text.lines().skip_while(|row| !row.starts_with("[1] "));
        let rows: Vec<&str> = rows.skip(1).take_while(|row| !row.is_empty()).collect();
        rows.len() == COPIES && rows.iter().any(|row| *row != rows[0])
    }

    /// Splits off lines on which the reference itself crashes: `(sound, crashing)`.
    pub fn without_crashes(
        &self,
        arguments: &[String],
        lines: &[String],
    ) -> (Vec<String>, Vec<String>) {
        let outcome = execute(&self.reference, arguments, &join(lines));
        if outcome.status.is_some() {
            return (lines.to_vec(), Vec::new());
        }
        if lines.len() <= 1 {
            return (Vec::new(), lines.to_vec());
        }
        let (left, right) = lines.split_at(lines.len() / 2);
        let mut sound = self.without_crashes(arguments, left);
        let more = self.without_crashes(arguments, right);
        sound.0.extend(more.0);
        sound.1.extend(more.1);
        sound
    }

    /// Returns, by line index, the messages of each program about lines it rejects: reference, then candidate.
    pub fn rejected_lines(
        &self,
        arguments: &[String],
        lines: &[String],
    ) -> (BTreeMap<usize, String>, BTreeMap<usize, String>) {
        let input = join(lines);
        let reference = execute(&self.reference, arguments, &input);
        let candidate = execute(&self.candidate, arguments, &input);
        (errors_by_line(&reference.stderr), errors_by_line(&candidate.stderr))
    }
}

/// Returns the items without runs of at most `longest` that are not needed for `holds`.
fn fewer(
    items: &[String],
    longest: usize,
    mut holds: impl FnMut(&[String]) -> bool,
) -> Vec<String> {
    let mut items = items.to_vec();
    let mut run = longest;
    while run > 0 {
        let mut start = 0;
        while start < items.len() {
            let end = (start + run).min(items.len());
            let rest = [&items[..start], &items[end..]].concat();
            if holds(&rest) {
                items = rest;
            } else {
                start = end;
            }
        }
        run /= 2;
    }
    items
}

fn execute(program: &Path, arguments: &[String], input: &str) -> Outcome {
    execute_within(LIMIT_SECONDS, program, arguments, input)
}

fn execute_within(
    limit_seconds: &str,
    program: &Path,
    arguments: &[String],
    input: &str,
) -> Outcome {
    let child = Command::new("timeout")
        .args(["--signal=KILL", limit_seconds])
        .arg(program)
        .args(arguments)
        // A crash of LLVM's is noted, not examined: symbolizing its stack takes seconds.
        .env("LLVM_DISABLE_SYMBOLIZATION", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        return Outcome { stdout: Vec::new(), stderr: b"cannot be run".to_vec(), status: None };
    };
    let Some(mut stdin) = child.stdin.take() else {
        return Outcome { stdout: Vec::new(), stderr: b"has no input".to_vec(), status: None };
    };
    let output = std::thread::scope(|scope| {
        // A program that stops reading early is judged by what it printed.
        scope.spawn(move || drop(stdin.write_all(input.as_bytes())));
        child.wait_with_output()
    });
    match output {
        Ok(output) => {
            let name = program.file_name().map(|name| name.to_string_lossy().into_owned());
            let stderr = String::from_utf8_lossy(&output.stderr)
                .replace(&name.unwrap_or_default(), "PROGRAM")
                .into_bytes();
            // `timeout` dies as its child did, or says with 137 that it had to end it.
            let status = output.status.code().filter(|status| *status < 128);
            Outcome { stdout: output.stdout, stderr, status }
        }
        Err(error) => {
            Outcome { stdout: Vec::new(), stderr: error.to_string().into_bytes(), status: None }
        }
    }
}

fn errors_by_line(stderr: &[u8]) -> BTreeMap<usize, String> {
    let text = String::from_utf8_lossy(stderr);
    let mut errors = BTreeMap::new();
    for line in text.lines() {
        let Some(rest) = line.strip_prefix("<stdin>:") else { continue };
        let Some((number, message)) = rest.split_once(':') else { continue };
        if let (Ok(number), true) = (number.parse::<usize>(), message.contains("error:")) {
            errors.entry(number - 1).or_insert_with(|| message.to_owned());
        }
    }
    errors
}

fn first_difference(reference: &Outcome, candidate: &Outcome) -> String {
    for (name, a, b) in [
        ("stderr", &reference.stderr, &candidate.stderr),
        ("stdout", &reference.stdout, &candidate.stdout),
    ] {
        if a == b {
            continue;
        }
        let (a, b) = (String::from_utf8_lossy(a), String::from_utf8_lossy(b));
        let (mut left, mut right) = (a.lines(), b.lines());
        let mut number = 0;
        loop {
            number += 1;
            match (left.next(), right.next()) {
                (None, None) => break,
                (x, y) if x == y => {}
                (x, y) => {
                    return format!(
                        "    {name} line {number}\n    - {}\n    + {}\n",
                        x.unwrap_or("(end)"),
                        y.unwrap_or("(end)")
                    );
                }
            }
        }
    }
    format!("    status {:?}, not {:?}\n", candidate.status, reference.status)
}
