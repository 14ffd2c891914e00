//! Values of options: their kinds, and how JSON and text give them.

use std::fmt;
use std::num::NonZero;

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::error::OptionError;
use super::hardware::{Delivery, HardwareParts, InitialRegisters};
use super::initial_registers::NamedRegister;
use super::scale_factor::ScaleFactor;
use super::simulation::SimulationKind;
use super::words::{InstructionTables, Word};

/// The kind of values that an option has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OptionKind {
    /// On or off.
    Switch,
    /// A number of 32 bits.
    Number {
        /// Zero stands for the value that the option has if nobody sets it.
        zero_is_unset: bool,
    },
    /// A number with a fraction.
    Factor,
    /// One of a few words.
    Words {
        /// The words.
        words: &'static [Word],
        /// The label of no word, if none has to be chosen.
        unset: Option<&'static str>,
    },
    /// Values of registers: a word, or numbers by the names of registers.
    Registers {
        /// The words.
        words: &'static [Word],
    },
    /// Names of parts of hardware mode: a list, or text with commas between them.
    Parts,
}

/// The value of an option.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum OptionValue {
    /// None is chosen: the model or the analysis decides.
    Unset,
    /// On or off.
    Switch(bool),
    /// A number.
    Number(u32),
    /// A number with a fraction.
    Factor(ScaleFactor),
    /// A word.
    Word(&'static str),
    /// Values of registers.
    Registers(InitialRegisters),
    /// Parts of hardware mode.
    Parts(HardwareParts),
}

impl OptionKind {
    /// Returns the words that a value can be; none if the kind has no words.
    pub const fn words(&self) -> &'static [Word] {
        match self {
            OptionKind::Words { words, .. } | OptionKind::Registers { words } => words,
            _ => &[],
        }
    }

    /// Reads a value from JSON or what corresponds to it in a programming language. `null` is no value.
    ///
    /// # Errors
    /// It has another type, is out of range, or is none of the words.
    pub fn read(&self, option: &'static str, json: &Value) -> Result<OptionValue, OptionError> {
        let wrong_type = || OptionError::WrongType { option, expected: self.expected() };
        match (self, json) {
            (OptionKind::Switch, Value::Bool(value)) => Ok(OptionValue::Switch(*value)),
            (OptionKind::Number { .. }, Value::Number(number)) if !number.is_f64() => {
                let number = number.as_u64().and_then(|it| u32::try_from(it).ok());
                Ok(OptionValue::Number(number.ok_or(OptionError::OutOfRange { option })?))
            }
            (OptionKind::Factor, Value::Number(number)) => {
                let factor = number.as_f64().ok_or(OptionError::OutOfRange { option })?;
                Ok(OptionValue::Factor(ScaleFactor::new(factor as f32)))
            }
            (OptionKind::Words { .. } | OptionKind::Registers { .. }, Value::String(text)) => {
                self.read_word(option, text)
            }
            (OptionKind::Registers { .. }, Value::Object(values)) => {
                let named = values.iter().map(|(name, value)| {
                    let value = address(value).ok_or(OptionError::WrongAddress { option })?;
                    Ok(NamedRegister::new(name, value))
                });
                let named = named.collect::<Result<_, OptionError>>()?;
                Ok(OptionValue::Registers(InitialRegisters::Named(named)))
            }
            (OptionKind::Parts, Value::String(text)) => parts(option, text.split(',')),
            (OptionKind::Parts, Value::Array(names)) => {
                let names: Option<Vec<&str>> = names.iter().map(Value::as_str).collect();
                parts(option, names.ok_or_else(wrong_type)?.into_iter())
            }
            _ => Err(wrong_type()),
        }
    }

    /// Reads a value from text, as programs take it. Values of registers by their names are not text.
    ///
    /// # Errors
    /// It has another form, is out of range, or is none of the words.
    pub fn read_text(&self, option: &'static str, text: &str) -> Result<OptionValue, OptionError> {
        let wrong_type = || OptionError::WrongType { option, expected: self.expected() };
        match self {
            OptionKind::Switch => match text {
                "true" | "1" => Ok(OptionValue::Switch(true)),
                "false" | "0" => Ok(OptionValue::Switch(false)),
                _ => Err(wrong_type()),
            },
            OptionKind::Number { .. } => {
                let number = match text.strip_prefix("0x") {
                    Some(digits) => u64::from_str_radix(digits, 16),
                    None => text.parse(),
                };
                self.read(option, &number.map_err(|_| wrong_type())?.into())
            }
            OptionKind::Factor => {
                let factor: f64 = text.trim_start().parse().map_err(|_| wrong_type())?;
                Ok(OptionValue::Factor(ScaleFactor::new(factor as f32)))
            }
            OptionKind::Words { .. } | OptionKind::Registers { .. } => self.read_word(option, text),
            OptionKind::Parts => parts(option, text.split(',')),
        }
    }

    fn read_word(&self, option: &'static str, text: &str) -> Result<OptionValue, OptionError> {
        let Some(found) = self.words().iter().find(|it| it.word == text) else {
            let words = self.words().iter().map(|it| it.word).collect();
            return Err(OptionError::unknown_word(option, text, words));
        };
        Ok(match self {
            OptionKind::Registers { .. } if found.word == EQUAL.word => {
                OptionValue::Registers(InitialRegisters::Equal)
            }
            OptionKind::Registers { .. } => OptionValue::Registers(InitialRegisters::Distinct),
            _ => OptionValue::Word(found.word),
        })
    }

    /// Returns what a value is, for messages.
    const fn expected(&self) -> &'static str {
        match self {
            OptionKind::Switch => "true or false",
            OptionKind::Number { .. } | OptionKind::Factor => "a number",
            OptionKind::Words { .. } => "a word",
            OptionKind::Registers { .. } => "a word, or numbers by the names of registers",
            OptionKind::Parts => "a list of names",
        }
    }
}

