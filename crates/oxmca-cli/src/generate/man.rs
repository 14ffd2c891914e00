//! The manual page.

use roff::{Inline, Roff, bold, italic, roman};

use super::commands::{self, CommandDocument, Usage};
use super::values::Values;
use crate::flags::help::{BYTE_MARKERS, EXAMPLES, PURPOSE, REGIONS};
use crate::flags::{Flag, Group};

/// Returns the page in roff.
pub fn page(flags: &[Flag]) -> String {
    let mut page = Roff::new();
    let version = concat!("oxmca ", env!("CARGO_PKG_VERSION"));
    page.control("TH", ["OXMCA", "1", "\"\"", version, "User Commands"]);
    section(&mut page, "NAME");
    page.text([roman("oxmca - machine code analyzer")]);
    section(&mut page, "SYNOPSIS");
    page.text([
        bold("oxmca"),
        roman(" ["),
        italic("options"),
        roman("] ["),
        italic("file"),
        roman("]"),
    ]);
    let commands = commands::commands();
    for usage in commands::usages(&commands) {
        page.control("br", []);
        page.text(synopsis(usage));
    }
    section(&mut page, "DESCRIPTION");
    page.text([roman(PURPOSE.replace('\n', " ").trim().to_owned())]);
    paragraph(&mut page, "Without a file, or with '-', it reads standard input.");
    section(&mut page, "OPTIONS");
    page.text([roman(
        "Options take one or two dashes, and a value after '=' or as the next argument. The last one \
         of a name counts. A switch is turned off with '=false'. '@file' stands for the arguments in \
         a file.",
    )]);
    for group in Group::ALL {
        page.control("SS", [group.title()]);
        for flag in flags.iter().filter(|flag| flag.group == group) {
            option(&mut page, flag);
        }
    }
    section(&mut page, "CODE REGIONS");
    page.text([roman(
        "Comments mark the code to analyze. Regions may have names, nest and overlap. Without any, \
         all of the input is one region.",
    )]);
    verbatim(&mut page, REGIONS.lines());
    paragraph(&mut page, BYTE_MARKERS);
    section(&mut page, "COMMANDS");
    page.text([roman("The first argument may name a command. A file of that name is written ")]);
    page.text([bold("./"), italic("name"), roman(".")]);
    for command in &commands {
        describe(&mut page, command);
    }
    section(&mut page, "TERMINALS");
    page.text([roman(
        "Control characters of the input are shown on a terminal as cat(1) shows them with -v, for \
         example ^[ for escape. Pipes and files get them unchanged. Hints about misspelt words and a \
         progress bar are for terminals, too, unless --suggestions and --progress say otherwise.",
    )]);
    section(&mut page, "EXIT STATUS");
    page.text([roman(
        "0 when there is a report, 1 when an argument, the input or the CPU is in the way of one, \
         which is then explained on standard error; 141 when nobody reads the report any more.",
    )]);
    section(&mut page, "ENVIRONMENT");
    term(&mut page, [bold("NO_COLOR")]);
    page.text([roman("If it is set and not empty, messages are not coloured by default.")]);
    term(&mut page, [bold("TERM")]);
    page.text([roman("Messages are coloured by default on terminals known to have colours.")]);
    section(&mut page, "EXAMPLES");
    for (command, explanation) in EXAMPLES {
        term(&mut page, [bold(*command)]);
        page.text([roman(*explanation)]);
    }
    section(&mut page, "SEE ALSO");
    page.text([bold("llvm-mca"), roman("(1)")]);
    page.render()
}

fn section(page: &mut Roff, title: &str) {
    page.control("SH", [title]);
}

fn paragraph(page: &mut Roff, text: &str) {
    page.control("PP", []);
    page.text([roman(text)]);
}

/// Begins an indented paragraph under a heading.
fn term<const N: usize>(page: &mut Roff, heading: [Inline; N]) {
    page.control("TP", []);
    page.text(heading);
}

fn option(page: &mut Roff, flag: &Flag) {
    term(page, [bold(flag.spelling()), italic(flag.value_usage())]);
    page.text([roman(format!("{}.", flag.doc))]);
    if flag.choices().is_empty() {
        return;
    }
    page.control("RS", []);
    for choice in flag.choices() {
        term(page, [bold(choice.word)]);
        page.text([roman(format!("{}.", choice.doc))]);
    }
    page.control("RE", []);
}

fn synopsis(usage: &Usage) -> [Inline; 4] {
    [
        bold(format!("oxmca {}", usage.words)),
        roman(" ["),
        italic("options"),
        roman(format!("] {}", usage.operands)),
    ]
}

fn describe(page: &mut Roff, command: &CommandDocument) {
    if command.has_subcommands {
        page.control("SS", [format!("oxmca {}", command.name).as_str()]);
        page.text([roman(format!("{}.", command.about))]);
    }
    for usage in &command.usages {
        describe_usage(page, usage);
    }
}

fn describe_usage(page: &mut Roff, usage: &Usage) {
    page.control("SS", [format!("oxmca {}", usage.words).as_str()]);
    page.text([roman(format!("{}.", usage.about))]);
    for text in usage.explanation.split("\n\n").filter(|text| !text.is_empty()) {
        paragraph(page, text);
    }
    for option in &usage.options {
        let value = match option.needs_value() {
            true => format!(" {}", option.value_name),
            false => String::new(),
        };
        term(page, [bold(option.spellings().join(", ")), italic(value)]);
        let default = option.default.as_ref().map(|it| format!(" [default: {it}]"));
        page.text([roman(format!("{}{}.", option.doc, default.unwrap_or_default()))]);
        if option.words.iter().all(|(_, doc)| doc.is_empty()) {
            if let Values::Words(words) = &option.values {
                page.text([roman(format!("One of {}.", words.join(", ")))]);
            }
            continue;
        }
        page.control("RS", []);
        for (word, doc) in &option.words {
            term(page, [bold(word.as_str())]);
            if !doc.is_empty() {
                page.text([roman(format!("{doc}."))]);
            }
        }
        page.control("RE", []);
    }
    if !usage.examples.is_empty() {
        verbatim(page, usage.examples.lines());
    }
}

fn verbatim<'t>(page: &mut Roff, lines: impl Iterator<Item = &'t str>) {
    page.control("PP", []);
    page.control("RS", ["4"]);
    page.control("nf", []);
    for line in lines {
        page.text([roman(line)]);
    }
    page.control("fi", []);
    page.control("RE", []);
}
