//! Print aliases, from the generated function that tries them.

use std::collections::HashMap;
use std::fmt::Write as _;

use anyhow::{Context, Result, bail};

use super::cxx::{Lexer, after, between, initializer, number, string_at, string_bytes};
use super::dumps::Dumps;
use super::target::TargetSpec;
use super::unplaced::Unknown;
use super::words::{method_name, push_quoted};

/// Returns the text of `print-aliases.tbl`, from the printer of each dialect.
pub fn text(spec: &TargetSpec, dumps: &Dumps, unknown: &Unknown) -> Result<String> {
    let mut out = String::from(
        "# Forms printed in place of an instruction's own: dialect, instruction, number of operands, syntax,\n\
         # and what each operand must be.\n",
    );
    if spec.prints_no_aliases {
        return Ok(out);
    }
    for (writer, dialect) in dumps.asm_writers.iter().zip(spec.dialects) {
        dialect_text(spec, dumps, unknown, (writer, dialect), &mut out)?;
    }
    Ok(out)
}

/// Returns the text of the aliases of one printer.
fn dialect_text(
    spec: &TargetSpec,
    dumps: &Dumps,
    unknown: &Unknown,
    (writer, dialect): (&str, &str),
    out: &mut String,
) -> Result<()> {
    let Ok(body) = between(writer, "::printAliasInstr(", "\n#endif // PRINT_ALIAS_INSTR") else {
        return Ok(());
    };
    let patterns = initializer(body, " Patterns[] =")?;
    let conditions = initializer(body, "Conds[] =")?;
    let strings = string_bytes(&mut Lexer::new(after(body, "AsmStrings[] =")?))?;
    let methods = custom_methods(body)?;
    let predicates = predicates(dumps, writer)?;
    for row in initializer(body, "OpToPatterns[] =")? {
        let [opcode, start, count] = row.list()? else { bail!("alias table") };
        let opcode = spec.unqualified(opcode.expr()?)?;
        let (start, count): (usize, usize) = (start.number()?, count.number()?);
        for pattern in patterns.get(start..start + count).context("alias table")? {
            let [text, first, operands, number] = pattern.list()? else { bail!("alias pattern") };
            let text = pieces(string_at(&strings, text.number()?)?, &methods)?;
            let _ = write!(out, "{dialect} {opcode} {} ", operands.expr()?);
            push_quoted(out, &text);
            let (first, number): (usize, usize) = (first.number()?, number.number()?);
            for row in conditions.get(first..first + number).context("alias table")? {
                let [kind, value] = row.list()? else { bail!("alias condition") };
                let condition = condition(spec, &predicates, kind.expr()?, value.expr()?)?;
                let condition = condition.unwrap_or_else(|| {
                    let kind = kind.expr().unwrap_or_default();
                    unknown.add_of(format!("condition of aliases {kind}"), opcode, file!());
                    "any".to_owned()
                });
                let _ = write!(out, " {condition}");
            }
            out.push('\n');
        }
    }
    Ok(())
}

/// Returns the predicates of operands of aliases by their numbers in conditions: names of records with
/// the same code, of several the shortest, then first.
fn predicates(dumps: &Dumps, writer: &str) -> Result<HashMap<String, String>> {
    let mut names = HashMap::new();
    let marker = "InstPrinterValidateMCOperand(const MCOperand &MCOp,";
    let Some((_, body)) = writer.rsplit_once(marker) else { return Ok(names) };
    let plain = |code: &str| code.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut by_code: HashMap<String, String> = HashMap::new();
    for name in dumps.records.of_class("DAGOperand") {
        let record = dumps.records.get(name)?;
        let Some(code) = record.and_then(|record| record.mc_operand_predicate) else { continue };
        let known = by_code.entry(plain(&code)).or_insert_with(|| name.clone());
        if (name.len(), name) < (known.len(), known) {
            known.clone_from(name);
        }
    }
    let mut rest = body;
    while let Ok(case) = after(rest, "  case ") {
        let (number, code) = case.split_once(": {").context("case of a predicate")?;
        let mut lexer = Lexer::new(code);
        let name = by_code.get(&plain(lexer.balanced()?)).cloned();
        names.insert(
            number.to_owned(),
            name.unwrap_or_else(|| format!("validateMCOperand{number}")),
        );
        rest = code;
    }
    Ok(names)
}

