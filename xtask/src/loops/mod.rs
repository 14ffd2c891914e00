//! `xtask loops`: the loops of compiler output, as assembly and as object, and as the compiler itself reports them.

mod forms;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use clap::Parser;
use rayon::prelude::*;
use serde_json::Value;

use crate::corpus::listing::{self, Listing, Origin};
use crate::reference;
use crate::target::{self, ProvedTarget};
use crate::workspace;

/// Compiles tests/corpus and tests/corpus-rust, and compares the loops that oxmca finds in each assembly file with those in
/// its object, and with the loops that clang names in comments
#[derive(Parser, Debug)]
#[command(name = "xtask loops")]
struct Options {
    /// Targets; by default all that are built in
    #[arg(long, value_delimiter = ',')]
    target: Vec<String>,
    /// The program under test
    #[arg(long, default_value = "target/release/oxmca")]
    binary: PathBuf,
    /// LLVM's assembler, which makes the objects that compilers do not write themselves
    #[arg(long, default_value = reference::LLVM_MC)]
    assembler: PathBuf,
    /// Only listings whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// Take only every Nth listing, for a bounded run
    #[arg(long, default_value_t = 1)]
    every: usize,
}

/// A loop, by its function and its number there.
type Name = (String, u64);

/// The numbers of one listing.
#[derive(Default)]
struct Counts {
    programs: usize,
    loops: usize,
    /// Loops that clang names, in functions without jumps through registers or memory.
    reported: usize,
    not_compiled: usize,
    not_assembled: usize,
    /// Loops that have other numbers since the decoder gives other forms of instructions of their functions.
    of_other_forms: usize,
    /// Programs whose functions have their names elsewhere.
    without_names: usize,
    differences: Vec<String>,
}

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    let options = Options::parse_from(
        std::iter::once("xtask loops").chain(arguments.iter().map(String::as_str)),
    );
    match compare_all(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("loops: {error}");
            ExitCode::from(2)
        }
    }
}

fn compare_all(options: &Options) -> io::Result<bool> {
    let top = workspace::folder()?;
    let folder = top.join("target/loops");
    fs::create_dir_all(&folder)?;
    let mut all = Counts::default();
    for target in target::selected(&options.target).map_err(io::Error::other)? {
        let (listings, absent) = listing::plan(target, &top)?;
        absent.iter().for_each(|compiler| println!("{compiler} is absent"));
        let is_chosen = |it: &&Listing| {
            matches!(it.origin, Origin::Source(_)) && it.name.contains(&options.only)
        };
        let chosen: Vec<&Listing> =
            listings.iter().filter(is_chosen).step_by(options.every).collect();
        let found: Vec<io::Result<Counts>> = chosen
            .par_iter()
            .map(|listing| compare(options, target, listing, &top, &folder))
            .collect();
        for counts in found {
            let counts = counts?;
            all.programs += counts.programs;
            all.loops += counts.loops;
            all.reported += counts.reported;
            all.not_compiled += counts.not_compiled;
            all.not_assembled += counts.not_assembled;
            all.without_names += counts.without_names;
            all.of_other_forms += counts.of_other_forms;
            all.differences.extend(counts.differences);
        }
    }
    all.differences.iter().for_each(|it| println!("{it}"));
    println!("programs         {}", all.programs);
    println!("  not compiled   {}", all.not_compiled);
    println!("  not assembled  {}", all.not_assembled);
    println!("  without names  {}", all.without_names);
    println!("loops            {}", all.loops);
    println!("  named by clang {}", all.reported);
    println!("  of other forms {}", all.of_other_forms);
    println!("  differing      {}", all.differences.len());
    Ok(all.differences.is_empty() && all.loops > 0)
}

