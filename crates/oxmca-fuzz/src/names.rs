//! Names in every medium, read by a reader of that medium.

use oxmca_loops::comparison::{Comparison, DiffDocument, Style, render, render_instructions};
use oxmca_loops::item::Item;
use oxmca_loops::wrap_indented;
use oxmca_names::{
    Place, csv, graphviz, is_invisible, markdown, markdown_words, plain, quoted, unquoted,
    workflow_command, xml,
};
use pulldown_cmark::{Event, Options, Parser};
use serde_json::Value;

use super::choices::Choices;
use super::versions::{item, model, texts};

/// Names that are put into one text at most.
const MAX_NAMES: usize = 8;

/// Shows names in every medium: what its reader finds are these names and nothing else.
///
/// # Panics
/// When a reader finds something else.
pub fn names_are_shown_as_names(data: &[u8]) {
    let mut choices = Choices(data);
    let names = texts(&mut choices, MAX_NAMES);
    for name in &names {
        lines(name);
        one_markdown(name);
        one_xml(name);
        one_graphviz(name);
        one_csv(name);
        one_command(name);
        assert_eq!(unquoted(&quoted(name)), Some((name.clone(), "")));
    }
    comparison(&names);
}

/// A terminal that takes nothing but visible characters and line feeds.
struct Terminal;

impl vte::Perform for Terminal {
    fn print(&mut self, char: char) {
        assert!(!is_invisible(char), "{char:?} is not seen");
    }

    fn execute(&mut self, byte: u8) {
        assert_eq!(byte, b'\n', "a control character");
    }

    fn hook(&mut self, _: &vte::Params, _: &[u8], _: bool, _: char) {
        panic!("a device control string");
    }

    fn osc_dispatch(&mut self, _: &[&[u8]], _: bool) {
        panic!("a command of the operating system");
    }

    fn csi_dispatch(&mut self, _: &vte::Params, _: &[u8], _: bool, _: char) {
        panic!("a control sequence");
    }

    fn esc_dispatch(&mut self, _: &[u8], _: bool, _: u8) {
        panic!("an escape sequence");
    }
}

/// Checks that a text shows itself on a terminal, and commands nothing in a log of CI.
fn check_text(text: &str) {
    vte::Parser::new().advance(&mut Terminal, text.as_bytes());
    for line in text.lines() {
        // Headings of Markdown have a space after their signs.
        let begins = |it: &str| it.starts_with(|it: char| it == '[' || it.is_alphabetic());
        let is_command =
            line.trim_start().starts_with("::") || line.split("##").skip(1).any(begins);
        assert!(!is_command, "{line:?} is a command");
    }
}

fn lines(name: &str) {
    let shown = plain(name);
    check_text(&shown);
    assert!(!shown.contains('\n'));
    assert_eq!(plain(&shown), shown, "shown twice");
    let mut text = String::new();
    wrap_indented(&format!("slower: {name} on a CPU"), 2, 40, &mut text);
    check_text(&text);
    let joined = text.trim_end_matches('\n').replace("\n  ", " ");
    assert_eq!(joined, plain(&format!("slower: {name} on a CPU")).replace("\n  ", " "));
}

/// An element of Markdown, and the text in it.
#[derive(PartialEq, Debug)]
enum Element {
    /// The name of an element that begins or ends.
    Tag(String),
    Text(String),
}

/// Reads Markdown. Code is text, whichever way it is written.
fn elements(text: &str) -> Vec<Element> {
    let mut options = Options::all();
    // Straight quotes become others, which changes names and nothing else.
    options.remove(Options::ENABLE_SMART_PUNCTUATION);
    let mut found: Vec<Element> = Vec::new();
    for event in Parser::new_ext(text, options) {
        let piece = match event {
            Event::Text(text) | Event::Code(text) => text.to_string(),
            Event::InlineHtml(tag) => {
                assert!(matches!(&*tag, "<code>" | "</code>"), "{tag:?}");
                continue;
            }
            Event::SoftBreak => "\n".to_owned(),
            other => {
                found.push(Element::Tag(format!("{other:?}")));
                continue;
            }
        };
        match found.last_mut() {
            Some(Element::Text(text)) => text.push_str(&piece),
            _ => found.push(Element::Text(piece)),
        }
    }
    found
}

/// Returns the kinds of elements, without their texts.
fn tags(elements: &[Element]) -> Vec<&str> {
    let tag = |it: &'_ Element| match it {
        Element::Tag(_) => true,
        Element::Text(_) => false,
    };
    let tags = elements.iter().filter(|it| tag(it));
    tags.map(|it| match it {
        Element::Tag(tag) | Element::Text(tag) => tag.as_str(),
    })
    .collect()
}

fn one_markdown(name: &str) {
    for shown in [markdown(name), markdown_words(name)] {
        let found = elements(&format!("| a |\n|---|\n| {shown} |\n"));
        let expected = elements("| a |\n|---|\n| `b` |\n");
        assert_eq!(tags(&found), tags(&expected), "{shown:?}");
        let has_name = |it: &Element| matches!(it, Element::Text(text) if *text == plain(name));
        assert!(name.is_empty() || found.iter().any(has_name), "{shown:?}: {found:?}");
        check_text(&shown);
        assert!(!shown.contains('@') || shown.starts_with('`') || shown.starts_with("<code>"));
    }
}

