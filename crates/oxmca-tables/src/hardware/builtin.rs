//! Hardware models that are built in: the files of the folders `hardware` of `data`, as the build script found them.

use std::borrow::Cow;

use miniz_oxide::inflate::decompress_to_vec;

use super::model::HardwareFile;

include!(concat!(env!("OUT_DIR"), "/hardware.rs"));

/// A hardware model that is built in.
#[derive(Clone, Copy, Debug)]
pub struct BuiltinHardware {
    /// Its file, without the lines that tell of instructions whether they have been compared with measurements.
    pub file: HardwareFile<'static>,
    /// These lines, compressed by DEFLATE.
    comparisons: &'static [u8],
}

impl BuiltinHardware {
    /// Returns the text of the whole file.
    pub(super) fn whole_text(&self) -> Cow<'static, str> {
        let text = self.file.text;
        if self.comparisons.is_empty() {
            return text.into();
        }
        // What the build script compressed can be read, and is text.
        let lines = decompress_to_vec(self.comparisons).unwrap_or_default();
        (text.to_owned() + &String::from_utf8_lossy(&lines)).into()
    }
}

/// Returns the hardware models that are built in for the target whose tables are in that folder of `data`, sorted by the
/// names of their files.
pub fn builtin_hardware(target: &str) -> &'static [BuiltinHardware] {
    FILES.iter().find(|(folder, _)| *folder == target).map_or(&[], |(_, files)| *files)
}
