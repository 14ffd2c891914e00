//! Names of methods with arguments, as LLVM's tables have them: `isSImmScaled<7, 4>`.

use smallvec::SmallVec;

/// A method's name, taken apart.
#[derive(Clone, Debug)]
pub struct Template<'n> {
    /// The name without its arguments.
    pub name: &'n str,
    arguments: SmallVec<[&'n str; 6]>,
}

impl<'n> Template<'n> {
    /// Takes a name apart. Of the arguments, namespaces and comments are left out.
    pub fn parse(text: &'n str) -> Self {
        let Some((name, rest)) = text.split_once('<') else {
            return Self { name: text, arguments: SmallVec::new() };
        };
        let rest = rest.strip_suffix('>').unwrap_or(rest);
        let arguments = rest.split(',').map(|argument| {
            let argument = argument.rsplit("*/").next().unwrap_or(argument);
            argument.rsplit("::").next().unwrap_or(argument).trim()
        });
        Self { name, arguments: arguments.filter(|argument| !argument.is_empty()).collect() }
    }

    /// Returns the argument number `index`, empty if there is none.
    pub fn argument(&self, index: usize) -> &'n str {
        self.arguments.get(index).copied().unwrap_or_default()
    }

    /// Returns the arguments in their order.
    pub fn arguments(&self) -> impl Iterator<Item = &'n str> {
        self.arguments.iter().copied()
    }

    /// Returns the argument number `index` as a number.
    pub fn number<N: std::str::FromStr>(&self, index: usize) -> Option<N> {
        self.argument(index).parse().ok()
    }

    /// Returns the arguments, if all are numbers and there are as many as wanted.
    pub fn numbers<const N: usize>(&self) -> Option<[i64; N]> {
        let numbers = self.arguments.iter().map(|argument| argument.parse().ok());
        numbers.collect::<Option<SmallVec<[i64; 6]>>>()?.as_slice().try_into().ok()
    }

    /// Returns the argument number `index` as a truth value; false if there is none.
    pub fn is_true(&self, index: usize) -> bool {
        self.argument(index) == "true"
    }

    /// Returns the bits of the integer type that argument number `index` is: 16 of `int16_t`.
    pub fn type_bits(&self, index: usize) -> Option<u32> {
        let name = self.argument(index).trim_start_matches('u');
        name.strip_prefix("int")?.strip_suffix("_t")?.parse().ok()
    }

    /// Returns the register class that argument number `index` names.
    pub fn class(&self, index: usize) -> &'n str {
        let name = self.argument(index);
        name.strip_suffix("RegClassID").unwrap_or(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_lose_namespaces_and_comments() {
        let it = Template::parse("isUImmScaled<0, 2, AArch64::ZPRRegClassID, /*IsRange=*/true>");
        assert_eq!(it.name, "isUImmScaled");
        assert_eq!((it.number::<u8>(1), it.class(2), it.is_true(3)), (Some(2), "ZPR", true));
        assert_eq!(Template::parse("isLogicalImm<int16_t>").type_bits(0), Some(16));
        assert_eq!(Template::parse("isImm").argument(0), "");
    }
}
