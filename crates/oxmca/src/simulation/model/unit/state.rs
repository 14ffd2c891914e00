//! State of the machine as words, to find out whether it repeats.

/// A consumer of the words of a state.
pub trait StateSink {
    /// Takes the next word.
    fn put(&mut self, word: u64);

    /// Takes the next words.
    #[inline]
    fn put_all<const COUNT: usize>(&mut self, words: [u64; COUNT]) {
        words.into_iter().for_each(|word| self.put(word));
    }

    /// Returns whether it wants more words.
    fn is_open(&self) -> bool;
}

/// Records a state.
pub struct Recorder {
    words: Vec<u64>,
}

impl Recorder {
    /// Records into `words`, whose content is dropped.
    pub fn new(mut words: Vec<u64>) -> Self {
        words.clear();
        Recorder { words }
    }

    /// Returns the recorded state.
    pub fn into_words(self) -> Vec<u64> {
        self.words
    }
}

impl StateSink for Recorder {
    #[inline]
    fn put(&mut self, word: u64) {
        self.words.push(word);
    }

    #[inline]
    fn put_all<const COUNT: usize>(&mut self, words: [u64; COUNT]) {
        self.words.extend_from_slice(&words);
    }

    fn is_open(&self) -> bool {
        true
    }
}

/// Compares a state with a recorded one.
pub struct Comparer<'a> {
    words: &'a [u64],
    position: usize,
    is_equal: bool,
}

impl<'a> Comparer<'a> {
    /// Creates a comparison with `words`.
    pub fn new(words: &'a [u64]) -> Self {
        Comparer { words, position: 0, is_equal: true }
    }

    /// Returns whether all words were equal, and their number too.
    pub fn is_equal(&self) -> bool {
        self.is_equal && self.position == self.words.len()
    }

    /// Returns the number of words compared.
    pub fn position(&self) -> usize {
        self.position
    }
}

impl StateSink for Comparer<'_> {
    #[inline]
    fn put(&mut self, word: u64) {
        self.is_equal &= self.words.get(self.position) == Some(&word);
        self.position += 1;
    }

    #[inline]
    fn put_all<const COUNT: usize>(&mut self, words: [u64; COUNT]) {
        let end = self.position + COUNT;
        self.is_equal &= self.words.get(self.position..end) == Some(&words[..]);
        self.position = end;
    }

    fn is_open(&self) -> bool {
        self.is_equal
    }
}

/// Mixes the words of a state into one.
#[derive(Default)]
pub struct Fingerprint {
    mixed: u64,
}

impl Fingerprint {
    /// Returns the digest, which differs for most states.
    pub fn value(&self) -> u64 {
        self.mixed
    }
}

impl StateSink for Fingerprint {
    #[inline]
    fn put(&mut self, word: u64) {
        // The multiplier is 2^64 divided by the golden ratio.
        self.mixed = (self.mixed.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn is_open(&self) -> bool {
        true
    }
}

/// Returns a dynamic index relative to `head`, which older ones precede; 0 when `cycles`, to which
/// it belongs, is 0.
pub const fn since(head: u32, index: u32, cycles: u32) -> u64 {
    if cycles == 0 { 0 } else { head.wrapping_sub(index) as u64 }
}
