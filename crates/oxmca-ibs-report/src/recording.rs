//! A recording and the files with its code.

use oxmca_ibs::Profile;
use oxmca_ibs::attribution::{Attribution, Files, KernelSymbols};

/// A recording whose samples were added up, with the files that have its code.
#[derive(Debug)]
pub struct Recording {
    /// The file's name, as reports show it.
    pub file: String,
    /// The sums of the samples.
    pub profile: Profile,
    /// The functions that the samples belong to.
    pub attribution: Attribution,
}

impl Recording {
    /// Reads the files of the modules with samples.
    ///
    /// Reports show a file's error as it is written with `{}`.
    #[must_use]
    pub fn new(file: String, profile: Profile, files: &mut dyn Files) -> Self {
        let attribution = Attribution::new(&profile, files);
        Self { file, profile, attribution }
    }

    /// Takes the kernel's functions from a list of its symbols.
    pub fn name_kernel(&mut self, symbols: KernelSymbols) {
        self.attribution.name_kernel(&self.profile, symbols);
    }
}
