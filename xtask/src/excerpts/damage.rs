//! Mistakes in code, for the sake of what the programs say of them.

use crate::random::Random;

/// Characters that mean something to the assembler.
const MARKS: [&str; 24] = [
    "%", "$", ",", "(", ")", "{", "}", "[", "]", "*", "+", "-", "\"", "'", "#", ":", ";", "@", "=",
    ".", "/", "\\", "!", " ",
];

/// Puts mistakes into a few lines: characters left out, doubled or put in, words of one line in
/// another, operands of one line after the mnemonic of another.
pub fn damage(lines: &mut [String], random: &mut Random) {
    if lines.is_empty() {
        return;
    }
    for _ in 0..1 + random.below(4) {
        let at = random.below(lines.len());
        let other = lines[random.below(lines.len())].clone();
        let line = &lines[at];
        let mut chars: Vec<String> = line.chars().map(String::from).collect();
        let place = random.below(chars.len());
        lines[at] = match random.below(6) {
            _ if chars.is_empty() => random.pick(&MARKS).to_owned(),
            0 => {
                chars.remove(place);
                chars.concat()
            }
            1 => {
                chars.insert(place, chars[place].clone());
                chars.concat()
            }
            2 => {
                chars.insert(place, random.pick(&MARKS).to_owned());
                chars.concat()
            }
            3 | 4 => {
                let (mut words, others) = (words(line), words(&other));
                let place = random.below(words.len());
                if let Some(word) = words.get_mut(place)
                    && !others.is_empty()
                {
                    *word = random.pick(&others);
                }
                words.concat()
            }
            _ => {
                let mnemonic = line.split_whitespace().next().unwrap_or_default();
                let operands = other.trim_start().split_once(char::is_whitespace);
                format!("{mnemonic}\t{}", operands.map_or("", |(_, operands)| operands))
            }
        };
    }
}

/// Returns a line in words and what is between them.
fn words(line: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut words = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let end = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (word, after) = rest.split_at(end);
        words.push(word);
        rest = after;
    }
    words
}