fn compare(
    options: &Options,
    target: &dyn ProvedTarget,
    listing: &Listing,
    top: &Path,
    folder: &Path,
) -> io::Result<Counts> {
    let mut counts = Counts::default();
    if listing.compile(top, folder).is_err() {
        counts.not_compiled = 1;
        return Ok(counts);
    }
    let text_path = folder.join(listing.file());
    let object_path = text_path.with_extension("o");
    // Code for a CPU of its own may have instructions that others do not decode.
    let own = listing.cpu().filter(|cpu| target.cpus().contains(cpu));
    let cpu = own.unwrap_or(target.workload().cpu);
    if !listing.has_object() {
        // Padding can depend on the CPU: it is named only where the one of the triple has too little.
        let mut is_assembled = false;
        for more in [None, Some(format!("--mcpu={cpu}"))] {
            let mut assembler = Command::new(&options.assembler);
            assembler.arg(format!("--triple={}", listing.triple)).arg("--filetype=obj").arg("-o");
            assembler.arg(&object_path).arg(&text_path).args(more).stderr(Stdio::null());
            if !is_assembled {
                is_assembled = assembler.status()?.success();
            }
        }
        if !is_assembled {
            counts.not_assembled = 1;
            return Ok(counts);
        }
    }
    let source = fs::read(&text_path)?;
    let source = String::from_utf8_lossy(&source);
    let text = Text::new(target, &source);
    if text.has_descriptors {
        counts.without_names = 1;
        return Ok(counts);
    }
    let from_text = loops(options, listing.triple, cpu, &text_path, &text)?;
    let from_object = loops(options, listing.triple, cpu, &object_path, &text)?;
    counts.programs = 1;
    counts.loops = from_text.len();
    let names: BTreeSet<&Name> = from_text.keys().chain(from_object.keys()).collect();
    let mut other_forms = None;
    for name in names.into_iter().filter(|it| !text.decoded_otherwise.contains(&it.0)) {
        let (in_text, in_object) = (from_text.get(name), from_object.get(name));
        let has_calls = in_text.is_some_and(|it| it["calls"] != 0);
        if in_text != in_object && !(has_calls && target.expands_calls()) {
            let (function, number) = name;
            let other_forms = other_forms.get_or_insert_with(|| {
                let lines = forms::decoded_otherwise(listing.triple, cpu, &source);
                text.functions_at(&lines.unwrap_or_default())
            });
            if in_text.is_some() && in_object.is_some() && other_forms.contains(function.as_str()) {
                counts.of_other_forms += 1;
                continue;
            }
            counts.differences.push(format!(
                "{}: {function}#{number}: in the text {in_text:?}, in the object {in_object:?}",
                listing.name
            ));
        }
    }
    if listing.name.contains("clang") {
        let mut depths: BTreeMap<(&str, u64), u64> = BTreeMap::new();
        for ((function, _), it) in &from_text {
            *depths.entry((function, it["depth"].as_u64().unwrap_or(0))).or_default() += 1;
        }
        let keys: BTreeSet<(&str, u64)> =
            depths.keys().copied().chain(text.reported.keys().map(|it| (&*it.0, it.1))).collect();
        for key in keys.into_iter().filter(|it| !text.unknown.contains(it.0)) {
            let reported = text.reported.get(&(key.0.to_owned(), key.1)).copied().unwrap_or(0);
            let found = depths.get(&key).copied().unwrap_or(0);
            counts.reported += reported as usize;
            if reported != found {
                counts.differences.push(format!(
                    "{}: {} has {found} loops of depth {}, clang says {reported}",
                    listing.name, key.0, key.1
                ));
            }
        }
    }
    Ok(counts)
}

