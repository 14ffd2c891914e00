//! Sentences of documentation that begin with a question word.

/// Words that a sentence of documentation does not begin with: it says what a thing is or does.
const QUESTIONS: [&str; 5] = ["What", "Where", "How", "That", "Whether"];

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

/// The sentences of a paragraph.
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
    use super::questions;

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
