//! Names of methods with arguments, as LLVM's tables have them: `isImmediate<0,7>`.

/// A method's name, taken apart.
#[derive(Clone, Copy, Debug)]
pub struct Template<'n> {
    /// The name without its arguments.
    pub name: &'n str,
    arguments: &'n str,
}

impl<'n> Template<'n> {
    /// Takes a name apart.
    pub fn parse(text: &'n str) -> Self {
        let (name, rest) = text.split_once('<').unwrap_or((text, ""));
        Self { name, arguments: rest.strip_suffix('>').unwrap_or(rest) }
    }

    /// Returns the argument number `index`, empty if there is none.
    pub fn argument(&self, index: usize) -> &'n str {
        self.arguments.split(',').nth(index).unwrap_or_default().trim()
    }

    /// Returns the argument number `index` as a number.
    pub fn number<N: std::str::FromStr>(&self, index: usize) -> Option<N> {
        self.argument(index).parse().ok()
    }
}
