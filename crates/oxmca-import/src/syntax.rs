//! Assembly syntax of instructions, from their `AsmString`.

use anyhow::{Context, Result, bail};

use super::records::{Arg, Dag, DefRef, Record, Records};
use super::words::method_name;

/// An operand as an instruction names it.
#[derive(Clone, Debug)]
pub struct NamedOperand {
    /// Its name; empty if it has none.
    pub name: String,
    /// The record that describes it, e.g. `i32mem`.
    pub record: String,
    /// Index of its first machine operand.
    pub first: usize,
    /// The number of its machine operands.
    pub count: usize,
    /// The method that prints it.
    pub print_method: String,
}

/// Returns the operands of an instruction, definitions first.
pub fn named_operands(records: &Records, record: &Record) -> Result<Vec<NamedOperand>> {
    let mut operands = Vec::new();
    let mut next = 0;
    for list in [&record.out_operand_list, &record.in_operand_list] {
        let Some(Dag { args, .. }) = list else { continue };
        for (arg, name) in args {
            let DefRef { def } = match arg {
                Arg::Def(def) => def,
                Arg::Dag(dag) => &dag.operator,
                Arg::Other(_) => bail!("an operand is not a record"),
            };
            let def = def.as_deref().context("an operand is not a record")?;
            if def == "variable_ops" {
                continue;
            }
            let info = records.get(def)?.with_context(|| format!("no record `{def}`"))?;
            let parts = info.mi_operand_info.as_ref().map_or(0, |info| info.args.len());
            let method = info.print_method.as_deref().filter(|method| !method.is_empty());
            let count = parts.max(1);
            operands.push(NamedOperand {
                name: name.clone().unwrap_or_default(),
                record: def.to_owned(),
                first: next,
                count,
                print_method: print_method(method.unwrap_or("printOperand"))?,
            });
            next += count;
        }
    }
    Ok(operands)
}

/// Returns the name of a print method. One that is written in place is named by the method that it calls and what it
/// passes beside the instruction: `printNamedInt(dmask,true,false)`.
fn print_method(method: &str) -> Result<String> {
    if !method.starts_with('[') {
        return Ok(method_name(method));
    }
    let call = method.rsplit_once("{ ").context("print method in place")?.1;
    let (name, arguments) = call.split_once('(').context("print method in place")?;
    let arguments = arguments.split_once(')').context("print method in place")?.0;
    let arguments = arguments.split(',').map(str::trim);
    let own = arguments.filter(|it| !matches!(*it, "MI" | "OpNo" | "STI" | "O"));
    let own: Vec<&str> = own.map(|it| it.trim_matches('"')).collect();
    Ok(format!("{name}({})", own.join(",")))
}

/// Returns the text of one dialect of a string with `{a|b}` choices.
pub fn dialect_text(asm: &str, dialect: usize) -> Result<String> {
    let mut out = String::new();
    let mut rest = asm;
    while let Some(open) = find_choice(rest) {
        out.push_str(&rest[..open]);
        let inside = &rest[open + 1..];
        let close = closing_brace(inside).with_context(|| format!("unclosed choice in `{asm}`"))?;
        out.push_str(inside[..close].split('|').nth(dialect).unwrap_or(""));
        rest = &inside[close + 1..];
    }
    out.push_str(rest);
    Ok(out)
}

/// Returns the position of the next `{` that begins a choice, which one after `$` or a backslash
/// does not.
fn find_choice(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    (0..bytes.len()).find(|at| {
        bytes[*at] == b'{' && !matches!(at.checked_sub(1).map(|at| bytes[at]), Some(b'$' | b'\\'))
    })
}

/// Returns the position of the `}` that closes a choice whose `{` was taken.
fn closing_brace(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut depth = 1;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'}' if at == 0 || bytes[at - 1] != b'\\' => depth -= 1,
            b'{' => depth += 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Returns the syntax in the form of the text tables. `operand` gives the machine operand and the
/// print method for a name.
pub fn pieces(text: &str, operand: impl Fn(&str) -> Result<(usize, String)>) -> Result<String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['$', '\\', '{', '}']) {
        out.push_str(&rest[..at]);
        let special = rest.as_bytes()[at];
        rest = &rest[at + 1..];
        let next = rest.chars().next();
        match (special, next) {
            (b'{', _) => out.push_str("{{"),
            (b'}', _) => out.push_str("}}"),
            (b'\\', Some(c)) => {
                match c {
                    'n' => out.push('\n'),
                    't' => out.push('\t'),
                    '{' => out.push_str("{{"),
                    '}' => out.push_str("}}"),
                    '$' | '|' | '\\' => out.push(c),
                    _ => bail!("unknown escape `\\{c}` in `{text}`"),
                }
                rest = &rest[1..];
            }
            (b'$', Some('$')) => {
                out.push('$');
                rest = &rest[1..];
            }
            (b'$', Some(c)) => {
                let braces = c == '{';
                if braces {
                    rest = &rest[1..];
                }
                let len = ident_len(rest);
                let name = &rest[..len];
                rest = &rest[len..];
                let mut modifier = "";
                if braces {
                    if let Some(after) = rest.strip_prefix(':') {
                        let len = ident_len(after);
                        modifier = &after[..len];
                        rest = &after[len..];
                    }
                    rest = rest
                        .strip_prefix('}')
                        .with_context(|| format!("unclosed name in `{text}`"))?;
                }
                let (index, method) = operand(name)?;
                out.push_str(&format!("{{{index}"));
                if method != "printOperand" || !modifier.is_empty() {
                    out.push_str(&format!(":{method}"));
                }
                if !modifier.is_empty() {
                    out.push_str(&format!(":{modifier}"));
                }
                out.push('}');
            }
            _ => bail!("syntax `{text}` ends in the middle"),
        }
    }
    out.push_str(rest);
    Ok(out)
}

fn ident_len(text: &str) -> usize {
    text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(text.len())
}

/// Returns the syntax of an instruction in one dialect.
pub fn instruction(asm: &str, dialect: usize, operands: &[NamedOperand]) -> Result<String> {
    pieces(&dialect_text(asm, dialect)?, |name| {
        let operand = operands
            .iter()
            .find(|operand| operand.name == name)
            .with_context(|| format!("no operand `{name}`"))?;
        Ok((operand.first, operand.print_method.clone()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(asm: &str, dialect: usize) -> String {
        let text = dialect_text(asm, dialect).unwrap();
        pieces(&text, |name| Ok((name.len(), "printOperand".to_owned()))).unwrap()
    }

    #[test]
    fn choices_and_operands() {
        assert_eq!(text("add{l}\t{$aa, $b|$b, $aa}", 0), "addl\t{2}, {1}");
        assert_eq!(text("add{l}\t{$aa, $b|$b, $aa}", 1), "add\t{1}, {2}");
    }

    #[test]
    fn braces_that_are_text() {
        let asm = "vcmp\t{$cc, $dst {${mask}}|$dst {${mask}}, $cc}";
        assert_eq!(text(asm, 1), "vcmp\t{3} {{{4}}}, {2}");
        assert_eq!(text("a\\{b\\}$$", 0), "a{{b}}$");
    }
}
