//! The text tables in a folder.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::{Files, Imported, TargetSpec};

/// The folder with the tables of all targets, from that of the workspace.
pub const DATA: &str = "crates/oxmca-tables/data";

/// The file that says which CPUs a model describes. Written by hand.
pub const DESCRIBED_CPUS: &str = "described-cpus.tbl";

/// The file that says how long scalable vectors are. Written by hand.
const VECTOR_LENGTHS: &str = "vector-lengths.tbl";

/// The file with names that CPUs had in earlier versions of LLVM. Written by hand.
const FORMER_CPUS: &str = "former-cpus.tbl";

/// The folder with what hardware mode knows of cores, within that of a target. Written by hand.
const HARDWARE: &str = "hardware/";

/// Returns the folder of the workspace that this was built in.
pub fn workspace_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the folder with the tables of a target.
pub fn folder_of(spec: &TargetSpec) -> PathBuf {
    workspace_folder().join(DATA).join(spec.folder)
}

/// Returns the text tables in a folder; none if there is no such folder.
///
/// # Errors
/// A file cannot be read.
pub fn table_files(folder: &Path) -> Result<Files> {
    let mut files = Files::new();
    read_tables(folder, "", &mut files)?;
    Ok(files)
}

/// Returns the tables in a folder that describe a target as LLVM does: all but those of hardware mode, which have a
/// reader of their own.
///
/// # Errors
/// A file cannot be read.
pub fn target_files(folder: &Path) -> Result<Files> {
    let mut files = table_files(folder)?;
    files.retain(|name, _| !name.starts_with(HARDWARE));
    Ok(files)
}

fn read_tables(folder: &Path, prefix: &str, files: &mut Files) -> Result<()> {
    if !folder.exists() {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            read_tables(&entry.path(), &format!("{name}/"), files)?;
        } else if name.ends_with(".tbl") {
            files.insert(name, fs::read_to_string(entry.path())?);
        }
    }
    Ok(())
}

/// Returns whether no dump gives a file, which an import therefore leaves alone.
pub fn is_written_by_hand(name: &str) -> bool {
    [DESCRIBED_CPUS, VECTOR_LENGTHS, FORMER_CPUS].contains(&name) || name.starts_with(HARDWARE)
}

/// Returns the names of files that differ from what the dumps give.
pub fn stale<'f>(imported: &'f Imported, present: &'f Files) -> Vec<&'f str> {
    let files = &imported.files;
    let mut stale: Vec<&str> = Vec::new();
    stale.extend(
        files
            .iter()
            .filter(|(name, text)| present.get(*name) != Some(*text))
            .map(|it| it.0.as_str()),
    );
    let gone = present.keys().filter(|it| !is_written_by_hand(it) && !files.contains_key(*it));
    stale.extend(gone.map(String::as_str));
    stale
}

/// Makes the tables in a folder, which has those present, the imported ones.
///
/// # Errors
/// A file cannot be written.
pub fn write(folder: &Path, imported: &Imported, present: &Files) -> Result<()> {
    for name in stale(imported, present) {
        let path = folder.join(name);
        let Some(text) = imported.files.get(name) else {
            fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
            continue;
        };
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stale_files_are_those_that_differ_and_are_not_written_by_hand() {
        let files = |all: &[(&str, &str)]| -> Files {
            all.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
        };
        let imported = Imported {
            files: files(&[("a.tbl", "a"), ("b.tbl", "b"), ("cpu/c.tbl", "c")]),
            counts: Vec::new(),
            unplaced: Vec::new(),
            tables: None,
        };
        let present = files(&[
            ("a.tbl", "a"),
            ("b.tbl", "other"),
            ("cpu/d.tbl", "d"),
            ("described-cpus.tbl", ""),
            ("former-cpus.tbl", ""),
            ("hardware/x.tbl", ""),
            ("vector-lengths.tbl", ""),
        ]);
        assert_eq!(stale(&imported, &present), ["b.tbl", "cpu/c.tbl", "cpu/d.tbl"]);
    }
}
