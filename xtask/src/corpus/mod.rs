//! `xtask corpus`: what compilers write, through llvm-mca and oxmca, compared to the byte.

pub mod listing;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Parser;
use listing::{Listing, Origin};
use rayon::prelude::*;

use crate::differential::compare;
use crate::reference;
use crate::target::{self, ProvedTarget};
use crate::workspace;
use oxmca_testing::golden::with_our_name;
use oxmca_testing::text_diff::first_differences;

/// Compiles tests/corpus and this workspace to assembly and compares the two programs on it.
#[derive(Parser, Debug)]
#[command(name = "xtask corpus")]
struct Options {
    /// Targets; by default all that are built in
    #[arg(long, value_delimiter = ',')]
    target: Vec<String>,
    /// The program under test
    #[arg(long, default_value = "target/release/oxmca")]
    binary: PathBuf,
    /// The reference
    #[arg(long, default_value = reference::LLVM_MCA)]
    reference: PathBuf,
    /// Only listings whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// Take only every Nth comparison, for a bounded run
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// Print at most this many differing comparisons
    #[arg(long, default_value_t = 10)]
    show: usize,
    /// Print what would be compared, and compare nothing
    #[arg(long)]
    list: bool,
}

/// Views that comparisons take in turn.
const VIEWS: [&[&str]; 3] = [
    &["-iterations=8"],
    &["-iterations=2", "-timeline", "-timeline-max-iterations=1"],
    &["-instruction-tables"],
];

/// Listings with more lines than this are simulated once only.
const MANY_LINES: usize = 6000;

/// One comparison: a listing and the arguments for both programs.
struct Comparison<'a> {
    listing: &'a Listing,
    arguments: Vec<String>,
}

/// The result of a comparison.
enum Verdict {
    Same,
    /// The command and the first differing lines.
    Differs(String),
    /// The reference was killed by a signal: there is nothing to compare with.
    NoReference,
    /// The source was not compiled.
    NoListing,
}

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    let options = Options::parse_from(
        std::iter::once("xtask corpus").chain(arguments.iter().map(String::as_str)),
    );
    match compare_all(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("corpus: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Compares all listings of the selected targets. Returns whether everything compiled and nothing differs.
fn compare_all(options: &Options) -> anyhow::Result<bool> {
    let mut is_equal = true;
    for target in target::selected(&options.target)? {
        is_equal &= compare_target(target, options)?;
    }
    Ok(is_equal)
}

fn compare_target(target: &'static dyn ProvedTarget, options: &Options) -> io::Result<bool> {
    let top = workspace::folder()?;
    let (listings, absent) = listing::plan(target, &top)?;
    for tool in &absent {
        eprintln!("corpus: no {tool} here: its listings are left out");
    }
    let listings: Vec<Listing> =
        listings.into_iter().filter(|listing| listing.name.contains(&options.only)).collect();
    let comparisons = comparisons(target, &listings, options.every);
    if options.list {
        for comparison in &comparisons {
            println!("{} {}", comparison.arguments.join(" "), comparison.listing.name);
        }
        return Ok(true);
    }
    for program in [&options.reference, &options.binary] {
        if !listing::can_run(program) {
            let problem = format!("`{}` cannot be run", program.display());
            return Err(io::Error::new(io::ErrorKind::NotFound, problem));
        }
    }
    let folder = top.join("target/corpus");
    fs::create_dir_all(&folder)?;
    let binary = if options.binary.components().count() > 1 {
        options.binary.canonicalize()?
    } else {
        options.binary.clone()
    };

    let mut needed: Vec<&Listing> = comparisons.iter().map(|c| c.listing).collect();
    needed.dedup_by(|a, b| std::ptr::eq(*a, *b));
    let compile = |listing: &Listing| {
        let problem = listing.compile(&top, &folder).err().or_else(|| {
            make_sound(target, &folder.join(listing.file())).err().map(|error| error.to_string())
        });
        if let Some(problem) = &problem {
            eprintln!("{}: does not compile: {problem}", listing.name);
        }
        problem.is_none()
    };
    // Cargo locks its folder, so this workspace's crates are compiled one after the other.
    let (rust, other): (Vec<&Listing>, Vec<&Listing>) =
        needed.iter().partition(|listing| matches!(listing.origin, Origin::Crate(_)));
    let compiled = other.par_iter().filter(|listing| compile(listing)).count()
        + rust.iter().filter(|listing| compile(listing)).count();

    let shown = AtomicUsize::new(0);
    let verdicts: Vec<Verdict> = comparisons
        .par_iter()
        .map(|comparison| {
            let verdict = comparison.verdict(&options.reference, &binary, &folder)?;
            if let Verdict::Differs(text) = &verdict
                && shown.fetch_add(1, Ordering::Relaxed) < options.show
            {
                println!("{text}");
            }
            Ok(verdict)
        })
        .collect::<io::Result<_>>()?;

    let count = |wanted: fn(&Verdict) -> bool| verdicts.iter().filter(|v| wanted(v)).count();
    let differing = count(|verdict| matches!(verdict, Verdict::Differs(_)));
    println!("listings          {compiled}");
    println!("  not compiled    {}", needed.len() - compiled);
    println!("comparisons       {}", verdicts.len());
    println!("  differing       {differing}");
    println!("  reference died  {}", count(|verdict| matches!(verdict, Verdict::NoReference)));
    println!("  no listing      {}", count(|verdict| matches!(verdict, Verdict::NoListing)));
    Ok(differing == 0 && compiled == needed.len())
}

/// Changes lines of a listing on which the reference crashes.
fn make_sound(target: &dyn ProvedTarget, file: &Path) -> io::Result<()> {
    let text = fs::read(file)?;
    let Ok(text) = String::from_utf8(text) else { return Ok(()) };
    let lines = text.lines().map(|line| target.sound_line(line.to_owned()));
    let sound = compare::join(&lines.collect::<Vec<_>>());
    if sound == text { Ok(()) } else { fs::write(file, sound) }
}

/// Returns each listing on three CPUs: two that take turns, so that all meet every kind of code, and
/// one that knows nearly every instruction.
fn comparisons<'a>(
    target: &dyn ProvedTarget,
    listings: &'a [Listing],
    every: usize,
) -> Vec<Comparison<'a>> {
    let (cpus, wide) = (target.cpus(), target.wide_cpus());
    let mut all = Vec::new();
    for (i, listing) in listings.iter().enumerate() {
        let wide = wide[i % wide.len()];
        let first = cpus[i % cpus.len()];
        let second = cpus[(i * 5 + 8) % cpus.len()];
        for (j, cpu) in [wide, first, second].into_iter().enumerate() {
            let mut arguments = vec![
                format!("-mtriple={}", listing.triple),
                format!("-mcpu={cpu}"),
                "-skip-unsupported-instructions=any".to_owned(),
            ];
            arguments.extend(target.sound_options(cpu).iter().map(|it| (*it).to_owned()));
            let views = VIEWS[(i + j) % VIEWS.len()];
            arguments.extend(views.iter().map(|&view| view.to_owned()));
            all.push(Comparison { listing, arguments });
        }
    }
    all.into_iter().step_by(every.max(1)).collect()
}

