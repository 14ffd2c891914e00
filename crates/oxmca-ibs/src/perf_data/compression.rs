//! Compressed records: one zstd stream, of which each has a piece. perf flushes the stream after each
//! piece and never ends it.

use ruzstd::decoding::FrameDecoder;

use super::error::ReadError;

/// Largest window: what a level of compression can ask for by default.
const MAX_WINDOW: u64 = 128 << 20;
const BLOCK_HEADER_LEN: usize = 3;
const RLE_BLOCK: u32 = 1;
/// An empty last block: it ends a stream that perf did not end.
const END: [u8; BLOCK_HEADER_LEN] = [1, 0, 0];

/// Decompresses the pieces of a stream.
pub struct Decompressor {
    decoder: FrameDecoder,
    is_within_frame: bool,
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
        Self { decoder, is_within_frame: false, input: Vec::new(), block: vec![0; 256 << 10] }
    }

    /// Adds a piece, and appends what is known to follow to the output. The last bytes, as many as the
    /// stream's window has, appear only when more comes.
    pub fn push(&mut self, piece: &[u8], output: &mut Vec<u8>) -> Result<(), ReadError> {
        self.input.extend_from_slice(piece);
        self.decode_block(output)
    }

    /// Whether there is more in what was pushed; if so, appends some of it. Blocks are decoded one by
    /// one, since a few bytes can stand for many.
    pub fn decode_block(&mut self, output: &mut Vec<u8>) -> Result<(), ReadError> {
        let mut input = self.input.as_slice();
        if !self.is_within_frame && !input.is_empty() {
            self.decoder.reset(&mut input).map_err(|error| damaged(&error))?;
            self.is_within_frame = true;
        }
        let used = block_len(input);
        if let Some(len) = used {
            self.decoder.decode_from_to(&input[..len], &mut []).map_err(|error| damaged(&error))?;
        }
        let rest = input.len() - used.unwrap_or(0);
        self.input.drain(..self.input.len() - rest);
        self.collect(output)
    }

    /// Whether a whole block waits.
    pub fn has_more(&self) -> bool {
        if self.is_within_frame { block_len(&self.input).is_some() } else { !self.input.is_empty() }
    }

    /// Ends the stream, and appends its last bytes.
    pub fn finish(&mut self, output: &mut Vec<u8>) -> Result<(), ReadError> {
        if !self.input.is_empty() {
            return Err(damaged(&"the last piece ends early"));
        }
        if self.is_within_frame {
            self.decoder.decode_from_to(&END, &mut []).map_err(|error| damaged(&error))?;
            self.collect(output)?;
        }
        Ok(())
    }

    fn collect(&mut self, output: &mut Vec<u8>) -> Result<(), ReadError> {
        use std::io::Read;
        loop {
            let count = self.decoder.read(&mut self.block)?;
            if count == 0 {
                break;
            }
            output.extend_from_slice(&self.block[..count]);
        }
        if self.is_within_frame && self.decoder.is_finished() {
            self.is_within_frame = false;
        }
        Ok(())
    }
}

/// The length of the block at the start, if all of it is there.
fn block_len(input: &[u8]) -> Option<usize> {
    let [low, middle, high] = *input.first_chunk::<BLOCK_HEADER_LEN>()?;
    let header = u32::from_le_bytes([low, middle, high, 0]);
    let is_rle = header >> 1 & 0b11 == RLE_BLOCK;
    let content = if is_rle { 1 } else { (header >> 3) as usize };
    let len = BLOCK_HEADER_LEN + content;
    (input.len() >= len).then_some(len)
}
