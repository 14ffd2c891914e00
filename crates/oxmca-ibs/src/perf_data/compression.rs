//! Compressed records: one zstd stream, of which each has a piece. perf flushes the stream after each
//! piece and never ends it.

use std::io::Read;

use ruzstd::decoding::FrameDecoder;

use super::error::ReadError;

/// Largest window: what a level of compression can ask for by default.
const MAX_WINDOW: u64 = 128 << 20;
const BLOCK_HEADER_LEN: usize = 3;
const RLE_BLOCK: u32 = 1;
/// The offset of the byte of a frame that tells whether a checksum ends it.
const DESCRIPTOR_AT: usize = 4;
const HAS_CHECKSUM: u8 = 1 << 2;
const CHECKSUM_LEN: usize = 4;
/// An empty last block: it ends a stream that perf did not end.
const END: [u8; BLOCK_HEADER_LEN] = [1, 0, 0];

/// The next part of the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Frame,
    Block { checksum_after: bool },
    Checksum,
}

/// Decompresses the pieces of a stream.
pub struct Decompressor {
    decoder: FrameDecoder,
    next: Next,
    input: Vec<u8>,
    block: Vec<u8>,
}

fn damaged(error: &dyn std::fmt::Display) -> ReadError {
    ReadError::Compression(error.to_string())
}

impl Decompressor {
    pub fn new() -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(MAX_WINDOW);
        Self { decoder, next: Next::Frame, input: Vec::new(), block: vec![0; 256 << 10] }
    }

    /// Adds a piece.
    pub fn push(&mut self, piece: &[u8]) {
        self.input.extend_from_slice(piece);
    }

    /// Decodes the next block, if all of it is there, and appends what is known to follow to the
    /// output: the last bytes, as many as the stream's window has, appear only when more comes. Blocks
    /// are decoded one by one, since a few bytes can stand for many.
    pub fn decode_block(&mut self, output: &mut Vec<u8>) -> Result<bool, ReadError> {
        let mut rest = self.input.as_slice();
        match self.next {
            Next::Frame if rest.is_empty() => return Ok(false),
            Next::Frame => {
                let has_checksum = rest.get(DESCRIPTOR_AT).is_some_and(|it| it & HAS_CHECKSUM != 0);
                self.decoder.reset(&mut rest).map_err(|error| damaged(&error))?;
                self.next = Next::Block { checksum_after: has_checksum };
            }
            Next::Block { checksum_after } => {
                let Some((len, is_last)) = block(rest) else { return Ok(false) };
                let decoded = self.decoder.decode_from_to(&rest[..len], &mut []);
                decoded.map_err(|error| damaged(&error))?;
                rest = &rest[len..];
                if is_last {
                    self.next = if checksum_after { Next::Checksum } else { Next::Frame };
                }
            }
            Next::Checksum => {
                let Some((checksum, after)) = rest.split_at_checked(CHECKSUM_LEN) else {
                    return Ok(false);
                };
                let decoded = self.decoder.decode_from_to(checksum, &mut []);
                decoded.map_err(|error| damaged(&error))?;
                rest = after;
                self.next = Next::Frame;
            }
        }
        let used = self.input.len() - rest.len();
        self.input.drain(..used);
        self.collect(output)?;
        Ok(true)
    }

    /// Ends the stream, and appends its last bytes.
    pub fn finish(&mut self, output: &mut Vec<u8>) -> Result<(), ReadError> {
        if !self.input.is_empty() {
            return Err(damaged(&"the last piece ends early"));
        }
        if let Next::Block { checksum_after } = self.next {
            let no_checksum = [0; CHECKSUM_LEN];
            let end =
                [&END, &no_checksum[..if checksum_after { CHECKSUM_LEN } else { 0 }]].concat();
            self.decoder.decode_from_to(&end, &mut []).map_err(|error| damaged(&error))?;
            self.collect(output)?;
        }
        Ok(())
    }

    fn collect(&mut self, output: &mut Vec<u8>) -> Result<(), ReadError> {
        loop {
            let count = self.decoder.read(&mut self.block)?;
            if count == 0 {
                return Ok(());
            }
            output.extend_from_slice(&self.block[..count]);
        }
    }
}

/// Returns the length of the block at the start, and whether it is the last; `None` if it is not
/// whole.
fn block(input: &[u8]) -> Option<(usize, bool)> {
    let [low, middle, high] = *input.first_chunk::<BLOCK_HEADER_LEN>()?;
    let header = u32::from_le_bytes([low, middle, high, 0]);
    let is_rle = header >> 1 & 0b11 == RLE_BLOCK;
    let content = if is_rle { 1 } else { (header >> 3) as usize };
    let len = BLOCK_HEADER_LEN + content;
    (input.len() >= len).then_some((len, header & 1 != 0))
}