impl Comparison<'_> {
    fn verdict(&self, reference: &Path, binary: &Path, folder: &Path) -> io::Result<Verdict> {
        let file = self.listing.file();
        let Ok(source) = fs::read(folder.join(&file)) else { return Ok(Verdict::NoListing) };
        let mut arguments = self.arguments.clone();
        if source.iter().filter(|byte| **byte == b'\n').count() > MANY_LINES {
            arguments.push("-iterations=1".to_owned());
        }
        let theirs = execute(reference, &arguments, folder, &file)?;
        let Some(status) = theirs.status else { return Ok(Verdict::NoReference) };
        let ours = execute(binary, &arguments, folder, &file)?;
        let mut text = String::new();
        for (name, a, b) in
            [("stderr", &theirs.stderr, &ours.stderr), ("stdout", &theirs.stdout, &ours.stdout)]
        {
            if a != b {
                text.push_str(&format!("{name}, {}", first_differences(a, b, 1)));
            }
        }
        match ours.status {
            Some(found) if found == status => {}
            Some(found) => text.push_str(&format!("exit status {found}, not {status}\n")),
            None => text.push_str("killed by a signal\n"),
        }
        if text.is_empty() {
            return Ok(Verdict::Same);
        }
        Ok(Verdict::Differs(format!(
            "$ oxmca {} target/corpus/{file}\n{text}",
            arguments.join(" ")
        )))
    }
}

/// The output of a program, with its own name in messages made the same for both.
struct Outcome {
    stdout: String,
    stderr: String,
    status: Option<i32>,
}

fn execute(program: &Path, arguments: &[String], folder: &Path, file: &str) -> io::Result<Outcome> {
    let output = Command::new(program)
        .current_dir(folder)
        .args(arguments)
        .arg(file)
        .stdin(Stdio::null())
        .output()?;
    Ok(Outcome {
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: with_our_name(&String::from_utf8_lossy(&output.stderr), program),
        status: output.status.code(),
    })
}
