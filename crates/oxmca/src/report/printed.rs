//! The text of a region's instructions.

use std::ops::Range;

/// Printed instructions, one after the other in one buffer.
#[derive(Clone, Debug, Default)]
pub struct Printed {
    text: String,
    /// Offset at which each instruction's text ends.
    ends: Vec<usize>,
}

impl Printed {
    /// Adds an instruction. `print` appends its text to the given string.
    #[inline]
    pub fn add(&mut self, print: impl FnOnce(&mut String)) {
        print(&mut self.text);
        self.ends.push(self.text.len());
    }

    /// Adds an instruction with the same text as number `index`.
    #[inline]
    pub fn add_again(&mut self, index: usize) {
        self.text.extend_from_within(self.place(index));
        self.ends.push(self.text.len());
    }

    /// Returns the text of instruction number `index`; empty if there is none.
    #[inline]
    pub fn get(&self, index: usize) -> &str {
        &self.text[self.place(index)]
    }

    /// Returns the range of the text of an instruction; empty if there is none.
    #[inline]
    fn place(&self, index: usize) -> Range<usize> {
        match self.ends.get(index) {
            Some(end) if index == 0 => 0..*end,
            Some(end) => self.ends[index - 1]..*end,
            None => 0..0,
        }
    }

    /// Drops all instructions, but keeps memory for `instructions` others.
    pub fn clear(&mut self, instructions: usize) {
        const USUAL_LENGTH: usize = 32;
        self.text.clear();
        self.ends.clear();
        self.text.shrink_to(instructions * USUAL_LENGTH);
        self.ends.shrink_to(instructions);
    }
}

impl<T: AsRef<str>> FromIterator<T> for Printed {
    fn from_iter<I: IntoIterator<Item = T>>(instructions: I) -> Self {
        let mut printed = Printed::default();
        for text in instructions {
            printed.add(|out| out.push_str(text.as_ref()));
        }
        printed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_are_told_apart() {
        let mut printed: Printed = ["nop", "", "ret"].into_iter().collect();
        let texts =
            |printed: &Printed| [0, 1, 2, 3, usize::MAX].map(|at| printed.get(at).to_owned());
        assert_eq!(texts(&printed), ["nop", "", "ret", "", ""]);
        printed.add_again(2);
        printed.add_again(0);
        printed.add_again(9);
        assert_eq!([3, 4, 5].map(|at| printed.get(at)), ["ret", "nop", ""]);
        printed.clear(1);
        printed.add(|out| out.push_str("hlt"));
        assert_eq!(texts(&printed), ["hlt", "", "", "", ""]);
    }
}
