//! The target and CPU of a text: from a comment in it, its directives, or the host.

use oxmca::{SessionBuilder, TextOptions};
use oxmca_asm::Dialect;
use oxmca_asm::lenient;
use oxmca_asm::target::{Arch, architectures};

use crate::choice::{Host, MachineChoice};

/// Lines at the beginning of a text in which a comment can name its target.
const MAX_COMMENT_LINES: usize = 100;
/// Bytes of a line that are looked at.
const MAX_LINE_BYTES: usize = 1 << 10;
/// Bytes of a text that other targets are asked to read.
const MAX_TRIED_BYTES: usize = 1 << 16;

/// Returns the choice with all that a text decides: first by options in a comment that names `llvm-mca` or `oxmca`, as LLVM's
/// tests have, then by what is chosen, then by its directives, the CPU and the host. A CPU that is chosen for any text, and is
/// none of the target that the text shows, is left out.
pub fn choice_for_text(choice: &MachineChoice, host: &Host, text: &[u8]) -> MachineChoice {
    let mut choice = choice.clone();
    add_named_options(&mut choice, text);
    if choice.triple.is_empty() && choice.models.is_empty() && choice.hardware.is_empty() {
        let host_arch = arch_of(&host.triple);
        let named = lenient::guess_arch(text);
        let of_cpu = || arch_of_cpu(&choice.cpu, host_arch);
        let found = named.or_else(of_cpu).or_else(|| arch_that_reads(text, host_arch));
        if let Some(arch) = found.filter(|it| Some(*it) != host_arch) {
            choice.triple = triple_of(arch);
            let is_of_other = !choice.cpu.is_empty() && !has_cpu(arch, &choice.cpu);
            if is_of_other {
                choice.cpu.clear();
            }
        }
    }
    if choice.cpu.is_empty() {
        let triple = if choice.triple.is_empty() { &host.triple } else { &choice.triple };
        let arch = Arch::from_target_name(triple).or_else(|| arch_of(triple));
        let is_meant =
            |name: &str| arch.is_some_and(|it| name == it.target_name() || name == it.feature());
        let found = choice.cpus_of_targets.iter().find(|it| is_meant(&it.0));
        choice.cpu = found.map(|it| it.1.clone()).unwrap_or_default();
    }
    choice
}

/// Takes options from the first comment that names `llvm-mca` or `oxmca`. They are more particular than what is chosen for all
/// texts.
fn add_named_options(choice: &mut MachineChoice, text: &[u8]) {
    let lines = text.split(|byte| *byte == b'\n').take(MAX_COMMENT_LINES);
    let mut lines =
        lines.filter_map(|line| std::str::from_utf8(&line[..line.len().min(MAX_LINE_BYTES)]).ok());
    let is_comment = |line: &&str| {
        line.trim_start().starts_with(['#', '/', ';', '@', '|', '!'])
            && ["llvm-mca", "oxmca"].iter().any(|name| line.contains(name))
            && [" -m", " --m"].iter().any(|it| line.contains(it))
    };
    let Some(line) = lines.find(is_comment) else { return };
    let mut words = line.split_whitespace();
    let mut given = MachineChoice::default();
    while let Some(word) = words.next() {
        let Some(option) = word.strip_prefix("--").or_else(|| word.strip_prefix('-')) else {
            continue;
        };
        let (name, value) = match option.split_once('=') {
            Some((name, value)) => (name, value),
            None if matches!(option, "mtriple" | "march" | "mcpu" | "mattr") => {
                (option, words.next().unwrap_or_default())
            }
            None => continue,
        };
        match name {
            "mtriple" | "march" => value.clone_into(&mut given.triple),
            "mcpu" => value.clone_into(&mut given.cpu),
            "mattr" => given.features.extend(value.split(',').map(str::to_owned)),
            "x86-asm-syntax" if value == "intel" => given.dialect = Some(Dialect::new("intel")),
            _ => {}
        }
    }
    if !given.triple.is_empty() {
        // A CPU that was chosen for other texts need not be one of this target.
        choice.triple = given.triple;
        choice.cpu = given.cpu;
    } else if !given.cpu.is_empty() {
        choice.cpu = given.cpu;
    }
    choice.features.extend(given.features);
    choice.dialect = given.dialect.or(choice.dialect);
}

fn arch_of(triple: &str) -> Option<Arch> {
    SessionBuilder::new(triple).triple().arch()
}