/// Returns the loops of a file, by function and number.
fn loops(
    options: &Options,
    triple: &str,
    cpu: &str,
    path: &Path,
    text: &Text,
) -> io::Result<BTreeMap<Name, Value>> {
    let mut command = Command::new(&options.binary);
    // Hardware mode looks at the bytes of the code, for which assemblers have choices.
    command.args(["loops", "--json", "--all", "--model-of=llvm"]);
    command.arg(format!("--mtriple={triple}"));
    let output = command.arg(format!("--mcpu={cpu}")).arg(path).output()?;
    let document: Value = serde_json::from_slice(&output.stdout).map_err(|error| {
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        io::Error::other(format!("{}: {error}: {message}", path.display()))
    })?;
    let files = document["files"].as_array().cloned().unwrap_or_default();
    let found = files.iter().flat_map(|file| file["loops"].as_array().cloned().unwrap_or_default());
    let named = found.map(|mut it| {
        let symbol = it["symbol"].as_str().unwrap_or_default();
        let name = text.aliases.get(symbol).map_or(symbol, String::as_str).to_owned();
        let number = it["number_in_function"].as_u64().unwrap_or(0);
        for absent in ["number", "function", "symbol", "address", "length_bytes", "source"] {
            it.as_object_mut().map(|fields| fields.remove(absent));
        }
        ((name, number), it)
    });
    Ok(named.collect())
}

/// The facts of an assembly file that the comparison needs.
#[derive(Default)]
struct Text {
    /// Names that are set to other names.
    aliases: BTreeMap<String, String>,
    /// The number of loops that clang names in comments, by function and depth from 0.
    reported: BTreeMap<(String, u64), u64>,
    /// Functions whose loops clang and oxmca need not agree on: with jumps to addresses that are not known, or with
    /// inline assembly.
    unknown: BTreeSet<String>,
    /// Set if the names of functions are those of descriptors in a section of their own, as on PowerPC before the second
    /// version of its ELF interface. Loops are listed without names there.
    has_descriptors: bool,
    /// The line, from 0, at which each function begins, in the order of lines.
    functions: Vec<(usize, String)>,
    /// Functions with instructions that the decoder gives otherwise than the parser.
    decoded_otherwise: BTreeSet<String>,
}

impl Text {
    fn new(target: &dyn ProvedTarget, text: &str) -> Text {
        let mut found = Text::default();
        let mut function = String::new();
        for (at, line) in text.lines().enumerate() {
            let assigned =
                [".set", ".thumb_set"].iter().find_map(|it| line.trim().strip_prefix(it));
            if let Some((name, value)) = assigned.and_then(|it| it.split_once(',')) {
                found.aliases.insert(name.trim().to_owned(), value.trim().to_owned());
            }
            let label = line
                .split_once(':')
                .map(|it| it.0)
                .filter(|it| !it.contains(['\t', ' ', '#', '"']));
            if let Some(label) = label.filter(|it| {
                !it.starts_with(['.', 'L', '$']) && it.contains(|c: char| !c.is_ascii_digit())
            }) {
                label.clone_into(&mut function);
                found.functions.push((at, function.clone()));
            }
            let words: Vec<&str> = line.split_whitespace().collect();
            found.has_descriptors |=
                matches!(words[..], [".section", section, ..] if section.starts_with(".opd"));
            if target.is_indirect_jump(&words) || line.contains("APP") {
                found.unknown.insert(function.clone());
            }
            if target.is_decoded_otherwise(&words) {
                found.decoded_otherwise.insert(function.clone());
            }
            let depth = ["This Inner Loop Header: Depth=", "This Loop Header: Depth="]
                .iter()
                .find_map(|mark| line.split_once(mark)?.1.split_whitespace().next()?.parse().ok());
            if let Some(depth) = depth {
                let depth: u64 = depth;
                *found.reported.entry((function.clone(), depth.saturating_sub(1))).or_default() +=
                    1;
            }
        }
        found
    }

    /// Returns the functions that these lines are in.
    fn functions_at(&self, lines: &BTreeSet<usize>) -> BTreeSet<&str> {
        let function_at = |line: &usize| {
            let after = self.functions.partition_point(|it| it.0 <= *line);
            Some(&*self.functions.get(after.checked_sub(1)?)?.1)
        };
        lines.iter().filter_map(function_at).collect()
    }
}
