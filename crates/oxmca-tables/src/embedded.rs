//! The images built into the library.

use crate::image::{self, ImageError, Tables};

/// Bytes at an address that every row type may be read from.
#[repr(C, align(16))]
struct Aligned<B: ?Sized>(B);

static X86: &Aligned<[u8]> = &Aligned(*include_bytes!(concat!(env!("OUT_DIR"), "/x86.image")));

#[allow(long_running_const_eval, reason = "the pool has some hundred thousand bytes")]
static X86_POOL: &str = image::pool(&X86.0);

impl Tables<'static> {
    /// The embedded x86 tables. Checks the header and the section bounds; the rows were checked when
    /// the image was built.
    ///
    /// # Errors
    /// [`ImageError`] if the image was built for another machine than it runs on.
    pub fn x86() -> Result<Self, ImageError> {
        Ok(Tables { pool: X86_POOL, ..Tables::from_trusted_bytes(&X86.0)? })
    }
}

/// The packed image of the embedded x86 tables, for programs that copy, store or alter it.
pub fn x86_image() -> &'static [u8] {
    &X86.0
}
