//! Patterns for names of functions and loops.

/// A pattern for names: a part of the name; with `*` for any text, the whole of it; after `=`, exactly this name.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pattern(String);

impl Pattern {
    /// Creates a pattern.
    #[must_use]
    pub fn new(text: &str) -> Pattern {
        Pattern(text.to_owned())
    }

    /// Returns the pattern, as it was given.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether a name matches.
    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        if let Some(exact) = self.0.strip_prefix('=') {
            return name == exact;
        }
        let Some((first, rest)) = self.0.split_once('*') else { return name.contains(&self.0) };
        let Some(mut name) = name.strip_prefix(first) else { return false };
        let mut parts: Vec<&str> = rest.split('*').collect();
        let last = parts.pop().unwrap_or_default();
        for part in parts {
            let Some(at) = name.find(part) else { return false };
            name = &name[at + part.len()..];
        }
        name.ends_with(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_an_equals_sign_a_name_is_whole() {
        let matches = |pattern: &str, name: &str| Pattern::new(pattern).matches(name);
        assert!(matches("=add", "add") && !matches("=add", "my_add"));
        assert!(matches("=<*const T>::add", "<*const T>::add") && !matches("=a*", "add"));
        assert!(matches("operator=", "V::operator==(V)"));
    }

    #[test]
    fn stars_stand_for_any_text() {
        let matches = |pattern: &str, name: &str| Pattern::new(pattern).matches(name);
        assert!(matches("add", "my_add_all") && !matches("add", "sub"));
        assert!(matches("my*", "my_add") && !matches("add*", "my_add"));
        assert!(matches("*add", "my_add") && !matches("*add", "my_add_all"));
        assert!(matches("a*b*c", "a-b-bc") && !matches("a*b*c", "a-c-b"));
        assert!(matches("a*bc", "abc") && !matches("ab*bc", "abc"));
        assert!(matches("", "anything") && matches("*", ""));
    }
}
