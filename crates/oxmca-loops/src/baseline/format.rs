//! Baselines as text.
//!
//! A line that begins with `#` is a comment. The first others say the version of the format, of the program and of its
//! models, the target triple of texts if one was given, `hardware-file CHECKSUM PATH` for hardware data of the user's,
//! likewise `model-file` and `initial-registers-file`, and `setting NAME VALUE` for other arguments that cycles depend on.
//! After `cpu NAME`, the line `model llvm` or `model hardware`, and `input NAME` follow
//! that input's loops on that CPU, one per line: cycles per iteration (an exact number or fraction, or `?`), instructions,
//! micro-ops, shape, identity, work, and name. Work is streams as `64r64w64/4` (stride, bytes read, bytes
//! written, bytes of an element), the step of the counter as `+16`, accesses to other places as `?1`, and operations as
//! `f32*16`, separated by commas. Names of functions, inputs and files are [quoted](oxmca_names::quoted). The last line is
//! `end LOOPS DIGEST`: the number of loops, and a hash of all lines before it but comments and empty ones. So a part of a
//! baseline is none, and neither is one that was changed.

use std::fmt::{self, Write};

use oxmca::options::SimulationKind;
use oxmca::steady_state::Ratio;
use oxmca_names::{quoted, unquoted};

use super::{
    Baseline, BaselineError, BaselineFile, BaselineFileKind, BaselineInput, BaselineLoop,
    BaselineSetting,
};
use crate::item::Digest;
use crate::table::counted;
use crate::work_text;

/// The version of the format.
const VERSION: u32 = 4;
/// The first word of the last line.
const END: &str = "end";
/// The first word of a baseline.
const MAGIC: &str = "oxmca-baseline";

impl Baseline {
    /// Reads a baseline.
    ///
    /// # Errors
    /// When a line is not understood, or lines are missing or were changed.
    pub fn parse(text: &str) -> Result<Baseline, BaselineError> {
        let mut reader = Reader::default();
        let mut last = 0;
        for (number, line) in text.split('\n').enumerate() {
            // A file may have been copied to a system on which lines end in another way.
            let line = line.strip_suffix('\r').unwrap_or(line);
            if !is_content(line) {
                continue;
            }
            last = number + 1;
            reader.line(line).map_err(|message| BaselineError { line: number + 1, message })?;
        }
        let error = |line, message: &str| Err(BaselineError { line, message: message.to_owned() });
        match (reader.has_version, reader.has_end) {
            (true, true) => Ok(reader.baseline),
            (true, false) => error(last, "the baseline is cut off: its last line is not `end`"),
            (false, _) => error(1, "the baseline is empty"),
        }
    }
}

fn is_content(line: &str) -> bool {
    !line.is_empty() && !line.starts_with('#')
}

/// A baseline that is being read.
#[derive(Default)]
struct Reader {
    baseline: Baseline,
    cpu: String,
    simulation: Option<SimulationKind>,
    loops: usize,
    digest: Digest,
    has_version: bool,
    has_end: bool,
}

impl Reader {
    /// Takes the next line that is no comment.
    fn line(&mut self, line: &str) -> Result<(), String> {
        if self.has_end {
            return Err("a line after the end".to_owned());
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            MAGIC if rest == VERSION.to_string() => self.has_version = true,
            MAGIC => {
                return Err("another version of the format; write the baseline anew".to_owned());
            }
            _ if !self.has_version => {
                return Err("this is no baseline of `oxmca check`".to_owned());
            }
            END => {
                self.check_end(rest)?;
                self.has_end = true;
            }
            "program" => self.baseline.program = name(rest)?,
            "models" => self.baseline.models = name(rest)?,
            "mtriple" => self.baseline.triple = name(rest)?,
            "setting" => {
                let setting = rest.split_once(' ').and_then(|(name_alone, value)| {
                    let value = name(value).ok()?;
                    Some(BaselineSetting { name: name_alone.to_owned(), value })
                });
                self.baseline
                    .settings
                    .push(setting.ok_or("expected name and value of an argument")?);
            }
            "cpu" if is_cpu(rest) => (self.cpu, self.simulation) = (rest.to_owned(), None),
            "cpu" => return Err("expected the name of a CPU".to_owned()),
            "model" => {
                let found = SimulationKind::ALL.into_iter().find(|it| it.word() == rest);
                self.simulation = Some(found.ok_or("expected `model llvm` or `model hardware`")?);
            }
            "input" => {
                let simulation = self.simulation.ok_or("an input before the model")?;
                let (cpu, name) = (self.cpu.clone(), name(rest)?);
                let loops = Vec::new();
                self.baseline.inputs.push(BaselineInput { cpu, simulation, name, loops });
            }
            _ if file_kind(word).is_some() => {
                let file = rest.split_once(' ').and_then(|(checksum, path)| {
                    let kind = file_kind(word)?;
                    Some(BaselineFile { kind, path: name(path).ok()?, checksum: hash(checksum)? })
                });
                self.baseline.files.push(file.ok_or("expected checksum and path of a file")?);
            }
            _ => {
                let inputs = &mut self.baseline.inputs;
                let input = inputs.last_mut().ok_or("a loop before any input")?;
                input.loops.push(parse_loop(line).ok_or(
                    "expected cycles, instructions, uops, shape, identity, work and name of a loop",
                )?);
                self.loops += 1;
            }
        }
        self.digest.add_line(line);
        Ok(())
    }

