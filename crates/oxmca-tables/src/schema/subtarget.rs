//! Features, CPUs, hardware modes, and conditions on features.

use bytemuck::{Pod, Zeroable};

use super::{ModelId, Span, Text};

/// A set of subtarget features, by feature bit.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Pod, Zeroable)]
pub struct FeatureSet(pub [u64; 6]);

impl FeatureSet {
    /// Number of features there is room for.
    pub const BITS: usize = 384;

    /// Returns whether `bit` is in the set.
    #[inline]
    pub const fn contains(&self, bit: u16) -> bool {
        let word = (bit >> 6) as usize;
        word < 6 && self.0[word] >> (bit & 63) & 1 != 0
    }

    /// Adds `bit`; bits of 384 and above are ignored.
    pub const fn insert(&mut self, bit: u16) {
        let word = (bit >> 6) as usize;
        if word < 6 {
            self.0[word] |= 1 << (bit & 63);
        }
    }

    /// Removes `bit`.
    pub const fn remove(&mut self, bit: u16) {
        let word = (bit >> 6) as usize;
        if word < 6 {
            self.0[word] &= !(1 << (bit & 63));
        }
    }

    /// Returns the bits in the set, in ascending order.
    pub fn bits(&self) -> impl Iterator<Item = u16> + use<> {
        let words = self.0.into_iter().zip((0..).step_by(64));
        words.flat_map(|(word, first)| {
            let left = |word: u64| (word != 0).then_some(word);
            let rest = std::iter::successors(left(word), move |word| left(word & (word - 1)));
            rest.map(move |word| first + word.trailing_zeros() as u16)
        })
    }

    /// Adds every feature of `other`.
    pub fn union_with(&mut self, other: &FeatureSet) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }
}

/// A set of conditions that the matcher tests, by row of `asm_features`.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Pod, Zeroable)]
pub struct AsmFeatureSet(pub [u64; 4]);

impl AsmFeatureSet {
    /// Number of conditions there is room for.
    pub const MAX: usize = 256;

    /// Returns whether row `index` is in the set.
    #[inline]
    pub const fn contains(&self, index: usize) -> bool {
        index < Self::MAX && self.0[index / 64] >> (index % 64) & 1 != 0
    }

    /// Adds row `index`; rows of [`MAX`](Self::MAX) and above are ignored.
    pub const fn insert(&mut self, index: usize) {
        if index < Self::MAX {
            self.0[index / 64] |= 1 << (index % 64);
        }
    }

    /// Returns whether every member of `other` is in the set.
    #[inline]
    pub fn contains_all(&self, other: &AsmFeatureSet) -> bool {
        self.lacks(other).is_empty()
    }

    /// Returns the members of `other` that the set does not have.
    #[inline]
    #[must_use]
    pub fn lacks(&self, other: &AsmFeatureSet) -> AsmFeatureSet {
        AsmFeatureSet(std::array::from_fn(|word| other.0[word] & !self.0[word]))
    }

    /// Returns whether the set has no members.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |bits, word| bits | word) == 0
    }

    /// Returns the number of members.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}

/// A hardware mode. Row 0 is the default; it applies when the condition of no later row holds, and
/// otherwise the first later row whose condition holds applies.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct HwMode {
    /// LLVM's name, e.g. `X86_64_X32`.
    pub name: Text,
    /// Rows of `feature_literals`, to be read as for [`AsmFeature`]; empty for row 0.
    pub condition: Span,
}

/// A subtarget feature.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct Feature {
    /// Name as given to `-mattr`, e.g. `avx2`.
    pub name: Text,
    /// Description that `-mattr=help` prints.
    pub description: Text,
    /// Name of its constant in LLVM, e.g. `FeatureAVX2` or `Is64Bit`.
    pub constant: Text,
    /// Features it implies directly.
    pub implies: FeatureSet,
    /// Its bit in a [`FeatureSet`].
    pub bit: u16,
    /// Unused.
    pub reserved: [u16; 3],
}

/// A CPU name with its features and scheduling model.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct Cpu {
    /// Name as given to `-mcpu`.
    pub name: Text,
    /// The name under which llvm-mca's JSON shows it: of another name of a CPU, that of the CPU.
    pub shown_name: Text,
    /// Features, with all that they imply.
    pub features: FeatureSet,
    /// Tuning features, likewise.
    pub tune_features: FeatureSet,
    /// Scheduling model.
    pub model: ModelId,
    /// 1 if the model describes other CPUs, 0 if it describes this one or is not known to describe
    /// any.
    pub borrows_model: u16,
    /// 1 if lists of CPUs leave the name out.
    pub is_unlisted: u16,
    /// 1 if the name is another one of a CPU, which `-mcpu` takes and directives do not.
    pub is_alias: u16,
    /// Bits of the vectors whose length programs do not know; 0 if it is not known for this CPU.
    pub vector_bits: u16,
    /// Zero.
    pub reserved: [u16; 3],
}

/// A condition on subtarget features that the matcher tests (x86: `In64BitMode`). It holds if, in
/// every group, at least one literal holds.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct AsmFeature {
    /// LLVM's name.
    pub name: Text,
    /// Words that LLVM prints when it is missing, e.g. `64-bit mode`.
    pub description: Text,
    /// Rows of `feature_literals`.
    pub condition: Span,
}

/// A feature bit, on or off.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct FeatureLiteral {
    /// Feature bit.
    pub bit: u16,
    /// Group of alternatives.
    pub group: u16,
    /// 1 if the bit must be off.
    pub negated: u16,
}
