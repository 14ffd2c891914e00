//! Printing and parsing again.

use oxmca::Code;
use oxmca_asm::{Inst, lossless};

use super::choices::Choices;
use super::expressions::{has_expression, has_symbol_like_number, has_symbol_like_register};
use super::setting::Setting;

/// Prints the input's instructions in all dialects and parses them again: what is read is printed
/// the same, and has the same code as what was printed. The exceptions, which are LLVM's too, are the
/// conditions below and in `target`.
pub fn print_parse_round_trip(data: &[u8]) {
    let mut choices = Choices(data);
    let setting = Setting::choose(&mut choices);
    if setting.may_change_mode(choices.0) {
        return;
    }
    let Some(code) = setting.read(choices.0, setting.dialect) else { return };
    for inst in &code.parsed().insts {
        for dialect in setting.dialects() {
            check(&setting, inst, dialect);
        }
    }
}

fn check(setting: &Setting, inst: &Inst, dialect: usize) {
    let fuzzed = setting.fuzzed;
    // The lenient parser reads registers without their `%`, and a symbol may be called like one.
    if setting.lenient && has_symbol_like_register(setting.session.tables(), inst) {
        return;
    }
    let printed = setting.print(inst, dialect);
    let name = setting.session.tables().opcode_name(inst.opcode);
    let code = parse_line(setting, &printed, dialect);
    let parsed = code.parsed();
    let read = match parsed.insts.as_slice() {
        [read] if !parsed.had_error || has_undefined_label(&code) => read,
        _ => {
            let is_excused = fuzzed.is_unreadable(setting.session.tables(), inst, dialect)
                || has_nameless_symbol(&printed)
                || has_symbol_like_number(inst);
            assert!(
                is_excused,
                "{name} is printed as what cannot be parsed in dialect {dialect}: {printed:?}"
            );
            return;
        }
    };
    let again = setting.print(read, dialect);
    if read.opcode != inst.opcode {
        let is_excused =
            again.starts_with(&printed) || fuzzed.is_ambiguous(name, &printed, inst, dialect);
        let found = setting.session.tables().opcode_name(read.opcode);
        assert!(is_excused, "{name} is printed as what is {found}: {printed:?}");
        return;
    }
    if has_expression(read) && !has_expression(inst) && fuzzed.is_distance(&printed) {
        return;
    }
    let known = Inst { flags: read.flags, ..inst.clone() };
    let lost = inst.flags ^ read.flags;
    assert_eq!(lost & !fuzzed.free_flags(&printed), 0, "{name} has other flags after {printed:?}");
    if !has_expression(inst) {
        assert_eq!(again, printed, "{name} is printed in another way after parsing");
    } else if fuzzed.changes_expressions(dialect) {
        return;
    } else {
        check_settled(setting, &again, dialect);
    }
    let (expected, encoded) = (setting.encode(&known), setting.encode(read));
    assert_eq!(encoded, expected, "{name} has another code after parsing {printed:?}");
}

/// Checks that what was read from a print is printed in the same way for ever: reading it has
/// calculated what constants there were beside symbols.
fn check_settled(setting: &Setting, printed: &str, dialect: usize) {
    let code = parse_line(setting, printed, dialect);
    let insts = code.parsed().insts.iter();
    let again: Vec<String> = insts.map(|inst| setting.print(inst, dialect)).collect();
    assert_eq!(again.concat(), printed, "printed in another way after parsing twice");
}

fn parse_line(setting: &Setting, text: &str, dialect: usize) -> Code {
    setting.read(&lossless::to_bytes(text), dialect).expect("a short text")
}

/// Returns whether the only errors are assembler-local labels, which another line defines.
fn has_undefined_label(code: &Code) -> bool {
    code.diagnostics().iter().all(|it| it.message.ends_with(b" not defined"))
}

/// Returns whether a text has the symbol that `jmp .` makes when there is no label before it.
fn has_nameless_symbol(text: &str) -> bool {
    text.contains("\"\"")
}