/// Returns the parts of these names.
fn parts<'t>(
    option: &'static str,
    mut names: impl Iterator<Item = &'t str>,
) -> Result<OptionValue, OptionError> {
    let parts = names.try_fold(HardwareParts::empty(), |parts, name| {
        match HardwareParts::LIST.iter().find(|it| it.name == name) {
            Some(found) => Ok(parts | found.part),
            None => {
                let words = HardwareParts::LIST.iter().map(|it| it.name).collect();
                Err(OptionError::unknown_word(option, name, words))
            }
        }
    });
    Ok(OptionValue::Parts(parts?))
}

/// Returns a number of 64 bits, which JSON also has as text with `0x` since not every program writes it exactly.
fn address(value: &Value) -> Option<u64> {
    let Value::String(text) = value else { return value.as_u64() };
    let digits = text.strip_prefix("0x")?;
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hex.then(|| u64::from_str_radix(digits, 16).ok()).flatten()
}

impl Serialize for OptionValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            OptionValue::Unset => serializer.serialize_none(),
            OptionValue::Switch(value) => serializer.serialize_bool(*value),
            OptionValue::Number(number) => serializer.serialize_u32(*number),
            OptionValue::Factor(factor) => serializer.serialize_f32(factor.get()),
            OptionValue::Word(word) => serializer.serialize_str(word),
            OptionValue::Registers(InitialRegisters::Distinct) => {
                serializer.serialize_str(DISTINCT.word)
            }
            OptionValue::Registers(InitialRegisters::Equal) => serializer.serialize_str(EQUAL.word),
            OptionValue::Registers(InitialRegisters::Named(named)) => {
                let values = named.iter().map(|it| (&it.name, format!("{:#x}", it.value)));
                serializer.collect_map(values)
            }
            // Documents have what a user named.
            OptionValue::Registers(InitialRegisters::Known(_)) => serializer.serialize_none(),
            OptionValue::Parts(parts) => {
                let names = HardwareParts::LIST.iter().filter(|it| parts.contains(it.part));
                serializer.collect_seq(names.map(|it| it.name))
            }
        }
    }
}

impl fmt::Display for OptionValue {
    /// Returns as documents have it, without quotes around a word.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match serde_json::to_value(self) {
            Ok(Value::String(text)) => f.write_str(&text),
            Ok(json) => write!(f, "{json}"),
            Err(_) => Err(fmt::Error),
        }
    }
}

/// The type of an option's field.
pub(super) trait OptionType: Sized {
    /// The kind of its values.
    const KIND: OptionKind;

    /// Returns a value of that kind as the field has it. `Unset` is for the caller.
    fn from_value(value: OptionValue) -> Option<Self>;

    /// Returns the field as a value.
    fn to_value(&self) -> OptionValue;
}

impl OptionType for bool {
    const KIND: OptionKind = OptionKind::Switch;

    fn from_value(value: OptionValue) -> Option<bool> {
        if let OptionValue::Switch(value) = value { Some(value) } else { None }
    }

    fn to_value(&self) -> OptionValue {
        OptionValue::Switch(*self)
    }
}

impl OptionType for u32 {
    const KIND: OptionKind = OptionKind::Number { zero_is_unset: false };

