//! Reading texts for a session.

use oxmca_asm::source::{MAX_TEXT_BYTES, Sources, TooLarge};
use oxmca_asm::{lenient, parser};

use super::{Code, ParseError, Session, TextOptions};

impl Session {
    /// Reads assembly in the target's first dialect; directives in the text can switch to another.
    /// Comments `LLVM-MCA-BEGIN` and `LLVM-MCA-END` delimit regions.
    ///
    /// # Errors
    /// [`ParseError::Invalid`] with whatever could be read, [`ParseError::Empty`] when there is
    /// nothing to analyze, and [`ParseError::TooLarge`].
    pub fn parse(&self, text: impl Into<Vec<u8>>) -> Result<Code, ParseError> {
        self.parse_with(text, &TextOptions::default())
    }

    /// Does the same as [`Session::parse`], with a choice of how the text is read.
    ///
    /// # Errors
    /// As [`Session::parse`].
    pub fn parse_with(
        &self,
        text: impl Into<Vec<u8>>,
        options: &TextOptions,
    ) -> Result<Code, ParseError> {
        let code = self.read(text, options).map_err(|TooLarge| ParseError::TooLarge)?;
        if code.is_invalid() {
            return Err(ParseError::Invalid(Box::new(code)));
        }
        match code.is_empty() {
            true => Err(ParseError::Empty(Box::new(code))),
            false => Ok(code),
        }
    }

    /// Reads assembly into whatever there is of it: instructions, regions, and diagnostics about the
    /// rest. [`Code::is_invalid`] and [`Code::is_empty`] tell whether it is to be analyzed.
    ///
    /// # Errors
    /// When the text has more than 128 MiB.
    pub fn read(&self, text: impl Into<Vec<u8>>, options: &TextOptions) -> Result<Code, TooLarge> {
        let mut text = text.into();
        let dialect = options.dialect.and_then(|dialect| self.dialect_number(dialect));
        let mut dialect = dialect.unwrap_or_else(|| self.target().default_dialect());
        let mut other_target = None;
        if options.lenient {
            if text.len() > MAX_TEXT_BYTES {
                return Err(TooLarge);
            }
            other_target = lenient::target_of(&text, self.target());
            let target = other_target.as_deref().unwrap_or(self.target());
            let prepared = lenient::prepare(&text, target, dialect);
            (text, dialect) = (prepared.text, prepared.dialect);
        }
        let sources = Sources::new(options.name.clone(), text)?;
        let parser_options = parser::Options {
            dialect,
            instruments: options.instruments,
            max_instructions: options.max_instructions,
            max_instructions_in_regions: options.max_instructions_in_regions,
            lenient: options.lenient,
            collects_layout: options.collects_layout,
            interrupt: options.interrupt.clone(),
            ..parser::Options::default()
        };
        let target = other_target.as_deref().unwrap_or(self.target());
        let parsed = parser::parse(&sources, target, *self.subtarget(), &parser_options);
        Ok(Code::new(self.clone(), sources, parsed, options))
    }
}
