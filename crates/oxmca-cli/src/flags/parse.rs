//! Reading a command line as LLVM's tools do: one or two dashes, `-flag=value` or `-flag value`,
//! switches that never take the next argument, the last occurrence wins, and every error is reported
//! before giving up.

use std::path::Path;

use super::args::Args;
use super::table::FLAGS;
use super::{Choice, Flag, Value};

/// Reads arguments. `program` is how the program was called: messages begin with its file name, and
/// advice to run it repeats the call.
///
/// # Errors
/// The lines to print on standard error.
pub fn parse(program: &str, arguments: &[String]) -> Result<Args, Vec<String>> {
    let file_name = Path::new(program).file_name().and_then(|name| name.to_str());
    let file_name = file_name.unwrap_or(program);
    let mut args = Args::default();
    let mut errors = Vec::new();
    let mut positionals = 0usize;
    let mut only_positionals = false;
    let mut rest = arguments.iter().enumerate();
    while let Some((index, argument)) = rest.next() {
        let position = index + 1;
        let Some(text) = argument.strip_prefix('-').filter(|text| !text.is_empty()) else {
            positionals += 1;
            args.input = Some(argument.clone());
            continue;
        };
        if only_positionals {
            positionals += 1;
            args.input = Some(argument.clone());
            continue;
        }
        if argument == "--" {
            only_positionals = true;
            continue;
        }
        let text = text.strip_prefix('-').unwrap_or(text);
        let (name, inline) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (text, None),
        };
        let Some(flag) = FLAGS.iter().find(|flag| flag.name == name) else {
            errors.push(format!(
                "{file_name}: Unknown command line argument '{argument}'.  Try: '{program} --help'"
            ));
            if let Some(near) = nearest(name, inline) {
                errors.push(format!("{file_name}: Did you mean '{near}'?"));
            }
            continue;
        };
        let value = match (inline, needs_value(flag)) {
            (Some(value), _) => Some(value),
            (None, false) => None,
            (None, true) => match rest.next() {
                Some((_, value)) => Some(value.as_str()),
                None => {
                    errors.push(format!(
                        "{file_name}: for the {} option: requires a value!",
                        flag.spelling()
                    ));
                    continue;
                }
            },
        };
        if let Err(message) = apply(&mut args, flag, value, position) {
            errors.push(format!("{file_name}: for the {} option: {message}", flag.spelling()));
        }
    }
    if positionals > 1 {
        errors.push(format!("{file_name}: Too many positional arguments specified!"));
        errors.push(format!("Can specify at most 1 positional arguments: See: {program} --help"));
    }
    if errors.is_empty() { Ok(args) } else { Err(errors) }
}

/// Whether the flag takes the next argument when none follows an equals sign.
fn needs_value(flag: &Flag) -> bool {
    match &flag.value {
        Value::Switch(_) | Value::Request(_) => false,
        Value::Choice { default, .. } => default.is_none(),
        Value::Number(_) | Value::Signed(_) | Value::Text(_) | Value::List(_) => true,
    }
}

fn apply(args: &mut Args, flag: &Flag, value: Option<&str>, position: usize) -> Result<(), String> {
    let text = value.unwrap_or_default();
    match &flag.value {
        Value::Switch(set) => match text {
            "" | "true" | "TRUE" | "True" | "1" => set(args, true, position),
            "false" | "FALSE" | "False" | "0" => set(args, false, position),
            _ => {
                return Err(format!("'{text}' is invalid value for boolean argument! Try 0 or 1"));
            }
        },
        Value::Request(set) => match value {
            None => set(args),
            Some(_) => return Err(format!("does not allow a value! '{text}' specified.")),
        },
        Value::Number(set) => match c_number(text).and_then(|n| u32::try_from(n).ok()) {
            Some(number) => set(args, number),
            None => return Err(format!("'{text}' value invalid for uint argument!")),
        },
        Value::Signed(set) => {
            let number = match text.strip_prefix('-') {
                Some(digits) => c_number(digits).map(|n| -n),
                None => c_number(text),
            };
            match number.and_then(|n| i32::try_from(n).ok()) {
                Some(number) => set(args, number),
                None => return Err(format!("'{text}' value invalid for integer argument!")),
            }
        }
        Value::Text(set) => set(args, text.to_owned()),
        Value::List(set) => text.split(',').for_each(|item| set(args, item)),
        Value::Choice { choices, default, set } => {
            let choice = match (value, default) {
                (None | Some(""), Some(default)) => Some(*default),
                _ => choices.iter().position(|choice: &Choice| choice.word == text),
            };
            match choice {
                Some(choice) => set(args, choice),
                None => return Err(format!("Cannot find option named '{text}'!")),
            }
        }
    }
    Ok(())
}

