//! Print aliases, from the generated function that tries them.

use std::collections::HashMap;
use std::fmt::Write as _;

use anyhow::{Context, Result, bail};

use super::cxx::{Lexer, after, between, initializer, number, string_at, string_bytes};
use super::dumps::Dumps;
use super::syntax;
use super::target::TargetSpec;
use super::words::push_quoted;

/// `print-aliases.tbl`, from the printer of dialect 0; another dialect has the same aliases with its
/// own text of the same record.
pub fn text(spec: &TargetSpec, dumps: &Dumps) -> Result<String> {
    let mut out = String::from(
        "# Forms printed in place of an instruction's own: dialect, instruction, number of operands, syntax,\n\
         # and what each operand must be.\n",
    );
    let source = &dumps.asm_writer;
    let Ok(body) = between(source, "::printAliasInstr(", "\n#endif // PRINT_ALIAS_INSTR") else {
        return Ok(out);
    };
    let patterns = initializer(body, " Patterns[] =")?;
    let conditions = initializer(body, "Conds[] =")?;
    let strings = string_bytes(&mut Lexer::new(after(body, "AsmStrings[] =")?))?;
    let methods = custom_methods(body)?;
    let predicates = predicates(spec, dumps)?;
    for (dialect, dialect_name) in spec.dialects.iter().enumerate() {
        for row in initializer(body, "OpToPatterns[] =")? {
            let [opcode, start, count] = row.list()? else { bail!("alias table") };
            let opcode = spec.unqualified(opcode.expr()?)?;
            let (start, count): (usize, usize) = (start.number()?, count.number()?);
            for pattern in patterns.get(start..start + count).context("alias table")? {
                let [text, first, operands, number] = pattern.list()? else {
                    bail!("alias pattern")
                };
                let text = string_at(&strings, text.number()?)?;
                let text = match dialect {
                    0 => Some(pieces(text, &methods)?),
                    _ => other_dialect(dumps, opcode, text, dialect)?,
                };
                let Some(text) = text else { continue };
                let _ = write!(out, "{dialect_name} {opcode} {} ", operands.expr()?);
                push_quoted(&mut out, &text);
                let (first, number): (usize, usize) = (first.number()?, number.number()?);
                for row in conditions.get(first..first + number).context("alias table")? {
                    let [kind, value] = row.list()? else { bail!("alias condition") };
                    let _ = write!(
                        out,
                        " {}",
                        condition(spec, &predicates, kind.expr()?, value.expr()?)?
                    );
                }
                out.push('\n');
            }
        }
    }
    Ok(out)
}

/// The predicates of operands of aliases by their numbers in conditions: names of records with the same
/// code, of several the shortest, then first.
fn predicates(spec: &TargetSpec, dumps: &Dumps) -> Result<HashMap<String, String>> {
    let mut names = HashMap::new();
    let marker = format!("{}InstPrinterValidateMCOperand(const MCOperand &MCOp,", spec.name);
    let Some((_, body)) = dumps.asm_writer.rsplit_once(&marker) else { return Ok(names) };
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
        let (code, after) = code.split_once("\n    }\n").context("end of a predicate")?;
        let name = by_code.get(&plain(code)).cloned();
        names.insert(
            number.to_owned(),
            name.unwrap_or_else(|| format!("validateMCOperand{number}")),
        );
        rest = after;
    }
    Ok(names)
}

/// The methods that print operands of aliases, by the number the strings give them.
fn custom_methods(body: &str) -> Result<Vec<&str>> {
    let mut methods = Vec::new();
    let Ok(body) = between(body, "::printCustomAliasOperand(", "\n}\n") else { return Ok(methods) };
    while let Ok(case) = between(body, &format!("case {}:\n", methods.len()), "break;") {
        let (method, _) = case.trim().split_once('(').context("print method of an alias")?;
        methods.push(method);
    }
    Ok(methods)
}

/// Syntax in the form of the text tables. `$` and a byte stand for an operand, counted from 1; `$`,
/// 255 and two bytes for an operand and the method that prints it.
fn pieces(text: &[u8], methods: &[&str]) -> Result<String> {
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

/// The text of an alias in another dialect than the printer's, from the record of the alias. Only
/// aliases that print no operands are known to differ in their text alone.
fn other_dialect(
    dumps: &Dumps,
    opcode: &str,
    text: &[u8],
    dialect: usize,
) -> Result<Option<String>> {
    if text.contains(&b'$') {
        bail!("a print alias of {opcode} has operands, which a second dialect cannot have");
    }
    for record in dumps.records.all() {
        let record = record?;
        let (Some(result), Some(asm)) = (&record.result_inst, &record.asm_string) else { continue };
        if result.operator.def.as_deref() == Some(opcode)
            && record.emit_priority.unwrap_or(0) > 0
            && syntax::dialect_text(asm, 0)?.as_bytes() == text
        {
            return Ok(Some(syntax::dialect_text(asm, dialect)?));
        }
    }
    Ok(None)
}

/// A condition in the form of the text tables.
fn condition(
    spec: &TargetSpec,
    predicates: &HashMap<String, String>,
    kind: &str,
    value: &str,
) -> Result<String> {
    let inside = value.strip_suffix(')').and_then(|text| text.rsplit_once('('));
    let value = inside.map_or(value, |(_, inside)| inside);
    Ok(match kind.strip_prefix("AliasPatternCond::K_").unwrap_or(kind) {
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
        _ => bail!("print alias condition `{kind}` is not understood"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_of_an_alias() {
        let text = pieces(b"beqz $\x01, $\xff\x03\x01 {z}", &["printTarget"]).unwrap();
        assert_eq!(text, "beqz\t{0}, {2:printTarget} {{z}}");
        assert!(pieces(b"x $\xff\x03\x02", &["printTarget"]).is_err());
    }
}
