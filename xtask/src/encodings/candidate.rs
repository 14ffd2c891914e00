//! Our machine code.

use anyhow::Context;
use oxmca_asm::inst::Operand;
use oxmca_asm::source::LineIndex;
use oxmca_asm::target::EncodeError;
use oxmca_asm::triple::Triple;
use oxmca_asm::{Options, Sources, Subtarget, parse, target};

use crate::target::Mode;

/// The outcome of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Encoded {
    /// It is rejected.
    Rejected,
    /// It has this machine code.
    Code(Vec<u8>),
    /// It has an expression where its code needs a number.
    NoNumber,
}

impl Encoded {
    /// Returns the code so far, to append more.
    fn code(&mut self) -> &mut Vec<u8> {
        if !matches!(self, Self::Code(_)) {
            *self = Self::Code(Vec::new());
        }
        let Self::Code(code) = self else { unreachable!("it was made one") };
        code
    }
}

/// Returns the code of each of `count` lines of a batch, of which every second line is one.
///
/// # Errors
/// When the triple is no target's, or there are more instructions than lines.
pub fn encode(mode: Mode, cpu: &str, batch: &str, count: usize) -> anyhow::Result<Vec<Encoded>> {
    let target = target::create(Triple::new(mode.triple))?;
    let (subtarget, _) = Subtarget::resolve(&*target, cpu, mode.features.split(','));
    let subtarget = subtarget.context("no such CPU")?;
    // llvm-mca reads `101b` and `0fh` as numbers; llvm-mc does not.
    let options = Options { radix_suffixes: false, ..Options::default() };
    // Returns whether all instructions have places. Those that are parts of what a pseudo-instruction stands for
    // have none, so that their lines must be encoded one by one.
    let encode = |text: &str, codes: &mut [Encoded]| -> anyhow::Result<bool> {
        let sources = Sources::new("<stdin>", text).ok().context("too much text")?;
        let parsed = parse(&sources, &*target, subtarget, &options);
        let index = LineIndex::new(&sources);
        for (inst, loc) in parsed.insts.iter().zip(&parsed.locations) {
            let line = match index.find(*loc) {
                Some(position) => position.line - 1,
                None if codes.len() == 1 => 0,
                None => return Ok(false),
            };
            let code = codes.get_mut(line / 2).context("an instruction beyond the end")?;
            match target.encode(&subtarget, inst, code.code()) {
                Ok(()) | Err(EncodeError::TooLong { .. }) => {}
                Err(_) if inst.operands.iter().any(|it| matches!(it, Operand::Expr(_))) => {
                    *code = Encoded::NoNumber;
                }
                Err(error) => eprintln!("line {line}: {error}: {inst:?}"),
            }
        }
        Ok(true)
    };
    let mut codes = vec![Encoded::Rejected; count];
    if !encode(batch, &mut codes)? {
        codes.fill(Encoded::Rejected);
        let lines: Vec<&str> = batch.lines().collect();
        for (row, code) in lines.chunks(2).zip(&mut codes) {
            encode(&row.join("\n"), std::slice::from_mut(code))?;
        }
    }
    Ok(codes)
}
