//! Packs each enabled target's text tables into one image.

#[path = "src/image.rs"]
#[allow(dead_code, reason = "the build script packs images and never reads them")]
mod image;
#[path = "src/lookup.rs"]
#[allow(dead_code, reason = "only what validation asks is used")]
mod lookup;
#[path = "src/named_table.rs"]
#[allow(dead_code, reason = "only the form of cells is needed")]
mod named_table;
#[path = "src/names.rs"]
#[allow(dead_code, reason = "only what makes and checks tables is needed")]
mod names;
#[path = "src/schema/mod.rs"]
#[allow(dead_code, reason = "shared with the library")]
mod schema;
#[path = "src/text/mod.rs"]
#[allow(dead_code, reason = "shared with the library")]
mod text;
#[path = "src/validate/mod.rs"]
#[allow(dead_code, reason = "the build script has no bytes to check")]
mod validate;

use std::path::Path;
use std::{env, fs, io};

/// The folder of files that are read when they are asked for.
const HARDWARE: &str = "hardware";

fn main() {
    println!("cargo::rerun-if-changed=data");
    if env::var_os("CARGO_FEATURE_X86").is_some() {
        pack("x86");
    }
    if env::var_os("CARGO_FEATURE_AARCH64").is_some() {
        pack("aarch64");
    }
    if env::var_os("CARGO_FEATURE_RISCV").is_some() {
        pack("riscv");
    }
}

/// Reads `data/TARGET` and writes `TARGET.image` to the output folder.
fn pack(target: &str) {
    let folder = Path::new("data").join(target);
    let mut files = Vec::new();
    if let Err(error) = read_folder(&folder, "", &mut files) {
        fail(&format!("cannot read {}: {error}", folder.display()));
    }
    name_hash(target, &folder, &files);
    let sources: Vec<text::SourceFile<'_>> =
        files.iter().map(|(name, text)| text::SourceFile { name, text }).collect();
    let tables = match text::read(&sources) {
        Ok(tables) => tables,
        Err(error) => return fail(&format!("{}/{error}", folder.display())),
    };
    if let Err(error) = tables.tables().validate() {
        return fail(&format!("{}: {error}", folder.display()));
    }
    let image = tables.pack();
    let out = env::var_os("OUT_DIR").unwrap_or_default();
    let path = Path::new(&out).join(format!("{target}.image"));
    if let Err(error) = fs::write(&path, image) {
        fail(&format!("cannot write {}: {error}", path.display()));
    }
}

/// Gives the library the hash of a target's tables, those of its hardware included.
fn name_hash(target: &str, folder: &Path, files: &[(String, String)]) {
    let mut hardware = Vec::new();
    let hardware_folder = folder.join(HARDWARE);
    if hardware_folder.is_dir()
        && let Err(error) = read_folder(&hardware_folder, "hardware/", &mut hardware)
    {
        return fail(&format!("cannot read {}: {error}", hardware_folder.display()));
    }
    let hash = hash(files.iter().chain(&hardware));
    let name = target.to_ascii_uppercase();
    println!("cargo::rustc-env=OXMCA_{name}_TABLES_HASH={hash:016x}");
}

/// Returns the hash of files with their names: FNV-1a of 64 bits, which is the same everywhere.
fn hash<'a>(files: impl Iterator<Item = &'a (String, String)>) -> u64 {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    let parts = files.flat_map(|(name, text)| [name, "\0", text, "\0"]);
    let bytes = parts.flat_map(str::bytes);
    bytes.fold(BASIS, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

/// Collects the `.tbl` files of a folder, sorted by name, with their path below it.
fn read_folder(folder: &Path, prefix: &str, files: &mut Vec<(String, String)>) -> io::Result<()> {
    let mut entries: Vec<_> = fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if prefix.is_empty() && name == HARDWARE {
            continue;
        }
        if entry.file_type()?.is_dir() {
            read_folder(&entry.path(), &format!("{name}/"), files)?;
        } else if name.ends_with(".tbl") {
            files.push((name, fs::read_to_string(entry.path())?));
        }
    }
    Ok(())
}

fn fail(message: &str) {
    println!("cargo::error={message}");
}
