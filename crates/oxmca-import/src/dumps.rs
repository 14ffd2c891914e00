//! Files that `llvm-tblgen` writes for a target.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::records;

/// The dumps of a target.
pub struct Dumps {
    /// `-gen-instr-info`.
    pub instr_info: String,
    /// `-gen-register-info`, numbers and descriptions.
    pub register_desc: String,
    /// `-gen-register-info`, enumerations.
    pub register_enums: String,
    /// `-gen-subtarget`.
    pub subtarget: String,
    /// `-gen-asm-matcher`.
    pub asm_matcher: String,
    /// `-gen-asm-writer` of each dialect: `-asmwriternum=1` gives that of the second one.
    pub asm_writers: Vec<String>,
    /// `-gen-emitter`; empty if the target has none.
    pub emitter: String,
    /// `-gen-disassembler`; empty if the target has none.
    pub disassembler: String,
    /// `-gen-searchable-tables`; empty if the target has none.
    pub searchable_tables: String,
    /// `-gen-compress-inst-emitter`; empty if the target has none.
    pub compression: String,
    /// `--dump-json`.
    pub records: records::Records,
}

impl Dumps {
    /// Reads the dumps of the target that LLVM calls `target` from a folder.
    ///
    /// # Errors
    /// A dump is missing, or is not text.
    pub fn read(folder: &Path, target: &str) -> Result<Self> {
        Self::read_changed(folder, target, &|_, text| Ok(text))
    }

    /// Reads the dumps, each as `change` makes it from what follows the target in its file name and its text.
    ///
    /// # Errors
    /// A dump cannot be read, as for [`Dumps::read`], or `change` fails.
    pub fn read_changed(
        folder: &Path,
        target: &str,
        change: &dyn Fn(&str, String) -> Result<String>,
    ) -> Result<Self> {
        if !folder.join(format!("{target}.json")).exists() {
            bail!(
                "the table dumps of {target} are not in {}; crates/oxmca-tables/data/README.md says how \
                 to make them, and LLVM_REFERENCE may name another folder",
                folder.display()
            );
        }
        let text = |name: &str| {
            let path = folder.join(format!("{target}{name}"));
            let text = fs::read_to_string(&path);
            change(name, text.with_context(|| format!("cannot read {}", path.display()))?)
        };
        let optional = |name: &str| {
            let exists = folder.join(format!("{target}{name}")).exists();
            if exists { text(name) } else { Ok(String::new()) }
        };
        Ok(Dumps {
            instr_info: text("-instr-info.inc")?,
            register_desc: text("-register-infoMCDesc.inc")?,
            register_enums: text("-register-infoEnums.inc")?,
            subtarget: text("-subtarget.inc")?,
            asm_matcher: text("-asm-matcher.inc")?,
            asm_writers: vec![text("-asm-writer.inc")?, optional("-asm-writer-1.inc")?],
            emitter: optional("-emitter.inc")?,
            disassembler: optional("-disassembler.inc")?,
            searchable_tables: optional("-searchable-tables.inc")?,
            compression: optional("-compress-inst-emitter.inc")?,
            records: records::Records::parse(text(".json")?.into_bytes())?,
        })
    }
}
