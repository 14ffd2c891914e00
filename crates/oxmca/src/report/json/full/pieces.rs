//! A writer that passes on what is written to it in pieces.

use std::io;

/// Bytes that a piece has at least, the last one apart.
const PIECE_BYTES: usize = 1 << 16;

/// Gathers bytes, and gives them to a function as soon as there are many.
pub struct Pieces<F, E> {
    gathered: Vec<u8>,
    put: F,
    /// The reason for which the function takes no more.
    error: Option<E>,
}

impl<F: FnMut(&[u8]) -> Result<(), E>, E> Pieces<F, E> {
    /// Creates pieces of which none has been gathered.
    pub fn new(put: F) -> Self {
        Pieces { gathered: Vec::with_capacity(PIECE_BYTES + 1024), put, error: None }
    }

    /// Passes on what is left.
    ///
    /// # Errors
    /// When the function has failed, now or before.
    pub fn finish(mut self) -> Result<(), E> {
        match self.error {
            Some(error) => Err(error),
            None => (self.put)(&self.gathered),
        }
    }

    #[cold]
    fn pass_on(&mut self) -> io::Result<()> {
        let put = (self.put)(&self.gathered);
        self.gathered.clear();
        put.map_err(|error| {
            self.error = Some(error);
            io::ErrorKind::Other.into()
        })
    }
}

impl<F: FnMut(&[u8]) -> Result<(), E>, E> io::Write for Pieces<F, E> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.gathered.extend_from_slice(bytes);
        if self.gathered.len() >= PIECE_BYTES { self.pass_on() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn nothing_is_lost_or_held_back() {
        let (mut passed, mut count) = (Vec::new(), 0);
        let mut pieces = Pieces::new(|piece: &[u8]| {
            passed.extend_from_slice(piece);
            count += 1;
            Ok::<_, ()>(())
        });
        let written: Vec<u8> = (0..2 * PIECE_BYTES + 100).map(|number| number as u8).collect();
        written.chunks(7).for_each(|chunk| pieces.write_all(chunk).unwrap());
        pieces.finish().unwrap();
        assert_eq!(passed, written);
        assert_eq!(count, 3);
    }

    #[test]
    fn a_failure_ends_it() {
        let mut pieces = Pieces::new(|_: &[u8]| Err("full"));
        assert!(pieces.write_all(&[0; PIECE_BYTES]).is_err());
        assert_eq!(pieces.finish(), Err("full"));
    }
}