    /// Compares the number of loops and the digest with those of the last line.
    fn check_end(&self, rest: &str) -> Result<(), String> {
        let found = rest
            .split_once(' ')
            .and_then(|(loops, digest)| Some((loops.parse::<usize>().ok()?, hash(digest)?)));
        let (loops, digest) =
            found.ok_or("expected `end` with the number of loops and a digest")?;
        if loops != self.loops {
            let counted = counted(self.loops as u64, "loop", "loops");
            return Err(format!("the baseline has {counted}, and {loops} were written"));
        }
        match digest == self.digest.value() {
            true => Ok(()),
            false => Err("the baseline was changed after it was written; write it anew".to_owned()),
        }
    }
}

/// Returns the kind of file whose lines begin with a word.
fn file_kind(word: &str) -> Option<BaselineFileKind> {
    BaselineFileKind::ALL.into_iter().find(|it| it.word() == word)
}

/// Reads a quoted name that fills the rest of a line.
fn name(text: &str) -> Result<String, String> {
    let found = unquoted(text).filter(|(_, rest)| rest.is_empty());
    found.map(|it| it.0).ok_or_else(|| "expected a name in quotes".to_owned())
}

/// Returns whether a text can be the name of a CPU, and not a word with which arguments ask for something else.
fn is_cpu(text: &str) -> bool {
    let is_part = |it: u8| it.is_ascii_alphanumeric() || b"-_.+".contains(&it);
    !text.is_empty()
        && text.bytes().all(is_part)
        && !text.starts_with('-')
        && !matches!(text, "help" | "native")
}

/// Reads a number of 16 hexadecimal digits.
fn hash(text: &str) -> Option<u64> {
    let is_number = text.len() == 16 && text.bytes().all(|it| it.is_ascii_hexdigit());
    u64::from_str_radix(text, 16).ok().filter(|_| is_number)
}

fn parse_loop(line: &str) -> Option<BaselineLoop> {
    let mut rest = line;
    let mut word = || {
        let (word, after) = rest.trim_start_matches(' ').split_once(' ')?;
        rest = after;
        Some(word)
    };
    let cycles = match word()? {
        "?" => None,
        cycles => {
            let (numerator, denominator) = cycles.split_once('/').unwrap_or((cycles, "1"));
            let denominator = denominator.parse().ok().filter(|it| *it > 0)?;
            Some(Ratio::new(numerator.parse().ok()?, denominator))
        }
    };
    let instructions = word()?.parse().ok()?;
    let micro_ops = word()?.parse().ok()?;
    let shape = hash(word()?)?;
    let identity = hash(word()?)?;
    let work = work_text::parse(word()?)?;
    let name = name(rest.trim_start_matches(' ')).ok()?;
    Some(BaselineLoop { name, cycles, instructions, micro_ops, shape, identity, work })
}

impl fmt::Display for Baseline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.text();
        let mut digest = Digest::default();
        text.lines().filter(|it| is_content(it)).for_each(|it| digest.add_line(it));
        let loops: usize = self.inputs.iter().map(|it| it.loops.len()).sum();
        writeln!(f, "{text}\n{END} {loops} {:016x}", digest.value())
    }
}

