//! The images built into the library.

use crate::image::{self, ImageError, Tables};

/// Bytes at an address that every row type may be read from.
#[repr(C, align(16))]
struct Aligned<B: ?Sized>(B);

/// Declares the image of a target and its string pool.
macro_rules! image {
    ($image:ident, $pool:ident, $file:literal) => {
        static $image: &Aligned<[u8]> =
            &Aligned(*include_bytes!(concat!(env!("OUT_DIR"), "/", $file)));

        #[allow(long_running_const_eval, reason = "the pool has some hundred thousand bytes")]
        static $pool: &str = image::pool(&$image.0);
    };
}

#[cfg(feature = "x86")]
image!(X86, X86_POOL, "x86.image");
#[cfg(feature = "aarch64")]
image!(AARCH64, AARCH64_POOL, "aarch64.image");
#[cfg(feature = "riscv")]
image!(RISCV, RISCV_POOL, "riscv.image");

impl Tables<'static> {
    /// The embedded x86 tables. Checks the header and the section bounds; the rows were checked when
    /// the image was built.
    ///
    /// # Errors
    /// [`ImageError`] if the image was built for another machine than it runs on.
    #[cfg(feature = "x86")]
    pub fn x86() -> Result<Self, ImageError> {
        Ok(Tables { pool: X86_POOL, ..Tables::from_trusted_bytes(&X86.0)? })
    }

    /// The embedded AArch64 tables. Checks the header and the section bounds.
    ///
    /// # Errors
    /// [`ImageError`] if the image was built for another machine than it runs on.
    #[cfg(feature = "aarch64")]
    pub fn aarch64() -> Result<Self, ImageError> {
        Ok(Tables { pool: AARCH64_POOL, ..Tables::from_trusted_bytes(&AARCH64.0)? })
    }

    /// The embedded RISC-V tables, both widths of registers. Checks the header and the section bounds.
    ///
    /// # Errors
    /// [`ImageError`] if the image was built for another machine than it runs on.
    #[cfg(feature = "riscv")]
    pub fn riscv() -> Result<Self, ImageError> {
        Ok(Tables { pool: RISCV_POOL, ..Tables::from_trusted_bytes(&RISCV.0)? })
    }
}

/// The packed image of the embedded x86 tables, for programs that copy, store or alter it.
#[cfg(feature = "x86")]
pub fn x86_image() -> &'static [u8] {
    &X86.0
}

/// The packed image of the embedded AArch64 tables, for programs that copy, store or alter it.
#[cfg(feature = "aarch64")]
pub fn aarch64_image() -> &'static [u8] {
    &AARCH64.0
}

/// The packed image of the embedded RISC-V tables, for programs that copy, store or alter it.
#[cfg(feature = "riscv")]
pub fn riscv_image() -> &'static [u8] {
    &RISCV.0
}