/// Returns the methods that print operands of aliases, by the number the strings give them.
fn custom_methods(body: &str) -> Result<Vec<String>> {
    let mut methods = Vec::new();
    let Ok(body) = between(body, "::printCustomAliasOperand(", "\n}\n") else { return Ok(methods) };
    while let Ok(case) = between(body, &format!("case {}:\n", methods.len()), "break;") {
        let (method, _) = case.trim().split_once('(').context("print method of an alias")?;
        methods.push(method_name(method));
    }
    Ok(methods)
}

/// Returns the syntax in the form of the text tables. `$` and a byte stand for an operand, counted
/// from 1; `$`, 255 and two bytes for an operand and the method that prints it.
fn pieces(text: &[u8], methods: &[String]) -> Result<String> {
    let mut out = String::new();
    let mut rest = text;
    // A blank after the mnemonic is shown as a tab.
    let mut is_mnemonic = true;
    while let Some((byte, after)) = rest.split_first() {
        rest = after;
        let ends_mnemonic = is_mnemonic && matches!(byte, b' ' | b'\t');
        is_mnemonic &= !ends_mnemonic && *byte != b'$';
        match byte {
            _ if ends_mnemonic => out.push('\t'),
            b'$' => {
                let (operand, method, after) = match rest {
                    [0xff, operand, method, after @ ..] => {
                        let method =
                            usize::from(*method).checked_sub(1).and_then(|at| methods.get(at));
                        (operand, Some(method.context("unknown print method of an alias")?), after)
                    }
                    [operand, after @ ..] => (operand, None, after),
                    [] => bail!("an alias ends in the middle"),
                };
                rest = after;
                let operand = operand.checked_sub(1).context("operand of an alias")?;
                let _ = write!(out, "{{{operand}");
                if let Some(method) = method {
                    let _ = write!(out, ":{method}");
                }
                out.push('}');
            }
            b'{' | b'}' => out.extend([char::from(*byte); 2]),
            byte if byte.is_ascii() => out.push(char::from(*byte)),
            _ => bail!("an alias has a byte that is not ASCII"),
        }
    }
    Ok(out)
}

/// Returns a condition in the form of the text tables; `None` of an unknown kind.
fn condition(
    spec: &TargetSpec,
    predicates: &HashMap<String, String>,
    kind: &str,
    value: &str,
) -> Result<Option<String>> {
    let inside = value.strip_suffix(')').and_then(|text| text.rsplit_once('('));
    let value = inside.map_or(value, |(_, inside)| inside);
    Ok(Some(match kind.strip_prefix("AliasPatternCond::K_").unwrap_or(kind) {
        "Ignore" => "any".to_owned(),
        "Imm" => {
            let bits: i64 = number(value)?;
            format!("imm:{}", bits as i32)
        }
        "TiedReg" => format!("same:{value}"),
        "Reg" if value.ends_with("::NoRegister") => "reg:NoRegister".to_owned(),
        "Reg" => format!("reg:{}", spec.unqualified(value)?),
        "RegClass" => {
            let name = spec.unqualified(value)?;
            format!("class:{}", name.strip_suffix("RegClassID").unwrap_or(name))
        }
        "RegClassByHwMode" => format!("mode-class:{}", spec.unqualified(value)?),
        "Feature" => format!("feature:{}", spec.unqualified(value)?),
        "NegFeature" => format!("no-feature:{}", spec.unqualified(value)?),
        "OrFeature" => format!("or-feature:{}", spec.unqualified(value)?),
        "OrNegFeature" => format!("or-no-feature:{}", spec.unqualified(value)?),
        "EndOrFeatures" => "end-or".to_owned(),
        "Custom" => {
            let name = predicates.get(value);
            format!("custom:{}", name.with_context(|| format!("no predicate {value}"))?)
        }
        _ => return Ok(None),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_of_an_alias() {
        let text = pieces(b"beqz $\x01, $\xff\x03\x01 {z}", &["printTarget".to_owned()]).unwrap();
        assert_eq!(text, "beqz\t{0}, {2:printTarget} {{z}}");
        assert!(pieces(b"x $\xff\x03\x02", &["printTarget".to_owned()]).is_err());
    }
}
