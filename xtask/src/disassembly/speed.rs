//! Speed of decoders: the code of an object file is decoded again and again, without printing.

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use oxmca_asm::decoder::DecodeBuffer;

use super::setting::Disassembler;
use super::targets::TARGETS;

/// Decodes the executable sections of files the given number of times and prints instructions a second, those of the fastest time.
pub fn measure(files: &[impl AsRef<Path>], rounds: usize) -> Result<()> {
    ensure!(rounds > 0, "there is nothing to measure in 0 rounds");
    for file in files.iter().map(AsRef::as_ref) {
        let name = file.display().to_string();
        let bytes = fs::read(file).with_context(|| name.clone())?;
        let (format, sections) = executable_sections(&bytes)
            .with_context(|| format!("{name}: no ELF file of 64 bits and little-endian"))?;
        let target = TARGETS.iter().find(|target| target.object_formats().contains(&format));
        let target = target.with_context(|| format!("{name}: no target for {format}"))?;
        let disassembler = Disassembler::new(&target.object_setting(format))?;
        let mut fastest = Duration::MAX;
        let mut count = 0;
        for _ in 0..rounds {
            let begin = Instant::now();
            count = sections.iter().map(|section| decode(&disassembler, section)).sum();
            fastest = fastest.min(begin.elapsed());
        }
        let millions = count as f64 / 1e6;
        let speed = millions / fastest.as_secs_f64();
        println!("{name}: {millions:.2} million instructions, {speed:.1} million a second");
    }
    Ok(())
}

/// Decodes a section as llvm-objdump does, and returns the number of instructions.
#[inline(never)]
fn decode(disassembler: &Disassembler, section: &[u8]) -> usize {
    let (target, subtarget) = (&*disassembler.target, &disassembler.subtarget);
    let (mut at, mut count) = (0, 0);
    let mut buffer = DecodeBuffer::default();
    while at < section.len() {
        match target.decode_into(subtarget, &section[at..], at as u64, &mut buffer) {
            Ok(decoded) => {
                count += 1;
                at += decoded.length_bytes;
                black_box(buffer.inst());
            }
            Err(error) => at += error.skip_bytes(),
        }
    }
    count
}

/// Returns the end of an ELF file's format as llvm-objdump names it, and its executable sections.
fn executable_sections(file: &[u8]) -> Option<(&'static str, Vec<&[u8]>)> {
    const IDENTITY: &[u8] = b"\x7fELF\x02\x01";
    const EXECUTABLE: u64 = 4;
    const NO_BITS: u64 = 8;
    let number = |at: usize, size_bytes: usize| -> Option<u64> {
        let bytes = file.get(at..at.checked_add(size_bytes)?)?;
        Some(bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    };
    if !file.starts_with(IDENTITY) {
        return None;
    }
    let format = match number(0x12, 2)? {
        62 => "x86-64",
        183 => "aarch64",
        243 => "riscv64",
        _ => "machines that are not known",
    };
    let (table, size) = (number(0x28, 8)? as usize, number(0x3a, 2)? as usize);
    let mut sections = Vec::new();
    for index in 0..number(0x3c, 2)? as usize {
        let header = table + index * size;
        let (kind, flags) = (number(header + 4, 4)?, number(header + 8, 8)?);
        if flags & EXECUTABLE != 0 && kind != NO_BITS {
            let (start, len) =
                (number(header + 0x18, 8)? as usize, number(header + 0x20, 8)? as usize);
            sections.push(file.get(start..start.checked_add(len)?)?);
        }
    }
    Some((format, sections))
}
