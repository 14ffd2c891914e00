//! Sources of excerpts: listings that compilers write, and libraries that are disassembled.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::disassembly::{self, Disassembler, Library};
use super::options::{From, Options};
use crate::corpus::listing::{self, Listing, Origin};
use crate::random::Random;
use crate::target::{Dialect, ProvedTarget};

/// Consecutive lines of real code.
pub struct Excerpt {
    /// Its source.
    pub origin: String,
    /// Triple to read it for.
    pub triple: &'static str,
    /// Its dialect, if that is not the default one.
    pub dialect: Option<&'static Dialect>,
    /// The lines.
    pub lines: Vec<String>,
}

/// All code there is on this machine.
pub struct Code {
    target: &'static dyn ProvedTarget,
    top: PathBuf,
    folder: PathBuf,
    /// Each with its lines, once it is compiled; none if it does not compile.
    listings: Vec<(Listing, OnceLock<Vec<String>>)>,
    libraries: Vec<Library>,
    /// Number of libraries, from the first, that have the rarer instructions.
    rich: usize,
    disassembler: Disassembler,
}

impl Code {
    /// Looks for compilers and libraries.
    pub fn find(
        target: &'static dyn ProvedTarget,
        options: &Options,
        top: &Path,
    ) -> anyhow::Result<Self> {
        let facts = target.libraries();
        let folder = top.join("target/corpus");
        fs::create_dir_all(&folder)?;
        let mut code = Code {
            target,
            top: top.to_owned(),
            folder,
            listings: Vec::new(),
            libraries: Vec::new(),
            rich: 0,
            disassembler: Disassembler {
                program: options.disassembler.clone(),
                longest_instruction_bytes: facts.longest_instruction_bytes,
                alignment_bytes: facts.alignment_bytes,
            },
        };
        if options.from != Some(From::Libraries) {
            let (mut listings, absent) = listing::plan(target, top)?;
            for tool in absent {
                eprintln!("excerpts: no {tool} here: its listings are left out");
            }
            listings.retain(|it| options.crates || !matches!(it.origin, Origin::Crate(_)));
            code.listings = listings.into_iter().map(|it| (it, OnceLock::new())).collect();
        }
        if options.from != Some(From::Compilers) {
            if !listing::can_run(&options.disassembler) {
                let absent = options.disassembler.display();
                eprintln!("excerpts: no {absent} here: libraries are left out");
            } else if options.libraries.is_empty() {
                (code.libraries, code.rich) = disassembly::find(facts);
            } else {
                code.libraries =
                    options.libraries.iter().map(|it| Library::new(it.clone(), facts)).collect();
            }
        }
        Ok(code)
    }

    /// Returns the excerpt with that number, or none if the place chosen has no instructions.
    pub fn excerpt(&self, number: usize, random: &mut Random) -> Option<Excerpt> {
        let from_compilers =
            self.libraries.is_empty() || (number.is_multiple_of(2) && !self.listings.is_empty());
        let longest = random.pick(&[4, 20, 60, 200]);
        let count = 1 + random.below(longest);
        if from_compilers { self.compiled(count, random) } else { self.disassembled(count, random) }
    }

    fn compiled(&self, count: usize, random: &mut Random) -> Option<Excerpt> {
        if self.listings.is_empty() {
            return None;
        }
        let (listing, lines) = &self.listings[random.below(self.listings.len())];
        let lines = lines.get_or_init(|| self.compile(listing));
        let places: Vec<usize> = (0..lines.len()).filter(|i| is_instruction(&lines[*i])).collect();
        if places.is_empty() {
            return None;
        }
        let start = random.below(places.len());
        let end = (start + count).min(places.len()) - 1;
        let mut lines = lines[places[start]..=places[end]].to_vec();
        // Much of a listing is directives, many of which are errors out of their place.
        match random.below(4) {
            0 => {}
            1 => lines.retain(|line| is_instruction(line)),
            _ => lines.retain(|line| is_instruction(line) || is_label(line)),
        }
        Some(Excerpt {
            origin: listing.name.clone(),
            triple: listing.triple,
            dialect: listing.dialect,
            lines,
        })
    }

    /// Returns the lines of a listing, compiled unless that was done since its source changed.
    fn compile(&self, listing: &Listing) -> Vec<String> {
        let file = self.folder.join(listing.file());
        let changed = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
        let is_fresh = match &listing.origin {
            Origin::Source(source) => changed(&file) > changed(&self.top.join(source)),
            Origin::Crate(_) => file.exists(),
        };
        if !is_fresh && let Err(problem) = listing.compile(&self.top, &self.folder) {
            eprintln!("{}: does not compile: {problem}", listing.name);
            return Vec::new();
        }
        let text = fs::read(&file).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        text.lines().map(|line| self.target.sound_line(line.to_owned())).collect()
    }

    fn disassembled(&self, count: usize, random: &mut Random) -> Option<Excerpt> {
        let among = match random.below(2) {
            0 if self.rich > 0 => self.rich,
            _ => self.libraries.len(),
        };
        let library = &self.libraries[random.below(among)];
        let dialects = self.target.dialects();
        let dialect = match random.below(3) {
            0 if !dialects.is_empty() => Some(&dialects[random.below(dialects.len())]),
            _ => None,
        };
        let others = self.target.libraries().other_triples;
        let usual = library.triple().unwrap_or(self.target.modes()[0].triple);
        let triple = others.get(random.below(32)).copied().unwrap_or(usual);
        let (origin, mut lines) =
            library.window(&self.disassembler, triple, dialect, count, random)?;
        let targets = random.below(3);
        for line in &mut lines {
            *line = self.target.sound_line(disassembly::assembler_line(line, targets));
        }
        Some(Excerpt { origin, triple, dialect, lines })
    }
}

fn is_label(line: &str) -> bool {
    let line = line.split('#').next().unwrap_or_default().trim();
    line.ends_with(':') && !line.contains(char::is_whitespace)
}

fn is_instruction(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '{') && !is_label(line)
}
