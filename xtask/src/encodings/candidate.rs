//! Our machine code.

use anyhow::Context;
use oxmca_asm::source::LineIndex;
use oxmca_asm::target::EncodeError;
use oxmca_asm::triple::Triple;
use oxmca_asm::{Options, Sources, Subtarget, parse, target};

use crate::target::Mode;

/// Returns the code of each of `count` lines of a batch, of which every second line is one; `None`
/// for those that are rejected.
///
/// # Errors
/// When the triple is no target's, or an instruction of our own parser cannot be encoded.
pub fn encode(mode: Mode, batch: &str, count: usize) -> anyhow::Result<Vec<Option<Vec<u8>>>> {
    let target = target::create(Triple::new(mode.triple))?;
    let (subtarget, _) = Subtarget::resolve(&*target, "generic", mode.features.split(','));
    let subtarget = subtarget.context("no such CPU")?;
    // llvm-mca reads `101b` and `0fh` as numbers; llvm-mc does not.
    let options = Options { radix_suffixes: false, ..Options::default() };
    // Returns whether all instructions have places. Those that are parts of what a pseudo-instruction stands for
    // have none, so that their lines must be encoded one by one.
    let encode = |text: &str, codes: &mut [Option<Vec<u8>>]| -> anyhow::Result<bool> {
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
            match target.encode(&subtarget, inst, code.get_or_insert_default()) {
                Ok(()) | Err(EncodeError::TooLong { .. }) => {}
                Err(error) => eprintln!("line {line}: {error}: {inst:?}"),
            }
        }
        Ok(true)
    };
    let mut codes = vec![None; count];
    if !encode(batch, &mut codes)? {
        codes.fill(None);
        let lines: Vec<&str> = batch.lines().collect();
        for (row, code) in lines.chunks(2).zip(&mut codes) {
            encode(&row.join("\n"), std::slice::from_mut(code))?;
        }
    }
    Ok(codes)
}
