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

use miniz_oxide::deflate::compress_to_vec;

/// The folder of files that are read when they are asked for.
const HARDWARE: &str = "hardware";
/// The folder of what was compared with measurements: ends of the files of the same names, which a command writes. They
/// are long lists of names, and are kept compressed.
const COMPARED: &str = "hardware/compared/";
/// The variable that is 0 where these are left out.
const COMPARISONS: &str = "OXMCA_COMPARISONS";
/// The level of compression that takes longest.
const BEST_COMPRESSION: u8 = 10;
/// The folder of files that `oxmca characterize` wrote on single machines: they are not built in where better data are.
const MEASURED: &str = "hardware/measured/";
/// The source that lists them.
const HARDWARE_LIST: &str = "hardware.rs";

fn main() {
    println!("cargo::rerun-if-changed=data");
    println!("cargo::rerun-if-env-changed={COMPARISONS}");
    let targets = match targets() {
        Ok(targets) => targets,
        Err(error) => return fail(&format!("cannot read data: {error}")),
    };
    let list: String = targets.iter().filter_map(|target| pack(target)).collect();
    write("embedded.rs", format!("embedded! {{\n{list}}}\n").as_bytes());
    match list_of_hardware(Path::new("data")) {
        Ok(list) => write(HARDWARE_LIST, list.as_bytes()),
        Err(error) => fail(&format!("cannot read the folders of data: {error}")),
    }
}

/// Returns the declaration of the hardware models of all targets, which `src/hardware/builtin.rs` includes. A library
/// without a target's image, which is given one later, has its hardware models.
fn list_of_hardware(data: &Path) -> io::Result<String> {
    let mut text = String::from(
        "/// The files of each target, by its folder of `data`.\n\
         const FILES: &[(&str, &[BuiltinHardware])] = &[\n",
    );
    let mut folders: Vec<_> = fs::read_dir(data)?.collect::<Result<_, _>>()?;
    folders.sort_by_key(fs::DirEntry::file_name);
    for folder in folders {
        let files = read_hardware(&folder.path());
        if files.is_empty() {
            continue;
        }
        let folder = folder.file_name();
        let target = folder.to_string_lossy();
        text.push_str(&format!("    ({target:?}, &[\n"));
        let is_model = |file: &&String| !file.starts_with(COMPARED) && !file.starts_with(MEASURED);
        for file in files.iter().map(|(file, _)| file).filter(is_model) {
            let name = format!("{target}/{file}");
            let path = format!("/data/{name}");
            let compared = file.replacen("hardware/", COMPARED, 1);
            let has_comparisons = env::var_os(COMPARISONS).is_none_or(|it| it != "0");
            let comparisons = match files.iter().find(|(it, _)| *it == compared) {
                Some((_, lines)) if has_comparisons => {
                    let output = format!("{}.compared", name.replace('/', "-"));
                    write(&output, &compress_to_vec(lines.as_bytes(), BEST_COMPRESSION));
                    format!("include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{output}\"))")
                }
                _ => "&[]".to_owned(),
            };
            text.push_str(&format!(
                "        BuiltinHardware {{\n            \
                 file: HardwareFile {{ name: {name:?}, text: include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?})) }},\n            \
                 comparisons: {comparisons},\n        }},\n"
            ));
        }
        text.push_str("    ]),\n");
    }
    text.push_str("];\n");
    Ok(text)
}

/// The folders of `data` whose Cargo features are on, sorted.
fn targets() -> io::Result<Vec<String>> {
    let mut targets = Vec::new();
    for entry in fs::read_dir("data")? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if env::var_os(format!("CARGO_FEATURE_{}", name.to_ascii_uppercase())).is_some() {
            targets.push(name);
        }
    }
    targets.sort();
    Ok(targets)
}

/// Reads `data/TARGET` and writes `TARGET.image` to the output folder. Returns the target's line of the list of embedded
/// targets.
fn pack(target: &str) -> Option<String> {
    let folder = Path::new("data").join(target);
    let mut files = Vec::new();
    if let Err(error) = read_folder(&folder, "", &mut files) {
        fail(&format!("cannot read {}: {error}", folder.display()));
    }
    let hardware = read_hardware(&folder);
    let hash = hash(files.iter().chain(&hardware));
    let sources: Vec<text::SourceFile<'_>> =
        files.iter().map(|(name, text)| text::SourceFile { name, text }).collect();
    let tables = match text::read(&sources) {
        Ok(tables) => tables,
        Err(error) => {
            fail(&format!("{}/{error}", folder.display()));
            return None;
        }
    };
    if let Err(error) = tables.tables().validate() {
        fail(&format!("{}: {error}", folder.display()));
        return None;
    }
    write(&format!("{target}.image"), &tables.pack());
    Some(format!("    \"{target}\" \"{target}.image\" \"{hash:016x}\"\n"))
}

/// Writes a file to the output folder.
fn write(name: &str, bytes: &[u8]) {
    let path = Path::new(&env::var_os("OUT_DIR").unwrap_or_default()).join(name);
    if let Err(error) = fs::write(&path, bytes) {
        fail(&format!("cannot write {}: {error}", path.display()));
    }
}

/// Reads the hardware files of a target, if there are any.
fn read_hardware(folder: &Path) -> Vec<(String, String)> {
    let mut hardware = Vec::new();
    let folder = folder.join(HARDWARE);
    if folder.is_dir()
        && let Err(error) = read_folder(&folder, "hardware/", &mut hardware)
    {
        fail(&format!("cannot read {}: {error}", folder.display()));
    }
    hardware
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