fn triple_of(arch: Arch) -> String {
    format!("{}-unknown-linux-gnu", arch.canonical())
}

fn has_cpu(arch: Arch, name: &str) -> bool {
    let catalog = SessionBuilder::new(&triple_of(arch)).catalog();
    catalog.is_ok_and(|catalog| catalog.cpus.iter().any(|cpu| cpu == name))
}

/// Returns the architecture that has a CPU of that name, if the host's has none.
fn arch_of_cpu(name: &str, host: Option<Arch>) -> Option<Arch> {
    if matches!(name, "" | "native") || host.is_some_and(|it| has_cpu(it, name)) {
        return None;
    }
    architectures().filter(|it| it.facts().is_main).find(|it| has_cpu(*it, name))
}

/// Returns another architecture that reads all of a short text that the host's does not.
fn arch_that_reads(text: &[u8], host: Option<Arch>) -> Option<Arch> {
    if text.len() > MAX_TRIED_BYTES || host.is_some_and(|it| reads(it, text).unwrap_or(false)) {
        return None;
    }
    let mut others = architectures().filter(|it| it.facts().is_main && Some(*it) != host);
    others.find(|it| reads(*it, text).unwrap_or(false))
}

/// Returns whether some CPU of a target reads a text and finds instructions in it.
fn reads(arch: Arch, text: &[u8]) -> Option<bool> {
    let builder = SessionBuilder::new(&triple_of(arch));
    let catalog = builder.catalog().ok()?;
    let described = catalog.models.iter().rev().flat_map(|model| &model.described_cpus);
    let session = builder.cpu(described.into_iter().next()?).build().ok()?;
    let options = TextOptions::with(|it| it.lenient = true);
    let code = session.read(text.to_vec(), &options).ok()?;
    Some(!code.is_invalid() && !code.is_empty() && code.parsed().skipped.total() == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host() -> Host {
        Host { triple: "x86_64-unknown-linux-gnu".to_owned(), cpu: "skylake".to_owned() }
    }

    fn chosen(text: &str, choice: &MachineChoice) -> (String, String) {
        let found = choice_for_text(choice, &host(), text.as_bytes());
        (found.triple, found.cpu)
    }

    fn named(triple: &str, cpu: &str) -> (String, String) {
        (triple.to_owned(), cpu.to_owned())
    }

    #[test]
    fn comments_of_tests_name_the_target() {
        let none = MachineChoice::default();
        let text =
            "# RUN: llvm-mca -mtriple=x86_64-unknown-unknown -mcpu btver2 < %s\naddl %eax, %ebx\n";
        assert_eq!(chosen(text, &none), named("x86_64-unknown-unknown", "btver2"));
        let text = "// oxmca --march=aarch64 --mcpu=neoverse-n1\nadd x0, x1, x2\n";
        assert_eq!(chosen(text, &none), named("aarch64", "neoverse-n1"));
        assert_eq!(chosen("# this is llvm-mca\nret\n", &none), named("", ""));
    }

    #[test]
    fn directives_cpus_and_instructions_show_the_target() {
        let aarch64 = "aarch64-unknown-linux-gnu";
        let none = MachineChoice::default();
        assert_eq!(chosen("\t.arch armv8-a\n\tret\n", &none), named(aarch64, ""));
        assert_eq!(chosen("ldr x0, [x1]\nret\n", &none), named(aarch64, ""));
        let cpu = |cpu: &str| MachineChoice { cpu: cpu.to_owned(), ..MachineChoice::default() };
        assert_eq!(chosen("ret\n", &cpu("neoverse-v2")), named(aarch64, "neoverse-v2"));
        assert_eq!(chosen("ret\n", &cpu("znver4")), named("", "znver4"));
        // That CPU was chosen for other texts.
        assert_eq!(chosen("ldr x0, [x1]\n", &cpu("znver4")), named(aarch64, ""));
    }

    #[test]
    fn each_target_can_have_a_cpu() {
        let choice = MachineChoice {
            cpus_of_targets: vec![named("aarch64", "neoverse-v2"), named("x86-64", "znver4")],
            ..MachineChoice::default()
        };
        let aarch64 = "aarch64-unknown-linux-gnu";
        assert_eq!(chosen("ldr x0, [x1]\n", &choice), named(aarch64, "neoverse-v2"));
        assert_eq!(chosen("retq\n", &choice), named("", "znver4"));
    }
}
