//! A CPU with features, and our disassembler for it.

use std::cell::Cell;
use std::fmt;

use anyhow::{Context, Result};
use oxmca_asm::decoder::{DecodeContext, DecodeError, Decoded, InstructionSet};
use oxmca_asm::printer::PrintOptions;
use oxmca_asm::triple::Triple;
use oxmca_asm::{Subtarget, Target, target};

/// The mark after the text of an instruction that may be undefined.
pub const UNDEFINED_MARK: &str = " (potentially undefined)";

/// A CPU, its features and the way instructions are shown.
#[derive(Clone, Default)]
pub struct Setting {
    /// The triple.
    pub triple: String,
    /// The CPU.
    pub cpu: String,
    /// Features as `-mattr` takes them.
    pub features: String,
    /// The number of the dialect.
    pub dialect: u8,
    /// Immediates in hexadecimal.
    pub is_hexadecimal: bool,
}

impl Setting {
    /// Returns the options of llvm-mc.
    pub fn arguments(&self) -> Vec<String> {
        let mut arguments = vec![
            "--disassemble".to_owned(),
            format!("-triple={}", self.triple),
            format!("-mcpu={}", self.cpu),
            format!("-mattr={}", self.features),
            format!("--output-asm-variant={}", self.dialect),
        ];
        if self.is_hexadecimal {
            arguments.push("--print-imm-hex".to_owned());
        }
        arguments
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.arguments().join(" "))
    }
}

/// Returns a line without the comment at its end.
pub fn without_comment(line: &str) -> &str {
    let comment =
        ["// ", " ; ", " # ", " ## ", "@ "].iter().filter_map(|begin| line.find(begin)).min();
    line[..comment.unwrap_or(line.len())].trim_end()
}

/// Our disassembler with a setting.
pub struct Disassembler {
    pub target: Box<dyn Target>,
    pub subtarget: Subtarget,
    options: PrintOptions,
    /// The context of the next code, as the reference goes from one to the next.
    context: Cell<DecodeContext>,
}

impl Disassembler {
    /// Returns the disassembler of a setting.
    ///
    /// # Errors
    /// No such target or CPU.
    pub fn new(setting: &Setting) -> Result<Self> {
        let target = target::create(Triple::new(&setting.triple))?;
        let attributes = setting.features.split(',');
        let (subtarget, _) = Subtarget::resolve(&*target, &setting.cpu, attributes);
        let subtarget = subtarget.with_context(|| format!("no CPU `{}`", setting.cpu))?;
        let options = PrintOptions {
            dialect: setting.dialect,
            hex_immediates: setting.is_hexadecimal,
            ..PrintOptions::default()
        };
        let context = Cell::default();
        Ok(Disassembler { target, subtarget, options, context })
    }

    /// Returns whether texts for this triple are read as well. The file formats of some systems are not known.
    pub fn reads_texts(&self) -> bool {
        self.target.check_features(&self.subtarget.features).is_ok()
    }

    /// Goes on with code of an instruction set.
    pub fn set_instruction_set(&self, instruction_set: InstructionSet) {
        let mut context = self.context.get();
        context.instruction_set = instruction_set;
        self.context.set(context);
    }

    fn decode(&self, code: &[u8], address: u64) -> std::result::Result<Decoded, DecodeError> {
        let mut context = self.context.get();
        let decoded = self.target.decode_in(&self.subtarget, code, address, &mut context);
        self.context.set(context);
        decoded
    }

    fn text(&self, decoded: &Decoded, options: &PrintOptions) -> String {
        let mut text = String::new();
        self.target.print_inst(&self.subtarget, &decoded.inst, options, &mut text);
        text.truncate(without_comment(&text).len());
        text
    }

    /// Returns the text of the first instruction of a code, its length, and whether it may be undefined.
    ///
    /// # Errors
    /// The code is no instruction.
    pub fn decode_text(
        &self,
        code: &[u8],
        address: u64,
    ) -> std::result::Result<(String, usize, bool), DecodeError> {
        let decoded = self.decode(code, address)?;
        let text = self.text(&decoded, &self.options);
        Ok((text, decoded.length_bytes, decoded.is_potentially_undefined))
    }

    /// Returns the text of the first instruction of a code, with targets of branches as addresses, and its length.
    ///
    /// # Errors
    /// The code is no instruction.
    pub fn decode_at(
        &self,
        code: &[u8],
        address: u64,
    ) -> std::result::Result<(String, usize), DecodeError> {
        let decoded = self.decode(code, address)?;
        let base = self.target.distance_base(address, decoded.length_bytes);
        let options = PrintOptions { address: Some(base), ..self.options };
        Ok((self.text(&decoded, &options), decoded.length_bytes))
    }

    /// Returns the text of a code that is one instruction as a whole, with [`UNDEFINED_MARK`] if it may be
    /// undefined.
    pub fn instruction(&self, code: &[u8]) -> Option<String> {
        let decoded = self.decode(code, 0).ok()?;
        let mut text = self.text(&decoded, &self.options);
        if decoded.is_potentially_undefined {
            text.push_str(UNDEFINED_MARK);
        }
        match decoded.length_bytes == code.len() {
            true => Some(text),
            false => Some(format!("{text} of {} bytes", decoded.length_bytes)),
        }
    }
}
