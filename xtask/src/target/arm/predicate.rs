//! Predicates of operand classes, as the tables name them.

/// A predicate as the tables name it: `NAME<ARGUMENT, ...>`.
pub struct Predicate<'p> {
    /// Its name.
    pub name: &'p str,
    arguments: Vec<&'p str>,
}

impl<'p> Predicate<'p> {
    /// Takes a predicate's text apart.
    pub fn of(text: &'p str) -> Predicate<'p> {
        let (name, rest) = text.split_once('<').unwrap_or((text, ""));
        let arguments = rest.trim_end_matches('>').split(',').map(str::trim);
        Predicate { name, arguments: arguments.filter(|it| !it.is_empty()).collect() }
    }

    /// Returns an argument that is a number; 0 if it is none.
    pub fn number(&self, at: usize) -> i64 {
        self.arguments.get(at).and_then(|text| text.parse().ok()).unwrap_or(0)
    }

    /// Returns an argument as it is written; empty if there is none.
    pub fn argument(&self, at: usize) -> &'p str {
        self.arguments.get(at).copied().unwrap_or_default()
    }
}
