//! Symbols in operands, and the parts of their addresses that instructions take.

use super::specifier::Specifier;
use crate::inst::Expr;
use crate::parser::Parser;

/// A symbol's use in an expression that is the symbol and a constant.
#[derive(Clone, Debug)]
pub struct SymbolUse {
    /// The specifier between colons.
    pub specifier: Option<Specifier>,
    /// The specifier behind `@`.
    pub at: Option<Box<str>>,
    /// The constant that is added.
    pub addend: i64,
}

/// The lower twelve bits of an address that `add` takes.
const ADDED: [Specifier; 12] = [
    Specifier::Lo12,
    Specifier::GotAuthLo12,
    Specifier::DtprelHi12,
    Specifier::DtprelLo12,
    Specifier::DtprelLo12Nc,
    Specifier::TprelHi12,
    Specifier::TprelLo12,
    Specifier::TprelLo12Nc,
    Specifier::TlsdescLo12,
    Specifier::TlsdescAuthLo12,
    Specifier::SecrelLo12,
    Specifier::SecrelHi12,
];

/// The parts of an address that are an offset of a load or store.
const OFFSETS: [Specifier; 13] = [
    Specifier::Lo12,
    Specifier::GotLo12,
    Specifier::GotAuthLo12,
    Specifier::DtprelLo12,
    Specifier::DtprelLo12Nc,
    Specifier::TprelLo12,
    Specifier::TprelLo12Nc,
    Specifier::GottprelLo12Nc,
    Specifier::TlsdescLo12,
    Specifier::TlsdescAuthLo12,
    Specifier::SecrelLo12,
    Specifier::SecrelHi12,
    Specifier::GotPageLo15,
];

/// The pages of addresses.
const PAGES: [Specifier; 7] = [
    Specifier::AbsPageNc,
    Specifier::GotPage,
    Specifier::GotAuthPage,
    Specifier::GotPageLo15,
    Specifier::GottprelPage,
    Specifier::TlsdescPage,
    Specifier::TlsdescAuthPage,
];

/// The 16-bit parts of addresses, by their position.
const WIDE: [&[Specifier]; 4] = [
    &[
        Specifier::AbsG0,
        Specifier::AbsG0S,
        Specifier::AbsG0Nc,
        Specifier::PrelG0,
        Specifier::PrelG0Nc,
        Specifier::GottprelG0Nc,
        Specifier::TprelG0,
        Specifier::TprelG0Nc,
        Specifier::DtprelG0,
        Specifier::DtprelG0Nc,
    ],
    &[
        Specifier::AbsG1,
        Specifier::AbsG1S,
        Specifier::AbsG1Nc,
        Specifier::PrelG1,
        Specifier::PrelG1Nc,
        Specifier::GottprelG1,
        Specifier::TprelG1,
        Specifier::TprelG1Nc,
        Specifier::DtprelG1,
        Specifier::DtprelG1Nc,
    ],
    &[
        Specifier::AbsG2,
        Specifier::AbsG2S,
        Specifier::AbsG2Nc,
        Specifier::PrelG2,
        Specifier::PrelG2Nc,
        Specifier::TprelG2,
        Specifier::DtprelG2,
    ],
    &[Specifier::AbsG3, Specifier::PrelG3],
];

impl SymbolUse {
    /// Finds the symbol that an expression is about.
    pub fn of(parser: &Parser<'_>, expr: &Expr) -> Option<SymbolUse> {
        let (specifier, inner) = match expr {
            Expr::Constant(_) => return None,
            Expr::Specifier { name, operand, .. } => {
                (Specifier::named(name.as_bytes()), &**operand)
            }
            other => (None, other),
        };
        if let Expr::Symbol { specifier: at, .. } = inner {
            return Some(SymbolUse { specifier, at: at.clone(), addend: 0 });
        }
        let value = parser.evaluate_relocatable(inner)?;
        if value.sub.is_some() || (value.add.is_none() && specifier.is_none()) {
            return None;
        }
        let at = value.add.and_then(|_| written_specifier(inner));
        let found = SymbolUse { specifier, at, addend: value.constant };
        (found.specifier.is_none() || found.at.is_none()).then_some(found)
    }

    fn has(&self, specifiers: &[Specifier]) -> bool {
        self.specifier.is_some_and(|it| specifiers.contains(&it))
    }

    fn is_at(&self, names: &[&str]) -> bool {
        self.at.as_deref().is_some_and(|name| names.contains(&name))
    }

    /// Returns whether it is an immediate that `add` takes.
    pub fn is_added(&self) -> bool {
        self.is_at(&["PAGEOFF", "TLVPPAGEOFF"])
            || self.is_at(&["GOTPAGEOFF"]) && self.addend == 0
            || self.has(&ADDED)
    }

    /// Returns whether `add` takes it in registers of 64 bits alone.
    pub fn is_page_offset(&self) -> bool {
        self.is_at(&["PAGEOFF", "TLVPPAGEOFF"])
    }

    /// Returns whether its specifier stands for bits that `add` takes.
    pub fn has_added_specifier(&self) -> bool {
        self.has(&ADDED)
    }

    /// Returns whether it is the offset of a load or store.
    pub fn is_offset(&self) -> bool {
        if self.is_at(&["PAGEOFF"]) || self.has(&OFFSETS) {
            return true;
        }
        self.is_at(&["GOTPAGEOFF", "TLVPPAGEOFF"]) && self.addend == 0
    }

    /// Returns whether it is one of the four 16-bit parts of an address.
    pub fn is_wide(&self, part: u8) -> bool {
        self.at.is_none() && self.has(WIDE[usize::from(part)])
    }

    /// Checks that it is the page of an address.
    ///
    /// # Errors
    /// LLVM's message.
    pub fn check_page(&self) -> Result<(), &'static str> {
        if self.at.is_none() && self.specifier.is_none() {
            return Ok(());
        }
        if self.is_at(&["GOTPAGE", "TLVPPAGE"]) && self.addend != 0 {
            return Err("gotpage label reference not allowed an addend");
        }
        if self.is_at(&["PAGE", "GOTPAGE", "TLVPPAGE"]) || self.has(&PAGES) {
            return Ok(());
        }
        Err("page or gotpage label reference expected")
    }

    /// Checks that it is an address near by.
    ///
    /// # Errors
    /// LLVM's message.
    pub fn check_near(&self) -> Result<(), &'static str> {
        match (&self.at, &self.specifier) {
            (None, None) => Ok(()),
            _ if self.has(&[Specifier::GotAuthPage]) => Ok(()),
            _ => Err("unexpected adr label"),
        }
    }
}

/// Returns the first specifier behind `@` in an expression.
fn written_specifier(expr: &Expr) -> Option<Box<str>> {
    match expr {
        Expr::Symbol { specifier, .. } => specifier.clone(),
        Expr::Unary(_, operand) | Expr::Specifier { operand, .. } => written_specifier(operand),
        Expr::Binary(_, operands) => {
            written_specifier(&operands.0).or_else(|| written_specifier(&operands.1))
        }
        Expr::Constant(_) | Expr::Register(_) => None,
    }
}
