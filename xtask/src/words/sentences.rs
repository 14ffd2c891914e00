//! Sentences of documentation that begin with a question word, and functions whose documentation does not begin with a verb.

/// Words that a sentence of documentation does not begin with: it says what a thing is or does.
const QUESTIONS: [&str; 6] = ["What", "Where", "How", "Why", "That", "Whether"];

/// Characters of a sentence that are shown.
const SHOWN: usize = 90;

/// Sentences of documentation comments that begin with a question word, with the line of their paragraph.
pub fn questions(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (line, paragraph) in paragraphs(text) {
        for sentence in sentences(&paragraph) {
            let word = sentence.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
            if QUESTIONS.contains(&word) {
                found.push((line, sentence.chars().take(SHOWN).collect()));
            }
        }
    }
    found
}

/// Words that end like a verb in the third person and are none.
const NOUNS: [&str; 17] = [
    "As",
    "Bits",
    "Bytes",
    "Classes",
    "Codes",
    "Cycles",
    "Errors",
    "Groups",
    "Instructions",
    "Its",
    "Lines",
    "Numbers",
    "Options",
    "Registers",
    "Rows",
    "This",
    "Words",
];

/// The beginnings of functions, after their visibility.
const FUNCTIONS: [&str; 5] = ["fn ", "const fn ", "async fn ", "unsafe fn ", "extern \"C\" fn "];

/// Functions whose documentation does not begin with a verb in the third person, as in "Returns": the line of their
/// documentation, and its beginning.
pub fn verbless(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut doc: Option<(usize, &str)> = None;
    let mut is_attribute = false;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some(text) = line.strip_prefix("///") {
            doc.get_or_insert((index + 1, text.trim()));
            continue;
        }
        // Attributes stand between documentation and function, on several lines perhaps.
        if line.starts_with("#[") || is_attribute {
            is_attribute = !line.ends_with(']');
            continue;
        }
        if let Some((line_number, first)) = doc.take()
            && is_function(line)
            && !begins_with_verb(first)
        {
            found.push((line_number, first.chars().take(SHOWN).collect()));
        }
    }
    found
}

/// Returns whether a line begins a function.
fn is_function(line: &str) -> bool {
    let line = match line.strip_prefix("pub(") {
        Some(rest) => rest.split_once(") ").map_or("", |(_, rest)| rest),
        None => line.strip_prefix("pub ").unwrap_or(line),
    };
    FUNCTIONS.iter().any(|start| line.starts_with(start))
}

/// Returns whether a text begins with a verb in the third person, as far as its letters tell.
fn begins_with_verb(text: &str) -> bool {
    let word = text.split(|c: char| !(c.is_alphanumeric() || c == '-')).next().unwrap_or_default();
    let is_word = word.starts_with(char::is_uppercase)
        && word[1..].chars().all(|c| c.is_lowercase() || c == '-');
    is_word && word.ends_with('s') && !NOUNS.contains(&word)
}

/// Paragraphs and items of documentation comments, each with the number of its first line.
fn paragraphs(text: &str) -> Vec<(usize, String)> {
    let mut paragraphs: Vec<(usize, String)> = Vec::new();
    let (mut last_mark, mut continues, mut is_code) = ("", false, false);
    for (index, line) in text.lines().enumerate() {
        let line = line.trim_start();
        let Some(mark) = ["///", "//!"].into_iter().find(|mark| line.starts_with(mark)) else {
            (last_mark, continues, is_code) = ("", false, false);
            continue;
        };
        continues &= mark == last_mark;
        last_mark = mark;
        let doc = line[mark.len()..].trim();
        if doc.starts_with("```") {
            is_code = !is_code;
            continues = false;
            continue;
        }
        if is_code || doc.is_empty() || doc.starts_with('#') || doc.starts_with('|') {
            continues = false;
            continue;
        }
        let item = doc.strip_prefix("- ").or_else(|| doc.strip_prefix("* "));
        match paragraphs.last_mut() {
            Some((_, paragraph)) if continues && item.is_none() => {
                paragraph.push(' ');
                paragraph.push_str(doc);
            }
            _ => paragraphs.push((index + 1, item.unwrap_or(doc).to_owned())),
        }
        continues = true;
    }
    paragraphs
}

/// Returns the sentences of a paragraph.
fn sentences(paragraph: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, _) in paragraph.match_indices(['.', '!', '?']) {
        let rest = &paragraph[at + 1..];
        if rest.starts_with(' ') && rest.trim_start().starts_with(char::is_uppercase) {
            sentences.push(paragraph[start..=at].trim());
            start = at + 1;
        }
    }
    sentences.push(paragraph[start..].trim());
    sentences
}

#[cfg(test)]
mod tests {
    use super::{questions, verbless};

    #[test]
    fn documentation_of_functions_begins_with_a_verb() {
        let text = [
            "/// Returns it.",
            "fn a() {}",
            "/// The result.",
            "#[expect(",
            "    dead_code",
            ")]",
            "pub(crate) const fn b() {}",
            "/// The field.",
            "pub field: u8,",
            "/// Cycles.",
            "pub fn c() {}",
            "/// Sign-extends a number.",
            "fn d() {}",
            "/// ",
            "fn e() {}",
        ]
        .join("\n");
        let found: Vec<usize> = verbless(&text).into_iter().map(|(line, _)| line).collect();
        assert_eq!(found, [3, 10, 14]);
    }

    #[test]
    fn the_first_word_of_each_sentence_counts() {
        let text = [
            "//! What it is.",
            "//!",
            "//! A list:",
            "//! - How it is.",
            "/// Returns whether it is. Whether",
            "/// it is not.",
            "fn f() {}",
            "// What is no documentation.",
            "/// ```",
            "/// What is code.",
            "/// ```",
        ]
        .join("\n");
        let found: Vec<usize> = questions(&text).into_iter().map(|(line, _)| line).collect();
        assert_eq!(found, [1, 4, 5]);
    }
}
