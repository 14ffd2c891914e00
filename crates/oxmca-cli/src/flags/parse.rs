//! Reading a command line as LLVM's tools do: one or two dashes, `-flag=value` or `-flag value`,
//! switches that never take the next argument, the last occurrence wins, and every error is reported
//! before giving up.

use std::path::Path;

use super::args::{Args, Input, SpecialMode, When};
use super::nearest::{nearest, nearest_unlisted};
use oxmca::options::{OptionEntry, OptionError, OptionKind, OptionValue, ScaleFactor};

use super::table::flags;
use super::{Choice, Flag, Origin, Value, word_alone};
use crate::suggest;

/// The errors in a command line.
#[derive(Debug)]
pub struct CommandLineError {
    /// The lines to print, in order.
    pub lines: Vec<Line>,
    /// `-suggestions`, as far as it was understood.
    pub suggestions: When,
    /// The task that is carried out in spite of the errors.
    pub special_mode: Option<SpecialMode>,
}

/// A line about a command line.
#[derive(Debug)]
pub enum Line {
    /// A message of LLVM's.
    Message(String),
    /// A hint of ours, for people only.
    Hint(String),
}

impl CommandLineError {
    /// Returns the text, with or without hints.
    pub fn text(&self, with_hints: bool) -> String {
        let mut text = String::new();
        for line in &self.lines {
            match line {
                Line::Hint(_) if !with_hints => {}
                Line::Message(line) | Line::Hint(line) => {
                    text.push_str(line);
                    text.push('\n');
                }
            }
        }
        text
    }
}

/// Reads arguments. `program` is how the program was called: messages begin with its file name, and
/// advice to run it repeats the call.
///
/// # Errors
/// The errors to print on standard error.
pub fn parse(program: &str, arguments: &[String]) -> Result<Args, CommandLineError> {
    parse_flags(flags(), program, arguments)
}

/// Reads arguments of these flags.
///
/// # Errors
/// The errors to print on standard error.
pub fn parse_flags(
    flags: &[Flag],
    program: &str,
    arguments: &[String],
) -> Result<Args, CommandLineError> {
    let file_name = Path::new(program).file_name().and_then(|name| name.to_str());
    let file_name = file_name.unwrap_or(program);
    let mut args = Args::default();
    let mut lines = Vec::new();
    let mut only_positionals = false;
    let mut rest = arguments.iter().enumerate();
    while let Some((index, argument)) = rest.next() {
        let position = index + 1;
        let Some(text) = argument.strip_prefix('-').filter(|text| !text.is_empty()) else {
            args.inputs.push(Input::File(argument.clone()));
            continue;
        };
        if only_positionals {
            args.inputs.push(Input::File(argument.clone()));
            continue;
        }
        if argument == "--" {
            only_positionals = true;
            continue;
        }
        let text = text.strip_prefix('-').unwrap_or(text);
        let (name, inline) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => match joined_number(text) {
                Some(number) => (&text[..1], Some(number)),
                None => (text, None),
            },
        };
        let Some(flag) = find(flags, name) else {
            let mut near = nearest(name, inline);
            if let Some(first) = flags.iter().find(|flag| is_grouped(flag, text)) {
                if !first.needs_value() {
                    let _ = apply(&mut args, first, None, position);
                    break;
                }
                lines.push(Line::Message(format!(
                    "{file_name}: for the {} option: may not occur within a group!",
                    first.spelling()
                )));
                near = Some(first.spelling());
            }
            lines.push(Line::Message(format!(
                "{file_name}: Unknown command line argument '{argument}'.  Try: '{program} --help'"
            )));
            if let Some(near) = near {
                lines.push(Line::Message(format!("{file_name}: Did you mean '{near}'?")));
            }
            if let Some(choice) = nearest_unlisted(name) {
                lines.push(Line::Hint(format!("{file_name}: Did you mean {choice}?")));
            }
            continue;
        };
        let value = match (inline, flag.needs_value()) {
            (Some(value), _) => Some(value),
            (None, false) => None,
            (None, true) => match rest.next() {
                Some((_, value)) => Some(value.as_str()),
                None => {
                    lines.push(Line::Message(format!(
                        "{file_name}: for the {} option: requires a value!",
                        flag.spelling()
                    )));
                    continue;
                }
            },
        };
        let applied = apply(&mut args, flag, value, position);
        if args.special_mode.is_some_and(SpecialMode::is_immediate) {
            break;
        }
        if let Err(message) = applied {
            lines.push(Line::Message(format!(
                "{file_name}: for the {} option: {message}",
                flag.spelling()
            )));
            let near = suggest::nearest(value.unwrap_or_default(), flag.words().iter().copied());
            if let Some(choice) = suggest::choice(&near) {
                lines.push(Line::Hint(format!("{file_name}: Did you mean {choice}?")));
            }
        }
    }
    // Several files are ours; what cannot be read twice is refused in LLVM's words.
    let standard_inputs = args.inputs.iter().filter(|it| it.path() == Some("-")).count();
    if standard_inputs > 1 && args.special_mode.is_none() {
        lines.push(Line::Message(format!("{file_name}: Too many positional arguments specified!")));
        lines.push(Line::Message(format!(
            "Can specify at most 1 positional arguments: See: {program} --help"
        )));
    }
    match lines.is_empty() {
        true => Ok(args),
        false => Err(CommandLineError {
            lines,
            suggestions: args.suggestions,
            special_mode: args.special_mode,
        }),
    }
}

