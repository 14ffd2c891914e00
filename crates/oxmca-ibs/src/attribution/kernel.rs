//! The kernel's functions, by the list that Linux has of its symbols (`/proc/kallsyms`).

use thiserror::Error;

use super::function::Function;

/// The reason for which a text names no functions.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum KernelSymbolsError {
    /// No line is an address, a kind and a name.
    #[error("not a list of kernel symbols, as /proc/kallsyms is")]
    NoSymbols,
    /// The kernel showed its reader no addresses.
    #[error(
        "all addresses are 0, since the kernel hid them: copy /proc/kallsyms as root, before the \
         recorded computer starts again"
    )]
    Hidden,
}

/// The functions of a kernel and its modules, at the addresses that they had while it ran.
#[derive(Clone, Debug)]
pub struct KernelSymbols {
    functions: Vec<Function>,
}

/// A symbol: of code if it has a rank, the better the higher.
struct Symbol<'a> {
    address: u64,
    rank: Option<u8>,
    name: &'a [u8],
    module: &'a [u8],
}

impl KernelSymbols {
    /// Reads the text of `/proc/kallsyms`: an address, a kind, a name, and perhaps a module in brackets.
    ///
    /// # Errors
    /// When there are no symbols, or none has an address.
    pub fn parse(text: &[u8]) -> Result<Self, KernelSymbolsError> {
        let mut symbols: Vec<Symbol<'_>> =
            text.split(|byte| *byte == b'\n').filter_map(symbol).collect();
        if symbols.is_empty() {
            return Err(KernelSymbolsError::NoSymbols);
        }
        if symbols.iter().all(|it| it.address == 0) {
            return Err(KernelSymbolsError::Hidden);
        }
        // The best of those at an address first; functions end where anything else begins.
        symbols.sort_by(|a, b| (a.address, b.rank).cmp(&(b.address, a.rank)));
        symbols.dedup_by_key(|it| it.address);
        let ends = symbols.iter().skip(1).map(|it| it.address).chain([u64::MAX]);
        let functions = symbols.iter().zip(ends).filter(|(it, _)| it.rank.is_some());
        let functions = functions.map(|(it, end)| {
            let symbol = String::from_utf8_lossy(it.name).into_owned();
            let module = String::from_utf8_lossy(it.module);
            let name = match it.module {
                [] => symbol.clone(),
                _ => format!("{symbol} {module}"),
            };
            Function { name, symbol, start: it.address, len: end - it.address }
        });
        Ok(Self { functions: functions.collect() })
    }

    /// Returns the functions by start.
    #[must_use]
    pub fn functions(&self) -> &[Function] {
        &self.functions
    }

    /// Returns the index of the function that has an address.
    #[must_use]
    pub fn function_at(&self, address: u64) -> Option<usize> {
        let index = self.functions.partition_point(|it| it.start <= address).checked_sub(1)?;
        let function = &self.functions[index];
        (address - function.start < function.len).then_some(index)
    }
}

fn symbol(line: &[u8]) -> Option<Symbol<'_>> {
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let digits = std::str::from_utf8(words.next()?).ok()?;
    let address = u64::from_str_radix(digits, 16).ok()?;
    let [kind] = words.next()? else { return None };
    let rank = match kind {
        b'T' => Some(3),
        b'W' => Some(2),
        b't' => Some(1),
        b'w' => Some(0),
        _ => None,
    };
    Some(Symbol { address, rank, name: words.next()?, module: words.next().unwrap_or_default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_end_where_another_symbol_begins() {
        let text = "ffffffff81000000 t local\nffffffff81000000 T _stext\n\
                    ffffffff81000040 W schedule\nffffffff81000100 D data\n\
                    ffffffffc0000000 t helper\t[mod]\n0000000000000000 A percpu\nnot a symbol\n";
        let symbols = KernelSymbols::parse(text.as_bytes()).unwrap();
        let name = |address| {
            symbols.function_at(address).map(|index| symbols.functions()[index].name.as_str())
        };
        assert_eq!(name(0xffff_ffff_8100_0000), Some("_stext"));
        assert_eq!(name(0xffff_ffff_8100_003f), Some("_stext"));
        assert_eq!(name(0xffff_ffff_8100_0040), Some("schedule"));
        assert_eq!(name(0xffff_ffff_8100_0100), None);
        assert_eq!(name(0xffff_ffff_c000_0001), Some("helper [mod]"));
        assert_eq!(name(0x10), None);
    }

    #[test]
    fn texts_without_addresses_are_refused() {
        let error = |text: &str| KernelSymbols::parse(text.as_bytes()).unwrap_err();
        assert_eq!(error("0000000000000000 T _stext\n"), KernelSymbolsError::Hidden);
        for text in ["", "\n\n", "x T y", "ffff T", "ffff TT y"] {
            assert_eq!(error(text), KernelSymbolsError::NoSymbols, "{text}");
        }
    }
}
