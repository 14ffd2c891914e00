//! The images built into the library: those of the targets whose Cargo features are on. The build script lists them.

use crate::image::{ImageError, Tables};

/// Bytes at an address that every row type may be read from.
#[repr(C, align(16))]
struct Aligned<B: ?Sized>(B);

/// A target whose tables are built in.
struct Embedded {
    target: &'static str,
    image: &'static Aligned<[u8]>,
    /// The string pool of the image as text.
    pool: &'static str,
    tables_hash: &'static str,
}

/// Declares the list of targets with the image, its string pool and the hash of each.
macro_rules! embedded {
    ($($target:literal $file:literal $hash:literal)*) => {
        static EMBEDDED: &[Embedded] = &[$({
            static IMAGE: &Aligned<[u8]> =
                &Aligned(*include_bytes!(concat!(env!("OUT_DIR"), "/", $file)));
            #[allow(long_running_const_eval, reason = "the pool has some hundred thousand bytes")]
            static POOL: &str = crate::image::pool(&IMAGE.0);
            Embedded { target: $target, image: IMAGE, pool: POOL, tables_hash: $hash }
        }),*];
    };
}

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

fn embedded(target: &str) -> Result<&'static Embedded, ImageError> {
    EMBEDDED.iter().find(|it| it.target == target).ok_or(ImageError::Absent)
}

impl Tables<'static> {
    /// Returns the embedded tables of a target, by the name of its folder in `data`. Checks the header and the section bounds;
    /// the rows were checked when the image was built.
    ///
    /// # Errors
    /// [`ImageError::Absent`] if the target's Cargo feature is off; another if the image was built for another machine
    /// than it runs on.
    pub fn embedded(target: &str) -> Result<Self, ImageError> {
        let it = embedded(target)?;
        Ok(Tables { pool: it.pool, ..Tables::from_trusted_bytes(&it.image.0)? })
    }
}

/// Returns the names of the targets whose tables are embedded, sorted.
pub fn embedded_targets() -> impl Iterator<Item = &'static str> {
    EMBEDDED.iter().map(|it| it.target)
}

/// Returns the packed image of the embedded tables of a target, for programs that copy, store or alter it; `None` if the
/// target's Cargo feature is off.
pub fn embedded_image(target: &str) -> Option<&'static [u8]> {
    embedded(target).ok().map(|it| &it.image.0)
}

/// Returns the hash of a target's tables.
pub(crate) fn embedded_hash(target: &str) -> Option<&'static str> {
    embedded(target).ok().map(|it| it.tables_hash)
}
