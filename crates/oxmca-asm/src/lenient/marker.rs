//! Markers of other analyzers: instructions and bytes that IACA and OSACA look for, and OSACA's comments.

use crate::target::TextMarkers;

/// Returns the text that marks the beginning or the end of a region.
pub(super) fn marker_text(is_begin: bool) -> &'static [u8] {
    if is_begin { b"LLVM-MCA-BEGIN" } else { b"LLVM-MCA-END" }
}

/// An instruction that may begin a marker, and the bytes after it.
#[derive(Debug, Default)]
pub(super) struct MarkerReader {
    open: Option<OpenMarker>,
}

#[derive(Debug)]
struct OpenMarker {
    is_begin: bool,
    /// The place of the instruction in the rewritten text.
    place: std::ops::Range<usize>,
    bytes: Vec<u8>,
}

/// A marker that has been read.
pub(super) struct Marker {
    pub is_begin: bool,
    /// The place of its first instruction in the rewritten text.
    pub place: std::ops::Range<usize>,
}

impl MarkerReader {
    /// Takes a statement that is at `place` in the rewritten text. Returns the marker that it ends.
    pub fn take(
        &mut self,
        statement: &[u8],
        place: std::ops::Range<usize>,
        markers: &TextMarkers,
    ) -> Option<Marker> {
        /// Longer statements are no markers.
        const MAX_BYTES: usize = 64;
        if statement.is_empty() || markers.begin.is_empty() {
            return None;
        }
        let is_candidate = self.open.is_some() || matches!(statement[0] | 0x20, b'm' | b'l');
        if !is_candidate || statement.len() > MAX_BYTES {
            self.open = None;
            return None;
        }
        let plain: Vec<u8> = statement
            .iter()
            .filter(|byte| !byte.is_ascii_whitespace())
            .map(u8::to_ascii_lowercase)
            .collect();
        let is_one_of = |known: &[&str]| known.iter().any(|it| it.as_bytes() == plain);
        if let Some(mut open) = self.open.take() {
            let mut bytes = std::mem::take(&mut open.bytes);
            if is_one_of(markers.disassembled) {
                return Some(Marker { is_begin: open.is_begin, place: open.place });
            }
            if let Some(more) = plain.strip_prefix(b".byte").and_then(byte_list) {
                bytes.extend(more);
                if markers.bytes.contains(&&*bytes) {
                    return Some(Marker { is_begin: open.is_begin, place: open.place });
                }
                if markers.bytes.iter().any(|known| known.starts_with(&bytes)) {
                    self.open = Some(OpenMarker { bytes, ..open });
                    return None;
                }
            }
        }
        let is_begin = is_one_of(markers.begin);
        if is_begin || is_one_of(markers.end) {
            self.open = Some(OpenMarker { is_begin, place, bytes: Vec::new() });
        }
        None
    }
}

/// Reads numbers between commas.
fn byte_list(text: &[u8]) -> Option<Vec<u8>> {
    text.split(|byte| *byte == b',')
        .map(|number| {
            let number = std::str::from_utf8(number).ok()?;
            match number.strip_prefix("0x") {
                Some(digits) => u8::from_str_radix(digits, 16).ok(),
                None => number.parse().ok(),
            }
        })
        .collect()
}

/// Returns a comment of OSACA's as one of LLVM-MCA's: the text after what begins the comment.
pub(super) fn osaca_comment(comment: &[u8]) -> Option<Vec<u8>> {
    let rest = comment.trim_ascii().strip_prefix(b"OSACA-")?;
    let (is_begin, name) = match rest {
        [b'B', b'E', b'G', b'I', b'N', name @ ..] => (true, name),
        [b'E', b'N', b'D', name @ ..] => (false, name),
        _ => return None,
    };
    Some([marker_text(is_begin), name].concat())
}
