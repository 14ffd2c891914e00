//! Loads and stores of vectors and table lookups in Apple's dialect, which has the layout of vectors after the
//! mnemonic: `ld1.4s { v0, v1 }, [x0]`.
//!
//! The tables have them as in Arm's dialect; the layout is in their print methods.

use oxmca_tables::schema::AsmPiece;

use super::context::Printing;
use crate::inst::Inst;
use crate::target::aarch64::print_method::Method;

/// The number of Apple's dialect.
pub(super) const DIALECT: u8 = 1;

/// Appends such an instruction. Returns whether it is one; nothing is appended if not.
pub(super) fn print(printing: &Printing<'_>, inst: &Inst, out: &mut String) -> bool {
    let tables = printing.tables();
    let row = tables.instruction_syntax(inst.opcode);
    let dialect = usize::from(DIALECT);
    let mnemonic = tables.text(row.mnemonics[dialect]);
    let Some(mnemonic) = mnemonic.strip_suffix('\t') else { return false };
    let is_transfer = match mnemonic.strip_suffix('r').unwrap_or(mnemonic).split_at_checked(2) {
        Some(("ld" | "st", count)) => matches!(count, "1" | "2" | "3" | "4"),
        _ => false,
    };
    let is_lookup = matches!(mnemonic, "tbl" | "tbx");
    if !is_transfer && !is_lookup {
        return false;
    }
    let pieces = &tables.asm_pieces[row.syntax[dialect].range()];
    let method = |piece: &AsmPiece| {
        let name = tables.print_methods.get(usize::from(piece.method));
        name.and_then(|name| Method::named(tables.text(*name)))
    };
    let literal = |piece: &AsmPiece| match piece.method {
        AsmPiece::LITERAL => tables.text(piece.text),
        _ => "",
    };
    let layout = match pieces {
        [list, ..] if is_transfer => match method(list) {
            Some(Method::VectorList { lanes, kind: Some(kind) }) => layout_text(lanes, kind),
            _ => return false,
        },
        [result, layout, ..] if method(result) == Some(Method::VectorRegister) => {
            literal(layout).trim_end_matches(", ").to_owned()
        }
        _ => return false,
    };
    out.push('\t');
    out.push_str(mnemonic);
    out.push_str(&layout);
    out.push('\t');
    for piece in pieces {
        if piece.method == AsmPiece::LITERAL {
            let text = literal(piece);
            out.push_str(if is_lookup { text.strip_prefix(&layout).unwrap_or(text) } else { text });
            continue;
        }
        let method = match method(piece) {
            Some(Method::VectorList { .. }) => Method::VectorList { lanes: 0, kind: None },
            Some(method) => method,
            None => continue,
        };
        printing.print(method, inst, piece.operand.into(), out);
    }
    true
}

fn layout_text(lanes: u32, kind: char) -> String {
    match lanes {
        0 => format!(".{kind}"),
        _ => format!(".{lanes}{kind}"),
    }
}
