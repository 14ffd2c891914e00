//! Lines of an input of any length, in chunks that can be read without waiting.

use std::io::{self, BufRead, BufReader, Read};

use oxmca_batch::{self as batch, MAX_LINE};

/// Bytes read at once. Chunks hold no more lines than end in them.
const BUFFER: usize = 256 << 10;
/// A line without its end.
pub struct Line {
    /// Its number in the input, from 1.
    pub number: u64,
    /// Its bytes; `None` if they are more than [`MAX_LINE`].
    pub text: Option<Vec<u8>>,
}

impl Line {
    /// Returns the line as a request.
    pub fn request(&self) -> batch::Line<'_> {
        batch::Line { number: self.number, text: self.text.as_deref() }
    }

    /// Returns bytes of it that are kept, and its end.
    pub fn len(&self) -> u64 {
        self.text.as_ref().map_or(0, |text| text.len() as u64 + 1)
    }
}

/// Reads an input.
pub struct Lines<R> {
    reader: BufReader<R>,
    /// The line being read, as far as it has come; `None` once it is too long.
    begun: Option<Vec<u8>>,
    number: u64,
    /// Bytes that have been read.
    position: u64,
    is_over: bool,
}

impl<R: Read> Lines<R> {
    /// Creates the lines of an input.
    pub fn new(input: R) -> Lines<R> {
        let reader = BufReader::with_capacity(BUFFER, input);
        Lines { reader, begun: Some(Vec::new()), number: 1, position: 0, is_over: false }
    }

    /// Returns bytes that have been read, those of a line that has not ended included.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Returns lines that are not blank: those that can be had without waiting, at least one. None
    /// at the end of the input. So whoever writes a line and waits for the answer gets it.
    pub fn next_chunk(&mut self) -> io::Result<Vec<Line>> {
        let mut chunk = Vec::new();
        while chunk.is_empty() && !self.is_over {
            let bytes = match self.reader.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                bytes => bytes?,
            };
            let len = bytes.len();
            if len == 0 {
                self.is_over = true;
                end_line(&mut self.begun, self.number, &mut chunk);
                break;
            }
            for part in bytes.split_inclusive(|byte| *byte == b'\n') {
                let text = part.strip_suffix(b"\n");
                append(&mut self.begun, text.unwrap_or(part));
                if text.is_some() {
                    end_line(&mut self.begun, self.number, &mut chunk);
                    self.number += 1;
                }
            }
            self.reader.consume(len);
            self.position += len as u64;
        }
        Ok(chunk)
    }
}

fn append(begun: &mut Option<Vec<u8>>, part: &[u8]) {
    match begun {
        Some(line) if line.len() + part.len() <= MAX_LINE => line.extend_from_slice(part),
        _ => *begun = None,
    }
}

fn end_line(begun: &mut Option<Vec<u8>>, number: u64, chunk: &mut Vec<Line>) {
    let text = begun.replace(Vec::new());
    let is_blank = text.as_ref().is_some_and(|text| text.trim_ascii().is_empty());
    if !is_blank {
        chunk.push(Line { number, text });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives a few bytes at a time.
    struct Trickle<'a>(&'a [u8]);

    impl Read for Trickle<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let len = self.0.len().min(buffer.len()).min(3);
            buffer[..len].copy_from_slice(&self.0[..len]);
            self.0 = &self.0[len..];
            Ok(len)
        }
    }

    fn all(input: impl Read) -> Vec<(u64, Vec<u8>)> {
        let mut lines = Lines::new(input);
        let mut all = Vec::new();
        loop {
            let chunk = lines.next_chunk().unwrap();
            if chunk.is_empty() {
                return all;
            }
            all.extend(chunk.into_iter().map(|line| (line.number, line.text.unwrap_or_default())));
        }
    }

    #[test]
    fn lines_are_the_same_however_they_arrive() {
        let text: &[u8] = b"one\n\n  \r\n\xfftwo\r\nthree";
        let expected = [(1, b"one".to_vec()), (4, b"\xfftwo\r".to_vec()), (5, b"three".to_vec())];
        assert_eq!(all(text), expected);
        assert_eq!(all(Trickle(text)), expected);
        assert!(all(&b""[..]).is_empty() && all(&b"\n\n"[..]).is_empty());
    }

    #[test]
    fn a_line_without_bound_is_not_kept() {
        let long = io::repeat(b'x').take(MAX_LINE as u64 + 1);
        let mut lines = Lines::new(long.chain(&b"\nshort"[..]));
        let first = lines.next_chunk().unwrap();
        assert!(first[0].text.is_none() && first[0].number == 1);
        let rest = lines.next_chunk().unwrap();
        assert_eq!(rest[0].text.as_deref(), Some(&b"short"[..]));
    }
}
