//! Lines of registers whose numbers count up, made one line.

use std::fmt::Write as _;

/// Lines that wait for one that does not go on with them.
#[derive(Default)]
pub struct Series {
    pending: Option<Pending>,
}

/// A line, with the lines behind it that it stands for.
struct Pending {
    /// Its texts, each with the number behind it.
    parts: Vec<Part>,
    /// The number of lines that it stands for.
    count: u64,
    /// The number that is added to its counting numbers from one line to the next; 0 as long as there is one.
    step: u64,
}

struct Part {
    text: String,
    number: Option<u64>,
    /// Set if the number counts up.
    counts: bool,
}

impl Series {
    /// Adds a line; writes those before it if it does not go on with them.
    pub fn add(&mut self, line: &str, out: &mut String) {
        let parts = split(line);
        if self.pending.as_mut().is_some_and(|pending| pending.takes(&parts)) {
            return;
        }
        self.finish(out);
        self.pending = Some(Pending { parts, count: 1, step: 0 });
    }

    /// Writes the lines that wait.
    pub fn finish(&mut self, out: &mut String) {
        let Some(pending) = self.pending.take() else { return };
        for part in &pending.parts {
            out.push_str(&part.text);
            let _ = match part.number {
                Some(number) if part.counts => write!(out, "{{{number}}}"),
                Some(number) => write!(out, "{number}"),
                None => Ok(()),
            };
        }
        if pending.count > 1 {
            let _ = write!(out, " count={}", pending.count);
        }
        if pending.step > 1 {
            let _ = write!(out, " step={}", pending.step);
        }
        out.push('\n');
    }
}

impl Pending {
    /// Takes a line in if it is the next of the series.
    fn takes(&mut self, parts: &[Part]) -> bool {
        let is_like =
            |(a, b): (&Part, &Part)| a.text == b.text && a.number.is_some() == b.number.is_some();
        if parts.len() != self.parts.len() || !self.parts.iter().zip(parts).all(is_like) {
            return false;
        }
        let pairs = || self.parts.iter().zip(parts).filter_map(|(a, b)| a.number.zip(b.number));
        if self.count == 1 {
            let Some((from, to)) = pairs().find(|(from, to)| from != to) else { return false };
            let Some(step) = to.checked_sub(from).filter(|it| *it <= u64::from(u16::MAX)) else {
                return false;
            };
            if pairs().any(|(from, to)| to != from && to != from + step) {
                return false;
            }
            self.step = step;
            for (a, b) in self.parts.iter_mut().zip(parts) {
                a.counts = a.number != b.number;
            }
        } else {
            let by = |part: &Part| if part.counts { self.step * self.count } else { 0 };
            let goes_on = |(a, b): (&Part, &Part)| b.number == a.number.map(|it| it + by(a));
            if !self.parts.iter().zip(parts).all(goes_on) {
                return false;
            }
        }
        self.count += 1;
        true
    }
}

/// Splits a line at its numbers, those that begin with a superfluous 0 left out. A line with braces stays whole.
fn split(line: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut text = String::new();
    let mut rest = line;
    let is_whole = line.contains(['{', '}']);
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()).filter(|_| !is_whole) {
        let len = rest[at..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - at);
        let digits = &rest[at..at + len];
        text.push_str(&rest[..at]);
        match digits.parse::<u32>() {
            Ok(number) if number.to_string() == digits => {
                let text = std::mem::take(&mut text);
                parts.push(Part { text, number: Some(number.into()), counts: false });
            }
            _ => text.push_str(digits),
        }
        rest = &rest[at + len..];
    }
    text.push_str(rest);
    parts.push(Part { text, number: None, counts: false });
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_count_are_one_line() {
        let mut series = Series::default();
        let mut out = String::new();
        for line in ["r S0 e=0 l=7", "r S2 e=2 l=7", "r S4 e=4 l=7", "r S5 e=6 l=7", "r T05"] {
            series.add(line, &mut out);
        }
        series.finish(&mut out);
        assert_eq!(out, "r S{0} e={0} l=7 count=3 step=2\nr S5 e=6 l=7\nr T05\n");
    }
}
