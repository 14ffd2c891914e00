//! Damaged files of Arrow and Parquet, for the program `oxmca-batch`.

use std::fs;
use std::path::Path;

use anyhow::Result;
use oxmca_testing::columns::{self, ColumnFile};

use super::damage;
use crate::random::Random;

/// Bytes at the end of a file in which the place of the metadata stands.
const TAIL_BYTES: usize = 8;

/// Files that are damaged.
pub struct Columns(Vec<ColumnFile>);

impl Columns {
    /// Makes the files.
    ///
    /// # Errors
    /// When one cannot be written.
    pub fn new() -> Result<Columns> {
        Ok(Columns(columns::all()?))
    }

    /// Writes a damaged file to a folder. Returns the arguments of a command that reads it.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn input(&self, random: &mut Random, folder: &Path) -> Result<Vec<String>> {
        let file = &self.0[random.below(self.0.len())];
        fs::write(folder.join(file.name), self.damaged(random, &file.bytes))?;
        let mut arguments = ["--mtriple=x86_64-unknown-unknown", "--mcpu=znver4", "--jobs=1"]
            .map(str::to_owned)
            .to_vec();
        arguments.push(file.name.to_owned());
        let format = random.pick(&["jsonl", "jsonl", "arrow", "parquet"]);
        arguments.push(format!("--format={format}"));
        arguments.extend((random.below(2) == 0).then(|| "--output=answers".to_owned()));
        let options = ["--steady-state", "--columns=cpu,report,regions,warnings", "--timeout=2"];
        let chosen = options.iter().filter(|_| random.below(6) == 0);
        arguments.extend(chosen.map(|it| (*it).to_owned()));
        Ok(arguments)
    }

    fn damaged(&self, random: &mut Random, bytes: &[u8]) -> Vec<u8> {
        let other = &self.0[random.below(self.0.len())].bytes;
        let any = random.below(bytes.len());
        match random.below(16) {
            0 => bytes[..any].to_vec(),
            1 => [&bytes[..any], &other[random.below(other.len())..]].concat(),
            2 => damage::bytes(random, bytes),
            3 => {
                let tail = bytes.len() - TAIL_BYTES;
                let end = damage::words(random, &bytes[tail - TAIL_BYTES..], 0);
                [&bytes[..tail - TAIL_BYTES], &end].concat()
            }
            4 => {
                let mut bytes = bytes.to_vec();
                (0..8).for_each(|_| bytes = damage::words(random, &bytes, 0));
                bytes
            }
            // Headers and metadata are made of numbers of one byte each, or of a few.
            5..10 => damage::numbers(random, bytes),
            10 => damage::moved(random, bytes),
            _ => {
                // Metadata is at the end of files and at the beginning of streams.
                let part = bytes.len().min(1 << 9);
                let start = random.pick(&[0, bytes.len() - part]);
                let damaged = damage::numbers(random, &bytes[start..start + part]);
                [&bytes[..start], &damaged, &bytes[start + part..]].concat()
            }
        }
    }
}
