//! A CPU with features, and our disassembler for it.

use std::fmt;

use anyhow::{Context, Result};
use oxmca_asm::decoder::DecodeError;
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
    let comment = ["// ", " ; ", " # ", " ## "].iter().filter_map(|begin| line.find(begin)).min();
    line[..comment.unwrap_or(line.len())].trim_end()
}

/// Our disassembler with a setting.
pub struct Disassembler {
    pub target: Box<dyn Target>,
    pub subtarget: Subtarget,
    options: PrintOptions,
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
        Ok(Disassembler { target, subtarget, options })
    }

    /// Returns the text of the first instruction of a code, and its length.
    ///
    /// # Errors
    /// The code is no instruction.
    pub fn decode(
        &self,
        code: &[u8],
        address: u64,
    ) -> std::result::Result<(String, usize), DecodeError> {
        let decoded = self.target.decode(&self.subtarget, code, address)?;
        let mut text = String::new();
        self.target.print_inst(&self.subtarget, &decoded.inst, &self.options, &mut text);
        text.truncate(without_comment(&text).len());
        Ok((text, decoded.length_bytes))
    }

    /// Returns whether the first instruction of a code may be undefined.
    pub fn is_potentially_undefined(&self, code: &[u8], address: u64) -> bool {
        let decoded = self.target.decode(&self.subtarget, code, address);
        decoded.is_ok_and(|decoded| decoded.is_potentially_undefined)
    }

    /// Does the same as [`decode`](Self::decode), with targets of branches as addresses.
    ///
    /// # Errors
    /// The code is no instruction.
    pub fn decode_at(
        &self,
        code: &[u8],
        address: u64,
    ) -> std::result::Result<(String, usize), DecodeError> {
        let decoded = self.target.decode(&self.subtarget, code, address)?;
        let mut text = String::new();
        let base = self.target.distance_base(address, decoded.length_bytes);
        let options = PrintOptions { address: Some(base), ..self.options };
        self.target.print_inst(&self.subtarget, &decoded.inst, &options, &mut text);
        text.truncate(without_comment(&text).len());
        Ok((text, decoded.length_bytes))
    }

    /// Returns the text of a code that is one instruction as a whole, with [`UNDEFINED_MARK`] if it may be
    /// undefined.
    pub fn instruction(&self, code: &[u8]) -> Option<String> {
        let (mut text, length_bytes) = self.decode(code, 0).ok()?;
        if self.is_potentially_undefined(code, 0) {
            text.push_str(UNDEFINED_MARK);
        }
        match length_bytes == code.len() {
            true => Some(text),
            false => Some(format!("{text} of {length_bytes} bytes")),
        }
    }
}