impl Baseline {
    /// Returns all lines but the last.
    fn text(&self) -> String {
        let mut out = String::from(
            "# Cycles per iteration of loops, and their work. `oxmca check --write-baseline` writes this file anew.\n",
        );
        let _ = writeln!(out, "{MAGIC} {VERSION}");
        let _ = writeln!(out, "program {}", quoted(&self.program));
        let _ = writeln!(out, "models {}", quoted(&self.models));
        if !self.triple.is_empty() {
            let _ = writeln!(out, "mtriple {}", quoted(&self.triple));
        }
        for BaselineFile { kind, path, checksum } in &self.files {
            let _ = writeln!(out, "{} {checksum:016x} {}", kind.word(), quoted(path));
        }
        for BaselineSetting { name, value } in &self.settings {
            let _ = writeln!(out, "setting {name} {}", quoted(value));
        }
        let mut cpu = None;
        for input in &self.inputs {
            let group = Some((&input.cpu, input.simulation));
            if cpu != group {
                let _ = writeln!(out, "\ncpu {}\nmodel {}", input.cpu, input.simulation.word());
                cpu = group;
            }
            let _ = writeln!(out, "\ninput {}", quoted(&input.name));
            out.push_str(
                "# cycles  instr.  uops  shape             identity          work                      loop\n",
            );
            input.loops.iter().for_each(|it| write_loop(it, &mut out));
        }
        out
    }
}

fn write_loop(it: &BaselineLoop, out: &mut String) {
    let mut cycles = it.cycles.map_or("?".to_owned(), |it| it.numerator().to_string());
    if let Some(known) = it.cycles.filter(|it| it.denominator() != 1) {
        let _ = write!(cycles, "/{}", known.denominator());
    }
    let work = work_text::word(it.work.as_ref());
    let BaselineLoop { instructions, micro_ops, shape, identity, name, .. } = it;
    let name = quoted(name);
    let _ = writeln!(
        out,
        "{cycles:>8}  {instructions:>6}  {micro_ops:>4}  {shape:016x}  {identity:016x}  {work:24}  {name}"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_end(text: &str) -> String {
        let mut reader = Reader::default();
        text.lines().filter(|it| is_content(it)).for_each(|it| reader.line(it).unwrap());
        format!("{text}\nend {} {:016x}\n", reader.loops, reader.digest.value())
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        let error = |text: &str| Baseline::parse(text).unwrap_err().to_string();
        assert_eq!(error(""), "1: the baseline is empty");
        assert_eq!(error("\ncpu x"), "2: this is no baseline of `oxmca check`");
        assert_eq!(
            error("oxmca-baseline 3"),
            "1: another version of the format; write the baseline anew"
        );
        let begin = "oxmca-baseline 4\ncpu skylake\nmodel llvm\n";
        let loops = format!("{begin}input \"a\"\n1/0 2 3 4 5 - \"f\"");
        assert!(error(&loops).starts_with("5: expected cycles"), "{}", error(&loops));
        assert_eq!(error("oxmca-baseline 4\n1 2 3 4 - f"), "2: a loop before any input");
        assert_eq!(
            error(&format!("{begin}input \"a\"\n\n")),
            "4: the baseline is cut off: its last line is not `end`"
        );
        assert_eq!(error(&format!("{begin}input a")), "4: expected a name in quotes");
        assert_eq!(error(&format!("{begin}input \"a\" b")), "4: expected a name in quotes");
        assert_eq!(error("oxmca-baseline 4\ninput \"a\""), "2: an input before the model");
        assert!(error("oxmca-baseline 4\nmodel x").starts_with("2: expected `model llvm`"));
        for cpu in ["help", "native", "", "-x", "a,b", "a b"] {
            let text = format!("oxmca-baseline 4\ncpu {cpu}\n");
            assert_eq!(error(&text), "2: expected the name of a CPU", "{cpu}");
        }
        let after = with_end(begin) + "cpu znver4\n";
        assert_eq!(error(&after), "6: a line after the end");
    }

    #[test]
    fn changes_are_told() {
        let begin = "oxmca-baseline 4\ncpu skylake\nmodel llvm\ninput \"a\"\n";
        let line = "   1  2  3  0000000000000004  0000000000000005  -  \"f#1\"\n";
        let text = with_end(&format!("{begin}{line}{line}"));
        assert_eq!(Baseline::parse(&text).map(|it| it.inputs[0].loops.len()), Ok(2));
        let error = |text: &str| Baseline::parse(text).unwrap_err().to_string();
        let less = text.replacen(line, "", 1);
        assert_eq!(error(&less), "7: the baseline has 1 loop, and 2 were written");
        let changed = text.replacen("   1  2", "   9  2", 1);
        assert!(error(&changed).starts_with("8: the baseline was changed"), "{}", error(&changed));
        // Comments may change, and ends of lines.
        let same = text.replace('\n', "\r\n").replace("model", "# mine\r\nmodel");
        assert_eq!(Baseline::parse(&same), Baseline::parse(&text));
    }
}