    fn from_value(value: OptionValue) -> Option<u32> {
        if let OptionValue::Number(number) = value { Some(number) } else { None }
    }

    fn to_value(&self) -> OptionValue {
        OptionValue::Number(*self)
    }
}

impl OptionType for Option<NonZero<u32>> {
    const KIND: OptionKind = OptionKind::Number { zero_is_unset: true };

    fn from_value(value: OptionValue) -> Option<Self> {
        if let OptionValue::Number(number) = value { Some(NonZero::new(number)) } else { None }
    }

    fn to_value(&self) -> OptionValue {
        self.map_or(OptionValue::Unset, |number| OptionValue::Number(number.get()))
    }
}

impl OptionType for ScaleFactor {
    const KIND: OptionKind = OptionKind::Factor;

    fn from_value(value: OptionValue) -> Option<ScaleFactor> {
        if let OptionValue::Factor(factor) = value { Some(factor) } else { None }
    }

    fn to_value(&self) -> OptionValue {
        OptionValue::Factor(*self)
    }
}

/// Declares the words of an enumeration: of each variant the word, its label and its meaning.
macro_rules! words {
    ($type:ty: $($variant:path = $word:literal, $title:literal, $text:literal;)+) => {
        impl $type {
            /// The words for its values, in the order of the variants.
            pub const WORDS: &'static [Word] =
                &[$(Word { word: $word, title: $title, text: $text }),+];

            /// Returns the word for it.
            pub const fn word(self) -> &'static str {
                match self {
                    $($variant => $word,)+
                }
            }

            fn of_word(word: &str) -> Option<$type> {
                match word {
                    $($word => Some($variant),)+
                    _ => None,
                }
            }
        }
    };
}

words! { InstructionTables:
    InstructionTables::None = "none", "Simulate", "Simulate (default)";
    InstructionTables::Normal = "normal", "Tables", "Static tables; also when no value is given";
    InstructionTables::Full = "full", "Full tables",
        "Static tables with bypass latency, LLVM opcode and resources used";
}

words! { Delivery:
    Delivery::Unrolled = "unrolled", "As copies", "Copies that follow each other, each of which is decoded";
    Delivery::Loop = "loop", "As a loop", "A loop that was decoded before";
}

words! { SimulationKind:
    SimulationKind::Model = "llvm", "LLVM\u{2019}s", "LLVM's scheduling model, simulated as llvm-mca does it";
    SimulationKind::Hardware = "hardware", "Hardware mode", "Hardware mode: front end, micro-ops and memory included";
}

impl OptionType for Option<SimulationKind> {
    const KIND: OptionKind =
        OptionKind::Words { words: SimulationKind::WORDS, unset: Some("As far as it was checked") };

    fn from_value(value: OptionValue) -> Option<Self> {
        let OptionValue::Word(word) = value else { return None };
        SimulationKind::of_word(word).map(Some)
    }

    fn to_value(&self) -> OptionValue {
        self.map_or(OptionValue::Unset, |it| OptionValue::Word(it.word()))
    }
}

impl OptionType for InstructionTables {
    const KIND: OptionKind = OptionKind::Words { words: InstructionTables::WORDS, unset: None };

    fn from_value(value: OptionValue) -> Option<Self> {
        if let OptionValue::Word(word) = value { InstructionTables::of_word(word) } else { None }
    }

    fn to_value(&self) -> OptionValue {
        OptionValue::Word(self.word())
    }
}

impl OptionType for Option<Delivery> {
    const KIND: OptionKind =
        OptionKind::Words { words: Delivery::WORDS, unset: Some("As its last branch says") };

    fn from_value(value: OptionValue) -> Option<Self> {
        if let OptionValue::Word(word) = value { Delivery::of_word(word).map(Some) } else { None }
    }

    fn to_value(&self) -> OptionValue {
        self.map_or(OptionValue::Unset, |it| OptionValue::Word(it.word()))
    }
}

const DISTINCT: Word = Word {
    word: "distinct",
    title: "All different",
    text: "All are different, and different from all constants (default)",
};
const EQUAL: Word = Word {
    word: "equal",
    title: "All the same",
    text: "All are the same, as are all words of memory, as in measurements by the method of BHive",
};

impl OptionType for InitialRegisters {
    const KIND: OptionKind = OptionKind::Registers { words: &[DISTINCT, EQUAL] };

    fn from_value(value: OptionValue) -> Option<Self> {
        if let OptionValue::Registers(registers) = value { Some(registers) } else { None }
    }

    fn to_value(&self) -> OptionValue {
        OptionValue::Registers(self.clone())
    }
}
