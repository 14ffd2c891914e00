//! Arguments of programs that clap reads, from the list of options.

use std::marker::PhantomData;

use clap::builder::{PossibleValue, ValueParser};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};

use super::{AppliesTo, OPTIONS, OptionEntry, OptionKind, OptionList, RequestedOptions};
use super::{InitialRegisters, OptionValue, read_initial_registers};

/// A program's way to read files that arguments name.
pub trait ReadFile: 'static {
    /// Returns the text of a file.
    ///
    /// # Errors
    /// The message, when it cannot be read.
    fn read(path: &str) -> Result<String, String>;
}

/// Options as arguments of a program, to be flattened into others: those of simulations, and `WITH_REPORTS` those of
/// reports, too.
#[derive(Clone, Debug, Default)]
pub struct OptionArguments<F, const WITH_REPORTS: bool> {
    /// The options.
    pub requested: RequestedOptions,
    /// The file that has the values of registers, if they are from one.
    pub initial_registers_file: Option<String>,
    /// Files with hardware models.
    pub hardware_files: Vec<String>,
    files: PhantomData<F>,
}

/// Values of registers, and the file that they are from.
#[derive(Clone, Debug)]
struct RegisterValues {
    values: InitialRegisters,
    file: Option<String>,
}

/// Reads a word, or the file of a path.
fn register_values<F: ReadFile>(entry: &OptionEntry, text: &str) -> Result<RegisterValues, String> {
    if text.is_empty() {
        return Err("expected 'distinct', 'equal' or a file".to_owned());
    }
    if let Ok(OptionValue::Registers(values)) = entry.kind.read_text(entry.flag, text) {
        return Ok(RegisterValues { values, file: None });
    }
    let read =
        read_initial_registers(&F::read(text)?).map_err(|error| format!("{text}:{error}"))?;
    Ok(RegisterValues { values: InitialRegisters::Named(read), file: Some(text.to_owned()) })
}

/// The heading of the arguments in help.
const HEADING: &str = "Options of the analysis";

fn entries(
    list: OptionList,
    with_reports: bool,
) -> impl Iterator<Item = &'static OptionEntry> + Clone {
    let is_there = move |entry: &&OptionEntry| {
        entry.in_requests && (with_reports || entry.applies_to != AppliesTo::Report)
    };
    list.iter().filter(is_there)
}

/// Returns the arguments for the options of a list.
pub fn arguments<F: ReadFile>(list: OptionList, with_reports: bool) -> impl Iterator<Item = Arg> {
    entries(list, with_reports).map(argument::<F>)
}

fn argument<F: ReadFile>(entry: &'static OptionEntry) -> Arg {
    let argument = Arg::new(entry.name).long(entry.flag).help(entry.flag_text());
    let argument = argument.hide(entry.is_hidden).help_heading(HEADING);
    let words = entry.kind.words().iter();
    let words = words.map(|it| PossibleValue::new(it.word).help(it.text));
    match entry.kind {
        OptionKind::Switch if entry.takes_files => argument
            .action(ArgAction::Append)
            .value_name("FILE")
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value(""),
        OptionKind::Switch if is_plain_switch(entry) => argument.action(ArgAction::SetTrue),
        OptionKind::Switch => argument.value_name("SWITCH").value_parser(["true", "false"]),
        OptionKind::Number { .. } | OptionKind::Factor => argument.value_name("NUMBER"),
        OptionKind::Words { .. } => {
            argument.value_name("WORD").value_parser(words.collect::<Vec<_>>())
        }
        OptionKind::Registers { .. } => {
            let read = move |text: &str| register_values::<F>(entry, text);
            argument.value_name("distinct|equal|FILE").value_parser(ValueParser::new(read))
        }
        OptionKind::Parts => argument.value_name("LIST"),
    }
}

/// Returns whether a switch is an argument without a value.
fn is_plain_switch(entry: &OptionEntry) -> bool {
    entry.opposite_text.is_some() || !entry.is_on_by_default()
}

