//! The target and CPU of an input, and how its assembly is read and shown.

use oxmca_asm::parser::{self, Parsed};
use oxmca_asm::printer::PrintOptions;
use oxmca_asm::target::{self, EncodeError, Target};
use oxmca_asm::triple::Triple;
use oxmca_asm::{Inst, Sources, Subtarget, parse};

use super::choices::Choices;

/// Modes, syntaxes and object formats of x86.
const TRIPLES: [&str; 9] = [
    "x86_64-unknown-linux-gnu",
    "i386-unknown-linux-gnu",
    "i386-unknown-linux-code16",
    "x86_64-apple-macosx10.15",
    "x86_64-pc-windows-msvc",
    "x86_64-unknown-linux-gnux32",
    "i386-apple-macosx10.15",
    "i686-pc-windows-msvc",
    "i686-pc-windows-gnu",
];

/// The dialects of x86.
pub const ATT: usize = 0;
pub const INTEL: usize = 1;

/// A target and CPU, and how its assembly is read and shown.
pub struct Setting {
    pub target: Box<dyn Target>,
    pub subtarget: Subtarget,
    pub dialect: usize,
    hex_immediates: bool,
    instruments: bool,
}

impl Setting {
    /// Takes three bytes: triple, CPU, switches.
    pub fn choose(choices: &mut Choices<'_>) -> Setting {
        let triple = Triple::new(TRIPLES[choices.below(TRIPLES.len())]);
        let target = target::create(triple).expect("a target that is built in");
        let tables = target.tables();
        let cpu = &tables.cpus[choices.below(tables.cpus.len())];
        let switches = choices.byte();
        let extensions = match switches & 2 != 0 {
            true => tables.features,
            false => &[],
        };
        // The mode comes last, since it is among the features; so is the ABI that only a triple has.
        let attributes = extensions.iter().map(|feature| tables.text(feature.name));
        let attributes = attributes.filter(|name| *name != "x32");
        let attributes = attributes.chain(target.mode_features().iter().copied());
        let (subtarget, _) = Subtarget::resolve(&*target, tables.text(cpu.name), attributes);
        let subtarget = subtarget.expect("a CPU of the tables");
        Setting {
            target,
            subtarget,
            dialect: usize::from(switches & 1),
            hex_immediates: switches & 4 != 0,
            instruments: switches & 8 == 0,
        }
    }

    pub fn parse(&self, sources: &Sources, dialect: usize) -> Parsed {
        let options = parser::Options {
            dialect,
            instruments: self.instruments,
            ..parser::Options::default()
        };
        parse(sources, &*self.target, self.subtarget, &options)
    }

    pub fn print_options(&self, dialect: usize) -> PrintOptions {
        PrintOptions {
            dialect: dialect as u8,
            hex_immediates: self.hex_immediates,
            at_in_names: self.target.syntax().at_in_name,
            ..PrintOptions::default()
        }
    }

    pub fn print(&self, inst: &Inst, dialect: usize) -> String {
        let mut text = String::new();
        self.target.print_inst(&self.subtarget, inst, &self.print_options(dialect), &mut text);
        text
    }

    /// The machine code. Code that is too long is not an error, as in llvm-mca.
    pub fn encode(&self, inst: &Inst) -> Result<Vec<u8>, EncodeError> {
        let mut bytes = Vec::new();
        match self.target.encode(&self.subtarget, inst, &mut bytes) {
            Ok(()) | Err(EncodeError::TooLong { .. }) => Ok(bytes),
            Err(error) => Err(error),
        }
    }
}

/// Returns whether a text may have a directive that changes the mode, after which the setting is not that of
/// the instructions.
pub fn may_change_mode(text: &[u8]) -> bool {
    text.windows(5).any(|text| text.eq_ignore_ascii_case(b".code"))
}
