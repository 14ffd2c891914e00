//! The text of a region's instructions.

/// Printed instructions, one after the other in one piece of memory.
#[derive(Clone, Debug, Default)]
pub struct Printed {
    text: String,
    /// Where each instruction's text ends.
    ends: Vec<usize>,
}

impl Printed {
    /// Adds an instruction, whose text `print` appends to what it is given.
    #[inline]
    pub fn add(&mut self, print: impl FnOnce(&mut String)) {
        print(&mut self.text);
        self.ends.push(self.text.len());
    }

    /// The text of the instruction of that index; empty if there is none.
    #[inline]
    pub fn get(&self, index: usize) -> &str {
        let start = index.checked_sub(1).and_then(|before| self.ends.get(before));
        let end = self.ends.get(index);
        end.and_then(|end| self.text.get(start.copied().unwrap_or(0)..*end)).unwrap_or("")
    }

    /// Forgets all instructions, but keeps the memory for `instructions` others.
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
        printed.clear(1);
        printed.add(|out| out.push_str("hlt"));
        assert_eq!(texts(&printed), ["hlt", "", "", "", ""]);
    }
}