impl<F, const WITH_REPORTS: bool> OptionArguments<F, WITH_REPORTS> {
    fn set(&mut self, entry: &'static OptionEntry, matches: &ArgMatches) -> Result<(), Error> {
        if matches.value_source(entry.name) != Some(ValueSource::CommandLine) {
            return Ok(());
        }
        if let OptionKind::Registers { .. } = entry.kind {
            if let Some(read) = matches.get_one::<RegisterValues>(entry.name) {
                let values = OptionValue::Registers(read.values.clone());
                entry.set_in(&mut self.requested, values);
                self.initial_registers_file.clone_from(&read.file);
            }
            return Ok(());
        }
        if entry.takes_files {
            let files = matches.get_many::<String>(entry.name).into_iter().flatten();
            self.hardware_files.extend(files.filter(|it| !it.is_empty()).cloned());
        }
        let is_switch = entry.takes_files || is_plain_switch(entry);
        let text = match entry.kind == OptionKind::Switch && is_switch {
            true => "true",
            false => matches.get_one::<String>(entry.name).map_or("", String::as_str),
        };
        let set = entry.set_by_flag(&mut self.requested, text);
        set.map_err(|error| Error::raw(ErrorKind::ValueValidation, format!("{error}\n")))
    }
}

impl<F: ReadFile, const WITH_REPORTS: bool> Args for OptionArguments<F, WITH_REPORTS> {
    fn augment_args(command: Command) -> Command {
        command.args(arguments::<F>(OPTIONS, WITH_REPORTS))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<F: ReadFile, const WITH_REPORTS: bool> FromArgMatches for OptionArguments<F, WITH_REPORTS> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut arguments = OptionArguments {
            requested: RequestedOptions::default(),
            initial_registers_file: None,
            hardware_files: Vec::new(),
            files: PhantomData,
        };
        arguments.update_from_arg_matches(matches)?;
        Ok(arguments)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        entries(OPTIONS, WITH_REPORTS).try_for_each(|entry| self.set(entry, matches))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::one_more_option as one_more;

    /// There are no files.
    #[derive(Clone, Debug, Default)]
    struct NoFiles;

    impl ReadFile for NoFiles {
        fn read(path: &str) -> Result<String, String> {
            match path {
                "registers" => Ok("%rdi 7\n".to_owned()),
                path => Err(format!("{path}: not there")),
            }
        }
    }

    type Simulated = OptionArguments<NoFiles, false>;

    fn read(line: &str) -> Result<Simulated, String> {
        let command = Simulated::augment_args(Command::new("test").no_binary_name(true));
        let matches = command.try_get_matches_from(line.split_whitespace());
        let read = matches.and_then(|matches| Simulated::from_arg_matches(&matches));
        read.map_err(|error| error.to_string())
    }

    #[test]
    fn arguments_set_options() {
        let read =
            read("--hardware --delivery=loop --smt --dispatch 3 --noalias=false --disable-cb");
        let requested = read.unwrap().requested;
        assert!(requested.is_hardware() && requested.hardware_options.two_threads);
        assert_eq!(requested.hardware_options.delivery, Some(crate::hardware::Delivery::Loop));
        assert_eq!(requested.options.dispatch_width_micro_ops.map(|it| it.get()), Some(3));
        assert!(!requested.options.assume_no_alias && !requested.options.custom_behaviour);
        assert!(!requested.is_given("iterations"));
    }

    #[test]
    fn registers_are_words_or_files() {
        let registers = |text: &str| read(&format!("--initial-registers={text}"));
        let of = |text: &str| registers(text).unwrap().requested.hardware_options.initial_registers;
        assert_eq!(of("equal"), InitialRegisters::Equal);
        let InitialRegisters::Named(named) = of("registers") else { panic!("no registers") };
        assert_eq!((named[0].name.as_str(), named[0].value), ("rdi", 7));
        assert!(registers("absent").unwrap_err().contains("absent: not there"));
    }

    #[test]
    fn mistakes_are_clap_s() {
        for line in ["--delivery=lop", "--dispatch=x", "--iterations=7", "--hardware-without=x"] {
            assert!(read(line).is_err(), "{line}");
        }
    }

    #[test]
    fn another_option_is_an_argument() {
        let names = |list| {
            let found = arguments::<NoFiles>(list, false);
            found.filter_map(|it| it.get_long().map(str::to_owned)).collect::<Vec<_>>()
        };
        let (before, after) = (names(OPTIONS), names(one_more::list()));
        assert_eq!(after.strip_prefix(&before[..]).unwrap(), ["latency-of-everything"]);
    }
}