/// Returns the flag of a name. Flags of options have the option's own name, too, with dashes in it.
pub fn find<'f>(flags: &'f [Flag], name: &str) -> Option<&'f Flag> {
    let is_option = |flag: &&Flag| match &flag.value {
        Value::Option(entry) => {
            let is_it = !name.contains('_') && entry.name == name.replace('-', "_");
            is_it && entry.opposite_text.is_none()
        }
        _ => false,
    };
    flags.iter().find(|flag| flag.name == name).or_else(|| flags.iter().find(is_option))
}

/// Returns whether an argument of no other meaning begins with the flag, which has one letter. LLVM takes such
/// flags to be written together, though of llvm-mca's none goes with another.
fn is_grouped(flag: &Flag, text: &str) -> bool {
    flag.name.len() == 1 && flag.origin == Origin::Llvm && text.starts_with(flag.name)
}

/// Returns the number written right after `-j`, as `make` takes it.
fn joined_number(text: &str) -> Option<&str> {
    let digits = text.strip_prefix('j')?;
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(digits)
}

fn apply(args: &mut Args, flag: &Flag, value: Option<&str>, position: usize) -> Result<(), String> {
    let text = value.unwrap_or_default();
    match &flag.value {
        Value::Switch(set) => set(args, boolean(text)?, position),
        Value::SwitchOr { choice, set, .. } if text == choice.word => set(args),
        Value::SwitchOr { switch, .. } => switch(args, boolean(text)?),
        Value::When(set) => match text {
            "auto" => set(args, When::Auto),
            "always" => set(args, When::Always),
            "never" => set(args, When::Never),
            _ if boolean(text)? => set(args, When::Always),
            _ => set(args, When::Never),
        },
        Value::SpecialMode(set) => match value {
            None => set(args),
            Some(_) => return Err(format!("does not allow a value! '{text}' specified.")),
        },
        Value::Address(set) => match c_number(text) {
            Some(number) => set(args, number),
            None => return Err(format!("'{text}' value invalid for ulong argument!")),
        },
        Value::Option(entry) if entry.takes_files => {
            let value = boolean(text);
            match value {
                Ok(true) => {}
                Ok(false) => args.hardware_files.clear(),
                Err(_) => args.hardware_files.push(text.to_owned()),
            }
            entry.set_in(&mut args.requested, OptionValue::Switch(value.unwrap_or(true)));
        }
        Value::Option(entry) => {
            let value = option_value(entry, value)?;
            if let OptionKind::Registers { .. } = entry.kind {
                args.initial_registers_file = value.is_none().then(|| text.to_owned());
            }
            if let Some(value) = value {
                entry.set_in(&mut args.requested, entry.of_flag(value));
            }
        }
        Value::Number(set) => match c_number(text).and_then(|n| u32::try_from(n).ok()) {
            Some(number) => set(args, number),
            None => return Err(format!("'{text}' value invalid for uint argument!")),
        },
        Value::Signed(set) => {
            let number = match text.strip_prefix('-') {
                Some(digits) => c_number(digits).map(|n| -i128::from(n)),
                None => c_number(text).map(i128::from),
            };
            match number.and_then(|n| i32::try_from(n).ok()) {
                Some(number) => set(args, number),
                None => return Err(format!("'{text}' value invalid for integer argument!")),
            }
        }
        Value::Text(set) => set(args, text.to_owned()),
        Value::Parsed(set) => {
            set(args, text).map_err(|reason| format!("'{text}' value invalid: {reason}!"))?;
        }
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

/// Returns the value of an option as LLVM's tools read it; `None` for the name of a file.
///
/// # Errors
/// LLVM's message, if it has one for values of this kind.
fn option_value(
    entry: &'static OptionEntry,
    value: Option<&str>,
) -> Result<Option<OptionValue>, String> {
    let text = value.unwrap_or_default();
    Ok(Some(match &entry.kind {
        OptionKind::Switch => OptionValue::Switch(boolean(text)?),
        OptionKind::Number { .. } => match c_number(text).and_then(|n| u32::try_from(n).ok()) {
            Some(number) => OptionValue::Number(number),
            None => return Err(format!("'{text}' value invalid for uint argument!")),
        },
        // LLVM reads no digits as zero.
        OptionKind::Factor if text.is_empty() => OptionValue::Factor(ScaleFactor::new(0.0)),
        OptionKind::Factor => entry
            .kind
            .read_text(entry.name, text)
            .map_err(|_| format!("'{text}' value invalid for floating point argument!"))?,
        OptionKind::Words { .. } => match word_alone(entry) {
            Some(word) if text.is_empty() => OptionValue::Word(word),
            _ => {
                let value = entry.kind.read_text(entry.name, text);
                value.map_err(|_| format!("Cannot find option named '{text}'!"))?
            }
        },
        OptionKind::Registers { .. } if text.is_empty() => {
            return Err("'' value invalid: expected 'distinct', 'equal' or a file!".to_owned());
        }
        // What is no word is a file.
        OptionKind::Registers { .. } => return Ok(entry.kind.read_text(entry.name, text).ok()),
        _ => entry.kind.read_text(entry.name, text).map_err(|error| match error {
            OptionError::UnknownWord { .. } => {
                format!("'{text}' value invalid: no part of hardware mode has this name!")
            }
            error => format!("'{text}' value invalid: {error}!"),
        })?,
    }))
}

/// Returns the value of a switch; nothing means true.
fn boolean(text: &str) -> Result<bool, String> {
    match text {
        "" | "true" | "TRUE" | "True" | "1" => Ok(true),
        "false" | "FALSE" | "False" | "0" => Ok(false),
        _ => Err(format!("'{text}' is invalid value for boolean argument! Try 0 or 1")),
    }
}

/// Returns a number in C notation: `0x`, `0b`, `0o` or a leading `0` choose the base.
fn c_number(text: &str) -> Option<u64> {
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
    u64::from_str_radix(digits, radix).ok()
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use oxmca::InstructionTables;

    use super::super::args::{Json, Skip};
    use super::*;

    fn read(line: &str) -> Result<Args, CommandLineError> {
        let arguments: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        parse("oxmca", &arguments)
    }

    fn files<const N: usize>(paths: [&str; N]) -> [Input; N] {
        paths.map(|path| Input::File(path.to_owned()))
    }

    fn error(line: &str) -> String {
        read(line).expect_err("an error").text(false).trim_end().to_owned()
    }

    fn error_with_hints(line: &str) -> String {
        read(line).expect_err("an error").text(true).trim_end().to_owned()
    }

    #[test]
    fn values_may_follow_an_equals_sign_or_a_space_after_one_or_two_dashes() {
        let args = read("-iterations=0x10 --mcpu znver4 -mattr=+a,-b --mattr c x.s").unwrap();
        assert_eq!(args.requested.options.iterations, NonZero::new(16));
        assert_eq!(args.cpu(), "znver4");
        assert_eq!(args.mattr, ["+a", "-b", "c"]);
        assert_eq!(args.inputs, files(["x.s"]));
    }

    #[test]
    fn messages_begin_with_the_file_name_and_advice_repeats_the_call() {
        let arguments = ["--x".to_owned(), "-".to_owned(), "-".to_owned()];
        let errors = parse("bin/oxmca", &arguments).expect_err("an error").text(false);
        let errors: Vec<&str> = errors.lines().collect();
        assert_eq!(
            errors[0],
            "oxmca: Unknown command line argument '--x'.  Try: 'bin/oxmca --help'"
        );
        assert!(errors.contains(&"oxmca: Too many positional arguments specified!"));
        let advice = "Can specify at most 1 positional arguments: See: bin/oxmca --help";
        assert!(errors.contains(&advice));
    }

    #[test]
    fn the_last_occurrence_wins_and_switches_leave_the_next_argument_alone() {
        let args = read("-dispatch=4 -dispatch=1 -timeline x.s").unwrap();
        assert_eq!(args.requested.options.dispatch_width_micro_ops, NonZero::new(1));
        assert!(args.views.timeline.value && args.inputs == files(["x.s"]));
        assert!(!read("-noalias=false").unwrap().requested.options.assume_no_alias);
    }

    #[test]
    fn threads_may_be_written_as_make_takes_them() {
        for line in ["-j4", "-j 4", "-j=4", "--j 4", "-j 1 -j4"] {
            assert_eq!(read(line).unwrap().jobs, 4, "{line}");
        }
        for line in ["-jx", "-j4x", "-jsn"] {
            assert!(error(line).contains("Unknown command line argument"), "{line}");
        }
    }

    #[test]
    fn files_may_be_several_but_standard_input_only_one() {
        assert_eq!(read("a -j2 b - c").unwrap().inputs, files(["a", "b", "-", "c"]));
        assert!(error("- a -").contains("Too many positional arguments"));
        assert!(error("- -hex-file=-").contains("Too many positional arguments"));
    }

    #[test]
    fn machine_code_is_an_input_among_others() {
        let args = read("-raw a --hex 90 -hex-file=b --base 0xffffffff80000000").unwrap();
        let inputs = [
            Input::File("a".to_owned()),
            Input::Hex("90".to_owned()),
            Input::HexFile("b".to_owned()),
        ];
        assert!(args.raw && args.inputs == inputs);
        assert_eq!(args.base_address, 0xffff_ffff_8000_0000);
        assert!(!read("a").unwrap().is_machine_code(&inputs[0]));
        assert_eq!(
            error("-base=-1"),
            "oxmca: for the --base option: '-1' value invalid for ulong argument!"
        );
    }

    #[test]
    fn words_stand_for_choices() {
        let tables = |line| read(line).unwrap().requested.options.instruction_tables;
        assert_eq!(tables("-instruction-tables x.s"), InstructionTables::Normal);
        assert_eq!(tables("-instruction-tables=full"), InstructionTables::Full);
        assert_eq!(read("-skip-unsupported-instructions any").unwrap().skip, Skip::Any);
    }

    #[test]
    fn json_is_a_switch_with_one_word_more() {
        let json = |line| read(line).unwrap().json;
        assert_eq!(json("x.s"), Json::Off);
        assert_eq!(json("-json x.s"), Json::Llvm);
        assert_eq!(json("-json=1"), Json::Llvm);
        assert_eq!(json("--json=full -json=false"), Json::Off);
        assert_eq!(json("-json --json=full"), Json::Full);
        assert_eq!(json("--json=full -json"), Json::Llvm);
        assert_eq!(
            error("-json=Full"),
            "oxmca: for the --json option: 'Full' is invalid value for boolean argument! Try 0 or 1"
        );
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
            error("- a -"),
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
    fn colour_is_a_switch_as_in_llvm_and_takes_words_beside() {
        let colour = |line| read(line).unwrap().colour;
        assert_eq!(colour(""), When::Auto);
        for line in ["-color", "--color=1", "-color=", "-color=True", "-color=always"] {
            assert_eq!(colour(line), When::Always, "{line}");
        }
        for line in ["-color=0", "--color=FALSE", "-color=never"] {
            assert_eq!(colour(line), When::Never, "{line}");
        }
        assert_eq!(colour("-color -color=auto x.s"), When::Auto);
        assert_eq!(read("-color never").unwrap().inputs, files(["never"]));
        assert_eq!(
            error("-color=maybe"),
            "oxmca: for the --color option: 'maybe' is invalid value for boolean argument! Try 0 or 1"
        );
    }

    #[test]
    fn hints_follow_the_messages_they_belong_to() {
        assert_eq!(
            error_with_hints("-skip-unsupported-instructions=anny -color=alway"),
            "oxmca: for the --skip-unsupported-instructions option: Cannot find option named 'anny'!\n\
             oxmca: Did you mean 'any'?\n\
             oxmca: for the --color option: 'alway' is invalid value for boolean argument! Try 0 or 1\n\
             oxmca: Did you mean 'always'?"
        );
        let hints = error_with_hints("-colour=never");
        assert!(hints.ends_with("\noxmca: Did you mean '--color'?"), "{hints}");
        assert_eq!(error("-progres").lines().count(), 2);
    }

    #[test]
    fn flags_that_llvm_does_not_list_change_none_of_its_suggestions() {
        // What begins with `-h` asks for help, as in LLVM.
        let is_help = |flag: &&Flag| flag.name.starts_with('h');
        let ours = flags().iter().filter(|flag| flag.origin != Origin::Llvm && !is_help(flag));
        for flag in ours {
            let error = error(&format!("-{}x", flag.name));
            assert!(!error.contains(&format!("'--{}'", flag.name)), "{error}");
        }
    }

    #[test]
    fn options_have_their_own_names_too() {
        let requested = |line| read(line).unwrap().requested;
        assert_eq!(requested("--dispatch-width-micro-ops=3"), requested("-dispatch=3"));
        assert_eq!(requested("--two-threads x.s"), requested("-smt"));
        // LLVM's flag, which has words, is the one of this option.
        assert!(requested("-skip-unsupported-instructions=any").options.skip_unsupported);
        assert!(error("--skip-unsupported").contains("Unknown command line argument"));
        assert!(!requested("-disable-cb").options.custom_behaviour);
        assert!(error("--custom-behaviour").contains("Unknown command line argument"));
    }

    #[test]
    fn every_flag_is_declared_once() {
        for (index, flag) in flags().iter().enumerate() {
            assert!(flags()[..index].iter().all(|other| other.name != flag.name), "{}", flag.name);
        }
    }
}
