//! Modes of a processor that a kernel must know and no instruction shows: replay of accesses (`xnack`) and error correction of
//! memory (`sramecc`).

use oxmca_tables::FeatureSet;

use super::generation::Mode;
use super::target::AmdGpu;
use crate::parser::Parser;

/// A setting of a mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// The processor lacks the mode.
    Unsupported,
    /// A kernel runs with either.
    Any,
    Off,
    On,
}

/// The settings of both modes, in the order of [`Mode::ALL`].
pub type Modes = [Setting; 2];

impl Setting {
    /// Returns whether code for one setting cannot run under the other.
    pub fn conflicts_with(self, other: Setting) -> bool {
        self != other && self != Setting::Any && other != Setting::Any
    }

    const fn supported(is_supported: bool) -> Setting {
        if is_supported { Setting::Any } else { Setting::Unsupported }
    }
}

/// Returns the settings that were asked for with the processor.
pub fn requested(gpu: &AmdGpu<'_>, parser: &Parser<'_>) -> Modes {
    let generation = gpu.features.of(parser.features());
    let setting = |mode: Mode| match request(gpu, parser, mode) {
        Some(is_on) if generation.can_switch(mode) => {
            if is_on {
                Setting::On
            } else {
                Setting::Off
            }
        }
        _ => Setting::supported(generation.supports(mode)),
    };
    Mode::ALL.map(setting)
}

/// Returns the settings in the name of a processor with these features, `gfx90a:xnack+`.
pub fn named<'t>(
    gpu: &AmdGpu<'_>,
    features: &FeatureSet,
    modes: &(impl Iterator<Item = &'t str> + Clone),
) -> Modes {
    let generation = gpu.features.of(features);
    let setting = |mode: Mode| {
        let named = modes.clone().filter(|it| it.starts_with(mode.name()));
        match named.last().and_then(|it| it.bytes().last()) {
            Some(b'+') => Setting::On,
            Some(b'-') => Setting::Off,
            _ => Setting::supported(generation.supports(mode)),
        }
    };
    Mode::ALL.map(setting)
}

/// Warns of modes that were asked for and that the processor does not have, as LLVM does each time it begins to read.
pub fn warn(gpu: &AmdGpu<'_>, parser: &mut Parser<'_>) {
    for mode in Mode::ALL {
        let can_switch = gpu.features.of(parser.features()).can_switch(mode);
        if let Some(is_on) = request(gpu, parser, mode).filter(|_| !can_switch) {
            let (name, setting) = (mode.name(), if is_on { "On" } else { "Off" });
            parser.plain_warning(format!(
                "warning: {name} '{setting}' was requested for a processor that does not support it!"
            ));
        }
    }
}

/// Returns whether a mode was asked to be on or off.
fn request(gpu: &AmdGpu<'_>, parser: &Parser<'_>, mode: Mode) -> Option<bool> {
    let is_requested = gpu.features.of(parser.requested_features()).is_on(mode);
    is_requested.then(|| gpu.features.of(parser.features()).is_on(mode))
}
