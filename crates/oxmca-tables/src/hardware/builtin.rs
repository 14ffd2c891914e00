//! Hardware models that are built in: the files of the folders `hardware` of `data`, as the build script found them.

use super::model::HardwareFile;

include!(concat!(env!("OUT_DIR"), "/hardware.rs"));

/// Returns the hardware models that are built in for the target whose tables are in that folder of `data`, sorted by the
/// names of their files.
pub fn builtin_hardware(target: &str) -> &'static [HardwareFile<'static>] {
    FILES.iter().find(|(folder, _)| *folder == target).map_or(&[], |(_, files)| *files)
}
