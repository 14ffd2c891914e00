//! Mnemonics with conditions and forms in them.

use super::simple::Operands;
use crate::source::Loc;
use crate::target::lanai::condition;
use crate::target::lanai::operand::{OperandKind, ParsedOperand};

/// The end of branches by a distance.
const RELATIVE: &str = ".r";

/// Splits a mnemonic at `loc`: returns what the tables know it by, and adds the condition and the form as operands.
pub(super) fn split<'m>(written: &'m [u8], loc: Loc, operands: &mut Operands) -> &'m [u8] {
    let point = written.iter().position(|it| *it == b'.').unwrap_or(written.len());
    let without_form = written.strip_suffix(RELATIVE.as_bytes());
    let mnemonic = without_form.unwrap_or(written);
    let form = without_form.map(|_| ParsedOperand::new(OperandKind::Token(RELATIVE), loc));
    let condition = |number| ParsedOperand::constant(number, loc);
    let is_selection = mnemonic.starts_with(b"sel");
    let is_store = mnemonic.starts_with(b"st");
    // `bne`, `sne`: the condition goes up to the first point.
    let has_condition_inside =
        mnemonic.starts_with(b"b") || mnemonic.starts_with(b"s") && !is_selection && !is_store;
    if has_condition_inside {
        let end = mnemonic.len().min(point.saturating_add(1));
        if let Some(number) = mnemonic.get(1..end).and_then(condition::at_end_of) {
            operands.push(condition(number));
            operands.extend(form);
            return &mnemonic[..1];
        }
    }
    // `add.ne`, `sel.ne`. `.f` says that flags are set, but of selections, which do not.
    if (is_selection || !mnemonic.ends_with(b".f") && !is_store)
        && let Some(number) = condition::at_end_of(mnemonic)
    {
        operands.push(condition(number));
        let last_point = mnemonic.iter().rposition(|it| *it == b'.');
        return match is_selection {
            true => &mnemonic[..last_point.map_or(0, |at| at + 1)],
            false => &mnemonic[..last_point.unwrap_or(mnemonic.len())],
        };
    }
    operands.extend(form);
    mnemonic
}

/// Returns the mnemonic of a statement with one operand: `st` sets that to true, and `bt` branches always.
pub(super) fn of_single<'m>(
    written: &[u8],
    mnemonic: &'m [u8],
    loc: Loc,
    operands: &mut Operands,
) -> &'m [u8] {
    if written == b"st" && operands.len() == 1 {
        operands.insert(0, ParsedOperand::constant(condition::TRUE, loc));
        return b"s";
    }
    if written.starts_with(b"bt") && operands.len() == 2 {
        operands.remove(0);
        return b"bt";
    }
    mnemonic
}
