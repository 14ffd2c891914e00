//! Lines of source files, where these are still there.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use oxmca_ibs::attribution::SourceLine;

use crate::files;
use crate::ibs::recording::beneath;

/// Longer files are no sources that people wrote.
const MAX_LEN: u64 = 1 << 24;

/// Source files, read when they are asked for.
pub struct Sources {
    root: Option<PathBuf>,
    files: HashMap<String, Vec<String>>,
}

impl Sources {
    /// Files beneath a folder that stands for the recorded computer's root.
    pub fn new(root: Option<&str>) -> Self {
        Self { root: root.map(files::path_named), files: HashMap::new() }
    }

    /// What is written in a line, without spaces around it; `None` if that is not known, or nothing.
    pub fn text(&mut self, place: &SourceLine) -> Option<&str> {
        if !self.files.contains_key(&place.file) {
            let bytes = read(&beneath(self.root.as_deref(), &place.file)).unwrap_or_default();
            let lines = bytes.split(|byte| *byte == b'\n');
            let lines = lines.map(|line| String::from_utf8_lossy(line).trim().to_owned());
            self.files.insert(place.file.clone(), lines.collect());
        }
        let index = place.line.checked_sub(1)? as usize;
        let line = self.files.get(&place.file)?.get(index)?;
        (!line.is_empty()).then_some(line)
    }
}

fn read(path: &Path) -> Option<Vec<u8>> {
    // Debug information can name anything, e.g. a device. Those are not even opened.
    let metadata = fs::metadata(path).ok()?;
    if !metadata.is_file() || metadata.len() > MAX_LEN {
        return None;
    }
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(MAX_LEN).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}