/// A number in C notation: `0x`, `0b`, `0o` or a leading `0` choose the base.
fn c_number(text: &str) -> Option<i64> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0', b'b' | b'B', ..] => (&text[2..], 2),
        [b'0', b'o', ..] => (&text[2..], 8),
        [b'0', b'0'..=b'9', ..] => (&text[1..], 8),
        _ => (text, 10),
    };
    if digits.starts_with(['+', '-']) {
        return None;
    }
    i64::from_str_radix(digits, radix).ok()
}

/// The flag whose name is nearest to a misspelt one, with its value.
fn nearest(name: &str, value: Option<&str>) -> Option<String> {
    let flag = FLAGS.iter().min_by_key(|flag| edit_distance(name, flag.name))?;
    Some(match value {
        // With a value it is longer than a letter, so it gets two dashes.
        Some(value) if flag.takes_value() => format!("--{}={value}", flag.name),
        _ => flag.spelling(),
    })
}

/// Levenshtein distance in bytes.
pub fn edit_distance(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in to.bytes().enumerate() {
            let cost = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = cost.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::super::args::{InstructionTables, Skip};
    use super::*;

    fn read(line: &str) -> Result<Args, Vec<String>> {
        let arguments: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        parse("oxmca", &arguments)
    }

    fn error(line: &str) -> String {
        read(line).expect_err("an error").join("\n")
    }

    #[test]
    fn values_may_follow_an_equals_sign_or_a_space_after_one_or_two_dashes() {
        let args = read("-iterations=0x10 --mcpu znver4 -mattr=+a,-b --mattr c x.s").unwrap();
        assert_eq!((args.iterations, args.mcpu.as_str()), (16, "znver4"));
        assert_eq!(args.mattr, ["+a", "-b", "c"]);
        assert_eq!(args.input.as_deref(), Some("x.s"));
    }

    #[test]
    fn messages_begin_with_the_file_name_and_advice_repeats_the_call() {
        let arguments = ["--x".to_owned(), "a".to_owned(), "b".to_owned()];
        let errors = parse("bin/oxmca", &arguments).expect_err("an error");
        assert_eq!(
            errors[0],
            "oxmca: Unknown command line argument '--x'.  Try: 'bin/oxmca --help'"
        );
        assert!(errors.contains(&"oxmca: Too many positional arguments specified!".to_owned()));
        let advice = "Can specify at most 1 positional arguments: See: bin/oxmca --help";
        assert!(errors.contains(&advice.to_owned()));
    }

    #[test]
    fn the_last_occurrence_wins_and_switches_leave_the_next_argument_alone() {
        let args = read("-dispatch=4 -dispatch=1 -timeline x.s").unwrap();
        assert_eq!(args.dispatch_width, 1);
        assert!(args.views.timeline.value && args.input.as_deref() == Some("x.s"));
        assert!(!read("-noalias=false").unwrap().assume_no_alias);
    }

    #[test]
    fn words_stand_for_choices() {
        let tables = |line| read(line).unwrap().instruction_tables;
        assert_eq!(tables("-instruction-tables x.s"), InstructionTables::Normal);
        assert_eq!(tables("-instruction-tables=full"), InstructionTables::Full);
        assert_eq!(read("-skip-unsupported-instructions any").unwrap().skip, Skip::Any);
    }

    #[test]
    fn messages_are_llvms() {
        assert_eq!(
            error("-timelin"),
            "oxmca: Unknown command line argument '-timelin'.  Try: 'oxmca --help'\n\
             oxmca: Did you mean '--timeline'?"
        );
        assert_eq!(
            error("-iterations=08"),
            "oxmca: for the --iterations option: '08' value invalid for uint argument!"
        );
        assert_eq!(error("-o"), "oxmca: for the -o option: requires a value!");
        assert_eq!(
            error("a b"),
            "oxmca: Too many positional arguments specified!\n\
             Can specify at most 1 positional arguments: See: oxmca --help"
        );
        assert_eq!(
            error("-timeline=maybe"),
            "oxmca: for the --timeline option: 'maybe' is invalid value for boolean argument! Try 0 or 1"
        );
        assert_eq!(
            error("-instruction-tables=x"),
            "oxmca: for the --instruction-tables option: Cannot find option named 'x'!"
        );
    }

    #[test]
    fn every_flag_is_declared_once() {
        for (index, flag) in FLAGS.iter().enumerate() {
            assert!(FLAGS[..index].iter().all(|other| other.name != flag.name), "{}", flag.name);
        }
    }
}