fn one_xml(name: &str) {
    let text = format!("<a b=\"{0}\" c='{0}'>{0}</a>", xml(name));
    let document = roxmltree::Document::parse(&text).expect("XML");
    let root = document.root_element();
    assert_eq!(root.text().unwrap_or_default(), plain(name));
    assert_eq!(root.attribute("b"), Some(&*plain(name)));
    assert_eq!(root.attribute("c"), Some(&*plain(name)));
    assert_eq!(root.children().filter(|it| it.is_element()).count(), 0);
}

fn one_graphviz(name: &str) {
    let text = graphviz(name);
    let inner = text.strip_prefix('"').and_then(|it| it.strip_suffix('"')).expect("quotes");
    let mut read = String::new();
    let mut chars = inner.chars();
    while let Some(char) = chars.next() {
        match char {
            '\\' => read.push(chars.next().filter(|it| "\"\\".contains(*it)).expect("an escape")),
            '"' => panic!("the string ends"),
            char => read.push(char),
        }
    }
    assert_eq!(read.replace("&amp;", "&"), plain(name));
    assert_eq!(read.matches('&').count(), read.matches("&amp;").count());
}

fn one_csv(name: &str) {
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    writer.write_record(["1", &csv(name), "2"]).expect("a record");
    let text = writer.into_inner().expect("memory");
    let mut reader = ::csv::ReaderBuilder::new().has_headers(false).from_reader(&text[..]);
    let record = reader.records().next().expect("a record").expect("UTF-8");
    assert_eq!(record.len(), 3);
    let cell = &record[1];
    // Whatever a spreadsheet takes for the end of a cell, none of the cells is computed.
    for cell in cell.split([';', '\t', '\r', '\n']) {
        assert!(!cell.trim_start().starts_with(['=', '+', '-', '@']), "{cell:?}");
    }
    assert!(!cell.starts_with(['\t', '\r']), "{cell:?}");
    let mut rest = name.chars().peekable();
    for char in cell.chars() {
        // Apostrophes may be there that the name does not have, and nothing else.
        let is_own = rest.next_if_eq(&char).is_some();
        assert!(is_own || char == '\'', "{cell:?}");
    }
    assert_eq!(rest.next(), None, "{cell:?}");
}

/// Reads a line as GitHub's runner does.
fn one_command(name: &str) {
    let place = Place { file: name, line: Some(7) };
    let line = workflow_command("error", place, name, name);
    assert!(!line.contains(['\n', '\r']));
    vte::Parser::new().advance(&mut Terminal, line.as_bytes());
    let rest = line.strip_prefix("::error ").expect("a command");
    let (properties, message) = rest.split_once("::").expect("a message");
    let decoded = |text: &str, is_property: bool| {
        let text = text.replace("%0D", "\r").replace("%0A", "\n");
        let text = match is_property {
            true => text.replace("%3A", ":").replace("%2C", ","),
            false => text,
        };
        text.replace("%25", "%")
    };
    let properties: Vec<(&str, String)> = properties
        .split(',')
        .map(|it| it.split_once('=').expect("a property"))
        .map(|(key, value)| (key, decoded(value, true)))
        .collect();
    let expected = plain(name).into_owned();
    let all = [("file", expected.clone()), ("line", "7".to_owned()), ("title", expected.clone())];
    assert_eq!(properties, all);
    assert_eq!(decoded(message, false), expected);
}

/// Returns a new and an old version of loops with these names, and costs that are not known for a reason that has the next.
fn versions(names: &[String]) -> (Vec<Item>, Vec<Item>) {
    let next = |at: usize| names[(at + 1) % names.len()].clone();
    let body = |at: usize| format!("mnemonic{}\t%eax, {}", at % 3, next(at));
    let items = |cycles: u64| {
        let one = |(at, name): (usize, &String)| {
            let cost = if at % 4 == 3 { Err(next(at)) } else { Ok(cycles) };
            item(name, at % 3, &[&body(at), "jne\ttarget"], cost)
        };
        names.iter().enumerate().map(one).collect()
    };
    (items(1), items(2))
}

fn comparison(names: &[String]) {
    // The same loops under names that are no trouble.
    let simple: Vec<String> = names
        .iter()
        .map(|name| format!("n{}", names.iter().position(|it| it == name).unwrap_or_default()))
        .collect();
    let rendered = |names: &[String], style: Style| {
        let (old, new) = match names {
            [] => (Vec::new(), Vec::new()),
            names => versions(names),
        };
        let comparison = Comparison::new(model(), &old, &new);
        let json = serde_json::to_string(&DiffDocument::new(std::slice::from_ref(&comparison)));
        let document: Value = serde_json::from_str(&json.expect("strings")).expect("JSON");
        let loops = document["comparisons"][0]["loops"].as_array().expect("loops").clone();
        let found = loops.iter().zip(&comparison.rows);
        found.for_each(|(document, row)| assert_eq!(document["name"], row.name()));
        let mut text = String::new();
        render(&comparison, style, true, &mut text);
        for row in &comparison.rows {
            text.push_str(&format!("\n{}:\n\n", style.name(&row.name())));
            render_instructions(row, style, &mut text);
        }
        text
    };
    let style = Style::Text { most_columns: 100 };
    let text = rendered(names, style);
    check_text(&text);
    let expected = rendered(&simple, style);
    assert_eq!(text.lines().count(), expected.lines().count(), "{text}");
    let (text, expected) = (rendered(names, Style::Markdown), rendered(&simple, Style::Markdown));
    check_text(&text);
    assert_eq!(tags(&elements(&text)), tags(&elements(&expected)), "{text}");
}
